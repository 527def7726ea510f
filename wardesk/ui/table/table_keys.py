"""Single keys of the table: they act wherever no text field wants them."""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication

from wardesk.ui.key_book import key_book

if TYPE_CHECKING:
    from wardesk.ui.table.workspace import TableWorkspace


def bind_shortcuts(table: TableWorkspace) -> None:
    """Keys with Ctrl, which hold in every part of the table and in its part of the window's bar."""
    for place, (keys, run) in product((table, table.table_bar), (
        ("Ctrl+Z", table.history.undo),
        ("Ctrl+Shift+Z", table.history.redo),
        ("Ctrl+Y", table.history.redo),
        ("Ctrl+Return", table.hands.primary),
        ("Ctrl+B", table.table_bar.bring_back),
        ("Ctrl+A", lambda: table.in_one_go.pick_pile(table.view.focus_cell)),
    )):  # fmt: skip
        shortcut = QShortcut(QKeySequence(keys), place)
        shortcut.setAutoRepeat(keys != "Ctrl+Return")
        table.comfort.bind(shortcut, keys)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(run)


def handle_key(table: TableWorkspace, event: QKeyEvent) -> bool:
    """Act on a key that no part of the table took; whether it was one of ours."""
    found = key_book().translated(event, "table")
    if found is None:
        return False
    event = found
    if event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier):
        return False
    key, text, card = Qt.Key(event.key()), event.text().upper(), table.right.card
    if key == Qt.Key.Key_Escape:
        _escape(table)
        return True
    if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
        # A key that is held down is one key: it would answer questions that nobody has seen.
        if not event.isAutoRepeat():
            table.hands.enter()
        return True
    if _travel(table, key) or _walk(table, event):
        return True
    if key == Qt.Key.Key_Delete:
        return table.in_one_go.press_key("Del")
    if not text:
        return False
    if text.isdigit() and not card.isHidden() and card.flip(int(text)):
        return True
    return _letter(table, text)


def _letter(table: TableWorkspace, text: str) -> bool:
    """Keys that write something; whether it was one of ours."""
    run = {
        "R": table.hands.roll,
        "L": table.ruler.toggle,
        "T": table.hands.type_dice,
        "P": table.toggle_pause,
        "O": table.right.card.focus_override,
        ",": partial(table.history.look_by, -1),
        ".": partial(table.history.look_by, 1),
        "W": table.moments.try_here,
        "C": table.moments.pin,
        "M": table.moments.bookmark,
        "N": table.moments.write_note,
    }.get(text)
    if run is None:
        return table.in_one_go.press_key(text) or table.question.press_key(text)
    run()
    return True


def _travel(table: TableWorkspace, key: Qt.Key) -> bool:
    """Keys that jump through the game; whether it was one of them."""
    if key == Qt.Key.Key_End and table.in_past:
        table.history.back_to_now()
    elif key == Qt.Key.Key_Home:
        table.moments.place(0)
    elif key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
        table.moments.turn(-1 if key == Qt.Key.Key_PageUp else 1)
    else:
        return False
    return True


def _walk(table: TableWorkspace, event: QKeyEvent) -> bool:
    """Arrows that nobody wanted walk the list; whether it was one."""
    rows = table.middle.list
    if not Qt.Key.Key_Left <= event.key() <= Qt.Key.Key_Down or rows.hasFocus():
        return False
    rows.setFocus(Qt.FocusReason.ShortcutFocusReason)
    QApplication.sendEvent(rows, event)
    return True


def _escape(table: TableWorkspace) -> None:
    """Back to the present, else take back what was picked, else back to the board."""
    if table.in_past:
        table.history.back_to_now()
    elif table.ruler.on:
        table.ruler.toggle()
    elif table.interaction is not None and table.interaction.cancel():
        table.show_interaction()
    else:
        table.view.setFocus()
