"""What sectors are worth to both sides: points, doors and guns, and what is in harm's way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wardesk.engine.types import Path
from wardesk.games.eben_emael.attacks import Assessment, exchange, weigh, worth
from wardesk.games.eben_emael.control import scores
from wardesk.games.eben_emael.marching import against_exit, goals, room
from wardesk.games.eben_emael.position import (
    closed,
    destroyed,
    ground,
    manned,
    open_door,
    route,
    serves,
    soldiers,
    soldiers_at,
    standing_in,
    ways,
)
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import BELGIAN, GERMAN, FortCounter, State
from wardesk.games.shared.memory import remember

Values = Mapping[str, float]
Ranks = tuple[tuple[float, tuple[str, ...]], ...]

GUN_VALUE = 0.05
"""What a strength point of a manned gun is worth in a turn, in victory points."""

DOOR = 1.2
"""What shutting a door is worth to the Germans: nobody comes out of it any more."""

BATTERY = 1.6
"""What silencing a manned gun of full strength is worth to them."""

DANGER = 0.12
"""What a point of machine-gun column that bears on a sector costs a unit that goes there."""

KEEP = 0.35
"""How much of its points a sector is worth to the squad that guards it."""

BAR = 0.5
"""How much of its points a work is worth to a counterattack that bars its roof to charges."""

IDLE = 0.15
"""What Germans are worth to an attack where they hold no points: so much, and of the points."""

MOST_KEPT = 1024
"""Tables of what sectors are worth to Germans that are kept."""


# ---- Germans ------------------------------------------------------------------------------------


def german_move(setting: Setting, state: State, pieces: Sequence[str]) -> Path | None:
    """One move: the unit and sector that gain the most; None when nobody gains anything."""
    taken = ground(state.pieces, GERMAN)
    tables = _german_tables(setting, state)
    crowd: dict[str, int] = {}
    for unit in soldiers(state.pieces, GERMAN):
        crowd[unit.at or ""] = crowd.get(unit.at or "", 0) + 1
    best: tuple[float, str, str] | None = None
    looked: dict[tuple[str, bool, int], tuple[float, str]] = {}
    for piece in pieces:
        unit = state.pieces[piece]
        at, armed = unit.at or "", unit.charges > 0
        key = (at, armed, unit.men)
        if key not in looked:
            values, ranks = tables[armed]
            stay = values[at] if crowd.get(at, 0) <= 1 else 0.0
            value, goal = _best_goal(setting, state, unit, ranks, taken)
            looked[key] = (value - stay, goal)
        gain, goal = looked[key]
        if gain > 0 and (best is None or gain > best[0]):
            best = (gain, piece, goal)
    return _path(setting, state, best)


def _best_goal(
    setting: Setting, state: State, unit: FortCounter, ranks: Ranks, taken: frozenset[str]
) -> tuple[float, str]:
    """The best free sector in reach with its value, of equals the nearest; else nothing."""
    if against_exit(setting, state, (unit,)):
        return (-1.0, "")
    before = ways(setting, state, unit)
    for value, cells in ranks:
        free = [
            cell
            for cell in cells
            if cell in before
            and cell != unit.at
            and cell not in taken
            and not room(setting, state.pieces, unit.side, cell, unit.men)
        ]
        if free and value > -1.0:
            return value, free[0] if len(free) == 1 else next(c for c in before if c in free)
    return (-1.0, "")


def german_values(setting: Setting, state: State, *, armed: bool) -> Values:
    """What every sector is worth to a squad: to take, to hold, or (*armed*) to blow up."""
    return _german_tables(setting, state)[armed][0]


def _german_tables(setting: Setting, state: State) -> Mapping[bool, tuple[Values, Ranks]]:
    """The same for squads without a charge, and for those with one, with their ranks.

    While Germans move, marks and Belgians stay as they are in most worlds: kept by both.
    """
    key = (frozenset(state.marks.items()), _posts(setting, state))
    found = setting.kept.get(key)
    if found is None:
        found = remember(setting.kept, key, _made_tables(setting, state), MOST_KEPT)
    return found


def _posts(setting: Setting, state: State) -> tuple[object, ...]:
    """All of the pieces that the tables depend on: crews and their machine guns.

    Whether Germans stand on a blocked work does not matter: it is worth its points either way.
    """
    crews = {(c.at, c.inside, serves(setting, c)) for c in soldiers(state.pieces, BELGIAN)}
    guns = [(g.at, g.equipment) for g in state.pieces.values() if g.kind == "machine_gun"]
    return frozenset(crews), tuple(guns)


def _made_tables(setting: Setting, state: State) -> dict[bool, tuple[Values, Ranks]]:
    risk = danger(setting, state)
    plain: dict[str, float] = {}
    armed: dict[str, float] = {}
    for cell in setting.fort.cells:
        value, cost = _german_value(setting, state, cell), risk.get(cell, 0.0)
        plain[cell] = armed[cell] = value - cost
        if cell in setting.fort.works and not destroyed(state.marks, cell):
            armed[cell] = value + demolition_value(setting, state, cell) - cost
    return {False: (plain, _ranked(plain)), True: (armed, _ranked(armed))}


def _ranked(values: Values) -> Ranks:
    """The sectors by their value, the best first, equals together."""
    found: dict[float, list[str]] = {}
    for cell, value in values.items():
        found.setdefault(value, []).append(cell)
    return tuple((value, tuple(found[value])) for value in sorted(found, reverse=True))


def _german_value(setting: Setting, state: State, cell: str) -> float:
    points = setting.fort.points.get(cell, 0)
    if not points:
        return 0.0
    if scores(setting, state, cell):
        # A blocked work counts only for those who stay.
        return (
            KEEP if destroyed(state.marks, cell) or cell not in setting.fort.works else 1.0
        ) * points
    if cell in setting.fort.works and (
        not closed(state.marks, cell) or setting.options.control == "destroyed"
    ):
        return 0.1 * points
    return float(points)


def demolition_value(setting: Setting, state: State, work: str) -> float:
    """What a charge on *work* can be hoped to bring: points, a door shut, guns silenced."""
    chance = (7 - setting.tables.charge.needs(work)) / 6 if setting.options.charge_rolls else 1.0
    value = 1.0 * setting.fort.points.get(work, 0)
    if open_door(setting, state, work):
        value += DOOR
    crew = manned(setting, state, work)
    guns = setting.tables.firepower.get(work, 0)
    return chance * (value + (BATTERY * guns / 16 if crew else 0.3 * BATTERY * guns / 16))


def danger(setting: Setting, state: State) -> Values:
    """What Belgian machine guns make a stay in each sector cost."""
    found: dict[str, float] = {}
    for gun in state.pieces.values():
        if gun.kind != "machine_gun" or not gun.equipment or gun.at is None:
            continue
        if not manned(setting, state, gun.at):
            continue
        for cell, bearing in setting.tables.works[gun.at].arcs.items():
            found[cell] = found.get(cell, 0.0) + DANGER * min(bearing, 3 * gun.equipment)
        best = setting.tables.best_bearing(gun.at)
        found[gun.at] = found.get(gun.at, 0.0) + DANGER * min(best, 3 * gun.equipment)
    return found


def german_ideas(setting: Setting, state: State, pieces: Sequence[str]) -> list[Path]:
    """Moves of single units by what the script sees in them, the best first; like units once."""
    tables = _german_tables(setting, state)
    found: dict[tuple[str, bool, int, str], tuple[float, str]] = {}
    for piece in pieces:
        unit = state.pieces[piece]
        values, _ = tables[unit.charges > 0]
        for goal in goals(setting, state, unit):
            key = (unit.at or "", unit.charges > 0, unit.men, goal)
            if goal != unit.at and key not in found:
                found[key] = values[goal] - values[unit.at or ""], piece
    return _paths(setting, state, [(gain, piece, key[3]) for key, (gain, piece) in found.items()])


def belgian_ideas(setting: Setting, state: State, pieces: Sequence[str]) -> list[Path]:
    """Moves of single units by what the script sees in them, the best first."""
    found: list[tuple[float, str, str]] = []
    prospects = _Prospects(setting, state)
    for piece in pieces:
        unit = state.pieces[piece]
        stay = prospects.of(unit, unit.at or "", moving=False)
        found += [
            (prospects.of(unit, goal, moving=True) - stay, piece, goal)
            for goal in goals(setting, state, unit)
        ]
    return _paths(setting, state, found)


def _paths(setting: Setting, state: State, found: list[tuple[float, str, str]]) -> list[Path]:
    found.sort(key=lambda one: (-one[0], one[1:]))
    paths = (_path(setting, state, one) for one in found)
    return [path for path in paths if path is not None]


# ---- Belgians -----------------------------------------------------------------------------------


def belgian_move(setting: Setting, state: State, pieces: Sequence[str]) -> Path | None:
    """One move: points taken back, works barred, guns manned; a battle only where it pays."""
    best: tuple[float, str, str] | None = None
    prospects = _Prospects(setting, state)
    looked: set[tuple[str | None, str, int, bool, bool]] = set()
    for piece in pieces:
        unit = state.pieces[piece]
        key = (unit.at, unit.kind, unit.men, unit.inside, unit.attacked)
        if key in looked:
            continue  # it would gain what its like does, and no more
        looked.add(key)
        stay = prospects.of(unit, unit.at or "", moving=False)
        for goal in goals(setting, state, unit):
            gain = prospects.of(unit, goal, moving=True) - stay
            better = gain > 0 and (best is None or gain > best[0])
            if better and prospects.dares(unit, goal):  # the dearest question comes last
                best = (gain, piece, goal)
    return _path(setting, state, best)


def last_turn(setting: Setting, state: State) -> bool:
    """Whether points are counted when this turn ends."""
    return state.tracks["turn"] >= setting.tables.constants.turns or "fort/tunnels" in state.marks


class _Prospects:
    """What Belgians are worth where they might go, on one table; each place is looked at once."""

    def __init__(self, setting: Setting, state: State) -> None:
        self._setting, self._state = setting, state
        self._last = last_turn(setting, state)
        self._germans = ground(state.pieces, GERMAN)
        self._posts: dict[str, float] = {}
        self._pushes: dict[tuple[str, str], float] = {}

    def of(self, unit: FortCounter, cell: str, *, moving: bool) -> float:
        """*unit* in *cell*: points taken back or barred, a gun served, a good fight."""
        if self._last or not serves(self._setting, unit):
            return (self._points_taken(cell) if moving else 0.0) + self._sally(unit, cell)
        if not moving or unit.at == cell:
            return self._post(unit, cell, moving=moving)
        found = self._posts.get(cell)  # whoever comes from elsewhere finds the same
        if found is None:
            found = self._posts[cell] = self._post(unit, cell, moving=True)
        return found

    def dares(self, unit: FortCounter, cell: str) -> bool:
        """Whether *unit* need not attack from *cell* at odds worse than staying, before the end."""
        return self._last or self._battle(unit, cell) >= 0

    def _points_taken(self, cell: str) -> float:
        points = self._setting.fort.points.get(cell, 0)
        return float(points) if points and scores(self._setting, self._state, cell) else 0.0

    def _post(self, unit: FortCounter, cell: str, *, moving: bool) -> float:
        """*unit* where it may serve guns, and need not fight."""
        value = self._points_taken(cell) if moving else 0.0
        if open_door(self._setting, self._state, cell) and (unit.inside or moving):
            return value + self._guns(unit, cell)
        return value

    def _beside(self, cell: str) -> frozenset[str]:
        return self._germans.intersection(self._setting.fort.neighbours[cell])

    def _battle(self, unit: FortCounter, cell: str) -> float:
        """The best attack that *unit* must make from *cell*, in shares; 0 if it meets nobody."""
        setting, pieces = self._setting, self._state.pieces
        if cell in setting.fort.trenches or (unit.inside and unit.at == cell):
            return 0.0
        found = [
            worth(setting, weigh(setting, pieces, BELGIAN, at, unit.men))
            for at in self._beside(cell)
        ]
        return max(found, default=0.0)

    def _sally(self, unit: FortCounter, cell: str) -> float:
        """*unit* in the open: it fights beside Germans, or bars a work to them."""
        if unit.inside and unit.at == cell:
            return 0.0
        if beside := self._beside(cell):
            return max(self._push(unit, target) for target in beside)
        fort = self._setting.fort
        barred = cell in fort.works and not destroyed(self._state.marks, cell)
        if self._last or not barred:
            return 0.0
        return BAR * fort.points.get(cell, 0)

    def _push(self, unit: FortCounter, target: str) -> float:
        """What *unit* adds to an attack on *target* from any sector beside it, in points."""
        found = self._pushes.get((unit.id, target))
        if found is None:
            found = self._pushes[unit.id, target] = self._added(unit, target)
        return found

    def _added(self, unit: FortCounter, target: str) -> float:
        setting, state = self._setting, self._state
        near = setting.fort.neighbours[target]
        others = sum(
            c.men
            for c in soldiers(state.pieces, BELGIAN)
            if c.id != unit.id and not (c.attacked or c.inside) and c.at in near
        )
        alone, together = (
            driven_out(setting, weigh(setting, state.pieces, BELGIAN, target, men)) if men else 0.0
            for men in (others, others + unit.men)
        )
        return stake(setting, state, target) * (together - alone)

    def _guns(self, unit: FortCounter, cell: str) -> float:
        """A crew in the work of *cell*, if nobody else serves there."""
        pieces = self._state.pieces
        if any(c.inside and c.id != unit.id for c in soldiers_at(pieces, BELGIAN, cell)):
            return 0.2
        held = 0.3 * self._setting.fort.points.get(cell, 0)
        return held + sum(GUN_VALUE * min(c.strength, 16) for c in standing_in(pieces, cell))


def driven_out(setting: Setting, found: Assessment) -> float:
    """The share of the defenders that an attack takes on average."""
    return exchange(setting.tables, found, found.column)[1] / max(1, found.defenders)


def stake(setting: Setting, state: State, cell: str) -> float:
    """What an attack on Germans in *cell* may bring the Belgians, in victory points."""
    points = setting.fort.points.get(cell, 0)
    return points if scores(setting, state, cell) else IDLE * (points + 1)


def _path(setting: Setting, state: State, best: tuple[float, str, str] | None) -> Path | None:
    if best is None:
        return None
    _, piece, goal = best
    return Path((piece,), route(setting, state, state.pieces[piece], goal))
