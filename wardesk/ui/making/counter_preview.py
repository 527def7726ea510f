"""A counter as it will lie on the map: in three sizes, before and after a loss."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from wardesk.model.look import CounterLook, SideLook
from wardesk.render.counters.counter import BLEED, counter_image
from wardesk.ui import theme
from wardesk.ui.widgets import paint

LARGE, USUAL, SMALL = 132, 56, 30


class CounterPreview(QWidget):
    """Draws one counter in three sizes on the ground of a map."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._faces: Sequence[CounterLook] = ()
        self._side = SideLook("", "", "#c9c2b2", "#5b564c")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Preview of the counter"))

    def sizeHint(self) -> QSize:
        return QSize(208, 292)

    def show_faces(self, faces: Sequence[CounterLook], side: SideLook) -> None:
        """Show the counter at full strength and, if it has one, its other face."""
        self._faces, self._side = tuple(faces), side
        words = "; ".join(face.text or face.title for face in faces)
        self.setAccessibleDescription(words)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        paint.rounded(
            painter, box, fill=theme.colour("sunken"), outline=theme.colour("line"), radius=8
        )
        if self._faces:
            middle = box.center().x()
            self._counter(painter, self._faces[0], QPointF(middle, 96), LARGE)
            spots = [(self._faces[0], middle - 52, USUAL), (self._faces[0], middle + 58, SMALL)]
            if len(self._faces) > 1:
                spots.insert(1, (self._faces[1], middle + 12, USUAL))
                spots[0] = (self._faces[0], middle - 58, USUAL)
                spots[2] = (self._faces[0], middle + 70, SMALL)
            for face, x, size in spots:
                self._counter(painter, face, QPointF(x, 222), size)
        painter.end()

    def _counter(self, painter: QPainter, face: CounterLook, at: QPointF, size: int) -> None:
        image = counter_image(face, self._side, size, self.devicePixelRatioF())
        whole = size * (1 + 2 * BLEED)
        painter.drawImage(QRectF(at.x() - whole / 2, at.y() - whole / 2, whole, whole), image)
