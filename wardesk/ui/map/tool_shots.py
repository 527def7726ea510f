"""Every tool of the map editor in chosen map themes, in light and dark windows, as pictures."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QDeadlineTimer, QEventLoop
from PySide6.QtWidgets import QApplication, QWidget

from wardesk.errors import UserError
from wardesk.render.theme import theme_ids
from wardesk.ui import theme
from wardesk.ui.map.map_desk import MapDesk
from wardesk.ui.map.map_shots import MapStudio
from wardesk.ui.preferences import preferences
from wardesk.ui.shell.main_window import MainWindow

WINDOWS = ("light", "dark")
_PATIENCE = 20_000
"""Milliseconds that one picture may take before it is taken as it is."""


def take_tools(
    app: QApplication, folder: Path, map_themes: Sequence[str], sizes: Sequence[tuple[int, int]]
) -> None:
    """Paint every tool into *folder*, one picture per map theme, window theme and size.

    UserError for a map theme that there is not. The user's own folder is not touched.
    """
    known = theme_ids()
    for name in map_themes:
        if name not in known:
            text = f"There is no map theme {name!a:.40}."
            raise UserError(text, f"Choose among {', '.join(known)}.")
    before, home, chosen = theme.current(), os.environ.get("WARDESK_HOME"), preferences().now
    with tempfile.TemporaryDirectory() as own:
        os.environ["WARDESK_HOME"] = own
        try:
            for map_theme in map_themes:
                preferences().change("map_theme", map_theme, keep=False)
                for window in WINDOWS:
                    theme.apply(app, window)
                    for size in sizes:
                        _Camera(app, folder, f"{map_theme}_{window}", size).take_all()
        finally:
            preferences().load(chosen)
            theme.apply(app, before)
            if home is None:
                del os.environ["WARDESK_HOME"]
            else:
                os.environ["WARDESK_HOME"] = home


class _Camera:
    """One window of one size in one pair of themes."""

    def __init__(self, app: QApplication, folder: Path, tag: str, size: tuple[int, int]) -> None:
        self._app, self._folder = app, folder
        self._tag = f"{tag}_{size[0]}x{size[1]}"
        self._window = MainWindow(preferences().now)
        self._window.resize(*size)
        self._maps = MapDesk(self._window)

    def take_all(self) -> None:
        """Every tool and overlay on both sample maps."""
        self._window.show()
        MapStudio(self._window, self._maps, self._take).take_all()
        self._maps.shut()
        self._window.hide()
        self._window.deleteLater()

    def _busy(self) -> bool:
        here = self._maps.workspace
        if here is None or not here.isVisible():
            return False
        # in the middle of a stroke nobody looks for issues
        behind = here.panels.issues.finder.is_behind and not here.desk.in_stroke
        return here.view.sheet.late or behind

    def _take(self, name: str, of: QWidget | None = None) -> None:
        until, calm = QDeadlineTimer(_PATIENCE), 0
        while calm < 4 and not until.hasExpired():
            self._app.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
            calm = 0 if self._busy() else calm + 1
        (of or self._window).grab().save(str(self._folder / f"{name}_{self._tag}.png"))
