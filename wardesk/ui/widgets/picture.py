"""A place for something that is painted: a preview, a board, a plot, a sign."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from wardesk.ui import theme
from wardesk.ui.widgets import paint

Draw = Callable[[QPainter, QRectF], None]
"""Paints into a box; lines and pictures are smoothed already."""


def draw_nothing(_painter: QPainter, _box: QRectF) -> None:
    """Leave a place empty."""


class PictureView(QWidget):
    """Shows what *draw* paints into its box, or what a subclass does in `draw`.

    *size* in px is what it wants, and *fixed* all that it takes. A *framed* one lies on a sunken
    ground. Where the keyboard may come to it, a ring tells that it is there.
    """

    def __init__(
        self,
        parent: QWidget | None = None,
        draw: Draw = draw_nothing,
        *,
        name: str = "",
        size: tuple[int, int] = (0, 0),
        fixed: bool = False,
        framed: bool = False,
    ) -> None:
        super().__init__(parent)
        self._draw, self._size, self._framed = draw, QSize(*size), framed
        self.setAccessibleName(name)
        policy = QSizePolicy.Policy.Fixed if fixed else QSizePolicy.Policy.Expanding
        self.setSizePolicy(policy, policy)

    def show_picture(self, draw: Draw) -> None:
        """Show what another function paints."""
        self._draw = draw
        self.update()

    def draw(self, painter: QPainter, box: QRectF) -> None:
        """Paint into *box*, which is all of it."""
        self._draw(painter, box)

    def sizeHint(self) -> QSize:
        return super().sizeHint() if self._size.isNull() else self._size

    def minimumSizeHint(self) -> QSize:
        fixed = self.sizePolicy().horizontalPolicy() == QSizePolicy.Policy.Fixed
        return self.sizeHint() if fixed else super().minimumSizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        hints = QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform
        painter.setRenderHints(hints)
        box = QRectF(self.rect())
        if self._framed:
            painter.save()
            sunken, line = theme.colour("sunken"), theme.colour("line")
            paint.rounded(painter, box, fill=sunken, outline=line, radius=8)
            painter.restore()
        self.draw(painter, box)
        if self.hasFocus():
            paint.rounded(painter, box, outline=theme.colour("focus"), width=2)
        painter.end()


def covering(painter: QPainter, image: QImage | None, box: QRectF, clip: QPainterPath) -> bool:
    """Fill *clip* with the middle of *image* so that it covers *box*; False where there is none."""
    painter.save()
    painter.setClipPath(clip)
    painter.fillRect(box, theme.colour("sunken"))
    there = image is not None and not image.isNull()
    if image is not None and there:
        scale = max(box.width() / image.width(), box.height() / image.height())
        part = QRectF(0, 0, box.width() / scale, box.height() / scale)
        part.moveCenter(QRectF(image.rect()).center())
        painter.drawImage(box, image, part)
        painter.fillRect(box, theme.veil())
    painter.restore()
    return there


class StripView(PictureView):
    """A picture over the whole width, as high as it must be there: `heightForWidth`."""

    def __init__(self, parent: QWidget | None = None, *, name: str = "", least: int = 120) -> None:
        """*least* is how narrow it may get, px."""
        super().__init__(parent, name=name)
        self._least = least
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def hasHeightForWidth(self) -> bool:
        return True

    def sizeHint(self) -> QSize:
        return QSize(2 * self._least, self.heightForWidth(max(self.width(), self._least)))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._least, self.heightForWidth(max(self.width(), self._least)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.updateGeometry()
