"""Chapter 11: who holds what, and who has won."""

from __future__ import annotations

from wardesk.engine.draft import Draft
from wardesk.games.blitzkrieg.forces import VictoryPlace
from wardesk.games.blitzkrieg.position import Table
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import ENEMY, GERMAN
from wardesk.words import say

D = Draft[Setting]


def take(d: D, cell: str, side: str) -> None:
    """11 Whoever came through last holds a village."""
    name = d.setting.place_of.get(cell)
    if name is None or d.marks.get(f"{cell}/held") == side:
        return
    d.mark(f"{cell}/held", side)
    who = say("Germans") if side == GERMAN else say("French")
    d.say(say("{side} took {place}", side=who, place=d.setting.name(cell)), "BK 11.0", cell)
    d.track("points", points(d.setting, d))


def holder(table: Table, place: VictoryPlace, cell: str) -> str:
    """Who holds a hex of a place."""
    return str(table.marks.get(f"{cell}/held", place.holder))


def holds_place(table: Table, place: VictoryPlace, side: str) -> bool:
    """N32 A side holds a place when it holds all of its hexes."""
    return all(holder(table, place, cell) == side for cell in place.cells)


def points(setting: Setting, table: Table) -> int:
    """12.1 Victory points of the side that counts them."""
    victory = setting.scenario.victory
    held = sum(
        place.value for place in setting.scenario.place if holds_place(table, place, victory.side)
    )
    fallen = table.tracks.get(f"lost/{ENEMY[victory.side]}", 0)
    return held + victory.per_unit * fallen


def end_of_turn(d: D) -> bool:
    """12 Whether the game is over, and how."""
    scenario, turn = d.setting.scenario, d.tracks["turn"]
    victory, now = scenario.victory, points(d.setting, d)
    d.track("points", now)
    if victory.bands:
        return _by_bands(d, turn, now)
    if turn < scenario.last_turn:
        return False
    place = scenario.place[0]
    winner = victory.side if holds_place(d, place, victory.side) else ENEMY[victory.side]
    who = _name(winner)
    d.end(winner, "", say("{side} won: {place!s} decided", side=who, place=place.name), "BK 12.2-W")
    return True


def _by_bands(d: D, turn: int, now: int) -> bool:
    """12.1 Above the band of the turn its side wins, below it the other; within, they go on."""
    scenario = d.setting.scenario
    side = scenario.victory.side
    least, most = scenario.victory.bands[turn - 1]
    if least <= now <= most:
        if turn < scenario.last_turn:
            return False
        d.end("", say("draw"), say("A draw with {points} points", points=now), "BK 12.1-W")
        return True
    winner = side if now > most else ENEMY[side]
    text = say(
        "{side} won with {points} points in turn {turn}", side=_name(winner), points=now, turn=turn
    )
    d.end(winner, "", text, "BK 12.1-W")
    return True


def _name(side: str) -> str:
    return say("Germans") if side == GERMAN else say("French")
