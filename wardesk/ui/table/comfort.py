"""What a person has chosen, kept on an open table: map theme, small map, cell ids, turned sheet."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence, QShortcut

from wardesk.ui import theme
from wardesk.ui.actions import Action
from wardesk.ui.canvas.printed import chosen_art
from wardesk.ui.key_book import key_book
from wardesk.ui.preferences import preferences
from wardesk.ui.table.interactions import tr

if TYPE_CHECKING:
    from wardesk.ui.table.workspace import TableWorkspace


class Comfort(QObject):
    """Follows the settings for one table and offers what can be changed there as commands."""

    def __init__(self, table: TableWorkspace) -> None:
        super().__init__(table)
        self._table = table
        theme.switch().changed.connect(self._theme_changed)
        preferences().changed.connect(self._changed)
        key_book().changed.connect(self._keys_changed)
        self._bound: list[tuple[QShortcut, str]] = []
        for name in ("minimap", "coordinates"):
            self._changed(name)

    def bind(self, shortcut: QShortcut, usual: str) -> None:
        """Let a shortcut follow the key book; *usual* is the key it comes with."""
        self._bound.append((shortcut, usual))
        shortcut.setKey(QKeySequence(key_book().shown(usual, "table")))

    def _keys_changed(self) -> None:
        for shortcut, usual in self._bound:
            shortcut.setKey(QKeySequence(key_book().shown(usual, "table")))

    def _theme_changed(self, _name: str) -> None:
        self._table.view.set_art(chosen_art(self._table.session.board))

    def _changed(self, name: str) -> None:
        now, area = preferences().now, self._table.area
        if name in ("map_theme", "map_follows"):
            self._theme_changed(name)
        elif name == "minimap":
            area.minimap.set_wanted(now.minimap)
        elif name == "coordinates":
            area.view.scene.coordinates = now.coordinates
            area.view.update()
        elif name == "bot_pace":
            self._table.players.pace.setValue(now.bot_pace)

    def _away(self) -> str:
        return "" if self._table.isVisible() else tr("only at the table")

    def commands(self) -> list[Action]:
        """What can be done to the view."""
        view, group = self._table.view, tr("Table")
        rows: tuple[tuple[str, str, str, Callable[[], object], str], ...] = (
            ("selection", tr("Show what the question is about"), "Shift+F", view.fit_selection,
             "target"),
        )  # fmt: skip
        keys = [
            Action(f"table.{key}", title, shown, run, group, icon)
            for key, title, shown, run, icon in rows
        ]
        wide: tuple[tuple[str, str, str, Callable[[], object], str], ...] = (
            ("rotate", tr("Turn the sheet clockwise"), "Ctrl+Alt+R", lambda: view.turn(1), "redo"),
            ("rotate_back", tr("Turn the sheet back"), "Ctrl+Alt+Shift+R", lambda: view.turn(-1),
             "undo"),
            ("minimap", tr("Small map on or off"), "Ctrl+Alt+M", lambda: _flip("minimap"), "map"),
            ("coordinates", tr("Names of cells on or off"), "Ctrl+Alt+C",
             lambda: _flip("coordinates"), "grid"),
        )  # fmt: skip
        return keys + [
            Action(f"table.{key}", title, shown, run, group, icon, self._away, everywhere=True)
            for key, title, shown, run, icon in wide
        ]


def _flip(name: str) -> None:
    preferences().change(name, not getattr(preferences().now, name))
