"""Boards of hexes and squares: neighbours, contacts, outlines, picking, lines and digests."""

import time

import pytest
import shapely
from lattice_maps import lattice_map

from wardesk.drawing.compile import compile_board
from wardesk.drawing.document import Override
from wardesk.geometry.grids.snap import twice_area


@pytest.fixture(params=["hex", "square"])
def board(request):
    return compile_board(lattice_map(request.param))


def test_neighbours_are_arithmetic_but_for_sides_and_overrides(board):
    assert "0303" not in board.cells
    assert "0303" not in board.neighbours("0302")
    assert "0502" in board.neighbours("0501")  # a crest stops nobody
    assert "0702" not in board.neighbours("0701")  # a cliff does
    assert "0103" not in board.neighbours("0102")
    assert "0807" in board.neighbours("0101")
    for cell in board.cells:
        assert all(cell in board.neighbours(other) for other in board.neighbours(cell))
        assert list(board.neighbours(cell)) == sorted(board.neighbours(cell))
    with pytest.raises(KeyError):
        board.neighbours("9999")


def test_contacts_agree_with_neighbours(board):
    joined = {cell: set() for cell in board.cells}
    for contact in board.contacts:
        assert contact.a < contact.b
        if contact.passable:
            joined[contact.a].add(contact.b)
            joined[contact.b].add(contact.a)
    assert joined == {cell: set(board.neighbours(cell)) for cell in board.cells}
    (cliff,) = board.contacts_between("0701", "0702")
    assert (cliff.kind, cliff.passable, cliff.passable_length) == ("side", False, 0)
    (wall,) = board.contacts_between("0103", "0102")
    assert wall.reason == "a wall"
    ids = {border.id for border in board.borders}
    assert all(set(contact.borders) <= ids for contact in board.contacts)


def test_squares_touch_at_corners_and_hexes_do_not():
    square, hexes = compile_board(lattice_map("square")), compile_board(lattice_map("hex"))
    (corner,) = square.contacts_between("0101", "0202")
    assert (corner.kind, corner.passable, corner.at) == ("corner", False, ((256, 256),))
    assert "0202" not in square.neighbours("0101")
    assert not [contact for contact in hexes.contacts if contact.kind == "corner"]


def test_outlines_and_borders_match_the_cells(board):
    shapes = {cell: shapely.Polygon(board.outlines[cell][0]) for cell in board.cells}
    assert shapely.coverage_is_valid(list(shapes.values()))
    for cell, shape in shapes.items():
        assert shape.contains(shapely.Point(board.cells[cell].anchor))
        assert twice_area(board.outlines[cell][0]) < 0
    for border in board.borders:
        line = shapely.LineString(border.points)
        for cell in (border.left, border.right):
            assert cell is None or shapes[cell].exterior.covers(line)
    assert {b.kind for b in board.borders} == {"", "crest", "crest+cliff"}
    assert board.extent == tuple(shapely.total_bounds(list(shapes.values())))
    assert len(board.outlines) == len(board.cells)


def test_picking(board):
    for cell in board.cells.values():
        assert board.cell_at(*cell.anchor) == cell.id
    assert board.cell_at(-1, -1) is None
    hole = compile_board(lattice_map(board.kind, absent=())).cells["0303"].anchor
    assert board.cell_at(*hole) is None


def test_lines_know_their_cells(board):
    road, dyke = board.lines
    assert (road.kind, road.name, road.cells) == ("road", "Lane", ("0601", "0602", "0603"))
    assert dyke.cells == ()


def test_the_digest_follows_what_rules_read(board):
    document = lattice_map(board.kind)
    assert compile_board(document).digest == board.digest
    document.title = "Another"
    assert compile_board(document).digest == board.digest
    document.overrides.append(Override(("0201", "0202"), "remove", "a hedge"))
    assert compile_board(document).digest != board.digest
    other = lattice_map(board.kind)
    other.sides["0401", "0402"] = ("crest",)
    assert compile_board(other).digest != board.digest


def test_a_board_of_ten_thousand_hexes_builds_nothing_it_is_not_asked_for():
    document = lattice_map("hex", 100, 100)
    start = time.process_time()
    board = compile_board(document)
    assert board.neighbours("5050")
    assert board.outlines["5050"]
    quick = time.process_time() - start
    start = time.process_time()
    assert len(board.contacts) > 29_000
    assert quick < 3 * (time.process_time() - start)
