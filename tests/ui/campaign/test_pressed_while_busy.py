"""What is pressed while the campaign's worker is busy is done when it is free, or refused aloud."""

from __future__ import annotations

import threading
from contextlib import contextmanager

import pytest
from campaign_desk import WAIT, settled
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

pytestmark = pytest.mark.usefixtures("light")

CTRL = Qt.KeyboardModifier.ControlModifier


@contextmanager
def reading(here, qtbot, desk):
    """The worker reads until the block ends; all that was pressed meanwhile is done then."""
    go = threading.Event()
    here.worker.read(lambda _desk: go.wait(WAIT / 1000), lambda _got: None)
    try:
        yield
        assert here.worker.busy
    finally:
        go.set()
    settled(qtbot, desk)


def press(one, held=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(QApplication.focusWidget(), one, held)


def live(here):
    """Numbers of the lines that hold."""
    return {line.number for line in here.worker.page.log if not line.undone}


def told(here):
    heard = []
    here.noticed.connect(heard.append)
    return heard


def test_each_undo_that_is_pressed_while_it_reads_is_done(begin_at, desk, qtbot):
    here = begin_at("17 Sep 1300")
    for question in ("May they?", "Must they?"):
        here.controller.ask_question(question, "")
        settled(qtbot, desk)
    before = live(here)
    for query in [row.id for row in here.worker.page.queries[-2:]]:
        here.controller.rule(query, "so it is", "We asked the players")
        settled(qtbot, desk)
    ruled = live(here) - before
    assert len(ruled) == 2
    here.enter()

    with reading(here, qtbot, desk):
        press(Qt.Key.Key_Z, CTRL)
        press(Qt.Key.Key_Z, CTRL)

    assert not ruled & live(here)


def test_a_roll_that_is_pressed_while_it_reads_falls_and_falls_once(begin_at, desk, qtbot):
    here = begin_at("18 Sep 0700")
    heard, turn = told(here), here.worker.page.turn
    assert here.worker.page.ask is not None
    asked = here.worker.page.ask

    with reading(here, qtbot, desk):
        here.ask.primary.click()
        here.ask.primary.click()

    assert here.worker.page.weather
    assert (here.worker.page.ask, here.worker.page.turn) != (asked, turn)
    assert [notice.what for notice in heard] == [
        "It is not as it was when you pressed: what was pressed before it has changed it."
    ]


def test_n_shows_what_is_next_when_it_has_read(begin_at, desk, qtbot):
    here = begin_at("17 Sep 1300")
    here.enter()
    with reading(here, qtbot, desk):
        press(Qt.Key.Key_N)
        press(Qt.Key.Key_N)

    assert here.worker.page.need is not None
    assert here.ask.isAncestorOf(QApplication.focusWidget())


def test_n_after_something_else_is_not_taken_for_the_n_before_it(begin_at, desk, qtbot):
    here = begin_at("17 Sep 1300")
    need, shown = here.worker.page.need, []
    with reading(here, qtbot, desk):
        here.controller.go_on("", lambda: shown.append(here.worker.page.need))
        here.controller.go_on("", lambda: shown.append("twice"))
        here.controller.leave(need, "not in this test")
        here.controller.go_on("", lambda: shown.append(here.worker.page.need))

    assert [each.key for each in shown] == [need.key, here.worker.page.need.key]
    assert here.worker.page.need != need


def test_the_next_step_is_done_once_and_not_the_one_that_nobody_saw(begin_at, desk, qtbot):
    here = begin_at("17 Sep 1300")
    heard, before = told(here), here.worker.page.checks
    with reading(here, qtbot, desk):
        here.next_step()
        here.next_step()

    now = here.worker.page.checks
    assert len(set(now) - set(before)) == 2  # the line, and the one that is next now
    assert [notice.tone for notice in heard] == ["warn"]


def test_what_is_due_is_left_once_and_what_was_pressed_late_is_told(begin_at, desk, qtbot):
    here = begin_at("17 Sep 1300")
    heard = told(here)
    need, before = here.worker.page.due[0], here.worker.page.events
    with reading(here, qtbot, desk):
        here.controller.leave(need, "not in this test")
        here.controller.leave(need, "once more")
        ((word, values),) = need.choices.items()
        here.controller.settle(need, {word: values[0][0]}, "")

    assert here.worker.page.events == before + 1
    assert [notice.tone for notice in heard] == ["warn", "warn"]


def test_closing_does_first_what_was_pressed(begin_at, desk, qtbot):
    here = begin_at("17 Sep 1300")
    need, path = here.worker.page.due[0], here.worker.page.path
    go = threading.Event()
    here.worker.read(lambda _desk: go.wait(WAIT / 1000), lambda _got: None)
    here.controller.leave(need, "not in this test")
    threading.Timer(0.2, go.set).start()
    desk.campaigns.close_campaign()

    desk.open_game(path)
    qtbot.waitUntil(lambda: desk.campaigns.workspace is not None, timeout=WAIT)
    due = desk.campaigns.workspace.worker.page.due
    assert need.key not in [each.key for each in due]


def test_a_campaign_that_is_asked_for_while_another_opens_is_opened(shelf, desk, qtbot):
    one, other = shelf("17 Sep 1300", False), shelf("18 Sep 0700", False)
    desk.open_game(str(one))
    desk.open_game(str(other))

    def there():
        here = desk.campaigns.workspace
        return here is not None and here.worker.page.path == str(other)

    qtbot.waitUntil(there, timeout=WAIT)
    settled(qtbot, desk)
