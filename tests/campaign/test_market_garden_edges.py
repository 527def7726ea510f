"""Market Garden at the edges of its sentences: the last that is allowed, the first that is not."""

from __future__ import annotations

import every_kind as k
import pytest
from garden import Garden, at, bring, event, marker_at, wired
from small_campaign import NOW

from wardesk.campaign.ledger.kinds.rulings import RulingMade
from wardesk.campaign.ledger.refusals import Impossible, Refused
from wardesk.campaign.market_garden import (
    bookkeeping,
    ch01_weather,
    ch02_bridges,
    ch03_drop_table,
    ch03_drops,
    ch04_club_route,
    ch05_off_map,
    common,
    s03_events,
    s03_random,
)
from wardesk.campaign.market_garden.kinds import drop_of
from wardesk.campaign.operation.places import Place
from wardesk.errors import UserError

NONCE = bytes(range(16))
HEX = Place("hex", "61.141", game="WED")


def looked(garden: Garden, rule, *args, **more):
    return rule(garden.design, garden.state, *args, **more)


def rolling() -> Garden:
    """A campaign in which much waits for a die."""
    garden = Garden()
    garden.do(ch03_drops.first_drop)
    garden.add(event(k.BridgeChanged(bridge="aa", state="unstable", by="allied")))
    garden.do(ch02_bridges.bulldozer, "aa", fire_zone=False)
    wired(garden, "son", "german")
    garden.do(ch04_club_route.attack, attacked=True)
    garden.do(s03_random.drawn_by_hand, "german", "ambush")
    garden.do(s03_random.drawn_by_hand, "allied", "air-strike")
    bring(garden, "59.dew")
    garden.add(event(k.StepsLost(unit=garden.design.members["59.dew"][0], steps=1)))
    return garden


ROLLS = [
    ("18 Sep 0700", "", ch01_weather.weather, ()),
    ("17 Sep 1300", "", ch02_bridges.weak, ("tongelreep",)),
    ("17 Sep 1300", "", ch02_bridges.repair, ("aa",)),
    ("18 Sep 0700", "", ch03_drops.zone_change, ("101",)),
    ("17 Sep 1300", "", ch03_drop_table.drop_fate, ("101.502.a",)),
    ("17 Sep 1300", "", ch04_club_route.check, ()),
    ("18 Sep 1900", "corps", ch05_off_map.corps, ("xii",)),
    ("17 Sep 1300", "", s03_events.rout_59, ("59.dew",)),
    ("17 Sep 1300", "", s03_random.typhoons, ()),
]


@pytest.mark.parametrize(("turn", "before", "rule", "args"), ROLLS)
def test_a_die_shows_0_to_9(turn, before, rule, args):
    garden = rolling()
    garden.go(turn, before)
    load = (ch03_drop_table.FateLoad(zone="A"),) if rule is ch03_drop_table.drop_fate else ()
    for roll in (-1, 10):
        with pytest.raises(UserError, match=f"A die shows 0 to 9, not {roll}"):
            rule(garden.design, garden.state, *args, roll, *load)
    for roll in (0, 9):
        assert rule(garden.design, garden.state, *args, roll, *load)


def test_the_other_dice_show_0_to_9_as_well():
    garden = rolling()
    for roll in (-1, 10):
        with pytest.raises(UserError, match="A die shows"):
            garden.do(ch02_bridges.demolition, "son", "german", roll, fire_zone=True)
    garden.do(s03_random.resolve, "german")
    for roll in (-1, 10):
        with pytest.raises(UserError, match="A die shows"):
            garden.do(s03_random.draw, "german", roll)
    garden.go("18 Sep 0700")
    garden.do(ch01_weather.weather, 3)
    garden.go("18 Sep 0900")
    for roll in (-1, 10):
        with pytest.raises(UserError, match="A die shows"):
            garden.do(ch01_weather.fog, roll)


# ---- chapter 1 ----------------------------------------------------------------------------------


@pytest.mark.rule("MG 1.2")
def test_fog_is_rolled_for_where_there_is_fog_at_0900_and_1100_and_once_a_turn():
    garden = Garden()
    garden.go("18 Sep 0700")
    garden.add(event(k.WeatherSet(weather="fog", fog=0)))
    with pytest.raises(Refused, match="0900, 1100"):
        garden.do(ch01_weather.fog, 0)
    garden.go("18 Sep 0900")
    proposal = looked(garden, ch01_weather.propose_fog)
    assert proposal.needed == 0
    assert proposal.odds_text == "clear for the day 10 %, it stays 90 %"
    garden.do(ch01_weather.fog, 1)
    assert (garden.state.weather.kind, garden.state.weather.fog) == ("fog", 0)
    with pytest.raises(Refused, match="rolled for on this turn"):
        garden.do(ch01_weather.fog, 0)
    garden.go("18 Sep 1100")
    garden.do(ch01_weather.fog, 0)
    assert (garden.state.weather.kind, garden.state.weather.cleared) == ("clear", True)
    garden.go("19 Sep 0900")
    with pytest.raises(Impossible, match="There is no fog"):
        garden.do(ch01_weather.fog, 0)


@pytest.mark.rule("MG 3.2")
@pytest.mark.parametrize(("both", "late"), [(True, {"101", "82", "1ab"}), (False, {"101"})])
def test_bad_weather_delays_the_divisions_that_are_played(both, late):
    garden = Garden(both_games=both)
    garden.go("18 Sep 0700")
    garden.do(ch01_weather.weather, 9)
    assert garden.state.weather.kind in ("rain", "overcast")
    found = {each for each in ch01_weather.DIVISIONS if drop_of(garden.state, each).delay_days}
    assert found == late
    assert {drop_of(garden.state, each).delay_days for each in late} == {1}


# ---- books --------------------------------------------------------------------------------------


@pytest.mark.rule("MG 1900-6")
def test_dispatch_points_begin_at_none_and_stay_between_0_and_99():
    garden = Garden()
    with pytest.raises(UserError, match="no formation called 'x'"):
        garden.do(bookkeeping.give_dispatch, "x", 1)
    garden.do(bookkeeping.give_dispatch, "101", 0)
    assert garden.state.facts["dispatch.101"] == 0
    garden.do(bookkeeping.give_dispatch, "101", 99)
    assert garden.state.facts["dispatch.101"] == 99
    for points, total in ((1, 100), (-100, -1)):
        with pytest.raises(Impossible, match=f"would be {total} points"):
            garden.do(bookkeeping.give_dispatch, "101", points)
    garden.do(bookkeeping.give_dispatch, "101", -99)
    assert garden.state.facts["dispatch.101"] == 0


@pytest.mark.rule("MG 1900-6")
def test_chits_cost_at_most_what_is_left_and_are_of_this_turn():
    garden = Garden()
    bring(garden, "101.501", "101.502")
    with pytest.raises(Impossible, match="Name the formations"):
        garden.do(bookkeeping.buy_chits, "101", ())
    garden.do(bookkeeping.give_dispatch, "101", 2)
    garden.add(event(k.FactSet(fact=f"other.{garden.state.ordinal}", value="101.506")))
    garden.do(bookkeeping.buy_chits, "101", ("101.501", "101.502"))
    assert garden.state.facts["dispatch.101"] == 0
    assert bookkeeping.all_chits_bought(garden.state) == ("101.501", "101.502")
    assert bookkeeping.chits_bought(garden.state, "101") == ("101.501", "101.502")
    assert bookkeeping.chits_bought(garden.state, "82") == ()
    garden.go("17 Sep 1500")
    assert bookkeeping.all_chits_bought(garden.state) == ()
    with pytest.raises(Impossible, match="They cost 1, 0 are left"):
        garden.do(bookkeeping.buy_chits, "101", ("101.501",))


@pytest.mark.rule("MG S6.4")
@pytest.mark.parametrize(("formation", "fate"), [("gds.hot", "wasted"), ("101.501", "carried")])
def test_the_last_chit_of_1900_is_carried_or_wasted_on_that_turn_alone(formation, fate):
    garden = Garden()
    garden.go("17 Sep 1700")
    with pytest.raises(Refused, match="last chit of the 1900 turn"):
        garden.do(bookkeeping.carry_chit, formation)
    garden.go("17 Sep 1900")
    garden.do(bookkeeping.carry_chit, formation)
    name = garden.design.formation[formation].name
    assert str(garden.state.facts["chit.carried"]).startswith(f"{name}: {fate}")


@pytest.mark.rule("MG S5.3", "MG S6.3")
def test_goods_change_by_what_there_is():
    garden = Garden()
    for pool, change, why in (
        ("trucks.101", 0, "Say how many"),
        ("trucks.101", -3, "Only 2"),
        ("parks", 1, "is not known"),
    ):
        with pytest.raises(Impossible, match=why):
            garden.do(bookkeeping.change_pool, pool, change, "a road")
    garden.do(bookkeeping.change_pool, "trucks.101", -2, "a road")
    with pytest.raises(Impossible, match="Only 0"):
        garden.do(bookkeeping.change_pool, "trucks.101", -1, "a road")
    garden.do(bookkeeping.change_pool, "trucks.101", 1, "found")
    assert garden.state.pools["trucks.101"] == 1
    with pytest.raises(UserError, match="no pool called"):
        garden.do(bookkeeping.change_pool, "x", 1, "a road")


def test_points_by_hand_are_a_sides_and_have_a_number_and_a_cause():
    garden = Garden()
    with pytest.raises(UserError, match="no side called 'x'"):
        garden.do(bookkeeping.award, "x", 1, "a town")
    for points, cause in ((0, "a town"), (1, " ")):
        with pytest.raises(Impossible, match="how many, and what for"):
            garden.do(bookkeeping.award, "allied", points, cause)
    garden.do(bookkeeping.award, "allied", -1, " a town ")
    assert garden.state.points("allied") == -1
    assert garden.state.scores[-1].cause == "a town"


@pytest.mark.parametrize(
    ("key", "fits", "wrong"),
    [("release.guards.ind", (0, 9), (-1, 10)), ("arrow.xii-start.west-1", (0, 9), (-1, 10)),
     ("points.release", (-1, 0, 10), ())],
)  # fmt: skip
def test_a_number_to_roll_against_lies_between_0_and_9_and_points_anywhere(key, fits, wrong):
    garden = Garden()
    for value in wrong:
        with pytest.raises(Impossible, match="between 0 and 9"):
            common.set_number(garden.design, key, value, "the box")
    for value in fits:
        garden.add(common.set_number(garden.design, key, value, " the box "))
        assert garden.state.facts[f"number.{key}"] == value
    assert garden.state.facts[f"number.{key}.from"] == "the box"


def test_a_number_that_the_umpire_gave_is_no_proposal():
    garden = Garden()
    assert common.number(garden.state, "points.release", None, 2) == 2
    assert common.ours(garden.design, garden.state, "points.release", None, 2)
    assert common.number(garden.state, "points.release", 0, 2) == 0
    assert common.ours(garden.design, garden.state, "points.release", 0, 0) == ""
    assert common.ours(garden.design, garden.state, "points.release", None, None) == ""
    garden.add(common.set_number(garden.design, "points.release", 0, "the box"))
    assert common.number(garden.state, "points.release", None, 2) == 0
    assert common.ours(garden.design, garden.state, "points.release", None, 0) == ""
    bare = Garden(proposals=False)
    assert common.number(bare.state, "points.release", None, 2) is None


def test_points_are_their_value_times_the_deeds():
    garden = Garden()
    (draft,) = common.points(garden.design, garden.state, "closed", 3, "guns")
    assert (draft.payload.side, draft.payload.points) == ("german", 6)
    assert draft.payload.cause == "guns [4.3.3]"
    assert common.points(garden.design, garden.state, "closed", 0, "guns") == []
    assert common.points(garden.design, garden.state, "nothing", 1, "guns") == []
    garden.add(common.set_number(garden.design, "points.closed", 0, "the box"))
    (none,) = common.points(garden.design, garden.state, "closed", 1, "guns")
    assert none.payload.points == 0


def test_points_that_are_not_kept_are_not_spent():
    garden = Garden()
    assert common.dispatch_of(garden.state, "101") is None
    assert common.paid(garden.state, "101", 2, 1) == []
    garden.do(bookkeeping.give_dispatch, "101", 5)
    assert common.paid(garden.state, "101", 0, 1) == []
    (spent,) = common.paid(garden.state, "101", 2, 3)
    assert (spent.payload.value, spent.caused_by) == (3, -3)


# ---- taking back --------------------------------------------------------------------------------


def test_a_drop_that_was_planned_wrongly_is_planned_anew_on_the_same_turn():
    garden = Garden()
    garden.go("18 Sep 0700")
    garden.do(ch01_weather.weather, 0)
    first, *_ = garden.do(ch03_drops.plan, "101", at("18 0900"), NONCE)
    garden.ledger.take_back([first.seq], actor="umpire", reason="the other turn", now=NOW)
    garden.do(ch03_drops.plan, "101", at("18 1100"), NONCE)
    (secret,) = (each for key, each in garden.state.secrets.items() if key.startswith("drop:"))
    assert secret.kept is not None
    assert secret.kept[1] == str(at("18 1100"))


# ---- chapter 2 ----------------------------------------------------------------------------------


def ruled(garden: Garden, query: str, decision: str) -> None:
    garden.add(event(RulingMade(
        id=f"u-{query}", query=query, decision=decision, scope="campaign", author="Ann",
        reason="so read",
    )))  # fmt: skip


def bridge_is(garden: Garden, key: str, state: str, **more) -> None:
    garden.add(event(k.BridgeChanged(bridge=key, state=state, **more)))


@pytest.mark.rule("MG 2.11")
def test_weak_bridges_alone_are_tried_and_once():
    garden = Garden()
    with pytest.raises(Impossible, match="not one of the weak bridges"):
        garden.do(ch02_bridges.weak, "son", 0)
    with pytest.raises(UserError, match="no bridge called 'x'"):
        garden.do(ch02_bridges.weak, "x", 0)
    garden.do(ch02_bridges.weak, "dommel", 8)
    assert garden.state.bridges["dommel"].state == "stable"
    with pytest.raises(Impossible, match="is stable already"):
        garden.do(ch02_bridges.weak, "dommel", 0)
    garden.do(ch02_bridges.weak, "tongelreep", 9)
    assert garden.state.bridges["tongelreep"].state == "unstable"


@pytest.mark.rule("MG 2.11")
@pytest.mark.parametrize(
    ("played", "ruling", "state"),
    [("allied", "", "stable"), ("german", "", "unstable"), ("draw", "", "unstable"),
     ("", "", "unchecked"), ("", "stable", "stable"), ("", "unstable", "unstable"),
     ("open", "stable", "unchecked")],
)  # fmt: skip
def test_a_scenario_decides_its_bridge_or_a_ruling_where_it_was_not_played(played, ruling, state):
    garden = Garden()
    if ruling:
        ruled(garden, "ride-or-drive", f"the same scenario; not played: {ruling}")
    if played:
        garden.add(event(k.NodeEntered(node="drive")))
    if played not in ("", "open"):
        garden.add(event(k.NodeLeft(node="drive", winner=played)))
    if state == "unchecked" and not played:
        assert looked(garden, ch02_bridges.propose_weak, "dommel").odds
    elif state != "unchecked":
        with pytest.raises(Refused, match="scenario decides"):
            garden.do(ch02_bridges.weak, "dommel", 0)
    garden.add(looked(garden, ch02_bridges.decided_by_scenario)) if state != "unchecked" else None
    assert garden.state.bridges["dommel"].state == state
    assert looked(garden, ch02_bridges.decided_by_scenario) == []


@pytest.mark.rule("MG 2.11")
def test_a_bulldozer_stands_at_an_unstable_bridge_and_comes_from_the_pool():
    garden = Garden()
    for state in ("unchecked", "stable"):
        with pytest.raises(Impossible, match=f"is {state}"):
            garden.do(ch02_bridges.bulldozer, "aa", fire_zone=False)
        if state == "unchecked":
            garden.do(ch02_bridges.weak, "aa", 0)
    bridge_is(garden, "dommel", "unstable")
    with pytest.raises(Refused, match="No bulldozer is at"):
        garden.do(ch02_bridges.repair, "dommel", 0)
    with pytest.raises(Refused, match="fire zone reaches"):
        garden.do(ch02_bridges.bulldozer, "dommel", fire_zone=True)
    assert garden.state.pools["bulldozers"] == 3
    garden.do(ch02_bridges.bulldozer, "dommel", fire_zone=False)
    assert garden.state.pools["bulldozers"] == 2
    garden.do(ch02_bridges.repair, "dommel", 3)
    assert garden.state.pools["bulldozers"] == 2
    garden.do(ch02_bridges.repair, "dommel", 2)
    assert garden.state.pools["bulldozers"] == 3
    assert garden.state.bridges["dommel"].state == "stable"
    with pytest.raises(Impossible, match="is stable"):
        garden.do(ch02_bridges.repair, "dommel", 0)
    with pytest.raises(Impossible, match="No bulldozer"):
        garden.do(ch02_bridges.bulldozer_lost, "dommel")


@pytest.mark.rule("MG 2.11")
def test_men_at_work_and_their_absence_change_the_odds_of_a_repair():
    garden = Garden()
    bridge_is(garden, "aa", "unstable")
    garden.do(ch02_bridges.bulldozer, "aa", fire_zone=False)
    plain = looked(garden, ch02_bridges.propose_repair, "aa")
    assert (plain.odds_text, plain.modifiers) == ("stable 30 %, not yet 70 %", ())
    helped = looked(garden, ch02_bridges.propose_repair, "aa", -1)
    assert helped.odds_text == "stable 40 %, not yet 60 %"
    (off,) = looked(garden, ch02_bridges.propose_repair, "aa", -1, ("Men at Work",), "night").off
    assert (off.name, off.value) == ("Men at Work", -1)


def test_without_proposed_numbers_nobody_counts_bulldozers():
    garden = Garden(proposals=False)
    bridge_is(garden, "aa", "unstable")
    garden.do(ch02_bridges.bulldozer, "aa", fire_zone=False)
    garden.do(ch02_bridges.repair, "aa", 0)
    assert garden.state.pools["bulldozers"] is None
    assert garden.state.bridges["aa"].state == "stable"


@pytest.mark.rule("MG 2.15.5", "MG 2.15.6")
def test_control_changes_and_whoever_has_it_wires_what_stands():
    garden = Garden()
    with pytest.raises(UserError, match="no bridge called"):
        garden.do(ch02_bridges.control, "x", "allied")
    with pytest.raises(Impossible, match="known already"):
        garden.do(ch02_bridges.control, "son", "")
    garden.do(ch02_bridges.control, "son", "german")
    with pytest.raises(Impossible, match="known already"):
        garden.do(ch02_bridges.control, "son", "german")
    with pytest.raises(Refused, match="does not control"):
        garden.do(ch02_bridges.wire, "son", "allied")
    with pytest.raises(Impossible, match="streams cannot be wired"):
        garden.do(ch02_bridges.wire, "uden-stream", "german")
    with pytest.raises(Impossible, match="may never be wired"):
        garden.do(ch02_bridges.wire, "best-rail", "german")
    garden.do(ch02_bridges.wire, "son", "german")
    with pytest.raises(Impossible, match="is wired"):
        garden.do(ch02_bridges.wire, "son", "german")


@pytest.mark.rule("MG 2.15.6")
@pytest.mark.parametrize(
    ("fire", "roll", "state"),
    [(False, 5, "blown"), (False, 6, "intact"), (True, 6, "blown"), (True, 7, "intact")],
)
def test_a_wired_bridge_blows_on_5_or_6_and_else_its_wires_are_lost(fire, roll, state):
    garden = Garden()
    wired(garden, "son", "german")
    proposal = looked(garden, ch02_bridges.propose_demolition, "son", "german", fire_zone=fire)
    assert proposal.needed == 5 + fire
    words = "a fire zone reaches it" if fire else "no fire zone reaches it"
    assert proposal.context == words
    garden.do(ch02_bridges.demolition, "son", "german", roll, fire_zone=fire)
    standing = garden.state.bridges["son"]
    assert (standing.state, standing.control) == (state, "")
    assert standing.by == ("german" if state == "blown" else "")


@pytest.mark.rule("MG 2.15.6")
def test_only_what_is_wired_and_may_be_destroyed_is_blown():
    garden = Garden()
    for key, error, why in (
        ("son", Refused, "is not wired"), ("best-rail", Impossible, "cannot be blown"),
        ("aa", Impossible, "cannot be blown: it is unchecked"),
    ):  # fmt: skip
        with pytest.raises(error, match=why):
            garden.do(ch02_bridges.demolition, key, "german", 0, fire_zone=False)
    wired(garden, "son", "german")
    with pytest.raises(Impossible, match="Only the side that wired"):
        garden.do(ch02_bridges.demolition, "son", "allied", 0, fire_zone=False)


@pytest.mark.rule("MG 2.15.7", "MG 4.3.1")
def test_a_bailey_needs_a_blown_bridge_a_free_unit_and_a_turn():
    garden = Garden()
    wired(garden, "son", "german")

    def place(unit="gds.ind.14", fire=False):
        garden.do(ch02_bridges.place_bailey, "son", unit, fire_zone=fire)

    with pytest.raises(Impossible, match="is not blown"):
        place()
    with pytest.raises(Impossible, match="is wired"):
        garden.do(ch02_bridges.bailey_works, "son")
    with pytest.raises(Impossible, match="no Bailey"):
        garden.do(ch02_bridges.bailey_hit, "son", lost=False)
    garden.do(ch02_bridges.demolition, "son", "german", 0, fire_zone=False)
    with pytest.raises(Refused, match="turn after the demolition"):
        place()
    garden.go("17 Sep 1500")
    with pytest.raises(Refused, match="fire zone reaches"):
        place(fire=True)
    with pytest.raises(Impossible, match="is no bridging unit"):
        place("101.501.a")
    first_of_43 = next(p for p in garden.design.pools if p.id == "bailey.43").units[0]
    with pytest.raises(Refused, match="43rd Division has been released"):
        place(first_of_43)
    assert garden.state.pools["bailey.guards"] == 2
    place()
    assert garden.state.pools["bailey.guards"] == 1
    assert garden.state.bridges["son"].unit == "gds.ind.14"
    assert garden.state.units["gds.ind.14"].place.game == "WED"
    assert looked(garden, ch02_bridges.bridging_units) == ("gds.ind.11",)
    for _ in range(2):
        garden.do(ch02_bridges.bailey_works, "son")
        garden.do(ch02_bridges.bailey_hit, "son", lost=False)
        assert garden.state.bridges["son"].state == "bailey-suppressed"
    garden.do(ch02_bridges.bailey_works, "son")
    assert garden.state.bridges["son"].state == "bailey-working"
    garden.do(ch02_bridges.bailey_hit, "son", lost=True)
    garden.go("17 Sep 1700")
    with pytest.raises(Impossible, match="is in use: eliminated"):
        place()


@pytest.mark.rule("MG 2.15.7")
@pytest.mark.parametrize(
    ("ruling", "until", "free"),
    [(False, "43rd.214", False), (True, "43rd.214", True), (True, "seatail.101", False),
     (False, "43rd.129", True), (True, "43rd.129", True)],
)  # fmt: skip
def test_bridging_units_of_43rd_come_after_a_release_or_by_a_ruling_when_its_line_is_next(
    ruling, until, free
):
    garden = Garden()
    if ruling:
        ruled(garden, "bailey-43", "when the line of a formation is reached")
    for entry in garden.design.queue:
        if entry.key == until:
            break
        garden.add(event(k.Released(entry=entry.key, how="ruling")))
    units = looked(garden, ch02_bridges.bridging_units)
    own = next(pool for pool in garden.design.pools if pool.id == "bailey.43").units
    assert (set(own) <= set(units)) is free
    assert "gds.ind.14" in units


@pytest.mark.rule("MG 4.3.3")
def test_the_road_is_what_lies_up_to_the_marker_and_on_the_spur_that_it_took():
    garden = Garden()
    assert looked(garden, ch02_bridges.on_route) == set()
    marker_at(garden, "valkenswaard")
    assert looked(garden, ch02_bridges.on_route) == {"dommel"}
    garden.add(event(k.MarkerAdvanced(route="club", stop="st-oedenrode")))
    assert looked(garden, ch02_bridges.on_route) == {"dommel", "tongelreep", "son"}
    other = Garden()
    marker_at(other, "st-oedenrode", "Best")
    assert looked(other, ch02_bridges.on_route) == {"dommel", "tongelreep", "best-road"}
