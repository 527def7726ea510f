"""Counts what a whole game wants of the hands: ``python packaging/answers.py SCENARIO [SEED]``.

Scripted players play both sides. Each answer of a side counts as one, and beside it as it comes to
by hand: a chain of answers that `wardesk.engine.deeds` finds between a hand and an aim is one deed,
and so is a row of answers that can be had as proposed. Dice count for nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Sequence
from itertools import takewhile
from typing import Any

from wardesk.engine.deeds import deeds, only_chose
from wardesk.engine.journal import Journal
from wardesk.engine.types import Answer, Cells, Choose, Event, GameState, Path, Pieces
from wardesk.services.play.session import PlaySession

State = GameState[Any, Any]


def played(scenario: str, seed: int) -> Journal[Any, Any]:
    """A game between scripts, to its end."""
    with PlaySession.new(scenario, seed=seed, keep=False) as session:
        for side in session.rules.sides:
            session.set_player(side, "policy")
        session.run()
        return session.journal


def counted(journal: Journal[Any, Any]) -> tuple[int, int]:
    """The answers of both sides, and how many deeds and single answers they come to."""
    line, sides = journal.line()[1:], journal.rules.sides
    asked = deeds_of = at = 0
    while at < len(line):
        first = line[at]
        if first.asked is None or first.asked.who not in sides:
            at += 1
            continue
        run = proposed(line[at:], journal.rules.showing.proposes)
        if run:
            asked, deeds_of, at = asked + run, deeds_of + 1, at + run
            continue
        chain = [first]
        while only_chose(journal.rules, chain[-1], len(journal.state(chain[-1].parent).stack)):
            chain.append(line[at + len(chain)])
        asked += len(chain)
        deeds_of += 1 if one_deed(journal, chain) else len(chain)
        at += len(chain)
    return asked, deeds_of


def proposed(events: Sequence[Event[Any, Any]], kinds: Collection[str]) -> int:
    """How many answers in a row, from the first on, a person can have done as proposed."""
    kind = events[0].asked.kind if events[0].asked is not None else ""
    row = takewhile(lambda e: e.asked is not None and e.asked.kind == kind, events)
    return sum(1 for _ in row) if kind in kinds else 0


def one_deed(journal: Journal[Any, Any], chain: Sequence[Event[Any, Any]]) -> bool:
    """Whether a hand and an aim give all answers of *chain*."""
    answers = tuple(event.answer for event in chain if event.answer is not None)
    state = journal.state(chain[0].parent)
    aim, hand = aimed(answers[-1], state)
    for answer in answers[:-1]:
        hand = (*hand, *named(answer, state))
    found = deeds(journal.rules, state, hand, aim) if aim else ()
    return len(chain) == 1 or any(deed.answers == answers for deed in found)


def aimed(answer: Answer, state: State) -> tuple[str, tuple[str, ...]]:
    """What an answer is about, a place or a piece, and whom it sends there."""
    match answer:
        case Path(pieces, cells):
            return cells[-1], pieces
        case Cells((cell,)):
            return cell, ()
        case Pieces((piece,)):
            return piece, ()
        case Choose(key) if key in state.pieces:
            return key, ()
        case _:
            return "", ()


def named(answer: Answer, state: State) -> tuple[str, ...]:
    """The pieces that an answer takes in hand."""
    if isinstance(answer, Choose):
        return (answer.key,) if answer.key in state.pieces else ()
    return answer.pieces if isinstance(answer, Pieces) else ()


def main(arguments: Sequence[str]) -> int:
    """Print a row a scenario; 0."""
    names = [one for one in arguments if not one.isdecimal()]
    seed = next((int(one) for one in arguments if one.isdecimal()), 7)
    print("| scenario | answers | deeds and answers |\n|---|---|---|")
    for scenario in names:
        one_by_one, by_hand = counted(played(scenario, seed))
        print(f"| {scenario} | {one_by_one} | {by_hand} |")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
