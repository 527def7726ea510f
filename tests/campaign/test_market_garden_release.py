"""Market Garden: the release of XXX Corps, with every modifier and exact odds."""

from __future__ import annotations

from fractions import Fraction

import pytest
from garden import Garden, event, garden_design, marker_at, wired
from hypothesis import given
from hypothesis import strategies as st

from wardesk.campaign.ledger.kinds.routes import Released, RouteLeft, RouteStatus
from wardesk.campaign.ledger.proposal import odds
from wardesk.campaign.ledger.refusals import Refused
from wardesk.campaign.market_garden import (
    ch02_bridges,
    ch03_drops,
    ch04_release,
    common,
)
from wardesk.campaign.market_garden.kinds import drop_of
from wardesk.errors import UserError

NONCE = bytes(range(16))
CALENDAR = garden_design().calendar


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
    garden.go("18 Sep 1900", before="release")

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
    garden.go("19 Sep 1900", before="release")
    assert ch04_release.next_release(garden.design, garden.state).kind == "first"


@pytest.mark.golden("Bailey of 18 September")
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
    garden.go("18 Sep 1900", before="release")
    garden.do(ch04_release.release)

    proposal = ch04_release.propose_release(garden.design, garden.state, dispatch=3)

    assert {m.name: m.value for m in proposal.modifiers} == {
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
    garden.go("19 Sep 1900", before="release")
    garden.do(ch04_release.release)
    labels = [m.name for m in ch04_release.propose_release(garden.design, garden.state).modifiers]
    assert "Bailey bridges placed since the last 1900" not in labels


def released_to(garden: Garden, key: str) -> None:
    for entry in garden.design.queue:
        if entry.key == key:
            return
        garden.add(event(Released(entry=entry.key, how="ruling")))


@pytest.mark.golden("sea tail")
@pytest.mark.rule("MG 4.3.1", "MG 3.5")
@pytest.mark.parametrize(("stop", "status"), [("st-oedenrode", "released"), ("son", "bypassed")])
def test_the_sea_tail_needs_its_gate_or_never_comes(stop, status):
    garden = Garden()
    marker_at(garden, stop)
    released_to(garden, "seatail.101")
    garden.go("20 Sep 1900", before="release")

    garden.do(ch04_release.release)

    assert garden.state.queue["seatail.101"].status == status
    assert drop_of(garden.state, "101").secured == (status == "released")
    if status == "released":
        with pytest.raises(Refused, match="keeps it in supply"):
            garden.do(ch03_drops.supply, "101", enemy_in_zone=True)


@pytest.mark.rule("MG 4.3.1")
def test_tdc_formations_wait_until_the_marker_has_left_wed():
    garden = Garden()
    released_to(garden, "sherwood_foresters")
    garden.go("20 Sep 1900", before="release")
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
    garden.go("20 Sep 1900", before="release")
    garden.do(ch04_release.release)

    proposal = ch04_release.propose_release(garden.design, garden.state)

    assert [m.value for m in proposal.modifiers if "43rd" in m.name] == [-4]
    with pytest.raises(Refused, match="no dispatch points"):
        ch04_release.propose_release(garden.design, garden.state, dispatch=1)


@pytest.mark.rule("MG 4.3.1")
def test_an_unknown_number_is_asked_of_the_umpire():
    garden = Garden(proposals=False)
    garden.go("18 Sep 1900", before="release")
    garden.do(ch04_release.release)

    proposal = ch04_release.propose_release(garden.design, garden.state)

    assert proposal.needed is None
    with pytest.raises(UserError, match="not known"):
        garden.do(ch04_release.release, 3)
    assert garden.state.points("allied") == 0


def give(garden: Garden, key: str, value: int, reason: str = "on the counter") -> None:
    garden.add(common.set_number(garden.design, key, value, reason))


def test_the_umpire_can_give_a_number_that_is_not_known():
    garden = Garden()
    garden.go("18 Sep 1900", before="release")
    give(garden, "points.release", 5)
    give(garden, "release.guards.group_cold", 3)
    garden.do(ch04_release.release)

    proposal = ch04_release.propose_release(garden.design, garden.state)

    assert (proposal.needed, proposal.reconstruction) == (3, "")
    assert garden.state.points("allied") == 5
    for key, value, reason, why in (
        ("release.guards.group_hot", 3, "x", "none of the unknown"),
        ("release.guards.ind", 12, "x", "between 0 and 9"),
        ("release.guards.ind", 4, " ", "where the number comes from"),
    ):
        with pytest.raises(Refused, match=why):
            give(garden, key, value, reason)
