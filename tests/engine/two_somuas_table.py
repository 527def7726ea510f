"""Units, procedures, map and results table of the two Somuas (see `two_somuas`)."""

from __future__ import annotations

from typing import Any

from wardesk.engine.draft import Draft
from wardesk.engine.rules import Steps
from wardesk.engine.types import Frame, GameState, Piece

VILLAGES = frozenset({"1707", "1709"})
ROAD = ("1806", "1807", "1707", "1708", "1709")
FIELDS = frozenset({*ROAD, "1808", "1809", "1810", "1608", "1609", "1610", "1710", "1909", "1908"})

RESULTS = {
    # 8.2.5, columns -1 to 8; r = red N, which touches infantry only.
    2: "NN11111111", 3: "rNN1111111", 4: "-rNNN11111", 5: "--rNNNN111", 6: "---rrNNNN1",
    7: "-------rNN", 8: "------rrNN", 9: "-----rrNN1", 10: "----rNNN11", 11: "--rrrNN111",
    12: "rrNNNN1111",
}  # fmt: skip


class Company(Piece, frozen=True, kw_only=True):
    """A company or half-squadron. *armour* 0 = infantry."""

    attack: int
    armour: int
    reach: int
    moves: int
    reaction: int
    steps: int = 2
    neutralised: bool = False
    opportunity_used: bool = False
    returned: bool = False
    column: bool = False
    acted: bool = False


class Activation(Frame, frozen=True, kw_only=True):
    """5 A formation acts, unit by unit."""

    side: str


class Action(Frame, frozen=True, kw_only=True):
    """6.1 One unit moves and fires."""

    unit: str
    spent: int = 0
    fired: bool = False


class Window(Frame, frozen=True, kw_only=True):
    """6.3.1 The other side may fire at what just moved or fired."""

    target: str


class Reaction(Frame, frozen=True, kw_only=True):
    """6.4 A reaction check and, if it is passed, the shot. *kind* is opportunity or return."""

    shooter: str
    target: str
    kind: str
    dice: int = 0


class Fire(Frame, frozen=True, kw_only=True):
    """8.1 One shot. *kind* is active, opportunity, return or assault."""

    shooter: str
    target: str
    kind: str
    moved: bool = False
    dice: int = 0
    column: int = 0
    result: str = ""


class Assault(Frame, frozen=True, kw_only=True):
    """9.1 Close combat in *cell*, entered from *origin*."""

    attacker: str
    defender: str
    cell: str
    origin: str


Frames = Activation | Action | Window | Reaction | Fire | Assault
State = GameState[Company, Frames]
D = Draft[Any]
steps = Steps()


# ---- 4 and 8.2.4 Distance -----------------------------------------------------------------------


def _cube(cell: str) -> tuple[int, int, int]:
    x = int(cell[:2])
    z = int(cell[2:]) - (x - x % 2) // 2
    return x, -x - z, z


def distance(a: str, b: str) -> int:
    """Hexes from *a* to *b*; odd columns lie half a hex lower."""
    return max(abs(p - q) for p, q in zip(_cube(a), _cube(b), strict=True))


def place(unit: Company) -> str:
    """The hex of a unit that is on the map."""
    assert unit.at is not None
    return unit.at


def enemies(d: D, side: str) -> list[Company]:
    return [u for u in d.pieces.values() if u.side != side and u.at is not None]


def can_fire(shooter: Company, target: Company) -> bool:
    """4.2 In reach; an N leaves a reach of one hex."""
    reach = 1 if shooter.neutralised else max(1, shooter.reach)
    return distance(place(shooter), place(target)) <= reach
