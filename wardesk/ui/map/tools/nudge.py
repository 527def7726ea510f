"""Arrow keys that push what is picked: one px, ten with Shift, a tenth with Alt."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent

from wardesk.drawing.commands.all_commands import AnyCommand
from wardesk.geometry.grids.snap import STEPS_PER_UNIT, Point
from wardesk.ui.map.model import MapModel

_WAYS = {
    Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1),
}  # fmt: skip
_PAUSE = 600
"""Milliseconds after which a further push is an entry of the history of its own."""


def push(event: QKeyEvent, pixel: float) -> Point | None:
    """The way that an arrow key pushes, in map units; None for other keys."""
    way = _WAYS.get(Qt.Key(event.key()))
    held = event.modifiers()
    if way is None or held & Qt.KeyboardModifier.ControlModifier:
        return None
    far = pixel
    if held & Qt.KeyboardModifier.ShiftModifier:
        far *= 10
    elif held & Qt.KeyboardModifier.AltModifier:
        far /= 10
    far = max(round(far * STEPS_PER_UNIT), 1) / STEPS_PER_UNIT
    return way[0] * far, way[1] * far


class Nudger(QObject):
    """Does pushes that follow each other as one stroke."""

    def __init__(self, model: MapModel, parent: QObject) -> None:
        super().__init__(parent)
        self._model = model
        self._mine = False
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE)
        self._pause.timeout.connect(self.end)
        model.gesture.connect(self._gesture)

    def do(self, command: AnyCommand) -> None:
        """One push more."""
        if not self._model.in_stroke:
            self._model.begin_stroke()
            self._mine = True
        self._model.do(command)
        self._pause.start()

    def end(self) -> None:
        """What comes next is another stroke."""
        self._pause.stop()
        if self._mine:
            self._mine = False
            self._model.end_stroke()

    def _gesture(self, live: bool) -> None:
        if not live:
            self._mine = False
            self._pause.stop()
