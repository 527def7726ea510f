"""Numbers of one game: tracks by event, dice against chances, the marks of the timeline."""

from __future__ import annotations

import pytest
from toy_game import load_toy

from wardesk.engine.types import SetTrack
from wardesk.services.play.session import PlaySession
from wardesk.services.play.statistics import (
    LineStatistics,
    ThrownDice,
    expected,
    losses_by_cell,
    luck_of,
    thrown,
)
from wardesk.services.play.timeline import TimelineLine


def eben(**changes):
    settings = {"seed": 1, "keep": False, "players": {"german": "random", "belgian": "random"}}
    session = PlaySession.new("eben-emael/historical", **{**settings, **changes})
    session.run()
    return session


@pytest.fixture(scope="module")
def played():
    with eben() as session:
        yield session


def test_chances_of_two_dice_are_exact():
    assert expected((6, 6))[7] == pytest.approx(6 / 36)
    assert sum(expected((6, 10)).values()) == pytest.approx(1)


def test_rolls_are_counted_by_kind(played):
    found = thrown(played.journal.line())

    two_dice = next(one for one in found if one.name == "2d6")
    rolls = [
        e for e in played.journal.line() if e.asked and e.asked.dice == (6, 6) and not e.asked.faces
    ]
    assert two_dice.count == len(rolls)
    assert set(two_dice.sums) <= set(range(2, 13))


def test_luck_of_an_even_mean_is_nothing_special():
    assert luck_of(ThrownDice((6, 6), {7: 10}, 0)).farther == pytest.approx(1)
    assert luck_of(ThrownDice((6, 6), {12: 10}, 0)).farther < 0.001


def test_a_series_ends_where_the_table_stands(played):
    series = LineStatistics(played.rules, played.journal).follow(played.journal.line())

    values = {one.look.id: one.values[-1] for one in series}
    assert values == {t.id: t.value for t in played.look().tracks if t.style != "turns"}
    assert all(len(one.values) == len(played.journal.line()) for one in series)


def test_a_series_follows_another_branch(played):
    found = LineStatistics(played.rules, played.journal)
    line = played.journal.line()
    whole = found.follow(line)

    short = found.follow(line[:20])

    assert [one.values for one in short] == [one.values[:20] for one in whole]


def test_the_fallen_by_cell_are_the_losses_on_the_tracks(played):
    line = played.journal.line()
    fallen = losses_by_cell(played.rules, played.journal, line)

    assert set(played.rules.board.cells) >= {c for cells in fallen.values() for c in cells}
    for side, cells in fallen.items():
        assert sum(cells.values()) == played.state.tracks[f"{side}_losses"] > 0


def test_the_timeline_marks_turns_losses_and_rulings(played):
    line = TimelineLine(played.rules, played.journal)
    line.follow(played.journal.line())

    turns = [tick.turn for tick in line.ticks if tick.turn]
    assert turns == sorted(set(turns))
    assert any("loss" in tick.marks for tick in line.ticks)
    assert not any("ruling" in tick.marks for tick in line.ticks)


def test_the_timeline_grows_and_follows_branches():
    with PlaySession.new("toy/dash", seed=3, keep=False, loader=load_toy) as session:
        line = TimelineLine(session.rules, session.journal)
        line.follow(session.journal.line())
        session.edit([SetTrack("x", 1)], "me", "a test")
        line.follow(session.journal.line())
        revision = line.revision
        line.follow(session.journal.line())

        assert [sorted(tick.marks) for tick in line.ticks] == [[], ["ruling"]]
        assert line.revision == revision
        assert line.place(1) == 1
        session.go(0)
        line.follow(session.journal.line())
        assert line.place(1) is None
