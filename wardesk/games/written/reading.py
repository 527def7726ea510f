"""A rulebook and its counters from the files of a pack."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import msgspec

from wardesk.errors import DamagedFile, UserError
from wardesk.games.written.schema import Rulebook
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


def _toml(file: Path) -> dict[str, Any]:
    try:
        return msgspec.toml.decode(file.read_bytes())
    except FileNotFoundError:
        return {}
    except (OSError, msgspec.DecodeError) as error:
        text = say("{file}: {error}.", file=file, error=error)
        raise DamagedFile(text, "Mend the file; it is plain text.") from error
