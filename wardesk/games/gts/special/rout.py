"""Special rules S3.1: replacements, routs, and attacks by nobody on the table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from wardesk.engine.draft import Draft
from wardesk.engine.question import Dice
from wardesk.engine.types import Cells, Pieces, Roll
from wardesk.games.gts.asked import GtsThrow
from wardesk.games.gts.ch02_command import leaders, led_by
from wardesk.games.gts.ch04_costs import can_move, step_cost
from wardesk.games.gts.ch04_movement import demolished, enter, room
from wardesk.games.gts.ch05_fire import chart_of, hard
from wardesk.games.gts.ch08_checks import eliminate
from wardesk.games.gts.ch09_zones import in_enemy_zone
from wardesk.games.gts.ch15_route import fired_upon
from wardesk.games.gts.position import (
    Table,
    counter,
    enemy_hexes,
    in_hex,
    on_map,
    reduced,
    unit_name,
    units_of,
)
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.special.events import (
    EventFormation,
    EventHex,
    EventUnit,
    formations_with,
)
from wardesk.games.gts.state import (
    ALLIED,
    ENEMY,
    GERMAN,
    RESERVE,
    ROUTED,
    Happening,
    Hit,
    Leave,
    Strike,
    Unit,
    steps,
)
from wardesk.games.gts.tables import MISS, RESULTS
from wardesk.words import say

D = Draft[Setting]


# ---- reinforcement ------------------------------------------------------------------------------


def step_losses(setting: Setting, table: Table, formation: str) -> int:
    """Steps that the units of a formation have lost, those that are gone counted in full."""
    return sum(
        counter(setting, unit).steps - unit.steps
        for unit in table.pieces.values()
        if counter(setting, unit).formation == formation and unit.at not in (RESERVE, ROUTED)
    )


def _chiefs(setting: Setting, table: Table, formation: str) -> list[Unit]:
    """The leaders of a formation."""
    found = leaders(setting, table, setting.formations[formation].division)
    return [leader for leader in found if counter(setting, leader).formation == formation]


def _recruits(setting: Setting, table: Table, formation: str) -> tuple[str, ...]:
    """Lost paratroops of the 82nd that could join a formation of the 101st."""
    division, pool = setting.formations[formation].division, setting.scenario.lost_units
    theirs = bool(pool) and setting.division_of(pool[0]).id == division
    if not theirs or not _chiefs(setting, table, formation):
        return ()
    return tuple(unit for unit in pool if table.pieces[unit].at == RESERVE)


@steps.asks(Happening, "reinforcement", "replaced")
class WhoGetsReplacements(EventFormation):
    """S3.1 Two steps for one formation."""

    text = say("Which formation gets replacements?")

    @cached_property
    def names(self) -> list[str]:
        setting, state = self.setting, self.state
        return [
            name
            for name in formations_with(setting, state, self.frame.side, lambda _: True)
            if any(_hurt(setting, state, name))
            or (step_losses(setting, state, name) < 2 and _recruits(setting, state, name))
        ]

    def pressed(self, d: D, key: str) -> None:
        """S3.1 Without losses a lost unit of two steps comes, with one step lost one of a step."""
        lost, recruits = step_losses(d.setting, d, key), _recruits(d.setting, d, key)
        if lost < 2 and recruits:
            leader = _chiefs(d.setting, d, key)[0]
            d.set(recruits[0], at=leader.at, steps=2 - lost)
            name = unit_name(d.setting, d.pieces[recruits[0]])
            d.say(say("{unit} joined", unit=name), "WED S3.1", leader.at)
        d.goto("replace_next", formation=key, count=2 if lost >= 2 else lost)


def _hurt(setting: Setting, table: Table, formation: str) -> Iterator[str]:
    for unit in table.pieces.values():
        same = counter(setting, unit).formation == formation
        if same and on_map(setting, unit) and reduced(setting, unit):
            yield unit.id


@steps.asks(Happening, "replace_next", "step_back")
class WhoGetsAStepBack(EventUnit):
    """S3.1 Which unit gets the next step."""

    text = say("Which unit gets a step back?")

    @cached_property
    def ready(self) -> tuple[str, ...]:
        if not self.frame.count:
            return ()
        return tuple(_hurt(self.setting, self.state, self.frame.formation))

    def picked(self, d: D, answer: Pieces) -> None:
        """S3.1 One step."""
        unit = d.pieces[answer.pieces[0]]
        d.set(unit.id, steps=unit.steps + 1)
        name = unit_name(d.setting, unit)
        d.say(say("{unit} got a step back", unit=name), "WED S3.1", unit.at)
        d.goto("replace_next", count=self.frame.count - 1)


# ---- rout ---------------------------------------------------------------------------------------


def can_rout(setting: Setting, table: Table, formation: str) -> bool:
    """S3.1 One of its units in an enemy fire zone, and a step lost; no independents."""
    side = setting.divisions[setting.formations[formation].division].side
    mine = [u for u in units_of(setting, table, side) if counter(setting, u).formation == formation]
    under = any(in_enemy_zone(setting, table, side, unit.at or "") for unit in mine)
    loose = setting.formations[formation].independent
    return under and not loose and step_losses(setting, table, formation) > 0


def _routed(d: D, formation: str) -> tuple[str, ...]:
    """S3.1 The formation, and independents that are stacked with it."""
    side = d.setting.divisions[d.setting.formations[formation].division].side
    mine = {u.id: u for u in d.pieces.values() if counter(d.setting, u).formation == formation
            and on_map(d.setting, u)}  # fmt: skip
    cells = {unit.at for unit in mine.values()}
    with_it = (
        unit.id
        for unit in units_of(d.setting, d, side)
        if unit.at in cells and d.setting.formations[counter(d.setting, unit).formation].independent
    )
    return tuple(dict.fromkeys((*mine, *with_it)))


@steps.asks(Happening, "rout", "routing")
class WhoRouts(EventFormation):
    """S3.1 The enemy of the roller names a formation of either side."""

    text = say("Which formation routs?")

    def who(self) -> str:
        return ENEMY[self.frame.side]

    @cached_property
    def names(self) -> list[str]:
        setting = self.setting
        return [name for name in setting.formations if can_rout(setting, self.state, name)]

    def wanted(self) -> str:
        return ENEMY[self.asked.who]

    def pressed(self, d: D, key: str) -> None:
        """S3.1 By division: step back and stay, step back and leave, or a die for the 59th."""
        formation = d.setting.formations[key]
        d.say(say("{formation} routs", formation=formation.name), "WED S3.1")
        if formation.division == "59":
            return d.goto("dissolve", formation=key)
        units = _routed(d, key)
        return d.goto("rout_next", formation=key, left=units, units=units)


@steps.asks(Happening, "dissolve", "dissolved")
class Dissolves(GtsThrow[Happening]):
    """S3.1 At its lost steps or less a formation of the 59th is gone.

    With it go the independents of its leader.
    """

    kind, cite, text = "rout", "WED S3.1", say("Does it dissolve?")

    @property
    def losses(self) -> int:
        """The steps that it has lost."""
        return step_losses(self.setting, self.state, self.frame.formation)

    def context(self) -> str:
        return say("{n} or less", n=self.losses)

    def answered(self, d: D, answer: Roll) -> None:
        if answer.dice[0] <= self.losses:
            division = d.setting.formations[self.frame.formation].division
            chiefs = _chiefs(d.setting, d, self.frame.formation)
            gone = [*_routed(d, self.frame.formation)]
            for unit in tuple(units_of(d.setting, d, GERMAN)):
                formation = d.setting.formations[counter(d.setting, unit).formation]
                if formation.independent and formation.division == division:
                    gone += [unit.id for chief in chiefs if led_by(d.setting, chief, unit)]
            for unit in dict.fromkeys(gone):
                eliminate(d, unit)
        d.done()


def refuges(setting: Setting, table: Table, unit: Unit) -> tuple[str, ...]:
    """S3.1 Hexes beside a unit that are out of enemy fire zones and that it can enter."""
    if not can_move(setting, unit, routed=True):
        return ()
    at = unit.at or ""
    enemies = enemy_hexes(setting, table, unit.side)
    return tuple(
        cell
        for cell in setting.beside[at]
        if cell not in enemies
        and not in_enemy_zone(setting, table, unit.side, cell)
        and step_cost(setting, table, unit, at, cell) is not None
        and room(setting, table, unit, cell)
    )


@steps.asks(Happening, "rout_next", "rout_to")
class RoutsWhere(EventHex):
    """S3.1 One unit after the other; none is fired at."""

    text, choices = say("Where does it fall back?"), ()

    @property
    def unit(self) -> Unit:
        """Who routs next."""
        return self.state.pieces[self.frame.left[0]]

    @cached_property
    def runs(self) -> bool:
        """Whether it is one that has to get out of a fire zone."""
        unit = self.unit
        fights = not counter(self.setting, unit).leads
        return fights and in_enemy_zone(self.setting, self.state, unit.side, unit.at or "")

    @cached_property
    def places(self) -> tuple[str, ...]:
        if not self.frame.left or not self.runs:
            return ()
        return refuges(self.setting, self.state, self.unit)

    def who(self) -> str:
        return self.unit.side

    def context(self) -> str:
        return unit_name(self.setting, self.unit)

    def about(self) -> tuple[str, ...]:
        return (self.unit.id,)

    def passed(self, d: D) -> None:
        if not self.frame.left:
            return d.goto("rout_end")
        if self.runs:
            return _caught(d, self.frame)
        return d.goto("rout_next", left=self.frame.left[1:])

    def picked(self, d: D, answer: Cells) -> None:
        """S3.1 One hex back, if mines and shells let it go."""
        d.goto("rout_out", goal=answer.cells[0])
        d.call(Leave(step="begin", unit=self.frame.left[0]), "rout_out")


def _caught(d: D, frame: Happening) -> None:
    """S3.1 Who cannot get out of the fire zone: Allies entrench, Germans are gone."""
    unit = d.pieces[frame.left[0]]
    if unit.side == ALLIED:
        d.set(unit.id, dug="entrenched", column=False)
    else:
        eliminate(d, unit.id)
    d.goto("rout_next", left=frame.left[1:])


@steps(Happening, "rout_out")
def rout_out(d: D, frame: Happening, _: None) -> None:
    """S3.1 There, or caught."""
    if not frame.passed:
        return _caught(d, frame)
    unit = d.pieces[frame.left[0]]
    d.goto("rout_next", left=frame.left[1:], passed=False)
    enter(d, unit, frame.goal)
    return demolished(d, unit.side, frame.goal, "rout_next")


@steps(Happening, "rout_end")
def rout_end(d: D, frame: Happening, _: None) -> None:
    """S3.1 Germans who came away leave the map; their ledger knows when they may return."""
    division = d.setting.divisions[d.setting.formations[frame.formation].division]
    if division.side == GERMAN:
        for unit in (name for name in frame.units if on_map(d.setting, d.pieces[name])):
            gone = d.pieces[unit]
            d.set(unit, at=ROUTED, cohesion=0, suppressed=False, column=False, dug="", men=False)
            said = say("{unit} left the map", unit=unit_name(d.setting, gone))
            d.say(said, "WED S3.1", gone.at)
    d.done()


# ---- attacks from nowhere -----------------------------------------------------------------------


@steps.asks(Strike, "roll", "rolled")
class Struck(GtsThrow[Strike]):
    """S3.1 One die, nothing counts, by the chart of fire; an explosion leaves a heavy barrage."""

    kind, cite, text = "strike", "WED S3.1", say("Does the attack hit?")

    def dice(self) -> Dice:
        target = self.state.pieces[self.frame.target]
        name, armoured = unit_name(self.setting, target), hard(self.setting, self.state, target)
        context = say("{target}: {value} or less hits", target=name, value=self.frame.rating)
        return Dice((10,), (target.id,), context, "white", lowest=0,
                    chart=chart_of(armoured=armoured))  # fmt: skip

    def answered(self, d: D, answer: Roll) -> None:
        frame, fallen = self.frame, answer.dice[0]
        target = d.pieces[frame.target]
        result = _result(d, frame, target, fallen)
        name = unit_name(d.setting, target)
        text = say("{target}: {result}", target=name, result=RESULTS[result][0])
        d.say(text, "WED S3.1", target.at, say("rolled {roll}", roll=fallen))
        struck = {target.id: result}
        if target.carries:  # S4.4 the same roll at who rides on the vehicle
            struck[target.carries] = _result(d, frame, d.pieces[target.carries], fallen)
        hits = tuple((unit, what) for unit, what in struck.items() if what != MISS)
        if frame.heavy and on_map(d.setting, target):
            d.mark(f"{target.at}/barrage", "heavy")
            fired_upon(d, ENEMY[target.side], target.at or "", closes=True)  # 4.3.3
            known = {target.id, *(unit for unit, _ in hits)}
            others = (u.id for u in in_hex(d.setting, d, target.at or "") if u.id not in known)
            hits += tuple((other, "S?") for other in others) if hits else ()
        d.goto("hurt", hits=hits)


def _result(d: D, frame: Strike, unit: Unit, fallen: int) -> str:
    armoured = hard(d.setting, d, unit)
    return d.setting.tables.fire.result("white", fallen, frame.rating, armoured=armoured)


@steps(Strike, "hurt")
def hurt(d: D, frame: Strike, _: None) -> None:
    """S3.1 One unit after the other."""
    if not frame.hits:
        return d.done()
    unit, result = frame.hits[0]
    d.goto("hurt", hits=frame.hits[1:])
    return d.call(Hit(step="begin", unit=unit, result=result), "hurt")
