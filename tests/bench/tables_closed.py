"""Open tables one after another in the real window, use them, close them; prints two figures.

``python tables_closed.py SCENARIO…`` prints the memory of Home before and after, MB (PSS), as JSON.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QPointF
from PySide6.QtWidgets import QApplication

from wardesk import gc_tuning
from wardesk.services.play.session import PlaySession
from wardesk.ui.app import Program, make_app
from wardesk.ui.table.workspace import TableWorkspace


def main(scenarios: list[str]) -> None:
    """Lay, play, zoom and close each of them."""
    gc_tuning.settle()
    app = make_app(["wardesk"])
    program = Program(app)
    program.open([])
    _until(lambda: program.opening is not None and program.opening.opener is not None)
    opener = program.opening.opener
    _until(lambda: not opener._listing.running and not opener._painting.running)
    _wait(1.5)
    before = _memory()
    for scenario in scenarios:
        _one(program, opener, scenario)
    sys.stdout.write(json.dumps([before, _memory()]))
    sys.stdout.flush()


def _one(program: Program, opener, scenario: str) -> None:
    opener._asked = None
    opener._show(partial(PlaySession.new, scenario, seed=7, keep=False))
    _until(lambda: isinstance(program.window.workspace("table"), TableWorkspace))
    table = program.window.workspace("table")
    table.model.runner.set_paused(True)
    dice = random.Random(3)
    for _ in range(150):
        if table.session.ask is None:
            break
        if table.session.waiting == "dice":
            table.model.roll()
        else:
            table.model.give(table.session.rules.sample(table.session.state, dice))
        QApplication.processEvents()
    for step in range(8):
        table.view.zoom(1.25)
        _wait(0.1)
        table.view.pan(QPointF(-300 if step % 2 else 300, 100))
        _wait(0.1)
    program.window.show_mode("home")
    _wait(0.3)
    opener.close_game()
    del table
    _wait(0.1)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    _wait(1.5)


def _until(done: Callable[[], bool]) -> None:
    end = time.perf_counter() + 60
    while not done():
        QApplication.processEvents()
        time.sleep(0.002)
        if time.perf_counter() > end:
            raise TimeoutError


def _wait(seconds: float) -> None:
    end = time.perf_counter() + seconds
    _until(lambda: time.perf_counter() > end)


def _memory() -> float:
    lines = Path("/proc/self/smaps_rollup").read_text("ascii").splitlines()
    return next(int(one.split()[1]) for one in lines if one.startswith("Pss:")) / 1024


if __name__ == "__main__":
    main(sys.argv[1:])
