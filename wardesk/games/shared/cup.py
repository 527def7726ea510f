"""Counters in cups and hands: drawn by chance, put into a hand, taken out when they are played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wardesk.engine.draft import Draft
from wardesk.engine.types import Roll
from wardesk.games.shared.ask import AskedQuestion

Table = Draft[Any]


def draw(
    d: Table, cup: str, question: AskedQuestion, name: Callable[[str], str], context: str = ""
) -> bool:
    """Ask chance for one counter of *cup*; False when it is empty. Faces are told by *name*."""
    items = d.cups[cup]
    if not items:
        return False
    kind, prompt, cite, then = question
    faces = tuple(map(name, items))
    d.roll(kind, prompt, cite, then, dice=(len(items),), faces=faces, context=context)
    return True


def drawn(d: Table, cup: str, answer: Roll) -> str:
    """The counter that *answer* drew; it leaves *cup*."""
    item = d.cups[cup][answer.dice[0] - 1]
    take(d, cup, item)
    return item


def take(d: Table, cup: str, item: str) -> None:
    """*item* leaves *cup*. KeyError when it is not in it."""
    held = list(d.cups[cup])
    if item not in held:
        raise KeyError(item)
    held.remove(item)
    d.cup(cup, held)


def put(d: Table, cup: str, item: str) -> None:
    """*item* comes into *cup*, whose order carries no meaning."""
    d.cup(cup, sorted((*d.cups[cup], item)))
