"""What is told before somebody acts: of places how far, under whose guns, why not; of counters."""

from __future__ import annotations

from collections.abc import Sequence

from wardesk.engine.types import Reason
from wardesk.games.eben_emael import legality
from wardesk.games.eben_emael.ch03_movement import room
from wardesk.games.eben_emael.ch05_artillery import targets
from wardesk.games.eben_emael.garrison import belgian_lines
from wardesk.games.eben_emael.position import ground, men_at, soldiers
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import (
    ENEMY,
    GERMAN,
    Battle,
    Fire,
    State,
)
from wardesk.words import join, say, say_count


def told(setting: Setting, state: State, pieces: Sequence[str], cell: str) -> tuple[Reason, ...]:
    """How many sectors away *cell* is for *pieces*, and whose machine guns bear on it."""
    ask = state.ask
    if ask is None or not pieces:
        return ()
    found: list[Reason] = []
    if ask.kind == "move":
        steps = len(legality.route(setting, state, pieces, cell))
        far = say_count("{n} sector", "{n} sectors", n=steps)
        found.append(Reason(far, "EE 3.2", level="note", at=cell))
    if ask.who != GERMAN or (ask.kind == "land" and not setting.forces.works_manned):
        return tuple(found)
    firing = {line.shooters[0]: line for line in belgian_lines(setting, state, cell)}
    if firing:
        works = dict.fromkeys(setting.fort.short[state.pieces[gun].at or ""] for gun in firing)
        fire = say("in the fire of {works}", works=join(", ", tuple(works)))
        cite = "EE N54" if ask.kind == "land" else "EE N62"
        if ask.kind == "move" and setting.options.solitaire == "yes":
            cite = "EE N59"
        found.append(Reason(fire, cite, level="warning", at=cell))
    return tuple(found)


def against(setting: Setting, state: State, cell: str) -> tuple[Reason, ...]:
    """Why the pending question does not list *cell*, which somebody points at."""
    ask = state.ask
    frame = state.stack[-1] if state.stack else None
    if ask is None or cell in ask.cells or cell not in setting.fort.cells:
        return ()
    place = setting.fort.name(cell)
    enemies = {c.at for c in soldiers(state.pieces, ENEMY.get(ask.who, ""))}
    match ask.kind, frame:
        case "attack-target", _ if cell in enemies:
            text = say(
                "None of your units that may still attack stands next to {place}", place=place
            )
            return (Reason(text, "EE 4.1", at=cell),)
        case "attack-target", _:
            return (Reason(say("No enemy stands at {place}", place=place), "EE 4.1", at=cell),)
        case "fire-target", Fire() if cell not in targets(setting, state.pieces, frame):
            return (Reason(say("No enemy stands at {place}", place=place), "EE N11", at=cell),)
        case "retreat", Battle():
            return (Reason(_against_retreat(setting, state, frame, cell), "EE N18", at=cell),)
        case _:
            return ()


def _against_retreat(setting: Setting, state: State, frame: Battle, cell: str) -> str:
    place, side = setting.fort.name(cell), ENEMY[frame.side]
    if cell not in setting.fort.neighbours[frame.target]:
        return say("{place} is not next to the sector that the unit leaves", place=place)
    if cell in ground(state.pieces, frame.side):
        return say("The enemy holds {place}", place=place)
    men = men_at(state.pieces, side, frame.target)
    over = room(setting, state.pieces, side, cell, men)
    return say("{place} would hold {over} strength points too many", place=place, over=over)
