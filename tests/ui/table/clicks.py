"""Clicks on a table, as a person makes them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest


def click_cell(table, cell):
    """A real click of the left button on a free part of a cell."""
    at = table.view.cell_point(cell)
    QTest.mouseClick(table.view, Qt.MouseButton.LeftButton, pos=at)


def click_piece(table, piece):
    """A real click on a counter, after laying its pile out where that is needed.

    One that lies in a box off the map is clicked in the drawer.
    """
    if table.view.scene().looks[piece].at not in table.view.scene().index.anchors:
        click_line(table, "piece", piece)
        return
    QTest.mouseClick(table.view, Qt.MouseButton.LeftButton, pos=table.view.piece_point(piece))


def click_offer(table, offer):
    """A real click on a button of the strip, or on its line in the drawer if it has no room."""
    button = table.question.button(offer)
    assert button is not None, (offer, table.question.prompt())
    if button.isVisible():
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        return
    click_line(table, "offer", offer)


def click_line(table, kind, key):
    """A real click on a line of the drawer, which is opened for it and closed again."""
    opener = table.question.more
    if not opener.isVisible():
        opener = table.drawers.tabs["list"]
    QTest.mouseClick(opener, Qt.MouseButton.LeftButton)
    lines = table.drawer.list
    assert lines._go_to(kind, key, True), (key, lines.lines())
    lines.scrollTo(lines.currentIndex())
    at = lines.visualRect(lines.currentIndex()).center()
    QTest.mouseClick(lines.viewport(), Qt.MouseButton.LeftButton, pos=at)
    if table.drawer.isVisible():
        QTest.mouseClick(table.drawer.close_, Qt.MouseButton.LeftButton)
