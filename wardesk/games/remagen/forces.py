"""What a scenario brings to the Rhine, and what may stand in its files, entry by entry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from wardesk.errors import UserError
from wardesk.games.remagen.state import Kind, Unit
from wardesk.games.remagen.tables import TABLES, Tables
from wardesk.games.shared.scenarios import forces_of
from wardesk.model.schema import GameSchema
from wardesk.words import say

Count = Annotated[int, Meta(ge=0, le=200)]
Note = Annotated[str, Meta(max_length=400)]


class PoolRow(Struct, frozen=True, forbid_unknown_fields=True):
    """How many units of a kind a side has."""

    side: Literal["us", "german"]
    kind: Kind
    count: Count
    reconstruction: bool = True
    note: Note = ""


class StartRow(Struct, frozen=True, forbid_unknown_fields=True):
    """What of the German pool is set up beside the east bridgehead (RB 1.4)."""

    kind: Kind
    count: Count
    reconstruction: bool = False


class Forces(Struct, frozen=True):
    """Both pools and the Germans of the set-up."""

    pool: Annotated[tuple[PoolRow, ...], Meta(min_length=1, max_length=60)]
    start: Annotated[tuple[StartRow, ...], Meta(max_length=20)]
    last_turn: Annotated[int, Meta(ge=1, le=99)] = TABLES.constants.turns


class SetUpFile(Struct, frozen=True, forbid_unknown_fields=True):
    """``[setup]`` of a scenario; pools and set-up there stand instead of the pack's."""

    last_turn: Annotated[int, Meta(ge=1, le=99)] = TABLES.constants.turns
    pool: tuple[PoolRow, ...] | UnsetType = UNSET
    start: tuple[StartRow, ...] | UnsetType = UNSET


class ForcesFile(Struct, frozen=True, forbid_unknown_fields=True):
    """``forces.toml``."""

    pool: tuple[PoolRow, ...]
    start: tuple[StartRow, ...]


class Ground(Struct, frozen=True):
    """Figures of a cell or a kind of ground that the game reads."""

    capacity: Annotated[int, Meta(ge=0, le=99)] = 6
    cover: bool = False
    stop: bool = False
    water: bool = False
    bridge: bool = False
    foot_only: bool = False
    bridgehead: Literal["", "west", "east"] = ""
    entry: Literal["", "us", "german"] = ""
    setup: Literal["", "german"] = ""


SCHEMA = GameSchema(setup=SetUpFile, forces=ForcesFile, ground=Ground)


def read_forces(setup: Mapping[str, Any]) -> Forces:
    """Read *setup*: forces at the top level or under ``forces``. UserError when they do not fit."""
    forces = forces_of(setup, Forces)
    pool = Counter({row.kind: row.count for row in forces.pool if row.side == "german"})
    for row in forces.start:
        if row.count > pool[row.kind]:
            text = say("The set-up takes more of {kind!s} than there are.", kind=row.kind)
            raise UserError(text, "Give the German pool at least as many as the set-up takes.")
    return forces


def units_of(forces: Forces, tables: Tables, yards: Mapping[str, str]) -> list[Unit]:
    """Every unit of both pools, still in its yard."""
    return [
        Unit(
            id=f"{row.side}-{row.kind}-{number}",
            side=row.side,
            at=yards[row.side],
            kind=row.kind,
            figures=tables.units[row.kind].figures,
        )
        for row in forces.pool
        for number in range(1, row.count + 1)
    ]
