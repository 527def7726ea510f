"""What stands where: questions about a position that every chapter asks."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from typing import Protocol

from wardesk.engine.cached import cached_property
from wardesk.engine.derived_cache import remembered
from wardesk.engine.types import Value
from wardesk.games.europa.attack import PERMANENT_SIZE
from wardesk.games.europa.setting import Setting
from wardesk.games.europa.state import ENEMY, SIDES, Unit
from wardesk.games.shared.march import StepCosts
from wardesk.words import Spoken, join, say

ZONE_SIZE = 2
"""Halves of an RE from which a unit has a zone of control (EF N16)."""


class Table(Protocol):
    """A state, or a draft of one."""

    @property
    def pieces(self) -> dict[str, Unit]:
        """By id."""
        ...

    @property
    def marks(self) -> dict[str, Value]:
        """Who holds places."""
        ...

    @property
    def tracks(self) -> dict[str, int]:
        """Turn, points, supply."""
        ...


def defence_of(setting: Setting, unit: Unit) -> int:
    """Defence now: of a work its own strength, of a unit what losses have left of it."""
    return unit.strength if unit.work else max(1, setting.rows[unit.id].defence - unit.lost)


def attack_of(setting: Setting, unit: Unit) -> int:
    """Attack now; works never attack (EF 40.D-9)."""
    return 0 if unit.work else max(0, setting.rows[unit.id].attack - unit.lost)


def halves_of(setting: Setting, unit: Unit) -> int:
    """Size in halves of an RE of who fights; a work with strength is 1 RE (EF 40.D-9)."""
    return PERMANENT_SIZE if unit.work else setting.rows[unit.id].halves


def layout_of(setting: Setting, table: Table) -> PositionLayout:
    """The layout of *table*, worked out once until a piece changes."""
    return _laid_out(setting, table.pieces)


@remembered
def _laid_out(setting: Setting, pieces: Mapping[str, Unit]) -> PositionLayout:
    return PositionLayout(setting, pieces)


class PositionLayout:
    """One position, looked at once: who stands in which hex, and whose zones cover what.

    Nobody may write to what it gives: all who ask about the same pieces share it.
    """

    def __init__(self, setting: Setting, pieces: Mapping[str, Unit]) -> None:
        self.setting = setting
        self.units: dict[str, dict[str, list[Unit]]] = {side: {} for side in SIDES}
        """Units without works, by side and hex."""
        self.works: dict[str, Unit] = {}
        """The work in each hex."""
        self.hexsides: dict[str, list[Unit]] = {}
        self._costs: dict[tuple[str, bool], StepCosts] = {}
        places = setting.neighbours
        for piece in pieces.values():
            if piece.at is None or piece.at not in places:
                continue
            if not piece.work:
                self.units[piece.side].setdefault(piece.at, []).append(piece)
            elif piece.hexside:
                self.hexsides.setdefault(piece.at, []).append(piece)
            else:
                self.works[piece.at] = piece

    def at(self, side: str, cell: str) -> list[Unit]:
        """Units of *side* in a hex, works left out."""
        return self.units[side].get(cell, [])

    def manned(self, side: str, cell: str) -> list[Unit]:
        """Works of *side* in a hex that have strength of their own, hexsides too."""
        there = [*self.hexsides.get(cell, ()), *filter(None, [self.works.get(cell)])]
        return [w for w in there if w.side == side and not w.holder and w.strength]

    def defenders(self, side: str, cell: str) -> list[Unit]:
        """All that defends a hex for *side*, works with strength of their own last."""
        return [*self.at(side, cell), *self.manned(side, cell)]

    def holds(self, side: str, cell: str) -> bool:
        """Whether anything of *side* defends a hex."""
        return bool(self.units[side].get(cell)) or bool(self.manned(side, cell))

    @cached_property
    def held(self) -> Mapping[str, set[str]]:
        """For each side the hexes that anything of it defends."""
        found = {side: set(self.units[side]) for side in SIDES}
        for cell in (*self.works, *self.hexsides):
            for side in SIDES:
                if self.manned(side, cell):
                    found[side].add(cell)
        return found

    @cached_property
    def zones(self) -> Mapping[str, set[str]]:
        """For each side the hexes beside its units of at least 1 RE (EF N16)."""
        rows, near = self.setting.rows, self.setting.neighbours
        return {
            side: {
                other
                for cell, units in self.units[side].items()
                if any(rows[u.id].halves >= ZONE_SIZE and not u.disrupted for u in units)
                for other in near[cell]
            }
            for side in SIDES
        }

    def shelter(self, side: str, cell: str) -> Unit | None:
        """The work in a hex that protects *side*: its own, or one that serves whoever is there."""
        work = self.works.get(cell)
        if work is None:
            return None
        if work.side == side and not work.holder:
            return work
        serves_all = work.row.becomes_when == "never" and work.holder == side
        return work if serves_all else None

    def fortified(self, side: str, cell: str, across: str = "") -> bool:
        """Whether *side* has a fortification in a hex, hexsides too (EF 40.D-1).

        *across*: only hexsides towards this hex count.
        """
        work = self.shelter(side, cell)
        if work is not None and work.fort:
            return True
        return any(
            w.side == side and not w.holder and (not across or across in w.faces)
            for w in self.hexsides.get(cell, ())
        )

    def stack(self, side: str, cell: str) -> int:
        """Halves of an RE of *side* in a hex; works do not count (EF 40.D-9)."""
        return sum(self.setting.rows[u.id].halves for u in self.at(side, cell))

    def room(self, side: str, cell: str) -> int:
        """Halves of an RE that still fit (EF N16)."""
        return self.setting.tables.frame.stack_halves - self.stack(side, cell)

    def costs(self, side: str, *, mobile: bool) -> StepCosts:
        """What each step costs *side*: more out of an enemy zone (EF N16)."""
        key = side, mobile
        if key not in self._costs:
            base, more = self.setting.costs[mobile], self.setting.tables.frame.leaves_zone
            zone = self.zones[ENEMY[side]]
            out = {a: {b: cost + more for b, cost in base[a].items()} for a in zone if a in base}
            self._costs[key] = {**base, **out}
        return self._costs[key]

    # ---- supply ---------------------------------------------------------------------------------

    def linked(self, side: str, sources: Iterable[str]) -> set[str]:
        """Hexes that a supply line of *side* reaches from *sources* (EF N15)."""
        enemy = ENEMY[side]
        held, zone, mine = self.held[enemy], self.zones[enemy], self.units[side]
        ground = self.setting.costs[False]
        found = {cell for cell in sources if cell not in held}
        queue = deque(found)
        while queue:
            cell = queue.popleft()
            for other in ground[cell]:
                if other in found or other in held or (other in zone and other not in mine):
                    continue
                found.add(other)
                queue.append(other)
        return found

    @cached_property
    def supplied(self) -> Mapping[str, set[str]]:
        """For each side the hexes in supply from its sources."""
        rows = self.setting.scenario
        return {side: self.linked(side, rows.logistics(side).sources) for side in SIDES}


def unit_name(setting: Setting, unit: Unit) -> Spoken:
    """A unit or a work in a sentence."""
    if unit.work:
        return say("{work} at {place}", work=unit.row.name, place=setting.name(unit.at or ""))
    return say("{name!s}", name=setting.rows[unit.id].name)


def names(setting: Setting, table: Table, units: Iterable[str]) -> Spoken:
    """Units in a sentence."""
    return join(", ", [unit_name(setting, table.pieces[unit]) for unit in units])
