"""How a position stands, and what it is worth to a counter to stand elsewhere."""

from __future__ import annotations

from math import exp
from typing import NamedTuple

from wardesk.games.written.odds import expected, weigh
from wardesk.games.written.position import Table, at
from wardesk.games.written.sequence import points
from wardesk.games.written.setting import Setting
from wardesk.games.written.state import TURN, Unit

NEARER = 0.62
"""What strength one cell further from a goal counts, of what it counted nearer."""
POOL = 0.5
"""What strength off the map counts that was not lost."""


class Press(NamedTuple):
    """A position as far as the score looks at it."""

    force: tuple[float, float]
    """Strength of both sides."""
    near: tuple[tuple[float, float], ...]
    """Strength near each goal, of both sides."""


def _strength(setting: Setting, unit: Unit) -> float:
    return float(max(1, setting.figure(unit.id, setting.attack, unit.face)))


def nearness(setting: Setting, goal: str, cell: str) -> float:
    """What strength in a cell counts at a goal."""
    far = setting.far(goal).get(cell)
    return NEARER**far if far is not None else 0.0


def press_of(setting: Setting, table: Table, but: str = "") -> Press:
    """Both sides' strength, and how near to the goals, one counter left out."""
    force = [0.0, 0.0]
    near = [[0.0, 0.0] for _ in setting.goals]
    goals = [goal for goal, _ in setting.goals]
    for unit in table.pieces.values():
        if unit.id == but or unit.lost:
            continue
        side, figure = setting.sides.index(unit.side), _strength(setting, unit)
        if unit.at is None:
            force[side] += POOL * figure
            continue
        force[side] += figure
        for number, goal in enumerate(goals):
            near[number][side] += figure * nearness(setting, goal, unit.at)
    return Press((force[0], force[1]), tuple((a, b) for a, b in near))


def _share(mine: float, theirs: float) -> float:
    return mine / (mine + theirs) if mine + theirs else 0.5


def _goal(setting: Setting, table: Table, press: Press, late: float) -> float:
    """How the goals stand for the first side, 0 to 1."""
    t = 0.25 + 0.75 * late * late
    first, got, of = setting.sides[0], 0.0, 0.0
    for (goal, worth), (a, b) in zip(setting.goals, press.near, strict=True):
        holder = table.marks.get(f"held/{goal}")
        held = 0.5 if holder is None else float(holder == first)
        weight = max(worth.values())
        got += weight * (t * held + (1 - t) * _share(a * a, b * b))
        of += weight
    return got / of if of else -1.0


def _lead(setting: Setting, table: Table, late: float) -> float:
    """How the points stand for the first side, against what the rows of results ask."""
    one, other = setting.sides
    rows = [(side, least) for row in setting.book.win for side, least in row.points.items()]
    needs = [least if side == one else 1 - least for side, least in rows]
    need = sum(needs) / len(needs) if needs else 0.0
    lead = points(setting, table, one) - points(setting, table, other) - need
    return 1.0 / (1.0 + exp(-lead / (1.0 + 3.0 * (1.0 - late))))


def score(setting: Setting, table: Table, press: Press) -> float:
    """How the game stands for the first side, while it goes on."""
    late = min(1.0, table.tracks.get(TURN, 1) / setting.last_turn)
    force = _share(*press.force)
    goal = _goal(setting, table, press, late)
    if setting.book.points:
        lead, weight = _lead(setting, table, late), 0.5 * (1.0 - late)
        goal = lead if goal < 0 else weight * goal + (1.0 - weight) * lead
    if goal < 0:
        goal = force
    a = 0.65 - 0.15 * late
    return 0.03 + 0.94 * (a * force + (1 - a) * goal)


class Outlook:
    """What it is worth to a counter to stand in a cell, the rest of the table as it is."""

    def __init__(self, setting: Setting, table: Table, unit: Unit) -> None:
        self.setting, self.table, self.unit = setting, table, unit
        self._rest = press_of(setting, table, unit.id)
        self._side = setting.sides.index(unit.side)
        self._figure = _strength(setting, unit)
        self._combat = setting.book.combat[0] if setting.book.combat else None

    def score(self, cell: str | None) -> float:
        """The score of its side, 0 to 1."""
        side, figure = self._side, self._figure
        force, near = list(self._rest.force), self._rest.near
        force[side] += figure if cell else POOL * figure
        if cell:
            more = [figure * nearness(self.setting, goal, cell) for goal, _ in self.setting.goals]
            near = tuple(
                (a + n, b) if side == 0 else (a, b + n)
                for (a, b), n in zip(near, more, strict=True)
            )
        found = score(self.setting, self.table, Press((force[0], force[1]), near))
        return found if side == 0 else 1.0 - found

    def value(self, cell: str) -> float:
        """The same on a scale of steps, with battles that it opens and those that it suffers."""
        setting, unit = self.setting, self.unit
        found = 40.0 * self.score(cell)
        if self._combat is None:
            return found
        enemy = setting.enemy[unit.side]
        here = moved_to(unit, cell)
        for target in (cell, *setting.near[cell]):
            theirs = at(setting, self.table.pieces, enemy, target)
            if not theirs:
                continue
            mine = [u for u in self._beside(unit.side, target) if u.id != unit.id]
            case = weigh(setting, self.table, self._combat, [*mine, here], theirs, target)
            found += 0.12 * max(-1.0, expected(case))
        foes = self._beside(enemy, cell)
        if foes:
            own = [u for u in at(setting, self.table.pieces, unit.side, cell) if u.id != unit.id]
            case = weigh(setting, self.table, self._combat, foes, [*own, here], cell)
            found -= 0.10 * max(0.0, expected(case))
        return found

    def _beside(self, side: str, cell: str) -> list[Unit]:
        setting, pieces = self.setting, self.table.pieces
        cells = (cell, *setting.near[cell])
        return [u for c in cells for u in at(setting, pieces, side, c)
                if setting.kind[u.id].attacks]  # fmt: skip


def moved_to(unit: Unit, cell: str) -> Unit:
    """A counter as it would stand in a cell."""
    return Unit(id=unit.id, side=unit.side, at=cell, face=unit.face, state=unit.state)
