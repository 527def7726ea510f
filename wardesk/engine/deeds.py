"""What a hand can do at a place: chains of answers that only choose, up to the one that acts.

A game asks one thing at a time: which unit, what it does, where. A person takes a counter and puts
it where it shall be. `deeds` finds the answers that come to this, by following the questions as the
rules put them. Nothing that only chooses need be stored: `hold` tells such answers from others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from wardesk.engine.kernel import Illegal, RuleFailed, Stamp, advance
from wardesk.engine.rules import Rules
from wardesk.engine.types import (
    Answer,
    Cells,
    Choose,
    Decision,
    Event,
    Frame,
    GameState,
    Path,
    Pieces,
    Reason,
    replace,
)
from wardesk.words import say

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

    @property
    def pressed(self) -> tuple[str, ...]:
        """The buttons on the way, but for those that stand for a piece."""
        pieces, found = self.before.pieces, self.answers
        return tuple(a.key for a in found if isinstance(a, Choose) and a.key not in pieces)

    @property
    def verb(self) -> str:
        """What kind of deed it is, whoever does it and wherever: the last button, or the shape."""
        pressed = (key.rpartition(":") for key in self.pressed)
        keys = [head or tail for head, _, tail in pressed]
        last = self.answers[-1]
        return keys[-1] if keys and not isinstance(last, Path) else type(last).__name__

    @property
    def goers(self) -> tuple[str, ...]:
        """The pieces of its side that do it."""
        pieces, asked = self.before.pieces, self.asked[-1]
        own = {name for name, piece in pieces.items() if piece.side == asked.who}
        found = [p for p in dict.fromkeys(self._named()) if p in own]
        return tuple(found or (p for p in asked.about if p in own))

    def _named(self) -> Iterator[str]:
        for answer in self.answers:
            if isinstance(answer, Choose):
                yield from (answer.key, answer.key.rpartition(":")[2])
            elif isinstance(answer, Pieces | Path):
                yield from answer.pieces

    def at_home(self, aim: str) -> bool:
        """Whether it is done for oneself, where one stands: rally, dig in, lay a charge."""
        last, goers, there = self.answers[-1], self.goers, self.before.pieces
        itself = isinstance(last, Pieces) and {*last.pieces} <= {*goers}
        at_aim = (aim in (piece, there[piece].at) for piece in goers)
        return (itself or isinstance(last, Choose)) and bool(goers) and all(at_aim)

    def hand(self, pieces: Collection[str]) -> tuple[str, ...]:
        """Those of *pieces* that do it."""
        named = {*self._named()}
        return tuple(piece for piece in pieces if piece in named)


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
    return not is_among(rules.showing.endings, asked, event.answer)


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


def reaching(rules: Rules[Any, Any], state: State, piece: str) -> tuple[Answer, ...] | None:
    """The shortest chain that only chooses, up to a question that lists *piece*; None for none."""
    rows: list[tuple[tuple[Answer, ...], State]] = [((), state)]
    seen: list[State] = []
    while rows:
        following: list[tuple[tuple[Answer, ...], State]] = []
        for answers, at in rows:
            asked = at.ask
            if asked is None or _led_back(at, seen):
                continue
            seen.append(at)
            named = (c.key.rpartition(":")[2] for c in asked.choices if not c.refused)
            if piece in asked.pieces or piece in named:
                return answers
            if len(answers) == MOST_ANSWERS:
                continue
            for answer, _aimed, _uses in _choices(rules, at, asked, (), ""):
                if (after := passed_over(rules, at, answer)) is not None:
                    following.append(((*answers, answer), after))
        rows = following
    return None


def deeds(
    rules: Rules[Any, Any],
    state: State,
    hand: Collection[str],
    aim: str,
    via: Sequence[str] = (),
) -> tuple[Deed, ...]:
    """What can be done with the pieces in *hand* at *aim*, a cell or a piece, the shortest first.

    An empty *hand* stands for whatever the pending question is about; ways lead over the cells
    *via*. *state* is what the side that is asked may see.
    """
    asked = state.ask
    if asked is None or asked.who not in rules.sides:
        return ()
    used = _in_use(asked, hand)
    enemy = any(p.side != asked.who and _is_at(state, p.id, aim) for p in state.pieces.values())

    def order(deed: Deed) -> tuple[bool, bool, int, bool]:
        last, known = deed.answers[-1], rules.showing.payments
        rows = zip(deed.asked, deed.answers, strict=True)
        pays = any(is_among(known, asked, answer) for asked, answer in rows)
        # Whoever points at an enemy far away means to fire, not to run into him; at one next door
        # to go for his hex.
        runs = enemy and isinstance(last, Path) and len(last.cells) > 1
        return pays, runs, len(deed.answers), not isinstance(last, Cells)

    search = _Search(rules, tuple(hand), aim, tuple(via), enemy)
    return tuple(sorted(search.chains(state, (), (), used=used or not hand, behind=()), key=order))


def _in_use(asked: Decision, hand: Collection[str]) -> bool:
    """Whether the question is about the hand alone."""
    return not ({*asked.pieces} - {*hand}) and bool(asked.pieces or {*hand} & {*asked.about})


def against_aim(
    rules: Rules[Any, Any], state: State, hand: Collection[str], aim: str
) -> Sequence[Reason]:
    """What the rules have against *aim* where the *hand* is asked for a target, or for a way.

    Of an enemy it is told first why he is no target, else why no way leads there.
    """
    asked = state.ask
    if asked is None or asked.who not in rules.sides or not hand:
        return ()
    cell = (state.pieces[aim].at or "") if aim in state.pieces else aim
    question = rules.question(state)
    units = [state.pieces[piece] for piece in hand if piece in state.pieces]
    if question is not None and (found := question.against_target(units, cell)):
        return found
    search = _Search(rules, tuple(hand), cell, ())
    enemy = any(unit.at == cell and unit.side != asked.who for unit in state.pieces.values())
    found = search.against(state, used=_in_use(asked, hand), behind=()) if enemy else ()
    if not found and (at := marching(rules, state, hand)) is not None:
        goers = _goers(at, hand)
        found = against_way(rules, at, goers, cell)
    return found or search.against(state, used=_in_use(asked, hand), behind=())


def marching(rules: Rules[Any, Any], state: State, hand: Collection[str]) -> State | None:
    """The nearest position in which the *hand* is asked for a way; None where nothing leads there.

    Only choices lead there.
    """
    search = _Search(rules, tuple(hand), "", ())
    rows, seen = [(state, 0)], list[State]()
    for at, given in rows:
        asked = at.ask
        if asked is None or _led_back(at, seen):
            continue
        seen.append(at)
        if asked.shape == "path" and _goers(at, hand):
            return at
        used = _in_use(asked, hand)
        for answer, _aimed, uses in search.answers(at, used=used) if given < MOST_ANSWERS else ():
            named = uses or isinstance(answer, Choose)
            after = passed_over(rules, at, answer) if named else None
            if after is not None:
                rows.append((after, given + 1))
    return None


def _goers(state: State, hand: Collection[str]) -> tuple[str, ...]:
    """Those of the *hand* that the pending question lets go together from one place."""
    asked = state.ask
    if asked is None:
        return ()
    mine = [piece for piece in asked.pieces if piece in hand]
    if not mine and len(asked.pieces) == 1 and {*hand} & {*asked.about}:
        mine = list(asked.pieces)
    start = state.pieces[mine[0]].at if mine else None
    return tuple(piece for piece in mine if state.pieces[piece].at == start)[: asked.most]


def against_way(
    rules: Rules[Any, Any], state: State, pieces: Sequence[str], goal: str
) -> Sequence[Reason]:
    """What speaks against *pieces* going to *goal*: there, else on the shortest way to it."""
    asked, start = state.ask, state.pieces[pieces[0]].at if pieces else None
    if asked is None or not start or start == goal:
        return ()
    there = rules.showing.reach(state, pieces).get(goal)
    if there is not None:
        return _illegal(there)
    on_board = start in rules.board.cells
    way = rules.board.shortest_way(start, goal) if on_board else (goal,)
    if not way:
        return (Reason(say("No way leads there"), asked.cite),)
    found = _illegal(rules.check(state, Path(tuple(pieces), way)))
    return found or (Reason(say("No way leads there from here"), asked.cite),)


def _illegal(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    return tuple(reason for reason in reasons if reason.level == "illegal")


def news(
    rules: Rules[Any, Any], side: str,
    before: State, events: Iterable[tuple[State, Event[Any, Any]]], now: State,
) -> bool:  # fmt: skip
    """Whether something has happened that *side* would want to see before it goes on.

    Somebody of its own was lost in one of *events*, each with the position before it, or an enemy
    stands where he did not stand *before*; that and *now* are positions as the side sees them.
    """
    stood = {piece.id: piece.at for piece in before.pieces.values()}
    foes = (piece for piece in now.pieces.values() if piece.side != side and piece.at)
    if any(stood.get(piece.id) != piece.at for piece in foes):
        return True
    lost = (loss for at, event in events for loss in rules.showing.losses(at, event))
    return any(loss.side == side for loss in lost)


def way_over(
    rules: Rules[Any, Any], state: State, pieces: Sequence[str], goals: Sequence[str]
) -> tuple[str, ...]:
    """The way of *pieces* to the last of *goals* over the others; empty if there is none."""
    way: list[str] = []
    for number, goal in enumerate(goals):
        part = rules.showing.route(state, pieces, goal)
        if not part:
            return ()
        way += part
        if number + 1 < len(goals):
            moved = {piece: replace(state.pieces[piece], at=goal) for piece in pieces}
            state = replace(state, pieces={**state.pieces, **moved})
    return tuple(way)


class _Search(NamedTuple):
    """Follows the questions from a hand to an aim."""

    rules: Rules[Any, Any]
    hand: tuple[str, ...]
    aim: str
    via: tuple[str, ...]
    pays: bool = False
    """Whether a way may lead over a choice that pays for another go."""

    def chains(
        self,
        state: State,
        answers: tuple[Answer, ...],
        asked: tuple[Decision, ...],
        *,
        used: bool,
        behind: tuple[State, ...],
    ) -> Iterator[Deed]:
        """Every deed from *state*; *answers* were given before, to the questions *asked*."""
        if state.ask is None or len(answers) == MOST_ANSWERS or _led_back(state, behind):
            return
        rules, hand, aim = self.rules, self.hand, self.aim
        questions, passed = (*asked, state.ask), (*behind, state)
        for answer, aimed, uses in self.answers(state, used=used):
            chain, on = (*answers, answer), used or uses
            if aim in hand and not any(isinstance(one, Choose) for one in chain):
                aimed = False  # whoever is only picked has done nothing yet
            after = None if aimed else passed_over(rules, state, answer, pays=self.pays)
            # What one does for oneself ends in a button: dig in, rally, fire back.
            own = isinstance(answer, Choose) and aim in hand and after is None
            own = own and not is_among(rules.showing.declines, state.ask, answer)
            if (aimed or own) and on and not _against(rules, state, answer):
                yield Deed(chain, questions, state)
            elif after is not None:
                yield from self.chains(after, chain, questions, used=on, behind=passed)

    def against(
        self, state: State, *, used: bool, behind: tuple[State, ...], left: int = MOST_ANSWERS
    ) -> Sequence[Reason]:
        """What speaks against the aim where the hand is asked for a target, of the nearest one."""
        asked = state.ask
        if asked is None or not left or _led_back(state, behind):
            return ()
        own = any(state.pieces[p].side == asked.who for p in asked.pieces)
        if used and asked.shape in ("pieces", "cells") and not own:
            return self.rules.showing.against(state, self.aim)
        for answer, aimed, uses in self.answers(state, used=used):
            after = None if aimed else passed_over(self.rules, state, answer)
            if after is not None:
                on, passed = used or uses, (*behind, state)
                if found := self.against(after, used=on, behind=passed, left=left - 1):
                    return found
        return ()

    def answers(self, state: State, *, used: bool) -> Iterator[tuple[Answer, bool, bool]]:
        """Answers that may lead on; whether each is the aim, and uses the hand."""
        asked, rules, hand, aim = state.ask, self.rules, self.hand, self.aim
        assert asked is not None
        mine = tuple(piece for piece in asked.pieces if piece in hand)[: asked.most]
        if asked.shape == "pieces":
            if mine and len(mine) >= asked.least and aim not in mine:
                yield Pieces(mine), False, True
            yield from _targets(state, asked, hand, aim)
        elif asked.shape == "cells":
            if aim in asked.cells and asked.least <= 1:
                yield Cells((aim,)), True, False
        elif asked.shape == "path":
            goers = mine or (asked.pieces if used and len(asked.pieces) == 1 else ())
            if goers and (way := way_over(rules, state, goers, (*self.via, aim))):
                yield Path(goers, way), True, True
        yield from _choices(rules, state, asked, hand, aim)


def is_among(known: Collection[str], asked: Decision, answer: Answer) -> bool:
    """Whether *answer* presses one of the *known* choices, written ``kind/key``."""
    return isinstance(answer, Choose) and f"{asked.kind}/{answer.key}" in known


def _against(rules: Rules[Any, Any], state: State, answer: Answer) -> bool:
    return bool(_illegal(rules.check(state, answer)))


def _led_back(state: State, behind: Sequence[State]) -> bool:
    """Whether the same was asked before: choices lead back and forth, or only set something."""
    return any(_asking(state) == _asking(one) for one in behind)


def _asking(state: State) -> tuple[object, ...]:
    frame: Frame | None = state.stack[-1] if state.stack else None
    name = type(frame).__name__
    return name, len(state.stack), state.ask and (state.ask.kind, state.ask.then)


def passed_over(
    rules: Rules[Any, Any], state: State, answer: Answer, *, pays: bool = False
) -> State | None:
    """The position after *answer* where a deed may go on from it; None where it acts.

    It only chooses, or says that a unit does nothing more, or *pays* for another go.
    """
    try:
        event, after = advance(rules, state, answer, Stamp(id=state.seq, parent=-1), umpire=False)
    except (Illegal, RuleFailed):  # a step may want what the looker does not see
        return None
    if only_chose(rules, event, len(state.stack)):
        return after
    asked, following = state.ask, after.ask
    if event.story or asked is None or following is None or following.who != asked.who:
        return None
    showing = rules.showing
    over = is_among(showing.unit_endings, asked, answer)
    return after if over or (pays and is_among(showing.payments, asked, answer)) else None


def _targets(
    state: State, asked: Decision, hand: Collection[str], aim: str
) -> Iterator[tuple[Answer, bool, bool]]:
    """Pieces of others at the aim; one of the hand where the aim is that piece itself."""
    for piece in asked.pieces if asked.least <= 1 else ():
        if piece in hand and piece == aim:
            yield Pieces((piece,)), True, True
        elif state.pieces[piece].side != asked.who and _is_at(state, piece, aim):
            yield Pieces((piece,)), True, False


def _choices(
    rules: Rules[Any, Any], state: State, asked: Decision, hand: Collection[str], aim: str
) -> Iterator[tuple[Answer, bool, bool]]:
    """The buttons among them: what is called by a piece or a cell is meant for these alone."""
    board = getattr(rules, "board", None)  # a toy may do without one
    cells = board.cells if board is not None else ()
    for choice in asked.choices:
        key = choice.key
        name, target = f"{asked.kind}/{key}", key.rpartition(":")[2]
        if choice.refused or name in rules.showing.endings - rules.showing.unit_endings:
            continue
        if target == aim or (target in state.pieces and _is_at(state, target, aim)):
            yield Choose(key), True, target in hand
        elif key in hand or (target not in state.pieces and target not in cells):
            yield Choose(key), False, key in hand


def _is_at(state: State, piece: str, aim: str) -> bool:
    return bool(aim) and aim in (piece, state.pieces[piece].at)
