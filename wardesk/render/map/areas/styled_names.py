"""Words on a map of areas that somebody gave a size, a turn, rows or a colour of their own."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QTransform

from wardesk.render.kept import kept
from wardesk.render.map.areas.label_block import LETTERS
from wardesk.render.map.label_style import LabelLook, in_rows
from wardesk.render.map.names import SIZE, SheetName, paint_name
from wardesk.render.shapes import saved
from wardesk.render.theme import MapTheme


@dataclass(frozen=True)
class OwnName:
    """A name around (0, 0) in drawing units, and how it comes to its place on the board."""

    name: SheetName
    move: QTransform

    @property
    def box(self) -> QRectF:
        """What its letters and their halo fill, board units."""
        return self.move.mapRect(self.name.filled)

    @property
    def reach(self) -> QRectF:
        """What must be painted anew when it comes or goes, board units."""
        return self.move.mapRect(self.name.reach())

    def paint(self, painter: QPainter, theme: MapTheme) -> None:
        """Write it; the painter has board units."""
        with saved(painter):
            painter.setTransform(self.move, True)
            paint_name(painter, self.name, theme)


@kept(512)
def own_name(
    text: str, look: LabelLook, at: tuple[float, float], grown: float, unit: float
) -> OwnName:
    """The words as they are written at *at* (board units), *grown* against the zoom."""
    scale = unit * LETTERS / SIZE
    rows, look = in_rows(look.shown(text), look.rows), look.scaled(1 / scale)
    name = SheetName(rows, (0.0, 0.0), grown, italic=True, look=look)
    return OwnName(name, QTransform().translate(*at).scale(scale, scale))
