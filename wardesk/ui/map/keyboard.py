"""The keyboard on a map: which modifiers are held, and which cell lies in the way of an arrow."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from wardesk.render.map.sheet import MapSheet
from wardesk.ui.map.tool import Held

_MODIFIERS = {
    Qt.Key.Key_Shift: Qt.KeyboardModifier.ShiftModifier,
    Qt.Key.Key_Control: Qt.KeyboardModifier.ControlModifier,
    Qt.Key.Key_Alt: Qt.KeyboardModifier.AltModifier,
}


def modifiers_held(event: QKeyEvent, *, down: bool) -> Held | None:
    """What is held after a modifier key went down or came up; None for any other key.

    Qt tells the others that are held with such an event, but not always the key itself.
    """
    flag = _MODIFIERS.get(Qt.Key(event.key())) if event.key() else None
    if flag is None:
        return None
    return Held.of(event.modifiers() | flag if down else event.modifiers() & ~flag)


def next_cell(sheet: MapSheet, cell: str, dx: int, dy: int) -> str:
    """The nearest cell whose anchor lies in a direction (-1, 0 or 1 each); "" if there is none."""
    here = sheet.anchor(cell)
    box = sheet.cell_path(cell).boundingRect()
    width, height = box.width() * 1.6, box.height() * 1.6
    best, least = "", float("inf")
    for other in sheet.cells_in(box.adjusted(-width, -height, width, height)):
        way = sheet.anchor(other) - here
        along = way.x() * dx + way.y() * dy
        aside = abs(way.x() * dy) + abs(way.y() * dx)
        # sideways counts double, so that walking there and back comes home on most maps
        if along > 0 and aside <= 1.8 * along and along + 2 * aside < least:
            best, least = other, along + 2 * aside
    return best
