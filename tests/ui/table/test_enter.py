"""Enter and the keyboard at the table, by real keys to whatever has the focus of the window.

One rule: Enter presses the filled button, unless the control that has the keyboard wants it first:
a field that is not finished, or a button of its own. What the keyboard is on at the board or in the
list becomes the filled button as long as it is still to be picked.
"""

from __future__ import annotations

import sys

import pytest
from clicks import click_piece
from keyboard_player import (
    CTRL,
    PLACES,
    SETUP,
    at_bar,
    at_board,
    at_row,
    enter,
    focus,
    in_the_table,
    key,
    lead_to,
    stand,
)
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from wardesk.documents.games.log_writer import LogWriter
from wardesk.engine.types import Choose, Outcome, Pieces, Roll
from wardesk.ui.table.interactions import PRIMARY
from wardesk.ui.widgets.answer_button import AnswerButton

# ---- every shape, from everywhere ----------------------------------------------------------------


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("mode", ["play", "adjudicate"])
def test_choose(windows, place, mode):
    table = windows(mode=mode)
    stand(table, place, ("offer", "move"))
    enter(table)
    assert table.model.ask.kind == "move"
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
def test_from_beside_enter_does_not_answer_with_the_choice_that_does_without(windows, place, mode):
    table = windows(mode=mode)
    lead_to(table, "path")
    stand(table, place, None)
    enter(table)
    assert table.model.ask.kind == "move"
    key(table, Qt.Key.Key_0)
    assert table.model.ask.kind == "order"
    assert in_the_table(table)


@pytest.mark.parametrize("place", ["board", "list"])
@pytest.mark.parametrize("mode", ["play", "adjudicate"])
def test_cells(windows, place, mode):
    table = windows(mode=mode)
    lead_to(table, "cells")
    stand(table, place, ("cell", "C1"))
    enter(table)
    assert table.model.ask.kind == "attackers"
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
    assert table.model.ask.shape == "roll"
    assert table.session.journal.line()[-1].answer == Pieces(("R1",))
    assert in_the_table(table)


def test_enter_ticks_as_long_as_nothing_is_picked(windows):
    table = windows()
    lead_to(table, "pieces")
    at_row(table, "piece", "R2")
    enter(table)
    assert table.model.interaction.picked == ["R2"]
    assert table.model.ask.kind == "attackers"
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
    assert table.model.ask.shape == "roll"


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
    assert table.model.ask.shape == ("outcome" if mode == "adjudicate" else "allocate")
    assert in_the_table(table)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("mode", ["play", "adjudicate"])
def test_allocate(windows, place, mode):
    table = windows(mode=mode)
    lead_to(table, "allocate")
    rest = table.model.ask.least
    for piece in ("B1", "B2"):
        share = min(rest, 4)
        table.model.interaction.set_amount(piece, share)
        rest -= share
    table.model.show_interaction()
    stand(table, place, ("piece", "B1"))
    enter(table)
    assert table.model.ask.kind == "order"
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
    assert table.model.ask.shape == ("outcome" if mode == "adjudicate" else "allocate")
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
    assert table.model.ask.kind == "move"


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
    assert filled(table) == ("", "")
    at_board(table, "B4")
    assert filled(table) == ("Pick R4", "Enter")
    enter(table)
    assert table.model.interaction.picked == ["R4"]
    at_board(table, "E1")
    assert filled(table) == ("", "")
    enter(table)
    assert table.model.ask.kind == "move"
    at_board(table, "B3")
    assert filled(table) == ("R4 to Ford 3", "Enter")


def test_a_place_where_the_keyboard_was_left_is_not_what_the_next_question_is_answered_with(
    windows,
):
    table = windows()
    at_board(table, "C1")
    lead_to(table, "cells")
    assert focus(table) is table.view
    kind = table.model.ask.kind
    assert filled(table) == ("", "")
    enter(table)
    assert table.model.ask.kind == kind
    at_board(table, "C1")
    assert filled(table)[1] == "Enter"
    enter(table)
    assert table.model.ask.kind == "attackers"


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
    assert table.model.ask.kind == "move"
    for place in ("bar", "board", "field"):
        PLACES[place](table)
        for modifiers in (Qt.KeyboardModifier.NoModifier, CTRL):
            key(table, Qt.Key.Key_Return, modifiers)
            assert table.model.ask.kind == "move"
    now[0] += 0.24
    at_board(table, "B4")
    enter(table)
    assert table.model.interaction.picked == []
    now[0] += 0.02
    enter(table)
    assert table.model.interaction.picked == ["R4"]


def test_a_button_that_was_clicked_is_not_pressed_by_the_enter_after_the_next_question(windows):
    table = windows()
    lead_to(table, "path")
    QTest.mouseClick(table.question.button("stay"), Qt.MouseButton.LeftButton)
    table.model.give(Choose("move"))
    enter(table)
    assert table.model.ask.kind == "move"


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
    assert table.model.ask.shape == "allocate"
    assert focus(table) is table.question.button(PRIMARY)
    enter(table)
    assert table.model.ask.kind == "order"


# ---- what lies on top ----------------------------------------------------------------------------


def pile_of_a_march(table):
    """A question for a way with a choice beside it (key 0), and a pile of two open."""
    table.session.edit(SETUP, "umpire", "a pile")
    table.session.answer(Choose("move"))
    at_board(table, "B1")
    assert offered(table)["0"]
    table.view.fan("B1")


def offered(table):
    """What the buttons say, by their keys; a filled one by Enter."""
    offers = table.model.offers()
    return {("Enter" if one.primary else one.key): one.label for one in offers}


def test_digits_pick_in_an_open_pile_and_never_answer_through_it(windows):
    table = windows()
    pile_of_a_march(table)
    assert "0" not in offered(table), "no cap on a button that the digit does not press"
    head = table.session.journal.head
    for which in (Qt.Key.Key_0, Qt.Key.Key_7):
        key(table, which)
        assert table.session.journal.head == head
        assert table.view.fanned is not None
    first = table.view.fanned.cards[0][0].piece
    key(table, Qt.Key.Key_1)
    assert table.model.interaction.picked == [first]
    table.view.close_fan()
    assert "0" in offered(table)


def test_enter_acts_in_an_open_pile_and_its_button_says_what(windows):
    table = windows()
    lead_to(table, "pieces")
    at_board(table, "B1")
    assert offered(table)["Enter"] == "Lay the pile out"
    enter(table)
    fan = table.view.fanned
    assert fan is not None
    assert offered(table)["Enter"] == f"Pick {fan.cards[0][0].title}"
    enter(table)
    assert table.model.interaction.picked == [fan.cards[0][0].piece]


def test_enter_on_a_counter_of_a_pile_that_cannot_be_picked_answers_nothing(windows):
    table = windows()
    table.session.edit(SETUP, "umpire", "a pile")
    at_board(table, "B1")
    table.view.fan("B1")
    head = table.session.journal.head
    enter(table)
    assert table.session.journal.head == head
    assert table.session.ask.shape == "choose"


# ---- the way to the disk -------------------------------------------------------------------------


def test_enter_goes_to_the_disk_by_keyboard_and_model_once_each(windows, monkeypatch, tmp_path):
    ways = []

    def write(writer, lines):
        frame, way = sys._getframe(), []
        while frame is not None:
            way.append(frame.f_globals.get("__name__", ""))
            frame = frame.f_back
        ways.append([name for name in reversed(way) if name.startswith("wardesk.")])
        store(writer, lines)

    table = windows(keep=True, path=tmp_path / "one.wdgame")
    lead_to(table, "path")
    at_board(table, "B4")
    enter(table)
    at_board(table, "B3")
    store = LogWriter.write
    monkeypatch.setattr(LogWriter, "write", write)
    enter(table)
    assert table.session.state.pieces["R4"].at == "B3"
    (way,) = ways
    passed = [name for name, last in zip(way, ["", *way], strict=False) if name != last]
    assert passed.count("wardesk.ui.table.keyboard") == 1
    assert passed.count("wardesk.ui.table.model") == 1
    assert len(way) <= 11  # and the writer itself, which this test stands for
