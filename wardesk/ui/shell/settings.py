"""What the window remembers between two runs: theme, place on the screen, hidden docks."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
from msgspec import Struct

from wardesk.errors import UserError
from wardesk.paths import user_data

FILE = "settings.json"


class Settings(Struct, frozen=True, kw_only=True):
    """A file of settings; unknown fields of a later WarDesk are ignored, missing ones default."""

    theme: str = ""
    """``light``, ``dark``, or empty = as the system."""
    window: tuple[int, int, int, int] | None = None
    """Left, top, width, height of the window in logical pixels."""
    maximised: bool = False
    hidden_docks: tuple[str, ...] = ()
    """Workspaces whose docks were hidden."""
    folder: str = ""
    """Where a file was opened last."""


def load_settings(folder: Path | None = None) -> tuple[Settings, UserError | None]:
    """Read the settings. A damaged file is put aside, and the error says so; never raises."""
    path = (folder or user_data()) / FILE
    try:
        return msgspec.json.decode(path.read_bytes(), type=Settings), None
    except FileNotFoundError:
        return Settings(), None
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        aside = path.with_suffix(".damaged.json")
        try:
            path.replace(aside)
        except OSError:
            aside = path
        return Settings(), UserError(
            "The settings could not be read and are back to their defaults.",
            f"The old file is kept as {aside.name}. Games and maps are not affected.",
        )


def save_settings(settings: Settings, folder: Path | None = None) -> None:
    """Write the settings whole or not at all; an `OSError` means that the old file still stands."""
    path = (folder or user_data()) / FILE
    draft = path.with_suffix(".new")
    with draft.open("wb") as file:
        file.write(msgspec.json.format(msgspec.json.encode(settings), indent=2) + b"\n")
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
