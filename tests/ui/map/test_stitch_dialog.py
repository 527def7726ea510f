"""Adding a board beside the open one: the file, the trial with its picture, the one step."""

from __future__ import annotations

import pytest
from maps import area_map, canon, document_of
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtGui import QImage

from wardesk.documents.maps.store import read_map, write_map
from wardesk.ui.map.dialogs.stitch import StitchDialog


def wait(ms):
    loop = QEventLoop()
    QTimer.singleShot(ms, loop.quit)
    loop.exec()


@pytest.fixture
def dialog_of(qtbot):
    def make(hand, board=None, place=None):
        hand.workspace.action_table.run("map.stitch")
        (dialog,) = hand.workspace.findChildren(StitchDialog)
        if place is not None:
            if board is not None:
                write_map(board, place)
            dialog.take(place)
            settle(qtbot, dialog)
        return dialog

    return make


def settle(qtbot, dialog):
    qtbot.waitUntil(lambda: not dialog.working, timeout=20_000)


@pytest.mark.parametrize("kind", ["hex", "square"])
def test_a_second_sheet_is_added_as_one_step(maps, dialog_of, qtbot, tmp_path, kind):
    hand = maps(kind)
    before, count = canon(hand.document), len(hand.document.cells)
    board = document_of(kind)
    dialog = dialog_of(hand, board, tmp_path / "second.wdmap")
    dialog.overlap.set_value(0)
    settle(qtbot, dialog)
    if dialog.found is None:  # lines shoved the other way want an overlap
        assert "overlap" in dialog.problem.text().lower()
        dialog.overlap.set_value(1)
        settle(qtbot, dialog)
    assert dialog.add_.isEnabled()
    assert dialog.preview.frame.width() > 0
    added = len(dialog.found.added)
    dialog.add_.click()
    assert len(hand.document.cells) == count + added
    assert list(hand.titles) == ["Stitch a board on at the right"]
    hand.model.undo()
    assert canon(hand.document) == before


def test_a_second_board_of_areas_gets_a_prefix_that_is_free(maps, dialog_of, qtbot, tmp_path):
    hand = maps("area")
    dialog = dialog_of(hand, area_map(), tmp_path / "second.wdmap")
    assert dialog.prefix.text() == "B-"
    dialog.prefix.clear()
    settle(qtbot, dialog)
    assert dialog.found is None
    assert "prefix" in dialog.problem.text()
    assert not dialog.add_.isEnabled() or "prefix" in dialog.add_.toolTip()
    dialog.prefix.setText("B-")
    settle(qtbot, dialog)
    assert dialog.problem.text() == ""
    count = len(hand.document.cells)
    dialog.side.set_current("bottom")
    dialog.side.chosen.emit("bottom")
    settle(qtbot, dialog)
    dialog.add_.click()
    assert len(hand.document.cells) == 2 * count


def test_a_board_of_another_kind_is_refused_with_the_reason(maps, dialog_of, tmp_path):
    hand = maps("hex")
    before = canon(hand.document)
    dialog = dialog_of(hand, area_map(), tmp_path / "second.wdmap")
    assert dialog.found is None
    assert "kind area" in dialog.problem.text()
    dialog.add_.click()
    assert canon(hand.document) == before
    dialog.reject()


def test_a_file_that_is_no_map_is_told_and_changes_nothing(maps, dialog_of, qtbot, tmp_path):
    hand = maps("square")
    place = tmp_path / "bad.wdmap"
    place.write_bytes(b"no zip at all")
    dialog = dialog_of(hand, None, place)
    assert "bad.wdmap" in dialog.problem.text()
    assert dialog.found is None
    good = tmp_path / "good.wdmap"
    write_map(document_of("square"), good)
    dialog.take(good)
    settle(qtbot, dialog)
    assert dialog.problem.text() == ""
    assert dialog.found is not None
    assert read_map(good).cells
    dialog.reject()


def test_the_second_board_is_framed_in_the_picture(maps, dialog_of, tmp_path):
    hand = maps("square")
    dialog = dialog_of(hand, document_of("square"), tmp_path / "second.wdmap")
    wait(120)
    image = dialog.preview.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    blue = sum(
        image.pixelColor(x, y).name() == "#0b4fb3"
        for x in range(0, image.width(), 2)
        for y in range(image.height())
    )
    assert blue > 50
    dialog.reject()


def test_nothing_can_be_added_before_a_board_was_chosen(maps, dialog_of):
    hand = maps("hex")
    dialog = dialog_of(hand)
    dialog.add_.click()
    assert list(hand.titles) == []
    assert "Choose" in dialog.note.text()
    dialog.reject()
