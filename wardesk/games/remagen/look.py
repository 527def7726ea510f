"""What the game looks like: the values that ``look.toml`` puts into slots, and where signs lie."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from wardesk.engine.question import Question
from wardesk.games.remagen.ch00_turn import foothold
from wardesk.games.remagen.ch01_forces import quota_left
from wardesk.games.remagen.position import in_yard, labour, pontoon
from wardesk.games.remagen.room import room_word
from wardesk.games.remagen.setting import Setting
from wardesk.games.remagen.state import (
    DOWN,
    GERMAN,
    LOOKS,
    SIDE_NAMES,
    US,
    YARDS,
    State,
    Turn,
    Unit,
)
from wardesk.games.remagen.tables import LEVEL_NAMES, TABLES
from wardesk.games.shared.look import Values
from wardesk.games.shared.stacking import totals
from wardesk.model.look import (
    CellMark,
    CounterFact,
    CounterLook,
    PhaseLook,
    TableLook,
    TrackLook,
)
from wardesk.words import say


def table(setting: Setting, state: State, question: Question[Any, Any, Any] | None) -> TableLook:
    """Everything on the table, with what the pending question lights."""
    values = _values(setting, state)
    return TableLook(
        sides=LOOKS.side,
        counters=tuple(_counters(setting, state)),
        marks=tuple(_marks(setting, state)),
        tracks=LOOKS.tracks(values),
        phases=phases(state),
        boxes=LOOKS.boxes(values),
        overlays=question.overlays(setting.rhine.cells) if question else (),
        headline=LOOKS.facts_of("headline", values),
        night=values["night"],
    )


def tracks(setting: Setting, state: State) -> tuple[TrackLook, ...]:
    """All tracks."""
    return LOOKS.tracks(_values(setting, state))


def _values(setting: Setting, state: State) -> Values:
    """What the table as a whole is said to be."""
    turn, points, figures = state.tracks["turn"], foothold(setting, state), setting.tables
    us, germans = in_yard(state.pieces, US), in_yard(state.pieces, GERMAN)
    quota = setting.quota(max(1, turn))
    return LOOKS.values(
        turn=turn,
        turns=setting.turns,
        night=bool(turn) and setting.night(turn),
        points=points,
        most_points=max(points, figures.victory[0].least),
        levels=tuple((v.least, LEVEL_NAMES[v.level]) for v in reversed(figures.victory)),
        left=quota_left(setting, state) if turn else 0,
        allowed=quota,
        quota=max(1, quota),
        down=state.marks.get(DOWN),
        limit=figures.collapse.limit(turn),
        all=figures.constants.labour,
        sites=[{"row": s, "points": labour(state, s)} for s in setting.rhine.sites],
        us=[u.id for u in us],
        germans=[u.id for u in germans],
        n=len(us),
        waiting=len(germans),
    )


def phases(state: State) -> tuple[PhaseLook, ...]:
    """The strip of the turn; a procedure counts to the phase it is part of.

    While a phase calls another procedure the turn stands at what follows it, so the phase is told
    by the procedure.
    """
    frame = state.stack[0] if state.stack else None
    over = state.result is not None
    if over or not isinstance(frame, Turn) or not state.tracks["turn"]:
        return LOOKS.strip("", over=over)
    called = next(iter(state.stack[1:]), None)
    inner, side = type(called).__name__, getattr(called, "side", US)
    now = {
        "Labour": "labour",
        "Drop": "drop",
        "Transport": f"{side}_move",
        "Exchange": f"{side}_fire",
        "Front": f"{side}_combat",
    }.get(inner, frame.step)
    return LOOKS.strip(now, over=False)


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
    values = LOOKS.values(
        u,
        row,
        row=row,
        side=SIDE_NAMES[u.side],
        unit=u.name,
        number=u.id.rpartition("-")[2],
        place=where,
        laden=laden,
        hurt=u.figures < row.figures or u.hits > 0,
        disabled=row.vehicle and u.hits >= row.disabled_at,
    )
    return LOOKS.look(values, u.id, u.side, None if u.at in YARDS.values() else u.at)


def facts(setting: Setting, unit: Unit) -> tuple[CounterFact, ...]:
    """Every value of a counter in words, and whether the text states it (RB N7)."""
    return LOOKS.facts(LOOKS.values(setting.row(unit)))


# ---- marks --------------------------------------------------------------------------------------


def _marks(setting: Setting, state: State) -> Iterator[CellMark]:
    rhine, most = setting.rhine, setting.tables.constants.labour
    if state.marks.get(DOWN):
        for cell in rhine.railway.water:
            yield LOOKS.mark("collapsed", LOOKS.values(), cell)
    for site in rhine.sites.values():
        points, built = labour(state, site.row), pontoon(state, site.row)
        values = LOOKS.values(points=points, all=most)
        for cell in site.water if points or built else ():
            sign = "pontoon" if built else "construction"
            yield LOOKS.mark(sign, values, cell, "pontoon")
            yield LOOKS.mark(sign, values, cell, "labour", share=(points, most))
    for key in state.marks:
        cell, _, kind = key.partition("/")
        if cell in rhine.names and kind in ("engaged", "overrun"):
            yield LOOKS.mark(kind, LOOKS.values(place=rhine.name(cell)), cell)
    yards = YARDS.values()
    standing = (u for u in state.pieces.values() if u.at not in yards and not u.carrier)
    for cell, points in sorted(totals(standing, lambda u: setting.row(u).size).items()):
        values = LOOKS.values(place=rhine.name(cell), room=room_word(setting, state, cell))
        share = (points, rhine.figures[cell].capacity)
        yield LOOKS.mark("capacity", values, cell, share=share)
