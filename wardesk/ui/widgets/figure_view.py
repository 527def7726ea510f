"""A plot in the window: a figure made for the width there is, with a tip under the pointer."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QHelpEvent, QPainter
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from wardesk.render.figures.figure import Figure, Ink
from wardesk.render.figures.painting import paint_figure, tip_at
from wardesk.ui import theme
from wardesk.ui.widgets.picture import PictureView

_TOKENS = {"quiet": "text2", "faint": "text2", "grid": "line", "axis": "edge"}


def figure_colour(ink: Ink) -> QColor:
    """A figure's ink in the theme of the window."""
    if ink.startswith("#"):
        return QColor(ink)
    return theme.colour(_TOKENS.get(ink, ink.replace("-", "_")))


class FigureView(PictureView):
    """Shows what *make* gives for its width in px; *tip* is asked for the words under a px."""

    def __init__(self, parent: QWidget | None = None, *, least: int = 120) -> None:
        super().__init__(parent)
        self._make: Callable[[float], Figure] | None = None
        self._tip: Callable[[QPointF], str] | None = None
        self._made: tuple[int, Figure] | None = None
        self._least = least
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_figure(
        self, make: Callable[[float], Figure], tip: Callable[[QPointF], str] | None = None
    ) -> None:
        """Show another plot; it is made again whenever the width changes."""
        self._make, self._tip, self._made = make, tip, None
        figure = self.figure
        self.setAccessibleName(figure.says if figure is not None else "")
        self.updateGeometry()
        self.update()

    @property
    def figure(self) -> Figure | None:
        """What is shown at the present width."""
        if self._make is None:
            return None
        width = max(self.width(), self._least)
        if self._made is None or self._made[0] != width:
            self._made = (width, self._make(float(width)))
        return self._made[1]

    def sizeHint(self) -> QSize:
        return QSize(220, round(self.figure.height) if self.figure is not None else 0)

    def minimumSizeHint(self) -> QSize:
        return QSize(self._least, self.sizeHint().height())

    def words_at(self, point: QPointF) -> str:
        """What is told of the plot under *point*."""
        if self._tip is not None:
            return self._tip(point)
        return tip_at(self.figure, point) if self.figure is not None else ""

    def draw(self, painter: QPainter, box: QRectF) -> None:
        if self.figure is not None:
            paint_figure(painter, self.figure, figure_colour)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            words = self.words_at(event.pos().toPointF())
            if words:
                QToolTip.showText(event.globalPos(), words, self)
                return True
        return super().event(event)
