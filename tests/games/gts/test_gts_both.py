"""Rules that a table and the campaign's desk both play: the day of the new order, the road."""

from __future__ import annotations

import pytest
from gts_field import HIM, SAPPER, draft, field

import wardesk
from wardesk.engine.types import replace
from wardesk.games.gts.agreed import free_zones
from wardesk.games.gts.ch05_fire import printed
from wardesk.games.gts.ch08_checks import quality
from wardesk.games.gts.ch13_engineers import jobs_of
from wardesk.games.gts.ch15_route import begin_turn
from wardesk.games.gts.state import GERMAN, Fire


def of_20_september(setting, state) -> set[tuple[bool, bool, int]]:
    """What the new order gives the Germans of a table: in checks, and by white assault or not."""
    ours = next(u.id for u in state.pieces.values() if u.side != GERMAN and u.at)
    found = set()
    for unit in state.pieces.values():
        figures = setting.counters[unit.id]
        if unit.side == GERMAN and figures.assault is not None and not figures.leads:
            named = {factor.id for factor in quality(setting, state, unit)}
            shot = Fire(step="roll", firer=unit.id, target=ours, kind="assault", attack=2)
            rating = printed(setting, state, shot)[0]
            white = figures.assault_weapon == "white"
            found.add(("reorganised" in named, white, rating - figures.assault))
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
    assert found <= {(new, True, int(new)), (new, False, 0)}
    assert found


# ---- 4.3.3: a bridge and the road over it -------------------------------------------------------

ROAD = ["65.156", "65.155", "65.154", "65.153", "65.152"]
BAILEY, ENEMY_FAR, GUARD = "gds.ind.11", "60.148", "gds.irish.i1"
GUARDS = {"allied": ["division/gds", "formation/gds.irish"], "german": ["division/59"]}


def at_son(**more):
    """The Bailey bridge at Son is about to be built; the road over it is cut."""
    places = {GUARD: "65.152", "gds.irish.ldr": "65.152", HIM: ENEMY_FAR}
    return field(
        places, place=[{"units": [BAILEY], "at": "65.154"}], route=ROAD, bailey=[BAILEY],
        bridge=[{"id": "son", "destroyed": True}], chits=GUARDS, rolls=False, window=[], **more,
    )  # fmt: skip


def built(at):
    return at.draw("allied/division/gds").pick(BAILEY).press("job/repair").roll(0)


@pytest.mark.rule("WED 4.3.3")
def test_a_road_that_a_bridge_has_cut_is_open_when_that_is_repaired_and_in_allied_hands():
    at = at_son()
    assert at.state.marks["route/cut"] == "bridge"
    assert at_son(route_cut=True).state.marks["route/cut"] == "bridge"  # as a ledger tells it

    built(at.mark("65.153/last", "german"))
    assert at.state.marks["bridge/son"] == f"bailey:{BAILEY}"
    assert at.state.marks["route/cut"] == "bridge"  # the Germans were the last on its north bank

    at.pick(GUARD).go(GUARD, "65.153").press("done")
    assert at.ask.kind == "unit"
    assert at.press("end").state.marks.get("route/cut") is None


@pytest.mark.rule("WED 4.3.3")
def test_a_repaired_bridge_in_allied_hands_opens_the_road_at_once():
    at = built(at_son().mark("65.153/last", "allied"))
    assert not at.state.marks.get("route/cut")


@pytest.mark.rule("WED 4.3.3")
@pytest.mark.parametrize(("north", "cut"), [("german", True), ("allied", False)])
def test_at_1900_the_road_opens_but_for_a_bridge_that_keeps_it_cut(north, cut):
    at = at_son(slots=["1700", "1900"])
    draft_ = draft(at)
    draft_.mark("bridge/son", f"bailey:{BAILEY}")
    draft_.mark("65.153/last", north)
    draft_.mark("65.154/last", "allied")
    draft_.mark("route/cut", True)
    draft_.track("turn", 2)
    begin_turn(draft_)
    assert draft_.marks.get("route/cut") == ("bridge" if cut else None)


@pytest.mark.rule("WED 4.3.3")
@pytest.mark.parametrize(("roll", "cut"), [(0, True), (9, False)])
def test_the_germans_may_check_a_road_that_a_bridge_has_cut_and_a_check_holds_until_1900(roll, cut):
    at = at_son(status_checks=True).mark("65.153/last", "allied")
    at.state = replace(at.state, tracks={**at.state.tracks, "route/attacked": 3})
    at.draw("allied/division/gds").press("yes").roll(roll)
    at.pick(BAILEY).press("job/repair").roll(0)
    assert at.state.marks["bridge/son"] == f"bailey:{BAILEY}"
    assert bool(at.state.marks.get("route/cut")) is cut


# ---- 2.15.6: the railway bridge at Best ---------------------------------------------------------


@pytest.mark.rule("WED 2.15.6", "WED 2.15.3")
@pytest.mark.parametrize("cell", ["49.160", "49.161"])
def test_the_railway_bridge_at_best_is_not_improved_or_wired_in_any_scenario(cell):
    at = field({SAPPER: cell, HIM: "60.148"}, window=[])
    at.mark("49.160/last", "german").mark("49.161/last", "german")
    assert at.setting.bridges["best-rail"].carries == "railway"
    assert [job.kind for job in jobs_of(at.setting, at.state, at.unit(SAPPER))] == []


# ---- 3.3.2: free zones --------------------------------------------------------------------------


@pytest.mark.rule("WED 3.3.2")
@pytest.mark.parametrize(("formation", "independent", "able"), [
    ("506", False, ("B", "C")), ("501", False, ("A",)), ("ind", True, ("A",)),
])  # fmt: skip
def test_one_formation_has_one_zone_to_itself_and_independents_join_one(
    formation, independent, able
):
    used = {"501": "A"}
    assert free_zones(("A", "B", "C"), used, formation, independent=independent) == able
    assert free_zones(("A",), {}, "ind", independent=True) == ()


@pytest.mark.rule("WED 3.3.2")
def test_independents_choose_their_zone_after_the_formations_wherever_the_lift_has_them():
    loose, ours = "101.ind.326c", "101.502.a"
    sticks = [{"units": [loose], "zone": "B"}, {"units": [ours], "zone": "B"}]
    zones = [
        {"id": name, "name": name, "division": "101", "cells": [cell]}
        for name, cell in (("B", "60.148"), ("C", "60.150"))
    ]
    at = field(
        {HIM: "44.153"}, place=[{"units": [loose, ours], "at": "reserve"}], zone=zones,
        lift=[{"number": 1, "division": "101", "stick": sticks}], drops="free",
    )  # fmt: skip
    assert at.ask.about == (ours,)
    at.press("C").at("60.150")
    assert (at.ask.kind, at.ask.cells) == ("drop-hex", ("60.150",))  # beside the only formation
