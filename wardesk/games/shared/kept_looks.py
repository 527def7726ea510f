"""Counters as they look, kept as long as they look the same: an answer changes a few of many."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from wardesk.model.look import CounterLook

Piece = TypeVar("Piece")


class KeptLooks(Generic[Piece]):
    """Holds no state of a game: whoever asks gets what he would get without it."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[Piece, object, CounterLook]] = {}

    def of(
        self, key: str, piece: Piece, make: Callable[[], CounterLook], facts: object = None
    ) -> CounterLook:
        """The look of the piece with this id; made anew when *piece* is another value.

        *facts* is what else the look tells, of the position around the piece.
        """
        kept = self._kept.get(key)
        if kept is None or not (kept[0] is piece or kept[0] == piece) or kept[1] != facts:
            kept = self._kept[key] = (piece, facts, make())
        return kept[2]
