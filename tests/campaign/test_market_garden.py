"""The campaign layer of Market Garden, rule by rule, on the shipped design."""

from __future__ import annotations

import pytest
from garden import Garden, at, event, garden_design, marker_at, wired

from wardesk.campaign.ledger.kind import Broken
from wardesk.campaign.ledger.kinds.bridges import BridgeChanged
from wardesk.campaign.ledger.kinds.routes import MarkerAdvanced
from wardesk.campaign.ledger.kinds.rulings import RulingMade
from wardesk.campaign.ledger.kinds.scenarios import NodeEntered, NodeLeft
from wardesk.campaign.ledger.kinds.units import StepsLost, UnitArrived, UnitTransferred
from wardesk.campaign.ledger.refusals import Refused
from wardesk.campaign.market_garden import (
    ch01_weather,
    ch02_bridges,
    ch03_drop_table,
    ch03_drops,
    ch03_free_drop,
    ch04_club_route,
    s06_allied,
)
from wardesk.campaign.market_garden.kinds import drop_of
from wardesk.campaign.operation.condition_text import parse
from wardesk.campaign.operation.conditions import holds
from wardesk.campaign.operation.facts import facts_of
from wardesk.campaign.operation.places import Place

NONCE = bytes(range(16))
CALENDAR = garden_design().calendar


# ---- the design ---------------------------------------------------------------------------------


@pytest.mark.golden("calendar of eighty turns")
def test_the_calendar_has_eighty_turns_and_begins_at_1300():
    assert CALENDAR.turns == 80
    assert CALENDAR.turn(0).label == "17 Sep 0700"
    assert CALENDAR.turn(79).label == "26 Sep Night"
    assert CALENDAR.turn(CALENDAR.first_ordinal).slot == "1300"
    assert at("18 Sep 1900") == at("1944-09-18 1900") == at("18/1900") == 14


def test_every_unit_is_one_unit_in_both_games():
    design = garden_design()
    both = {a.unit for a in design.appearances if a.game == "WED"} & {
        a.unit for a in design.appearances if a.game == "TDC"
    }

    assert len(both) > 50
    assert len(design.counters) == len(design.appearances)


@pytest.mark.golden("one unit in both games")
def test_a_guards_units_losses_in_wed_are_seen_on_its_tdc_counter():
    garden = Garden()
    unit = next(
        a.unit for a in garden.design.appearances
        if a.game == "TDC" and a.unit.startswith("gds.irish")
        and garden.design.unit[a.unit].steps_full == 2
    )  # fmt: skip
    garden.add(event(UnitArrived(unit=unit, place=Place("hex", "61.141", "wed-3", "WED"))))
    garden.add(event(StepsLost(unit=unit, steps=1)))
    garden.add(event(UnitTransferred(unit=unit, from_game="WED", to_game="TDC")))
    garden.add(event(UnitArrived(unit=unit, place=Place("hex", "14.89", "tdc-grave", "TDC"))))

    assert garden.state.units[unit].steps == 1
    counter = next(a.counter for a in garden.design.appearances
                   if a.unit == unit and a.game == "TDC")  # fmt: skip
    assert garden.design.counters["TDC", counter] == unit


# ---- chapter 1: weather -------------------------------------------------------------------------


@pytest.mark.golden("fog that clears at 0900")
@pytest.mark.rule("MG 1.2")
def test_fog_that_clears_at_0900_gives_drops_at_1300_or_1500():
    garden = Garden()
    garden.go("18 Sep 0700")
    garden.do(ch01_weather.weather, 3)
    assert (garden.state.weather.kind, garden.state.weather.fog) == ("fog", 5)
    garden.go("18 Sep 0900")
    assert ch01_weather.propose_fog(garden.design, garden.state).odds_text == (
        "clear for the day 60 %, it stays 40 %"
    )

    garden.do(ch01_weather.fog, 5)

    assert garden.state.weather.kind == "clear"
    assert ch03_drops.windows(garden.design, garden.state) == (at("18 1300"), at("18 1500"))


@pytest.mark.rule("MG 1.2")
def test_fog_that_stays_until_1100_turns_to_overcast():
    garden = Garden()
    garden.go("18 Sep 0700")
    garden.do(ch01_weather.weather, 5)
    garden.go("18 Sep 0900")
    garden.do(ch01_weather.fog, 4)
    with pytest.raises(Refused, match="on this turn"):
        garden.do(ch01_weather.fog, 0)
    garden.go("18 Sep 1100")
    garden.do(ch01_weather.fog, 9)

    assert garden.state.weather.kind == "overcast"
    assert ch03_drops.windows(garden.design, garden.state) == ()
    assert drop_of(garden.state, "101").delay_days == 1


def test_weather_is_rolled_at_0700_only():
    with pytest.raises(Refused, match=r"0700.*\[1.2\]"):
        ch01_weather.propose_weather(garden_design(), Garden().state)


# ---- chapter 2: bridges -------------------------------------------------------------------------


@pytest.mark.golden("three answers for the southern bridge")
@pytest.mark.rule("MG 2.11")
@pytest.mark.parametrize(
    ("winner", "usable", "state"),
    [("", None, "unchecked"), ("allied", True, "stable"), ("german", False, "unstable"),
     ("draw", False, "unstable")],
)  # fmt: skip
def test_three_answers_for_the_southern_bridge(winner, usable, state):
    garden = Garden()
    if winner:
        garden.add(event(NodeEntered(node="drive")))
        garden.add(event(NodeLeft(node="drive", winner=winner)))
        garden.do(ch02_bridges.decided_by_scenario)

    facts = facts_of(garden.design, garden.state)

    assert holds(parse("bridge.dommel.usable"), facts) is usable
    assert garden.state.bridges["dommel"].state == state


@pytest.mark.rule("MG 2.11")
def test_a_weak_bridge_fails_on_a_nine_and_is_repaired_on_two():
    garden = Garden()
    proposal = ch02_bridges.propose_weak(garden.design, garden.state, "aa")
    assert proposal.odds_text == "stable 90 %, unstable 10 %"
    garden.do(ch02_bridges.weak, "aa", 9)
    assert garden.state.bridges["aa"].state == "unstable"
    with pytest.raises(Refused, match="fire zone"):
        garden.do(ch02_bridges.bulldozer, "aa", fire_zone=True)
    with pytest.raises(Refused, match="No bulldozer"):
        garden.do(ch02_bridges.repair, "aa", 0)
    garden.do(ch02_bridges.bulldozer, "aa", fire_zone=False)
    garden.do(ch02_bridges.repair, "aa", 3)
    assert garden.state.bridges["aa"].state == "unstable"

    garden.do(ch02_bridges.repair, "aa", 3, -1)

    assert garden.state.bridges["aa"].state == "stable"
    with pytest.raises(Refused):
        garden.do(ch02_bridges.weak, "aa", 0)


@pytest.mark.rule("MG 2.15.6")
def test_only_who_wired_a_bridge_may_blow_it():
    garden = Garden()
    with pytest.raises(Refused, match="does not control"):
        garden.do(ch02_bridges.wire, "son", "german")
    wired(garden, "son", "german")
    with pytest.raises(Refused, match="Only the side"):
        garden.do(ch02_bridges.demolition, "son", "allied", 0, fire_zone=True)
    garden.do(ch02_bridges.demolition, "son", "german", 6, fire_zone=False)
    assert garden.state.bridges["son"].state == "intact"
    garden.do(ch02_bridges.control, "son", "german")
    garden.do(ch02_bridges.wire, "son", "german")

    garden.do(ch02_bridges.demolition, "son", "german", 6, fire_zone=True)

    assert garden.state.bridges["son"].state == "blown"


@pytest.mark.rule("MG 2.15.6")
def test_the_best_rail_bridge_and_stream_bridges_are_never_wired():
    garden = Garden()
    with pytest.raises(Refused, match="never be wired"):
        garden.do(ch02_bridges.wire, "best-rail", "german")
    with pytest.raises(Refused, match="streams"):
        garden.do(ch02_bridges.wire, "aa", "german")
    with pytest.raises(Broken, match="never be wired"):
        garden.add(event(BridgeChanged(bridge="best-rail", state="wired", by="german")))


@pytest.mark.rule("MG 2.15.7")
def test_a_bailey_comes_on_a_later_turn_and_43rds_only_after_a_release():
    garden = Garden()
    garden.go("18 Sep 0900")
    wired(garden, "son", "german")
    garden.do(ch02_bridges.demolition, "son", "german", 0, fire_zone=False)
    with pytest.raises(Refused, match="turn after"):
        garden.do(ch02_bridges.place_bailey, "son", "gds.ind.14", fire_zone=False)
    garden.go("18 Sep 1100")
    with pytest.raises(Refused, match="43rd Division"):
        garden.do(ch02_bridges.place_bailey, "son", "43.ind.128", fire_zone=False)
    with pytest.raises(Refused, match="no bridging unit"):
        garden.do(ch02_bridges.place_bailey, "son", "101.501.a", fire_zone=False)

    garden.do(ch02_bridges.place_bailey, "son", "gds.ind.14", fire_zone=False)
    garden.do(ch02_bridges.bailey_works, "son")

    assert garden.state.pools["bailey.guards"] == 1
    assert garden.state.bridges["son"].state == "bailey-working"
    garden.do(ch02_bridges.bailey_hit, "son", lost=True)
    assert garden.state.bridges["son"].state == "blown"


# ---- chapter 3: drops ---------------------------------------------------------------------------


@pytest.mark.rule("MG 3.1")
def test_drop_one_comes_on_the_first_turn():
    garden = Garden()

    garden.do(ch03_drops.first_drop)

    down = [u for u, s in garden.state.units.items() if s.dropped]
    assert "101.501.a" in down
    assert not any(unit.startswith("101.tank") for unit in down)
    with pytest.raises(Refused, match="down already"):
        garden.do(ch03_drops.first_drop)


@pytest.mark.rule("MG 3.2")
def test_a_drop_is_chosen_in_secret_and_comes_on_its_turn():
    garden = Garden()
    garden.go("18 Sep 0700")
    garden.do(ch01_weather.weather, 0)
    assert ch03_drops.windows(garden.design, garden.state) == (at("18 0900"), at("18 1100"))
    with pytest.raises(Refused, match="0900, 1100 only"):
        garden.do(ch03_drops.plan, "101", at("18 1300"), NONCE)

    garden.do(ch03_drops.plan, "101", at("18 1100"), NONCE)
    assert not any('"10"' in e.body for e in garden.ledger.visible_to("german"))
    garden.go("18 Sep 0900")
    garden.do(ch03_drops.land, "101")
    assert drop_of(garden.state, "101").planned == 2
    garden.go("18 Sep 1100")
    garden.do(ch03_drops.land, "101")

    drops = drop_of(garden.state, "101")
    assert (drops.planned, drops.next_number, drops.landed) == (None, 3, (1, 2))
    assert any(s.dropped for u, s in garden.state.units.items() if "101.327" in u)


@pytest.mark.rule("MG 3.2")
def test_bad_weather_puts_every_drop_off_by_a_day():
    garden = Garden()
    garden.go("18 Sep 0700")
    assert ch03_drops.is_due(garden.design, garden.state, "101", 2)

    garden.do(ch01_weather.weather, 9)

    assert not ch03_drops.is_due(garden.design, garden.state, "101", 2)
    garden.go("19 Sep 0700")
    assert ch03_drops.is_due(garden.design, garden.state, "101", 2)


@pytest.mark.rule("MG 3.3.2")
def test_a_free_drop_gives_each_formation_a_zone_of_its_own():
    rows = [
        ch03_free_drop.Assignment(formation="101.501", number=2, zone="A"),
        ch03_free_drop.Assignment(formation="101.502", number=2, zone="A"),
    ]
    design = garden_design()
    with pytest.raises(Refused, match="drops on DZ A in drop 2 already"):
        ch03_free_drop.check_assignment(design, "101", rows)
    alone = [ch03_free_drop.Assignment(formation="101.ind", number=3, zone="A")]
    with pytest.raises(Refused, match="No formation drops"):
        ch03_free_drop.check_assignment(design, "101", alone)
    other = [ch03_free_drop.Assignment(formation="101.501", number=2, zone="O")]
    with pytest.raises(Refused, match="not a zone of 101"):
        ch03_free_drop.check_assignment(design, "101", other)


@pytest.mark.rule("MG 3.3.2")
def test_a_free_drop_comes_where_and_when_it_was_bound_and_tells_no_later_one():
    garden = Garden(free_drop=True)
    rows = [
        ch03_free_drop.Assignment(formation="101.501", number=2, zone="B"),
        ch03_free_drop.Assignment(formation="101.502", number=1, zone="A"),
        ch03_free_drop.Assignment(formation="101.506", number=3, zone="A"),
    ]
    garden.do(ch03_free_drop.assign, "101", rows, NONCE)
    assert not any("101.502" in e.body for e in garden.ledger.visible_to("german"))

    garden.do(ch03_drops.first_drop)

    place = {name: garden.state.units[f"101.{name}.a"].place for name in ("501", "502", "506")}
    assert place["502"].at in garden.design.zone["A"].hexes
    assert (place["501"].kind, place["506"].kind) == ("not-yet", "not-yet")
    assert drop_of(garden.state, "101").zones == (("101.502", 1, "A"),)
    german = [e.body for e in garden.ledger.visible_to("german")]
    assert not any("101.506" in body for body in german)
    garden.go("17 Sep 1500")
    with pytest.raises(Refused, match="down already"):
        garden.do(ch03_free_drop.assign, "101", rows, NONCE)
    garden.go("18 Sep 0700")
    garden.do(ch01_weather.weather, 0)
    garden.do(ch03_drops.plan, "101", at("18 0900"), NONCE)
    garden.go("18 Sep 0900")
    garden.do(ch03_drops.land, "101")
    assert garden.state.units["101.501.a"].dropped == "B"


@pytest.mark.rule("MG 3.5", "MG S6.1.1")
def test_an_interdicted_supply_drop_costs_quality_until_one_comes_through():
    garden = Garden()
    garden.do(ch03_drops.supply, "101", enemy_in_zone=True)
    assert s06_allied.quality_loss(garden.design, garden.state, "101.501.a") == (-1, "S6.1.1")
    assert s06_allied.quality_loss(garden.design, garden.state, "82.504.a"
                                   if "82.504.a" in garden.design.unit else
                                   garden.design.members["82"][0]) == (0, "")  # fmt: skip

    garden.go("18 Sep 0700")
    garden.do(ch01_weather.weather, 0)
    garden.do(ch03_drops.plan, "101", at("18 0900"), NONCE)
    garden.go("18 Sep 0900")
    garden.do(ch03_drops.land, "101")
    garden.do(ch03_drops.supply, "101", enemy_in_zone=False)

    assert s06_allied.quality_loss(garden.design, garden.state, "101.501.a") == (0, "")


@pytest.mark.rule("MG 3.6")
def test_an_aborted_zone_change_costs_a_day():
    garden = Garden()
    garden.go("18 Sep 0700")
    garden.do(ch03_drops.zone_change, "101", 8)
    assert drop_of(garden.state, "101").delay_days == 1

    garden.do(ch03_drops.zone_change, "82", 5)

    assert drop_of(garden.state, "82").delay_days == 0


def test_every_modifier_of_the_drop_table_adds_up():
    load = ch03_drop_table.FateLoad(zone="A", germans=1, flak=2, flak_88=1)
    proposal = ch03_drop_table.propose_drop_roll(garden_design(), load, glider=True)

    assert proposal.modifier == 2 + 1 + 2 + 2
    assert sum(chance.ways for chance in proposal.odds) == 10


# ---- chapter 4: the road ------------------------------------------------------------------------


def stable(garden: Garden, *bridges: str) -> None:
    for bridge in bridges or ("dommel", "tongelreep", "aa", "uden-stream"):
        garden.do(ch02_bridges.weak, bridge, 0)


@pytest.mark.rule("MG 4.2")
def test_the_trace_stops_at_unknown_bridges_spurs_and_enemies():
    garden = Garden()
    found = ch04_club_route.trace(garden.design, garden.state)
    assert (found.stops, found.to_try) == (("border",), "dommel")
    stable(garden)
    found = ch04_club_route.trace(garden.design, garden.state)
    assert found.stops[-1] == "eindhoven"
    assert found.choose == ("Son", "Best")
    found = ch04_club_route.trace(garden.design, garden.state, enemy_before="aalst")
    assert found.stops == ("border", "valkenswaard")


@pytest.mark.golden("Son blown")
@pytest.mark.rule("MG 4.2", "MG 4.3.3", "MG 2.15.6", "MG 1900-1")
def test_a_blown_son_bridge_stops_the_trace_and_the_marker():
    garden = Garden()
    stable(garden)
    garden.do(ch04_club_route.choose_spur, "Son")
    wired(garden, "son", "german")
    garden.do(ch02_bridges.demolition, "son", "german", 0, fire_zone=False)
    garden.go("17 Sep 1900")

    found = ch04_club_route.trace(garden.design, garden.state)
    assert found.stops[-1] == "eindhoven"
    assert "Son bridge is blown" in found.ends
    with pytest.raises(Refused, match="Son bridge is blown"):
        garden.do(ch04_club_route.advance, "son")
    garden.do(ch04_club_route.advance, "eindhoven")
    with pytest.raises(Refused, match="moved on this turn"):
        garden.do(ch04_club_route.advance, "son")


@pytest.mark.golden("Best spur")
@pytest.mark.rule("MG 4.2")
def test_the_best_spur_shuts_son_for_ever():
    garden = Garden()
    stable(garden)
    garden.do(ch04_club_route.choose_spur, "Best")

    stops = ch04_club_route.trace(garden.design, garden.state).stops

    assert "best" in stops
    assert "son" not in stops
    with pytest.raises(Refused, match="for good"):
        garden.do(ch04_club_route.choose_spur, "Son")
    with pytest.raises(Broken, match="not chosen"):
        garden.add(event(MarkerAdvanced(route="club", stop="son")))


@pytest.mark.golden("the cut stays")
@pytest.mark.rule("MG 4.3.3", "MG 1900-3")
def test_a_bridge_blown_behind_the_marker_keeps_the_road_cut_over_1900():
    garden = Garden()
    marker_at(garden, "st-oedenrode")
    wired(garden, "son", "german")
    garden.do(ch02_bridges.demolition, "son", "german", 0, fire_zone=False)
    assert garden.state.routes["club"].cut
    garden.go("18 Sep 1900", before="status")
    assert ch04_club_route.reopen(garden.design, garden.state) == []

    garden.do(ch02_bridges.place_bailey, "son", "gds.ind.14", fire_zone=False)
    garden.do(ch02_bridges.bailey_works, "son")
    assert ch04_club_route.reopen(garden.design, garden.state) == []  # the Germans still hold it
    garden.do(ch02_bridges.control, "son", "allied")
    garden.do(ch04_club_route.reopen)

    assert not garden.state.routes["club"].cut


@pytest.mark.rule("MG 1900-3")
def test_a_ruling_can_open_the_road_with_a_blown_bridge():
    garden = Garden()
    marker_at(garden, "st-oedenrode")
    wired(garden, "son", "german")
    garden.do(ch02_bridges.demolition, "son", "german", 0, fire_zone=False)
    garden.add(event(RulingMade(id="u1", query="open-or-cut", decision="opens", scope="campaign",
                                author="Ann", reason="as the list says")))  # fmt: skip
    garden.go("18 Sep 1900", before="status")

    garden.do(ch04_club_route.reopen)

    assert not garden.state.routes["club"].cut


@pytest.mark.rule("MG 4.3.3")
def test_markers_gather_one_of_each_a_turn_and_are_spent_by_a_check():
    garden = Garden()
    garden.do(ch04_club_route.attack, attacked=True, closed=True, cause="a barrage")
    with pytest.raises(Refused, match="the most"):
        garden.do(ch04_club_route.attack, closed=True)
    garden.go("17 Sep 1500")
    garden.do(ch04_club_route.attack, attacked=True, closed=True)
    assert garden.state.points("german") == 2 * (1 + 2)
    proposal = ch04_club_route.propose_check(garden.design, garden.state)
    assert proposal.odds_text == "cut 70 %, open 30 %"

    garden.do(ch04_club_route.check, 6)

    road = garden.state.routes["club"]
    assert (road.cut, road.attacked, road.closed) == (True, 0, 0)
    assert road.attacked_ever == 2
    with pytest.raises(Refused, match="No markers"):
        garden.do(ch04_club_route.check, 0)


@pytest.mark.rule("MG 4.3.1")
def test_the_end_of_wed_takes_the_marker_off_and_scores():
    garden = Garden()
    stable(garden)
    marker_at(garden, "veghel")
    garden.go("20 Sep 1900")
    assert ch04_club_route.trace(garden.design, garden.state).must_leave
    with pytest.raises(Refused, match="must leave"):
        garden.do(ch04_club_route.advance, "uden")

    garden.do(ch04_club_route.advance, "exit")

    assert garden.state.routes["club"].left
    assert garden.state.points("allied") == 6 * 3
