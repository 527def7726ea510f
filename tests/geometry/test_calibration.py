"""Tests of calibration: exact fits, least squares against numpy, stretch, drift, bad marks."""

import math
import random

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from wardesk.errors import UserError
from wardesk.geometry.grids.calibration import (
    IDENTITY,
    PictureMark,
    calibrated,
    fitted,
    nudged,
    pixel_at,
    placed,
    turned_about,
)
from wardesk.geometry.grids.hex_lattice import HexGrid

numbers = st.floats(-5000, 5000, allow_nan=False)
points = st.tuples(numbers, numbers)


def marks_of(transform, pixels):
    return [PictureMark(pixel, placed(transform, pixel)) for pixel in pixels]


def similar(scale, degrees, x=0.0, y=0.0):
    cos, sin = (f(math.radians(degrees)) * scale for f in (math.cos, math.sin))
    return (cos, -sin, x, sin, cos, y)


@given(st.floats(0.05, 20), st.floats(-180, 180), points, points, points)
def test_two_marks_give_the_similarity_that_made_them(scale, degrees, shift, p, q):
    assume(math.dist(p, q) > 1)
    transform = similar(scale, degrees, *shift)
    found = calibrated(marks_of(transform, (p, q)))
    assert found.kind == "similarity"
    assert found.transform == pytest.approx(transform, rel=1e-6, abs=1e-4)
    assert found.stretch == pytest.approx((scale, scale))
    assert found.error == pytest.approx(0, abs=1e-6)
    assert found.drift == pytest.approx(0, abs=1e-6)


def test_three_hex_centres_of_a_board_printed_too_tall():
    grid = HexGrid(20, 20)
    hexes = [(0, 0), (15, -5), (3, 12)]
    marks = []
    for q, r in hexes:
        x, y = grid.centre(q, r)
        marks.append(PictureMark((x / 3 + 40, y / 3 * 1.03 + 25), (x, y)))
    found = calibrated(marks)
    assert found.kind == "affine"
    assert found.stretch == pytest.approx((3, 3 / 1.03))
    assert found.unevenness == pytest.approx(0.03)
    assert (found.turn, found.skew) == pytest.approx((0, 0), abs=1e-9)
    plain = calibrated(marks, "similarity")
    assert 0.1 < plain.drift_in_cells(10) < 0.3  # what a fit without stretching is off
    assert found.drift_in_cells(10) == pytest.approx(0, abs=1e-9)


@given(st.integers(0, 2**32), st.integers(4, 30))
def test_many_marks_are_fitted_by_least_squares(seed, count):
    rng = random.Random(seed)
    marks = [
        PictureMark(
            (x := rng.uniform(0, 9000), y := rng.uniform(0, 7000)),
            (0.5 * x + 0.01 * y + rng.gauss(0, 3), 0.6 * y - 0.02 * x + rng.gauss(0, 3)),
        )
        for _ in range(count)
    ]
    rows = np.array([[*mark.image, 1] for mark in marks])
    aims = np.array([mark.place for mark in marks])
    spread = np.linalg.svd(rows[:, :2] - rows[:, :2].mean(axis=0), compute_uv=False)
    assume(spread[1] > 0.05 * spread[0])
    best = np.linalg.lstsq(rows, aims, rcond=None)[0].T.ravel()
    found = calibrated(marks)
    assert found.transform == pytest.approx(tuple(best), rel=1e-5, abs=1e-4)
    assert len(found.residuals) == count
    assert math.hypot(*found.residuals[found.worst]) == max(math.hypot(*r) for r in found.residuals)


def test_the_mark_that_was_clicked_wrongly_stands_out():
    pixels = [(x * 100.0, y * 100.0) for x in range(4) for y in range(4)]
    marks = marks_of((2.0, 0.0, 5.0, 0.0, 2.0, 9.0), pixels)
    marks[6] = PictureMark(marks[6].image, (marks[6].place[0] + 60, marks[6].place[1]))
    assert calibrated(marks).worst == 6


@pytest.mark.parametrize(
    ("marks", "kind", "words"),
    [
        ([], "auto", "0 marks"),
        ([PictureMark((0, 0), (0, 0))], "auto", "1 marks"),
        ([PictureMark((0, 0), (0, 0)), PictureMark((1, 1), (1, 1))], "affine", "2 marks"),
        (
            [PictureMark((0, 0), (0, 0)), PictureMark((0, 0), (9, 9))],
            "auto",
            "same point of the picture",
        ),
        (
            [PictureMark((0, 0), (5, 5)), PictureMark((9, 0), (5, 5))],
            "auto",
            "same point of the map",
        ),
        (
            [PictureMark((i, 2 * i), (i, i * i)) for i in range(4)],
            "auto",
            "one line of the picture",
        ),
        ([PictureMark((i, i * i), (i, 2 * i)) for i in range(4)], "auto", "one line of the map"),
        ([PictureMark(p, (-p[0], p[1])) for p in ((0, 0), (9, 0), (0, 9))], "auto", "mirror"),
        (
            [PictureMark((math.nan, 0), (0, 0)), PictureMark((1, 1), (1, 1))],
            "auto",
            "not at a point",
        ),
    ],
)
def test_marks_that_fix_nothing_are_refused_with_advice(marks, kind, words):
    with pytest.raises(UserError, match=words) as caught:
        calibrated(marks, kind)
    assert caught.value.advice


@given(points, points, st.floats(-180, 180), st.floats(0.1, 10))
def test_turning_keeps_the_point_turned_about(about, shift, degrees, scale):
    transform = similar(1.5, 30, *shift)
    pixel = pixel_at(transform, about)
    turned = turned_about(transform, about, degrees, scale)
    assert placed(turned, pixel) == pytest.approx(about, abs=1e-5)
    assert placed(nudged(turned, 3, -4), pixel) == pytest.approx(
        (about[0] + 3, about[1] - 4), abs=1e-5
    )


def test_a_picture_is_fitted_into_the_map():
    transform = fitted((100, 50), (0, 0, 1000, 1000))
    assert placed(transform, (0, 0)) == (0, 250)
    assert placed(transform, (100, 50)) == (1000, 750)
    assert placed(IDENTITY, (3, 4)) == (3, 4)
    with pytest.raises(ValueError, match="no inverse"):
        pixel_at((1, 1, 0, 1, 1, 0), (0, 0))
