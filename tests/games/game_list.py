"""Every game that the general tests run over, one entry per scenario, and what they hide."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest
from bridge_dash import BridgeDash
from hex_raid import HexRaid
from two_somuas import TwoSomuas

from wardesk.engine.rules import Rules
from wardesk.engine.types import GameState, replace

MakeRules = Callable[[], Rules[Any, Any]]
Blur = Callable[[Rules[Any, Any], GameState[Any, Any], str], GameState[Any, Any]]

TOYS: tuple[tuple[str, MakeRules], ...] = (
    ("toys/bridge-dash", BridgeDash),
    ("toys/bridge-dash-in-smoke", lambda: BridgeDash(smoke=True)),
    ("toys/bridge-dash-with-a-hidden-gun", lambda: BridgeDash(hidden=True, smoke=True)),
    ("toys/two-somuas", TwoSomuas),
    ("toys/hex-raid", HexRaid),
)
"""They prove the tests themselves, and show a game's author what a failure looks like."""


def blurred_table(state: GameState[Any, Any], side: str) -> GameState[Any, Any]:
    """A freeform table on which only counters that *side* does not see have changed."""
    changes = {"name": "?", "symbol": "hq", "steps": 9, "marks": "x", "facing": 3, "group": "?"}

    def blurred(counter):
        if counter.seen_by(side):
            return counter
        # Where a back lies can be seen; of what is hidden altogether, nothing can.
        elsewhere = {} if counter.felt_by(side) else {"at": None, "pile": 7}
        return replace(counter, **changes, **elsewhere)

    unseen = {name: c for name, c in state.pieces.items() if not c.seen_by(side)}
    seen = {name: c for name, c in state.pieces.items() if c.seen_by(side)}
    others = {f"{name}?": blurred(replace(c, id=f"{name}?")) for name, c in unseen.items()}
    return replace(state, pieces={**dict(reversed(others.items())), **seen})


def blurred_guns(state: GameState[Any, Any], side: str) -> GameState[Any, Any]:
    """Blitzkrieg 1940: only hidden guns of the other side stand elsewhere, and are worn down."""
    elsewhere = {"at": "0101", "steps": 1, "opp": True, "out": True}
    pieces = {
        name: replace(unit, **elsewhere) if unit.hidden and unit.side != side else unit
        for name, unit in state.pieces.items()
    }
    return replace(state, pieces=pieces)


def other_counters_in_hand(rules: Any, state: GameState[Any, Any], side: str) -> Any:
    """Hands that lie closed hold other counters, of those that *side* has not seen."""
    if rules.setting.options.hands == "open":
        return state
    theirs = next(f"{other}_hand" for other in rules.sides if other != side)
    held, unseen = len(state.cups[theirs]), sorted((*state.cups["pool"], *state.cups[theirs]))
    cups = {**state.cups, theirs: tuple(unseen[:held]), "pool": tuple(unseen[held:])}
    return replace(state, cups=cups)


BLURS: dict[str, Blur] = {
    "bridge_dash": lambda _, state, side: BridgeDash().blurred(state, side),
    "eben-emael": other_counters_in_hand,
    "freeform": lambda _, state, side: blurred_table(state, side),
    "blitzkrieg": lambda _, state, side: blurred_guns(state, side),
}
"""By `Rules.id`: a state with only such things changed as the side cannot see.

A game that hides anything must be listed, or `test_views_hide_what_they_should` fails.
"""


IN_CI = 1
"""Random games of a scenario in every run of the suite; the long run plays hundreds."""
IN_CI_OF = {
    "toys": 2,
    "eben-emael": 2,
    "freeform-cards": 2,
    "hannut-stonne/first-contact": 2,
}
"""By pack or scenario: short games, of which more are played each time."""


def in_ci(scenario: str) -> int:
    """How many random games of *scenario* the suite plays."""
    name = scenario.partition("?")[0]
    return IN_CI_OF.get(name, IN_CI_OF.get(name.partition("/")[0], IN_CI))


def bundled() -> list[tuple[str, MakeRules]]:
    """Every scenario of every pack that comes with the program.

    Without a registry module there is no game yet; a registry without a scenario is a failure.
    """
    if find_spec("wardesk.games.registry") is None:
        return []
    packs = import_module("wardesk.documents.packs.store").list_packs()
    found = [(name, _maker(name, {})) for pack in packs for name in pack.scenarios]
    if not found:
        raise pytest.UsageError("there are games, but no pack has a scenario")
    return found


def option_sets() -> list[tuple[str, MakeRules]]:
    """Every scenario with all of its options switched to their last choice at once."""
    found: list[tuple[str, MakeRules]] = []
    for name, make in bundled():
        if options := {option.id: option.keys[-1] for option in make().option_list()}:
            found.append((f"{name}?options", _maker(name, options)))
    return found


def single_options() -> list[tuple[str, MakeRules]]:
    """Every scenario with one option changed: for the long tests."""
    return [
        (f"{name}?{option.id}={key}", _maker(name, {option.id: key}))
        for name, make in bundled()
        for option in make().option_list()
        for key in option.keys
        if key != option.default
    ]


def _maker(scenario: str, options: dict[str, str]) -> MakeRules:
    def make() -> Rules[Any, Any]:
        return import_module("wardesk.services.play.tables").load_table(scenario, options).rules

    return make


def all_games() -> list[tuple[str, MakeRules]]:
    """The toys and the bundled games: pairs of an id and what makes the rules."""
    return [*TOYS, *bundled(), *option_sets()]
