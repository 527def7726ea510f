"""The settings in force: one object that everybody asks, and that says what has changed."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec.structs import fields, replace
from PySide6.QtCore import QObject, Signal

from wardesk.errors import UserError
from wardesk.ui.shell.settings import SettingsFile, default, save_settings
from wardesk.words import tr

NEEDS_NEW_WINDOW = ("text_size", "language")
"""Settings that every word and every row of the window depends on."""


class Preferences(QObject):
    """``changed(name)`` after every change; ``failed(error)`` when one could not be stored."""

    changed = Signal(str)
    failed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._now = SettingsFile()

    @property
    def now(self) -> SettingsFile:
        """The settings as they are."""
        return self._now

    def load(self, settings: SettingsFile) -> None:
        """Take over what was read from the disk; tells whoever cares about a difference."""
        before, self._now = self._now, settings
        for field in fields(SettingsFile):
            if getattr(before, field.name) != getattr(settings, field.name):
                self.changed.emit(field.name)

    def change(self, name: str, value: Any, *, keep: bool = True) -> None:  # noqa: ANN401
        """Another value, in force at once and stored with *keep*; the same one does nothing."""
        if getattr(self._now, name) == value:
            return
        self._now = replace(self._now, **{name: value})
        self.changed.emit(name)
        if keep:
            self.store()

    def store(self) -> None:
        """Write them to the disk; a full disk is told, and the setting holds until the end."""
        try:
            save_settings(self._now)
        except OSError as error:
            self.failed.emit(
                UserError(
                    tr("WarDesk could not store the settings: {0}.").format(
                        error.strerror or str(error)
                    ),
                    tr("They hold until WarDesk is closed. Make room, or check the folder."),
                )
            )

    def reset(self, name: str) -> None:
        """Back to the usual value."""
        self.change(name, default(name))

    def is_usual(self, name: str) -> bool:
        """Whether nobody has changed it."""
        return getattr(self._now, name) == default(name)


@cache
def preferences() -> Preferences:
    """The one object that holds them."""
    return Preferences()
