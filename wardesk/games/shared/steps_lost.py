"""Losses shared out over pieces: what settles itself, what an answer may take, and who is gone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from wardesk.engine.draft import Draft
from wardesk.model.advice import Loss


def settled(limits: Mapping[str, int], points: int) -> dict[str, int] | None:
    """How *points* fall where nobody has a choice; None when the owner must be asked.

    *limits* is the most that each piece can take. More points than all can take are lost on
    nobody.
    """
    most = sum(limits.values())
    if points <= 0 or not most:
        return {}
    if points >= most:
        return dict(limits)
    return {next(iter(limits)): points} if len(limits) == 1 else None


def capped(limits: Mapping[str, int], amounts: Mapping[str, int]) -> dict[str, int]:
    """*amounts* of an answer, none above its limit and none for a piece that cannot lose."""
    return {p: min(n, limits[p]) for p, n in amounts.items() if n and p in limits}


def lose(d: Draft[Any], piece: str, field: str, lost: int) -> int:
    """Take *lost* off *field* of *piece* and return what is left. The piece stays on the map."""
    left = getattr(d.pieces[piece], field) - lost
    d.set(piece, **{field: left})
    return left


def by_place(lost: Iterable[Loss]) -> tuple[Loss, ...]:
    """Losses of one side in one place counted together."""
    found: dict[tuple[str, str], int] = {}
    for loss in lost:
        key = (loss.side, loss.cell)
        found[key] = found.get(key, 0) + loss.count
    return tuple(Loss(side, cell, count) for (side, cell), count in found.items())
