"""Names of places on gridded maps: one per village, in the corridors that counters leave free."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath

from wardesk.render.fields import Grid, Pair
from wardesk.render.hex_layout import Layout
from wardesk.render.label_block import breaks, short_name
from wardesk.render.lettering import cap_height, halo, put, text_path, text_width
from wardesk.render.shapes import pen
from wardesk.render.theme import MapTheme

GROWTH = (1.0, 1.3, 1.7, 2.2)
"""Names grow against the zoom in these steps."""

_LARGE, _SMALL, _TRACKING, _DISC = 34.0, 28.0, 0.02, 12.0
_WHOLE, _LEAST_FINE, _MINOR_FINE = 34.0, 8.0, 14.0
"""Pixels per hex radius: full size, no names at all, only large ones."""
_SHRINK = (1.0, 0.9, 0.8, 0.7)


@dataclass(frozen=True)
class Place:
    """One name and the neighbouring cells that share it."""

    key: str
    text: str
    cells: tuple[str, ...]
    points: int
    large: bool


@dataclass(frozen=True)
class Name:
    """A name at its place, drawing units."""

    place: Place
    path: QPainterPath
    box: QRectF
    size: float
    disc: QPointF | None


@dataclass(frozen=True)
class _Near:
    """The surroundings of one place: middles of cells, ink to spare, names already set."""

    centres: Grid
    houses: Grid
    roads: Grid
    numbers: Grid
    taken: list[QRectF]


def find_places(layout: Layout) -> list[Place]:
    """Named cells, those of one name that touch each other merged; large ones first."""
    board = layout.sheet.board
    named = {
        cell: short_name(board.cells[cell])
        for cell in layout.centres
        if board.cells[cell].name and board.cells[cell].name != cell
    }
    by_name: dict[str, list[str]] = {}
    for cell, name in named.items():
        by_name.setdefault(name, []).append(cell)
    found: list[Place] = []
    for group in (one for cells in by_name.values() for one in _touching(layout, cells)):
        values = [board.terrain_of(cell).get("victory_points") for cell in group]
        points = max((int(one) for one in values if isinstance(one, int | float)), default=0)
        large = points >= 6 or len(group) > 1
        found.append(Place(group[0], named[group[0]], tuple(group), points, large))
    return sorted(found, key=lambda one: not one.large)


def _touching(layout: Layout, cells: list[str]) -> Iterator[list[str]]:
    """Cells in groups that hang together."""
    rest = list(cells)
    while rest:
        group, rest = [rest[0]], rest[1:]
        for member in group:  # grows while it is walked
            here = layout.centres[member]
            near = [one for one in rest if math.dist(here, layout.centres[one]) < 200]
            group += near
            rest = [one for one in rest if one not in near]
        yield group


class PlaceNames:
    """Where every name goes at each step of growth; worked out at first need, then kept."""

    def __init__(
        self,
        layout: Layout,
        houses: Sequence[Pair],
        roads: Grid,
        numbers: Grid,
        green: Callable[[Grid], Grid],
    ) -> None:
        self.layout = layout
        self.places = find_places(layout)
        self._houses = np.array(houses) if houses else np.zeros((0, 2))
        self._roads, self._numbers, self._green = roads, numbers, green
        every = list(layout.centres.values())
        self._centres = np.array(every) if every else np.zeros((0, 2))
        self._plans: dict[float, tuple[Name, ...]] = {}
        self._lock = threading.Lock()

    def plan(self, lod: float) -> tuple[Name, ...]:
        """The names at a zoom. *lod*: device pixels per board unit."""
        fine = lod * self.layout.scale * 100
        growth = next((one for one in GROWTH if fine * one >= _WHOLE), GROWTH[-1])
        with self._lock:
            if growth not in self._plans:
                self._plans[growth] = self._search(growth)
            return self._plans[growth]

    def prepare(self) -> None:
        """Plan every step now, so that no later paint has to wait."""
        for growth in GROWTH:
            self.plan(_WHOLE / growth / (self.layout.scale * 100) * 1.0001)

    def rects(self, lod: float) -> dict[str, QRectF]:
        """By the first cell of each name the box of its lettering, board units."""
        return {one.place.key: self.layout.to_board(one.box) for one in self.plan(lod)}

    def _search(self, growth: float) -> tuple[Name, ...]:
        taken: list[QRectF] = []
        found: list[Name] = []
        for place in self.places:
            best: tuple[float, Name] | None = None
            near = self._near(place, taken)
            for shrink in _SHRINK:
                size = (_LARGE if place.large else _SMALL) * growth * shrink
                best = self._best(place, size, near, strict=growth == 1.0 and shrink > 0.7)
                if best is not None:
                    break
            if best is not None:
                found.append(best[1])
                taken.append(best[1].box)
        return tuple(found)

    def _best(
        self, place: Place, size: float, near: _Near, strict: bool
    ) -> tuple[float, Name] | None:
        best: tuple[float, tuple[str, ...], QRectF] | None = None
        own = [self.layout.slot(cell) for cell in place.cells]
        scale = size / _SMALL
        for number, rows in enumerate(breaks(place.text)):
            wide = max(text_width(row, "map-place", size, _TRACKING) for row in rows)
            wide += 8 * scale + (2.7 * _DISC * scale if place.points else 0)
            high = cap_height("map-place", size) * 1.75 + (len(rows) - 1) * size * 1.05
            for box, away in self._boxes(place, wide, high):
                away += 2.5 * number
                if best is not None and away >= best[0]:
                    continue
                if not self.layout.frame.contains(box) or any(
                    box.intersects(o) for o in near.taken
                ):
                    continue
                if any(box.intersects(slot) for slot in own):
                    continue
                slots = self._slots_under(near, box)
                if slots and strict:
                    continue
                spare = math.inf if best is None else best[0] - away - 6 * slots
                cost = away + 6 * slots + self._ink(near, box, spare)
                if best is None or cost < best[0]:
                    best = (cost, rows, box)
        return None if best is None else (best[0], _set(place, best[1], best[2], size))

    def _boxes(self, place: Place, wide: float, high: float) -> Iterator[tuple[QRectF, float]]:
        """Places for a box around each cell, with how unusual each is."""
        half = self.layout.counter / 2
        for cell in place.cells:
            x, y = self.layout.centres[cell]
            for lift in (3, 12, 22, 32):
                for aside in (0, -20, 20, -45, 45, -75, 75):
                    odd = lift / 14 + abs(aside) / 45
                    left, off = x + aside - wide / 2, half + lift
                    yield QRectF(left, y + off, wide, high), odd
                    yield QRectF(left, y - off - high, wide, high), odd + 1
            for rise in (0, -12, 12, -24, 24, -36, 36):
                odd = 1.5 + abs(rise) / 20
                for gap in (3, 20):
                    top = y + rise - high / 2
                    yield QRectF(x + half + gap, top, wide, high), odd + gap / 12
                    yield QRectF(x - half - gap - wide, top, wide, high), odd + gap / 12

    def _near(self, place: Place, taken: list[QRectF]) -> _Near:
        """What lies so close to a place that its name could touch it."""
        at = [self.layout.centres[cell] for cell in place.cells]
        xs, ys = [x for x, _ in at], [y for _, y in at]
        reach = text_width(place.text, "map-place", _LARGE, _TRACKING) * GROWTH[-1] + 260
        left, right = min(xs) - reach, max(xs) + reach
        top, bottom = min(ys) - reach, max(ys) + reach
        box = QRectF(left, top, right - left, bottom - top)

        def within(points: Grid) -> Grid:
            x, y = points[:, 0], points[:, 1]
            return points[(x > left) & (x < right) & (y > top) & (y < bottom)]

        return _Near(
            within(self._centres),
            within(self._houses),
            within(self._roads),
            within(self._numbers),
            [one for one in taken if one.intersects(box)],
        )

    def _slots_under(self, near: _Near, box: QRectF) -> int:
        """How many places of counters a box touches."""
        half, at = self.layout.counter / 2, box.center()
        away = np.abs(near.centres - (at.x(), at.y()))
        under = (away[:, 0] < box.width() / 2 + half) & (away[:, 1] < box.height() / 2 + half)
        return int(under.sum())

    def _ink(self, near: _Near, box: QRectF, spare: float) -> float:
        """What the name would hide: houses, roads, numbers, trees unless it is far over *spare*."""

        def inside(points: Grid) -> int:
            x, y = points[:, 0], points[:, 1]
            wide = (x > box.left()) & (x < box.right())
            return int((wide & (y > box.top()) & (y < box.bottom())).sum())

        at = near.numbers
        crossed = (at[:, 0] < box.right()) & (at[:, 2] > box.left())
        crossed &= (at[:, 1] < box.bottom()) & (at[:, 3] > box.top())
        ink = 1.2 * inside(near.houses) + 0.5 * inside(near.roads)
        if ink + 2.5 * int(crossed.sum()) > spare + 1e-6:
            return math.inf
        xs, ys = np.linspace(box.left(), box.right(), 9), np.linspace(box.top(), box.bottom(), 3)
        grown = float(self._green(np.stack(np.meshgrid(xs, ys), -1).reshape(-1, 2)).mean())
        return ink + 2.5 * int(crossed.sum()) + 5 * grown


def _set(place: Place, rows: tuple[str, ...], box: QRectF, size: float) -> Name:
    room = 2.7 * _DISC * size / _SMALL if place.points else 0.0
    path, x = QPainterPath(), box.center().x() + room / 2
    for number, row in enumerate(rows):
        y = box.center().y() + (number - (len(rows) - 1) / 2) * size * 1.05
        path.addPath(text_path(row, "map-place", size, (x, y), tracking=_TRACKING))
    disc = QPointF(box.left() + room * 0.45, box.center().y()) if room else None
    return Name(place, path, box, size, disc)


def paint_names(
    painter: QPainter, made: PlaceNames, theme: MapTheme, lod: float, seen: QRectF
) -> None:
    """Letters over a soft and a firm halo; a red disc with the victory points before them."""
    fine = lod * made.layout.scale * 100
    if fine < _LEAST_FINE:
        return
    for name in made.plan(lod):
        if not name.box.adjusted(-9, -9, 9, 9).intersects(seen):
            continue
        if fine < _MINOR_FINE and not name.place.large:
            continue
        scale = name.size / _SMALL
        halo(painter, name.path, theme.colour("label.halo", 0.45), 9.5 * scale)
        halo(painter, name.path, theme.colour("label.halo", 0.95), 5.4 * scale)
        painter.fillPath(name.path, theme.colour("label.ink"))
        if name.disc is not None:
            painter.setPen(pen(theme.colour("label.halo"), 3.2 * scale))
            painter.setBrush(theme.colour("label.disc"))
            painter.drawEllipse(name.disc, _DISC * scale, _DISC * scale)
            at = (name.disc.x(), name.disc.y())
            ink = theme.colour("label.digit")
            put(painter, str(name.place.points), at, 18 * scale, ink, role="map-number")
