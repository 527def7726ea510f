"""An umpire changes a roll before it falls: inputs, column, modifiers of his own, with reasons."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from wardesk.engine.types import COLUMN_SHIFT, Outcome, Roll
from wardesk.reports.story import ruling_of
from wardesk.services.play.session import PlaySession
from wardesk.ui import language
from wardesk.ui.table.umpire.ruling_form import RulingForm

SCENARIO = "eben-emael/full-readiness"


def to_an_attack(session):
    """Play at random to the dice of an attack on a full garrison in its work; whether it came."""
    for _ in range(300):
        ask = session.ask
        if ask is None:
            return False
        if ask.kind == "combat" and ask.shape == "roll":
            if ask.proposed["ground"] == "3" and ask.proposed["defenders"] == 20:
                return True
            session.roll()
        elif ask.who == "chance":
            session.roll()
        elif ask.who == "umpire":
            session.answer(Outcome(ask.proposed))
        else:
            session.answer(session.bot_answer(ask.who, "random"))
    return False


@pytest.fixture
def table(tables, tmp_path):
    """The card of an attack before its dice."""
    for seed in range(4, 20):
        path = tmp_path / f"{seed}.wdgame"
        session = PlaySession.new(SCENARIO, seed=seed, mode="adjudicate", path=path)
        if to_an_attack(session):
            return tables(session, size=(1440, 860))
        session.close()
    raise AssertionError("no attack on a full garrison")


def key(table, which, modifiers=Qt.KeyboardModifier.NoModifier):
    """A key to whatever has the keyboard."""
    QTest.keyClick(table.focusWidget(), which, modifiers)
    QApplication.processEvents()


def type_in(table, words):
    QTest.keyClicks(table.focusWidget(), words)


def column(table):
    return table.right.card._big.text()


def columns(table):
    chart = table.model.case_of(table.session.ask).chart
    return chart.columns


def add_smoke(table):
    """The whole of a modifier by keys."""
    table.view.setFocus()
    key(table, Qt.Key.Key_M)
    type_in(table, "Smoke on the slope")
    key(table, Qt.Key.Key_Return)
    type_in(table, "order of 10:40")
    key(table, Qt.Key.Key_Return)


@pytest.mark.slow
def test_m_adds_a_modifier_with_a_name_a_value_and_a_reason(table):
    card, events = table.right.card, len(table.session.journal.line())
    add_smoke(table)
    assert len(table.session.journal.line()) == events
    own = card.changed_factors()[-1]
    assert (own.name, own.value, own.why) == ("Smoke on the slope", 1, "order of 10:40")
    assert card.own.rows[0].isVisible()
    assert not card.reason.isVisible(), "it has its reason with it"
    table.right.card.focus_primary()
    key(table, Qt.Key.Key_Return)
    event = table.session.journal.line()[-1]
    assert isinstance(event.answer, Roll)
    assert event.answer.own() == (own,)
    assert event.reason == "order of 10:40"
    assert table.session.ask.factors[-1] == own


@pytest.mark.slow
def test_a_modifier_without_a_name_or_a_reason_is_not_added(table):
    card = table.right.card
    key(table, Qt.Key.Key_M)
    key(table, Qt.Key.Key_Return)
    assert table.focusWidget() is card.own.name
    type_in(table, "Smoke")
    assert not card.own.take.isEnabled()
    key(table, Qt.Key.Key_Return)
    assert table.focusWidget() is card.own.reason
    key(table, Qt.Key.Key_Return)
    assert card.changed_factors() is None
    key(table, Qt.Key.Key_Escape)
    assert not card.own.name.isVisible()
    assert table.session.ask.shape == "roll"


def test_an_own_modifier_can_be_switched_off_by_its_number(table):
    add_smoke(table)
    card = table.right.card
    table.view.setFocus()
    key(table, Qt.Key(Qt.Key.Key_1 + len(card._switches)))
    assert card.changed_factors() is None


def test_a_changed_ground_moves_the_column_and_wants_a_reason(table):
    card = table.right.card
    before = column(table)
    box = card.inputs.editors["ground"]
    card.inputs.editors["men"].set_value(20)
    box.setCurrentIndex(box.findData("1"))
    assert columns(table).index(column(table)) > columns(table).index(before)
    assert card.inputs._notes["ground"].text() == "was 3"
    assert card._differs.text() == f"The rules said {before}"
    assert not card.dice.roll.isEnabled()
    card.reason.setFocus()
    type_in(table, "The roof has fallen in")
    assert card.dice.roll.isEnabled()
    key(table, Qt.Key.Key_Return)
    assert table.session.ask.shape == "roll", "Enter in a field goes on"
    lit = column(table)
    key(table, Qt.Key.Key_Return)
    event = table.session.journal.line()[-1]
    assert event.answer.inputs["ground"] == "1"
    assert event.proposed["ground"] == "3"
    assert table.session.ask.column == lit


@pytest.mark.slow
def test_arrows_shift_the_column(table):
    card, before = table.right.card, column(table)
    card.focus_primary()
    key(table, Qt.Key.Key_Right)
    key(table, Qt.Key.Key_Right)
    key(table, Qt.Key.Key_Left)
    at = columns(table).index(before)
    assert column(table) == columns(table)[at + 1]
    assert card.changed_inputs()[COLUMN_SHIFT] == 1
    card.inputs.shift.left.click()
    assert column(table) == before
    assert card.changed_inputs() is None


@pytest.mark.slow
def test_men_are_set_by_a_field(table):
    card = table.right.card
    card.inputs.editors["men"].set_value(80)
    assert card.changed_inputs()["men"] == 80
    assert card.inputs._notes["men"].text().startswith("was ")


@pytest.mark.slow
def test_what_an_umpire_changed_is_in_the_log_in_the_report_and_in_the_file(table):
    session, card = table.session, table.right.card
    add_smoke(table)
    card.inputs.editors["men"].set_value(80)
    men = session.ask.proposed["men"]
    card.reason.setText("A second wave came over the rim")
    card.dice.roll.click()
    event = session.journal.line()[-1]
    lines = [line for line in session.log_lines() if line.event == event.id]
    said = " ".join(f"{line.text} {line.how}" for line in lines)
    for words in ("Smoke on the slope +1 (order of 10:40)", "Attacking men 80",
                  f"proposed: Attacking men {men}"):  # fmt: skip
        assert words in said
    ruling = ruling_of(event, 1, {})
    assert "Attacking men 80" in ruling.what
    assert ruling.proposed == f"Attacking men {men}"
    assert ruling.reason == "A second wave came over the rim"
    session.answer(Outcome(session.ask.proposed))
    path, line = session.path, session.journal.line()
    session.close()
    again = PlaySession.open(path)
    assert again.journal.line() == line
    again.close()


@pytest.mark.slow
def test_o_goes_to_overrule_and_ctrl_enter_does_it_only_with_a_reason(table):
    table.right.roll()
    events = len(table.session.journal.line())
    table.view.setFocus()
    key(table, Qt.Key.Key_O)
    form = table.right.card.form
    assert form.isAncestorOf(table.focusWidget())
    key(table, Qt.Key.Key_Up)
    assert not form.overrule.isEnabled()
    key(table, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert len(table.session.journal.line()) == events
    assert table.focusWidget() is form.reason
    type_in(table, "Smoke hid the last ten metres")
    assert form.overrule.isEnabled()
    key(table, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert len(table.session.journal.line()) == events + 1
    assert table.session.journal.line()[-1].reason == "Smoke hid the last ten metres"


def test_the_form_of_a_ruling_fits_its_column_in_german(table, qapp):
    table.session.roll()
    asked = table.session.ask
    try:
        language.use(qapp, "de")
        form = RulingForm(asked, table, language.wording())
        # 300 px are the column at 1440 x 900, 10 a scroll bar, 32 the margins.
        assert form.minimumSizeHint().width() <= 258
    finally:
        language.use(qapp, "en")


@pytest.mark.parametrize("size", [(1280, 724), (1440, 824)])
def test_accept_and_overrule_are_in_sight(table, size):
    """The window is 1280 x 800 and 1440 x 900; a bar stands above the table."""
    table.resize(*size)
    table.session.roll()
    QApplication.processEvents()
    form = table.right.card.form
    for button in (form.accept, form.overrule):
        assert button.visibleRegion().boundingRect() == button.rect(), button.text()


def test_a_reason_for_what_stays_as_it_is_goes_on_the_record(table):
    table.session.roll()
    table.right.card.form.reason.setPlainText("We looked it up")
    key(table, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    event = table.session.journal.line()[-1]
    assert event.reason == "We looked it up"
    assert event.proposed is None


def test_tab_after_a_digit_goes_no_further_than_the_digit_did(table):
    """The digit has brought the keyboard to the next die; whoever tabs means just that."""
    card = table.right.card
    dice = card.dice.fields
    assert len(dice.fields) == 2
    dice.fields[0].setFocus()
    type_in(table, "3")
    key(table, Qt.Key.Key_Tab)
    assert table.focusWidget() is dice.fields[1]
    type_in(table, "4")
    assert dice.values() == (3, 4)
    key(table, Qt.Key.Key_Tab)
    assert table.focusWidget() is card.dice.use
    dice.fields[0].setFocus()
    key(table, Qt.Key.Key_Tab)
    assert table.focusWidget() is dice.fields[1], "a Tab of its own still goes on"
