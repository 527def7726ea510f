"""Chapters 6.3 and 8 of the two Somuas: reactions and fire (see `two_somuas`)."""

from __future__ import annotations

from two_somuas_table import (
    RESULTS,
    VILLAGES,
    Company,
    D,
    Fire,
    Reaction,
    Window,
    can_fire,
    distance,
    enemies,
    place,
    steps,
)

from wardesk.engine.types import Choice, Choose, Decision, Factor, Outcome, OutcomeField, Roll

# ---- 6.3 Reactions ------------------------------------------------------------------------------


@steps(Window, "offer")
def offer(d: D, frame: Window, _: None) -> None:
    """6.3.1 One shot after another, until the passive side has had enough."""
    target = d.pieces[frame.target]
    able = []
    if target.at is not None:
        able = [
            e for e in enemies(d, target.side) if not e.opportunity_used and can_fire(e, target)
        ]
    if not able:
        d.done()
        return
    d.ask(
        Decision(
            who=able[0].side,
            kind="opportunity",
            shape="choose",
            prompt="Fire at the moving unit?",
            cite="6.3.1",
            then="offered",
            choices=(*(Choice(e.id, e.id) for e in able), Choice("pass", "Pass")),
            about=(target.id,),
        )
    )


@steps(Window, "offered")
def offered(d: D, frame: Window, answer: Choose) -> None:
    if answer.key == "pass":
        d.done()
    else:
        d.set(answer.key, opportunity_used=True)
        d.call(
            Reaction(step="check", shooter=answer.key, target=frame.target, kind="opportunity"),
            then="offer",
        )


@steps(Reaction, "check")
def check(d: D, frame: Reaction, _: None) -> None:
    """6.4 Two dice, the reaction value or less."""
    d.roll(
        "reaction",
        "Roll the reaction check",
        "6.4",
        "rolled",
        about=(frame.shooter,),
        context=f"{d.pieces[frame.shooter].reaction} or less",
    )


@steps(Reaction, "rolled")
def check_rolled(d: D, frame: Reaction, answer: Roll) -> None:
    d.goto("read", dice=sum(answer.dice))


@steps(Reaction, "read")
def check_read(d: D, frame: Reaction, _: None) -> None:
    passed = frame.dice <= d.pieces[frame.shooter].reaction
    d.outcome(
        {"check": "passed" if passed else "failed"},
        "checked",
        kind="reaction",
        prompt="Does the check stand?",
        cite="6.4",
        summary="It may fire" if passed else "It does not fire",
        fields=(OutcomeField("check", "Check", choices=("passed", "failed")),),
        about=(frame.shooter,),
    )


@steps(Reaction, "checked")
def checked(d: D, frame: Reaction, answer: Outcome) -> None:
    if answer.value["check"] == "failed":
        d.done()
        return
    shot = Fire(step="aim", shooter=frame.shooter, target=frame.target, kind=frame.kind)
    d.call(shot, then="over")


@steps(Reaction, "over")
def reaction_over(d: D, frame: Reaction, _: None) -> None:
    d.done()


# ---- 8 Fire -------------------------------------------------------------------------------------


def dispersed(unit: Company) -> bool:
    """7.2.2 Armour in a village, not in column."""
    return unit.armour > 0 and unit.at in VILLAGES and not unit.column


def fire_factors(d: D, frame: Fire) -> tuple[Factor, ...]:
    """8.2 The sum of these is the column."""
    shooter, target = d.pieces[frame.shooter], d.pieces[frame.target]
    hexes = distance(place(shooter), place(target))
    rows = (
        ("attack", "Attack", shooter.attack, "8.2.1"),
        ("armour", "Armour of the target", -target.armour, "8.2.1"),
        ("range", "Range", 1 - hexes, "8.2.4"),
        ("moved", "Moved and fires", -2 * frame.moved, "6.1"),
        ("neutralised", "Neutralised", -2 * shooter.neutralised, "8.4"),
        ("column", "Target in column", int(target.column), "7.2.1"),
        ("dispersed", "Target dispersed", int(dispersed(target)), "7.2.2"),
        ("in column", "Fires from column", -int(shooter.column), "7.2.1"),
        ("disperse", "Fires dispersed", -int(dispersed(shooter)), "7.2.2"),
    )
    return tuple(Factor(*row) for row in rows if row[2])


@steps(Fire, "aim")
def aim(d: D, frame: Fire, _: None) -> None:
    """8.2.5 Two dice on the results table."""
    factors = fire_factors(d, frame)
    d.roll(
        "fire",
        "Roll for the fire",
        "8.2.5",
        "rolled",
        factors=factors,
        about=(frame.shooter, frame.target),
        chart="results",
        column=str(sum(f.value for f in factors)),
    )


@steps(Fire, "rolled")
def fire_rolled(d: D, frame: Fire, answer: Roll) -> None:
    d.goto("read", dice=sum(answer.dice), column=max(-1, min(8, answer.modifier)))


@steps(Fire, "read")
def fire_read(d: D, frame: Fire, _: None) -> None:
    result = RESULTS[frame.dice][frame.column + 1]
    d.outcome(
        {"result": result},
        "stands",
        kind="fire",
        prompt="Does the result stand?",
        cite="8.3",
        summary=result,
        fields=(OutcomeField("result", "Result", choices=("-", "r", "N", "1")),),
        about=(frame.target,),
        chart="results",
        column=str(frame.column),
    )


@steps(Fire, "stands")
def stands(d: D, frame: Fire, answer: Outcome) -> None:
    """8.3 A step is lost at once; an N waits for the return fire."""
    result = str(answer.value["result"])
    target = d.pieces[frame.target]
    if result == "r" and target.armour:
        result = "-"
    if result == "1":
        lose_step(d, target)
    d.say(f"{frame.shooter} fired at {frame.target}: {answer.value['result']}", "8.3")
    d.goto("return", result=result)


def lose_step(d: D, unit: Company) -> None:
    """1.2 The second lost step eliminates the unit."""
    if unit.steps > 1:
        d.set(unit.id, steps=unit.steps - 1)
    else:
        d.set(unit.id, steps=0, at=None)


@steps(Fire, "return")
def offer_return(d: D, frame: Fire, _: None) -> None:
    """6.3.2 A passive unit may fire back, once in an activation, before the N takes effect."""
    shooter, target = d.pieces[frame.shooter], d.pieces[frame.target]
    if (
        frame.kind != "active"
        or target.at is None
        or target.returned
        or not can_fire(target, shooter)
    ):
        d.goto("apply")
        return
    d.ask(
        Decision(
            who=target.side,
            kind="return-fire",
            shape="choose",
            prompt="Fire back?",
            cite="6.3.2",
            then="returned",
            choices=(Choice("fire", "Fire back"), Choice("pass", "Pass")),
            about=(target.id, shooter.id),
        )
    )


@steps(Fire, "returned")
def returned(d: D, frame: Fire, answer: Choose) -> None:
    if answer.key == "pass":
        d.goto("apply")
        return
    d.set(frame.target, returned=True)
    d.call(
        Reaction(step="check", shooter=frame.target, target=frame.shooter, kind="return"),
        then="apply",
    )


@steps(Fire, "apply")
def apply(d: D, frame: Fire, _: None) -> None:
    """8.3 The owner takes the N, or a step loss instead of it."""
    target = d.pieces[frame.target]
    if frame.result not in ("N", "r") or target.at is None:
        d.done()
        return
    d.ask(
        Decision(
            who=target.side,
            kind="neutralised",
            shape="choose",
            prompt="Neutralised, or lose a step?",
            cite="8.3",
            then="applied",
            choices=(Choice("N", "Neutralised"), Choice("step", "Lose a step")),
            about=(target.id,),
        )
    )


@steps(Fire, "applied")
def applied(d: D, frame: Fire, answer: Choose) -> None:
    if answer.key == "N":
        d.set(frame.target, neutralised=True)
    else:
        lose_step(d, d.pieces[frame.target])
    d.done()
