"""A key is seen before whoever gets it, wherever the keyboard goes; nothing else is looked at."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget

from wardesk.ui.key_watch import KeyWatch


@pytest.fixture
def page(qapp):
    page = QWidget()
    column = QVBoxLayout(page)
    page.fields = [QLineEdit(page), QLineEdit(page)]
    for field in page.fields:
        column.addWidget(field)
    page.show()
    page.activateWindow()
    page.fields[0].setFocus()
    QApplication.processEvents()
    yield page
    page.close()
    page.deleteLater()


def test_a_watch_goes_with_the_keyboard_and_may_use_a_key_up(page):
    heard: list[str] = []

    def hear(_at: QWidget, event) -> bool:
        heard.append(event.text())
        return event.text() == "x"

    watch = KeyWatch(hear, page)
    watch.set_on(True)
    watch.set_on(True)
    first, second = page.fields
    QTest.keyClicks(first, "ax")
    second.setFocus()
    QTest.keyClicks(second, "b")
    assert (heard, first.text(), second.text()) == (["a", "x", "b"], "a", "b")
    watch.set_on(False)
    QTest.keyClicks(second, "x")
    assert (heard, second.text()) == (["a", "x", "b"], "bx")


def test_a_control_that_goes_while_it_is_watched_does_no_harm(page):
    heard: list[str] = []
    watch = KeyWatch(lambda _at, event: bool(heard.append(event.text())), page)
    watch.set_on(True)
    first, second = page.fields
    first.setParent(None)
    first.deleteLater()
    QApplication.sendPostedEvents(None, 52)
    QApplication.processEvents()
    second.setFocus()
    QTest.keyClicks(second, "c")
    watch.set_on(False)
    assert heard == ["c"]
