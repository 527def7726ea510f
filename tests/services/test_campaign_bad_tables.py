"""Sheets and tables that do not fit the ledger: each difference is named, nothing is written."""

from __future__ import annotations

import json
import re

import msgspec
import pytest
from msgspec.structs import replace
from ruled_desk import add, best_desk, edit, lay

from wardesk.campaign.ledger.kinds.bridges import BridgeChanged
from wardesk.campaign.ledger.kinds.units import StepsLost, UnitEliminated, UnitMoved
from wardesk.campaign.operation.places import Place
from wardesk.campaign.operation.sheets import BridgeResult, ResultRow, ResultsSheet
from wardesk.engine.types import SetPiece
from wardesk.errors import UserError
from wardesk.services.campaign.moves import place_units
from wardesk.services.campaign.results import read_sheet
from wardesk.services.campaign.table_back import bring_back


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    monkeypatch.setenv("WARDESK_HOME", str(tmp_path / "home"))


@pytest.fixture
def desk(tmp_path):
    with best_desk(tmp_path, proposals=True) as made:
        yield made


def refused(desk, do, *named):
    """What is said; the ledger stays as it was, on the disk as well."""
    head, kept = desk.ledger.head, desk.place.read_bytes()
    with pytest.raises(UserError) as error:
        do()
    for words in named:
        assert re.search(words, str(error.value)), (words, str(error.value))
    assert (desk.ledger.head, desk.place.read_bytes()) == (head, kept)
    return str(error.value)


def row(unit, **more):
    return ResultRow(unit=unit, **more)


SHEETS = {
    "units that are not there": (
        {"rows": (row("101.502.x", steps=1), row("nobody", steps=1))},
        ("no unit '101.502.x'", "no unit 'nobody'"),
    ),
    "more steps than they have": (
        {"rows": (row("101.502.h", steps=3), row("59.dew.i1", steps=9))},
        ("2 steps at most, not 3", "at most, not 9"),
    ),
    "a unit twice, and one that was lost": (
        {"rows": (row("101.502.h"), row("101.502.h"), row("101.502.i", steps=1, hex="56.155"))},
        ("H/502.* is in 2 rows", "I/502 was eliminated"),
    ),
    "hexes that no map has": (
        {"rows": (row("101.502.h", hex="999.999"), row("101.502.g", hex="walk"))},
        ("999.999", "walk"),
    ),
    "bridges": (
        {"bridges": (
            BridgeResult(bridge="walk", state="blown"), BridgeResult(bridge="son", state="stable"),
            BridgeResult(bridge="best-rail", state="bailey-placed", unit="gds.ind.11"),
            BridgeResult(bridge="best-road", control="red"),
        )},
        ("no bridge 'walk'", "intact and cannot become stable", "may never become", "side 'red'"),
    ),
    "bridging without a unit, and with one that is not there": (
        {"bridges": (BridgeResult(bridge="son", state="bailey-working"),
                     BridgeResult(bridge="best-road", state="bailey-placed", unit="gds.x"))},
        ("which unit bridges Son", "no unit 'gds.x'"),
    ),
    "goods": (
        {"pools": {"trucks.101": -3, "carts": -1, "roadblocks": 1}},
        ("Only 2 Divisional Trucks are left", "no pool 'carts'", "Road blocks there are is not"),
    ),
    "markers": (
        {"markers": {"sunk": 1, "bulldozer:walk": 1}},
        ("no marker 'sunk'", "no bridge 'walk'"),
    ),
    "another game and scenario": (
        {"game": "Tobruk", "opened_for": "tobruk", "node": "tobruk"},
        ("no game 'Tobruk'", "no scenario 'tobruk'"),
    ),
    "another ledger, beside a wrong row": (
        {"opened_at": 4, "opened_hash": "0" * 64, "rows": (row("nobody"),)},
        ("rests on event 4, which is not in this ledger", "no unit 'nobody'"),
    ),
    "a scenario that is not open, without a winner": (
        {"node": "drive", "game": ""}, ("is not open", "Who won"),
    ),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_that_does_not_fit_is_refused_with_every_difference(desk, name):
    add(desk, UnitEliminated(unit="101.502.i"))
    change, named = SHEETS[name]
    sheet = replace(ResultsSheet(rows=(), game="WED"), **change)

    refused(desk, lambda: desk.enter_results(sheet), *named)


@pytest.mark.slow
@pytest.mark.parametrize("name", SHEETS)
def test_such_a_sheet_from_a_file_is_refused_alike(desk, name, tmp_path):
    add(desk, UnitEliminated(unit="101.502.i"))
    change, named = SHEETS[name]
    file = tmp_path / "sheet.json"
    plain = {"rows": [{"unit": "59.dew.i1", "steps": 1}], "game": "WED"}
    file.write_text(json.dumps(plain | msgspec.to_builtins(change)), encoding="utf-8")

    refused(desk, lambda: desk.enter_results(read_sheet(file)), *named)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "sheet.json"),
        ('{"rows": [{"unit": "59.dew.i1", "steps": 12}]}', "<= 9"),
        ('{"rows": [{"unit": "59.dew.i1", "strength": 2}]}', "strength"),
        ('{"rows": [], "pools": {"trucks.101": 1000}}', "<= 99"),
    ],
)
def test_a_file_that_is_no_sheet_is_refused_with_its_place(desk, tmp_path, text, why):
    file = tmp_path / "sheet.json"
    file.write_text(text, encoding="utf-8")

    refused(desk, lambda: desk.enter_results(read_sheet(file)), why)


# ---- tables -------------------------------------------------------------------------------------


def test_a_table_of_another_campaign_is_refused(desk, tmp_path):
    (tmp_path / "other").mkdir()
    with best_desk(tmp_path / "other", campaign="other") as other:
        game = lay(other).game

    refused(desk, lambda: bring_back(desk, "wed", game), "another campaign")


def test_a_table_of_another_scenario_is_refused(desk):
    game = lay(desk).game

    refused(desk, lambda: bring_back(desk, "drive", game), "set up for")


def test_a_table_of_another_moment_names_all_that_became_otherwise(desk):
    game = lay(desk).game
    add(
        desk, StepsLost(unit="101.502.h", steps=1),
        UnitMoved(unit="59.dew.i1", place=Place("hex", "53.157", "wed-eindhoven", "WED")),
        UnitEliminated(unit="chi.flak.424"),
    )  # fmt: skip

    refused(desk, lambda: bring_back(desk, "wed", game), "H/502", r"53\.157", "424")


def test_a_table_whose_pieces_are_not_the_ledgers_names_them_all(desk):
    game = lay(desk).game
    edit(
        game, SetPiece("101.502.h", "steps", 4), SetPiece("59.dew.i1", "steps", 7),
        SetPiece("59.dew.i2", "side", "allied"),
    )  # fmt: skip

    refused(
        desk, lambda: bring_back(desk, "wed", game), "H/502 has 4 steps", "has 7 steps",
        "changed sides",
    )  # fmt: skip


def test_a_table_that_waits_for_a_bridging_unit_which_came_elsewhere_is_refused(desk):
    place_units(desk, ["gds.hot.ldr"], Place("hex", "58.150", "wed-eindhoven", "WED"))
    add(desk, BridgeChanged(bridge="son", state="blown"))
    game = lay(desk).game
    place_units(desk, ["gds.ind.11"], Place("hex", "61.153", "wed-eindhoven", "WED"))

    refused(desk, lambda: bring_back(desk, "wed", game), "11 Bridge RE had")


@pytest.mark.parametrize("cut", [0, 40, 400])
def test_half_a_table_is_refused(desk, cut):
    game = lay(desk).game
    game.write_bytes(game.read_bytes()[:cut])

    refused(desk, lambda: bring_back(desk, "wed", game), game.name)
