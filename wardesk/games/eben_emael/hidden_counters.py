"""Counters in hand that the other side may not know: views, questions and news (EE N65)."""

from __future__ import annotations

from random import Random

from wardesk.engine.draft import Draft
from wardesk.engine.types import Frame, replace
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import ENEMY, HANDS, POOL, SIDES, State, Turn

UNKNOWN = "unknown"
"""Stands in a view for a counter of the other side."""
_OF_THE_HAND = frozenset({"play-or-hold", "play-counter", "air"})
"""Questions that name the counters in somebody's hand."""


def closed(setting: Setting) -> bool:
    """Whether each side keeps its counters to itself (option ``hands``)."""
    return setting.options.hands == "closed"


def veil(d: Draft[Setting]) -> None:
    """Let the other side see only that its opponent decides, where the question shows a hand."""
    ask = d.question
    if ask is None or not closed(d.setting) or ask.who not in SIDES:
        return
    counters = d.setting.tables.counters
    if ask.kind in _OF_THE_HAND or any(choice.key in counters for choice in ask.choices):
        d.question = replace(ask, hidden_from=(ENEMY[ask.who],))


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
    ask = seen.ask
    if ask is not None and ask.kind == "draw" and ask.faces:
        faces = tuple(setting.tables.counters[counter].name for counter in pool)
        ask = replace(ask, dice=(len(faces),), faces=faces, context="")
    return replace(seen, cups=cups, stack=stack, ask=ask)


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
