"""Grids found in painted scans: turned, stretched, noisy; a picture without one is refused."""

from __future__ import annotations

import math

import numpy as np
import pytest

from wardesk.errors import UserError
from wardesk.geometry.grids.bend import bent, chosen_fit
from wardesk.geometry.grids.calibration import PictureMark, calibrated, placed
from wardesk.geometry.grids.find_grid import find_grid
from wardesk.geometry.grids.hex_lattice import HexGrid
from wardesk.geometry.grids.square_lattice import SquareGrid

SIZE = 760, 620
GRIDS = {
    "flat": HexGrid(14, 9, False, "odd"),
    "pointy": HexGrid(12, 10, True, "even"),
    "square": SquareGrid(14, 11),
}


def way(scale, turn, stretch=1.0, at=(70.0, 60.0)):
    """From map units to pixels."""
    cos, sin = math.cos(math.radians(turn)) * scale, math.sin(math.radians(turn)) * scale
    return cos, -sin * stretch, at[0], sin, cos * stretch, at[1]


def blotches(noise=10.0, seed=1):
    """A country without any lines."""
    dice = np.random.default_rng(seed)
    y, x = np.indices((SIZE[1], SIZE[0]))
    grey = np.full(x.shape, 190.0)
    for _ in range(50):
        middle, wide = dice.uniform(0, 1, 2) * SIZE, dice.uniform(10, 90, 2)
        inside = ((x - middle[0]) / wide[0]) ** 2 + ((y - middle[1]) / wide[1]) ** 2 < 1
        grey[inside] = dice.uniform(90, 220)
    return grey + dice.normal(0, noise, grey.shape)


def scan(grid, to_pixel, noise=10.0, ink=50.0, seed=1):
    """A scan as a person would have it: *to_pixel* takes points of the map to pixels."""
    grey = blotches(noise, seed)
    for number in range(grid.count):
        ring = np.array(grid.outline(*grid.coordinates(number)), float)
        for one, other in zip(ring, np.roll(ring, -1, axis=0), strict=True):
            a, b = np.array(to_pixel(one)), np.array(to_pixel(other))
            steps = np.linspace(0, 1, max(2, int(np.hypot(*(b - a)) * 2)))[:, None]
            spots = np.floor(a + (b - a) * steps).astype(int)
            for dx, dy in ((0, 0), (1, 0), (0, 1)):
                at = spots + np.array((dx, dy))
                at = at[((at >= 0) & (at < SIZE)).all(axis=1)]
                grey[at[:, 1], at[:, 0]] = ink
    return np.clip(grey, 0, 255)


def cell_of(grid):
    first, second = (np.array(grid.centre(*one), float) for one in ((0, 0), (0, 1)))
    return float(np.hypot(*(second - first)))


def off_in_cells(grid, found, to_pixel, scale):
    """How far each mark's pixel is from where the scan has its place, in cells."""
    return [
        math.dist(to_pixel(mark.place), mark.image) / (cell_of(grid) * scale)
        for mark in found.marks
    ]


@pytest.mark.slow
@pytest.mark.parametrize("kind", [*GRIDS])
@pytest.mark.parametrize(
    ("scale", "turn", "stretch", "ink"),
    [(0.15, 0.0, 1.0, 50.0), (0.13, 5.0, 1.03, 245.0), (0.12, -8.0, 0.97, 50.0)],
)
def test_a_grid_is_found_and_every_cell_has_its_name(kind, scale, turn, stretch, ink):
    grid = GRIDS[kind]
    at = (60.0, 50.0) if turn >= 0 else (60.0, 130.0)
    affine = way(scale, turn, stretch, at)
    grey = scan(grid, lambda p: placed(affine, p), ink=ink)
    found = find_grid(grey, 1.0, grid, range(grid.count))
    assert found.clear
    off = off_in_cells(grid, found, lambda p: placed(affine, p), scale)
    assert max(off) < 0.08
    fit = calibrated(found.marks, "affine")
    assert fit.error / cell_of(grid) < 0.03
    assert fit.turn == pytest.approx(-turn, abs=0.4)


@pytest.mark.parametrize("kind", [*GRIDS])
def test_numbers_at_one_side_of_every_cell_do_not_draw_the_grid_aside(kind):
    grid, dice = GRIDS[kind], np.random.default_rng(5)
    affine = way(0.15, 1.0)
    grey = scan(grid, lambda p: placed(affine, p), ink=70.0)
    size = cell_of(grid)
    for number in range(grid.count):
        x, y = grid.centre(*grid.coordinates(number))
        for digit in range(4):  # strokes under the upper side, others in every cell
            left, top = placed(affine, (x + (digit - 2) * size * 0.09, y - size * 0.41))
            strokes = dice.random((6, 3)) < 0.75
            part = grey[round(top) : round(top) + 6, round(left) : round(left) + 3]
            part[strokes[: part.shape[0], : part.shape[1]]] = 30.0
    found = find_grid(grey, 1.0, grid, range(grid.count))
    off = np.array([
        np.array(mark.image) - placed(affine, mark.place) for mark in found.marks
    ]) / (size * 0.15)  # fmt: skip
    assert np.hypot(*off.mean(axis=0)) < 0.025


def test_pixels_of_a_smaller_picture_become_those_of_the_scan():
    grid = GRIDS["flat"]
    affine = way(0.15, 2.0)
    grey = scan(grid, lambda p: placed(affine, p))
    found = find_grid(grey, 0.25, grid, range(grid.count))
    for mark in found.marks:
        assert np.array(mark.image) * 0.25 == pytest.approx(placed(affine, mark.place), abs=3)


def test_a_photographed_sheet_gives_marks_that_a_photograph_fits():
    grid = GRIDS["flat"]

    def seen(point):
        x, y = placed(way(0.145, 0.0, 1.0, (50.0, 40.0)), point)
        depth = 1 + 0.00012 * (y - 300) + 0.00006 * x
        return x / depth, y / depth

    found = find_grid(scan(grid, seen), 1.0, grid, range(grid.count))
    flat = calibrated(found.marks, "affine").error / cell_of(grid)
    photo = bent(found.marks, "projective").error / cell_of(grid)
    assert photo < 0.03
    assert photo < flat
    assert chosen_fit(found.marks) in ("projective", "spline", "affine")


@pytest.mark.parametrize("kind", [*GRIDS])
def test_a_picture_without_a_grid_is_refused(kind):
    grid = GRIDS[kind]
    with pytest.raises(UserError, match="No grid"):
        find_grid(blotches(seed=len(kind)), 1.0, grid, range(grid.count))


def test_squares_are_no_hexes_and_hexes_no_squares():
    for drawn, wanted in (("flat", "square"), ("square", "flat")):
        grid, other = GRIDS[drawn], GRIDS[wanted]
        affine = way(0.15, 0.0)
        with pytest.raises(UserError):
            find_grid(scan(grid, lambda p, a=affine: placed(a, p)), 1.0, other, range(other.count))


def test_hexes_that_stand_the_other_way_are_told():
    grid = GRIDS["flat"]
    grey = scan(grid, lambda p: placed(way(0.15, 0.0), p))
    with pytest.raises(UserError, match="other way"):
        find_grid(grey, 1.0, GRIDS["pointy"], range(GRIDS["pointy"].count))


@pytest.mark.slow
def test_where_the_scan_has_no_edge_a_mark_says_which_cell_is_which():
    grid, whole = GRIDS["flat"], HexGrid(60, 50, False, "odd")
    affine = way(0.15, 0.0, at=(-1500.0, -1400.0))
    grey = scan(whole, lambda p: placed(affine, p))
    unsure = find_grid(grey, 1.0, grid, range(grid.count))
    assert not unsure.clear
    place = whole.centre(*whole.axial(38, 30))
    known = PictureMark(placed(affine, place), tuple(map(float, grid.centre(*grid.axial(4, 4)))))
    found = find_grid(grey, 1.0, grid, range(grid.count), [known])
    assert found.clear
    fit = calibrated(found.marks, "affine")
    assert placed(fit.transform, known.image) == pytest.approx(known.place, abs=12)
