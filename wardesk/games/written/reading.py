"""A rulebook and its counters from the files of a pack."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import msgspec
from msgspec.structs import replace

from wardesk.errors import DamagedFile, UserError
from wardesk.games.written.schema import Part, Rulebook
from wardesk.model.schema import in_words
from wardesk.words import join, readied, say

RULES, CHARTS, COUNTERS = "rules.toml", "charts.toml", "counters.csv"
CHART = "chart"
"""The entry of a rulebook that has a file of its own."""


def read(folder: Path) -> Rulebook:
    """The rulebook of the pack in *folder*. UserError where a file is missing or does not fit."""
    return book_of({name: _toml(folder / f"{name}.toml") for name in ("rules", "charts")})


def book_of(files: Mapping[str, Any]) -> Rulebook:
    """The rulebook of what ``rules.toml`` and ``charts.toml`` say. DamagedFile with the entry."""
    rules = cast("Mapping[str, Any]", files.get("rules", {}))
    charts = cast("Mapping[str, Any]", files.get("charts", {}))
    if not rules:
        raise UserError("The pack has no rules.toml.", "Choose a pack whose rules are data.")
    try:
        return msgspec.convert({**rules, **charts}, readied(Rulebook))
    except msgspec.ValidationError as error:
        text = in_words(str(error))
        file = CHARTS if text.startswith(CHART) else RULES
        raise DamagedFile(join(": ", (file, text)), "Mend the file; it is plain text.") from error


PARTS = {
    "turn": say("Sequence of play"), "weather": say("Weather"), "move": say("Movement"),
    "zone": say("Zones of control"), "stack": say("Stacking"), "combat": say("Combat"),
    "chart": say("Results"), "retreat": say("Retreats"), "advance": say("Advance"),
    "check": say("Checks"), "line": say("Lines"), "arrive": say("Reinforcements"),
    "replace": say("Replacements"), "points": say("Points"), "mark": say("Events"),
    "win": say("Victory"),
}  # fmt: skip
"""The entries of a rulebook that are parts, in the order in which they are printed."""


def cited(book: Rulebook) -> Rulebook:
    """The rulebook with a citation for every part: its own, else the name of the part."""
    found: dict[str, Any] = {}
    for entry in PARTS:
        usual, value = f"{book.rules.prefix} {entry}", getattr(book, entry)
        if isinstance(value, Part):
            found[entry] = _cited(value, usual)
        else:
            found[entry] = tuple(_cited(part, usual) for part in cast("tuple[Part, ...]", value))
    return replace(book, **found)


def _cited(part: Part, usual: str) -> Part:
    """*part* and its rows, each with a citation."""
    cite = part.cite or usual
    rows = {
        field: tuple(replace(row, cite=row.cite or cite) for row in getattr(part, field))
        for field in ("phases", "modifiers")
        if hasattr(part, field)
    }
    return replace(part, cite=cite, **rows)


def _toml(file: Path) -> dict[str, Any]:
    try:
        return msgspec.toml.decode(file.read_bytes())
    except FileNotFoundError:
        return {}
    except (OSError, msgspec.DecodeError) as error:
        text = say("{file}: {error}.", file=file, error=error)
        raise DamagedFile(text, "Mend the file; it is plain text.") from error
