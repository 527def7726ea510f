"""The grid is found by itself in a map that was printed."""

from __future__ import annotations

import math
import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.append(str(Path(__file__).parent))
from prints import printed
from samplers import palettes, sampler

from wardesk.geometry.grids.find_grid import find_grid

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.slow
def test_the_squares_of_a_bare_print_are_found_and_not_their_halves():
    """Lines far apart sound loudest at many times their frequency."""
    palette = next(palette for name, palette, _ in palettes() if name == "rhine")
    document = sampler(palette, "square")
    sheet = printed(document, 1600)
    grid = document.grid
    found = find_grid(sheet.pixels @ np.array([0.114, 0.587, 0.299]), 1.0, grid, range(grid.count))
    assert found.clear
    cell = math.dist(grid.centre(0, 0), grid.centre(0, 1)) * sheet.scale
    for mark in found.marks:
        corner = sheet.box.topLeft().toTuple()
        x, y = ((a - b) * sheet.scale for a, b in zip(mark.place, corner, strict=True))
        assert math.dist(mark.image, (x, y)) < 0.15 * cell
