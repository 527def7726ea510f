"""What a deed will cost, draw and come to, told before it is done, from what its side may see.

The rules themselves are asked: the deed is done to a view, and the questions that follow are
looked at. Nothing of it is stored, and it has dice of its own, so that it neither draws those of
the game nor tells what a view hides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Literal, NamedTuple

from wardesk.engine.deeds import Deed, against_aim, deeds
from wardesk.engine.kernel import Illegal, RuleFailed, Stamp, advance
from wardesk.engine.rules import Rules
from wardesk.engine.types import (
    CHANCE,
    UMPIRE,
    Answer,
    Choose,
    Decision,
    GameState,
    Outcome,
    Path,
    Reason,
    Roll,
)
from wardesk.model.look import CandidateLook, CaseLook, OddsLine
from wardesk.words import Spoken, say

MOST_WINDOWS = 4
"""Chances of the enemy that are looked for on a way."""
MOST_EVENTS = 150
"""Events of one try of a deed; what goes on longer is nothing that a deed comes to."""

State = GameState[Any, Any]
Result = Literal["won", "open", "lost", "came", "hurt", "kept"]


class ForecastWindow(NamedTuple):
    """A moment in which the enemy may do something about a deed."""

    cell: str
    """Where the deed has come to by then."""
    able: tuple[CandidateLook, ...]
    """Who may, the best first; those whom the looker knows."""


class Forecast(NamedTuple):
    """What a deed will cost, draw and come to, as far as its side may know."""

    notes: tuple[Reason, ...] = ()
    """What it costs, and as warnings what it risks."""
    windows: tuple[ForecastWindow, ...] = ()
    case: CaseLook | None = None
    """Chart and odds of the dice that it leads to."""
    open: bool = False
    """Whether more hangs on dice than *case* says: `tried` tells by how often it comes to what."""


class GroupPart(NamedTuple):
    """Some of a group: what they would do when it is their turn, or why they do not."""

    pieces: tuple[str, ...]
    deed: Deed | None = None
    against: Sequence[Reason] = ()


class GroupAim(NamedTuple):
    """What a group shall do, all of it the like."""

    verb: str
    aim: str
    via: tuple[str, ...] = ()
    at_home: bool = False
    """Whether each does it for itself, where it stands."""

    def of(self, rules: Rules[Any, Any], state: State, part: Sequence[str]) -> Deed | None:
        """What as many of *part* as can together do of it; the first one is among them."""
        aim = part[0] if self.at_home else self.aim
        for most in range(len(part), 0, -1):
            found = deeds(rules, state, part[:most], aim, self.via)
            if found:
                return next((deed for deed in found if deed.verb == self.verb), None)
        return None


def in_turn(
    rules: Rules[Any, Any], state: State, parts: Sequence[tuple[str, ...]], aim: GroupAim
) -> tuple[GroupPart, ...]:
    """What each of *parts* would do, one after the other, as far as the enemy lets it pass.

    Behind dice nobody knows: whoever comes after them is judged as things stand before.
    """
    found: list[GroupPart] = []
    for part in parts:
        left = part
        while left:
            deed = aim.of(rules, state, left)
            went = deed.hand(left) if deed is not None else ()
            if deed is None or not went:
                found.append(GroupPart(left, None, against_aim(rules, state, left[:1], aim.aim)))
                break
            found.append(GroupPart(went, deed))
            left = tuple(piece for piece in left if piece not in went)
            state = _passed(rules, deed) or state
    return tuple(found)


def _passed(rules: Rules[Any, Any], deed: Deed) -> State | None:
    """The position after a deed in which its side is asked again, if the enemy lets it pass."""
    state, side = _after(rules, deed.before, deed.answers[-1]), deed.asked[-1].who
    for _ in range(4 * MOST_WINDOWS):
        asked = state.ask if state is not None else None
        if state is None or asked is None or asked.who == side:
            return state if asked is not None else None
        declined = let_pass(rules, asked) if asked.who in rules.sides else None
        state = _after(rules, state, declined) if declined is not None else None
    return None


def forecast(rules: Rules[Any, Any], deed: Deed) -> Forecast:
    """What is known of *deed* at once."""
    last, before = deed.answers[-1], deed.before
    question = rules.question(before)
    told = question.forecast(last) if question is not None else ()
    case = rules.showing.case(before, last)
    windows, dice = _windows(rules, deed)
    odds = case is not None and bool(case.odds)
    fight = not odds and (dice or case is not None)
    announced = question is not None and question.announces()  # nothing comes of it by itself
    unknown = (bool(windows) and not odds) or fight
    return Forecast(tuple(told), windows, case, open=unknown and not announced)


def _windows(rules: Rules[Any, Any], deed: Deed) -> tuple[tuple[ForecastWindow, ...], bool]:
    """The chances of the enemy until dice fall or its side is asked again; whether dice fall."""
    found: list[ForecastWindow] = []
    side, goers = deed.asked[-1].who, deed.goers
    state = _after(rules, deed.before, deed.answers[-1])
    for _ in range(4 * MOST_WINDOWS):
        if state is None or (asked := state.ask) is None or asked.who == UMPIRE:
            break
        deeper = len(state.stack) > len(deed.before.stack)
        if asked.who == CHANCE:
            return tuple(found), True
        if asked.who == side or not deeper:  # in the middle of a fight, or it is all over
            return tuple(found), deeper
        declined = let_pass(rules, asked)
        if declined is None:
            return tuple(found), True
        if asked.pieces and len(found) < MOST_WINDOWS:
            known = rules.showing.candidates(state)
            able = [one for one in known if one.figure and not one.refused]
            if not known:
                able = [CandidateLook(piece=piece, title="") for piece in asked.pieces]
            at = next((state.pieces[p].at for p in goers if p in state.pieces), None)
            if able:
                found.append(ForecastWindow(at or "", tuple(able)))
        state = _after(rules, state, declined)
    return tuple(found), False


def _after(rules: Rules[Any, Any], state: State, answer: Answer) -> State | None:
    """The view after *answer*; None where the rules want what the looker does not see."""
    try:
        stamp = Stamp(id=state.seq + 1, parent=state.seq)
        return advance(rules, state, answer, stamp, umpire=False)[1]
    except (Illegal, RuleFailed):
        return None


def let_pass(rules: Rules[Any, Any], asked: Decision) -> Choose | None:
    """The answer by which the enemy lets a chance pass by; None where he has to do something."""
    able = [choice.key for choice in asked.choices if not choice.refused]
    if asked.idle:
        return Choose(asked.idle)
    if able and (asked.pieces or asked.cells):
        return Choose(able[0])
    known = rules.showing.declines
    return next((Choose(key) for key in able if f"{asked.kind}/{key}" in known), None)


# ---- what it comes to ----------------------------------------------------------------------------


class Tried:
    """A deed done again and again to what its side sees, with dice and choices of its own."""

    def __init__(self, rules: Rules[Any, Any], deed: Deed, aim: str, seed: int = 1) -> None:
        self._rules, self._deed = rules, deed
        self._rng = Random(seed)
        pieces = deed.before.pieces
        self._aim = (pieces[aim].at or "") if aim in pieces else aim
        self._goers, self._side = deed.goers, deed.asked[-1].who
        last = deed.answers[-1]
        self._marches = isinstance(last, Path)
        self._foes = tuple(p.id for p in pieces.values() if self._is_foe(p.side, p.at))
        self.found: Counter[Result] = Counter()

    def _is_foe(self, side: str, at: str | None) -> bool:
        return at == self._aim and side != self._side

    def go_on(self, enough: Callable[[], bool], most: int = 400) -> bool:
        """Try until there is *enough*, *most* times in all; whether the rules let it be tried."""
        while sum(self.found.values()) < most and not enough():
            result = self._once()
            if result is None:
                return False
            self.found[result] += 1
        return True

    def odds(self) -> tuple[OddsLine, ...]:
        """How often it came to what, the best first."""
        of = sum(self.found.values())
        return tuple(
            OddsLine(label, self.found[result], of, tone)
            for result, (label, tone) in RESULTS.items() if self.found[result]
        )  # fmt: skip

    def _once(self) -> Result | None:
        rules, state = self._rules, self._deed.before
        deep, answer, lost = len(state.stack), self._deed.answers[-1], 0
        for _ in range(MOST_EVENTS):
            stamp = Stamp(id=state.seq + 1, parent=state.seq)
            try:
                event, after = advance(rules, state, answer, stamp, umpire=False)
                if event.effects:
                    losses = rules.showing.losses(state, event)
                    lost += sum(one.count for one in losses if one.side == self._side)
                state = after
                asked = state.ask
                if asked is None or (asked.who in rules.sides and len(state.stack) <= deep):
                    break
                if asked.who == CHANCE:
                    answer = Roll(tuple(self._rng.choice(faces) for faces in asked.printed()))
                elif asked.who == UMPIRE:
                    answer = Outcome(asked.proposed)
                else:
                    answer = rules.thinking.policy(state, self._rng)
            except (Illegal, RuleFailed):
                return None
        return self._result(state, lost)

    def _result(self, state: State, lost: int) -> Result:
        there = [state.pieces[p] for p in self._goers if p in state.pieces]
        came = sum(piece.at == self._aim for piece in there)
        foes = [state.pieces[p] for p in self._foes if p in state.pieces]
        stand = any(foe.at == self._aim for foe in foes)
        if self._foes and (self._marches or came):
            return "lost" if not came else "open" if stand else "won"
        if self._foes:
            return "kept" if all(map(self._is_as_before, foes)) and stand else "won"
        return "kept" if not came else "hurt" if lost else "came"

    def _is_as_before(self, piece: Any) -> bool:  # noqa: ANN401 - the game's piece
        return piece == self._deed.before.pieces[piece.id]


RESULTS: Mapping[Result, tuple[Spoken, Literal["good", "mixed", "bad", "none"]]] = {
    "won": (say("it falls"), "good"),
    "came": (say("gets there"), "good"),
    "open": (say("fights on"), "mixed"),
    "hurt": (say("with losses"), "mixed"),
    "lost": (say("thrown back"), "bad"),
    "kept": (say("does not get there"), "bad"),
}
"""What a deed can come to, in words, the best first."""
