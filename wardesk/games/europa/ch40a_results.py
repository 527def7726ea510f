"""40.A What results come to: conversion, losses by the red table, disruption, retreats, capture."""

from __future__ import annotations

from collections.abc import Mapping

from wardesk.engine.draft import Draft
from wardesk.engine.types import Allocate, Cells, Choice, Choose, Path, Pieces, Roll
from wardesk.games.europa.attack import RETREATS
from wardesk.games.europa.ch40b_works import enter, lose_strength, owe, reduce
from wardesk.games.europa.ch40c_entrenchments import tend
from wardesk.games.europa.combat import planned
from wardesk.games.europa.movement import eliminate
from wardesk.games.europa.position import (
    Table,
    attack_of,
    defence_of,
    halves_of,
    layout_of,
    names,
    unit_name,
)
from wardesk.games.europa.setting import Setting
from wardesk.games.europa.state import ENEMY, Battle, Retreat, Unit, steps
from wardesk.games.europa.tables import RESULT_NAMES
from wardesk.games.shared import ask
from wardesk.games.shared.ask import AskedQuestion
from wardesk.games.shared.steps_lost import capped, settled
from wardesk.games.shared.told import came_from, tell_march
from wardesk.words import join, say, say_count

D = Draft[Setting]


def defending(d: D, f: Battle) -> list[Unit]:
    """Who still defends: paratroops alone where only they are counter-attacked."""
    found = layout_of(d.setting, d).defenders(ENEMY[f.side], f.target)
    return [u for u in found if u.landed] if f.paratroops else found


def attacking(d: D, f: Battle) -> list[Unit]:
    """Attackers that are still there."""
    return [d.pieces[p] for p in f.attackers if d.pieces[p].at is not None]


# ---- conversion ---------------------------------------------------------------------------------


@steps(Battle, "convert")
def convert(d: D, f: Battle, _: None) -> None:
    """40.A-1 In a fort or a major city CA and DL may become ME."""
    attack = planned(d.setting, d, f)
    if f.printed not in ("CA", "DL") or attack.conversion == "no":
        return d.goto("red")
    but = attack.conversion == "but_paratroops"
    cite = "EF 40.A-3" if but else "EF 40.A-1"
    choices = (
        Choice("convert", say("Change to ME, but counter-attack the paratroops")
               if but else say("Change to ME"), cite, RESULT_NAMES["ME"][0]),
        Choice("leave", say("Leave it: {letters!s}", letters=f.printed), cite,
               RESULT_NAMES[f.printed][0]),
    )  # fmt: skip
    question = AskedQuestion("convert", say("Change the result?"), cite, "converted")
    context = join(": ", (d.setting.name(f.target), RESULT_NAMES[f.printed][0]))
    return ask.choose(d, ENEMY[f.side], question, choices, context, about=(f.target,))


@steps(Battle, "converted")
def converted(d: D, f: Battle, answer: Choose) -> None:
    """40.A-1, 40.A-3 ME for all, or for all but the paratroops."""
    if answer.key != "convert":
        return d.goto("red")
    but = planned(d.setting, d, f).conversion == "but_paratroops"
    d.say(say("The defender changed it to ME"), "EF 40.A-3" if but else "EF 40.A-1", at=f.target)
    return d.goto("red", result="ME", countered=but)


# ---- losses -------------------------------------------------------------------------------------


@steps(Battle, "red")
def red(d: D, f: Battle, _: None) -> None:
    """40.A-4 The red die counts whatever the main die said."""
    context = d.setting.name(f.target)
    d.roll("red", say("Roll the red die"), "EF N2", "fell", dice=(6,), about=(f.target,),
           context=context)  # fmt: skip


@steps(Battle, "fell")
def fell(d: D, f: Battle, answer: Roll) -> None:
    """N2 Losses in percent of what each side brought; disruption and DLX come on top."""
    table, face = d.setting.tables.red, answer.dice[0] - 1
    attack = planned(d.setting, d, f)
    more = table.more_below_even_odds if attack.odds < 1 else 0
    mine = sum(attack_of(d.setting, u) for u in attacking(d, f))
    attackers = _percent(mine, table.attacker[face] + more)
    defenders = _percent(attack.defence, table.defender[face]) + f.casualties
    if f.result == "DLX":
        defenders += f.largest
    d.goto("attackers_lose", red=answer.dice[0], losses=(attackers, defenders))


def _percent(strength: int, percent: int) -> int:
    """To the nearest point, a half up (N2)."""
    return (2 * strength * percent + 100) // 200


def limits_of(setting: Setting, units: list[Unit], *, attack: bool) -> Mapping[str, int]:
    """What each can lose: its attack or its defence, a work its own strength (40.B-15)."""
    value = attack_of if attack else defence_of
    return {u.id: value(setting, u) for u in units if value(setting, u)}


@steps(Battle, "attackers_lose")
def attackers_lose(d: D, f: Battle, _: None) -> None:
    """N2 The attacker shares his losses out."""
    if f.result == "AE":
        for unit in attacking(d, f):
            eliminate(d, unit)
        return d.goto("defenders_lose")
    limits = limits_of(d.setting, attacking(d, f), attack=True)
    return _share(d, f.side, limits, f.losses[0], "attackers_lost", "defenders_lose")


@steps(Battle, "attackers_lost")
def attackers_lost(d: D, f: Battle, answer: Allocate) -> None:
    """N2 As he said."""
    _take(d, capped(limits_of(d.setting, attacking(d, f), attack=True), answer.amounts))
    d.goto("defenders_lose")


@steps(Battle, "defenders_lose")
def defenders_lose(d: D, f: Battle, _: None) -> None:
    """40.B-15 The defender shares his out, over the strength of works too."""
    if f.result in ("DE", "OR1", "OR2", "OR3"):
        for unit in defending(d, f):
            eliminate(d, unit)
        return d.goto("disrupt")
    limits = limits_of(d.setting, defending(d, f), attack=False)
    return _share(d, ENEMY[f.side], limits, f.losses[1], "defenders_lost", "disrupt")


@steps(Battle, "defenders_lost")
def defenders_lost(d: D, f: Battle, answer: Allocate) -> None:
    """40.B-15 As he said."""
    _take(d, capped(limits_of(d.setting, defending(d, f), attack=False), answer.amounts))
    d.goto("disrupt")


def _share(d: D, who: str, limits: Mapping[str, int], points: int, then: str, after: str) -> None:
    found = settled(limits, points)
    if found is not None:
        _take(d, found)
        return d.goto(after)
    question = AskedQuestion("losses", say("Share out the losses"), "EF N2", then)
    return ask.allocate(d, who, question, limits, points)


def _take(d: D, amounts: Mapping[str, int]) -> None:
    for piece, points in amounts.items():
        unit = d.pieces[piece]
        if unit.work:
            lose_strength(d, piece, points)
            continue
        owe(d, unit.side, min(points, defence_of(d.setting, unit)))
        row = d.setting.rows[piece]
        lost = unit.lost + points
        d.set(piece, lost=lost)
        name = unit_name(d.setting, unit)
        said = say_count("{unit} lost {n} point", "{unit} lost {n} points", n=points, unit=name)
        d.say(said, "EF N2", at=unit.at)
        if lost >= max(row.attack, row.defence):
            d.set(piece, at=None)
            d.say(say("{unit} was eliminated", unit=name), "EF N2", at=unit.at)
            tend(d, unit.at or "")


# ---- disruption, retreat ------------------------------------------------------------------------


@steps(Battle, "disrupt")
def disrupt(d: D, f: Battle, _: None) -> None:
    """N9 REs are disrupted where no work or city halves that into losses (40.A-5)."""
    left = f.disrupted if f.result == "DR" else 0
    units = [u for u in defending(d, f) if not u.work and not u.disrupted]
    for unit in sorted(units, key=lambda u: (-halves_of(d.setting, u), u.id)):
        if left <= 0:
            break
        left -= halves_of(d.setting, unit)
        d.set(unit.id, disrupted=True, building="", ready=0)
        d.say(say("{unit} is disrupted", unit=unit_name(d.setting, unit)), "EF N9", unit.at)
    d.goto("retreat")


@steps(Battle, "retreat")
def retreat(d: D, f: Battle, _: None) -> None:
    """40.D.14-4 and its like: some works let the defender ignore a retreat."""
    if f.result not in RETREATS or not defending(d, f):
        return d.goto("reduce")
    attack = planned(d.setting, d, f) if attacking(d, f) else None
    if attack is None or not attack.may_stand:
        return d.goto("fall_back")
    row = attack.row
    cites = {"damaged_fortress": "EF 40.D.13-3", "westwall": "EF 40.D.17-2",
             "ouvrage": "EF 40.D.19-2"}  # fmt: skip
    cite = cites.get(row.id if row else "", "EF 40.D.14-4")
    choices = (Choice("stand", say("Ignore the retreat"), cite),
               Choice("retreat", say("Retreat"), cite))  # fmt: skip
    question = AskedQuestion("stand", say("Ignore the retreat?"), cite, "stood")
    return ask.choose(
        d, ENEMY[f.side], question, choices, d.setting.name(f.target), about=(f.target,)
    )


@steps(Battle, "stood")
def stood(d: D, f: Battle, answer: Choose) -> None:
    """He stands, or he falls back."""
    if answer.key == "stand":
        d.say(say("The defender ignored the retreat"), "EF N20", at=f.target)
        return d.goto("reduce", stands=True)
    return d.goto("fall_back")


@steps(Battle, "fall_back")
def fall_back(d: D, f: Battle, _: None) -> None:
    """N20 Units retreat; the strength of a work cannot and is lost (N24)."""
    units = defending(d, f)
    for unit in units:
        if unit.work or unit.landed:
            eliminate(d, unit)
    left = tuple(u.id for u in units if not u.work and not u.landed)
    frame = Retreat(step="go", side=ENEMY[f.side], origin=f.target, left=left)
    d.call(frame, then="reduce")


def retreat_goals(setting: Setting, table: Table, frame: Retreat) -> list[str]:
    """N20 Hexes that the first of the units can fall back to.

    Not the enemy's, nor in his zone unless friends are there, and with room.
    """
    layout = layout_of(setting, table)
    enemy, unit = ENEMY[frame.side], table.pieces[frame.left[0]]
    size = setting.rows[unit.id].halves
    return [
        cell
        for cell in setting.neighbours[frame.origin]
        if cell not in layout.held[enemy]
        and (cell not in layout.zones[enemy] or layout.at(frame.side, cell))
        and layout.room(frame.side, cell) >= size
    ]


@steps(Retreat, "go")
def go(d: D, f: Retreat, _: None) -> None:
    """N20 One unit after the other; who cannot is eliminated."""
    if not f.left:
        tend(d, f.origin)
        return d.done()
    goals = retreat_goals(d.setting, d, f)
    if len(goals) < 2:
        if goals:
            _fall_back(d, f, goals[0])
        else:
            eliminate(d, d.pieces[f.left[0]])
        return d.goto("go", left=f.left[1:])
    question = AskedQuestion("retreat", say("Where to retreat?"), "EF N20", "went")
    name = unit_name(d.setting, d.pieces[f.left[0]])
    return ask.pick_cell(d, f.side, question, tuple(goals), name, about=(f.left[0],))


@steps(Retreat, "went")
def went(d: D, f: Retreat, answer: Cells) -> None:
    """N20 There."""
    _fall_back(d, f, answer.cells[0])
    d.goto("go", left=f.left[1:])


def _fall_back(d: D, f: Retreat, cell: str) -> None:
    unit = d.pieces[f.left[0]]
    d.set(unit.id, at=cell, moved=True, building="", ready=0, locked="")
    said = say("{unit} retreated to {place}", unit=unit_name(d.setting, unit),
               place=d.setting.name(cell))  # fmt: skip
    d.say(said, "EF N20", cell, came_from([d.setting.name(unit.at or f.origin)]))
    enter(d, cell, f.side)


# ---- the work, the hex --------------------------------------------------------------------------


@steps(Battle, "reduce")
def reduction_of_the_work(d: D, f: Battle, _: None) -> None:
    """40.B-1 After losses the work goes down one level, before any other attack (40.B-2)."""
    tend(d, f.target)
    if f.reduces and not f.paratroops:
        reduce(d, f.target, ENEMY[f.side])
    if f.result == "AR":
        return d.goto("attackers_retreat")
    if f.result == "DL" and f.phase == "combat":
        for unit in attacking(d, f):
            d.set(unit.id, locked=f.target)
            d.say(say("{unit} is deadlocked", unit=unit_name(d.setting, unit)), "EF N20", f.target)
    return d.goto("advance")


@steps(Battle, "attackers_retreat")
def attackers_retreat(d: D, f: Battle, _: None) -> None:
    """N20 Attackers fall back, hex by hex; paratroops in the hex are lost."""
    units = attacking(d, f)
    for unit in units:
        if unit.landed and unit.at == f.target:
            eliminate(d, unit)
    units = attacking(d, f)
    if not units:
        return d.goto("counter")
    origin = units[0].at or ""
    left = tuple(u.id for u in units if u.at == origin)
    frame = Retreat(step="go", side=f.side, origin=origin, left=left)
    rest = tuple(u.id for u in units if u.at != origin)
    d.goto("attackers_retreat", attackers=rest)
    return d.call(frame, then="attackers_retreat")


@steps(Battle, "advance")
def advance(d: D, f: Battle, _: None) -> None:
    """N20 Attackers may move in where nobody defends any more."""
    if f.phase == "counter" or defending(d, f) or f.stands:
        return d.goto("counter")
    for unit in attacking(d, f):  # nobody is left to be locked with
        if unit.locked == f.target:
            d.set(unit.id, locked="")
    inside = layout_of(d.setting, d).at(f.side, f.target)
    for unit in inside:
        if unit.locked or unit.landed:
            d.set(unit.id, locked="", landed=False)
    if inside:  # paratroops that landed in the hex hold it now
        enter(d, f.target, f.side)
    return d.goto("move_in")


@steps(Battle, "move_in")
def move_in(d: D, f: Battle, _: None) -> None:
    """N20 Who of them does, as many as there is room for."""
    layout = layout_of(d.setting, d)
    units = [u for u in attacking(d, f) if u.at != f.target]
    room = layout.room(f.side, f.target)
    fitting = tuple(u.id for u in units if d.setting.rows[u.id].halves <= room)
    if not fitting:
        return d.goto("counter")
    question = AskedQuestion("advance", say("Who moves in?"), "EF N20", "advanced")
    return ask.pick_pieces(
        d, f.side, question, fitting, d.setting.name(f.target), most=len(fitting),
        choices=(Choice("none", say("Nobody"), "EF N20"),), about=(f.target,),
    )  # fmt: skip


@steps(Battle, "advanced")
def advanced(d: D, f: Battle, answer: Pieces | Choose) -> None:
    """N20 As many as there is room for; they capture what lies there."""
    if isinstance(answer, Choose):
        return d.goto("counter")
    room = layout_of(d.setting, d).room(f.side, f.target)
    came: list[str] = []
    for piece in answer.pieces:
        room -= d.setting.rows[piece].halves
        if room < 0:
            break
        came.append(piece)
    origins = {d.pieces[p].at or "" for p in came}
    if came:
        said = say("{units} moved to {place}", units=names(d.setting, d, came),
                   place=d.setting.name(f.target))  # fmt: skip
        d.say(said, "EF N20", f.target, came_from(map(d.setting.name, sorted(origins))))
    for piece in came:
        d.set(piece, at=f.target, moved=True, building="", ready=0)
    enter(d, f.target, f.side)
    for origin in sorted(origins):
        tend(d, origin)
    return d.goto("press_on", moved_in=tuple(came))


# ---- overrun results ----------------------------------------------------------------------------


def press_goals(
    setting: Setting, table: Table, frame: Battle, unit: Unit
) -> dict[str, tuple[str, ...]]:
    """N20 After OR(n) each unit that moved in may go on by n hexes.

    Whatever the ground and the zones, but not through the enemy.
    """
    layout = layout_of(setting, table)
    left = int(frame.result[2:]) if frame.result.startswith("OR") else 0
    size, held = setting.rows[unit.id].halves, layout.held[ENEMY[frame.side]]
    ways: dict[str, tuple[str, ...]] = {frame.target: ()}
    edge = [frame.target]
    for _ in range(left):
        grown: list[str] = []
        for cell in edge:
            for other in setting.neighbours[cell]:
                if other not in ways and other not in held:
                    ways[other] = (*ways[cell], other)
                    grown.append(other)
        edge = grown
    return {c: way for c, way in ways.items() if way and layout.room(frame.side, c) >= size}


@steps(Battle, "press_on")
def press_on(d: D, f: Battle, _: None) -> None:
    """N20 After OR(n) they may move on by n hexes."""
    if not f.result.startswith("OR") or not f.moved_in:
        return d.goto("counter")
    question = AskedQuestion("press_on", say("Who moves on?"), "EF N20", "pressed_on")
    return ask.path(d, f.side, question, f.moved_in, d.setting.name(f.target),
                    choices=(Choice("done", say("Nobody else"), "EF N20"),))  # fmt: skip


@steps(Battle, "pressed_on")
def pressed_on(d: D, f: Battle, answer: Path | Choose) -> None:
    """N20 One unit after the other."""
    if isinstance(answer, Choose):
        return d.goto("counter")
    piece, origin = answer.pieces[0], d.pieces[answer.pieces[0]].at or ""
    size, goal = d.setting.rows[piece].halves, answer.cells[-1]
    who = unit_name(d.setting, d.pieces[piece])
    tell_march(d, who, d.setting.name(origin), d.setting.name(goal), "EF N20", goal)
    d.set(piece, at=None)
    for cell in answer.cells[:-1]:
        enter(d, cell, f.side, size)
    d.set(piece, at=goal)
    enter(d, goal, f.side)
    tend(d, origin)
    return d.goto("press_on", moved_in=tuple(p for p in f.moved_in if p != piece))


# ---- the counter-attack -------------------------------------------------------------------------


def counter_hexes(d: D, f: Battle) -> list[str]:
    """N25 Hexes of attackers that the defender can counter-attack, the paratroops' his own."""
    if f.countered:
        landed = any(u.landed and u.at == f.target for u in attacking(d, f))
        return [f.target] if landed else []
    return sorted({u.at or "" for u in attacking(d, f)})


@steps(Battle, "counter")
def counter(d: D, f: Battle, _: None) -> None:
    """40.A-3, N25 The defender must counter-attack one hex of the attackers, or the paratroops."""
    due = f.countered or (f.result == "CA" and f.phase != "counter")
    fighters = [u.id for u in defending(d, f) if attack_of(d.setting, u)] if due else []
    hexes = counter_hexes(d, f) if fighters else []
    if not hexes:
        return d.goto("over")
    if len(hexes) == 1:
        return _counter(d, f, hexes[0])
    cite = "EF 40.A-3" if f.countered else "EF N25"
    question = AskedQuestion("counter", say("Which hex to counter-attack?"), cite, "countered")
    return ask.pick_cell(
        d, ENEMY[f.side], question, tuple(hexes), d.setting.name(f.target), about=(f.target,)
    )


@steps(Battle, "countered")
def countered(d: D, f: Battle, answer: Cells) -> None:
    """N25 That one."""
    _counter(d, f, answer.cells[0])


def _counter(d: D, f: Battle, cell: str) -> None:
    fighters = tuple(u.id for u in defending(d, f) if attack_of(d.setting, u))
    inside = cell == f.target
    frame = Battle(
        step="roll",
        side=ENEMY[f.side],
        target=cell,
        phase="counter",
        attackers=fighters,
        paratroops=inside,
    )
    d.call(frame, then="over")


@steps(Battle, "over")
def over(d: D, f: Battle, _: None) -> None:
    """N21 Paratroops among defenders who held are lost, unless they must attack again."""
    layout = layout_of(d.setting, d)
    if f.phase != "counter" and layout.holds(ENEMY[f.side], f.target):
        for unit in layout.at(f.side, f.target):
            if not unit.locked:
                eliminate(d, unit)
    if f.phase == "exploitation":
        for unit in attacking(d, f):
            if unit.locked:
                d.set(unit.id, locked="")
    d.done()
