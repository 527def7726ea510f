"""Counters and procedures of a game whose rules are data: what is saved of it.

Printed figures do not lie here but in the setting, by counter and face; and procedures name parts
of the rulebook by their ids, so that a part more changes no stored game.
"""

from __future__ import annotations

from wardesk.engine.rules import Steps
from wardesk.engine.types import Event, Frame, GameState, Piece

TURN, WEATHER = "turn", "weather"
CUP = "chits"
steps = Steps()
"""The register of this game's steps; each chapter adds its own."""


class Unit(Piece, frozen=True, kw_only=True):
    """A counter as it stands now."""

    face: int = 1
    """Which of its faces shows; the last one has one step left."""
    moved: bool = False
    """Has moved in this phase."""
    fought: bool = False
    """Has attacked in this phase."""
    state: str = ""
    lost: bool = False
    """Was lost; who is off the map without that has yet to come."""


class Game(Frame, frozen=True, kw_only=True):
    """The turns, phase by phase."""

    phase: str = ""
    """The phase that is played, or was played last in this turn or by this side or chit."""
    side: str = ""
    chit: str = ""


class OfPhase(Frame, frozen=True, kw_only=True):
    """A phase of a side."""

    phase: str
    side: str
    chit: str = ""


class Moving(OfPhase, frozen=True, kw_only=True):
    """Marches, one after the other."""

    count: int = 0
    """How many have moved."""


class Fighting(OfPhase, frozen=True, kw_only=True):
    """Battles: announced, then fought."""

    battles: tuple[str, ...] = ()
    """Those to be fought: the cell, a bar, and the attackers with commas."""
    done: tuple[str, ...] = ()
    """Cells that were attacked."""


class Battle(Frame, frozen=True, kw_only=True):
    """One attack on one cell."""

    combat: str
    side: str
    target: str
    mine: tuple[str, ...]
    theirs: tuple[str, ...]
    total: int = 0
    result: str = ""


class Effects(Frame, frozen=True, kw_only=True):
    """What a result does, effect by effect."""

    source: str
    """``chart/ID/RESULT``, ``check/ID/passed`` or ``check/ID/failed``."""
    combat: str
    side: str
    """The attackers'."""
    target: str
    mine: tuple[str, ...]
    theirs: tuple[str, ...]
    number: int = 0
    """The effect that is done."""
    handled: tuple[str, ...] = ()
    """Counters with which this effect is through."""
    lost: tuple[int, int] = (0, 0)
    """What attackers and defenders have lost so far, in the value that is matched."""


class Testing(Frame, frozen=True, kw_only=True):
    """A check of one counter."""

    check: str
    piece: str
    combat: str = ""
    side: str = ""
    target: str = ""
    """What it comes from, where that is a battle."""
    rally: bool = False
    """Whether it ends a state."""
    total: int = 0


class Refit(OfPhase, frozen=True, kw_only=True):
    """Replacements."""

    left: int = 0
    used: tuple[str, ...] = ()
    """Counters made up, and cells that take no other."""


class Rally(OfPhase, frozen=True, kw_only=True):
    """Counters come out of their states."""

    todo: tuple[str, ...] = ()


AnyFrame = Game | Moving | Fighting | Battle | Effects | Testing | Refit | Rally | OfPhase
State = GameState[Unit, AnyFrame]
Fact = Event[Unit, AnyFrame]
