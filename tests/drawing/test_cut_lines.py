"""Which areas a line cuts, and in what order several areas are merged."""

from __future__ import annotations

import pytest
from maps import area_map

from wardesk.drawing.commands.all_commands import DeleteArea, MergeAreas, SplitArea
from wardesk.drawing.commands.cut_lines import cuts, merging
from wardesk.drawing.commands.repairs import gaps
from wardesk.errors import UserError


def found(line):
    document = area_map()
    return cuts(document.network, document.faces, line)


def test_a_line_from_outline_to_outline_cuts_its_area():
    assert found(((0, 20), (30, 24), (62, 30))) == {}
    assert set(found(((-5, 20), (70, 20)))) == {"A"}


def test_a_line_across_several_areas_cuts_each_of_them_within_its_outline():
    parts = found(((-10, 20), (140, 20)))
    assert set(parts) == {"A", "B"}
    assert parts["A"][0] == (0.0, 20.0)
    assert parts["A"][-1] == parts["B"][0]
    assert parts["B"][-1] == (128.0, 20.0)


def test_a_line_along_a_border_or_one_that_ends_inside_cuts_nothing():
    assert found(((0, 64), (64, 64))) == {}
    assert found(((-10, 20), (40, 20))) == {}
    assert found(((20, 20), (40, 20))) == {}
    assert found(((20, 20),)) == {}


def test_an_end_beside_the_grid_still_counts_as_on_the_outline():
    assert set(found(((0.015625, 20), (32, 63.984375)))) == {"A"}


def test_every_part_can_be_split():
    document = area_map()
    for number, (cell, points) in enumerate(
        cuts(document.network, document.faces, ((-10, 20), (140, 20))).items()
    ):
        SplitArea(cell, points, f"N{number}", "open", reach=0.125).apply(document)
    assert set(document.faces) == {"A", "B", "C", "D", "I", "N0", "N1"}


def test_areas_are_merged_with_a_neighbour_at_every_step():
    network = area_map().network
    assert merging(network, "A", ("D", "A", "C")) == (MergeAreas("A", "C"), MergeAreas("A", "D"))


def test_areas_apart_are_not_merged():
    with pytest.raises(UserError, match="No common border joins A and I"):
        merging(area_map().network, "A", ("B", "I"))


def test_gaps_are_the_enclosed_ground_of_nobody():
    document = area_map()
    assert gaps(document.network) == ()
    DeleteArea("I").apply(document)
    assert [gap.area for gap in gaps(document.network)] == [100.0]
