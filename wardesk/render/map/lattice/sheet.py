"""The map sheet of hexes and squares: paper, print, names, and what lies under a point."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QTransform

from wardesk.drawing.commands.change import DocumentChange
from wardesk.drawing.commands.features import LABEL
from wardesk.geometry.grids.numbering import Grid
from wardesk.model.board import Cell, Feature
from wardesk.render.map import grain
from wardesk.render.map.areas.label_block import short_name
from wardesk.render.map.drawn_text import drawn_layer
from wardesk.render.map.frame import MapParts, paint_frame
from wardesk.render.map.label_style import label_look, place_look
from wardesk.render.map.lattice import sheet_margin
from wardesk.render.map.lattice.frame import LatticeFrame
from wardesk.render.map.lattice.numbers import FINEST
from wardesk.render.map.lattice.painter import MIDDLE, LatticePainter
from wardesk.render.map.lattice.place_names import NamedPlace, PlaceNames, Surroundings, grouped
from wardesk.render.map.lines import same_rows
from wardesk.render.map.names import label_key, paint_name, paint_zone, printed_zones, zones_of
from wardesk.render.map.paint_deadline import Patience
from wardesk.render.map.printed_sheet import PrintedSheet
from wardesk.render.map.styled_theme import worn
from wardesk.render.map.view import ViewedMap
from wardesk.render.shapes import saved
from wardesk.render.theme import MapTheme

_ROOM, _MARGIN = 30.0, 45.0
_NAMES = 1.5
"""Pixels per radius from which names are written."""


class LatticeSheet:
    """See `MapSheet`, whose methods these are.

    *printed*: lay out this printed sheet, with its frame and its strip for the key. A sheet without
    is one that is being drawn: its paper grows with what lies on it.
    """

    def __init__(
        self,
        view: ViewedMap,
        grid: Grid,
        theme: MapTheme,
        patience: Patience,
        printed: PrintedSheet | None = None,
    ) -> None:
        self.view, self.patience, self._printed = view, patience, printed
        self.frame = frame = LatticeFrame(grid)
        self.side = frame.side_length * frame.unit
        """Length of the longest straight line that is drawn, document units."""
        self.ground = LatticePainter(view, frame, theme, patience)
        self.counter = frame.counter
        self.layers: Mapping[str, float] = {}
        self.parts = MapParts()
        self._inside = frame.bounds.adjusted(-_ROOM, -_ROOM, _ROOM, _ROOM)
        if printed is not None:
            self._inside = _scaled(printed.frame, 1 / frame.unit)
        self._grain_chance = 7
        self._features = list(view.features)
        self._named: dict[str, str] = {}
        self._read_names(view.cells)
        self._around = Surroundings(frame, self.ground.state, self.ground.lines, self._inside)
        self.names = PlaceNames(self._around, patience.made)
        self._read_zones()
        self.names.read(self._places())
        self.strip = sheet_margin.build_strip(printed, self.ground) if printed is not None else None
        self._use(theme)

    def set_theme(self, theme: MapTheme) -> None:
        """See `MapSheet`."""
        if theme is not self._given:
            self._use(theme)

    def _use(self, theme: MapTheme) -> None:
        self._given, self.theme = theme, worn(theme, self.view)
        theme = self.theme
        self.ground.set_theme(theme)
        self._grain = grain.grain_tile(np.random.default_rng(self._grain_chance), theme)

    def set_layers(self, shown: Mapping[str, float]) -> None:
        """See `MapSheet`."""
        self.layers = self.ground.layers = dict(shown)

    def set_parts(self, parts: MapParts) -> None:
        """What of the printed sheet is painted from now on."""
        if parts != self.parts:
            self.parts = parts
            off = {"numbers": parts.numbers, "grid": parts.grid}
            self.set_layers({name: 0.0 for name, shown in off.items() if not shown})

    def changed(self, change: DocumentChange) -> list[QRectF] | None:
        """Boxes that must be painted anew (document units); None if everything must.

        An undone change tells kinds and cells only, so what was drawn is compared with what is.
        """
        if {"grid", "palette", "look"} & change.kinds:
            return None
        made = self.ground
        dirty = made.reread(change.cells)
        if "sides" in change.kinds:
            dirty += made.sides.read_all()
        told = self._read_names(change.cells)
        features = list(self.view.features)
        if not same_rows(features, self._features) or "cells" in change.kinds:
            told |= any(one.kind == LABEL for one in (*features, *self._features))
            self._features = features
            dirty += made.redraw_lines()
            before = QRectF(self.rect)
            dirty += self._reread_zones()
            if before != self.rect:
                return None
        if told or any(label in self._named for label in change.cells):
            dirty += self.names.changed(self._places(), dirty)
        else:
            dirty += self.names.touched(dirty)
        unit = self.frame.unit
        return [_scaled(box, unit) for box in dirty]

    def _read_names(self, labels: Iterable[str]) -> bool:
        """Note the names of some cells; whether any is another now."""
        cells, told = self.view.cells, False
        for label in labels:
            cell = cells.get(label)
            name = short_name(cell) if cell is not None and _has_name(cell) else ""
            if name != self._named.get(label, ""):
                told = True
                if name:
                    self._named[label] = name
                else:
                    del self._named[label]
        return told

    def _places(self) -> list[NamedPlace]:
        """Labels, and the named cells: those of one name that touch are one place."""
        labels, said = self._labels()
        by_name: dict[str, list[int]] = {}
        numbers, frame = self.ground.state.numbers, self.frame
        for label, name in self._named.items():
            if label not in said and label in numbers:
                by_name.setdefault(name, []).append(numbers[label])
        sides = frame.sides
        found = grouped(by_name, lambda number: frame.beside[number][:sides].tolist())
        places = [*labels]
        for name, group in found:
            names = [self.ground.state.label(number) for number in group]
            points = max((_points(self.view, label) for label in names), default=0)
            middles = tuple(frame.centre(number) for number in group)
            place = NamedPlace(names[0], name, middles, points)
            look = place_look(self.view.look, large=place.large)
            places.append(replace(place, look=look))
        return places

    def _labels(self) -> tuple[list[NamedPlace], set[str]]:
        """What was written by hand, and the cells that are named so and need no other name."""
        found, said, unit = list[NamedPlace](), set[str](), self.frame.unit
        for number, one in enumerate(self._features):
            if one.kind != LABEL or one.geometry.get("type") != "Point" or not one.name:
                continue
            x, y, *_ = one.geometry["coordinates"]
            at = float(x) / unit, float(y) / unit
            cell = self.view.cells.get(one.cell)
            points = 0
            if cell is not None and one.name in (cell.name, short_name(cell)):
                said.add(cell.id)
                points = _points(self.view, cell.id)
            key = label_key(one, number)
            look = label_look(one.properties, self.view.look).scaled(1 / unit)
            found.append(NamedPlace(key, one.name, (), points, at, italic=not one.cell, look=look))
        return found, said

    def _reread_zones(self) -> list[QRectF]:
        zones = self._zones
        self._read_zones()
        dirty: list[QRectF] = []
        for key in zones.keys() | self._zones.keys():
            both = zones.get(key), self._zones.get(key)
            if both[0] != both[1]:
                dirty += [zone.reach() for zone in both if zone is not None]
        return dirty

    def _read_zones(self) -> None:
        """Zones; on a sheet that is being drawn, boxes off the map make the paper larger."""
        unit, view, printed = self.frame.unit, self.view, self._printed
        features = view.features if printed is None else printed_zones(view.features)
        self._zones = {
            f"{number} {zone.name}": zone
            for number, zone in enumerate(zones_of(features, view.cells, unit, self._cell_path))
        }
        if printed is not None:
            self.rect, self._rect = QRectF(printed.rect), _scaled(printed.rect, 1 / unit)
            return
        rect = QRectF(self._inside)
        for zone in self._zones.values():
            rect = rect.united(zone.outline.boundingRect())
        rect = rect.adjusted(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN)
        self._rect = rect
        self.rect = _scaled(rect, unit)

    def paint(self, painter: QPainter, seen: QRectF, scale: float) -> None:
        """See `MapSheet`."""
        self.paint_ground(painter, seen, scale)
        self.paint_lettering(painter, seen, scale)

    def paint_ground(self, painter: QPainter, seen: QRectF, scale: float) -> None:
        """The country with its sides and lines, the frame and the paper's grain."""
        unit, theme = self.frame.unit, self.theme
        fine = scale * unit * 100
        box = _scaled(seen, 1 / unit)
        with saved(painter):
            painter.scale(unit, unit)
            inside = box.intersected(self._inside)
            if fine < MIDDLE or not self.ground.covers(box):
                painter.fillRect(box.intersected(self._rect), theme.colour("paper.sheet"))
                painter.fillRect(inside, theme.colour("ground.outside", 0.55))
            with saved(painter):
                painter.setClipRect(self._inside, Qt.ClipOperation.IntersectClip)
                self.ground.paint(painter, inside, fine)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            inland = self._inside.adjusted(20, 20, -20, -20).contains(box)
            if self.parts.frame and not inland:
                with drawn_layer(painter, "frame"):
                    paint_frame(painter, self._rect, self._inside, theme)
            if self.strip and self.parts.key and box.intersects(self.strip.box):
                with drawn_layer(painter, "key"):
                    sheet_margin.paint_strip(painter, self.strip, self.ground)
            if theme.number("paper.grain") and fine >= 24:
                paper = box.intersected(self._rect)
                grain.paint_grain(painter, self._grain, paper, 1.0, fine / 100)

    def paint_lettering(self, painter: QPainter, seen: QRectF, scale: float) -> None:
        """Numbers, zones and names."""
        unit = self.frame.unit
        fine = scale * unit * 100
        box = _scaled(seen, 1 / unit)
        with saved(painter):
            painter.scale(unit, unit)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self.ground.paint_numbers(painter, box.intersected(self._inside), fine)
            self._paint_names(painter, box, fine)

    def paint_rough(self, painter: QPainter, seen: QRectF) -> None:
        """Paper and the colours of the cells, for as long as nothing better is there."""
        unit = self.frame.unit
        painter.save()
        painter.scale(unit, unit)
        box = _scaled(seen, 1 / unit)
        inside = box.intersected(self._inside)
        if inside != box:
            painter.fillRect(box.intersected(self._rect), self.theme.colour("paper.sheet"))
        painter.fillRect(inside, self.theme.colour("ground.outside"))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        painter.setClipRect(inside, Qt.ClipOperation.IntersectClip)
        self.ground.paint_far(painter)
        painter.restore()

    def _paint_names(self, painter: QPainter, seen: QRectF, fine: float) -> None:
        with self.ground.layer(painter, "zones") as shown:
            for zone in self._zones.values() if shown else ():
                if zone.reach().intersects(seen):
                    paint_zone(painter, zone, self.theme, fine)
        if fine < _NAMES:
            return
        with self.ground.layer(painter, "labels") as shown:
            names = self.names.within(seen, fine, numbered=fine >= FINEST) if shown else ()
            for name in names:
                paint_name(painter, name, self.theme)
                self.patience.made()

    def label_box(self, number: int, scale: float) -> QRectF:
        """See `MapSheet`."""
        unit = self.frame.unit
        fine = scale * unit * 100
        if fine < _NAMES:
            return QRectF()
        key = label_key(self.view.features[number], number)
        name = self.names.of(key, fine, numbered=fine >= FINEST)
        return QRectF() if name is None else _scaled(name.filled, unit)

    def names_at(self, scale: float) -> dict[str, QRectF]:
        """By the first cell of each named place what its name fills at a zoom, document units."""
        unit = self.frame.unit
        fine = scale * unit * 100
        found = self.names.by_place(fine, numbered=fine >= FINEST)
        return {
            key: _scaled(name.box, unit) for key, name in found.items() if key in self.view.cells
        }

    def settled_names_at(self, scale: float) -> dict[str, QRectF]:
        """The same of the names that have been painted at this zoom; works nothing out."""
        unit = self.frame.unit
        fine = scale * unit * 100
        found = self.names.settled(fine, numbered=fine >= FINEST)
        return {
            key: _scaled(name.box, unit) for key, name in found.items() if key in self.view.cells
        }

    def _among(self, box: QRectF) -> list[int]:
        """Places of the sheet whose middle lies in a box (drawing units)."""
        found: list[int] = self.frame.cells_in(box).tolist()
        return found

    def _number(self, cell: str) -> int:
        return self.ground.state.numbers.get(cell, -1)

    def _cell_path(self, cell: str) -> QPainterPath:
        number = self._number(cell)
        return self.frame.path(number) if number >= 0 else QPainterPath()

    def cell_path(self, cell: str) -> QPainterPath:
        """See `MapSheet`."""
        if cell not in self.view.cells:
            return QPainterPath()
        unit = self.frame.unit
        return QTransform.fromScale(unit, unit).map(self._cell_path(cell))

    def locate(self, x: float, y: float) -> str:
        """See `MapSheet`. On a side it is the cell of the lower number."""
        if not (math.isfinite(x) and math.isfinite(y)):
            return ""
        return self.ground.state.label(self.frame.grid.cell_at(x, y))

    def side_at(self, point: QPointF, within: float) -> tuple[str, str] | None:
        """See `MapSheet`."""
        frame, state = self.frame, self.ground.state
        x, y = point.x() / frame.unit, point.y() / frame.unit
        best: tuple[float, int, int] | None = None
        reach = 100 + within / frame.unit
        for number in self._among(QRectF(x - reach, y - reach, 2 * reach, 2 * reach)):
            if not state.label(number):
                continue
            for side in range(frame.sides):
                far = _distance((x, y), *frame.side(number, side))
                if best is None or far < best[0] - 1e-9:
                    best = (far, number, side)
        if best is None or best[0] * frame.unit > within:
            return None
        first = state.label(best[1])
        second = state.label(int(frame.beside[best[1]][best[2]]))
        if not second:
            return first, ""
        return (first, second) if first < second else (second, first)

    def side_line(self, a: str, b: str) -> tuple[QPointF, QPointF] | None:
        """See `MapSheet`."""
        frame = self.frame
        first, second = self._number(a), self._number(b)
        if first < 0 or second < 0:
            return None
        beside = frame.beside[first][: frame.sides].tolist()
        if second not in beside:
            return None
        ends = frame.side(first, beside.index(second))
        return QPointF(*ends[0]) * frame.unit, QPointF(*ends[1]) * frame.unit

    def line_curve(self, feature: Feature) -> list[tuple[float, float]]:
        """See `MapSheet`."""
        return self.ground.lines.curve(feature)

    def cells_picture(self, cells: Iterable[str], ink: QColor) -> tuple[QImage, QRectF] | None:
        """See `MapSheet`."""
        numbers = self.ground.state.numbers
        places = np.array([numbers[cell] for cell in cells if cell in numbers], np.int64)
        bricks = self.ground.bricks
        return bricks.picture(places, ink), _scaled(bricks.box, self.frame.unit)

    def cells_in(self, box: QRectF) -> list[str]:
        """See `MapSheet`."""
        found = self._among(_scaled(box.normalized(), 1 / self.frame.unit))
        return [label for label in map(self.ground.state.label, found) if label]


def _has_name(cell: Cell) -> bool:
    return bool(cell.name) and cell.name != cell.id


def _points(view: ViewedMap, cell: str) -> int:
    """The victory points of a cell, of its own or of its terrain."""
    found = view.cells[cell]
    terrain = view.palette.terrain.get(found.terrain)
    worth = found.properties.get("victory_points")
    if worth is None and terrain is not None:
        worth = terrain.properties.get("victory_points")
    return int(worth) if isinstance(worth, int | float) and worth > 0 else 0


def _distance(at: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    part = ((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / (dx * dx + dy * dy)
    part = min(1.0, max(0.0, part))
    return math.hypot(at[0] - a[0] - dx * part, at[1] - a[1] - dy * part)


def _scaled(box: QRectF, by: float) -> QRectF:
    return QRectF(box.x() * by, box.y() * by, box.width() * by, box.height() * by)
