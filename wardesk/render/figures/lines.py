"""Lines: estimates with their bands over turns, and stepped values over moments."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from msgspec import Struct

from wardesk.render.figures.axes import (
    AxisScale,
    below,
    count_ticks,
    fitted,
    heading,
    lettering,
    level_lines,
    moved_apart,
    ticks,
    whole_ticks,
)
from wardesk.render.figures.figure import (
    SIZE,
    SMALL,
    Area,
    Figure,
    FigureLine,
    FigureWords,
    Ink,
    Mark,
    Measure,
    Point,
    segment,
)

LEGEND = 18.0
"""Height of a line of a legend, px."""
Names = Literal["right", "below"]

DASHES: tuple[tuple[float, ...], ...] = ((), (8.0, 5.0), (3.0, 3.0), (9.0, 3.0, 2.0, 3.0))
"""Kinds of lines for several in one colour."""


class Curve(Struct, frozen=True):
    """A line of `curves` with a band around it: rows of ``(x, low, middle, high)``."""

    label: str
    rows: tuple[tuple[float, float, float, float], ...]
    ink: Ink
    dashed: bool = False


class CourseLine(Struct, frozen=True):
    """A line of `courses`: a value for each moment."""

    label: str
    values: tuple[float, ...]
    ink: Ink
    dashes: tuple[float, ...] = ()


def curves(
    lines: Sequence[Curve],
    says: str,
    unit: str,
    measure: Measure,
    *,
    most: float | None = None,
    least: float = 0.0,
    over: tuple[float, float] | None = None,
    mark: str = "",
    sign: str = "",
    width: float = 460,
    height: float = 260,
) -> Figure:
    """Lines over whole numbers, each with its band and its name at the right end.

    *over* is the span of the axis where lines do not reach its ends; *mark* stands where they do.
    *sign* stands behind the figures at the left.
    """
    xs = list(over or ()) or [row[0] for curve in lines for row in curve.rows] or [0.0]
    high = most or max((row[3] for c in lines for row in c.rows), default=1) or 1
    levels = ticks(least, high, 6)
    left = measure(f"{levels[-1]:g}{sign}", SMALL, False) + 16
    room = max((measure(curve.label, SIZE, True) for curve in lines), default=0) + 14
    across = AxisScale(min(xs), max(xs), left, width - room)
    up = AxisScale(levels[0], levels[-1], height - 44, 28 if mark else 12)
    marks = level_lines(levels, across, up, sign)
    marks += [
        below(across(tick), height - 30, f"{tick}")
        for tick in whole_ticks(int(min(xs)), int(max(xs)), max(2, int((width - left) / 60)))
    ]
    reached = max((row[0] for curve in lines for row in curve.rows), default=None)
    if mark and reached is not None:
        x = across(reached)
        marks.append(FigureLine(((x, up.end - 8), (x, up.start)), "text", 1.4, DASHES[2]))
        half = measure(mark, SMALL, False) / 2
        x = min(max(x, left + half), width - half)
        marks.append(FigureWords(x, up.end - 16, mark, "quiet", "middle", size=SMALL))
    marks.append(below((left + width - room) / 2, height - 10, unit))
    for curve in lines:
        forth = [(across(x), up(low)) for x, low, _, _ in curve.rows]
        back = [(across(x), up(above)) for x, _, _, above in reversed(curve.rows)]
        marks.append(Area((*forth, *back), curve.ink, 0.2))
    for curve in lines:
        way = tuple((across(x), up(middle)) for x, _, middle, _ in curve.rows)
        marks.append(FigureLine(way, curve.ink, 2.4, DASHES[1] if curve.dashed else ()))
    shown = [curve for curve in lines if curve.rows]
    ends = moved_apart([up(curve.rows[-1][2]) for curve in shown])
    for curve, y in zip(shown, ends, strict=True):
        side = across(curve.rows[-1][0]) + 8
        marks.append(FigureWords(side, y, curve.label, lettering(curve.ink), strong=True))
    return Figure(width, height, says, tuple(marks))


class CourseFrame(Struct, frozen=True):
    """Where the values of `courses` lie, for whoever wants to know what is under the pointer."""

    across: AxisScale
    up: AxisScale
    levels: tuple[float, ...]


def course_frame(
    lines: Sequence[CourseLine], measure: Measure, width: float, height: float, names: Names
) -> CourseFrame:
    """The scales of `courses`."""
    most = max((max(line.values, default=0) for line in lines), default=0)
    levels = count_ticks(most, 6 if names == "right" else 4)
    left = measure(f"{levels[-1]:g}", SMALL, False) + 14
    room, top, foot = 6.0, 8.0, 6.0 + LEGEND * len(lines)
    if names == "right":
        room = max((measure(line.label, SIZE, True) for line in lines), default=30) + 18
        top, foot = 34.0, 26.0
    count = max((len(line.values) for line in lines), default=1)
    across = AxisScale(0, max(1, count - 1), left, max(left + 1, width - room))
    return CourseFrame(across, AxisScale(0, levels[-1], height - foot, top), levels)


def courses(
    lines: Sequence[CourseLine],
    says: str,
    measure: Measure,
    *,
    width: float,
    height: float,
    names: Names = "right",
    title: str = "",
    place: int = -1,
    spans: Sequence[tuple[int, int, str]] = (),
    named_levels: Sequence[float] = (),
) -> Figure:
    """Stepped lines over moments, named at their right ends or, with their values, *below*.

    *place* marks the moment that is looked at. *spans* (first, last, name) stand under the axis, a
    line where each begins. *named_levels* are drawn as faint dotted lines.
    """
    frame = course_frame(lines, measure, width, height, names)
    across, up = frame.across, frame.up
    marks = [*heading(title, (), measure, width), *level_lines(frame.levels, across, up)]
    marks += _spans(spans, across, up, measure)
    for level in named_levels:
        if 0 < level < frame.levels[-1]:
            ends = ((across.start, up(level)), (across.end, up(level)))
            marks.append(FigureLine(ends, "axis", 1, DASHES[2]))
    if place >= 0:
        marks.append(segment(across(place), up.end, across(place), up.start, "accent", 1.4))
    shown = [line for line in lines if line.values]
    marks += [
        FigureLine(_stepped(line.values, across, up), line.ink, 2.2, line.dashes) for line in shown
    ]
    if names == "below":
        marks += _legend(lines, place, measure, across.start, width, up.start + 6)
    else:
        ends_at = [up(line.values[-1]) for line in shown]
        for line, y in zip(shown, moved_apart(ends_at, 15, bottom=up.start), strict=True):
            end = across.end + 1, up(line.values[-1])
            marks.append(FigureLine((end, (across.end + 8, y)), line.ink))
            marks.append(
                FigureWords(across.end + 11, y, line.label, lettering(line.ink), strong=True)
            )
    return Figure(width, height, says, tuple(marks))


def _legend(
    lines: Sequence[CourseLine], place: int, measure: Measure, left: float, width: float, top: float
) -> list[Mark]:
    """Each line with its name, cut if it is too long, and its value at *place*."""
    marks: list[Mark] = []
    for row, line in enumerate(lines):
        y = top + LEGEND * (row + 0.5)
        marks.append(FigureLine(((left, y), (left + 18, y)), line.ink, 2.5, line.dashes))
        value = f"{line.values[min(place, len(line.values) - 1)]:g}" if line.values else "–"
        room = width - left - 26 - measure(value, SIZE, True) - 16
        marks.append(FigureWords(left + 26, y, fitted(line.label, room, measure), "quiet"))
        marks.append(FigureWords(width - 4, y, value, "text", "right", strong=True))
    return marks


def _stepped(values: Sequence[float], across: AxisScale, up: AxisScale) -> tuple[Point, ...]:
    """The corners of a line that changes its height at once; none where it stays."""
    found: list[Point] = [(across(0), up(values[0]))]
    for place, (before, now) in enumerate(pairwise(values), 1):
        if now != before:
            found += [(across(place), up(before)), (across(place), up(now))]
    found.append((across(len(values) - 1), up(values[-1])))
    return tuple(found)


def _spans(
    spans: Sequence[tuple[int, int, str]], across: AxisScale, up: AxisScale, measure: Measure
) -> list[Mark]:
    """A line where each span begins, its name in its middle unless another stands there."""
    marks: list[Mark] = []
    free = float("-inf")
    for first, last, name in spans:
        marks.append(segment(across(first), up.end, across(first), up.start + 5, "grid"))
        half = measure(name, SMALL, False) / 2
        middle = max((across(first) + across(last)) / 2, across.start + half)
        if middle - half > free:
            marks.append(below(middle, up.start + 15, name))
            free = middle + half + 8
    return marks
