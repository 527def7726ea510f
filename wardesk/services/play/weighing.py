"""What a player weighed before an answer: its own and the best others, on the scenario's scale."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from wardesk.documents.translate_values import worded
from wardesk.engine.types import Cells, Choose, Event, Path, Pieces
from wardesk.model.advice import Advice
from wardesk.services.play.reasons import MOST_OTHERS, reasons_of
from wardesk.services.play.session import PlaySession


class WeighedAnswer(Struct, frozen=True):
    """An answer beside the best others, all ranked; ``rows[chosen]`` is the one that was given."""

    rows: tuple[Advice, ...]
    chosen: int


def weighed(session: PlaySession, event: Event[Any, Any], eyes: str) -> WeighedAnswer | None:
    """What the answer of *event* was chosen from, in the words of the session.

    None where the rules compare nothing, or where *eyes* (a side, empty for all) may not know.
    """
    asked, answer = event.asked, event.answer
    if asked is None or answer is None or asked.who not in session.rules.sides:
        return None
    if eyes in asked.hidden_from or (event.visible_to and eyes not in event.visible_to):
        return None
    if (reasons := reasons_of(session, event, eyes)) is not None and len(reasons.rows) > 1:
        return WeighedAnswer(reasons.rows, reasons.chosen)
    before = session.rules.view(session.journal.state(event.parent), asked.who)
    found = session.rules.thinking.advice(before)
    place = next((k for k, one in enumerate(found) if is_it(one, answer)), None)
    if place is None or len(found) < 2:
        return None
    others = [one for k, one in enumerate(found) if k != place][:MOST_OTHERS]
    rows = sorted([found[place], *others], key=lambda one: -one.value)
    return WeighedAnswer(worded(tuple(rows), session.words), rows.index(found[place]))


def is_it(one: Advice, answer: object) -> bool:
    """Whether *answer* is what *one* advises."""
    match answer:
        case Cells(cells):
            return one.cells == cells and not one.choice
        case Pieces(pieces):
            return set(one.pieces) == set(pieces) and not one.choice
        case Path(pieces, cells):
            return one.cells == cells and set(one.pieces) == set(pieces) and not one.choice
        case Choose(key):
            return one.choice == key
        case _:
            return False
