"""The print shows what a person drew in the editor: words, rivers, woods and water by the cell."""

import sys
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QRectF

from wardesk.drawing.commands.all_commands import (
    DrawLine,
    PaintTerrain,
    PlaceLabel,
    PutLineKind,
    PutTerrainKind,
)
from wardesk.drawing.editor import Editor
from wardesk.model.palette import LineKind, TerrainKind

sys.path.append(str(Path(__file__).parent))
sys.path.append(str(Path(__file__).parents[1] / "drawing"))
import prints
from maps import document_of

pytestmark = pytest.mark.usefixtures("qapp")


def printed(document, part=None):
    """The pixels of a small print."""
    return prints.printed(document, 700, part).pixels


def editor_of(kind):
    return Editor(document_of(kind), lambda _record: None)


@pytest.mark.parametrize("kind", ["area", "hex", "square"])
def test_words_that_name_no_cell_are_printed(kind):
    editor = editor_of(kind)
    before = printed(editor.document)
    anchors = [cell.anchor for cell in editor.document.cells.values()]
    editor.do(PlaceLabel("Long Barrow", anchors[len(anchors) // 2]))
    assert (np.abs(printed(editor.document) - before).max(axis=2) > 60).sum() > 40


@pytest.mark.parametrize("kind", ["hex", "square"])
def test_a_river_that_is_a_line_is_printed(kind):
    editor = editor_of(kind)
    editor.do(PutLineKind(LineKind("brook", "Brook", "river")))
    before = printed(editor.document)
    cells = list(editor.document.cells.values())
    editor.do(DrawLine("brook", (cells[5].anchor, cells[-5].anchor)))
    assert (np.abs(printed(editor.document) - before).max(axis=2) > 30).sum() > 200


@pytest.mark.parametrize("art", ["wood", "water"])
def test_the_ground_of_an_area_is_printed_though_no_shape_was_drawn(art):
    editor = editor_of("area")
    editor.do(PutTerrainKind(TerrainKind("new", "New", art)))
    cells = editor.document.cells
    cell = next(one for one in editor.document.faces if cells[one].terrain != art)
    x, y = cells[cell].anchor
    middle = QRectF(x - 12, y - 12, 24, 24)
    before = printed(editor.document, middle)
    editor.do(PaintTerrain((cell,), "new"))
    assert (np.abs(printed(editor.document, middle) - before).max(axis=2) > 40).mean() > 0.2
