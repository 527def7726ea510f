"""Where units stand and what lies beside them: occupied cells, contact, hostile zones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wardesk.engine.types import Piece

Neighbours = Mapping[str, tuple[str, ...]]
"""The cells beside each cell of a board."""


def occupied(pieces: Iterable[Piece]) -> set[str]:
    """The cells that *pieces* stand in."""
    return {piece.at for piece in pieces if piece.at is not None}


def beside(neighbours: Neighbours, cells: Iterable[str]) -> set[str]:
    """Cells adjacent to any of *cells*: the zone of whoever stands there.

    A cell of *cells* is in it where another one touches it.
    """
    return {other for cell in cells for other in neighbours[cell]}
