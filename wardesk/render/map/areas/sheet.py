"""The map sheet of area maps: faces, borders, drawn things and names of each cell."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

import numpy as np
import shapely
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QTransform

from wardesk.drawing.commands.change import DocumentChange
from wardesk.geometry.adjacency.coverage import polygon
from wardesk.geometry.grids.picking import Picker
from wardesk.model.board import Feature
from wardesk.render.fonts import load_fonts
from wardesk.render.map import grain
from wardesk.render.map.areas import borders, marginalia, relief, tufts
from wardesk.render.map.areas.faces import FaceArt, faces_of
from wardesk.render.map.areas.features import FeatureArt, other_features
from wardesk.render.map.areas.final_pass import Finish
from wardesk.render.map.areas.kinds_key import paint_kinds
from wardesk.render.map.areas.names import AreaNames
from wardesk.render.map.drawn_text import drawn_layer, is_drawing
from wardesk.render.map.field_texture import field_brush
from wardesk.render.map.frame import MapParts, paint_frame
from wardesk.render.map.ground_brush import NEAR, GroundBrushes
from wardesk.render.map.lines import LineArt, paint_lines, same_rows, water_courses
from wardesk.render.map.names import NamedZone, label_key, paint_zone, printed_zones, zones_of
from wardesk.render.map.paint_deadline import Patience
from wardesk.render.map.printed_sheet import counter_edge
from wardesk.render.map.recipes import area_recipe, area_tint
from wardesk.render.map.side_signs import paint_waters
from wardesk.render.map.styled_theme import worn
from wardesk.render.map.view import ViewedMap
from wardesk.render.shapes import pen, saved
from wardesk.render.theme import MapTheme

_BLANK_AREA = 9000.0


class AreaSheet:
    """See `MapSheet`, whose methods these are. *finish*: what a printed board has besides."""

    side = 0.0
    """See `LatticeSheet`; borders are paths, which are not cut off."""

    def __init__(
        self,
        view: ViewedMap,
        theme: MapTheme,
        patience: Patience,
        finish: Finish | None = None,
    ) -> None:
        load_fonts()
        self.patience, self.finish = patience, finish
        self.view = view
        self.layers: Mapping[str, float] = {}
        self.parts = MapParts()
        self.faces = faces_of(view)
        self._measure()
        self._features = list(view.features)
        self.lines = LineArt(view, self.unit, None)
        around = finish.sheet if finish is not None else None
        frame = around.frame if around is not None else self._feature_frame()
        self.features = FeatureArt(view, frame, self.unit, around)
        self.names = AreaNames(view, self.faces, self.unit)
        self._zones = self._read_zones()
        self._picker: tuple[list[str], Picker] | None = None
        self._use(theme)

    def _measure(self) -> None:
        """Counter, drawing unit and paper.

        The drawing unit goes in steps of a quarter, so that one more cell does not make all
        lettering and lines of the map a hair smaller.
        """
        area = self.faces.mean_area or _BLANK_AREA
        self.counter = counter_edge("area", area)
        self.unit = 1.25 ** round(math.log(self.counter / 106, 1.25))
        if self.finish is not None:
            sheet = self.finish.sheet
            self.frame, self.rect = QRectF(sheet.frame), QRectF(sheet.rect)
            return
        room = self.unit * 106 * 1.15
        box = self.faces.span
        frame = box.adjusted(-room, -room, room, room)
        if (lacking := frame.height() * 1.22 - frame.width()) > 0:
            frame.adjust(-lacking * 0.5, 0, lacking * 0.5, 0)
        self.frame = frame
        margin = self.unit * 58
        self.rect = frame.adjusted(-margin, -margin, margin, margin)
        self._zone_room()

    def _zone_room(self) -> None:
        for zone in zones_of(self.view.features, self.view.cells, 1.0, self.cell_path):
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
        """See `MapSheet`."""
        if theme is not self._given:
            self._use(theme)

    def _use(self, theme: MapTheme) -> None:
        self._given, self.theme = theme, worn(theme, self.view)
        theme = self.theme
        self._brushes = GroundBrushes(theme, self.patience, self.unit)
        self._grain = grain.grain_tile(np.random.default_rng(7), theme)
        self._fields = field_brush(theme, self.unit)
        if self.finish is not None:
            self._shade = relief.shade_images(self.finish.relief, theme)

    def set_layers(self, shown: Mapping[str, float]) -> None:
        """See `MapSheet`."""
        self.layers = dict(shown)

    def set_parts(self, parts: MapParts) -> None:
        """What of the printed sheet is painted from now on."""
        self.parts = parts

    def changed(self, change: DocumentChange) -> list[QRectF] | None:
        """Boxes that must be painted anew; None if everything must."""
        if {"palette", "grid", "look"} & change.kinds:
            return None
        before = self.unit, QRectF(self.rect), self._feature_frame()
        pad = self.unit * 70
        dirty = [box.adjusted(-pad, -pad, pad, pad) for box in self.faces.read()]
        if dirty:
            self._picker = None
        self._measure()
        if before != (self.unit, self.rect, self._feature_frame()):
            return None
        features = list(self.view.features)
        redrawn = not same_rows(features, self._features)
        self._features = features
        if redrawn:
            if self.features.features != other_features(self.view):
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

    def _read_zones(self) -> dict[str, NamedZone]:
        k = 1 / self.unit
        shrink = QTransform.fromScale(k, k)
        view = self.view
        features = view.features if self.finish is None else printed_zones(view.features)
        found = zones_of(
            features, view.cells, self.unit,
            lambda cell: shrink.map(self.cell_path(cell)),
        )  # fmt: skip
        return {f"{number} {zone.name}": zone for number, zone in enumerate(found)}

    @contextmanager
    def _layer(self, painter: QPainter, name: str) -> Iterator[bool]:
        share = self.layers.get(name, 1.0)
        with drawn_layer(painter, name):
            painter.setOpacity(share)
            yield share > 0
        painter.setOpacity(1.0)

    def paint(self, painter: QPainter, seen: QRectF, scale: float) -> None:
        """See `MapSheet`."""
        self.paint_ground(painter, seen, scale)
        self.paint_lettering(painter, seen, scale)

    def paint_ground(self, painter: QPainter, seen: QRectF, scale: float) -> None:
        """The country with its borders and lines, the frame, keys and the paper's grain."""
        theme, unit = self.theme, self.unit
        fine = scale * unit * 100
        with saved(painter):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.fillRect(seen.intersected(self.rect), theme.colour("paper.sheet"))
            with saved(painter):
                painter.setClipRect(self.frame, Qt.ClipOperation.IntersectClip)
                painter.fillRect(seen.intersected(self.frame), theme.colour("ground.outside"))
                self._paint_land(painter, seen, fine)
                self._paint_drawn(painter, seen, fine)
            with saved(painter):
                painter.scale(unit, unit)
                shrunk = _scaled(self.rect, 1 / unit), _scaled(self.frame, 1 / unit)
                if self.parts.frame:
                    with drawn_layer(painter, "frame"):
                        paint_frame(painter, *shrunk, theme)
            if self.finish is not None and self.parts.key:
                with drawn_layer(painter, "key"):
                    self._paint_furniture(painter, self.finish, fine)
            if theme.number("paper.grain") and fine >= 20:
                paper = seen.intersected(self.rect)
                grain.paint_grain(painter, self._grain, paper, unit, scale)

    def _paint_furniture(self, painter: QPainter, finish: Finish, fine: float) -> None:
        sheet, theme = finish.sheet, self.theme
        marginalia.paint_furniture(painter, finish.furniture, sheet, theme)
        if finish.kinds is not None:
            paint_kinds(painter, finish.kinds, sheet, theme, self._brushes, max(fine, NEAR))

    def paint_lettering(self, painter: QPainter, seen: QRectF, scale: float) -> None:
        """Zones and names."""
        theme, unit = self.theme, self.unit
        fine = scale * unit * 100
        box = _scaled(seen, 1 / unit)
        with saved(painter):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            with saved(painter), self._layer(painter, "zones") as shown:
                painter.scale(unit, unit)
                for zone in self._zones.values() if shown else ():
                    if zone.reach().intersects(box):
                        paint_zone(painter, zone, theme, fine)
            with self._layer(painter, "labels") as shown:
                if shown and self.finish is not None:
                    if self.parts.numbers:
                        self.finish.labels.paint(painter, theme, scale, seen)
                    self.finish.words.paint(painter, theme, scale, seen)
                elif shown:
                    self.names.paint(painter, theme, fine, seen, self.patience)

    def label_box(self, number: int, scale: float) -> QRectF:
        """See `MapSheet`."""
        key = label_key(self.view.features[number], number)
        return self.names.box(key, scale * self.unit * 100)

    def names_at(self, scale: float) -> dict[str, QRectF]:
        """By its cell what each name of a printed board fills at a zoom, board units."""
        return self.finish.labels.rects(scale) if self.finish is not None else {}

    def _paint_land(self, painter: QPainter, seen: QRectF, fine: float) -> None:
        """Areas, their relief, and what lies low on them."""
        theme, unit, finish = self.theme, self.unit, self.finish
        near = [face for face in self.faces.faces.values() if face.box.intersects(seen)]
        if finish is not None:
            relief.paint_glacis(painter, finish.relief, theme)
        with self._layer(painter, "terrain") as shown:
            if shown:
                self._paint_faces(painter, near, seen, fine)
                self.features.paint_ditches(painter, theme, fine, seen)
        if finish is not None:
            with self._layer(painter, "elevation") as shown:
                if shown:
                    relief.paint_shade(painter, finish.relief, self._shade)
                    tufts.paint_tufts(painter, finish.tufts, theme, unit, fine, seen)
                    relief.paint_relief(painter, finish.relief, theme, unit, fine, seen)
        with self._layer(painter, "terrain") as shown:
            if shown:
                self.features.paint_low(painter, theme, fine, seen)

    def _paint_drawn(self, painter: QPainter, seen: QRectF, fine: float) -> None:
        """Borders, what stands on them, lines, and works over all."""
        theme, unit = self.theme, self.unit
        box = _scaled(seen, 1 / unit)
        pieces = list(self.lines.near(box.adjusted(-30, -30, 30, 30)))
        for layer, paint in (("grid", borders.paint_lines), ("sides", borders.paint_works)):
            with self._layer(painter, layer) as shown:
                if shown:
                    paint(painter, self.view, self.faces, theme, unit, fine, seen)
        with self._layer(painter, "lines") as shown:
            if shown:
                self.features.paint_roads(painter, theme, fine)
                with saved(painter):
                    painter.scale(unit, unit)
                    paint_waters(painter, water_courses(pieces), theme, fine)
                    paint_lines(painter, pieces, theme, fine)
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
                self._fields.paint(painter, seen.intersected(self.frame), fine)
        for face in faces:  # a rim of its own tint, or smoothing would leave slits
            brush = self._brushes.of(painter, face.art, fine)
            line = pen(theme.colour("ground.plain"), max(unit * 3, 120 * unit / fine))
            if brush.style() == Qt.BrushStyle.TexturePattern and is_drawing(painter):
                line.setColor(QColor(area_tint(theme, face.art)))  # or Qt would write it black
            else:
                line.setBrush(brush)
            painter.strokePath(face.path, line)
            painter.fillPath(face.path, brush)
            if area_recipe(face.art) == "open" and self._fields is not None and fine >= 16:
                painter.fillPath(face.path, self._fields.ground(painter, fine))

    def cell_path(self, cell: str) -> QPainterPath:
        """See `MapSheet`."""
        face = self.faces.faces.get(cell)
        return QPainterPath(face.path) if face else QPainterPath()

    def locate(self, x: float, y: float) -> str:
        """See `MapSheet`. On a border it is the cell that comes first in the view."""
        if not (math.isfinite(x) and math.isfinite(y)):
            return ""
        if self._picker is None:
            names = [cell for cell in self.view.cells if cell in self.faces.faces]
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
        """See `MapSheet`."""
        return self.lines.curve(feature)

    def cells_picture(self, _cells: Iterable[str], _ink: QColor) -> tuple[QImage, QRectF] | None:
        """Areas have no common form: always None."""
        return None

    def cells_in(self, box: QRectF) -> list[str]:
        """See `MapSheet`."""
        area = box.normalized()
        return [
            cell.id for cell in self.view.cells.values() if area.contains(QPointF(*cell.anchor))
        ]


def _polygon(face: FaceArt) -> shapely.Geometry:
    rings = [ring for ring in face.rings if len(ring) > 2]
    return polygon(rings) if rings else shapely.Polygon()


def _scaled(box: QRectF, by: float) -> QRectF:
    return QRectF(box.x() * by, box.y() * by, box.width() * by, box.height() * by)
