"""Chapter 2.15 of the exclusive rules: bridges controlled, wired, improved and blown."""

from __future__ import annotations

from typing import NamedTuple

from wardesk.engine.draft import Draft
from wardesk.engine.types import Choice, Choose, Reason, Roll
from wardesk.games.gts.ch09_zones import in_enemy_zone
from wardesk.games.gts.position import Table, bridge_state, last_in
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import ENEMY, Demolish, Unit, steps
from wardesk.games.shared import ask
from wardesk.games.shared.ask import Question
from wardesk.words import Spoken, say

D = Draft[Setting]


class Job(NamedTuple):
    """What engineers can do where they stand."""

    label: Spoken
    cite: str
    bridge: str
    becomes: str
    told: Spoken
    refused: tuple[Reason, ...]


def controls(setting: Setting, table: Table, side: str, bridge: str) -> bool:
    """2.15.5 Last in both hexes, and neither in an enemy fire zone."""
    return all(
        last_in(table, cell) == side and not in_enemy_zone(setting, table, side, cell)
        for cell in setting.bridges[bridge].between
    )


def job_of(setting: Setting, table: Table, unit: Unit) -> Job:
    """2.15.3, 2.15.6 Improve a railway bridge, else wire the bridge that the unit stands at."""
    sites = setting.bridge_hexes.get(unit.at or "", ())
    for bridge in sites:
        site, now = setting.bridges[bridge], bridge_state(table, bridge)
        if now in ("destroyed", "improved") or now.startswith(("wired", "bailey")):
            continue
        if site.carries == "railway" and not _never(setting, bridge) and unit.side == "allied":
            return Job(
                say("Improve the railway bridge"),
                "WED 2.15.3",
                bridge,
                "improved",
                say("{bridge} carries vehicles now", bridge=setting.bridge_name(bridge)),
                _able(unit),
            )
        if not _never(setting, bridge):
            refused = _able(unit)
            if not controls(setting, table, unit.side, bridge):
                refused = (*refused, Reason(say("It does not control the bridge"), "WED 2.15.5"))
            return Job(
                say("Wire the bridge"),
                "WED 2.15.6",
                bridge,
                f"wired:{unit.side}",
                say("{bridge} was wired", bridge=setting.bridge_name(bridge)),
                refused,
            )
    nothing = (Reason(say("There is no bridge here to work at"), "WED 2.15"),)
    return Job(say("Engineers' work"), "WED 2.15", "", "", "", nothing)


def _able(unit: Unit) -> tuple[Reason, ...]:
    if unit.column:
        return (Reason(say("Engineers in column do not work"), "WED 2.15.6"),)
    if unit.suppressed:
        return (Reason(say("Suppressed engineers do not work"), "WED SR8"),)
    return ()


def _never(setting: Setting, bridge: str) -> bool:
    return any(row.id == bridge and row.never for row in setting.scenario.bridge)


@steps(Demolish, "ask")
def demolish(d: D, frame: Demolish, _: None) -> None:
    """2.15.6 An enemy has come to it: blow it now, or wait."""
    name = d.setting.bridge_name(frame.bridge)
    need = _need(d, frame)
    question = Question("demolish", say("Is the bridge blown?"), "WED 2.15.6", "chosen")
    blow = Choice("blow", say("Blow it: {need} or less", need=need), "WED 2.15.6")
    wait = Choice("wait", say("Not yet"), "WED 2.15.6")
    about = d.setting.bridges[frame.bridge].between
    ask.choose(d, frame.side, question, (blow, wait), name, about=about)


def _need(d: D, frame: Demolish) -> int:
    figures = d.setting.tables.figures
    enemy = ENEMY[frame.side]
    zone = any(
        in_enemy_zone(d.setting, d, enemy, cell) for cell in d.setting.bridges[frame.bridge].between
    )
    return figures.demolish_zone if zone else figures.demolish


@steps(Demolish, "chosen")
def chosen(d: D, frame: Demolish, answer: Choose) -> None:
    """2.15.6 The die, or nothing for now."""
    if answer.key == "wait":
        return d.done()
    need = _need(d, frame)
    return d.roll(
        "demolition",
        say("Does the charge go off?"),
        "WED 2.15.6",
        "rolled",
        dice=(10,),
        plus=-1,
        about=d.setting.bridges[frame.bridge].between,
        context=say("{need} or less", need=need),
    )


@steps(Demolish, "rolled")
def rolled(d: D, frame: Demolish, answer: Roll) -> None:
    """2.15.6 Down, or no longer wired."""
    found, need = answer.dice[0] - 1, _need(d, frame)
    down = found <= need
    d.mark(f"bridge/{frame.bridge}", "destroyed" if down else None)
    name = d.setting.bridge_name(frame.bridge)
    text = say("{bridge} was blown", bridge=name)
    if not down:
        text = say("{bridge} stands, its charges did not fire", bridge=name)
    cell = d.setting.bridges[frame.bridge].between[0]
    d.say(text, "WED 2.15.6", cell, say("rolled {roll}", roll=found))
    d.done()
