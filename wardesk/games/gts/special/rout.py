"""Special rules S3.1: replacements, routs, and attacks by nobody on the table."""

from __future__ import annotations

from collections.abc import Iterator

from wardesk.engine.draft import Draft
from wardesk.engine.types import Cells, Choose, Pieces, Roll
from wardesk.games.gts.ch02_command import leaders, led_by
from wardesk.games.gts.ch04_costs import can_move, step_cost
from wardesk.games.gts.ch04_movement import demolished, enter, room
from wardesk.games.gts.ch05_fire import hard
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
from wardesk.games.gts.special.events import formations_with, pick_formation, pick_unit
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
from wardesk.games.shared import ask
from wardesk.games.shared.ask import AskedQuestion
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


def _recruits(d: D, formation: str) -> tuple[str, ...]:
    """Lost paratroops of the 82nd that could join a formation of the 101st."""
    division = d.setting.formations[formation].division
    able = next(
        (
            True
            for leader in leaders(d.setting, d, division)
            if counter(d.setting, leader).formation == formation
        ),
        False,
    )
    pool = d.setting.scenario.lost_units
    if not able or not pool or d.setting.division_of(pool[0]).id != division:
        return ()
    return tuple(unit for unit in pool if d.pieces[unit].at == RESERVE)


@steps(Happening, "reinforcement")
def reinforcement(d: D, frame: Happening, _: None) -> None:
    """S3.1 Two steps for one formation."""
    mine = formations_with(d.setting, d, frame.side, lambda _: True)
    names = [
        name
        for name in mine
        if any(_hurt(d, name)) or (step_losses(d.setting, d, name) < 2 and _recruits(d, name))
    ]
    pick_formation(d, frame.side, say("Which formation gets replacements?"), "replaced", names)


def _hurt(d: D, formation: str) -> Iterator[str]:
    for unit in d.pieces.values():
        same = counter(d.setting, unit).formation == formation
        if same and on_map(d.setting, unit) and reduced(d.setting, unit):
            yield unit.id


@steps(Happening, "replaced")
def replaced(d: D, _: Happening, answer: Choose) -> None:
    """S3.1 Without losses a lost unit of two steps comes, with one step lost one of a step."""
    lost = step_losses(d.setting, d, answer.key)
    recruits = _recruits(d, answer.key)
    if lost < 2 and recruits:
        leader = next(
            unit
            for unit in leaders(d.setting, d, d.setting.formations[answer.key].division)
            if counter(d.setting, unit).formation == answer.key
        )
        d.set(recruits[0], at=leader.at, steps=2 - lost)
        name = unit_name(d.setting, d.pieces[recruits[0]])
        d.say(say("{unit} joined", unit=name), "WED S3.1", leader.at)
    d.goto("replace_next", formation=answer.key, count=2 if lost >= 2 else lost)


@steps(Happening, "replace_next")
def replace_next(d: D, frame: Happening, _: None) -> None:
    """S3.1 Which unit gets the next step."""
    found = tuple(_hurt(d, frame.formation))
    if not frame.count:
        return d.done()
    return pick_unit(d, frame.side, say("Which unit gets a step back?"), "step_back", found)


@steps(Happening, "step_back")
def step_back(d: D, frame: Happening, answer: Pieces | Choose) -> None:
    """S3.1 One step."""
    if isinstance(answer, Choose):
        return d.done()
    unit = d.pieces[answer.pieces[0]]
    d.set(unit.id, steps=unit.steps + 1)
    name = unit_name(d.setting, unit)
    d.say(say("{unit} got a step back", unit=name), "WED S3.1", unit.at)
    return d.goto("replace_next", count=frame.count - 1)


# ---- rout ---------------------------------------------------------------------------------------


def can_rout(setting: Setting, table: Table, formation: str) -> bool:
    """S3.1 One of its units in an enemy fire zone, and a step lost; no independents."""
    side = setting.divisions[setting.formations[formation].division].side
    mine = [u for u in units_of(setting, table, side) if counter(setting, u).formation == formation]
    under = any(in_enemy_zone(setting, table, side, unit.at or "") for unit in mine)
    loose = setting.formations[formation].independent
    return under and not loose and step_losses(setting, table, formation) > 0


@steps(Happening, "rout")
def rout(d: D, frame: Happening, _: None) -> None:
    """S3.1 The enemy of the roller names a formation of either side."""
    names = [name for name in d.setting.formations if can_rout(d.setting, d, name)]
    pick_formation(d, ENEMY[frame.side], say("Which formation routs?"), "routing", names)


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


@steps(Happening, "routing")
def routing(d: D, _: Happening, answer: Choose) -> None:
    """S3.1 By division: step back and stay, step back and leave, or a die for the 59th."""
    division = d.setting.divisions[d.setting.formations[answer.key].division]
    name = d.setting.formations[answer.key].name
    d.say(say("{formation} routs", formation=name), "WED S3.1")
    if division.id == "59":
        return d.goto("dissolve", formation=answer.key)
    units = _routed(d, answer.key)
    return d.goto("rout_next", formation=answer.key, left=units, units=units)


@steps(Happening, "dissolve")
def dissolve(d: D, frame: Happening, _: None) -> None:
    """S3.1 A die for a formation of the 59th."""
    least = say("{n} or less", n=step_losses(d.setting, d, frame.formation))
    d.roll("rout", say("Does it dissolve?"), "WED S3.1", "dissolved", dice=(10,), lowest=0,
           context=least)  # fmt: skip


@steps(Happening, "dissolved")
def dissolved(d: D, frame: Happening, answer: Roll) -> None:
    """S3.1 At its lost steps or less the formation is gone, with the independents of its leader."""
    if answer.dice[0] <= step_losses(d.setting, d, frame.formation):
        division = d.setting.formations[frame.formation].division
        chiefs = [
            leader
            for leader in leaders(d.setting, d, division)
            if counter(d.setting, leader).formation == frame.formation
        ]
        gone = [*_routed(d, frame.formation)]
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


@steps(Happening, "rout_next")
def rout_next(d: D, frame: Happening, _: None) -> None:
    """S3.1 One unit after the other; none is fired at."""
    if not frame.left:
        return d.goto("rout_end")
    unit = d.pieces[frame.left[0]]
    fights = not counter(d.setting, unit).leads
    if not fights or not in_enemy_zone(d.setting, d, unit.side, unit.at or ""):
        return d.goto("rout_next", left=frame.left[1:])
    cells = refuges(d.setting, d, unit)
    if cells:
        question = AskedQuestion(
            "event-hex", say("Where does it fall back?"), "WED S3.1", "rout_to"
        )
        name = unit_name(d.setting, unit)
        return ask.pick_cell(d, unit.side, question, cells, name, about=(unit.id,))
    return _caught(d, frame)


def _caught(d: D, frame: Happening) -> None:
    """S3.1 Who cannot get out of the fire zone: Allies entrench, Germans are gone."""
    unit = d.pieces[frame.left[0]]
    if unit.side == ALLIED:
        d.set(unit.id, dug="entrenched", column=False)
    else:
        eliminate(d, unit.id)
    d.goto("rout_next", left=frame.left[1:])


@steps(Happening, "rout_to")
def rout_to(d: D, frame: Happening, answer: Cells) -> None:
    """S3.1 One hex back, if mines and shells let it go."""
    d.goto("rout_out", goal=answer.cells[0])
    d.call(Leave(step="begin", unit=frame.left[0]), "rout_out")


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


@steps(Strike, "roll")
def roll(d: D, frame: Strike, _: None) -> None:
    """S3.1 One die, nothing counts."""
    target = d.pieces[frame.target]
    armoured = hard(d.setting, d, target)
    d.roll(
        "strike",
        say("Does the attack hit?"),
        "WED S3.1",
        "rolled",
        dice=(10,),
        lowest=0,
        about=(frame.target,),
        chart="fire-armoured" if armoured else "fire",
        column="white",
        context=say("{target}: {value} or less hits", target=unit_name(d.setting, target),
                    value=frame.rating),
    )  # fmt: skip


@steps(Strike, "rolled")
def rolled(d: D, frame: Strike, answer: Roll) -> None:
    """S3.1 By the chart of fire; an explosion leaves a heavy barrage."""
    target, fallen = d.pieces[frame.target], answer.dice[0]
    armoured = hard(d.setting, d, target)
    result = d.setting.tables.fire.result("white", fallen, frame.rating, armoured=armoured)
    name = unit_name(d.setting, target)
    text = say("{target}: {result}", target=name, result=RESULTS[result][0])
    d.say(text, "WED S3.1", target.at, say("rolled {roll}", roll=fallen))
    hits = ((frame.target, result),) if result != MISS else ()
    if target.carries:
        hits += _rider_struck(d, frame, target, fallen)
    if frame.heavy and on_map(d.setting, target):
        d.mark(f"{target.at}/barrage", "heavy")
        fired_upon(d, ENEMY[target.side], target.at or "", closes=True)  # 4.3.3
        known = {target.id, *(unit for unit, _ in hits)}
        others = (u.id for u in in_hex(d.setting, d, target.at or "") if u.id not in known)
        hits += tuple((other, "S?") for other in others) if hits else ()
    d.goto("hurt", hits=hits)


def _rider_struck(d: D, frame: Strike, vehicle: Unit, fallen: int) -> tuple[tuple[str, str], ...]:
    """S4.4 The same roll at who rides on the vehicle."""
    rider = d.pieces[vehicle.carries]
    armoured = hard(d.setting, d, rider)
    result = d.setting.tables.fire.result("white", fallen, frame.rating, armoured=armoured)
    return ((rider.id, result),) if result != MISS else ()


@steps(Strike, "hurt")
def hurt(d: D, frame: Strike, _: None) -> None:
    """S3.1 One unit after the other."""
    if not frame.hits:
        return d.done()
    unit, result = frame.hits[0]
    d.goto("hurt", hits=frame.hits[1:])
    return d.call(Hit(step="begin", unit=unit, result=result), "hurt")
