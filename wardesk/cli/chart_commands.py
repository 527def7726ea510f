"""``wardesk charts``: the charts of a game, and the owner's own cells over them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wardesk.cli.output import WRONG, AsJson, note, pairs, print_json, show
from wardesk.errors import UserError
from wardesk.words import join, say, say_count

if TYPE_CHECKING:
    from wardesk.services.play.chart_book import ChartBook


def charts(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game that `wardesk games` lists.")],
    chart: Annotated[str, typer.Argument(metavar="[CHART]", help="Only this chart.")] = "",
    set_: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="CELL=VALUE", help="Lay your own cell over; may be repeated."
        ),
    ] = None,
    reset: Annotated[
        list[str] | None,
        typer.Option(metavar="CELL", help="Take an own cell away, or all of them: all."),
    ] = None,
    take: Annotated[
        Path | None, typer.Option("--import", metavar="FILE", help="Lay the cells of a file over.")
    ] = None,
    give: Annotated[
        Path | None, typer.Option("--export", metavar="FILE", help="Write your own cells there.")
    ] = None,
    pack: Annotated[
        str, typer.Option(metavar="PACK", help="Your cells for the scenarios of this pack only.")
    ] = "",
    check: Annotated[
        bool, typer.Option("--check", help="Say only what is wrong: faults, worked examples.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show the charts of a game, and lay your printed sheet over them, cell by cell."""
    from wardesk.services.play.chart_book import ChartBook
    from wardesk.services.play.tables import load_game_table

    book = ChartBook(game, load_game_table(game).rules.showing.charts(), pack=pack)
    _change(book, set_ or (), reset or (), take)
    if give is not None:
        book.give_out(give)
        show(say("Written: {file!s}", file=give))
    wrong = [one for one in book.examples() if one.wrong]
    if as_json:
        print_json(_plain(book))
    else:
        if not check:
            _print(book, chart)
        _print_check(book)
    if check and (wrong or book.faults or book.problems):
        raise typer.Exit(WRONG)


def _change(book: ChartBook, typed: list[str] | tuple[()], reset: list[str] | tuple[()],
            take: Path | None) -> None:  # fmt: skip
    if take is not None:
        for told in book.take_in(take):
            note(told)
    for cell, value in pairs(list(typed), "cell").items():
        if told := book.put(cell, value):
            raise UserError(
                say("{cell!s}: {fault}.", cell=cell, fault=told),
                say("`wardesk charts {game!s}` lists all cells.", game=book.game),
            )
    if reset:
        unknown = [cell for cell in reset if cell != "all" and cell not in book.own]
        if unknown:
            raise UserError(say("{cell!s} is no cell of your own.", cell=unknown[0]))
        book.reset(*([] if "all" in reset else reset))
    if book.changed:
        file = book.keep()
        note(say("Your charts are in {file!s}; new games take them.", file=file))


def _print(book: ChartBook, chart: str) -> None:
    sheets = [s for s in book.sheets() if not chart or chart in (s.key, s.key.partition(".")[0])]
    if not sheets:
        known = ", ".join(sheet.key for sheet in book.sheets())
        raise UserError(say("There is no chart {name!s}.", name=chart),
                        say("There are: {known!s}.", known=known))  # fmt: skip
    for sheet in sheets:
        show(join(" ", [part for part in (sheet.key, sheet.title, sheet.cite) if part]))
        for head, row in zip(sheet.rows, sheet.cells, strict=True):
            there = [cell for cell in row if cell is not None]
            marked = (f"{cell.text}{'*' if cell.origin == 'own' else ''}" for cell in there)
            first = there[0].path if there else ""
            show(f"  {first:<28} {head!s:<24} {'  '.join(marked)}")


def _print_check(book: ChartBook) -> None:
    n = len(book.own)
    show(say_count("{n} cell of your own.", "{n} cells of your own.", n=n))
    for told in (*book.problems, *book.faults):
        show(say("Wrong: {fault}", fault=told))
    for one in book.examples():
        example = one.example
        if not one.wrong:
            show(say("✓ {text} [{cite!s}]", text=example.text, cite=example.cite))
            continue
        show(say("✗ {text} [{cite!s}]", text=example.text, cite=example.cite))
        for path, wanted, found in one.wrong:
            show(say("{path!s}: {found!s}, printed {wanted!s}", path=path, found=found,
                     wanted=wanted), 2)  # fmt: skip


def _plain(book: ChartBook) -> dict[str, object]:
    return {
        "game": book.game,
        "own": dict(book.own),
        "faults": [str(told) for told in (*book.problems, *book.faults)],
        "cells": {
            cell.path: {"value": cell.text, "origin": cell.origin, "shipped": cell.shipped}
            for sheet in book.sheets()
            for row in sheet.cells
            for cell in row
            if cell is not None
        },
        "examples": [
            {
                "cite": one.example.cite,
                "text": str(one.example.text),
                "holds": not one.wrong,
                "wrong": {path: {"printed": w, "found": f} for path, w, f in one.wrong},
            }
            for one in book.examples()
        ],
    }
