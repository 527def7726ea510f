"""Work behind the scenes ends well, whoever goes meanwhile."""

from __future__ import annotations

import threading
import time

from PySide6.QtCore import QCoreApplication, QEvent, QObject
from shiboken6 import isValid

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
