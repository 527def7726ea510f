"""The usual questions in a line or two: what is asked, whom, and what may be answered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from wardesk.engine.draft import Draft
from wardesk.engine.types import Choice, Decision, Piece

Table = Draft[Any]
Names = tuple[str, ...]
Buttons = tuple[Choice, ...]


class AskedQuestion(NamedTuple):
    """What is asked, whoever is asked and whatever may be answered; see `Decision`."""

    kind: str
    """The stable word for screens and players."""
    prompt: str
    cite: str
    then: str
    """The step that gets the answer."""


def choose(
    d: Table,
    who: str,
    question: AskedQuestion,
    choices: Buttons,
    context: str = "",
    *,
    about: Names = (),
) -> None:
    """One of the buttons *choices*. *about* is lit on the board."""
    kind, prompt, cite, then = question
    d.ask(
        Decision(
            who=who,
            kind=kind,
            shape="choose",
            prompt=prompt,
            cite=cite,
            then=then,
            context=context,
            choices=choices,
            about=about,
        )
    )


def pick_pieces(
    d: Table,
    who: str,
    question: AskedQuestion,
    pieces: Names,
    context: str = "",
    *,
    most: int = 1,
    choices: Buttons = (),
    about: Names = (),
) -> None:
    """One to *most* of *pieces*, or a button. *about* is lit on the board."""
    kind, prompt, cite, then = question
    d.ask(
        Decision(
            who=who,
            kind=kind,
            shape="pieces",
            prompt=prompt,
            cite=cite,
            then=then,
            context=context,
            choices=choices,
            pieces=pieces,
            most=most,
            about=about,
        )
    )


def pick_cell(
    d: Table,
    who: str,
    question: AskedQuestion,
    cells: Names,
    context: str = "",
    *,
    choices: Buttons = (),
    about: Names = (),
) -> None:
    """One of *cells*, or a button. *about* is lit on the board."""
    kind, prompt, cite, then = question
    d.ask(
        Decision(
            who=who,
            kind=kind,
            shape="cells",
            prompt=prompt,
            cite=cite,
            then=then,
            context=context,
            choices=choices,
            cells=cells,
            about=about,
        )
    )


def most_together(pieces: Iterable[Piece]) -> int:
    """How many of *pieces* lie in one place, where most of them do; at least 1."""
    return max(Counter(piece.at for piece in pieces).values(), default=1)


def path(
    d: Table,
    who: str,
    question: AskedQuestion,
    pieces: Names,
    context: str = "",
    *,
    most: int = 1,
    choices: Buttons = (),
    about: Names = (),
) -> None:
    """A way for some of *pieces*, *most* at a time, or a button. *about* is lit on the board."""
    kind, prompt, cite, then = question
    d.ask(
        Decision(
            who=who,
            kind=kind,
            shape="path",
            prompt=prompt,
            cite=cite,
            then=then,
            context=context,
            choices=choices,
            pieces=pieces,
            most=most,
            about=about,
        )
    )


def allocate(
    d: Table,
    who: str,
    question: AskedQuestion,
    limits: Mapping[str, int],
    points: int,
    context: str = "",
) -> None:
    """*points* shared out over pieces, each of which takes no more than its limit."""
    kind, prompt, cite, then = question
    names = tuple(limits)
    d.ask(
        Decision(
            who=who,
            kind=kind,
            shape="allocate",
            prompt=prompt,
            cite=cite,
            then=then,
            context=context,
            pieces=names,
            limits=dict(limits),
            least=points,
            most=points,
            about=names,
        )
    )
