"""Special rules S3: random events that a nine in fire draws, what each does, attacks by nobody."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import ClassVar, Literal

from wardesk.engine.cached import cached_property
from wardesk.engine.draft import Draft
from wardesk.engine.question import Dice
from wardesk.engine.types import Answer, Cells, Choice, Choose, Pieces, Roll
from wardesk.games.gts.asked import AboutItsUnit, AboutUnit, Drawn, GtsQuestion, GtsThrow, named
from wardesk.games.gts.ch02_command import chiefs, led_by
from wardesk.games.gts.ch04_costs import can_move, step_cost
from wardesk.games.gts.ch04_movement import demolished, enter, room
from wardesk.games.gts.ch05_fire import chart_of, hard
from wardesk.games.gts.ch08_checks import eliminate
from wardesk.games.gts.ch09_zones import in_enemy_zone
from wardesk.games.gts.ch14_victory import nearest
from wardesk.games.gts.ch15_route import fired_upon, mined
from wardesk.games.gts.position import (
    Table,
    counter,
    enemy_hexes,
    in_hex,
    is_night,
    on_map,
    parked,
    reduced,
    unit_name,
    units_of,
    weather,
)
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import (
    ALLIED,
    ENEMY,
    GERMAN,
    LOOKS,
    RESERVE,
    ROUTED,
    SIDE_NAMES,
    Happening,
    Hit,
    Leave,
    Strike,
    Unit,
    steps,
)
from wardesk.games.gts.tables import MISS, RESULTS
from wardesk.games.shared import cup
from wardesk.words import say

D = Draft[Setting]
EVENTS = LOOKS.value["event_name"].words
NOBODY = Choice("none", say("Nobody"), "WED S3.1")
STAYING = ("heroic", "dutch")
"""Events that lie on the table until their side draws the next one."""


def cup_of(side: str) -> str:
    """The event cup of a side."""
    return f"events/{side}"


# ---- the draw -----------------------------------------------------------------------------------


@steps(Happening, "draw")
def draw(d: D, frame: Happening, _: None) -> None:
    """S3.0 What lies out goes back into the cup first; then one chit of the roller's own cup."""
    if d.marks.get(f"heroic/{frame.side}"):
        d.mark(f"heroic/{frame.side}", None)
        cup.put(d, cup_of(frame.side), "heroic")
    for key, value in tuple(d.marks.items()):
        if key.endswith("/dutch") and value == frame.side:
            d.mark(key, None)
            cup.put(d, cup_of(frame.side), "dutch")
    d.goto("chit")


@steps.asks(Happening, "chit", "drawn")
class WhichEvent(Drawn[Happening]):
    """S3.0 In the campaign it goes back, but for those that stay on the table."""

    kind, cite, text = "event", "WED S3.0", say("Which event is drawn?")

    def cup(self) -> str:
        return cup_of(self.frame.side)

    def told(self, chit: str) -> str:
        return EVENTS[chit]

    def context(self) -> str:
        return SIDE_NAMES[self.frame.side]

    def answered(self, d: D, answer: Roll) -> None:
        event = cup.drawn(d, self.cup(), answer)
        if d.setting.scenario.events_return and event not in STAYING:
            cup.put(d, self.cup(), event)
        d.say(say("Event: {event}", event=EVENTS[event]), "WED S3.0", None, self.context())
        d.goto(event, event=event)


class OfEvent(GtsQuestion[Happening]):
    """A question of an event: it is over when there is nothing to ask, or nobody is wanted."""

    cite = "WED S3.1"
    put_to: ClassVar[Literal["roller", "enemy", "allies"]] = "roller"
    """Who decides."""

    def who(self) -> str:
        side = self.frame.side
        return {"roller": side, "enemy": ENEMY[side], "allies": ALLIED}[self.put_to]


class EventUnit(OfEvent):
    """One of some units, or nobody."""

    kind, shape, choices = "event-unit", "pieces", (NOBODY,)

    def among(self) -> Iterable[Unit]:
        """Units that it may be: those of the roller."""
        return units_of(self.setting, self.state, self.frame.side)

    def fits(self, unit: Unit) -> bool:
        """Whether it may be this one of them."""
        return True

    def pieces(self) -> tuple[str, ...]:
        return tuple(unit.id for unit in self.among() if self.fits(unit))

    def script(self, rng: Random) -> Answer:
        """The strongest one."""
        pieces = self.state.pieces
        return Pieces((max(self.asked.pieces, key=lambda name: (pieces[name].steps, name)),))


class EventHex(OfEvent):
    """One of some hexes, or none of them."""

    kind, shape, choices = "event-hex", "cells", (NOBODY,)

    def script(self, rng: Random) -> Answer:
        """Aircraft at the fullest hex, anything else in the enemy's way."""
        setting, state, asked = self.setting, self.state, self.asked
        side = ENEMY[asked.who]
        fullest = max(asked.cells, key=lambda cell: (len(in_hex(setting, state, cell, side)), cell))
        full = bool(in_hex(setting, state, fullest, side))
        return Cells((fullest if full else nearest(setting, state, asked.cells, asked.who),))


class EventFormation(OfEvent):
    """One of some formations."""

    kind = "event-formation"

    @cached_property
    def names(self) -> list[str]:
        """The formations."""
        return []

    def asks(self) -> bool:
        return bool(self.names)

    def buttons(self) -> tuple[Choice, ...]:
        return named(((n, self.setting.formations[n].name) for n in self.names), self.cite)

    def wanted(self) -> str:
        """Whose formation a script takes."""
        return self.asked.who

    def script(self, rng: Random) -> Answer:
        setting, wanted = self.setting, self.wanted()
        keys = [choice.key for choice in self.asked.choices]
        mine = (k for k in keys if setting.divisions[setting.formations[k].division].side == wanted)
        return Choose(next(mine, keys[0]))


def formations_with(
    setting: Setting, table: Table, side: str, test: Callable[[Unit], bool]
) -> list[str]:
    """Formations of a side with a unit on the map that passes a test."""
    found = {
        counter(setting, unit).formation for unit in units_of(setting, table, side) if test(unit)
    }
    return [name for name in setting.formations if name in found]


# ---- single events ------------------------------------------------------------------------------


@steps.asks(Happening, "air", "strikes")
class HowManyAircraft(GtsThrow[Happening]):
    """S3.1 No aircraft at night and under clouds; else half a die of strikes for the Allies."""

    kind, cite, text = "strikes", "WED S3.1", say("How many aircraft come?")

    def asks(self) -> bool:
        setting, state = self.setting, self.state
        return not is_night(setting, state) and weather(setting, state) == "clear"

    def passed(self, d: D) -> None:
        d.say(say("No aircraft came"), "WED S3.1")
        d.done()

    def answered(self, d: D, answer: Roll) -> None:
        """S3.1 The leader of one formation calls them."""
        count = answer.dice[0] // 2
        d.goto("caller", count=count)
        if not count:
            self.passed(d)


@steps.asks(Happening, "caller", "called")
class WhoCalls(EventUnit):
    """S3.1 Which formation's leader; all hexes are named before the first attack."""

    text, put_to = say("Which leader calls the aircraft?"), "allies"

    def among(self) -> Iterable[Unit]:
        return self.state.pieces.values()

    def fits(self, unit: Unit) -> bool:
        leads = unit.side == ALLIED and counter(self.setting, unit).leads
        return leads and on_map(self.setting, unit)

    def picked(self, d: D, answer: Pieces) -> None:
        d.goto("aim", unit=answer.pieces[0], left=())


@steps.asks(Happening, "aim", "aimed")
class WhereAircraft(EventHex):
    """S3.1 Hexes within ten of the leader."""

    text, put_to, next_step = say("Which hex is struck from the air?"), "allies", "strike"

    def cells(self) -> tuple[str, ...]:
        setting, frame = self.setting, self.frame
        if len(frame.left) >= frame.count:
            return ()
        at, far = self.state.pieces[frame.unit].at or "", setting.tables.figures.air_range
        cells = {unit.at or "" for unit in units_of(setting, self.state, GERMAN)}
        return tuple(sorted(cell for cell in cells if setting.distance(cell, at) <= far))

    def about(self) -> tuple[str, ...]:
        return self.frame.left

    def picked(self, d: D, answer: Cells) -> None:
        d.goto("aim", left=(*self.frame.left, answer.cells[0]))


@steps.asks(Happening, "strike", "strike_at")
class WhoIsStruck(EventUnit):
    """S3.1 A six of white at any unit of the hex."""

    text, put_to, choices = say("Which unit is struck?"), "allies", ()

    def among(self) -> Iterable[Unit]:
        return in_hex(self.setting, self.state, next(iter(self.frame.left), ""), GERMAN)

    def fits(self, unit: Unit) -> bool:
        return not unit.on

    def passed(self, d: D) -> None:
        if not self.frame.left:
            return d.done()
        return d.goto("strike", left=self.frame.left[1:])

    def picked(self, d: D, answer: Pieces) -> None:
        rating = d.setting.tables.figures.strike
        d.goto("strike", left=self.frame.left[1:])
        d.call(Strike(step="roll", target=answer.pieces[0], rating=rating), "strike")


@steps.asks(Happening, "heroic", "heroic_known")
class WhoIsHeroic(EventUnit):
    """S3.1 On any unit of the side, until the side's next event."""

    text = say("Which unit is heroic?")

    def picked(self, d: D, answer: Pieces) -> None:
        unit = d.pieces[answer.pieces[0]]
        d.mark(f"heroic/{self.frame.side}", unit.id)
        d.say(say("{unit} is heroic", unit=unit_name(d.setting, unit)), "WED S3.1", unit.at)
        d.done()


@steps.asks(Happening, "intelligence", "informed")
class WhoIsInformed(OfEvent):
    """S3.1 Six command and two dispatch points for one division."""

    kind, text, usual = "event-division", say("Which division gets the points?"), 0

    def buttons(self) -> tuple[Choice, ...]:
        rows, tracks = self.setting.forces.division, self.state.tracks
        mine = (row for row in rows if row.side == self.frame.side and f"cp/{row.id}" in tracks)
        return named(((row.id, row.name) for row in mine), self.cite)

    def pressed(self, d: D, key: str) -> None:
        """S3.1 Beyond what a division keeps otherwise."""
        d.count(f"cp/{key}", 6)
        d.count(f"dp/{key}", 2)
        d.done()


@steps.asks(Happening, "rally", "rallying")
class WhichFormationRallies(EventFormation):
    """S3.1 Four suppressions or cohesion hits of one formation, one after the other."""

    text = say("Which formation rallies?")

    @cached_property
    def names(self) -> list[str]:
        return formations_with(self.setting, self.state, self.frame.side, _shaken)

    def pressed(self, d: D, key: str) -> None:
        d.goto("rally_next", formation=key, count=4)


def _shaken(unit: Unit) -> bool:
    return unit.suppressed or unit.cohesion > 0


@steps.asks(Happening, "rally_next", "rallied")
class WhichUnitRallies(EventUnit):
    """S3.1 Whom the next of the four helps."""

    text = say("Which unit rallies?")

    def fits(self, unit: Unit) -> bool:
        mine = counter(self.setting, unit).formation == self.frame.formation
        return mine and _shaken(unit) and self.frame.count > 0

    def picked(self, d: D, answer: Pieces) -> None:
        """S3.1 Who has both is asked which of them goes."""
        unit = d.pieces[answer.pieces[0]]
        if not (unit.suppressed and unit.cohesion):
            return _recover(d, self.frame, unit.id, suppressed=unit.suppressed)
        return d.goto("rally_which", unit=unit.id)


@steps.asks(Happening, "rally_which", "rally_what")
class WhatItRalliesFrom(OfEvent, AboutItsUnit[Happening]):
    """S3.1 The suppression, or one of its cohesion hits, as its player wants it."""

    kind, text = "event-rally", say("What does it recover from?")
    choices = (
        Choice("suppression", say("Suppression"), "WED S3.1"),
        Choice("cohesion", say("A cohesion hit"), "WED S3.1"),
    )

    def pressed(self, d: D, key: str) -> None:
        _recover(d, self.frame, self.unit.id, suppressed=key == "suppression")


def _recover(d: D, frame: Happening, unit: str, *, suppressed: bool) -> None:
    """S3.1 One of the four."""
    if suppressed:
        d.set(unit, suppressed=False)
    else:
        d.set(unit, cohesion=d.pieces[unit].cohesion - 1)
    found = d.pieces[unit]
    d.say(say("{unit} rallied", unit=unit_name(d.setting, found)), "WED S3.1", found.at)
    d.goto("rally_next", count=frame.count - 1)


@steps.asks(Happening, "dutch", "dutch_known")
class WhereTheDutch(EventHex):
    """S3.1 Any town or city: nobody leaves it by moving, until the side's next event."""

    text = say("Which town do the Dutch fill?")

    def cells(self) -> tuple[str, ...]:
        setting, built = self.setting, ("town", "city")
        return tuple(sorted(c for c in setting.in_play if setting.terrain[c] in built))

    def picked(self, d: D, answer: Cells) -> None:
        cell = answer.cells[0]
        d.mark(f"{cell}/dutch", self.frame.side)
        d.say(say("The Dutch filled {cell}", cell=d.setting.name(cell)), "WED S3.1", cell)
        d.done()


@steps.asks(Happening, "minefield", "minefield_known")
class WhereMines(EventHex):
    """S3.1 Within three hexes of a unit of the side; they lie until engineers have removed them."""

    text = say("Which hex is mined?")

    def cells(self) -> tuple[str, ...]:
        setting, state = self.setting, self.state
        far = setting.tables.figures.mine_range
        mine = {unit.at or "" for unit in units_of(setting, state, self.frame.side)}
        return tuple(
            sorted(
                cell
                for cell in setting.in_play
                if setting.terrain[cell] != "impassable"
                and not state.marks.get(f"{cell}/mines")
                and any(setting.distance(cell, at) <= far for at in mine)
            )
        )

    def picked(self, d: D, answer: Cells) -> None:
        """S3.1 On the corps' road they close it."""
        cell = answer.cells[0]
        d.mark(f"{cell}/mines", True)
        d.say(say("{cell} was mined", cell=d.setting.name(cell)), "WED S3.1", cell)
        mined(d, cell)
        d.done()


class EnemyStrikes(EventUnit):
    """The enemy of the roller attacks one of the roller's units."""

    put_to = "enemy"

    def attack(self, piece: str) -> Strike:
        """A six of white."""
        return Strike(step="roll", target=piece, rating=self.setting.tables.figures.strike)

    def picked(self, d: D, answer: Pieces) -> None:
        d.done()
        d.call(self.attack(answer.pieces[0]), d.stack[-1].step)


@steps.asks(Happening, "explosion", "exploded")
class WhichGunExplodes(EnemyStrikes):
    """S3.1 A three of white at a gun of the side, in a park or on the map."""

    text = say("Which gun explodes?")

    def among(self) -> Iterable[Unit]:
        return self.state.pieces.values()

    def fits(self, unit: Unit) -> bool:
        gun = counter(self.setting, unit).weapon in ("orange", "brown", "black")
        there = on_map(self.setting, unit) or parked(unit)
        return unit.side == self.frame.side and gun and there

    def attack(self, piece: str) -> Strike:
        rating = self.setting.tables.figures.explosion
        return Strike(step="roll", target=piece, rating=rating, heavy=True)


@steps.asks(Happening, "ambush", "ambushed")
class WhoIsAmbushed(EnemyStrikes):
    """S3.1 A six of white at a unit of the side that is near one of the enemy's."""

    text = say("Which unit is ambushed?")

    def fits(self, unit: Unit) -> bool:
        setting, far = self.setting, self.setting.tables.figures.ambush_range
        enemies = enemy_hexes(setting, self.state, self.frame.side)
        return any(setting.distance(unit.at or "", at) <= far for at in enemies)


# ---- reinforcement ------------------------------------------------------------------------------


def step_losses(setting: Setting, table: Table, formation: str) -> int:
    """Steps that the units of a formation have lost, those that are gone counted in full."""
    return sum(
        counter(setting, unit).steps - unit.steps
        for unit in table.pieces.values()
        if counter(setting, unit).formation == formation and unit.at not in (RESERVE, ROUTED)
    )


def _recruits(setting: Setting, table: Table, formation: str) -> tuple[str, ...]:
    """Lost paratroops of the 82nd that could join a formation of the 101st."""
    division, pool = setting.formations[formation].division, setting.scenario.lost_units
    theirs = bool(pool) and setting.division_of(pool[0]).id == division
    if not theirs or not chiefs(setting, table, formation):
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
            if any(_hurt(setting, unit, name) for unit in state.pieces.values())
            or (step_losses(setting, state, name) < 2 and _recruits(setting, state, name))
        ]

    def pressed(self, d: D, key: str) -> None:
        """S3.1 Without losses a lost unit of two steps comes, with one step lost one of a step."""
        lost, recruits = step_losses(d.setting, d, key), _recruits(d.setting, d, key)
        if lost < 2 and recruits:
            leader = chiefs(d.setting, d, key)[0]
            d.set(recruits[0], at=leader.at, steps=2 - lost)
            name = unit_name(d.setting, d.pieces[recruits[0]])
            d.say(say("{unit} joined", unit=name), "WED S3.1", leader.at)
        d.goto("replace_next", formation=key, count=2 if lost >= 2 else lost)


def _hurt(setting: Setting, unit: Unit, formation: str) -> bool:
    same = counter(setting, unit).formation == formation
    return same and on_map(setting, unit) and reduced(setting, unit)


@steps.asks(Happening, "replace_next", "step_back")
class WhoGetsAStepBack(EventUnit):
    """S3.1 Which unit gets the next step."""

    text = say("Which unit gets a step back?")

    def among(self) -> Iterable[Unit]:
        return self.state.pieces.values() if self.frame.count else ()

    def fits(self, unit: Unit) -> bool:
        return _hurt(self.setting, unit, self.frame.formation)

    def picked(self, d: D, answer: Pieces) -> None:
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

    text, put_to = say("Which formation routs?"), "enemy"

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
            led = chiefs(d.setting, d, self.frame.formation)
            gone = [*_routed(d, self.frame.formation)]
            for unit in tuple(units_of(d.setting, d, GERMAN)):
                formation = d.setting.formations[counter(d.setting, unit).formation]
                if formation.independent and formation.division == division:
                    gone += [unit.id for chief in led if led_by(d.setting, chief, unit)]
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
class RoutsWhere(AboutUnit[Happening], EventHex):
    """S3.1 One unit after the other; none is fired at."""

    text, choices = say("Where does it fall back?"), ()

    @property
    def unit(self) -> Unit:
        return self.state.pieces[self.frame.left[0]]

    @cached_property
    def runs(self) -> bool:
        """Whether it is one that has to get out of a fire zone."""
        unit = self.unit
        fights = not counter(self.setting, unit).leads
        return fights and in_enemy_zone(self.setting, self.state, unit.side, unit.at or "")

    def cells(self) -> tuple[str, ...]:
        if not self.frame.left or not self.runs:
            return ()
        return refuges(self.setting, self.state, self.unit)

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
