"""Counters and procedures of Eben-Emael: everything that is saved of a game beside the kernel's."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from msgspec import UNSET, UnsetType

from wardesk.engine.rules import Steps
from wardesk.engine.types import Event, Factor, Frame, GameState, Piece, Record
from wardesk.games.shared.look import read_look
from wardesk.words import Spoken

GERMAN, BELGIAN = "german", "belgian"
SIDES = (GERMAN, BELGIAN)
LOOKS = read_look(Path(__file__).parent)
SIDE_NAMES = {side.id: side.name for side in LOOKS.side}
ENEMY = {GERMAN: BELGIAN, BELGIAN: GERMAN}

GLIDERS = "gliders"
"""The box where gliders wait for their landing."""

POOL, GERMAN_HAND, BELGIAN_HAND = "pool", "german_hand", "belgian_hand"
HANDS = {GERMAN: GERMAN_HAND, BELGIAN: BELGIAN_HAND}

steps = Steps()
"""The register of this game's steps; each chapter adds its own."""

Kind = Literal[
    "squad", "sappers", "sally", "garrison", "machine_gun", "artillery", "anti_tank", "mortar"
]
SOLDIERS = frozenset({"squad", "sappers", "sally", "garrison"})
BONUS = "fort/bonus"
"""Mark: German attacks of this turn get +1 (EE N67)."""
FIRST_MOVER = "fort/first"
"""Mark: the German unit that was first to move under Belgian guns this turn (EE N59)."""


class FortCounter(Piece, frozen=True, kw_only=True):
    """One counter: soldiers, or a weapon that stays in its work.

    One soldier is one strength point. *equipment* counts the machine guns, guns and mortars of a
    work, each of which takes one point of loss before any soldier does (EE N10), or the light
    machine guns that a squad carries.
    """

    kind: Kind
    name: Spoken
    men: int = 0
    full_men: int = 0
    equipment: int = 0
    charges: int = 0
    flamethrowers: int = 0
    strength: int = 0
    """Firing strength of a gun on the artillery table."""
    inside: bool = False
    """Within the work, not on the ground of the sector."""
    moved: bool = False
    attacked: bool = False
    fired: bool = False


class GliderLanding(Frame, frozen=True, kw_only=True, tag="Landing"):
    """Gliders come down one at a time (2.1-L)."""

    most: int
    """The landing that ends it."""
    glider: str = ""
    sector: str = ""
    total: int = 0


class Turn(Frame, frozen=True, kw_only=True):
    """One turn, phase by phase (2.1); its steps are the phases."""

    counter: str = ""
    """The counter drawn this turn."""


class March(Frame, frozen=True, kw_only=True):
    """Germans on the way through the fields of fire of a solitaire game (EE N59)."""

    units: tuple[str, ...]
    cells: tuple[str, ...]
    """What lies ahead of them; the last one is their goal."""


class Manning(Frame, frozen=True, kw_only=True):
    """Units before an open door decide whether to go in (EE N38)."""

    units: tuple[str, ...]


class MarchFire(Frame, frozen=True, kw_only=True):
    """German light machine guns fire at Belgians who have moved (2.1-V-B)."""

    sector: str
    origin: str
    held: bool = False


class SpecialAction(Frame, frozen=True, kw_only=True):
    """A special action counter takes effect (6.0)."""

    counter: str
    work: str = ""
    roll: int = 0


class Fire(Frame, frozen=True, kw_only=True):
    """One shot or air attack (5.0, EE N14, EE N15)."""

    chart: Literal["machine_gun", "artillery"]
    name: Spoken
    side: str
    """Who shoots."""
    column: int
    shooters: tuple[str, ...] = ()
    target: str = ""
    total: int = 0
    points: int = 0


class Losses(Frame, frozen=True, kw_only=True):
    """The owner shares losses out, weapons first (EE N10)."""

    side: str
    pieces: tuple[str, ...]
    points: int
    men_only: bool = False


class Battle(Frame, frozen=True, kw_only=True):
    """An attack on one sector (4.1 to 4.3)."""

    side: str
    """The attacker."""
    target: str
    units: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()
    """Who was attacked, once dice have been rolled for it."""
    flamethrower: bool = False
    held: bool = False
    """The defender holds further machine-gun fire."""
    total: int = 0
    shift: int = 0
    column: int = 0
    attacker_loss: int = 0
    defender_loss: int = 0
    open_ground: bool = False
    """Defenders have left or fallen; the sector may be entered (4.3)."""
    judged: Record | UnsetType = UNSET
    """What an umpire had the roll rest on, where he changed that."""
    counted: tuple[Factor, ...] | UnsetType = UNSET
    """The modifiers that counted, where an umpire changed those."""


class Demolition(Frame, frozen=True, kw_only=True):
    """A squad blows up the work it stands on (EE N39)."""

    unit: str
    work: str
    charge: int = 0
    """The die of the charge."""
    roll: int = 0
    """The die of the garrison; 0 = nobody is inside."""


class UnderFire(Frame, frozen=True, kw_only=True):
    """Belgian machine guns that bear on a sector fire at the Germans in it (EE N39, EE N54)."""

    sector: str
    cite: str
    held: bool = False
    own: bool = True
    """Whether the guns of the work in the sector fire at whoever stands on it."""


AnyFrame = (
    GliderLanding
    | Turn
    | March
    | Manning
    | MarchFire
    | SpecialAction
    | Fire
    | Losses
    | Battle
    | Demolition
    | UnderFire
)
State = GameState[FortCounter, AnyFrame]
Fact = Event[FortCounter, AnyFrame]
