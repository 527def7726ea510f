"""Tests of movement on a board: figures of the palette, wet borders, roads and links."""

from fractions import Fraction

import pytest

from wardesk.errors import UserError
from wardesk.model.board import Board, Border, Cell, Contact, Feature
from wardesk.model.movement import BoardLink, Movement, MoveRules, RoadCost
from wardesk.model.palette import BorderKind, Palette, TerrainKind

PALETTE = Palette(
    "p",
    "Test",
    {
        "open": TerrainKind("open", "Open", properties={"move_leg": 2, "move_wheeled": "no"}),
        "wood": TerrainKind("wood", "Wood", properties={"move_leg": 3, "stop": True}),
        "odd": TerrainKind("odd", "Odd", properties={"move": "two"}),
    },
    {
        "line": BorderKind("line", "Line", passable=True),
        "stream": BorderKind("stream", "Stream", passable=True),
        "cliff": BorderKind("cliff", "Cliff", passable=True, directed=True),
        "wall": BorderKind("wall", "Wall", passable=False),
    },
)


def row_of(*grounds, kinds=None, features=()):
    """A board of squares in a row, ten units wide, with the kinds of the borders between."""
    names = "ABCDEFG"[: len(grounds)]
    kinds = kinds or ["line"] * (len(grounds) - 1)
    cells = {
        n: Cell(n, n, ground, (10.0 * i + 5, 5.0))
        for i, (n, ground) in enumerate(zip(names, grounds, strict=True))
    }
    rings = {
        n: (((10.0 * i, 0.0), (10.0 * i, 10.0), (10.0 * i + 10, 10.0), (10.0 * i + 10, 0.0)),)
        for i, n in enumerate(names)
    }
    borders = tuple(
        Border(str(i), ((10.0 * i + 10, 0.0), (10.0 * i + 10, 10.0)), names[i + 1], names[i], kind)
        for i, kind in enumerate(kinds)
    )
    contacts = tuple(
        Contact(names[i], names[i + 1], "side", PALETTE.borders[kind].passable, borders=(str(i),))
        for i, kind in enumerate(kinds)
    )
    return Board(
        id="b", title="B", kind="area", unit="m", provenance="test", cells=cells, outlines=rings,
        borders=borders, contacts=contacts, features=tuple(features), palette=PALETTE,
    )  # fmt: skip


def area(kind, left, top, right, bottom):
    ring = [[left, top], [right, top], [right, bottom], [left, bottom], [left, top]]
    return Feature(kind, {"type": "Polygon", "coordinates": [ring]})


def road(*points):
    return Feature("road", {"type": "LineString", "coordinates": [list(p) for p in points]})


def test_costs_come_from_the_ground_by_class():
    board = row_of("open", "open", "wood", "open")
    found = Movement(board, "leg").reach("A", 9)
    assert found.cost == {"A": 0, "B": 2, "C": 5}  # the wood ends the move
    assert found.ways["C"] == ("A", "B", "C")
    assert Movement(board, "wheeled").reach("A", 99).cost == {"A": 0}
    assert Movement(board).path("A", "D") == (3, ("A", "B", "C", "D"))


def test_one_cell_may_always_be_moved():
    found = Movement(row_of("open", "wood"), "leg").reach("A", 1)
    assert found.least == {"B"}
    assert Movement(row_of("open", "wood"), "leg").reach("A", 1, least_one=False).least == set()


def test_zones_and_closed_cells_are_of_this_turn():
    move = Movement(row_of("open", "open", "open"), "leg")
    assert set(move.reach("A", 9, stops=["B"]).cost) == {"A", "B"}
    assert set(move.reach("A", 9, closed=["B"]).cost) == {"A"}
    assert move.path("A", "C", closed=["B"]) is None


def test_streams_cost_by_kind_and_by_direction():
    board = row_of("open", "open", kinds=["stream"])
    both = Movement(board, "leg", MoveRules(crossings={"stream": 2}))
    assert (both.reach("A", 9).cost["B"], both.reach("B", 9).cost["A"]) == (4, 4)
    down = Movement(board, "leg", MoveRules(leaving={"stream": 2}))
    assert sorted([down.reach("A", 9).cost["B"], down.reach("B", 9).cost["A"]]) == [2, 4]
    shut = Movement(board, "leg", MoveRules(crossings={"stream": None}))
    assert set(shut.reach("A", 9).cost) == {"A"}


@pytest.mark.parametrize(("bottom", "reached"), [(8, {"A", "B"}), (11, {"A"})])
def test_a_border_under_water_in_part_is_open_in_part(bottom, reached):
    board = row_of("open", "open", features=[area("river", 8, -1, 12, bottom)])
    rules = MoveRules(barriers=frozenset({"river"}))
    assert set(Movement(board, "leg", rules).reach("A", 9).cost) == reached


def test_roads_cost_half_and_need_no_open_border():
    board = row_of("open", "open", "open", kinds=["wall", "line"], features=[road((5, 5), (25, 5))])
    rules = MoveRules(roads={"road": RoadCost("1/2")})
    found = Movement(board, "leg", rules).reach("A", 2)
    assert found.cost == {"A": 0, "B": Fraction(1, 2), "C": 1}


@pytest.mark.parametrize(
    ("state", "there"), [("intact", True), ("wired", True), ("blown", False), ("temporary", True)]
)
def test_a_bridge_carries_as_long_as_it_stands(state, there):
    board = row_of("open", "open", kinds=["wall"], features=[road((5, 5), (15, 5))])
    rules = MoveRules(roads={"road": RoadCost(1)})
    carrying = BoardLink("A", "B", state=state, carries_road=True)
    assert ("B" in Movement(board, "leg", rules, [carrying]).reach("A", 9).cost) == there
    plain = BoardLink("A", "B", state=state)
    assert ("B" in Movement(board, "leg", links=[plain]).reach("A", 9).cost) == there


def test_a_culvert_joins_cells_apart_at_a_price_for_some():
    board = row_of("open", "open", "open", kinds=["wall", "wall"])
    culvert = BoardLink("A", "C", "culvert", cost=2, classes=frozenset({"leg"}))
    assert Movement(board, "leg", links=[culvert]).reach("A", 9).cost["C"] == 4
    assert "C" not in Movement(board, "", links=[culvert]).reach("A", 9).cost


def test_a_figure_that_is_no_cost_is_told():
    with pytest.raises(UserError, match="two"):
        Movement(row_of("open", "odd"))


def test_a_cliff_is_climbed_at_a_price_or_not_at_all():
    board = row_of("open", "open", kinds=["cliff"])  # B lies left of the border, so it is high
    steep = Movement(board, "leg", MoveRules(climbing={"cliff": 3}, leaving={"cliff": 1}))
    assert steep.reach("A", 9).cost["B"] == 5
    assert steep.reach("B", 9).cost["A"] == 3
    sheer = Movement(board, "leg", MoveRules(climbing={"cliff": None}))
    assert "B" not in sheer.reach("A", 9).cost
    assert sheer.reach("B", 9).cost["A"] == 2
