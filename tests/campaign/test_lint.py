"""The linter names what is wrong in a design, and is silent about a sound one."""

from __future__ import annotations

import msgspec
import pytest
from small_campaign import small_design

from wardesk.campaign.operation.condition_text import parse
from wardesk.campaign.operation.corridor import Bridge, LandingZone, adjacent, hex_xy
from wardesk.campaign.operation.design import OperationTable, TableRow
from wardesk.campaign.operation.facts import fact_types
from wardesk.campaign.operation.graph import Link
from wardesk.campaign.operation.lint import lint, never_holds, pieces
from wardesk.campaign.operation.schedule import Arrival
from wardesk.errors import UserError

replace = msgspec.structs.replace


def troubles(**changes) -> str:
    return "\n".join(f"{f.level} {f.place}: {f.text}" for f in lint(small_design(**changes)))


def test_a_sound_design_has_no_errors_and_lists_what_is_not_known():
    found = lint(small_design())

    assert {finding.level for finding in found} == {"note"}
    assert any("queue cold" in f.place for f in found)


def table(*ranges, modified=False) -> OperationTable:
    rows = tuple(TableRow(low=low, high=high, result="x") for low, high in ranges)
    return OperationTable(id="t", title="T", cite="1", rows=rows, modified=modified)


@pytest.mark.parametrize(
    ("ranges", "modified", "why"),
    [
        ([(0, 3), (5, 9)], False, "No line covers the roll 4"),
        ([(0, 5), (5, 9)], False, "2 lines cover the roll 5"),
        ([(0, 8)], False, "roll 9"),
        ([(0, 9)], True, "No line covers the roll -30"),
    ],
)
def test_gaps_in_die_ranges_are_found(ranges, modified, why):
    assert why in troubles(tables=(table(*ranges, modified=modified),))


def test_a_table_with_open_ends_covers_modified_rolls():
    assert "roll" not in troubles(tables=(table((None, 3), (4, None), modified=True),))


def gate(text: str) -> Arrival:
    return Arrival(
        subject="first", subject_kind="formation", game="ONE", mode="reinforcement",
        gate=parse(text), basis="guess",
    )  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "day > 2 and day < 1",
        "release.hot.status = released and release.hot.status = bypassed",
        "turn in 3..5 and slot = Night and turn = 3 and turn = 4",
        "route.road.stop > 3",
        "known bridge.weir.state and not known bridge.weir.state",
    ],
)
def test_a_gate_that_can_never_open_is_found(text):
    assert "can never be true" in troubles(arrivals=(gate(text),))


@pytest.mark.parametrize(
    "text", ["day > 1", "route.road.stop = 3", "not scenario.drive.winner = red", "known weather"]
)
def test_a_gate_that_can_open_is_left_alone(text):
    assert "never" not in troubles(arrivals=(gate(text),))
    assert not never_holds(parse(text), fact_types(small_design()))


def test_a_gate_with_wrong_names_is_found():
    assert "There is no fact called 'moon'" in troubles(arrivals=(gate("moon = full"),))


def test_circles_and_links_that_are_never_taken_are_found():
    ways = (Link(start="drive", end="main"), Link(start="main", end="drive"))
    assert "leads from it back to itself" in troubles(links=ways)
    ways = (Link(start="drive", end="main"), Link(start="drive", end="end", priority=1),
            Link(start="main", end="end"))  # fmt: skip
    assert "The link to end is never taken" in troubles(links=ways)
    assert "There is no scenario 'nowhere'" in troubles(links=(Link(start="drive", end="nowhere"),))


def test_a_zone_in_two_pieces_is_found():
    hexes = ("57.150", "57.151", "58.150", "63.150", "63.151")
    zone = LandingZone(id="C", name="DZ C", game="ONE", kind="drop", division="blues", hexes=hexes,
                basis="rule-text")  # fmt: skip

    assert "It lies in 2 pieces" in troubles(zones=(zone,))
    assert [len(piece) for piece in pieces(hexes, "oblique")] == [3, 2]


def test_a_garbled_hex_and_a_bridge_between_distant_hexes_are_found():
    def bridge(*hexes):
        return (*small_design().bridges, Bridge(id="x", name="X", game="ONE", kind="stream",
                                                hexes=hexes, basis="rule-text"))  # fmt: skip

    assert "'77.12127' is no hex number" in troubles(bridges=bridge("76.127", "77.12127"))
    assert "share no side" in troubles(bridges=bridge("76.127", "78.127"))
    assert "share no side" not in troubles(bridges=bridge("76.127", "77.127"))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("42.229", "42.228"), ("42.229", "41.230"), ("75.130", "76.130"), ("55.202", "56.201"),
        ("63.185", "63.186"), ("76.127", "77.127"), ("86.118", "87.118"), ("70.156", "70.157"),
    ],
)  # fmt: skip
def test_every_adjacent_pair_of_the_rules_is_adjacent_here(first, second):
    for numbers in ("oblique", "staggered"):  # both readings of the print have them all
        assert adjacent(first, second, numbers)
        assert adjacent(second, first, numbers)


def test_hex_numbers_are_no_decimals():
    assert hex_xy("41.64") == (41, 64)
    assert hex_xy("14.089") == hex_xy("14.89")
    assert not adjacent("41.64", "41.640", "oblique")
    with pytest.raises(UserError):
        hex_xy("41")


def test_names_that_lead_nowhere_are_found():
    design = small_design()
    lost = replace(design.units[0], formation="nowhere")
    assert "There is no formation 'nowhere'" in troubles(units=(lost, *design.units[1:]))
    twin = replace(design.appearances[0], unit="r2")
    assert "2 times" in troubles(appearances=(*design.appearances, twin))
    orphan = replace(design.formations[1], parent=None)
    assert "one tree a side" in troubles(
        formations=(design.formations[0], orphan, *design.formations[2:])
    )
    ring = replace(design.formations[0], parent="first")
    assert "stands under itself" in troubles(formations=(ring, *design.formations[1:]))
    assert "There is no umpire" in troubles(seats=design.seats[1:])
    gap = replace(design.queue[1], position=3)
    assert "must count from 1" in troubles(queue=(design.queue[0], gap))


@pytest.mark.parametrize(
    ("fact", "least", "most"),
    [("turn", 0, 8), ("day", 0, 2), ("route.road.stop", -1, 3), ("corps.xii.box", 0, 1)],
)
def test_a_number_can_be_its_first_and_its_last_value_and_none_beyond(fact, least, most):
    types = fact_types(small_design())
    for value in (least, most):
        assert not never_holds(parse(f"{fact} = {value}"), types)
    for value in (least - 1, most + 1):
        assert never_holds(parse(f"{fact} = {value}"), types)


def test_a_line_of_a_scenario_brings_nobody_into_the_campaign():
    own = Arrival(subject="r1", subject_kind="unit", game="ONE", mode="setup", basis="guess",
                  entry="scenario 3: 42.228")  # fmt: skip
    its = Arrival(subject="first", subject_kind="formation", game="ONE", mode="reinforcement",
                  at=3, entry="42.229", basis="guess")  # fmt: skip
    for arrivals in ((own, its), (its, own)):
        found = small_design(arrivals=arrivals).schedule
        assert found["r1", "ONE"] is its
    assert not small_design(arrivals=(own,)).schedule
