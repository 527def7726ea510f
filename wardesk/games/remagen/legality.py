"""Which answers the rules allow, and legal ones for programs: all of them, or one at random."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from wardesk.engine.known import of_table
from wardesk.engine.rules import listed
from wardesk.engine.types import Answer, Choose, Decision, Path, Reason
from wardesk.games.remagen.ch01_forces import arrival_goals, set_up_goals
from wardesk.games.remagen.ch02_movement import Field, Ways, against_move, field_of, move_goals
from wardesk.games.remagen.ch07_paratroops import drop_goals
from wardesk.games.remagen.ch09_fire import fire_goals
from wardesk.games.remagen.ch12_combat import front_goals
from wardesk.games.remagen.ch13_morale import advance_goals, against_advance
from wardesk.games.remagen.plans import FIRE
from wardesk.games.remagen.position import at
from wardesk.games.remagen.setting import Setting
from wardesk.games.remagen.state import (
    Advance,
    AnyFrame,
    Battle,
    Drop,
    Front,
    Hits,
    Retreat,
    Salvo,
    State,
    Transport,
    Unit,
)
from wardesk.words import say

Goals = dict[str, tuple[tuple[str, ...], tuple[Reason, ...]]]
"""Goal to the way there and the reasons against ending in it."""


def goals(setting: Setting, state: State, pieces: Sequence[str]) -> Goals:
    """Where *pieces* may be sent by the pending ``path`` question."""
    question, units = state.ask, [state.pieces[p] for p in pieces if p in state.pieces]
    if question is None or question.shape != "path" or not units:
        return {}
    if question.kind == "move":
        return move_goals(setting, state, units)
    frame = state.stack[-1]
    if isinstance(frame, Advance):
        ways = advance_goals(setting, state, frame, units)
        return {cell: (way, ()) for cell, way in ways.items()}
    return {c: ((c,), r) for c, r in _straight(setting, state, question, units).items()}


def _straight(
    setting: Setting, state: State, question: Decision, units: Sequence[Unit]
) -> Mapping[str, tuple[Reason, ...]]:
    frame = state.stack[-1]
    match question.kind, frame:
        case "set-up", _:
            return set_up_goals(setting, state, units)
        case "arrive", _:
            return arrival_goals(setting, state, units)
        case "land", Drop():
            return drop_goals(setting, state, frame, units)
        case "front", Front():
            return front_goals(setting, state, frame, units)
        case kind, _ if kind in FIRE:
            return fire_goals(setting, state, units)
        case _:
            return {}


def against(setting: Setting, state: State, answer: Answer) -> Sequence[Reason]:
    """Reasons against a move, an arrival, a shot, an attack or an advance."""
    question = state.ask
    if question is None or not isinstance(answer, Path):
        return ()
    # A script looks before it answers, and the kernel once more.
    return _against(
        setting, state, question.kind, question.shape, question.cite, state.stack, answer
    )


@of_table
def _against(
    setting: Setting,
    state: State,
    kind: str,
    shape: str,
    cite: str,
    stack: tuple[AnyFrame, ...],
    answer: Path,
) -> Sequence[Reason]:
    """Reasons against *answer* to the question of *state*, which the other words tell apart."""
    del shape
    if kind == "move":
        return against_move(setting, state, answer.pieces, answer.cells)
    frame = stack[-1]
    if isinstance(frame, Advance):
        return against_advance(setting, state, frame, answer)
    found = goals(setting, state, answer.pieces).get(answer.cells[-1])
    if found is None:
        place = setting.rhine.name(answer.cells[-1])
        return (Reason(_nothing_there(kind, place), cite),)
    return found[1]


def _nothing_there(kind: str, place: str) -> str:
    """Why *place* is none of the goals of a question."""
    match kind:
        case "arrive":
            return say("Nobody of them comes on at {place}", place=place)
        case "land":
            return say("The drop did not fall on {place}", place=place)
        case "front":
            return say("At {place} stands nobody whom they could attack from here", place=place)
        case _:
            return say("At {place} stands nobody whom they see and reach", place=place)


def reach(setting: Setting, state: State, pieces: Sequence[str]) -> Mapping[str, Sequence[Reason]]:
    """Where *pieces* may be sent: cell to the reasons against it."""
    return {cell: reasons for cell, (_, reasons) in goals(setting, state, pieces).items()}


def route(setting: Setting, state: State, pieces: Sequence[str], goal: str) -> tuple[str, ...]:
    """The way to *goal*; empty if there is none."""
    found = goals(setting, state, pieces).get(goal)
    return found[0] if found else ()


def alive(state: State, frame: AnyFrame) -> bool:
    """A procedure without its units is dropped."""

    def there(piece: str) -> bool:
        return piece in state.pieces and state.pieces[piece].at is not None

    match frame:
        case Salvo(firing=firing):
            return any(map(there, firing))
        case Hits(cell=cell):
            return bool(at(state, cell)) or bool(frame.bridge)
        case Transport(unit=unit) if unit:
            return there(unit)
        case Advance(units=units):
            return any(map(there, units))
        case Battle() | Retreat() | _:
            return True


# ---- legal answers ------------------------------------------------------------------------------


def options(setting: Setting, state: State, n: int, rng: Random) -> list[Answer]:
    """Legal answers, at most *n*; ways are sampled."""
    question = state.ask
    if question is None:
        return []
    if question.shape != "path":
        found = listed(question, n, rng)
        return found if len(found) <= n else rng.sample(found, n)
    buttons: list[Answer] = [Choose(c.key) for c in question.choices if not c.refused]
    paths: list[Answer] = []
    wanted = max(1, n - len(buttons))
    field = field_of(setting, state, question.who)
    for _ in range(2 * wanted):
        if len(paths) == wanted:
            break
        answer = _some_path(setting, state, question, field, rng)
        if answer is not None and answer not in paths:
            paths.append(answer)
    found = buttons + paths
    return found if len(found) <= n else rng.sample(found, n)


def _some_path(
    setting: Setting, state: State, question: Decision, field: Field, rng: Random
) -> Path | None:
    piece = rng.choice(question.pieces)
    here = state.pieces[piece].at
    mates = tuple(p for p in question.pieces if state.pieces[p].at == here)
    team = (piece,)
    if len(mates) > 1 and rng.random() < 0.5:
        team = mates[: question.most]
    if question.kind == "move":
        cells = Ways(setting, state, [state.pieces[p] for p in team], field).stroll(rng)
        answer = Path(team, cells)
        return answer if cells and not against_move(setting, state, team, cells, field) else None
    found = [way for way, reasons in goals(setting, state, team).values() if not reasons]
    return Path(team, rng.choice(found)) if found else None


def sample(setting: Setting, state: State, rng: Random) -> Answer:
    """One legal answer at random. ValueError when nothing is asked."""
    if state.ask is None:
        raise ValueError("nothing is asked")
    return rng.choice(options(setting, state, 6, rng))
