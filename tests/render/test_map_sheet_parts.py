"""Painting parts of the map sheet: what lies elsewhere is left out, and nothing else."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen

from wardesk.drawing.commands.all_commands import PaintTerrain, SetElevation
from wardesk.drawing.editor import Editor
from wardesk.render.map import ground_brush
from wardesk.render.map.clipping_painter import NearPainter
from wardesk.render.map.ground_brush import GroundBrushes
from wardesk.render.map.paint_deadline import OutOfTime, Patience
from wardesk.render.map.sheet import MapSheet
from wardesk.render.theme import load_map_theme

sys.path.append(str(Path(__file__).parents[1] / "drawing"))
from maps import document_of

WIDE, HIGH = 420, 300


def pixels(image):
    return np.array(image.constBits(), np.int16).reshape(image.height(), image.width(), 4)


def blank():
    image = QImage(WIDE, HIGH, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.white)
    return image


def put(image, sheet, scale, box=None, **how):
    """Paint the middle of a sheet on a picture, or only a box of it (document units)."""
    centre = sheet.rect.center()
    wide, high = WIDE / scale, HIGH / scale
    seen = QRectF(centre.x() - wide / 2, centre.y() - high / 2, wide, high)
    painter = QPainter(image)
    painter.translate(WIDE / 2, HIGH / 2)
    painter.scale(scale, scale)
    painter.translate(-centre)
    if box is not None:
        painter.setClipRect(box)
        seen = seen.intersected(box)
    sheet.paint(painter, seen, scale, **how)
    painter.end()


@pytest.mark.parametrize("kind", ["hex", "square"])
@pytest.mark.parametrize("command", [PaintTerrain, SetElevation])
def test_painting_the_boxes_of_a_change_makes_the_whole_view_right(kind, command):
    editor = Editor(document_of(kind), lambda _record: None)
    sheet = MapSheet(editor.document, load_map_theme())
    scale = 0.3
    image = blank()
    put(image, sheet, scale)
    cell = sheet.locate(sheet.rect.center())
    before = pixels(image).copy()
    kinds = list(editor.document.palette.terrain) if command is PaintTerrain else [2]
    changes = (sheet.changed(editor.do(command((cell,), what))) for what in kinds)
    dirty = next(boxes for boxes in changes if boxes)
    box = QRectF()
    for one in dirty:
        box = box.united(one.adjusted(-9, -9, 9, 9))
    put(image, sheet, scale, box, part=True)
    fresh = blank()
    put(fresh, MapSheet(editor.document, load_map_theme()), scale)
    assert not np.array_equal(pixels(image), before)
    assert np.abs(pixels(image) - pixels(fresh)).max() <= 3


@pytest.mark.parametrize("kind", ["hex", "pointy", "square"])
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_parts_painted_after_many_edits_make_the_view_of_a_fresh_sheet(kind, data):
    editor = Editor(document_of(kind), lambda _record: None)
    sheet = MapSheet(editor.document, load_map_theme())
    cells, kinds = list(editor.document.cells), list(editor.document.palette.terrain)
    scale = data.draw(st.sampled_from([0.2, 0.3, 0.9]))
    image = blank()
    put(image, sheet, scale)
    for _ in range(data.draw(st.integers(1, 8))):
        some = tuple(data.draw(st.lists(st.sampled_from(cells), min_size=1, max_size=3)))
        if editor.can_undo and data.draw(st.integers(0, 4)) == 0:
            change = editor.undo()
        elif data.draw(st.booleans()):
            change = editor.do(PaintTerrain(some, data.draw(st.sampled_from(kinds))))
        else:
            change = editor.do(SetElevation(some, data.draw(st.integers(0, 3))))
        box = QRectF()
        for one in sheet.changed(change):
            box |= one.adjusted(-9, -9, 9, 9)  # as much more as the window paints
        if not box.isEmpty():
            put(image, sheet, scale, box, hurry=data.draw(st.booleans()), part=True)
    while sheet.late:
        put(image, sheet, scale, hurry=True)
    fresh = blank()
    put(fresh, MapSheet(editor.document, load_map_theme()), scale)
    differs = np.abs(pixels(image) - pixels(fresh)).max(axis=2)
    assert differs.max() <= 3  # see `alike` of the sheet's tests
    assert (differs > 0).mean() < 0.02


def test_a_part_in_a_hurry_does_not_hide_that_the_rest_is_still_rough():
    sheet = MapSheet(document_of("hex"), load_map_theme())
    image = blank()
    put(image, sheet, 0.1)
    put(image, sheet, 0.3, hurry=True)  # another zoom: what was seen is stretched
    assert sheet.late
    corner = QRectF(sheet.rect.center(), sheet.rect.center() + QPointF(20, 20))
    for _ in range(200):
        put(image, sheet, 0.3, corner, hurry=True, part=True)
    assert sheet.late
    frames = 0
    while sheet.late:
        put(image, sheet, 0.3, hurry=True)
        frames += 1
        assert frames < 500


numbers = st.integers(-60, 160)
runs = st.lists(st.tuples(numbers, numbers), min_size=2, max_size=5)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(shapes=st.lists(st.tuples(runs, st.integers(1, 30), st.booleans()), max_size=5),
       corner=st.tuples(st.integers(0, 60), st.integers(0, 60)),
       scale=st.sampled_from([0.5, 1.0, 1.7]))  # fmt: skip
def test_paths_left_out_would_not_have_been_seen(shapes, corner, scale):
    box = QRect(*corner, 40, 40)
    pictures = []
    for near in (True, False):
        image = QImage(100, 100, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.white)
        painter = NearPainter(image, QRectF(box)) if near else QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(box)
        painter.scale(scale, scale)
        for run, wide, mitred in shapes:
            path = QPainterPath(QPointF(*run[0]))
            for point in run[1:]:
                path.lineTo(QPointF(*point))
            pen = QPen(QColor(10, 80, 160, 120), wide)
            joint = Qt.PenJoinStyle.MiterJoin if mitred else Qt.PenJoinStyle.RoundJoin
            pen.setJoinStyle(joint)
            painter.strokePath(path, pen)
            painter.fillPath(path, QColor(160, 30, 30, 90))
        painter.end()
        pictures.append(pixels_of(image))
    assert np.array_equal(*pictures)


def pixels_of(image):
    return np.array(image.constBits(), np.int16).copy()


def test_a_brush_broken_off_is_finished_by_the_next_try(monkeypatch):
    monkeypatch.setattr(ground_brush, "_FINISHED", {})  # as in a program that has just begun
    theme = load_map_theme()
    now = [0.0]
    patience = Patience(lambda: now[0])
    hurried, at_ease = GroundBrushes(theme, patience), GroundBrushes(theme, Patience())
    tries = 0
    while True:
        patience.until, now[0] = 1.0, 2.0  # there is never any time left
        try:
            hurried.at("wood", 60.0)
            break
        except OutOfTime:
            tries += 1
            assert tries < 200
    assert tries > 3
    monkeypatch.setattr(ground_brush, "_FINISHED", {})
    wanted = at_ease.at("wood", 60.0).textureImage()
    assert hurried.at("wood", 60.0).textureImage() == wanted


@pytest.mark.parametrize("kind", ["hex", "square"])
def test_the_picture_of_some_cells_has_their_colour_where_they_are(kind):
    document = document_of(kind)
    sheet = MapSheet(document, load_map_theme())
    names = list(document.cells)
    some = random.Random(3).sample(names, len(names) // 3)
    picture, box = sheet.cells_picture(some, QColor(255, 0, 0))
    for name in names:
        at = sheet.anchor(name)
        x = int((at.x() - box.left()) / box.width() * picture.width())
        y = int((at.y() - box.top()) / box.height() * picture.height())
        assert (picture.pixelColor(x, y).alpha() == 255) == (name in some)


def test_areas_have_no_such_picture():
    sheet = MapSheet(document_of("area"), load_map_theme())
    assert sheet.cells_picture([], QColor(255, 0, 0)) is None
