"""What the editor's sheet and the print agree on: curves, zones, slopes, names in their areas."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
import shapely
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

sys.path.append(str(Path(__file__).parents[1] / "drawing"))
from maps import area_map, document_of
from msgspec.structs import replace

from wardesk.documents.maps.store import read_map
from wardesk.drawing.commands.all_commands import DrawZone, FlipSides, PaintSides
from wardesk.drawing.compile import compile_board
from wardesk.drawing.editor import Editor
from wardesk.drawing.issues.live import live_issues
from wardesk.model.board import Feature
from wardesk.model.palette import BorderKind
from wardesk.paths import campaigns
from wardesk.render.map.areas.names import STEPS
from wardesk.render.map.board_painter import BoardPainter
from wardesk.render.map.sheet import MapSheet
from wardesk.render.theme import load_map_theme

pytestmark = pytest.mark.usefixtures("qapp")


def picture(paint, box, wide=700):
    """What *paint* puts on a white sheet of *box*."""
    scale = wide / box.width()
    image = QImage(wide, max(1, round(box.height() * scale)), QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    painter.scale(scale, scale)
    painter.translate(-box.topLeft())
    paint(painter, scale)
    painter.end()
    bits = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4)
    return bits[:, :, :3].astype(int)


def sheet_picture(sheet, box=None):
    box = box or sheet.rect
    return picture(lambda painter, scale: sheet.paint(painter, box, scale), box)


@pytest.mark.parametrize("kind", ["hex", "square", "area"])
def test_a_named_zone_stands_on_the_print_and_a_set_up_area_does_not(kind):
    document = document_of(kind)
    cells = list(document.cells)[:2]
    pictures = []
    for properties in (None, {"setup": "red"}, {}):
        twin = document_of(kind)
        if properties is not None:
            DrawZone("Reserve", tuple(cells), (), properties=properties).apply(twin)
        painter = BoardPainter(compile_board(twin), load_map_theme())
        pictures.append(picture(painter.paint_lettering, painter.rect))
    bare, setup, zone = pictures
    assert np.array_equal(bare, setup)
    assert (np.abs(bare - zone).max(axis=2) > 20).sum() > 200


def directed_hexes():
    document = document_of("hex")
    borders = dict(document.palette.borders)
    borders["scarp"] = BorderKind("scarp", "Scarp", passable=True, art="cliff", directed=True)
    document.palette = replace(document.palette, borders=borders)
    return Editor(document, lambda _record: None)


def test_ticks_of_a_cliff_look_down_from_the_side_that_the_map_calls_high():
    editor = directed_hexes()
    editor.do(PaintSides((("0504", "0505"),), "scarp", high="first"))
    sheet = MapSheet(editor.document, load_map_theme())
    marks = sheet._drawn.ground.sides
    for high in ("0504", "0505"):
        assert editor.document.high["0504", "0505"] == high
        mark = marks._marks["0504", "0505"]
        (ax, ay), (bx, by) = mark.a, mark.b
        down = np.array([-(by - ay), bx - ax])
        low = "0505" if high == "0504" else "0504"
        way = np.array(editor.document.cells[low].anchor) - editor.document.cells[high].anchor
        assert down @ way > 0
        before = sheet_picture(sheet)
        sheet.changed(editor.do(FlipSides((("0504", "0505"),))))
        after = sheet_picture(sheet)
        fresh = sheet_picture(MapSheet(editor.document, load_map_theme()))
        assert not np.array_equal(before, after)
        assert np.abs(after - fresh).max() <= 2


def test_on_area_maps_the_left_of_a_directed_border_is_high():
    document = area_map()
    kind = BorderKind("scarp", "Scarp", passable=True, art="cliff", directed=True)
    plain = replace(kind, directed=False)
    number, edge = next(
        (n, e) for n, e in document.edges.items()
        if all(any(s in ring for f in document.faces.values() for ring in f.rings)
               for s in (n, -n))
    )  # fmt: skip
    left = next(c for c, f in document.faces.items() if any(number in ring for ring in f.rings))
    right = next(c for c, f in document.faces.items() if any(-number in ring for ring in f.rings))
    for cell, level in ((left, 0), (right, 3)):  # heights say the opposite
        row = document.cells[cell]
        document.cells[cell] = replace(row, properties={**row.properties, "level": level})
    pictures = []
    for one in (kind, plain):
        borders = {**document.palette.borders, "scarp": one}
        document.palette = replace(document.palette, borders=borders)
        document.edges[number] = replace(edge, kind="scarp")
        pictures.append(sheet_picture(MapSheet(document, load_map_theme())))
    assert not np.array_equal(*pictures)


@pytest.mark.parametrize("kind", ["hex", "square"])
def test_a_line_of_an_unknown_kind_is_drawn_and_told_with_a_fix(kind):
    document = document_of(kind)
    document.features.clear()
    bare = sheet_picture(MapSheet(document, load_map_theme()))
    ends = [list(document.cells[cell].anchor) for cell in ("0202", "0602")]
    line = {"type": "LineString", "coordinates": ends}
    document.features.append(Feature("pipeline", line, "Old pipe", id="p1"))
    drawn = sheet_picture(MapSheet(document, load_map_theme()))
    assert (np.abs(bare - drawn).max(axis=2) > 30).sum() > 60
    found = next(one for one in live_issues(document) if one.issue.code == "line-kind")
    assert "pipeline" in found.issue.text
    found.fix.apply(document)
    assert "pipeline" in document.palette.lines
    assert "line-kind" not in [one.issue.code for one in live_issues(document)]


def test_the_names_of_the_fort_lie_inside_their_sectors():
    document = read_map(campaigns() / "eben-emael" / "maps" / "fort")
    drawn = MapSheet(document, load_map_theme())._drawn
    names, faces = drawn.names, drawn.faces.faces
    inside = crossing = 0
    for text in names._texts.values():
        if not text.cell:
            continue
        box = names._block(text, STEPS[0]).box
        box = box.adjusted(box.height() * 0.1, box.height() * 0.1, -box.height() * 0.1,
                           -box.height() * 0.1)  # fmt: skip
        form = shapely.box(box.left(), box.top(), box.right(), box.bottom())
        within = faces[text.cell].polygon.contains(form)
        inside += within
        crossing += not within
    assert inside >= 0.85 * (inside + crossing)


def test_a_name_follows_when_its_area_changes_its_form():
    document = area_map()
    drawn = MapSheet(document, load_map_theme())._drawn
    text = next(one for one in drawn.names._texts.values() if one.cell)
    face = drawn.faces.faces[text.cell]
    assert text.form == face.mark
    assert drawn.names._reach(text).contains(drawn.names._block(text, STEPS[-1]).box)
    assert QRectF(face.box).intersects(drawn.names._block(text, 1.0).box)
