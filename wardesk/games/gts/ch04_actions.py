"""Chapter 4: one action of one unit. Move, fire, assault, rally, dig in, engineers' work."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from wardesk.engine.draft import Draft
from wardesk.engine.types import Cells, Choice, Choose, Path, Pieces, Reason
from wardesk.games.gts.ch02_command import can_pay, in_command, pay, price
from wardesk.games.gts.ch04_costs import allowance, can_move
from wardesk.games.gts.ch04_movement import (
    can_go,
    form_column,
    into_column,
    leave_column,
    leave_column_by_hit,
    out_of_column,
    spread_cost,
)
from wardesk.games.gts.ch05_fire import targets_of
from wardesk.games.gts.ch07_assault import against_assault, assault_hexes
from wardesk.games.gts.ch09_zones import in_enemy_zone
from wardesk.games.gts.ch13_engineers import ferry_goal, finish, job_of, jobs_of, works
from wardesk.games.gts.position import (
    Table,
    counter,
    on_map,
    parked,
    unit_name,
)
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.special.deeds import road_targets, special_deeds
from wardesk.games.gts.special.transport import (
    against_unloading,
    climb,
    dismounting,
    hire,
    mounting,
)
from wardesk.games.gts.state import (
    Activation,
    Assault,
    Check,
    Fire,
    Move,
    Unit,
    UnitAction,
    Window,
    steps,
)
from wardesk.games.shared import ask
from wardesk.games.shared.ask import AskedQuestion
from wardesk.words import Spoken, say

D = Draft[Setting]
ORDER = AskedQuestion("action", say("What does it do?"), "WED SR4", "ordered")
DONE = Choice("done", say("Nothing more"), "WED SR4")
BACK = Choice("back", say("Back"), "WED SR4")
Test = Callable[[Setting, Table, Unit, str], tuple[Reason, ...]]


def _no(text: Spoken, cite: str) -> tuple[Reason, ...]:
    return (Reason(text, cite),)


def against_fire(setting: Setting, table: Table, unit: Unit, _: str) -> tuple[Reason, ...]:
    """5 Why a unit cannot fire."""
    if counter(setting, unit).fire is None:
        return _no(say("It has no fire rating"), "WED SR3")
    if unit.suppressed:
        return _no(say("A suppressed unit does not fire"), "WED SR8")
    if not targets_of(setting, table, unit):
        return _no(say("It sees no enemy within range"), "WED SR5.1")
    return ()


def against_rally(setting: Setting, table: Table, unit: Unit, _: str) -> tuple[Reason, ...]:
    """4 Suppression anywhere; cohesion hits outside enemy fire zones only."""
    if unit.suppressed:
        return ()
    if not unit.cohesion:
        return _no(say("There is nothing to rally from"), "WED SR4")
    if in_enemy_zone(setting, table, unit.side, unit.at or ""):
        return _no(say("Cohesion returns outside enemy fire zones only"), "WED SR4")
    return ()


def against_digging(setting: Setting, _: Table, unit: Unit, __: str) -> tuple[Reason, ...]:
    """N7 Units on foot, out of column; an improved position first, then entrenched."""
    if counter(setting, unit).vehicle or counter(setting, unit).leads:
        return _no(say("Only units on foot dig in"), "WED N7")
    if unit.on or unit.mounted:
        return _no(say("Only units on foot dig in"), "WED N7")
    if unit.column or unit.suppressed:
        return _no(say("In column or suppressed nobody digs in"), "WED N7")
    if unit.dug == "entrenched":
        return _no(say("It is entrenched already"), "WED N7")
    return ()


def against_job(setting: Setting, table: Table, unit: Unit, _: str) -> tuple[Reason, ...]:
    """2.15 Why engineers have no work here."""
    return job_of(setting, table, unit).refused


DEEDS: tuple[tuple[str, Spoken, str, Test], ...] = (
    ("fire", say("Fire"), "WED SR5", against_fire),
    ("assault", say("Assault"), "WED SR7", against_assault),
    ("rally", say("Rally"), "WED SR4", against_rally),
    ("dig", say("Dig in"), "WED N7", against_digging),
)


def deeds_of(
    setting: Setting, table: Table, unit: Unit, chit: str, waiting: tuple[str, ...] = ()
) -> tuple[Choice, ...]:
    """4 What a unit may do instead of moving, those refused with their reasons."""
    if unit.delay:
        return (Choice("gather", say("Gather: one drop marker off"), "WED 3.4.2"),)
    if unit.carries:
        return ()  # S4.3: the vehicle moves, and lets its rider down
    found = [
        Choice(key, label, cite, refused=test(setting, table, unit, chit))
        for key, label, cite, test in DEEDS
        if key in ("fire", "rally") or not parked(unit)
    ]
    if works(setting, unit):
        found += _jobs(setting, table, unit)
    if not parked(unit):
        found += special_deeds(setting, table, unit, waiting, direct=chit == "direct")
    if road_targets(setting, table, unit):
        found.append(Choice("shell", say("Fire at the road"), "WED 4.3.3"))
    return tuple(found)


def _jobs(setting: Setting, table: Table, unit: Unit) -> Iterator[Choice]:
    """2.15 Each kind of work; the one at bridges always stands there, with its reasons."""
    job = job_of(setting, table, unit)
    if counter(setting, unit).engineer:
        yield Choice("engineer", job.label, job.cite, refused=job.refused)
    for other in jobs_of(setting, table, unit):
        if other.kind != "bridge":
            yield Choice(f"job/{other.kind}", other.label, other.cite, refused=other.refused)


def column_deeds(setting: Setting, table: Table, unit: Unit, left: int) -> tuple[Choice, ...]:
    """4 Into column for a point; out of it for the ground's points or a cohesion hit."""
    if counter(setting, unit).leads or not can_move(setting, unit):
        return ()
    if unit.carries:
        refused = against_unloading(setting, table, unit, left)
        return (Choice("unload", say("Let the rider down"), "WED S4.2", refused=refused),)
    found = (*mounting(setting, unit, left), *dismounting(setting, unit, left))
    if not unit.column:
        refused = into_column(setting, table, unit, left)
        return (
            *found,
            Choice("column", say("Form column"), "WED SR4", refused=refused),
        )
    refused = out_of_column(setting, table, unit)
    cost = spread_cost(setting, table, unit)
    short = refused
    if cost > left:
        short = (*refused, Reason(say("Too few movement points are left"), "WED SR4"))
    label = say("Spread out for {points} points", points=cost / 2)
    return (
        *found,
        Choice("spread", label, "WED SR4", refused=short),
        Choice("hurry", say("Spread out, a cohesion hit"), "WED SR4", refused=refused),
    )


def points_left(setting: Setting, unit: Unit, frame: UnitAction) -> int:
    """Half points for moving: all of them before the action has begun to be a move."""
    return frame.left if frame.left >= 0 else allowance(setting, unit)


@steps(UnitAction, "order")
def order(d: D, frame: UnitAction, _: None) -> None:
    """4 A march, or one of the other actions; a march goes on until its points are spent."""
    unit = d.pieces[frame.unit]
    here = on_map(d.setting, unit) or parked(unit)
    if not here or frame.ended or (frame.left >= 0 and unit.suppressed):
        return d.goto("over")
    left = points_left(d.setting, unit, frame)
    begun = frame.left >= 0
    choices = [DONE]  # first, so that Enter does nothing that cannot be seen coming
    if not begun:
        deeds = deeds_of(d.setting, d, unit, frame.chit, _waiting(d))
        fresh = not frame.again or _began_here(d, unit)
        choices += [deed for deed in deeds if fresh or deed.key != "job/ferry"]
        if not frame.again and ferry_goal(d.setting, d, unit):
            choices.append(Choice("ferry", say("Cross by ferry"), "WED 2.18.2"))
    choices += column_deeds(d.setting, d, unit, left)
    able = can_move(d.setting, unit)
    goals = able and can_go(d.setting, d, unit, left, frame.chit)
    if begun and not goals and all(c.refused for c in choices if c.key != "done"):
        return d.goto("over")
    context = unit_name(d.setting, unit)
    kind, prompt, cite, then = ORDER
    question = AskedQuestion("march" if begun else kind, prompt, cite, then)
    if goals:
        return ask.path(d, unit.side, question, (unit.id,), context, choices=tuple(choices))
    return ask.choose(d, unit.side, question, tuple(choices), context, about=(unit.id,))


def _began_here(d: D, unit: Unit) -> bool:
    """2.18.1 Whether a unit began its activation in the hex where it stands."""
    found = d.enclosing(Activation)
    return found is not None and found.start == unit.at


def _waiting(d: D) -> tuple[str, ...]:
    """Units of this activation that have not acted yet."""
    found = d.enclosing(Activation)
    return found.waiting if found else ()


@steps(UnitAction, "ordered")
def ordered(d: D, frame: UnitAction, answer: Path | Choose) -> None:
    """4 On the way, or to what was chosen."""
    unit = d.pieces[frame.unit]
    if isinstance(answer, Path):
        left = points_left(d.setting, unit, frame)
        march = Move(step="go", unit=unit.id, path=answer.cells, left=left, culvert=frame.culvert)
        return d.call(march, "order")
    key, _, what = answer.key.partition("/")
    match key:
        case "column" | "spread" | "hurry":
            return _change_column(d, frame, unit, key)
        case "mount" | "dismount" | "unload":
            return d.goto(key, left=points_left(d.setting, unit, frame))
        case "truck" | "jeep":
            hire(d, unit, "jeep" if key == "jeep" else "truck")
            return d.goto("over")
        case "ride":
            climb(d, unit, d.pieces[what], direct=frame.chit == "direct")
            return d.goto("over")
        case "engineer":
            return d.goto("engineer", job="bridge")
        case "job":
            return d.goto("engineer", job=what)
        case "done":
            return d.goto("over")
        case _:
            return d.goto(key)


def _change_column(d: D, frame: UnitAction, unit: Unit, how: str) -> None:
    left = points_left(d.setting, unit, frame)
    cost = {"column": 2, "spread": spread_cost(d.setting, d, unit), "hurry": 0}[how]
    d.goto("order", left=max(left - cost, 0))
    if how == "hurry":
        return leave_column_by_hit(d, unit)
    if how == "column":
        return form_column(d, unit)
    return leave_column(d, unit)


@steps(UnitAction, "over")
def over(d: D, frame: UnitAction, _: None) -> None:
    """4 The action is done."""
    d.set(frame.unit, acted=True)
    if frame.ended:
        d.set(frame.unit, again=True)  # S4.4
    d.done()


# ---- fire ---------------------------------------------------------------------------------------


@steps(UnitAction, "fire")
def fire(d: D, frame: UnitAction, _: None) -> None:
    """5.1 One firer, one named target."""
    unit = d.pieces[frame.unit]
    found = targets_of(d.setting, d, unit)
    question = AskedQuestion(
        "target", say("At which unit does it fire?"), "WED SR5.1", "target_chosen"
    )
    context = unit_name(d.setting, unit)
    ask.pick_pieces(d, unit.side, question, found, context, choices=(BACK,), about=(unit.id,))


@steps(UnitAction, "target_chosen")
def target_chosen(d: D, frame: UnitAction, answer: Pieces | Choose) -> None:
    """5.1 The shot."""
    if isinstance(answer, Choose):
        return d.goto("order")
    return d.call(Fire(step="begin", firer=frame.unit, target=answer.pieces[0]), "over")


# ---- assault ------------------------------------------------------------------------------------


@steps(UnitAction, "assault")
def assault(d: D, frame: UnitAction, _: None) -> None:
    """7 Which hex."""
    unit = d.pieces[frame.unit]
    cells = assault_hexes(d.setting, d, unit)
    question = AskedQuestion("assault-hex", say("Which hex is assaulted?"), "WED SR7", "hex_chosen")
    context = unit_name(d.setting, unit)
    ask.pick_cell(d, unit.side, question, cells, context, choices=(BACK,), about=(unit.id,))


@steps(UnitAction, "hex_chosen")
def hex_chosen(d: D, frame: UnitAction, answer: Cells | Choose) -> None:
    """7 The procedure of chapter 7."""
    if isinstance(answer, Choose):
        return d.goto("order")
    unit = d.pieces[frame.unit]
    fight = Assault(
        step="gather",
        side=unit.side,
        chit=frame.chit,
        origin=unit.at or "",
        cell=answer.cells[0],
        attackers=(unit.id,),
    )
    return d.call(fight, "over")


# ---- rally, digging in, engineers ---------------------------------------------------------------


@steps(UnitAction, "rally")
def rally(d: D, frame: UnitAction, _: None) -> None:
    """4, N6 Suppression goes by itself in command, else by a check; cohesion by a check."""
    unit = d.pieces[frame.unit]
    if unit.suppressed and in_command(d.setting, d, unit):
        return d.goto("rallied", passed=True)
    return d.call(Check(step="begin", unit=unit.id, what="rally"), "rallied")


@steps(UnitAction, "rallied")
def rallied(d: D, frame: UnitAction, _: None) -> None:
    """4 Suppression first, else one cohesion hit."""
    unit = d.pieces[frame.unit]
    if frame.passed:
        if unit.suppressed:
            d.set(unit.id, suppressed=False)
        else:
            d.set(unit.id, cohesion=unit.cohesion - 1)
        d.say(say("{unit} rallied", unit=unit_name(d.setting, unit)), "WED SR4", unit.at)
    d.goto("over", passed=False)


@steps(UnitAction, "dig")
def dig(d: D, frame: UnitAction, _: None) -> None:
    """N7 A check of troop quality."""
    d.call(Check(step="begin", unit=frame.unit, what="dig"), "dug")


@steps(UnitAction, "dug")
def dug(d: D, frame: UnitAction, _: None) -> None:
    """N7 An improved position, or entrenched."""
    unit = d.pieces[frame.unit]
    if frame.passed:
        further = "entrenched" if unit.dug else "improved"
        d.set(unit.id, dug=further)
        d.say(say("{unit} dug in", unit=unit_name(d.setting, unit)), "WED N7", unit.at)
    d.goto("over", passed=False)


@steps(UnitAction, "engineer")
def engineer(d: D, frame: UnitAction, _: None) -> None:
    """2.15 Engineers at work draw opportunity fire first."""
    d.call(Window(step="ask", unit=frame.unit, cause="engineer"), "work")


@steps(UnitAction, "work")
def work(d: D, frame: UnitAction, _: None) -> None:
    """2.15 Then the check, if they are still at it."""
    unit = d.pieces[frame.unit]
    if unit.at is None or unit.suppressed:
        return d.goto("over")
    return d.call(Check(step="begin", unit=unit.id, what="engineer"), "worked")


@steps(UnitAction, "worked")
def worked(d: D, frame: UnitAction, _: None) -> None:
    """2.15 Done, or men at work for the next try."""
    unit = d.pieces[frame.unit]
    jobs = jobs_of(d.setting, d, unit)
    job = next((job for job in jobs if job.kind == (frame.job or "bridge")), None)
    if frame.passed and job is not None and not job.refused:
        finish(d, unit, job)
    elif not unit.men:
        d.set(unit.id, men=True)
    d.goto("over", passed=False)


def can_act_again(setting: Setting, table: Table, unit: Unit) -> bool:
    """4 A second action for a command point, right after the first."""
    return (
        unit.at is not None
        and not unit.again
        and not counter(setting, unit).leads
        and can_pay(setting, table, unit)
        and price(setting, table, unit) > 0
    )


def begin_again(d: D, unit: Unit) -> None:
    """4 Paid for."""
    pay(d, unit)
    d.set(unit.id, again=True)
