"""The working sheet of area maps: faces, borders, drawn things and names of each cell."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

import numpy as np
import shapely
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QTransform

from wardesk.drawing.commands.change import Change
from wardesk.drawing.document import MapDocument
from wardesk.geometry.grids.picking import Picker
from wardesk.model.board import Feature
from wardesk.render import furniture, hex_furniture
from wardesk.render.fonts import load_fonts
from wardesk.render.hex_roads import stroke_streams
from wardesk.render.shapes import pen, saved
from wardesk.render.sheet import counter_edge
from wardesk.render.theme import MapTheme
from wardesk.render.working.area_borders import paint_borders
from wardesk.render.working.area_faces import FaceArt, Faces
from wardesk.render.working.area_names import AreaNames
from wardesk.render.working.feature_art import FeatureArt, other_features
from wardesk.render.working.ground_brush import GroundBrushes
from wardesk.render.working.lines import LineArt, paint_lines, river_paths, same_rows
from wardesk.render.working.names import Zone, paint_zone, zones_of
from wardesk.render.working.patience import Patience
from wardesk.render.working.recipes import recipe_of
from wardesk.render.working.texture import field_brush

_BLANK = QRectF(0, 0, 1000, 700)
_BLANK_AREA = 9000.0


class AreaSheet:
    """See `WorkingSheet`, whose methods these are."""

    side = 0.0
    """See `LatticeSheet`; borders are paths, which are not cut off."""

    def __init__(self, document: MapDocument, theme: MapTheme, patience: Patience) -> None:
        load_fonts()
        self.patience = patience
        self.document = document
        self.layers: Mapping[str, float] = {}
        self.faces = Faces(document)
        self._measure()
        self._features = list(document.features)
        self.lines = LineArt(document, self.unit, None)
        self.features = FeatureArt(document, self._feature_frame(), self.unit)
        self.names = AreaNames(document, self.faces, self.unit)
        self._zones = self._read_zones()
        self._picker: tuple[list[str], Picker] | None = None
        self.set_theme(theme)

    def _measure(self) -> None:
        """Counter, drawing unit and paper.

        The drawing unit goes in steps of a quarter, so that one more cell does not make all
        lettering and lines of the map a hair smaller.
        """
        area = self.faces.mean_area or _BLANK_AREA
        self.counter = counter_edge("area", area)
        self.unit = 1.25 ** round(math.log(self.counter / 106, 1.25))
        room = self.unit * 106 * 1.15
        box = self.faces.box if self.faces.borders else _paper(self.document)
        frame = box.adjusted(-room, -room, room, room)
        if (lacking := frame.height() * 1.22 - frame.width()) > 0:
            frame.adjust(-lacking * 0.5, 0, lacking * 0.5, 0)
        self.frame = frame
        margin = self.unit * 58
        self.rect = frame.adjusted(-margin, -margin, margin, margin)
        self._zone_room()

    def _zone_room(self) -> None:
        for zone in zones_of(self.document.features, self.document.cells, 1.0, self.cell_path):
            box = zone.outline.boundingRect()
            if not self.rect.contains(box):
                self.rect = self.rect.united(box.adjusted(-20, -20, 20, 20))

    def _feature_frame(self) -> QRectF:
        """Water is cut off at the frame; in steps, so that it is rarely cut anew."""
        step = self.unit * 106 * 4
        left, top = math.floor(self.frame.left() / step), math.floor(self.frame.top() / step)
        right, bottom = math.ceil(self.frame.right() / step), math.ceil(self.frame.bottom() / step)
        return QRectF(left * step, top * step, (right - left) * step, (bottom - top) * step)

    def set_theme(self, theme: MapTheme) -> None:
        """See `WorkingSheet`."""
        self.theme = theme
        self._brushes = GroundBrushes(theme, self.patience, self.unit)
        self._grain = furniture.grain_tile(np.random.default_rng(7), theme)
        self._fields = field_brush(theme, self.unit)

    def set_layers(self, shown: Mapping[str, float]) -> None:
        """See `WorkingSheet`."""
        self.layers = dict(shown)

    def changed(self, change: Change) -> list[QRectF] | None:
        """Boxes that must be painted anew; None if everything must."""
        if {"palette", "grid"} & change.kinds:
            return None
        before = self.unit, QRectF(self.rect), self._feature_frame()
        pad = self.unit * 70
        dirty = [box.adjusted(-pad, -pad, pad, pad) for box in self.faces.read()]
        if dirty:
            self._picker = None
        self._measure()
        if before != (self.unit, self.rect, self._feature_frame()):
            return None
        features = list(self.document.features)
        redrawn = not same_rows(features, self._features)
        self._features = features
        if redrawn:
            if self.features.features != other_features(self.document):
                return None
            unit = self.unit
            dirty += [_scaled(box, unit) for box in self.lines.refresh()]
        dirty += self.names.read()
        if dirty or redrawn:
            old, self._zones = self._zones, self._read_zones()
            for key in old.keys() | self._zones.keys():
                pair = old.get(key), self._zones.get(key)
                if pair[0] != pair[1]:
                    dirty += [_scaled(one.reach(), self.unit) for one in pair if one is not None]
        return dirty

    def _read_zones(self) -> dict[str, Zone]:
        k = 1 / self.unit
        shrink = QTransform.fromScale(k, k)
        document = self.document
        found = zones_of(
            document.features, document.cells, self.unit,
            lambda cell: shrink.map(self.cell_path(cell)),
        )  # fmt: skip
        return {f"{number} {zone.name}": zone for number, zone in enumerate(found)}

    @contextmanager
    def _layer(self, painter: QPainter, name: str) -> Iterator[bool]:
        share = self.layers.get(name, 1.0)
        painter.setOpacity(share)
        yield share > 0
        painter.setOpacity(1.0)

    def paint(self, painter: QPainter, seen: QRectF, scale: float) -> None:
        """See `WorkingSheet`."""
        theme, unit = self.theme, self.unit
        fine = scale * unit * 100
        box = _scaled(seen, 1 / unit)
        with saved(painter):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.fillRect(seen, theme.colour("paper.sheet"))
            with saved(painter):
                painter.setClipRect(self.frame, Qt.ClipOperation.IntersectClip)
                painter.fillRect(seen, theme.colour("ground.outside"))
                self._paint_ground(painter, seen, fine)
                self._paint_drawn(painter, seen, fine)
            with saved(painter):
                painter.scale(unit, unit)
                hex_furniture.paint_frame(
                    painter, _scaled(self.rect, 1 / unit), _scaled(self.frame, 1 / unit), theme
                )
                with self._layer(painter, "zones") as shown:
                    for zone in self._zones.values() if shown else ():
                        if zone.reach().intersects(box):
                            paint_zone(painter, zone, theme, fine)
            with self._layer(painter, "labels") as shown:
                if shown:
                    self.names.paint(painter, theme, fine, seen, self.patience)
            if theme.number("paper.grain") and fine >= 20:
                paper = seen.intersected(self.rect)
                furniture.paint_grain(painter, self._grain, paper, unit, scale)

    def _paint_ground(self, painter: QPainter, seen: QRectF, fine: float) -> None:
        """Areas, with what lies low on them."""
        near = [face for face in self.faces.faces.values() if face.box.intersects(seen)]
        with self._layer(painter, "terrain") as shown:
            if shown:
                self._paint_faces(painter, near, seen, fine)
                self.features.paint_low(painter, self.theme, fine, seen)

    def _paint_drawn(self, painter: QPainter, seen: QRectF, fine: float) -> None:
        """Lines, borders and what stands on them."""
        theme, unit = self.theme, self.unit
        box = _scaled(seen, 1 / unit)
        pieces = list(self.lines.near(box.adjusted(-20, -20, 20, 20)))
        with self._layer(painter, "lines") as shown:
            if shown:
                self.features.paint_roads(painter, theme, fine)
                with saved(painter):
                    painter.scale(unit, unit)
                    stroke_streams(painter, river_paths(pieces), theme, fine)
                    paint_lines(painter, pieces, theme, fine)
        for layer, closed in (("grid", False), ("sides", True)):
            with self._layer(painter, layer) as shown:
                if shown:
                    paint_borders(
                        painter, self.document, self.faces, theme, unit, fine, seen, works=closed
                    )
        with self._layer(painter, "terrain") as shown:
            if shown:
                self.features.paint_high(painter, theme, fine, seen)

    def paint_rough(self, painter: QPainter, seen: QRectF) -> None:
        """Bare paper, for as long as nothing better is there."""
        painter.fillRect(seen, self.theme.colour("paper.sheet"))
        painter.fillRect(seen.intersected(self.frame), self.theme.colour("ground.outside"))

    def _paint_faces(
        self, painter: QPainter, faces: list[FaceArt], seen: QRectF, fine: float
    ) -> None:
        theme, unit = self.theme, self.unit
        if self._fields is not None:
            with saved(painter):
                painter.setOpacity(painter.opacity() * 0.8)
                painter.fillRect(seen, self._fields.at(fine))
        for face in faces:  # a rim of its own tint, or smoothing would leave slits
            brush = self._brushes.at(face.art, fine)
            line = pen(theme.colour("ground.plain"), max(unit * 3, 120 * unit / fine))
            line.setBrush(brush)
            painter.strokePath(face.path, line)
            painter.fillPath(face.path, brush)
            if recipe_of(face.art) == "open" and self._fields is not None and fine >= 16:
                painter.fillPath(face.path, self._fields.at(fine))

    def cell_path(self, cell: str) -> QPainterPath:
        """See `WorkingSheet`."""
        face = self.faces.faces.get(cell)
        return QPainterPath(face.path) if face else QPainterPath()

    def locate(self, x: float, y: float) -> str:
        """See `WorkingSheet`. On a border it is the cell that comes first in the document."""
        if not (math.isfinite(x) and math.isfinite(y)):
            return ""
        if self._picker is None:
            names = [cell for cell in self.document.cells if cell in self.faces.faces]
            forms = [_polygon(self.faces.faces[cell]) for cell in names]
            self._picker = names, Picker(forms)
        names, picker = self._picker
        found = picker.cell_at(x, y)
        return "" if found is None else names[found]

    def side_at(self, _point: QPointF, _within: float) -> tuple[str, str] | None:
        """Area maps have borders instead of sides: always None."""
        return None

    def side_line(self, _a: str, _b: str) -> tuple[QPointF, QPointF] | None:
        """Area maps have borders instead of sides: always None."""
        return None

    def line_curve(self, feature: Feature) -> list[tuple[float, float]]:
        """See `WorkingSheet`."""
        return self.lines.curve(feature)

    def cells_picture(self, _cells: Iterable[str], _ink: QColor) -> tuple[QImage, QRectF] | None:
        """Areas have no common form: always None."""
        return None

    def cells_in(self, box: QRectF) -> list[str]:
        """See `WorkingSheet`."""
        area = box.normalized()
        return [
            cell.id for cell in self.document.cells.values() if area.contains(QPointF(*cell.anchor))
        ]


def _paper(document: MapDocument) -> QRectF:
    """What a map without areas is to span: the paper that was chosen for it."""
    sides = document.styles.get("paper")
    if isinstance(sides, list | tuple) and len(sides) == 4:
        numbers = [float(one) for one in sides if isinstance(one, int | float)]
        if len(numbers) == 4 and all(map(math.isfinite, numbers)):
            box = QRectF(QPointF(*numbers[:2]), QPointF(*numbers[2:]))
            return box if box.isValid() else _BLANK
    return _BLANK


def _polygon(face: FaceArt) -> shapely.Geometry:
    rings = [ring for ring in face.rings if len(ring) > 2]
    return shapely.Polygon(rings[0], rings[1:]) if rings else shapely.Polygon()


def _scaled(box: QRectF, by: float) -> QRectF:
    return QRectF(box.x() * by, box.y() * by, box.width() * by, box.height() * by)
