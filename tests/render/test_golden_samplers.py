"""A golden picture of each palette's sampler: whoever changes how something is drawn sees it here.

``python tests/render/test_golden_samplers.py`` paints them anew, after they were looked at.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImage

sys.path.append(str(Path(__file__).parent))
sys.path.append(str(Path(__file__).parents[2] / "packaging"))

from sampler import drawn
from samplers import palettes, sampler

from wardesk.documents.maps.shipped import shipped_palettes
from wardesk.drawing.commands.all_commands import (
    PaintSides,
    PaintTerrain,
    SetElevation,
    SetLook,
)
from wardesk.drawing.editor import Editor
from wardesk.model.map_look import KindLook, SheetLook
from wardesk.render.app import ensure_gui_app
from wardesk.render.export.map_options import ExportOptions
from wardesk.render.export.maps import export_map

GOLDEN = Path(__file__).parent / "golden_samplers"
WIDE = 560
BLOCK = 4


def cases():
    """Every palette, by a name: a preset tells its costs in the key; those of games come once."""
    presets = [(one.name, one.palette, one.kinds[0]) for one in shipped_palettes() if one.like]
    seen = []
    for name, palette, kind in (*palettes(), *presets):
        if (palette, kind) not in seen:
            seen.append((palette, kind))
            yield f"{name}-{kind}", palette, kind


CASES = {name: (palette, kind) for name, palette, kind in cases()}


def sheet_of(palette, kind):
    """Every kind of the palette; on hexes also over steps, in woods and across a river."""
    return drawn(palette) if kind == "hex" else sampler(palette, kind)


def painted(document, file):
    export_map(document, "png", file, ExportOptions(wide=WIDE))
    return QImage(str(file))


def blocks(image):
    """The mean colour of every block of pixels, so that a smoother edge is no difference."""
    found = image.convertToFormat(QImage.Format.Format_RGB32)
    high, wide = (size // BLOCK * BLOCK for size in (found.height(), found.width()))
    raw = np.frombuffer(found.constBits(), np.uint8)
    rows = raw.reshape(found.height(), found.width(), 4)[:high, :wide, :3].astype(float)
    return rows.reshape(high // BLOCK, BLOCK, wide // BLOCK, BLOCK, 3).mean(axis=(1, 3))


def unlike(one, other):
    """Where two pictures of one size differ: how far each of their blocks is off, 0 to 255."""
    assert (one.width(), one.height()) == (other.width(), other.height())
    return np.abs(blocks(one) - blocks(other)).max(axis=2)


def is_same(one, other):
    off = unlike(one, other)
    return off.mean() < 1.2 and (off > 10).sum() <= 2


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_the_sampler_of_a_palette_is_painted_as_on_its_golden_picture(name, tmp_path):
    shown = painted(sheet_of(*CASES[name]), tmp_path / "sampler.png")
    golden = QImage(str(GOLDEN / f"{name}.jpg"))
    off = unlike(shown, golden)
    y, x = np.unravel_index(off.argmax(), off.shape)
    told = f"mean {off.mean():.2f}, {(off > 10).sum()} blocks, most at {x * BLOCK}, {y * BLOCK}"
    assert is_same(shown, golden), f"{name} is drawn otherwise: {told}; see {tmp_path}"


@pytest.mark.parametrize("case", ["side", "ground", "level", "bridge", "ink"])
def test_a_golden_picture_tells_a_small_change(case, tmp_path):
    document = sheet_of(*CASES["land-hex-hex"])
    editor = Editor(document)
    if case == "side":
        hedges = tuple(pair for pair, kinds in document.sides.items() if "hedge" in kinds)
        editor.do(PaintSides(hedges[:1], "hedge", "remove"))
    elif case == "ground":
        editor.do(PaintTerrain(("0501",), "village"))
    elif case == "level":
        editor.do(SetElevation(("0904",), 3))
    elif case == "bridge":
        bridges = tuple(pair for pair, kinds in document.sides.items() if "bridge" in kinds)
        editor.do(PaintSides(bridges[:1], "bridge", "remove"))
    else:
        wood = {"wood": KindLook(colour="#5a9a5a")}
        editor.do(SetLook(SheetLook(terrain=wood)))
    golden = QImage(str(GOLDEN / "land-hex-hex.jpg"))
    assert not is_same(painted(document, tmp_path / "changed.png"), golden)


if __name__ == "__main__":
    ensure_gui_app()
    for name, (palette, kind) in CASES.items():
        file = GOLDEN / f"{name}.png"
        painted(sheet_of(palette, kind), file).save(str(file.with_suffix(".jpg")), quality=95)
        file.unlink()
