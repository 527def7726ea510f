"""Positions for single printed sentences of the campaign's rules, one to a test."""

from __future__ import annotations

import pytest
from garden import Garden, bring, event

from wardesk.campaign.ledger.kinds.bridges import BridgeChanged
from wardesk.campaign.ledger.kinds.calendar import FactSet, WeatherSet
from wardesk.campaign.ledger.kinds.units import StepsLost, UnitArrived
from wardesk.campaign.ledger.refusals import Impossible, Refused
from wardesk.campaign.ledger.seat_view import seat_view
from wardesk.campaign.market_garden import (
    ch02_bridges,
    ch03_drops,
    ch03_free_drop,
    s03_events,
    s03_random,
    s05_german,
)
from wardesk.campaign.operation.places import Place
from wardesk.services.campaign.rows import unit_card

IN_BOTH = "wal.hei.s5"
"""A company of KG Heinke, which has a counter in each game."""


def shaky(garden: Garden, bridge: str = "aa") -> str:
    garden.add(event(BridgeChanged(bridge=bridge, state="unstable", by="allied")))
    return bridge


@pytest.mark.rule("MG S5.1.1")
@pytest.mark.parametrize(("hex_", "game", "more"), [("60.150", "WED", 1), ("14.89", "TDC", 0)])
def test_the_reorganisation_raises_quality_on_the_maps_of_wed_alone(hex_, game, more):
    garden = Garden()
    garden.go("20 Sep 0700")
    garden.do(s05_german.reorganise)
    assert s05_german.quality_bonus(garden.design, garden.state, IN_BOTH) == 1  # before it comes
    garden.go("24 Sep 0900")
    garden.add(event(UnitArrived(unit=IN_BOTH, place=Place("hex", hex_, game=game))))

    assert s05_german.quality_bonus(garden.design, garden.state, IN_BOTH) == more


@pytest.mark.rule("MG 2.11")
def test_a_bulldozer_that_the_enemy_drives_over_is_lost_and_repairs_nothing():
    garden = Garden()
    bridge = shaky(garden)
    with pytest.raises(Impossible, match="No bulldozer"):
        garden.do(ch02_bridges.bulldozer_lost, bridge)
    garden.do(ch02_bridges.bulldozer, bridge, fire_zone=False)
    before = garden.state.pools.get("bulldozers")
    garden.do(ch02_bridges.bulldozer_lost, bridge)

    with pytest.raises(Refused, match="No bulldozer"):
        ch02_bridges.propose_repair(garden.design, garden.state, bridge)
    with pytest.raises(Impossible, match="No bulldozer"):
        garden.do(ch02_bridges.bulldozer_lost, bridge)
    assert garden.state.pools.get("bulldozers") == before  # it does not come back

    garden.do(ch02_bridges.bulldozer, bridge, fire_zone=False)  # another one may work there

    assert ch02_bridges.propose_repair(garden.design, garden.state, bridge).needed == 2
    with pytest.raises(Refused, match="One bulldozer"):
        garden.do(ch02_bridges.bulldozer, bridge, fire_zone=False)


@pytest.mark.rule("MG 2.11")
def test_a_bulldozer_that_a_table_has_lost_repairs_nothing_at_the_desk_either():
    garden = Garden()
    bridge = shaky(garden)
    garden.do(ch02_bridges.bulldozer, bridge, fire_zone=False)
    garden.add(event(FactSet(fact=f"bulldozer-lost.{bridge}", value=True)))

    with pytest.raises(Refused, match="No bulldozer"):
        garden.do(ch02_bridges.repair, bridge, 0)


def reinforced(garden: Garden, unit: str, formation: str):
    garden.do(s03_random.drawn_by_hand, "allied", "reinf")
    return garden.do(
        s03_random.resolve, "allied", unit=unit, hex_="61.141", formation=formation
    )  # fmt: skip


@pytest.mark.rule("MG S3.1")
def test_lost_men_of_the_82nd_join_a_formation_by_what_it_has_lost_itself():
    garden = Garden()
    garden.do(ch03_drops.first_drop)
    two, _, one, other = garden.design.members["101.lost"]
    assert [garden.design.unit[each].steps_full for each in (two, one)] == [2, 1]
    hurt = garden.design.members["101.502"][0]
    garden.add(event(StepsLost(unit=hurt, steps=1, cause="a fight")))

    with pytest.raises(Refused, match="1 step"):
        reinforced(garden, two, "101.502")
    cause, *done = garden.do(
        s03_random.resolve, "allied", unit=one, hex_="61.141", formation="101.502"
    )  # fmt: skip
    assert garden.state.units[hurt].steps == 2  # the one lost step comes back with them
    assert {each.caused_by for each in done} == {cause.seq}  # and is taken back with it
    assert garden.state.units[one].place.at == "61.141"

    garden.add(event(StepsLost(unit=hurt, steps=1, cause="a fight")))
    garden.add(event(StepsLost(unit=garden.design.members["101.502"][1], steps=1, cause="too")))
    with pytest.raises(Refused, match="2 steps"):
        reinforced(garden, other, "101.502")
    garden.do(s03_random.resolve, "allied", unit=two, hex_="61.141", formation="101.501")
    assert garden.state.units[two].place.at == "61.141"


@pytest.mark.rule("MG S3.1")
def test_lost_men_of_the_82nd_join_the_101st_and_nobody_else():
    garden = Garden()
    garden.do(ch03_drops.first_drop)
    bring(garden, "gds.irish")
    man = garden.design.members["101.lost"][0]
    with pytest.raises(Refused, match="not of the 101st"):
        reinforced(garden, man, "gds.irish")
    with pytest.raises(Impossible, match="Name the formation"):
        garden.do(s03_random.resolve, "allied", unit=man, hex_="61.141")


@pytest.mark.rule("MG S3.1")
@pytest.mark.parametrize("weather", ["fog", "overcast", "rain"])
def test_an_air_strike_in_bad_weather_costs_nobody_a_step(weather):
    garden = Garden()
    bring(garden, "59.dew")
    unit = garden.design.members["59.dew"][0]
    garden.add(event(WeatherSet(weather=weather, fog=4 if weather == "fog" else None)))
    garden.do(s03_random.drawn_by_hand, "allied", "air-strike")

    with pytest.raises(Refused, match="no event"):
        garden.do(s03_random.resolve, "allied", unit=unit, steps=1)
    garden.do(s03_random.resolve, "allied")

    assert not s03_random.pending(garden.state, "allied")


def test_one_typhoon_is_told_as_one():
    garden = Garden()
    garden.do(s03_random.drawn_by_hand, "allied", "air-strike")
    drafts = s03_random.typhoons(garden.design, garden.state, 3)
    assert drafts[0].payload.decided == "1 strike"


@pytest.mark.rule("MG S3.1")
@pytest.mark.parametrize("chit", ["ambush", "explosion"])
def test_it_is_the_drawing_sides_own_unit_that_the_enemy_attacks(chit):
    garden = Garden()
    bring(garden, "59.dew", "101.502")
    enemy, own = garden.design.members["59.dew"][0], garden.design.members["101.502"][0]
    garden.do(s03_random.drawn_by_hand, "allied", chit)

    with pytest.raises(Refused, match="unit of that side"):
        garden.do(s03_random.resolve, "allied", unit=enemy, steps=1)
    before = garden.state.units[own].steps
    garden.do(s03_random.resolve, "allied", unit=own, steps=1)

    assert garden.state.units[own].steps == before - 1


@pytest.mark.rule("MG S3.1")
def test_typhoons_cost_the_enemy_and_not_their_own():
    garden = Garden()
    bring(garden, "59.dew", "101.502")
    garden.do(s03_random.drawn_by_hand, "allied", "air-strike")

    with pytest.raises(Refused, match="attack the enemy"):
        garden.do(s03_random.resolve, "allied", unit=garden.design.members["101.502"][0], steps=1)
    garden.do(s03_random.resolve, "allied", unit=garden.design.members["59.dew"][0], steps=1)


@pytest.mark.rule("MG S3.1")
def test_intelligence_is_for_a_formation_of_the_side_that_drew_it():
    garden = Garden()
    garden.do(s03_random.drawn_by_hand, "german", "intelligence")

    with pytest.raises(Refused, match="formation of that side"):
        garden.do(s03_random.resolve, "german", division="101")
    garden.do(s03_random.resolve, "german", division="wal")

    assert garden.state.facts["dispatch.wal"] == 2


@pytest.mark.rule("MG S3.1")
def test_the_heroic_unit_has_a_quality_of_one_more_until_the_next_event():
    garden = Garden()
    bring(garden, "101.502")
    unit = garden.design.members["101.502"][0]
    plain = unit_card(garden.design, garden.state, unit).quality
    garden.do(s03_random.drawn_by_hand, "allied", "heroic")
    garden.do(s03_random.resolve, "allied", unit=unit)
    assert unit_card(garden.design, garden.state, unit).quality == plain + 1

    garden.do(s03_random.drawn_by_hand, "allied", "rally")

    assert unit_card(garden.design, garden.state, unit).quality == plain


@pytest.mark.rule("MG 3.3.2")
def test_free_drops_are_assigned_before_the_game_and_not_from_day_to_day():
    garden = Garden(free_drop=True)
    rows = [ch03_free_drop.Assignment(formation="101.501", number=2, zone="B")]
    garden.do(ch03_free_drop.assign, "101", rows, b"1" * 16)
    rows = [ch03_free_drop.Assignment(formation="101.501", number=2, zone="A")]
    garden.do(ch03_free_drop.assign, "101", rows, b"2" * 16)  # nothing has come down yet
    garden.go("18 Sep 0700")

    with pytest.raises(Refused, match="before the game"):
        garden.do(ch03_free_drop.assign, "101", rows, b"3" * 16)
    garden.do(ch03_drops.zone_change, "101", 0)  # other zones are won
    garden.do(ch03_free_drop.assign, "101", rows, b"4" * 16)


@pytest.mark.rule("MG 5.1", "MG S3.1")
def test_no_ally_learns_in_which_box_a_routed_formation_waits():
    garden = Garden()
    bring(garden, "wal.hof")
    unit = garden.design.members["wal.hof"][0]
    garden.add(event(StepsLost(unit=unit, steps=1, cause="the table")))
    garden.go("18 Sep 0900")
    garden.do(s03_events.rout, "wal.hof", "east-2")
    garden.go("19 Sep 0700")
    garden.do(s03_events.come_back, "wal.hof", "east-2")

    for seat in ("allied", "101"):
        facts = seat_view(garden.design, garden.ledger.events, seat).encoded
        assert b"east-2" not in facts
    assert b"east-2" in seat_view(garden.design, garden.ledger.events, "german").encoded
