"""What a scenario brings to the fort, and what may stand in its files, entry by entry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, field

from wardesk.engine.types import replace
from wardesk.errors import UserError
from wardesk.games.eben_emael.tables import TABLES, Tables
from wardesk.games.shared.scenarios import forces_of
from wardesk.model.schema import GameSchema, fault_of
from wardesk.words import readied, say

Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9 _.-]*\Z", max_length=40)]
Name = Annotated[str, Meta(pattern=r"^[^\x00-\x1f\x7f-\x9f]*\Z", max_length=60)]
Count = Annotated[int, Meta(ge=0, le=99)]


class Glider(Struct, frozen=True):
    """One glider of ``forces.toml``."""

    id: Id
    number: Annotated[int, Meta(ge=1, le=99)]
    leader: Name = ""
    men: Annotated[int, Meta(ge=1, le=99)] = 7
    charges: Count = 0
    flamethrowers: Count = 0
    light_machine_guns: Count = 0
    event_only: bool = False
    target: Annotated[tuple[Id, ...], Meta(max_length=99)] = ()
    reconstruction: bool = True

    @property
    def name(self) -> str:
        """Number and leader, as on the counter."""
        if not self.leader:
            return say("Glider {number}", number=self.number)
        return say("{number} {leader!s}", number=self.number, leader=self.leader)


class Men(Struct, frozen=True):
    """A side's total."""

    men: Annotated[int, Meta(ge=1, le=9999)]


class Forces(Struct, frozen=True):
    """What a scenario brings to the fort."""

    glider: Annotated[tuple[Glider, ...], Meta(max_length=60)]
    belgian: Men = field(default_factory=lambda: Men(329))
    belgians_in_barracks: Annotated[int, Meta(ge=0, le=9999)] | None = None
    works_manned: bool = False
    garrison: Annotated[int, Meta(ge=1, le=999)] = 20
    """Men in each work, if the works are manned (EE N54)."""
    away: Annotated[tuple[Id, ...], Meta(max_length=99)] = ()
    """Weapons that serve targets beyond the fort in this scenario."""

    @property
    def first_men(self) -> int:
        """Germans of the gliders that land before the first turn (EE N40)."""
        return sum(glider.men for glider in self.glider if not glider.event_only)

    @property
    def barracks(self) -> int:
        """Belgians in the barracks at first: all of them, unless the scenario says otherwise."""
        found = self.belgians_in_barracks
        return self.belgian.men if found is None else found

    def check(self, works: int) -> None:
        """UserError when garrisons and barracks do not add up to the Belgian total (EE N55)."""
        manned = works * self.garrison if self.works_manned else 0
        if manned + self.barracks != self.belgian.men:
            text = say(
                "{men} men in works and {rest} in the barracks are not the {all} of the garrison.",
                men=manned,
                rest=self.barracks,
                all=self.belgian.men,
            )
            raise UserError(text)


def read_forces(setup: Mapping[str, Any]) -> Forces:
    """Read *setup*: forces at the top level or under ``forces``. UserError when they do not fit."""
    forces = forces_of(setup, Forces)
    if sum(glider.event_only for glider in forces.glider) != 1:
        raise UserError("The forces need exactly one glider that comes by event only.")
    return forces


ANYWHERE = "any"
"""A glider's target when the player may choose."""
_LANDED = TABLES.constants.most_landed


class GliderRow(Glider, frozen=True, forbid_unknown_fields=True):
    """One ``[[glider]]``."""

    note: Annotated[str, Meta(max_length=400)] = ""


class BelgianRow(Men, frozen=True, forbid_unknown_fields=True):
    """``[belgian]``."""

    reconstruction: bool = False


class GermanRow(Struct, frozen=True, forbid_unknown_fields=True):
    """``[german]``: what the gliders must add up to, those that come by event left out."""

    men: Annotated[int, Meta(ge=1, le=9999)] | None = None
    gliders: Count | None = None
    most_landed: Annotated[int, Meta(ge=_LANDED, le=_LANDED)] | None = None
    reconstruction: bool = False


class ScenarioRows(Forces, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """``[setup]`` of a scenario, or ``forces.toml``; either may hold what the other leaves out."""

    glider: Annotated[tuple[GliderRow, ...], Meta(max_length=60)] = ()
    belgian: BelgianRow = BelgianRow(TABLES.constants.belgian_men)
    german: GermanRow | None = None
    first_turn: Literal[1] = 1
    last_turn: Annotated[int, Meta(ge=1, le=TABLES.constants.turns)] = TABLES.constants.turns
    """The turn after which points are counted; the turn track has no more than 15 (EE N43)."""
    victory: dict[Name, Annotated[int, Meta(ge=1, le=99)]] = {}

    def __post_init__(self) -> None:
        """ValueError, which msgspec tells with the entry, when rows contradict each other."""
        for entry in ("id", "number"):
            seen = Counter(getattr(glider, entry) for glider in self.glider)
            twice = next((name for name, times in seen.items() if times > 1), None)
            if twice is not None:
                rows = [n for n, g in enumerate(self.glider, 1) if getattr(g, entry) == twice]
                raise ValueError(f"glider, row {rows[1]}: the {entry} {twice} is there twice")
        if self.german is None or not self.glider:
            return
        first = [glider for glider in self.glider if not glider.event_only]
        men = sum(glider.men for glider in first)
        if self.german.men not in (None, men):
            raise ValueError(f"german, men: {self.german.men}, but the gliders carry {men}")
        if self.german.gliders not in (None, len(first)):
            given = self.german.gliders
            raise ValueError(f"german, gliders: {given}, but there are {len(first)}")


class Ground(Struct, frozen=True):
    """Figures of a sector or a kind of ground (EE N6, EE N41, 2.1-L)."""

    divisor: Annotated[int, Meta(ge=1, le=12)] = 1
    victory_points: Count = 0
    work: bool = False
    landing: Literal["open", "roof", "no"] = "open"


SCHEMA = GameSchema(setup=ScenarioRows, forces=ScenarioRows, ground=Ground)


def read_rows(setup: Mapping[str, Any]) -> ScenarioRows:
    """Setup and the forces in it, judged together. UserError with the entry that does not fit."""
    rows = {**setup.get("forces", {}), **setup}
    rows.pop("forces", None)
    fault = fault_of(rows, ScenarioRows)
    if fault:
        raise UserError(say("The forces of the scenario cannot be read: {fault}.", fault=fault))
    return msgspec.convert(rows, readied(ScenarioRows))


def judge_places(forces: Forces, cells: Collection[str], guns: Collection[str]) -> None:
    """UserError when a glider aims at a sector, or a weapon fires abroad, that is not there."""
    for row, glider in enumerate(forces.glider, 1):
        for cell in glider.target:
            if cell != ANYWHERE and cell not in cells:
                text = say(
                    "The forces of the scenario: glider, row {row}: there is no sector {cell!s}.",
                    row=row,
                    cell=cell,
                )
                raise UserError(
                    text, say("Name sectors of the map, or {anywhere!s}.", anywhere=ANYWHERE)
                )
    for gun in forces.away:
        if gun not in guns:
            raise UserError(
                say("The forces of the scenario: away: there is no weapon {gun!s}.", gun=gun),
                say("The weapons are: {guns!s}.", guns=", ".join(sorted(guns))),
            )


def totals(tables: Tables, forces: Forces, turns: int) -> Tables:
    """The same tables with the totals of a scenario: turns, and the men of both sides."""
    germans = sum(glider.men for glider in forces.glider if not glider.event_only)
    figures = replace(
        tables.constants, turns=turns, german_men=germans, belgian_men=forces.belgian.men
    )
    return tables if figures == tables.constants else replace(tables, constants=figures)
