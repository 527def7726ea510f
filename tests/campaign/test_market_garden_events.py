"""Events, routs that come back, drops one by one, and what the umpire books by hand."""

from __future__ import annotations

import pytest
from garden import Garden, at, bring, event, marker_at

from wardesk.campaign.ledger.kinds.bridges import BridgeChanged
from wardesk.campaign.ledger.kinds.calendar import WeatherSet
from wardesk.campaign.ledger.kinds.routes import Released, RouteLeft, RouteStatus
from wardesk.campaign.ledger.kinds.units import StepsLost, UnitArrived
from wardesk.campaign.market_garden import (
    bookkeeping,
    ch02_bridges,
    ch03_drop_table,
    ch03_drops,
    ch03_free_drop,
    ch04_club_route,
    ch04_release,
    ch05_off_map,
    common,
    s03_events,
    s03_random,
    s06_allied,
)
from wardesk.campaign.market_garden.kinds import BridgeWork, drop_of
from wardesk.campaign.operation.arrivals import arrive
from wardesk.campaign.operation.places import Place
from wardesk.errors import UserError

WED = Place("hex", "61.141", "", "WED")


def put(garden: Garden, *units: str, place: Place = WED) -> None:
    for unit in units:
        garden.add(event(UnitArrived(unit=unit, place=place)))


def lose(garden: Garden, unit: str, steps: int = 1) -> None:
    garden.add(event(StepsLost(unit=unit, steps=steps)))


# ---- events -------------------------------------------------------------------------------------


@pytest.mark.rule("MG S3.0")
@pytest.mark.parametrize("side", ["allied", "german"])
def test_a_die_draws_a_chit_of_the_sides_own_cup_and_ten_draws_are_certain(side):
    garden = Garden()
    proposal = s03_random.propose_draw(garden.design, garden.state, side)
    assert sum(each.ways for each in proposal.odds) == 10
    assert proposal.reconstruction
    known = {chit.id for chit in s03_random.cup(side)}
    for roll in range(10):
        drafts = s03_random.draw(garden.design, garden.state, side, roll)
        assert drafts[-1].payload.value in known

    garden.do(s03_random.draw, side, 0)

    assert s03_random.pending(garden.state, side)
    with pytest.raises(UserError, match="waits to be dealt with"):
        s03_random.propose_draw(garden.design, garden.state, side)


@pytest.mark.rule("MG S3.0")
def test_air_strikes_and_the_dutch_lie_in_the_allied_cup_alone():
    names = [chit.id for chit in s03_random.cup("german")]

    assert len(s03_random.cup("allied")) == 11
    assert not {"air-strike", "dutch"} & set(names)
    with pytest.raises(UserError, match="That cup has"):
        Garden().do(s03_random.drawn_by_hand, "german", "dutch")


@pytest.mark.rule("MG S3.1")
def test_a_hero_is_one_until_his_side_draws_again():
    garden = Garden()
    put(garden, "101.502.a")
    garden.do(s03_random.drawn_by_hand, "allied", "heroic")
    with pytest.raises(UserError, match="Name the unit"):
        garden.do(s03_random.resolve, "allied")
    garden.do(s03_random.resolve, "allied", unit="101.502.a")
    assert garden.state.units["101.502.a"].flags == ("heroic (allied)",)

    garden.do(s03_random.drawn_by_hand, "german", "rally")
    assert garden.state.units["101.502.a"].flags
    garden.do(s03_random.draw, "allied", 3)

    assert not garden.state.units["101.502.a"].flags


@pytest.mark.rule("MG S3.1")
def test_mines_on_the_road_close_it_until_engineers_take_them_up():
    garden = Garden()
    garden.do(s03_random.drawn_by_hand, "german", "minefield")
    garden.do(s03_random.resolve, "german", hex_="41.230", on_route=True)

    assert garden.state.routes["club"].closed == 1
    assert garden.state.facts["minefield.41.230"] is True
    garden.do(s03_random.clear_mines, "41.230")
    with pytest.raises(UserError, match="No minefield"):
        garden.do(s03_random.clear_mines, "41.230")


@pytest.mark.rule("MG S3.1")
def test_two_steps_come_back_and_lost_men_of_the_82nd_are_finite():
    garden = Garden()
    put(garden, "101.502.a")
    lose(garden, "101.502.a")
    garden.do(s03_random.drawn_by_hand, "allied", "reinf")
    with pytest.raises(UserError, match="lacks 1 step"):
        garden.do(s03_random.resolve, "allied", unit="101.502.a", steps=2)
    garden.do(s03_random.resolve, "allied", unit="101.502.a", steps=1)
    assert garden.state.units["101.502.a"].steps == 2

    pool = garden.state.pools["lost82"]
    strangers = garden.design.members["101.lost"]
    beside = {"hex_": "61.141", "formation": "101.502"}
    used = 0
    for unit in strangers:
        garden.do(s03_random.drawn_by_hand, "allied", "reinf")
        if used + garden.design.unit[unit].steps_full > pool:
            with pytest.raises(UserError, match="such steps are left"):
                garden.do(s03_random.resolve, "allied", unit=unit, **beside)
            break
        garden.do(s03_random.resolve, "allied", unit=unit, **beside)
        used += garden.design.unit[unit].steps_full
    assert garden.state.pools["lost82"] == pool - used


@pytest.mark.rule("MG S3.1")
def test_typhoons_are_half_a_die_and_none_at_night_or_in_fog():
    garden = Garden()
    garden.do(s03_random.drawn_by_hand, "allied", "air-strike")
    drafts = s03_random.typhoons(garden.design, garden.state, 7)
    assert drafts[0].payload.decided == "3 strikes"

    garden.add(event(WeatherSet(weather="fog", fog=4)))

    with pytest.raises(UserError, match="bad weather"):
        s03_random.propose_typhoons(garden.design, garden.state)


@pytest.mark.rule("MG S3.1")
def test_other_events_go_back_into_the_cup_when_they_are_dealt_with():
    garden = Garden()
    put(garden, "101.502.a")
    for chit, values in (
        ("rally", {}), ("lost", {}), ("ambush", {"unit": "101.502.a", "steps": 1}),
        ("dutch", {"hex_": "60.150"}), ("intelligence", {"division": "101"}),
    ):  # fmt: skip
        garden.do(s03_random.drawn_by_hand, "allied", chit)
        garden.do(s03_random.resolve, "allied", **values)
        assert not s03_random.pending(garden.state, "allied")

    assert garden.state.units["101.502.a"].steps == 1
    assert garden.state.facts["dutch.allied"] == ""
    assert common.dispatch_of(garden.state, "101") == 2


# ---- routs that come back -----------------------------------------------------------------------


@pytest.mark.rule("MG S3.1")
@pytest.mark.parametrize(
    ("slot", "early", "back"),
    [("18 1500", "18 1900", "19 0700"), ("18 1700", "19 0700", "20 0700")],
)
def test_a_routed_formation_is_away_until_its_morning_and_then_in_a_box(slot, early, back):
    garden = Garden()
    put(garden, *garden.design.members["wal.107"][:3])
    garden.go(slot)
    lose(garden, garden.design.members["wal.107"][0])
    garden.do(s03_events.rout, "wal.107", "east-2")
    with pytest.raises(UserError, match="has routed already"):
        garden.do(s03_events.rout, "wal.107", "east-2")

    garden.go(early)
    with pytest.raises(UserError, match=r"may be back from|turn; it is"):
        garden.do(s03_events.come_back, "wal.107", "east-2")
    if early.endswith("0700"):
        with pytest.raises(UserError, match="not back yet"):
            garden.do(ch05_off_map.arrive, "wal.107", garden.design.entries[-1].id)
    garden.go(back)
    garden.do(s03_events.come_back, "wal.107", "east-2")

    places = {garden.state.units[u].place.kind for u in garden.design.members["wal.107"][:3]}
    assert places <= {"box", "eliminated"}
    assert common.routed(garden.state, "wal.107") == 0


# ---- modifiers that are switched off ------------------------------------------------------------


@pytest.mark.rule("MG 4.3.2")
def test_a_modifier_can_be_switched_off_with_a_reason_and_both_outcomes_stand():
    garden = Garden()
    garden.go("18 1900", before="release")
    garden.do(ch04_release.release)
    garden.add(event(RouteStatus(route="club", cut=True)))
    with_all = ch04_release.propose_release(garden.design, garden.state)
    label = "Club Route is cut"
    without = ch04_release.propose_release(garden.design, garden.state, 0, (label,), "a ruling")
    assert without.modifier == with_all.modifier - 2
    assert [each.name for each in without.off] == [label]
    assert with_all.needed is not None
    roll = with_all.needed - without.modifier

    (record, *_rest) = ch04_release.release(
        garden.design, garden.state, roll, 0, (label,), "a ruling"
    )

    payload = record.payload
    assert (payload.proposed, payload.decided, payload.override) == (
        "not yet", "released", "a ruling",
    )  # fmt: skip
    assert any("switched off" in text for text in payload.inputs)
    assert record.source == "ruling"
    with pytest.raises(UserError, match="needs a reason"):
        ch04_release.release(garden.design, garden.state, roll, 0, (label,))
    with pytest.raises(UserError, match="no modifier 'rain'"):
        ch04_release.propose_release(garden.design, garden.state, 0, ("rain",), "x")


@pytest.mark.rule("MG 5.2")
def test_a_corps_and_a_repair_take_switched_off_modifiers_too():
    garden = Garden()
    garden.add(event(BridgeChanged(bridge="aa", state="unstable")))
    garden.add(event(BridgeWork(bridge="aa")))
    plain = ch02_bridges.propose_repair(garden.design, garden.state, "aa", -1)
    off = ch02_bridges.propose_repair(garden.design, garden.state, "aa", -1, ("Men at Work",), "x")
    assert (plain.odds[0].ways, off.odds[0].ways) == (4, 3)

    garden.go("18 1900", before="corps")
    corps = garden.design.corps[0].id
    garden.do(ch05_off_map.corps, corps, 9)
    garden.go("19 1900", before="corps")
    failed = ch05_off_map.propose_corps(garden.design, garden.state, corps)
    assert failed.modifier == -1
    again = ch05_off_map.propose_corps(garden.design, garden.state, corps, ("failed attempts",))
    assert again.modifier == 0


# ---- drops --------------------------------------------------------------------------------------


@pytest.mark.rule("MG 3.4.1", "MG 3.4")
def test_each_unit_of_a_drop_has_its_fate_once():
    garden = Garden()
    garden.do(ch03_drops.first_drop)
    first, second = garden.design.members["101.502"][:2]

    garden.do(ch03_drop_table.drop_fate, first, 9)
    garden.do(ch03_drop_table.drop_fate, second, 3, ch03_drop_table.FateLoad(germans=2))

    assert garden.state.units[first].steps == 1
    assert garden.state.units[second].flags == ("drop markers: 1", "drop rolled")
    with pytest.raises(UserError, match="was rolled for"):
        ch03_drop_table.propose_unit_drop(garden.design, garden.state, first)
    with pytest.raises(UserError, match="has not just dropped"):
        ch03_drop_table.propose_unit_drop(garden.design, garden.state, "gds.ind.14")


@pytest.mark.rule("MG 3.6", "MG 3.3.2")
def test_other_zones_that_were_won_let_the_rest_be_planned_anew_that_day():
    garden = Garden()
    rows = [ch03_free_drop.Assignment(formation="101.327", number=2, zone="A")]
    garden.go("18 0700")
    with pytest.raises(UserError, match="no other zones were won"):
        garden.do(ch03_free_drop.assign, "101", rows, b"1" * 16)
    garden.do(ch03_drops.zone_change, "101", 0)
    garden.add(event(WeatherSet(weather="clear")))

    garden.do(ch03_free_drop.assign, "101", rows, b"1" * 16)
    garden.do(ch03_drops.plan, "101", at("18 1500"), b"2" * 16, replanned=True)

    assert drop_of(garden.state, "101").turns == (at("18 1500"), at("18 1700"))
    garden.go("19 0700")
    garden.add(event(WeatherSet(weather="clear")))
    with pytest.raises(UserError, match="No other zones were won today"):
        garden.do(ch03_drops.plan, "82", at("19 1500"), b"3" * 16, replanned=True)


# ---- booked by hand -----------------------------------------------------------------------------


@pytest.mark.rule("MG 1900-6", "MG S6.2")
def test_dispatch_points_are_kept_spent_and_never_below_zero():
    garden = Garden()
    bring(garden, "101.501", "101.502", "101.506", "101.ind", "101.art")
    garden.do(bookkeeping.give_dispatch, "101", 3)
    garden.do(bookkeeping.buy_chits, "101", ("101.501", "101.502", "101.ind"))
    assert common.dispatch_of(garden.state, "101") == 1
    with pytest.raises(UserError, match="They cost 2, 1 are left"):
        garden.do(bookkeeping.buy_chits, "101", ("101.506", "101.art"))
    with pytest.raises(UserError, match="would be -1"):
        garden.do(bookkeeping.give_dispatch, "101", -2)

    garden.do(bookkeeping.give_dispatch, "gds", 1)
    garden.go("18 1900", before="release")
    garden.do(ch04_release.release)
    with pytest.raises(UserError, match="Only 1 dispatch points"):
        ch04_release.propose_release(garden.design, garden.state, 2)
    garden.do(ch04_release.release, 9, 1)

    assert common.dispatch_of(garden.state, "gds") == 0


@pytest.mark.rule("MG S6.4")
def test_a_guards_chit_that_is_carried_into_the_night_is_wasted():
    garden = Garden()
    garden.go("18 1900")

    garden.do(bookkeeping.carry_chit, "gds.hot")
    assert garden.state.facts["chit.carried"] == "Group Hot: wasted"
    garden.do(bookkeeping.carry_chit, "101.501")

    assert garden.state.facts["chit.carried"] == "501 PIR: carried into the night"


@pytest.mark.rule("MG S5.3", "MG S6.3")
@pytest.mark.parametrize("pool", ["trucks.101", "jeeps.101"])
def test_trucks_and_jeeps_run_out(pool):
    garden = Garden()
    for _ in range(2):
        garden.do(bookkeeping.change_pool, pool, -1, "abandoned")
    with pytest.raises(UserError, match="Only 0"):
        garden.do(bookkeeping.change_pool, pool, -1, "abandoned")
    with pytest.raises(UserError, match="is not known"):
        garden.do(bookkeeping.change_pool, "roadblocks", -1, "")


def test_points_by_hand_need_a_cause_and_attachments_go_to_and_fro():
    garden = Garden()
    garden.do(bookkeeping.award, "german", 3, "a bet")
    assert garden.state.points("german") == 3
    with pytest.raises(UserError, match="what for"):
        garden.do(bookkeeping.award, "german", 3, " ")

    row = garden.design.attachments[0]
    garden.do(bookkeeping.attach, row.id)
    assert garden.state.attached[row.formation] == row.option
    garden.do(bookkeeping.attach, row.id)
    assert garden.state.attached[row.formation] == row.normal


# ---- what stands in the data --------------------------------------------------------------------


@pytest.mark.rule("MG S6.5")
def test_44_rtr_and_15_19_krh_are_of_the_101st():
    design = Garden().design

    assert all("101" in design.above(each) for each in ("101.44rtr", "101.1519"))


@pytest.mark.rule("MG S6.8")
def test_five_reconnaissance_units_command_themselves():
    design = Garden().design

    found = {unit.name for unit in design.units if unit.self_command}

    assert found == {"A/2 HHC", "B/2 HHC", "C/2 HHC", "D/2 HHC", "101 Recon"}


@pytest.mark.rule("MG 1.1")
def test_the_night_follows_1900():
    slots = Garden().design.calendar.slots

    assert slots[slots.index("1900") + 1 :] == ("Night",)


@pytest.mark.rule("MG 4.1")
def test_only_what_lies_behind_the_marker_is_the_road():
    garden = Garden()
    assert ch02_bridges.on_route(garden.design, garden.state) == set()

    marker_at(garden, "eindhoven")

    assert ch02_bridges.on_route(garden.design, garden.state) == {"dommel", "tongelreep"}


@pytest.mark.rule("MG S6.10")
def test_a_unit_of_231_brigade_north_of_its_line_is_lost():
    garden = Garden()
    unit = garden.design.members["43.231"][0]
    put(garden, unit)

    garden.do(s06_allied.crosses_limit, unit)

    assert garden.state.units[unit].place.kind == "eliminated"


def test_the_set_up_of_a_scenario_brings_nobody_into_the_campaign():
    garden = Garden()
    garden.do(arrive)

    assert garden.state.units["wal.107.p1"].place.kind == "not-yet"
    assert garden.state.units["59.dew.i1"].place.kind == "not-yet"
    parachutists = garden.design.members["wal.fjr6"]
    assert all(garden.state.units[unit].place.kind == "hex" for unit in parachutists)
    garden.go("18 0700")
    garden.do(arrive)
    assert garden.state.units["59.dew.i1"].place.kind == "hex"


@pytest.mark.rule("MG 5.1")
def test_a_formation_with_units_on_the_map_does_not_move_beside_it():
    garden = Garden()
    garden.do(arrive)
    garden.go("17 1900")

    with pytest.raises(UserError, match="has units on the map"):
        garden.do(ch05_off_map.move, "chi.hg", "west-1")


@pytest.mark.rule("MG S3.1", "MG 4.3.3")
def test_a_second_closed_marker_of_a_turn_is_ignored_and_the_mines_lie_all_the_same():
    garden = Garden()
    garden.do(ch04_club_route.attack, closed=True, cause="a tank on the road")
    garden.do(s03_random.drawn_by_hand, "german", "minefield")

    garden.do(s03_random.resolve, "german", hex_="41.230", on_route=True)

    assert garden.state.facts["minefield.41.230"] is True
    assert garden.state.routes["club"].closed == 1


@pytest.mark.rule("MG S6.10", "MG 4.3.2")
@pytest.mark.parametrize(("own", "payer"), [(None, "gds"), (1, "gds"), (4, "43")])
def test_the_guards_may_pay_for_the_release_of_231_brigade(own, payer):
    garden = Garden()
    garden.add(event(RouteLeft(route="club")))
    for entry in garden.design.queue:
        if entry.key == "43rd.130":
            break
        garden.add(event(Released(entry=entry.key, how="ruling")))
    garden.do(bookkeeping.give_dispatch, "gds", 3)
    if own:
        garden.do(bookkeeping.give_dispatch, "43", own)
    before = {each: common.dispatch_of(garden.state, each) for each in ("gds", "43")}
    garden.go("22 1900", before="release")
    garden.do(ch04_release.release)
    while ch04_release.next_release(garden.design, garden.state).entry.key != "43rd.231":
        garden.add(event(Released(entry=ch04_release.next_release(
            garden.design, garden.state).entry.key, how="ruling")))  # fmt: skip

    garden.do(ch04_release.release, 9, 3)

    assert common.dispatch_of(garden.state, payer) == before[payer] - 3
