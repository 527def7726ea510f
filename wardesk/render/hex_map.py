"""The printed map of hexes and squares: what `area_map` is for sectors, from softer outlines.

Geometry is worked out once per board (`HexScene`), in drawing units of a hundredth of a hex's
radius, and holds no colour; `HexPrint` puts the ink of one theme to it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from wardesk.documents.wording import PLAIN, Wording
from wardesk.model.board import Board
from wardesk.render import (
    furniture,
    hex_furniture,
    hex_grid,
    hex_roads,
    levels,
    orchards,
    place_names,
    villages,
)
from wardesk.render.fields import Field
from wardesk.render.fonts import load_fonts
from wardesk.render.free_labels import FreeLabels
from wardesk.render.hex_layout import make_layout
from wardesk.render.map_parts import MapParts
from wardesk.render.printed_zones import PrintedZones
from wardesk.render.shapes import visible
from wardesk.render.sheet import make_sheet
from wardesk.render.theme import MapTheme


class HexScene:
    """All geometry of one gridded board; safe to share between painters and threads once made."""

    STEPS = 6
    """How often *step* is called while it is made."""

    def __init__(
        self,
        board: Board,
        step: Callable[[], None] = lambda: None,
        words: Wording = PLAIN,
    ) -> None:
        load_fonts()
        self.sheet = make_sheet(board, words)
        self.layout = layout = make_layout(self.sheet)
        step()
        self.words = FreeLabels(board, self.sheet.unit)
        self.zones = PrintedZones(board, layout.scale)
        self.field = field = Field(layout.frame)
        self.ground = levels.build_ground(layout, field)
        step()
        self.sides = hex_roads.build_sides(layout)
        self.rivers = hex_roads.build_rivers(layout)
        self.roads = hex_roads.build_roads(layout, self.sides.whole)
        self.lake = orchards.build_lake(layout, field)
        self.trees = orchards.build_trees(layout, field, self.roads)
        step()
        self.villages = villages.build_villages(layout, field, self.roads)
        step()
        for area in (self.trees.wood, self.trees.orchard, self.villages.ground):
            _ = area.rings  # cut now: later many threads look at once
        for rise in self.ground.steps:
            _ = rise.edge.pieces
        self.grid = hex_grid.build_grid(layout, self._busy())
        step()
        self.panel = hex_furniture.build_panel(layout, self.ground.ranks, self.roads, self.sides)
        runs = [point for run in self.roads.lines for point in run]
        along = np.array(runs) if runs else np.zeros((0, 2))
        self.labels = place_names.PlaceNames(
            layout, self.villages.spots, along, self.grid.boxes, self._green
        )
        step()

    def _green(self, points: np.ndarray) -> np.ndarray:
        """For points (n × 2) whether each lies in a wood, an orchard or water."""
        wet = self.lake.holds(points)
        return wet | self.trees.wood.holds(points) | self.trees.orchard.holds(points)

    def _busy(self) -> np.ndarray:
        """Per cell whether its number stands on anything but open ground."""
        places = np.array(list(hex_grid.number_places(self.layout).values()) or np.zeros((0, 2)))
        busy = ~self.roads.clear(places, 20)
        for area in (self.trees.wood, self.trees.orchard, self.villages.ground, self.lake):
            busy |= area.holds(places)
        return busy


class HexPrint:
    """Paints a gridded board in one theme. Painters given to it must use board coordinates."""

    def __init__(self, scene: HexScene, theme: MapTheme, parts: MapParts) -> None:
        self.scene, self._parts = scene, parts
        self.theme = theme
        self._washes = levels.make_washes(scene.ground, theme)
        self._grain = furniture.grain_tile(scene.sheet.numbers("grain"), theme)
        self._samples: tuple[QImage, ...] | None = None
        self._lock = threading.Lock()

    def prepare(self) -> None:
        """Plan all names and cut the samples of the key now: for a worker thread."""
        self.scene.labels.prepare()
        _ = self.scene.grid.numbers.made, self.scene.grid.busy.made
        self._key()

    def _key(self) -> tuple[QImage, ...]:
        with self._lock:
            if self._samples is None:
                made = self.scene
                self._samples = hex_furniture.sample_images(
                    made.panel, made.layout, self._paint_land
                )
            return self._samples

    def paint_ground(self, painter: QPainter, lod: float) -> None:
        """Everything under range tints and counters. *lod*: device pixels per board unit."""
        made, theme, layout = self.scene, self.theme, self.scene.layout
        fine = lod * layout.scale * 100
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.scale(layout.scale, layout.scale)
        seen = visible(painter)
        inside = seen.intersected(layout.frame)
        if not inside.isEmpty():
            painter.save()
            painter.setClipRect(layout.frame, Qt.ClipOperation.IntersectClip)
            self._paint_land(painter, fine, inside)
            if self._parts.grid:
                hex_grid.paint_veil(painter, made.grid, theme, layout.frame)
                hex_grid.paint_grid(painter, made.grid, theme, fine, inside)
            painter.restore()
        if self._parts.frame:
            hex_furniture.paint_frame(painter, layout.rect, layout.frame, theme)
        if self._parts.key and seen.intersects(made.panel.box):
            hex_furniture.paint_panel(painter, made.panel, layout, theme, self._key(), fine)
        painter.restore()
        if theme.number("paper.grain") and fine >= 30:
            furniture.paint_grain(painter, self._grain, made.sheet.rect, made.sheet.unit, lod)

    def _paint_land(self, painter: QPainter, fine: float, seen: QRectF) -> None:
        """The country without grid and lettering, drawing units; also cut up for the key."""
        made, theme = self.scene, self.theme
        levels.paint_ground(painter, made.ground, theme, self._washes, fine, seen)
        orchards.paint_orchards(painter, made.trees, theme, fine, seen)
        villages.paint_built(painter, made.villages, theme, fine, seen)
        orchards.paint_lake(painter, made.lake, theme, fine)
        hex_roads.paint_streams(painter, made.sides, theme, fine, seen)
        hex_roads.stroke_streams(painter, made.rivers, theme, fine)
        orchards.paint_woods(painter, made.trees, theme, fine, seen)
        hex_roads.paint_roads(painter, made.roads, theme, fine, seen)
        villages.paint_houses(painter, made.villages, theme, fine, seen)
        hex_roads.paint_side_works(painter, made.sides, theme, fine, seen)

    def paint_ink(self, painter: QPainter, lod: float) -> None:
        """Numbers and names: above range tints, below counters."""
        layout = self.scene.layout
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(layout.scale, layout.scale)
        seen, fine = visible(painter), lod * layout.scale * 100
        if self._parts.numbers:
            hex_grid.paint_numbers(painter, self.scene.grid, self.theme, fine, seen)
        place_names.paint_names(painter, self.scene.labels, self.theme, lod, seen)
        painter.restore()
