"""Units and procedures of Remagen Bridgehead: all that is saved of a game beside the kernel's."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Literal

from wardesk.engine.rules import Steps
from wardesk.engine.types import Event, Frame, GameState, Piece
from wardesk.games.shared.look import read_look
from wardesk.words import say

US, GERMAN = "us", "german"
SIDES = (US, GERMAN)
ENEMY = {US: GERMAN, GERMAN: US}
LOOKS = read_look(Path(__file__).parent)
SIDE_NAMES = {side.id: side.name for side in LOOKS.side}

US_YARD, GERMAN_YARD = "us_yard", "german_yard"
YARDS = {US: US_YARD, GERMAN: GERMAN_YARD}
"""The boxes of those who have not come yet."""

DOWN = "ludendorff/down"
"""Mark: the Ludendorff Bridge has collapsed (RB 8.3)."""

steps = Steps()
"""The register of this game's steps; each chapter adds its own."""

Kind = Literal[
    "infantry",
    "engineers",
    "paratroops",
    "machine_gun",
    "bazooka",
    "armoured_car",
    "half_track",
    "truck",
    "medium_tank",
    "heavy_tank",
    "anti_tank",
    "howitzer",
    "heavy_howitzer",
    "weasel",
    "buffalo",
]
KIND_NAMES: Mapping[str, str] = LOOKS.value["kind_name"].words


class Unit(Piece, frozen=True, kw_only=True, omit_defaults=True):
    """A tray of men, a vehicle or a gun."""

    kind: Kind
    figures: int = 0
    """Men left on a tray."""
    hits: int = 0
    """Hits that a vehicle or gun has taken."""
    carrier: str = ""
    """The vehicle that it rides on or is hitched to; it stands in the same sector."""
    spent: int = 0
    """Movement factors used up this turn."""
    moved: bool = False
    """Has made its move of this turn, or was carried or towed."""
    halt: Literal["", "ground", "road"] = ""
    """Where its move of this turn ended nothing made it stop; it came by road alone, or not."""
    goes_on: bool = False
    """Took something up or set it down where it halted, and drives on with what is left."""
    pinned: bool = False
    """Takes part in an automatic victory, dropped into a hostile zone, or works on a bridge."""

    @property
    def name(self) -> str:
        """What it is, with its number."""
        return _named(self.kind, self.id)


@lru_cache(1024)
def _named(kind: str, piece: str) -> str:
    return say("{kind} {number!s}", kind=KIND_NAMES[kind], number=piece.rpartition("-")[2])


class SetUp(Frame, frozen=True, kw_only=True):
    """The Germans beside the east bridgehead (RB 1.4)."""


class Turn(Frame, frozen=True, kw_only=True):
    """One turn, phase by phase."""

    face: int = 0
    """The die of the Ludendorff Bridge."""
    most: int = -1
    """The face up to which it falls as an umpire has set it; -1 = as the chart says."""


class Labour(Frame, frozen=True, kw_only=True):
    """Engineers at work on pontoon bridges, site after site (RB 11.4)."""

    sites: tuple[str, ...] = ()
    """Rows whose engineers still have to be asked."""
    workers: tuple[str, ...] = ()
    points: int = 0


class Drop(Frame, frozen=True, kw_only=True):
    """The paratroops come down (RB 7.1)."""

    centre: str = ""
    first: int = 0
    second: int = 0


class Transport(Frame, frozen=True, kw_only=True):
    """A unit is loaded, hitched, unloaded or dropped (RB 3.4, 4.1, 5.1)."""

    side: str
    doing: Literal["load", "unload"]
    unit: str = ""


class Exchange(Frame, frozen=True, kw_only=True):
    """The fire portion of a turn: sector after sector (RB 9.1)."""

    side: str
    fired: tuple[str, ...] = ()
    """Sectors that have fired this turn."""
    sector: str = ""
    """The sector that is firing now."""
    left: tuple[str, ...] = ()
    """Its units that have not fired."""
    fired_at: tuple[str, ...] = ()
    """Sectors that it has fired at, and that have not answered."""
    answering: bool = False
    """Whether *sector* is one that fires back."""


class Salvo(Frame, frozen=True, kw_only=True):
    """Units of one sector fire at one target (RB 10.4)."""

    side: str
    sector: str
    firing: tuple[str, ...]
    target: str
    total: int = 0
    by: int = 0


class Hits(Frame, frozen=True, kw_only=True):
    """Hits in a sector are applied by the side that fired (RB 9.6)."""

    side: str
    """Who fired."""
    cell: str
    hits: int
    against: int
    """The greatest combat value that fired (RB 9.7)."""
    dice: int = 0
    """Hit dice that are being rolled."""
    pips: int = 0
    per: int = 0
    """Pips that a man takes, as they counted with the dice."""
    figures: int = 0
    """Men that still have to fall."""
    bridge: str = ""
    """The row of the pontoon bridge that is hit, still to be rolled for (RB 11.9)."""
    labour: int = 0


class Front(Frame, frozen=True, kw_only=True):
    """The attacker divides the front into battles (RB 12.2)."""

    side: str
    links: tuple[tuple[str, str], ...] = ()
    """Attacking sector and the sector that it attacks."""
    battles: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = ()
    """Battles still to be fought: attacking and defending sectors."""


class Battle(Frame, frozen=True, kw_only=True):
    """One battle of the front (RB 12.7)."""

    side: str
    attackers: tuple[str, ...]
    """Sectors."""
    defenders: tuple[str, ...]
    face: int = 0
    judged: tuple[int, int, int] | None = None
    """Combat values of both sides and the shift of the column, as they counted with the die."""
    total: int = 0
    by: int = 0
    """Sum and divisor of a salvo of the contact."""
    second: bool = False
    """The die after fire contact has been rolled (RB 13.1)."""
    result: str = ""
    target: str = ""
    """The sector that is fired at in the contact."""
    contact: tuple[str, ...] = ()
    """Sectors that still fire in the contact."""
    struck: tuple[tuple[str, int, int], ...] = ()
    """Sector, hits and greatest value: hits of the contact, applied when all have fired."""


class Retreat(Frame, frozen=True, kw_only=True):
    """Losers fall back sector by sector, and the winner may follow (RB 13.8, 13.10)."""

    loser: str
    cells: tuple[str, ...]
    """Sectors that still have to be left."""
    length: int
    rout: bool
    left: tuple[str, ...] = ()
    """Units of the first of *cells* that still have to go."""


class Advance(Frame, frozen=True, kw_only=True):
    """Winners move into what was left (RB 13.3, 13.15, 13.17)."""

    side: str
    into: tuple[str, ...]
    """Vacated sectors: the first one that is entered must be one of them."""
    units: tuple[str, ...]
    """Who may still advance."""
    length: int
    """How many sectors."""


AnyFrame = (
    SetUp
    | Turn
    | Labour
    | Drop
    | Transport
    | Exchange
    | Salvo
    | Hits
    | Front
    | Battle
    | Retreat
    | Advance
)
State = GameState[Unit, AnyFrame]
Fact = Event[Unit, AnyFrame]
