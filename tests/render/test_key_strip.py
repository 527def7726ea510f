"""The key beside a sheet: its words are large enough, and none lies over another."""

from __future__ import annotations

import sys
from itertools import combinations
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

sys.path.append(str(Path(__file__).parent))
from samplers import palettes, sampler

from wardesk.documents.maps.shipped import shipped_palettes
from wardesk.drawing.compile import compile_board
from wardesk.render.lettering import text_width
from wardesk.render.map.board_painter import BoardPainter
from wardesk.render.map.lattice import sheet_margin
from wardesk.render.theme import load_map_theme

pytestmark = pytest.mark.usefixtures("qapp")
SHEETS = [
    *((name, palette, kind) for name, palette, kind in palettes() if kind != "area"),
    *(
        (one.name, one.palette, kind)
        for one in shipped_palettes()
        if one.like
        for kind in one.kinds
    ),
]


@pytest.mark.parametrize(
    ("name", "palette", "kind"), SHEETS, ids=[f"{n}-{k}" for n, _, k in SHEETS]
)
def test_no_words_of_a_key_lie_over_others_and_all_can_be_read(name, palette, kind, monkeypatch):
    of = BoardPainter(compile_board(sampler(palette, kind)), load_map_theme("plain"))
    made = of.scene.drawn.strip
    written = []

    def put(painter, text, at, size, ink, *, role, align=0.0, fit=0.0, tracking=0.0):
        spot = painter.transform().map(*at)
        wide = text_width(text, role, size)
        if text:
            least = size * min(1.0, fit / wide) if fit else size
            written.append((text, spot, least, wide * least / size * align, role))

    monkeypatch.setattr(sheet_margin, "put", put)
    image = QImage(64, 64, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    sheet_margin.paint_strip(painter, made, of.scene.drawn.ground)
    painter.end()
    boxes = {}
    for text, (x, y), size, shift, role in written:
        left = x / made.size - (text_width(text, role, size) + shift) / 2
        wide = text_width(text, role, size)
        boxes[text, x, y] = QRectF(left, y / made.size - size * 0.4, wide, size * 0.8)
        if text in {one.words for one in made.entries}:
            assert size > sheet_margin._WORDS * 0.4, f"{text} is {size:.1f} high"
    assert len(boxes) >= len(made.entries)
    costs = [(text, size) for text, _, size, _, role in written if role == "map-place-italic"
             and any(text in one.costs for one in made.entries)]  # fmt: skip
    assert len({round(size, 6) for _, size in costs}) <= 1  # one size for the costs of a key
    told = [part for one in made.entries for part in one.costs.split(", ") if part]
    found = [part for text, _ in costs for part in text.removesuffix(",").split(", ")]
    assert sorted(found) == sorted(told)  # no class is parted from its cost
    for (one, box), (other, against) in combinations(boxes.items(), 2):
        assert not box.intersects(against), f"{one} lies over {other}"
