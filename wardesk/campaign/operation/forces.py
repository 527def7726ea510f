"""Who fights: formations, units with one identity over all games, their counters, finite goods."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9._:-]*\Z", max_length=64)]
Basis = Literal["rule-text", "history", "guess"]
"""Where an entry comes from; ``guess`` is a reconstruction and is shown as one."""


class Colour(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a formation is told apart. Never by colour alone: fill, pattern and code together."""

    name: str
    fill: str
    ink: str
    pattern: str
    code: Annotated[str, Meta(min_length=2, max_length=3)]
    printed: dict[str, str] = {}
    """The colour in each box, where the boxes clash."""


class Side(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One of the parties at war."""

    id: Id
    name: str


FARTHEST = 9
"""Hexes that a unit can see at most."""
Role = Literal["umpire", "commander-in-chief", "commander", "observer"]


class Seat(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A person's place at the campaign; an umpire's has no side and sees everything."""

    id: Id
    name: str
    role: Role
    side: str | None = None
    formations: tuple[str, ...] = ()
    """What a commander commands; empty means the whole side."""
    sight: Annotated[int, Meta(ge=0, le=FARTHEST)] | None = None
    """It plays by fog from the start: so many hexes its units see. None: without fog."""


class Formation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A headquarters with what stands under it. Parents form one tree a side."""

    id: Id
    name: str
    side: str
    kind: str
    parent: str | None = None
    division: str | None = None
    games: tuple[str, ...] = ()
    colour: Colour | None = None
    commander: str | None = None
    umbrella: bool = False
    """It only groups others."""
    placeholder: bool = False
    """It is named in the rules, but has no units yet."""
    basis: Basis
    note: str | None = None


class Unit(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One unit of the campaign. It keeps its identity in every game and box it appears in."""

    id: Id
    name: str
    formation: str
    """Its home; the acting formation may differ by game (`Appearance`)."""
    type: str
    echelon: str
    symbol: str
    steps_full: Annotated[int, Meta(ge=0, le=9)]
    steps_basis: Basis
    movement: str
    transport: str = "none"
    quality: int | None = None
    ratings: dict[str, int | str | bool | None] = {}
    self_command: bool = False
    optional: bool = False
    basis: Basis
    note: str | None = None


class Appearance(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The counter that a unit has in one game. ``(game, counter)`` names one unit only."""

    unit: str
    game: str
    counter: str
    formation: str
    valid_from: int | None = None
    """Ordinals of the first and last turn on which it may be used."""
    valid_to: int | None = None
    basis: Basis


class IdentityOption(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One of several sets of counters for the same troops."""

    id: Id
    formation: str | None = None
    units: tuple[str, ...] = ()
    enters: int | None = None
    note: str | None = None


class IdentityGroup(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Sets of which only one may ever be used."""

    id: Id
    rule: Literal["exactly-one", "at-most-one"]
    options: tuple[IdentityOption, ...]
    chosen_at: int | None = None
    chosen_by: str = ""
    basis: Basis
    note: str | None = None


class Pool(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Goods that run out: trucks, bridging units, event chits. Never below zero."""

    id: Id
    name: str
    owner: str | None = None
    kind: str
    count: int | None = None
    """None: the published number is not known."""
    proposed: int | None = None
    """Our reconstruction, used while the overlay is switched on."""
    units: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    basis: Basis
    note: str | None = None


class Attachment(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A formation that may be put under another one."""

    id: Id
    formation: str
    normal: str
    option: str
    game: str
    basis: Basis
    note: str | None = None


class Alias(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Another name of a formation, maybe only for some turns."""

    formation: str
    name: str
    valid_from: int | None = None
    valid_to: int | None = None
    basis: Basis
