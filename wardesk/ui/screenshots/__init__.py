"""Pictures of the whole window on sample data, without a screen: ``wardesk screenshots DIR``."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from wardesk.errors import UserError
from wardesk.ui import theme
from wardesk.ui.app import make_app
from wardesk.ui.screenshots.camera import own_home
from wardesk.ui.screenshots.freeform import take_freeform
from wardesk.ui.screenshots.map_editor import take_tools
from wardesk.ui.screenshots.newcomer import take_newcomer
from wardesk.ui.screenshots.settings import take_settings
from wardesk.ui.screenshots.workspaces import WorkspaceCamera

SIZES = ((1280, 800), (1920, 1080))
_NO_SCREEN = "This plugin does not support"
"""How Qt begins what it says, at every window, of a screen that is not there."""


@contextmanager
def _quiet() -> Iterator[None]:
    """Without those lines on the standard error; everything else of Qt stays."""

    def tell(_kind: QtMsgType, _where: QMessageLogContext, words: str) -> None:
        if not words.startswith(_NO_SCREEN):
            sys.stderr.write(f"{words}\n")

    before = qInstallMessageHandler(tell)
    try:
        yield
    finally:
        qInstallMessageHandler(before)


def main(directory: Path | str, map_themes: Sequence[str] = (), *, newcomer: bool = False) -> int:
    """Paint everything into *directory*; the exit code. The user's own folder is not touched.

    With *map_themes* only the tools of the map editor, in each of these; as *newcomer* only the
    few pictures of the help.
    """
    folder = Path(directory)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{folder} cannot be made: {error.strerror}.") from error
    with _quiet():
        running = QApplication.instance()
        app = running if isinstance(running, QApplication) else make_app(["wardesk"])
        _paint(app, folder, map_themes, newcomer=newcomer)
    return 0


def _paint(app: QApplication, folder: Path, map_themes: Sequence[str], *, newcomer: bool) -> None:
    if newcomer:
        with own_home():
            theme.apply(app, "light")
            take_newcomer(app, folder)
        return
    if map_themes:
        take_tools(app, folder, map_themes, SIZES)
        return
    before = theme.current()
    with own_home():
        try:
            for name in theme.THEMES:
                theme.apply(app, name)
                for size in SIZES:
                    WorkspaceCamera(app, folder, name, size).take_all()
                    take_freeform(app, folder, name, size)
            for size in SIZES:
                take_settings(app, folder, size)
        finally:
            theme.apply(app, before)
