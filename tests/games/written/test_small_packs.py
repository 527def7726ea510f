"""Areas, chits, melee, checks, fire and squares, in two small games that are data."""

from __future__ import annotations

import random

import pytest
from small_packs import NAMES, small
from test_written_rulebooks import play

from wardesk.engine.kernel import Stamp, advance, begin
from wardesk.engine.types import Path, Roll, replace
from wardesk.games.written.faults import faults
from wardesk.games.written.moving import ends_of, ways_of
from wardesk.games.written.odds import weigh
from wardesk.games.written.state import Fighting, Game


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(6))
def test_it_plays_to_its_end(name, seed):
    assert play(small(name), seed, umpire=bool(seed % 2)) > 10


@pytest.mark.parametrize("name", NAMES)
def test_its_script_plays_to_its_end(name):
    game, rng, n = small(name), random.Random(1), 0
    _, state = begin(game, umpire=False)
    while state.ask is not None:
        ask, n = state.ask, n + 1
        roll = Roll(tuple(rng.randint(1, f) for f in ask.dice))
        answer = roll if ask.who == "chance" else game.thinking.policy(state, rng)
        _, state = advance(game, state, answer, Stamp(id=n, parent=n - 1), umpire=False)
    assert state.result is not None


def test_what_is_not_played_yet_is_a_warning():
    found = {fault.key: fault.level for fault in faults(small("three-valleys").setting.book)}
    assert found == {"hidden": "warning"}


def lay(game, places):
    _, state = begin(game, umpire=False)
    pieces = {n: replace(u, at=places.get(n)) for n, u in state.pieces.items()}
    return replace(state, pieces=pieces, ask=None)


def test_a_march_across_a_stream_and_up_a_mountain():
    game = small("three-valleys")
    state = lay(game, {"K1": "Abbey", "K4": "Abbey", "L1": "Meadow"})
    state = replace(state, marks={**state.marks, "weather": "dry"})
    setting, move = game.setting, game.setting.moves["march"]
    foot = ways_of(setting, state, move, state.pieces["K1"])
    assert foot.cost == {"Abbey": 0, "Mill": 2, "Moor": 2, "Meadow": 1}
    ends = ends_of(setting, state.pieces, move, state.pieces["K1"], foot)
    assert "Meadow" in ends  # into the enemy, for a melee; and no further
    horse = ways_of(setting, state, move, state.pieces["K4"])
    assert "Moor" not in horse.cost


def test_a_melee_in_a_town_is_read_by_the_difference():
    game = small("three-valleys")
    state = lay(game, {"K1": "Lower Town", "K2": "Lower Town", "L3": "Lower Town"})
    setting, pieces = game.setting, state.pieces
    found = weigh(setting, state, setting.combats["melee"], [pieces["K1"], pieces["K2"]],
                  [pieces["L3"]], "Lower Town")  # fmt: skip
    assert (found.attack - found.defence, found.column_name) == (6, "2")  # 4, less the town


def test_fire_by_strength_in_range_and_sight_pins_who_does_not_hold():
    game = small("ridge")
    state = lay(game, {"B4": "D7", "B1": "D4", "R3": "D3"})
    stack = (Game(step="phase", phase="fire", side="blue"),
             Fighting(step="announce", phase="fire", side="blue"))  # fmt: skip
    state = replace(state, stack=stack)
    question = game.steps[Fighting, "announce"].question(game.setting, state, stack[-1])
    assert question.targets == {"D3": ("B1", "B4")}
    case = question.weighed(("B4",), "D3")
    assert [one.id for one, _ in case.shifts] == ["hill"]
    assert [(f.id, f.value) for f in case.factors] == [("far", -1)]
    assert Path(("B4",), ("D3",)) in [way for _, way in question.attacks()]


def test_squares_touch_at_their_corners():
    assert set(small("ridge").setting.near["B2"]) == {
        "A1", "A2", "A3", "B1", "B3", "C1", "C2", "C3",
    }  # fmt: skip
