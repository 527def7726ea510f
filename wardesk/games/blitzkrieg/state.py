"""Units and procedures of Blitzkrieg 1940: what is saved of a game beside the kernel's own."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from wardesk.engine.rules import Steps
from wardesk.engine.types import Event, Frame, GameState, Piece
from wardesk.games.shared.look import read_look

GERMAN, FRENCH = "german", "french"
SIDES = (GERMAN, FRENCH)
ENEMY = {GERMAN: FRENCH, FRENCH: GERMAN}
LOOKS = read_look(Path(__file__).parent)
SIDE_NAMES = {side.id: side.name for side in LOOKS.side}

RESERVE, ARRIVING, OVERRUN = "reserve", "arriving", "overrun"
"""Boxes: not in the game yet, allowed to come in, and HQs that come back (3.2, 12.2)."""
BOXES = (RESERVE, ARRIVING, OVERRUN)
SEALED = "sealed"
"""Where a hidden gun of the enemy stands in a game by mail: on the map, but nobody here knows."""

CUP = "cup"
HAND = {side: f"{side}_hand" for side in SIDES}
"""Replay and general chits that are held (5.3, 5.5)."""
ASIDE = {side: f"{side}_aside" for side in SIDES}
"""A formation that waits to be activated together with the next one (5.5)."""
DONE = {side: f"{side}_done" for side in SIDES}
SKIPPED = {side: f"{side}_skipped" for side in SIDES}
"""Used chits, those that were activated apart from those that were not (2.0)."""

steps = Steps()
"""The register of this game's steps; each chapter adds its own."""


class Unit(Piece, frozen=True, kw_only=True):
    """A company or an HQ as it stands now; its figures are in the forces."""

    formation: str
    """The formation it acts with; that of an attached unit is its adoptive one."""
    hq: bool = False
    steps: int = 2
    neutralised: bool = False
    out: bool = False
    """Out of command (3.5)."""
    opp: bool = False
    """Opportunity used (6.3.1)."""
    returned: bool = False
    """Has fired back in this enemy activation (6.3.2)."""
    withdrew: bool = False
    """Has withdrawn in this enemy activation (6.3.3)."""
    acted: bool = False
    """Done for this activation (6.1)."""
    fired: bool = False
    """Fired first and may still move half (6.1)."""
    handled: bool = False
    """Got on or off its carrier in this activation (6.1)."""
    fought: bool = False
    """Has been in close combat in this activation (6.1)."""
    rallied: bool = False
    """Has tried to rally on activation (8.4)."""
    spent: int = 0
    """Movement points used in this activation."""
    column: bool = False
    """On the road in column (7.2.1)."""
    hidden: bool = False
    """A gun that the enemy has not found yet (13.1)."""
    aboard: str = ""
    """The carrier that an infantry company rides on (12.1)."""


class Checking(Frame, frozen=True, kw_only=True):
    """A procedure that has dice thrown for it by `Check`, and finds here how that went."""

    passed: bool = False


CheckOf = Literal[
    "opportunity",
    "return",
    "withdraw",
    "rally",
    "panic",
    "demoralise",
    "recover",
    "shed",
    "observe",
    "cancel",
]


class Check(Frame, frozen=True, kw_only=True):
    """6.4, 8.4 Two dice against a value; the procedure below is told."""

    what: CheckOf
    subject: str
    """A unit, a formation, or the side that cancels."""
    total: int = 0


class Deploy(Frame, frozen=True, kw_only=True):
    """12 The set-up, group by group."""

    group: int = 0
    left: tuple[str, ...] = ()


class Turn(Checking, frozen=True, kw_only=True):
    """2 A turn: administration, then chit after chit."""

    chit: str = ""
    partner: str = ""
    """The second formation of a general activation (5.5)."""
    looked: tuple[str, ...] = ()
    """Formations that have been looked at in this administration."""


class Activation(Checking, frozen=True, kw_only=True):
    """5 What happens when a formation is activated, before it acts."""

    side: str
    formations: tuple[str, ...]
    replay: bool = False
    left: tuple[str, ...] = ()
    """Units that still have to try to rally."""
    checked: tuple[str, ...] = ()
    """Formations that have tried to shed their exhaustion."""
    idle: tuple[str, ...] = ()
    """Those that failed to, and so only count as activated (5.4)."""


class Operation(Checking, frozen=True, kw_only=True):
    """6.1 The units of the activated formations act in any order."""

    side: str
    formations: tuple[str, ...]
    replay: bool = False
    current: tuple[str, ...] = ()
    """Units that are in the middle of their action."""
    road: bool = True
    """Whether marches go by road in column (7.2.1)."""
    firer: str = ""
    first: bool = False
    """Fires now, at reduced strength, and may move afterwards (6.1)."""


class Move(Frame, frozen=True, kw_only=True):
    """7 Units on the march, hex by hex."""

    units: tuple[str, ...]
    path: tuple[str, ...]
    road: bool = True
    quiet: bool = False
    """The other side lets this march go by without reacting."""
    fight: bool = True
    """Its last hex is one to fight for; else it stops before an enemy who came there (9.0)."""


class ReactionWindow(Checking, frozen=True, kw_only=True, tag="Window"):
    """6.3 The passive side may react to a hex entered or to a shot."""

    side: str
    """Who may react."""
    units: tuple[str, ...]
    """Who gave cause; under a barrage, who was shelled."""
    cause: Literal["move", "fire", "barrage"]
    shot: str = ""
    """Who has just been fired at."""
    unit: str = ""
    """Who reacts."""
    target: str = ""


Mode = Literal["active", "opportunity", "return", "assault"]
"""What a shot is fired as (8.0)."""


class Fire(Frame, frozen=True, kw_only=True):
    """8.1 One unit fires at another."""

    shooter: str
    target: str
    mode: Mode = "active"
    moved: bool = False
    with_rider: bool = False
    """Carrier and company fire together (12.1)."""
    first_round: bool = False
    held_back: bool = False
    """The result waits until all of the round are known (9.1.3)."""
    total: int = 0
    factor: int = 0


class Hit(Checking, frozen=True, kw_only=True):
    """8.3 A result takes effect on one unit."""

    unit: str
    result: str
    shooter: str = ""
    """Who may be fired back at; empty = nobody."""
    cite: str = "BK 8.3"
    lost: bool = False


class Morale(Checking, frozen=True, kw_only=True):
    """8.5 A formation that has lost half of its steps is tested."""

    formation: str


class Flight(Checking, frozen=True, kw_only=True):
    """8.5.1 A demoralised formation tries to recover, or falls back to its own edge."""

    formation: str


class Barrage(Checking, frozen=True, kw_only=True):
    """8.6 Artillery or Stukas fire salvo after salvo."""

    side: str
    left: dict[str, int]
    """Salvoes that are left, by calibre or ``stuka``."""
    cell: str = ""
    planned: tuple[str, ...] = ()
    """Salvoes declared on *cell* (8.6.2)."""
    known: bool = False
    """Enemies were in sight on *cell* when they were declared."""
    struck: bool = False
    """One of them has come down."""
    total: int = 0
    results: tuple[tuple[str, str], ...] = ()


class Assault(Frame, frozen=True, kw_only=True):
    """9 Close combat in one hex."""

    attackers: tuple[str, ...]
    cell: str
    origins: tuple[str, ...]
    """Where each attacker came from."""
    side: str
    round: int = 1
    ready: tuple[str, ...] = ()
    """Who still has to fire in this part of the round."""
    pending: tuple[tuple[str, str, str], ...] = ()
    """Results that take effect together: unit, result, shooter (9.1.3)."""
    shaken: tuple[str, ...] = ()
    """Defenders that were neutralised before the fight (9.1.5)."""
    hurt: tuple[str, ...] = ()
    """Units that must or may give way after what was fired at them."""
    unit: str = ""
    fired: bool = False
    """Somebody could fire in this round."""
    easy: bool = False
    """Only infantry and guns defended, so tanks may go on (9.2)."""
    mined: int = 0


class Minefield(Frame, frozen=True, kw_only=True):
    """10.1 Mines go off under units that enter."""

    cell: str
    units: tuple[str, ...]
    retreat: bool = False
    total: int = 0


class Retreat(Frame, frozen=True, kw_only=True):
    """6.3.3 A unit falls back hex by hex until it fits."""

    unit: str
    closed: tuple[str, ...] = ()
    cite: str = "BK 6.3.3"
    must: bool = False
    """Eliminated where it cannot (9.1.5)."""
    went: int = 0


AnyFrame = (
    Check
    | Deploy
    | Turn
    | Activation
    | Operation
    | Move
    | ReactionWindow
    | Fire
    | Hit
    | Morale
    | Flight
    | Barrage
    | Assault
    | Minefield
    | Retreat
)
State = GameState[Unit, AnyFrame]
Fact = Event[Unit, AnyFrame]
