"""What the window remembers between two runs: how it looks, its keys, its place on the screen."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import fields

from wardesk.errors import UserError
from wardesk.paths import user_data
from wardesk.words import readied, say

FILE = "settings.json"

MAP_THEMES = ("printed", "plain", "contrast", "cvd")
"""Map themes a person can choose; the dark one comes with the dark window."""


class SettingsFile(Struct, frozen=True, kw_only=True):
    """A file of settings. Fields of a later WarDesk stay in the file, missing ones default."""

    theme: Literal["", "light", "dark", "contrast"] = ""
    """Of the window; empty = as the system."""
    map_theme: Literal["printed", "plain", "contrast", "cvd"] = "printed"
    map_follows: bool = True
    """Whether the map is darkened in the dark theme and has strong contrast in that one."""
    text_size: Annotated[int, Meta(ge=90, le=150)] = 100
    """Per cent."""
    reduced_motion: bool = False
    bot_pace: Annotated[int, Meta(ge=0, le=4)] = 2
    """Place in the paces of the table, from slow to full speed."""
    explain_opponent: bool = True
    """Whether a card over the board says what a program did and what it weighed."""
    film: bool = True
    """Whether an opponent's turn is shown as a film when a person is asked again."""
    sounds: bool = False
    """Whether dice, fire, moves and the end of a game are heard."""
    cover_hidden: bool = True
    """Whether the table is covered between two people at one machine who hide things."""
    turn_sound: bool = False
    """Whether the system's own sound is played when a person comes to be asked."""
    language: Literal["", "en", "de", "fr"] = ""
    """Empty = as the system."""
    minimap: bool = True
    coordinates: bool = False
    keys: dict[str, str] = {}
    """Shortcuts other than the usual ones, by command; an empty one is none at all."""
    window: tuple[int, int, int, int] | None = None
    """Left, top, width, height of the window in logical pixels."""
    maximised: bool = False
    campaign_page: str = ""
    """The page of the campaign desk that was open last."""
    dialogs: dict[str, tuple[int, int]] = {}
    """Width and height of dialogs that were resized, in logical pixels."""
    hidden_docks: tuple[str, ...] = ()
    """Workspaces whose docks were hidden."""
    newcomer: bool = True
    """Whether Home offers a guided game first: nobody has finished one or waved it away."""
    columns: dict[str, Annotated[int, Meta(ge=0, le=4000)]] = {}
    """Width of the drawers beside the table's board that somebody dragged, in logical pixels."""
    drawer: str = ""
    """The drawer of the table that was open last; empty for none."""
    sheets: dict[str, dict[str, str]] = {}
    """What stood last in the assistants' forms, by game and form: ``game/form``."""
    folder: str = ""
    """Where a file was opened last."""
    recent_maps: tuple[str, ...] = ()
    """Maps that were drawn, newest first."""


def default(name: str) -> Any:  # noqa: ANN401 - a value of any field
    """The value a setting has until somebody changes it."""
    return getattr(SettingsFile(), name)


def load_settings(folder: Path | None = None) -> tuple[SettingsFile, UserError | None]:
    """Read the settings. A damaged file is put aside, and the error says so; never raises.

    A file that can be read but holds impossible values loses only those.
    """
    try:
        path = (folder or user_data()) / FILE
        data = path.read_bytes()
    except FileNotFoundError:
        return SettingsFile(), None
    except OSError as error:
        return SettingsFile(), UserError(
            "WarDesk could not read the settings; the usual ones hold.",
            say(
                "{file!s}: {why}. Check that this folder can be read.",
                file=error.filename,
                why=error.strerror,
            ),
        )
    try:
        raw = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raw = None
    if not isinstance(raw, dict):
        return SettingsFile(), UserError(
            "WarDesk could not read the settings and starts from the defaults.",
            say(
                "The old file is kept as {file!s}. Games and maps are not affected.",
                file=_aside(path),
            ),
        )
    return _salvaged(raw, path)


def _aside(path: Path) -> str:
    """Keep a copy of a file with nonsense in it; the name of the copy."""
    aside = path.with_suffix(".damaged.json")
    try:
        shutil.copyfile(path, aside)
    except OSError:
        return path.name
    return aside.name


def _salvaged(raw: dict[str, Any], path: Path) -> tuple[SettingsFile, UserError | None]:
    """Every value that is possible; the names of the others as an error."""
    good: dict[str, Any] = {}
    bad: list[str] = []
    for field in fields(SettingsFile):
        if field.name not in raw:
            continue
        try:
            good[field.name] = msgspec.convert(raw[field.name], readied(field.type))
        except msgspec.ValidationError:
            bad.append(field.name)
    if not bad:
        return SettingsFile(**good), None
    return SettingsFile(**good), UserError(
        say(
            "Some settings made no sense and are back to their defaults: {names!s}.",
            names=", ".join(bad),
        ),
        say(
            "All others hold; choose these anew in the settings. The file is kept as {file!s}.",
            file=_aside(path),
        ),
    )


def save_settings(settings: SettingsFile, folder: Path | None = None) -> None:
    """Write the settings whole or not at all; an `OSError` means that the old file still stands.

    What a later WarDesk has written there beside them is kept.
    """
    path = (folder or user_data()) / FILE
    kept: dict[str, Any] = {}
    try:
        found = msgspec.json.decode(path.read_bytes())
        kept = found if isinstance(found, dict) else {}
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        kept = {}  # Nothing there, or nothing that can be read: reading it has told that.
    kept.update(msgspec.to_builtins(settings))
    draft = path.with_suffix(".new")
    with draft.open("wb") as file:
        file.write(msgspec.json.format(msgspec.json.encode(kept), indent=2) + b"\n")
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
