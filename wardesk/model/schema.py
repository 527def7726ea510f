"""What the files of a game may hold: types that scenario rows and map figures are held against."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from wardesk.model.board import Cell
from wardesk.model.palette import Scalar, TerrainKind
from wardesk.words import readied


class GameSchema(Struct, frozen=True, kw_only=True):
    """msgspec types for what a game reads; None where the game looks at nothing, or judges alone.

    *setup* and *forces* forbid unknown entries. *ground* names the figures of a cell or a kind of
    ground that the game knows, all with defaults; others are the designer's own and pass.
    """

    setup: Any = None
    """The ``[setup]`` of a scenario."""
    forces: Any = None
    """``forces.toml``."""
    ground: Any = None
    """Properties of cells and of kinds of ground."""


class Fault(Struct, frozen=True):
    """A row of a file that does not fit."""

    kind: str
    """``cell`` or ``terrain``."""
    id: str
    text: str
    """Entry and reason: ``divisor: expected `int` >= 1``."""


def fault_of(value: object, kind: Any) -> str:  # noqa: ANN401 - a type that msgspec takes
    """What keeps *value* from being a *kind*, with row and entry; empty when it is one."""
    try:
        msgspec.convert(value, readied(kind))
    except msgspec.ValidationError as error:
        return in_words(str(error))
    return ""


_TOO_LONG = re.compile(r"^expected `str` of length <= (\d+)$")


def in_words(message: str) -> str:
    """Turn msgspec's "... - at `$.edges[3].kind`" into "edges, row 4, kind: ..."."""
    # msgspec repeats names from the file, which may hold line breaks and worse
    message = "".join(c if c.isprintable() else "?" for c in message)[:400]
    what, _, where = message.partition(" - at `$")
    steps = where.rstrip("`").replace("[...]", "").replace("[", ".[").split(".")
    words = [f"row {int(s[1:-1]) + 1}" if s.startswith("[") else s for s in steps if s]
    what = f"{what[:1].lower()}{what[1:]}"
    what = _TOO_LONG.sub(r"the text is longer than \1 characters", what)
    return f"{', '.join(words)}: {what}" if words else what


def ground_faults(
    schema: GameSchema, terrain: Mapping[str, TerrainKind], cells: Mapping[str, Cell]
) -> Iterator[Fault]:
    """Figures of a map that the game cannot play with, kinds of ground first."""
    if schema.ground is None:
        return
    for kind in terrain.values():
        if text := _figures_fault(kind.properties, schema):
            yield Fault("terrain", kind.id, text)
    for cell in cells.values():
        if text := _figures_fault(cell.properties, schema):
            yield Fault("cell", cell.id, text)


def _figures_fault(figures: Mapping[str, Scalar], schema: GameSchema) -> str:
    return fault_of(dict(figures), schema.ground) if figures else ""
