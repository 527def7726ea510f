"""Standing orders in the window: their page, their form, what is told at its place, the keys."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from wardesk.engine.types import Pieces
from wardesk.model.standing import TableOrder
from wardesk.services.play.log import told_to
from wardesk.services.play.session import PlaySession
from wardesk.ui.table.orders.order_dialog import OrderDialog
from wardesk.ui.table.seats import Seats

HANNUT = "hannut-stonne/hannut"


def at_reaction(**players):
    """The first question about a reaction of the French."""
    players = {"german": "policy", "french": "human", **players}
    session = PlaySession.new(HANNUT, seed=7, keep=False, players=players)
    for _ in range(400):
        if session.ask.kind == "react" and session.ask.who == "french":
            return session
        if session.step() is None:
            session.answer(session.bot_answer(session.ask.who))
    raise AssertionError("no reaction")


@pytest.fixture
def table(tables):
    found = tables(at_reaction())
    found.model.runner.set_paused(True)
    return found


def page(table):
    QTest.keyClick(table.view, Qt.Key.Key_F8, Qt.KeyboardModifier.ShiftModifier)
    QApplication.processEvents()
    assert table.drawers.name == "orders"
    assert table.orders.isVisible()
    return table.orders


def button(found, title):
    return next(one for each, one in found._sets if one.text() == title)


def to_shot(table):
    """Until an order has picked somebody to fire."""
    session = table.session
    for _ in range(300):
        event = session.step()
        if event is None:
            event = session.roll() if session.waiting == "dice" else session.answer(
                session.bot_answer(session.ask.who))  # fmt: skip
        if event.via and isinstance(event.answer, Pieces):
            QApplication.processEvents()
            return event
    raise AssertionError("nobody fired")


def test_a_set_is_given_with_one_click_and_reads_as_sentences(table):
    found = page(table)
    assert found._empty.isVisible()
    button(found, "Stand and fire").click()
    assert [row.words.text() for row in found.rows][:2] == [
        "open fire at 30 % or more, else let it pass", "fire back",
    ]  # fmt: skip
    assert len(table.session.orders_of("french")) == len(found.rows) == 9
    assert button(found, "Stand and fire").isChecked()
    button(found, "Ask me all").click()
    assert table.session.orders == ()
    assert found._empty.isVisible()


def test_the_form_changes_a_figure_and_the_place_in_the_list_stays(table):
    found = page(table)
    button(found, "Stand and fire").click()
    dialog = found.edit(table.session.orders_of("french")[0])
    dialog.fields.steppers["figure"].set_value(45)
    assert dialog.sentence.text() == "open fire at 45 % or more, else let it pass"
    dialog.fields.steppers["ask_from"].set_value(20)
    dialog.keep.click()
    first = table.session.orders_of("french")[0]
    assert (first.id, first.only_if[0].least, first.ask_from) == (1, 45, 20)
    assert found.rows[0].words.text() == (
        "open fire at 45 % or more, ask me from 20 %, else let it pass"
    )  # fmt: skip


def test_a_form_asks_for_no_figure_where_it_always_holds(table):
    found = page(table)
    dialog = found.edit(None)
    lists, figure = dialog.fields.lists, dialog.fields.steppers["figure"]
    dialog.show()
    assert figure.isVisible()
    lists["limit"].setCurrentIndex(lists["limit"].findData(""))
    assert not figure.isVisible()
    assert dialog.order().only_if == ()
    lists["limit"].setCurrentIndex(lists["limit"].findData("range:most"))
    assert figure.isVisible()
    assert not dialog.fields.steppers["ask_from"].isVisible()
    dialog.moment.setCurrentIndex(6)
    assert dialog.order().do == "stand"
    dialog.reject()


def test_an_order_is_switched_off_and_taken_away(table):
    found = page(table)
    button(found, "Stand and fire").click()
    found.rows[0].on.click()
    assert not table.session.orders_of("french")[0].on
    dialog = found.edit(table.session.orders_of("french")[0])
    dialog.removed.emit()
    dialog.reject()
    assert [order.id for order in table.session.orders_of("french")] == list(range(2, 10))


def test_always_asks_about_what_is_asked_now_and_stands_first(table):
    table.model.press("table.always")
    (dialog,) = table.window().findChildren(OrderDialog)
    assert dialog.moment.count() == 1
    dialog.fields.lists["do"].setCurrentIndex(dialog.fields.lists["do"].findData("pass"))
    dialog.fields.lists["limit"].setCurrentIndex(0)
    dialog.keep.click()
    assert [order.do for order in table.session.orders_of("french")] == ["pass"]
    assert table.session.by_order


def test_a_question_that_may_be_ordered_says_so(table):
    assert "table.always" in [one.id for one in table.model.words.offers]


def test_what_an_order_did_is_told_at_its_place_and_taken_back_with_a_key(table):
    button(page(table), "Stand and fire").click()
    event = to_shot(table)
    card = table.order_card
    assert card.isVisible()
    assert card.order.text() == str(table.session.told_order(event))
    at = table.view.mapTo(table.board, table.view.cell_point(card._cell))
    assert not card.geometry().contains(at)
    assert table.board.rect().contains(card.geometry())
    QTest.keyClick(table.view, Qt.Key.Key_U)
    assert table.session.journal.head == event.parent
    assert table.model.interaction is not None
    assert not card.isVisible()
    assert "suspended" in table.orders.rows[0].count.text()


def test_one_key_suspends_all_and_lets_them_stand_again(table):
    button(page(table), "Stand and fire").click()
    QTest.keyClick(table.view, Qt.Key.Key_F8)
    assert all(order.suspended for order in table.session.orders)
    QTest.keyClick(table.view, Qt.Key.Key_F8)
    assert all(order.stands for order in table.session.orders)

    first, *others = table.session.orders
    one_down = (replace(first, suspended=True), *others)
    table.session.set_orders(first.side, [o for o in one_down if o.side == first.side])
    QTest.keyClick(table.view, Qt.Key.Key_F8)
    QTest.keyClick(table.view, Qt.Key.Key_F8)
    assert [o.suspended for o in table.session.orders if o.id == first.id] == [True]
    assert [o.id for o in table.session.orders if o.suspended] == [first.id]


def test_what_an_order_answers_in_a_moment_is_not_put_to_the_person(table):
    button(page(table), "Stand and fire").click()
    assert table.model.interaction is not None  # paused: it can be answered by hand
    table.model.runner.hold(True)
    table.model.runner.set_paused(False)
    assert table.session.by_order
    assert table.model.interaction is None


def test_the_other_side_is_not_told_and_nobody_gets_up(tables):
    session = at_reaction(german="human")
    sets = {one.id: one.orders for one in session.rules.showing.order_sets}
    session.set_orders("french", sets["stand"])
    table = tables(session)
    table.model.runner.set_paused(True)
    table.model.see_as("german")
    assert [line.text for line in shown_lines(table) if "order" in line.text] == []
    to_shot(table)
    assert not table.order_card.isVisible()
    assert [line.text for line in shown_lines(table) if "order" in line.text] == []


def shown_lines(table):
    return [x for x in table.session.log_lines() if told_to(x, table.model.side)]


def test_an_order_answers_as_fast_as_nobody_could(tables):
    """Both wait for the pace of the table, so that time tells nothing."""
    session = at_reaction()
    table = tables(session)
    runner = table.model.runner
    runner.set_paused(True)
    session.set_orders("french", [TableOrder(when=("react",), do="pass")])
    runner.set_pace(1)
    runner.set_paused(False)
    assert runner._timer.isActive()
    assert runner._timer.interval() == 800
    runner.set_paused(True)


def test_a_table_without_rules_has_no_orders(tables):
    session = PlaySession.new("freeform/hannut-table", seed=1, keep=False)
    table = tables(session)
    assert "table.orders" not in table.model.actions


def test_nobody_gets_up_for_what_an_order_answers(monkeypatch):
    """Else whoever sits there would see that somebody was asked, or not."""
    monkeypatch.setattr(Seats, "shared", True)
    session = at_reaction(german="human")
    seats = Seats(session)
    seats.sitting = "german"
    assert seats.to_hand() == "french"
    session.set_orders("french", [TableOrder(when=("react",), do="pass")])
    assert seats.to_hand() == ""
