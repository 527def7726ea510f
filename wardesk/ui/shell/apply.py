"""Puts the settings in force: theme, text size, language and keys of the whole program."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication

from wardesk.ui import language, theme
from wardesk.ui.key_book import key_book
from wardesk.ui.preferences import preferences


def theme_wanted(app: QApplication) -> str:
    """The theme that was chosen, or the one that the system asks for."""
    chosen = preferences().now.theme
    if chosen:
        return chosen
    dark = app.styleHints().colorScheme() == Qt.ColorScheme.Dark
    return "dark" if dark else "light"


def apply_all(app: QApplication) -> None:
    """Everything that must stand before the first widget is made."""
    now = preferences().now
    key_book().choose(now.keys)
    language.use(app, now.language)
    theme.set_text_size(now.text_size)
    theme.apply(app, theme_wanted(app))


class Applier(QObject):
    """Follows settings that change while the window is open."""

    def __init__(self, app: QApplication, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._app = app
        preferences().changed.connect(self._changed)
        app.styleHints().colorSchemeChanged.connect(self._system_changed)

    def _changed(self, name: str) -> None:
        if name == "theme":
            theme.apply(self._app, theme_wanted(self._app))
        elif name == "keys":
            key_book().choose(preferences().now.keys)

    def _system_changed(self) -> None:
        if not preferences().now.theme:
            theme.apply(self._app, theme_wanted(self._app))
