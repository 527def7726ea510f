"""The grid is found by itself in a map that was printed."""

from __future__ import annotations

import math
import sys
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter

sys.path.append(str(Path(__file__).parent))
from samplers import palettes, sampler

from wardesk.drawing.compile import compile_board
from wardesk.geometry.grids.find_grid import find_grid
from wardesk.render.map.board_painter import BoardPainter
from wardesk.render.theme import load_map_theme

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.slow
def test_the_squares_of_a_bare_print_are_found_and_not_their_halves():
    """Lines far apart sound loudest at many times their frequency."""
    palette = next(palette for name, palette, _ in palettes() if name == "rhine")
    document = sampler(palette, "square")
    of = BoardPainter(compile_board(document), load_map_theme("printed"))
    box = of.rect
    scale = 1600 / box.width()
    image = QImage(1600, round(box.height() * scale), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.scale(scale, scale)
    painter.translate(-box.topLeft())
    of.paint_ground(painter, scale)
    of.paint_lettering(painter, scale)
    painter.end()
    pixels = np.array(image.constBits(), float).reshape(image.height(), 1600, 4)[:, :, :3]
    grid = document.grid
    found = find_grid(pixels @ np.array([0.114, 0.587, 0.299]), 1.0, grid, range(grid.count))
    assert found.clear
    cell = math.dist(grid.centre(0, 0), grid.centre(0, 1)) * scale
    for mark in found.marks:
        x, y = ((a - b) * scale for a, b in zip(mark.place, box.topLeft().toTuple(), strict=True))
        assert math.dist(mark.image, (x, y)) < 0.15 * cell
