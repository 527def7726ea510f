"""The opponent is seen: counters move, a card says what and why and goes, reduced motion, J, S."""

from __future__ import annotations

from random import Random

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QSlider

from wardesk.engine.types import CHANCE, Cells, Path
from wardesk.services.play.session import PlaySession
from wardesk.services.play.weighing import weighed
from wardesk.ui.preferences import preferences
from wardesk.ui.table.events.motion import BOT, FLASH, REST

ROOF = "eben-emael/full-readiness"


@pytest.fixture
def settings():
    yield preferences()
    for name in ("reduced_motion", "explain_opponent", "bot_pace"):
        preferences().reset(name)


def until(kind, shape=None, seed=3, **players):
    """A game at the first question of a kind; its answer is the next thing that happens."""
    players = {"german": "policy", "belgian": "policy", **players}
    session = PlaySession.new(ROOF, seed=seed, keep=False, players=players)
    for _ in range(400):
        ask = session.ask
        if ask.kind == kind and ask.who in session.rules.sides:
            answer = session.bot_answer(ask.who, "policy")
            if shape is None or isinstance(answer, shape):
                return session
        session.step()
    raise AssertionError(kind)


def halted(tables, session):
    table = tables(session)
    table.model.runner.set_paused(True)
    return table


def test_a_counter_of_the_bot_moves_along_its_way_and_rests(tables, qtbot, settings):
    table = halted(tables, until("move", Path))
    begun = []

    def seen(milliseconds):
        # at once: a busy machine may be late to look, when the way is over
        begun.append((milliseconds, table.motion.running, set(table.view.scene().away)))

    table.motion.played.connect(seen)
    table.model.runner.step_once()
    qtbot.waitUntil(lambda: bool(begun))
    moved = [look.piece for look, _ in table.motion.shown.ways]
    assert moved
    ((milliseconds, running, away),) = begun
    assert running
    assert set(moved) <= away
    flash = FLASH if table.motion.shown.hits else 0
    assert milliseconds == BOT + flash + REST
    qtbot.waitUntil(lambda: not table.motion.running, timeout=3000)
    assert not table.view.scene().away


def test_with_reduced_motion_nothing_moves_and_a_ring_stays_until_the_next_key(
    tables, qtbot, settings
):
    settings.change("reduced_motion", True, keep=False)
    table = halted(tables, until("move", Path))
    head = table.session.journal.head
    table.model.runner.step_once()
    qtbot.waitUntil(lambda: table.session.journal.head > head)
    assert not table.motion.running
    assert not table.view.scene().away
    assert table.motion.shown.changed
    table.view.setFocus()
    QTest.keyClick(table.view, Qt.Key.Key_F24)
    assert not table.motion.shown.any


def test_j_shows_the_last_move_again(tables, qtbot, settings):
    table = halted(tables, until("move", Path))
    table.model.runner.step_once()
    qtbot.waitUntil(lambda: table.motion.last.any)
    table.motion.clear()
    QTest.keyClick(table.view, Qt.Key.Key_J)
    assert table.film.running
    assert table.film.frames[-1].steps


def test_a_card_says_what_the_bot_weighed_and_goes_when_a_person_acts(tables, qtbot, settings):
    session = until("attack-target", Cells, belgian="policy")
    session.set_player("german", "human")
    table = halted(tables, session)
    table.model.runner.step_once()
    qtbot.waitUntil(table.card.isVisible)
    rows = table.card.bars.rows
    assert any(one.start == one.end for one in rows) or len(rows) >= 2
    assert "men" in table.card.unit.text()
    session.undo("a person acts", to=0)
    assert not table.card.isVisible()


def test_a_card_says_more_than_whose_answer_it_was(tables, qtbot, settings):
    """The name of the side stands once, before what else there is to say."""
    players = {"german": "policy", "allied": "policy"}
    scenario = "market-garden/the-best-laid-plans"
    session = PlaySession.new(scenario, seed=3, keep=False, players=players)
    table = halted(tables, session)
    told = set()
    for _ in range(60):
        session.step()
        if table.card.isVisible():
            told.add((table.card.title.text(), table.card.why.text()))
    assert len(told) > 5, told
    for side in ("Germans", "Allies"):
        assert not [words for words in told if words[1].count(side) > 1]


def test_the_ending_has_the_board_to_itself(tables, qtbot, settings):
    players = dict.fromkeys(("german", "belgian"), "policy")
    session = PlaySession.new(ROOF, seed=3, keep=False, players=players)
    session.run()
    answers = [e for e in session.journal.line() if e.asked and e.asked.who in players]
    session.undo("looked at again", to=answers[-2].parent)
    table = halted(tables, session)
    seen = []
    while session.ask is not None:
        head = session.journal.head
        table.model.runner.step_once()
        qtbot.waitUntil(lambda was=head: session.journal.head != was, timeout=3000)
        seen.append(table.card.isVisible())
    assert any(seen)
    assert not table.card.isVisible()


def test_never_explain_is_a_setting(tables, qtbot, settings):
    table = halted(tables, until("attack-target", Cells))
    table.model.runner.step_once()
    qtbot.waitUntil(table.card.isVisible)
    QTest.mouseClick(table.card.never, Qt.MouseButton.LeftButton)
    assert not table.card.isVisible()
    assert not preferences().now.explain_opponent
    table.model.runner.step_once()
    assert not table.card.isVisible()


def test_play_now_needs_no_wait(tables, qtbot, settings):
    table = halted(tables, until("move", Path))
    head = table.session.journal.head
    QTest.keyClick(table.view, Qt.Key.Key_S)
    qtbot.waitUntil(lambda: table.session.journal.head > head)


def test_what_a_side_must_not_know_is_not_explained():
    session = until("attack-target", Cells)
    event = session.step()
    assert weighed(session, event, "") is not None
    from wardesk.engine.types import replace

    hidden = replace(event, asked=replace(event.asked, hidden_from=("german",)))
    assert weighed(session, hidden, "german") is None


def test_a_tie_stars_nothing_and_the_unit_is_said(light, qtbot):
    from wardesk.model.advice import Advice
    from wardesk.ui.table.right_panels.case_panel import AdviceList

    shown = AdviceList()
    qtbot.addWidget(shown)
    equal = [Advice(label=name, value=3.9, figure="3.9", unit="men") for name in "abc"]
    shown.set_advice(equal)
    assert {row.icon for row in shown.list.rows} == {"target"}
    shown.set_advice([Advice(label="d", value=4.0, figure="4.0", unit="men"), *equal])
    assert shown.list.rows[0].icon == "star"
    assert shown._head.text().endswith(": men")


def test_the_pace_is_set_by_keys_and_by_mouse(tables, settings):
    table = tables()
    (slider,) = [one for one in table.findChildren(QSlider) if "Pace" in one.accessibleName()]
    slider.setFocus()
    QTest.keyClick(slider, Qt.Key.Key_Home)
    assert table.model.runner.pace == 0
    QTest.keyClick(slider, Qt.Key.Key_Right)
    assert table.model.runner.pace == 1
    QTest.keyClick(slider, Qt.Key.Key_End)
    assert table.model.runner.at_full_speed
    edge = QPoint(2, slider.height() // 2)
    QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=edge)
    QTest.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=edge)
    assert table.model.runner.pace == slider.value() < slider.maximum()


def test_what_ones_own_dice_came_to_stays_on_the_card_until_the_next_answer(tables, settings):
    session = PlaySession.new("hannut-stonne/hannut", seed=7, keep=False)
    rng = Random(3)
    table = halted(tables, session)
    while not table.card.isVisible():
        if session.waiting == "dice":
            session.roll()
        else:
            session.answer(session.rules.thinking.policy(session.state, rng))
    line = session.log_lines()[-1]
    assert session.journal.event.asked.who == CHANCE
    assert line.text in table.card.title.text()
    assert not table.card._going.isActive(), "no clock takes it away"
    while session.waiting == "dice":
        session.roll()
    session.answer(session.rules.thinking.policy(session.state, rng))
    assert not table.card.isVisible()
