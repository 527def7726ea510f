"""How a battle of the series stands: who will hold what at its end, and which victory that is."""

from __future__ import annotations

import pytest
from gts_field import HIM, HIS, MATE, US, Field, field

from wardesk.games.gts.think import (
    SUPPRESSED,
    Fall,
    HoldChances,
    HoldSpot,
    fall,
    hunted,
    prospects,
    reckoned,
    share_left,
    spot,
    weights,
)
from wardesk.services.play.tables import load_table

BEST, BRIDGE = "49.157", "51.159"
ALLIED = {
    "winner": "allied",
    "title": "Best is taken",
    "hold": [{"side": "allied", "cells": [BEST]}],
}
GERMAN = {"winner": "german", "title": "Best is kept"}


def at_best(places: dict[str, str], **more) -> Field:
    return field(places, window=["44.152", "44.174", "68.162", "68.140"],
                 victory=more.pop("victory", [ALLIED, GERMAN]), **more)  # fmt: skip


def figures(at: Field, side: str = "allied", alone: bool = False) -> HoldSpot:
    return spot(at.setting, at.state, side, BEST, alone)


def won(at: Field) -> float:
    return prospects(at.setting, at.state)


def test_a_hex_is_told_by_who_was_last_there_and_who_is_near():
    away = figures(at_best({US: "60.150"}))
    assert (away.held, away.inside) == (0.0, 0.0)
    assert away.near < 0.1

    there = figures(at_best({US: BEST}))
    steps = at_best({US: BEST}).unit(US).steps
    assert (there.held, there.inside, there.near**2) == (1.0, 1.0, pytest.approx(steps))

    both = figures(at_best({US: BEST, HIM: BEST}))
    assert (both.held, both.inside, both.enemy_inside) == (0.0, 1.0, 1.0)


def test_who_has_to_be_there_does_not_hold_what_he_has_left():
    left = at_best({US: "60.150"}).mark(f"{BEST}/last", "allied")
    assert figures(left).held == 1.0
    assert figures(left, alone=True).held == 0.0


def test_the_near_count_more_than_the_far_and_the_suppressed_less():
    near, far = figures(at_best({US: "50.157"})), figures(at_best({US: "53.157"}))
    assert near.near > far.near > 0.0
    assert near.far / far.far < near.near / far.near

    down = figures(at_best({US: "50.157"}).change(US, suppressed=True))
    assert down.near**2 == pytest.approx(SUPPRESSED * near.near**2)


def test_water_without_a_bridge_lies_between():
    dry = spot_from("44.161", "45.161")
    over_water = spot_from("44.162", "45.161")
    assert dry.near > over_water.near
    assert dry.far > over_water.far


def spot_from(cell: str, aim: str) -> HoldSpot:
    at = at_best({US: cell})
    assert aim in at.setting.beside[cell]
    return spot(at.setting, at.state, "allied", aim, False)


def test_what_is_still_to_come_goes_by_turns_and_chits():
    begun = at_best({US: "60.150"})
    assert share_left(begun.setting, begun.state) == pytest.approx(1.0)
    half = at_best({US: "60.150"}, slots=["0700"])
    rest = half.state.cups["mug"]
    half.draw(rest[0])
    assert share_left(half.setting, half.state) == pytest.approx(1 - 1 / len(rest))


def test_the_first_victory_whose_conditions_hold_counts():
    first = {**GERMAN, "hold": [{"side": "german", "cells": [BRIDGE]}]}
    at = at_best({US: BEST}, victory=[first, ALLIED, {"winner": "", "title": "Nobody"}])
    bridge, best = ("german", BRIDGE, False), ("allied", BEST, False)

    def of(keeps: float, takes: float) -> float:
        return reckoned(at.setting, at.state, HoldChances({bridge: keeps, best: takes}, {}, {}))

    assert of(1.0, 1.0) == -1.0
    assert of(0.0, 1.0) == 1.0
    assert of(0.0, 0.0) == 0.0
    assert of(0.5, 0.5) == pytest.approx(-0.5 + 0.5 * 0.5)


def test_a_bridge_that_is_down_or_stands_counts_as_it_is():
    blown = {**GERMAN, "blown": ["best-road"], "at_once": True}
    kept = {**ALLIED, "hold": [], "standing": ["best-road"]}
    at = at_best({US: BEST}, victory=[blown, kept])
    down = HoldChances({}, {}, {"best-road": 0.25})
    assert reckoned(at.setting, at.state, down) == pytest.approx(-0.25 + 0.75 * 0.75)

    at.mark("bridge/best-road", "destroyed")
    assert reckoned(at.setting, at.state, down) == -1.0
    assert fall(at.state, "best-road") == Fall(1.0, 0.0)
    at.mark("bridge/best-road", "wired:german")
    assert fall(at.state, "best-road").wired == 1.0


def test_a_unit_that_must_be_lost_is_hunted_as_long_as_it_is_there():
    lost = {**GERMAN, "lost": [US]}
    at = at_best({US: BEST, HIM: "50.157"}, victory=[lost, {**ALLIED, "hold": []}])
    assert hunted(at.setting, at.state) == {US: ("german", BEST, False)}
    assert reckoned(at.setting, at.state, HoldChances({}, {US: 0.5}, {})) == pytest.approx(0.0)

    at.change(US, at=None)
    assert hunted(at.setting, at.state) == {}
    assert reckoned(at.setting, at.state, HoldChances({}, {}, {})) == -1.0
    at.change(US, at="reserve")  # not here yet is not lost
    assert reckoned(at.setting, at.state, HoldChances({}, {}, {})) == 1.0


def test_who_has_to_be_home_is_the_likelier_there_the_nearer_he_is():
    home = {**ALLIED, "hold": [], "stand": [{"unit": US, "cells": [BEST]}]}

    def of(cell: str) -> float:
        at = at_best({US: cell}, victory=[home, GERMAN])
        return reckoned(at.setting, at.state, HoldChances({}, {}, {}))

    assert of(BEST) == 1.0
    assert 1.0 > of("50.157") > of("56.155") > -1.0


def test_nearer_to_the_aim_is_better_and_in_it_best():
    ways = [won(at_best({US: cell, MATE: "60.150", HIM: "47.154"})) for cell in
            ("60.150", "53.157", "50.157", BEST)]  # fmt: skip
    assert ways == sorted(ways)
    assert len(set(ways)) == 4
    assert won(at_best({US: "50.157", HIM: BEST, HIS: BEST})) < ways[0] + 0.5


@pytest.mark.parametrize("name", list(weights().scenarios))
def test_what_one_side_has_the_other_lacks(name):
    rules = load_table(name, {}).rules
    from wardesk.engine.kernel import begin

    _, state = begin(rules, umpire=False)
    allied, german = (rules.thinking.score(state, side) for side in ("allied", "german"))
    assert allied + german == pytest.approx(1.0)


@pytest.mark.parametrize("name", list(weights().scenarios))
def test_the_weights_were_learned_under_the_rules_as_they_are(name):
    """Learn them anew if this fails: `PYTHONPATH=packaging python -m learn.gts`."""
    assert load_table(name, {}).rules.digest == weights().scenarios[name]


def test_the_weights_fit_the_figures_and_tell_more_than_what_stands():
    known = weights()
    assert len(known.hold) == len(known.lose) == 2 * len(HoldSpot._fields)
    assert len(known.fall) == 2 * len(Fall._fields)
    assert known.explained > known.explained_before
