"""Chapter 5, S1.0: fire, also from parks. Modifiers, the roll, what it does, barrages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from wardesk.engine.draft import Draft
from wardesk.engine.question import Dice, DiceOutcome
from wardesk.engine.types import Answer, Factor, Outcome, OutcomeField, Pieces, Roll, replace
from wardesk.games.gts.asked import GtsQuestion, GtsThrow, L
from wardesk.games.gts.ch02_command import leaders
from wardesk.games.gts.ch09_zones import in_enemy_zone, pressed, reach, sees
from wardesk.games.gts.ch14_victory import quarry
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
    park_of,
    parked,
    reduced,
    reorganised,
    unit_name,
    units_of,
    weather,
)
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import ENEMY, GERMAN, Assault, Check, Fire, Happening, Hit, Unit, steps
from wardesk.games.gts.tables import MISS, RESULTS, WEAPONS, clamped
from wardesk.model.advice import Advice
from wardesk.model.look import CaseLook, InputLine, Overlay
from wardesk.words import Spoken, join, say

D = Draft[Setting]
FIELDS = (OutcomeField("result", say("Result"), choices=("E", "1", "S", "C", "S?", MISS)),)
IGNORE_WOODS = frozenset({"green", "orange", "yellow"})
"""2.4 Mortars, indirect and direct high explosive."""
HARM: Mapping[str, float] = {"E": 2.0, "1": 1.0, "S": 0.6, "C": 0.35, "S?": 0.3, MISS: 0.0}
"""What a result is worth in steps."""
MOST_ROWS = 12
"""So many shots are told at most."""

# ---- parks (S1.0) --------------------------------------------------------------------------------


def parked_range(setting: Setting, table: Table, unit: Unit, cell: str) -> int | None:
    """S1.0 How far a gun in a park fires: from its marker, with what the marker adds."""
    found = park_of(setting, table, setting.division_of(unit.id).id)
    return None if found is None else setting.distance(found[0], cell) + found[1]


def site(setting: Setting, table: Table, unit: Unit) -> str:
    """The hex that a unit stands in, for a gun in a park that of the park's marker."""
    found = park_of(setting, table, setting.division_of(unit.id).id) if parked(unit) else None
    return found[0] if found else unit.at or ""


def beside_it(setting: Setting, table: Table, unit: Unit) -> Iterator[Unit]:
    """The guns of the park that a gun stands in, itself among them."""
    division = setting.division_of(unit.id).id
    for other in table.pieces.values():
        if parked(other) and setting.division_of(other.id).id == division:
            yield other


def heard(d: D, unit: Unit) -> None:
    """N21 A park that fires can be answered until the turn is over."""
    if d.setting.options.batteries == "yes" and parked(unit):
        d.mark(f"battery/{d.setting.division_of(unit.id).id}", d.tracks["turn"])


def answerable(setting: Setting, table: Table, unit: Unit) -> Iterator[str]:
    """N21 Guns of parks that have fired in this turn, within range of a gun in a park."""
    if setting.options.batteries == "no" or not parked(unit):
        return
    figures, least = counter(setting, unit), setting.tables.figures.direct
    for enemy in table.pieces.values():
        if enemy.side == unit.side or not parked(enemy):
            continue
        division = setting.division_of(enemy.id).id
        far = parked_range(setting, table, unit, site(setting, table, enemy))
        fired = table.marks.get(f"battery/{division}") == table.tracks["turn"]
        if fired and far is not None and least < far <= figures.range:
            yield enemy.id


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


def why_no_fire(setting: Setting, table: Table, unit: Unit, cell: str) -> Spoken:
    """5.1, 5.3, 9 Why a unit may not fire into a hex; empty where it may."""
    figures = counter(setting, unit)
    if can_fire_at(setting, table, unit, cell):
        return ""
    if not can_fire(setting, unit):
        if figures.fire is None:
            return say("it has no fire rating")
        return say("suppressed") if unit.suppressed else say("it cannot fire as it is")
    if parked(unit) or unit.at is None:
        return say("out of its range, or nobody sees it")
    far = setting.distance(unit.at, cell)
    if far > figures.range:
        return say("{far} hexes off, range {n}", far=far, n=figures.range)
    if far > 1 and pressed(setting, table, unit):
        return say("an enemy beside it, or a barrage on it: only at neighbours")
    if indirect(setting, unit, cell):
        return say("nobody who would spot for it sees it")
    return say("no line of sight from {place}", place=setting.name(unit.at))


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


# ---- what a shot comes to -----------------------------------------------------------------------


class ShotFigures(NamedTuple):
    """A shot: what is printed, what counts, and where the table is read."""

    printed: int
    weapon: str
    factors: tuple[Factor, ...]
    armoured: bool

    @property
    def value(self) -> int:
        """The highest roll that hits."""
        return clamped(self.printed + sum(factor.value for factor in self.factors))

    def result(self, setting: Setting, die: int) -> str:
        """What a die comes to."""
        armoured = self.armoured
        return setting.tables.fire.result(self.weapon, die, self.value, armoured=armoured)


def figures_of(setting: Setting, table: Table, frame: Fire) -> ShotFigures:
    """The figures of a shot."""
    rating, weapon = printed(setting, table, frame)
    armoured = hard(setting, table, table.pieces[frame.target])
    return ShotFigures(rating, weapon, factors_of(setting, table, frame), armoured)


def chart_of(*, armoured: bool) -> str:
    """The part of the fire table that is read at an armoured target, or at any other."""
    return "fire-armoured" if armoured else "fire"


def harm(setting: Setting, table: Table, frame: Fire) -> float:
    """Steps that a shot costs on average."""
    found, target = figures_of(setting, table, frame), table.pieces[frame.target]
    key = (harm, found.weapon, found.value, found.armoured)
    worth = setting.kept.get(key)
    if worth is None:
        worth = sum(HARM[found.result(setting, die)] for die in range(10)) / 10
        setting.kept[key] = worth
    return worth * (1.3 if target.steps == 1 else 1.0) * (0.8 if target.suppressed else 1.0)


@of_table
def best_shot(setting: Setting, table: Table, unit: Unit) -> tuple[float, str]:
    """The shot of a unit that costs most, and what it costs; nothing where there is none."""
    prey = quarry(setting, table, unit.side)
    shots = [
        (
            harm(setting, table, Fire(step="roll", firer=unit.id, target=target))
            * (3.0 if target in prey else 1.0),
            target,
        )
        for target in targets_of(setting, table, unit)
    ]
    return max(shots, default=(0.0, ""))


def shot_case(
    setting: Setting, table: Table, frame: Fire, asked: tuple[Factor, ...] = (), fallen: int = -1
) -> CaseLook:
    """What a shot rests on; *asked*: the modifiers as an umpire left them, *fallen*: its die."""
    found, chart = figures_of(setting, table, frame), setting.tables.fire
    on = [factor for factor in asked or found.factors if factor.on]
    value = clamped(found.printed + sum(factor.value for factor in on))
    parts = (
        say("{rating} printed", rating=found.printed),
        *(say("{name} {value}", name=f.name, value=f"{f.value:+d}") for f in on),
    )
    inputs = (InputLine(f.name, f"{f.value:+d}", f.cite) for f in found.factors)
    names = {"a": unit_name(setting, table.pieces[frame.firer]),
             "b": unit_name(setting, table.pieces[frame.target])}  # fmt: skip
    return CaseLook(
        title=say("Fire"),
        place=say("{a} at {b}", **names),
        inputs=(
            InputLine(say("Printed rating"), str(found.printed), "WED SR5.1"),
            InputLine(say("Weapon"), WEAPONS[found.weapon], "WED SR3"),
            *inputs,
        ),
        sum_text=say("{parts}: {value} or less hits", parts=join(", ", parts), value=min(value, 8)),
        chart=chart.chart(armoured=found.armoured, weapon=found.weapon, roll=fallen),
        odds=chart.odds(found.weapon, value, armoured=found.armoured),
    )


class PlansShot(GtsQuestion[L]):
    """A question for a unit that a shot follows."""

    shape, chart = "pieces", "fire"

    def plan(self, piece: str) -> Fire:
        """The shot that follows when *piece* is picked."""
        raise NotImplementedError

    def case(self, answer: Answer | None) -> CaseLook | None:
        if not isinstance(answer, Pieces):
            return None
        return shot_case(self.setting, self.state, self.plan(answer.pieces[0]))

    def advice(self) -> tuple[Advice, ...]:
        """Every shot that it offers, by the steps that it costs on average."""
        found = sorted(map(self._advised, self.asked.pieces), key=lambda one: -one.value)
        return tuple(found[:MOST_ROWS])

    def _advised(self, piece: str) -> Advice:
        setting, pieces, plan = self.setting, self.state.pieces, self.plan(piece)
        found, target = figures_of(setting, self.state, plan), pieces[plan.target]
        results = [found.result(setting, die) for die in range(10)]
        worth = harm(setting, self.state, plan)
        firer, aim = unit_name(setting, pieces[plan.firer]), unit_name(setting, target)
        return Advice(
            label=say("{a} at {b}", a=firer, b=aim),
            cells=(target.at or "",),
            pieces=(piece,),
            value=worth,
            figure=f"{worth:.1f}",
            unit=say("steps and what is worth them, on average"),
            text=say(
                "{hit} % for any result, {loss} % for a step or more",
                hit=10 * sum(result != MISS for result in results),
                loss=10 * sum(result in ("1", "E") for result in results),
            ),
            hint=say("{value} or less hits", value=min(found.value, 8)),
            cite="WED SR5.2",
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


@steps.throws(Fire, "roll", "rolled", "judge", "apply")
class ShotFired(GtsThrow[Fire]):
    """5.1 One die: a hit at the rating or less, never at 9; the weapon's row has the result."""

    kind, outcome_kind = "fire", "fire-result"
    cite, outcome_cite = "WED SR5.1", "WED SR5.2"
    text, outcome_text = say("Does the shot hit?"), say("Does this result stand?")
    sums = True

    def tag(self) -> str:
        return f"fire-{self.frame.kind}"

    def dice(self) -> Dice:
        frame, found = self.frame, figures_of(self.setting, self.state, self.frame)
        context = say(
            "{firer} at {target}: {rating} printed, {value} or less hits",
            firer=unit_name(self.setting, self.state.pieces[frame.firer]),
            target=unit_name(self.setting, self.state.pieces[frame.target]),
            rating=found.printed,
            value=min(found.value, 8),
        )
        return Dice((10,), (frame.firer, frame.target), context, found.weapon, lowest=0,
                    factors=found.factors, chart=chart_of(armoured=found.armoured))  # fmt: skip

    def kept(self, roll: Roll) -> Mapping[str, Any]:
        rating, _ = printed(self.setting, self.state, self.frame)
        return {"rating": clamped(rating + roll.modifier), "roll": roll.dice[0]}

    def outcome(self) -> DiceOutcome:
        frame, (_, weapon) = self.frame, printed(self.setting, self.state, self.frame)
        armoured = hard(self.setting, self.state, self.state.pieces[frame.target])
        table = self.setting.tables.fire
        result = table.result(weapon, frame.roll, frame.rating, armoured=armoured)
        return DiceOutcome({"result": result}, RESULTS[result][0], FIELDS, (frame.target,))

    def answered(self, d: D, answer: Outcome) -> None:
        """5.1, 11 Indirect fire leaves a barrage; then the target suffers, and who is with it."""
        frame, result = self.frame, str(answer.value["result"])
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

    def case(self, answer: Answer | None) -> CaseLook:
        fallen = self.frame.roll if self.fallen else -1
        return shot_case(self.setting, self.state, self.frame, self.asked.factors, fallen)

    def arrows(self) -> tuple[Overlay, ...]:
        """The line of the shot."""
        pieces = self.state.pieces
        a, b = pieces[self.frame.firer].at, pieces[self.frame.target].at
        if a in self.setting.beside and b and a and a != b:
            return (Overlay("arc", line=(a, b), label=self.asked.prompt),)
        return ()


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
    view, target = View(seen, d.marks, d.tracks, d.cups), replace(frame, target=rider.id)
    result = figures_of(d.setting, view, target).result(d.setting, frame.roll)
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
