"""The grid can be seen on every ground at every height, in every theme."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

sys.path.append(str(Path(__file__).parent))
from samplers import palettes, sampler

from wardesk.model.board import Cell
from wardesk.render.colours import contrast, mix
from wardesk.render.map.lattice.grid_lines import grid_ink
from wardesk.render.map.recipes import art_of, ground_tint, level_tint
from wardesk.render.map.sheet import MapSheet
from wardesk.render.theme import load_map_theme, theme_ids

pytestmark = pytest.mark.usefixtures("qapp")
LATTICES = [(name, palette) for name, palette, kind in palettes() if kind != "area"]
LAND = dict(LATTICES)["land-hex"]


def seen_on(theme, tint):
    ink = grid_ink(theme, tint)
    return contrast(mix(tint, ink.name(), ink.alphaF()), tint)


@pytest.mark.parametrize("theme", theme_ids())
def test_the_grid_is_seen_on_every_ground_and_at_every_height(theme):
    inks = load_map_theme(theme)
    tints = {f"level {rank}": level_tint(inks, rank, 6) for rank in range(6)}
    for name, palette in LATTICES:
        view = sampler(palette, "hex")
        for kind in palette.terrain:
            tints[f"{kind} of {name}"] = ground_tint(inks, art_of(view, kind))
    assert {
        what: seen_on(inks, tint) for what, tint in tints.items() if seen_on(inks, tint) < 2
    } == {}


def painted(terrain, level, theme, grid):
    """A cell among its like, on a map that has six levels."""
    document = sampler(LAND, "hex")
    document.sides.clear()
    document.features.clear()
    names = [*document.cells]
    for number, name in enumerate(names):
        last = len(names) - 1 - number  # the last six show what levels there are
        told = ("clear", last) if last < 6 else (terrain, level)
        document.cells[name] = Cell(
            name, name, told[0], document.cells[name].anchor, {"level": told[1]}
        )
    sheet = MapSheet(document, load_map_theme(theme))
    sheet.set_layers({"grid": grid, "labels": 0.0})
    x, y = document.cells["0604"].anchor
    box, scale = QRectF(x - 320, y - 320, 640, 640), 0.4
    image = QImage(256, 256, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.scale(scale, scale)
    painter.translate(-box.topLeft())
    sheet.paint_once(painter, box, scale)
    painter.end()
    return np.array(image.constBits(), float).reshape(256, 256, 4)[:, :, :3]


def light(pixels):
    part = pixels / 255
    part = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    return float((part @ np.array([0.0722, 0.7152, 0.2126])).mean())


@pytest.mark.parametrize("theme", ["printed", "staff", "ink", "contrast", "dark", "cvd"])
@pytest.mark.parametrize(
    "ground", [("wood", 0), ("wood", 4), ("town", 0), ("clear", 3), ("clear", 5)]
)
def test_lines_stand_out_from_what_is_drawn_under_them(theme, ground):
    """With texture and smooth edges nine tenths of the two to one are left."""
    bare, lined = (painted(*ground, theme, grid) for grid in (0.0, 1.0))
    off = np.abs(bare - lined).max(axis=2)
    core = off > np.percentile(off[off > 0], 80)
    low, high = sorted((light(bare[core]), light(lined[core])))
    assert (high + 0.05) / (low + 0.05) > 1.8
