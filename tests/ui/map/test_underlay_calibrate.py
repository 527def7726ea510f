"""Calibrating a scan: marks by click and by typing, the live fit, applying and dropping it."""

from __future__ import annotations

import numpy as np
import pytest
from area_stage import ALT, SHIFT, area_stage, canon
from maps import document_of
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest

from wardesk.drawing.commands.all_commands import MoveUnderlay
from wardesk.geometry.grids.calibration import pixel_at, placed


@pytest.fixture
def stage(qtbot, light, tmp_path):
    """A sheet of hexes over a scan of 600 × 500 pixels that lies a little wrong."""
    with area_stage(qtbot, tmp_path, document_of("hex")) as made:
        image = QImage(600, 500, QImage.Format.Format_RGB32)
        image.fill(QColor("#c0b080"))
        assert image.save(str(tmp_path / "scan.png"))
        tool = made.use("underlay")
        tool.add(tmp_path / "scan.png")
        qtbot.waitUntil(lambda: bool(made.document.underlays), timeout=10_000)
        qtbot.waitUntil(lambda: not tool.pictures.loading, timeout=10_000)
        made.look(made.view.sheet.rect)
        made.use("calibrate")
        yield made


def truth(stage):
    """Where the scan should lie: larger, turned a little, stretched downwards by 3 %."""
    a, _, c, _, e, f = stage.document.underlays[0].transform
    return (a * 1.05, -a * 0.02, c - a * 8, a * 0.02, e * 1.05 * 1.03, f - e * 12)


def seen_at(stage, cell, true):
    """Where the scan shows this cell now, map units."""
    anchor = stage.view.sheet.anchor(cell)
    pixel = pixel_at(true, (anchor.x(), anchor.y()))
    tool = stage.view.tool
    return placed(tool.pictures.transform(stage.document.underlays[0]), pixel)


def mark(stage, cell, true):
    """Click where the scan shows the cell, then click the cell."""
    stage.click(*seen_at(stage, cell, true))
    anchor = stage.view.sheet.anchor(cell)
    stage.click(anchor.x(), anchor.y())


def cells(stage):
    """Three cells far apart, not on one line, and one more."""
    names = list(stage.document.cells)
    anchors = {name: stage.view.sheet.anchor(name) for name in names}
    return [
        min(names, key=lambda n: anchors[n].x() + anchors[n].y()),
        max(names, key=lambda n: anchors[n].x() - anchors[n].y()),
        max(names, key=lambda n: anchors[n].x() + anchors[n].y()),
        min(names, key=lambda n: anchors[n].x() - anchors[n].y()),
    ]


def off(stage, true):
    """How far the corners of the scan lie from where they should, in pixels of the screen."""
    tool, row = stage.view.tool, stage.document.underlays[0]
    now = tool.pictures.transform(row)
    far = 0.0
    for pixel in ((0, 0), (600, 0), (600, 500), (0, 500)):
        a, b = (stage.view.camera.to_view(QPointF(*placed(t, pixel))) for t in (now, true))
        far = max(far, (a - b).manhattanLength())
    return far


def test_three_marks_show_the_scan_where_it_belongs_and_enter_applies_it(stage):
    true, before = truth(stage), canon(stage.document)
    assert off(stage, true) > 15
    for cell in cells(stage)[:3]:
        mark(stage, cell, true)
    assert off(stage, true) < 8
    assert canon(stage.document) == before
    stage.key(Qt.Key.Key_Return)
    assert off(stage, true) < 8
    assert not stage.view.tool.live
    assert stage.titles[-1] == "Move scan"
    stage.model.undo()
    assert canon(stage.document) == before


def test_two_marks_move_turn_and_size_it_without_stretching(stage):
    true = truth(stage)
    for cell in cells(stage)[:3:2]:
        mark(stage, cell, true)
    a, b, _, d, e, _ = stage.view.tool.marking.transform()
    assert (a, b) == pytest.approx((e, -d))


def test_a_place_can_be_typed(stage):
    true, tool = truth(stage), stage.view.tool
    field = stage.workspace.options._shown["calibrate"].layout().itemAt(0).widget().place
    first = cells(stage)[0]
    assert not field.isEnabled()
    stage.click(*seen_at(stage, first, true))
    assert field.isEnabled()
    field.clear()
    QTest.keyClicks(field, first)
    QTest.keyClick(field, Qt.Key.Key_Return)
    anchor = stage.view.sheet.anchor(first)
    assert tool.marking.marks[0].place == (anchor.x(), anchor.y())
    stage.click(*seen_at(stage, cells(stage)[1], true))
    assert tool.accept("120.5, 64")
    assert tool.marking.marks[1].place == (120.5, 64.0)


def test_an_unknown_cell_is_told_and_the_mark_waits(stage):
    stage.click(*seen_at(stage, cells(stage)[0], truth(stage)))
    assert not stage.view.tool.accept("no-such")
    assert "no cell" in stage.refusals[0]
    assert stage.view.tool.marking.pending is not None


def test_four_marks_tell_how_far_each_is_off(stage):
    true, tool = truth(stage), stage.view.tool
    for cell in cells(stage):
        mark(stage, cell, true)
    words = " ".join(tool.report())
    assert "Marks: 4" in words
    assert "cells in ten" in words
    assert "taller than wide" in words
    assert tool.marking.fit().unevenness < 0
    assert not stage.view.grab().isNull()
    tool.set_kind("similarity")
    assert tool.marking.fit().kind == "similarity"


def test_backspace_shift_and_esc_take_marks_back(stage):
    true, tool = truth(stage), stage.view.tool
    names = cells(stage)
    before = canon(stage.document)
    for cell in names[:3]:
        mark(stage, cell, true)
    stage.key(Qt.Key.Key_Backspace)
    assert len(tool.marking.marks) == 2
    anchor = stage.view.sheet.anchor(names[0])
    stage.click(anchor.x(), anchor.y(), SHIFT)
    assert len(tool.marking.marks) == 1
    stage.key(Qt.Key.Key_Escape)
    assert not tool.live
    assert tool.pictures.trial is None
    assert canon(stage.document) == before


def test_a_scale_bar_sizes_the_scan(stage):
    tool, row = stage.view.tool, stage.document.underlays[0]
    x, y = placed(row.transform, (100, 100))
    far = placed(row.transform, (300, 100))
    stage.click(x, y, ALT)
    stage.click(*far, ALT)
    long = far[0] - x
    assert tool.accept(str(2 * long))
    stage.key(Qt.Key.Key_Return)
    now = stage.document.underlays[0].transform
    assert now[0] == pytest.approx(2 * row.transform[0], rel=0.02)
    assert placed(now, (100, 100)) == pytest.approx((x, y), abs=2 * stage.view.pixel)


def test_marks_beside_the_picture_or_on_a_locked_one_are_refused(stage):
    from wardesk.drawing.commands.all_commands import SetUnderlay

    stage.model.do(MoveUnderlay("underlay-1", (0.01, 0.0, 0.0, 0.0, 0.01, 0.0)))
    stage.click(stage.view.sheet.rect.right() - 10, stage.view.sheet.rect.bottom() - 10)
    assert "no picture" in stage.refusals[-1]
    stage.model.undo()
    stage.model.do(SetUnderlay("underlay-1", locked=True))
    center = stage.view.sheet.rect.center()
    stage.click(center.x(), center.y())
    assert "locked" in stage.refusals[-1]


def field_of(stage):
    """The field that asks for the place of a mark."""
    return stage.workspace.options._shown["calibrate"].layout().itemAt(0).widget().place


def test_a_cell_typed_over_the_sheet_goes_to_the_field(stage):
    first, second = cells(stage)[:2]
    mark(stage, first, truth(stage))
    stage.click(*seen_at(stage, second, truth(stage)))
    stage.view.setFocus()
    QTest.keyClick(stage.view, second[0])
    assert stage.workspace.focusWidget() is field_of(stage)
    QTest.keyClicks(field_of(stage), second[1:])
    assert field_of(stage).text() == second
    QTest.keyClick(field_of(stage), Qt.Key.Key_Return)
    assert stage.view.tool.id == "calibrate"
    anchors = [stage.view.sheet.anchor(one) for one in (first, second)]
    marks = stage.view.tool.marking.marks
    assert [one.place for one in marks] == [pytest.approx((p.x(), p.y())) for p in anchors]
    assert stage.workspace.focusWidget() is stage.view


def test_esc_in_the_field_gives_the_keyboard_back_and_the_mark_waits(stage):
    stage.click(*seen_at(stage, cells(stage)[0], truth(stage)))
    QTest.keyClick(stage.view, "0")
    assert stage.workspace.focusWidget() is field_of(stage)
    QTest.keyClick(field_of(stage), Qt.Key.Key_Escape)
    assert stage.workspace.focusWidget() is stage.view
    assert stage.view.tool.marking.pending is not None


def test_marks_survive_another_tool_and_the_scan_lies_as_it_did_meanwhile(stage):
    true = truth(stage)
    for cell in cells(stage)[:3]:
        mark(stage, cell, true)
    assert off(stage, true) < 8
    stage.use("brush")
    pictures = stage.workspace.tools["calibrate"].pictures
    row = stage.document.underlays[0]
    assert pictures.transform(row) == pytest.approx(row.transform)
    tool = stage.use("calibrate")
    assert len(tool.marking.marks) == 3
    assert off(stage, true) < 8


def photographed(stage, cell):
    """The pixel of the scan where a camera held aslant would have the cell's middle."""
    box, anchor = stage.view.sheet.rect, stage.view.sheet.anchor(cell)
    x = (anchor.x() - box.left()) / box.width()
    y = (anchor.y() - box.top()) / box.height()
    depth = 1 + 0.3 * y
    return 40 + 480 * x / depth, 30 + 520 * y / depth


def test_a_photographed_sheet_is_straightened_and_undo_brings_the_photograph_back(stage, qtbot):
    tool, before = stage.view.tool, canon(stage.document)
    old = stage.document.underlays[0]
    for cell in cells(stage):
        now = placed(tool.pictures.transform(old), photographed(stage, cell))
        stage.click(*now)
        anchor = stage.view.sheet.anchor(cell)
        stage.click(anchor.x(), anchor.y())
    assert "straightened as a photograph" in " ".join(tool.report())
    bend = tool.marking.bend()
    stage.key(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not tool.straightening, timeout=10_000)
    assert stage.titles[-1] == "Straighten scan"
    row = stage.document.underlays[0]
    assert row.image != old.image
    assert (row.id, row.title) == (old.id, old.title)
    for cell in stage.document.cells:
        anchor = stage.view.sheet.anchor(cell)
        was = bend.to_picture(np.array([[anchor.x(), anchor.y()]]))[0]
        assert was == pytest.approx(photographed(stage, cell), abs=1.0)
    stage.model.undo()
    assert canon(stage.document) == before


def paint_scan(stage, place, lined=True):
    """The sheet's own hexes on paper, turned by two degrees; how it was laid."""
    from PySide6.QtGui import QPainter, QPen, QTransform

    grid = stage.document.grid
    rect = stage.view.sheet.rect
    image = QImage(900, 900, QImage.Format.Format_RGB32)
    image.fill(QColor("#c8bfa0"))
    scale = 760 / max(rect.width(), rect.height())
    way = QTransform().translate(80, 60).rotate(2).scale(scale, scale).translate(
        -rect.left(), -rect.top()
    )  # fmt: skip
    if lined:
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setTransform(way)
        pen = QPen(QColor("#403828"), 2)
        pen.setCosmetic(True)
        painter.setPen(pen)
        for cell in stage.document.cells:
            painter.drawPath(stage.view.sheet.cell_path(cell))
        painter.end()
    assert grid is not None
    assert image.save(str(place))
    return way


def search(stage, qtbot):
    """Press the button as a person would, and wait."""
    row = stage.workspace.options._shown["calibrate"].layout().itemAt(0).widget()
    QTest.mouseClick(row.search, Qt.MouseButton.LeftButton)
    assert row.search.looks_off()
    qtbot.waitUntil(lambda: not stage.view.tool.finding, timeout=30_000)
    return row


def relay(stage, qtbot, lined=True):
    from wardesk.drawing.commands.all_commands import RemoveUnderlay

    way = paint_scan(stage, stage.tmp / "grid.png", lined)
    stage.model.do(RemoveUnderlay("underlay-1"))
    tool = stage.use("underlay")
    tool.add(stage.tmp / "grid.png")
    qtbot.waitUntil(lambda: bool(stage.document.underlays), timeout=10_000)
    qtbot.waitUntil(lambda: not tool.pictures.loading, timeout=10_000)
    stage.use("calibrate")
    return way


@pytest.mark.slow
def test_the_grid_of_a_scan_is_found_shown_applied_and_taken_back(stage, qtbot, tmp_path):
    stage.tmp = tmp_path
    way = relay(stage, qtbot)
    before = canon(stage.document)
    row = search(stage, qtbot)
    tool = stage.view.tool
    assert "Grid found" in tool.report()[0]
    assert canon(stage.document) == before, "only shown"
    QTest.mouseClick(row.apply, Qt.MouseButton.LeftButton)
    now = stage.document.underlays[0].transform
    for cell in cells(stage):
        anchor = stage.view.sheet.anchor(cell)
        pixel = way.map(QPointF(anchor))
        near = 0.05 * stage.view.sheet.cell_path(cell).boundingRect().width()
        found = placed(now, (pixel.x(), pixel.y()))
        assert found == pytest.approx((anchor.x(), anchor.y()), abs=near)
    stage.model.undo()
    assert canon(stage.document) == before


def test_a_scan_without_a_grid_is_refused_and_nothing_is_marked(stage, qtbot, tmp_path):
    stage.tmp = tmp_path
    relay(stage, qtbot, lined=False)
    search(stage, qtbot)
    assert "No grid" in stage.refusals[-1]
    assert not stage.view.tool.live
