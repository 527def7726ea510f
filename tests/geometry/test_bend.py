"""Straightening photographed and folded sheets: what fits what, and what a hand's click does."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from wardesk.errors import UserError
from wardesk.geometry.grids.bend import bent, bent_frame, chosen_fit
from wardesk.geometry.grids.calibration import PictureMark, calibrated
from wardesk.geometry.grids.hex_lattice import CELL_STEP, HexGrid

GRID = HexGrid(30, 20)
HEXES = np.array([GRID.centre(*GRID.coordinates(n)) for n in range(30 * 20)], float)
MIDDLE, REACH = HEXES.mean(axis=0), float(np.ptp(HEXES, axis=0).max()) / 2


def photographed(places, tilt=0.02, barrel=0.0015):
    """Pixels of a sheet turned by 1.7°, stretched by 1.5 %, seen aslant through a usual lens."""
    x, y = ((places - MIDDLE) / REACH).T
    turn = math.radians(1.7)
    x, y = (
        x * math.cos(turn) - y * math.sin(turn),
        1.015 * (x * math.sin(turn) + y * math.cos(turn)),
    )
    depth = 1 + tilt * (0.7 * x + y)
    x, y = x / depth, y / depth
    lens = 1 - barrel * (x * x + y * y)
    return np.stack((x * lens * 2000 + 2100, y * lens * 2000 + 1500), axis=1)


def marks_at(places, **how):
    pixels = photographed(np.array(places), **how)
    return [PictureMark(tuple(p), tuple(q)) for p, q in zip(pixels.tolist(), places, strict=True)]


CORNERS = [tuple(HEXES[n].tolist()) for n in (0, 19, 580, 599)]


def off(found):
    """Root mean square over all hexes, in hexes."""
    pixels = photographed(HEXES)
    return float(np.sqrt(np.mean(np.sum((found(pixels) - HEXES) ** 2, axis=1)))) / CELL_STEP


def test_four_corners_of_a_photographed_sheet_lay_every_hex_where_it_belongs():
    marks = marks_at(CORNERS)
    assert chosen_fit(marks) == "projective"
    bend = bent(marks, "projective")
    assert off(bend.to_map) < 0.03
    a, b, c, d, e, f = calibrated(marks).transform
    assert off(lambda p: p @ np.array([[a, d], [b, e]]) + (c, f)) > 0.05


def test_a_sheet_in_folds_is_bent_by_as_many_marks_as_it_needs():
    some = [20 * column + row for column in (0, 7, 14, 21, 29) for row in (0, 6, 13, 19)]
    places = [tuple(p) for p in HEXES[some].tolist()]
    marks = marks_at(places, barrel=0.03)
    assert chosen_fit(marks) == "spline"
    pixels = photographed(HEXES, barrel=0.03)
    bend = bent(marks, "spline")
    left = np.hypot(*(bend.to_map(pixels) - HEXES).T)
    assert bend.error < 1e-3
    assert np.sqrt(np.mean(left**2)) / CELL_STEP < 0.05
    back = bend.to_picture(np.array(places))
    assert back == pytest.approx(photographed(np.array(places), barrel=0.03), abs=1e-3)


@pytest.mark.parametrize("count", [4, 9])
def test_a_flat_scan_stays_flat_though_the_hand_shakes(count):
    rng = np.random.default_rng(count)
    places = HEXES[rng.choice(len(HEXES), count, replace=False)]
    if count == 4:
        places = np.array(CORNERS)
    pixels = places * 0.3 + rng.normal(0, 0.5, places.shape)
    marks = [
        PictureMark(tuple(p), tuple(q))
        for p, q in zip(pixels.tolist(), places.tolist(), strict=True)
    ]
    assert chosen_fit(marks) == "affine"
    assert chosen_fit(marks[:2]) == "similarity"


@given(st.floats(-0.3, 0.3), st.floats(-0.3, 0.3), st.integers(4, 12))
def test_a_perspective_is_found_again_and_leads_back(g, h, count):
    rng = np.random.default_rng(count)
    corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
    pixels = np.array([*corners, *rng.random((count - 4, 2)).tolist()])
    assume(abs(g) + abs(h) > 1e-3)
    depth = 1 + pixels @ (g, h)
    places = (pixels * (640, 480) + (30, -20)) / depth[:, None]
    marks = [
        PictureMark(tuple(p), tuple(q))
        for p, q in zip(pixels.tolist(), places.tolist(), strict=True)
    ]
    bend = bent(marks, "projective")
    assert bend.error < 1e-6
    assert bend.to_picture(bend.to_map(pixels)) == pytest.approx(pixels, abs=1e-8)


def test_too_few_marks_and_impossible_views_are_told():
    with pytest.raises(UserError, match="3 marks"):
        bent(marks_at(CORNERS[:3]), "projective")
    with pytest.raises(UserError, match="5 marks"):
        bent(marks_at([*CORNERS, (900.0, 900.0)]), "spline")
    crossed = marks_at(CORNERS)
    first, second = crossed[:2]
    crossed[:2] = [PictureMark(first.image, second.place), PictureMark(second.image, first.place)]
    with pytest.raises(UserError):
        bent(crossed, "projective")


def test_the_straight_picture_is_as_fine_as_the_scan_and_upright():
    bend = bent(marks_at(CORNERS), "projective")
    (unit, skew, *_), size = bent_frame(bend, (4200, 3000))
    flat = calibrated(marks_at(CORNERS)).stretch
    assert skew == 0
    assert unit == pytest.approx(sum(flat) / 2, rel=0.02)
    assert size[0] == pytest.approx(4200, rel=0.1)
