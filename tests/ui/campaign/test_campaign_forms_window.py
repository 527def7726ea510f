"""Forms of all actions, scenarios on the table and switched modifiers, by mouse and keyboard."""

from __future__ import annotations

import os

import pytest
from campaign_desk import WAIT, begin, key, settled
from clipping import clipped
from msgspec.structs import replace
from PySide6.QtCore import Qt

from wardesk.campaign.operation.places import Place
from wardesk.engine.types import Choose
from wardesk.services.campaign.forms import FormField
from wardesk.services.campaign.moves import place_units
from wardesk.services.campaign.needs import Need
from wardesk.ui.campaign.dialogs.act_form import LONG, FieldBox
from wardesk.ui.campaign.dialogs.scenario_table import Laying
from wardesk.ui.campaign.docks.ask_card import AskCard
from wardesk.ui.table.workspace import TableWorkspace
from wardesk.ui.widgets.switch import ModifierRow

pytestmark = pytest.mark.usefixtures("light")


def open_form(qtbot, desk, here, action, **words):
    """The dialog of all actions with one form filled in, once the rules have answered."""
    here.open_form(action, words)
    settled(qtbot, desk)
    dialog = here.forms.dialog
    qtbot.waitUntil(lambda: dialog.form is not None and dialog.form.line.id == action, timeout=WAIT)
    answered(qtbot, desk, dialog)
    return dialog


def answered(qtbot, desk, dialog):
    qtbot.waitUntil(lambda: dialog.verdict is not None, timeout=WAIT)
    settled(qtbot, desk)


@pytest.mark.slow
def test_a_form_says_why_it_cannot_be_done_and_does_what_can(desk, qtbot):
    here = begin(qtbot, desk, typed=True)
    dialog = open_form(qtbot, desk, here, "demolish", bridge="son", side="german")

    assert not dialog.act.isEnabled()
    assert "not wired" in dialog.act.toolTip()
    assert not clipped(dialog)

    for action in ("control", "wire"):
        dialog.choose(action, {"bridge": "son", "side": "german"})
        qtbot.waitUntil(
            lambda action=action: dialog.form.line.id == action and dialog.act.isEnabled(),
            timeout=WAIT,
        )
        qtbot.keyClick(dialog, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        qtbot.waitUntil(lambda: not dialog.told.isHidden(), timeout=WAIT)
        settled(qtbot, desk)
    dialog.choose("demolish", {"bridge": "son", "side": "german"})
    qtbot.waitUntil(
        lambda: dialog.form.line.id == "demolish" and dialog.verdict is not None, timeout=WAIT
    )
    assert "typed" in dialog.act.toolTip()
    assert "Type every die" in dialog.use.toolTip()
    dialog.typed.fields[0].setText("0")
    qtbot.mouseClick(dialog.use, Qt.MouseButton.LeftButton)
    settled(qtbot, desk)

    assert any(row.name == "Son bridge" and row.state == "blown"
               for row in here.worker.page.bridges)  # fmt: skip
    dialog.reject()
    assert here.isAncestorOf(desk.window_.focusWidget())


@pytest.mark.slow
def test_what_the_rules_refuse_is_allowed_with_a_reason_in_the_dialog(desk, qtbot):
    here = begin(qtbot, desk)
    dialog = open_form(qtbot, desk, here, "land", division="101")
    assert not dialog.allow.isVisible()
    dialog.choose("choose-huber", {"option": "huber.chill"})
    qtbot.waitUntil(
        lambda: dialog.form.line.id == "choose-huber" and dialog.verdict is not None, timeout=WAIT
    )
    assert not dialog.act.isEnabled()
    assert dialog.allow.isVisible()
    assert not clipped(dialog)

    dialog.allow.setFocus()
    qtbot.keyClicks(dialog.allow, "the club plays it so")
    qtbot.waitUntil(dialog.act.isEnabled, timeout=WAIT)
    assert dialog.verdict.overrules
    qtbot.keyClick(dialog, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: not dialog.told.isHidden(), timeout=WAIT)
    settled(qtbot, desk)

    assert here.worker._desk.state.identities["kg_huber"] == "huber.chill"
    assert any("the club plays it so" in line.words for line in here.worker.page.log)
    assert not dialog.allow.text()


@pytest.mark.slow
def test_the_list_of_forms_is_searched_by_words_and_rule_numbers(desk, qtbot):
    here = begin(qtbot, desk)
    dialog = open_form(qtbot, desk, here, "weather")

    dialog.search.setText("3.6")

    titles = [dialog.list.item(k).text().strip() for k in range(dialog.list.count())]
    assert titles == ["Not now", "Ask for other drop zones"]  # 0700 alone
    dialog.search.setText("no such thing")
    assert dialog.list.count() == 0


@pytest.mark.slow
def test_a_scenario_is_laid_on_the_table_and_comes_back_by_keys(desk, qtbot):
    here = begin(qtbot, desk)
    here.next_step()
    settled(qtbot, desk)
    key(qtbot, desk, Qt.Key.Key_T)
    qtbot.waitUntil(lambda: here.tables.dialog is not None, timeout=WAIT)
    dialog = here.tables.dialog
    dialog.which.setCurrentIndex(dialog.which.findData("best-laid"))
    assert dialog.window_.isVisible()
    dialog.rules.setChecked(False)
    assert not dialog.window_.isVisible()
    qtbot.keyClicks(dialog.units, "101.502.a, 101.502.b")
    assert not clipped(dialog)
    qtbot.mouseClick(dialog.lay, Qt.MouseButton.LeftButton)
    window = desk.window_
    qtbot.waitUntil(
        lambda: isinstance(window.workspace("table"), TableWorkspace) and not desk.busy,
        timeout=WAIT,
    )
    table = window.workspace("table")
    table.session.answer(Choose("flip", ("101.502.a",)))
    events = here.worker.page.events

    with qtbot.waitActive(window):
        window.activateWindow()
    table.view.setFocus()
    qtbot.keyClick(table.view, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(
        lambda: here.isVisible() and here.results.blank is not None
        and here.results.blank.draft is not None, timeout=WAIT,
    )  # fmt: skip
    settled(qtbot, desk)

    assert [line.out for line in here.results.model.lines] == ["1", "2"]
    assert "Say who won." in here.results.words.text()
    assert not here.results.accept.isEnabled()
    assert here.worker.page.events == events
    here.results.winner.setCurrentIndex(1)
    qtbot.waitUntil(here.results.accept.isEnabled, timeout=WAIT)
    here.results.accept.click()
    settled(qtbot, desk)
    assert here.worker.page.events > events
    assert here.worker._desk.state.units["101.502.a"].steps == 1


@pytest.mark.slow
def test_a_day_of_the_campaign_is_laid_with_rules_in_a_window_of_the_map(desk, qtbot):
    here = begin(qtbot, desk)
    here.next_step()
    settled(qtbot, desk)
    for unit, cell in (("101.502.h", "54.157"), ("59.dew.i1", "52.157")):
        there = Place("hex", cell, "", "WED")
        here.worker.do(lambda held, u=unit, p=there: place_units(held, [u], p), lambda _done: None)
        settled(qtbot, desk)
    here.open_table("wed")
    qtbot.waitUntil(lambda: here.tables.dialog is not None, timeout=WAIT)
    dialog = here.tables.dialog
    qtbot.keyClicks(dialog.window_, "44.152, 44.164, 68.152, 68.140")
    dialog.turns.setCurrentIndex(dialog.turns.findData(2))
    assert not clipped(dialog)
    if place := os.environ.get("WARDESK_GRABS"):
        dialog.grab().save(f"{place}/ruled-table.png")
    qtbot.mouseClick(dialog.lay, Qt.MouseButton.LeftButton)
    window = desk.window_
    qtbot.waitUntil(
        lambda: isinstance(window.workspace("table"), TableWorkspace) and not desk.busy,
        timeout=WAIT,
    )

    session = window.workspace("table").session
    assert session.rules.turns == 2
    assert {"101.502.h", "59.dew.i1"} <= set(session.state.pieces)


@pytest.mark.slow
def test_a_table_of_a_changed_ledger_is_refused_in_the_window(desk, qtbot):
    here = begin(qtbot, desk)
    here.next_step()
    settled(qtbot, desk)
    here.tables.lay("best-laid", "101.502.a", Laying(free=True))
    window = desk.window_
    qtbot.waitUntil(
        lambda: isinstance(window.workspace("table"), TableWorkspace) and not desk.busy,
        timeout=WAIT,
    )
    path = window.workspace("table").session.path
    window.show_mode("campaign")
    here.undo()
    settled(qtbot, desk)

    here.bring_back("best-laid", path)
    settled(qtbot, desk)

    assert any("has not begun" in notice.what for notice in window.notices.notices)
    assert here.results.blank is None


@pytest.mark.slow
def test_a_modifier_of_a_roll_is_switched_off_with_a_reason(begin_at, desk, qtbot):
    here = begin_at("18 Sep 1900", typed=True)
    while not (here.worker.page.ask and here.worker.page.ask.paid):
        here.next_step() if here.worker.page.ask is None else here.ask.primary.click()
        settled(qtbot, desk)
    card = here.ask
    before = here.worker.page.ask.proposal.modifier
    (row,) = [each for each in card.findChildren(ModifierRow) if each.isVisible()]

    qtbot.mouseClick(row.switch, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: card.why is not None, timeout=WAIT)
    settled(qtbot, desk)
    card.typed.fields[0].setText("7")
    assert "why you change" in card.use.toolTip()
    qtbot.keyClicks(card.why, "the road was free")
    assert card.use.isEnabled()
    qtbot.mouseClick(card.use, Qt.MouseButton.LeftButton)
    settled(qtbot, desk)

    events = here.worker._desk.ledger.events
    judged = [each.payload for each in events if each.kind == "proposal.decided"][-1]
    assert before == 1
    assert (judged.roll, judged.proposed, judged.decided) == (7, "not yet", "released")
    assert judged.override == "the road was free"


BRIDGES = (("son", "Son bridge (wired)"), ("best", "Best road bridge (intact)"),
           ("rail", "Best rail bridge (intact)"))  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("Son bridge", "son"), ("rail", "rail"), ("intact", "intact"),
     ("101.506.c", "101.506.c"), ("", "")],
)  # fmt: skip
def test_a_part_of_one_name_is_enough_in_a_long_list(qtbot, typed, meant):
    others = tuple((f"b{k}", f"Brook {k}") for k in range(LONG))
    box = FieldBox(
        FormField(name="bridge", label="Bridge", kind="text", needed=True,
                  choices=(*BRIDGES, *others))
    )  # fmt: skip
    qtbot.addWidget(box)
    box.focusProxy().setEditText(typed)
    assert box.words() == meant


def test_an_event_that_has_to_be_told_more_is_not_simply_done(qtbot):
    need = Need(key="duty:event.allied", when="now", title="Deal with the event", seat="Umpire",
                action="event", words={"side": "allied"})  # fmt: skip
    card = AskCard()
    qtbot.addWidget(card)
    card.show_duty(need)
    assert card.primary.text() == "Do it"
    card.show_duty(replace(need, asks=True))
    assert card.primary.text() == "In the form…"
