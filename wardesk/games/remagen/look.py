"""What the game looks like: counters, marks, tracks, phases, boxes and overlays, as data."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from wardesk.engine.question import Question
from wardesk.engine.types import replace
from wardesk.games.remagen.ch00_turn import foothold
from wardesk.games.remagen.ch01_forces import quota_left
from wardesk.games.remagen.charts import origin_of
from wardesk.games.remagen.position import in_yard, labour, pontoon
from wardesk.games.remagen.room import room_word
from wardesk.games.remagen.setting import Setting
from wardesk.games.remagen.state import (
    DOWN,
    GERMAN,
    GERMAN_YARD,
    KIND_NAMES,
    SIDE_NAMES,
    US,
    US_YARD,
    YARDS,
    State,
    Turn,
    Unit,
)
from wardesk.games.remagen.tables import LEVEL_NAMES, TABLES
from wardesk.games.shared.phases import strip
from wardesk.games.shared.stacking import totals
from wardesk.model.look import (
    BadgeLook,
    BoxLook,
    CellMark,
    CounterFact,
    CounterLook,
    SideLook,
    TableLook,
    TrackLook,
)
from wardesk.words import join, say, say_count

SIDE_LOOKS = (
    SideLook(US, SIDE_NAMES[US], field="#b9b58a", bar="#55602f", slot="a"),
    SideLook(GERMAN, SIDE_NAMES[GERMAN], field="#a9b0b3", bar="#444c52", slot="b"),
)
SYMBOLS = {
    "infantry": "infantry",
    "engineers": "engineer",
    "paratroops": "airborne",
    "machine_gun": "machine_gun",
    "bazooka": "anti_tank",
    "armoured_car": "cavalry",
    "half_track": "mechanised",
    "truck": "motorised",
    "medium_tank": "armour",
    "heavy_tank": "armour",
    "anti_tank": "anti_tank",
    "howitzer": "artillery",
    "heavy_howitzer": "artillery",
    "weasel": "motorised",
    "buffalo": "mechanised",
}
TRACKED = frozenset({"half_track", "medium_tank", "heavy_tank", "weasel", "buffalo"})
MOVED = BadgeLook("→", say("Moved"), "#5b6b8c", "triangle", "moved")
PINNED = BadgeLook("P", say("Stays where it is"), "#5b6b8c", "square", "pinned")
DISABLED = BadgeLook("D", say("Disabled"), "#9c3b30", "octagon", "disabled")
LOADED = BadgeLook("L", say("Loaded or hitched"), "#4b5e7a", "diamond", "loaded")
COLLAPSED = BadgeLook("X", say("Collapsed"), "#9c3b30", "octagon", "collapsed")
BRIDGE = BadgeLook("B", say("Pontoon bridge"), "#3f4a42", "square", "pontoon")
BUILDING = BadgeLook(
    "b", say("Pontoon bridge under construction"), "#b3812f", "square", "construction"
)
ENGAGED = BadgeLook("E", say("Engaged"), "#9c3b30", "hexagon", "engaged")
BEATEN = BadgeLook("7", say("Automatic victory"), "#9c3b30", "diamond", "overrun")
FULL = BadgeLook("6", say("Capacity taken"), "#5b6b8c", "circle", "capacity")


def table(setting: Setting, state: State, question: Question[Any, Any, Any] | None) -> TableLook:
    """Everything on the table, with what the pending question lights."""
    turn = state.tracks["turn"]
    when = say("Turn {turn} of {turns}", turn=turn, turns=setting.turns)
    if not turn:
        when = say("The German set-up")
    elif setting.night(turn):
        when = say("Turn {turn} of {turns}, night", turn=turn, turns=setting.turns)
    points = foothold(setting, state)
    facts = [when, say("{points} across the Rhine", points=points), *_bridge(setting, state)]
    return TableLook(
        sides=SIDE_LOOKS,
        counters=tuple(_counters(setting, state)),
        marks=tuple(_marks(setting, state)),
        tracks=tracks(setting, state, points),
        phases=strip(setting.phases, phase_now(state), over=state.result is not None),
        boxes=_boxes(setting, state),
        overlays=question.overlays(setting.rhine.cells) if question else (),
        headline=join(", ", facts),
        night=bool(turn) and setting.night(turn),
    )


def _bridge(setting: Setting, state: State) -> Iterator[str]:
    """The chance that the railway bridge falls this turn, once there is one (RB 8.4)."""
    most = setting.tables.collapse.limit(state.tracks["turn"])
    if state.marks.get(DOWN):
        yield say("bridge down")
    elif most >= 6:
        yield say("bridge falls this turn")
    elif most:
        yield say("bridge falls on {most} or less", most=most)


def phase_now(state: State) -> str:
    """The line of the strip that is being played; a procedure counts to the phase it is part of.

    While a phase calls another procedure the turn stands at what follows it, so the phase is told
    by the procedure.
    """
    frame = state.stack[0] if state.stack else None
    if state.result is not None or not isinstance(frame, Turn) or not state.tracks["turn"]:
        return ""
    called = next(iter(state.stack[1:]), None)
    inner, side = type(called).__name__, getattr(called, "side", US)
    return {
        "Labour": "labour",
        "Drop": "drop",
        "Transport": f"{side}_move",
        "Exchange": f"{side}_fire",
        "Front": f"{side}_combat",
    }.get(inner, frame.step)


# ---- counters -----------------------------------------------------------------------------------


def _counters(setting: Setting, state: State) -> Iterator[CounterLook]:
    laden = {u.carrier for u in state.pieces.values() if u.carrier}
    for u in state.pieces.values():
        if u.at:
            where = say("in the yard") if u.at in YARDS.values() else setting.rhine.name(u.at)
            yield _counter(u, where, laden=bool(u.carrier) or u.id in laden)


@lru_cache(maxsize=4096)
def _counter(u: Unit, where: str, *, laden: bool) -> CounterLook:
    """Kept, because few of two hundred units change from one answer to the next."""
    row = TABLES.units[u.kind]
    hurt = u.figures < row.figures or u.hits > 0
    return CounterLook(
        piece=u.id,
        side=u.side,
        at=None if u.at in YARDS.values() else u.at,
        title=KIND_NAMES[u.kind],
        subtitle=u.id.rpartition("-")[2],
        symbol=SYMBOLS[u.kind],
        left=str(row.value),
        right=str(row.movement),
        movement="foot" if row.foot else "tracks" if u.kind in TRACKED else "wheels",
        reduced=hurt,
        spent=u.moved,
        badges=tuple(_badges(u, laden=laden)),
        text=_sentence(u, where, laden=laden),
        topic=u.kind,
    )


def _badges(u: Unit, *, laden: bool) -> Iterator[BadgeLook]:
    row = TABLES.units[u.kind]
    if row.foot:
        name = say("{left} of {all} men left", left=u.figures, all=row.figures)
        yield BadgeLook(str(u.figures), name, "#4b5e7a", "circle", "men")
    elif u.hits:
        name = say_count("{n} hit of {all}", "{n} hits of {all}", n=u.hits, all=row.value)
        yield BadgeLook(str(u.hits), name, "#9c3b30", "diamond", "hits")
    if row.vehicle and u.hits >= row.disabled_at:
        yield DISABLED
    if laden:
        yield LOADED
    if u.pinned:
        yield PINNED
    elif u.moved:
        yield MOVED


def _sentence(u: Unit, where: str, *, laden: bool) -> str:
    row = TABLES.units[u.kind]
    facts = [
        say("{side}: {unit}, {place}", side=SIDE_NAMES[u.side], unit=u.name, place=where),
        say("combat value {value}", value=row.value),
        *(badge.name for badge in _badges(u, laden=laden)),
    ]
    return say("{facts}.", facts=join(", ", facts))


def facts(setting: Setting, unit: Unit) -> tuple[CounterFact, ...]:
    """Every value of a counter in words, and whether the text states it (RB N7)."""
    row = setting.row(unit)

    def fact(name: str, text: str) -> CounterFact:
        return CounterFact(text, origin=origin_of(row, name))

    found = [fact("value", say("combat value {value}", value=row.value))]
    moves = say_count("{n} sector a turn", "{n} sectors a turn", n=row.movement)
    found.append(fact("movement", moves))
    if row.road:
        more = say_count("{n} more by road alone", "{n} more by road alone", n=row.road)
        found.append(fact("road", more))
    if row.river:
        in_water = say_count("{n} sector in the river", "{n} sectors in the river", n=row.river)
        found.append(fact("river", in_water))
    if row.dice:
        dice = say_count("{n} die, range {far}", "{n} dice, range {far}", n=row.dice, far=row.range)
        found.append(fact("dice", dice))
    if row.anti_vehicle:
        dice = say_count("{n} die at vehicles", "{n} dice at vehicles", n=row.anti_vehicle)
        found.append(fact("anti_vehicle", dice))
    room = say_count("takes {n} point of room", "takes {n} points of room", n=row.size)
    found.append(fact("size", room))
    if row.load:
        load = say_count("carries {n} point", "carries {n} points", n=row.load)
        found.append(fact("load", load))
    return tuple(found)


# ---- marks, tracks, boxes -----------------------------------------------------------------------


def _marks(setting: Setting, state: State) -> Iterator[CellMark]:
    rhine = setting.rhine
    if state.marks.get(DOWN):
        for cell in rhine.railway.water:
            yield CellMark(cell, "collapsed", COLLAPSED.name, COLLAPSED)
    for site in rhine.sites.values():
        points = labour(state, site.row)
        built = pontoon(state, site.row)
        if not (points or built):
            continue
        text = say("Pontoon bridge, {points} of {all} labour units", points=points,
                   all=setting.tables.constants.labour)  # fmt: skip
        for cell in site.water:
            badge = replace(BRIDGE if built else BUILDING, letter=str(points))
            yield CellMark(cell, "pontoon", text, badge)
            share = (points, setting.tables.constants.labour)
            yield CellMark(cell, "labour", text, badge, share)
    for key in state.marks:
        cell, _, kind = key.partition("/")
        if cell in rhine.names and kind in ("engaged", "overrun"):
            badge = ENGAGED if kind == "engaged" else BEATEN
            text = say("{place}: engaged", place=rhine.name(cell))
            if kind == "overrun":
                text = say("{place}: automatic victory", place=rhine.name(cell))
            yield CellMark(cell, kind, text, badge)
    yield from _room(setting, state)


def _room(setting: Setting, state: State) -> Iterator[CellMark]:
    yards = YARDS.values()
    standing = (u for u in state.pieces.values() if u.at not in yards and not u.carrier)
    for cell, points in sorted(totals(standing, lambda u: setting.row(u).size).items()):
        most = setting.rhine.figures[cell].capacity
        text = say("{place}: {room}", place=setting.rhine.name(cell),
                   room=room_word(setting, state, cell))  # fmt: skip
        yield CellMark(cell, "capacity", text, FULL, (points, most))


def tracks(setting: Setting, state: State, points: int) -> tuple[TrackLook, ...]:
    """All tracks; *points* is what stands across the Rhine."""
    turn = state.tracks["turn"]
    levels = tuple((v.least, LEVEL_NAMES[v.level]) for v in reversed(setting.tables.victory))
    found = [
        TrackLook(id="turn", title=say("Turn"), value=turn, most=setting.turns, cite="RB N12",
                  style="turns"),
        TrackLook(id="across", title=say("Combat value across the Rhine"), value=points,
                  most=max(points, setting.tables.victory[0].least), side=US, cite="RB N12",
                  steps=levels, reconstruction=True),
        TrackLook(id="quota", title=say("American quota left"),
                  value=quota_left(setting, state) if turn else 0,
                  most=max(1, setting.quota(max(1, turn))), side=US, cite="RB N11",
                  reconstruction=True),
    ]  # fmt: skip
    if not state.marks.get(DOWN):
        title = say("The railway bridge falls on a die of 1 to")
        found.append(
            TrackLook(id="collapse", title=title, value=setting.tables.collapse.limit(turn), most=6,
                      side=GERMAN, cite="RB 8.4", reconstruction=True)
        )  # fmt: skip
    for site in setting.rhine.sites.values():
        if labour(state, site.row):
            title = say("Pontoon bridge in row {row!s}", row=site.row)
            found.append(
                TrackLook(id=f"pontoon {site.row}", title=title, value=labour(state, site.row),
                          most=setting.tables.constants.labour, side=US, cite="RB 11.8")
            )  # fmt: skip
    return tuple(found)


def _boxes(setting: Setting, state: State) -> tuple[BoxLook, ...]:
    us, germans = in_yard(state.pieces, US), in_yard(state.pieces, GERMAN)
    turn = state.tracks["turn"]
    quota = say("{n} units, quota {left} of {all}", n=len(us),
                left=quota_left(setting, state) if turn else 0,
                all=setting.quota(max(1, turn)))  # fmt: skip
    waiting = say_count("{n} unit", "{n} units", n=len(germans))
    return (
        BoxLook(US_YARD, say("American yard"), quota, US, tuple(u.id for u in us), "RB N11", True),
        BoxLook(GERMAN_YARD, say("German yard"), waiting, GERMAN, tuple(u.id for u in germans),
                "RB 1.5", True),
    )  # fmt: skip
