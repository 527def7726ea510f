"""Badges and the number of a pile leave the figures of a counter free, at every size."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF

from wardesk.model.look import BadgeLook, CounterLook, SideLook
from wardesk.render.counters.counter import BLEED, counter_image

SIDE = SideLook("red", "Red", "#c9a36a", "#7a3b2e")
THREE = tuple(BadgeLook(f"M{k}", "guns", "#4b5e7a", shape) for k, shape in
              enumerate(("diamond", "circle", "circle"), 1))  # fmt: skip


def figures(badges, pixels):
    """The lower part of a counter with its figures, without the last line where it is clipped."""
    look = CounterLook(
        piece="p", side="red", at="A1", title="Bloc 1", symbol="infantry", left="20", right="1",
        badges=badges,
    )  # fmt: skip
    image = counter_image(look, SIDE, pixels)
    start = pixels * BLEED
    box = QRectF(start + pixels * 0.05, start + pixels * 0.69, pixels * 0.86, pixels * 0.24)
    return image.copy(box.toAlignedRect())


@pytest.mark.parametrize("pixels", [26, 32, 39, 40, 56, 90, 140])
def test_three_badges_leave_the_figures_as_they_are(qapp, pixels):
    assert figures(THREE, pixels) == figures((), pixels)


@pytest.mark.parametrize("pixels", [26, 40, 90])
def test_badges_are_not_cut_off_at_the_edge_of_the_picture(qapp, pixels):
    look = CounterLook(piece="p", side="red", at="A1", title="X", symbol="infantry", badges=THREE)
    image = counter_image(look, SIDE, pixels)
    assert all(image.pixelColor(image.width() - 1, y).alpha() == 0 for y in range(image.height()))
