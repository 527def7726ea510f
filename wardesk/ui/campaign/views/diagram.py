"""A painted diagram of parts, one of which is picked: by a click, by the keyboard, or at first."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QToolTip, QWidget

from wardesk.ui.spoken import Role, tell_as


class Part(Protocol):
    """What can be picked."""

    @property
    def id(self) -> str:
        """By which it is found again at another moment."""
        ...


P = TypeVar("P", bound=Part)


class Diagram(QWidget, Generic[P]):
    """``picked(part)`` when another part has the keyboard or was clicked."""

    picked = Signal(object)
    tabbed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._on = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)

    # ---- what it shows --------------------------------------------------------------------------

    @abstractmethod
    def parts(self) -> Sequence[P]:
        """All that can be picked now."""

    @abstractmethod
    def node_at(self, point: QPointF) -> P | None:
        """The part at a px."""

    @abstractmethod
    def words_at(self, point: QPointF) -> str:
        """What stands at a px, in sentences."""

    @abstractmethod
    def described(self, part: P) -> str:
        """The picked part for those who hear it."""

    # ---- picking --------------------------------------------------------------------------------

    @property
    def on(self) -> P | None:
        """The picked part."""
        return next((part for part in self.parts() if part.id == self._on), None)

    def pick(self, part: str) -> None:
        """Pick a part."""
        self._on = part
        self._tell()
        self.update()

    def _pick_first(self, wanted: Sequence[P]) -> None:
        """Where nothing is picked yet: the first of *wanted*, else the first of all."""
        first = [*wanted, *self.parts()][:1]
        if self.on is None and first:
            self._on = first[0].id

    def _tell(self) -> None:
        part = self.on
        if part is not None:
            self.setAccessibleDescription(self.described(part))
            self.picked.emit(part)

    # ---- mouse and keyboard ---------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
            if event.key() == Qt.Key.Key_Tab and plain:
                self.tabbed.emit()
                return True
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.words_at(event.pos().toPointF()), self)
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        part = self.node_at(event.position())
        if part is not None:
            self.pick(part.id)


tell_as(Role.Canvas, Diagram)
