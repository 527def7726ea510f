"""Tooltips are plain text: a name out of somebody's file is never read as HTML."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QApplication, QLabel, QListView, QToolTip, QWidget

from wardesk.ui import theme

HOSTILE = 'A <b>glider</b><img src="{0}">'


def _tip() -> QLabel:
    tips = [w for w in QApplication.allWidgets() if w.inherits("QTipLabel") and w.isVisible()]
    assert len(tips) == 1
    assert isinstance(tips[0], QLabel)
    return tips[0]


@pytest.fixture
def hostile(qapp, tmp_path):
    theme.apply(qapp, "light")
    file = tmp_path / "picture.svg"
    file.write_text('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="700"/>')
    yield HOSTILE.format(file)
    QToolTip.hideText()


def test_words_asked_for_by_a_part_stay_plain(qtbot, hostile):
    part = QWidget()
    qtbot.addWidget(part)
    part.show()
    QToolTip.showText(part.mapToGlobal(QPoint(1, 1)), hostile, part)
    assert _tip().text() == hostile
    assert _tip().textFormat() == Qt.TextFormat.PlainText
    assert _tip().height() < 100, "the picture was fetched and drawn"


def test_words_of_a_list_row_stay_plain(qtbot, hostile):
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QHelpEvent

    view = QListView()
    qtbot.addWidget(view)
    model = QStandardItemModel(view)
    row = QStandardItem("row")
    row.setToolTip(hostile)
    model.appendRow(row)
    view.setModel(model)
    view.show()
    spot = view.visualRect(model.index(0, 0)).center()
    asked = QHelpEvent(QEvent.Type.ToolTip, spot, view.viewport().mapToGlobal(spot))
    QApplication.sendEvent(view.viewport(), asked)
    assert _tip().textFormat() == Qt.TextFormat.PlainText


def test_a_tip_that_changes_while_it_is_shown_stays_plain(qtbot, hostile):
    part = QWidget()
    qtbot.addWidget(part)
    part.show()
    QToolTip.showText(part.mapToGlobal(QPoint(1, 1)), "a plain one", part)
    QToolTip.showText(part.mapToGlobal(QPoint(1, 1)), hostile, part)
    assert _tip().textFormat() == Qt.TextFormat.PlainText
