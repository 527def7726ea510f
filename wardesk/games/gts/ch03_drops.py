"""Chapter 3: drops. Weather and turn, zones and sticks, the drop table, flak, air supply."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from wardesk.engine.cached import cached_property
from wardesk.engine.draft import Draft
from wardesk.engine.question import Dice, DiceOutcome
from wardesk.engine.types import Answer, Cells, Choice, Factor, Outcome, OutcomeField, Roll
from wardesk.games.gts.agreed import free_zones
from wardesk.games.gts.asked import AboutItsUnit, GtsQuestion, GtsThrow, OfTurn, named
from wardesk.games.gts.ch08_checks import cohesion_hit, eliminate, lose_step
from wardesk.games.gts.ch09_zones import in_zone_of
from wardesk.games.gts.ch14_victory import nearest
from wardesk.games.gts.forces import DropZone, Lift, Stick
from wardesk.games.gts.position import (
    MORNING,
    Table,
    counter,
    days_gone,
    turn_name,
    unit_name,
    units_of,
    weather,
)
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import ALLIED, ENEMY, RESERVE, Fate, Landing, Turn, Unit, onward, steps
from wardesk.words import Spoken, say

D = Draft[Setting]
HOURS = (MORNING, "0900", "1100", "1300", "1500", "1700", "1900", "Night")
TODAY = "day/drop"
"""The two turns on which a drop may come today, by name; none in bad weather (3.2)."""
LATE, FREE = "drop/late", "drop/free"
"""Days that the drops were put off, and whether their zones may be chosen."""
REPLANNED, OTHER_ZONES = "day/replanned", "1500 1700"
"""The day on which the zones were changed, and when the drops of that day come (3.6)."""
RESULTS: dict[str, Spoken] = {
    "none": say("Landed well"),
    "D": say("Scattered"),
    "CD": say("Scattered and shaken"),
    "1": say("Step loss"),
    "1D": say("Scattered, a step lost"),
    "E": say("Eliminated"),
}
PRINTED = (say("D"), say("CD"), say("1D"))
"""Results as an umpire reads them, for the catalogue; the rest stands in the chart of fire."""
FIELDS = (OutcomeField("result", say("Result"), choices=tuple(RESULTS)),)


# ---- what comes when, and where -----------------------------------------------------------------


def landed(table: Table, lift: Lift) -> bool:
    """Whether a drop has come."""
    return bool(table.marks.get(f"drop/{lift.division}/{lift.number}"))


def due(setting: Setting, table: Table) -> list[Lift]:
    """3.1 The next drop of each division whose day has come, Drop One apart."""
    late = int(table.marks.get(LATE) or 0)
    found: dict[str, Lift] = {}
    for lift in sorted(setting.scenario.lift, key=lambda row: row.number):
        if lift.number > 1 and not landed(table, lift):
            found.setdefault(lift.division, lift)
    today = days_gone(setting, table)
    return [
        lift
        for lift in found.values()
        if lift.day + late <= today and table.marks.get(f"day/landed/{lift.division}") != today
    ]


def zones_of(setting: Setting, division: str) -> tuple[DropZone, ...]:
    """3.3 The zones of a division."""
    return tuple(zone for zone in setting.scenario.zone if zone.division == division)


def zone_cells(setting: Setting, zone: str) -> tuple[str, ...]:
    """3.3 The hexes of a zone that are in play."""
    row = next(row for row in setting.scenario.zone if row.id == zone)
    cells = [*row.cells]
    for feature in setting.board.features:
        if feature.kind == "zone" and feature.name in row.of:
            cells += feature.properties["cells"]
    return tuple(cell for cell in dict.fromkeys(cells) if cell in setting.beside)


def _zone(setting: Setting, zone: str) -> DropZone:
    return next(row for row in setting.scenario.zone if row.id == zone)


def _sticks(setting: Setting, frame: Landing) -> tuple[Stick, ...]:
    """The sticks of a drop; airborne tanks come one by one after those of Drop One (O4.0)."""
    lift = next(
        row
        for row in setting.scenario.lift
        if (row.number, row.division) == (frame.number, frame.division)
    )
    tanks = setting.scenario.tanks.get(setting.options.tanks, ()) if frame.number == 1 else ()
    return (*lift.stick, *(Stick(units=(name,), zone="", glider=True) for name in tanks))


# ---- the day ------------------------------------------------------------------------------------


@steps(Turn, "day")
def new_day(d: D, _: Turn, __: None) -> None:
    """1.0, N12 The weather of a new day; the scenario has stated that of the first."""
    turn = d.tracks["turn"]
    if turn == 1:
        if weather(d.setting, d) == "clear":
            d.mark(TODAY, "0900 1100")
        return onward(d, "day")
    if turn_name(d.setting, d) != MORNING:
        return onward(d, "day")
    if _missed(d.setting, d):
        d.mark(LATE, int(d.marks.get(LATE) or 0) + 1)
    return d.goto("dawn")


def _missed(setting: Setting, table: Table) -> bool:
    """3.2 Whether a drop of yesterday did not come: all move forward a day."""
    late, today = int(table.marks.get(LATE) or 0), days_gone(setting, table)
    return any(
        lift.number > 1 and not landed(table, lift) and lift.day + late < today
        for lift in setting.scenario.lift
    )


@steps.asks(Turn, "dawn", "sunrise")
class WeatherOfTheDay(GtsThrow[Turn]):
    """1.0, N12 By the chart; fog has a number on which it clears."""

    kind, cite, text = "weather", "WED 1.0", say("How is the weather?")

    def answered(self, d: D, answer: Roll) -> None:
        roll = answer.dice[0]
        sky = d.setting.tables.sky
        kind = sky.weather[roll]
        d.mark("turn/weather", kind)
        d.mark("turn/fog", sky.fog[roll] or None)
        d.mark(TODAY, "0900 1100" if kind == "clear" else None)
        name = {"clear": say("Clear"), "fog": say("Fog"), "overcast": say("Overcast"),
                "rain": say("Rain")}[kind]  # fmt: skip
        text = say("Weather of the day: {weather}", weather=name)
        d.say(text, "WED 1.0", None, say("rolled {roll}", roll=roll))
        onward(d, "day")


def fog_cleared(d: D, hour: str) -> None:
    """3.2 The drop of the day comes two or three turns later; to other zones as 3.6 has it."""
    place = HOURS.index(hour)
    other = d.marks.get(REPLANNED) == days_gone(d.setting, d)
    d.mark(TODAY, OTHER_ZONES if other else " ".join(HOURS[place + 2 : place + 4]))


@steps.asks(Turn, "replan", "replanned")
class ZonesAreChanged(OfTurn):
    """3.6 On the 0700 turn the zones of drops to come may be changed, by a roll."""

    kind, cite, text = "replan", "WED 3.6", say("Are the drop zones changed?")
    usual = 0
    choices = (
        Choice("keep", say("Drop as planned"), "WED 3.6"),
        Choice("try", say("Roll for other zones"), "WED 3.6"),
    )

    def asks(self) -> bool:
        lifts = self.setting.scenario.lift
        left = any(lift.number > 1 and not landed(self.state, lift) for lift in lifts)
        return left and turn_name(self.setting, self.state) == MORNING

    def pressed(self, d: D, key: str) -> None:
        if key == "keep":
            return self.passed(d)
        return ZoneChange(d.setting, d.state, self.frame).put(d, "rezoned")


@steps.answers(Turn, "rezoned")
class ZoneChange(GtsThrow[Turn]):
    """3.6, N14 Other zones and a later turn, no change, or a day lost."""

    kind, cite, text = "zone-change", "WED 3.6", say("Can the zones be changed?")

    def context(self) -> str:
        good, none = self.setting.tables.figures.zone_change
        return say("{good} or less: yes; above {none}: a day lost", good=good, none=none)

    def answered(self, d: D, answer: Roll) -> None:
        roll = answer.dice[0]
        good, none = d.setting.tables.figures.zone_change
        text = say("The drops come as planned")
        if roll <= good:
            d.mark(FREE, True)
            d.mark(REPLANNED, days_gone(d.setting, d))
            if d.marks.get(TODAY):
                d.mark(TODAY, OTHER_ZONES)
            text = say("The drops come to other zones")
            d.goto("resupply", left=tuple(d.setting.scenario.supply))
        elif roll > none:
            d.mark(LATE, int(d.marks.get(LATE) or 0) + 1)
            text = say("The drops come a day later")
        d.say(text, "WED 3.6", None, say("rolled {roll}", roll=roll))
        if roll > good:
            onward(d, "replan")


@steps.asks(Turn, "resupply", "resupplied")
class WhereSupply(OfTurn):
    """3.6 With the zones that of the supply drops may change."""

    kind, cite, text = "supply-zone", "WED 3.6", say("Where is supply dropped?")
    usual = 0

    def asks(self) -> bool:
        return bool(self.frame.left)

    def passed(self, d: D) -> None:
        onward(d, "replan")

    def context(self) -> str:
        return self.setting.divisions[self.frame.left[0]].name

    def buttons(self) -> tuple[Choice, ...]:
        division = self.frame.left[0]
        now = supply_zone(self.setting, self.state, division)
        others = (zone.id for zone in zones_of(self.setting, division) if zone.id != now)
        return named(((name, _zone(self.setting, name).name) for name in (now, *others)), self.cite)

    def pressed(self, d: D, key: str) -> None:
        d.mark(f"supply/zone/{self.frame.left[0]}", key)
        d.goto("resupply", left=self.frame.left[1:])


def supply_zone(setting: Setting, table: Table, division: str) -> str:
    """3.5, 3.6 The zone in which a division is supplied."""
    return str(table.marks.get(f"supply/zone/{division}") or setting.scenario.supply[division])


@steps.asks(Turn, "drop", "drop_timed")
class DropsNow(OfTurn):
    """3.1, 3.2 Drop One on the first turn; a later one on either of two turns of its day."""

    kind, cite, text = "drop-when", "WED 3.2", say("Do they drop now?")
    usual = 0
    choices = (
        Choice("now", say("Drop now"), "WED 3.2"),
        Choice("later", say("Drop next turn"), "WED 3.2"),
    )

    @property
    def hours(self) -> list[str]:
        """Those of the two turns of the day that are still to come, this one first."""
        now = turn_name(self.setting, self.state)
        hours = str(self.state.marks.get(TODAY) or "").split()
        return hours[hours.index(now) :] if now in hours else []

    @cached_property
    def lifts(self) -> list[Lift]:
        """The drops that come now, if the Allies do not put them off."""
        setting, state = self.setting, self.state
        if state.tracks["turn"] == 1:
            first = [row for row in setting.scenario.lift if row.number == 1]
            if found := [lift for lift in first if not landed(state, lift)]:
                return found
        last = len(self.hours) == 1
        return [
            lift
            for lift in (due(setting, state) if self.hours else ())
            if last or not state.marks.get(f"day/later/{lift.division}")
        ]

    def asks(self) -> bool:
        """Drop One is not asked for, nor is what comes on the last turn of the day."""
        return bool(self.lifts) and self.lifts[0].number > 1 and len(self.hours) > 1

    def passed(self, d: D) -> None:
        if self.lifts:
            return _land(d, self.lifts[0])
        return super().passed(d)

    def context(self) -> str:
        return self.setting.divisions[self.lifts[0].division].name

    def about(self) -> tuple[str, ...]:
        return tuple(unit for stick in self.lifts[0].stick for unit in stick.units)

    def pressed(self, d: D, key: str) -> None:
        if key == "now":
            return self.passed(d)
        d.mark(f"day/later/{self.lifts[0].division}", True)
        return d.goto("drop")


def _land(d: D, lift: Lift) -> None:
    d.mark(f"drop/{lift.division}/{lift.number}", True)
    d.mark(f"day/landed/{lift.division}", days_gone(d.setting, d))
    if d.marks.get(f"day/later/{lift.division}"):
        d.mark(f"day/later/{lift.division}", None)
    frame = Landing(step="next", number=lift.number, division=lift.division, left=())
    sticks = _sticks(d.setting, frame)
    order = range(len(sticks))
    if _free(d.setting, d):  # independents join a zone that a formation has
        order = sorted(order, key=lambda n: (not sticks[n].zone, _loose(d.setting, sticks[n])))
    name = d.setting.divisions[lift.division].name
    d.say(say("{division}: drop {n}", division=name, n=lift.number), "WED 3.1")
    d.call(Landing(step="next", number=lift.number, division=lift.division,
                   left=tuple(order)), "drop")  # fmt: skip


# ---- the drop -----------------------------------------------------------------------------------


class OfLanding(GtsQuestion[Landing]):
    """A question about the next stick of a drop."""

    @cached_property
    def stick(self) -> Stick:
        """Who drops."""
        return _sticks(self.setting, self.frame)[self.frame.left[0]]

    def about(self) -> tuple[str, ...]:
        return self.stick.units


@steps.asks(Landing, "next", "zoned")
class WhichZone(OfLanding):
    """3.3 The next stick: its zone, by plan or by choice, then its hex."""

    kind, cite, text = "drop-zone", "WED 3.3", say("Into which zone do they drop?")
    usual = 0

    @cached_property
    def left(self) -> tuple[int, ...]:
        """The sticks that have not landed."""
        sticks, pieces = _sticks(self.setting, self.frame), self.state.pieces
        return tuple(
            n for n in self.frame.left if any(pieces[u].at == RESERVE for u in sticks[n].units)
        )

    @cached_property
    def zones(self) -> tuple[str, ...]:
        """3.3.1, 3.3.2, O4.0 As planned; else each formation has its own zone."""
        setting, frame, stick = self.setting, self.frame, self.stick
        if not stick.zone:
            used = dict.fromkeys(zone for formation, zone in frame.zones if formation)
            return tuple(zone for zone in used if _zone(setting, zone).landing)
        if not _free(setting, self.state):
            return (stick.zone,)
        formations = setting.formations
        alone = {n: zone for n, zone in frame.zones if n and not formations[n].independent}
        everywhere = tuple(zone.id for zone in zones_of(setting, frame.division))
        formation, loose = setting.counters[stick.units[0]].formation, _loose(setting, stick)
        found = free_zones(everywhere, alone, formation, independent=loose)
        return found or (everywhere if loose else ())

    def asks(self) -> bool:
        return bool(self.left) and self.left == self.frame.left and len(self.zones) > 1

    def passed(self, d: D) -> None:
        left = self.left
        if left != self.frame.left:
            return d.goto("next", left=left)
        if not left:
            return d.done()
        if not self.zones:
            return d.goto("next", left=left[1:])
        return self.pressed(d, self.zones[0])

    def buttons(self) -> tuple[Choice, ...]:
        return named(((name, _zone(self.setting, name).name) for name in self.zones), self.cite)

    def pressed(self, d: D, key: str) -> None:
        d.goto("where", zones=(*self.frame.zones, ("", key)))


def _free(setting: Setting, table: Table) -> bool:
    """3.3.2, 3.6 Whether the zones of drops are chosen."""
    return setting.options.drops == "free" or bool(table.marks.get(FREE))


def _loose(setting: Setting, stick: Stick) -> bool:
    return setting.formations[setting.counters[stick.units[0]].formation].independent


@steps.asks(Landing, "where", "down")
class WhereItLands(OfLanding):
    """3.4 Any hex of the zone, none with an enemy in it."""

    kind, cite, text, shape = "drop-hex", "WED 3.4", say("Where does this stick land?"), "cells"

    def cells(self) -> tuple[str, ...]:
        taken = {unit.at for unit in units_of(self.setting, self.state, ENEMY[ALLIED])}
        zone = zone_cells(self.setting, self.frame.zones[-1][1])
        return tuple(cell for cell in zone if cell not in taken)

    def context(self) -> str:
        return self.setting.counters[self.stick.units[0]].name

    def passed(self, d: D) -> None:
        d.say(say("There was no room in the zone"), "WED 3.4")
        d.goto("next", left=self.frame.left[1:], zones=self.frame.zones[:-1])

    def picked(self, d: D, answer: Cells) -> None:
        """3.4 On the ground, out of column; a marker on everybody but those of Drop One."""
        frame, stick = self.frame, self.stick
        zone, cell = frame.zones[-1][1], answer.cells[0]
        tank = not stick.zone
        for name in stick.units:
            if d.pieces[name].at != RESERVE:
                continue
            fights = not counter(d.setting, d.pieces[name]).leads
            delay = int(fights and (frame.number > 1 or tank))
            d.set(name, at=cell, column=False, delay=delay, glider=stick.glider, untested=fights)
            if fights:
                d.mark(f"zone/{name}", zone)
        d.mark(f"{cell}/last", ALLIED)
        formation = d.setting.counters[stick.units[0]].formation
        text = say("{unit} landed", unit=self.context())
        name, place = _zone(d.setting, zone).name, d.setting.name(cell)
        d.say(text, "WED 3.4", cell, say("{zone!s} ({place})", zone=name, place=place))
        zones = (*frame.zones[:-1], ("" if tank else formation, zone))
        d.goto("next", left=frame.left[1:], zones=zones)

    def script(self, rng: Random) -> Answer:
        asked = self.asked
        return Cells((nearest(self.setting, self.state, asked.cells, asked.who),))


# ---- the drop table -----------------------------------------------------------------------------


@steps(Turn, "fate")
def fate_of_drop_one(d: D, _: Turn, __: None) -> None:
    """3.4.1 Units of Drop One roll as soon as they have dropped; others when they first act."""
    if d.tracks["turn"] == 1:
        for unit in d.pieces.values():
            if unit.untested and unit.at in d.setting.beside:
                return d.call(Fate(step="roll", unit=unit.id), "fate")
    return onward(d, "fate")


def drop_factors(setting: Setting, table: Table, unit: Unit) -> Iterator[Factor]:
    """3.4.1 Gliders in drop zones, enemies in the zone, flak that reaches it."""
    row = setting.tables.drop
    name = str(table.marks.get(f"zone/{unit.id}", ""))
    if not name:
        return
    zone, cells = _zone(setting, name), frozenset(zone_cells(setting, name))
    if unit.glider and not zone.landing:
        yield Factor("glider", say("Gliders in a drop zone"), row.glider, "WED 3.4.1")
    if unit.glider and zone.starred:
        yield Factor("starred", say("Bad ground for gliders"), row.starred, "WED 3.4.1")
    enemies = list(units_of(setting, table, ENEMY[unit.side]))
    there = sum(enemy.at in cells for enemy in enemies)
    if there:
        yield Factor("enemies", say("Enemies in the zone"), there * row.enemy, "WED 3.4.1")
    light = heavy = 0
    for enemy in enemies:
        figures = counter(setting, enemy)
        if figures.symbol == "anti_air" and any(
            cell == enemy.at or in_zone_of(setting, table, enemy, cell) for cell in cells
        ):
            heavy += figures.weapon == "white"
            light += figures.weapon != "white"
    if light:
        yield Factor("flak", say("Flak"), light * row.flak, "WED 3.4.1")
    if heavy:
        yield Factor("heavy_flak", say("88s"), heavy * row.heavy_flak, "WED 3.4.1")


@steps.throws(Fate, "roll", "rolled", "judge", "apply")
class Landed(AboutItsUnit[Fate], GtsThrow[Fate]):
    """3.4.1, N13 One die, all modifiers added, by the chart."""

    kind, outcome_kind, cite = "drop", "drop-result", "WED 3.4.1"
    text, outcome_text = say("How did it land?"), say("Does this landing stand?")
    sums = True

    def factors(self) -> tuple[Factor, ...]:
        return tuple(drop_factors(self.setting, self.state, self.unit))

    def kept(self, roll: Roll) -> Mapping[str, Any]:
        return {"roll": roll.dice[0], "more": roll.modifier}

    def outcome(self) -> DiceOutcome:
        result = self.setting.tables.drop.result(self.frame.roll + self.frame.more)
        return DiceOutcome({"result": result}, RESULTS[result], FIELDS, self.about())

    def answered(self, d: D, answer: Outcome) -> None:
        """3.4.1 Eliminated, a step, cohesion, one more marker, or nothing."""
        frame, unit, result = self.frame, self.unit, str(answer.value["result"])
        how = say("rolled {roll}", roll=frame.roll)
        if frame.more:
            more = f"{frame.more:+d}"
            how = say("rolled {roll}, {more!s} for the zone", roll=frame.roll, more=more)
        text = say("{unit}: {result}", unit=self.context(), result=RESULTS[result])
        d.say(text, "WED 3.4.1", unit.at, how)
        d.mark(f"zone/{unit.id}", None)
        d.set(unit.id, untested=False)
        if "D" in result:
            d.set(unit.id, delay=unit.delay + 1)
        if "C" in result:
            cohesion_hit(d, unit.id)
        if "1" in result:
            lose_step(d, unit.id)
        if "E" in result:
            eliminate(d, unit.id)
        d.done()


# ---- flak and supply ----------------------------------------------------------------------------


@steps.asks(Turn, "flak", "flak_dealt")
class WhichFlak(OfTurn, GtsThrow[Turn]):
    """S5.4 Each hex gets one of the flak units by chance; they are shown before anybody rolls."""

    kind, cite, text = "flak", "WED S5.4", say("Which flak stands here?")

    @cached_property
    def free(self) -> list[str]:
        """The hexes that have none yet."""
        row, pieces = self.setting.scenario.flak, self.state.pieces
        if row is None or self.state.tracks["turn"] > 1:
            return []
        taken = {pieces[unit].at for unit in row.units}
        return [cell for cell in row.cells if cell not in taken]

    @cached_property
    def flak(self) -> list[Unit]:
        """The flak that is left."""
        row, pieces = self.setting.scenario.flak, self.state.pieces
        return [pieces[u] for u in row.units if pieces[u].at == RESERVE] if row is not None else []

    def asks(self) -> bool:
        return bool(self.free and self.flak)

    def dice(self) -> Dice:
        faces = tuple(unit_name(self.setting, unit) for unit in self.flak)
        return Dice((len(faces),), faces=faces, about=(self.free[0],))

    def answered(self, d: D, answer: Roll) -> None:
        """S5.4 In its hex, for everybody to see."""
        cell, unit = self.free[0], self.flak[answer.dice[0] - 1]
        d.set(unit.id, at=cell)
        if not d.marks.get(f"{cell}/last"):
            d.mark(f"{cell}/last", unit.side)
        said = say("{unit} was found there", unit=unit_name(d.setting, unit))
        d.say(said, "WED S5.4", cell, say("in {place}", place=d.setting.name(cell)))
        d.goto("flak")


@steps.asks(Turn, "supply", "supplied")
class SupplyComesNow(OfTurn):
    """3.5 Once a day: with a drop, else at 1300 or 1500."""

    kind, cite, text = "supply", "WED 3.5", say("Is supply dropped now?")
    usual = 0

    @cached_property
    def next(self) -> tuple[str, bool]:
        """The division that can be supplied now, and whether it is asked when."""
        setting, marks = self.setting, self.state.marks
        today, now = days_gone(setting, self.state), turn_name(setting, self.state)
        hours = str(marks.get(TODAY) or "").split()
        for division in setting.scenario.supply:
            if marks.get(f"day/supply/{division}") == today:
                continue
            waiting = any(lift.division == division for lift in due(setting, self.state))
            comes = waiting and any(HOURS.index(hour) >= HOURS.index(now) for hour in hours)
            dropped = marks.get(f"day/landed/{division}") == today
            if dropped or (now == "1500" and not comes):
                return division, False
            if now == "1300" and not comes and not marks.get(f"day/wait/{division}"):
                return division, True
        return "", False

    def asks(self) -> bool:
        return self.next[1]

    def passed(self, d: D) -> None:
        if not self.next[0]:
            return super().passed(d)
        return self.pressed(d, self.next[0])

    def context(self) -> str:
        return self.setting.divisions[self.next[0]].name

    def buttons(self) -> tuple[Choice, ...]:
        division = self.next[0]
        return (
            Choice(division, say("Drop supply now"), "WED 3.5"),
            Choice(f"wait/{division}", say("Drop supply at 1500"), "WED 3.5"),
        )

    def pressed(self, d: D, key: str) -> None:
        if key.startswith("wait/"):
            d.mark(f"day/{key}", True)
        else:
            _supply(d, key)
        d.goto("supply")


def _supply(d: D, division: str) -> None:
    """3.5, S6.1.1 Interdicted by any enemy in the zone, until a drop that is not."""
    cells = set(zone_cells(d.setting, supply_zone(d.setting, d, division)))
    side = d.setting.divisions[division].side
    foes = any(unit.at in cells for unit in units_of(d.setting, d, ENEMY[side]))
    d.mark(f"day/supply/{division}", days_gone(d.setting, d))
    d.mark(f"day/wait/{division}", None)
    d.mark(f"sdz/{division}", True if foes else None)
    name = d.setting.divisions[division].name
    text = say("{division} was supplied from the air", division=name)
    if foes:
        text = say("The supply drop of {division} was lost", division=name)
    d.say(text, "WED S6.1.1" if foes else "WED 3.5")
