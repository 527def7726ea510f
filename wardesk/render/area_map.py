"""The printed map: paints ground and lettering of a board, at any zoom and on any thread.

Geometry is worked out once per board (`MapScene`) and holds no colour; a theme holds no geometry.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from wardesk.documents.wording import PLAIN, Wording
from wardesk.model.board import Board
from wardesk.render import borders, furniture, labels, relief, roads, terrain, water, woods, works
from wardesk.render.fonts import load_fonts
from wardesk.render.free_labels import FreeLabels
from wardesk.render.hex_map import HexPrint, HexScene
from wardesk.render.map_parts import MapParts
from wardesk.render.printed_zones import PrintedZones
from wardesk.render.shapes import visible
from wardesk.render.sheet import make_sheet
from wardesk.render.theme import MapTheme

WHOLE = MapParts()


class MapScene:
    """All geometry of one board; safe to share between painters and threads once made."""

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
        step()
        self.terrain = terrain.build_terrain(self.sheet)
        step()
        self.relief = relief.build_relief(self.sheet)
        self.water = water.build_water(self.sheet)
        step()
        self.woods = woods.build_woods(self.sheet)
        step()
        self.roads = roads.build_roads(self.sheet)
        self.works = works.build_works(self.sheet)
        self.borders = borders.build_borders(self.sheet)
        self.furniture = furniture.build_furniture(self.sheet)
        step()
        self.words = FreeLabels(board, self.sheet.unit)
        self.zones = PrintedZones(board, self.sheet.unit)
        self.labels = labels.LabelPlan(self.sheet, self.furniture.taken, self.water.whole)
        step()


Progress = Callable[[int, int], None]
"""``progress(done, of)`` while a scene is made; what it raises stops the work."""

_scenes: dict[tuple[str, str, int, str], MapScene | HexScene] = {}


def scene_of(
    board: Board, progress: Progress | None = None, words: Wording = PLAIN
) -> MapScene | HexScene:
    """The scene of a board; the last four are kept, so that a change of theme costs nothing.

    *words*: how its key is said.
    """
    key = (board.id, board.digest, id(board), words.language)
    if key not in _scenes:
        while len(_scenes) >= 4:
            _scenes.pop(next(iter(_scenes)))
        kind = MapScene if board.kind == "area" else HexScene
        done = iter(range(1, kind.STEPS + 1))
        _scenes[key] = kind(
            board, lambda: progress(next(done), kind.STEPS) if progress else None, words
        )
    return _scenes[key]


def forget_scenes() -> None:
    """Drop all kept scenes, for example to free memory when the last map closes."""
    _scenes.clear()


class SectorPrint:
    """Paints a board of sectors in one theme."""

    def __init__(self, scene: MapScene, theme: MapTheme, parts: MapParts) -> None:
        self.scene, self._parts = scene, parts
        self.theme = theme
        self._shade = relief.shade_images(scene.relief, theme)
        self._grain = furniture.grain_tile(scene.sheet.numbers("grain"), theme)

    def prepare(self) -> None:
        """Plan the names for every zoom."""
        self.scene.labels.prepare()

    def paint_ground(self, painter: QPainter, lod: float) -> None:
        """Everything that lies under range tints and counters. *lod*: device pixels per unit."""
        made, theme, unit = self.scene, self.theme, self.scene.sheet.unit
        fine = lod * unit * 100
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        seen = visible(painter)
        terrain.paint_ground(painter, made.terrain, theme, fine, seen)
        water.paint_ditches(painter, made.water, theme, unit, fine, seen)
        relief.paint_shade(painter, made.relief, self._shade)
        terrain.paint_tufts(painter, made.terrain, theme, unit, fine, seen)
        relief.paint_relief(painter, made.relief, theme, unit, fine, seen)
        water.paint_water(painter, made.water, theme, unit, fine)
        woods.paint_woods(painter, made.woods, theme, unit, fine, seen)
        roads.paint_roads(painter, made.roads, theme, unit, fine)
        borders.paint_borders(painter, made.borders, theme, unit, fine, seen)
        works.paint_works(painter, made.works, theme, unit, fine, seen)
        borders.paint_walls(painter, made.borders, theme, unit, fine, seen)
        water.paint_water_names(painter, made.water, theme, fine)
        furniture.paint_furniture(painter, made.furniture, made.sheet, theme, self._parts)
        if theme.number("paper.grain") and fine >= 20:
            furniture.paint_grain(painter, self._grain, made.sheet.rect, unit, lod)
        painter.restore()

    def paint_ink(self, painter: QPainter, lod: float) -> None:
        """Names, victory points and divisors: above range tints, below counters."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._parts.numbers:
            self.scene.labels.paint(painter, self.theme, lod, visible(painter))
        painter.restore()


class BoardPainter:
    """Paints one board in one theme. Painters given to it must use board coordinates.

    Sectors are painted by `SectorPrint`, hexes and squares by `HexPrint`.
    """

    def __init__(
        self, board: Board, theme: MapTheme, words: Wording = PLAIN, parts: MapParts = WHOLE
    ) -> None:
        self.board, self.parts = board, parts
        self.theme = theme
        self.scene = scene = scene_of(board, words=words)
        if isinstance(scene, HexScene):
            self._print: HexPrint | SectorPrint = HexPrint(scene, theme, parts)
        else:
            self._print = SectorPrint(scene, theme, parts)

    @property
    def rect(self) -> QRectF:
        """The whole sheet in board units, surroundings and margin included.

        Of gridded boards without its key it ends with the margin, without its frame at the country.
        """
        sheet, parts = self.scene.sheet, self.parts
        whole, margin = QRectF(sheet.rect), sheet.frame.left() - sheet.rect.left()
        if self.board.kind == "area" or not parts.key:
            around = margin if parts.frame else 0.0
            return sheet.frame.adjusted(-around, -around, around, around)
        return whole

    @property
    def counter(self) -> float:
        """Edge of a counter in board units."""
        return self.scene.sheet.counter

    def slot(self, cell: str) -> QRectF:
        """The square around a cell's anchor that a counter covers. KeyError if unknown."""
        return self.scene.sheet.slot(cell)

    def paint_ground(self, painter: QPainter, lod: float) -> None:
        """Everything that lies under range tints and counters. *lod*: device pixels per unit."""
        self._print.paint_ground(painter, lod)

    def paint_ink(self, painter: QPainter, lod: float) -> None:
        """Names, numbers, victory points and divisors: above range tints, below counters."""
        self._print.paint_ink(painter, lod)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.scene.zones.paint(painter, self.theme, lod, visible(painter))
        self.scene.words.paint(painter, self.theme, lod, visible(painter))
        painter.restore()

    def prepare(self) -> None:
        """Plan the names for every zoom and load all outlines: for a worker thread, about 2 s."""
        self._print.prepare()

    def label_rects(self, lod: float) -> dict[str, QRectF]:
        """Per cell the box that its lettering fills at this zoom, board units."""
        return self.scene.labels.rects(lod)

    def planned_label_rects(self, lod: float) -> dict[str, QRectF]:
        """The same, but nothing while they are not worked out: never waits."""
        if isinstance(self.scene, HexScene) or not self.scene.labels.planned(lod):
            return {}
        return self.scene.labels.rects(lod)
