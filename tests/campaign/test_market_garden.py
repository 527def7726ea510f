"""The campaign layer of Market Garden, rule by rule, on the shipped design."""

from __future__ import annotations

from fractions import Fraction

import pytest
from garden import Garden, garden_design
from hypothesis import given
from hypothesis import strategies as st

from wardesk.campaign.condition_text import parse
from wardesk.campaign.conditions import holds
from wardesk.campaign.facts import facts_of
from wardesk.campaign.fold_errors import Broken
from wardesk.campaign.market_garden import (
    ch01_weather,
    ch02_bridges,
    ch03_drops,
    ch03_free_drop,
    ch04_club_route,
    ch04_release,
    ch05_off_map,
    s03_events,
    s05_german,
    s06_allied,
)
from wardesk.campaign.market_garden.common import Refused
from wardesk.campaign.payloads import (
    BridgeChanged,
    MarkerAdvanced,
    NodeEntered,
    NodeLeft,
    Released,
    RouteLeft,
    RouteStatus,
    RulingMade,
    SpurChosen,
    StepsLost,
    UnitArrived,
    UnitTransferred,
)
from wardesk.campaign.places import Place
from wardesk.campaign.proposal import odds
from wardesk.errors import UserError

NONCE = bytes(range(16))
CALENDAR = garden_design().calendar


def event(payload):
    from wardesk.campaign.events import Draft

    return [Draft(payload=payload)]


def at(text: str) -> int:
    return CALENDAR.ordinal(text)


def marker_at(garden: Garden, stop: str, spur: str = "Son") -> None:
    """Put the marker there as if the road had been clear."""
    garden.add(event(SpurChosen(route="club", spur=spur)))
    garden.add(event(MarkerAdvanced(route="club", stop=stop)))


# ---- the design ---------------------------------------------------------------------------------


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
    assert garden.state.drops["101"].delay_days == 1


def test_weather_is_rolled_at_0700_only():
    with pytest.raises(Refused, match=r"0700.*\[1.2\]"):
        ch01_weather.propose_weather(garden_design(), Garden().state)


# ---- chapter 2: bridges -------------------------------------------------------------------------


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


def wired(garden: Garden, bridge: str, side: str) -> None:
    garden.do(ch02_bridges.control, bridge, side)
    garden.do(ch02_bridges.wire, bridge, side)


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

    down = [u for u, s in garden.state.units.items() if s.place.kind == "drop"]
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
    assert garden.state.drops["101"].planned == 2
    garden.go("18 Sep 1100")
    garden.do(ch03_drops.land, "101")

    drops = garden.state.drops["101"]
    assert (drops.planned, drops.next_number, drops.landed) == (None, 3, (1, 2))
    assert any(s.place.kind == "drop" for u, s in garden.state.units.items() if "101.327" in u)


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
    assert place["502"].at == "A"
    assert (place["501"].kind, place["506"].kind) == ("not-yet", "not-yet")
    assert garden.state.drops["101"].zones == (("101.502", 1, "A"),)
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
    assert garden.state.units["101.501.a"].place.at == "B"


@pytest.mark.rule("MG 3.5", "MG S6.1.1")
def test_an_interdicted_supply_drop_costs_quality_until_one_comes_through():
    garden = Garden()
    garden.do(ch03_drops.supply, "101", enemy_in_zone=True)
    assert s06_allied.quality_loss(garden.design, garden.state, "101.501.a") == (-1, "S6.1.1")
    assert s06_allied.quality_loss(garden.design, garden.state, "82.504.a"
                                   if "82.504.a" in garden.design.unit else
                                   garden.design.members["82"][0]) == (0, "")  # fmt: skip

    garden.do(ch03_drops.supply, "101", enemy_in_zone=False)

    assert s06_allied.quality_loss(garden.design, garden.state, "101.501.a") == (0, "")


@pytest.mark.rule("MG 3.6")
def test_an_aborted_zone_change_costs_a_day():
    garden = Garden()
    garden.go("18 Sep 0700")
    garden.do(ch03_drops.zone_change, "101", 8)
    assert garden.state.drops["101"].delay_days == 1

    garden.do(ch03_drops.zone_change, "82", 5)

    assert "82" not in garden.state.drops


def test_every_modifier_of_the_drop_table_adds_up():
    proposal = ch03_drops.propose_drop_roll(
        garden_design(), "A", glider=True, germans=1, flak=2, flak_88=1
    )

    assert proposal.modifier == 2 + 1 + 2 + 2
    assert sum(chance.ways for chance in proposal.chances) == 10


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


@pytest.mark.rule("MG 4.3.3", "MG 1900-3")
def test_a_bridge_blown_behind_the_marker_keeps_the_road_cut_over_1900():
    garden = Garden()
    marker_at(garden, "st-oedenrode")
    wired(garden, "son", "german")
    garden.do(ch02_bridges.demolition, "son", "german", 0, fire_zone=False)
    assert garden.state.routes["club"].cut
    garden.go("18 Sep 1900")
    assert ch04_club_route.reopen(garden.design, garden.state) == []

    garden.do(ch02_bridges.place_bailey, "son", "gds.ind.14", fire_zone=False)
    garden.do(ch02_bridges.bailey_works, "son")
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
    garden.go("18 Sep 1900")

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


# ---- releases -----------------------------------------------------------------------------------


@given(st.integers(0, 9), st.integers(-8, 12))
def test_the_odds_are_what_ten_faces_say(needed, modifier):
    faces = sum(roll + modifier <= needed for roll in range(10))

    assert odds(needed, modifier) == Fraction(faces, 10)


@pytest.mark.parametrize(("modifier", "percent"), [(-4, 100), (0, 70), (1, 60), (4, 30)])
def test_the_worked_odds_for_a_six(modifier, percent):
    assert odds(6, modifier) * 100 == percent


@pytest.mark.rule("MG 1900-2", "MG 4.3.1")
def test_the_first_in_line_comes_then_rolls_until_one_fails():
    garden = Garden()
    garden.go("17 Sep 1900")
    with pytest.raises(Refused, match="17 September"):
        garden.do(ch04_release.release)
    garden.go("18 Sep 1900")

    garden.do(ch04_release.release)

    assert garden.state.queue["guards.group_hot"].how == "first"
    assert garden.state.points("allied") == 2
    assert ch04_release.next_release(garden.design, garden.state).kind == "roll"
    proposal = ch04_release.propose_release(garden.design, garden.state)
    assert (proposal.needed, proposal.modifier) == (7, 1)
    assert proposal.odds_text == "released 70 %, not yet 30 %"
    with pytest.raises(Refused, match="needs a roll"):
        garden.do(ch04_release.release)
    garden.do(ch04_release.release, 7)
    assert ch04_release.next_release(garden.design, garden.state).kind == "done"
    garden.go("19 Sep 1900")
    assert ch04_release.next_release(garden.design, garden.state).kind == "first"


@pytest.mark.rule("MG 4.3.2")
def test_a_bailey_placed_on_the_18th_makes_the_release_of_the_18th_harder():
    garden = Garden()
    wired(garden, "son", "german")
    garden.do(ch02_bridges.demolition, "son", "german", 0, fire_zone=False)
    garden.go("18 Sep 0900")
    garden.do(ch02_bridges.place_bailey, "son", "gds.ind.14", fire_zone=False)
    garden.do(ch02_bridges.weak, "aa", 9)
    garden.do(ch02_bridges.bulldozer, "aa", fire_zone=False)
    garden.add(event(RouteStatus(route="club", cut=True)))
    garden.go("18 Sep 1900")
    garden.do(ch04_release.release)

    proposal = ch04_release.propose_release(garden.design, garden.state, dispatch=3)

    assert {m.label: m.value for m in proposal.modifiers} == {
        "Bailey bridges placed since the last 1900": 2,
        "bulldozers placed since the last 1900": 1,
        "Club Route is cut": 2,
        "formations that came on this turn": 1,
        "dispatch points": -3,
    }
    assert proposal.odds_text == "released 50 %, not yet 50 %"
    with pytest.raises(Refused, match="Four"):
        ch04_release.propose_release(garden.design, garden.state, dispatch=5)
    garden.do(ch04_release.release, 9)
    garden.go("19 Sep 1900")
    garden.do(ch04_release.release)
    labels = [m.label for m in ch04_release.propose_release(garden.design, garden.state).modifiers]
    assert "Bailey bridges placed since the last 1900" not in labels


def released_to(garden: Garden, key: str) -> None:
    for entry in garden.design.queue:
        if entry.key == key:
            return
        garden.add(event(Released(entry=entry.key, how="ruling")))


@pytest.mark.rule("MG 4.3.1", "MG 3.5")
@pytest.mark.parametrize(("stop", "status"), [("st-oedenrode", "released"), ("son", "bypassed")])
def test_the_sea_tail_needs_its_gate_or_never_comes(stop, status):
    garden = Garden()
    marker_at(garden, stop)
    released_to(garden, "seatail.101")
    garden.go("20 Sep 1900")

    garden.do(ch04_release.release)

    assert garden.state.queue["seatail.101"].status == status
    assert ("101" in garden.state.supplied) == (status == "released")
    if status == "released":
        with pytest.raises(Refused, match="keeps it in supply"):
            garden.do(ch03_drops.supply, "101", enemy_in_zone=True)


@pytest.mark.rule("MG 4.3.1")
def test_tdc_formations_wait_until_the_marker_has_left_wed():
    garden = Garden()
    released_to(garden, "sherwood_foresters")
    garden.go("20 Sep 1900")
    assert ch04_release.next_release(garden.design, garden.state).kind == "wait"
    with pytest.raises(Refused, match="still on the map"):
        garden.do(ch04_release.release)

    garden.add(event(RouteLeft(route="club")))
    garden.do(ch04_release.release)
    garden.do(ch04_release.release)

    assert garden.state.queue["sherwood_foresters"].how == "first"
    assert garden.state.queue["royal_dragoons"].how == "auto"
    assert garden.state.points("allied") == 0


@pytest.mark.rule("MG 4.3.2")
def test_43rd_division_has_its_bonus_in_wed_alone():
    garden = Garden(both_games=False)
    garden.add(event(RouteLeft(route="club")))
    released_to(garden, "43rd.129")
    garden.go("20 Sep 1900")
    garden.do(ch04_release.release)

    proposal = ch04_release.propose_release(garden.design, garden.state)

    assert [m.value for m in proposal.modifiers if "43rd" in m.label] == [-4]
    with pytest.raises(Refused, match="no dispatch points"):
        ch04_release.propose_release(garden.design, garden.state, dispatch=1)


@pytest.mark.rule("MG 4.3.1")
def test_an_unknown_number_is_asked_of_the_umpire():
    garden = Garden(proposals=False)
    garden.go("18 Sep 1900")
    garden.do(ch04_release.release)

    proposal = ch04_release.propose_release(garden.design, garden.state)

    assert proposal.needed is None
    with pytest.raises(UserError, match="not known"):
        garden.do(ch04_release.release, 3)
    assert garden.state.points("allied") == 0


# ---- chapter 5: beside the map ------------------------------------------------------------------


@pytest.mark.rule("MG 5.1", "MG 1900-4")
def test_a_formation_moves_one_box_as_a_whole_and_in_secret():
    garden = Garden()
    garden.go("17 Sep 1900")
    garden.do(ch05_off_map.move, "chi.buch", "west-1")
    units = garden.design.members["chi.buch"]
    assert {garden.state.units[u].place.at for u in units} == {"west-1"}
    assert not any("chi.buch" in e.body for e in garden.ledger.visible_to("allied"))
    with pytest.raises(Refused, match="moved on this turn"):
        garden.do(ch05_off_map.move, "chi.buch", "oirschot")
    garden.go("18 Sep 1900")
    with pytest.raises(Refused, match="not next to"):
        garden.do(ch05_off_map.move, "chi.buch", "west-3")
    garden.do(ch05_off_map.move, "chi.buch", "oirschot")
    garden.go("19 Sep 1900")
    garden.do(ch05_off_map.move, "chi.buch", "oirschot", display=True)
    garden.go("20 Sep 0700")

    garden.do(ch05_off_map.arrive, "chi.buch", "chill-b")

    assert {garden.state.units[u].place.kind for u in units} == {"hex"}


@pytest.mark.rule("MG 5.2", "MG 1900-5")
def test_a_corps_in_oirschot_shuts_entry_b_of_kg_chill():
    garden = Garden()
    garden.go("17 Sep 1900")
    garden.do(ch05_off_map.corps, "xii", 9)
    with pytest.raises(Refused, match="has tried"):
        garden.do(ch05_off_map.corps, "xii", 0)
    garden.go("18 Sep 1900")
    proposal = ch05_off_map.propose_corps(garden.design, garden.state, "xii")
    assert [(m.label, m.value) for m in proposal.modifiers] == [("failed attempts", -1)]
    garden.do(ch05_off_map.corps, "xii", 6)
    assert garden.state.corps["xii"].failures == 0
    assert dict(ch05_off_map.open_entries(garden.design, garden.state, "chi"))["chill-b"]
    garden.do(ch05_off_map.move, "chi.buch", "oirschot")
    garden.go("19 Sep 1900")
    proposal = ch05_off_map.propose_corps(garden.design, garden.state, "xii")
    assert [(m.label, m.value) for m in proposal.modifiers] == [("German formations in the box", 1)]
    garden.do(ch05_off_map.corps, "xii", 3)

    assert not dict(ch05_off_map.open_entries(garden.design, garden.state, "chi"))["chill-b"]


@pytest.mark.rule("MG 5.2")
def test_a_ruling_lets_failures_count_on():
    garden = Garden()
    garden.add(event(RulingMade(id="u1", query="corps-reset", decision="kept for good",
                                scope="campaign", author="Ann", reason="as printed")))  # fmt: skip
    garden.go("17 Sep 1900")
    garden.do(ch05_off_map.corps, "viii", 9)
    garden.go("18 Sep 1900")
    garden.do(ch05_off_map.corps, "viii", 0)

    assert garden.state.corps["viii"].failures == 1


# ---- special rules ------------------------------------------------------------------------------


@pytest.mark.rule("MG S5.5")
def test_one_set_of_kg_huber_is_chosen_and_the_other_never_used():
    garden = Garden()
    with pytest.raises(Refused, match="night of 17"):
        garden.do(s05_german.choose_huber, "huber.59th")
    garden.go("17 Sep Night")
    garden.do(s05_german.choose_huber, "huber.59th")
    garden.go("18 Sep 0700")
    garden.do(s05_german.huber_arrives)

    assert garden.state.units["59.huber.i1"].place.kind == "hex"
    with pytest.raises(Broken, match="was chosen"):
        garden.add(event(UnitArrived(unit="chi.huber.i1", place=Place("hex", "1.1", "", "WED"))))


@pytest.mark.rule("MG S5.5")
def test_the_other_set_of_kg_huber_comes_on_the_night_of_the_21st():
    garden = Garden()
    garden.go("17 Sep Night")
    garden.do(s05_german.choose_huber, "huber.chill")
    garden.go("21 Sep 1900")
    with pytest.raises(Refused, match="not its turn"):
        garden.do(s05_german.huber_arrives)
    garden.go("21 Sep Night")

    garden.do(s05_german.huber_arrives)

    assert garden.state.units["chi.huber.i1"].place.game == "WED"


@pytest.mark.rule("MG S5.2")
def test_the_air_raid_comes_on_its_night_and_costs_a_marker_a_chit_until_paid():
    garden = Garden()
    garden.do(s05_german.hide_raid, 2, NONCE)
    garden.go("18 Sep Night")
    garden.do(s05_german.reveal_raid)
    assert "raid.running" not in garden.state.facts
    garden.go("19 Sep Night")
    garden.do(s05_german.reveal_raid)
    garden.do(s05_german.raid_on_chit, "gds", 3)
    garden.do(s05_german.raid_on_chit, "101", 1)

    assert garden.state.routes["club"].closed == 2
    with pytest.raises(Refused, match="No air raid"):
        garden.do(s05_german.raid_on_chit, "gds")


@pytest.mark.rule("MG S5.1.1")
def test_the_reorganisation_raises_german_quality_in_wed_from_the_20th():
    garden = Garden()
    garden.go("20 Sep 0700")
    garden.do(s05_german.reorganise)

    assert s05_german.quality_bonus(garden.design, garden.state, "59.dew." + "x"
                                    if "59.dew.x" in garden.design.unit else
                                    garden.design.members["59.dew"][0]) == 1  # fmt: skip
    assert s05_german.quality_bonus(garden.design, garden.state, "101.501.a") == 0
    assert s05_german.quality_bonus(garden.design, garden.state,
                                    garden.design.members["hoh.spi"][0]) == 0  # fmt: skip


def lose(garden: Garden, formation: str, times: int) -> None:
    units = [u for u in garden.design.members[formation] if garden.design.unit[u].steps_full]
    for unit in units[:times]:
        game = next(a.game for a in garden.design.appearances if a.unit == unit)
        if garden.state.units[unit].place.kind == "not-yet":
            garden.add(event(UnitArrived(unit=unit, place=Place("hex", "1.1", "", game))))
        garden.add(event(StepsLost(unit=unit, steps=1)))


@pytest.mark.rule("MG S3.1")
def test_a_formation_of_the_59th_routs_for_good_with_the_independents_beside_it():
    garden = Garden()
    with pytest.raises(Refused, match="lost nothing"):
        garden.do(s03_events.rout_59, "59.dew", 0)
    lose(garden, "59.dew", 3)
    near = next(u for u in garden.design.members["59.ind"])
    garden.do(s03_events.rout_59, "59.dew", 4)
    assert garden.state.units[garden.design.members["59.dew"][-1]].place.kind != "removed"

    garden.do(s03_events.rout_59, "59.dew", 3, (near,))

    left = [u for u in garden.design.members["59.dew"]
            if garden.state.units[u].place.kind not in ("removed", "eliminated")]  # fmt: skip
    assert left == []
    assert garden.state.units[near].place.kind == "removed"


@pytest.mark.rule("MG S3.1")
@pytest.mark.parametrize(
    ("now", "back"),
    [("18 1500", "19 0700"), ("18 1700", "20 0700"), ("18 1900", "20 0700"),
     ("18 Night", "20 0700")],
)  # fmt: skip
def test_other_routs_come_back_on_a_morning(now, back):
    garden = Garden()
    garden.go(now)
    lose(garden, "wal.107", 1)
    stuck = garden.design.members["wal.107"][1]
    garden.add(event(UnitArrived(unit=stuck, place=Place("hex", "1.1", "", "WED"))))

    garden.do(s03_events.rout, "wal.107", "east-2", (stuck,))

    assert s03_events.returns(garden.design, garden.state) == at(back)
    assert garden.state.units[stuck].place.kind == "eliminated"


@pytest.mark.rule("MG S6.1.2")
def test_a_cut_road_costs_the_guards_two():
    garden = Garden()
    garden.add(event(RouteStatus(route="club", cut=True)))

    assert s06_allied.quality_loss(garden.design, garden.state, "gds.ind.14") == (-2, "S6.1.2")


@pytest.mark.rule("MG S6.2", "MG S6.4")
@pytest.mark.parametrize(
    ("division", "chits", "price"),
    [
        ("101", ["101.501"], 1),
        ("101", ["101.501", "101.ind", "101.art"], 3),
        ("101", ["101.501", "101.502", "101.ind", "101.art"], 2),
        ("gds", ["gds.hot", "gds.ind"], 2),
        ("gds", ["gds.hot", "gds.cold", "gds.ind", "gds.art"], 2),
    ],
)
def test_discounts_of_chits(division, chits, price):
    garden = Garden()

    assert s06_allied.price_of_chits(garden.design, garden.state, division, chits) == price

    garden.go("17 Sep 1900")
    guards = division == "gds"
    assert s06_allied.carried_chit_is_lost(garden.design, garden.state, chits[0]) == guards
    garden.go("17 Sep Night")
    if guards:
        with pytest.raises(Refused, match="night"):
            s06_allied.price_of_chits(garden.design, garden.state, division, chits)


@pytest.mark.rule("MG S6.9")
def test_mann_undoes_one_loss_of_the_502nd():
    garden = Garden()
    unit = garden.design.members["101.502"][0]
    unit = next(u for u in garden.design.members["101.502"] if garden.design.unit[u].steps_full)
    hexed = Place("hex", "51.158", "", "WED")
    garden.add(event(UnitArrived(unit=unit, place=hexed)))
    garden.add(event(StepsLost(unit=unit, steps=1)))

    garden.do(s06_allied.hero, unit, 1, hexed)

    full = garden.design.unit[unit].steps_full
    assert garden.state.units[unit].steps == full
    with pytest.raises(Refused, match="has been used"):
        garden.do(s06_allied.hero, unit, 1, hexed)
