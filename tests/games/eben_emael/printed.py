"""The printed charts, cell by cell, as somebody typed them who had not seen the program's."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path

CHARTS = tomllib.loads(Path(__file__).with_name("printed_charts.toml").read_text(encoding="utf-8"))
DASH = "-"


def columns(chart: str) -> list[str]:
    """The heads of the columns."""
    return CHARTS[chart]["columns"]


def row(chart: str, total: int) -> list[str]:
    """The cells of one total of two dice."""
    return CHARTS[chart]["rows"][str(total)]


def cells(chart: str) -> list[tuple[int, str, str]]:
    """Every cell: total, head of its column, what is printed."""
    heads = columns(chart)
    return [
        (total, head, text)
        for total in range(2, 13)
        for head, text in zip(heads, row(chart, total), strict=True)
    ]


def points(text: str) -> int:
    """Points lost; a dash is none."""
    return 0 if text == DASH else int(text)


def fire(chart: str, total: int, column: str) -> int:
    """Points lost on a fire table, before division."""
    return points(row(chart, total)[columns(chart).index(column)])


def combat(total: int, column: str) -> tuple[int, int]:
    """Losses of attacker and defender."""
    attacker, defender = row("combat", total)[columns("combat").index(column)].split("/")
    return points(attacker), points(defender)


def nearest(number: int, by: int) -> int:
    """*number* / *by* to the nearest whole, a half down, reckoned in fractions."""
    share = Fraction(number, by)
    whole = share.numerator // share.denominator
    return whole + (share - whole > Fraction(1, 2))
