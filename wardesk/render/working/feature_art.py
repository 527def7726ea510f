"""Drawn things of area maps that are no lines of the palette: water, woods, works, old roads.

They are built by the print's own painters, all at once, and only when one of them changes.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from shapely.geometry import Polygon

from wardesk.drawing.commands.features import LABEL, ZONE
from wardesk.drawing.document import MapDocument
from wardesk.model.board import Board, Feature
from wardesk.render import borders, roads, water, woods, works
from wardesk.render.sheet import Sheet
from wardesk.render.theme import MapTheme


def other_features(document: MapDocument) -> tuple[Feature, ...]:
    """The features that neither lines, labels nor zones paint."""
    kinds = document.palette.lines
    return tuple(
        one for one in document.features if one.kind not in (LABEL, ZONE) and one.kind not in kinds
    )


class FeatureArt:
    """The geometry of all other features of a map."""

    def __init__(self, document: MapDocument, frame: QRectF, unit: float) -> None:
        self.features = other_features(document)
        self.unit = unit
        board = Board(
            id=document.id,
            title="",
            kind="area",
            unit=document.unit,
            provenance="",
            cells={},
            outlines={},
            borders=(),
            contacts=(),
            features=self.features,
            palette=document.palette,
        )
        # no cells: what is drawn here must not move when a border does
        sheet = Sheet(board, frame, frame, unit * 106, unit, {}, Polygon())
        self.water = water.build_water(sheet)
        self.woods = woods.build_woods(sheet, scattered=False)
        self.roads = roads.build_roads(sheet)
        self.works = works.build_works(sheet)
        self.walls = borders.build_borders(sheet)

    def paint_low(self, painter: QPainter, theme: MapTheme, fine: float, seen: QRectF) -> None:
        """What lies under borders."""
        unit = self.unit
        water.paint_ditches(painter, self.water, theme, unit, fine, seen)
        water.paint_water(painter, self.water, theme, unit, fine)
        woods.paint_woods(painter, self.woods, theme, unit, fine, seen)

    def paint_roads(self, painter: QPainter, theme: MapTheme, fine: float) -> None:
        """Roads that no palette knows."""
        roads.paint_roads(painter, self.roads, theme, self.unit, fine)

    def paint_high(self, painter: QPainter, theme: MapTheme, fine: float, seen: QRectF) -> None:
        """What lies over borders."""
        works.paint_works(painter, self.works, theme, self.unit, fine, seen)
        borders.paint_walls(painter, self.walls, theme, self.unit, fine, seen)
        water.paint_water_names(painter, self.water, theme, fine)
