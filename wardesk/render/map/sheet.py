"""The map sheet: the map as it is being drawn, painted at once after every change."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath

from wardesk.drawing.commands.change import DocumentChange
from wardesk.drawing.document import MapDocument
from wardesk.model.board import Feature
from wardesk.model.map_look import SheetLook
from wardesk.render.map.areas.sheet import AreaSheet
from wardesk.render.map.lattice.sheet import LatticeSheet
from wardesk.render.map.paint_deadline import Patience
from wardesk.render.map.tiles import ZoomTiles
from wardesk.render.theme import MapTheme

_MOST_ROOM = 260


class MapSheet:
    """Paints a document that is being edited. Everything is in document units.

    *scale* is device pixels per document unit; ids of layers are ``terrain``, ``elevation``,
    ``grid``, ``sides``, ``lines``, ``labels``, ``zones`` and ``numbers``.
    """

    def __init__(self, document: MapDocument, theme: MapTheme) -> None:
        self._document, self._theme = document, theme
        self._layers: dict[str, float] = {}
        self._patience = Patience()
        self._tiles = ZoomTiles(self._patience)
        self._drawn: AreaSheet | LatticeSheet = self._make()

    def _make(self) -> AreaSheet | LatticeSheet:
        self._tiles.clear()
        grid = self._document.grid
        if grid is None:
            return AreaSheet(self._document, self._theme, self._patience)
        return LatticeSheet(self._document, grid, self._theme, self._patience)

    @property
    def rect(self) -> QRectF:
        """The whole paper, margin included; commands that resize the sheet change it."""
        return QRectF(self._drawn.rect)

    @property
    def look(self) -> SheetLook:
        """The look that the map has."""
        return self._document.look

    @property
    def counter(self) -> float:
        """Edge of a counter."""
        return self._drawn.counter

    def set_theme(self, theme: MapTheme) -> None:
        """Paint in another theme from now on."""
        if theme is not self._theme:
            self._theme = theme
            self._drawn.set_theme(theme)
            self._tiles.clear()

    def set_layers(self, shown: Mapping[str, float]) -> None:
        """Show layers at an opacity of 0 to 1; layers that are not named are shown in full."""
        layers = {name: min(1.0, max(0.0, share)) for name, share in shown.items()}
        if layers != self._layers:
            self._layers = layers
            self._drawn.set_layers(layers)
            self._tiles.clear()

    def changed(self, change: DocumentChange) -> list[QRectF] | None:
        """The document has been changed, forward or back: drop what shows the old state.

        Gives the boxes in which the picture is another now; None if it may be so everywhere.
        """
        dirty = self._drawn.changed(change)
        if dirty is None:
            self._drawn = self._make()
            self._drawn.set_layers(self._layers)
        else:
            self._tiles.drop(dirty)
        return dirty

    def paint(
        self,
        painter: QPainter,
        seen: QRectF,
        scale: float,
        *,
        hurry: bool = False,
        part: bool = False,
    ) -> None:
        """Paint what lies in *seen*. The painter must use document units.

        With *hurry* it takes about half a frame and may leave parts blurred or rough: then `late`
        is true, and painting again soon goes on with the rest. *part*: *seen* is only a part of
        what is in view, and the rest stays as it is.
        """
        drawn = self._drawn
        box = seen.intersected(drawn.rect)
        if not box.isEmpty() and scale > 0:
            self._tiles.room = min(_MOST_ROOM, math.ceil(drawn.side * scale) + 4)
            rough = drawn.paint_rough
            self._tiles.paint(painter, box, scale, drawn.paint, rough, hurry=hurry, part=part)

    def paint_once(self, painter: QPainter, seen: QRectF, scale: float) -> None:
        """As `paint`, keeping nothing: for a picture of another size beside the one in view.

        Tiles are kept for one zoom only; two views that share them would drive each other's out.
        """
        box = seen.intersected(self._drawn.rect)
        if not box.isEmpty() and scale > 0:
            self._drawn.paint(painter, box, scale)

    @property
    def late(self) -> bool:
        """Whether the last `paint` in a hurry left something: paint again soon."""
        return self._tiles.late

    def cell_path(self, cell: str) -> QPainterPath:
        """The outline of a cell; empty if there is none of that id."""
        return self._drawn.cell_path(cell)

    def locate(self, point: QPointF) -> str:
        """The cell under a point, "" outside."""
        return self._drawn.locate(point.x(), point.y())

    def side_at(self, point: QPointF, within: float) -> tuple[str, str] | None:
        """The side of hexes or squares nearest to a point and no farther than *within*.

        Ids in order; at the edge of the map the second one is "". None on area maps.
        """
        return self._drawn.side_at(point, within)

    def side_line(self, a: str, b: str) -> tuple[QPointF, QPointF] | None:
        """The ends of the side between two cells, None if they share none."""
        return self._drawn.side_line(a, b)

    def label_box(self, number: int, scale: float) -> QRectF:
        """What the words of a label, so manieth among the features, fill at a zoom.

        Nothing where they are not written.
        """
        return self._drawn.label_box(number, scale)

    def line_curve(self, feature: Feature) -> list[tuple[float, float]]:
        """The curve in which a drawn line is seen; empty if the sheet does not draw it."""
        return self._drawn.line_curve(feature)

    def cells_picture(self, cells: Iterable[str], ink: QColor) -> tuple[QImage, QRectF] | None:
        """Many cells in one colour as one small picture, and the box it is to be stretched over.

        None on area maps.
        """
        return self._drawn.cells_picture(cells, ink)

    def cells_in(self, box: QRectF) -> list[str]:
        """The cells whose anchor lies in a box, in the order of the sheet."""
        return self._drawn.cells_in(box)

    def anchor(self, cell: str) -> QPointF:
        """Where the counters of a cell stand. KeyError if it is unknown."""
        return QPointF(*self._document.cells[cell].anchor)
