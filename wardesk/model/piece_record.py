"""How a game's pieces are read back into a record: which field counts steps, where the lost lie."""

from __future__ import annotations

from msgspec import Struct


class PieceRecord(Struct, frozen=True, kw_only=True):
    """What a rule system says about its pieces, so that a campaign can fill and read its table."""

    steps: str = ""
    """The field that counts a piece's steps; empty: it has one for as long as it is there."""
    dead: tuple[str, ...] = ()
    """Places where the lost lie."""
    exits: tuple[tuple[str, str], ...] = ()
    """Places of those who left the map, with their names."""
    stays: tuple[str, ...] = ()
    """Places beside the map that are no change: a piece there is where it was before the game."""
    aside_is_lost: bool = True
    """Whether a piece without any place is lost; otherwise nobody has said what became of it."""
