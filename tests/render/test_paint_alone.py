"""Painting stays in the thread that asked for it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

TASKS = Path("/proc/self/task")
FILL = """
import os
{begin}
from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPainterPath
image = QImage(900, 900, QImage.Format.Format_ARGB32_Premultiplied)
image.fill(0)
before = len(os.listdir("/proc/self/task"))
brush = QBrush(image.copy(0, 0, 90, 90))
painter = QPainter(image)
painter.setRenderHint(QPainter.RenderHint.Antialiasing)
for _ in range(20):
    path = QPainterPath()
    path.addEllipse(20, 20, 850, 850)
    painter.fillPath(path, brush)
painter.end()
print(len(os.listdir("/proc/self/task")) - before)
"""


@pytest.mark.skipif(not TASKS.exists(), reason="threads are counted in /proc")
@pytest.mark.parametrize(
    "begin",
    [
        "from wardesk.render.app import ensure_gui_app; app = ensure_gui_app()",
        "from wardesk.ui.app import make_app; app = make_app(['wardesk'])",
    ],
)
def test_a_large_fill_wakes_no_other_thread(begin, tmp_path):
    environment = {name: one for name, one in os.environ.items() if name != "QT_NO_GUI_THREADPOOL"}
    environment |= {"QT_QPA_PLATFORM": "offscreen", "WARDESK_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", FILL.format(begin=begin)],
        capture_output=True, text=True, check=False, env=environment,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) == 0
