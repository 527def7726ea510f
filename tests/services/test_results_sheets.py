"""Results sheets that were printed earlier: what happened since is not written over."""

from __future__ import annotations

import pytest
from garden import garden_design
from msgspec.structs import replace
from small_campaign import NOW, small_design

from wardesk.campaign.ledger.events import Draft
from wardesk.campaign.ledger.kinds.units import StepsLost, UnitArrived
from wardesk.campaign.operation.corridor import MapSheet
from wardesk.campaign.operation.places import Place
from wardesk.campaign.operation.results import ResultRow, ResultsSheet, hex_trouble, known_hexes
from wardesk.errors import UserError
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.results import not_on

HERE = Place("hex", "42.228", "S", "ONE")
DESIGN = small_design(
    sheets=(MapSheet(id="S", name="South", game="ONE", numbering="oblique", basis="guess"),)
)


@pytest.fixture
def desk(tmp_path):
    with CampaignDesk.create(
        tmp_path / "s.wdcamp", DESIGN, name="S", campaign="s", seed=1, options={},
        now=lambda: NOW, nonce=lambda: bytes(16),
    ) as made:  # fmt: skip
        made.add([Draft(payload=UnitArrived(unit=u, place=HERE)) for u in ("r1", "r2", "b1")])
        yield made


def filled(sheet: ResultsSheet, unit: str, **values) -> ResultsSheet:
    rows = tuple(replace(r, **values) if r.unit == unit else r for r in sheet.rows)
    return replace(sheet, rows=rows)


def lost(desk, unit: str, steps: int) -> None:
    desk.add([Draft(payload=StepsLost(unit=unit, steps=steps))])


def test_a_sheet_says_at_which_event_it_was_printed(desk):
    sheet = desk.sheet("ONE")

    assert (sheet.opened_at, sheet.opened_hash) == (desk.ledger.head, desk.ledger.head_hash)


def test_a_sheet_printed_before_a_loss_does_not_raise_the_dead(desk):
    old = desk.sheet("ONE")
    desk.enter_results(filled(desk.sheet("ONE"), "r1", steps=0))

    with pytest.raises(UserError, match="R1") as told:
        desk.enter_results(filled(old, "r2", steps=1))

    assert "Since the sheet was printed" in str(told.value)
    assert desk.state.units["r1"].place.kind == "eliminated"
    assert desk.state.units["r2"].steps == 3


def test_a_row_that_fits_what_happened_since_is_no_trouble(desk):
    old = desk.sheet("ONE")
    lost(desk, "r1", 1)

    desk.enter_results(filled(filled(old, "r1", steps=1), "r2", steps=1))

    assert desk.state.units["r2"].steps == 1


def test_two_sheets_of_one_hour_are_entered_one_after_the_other(desk):
    one, two = desk.sheet("ONE"), desk.sheet("ONE")
    desk.enter_results(
        replace(filled(one, "r1", steps=1), rows=filled(one, "r1", steps=1).rows[:2])
    )

    desk.enter_results(replace(two, rows=(ResultRow(unit="b1", steps=1),)))

    assert [desk.state.units[u].steps for u in ("r1", "b1")] == [1, 1]


def test_a_lost_unit_comes_back_only_where_its_row_says_so(desk):
    lost(desk, "r1", 2)
    back = ResultRow(unit="r1", steps=1, hex="42.228", sheet="S")

    with pytest.raises(UserError, match="R1 was eliminated"):
        desk.enter_results(ResultsSheet(rows=(back,), game="ONE"))
    desk.enter_results(ResultsSheet(rows=(replace(back, back=True),), game="ONE"))

    assert desk.state.units["r1"].place == HERE


def test_a_sheet_of_another_ledger_is_refused(desk):
    sheet = filled(replace(desk.sheet("ONE"), opened_hash="0" * 64), "r1", steps=1)

    with pytest.raises(UserError, match="not in this ledger"):
        desk.enter_results(sheet)
    with pytest.raises(UserError, match="not in this ledger"):
        desk.enter_results(replace(sheet, opened_at=desk.ledger.head + 5, opened_hash=""))


@pytest.mark.parametrize(
    ("at", "sheet", "why"),
    [("7l.130", "S", "no hex number"), ("ZZZ", "S", "no hex number"), ("42.228", "N", "no sheet"),
     ("999.999", "S", "far off")],
)  # fmt: skip
def test_a_hex_that_cannot_be_on_the_map_is_refused(desk, at, sheet, why):
    row = ResultRow(unit="r1", hex=at, sheet=sheet)

    with pytest.raises(UserError, match=why):
        desk.enter_results(ResultsSheet(rows=(row,), game="ONE"))

    assert desk.state.units["r1"].place == HERE


def test_every_hex_of_the_shipped_campaign_could_be_on_its_map():
    design = garden_design()
    for game in design.games:
        assert known_hexes(design, game)
        for label in known_hexes(design, game):
            assert hex_trouble(design, game, "", label) == ""


def test_units_that_are_missing_from_a_sheet_are_told(desk):
    sheet = desk.sheet("ONE")
    short = replace(filled(sheet, "r1", steps=1), rows=filled(sheet, "r1", steps=1).rows[:1])

    assert not_on(desk.ledger, sheet) == []
    assert not_on(desk.ledger, short) == ["R2", "B1"]
    assert not_on(desk.ledger, replace(short, opened_at=0)) == []
