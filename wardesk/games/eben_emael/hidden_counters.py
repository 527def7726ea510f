"""Counters in hand that the other side may not know: views and guesses (EE N65)."""

from __future__ import annotations

from random import Random

from wardesk.engine.types import Frame, replace
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import ENEMY, HANDS, POOL, State, Turn

UNKNOWN = "unknown"
"""Stands in a view for a counter of the other side."""


def closed(setting: Setting) -> bool:
    """Whether each side keeps its counters to itself (option ``hands``)."""
    return setting.options.hands == "closed"


def view(setting: Setting, seen: State, side: str) -> State:
    """*seen*, of which the questions are veiled already, without the hand of the other side.

    What the other side holds lies in the pool for all that *side* knows; only the number in its
    hand can be counted at the table.
    """
    if not closed(setting) or side not in ENEMY:
        return seen
    hand = HANDS[ENEMY[side]]
    held = [counter for counter in seen.cups[hand] if counter != UNKNOWN]
    pool = tuple(sorted((*seen.cups[POOL], *held)))
    cups = {**seen.cups, POOL: pool, hand: (UNKNOWN,) * len(seen.cups[hand])}
    stack = tuple(_unnamed(setting, frame, side) for frame in seen.stack)
    return replace(seen, cups=cups, stack=stack)


def guess(setting: Setting, seen: State, side: str, rng: Random) -> State:
    """*seen* with a hand for the other side: as many of its own unseen counters as it holds."""
    if not closed(setting) or side not in ENEMY:
        return seen
    other, known = ENEMY[side], setting.tables.counters
    able = [counter for counter in seen.cups[POOL] if known[counter].side == other]
    held = rng.sample(able, min(len(able), len(seen.cups[HANDS[other]])))
    pool = tuple(counter for counter in seen.cups[POOL] if counter not in held)
    return replace(seen, cups={**seen.cups, POOL: pool, HANDS[other]: tuple(sorted(held))})


def _unnamed(setting: Setting, frame: Frame, side: str) -> Frame:
    """*frame* without the name of a counter that was drawn for the other side."""
    if isinstance(frame, Turn) and frame.counter:
        counter = setting.tables.counters[frame.counter]
        if counter.side != side:
            return replace(frame, counter="")
    return frame
