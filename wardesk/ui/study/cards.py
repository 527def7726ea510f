"""Cards of the Study place: a titled plot, and a map tinted by how many fell where."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QImage,
    QMouseEvent,
    QPainter,
    QPainterPath,
)
from PySide6.QtWidgets import QFrame, QSizePolicy, QToolTip, QVBoxLayout, QWidget

from wardesk.model.board import Board
from wardesk.render.figures.axes import signed
from wardesk.render.figures.figure import Figure
from wardesk.ui import theme
from wardesk.ui.canvas.picking import CellIndex
from wardesk.ui.canvas.printed import chosen_art
from wardesk.ui.language import decimal
from wardesk.ui.tasks import Task
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.figure_view import FigureView
from wardesk.ui.widgets.picture import PictureView
from wardesk.ui.widgets.text import ElidedLine, Label
from wardesk.words import shown, tr

_WIDE = 1100
"""Px of the longer side of the map's picture; it is drawn smaller."""
_STEPS = ("#FBDDA4", "#F2B25F", "#DE7A36", "#B8441C", "#761D0E")
"""From few to many, told apart by lightness too."""
_FEWER = ("#BFE1E4", "#6FB4BB", "#2E8791", "#0F6571", "#08434C")
"""The same for fewer than before."""
_LEGEND = 30
_BELOW = -1.0


class StudyCard(QFrame):
    """A title, a line about it, and what is shown."""

    def __init__(self, title: str, lead: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self.setAccessibleName(title)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._title = ElidedLine(title, self, role="heading", least=60)
        self._lead = ElidedLine(lead, self, role="small", tone="text2", least=60)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(theme.S4, theme.S3, theme.S4, theme.S3)
        self.column.setSpacing(2)
        self.column.addWidget(self._title)
        self.column.addWidget(self._lead)
        self.column.addSpacing(theme.S2)

    def set_words(self, title: str, lead: str) -> None:
        """Say something else above it."""
        self._title.set_words(title)
        self._lead.set_words(lead)
        self.setAccessibleName(title)


class PlotCard(StudyCard):
    """A card with a plot."""

    def __init__(self, title: str, lead: str, parent: QWidget | None = None) -> None:
        super().__init__(title, lead, parent)
        self.plot = FigureView(self, least=200)
        # The keyboard comes to it, so that a screen reader says what the plot shows.
        self.plot.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.column.addWidget(self.plot)
        self.column.addStretch(1)

    def show_figure(self, make: Callable[[float], Figure]) -> None:
        """Show another plot."""
        self.plot.show_figure(make)


class HeatView(PictureView):
    """A board with a tint in each cell of some values. ``cell_chosen(cell)`` on a click.

    With *both_ways* values below none have a colour of their own.
    """

    cell_chosen = Signal(str)

    def __init__(
        self, name: str, parent: QWidget | None = None, *, both_ways: bool = False
    ) -> None:
        super().__init__(parent, name=name, size=(320, 270))
        self._both_ways = both_ways
        self._board: Board | None = None
        self._index: CellIndex | None = None
        self._picture = QImage()
        self._values: dict[str, float] = {}
        self._unit = ""
        self._name = name
        self._task = Task(self)
        self._task.done.connect(self._drawn)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMinimumSize(200, 220)

    @property
    def busy(self) -> bool:
        """Whether the map is being drawn."""
        return self._task.running

    def show_board(self, board: Board) -> None:
        """Show another map; it is drawn in a worker thread."""
        if board is self._board:
            return
        self._board, self._index, self._picture = board, None, QImage()
        self._task.start(partial(_draw, board))

    def show_values(self, values: Mapping[str, float], unit: str) -> None:
        """Tint cells; *unit* is what is counted."""
        shown_at_all = 0.05 if self._both_ways else 0.0  # what is said as 0 has no colour
        self._values = {cell: value for cell, value in values.items() if abs(value) >= shown_at_all}
        self._unit = unit
        most = sorted(self._values.items(), key=lambda row: -abs(row[1]))[:5]
        told = ", ".join(f"{self._cell_name(cell)} {self._figure(value)}" for cell, value in most)
        self.setAccessibleDescription(f"{unit}: {told}" if told else tr("Nobody has fallen yet."))
        self.update()

    def shut(self) -> None:
        """Let go of the thread."""
        self._task.stop()

    def _drawn(self, found: tuple[CellIndex, QImage]) -> None:
        self._index, self._picture = found
        self.update()

    # ---- painting -------------------------------------------------------------------------------

    def _place(self) -> QRectF:
        """Where the map lies, px."""
        room = QRectF(0, 0, self.width(), self.height() - _LEGEND)
        size = self._picture.size().toSizeF()
        size.scale(room.size(), Qt.AspectRatioMode.KeepAspectRatio)
        corner = QPointF((room.width() - size.width()) / 2, (room.height() - size.height()) / 2)
        return QRectF(corner, size)

    def draw(self, painter: QPainter, box: QRectF) -> None:
        if self._index is None:
            words = tr("The map is being drawn.")
            paint.words(painter, box, words, ink="text2", align=paint.CENTRE)
            return
        place = self._place()
        painter.fillRect(place, QColor("#ffffff" if theme.current() != "dark" else "#22262a"))
        painter.setOpacity(0.62)
        painter.drawImage(place, self._picture)
        painter.setOpacity(1.0)
        self._paint_cells(painter, place, self._index)
        self._paint_legend(painter)

    def _paint_cells(self, painter: QPainter, place: QRectF, index: CellIndex) -> None:
        scale = place.width() / index.extent.width()
        most = max((abs(value) for value in self._values.values()), default=0.0)
        shown: list[tuple[QPointF, float]] = []
        painter.save()
        painter.translate(place.topLeft())
        painter.scale(scale, scale)
        painter.translate(-index.extent.topLeft())
        painter.setPen(Qt.PenStyle.NoPen)
        for cell, value in self._values.items():
            rings = index.outlines.get(cell)
            if not rings or not most or abs(value) < most * 0.02:
                continue
            path = QPainterPath()
            for ring in rings:
                path.addPolygon(ring)
                path.closeSubpath()
            tint = self.tint(value, most)
            tint.setAlphaF(0.82)
            painter.fillPath(path, tint)
            room = path.boundingRect().width() * scale
            if room >= 26 and abs(value) >= most * 0.12 and cell in index.anchors:
                at = (index.anchors[cell] - index.extent.topLeft()) * scale + place.topLeft()
                shown.append((at, value))
        painter.restore()
        for at, value in shown:
            box = QRectF(at.x() - 20, at.y() - 8, 40, 16)
            words = self._figure(value)
            ink = QColor("#ffffff" if self.step(value, most) >= 3 else "#201008")
            paint.words(painter, box, words, role="small-strong", ink=ink, align=paint.CENTRE)

    def step(self, value: float, most: float) -> int:
        """Which of the five tints a value has; it grows with the root, so that few can be seen."""
        return min(4, int(math.sqrt(abs(value) / most) * 5)) if most else 0

    def tint(self, value: float, most: float) -> QColor:
        """The tint of a value."""
        return QColor((_FEWER if value < 0 else _STEPS)[self.step(value, most)])

    def _figure(self, value: float) -> str:
        if self._both_ways:
            return shown(signed(round(value, 1)))
        return decimal(value, 1 if abs(value) < 10 else 0)

    def _paint_legend(self, painter: QPainter) -> None:
        y = self.height() - _LEGEND + 8
        inks = (*reversed(_FEWER), *_STEPS) if self._both_ways else _STEPS
        width = min(22.0, (self.width() * 0.5) / len(inks))
        words = QRectF(0, y, self.width() - width * len(inks) - 8, 16)
        paint.words(painter, words, self._unit, role="small", ink="text2")
        x = self.width() - width * len(inks)
        for at, ink in enumerate(inks):
            painter.fillRect(QRectF(x + at * width, y + 2, width - 1, 12), QColor(ink))

    # ---- pointing -------------------------------------------------------------------------------

    def cell_at(self, point: QPointF) -> str:
        """The cell under a px; empty beside the map."""
        if self._index is None:
            return ""
        place, extent = self._place(), self._index.extent
        scale = place.width() / extent.width()
        return self._index.at((point - place.topLeft()) / scale + extent.topLeft())

    def _cell_name(self, cell: str) -> str:
        board = self._board
        found = board.cells.get(cell) if board is not None else None
        return (found.name or cell) if found is not None else cell

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if cell := self.cell_at(event.position()):
            self.cell_chosen.emit(cell)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            cell = self.cell_at(event.pos().toPointF())
            if cell in self._values:
                words = f"{self._cell_name(cell)}: {self._figure(self._values[cell])}"
                QToolTip.showText(event.globalPos(), f"{words} ({self._unit})", self)
                return True
        return super().event(event)


def _draw(board: Board) -> tuple[CellIndex, QImage]:
    """The map without its frame and key, and where its cells lie; for a worker thread."""
    index = CellIndex(board)
    art = chosen_art(board)
    extent = index.extent
    scale = _WIDE / max(extent.width(), extent.height())
    image = QImage(
        max(1, round(extent.width() * scale)),
        max(1, round(extent.height() * scale)),
        QImage.Format.Format_ARGB32_Premultiplied,
    )
    image.fill(art.paper)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(scale, scale)
    painter.translate(-extent.topLeft())
    art.paint_ground(painter, extent, scale)
    art.paint_lettering(painter, extent, scale)
    painter.end()
    return index, image


class HeatCard(StudyCard):
    """A card with a tinted map."""

    def __init__(
        self, title: str, lead: str, parent: QWidget | None = None, *, both_ways: bool = False
    ) -> None:
        super().__init__(title, lead, parent)
        self.view = HeatView(title, self, both_ways=both_ways)
        self.column.addWidget(self.view, 1)


class WordsCard(StudyCard):
    """A card with sentences."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(title, "", parent)
        self.words = Label("", self, wrap=True)
        self.column.addWidget(self.words)
        self.column.addStretch(1)
