"""What is known of formations, chits and counters beside the map: lists for whoever looks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Literal

from wardesk.games.blitzkrieg.ch02_sequence import FIRST, OPENING
from wardesk.games.blitzkrieg.ch03_command import in_command
from wardesk.games.blitzkrieg.chits import chit_name, formation_of, kind_of, owner
from wardesk.games.blitzkrieg.position import holds, hq_of, members, on_map
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import (
    ARRIVING,
    ASIDE,
    BOXES,
    CUP,
    DONE,
    HAND,
    OVERRUN,
    RESERVE,
    SIDES,
    SKIPPED,
    Activation,
    Operation,
    State,
    Turn,
    Unit,
)
from wardesk.model.look import ChitLook, CupLook, FormationLook, UnitLook
from wardesk.words import Spoken, say

ChitState = Literal["now", "held", "drawn", "aside", "left"]
FormationTone = Literal["ok", "warn", "danger", "accent", "neutral"]
UnitTone = Literal["", "warn", "danger", "text3"]

# ---- formations ---------------------------------------------------------------------------------


def formations(setting: Setting, state: State) -> tuple[FormationLook, ...]:
    """3.1 The formations of which *state* knows a unit on the map or about to come in."""
    names = dict.fromkeys((*setting.scenario.formations, *setting.scenario.attach))
    found = (_formation(setting, state, name) for name in names)
    return tuple(one for one in found if one.units)


def _formation(setting: Setting, state: State, name: str) -> FormationLook:
    formation, hq = setting.formations[name], hq_of(state, name)
    units = [u for u in members(state, (name,)) if on_map(setting, u) or u.at in BOXES]
    fighting = [u for u in units if not u.hq and on_map(setting, u)]
    led = sum(in_command(setting, state, u) for u in fighting)
    summary: Spoken = ""
    if hq is not None and fighting:
        summary = say("in command {n} of {all}", n=led, all=len(fighting))
    words, tone = _condition(state, name)
    return FormationLook(
        id=name,
        title=say("{name!s}", name=formation.short),
        side=formation.side,
        units=tuple(_line(setting, state, u) for u in sorted(units, key=lambda u: not u.hq)),
        now=name in _acting(state),
        state=words,
        tone=tone,
        summary=summary,
        hq=hq.id if hq is not None and on_map(setting, hq) else "",
        cite="BK 3.4",
    )


def _acting(state: State) -> tuple[str, ...]:
    """5 The formations whose activation goes on."""
    frame = next((f for f in state.stack if isinstance(f, Activation | Operation)), None)
    return frame.formations if frame is not None else ()


def _condition(state: State, name: str) -> tuple[Spoken, FormationTone]:
    """5.3, 5.4, 8.5 What a formation may still do this turn, the gravest first."""
    if holds(state, name, "demoralised"):
        return say("demoralised"), "danger"
    if name in _acting(state):
        return say("acts now"), "accent"
    if holds(state, name, "exhausted"):
        return say("exhausted"), "warn"
    if any(formation_of(chit) == name for cup in ASIDE.values() for chit in state.cups[cup]):
        return say("held"), "accent"
    if holds(state, name, "replay"):
        return say("activated twice"), "neutral"
    if holds(state, name, "normal"):
        return say("activated"), "neutral"
    if any(formation_of(chit) == name for cup in SKIPPED.values() for chit in state.cups[cup]):
        return say("passed over"), "neutral"
    return say("to come"), "ok"


def _line(setting: Setting, state: State, unit: Unit) -> UnitLook:
    words, tone = _trouble(setting, state, unit)
    boxes = {ARRIVING: say("arriving"), OVERRUN: say("overrun"), RESERVE: say("in reserve")}
    return UnitLook(
        piece=unit.id,
        title=say("HQ") if unit.hq else _short(setting, unit),
        at=(unit.at or "") if on_map(setting, unit) else "",
        place=boxes.get(unit.at or "", say("{cell!s}", cell=unit.at or "")),
        steps=unit.steps,
        full=0 if unit.hq else 2,
        state=words,
        tone=tone,
    )


def _trouble(setting: Setting, state: State, unit: Unit) -> tuple[Spoken, UnitTone]:
    """The gravest thing that is the matter with a unit; its counter tells the others."""
    if unit.neutralised:
        return say("neutralised"), "danger"
    if on_map(setting, unit) and not in_command(setting, state, unit):
        return say("out of command"), "warn"
    if unit.hidden:
        return say("hidden"), ""
    if unit.acted and unit.formation in _acting(state):
        return say("done"), "text3"
    return (say("has reacted"), "text3") if unit.opp else ("", "")


def _short(setting: Setting, unit: Unit) -> Spoken:
    """A unit within its formation: kind, and a number where there are several."""
    kind, home = setting.kinds[unit.id], setting.home(unit.id)
    if dict(home.units).get(kind.id, 0) == 1:
        return kind.name
    return say("{kind} {number!s}", kind=kind.name, number=unit.id.rpartition("-")[2])


# ---- the cup ------------------------------------------------------------------------------------


def cups(setting: Setting, state: State) -> tuple[CupLook, ...]:
    """2.0 All chits of this turn. Nothing of it is secret: the rosters are open, as is each draw.

    There is no cup before the first turn.
    """
    turn = next((f for f in state.stack if isinstance(f, Turn)), None)
    if not state.tracks["turn"] or turn is None:
        return ()
    acting = tuple(dict.fromkeys(chit for chit in (turn.chit, turn.partner) if "/" in chit))
    first = state.marks.get(FIRST)
    rows = [_chit(setting, chit, "now") for chit in acting]
    rows += _rows(setting, state.cups.get(OPENING, ()), "held", say("plays first"))
    if isinstance(first, str):
        rows.append(_chit(setting, first, "held", say("first next turn")))
    for side in SIDES:
        rows += _rows(setting, state.cups[HAND[side]], "held")
        rows += _rows(setting, state.cups[ASIDE[side]], "aside")
    for side in SIDES:
        rows += _rows(setting, state.cups[SKIPPED[side]], "drawn", say("passed over"))
        rows += _rows(setting, state.cups[DONE[side]], "drawn")
    rows += _rows(setting, state.cups[CUP], "left")
    left = len(state.cups[CUP])
    return (CupLook(id=CUP, title=say("Cup"), left=left, chits=tuple(rows), cite="BK 2.0-B1"),)


def _rows(
    setting: Setting, chits: Iterable[str], state: ChitState, note: Spoken = ""
) -> list[ChitLook]:
    """One row for each kind of chit; those of formations come first."""
    counts = Counter(chits)
    ranked = sorted(counts, key=lambda chit: (owner(chit), kind_of(chit) != "formation", chit))
    return [_chit(setting, chit, state, note, counts[chit]) for chit in ranked]


def _chit(
    setting: Setting, chit: str, state: ChitState, note: Spoken = "", count: int = 1
) -> ChitLook:
    own = kind_of(chit) == "formation"
    return ChitLook(
        title=chit_name(setting, chit),
        state=state,
        side=owner(chit),
        count=count,
        note=note,
        formation=formation_of(chit) if own else "",
    )
