"""Carry-over and results sheets: shown first, balanced, then entered as events."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from small_campaign import NOW, Desk

from wardesk.campaign.ledger.kind import tell
from wardesk.campaign.ledger.kinds.scenarios import NodeEntered
from wardesk.campaign.ledger.kinds.units import (
    StepsLost,
    UnitArrived,
    UnitEliminated,
    UnitRemoved,
)
from wardesk.campaign.operation.carry import carry_drafts, preview_carry
from wardesk.campaign.operation.graph import CarryRule, Link
from wardesk.campaign.operation.names import CARRIED
from wardesk.campaign.operation.places import Place
from wardesk.campaign.operation.results import blank_sheet, preview_results, results_drafts
from wardesk.campaign.operation.scenarios import taking_part
from wardesk.campaign.operation.sheets import ResultRow, ResultsSheet
from wardesk.errors import UserError
from wardesk.words import say

UNITS = ("r1", "r2", "r3", "b1")


def after_the_drive() -> Desk:
    desk = Desk()
    desk.arrive(*UNITS)
    desk.do(NodeEntered(node="drive", units=UNITS))
    desk.do(StepsLost(unit="r1", steps=1), StepsLost(unit="r2", steps=2), UnitEliminated(unit="b1"))
    return desk


def carried(desk: Desk, *rules: CarryRule):
    preview = preview_carry(desk.design, desk.state, Link(start="drive", end="main", carry=rules))
    drafts = carry_drafts(desk.design, desk.state, preview)
    if drafts:
        desk.ledger.append(drafts, actor="umpire", now=NOW)
    return preview


def test_without_rules_everything_is_kept():
    desk = after_the_drive()
    before = dict(desk.state.units)

    preview = carried(desk)

    assert preview.balanced
    assert preview.line == "3 steps in + 0 restored − 0 dropped = 3 steps out"
    assert desk.state.units == before


def test_the_first_rule_that_fits_is_used():
    desk = after_the_drive()

    preview = carried(
        desk,
        CarryRule(select="r2", transform="restore", steps=1),
        CarryRule(select="first", transform="percent", percent=100),
        CarryRule(select="blues", transform="restore", steps=1, back="a new company"),
    )

    assert {row.unit: row.restored for row in preview.rows} == {"r1": 1, "r2": 1, "r3": 0, "b1": 1}
    assert preview.line == "3 steps in + 3 restored − 0 dropped = 6 steps out"
    assert desk.state.units["b1"].steps == 1
    assert desk.state.units["b1"].place.kind == "node"
    assert "carry-over The drive → The campaign: a new company" in map(
        str, (each.payload.cause for each in desk.ledger.events[-3:])
    )


@pytest.mark.parametrize("transform", ["restore", "percent"])
def test_the_dead_stay_dead_unless_a_reason_is_given(transform):
    rule = CarryRule(transform=transform, steps=1, percent=100, why="a night's rest")
    desk = after_the_drive()

    preview = carried(desk, rule)

    assert preview.balanced
    (dead,) = [row for row in preview.rows if row.lost]
    assert (dead.unit, dead.restored, dead.steps_out) == ("b1", 0, 0)
    assert desk.state.units["b1"].place.kind == "eliminated"


def test_the_umpire_brings_one_of_the_dead_back_with_a_reason():
    desk = after_the_drive()
    link = Link(start="drive", end="main", carry=(CarryRule(transform="restore", steps=1),))

    with pytest.raises(UserError, match="R1 does not come back"):
        preview_carry(desk.design, desk.state, link, {"r1": "he lives"})
    preview = preview_carry(desk.design, desk.state, link, {"b1": "it was a slip of the pen"})
    desk.ledger.append(carry_drafts(desk.design, desk.state, preview), actor="umpire", now=NOW)

    assert desk.state.units["b1"].steps == 1
    assert desk.state.units["b1"].place.kind == "node"
    assert str(desk.ledger.events[-1].payload.cause).endswith(": it was a slip of the pen")


def test_dropped_units_leave_and_converted_ones_change_their_counter():
    desk = after_the_drive()

    preview = carried(
        desk,
        CarryRule(select="r3", transform="drop"),
        CarryRule(select="r1", transform="convert", to="q1"),
    )

    assert preview.dropped == 1
    assert desk.state.units["r3"].place.kind == "removed"
    assert desk.state.units["r1"].place.kind == "removed"
    assert desk.state.units["q1"].steps == 1


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        ([CarryRule(select="r1", transform="convert", to="nobody")], "no unit 'nobody'"),
        (
            [
                CarryRule(select="r1", transform="convert", to="q1"),
                CarryRule(select="r2", transform="convert", to="q1"),
            ],
            "several units",
        ),
        ([CarryRule(select="r1", transform="convert", to="r2")], "in the campaign already"),
    ],
)
def test_what_does_not_balance_is_not_entered(rules, why):
    desk = after_the_drive()
    head = desk.ledger.head

    with pytest.raises(UserError, match=why):
        carried(desk, *rules)

    assert desk.ledger.head == head


transforms = st.sampled_from(["keep", "restore", "percent", "drop"])
rules = st.lists(
    st.builds(
        CarryRule,
        select=st.sampled_from(["*", "first", "r1", "blues"]),
        transform=transforms,
        steps=st.integers(0, 4),
        percent=st.integers(0, 100),
    ),
    max_size=3,
)


@given(rules)
def test_every_preview_balances_and_the_ledger_does_what_it_says(some):
    desk = after_the_drive()

    preview = carried(desk, *some)

    assert preview.balanced
    for row in preview.rows:
        now = desk.state.units[row.unit]
        left = 0 if now.place.kind == "removed" else now.steps
        assert left == row.steps_out
        assert now.steps <= row.steps_full


# ---- results sheets -----------------------------------------------------------------------------


def test_a_blank_sheet_has_every_unit_of_the_game_and_changes_nothing():
    desk = Desk()
    desk.arrive(*UNITS)

    sheet = blank_sheet(desk.design, desk.state, game="ONE")

    assert [row.unit for row in sheet.rows] == list(UNITS)
    assert not any(line.changed for line in preview_results(desk.design, desk.state, sheet).lines)
    with pytest.raises(UserError, match="changes nothing"):
        results_drafts(desk.design, desk.state, sheet)


def test_a_sheet_is_balanced_and_entered():
    desk = Desk()
    desk.arrive(*UNITS)
    desk.do(StepsLost(unit="r2", steps=1))
    sheet = ResultsSheet(
        game="ONE",
        rows=(
            ResultRow(unit="r1", steps=0, note="88 at the crossing"),
            ResultRow(unit="r2", steps=3, hex="43.1", sheet="S", flags=("hero",)),
        ),
    )

    preview = preview_results(desk.design, desk.state, sheet)
    drafts = results_drafts(desk.design, desk.state, sheet)
    desk.ledger.append(drafts, actor="umpire", now=NOW)

    assert preview.line == "4 steps before − 2 lost + 1 back = 3 after"
    assert desk.state.units["r1"].place.kind == "eliminated"
    assert desk.state.units["r2"].place.at == "43.1"
    assert desk.state.units["r2"].flags == ("hero",)


@pytest.mark.parametrize(
    ("row", "why"),
    [
        (ResultRow(unit="x9", steps=1), "no unit 'x9'"),
        (ResultRow(unit="r1", steps=5), "2 steps at most"),
        (ResultRow(unit="b1", steps=1), "was eliminated"),
        (ResultRow(unit="b1", steps=1, back=True), "say in which hex"),
        (ResultRow(unit="r3", steps=0), "out of the campaign"),
    ],
)
def test_a_wrong_row_is_named_and_nothing_is_entered(row, why):
    desk = Desk()
    desk.arrive(*UNITS)
    desk.do(UnitEliminated(unit="b1"), UnitRemoved(unit="r3"))
    sheet = ResultsSheet(rows=(ResultRow(unit="r2", steps=1), row), game="ONE")

    with pytest.raises(UserError, match=why):
        results_drafts(desk.design, desk.state, sheet)

    assert desk.state.units["r2"].steps == 3


def test_a_finished_scenario_needs_a_winner():
    desk = after_the_drive()
    sheet = ResultsSheet(rows=(), node="drive")
    with pytest.raises(UserError, match="Who won"):
        results_drafts(desk.design, desk.state, sheet)

    drafts = results_drafts(
        desk.design, desk.state, ResultsSheet(rows=(), node="drive", winner="red")
    )
    desk.ledger.append(drafts, actor="umpire", now=NOW)

    assert desk.state.nodes["drive"].winner == "red"


def test_the_formations_of_a_scenario_take_part_else_who_is_on_its_map():
    desk = Desk()
    here = Place("hex", "42.228", "S", "ONE")
    desk.do(UnitArrived(unit="r1", place=here), UnitArrived(unit="b1", place=here))
    drive = desk.design.node["drive"]
    assert taking_part(desk.design, desk.state, drive) == ["r1", "b1"]
    second = replace(drive, formations=("second",))
    assert taking_part(desk.design, desk.state, second) == ["b1", "b2"]


def test_a_carry_over_names_its_scenarios():
    desk = after_the_drive()
    carried(desk, CarryRule(select="r1", transform="restore", steps=1))
    cause = desk.ledger.events[-1].payload.cause
    assert str(cause) == "carry-over The drive → The campaign"


@pytest.mark.parametrize("whole", ["{cause}", "{cause}: convert"])
def test_an_old_ledger_that_has_ids_in_its_causes_names_its_scenarios(whole):
    old = say(CARRIED, start="drive", end="main")
    lost = StepsLost(unit="r1", steps=1, cause=say(whole, cause=old) if whole != "{cause}" else old)
    assert "carry-over The drive → The campaign" in str(tell(Desk().design, lost))
