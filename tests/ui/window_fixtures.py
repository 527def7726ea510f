"""What every test of the window needs: the theme, and a home of its own."""

from __future__ import annotations

import os

import pytest
from msgspec import structs
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from wardesk.ui import theme
from wardesk.ui.gc_in_gui_thread import Sweeper
from wardesk.ui.preferences import preferences

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["LC_ALL"] = os.environ["LANGUAGE"] = "C.UTF-8"  # The window speaks English here.


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    monkeypatch.setenv("WARDESK_HOME", str(tmp_path / "home"))


@pytest.fixture
def light(qapp):
    """The application in the light theme with the bundled fonts."""
    theme.load_fonts()
    theme.apply(qapp, "light")
    yield qapp
    theme.apply(qapp, "light")


@pytest.fixture(autouse=True)
def _swept(request):
    """Destroy what a test left behind while Qt still runs; a theme would polish it for ever.

    The clipboard too: one for the whole process, and the tool *paste* looks into it. And settings
    are as they were: at full speed dice fall by themselves in whatever test comes next.
    """
    if "qapp" not in request.fixturenames:
        yield
        return
    request.getfixturevalue("qapp")
    sweeper = Sweeper()  # as in the program
    settings = preferences().now
    preferences().load(structs.replace(settings, film=False))  # it takes keys; its tests want it
    yield
    sweeper.stop()
    for widget in QApplication.topLevelWidgets():
        widget.close()
        widget.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QApplication.clipboard().clear()
    preferences().load(settings)
