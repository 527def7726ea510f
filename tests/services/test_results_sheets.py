"""Results sheets that were printed earlier: what happened since is not written over."""

from __future__ import annotations

import pytest
from garden import garden_design
from msgspec.structs import replace
from small_campaign import NOW, small_design

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.units import StepsLost, UnitArrived, UnitMoved
from wardesk.campaign.operation.corridor import PrintedMap
from wardesk.campaign.operation.implausible_results import hex_trouble, known_hexes
from wardesk.campaign.operation.places import Place
from wardesk.campaign.operation.results import preview_results
from wardesk.campaign.operation.sheets import ResultRow, ResultsSheet
from wardesk.errors import UserError
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.merge import merge
from wardesk.services.campaign.results import not_on

HERE, THERE = (Place("hex", label, "S", "ONE") for label in ("42.228", "42.232"))
DESIGN = small_design(
    sheets=(PrintedMap(id="S", name="South", game="ONE", numbering="oblique", basis="guess"),)
)


@pytest.fixture
def desk(tmp_path):
    with CampaignDesk.create(
        tmp_path / "s.wdcamp", DESIGN, name="S", campaign="s", seed=1, options={},
        now=lambda: NOW, nonce=lambda: bytes(16),
    ) as made:  # fmt: skip
        made.add(
            [
                EventDraft(payload=UnitArrived(unit=unit, place=place))
                for unit, place in (("r1", HERE), ("r2", HERE), ("b1", THERE))
            ]
        )
        yield made


def filled(sheet: ResultsSheet, unit: str, **values) -> ResultsSheet:
    rows = tuple(replace(r, **values) if r.unit == unit else r for r in sheet.rows)
    return replace(sheet, rows=rows)


def lost(desk, unit: str, steps: int) -> None:
    desk.add([EventDraft(payload=StepsLost(unit=unit, steps=steps))])


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
    ("at", "sheet", "why", "mend"),
    [("42.22B", "S", "no hex number", "42.228"), ("ZZZ", "S", "no hex number", ""),
     ("42.228", "N", "no sheet", ""), ("999.999", "S", "far off", "")],
)  # fmt: skip
def test_a_hex_that_cannot_be_on_the_map_needs_a_reason(desk, at, sheet, why, mend):
    row = ResultRow(unit="r1", hex=at, sheet=sheet)
    filled_in = ResultsSheet(rows=(row,), game="ONE")

    with pytest.raises(UserError, match=why):
        desk.enter_results(filled_in)
    assert desk.state.units["r1"].place == HERE
    (doubt,) = desk.preview(filled_in).doubts
    assert (doubt.key, doubt.mend, doubt.units) == (f"hex:{at}", mend, ("r1",))
    desk.enter_results(replace(filled_in, confirmed={doubt.key: "a sheet of our own"}))

    assert desk.state.units["r1"].place.at == at
    note = next(each for each in desk.ledger.events if each.kind == "note.made")
    assert "a sheet of our own" in note.payload.words
    assert note.seen_by == ("umpire",)


def test_both_sides_in_one_hex_and_too_many_units_need_a_reason(desk):
    rows = tuple(ResultRow(unit=unit, hex="42.229", sheet="S") for unit in ("r1", "r2", "b1"))
    sheet = ResultsSheet(rows=rows, game="ONE")

    assert [each.key for each in desk.preview(sheet).doubts] == ["sides:42.229"]
    one = preview_results(DESIGN, desk.state, sheet, stacking=1).doubts
    assert [each.key for each in one] == ["sides:42.229", "stack:42.229"]
    assert preview_results(DESIGN, desk.state, sheet, stacking=2).doubts == one[:1]
    with pytest.raises(UserError, match="Both sides"):
        desk.enter_results(replace(sheet, confirmed={"sides:42.229": " "}))
    desk.enter_results(replace(sheet, confirmed={"sides:42.229": "an assault goes on"}))

    # where nobody moves nothing is asked again
    assert not desk.preview(desk.sheet("ONE")).doubts


# ---- merging ------------------------------------------------------------------------------------


def rows_of(found):
    return {row.key: row for row in found.rows}


def test_an_old_sheet_is_merged_with_what_happened_since(desk):
    old = desk.sheet("ONE")
    lost(desk, "r2", 1)  # the ledger alone changed it
    desk.add([EventDraft(payload=UnitMoved(unit="b1", place=replace(HERE, at="42.230")))])
    sheet = filled(filled(old, "r1", steps=1), "b1", steps=1)

    found = merge(desk.ledger, sheet)

    rows = rows_of(found)
    assert {key: row.how for key, row in rows.items()} == {
        "r1": "sheet", "r2": "ledger", "b1": "both"
    }  # fmt: skip
    assert "R2" in rows["r2"].since
    assert found.behind == 2
    desk.enter_results(found.sheet)
    units = desk.state.units
    assert [units[unit].steps for unit in ("r1", "r2", "b1")] == [1, 2, 1]
    assert units["b1"].place.at == "42.230"


def test_a_lost_unit_comes_back_by_a_tick_and_a_reason_alone(desk):
    old = filled(desk.sheet("ONE"), "r1", steps=1)
    lost(desk, "r1", 2)

    (row,) = merge(desk.ledger, old).open
    assert (row.key, row.back, row.merged) == ("r1", True, "")
    assert row.offers == ("ledger", "sheet")
    assert merge(desk.ledger, old, {"r1": "sheet"}).open  # no reason yet
    kept = merge(desk.ledger, old, {"r1": "ledger"})
    assert not kept.open
    assert not kept.sheet.rows[0:1] or kept.sheet.rows[0].unit != "r1"
    found = merge(desk.ledger, old, {"r1": "sheet"}, {"r1": "it was another company"})
    desk.enter_results(found.sheet)

    assert (desk.state.units["r1"].steps, desk.state.units["r1"].place) == (1, HERE)


def test_two_losses_may_be_one_and_wait_for_a_choice(desk):
    old = filled(desk.sheet("ONE"), "r2", steps=2)
    lost(desk, "r2", 1)
    assert merge(desk.ledger, old).rows[1].how == "same"  # the sheet says what the ledger says
    old = filled(old, "r2", steps=1)
    (row,) = merge(desk.ledger, old).open
    assert row.offers == ("ledger", "sheet", "both")
    for take, steps in (("ledger", 2), ("sheet", 1), ("both", 0)):
        found = merge(desk.ledger, old, {"r2": take})
        assert rows_of(found)["r2"].merged.startswith(str(steps))
        left = [each.steps for each in found.sheet.rows if each.unit == "r2"]
        assert left == ([] if take == "ledger" else [steps])


@pytest.mark.parametrize("take", ["sheet", "both"])
def test_a_merged_row_says_which_marks_it_leaves(desk, take):
    old = filled(desk.sheet("ONE"), "r2", steps=2, flags=("shaken",))
    lost(desk, "r2", 1)
    row = rows_of(merge(desk.ledger, old, {"r2": take}))["r2"]
    assert row.merged.endswith(", shaken")
    old = filled(desk.sheet("ONE"), "r1", flags=("shaken",))  # nothing else of it is changed
    assert rows_of(merge(desk.ledger, old))["r1"].merged.endswith(", shaken")
    assert not rows_of(merge(desk.ledger, desk.sheet("ONE")))["r1"].merged.endswith("shaken")


def test_a_sheet_without_a_moment_or_of_another_ledger_is_not_merged(desk):
    sheet = desk.sheet("ONE")
    for wrong in (replace(sheet, opened_at=0), replace(sheet, opened_hash="0" * 64)):
        with pytest.raises(UserError, match=r"printed|not in this ledger"):
            merge(desk.ledger, wrong)


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


def test_a_unit_that_a_sheet_calls_lost_is_lost_whatever_its_steps_say(desk):
    sheet = filled(desk.sheet("ONE"), "r1", lost=True)
    found = desk.preview(sheet)
    desk.enter_results(sheet)
    assert (found.lost, desk.state.units["r1"].steps) == (2, 0)
    assert desk.state.units["r1"].place.kind == "eliminated"


def test_who_is_lost_by_an_old_sheet_and_by_the_ledger_is_no_question(desk):
    old = filled(desk.sheet("ONE"), "r1", lost=True)
    lost(desk, "r1", 2)
    (row,) = [each for each in merge(desk.ledger, old, {}).rows if each.key == "r1"]
    assert (row.how, row.offers) == ("same", ())


def test_who_is_lost_by_an_old_sheet_is_lost_by_the_merged_one(desk):
    old = filled(desk.sheet("ONE"), "r1", lost=True, steps=2)
    lost(desk, "r1", 1)
    found = merge(desk.ledger, old, {"r1": "sheet"})
    desk.enter_results(found.sheet)
    assert desk.state.units["r1"].place.kind == "eliminated"
