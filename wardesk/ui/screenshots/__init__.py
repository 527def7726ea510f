"""Pictures of the whole window on sample data, without a screen: ``wardesk screenshots DIR``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

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
    running = QApplication.instance()
    app = running if isinstance(running, QApplication) else make_app(["wardesk"])
    if newcomer:
        with own_home():
            theme.apply(app, "light")
            take_newcomer(app, folder)
        return 0
    if map_themes:
        take_tools(app, folder, map_themes, SIZES)
        return 0
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
    return 0
