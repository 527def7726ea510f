"""The form of every tool: it hears what the hand does on the sheet and gives commands to the model.

A tool owns no widget but its options. It is made once per map, taken up (`begin`), used and left
(`leave`); between press and release, or while a polygon is being drawn, it is *live*.
"""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QWidget

from wardesk.ui.canvas.camera import Camera
from wardesk.ui.map.canvas.pointer import Held, Hints, Pointer
from wardesk.ui.map.model import MapModel
from wardesk.ui.map.view import MapView


class Tool(QObject):
    """One tool. Subclasses set the class values and override what they need.

    ``hinted()``: what `hints` says has changed.
    """

    id: ClassVar[str]
    icon: ClassVar[str]
    key: ClassVar[str] = ""
    """The single key that takes the tool up."""
    group: ClassVar[str] = "draw"
    """Tools of one group stand together in the tool bar: pick, draw, shape, look, sheet."""
    kinds: ClassVar[frozenset[str]] = frozenset({"area", "square", "hex"})
    """The kinds of map that the tool is for."""
    cursor: ClassVar[Qt.CursorShape] = Qt.CursorShape.CrossCursor
    keeps: ClassVar[bool] = False
    """Whether what is live waits while another tool is in use, instead of being cancelled."""

    hinted = Signal()

    def __init__(self, model: MapModel, view: MapView) -> None:
        super().__init__(view)
        self.model = model
        self.view = view
        self.held = Held()
        """The modifier keys that are down while the tool is in use, for hints and previews."""

    def hold(self, held: Held) -> None:
        """Modifier keys went down or came up."""
        if held != self.held:
            self.held = held
            self.hinted.emit()
            self.view.update()

    # ---- what it is called ---------------------------------------------------------------------

    @property
    def title(self) -> str:
        """Its name, translated."""
        raise NotImplementedError

    def hints(self) -> Hints:
        """What the hand and the keys do now, for the status bar."""
        return ()

    def options(self, parent: QWidget) -> QWidget | None:
        """The controls of the tool, shown above the sheet while it is in use; made once."""
        del parent
        return None

    # ---- its life ------------------------------------------------------------------------------

    def begin(self) -> None:
        """The tool was taken up."""

    def leave(self) -> None:
        """Another tool was taken up; what was live has been cancelled, unless it `keeps`."""

    @property
    def live(self) -> bool:
        """Whether a gesture is under way, so that Esc and undo concern it first."""
        return self.model.in_stroke

    def cancel(self) -> bool:
        """Drop the gesture; whether there was one. What it has done so far is taken back."""
        if not self.model.in_stroke:
            return False
        self.model.drop_stroke()
        self.view.update()
        return True

    def step_back(self) -> bool:
        """Undo was asked for: take back the last step of what is under way; whether one was.

        The history is left alone then. Tools whose gesture has steps override it.
        """
        return self.live and self.cancel()

    # ---- the hand ------------------------------------------------------------------------------

    def press(self, at: Pointer) -> None:
        """A button went down (not the one that moves the sheet)."""

    def move(self, at: Pointer) -> None:
        """The pointer moved, with a button held or without."""

    def release(self, at: Pointer) -> None:
        """The button came up."""

    def double(self, at: Pointer) -> None:
        """The left button was pressed twice; `press` and `release` of the first were told.

        Who does not care works on at the second press as at any other.
        """
        self.press(at)

    def pressed_key(self, event: QKeyEvent) -> bool:
        """A key went down while the sheet has the keyboard; whether the tool took it."""
        del event
        return False

    def cell_entered(self, cell: str) -> None:
        """Enter was pressed on the cell under the keyboard's cursor: act on it."""

    # ---- its picture ---------------------------------------------------------------------------

    def paint(self, painter: QPainter, camera: Camera) -> None:
        """Draw previews and handles over the sheet. *painter* draws in px of the view."""
