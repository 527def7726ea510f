"""PySide6 6.12.0 gives away references to None and aborts in the end; Python 3.11 keeps it out.

Measured: every ``QLabel.setText`` loses one reference there; 6.7.3 to 6.11.3 lose none. From Python
3.12 on, None is immortal: nothing counts its references.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import PySide6
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QGraphicsRectItem, QLabel

ROOT = Path(__file__).parents[1]


def test_calls_that_return_nothing_keep_none_alive(qtbot):
    label, item = QLabel(), QGraphicsRectItem()
    qtbot.addWidget(label)
    before = sys.getrefcount(None)

    for number in range(1000):
        label.setText("x")
        item.setPos(QPointF(number, 0))

    assert sys.getrefcount(None) - before > -50


def test_the_pin_keeps_the_faulty_versions_out():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pins = [line for line in project["dependencies"] if line.startswith("PySide6")]

    assert pins == [
        "PySide6-Essentials>=6.9,!=6.11.0,!=6.11.1,<6.12; python_version < '3.12'",
        "PySide6-Essentials>=6.9,!=6.11.0,!=6.11.1; python_version >= '3.12'",
    ]


def test_the_lock_and_the_environment_keep_the_pin():
    lock = (ROOT / "packaging" / "requirements.lock").read_text(encoding="utf-8")

    assert f"\npyside6-essentials=={PySide6.__version__} " in lock
    assert sys.version_info >= (3, 12) or PySide6.__version_info__[:2] < (6, 12)
