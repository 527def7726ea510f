"""Enter and the keyboard at the table, by real keys to whatever has the focus of the window.

One rule: Enter presses the filled button, unless the control that has the keyboard wants it first:
a field that is not finished, or a button of its own. What the keyboard is on at the board or in the
list becomes the filled button as long as it is still to be picked.
"""

from __future__ import annotations

import pytest
from clicks import click_piece
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget

from wardesk.engine.types import Cells, Choose, Outcome, Path, Pieces, Roll, SetPiece
from wardesk.services.play.session import PlaySession
from wardesk.ui.making.small_dialogs import DiceDialog
from wardesk.ui.shell.panels import walk
from wardesk.ui.table.interactions import PRIMARY
from wardesk.ui.widgets.answer_button import AnswerButton

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def windows(tables, qtbot):
    """Tables in a window that has other controls before them, as the mode bar is in the real one.

    Gives the table; ``window.home`` is the first control, ``window.left`` says it was pressed.
    """

    def make(**settings):
        table = tables(**settings)
        window = QWidget()
        qtbot.addWidget(window)
        window.left = []
        window.home = QPushButton("Home", window)
        window.home.clicked.connect(lambda: window.left.append(True))
        column = QVBoxLayout(window)
        for part in (window.home, table.table_bar, table):
            column.addWidget(part)
        table.table_bar.show()
        window.resize(1280, 800)
        window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        table.show()
        table.model.runner.set_pace(0)
        table.enter()
        QApplication.processEvents()
        return table

    return make


def key(table, which, modifiers=Qt.KeyboardModifier.NoModifier):
    """A key as the window gets it: to the control that has its focus."""
    window = table.window()
    QTest.keyClick(window.focusWidget() or window, which, modifiers)
    QApplication.processEvents()


def enter(table):
    key(table, Qt.Key.Key_Return)


def focus(table):
    return table.window().focusWidget()


def in_the_table(table):
    """Whether the keyboard is at the table and on something that can be seen and used."""
    at = focus(table)
    return at is not None and table.isAncestorOf(at) and at.isVisible() and at.isEnabled()


SETUP = [SetPiece("R1", "at", "B1"), SetPiece("R2", "at", "B1")]


def lead_to(table, shape):
    """Play the tiny game to a question of this shape."""
    session = table.session
    if shape == "choose":
        return
    if shape == "path":
        session.answer(Choose("move"))
        return
    session.edit(SETUP, "umpire", "set up a fight")
    session.answer(Choose("attack"))
    if shape == "cells":
        return
    session.answer(Cells(("C1",)))
    if shape == "pieces":
        return
    session.answer(Pieces(("R1", "R2")))
    if shape == "roll":
        return
    session.answer(Roll((6, 6)))
    if shape == "allocate" and session.ask.shape == "outcome":
        session.answer(Outcome(session.ask.proposed))
    assert session.ask.shape == shape


def at_board(table, cell="C1"):
    table.view.setFocus()
    table.view.set_focus_cell(cell)


def at_row(table, kind, piece):
    """The keyboard on a line of the list."""
    table.drawer.show_page("list")
    lines = table.drawer.list
    lines.setFocus()
    assert lines._go_to(kind, piece, True), lines.lines()


def at_field(table):
    """The keyboard in some control beside the question: the pace."""
    table.players.pace.setFocus()


def at_bar(table):
    table.question.focus_primary()


PLACES = {"board": at_board, "list": None, "field": at_field, "bar": at_bar}


def stand(table, place, row):
    """Put the keyboard in one of the four places."""
    if place == "list":
        at_row(table, *row)
    else:
        PLACES[place](table)
    QApplication.processEvents()


# ---- every shape, from everywhere ----------------------------------------------------------------


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("mode", ["play", "adjudicate"])
def test_choose(windows, place, mode):
    table = windows(mode=mode)
    stand(table, place, ("offer", "move"))
    enter(table)
    assert table.session.ask.kind == "move"
    assert in_the_table(table)


@pytest.mark.parametrize("place", ["board", "list"])
@pytest.mark.parametrize("mode", ["play", "adjudicate"])
def test_path_is_picked_by_enter_or_space(windows, place, mode):
    table = windows(mode=mode)
    lead_to(table, "path")
    if place == "board":
        at_board(table, "B4")
    else:
        at_row(table, "piece", "R4")
    enter(table)
    assert table.model.interaction.picked == ["R4"]
    if place == "board":
        at_board(table, "B3")
    else:
        at_row(table, "cell", "B3")
    key(table, Qt.Key.Key_Space)
    assert table.session.state.pieces["R4"].at == "B3"
    assert in_the_table(table)


@pytest.mark.parametrize("place", ["field", "bar"])
@pytest.mark.parametrize("mode", ["play", "adjudicate"])
def test_path_from_beside_is_the_filled_button(windows, place, mode):
    table = windows(mode=mode)
    lead_to(table, "path")
    stand(table, place, None)
    enter(table)
    assert table.session.ask.kind == "order"
    assert in_the_table(table)


@pytest.mark.parametrize("place", ["board", "list"])
@pytest.mark.parametrize("mode", ["play", "adjudicate"])
def test_cells(windows, place, mode):
    table = windows(mode=mode)
    lead_to(table, "cells")
    stand(table, place, ("cell", "C1"))
    enter(table)
    assert table.session.ask.kind == "attackers"
    assert in_the_table(table)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("mode", ["play", "adjudicate"])
def test_pieces_ticked_by_space_and_given_by_enter(windows, place, mode):
    table = windows(mode=mode)
    lead_to(table, "pieces")
    at_row(table, "piece", "R1")
    key(table, Qt.Key.Key_Space)
    assert table.model.interaction.picked == ["R1"]
    stand(table, place, ("piece", "R1"))
    enter(table)
    assert table.session.ask.shape == "roll"
    assert table.session.journal.line()[-1].answer == Pieces(("R1",))
    assert in_the_table(table)


def test_enter_ticks_as_long_as_nothing_is_picked(windows):
    table = windows()
    lead_to(table, "pieces")
    at_row(table, "piece", "R2")
    enter(table)
    assert table.model.interaction.picked == ["R2"]
    assert table.session.ask.kind == "attackers"
    at_row(table, "piece", "R1")
    key(table, Qt.Key.Key_Space)
    assert sorted(table.model.interaction.picked) == ["R1", "R2"]


def test_space_on_the_board_lays_out_a_pile_and_ticks_in_it(windows):
    table = windows()
    lead_to(table, "pieces")
    at_board(table, "B1")
    key(table, Qt.Key.Key_Space)
    assert table.view.fanned is not None
    key(table, Qt.Key.Key_Space)
    assert len(table.model.interaction.picked) == 1
    key(table, Qt.Key.Key_Right)
    key(table, Qt.Key.Key_Space)
    assert len(table.model.interaction.picked) == 2
    enter(table)
    assert table.session.ask.shape == "roll"


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("mode", ["play", "adjudicate"])
def test_roll(windows, place, mode):
    table = windows(mode=mode)
    lead_to(table, "roll")
    stand(table, place, ("offer", "table.roll"))
    if mode == "adjudicate" and place == "bar":
        table.right.card.focus_primary()
    enter(table)
    assert table.session.journal.line()[-1].answer != Pieces(("R1", "R2"))
    rolled = [e for e in table.session.journal.line() if isinstance(e.answer, Roll)]
    assert len(rolled) == 1
    assert table.session.ask.shape == ("outcome" if mode == "adjudicate" else "allocate")
    assert in_the_table(table)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("mode", ["play", "adjudicate"])
def test_allocate(windows, place, mode):
    table = windows(mode=mode)
    lead_to(table, "allocate")
    rest = table.session.ask.least
    for piece in ("B1", "B2"):
        share = min(rest, 4)
        table.model.interaction.set_amount(piece, share)
        rest -= share
    table.model.show_interaction()
    stand(table, place, ("piece", "B1"))
    enter(table)
    assert table.session.ask.kind == "order"
    assert in_the_table(table)


@pytest.mark.parametrize("place", ["board", "list", "field", "card"])
def test_outcome(windows, place):
    table = windows(mode="adjudicate")
    lead_to(table, "outcome")
    if place == "card":
        table.right.card.focus_primary()
    else:
        stand(table, place, ("offer", "table.primary"))
    events = len(table.session.journal.line())
    enter(table)
    assert isinstance(table.session.journal.line()[-1].answer, Outcome)
    assert len(table.session.journal.line()) == events + 1
    assert in_the_table(table)


# ---- typed dice ----------------------------------------------------------------------------------


def type_dice(table, *numbers):
    key(table, Qt.Key.Key_T)
    for number in numbers:
        QTest.keyClicks(focus(table), str(number))
        QApplication.processEvents()


@pytest.mark.parametrize("mode", ["play", "adjudicate"])
def test_typed_dice_do_not_answer_the_next_question(windows, mode):
    table = windows(mode=mode)
    lead_to(table, "roll")
    at_board(table)
    events = len(table.session.journal.line())
    type_dice(table, 6, 6)
    enter(table)
    last = table.session.journal.line()[-1]
    assert last.answer == Roll((6, 6))
    assert last.dice_by == "typed"
    assert len(table.session.journal.line()) == events + 1
    assert table.session.ask.shape == ("outcome" if mode == "adjudicate" else "allocate")
    assert in_the_table(table)


@pytest.mark.parametrize("mode", ["play", "adjudicate"])
@pytest.mark.parametrize("place", ["dice", "board", "list"])
def test_half_typed_dice_never_roll_by_seed(windows, mode, place):
    table = windows(mode=mode)
    lead_to(table, "roll")
    at_board(table)
    events = len(table.session.journal.line())
    type_dice(table, 6)
    if place == "board":
        at_board(table)
    elif place == "list":
        at_row(table, "offer", "table.roll")
    enter(table)
    enter(table)
    assert len(table.session.journal.line()) == events
    at = focus(table)
    assert at.accessibleName() == "Die 2, 1 to 6"
    QTest.keyClicks(at, "5")
    enter(table)
    assert table.session.journal.line()[-1].answer == Roll((6, 5))


@pytest.mark.parametrize("mode", ["play", "adjudicate"])
def test_an_impossible_die_is_refused_with_a_word(windows, mode):
    table = windows(mode=mode)
    lead_to(table, "roll")
    at_board(table)
    events = len(table.session.journal.line())
    type_dice(table, 9, 6)
    enter(table)
    assert len(table.session.journal.line()) == events
    assert "1 to 6" in said_beside_the_dice(table, mode)


def said_beside_the_dice(table, mode):
    if mode == "adjudicate":
        return table.right.card.dice.said()
    return table.right.dice.answer.said()


def test_a_key_that_is_held_down_answers_once(windows):
    table = windows()
    at_board(table)
    window = table.window()
    QTest.keyPress(focus(table), Qt.Key.Key_Return)
    for _ in range(4):
        again = QKeyEvent(
            QKeyEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "\r", True
        )
        QApplication.sendEvent(window.focusWidget(), again)
    assert table.session.ask.kind == "move"


# ---- where the keyboard goes ---------------------------------------------------------------------


def click(button):
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    QApplication.processEvents()


def test_after_a_click_on_roll_enter_accepts(windows):
    table = windows(mode="adjudicate")
    lead_to(table, "roll")
    roll = table.right.card.dice.roll
    roll.setFocus()
    click(roll)
    assert table.session.ask.shape == "outcome"
    assert focus(table) is table.right.card.form.accept
    enter(table)
    assert isinstance(table.session.journal.line()[-1].answer, Outcome)
    assert not table.window().left


def test_after_ctrl_enter_the_keyboard_is_on_the_new_card(windows):
    table = windows(mode="adjudicate")
    lead_to(table, "roll")
    table.right.card.focus_primary()
    key(table, Qt.Key.Key_Return, CTRL)
    assert focus(table) is table.right.card.form.accept


def test_after_undo_the_keyboard_is_on_the_new_card(windows):
    table = windows(mode="adjudicate")
    lead_to(table, "outcome")
    table.right.card.focus_primary()
    key(table, Qt.Key.Key_Z, CTRL)
    assert table.session.ask.shape != "outcome"
    assert in_the_table(table)
    assert focus(table) is not table.table_bar.undo


def test_undo_works_from_the_switch_of_the_mode(windows):
    table = windows()
    table.session.answer(Choose("done"))
    mode = table.table_bar.mode._group.checkedButton()
    mode.setFocus()
    key(table, Qt.Key.Key_Z, CTRL)
    assert table.session.ask.who == "red"


def test_enter_on_the_switch_of_the_mode_presses_the_filled_button(windows):
    table = windows()
    table.table_bar.mode._group.checkedButton().setFocus()
    enter(table)
    assert table.session.ask.kind == "move"


def test_a_new_question_does_not_put_the_keyboard_on_send_back(windows):
    table = windows(mode="adjudicate")
    lead_to(table, "pieces")
    table.model.interaction.picked = ["R1"]
    table.model.show_interaction()
    button = table.question.button(PRIMARY)
    button.setFocus()
    click(button)
    assert table.session.ask.shape == "roll"
    assert focus(table) is table.right.card.dice.roll


def test_the_reason_of_an_edit_is_saved_by_enter(windows, qtbot):
    table = windows(mode="adjudicate")
    dialog = table.freehand.edit("R1")
    dialog._set("men", 2)
    qtbot.waitUntil(dialog.isVisible)
    dialog.reason.setFocus()
    QTest.keyClicks(dialog.reason, "miscounted")
    QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
    QApplication.processEvents()
    assert table.session.state.pieces["R1"].men == 2
    edits = [e for e in table.session.journal.line() if e.reason == "miscounted"]
    assert len(edits) == 1


def test_a_changed_result_is_overruled_by_ctrl_enter_after_its_reason(windows):
    table = windows(mode="adjudicate")
    lead_to(table, "outcome")
    at_board(table)
    key(table, Qt.Key.Key_O)
    form = table.right.card.form
    assert focus(table) is form._first.field
    QTest.keyClicks(focus(table), "1")
    enter(table)
    assert focus(table) is form.reason
    assert table.session.ask.shape == "outcome"
    QTest.keyClicks(focus(table), "seen on the ground")
    key(table, Qt.Key.Key_Return, CTRL)
    last = table.session.journal.line()[-1]
    assert last.answer.value["loss"] == 1
    assert last.reason == "seen on the ground"


@pytest.mark.parametrize("start", ["board", "bar"])
@pytest.mark.parametrize("mode", ["play", "adjudicate"])
def test_after_the_dialog_of_dice_the_keyboard_is_at_the_table(windows, qtbot, start, mode):
    session = PlaySession.new("freeform/hannut-table", seed=1, keep=False, mode=mode)
    table = windows(session=session)
    deed = next(d for d in table.freehand.offered() if d.asks == "dice")
    buttons = table.deed_bar.buttons
    narrow = next(reversed(buttons.values()))  # The menu of the table, where there is no room.
    places = {"board": table.view, "bar": buttons.get(deed.menu or deed.key, narrow)}
    places[start].setFocus()
    before = len(session.journal.line())
    table.freehand.do(deed)
    dialog = table.findChild(DiceDialog)
    qtbot.waitUntil(dialog.isVisible)
    dialog.activateWindow()
    QTest.keyClick(dialog.field, Qt.Key.Key_Return)
    QApplication.processEvents()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    table.window().activateWindow()
    qtbot.waitUntil(table.window().isActiveWindow)
    assert len(session.journal.line()) > before
    assert in_the_table(table)
    assert focus(table) is not table.window().home


def test_a_path_played_to_its_end_puts_the_keyboard_on_the_next_filled_button(windows):
    table = windows()
    lead_to(table, "path")
    at_board(table, "B4")
    enter(table)
    at_board(table, "B3")
    enter(table)
    assert table.session.journal.line()[-1].answer == Path(("R4",), ("B3",))
    assert focus(table) is table.question.first_stop()
    key(table, Qt.Key.Key_Right)
    assert focus(table) is table.view
    assert table.view.focus_cell == "C3"


@pytest.mark.parametrize(
    "arrow", [Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down]
)
def test_arrows_on_an_answer_walk_the_cells_and_never_leave_the_table(windows, arrow):
    table = windows()
    button = next(b for b in table.question.findChildren(AnswerButton) if b.isVisible())
    button.setFocus()
    assert focus(table) is button
    key(table, arrow)
    assert focus(table) is table.view
    for _ in range(4):
        key(table, arrow)
        assert in_the_table(table)
    enter(table)
    assert table.window().left == []


# ---- the filled button, and what makes itself one ------------------------------------------------


def filled(table):
    """The words of the one filled button, with what stands on its cap."""
    found = [b for b in table.question.findChildren(AnswerButton) if b.isVisible()]
    found = [b for b in found if b._kind in ("primary", "umpire") and not b.refused]
    assert len(found) <= 1
    return (found[0].text(), found[0].cap()) if found else ("", "")


def test_what_the_keyboard_is_on_becomes_the_filled_button(windows):
    table = windows()
    lead_to(table, "path")
    at_board(table, "E1")
    assert filled(table) == ("Stay", "Enter")
    at_board(table, "B4")
    assert filled(table) == ("Take R4", "Enter")
    enter(table)
    assert table.model.interaction.picked == ["R4"]
    at_board(table, "E1")
    assert filled(table) == ("", "")
    enter(table)
    assert table.session.ask.kind == "move"
    at_board(table, "B3")
    assert filled(table) == ("Choose Ford 3", "Enter")


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("how", ["click", "x"])
def test_enter_after_a_unit_is_picked_attacks_and_never_drops_it(windows, place, how):
    table = windows()
    lead_to(table, "pieces")
    if how == "click":
        table.view.fan("B1")
        click_piece(table, "R1")
    else:
        at_row(table, "piece", "R1")
        key(table, Qt.Key.Key_X)
    assert table.model.interaction.picked == ["R1"]
    stand(table, place, ("piece", "R1"))
    assert filled(table)[0].startswith("Attack with 1")
    enter(table)
    assert table.session.journal.line()[-1].answer == Pieces(("R1",))


def test_x_takes_a_unit_in_and_out(windows):
    table = windows()
    lead_to(table, "pieces")
    at_row(table, "piece", "R2")
    for picked in (["R2"], [], ["R2"]):
        key(table, Qt.Key.Key_X)
        assert table.model.interaction.picked == picked


def test_a_question_that_has_just_come_hears_no_enter(windows):
    table = windows()
    now = [100.0]
    table.keyboard._clock = lambda: now[0]
    at_bar(table)
    enter(table)
    assert table.session.ask.kind == "move"
    for place in ("bar", "board", "field"):
        PLACES[place](table)
        for modifiers in (Qt.KeyboardModifier.NoModifier, CTRL):
            key(table, Qt.Key.Key_Return, modifiers)
            assert table.session.ask.kind == "move"
    now[0] += 0.24
    enter(table)
    assert table.session.ask.kind == "move"
    now[0] += 0.02
    at_bar(table)
    enter(table)
    assert table.session.ask.kind == "order"


def test_enter_in_a_field_goes_on_and_the_next_one_answers(windows):
    table = windows()
    lead_to(table, "allocate")
    for piece, stepper in table.right.share.box._steppers.items():
        stepper.field.setFocus()
        left = table.model.interaction.rest
        stepper.field.selectAll()
        QTest.keyClicks(stepper.field, str(min(4, left)))
        assert table.model.interaction.amounts[piece] == min(4, left)
    enter(table)
    assert table.session.ask.shape == "allocate"
    assert focus(table) is table.question.button(PRIMARY)
    enter(table)
    assert table.session.ask.kind == "order"


# ---- every control by keys -----------------------------------------------------------------------


def test_points_and_commas_walk_the_legal_places(windows):
    table = windows()
    lead_to(table, "path")
    at_bar(table)
    key(table, Qt.Key.Key_Period)
    assert focus(table) is table.view
    first = table.view.focus_cell
    assert first in {p.at for p in table.session.state.pieces.values() if p.side == "red"}
    key(table, Qt.Key.Key_Period)
    assert table.view.focus_cell != first
    key(table, Qt.Key.Key_Comma)
    assert table.view.focus_cell == first


def test_f6_goes_round_the_parts(windows):
    table = windows()
    at_bar(table)
    parts = (table.question, table.view, table.left_dock, table.right, table.foot)
    for part in (*parts[1:], parts[0]):
        walk(table.window(), 1, table.stops())
        at = focus(table)
        assert part is at or part.isAncestorOf(at), (part, at)


def test_tab_reaches_every_control(windows):
    table = windows()
    table.drawer.show_page("list")
    at_bar(table)
    seen, names = [], set()
    for _ in range(200):
        key(table, Qt.Key.Key_Tab)
        if focus(table) in seen:
            break
        seen.append(focus(table))
        names.add(focus(table).accessibleName())
    for part in (table, table.table_bar):
        for one in part.findChildren(QWidget):
            tabbed = one.focusPolicy() & Qt.FocusPolicy.TabFocus and one.focusProxy() is None
            if tabbed and one.isVisible() and one.isEnabled():
                assert one.accessibleName() in names, one


def test_g_opens_the_drawer_with_the_keyboard_in_it_and_shuts_it_again(windows):
    table = windows()
    at_board(table)
    key(table, Qt.Key.Key_G)
    assert focus(table) is table.drawer.list
    key(table, Qt.Key.Key_G)
    assert table.drawer.isHidden()
    assert focus(table) is table.question.first_stop()


def test_space_is_never_an_answer(windows):
    table = windows()
    at_bar(table)
    key(table, Qt.Key.Key_Space)
    assert table.session.ask.kind == "order"
    assert focus(table) is table.view


def test_no_key_of_the_table_is_given_twice(windows):
    for mode in ("play", "adjudicate"):
        keys = [a.key for a in windows(mode=mode).model.actions.all() if a.key]
        assert sorted(set(keys)) == sorted(keys)


def test_undo_works_from_the_foot_the_columns_and_the_drawer_and_not_in_a_field(windows):
    table = windows()
    table.drawer.show_page("list")
    places = (table.past.timeline.slider, table.players.pace, table.drawer.list, table.view)
    for place in places:
        table.session.answer(Choose("done"))
        place.setFocus()
        key(table, Qt.Key.Key_Z, CTRL)
        assert table.session.ask.who == "red", place
    table.session.set_mode("adjudicate")
    lead_to(table, "outcome")
    reason = table.right.card.form.reason
    reason.setFocus()
    QTest.keyClicks(reason, "seen")
    key(table, Qt.Key.Key_Z, CTRL)
    assert table.session.ask.shape == "outcome"
