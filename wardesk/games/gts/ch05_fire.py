"""Chapter 5: fire. Rating and modifiers, the roll, what it does, and barrages of indirect fire."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from wardesk.engine.draft import Draft
from wardesk.engine.types import Factor, Outcome, OutcomeField, Roll, replace
from wardesk.games.gts.ch02_command import leaders
from wardesk.games.gts.ch09_zones import in_enemy_zone, pressed, reach, sees
from wardesk.games.gts.ch15_route import fired_upon
from wardesk.games.gts.position import (
    Table,
    View,
    barrage,
    counter,
    in_hex,
    is_night,
    of_table,
    on_map,
    parked,
    reduced,
    reorganised,
    unit_name,
    units_of,
    weather,
)
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.special.parks import answerable, beside_it, heard, parked_range, site
from wardesk.games.gts.state import (
    ENEMY,
    GERMAN,
    Assault,
    Check,
    Fire,
    Happening,
    Hit,
    Unit,
    steps,
)
from wardesk.games.gts.tables import MISS, RESULTS, clamped
from wardesk.words import Spoken, say

D = Draft[Setting]
FIELDS = (OutcomeField("result", say("Result"), choices=("E", "1", "S", "C", "S?", MISS)),)
IGNORE_WOODS = frozenset({"green", "orange", "yellow"})
"""2.4 Mortars, indirect and direct high explosive."""

# ---- who may fire at whom -----------------------------------------------------------------------


def indirect(setting: Setting, unit: Unit, cell: str) -> bool:
    """11 Mortars always; guns from beyond three hexes, and from a park."""
    figures = counter(setting, unit)
    if figures.weapon == "green" or parked(unit):
        return figures.artillery
    far = setting.distance(unit.at or "", cell)
    return figures.artillery and far > setting.tables.figures.direct


def weapon_at(setting: Setting, unit: Unit, cell: str) -> str:
    """11 Guns fire like direct HE up to three hexes."""
    figures = counter(setting, unit)
    if figures.weapon in ("orange", "brown", "black") and not indirect(setting, unit, cell):
        return "yellow"
    return figures.weapon


def spotted(setting: Setting, table: Table, unit: Unit, cell: str) -> bool:
    """11, N10 Whether a leader or unit sees the target for indirect fire.

    Mortars are spotted for by their formation, guns by their division.
    """
    figures = counter(setting, unit)
    mortar = figures.weapon == "green"
    division = setting.division_of(unit.id).id
    return _spotted(setting, table, unit.side, division, figures.formation if mortar else "", cell)


@of_table
def _spotted(
    setting: Setting, table: Table, side: str, division: str, formation: str, cell: str
) -> bool:
    eyes = _eyes(setting, table, side, division)
    return any(
        sees(setting, table, at, cell) for own, at in eyes if not formation or own == formation
    )


@of_table
def _eyes(setting: Setting, table: Table, side: str, division: str) -> Iterable[tuple[str, str]]:
    """Formation and hex of everybody of a division who may see for others, each pair once."""
    units = [*units_of(setting, table, side), *leaders(setting, table, division)]
    return dict.fromkeys(
        [
            (counter(setting, eye).formation, eye.at)
            for eye in units
            if eye.at is not None and setting.division_of(eye.id).id == division
        ]
    )


def can_fire(setting: Setting, unit: Unit) -> bool:
    """5.1 Whether a unit is fit to fire, whatever there is to fire at."""
    figures = counter(setting, unit)
    if figures.fire is None or unit.suppressed or not (on_map(setting, unit) or parked(unit)):
        return False
    return not (unit.on or unit.carries or unit.mounted)


def can_fire_at(setting: Setting, table: Table, unit: Unit, cell: str) -> bool:
    """5.1 Whether a unit may fire into a hex at all."""
    if not can_fire(setting, unit):
        return False
    figures = counter(setting, unit)
    if parked(unit):
        away = parked_range(setting, table, unit, cell)
        if away is not None and not setting.tables.figures.direct < away <= figures.range:
            return False
        return indirect(setting, unit, cell) and spotted(setting, table, unit, cell)
    far = setting.distance(unit.at or "", cell)
    if indirect(setting, unit, cell):
        most = 1 if pressed(setting, table, unit) else figures.range
        return far <= most and spotted(setting, table, unit, cell)
    return far <= reach(setting, table, unit) and sees(setting, table, unit.at or "", cell)


@of_table
def targets_of(setting: Setting, table: Table, unit: Unit) -> tuple[str, ...]:
    """5.1 Enemy units that a unit may fire at; N21: also guns in a park."""
    found: list[str] = []
    allowed: dict[str, bool] = {}
    for enemy in units_of(setting, table, ENEMY[unit.side]):
        cell = enemy.at or ""
        if enemy.on:
            continue  # S4.4: who rides is hit with the vehicle
        if cell not in allowed:
            allowed[cell] = can_fire_at(setting, table, unit, cell)
        if allowed[cell]:
            found.append(enemy.id)
    if can_fire(setting, unit):
        found += answerable(setting, table, unit)
    return tuple(found)


# ---- the rating ---------------------------------------------------------------------------------


def printed(setting: Setting, table: Table, frame: Fire) -> tuple[int, str]:
    """5.1, 7 The rating on the counter, and the weapon that the table is read by."""
    unit = table.pieces[frame.firer]
    figures = counter(setting, unit)
    second = frame.kind in ("assault", "charge") and (frame.attack == 2 or figures.double)
    if second:
        better = unit.side == GERMAN and figures.assault_weapon == "white"
        more = int(better and reorganised(setting, table))  # S5.1.1
        return (figures.assault or 0) + more, figures.assault_weapon
    cell = table.pieces[frame.target].at or ""
    return figures.fire or 0, weapon_at(setting, unit, cell)


def factors_of(setting: Setting, table: Table, frame: Fire) -> tuple[Factor, ...]:
    """5.3, 5.4 Every modifier of a shot, those of the firer first."""
    found = (*_of_firer(setting, table, frame), *_of_target(setting, table, frame))
    return tuple(factor for factor in found if factor.value)


def _of_firer(setting: Setting, table: Table, frame: Fire) -> Iterator[Factor]:
    unit, row = table.pieces[frame.firer], setting.tables.firer
    if parked(unit) and parked(table.pieces[frame.target]):
        yield Factor("battery", say("Counter-battery fire"), row.battery, "WED SR5.3")
    if frame.company:
        yield Factor("company", say("Company bonus"), row.company, "WED SR5.3")
    if unit.column:
        yield Factor("firer_column", say("Firer in column"), row.column, "WED SR5.3")
    if unit.cohesion:
        worse = row.cohesion * unit.cohesion
        yield Factor("firer_cohesion", say("Cohesion hits of the firer"), worse, "WED SR5.3")
    if unit.suppressed:
        yield Factor("firer_suppressed", say("Firer suppressed"), row.suppressed, "WED SR8")
    if reduced(setting, unit):
        yield Factor("firer_reduced", say("Firer has lost a step"), row.reduced, "WED SR5.3")
    if unit.dug == "entrenched" and frame.kind not in ("assault", "charge"):
        yield Factor("firer_entrenched", say("Firer entrenched"), row.entrenched, "WED SR5.3")
    if unit.delay:
        worse = (row.glider if unit.glider else row.drop) * unit.delay
        yield Factor("firer_drop", say("Drop markers of the firer"), worse, "WED 3.4.2")
    yield from _of_sky(setting, table, unit)


def _of_sky(setting: Setting, table: Table, unit: Unit) -> Iterator[Factor]:
    """5.3, 5.5 Shells on the firer, night and weather."""
    row, shells = setting.tables.firer, barrage(table, unit.at)
    if shells:
        worse = row.heavy if shells == "heavy" else row.light
        yield Factor("firer_barrage", say("Firer under a barrage"), worse, "WED SR5.3")
    if is_night(setting, table):
        yield Factor("night", say("Night"), row.night, "WED SR5.3")
    elif (sky := weather(setting, table)) in ("fog", "rain"):
        fog = sky == "fog"
        name = say("Fog") if fog else say("Rain")
        yield Factor("weather", name, row.fog if fog else row.rain, "WED SR5.3")


def _of_target(setting: Setting, table: Table, frame: Fire) -> Iterator[Factor]:
    unit, row = table.pieces[frame.target], setting.tables.target
    figures = counter(setting, unit)
    yield Factor("defence", say("Defence of the target"), figures.defence, "WED SR5.4")
    yield from ground_factors(setting, table, frame)
    if unit.dug:
        good = row.improved if unit.dug == "improved" else row.entrenched
        opportunity = frame.kind == "opportunity" and unit.dug == "entrenched"
        if not opportunity:
            name = say("Improved position") if unit.dug == "improved" else say("Entrenched")
            yield Factor("dug", name, good, "WED SR5.4")
    if unit.delay:
        more = (row.glider if unit.glider else row.drop) * unit.delay
        yield Factor("target_drop", say("Drop markers of the target"), more, "WED 3.4.2")
    if table.marks.get(f"heroic/{unit.side}") == unit.id:
        yield Factor("heroic", say("Heroic"), row.heroic, "WED S3.1")
    yield Factor("mass", say("Mass"), mass(setting, table, unit), "WED SR5.4")
    yield from _by_range(setting, table, frame)
    if frame.kind == "opportunity":
        yield from _opportunity(setting, table, frame)
    if frame.kind == "charge":
        yield Factor("charging", say("Target charges"), row.charging, "WED SR7")
    if frame.run:
        yield Factor("running", say("Target runs away"), row.running, "WED SR7")


def ground_factors(setting: Setting, table: Table, frame: Fire) -> Iterator[Factor]:
    """5.4, 2.4, 2.15, 2.16 Ground, column, bridges and raised roads under the target."""
    unit, row = table.pieces[frame.target], setting.tables.target
    cell = site(setting, table, unit)
    value = setting.fire_value.get(cell, 0)
    _, weapon = printed(setting, table, frame)
    if setting.terrain.get(cell) == "woods" and weapon in IGNORE_WOODS:
        value = 0
    if table.marks.get(f"{cell}/rubble"):
        value -= 1
    on_bridge = unit.column and cell in setting.bridge_hexes
    if unit.column:
        yield Factor("target_column", say("Target in column"), row.column, "WED SR5.4")
        value = max(value, 0)  # cover does not help who marches on the road
    if on_bridge:
        yield Factor("bridge", say("On a bridge"), row.bridge, "WED 2.15")
    elif value:
        yield Factor("ground", say("Ground of the target"), value, "WED 2.1")
    if cell in setting.raised:
        yield Factor("raised", say("On a raised road"), row.raised, "WED 2.16")


def hard(setting: Setting, table: Table, target: Unit) -> bool:
    """5.2 Whether a shot at a unit is read in the row of armoured targets: also in rubble."""
    rubble = table.marks.get(f"{site(setting, table, target)}/rubble")
    return counter(setting, target).armoured or bool(rubble)


def mass(setting: Setting, table: Table, target: Unit) -> int:
    """5.4 By all steps in the hex of a unit, or in its park."""
    there = in_hex(setting, table, target.at or "")
    if parked(target):
        there = list(beside_it(setting, table, target))
    together = sum(unit.steps for unit in there)
    row = setting.tables.target
    scale = row.mass_2 if setting.options.ruleset == "2.0" else row.mass
    return next((more for least, more in scale if together >= least), 0)


def _by_range(setting: Setting, table: Table, frame: Fire) -> Iterator[Factor]:
    unit, target = table.pieces[frame.firer], table.pieces[frame.target]
    cell = target.at or ""
    close = frame.kind in ("assault", "charge")
    if close or parked(unit) or indirect(setting, unit, cell):
        return
    far = setting.distance(unit.at or "", cell)
    figures = counter(setting, unit)
    value = 1 - far
    if counter(setting, target).armoured:
        value = 0 if far < 2 else -2 if far >= figures.range else -1
    yield Factor("range", _range(far), value, "WED SR5.4")


@cache
def _range(far: int) -> Spoken:
    return say("Range {far}", far=far)


def _opportunity(setting: Setting, table: Table, frame: Fire) -> Iterator[Factor]:
    """5.4, 6 From fire zone to fire zone, or out into the open."""
    unit, row = table.pieces[frame.target], setting.tables.target
    if setting.options.covering == "yes" and _covered(setting, table, frame):
        yield Factor("covering", say("Covering fire"), row.covering, "WED O1.0")
    if frame.way == "culvert":
        yield Factor("culvert", say("Through the culvert"), row.culvert, "WED 2.17")
    if frame.way == "ferry":
        yield Factor("ferry", say("On a ferry"), row.ferry, "WED 2.18.4")
    if not frame.goal:
        return
    if frame.close or in_enemy_zone(setting, table, unit.side, frame.goal):
        newer = setting.options.ruleset == "2.0"
        more = row.zone_to_zone_2 if newer else row.zone_to_zone
        yield Factor("zones", say("From fire zone to fire zone"), more, "WED SR5.4")
    else:
        yield Factor("open", say("Out of the fire zone"), row.zone_to_open, "WED SR5.4")


def _covered(setting: Setting, table: Table, frame: Fire) -> bool:
    """O1.0 Whether a comrade, no mortar and not under the same fire, stands beside the firer."""
    target, at = table.pieces[frame.target], table.pieces[frame.firer].at or ""
    return any(
        unit.id not in (target.id, *frame.coming)
        and counter(setting, unit).weapon != "green"
        and setting.distance(unit.at or "", at) == 1
        for unit in units_of(setting, table, target.side)
    )


# ---- the shot -----------------------------------------------------------------------------------


@steps(Fire, "begin")
def begin(d: D, frame: Fire, _: None) -> None:
    """5.3 A full company tries for its bonus; never in opportunity fire."""
    unit, cell = d.pieces[frame.firer], d.pieces[frame.target].at or ""
    heard(d, unit)
    if unit.steps == 2 and frame.kind != "opportunity":
        d.goto("company", cell=cell)
        return d.call(Check(step="begin", unit=frame.firer, what="company"), "company")
    return d.goto("roll", cell=cell)


@steps(Fire, "company")
def company(d: D, frame: Fire, _: None) -> None:
    """5.3 Passed: two more."""
    d.goto("roll", company=frame.passed, passed=False)


@steps(Fire, "roll")
def roll(d: D, frame: Fire, _: None) -> None:
    """5.1 One die: a hit at the rating or less, never at 9."""
    rating, weapon = printed(d.setting, d, frame)
    factors = factors_of(d.setting, d, frame)
    target = d.pieces[frame.target]
    armoured = hard(d.setting, d, target)
    value = clamped(rating + sum(factor.value for factor in factors))
    d.roll(
        f"fire-{frame.kind}",
        say("Does the shot hit?"),
        "WED SR5.1",
        "rolled",
        dice=(10,),
        lowest=0,
        factors=factors,
        about=(frame.firer, frame.target),
        chart="fire-armoured" if armoured else "fire",
        column=weapon,
        context=say(
            "{firer} at {target}: {rating} printed, {value} or less hits",
            firer=unit_name(d.setting, d.pieces[frame.firer]),
            target=unit_name(d.setting, target),
            rating=rating,
            value=min(value, 8),
        ),
        sums=True,
    )


@steps(Fire, "rolled")
def rolled(d: D, frame: Fire, answer: Roll) -> None:
    """5.1 The dice, and the rating with what counted."""
    rating, _ = printed(d.setting, d, frame)
    d.goto("judge", rating=clamped(rating + answer.modifier), roll=answer.dice[0])


@steps(Fire, "judge")
def judge(d: D, frame: Fire, _: None) -> None:
    """5.1 The result stands in the weapon's row, by the roll itself."""
    weapon = printed(d.setting, d, frame)[1]
    armoured = hard(d.setting, d, d.pieces[frame.target])
    table = d.setting.tables.fire
    result = table.result(weapon, frame.roll, frame.rating, armoured=armoured)
    d.outcome(
        {"result": result},
        "apply",
        kind="fire-result",
        prompt=say("Does this result stand?"),
        cite="WED SR5.2",
        summary=RESULTS[result][0],
        fields=FIELDS,
        about=(frame.target,),
    )


@steps(Fire, "apply")
def apply(d: D, frame: Fire, answer: Outcome) -> None:
    """5.1, 11 Indirect fire leaves a barrage; then the target suffers, and whoever is with it."""
    result = str(answer.value["result"])
    unit, target = d.pieces[frame.firer], d.pieces[frame.target]
    how = say(
        "{firer} rolled {roll}, {rating} needed",
        firer=unit_name(d.setting, unit),
        roll=frame.roll,
        rating=min(frame.rating, 8),
    )
    label: Spoken = RESULTS[result][0]
    name = unit_name(d.setting, target)
    d.say(say("{target}: {result}", target=name, result=label), "WED SR5.1", target.at, how)
    shells = frame.kind == "fire" and indirect(d.setting, unit, frame.cell)
    shells = shells and not parked(target)  # N21: only that gun, no barrage
    if shells and frame.roll != 9:
        lay_barrage(d, frame)
    elif frame.roll != 9:
        fired_upon(d, unit.side, frame.cell)
    hits = ((frame.target, result),) if result != MISS else ()
    if target.carries:
        hits += _rider_hit(d, frame, target)
    if shells and hits:
        hit = {target.carries, *(unit for unit, _ in hits)}  # S4.4
        others = (u.id for u in in_hex(d.setting, d, frame.cell) if u.id not in hit)
        hits += tuple((other, "S?") for other in others)
    if frame.kind not in ("assault", "charge"):
        return d.goto("hurt", hits=hits)
    d.done()  # 7.5: what the shots of a round do is done when all have been fired
    fight = d.enclosing(Assault)
    return d.goto("shots", hits=(*fight.hits, *hits)) if fight else None


@steps(Fire, "hurt")
def hurt(d: D, frame: Fire, _: None) -> None:
    """5.2 One unit after the other; a nine that was no part of an assault draws an event (S3.0)."""
    if not frame.hits:
        d.done()
        eventful = d.setting.scenario.events and frame.roll == 9
        if eventful and d.enclosing(Assault) is None:
            side = d.pieces[frame.firer].side
            d.call(Happening(step="draw", side=side), d.stack[-1].step)
        return None
    unit, result = frame.hits[0]
    d.goto("hurt", hits=frame.hits[1:])
    return d.call(Hit(step="begin", unit=unit, result=result), "hurt")


def _rider_hit(d: D, frame: Fire, vehicle: Unit) -> tuple[tuple[str, str], ...]:
    """S4.4 The same roll at the rider by his own figures, under what counts for his vehicle."""
    rider = d.pieces[vehicle.carries]
    seen = {**d.pieces, rider.id: replace(rider, column=vehicle.column, dug="")}
    rating, weapon = printed(d.setting, d, frame)
    target = replace(frame, target=rider.id)
    found = factors_of(d.setting, View(seen, d.marks, d.tracks, d.cups), target)
    value = clamped(rating + sum(factor.value for factor in found))
    armoured = hard(d.setting, d, rider)
    result = d.setting.tables.fire.result(weapon, frame.roll, value, armoured=armoured)
    return ((rider.id, result),) if result != MISS else ()


def lay_barrage(d: D, frame: Fire) -> None:
    """11 Light, or heavy by the rating on the counter with what the firer suffers."""
    unit = d.pieces[frame.firer]
    rating, _ = printed(d.setting, d, frame)
    counted = ("company", "firer_cohesion", "firer_entrenched", "firer_barrage")
    of_firer = _of_firer(d.setting, d, frame)
    rating += sum(factor.value for factor in of_firer if factor.id in counted)
    heavy = rating >= d.setting.tables.figures.heavy_from
    now = barrage(d, frame.cell)
    _crumble(d, frame)
    fired_upon(d, unit.side, frame.cell, closes=heavy)
    if now == "heavy" or (now and not heavy):
        return
    d.mark(f"{frame.cell}/barrage", "heavy" if heavy else "light")
    text = say("A heavy barrage lay on {cell}", cell=d.setting.name(frame.cell))
    if not heavy:
        text = say("A barrage lay on {cell}", cell=d.setting.name(frame.cell))
    d.say(text, "WED SR11", frame.cell, unit_name(d.setting, unit))


def _crumble(d: D, frame: Fire) -> None:
    """2.9, 2.10 A nought of artillery leaves rubble of a city, whatever lies on it already."""
    built = d.setting.terrain[frame.cell] in ("city", "fortified")
    guns = counter(d.setting, d.pieces[frame.firer]).weapon != "green"
    if frame.roll == 0 and guns and built and not d.marks.get(f"{frame.cell}/rubble"):
        d.mark(f"{frame.cell}/rubble", True)
        d.say(
            say("{cell} fell into rubble", cell=d.setting.name(frame.cell)), "WED 2.9", frame.cell
        )
