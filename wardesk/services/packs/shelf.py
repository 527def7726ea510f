"""The packs a person has: those that ship, his own, and those he opened from anywhere.

A zip is unpacked into the person's own packs, after every part was judged.
"""

from __future__ import annotations

import contextlib
import shutil
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from wardesk import paths
from wardesk.documents.files.atomic import write_folder_atomically
from wardesk.documents.files.container import read_parts
from wardesk.documents.files.untrusted import is_there, toml_values
from wardesk.documents.maps.titles import map_title
from wardesk.documents.packs.pack_parts import LIMITS, judge_kinds
from wardesk.documents.packs.store import read_pack, read_scenario
from wardesk.errors import DamagedFile, UserError
from wardesk.games.registry import game_ids
from wardesk.model.scenario import Pack
from wardesk.services.packs.places import (
    pack_folders,
    read_remembered,
    scenarios_folder,
    write_remembered,
)
from wardesk.services.play.tables import load_table, scenario_info
from wardesk.services.room import ROOM
from wardesk.services.timeout import in_time
from wardesk.words import say

MOST_MAPS = 8
_MEND = say("Mend the file; it is plain text.")


class BrokenPack(Struct, frozen=True, kw_only=True):
    """A pack that cannot be played, and why."""

    folder: str
    title: str
    error: UserError


class Shelf(Struct, frozen=True, kw_only=True):
    """Everything that was found."""

    packs: tuple[Pack, ...] = ()
    broken: tuple[BrokenPack, ...] = ()


def read_shelf() -> Shelf:
    """All packs, the shipped ones first. One that cannot be read is told of, and hides no other."""
    packs: list[Pack] = []
    broken: list[BrokenPack] = []
    for folder in pack_folders():
        try:
            packs.append(in_time(str(folder), partial(_playable, folder)))
        except UserError as error:
            broken.append(BrokenPack(folder=str(folder), title=folder.name, error=error))
    return Shelf(packs=tuple(packs), broken=tuple(broken))


def _playable(folder: Path) -> Pack:
    pack = read_pack(folder)
    _judge_game(pack)
    return pack


def _judge_game(pack: Pack) -> None:
    if pack.scenarios and pack.game not in game_ids():
        known = ", ".join(game_ids())
        raise UserError(
            say(
                "{path!s}: there is no game {game!r} here.",
                path=Path(pack.folder) / "pack.toml",
                game=pack.game,
            ),
            say("The games are: {known!s}. Mend the line, or get the game.", known=known),
        )


def scenario_names(pack: Pack) -> tuple[str, ...]:
    """How its scenarios are asked for: by id in a shipped pack, else by the path of their file."""
    return _names(pack, pack.scenarios)


def lesson_names(pack: Pack) -> tuple[str, ...]:
    """The same for its guided games."""
    return _names(pack, pack.lessons)


def next_to(scenario: str) -> str:
    """The first scenario of the pack that a guided game is from. UserError if there is none."""
    pack = read_pack(Path(scenario_info(scenario).file).parent.parent)
    names = scenario_names(pack)
    if not names:
        raise UserError(
            say("The pack {title} has no scenario of its own.", title=pack.title),
            "Choose another one on Home.",
        )
    return names[0]


def _names(pack: Pack, ids: tuple[str, ...]) -> tuple[str, ...]:
    folder = Path(pack.folder)
    if folder.parent == paths.campaigns().resolve():
        return ids
    return tuple(str(folder / "scenarios" / f"{name.partition('/')[2]}.toml") for name in ids)


def open_pack(path: Path) -> Pack:
    """Take the pack at *path* (its folder, its ``pack.toml``, a scenario, a zip) on the shelf.

    Every scenario is set up once, in a room of its own. UserError that names file and line when
    something is wrong; the shelf is as before then.
    """
    path = path.resolve()
    if path.suffix.lower() == ".zip":
        return ROOM.read(_unpack, path, Pack)
    folder = path
    if path.is_file():
        folder = path.parent.parent if path.parent.name == "scenarios" else path.parent
    if not (folder / "pack.toml").is_file():
        raise UserError(
            say("{folder!s} is no pack: it has no pack.toml.", folder=folder),
            "Choose a pack's own folder.",
        )
    pack = ROOM.read(_judged, folder, Pack)
    shelf = read_remembered()
    if folder not in pack_folders():
        write_remembered(msgspec.structs.replace(shelf, folders=[*shelf.folders, str(folder)]))
    return pack


def _judged(folder: Path) -> Pack:
    pack = read_pack(folder)
    _judge_game(pack)
    if not pack.scenarios:
        raise UserError(
            say("{folder!s}: the pack has no scenario.", folder=folder / "pack.toml"),
            "Put one on its list.",
        )
    for name in (*pack.scenarios, *pack.lessons):
        short = name.partition("/")[2]
        read_scenario(pack, short)
        file = folder / "scenarios" / f"{short}.toml"
        try:
            load_table(str(file), {})
        except UserError as error:
            if str(folder) in error.message:
                raise
            raise DamagedFile(
                say("{file}: {message}", file=file, message=error.message), error.advice or _MEND
            ) from error
    return pack


def _unpack(file: Path) -> Pack:
    """Put the pack of a zip with the person's own packs."""
    parts = read_parts(file, LIMITS)
    heads = [name for name in parts if name == "pack.toml" or name.endswith("/pack.toml")]
    if len(heads) != 1:
        text = say("has no pack.toml") if not heads else say("has several packs in it")
        raise DamagedFile(
            say("{file!s} {text}.", file=file, text=text),
            "A pack's zip holds one folder with a pack.toml.",
        )
    root = heads[0].removesuffix("pack.toml")
    inside = {
        name.removeprefix(root): data for name, data in parts.items() if name.startswith(root)
    }
    judge_kinds(inside, file)
    name = _pack_id(inside["pack.toml"], file)
    if (paths.campaigns() / name / "pack.toml").is_file():
        raise UserError(
            say(
                "{file!s} calls itself {name!s}, which is the name of a pack that comes "
                "with WarDesk.",
                file=file,
                name=name,
            ),
            "Give it a name of its own: the folder in the zip, and the id in its pack.toml.",
        )
    goal = scenarios_folder() / name
    if goal.exists():
        raise UserError(
            say("There is a pack called {name!s} already, in {goal!s}.", name=name, goal=goal),
            "Rename one of them (folder and id), or remove the old one.",
        )
    trial = goal.parent / f".{name}-judged" / name
    goal.parent.mkdir(parents=True, exist_ok=True)
    try:
        trial.parent.mkdir(exist_ok=True)
        write_folder_atomically(trial, inside)
        try:
            _judged(trial)
        except UserError as error:
            told = error.message.replace(str(trial), str(file))
            raise DamagedFile(told, error.advice or _MEND) from error
        trial.rename(goal)
    finally:
        _drop(trial.parent)
    return read_pack(goal)


def _pack_id(data: bytes, file: Path) -> str:
    try:
        found: Any = toml_values(data, f"{file}, pack.toml")["id"]
    except KeyError as error:
        raise DamagedFile(say("{file!s}, pack.toml: it has no id.", file=file), _MEND) from error
    plain = str(found)
    if not plain or any(c not in "abcdefghijklmnopqrstuvwxyz0123456789-" for c in plain[:80]):
        raise DamagedFile(
            say(
                "{file!s}, pack.toml: {plain!r} cannot be a pack's id.", file=file, plain=plain[:40]
            ),
            "Use small letters, digits and dashes.",
        )
    return plain[:64]


def _drop(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)


def forget_pack(folder: str) -> None:
    """Take an opened folder off the list; the folder itself stays."""
    shelf = read_remembered()
    rest = [one for one in shelf.folders if Path(one).resolve() != Path(folder).resolve()]
    write_remembered(msgspec.structs.replace(shelf, folders=rest))


def can_forget(folder: str) -> bool:
    """Whether a folder is only remembered: neither shipped nor among the person's own packs."""
    return any(Path(one).resolve() == Path(folder).resolve() for one in read_remembered().folders)


# ---- maps ---------------------------------------------------------------------------------------


def known_maps() -> tuple[tuple[str, Path], ...]:
    """Maps to choose from, by title: used before, then those of all packs."""
    found = [Path(text) for text in read_remembered().maps if is_there(Path(text))]
    shipped = [entry.parent for entry in sorted(paths.campaigns().glob("*/maps"))]
    for folder in dict.fromkeys((*shipped, *pack_folders())):
        with contextlib.suppress(OSError, ValueError):  # a folder that cannot be looked into
            found += [one.parent for one in sorted((folder / "maps").glob("*/manifest.json"))]
            found += sorted((folder / "maps").glob("*.wdmap"))
    return tuple((map_title(place), place) for place in dict.fromkeys(found))


def map_place(place: Path) -> str:
    """A map's file name, and the pack it lies in, for the line below its title."""
    folder = place.parent.parent
    inside = place.parent.name == "maps" and (folder / "pack.toml").is_file()
    return f"{place.name} ({folder.name})" if inside else place.name


def remember_map(place: Path) -> None:
    """Put a map at the head of those used before."""
    shelf = read_remembered()
    rest = [one for one in shelf.maps if one != str(place)]
    write_remembered(msgspec.structs.replace(shelf, maps=[str(place), *rest][:MOST_MAPS]))
