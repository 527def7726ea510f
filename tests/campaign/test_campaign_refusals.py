"""What the campaign refuses or tells in small cases that nobody plays by design."""

from __future__ import annotations

import pytest
from garden import Garden, at, event

from wardesk.campaign.actions import read_rows, typed_dice
from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kind import Broken
from wardesk.campaign.ledger.kinds.calendar import WeatherSet
from wardesk.campaign.ledger.kinds.fog import FogSet
from wardesk.campaign.ledger.kinds.forces import PoolChanged
from wardesk.campaign.ledger.seat_view import seat_view
from wardesk.campaign.market_garden import ch03_drops, s05_german
from wardesk.campaign.market_garden.kinds import DropAssigned, Interdicted, RouteAttacked
from wardesk.errors import UserError


@pytest.fixture
def garden() -> Garden:
    return Garden()


def test_a_drop_on_a_turn_that_is_none_of_its_windows_cites_its_rule(garden):
    garden.go("18 Sep 0700")
    garden.add(event(WeatherSet(weather="clear")))
    with pytest.raises(UserError) as refused:
        ch03_drops.plan(garden.design, garden.state, "101", at("18 Sep Night"), bytes(16))
    assert "only" in refused.value.message
    assert refused.value.cite == "3.2"  # pyright: ignore[reportAttributeAccessIssue]


def test_the_set_of_kg_huber_is_chosen_once(garden):
    garden.go("17 Sep Night")
    group = next(each for each in garden.design.identity_groups if each.id == s05_german.HUBER)
    option = group.options[0].id
    garden.do(s05_german.choose_huber, option)
    with pytest.raises(UserError, match="chosen already"):
        s05_german.choose_huber(garden.design, garden.state, option)


def test_a_drop_zone_that_there_is_not_is_told_by_name(garden):
    with pytest.raises(Broken, match="There is no zone 'ZZ'"):
        garden.add(event(DropAssigned(formation="101.501", number=1, zone="ZZ")))


def test_attacks_of_an_earlier_turn_do_not_count_against_the_limit_of_this_one(garden):
    garden.add(event(RouteAttacked(route="club", attacked=2, closed=1)))
    garden.go("17 Sep 1500")
    garden.add(event(RouteAttacked(route="club", attacked=1)))
    assert garden.state.routes["club"].laid == (at("17 Sep 1500"), 1, 0)


@pytest.mark.parametrize(("seat", "known"), [("101", True), ("german", False)])
def test_what_befalls_a_drop_is_told_through_fog_to_its_own_side_alone(garden, seat, known):
    garden.add([EventDraft(payload=FogSet(seat=seat), seen_by=(seat,))])
    garden.add(event(Interdicted(division="101", on=True)))
    facts = seat_view(garden.design, garden.ledger.events, seat).facts
    assert any(isinstance(fact.payload, Interdicted) for fact in facts) is known


@pytest.mark.parametrize(("seat", "known"), [("allied", True), ("german", False)])
def test_goods_of_a_side_are_told_to_that_side_alone(garden, seat, known):
    garden.add(event(PoolChanged(pool="trucks.101", change=-1)))
    facts = seat_view(garden.design, garden.ledger.events, seat).facts
    assert any(isinstance(fact.payload, PoolChanged) for fact in facts) is known


def test_rows_of_a_table_that_cannot_be_read_are_told():
    assert [(each.key, each.die) for each in read_rows("a:3:flak=2, b")] == [("a", 3), ("b", None)]
    with pytest.raises(UserError, match="'x' is no die"):
        read_rows("a:x")
    assert typed_dice({"rows": read_rows("a:3, b:4")}) == (3, 4)
    assert typed_dice({"rows": read_rows("a, b"), "dice": (5, 6)}) == (5, 6)
    with pytest.raises(UserError, match="Some rows have a die"):
        typed_dice({"rows": read_rows("a:3, b")})
