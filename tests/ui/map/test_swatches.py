"""The small pictures of kinds in the palette show the cells that the map has."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QImage

from wardesk.documents.maps.shipped import shipped_palettes
from wardesk.documents.maps.store import read_map
from wardesk.paths import campaigns
from wardesk.render.theme import load_map_theme
from wardesk.ui.map.panels.swatches import Dress, swatch

EDGE = 64
ALIKE = 10.0
"""By so much the sixteenth parts of two pictures may differ in colour that look the same small."""
PALETTES = {kind: one.palette for one in shipped_palettes() if not one.like for kind in one.kinds}


def picture(kind, among, name, palette=None):
    dress = Dress(kind, palette or PALETTES[kind])
    image = swatch(dress, among, name, load_map_theme(), EDGE, 1.0)
    found = image.convertToFormat(QImage.Format.Format_ARGB32)
    return np.frombuffer(found.constBits(), np.uint8).reshape(EDGE, EDGE, 4)


@pytest.mark.parametrize(("kind", "filled"), [("hex", False), ("square", True), ("area", True)])
def test_a_ground_is_shown_as_a_cell_of_the_map(qapp, kind, filled):
    alpha = picture(kind, "terrain", next(iter(PALETTES[kind].terrain)))[:, :, 3]
    rows = np.flatnonzero(alpha.any(axis=1))
    corners = alpha[rows[[2, 2, -3, -3]], [6, -7, 6, -7]]
    assert (corners > 0).all() if filled else not corners.any()


@pytest.mark.parametrize("kind", ["hex", "square", "area"])
@pytest.mark.parametrize("among", ["borders", "lines"])
def test_sides_and_lines_run_through_the_middle(qapp, kind, among):
    drawn = {}
    for name in getattr(PALETTES[kind], among):
        middle = picture(kind, among, name)[EDGE // 2 - 6 : EDGE // 2 + 6, 20:44, :3]
        drawn[name] = float(np.ptp(middle.astype(int), axis=(0, 1)).max())
    assert drawn
    assert {name: range_ for name, range_ in drawn.items() if range_ < 20} == {}


@pytest.mark.parametrize(
    "place", [*campaigns().glob("*/maps/*")], ids=lambda place: place.name.partition(".")[0]
)
def test_no_two_grounds_of_a_game_look_alike(qapp, place):
    document = read_map(place)
    means = {}
    for name in document.palette.terrain:
        found = picture(document.kind, "terrain", name, document.palette)[:, :, :3]
        means[name] = found.reshape(4, 16, 4, 16, 3).mean(axis=(1, 3))
    pairs = [(a, b) for a in means for b in means if a < b]
    alike = [pair for pair in pairs if np.abs(np.subtract(*map(means.get, pair))).max() < ALIKE]
    assert alike == []
