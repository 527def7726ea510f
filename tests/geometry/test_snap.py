"""Tests of snap."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wardesk.geometry.grids.snap import LIMIT, on_grid, snap, snap_point, twice_area, within_limit

COORDINATES = st.floats(-LIMIT + 1, LIMIT - 1)


@given(COORDINATES, COORDINATES)
def test_snapping_lands_on_the_grid_nearby_and_only_once(x, y):
    place = snap_point((x, y))
    assert on_grid(place)
    assert snap_point(place) == place
    assert abs(place[0] - x) <= 1 / 128
    assert abs(place[1] - y) <= 1 / 128


def test_snapping_leaves_no_negative_zero():
    assert math.copysign(1, snap(-0.001)) == 1


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_what_is_no_number_is_neither_on_the_grid_nor_within_reach(value):
    assert not on_grid((value, 0.0))
    assert not within_limit((0.0, value))
    with pytest.raises((ValueError, OverflowError)):
        snap(value)


def test_a_ring_counter_clockwise_to_the_eye_has_a_negative_area():
    down_right_up = [(0.0, 0.0), (0.0, 1.0), (1.0, 1.0)]
    assert twice_area(down_right_up) == -64 * 64
