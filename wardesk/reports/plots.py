"""Plots of estimates as inline SVG: bars with intervals, lines with bands, differences."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from markupsafe import Markup
from msgspec import Struct

from wardesk.reports.svg import (
    Scale,
    element,
    level_lines,
    line,
    number,
    picture,
    points,
    text,
    ticks,
    whole_ticks,
    width_of,
)
from wardesk.studies.words import signed

Ink = Literal["side-a", "side-b", "chart1", "chart2", "chart3"]


class Bar(Struct, frozen=True):
    """One bar of `share_bars`; shares between 0 and 1."""

    label: str
    share: float
    low: float
    high: float
    ink: Ink
    strong: bool = False
    """The sum of the bars below it."""


class Curve(Struct, frozen=True):
    """A line of `curves` with a band around it: rows of ``(x, low, middle, high)``."""

    label: str
    rows: tuple[tuple[float, float, float, float], ...]
    ink: Ink
    dashed: bool = False


class Step(Struct, frozen=True):
    """One difference of `differences`; hollow when it may be chance."""

    label: str
    value: float
    low: float
    high: float
    hollow: bool


def share_bars(bars: Sequence[Bar], says: str, wide: float = 640) -> Markup:
    """Bars from 0 to 100 % with brackets for their intervals."""
    left = max((width_of(bar.label) for bar in bars), default=0) + 12
    across = Scale(0, 1, left, wide - 66)
    tops: list[float] = []
    y = 8.0
    for number_, bar in enumerate(bars):
        y += 12 if bar.strong and number_ else 0
        tops.append(y)
        y += 26
    found = []
    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        found.append(line(across(tick), 4, across(tick), y, "grid"))
        found.append(text(across(tick), y + 18, f"{tick * 100:.0f} %", "quiet", "middle"))
    for top, bar in zip(tops, bars, strict=True):
        found += _bar(bar, across, top)
    return picture(wide, y + 26, says, found)


def _bar(bar: Bar, across: Scale, top: float) -> list[Markup]:
    middle, end = top + 10, across(bar.share)
    ink = f"fill-{bar.ink}" + ("" if bar.strong else " pale")
    found = [
        text(across.start - 10, middle + 4.5, bar.label, "strong" if bar.strong else "", "end")
    ]
    if bar.share > 0:
        size = {"x": across(0.0), "y": top + 1, "width": end - across(0.0), "height": 18.0}
        found.append(element("rect", rx=2, class_=ink, **size))
    found += _bracket(across(bar.low), across(bar.high), middle)
    beside = max(across(bar.high), end) + 8
    words = f"{bar.share * 100:.1f} %"
    found.append(text(beside, middle + 4.5, words, "strong" if bar.strong else ""))
    return found


def _bracket(low: float, high: float, y: float) -> list[Markup]:
    """An interval, dark over a light casing, so that it reads on every bar."""
    way = f"M{number(low)} {number(y - 4)}v8M{number(low)} {number(y)}H{number(high)}"
    way += f"M{number(high)} {number(y - 4)}v8"
    return [element("path", d=way, class_="casing"), element("path", d=way, class_="bracket")]


def curves(
    lines: Sequence[Curve],
    says: str,
    unit: str,
    *,
    most: float | None = None,
    wide: float = 460,
    high: float = 260,
) -> Markup:
    """Lines over whole numbers, each with its band and its name at the right end."""
    xs = [row[0] for curve in lines for row in curve.rows] or [0.0]
    top = ticks(0, most or max((row[3] for c in lines for row in c.rows), default=1) or 1, 6)
    left = width_of(f"{top[-1]:g}") + 16
    room = max((width_of(curve.label) for curve in lines), default=0) + 14
    across = Scale(min(xs), max(xs), left, wide - room)
    up = Scale(0, top[-1], high - 44, 12)
    found = level_lines(top, across, up)
    for tick in whole_ticks(int(min(xs)), int(max(xs))):
        found.append(text(across(tick), high - 26, f"{tick}", "quiet", "middle"))
    found.append(text((left + wide - room) / 2, high - 6, unit, "quiet", "middle"))
    for curve in lines:
        forth = [(across(x), up(low)) for x, low, _, _ in curve.rows]
        back = [(across(x), up(above)) for x, _, _, above in reversed(curve.rows)]
        found.append(
            element("polygon", points=points(forth + back), class_=f"band fill-{curve.ink}")
        )
    for curve in lines:
        way = points([(across(x), up(middle)) for x, _, middle, _ in curve.rows])
        kind = f"curve stroke-{curve.ink}" + (" dashed" if curve.dashed else "")
        found.append(element("polyline", points=way, class_=kind))
    for curve, y in zip(lines, _apart([up(c.rows[-1][2]) for c in lines if c.rows]), strict=False):
        found.append(text(wide - room + 8, y + 4.5, curve.label, f"strong ink-{curve.ink}"))
    return picture(wide, high, says, found)


def _apart(places: Sequence[float], least: float = 17.0) -> list[float]:
    """The same heights, moved apart downwards until their words do not touch."""
    found = list(places)
    order = sorted(range(len(found)), key=lambda at: found[at])
    for above, below in pairwise(order):
        found[below] = max(found[below], found[above] + least)
    return found


def differences(steps: Sequence[Step], says: str, unit: str, wide: float = 560) -> Markup:
    """Bars to both sides of none, with brackets; hollow ones may be chance."""
    ends = [abs(end) for step in steps for end in (step.value, step.low, step.high)]
    reach = ticks(0, max(ends, default=1) or 1, 4)[-1]
    left = max((width_of(step.label) for step in steps), default=0) + 16
    across = Scale(-reach, reach, left, wide - 76)
    bottom = 12 + 34 * len(steps)
    found = [line(across(0), 4, across(0), bottom, "axis")]
    found += [
        line(across(tick), 4, across(tick), bottom, "grid")
        for tick in (-reach, -reach / 2, reach / 2, reach)
    ]
    for tick in (-reach, 0, reach):
        words = f"{tick:+g}".replace("-", "−") if tick else "0"
        found.append(text(across(tick), bottom + 18, words, "quiet", "middle"))
    for row, step in enumerate(steps):
        y = 12 + 34 * row
        start, end = sorted((across(0), across(step.value)))
        ink = "chart1" if step.value >= 0 else "chart2"
        kind = f"hollow stroke-{ink}" if step.hollow else f"fill-{ink}"
        shape = {"x": start, "y": float(y), "width": max(0.5, end - start), "height": 22.0}
        found.append(text(left - 10, y + 15.5, step.label, "", "end"))
        found.append(element("rect", class_=kind, **shape))
        found += _bracket(across(step.low), across(step.high), y + 11)
        beside = across(max(step.high, step.value, 0)) + 8
        found.append(text(beside, y + 15.5, signed(step.value), "strong"))
    found.append(text(across(0), bottom + 36, unit, "quiet", "middle"))
    return picture(wide, bottom + 44, says, found)
