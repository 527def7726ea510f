"""From the name of a scenario to a table that is ready to be played on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from wardesk.engine.rules import Rules
from wardesk.engine.types import Value


class TableInfo(Struct, frozen=True, kw_only=True):
    """What a screen says about a game before and while it is played."""

    scenario: str
    """``pack/scenario``, or a path: what `load_table` was asked for."""
    title: str
    game: str
    game_title: str
    summary: str = ""
    length: str = ""
    complexity: str = ""
    reconstruction: str = ""
    """What had to be rebuilt, empty if nothing; to be shown wherever the game is."""


class Table(Struct, frozen=True):
    """Rules over a board and a scenario."""

    rules: Rules[Any, Any]
    info: TableInfo


Loader = Callable[[str, Mapping[str, Value]], Table]
"""``loader(scenario, options)``; UserError when there is no such scenario."""


def load_table(scenario: str, options: Mapping[str, Value]) -> Table:
    """The table of a bundled scenario (``eben-emael/historical``) or of one at a path.

    UserError when there is no such scenario, or when it does not fit its game.
    """
    raise NotImplementedError
