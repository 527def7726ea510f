"""Reactions: who may fire or act now, one after the other, until he holds or nobody can."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from wardesk.engine.draft import Draft
from wardesk.engine.types import Choice, Choose, Frame
from wardesk.games.shared import ask
from wardesk.games.shared.ask import AskedQuestion

Table = Draft[Any]


class Reaction(NamedTuple):
    """A button, and the procedure that it starts."""

    choice: Choice
    frame: Frame


def offer(
    d: Table,
    who: str,
    question: AskedQuestion,
    reactions: Sequence[Reaction],
    hold: Choice,
    context: str = "",
    *,
    about: tuple[str, ...] = (),
) -> bool:
    """Ask *who* for one of *reactions* or to *hold*; False, and no question, if there is none."""
    if not reactions:
        return False
    choices = (*(reaction.choice for reaction in reactions), hold)
    ask.choose(d, who, question, choices, context, about=about)
    return True


def answered(d: Table, reactions: Sequence[Reaction], answer: Choose, again: str) -> bool:
    """Start the chosen reaction, after which step *again* follows; False when *answer* holds."""
    for choice, frame in reactions:
        if choice.key == answer.key:
            d.call(frame, again)
            return True
    return False


def next_to_react(order: Sequence[str], passed: Collection[str]) -> str:
    """Who is asked next: the first of *order* that has not passed; empty when all have."""
    return next((one for one in order if one not in passed), "")
