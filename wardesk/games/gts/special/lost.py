"""Special rules S3.1, O3.0: the lost are led astray by the enemy, alone or as a stack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from wardesk.engine.cached import cached_property
from wardesk.engine.draft import Draft
from wardesk.engine.types import Answer, Choice, Choose, Path, Pieces, Reason
from wardesk.games.gts.asked import AboutItsUnit, Led
from wardesk.games.gts.ch04_costs import allowance, can_move, step_cost
from wardesk.games.gts.ch04_movement import (
    against_way,
    change_column,
    goals_of,
    into_column,
    out_of_column,
    spread_cost,
)
from wardesk.games.gts.ch08_checks import suppress
from wardesk.games.gts.ch09_zones import in_enemy_zone
from wardesk.games.gts.ch14_victory import aims
from wardesk.games.gts.position import Table, enemy_hexes, in_hex, takes_room, unit_name
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.special.events import EventUnit, OfEvent
from wardesk.games.gts.state import ENEMY, Astray, Happening, Move, Unit, steps
from wardesk.words import say

D = Draft[Setting]
CHIT = "formation/"
"""A lost unit is moved as by a formation's chit: fire zones do not keep it out."""


@steps.asks(Happening, "lost", "lost_known")
class WhoIsLost(EventUnit):
    """S3.1 The enemy leads a unit or a stack astray."""

    text, put_to = say("Which unit is lost?"), "enemy"

    def fits(self, unit: Unit) -> bool:
        return not unit.on

    def picked(self, d: D, answer: Pieces) -> None:
        """S3.1 Alone, or with everybody who stands in its hex."""
        unit = d.pieces[answer.pieces[0]]
        if not _mates(d.setting, d, unit):
            return _lead(d, (unit.id,))
        return d.goto("lost_how", unit=unit.id)


def _mates(setting: Setting, table: Table, unit: Unit) -> tuple[str, ...]:
    """Who stands with a unit; who rides comes along."""
    there = in_hex(setting, table, unit.at or "", unit.side)
    return tuple(mate.id for mate in there if mate.id != unit.id and not mate.on)


@steps.asks(Happening, "lost_how", "lost_with")
class StackIsLost(OfEvent, AboutItsUnit[Happening]):
    """S3.1 The unit alone, or with its stack."""

    kind, text, usual = "lost-stack", say("Is its whole stack lost?"), -1
    put_to = "enemy"
    choices = (
        Choice("alone", say("This unit alone"), "WED S3.1"),
        Choice("stack", say("The whole stack"), "WED S3.1"),
    )

    def pressed(self, d: D, key: str) -> None:
        rest = _mates(d.setting, d, self.unit) if key == "stack" else ()
        _lead(d, (self.unit.id, *rest))


def _lead(d: D, units: tuple[str, ...]) -> None:
    """S3.1 Each up to its full movement allowance."""
    d.done()
    for name in units:
        unit = d.pieces[name]
        d.say(say("{unit} is lost", unit=unit_name(d.setting, unit)), "WED S3.1", unit.at)
    (first, left), *mates = ((name, allowance(d.setting, d.pieces[name])) for name in units)
    d.call(Astray(step="ask", unit=first, left=left, mates=tuple(mates)), d.stack[-1].step)


def together(table: Table, frame: Astray) -> dict[str, int]:
    """Who of the lost still goes on, with the half points left; the first one leads the way."""
    everybody = ((frame.unit, frame.left), *frame.mates)
    return {
        name: left
        for name, left in everybody
        if name not in frame.held
        and table.pieces[name].at is not None
        and not table.pieces[name].suppressed
    }


def leading(table: Table, frame: Astray) -> str:
    """The unit whose way the enemy names; empty when nobody goes on."""
    return next(iter(together(table, frame)), "")


def stray_goals(setting: Setting, table: Table, frame: Astray) -> Mapping[str, tuple[str, ...]]:
    """S3.1 Where the lost can be led: no further than into an enemy fire zone, and together."""
    there = together(table, frame)
    if not there or not all(can_move(setting, table.pieces[name]) for name in there):
        return {}
    first = leading(table, frame)
    found = goals_of(setting, table, table.pieces[first], there[first], CHIT, lost=True)
    if len(there) == 1:
        return found
    return {cell: way for cell, way in found.items() if not against_straying(
        setting, table, frame, way)}  # fmt: skip


def against_straying(
    setting: Setting, table: Table, frame: Astray, cells: Sequence[str]
) -> tuple[Reason, ...]:
    """S3.1 Why the lost are not led this way: each of them has to be able to go it."""
    there = together(table, frame)
    for name, left in there.items():
        unit = table.pieces[name]
        found = against_way(setting, table, unit, left, CHIT, cells, lost=True)
        if found:
            return found
    goal = cells[-1] if cells else ""
    if len(there) > 1 and not _fit(setting, table, [table.pieces[n] for n in there], goal):
        return (Reason(say("There is no room for another unit"), "WED SR4", at=goal),)
    return ()


def _fit(setting: Setting, table: Table, units: Sequence[Unit], cell: str) -> bool:
    """4 Whether all of some units find room in a hex."""
    if table.marks.get(f"{cell}/dutch"):
        return True  # S3.1
    others = [u for u in in_hex(setting, table, cell, units[0].side) if u not in units]
    everybody = [*others, *units]
    return (
        takes_room(table, everybody, column=False) <= setting.tables.figures.stack
        and takes_room(table, everybody, column=True) <= 1
    )


@steps.asks(Astray, "ask", "gone")
class WhereTheLostGo(Led[Astray]):
    """S3.1 Where to; it is over in an enemy fire zone, or when one of them has no points left."""

    kind, cite, text = "astray", "WED S3.1", say("Where does the lost unit go?")
    next_step = "found"

    @cached_property
    def there(self) -> dict[str, int]:
        """Who goes on, with the half points left."""
        return together(self.state, self.frame)

    @property
    def first(self) -> Unit:
        """Who leads the way."""
        return self.state.pieces[leading(self.state, self.frame)]

    @cached_property
    def marches(self) -> Mapping[str, tuple[str, ...]]:
        return stray_goals(self.setting, self.state, self.frame)

    def pieces(self) -> tuple[str, ...]:
        return self.ready

    @cached_property
    def ready(self) -> tuple[str, ...]:
        return (self.first.id,) if self.marches else ()

    @cached_property
    def columns(self) -> tuple[Choice, ...]:
        """Into column and out of it."""
        return tuple(_columns(self.setting, self.state, self.there))

    def asks(self) -> bool:
        if not self.there:
            return False
        at, side = self.first.at or "", self.first.side
        if self.frame.begun and in_enemy_zone(self.setting, self.state, side, at):
            return False
        return bool(self.ready) or not all(choice.refused for choice in self.columns)

    def who(self) -> str:
        return ENEMY[self.first.side]

    def context(self) -> str:
        return unit_name(self.setting, self.first)

    def about(self) -> tuple[str, ...]:
        return () if self.ready else tuple(self.there)

    def buttons(self) -> tuple[Choice, ...]:
        return Choice("stop", say("It goes no further"), "WED S3.1"), *self.columns

    def against(self, answer: Answer) -> Sequence[Reason]:
        if not isinstance(answer, Path):
            return ()
        return against_straying(self.setting, self.state, self.frame, answer.cells)

    def picked(self, d: D, answer: Path) -> None:
        d.goto("led", path=answer.cells, due=tuple(self.there), begun=True)

    def pressed(self, d: D, key: str) -> None:
        how, _, name = key.partition("/")
        if how == "stop":
            return self.passed(d)
        unit = d.pieces[name]
        cost = {"column": 2, "spread": spread_cost(d.setting, d, unit), "hurry": 0}[how]
        _pay(d, self.frame, name, cost, "ask")
        return change_column(d, unit, how)

    def script(self, rng: Random) -> Answer:
        """As far from what the unit wants as it goes."""
        setting, state, asked = self.setting, self.state, self.asked
        side = state.pieces[self.frame.unit].side
        marks = aims(setting) or tuple(enemy_hexes(setting, state, side))
        if asked.shape != "path" or not marks:
            return Choose("stop")

        def far(cell: str) -> tuple[int, str]:
            return min(setting.distance(cell, goal) for goal in marks), cell

        away = max(self.marches, key=far, default="")
        here = state.pieces[asked.pieces[0]].at or ""
        goes = away and far(away) > far(here)
        return Path(asked.pieces, self.marches[away]) if goes else Choose("stop")


def _columns(setting: Setting, table: Table, there: dict[str, int]) -> Iterator[Choice]:
    """S3.1 The enemy may put each of them into column or out of it."""
    for name, left in there.items():
        unit = table.pieces[name]
        if not can_move(setting, unit) or unit.carries:
            continue
        said = unit_name(setting, unit)
        if not unit.column:
            refused = into_column(setting, table, unit, left)
            text = say("{unit}: form column", unit=said)
            yield Choice(f"column/{name}", text, "WED S3.1", refused=refused)
            continue
        refused = out_of_column(setting, table, unit)
        cost = spread_cost(setting, table, unit)
        short = (Reason(say("Too few movement points are left"), "WED SR4"),)
        text = say("{unit}: spread out for {points} points", unit=said, points=cost / 2)
        dear = (*refused, *(short if cost > left else ()))
        yield Choice(f"spread/{name}", text, "WED S3.1", refused=dear)
        text = say("{unit}: spread out, a cohesion hit", unit=said)
        yield Choice(f"hurry/{name}", text, "WED S3.1", refused=refused)


def _pay(d: D, frame: Astray, name: str, cost: int, then: str) -> None:
    """Half points of one of them are spent."""
    if name == frame.unit:
        return d.goto(then, left=frame.left - cost)
    mates = tuple((mate, left - cost * (mate == name)) for mate, left in frame.mates)
    return d.goto(then, mates=mates)


@steps(Astray, "led")
def led(d: D, frame: Astray, _: None) -> None:
    """S3.1 Hex by hex, one of them after the other."""
    if not frame.path:
        return d.goto("ask")
    if not frame.due:
        return d.goto("led", path=frame.path[1:], due=tuple(together(d, frame)))
    unit, goal = d.pieces[frame.due[0]], frame.path[0]
    left = together(d, frame).get(unit.id, -1)
    cost = step_cost(d.setting, d, unit, unit.at or "", goal)
    if cost is None or cost > left:
        return d.goto("arrived")
    _pay(d, frame, unit.id, cost, "arrived")
    return d.call(Move(step="go", unit=unit.id, path=(goal,), left=cost, lost=True), "arrived")


@steps(Astray, "arrived")
def arrived(d: D, frame: Astray, _: None) -> None:
    """S3.1 Who was stopped stays behind."""
    name = frame.due[0]
    held = frame.held if d.pieces[name].at == frame.path[0] else (*frame.held, name)
    d.goto("led", due=frame.due[1:], held=held)


@steps(Astray, "found")
def found(d: D, frame: Astray, _: None) -> None:
    """S3.1 All who were lost are suppressed, also who rides on them."""
    d.done()
    for name in (frame.unit, *(mate for mate, _left in frame.mates)):
        for unit in filter(None, (d.pieces[name].carries, name)):
            if d.pieces[unit].at is not None:
                suppress(d, unit)
