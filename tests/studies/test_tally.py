"""What is counted of a game, and that parts add up the same in any order."""

from __future__ import annotations

import random

import pytest
from dice_race import TURNS, make_race

from wardesk.engine.types import SetTrack
from wardesk.errors import UserError
from wardesk.studies.conduct import Planner, missing
from wardesk.studies.play import GameCounter, play_range
from wardesk.studies.series import TurnTracks
from wardesk.studies.spec import StudyTask, Variant, make_study
from wardesk.studies.tally import merge


def test_a_game_is_counted_turn_by_turn(plan):
    (spec,) = plan().study.specs
    tally = GameCounter(make_race("", {}), spec).play(3)

    assert tally.games == 1
    assert tally.endings[0].seed == spec.seed + 3
    points = {turn: next(iter(counts)) for turn, counts in tally.tracks["points"].items()}
    assert list(points) == list(range(1, TURNS + 1))
    assert points[1] > 0
    assert list(points.values()) == sorted(points.values())
    assert tally.by_game == {3: ((0 if points[TURNS] >= 14 else 1), points[TURNS])}
    assert tally.turns == {TURNS: 1}


def test_the_order_of_parts_does_not_matter(plan):
    (spec,) = plan().study.specs
    parts = [play_range(make_race, StudyTask(spec, first, 3)).tally for first in range(0, 18, 3)]
    whole = play_range(make_race, StudyTask(spec, 0, 18)).tally

    random.Random(1).shuffle(parts)

    assert merge(parts) == whole
    assert merge((merge(parts[:2]), merge(parts[2:]))) == whole
    assert merge(()) == merge((merge(()),))


def test_a_broken_game_is_noted_and_not_counted(plan):
    (spec,) = plan(options=({"breaks_at": 7},)).study.specs
    tally = play_range(make_race, StudyTask(spec, 0, 20)).tally

    assert tally.broken
    assert tally.games + len(tally.broken) == 20
    assert "torn" in next(iter(tally.broken.values()))
    assert not {spec.seed + number for number in tally.by_game} & set(tally.broken)


def test_missing_numbers_are_ranges():
    assert missing(5, ()) == [range(5)]
    assert missing(6, (0, 3, 9)) == [range(1, 3), range(4, 6)]
    assert missing(2, (0, 1)) == []


def test_the_planner_hands_out_every_game_once_and_learns(plan):
    specs = plan(n=50, options=({}, {"slow": True})).study.specs
    planner = Planner([(spec, [range(10), range(20, 50)]) for spec in specs], jobs=2)
    found = []
    for task in planner:
        found += [(task.spec.key, number) for number in range(task.first, task.first + task.count)]
        planner.learn(task.count, 0.1)

    wanted = [(s.key, n) for s in specs for part in (range(10), range(20, 50)) for n in part]
    assert sorted(found) == sorted(wanted)
    assert planner.size > 4


@pytest.mark.parametrize(
    ("more", "text"),
    [
        ({"players": {"green": "policy"}}, "no side 'green'"),
        ({"players": {"red": "human"}}, "no player for"),
        ({"n": 0}, "0 games"),
        ({"n": 10**9}, "cannot be played"),
        ({"options": ({}, {})}, "are the same"),
    ],
)
def test_what_makes_no_sense_is_refused(more, text):
    words = {"players": {}, "n": 5, "seed": 1, "options": ({},)} | more
    options = words.pop("options")
    n = words.pop("n")
    variants = [Variant(options=each, **words) for each in options]
    with pytest.raises(UserError, match=text):
        make_study("race", [make_race("", o) for o in options], variants, n=n)


def test_an_answer_that_ends_a_turn_counts_to_it():
    series = TurnTracks("turn")
    series.set_up((SetTrack("turn", 0), SetTrack("lost", 0)))
    series.see((SetTrack("lost", 2), SetTrack("turn", 1), SetTrack("lost", 3)))

    assert series.until(3) == {
        0: {"turn": 0, "lost": 2},
        **{turn: {"turn": 1, "lost": 3} for turn in (1, 2, 3)},
    }


def test_without_a_clock_there_is_only_the_end():
    series = TurnTracks("")
    series.set_up((SetTrack("lost", 0),))
    series.see((SetTrack("lost", 5),))

    assert series.until(0) == {0: {"lost": 5}}
