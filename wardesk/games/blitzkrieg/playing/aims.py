"""What a scripted player makes of a position: its goals, marches and fights."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, cast

from wardesk.engine.cached import cached_property
from wardesk.engine.derived_cache import remembered
from wardesk.engine.types import GameState, Path, Value, replace
from wardesk.games.blitzkrieg.ch07_movement import (
    MOST_TOGETHER,
    Ordered,
    allowance,
    assault_goals,
    can_move,
    goals_of,
    move_class,
    ways_of,
)
from wardesk.games.blitzkrieg.ch08_fire import final_of
from wardesk.games.blitzkrieg.ch11_victory import holder
from wardesk.games.blitzkrieg.forces import Kind
from wardesk.games.blitzkrieg.playing.worth import (
    harm,
    kept,
    moved_by,
    near_from,
    pulls_from,
    threats_from,
)
from wardesk.games.blitzkrieg.position import (
    at,
    enemy_cells,
    fighters_at,
    hq_of,
    is_infantry,
    kind_of,
    members,
    on_map,
    riders,
    seen_enemies,
)
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import ARRIVING, ENEMY, Fire, State, Unit
from wardesk.games.shared.memory import Remembering

GARRISON = 4
"""Enemies this near keep the last unit in a place that is held."""

NEAR_ENOUGH, FAR_ENOUGH = 2, 4
"""Hexes to an enemy or a goal at which men get off their half-tracks, and beyond which on."""

ALL = 6
"""What a place is worth that decides the battle alone."""


# ---- a position as one side sees it -------------------------------------------------------------


class Fight(NamedTuple):
    """A close combat that could be begun, and what it is worth."""

    worth: float
    units: tuple[str, ...]
    way: tuple[str, ...]


Like = tuple[object, ...]
"""All that the marches of a unit depend on: those of like units are the same."""
Goals = Mapping[str, tuple[str, ...]]
"""Hexes a unit gets to, and the way there."""
NO_FIGHT = Fight(0.0, (), ())


@dataclass(frozen=True, eq=False)
class Aims:
    """A position as *side* sees it. Worked out once for each decision."""

    setting: Setting
    state: State
    side: str
    _lands: dict[object, Mapping[str, float]] = field(default_factory=dict, init=False)
    _formations: dict[str, list[Unit]] = field(default_factory=dict, init=False)
    _alike: dict[str, Like] = field(default_factory=dict, init=False)
    _reached: dict[Like, Goals] = field(default_factory=dict, init=False)
    _assaulted: dict[Like, Goals] = field(default_factory=dict, init=False)
    _factors: dict[tuple[str, str, str], int] = field(default_factory=dict, init=False)

    @cached_property
    def foes(self) -> list[Unit]:
        """Enemies that it knows of."""
        return seen_enemies(self.setting, self.state, self.side)

    @cached_property
    def enemy(self) -> frozenset[str]:
        """The hexes they fight from."""
        return enemy_cells(self.setting, self.state, self.side)

    @cached_property
    def goals(self) -> dict[str, float]:
        """Hexes it wants to stand in: those it must take, and those it may lose."""
        found: dict[str, float] = {}
        counted = bool(self.setting.scenario.victory.bands)
        for place in self.setting.scenario.place:
            value = place.value if counted else ALL
            for cell in place.cells:
                if holder(self.state, place, cell) != self.side:
                    found[cell] = 2.0 + value
                elif self.nearest(cell) <= GARRISON + 1:
                    found[cell] = 1.0 + value / 2
        return found or dict.fromkeys(self.enemy, 1.0)

    @cached_property
    def _near(self) -> Mapping[str, int]:
        return kept(self.setting, ("near", self.enemy), near_from)

    def nearest(self, cell: str) -> int:
        """Hexes to the nearest known enemy; 20 without one."""
        return self._near[cell]

    @cached_property
    def _pulls(self) -> Mapping[str, float]:
        return kept(self.setting, ("pulls", tuple(self.goals.items())), pulls_from)

    def pull(self, cell: str) -> float:
        """How near a hex lies to what is wanted."""
        return self._pulls[cell]

    @cached_property
    def _threats(self) -> Mapping[str, int]:
        reach = self.setting.reach
        guns = tuple((u.at or "", reach[u.id]) for u in self.foes)
        return kept(self.setting, ("threats", guns), threats_from)

    def threat(self, cell: str) -> int:
        """How many known enemies reach a hex with their fire."""
        return self._threats[cell]

    # ---- ground ---------------------------------------------------------------------------------

    def ground(self, unit: Unit, cell: str) -> float:
        """How good it is for a unit to stand in a hex."""
        return self._grounds(unit)[cell]

    def _grounds(self, unit: Unit) -> Mapping[str, float]:
        """How good each hex is for a unit; like units share the answers."""
        setting = self.setting
        kind = kind_of(setting, unit)
        if kind is None:
            key: object = (unit.formation, unit.side)
            if key not in self._lands:
                self._lands[key] = Remembering(self._seat(unit))
            return self._lands[key]
        hq = hq_of(self.state, unit.formation)
        if hq is not None and (not on_map(setting, hq) or setting.home(unit.id).independent):
            hq = None
        seat = (hq.at or "", setting.tables.figures.radius[unit.side]) if hq is not None else None
        empty = kind.category == "carrier" and not riders(self.state, unit.id)
        key = (kind.sight, kind.armoured, seat, unit.formation if empty else None)
        if key not in self._lands:
            self._lands[key] = Remembering(self._land(kind, seat, unit.formation if empty else ""))
        return self._lands[key]

    def _land(
        self, kind: Kind, seat: tuple[str, int] | None, fetches: str
    ) -> Callable[[str], float]:
        """How good a hex is for units of *kind*.

        *seat* is where their HQ is and how far its command goes, *fetches* the formation whose men
        an empty half-track looks for.
        """
        setting, pulls, threats = self.setting, self._pulls, self._threats
        foot, armoured, close, goals = (
            kind.sight == "foot",
            kind.armoured,
            setting.close,
            self.goals,
        )
        to_hq, radius = (setting.apart[seat[0]], seat[1]) if seat is not None else (None, 0)
        men = [
            setting.apart[u.at or ""]
            for u in (self._of(fetches) if fetches else ())
            if is_infantry(setting, u) and not u.hq
        ]

        def land(cell: str) -> float:
            if fetches:
                found: float = -min((row[cell] for row in men), default=0) - threats[cell]
            else:
                found = 3.0 * pulls[cell] - 0.15 * threats[cell]
                if foot and cell in close:
                    found += 0.6
                if armoured and cell in close and cell not in goals:
                    found -= 0.4
            if to_hq is not None:
                found -= 1.0 * max(0, to_hq[cell] - radius)
            return found

        return land

    def _seat(self, hq: Unit) -> Callable[[str], float]:
        """An HQ keeps its units within its radius, among friends and out of the enemy's fire."""
        setting, radius = self.setting, self.setting.tables.figures.radius[hq.side]
        places = [u.at or "" for u in self._of(hq.formation) if not u.hq]
        rows = [setting.apart[place] for place in places]
        friends, number = set(places), len(rows) or 1
        pulls, threats, near = self._pulls, self._threats, self._near

        def seat(cell: str) -> float:
            away = [row[cell] for row in rows]
            lost = sum(max(0, far - radius) for far in away)
            far = sum(away) / number
            found = 0.5 * pulls[cell] - 2.0 * lost - 0.3 * far - 0.5 * threats[cell]
            return found + (0.8 if cell in friends else -3.0 * (near[cell] <= 3))

        return seat

    def _of(self, formation: str) -> list[Unit]:
        if formation not in self._formations:
            everybody = members(self.state, (formation,))
            self._formations[formation] = [u for u in everybody if on_map(self.setting, u)]
        return self._formations[formation]

    def stays(self, unit: Unit) -> bool:
        """Whether it is the last one in a place that the enemy could walk into."""
        cell = unit.at or ""
        if unit.hq or cell not in self.goals or self.nearest(cell) > GARRISON:
            return False
        mine = self.state.marks.get(f"{cell}/held") == self.side
        return mine and len(fighters_at(self.state, cell, self.side)) == 1

    # ---- half-tracks ----------------------------------------------------------------------------

    def who_gets_off(self, units: Sequence[str]) -> str:
        """The first company on board that is where it is wanted; empty without one."""
        return next((u for u in units if self._far(u) <= NEAR_ENOUGH), "")

    def who_gets_on(self, units: Sequence[str]) -> str:
        """The first company on foot with a long way to go; empty without one."""
        return next((u for u in units if self._far(u) > FAR_ENOUGH), "")

    def _far(self, unit: str) -> int:
        """Hexes to the nearest enemy or goal."""
        cell = self.state.pieces[unit].at or ""
        goals = [self.setting.distance(cell, goal) for goal in self.goals]
        return min([self.nearest(cell), *goals])

    # ---- marches --------------------------------------------------------------------------------

    def _like(self, unit: Unit) -> Like:
        """All that the marches of units in one hex depend on."""
        found = self._alike.get(unit.id)
        if found is None:
            kind = kind_of(self.setting, unit)
            found = self._alike[unit.id] = (
                unit.at,
                move_class(self.setting, self.state, unit),
                allowance(self.setting, self.state, unit),
                unit.spent,
                unit.fired,
                unit.out,
                unit.neutralised,
                kind.moves if kind else 0,
                unit.id if unit.at == ARRIVING else "",
            )
        return found

    def reached(self, unit: Unit) -> Goals:
        """Where a unit gets to and how; like units in one hex share the answer."""
        key = self._like(unit)
        found = self._reached.get(key)
        if found is None:
            found = self._reached[key] = goals_of(self.setting, self.state, unit, road=True)
        return found

    def _assaults(self, unit: Unit) -> Goals:
        """The hexes of the enemy among those that a unit on the map gets to."""
        key = self._like(unit)
        found = self._assaulted.get(key)
        if found is None:
            setting, state = self.setting, self.state
            ways = ways_of(setting, state, unit, road=True)
            found = assault_goals(setting, state, unit, ways, road=True)
            self._assaulted[key] = found
        return found

    def march(self, pieces: Sequence[str], *, spare: Sequence[str] = ()) -> Path | None:
        """The best march of any of *pieces* but *spare*, with companions who want to go as well."""
        best: tuple[float, str, tuple[str, ...]] | None = None
        for piece in sorted(pieces, key=lambda p: self.state.pieces[p].hq):
            unit = self.state.pieces[piece]
            if unit.spent or piece in spare or self.stays(unit) or (best is not None and unit.hq):
                continue
            for value, way in self._marches(unit):
                if value > 0.15 and (best is None or value > best[0]):
                    best = (value, piece, way)
        if best is None:
            return None
        _, first, way = best
        group = self._together(first, way, [p for p in pieces if p not in spare])
        return Path(group, way) if not self._against(group, way) else None

    def _marches(self, unit: Unit) -> Iterator[tuple[float, tuple[str, ...]]]:
        """How much better *unit* would stand at each goal, and the way there."""
        ground, enemy = self._grounds(unit), self.enemy
        here = ground[unit.at or ""] if on_map(self.setting, unit) else -9.0
        for goal, way in self.reached(unit).items():
            if goal not in enemy:
                yield ground[goal] - here, way

    def marches(self, pieces: Sequence[str], each: int) -> list[Path]:
        """The *each* best marches of every one of *pieces* and its companions, the best first."""
        found: list[tuple[float, Path]] = []
        for piece in pieces:
            unit = self.state.pieces[piece]
            if unit.spent:
                continue
            ranked = sorted(self._marches(unit), key=lambda one: (-one[0], one[1]))[:each]
            for value, way in ranked:
                group = self._together(piece, way, pieces)
                found += [(value, Path(who, way)) for who in {group, (piece,)}
                          if who and not self._against(who, way)]  # fmt: skip
        found.sort(key=lambda one: (-one[0], one[1].pieces, one[1].cells))
        return [path for _, path in found]

    def _together(self, first: str, way: tuple[str, ...], pieces: Sequence[str]) -> tuple[str, ...]:
        """Those in the same hex who gain by the same march, up to three."""
        leader, group = self.state.pieces[first], [first]
        if leader.hq or not on_map(self.setting, leader):
            return (first,)
        for piece in pieces:
            unit = self.state.pieces[piece]
            if piece == first or unit.at != leader.at or unit.spent or unit.hq:
                continue
            gains = self.ground(unit, way[-1]) > self.ground(unit, unit.at or "") + 0.15
            more = (*group, piece)
            if gains and len(group) < MOST_TOGETHER and not self._against(more, way):
                group.append(piece)
        leaves = [u for u in fighters_at(self.state, leader.at or "", self.side) if u.id in group]
        if len(leaves) > 1 and self._empties(leader.at or "", leaves):
            group.pop()
        return tuple(group)

    def _empties(self, cell: str, leaving: Sequence[Unit]) -> bool:
        if cell not in self.goals or self.nearest(cell) > GARRISON:
            return False
        return len(fighters_at(self.state, cell, self.side)) == len(leaving)

    def _against(self, pieces: Sequence[str], way: tuple[str, ...]) -> bool:
        return bool(Ordered(self.setting, self.state, pieces, road=True).against(way))

    # ---- fights ---------------------------------------------------------------------------------

    def fight(self, pieces: Sequence[str]) -> Fight:
        """The best close combat that some of *pieces* who stand together can begin."""
        return max((NO_FIGHT, *self.fights(pieces)), key=lambda fight: fight.worth)

    def fights(self, pieces: Sequence[str]) -> Iterator[Fight]:
        """For each hex and each enemy hex in reach of it the best close combat, if one pays."""
        origins: dict[str, list[Unit]] = {}
        for piece in pieces:
            unit = self.state.pieces[piece]
            kind = kind_of(self.setting, unit)
            if kind is None or not kind.attack or not on_map(self.setting, unit):
                continue
            if kind.category == "carrier" or unit.fired or unit.out or self.stays(unit):
                continue
            if can_move(self.setting, self.state, unit):
                origins.setdefault(unit.at or "", []).append(unit)
        for units in origins.values():
            strong = sorted(units, key=self._strength, reverse=True)
            for cell in sorted({c for u in strong for c in self._assaults(u)}):
                yield self._group_fight(strong, cell)

    def _strength(self, unit: Unit) -> tuple[int, int, str]:
        kind = kind_of(self.setting, unit)
        return (kind.armour if kind else 0, kind.attack_at(unit.steps) if kind else 0, unit.id)

    def _group_fight(self, units: Sequence[Unit], cell: str) -> Fight:
        best, group = NO_FIGHT, list[str]()
        way: tuple[str, ...] = ()
        for unit in units:
            own = self._assaults(unit).get(cell)
            if len(group) == MOST_TOGETHER or own is None:
                continue
            way = way or own
            # Its own way is open to it; on that of another it may lack a point.
            if own != way and self._against([unit.id], way):
                continue
            group.append(unit.id)
            worth = self._worth(group, cell)
            if worth > best.worth:
                best = Fight(worth, tuple(group), way)
        return best

    def _worth(self, group: Sequence[str], cell: str) -> float:
        """Harm given less harm taken, and the hex by the chance to take it."""
        state, setting, factor_of = self.state, self.setting, self._factor
        held = [u for u in fighters_at(state, cell, ENEMY[self.side]) if not u.hidden]
        taken, stands = 0.0, dict.fromkeys(group, 1.0)
        for foe in held:
            factors = {u: factor_of(cell, foe.id, u, u) for u in group}
            victim = max(factors, key=factors.__getitem__)
            taken += harm(setting, factors[victim])
            foot = is_infantry(setting, state.pieces[victim])
            stands[victim] *= 1.0 - moved_by(setting, factors[victim], foot=foot)
        given, left = 0.0, {foe.id: 1.0 for foe in held}
        for unit in group:
            target = max(left, key=left.__getitem__)
            factor = factor_of(cell, unit, target, unit)
            given += stands[unit] * harm(setting, factor)
            foot = is_infantry(setting, state.pieces[target])
            left[target] *= 1.0 - stands[unit] * moved_by(setting, factor, foot=foot)
        out = 1.0
        for chance in left.values():
            out *= 1.0 - chance
        hq = any(u.hq for u in at(state, cell, ENEMY[self.side]))
        prize = 0.6 * self.goals.get(cell, 0.3) + (0.8 if hq else 0.0)
        return given - 1.2 * taken + out * prize - 0.15

    def _factor(self, cell: str, shooter: str, target: str, comer: str) -> int:
        """The factor of a shot in close combat, when *comer*, who is one of both, is in *cell*."""
        key = (cell, shooter, target)
        if key not in self._factors:
            pieces = {name: self.state.pieces[name] for name in (shooter, target)}
            pieces[comer] = replace(pieces[comer], at=cell, column=False)
            frame = Fire(
                step="aim", shooter=shooter, target=target, mode="assault", first_round=True
            )
            table = replace(self.state, pieces=pieces)
            self._factors[key] = final_of(self.setting, table, frame)
        return self._factors[key]


@remembered
def best_fight(
    setting: Setting,
    pieces: Mapping[str, Unit],
    marks: tuple[tuple[str, Value], ...],
    side: str,
    units: tuple[str, ...],
) -> Fight:
    """The best close combat of *units*; an order to fire puts two more questions on one table."""
    table: State = GameState(cast("dict[str, Unit]", pieces), dict(marks))
    return Aims(setting, table, side).fight(units)
