"""Cutting scanned sheets by the dialog: the grid over the picture, both sides, stop and start."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest

from wardesk.documents.files.pictures import find_picture
from wardesk.ui.making import sheet_cutter
from wardesk.ui.making.counters_page import CountersPage
from wardesk.ui.making.sheet_cutter import BACK, FRONT, SheetCutter

pytestmark = pytest.mark.usefixtures("light")


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    monkeypatch.setenv("WARDESK_HOME", str(tmp_path / "home"))


def sheet(file, red, *, mirrored=False):
    """Three counters side by side, 30 pixels each, in shades of green."""
    image = QImage(90, 30, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    for column in range(3):
        number = 2 - column if mirrored else column
        painter.fillRect(column * 30, 0, 30, 30, QColor(red, 40 + 60 * number, 0))
    painter.end()
    image.save(str(file))
    return file


@pytest.fixture
def cutter(qtbot, tmp_path):
    made = SheetCutter([("n", "North"), ("s", "South")])
    qtbot.addWidget(made)
    made.show()
    for side, red in ((FRONT, 10), (BACK, 250)):
        made.take(side, sheet(tmp_path / f"{side}.png", red, mirrored=side == BACK))
        qtbot.waitUntil(lambda side=side: side in made._sheets)
    made.steps["rows"].set_value(1)
    made.steps["columns"].set_value(3)
    return made


def greens(row):
    found = []
    for column in ("picture", "back"):
        pixel = QImage(str(find_picture(row[column]))).pixelColor(15, 15)
        found.append((pixel.red() > 128, pixel.green()))
    return found


def test_enter_cuts_counters_with_both_sides(cutter, qtbot):
    cutter.pattern.setText("Unit {n}")
    cutter.side.setCurrentIndex(1)
    with qtbot.waitSignal(cutter.made) as made:
        QTest.keyClick(cutter.pattern, Qt.Key.Key_Return)

    rows = made.args[0]
    assert [row["name"] for row in rows] == ["Unit 1", "Unit 2", "Unit 3"]
    assert {row["side"] for row in rows} == {"s"}
    for number, row in enumerate(rows):
        assert greens(row) == [(False, 40 + 60 * number), (True, 40 + 60 * number)]


def test_the_preview_numbers_a_back_as_its_front(cutter):
    cutter.shown.set_current(BACK)
    cutter._follow()
    assert [(box.left, number) for box, number in cutter.preview._boxes] == [
        (60, "1"), (30, "2"), (0, "3"),
    ]  # fmt: skip
    cutter.mirror.setCurrentIndex(cutter.mirror.findData("none"))
    assert cutter.preview._boxes[0][0].left == 0


def test_the_grid_follows_every_number_and_says_what_cannot_be_cut(cutter):
    QTest.keyClick(cutter.steps["columns"].field, Qt.Key.Key_Down)
    assert len(cutter.preview._boxes) == 2
    cutter.steps["trim"].set_value(20)
    assert "pixels" in cutter.problem.text()
    assert not cutter.go.isEnabled()
    cutter.steps["trim"].set_value(2)
    assert cutter.go.isEnabled()


def test_a_file_that_is_no_sheet_is_told_and_the_old_one_stays(cutter, tmp_path, qtbot):
    (tmp_path / "bad.png").write_bytes(b"hello")
    cutter.take(FRONT, tmp_path / "bad.png")
    qtbot.waitUntil(lambda: "no picture" in cutter.problem.text())
    assert cutter._files[FRONT].name == "front.png"
    assert cutter.preview._image is not None


def test_names_come_from_a_table(cutter, tmp_path, qtbot):
    (tmp_path / "n.csv").write_text("name,steps\nLion,2\n-,\nElk,1\n")
    cutter.take_table(tmp_path / "n.csv")
    with qtbot.waitSignal(cutter.made) as made:
        cutter.cut()
    assert [(r["name"], r.get("steps")) for r in made.args[0]] == [("Lion", "2"), ("Elk", "1")]


def test_escape_stops_the_cutting_and_leaves_the_dialog_open(cutter, qtbot, monkeypatch):
    def slow(job, keep, progress):
        for number in range(400):
            if not progress(number, 400):
                return None
            time.sleep(0.01)
        return [{}]

    monkeypatch.setattr(sheet_cutter, "cut_sheet", slow)
    got = []
    cutter.made.connect(got.append)
    cutter.cut()
    qtbot.waitUntil(lambda: "of 400" in cutter._progress.text())
    assert not cutter.go.isEnabled()
    QTest.keyClick(cutter, Qt.Key.Key_Escape)

    assert cutter.isVisible()
    qtbot.waitUntil(cutter.go.isEnabled)
    assert "Stopped" in cutter._progress.text()
    assert got == []


def test_the_page_of_counters_takes_what_was_cut(qtbot, cutter):
    page = CountersPage()
    qtbot.addWidget(page)
    page.show_sides([{"id": "n", "name": "North"}], None)
    dialog = page.cut_sheet()
    dialog.made.emit([{"name": "Cut 1", "side": "n", "symbol": "none"}])
    assert [row["name"] for row in page.rows] == ["Cut 1"]
    dialog.done(0)
