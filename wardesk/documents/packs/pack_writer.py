"""Writing a scenario pack: a folder that another person can open, all of it or nothing."""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from wardesk.documents.files.atomic import write_folder_atomically
from wardesk.documents.files.csv_cells import safe_cell
from wardesk.documents.files.pictures import COLUMNS, find_picture, read_picture
from wardesk.documents.maps.store import sound_parts
from wardesk.errors import UserError
from wardesk.words import say

_NOT_ID = re.compile(r"[^a-z0-9]+")
_IS_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,63}\Z")
MAP = "map"


class NewPack(Struct, frozen=True, kw_only=True):
    """What goes into a pack of one scenario."""

    title: str
    game: str
    scenario: str
    """The scenario's short name."""
    scenario_row: Mapping[str, Any]
    """``scenarios/<it>.toml`` without its map."""
    map: Path
    """The map, of which the pack gets a copy."""
    counters: Sequence[Mapping[str, str]] = ()
    """Rows of ``forces.csv``; pictures are copied into ``art/``."""
    cards: Sequence[Mapping[str, str]] = ()
    """Rows of ``cards.csv``; the same."""
    forces: Mapping[str, Any] = {}
    """What stands in ``forces.toml``."""
    sources: Sequence[str] = ()
    reconstruction: Sequence[str] = ()


def write_pack(goal: Path, new: NewPack) -> None:
    """Make the folder *goal*. UserError when it is there, cannot be written or lacks a picture."""
    judge_place(goal)
    parts: dict[str, bytes] = {}
    pack = {
        "id": goal.name,
        "title": new.title,
        "game": new.game,
        "scenarios": [new.scenario],
        "sources": list(new.sources),
        "reconstruction": list(new.reconstruction),
    }
    scenario = {**new.scenario_row, "map": f"maps/{MAP}"}
    parts["pack.toml"] = toml_text(pack, "A scenario pack, made with WarDesk.").encode()
    parts[f"scenarios/{new.scenario}.toml"] = toml_text(scenario).encode()
    if new.forces:
        parts["forces.toml"] = toml_text(new.forces).encode()
    if new.counters:
        parts["forces.csv"] = csv_text(new.counters).encode()
    if new.cards:
        parts["cards.csv"] = csv_text(new.cards).encode()
    for row in (*new.counters, *new.cards):
        for name in filter(None, (row.get(column, "") for column in COLUMNS)):
            place = find_picture(name)
            if place is None:
                text = say(
                    "The picture of {row!s} ({name!s}) is not here.",
                    row=row.get("name", "a counter"),
                    name=name,
                )
                raise UserError(text, "Choose it again, or take it off the counter.")
            parts[f"art/{name}"] = read_picture(place)
    for name, data in sound_parts(new.map).items():
        parts[f"maps/{MAP}/{name}"] = data
    try:
        goal.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(
            say(
                "{parent!s} cannot be made: {error}.",
                parent=goal.parent,
                error=error.strerror or error,
            ),
            "Choose another folder.",
        ) from error
    write_folder_atomically(goal, parts)


def judge_place(goal: Path) -> None:
    """UserError when *goal* cannot become the folder of a new pack."""
    if not _IS_ID.match(goal.name):
        raise UserError(
            say("{goal!r} cannot be the name of a pack.", goal=goal.name),
            say(
                "Name the folder with small letters, digits and dashes, {slug!s} for example.",
                slug=slug(goal.name, "my-pack"),
            ),
        )
    if goal.exists():
        raise UserError(
            say("{goal!s} is there already.", goal=goal), "Choose another folder or name."
        )


def slug(text: str, otherwise: str = "free") -> str:
    """A title as a name for files: small letters without accents, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return _NOT_ID.sub("-", plain.lower()).strip("-")[:40].strip("-") or otherwise


def free_folder(parent: Path, title: str) -> Path:
    """A folder in *parent* named after *title* that is not there yet."""
    stem, number = slug(title), 1
    while (goal := parent / (stem if number == 1 else f"{stem}-{number}")).exists():
        number += 1
    return goal


def csv_text(rows: Sequence[Mapping[str, str]]) -> str:
    """Rows as CSV with all the columns that any of them has, in the order of their coming."""
    columns = list(dict.fromkeys(column for row in rows for column in row))
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, columns, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: safe_cell(cell) for name, cell in row.items()} for row in rows)
    return text.getvalue()


_BARE = re.compile(r"[A-Za-z0-9_-]+\Z")


def toml_text(values: Mapping[str, Any], comment: str = "") -> str:
    """*values* as a TOML document: words, numbers, lists, tables and lists of tables.

    None is left out, which is how TOML says nothing. TypeError for what TOML has no form for.
    """
    lines = [f"# {line}" for line in comment.splitlines()]
    _table(values, (), lines)
    return "\n".join(lines).strip() + "\n"


def _table(values: Mapping[str, Any], path: tuple[str, ...], lines: list[str]) -> None:
    later: list[tuple[str, Any]] = []
    for key, value in values.items():
        if isinstance(value, Mapping) or _is_rows(value):
            later.append((key, value))
        elif value is not None:
            lines.append(f"{_key(key)} = {_value(value)}")
    for key, value in later:
        inner = (*path, key)
        name = ".".join(_key(part) for part in inner)
        for row in value if _is_rows(value) else (value,):
            lines += ["", f"[[{name}]]" if _is_rows(value) else f"[{name}]"]
            _table(row, inner, lines)


def _is_rows(value: object) -> bool:
    """A list of tables; an empty list is a plain one."""
    if isinstance(value, str) or not isinstance(value, Sequence) or not value:
        return False
    return all(isinstance(row, Mapping) for row in value)  # pyright: ignore[reportUnknownVariableType]


def _key(key: str) -> str:
    return key if _BARE.match(key) else quoted(key)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, Sequence):
        parts = [_value(part) for part in value]  # pyright: ignore[reportUnknownVariableType]
        one = f"[{', '.join(parts)}]"
        return one if len(one) <= 90 else "[\n" + "".join(f"    {p},\n" for p in parts) + "]"
    raise TypeError(f"TOML has no form for {type(value).__name__}")


def quoted(text: str) -> str:
    """A TOML string. JSON writes the same escapes, but for one control sign."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
