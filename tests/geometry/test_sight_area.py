"""Sight on area boards: against shapely's union, both ways, and views against the judge."""

from dataclasses import replace

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from networks import _merged, build, networks

from wardesk.geometry.adjacency.coverage import polygon
from wardesk.geometry.borders.topology import edge_points, outlines, sides
from wardesk.geometry.grids.snap import snap_point
from wardesk.geometry.sight.area_mesh import BorderLine, Mesh
from wardesk.geometry.sight.area_sight import AreaSight
from wardesk.geometry.sight.events import Fork
from wardesk.geometry.sight.ground import LinePart, SightGround
from wardesk.geometry.sight.policy import Elevation, SightPolicy

UNION = SightPolicy(id="union", corner="clear")
EDGES = {"wall": 1}
POLICIES = [
    UNION,
    SightPolicy(id="plain"),
    SightPolicy(id="second", threshold=2, edges=EDGES),
    SightPolicy(id="global", threshold=2, edges=EDGES, scope="global"),
    SightPolicy(id="any", threshold=2, edges=EDGES, scope="any", run_on_edge="block"),
    SightPolicy(id="strict", edges=EDGES, run_on_edge="block", off_board="block"),
    SightPolicy(id="cliffs", threshold=2, edges=EDGES, edges_of_ends="high"),
    SightPolicy(id="heights", elevation=Elevation(), adjacent="clear"),
    SightPolicy(id="along", elevation=Elevation(higher_end="along_line")),
]


@st.composite
def straight_networks(draw):
    """Networks on a coarse grid, whose lines run along borders and through corners all the time."""
    columns, rows = draw(st.integers(2, 6)), draw(st.integers(2, 6))
    shift = st.sampled_from([0, 0, 0, 5])
    places = {
        (i, j): (i * 10 + draw(shift), j * 10 - draw(shift))
        for i in range(columns + 1)
        for j in range(rows + 1)
    }
    return build(places, _merged(draw, columns, rows))


def meshed(network, seed, coarse):
    """Mesh, polygons and anchors of a network, or None where cells are too thin or overlap."""
    names = sorted(network.faces)
    numbers = {name: number for number, name in enumerate(names)}
    rings = outlines(network)
    shapes = [polygon(rings[name]) for name in names]
    if not all(s.is_valid for s in shapes) or not shapely.coverage_is_valid(shapes):
        return None
    rng = np.random.default_rng(seed)
    anchors = []
    for one in shapes:
        inside = one.point_on_surface()
        places = [snap_point((inside.x, inside.y))]
        if coarse:
            left, top, right, bottom = one.bounds
            places = [
                (x, y) for x in np.arange(left, right, 2.5) for y in np.arange(top, bottom, 2.5)
            ]
            rng.shuffle(places)
        places = [p for p in places if shapely.contains_xy(one, *p)]
        if not places:
            return None
        anchors.append(tuple(map(float, places[0])))
    beside = sides(network)
    lines = [
        BorderLine(
            edge_points(network, number),
            numbers.get(beside[number].left, -1),
            numbers.get(beside[number].right, -1),
        )
        for number in network.edges
    ]
    return Mesh(lines, anchors), shapes, anchors, len(lines)


def check(made, policy, seed, most=4):
    mesh, shapes, anchors, borders = made
    rng = np.random.default_rng(seed)
    weight = (rng.random(mesh.count) < 0.4) * rng.integers(1, policy.threshold + 1, mesh.count)
    level = rng.integers(0, 3, mesh.count) if policy.elevation else None
    walls = (rng.random(borders) < 0.15).astype(np.uint8) if policy.edges else None
    directed = {
        int(mesh.border[n]): (int(mesh.left[n]), int(mesh.right[n])) for n in range(len(mesh.left))
    }
    ground = SightGround(
        policy, weight.astype(np.uint8), level=level, borders=walls, directed=directed
    )
    sight = AreaSight(mesh, ground)
    for source in range(min(mesh.count, most)):
        seen = sight.seen_from(source)
        for end in range(mesh.count):
            there, back = sight.verdict(source, end), sight.verdict(end, source)
            assert (there.clear, there.score) == (back.clear, back.score)
            assert seen[end] == there.clear
            if policy is UNION and source != end:
                others = [s for n, s in enumerate(shapes) if weight[n] and n not in (source, end)]
                line = shapely.LineString([anchors[source], anchors[end]])
                met = bool(others) and line.relate_pattern(shapely.union_all(others), "T********")
                assert there.clear == (not met)


@settings(max_examples=40)
@given(networks(), st.integers(0, 10**6), st.sampled_from(POLICIES))
def test_random_sectors(network, seed, policy):
    made = meshed(network, seed, coarse=False)
    if made:
        check(made, policy, seed)


@settings(max_examples=70)
@given(straight_networks(), st.integers(0, 10**6), st.sampled_from(POLICIES))
def test_sectors_full_of_collinear_borders_and_crossroads(network, seed, policy):
    made = meshed(network, seed, coarse=True)
    if made:
        check(made, policy, seed)


def jiggled(rng, size=13):
    """Places and labels of a net on a coarse grid, wide enough for many tiles of borders."""
    shifts = rng.choice([0, 0, 0, 3], (size + 1, size + 1, 2))
    corners = [(i, j) for i in range(size + 1) for j in range(size + 1)]
    places = {
        (i, j): (float(i * 10 + shifts[i, j, 0]), float(j * 10 - shifts[i, j, 1]))
        for i, j in corners
    }
    labels = {q: "c{}-{}".format(*q) for q in corners if max(q) < size and rng.random() < 0.98}
    return places, labels


@pytest.mark.slow
@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.id)
@pytest.mark.parametrize("share", [0.03, 0.3])
def test_wide_views_past_many_tiles_are_the_judges(policy, share):
    rng = np.random.default_rng(POLICIES.index(policy) + int(share * 100))
    made = None
    while made is None:
        made = meshed(build(*jiggled(rng)), 3, coarse=True)
    mesh, _, _, borders = made
    weight = (rng.random(mesh.count) < share) * rng.integers(1, policy.threshold + 1, mesh.count)
    level = (rng.random(mesh.count) < 0.1) * rng.integers(0, 3, mesh.count)
    walls = (rng.random(borders) < share / 8).astype(np.uint8) if policy.edges else None
    ground = SightGround(policy, weight.astype(np.uint8), borders=walls, level=level)
    sight = AreaSight(mesh, ground if policy.elevation else replace(ground, level=None))
    for source in rng.integers(0, mesh.count, 2).tolist():
        seen = sight.seen_from(source)
        for end in range(mesh.count):
            assert seen[end] == sight.verdict(source, end).clear, (source, end)


# ---- cases --------------------------------------------------------------------------------------


def sectors(cells, anchors, policy=UNION, weight=(), offset=0, **more):
    """Sight on sectors given as rings (outer, holes …) that match vertex for vertex."""
    segments = {}
    for number, rings in enumerate(cells):
        for ring in rings:
            ring = [(x + offset, y + offset) for x, y in ring]
            for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
                segments[a, b] = number
    lines = []
    for (a, b), left in segments.items():
        right = segments.get((b, a), -1)
        if right == -1 or a < b:
            lines.append(BorderLine((a, b), left, right))
    mesh = Mesh(lines, [(x + offset, y + offset) for x, y in anchors])
    weights = np.zeros(len(cells), np.uint8)
    weights[list(weight)] = policy.threshold
    return AreaSight(mesh, SightGround(policy, weights, **more))


def box(left, top, right, bottom):
    """A ring counter-clockwise to the eye, y down."""
    return [(left, top), (left, bottom), (right, bottom), (right, top)]


def clear_both_ways(sight, a, b):
    there = sight.verdict(a, b)
    assert there.clear == sight.verdict(b, a).clear
    assert sight.seen_from(a)[b] == sight.seen_from(b)[a] == there.clear
    return there.clear


@pytest.mark.parametrize("offset", [0, 1_000_000, -1_000_000])
def test_an_enclave_between_two_places(offset):
    ring = [(0, 0), (0, 12), (24, 12), (24, 0)]
    hole = [(8, 4), (16, 4), (16, 8), (8, 8)]
    east = [(24, 0), (24, 12), (36, 12), (36, 0)]
    cells = [[ring, hole], [box(8, 4, 16, 8)], [east]]
    sight = sectors(cells, [(2, 6), (12, 6), (30, 6)], weight=[1], offset=offset)
    assert not clear_both_ways(sight, 0, 2)  # the line leaves its own cell and comes back to it
    assert clear_both_ways(sight, 0, 1)
    skirting = sectors(cells, [(2, 8), (12, 6), (30, 8)], weight=[1], offset=offset)
    assert clear_both_ways(skirting, 0, 2)  # along the enclave's border


def test_a_reflex_target_is_left_and_entered_again():
    hook = [(0, 0), (0, 20), (30, 20), (30, 10), (20, 10), (20, 15), (10, 15), (10, 0)]
    gap = [(10, 0), (10, 15), (20, 15), (20, 10), (20, 0)]
    east = [(20, 0), (20, 10), (30, 10), (30, 20), (40, 20), (40, 0)]
    anchors = [(5, 12), (15, 12), (35, 12)]
    for weight, clear in (([1], False), ([0], True), ([], True)):
        assert (
            clear_both_ways(sectors([[hook], [gap], [east]], anchors, weight=weight), 0, 2) == clear
        )


def four_at_a_corner(policy, weight, **more):
    cells = [[box(x, y, x + 8, y + 8)] for y in (0, 8) for x in (0, 8)]
    return sectors(cells, [(4, 4), (12, 4), (4, 12), (12, 12)], policy, weight, **more)


def test_a_corner_of_four_sectors():
    plain = SightPolicy(id="plain")
    assert clear_both_ways(four_at_a_corner(plain, [1]), 0, 3)
    assert not clear_both_ways(four_at_a_corner(plain, [1, 2]), 0, 3)
    assert clear_both_ways(four_at_a_corner(UNION, [1, 2]), 0, 3)  # the union has no inside there
    fork = four_at_a_corner(plain, []).events(0, 3)[0]
    assert isinstance(fork, Fork)
    assert (len(fork.left), len(fork.right)) == (3, 3)


def test_along_a_border_with_vertices_past_blockers_on_either_side():
    """Staggered blockers beside a straight street: each time one side is open."""
    north = [[[(x, 0), (x, 8), (x + 8, 8), (x + 8, 0)]] for x in (8, 16, 24)]
    south = [[[(x, 8), (x, 16), (x + 8, 16), (x + 8, 8)]] for x in (8, 16, 24)]
    west = [[(0, 0), (0, 16), (8, 16), (8, 8), (8, 0)]]
    east = [[(32, 0), (32, 8), (32, 16), (40, 16), (40, 0)]]
    cells = [west, *north, *south, east]
    anchors = [(4, 8), (12, 4), (20, 4), (28, 4), (12, 12), (20, 12), (28, 12), (36, 8)]
    for weight, clear in (
        ([1, 2, 3], True),
        ([1, 5, 3], True),
        ([1, 4], False),
        ([2, 4, 5], False),
    ):
        sight = sectors(cells, anchors, UNION, weight)
        assert clear_both_ways(sight, 0, 7) == clear, weight
        walled = SightPolicy(id="w", threshold=2, edges={"wall": 1})
        assert clear_both_ways(sectors(cells, anchors, walled, weight), 0, 7) == clear


def test_a_cell_whose_border_is_only_touched_counts_once():
    """An orchard crossed while the tip of another cell touches the line weighs one, not two."""
    west = [(0, 0), (0, 16), (8, 16), (8, 0)]
    orchard = [(8, 0), (8, 16), (16, 16), (20, 8), (24, 16), (32, 16), (32, 0)]
    tip = [(16, 16), (24, 16), (20, 8)]
    east = [(32, 0), (32, 16), (40, 16), (40, 0)]
    second = SightPolicy(id="second", threshold=2)
    sight = sectors(
        [[west], [orchard], [tip], [east]], [(4, 8), (12, 4), (20, 14), (36, 8)], second
    )
    sight = sight.with_weight(1, 1)
    verdict = sight.verdict(0, 3)
    assert verdict.score == 1
    assert clear_both_ways(sight, 0, 3)
    assert not clear_both_ways(sight.with_weight(1, 2), 0, 3)


def test_a_blocking_target_within_a_clump_is_seen_only_past_open_ground():
    cells = [[box(x, 0, x + 8, 8)] for x in range(0, 40, 8)]
    sight = sectors(cells, [(x + 4, 4) for x in range(0, 40, 8)], weight=[2, 3, 4])
    assert clear_both_ways(sight, 0, 2)
    assert not clear_both_ways(sight, 0, 3)
    assert clear_both_ways(sight, 2, 3)


def test_a_drawn_line_between_sectors():
    cells = [[box(x, 0, x + 8, 8)] for x in range(0, 24, 8)]
    anchors = [(4, 4), (12, 4), (20, 4)]
    policy = SightPolicy(id="dyke", lines={"dyke": 1})
    for points, clear in (
        (((10, 0), (10, 8)), False),
        (((10, 0), (10, 3)), True),
        (((10, 0), (10, 4), (14, 0)), True),
        (((10, 0), (10, 4), (14, 8)), False),
        (((9, 4), (15, 4)), True),
    ):
        part = LinePart(0, 1, 1, tuple((float(x), float(y)) for x, y in points))
        sight = sectors(cells, anchors, policy, parts=(part,))
        assert clear_both_ways(sight, 0, 2) == clear, points
        assert clear_both_ways(sight, 0, 1)  # the dyke lies in an end cell


def test_lines_that_meet_a_view_in_one_point_count_once_there():
    cells = [[box(x, 0, x + 8, 8)] for x in range(0, 24, 8)]
    policy = SightPolicy(id="dyke", threshold=2, lines={"dyke": 1})
    there_and_back = [(10, 0), (10, 8), (10, 1)]
    two, apart = [(9, 0), (11, 8)], [(13, 0), (13, 8)]
    for lines, clear in (
        ([there_and_back], True),
        ([there_and_back, [(10, 7), (10, 2)]], True),
        ([[(11, 0), (9, 8)], two], True),
        ([there_and_back, apart], False),
        ([two, apart], False),
    ):
        parts = tuple(
            LinePart(number, 1, 1, tuple((float(x), float(y)) for x, y in line))
            for number, line in enumerate(lines)
        )
        sight = sectors(cells, [(4, 4), (12, 4), (20, 4)], policy, parts=parts)
        assert clear_both_ways(sight, 0, 2) == clear, lines
        assert sight.seen_from(0)[2] == sight.seen_from(2)[0] == clear, lines
