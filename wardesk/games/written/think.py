"""What a program needs to play any game whose rules are data: the score and the clock."""

from __future__ import annotations

from wardesk.engine.thinking import Thinking
from wardesk.games.shared.printed import OfSetting
from wardesk.games.written.outlook import press_of, score
from wardesk.games.written.setting import Setting
from wardesk.games.written.state import TURN, AnyFrame, Game, State, Unit, steps
from wardesk.words import say


class WrittenThinking(OfSetting[Setting], Thinking[Unit, AnyFrame]):  # pyright: ignore[reportInvalidTypeArguments]
    """How programs play the scenario."""

    steps = steps.table
    stake = say("of the chance to win")

    def score(self, state: State, side: str) -> float:
        """How the game stands for *side*, 0 to 1."""
        if state.result is not None:
            return float(state.result.winner == side) if state.result.winner else 0.5
        found = score(self.setting, state, press_of(self.setting, state))
        return found if side == self.setting.sides[0] else 1.0 - found

    def clock(self, state: State) -> int:
        """Turns of single sides."""
        up = next((frame for frame in state.stack if isinstance(frame, Game)), None)
        phase = self.setting.phases.get(up.phase) if up else None
        side = (phase.side if phase else "") or (up.side if up else "")
        return 2 * state.tracks.get(TURN, 1) + int(side == self.setting.sides[-1])
