"""What the list of Market Garden asks for, and what a table may bring, in single positions."""

from __future__ import annotations

import pytest
from garden import Garden, bring, event, marker_at, wired

from wardesk.campaign.choices import choices
from wardesk.campaign.ledger.kind import Broken
from wardesk.campaign.ledger.kinds.bridges import BridgeChanged
from wardesk.campaign.ledger.kinds.forces import PoolChanged
from wardesk.campaign.ledger.kinds.routes import RouteLeft
from wardesk.campaign.ledger.proposal import factors_of
from wardesk.campaign.ledger.refusals import Impossible, Refused
from wardesk.campaign.market_garden import (
    ch02_bridges,
    ch03_drops,
    ch04_club_route,
    ch05_off_map,
    s05_german,
)
from wardesk.campaign.market_garden.bookkeeping import buy_chits, change_pool, give_dispatch
from wardesk.campaign.market_garden.duties import duties, wishes
from wardesk.campaign.market_garden.kinds import CorpsAdvanced, DropPlanned
from wardesk.campaign.market_garden.ruleset import RULESET
from wardesk.errors import UserError


def asked(garden: Garden, kind: str, of=duties):
    return [d for d in of(garden.design, garden.state) if d.id.startswith(f"{kind}.")]


@pytest.mark.rule("MG 2.15.7")
def test_a_bailey_is_asked_about_from_the_turn_after_it_was_put_there():
    garden = Garden()
    wired(garden, "son", "german")
    garden.do(ch02_bridges.demolition, "son", "german", 0, fire_zone=False)
    garden.go("17 Sep 1500")
    unit = ch02_bridges.bridging_units(garden.design, garden.state)[0]
    garden.do(ch02_bridges.place_bailey, "son", unit, fire_zone=False)
    (duty,) = asked(garden, "bailey")
    assert duty.opens == garden.state.ordinal + 1
    garden.do(ch02_bridges.bailey_works, "son")
    assert asked(garden, "bailey") == []


@pytest.mark.rule("MG 5.1")
def test_whoever_is_off_the_map_may_order_a_box_at_1900():
    garden = Garden()
    garden.go("21 Sep 0700")
    garden.do(ch05_off_map.move, "chi.drey", "oirschot")
    assert asked(garden, "box", wishes) == []  # not before 1900
    garden.go("21 Sep 1900")
    (duty,) = asked(garden, "box", wishes)
    assert {key for key, _ in duty.choices["box"]} == {"west-1", "west-3"}


@pytest.mark.rule("MG 2.15.7", "MG 1900-6")
def test_a_table_has_bridging_units_that_are_free_and_the_chits_that_are_bought():
    garden = Garden()
    bring(garden, "101.501")
    garden.do(give_dispatch, "101", 3)
    garden.do(buy_chits, "101", ("101.501",))
    beside = RULESET.beside(garden.design, garden.state)
    assert set(beside.units) == {"gds.ind.11", "gds.ind.14"}
    assert beside.bought == ("101.501",)


@pytest.mark.rule("MG 3.1")
def test_drops_come_in_the_order_of_their_numbers_but_supplies_alone_have_none():
    garden = Garden()
    garden.go("18 Sep 0700")
    now = garden.state.ordinal
    with pytest.raises(Broken, match="next drop is number 2"):
        garden.add(event(DropPlanned(division="101", number=4, turns=(now,))))
    garden.add(event(DropPlanned(division="101", number=4, turns=(now,), supply_only=True)))


@pytest.mark.rule("MG 5.2")
def test_a_corps_in_its_last_box_rolls_no_more():
    garden = Garden()
    for box in ("east-1", "east-2"):
        garden.add(event(CorpsAdvanced(corps="viii", box=box)))
    garden.go("21 Sep 1900", "corps")
    with pytest.raises(Impossible, match="last box"):
        ch05_off_map.propose_corps(garden.design, garden.state, "viii")


@pytest.mark.rule("MG 4.3.1")
def test_the_road_leaves_the_map_and_scores_once():
    garden = Garden()
    marker_at(garden, "exit")
    garden.add(event(RouteLeft(route="club")))
    garden.add(event(BridgeChanged(bridge="grave", state="wired", by="german")))
    garden.go("20 Sep 1900")
    drafts = ch04_club_route.advance(garden.design, garden.state, "overasselt")
    assert [type(each.payload).__name__ for each in drafts] == ["MarkerAdvanced"]


def test_only_formations_with_units_that_fit_are_offered():
    garden = Garden()
    offered = {key for key, _name in choices(garden.design, garden.state, "formation-59")}
    assert "59.dew" in offered
    assert all("59" in garden.design.above(key) for key in offered)
    assert all(garden.design.members[key] for key in offered)


def test_a_modifier_that_is_not_there_is_refused_with_those_that_are():
    with pytest.raises(UserError) as told:
        factors_of((("mud", 1), ("night", 2)), "1", ("snow",))
    assert told.value.advice == "There are: mud; night."
    with pytest.raises(UserError) as told:
        factors_of((), "1", ("snow",))
    assert told.value.advice == "There are: none."


@pytest.mark.rule("MG S5.2")
def test_the_raid_is_bound_on_the_first_turn_and_no_later():
    garden = Garden()
    garden.go("17 Sep 1500")
    with pytest.raises(UserError, match="before the first turn"):
        garden.do(s05_german.hide_raid, 1, bytes(16))


@pytest.mark.rule("MG 3.1")
def test_drop_one_never_comes_on_a_later_turn():
    garden = Garden()
    garden.go("17 Sep 1500")
    with pytest.raises(Refused, match="first turn only"):
        garden.do(ch03_drops.first_drop)


@pytest.mark.rule("MG 5.1")
def test_who_waits_in_the_display_comes_at_0700_and_on_no_other_turn():
    garden = Garden()
    garden.go("21 Sep 0700")
    garden.do(ch05_off_map.move, "chi.buch", "oirschot")
    garden.go("21 Sep 1900", "offmap")
    garden.do(ch05_off_map.move, "chi.buch", "oirschot", display=True)
    for turn in ("21 Sep 1900", "21 Sep Night", "22 Sep 0900"):
        garden.go(turn)
        with pytest.raises(Refused, match=r"0700 turn.*5\.1"):
            garden.do(ch05_off_map.arrive, "chi.buch", "chill-b")


@pytest.mark.rule("MG S2.0", "MG S5.3", "MG S6.3")
def test_no_more_goods_are_used_than_there_are():
    garden = Garden()
    pool = next(each.id for each in garden.design.pools if garden.state.pools.get(each.id))
    held = garden.state.pools[pool]
    with pytest.raises(Impossible, match=f"Only {held}"):
        garden.do(change_pool, pool, -held - 1, "one too many")
    with pytest.raises(Broken, match=f"Only {held}"):
        garden.add(event(PoolChanged(pool=pool, change=-held - 1)))
    garden.do(change_pool, pool, -held, "all of them")
    assert garden.state.pools[pool] == 0
