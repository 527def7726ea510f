"""What the rules keep to be quick says what it would say of a position seen for the first time."""

from __future__ import annotations

from random import Random

import pytest
from field import rules

from wardesk.engine.derived_cache import OnTable
from wardesk.engine.types import replace
from wardesk.games.blitzkrieg.ch06_reactions import may_withdraw, reactors, retreat_cells
from wardesk.games.blitzkrieg.ch07_movement import crowded, goals_of, room
from wardesk.games.blitzkrieg.ch08_fire import final_of, has_target, shot_of, targets_of
from wardesk.games.blitzkrieg.position import on_map
from wardesk.games.blitzkrieg.state import ENEMY, Fire, ReactionWindow
from wardesk.players.bots import make_player
from wardesk.players.match import play_match

KEEPS, FRESH = rules(), rules()
"""The same battle twice: one remembers all along, the other nothing."""
SHOTS = [
    {"mode": mode, "moved": moved, "first_round": moved}
    for mode in ("active", "opportunity", "assault")
    for moved in (False, True)
]


def positions(every: int, most: int):
    """Questions of a scripted game, with works and mines that come and go."""
    asked: list = []

    class Watching:
        name = "watching"

        def choose(self, its_rules, view, rng):
            asked.append(view)
            return its_rules.thinking.policy(view, rng)

    play_match(KEEPS, dict.fromkeys(KEEPS.sides, Watching()), 3)
    kept = [view for view in asked if view.stack[-1].__class__.__name__ != "Deploy"][::every][:most]
    rng = Random(7)
    for view in kept:
        on = [u for u in view.pieces.values() if on_map(KEEPS.setting, u)]
        marks = {f"{rng.choice(on).at}/{what}": "german" for what in ("works", "mines", "mines")}
        marks[f"{rng.choice(on).formation}/exhausted"] = True
        yield replace(view, marks={**view.marks, **marks})


@pytest.fixture(scope="module")
def seen():
    return list(positions(20, 10))


def anew(state):
    """*state* as nobody has looked at it: its pieces remember nothing, nor does the battle."""
    FRESH.setting.kept.clear()
    return replace(state, pieces=OnTable(state.pieces))


def test_distances_are_those_of_the_board():
    setting, cells = KEEPS.setting, list(KEEPS.board.cells)

    for a in cells[::29]:
        assert [setting.distance(a, b) for b in cells] == [
            KEEPS.board.distance(a, b) for b in cells
        ]


def test_a_shot_that_is_weighed_has_the_factor_that_is_shown(seen):
    for state in seen:
        fresh = anew(state)
        units = [u for u in state.pieces.values() if on_map(KEEPS.setting, u)]
        for number, unit in enumerate(units[::5]):
            foes = [u for u in units if u.side != unit.side]
            for foe in foes[number % 3 :: 7]:
                for told in SHOTS:
                    frame = Fire(step="aim", shooter=unit.id, target=foe.id, **told)
                    shown = shot_of(FRESH.setting, fresh, frame).final
                    assert final_of(KEEPS.setting, state, frame) == shown


def test_goals_and_room_are_those_of_a_first_look(seen):
    for state in seen[::3]:
        fresh = anew(state)
        for unit in [u for u in state.pieces.values() if on_map(KEEPS.setting, u)][::5]:
            for road in (False, True):
                found = goals_of(KEEPS.setting, state, unit, road=road)
                assert list(found.items()) == list(
                    goals_of(FRESH.setting, fresh, unit, road=road).items()
                )
            full = crowded(KEEPS.setting, state, (unit,))
            for cell in KEEPS.board.cells:
                assert (cell in full) != room(FRESH.setting, fresh, cell, (unit,))


def test_who_may_react_is_who_has_a_shot_or_a_way_back(seen):
    for state in seen:
        for cause in ("move", "fire", "barrage"):
            unit = next(u for u in state.pieces.values() if on_map(KEEPS.setting, u) and not u.hq)
            side = ENEMY[unit.side] if cause != "barrage" else unit.side
            frame = ReactionWindow(
                step="ask", side=side, units=(unit.id,), cause=cause, shot=unit.id
            )
            able = reactors(KEEPS.setting, state, frame)
            assert able == reactors(FRESH.setting, anew(state), frame)
            for piece in state.pieces.values():
                if piece.side == side and may_withdraw(KEEPS.setting, state, piece, frame):
                    assert piece.id in able
                    assert retreat_cells(KEEPS.setting, state, piece, ())


def test_a_unit_has_a_target_when_it_has_targets(seen):
    for state in seen[::4]:
        for unit in state.pieces.values():
            if on_map(KEEPS.setting, unit):
                found = targets_of(FRESH.setting, anew(state), unit)
                assert targets_of(KEEPS.setting, state, unit) == found
                assert has_target(KEEPS.setting, state, unit) == bool(found)


def test_the_script_answers_as_on_a_first_look(seen):
    player = make_player("policy")

    for state in seen:
        rng, again = Random(1), Random(1)
        assert player.choose(KEEPS, state, rng) == player.choose(FRESH, anew(state), again)
