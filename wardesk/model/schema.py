"""What the files of a game may hold: types that scenario rows and map figures are held against."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from wardesk.geometry.sight.policy import PLAIN
from wardesk.model.board import Cell, Feature
from wardesk.model.palette import Palette, Scalar, TerrainKind
from wardesk.words import readied, say


class BoardNeeds(Struct, frozen=True, kw_only=True):
    """What a game asks of a board as a whole; what is empty says nothing."""

    grid: bool = False
    """It is played on hexes or squares."""
    cells: str = ""
    """What the id of a cell looks like, because the game reckons with it: ``00.00``."""
    sight: str = ""
    """The rule of sight that it asks for by name."""
    ranges: tuple[str, ...] = ()
    """Classes of targets of which the rule that counts tells how far they are seen."""
    features: Mapping[str, tuple[str, ...]] = {}
    """Figures that it reads of each feature of a kind."""
    figures: tuple[str, ...] = ()
    """Figures without which the ground makes no difference; a map lacks none of them wholly."""


class PackTable(Struct, frozen=True):
    """A file of a pack that its game reads beside ``forces.toml``: TOML, or rows of a CSV file."""

    entry: str
    """Where it stands among the forces."""
    file: str
    columns: tuple[str, ...] = ()
    """Columns that a CSV file must have."""


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
    tables: tuple[PackTable, ...] = ()
    """More files of its packs."""
    board: BoardNeeds = BoardNeeds()


class RowFault(Struct, frozen=True):
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
) -> Iterator[RowFault]:
    """Figures of a map that the game cannot play with, kinds of ground first."""
    if schema.ground is None:
        return
    for kind in terrain.values():
        if text := _figures_fault(kind.properties, schema):
            yield RowFault("terrain", kind.id, text)
    for cell in cells.values():
        if text := _figures_fault(cell.properties, schema):
            yield RowFault("cell", cell.id, text)


def _figures_fault(figures: Mapping[str, Scalar], schema: GameSchema) -> str:
    return fault_of(dict(figures), schema.ground) if figures else ""


TAKE_FIGURES = say(
    "Take the figures of the game’s own map: in the map editor on the page Rules, "
    "“Take the figures of…”."
)


def board_faults(
    needs: BoardNeeds,
    kind: str,
    palette: Palette,
    cells: Iterable[str],
    features: Iterable[Feature],
) -> Iterator[str]:
    """Sentences about what a board lacks for a game that asks this of it."""
    if needs.grid and kind == "area":
        yield say("The rules are made for hexes or squares, and this is a map of areas.")
    fits = _pattern(needs.cells).fullmatch
    strange = next((cell for cell in cells if not fits(cell)), "") if needs.cells else ""
    if strange:
        yield say(
            "The rules reckon with numbers of cells like {like!s}, and there is a cell {cell!s}.",
            like=needs.cells,
            cell=f"{strange:.40}",
        )
    if needs.sight and needs.sight not in palette.sight:
        yield say("The rules ask for the rule of sight “{rule!s}”, and the map has none of it.",
                  rule=needs.sight)  # fmt: skip
    rule = next(iter(palette.sight.values()), PLAIN)
    if unseen := [one for one in needs.ranges if one not in rule.ranges]:
        yield say(
            "The map’s rule of sight, “{rule!s}”, says no range for: {classes!s}.",
            rule=rule.title or rule.id,
            classes=", ".join(unseen),
        )
    for feature in features:
        lacks = [
            one for one in needs.features.get(feature.kind, ()) if one not in feature.properties
        ]
        if lacks:
            yield say(
                "The {kind!s} {id!s} does not say: {lacks!s}.",
                kind=feature.kind,
                id=feature.name or feature.id,
                lacks=", ".join(lacks),
            )


@cache
def _pattern(like: str) -> re.Pattern[str]:
    """Numbers of as many digits at least where *like* has some, and all else the same."""
    digits = re.sub("0+", lambda found: rf"\d{{{len(found[0])},}}", re.escape(like))
    return re.compile(digits, re.ASCII)


def missing_figures(needs: BoardNeeds, terrain: Mapping[str, TerrainKind]) -> list[str]:
    """The figures of which no kind of ground says anything, so that it makes no difference."""
    return [one for one in needs.figures if not any(one in k.properties for k in terrain.values())]
