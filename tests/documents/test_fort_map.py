"""The fort map against the sector table it was drawn for."""

import pytest

from wardesk import paths
from wardesk.documents.maps.store import load_board, read_map
from wardesk.drawing.issues.whole_map import issues
from wardesk.geometry.adjacency.coverage import polygon, shared_borders
from wardesk.geometry.grids.snap import on_grid

FORT = paths.campaigns() / "eben-emael" / "maps" / "fort"

# id, divisor, victory points, sectors it borders on; in the order of the table
TABLE = """
BL1  3 2 G9 OUT VI2 W1
BL2  3 1 G1 G2
BL3  3 2 C120 G6 GRA MICA VI1
BL4  3 1 BL5 G8 GRA W2
BL5  3 2 BL4 G7 W2
BL6  3 1 G7 VI2 W1
MN   3 2 C120 G3 G4 G5 G6 MA2
MS   3 2 G2 G3 G5 MA1
MA1  3 2 D2 G1 G2 G3 MS
MA2  3 2 D2 G3 G4 MN
VI1  3 2 BL3 C120 G5 G7 GRA
VI2  3 1 BL1 BL6 G7 G9
C120 3 3 BL3 G5 G6 MN VI1
KN   3 1 G4 G6
KS   3 1 G8
MICA 2 1 BL3 G6 G8 GRA
GRA  2 0 BL3 BL4 G7 MICA VI1
D1   1 0 D2 G1 G4
D2   1 0 D1 G1 G3 MA1 MA2
G1   2 0 BL2 D1 D2 G2 MA1
G2   1 0 BL2 G1 G5 G9 MA1 MS
G3   1 0 D2 G5 MA1 MA2 MN MS
G4   1 0 D1 G6 KN MA2 MN
G5   1 0 C120 G2 G3 G7 G9 MN MS VI1
G6   1 0 BL3 C120 G4 KN MICA MN
G7   1 0 BL5 BL6 G5 G9 GRA VI1 VI2
G8   1 0 BL4 KS MICA
G9   2 0 BL1 G2 G5 G7 VI2
W1   1 0 BL1 BL6 W2
W2   1 0 BL4 BL5 W1
OUT  1 0 BL1
"""
ROWS = [line.split() for line in TABLE.strip().splitlines()]


@pytest.fixture(scope="module")
def board():
    return load_board(FORT)


def test_nothing_is_wrong_with_it():
    assert issues(read_map(FORT)) == []


def test_neighbours_are_exactly_the_table(board):
    assert {cell: list(board.neighbours(cell)) for cell in board.cells} == {
        row[0]: row[3:] for row in ROWS
    }
    assert sum(len(row) - 3 for row in ROWS) == 2 * 66


def test_cells_keep_the_order_of_the_table(board):
    assert list(board.cells) == [row[0] for row in ROWS]


def test_divisors_and_victory_points_are_the_table(board):
    found = {cell: board.terrain_of(cell) for cell in board.cells}
    assert {c: (f["divisor"], f["victory_points"]) for c, f in found.items()} == {
        row[0]: (int(row[1]), int(row[2])) for row in ROWS
    }
    assert {c for c, f in found.items() if f["work"]} == {r[0] for r in ROWS if r[1] == "3"}
    assert sum(f["victory_points"] for f in found.values()) == 26
    for cell in board.cells.values():
        assert (
            board.palette.terrain[cell.terrain].properties["divisor"]
            == (cell.properties["divisor"])
        )


def test_adjacency_comes_from_shared_borders_with_few_overrides(board):
    overrides = read_map(FORT).overrides
    assert len(overrides) <= 8
    assert all(override.reason for override in overrides)
    polygons = {cell: polygon(rings) for cell, rings in board.outlines.items()}
    sides, corners = shared_borders(polygons)
    assert len(sides) == 69
    table = {tuple(sorted((row[0], other))) for row in ROWS for other in row[3:]}
    assert len(table) == 66
    assert sides - {tuple(sorted(override.pair)) for override in overrides} == table
    assert corners == {(c.a, c.b) for c in board.contacts if c.kind == "corner"}


def test_the_closed_walls_stay_on_record_with_their_reason(board):
    closed = [c for c in board.contacts if c.kind == "side" and not c.passable]
    assert [(c.a, c.b) for c in closed] == [("G7", "W1"), ("G7", "W2"), ("VI2", "W1")]
    for contact in closed:
        assert "wall" in contact.reason
        assert contact.length > 90
        assert contact.passable_length == 0
        kinds = {b.kind for b in board.borders if b.id in contact.borders}
        assert kinds == {"wall"}


def test_corner_touches_are_kept_and_join_nothing(board):
    corners = {(c.a, c.b) for c in board.contacts if c.kind == "corner"}
    assert corners == {
        ("D1", "MA2"),
        ("D2", "G4"),
        ("BL4", "MICA"),
        ("G8", "GRA"),
        ("BL4", "G7"),
        ("BL5", "GRA"),
    }
    for a, b in corners:
        assert b not in board.neighbours(a)
        assert len(board.contacts_between(b, a)[0].at) == 1


def test_borders_are_stored_once_and_lie_on_the_grid(board):
    lines = {frozenset((border.points, border.points[::-1])) for border in board.borders}
    assert len(lines) == len(board.borders) == 87
    assert all(on_grid(point) for border in board.borders for point in border.points)


def test_north_is_up(board):
    """Board space has y running down: the north tip has the smallest y."""
    assert min(board.cells.values(), key=lambda cell: cell.anchor[1]).id == "D1"
    left, top, right, bottom = board.extent
    assert left < 0 < right
    assert top < -500 < 0 < bottom


def test_it_says_that_it_is_a_reconstruction(board):
    assert board.reconstruction
    assert "Known:" in board.provenance
    assert "guess" in board.provenance


def test_drawn_things_are_kept_by_kind(board):
    kinds = {feature.kind for feature in board.features}
    assert kinds >= {
        "canal",
        "wet_ditch",
        "cliff_edge",
        "slope_hint",
        "wood",
        "trees",
        "path",
        "road",
        "work_footprint",
        "cupola",
        "mg_arc",
        "exit",
        "landing_zone",
        "label",
    }
    assert {f.cell for f in board.features if f.kind == "label"} == set(board.cells)
    assert {f.cell for f in board.features} - {""} <= set(board.cells)
