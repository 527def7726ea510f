"""What an attack costs and takes on average, exactly, and what that is worth to Belgians."""

from __future__ import annotations

from wardesk.games.eben_emael.ch04_combat import Assessment
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.tables import Tables
from wardesk.games.shared.memory import remember
from wardesk.games.shared.tables import rolls

ROLLS = rolls((6, 6))
MOST_KEPT = 4096
"""Attacks whose exchange is kept."""


def exchange(
    tables: Tables, found: Assessment, column: int, shift: int = 0
) -> tuple[float, float, float]:
    """What an attack costs and takes on average, and the chance that it takes more than it costs.

    *shift* is added to the dice. Nobody can lose more men than he has.
    """
    key = (column, shift, found.men, found.defenders)
    known = tables.combat.exchanges
    return known.get(key) or remember(known, key, _exchange(tables, *key), MOST_KEPT)


def _exchange(
    tables: Tables, column: int, shift: int, men: int, defenders: int
) -> tuple[float, float, float]:
    losses, of = tables.combat.spread(column, shift), len(rolls(tables.combat.dice))
    cost = sum(min(mine, men) * ways for mine, _, ways in losses) / of
    take = sum(min(theirs, defenders) * ways for _, theirs, ways in losses) / of
    better = sum(ways for mine, theirs, ways in losses if theirs > mine) / of
    return cost, take, better


def worth(setting: Setting, found: Assessment) -> float:
    """What a Belgian attack brings against staying: its exchange in shares of both totals.

    The game is lost with 85 Germans and with 329 Belgians: a German weighs almost four Belgians.
    """
    figures = setting.tables.constants
    cost, take, _ = exchange(setting.tables, found, found.column)
    return take / figures.german_men - cost / figures.belgian_men
