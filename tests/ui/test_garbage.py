"""Widgets that nobody needs any more go in the thread of the window, whoever makes new things."""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref
from threading import current_thread, main_thread

from wardesk.ui.gc_in_gui_thread import PATIENCE, sweep
from wardesk.ui.tasks import Task

CIRCLES = """
import gc
from threading import current_thread, main_thread
from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget
from wardesk.ui.app import make_app
from wardesk.ui.tasks import Task

class Circle(QWidget):
    def __init__(self):
        super().__init__()
        button = QPushButton("one", self)
        QVBoxLayout(self).addWidget(button)
        button.clicked.connect(self.close)
        self.timer = QTimer(self)
        self.timer.start(1)
        self.me = self

def much():
    kept = [[number] for number in range(100_000)]
    return len(kept)

app = make_app(["wardesk"])
task = Task(app)
for _ in range(20):
    circle = Circle()
    circle.show()
    app.processEvents()
    circle.hide()
    del circle
    task.start(much)
    while task.running:
        app.processEvents()
task.stop()
print("went on", gc.isenabled())
"""


def test_a_window_in_a_circle_is_not_destroyed_by_a_worker():
    found = subprocess.run(
        [sys.executable, "-c", CIRCLES], capture_output=True, text=True, timeout=300, check=False
    )

    assert (found.returncode, found.stdout.strip()) == (0, "went on False"), found.stderr


class Circle:
    def __init__(self):
        self.me = self


def test_what_is_due_is_collected_in_the_thread_of_the_window(qtbot):
    where, kept = [], []
    circle = Circle()
    weakref.finalize(circle, lambda: where.append(current_thread() is main_thread()))
    del circle
    task = Task(None)
    task.start(lambda: kept.extend([number] for number in range(200_000)))
    qtbot.waitUntil(lambda: bool(where), timeout=60_000)
    task.stop()

    assert where == [True]


def test_nothing_is_collected_before_it_is_due(qapp):
    gc.collect()
    seen = []
    gc.callbacks.append(lambda phase, info: seen.append((phase, info["generation"])))
    try:
        sweep()
        kept = [[number] for number in range(gc.get_threshold()[0] + 100)]
        sweep()
    finally:
        gc.callbacks.pop()

    assert seen == [("start", 0), ("stop", 0)]
    assert kept


def test_the_oldest_wait_while_the_pointer_moves_but_not_for_ever(qapp, monkeypatch):
    ages, limits = [], gc.get_threshold()
    monkeypatch.setattr(gc, "collect", ages.append)
    for oldest, busy in ((11, False), (11, True), (PATIENCE * limits[2] + 1, True)):
        monkeypatch.setattr(gc, "get_count", lambda oldest=oldest: (limits[0] + 1, 0, oldest))
        sweep(busy=busy)
    assert ages == [2, 1, 2]
