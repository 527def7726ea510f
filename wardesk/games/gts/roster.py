"""What is known of formations and chits beside the map: lists for whoever looks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from wardesk.games.gts.ch02_chits import kind_of, side_of
from wardesk.games.gts.ch02_command import in_command
from wardesk.games.gts.position import counter, on_map, parked, unit_name
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import MUG, PLAYED, RESERVE, ROUTED, Activation, State, Unit
from wardesk.model.look import ChitLook, CupLook, FormationLook, Overlay, UnitLook
from wardesk.words import Spoken, join, say

ChitState = Literal["now", "held", "drawn", "aside", "left"]
UnitTone = Literal["", "warn", "danger", "text3"]


# ---- formations ---------------------------------------------------------------------------------


def formations(setting: Setting, state: State) -> tuple[FormationLook, ...]:
    """2 The formations that have a unit on the map, in a park or still to come."""
    units: dict[str, list[Unit]] = {}
    for unit in state.pieces.values():
        if unit.at is not None:
            units.setdefault(counter(setting, unit).formation, []).append(unit)
    return tuple(
        _formation(setting, state, name, units[name])
        for name in setting.formations
        if name in units
    )


def _formation(setting: Setting, state: State, name: str, units: list[Unit]) -> FormationLook:
    formation = setting.formations[name]
    fighting = [u for u in units if on_map(setting, u) and not counter(setting, u).leads]
    leader = next((u for u in units if counter(setting, u).leads and on_map(setting, u)), None)
    frame = next((f for f in state.stack if isinstance(f, Activation)), None)
    now = frame is not None and kind_of(frame.chit) == ("formation", name)
    led = sum(in_command(setting, state, u) for u in fighting)
    summary: Spoken = ""
    if fighting:
        summary = say("in command {n} of {all}", n=led, all=len(fighting))
        summary = join(", ", (summary, *_points(state, formation.division)))
    return FormationLook(
        id=name,
        title=say("{name!s}", name=formation.name),
        side=setting.divisions[formation.division].side,
        units=tuple(_line(setting, state, u) for u in units),
        now=now,
        state=say("acts now") if now else "",
        tone="accent" if now else "neutral",
        summary=summary,
        hq=leader.id if leader is not None else "",
        cite="WED SR2",
    )


def _points(state: State, division: str) -> Iterator[Spoken]:
    """2 What a formation's division can spend."""
    if f"cp/{division}" in state.tracks:
        yield say("command points {n}", n=state.tracks[f"cp/{division}"])
    if f"dp/{division}" in state.tracks:
        yield say("dispatch points {n}", n=state.tracks[f"dp/{division}"])


def _line(setting: Setting, state: State, unit: Unit) -> UnitLook:
    words, tone = _trouble(setting, state, unit)
    place: Spoken = say("{cell!s}", cell=unit.at or "")
    if parked(unit):
        place = say("in the park")
    elif unit.at == RESERVE:
        place = say("to come")
    elif unit.at == ROUTED:
        place = say("routed")
    figures = counter(setting, unit)
    return UnitLook(
        piece=unit.id,
        title=unit_name(setting, unit),
        at=(unit.at or "") if on_map(setting, unit) else "",
        place=place,
        steps=unit.steps,
        full=figures.steps,
        state=words,
        tone=tone,
    )


def _trouble(setting: Setting, state: State, unit: Unit) -> tuple[Spoken, UnitTone]:
    """The gravest thing that is the matter with a unit; its counter tells the others."""
    if unit.suppressed:
        return say("suppressed"), "danger"
    if unit.cohesion:
        return say("cohesion hits"), "warn"
    if on_map(setting, unit) and not in_command(setting, state, unit):
        return say("out of command"), "warn"
    if unit.acted and any(isinstance(f, Activation) for f in state.stack):
        return say("done"), "text3"
    return "", ""


def command(setting: Setting, state: State, formation: str) -> Overlay | None:
    """2 How far the leader of *formation* commands."""
    for unit in state.pieces.values():
        figures = counter(setting, unit)
        if figures.leads and figures.formation == formation and on_map(setting, unit):
            at, far = unit.at or "", figures.command
            cells = tuple(c for c in setting.beside if setting.distance(c, at) <= far)
            label = say("Command of {leader}", leader=unit_name(setting, unit))
            return Overlay("command", cells, (at,), label)
    return None


# ---- the mug ------------------------------------------------------------------------------------


def cups(setting: Setting, state: State) -> tuple[CupLook, ...]:
    """1.1 All chits of this turn; what is in the mug is no secret, only the order is."""
    if not state.tracks.get("turn"):
        return ()
    frame = next((f for f in state.stack if isinstance(f, Activation)), None)
    now = (frame.chit,) if frame is not None else ()
    held = state.marks.get("turn/first")
    rows = [
        *_rows(setting, now, "now"),
        *_rows(setting, [held] if isinstance(held, str) else [], "held", say("first next turn")),
        *_rows(setting, [c for c in state.cups.get(PLAYED, ()) if c not in now], "drawn"),
        *_rows(setting, state.cups.get(MUG, ()), "left"),
    ]
    left = len(state.cups.get(MUG, ()))
    return (CupLook(id=MUG, title=say("Mug"), left=left, chits=tuple(rows), cite="WED SR1.1"),)


def _short(setting: Setting, kind: str, of: str) -> Spoken:
    """A chit on its own: its colour tells the side, so its name can come first."""
    if kind == "direct":
        return say("Direct command")
    names = setting.divisions if kind == "division" else setting.formations
    return say("{name!s}", name=names[of].name)


def _rows(
    setting: Setting, chits: Iterable[str], state: ChitState, note: Spoken = ""
) -> list[ChitLook]:
    found: list[ChitLook] = []
    for chit in chits:
        kind, of = kind_of(chit)
        found.append(
            ChitLook(
                title=_short(setting, kind, of),
                state=state,
                side=side_of(chit),
                note=note,
                formation=of if kind == "formation" else "",
            )
        )
    return found
