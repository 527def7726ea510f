"""Shaped charges: a squad on the roof of a work blows it up (EE N39, a reconstruction)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wardesk.engine.draft import Draft
from wardesk.engine.types import Choice, Choose, Decision, Outcome, OutcomeField, Roll
from wardesk.games.eben_emael.ch04_battle import line_of_fire
from wardesk.games.eben_emael.ch04_combat import can_blow
from wardesk.games.eben_emael.garrison import close_work
from wardesk.games.eben_emael.position import Marks, Pieces, manned, soldiers_at
from wardesk.games.eben_emael.state import BELGIAN, Demolition, Fire, Losses
from wardesk.games.eben_emael.steps import steps

if TYPE_CHECKING:
    from wardesk.games.eben_emael.rules import EbenEmaelRules

FIELDS = (
    OutcomeField("work", "The work", choices=("destroyed", "stands")),
    OutcomeField("garrison_loss", "Garrison loses", 0, 99),
)


def defending_gun(
    pieces: Pieces, marks: Marks, rules: EbenEmaelRules, frame: Demolition
) -> Fire | None:
    """The manned work's own machine guns, at their best column, if they have not fired."""
    if not manned(pieces, marks, rules.fort, frame.work):
        return None
    for gun in pieces.values():
        if gun.kind == "machine_gun" and gun.at == frame.work and not gun.fired and gun.equipment:
            best = rules.tables.best_bearing(frame.work)
            return line_of_fire(rules, gun, frame.work, best)
    return None


@steps(Demolition, "guns")
def guns(d: Draft[EbenEmaelRules], frame: Demolition, _: None) -> None:
    """A manned work may fire at the squad first."""
    if frame.unit not in can_blow(d.pieces, d.marks, d.rules):
        return d.done()
    line = defending_gun(d.pieces, d.marks, d.rules, frame)
    if line is None:
        return d.goto("place")
    column = d.rules.tables.machine_gun.columns[line.column]
    return d.ask(
        Decision(
            who=BELGIAN,
            kind="machine-guns",
            shape="choose",
            prompt="Do the work's machine guns fire?",
            context=f"A charge is being placed on {d.rules.fort.name(frame.work)}",
            cite="EE N39",
            then="fired_at",
            choices=(
                Choice("fire", f"{line.name} [{column}]", "EE N14"),
                Choice("hold", "Hold fire", "EE N62"),
            ),
            about=(frame.work, frame.unit),
        )
    )


@steps(Demolition, "fired_at")
def fired_at(d: Draft[EbenEmaelRules], frame: Demolition, answer: Choose) -> None:
    """The shot, if any."""
    line = defending_gun(d.pieces, d.marks, d.rules, frame)
    if answer.key == "fire" and line is not None:
        return d.call(line, "place")
    return d.goto("place")


@steps(Demolition, "place")
def place(d: Draft[EbenEmaelRules], frame: Demolition, _: None) -> None:
    """The survivors spend a charge in place of their attack."""
    if frame.unit not in can_blow(d.pieces, d.marks, d.rules):
        return d.done()
    unit = d.pieces[frame.unit]
    d.set(frame.unit, charges=unit.charges - 1, attacked=True)
    d.say(f"{unit.name} placed a charge on {d.rules.fort.name(frame.work)}", "EE N39", frame.work)
    return d.goto("blast")


@steps(Demolition, "blast")
def blast(d: Draft[EbenEmaelRules], frame: Demolition, _: None) -> None:
    """One die for the men inside; an empty work needs none."""
    if not manned(d.pieces, d.marks, d.rules.fort, frame.work):
        return d.goto("resolve", roll=0)
    return d.roll(
        "demolition",
        "How many of the garrison fall?",
        "EE N39",
        "rolled",
        dice=(6,),
        about=(frame.work, frame.unit),
        chart="demolition",
    )


@steps(Demolition, "rolled")
def rolled(d: Draft[EbenEmaelRules], _: Demolition, answer: Roll) -> None:
    """Keep the die."""
    d.goto("resolve", roll=answer.dice[0])


@steps(Demolition, "resolve")
def resolve(d: Draft[EbenEmaelRules], frame: Demolition, _: None) -> None:
    """The work is destroyed, some of its garrison with it."""
    loss = d.rules.tables.demolition.faces[frame.roll - 1] if frame.roll else 0
    name = d.rules.fort.name(frame.work)
    d.outcome(
        {"work": "destroyed", "garrison_loss": loss},
        "blown",
        kind="demolition",
        prompt="Does this demolition stand?",
        cite="EE N39",
        summary=f"{name} is destroyed, its garrison loses {loss}",
        fields=FIELDS,
        about=(frame.work, frame.unit),
        chart="demolition",
    )


@steps(Demolition, "blown")
def blown(d: Draft[EbenEmaelRules], frame: Demolition, answer: Outcome) -> None:
    """Losses of the garrison first."""
    if answer.value["work"] != "destroyed":
        d.say(f"{d.rules.fort.name(frame.work)} withstood the charge", "EE N39", frame.work)
        return d.done()
    loss = int(answer.value["garrison_loss"] or 0)
    men = tuple(u.id for u in soldiers_at(d.pieces, BELGIAN, frame.work) if u.inside)
    d.goto("silence")
    return d.call(
        Losses(step="share", side=BELGIAN, pieces=men, points=loss, men_only=True), "silence"
    )


@steps(Demolition, "silence")
def silence(d: Draft[EbenEmaelRules], frame: Demolition, _: None) -> None:
    """The rest withdraw and the work is out of action."""
    close_work(d, frame.work, "destroyed", "EE N39")
    d.done()
