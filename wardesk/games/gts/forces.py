"""Forces and scenarios as their files have them: counters, formations, chits, set-up, victory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, field
from msgspec.structs import replace

from wardesk.errors import UserError
from wardesk.games.gts.tables import TABLES, Tables
from wardesk.model.schema import BoardNeeds, GameSchema, fault_of
from wardesk.words import readied, say

REARGUARD = say("Rearguard")
"""How rearguards are called, for the catalogue; a counter has its name as plain text."""
Count = Annotated[int, Meta(ge=0, le=99)]
Rating = Annotated[int, Meta(ge=0, le=9)]
Side = Literal["allied", "german"]
Weapon = Literal["white", "pink", "purple", "blue", "green", "yellow", "orange", "brown", "black"]
Movement = Literal["leg", "wheeled", "tracked"]
Weather = Literal["clear", "overcast", "fog", "rain"]


class Division(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A division with its pools of command and dispatch points (2)."""

    id: str
    name: str
    side: Side
    any_leader: bool = False
    """S6.6: in command from every leader of the division, at twice the price."""


class Formation(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A formation of a division; independents and artillery are led by all its leaders."""

    id: str
    name: str
    division: str
    colour: str = "#888888"
    ink: str = "#ffffff"
    independent: bool = False


class PrintedCounter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A unit or leader with the figures of its counter (3)."""

    id: str
    name: str
    formation: str
    symbol: str
    steps: Annotated[int, Meta(ge=0, le=2)]
    tq: Rating = 0
    fire: Rating | None = None
    """None = the printed "No"."""
    weapon: Weapon = "pink"
    range: Annotated[int, Meta(ge=0, le=83)] = 1
    assault: Rating | None = None
    assault_weapon: Weapon = "pink"
    double: bool = False
    """The assault rating counts in both attacks (3)."""
    defence: Annotated[int, Meta(ge=-5, le=5)] = 0
    armoured: bool = False
    move: Annotated[int, Meta(ge=0, le=40)] = 0
    """0 = it does not move."""
    movement: Movement = "leg"
    command: Count = 0
    """Command range of a leader; 0 = no leader."""
    telephone: bool = False
    engineer: bool = False
    transport: Literal["", "wheeled", "tracked"] = ""
    """Organic transport: the other side of the counter (3)."""
    self_command: bool = False
    """S6.8: in command wherever it is."""
    basis: Literal["rule-text", "history", "guess"] = "guess"

    @property
    def leads(self) -> bool:
        """Whether it is a leader: no steps, no fire, no stacking (2)."""
        return self.command > 0

    @property
    def artillery(self) -> bool:
        """Mortars and guns that fire indirectly (9, 11)."""
        return self.weapon in ("green", "orange", "brown", "black")

    @property
    def vehicle(self) -> bool:
        """Whether it goes on wheels or tracks."""
        return self.movement != "leg"


class Forces(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``forces.toml``."""

    division: tuple[Division, ...] = ()
    formation: tuple[Formation, ...] = ()
    counter: tuple[PrintedCounter, ...] = ()

    def __post_init__(self) -> None:
        divisions = {row.id for row in self.division}
        formations = {row.id for row in self.formation}
        for formation in self.formation:
            if formation.division not in divisions:
                raise ValueError(f"{formation.id}: there is no division {formation.division}")
        for counter in self.counter:
            if counter.formation not in formations:
                raise ValueError(f"{counter.id}: there is no formation {counter.formation}")


class PlacedCounters(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Counters that begin in one hex, or may come in there from a turn on."""

    units: tuple[str, ...]
    at: str
    column: bool = False
    turn: Count = 0
    """0 = at the beginning; else they come in during the reinforcement phase of this turn."""
    steps: Annotated[int, Meta(ge=0, le=2)] = 0
    """0 = as printed."""
    entrenched: bool = False
    improved: bool = False
    suppressed: bool = False
    cohesion: Annotated[int, Meta(ge=0, le=2)] = 0
    mounted: Literal["", "organic", "truck", "jeep"] = ""
    abandoned: bool = False
    """Their own transport is lost."""
    men: bool = False
    """Men are at work already."""
    delay: Annotated[int, Meta(ge=0, le=9)] = 0
    """Glider or parachute markers on each."""
    on: str = ""
    """The vehicle that they ride on."""
    still: bool = False
    """They neither move nor assault."""
    keeps_column: bool = False
    """They do not leave column."""
    brittle: bool = False
    """With the first step that one loses it is gone."""
    only: str = ""
    """They come only if this was chosen (`Either`)."""


class DropZone(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A drop or landing zone (3.3): zones of the map by name, and hexes."""

    id: str
    name: str
    division: str
    of: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    landing: bool = False
    """Made for gliders as well as for parachutes."""
    starred: bool = False
    """Gliders land at one more (3.4.1)."""


class Stick(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Units that land together in one hex (3.4)."""

    units: tuple[str, ...]
    zone: str
    glider: bool = False


class Lift(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a division is dropped with one number (3.1)."""

    number: Annotated[int, Meta(ge=1, le=9)]
    division: str
    stick: Annotated[tuple[Stick, ...], Meta(min_length=1)]
    day: Count = 0
    """Days after the first one of the table; Drop One lands on the first turn whatever it says."""


class Park(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An artillery park marker (S1.0): on the map from the start, or still to be placed."""

    id: str
    division: str
    value: Count = 0
    """Hexes that are added to the range; 0 = it may be placed wherever a leader commands."""
    at: str = ""
    entry: str = ""
    """The reinforcement hex of the division, for markers with a value."""


class Flak(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """S5.4 Immobile flak that is dealt face down to hexes at the start."""

    units: tuple[str, ...]
    cells: tuple[str, ...]


class Either(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """S5.5 A side chooses on a turn which of some sets of counters it uses."""

    id: str
    side: Side
    turn: Count
    sets: Annotated[tuple[str, ...], Meta(min_length=2)]
    """Formations; `PlacedCounters.only` names one of them."""


class Limit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """S6.10 A formation that may not pass a line northward: 2y + x of a hex is at least *line*."""

    formation: str
    line: int


class Rearguards(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """S2.0 How many rearguard platoons a formation can leave behind."""

    formation: str
    count: Annotated[int, Meta(ge=1, le=9)]
    at: tuple[str, ...] = ()
    """Where some of them stand already."""


class Hold(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A condition: *side* was the last in all of *cells*, or alone in them."""

    side: Side
    cells: tuple[str, ...]
    alone: bool = False


class Stand(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A condition: a unit stands in one of *cells*."""

    unit: str
    cells: tuple[str, ...]


class Tally(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A condition: what *side* has in *cells* is worth *least* points or more."""

    side: Side
    cells: Annotated[tuple[str, ...], Meta(min_length=1)]
    least: Annotated[int, Meta(ge=1, le=99)]
    worth: dict[str, Annotated[int, Meta(ge=0, le=9)]] = field(default_factory=dict[str, int])
    """Points of a unit that counts as a whole; every other one counts a point for each step."""


class Award(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A victory: whoever's award comes first in the list and whose conditions all hold, has won."""

    winner: Literal["allied", "german", ""]
    title: str
    """What has decided it, as a sentence without a full stop."""
    cite: str = "WED SR14"
    blown: tuple[str, ...] = ()
    """Bridges that are down."""
    standing: tuple[str, ...] = ()
    """Bridges that stand."""
    hold: tuple[Hold, ...] = ()
    stand: tuple[Stand, ...] = ()
    tally: tuple[Tally, ...] = ()
    lost: tuple[str, ...] = ()
    """Units that are eliminated."""
    at_once: bool = False
    """Looked at after each activation, not only at the end."""


class BridgeSetup(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a bridge of the map begins, and what may not be done with it."""

    id: str
    wired: Side | Literal[""] = ""
    destroyed: bool = False
    bailey: str = ""
    """The bridging unit that stands for a destroyed bridge as long as it is fit (2.15.7)."""
    never: bool = False
    """Never wired, destroyed or improved (2.15.6)."""
    tried: Literal["", "stable", "unstable"] = ""
    """A weak bridge that a vehicle has tried (2.11)."""
    improved: bool = False
    """A railway bridge that bears vehicles (2.15.3)."""
    control: Side | Literal[""] = ""
    """Which side was the last at both of its ends."""
    bulldozer: Literal["", "new", "men"] = ""
    """A bulldozer works here, after a failure with men at work (2.11)."""


class SetupArea(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Units that their side may put into any of some hexes before the first turn begins."""

    units: tuple[str, ...]
    cells: tuple[str, ...]


class MugPart(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table's part of a division: so many of all its units on the map."""

    here: Annotated[int, Meta(ge=0)]
    all: Annotated[int, Meta(ge=1)]
    first: bool = False
    """Whether it has the first of them, and with it what cannot be divided."""


class CampaignMug(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The one mug of a campaign, from which several tables of a turn draw (`one_mug`)."""

    keys: Annotated[tuple[str, ...], Meta(min_length=1, max_length=60)]
    """A key for every turn of the table: tables of the same turn have the same one."""
    chits: tuple[str, ...] = ()
    """All chits of the campaign's turn, at whatever table: ``allied/division/101``."""
    held: str = ""
    """The chit that was held over into the first turn."""
    parts: dict[str, MugPart] = field(default_factory=dict[str, MugPart])
    """By division."""


class Scenario(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``[setup]`` of a scenario."""

    slots: Annotated[tuple[str, ...], Meta(min_length=1, max_length=60)]
    """The turns by name: ``0700``, …, ``1900``, ``Night``."""
    day: date | None = None
    """The day of the first turn; from 20 September 1944 on the Germans fight better (S5.1.1)."""
    weather: Weather = "clear"
    fog: Annotated[int, Meta(ge=0, le=9)] | None = None
    """Fog clears at 0900 or 1100 on this number or less (1.2); none = it stays."""
    window: tuple[str, ...] = ()
    """Corners of the part of the map that is in play; none = all of it."""
    place: tuple[PlacedCounters, ...] = ()
    area: tuple[SetupArea, ...] = ()
    chits: dict[Side, tuple[str, ...]] = field(default_factory=dict[Side, tuple[str, ...]])
    """Chits in the mug: ``division/ID``, ``formation/ID``, ``direct``."""
    holds_over: bool = True
    """The last chit of a turn opens the next (1.3); else it is played like the others."""
    mug: CampaignMug | None = None
    """The campaign's mug, where this is one of its tables."""
    first: str = ""
    """The chit that opens the first turn, if one was held over."""
    points: dict[str, Count] = field(default_factory=dict[str, int])
    """Command points by division."""
    dispatch: dict[str, Count] = field(default_factory=dict[str, int])
    """Dispatch points by division."""
    rolls: bool = True
    """Whether command points are rolled for when a division chit is drawn."""
    bridge: tuple[BridgeSetup, ...] = ()
    in_command: bool = False
    """Everybody is in command all the time."""
    route: tuple[str, ...] = ()
    """Hexes of the corps' road, which can be attacked and closed (4.3.3)."""
    stops: tuple[str, ...] = ()
    """Hexes of the road where its marker may lie, where it lies now first (4.2); none = all of the
    road is Club Route."""
    status_checks: bool = False
    """The Germans roll here for cutting the road; else the campaign does (4.3.3)."""
    route_cut: bool = False
    """The road is cut when the table begins (S6.1.2)."""
    zone: tuple[DropZone, ...] = ()
    lift: tuple[Lift, ...] = ()
    tanks: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """O4.0: airborne tanks by kind."""
    supply: dict[str, str] = field(default_factory=dict[str, str])
    """3.5: the zone that each division is supplied in."""
    park: tuple[Park, ...] = ()
    flak: Flak | None = None
    either: tuple[Either, ...] = ()
    limit: tuple[Limit, ...] = ()
    rearguards: tuple[Rearguards, ...] = ()
    road_blocks: dict[Side, Count] = field(default_factory=dict[Side, int])
    blocked: dict[str, Side] = field(default_factory=dict[str, Side])
    """Hexes with a road block, and whose."""
    mined: tuple[str, ...] = ()
    trucks: dict[str, Count] = field(default_factory=dict[str, int])
    jeeps: dict[str, Count] = field(default_factory=dict[str, int])
    bulldozers: Count = 0
    bailey: tuple[str, ...] = ()
    """Bridging units that wait beside the map (2.15.7)."""
    bought: tuple[str, ...] = ()
    """Formation chits that are bought for the first turn: ``allied/formation/ID``."""
    events: bool = False
    """A nine in fire draws an event (S3.0)."""
    events_return: bool = False
    """Events go back into their cup, as in the campaign."""
    hero: tuple[str, ...] = ()
    """Formations whose hero may save a hex once (S6.9)."""
    lost_units: tuple[str, ...] = ()
    """Units that the reinforcement event may bring in (S3.1)."""
    buying: bool = False
    """Formation chits are bought with dispatch points; else all of them are in the mug (2)."""
    raid_on: bool = False
    """The air raid has come before the table begins (S5.2); its night is the campaign's secret."""
    raid_paid: Count = 0
    """Dispatch points that have been paid against it."""
    victory: tuple[Award, ...] = ()

    @property
    def last_turn(self) -> int:
        """How many turns there are."""
        return len(self.slots)


class Ground(Struct, frozen=True, kw_only=True):
    """Figures of a hex or a kind of ground that the game reckons with."""

    fire: int = 0


SCHEMA = GameSchema(
    setup=Scenario,
    forces=Forces,
    ground=Ground,
    board=BoardNeeds(
        grid=True,
        cells="0.0",
        sight="gts",
        features={"bridge": ("between", "carries")},
        figures=("move_leg", "move_wheeled", "move_tracked"),
    ),
)


def _rearguards(scenario: Scenario, forces: Forces, tables: Tables) -> Iterator[PrintedCounter]:
    """S2.0 The platoons that formations can leave behind, by their figures in the charts."""
    names = {formation.id for formation in forces.formation}
    for row in scenario.rearguards:
        if row.formation not in names:
            raise UserError(
                say(
                    "The scenario names the unit {name!s}, which is not there.", name=row.formation
                ),
                "Add it to the forces, or take it out of the scenario.",
            )
        for number in range(1, row.count + 1):
            yield PrintedCounter(
                id=f"{row.formation}.rear{number}",
                name="Rearguard",
                formation=row.formation,
                symbol="infantry",
                **tables.rearguard,
            )


def read_scenario(setup: Mapping[str, Any], tables: Tables = TABLES) -> tuple[Scenario, Forces]:
    """Scenario and forces of ``setup``, rearguards by the charts. UserError with what is wrong."""
    rows = dict(setup)
    forces = rows.pop("forces", {})
    for value, kind in ((rows, Scenario), (forces, Forces)):
        fault = fault_of(value, kind)
        if fault:
            raise UserError(say("The scenario cannot be read: {fault}.", fault=fault))
    scenario, found = (
        msgspec.convert(rows, readied(Scenario)),
        msgspec.convert(forces, readied(Forces)),
    )
    found = replace(found, counter=(*found.counter, *_rearguards(scenario, found, tables)))
    known = {counter.id for counter in found.counter}
    for row in scenario.place:
        for name in row.units:
            if name not in known:
                raise UserError(
                    say("The scenario names the unit {name!s}, which is not there.", name=name),
                    "Add it to the forces, or take it out of the scenario.",
                )
    return scenario, found
