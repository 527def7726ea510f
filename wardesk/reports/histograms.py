"""Plots of counts as inline SVG: histograms, and dice against what fair ones would show."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from markupsafe import Markup

from wardesk.reports.svg import (
    Scale,
    element,
    level_lines,
    line,
    picture,
    text,
    ticks,
    whole_ticks,
    width_of,
)


def histogram(
    counts: Sequence[tuple[int, int]],
    says: str,
    unit: str,
    *,
    steps: Sequence[tuple[int, str]] = (),
    span: tuple[int, int] | None = None,
    median: int | None = None,
    wide: float = 460,
    high: float = 250,
) -> Markup:
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
    top = ticks(0, max((count for _, count in groups), default=1) or 1, 5)
    head = 26 + 14 * (2 if steps else 0) + (14 if median is not None else 0)
    left = width_of(f"{top[-1]:.0f}") + 16
    across = Scale(least, groups[-1][0] + size, left, wide - 12)
    up = Scale(0, top[-1], high - 44, head)
    found = level_lines(top, across, up)
    for start, count in groups:
        if count:
            x = across(start) + 0.75
            broad = max(1.0, across(start + size) - across(start) - 1.5)
            label = f"{start}" if size == 1 else f"{start} to {start + size - 1}"
            shape = {"x": x, "y": up(count), "width": broad, "height": up(0) - up(count)}
            title = element("title", f"{label}: {count}")
            found.append(element("rect", title, class_="fill-chart1", **shape))
    for tick in whole_ticks(least, most):
        place = across(tick + size / 2) if size == 1 else across(tick)
        found.append(text(place, high - 26, f"{tick}", "quiet", "middle"))
    found.append(text((left + wide - 12) / 2, high - 6, unit, "quiet", "middle"))
    found += _thresholds(steps, across, up, least, most)
    if median is not None:
        found += _median(median, groups, size, across, up, wide)
    return picture(wide, high, says, found)


def _median(
    median: int,
    groups: Sequence[tuple[int, int]],
    size: int,
    across: Scale,
    up: Scale,
    wide: float,
) -> list[Markup]:
    """A line down to the bar of the median, not into it: a bar cut in two looks like two."""
    x = across(median + 0.5) if size == 1 else across(median)
    count = next((count for start, count in groups if start <= median < start + size), 0)
    side, anchor = (-6, "end") if x > wide * 0.7 else (6, "start")
    return [
        line(x, up.end - 16, x, up(count), "mark"),
        text(x + side, up.end - 8, f"median {median}", "strong", anchor),
    ]


def _thresholds(
    steps: Sequence[tuple[int, str]], across: Scale, up: Scale, least: int, most: int
) -> list[Markup]:
    """A dashed line where a step begins, its name above, in two rows so that none overlap."""
    found: list[Markup] = []
    shown = [(at, name) for at, name in sorted(steps) if at <= most]
    for row, ((at, name), following) in enumerate(pairwise([*shown, (most + 1, "")])):
        start, end = across(max(at, least)), across(min(following[0], most + 1))
        if following[0] <= least:
            continue
        if at > least:
            found.append(line(start, 36, start, up.start, "threshold"))
        y = 18 + 14 * (row % 2)
        room = width_of(name, 11.5) / 2
        middle = min(max((start + end) / 2, across.start + room), across.end - room)
        found.append(text(middle, y, name, "tiny", "middle"))
    return found


def dice_bars(
    rows: Sequence[tuple[int, int, float]], says: str, wide: float = 460, high: float = 240
) -> Markup:
    """Per sum how often it was thrown, as a bar, and how often it was to be expected, as a dash."""
    top = ticks(0, max((max(float(count), fair) for _, count, fair in rows), default=1), 5)
    left = width_of(f"{top[-1]:g}") + 16
    across, up = Scale(0, max(1, len(rows)), left, wide - 12), Scale(0, top[-1], high - 44, 28)
    found = level_lines(top, across, up)
    every = max(1, -(-len(rows) // 20))
    for at, (total, count, fair) in enumerate(rows):
        start, end = across(at) + 2, across(at + 1) - 2
        title = element("title", f"{total}: {count} thrown, {fair:.1f} expected")
        shape = {"x": start, "y": up(count), "width": end - start, "height": up(0) - up(count)}
        found.append(element("rect", title, class_="fill-chart1", **shape))
        found.append(line(start - 1, up(fair), end + 1, up(fair), "casing"))
        found.append(line(start - 1, up(fair), end + 1, up(fair), "expected"))
        if at % every == 0:
            found.append(text((start + end) / 2, high - 26, f"{total}", "quiet", "middle"))
    found.append(element("rect", x=left, y=4.0, width=12.0, height=12.0, class_="fill-chart1"))
    found.append(text(left + 18, 14.5, "thrown"))
    found.append(line(left + 84, 10, left + 104, 10, "expected"))
    found.append(text(left + 110, 14.5, "expected of fair dice"))
    found.append(text((left + wide - 12) / 2, high - 6, "sum of the dice", "quiet", "middle"))
    return picture(wide, high, says, found)
