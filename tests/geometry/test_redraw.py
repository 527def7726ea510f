"""A part of a border drawn anew."""

from __future__ import annotations

from wardesk.geometry.borders.border_trace import border_drawn_over, redrawn
from wardesk.geometry.borders.snapping import Snapper
from wardesk.geometry.borders.topology import Edge, Network

LINE = ((0.0, 0.0), (10.0, 0.0), (20.0, 0.0), (30.0, 0.0))


def test_bends_before_and_after_the_drawn_part_stay():
    drawn = ((12.0, 0.0), (15.0, 5.0), (18.0, 0.0))
    assert redrawn(LINE, drawn) == ((10.0, 0.0), *drawn, (20.0, 0.0))


def test_a_line_drawn_backwards_is_turned():
    drawn = ((25.0, 0.0), (15.0, 5.0), (5.0, 0.0))
    assert redrawn(LINE, drawn) == drawn[::-1]


def test_from_end_to_end_everything_is_new():
    drawn = ((0.0, 0.0), (15.0, 9.0), (30.0, 0.0))
    assert redrawn(LINE, drawn) == ((15.0, 9.0),)


def test_the_border_is_that_of_both_ends_and_at_nodes_the_nearest_one():
    nodes = {1: (0.0, 0.0), 2: (40.0, 0.0)}
    edges = {1: Edge(1, 1, 2, ((20.0, 10.0),)), 2: Edge(2, 1, 2, ((20.0, -10.0),))}
    snapper = Snapper(Network(nodes, edges, {}))
    assert border_drawn_over(snapper, ((0, 0), (20, -14), (40, 0)), 1.0) == 2
    assert border_drawn_over(snapper, ((10, 5), (20, 14), (40, 0)), 1.0) == 1
    assert border_drawn_over(snapper, ((10, 5), (20, 14), (30, -5)), 1.0) is None
    assert border_drawn_over(snapper, ((10, 25), (20, 14), (30, -5)), 1.0) is None
