"""Counts what a whole game wants of the hands: ``python packaging/answers.py SCENARIO [SEED]``.

Scripted players play both sides as two people would: the rest is had as proposed where anything is
proposed. With ``--orders`` each side has the set *stand and fire*: it is laid over the same game,
and what it would have answered as it was answered counts for nothing. With ``--played`` the orders
stand while the game is played, which is another game then. Dice count for nothing either. What is
left is joined as hands join it: a chain of answers that `wardesk.engine.deeds` finds between a hand
and an aim is one deed, a row that was had as proposed is one, and so are marches to one place, one
after the other.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from wardesk.engine.deeds import deeds, only_chose
from wardesk.engine.journal import Journal
from wardesk.engine.standing import decide, via
from wardesk.engine.types import (
    Answer,
    Cells,
    Choose,
    Event,
    GameState,
    Path,
    Pieces,
    replace,
)
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


def counted(journal: Journal[Any, Any], orders: str = "") -> Counted:
    """The answers of both sides, and how many deeds and single answers they come to.

    Less those that the set *orders* would have given too.
    """
    line = [e for e in journal.line()[1:] if e.asked and e.asked.who in journal.rules.sides]
    given, kinds, before = answered(journal, line, orders), Counter[str](), Row()
    for row in rows(journal, [e for e in line if e.id not in given]):
        if not goes_on(before, row):
            kinds[row[-1].asked.kind if row[-1].asked else ""] += (
                1 if row[0].via or one_deed(journal, row) else len(row)
            )
        before = row
    return Counted(len(line), len(given), kinds.total(), kinds)


def answered(journal: Journal[Any, Any], line: Row, name: str) -> dict[int, str]:
    """What orders answered, those that stood or the set of that *name*: events, and by which."""
    given = {event.id: event.via for event in line if event.via.startswith("standing:")}
    sets = {one.id: one.orders for one in journal.rules.showing.order_sets}
    orders = [
        replace(order, side=side, id=number)
        for side in journal.rules.sides
        for number, order in enumerate(sets.get(name, ()), 1)
    ]
    for event in line if orders else ():
        view = journal.rules.view(journal.state(event.parent), event.asked.who if event.asked else "")
        found = decide(journal.rules, view, orders, given.get(event.parent, ""))
        if found is not None and found.answer == event.answer:
            given[event.id] = via(found.order)
    return given


def rows(journal: Journal[Any, Any], line: Row) -> Iterator[Row]:
    """Answers that belong together: had as proposed, or only chosen up to the one that acts."""
    at = 0
    while at < len(line):
        row = [line[at]]
        while at + len(row) < len(line) and belongs(journal, row[-1], line[at + len(row)]):
            row.append(line[at + len(row)])
        yield row
        at += len(row)


def belongs(journal: Journal[Any, Any], last: Event[Any, Any], event: Event[Any, Any]) -> bool:
    """Whether *event* is part of what was begun with *last*."""
    if AS_PROPOSED in (last.via, event.via):
        return last.via == event.via and last.id == event.parent
    depth = len(journal.state(last.parent).stack)
    return last.id == event.parent and only_chose(journal.rules, last, depth)


def goes_on(before: Row, row: Row) -> bool:
    """Whether *row* is the march of the same hand: from the same place, or to the same goal.

    A rubber band takes all of them in hand, and one click sends them one after the other.
    """
    if len(before) != 1 or len(row) != 1 or before[0].id != row[0].parent:
        return False
    first, second = before[0], row[0]
    if first.asked is None or second.asked is None or first.asked.kind != second.asked.kind:
        return False
    one, other = first.answer, second.answer
    return isinstance(one, Path) and isinstance(other, Path) and one.cells[-1] == other.cells[-1]


def one_deed(journal: Journal[Any, Any], chain: Sequence[Event[Any, Any]]) -> bool:
    """Whether a hand and an aim give all answers of *chain*."""
    if len(chain) == 1:
        return True
    answers = tuple(event.answer for event in chain if event.answer is not None)
    state = journal.state(chain[0].parent)
    side = chain[0].asked.who if chain[0].asked else ""
    aim, last = aimed(answers[-1], state)
    hand = [*last, *(piece for answer in answers for piece in named(answer, state))]
    own = tuple(piece for piece in dict.fromkeys(hand) if state.pieces[piece].side == side)
    view = journal.rules.view(state, side)
    aims = (aim,) if aim else own  # what is done for oneself ends at oneself
    return any(
        deed.answers == answers for at in aims for deed in deeds(journal.rules, view, own, at)
    )


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
        return (answer.key,) if answer.key in state.pieces else ()
    return answer.pieces if isinstance(answer, Pieces) else ()


def main(arguments: Sequence[str]) -> int:
    """Print a row a scenario; 0."""
    names = [one for one in arguments if not (one.isdecimal() or one.startswith("--"))]
    seed = next((int(one) for one in arguments if one.isdecimal()), 7)
    standing, over = ("stand" if mark in arguments else "" for mark in ("--played", "--orders"))
    print("| scenario | answers | by order | deeds and answers | most of them |\n|---|---|---|---|---|")
    for scenario in names:
        found = counted(played(scenario, seed, standing), over)
        most = ", ".join(f"{n} {kind}" for kind, n in found.kinds.most_common(12))
        print(f"| {scenario} | {found.answers} | {found.by_order} | {found.by_hand} | {most} |")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
