"""Where the keyboard stands after each deed, and that it reaches every control of the table."""

from __future__ import annotations

import pytest
from keyboard_player import CTRL, at_bar, at_board, enter, focus, in_the_table, key, lead_to
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from wardesk.engine.types import Choose, Outcome, Path
from wardesk.services.play.session import PlaySession
from wardesk.ui.making.small_dialogs import DiceDialog
from wardesk.ui.shell.panels import walk
from wardesk.ui.table.interactions import PRIMARY
from wardesk.ui.widgets.answer_button import AnswerButton

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
    assert table.model.ask.shape == "outcome"
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
    assert table.model.ask.shape != "outcome"
    assert in_the_table(table)
    assert focus(table) is not table.table_bar.undo


def test_undo_works_from_the_switch_of_the_mode(windows):
    table = windows()
    table.session.answer(Choose("done"))
    mode = table.table_bar.mode._group.checkedButton()
    mode.setFocus()
    key(table, Qt.Key.Key_Z, CTRL)
    assert table.model.ask.who == "red"


def test_enter_on_the_switch_of_the_mode_presses_the_filled_button(windows):
    table = windows()
    table.table_bar.mode._group.checkedButton().setFocus()
    enter(table)
    assert table.model.ask.kind == "move"


def test_a_new_question_does_not_put_the_keyboard_on_send_back(windows):
    table = windows(mode="adjudicate")
    lead_to(table, "pieces")
    table.model.interaction.picked = ["R1"]
    table.model.show_interaction()
    button = table.question.button(PRIMARY)
    button.setFocus()
    click(button)
    assert table.model.ask.shape == "roll"
    assert focus(table) is table.right.card.dice.roll


def test_the_reason_of_an_edit_is_saved_by_enter(windows, qtbot):
    table = windows(mode="adjudicate")
    dialog = table.freehand.edit("R1")
    dialog.fields.steppers["men"].set_value(2)
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
    assert table.model.ask.shape == "outcome"
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
    table.drawers.toggle("tables")
    parts = (table.question, table.view, table.drawers.body, table.drawers.rail, table.foot)
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
    for part in (table, table.head):
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
    assert not table.drawer.isVisible()
    assert focus(table) is table.question.first_stop()


def test_space_is_never_an_answer(windows):
    table = windows()
    at_bar(table)
    key(table, Qt.Key.Key_Space)
    assert table.model.ask.kind == "order"
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
        assert table.model.ask.who == "red", place
    table.session.set_mode("adjudicate")
    lead_to(table, "outcome")
    reason = table.right.card.form.reason
    reason.setFocus()
    QTest.keyClicks(reason, "seen")
    key(table, Qt.Key.Key_Z, CTRL)
    assert table.model.ask.shape == "outcome"
