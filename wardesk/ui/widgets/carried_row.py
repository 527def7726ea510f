"""What rows of cards and rows of counters share: walking, picking, menus and carrying away."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QCursor,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPixmap,
)
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from wardesk.ui.spoken import Role, tell_as

_GHOST_OPACITY = 0.85


class CarriedRow(QWidget):
    """Things side by side: ``picked(id)``, ``menu_asked(id, where)``.

    ``carried(id, where, alt)`` when one was let go of elsewhere on the screen, *alt* with that key
    held. A subclass says what lies here and how it looks; a thing without an id stays where it is.
    """

    picked = Signal(str)
    menu_asked = Signal(str, QPoint)
    carried = Signal(str, QPoint, bool)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.at = 0
        """Number of the thing that the arrow keys stand on."""
        self._held = ""
        self._pressed = QPoint()
        self._dragging = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(name)

    # ---- what a row says of itself --------------------------------------------------------------

    def ids(self) -> Sequence[str]:
        """Id of each thing from left to right; empty where nobody may know it."""
        raise NotImplementedError

    def box(self, number: int) -> QRectF:
        """Where a thing lies, in px of the row."""
        raise NotImplementedError

    def handle(self, number: int) -> QPointF:
        """A spot where a thing is not covered by its neighbour."""
        return self.box(number).center()

    def told(self, number: int) -> str:
        """A thing in words, for its tooltip and for screen readers."""
        raise NotImplementedError

    def nothing_told(self) -> str:
        """What a screen reader says of an empty row."""
        raise NotImplementedError

    def ghost_size(self) -> QSize:
        """Size of what hangs at the pointer, in px."""
        raise NotImplementedError

    def paint_ghost(self, painter: QPainter, number: int) -> None:
        """Paint what hangs at the pointer while a thing is carried."""
        raise NotImplementedError

    def choose(self, number: int) -> None:
        """A click on a thing."""
        self.picked.emit(self.ids()[number])

    def enter(self, number: int) -> None:
        """Enter on a thing, or a double click."""
        self.choose(number)

    def other_key(self, event: QKeyEvent, number: int) -> bool:
        """A key beside arrows, Enter and the menu key; whether the row knows it."""
        return False

    # ---- for subclasses -------------------------------------------------------------------------

    def things_changed(self) -> None:
        """Other things lie here: keep the place of the keyboard, and say what is there."""
        ids = self.ids()
        self.at = max(0, min(self.at, len(ids) - 1))
        if self._held not in ids:
            self._let_go()
        self._told_again()

    def place(self, name: str) -> QPoint:
        """Where a thing can be clicked."""
        return self.handle(self.ids().index(name)).toPoint()

    def _told_again(self) -> None:
        words = self.told(self.at) if self.ids() else self.nothing_told()
        self.setAccessibleDescription(words)
        self.update()

    def _walk(self, number: int) -> None:
        self.at = max(0, min(number, len(self.ids()) - 1))
        self._told_again()

    def _under(self, point: QPointF) -> int:
        """Number of the uppermost thing there; -1 for none."""
        found = (k for k in reversed(range(len(self.ids()))) if self.box(k).contains(point))
        return next(found, -1)

    def _let_go(self) -> None:
        self._held, self._dragging = "", False
        self.unsetCursor()

    # ---- hands and keys -------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            number = self._under(QPointF(event.pos()))
            words = self.told(number) if number >= 0 else ""
            QToolTip.showText(event.globalPos(), words, self)
            return True
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        here = self.ids()[self.at] if self.ids() else ""
        if step and self.ids():
            self._walk(self.at + step)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and here:
            if not event.isAutoRepeat():
                self.enter(self.at)
        elif event.key() == Qt.Key.Key_Menu and here:
            self.menu_asked.emit(here, self.mapToGlobal(self.place(here)))
        elif not self.other_key(event, self.at):
            event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._let_go()
        number = self._under(event.position())
        if number >= 0:
            self._held, self._pressed = self.ids()[number], event.position().toPoint()
            self._walk(number)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if not self._held or self._dragging or not event.buttons() & Qt.MouseButton.LeftButton:
            return
        far = (event.position().toPoint() - self._pressed).manhattanLength()
        if far >= QApplication.startDragDistance():
            self._dragging = True
            self.setCursor(self._carrying())

    def _carrying(self) -> QCursor:
        picture = QPixmap(self.ghost_size())
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setOpacity(_GHOST_OPACITY)
        self.paint_ghost(painter, self.ids().index(self._held))
        painter.end()
        return QCursor(picture)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        held, dragged = self._held, self._dragging
        self._let_go()
        where = event.globalPosition().toPoint()
        if not held:
            return
        if dragged:
            alt = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
            self.carried.emit(held, where, alt)
        elif event.button() == Qt.MouseButton.RightButton:
            self.menu_asked.emit(held, where)
        else:
            self.choose(self.ids().index(held))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        number = self._under(event.position())
        if number >= 0 and self.ids()[number]:
            self.enter(number)


tell_as(Role.Canvas, CarriedRow)  # the description says on what the keyboard stands
