"""The frame around chosen words holds what the sheet writes, in every manner of writing."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter

from wardesk.drawing.commands.all_commands import PlaceLabel
from wardesk.render.map.label_style import ALONG, BEND, ROWS, SIGN, SIZE_OF, TURN
from wardesk.ui.map.canvas.features import label_box

WORDS = "Wittenberge Mill"
MANNERS = {
    "plain": {},
    "region": {SIZE_OF: "region"},
    "small, turned": {SIZE_OF: "small", TURN: 35},
    "two rows": {ROWS: 2, SIZE_OF: "large"},
    "sign": {SIGN: "victory"},
    "bent": {BEND: 70, SIZE_OF: "large"},
    "along a river": {ALONG: "-200.0,40.0 -60.0,0.0 60.0,-30.0 200.0,20.0"},
}


def lettering(view):
    """The words that the sheet paints at the view's zoom, on black."""
    view.sheet.set_layers(dict.fromkeys(("terrain", "grid", "sides", "lines", "numbers"), 0.0))
    image = QImage(view.size(), QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    painter.setTransform(view.camera.transform())
    view.sheet.paint_once(painter, view.camera.seen(), view.camera.scale)
    painter.end()
    return np.frombuffer(image.constBits(), np.uint8).reshape(view.height(), -1, 4)[..., :3].copy()


def written(hand, properties):
    """Put words down and give where the sheet is another then, px of the view, and their row."""
    view = hand.view
    at = (QRectF(view.sheet.rect).center() + QPointF(30, 10)).toTuple()
    before = lettering(view)
    assert hand.model.do(PlaceLabel(WORDS, at, "", properties=properties))
    rows, columns = np.nonzero((lettering(view).astype(int) - before).any(axis=2))
    ink = QRectF(QPointF(columns.min(), rows.min()), QPointF(columns.max() + 1.0, rows.max() + 1.0))
    return ink, view.features.rows[-1]


@pytest.mark.parametrize("kind", ["hex", "area"])
@pytest.mark.parametrize("manner", MANNERS)
def test_the_frame_holds_the_letters_and_little_more(maps, kind, manner):
    hand = maps(kind)
    ink, row = written(hand, MANNERS[manner])
    frame = label_box(hand.view, row)
    assert frame.contains(ink), (frame, ink)
    room = 14 + 0.25 * min(frame.width(), frame.height())
    tight = frame.adjusted(room, room, -room, -room)
    assert not tight.isValid() or ink.contains(tight), (frame, ink)


@pytest.mark.parametrize("kind", ["hex", "area"])
def test_words_too_small_to_be_written_can_still_be_chosen_at_their_place(maps, kind):
    hand = maps(kind)
    _, row = written(hand, {})
    hand.view.zoom(0.02)
    spot = hand.view.camera.to_view(QPointF(*row.points[0]))
    assert label_box(hand.view, row).contains(spot)
    assert hand.view.features.at(QPointF(*row.points[0])) is not None
