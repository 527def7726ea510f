"""Chapter 13.1: anti-tank guns that begin hidden, until something gives them away."""

from __future__ import annotations

from collections.abc import Iterable

from wardesk.engine.draft import Draft
from wardesk.games.blitzkrieg.position import Table, unit_name
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import Unit
from wardesk.words import say


def hides(setting: Setting, table: Table, side: str) -> bool:
    """Whether a side still has hidden guns; then it is asked even where it can do nothing."""
    return setting.options.hidden_guns == "yes" and any(
        u.hidden and u.side == side and u.at is not None for u in table.pieces.values()
    )


def reveal(d: Draft[Setting], units: Iterable[Unit]) -> None:
    """Those of *units* that were hidden are found: they fire or try to, are met or assaulted."""
    for unit in units:
        if unit.hidden:
            d.set(unit.id, hidden=False)
            d.say(say("{unit} was found", unit=unit_name(d.setting, unit)), "BK 13.1", unit.at)
