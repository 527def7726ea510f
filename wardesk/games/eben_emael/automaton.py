"""The Belgians of the solitaire game: every answer follows from the rule, none from judgement."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from wardesk.engine.types import Allocate, Answer, Cells, Choose, Decision, Path, Pieces
from wardesk.games.eben_emael.ch03_movement import reachable
from wardesk.games.eben_emael.ch04_combat import team
from wardesk.games.eben_emael.legality import against, options
from wardesk.games.eben_emael.position import ground, men_at, open_door, soldiers, ways
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import (
    BELGIAN,
    FIRST_MOVER,
    GERMAN,
    Fire,
    FortCounter,
    State,
)
from wardesk.games.shared.march import distances, way

FAR = 99


def answer(setting: Setting, state: State) -> Answer:
    """The Belgian answer to the pending question (EE N59, EE N60). ValueError when none is put."""
    ask = state.ask
    if ask is None:
        raise ValueError("nothing is asked")
    prescribed = _ANSWERS.get(ask.kind)
    found = prescribed(setting, state, ask) if prescribed is not None else None
    if found is not None and not against(setting, state, found):
        return found
    return options(setting, state, 24, Random(0))[0]


# ---- fire and counters --------------------------------------------------------------------------


def _first_button(_: Setting, __: State, ask: Decision) -> Answer:
    """Whatever can be fired or played is, the first one first."""
    return Choose(next(c.key for c in ask.choices if not c.refused))


def _guns(setting: Setting, state: State, ask: Decision) -> Answer:
    return Pieces((min(ask.pieces),)) if ask.pieces else _first_button(setting, state, ask)


def _fire_target(setting: Setting, state: State, ask: Decision) -> Answer:
    """The first unit that moved under the guns, else the nearest Germans (EE N59)."""
    first = state.marks.get(FIRST_MOVER)
    unit = state.pieces.get(first) if isinstance(first, str) else None
    if unit is not None and unit.at in ask.cells:
        return Cells((unit.at,))
    frame = state.stack[-1]
    shooters = frame.shooters if isinstance(frame, Fire) else ()
    posts = [at for s in shooters if (at := state.pieces[s].at) is not None]
    far = distances(setting.fort.neighbours, posts)
    return Cells((min(ask.cells, key=lambda cell: (far.get(cell, 0), cell)),))


# ---- sallies ------------------------------------------------------------------------------------


def _move(setting: Setting, state: State, ask: Decision) -> Answer:
    """Sallies march out to the nearest Germans, the one that is nearest first (EE N59)."""
    germans = ground(state.pieces, GERMAN)
    far = distances(setting.fort.neighbours, germans)
    units = [state.pieces[p] for p in ask.pieces]
    units.sort(key=lambda u: (far.get(u.at or "", FAR), u.at or "", u.id))
    for unit in units:
        if unit.kind != "garrison" or _is_next_door(setting, state, unit, far):
            goal = _front(setting, state, unit, germans)
            if goal is not None:
                before = ways(setting, state, unit)
                return Path((unit.id,), way(before, unit.at or "", goal))
    return Choose("done")


def _is_next_door(setting: Setting, state: State, unit: FortCounter, far: dict[str, int]) -> bool:
    """Whether *unit* holds the one door that sallies this turn: the nearest to a German."""
    crews = [c for c in soldiers(state.pieces, BELGIAN) if c.kind == "garrison"]
    doors = [c for c in crews if open_door(setting, state, c.at)]
    if any(not c.inside for c in crews) or any(far.get(c.at or "", FAR) == 0 for c in doors):
        return False  # one has come out, or fights from its door
    nearest = min(doors, key=lambda c: (far.get(c.at or "", FAR), c.at or ""), default=None)
    return nearest is not None and nearest.id == unit.id


def _front(
    setting: Setting, state: State, unit: FortCounter, germans: frozenset[str] | set[str]
) -> str | None:
    """Where *unit* stands against the nearest Germans it can reach; None when it reaches none.

    Of Germans equally near it takes the weakest, by option (target = weakest) of equally weak ones
    the nearest; then the first by id, after the shortest march.
    """
    best: tuple[int, int, str, int, str] | None = None
    by_men = setting.options.target == "weakest"
    far = distances(setting.fort.neighbours, (unit.at or "",))
    for goal, bad in reachable(setting, state, (unit.id,)).items():
        beside = germans.intersection(setting.fort.neighbours[goal])
        if bad or not beside or (goal == unit.at and not unit.inside):
            continue
        ranked = [(far.get(c, FAR), men_at(state.pieces, GERMAN, c), c) for c in beside]
        first = min((b, a, c) for a, b, c in ranked) if by_men else min(ranked)
        found = (*first, far.get(goal, FAR), goal)
        best = min(best or found, found)
    return best[-1] if best else None


def _attack_target(_: Setting, state: State, ask: Decision) -> Answer:
    """Of the sectors beside them the one with the weakest Germans, ties by its id."""
    if not ask.cells:
        return Choose("done")
    return Cells((min(ask.cells, key=lambda cell: (men_at(state.pieces, GERMAN, cell), cell)),))


def _attackers(setting: Setting, state: State, ask: Decision) -> Answer:
    """Everybody who may, within 80 points an edge."""
    return Pieces(team(setting, state.pieces, ask.about[0], tuple(sorted(ask.pieces))))


def _losses(_: Setting, __: State, ask: Decision) -> Answer:
    """The largest share first, ties by id."""
    left = ask.most
    amounts: dict[str, int] = {}
    for piece in sorted(ask.pieces, key=lambda p: (-ask.limits[p], p)):
        amounts[piece] = min(left, ask.limits[piece])
        left -= amounts[piece]
    return Allocate({piece: points for piece, points in amounts.items() if points})


def _last_button(_: Setting, __: State, ask: Decision) -> Answer:
    """Stand fast, stay, keep."""
    return Choose(ask.choices[-1].key)


_ANSWERS: dict[str, Callable[[Setting, State, Decision], Answer]] = {
    "play-or-hold": _first_button,
    "play-counter": _first_button,
    "machine-guns": _first_button,
    "guns": _guns,
    "fire-target": _fire_target,
    "move": _move,
    "man": _last_button,
    "attack-target": _attack_target,
    "attackers": _attackers,
    "losses": _losses,
    "retreat": _last_button,
    "advance": _last_button,
}
"""By kind of question. Sallies do not man works, hold ground or give it up: they go back."""
