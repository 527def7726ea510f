"""An edit of borders asks only those near it, and is refused exactly when a full look would."""

from __future__ import annotations

import random
import sys
from itertools import combinations
from pathlib import Path

import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

sys.path.insert(0, str(Path(__file__).parents[1] / "bench"))

from area_boards import jiggled

from wardesk.drawing.commands.all_commands import MoveNode
from wardesk.drawing.commands.network_checks import crossings, near_edges
from wardesk.drawing.document import MapDocument
from wardesk.drawing.editor import Editor
from wardesk.errors import UserError
from wardesk.geometry.borders.rebuild import network_of
from wardesk.geometry.borders.topology import edge_points
from wardesk.model.board import Cell
from wardesk.model.palette import BorderKind, Palette, TerrainKind


def sectors(size):
    """size × size irregular sectors."""
    _, rings, anchors = jiggled(size, 2)
    shapes = {f"S{n}": shapely.Polygon(ring) for n, ring in enumerate(rings)}
    network = network_of(shapes, "open")
    cells = {f"S{n}": Cell(f"S{n}", f"S{n}", "clear", at, {}) for n, at in enumerate(anchors)}
    return MapDocument(
        id="sectors", title="Sectors", provenance="drawn for a test", kind="area",
        nodes=dict(network.nodes), edges=dict(network.edges), faces=dict(network.faces),
        cells=cells,
        palette=Palette("test", "Test", {"clear": TerrainKind("clear", "Clear")},
                        {"open": BorderKind("open", "Open", True)}),
    )  # fmt: skip


SOUND = sectors(4)


def every_crossing(network, edges):
    """The pairs among all borders that meet away from a common node, one of them in *edges*."""
    lines = {number: shapely.LineString(edge_points(network, number)) for number in network.edges}
    found = {(n, n) for n in edges if not lines[n].is_simple}
    for a, b in combinations(sorted(lines), 2):
        if not {a, b} & edges or not lines[a].intersects(lines[b]):
            continue
        one, two = network.edges[a], network.edges[b]
        nodes = {one.start, one.end} & {two.start, two.end}
        allowed = shapely.MultiPoint([network.nodes[node] for node in nodes])
        if not lines[a].intersection(lines[b]).difference(allowed).is_empty:
            found.add((a, b))
    return found


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), count=st.integers(1, 5), reach=st.integers(1, 300))
def test_crossings_near_an_edit_are_all_its_crossings(seed, count, reach):
    rng, network = random.Random(seed), SOUND.network
    nodes = dict(network.nodes)
    for node in rng.sample(sorted(nodes), count):
        x, y = nodes[node]
        nodes[node] = (x + rng.randint(-reach, reach), y + rng.randint(-reach, reach))
    moved = {node for node in nodes if nodes[node] != network.nodes[node]}
    after = replace(network, nodes=nodes)
    edges = {n for n, edge in after.edges.items() if {edge.start, edge.end} & moved}
    assert crossings(after, edges) == every_crossing(after, edges)


def test_a_small_edit_asks_a_few_borders_of_many():
    network = SOUND.network
    edge = next(iter(network.edges))
    assert 1 <= len(near_edges(network, {edge})) <= 12 < len(network.edges)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32), reach=st.integers(1, 120))
def test_a_node_may_be_moved_where_the_whole_map_stays_sound(seed, reach):
    rng = random.Random(seed)
    document = sectors(3)
    editor = Editor(document)
    node = rng.choice(sorted(document.nodes))
    x, y = document.nodes[node]
    to = (x + rng.randint(-reach, reach), y + rng.randint(-reach, reach))
    nodes = {**document.nodes, node: to}
    after = replace(document.network, nodes=nodes)
    crossed = every_crossing(after, set(after.edges))
    try:
        editor.do(MoveNode(node, to))
    except UserError:
        assert document.nodes[node] == (x, y)
    else:
        assert not crossed
