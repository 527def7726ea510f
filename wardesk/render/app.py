"""Make sure that Qt can draw: pictures are also made where no window and no display exist."""

from __future__ import annotations

import os
import sys

from PySide6.QtGui import QGuiApplication

_made: list[QGuiApplication] = []


def paint_alone() -> None:
    """Let every thread that paints fill its forms itself. To be called before anything is painted.

    Qt gives stripes of 64 rows to other threads and waits for them: they cost more than they take
    over, and while others use the machine one cell painted anew waits five times as long.
    """
    os.environ.setdefault("QT_NO_GUI_THREADPOOL", "1")


def ensure_gui_app() -> QGuiApplication:
    """The running Qt application, or a new one without a display if there is none yet."""
    paint_alone()
    running = QGuiApplication.instance()
    if isinstance(running, QGuiApplication):
        return running
    if sys.platform.startswith("linux") and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = QGuiApplication(["wardesk"])
    _made.append(app)  # Qt aborts if Python drops the application while images are alive
    return app
