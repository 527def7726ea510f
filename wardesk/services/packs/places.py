"""Where packs lie: those that ship, a person's own, and the folders that he opened from anywhere.

What was opened is remembered in ``packs.json``; it can be deleted and is never the only copy of
anything.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

import msgspec
from msgspec import Struct

from wardesk import paths
from wardesk.documents.files.atomic import write_atomically
from wardesk.errors import UserError
from wardesk.words import readied, say

FILE = "packs.json"


class RememberedPlaces(Struct):
    """Packs and maps that were opened."""

    folders: list[str] = []
    maps: list[str] = []


def scenarios_folder() -> Path:
    """Where a person's own packs lie unless he chooses another place. UserError without one."""
    try:
        return paths.user_data() / "packs"
    except OSError as error:
        raise UserError(
            say(
                "Packs cannot be kept: {filename!s}: {error}.",
                filename=error.filename,
                error=error.strerror or error,
            ),
            "Check that folder, or set WARDESK_HOME to another one.",
        ) from error


def carried_folder() -> Path:
    """Where packs that games carry are unpacked: each can be had again from its game."""
    return paths.user_cache() / "carried"


def pack_folders() -> list[Path]:
    """The folders of all packs, the shipped ones first; some of them may be gone."""
    shipped = sorted(entry.parent for entry in paths.campaigns().glob("*/pack.toml"))
    own: list[Path] = []
    with contextlib.suppress(UserError, OSError):
        own = sorted(entry.parent for entry in scenarios_folder().glob("*/pack.toml"))
    opened = [Path(folder) for folder in read_remembered().folders]
    return list(dict.fromkeys(_resolved(folder) for folder in (*shipped, *own, *opened)))


def _resolved(folder: Path) -> Path:
    try:
        return folder.resolve()
    except (OSError, ValueError, RuntimeError):  # a NUL, links in a ring: whoever reads it is told
        return folder.absolute()


def read_remembered() -> RememberedPlaces:
    """What is remembered; nothing when the file is missing or spoilt: it is only a memory."""
    try:
        return msgspec.json.decode(
            (paths.user_data() / FILE).read_bytes(), type=readied(RememberedPlaces)
        )
    except (OSError, msgspec.MsgspecError):
        return RememberedPlaces()


def write_remembered(shelf: RememberedPlaces) -> None:
    """Remember this instead. UserError if it cannot be kept."""
    try:
        place = paths.user_data() / FILE
    except OSError as error:
        raise UserError(
            say("The list of packs cannot be kept: {error}.", error=error.strerror)
        ) from error
    write_atomically(place, msgspec.json.encode(shelf))
