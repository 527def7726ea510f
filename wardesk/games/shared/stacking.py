"""How much stands together, and whether more has room."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from wardesk.engine.types import Piece

P = TypeVar("P", bound=Piece)


def totals(pieces: Iterable[P], size: Callable[[P], int]) -> dict[str, int]:
    """What *pieces* come to in each place they stand in; one without a place counts nowhere."""
    found: dict[str, int] = {}
    for piece in pieces:
        if piece.at is not None:
            found[piece.at] = found.get(piece.at, 0) + size(piece)
    return found


def excess(limit: int, standing: int, coming: int = 0) -> int:
    """By how much *standing* and *coming* together exceed *limit*; 0 = they fit."""
    over = standing + coming - limit
    return over if over > 0 else 0  # asked of every place of a march: no call of max


def space(limit: int, standing: int) -> int:
    """How much more may come; 0 where it is full or too full already."""
    return max(0, limit - standing)
