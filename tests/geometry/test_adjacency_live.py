"""Tests of adjacency_live: following an edit gives what deriving anew would give."""

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from sectors import DEFECTS, sectors, vertex_pairs

from wardesk.geometry.adjacency import AdjacencyPolicy, Manual, derive
from wardesk.geometry.adjacency_live import LiveAdjacency

POLICY = AdjacencyPolicy(tolerance=1.5, shortest=6.0)


def moved_vertex(polygons, at, by):
    """Every polygon with a vertex at that point, the vertex moved."""
    found = {}
    for number, shape in enumerate(polygons):
        xy = shapely.get_coordinates(shape)
        hit = (xy == at).all(1)
        if hit.any():
            xy[hit] = np.asarray(at) + by
            found[number] = shapely.Polygon(xy)
    return found


def same(live, polygons, policy):
    fresh = derive(polygons, policy)
    assert live.pairs() == fresh.pairs()
    expected = {}
    for meeting in fresh.meetings():
        expected.setdefault(meeting.a, []).append(meeting)
        expected.setdefault(meeting.b, []).append(meeting)
    for cell in range(len(polygons)):
        ours = live.meetings(cell)
        theirs = tuple(expected.get(cell, []))
        assert [(m.a, m.b, m.kind) for m in ours] == [(m.a, m.b, m.kind) for m in theirs]
        assert [m.length for m in ours] == pytest.approx([m.length for m in theirs])
        assert [m.gap for m in ours] == pytest.approx([m.gap for m in theirs], abs=1e-9)


@settings(max_examples=25)
@given(
    st.sampled_from(["exact", "jitter 0.3", "gaps 1.2", "T-junctions", "overlaps 1.2"]),
    st.lists(
        st.tuples(st.integers(0, 10**6), st.integers(0, 10**6), st.integers(-300, 300)),
        min_size=1,
        max_size=4,
    ),
)
def test_an_edit_gives_what_deriving_anew_gives(defect, edits):
    polygons = DEFECTS[defect](sectors(36, 5), 7).copy()
    live = LiveAdjacency(polygons, POLICY)
    for which, vertex, by in edits:
        ring = shapely.get_coordinates(polygons[which % len(polygons)])
        for cell, shape in moved_vertex(
            polygons, ring[vertex % len(ring)], (by / 64, -by / 64)
        ).items():
            before = live.pairs()
            change = live.update({cell: shape})
            polygons[cell] = shape
            assert (before | change.joined) - change.parted == live.pairs()
            assert not before & change.joined
            assert change.parted <= before
    same(live, polygons, POLICY)


def test_cells_may_vanish_and_come_back():
    polygons = sectors(36, 5).copy()
    live = LiveAdjacency(polygons, POLICY)
    all_pairs = live.pairs()
    gone = live.update({14: shapely.Polygon()})
    assert gone.parted == {pair for pair in vertex_pairs(polygons) if 14 in pair}
    assert live.neighbours(14) == ()
    assert live.update({14: polygons[14]}).joined == gone.parted
    assert live.pairs() == all_pairs


def test_islands_appear_in_a_sea_and_leave_it():
    sea = shapely.box(0, 0, 200, 200)
    live = LiveAdjacency([sea, shapely.box(300, 300, 320, 320)], AdjacencyPolicy(tolerance=0))
    assert live.pairs() == set()
    assert live.update({1: shapely.box(90, 90, 120, 120)}).joined == {(0, 1)}
    assert live.update({0: shapely.box(0, 0, 50, 50)}).parted == {(0, 1)}


def test_a_persons_word_stays_over_every_edit():
    polygons = sectors(36, 5)
    joined = sorted(vertex_pairs(polygons))
    far = (0, len(polygons) - 1)
    word = Manual(added={far: "a tunnel"}, cut={joined[0]: "a cliff"})
    live = LiveAdjacency(polygons, POLICY, word)
    for cell in joined[0]:
        live.update({cell: polygons[cell]})
    assert far in live.pairs()
    assert joined[0] not in live.pairs()
    assert joined[0][1] not in live.neighbours(joined[0][0])
    assert far[1] in live.neighbours(far[0])


def test_bad_coordinates_change_nothing():
    polygons = sectors(36, 5)
    live = LiveAdjacency(polygons, POLICY)
    before = live.pairs()
    with pytest.raises(ValueError, match="coordinates"):
        live.update({3: shapely.box(0, 0, 2.0**30, 5)})
    assert live.pairs() == before


def test_a_map_that_joins_up_sideways_is_refused():
    with pytest.raises(ValueError, match="sideways"):
        LiveAdjacency(sectors(36, 5), AdjacencyPolicy(wrap=384))
