"""The working sheet of hexes and squares: paper, print, names, and what lies under a point."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QTransform

from wardesk.drawing.commands.change import Change
from wardesk.drawing.document import Layout, MapDocument
from wardesk.model.board import Feature
from wardesk.render import furniture, hex_furniture
from wardesk.render.shapes import saved
from wardesk.render.theme import MapTheme
from wardesk.render.working.frame import LatticeFrame
from wardesk.render.working.lattice_print import MIDDLE, LatticePrint
from wardesk.render.working.lines import same_rows
from wardesk.render.working.name_plan import NamePlan
from wardesk.render.working.names import (
    Name,
    cell_name,
    label_name,
    paint_name,
    paint_zone,
    zones_of,
)
from wardesk.render.working.numbers import FINEST, number_box
from wardesk.render.working.patience import Patience

_ROOM, _MARGIN = 30.0, 45.0
_NAMES = 8.0
"""Pixels per radius from which names are written."""


class LatticeSheet:
    """See `WorkingSheet`, whose methods these are."""

    def __init__(
        self, document: MapDocument, layout: Layout, theme: MapTheme, patience: Patience
    ) -> None:
        self.document, self.patience = document, patience
        self._plan: NamePlan | None = None
        self._stale = False
        self.frame = frame = LatticeFrame(layout)
        self.side = frame.side_length * frame.unit
        """Length of the longest straight line that is drawn, document units."""
        self.print = LatticePrint(document, frame, theme, patience)
        self.counter = frame.counter
        self.layers: Mapping[str, float] = {}
        self._inside = frame.bounds.adjusted(-_ROOM, -_ROOM, _ROOM, _ROOM)
        self._grain_chance = 7
        self._features = list(document.features)
        named = (label for label, cell in document.cells.items() if cell.name != label)
        names = ((label, self._name(label)) for label in named)
        self._names = {label: name for label, name in names if name is not None}
        self._read_features()
        self.set_theme(theme)

    def set_theme(self, theme: MapTheme) -> None:
        """See `WorkingSheet`."""
        self.theme = theme
        self.print.set_theme(theme)
        self._grain = furniture.grain_tile(np.random.default_rng(self._grain_chance), theme)

    def set_layers(self, shown: Mapping[str, float]) -> None:
        """See `WorkingSheet`."""
        self.layers = self.print.layers = dict(shown)

    def changed(self, change: Change) -> list[QRectF] | None:
        """Boxes that must be painted anew (document units); None if everything must.

        An undone change tells kinds and cells only, so what was drawn is compared with what is.
        """
        if {"grid", "palette"} & change.kinds:
            return None
        made = self.print
        dirty = made.reread(change.cells)
        if "sides" in change.kinds:
            dirty += made.sides.read_all()
        dirty += self._reread_names(change.cells)
        features = list(self.document.features)
        if not same_rows(features, self._features) or "cells" in change.kinds:
            self._features = features
            dirty += made.redraw_lines()
            before = QRectF(self.rect)
            dirty += self._reread_features()
            if before != self.rect:
                return None
        if self._stale or "cells" in change.kinds:
            dirty += self._replan()
        unit = self.frame.unit
        return [_scaled(box, unit) for box in dirty]

    def _replan(self) -> list[QRectF]:
        """Names have come, gone or changed, or numbers have: what stands elsewhere now."""
        old, self._plan, self._stale = self._plan, None, False
        return self._names_now().moved(old) if old is not None else []

    def _reread_names(self, labels: frozenset[str]) -> list[QRectF]:
        dirty: list[QRectF] = []
        for label in labels:
            pair = self._names.get(label), self._name(label)
            if pair[0] == pair[1]:
                continue
            dirty += [name.reach() for name in pair if name is not None]
            self._stale = True
            if pair[1] is None:
                del self._names[label]
            else:
                self._names[label] = pair[1]
        return dirty

    def _name(self, label: str) -> Name | None:
        cell = self.document.cells.get(label)
        if cell is None or cell.name == cell.id:
            return None
        x, y = cell.anchor
        return cell_name(cell, (x / self.frame.unit, y / self.frame.unit))

    def _reread_features(self) -> list[QRectF]:
        labels, zones = self._labels, self._zones
        self._read_features()
        dirty: list[QRectF] = []
        self._stale |= labels != self._labels
        for key in labels.keys() | self._labels.keys():
            pair = labels.get(key), self._labels.get(key)
            if pair[0] != pair[1]:
                dirty += [name.reach() for name in pair if name is not None]
        for key in zones.keys() | self._zones.keys():
            both = zones.get(key), self._zones.get(key)
            if both[0] != both[1]:
                dirty += [zone.reach() for zone in both if zone is not None]
        return dirty

    def _read_features(self) -> None:
        """Labels and zones; boxes off the map make the paper larger."""
        unit, document = self.frame.unit, self.document
        found = ((str(number), label_name(one, unit)) for number, one in enumerate(self._features))
        self._labels = {number: name for number, name in found if name is not None}
        self._zones = {
            f"{number} {zone.name}": zone
            for number, zone in enumerate(
                zones_of(document.features, document.cells, unit, self._cell_path)
            )
        }
        rect = QRectF(self._inside)
        for zone in self._zones.values():
            rect = rect.united(zone.outline.boundingRect())
        rect = rect.adjusted(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN)
        self._rect = rect
        self.rect = _scaled(rect, unit)

    def paint(self, painter: QPainter, seen: QRectF, scale: float) -> None:
        """See `WorkingSheet`."""
        unit, theme = self.frame.unit, self.theme
        fine = scale * unit * 100
        box = _scaled(seen, 1 / unit)
        with saved(painter):
            painter.scale(unit, unit)
            inside = box.intersected(self._inside)
            if fine < MIDDLE or not self.print.covers(box):
                painter.fillRect(box.intersected(self._rect), theme.colour("paper.sheet"))
                painter.fillRect(inside, theme.colour("ground.outside", 0.55))
            with saved(painter):
                painter.setClipRect(self._inside, Qt.ClipOperation.IntersectClip)
                self.print.paint(painter, inside, fine)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if not self._inside.adjusted(20, 20, -20, -20).contains(box):
                hex_furniture.paint_frame(painter, self._rect, self._inside, theme)
            self._paint_names(painter, box, fine)
            if theme.number("paper.grain") and fine >= 24:
                furniture.paint_grain(
                    painter, self._grain, box.intersected(self._rect), 1.0, fine / 100
                )

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
        self.print.paint_far(painter)
        painter.restore()

    def _paint_names(self, painter: QPainter, seen: QRectF, fine: float) -> None:
        with self.print.layer(painter, "zones") as shown:
            for zone in self._zones.values() if shown else ():
                if zone.reach().intersects(seen):
                    paint_zone(painter, zone, self.theme, fine)
        if fine < _NAMES:
            return
        with self.print.layer(painter, "labels") as shown:
            names = self._names_now().within(seen, fine, numbered=fine >= FINEST) if shown else ()
            for name in names:
                paint_name(painter, name, self.theme, fine)
                self.patience.made()

    def _names_now(self) -> NamePlan:
        if self._plan is None:
            labels = {f"label {key}": name for key, name in self._labels.items()}
            self._plan = NamePlan(labels, self._names, self._numbers, self.patience.made)
        return self._plan

    def _numbers(self, box: QRectF) -> Iterator[QRectF]:
        """What the numbers of the cells in and next to a box fill, drawing units."""
        frame, label = self.frame, self.print.state.label
        for number in self._among(box.adjusted(-100, -60, 100, 120)):
            if text := label(number):
                yield number_box(frame, number, text)

    def _among(self, box: QRectF) -> list[int]:
        """Places of the sheet whose middle lies in a box (drawing units)."""
        frame, found = self.frame, list[int]()
        for chunk in frame.chunks_in(box):
            members = frame.members(chunk)
            x, y = frame.centres[members].T
            inside = (box.left() <= x) & (x <= box.right()) & (box.top() <= y)
            found += members[inside & (y <= box.bottom())].tolist()
        return sorted(found)

    def _number(self, cell: str) -> int:
        return self.print.state.numbers.get(cell, -1)

    def _cell_path(self, cell: str) -> QPainterPath:
        number = self._number(cell)
        return self.frame.path(number) if number >= 0 else QPainterPath()

    def cell_path(self, cell: str) -> QPainterPath:
        """See `WorkingSheet`."""
        if cell not in self.document.cells:
            return QPainterPath()
        unit = self.frame.unit
        return QTransform.fromScale(unit, unit).map(self._cell_path(cell))

    def locate(self, x: float, y: float) -> str:
        """See `WorkingSheet`. On a side it is the cell of the lower number."""
        if not (math.isfinite(x) and math.isfinite(y)):
            return ""
        return self.print.state.label(self.frame.grid.cell_at(x, y))

    def side_at(self, point: QPointF, within: float) -> tuple[str, str] | None:
        """See `WorkingSheet`."""
        frame, state = self.frame, self.print.state
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
        """See `WorkingSheet`."""
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
        """See `WorkingSheet`."""
        return self.print.lines.curve(feature)

    def cells_picture(self, cells: Iterable[str], ink: QColor) -> tuple[QImage, QRectF] | None:
        """See `WorkingSheet`."""
        numbers = self.print.state.numbers
        places = np.array([numbers[cell] for cell in cells if cell in numbers], np.int64)
        bricks = self.print.bricks
        return bricks.picture(places, ink), _scaled(bricks.box, self.frame.unit)

    def cells_in(self, box: QRectF) -> list[str]:
        """See `WorkingSheet`."""
        found = self._among(_scaled(box.normalized(), 1 / self.frame.unit))
        return [label for label in map(self.print.state.label, found) if label]


def _distance(at: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    part = ((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / (dx * dx + dy * dy)
    part = min(1.0, max(0.0, part))
    return math.hypot(at[0] - a[0] - dx * part, at[1] - a[1] - dy * part)


def _scaled(box: QRectF, by: float) -> QRectF:
    return QRectF(box.x() * by, box.y() * by, box.width() * by, box.height() * by)
