"""Keys of the table that are no actions (answer, walk, leave), and where the keyboard goes."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from wardesk.ui.key_book import key_book, key_of
from wardesk.ui.table.board import TableBoard
from wardesk.ui.table.drawer import Drawer
from wardesk.ui.table.events.ending import EndingPanel
from wardesk.ui.table.freehand.freehand import Freehand
from wardesk.ui.table.model import TableModel
from wardesk.ui.table.question_bar import QuestionBar
from wardesk.ui.table.right_dock import RightDock

_CHORD = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier


class TableKeyboard(QObject):
    """Gives keys that nothing took to whom they are for, and finds a place for the keyboard."""

    def __init__(
        self,
        model: TableModel,
        board: TableBoard,
        question: QuestionBar,
        drawer: Drawer,
        right: RightDock,
        freehand: Freehand,
        deed_bar: QWidget,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._model, self._view, self._board = model, board.view, board
        self._question, self._drawer, self._right = question, drawer, right
        self._rows = drawer.list
        self._freehand, self._deed_bar = freehand, deed_bar
        self._table = parent
        self._parts: list[QWidget] = [parent]
        self.ending: EndingPanel | None = None
        """Lies over the board in the end; Esc takes it away first, and digits are for it."""
        self._before: tuple[QWidget | None, bool, QWidget | None] = (None, False, None)
        model.about_to_show.connect(self._remember)
        model.shown.connect(self._keep)
        question.keyboard_lost.connect(self.focus_question)
        right.card_shown.connect(self._card_shown)

    def listen_in(self, part: QWidget) -> None:
        """A part that stands outside of the table, and yet belongs to it."""
        self._parts.append(part)

    def press_loose(self, event: QKeyEvent) -> bool:
        """A key that came to the window, from beside the table: chords of the table too."""
        return self._model.actions.press(event, chords=True) or self.press(event)

    # ---- keys -----------------------------------------------------------------------------------

    def press(self, event: QKeyEvent) -> bool:
        """Act on a key that no part of the table took; whether it was one of ours."""
        if event.modifiers() & _CHORD:
            return False
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Escape:
            self._escape()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            # A key that is held down is one key: it would answer questions that nobody has seen.
            if not event.isAutoRepeat():
                self.enter()
        elif Qt.Key.Key_Left <= key <= Qt.Key.Key_Down:
            return self._walk(event)
        else:
            return self._answer(event)
        return True

    def _answer(self, event: QKeyEvent) -> bool:
        """A digit of a pile shown closely or of the card, an action, a deed or an answer."""
        digit = event.text()
        if digit.isdecimal() and self._view.pick_shown(int(digit)):
            return True
        if digit.isdecimal() and self.ending is not None and self.ending.press(int(digit)):
            return True
        if digit.isdecimal() and self._right.flip(int(digit)):
            return True
        if self._model.actions.press(event):
            return True
        # A deed or an answer may have a key of its own; not one that a person gave up.
        meant = key_book().meant(key_of(event), "table")
        return bool(meant) and (self._freehand.press_key(meant) or self._question.press_key(meant))

    def _walk(self, event: QKeyEvent) -> bool:
        """Arrows that nobody wanted walk the cells of the board."""
        if self._view.hasFocus() or self._rows.hasFocus():
            return False
        self._view.setFocus(Qt.FocusReason.ShortcutFocusReason)
        QApplication.sendEvent(self._view, event)
        return True

    def _escape(self) -> None:
        """Back to the present, else take back what was picked, else back to the board."""
        asked = self._model.interaction
        if self.ending is not None and self.ending.dismiss():
            self._view.setFocus()
        elif self._model.in_past:
            self._model.look_at(None)
        elif self._drawer.isVisibleTo(self._table):
            self._drawer.shut()
        elif self._board.measuring:
            self._board.toggle_ruler()
        elif asked is not None and asked.cancel():
            self._model.show_interaction()
        else:
            self._view.setFocus()

    def enter(self) -> None:
        """Enter: pick where something is still to be picked, else press the filled button."""
        view, rows, asked = self._view, self._rows, self._model.interaction
        at = self._table.window().focusWidget()
        at_board, at_list = at is view, at is rows
        kind, here = rows.current() if at_list else ("", view.under_keyboard)
        if at_list and rows.at_filled():
            self.primary()
        elif kind == "offer" or (at_list and asked is None):
            rows.pick()
        elif asked is None or not (at_board or at_list) or not asked.to_pick(here):
            self.primary()
        elif at_list:
            rows.pick()
        else:
            view.pick()

    def primary(self) -> None:
        """Press the filled button (Ctrl+Enter from anywhere)."""
        if not self._right.press_primary():
            self._question.press_primary()

    # ---- where the keyboard is ------------------------------------------------------------------

    def focus_question(self) -> None:
        """Give the keyboard to what answers: the card, else the filled button, else the board."""
        if not (self._right.focus_card() or self._question.focus_primary()):
            self._view.setFocus()

    def _card_shown(self) -> None:
        """Not from somebody who is at the board or in the list: they go on by keys from there."""
        if self._table.window().focusWidget() not in (self._view, self._rows):
            self._right.focus_card()

    def keep_inside(self) -> None:
        """A part was put away: a keyboard that was in it goes back to the question."""
        at = self._table.window().focusWidget()
        if at is None or not at.isVisibleTo(self._table.window()):
            self.focus_question()

    def _remember(self) -> None:
        """Before something is rebuilt: whether the keyboard is at the table, and in which bar."""
        before = self._table.window().focusWidget()
        ours = before is not None and any(part.isAncestorOf(before) for part in self._parts)
        # These two give it to the button that takes the place of the old one.
        bars = (self._question, self._deed_bar)
        minding = next((p for p in bars if before is not None and p.isAncestorOf(before)), None)
        self._before = (before, ours, minding)

    def _keep(self) -> None:
        """A keyboard that was at the table is at the table after it.

        Qt gives the focus of a control that goes to the next one of the window, which is not ours.
        """
        before, ours, minding = self._before
        window = self._table.window()
        after = window.focusWidget()
        if not ours or (
            before is not None
            and isValid(before)
            and before.isVisibleTo(window)
            and before.isEnabled()
        ):
            return  # It is still there; where it is not any more, somebody wanted it elsewhere.
        if minding is None or after in (None, before) or not minding.isAncestorOf(after):
            self.focus_question()
