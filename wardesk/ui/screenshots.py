"""Pictures of every workspace on sample data, light and dark, at two sizes, without a screen."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QEventLoop, QThread
from PySide6.QtWidgets import QApplication

from wardesk.engine.types import CHANCE, UMPIRE, Decision, Outcome
from wardesk.errors import UserError
from wardesk.services.play_session import PlaySession
from wardesk.ui import theme
from wardesk.ui.app import make_app
from wardesk.ui.desk import Desk
from wardesk.ui.shell.main_window import MainWindow
from wardesk.ui.table.workspace import TableWorkspace

SCENARIO = "eben-emael/historical".replace("eben-emael", "{pack}")
SIZES = ((1280, 800), (1920, 1080))
_PATIENCE = 120_000
"""Milliseconds that one picture may take before it is taken as it is."""

Wanted = Callable[[Decision], bool]
