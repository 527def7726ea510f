"""Tests of the editor's topology tools: simplify, split and merge, snapping, picking."""

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from networks import networks
from sectors import jittered, sectors, vertex_pairs
from shapely.geometry import Polygon, box
from test_topology import grid

from wardesk.errors import UserError
from wardesk.geometry.adjacency.coverage import polygon
from wardesk.geometry.borders.edge_nodes import node_on_edge, turned_round
from wardesk.geometry.borders.rebuild import network_of, rebuilt
from wardesk.geometry.borders.shapes import shape_flaws
from wardesk.geometry.borders.simplify import simplified
from wardesk.geometry.borders.snapping import Snapper
from wardesk.geometry.borders.topology import outlines, touches
from wardesk.geometry.borders.validation import network_flaws
from wardesk.geometry.grids.picking import Picker
from wardesk.geometry.tracing.close_gaps import as_coverage
from wardesk.geometry.tracing.cut_areas import cut_in_two, joined


def face_polygons(network):
    """Every face as a polygon."""
    return {name: polygon(rings) for name, rings in outlines(network).items()}


def sound(network):
    flaws = network_flaws(network)
    if not any(flaw.grave for flaw in flaws):
        flaws += shape_flaws(network)
    return [flaw.text for flaw in flaws if flaw.grave] == []


def side_pairs(network):
    return {(t.a, t.b) for t in touches(network) if t.is_side}


@settings(max_examples=60)
@given(networks())
def test_a_network_comes_back_from_its_polygons(network):
    polygons = face_polygons(network)
    if any(not shape.is_valid for shape in polygons.values()):
        return
    again = network_of(polygons)
    assert sound(again)
    assert touches(again) is not None
    assert side_pairs(again) == side_pairs(network)
    assert {n: p.normalize() for n, p in face_polygons(again).items()} == {
        n: p.normalize() for n, p in polygons.items()
    }


def test_polygons_that_overlap_make_no_network():
    with pytest.raises(ValueError, match="overlap"):
        network_of({"a": box(0, 0, 10, 10), "b": box(0, 0, 10, 10)})


def test_gaps_close_in_the_middle():
    clean = sectors(100, 3)
    traced = shapely.buffer(clean, -1.5, join_style="mitre")
    faces = as_coverage(traced, 4.0)
    network = network_of({str(i): face for i, face in enumerate(faces)})
    assert sound(network)
    pairs = {tuple(sorted(map(int, pair))) for pair in side_pairs(network)}
    truth = vertex_pairs(clean)
    assert {pair for pair, length in truth.items() if length > 8} <= pairs
    assert shapely.area(shapely.symmetric_difference(faces, clean)).mean() < 0.15 * 64 * 64


def test_islands_are_cut_out_of_the_sea():
    faces = as_coverage([box(0, 0, 90, 90), box(20, 20, 40, 40)], 0)
    assert [round(face.area) for face in faces] == [90 * 90 - 400, 400]


@settings(max_examples=40)
@given(networks(), st.floats(0.1, 8))
def test_simplifying_loses_no_border_and_no_node(network, tolerance):
    thin = simplified(network, tolerance)
    assert sound(thin)
    assert side_pairs(thin) == side_pairs(network)
    assert thin.nodes == network.nodes
    bends = [sum(len(e.points) for e in n.edges.values()) for n in (thin, network)]
    assert bends[0] <= bends[1]


@settings(max_examples=60)
@given(networks(), st.integers(0, 1000))
def test_merging_joins_two_faces_and_leaves_a_sound_network(network, which):
    pairs = sorted(side_pairs(network))
    if not pairs:
        return
    keep, gone = pairs[which % len(pairs)]
    before = face_polygons(network)
    whole = shapely.union(before[keep], before[gone])
    try:
        after = rebuilt(network, joined(network, keep, gone), "")
    except UserError:
        return
    assert sound(after)
    assert gone not in after.faces
    assert face_polygons(after)[keep].area == pytest.approx(whole.area)
    assert set(after.edges) <= set(network.edges)


def split(network, face, line, name):
    """The network with a face cut in two; the second part gets the name."""
    with_ends, parts = cut_in_two(network, face, line, 0.1)
    return rebuilt(with_ends, {**outlines(with_ends), face: parts[0], name: parts[1]}, "new")


def test_splitting_and_merging_again_gives_the_same_network():
    network = grid(["ab", "cd"])
    after = split(network, "a", ((1.0, 1.0), (0.0, 0.0)), "new")
    assert sound(after)
    assert ("a", "new") in side_pairs(after)
    parts = face_polygons(after)
    assert parts["a"].area + parts["new"].area == 1
    back = rebuilt(after, joined(after, "a", "new"), "")
    assert side_pairs(back) == side_pairs(network)
    assert face_polygons(back)["a"].equals(face_polygons(network)["a"])


def test_impossible_splits_and_merges_are_refused():
    network = grid(["ab", "cd"])
    with pytest.raises(UserError, match="different places"):
        cut_in_two(network, "a", ((0.0, 0.0), (0.0, 0.0)), 0.1)
    with pytest.raises(UserError, match="begin and end on the outline"):
        cut_in_two(network, "a", ((0.0, 0.0), (0.5, 0.5)), 0.1)
    with pytest.raises(UserError, match="leaves area a"):
        cut_in_two(network, "a", ((0.0, 0.0), (2.0, 0.5), (1.0, 1.0)), 0.1)
    with pytest.raises(UserError, match="share no"):
        joined(network, "a", "d")


def test_holes_go_with_the_part_that_has_them():
    network = grid(["aaaaa", "aiaaa", "aaaaa"])
    after = split(network, "a", ((3.0, 0.0), (3.0, 3.0)), "east")
    assert sound(after)
    parts = face_polygons(after)
    assert sorted(len(shape.interiors) for shape in parts.values()) == [0, 0, 1]
    assert {round(shape.area) for shape in parts.values()} == {1, 6, 8}


@settings(max_examples=40)
@given(networks(), st.sets(st.integers(1, 40)))
def test_edges_walked_the_other_way_bound_the_same_faces(network, numbers):
    turned = turned_round(network, numbers & set(network.edges))
    assert sound(turned)
    assert touches(turned) == touches(network)
    shapes = face_polygons(network)
    assert all(shape.equals(shapes[name]) for name, shape in face_polygons(turned).items())
    assert turned_round(turned, numbers & set(network.edges)) == network


def test_a_node_on_an_edge_cuts_it_for_both_cells():
    network = grid(["ab", "cd"])
    after, node = node_on_edge(network, 1, (0.5, 0.25))
    assert sound(after)
    assert len(after.edges) == len(network.edges) + 1
    assert after.nodes[node] != network.nodes.get(node)
    assert side_pairs(after) == side_pairs(network)


def test_the_pen_catches_nodes_before_bends_before_edges():
    network = grid(["ab", "cd"])
    pen = Snapper(network)
    assert pen.catch((1.1, 0.95), 0.3).kind == "node"
    assert pen.catch((1.1, 0.95), 0.3).at == (1.0, 1.0)
    assert pen.catch((0.02, 0.05), 0.3).kind == "bend"
    found = pen.catch((0.51, 0.98), 0.1)
    assert (found.kind, found.at) == ("edge", (33 / 64, 1.0))
    assert pen.catch((9.0, 9.0), 0.5) is None


def test_picking_is_sure_inside_and_the_same_on_every_border():
    cells = sectors(100, 3)
    picker = Picker(cells)
    for number, shape in enumerate(cells):
        point = shape.representative_point()
        assert picker.cell_at(point.x, point.y) == number
        x, y = shapely.get_coordinates(shape)[0]
        around = [n for n, other in enumerate(cells) if other.intersects(shapely.Point(x, y))]
        assert picker.cell_at(x, y) == min(around)
    assert picker.cell_at(-5, -5) is None
    picker.update({0: Polygon(), 7: box(-10, -10, -1, -1)})
    assert picker.cell_at(-5, -5) == 7
    picker.update({n: cells[n] for n in range(100)})
    assert picker.cell_at(-5, -5) is None


def test_every_spot_of_a_gap_goes_to_the_nearest_border():
    rng = np.random.default_rng(5)
    drawn = [shape.buffer(-float(rng.uniform(0.6, 1.2))) for shape in sectors(64, seed=4)]
    faces = as_coverage(drawn, 4.0)
    spots = shapely.points(rng.uniform(40, 8 * 64 - 40, (3000, 2)))
    distances = np.stack([shapely.distance(shape, spots) for shape in drawn])
    first, second = np.sort(distances, axis=0)[:2]
    clear = (first > 0) & (second - first > 1.2) & (second < 3)  # smoothing moves the middle a bit
    assert clear.sum() > 20
    for place in np.flatnonzero(clear):
        assert shapely.covers(faces[int(distances[:, place].argmin())], spots[place])


def test_a_traced_map_is_covered_whole_and_keeps_who_borders_on_whom():
    """Nothing of a border is left between two areas, and none is cut off from its neighbour."""
    clean = sectors(64, seed=6)
    drawn = shapely.buffer(jittered(shapely.segmentize(clean, 9.0), 0.5, 6), -0.8)
    faces = as_coverage(drawn, 4.0)
    whole = shapely.union_all(faces)
    assert len(shapely.get_rings(whole)) == 1
    assert shapely.area(faces).sum() == pytest.approx(whole.area)
    assert shapely.hausdorff_distance(whole, shapely.union_all(clean)) < 4.0
    network = network_of({str(i): face for i, face in enumerate(faces)})
    pairs = {tuple(sorted(map(int, pair))) for pair in side_pairs(network)}
    truth = vertex_pairs(clean)
    assert {pair for pair, length in truth.items() if length > 4} <= pairs
    assert pairs <= set(truth)
