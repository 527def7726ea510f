"""The keys of the board: walking from cell to cell, zoom, laying a pile out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent

if TYPE_CHECKING:
    from wardesk.ui.canvas.hand import Hand
    from wardesk.ui.canvas.view import BoardView

_ARROWS = {
    Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1),
}  # fmt: skip


def press(view: BoardView, hand: Hand, event: QKeyEvent) -> bool:
    """Act on a key; whether it was one of the board's."""
    key = Qt.Key(event.key())
    held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    control = bool(held & Qt.KeyboardModifier.ControlModifier)
    if key in _ARROWS and not control:
        _walk(view, *_ARROWS[key])
    elif key == Qt.Key.Key_Space:
        if not event.isAutoRepeat():
            hand.space_down()
    elif key == Qt.Key.Key_Escape and view.fanned is not None:
        view.close_fan()
    else:
        return _zoom(view, key, held)
    return True


def _zoom(view: BoardView, key: Qt.Key, held: Qt.KeyboardModifier) -> bool:
    control = bool(held & Qt.KeyboardModifier.ControlModifier)
    if key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
        view.closer()
    elif key == Qt.Key.Key_Minus:
        view.further()
    elif key == Qt.Key.Key_F and held == Qt.KeyboardModifier.ShiftModifier:
        view.fit_selection()
    elif (key == Qt.Key.Key_F and not control) or (key == Qt.Key.Key_0 and control):
        view.fit()
    else:
        return False
    return True


def _walk(view: BoardView, dx: int, dy: int) -> None:
    """To the next cell in a direction of the view, or to the next counter of a laid-out pile."""
    if view.fanned is None:
        way = view.camera.along(QPointF(dx, dy))
        step = (round(way.x()), round(way.y()))
        view.set_focus_cell(view.scene.index.next(view.focus_cell, *step))
        return
    at = view.fanned.at + dx + dy * view.fanned.columns()
    if 0 <= at < len(view.fanned.cards):
        view.fan(view.fanned.cell, at)


def pick(view: BoardView) -> None:
    """Click the cell that the keyboard is on, or the counter of the laid-out pile."""
    if view.fanned is not None:
        view.pieceClicked.emit(view.fanned.cards[view.fanned.at][0].piece)
    elif view.focus_cell:
        view.cellClicked.emit(view.focus_cell)
