"""What lies on the sides of hexes and squares: streams as curves, crests, cliffs, walls, hedges."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath

from wardesk.drawing.document import MapDocument
from wardesk.render.hex_roads import stroke_streams, stroke_works
from wardesk.render.map.lattice.forms import winding
from wardesk.render.map.lattice.frame import LatticeFrame, Pair
from wardesk.render.map.lattice.state import LatticeState
from wardesk.render.map.recipes import CRESTS, HEDGES, STEEP, WET, border_art, has
from wardesk.render.shapes import pen
from wardesk.render.theme import MapTheme

Sides = tuple[str, str]
_Knot = tuple[int, int]


@dataclass(frozen=True)
class Mark:
    """One side with all that lies on it: its ends, walked so that the lower cell is on the right.

    *low* is 0 if the cells are as high as each other: marks then look both ways.
    """

    a: Pair
    b: Pair
    arts: tuple[str, ...]
    chunk: int

    @cached_property
    def wet(self) -> bool:
        """Whether water runs along it."""
        return any(has(art, WET) for art in self.arts)

    @cached_property
    def knots(self) -> tuple[_Knot, _Knot]:
        """Its ends as keys that neighbours share."""
        return (round(self.a[0]), round(self.a[1])), (round(self.b[0]), round(self.b[1]))


class SideArt:
    """All marked sides of a document, by chunk."""

    def __init__(self, document: MapDocument, frame: LatticeFrame, state: LatticeState) -> None:
        self.document, self.frame, self.state = document, frame, state
        self._marks: dict[Sides, Mark] = {}
        self._chunks: dict[int, dict[Sides, None]] = {}
        self._at_knot: dict[_Knot, dict[Sides, None]] = {}
        self._streams: dict[Sides, QPainterPath] = {}
        self._kinds, self._high = dict(document.sides), dict(document.high)
        for pair in document.sides:
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
        """Compare with the whole document."""
        sides, old = self.document.sides, self._kinds
        high, old_high = self.document.high, self._high
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

    def _drop(self, pair: Sides) -> Mark | None:
        mark = self._marks.pop(pair, None)
        if mark is not None:
            self._chunks[mark.chunk].pop(pair)
            self._streams.pop(pair, None)
            for knot in mark.knots:
                self._at_knot.get(knot, {}).pop(pair, None)
        return mark

    def _put(self, pair: Sides) -> Mark | None:
        mark = self._mark(pair)
        if mark is not None:
            self._marks[pair] = mark
            self._chunks.setdefault(mark.chunk, {})[pair] = None
            for knot in mark.knots if mark.wet else ():
                self._at_knot.setdefault(knot, {})[pair] = None
        return mark

    def _mark(self, pair: Sides) -> Mark | None:
        kinds = self.document.sides.get(pair, ())
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
        arts = tuple(border_art(self.document.palette, kind) for kind in kinds)
        return Mark(a, b, arts, self.frame.chunk_of(first))

    def _first_is_low(self, pair: Sides, kinds: tuple[str, ...], first: int, second: int) -> bool:
        """What the map says of directed kinds; where it says nothing, heights tell."""
        borders, high = self.document.palette.borders, self.document.high.get(pair)
        if high in pair and any(kind in borders and borders[kind].directed for kind in kinds):
            return high == pair[1]
        return bool(self.state.height[first] < self.state.height[second])

    def near(self, chunks: Iterable[int]) -> list[tuple[Sides, Mark]]:
        """The marked sides of some chunks."""
        return [(pair, self._marks[pair]) for at in chunks for pair in self._chunks.get(at, ())]

    def stream(self, pair: Sides, mark: Mark) -> QPainterPath:
        """A side's share of its stream: curves from its middle round both of its ends."""
        path = self._streams.get(pair)
        if path is None:
            middle = _half(mark.a, mark.b)
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
        ahead = _half(others[0].a, others[0].b)
        return _half(_half(middle, end), _half(end, ahead)), _half(middle, end)


def paint_streams(
    painter: QPainter,
    art: SideArt,
    marks: list[tuple[Sides, Mark]],
    more: list[QPainterPath],
    theme: MapTheme,
    fine: float,
) -> None:
    """Streams on sides and *more* that were drawn as lines, all banks under all water."""
    streams = [art.stream(pair, mark) for pair, mark in marks if mark.wet]
    stroke_streams(painter, [*more, *streams], theme, fine)


def paint_marks(
    painter: QPainter, marks: list[tuple[Sides, Mark]], theme: MapTheme, fine: float
) -> None:
    """Everything on sides but water."""
    heaps: dict[str, list[Mark]] = {}
    for _, mark in marks:
        for art in mark.arts:
            if not has(art, WET):
                heaps.setdefault(art, []).append(mark)
    for art, heap in heaps.items():
        if has(art, HEDGES):
            _paint_hedges(painter, heap, theme, fine)
        elif has(art, STEEP):
            _paint_slopes(painter, heap, theme, fine, steep=True)
        elif has(art, CRESTS):
            _paint_slopes(painter, heap, theme, fine, steep=False)
        else:
            paths = [_line(mark) for mark in heap]
            stroke_works(painter, paths, theme, fine, wall="wall" in art)


def _paint_hedges(painter: QPainter, heap: list[Mark], theme: MapTheme, fine: float) -> None:
    shadow, bushes, lights = (winding(QPainterPath()) for _ in range(3))
    for mark in heap:
        rng = random.Random(f"{mark.knots}")
        for x, y in _steps(mark, 7.5):
            size = rng.uniform(4.2, 6.0)
            x, y = x + rng.uniform(-1.5, 1.5), y + rng.uniform(-1.5, 1.5)
            shadow.addEllipse(QPointF(x + 2, y + 3), size, size)
            bushes.addEllipse(QPointF(x, y), size, size)
            lights.addEllipse(QPointF(x - 1.3, y - 1.5), size * 0.45, size * 0.45)
    if fine < 20:
        line = pen(theme.colour("wood.rim"), max(7.0, 220 / fine))
        for mark in heap:
            painter.strokePath(_line(mark), line)
        return
    if strength := theme.number("wood.shadow_alpha"):
        painter.fillPath(shadow, theme.colour("wood.shadow", strength))
    painter.strokePath(bushes, pen(theme.colour("wood.rim"), 3.0))
    painter.fillPath(bushes, theme.colour("wood.crown"))
    painter.fillPath(lights, theme.colour("wood.top", 0.8))


def _paint_slopes(
    painter: QPainter, heap: list[Mark], theme: MapTheme, fine: float, *, steep: bool
) -> None:
    """A crest line with ticks down the slope; cliffs with rock strokes and a shadow below."""
    ink = theme.colour("relief.rock" if steep else "relief.form", 0.95)
    ticks = winding(QPainterPath())
    for mark in heap:
        (ax, ay), (bx, by) = mark.a, mark.b
        far = math.dist(mark.a, mark.b)
        nx, ny = -(by - ay) / far, (bx - ax) / far  # to the right as the eye sees it: down
        rng = random.Random(f"{mark.knots}")
        for x, y in _steps(mark, 5.2 if steep else 8.5):
            long = rng.uniform(9, 24) if steep else rng.uniform(7, 11)
            half = rng.uniform(1.6, 2.8) if steep else 1.1
            tx, ty = (bx - ax) / far * half, (by - ay) / far * half
            ticks.addPolygon(
                [
                    QPointF(x - tx, y - ty),
                    QPointF(x + tx, y + ty),
                    QPointF(x + nx * long, y + ny * long),
                    QPointF(x - tx, y - ty),
                ]
            )
    shade = pen(theme.colour("relief.scree", 0.45), 26 if steep else 18, cap=Qt.PenCapStyle.FlatCap)
    line = pen(ink, max(4.6 if steep else 3.4, 150 / fine))
    for mark in heap if fine >= 20 else ():
        (ax, ay), (bx, by) = mark.a, mark.b
        far = math.dist(mark.a, mark.b)
        down = QPointF(-(by - ay) / far, (bx - ax) / far) * (13 if steep else 9)
        painter.strokePath(_line(mark).translated(down), shade)
    if fine >= 20:
        painter.fillPath(ticks, ink)
    for mark in heap:
        painter.strokePath(_line(mark), line)


def _line(mark: Mark) -> QPainterPath:
    path = QPainterPath(QPointF(*mark.a))
    path.lineTo(QPointF(*mark.b))
    return path


def _steps(mark: Mark, pitch: float) -> Iterable[Pair]:
    (ax, ay), (bx, by) = mark.a, mark.b
    count = max(1, round(math.dist(mark.a, mark.b) / pitch))
    for number in range(count):
        part = (number + 0.5) / count
        yield ax + (bx - ax) * part, ay + (by - ay) * part


def _half(a: Pair, b: Pair) -> Pair:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _box(mark: Mark) -> QRectF:
    box = QRectF(QPointF(*mark.a), QPointF(*mark.b)).normalized()
    return box.adjusted(-40, -40, 40, 40)


def paint_threads(
    painter: QPainter, marks: list[tuple[Sides, Mark]], theme: MapTheme, fine: float
) -> None:
    """Water on sides seen from afar: straight strokes, each by itself."""
    painter.setPen(pen(theme.colour("water.bank"), 1.3 * 100 / fine))
    for _, mark in marks:
        if mark.wet:
            painter.drawLine(QLineF(*mark.a, *mark.b))
