"""Work behind the scenes ends well, whoever goes meanwhile."""

from __future__ import annotations

import gc
import sys
import threading
import time
import weakref
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from shiboken6 import isValid

import wardesk.ui
from wardesk.ui.tasks import Task


def test_a_thread_can_still_tell_its_end_while_its_owner_is_destroyed(qtbot):
    owner = QObject()
    task = Task(owner)
    begun, heard, seen = threading.Event(), [], []
    task.done.connect(heard.append)

    def work():
        begun.set()
        time.sleep(0.3)  # the owner is being destroyed by now, and waits for this thread
        seen.append((isValid(owner), isValid(task._signals)))

    task.start(work)
    assert begun.wait(10)
    owner.deleteLater()
    QCoreApplication.sendPostedEvents(owner, QEvent.Type.DeferredDelete)

    assert seen == [(False, True)]
    assert heard == []


class _Held:
    """Something as large as a table with its map."""


@pytest.fixture
def hurried():
    """Threads take turns as often as they can, as they do on a machine with much to do."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("dropped", [False, True])
def test_work_is_let_go_of_when_it_ends_or_is_dropped(qtbot, dropped):
    parent = QObject()
    task = Task(parent)
    kept = []
    for _ in range(40):
        held = _Held()
        kept.append(weakref.ref(held))
        task.start(partial(id, held))
        del held
        if not dropped:
            qtbot.waitUntil(lambda: not task.running)
    task.stop()
    gc.collect()
    assert sum(one() is not None for one in kept) == 0


def test_nothing_in_the_window_is_run_by_a_runnable():
    # it would never be let go of, see `wardesk.ui.tasks`
    window = Path(wardesk.ui.__file__).parent
    assert [p.name for p in window.rglob("*.py") if "QRunnable)" in p.read_text("utf-8")] == []
