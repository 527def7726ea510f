"""Reinforcements: what comes when, and where it may come in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from wardesk.engine.types import Reason


class Arrival(NamedTuple):
    """A piece that comes on *turn* or later, at one of *cells*."""

    turn: int
    piece: str
    cells: tuple[str, ...]


def due(arrivals: Iterable[Arrival], turn: int, here: Iterable[str]) -> tuple[Arrival, ...]:
    """What may come in by *turn* and is not *here* yet, the earliest first."""
    come = set(here)
    found = (one for one in arrivals if one.turn <= turn and one.piece not in come)
    return tuple(sorted(found, key=lambda one: (one.turn, one.piece)))


def open_to(cells: Iterable[str], against: Callable[[str], Sequence[Reason]]) -> tuple[str, ...]:
    """Those of *cells* that nothing speaks *against*."""
    return tuple(cell for cell in cells if not against(cell))
