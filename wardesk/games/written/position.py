"""Who stands where, what that keeps others from, and which cases hold of counters and cells."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from typing import Protocol

from wardesk.engine.derived_cache import remembered
from wardesk.engine.types import Value
from wardesk.games.written.schema import Change, When, Where, Who
from wardesk.games.written.setting import Setting
from wardesk.games.written.state import TURN, WEATHER, Unit

Pieces = Mapping[str, Unit]


class Table(Protocol):
    """A state, or a draft of one."""

    @property
    def pieces(self) -> Pieces:
        """Counters by id."""
        ...

    @property
    def marks(self) -> Mapping[str, Value]:
        """Weather, who holds what, what came."""
        ...

    @property
    def tracks(self) -> Mapping[str, int]:
        """The turn, points, losses."""
        ...


# ---- who stands where ----------------------------------------------------------------------------


@remembered
def standing(_: Setting, pieces: Pieces, side: str) -> Mapping[str, tuple[Unit, ...]]:
    """The counters of a side on the map, by cell."""
    found: dict[str, list[Unit]] = {}
    for unit in pieces.values():
        if unit.side == side and unit.at is not None:
            found.setdefault(unit.at, []).append(unit)
    return {cell: tuple(units) for cell, units in found.items()}


def at(setting: Setting, pieces: Pieces, side: str, cell: str) -> tuple[Unit, ...]:
    """The counters of a side in a cell."""
    return standing(setting, pieces, side).get(cell, ())


def units_of(setting: Setting, pieces: Pieces, side: str) -> list[Unit]:
    """The counters of a side on the map."""
    return [unit for units in standing(setting, pieces, side).values() for unit in units]


@remembered
def zone(setting: Setting, pieces: Pieces, side: str, lifted: str = "") -> frozenset[str]:
    """The cells in the zones of a side; *lifted* says for what, as friends may lift it."""
    rule = setting.book.zone
    if rule.none:
        return frozenset()
    found: set[str] = set()
    plain = not (rule.not_into != Where() or rule.not_across)
    everyone = rule.of == Who()
    for cell, units in standing(setting, pieces, side).items():
        if any(
            setting.kind[u.id].zone
            and (not u.state or setting.states[u.state].zone)
            and (everyone or fits(setting, pieces, u, rule.of))
            for u in units
        ):
            near = setting.near[cell]
            found.update(
                near if plain else (other for other in near if _reaches(setting, cell, other))
            )
    if lifted and lifted in rule.friend_lifts:
        found -= standing(setting, pieces, setting.enemy[side]).keys()
    return frozenset(found)


def _reaches(setting: Setting, a: str, b: str) -> bool:
    rule = setting.book.zone
    if any(kind in rule.not_across for kind in setting.between(a, b)):
        return False
    return rule.not_into == Where() or not is_ground(setting, rule.not_into, b)


def size(setting: Setting, unit: Unit) -> int:
    """What a counter counts where counters are stacked."""
    value = setting.book.stack.counts
    return setting.figure(unit.id, value, unit.face) if value else setting.kind[unit.id].stack


@remembered
def room(setting: Setting, pieces: Pieces, side: str, cell: str) -> int:
    """How much more of a side has room in a cell."""
    stack = setting.book.stack
    here = sum(size(setting, unit) for unit in at(setting, pieces, side, cell))
    own = [n for place, n in stack.places.items() if cell in setting.places[place]]
    return max(0, (own[0] if own else stack.most) - here)


# ---- cases ---------------------------------------------------------------------------------------


def fits(setting: Setting, pieces: Pieces, unit: Unit, who: Who) -> bool:
    """Whether a counter is one of *who*."""
    row = setting.rows[unit.id]
    return (
        (not who.sides or unit.side in who.sides)
        and (not who.classes or row["class"] in who.classes)
        and (not who.groups or row.get("group", "") in who.groups)
        and (not who.counters or unit.id in who.counters)
        and (not who.states or unit.state in who.states)
        and (not who.steps or setting.faces[unit.id] - unit.face + 1 in who.steps)
        and all(setting.figure(unit.id, v, unit.face) >= n for v, n in who.least.items())
        and (not who.unsupplied or not linked(setting, pieces, unit, who.unsupplied))
        and not any(fits(setting, pieces, unit, other) for other in who.but)
    )


def is_ground(setting: Setting, where: Where, cell: str) -> bool:
    """Whether a cell is one of *where*, whoever holds it."""
    if where.terrain and setting.terrain[cell] not in where.terrain:
        return False
    if where.places and not any(cell in setting.places[place] for place in where.places):
        return False
    if where.lines and not any(cell in setting.along.get(kind, ()) for kind in where.lines):
        return False
    if where.props:
        said = setting.board.terrain_of(cell)
        return any(said.get(name) not in (None, False, 0, "", "no") for name in where.props)
    return True


def is_where(setting: Setting, table: Table, where: Where, cell: str, side: str) -> bool:
    """Whether a cell is one of *where*, as *side* sees it."""
    if not is_ground(setting, where, cell):
        return False
    if not where.held:
        return True
    holder = table.marks.get(f"held/{cell}")
    wanted = {"own": side, "enemy": setting.enemy.get(side), "nobody": None}[where.held]
    return holder == wanted


def holds(table: Table, when: When) -> bool:
    """Whether it is such a turn."""
    return (
        (not when.turns or table.tracks.get(TURN, 0) in when.turns)
        and (not when.weather or table.marks.get(WEATHER) in when.weather)
        and (not when.marks or any(table.marks.get(f"mark/{mark}") for mark in when.marks))
    )


_ALWAYS = When()


def is_time(table: Table, when: When, but: When = _ALWAYS) -> bool:
    """Whether it is such a turn, and none of the others."""
    return holds(table, when) and (but == _ALWAYS or not holds(table, but))


def changed(
    setting: Setting, table: Table, unit: Unit, figure: int, changes: Iterable[Change]
) -> Fraction:
    """A figure of a counter after all *changes* that hold: set, then times, then add."""
    found = Fraction(figure)
    for one in changes:
        if (
            holds(table, one.when)
            and fits(setting, table.pieces, unit, one.who)
            and (
                one.where == Where()
                or is_where(setting, table, one.where, unit.at or "", unit.side)
            )
            and not (one.supply and linked(setting, table.pieces, unit, one.supply))
        ):
            if one.set is not None:
                found = Fraction(one.set)
            found = found * Fraction(*one.times) + one.add
    return found


# ---- lines ---------------------------------------------------------------------------------------


def traced(setting: Setting, pieces: Pieces, side: str, line: str) -> frozenset[str]:
    """Every cell from which a side can trace a line, and those that never need one."""
    always = (c for place in setting.lines[line].always for c in setting.places[place])
    return _reached(setting, pieces, side, line).union(always)


@remembered
def _reached(setting: Setting, pieces: Pieces, side: str, line: str) -> frozenset[str]:
    """The cells that a line runs through."""
    rule, enemy = setting.lines[line], setting.enemy[side]
    closed: Collection[str] = standing(setting, pieces, enemy).keys()
    if not rule.through_zones:
        closed = closed | zone(setting, pieces, enemy, "supply")
    found = {c: 0 for p in rule.to.get(side, ()) for c in setting.places[p] if c not in closed}
    found |= {
        unit.at: 0
        for unit in units_of(setting, pieces, side)
        if unit.at is not None and fits(setting, pieces, unit, rule.sources)
    }
    ring = list(found)
    for cell in ring:
        if rule.length and found[cell] >= rule.length:
            continue
        for other in setting.near[cell]:
            on = not rule.lines or any(
                other in setting.along.get(kind, {}).get(cell, ()) for kind in rule.lines
            )
            if on and other not in found and other not in closed:
                found[other] = found[cell] + 1
                ring.append(other)
    return frozenset(found)


def linked(setting: Setting, pieces: Pieces, unit: Unit, line: str) -> bool:
    """Whether a counter can trace a line; from a hostile zone it may begin."""
    if unit.at is None:
        return False
    if unit.at in traced(setting, pieces, unit.side, line):
        return True
    found, rule = _reached(setting, pieces, unit.side, line), setting.lines[line]
    beside = setting.near[unit.at]
    return not rule.lines and not rule.length and any(other in found for other in beside)
