"""What the hand does on the map, as tools hear it, and what the view asks of the tool in use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QPainter

from wardesk.ui.canvas.camera import Camera

_MODIFIERS = {
    Qt.Key.Key_Shift: Qt.KeyboardModifier.ShiftModifier,
    Qt.Key.Key_Control: Qt.KeyboardModifier.ControlModifier,
    Qt.Key.Key_Alt: Qt.KeyboardModifier.AltModifier,
}
Hints = Sequence[tuple[str, str]]
"""Keys (or mouse actions) and what they do, for the status bar."""


@dataclass(frozen=True)
class Held:
    """The modifier keys that are down."""

    shift: bool = False
    ctrl: bool = False
    alt: bool = False

    @classmethod
    def of(cls, modifiers: Qt.KeyboardModifier) -> Held:
        """Those of an event."""
        return cls(
            bool(modifiers & Qt.KeyboardModifier.ShiftModifier),
            bool(modifiers & Qt.KeyboardModifier.ControlModifier),
            bool(modifiers & Qt.KeyboardModifier.AltModifier),
        )


def modifiers_held(event: QKeyEvent, *, down: bool) -> Held | None:
    """What is held after a modifier key went down or came up; None for any other key.

    Qt tells the others that are held with such an event, but not always the key itself.
    """
    flag = _MODIFIERS.get(Qt.Key(event.key())) if event.key() else None
    if flag is None:
        return None
    return Held.of(event.modifiers() | flag if down else event.modifiers() & ~flag)


@dataclass(frozen=True)
class Pointer:
    """Where the hand is: *at* in map units, *on* in px of the view, *cell* under it ("" outside).

    *button* is the button that went down or came up, or that is held while the pointer moves.
    """

    at: QPointF
    on: QPointF
    cell: str
    button: Qt.MouseButton = Qt.MouseButton.NoButton
    shift: bool = False
    ctrl: bool = False
    alt: bool = False

    @property
    def left(self) -> bool:
        """Whether it is the left button."""
        return self.button == Qt.MouseButton.LeftButton

    @property
    def point(self) -> tuple[float, float]:
        """*at* as commands take it."""
        return (self.at.x(), self.at.y())


class ActiveTool(Protocol):
    """The tool in use, as far as a view knows it; `Tool` tells what each of these means."""

    id: ClassVar[str]
    cursor: ClassVar[Qt.CursorShape]
    keeps: ClassVar[bool]
    held: Held

    @property
    def live(self) -> bool: ...
    def hints(self) -> Hints: ...
    def begin(self) -> None: ...
    def leave(self) -> None: ...
    def hold(self, held: Held) -> None: ...
    def cancel(self) -> bool: ...
    def step_back(self) -> bool: ...
    def press(self, at: Pointer) -> None: ...
    def move(self, at: Pointer) -> None: ...
    def release(self, at: Pointer) -> None: ...
    def double(self, at: Pointer) -> None: ...
    def pressed_key(self, event: QKeyEvent) -> bool: ...
    def cell_entered(self, cell: str) -> None: ...
    def paint(self, painter: QPainter, camera: Camera) -> None: ...
