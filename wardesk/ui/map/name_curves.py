"""Curves for names: along the river, road or border kind that runs nearest to their place."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from PySide6.QtCore import QPointF

from wardesk.drawing.document import MapDocument
from wardesk.render.map.label_style import label_look
from wardesk.render.map.names import SIZE
from wardesk.render.map.sheet import MapSheet

Pair = tuple[float, float]
_WIDE = 0.62
"""Width of a letter against its height."""
_OFF = 0.95
"""How far a name lies off what it follows, in heights of its letters."""
_DRAWN_UNIT = 106.0
"""Drawing units of a counter's edge."""


def follow(
    sheet: MapSheet, document: MapDocument, at: Pair, text: str, properties: dict[str, object]
) -> tuple[Pair, list[Pair]] | None:
    """Where a name stands that follows what runs nearest to *at*, and its curve from there.

    None if nothing runs across the map. Map units.
    """
    course = _nearest(_courses(sheet, document), at)
    if course is None:
        return None
    look = label_look(properties, document.look)
    size = SIZE * sheet.counter / _DRAWN_UNIT * look.scale * look.style.scale
    wide = len(text) * size * (_WIDE + look.style.spacing) * 1.15
    part = _part(course, at, wide)
    if part[0][0] > part[-1][0]:
        part.reverse()
    curve = _beside(part, size * _OFF)
    middle = curve[len(curve) // 2]
    return middle, [(x - middle[0], y - middle[1]) for x, y in curve]


def _courses(sheet: MapSheet, document: MapDocument) -> list[list[Pair]]:
    found = [list(sheet.line_curve(one)) for one in document.features
             if one.geometry.get("type") == "LineString"]  # fmt: skip
    found += _side_courses(sheet, document)
    return [_spread(one) for one in found if len(one) > 1]


def _side_courses(sheet: MapSheet, document: MapDocument) -> list[list[Pair]]:
    """The sides of each kind strung together, through their middles."""
    lines: dict[str, list[tuple[Pair, Pair]]] = defaultdict(list)
    for pair, kinds in document.sides.items():
        ends = sheet.side_line(*pair)
        if ends is None:
            continue
        for kind in kinds:
            lines[kind].append((_pair(ends[0]), _pair(ends[1])))
    return [chain for sides in lines.values() for chain in _strung(sides)]


def _strung(sides: Sequence[tuple[Pair, Pair]]) -> Iterator[list[Pair]]:
    """Sides that touch as chains, from loose ends on."""
    at_knot: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number, ends in enumerate(sides):
        for end in ends:
            at_knot[_knot(end)].append(number)

    def is_loose(end: Pair) -> bool:
        return len(at_knot[_knot(end)]) == 1

    left = set(range(len(sides)))
    while left:
        first = min(left, key=lambda one: (not any(map(is_loose, sides[one])), one))
        left.discard(first)
        start, end = sorted(sides[first], key=lambda one: not is_loose(one))
        chain = [start, _half(start, end)]
        while after := [one for one in at_knot[_knot(end)] if one in left]:
            left.discard(after[0])
            here = end
            end = next(one for one in sides[after[0]][::-1] if _knot(one) != _knot(here))
            chain.append(_half(here, end))
        yield [*chain, end]


def _nearest(courses: Sequence[list[Pair]], at: Pair) -> list[Pair] | None:
    return min(courses, key=lambda one: min(math.dist(point, at) for point in one), default=None)


def _part(course: list[Pair], at: Pair, wide: float) -> list[Pair]:
    """A stretch of a course so wide, around the point nearest to *at*, evenly sampled."""
    middle = min(range(len(course)), key=lambda k: math.dist(course[k], at))
    low = high = middle
    total = 0.0
    while total < wide and (low > 0 or high < len(course) - 1):
        if low > 0:
            total += math.dist(course[low], course[low - 1])
            low -= 1
        if high < len(course) - 1:
            total += math.dist(course[high], course[high + 1])
            high += 1
    part = course[low : high + 1]
    step = max(1, len(part) // 40)
    return [*part[:-1:step], part[-1]]


def _spread(course: list[Pair]) -> list[Pair]:
    """A course with points so close that any of them may be a name's middle."""
    total = sum(math.dist(a, b) for a, b in pairwise(course))
    step = max(total / 600, 1e-6)
    found = [course[0]]
    for a, b in pairwise(course):
        count = max(1, round(math.dist(a, b) / step))
        found += [
            (a[0] + (b[0] - a[0]) * k / count, a[1] + (b[1] - a[1]) * k / count)
            for k in range(1, count + 1)
        ]
    return found


def _beside(part: list[Pair], off: float) -> list[Pair]:
    """The curve above a stretch, calmer than it: letters need room in bends."""
    calm = part
    for _ in range(3):
        rows = zip(calm, calm[1:], calm[2:], strict=False)
        calm = [calm[0], *((a[0] / 4 + b[0] / 2 + c[0] / 4, a[1] / 4 + b[1] / 2 + c[1] / 4)
                           for a, b, c in rows), calm[-1]]  # fmt: skip
    found: list[Pair] = []
    for k, (x, y) in enumerate(calm):
        (ax, ay), (bx, by) = calm[max(0, k - 1)], calm[min(len(calm) - 1, k + 1)]
        far = math.hypot(bx - ax, by - ay) or 1.0
        found.append((x + (by - ay) / far * off, y - (bx - ax) / far * off))
    return found


def _pair(point: QPointF) -> Pair:
    return point.x(), point.y()


def _half(a: Pair, b: Pair) -> Pair:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _knot(point: Pair) -> tuple[int, int]:
    return round(point[0]), round(point[1])
