"""Charts in a narrow column, the key of the map, the small map, phases with long names."""

from __future__ import annotations

import msgspec
import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from wardesk.model.look import ChartLook, PhaseLook
from wardesk.render.map.lattice.numbers import _LEAST_PX, FINEST, NUMBER, number_growth
from wardesk.services.play.session import PlaySession
from wardesk.ui.canvas import names_aside
from wardesk.ui.canvas.marks import Marks
from wardesk.ui.canvas.names_aside import NamesAside
from wardesk.ui.dialogs.chart_dialog import ChartDialog
from wardesk.ui.widgets.chart_view import ChartView, on_its_side
from wardesk.ui.widgets.phase_list import PhaseList

FLAT = ChartLook(
    id="flat", title="Flat", cite="", corner="2d6", rows=("men", "guns"),
    columns=tuple(f"{k} to {k + 1}" for k in range(12)),
    cells=(tuple("1" * 12), tuple("2" * 12)), column=3, row=1,
)  # fmt: skip
HUGE = msgspec.structs.replace(
    FLAT, rows=FLAT.columns, cells=tuple(tuple("neutralised" for _ in range(12)) for _ in range(12))
)


def shown(qtbot, widget: QWidget, width: int, height: int = 400) -> QWidget:
    qtbot.addWidget(widget)
    widget.resize(width, height)
    widget.show()
    QApplication.processEvents()
    return widget


def test_a_chart_too_wide_for_its_column_lies_on_its_side(qtbot):
    view = shown(qtbot, ChartView(FLAT), 280)
    assert view._sheet.look == on_its_side(FLAT)
    assert view.horizontalScrollBar().maximum() == 0
    assert view.large.isHidden()
    assert view.case_in_words() == "Column 3 to 4, row guns, result 2"
    view.resize(1200, 400)
    assert view._sheet.look == FLAT


def test_a_chart_that_fits_no_way_keeps_its_heads_and_opens_large(qtbot):
    view = shown(qtbot, ChartView(HUGE), 280)
    assert view.horizontalScrollBar().maximum() > 0
    assert view.large.isVisible()
    view.horizontalScrollBar().setValue(200)
    assert view._sheet.pushed == 200
    with qtbot.waitSignal(view.large_asked):
        QTest.mouseClick(view.large, Qt.MouseButton.LeftButton)
    dialog = ChartDialog(HUGE, None)
    qtbot.addWidget(dialog)
    assert dialog.chart.look == HUGE


def test_a_long_phase_takes_two_lines_and_is_not_cut(qtbot):
    phases = (PhaseLook("a", "Belgian machine guns and mortars", "", "now"),
              PhaseLook("b", "Event", "", "ahead"))  # fmt: skip
    shown(qtbot, found := PhaseList(phases), 128)
    first, second = (found._column.itemAt(k).widget() for k in (0, 1))
    assert first._title.height() > second._title.height()
    assert first.sizeHint().height() > second.sizeHint().height()
    assert first._title.height() >= first._title.heightForWidth(first._title.width())


def test_figures_of_hexes_are_legible_or_absent():
    for fine in (FINEST, 36.0, 42.0, 60.0, 90.0):
        assert NUMBER * number_growth(fine) * fine / 100 >= _LEAST_PX - 1e-6


@pytest.fixture
def board(tables):
    return tables(PlaySession.new("hannut-stonne/hannut", seed=2, keep=False))


def test_the_small_map_leaves_every_place_that_may_be_picked_free(board):
    view, small = board.view, board.board.minimap
    view.closer()
    view.closer()
    QApplication.processEvents()
    cells = list(view.scene().index.anchors)
    for cell in cells[::7]:
        view.set_marks(Marks(reach={cell: ""}))
        small.follow()
        if small.isVisible():
            ring = view.scene().index.outlines[cell][0].boundingRect()
            assert not view.camera.transform().mapRect(ring).intersects(small.geometry())
    view.set_marks(Marks(reach=dict.fromkeys(cells, "")))
    small.follow()
    assert not small.isVisible()


def test_a_digit_answers_the_question_while_the_pointer_only_rests_on_a_pile(board):
    view, scene = board.view, board.view.scene()
    looks = list(scene.looks.values())[:2]
    cell = next(iter(scene.index.anchors))
    counters = tuple(msgspec.structs.replace(look, at=cell) for look in looks)
    view.set_look(msgspec.structs.replace(board.model.look, counters=counters))
    view.fan(cell, pinned=False)
    assert not view.pick_shown(1)
    view.fan(cell)
    assert view.pick_shown(1)


# ---- names --------------------------------------------------------------------------------------


def test_a_name_steps_off_a_pile_and_back_when_it_leaves():
    sheet, name = QRectF(0, 0, 1000, 1000), QRectF(400, 400, 120, 24)
    aside, pile = NamesAside(), QRectF(420, 380, 60, 60)
    ((box, way),) = aside.settle({"0101": name}, [pile], 60.0, sheet)
    assert box == name
    assert not name.translated(way).intersects(pile)
    assert (way.x() ** 2 + way.y() ** 2) ** 0.5 <= 1.7 * 60
    # What lies as before leaves it there; nothing over it: it stands where it is printed.
    assert aside.settle({"0101": name}, [pile], 60.0, sheet) == ((name, way),)
    assert aside.settle({"0101": name}, [], 60.0, sheet) == ()


def test_names_at_one_place_do_not_meet_each_other():
    sheet = QRectF(0, 0, 1000, 1000)
    names = {"a": QRectF(400, 400, 100, 20), "b": QRectF(400, 425, 100, 20)}
    pile = QRectF(420, 395, 60, 60)
    found = dict.fromkeys(names)
    for box, way in NamesAside().settle(names, [pile], 60.0, sheet):
        found[next(k for k, one in names.items() if one == box)] = box.translated(way)
    assert found["a"] is not None
    assert found["b"] is not None
    assert not found["a"].intersects(found["b"])


def test_no_name_lies_under_a_pile_at_hannut(tables, qtbot):
    table = tables(PlaySession.new("hannut-stonne/hannut", seed=2, keep=False))
    view, scene = table.view, table.view.scene()
    qtbot.waitUntil(lambda: bool(scene.art.name_rects(view.camera.scale)), timeout=20_000)
    qtbot.waitUntil(lambda: not view.busy, timeout=20_000)
    names = scene.art.name_rects(view.camera.scale)
    cells = [cell for box in names.values() if (cell := scene.index.at(box.center()))][:3]
    look = table.model.look
    counters = tuple(
        msgspec.structs.replace(counter, at=cell)
        for counter, cell in zip(look.counters, cells, strict=False)
    )
    view.set_look(msgspec.structs.replace(look, counters=counters))
    scene.names_came()
    marks = scene.cell_marks.boxes({cell: [p for p in scene.piles if p.cell == cell]
                                    for cell in scene.index.anchors}, scene.edge)  # fmt: skip
    piles = [*(pile.bounds() for pile in scene.piles), *marks]
    under = [box for box in names.values() if any(one.intersects(box) for one in piles)]
    assert len(under) >= 3
    air = names_aside._AIR * scene.edge  # a name keeps clear of counters by as much
    for box, way in scene._names_aside.ways:
        assert any(one.adjusted(-air, -air, air, air).intersects(box) for one in piles)
        assert not any(one.intersects(box.translated(way)) for one in piles)
    assert len(scene._names_aside.ways) >= 2
    assert not view.grab().isNull()
