"""What each hex is to a scripted player; kept, since the enemy does not move all the time."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, TypeVar

from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.shared.memory import Found, remember

V = TypeVar("V")
FIELDS = 200
"""Layouts of enemies and of goals that are kept; within an activation they hardly change."""


def kept(
    setting: Setting, key: tuple[str, Hashable], make: Callable[[Setting, Any], Callable[[str], V]]
) -> Mapping[str, V]:
    """For each hex what *make* finds from the second part of *key*, and from nothing else."""
    found = setting.kept_fields.get(key)
    if found is None:
        found = remember(setting.kept_fields, key, Found(make(setting, key[1])), most=FIELDS)
    return found


def near_from(setting: Setting, enemy: frozenset[str]) -> Callable[[str], int]:
    """Hexes to the nearest of *enemy*; 20 without one."""
    rows = [setting.apart[foe] for foe in enemy]
    return lambda cell: min([row[cell] for row in rows], default=20)


def pulls_from(setting: Setting, goals: tuple[tuple[str, float], ...]) -> Callable[[str], float]:
    """How near a hex lies to what is wanted."""
    rows = [(setting.apart[goal], value) for goal, value in goals]
    return lambda cell: max([value / (1.0 + row[cell]) for row, value in rows], default=0.0)


def threats_from(setting: Setting, guns: tuple[tuple[str, int], ...]) -> Callable[[str], int]:
    """How many of *guns*, hexes with a range each, reach a hex."""
    rows = [(setting.apart[at], reach) for at, reach in guns]
    return lambda cell: sum([row[cell] <= reach for row, reach in rows])
