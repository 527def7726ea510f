"""What a person does with games that were left: names them, deletes them, brings them back.

Names lie in ``names.json`` beside the games; a game without one is called like its scenario. Maps
and campaigns that Home lists have names there too, which change nothing in their files.
Nothing is destroyed: a deleted game lies in the folder ``deleted`` until a person removes it.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

import msgspec

from wardesk.documents.files.atomic import write_atomically
from wardesk.errors import UserError
from wardesk.services.play.files import games_folder
from wardesk.words import say

NAMES, DELETED, PICTURES = "names.json", "deleted", "pictures"
LONGEST = 80
"""Characters of a name."""


def game_names() -> dict[str, str]:
    """Names that people gave, by `name_key`; empty when the file is missing or spoilt."""
    try:
        return msgspec.json.decode((games_folder() / NAMES).read_bytes(), type=dict[str, str])
    except (OSError, UserError, msgspec.MsgspecError):
        return {}


def name_key(path: Path) -> str:
    """What the name of a file is kept under: a game's own name, the whole path of all else."""
    return path.name if path.parent == games_folder() else str(path.absolute())


def rename_game(path: Path, name: str) -> None:
    """Call a game, a map or a campaign *name* on Home; an empty one gives it its own again.

    UserError if it cannot be.
    """
    plain = " ".join("".join(c for c in name if c.isprintable()).split())[:LONGEST]
    key = name_key(path)
    names = {file: said for file, said in game_names().items() if file != key}
    if plain:
        names[key] = plain
    write_atomically(games_folder() / NAMES, msgspec.json.encode(names))


def delete_game(path: Path) -> Path:
    """Put a game out of sight; where it lies now, for `restore_game`. UserError if it cannot be."""
    return _moved(path, _free(path.parent / DELETED / path.name))


def restore_game(deleted: Path) -> Path:
    """Bring a deleted game back; where it lies now. UserError if it cannot be."""
    return _moved(deleted, _free(deleted.parent.parent / deleted.name))


def picture_place(path: Path) -> Path:
    """Where the picture of a game's table is kept."""
    return path.parent / PICTURES / f"{path.stem}.png"


def keep_picture(path: Path, png: bytes) -> None:
    """Keep the picture of a game's table. It can be made again, so trouble is no matter."""
    place = picture_place(path)
    with contextlib.suppress(OSError, UserError):
        place.parent.mkdir(exist_ok=True)
        write_atomically(place, png)


def _moved(path: Path, goal: Path) -> Path:
    try:
        when = path.stat()
        goal.parent.mkdir(exist_ok=True)
        path.rename(goal)
        os.utime(goal, ns=(when.st_atime_ns, when.st_mtime_ns))
    except OSError as error:
        raise UserError(
            say(
                "The game {file} stays where it is: {why}.",
                file=path.name,
                why=error.strerror or error,
            ),
            "Check that its folder can be written to.",
        ) from error
    return goal


def _free(goal: Path) -> Path:
    number, found = 2, goal
    while found.exists():
        found = goal.with_name(f"{goal.stem}-{number}{goal.suffix}")
        number += 1
    return found
