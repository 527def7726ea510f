"""Arrow keys on hexes and squares: every cell is reached, and the arrow back leads home."""

from __future__ import annotations

import pytest
from sight_boards import GRIDS

from wardesk.geometry.grids.arrows import next_by_arrow
from wardesk.geometry.grids.hex_lattice import CELL_STEP

WAYS = ((1, 0), (-1, 0), (0, 1), (0, -1))


@pytest.fixture(params=GRIDS.values(), ids=GRIDS.keys())
def anchors(request):
    grid = request.param
    return {
        "{}.{}".format(*grid.offset(*grid.coordinates(cell))): grid.centre(*grid.coordinates(cell))
        for cell in range(grid.count)
    }


def step(anchors, cell, way):
    return next_by_arrow(anchors[cell], anchors.items(), way, next(iter(anchors.values())))


def test_every_cell_is_reached_from_the_first(anchors):
    first, reached = next(iter(anchors)), set()
    ahead = [first]
    while ahead:
        cell = ahead.pop()
        if cell and cell not in reached:
            reached.add(cell)
            ahead += [step(anchors, cell, way) for way in WAYS]
    assert reached == set(anchors)


def test_an_arrow_leads_to_the_next_line_and_the_one_back_comes_home(anchors):
    lines = [tuple(map(int, cell.split("."))) for cell in anchors]
    inside = [c for c in lines if 0 < c[0] < max(lines)[0] and 0 < c[1] < max(b for _, b in lines)]
    assert inside
    for column, row in inside:
        cell = f"{column}.{row}"
        for dx, dy in WAYS:
            there = step(anchors, cell, (dx, dy))
            assert step(anchors, there, (-dx, -dy)) == cell
            at, on = map(int, there.split("."))
            assert (at - column if dx else on - row) == dx + dy


def test_at_the_rim_there_is_nothing():
    assert next_by_arrow((0, 0), [("a", (0, 0)), ("b", (10, 0))], (-1, 0), (0, 0)) == ""


def test_no_arrow_leads_down_the_rim(anchors):
    lines = {cell: tuple(map(int, cell.split("."))) for cell in anchors}
    last = max(column for column, _ in lines.values()), max(row for _, row in lines.values())
    for cell, (column, row) in lines.items():
        for way, ends in (((1, 0), column == last[0]), ((-1, 0), column == 0),
                          ((0, 1), row == last[1]), ((0, -1), row == 0)):  # fmt: skip
            assert not (ends and step(anchors, cell, way)), f"{way} from {cell}"


def test_a_row_is_kept_over_the_whole_sheet(anchors):
    cell = next(iter(anchors))
    last = max(int(one.split(".")[0]) for one in anchors)
    heights = [anchors[cell][1]]
    while int(cell.split(".")[0]) < last:
        cell = step(anchors, cell, (1, 0))
        heights.append(anchors[cell][1])
    assert max(heights) - min(heights) <= CELL_STEP / 2
