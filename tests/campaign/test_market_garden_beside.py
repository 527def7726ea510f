"""Market Garden beside the map: boxes, flank corps, and the special rules."""

from __future__ import annotations

import pytest
from garden import Garden, at, event, garden_design

from wardesk.campaign.ledger.kind import Broken
from wardesk.campaign.ledger.kinds.routes import RouteStatus
from wardesk.campaign.ledger.kinds.rulings import RulingMade
from wardesk.campaign.ledger.kinds.units import StepsLost, UnitArrived
from wardesk.campaign.ledger.refusals import Refused
from wardesk.campaign.market_garden import (
    ch05_off_map,
    s03_events,
    s05_german,
    s06_allied,
)
from wardesk.campaign.operation.places import Place

NONCE = bytes(range(16))
CALENDAR = garden_design().calendar


# ---- chapter 5: beside the map ------------------------------------------------------------------


@pytest.mark.rule("MG 5.1", "MG 1900-4")
def test_a_formation_moves_one_box_as_a_whole_and_in_secret():
    garden = Garden()
    garden.go("21 Sep 1900", before="offmap")
    garden.do(ch05_off_map.move, "chi.buch", "west-1")
    units = garden.design.members["chi.buch"]
    assert {garden.state.units[u].place.at for u in units} == {"west-1"}
    assert not any("chi.buch" in e.body for e in garden.ledger.visible_to("allied"))
    with pytest.raises(Refused, match="moved on this turn"):
        garden.do(ch05_off_map.move, "chi.buch", "oirschot")
    garden.go("22 Sep 1900", before="offmap")
    with pytest.raises(Refused, match="not next to"):
        garden.do(ch05_off_map.move, "chi.buch", "west-3")
    garden.do(ch05_off_map.move, "chi.buch", "oirschot")
    garden.go("23 Sep 1900", before="offmap")
    garden.do(ch05_off_map.move, "chi.buch", "oirschot", display=True)
    garden.go("24 Sep 0700")

    garden.do(ch05_off_map.arrive, "chi.buch", "chill-b")

    assert {garden.state.units[u].place.kind for u in units} == {"hex"}


@pytest.mark.golden("Oirschot")
@pytest.mark.rule("MG 5.2", "MG 1900-5")
def test_a_corps_in_oirschot_shuts_entry_b_of_kg_chill():
    garden = Garden()
    garden.go("20 Sep 1900", before="corps")
    garden.do(ch05_off_map.corps, "xii", 9)
    with pytest.raises(Refused, match="has tried"):
        garden.do(ch05_off_map.corps, "xii", 0)
    garden.go("21 Sep 1900", before="corps")
    proposal = ch05_off_map.propose_corps(garden.design, garden.state, "xii")
    assert [(m.name, m.value) for m in proposal.modifiers] == [("failed attempts", -1)]
    garden.do(ch05_off_map.corps, "xii", 6)
    assert garden.state.corps["xii"].failures == 0
    assert dict(ch05_off_map.open_entries(garden.design, garden.state, "chi"))["chill-b"]
    garden.do(ch05_off_map.move, "chi.buch", "oirschot")
    garden.go("22 Sep 1900", before="corps")
    proposal = ch05_off_map.propose_corps(garden.design, garden.state, "xii")
    assert [(m.name, m.value) for m in proposal.modifiers] == [("German formations in the box", 1)]
    garden.do(ch05_off_map.corps, "xii", 3)

    assert not dict(ch05_off_map.open_entries(garden.design, garden.state, "chi"))["chill-b"]


@pytest.mark.rule("MG 5.2")
def test_a_ruling_lets_failures_count_on():
    garden = Garden()
    garden.add(event(RulingMade(id="u1", query="corps-reset", decision="kept for good",
                                scope="campaign", author="Ann", reason="as printed")))  # fmt: skip
    garden.go("17 Sep 1900", before="corps")
    garden.do(ch05_off_map.corps, "viii", 9)
    garden.go("18 Sep 1900", before="corps")
    garden.do(ch05_off_map.corps, "viii", 0)

    assert garden.state.corps["viii"].failures == 1


# ---- special rules ------------------------------------------------------------------------------


@pytest.mark.golden("KG Huber")
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


@pytest.mark.golden("rout of the 59th")
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


@pytest.mark.golden("second morning after a late rout")
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
