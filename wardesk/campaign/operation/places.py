"""Where a unit is: exactly one place at every moment."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

PlaceKind = Literal[
    "not-yet", "queue", "pool", "drop", "hex", "marker", "box", "display", "transit", "node",
    "eliminated", "removed",
]  # fmt: skip
GONE: frozenset[str] = frozenset({"eliminated", "removed"})
"""Places that a unit does not leave without a recovery or a ruling."""
IN_PLAY: frozenset[str] = frozenset({"drop", "hex", "marker", "box", "display", "transit", "node"})


class Place(Struct, frozen=True, forbid_unknown_fields=True):
    """A place: its kind, what it is called there, and the game whose table it is on.

    ``hex``: *at* is the label, *sheet* the sheet. ``marker``: stacked on a route's marker. ``box``
    and ``display``: an off-map box or a formation's display. ``transit``: on the way between two
    games. ``node``: at a scenario's table, whose own record knows where.
    """

    kind: PlaceKind
    at: str = ""
    sheet: str = ""
    game: str = ""

    def __str__(self) -> str:
        """In words, for lists and reports."""
        where = f"{self.sheet} {self.at}".strip()
        game = f" ({self.game})" if self.game else ""
        return f"{self.kind.replace('-', ' ')}{f' {where}' if where else ''}{game}"


NOT_YET = Place("not-yet")
ELIMINATED = Place("eliminated")
REMOVED = Place("removed")
