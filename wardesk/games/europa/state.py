"""Counters and procedures of the game: what is saved of it beside the kernel's own."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from wardesk.engine.rules import Steps
from wardesk.engine.types import Event, Frame, GameState, Piece
from wardesk.games.europa.works import WORKS, WorkKind
from wardesk.games.shared.look import read_look

AXIS, ALLIES = "axis", "allies"
SIDES = (AXIS, ALLIES)
ENEMY = {AXIS: ALLIES, ALLIES: AXIS}
LOOKS = read_look(Path(__file__).parent)
SIDE_NAMES = {side.id: side.name for side in LOOKS.side}

RESERVE, AIRFIELD = "reserve", "airfield"
"""Boxes: units that come later, and paratroops that may land."""
BOXES = (RESERVE, AIRFIELD)

steps = Steps()
"""The register of this game's steps; each chapter adds its own."""


class Unit(Piece, frozen=True, kw_only=True):
    """A unit or a work as it stands now; a unit's figures are in the forces.

    Permanent works are both (EF 40.D.6-1): they have a *work* and fight by their *strength*.
    """

    lost: int = 0
    """Points lost of attack and defence."""
    spent: int = 0
    """Movement points used in this phase."""
    moved: bool = False
    """Has spent movement points since its side's turn began, or came here by combat."""
    attacked: bool = False
    disrupted: bool = False
    cut_off: bool = False
    """Out of supply in this turn (EF N15)."""
    building: str = ""
    """The work it builds (EF N14)."""
    ready: int = 0
    """The turn in which that is done."""
    locked: str = ""
    """The hex that it must attack again (EF N20)."""
    landed: bool = False
    """Came by air in this turn."""
    # of works only
    work: str = ""
    strength: int = 0
    holder: str = ""
    """The side that captured it, while it is not yet that side's own."""
    faces: tuple[str, ...] = ()
    on_map: bool = False
    die: int = 0
    anti_air: int = 0

    @property
    def row(self) -> WorkKind:
        """Its line in the table of works. KeyError for a unit."""
        return WORKS[self.work]

    @property
    def hexside(self) -> bool:
        """A work on a side of its hex."""
        return bool(self.work) and self.row.hexside

    @property
    def fort(self) -> bool:
        """A work in its hex that is no entrenchment."""
        return bool(self.work) and self.row.kind == "fortification"


class Turn(Frame, frozen=True, kw_only=True):
    """A player-turn, phase by phase."""

    side: str
    builder: str = ""


class Battle(Frame, frozen=True, kw_only=True):
    """An attack on one hex, from who takes part to who moves in."""

    side: str
    target: str
    phase: Literal["combat", "exploitation", "counter"]
    attackers: tuple[str, ...] = ()
    support: int = 0
    supplied: bool = True
    airborne: bool = False
    paratroops: bool = False
    """A counter-attack on paratroops in the defenders' own hex (EF 40.A-3)."""
    total: int = 0
    printed: str = ""
    result: str = ""
    countered: bool = False
    """Converted, but the paratroops are counter-attacked."""
    stands: bool = False
    red: int = 0
    reduces: bool = False
    casualties: int = 0
    """Points lost instead of a disruption."""
    disrupted: int = 0
    """Halves of an RE that are disrupted."""
    largest: int = 0
    """Strength of the largest unit that took part."""
    losses: tuple[int, int] = (0, 0)
    """Points that attackers and defenders still have to lose."""
    moved_in: tuple[str, ...] = ()


class Retreat(Frame, frozen=True, kw_only=True):
    """Units fall back by one hex (EF N20)."""

    side: str
    origin: str
    left: tuple[str, ...]


AnyFrame = Turn | Battle | Retreat
State = GameState[Unit, AnyFrame]
Fact = Event[Unit, AnyFrame]
