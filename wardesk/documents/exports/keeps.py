"""What another program finds of a map in a file, and what comes back: values of an exporter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from msgspec import Struct

from wardesk.words import Text

Thing = Literal[
    "underlay", "pictures", "review", "parts", "hidden", "grid", "called", "names", "unit",
    "ground", "sides", "high", "lines", "heights", "figures", "labels", "zones", "others",
    "reasons", "kept", "kinds", "costs", "sight", "look", "origin",
]  # fmt: skip
"""Everything that a map may have, in the order in which sentences name it."""
Narrower = Literal["backdrop", "curved", "tall", "pairs"]
"""A part of a thing, where the rest of it gets through."""
THINGS: tuple[Thing, ...] = get_args(Thing)
EVERYTHING = frozenset(THINGS)
WITH_THE_MAP_INSIDE = EVERYTHING - {"underlay", "pictures", "review", "parts", "hidden"}
"""What comes back from a file that has the whole map inside for WarDesk."""


class Keeps(Struct, frozen=True, kw_only=True):
    """What comes back from a form for other programs; the rest is told as lost.

    A form that keeps what is *hidden* is written with it.
    """

    program: str
    things: frozenset[Thing] = frozenset()
    unseen: tuple[Thing, ...] = ()
    """Of these, what only WarDesk finds in the file."""
    painted: tuple[Thing, ...] = ()
    """Of these, what the other program has as a picture only."""
    only: Mapping[Thing, Narrower] = {}
    """Where a part of a thing is meant and not the whole."""
    told: tuple[Text, ...] = ()
    """Whole sentences beside the lists."""
