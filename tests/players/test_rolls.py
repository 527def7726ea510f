"""Luck of rolls: fair on average, exact where dice can be counted; games played to their end."""

from __future__ import annotations

import sys
from itertools import product
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "games" / "eben_emael"))

from eben import RULES, fresh, garrison, lay

from wardesk.engine.types import Choose, Event, Roll
from wardesk.players import rolls
from wardesk.players.playouts import Playouts, play_out
from wardesk.players.rolls import swing_of
from wardesk.players.search.worlds import ThoughtCancelled

FOUR = {"glider-1": "G8", "glider-9": "G8", "glider-10": "G8", "glider-11": "G8"}
TWO_D6 = tuple(product(range(1, 7), repeat=2))


def fell(table, *dice):
    """What the pending roll gives if it falls like that."""
    return swing_of(table.rules, table.state, Event(id=9, parent=8, answer=Roll(dice)))


def charge():
    """A squad blows the manned casemate Maastricht North, worth two of 26 points."""
    table = lay(
        "german_move", {"glider-1": "G3"}, (garrison("m", "MN", 15),), marks={"MN/blocked": True}
    )
    return table.go("glider-1", "MN").choose("charge:glider-1").choose("hold")


def attack():
    """The printed example at its combat roll: 29 Germans attack a trench across the open."""
    changes = {unit: {"equipment": 0, "charges": 0, "flamethrowers": 0} for unit in FOUR}
    changes["MICA.machine_gun"] = {"equipment": 1}
    trench = (garrison("squad", "MICA", inside=False),)
    table = lay("german_attack", FOUR, trench, changes=changes).at("MICA").pick(*FOUR)
    return table.choose("hold")


def test_a_charge_is_worth_its_points_less_its_chance():
    table = charge()
    needed = table.rules.setting.tables.charge.needs("MN")
    chance = (7 - needed) / 6
    good, bad = fell(table, needed, 1), fell(table, needed - 1, 1)
    assert good.exact
    assert good.score == pytest.approx(2 / 26 * (1 - chance))
    assert bad.score == pytest.approx(-2 / 26 * chance)
    # A blast that works kills as many as its second die says, and 3.5 on average.
    assert good.losses[1] == pytest.approx(1 - 3.5 * chance)


@pytest.mark.parametrize("made", [charge, attack])
def test_luck_is_fair_and_the_position_stays(made):
    table = made()
    before = table.state
    swings = [fell(table, *dice) for dice in TWO_D6]
    assert sum(one.score for one in swings) == pytest.approx(0)
    for side in (0, 1):
        assert sum(one.losses[side] for one in swings) == pytest.approx(0)
        assert any(abs(one.losses[side]) > 0.5 for one in swings) or (made, side) == (charge, 0)
    assert table.state is before


def test_of_too_many_dice_a_sample_is_drawn(monkeypatch):
    monkeypatch.setattr(rolls, "MOST_WAYS", 35)
    found = fell(charge(), 6, 6)
    assert not found.exact
    assert found.score > 0


def test_what_is_no_roll_has_no_luck():
    table = lay("german_move", {"glider-1": "G3"})
    event = Event(id=9, parent=8, answer=Choose("done"))
    assert swing_of(table.rules, table.state, event) is None


def test_nobody_waits_for_luck():
    with pytest.raises(ThoughtCancelled):
        swing_of(RULES, charge().state, Event(id=9, parent=8, answer=Roll((1, 1))), lambda: True)


def test_a_moment_is_played_on_alike_in_the_same_world():
    state = fresh().state
    first = play_out(RULES, state, 3, 1)
    assert first == play_out(RULES, state, 3, 1)
    assert {play_out(RULES, state, 3, world)[1] for world in range(3)} != {first[1]}
    known = Playouts(0).and_one(RULES, "german").and_one(RULES, "")
    assert (known.games, known.wins) == (2, (1, 0))
    with pytest.raises(ThoughtCancelled):
        play_out(RULES, state, 3, 1, lambda: True)
