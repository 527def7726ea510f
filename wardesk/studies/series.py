"""Tracks at the end of each turn, read from the effects of a game's events in their order."""

from __future__ import annotations

from collections.abc import Iterable

from wardesk.engine.types import Effect, SetTrack


class TurnTracks:
    """Follows the tracks of one game. Without a clock there is only one turn, number 0.

    Effects are read one by one, because one answer may end a turn and begin the next: what it
    changed before the clock moved belongs to the turn that it ended.
    """

    def __init__(self, clock: str) -> None:
        self.turn = 0
        self.values: dict[str, int] = {}
        self.ended: dict[int, dict[str, int]] = {}
        """Turn -> tracks at its end. The last turn is not among them while it lasts."""
        self._clock = clock
        self._begun = False

    def see(self, effects: Iterable[Effect]) -> None:
        """Take in what an event changed."""
        for effect in effects:
            if not isinstance(effect, SetTrack):
                continue
            if effect.track == self._clock and effect.value != self.turn:
                if self._begun:
                    self.ended[self.turn] = dict(self.values)
                self.turn = effect.value
            self.values[effect.track] = effect.value

    def set_up(self, effects: Iterable[Effect]) -> None:
        """Take in the set-up; a clock that it puts on the first turn ends no turn before it."""
        self.see(effects)
        self._begun = True

    def until(self, turn: int) -> dict[int, dict[str, int]]:
        """Every turn up to *turn* or the last one; those after it keep the last values."""
        last = range(self.turn, max(self.turn, turn) + 1)
        return {**self.ended, **dict.fromkeys(last, self.values)}
