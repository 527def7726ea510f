"""The turn: whose units are ready, and how the game ends (RB 2.1, N12)."""

from __future__ import annotations

from typing import Any

from wardesk.engine.draft import Draft
from wardesk.games.remagen.position import across, ground, on_board, standing, strength, zone
from wardesk.games.remagen.setting import Setting
from wardesk.games.remagen.state import GERMAN, US, State, Turn, steps
from wardesk.games.remagen.tables import LEVEL_NAMES, CrossingLevel
from wardesk.words import say

READY = {"moved": False, "halt": "", "goes_on": False, "pinned": False, "spent": 0}
"""What a new turn undoes."""


def ready(d: Draft[Setting], side: str) -> None:
    """Units of *side* begin a new turn."""
    for unit in on_board(d.pieces, side):
        changes = {
            name: value for name, value in READY.items() if getattr(unit, name) != value
        }  # fmt: skip
        if changes:
            d.set(unit.id, **changes)


@steps(Turn, "start")
def start(d: Draft[Setting], _: Turn, __: Any) -> None:  # noqa: ANN401 - no answer
    """A new turn; the Americans begin (RB 2.1)."""
    turn = d.count("turn")
    d.track("quota used", 0)
    ready(d, US)
    text = say("Turn {turn} began", turn=turn)
    if d.setting.night(turn):
        text = say("Turn {turn} began, a night move", turn=turn)
    d.say(text, "RB 14.1" if d.setting.night(turn) else "RB 2.1")
    d.goto("labour")


@steps(Turn, "german_turn")
def german_turn(d: Draft[Setting], _: Turn, __: None) -> None:
    """The Germans have theirs."""
    ready(d, GERMAN)
    d.goto("collapse")


# ---- the end ------------------------------------------------------------------------------------


def linked(setting: Setting, state: State) -> set[str]:
    """Sectors of the east bank that a way joins to a bridge or the east bridgehead (RB N12).

    The way goes over sectors that no German holds and that no German zone reaches, or that
    Americans hold.
    """
    held, mine = ground(state, GERMAN), ground(state, US)
    closed = held | (zone(setting, state, GERMAN) - mine)
    rhine = setting.rhine
    heads = {rhine.sites[row].east for row in standing(setting, state)} | {rhine.railway.east}
    found = {c for c in heads if c not in closed}
    queue = list(found)
    while queue:
        for other in rhine.land[queue.pop()]:
            if other not in found and other not in closed and other in rhine.east:
                found.add(other)
                queue.append(other)
    return found


def foothold(setting: Setting, state: State) -> int:
    """American combat value on the east bank that is linked (RB N12)."""
    cells = linked(setting, state)
    return strength(setting, (u for u in across(setting, state) if u.at in cells))


def level_of(setting: Setting, points: int) -> CrossingLevel:
    """The level that *points* reach."""
    return next(level for level in setting.tables.victory if points >= level.least)


@steps(Turn, "end")
def end(d: Draft[Setting], _: Turn, __: Any) -> None:  # noqa: ANN401 - no answer
    """No American across the river ends the game early; the last turn ends it anyway."""
    turn = d.tracks["turn"]
    if turn >= d.setting.tables.constants.no_foothold_turn and not across(d.setting, d.state):
        text = say("No American is left across the Rhine")
        return d.end(GERMAN, LEVEL_NAMES["german"], text, "RB N12")
    if turn < d.setting.turns:
        return d.goto("start")
    if d.setting.options.victory == "bridgehead":
        return _by_bridgehead(d)
    points = foothold(d.setting, d.state)
    level = level_of(d.setting, points)
    text = say("{points} points of combat value are linked across the Rhine", points=points)
    return d.end(level.winner, LEVEL_NAMES[level.level], text, "RB N12")


def _by_bridgehead(d: Draft[Setting]) -> None:
    cell = d.setting.rhine.railway.east
    held = cell in ground(d.pieces, US)
    text = say("The Germans hold the east bridgehead, or nobody does")
    if held:
        text = say("The Americans hold the east bridgehead")
    winner = US if held else GERMAN
    level = LEVEL_NAMES["marginal" if held else "german"]
    d.end(winner, level, text, "RB N12")
