"""Games with rules of one's own as packs: begun from a pattern, judged, given away."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from msgspec import Struct

from wardesk import paths
from wardesk.documents.files.atomic import write_atomically
from wardesk.documents.files.container import pack, read_parts, write_parts
from wardesk.documents.files.untrusted import read_toml, toml_values
from wardesk.documents.packs.pack_parts import KINDS, judge_kinds
from wardesk.documents.packs.pack_writer import free_folder, judge_place, slug, toml_text
from wardesk.errors import UserError
from wardesk.services.packs.places import scenarios_folder
from wardesk.services.rulebooks.draft import HEAD, RULES
from wardesk.services.rulebooks.toml_parts import parts_text
from wardesk.words import say

SUFFIX = ".wdpack"
GAME = "written"
"""The game package that plays rules which are data."""


class RulesPattern(Struct, frozen=True, kw_only=True):
    """A small game that plays already, to begin one's own from."""

    id: str
    title: str
    words: str


PATTERNS: tuple[RulesPattern, ...] = (
    RulesPattern(
        id="classic", title=say("Classic odds"),
        words=say("Hexes, moves and attacks in turn, zones of control, odds on one chart."),
    ),
)  # fmt: skip


def new_book(folder: Path, pattern: str, name: str = "") -> Path:
    """A folder with a game of one's own that plays as it is, called *name* or as its folder.

    *pattern*: the id of a `RulesPattern`, or the folder of a pack with rules, which is copied.
    UserError for an unknown pattern, or a folder that is there or can have no pack.
    """
    judge_place(folder)
    source = _source(pattern)
    title = name.strip() or folder.name
    parts = {k: v for k, v in read_parts(source).items() if Path(k).suffix in KINDS}
    for place in (HEAD, RULES, *(key for key in parts if key.startswith("scenarios/"))):
        parts[place] = _named(parts[place], place, title)
    head = toml_values(parts[HEAD], HEAD)
    own = {**head, "id": folder.name, "title": title, "game": GAME}
    parts[HEAD] = toml_text(own).encode()
    folder.parent.mkdir(parents=True, exist_ok=True)
    write_parts(parts, folder)
    return folder


def own_book(pattern: str, name: str) -> Path:
    """`new_book` among a person's own packs, in a folder that is called after it."""
    if not slug(name, ""):
        raise UserError("The game needs a name.", "Give it one with letters or digits.")
    return new_book(free_folder(scenarios_folder(), name), pattern, name)


def _source(pattern: str) -> Path:
    home = paths.resources() / "templates" / "rules"
    if any(pattern == each.id for each in PATTERNS):
        return home / pattern
    place = Path(pattern)
    if is_book(place):
        return place
    raise UserError(
        say("There is no pattern {pattern!r}.", pattern=pattern),
        say("There are: {known}; or name the folder of a game with rules, to copy it.",
            known=", ".join(each.id for each in PATTERNS)),
    )  # fmt: skip


def _named(data: bytes, place: str, name: str) -> bytes:
    """A file of a pattern with the game's *name* where the pattern leaves it open."""
    values = toml_values(data, place)
    made = _filled(values, name)
    if made == values:
        return data
    return (parts_text(made) if place == RULES else toml_text(made)).encode()


def _filled(values: Any, name: str) -> Any:  # noqa: ANN401 - plain values
    if isinstance(values, Mapping):
        return {k: _filled(v, name) for k, v in cast("Mapping[str, Any]", values).items()}
    if isinstance(values, list):
        return [_filled(one, name) for one in cast("list[Any]", values)]
    return values.replace("{name}", name) if isinstance(values, str) else values


def is_book(folder: Path) -> bool:
    """Whether *folder* is a pack with rules that are data."""
    return (folder / RULES).is_file() and (folder / HEAD).is_file()


def title_of(folder: Path) -> str:
    """What a game is called; the folder's name where that cannot be read."""
    try:
        return str(read_toml(folder / HEAD).get("title") or folder.name)
    except UserError:
        return folder.name


def give_away(folder: Path, file: Path) -> Path:
    """The folder of a pack as one file. UserError if *file* is there, or for a strange part."""
    goal = file if file.suffix == SUFFIX else file.with_name(f"{file.name}{SUFFIX}")
    if goal.exists():
        raise UserError(say("{goal} is there already.", goal=goal), "Choose another name.")
    parts = {name: data for name, data in read_parts(folder).items() if "/." not in f"/{name}"}
    judge_kinds(parts, folder)
    write_atomically(goal, pack(parts))
    return goal


def holds_book(file: Path) -> bool:
    """Whether a given-away pack is a game with rules. UserError when it cannot be read."""
    return RULES in read_parts(file)


def take_in(file: Path) -> Path:
    """Put somebody's game among one's own packs; its folder. UserError as `judge_kinds`."""
    parts = read_parts(file)
    if RULES not in parts or HEAD not in parts:
        raise UserError(
            say("{file} holds no game with rules.", file=file.name), "Choose another file."
        )
    judge_kinds(parts, file)
    head = toml_values(parts[HEAD], f"{file.name}, {HEAD}")
    goal = free_folder(scenarios_folder(), str(head.get("id", file.stem)))
    parts = parts | {HEAD: toml_text({**head, "id": goal.name}).encode()}
    goal.parent.mkdir(parents=True, exist_ok=True)
    write_parts(parts, goal)
    return goal
