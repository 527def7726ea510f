"""The pack of a game: what its file carries of it, and where it is found when the game is opened.

A pack that ships with WarDesk is not carried. Any other is looked for among the packs that are
known, and taken from the file when it is not among them, or not as it was.
"""

from __future__ import annotations

import contextlib
import re
from pathlib import Path, PureWindowsPath

from msgspec import Struct, structs, to_builtins

from wardesk.documents.files.atomic import write_folder_atomically
from wardesk.documents.games.gamelog import CarriedPart, GameLog, Header, carried_pieces
from wardesk.documents.games.log_lines import RawRecord
from wardesk.documents.packs.pack_parts import (
    digest_of,
    from_pieces,
    in_pieces,
    scenario_parts,
)
from wardesk.errors import DamagedFile, UserError
from wardesk.services.packs.places import carried_folder, pack_folders
from wardesk.words import say

_PIECE = 4 << 20
"""Bytes of a pack on one line of a game."""
_NAME = re.compile(r"([a-z0-9][a-z0-9-]{0,63})/([a-z0-9][a-z0-9-]{0,63})")
_DIGEST = re.compile(r"[0-9a-f]{64}")


class Carried(Struct, frozen=True, kw_only=True):
    """A header that names no folder, and what its game carries."""

    header: Header
    parts: tuple[CarriedPart, ...] = ()
    notices: tuple[str, ...] = ()


def carried(header: Header) -> Carried:
    """*header*, whose scenario may be a path, made fit for a file that is taken anywhere.

    UserError when the pack cannot be read.
    """
    file = Path(header.scenario)
    if file.suffix != ".toml":
        return Carried(header=header)
    found = scenario_parts(file)
    header = structs.replace(header, scenario=found.scenario, pack=found.digest)
    try:
        pieces = in_pieces(found.parts, _PIECE)
    except DamagedFile as error:
        text = say(
            "This game cannot carry its pack, so it can be opened only where the pack is: {why}",
            why=error.message,
        )
        return Carried(header=header, notices=(text,))
    return Carried(header=header, parts=tuple(CarriedPart(data=piece) for piece in pieces))


def carrying(log: GameLog, scenario: str) -> GameLog:
    """*log*, of a game that is played on *scenario* here, with what it did not carry till now."""
    made = carried(structs.replace(log.header, scenario=scenario))
    new = [RawRecord(0, "part", to_builtins(part)) for part in made.parts]
    records = (*log.records[:1], *new, *log.records[1:])
    return structs.replace(log, header=made.header, records=records)


def scenario_of(log: GameLog) -> tuple[str, list[str]]:
    """What to ask for to lay the table of *log*, and what a person should read about it.

    UserError when its pack is neither known nor carried, DamagedFile when what it carries is none.
    """
    header = log.header
    if not header.pack:
        return _found_again(header.scenario), []
    name = _NAME.fullmatch(header.scenario)
    if name is None or not _DIGEST.fullmatch(header.pack):
        raise DamagedFile("The first line of the game names no scenario of a pack.")
    inside = Path(name[1], "scenarios", f"{name[2]}.toml")
    notices: list[str] = []
    for folder in pack_folders():
        if folder.name == name[1] and (file := folder.parent / inside).is_file():
            if _is(file, header.pack):
                return str(file), []
            text = say(
                "The pack in {folder!s} has changed since this game began; the game goes on with "
                "what it carries.",
                folder=folder,
            )
            notices = [text]
    file = carried_folder() / header.pack / inside
    if not _is(file, header.pack):
        _unpack(log, file.parents[1])
    return str(file), notices


def _is(file: Path, digest: str) -> bool:
    with contextlib.suppress(UserError, OSError, ValueError):
        return scenario_parts(file).digest == digest
    return False


def _unpack(log: GameLog, folder: Path) -> None:
    pieces = carried_pieces(log)
    if not pieces:
        raise UserError(
            say(
                "The pack {pack!s} of this game is not here, and the game does not carry it.",
                pack=folder.name,
            ),
            "Open the pack with which the game was begun, then the game.",
        )
    parts = from_pieces(pieces, Path(folder.name))
    if digest_of(parts) != log.header.pack:
        raise DamagedFile("The parts of its pack in this game are not those that it began with.")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(
            say(
                "The pack of this game cannot be unpacked: {error}.", error=error.strerror or error
            ),
            "Make room, or set WARDESK_CACHE to a folder that can be written.",
        ) from error
    write_folder_atomically(folder, parts)


def _found_again(scenario: str) -> str:
    """*scenario*, or where it lies now if it is a path of old that leads nowhere."""
    *_, pack, _, name = ("", "", *PureWindowsPath(scenario).parts)
    with contextlib.suppress(OSError, ValueError):  # no system has files of such a name
        if scenario.endswith(".toml") and not Path(scenario).is_file():
            places = (f / "scenarios" / name for f in pack_folders() if f.name == pack)
            return str(next((file for file in places if file.is_file()), scenario))
    return scenario
