"""Shaped charges: a squad on the roof of a work blows it up (EE N39, a reconstruction)."""

from __future__ import annotations

from wardesk.engine.draft import Draft
from wardesk.engine.types import Outcome, OutcomeField, Roll
from wardesk.games.eben_emael.ch04_combat import can_blow
from wardesk.games.eben_emael.garrison import close_work
from wardesk.games.eben_emael.position import manned, soldiers_at
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import BELGIAN, Demolition, Losses, UnderFire, steps
from wardesk.words import say

FIELDS = (
    OutcomeField("work", say("The work"), choices=("destroyed", "stands")),
    OutcomeField("garrison_loss", say("Garrison loses"), 0, 99),
)


@steps(Demolition, "guns")
def guns(d: Draft[Setting], frame: Demolition, _: None) -> None:
    """Machine guns of the work, and others that bear on it, may fire at the squad first."""
    if frame.unit not in can_blow(d.setting, d.state):
        return d.done()
    return d.call(UnderFire(step="ask", sector=frame.work, cite="EE N39"), "place")


@steps(Demolition, "place")
def place(d: Draft[Setting], frame: Demolition, _: None) -> None:
    """The survivors spend a charge in place of their attack."""
    if frame.unit not in can_blow(d.setting, d.state):
        return d.done()
    unit = d.pieces[frame.unit]
    d.set(frame.unit, charges=unit.charges - 1, attacked=True)
    text = say("{unit} placed a charge", unit=unit.name)
    d.say(text, "EE N39", frame.work, say("on {work}", work=d.setting.fort.brief[frame.work]))
    return d.goto("blast")


@steps(Demolition, "blast")
def blast(d: Draft[Setting], frame: Demolition, _: None) -> None:
    """A die for the charge and one for the men inside, where either is in question."""
    crew = manned(d.setting, d.state, frame.work)
    dice = (6,) * (d.setting.options.charge_rolls + crew)
    if not dice:
        return d.goto("resolve", roll=0)
    needed = d.setting.tables.charge.needs(frame.work)
    work = d.setting.fort.name(frame.work)
    told = say("{work}: the last die is the garrison's loss", work=work)
    if d.setting.options.charge_rolls and crew:
        told = say(
            "{work}: works on {least} or more, the last die is the garrison's loss",
            work=work,
            least=needed,
        )
    elif d.setting.options.charge_rolls:
        told = say("{work}: works on {least} or more", work=work, least=needed)
    return d.roll(
        "demolition",
        say("What does the charge do?"),
        "EE N39",
        "rolled",
        dice=dice,
        about=(frame.work, frame.unit),
        chart="demolition",
        context=told,
    )


@steps(Demolition, "rolled")
def rolled(d: Draft[Setting], frame: Demolition, answer: Roll) -> None:
    """Keep the dice: the charge's first, the garrison's last."""
    crew = manned(d.setting, d.state, frame.work)
    charge = answer.dice[0] if d.setting.options.charge_rolls else 0
    d.goto("resolve", charge=charge, roll=answer.dice[-1] if crew else 0)


@steps(Demolition, "resolve")
def resolve(d: Draft[Setting], frame: Demolition, _: None) -> None:
    """The work is destroyed, its garrison with it, or withstands."""
    name = d.setting.fort.name(frame.work)
    held = d.setting.options.charge_rolls and frame.charge < d.setting.tables.charge.needs(
        frame.work
    )
    loss = d.setting.tables.demolition.loss(frame.roll) if frame.roll and not held else 0
    summary = say("{work} is destroyed, its garrison loses {loss}", work=name, loss=loss)
    if held:
        summary = say("{work} withstands the charge", work=name)
    d.outcome(
        {"work": "stands" if held else "destroyed", "garrison_loss": loss},
        "blown",
        kind="demolition",
        prompt=say("Does this demolition stand?"),
        cite="EE N39",
        summary=summary,
        fields=FIELDS,
        about=(frame.work, frame.unit),
        chart="demolition",
    )


@steps(Demolition, "blown")
def blown(d: Draft[Setting], frame: Demolition, answer: Outcome) -> None:
    """Losses of the garrison first."""
    if answer.value["work"] != "destroyed":
        text = say("{work} withstood the charge", work=d.setting.fort.brief[frame.work])
        d.say(text, "EE N39", frame.work, _dice(d, frame))
        return d.done()
    loss = int(answer.value["garrison_loss"] or 0)
    men = tuple(u.id for u in soldiers_at(d.pieces, BELGIAN, frame.work) if u.inside)
    d.goto("silence")
    return d.call(
        Losses(step="share", side=BELGIAN, pieces=men, points=loss, men_only=True), "silence"
    )


@steps(Demolition, "silence")
def silence(d: Draft[Setting], frame: Demolition, _: None) -> None:
    """The rest withdraw and the work is out of action."""
    close_work(d, frame.work, "destroyed", "EE N39", _dice(d, frame))
    d.done()


def _dice(d: Draft[Setting], frame: Demolition) -> str:
    """What the charge rolled and what it needed."""
    if not d.setting.options.charge_rolls:
        return say("by a charge")
    least = d.setting.tables.charge.needs(frame.work)
    return say("charge rolled {roll}, needs {least}", roll=frame.charge, least=least)
