"""What a program needs to play beside the questions: guesses, and how the game stands."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from wardesk.engine.derived_cache import OnTable
from wardesk.engine.thinking import Thinking
from wardesk.engine.types import replace
from wardesk.games.blitzkrieg.ch11_victory import holds_place
from wardesk.games.blitzkrieg.ch12_scenarios import allowed
from wardesk.games.blitzkrieg.playing.prospects import prospects
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import CUP, ENEMY, AnyFrame, State, Unit, steps
from wardesk.games.shared.printed import OfSetting
from wardesk.words import say

CHITS = 1000
"""More than a cup ever holds."""


class BlitzkriegThinking(OfSetting[Setting], Thinking[Unit, AnyFrame]):
    """How programs play one scenario."""

    steps = steps.table

    measured: Mapping[str, str] = {
        "colonel": say(
            "Measured at Hannut against the scripted bot: {german} of 100 points more for the "
            "Germans ({n} pairs of games), {french} for the French ({others} pairs).",
            german=61,
            n=8,
            french=13,
            others=21,
        )
    }

    def score(self, state: State, side: str) -> float:
        """0 lost, 1 won: the result, else what points promise, or the place and steps left."""
        if state.result is not None:
            winner = state.result.winner
            return 0.5 if not winner else float(winner == side)
        victory = self.setting.scenario.victory
        mine = self._standing(state, victory.side)
        return mine if side == victory.side else 1.0 - mine

    def clock(self, state: State) -> int:
        """Chits: a turn has hundreds of questions, an activation a few dozen."""
        return CHITS * state.tracks["turn"] - len(state.cups.get(CUP, ()))

    def guess(self, state: State, side: str, rng: Random) -> State:
        """Unseen guns of the other side where they may have begun (12, 13.1).

        A hidden gun has not moved since the set-up, and acts with the formation of its neighbours
        in the forces.
        """
        setting = self.setting
        unseen = [
            u.id for u in state.pieces.values() if u.hidden and u.side != side and u.at is None
        ]
        pieces = dict(state.pieces)
        known = {setting.home_of[u.id]: u.formation for u in pieces.values()
                 if u.id in setting.home_of and u.id not in unseen}  # fmt: skip
        for name in unseen:
            home = setting.home_of[name]
            group = next((g for g in setting.groups if home in g.formations), None)
            formation = known.get(home, setting.scenario.attach.get(home, home))
            steps = 2 - setting.scenario.losses.get(name, 0)
            gun = Unit(
                id=name, side=pieces[name].side, formation=formation, steps=steps, hidden=True
            )
            cells = allowed(setting, replace(state, pieces=pieces), group, gun) if group else ()
            pieces[name] = replace(gun, at=rng.choice(cells) if cells else None)
        return replace(state, pieces=OnTable(pieces)) if unseen else state

    def _standing(self, state: State, side: str) -> float:
        """How the side that wants to win by *victory* stands while nobody has won yet."""
        victory = self.setting.scenario.victory
        if victory.bands:
            return prospects(self.setting, state)
        ours = sum(u.steps for u in state.pieces.values() if u.side == side and u.at)
        theirs = sum(u.steps for u in state.pieces.values() if u.side == ENEMY[side] and u.at)
        held = float(holds_place(state, self.setting.scenario.place[0], side))
        return 0.1 + 0.5 * held + 0.3 * ours / max(1, ours + theirs)
