"""Hands at a table whose clicks, keys and drags are counted; they are real events."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from scripted import by_script, shown

LEFT, SHIFT = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier
NONE = Qt.KeyboardModifier.NoModifier


class Inputs:
    """Hands at one table; each click, key and drag counts."""

    def __init__(self, table):
        self.table, self.count = table, 0
        self.view = table.view

    def click(self, cell, modifier=NONE):
        self.count += 1
        self.view.show_cell(cell)
        QTest.mouseClick(self.view.viewport(), LEFT, modifier, self.view.cell_point(cell))

    def click_on(self, piece):
        self.count += 1
        QTest.mouseClick(self.view.viewport(), LEFT, NONE, self.view.piece_point(piece))

    def double(self, cell):
        self.count += 1
        self.view.show_cell(cell)
        QTest.mouseDClick(self.view.viewport(), LEFT, pos=self.view.cell_point(cell))

    def key(self, key, modifier=NONE):
        self.count += 1
        QTest.keyClick(self.view, key, modifier)

    def drag(self, start, end, modifier=NONE):
        self.count += 1
        place = self.view.viewport()
        QTest.mousePress(place, LEFT, modifier, start)
        for part in (4, 3, 2, 1):
            QTest.mouseMove(place, end + (start - end) * part / 5)
            QApplication.processEvents()
        QTest.mouseMove(place, end)
        QTest.mouseRelease(place, LEFT, modifier, end)

    def carry(self, piece, cell):
        """Drag a pile, or its top counter, to a cell."""
        self.view.show_cell(cell)
        self.drag(self.view.piece_point(piece), self.view.cell_point(cell))

    def band(self, cells):
        """A rubber band around the piles in these cells."""
        camera, scene = self.view.camera, self.view.scene()
        box = QRectF()
        for pile in scene.piles:
            if pile.cell in cells:
                box = box.united(camera.transform().mapRect(pile.box))
        room = QPoint(18, 18)
        self.drag(box.topLeft().toPoint() - room, box.bottomRight().toPoint() + room, SHIFT)


def at(tables, scenario, until, seed=7):
    table = shown(tables, by_script(scenario, until, seed))
    return table, Inputs(table), table.session
