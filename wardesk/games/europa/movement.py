"""The game around the chapter: marches, zones of control, stacking and overruns (EF N16, N18)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import ClassVar, Literal, NamedTuple

from wardesk.engine.cached import cached_property
from wardesk.engine.draft import Draft
from wardesk.engine.question import Goals
from wardesk.engine.types import Answer, Choice, Choose, Path, Reason
from wardesk.games.europa.asked import WayQuestion
from wardesk.games.europa.assault import attack_on
from wardesk.games.europa.ch40b_works import enter, owe
from wardesk.games.europa.ch40c_entrenchments import tend
from wardesk.games.europa.position import (
    PositionLayout,
    attack_of,
    defence_of,
    layout_of,
    names,
    unit_name,
)
from wardesk.games.europa.setting import Setting
from wardesk.games.europa.state import AIRFIELD, ENEMY, Turn, Unit, steps
from wardesk.games.shared.ask import most_together
from wardesk.games.shared.march import StepCosts, cheapest, faults, way
from wardesk.games.shared.told import tell_march
from wardesk.words import say, say_count

D = Draft[Setting]
Phase = Literal["move", "react", "exploit"]

LANDED = 99
"""Points that a landing uses up: all."""


class MarchMeans(NamedTuple):
    """What the units of one march have, and what the way costs them."""

    points: int
    costs: StepCosts
    closed: set[str]
    stops: set[str]


def allowance(setting: Setting, unit: Unit, phase: Phase) -> int:
    """N16, N17 Movement points of a phase: half of them to react and to exploit.

    A unit out of supply or disrupted has half of that.
    """
    points = setting.rows[unit.id].moves
    if phase != "move":
        points //= 2
    return points // 2 if unit.cut_off or unit.disrupted else points


def movable(setting: Setting, layout: PositionLayout, side: str, phase: Phase) -> list[Unit]:
    """Who may still move in a phase.

    Only the motorised react and exploit. Nobody reacts out of an enemy zone but from a
    fortification, which cancels it (EF 40.D-1).
    """
    enemy = layout.zones[ENEMY[side]]
    found: list[Unit] = []
    for cell, units in layout.units[side].items():
        pinned = phase == "react" and cell in enemy and not layout.fortified(side, cell)
        for unit in units:
            slow = phase != "move" and not setting.rows[unit.id].fast
            idle = phase != "move" and (unit.disrupted or unit.cut_off)
            if slow or idle or pinned or unit.locked:
                continue
            if unit.spent < allowance(setting, unit, phase):
                found.append(unit)
    return found


def march_of(
    setting: Setting, layout: PositionLayout, units: Sequence[Unit], phase: Phase
) -> MarchMeans:
    """The points, costs and limits of *units* that march together from one hex."""
    side = units[0].side
    enemy = layout.zones[ENEMY[side]]
    mobile = all(setting.rows[u.id].fast for u in units)
    if phase == "react":  # whoever meets an enemy zone stops, but in a fortification (40.D-1)
        stops = {cell for cell in enemy if not layout.fortified(side, cell)}
        costs = setting.costs[mobile]
    else:
        stops = set[str]()
        costs = layout.costs(side, mobile=mobile)
    points = min(allowance(setting, u, phase) - u.spent for u in units)
    return MarchMeans(points, costs, layout.held[ENEMY[side]], stops)


def size_of(setting: Setting, units: Sequence[Unit]) -> int:
    """Halves of an RE."""
    return sum(setting.rows[u.id].halves for u in units)


def goals_of(
    setting: Setting, layout: PositionLayout, units: Sequence[Unit], phase: Phase
) -> dict[str, tuple[str, ...]]:
    """Where *units* of one hex get to, and the cheapest way; overruns with them."""
    origin, side = units[0].at or "", units[0].side
    march, size = march_of(setting, layout, units, phase), size_of(setting, units)
    found = cheapest(march.costs, origin, march.points, stops=march.stops, closed=march.closed)
    goals = {
        goal: way(found.before, origin, goal)
        for goal in found.cost
        if goal != origin and layout.room(side, goal) >= size
    }
    if phase == "react":
        return goals
    near = [c for c in march.closed if any(o in found.cost for o in setting.neighbours[c])]
    for target in near:
        best = _overrun_way(setting, layout, units, march, found.cost, target)
        if best is not None:
            before = way(found.before, origin, best) if best != origin else ()
            goals[target] = (*before, target)
    return goals


def _overrun_way(
    setting: Setting,
    layout: PositionLayout,
    units: Sequence[Unit],
    march: MarchMeans,
    cost: Mapping[str, int],
    target: str,
) -> str | None:
    """The hex from which *units* overrun a target most cheaply; None where they cannot."""
    best: tuple[int, str] | None = None
    for last in setting.neighbours[target]:
        step = march.costs.get(last, {}).get(target) if last in cost else None
        if step is None:
            continue
        total = cost[last] + step + overrun_cost(setting, layout, units[0].side, last, target)
        cheaper = total <= march.points and (best is None or (total, last) < best)
        if cheaper and overruns(setting, layout, units, last, target):
            best = (total, last)
    return best[1] if best else None


def overrun_cost(
    setting: Setting, layout: PositionLayout, side: str, last: str, target: str
) -> int:
    """N18 What an overrun from the hex *last* costs beside the ground.

    More against a held fortification (40.D-2) and in a major city (40.E-5).
    """
    figures, city = setting.tables.frame, setting.tables.cities[setting.city(target)]
    fortified = layout.fortified(ENEMY[side], target, last)
    return figures.overrun + (figures.overrun_fortification if fortified else 0) + city.overrun


def overruns(
    setting: Setting, layout: PositionLayout, units: Sequence[Unit], last: str, target: str
) -> bool:
    """N18 Ten to one after all halving, from the hex before."""
    if not any(attack_of(setting, u) for u in units):
        return False
    attack = attack_on(setting, layout, target, units, origins=dict.fromkeys(map(_id, units), last))
    return attack.odds >= Fraction(setting.tables.frame.overrun_odds)


def _id(unit: Unit) -> str:
    return unit.id


def against_march(
    setting: Setting,
    layout: PositionLayout,
    units: Sequence[Unit],
    phase: Phase,
    cells: tuple[str, ...],
) -> tuple[Reason, ...]:
    """Everything that speaks against a march."""
    origin, side = units[0].at or "", units[0].side
    if any(u.at != origin for u in units):
        return (Reason(say("Units march together from one hex only"), "EF N16"),)
    march = march_of(setting, layout, units, phase)
    goal = cells[-1]
    over = goal in march.closed and phase != "react"
    closed = march.closed - {goal} if over else march.closed
    found: list[Reason] = []
    for fault in faults(setting.neighbours, origin, cells, stops=march.stops, closed=closed):
        place = setting.name(fault.at)
        text = {
            "unknown": say("{place} is no land hex", place=place),
            "apart": say("{place} is not beside the hex before", place=place),
            "closed": say("The enemy holds {place}", place=place),
            "stop": say("An enemy zone of control stops the march at {place}", place=place),
        }[fault.kind]
        found.append(Reason(text, "EF N16", at=fault.at))
    if found:
        return tuple(found)
    spent = cost_of(setting, layout, units, phase, cells)
    if spent is None:
        return (Reason(say("These units cannot enter that ground"), "EF N16", at=goal),)
    if spent > march.points:
        text = say("It costs {cost} points, {left} are left", cost=spent, left=march.points)
        found.append(Reason(text, "EF N16", at=goal))
    last = (origin, *cells)[-2]
    if over and not overruns(setting, layout, units, last, goal):
        found.append(Reason(say("An overrun takes odds of ten to one"), "EF N18", at=goal))
    if not over and layout.room(side, goal) < size_of(setting, units):
        text = say("No more than {most} REs stand in a hex", most=stack_limit(setting))
        found.append(Reason(text, "EF N16", at=goal))
    return tuple(found)


def stack_limit(setting: Setting) -> int:
    """REs that stand in a hex."""
    return setting.tables.frame.stack_halves // 2


def cost_of(
    setting: Setting,
    layout: PositionLayout,
    units: Sequence[Unit],
    phase: Phase,
    cells: Sequence[str],
) -> int | None:
    """Movement points of a way, an overrun at its end with it; None over closed ground."""
    side, way_ = units[0].side, (units[0].at or "", *cells)
    march = march_of(setting, layout, units, phase)
    steps = [march.costs.get(a, {}).get(b) for a, b in pairwise(way_)]
    if None in steps:
        return None
    over = overrun_cost(setting, layout, side, *way_[-2:]) if cells[-1] in march.closed else 0
    return sum(step for step in steps if step is not None) + over


def move(d: D, phase: Phase, answer: Path) -> None:
    """Units march hex by hex; whatever they enter is captured, whoever they overrun is gone."""
    layout = layout_of(d.setting, d)
    units = [d.pieces[p] for p in answer.pieces]
    side, origin, goal = units[0].side, units[0].at or "", answer.cells[-1]
    spent = cost_of(d.setting, layout, units, phase, answer.cells) or 0
    size = size_of(d.setting, units)
    over = layout.defenders(ENEMY[side], goal)
    who = names(d.setting, d, answer.pieces)
    tell_march(d, who, d.setting.name(origin), d.setting.name(goal), "EF N16", goal)
    for unit in units:
        d.set(unit.id, at=None, spent=unit.spent + spent, moved=True, building="", ready=0)
    for cell in answer.cells[:-1]:
        enter(d, cell, side, size)
    if over:
        overrun(d, over)
    for unit in units:
        d.set(unit.id, at=goal)
    enter(d, goal, side)
    tend(d, origin)


def overrun(d: D, defenders: Sequence[Unit]) -> None:
    """N18 Overrun units are eliminated."""
    said = say("Overrun: {units}", units=names(d.setting, d, [u.id for u in defenders]))
    d.say(said, "EF N18", at=defenders[0].at)
    for unit in defenders:
        eliminate(d, unit)


def eliminate(d: D, unit: Unit) -> None:
    """A unit, or the strength of a work, is gone; special replacements are due for it.

    Permanent works never come back (40.D.6-5, 40.D.8-5, 40.D.15-6): nothing is due for them.
    """
    points = defence_of(d.setting, unit)
    if unit.work and not unit.row.unit:
        owe(d, unit.side, points)
        d.set(unit.id, strength=0)
        return
    cell = unit.at or ""
    if not unit.work:
        owe(d, unit.side, points)
    d.set(unit.id, at=None, strength=0)
    d.say(say("{unit} was eliminated", unit=unit_name(d.setting, unit)), "EF N20", at=cell)
    if not unit.work:
        tend(d, cell)


def landing_goals(
    setting: Setting, layout: PositionLayout, unit: Unit
) -> dict[str, tuple[str, ...]]:
    """N21 Hexes where a unit can land."""
    side, size = unit.side, setting.rows[unit.id].halves
    fields = [c for c in setting.scenario.logistics(side).sources if c in layout.supplied[side]]
    return {
        cell: (cell,)
        for cell in setting.neighbours
        if any(setting.distance(c, cell) <= setting.scenario.air_range for c in fields)
        and layout.room(side, cell) >= size
    }


def land(d: D, unit: str, cell: str) -> None:
    """N21 A landing; an empty hex is taken at once, a held one must be attacked (40.A-2)."""
    held = layout_of(d.setting, d).holds(ENEMY[d.pieces[unit].side], cell)
    d.set(unit, at=cell, landed=held, moved=True, spent=LANDED)
    said = say("{unit} landed", unit=unit_name(d.setting, d.pieces[unit]))
    d.say(said, "EF N21", cell, say("in {place}", place=d.setting.name(cell)))
    enter(d, cell, d.pieces[unit].side)


# ---- what is asked ------------------------------------------------------------------------------


class MarchQuestion(WayQuestion[Turn]):
    """N16 Units march, one group after the other."""

    cite = "EF N16"
    choices = (Choice("done", say("End movement"), "EF N17"),)
    phase: ClassVar[Phase]

    @cached_property
    def movable(self) -> list[Unit]:
        """Who may still move."""
        return movable(self.setting, self.layout, self.who(), self.phase)

    def pieces(self) -> tuple[str, ...]:
        return tuple(u.id for u in self.movable)

    def most(self) -> int:
        return most_together(self.movable)

    def goals(self, units: Sequence[Unit]) -> Goals:
        if any(u.at != units[0].at for u in units):
            return {}
        found = goals_of(self.setting, self.layout, units, self.phase)
        return {cell: (way, ()) for cell, way in found.items()}

    def cost(self, units: Sequence[Unit], way: Sequence[str]) -> tuple[Reason, ...]:
        spent = cost_of(self.setting, self.layout, units, self.phase, way) or 0
        text = say_count("{n} point", "{n} points", n=spent)
        return (Reason(text, "EF N16", "note", way[-1]),)

    def against(self, answer: Answer) -> Sequence[Reason]:
        if not isinstance(answer, Path):
            return ()
        units = self.units(answer.pieces)
        return against_march(self.setting, self.layout, units, self.phase, answer.cells)

    def picked(self, d: D, answer: Path) -> None:
        """Then it is asked again."""
        move(d, self.phase, answer)

    # ---- for a program --------------------------------------------------------------------------

    def script(self, rng: Random) -> Answer:
        """One unit after the other goes where it is worth most; who gains nothing stays."""
        units = [u for u in self.units(self.asked.pieces) if not u.spent]
        units.sort(key=lambda u: (self._value(u, u.at or ""), u.id))
        for unit in _looked_at(units, rng):
            goals = goals_of(self.setting, self.layout, [unit], self.phase)
            best = max(goals, key=lambda c: (self._value(unit, c), c), default="")
            here = self._value(unit, unit.at or "")
            if best and self._value(unit, best) > here + 0.05:
                return Path((unit.id,), goals[best])
        return Choose("done")

    @cached_property
    def _places(self) -> Mapping[str, int]:
        return {p.cell: p.value for p in self.setting.scenario.place}

    @cached_property
    def _far(self) -> Mapping[str, int]:
        """Hexes to the places that the side wants and does not hold, else to those it holds."""
        side, marks = self.who(), self.state.marks
        wanted = [cell for cell in self._places if marks[f"{cell}/held"] != side]
        return self.setting.spread(frozenset(wanted or self._places))

    def _value(self, unit: Unit, cell: str) -> float:
        """What it is worth to *unit* to stand in a hex."""
        layout, side, places, attacks = self.layout, self.who(), self._places, self.attacks
        near = self.front.get(cell, 40)
        worth = -1.0 * self._far.get(cell, 40) - 0.15 * near
        if cell in layout.held[ENEMY[side]]:
            return worth + 6.0  # an overrun
        standing = sum(
            defence_of(self.setting, u) for u in layout.at(side, cell) if u.id != unit.id
        )
        own = self.state.marks.get(f"{cell}/held") == side
        if cell in places and not own:
            worth += 4.0 + places[cell]
        elif cell in places and near <= 4 and standing < 10:
            worth += (3.0 if attacks else 8.0) + places[cell]
        if not attacks:
            work = layout.shelter(side, cell)
            worth = 0.2 * worth - 0.4 * abs(near - 1) + (2.0 if work else 0.0)
            if cell in places and own:
                worth += 6.0 if standing < 12 else 0.0
        worth -= 0.08 * standing
        return worth + 0.4 if attacks and cell in layout.zones[ENEMY[side]] else worth


def _looked_at(units: Sequence[Unit], rng: Random) -> Iterator[Unit]:
    """The first four that build nothing, then three others by chance."""
    yield from (unit for unit in units[:4] if not unit.building)
    rest = units[4:]
    yield from rng.sample(rest, min(3, len(rest)))


@steps.asks(Turn, "move", "marched")
class WhoMarches(MarchQuestion):
    """N16 March after march."""

    kind, phase, next_step = "move", "move", "combat"
    text = say("Which units march where?")


@steps.asks(Turn, "react", "reacted")
class ReactionMarch(MarchQuestion):
    """40.D-1 The other side’s motorised units react."""

    kind, phase, next_step = "react", "react", "before_exploitation"
    text = say("Which units react?")
    choices = (Choice("done", say("Nobody else reacts"), "EF N17"),)

    def who(self) -> str:
        return ENEMY[self.side]


@steps.asks(Turn, "exploit", "exploiting")
class WhoExploits(MarchQuestion):
    """N17 Half of the movement points."""

    kind, phase, next_step = "exploit", "exploit", "exploitation"
    text = say("Which units exploit?")


@steps.asks(Turn, "land", "landed")
class WhoLands(WayQuestion[Turn]):
    """N21 Paratroops land, on the enemy or beside him."""

    kind, cite, next_step = "land", "EF N21", "move"
    text = say("Who lands where?")
    choices = (Choice("done", say("Nobody else lands"), "EF N17"),)
    held = say("attacked")

    def pieces(self) -> tuple[str, ...]:
        waiting = [u for u in self.state.pieces.values() if u.at == AIRFIELD]
        return tuple(u.id for u in waiting if u.side == self.side and self.goals([u]))

    def goals(self, units: Sequence[Unit]) -> Goals:
        found = landing_goals(self.setting, self.layout, units[0])
        return {cell: (way, ()) for cell, way in found.items()}

    def against(self, answer: Answer) -> Sequence[Reason]:
        """N21 Paratroops land within range of a hex in supply, on the enemy or on empty land."""
        if not isinstance(answer, Path):
            return ()
        *others, cell = answer.cells
        if others:
            return (Reason(say("One unit lands in one hex"), "EF N21"),)
        if cell not in self.goals(self.units(answer.pieces)):
            return (Reason(say("Paratroops cannot land there"), "EF N21", at=cell),)
        return ()

    def picked(self, d: D, answer: Path) -> None:
        land(d, answer.pieces[0], answer.cells[0])

    def script(self, rng: Random) -> Answer:
        """On a free hex that the enemy has and that is wanted."""
        piece, enemy = self.asked.pieces[0], ENEMY[self.side]
        wanted = [
            cell
            for cell in self.ways((piece,))
            if not self.layout.holds(enemy, cell) and self.state.marks.get(f"{cell}/held") == enemy
        ]
        return Path((piece,), (max(wanted),)) if wanted else Choose("done")
