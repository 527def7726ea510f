"""What a game can say about a choice before it is made, and of losses after it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

MOST_ROWS = 24
"""Longer lists of advice help nobody."""


class Advice(Struct, frozen=True, kw_only=True):
    """One possible answer to the pending question and what it is worth, from exact chances."""

    label: str
    """What is chosen, in a few words: the name of a sector, how many units."""
    cells: tuple[str, ...] = ()
    """Cells to pick for it."""
    pieces: tuple[str, ...] = ()
    """Pieces to pick for it."""
    choice: str = ""
    """The button that it is, where it picks nothing: doing nothing."""
    value: float
    """What advices are ranked by: more is better for who is asked."""
    figure: str = ""
    """The value as a person reads it, with its sign: ``+1.4``."""
    unit: str = ""
    """What the value counts: "men: theirs less yours, on average"."""
    text: str = ""
    """Why, in a few words: the odds and what they give on average."""
    hint: str = ""
    """All that goes into it, as a sentence."""
    cite: str = ""


def ranked(found: Iterable[Advice]) -> tuple[Advice, ...]:
    """The best first."""
    return tuple(sorted(found, key=lambda one: -one.value)[:MOST_ROWS])


class Loss(Struct, frozen=True):
    """*count* of a side fell in *cell*; an empty cell is a place off the board."""

    side: str
    cell: str
    count: int
