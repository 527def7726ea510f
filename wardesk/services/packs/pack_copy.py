"""A person's own copy of a pack, so that its map and its scenarios can be changed."""

from __future__ import annotations

import re
import shutil
import tempfile
from pathlib import Path

from wardesk import paths
from wardesk.documents.packs.store import read_pack
from wardesk.errors import UserError
from wardesk.services.packs.places import carried_folder, scenarios_folder
from wardesk.words import say

_ID = re.compile(r'^id\s*=\s*"[^"]*"', re.MULTILINE)
_TITLE = re.compile(r'^title\s*=\s*"([^"]*)"', re.MULTILINE)


def is_shipped(path: Path) -> bool:
    """Whether something lies in a pack that ships with WarDesk or is carried by a game.

    Nobody may change these.
    """
    homes = (paths.campaigns(), carried_folder())
    return any(path.resolve().is_relative_to(home.resolve()) for home in homes)


def pack_of(path: Path) -> Path | None:
    """The folder of the pack that a map or a scenario lies in; None for one that stands alone."""
    return next((f for f in path.resolve().parents if (f / "pack.toml").is_file()), None)


def copy_pack(folder: Path) -> Path:
    """Copy a pack among a person's own under a new name; the new folder.

    UserError if it is no pack, or if there is no room.
    """
    pack = read_pack(folder)
    home = scenarios_folder()
    name, k = f"{pack.id}-own", 1
    while (home / name).exists():
        k += 1
        name = f"{pack.id}-own-{k}"
    try:
        home.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{name}.", dir=home) as place:
            made = Path(place) / name
            shutil.copytree(folder, made)
            head = made / "pack.toml"
            text = _ID.sub(f'id = "{name}"', head.read_text("utf-8"), count=1)
            text = _TITLE.sub(lambda found: f'title = "{found[1]} (own copy)"', text, count=1)
            head.write_text(text, "utf-8")
            read_pack(made)  # it must still be one
            made.rename(home / name)
    except OSError as error:
        text = say("The pack could not be copied: {error}.", error=error.strerror or error)
        raise UserError(text, "Make room, or check the folder.") from error
    return home / name


def _copy_map(place: Path) -> Path:
    """A shipped map that lies in no pack, copied among a person's own maps."""
    goal = paths.user_data() / "maps" / place.name
    if not goal.exists():
        try:
            goal.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(prefix=".copy-", dir=goal.parent) as folder:
                shutil.copytree(place, Path(folder) / "map")
                (Path(folder) / "map").rename(goal)
        except OSError as error:
            text = say("The map could not be copied: {error}.", error=error.strerror or error)
            raise UserError(text, "Make room, or check the folder.") from error
    return goal


def own_map(scenario_map: Path) -> Path:
    """The map at *scenario_map* as something that may be changed.

    A map of a shipped pack is copied with its whole pack, so that the scenarios are played on what
    was changed; a second time the copy that is there is given. UserError as `copy_pack`.
    """
    place = scenario_map.resolve()
    if not is_shipped(place):
        return place
    pack = pack_of(place)
    if pack is None:
        return _copy_map(place)
    inside = place.relative_to(pack)
    there = scenarios_folder() / f"{pack.name}-own"
    return (there if (there / inside).exists() else copy_pack(pack)) / inside
