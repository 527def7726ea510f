"""Units are put into hexes on the tactical map: by the mouse, by a drag and by the keyboard."""

from __future__ import annotations

import pytest
from campaign_desk import WAIT, begin, key, settled
from PySide6.QtCore import QMimeData, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication

pytestmark = pytest.mark.usefixtures("light")
A, B = "101.502.a", "101.502.b"


@pytest.fixture
def placer(desk, qtbot):
    """The dialog over a campaign in which Drop One has come down."""
    here = begin(qtbot, desk)
    for _ in range(3):
        key(qtbot, desk, Qt.Key.Key_N, Qt.KeyboardModifier.ShiftModifier)
    here.show_page("log")
    key(qtbot, desk, Qt.Key.Key_H)
    placer = here.placer
    qtbot.waitUntil(lambda: placer.dialog is not None and placer.dialog.area is not None,
                    timeout=WAIT)  # fmt: skip
    settled(qtbot, desk)
    choose_game(qtbot, desk, placer.dialog, "WED")
    yield placer
    if placer.dialog is not None:
        placer.dialog.reject()


def choose_game(qtbot, desk, dialog, game):
    before, at = dialog.area, dialog.game.findData(game)
    dialog.game.setCurrentIndex(at)
    dialog.game.activated.emit(at)
    qtbot.waitUntil(lambda: dialog.area is not before, timeout=WAIT)
    settled(qtbot, desk)


def choose(dialog, *units):
    dialog.tree.clearSelection()
    for unit in units:
        dialog.tree._items[unit].setSelected(True)


def click(qtbot, desk, dialog, cell):
    view = dialog.area.view
    view.fit_around(view.scene().around_cell(cell), 400.0)
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=view.cell_point(cell))
    settled(qtbot, desk)


def cells(dialog):
    """Where counters lie on the map."""
    return {piece: look.at for piece, look in dialog.area.view.scene().looks.items()}


def at(dialog, *units):
    return [cells(dialog)[unit] for unit in units]


def test_several_units_are_chosen_and_a_hex_is_clicked(desk, qtbot, placer):
    dialog = placer.dialog
    choose(dialog, A, B)
    click(qtbot, desk, dialog, "60.149")
    assert at(dialog, A, B) == ["60.149", "60.149"]
    assert dialog.tree._items[A].text(1) == "60.149"
    assert dialog.tree.chosen() == []

    # a counter on the map is chosen by a click, and goes on by the next
    click(qtbot, desk, dialog, "60.149")
    assert len(dialog.tree.chosen()) == 1
    (unit,) = dialog.tree.chosen()
    click(qtbot, desk, dialog, "61.149")
    assert cells(dialog)[unit] == "61.149"

    qtbot.keyClick(dialog, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    settled(qtbot, desk)
    assert at(dialog, A, B) == ["60.149", "60.149"]


def test_a_counter_on_the_map_is_dragged_to_another_hex(desk, qtbot, placer):
    dialog, left = placer.dialog, Qt.MouseButton.LeftButton
    choose(dialog, A)
    click(qtbot, desk, dialog, "60.149")
    view = dialog.area.view
    start, goal = view.piece_point(A), view.cell_point("61.149")
    qtbot.mousePress(view, left, pos=start)
    for share in (0.4, 0.7, 1.0):
        qtbot.mouseMove(view, start + (goal - start) * share)
    qtbot.mouseRelease(view, left, pos=goal)
    settled(qtbot, desk)
    assert at(dialog, A) == ["61.149"]


def test_the_zone_is_lit_and_neither_list_nor_map_jumps_away(desk, qtbot, placer):
    dialog, view = placer.dialog, placer.dialog.area.view
    head = dialog.tree._items[A].parent()
    head.setExpanded(True)
    choose(dialog, A)
    lit = view.scene().lit_cells()
    assert {"57.149", "60.149"} <= lit
    assert all(cell in view.scene().index.anchors for cell in lit)
    assert view.camera.seen().contains(view.anchor("60.149"))
    before = view.camera
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=view.cell_point("60.149"))
    settled(qtbot, desk)
    assert at(dialog, A) == ["60.149"]
    assert view.camera == before
    assert head.isExpanded()
    assert not view.scene().lit_cells()
    assert "places" in head.text(1)


def test_a_formation_stands_for_its_units_and_too_many_are_refused_with_the_reason(
    desk, qtbot, placer
):
    dialog = placer.dialog
    over = dialog.tree._items[A].parent()
    dialog.tree.clearSelection()
    over.setSelected(True)
    units, before = dialog.tree.chosen(), cells(dialog)
    assert len(units) > 4
    click(qtbot, desk, dialog, "60.149")
    assert "units of one side stand in 60.149" in dialog.problem.text()
    assert cells(dialog) == before
    assert dialog.reason.isVisible()
    qtbot.keyClicks(dialog.reason, "the drop is not sorted out yet")
    qtbot.keyClick(dialog.reason, Qt.Key.Key_Return)
    settled(qtbot, desk)
    assert set(at(dialog, *units)) == {"60.149"}
    assert not dialog.problem.text()


def test_the_keyboard_alone_is_enough(desk, qtbot, placer):
    dialog = placer.dialog
    view = dialog.area.view
    dialog.tree.choose(A)
    dialog.tree.setFocus()
    qtbot.keyClick(dialog.tree, Qt.Key.Key_Return)
    assert view.hasFocus()
    view.set_focus_cell("60.149")
    qtbot.keyClick(view, Qt.Key.Key_Down)
    there = view.focus_cell
    assert there != "60.149"
    qtbot.keyClick(view, Qt.Key.Key_Return)
    settled(qtbot, desk)
    assert at(dialog, A) == [there]


# Qt 6.12 wants a QPointF here, of which 6.11 knows nothing yet.
@pytest.mark.filterwarnings("ignore:.*QDragEnterEvent.*marked as deprecated:DeprecationWarning")
def test_units_are_dragged_onto_a_hex(desk, qtbot, placer, monkeypatch):
    dialog = placer.dialog
    view = dialog.area.view
    choose(dialog, A)
    monkeypatch.setattr(QDropEvent, "source", lambda _event: dialog.tree)
    carried, held = QMimeData(), (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    spot, copied = view.cell_point("60.149"), Qt.DropAction.CopyAction
    QApplication.sendEvent(view, QDragEnterEvent(spot, copied, carried, *held))
    QApplication.sendEvent(view, QDropEvent(QPointF(spot), copied, carried, *held))
    settled(qtbot, desk)
    assert at(dialog, A) == ["60.149"]


def test_the_other_game_has_its_own_map_and_units(desk, qtbot, placer):
    dialog = placer.dialog
    assert "60.149" in dialog.area.view.scene().board.cells
    choose_game(qtbot, desk, dialog, "TDC")
    assert A not in dialog.tree._items
    assert any(unit.startswith("82.504.") for unit in dialog.tree._items)
    assert "114.89" in dialog.area.view.scene().board.cells


def test_words_find_units(placer):
    dialog = placer.dialog
    dialog.search.setText("A/502")
    shown = [unit for unit, item in dialog.tree._items.items() if not item.isHidden()]
    assert shown == [A]
