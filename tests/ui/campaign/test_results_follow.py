"""The results page follows what happens beside it, and takes a hex that is typed."""

from __future__ import annotations

import pytest
from campaign_desk import WAIT, begin, key, settled
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit

from wardesk.ui.campaign.pages.results_model import OUT, WHERE

pytestmark = pytest.mark.usefixtures("light")


@pytest.fixture
def here(desk, qtbot):
    """A new campaign with its results page open, before anybody has dropped."""
    found = begin(qtbot, desk)
    key(qtbot, desk, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    found.results.choose("TDC", "")
    qtbot.waitUntil(lambda: found.results.blank is not None, timeout=WAIT)
    settled(qtbot, desk)
    return found


def drops(qtbot, desk, here):
    for _ in range(3):
        key(qtbot, desk, Qt.Key.Key_N, Qt.KeyboardModifier.ShiftModifier)


def typed(qtbot, page, row, column, words):
    page.table.setCurrentIndex(page.proxy.index(row, column))
    page.table.setFocus()
    qtbot.keyClick(page.table, words[0])
    qtbot.waitUntil(lambda: isinstance(QApplication.focusWidget(), QLineEdit))
    qtbot.keyClicks(QApplication.focusWidget(), words[1:])
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not isinstance(QApplication.focusWidget(), QLineEdit))


def test_units_that_come_while_the_sheet_is_open_stand_on_it(desk, qtbot, here):
    assert here.results.model.lines == []
    drops(qtbot, desk, here)
    assert here.pages.page == "results"
    qtbot.waitUntil(lambda: len(here.results.model.lines) > 50, timeout=WAIT)
    assert str(len(here.results.model.lines)) in here.results.words.text()


def test_units_that_came_while_another_page_was_open_stand_on_the_sheet(desk, qtbot, here):
    here.show_page("log")
    drops(qtbot, desk, here)
    key(qtbot, desk, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: len(here.results.model.lines) > 50, timeout=WAIT)


def test_what_was_typed_stays_where_it_stands_when_something_else_happens(desk, qtbot, here):
    drops(qtbot, desk, here)
    sheet = here.results
    qtbot.waitUntil(lambda: len(sheet.model.lines) > 50, timeout=WAIT)
    typed(qtbot, sheet, 3, OUT, "0")
    unit = sheet.model.lines[3].unit
    here.worker.do(lambda held: list(held.act("note", {"words": "x"}).events), lambda _done: None)
    settled(qtbot, desk)
    qtbot.waitUntil(lambda: sheet.blank.opened_hash == here.worker.page.head_hash, timeout=WAIT)
    assert (sheet.model.lines[3].unit, sheet.model.lines[3].out) == (unit, "0")


def test_a_hex_is_typed_and_entered(desk, qtbot, here):
    drops(qtbot, desk, here)
    sheet = here.results
    qtbot.waitUntil(lambda: len(sheet.model.lines) > 50, timeout=WAIT)
    assert not sheet.table.isColumnHidden(WHERE)
    assert sheet.model.index(0, WHERE).data()
    typed(qtbot, sheet, 0, WHERE, "14.89")
    assert sheet.model.index(0, WHERE).data() == "14.89"
    sheet.flush()
    qtbot.waitUntil(sheet.accept.isEnabled, timeout=WAIT)
    qtbot.mouseClick(sheet.accept, Qt.MouseButton.LeftButton)
    settled(qtbot, desk)
    assert here.results.blank is None  # what is entered is not read anew
    told = here.worker.page.log[-1].words
    assert "14.89" in told
