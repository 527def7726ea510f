"""What a scenario must bring, and which options there are."""

import pytest
from eben import INFO, RULES, make

from wardesk.engine.types import replace
from wardesk.errors import UserError
from wardesk.games.eben_emael import EbenEmaelRules

SETUP = {**INFO.setup, **INFO.forces}


def test_forces_may_come_apart_from_the_setup():
    rules = EbenEmaelRules(RULES.board, {**INFO.setup, "forces": INFO.forces}, {})
    assert rules.digest == RULES.digest


def test_an_option_changes_the_digest():
    assert make(flamethrower="column").digest != RULES.digest


@pytest.mark.parametrize(
    ("setup", "options", "text"),
    [
        ({}, {}, "forces"),
        ({"glider": [{"id": "x", "number": "one"}]}, {}, "number"),
        ({"glider": []}, {}, "exactly one glider"),
        ({**SETUP, "works_manned": True}, {}, "300 men in works"),
        (SETUP, {"flamethrower": "hose"}, "die or column"),
        (SETUP, {"flame": "die"}, "no option 'flame'"),
    ],
)
def test_a_wrong_scenario_is_named(setup, options, text):
    with pytest.raises(UserError, match=text):
        EbenEmaelRules(RULES.board, setup, options)


def test_another_map_is_refused():
    cells = {k: c for k, c in RULES.board.cells.items() if k != "C120"}
    with pytest.raises(UserError, match="no sector C120"):
        EbenEmaelRules(replace(RULES.board, cells=cells), SETUP, {})


@pytest.mark.rule("EE N38")
def test_no_work_is_manned_at_the_start():
    from eben import fresh

    game = fresh()
    assert not [p for p in game.pieces.values() if p.side == "belgian" and p.men]
    assert game.state.tracks["barracks"] == 329
