"""Who fell where: men that an event took from the map and that count as losses (EE N48, EE N49)."""

from __future__ import annotations

from wardesk.engine.types import SetPiece, SetTrack
from wardesk.games.eben_emael.state import GLIDERS, SIDES, Fact, State
from wardesk.model.advice import Loss


def losses(before: State, event: Fact) -> tuple[Loss, ...]:
    """Men lost by side and sector. Men that only changed their counter are not lost."""
    counted = {
        effect.track.removesuffix("_losses"): effect.value - before.tracks.get(effect.track, 0)
        for effect in event.effects
        if isinstance(effect, SetTrack) and effect.track.endswith("_losses")
    }
    sides = {side for side in SIDES if counted.get(side, 0) > 0}
    if not sides:
        return ()
    left: dict[str, int] = {}
    landed: dict[str, str] = {}
    for effect in event.effects:
        if isinstance(effect, SetPiece) and effect.field == "men" and type(effect.value) is int:
            left[effect.piece] = effect.value
        elif isinstance(effect, SetPiece) and effect.field == "at" and effect.value:
            landed[effect.piece] = str(effect.value)
    found: dict[tuple[str, str], int] = {}
    for piece, men in left.items():
        counter = before.pieces.get(piece)
        if counter is None or counter.side not in sides or men >= counter.men:
            continue
        # Men who fall with their glider fall where it comes down.
        cell = landed.get(piece, "") if counter.at == GLIDERS else counter.at
        key = (counter.side, cell or "")
        found[key] = found.get(key, 0) + counter.men - men
    return tuple(Loss(side, cell, count) for (side, cell), count in found.items())
