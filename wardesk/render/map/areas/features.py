"""Drawn things of area maps that are no lines of the palette: water, woods, works, old roads.

They are built by the print's own painters, all at once, and only when one of them changes.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPainterPath
from shapely.geometry import Polygon

from wardesk.drawing.commands.features import LABEL, ZONE
from wardesk.model.board import Board, Feature
from wardesk.render.map.areas import walls, water, woods, works
from wardesk.render.map.printed_sheet import PrintedSheet
from wardesk.render.map.view import ViewedMap
from wardesk.render.shapes import chaikin, dashed, lines, of_kind, path_of, pen
from wardesk.render.theme import MapTheme

_WIDTHS = {"road": (12.5, 8.4), "path": (7.6, 4.6), "track": (7.6, 4.6)}
"""Casing and fill in drawing units, wide roads first."""


def other_features(view: ViewedMap) -> tuple[Feature, ...]:
    """The features that neither lines, labels nor zones paint."""
    kinds = view.palette.lines
    return tuple(
        one for one in view.features if one.kind not in (LABEL, ZONE) and one.kind not in kinds
    )


class FeatureArt:
    """The geometry of all other features of a map.

    *around*: the printed sheet of a board, whose country is to be planted with single trees.
    """

    def __init__(
        self, view: ViewedMap, frame: QRectF, unit: float, around: PrintedSheet | None = None
    ) -> None:
        self.features = other_features(view)
        self.unit = unit
        board = Board(
            id=view.id,
            title="",
            kind="area",
            unit=view.unit,
            provenance="",
            cells={},
            outlines={},
            borders=(),
            contacts=(),
            features=self.features,
            palette=view.palette,
        )
        # no cells of a map that is drawn: what is seen here must not move when a border does
        cells, massif = (around.cells, around.massif) if around is not None else ({}, Polygon())
        sheet = PrintedSheet(board, frame, frame, unit * 106, unit, cells, massif)
        self.water = water.build_water(sheet)
        self.woods = woods.build_woods(sheet, scattered=around is not None)
        self.roads = build_roads(sheet)
        self.works = works.build_works(sheet)
        self.walls = walls.build_walls(sheet)

    def paint_ditches(self, painter: QPainter, theme: MapTheme, fine: float, seen: QRectF) -> None:
        """Dug ground, under the relief."""
        water.paint_ditches(painter, self.water, theme, self.unit, fine, seen)

    def paint_low(self, painter: QPainter, theme: MapTheme, fine: float, seen: QRectF) -> None:
        """What lies under borders, over the ground and its relief."""
        unit = self.unit
        water.paint_water(painter, self.water, theme, unit, fine)
        woods.paint_woods(painter, self.woods, theme, unit, fine, seen)

    def paint_roads(self, painter: QPainter, theme: MapTheme, fine: float) -> None:
        """Roads that no palette knows."""
        paint_roads(painter, self.roads, theme, self.unit, fine)

    def paint_high(self, painter: QPainter, theme: MapTheme, fine: float, seen: QRectF) -> None:
        """What lies over borders."""
        works.paint_works(painter, self.works, theme, self.unit, fine, seen)
        walls.paint_walls(painter, self.walls, theme, self.unit, fine, seen)
        water.paint_water_names(painter, self.water, theme, fine)


@dataclass
class Roads:
    """Colourless lines of roads by kind."""

    runs: dict[str, list[QPainterPath]]


def build_roads(sheet: PrintedSheet) -> Roads:
    """Round every road once."""
    runs: dict[str, list[QPainterPath]] = {}
    for feature, form in of_kind(sheet.board, *_WIDTHS):
        for line in lines(form):
            runs.setdefault(feature.kind, []).append(path_of(chaikin(line, 2)))
    return Roads(runs)


def paint_roads(painter: QPainter, made: Roads, theme: MapTheme, unit: float, fine: float) -> None:
    """Casings, fills, and the rut of paths."""
    least = 100 * unit / fine
    order = [kind for kind in reversed(_WIDTHS) if kind in made.runs]
    for part, name in ((0, "casing"), (1, "fill")):
        for kind in order:
            width = max(unit * _WIDTHS[kind][part], (2.6, 1.3)[part] * least)
            key = f"road.{name}" if kind == "road" else f"road.path_{name}"
            line = pen(theme.colour(key), width)
            for run in made.runs[kind]:
                painter.strokePath(run, line)
    if fine >= 60:
        rut = dashed(theme.colour("road.rut", 0.5), unit * 1.0, (unit * 9, unit * 7))
        for kind in order:
            if kind != "road":
                for run in made.runs[kind]:
                    painter.strokePath(run, rut)
