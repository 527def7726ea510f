"""Many dice of one action in a table: typed, pasted from a spreadsheet, rolled, taken back."""

from __future__ import annotations

from itertools import count

import pytest
from garden import garden_design
from small_campaign import NOW

from wardesk.campaign.actions import ThrownRow, read_rows, row_words
from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.units import UnitArrived
from wardesk.campaign.operation.places import Place
from wardesk.errors import UserError
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.rolls import (
    as_cells,
    enter_rolls,
    expected,
    read_pasted,
    roll_table,
)

ZONES = {"101.501.a": "A", "101.501.b": "B", "101.502.a": "C"}
DIVISION = {"division": "101"}


def dropped(path, seed=11):
    """Three companies that have come down on the first turn."""
    numbers = count(1)
    desk = CampaignDesk.create(
        path, garden_design(), name="Test", campaign="mg", seed=seed, options={},
        now=lambda: NOW, nonce=lambda: next(numbers).to_bytes(16, "big"),
    )  # fmt: skip
    desk.add(
        [
            EventDraft(payload=UnitArrived(unit=unit, place=Place("drop", zone, game="WED")))
            for unit, zone in ZONES.items()
        ]
    )
    return desk


@pytest.fixture
def desk(tmp_path):
    with dropped(tmp_path / "a.wdcamp") as made:
        yield made


@pytest.mark.rule("MG 3.4.1")
def test_every_row_says_what_each_face_brings_with_its_own_modifiers(desk):
    told = (ThrownRow(key="101.501.b", words={"flak": "2", "flak_88": "1"}),)
    table = roll_table(desk, "drop-rolls", DIVISION, told)
    by_key = {row.key: row for row in table.rows}
    assert list(by_key) == list(ZONES)
    assert by_key["101.501.a"].results[4] == "no effect"
    assert by_key["101.501.b"].proposal.modifier == 4
    assert by_key["101.501.b"].results[9] == "eliminated"
    assert sum(expected(table.rows).values()) == pytest.approx(3)
    assert not table.troubles


def test_a_row_that_was_told_something_impossible_says_so(desk):
    told = (ThrownRow(key="101.501.b", words={"flak": "much"}),)
    table = roll_table(desk, "drop-rolls", DIVISION, told)
    assert "much" in table.troubles["101.501.b"]
    with pytest.raises(UserError, match="much"):
        enter_rolls(desk, "drop-rolls", DIVISION, told)


def test_typed_dice_are_entered_the_rest_is_rolled_and_one_can_be_taken_back(desk):
    typed = (
        ThrownRow(key="101.501.a", die=8),
        ThrownRow(key="101.501.b", die=1, words={"flak": "1"}),
    )
    events = enter_rolls(desk, "drop-rolls", DIVISION, typed, rest=True)
    dice = [each.payload for each in events if each.kind == "draw.made"]
    assert [(each.how, each.results) for each in dice[:1]] == [("typed", (8, 1))]
    assert [each.how for each in dice] == ["typed", "seeded"]
    units = desk.state.units
    assert all("drop rolled" in units[unit].flags for unit in ZONES)
    assert units["101.501.a"].steps == desk.design.unit["101.501.a"].steps_full - 1
    one = next(e.seq for e in events if e.kind == "proposal.decided")
    desk.take_back([one], reason="a cocked die", with_dependants=True, approved_by="umpire")
    assert [row.key for row in roll_table(desk, "drop-rolls", DIVISION).rows] == ["101.501.a"]


def test_nothing_is_written_for_a_wrong_die_or_a_unit_that_does_not_wait(desk):
    head = desk.ledger.head
    for row, why in (
        (ThrownRow(key="101.501.a", die=12), "0 to 9"),
        (ThrownRow(key="gds.ind.14", die=2), "does not wait"),
    ):
        with pytest.raises(UserError, match=why):
            enter_rolls(desk, "drop-rolls", DIVISION, (ThrownRow(key="101.501.b", die=3), row))
    with pytest.raises(UserError, match="No die"):
        enter_rolls(desk, "drop-rolls", DIVISION, ())
    assert desk.ledger.head == head


def test_without_a_seed_the_rest_waits(tmp_path):
    with dropped(tmp_path / "b.wdcamp", seed=None) as desk:
        with pytest.raises(UserError, match="dice are typed"):
            enter_rolls(desk, "drop-rolls", DIVISION, (), rest=True)
        enter_rolls(desk, "drop-rolls", DIVISION, (ThrownRow(key="101.501.a", die=0),))
        assert len(roll_table(desk, "drop-rolls", DIVISION).rows) == 2


def test_a_paste_is_read_line_by_line_and_says_what_it_is_not(desk):
    table = roll_table(desk, "drop-rolls", DIVISION)
    first, second, third = table.rows
    # numbers alone: downwards
    found = read_pasted(table, "3\n12\n", first=1)
    assert [(row.key, row.die) for row in found.rows] == [(second.key, 3)]
    assert "d10" in found.troubles[0]
    assert "2 dice are left over" in read_pasted(table, "1\n2\n3\n4\n", first=1).troubles[0]
    # names or ids, a die, what it is told
    text = f"{first.key}\t4\t2\n{third.key};7\n"
    assert read_pasted(table, text).troubles  # two signs in one text: the second line is none
    found = read_pasted(table, f"{first.key}\t4\t2\n{third.key}\t7\n5 GFA\t3\n")
    assert found.rows == (
        ThrownRow(key=first.key, die=4, words={"germans": "2"}),
        ThrownRow(key=third.key, die=7),
    )
    assert "5 GFA" in found.troubles[0]
    # a line of a mail
    assert read_pasted(table, f"{second.key}   6").rows == (ThrownRow(key=second.key, die=6),)


def test_the_table_goes_to_a_spreadsheet_and_comes_back(desk):
    table = roll_table(desk, "drop-rolls", DIVISION)
    rows = (ThrownRow(key="101.501.b", die=5, words={"zone": "C", "flak": "1"}),)
    text = "\n".join("\t".join(cells) for cells in as_cells(table, rows))
    assert read_pasted(table, text).rows == rows
    assert read_rows(row_words(rows)) == rows
