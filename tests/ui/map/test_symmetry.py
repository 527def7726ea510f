"""Painting symmetrically: every stroke comes on the other side of the axis too, as one entry."""

from __future__ import annotations

import pytest
from hand import CTRL
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QComboBox

from wardesk.drawing.commands.all_commands import PutTerrainKind
from wardesk.geometry.grids.mirror import AXES, opposite_cell
from wardesk.model.palette import TerrainKind
from wardesk.ui.map.tools.brush import AXIS


@pytest.fixture
def hexes(maps):
    """A sheet of 8 by 7 hexes whose palette has a ground that lies nowhere."""
    hand = maps("hex")
    hand.model.do(PutTerrainKind(TerrainKind("mud", "Mud")))
    return hand


def opposite(document, cell, axis):
    layout = document.layout
    number = opposite_cell(layout.grid, document.cell_numbers[cell], axis)
    return layout.numbering.label(layout.grid, number) if number >= 0 else ""


def is_even(document, painted, symmetry):
    found = {opposite(document, cell, axis) for cell in painted for axis in AXES[symmetry]}
    return {one for one in found if one in document.cells} <= set(painted)


@pytest.mark.parametrize("symmetry", ["across", "down", "both"])
def test_a_stroke_is_mirrored_and_is_one_entry_of_the_history(hexes, symmetry):
    hexes.use("brush")
    hexes.model.ink(terrain="mud", symmetry=symmetry)
    before = hexes.painted("mud")
    hexes.drag("0101", "0201", "0202", "0302")
    painted = hexes.painted("mud") - before
    assert {"0101", "0201", "0202", "0302"} < painted
    assert is_even(hexes.document, painted, symmetry)
    assert len(hexes.titles) == 2
    hexes.key(Qt.Key.Key_Z, CTRL)
    assert hexes.painted("mud") == before


def test_y_goes_through_the_ways_and_the_box_follows(hexes):
    hexes.use("brush")
    box = next(one for one in hexes.workspace.options.findChildren(QComboBox)
               if one.accessibleName() == "Paint symmetrically")  # fmt: skip
    seen = []
    for _ in range(4):
        hexes.type("y")
        seen.append((hexes.model.inks.symmetry, box.currentData()))
    assert seen == [(one, one) for one in ("across", "down", "both", "")]


def test_the_axis_is_seen_and_goes_again(hexes):
    hexes.use("brush")
    hexes.model.ink(symmetry="across")

    def like(ink):
        red, green, blue = ink.getRgb()[:3]
        return min(red, blue) > green + 50

    assert like(QColor(AXIS))

    def count():
        image = hexes.view.grab().toImage()
        rows = range(0, image.height(), 7)
        return sum(like(image.pixelColor(x, y)) for y in rows for x in range(image.width()))

    assert count() > 20
    hexes.model.ink(symmetry="")
    assert count() == 0


def test_enter_paints_on_both_sides_too(hexes):
    hexes.use("brush")
    hexes.model.ink(symmetry="across")
    hexes.view.set_focus_cell("0103")
    hexes.key(Qt.Key.Key_Return)
    assert hexes.terrain("0103") == hexes.terrain(opposite(hexes.document, "0103", "across"))


@settings(max_examples=15, deadline=None,
          suppress_health_check=[HealthCheck.function_scoped_fixture])  # fmt: skip
@given(st.data(), st.sampled_from(["across", "down", "both"]), st.integers(1, 3))
def test_every_stroke_is_symmetrical(hexes, data, symmetry, size):
    cells = sorted(hexes.document.cells)
    way = data.draw(st.lists(st.sampled_from(cells), min_size=2, max_size=4, unique=True))
    hexes.use("brush")
    hexes.model.ink(terrain="mud", symmetry=symmetry, brush=size)
    hexes.drag(*way)
    assert is_even(hexes.document, hexes.painted("mud"), symmetry)
    while len(hexes.titles) > 1:
        hexes.model.undo()


def test_areas_are_refused_in_words(maps):
    areas = maps("area")
    areas.use("brush")
    areas.type("y")
    assert "symmetrically" in str(areas.refusals[-1])
    assert areas.model.inks.symmetry == ""
