"""What a hand can do at a place: chains of answers that only choose, up to the one that acts.

A game asks one thing at a time: which unit, what it does, where. A person takes a counter and puts
it where it shall be. `deeds` finds the answers that come to this, by following the questions as the
rules put them. Nothing that only chooses need be stored: `hold` tells such answers from others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

from wardesk.engine.kernel import Illegal, RuleFailed, Stamp, advance
from wardesk.engine.rules import Rules
from wardesk.engine.types import Answer, Cells, Choose, Decision, Event, GameState, Path, Pieces

MOST_ANSWERS = 8
"""Answers of the longest deed."""

State = GameState[Any, Any]


class Deed(NamedTuple):
    """A chain of answers, the last one at the aim; each but the last one only chooses."""

    answers: tuple[Answer, ...]
    asked: tuple[Decision, ...]
    """The question to each."""
    before: State
    """The position that the last one is given in."""


def only_chose(rules: Rules[Any, Any], event: Event[Any, Any], depth: int) -> bool:
    """Whether the answer of *event* only chose; *depth* is the number of procedures before it.

    It changed nothing on the table and told nothing, ended nothing, left no procedure, and the same
    side was asked next.
    """
    asked, following = event.asked, event.ask
    if event.effects or event.story or asked is None or following is None:
        return False
    if not isinstance(event.answer, Choose | Pieces):
        return False  # a way or an arrow that was drawn is work, though nothing has come of it yet
    if following.who != asked.who or asked.who not in rules.sides or len(event.stack) < depth:
        return False
    return not (isinstance(event.answer, Choose) and ends(rules, asked, event.answer.key))


def hold(
    rules: Rules[Any, Any], state: State, answer: Answer, behind: Sequence[State] = ()
) -> State | None:
    """The position after *answer* where that only chooses; None where it acts.

    One of the positions *behind* where it leads back there. `Illegal` where the rules refuse it.
    """
    event, after = advance(rules, state, answer, Stamp(id=state.seq, parent=-1), umpire=False)
    if not (event.effects or event.story):
        for earlier in behind:
            if (after.stack, after.ask) == (earlier.stack, earlier.ask):
                return earlier
    return after if only_chose(rules, event, len(state.stack)) else None


def ends(rules: Rules[Any, Any], asked: Decision, key: str) -> bool:
    """Whether a choice ends a turn, a phase or an activation."""
    return f"{asked.kind}/{key}" in rules.showing.endings


def reaching(
    rules: Rules[Any, Any], state: State, piece: str
) -> tuple[tuple[Answer, ...], State] | None:
    """The shortest chain that only chooses and after which *piece* is in hand; None without one.

    Also the position after it: it asks what *piece*, picked by then, shall do, or lists it.
    """
    rows: list[tuple[tuple[Answer, ...], State]] = [((), state)]
    seen: list[object] = []
    while rows:
        following: list[tuple[tuple[Answer, ...], State]] = []
        for answers, at in rows:
            asked = at.ask
            if asked is None or _known(seen, at, used=False):
                continue
            if asked.shape == "path" and piece in asked.pieces:
                return answers, at
            for answer, _aimed, uses in _answers(rules, at, (piece,), "", used=False):
                if len(answers) == MOST_ANSWERS or (after := _held(rules, at, answer)) is None:
                    continue
                if uses:
                    return (*answers, answer), after
                following.append(((*answers, answer), after))
        rows = following
    return None


def deeds(
    rules: Rules[Any, Any], state: State, hand: Collection[str], aim: str
) -> tuple[Deed, ...]:
    """What can be done with the pieces in *hand* at *aim*, a cell or a piece, the shortest first.

    An empty *hand* stands for whatever the pending question is about. *state* is what the side that
    is asked may see.
    """
    if state.ask is None or state.ask.who not in rules.sides:
        return ()
    found = _chains(rules, state, (), (), hand, aim, used=not hand, seen=[])
    return tuple(sorted(found, key=lambda deed: len(deed.answers)))


def _chains(
    rules: Rules[Any, Any],
    state: State,
    answers: tuple[Answer, ...],
    asked: tuple[Decision, ...],
    hand: Collection[str],
    aim: str,
    *,
    used: bool,
    seen: list[object],
) -> Iterator[Deed]:
    if state.ask is None or _known(seen, state, used=used):
        return
    questions = (*asked, state.ask)
    for answer, aimed, uses in _answers(rules, state, hand, aim, used=used):
        chain = (*answers, answer)
        if aimed and (used or uses):
            if not any(r.level == "illegal" for r in rules.check(state, answer)):
                yield Deed(chain, questions, state)
        elif (
            not aimed
            and len(chain) < MOST_ANSWERS
            and (after := _held(rules, state, answer)) is not None
        ):
            yield from _chains(
                rules, after, chain, questions, hand, aim, used=used or uses, seen=seen
            )


def _known(seen: list[object], state: State, *, used: bool) -> bool:
    """Whether the search was at this question before; choices lead back and forth."""
    assert state.ask is not None
    here = (state.stack, state.ask.kind, used)
    known = here in seen
    seen.append(here)  # a procedure may hold what has no hash
    return known


def _held(rules: Rules[Any, Any], state: State, answer: Answer) -> State | None:
    try:
        return hold(rules, state, answer)
    except (Illegal, RuleFailed):  # a step may want what the looker does not see
        return None


def _answers(
    rules: Rules[Any, Any], state: State, hand: Collection[str], aim: str, *, used: bool
) -> Iterator[tuple[Answer, bool, bool]]:
    """Answers that may lead from *hand* to *aim*; whether each is the aim, and uses the hand."""
    asked = state.ask
    assert asked is not None
    mine = tuple(piece for piece in asked.pieces if piece in hand)[: asked.most]
    if asked.shape == "pieces":
        if mine and len(mine) >= asked.least:
            yield Pieces(mine), False, True
        if asked.least <= 1:
            targets = (p for p in asked.pieces if p not in hand and _is_at(state, p, aim))
            yield from ((Pieces((piece,)), True, False) for piece in targets)
    elif asked.shape == "cells":
        if aim in asked.cells and asked.least <= 1:
            yield Cells((aim,)), True, False
    elif asked.shape == "path":
        goers = mine or (asked.pieces if used and len(asked.pieces) == 1 else ())
        if goers and (way := rules.showing.route(state, goers, aim)):
            yield Path(goers, way), True, True
    yield from _choices(rules, state, asked, hand, aim)


def _choices(
    rules: Rules[Any, Any], state: State, asked: Decision, hand: Collection[str], aim: str
) -> Iterator[tuple[Answer, bool, bool]]:
    """The buttons among them: what is called by a piece or a cell is meant for these alone."""
    for choice in asked.choices:
        key = choice.key
        if choice.refused or ends(rules, asked, key):
            continue
        if key == aim or _is_at(state, key, aim):
            yield Choose(key), True, key in hand
        elif key in hand or (key not in state.pieces and key not in rules.board.cells):
            yield Choose(key), False, key in hand


def _is_at(state: State, piece: str, aim: str) -> bool:
    found = state.pieces.get(piece)
    return found is not None and bool(aim) and aim in (piece, found.at)
