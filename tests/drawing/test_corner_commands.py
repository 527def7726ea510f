"""Moving several corners at once, and new areas whose corners lie on slanting borders."""

from __future__ import annotations

import math

import pytest
import shapely
from maps import area_map, canon
from msgspec.structs import replace

from wardesk.drawing.commands.all_commands import (
    DrawArea,
    MoveCorners,
    MoveNode,
    command_json,
    read_command,
)
from wardesk.drawing.issues.whole_map import issues
from wardesk.errors import UserError
from wardesk.geometry.borders.snapping import Snapper
from wardesk.geometry.borders.topology import outlines
from wardesk.geometry.grids.snap import snap_point


def test_an_island_moves_as_a_whole_where_its_corners_one_by_one_would_be_refused():
    document = area_map()
    ring = document.edges[13]
    by = (-12.0, 12.0)
    node = ring.start
    there = document.nodes[node]
    with pytest.raises(UserError):
        MoveNode(node, (there[0] + 12, there[1] + 12)).apply(document)
    MoveCorners((node,), tuple((13, k) for k in range(1, 4)), by).apply(document)
    before = area_map()
    assert document.nodes[node] == (78.0, 102.0)
    assert document.edges[13].points == tuple(
        (x - 12.0, y + 12.0) for x, y in before.edges[13].points
    )


def test_moved_corners_are_undone_exactly():
    document = area_map()
    stored = canon(document)
    change = MoveCorners((5,), ((3, 1), (3, 2)), (2.5, -3.0)).apply(document)
    assert document.nodes[5] == (66.5, 61.0)
    change.backward(document)
    assert canon(document) == stored


def test_moving_no_corner_or_an_unknown_one_is_refused():
    for command in (
        MoveCorners((), (), (1.0, 1.0)),
        MoveCorners((99,), (), (1.0, 1.0)),
        MoveCorners((), ((3, 9),), (1.0, 1.0)),
        MoveCorners((5,), (), (float("nan"), 0.0)),
    ):
        document = area_map()
        stored = canon(document)
        with pytest.raises(UserError):
            command.apply(document)
        assert canon(document) == stored


def test_a_move_of_corners_is_written_and_read():
    command = MoveCorners((5,), ((3, 1),), (2.5, -3.0))
    assert read_command(command_json(command)) == command


def _tilted():
    """The specimen turned, so that borders run between the points of the grid."""
    document = area_map()
    cos, sin = math.cos(0.3), math.sin(0.3)

    def turn(point):
        x, y = point
        return snap_point((x * cos - y * sin, x * sin + y * cos))

    document.nodes = {n: turn(p) for n, p in document.nodes.items()}
    document.edges = {
        n: replace(e, points=tuple(map(turn, e.points))) for n, e in document.edges.items()
    }
    document.cells = {n: replace(c, anchor=turn(c.anchor)) for n, c in document.cells.items()}
    return document, turn


@pytest.mark.parametrize("along", [(71.3, 9.1), (93.7, 31.9), (118.2, 55.5)])
def test_an_area_that_begins_and_ends_on_slanting_borders_leaves_no_sliver(along):
    document, turn = _tilted()
    snapper = Snapper(document.network)
    first, last = (snapper.catch(turn((x, -1.0)), 3.0) for x in along)
    points = (first.at, turn((64.0, 0.0)), last.at, turn((30.0, -30.0)), turn((90.0, -30.0)))
    DrawArea("N", points, "open", "open", reach=0.1).apply(document)
    whole = shapely.union_all([shapely.Polygon(*r) for r in _rings(document)])
    assert whole.geom_type == "Polygon"
    assert not whole.interiors
    assert [issue.code for issue in issues(document)] == ["cell-nameless"]


def _rings(document):
    return [(rings[0], rings[1:]) for rings in outlines(document.network).values()]
