"""Which answers the rules allow, and legal ones for programs: all of them, or some at random."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from wardesk.engine.rules import listed
from wardesk.engine.types import Answer, Choose, Path, Reason
from wardesk.games.gts.ch04_actions import points_left
from wardesk.games.gts.ch04_movement import against_way, goals_of
from wardesk.games.gts.ch09_zones import zone_hexes
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.special.lost import against_straying, leading, stray_goals
from wardesk.games.gts.state import ENEMY, AnyFrame, Astray, Fate, Fire, Hit, State, UnitAction
from wardesk.words import say


def against(setting: Setting, state: State, answer: Answer) -> Sequence[Reason]:
    """Reasons against a march."""
    frame = state.stack[-1] if state.stack else None
    if isinstance(answer, Path) and isinstance(frame, Astray):
        return against_straying(setting, state, frame, answer.cells)
    if not isinstance(answer, Path) or not isinstance(frame, UnitAction):
        return ()
    unit = state.pieces[frame.unit]
    left = points_left(setting, unit, frame)
    return against_way(setting, state, unit, left, frame.chit, answer.cells)


def alive(state: State, frame: AnyFrame) -> bool:
    """A procedure without its units is dropped."""

    def there(unit: str) -> bool:
        return unit in state.pieces and state.pieces[unit].at is not None

    match frame:
        case Fire(firer=firer, target=target):
            return there(firer) and there(target)
        case Hit(unit=unit) | UnitAction(unit=unit) | Fate(unit=unit) | Astray(unit=unit):
            return unit in state.pieces
        case _:
            return True


def reach_of(setting: Setting, state: State, piece: str) -> Mapping[str, tuple[str, ...]]:
    """Where the unit of the pending question can go, and how."""
    frame = state.stack[-1]
    if isinstance(frame, Astray):
        return stray_goals(setting, state, frame) if piece == leading(state, frame) else {}
    if not isinstance(frame, UnitAction) or frame.unit != piece:
        return {}
    unit = state.pieces[piece]
    return goals_of(setting, state, unit, points_left(setting, unit, frame), frame.chit)


def options(setting: Setting, state: State, n: int, rng: Random) -> list[Answer]:
    """Legal answers: all of them, or *n* sampled ones."""
    ask = state.ask
    if ask is None:
        return []
    if ask.shape != "path":
        return listed(ask, n, rng)
    buttons: list[Answer] = [Choose(c.key) for c in ask.choices if not c.refused]
    ways: list[Answer] = [
        Path((piece,), way)
        for piece in ask.pieces
        for way in reach_of(setting, state, piece).values()
    ]
    return buttons + (ways if len(ways) <= n else rng.sample(ways, n))


def sample(setting: Setting, state: State, rng: Random) -> Answer:
    """One legal answer at random."""
    return rng.choice(options(setting, state, 12, rng))


def reach(setting: Setting, state: State, pieces: Sequence[str]) -> Mapping[str, Sequence[Reason]]:
    """Where the unit may go, and which of the hexes lie under fire."""
    if state.ask is None or state.ask.shape != "path" or not pieces:
        return {}
    side = state.pieces[pieces[0]].side
    zones = zone_hexes(setting, state, ENEMY[side])
    found: dict[str, Sequence[Reason]] = {}
    for cell in reach_of(setting, state, pieces[0]):
        warning = Reason(say("in an enemy fire zone"), "WED SR9", "warning", cell)
        found[cell] = (warning,) if cell in zones else ()
    return found


def route(setting: Setting, state: State, pieces: Sequence[str], goal: str) -> tuple[str, ...]:
    """The cheapest way to *goal*."""
    if state.ask is None or state.ask.shape != "path" or not pieces:
        return ()
    return reach_of(setting, state, pieces[0]).get(goal, ())
