"""Rules that the table decides and the desk keeps: what is typed in, what stands in the data."""

from __future__ import annotations

import pytest
from garden import Garden, at, event

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.calendar import StepClosed
from wardesk.campaign.ledger.kinds.units import UnitArrived
from wardesk.campaign.market_garden import bookkeeping, ch02_bridges, ch03_drops
from wardesk.campaign.operation.arrivals import arrive
from wardesk.campaign.operation.places import Place
from wardesk.campaign.operation.results import results_drafts
from wardesk.campaign.operation.sheets import ResultRow, ResultsSheet
from wardesk.errors import UserError


@pytest.mark.rule("MG 1900-7")
def test_reinforcements_come_on_their_turn_and_not_before():
    garden = Garden()
    garden.go("17 Sep 1900")
    assert not [d for d in arrive(garden.design, garden.state) if "59.kle" in d.payload.unit]
    garden.go("18 Sep 1300")

    garden.do(arrive)

    units = garden.design.members["59.kle"]
    assert {garden.state.units[unit].place.kind for unit in units} == {"hex"}


@pytest.mark.rule("MG 1900-8", "MG 1900-9", "MG 1900-10")
def test_what_is_played_at_the_table_is_closed_by_hand_with_a_note():
    garden = Garden()
    for step in ("mug", "activations", "barrages"):
        garden.add([EventDraft(payload=StepClosed(step=step, note="at the table"))])

    assert garden.state.closed_steps == dict.fromkeys(
        ("mug", "activations", "barrages"), "at the table"
    )


@pytest.mark.rule("MG 2.15.3")
def test_transport_that_was_left_behind_is_a_lasting_mark():
    garden = Garden()
    unit = "101.502.a"
    garden.add(event(UnitArrived(unit=unit, place=Place("hex", "49.160", "", "WED"))))
    sheet = ResultsSheet(game="WED", rows=(ResultRow(unit=unit, flags=("abandoned transport",)),))

    garden.add(results_drafts(garden.design, garden.state, sheet))
    garden.go("20 Sep 0700")

    assert garden.state.units[unit].flags == ("abandoned transport",)


@pytest.mark.rule("MG 2.15.5")
def test_control_of_a_bridge_is_typed_in_and_may_be_contested():
    garden = Garden()
    garden.do(ch02_bridges.control, "son", "german")
    with pytest.raises(UserError, match="known already"):
        garden.do(ch02_bridges.control, "son", "german")

    garden.do(ch02_bridges.control, "son", "")

    assert garden.state.bridges["son"].control == ""


@pytest.mark.rule("MG 3.3")
def test_zone_w_is_b_and_c_together():
    zone = Garden().design.zone

    assert zone["W"].parts == ("B", "C")
    assert {"57.150", "57.151"} == set(zone["B"].hexes) & set(zone["C"].hexes)
    assert zone["W"].kind == "landing"
    assert len(zone["A1"].hexes) == 5
    assert len(zone["A"].hexes) == 9


@pytest.mark.rule("MG 3.3.1")
def test_the_historical_drop_follows_the_schedule():
    garden = Garden()
    garden.do(ch03_drops.first_drop)

    units = [garden.state.units[unit] for unit in garden.design.members["101.506"]]

    assert {unit.dropped for unit in units} == {"DZ C"}
    assert {unit.place.at for unit in units} <= set(garden.design.zone["C"].hexes)
    assert ch03_drops.is_due(garden.design, garden.state, "101", 2) is False
    garden.go("18 Sep 0700")
    assert ch03_drops.is_due(garden.design, garden.state, "101", 2)


@pytest.mark.rule("MG S2.0")
def test_rearguards_run_out():
    garden = Garden()
    have = garden.state.pools["rearguards.german"]

    garden.do(bookkeeping.change_pool, "rearguards.german", -have, "all on the map")

    with pytest.raises(UserError, match="Only 0"):
        garden.do(bookkeeping.change_pool, "rearguards.german", -1, "")


@pytest.mark.rule("MG O4.0")
@pytest.mark.parametrize("option", [False, True])
def test_airborne_tanks_land_only_where_both_have_agreed(option):
    garden = Garden(airborne_tanks=option)

    if option:
        garden.do(ch03_drops.choose_tanks, "tetrarch")

    units = ch03_drops.drop_units(garden.design, garden.state, "101", 1)

    assert any(unit.startswith("101.tank") for unit in units) == option
    assert garden.state.ordinal == at("17 Sep 1300")
