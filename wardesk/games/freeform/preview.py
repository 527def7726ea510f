"""Counters before there is a table for them: how one looks, and what is wrong with many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wardesk.errors import UserError
from wardesk.games.freeform.cards import read_cards
from wardesk.games.freeform.forces import ForcesRow, check_row, counters_of_places, places_of
from wardesk.games.freeform.look import counter_face
from wardesk.games.freeform.setup import Setup, SideSetup, read_setup
from wardesk.games.freeform.state import Counter
from wardesk.model.board import Board
from wardesk.model.look import CounterLook
from wardesk.words import say


def counter_look(sides: Sequence[Mapping[str, str]], values: Mapping[str, str]) -> CounterLook:
    """The face of the counter that *values* describe, a row of a table of counters.

    The place is left out of account. UserError with the column when something does not fit.
    """
    layout = Setup(sides=tuple(SideSetup(side["id"], side["name"]) for side in sides))
    plain = {k: v for k, v in values.items() if v and k not in ("place", "marks", "count")}
    row: ForcesRow = check_row(plain, say("The counter"))
    (counter,) = counters_of_places(row, layout, {})
    return counter_face(counter)


def judge_rows(
    setup: Mapping[str, object], rows: Sequence[Mapping[str, str]], board: Board
) -> list[tuple[int, UserError]]:
    """What is wrong with each row, by its number from 0. UserError when *setup* does not fit."""
    layout = read_setup({**setup, "forces": {"counter": list(rows)}}, board)
    places = places_of(layout, board)
    marks = [mark.id for mark in layout.marks]
    found: list[tuple[int, UserError]] = []
    taken: dict[str, Counter] = {}
    for number, values in enumerate(rows):
        where = values.get("where") or say("counter {number}", number=number + 1)
        try:
            made = counters_of_places(check_row(values, where), layout, places, taken, marks)
        except UserError as error:
            found.append((number, error))
        else:
            taken |= {counter.id: counter for counter in made}
    return found


def judge_cards(sides: Sequence[Mapping[str, str]], rows: Sequence[Mapping[str, str]]) -> None:
    """UserError with row and column when a table of cards does not fit."""
    layout = Setup(sides=tuple(SideSetup(side["id"], side["name"]) for side in sides))
    read_cards({"card": list(rows)}, layout, ())
