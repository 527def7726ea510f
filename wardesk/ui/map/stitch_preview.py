"""A small picture of a map with a second board beside it, the second one framed."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from wardesk.drawing.document import MapDocument
from wardesk.render.map.sheet import MapSheet
from wardesk.render.theme import MapTheme
from wardesk.services.maps.board_stitch import Stitched
from wardesk.ui import theme
from wardesk.ui.widgets import paint

_NEW, _CASING = "#0b4fb3", "#ffffff"
_ROOM = 10
_OUTLINED = 1500
"""Beyond so many cells a frame is taken round their anchors, which is quicker."""


class StitchPreview(QWidget):
    """Shows a `Stitched`, or the first map alone while there is none."""

    def __init__(self, inks: MapTheme, parent: QWidget) -> None:
        super().__init__(parent)
        self._inks = inks
        self._sheet: MapSheet | None = None
        self.frame = QRectF()
        """Where the second board lies, in map units."""
        self._words = ""
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self.update)
        self.setMinimumSize(theme.px(400), theme.px(300))
        self.setAccessibleName(self.tr("Preview of both boards"))

    def show_map(self, document: MapDocument) -> None:
        """Show the first map alone."""
        self._sheet, self.frame, self._words = MapSheet(document, self._inks), QRectF(), ""
        self.update()

    def show_stitched(self, found: Stitched, title: str) -> None:
        """Show both boards; *title* names the second one."""
        self._sheet = MapSheet(found.document, self._inks)
        self._words = title
        self.frame = _around(self._sheet, found.added)
        self.setAccessibleDescription(title)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect())
        painter.fillRect(box, theme.colour("sunken"))
        if self._sheet is not None:
            self._paint_sheet(painter, box, self._sheet)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(theme.colour("line"))
        painter.drawRect(box.adjusted(0, 0, -1, -1))
        painter.end()

    def _paint_sheet(self, painter: QPainter, box: QRectF, sheet: MapSheet) -> None:
        paper = sheet.rect
        room = box.adjusted(_ROOM, _ROOM, -_ROOM, -_ROOM)
        scale = min(room.width() / paper.width(), room.height() / paper.height())
        painter.save()
        painter.translate(room.center())
        painter.scale(scale, scale)
        painter.translate(-paper.center())
        sheet.paint(painter, paper, scale * self.devicePixelRatioF(), hurry=True)
        on_view = painter.transform().mapRect(self.frame)
        painter.restore()
        if sheet.late:
            self._later.start()
        if self.frame.isEmpty():
            return
        ratio = self.devicePixelRatioF()
        frame = QRectF(on_view.x() / ratio, on_view.y() / ratio, on_view.width() / ratio,
                       on_view.height() / ratio)  # fmt: skip
        tint = QColor(_NEW)
        tint.setAlphaF(0.14)
        painter.fillRect(frame, tint)
        for ink, wide in ((_CASING, 4.0), (_NEW, 2.0)):
            painter.setPen(QPen(QColor(ink), wide))
            painter.drawRect(frame)
        wide = min(paint.advance(self._words, "small-strong") + 16, box.width() - 12)
        card = QRectF(0, 0, wide, theme.px(22))
        card.moveCenter(frame.center())
        card.moveLeft(max(6.0, min(card.left(), box.width() - wide - 6)))
        edge = theme.colour("edge")
        paint.rounded(painter, card, fill=theme.colour("surface", 0.95), outline=edge, radius=6)
        paint.words(painter, card.adjusted(8, 0, -8, 0), self._words, role="small-strong")


def _around(sheet: MapSheet, cells: tuple[str, ...]) -> QRectF:
    """A frame round cells, map units."""
    if len(cells) <= _OUTLINED:
        box = QRectF()
        for cell in cells:
            box = box.united(sheet.cell_path(cell).boundingRect())
        return box
    anchors = [sheet.anchor(cell) for cell in cells]
    xs, ys = [at.x() for at in anchors], [at.y() for at in anchors]
    half = sheet.counter * 0.8
    return QRectF(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)).adjusted(
        -half, -half, half, half
    )
