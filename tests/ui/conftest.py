"""What every test of the window needs: the theme, and a home of its own."""

from __future__ import annotations

import os

import pytest

from wardesk.ui import theme

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


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
