"""The end: a panel with level, moments and losses; Esc shows the board; a rematch changes sides."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from wardesk.services.play.ending import ending_of
from wardesk.services.play.session import PlaySession
from wardesk.services.play.statistics import thrown
from wardesk.ui.table.events.ending import rematch_of
from wardesk.ui.widgets.text import Text


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
    return [text.text() for text in table.ending.findChildren(Text)]


def test_moments_are_the_largest_changes_and_the_curve_ends_at_the_score(over):
    found = ending_of(over, "german")
    assert found is not None
    changes = sorted((abs(b - a) for a, b in pairwise(found.scores)), reverse=True)
    assert sorted((abs(m.change) for m in found.moments), reverse=True) == changes[:3]
    assert found.scores[-1] == over.rules.thinking.score(over.state, "german")
    assert [m.event for m in found.moments] == sorted(m.event for m in found.moments)
    assert {track.side for track in found.losses} == {"german", "belgian"}


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


def test_the_curve_says_that_it_is_the_score_and_dice_are_told_by_side(over, tables):
    told = words(tables(over))
    assert any("no chance to win" in text for text in told)
    assert {"Dice of Germans", "Dice of Belgians"} <= set(told)
    found = ending_of(over, "german")
    assert found is not None
    every = sum(kind.count for kinds in found.thrown.values() for kind in kinds)
    assert every == sum(kind.count for kind in thrown(over.journal.line()))


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
