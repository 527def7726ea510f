"""Rules that a table and the campaign's desk both play: the day of the new order, the road."""

from __future__ import annotations

import pytest

import wardesk
from wardesk.games.gts.ch05_fire import printed
from wardesk.games.gts.ch08_checks import quality
from wardesk.games.gts.state import GERMAN, Fire


def of_20_september(setting, state) -> set[tuple[bool, int]]:
    """What the new order gives the Germans of a table: checks, and white assault ratings."""
    ours = next(u.id for u in state.pieces.values() if u.side != GERMAN and u.at)
    found = set()
    for unit in state.pieces.values():
        figures = setting.counters[unit.id]
        if unit.side == GERMAN and figures.assault is not None and not figures.leads:
            named = {factor.id for factor in quality(setting, state, unit)}
            shot = Fire(step="roll", firer=unit.id, target=ours, kind="assault", attack=2)
            rating = printed(setting, state, shot)[0]
            white = figures.assault_weapon == "white"
            found.add(("reorganised" in named, rating - figures.assault if white else -1))
    return found


@pytest.mark.rule("WED S5.1.1", "WED S5.1")
@pytest.mark.parametrize(("name", "new"), [
    ("out-of-the-sky", False), ("the-best-laid-plans", False),  # before
    ("son-with-the-wind", True), ("hells-highway", True),
    ("a-victory-lost", False),  # not on a map of Where Eagles Dare
])  # fmt: skip
def test_the_germans_are_reorganised_in_every_scenario_from_20_september(name, new):
    game = wardesk.new_game(f"market-garden/{name}", seed=1)
    found = of_20_september(game.session.rules.setting, game.state)
    assert found <= {(new, int(new)), (new, -1)}
    assert found
