"""Keys of the table that are no actions (answer, walk, leave), and where the keyboard goes.

One rule for Enter: it presses the filled button, wherever the keyboard is, unless that is on
something unfinished (a field, half typed dice) or on another button: then it serves that, and is
used up. What the keyboard is on at the board or in the list makes itself the filled button as long
as it is still to be picked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from weakref import ReferenceType, ref

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)
from shiboken6 import isValid

from wardesk.ui.key_book import key_book, key_of
from wardesk.ui.key_watch import KeyWatch
from wardesk.ui.table.battle_sheet import BattleSheet
from wardesk.ui.table.board import TableBoard
from wardesk.ui.table.counter_tray import CounterTray
from wardesk.ui.table.drawer import Drawer
from wardesk.ui.table.events.ending import EndingPanel
from wardesk.ui.table.freehand.freehand import Freehand
from wardesk.ui.table.freehand.hand import HandPanel
from wardesk.ui.table.interactions import ButtonOffer
from wardesk.ui.table.model import TableModel
from wardesk.ui.table.question_bar import QuestionBar
from wardesk.ui.table.right_dock import RightDock
from wardesk.words import tr

DEAF = 0.25
"""Seconds in which a question that has just come hears no Enter: it was meant for the last one."""

_CHORD = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_FIELDS = (QLineEdit, QPlainTextEdit, QAbstractSpinBox)


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
        hand: HandPanel,
        tray: CounterTray,
        deed_bar: QWidget,
        parent: QWidget,
        clock: Callable[[], float],
    ) -> None:
        super().__init__(parent)
        self._model, self._view, self._board = model, board.view, board
        self._question, self._drawer, self._right = question, drawer, right
        self._rows = drawer.list
        self._freehand, self._hand, self._deed_bar = freehand, hand, deed_bar
        self._tray = tray
        self._table, self._clock = parent, clock
        self._parts: list[QWidget] = [parent]
        self.ending: EndingPanel | None = None
        """Lies over the board in the end; Esc takes it away first, and digits are for it."""
        self.sheet: BattleSheet | None = None
        """Lies over the board too."""
        self._before: tuple[ReferenceType[QWidget] | None, bool, str] = (None, False, "")
        """Where the keyboard was, weakly: it may be the table before this one, which is to go."""
        self._asked: object = None
        self._since = float("-inf")
        self._pointer = ""
        """The place that the pointer is on; the keyboard's own counts as soon as it is used."""
        self._left = False
        """Whether the board's place is one where the keyboard was left before this question."""
        model.about_to_show.connect(self._remember)
        model.shown.connect(self._keep)
        model.focus_moved.connect(self._moved)
        question.keyboard_lost.connect(self.focus_question)
        self._view.hovered.connect(self._pointed)
        self._rows.reached.connect(lambda _kind, _key: self._follow_aim())
        self._view.fanChanged.connect(self._follow_aim)
        self._early = KeyWatch(self._too_early, self)
        self._early.set_on(True)
        app = QApplication.instance()
        self._listens = isinstance(app, QApplication)
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._follow_aim)

    def stop(self) -> None:
        """Hear nothing any more; the table is about to go. Once more does no harm."""
        self._early.set_on(False)
        app = QApplication.instance()
        if isinstance(app, QApplication) and self._listens:
            self._listens = False
            app.focusChanged.disconnect(self._follow_aim)

    def listen_in(self, part: QWidget) -> None:
        """A part that stands outside of the table, and yet belongs to it."""
        self._parts.append(part)

    def _ours(self, widget: object) -> bool:
        return isinstance(widget, QWidget) and any(
            part is widget or part.isAncestorOf(widget) for part in self._parts
        )

    # ---- keys -----------------------------------------------------------------------------------

    def _too_early(self, watched: QWidget, event: QKeyEvent) -> bool:
        """Swallow an Enter that was meant for the last question, whoever would get it."""
        if event.key() not in _ENTER or not self._ours(watched) or isinstance(watched, _FIELDS):
            return False
        if event.isAutoRepeat() or self.deaf:
            event.accept()
            return True
        return False

    @property
    def deaf(self) -> bool:
        """Whether the question has only just come."""
        return self._clock() - self._since < DEAF

    def press(self, event: QKeyEvent) -> bool:
        """Act on a key that no part of the table took; whether it was one of ours."""
        if event.modifiers() & _CHORD:
            return False
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Escape:
            self._escape()
        elif key in _ENTER:
            # A key that is held down is one key: it would answer questions that nobody has seen.
            if not event.isAutoRepeat() and not self._serve():
                self.primary()
        elif Qt.Key.Key_Left <= key <= Qt.Key.Key_Down or key == Qt.Key.Key_Space:
            return self._to_board(event)
        else:
            return self._answer(event)
        return True

    def press_loose(self, event: QKeyEvent) -> bool:
        """A key that came to the window, from beside the table: chords of the table too."""
        return self._model.actions.press(event, chords=True) or self.press(event)

    def _answer(self, event: QKeyEvent) -> bool:
        """A digit of what lies on top, a letter of the slip, an action, a deed or an answer."""
        digit = event.text()
        if digit.isdecimal() and (self.deaf or self._pick_on_top(int(digit))):
            return True
        if digit.isdecimal() and self.ending is not None and self.ending.press(int(digit)):
            return True
        if digit.isdecimal() and self._right.flip(int(digit)):
            return True
        if not self.deaf and self._model.choose_verb(digit.upper(), self._board.aim):
            return True
        if self._model.actions.press(event):
            return True
        # A deed or an answer may have a key of its own; not one that a person gave up.
        meant = key_book().meant(key_of(event), "table")
        if not meant or self._freehand.press_key(meant):
            return bool(meant)
        offer = self._model.offered(lambda offer: offer.key == meant)
        self._model.press(offer)
        return bool(offer)

    def _pick_on_top(self, number: int) -> bool:
        """A digit is for what lies on top: an open pile, hand or tray; whether there is one."""
        if self._model.focus().laid_out:
            if not self._view.pick_shown(number):
                self._model.say(tr("There is no counter {0} in this pile").format(number), "text2")
            return True
        return self._hand.pick(number) or self._tray.pick_number(number)

    def _to_board(self, event: QKeyEvent) -> bool:
        """Arrows and Space that nobody wanted are the board's."""
        at = self._table.window().focusWidget()
        if at in (self._view, self._rows) or isinstance(at, _FIELDS):
            return False
        self._view.setFocus(Qt.FocusReason.ShortcutFocusReason)
        QApplication.sendEvent(self._view, event)
        return True

    def _escape(self) -> None:
        """Back to the present, else take back what was picked, else back to the board."""
        asked = self._model.interaction
        if any(one is not None and one.dismiss() for one in (self.ending, self.sheet)):
            self._view.setFocus()
        elif self._model.in_past:
            self._model.look_at(None)
        elif self._drawer.isVisible():
            self._drawer.shut()
        elif self._board.measuring:
            self._board.toggle_ruler()
        elif (self._model.via or self._model.verb or self._model.group) and (
            self._model.choose_back()
        ):
            pass
        elif asked is not None and asked.cancel():
            self._model.show_interaction()
        elif self._model.choose_back():
            pass
        else:
            self._view.setFocus()

    def _serve(self) -> bool:
        """Enter serves the field or the line that the keyboard is on; whether it is on one."""
        at, rows = self._table.window().focusWidget(), self._rows
        if isinstance(at, _FIELDS):
            self._leave_field()
            return True
        self._follow_aim()
        on_offer = at is rows and rows.current()[0] == "offer" and not rows.at_filled()
        if on_offer or (at is rows and self._model.interaction is None):
            rows.pick()
        elif self._model.focus().laid_out and not self._model.offered(_filled):
            self._view.pick()
        else:
            return False
        return True

    def _leave_field(self) -> None:
        """What was typed stands; the next Enter presses the filled button."""
        if not self._right.go_on():
            self._question.focus_primary()

    def primary(self) -> None:
        """Press the filled button (Ctrl+Enter from anywhere)."""
        if not self.deaf and not self._right.press_primary():
            self._model.press(self._model.offered(_filled))

    def end(self) -> None:
        """Press the button that ends a turn, a phase or an activation."""
        if self.deaf:
            return
        if end := self._model.offered(lambda offer: offer.ends):
            self._model.press(end)
        else:
            self._model.say(tr("There is nothing to end now."), "text2")

    def end_again(self) -> None:
        """Press it, and have it pressed again until something happens."""
        if not self.deaf:
            self._model.end_again(self._model.offered(lambda offer: offer.ends))

    # ---- picking --------------------------------------------------------------------------------

    def pick(self) -> None:
        """Take what the keyboard is on into what is picked, or out of it."""
        at_list = self._table.window().focusWidget() is self._rows
        if at_list and self._rows.current()[0] in ("piece", "cell"):
            self._rows.pick()
        else:
            self._view.pick()

    def next_legal(self, way: int) -> None:
        """To the next place on the board where something can be picked."""
        cell = self._model.next_legal(self._view.focus_cell, way)
        if cell:
            self._view.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self._view.set_focus_cell(cell)
        else:
            self._model.say(tr("There is nothing to pick on the board now."), "text2")

    def _moved(self) -> None:
        """Somebody has gone to a place on the board."""
        self._left = False
        self._follow_aim()

    def _pointed(self, cell: str) -> None:
        """Enter does what the slip at the pointer says: one aim, not two."""
        self._pointer = cell
        self._follow_aim()

    def _follow_aim(self, *_what: object) -> None:
        """The keyboard is elsewhere: what it is on may be the thing to pick.

        Not a place that nobody has gone to since the question came.
        """
        if not isValid(self._table):
            return
        at, view = self._table.window().focusWidget(), self._view
        pointed = self._pointer if at is not self._rows and view.fanned is None else ""
        if pointed and self._model.deeds(pointed):
            self._model.set_aim("cell", pointed, quiet=True)
        elif at is view and view.fanned is not None:
            self._model.set_aim("piece", view.under_keyboard)
        elif at is view and not self._left:
            self._model.set_aim("cell", view.under_keyboard)
        elif at is self._rows and self._rows.current()[0] in ("piece", "cell"):
            self._model.set_aim(*self._rows.current())
        elif at is None or not self._question.isAncestorOf(at):
            self._model.set_aim("", "")

    # ---- where the keyboard is ------------------------------------------------------------------

    def focus_question(self) -> None:
        """Give the keyboard to what answers: the card, else the filled button, else the board."""
        if not (self._right.focus_card() or self._question.focus_primary()):
            self._view.setFocus()

    def walk_controls(self, parts: Sequence[QWidget], *, forward: bool) -> bool:
        """Tab: to the next control of *parts*, each read like a page; False when there is none."""
        stops = [control for part in parts for control in _controls(part)]
        if not stops:
            return False
        at = self._table.window().focusWidget()
        here = next((k for k, one in enumerate(stops) if one is at), -1 if forward else 0)
        reason = Qt.FocusReason.TabFocusReason
        back = Qt.FocusReason.BacktabFocusReason
        stops[(here + (1 if forward else -1)) % len(stops)].setFocus(reason if forward else back)
        return True

    def _remember(self) -> None:
        """Before something is rebuilt: whether the keyboard is at the table, and its name."""
        before = self._table.window().focusWidget()
        held = ref(before) if before else None
        self._before = (held, self._ours(before), before.accessibleName() if before else "")

    def _keep(self) -> None:
        """A new question has the keyboard on its filled button; else it stays where it was.

        What was rebuilt is found again by its name: Qt gives the focus of a control that goes to
        the next one of the window, which is not ours.
        """
        asked, model = self._asked, self._model
        self._asked = (model.interaction, model.in_past)
        held, ours, name = self._before
        before = held() if held else None
        fresh = asked is None or asked[0] is not model.interaction  # type: ignore[index]
        if fresh and model.interaction is not None:
            self._since, self._left = self._clock(), True
            self._follow_aim()
        if not ours:
            return
        if before is self._rows:
            self._follow_aim()
            return
        window = self._table.window()
        usable = (
            before is not None
            and isValid(before)
            and before.isVisibleTo(window)
            and before.isEnabled()
        )
        if usable and isinstance(before, (*_FIELDS, QComboBox)):
            return
        if self._asked != asked or not (usable or self._focus_named(name)):
            self.focus_question()

    def _focus_named(self, name: str) -> bool:
        """The control of the table that is called as the one that is gone."""
        window = self._table.window()
        for part in self._parts if name else ():
            for one in part.findChildren(QWidget):
                takes = one.focusPolicy() & Qt.FocusPolicy.TabFocus
                if one.accessibleName() == name and takes and one.isVisibleTo(window):
                    one.setFocus(Qt.FocusReason.OtherFocusReason)
                    return True
        return False


def _filled(offer: ButtonOffer) -> bool:
    return offer.primary


def _controls(part: QWidget) -> list[QWidget]:
    """What takes Tab in a part, from top to bottom and from left to right."""
    found = []
    for one in (part, *part.findChildren(QWidget)):
        tabbed = one.focusPolicy() & Qt.FocusPolicy.TabFocus
        if tabbed and one.isVisible() and one.isEnabled() and one.focusProxy() is None:
            at = one.mapTo(part, QPoint(0, 0))
            found.append((at.y() // 12, at.x(), len(found), one))
    return [one for *_place, one in sorted(found, key=lambda row: row[:3])]
