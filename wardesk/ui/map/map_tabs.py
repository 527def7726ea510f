"""A tab for each open map: its title, its file, and a dot while something is not saved."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QHBoxLayout, QSizePolicy, QWidget

from wardesk.ui import theme
from wardesk.ui.icons import paint_icon
from wardesk.ui.widgets import paint
from wardesk.words import tr

HEIGHT = 28
_CLOSE, _LEAST, _MOST = 18, 120, 380

Row = tuple[str, str, str, bool]
"""Title, where it lies and its state, the whole path, and whether it is saved."""


class _Tab(QAbstractButton):
    """One map; ``closed()`` when its cross is clicked, or the tab with the middle button."""

    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.file, self.saved = "", True
        self.setCheckable(True)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def tell(self, row: Row) -> None:
        """Show another map."""
        title, told, path, self.saved = row
        self.file = told.partition(" – ")[0]
        self.setText(title)
        self.setToolTip(f"{title}\n{path}")
        self.setAccessibleName(f"{title}, {told}")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        words = paint.advance(self.text(), "small-strong") + paint.advance(self.file, "tiny")
        return QSize(round(min(_MOST, max(_LEAST, words + 66))), HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(_LEAST, HEIGHT)

    def _cross(self) -> QRectF:
        return QRectF(self.width() - _CLOSE - 6, (HEIGHT - _CLOSE) / 2, _CLOSE, _CLOSE)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        left = event.button() == Qt.MouseButton.LeftButton
        if event.button() == Qt.MouseButton.MiddleButton or (
            left and self._cross().contains(QPointF(event.position()))
        ):
            self.setDown(False)
            self.closed.emit()
            return
        super().mouseReleaseEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect())
        if self.isChecked():
            painter.fillRect(box, theme.colour("surface"))
            painter.fillRect(QRectF(0, 0, box.width(), 3), theme.colour("accent"))
        elif self.underMouse():
            painter.fillRect(box, theme.colour("raised"))
        if self.hasFocus():
            paint.rounded(
                painter, box.adjusted(1, 1, -1, -1), outline=theme.colour("focus"), width=2
            )
        left, room = 12.0, self._cross().left() - 6
        if not self.saved:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("accent"))
            painter.drawEllipse(QPointF(left, HEIGHT / 2), 3.5, 3.5)
            left += 10
        painter.setFont(theme.font("small-strong"))
        wanted = paint.advance(self.text(), "small-strong") + 8 + paint.advance(self.file, "tiny")
        most = room - left if wanted <= room - left else max(40.0, (room - left) * 0.66)
        title = painter.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, round(most)
        )
        paint.words(painter, QRectF(left, 0, room - left, HEIGHT), title, role="small-strong")
        left += paint.advance(title, "small-strong") + 8
        painter.setFont(theme.font("tiny"))
        file = painter.fontMetrics().elidedText(
            self.file, Qt.TextElideMode.ElideMiddle, round(max(0.0, room - left))
        )
        paint.words(painter, QRectF(left, 0, room - left, HEIGHT), file, role="tiny", ink="text2")
        paint_icon(painter, "close", self._cross().adjusted(2, 2, -2, -2), theme.colour("text2"))
        painter.end()


class MapTabs(QFrame):
    """Shown while more than one map is open. ``chosen(place)``, ``closed(place)``.

    ``resettled()``: it has come, gone, or other tabs. A guest stands at its right end.
    """

    chosen = Signal(int)
    closed = Signal(int)
    resettled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("optionsbar")
        self.setAccessibleName(tr("Open maps"))
        self.setFixedHeight(HEIGHT)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(1)
        self._row.addStretch(1)
        self.buttons: list[_Tab] = []
        self.hide()

    def show_maps(self, rows: Sequence[Row], current: int) -> None:
        """Show these maps, one of them in view."""
        while len(self.buttons) < len(rows):
            tab, place = _Tab(self), len(self.buttons)
            tab.clicked.connect(lambda _on=False, one=place: self._choose(one))
            tab.closed.connect(lambda one=place: self.closed.emit(one))
            self.buttons.append(tab)
            self._row.insertWidget(place, tab)
            tab.show()
        while len(self.buttons) > len(rows):
            gone = self.buttons.pop()
            gone.hide()
            gone.deleteLater()
        for place, (tab, row) in enumerate(zip(self.buttons, rows, strict=True)):
            tab.tell(row)
            tab.setChecked(place == current)
        self.setVisible(len(rows) > 1)
        self.resettled.emit()

    def has_room_for(self, guest: QWidget) -> bool:
        """Whether it is shown, and a guest finds room beside the narrowest tabs."""
        tabs = len(self.buttons) * (_LEAST + 1)
        return not self.isHidden() and tabs + guest.sizeHint().width() <= self.width()

    def take_in(self, guest: QWidget) -> None:
        """Let a guest stand at the right end; whoever gives it another place takes it away."""
        self.setFixedHeight(max(HEIGHT, guest.sizeHint().height()))
        self._row.setContentsMargins(0, 0, theme.S4, 0)
        self._row.addWidget(guest)
        guest.show()

    def _choose(self, place: int) -> None:
        for number, tab in enumerate(self.buttons):
            tab.setChecked(tab.isChecked() and number != place)  # the next sheet marks its own
        self.chosen.emit(place)
