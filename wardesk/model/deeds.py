"""Things that can be done at the table in one go, as data: for menus, bars of buttons and keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

Asks = Literal["", "dice", "text", "counter", "number", "marker", "deck", "sheet"]
"""What a screen asks for before the deed is done; its answer follows the words of the deed."""


class DeedLook(Struct, frozen=True, kw_only=True):
    """One thing that can be done: the answer ``Choose(key, words)`` and how a screen offers it."""

    key: str
    words: tuple[str, ...] = ()
    label: str
    cite: str = ""
    about: Literal["counter", "place", "table", "card"] = "table"
    """A deed about a card is given that card's id as its last word."""
    menu: str = ""
    """Heading of the sub-menu it stands in; empty = it stands by itself."""
    shortcut: str = ""
    icon: str = ""
    to: str = ""
    """The box into which it puts counters: what a counter dropped there means."""
    asks: Asks = ""
    values: Mapping[str, str] = {}
    """What the screen's form starts with."""
    refused: str = ""
