"""Trucks, jeeps, Bailey bridges, riders and bought chits between the ledger and a table."""

from __future__ import annotations

import pytest
from ruled_desk import add, best_desk, edit, faults, first_state, lay

from wardesk.campaign.ledger.kinds.bridges import BridgeChanged
from wardesk.campaign.ledger.kinds.calendar import FactSet, TurnBegun
from wardesk.campaign.ledger.kinds.forces import PoolChanged
from wardesk.campaign.ledger.kinds.routes import MarkerAdvanced
from wardesk.campaign.ledger.kinds.units import UnitFlagged
from wardesk.campaign.ledger.refusals import Refused
from wardesk.campaign.market_garden.kinds import SpurChosen
from wardesk.campaign.operation.places import Place
from wardesk.campaign.operation.sheets import ResultsSheet
from wardesk.engine.types import SetMark, SetPiece, SetTrack
from wardesk.services.campaign.moves import place_units
from wardesk.services.campaign.table_back import bring_back
from wardesk.services.play.session import PlaySession

BRIDGE, BRIDGING = "best-road", "gds.ind.11"
NORTH, SOUTH = "51.159", "51.160"
GUARDS = "gds.hot.ldr"


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    monkeypatch.setenv("WARDESK_HOME", str(tmp_path / "home"))


@pytest.fixture
def desk(tmp_path):
    with best_desk(tmp_path, proposals=True) as made:
        yield made


def back_of(desk, game):
    return bring_back(desk, "wed", game)


# ---- trucks and jeeps (S5.3, S6.3) --------------------------------------------------------------


def test_a_divisions_trucks_and_jeeps_are_on_the_table_and_used_ones_leave_the_pool(desk):
    assert (desk.state.pools["trucks.101"], desk.state.pools["jeeps.101"]) == (2, 2)
    game = lay(desk).game
    tracks = first_state(game).tracks
    assert (tracks["trucks/101"], tracks["jeeps/101"], tracks["trucks/59"]) == (2, 2, 3)
    assert "trucks/wal" not in tracks  # nobody of it is here

    edit(game, SetTrack("trucks/101", 1), SetPiece("101.502.h", "mounted", "truck"))
    back = back_of(desk, game)
    assert back.sheet.pools == {"trucks.101": -1}
    assert "Divisional Trucks (101st Airborne Division): 2 → 1" in desk.preview(back.sheet).also
    desk.enter_results(back.sheet)

    assert desk.state.pools["trucks.101"] == 1
    assert desk.state.units["101.502.h"].flags == ("in trucks",)
    assert faults(desk) == []


def test_who_sits_in_trucks_does_so_on_the_next_table_and_gives_them_back(desk):
    add(desk, PoolChanged(pool="trucks.101", change=-1))
    add(desk, UnitFlagged(unit="101.502.h", flag="in trucks"))
    game = lay(desk).game
    state = first_state(game)
    assert (state.pieces["101.502.h"].mounted, state.tracks["trucks/101"]) == ("truck", 1)

    edit(game, SetTrack("trucks/101", 2), SetPiece("101.502.h", "mounted", ""))
    desk.enter_results(back_of(desk, game).sheet)

    assert (desk.state.pools["trucks.101"], desk.state.units["101.502.h"].flags) == (2, ())


def test_two_tables_take_trucks_of_one_pool_one_after_the_other(desk):
    first, second = lay(desk).game, lay(desk).game
    for game, unit in ((first, "101.502.h"), (second, "101.502.g")):
        edit(game, SetTrack("trucks/101", 1), SetPiece(unit, "mounted", "truck"))
    late = back_of(desk, second).sheet
    desk.enter_results(back_of(desk, first).sheet)

    assert late.pools == {"trucks.101": -1}  # what was used, whatever the other table took


@pytest.mark.parametrize(
    ("flag", "field", "value"),
    [
        ("in jeeps", "mounted", "jeep"),
        ("in its transport", "mounted", "organic"),
        ("transport abandoned", "abandoned", True),
        ("men at work", "men", True),
        ("drop markers: 2", "delay", 2),
    ],
)
def test_marks_of_transport_work_and_drop_travel_both_ways(desk, flag, field, value):
    add(desk, UnitFlagged(unit="101.502.h", flag=flag))
    game = lay(desk).game
    assert getattr(first_state(game).pieces["101.502.h"], field) == value

    edit(game, SetPiece("101.502.h", field, type(value)()))
    edit(game, SetPiece("101.502.g", field, value))
    desk.enter_results(back_of(desk, game).sheet)

    flags = {unit: desk.state.units[unit].flags for unit in ("101.502.h", "101.502.g")}
    assert flags == {"101.502.h": (), "101.502.g": (flag,)}


def test_a_rider_rides_on_the_next_table_if_its_vehicle_is_there(desk):
    add(desk, UnitFlagged(unit="101.502.g", flag="rides on 101.502.m3"))
    add(desk, UnitFlagged(unit="101.502.h", flag="rides on gds.ind.hhca"))
    game = lay(desk).game
    pieces = first_state(game).pieces
    assert (pieces["101.502.g"].on, pieces["101.502.m3"].carries) == ("101.502.m3", "101.502.g")
    assert pieces["101.502.h"].on == ""

    edit(game, SetPiece("101.502.g", "on", ""), SetPiece("101.502.m3", "carries", ""))
    desk.enter_results(back_of(desk, game).sheet)
    assert desk.state.units["101.502.g"].flags == ()


# ---- Bailey bridges (2.15.7) --------------------------------------------------------------------


def guards_at_best(desk):
    place_units(desk, [GUARDS], Place("hex", "58.150", "wed-eindhoven", "WED"))


def test_bridging_units_wait_beside_the_table_of_their_division(desk):
    assert BRIDGING not in first_state(lay(desk).game).pieces
    guards_at_best(desk)

    state = first_state(lay(desk).game)

    assert {state.pieces[u].at for u in (BRIDGING, "gds.ind.14")} == {"reserve"}
    assert "43.ind.128" not in state.pieces  # no formation of the 43rd is released


def test_a_bridging_unit_that_waited_and_waits_still_is_on_no_row(desk):
    guards_at_best(desk)
    sheet = back_of(desk, lay(desk).game).sheet
    assert BRIDGING not in {row.unit for row in sheet.rows}


@pytest.mark.parametrize(
    ("mark", "more", "state"),
    [
        ("destroyed", (), "bailey-placed"),
        (f"bailey:{BRIDGING}", (), "bailey-working"),
        (f"bailey:{BRIDGING}", (SetPiece(BRIDGING, "suppressed", True),), "bailey-suppressed"),
    ],
)
def test_a_bridge_that_is_bridged_at_a_table_is_so_in_the_ledger_and_on_the_next(
    desk, mark, more, state
):
    guards_at_best(desk)
    add(desk, BridgeChanged(bridge=BRIDGE, state="blown", by="german"))
    game = lay(desk).game
    edit(game, SetPiece(BRIDGING, "at", SOUTH), SetMark(f"bridge/{BRIDGE}", mark), *more)
    sheet = back_of(desk, game).sheet
    row = next(row for row in sheet.bridges if row.bridge == BRIDGE)
    assert (row.state, row.unit) == (state, BRIDGING)

    desk.enter_results(sheet)

    now, unit = desk.state.bridges[BRIDGE], desk.state.units[BRIDGING]
    assert (now.state, now.unit, now.bailey_at) == (state, BRIDGING, desk.state.ordinal)
    assert (unit.place.kind, unit.place.at) == ("hex", SOUTH)
    assert desk.state.pools["bailey.guards"] == 1
    assert faults(desk) == []
    again = first_state(lay(desk).game)
    assert again.pieces[BRIDGING].at == SOUTH
    assert again.marks[f"bridge/{BRIDGE}"] == mark
    assert again.pieces[BRIDGING].suppressed == (state == "bailey-suppressed")


def test_a_bailey_that_is_lost_at_a_table_leaves_the_bridge_blown(desk):
    guards_at_best(desk)
    add(desk, BridgeChanged(bridge=BRIDGE, state="blown", by="german"))
    add(desk, TurnBegun(ordinal=desk.state.ordinal + 1))
    with pytest.raises(Refused, match="fire zone"):  # the garrison of Best stands at it
        desk.act("bailey", {"bridge": BRIDGE, "unit": BRIDGING})
    desk.act("bailey", {"bridge": BRIDGE, "unit": BRIDGING, "fire_zone": "no"})
    add(desk, BridgeChanged(bridge=BRIDGE, state="bailey-working", by="allied"))
    game = lay(desk).game
    state = first_state(game)
    assert state.pieces[BRIDGING].at == SOUTH  # the ledger knows the bridge, the board its hexes
    assert state.marks[f"bridge/{BRIDGE}"] == f"bailey:{BRIDGING}"

    edit(game, SetPiece(BRIDGING, "at", None), SetMark(f"bridge/{BRIDGE}", "destroyed"))
    desk.enter_results(back_of(desk, game).sheet)

    assert desk.state.bridges[BRIDGE].state == "blown"
    assert desk.state.units[BRIDGING].place.kind == "eliminated"
    assert faults(desk) == []


def test_a_bridging_unit_that_is_lost_at_the_gap_is_lost_from_its_pool(desk):
    guards_at_best(desk)
    add(desk, BridgeChanged(bridge=BRIDGE, state="blown", by="german"))
    game = lay(desk).game
    edit(game, SetPiece(BRIDGING, "at", None), SetPiece(BRIDGING, "steps", 0))

    desk.enter_results(back_of(desk, game).sheet)

    assert desk.state.units[BRIDGING].place.kind == "eliminated"
    assert (desk.state.pools["bailey.guards"], desk.state.bridges[BRIDGE].state) == (1, "blown")
    assert faults(desk) == []


def test_a_bridge_of_the_road_that_is_blown_at_a_table_cuts_it(desk):
    """4.3.3; the sheet says so before it is entered."""
    add(desk, SpurChosen(route="club", spur="Best"), MarkerAdvanced(route="club", stop="best"))
    game = lay(desk).game
    edit(game, SetMark(f"bridge/{BRIDGE}", "destroyed"))
    sheet = back_of(desk, game).sheet
    assert any("cut" in words for words in desk.preview(sheet).also)

    desk.enter_results(sheet)

    assert desk.state.routes["club"].cut


def test_the_231st_may_not_pass_its_line_at_a_table_either(desk):
    assert not setting_of(lay(desk).game).scenario.limit
    place_units(desk, ["43.231.dva"], Place("hex", "62.138", "wed-eindhoven", "WED"))

    setting = setting_of(lay(desk, window=(), units=["43.231.dva"]).game)

    (limit,) = setting.scenario.limit
    assert limit.formation == "43.231"
    assert {"61.135", "62.135"} <= setting.beyond["43.231"]
    assert not {"61.136", "62.136"} & setting.beyond["43.231"]


def setting_of(game):
    with PlaySession.open(game, keep=False) as session:
        return session.rules.setting


# ---- chits and what a scenario decides ----------------------------------------------------------


def test_chits_that_are_bought_for_the_turn_are_in_the_mug_and_no_others(desk):
    add(desk, TurnBegun(ordinal=desk.state.ordinal + 1))
    add(desk, FactSet(fact=f"chits.101.{desk.state.ordinal}", value="101.502"))

    state = first_state(lay(desk).game)

    formations = {chit for chit in state.cups["mug"] if "/formation/" in chit}
    assert formations == {"allied/formation/101.502"}


@pytest.mark.parametrize(("winner", "state"), [("allied", "stable"), ("german", "unstable")])
def test_a_sheet_of_scenario_one_decides_about_the_dommel_bridge(desk, winner, state):
    """2.11; whoever enters the sheet sees it first."""
    desk.enter_node("drive", ())
    sheet = ResultsSheet(rows=(), node="drive", winner=winner)
    assert f"Dommel bridge is {state}" in desk.preview(sheet).also

    desk.enter_results(sheet)

    assert desk.state.bridges["dommel"].state == state
    assert faults(desk) == []
