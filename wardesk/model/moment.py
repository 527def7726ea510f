"""A moment of a campaign as a rule system lays it out, and what its table gives back.

Everything is told in the campaign's own words and ids; the game that lays it out takes what it
knows and leaves the rest. Nothing here knows the campaign or the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct, field

from wardesk.model.board import Board

Scalar = bool | int | str
Figures = Mapping[str, int | str | bool | None]


class MomentUnit(Struct, frozen=True, kw_only=True):
    """A unit that stands in a hex, as strong as it is now."""

    id: str
    name: str
    side: str
    formation: str
    cell: str
    steps: int
    full: int
    """Steps of a whole one; 0 for who has none."""
    type: str
    symbol: str
    movement: str
    quality: int | None
    ratings: Figures
    self_command: bool
    basis: str
    transport: str = "none"
    """How its own vehicles move: ``wheeled``, ``tracked`` or ``none``."""
    flags: tuple[str, ...] = ()
    """Lasting marks."""
    area: tuple[str, ...] = ()
    """Hexes in any of which its side may put it before the table begins."""
    waits: bool = False
    """It stands in no hex, but waits beside the map to be brought in."""


class MomentFormation(Struct, frozen=True, kw_only=True):
    """A formation that a unit of the table belongs to, or a division over one."""

    id: str
    name: str
    side: str
    division: str
    """Its own id for a division."""
    kind: str
    fill: str = "#888888"
    ink: str = "#ffffff"


class MomentBridge(Struct, frozen=True, kw_only=True):
    """A bridge as it stands."""

    id: str
    state: str
    by: str = ""
    """Which side wired it."""
    control: str = ""
    unit: str = ""
    """The bridging unit that stands for it."""
    spared: bool = False
    """Never wired, blown or improved."""
    bulldozer: bool = False
    """Whether one works at it."""


class MomentPart(Struct, frozen=True, kw_only=True):
    """A table's part of a formation: so many of all its units on the map."""

    here: int
    all: int
    first: bool = False
    """Whether it has the first of them, and with it what cannot be divided."""


class MomentMug(Struct, frozen=True, kw_only=True):
    """The one mug of chits of a campaign, from which several tables of a turn draw."""

    keys: tuple[str, ...]
    """What decides the order of each turn, the same for every table."""
    formations: tuple[MomentFormation, ...] = ()
    """All that may be activated, at whatever table: divisions, and formations that are led."""
    parts: Mapping[str, MomentPart] = field(default_factory=dict[str, MomentPart])
    """By division, of those at this table."""


class Moment(Struct, frozen=True, kw_only=True):
    """How a campaign stands, as far as one table shows it."""

    turns: tuple[str, ...]
    """The turns that the table plays, by name."""
    day: str = ""
    """The date of the first of them: ``1944-09-17``; empty where nobody knows."""
    weather: str = ""
    fog: int | None = None
    """The number on which fog clears."""
    window: tuple[str, ...] = ()
    """Corners of the part of the map that is in play; none = all of it."""
    units: tuple[MomentUnit, ...]
    formations: tuple[MomentFormation, ...]
    bridges: tuple[MomentBridge, ...] = ()
    route: tuple[str, ...] = ()
    """Hexes, else names, of the stops that the route has reached, its start first."""
    cut: bool = False
    """Whether the route is cut."""
    facts: Mapping[str, Scalar] = field(default_factory=dict[str, Scalar])
    """What else was written down: points, a chit that is held over."""
    pools: Mapping[str, int] = field(default_factory=dict[str, int])
    """Goods that there are, by name."""
    mug: MomentMug | None = None
    bought: tuple[str, ...] = ()
    """Formations whose activation is paid for on the first of the turns."""


class LaidMoment(Struct, frozen=True, kw_only=True):
    """A moment as a scenario's setup and forces."""

    setup: Mapping[str, Any]
    forces: Mapping[str, Any]


LayOut = Callable[[Moment, Board], LaidMoment]
"""UserError for a moment that cannot stand on the board, with everything that is wrong."""


class TakenOver(Struct, frozen=True, kw_only=True):
    """What a table says beyond steps and places of its pieces; only what has changed."""

    flags: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """Unit -> the marks of this game that it bears now, for units that bear others than before."""
    known_flags: frozenset[str] = frozenset()
    """The marks that this game knows; any other stays on a unit."""
    bridges: tuple[MomentBridge, ...] = ()
    facts: Mapping[str, Scalar] = field(default_factory=dict[str, Scalar])
    markers: Mapping[str, int] = field(default_factory=dict[str, int])
    """Markers that were laid, by kind: on the route, or ``kind:bridge``."""
    pools: Mapping[str, int] = field(default_factory=dict[str, int])
    """How many goods more there are now, by name; below zero for fewer."""
