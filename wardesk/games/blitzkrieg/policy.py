"""The scripted player: holds and takes places, keeps command, fires when it pays."""

from __future__ import annotations

from random import Random

from wardesk.engine.types import Answer, Choose
from wardesk.games.blitzkrieg.legality import sample
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import State


def choose(setting: Setting, state: State, rng: Random) -> Answer:
    """An answer to the pending question."""
    ask = state.ask
    assert ask is not None
    keys = [c.key for c in ask.choices]
    if "proposed" in keys:
        return Choose("proposed")
    return sample(setting, state, rng)
