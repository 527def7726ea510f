"""Losses shared out over pieces: what settles itself, what an answer may take, what fell where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from wardesk.engine.draft import Draft
from wardesk.engine.types import Event, GameState, SetPiece
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


def losses(
    before: GameState[Any, Any], event: Event[Any, Any], field: str, *, rises: bool = False
) -> tuple[Loss, ...]:
    """What *event* took from pieces of the state *before* it, by side and place.

    *field* counts what a piece has left, or with *rises* what it has lost. A piece that loses twice
    in one event is counted from where the first loss left it.
    """
    found: list[Loss] = []
    stands: dict[str, int] = {}
    for effect in event.effects:
        if not isinstance(effect, SetPiece) or effect.field != field:
            continue
        unit, now = before.pieces.get(effect.piece), effect.value
        if unit is None or not isinstance(now, int):
            continue
        was = stands[effect.piece] if effect.piece in stands else int(getattr(unit, field))
        stands[effect.piece] = now
        count = now - was if rises else was - now
        if count > 0:
            found.append(Loss(unit.side, unit.at or "", count))
    return by_place(found)


def by_place(lost: Iterable[Loss]) -> tuple[Loss, ...]:
    """Losses of one side in one place counted together."""
    found: dict[tuple[str, str], int] = {}
    for loss in lost:
        key = (loss.side, loss.cell)
        found[key] = found.get(key, 0) + loss.count
    return tuple(Loss(side, cell, count) for (side, cell), count in found.items())
