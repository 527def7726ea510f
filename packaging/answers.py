"""Counts what a whole game wants of the hands: ``python packaging/answers.py SCENARIO [SEED]``.

Two scripts play as two people would: the rest is had as proposed where anything is proposed, and
with ``--orders`` each side lets the set *stand and fire* stand. What an order answers counts for
nothing, nor do dice. What is left is joined as hands join it: a chain of answers that
`wardesk.engine.deeds` finds between a hand and an aim is one deed, a row that was had as proposed
is one, and so are marches to one place that a rubber band would send there together, and units one
after the other that are left alone.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from wardesk.engine.deeds import Deed, deeds, news, only_chose
from wardesk.engine.journal import Journal
from wardesk.engine.kernel import Illegal, Stamp, advance
from wardesk.engine.rules import Rules
from wardesk.engine.types import CHANCE, Answer, Cells, Choose, Event, GameState, Path, Pieces
from wardesk.errors import UserError
from wardesk.model.standing import AS_PROPOSED
from wardesk.services.play.session import PlaySession

State = GameState[Any, Any]
Row = list[Event[Any, Any]]


class Counted(NamedTuple):
    """One whole game of both sides."""

    answers: int
    """One by one."""
    by_order: int
    """Those that standing orders gave."""
    by_hand: int
    """What hands do: deeds and single answers."""
    kinds: Counter[str]
    """What that is, by the kind of the question that a deed ends with."""


def played(scenario: str, seed: int, orders: str = "") -> Journal[Any, Any]:
    """A game between scripts, to its end, with a set of standing orders for each side."""
    with PlaySession.new(scenario, seed=seed, keep=False) as session:
        sets = {one.id: one.orders for one in session.rules.showing.order_sets}
        for side in session.rules.sides:
            session.set_orders(side, sets.get(orders, ()))
        while True:
            session.run()
            if (ask := session.ask) is None:
                return session.journal
            try:
                session.propose_rest()
            except UserError:
                session.answer(session.bot_answer(ask.who))


def counted(journal: Journal[Any, Any]) -> Counted:
    """The answers of both sides, and how many deeds and single answers they come to."""
    line = [e for e in journal.line()[1:] if e.asked and e.asked.who in journal.rules.sides]
    asked, kinds = [e for e in line if not e.via.startswith("standing:")], Counter[str]()
    alone: Event[Any, Any] | None = None
    last, ended = Row(), dict[str, Event[Any, Any]]()
    for row in rows(journal, asked):
        kind, side = (row[-1].asked.kind, row[-1].asked.who) if row[-1].asked else ("", "")
        if does_nothing(journal, row):
            kinds[kind] += alone is None or not same_activation(journal, alone, row[0])
            alone = row[0]
        elif not (alike(journal, last, row) or ended_again(journal, ended.get(side), row)):
            kinds[kind] += hands(journal, row)
        last, ended[side] = row, row[-1]
    return Counted(len(line), len(line) - len(asked), kinds.total(), kinds)


def rows(journal: Journal[Any, Any], line: Row) -> Iterator[Row]:
    """Answers one after the other that may belong together."""
    row = Row()
    for event in line:
        if row and not belongs(journal, row[-1], event):
            yield row
            row = []
        row.append(event)
    yield row


def belongs(journal: Journal[Any, Any], last: Event[Any, Any], event: Event[Any, Any]) -> bool:
    """Whether *event* goes on with what *last* began: as proposed, a choice, or another march."""
    if AS_PROPOSED in (last.via, event.via):
        return last.via == event.via
    if last.id != event.parent or last.asked is None or event.asked is None:
        return False
    if isinstance(last.answer, Path):
        here = (last.asked.who, last.asked.kind)
        return isinstance(event.answer, Path) and here == (event.asked.who, event.asked.kind)
    known = last.answer.key if isinstance(last.answer, Choose) else ""
    pays = f"{last.asked.kind}/{known}" in journal.rules.showing.payments
    return pays or only_chose(journal.rules, last, len(journal.state(last.parent).stack))


def alike(journal: Journal[Any, Any], last: Row, row: Row) -> bool:
    """Whether *row* does for another unit what *last* did, and a group goes on with it by itself.

    It does where each acts for itself, and only dice for that have fallen in between.
    """
    if not last or any(event.via for event in (*last, *row)):
        return False
    one, other = (deed_of(journal, each) for each in (last, row))
    if one is None or other is None or one.verb != other.verb:
        return False
    if not all(deed.at_home(piece) for deed in (one, other) for piece in deed.goers[:1]):
        return False
    between = [e for e in journal.line() if last[-1].id < e.id < row[0].id]
    side = one.asked[-1].who
    dice = all(event.asked is None or event.asked.who == CHANCE for event in between)
    return dice and not happened(journal, last[0], row[0], side)


def ended_again(journal: Journal[Any, Any], last: Event[Any, Any] | None, row: Row) -> bool:
    """Whether *row* only ends what *last* ended too, and nothing has happened in between.

    A person says once that it is ended until something happens.
    """
    first, showing = row[0], journal.rules.showing
    if last is None or first.asked is None or last.asked is None:
        return False
    if (last.asked.kind, last.answer) != (first.asked.kind, first.answer):
        return False
    key = first.answer.key if isinstance(first.answer, Choose) else ""
    ends = f"{first.asked.kind}/{key}" in showing.endings - showing.unit_endings
    return ends and not happened(journal, last, first, first.asked.who)


def happened(
    journal: Journal[Any, Any], one: Event[Any, Any], other: Event[Any, Any], side: str
) -> bool:
    """Whether there is anything new to see for *side* between two of its answers."""
    before, now = (journal.rules.view(journal.state(event.parent), side) for event in (one, other))
    between = ((journal.state(e.parent), e) for e in journal.line() if one.id <= e.id < other.id)
    return news(journal.rules, side, before, between, now)


def does_nothing(journal: Journal[Any, Any], row: Row) -> bool:
    """Whether a unit is only taken up to say that it does nothing.

    A person leaves such units alone, and ends the activation once for all of them.
    """
    last, endings = row[-1], journal.rules.showing.unit_endings
    if last.asked is None or not isinstance(last.answer, Choose) or len(row) < 2:
        return False
    chosen = all(isinstance(event.answer, Pieces) for event in row[:-1])
    return chosen and f"{last.asked.kind}/{last.answer.key}" in endings


def same_activation(
    journal: Journal[Any, Any], one: Event[Any, Any], other: Event[Any, Any]
) -> bool:
    """Whether the procedure that asked *one* is not over when *other* is asked."""
    depth, at = len(journal.events[one.parent].stack), other.parent
    while at != one.parent and len(journal.events[at].stack) >= depth:
        at = journal.events[at].parent
    return at == one.parent


def hands(journal: Journal[Any, Any], row: Row) -> int:
    """How many deeds or single answers a row comes to."""
    if row[0].via == AS_PROPOSED:
        return 1
    if all(isinstance(event.answer, Path) for event in row):
        return marches(journal, row)
    return 1 if deed_of(journal, row) is not None else len(row)


def marches(journal: Journal[Any, Any], row: Row) -> int:
    """How many hands the marches take: those to one goal go together where that is the same.

    A later one joins an earlier one if it can march right behind it and all between them come to
    stand as they did.
    """
    state, ways = (
        journal.state(row[0].parent),
        [e.answer for e in row if isinstance(e.answer, Path)],
    )
    count = 0
    while ways:
        first, count = ways.pop(0), count + 1
        state = marched(journal.rules, state, [first]) or state
        at = 0
        while at < len(ways):
            if ways[at].cells[-1] == first.cells[-1]:
                told = marched(journal.rules, state, ways[: at + 1])
                ahead = marched(journal.rules, state, [ways[at], *ways[:at]])
                if told is not None and told == ahead:
                    state = marched(journal.rules, state, [ways.pop(at)]) or state
                    at = -1
            at += 1
    return count


def marched(rules: Rules[Any, Any], state: State, ways: Sequence[Path]) -> State | None:
    """The position after *ways*, one after the other; None where one is refused."""
    try:
        for way in ways:
            stamp = Stamp(id=state.seq + 1, parent=state.seq)
            state = advance(rules, state, way, stamp, umpire=False)[1]
    except Illegal:
        return None
    return state


def deed_of(journal: Journal[Any, Any], chain: Sequence[Event[Any, Any]]) -> Deed | None:
    """The deed of a hand and an aim that gives all answers of *chain*; more may be by order."""
    answers = tuple(event.answer for event in chain if event.answer is not None)
    state = journal.state(chain[0].parent)
    side = chain[0].asked.who if chain[0].asked else ""
    aim, last = aimed(answers[-1], state)
    hand = [*last, *(piece for answer in answers for piece in named(answer, state))]
    own = tuple(piece for piece in dict.fromkeys(hand) if state.pieces[piece].side == side)
    view = journal.rules.view(state, side)
    aims = (aim,) if aim else own  # what is done for oneself ends at oneself
    found = (deed for at in aims for deed in deeds(journal.rules, view, own, at))
    return next((deed for deed in found if deed.answers[: len(answers)] == answers), None)


def aimed(answer: Answer, state: State) -> tuple[str, tuple[str, ...]]:
    """What an answer is about, a place or a piece, and whom it sends there."""
    match answer:
        case Path(pieces, cells):
            return cells[-1], pieces
        case Cells((cell,)):
            return cell, ()
        case Pieces((piece,)):
            return piece, ()
        case Choose(key) if (name := key.rpartition(":")[2]) in state.pieces:
            return name, ()
        case _:
            return "", ()


def named(answer: Answer, state: State) -> tuple[str, ...]:
    """The pieces that an answer takes in hand."""
    if isinstance(answer, Choose):
        return tuple(key for key in (answer.key.rpartition(":")[2],) if key in state.pieces)
    return answer.pieces if isinstance(answer, Pieces) else ()


def main(arguments: Sequence[str]) -> int:
    """Print a row a scenario; 0."""
    names = [one for one in arguments if not (one.isdecimal() or one.startswith("--"))]
    seed = next((int(one) for one in arguments if one.isdecimal()), 7)
    orders = "stand" if "--orders" in arguments else ""
    print("| scenario | answers | by order | deeds and answers | most of them |")
    print("|---|---|---|---|---|")
    for scenario in names:
        found = counted(played(scenario, seed, orders))
        most = ", ".join(f"{n} {kind}" for kind, n in found.kinds.most_common(12))
        print(f"| {scenario} | {found.answers} | {found.by_order} | {found.by_hand} | {most} |")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
