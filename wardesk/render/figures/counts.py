"""Columns: histograms, dice against what fair ones would show, columns made of parts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from wardesk.render.figures.axes import AxisScale, below, heading, level_lines, ticks, whole_ticks
from wardesk.render.figures.figure import (
    SIZE,
    SMALL,
    Figure,
    FigureBox,
    FigureLine,
    FigureWords,
    Ink,
    Mark,
    Measure,
    segment,
)
from wardesk.words import join, say


class ColumnStack(Struct, frozen=True):
    """A column of `columns`: parts upon each other, from none upwards or downwards."""

    parts: tuple[tuple[float, Ink], ...]
    label: str = ""
    """Written above it."""


def histogram(
    counts: Sequence[tuple[int, int]],
    says: str,
    unit: str,
    measure: Measure,
    *,
    steps: Sequence[tuple[int, str]] = (),
    span: tuple[int, int] | None = None,
    median: int | None = None,
    width: float = 460,
    height: float = 250,
) -> Figure:
    """How often each whole number came up, grouped where there are many.

    *steps* draw thresholds with their names, *median* a marked line, *span* the least and the
    largest value to show. Nothing counted gives an empty plot.
    """
    known = dict(counts)
    least, most = span or (min(known, default=0), max(known, default=1))
    size = max(1, -(-(most - least + 1) // 40))
    groups = [
        (start, sum(known.get(value, 0) for value in range(start, start + size)))
        for start in range(least, most + 1, size)
    ]
    levels = ticks(0, max((count for _, count in groups), default=1) or 1, 5)
    head = 26 + 14 * (2 if steps else 0) + (14 if median is not None else 0)
    left = measure(f"{levels[-1]:.0f}", SMALL, False) + 16
    across = AxisScale(least, groups[-1][0] + size, left, width - 12)
    up = AxisScale(0, levels[-1], height - 44, head)
    marks = level_lines(levels, across, up)
    for start, count in groups:
        if count:
            broad = max(1.0, across(start + size) - across(start) - 1.5)
            label = (
                say("{low} to {high}", low=start, high=start + size - 1) if size > 1 else f"{start}"
            )
            top = up(count)
            tip = join(": ", (label, count))
            marks.append(
                FigureBox(across(start) + 0.75, top, broad, up(0) - top, "chart1", tip=tip)
            )
    for tick in whole_ticks(least, most):
        place = across(tick + size / 2) if size == 1 else across(tick)
        marks.append(below(place, height - 30, f"{tick}"))
    marks.append(below((left + width - 12) / 2, height - 10, unit))
    marks += _thresholds(steps, across, up, measure, least, most)
    if median is not None:
        # A line down to the bar of the median, not into it: a bar cut in two looks like two.
        x = across(median + 0.5) if size == 1 else across(median)
        bar = next((count for start, count in groups if start <= median < start + size), 0)
        marks.append(FigureLine(((x, up.end - 16), (x, up(bar))), "text", 1.6, (5.0, 4.0)))
        words = say("median {median}", median=median)
        if x > width * 0.7:
            marks.append(FigureWords(x - 6, up.end - 12, words, "text", "right", strong=True))
        else:
            marks.append(FigureWords(x + 6, up.end - 12, words, "text", strong=True))
    return Figure(width, height, says, tuple(marks))


def _thresholds(
    steps: Sequence[tuple[int, str]],
    across: AxisScale,
    up: AxisScale,
    measure: Measure,
    least: int,
    most: int,
) -> list[Mark]:
    """A dashed line where a step begins, its name above, in two rows so that none overlap."""
    marks: list[Mark] = []
    shown = [(at, name) for at, name in sorted(steps) if at <= most]
    for row, ((at, name), following) in enumerate(pairwise([*shown, (most + 1, "")])):
        start, end = across(max(at, least)), across(min(following[0], most + 1))
        if following[0] <= least:
            continue
        if at > least:
            marks.append(FigureLine(((start, 36), (start, up.start)), "axis", 1, (2.0, 4.0)))
        room = measure(name, SMALL - 0.5, False) / 2
        middle = min(max((start + end) / 2, across.start + room), across.end - room)
        y = 14 + 14 * (row % 2)
        marks.append(FigureWords(middle, y, name, "quiet", "middle", size=SMALL - 0.5))
    return marks


def dice_bars(
    rows: Sequence[tuple[int, int, float]],
    says: str,
    measure: Measure,
    *,
    narrow: bool = False,
    tip: str = "",
    width: float = 460,
    height: float = 240,
) -> Figure:
    """Per sum how often it was thrown, as a bar, and how often it was to be expected, as a dash.

    In a *narrow* place it has neither legend nor levels, and the counts stand above the bars.
    *tip* has places for a sum, how often it fell, and what was to be expected; without it
    it is told in words that a report shows.
    """
    most = max((max(float(count), fair) for _, count, fair in rows), default=1)
    levels = ticks(0, most, 5)
    left = 0.0 if narrow else measure(f"{levels[-1]:g}", SMALL, False) + 16
    across = AxisScale(0, max(1, len(rows)), left, width if narrow else width - 12)
    up = (
        AxisScale(0, most, height - 18, 14) if narrow else AxisScale(0, levels[-1], height - 44, 28)
    )
    marks = level_lines(() if narrow else levels, across, up)
    if narrow:
        marks.append(segment(across.start, up(0), across.end, up(0), "axis"))
    every = max(1, -(-len(rows) // max(1, int(width / 23))))
    for at, (total, count, fair) in enumerate(rows):
        gap = min(2.0, (across(1) - across(0)) * 0.12)
        start, end = across(at) + gap, across(at + 1) - gap
        told = tip.format(total, count, f"{fair:.1f}") or say(
            "{total}: {count} thrown, {fair:.1f} expected", total=total, count=count, fair=fair
        )
        top = up(count)
        marks.append(FigureBox(start, top, end - start, up(0) - top, "chart1", tip=told))
        if narrow and count and end - start > 10:
            marks.append(
                FigureWords((start + end) / 2, top - 7, f"{count}", "quiet", "middle", size=11)
            )
        # A casing keeps the dash visible where it lies on its own bar.
        marks.append(segment(start - 1, up(fair), end + 1, up(fair), "surface", 4))
        marks.append(segment(start - 1, up(fair), end + 1, up(fair), "text", 2))
        if at % every == 0:
            marks.append(below((start + end) / 2, up.start + (10 if narrow else 14), f"{total}"))
    if not narrow:
        thrown = say("thrown")
        then = left + 18 + measure(thrown, SIZE, False) + 20
        marks.append(FigureBox(left, 4, 12, 12, "chart1"))
        marks.append(FigureWords(left + 18, 10, thrown, "quiet"))
        marks.append(segment(then, 10, then + 20, 10, "text", 2))
        marks.append(FigureWords(then + 26, 10, say("expected of fair dice"), "quiet"))
        marks.append(below((left + width - 12) / 2, height - 10, say("sum of the dice")))
    return Figure(width, height, says, tuple(marks))


def columns(
    names: Sequence[str],
    groups: Sequence[Sequence[ColumnStack]],
    says: str,
    measure: Measure,
    *,
    legend: Sequence[tuple[str, Ink]] = (),
    title: str = "",
    width: float,
    height: float,
) -> Figure:
    """Columns beside each other for each name, each made of parts; *legend* at the top right."""
    sums = [
        (sum(max(0, v) for v, _ in stack.parts), sum(min(0, v) for v, _ in stack.parts))
        for group in groups
        for stack in group
    ]
    most, least = max((s[0] for s in sums), default=0), min((s[1] for s in sums), default=0)
    levels = ticks(least, max(most, 4 if least >= 0 else 1), 5 if height > 160 else 4)
    frame = columns_frame(names, width)
    up = AxisScale(levels[0], levels[-1], height - 26, 34)
    marks: list[Mark] = [*heading(title, legend, measure, width)]
    marks += level_lines(levels, AxisScale(0, 1, frame.start, frame.end), up)
    room = frame(1) - frame(0)
    for at, group in enumerate(groups):
        broad = min(34.0, room * 0.76 / max(1, len(group)))
        first = frame(at + 0.5) - broad * len(group) / 2
        for k, stack in enumerate(group):
            marks += _column(stack, first + broad * k + 1, broad - 2, up)
    for at, name in enumerate(names):
        if measure(name, SMALL, False) <= room - 4 or at % 2 == 0:
            marks.append(below(frame(at + 0.5), up.start + 15, name))
    return Figure(width, height, says, tuple(marks))


def columns_frame(names: Sequence[str], width: float) -> AxisScale:
    """Where the names of `columns` lie: number *k* takes the room from *k* to *k + 1*."""
    return AxisScale(0, max(1, len(names)), 38, max(39.0, width - 8))


def _column(stack: ColumnStack, x: float, width: float, up: AxisScale) -> list[Mark]:
    marks: list[Mark] = []
    above = below = 0.0
    for value, ink in stack.parts:
        start = above if value >= 0 else below
        top, bottom = up(max(start, start + value)), up(min(start, start + value))
        if value:
            marks.append(FigureBox(x, top, width, max(1.0, bottom - top - 1), ink))
        if value >= 0:
            above += value
        else:
            below += value
    if stack.label:
        marks.append(
            FigureWords(x + width / 2, up(above) - 8, stack.label, "text", "middle", size=SMALL)
        )
    return marks
