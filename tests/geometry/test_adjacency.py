"""Tests of adjacency: nine ways of drawing badly, nasty shapes, and a person's word."""

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from sectors import DEFECTS, jittered, sectors, vertex_pairs
from shapely.geometry import Polygon, box

from wardesk.geometry.adjacency import half_edges as half_edges_module
from wardesk.geometry.adjacency.contact_lines import contact_lines, is_open, passable_lengths
from wardesk.geometry.adjacency.contacts import AdjacencyPolicy, Manual, derive
from wardesk.geometry.adjacency.half_edges import half_edges, match, pack, unpack
from wardesk.geometry.adjacency.review import review

EXACT = AdjacencyPolicy(tolerance=0)
SOLID = 8.0


@pytest.mark.slow
@pytest.mark.parametrize("policy", [None, AdjacencyPolicy(tolerance=1.5, shortest=6)])
@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.long) for n in (2, 3))])
@pytest.mark.parametrize("defect", DEFECTS)
def test_no_border_is_missed_and_none_invented(defect, seed, policy):
    clean = sectors(1024, seed)
    truth = vertex_pairs(clean)
    found = derive(DEFECTS[defect](clean, seed + 10), policy).pairs()
    assert {pair for pair, length in truth.items() if length >= SOLID} - found == set()
    assert found - truth.keys() == set()


def test_a_clean_map_is_found_exact_with_its_lengths():
    polygons = sectors(1024, 1)
    truth = vertex_pairs(polygons)
    found = derive(polygons)
    assert not found.tolerance.any()
    sides = {(m.a, m.b): m.length for m in found.meetings() if m.kind == "side"}
    assert sides == pytest.approx(truth)


@settings(max_examples=20)
@given(st.integers(0, 10**6), st.booleans())
def test_the_way_rings_run_and_the_order_of_cells_do_not_matter(seed, turn):
    polygons = jittered(sectors(36, 5), 0.3, 3)
    order = np.random.default_rng(seed).permutation(len(polygons))
    mixed = polygons[order]
    if turn:
        mixed[::2] = shapely.reverse(mixed[::2])
    policy = AdjacencyPolicy(tolerance=1.5)
    named = {
        tuple(sorted((int(order[a]), int(order[b])))) for a, b in derive(mixed, policy).pairs()
    }
    assert named == derive(polygons, policy).pairs()


@settings(max_examples=20)
@given(st.lists(st.tuples(st.integers(0, 35), st.integers(0, 35)), max_size=6))
def test_deriving_again_keeps_a_persons_word(pairs):
    policy = AdjacencyPolicy(tolerance=1.5)
    polygons = jittered(sectors(36, 5), 0.3, 9)
    truth = derive(polygons, policy).pairs()
    chosen = [(min(p), max(p)) for p in pairs if p[0] != p[1]]
    cut = {pair: "a cliff" for pair in chosen if pair in truth}
    added = {pair: "a ferry" for pair in chosen if pair not in truth}
    word = Manual(added=added, cut=cut)
    again = derive(polygons, policy, word)
    assert again.pairs() == (truth - cut.keys()) | added.keys()
    assert all(again.between(*pair).reason == "a ferry" for pair in added)


def test_squares_have_corners_but_never_as_sides():
    board = [box(x, y, x + 10, y + 10) for x in (0, 10) for y in (0, 10)]
    found = derive(board)
    assert found.pairs() == {(0, 1), (0, 2), (1, 3), (2, 3)}
    assert found.pairs({"corner"}) == {(0, 3), (1, 2)}
    assert found.neighbours(0) == (1, 2)
    assert found.neighbours(0, {"corner"}) == (3,)


def test_two_separate_borders_of_one_pair():
    ring = Polygon([(0, 0), (30, 0), (30, 30), (0, 30)], [[(10, 10), (20, 10), (20, 20), (10, 20)]])
    left, right = ring.intersection(box(0, 0, 15, 30)), ring.intersection(box(15, 0, 30, 30))
    found = derive([left, right], EXACT)
    assert found.between(0, 1).length == 20
    assert shapely.get_num_geometries(contact_lines(found)[0, 1]) == 2


def test_enclaves_holes_and_pieces():
    sea = Polygon([(0, 0), (99, 0), (99, 99), (0, 99)], [[(10, 10), (20, 10), (20, 20), (10, 20)]])
    island = box(10, 10, 20, 20)
    far = shapely.MultiPolygon([box(200, 0, 210, 10), box(99, 0, 120, 99)])
    found = derive([sea, island, far], AdjacencyPolicy(tolerance=0))
    assert {(0, 1)} <= found.pairs()
    assert found.between(0, 1).length == 40
    assert found.pairs() == {(0, 1), (0, 2)}


def test_islands_in_a_sea_drawn_whole_touch_the_sea_and_a_lake_only_its_island():
    sea, island, lake = box(0, 0, 300, 300), box(100, 100, 200, 200), box(140, 140, 160, 160)
    other = box(200, 100, 250, 200)
    found = derive([sea, island, lake, other])
    assert found.pairs() == {(0, 1), (1, 2), (1, 3), (0, 3)}


def test_a_gap_wider_than_the_tolerance_stays_open():
    pair = [box(0, 0, 50, 50), box(53, 0, 99, 50)]
    assert derive(pair, AdjacencyPolicy(tolerance=2)).pairs() == set()
    found = derive(pair, AdjacencyPolicy(tolerance=4)).between(0, 1)
    assert (found.kind, found.gap) == ("gap", 3)
    # one wide border among narrow ones: its own tolerance
    wide = AdjacencyPolicy(tolerance=2, tolerances={1: 4})
    assert derive(pair, wide).pairs() == {(0, 1)}


def test_a_sliver_keeps_its_neighbours_apart():
    cells = [box(0, 0, 50, 60), box(50.5, 0, 52, 60), box(52.5, 0, 99, 60)]
    assert derive(cells, AdjacencyPolicy(tolerance=4)).pairs() == {(0, 1), (1, 2)}


def test_a_map_that_joins_up_sideways():
    cells = [box(0, 0, 20, 50), box(20, 0, 80, 50), box(80, 0, 100, 50)]
    assert derive(cells, EXACT).pairs() == {(0, 1), (1, 2)}
    assert derive(cells, AdjacencyPolicy(tolerance=0, wrap=100)).pairs() == {(0, 1), (1, 2), (0, 2)}
    loose = [box(1, 0, 20, 50), cells[1], box(80, 0, 98.5, 50)]
    found = derive(loose, AdjacencyPolicy(tolerance=3, wrap=100)).between(0, 2)
    assert (found.kind, found.gap) == ("gap", pytest.approx(2.5))


def test_zero_length_edges_empty_cells_and_nothing_at_all():
    twice = Polygon([(0, 0), (10, 0), (10, 0), (10, 10), (0, 10)])
    assert derive([twice, Polygon(), box(10, 0, 20, 10)]).pairs() == {(0, 2)}
    assert derive([]).pairs() == set()
    assert derive([Polygon()]).meetings() == ()


@pytest.mark.parametrize("far", [2.0**20, float("nan"), float("inf"), -1e300])
def test_coordinates_beyond_the_limit_are_refused(far):
    with np.errstate(invalid="ignore"):
        shape = Polygon([(0, 0), (far, 0), (0, 5)])
    with pytest.raises(ValueError, match="smaller than"):
        derive([shape])


def test_three_cells_on_one_segment_all_touch():
    a, b, c = box(0, 0, 10, 10), box(10, 0, 20, 10), Polygon([(10, 0), (10, 10), (15, 5)])
    assert {(0, 1), (0, 2), (1, 2)} <= derive([a, b, c], EXACT).pairs()


def test_hashes_that_collide_are_noticed(monkeypatch):
    polygons = sectors(36, 5)
    expected = set(vertex_pairs(polygons))
    monkeypatch.setattr(half_edges_module, "_mixed", lambda keys: np.zeros(len(keys), np.uint64))
    assert derive(polygons, EXACT).pairs() == expected


@given(st.integers(-(2**26), 2**26), st.integers(-(2**26), 2**26))
def test_points_pack_and_unpack(x, y):
    keys = pack(np.array([x]), np.array([y]))
    assert [int(v[0]) for v in unpack(keys)] == [x, y]


def test_every_half_edge_is_matched_or_alone():
    edges = half_edges(sectors(36, 5))
    matches = match(edges)
    assert len(matches.alone) + 2 * len(matches.first) == len(edges)


def test_the_review_puts_doubt_and_disagreement_first():
    cells = [box(0, 0, 50, 50), box(53.5, 0, 99, 50), box(0, 50, 50, 90), box(300, 0, 310, 10)]
    found = derive(cells, AdjacencyPolicy(tolerance=4))
    listed = review(found, {(0, 1), (0, 3)})
    assert [(d.a, d.b, d.against) for d in listed][:2] == [
        (0, 3, "declared only"),
        (0, 2, "derived only"),
    ]
    assert (0, 1) in {(d.a, d.b) for d in review(found)}
    assert [d.doubt for d in listed] == sorted((d.doubt for d in listed), reverse=True)


def test_contact_lines_and_what_of_them_is_dry():
    found = derive([box(0, 0, 10, 20), box(10, 0, 20, 20)], EXACT)
    (line,) = contact_lines(found).values()
    assert line.length == 20
    pond, flood = box(8, 0, 12, 15), box(8, -5, 12, 25)
    assert passable_lengths([line], [pond]).tolist() == [5]
    assert is_open([line], [pond]).tolist() == [True]
    assert is_open([line], [flood]).tolist() == [False]
    assert is_open([line], []).tolist() == [True]
    # two obstacles that only together cover the border
    assert is_open([line], [box(8, 0, 12, 10), box(8, 10, 12, 20)]).tolist() == [False]


def test_the_gaps_that_are_usual_on_a_traced_map_are_not_doubtful():
    usual = [box(60 * n, 0, 60 * n + 57, 50) for n in range(6)]
    wide = box(360 + 3, 0, 420, 50)
    listed = {(d.a, d.b) for d in review(derive([*usual, wide], AdjacencyPolicy(tolerance=6.0)))}
    assert listed == {(5, 6)}
