"""Sentences about marches: who went from where to where."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from wardesk.engine.draft import Draft
from wardesk.model.board import Board
from wardesk.words import Spoken, Text, join, say


def came_from(places: Iterable[Spoken]) -> Text:
    """Where they came from, to stand beside where they went; each place once."""
    return say("from {place}", place=join(", ", list(dict.fromkeys(places))))


def tell_march(
    d: Draft[Any], units: Spoken, origin: Spoken, goal: Spoken, cite: str, at: str
) -> None:
    """Say who marched; what they march on in the same event is no sentence of its own."""
    text, how = say("{units} moved to {place}", units=units, place=goal), came_from([origin])
    if d.story and _is_march_of(d.story[-1].text, text):
        how = d.story.pop().how
    d.say(text, cite, at, how)


def _is_march_of(said: Spoken, text: Text) -> bool:
    return (
        isinstance(said, Text)
        and said.template == text.template
        and said.values["units"] == text.values["units"]
    )


def ground_costs(
    board: Board, steps: Iterable[tuple[str, int]], figure: Callable[[int], str] = str
) -> Spoken:
    """What a way costs by the ground that it leads over: "woods 6, clear 2".

    *steps*: the cells entered and what each costs; *figure* writes a number.
    """
    sums: dict[Spoken, int] = {}
    for cell, cost in steps:
        ground = board.palette.terrain[board.cells[cell].terrain].name
        sums[ground] = sums.get(ground, 0) + cost
    return join(", ", [say("{ground} {n}", ground=g, n=figure(n)) for g, n in sums.items()])
