"""A part of a map as a sheet of its own."""

import pytest

from wardesk.documents.maps.store import load_board, read_map
from wardesk.drawing.compile import compile_board
from wardesk.drawing.part import part_of
from wardesk.errors import UserError
from wardesk.paths import campaigns

COUNTRY = campaigns() / "market-garden/maps/country"
CORNERS = ("41.143", "70.170")


@pytest.fixture(scope="module")
def whole():
    return load_board(COUNTRY)


@pytest.fixture(scope="module")
def part():
    return compile_board(part_of(read_map(COUNTRY), CORNERS))


def test_a_part_is_the_rectangle_around_its_corners_with_the_numbers_of_the_map(whole, part):
    columns, rows = zip(*(map(int, cell.split(".")) for cell in part.cells), strict=True)
    assert (min(columns), max(columns), min(rows), max(rows)) == (41, 70, 143, 170)
    assert len(part.cells) == 30 * 28
    assert all(part.cells[cell] == whole.cells[cell] for cell in part.cells)


def test_within_a_part_everything_lies_beside_what_it_lies_beside_on_the_map(whole, part):
    for cell in part.cells:
        there = [other for other in whole.neighbours(cell) if other in part.cells]
        assert list(part.neighbours(cell)) == there
    assert part.sides == {pair: k for pair, k in whole.sides.items() if {*pair} <= {*part.cells}}


def test_lines_are_cut_at_the_edge_and_nothing_lies_beyond_it(whole, part):
    steps = {
        (line.kind, *sorted(step))
        for board in (whole, part)
        for line in board.lines
        for step in zip(line.cells, line.cells[1:], strict=False)
        if {*step} <= {*part.cells}
    }
    cut = {
        (line.kind, *sorted(step))
        for line in part.lines
        for step in zip(line.cells, line.cells[1:], strict=False)
    }
    assert cut == steps
    assert len({feature.id for feature in part.features}) == len(part.features)
    named = {f.name for f in part.features if f.kind == "bridge"}
    assert {"Son bridge", "Best road bridge", "Best railway bridge"} <= named
    assert "Veghel Aa bridge" not in named
    assert {f.name for f in part.features if f.kind == "zone"} == {"DZ B", "DZ C"}


def test_a_corner_that_the_map_has_not_got_is_named():
    with pytest.raises(UserError, match=r"no hex 400\.1"):
        load_board(COUNTRY, ("41.143", "400.1"))
