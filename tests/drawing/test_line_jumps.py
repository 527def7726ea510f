"""Lines along a side are in neither cell: told where they jump, and led through one of the two."""

from __future__ import annotations

import pytest
from lattice_maps import lattice_map
from test_live_issues import mended

from wardesk.drawing.commands.all_commands import DrawLine, SetPresence
from wardesk.drawing.issues.line_jumps import jumps, led_through
from wardesk.drawing.issues.live import live_issues
from wardesk.drawing.issues.whole_map import issues
from wardesk.drawing.line_cells import cells_along, stays_along


def along_a_row(document, first, last):
    """A line between two hexes of a row, exactly along the sides between them."""
    document.features.clear()
    points = tuple(document.cells[cell].anchor for cell in (first, last))
    DrawLine("road", points, "High road", "r1").apply(document)
    return points


def codes(document):
    return [issue.code for issue in issues(document)]


@pytest.mark.parametrize("pointy", [False, True])
def test_a_road_along_a_row_of_hexes_jumps_and_can_be_led_through(pointy):
    document = lattice_map("hex", pointy=pointy, absent=())
    grid = document.layout.grid
    first = "0303"
    q, r = grid.coordinates(list(document.cells).index(first))
    ahead = (2, -1) if not pointy else (1, 1)
    other = document.layout.numbering.label(grid, grid.index(q + ahead[0], r + ahead[1]))
    points = along_a_row(document, first, other)
    assert cells_along(document, points) == (first, other)
    (jump,) = jumps(document, (first, other), points)
    assert jump == (first, other)
    found = next(one for one in live_issues(document) if one.issue.code == "line-jump")
    assert found.fix_text.startswith("Lead it through ")
    mended(document, "line-jump")
    cells = document.features[0].properties["cells"]
    assert cells[0] == first
    assert cells[-1] == other
    assert len(cells) == 3
    ends = document.features[0].geometry["coordinates"]
    assert (tuple(ends[0]), tuple(ends[-1])) == points


def test_a_long_road_along_a_row_is_mended_jump_by_jump():
    document = lattice_map("hex", absent=())
    along_a_row(document, "0103", "0703")
    told = codes(document).count("line-jump")
    assert told == 3
    for _ in range(told):
        mended(document, "line-jump")
    assert "line-jump" not in codes(document)
    assert len(document.features[0].properties["cells"]) == 7


def test_only_the_part_along_the_side_moves():
    document = lattice_map("hex", absent=())
    points = along_a_row(document, "0303", "0503")
    cell, led = led_through(document, points, ("0303", "0503"))
    assert led[0] == points[0]
    assert led[-1] == points[-1]
    assert cell in cells_along(document, led)
    before, after = stays_along(document, points), stays_along(document, led)
    assert before[0].end == pytest.approx(after[0].end, abs=0.1)


def test_the_hex_that_is_missing_is_not_led_through():
    document = lattice_map("hex", absent=())
    points = along_a_row(document, "0303", "0503")
    cell, _ = led_through(document, points, ("0303", "0503"))
    SetPresence((cell,), False).apply(document)
    other, _ = led_through(document, points, ("0303", "0503"))
    assert other != cell
    SetPresence((other,), False).apply(document)
    assert led_through(document, points, ("0303", "0503")) is None
    document.features[0].properties["cells"] = ["0303", "0503"]
    assert "line-jump" not in codes(document)  # it leaves the map there


def test_a_road_over_the_corner_of_squares_does_not_jump():
    document = lattice_map("square", absent=())
    points = along_a_row(document, "0202", "0404")
    assert cells_along(document, points) == ("0202", "0303", "0404")
    assert "line-jump" not in codes(document)


def test_a_list_of_cells_that_is_old_is_found_anew():
    document = lattice_map("square", absent=())
    along_a_row(document, "0202", "0402")
    document.features[0].properties["cells"] = ["0202", "0402"]
    found = next(one for one in live_issues(document) if one.issue.code == "line-jump")
    assert found.fix_text == "Find the cells of the line anew"
    mended(document, "line-jump")
