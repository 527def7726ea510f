"""A small freeform table for tests: the Hannut map, four counters, two sides."""

from __future__ import annotations

from functools import cache
from typing import Any

from wardesk import paths
from wardesk.documents.maps.store import load_board
from wardesk.engine.journal import Journal
from wardesk.engine.kernel import begin
from wardesk.engine.types import Answer, Choose, Pieces, Roll
from wardesk.games.freeform import FreeformRules
from wardesk.model.board import Board

COUNTERS: list[dict[str, Any]] = [
    {"name": "Tank", "side": "blue", "steps": 2, "factors": "5-3", "reduced": "3-3",
     "place": "0101"},
    {"name": "Scout", "side": "blue", "place": "0101"},
    {"name": "Guns", "side": "blue", "steps": 3},
    {"name": "Foe", "side": "red", "place": "0303"},
]  # fmt: skip
SETUP: dict[str, Any] = {
    "sides": [{"id": "blue", "name": "Blue"}, {"id": "red", "name": "Red"}],
    "last_turn": 2,
    "boxes": [{"id": "reserve", "title": "Reserve"}],
    "cups": [{"id": "luck", "title": "Luck", "items": ["good", "bad"]}],
    "tracks": [{"id": "points", "title": "Points", "value": 1, "most": 3}],
}


@cache
def hexes() -> Board:
    return load_board(paths.campaigns() / "hannut-stonne" / "maps" / "hannut")


def rules(*, options: dict[str, Any] | None = None, **setup: Any) -> FreeformRules:
    forces = {"counter": setup.pop("counters", COUNTERS)}
    return FreeformRules(hexes(), {**SETUP, **setup, "forces": forces}, options or {})


def opened(found: FreeformRules | None = None) -> Journal[Any, Any]:
    found = found or rules()
    return Journal(found, *begin(found, umpire=False))


def played(journal: Journal[Any, Any], *answers: str | int | Answer) -> Journal[Any, Any]:
    """Give *answers* in order: words press buttons, whole numbers are a die."""
    for answer in answers:
        if isinstance(answer, str):
            answer = Choose(answer)
        elif isinstance(answer, int):
            answer = Roll((answer,))
        journal.answer(answer, umpire=False)
    return journal


def pick(*pieces: str) -> Pieces:
    return Pieces(pieces)
