"""Lines on the operational map: how long, what lies where along them, which piece is told."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wardesk.campaign.operation.atlas import (
    Atlas,
    AtlasFrame,
    Shape,
    along,
    length,
    nearest,
    part,
)

BENT = ((0.0, 0.0), (3.0, 4.0), (3.0, 4.0), (9.0, 4.0))
"""Five units to the north-east corner, which stands twice, then six to the east."""
numbers = st.integers(-50, 50).map(float)
points = st.tuples(numbers, numbers)
lines = st.lists(points, min_size=2, max_size=6).filter(lambda row: length(row) > 0)
shares = st.integers(0, 16).map(lambda n: n / 16)


def near(a, b):
    return a == pytest.approx(b, abs=1e-6)


def test_the_length_of_a_line_is_that_of_its_legs():
    assert length(BENT) == 11
    assert length(BENT[:1]) == 0


@pytest.mark.parametrize(
    ("way", "at"),
    [(-1, (0, 0)), (0, (0, 0)), (2.5, (1.5, 2)), (5, (3, 4)), (6, (4, 4)), (11, (9, 4)),
     (12, (9, 4))],
)  # fmt: skip
def test_a_place_lies_so_far_along_a_line_and_never_beyond_its_ends(way, at):
    assert near(along(BENT, way), at)


@pytest.mark.parametrize(
    ("point", "way"),
    [((0, 0), 0), ((-2, -1), 0), ((1.5, 2), 2.5), ((3.5, 0.5), 2.5), ((3, 9), 5), ((5, 1), 7),
     ((6, 9), 8), ((12, 4), 11)],
)  # fmt: skip
def test_the_nearest_place_of_a_line_is_found_on_whichever_leg(point, way):
    assert nearest(BENT, point) == pytest.approx(way)


@given(lines, shares)
def test_a_place_on_a_line_is_its_own_nearest(line, share):
    at = along(line, length(line) * share)
    assert near(math.dist(along(line, nearest(line, at)), at), 0)


@given(lines, points, shares)
def test_no_place_of_a_line_is_nearer_than_the_nearest(line, point, share):
    best = math.dist(along(line, nearest(line, point)), point)
    other = math.dist(along(line, length(line) * share), point)
    assert best <= other + 1e-6


@given(lines, shares, shares)
def test_a_piece_of_a_line_has_its_ends_and_its_length(line, one, two):
    start, end = sorted((length(line) * one, length(line) * two))
    piece = part(line, start, end)
    assert near(piece[0], along(line, start))
    assert near(piece[-1], along(line, end))
    assert near(length(piece), end - start)


def test_a_piece_has_the_corners_between_its_ends_and_no_others():
    assert part(BENT, 0, 5) == ((0, 0), (3, 4))
    assert part(BENT, 1, 6)[1:-1] == ((3, 4), (3, 4))
    assert len(part(BENT, 6, 8)) == 2


@pytest.mark.parametrize(
    ("form", "places", "middle"),
    [
        ("point", ((2.0, 6.0),), (2, 6)),
        ("point", ((0.0, 0.0), (2.0, 6.0)), (1, 3)),
        ("line", BENT, (3.5, 4)),
        ("area", ((0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (0.0, 2.0), (0.0, 0.0)), (2, 1)),
        ("area", ((4.0, 2.0),), (4, 2)),
    ],
)
def test_the_middle_of_a_shape(form, places, middle):
    assert near(Shape(kind="town", form=form, points=places).middle, middle)


def test_a_place_of_the_world_lies_so_many_tens_of_metres_from_the_north_west_corner():
    frame = AtlasFrame(5.0, 51.0, 6.0, 52.0)
    wide, high = frame.size
    assert high == pytest.approx(11_120)  # a degree of latitude
    assert wide == pytest.approx(11_132 * math.cos(math.radians(51.5)))
    assert near(frame.place(5.0, 52.0), (0, 0))
    assert near(frame.place(6.0, 51.0), (wide, high))
    assert near(frame.place(5.5, 51.75), (wide / 2, high / 4))


def test_shapes_are_asked_for_by_their_kinds_in_the_order_of_the_file():
    shapes = tuple(Shape(kind=k, points=((0.0, 0.0),)) for k in ("road", "town", "river", "road"))
    atlas = Atlas(title="", frame=AtlasFrame(0, 0, 1, 1), shapes=shapes)
    assert [each.kind for each in atlas.of_kind("road", "river")] == ["road", "river", "road"]
