"""Which answers the rules allow, and legal ones for programs: all of them, or some at random."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from wardesk.engine.derived_cache import OnTable, remembered
from wardesk.engine.rules import listed, veiled
from wardesk.engine.types import Answer, Choose, Decision, Path, Reason, replace
from wardesk.games.blitzkrieg.ch07_movement import Ordered, against_march, goals_of
from wardesk.games.blitzkrieg.ch12_scenarios import against_placing, allowed
from wardesk.games.blitzkrieg.position import on_map
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.showing.outlook import prospects
from wardesk.games.blitzkrieg.state import (
    ENEMY,
    SIDES,
    AnyFrame,
    Assault,
    Check,
    Deploy,
    Fire,
    Hit,
    Move,
    Operation,
    Retreat,
    State,
    Unit,
)


def against(setting: Setting, state: State, answer: Answer) -> Sequence[Reason]:
    """Reasons against a march or a place of the set-up."""
    frame = state.stack[-1] if state.stack else None
    if not isinstance(answer, Path):
        return ()
    if isinstance(frame, Deploy):
        return against_placing(setting, state, answer, frame)
    if isinstance(frame, Operation):
        return against_march(setting, state, answer.pieces, answer.cells, road=frame.road)
    return ()


def alive(setting: Setting, state: State, frame: AnyFrame) -> bool:
    """A procedure without its units is dropped."""

    def there(unit: str) -> bool:
        return unit in state.pieces and on_map(setting, state.pieces[unit])

    match frame:
        case Fire(shooter=shooter, target=target):
            return there(shooter) and there(target)
        case Hit(unit=unit) | Retreat(unit=unit):
            return unit in state.pieces
        case Move(units=units):
            return any(unit in state.pieces and state.pieces[unit].at for unit in units)
        case Assault(attackers=units):
            return all(unit in state.pieces for unit in units)
        case Check(subject=subject):
            return subject in state.pieces or subject in setting.formations or subject in SIDES
        case _:
            return True


def view(setting: Setting, state: State, side: str) -> State:
    """13.1 What a side sees: hidden guns of the other are nowhere, and questions may be veiled."""
    changed, pieces = state, None
    if setting.options.hidden_guns == "yes":
        pieces = _seen(setting, state.pieces, side)
    if pieces is not None:
        unseen = frozenset(n for n, u in pieces.items() if u.hidden and u.side != side)
        stack = tuple(_unnamed(frame, unseen) for frame in state.stack)
        changed = replace(state, pieces=pieces, stack=stack)
        if state.ask is not None and state.ask.who in ENEMY and state.ask.who != side:
            changed = replace(changed, ask=_untold(state.ask, unseen))
    if state.ask is not None and side in state.ask.hidden_from:
        changed = replace(changed, ask=veiled(state.ask), stack=_hushed(state))
    return changed


def _untold(ask: Decision, unseen: frozenset[str]) -> Decision:
    """A question to the other side without what may be answered, which its hidden guns decide."""
    about = tuple(name for name in ask.about if name not in unseen)
    context = "" if ask.about and not about else ask.context
    return replace(
        ask, context=context, about=about, pieces=(), cells=(), choices=(), idle="", limits={}
    )


def _unnamed(frame: AnyFrame, unseen: frozenset[str]) -> AnyFrame:
    """A procedure without the name of a hidden gun that is about to fire."""
    if not isinstance(frame, Operation) or unseen.isdisjoint((frame.firer, *frame.current)):
        return frame
    current = tuple(name for name in frame.current if name not in unseen)
    return replace(frame, firer="" if frame.firer in unseen else frame.firer, current=current)


@remembered
def _seen(_: Setting, pieces: Mapping[str, Unit], side: str) -> OnTable[Unit] | None:
    """The pieces without hidden guns of the other side; None where there are none."""
    unseen = {n: _blank(u) for n, u in pieces.items() if u.hidden and u.side != side}
    if all(pieces[name] == blank for name, blank in unseen.items()):
        return None
    return OnTable({**pieces, **unseen})


def _hushed(state: State) -> tuple[AnyFrame, ...]:
    """Procedures as somebody sees them who must not know who is about to react."""
    top = state.stack[-1]
    if hasattr(top, "unit"):
        top = replace(top, step="ask", unit="")
    return (*state.stack[:-1], top)


def _blank(unit: Unit) -> Unit:
    return Unit(id=unit.id, side=unit.side, formation=unit.id, hidden=True)


def guess(setting: Setting, state: State, side: str, rng: Random) -> State:
    """A table that *side* would see as *state*: unseen guns where they may have begun (12, 13.1).

    A hidden gun has not moved since the set-up, and acts with the formation of its neighbours in
    the forces.
    """
    unseen = [u.id for u in state.pieces.values() if u.hidden and u.side != side and u.at is None]
    pieces = dict(state.pieces)
    known = {setting.home_of[u.id]: u.formation for u in pieces.values()
             if u.id in setting.home_of and u.id not in unseen}  # fmt: skip
    for name in unseen:
        home = setting.home_of[name]
        group = next((g for g in setting.groups if home in g.formations), None)
        formation = known.get(home, setting.scenario.attach.get(home, home))
        steps = 2 - setting.scenario.losses.get(name, 0)
        gun = Unit(id=name, side=pieces[name].side, formation=formation, steps=steps, hidden=True)
        cells = allowed(setting, replace(state, pieces=pieces), group, gun) if group else ()
        pieces[name] = replace(gun, at=rng.choice(cells) if cells else None)
    return replace(state, pieces=OnTable(pieces)) if unseen else state


# ---- what may be answered -----------------------------------------------------------------------


def options(setting: Setting, state: State, n: int, rng: Random) -> list[Answer]:
    """Legal answers: all of them, or *n* sampled ones."""
    ask = state.ask
    if ask is None:
        return []
    if ask.shape != "path":
        return listed(ask, n, rng)
    buttons: list[Answer] = [Choose(c.key) for c in ask.choices if not c.refused]
    pieces = list(ask.pieces)
    if len(pieces) > n:
        pieces = rng.sample(pieces, n)
    found: list[Answer] = []
    for piece in pieces:
        goals = reach_of(setting, state, piece)
        ways: list[Answer] = [Path((piece,), way) for way in goals.values()]
        found += ways if len(ways) <= n else rng.sample(ways, n)
    found = found if len(found) <= n else rng.sample(found, n)
    return buttons + found


def sample(setting: Setting, state: State, rng: Random) -> Answer:
    """One legal answer at random."""
    ask = state.ask
    if ask is None:
        raise ValueError("nothing is asked")
    if ask.shape == "path" and (not ask.choices or rng.random() < 0.6):
        piece = rng.choice(ask.pieces)
        goals = reach_of(setting, state, piece)
        if goals:
            return Path((piece,), rng.choice(list(goals.values())))
    return rng.choice(options(setting, state, 12, rng))


def reach_of(setting: Setting, state: State, piece: str) -> Mapping[str, tuple[str, ...]]:
    """Where one piece of the pending question can be sent, and how."""
    frame = state.stack[-1]
    unit = state.pieces[piece]
    if isinstance(frame, Deploy):
        cells = allowed(setting, state, setting.groups[frame.group], unit)
        return {cell: (cell,) for cell in cells}
    return goals_of(setting, state, unit, road=isinstance(frame, Operation) and frame.road)


def _ways_together(
    setting: Setting, state: State, pieces: Sequence[str], *, road: bool
) -> dict[str, tuple[tuple[str, ...], list[Reason]]]:
    """7.1 Where *pieces* may go together: of each one's cheapest ways the first that all can go.

    Else that of the first piece, with what stands against it.
    """
    ordered = Ordered(setting, state, pieces, road=road)
    found: dict[str, tuple[tuple[str, ...], list[Reason]]] = {}
    for piece in pieces:
        for cell, way in goals_of(setting, state, state.pieces[piece], road=road).items():
            if cell not in found or (found[cell][1] and not ordered.against(way)):
                found[cell] = way, ordered.against(way)
    return found


def reach(setting: Setting, state: State, pieces: Sequence[str]) -> Mapping[str, Sequence[Reason]]:
    """Where *pieces* may be sent by the pending question: what it costs and risks, or forbids."""
    ask, frame = state.ask, state.stack[-1] if state.stack else None
    if ask is None or ask.shape != "path" or not pieces:
        return {}
    if isinstance(frame, Operation):
        goals = _ways_together(setting, state, pieces, road=frame.road)
        ways = {cell: way for cell, (way, _) in goals.items()}
        told = prospects(setting, state, state.pieces[pieces[0]], ways, road=frame.road)
        return {cell: against or told[cell] for cell, (_, against) in goals.items()}
    goals = reach_of(setting, state, pieces[0])
    return {cell: against(setting, state, Path(tuple(pieces), way)) for cell, way in goals.items()}


def route(setting: Setting, state: State, pieces: Sequence[str], goal: str) -> tuple[str, ...]:
    """The cheapest way that all of *pieces* can go, else that of the first."""
    ask, frame = state.ask, state.stack[-1] if state.stack else None
    if ask is None or ask.shape != "path" or not pieces:
        return ()
    if isinstance(frame, Operation):
        ways = _ways_together(setting, state, pieces, road=frame.road)
        return ways[goal][0] if goal in ways else ()
    return reach_of(setting, state, pieces[0]).get(goal, ())
