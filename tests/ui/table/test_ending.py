"""The end: a panel with level, moments and losses; Esc shows the board; a rematch changes sides."""

from __future__ import annotations

import threading
from itertools import pairwise

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from whole_games import played

from wardesk.engine.types import Choose
from wardesk.players.playouts import Playouts
from wardesk.players.rolls import Swing
from wardesk.players.search.thought import Arm, Thought
from wardesk.services.play.ending import ending_of
from wardesk.services.play.review import Lucky, Regret, Review, Reviewer
from wardesk.services.play.session import PlaySession
from wardesk.services.play.statistics import losses_by_cell, thrown
from wardesk.ui.table.events.ending import rematch_of
from wardesk.ui.table.past import look_back
from wardesk.ui.widgets.text import Label


@pytest.fixture
def over():
    session = PlaySession.new(
        "eben-emael/full-readiness", seed=3, keep=False,
        players={"german": "policy", "belgian": "policy"},
    )  # fmt: skip
    session.run()
    session.set_player("german", "human")
    return session


def words(table):
    return [text.text() for text in table.ending.findChildren(Label)]


def test_moments_are_the_largest_changes_and_the_curve_ends_at_the_score(over):
    found = ending_of(over, "german")
    assert found is not None
    changes = sorted((abs(b - a) for a, b in pairwise(found.scores)), reverse=True)
    assert sorted((abs(m.change) for m in found.moments), reverse=True) == changes[:3]
    assert found.scores[-1] == over.rules.thinking.score(over.state, "german")
    assert [m.event for m in found.moments] == sorted(m.event for m in found.moments)
    assert found.losses == {
        side: over.state.tracks[f"{side}_losses"] for side in ("german", "belgian")
    }


def test_what_fell_is_counted_and_never_a_track_of_points(tables):
    session = played("market-garden/the-best-laid-plans")
    fallen = losses_by_cell(session.rules, session.journal, session.journal.line())
    counts = [sum(fallen[side].values()) for side in session.rules.sides]
    told = [text.text() for text in tables(session).ending.losses.findChildren(Label)]
    assert min(counts) > 0
    assert [word for word in told if word.isdigit()] == list(map(str, counts))
    assert not any(" of " in word for word in told if word[:1].isdigit())


def test_the_panel_says_the_level_and_esc_shows_the_board(over, tables):
    table = tables(over)
    level = over.state.result.level
    assert table.ending.isVisible()
    assert any(text.lower() == level for text in words(table))
    assert any(over.state.result.text in text for text in words(table))
    QTest.keyClick(table.view, Qt.Key.Key_Escape)
    assert not table.ending.isVisible()
    table.model.actions.run("table.ending")
    assert table.ending.isVisible()


def test_the_curve_says_what_the_score_is_and_dice_are_told_by_side(over, tables):
    told = words(tables(over))
    assert any("It weighs what counts for victory" in text for text in told)
    for side in ("Germans", "Belgians"):
        assert any(text.startswith(f"Dice of {side}: 2d6") for text in told)
    found = ending_of(over, "german")
    assert found is not None
    every = sum(kind.count for kinds in found.thrown.values() for kind in kinds)
    assert every == sum(kind.count for kind in thrown(over.journal.line()))


def known(over):
    """A review as it is after two rounds, made up."""
    first, *_, last = (event.id for event in over.journal.line())
    rolls = [event.id for event in over.journal.line() if event.asked and event.asked.dice]
    told = next(line.event for line in over.log_lines() if line.event in rolls and not line.told)
    return Review(
        rolls=len(rolls),
        weighed=len(rolls),
        lucky=(Lucky(told, Swing(0.064, (-2.5, 1.0), exact=False)),),
        chances=(Playouts(first, 2, (1, 1)), Playouts(last, 2, (2, 0))),
        done=True,
    )


def test_luck_and_chances_are_shown_as_they_become_known(over, tables):
    table = tables(over)
    assert any("are being weighed" in text for text in words(table))
    back = table.past.look_back
    back._head, back.review = over.journal.head, known(over)
    back.changed.emit()
    told = words(table)
    assert {"−2.5", "+1.0", "+6.4 %", "−6.4 %"} <= set(told)
    assert any("2 games from each of 2 moments" in text for text in told)
    assert any("Per cent of the 26 victory points" in text for text in told)
    assert any("1 roll of many dice" in text for text in told)
    assert any("Largest swings for the Germans" in text for text in told)
    assert "Chance to win in per cent: 50, 100, 100" in table.ending.course.view.accessibleName()
    assert not table.ending.course.stop.isVisible()
    assert back.known() is back.review
    over.undo("once more", to=over.journal.head - 1)
    assert back.known() is None


def test_what_cost_most_has_a_way_back_to_it(over, tables):
    table = tables(over)
    back = table.past.look_back
    event = next(e for e in over.journal.line() if e.asked and e.asked.who == "german")
    arms = (Arm(answer=event.answer, value=0.4), Arm(answer=Choose("better"), value=0.46,
            gain=0.06, error=0.01, worlds=9))  # fmt: skip
    regret = Regret(event.id, Thought(answer=Choose("better"), arms=arms))
    found = replace(known(over), decisions=1, judged=1, regrets=(regret,))
    back._head, back.review = over.journal.head, found
    back.changed.emit()
    back.changed.emit()  # told twice, shown once
    assert "−6.0 ± 2.0 %" in words(table)
    [button] = table.ending.regrets.buttons
    button.click()
    assert table.model.in_past
    assert table.model.shown_event == event.id


def test_counting_waits_for_who_stays_and_stops_when_told_to(over, tables, monkeypatch):
    begun, ended = [], threading.Event()

    class Slow(Reviewer):
        def run(self, tell):
            begun.append(self)
            tell(Review(rolls=5))
            ended.wait(10)

        def cancel(self):
            super().cancel()
            ended.set()

    monkeypatch.setattr(look_back, "Reviewer", Slow)
    table = tables(over)
    assert table.ending._patience.isActive()
    table.ending.dismiss()
    assert not table.ending._patience.isActive()
    table.past.look_back.start()
    assert table.past.look_back.running
    table.ending.open()
    assert table.ending.course.stop.isVisible()
    table.ending.course.stop.click()
    assert ended.is_set()
    assert not table.past.look_back.running
    assert not table.ending.course.stop.isVisible()


def test_a_digit_looks_back_at_a_moment(over, tables):
    table = tables(over)
    first = ending_of(over, "german").moments[0]
    QTest.keyClick(table.view, Qt.Key.Key_1)
    assert table.model.shown_event == first.event
    assert not table.ending.isVisible()


def test_enter_asks_for_a_rematch_with_sides_changed(over, tables, qtbot):
    table = tables(over)
    table.view.setFocus()
    qtbot.wait(300)
    with qtbot.waitSignal(table.rematch_asked) as asked:
        QTest.keyClick(table.view, Qt.Key.Key_Return)
    (game,) = asked.args
    assert dict(game.players) == {"german": "policy", "belgian": "human"}
    assert game.scenario == over.header.scenario


def test_a_rematch_gives_no_side_a_player_that_cannot_lead_it(over):
    over.set_player("belgian", "automaton")
    assert dict(rematch_of(over, swapped=True).players) == {"german": "policy", "belgian": "human"}
    assert dict(rematch_of(over, swapped=False).players) == {
        "german": "human", "belgian": "automaton",
    }  # fmt: skip


def test_undo_takes_the_panel_away(over, tables):
    table = tables(over)
    over.undo("once more", to=over.journal.head - 1)
    assert not table.ending.isVisible()
