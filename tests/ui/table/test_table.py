"""The table over the tiny game: every question shape by mouse, by list and by key."""

from __future__ import annotations

import gc
import weakref

from clicks import click_cell, click_offer, click_piece
from clipping import clipped
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from tiny_game import load_tiny

from wardesk.engine.types import Cells, Choose, Pieces, SetPiece
from wardesk.services.play.session import PlaySession
from wardesk.ui.table import log
from wardesk.ui.table.interactions import PRIMARY
from wardesk.ui.table.log import LogPanel
from wardesk.ui.table.workspace import TableWorkspace
from wardesk.ui.widgets.dice_tray import DieFace


def at_attackers(table):
    """Play the tiny game to the question which squads attack."""
    s = table.session
    s.edit([SetPiece("R1", "at", "B1"), SetPiece("R2", "at", "B1")], "umpire", "set up a fight")
    s.answer(Choose("attack"))
    s.answer(Cells(("C1",)))


def test_a_refused_choice_says_why(tables):
    table = tables()
    click_offer(table, "attack")
    assert "No enemy in a square beside yours (3.1)" in table.toasts.words()
    assert table.session.ask.kind == "order"


def test_a_move_by_clicks_with_reason_and_route(tables):
    table = tables()
    click_offer(table, "move")
    click_piece(table, "R4")
    assert table.view.scene().marks.selected == {"R4"}
    table.board.hover("B3")
    assert table.view.scene().marks.path == ("B4", "B3")
    click_cell(table, "E1")
    assert table.view.scene().marks.callout.words == "More than two squares away (2.2)"
    assert table.view.scene().marks.callout.cell == "E1"
    assert table.toasts.words() == "", "it stands at its place, once"
    assert not any("two squares" in fact for fact in table.facts)
    click_cell(table, "B3")
    assert table.session.state.pieces["R4"].at == "B3"


def test_a_click_takes_the_top_one_of_a_pile_and_the_next_click_the_next(tables):
    table = tables()
    click_offer(table, "move")
    cell = table.view.scene().looks["R3"].at
    pile = [look.piece for look in reversed(table.view.scene().in_cell(cell))]
    for piece in (*pile, pile[0]):
        click_piece(table, "R3")
        assert table.model.interaction.picked == [piece]
    assert table.view.fanned is None
    table.view.fan(cell)
    click_piece(table, "R2")
    assert table.model.interaction.picked == ["R2"]
    assert table.view.fanned is None, "it lay open to be picked from"


def test_a_dropped_counter_moves(tables):
    table = tables()
    click_offer(table, "move")
    table.view.pieceDropped.emit(("R4",), "C4")
    assert table.session.state.pieces["R4"].at == "C4"


def test_odds_follow_the_pieces_that_are_picked(tables):
    table = tables()
    at_attackers(table)
    assert table.question.button(PRIMARY).refused
    table.drawer.list.picked.emit("piece", "R1")
    assert "1" in table.question.button(PRIMARY).text()
    assert not table.right.case._odds.isHidden()
    table.drawer.list.picked.emit("piece", "R2")
    click_offer(table, PRIMARY)
    assert table.session.ask.kind == "assault"


def test_dice_wait_for_the_hand_of_a_person(tables, qtbot):
    table = tables()
    at_attackers(table)
    table.session.answer(Pieces(("R1",)))
    qtbot.wait(50)
    assert table.session.waiting == "dice"
    table.view.setFocus()
    QTest.keyClick(table.view, Qt.Key.Key_R)
    assert table.session.waiting != "dice"


def test_typed_dice(tables, qtbot):
    table = tables(dice="typed")
    at_attackers(table)
    table.session.answer(Pieces(("R1",)))
    table.view.setFocus()
    qtbot.wait(20)
    QTest.keyClick(table.view, Qt.Key.Key_T)
    fields = [f for f in table.right.dice.findChildren(QLineEdit) if f.isVisible()]
    for field in fields:
        QTest.keyClicks(field, "6")
    QTest.keyClick(fields[-1], Qt.Key.Key_Return)
    last = table.session.journal.line()[-1]
    assert last.dice_by == "typed"
    assert last.answer.dice == (6, 6)


def test_losses_are_shared_out_with_steppers(tables):
    table = tables(dice="typed")
    at_attackers(table)
    table.session.answer(Pieces(("R1",)))
    table.right.typed((6, 6))
    assert table.session.ask.shape == "allocate"
    total = table.session.ask.least
    assert table.question.button(PRIMARY).refused
    for _ in range(total):
        piece = "B1" if table.model.interaction.amounts["B1"] < 3 else "B2"
        table.drawer.list.picked.emit("piece", piece)
    click_offer(table, PRIMARY)
    blue = [p.men for p in table.session.state.pieces.values() if p.side == "blue"]
    assert sum(blue) == 16 - total


def test_undo_redo_and_the_past(tables):
    table = tables()
    table.session.answer(Choose("done"))
    table.view.setFocus()
    assert table.session.ask.who == "blue"
    table.past.undo()
    assert table.session.ask.who == "red"
    table.past.redo()
    assert table.session.ask.who == "blue"
    table.log.view.line_chosen.emit(0)
    assert table.model.in_past
    assert table.model.interaction is None
    click_cell(table, "B4")
    assert table.session.ask.who == "blue"
    QTest.keyClick(table.view, Qt.Key.Key_End)
    assert not table.model.in_past


def test_an_override_is_on_the_record(tables):
    table = tables(mode="adjudicate")
    at_attackers(table)
    table.session.answer(Pieces(("R1",)))
    card = table.right.card
    assert not card.isHidden()
    QTest.mouseClick(card.dice.roll, Qt.MouseButton.LeftButton)
    assert table.session.ask.shape == "outcome"
    proposed = table.session.ask.proposed["loss"]
    assert not card.form.overrule.isEnabled()
    stepper_up = proposed + 1
    card.form._set("loss", stepper_up)
    assert not card.form.overrule.isEnabled()
    assert not card.form.accept.isEnabled()
    QTest.keyClicks(card.form.reason, "The gate was open")
    QTest.mouseClick(card.form.overrule, Qt.MouseButton.LeftButton)
    event = table.session.journal.line()[-1]
    assert event.proposed["loss"] == proposed
    shown = [line for line in table.log.view.lines.lines if line.override]
    words = shown[-1].whole
    assert "Umpire: The gate was open" in words
    assert f"{stepper_up}" in words
    assert "proposed: " in words


def test_an_umpire_can_rule_from_the_list(tables):
    table = tables(mode="adjudicate")
    at_attackers(table)
    table.session.answer(Pieces(("R1",)))
    QTest.keyClick(table.view, Qt.Key.Key_G)
    view = table.drawer.list
    assert table.focusWidget() is view
    for wanted in ("Roll", "Accept"):
        assert view.lines()[0][2].startswith(wanted)
        QTest.keyClick(view, Qt.Key.Key_Home)
        QTest.keyClick(view, Qt.Key.Key_Down)
        QTest.keyClick(view, Qt.Key.Key_Return)
    assert table.session.ask.who != "umpire"


def test_switched_modifiers_need_a_reason_and_change_the_odds(tables):
    table = tables(mode="adjudicate")
    at_attackers(table)
    table.session.answer(Pieces(("R1",)))
    card = table.right.card
    before = card._odds.accessibleName()
    table.view.setFocus()
    QTest.keyClick(table.view, Qt.Key.Key_2)
    assert card._odds.accessibleName() != before
    assert not card.dice.roll.isEnabled()
    QTest.keyClicks(card.reason, "Smoke was laid")
    QTest.keyClick(table.view, Qt.Key.Key_R)
    rolled = next(e for e in reversed(table.session.journal.line()) if e.asked.who == "chance")
    assert rolled.reason == "Smoke was laid"
    assert rolled.answer.factors[1].on


def test_a_counter_is_edited_by_hand_with_a_reason(tables):
    table = tables(mode="adjudicate")
    dialog = table.freehand.edit("R1")
    assert not dialog.save.isEnabled()
    dialog.fields.steppers["men"].set_value(2)
    assert not dialog.save.isEnabled()
    QTest.keyClicks(dialog.reason, "A miscount")
    QTest.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    assert table.session.state.pieces["R1"].men == 2
    assert table.session.journal.line()[-1].reason == "A miscount"


def test_bots_play_in_a_thread_and_can_be_stopped(tables, qtbot):
    table = tables(players={"red": "policy", "blue": "policy"})
    table.model.runner.set_pace(4)
    qtbot.waitUntil(lambda: table.session.ask is None, timeout=20000)
    assert table.question.prompt() == "Minor"  # the level; what led to it stands below
    assert "holds the valley" in table.question.accessibleDescription()


def test_a_paused_bot_takes_one_step_at_a_time(tables, qtbot):
    table = tables(players={"red": "policy"})
    table.model.runner.set_paused(True)
    head = table.session.journal.head
    qtbot.wait(100)
    assert table.session.journal.head == head
    QTest.mouseClick(table.players.step, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: table.session.journal.head == head + 1)


def test_a_broken_rule_leads_to_undo(tables):
    table = tables()
    table.session.answer(Choose("move"))
    table.session.failed = "Turn.move: broke"
    table.model.refresh()
    assert "nothing changed" in table.question.prompt()
    click_offer(table, "table.undo")
    assert table.session.ask.kind == "order"


def test_nothing_is_clipped_at_the_smallest_size(tables, qtbot):
    table = tables(size=(1208, 724))
    qtbot.wait(20)
    assert clipped(table) == []
    at_attackers(table)
    qtbot.wait(20)
    assert clipped(table) == []
    table.session.set_mode("adjudicate")
    table.session.answer(Pieces(("R1",)))
    qtbot.wait(20)
    assert clipped(table) == []
    table.right.roll()
    qtbot.wait(20)
    assert clipped(table) == []


def test_every_control_has_a_name(tables):
    from PySide6.QtWidgets import QAbstractButton, QComboBox, QSlider

    table = tables()
    for kind in (QAbstractButton, QComboBox, QLineEdit, QSlider):
        for control in table.findChildren(kind):
            named = control.accessibleName() or control.text() if hasattr(control, "text") else ""
            assert named or control.accessibleName(), control


def test_an_event_puts_only_its_own_lines_into_the_log(tables, monkeypatch):
    table = tables(players={"red": "human", "blue": "human"})
    drawn = []
    real = log.shown_line
    monkeypatch.setattr(
        log, "shown_line", lambda line, names: drawn.append(line) or real(line, names)
    )
    panel = table.log
    before = panel.view.lines.lines

    table.session.answer(table.session.bot_answer(table.session.ask.who))

    assert {line.event for line in drawn} == {table.session.journal.head}
    assert panel.view.lines.lines[: len(before)] == before
    again = LogPanel(lambda _: "", table)
    names = {side.id: side.name for side in table.model.look.sides}
    again.set_lines(table.session.log_lines(), names, table.session.journal.head)
    assert again.view.lines.lines == panel.view.lines.lines


def test_a_laid_out_pile_is_put_together_when_something_else_is_asked(tables):
    table = tables()
    cell = next(p.cell for p in table.view.scene().piles if len(p.looks) > 1)
    table.view.fan(cell)

    table.session.answer(Choose("done"))

    assert table.view.fanned is None


def test_what_was_drawn_is_named_in_the_tray(tables):
    dice = tables().right.dice

    dice.show_roll((4,), "Which counter is drawn?", "event 3", "Air attack 14")

    assert dice._title.text() == "Air attack 14: Which counter is drawn?"
    assert [die for die in dice.findChildren(DieFace) if not die.isHidden()] == []


def test_nothing_of_a_table_stays_in_memory_once_it_is_gone(light, qtbot):
    table = TableWorkspace(PlaySession.new("tiny/one", seed=3, keep=False, loader=load_tiny))
    table.show()
    QTest.keyClick(table.board.view, Qt.Key.Key_Right)
    gone = [weakref.ref(part) for part in (table, table.board.view, table.board.view.scene())]
    table.shut()
    table.close()
    table.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    del table
    gc.collect()
    assert [part() for part in gone] == [None, None, None]
