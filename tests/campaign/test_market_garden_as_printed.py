"""Market Garden held against the printed sentences: what may be done once, when, where, by whom."""

from __future__ import annotations

import pytest
from garden import Garden, at, bring, close_before, event, marker_at, wired

from wardesk.campaign.ledger.kinds.bridges import BridgeChanged
from wardesk.campaign.ledger.kinds.calendar import FactSet
from wardesk.campaign.ledger.kinds.forces import BoxMoved
from wardesk.campaign.ledger.kinds.routes import Released, RouteStatus
from wardesk.campaign.ledger.kinds.units import StepsLost, UnitArrived
from wardesk.campaign.ledger.refusals import Refused
from wardesk.campaign.market_garden import (
    bookkeeping,
    ch01_weather,
    ch02_bridges,
    ch03_drop_table,
    ch03_drops,
    ch04_club_route,
    ch04_release,
    ch05_off_map,
    s03_events,
    s05_german,
    s06_allied,
)
from wardesk.campaign.market_garden.kinds import CorpsAdvanced, drop_of
from wardesk.campaign.operation.arrivals import arrive
from wardesk.campaign.operation.places import IN_PLAY, Place

NONCE = bytes(range(16))


# ---- weather and zones: once --------------------------------------------------------------------


@pytest.mark.rule("MG 1.2")
@pytest.mark.parametrize("first", [0, 3, 9])
def test_the_weather_is_rolled_once_a_day(first):
    garden = Garden()
    garden.go("18 Sep 0700")
    garden.do(ch01_weather.weather, first)

    with pytest.raises(Refused, match=r"rolled for today.*\[1.2\]"):
        garden.do(ch01_weather.weather, 0)

    garden.go("19 Sep 0700")
    garden.do(ch01_weather.weather, 0)


def test_the_17th_is_clear_from_drop_one_on():
    garden = Garden()

    garden.do(ch03_drops.first_drop)

    assert garden.state.weather.kind == "clear"


@pytest.mark.rule("MG 3.1")
def test_nothing_is_planned_for_the_17th_drop_one_comes_by_itself():
    garden = Garden()
    garden.do(ch03_drops.first_drop)

    with pytest.raises(Refused, match=r"first turn.*\[3.1\]"):
        garden.do(ch03_drops.plan, "101", at("17 Sep 1500"), NONCE)


@pytest.mark.rule("MG 3.6")
def test_other_zones_are_asked_for_once_a_morning_and_division():
    garden = Garden()
    garden.go("18 Sep 0700")
    garden.do(ch03_drops.zone_change, "101", 5)

    with pytest.raises(Refused, match=r"asked today.*\[3.6\]"):
        garden.do(ch03_drops.zone_change, "101", 0)

    garden.do(ch03_drops.zone_change, "82", 5)
    garden.go("19 Sep 0700")
    garden.do(ch03_drops.zone_change, "101", 0)


# ---- bridges and the road -----------------------------------------------------------------------


def bailey_at_son(garden: Garden) -> None:
    wired(garden, "son", "german")
    garden.do(ch02_bridges.demolition, "son", "german", 0, fire_zone=False)
    garden.go("18 Sep 0700")
    garden.do(ch02_bridges.place_bailey, "son", "gds.ind.14", fire_zone=False)
    garden.do(ch02_bridges.bailey_works, "son")


@pytest.mark.rule("MG 2.15.7")
def test_a_lost_bailey_takes_its_unit_with_it():
    garden = Garden()
    bailey_at_son(garden)

    garden.do(ch02_bridges.bailey_hit, "son", lost=True)

    unit = garden.state.units["gds.ind.14"]
    assert (unit.place.kind, unit.steps) == ("eliminated", 0)
    assert garden.state.bridges["son"].state == "blown"


@pytest.mark.rule("MG 2.15.7")
def test_a_bailey_whose_unit_was_lost_already_is_still_told_as_lost():
    garden = Garden()
    bailey_at_son(garden)
    steps = garden.state.units["gds.ind.14"].steps
    garden.add(event(StepsLost(unit="gds.ind.14", steps=steps)))

    garden.do(ch02_bridges.bailey_hit, "son", lost=True)

    assert garden.state.bridges["son"].state == "blown"


@pytest.mark.rule("MG 4.3.3", "MG 1900-3")
@pytest.mark.parametrize(("side", "cut"), [("german", True), ("", True), ("allied", False)])
def test_a_repaired_bridge_opens_the_road_only_under_allied_control(side, cut):
    garden = Garden()
    marker_at(garden, "st-oedenrode")
    bailey_at_son(garden)
    if side:
        garden.do(ch02_bridges.control, "son", side)
    garden.go("18 Sep 1900")
    close_before(garden, "status")

    garden.add(ch04_club_route.reopen(garden.design, garden.state))

    assert garden.state.routes["club"].cut is cut


@pytest.mark.rule("MG 4.3.1")
def test_units_that_come_without_a_roll_come_at_their_own_hex():
    garden = Garden()
    for entry in garden.design.queue[:4]:
        garden.add(event(Released(entry=entry.key, how="ruling")))
    garden.go("20 Sep 1900")
    close_before(garden, "release")

    garden.do(ch04_release.release)

    places = {garden.state.units[unit].place for unit in garden.design.members["101.44rtr"]}
    assert {place.kind for place in places} == {"hex"}
    assert {place.game for place in places} == {"WED"}


@pytest.mark.rule("MG 1900-1")
def test_nothing_is_released_before_the_marker_was_dealt_with():
    garden = Garden()
    garden.go("18 Sep 1900")
    with pytest.raises(Refused, match=r"Club Route marker.*first.*\[1900-1\]"):
        garden.do(ch04_release.release)

    garden.do(ch04_club_route.advance, "border")
    garden.do(ch04_release.release)

    assert garden.state.queue["guards.group_hot"].status == "released"


@pytest.mark.rule("MG 1900-1")
def test_the_marker_does_not_move_after_its_line():
    garden = Garden()
    garden.go("18 Sep 1900")
    close_before(garden, "release")

    with pytest.raises(Refused, match=r"\[1900-1\]"):
        garden.do(ch04_club_route.advance, "border")


@pytest.mark.rule("MG 1900-2", "MG 1900-3", "MG 1900-5")
def test_the_lines_of_the_1900_turn_keep_their_order():
    garden = Garden()
    garden.add(event(RouteStatus(route="club", cut=True)))
    garden.go("18 Sep 1900")
    close_before(garden, "release")
    with pytest.raises(Refused, match=r"Release of XXX Corps.*first.*\[1900-2\]"):
        garden.do(ch04_club_route.reopen)
    with pytest.raises(Refused, match=r"first.*\[1900-2\]"):
        garden.do(ch05_off_map.corps, "xii", 0)
    close_before(garden, "corps")

    garden.do(ch05_off_map.corps, "xii", 0)

    assert garden.state.corps["xii"].box == 1


# ---- drops and supply ---------------------------------------------------------------------------


@pytest.mark.rule("MG 3.5")
def test_a_supply_drop_comes_down_only_as_planned_and_once():
    garden = Garden()
    garden.go("18 Sep 1100")
    with pytest.raises(Refused, match=r"No drop .*on this turn.*\[3.5\]"):
        garden.do(ch03_drops.supply, "101", enemy_in_zone=True)
    garden.go("20 Sep 0700")
    garden.do(ch01_weather.weather, 9)
    garden.do(ch03_drops.plan, "101", at("20 1300"), NONCE)
    garden.go("20 Sep 1300")
    garden.do(ch03_drops.land, "101")

    garden.do(ch03_drops.supply, "101", enemy_in_zone=True)

    assert drop_of(garden.state, "101").interdicted
    with pytest.raises(Refused, match=r"once.*\[3.5\]"):
        garden.do(ch03_drops.supply, "101", enemy_in_zone=False)
    with pytest.raises(Refused, match=r"today.*\[3.1\]"):
        garden.do(ch03_drops.plan, "101", at("20 1500"), NONCE)


@pytest.mark.rule("MG 3.5")
def test_only_airborne_divisions_are_supplied_from_the_air():
    garden = Garden()

    with pytest.raises(Refused, match=r"airborne.*\[3.5\]"):
        garden.do(ch03_drops.supply, "gds", enemy_in_zone=True)


@pytest.mark.rule("MG 3.5")
def test_supply_alone_is_not_planned_while_the_drop_itself_may_still_come():
    garden = Garden()
    garden.go("18 Sep 0700")
    with pytest.raises(Refused, match=r"weather.*\[3.2\]"):
        garden.do(ch03_drops.plan, "101", at("18 1300"), NONCE)
    garden.do(ch01_weather.weather, 3)

    with pytest.raises(Refused, match=r"[Ff]og.*\[3.2\]"):
        garden.do(ch03_drops.plan, "101", at("18 1300"), NONCE)


@pytest.mark.rule("MG 3.2")
def test_a_drop_whose_line_was_closed_by_hand_comes_on_its_other_turn():
    garden = Garden()
    garden.go("18 Sep 0700")
    garden.do(ch01_weather.weather, 0)
    garden.do(ch03_drops.plan, "101", at("18 0900"), NONCE)
    garden.go("18 Sep 1100")

    garden.do(ch03_drops.land, "101")

    assert drop_of(garden.state, "101").landed == (1, 2)


@pytest.mark.rule("MG 3.2")
def test_a_drop_that_was_missed_is_planned_again_on_the_next_day():
    garden = Garden()
    garden.go("18 Sep 0700")
    garden.do(ch01_weather.weather, 0)
    garden.do(ch03_drops.plan, "101", at("18 0900"), NONCE)
    garden.go("19 Sep 0700")
    garden.do(ch01_weather.weather, 0)

    garden.do(ch03_drops.plan, "101", at("19 0900"), NONCE)
    garden.go("19 Sep 0900")
    garden.do(ch03_drops.land, "101")

    assert drop_of(garden.state, "101").landed == (1, 2)


@pytest.mark.rule("MG 3.4")
def test_markers_count_the_delays_at_the_drop_and_not_those_at_the_roll():
    garden = Garden()
    garden.do(ch03_drops.first_drop)
    garden.go("18 Sep 0700")
    garden.do(ch01_weather.weather, 9)
    garden.go("19 Sep 0700")
    garden.do(ch01_weather.weather, 0)
    garden.do(ch03_drops.plan, "101", at("19 0900"), NONCE)
    garden.go("19 Sep 0900")
    garden.do(ch03_drops.land, "101")
    garden.go("20 Sep 0700")
    garden.do(ch01_weather.weather, 9)
    second = next(unit for unit in garden.design.members["101.327"]
                  if garden.state.units[unit].dropped)  # fmt: skip

    garden.do(ch03_drop_table.drop_fate, "101.501.a", 0, ch03_drop_table.FateLoad(zone="A"))
    garden.do(ch03_drop_table.drop_fate, second, 0, ch03_drop_table.FateLoad(zone="W"))

    assert not [f for f in garden.state.units["101.501.a"].flags if "markers" in f]
    assert "drop markers: 2" in garden.state.units[second].flags


@pytest.mark.rule("MG O4.0")
def test_airborne_tanks_are_chosen_and_land_under_a_marker():
    garden = Garden(airborne_tanks=True)
    with pytest.raises(Refused, match=r"choose.*\[O4.0\]"):
        garden.do(ch03_drops.first_drop)
    garden.do(ch03_drops.choose_tanks, "locust")
    garden.do(ch03_drops.first_drop)
    down = {u for u, s in garden.state.units.items()
            if u.startswith("101.tank") and s.dropped}  # fmt: skip
    assert down == {"101.tank.locust1", "101.tank.locust2"}

    garden.do(ch03_drop_table.drop_fate, "101.tank.locust1", 0, ch03_drop_table.FateLoad(zone="W"))

    assert "drop markers: 1" in garden.state.units["101.tank.locust1"].flags


@pytest.mark.rule("MG O4.0")
def test_tanks_are_chosen_only_where_the_option_is_on():
    garden = Garden()

    with pytest.raises(Refused, match=r"not played.*\[O4.0\]"):
        garden.do(ch03_drops.choose_tanks, "locust")


# ---- Where Eagles Dare alone --------------------------------------------------------------------


def test_wed_alone_leaves_the_other_game_in_its_box():
    garden = Garden(both_games=False)
    garden.do(ch03_drops.first_drop)
    for turn in ("17 Sep 1900", "18 Sep 1900", "21 Sep 0700"):
        garden.go(turn)
        garden.add(arrive(garden.design, garden.state))

    in_play = [s.place for s in garden.state.units.values() if s.place.kind in IN_PLAY]

    assert {place.game for place in in_play} == {"WED"}
    other = garden.design.members["82.504"][0]
    assert garden.state.units[other].place.kind == "not-yet"


@pytest.mark.rule("MG 3.2", "MG 3.5", "MG 3.6")
def test_wed_alone_has_no_drops_of_the_other_divisions():
    garden = Garden(both_games=False)
    garden.go("18 Sep 0700")
    garden.do(ch01_weather.weather, 0)

    for rule, more in (
        (ch03_drops.plan, (at("18 0900"), NONCE)),
        (ch03_drops.propose_zone_change, ()),
    ):
        with pytest.raises(Refused, match="not played"):
            rule(garden.design, garden.state, "82", *more)


# ---- chits --------------------------------------------------------------------------------------


@pytest.mark.rule("MG 1900-6")
def test_a_chit_is_bought_once_a_turn_and_the_list_is_kept():
    garden = Garden()
    bring(garden, "101.501", "101.502", "101.506")
    garden.do(bookkeeping.give_dispatch, "101", 6)
    garden.do(bookkeeping.buy_chits, "101", ("101.501",))

    with pytest.raises(Refused, match=r"501.*bought.*\[1900-6\]"):
        garden.do(bookkeeping.buy_chits, "101", ("101.501", "101.502"))
    assert garden.state.facts["dispatch.101"] == 5
    garden.do(bookkeeping.buy_chits, "101", ("101.502",))

    assert bookkeeping.chits_bought(garden.state, "101") == ("101.501", "101.502")
    garden.go("17 Sep 1500")
    assert bookkeeping.chits_bought(garden.state, "101") == ()
    garden.do(bookkeeping.buy_chits, "101", ("101.501",))


@pytest.mark.rule("MG 1900-6")
def test_a_chit_needs_a_formation_that_is_in_play():
    garden = Garden()

    with pytest.raises(Refused, match=r"Nothing of .*501.* is in play.*\[1900-6\]"):
        garden.do(bookkeeping.buy_chits, "101", ("101.501",))


@pytest.mark.rule("MG S6.5")
@pytest.mark.parametrize("formation", ["101.44rtr", "101.1519", "101.tank", "101.lost"])
def test_the_independents_of_the_101st_have_no_chit_of_their_own(formation):
    garden = Garden()

    with pytest.raises(Refused, match=r"no chit of its own.*\[S6.5\]"):
        s06_allied.price_of_chits(
            garden.design, garden.state, "101", ["101.501", formation, "101.ind", "101.art"]
        )


@pytest.mark.rule("MG S6.2")
def test_a_group_inside_a_group_has_no_chit_of_its_own():
    garden = Garden()

    with pytest.raises(Refused, match=r"no chit of its own"):
        s06_allied.price_of_chits(garden.design, garden.state, "gds", ["gds.irish"])


@pytest.mark.rule("MG S6.2")
def test_in_the_other_game_the_groups_stand_for_themselves():
    garden = Garden()
    place = Place("hex", "14.89", game="TDC")
    garden.add(event(UnitArrived(unit="gds.irish.t1", place=place)))

    assert s06_allied.price_of_chits(garden.design, garden.state, "gds", ["gds.irish"]) == 1


@pytest.mark.rule("MG S6.10", "MG S6.4")
def test_the_guards_may_pay_for_231_brigade_but_not_for_the_night():
    garden = Garden()
    price = s06_allied.price_of_chits

    assert price(garden.design, garden.state, "gds", ["gds.hot", "43.231"]) == 2
    with pytest.raises(Refused, match="is not of it"):
        price(garden.design, garden.state, "gds", ["43.129"])
    with pytest.raises(Refused, match="is not of it"):
        price(garden.design, garden.state, "101", ["43.231"])
    garden.go("17 Sep Night")
    with pytest.raises(Refused, match="night"):
        price(garden.design, garden.state, "gds", ["43.231"])


# ---- the air raid -------------------------------------------------------------------------------


def raid_is_on(**dispatch: int) -> Garden:
    garden = Garden()
    garden.go("20 Sep 0700")
    garden.add(event(FactSet(fact=s05_german.RAID_ON, value=True)))
    for division, points in dispatch.items():
        garden.do(bookkeeping.give_dispatch, division.removeprefix("d"), points)
    return garden


@pytest.mark.rule("MG S5.2")
def test_what_is_paid_against_the_raid_is_taken_from_the_division():
    garden = raid_is_on(d101=3)

    garden.do(s05_german.raid_on_chit, "101", 3)

    assert garden.state.facts["dispatch.101"] == 0
    assert garden.state.routes["club"].closed == 1
    with pytest.raises(Refused, match="has 0"):
        garden.do(s05_german.raid_on_chit, "101", 1)


@pytest.mark.rule("MG S5.2")
def test_any_allied_division_may_pay_on_its_chit_but_two_only_bring_a_marker():
    garden = raid_is_on()

    garden.do(s05_german.raid_on_chit, "43", 4)

    assert garden.state.routes["club"].closed == 0
    assert garden.state.facts[s05_german.RAID_ON] is False
    other = raid_is_on()
    for division, why in (("43", "pay"), ("chi", "Allied"), ("101.501", "division")):
        with pytest.raises(Refused, match=why):
            other.do(s05_german.raid_on_chit, division)


# ---- beside the map -----------------------------------------------------------------------------


@pytest.mark.rule("MG 5.1")
@pytest.mark.parametrize(
    ("turn", "formation", "box", "why"),
    [
        ("17 Sep 1900", "chi.buch", "west-1", "21 Sep 0700"),
        ("17 Sep 1900", "wal.107", "west-3", "not come by the boxes"),
        ("21 Sep 1900", "chi.buch", "east-1", "not on the side"),
        ("21 Sep 1900", "chi.buch", "xii-start", "corps"),
    ],
)
def test_a_formation_comes_into_the_boxes_on_its_day_and_side(turn, formation, box, why):
    garden = Garden()
    garden.go(turn)
    close_before(garden, "offmap")

    with pytest.raises(Refused, match=why):
        garden.do(ch05_off_map.move, formation, box)


@pytest.mark.rule("MG 5.1")
def test_a_formation_comes_into_the_boxes_with_the_reinforcements_and_not_into_the_display():
    garden = Garden()
    garden.go("21 Sep 0700")
    with pytest.raises(Refused, match=r"display"):
        garden.do(ch05_off_map.move, "chi.buch", "oirschot", display=True)

    garden.do(ch05_off_map.move, "chi.buch", "oirschot")

    assert garden.state.boxes["chi.buch"].box == "oirschot"


@pytest.mark.rule("MG 5.1")
def test_a_formation_comes_by_the_entry_of_its_own_box():
    garden = Garden()
    garden.go("21 Sep 0700")
    garden.do(ch05_off_map.move, "chi.buch", "oirschot")
    garden.go("21 Sep 1900")
    close_before(garden, "offmap")
    garden.do(ch05_off_map.move, "chi.buch", "oirschot", display=True)
    garden.go("22 Sep 0700")
    with pytest.raises(Refused, match=r"box.*\[5.1\]"):
        garden.do(ch05_off_map.arrive, "chi.buch", "chill-a")

    garden.do(ch05_off_map.arrive, "chi.buch", "chill-b")


@pytest.mark.rule("MG S3.1")
def test_a_routed_formation_comes_back_on_its_own_side():
    garden = Garden()
    garden.add(event(UnitArrived(unit=garden.design.members["wal.107"][0],
                                 place=Place("hex", "1.1", game="WED"))))  # fmt: skip
    garden.add(event(StepsLost(unit=garden.design.members["wal.107"][0], steps=1)))
    garden.do(s03_events.rout, "wal.107", "east-2")
    garden.go("18 Sep 0700")

    with pytest.raises(Refused, match="not on the side"):
        garden.do(s03_events.come_back, "wal.107", "west-3")


def corps_far(garden: Garden) -> None:
    for box in ("west-1", "oirschot", "west-3"):
        garden.add(event(CorpsAdvanced(corps="xii", box=box)))


@pytest.mark.rule("MG 5.2", "MG S5.5")
def test_nobody_comes_by_entries_that_a_corps_has_shut():
    garden = Garden()
    garden.go("17 Sep Night")
    garden.do(s05_german.choose_huber, "huber.chill")
    corps_far(garden)
    garden.go("21 Sep Night")
    with pytest.raises(Refused, match=r"behind .*corps.*\[5.2\]"):
        garden.do(s05_german.huber_arrives)

    garden.do(arrive)

    assert {garden.state.units[u].place.kind for u in garden.design.members["chi.huber"]} == {
        "not-yet"
    }


@pytest.mark.rule("MG 5.2")
def test_one_open_entry_is_enough():
    garden = Garden()
    garden.go("17 Sep Night")
    garden.do(s05_german.choose_huber, "huber.chill")
    garden.add(event(CorpsAdvanced(corps="xii", box="west-1")))
    garden.add(event(CorpsAdvanced(corps="xii", box="oirschot")))
    garden.go("21 Sep Night")

    garden.do(s05_german.huber_arrives)

    assert garden.state.units["chi.huber.i1"].place.kind == "hex"


def test_a_bridge_that_was_never_lost_needs_nobodys_control():
    garden = Garden()
    marker_at(garden, "st-oedenrode")
    garden.add(event(RouteStatus(route="club", cut=True)))
    garden.add(event(BridgeChanged(bridge="veghel-canal", state="wired", by="german")))
    garden.go("18 Sep 1900")
    close_before(garden, "status")

    garden.do(ch04_club_route.reopen)

    assert not garden.state.routes["club"].cut


def test_where_a_formation_waits_is_one_of_its_own_boxes():
    garden = Garden()
    own = ch05_off_map.own_boxes(garden.design, "chi.buch")

    assert own == ("xii-start", "west-1", "oirschot", "west-3")
    assert BoxMoved(formation="chi.buch", box=own[0]).display is False


@pytest.mark.rule("MG 2.15.6")
@pytest.mark.parametrize("roll", [0, 9])
def test_whoever_tries_to_blow_a_bridge_no_longer_controls_it(roll):
    garden = Garden()
    wired(garden, "son", "german")

    garden.do(ch02_bridges.demolition, "son", "german", roll, fire_zone=False)

    assert garden.state.bridges["son"].control == ""
    with pytest.raises(Refused, match=r"2\.15\.6"):
        garden.do(ch02_bridges.wire, "son", "german")
