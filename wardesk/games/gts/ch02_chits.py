"""Chapter 2: chits. Command points, and which units act when a chit is drawn."""

from __future__ import annotations

from wardesk.engine.draft import Draft
from wardesk.engine.types import Choice, Choose, Pieces, Roll
from wardesk.games.gts.ch02_command import can_pay, in_command, leaders, led_by, pay
from wardesk.games.gts.ch04_actions import begin_again, can_act_again
from wardesk.games.gts.position import Table, counter, parked, unit_name
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import SIDE_NAMES, Action, Activation, Unit, steps
from wardesk.games.shared import ask
from wardesk.games.shared.ask import Question
from wardesk.words import Spoken, say

D = Draft[Setting]
END = Choice("end", say("End this activation"), "WED SR2")


def side_of(chit: str) -> str:
    """Whose chit it is: ``allied/division/101``."""
    return chit.split("/", 1)[0]


def kind_of(chit: str) -> tuple[str, str]:
    """``division``, ``formation`` or ``direct``, and of what."""
    kind, _, of = chit.split("/", 1)[1].partition("/")
    return kind, of


def chit_name(setting: Setting, chit: str) -> Spoken:
    """A chit in a sentence."""
    kind, of = kind_of(chit)
    match kind:
        case "division":
            return say("Division chit {name!s}", name=setting.divisions[of].name)
        case "formation":
            return say("Formation chit {name!s}", name=setting.formations[of].name)
        case _:
            return say("Direct command of the {side}", side=SIDE_NAMES[side_of(chit)])


def acting(setting: Setting, table: Table, chit: str) -> tuple[str, ...]:
    """2 The units that a chit lets act."""
    kind, of = kind_of(chit)
    found: list[str] = []
    for unit in table.pieces.values():
        if unit.side != side_of(chit) or not (unit.at in setting.beside or parked(unit)):
            continue
        if _acts(setting, table, unit, kind, of):
            found.append(unit.id)
    return tuple(found)


def _acts(setting: Setting, table: Table, unit: Unit, kind: str, of: str) -> bool:
    figures = counter(setting, unit)
    formation = setting.formations[figures.formation]
    if kind == "division":
        return formation.division == of
    if kind == "direct":
        return not figures.leads and can_pay(setting, table, unit)
    if figures.formation == of:
        return in_command(setting, table, unit)
    if not formation.independent or formation.division != setting.formations[of].division:
        return False
    chief = [
        leader
        for leader in leaders(setting, table, formation.division)
        if counter(setting, leader).formation == of
    ]
    return parked(unit) or any(led_by(setting, leader, unit) for leader in chief)


# ---- an activation ------------------------------------------------------------------------------


@steps(Activation, "begin")
def begin(d: D, _: Activation, __: None) -> None:
    """2 Everybody is fresh; a division's chit brings command points first."""
    for unit in tuple(d.pieces.values()):
        if unit.acted or unit.again:
            d.set(unit.id, acted=False, again=False)
    d.goto("bring")


@steps(Activation, "bring")
def bring(d: D, frame: Activation, _: None) -> None:
    """N1 A die of command points."""
    kind, of = kind_of(frame.chit)
    if kind != "division" or not d.setting.scenario.rolls:
        return d.goto("muster")
    name = d.setting.divisions[of].name
    return d.roll(
        "command-points",
        say("How many command points?"),
        "WED N1",
        "points",
        dice=(10,),
        plus=-1,
        context=name,
    )


@steps(Activation, "points")
def points(d: D, frame: Activation, answer: Roll) -> None:
    """N1 Unspent points stay, up to the most that a division keeps."""
    _, of = kind_of(frame.chit)
    most = d.setting.tables.figures.most_points
    track, found = f"cp/{of}", answer.dice[0] - 1
    d.track(track, min(d.tracks.get(track, 0) + found, most))
    name = d.setting.divisions[of].name
    text = say("{division} has {points} command points", division=name, points=d.tracks[track])
    d.say(text, "WED N1", None, say("rolled {roll}", roll=found))
    d.goto("muster")


@steps(Activation, "muster")
def muster(d: D, frame: Activation, _: None) -> None:
    """2 Who may act by this chit."""
    d.goto("choose", waiting=acting(d.setting, d, frame.chit))


@steps(Activation, "choose")
def choose(d: D, frame: Activation, _: None) -> None:
    """2 One unit after the other, in any order."""
    direct = kind_of(frame.chit)[0] == "direct"
    waiting = tuple(
        name
        for name in frame.waiting
        if _can_act(d, d.pieces[name]) and (not direct or can_pay(d.setting, d, d.pieces[name]))
    )
    if not waiting:
        return d.done()
    question = Question("unit", say("Which unit acts?"), "WED SR2", "chosen")
    context = chit_name(d.setting, frame.chit)
    return ask.pick_pieces(d, frame.side, question, waiting, context, choices=(END,))


def _can_act(d: D, unit: Unit) -> bool:
    return not unit.acted and (unit.at in d.setting.beside or parked(unit))


@steps(Activation, "chosen")
def chosen(d: D, frame: Activation, answer: Pieces | Choose) -> None:
    """2 Its action; direct command costs a command point."""
    if isinstance(answer, Choose):
        return d.done()
    unit = d.pieces[answer.pieces[0]]
    kind, _ = kind_of(frame.chit)
    if kind == "direct":
        pay(d, unit)
    waiting = tuple(name for name in frame.waiting if name != unit.id)
    d.goto("acted", waiting=waiting, unit=unit.id)
    return d.call(_action(frame, unit.id), "acted")


def _action(frame: Activation, unit: str) -> Action:
    return Action(step="order", unit=unit, chit=frame.chit.split("/", 1)[1])


@steps(Activation, "acted")
def acted(d: D, frame: Activation, _: None) -> None:
    """4 A second action, right away, for a command point."""
    unit = d.pieces[frame.unit]
    if not can_act_again(d.setting, d, unit):
        return d.goto("choose", unit="")
    question = Question("second-action", say("Does it act once more?"), "WED SR4", "again")
    choices = (
        Choice("no", say("No second action"), "WED SR4"),
        Choice("again", say("Pay a command point: act once more"), "WED SR4"),
    )
    context = unit_name(d.setting, unit)
    return ask.choose(d, frame.side, question, choices, context, about=(unit.id,))


@steps(Activation, "again")
def again(d: D, frame: Activation, answer: Choose) -> None:
    """4 Paid for, or the next unit."""
    if answer.key == "no":
        return d.goto("choose", unit="")
    unit = d.pieces[frame.unit]
    begin_again(d, unit)
    return d.call(_action(frame, unit.id), "acted")
