"""What lies on the sides of hexes and squares: water as curves, all else straight."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath

from wardesk.render.map.lattice.frame import LatticeFrame, Pair
from wardesk.render.map.lattice.state import LatticeState
from wardesk.render.map.recipes import (
    CROSSINGS,
    WATERS,
    dressed,
    mark_of,
    side_art,
    side_recipe,
)
from wardesk.render.map.side_signs import Run, thread
from wardesk.render.map.view import ViewedMap
from wardesk.render.shapes import pen
from wardesk.render.theme import MapTheme

Sides = tuple[str, str]
_Knot = tuple[int, int]


_ROOM = 150.0
"""How far from its middle a side may still draw anything: half of it, and its widest sign."""
_SIGN = 12.0
"""How far from its side a sign is dense enough to hide a figure."""


@dataclass(frozen=True)
class SideMark:
    """One side with all that lies on it: its ends, walked so that the lower cell is on the right.

    *low* is 0 if the cells are as high as each other: marks then look both ways.
    """

    a: Pair
    b: Pair
    arts: tuple[str, ...]
    chunk: int

    @cached_property
    def recipes(self) -> tuple[str, ...]:
        """How each of its kinds is drawn."""
        return tuple(side_recipe(art) for art in self.arts)

    @cached_property
    def middle(self) -> Pair:
        """Half way from end to end."""
        return _half(self.a, self.b)

    @cached_property
    def spots(self) -> list[Pair]:
        """Points that its signs cover: along the side, and some way to both sides of it."""
        if {*self.recipes} == {"open"}:
            return []
        (ax, ay), (bx, by) = self.a, self.b
        long = max(math.dist(self.a, self.b), 1e-6)
        out = -(by - ay) / long * _SIGN, (bx - ax) / long * _SIGN
        return [
            (ax + (bx - ax) * share + out[0] * side, ay + (by - ay) * share + out[1] * side)
            for share in (0.35, 0.5, 0.65)
            for side in (-1, 0, 1)
        ]

    @property
    def wet(self) -> bool:
        """Whether water runs along it."""
        return not WATERS.isdisjoint(self.recipes)

    @cached_property
    def runs(self) -> tuple[tuple[str, Run], ...]:
        """Each of its kinds as a sign along the straight side; water has a course of its own."""
        rows = zip(self.recipes, self.arts, strict=True)
        return tuple((recipe, Run((self.a, self.b), art)) for recipe, art in rows)

    @cached_property
    def knots(self) -> tuple[_Knot, _Knot]:
        """Its ends as keys that neighbours share."""
        return (round(self.a[0]), round(self.a[1])), (round(self.b[0]), round(self.b[1]))


class SideArt:
    """All marked sides of a view, by chunk."""

    def __init__(self, view: ViewedMap, frame: LatticeFrame, state: LatticeState) -> None:
        self.view, self.frame, self.state = view, frame, state
        self._marks: dict[Sides, SideMark] = {}
        self._chunks: dict[int, dict[Sides, None]] = {}
        self._at_knot: dict[_Knot, dict[Sides, None]] = {}
        self._streams: dict[Sides, QPainterPath] = {}
        self._kinds, self._high = dict(view.sides), dict(view.high)
        for pair in view.sides:
            self._put(pair)

    def read(self, pairs: Iterable[Sides]) -> list[QRectF]:
        """Read some sides again; gives what must be painted anew, drawing units."""
        dirty: list[QRectF] = []
        for pair in pairs:
            for mark in (self._drop(pair), self._put(pair)):
                if mark is None:
                    continue
                dirty.append(_box(mark))
                for knot in mark.knots if mark.wet else ():
                    for other in self._at_knot.get(knot, ()):
                        self._streams.pop(other, None)
                        dirty.append(_box(self._marks[other]))
        return dirty

    def read_all(self) -> list[QRectF]:
        """Compare with the whole view."""
        sides, old = self.view.sides, self._kinds
        high, old_high = self.view.high, self._high
        self._kinds, self._high = dict(sides), dict(high)
        return self.read(
            [
                *(pair for pair in old if pair not in sides),
                *(
                    pair
                    for pair, kinds in sides.items()
                    if old.get(pair) != kinds or old_high.get(pair) != high.get(pair)
                ),
            ]
        )

    def around(self, cells: Iterable[int]) -> list[Sides]:
        """The marked sides of some cells: marks look down the slope."""
        label, beside, found = self.state.label, self.frame.beside, list[Sides]()
        for number in cells if self._marks else ():
            first = label(number)
            for other in beside[number][: self.frame.sides].tolist():
                second = label(other)
                pair = (first, second) if first < second else (second, first)
                if pair in self._marks:
                    found.append(pair)
        return found

    def _drop(self, pair: Sides) -> SideMark | None:
        mark = self._marks.pop(pair, None)
        if mark is not None:
            self._chunks[mark.chunk].pop(pair)
            self._streams.pop(pair, None)
            for knot in mark.knots:
                self._at_knot.get(knot, {}).pop(pair, None)
        return mark

    def _put(self, pair: Sides) -> SideMark | None:
        mark = self._mark(pair)
        if mark is not None:
            self._marks[pair] = mark
            self._chunks.setdefault(mark.chunk, {})[pair] = None
            for knot in mark.knots if mark.wet else ():
                self._at_knot.setdefault(knot, {})[pair] = None
        return mark

    def _mark(self, pair: Sides) -> SideMark | None:
        kinds = self.view.sides.get(pair, ())
        first, second = (self.state.numbers.get(label, -1) for label in pair)
        if not kinds or first < 0 or second < 0:
            return None
        beside = self.frame.beside[first][: self.frame.sides].tolist()
        if second not in beside:
            return None
        a, b = self.frame.side(first, beside.index(second))
        x, y = self.frame.centre(first)
        on_right = (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) > 0
        first_low = self._first_is_low(pair, kinds, first, second)
        if on_right != first_low:
            a, b = b, a
        arts = tuple(side_art(self.view, kind) for kind in kinds)
        return SideMark(a, b, arts, self.frame.chunk_of(first))

    def _first_is_low(self, pair: Sides, kinds: tuple[str, ...], first: int, second: int) -> bool:
        """What the map says of directed kinds; where it says nothing, heights tell."""
        borders, high = self.view.palette.borders, self.view.high.get(pair)
        if high in pair and any(kind in borders and borders[kind].directed for kind in kinds):
            return high == pair[1]
        return bool(self.state.height[first] < self.state.height[second])

    def near(self, box: QRectF) -> list[tuple[Sides, SideMark]]:
        """The marked sides whose signs may reach into a box."""
        if not self._marks:
            return []
        left, right = box.left() - _ROOM, box.right() + _ROOM
        top, bottom = box.top() - _ROOM, box.bottom() + _ROOM
        chunks = self.frame.chunks_in(box)
        rows = ((pair, self._marks[pair]) for at in chunks for pair in self._chunks.get(at, ()))
        return [
            (pair, mark)
            for pair, mark in rows
            if left < mark.middle[0] < right and top < mark.middle[1] < bottom
        ]

    def heaps(
        self, marks: Iterable[tuple[Sides, SideMark]]
    ) -> tuple[dict[str, list[QPainterPath]], dict[str, list[Run]]]:
        """The courses of water on some sides, and all other signs on them, by recipe."""
        courses: dict[str, list[QPainterPath]] = {}
        signs: dict[str, list[Run]] = {}
        for pair, mark in marks:
            for recipe, run in mark.runs:
                key = recipe + mark_of(run.art)
                if recipe in WATERS:
                    courses.setdefault(key, []).append(self.stream(pair, mark))
                else:
                    signs.setdefault(key, []).append(run)
        return courses, signs

    def stream(self, pair: Sides, mark: SideMark) -> QPainterPath:
        """A side's share of its stream: curves from its middle round both of its ends."""
        path = self._streams.get(pair)
        if path is None:
            middle = mark.middle
            (ax, ay), a_bend = self._bend(pair, mark.knots[0], mark.a, middle)
            (bx, by), b_bend = self._bend(pair, mark.knots[1], mark.b, middle)
            path = QPainterPath(QPointF(ax, ay))
            path.quadTo(QPointF(*a_bend), QPointF(*middle))
            path.quadTo(QPointF(*b_bend), QPointF(bx, by))
            self._streams[pair] = path
        return path

    def _bend(self, pair: Sides, knot: _Knot, end: Pair, middle: Pair) -> tuple[Pair, Pair]:
        """Where a half side ends and how it bends on the way: halfway into the next side."""
        others = [self._marks[other] for other in self._at_knot.get(knot, ()) if other != pair]
        if len(others) != 1:
            return end, _half(end, middle)
        ahead = others[0].middle
        return _half(_half(middle, end), _half(end, ahead)), _half(middle, end)


def _half(a: Pair, b: Pair) -> Pair:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _box(mark: SideMark) -> QRectF:
    box = QRectF(QPointF(*mark.a), QPointF(*mark.b)).normalized()
    return box.adjusted(-40, -40, 40, 40)


def paint_side_threads(
    painter: QPainter, marks: Iterable[tuple[Sides, SideMark]], theme: MapTheme, fine: float
) -> None:
    """Sides seen from afar: straight strokes, each by itself."""
    for _, mark in marks:
        for recipe, art in zip(mark.recipes, mark.arts, strict=True):
            if recipe != "open":
                ink, width = thread(recipe, dressed(theme, art))
                painter.setPen(pen(ink, width * 100 / fine))
                line = QLineF(*mark.a, *mark.b)
                if recipe in CROSSINGS:
                    line = line.normalVector().translated(
                        line.center() - line.normalVector().center()
                    )
                painter.drawLine(line)
