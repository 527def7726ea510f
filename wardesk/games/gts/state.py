"""Units and procedures of the Grand Tactical Series: what is saved of a game."""

from __future__ import annotations

from typing import Literal

from wardesk.engine.rules import Steps
from wardesk.engine.types import Event, Frame, GameState, Piece
from wardesk.words import say

ALLIED, GERMAN = "allied", "german"
SIDES = (ALLIED, GERMAN)
ENEMY = {ALLIED: GERMAN, GERMAN: ALLIED}
SIDE_NAMES = {ALLIED: say("Allies"), GERMAN: say("Germans")}

RESERVE, PARK = "reserve", "park"
"""Boxes: not on the map yet, and artillery parks (S1.0)."""
BOXES = (RESERVE, PARK)
MUG, PLAYED = "mug", "played"

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


class Checked(Frame, frozen=True, kw_only=True):
    """A procedure that has a check thrown for it, and finds here how that went."""

    passed: bool = False


class Turn(Frame, frozen=True, kw_only=True):
    """1 The turn: chits into the mug, chit after chit, barrages off."""

    chit: str = ""


class Activation(Frame, frozen=True, kw_only=True):
    """2 A chit is played: its units act one after the other."""

    chit: str
    side: str
    waiting: tuple[str, ...] = ()
    unit: str = ""


class Action(Checked, frozen=True, kw_only=True):
    """4 One action of one unit."""

    unit: str
    chit: str
    left: int = -1
    """Half movement points left; -1 = it has not begun to move."""


class Move(Checked, frozen=True, kw_only=True):
    """4 Hex by hex along a way."""

    unit: str
    path: tuple[str, ...]
    left: int
    """Half movement points left; the action gets back what is left of them."""


class Window(Checked, frozen=True, kw_only=True):
    """6 Opportunity fire at a unit: who fires, one after the other."""

    unit: str
    cause: Literal["leave", "engineer", "assault", "run"]
    goal: str = ""
    """Where a moving unit is going."""
    only: tuple[str, ...] = ()
    """Who may fire at all; none = everybody whose fire zone it is."""
    fired: tuple[str, ...] = ()
    firer: str = ""


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
        "company", "opportunity", "hit", "rally", "engineer", "dig", "bravery", "charge", "leave"
    ]
    value: int = -99
    """What to roll or less, where it is not the troop quality."""
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
    shots: tuple[tuple[str, str], ...] = ()
    """Firer and target, to be resolved."""
    hits: tuple[tuple[str, str], ...] = ()
    """What the shots of this round did; it is done when all have been fired."""


class Demolish(Frame, frozen=True, kw_only=True):
    """2.15.6 A wired bridge is blown when an enemy comes to it."""

    bridge: str
    side: str


AnyFrame = Turn | Activation | Action | Move | Window | Fire | Hit | Check | Assault | Demolish
State = GameState[Unit, AnyFrame]
Fact = Event[Unit, AnyFrame]
