"""Bars with intervals: shares of a whole, and differences to both sides of none."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from wardesk.render.figures.axes import AxisScale, below, broken, fitted, signed, ticks, tone
from wardesk.render.figures.figure import (
    SIZE,
    Figure,
    FigureBox,
    FigureLine,
    FigureWords,
    Ink,
    Mark,
    Measure,
    segment,
)
from wardesk.words import join


class Bar(Struct, frozen=True):
    """One bar of `share_bars`; shares between 0 and 1."""

    label: str
    share: float
    low: float
    high: float
    ink: Ink
    strong: bool = False
    """The sum of the bars below it."""


class DivergingBar(Struct, frozen=True):
    """A bar of `diverging_bars` from none to *value*, with its interval if it has one.

    A hollow one may be chance. *tip* is told when somebody points at it.
    """

    label: str
    value: float
    interval: tuple[float, float] | None = None
    hollow: bool = False
    ink: Ink = ""
    """Its own colour; without one it has that of its sign."""
    tip: str = ""


_LABELS = 0.42
"""The share of the width that labels may take."""


def share_bars(
    bars: Sequence[Bar], says: str, measure: Measure, width: float = 640, *, whole: bool = True
) -> Figure:
    """Bars with brackets for their intervals: from 0 to 100 %, or to as much as they need."""
    left = max((measure(bar.label, SIZE, bar.strong) for bar in bars), default=0) + 12
    left = min(left, width * _LABELS)
    high = 1.0 if whole else max((bar.high for bar in bars), default=1.0)
    values = (0.0, 0.25, 0.5, 0.75, 1.0) if whole else ticks(0, min(1.0, high), 5)
    across = AxisScale(0, values[-1], left, width - 66)
    tops: list[float] = []
    y = 8.0
    for row, bar in enumerate(bars):
        y += 12 if bar.strong and row else 0
        tops.append(y)
        y += 26
    marks: list[Mark] = []
    for tick in values:
        marks.append(segment(across(tick), 4, across(tick), y, "grid"))
        marks.append(below(across(tick), y + 14, f"{tick * 100:.0f} %"))
    for top, bar in zip(tops, bars, strict=True):
        middle, end = top + 10, across(bar.share)
        name = fitted(bar.label, left - 12, measure, strong=bar.strong)
        label = FigureWords(left - 10, middle, name, tone(bar.strong), "right", bar.strong)
        marks.append(label)
        if bar.share > 0:
            opacity = 1.0 if bar.strong else 0.62
            told = join(": ", (bar.label, f"{bar.share * 100:.1f} %"))
            box = FigureBox(
                across(0), top + 1, end - across(0), 18, bar.ink, opacity, radius=2, tip=told
            )
            marks.append(box)
        marks += _bracket(across(bar.low), across(bar.high), middle)
        beside = max(across(bar.high), end) + 8
        share = f"{bar.share * 100:.1f} %"
        marks.append(FigureWords(beside, middle, share, tone(bar.strong), strong=bar.strong))
    return Figure(width, y + 26, says, tuple(marks))


def diverging_bars(
    rows: Sequence[DivergingBar],
    says: str,
    unit: str,
    measure: Measure,
    width: float = 560,
    *,
    both_ways: bool = True,
) -> Figure:
    """Bars from none to the right or left, each with its value.

    *both_ways*: as much room to the left as to the right, because either may be; else only the
    room that is needed.
    """
    ends = [end for row in rows for end in (row.value, *(row.interval or ()))]
    least, most = min(ends, default=0.0), max(ends, default=0.0)
    if both_ways:
        reach = ticks(0, max(abs(least), abs(most)) or 1, 4)[-1]
        values: tuple[float, ...] = (-reach, -reach / 2, 0.0, reach / 2, reach)
    else:
        values = ticks(min(0.0, least), max(1.0, most), 5)
    left = max((measure(row.label, SIZE, False) for row in rows), default=0) + 16
    left = min(left, width * _LABELS)
    across = AxisScale(values[0], values[-1], left, width - 66)
    bottom = 8.0 + 30 * len(rows)
    marks: list[Mark] = []
    for value in values:
        ink = "grid" if value else "axis"
        marks.append(segment(across(value), 4, across(value), bottom, ink))
        marks.append(below(across(value), bottom + 14, signed(value)))
    for at, row in enumerate(rows):
        middle = 8.0 + 30 * at + 15
        start, end = sorted((across(0), across(row.value)))
        ink = row.ink or ("chart1" if row.value >= 0 else "chart2")
        lines = broken(row.label, left - 16, measure)
        for line, words in enumerate(lines):
            y = middle + 14 * line - 7 * (len(lines) - 1)
            marks.append(FigureWords(left - 10, y, words, "quiet", "right"))
        marks.append(
            FigureBox(
                start, middle - 10, max(0.5, end - start), 20, ink, 1.0, row.hollow, 2, row.tip
            )
        )
        reach_right = row.value
        if row.interval is not None:
            low, high = row.interval
            marks += _bracket(across(low), across(high), middle)
            reach_right = max(high, row.value)
        beside = across(max(reach_right, 0)) + 8
        marks.append(FigureWords(beside, middle, signed(row.value), "text", strong=True))
    if unit:
        marks.append(below(across(0), bottom + 32, unit))
    return Figure(width, bottom + (42 if unit else 26), says, tuple(marks))


def _bracket(low: float, high: float, y: float) -> list[Mark]:
    """An interval, dark over a light casing, so that it reads on every bar."""
    lines = (
        ((low, y - 4), (low, y + 4)),
        ((low, y), (high, y)),
        ((high, y - 4), (high, y + 4)),
    )
    return [
        FigureLine(line, ink, width)
        for ink, width in (("surface", 4), ("text", 1.7))
        for line in lines
    ]
