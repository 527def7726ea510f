"""The keys of the sheet: the cell cursor, zoom, Esc and Enter; the tool is asked first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent

from wardesk.ui.map.canvas.pointer import Held

if TYPE_CHECKING:
    from wardesk.ui.map.hand import SheetHand
    from wardesk.ui.map.view import MapView

_MODIFIERS = {
    Qt.Key.Key_Shift: Qt.KeyboardModifier.ShiftModifier,
    Qt.Key.Key_Control: Qt.KeyboardModifier.ControlModifier,
    Qt.Key.Key_Alt: Qt.KeyboardModifier.AltModifier,
}
_ARROWS = {
    Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1),
}  # fmt: skip


def modifiers_held(event: QKeyEvent, *, down: bool) -> Held | None:
    """What is held after a modifier key went down or came up; None for any other key.

    Qt tells the others that are held with such an event, but not always the key itself.
    """
    flag = _MODIFIERS.get(Qt.Key(event.key())) if event.key() else None
    if flag is None:
        return None
    return Held.of(event.modifiers() | flag if down else event.modifiers() & ~flag)


def press(view: MapView, hand: SheetHand, event: QKeyEvent) -> bool:
    """Act on a key; whether it was one of the sheet's or of its tool's."""
    key = Qt.Key(event.key())
    held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    control = bool(held & Qt.KeyboardModifier.ControlModifier)
    if key == Qt.Key.Key_Space:
        if not event.isAutoRepeat():
            hand.space_down()
        return True
    if view.tool is not None and view.tool.pressed_key(event):
        return True
    if key in _ARROWS and not control:
        _walk(view, *_ARROWS[key])
    elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not control:
        if view.tool is None or not view.focus_cell:
            return False
        view.tool.cell_entered(view.focus_cell)
    elif key == Qt.Key.Key_Menu and view.focus_cell:
        view.menu_asked.emit(view.focus_cell, view.cell_point(view.focus_cell))
    elif key == Qt.Key.Key_Escape:
        return view.tool is not None and view.tool.cancel()
    else:
        return _zoom(view, key)
    return True


def _zoom(view: MapView, key: Qt.Key) -> bool:
    if key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
        view.closer()
    elif key == Qt.Key.Key_Minus:
        view.further()
    elif key == Qt.Key.Key_Home:
        view.fit()
    else:
        return False
    return True


def _walk(view: MapView, dx: int, dy: int) -> None:
    """To the next cell in a direction: the nearest one whose anchor lies that way."""
    sheet = view.sheet
    if not view.focus_cell:
        middle = QPointF(view.camera.size.width() / 2, view.camera.size.height() / 2)
        start = view.camera.to_board(middle)
        view.set_focus_cell(sheet.locate(start) or next(iter(view.model.document.cells), ""))
        return
    here = sheet.anchor(view.focus_cell)
    box = sheet.cell_path(view.focus_cell).boundingRect()
    wide, tall = box.width() * 1.6, box.height() * 1.6
    around = sheet.cells_in(box.adjusted(-wide, -tall, wide, tall))
    best, least = "", float("inf")
    for other in around:
        way = sheet.anchor(other) - here
        along = way.x() * dx + way.y() * dy
        aside = abs(way.x() * dy) + abs(way.y() * dx)
        # sideways counts double, so that walking there and back comes home on most maps
        if along > 0 and aside <= 1.8 * along and along + 2 * aside < least:
            best, least = other, along + 2 * aside
    view.set_focus_cell(best)
