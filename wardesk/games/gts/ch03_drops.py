"""Chapter 3: drops. Weather and turn, zones and sticks, the drop table, flak, air supply."""

from __future__ import annotations

from collections.abc import Iterator

from wardesk.engine.draft import Draft
from wardesk.engine.types import Cells, Choice, Choose, Factor, Outcome, OutcomeField, Roll
from wardesk.games.gts.agreed import free_zones
from wardesk.games.gts.ch08_checks import cohesion_hit, eliminate, lose_step
from wardesk.games.gts.ch09_zones import in_zone_of
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
from wardesk.games.gts.state import (
    ALLIED,
    ENEMY,
    RESERVE,
    Fate,
    Landing,
    Turn,
    Unit,
    onward,
    steps,
)
from wardesk.games.shared import ask
from wardesk.games.shared.ask import AskedQuestion
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
DROP_NOW = Choice("now", say("Drop now"), "WED 3.2")


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


@steps(Turn, "dawn")
def dawn(d: D, _: Turn, __: None) -> None:
    """1.0, N12 A die for the weather."""
    d.roll("weather", say("How is the weather?"), "WED 1.0", "sunrise", dice=(10,), lowest=0)


def _missed(setting: Setting, table: Table) -> bool:
    """3.2 Whether a drop of yesterday did not come: all move forward a day."""
    late, today = int(table.marks.get(LATE) or 0), days_gone(setting, table)
    return any(
        lift.number > 1 and not landed(table, lift) and lift.day + late < today
        for lift in setting.scenario.lift
    )


@steps(Turn, "sunrise")
def sunrise(d: D, _: Turn, answer: Roll) -> None:
    """1.0, N12 By the chart; fog has a number on which it clears."""
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


@steps(Turn, "replan")
def replan(d: D, _: Turn, __: None) -> None:
    """3.6 On the 0700 turn the zones of drops to come may be changed, by a roll."""
    lifts = d.setting.scenario.lift
    left = any(lift.number > 1 and not landed(d, lift) for lift in lifts)
    if not left or turn_name(d.setting, d) != MORNING:
        return onward(d, "replan")
    question = AskedQuestion("replan", say("Are the drop zones changed?"), "WED 3.6", "replanned")
    choices = (
        Choice("keep", say("Drop as planned"), "WED 3.6"),
        Choice("try", say("Roll for other zones"), "WED 3.6"),
    )
    return ask.choose(d, ALLIED, question, choices)


@steps(Turn, "replanned")
def replanned(d: D, _: Turn, answer: Choose) -> None:
    """3.6 As planned, or a die."""
    if answer.key == "keep":
        return onward(d, "replan")
    good, none = d.setting.tables.figures.zone_change
    return d.roll(
        "zone-change",
        say("Can the zones be changed?"),
        "WED 3.6",
        "rezoned",
        dice=(10,),
        lowest=0,
        context=say("{good} or less: yes; above {none}: a day lost", good=good, none=none),
    )


@steps(Turn, "rezoned")
def rezoned(d: D, _: Turn, answer: Roll) -> None:
    """3.6, N14 Other zones and a later turn, no change, or a day lost."""
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


@steps(Turn, "resupply")
def resupply(d: D, frame: Turn, _: None) -> None:
    """3.6 With the zones that of the supply drops may change."""
    if not frame.left:
        return onward(d, "replan")
    division = frame.left[0]
    zones = zones_of(d.setting, division)
    question = AskedQuestion(
        "supply-zone", say("Where is supply dropped?"), "WED 3.6", "resupplied"
    )
    now = supply_zone(d.setting, d, division)
    names = (now, *(zone.id for zone in zones if zone.id != now))
    choices = tuple(
        Choice(name, say("{name!s}", name=_zone(d.setting, name).name), "WED 3.6") for name in names
    )
    return ask.choose(d, ALLIED, question, choices, d.setting.divisions[division].name)


@steps(Turn, "resupplied")
def resupplied(d: D, frame: Turn, answer: Choose) -> None:
    """3.6 From now on."""
    d.mark(f"supply/zone/{frame.left[0]}", answer.key)
    d.goto("resupply", left=frame.left[1:])


def supply_zone(setting: Setting, table: Table, division: str) -> str:
    """3.5, 3.6 The zone in which a division is supplied."""
    return str(table.marks.get(f"supply/zone/{division}") or setting.scenario.supply[division])


@steps(Turn, "drop")
def drop(d: D, _: Turn, __: None) -> None:
    """3.1, 3.2 Drop One on the first turn; a later one on either of two turns of its day."""
    if d.tracks["turn"] == 1:
        for lift in d.setting.scenario.lift:
            if lift.number == 1 and not landed(d, lift):
                return _land(d, lift)
    hours = str(d.marks.get(TODAY) or "").split()
    now = turn_name(d.setting, d)
    waiting = [lift for lift in due(d.setting, d) if not d.marks.get(f"day/later/{lift.division}")]
    if now in hours and waiting and hours.index(now) == 0:
        name = d.setting.divisions[waiting[0].division].name
        question = AskedQuestion("drop-when", say("Do they drop now?"), "WED 3.2", "drop_timed")
        later = Choice("later", say("Drop next turn"), "WED 3.2")
        about = tuple(unit for stick in waiting[0].stick for unit in stick.units)
        return ask.choose(d, ALLIED, question, (DROP_NOW, later), name, about=about)
    if now in hours and hours.index(now) == 1:
        for lift in due(d.setting, d):
            return _land(d, lift)
    return onward(d, "drop")


@steps(Turn, "drop_timed")
def drop_timed(d: D, _: Turn, answer: Choose) -> None:
    """3.2 Now, or on the other of the two turns."""
    lift = next(lift for lift in due(d.setting, d) if not d.marks.get(f"day/later/{lift.division}"))
    if answer.key == "now":
        return _land(d, lift)
    d.mark(f"day/later/{lift.division}", True)
    return d.goto("drop")


def _land(d: D, lift: Lift) -> None:
    d.mark(f"drop/{lift.division}/{lift.number}", True)
    d.mark(f"day/landed/{lift.division}", days_gone(d.setting, d))
    if d.marks.get(f"day/later/{lift.division}"):
        d.mark(f"day/later/{lift.division}", None)
    frame = Landing(step="next", number=lift.number, division=lift.division, left=())
    sticks = _sticks(d.setting, frame)
    order = range(len(sticks))
    if _free(d):  # independents join a zone that a formation has
        order = sorted(order, key=lambda n: (not sticks[n].zone, _loose(d.setting, sticks[n])))
    name = d.setting.divisions[lift.division].name
    d.say(say("{division}: drop {n}", division=name, n=lift.number), "WED 3.1")
    d.call(Landing(step="next", number=lift.number, division=lift.division,
                   left=tuple(order)), "drop")  # fmt: skip


# ---- the drop -----------------------------------------------------------------------------------


@steps(Landing, "next")
def next_stick(d: D, frame: Landing, _: None) -> None:
    """3.3 The next stick: its zone, by plan or by choice, then its hex."""
    sticks = _sticks(d.setting, frame)
    left = tuple(n for n in frame.left if _waiting(d, sticks[n]))
    if left != frame.left:
        return d.goto("next", left=left)
    if not left:
        return d.done()
    able = _zones_for(d, frame, sticks[left[0]])
    if len(able) == 1:
        return d.goto("where", zones=(*frame.zones, ("", able[0])))
    if not able:
        return d.goto("next", left=left[1:])
    question = AskedQuestion("drop-zone", say("Into which zone do they drop?"), "WED 3.3", "zoned")
    choices = tuple(
        Choice(zone, say("{name!s}", name=_zone(d.setting, zone).name), "WED 3.3") for zone in able
    )
    return ask.choose(d, ALLIED, question, choices, about=sticks[left[0]].units)


def _waiting(table: D, stick: Stick) -> bool:
    return any(table.pieces[unit].at == RESERVE for unit in stick.units)


def _zones_for(d: D, frame: Landing, stick: Stick) -> tuple[str, ...]:
    """3.3.1, 3.3.2, O4.0 As planned; else one formation to a zone, independents where one is."""
    if not stick.zone:
        used = dict.fromkeys(zone for formation, zone in frame.zones if formation)
        return tuple(zone for zone in used if _zone(d.setting, zone).landing)
    if not _free(d):
        return (stick.zone,)
    formations = d.setting.formations
    alone = {name: zone for name, zone in frame.zones if name and not formations[name].independent}
    everywhere = tuple(zone.id for zone in zones_of(d.setting, frame.division))
    formation, loose = d.setting.counters[stick.units[0]].formation, _loose(d.setting, stick)
    found = free_zones(everywhere, alone, formation, independent=loose)
    return found or (everywhere if loose else ())


def _free(d: D) -> bool:
    """3.3.2, 3.6 Whether the zones of drops are chosen."""
    return d.setting.options.drops == "free" or bool(d.marks.get(FREE))


def _loose(setting: Setting, stick: Stick) -> bool:
    return setting.formations[setting.counters[stick.units[0]].formation].independent


@steps(Landing, "zoned")
def zoned(d: D, frame: Landing, answer: Choose) -> None:
    """3.3.2 The zone of this formation in this drop."""
    d.goto("where", zones=(*frame.zones, ("", answer.key)))


@steps(Landing, "where")
def where(d: D, frame: Landing, _: None) -> None:
    """3.4 Any hex of the zone, none with an enemy in it."""
    stick = _sticks(d.setting, frame)[frame.left[0]]
    zone = frame.zones[-1][1]
    taken = {unit.at for unit in units_of(d.setting, d, ENEMY[ALLIED])}
    cells = tuple(cell for cell in zone_cells(d.setting, zone) if cell not in taken)
    if not cells:
        d.say(say("There was no room in the zone"), "WED 3.4")
        return d.goto("next", left=frame.left[1:], zones=frame.zones[:-1])
    question = AskedQuestion("drop-hex", say("Where does this stick land?"), "WED 3.4", "down")
    name = d.setting.counters[stick.units[0]].name
    return ask.pick_cell(d, ALLIED, question, cells, name, about=stick.units)


@steps(Landing, "down")
def down(d: D, frame: Landing, answer: Cells) -> None:
    """3.4 On the ground, out of column; a marker on everybody but those of Drop One."""
    stick = _sticks(d.setting, frame)[frame.left[0]]
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
    text = say("{unit} landed", unit=d.setting.counters[stick.units[0]].name)
    where = say("{zone!s} ({place})", zone=_zone(d.setting, zone).name, place=d.setting.name(cell))
    d.say(text, "WED 3.4", cell, where)
    zones = (*frame.zones[:-1], ("" if tank else formation, zone))
    d.goto("next", left=frame.left[1:], zones=zones)


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


@steps(Fate, "roll")
def roll(d: D, frame: Fate, _: None) -> None:
    """3.4.1 One die, all modifiers added."""
    unit = d.pieces[frame.unit]
    d.roll(
        "drop",
        say("How did it land?"),
        "WED 3.4.1",
        "rolled",
        dice=(10,),
        lowest=0,
        factors=tuple(drop_factors(d.setting, d, unit)),
        about=(unit.id,),
        context=unit_name(d.setting, unit),
        sums=True,
    )


@steps(Fate, "rolled")
def rolled(d: D, _: Fate, answer: Roll) -> None:
    """3.4.1 The die, and what counted."""
    d.goto("judge", roll=answer.dice[0], more=answer.modifier)


@steps(Fate, "judge")
def judge(d: D, frame: Fate, _: None) -> None:
    """3.4.1, N13 By the chart."""
    result = d.setting.tables.drop.result(frame.roll + frame.more)
    d.outcome(
        {"result": result},
        "apply",
        kind="drop-result",
        prompt=say("Does this landing stand?"),
        cite="WED 3.4.1",
        summary=RESULTS[result],
        fields=FIELDS,
        about=(frame.unit,),
    )


@steps(Fate, "apply")
def apply(d: D, frame: Fate, answer: Outcome) -> None:
    """3.4.1 Eliminated, a step, cohesion, one more marker, or nothing."""
    result = str(answer.value["result"])
    unit = d.pieces[frame.unit]
    how = say("rolled {roll}", roll=frame.roll)
    if frame.more:
        how = say("rolled {roll}, {more!s} for the zone", roll=frame.roll, more=f"{frame.more:+d}")
    text = say("{unit}: {result}", unit=unit_name(d.setting, unit), result=RESULTS[result])
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
