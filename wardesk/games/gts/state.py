"""Units and procedures of the Grand Tactical Series: what is saved of a game."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from wardesk.engine.draft import Draft
from wardesk.engine.rules import Steps
from wardesk.engine.types import Event, Frame, GameState, Piece
from wardesk.games.shared.look import read_look

ALLIED, GERMAN = "allied", "german"
SIDES = (ALLIED, GERMAN)
ENEMY = {ALLIED: GERMAN, GERMAN: ALLIED}
LOOKS = read_look(Path(__file__).parent)
SIDE_NAMES = {side.id: side.name for side in LOOKS.side}

RESERVE, PARK, ROUTED = "reserve", "park", "routed"
"""Boxes: not on the map yet, artillery parks (S1.0), and who left it in a rout (S3.1)."""
BOXES = (RESERVE, PARK, ROUTED)
MUG, PLAYED = "mug", "played"
UPKEEP = (
    "areas", "day", "sky", "marker", "replan", "drop", "flak", "fate", "supply", "either", "parks",
    "buy", "mug",
)  # fmt: skip
"""1.1 What comes before the first chit of a turn, in this order; chapters add their steps."""


def onward(d: Draft[Any], step: str) -> None:
    """1.1 The turn goes on with what comes after *step* of its upkeep."""
    d.goto(UPKEEP[UPKEEP.index(step) + 1], left=())


steps = Steps()
"""The register of this game's steps; each chapter adds its own."""


class Unit(Piece, frozen=True, kw_only=True):
    """A unit or leader as it stands now; its printed figures are in the forces."""

    steps: int = 2
    column: bool = False
    cohesion: int = 0
    """Cohesion hits, 0 to 2 (8)."""
    suppressed: bool = False
    dug: Literal["", "improved", "entrenched"] = ""
    men: bool = False
    """Men at work: an engineer's next try is easier (2.15)."""
    acted: bool = False
    """Has acted in this activation."""
    again: bool = False
    """Has had its second action in this activation (4)."""
    delay: int = 0
    """Glider or parachute markers on it (3.4.2)."""
    glider: bool = False
    """It came by glider: what its markers weigh (5.3, 5.4)."""
    untested: bool = False
    """The drop table is still to be rolled for it (3.4.1)."""
    on: str = ""
    """The vehicle that it rides on (S4.0)."""
    carries: str = ""
    """Who rides on it."""
    mounted: Literal["", "organic", "truck", "jeep"] = ""
    abandoned: bool = False
    """Its organic transport is lost for good (2.15.3)."""


class Checked(Frame, frozen=True, kw_only=True):
    """A procedure that has a check thrown for it, and finds here how that went."""

    passed: bool = False


class Turn(Frame, frozen=True, kw_only=True):
    """1 The turn: chits into the mug, chit after chit, barrages off."""

    chit: str = ""
    left: tuple[str, ...] = ()
    """What a step of the upkeep still has to ask."""


class Activation(Frame, frozen=True, kw_only=True):
    """2 A chit is played: its units act one after the other."""

    chit: str
    side: str
    waiting: tuple[str, ...] = ()
    unit: str = ""
    start: str = ""
    """Where that unit's activation began (2.18.1)."""
    bridged: bool = False
    """A bridging unit or bulldozer has been placed in this impulse (2.15.7)."""


class UnitAction(Checked, frozen=True, kw_only=True, tag="Action"):
    """4 One action of one unit."""

    unit: str
    chit: str
    left: int = -1
    """Half movement points left; -1 = it has not begun to move."""
    job: str = ""
    """What engineers work at; the goal of a ferry, of fire at a road, or of a ride."""
    again: bool = False
    """It is a second action (4)."""
    fired: tuple[str, ...] = ()
    """Who has fired at a vehicle that lets its rider down (S4.2)."""
    culvert: bool = False
    """The last step went through the culvert (2.17)."""
    ended: bool = False
    """Its rider was forced off: the activation is over (S4.4)."""


class Move(Checked, frozen=True, kw_only=True):
    """4 Hex by hex along a way."""

    unit: str
    path: tuple[str, ...]
    left: int
    """Half movement points left; the action gets back what is left of them."""
    culvert: bool = False
    """The last step went through the culvert (2.17)."""
    lost: bool = False
    """The enemy moves it (S3.1, O3.0)."""


class Leave(Checked, frozen=True, kw_only=True):
    """11, S3.1 Out of a hex that lets nobody go without a check; the procedure below is told."""

    unit: str
    left: tuple[Literal["leave", "mines"], ...] = ()


class Window(Checked, frozen=True, kw_only=True):
    """6 Opportunity fire at a unit: who fires, one after the other."""

    unit: str
    cause: Literal["leave", "engineer", "assault", "run", "unload"]
    goal: str = ""
    """Where a moving unit is going."""
    way: Literal["", "culvert", "ferry"] = ""
    """How it goes there, where that makes it easier to hit (2.17, 2.18.4)."""
    only: tuple[str, ...] = ()
    """Who may fire at all; none = everybody whose fire zone it is."""
    fired: tuple[str, ...] = ()
    firer: str = ""
    coming: tuple[str, ...] = ()
    """Who else draws fire by the same assault (O1.0)."""


class Fire(Checked, frozen=True, kw_only=True):
    """5 One shot at one unit."""

    firer: str
    target: str
    kind: Literal["fire", "opportunity", "assault", "charge"] = "fire"
    attack: int = 1
    """In an assault: by the fire rating (1) or the assault rating (2)."""
    goal: str = ""
    """Opportunity fire: where the target is going, empty if nowhere."""
    run: bool = False
    close: bool = False
    """Opportunity fire at an assault: always as from fire zone to fire zone."""
    coming: tuple[str, ...] = ()
    """Who else draws fire by the same assault (O1.0)."""
    way: Literal["", "culvert", "ferry"] = ""
    company: bool = False
    """The company bonus was earned (5.3)."""
    rating: int = 0
    roll: int = 0
    cell: str = ""
    hits: tuple[tuple[str, str], ...] = ()
    """Units and what they still suffer from this shot."""


class Hit(Checked, frozen=True, kw_only=True):
    """5.2, 8 What a result does to a unit."""

    unit: str
    result: str


class Check(Frame, frozen=True, kw_only=True):
    """8 A check of troop quality; the procedure below is told."""

    unit: str
    what: Literal[
        "company",
        "opportunity",
        "hit",
        "rally",
        "engineer",
        "dig",
        "bravery",
        "charge",
        "leave",
        "mines",
        "stray",
    ]
    value: int = 0
    """What to roll or less for bravery (7.2), which is not the troop quality."""
    roll: int = 0
    least: int = 0
    """The highest roll that passes, with what counted."""


class Assault(Checked, frozen=True, kw_only=True):
    """7 Units of one hex attack the hex beside them."""

    side: str
    chit: str
    origin: str
    cell: str
    attackers: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    """Units that a step still has to look at."""
    round: int = 0
    charge: bool = False
    held: tuple[str, ...] = ()
    """Defenders who tried to fall back and did not get out of the hex."""
    shots: tuple[tuple[str, str], ...] = ()
    """Firer and target, to be resolved."""
    hits: tuple[tuple[str, str], ...] = ()
    """What the shots of this round did; it is done when all have been fired."""


class Demolish(Frame, frozen=True, kw_only=True):
    """2.15.6 A wired bridge is blown when an enemy comes to it."""

    bridge: str
    side: str


class Landing(Frame, frozen=True, kw_only=True):
    """3.4 The sticks of one drop, hex by hex."""

    number: int
    division: str
    left: tuple[int, ...]
    """Sticks that have not landed, by their number in the lift; tanks (O4.0) come after them."""
    zones: tuple[tuple[str, str], ...] = ()
    """Formations and the zones that they have landed in."""


class Fate(Checked, frozen=True, kw_only=True):
    """3.4.1 The drop table for one unit."""

    unit: str
    roll: int = 0
    more: int = 0


class Strike(Frame, frozen=True, kw_only=True):
    """S3.1 An attack by nobody on the table: a rating of white, no modifiers."""

    target: str
    rating: int
    roll: int = 0
    heavy: bool = False
    """It leaves a heavy barrage, and the others in the hex check."""
    hits: tuple[tuple[str, str], ...] = ()


class Happening(Checked, frozen=True, kw_only=True):
    """S3.0 A random event of one side."""

    side: str
    event: str = ""
    formation: str = ""
    unit: str = ""
    left: tuple[str, ...] = ()
    """Units, or hexes, that are still to be dealt with."""
    count: int = 0
    units: tuple[str, ...] = ()
    """Everybody who routs."""
    goal: str = ""
    """Where the next of them goes."""


class Astray(Checked, frozen=True, kw_only=True):
    """S3.1, O3.0 A unit or stack that is lost: the enemy moves it, then it is suppressed."""

    unit: str
    left: int
    """Half movement points left of the unit."""
    mates: tuple[tuple[str, int], ...] = ()
    """The rest of its stack, each with what it has left."""
    held: tuple[str, ...] = ()
    """Who of them was stopped on the way; the others go on."""
    path: tuple[str, ...] = ()
    due: tuple[str, ...] = ()
    """Who has still to go into the next hex."""
    begun: bool = False


AnyFrame = (
    Turn
    | Activation
    | UnitAction
    | Move
    | Leave
    | Window
    | Fire
    | Hit
    | Check
    | Assault
    | Demolish
    | Landing
    | Fate
    | Strike
    | Happening
    | Astray
)
State = GameState[Unit, AnyFrame]
Fact = Event[Unit, AnyFrame]
