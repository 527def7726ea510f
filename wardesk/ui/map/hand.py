"""The hand on the sheet: moves the sheet in any tool, else tells the tool what it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from wardesk.ui.map.canvas.pointer import Held, Pointer

if TYPE_CHECKING:
    from wardesk.ui.map.view import MapView


class SheetHand:
    """Follows one press from the button going down to its coming up again.

    The middle button, or any button while Space is held, moves the sheet, also in the middle of a
    tool's gesture. A right click without a drag asks for the menu.
    """

    def __init__(self, view: MapView) -> None:
        self._view = view
        self._button = Qt.MouseButton.NoButton
        """The button the tool's gesture began with."""
        self._panning = Qt.MouseButton.NoButton
        self._from = QPointF()
        self._last = QPointF()
        self._space = False

    @property
    def space(self) -> bool:
        """Whether Space is held."""
        return self._space

    def space_down(self) -> None:
        """Space went down: the hand moves the sheet."""
        self._space = True
        self._view.setCursor(Qt.CursorShape.OpenHandCursor)

    def space_up(self) -> None:
        """Space came up."""
        self._space = False
        if not self._panning:
            self._usual_cursor()

    def let_go(self) -> None:
        """The view lost the keyboard: whatever is held counts as let go."""
        self._space = False
        self._panning = self._button = Qt.MouseButton.NoButton
        self._usual_cursor()

    def _usual_cursor(self) -> None:
        tool = self._view.tool
        self._view.setCursor(tool.cursor if tool is not None else Qt.CursorShape.ArrowCursor)

    def pointer(self, event: QMouseEvent, button: Qt.MouseButton) -> Pointer:
        """The event as tools hear it."""
        view, on = self._view, event.position()
        at = view.camera.to_board(on)
        held = view.held(Held.of(event.modifiers()))
        if view.tool is not None:
            view.tool.hold(held)
        cell = view.sheet.locate(at)
        return Pointer(at, on, cell, button, held.shift, held.ctrl, held.alt)

    def press(self, event: QMouseEvent) -> None:
        """A button went down."""
        self._from = self._last = event.position()
        pans = self._space or event.button() in (
            Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton,
        )  # fmt: skip
        if pans:
            if not self._panning:
                self._panning = event.button()
            return
        if self._button or event.button() != Qt.MouseButton.LeftButton:
            return
        self._button = event.button()
        if self._view.tool is not None:
            self._view.tool.press(self.pointer(event, event.button()))

    def move(self, event: QMouseEvent) -> None:
        """The pointer moved."""
        view, here = self._view, event.position()
        view.pointer = here
        if self._panning or (self._space and self._button):
            far = (here - self._from).manhattanLength() >= QApplication.startDragDistance()
            if far or view.cursor().shape() == Qt.CursorShape.ClosedHandCursor:
                view.setCursor(Qt.CursorShape.ClosedHandCursor)
                view.pan(here - self._last)
                self._last = here
            return
        self._last = here
        pointer = self.pointer(event, self._button)
        view.set_hover(pointer.cell)
        if view.tool is not None:
            view.tool.move(pointer)

    def release(self, event: QMouseEvent) -> None:
        """A button came up."""
        view = self._view
        if self._panning == event.button():
            self._panning = Qt.MouseButton.NoButton
            moved = (event.position() - self._from).manhattanLength()
            still = moved < QApplication.startDragDistance()
            if event.button() == Qt.MouseButton.RightButton and still and not self._space:
                view.menu_asked.emit(self.pointer(event, event.button()).cell, event.position())
            if self._space:
                view.setCursor(Qt.CursorShape.OpenHandCursor)
            else:
                self._usual_cursor()
            return
        if self._button == event.button():
            self._button = Qt.MouseButton.NoButton
            if view.tool is not None:
                view.tool.release(self.pointer(event, event.button()))

    def double(self, event: QMouseEvent) -> None:
        """A button was pressed twice: Qt sends this in place of the second press."""
        if event.button() != Qt.MouseButton.LeftButton or self._space:
            self.press(event)
        elif self._view.tool is not None:
            self._button = event.button()
            self._view.tool.double(self.pointer(event, event.button()))
