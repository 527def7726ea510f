"""What the game looks like: the values that ``look.toml`` puts into slots, and where signs lie."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from wardesk.engine.types import Decision
from wardesk.games.eben_emael.control import fallen
from wardesk.games.eben_emael.hands import UNKNOWN
from wardesk.games.eben_emael.legality import reach
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import (
    GERMAN,
    GLIDERS,
    HANDS,
    LOOKS,
    POOL,
    SOLDIERS,
    Battle,
    Counter,
    Fire,
    MarchFire,
    State,
    Turn,
)
from wardesk.games.shared.kept_looks import KeptLooks
from wardesk.games.shared.look import Values, lit
from wardesk.games.shared.phases import strip
from wardesk.games.shared.zones import beside
from wardesk.model.look import (
    CellMark,
    CounterFact,
    CounterLook,
    Overlay,
    TableLook,
    TrackLook,
)
from wardesk.words import join, say_count

NOUNS = LOOKS.value["noun"].words
MARKS = {"sealed": "blocked", "glider": "landed"}
"""Kinds of mark whose sign has another name."""


def table(setting: Setting, state: State, kept: KeptLooks[Counter] | None = None) -> TableLook:
    """Everything on the table."""
    kept, values = kept or KeptLooks(), _values(setting, state)
    lying = [c for c in state.pieces.values() if c.at is not None]
    return TableLook(
        sides=LOOKS.side,
        counters=tuple(kept.of(c.id, c, partial(_counter, setting, c)) for c in lying),
        marks=tuple(_marks(setting, state)),
        tracks=LOOKS.tracks(values),
        phases=strip(setting.phases, phase_now(state), over=state.result is not None),
        boxes=LOOKS.boxes(values),
        overlays=tuple(_overlays(setting, state)),
        headline=LOOKS.facts_of("headline", values),
    )


def tracks(setting: Setting, state: State) -> tuple[TrackLook, ...]:
    """All tracks."""
    return LOOKS.tracks(_values(setting, state))


def _values(setting: Setting, state: State) -> Values:
    """What the table as a whole is said to be."""
    gliders = [c.id for c in state.pieces.values() if c.at == GLIDERS]
    return LOOKS.values(
        dict(state.tracks),
        setting.tables.constants,
        points=state.tracks["victory_points"],
        most_points=sum(setting.fort.points.values()),
        levels=tuple((level.least, level.name) for level in reversed(setting.tables.level)),
        fallen=fallen(setting, state),
        gliders=gliders,
        flying=len(gliders),
        pool=len(state.cups[POOL]),
        hands=[_hand(setting, state, side, cup) for side, cup in HANDS.items()],
    )


def _hand(setting: Setting, state: State, side: str, cup: str) -> dict[str, object]:
    held = state.cups[cup]
    names = [setting.tables.counters[c].name for c in held if c != UNKNOWN]
    if UNKNOWN in held:
        names.append(say_count("{n} counter", "{n} counters", n=held.count(UNKNOWN)))
    return {"side": side, "cup": cup, "held": held, "names": join(", ", names)}


# ---- counters and signs -------------------------------------------------------------------------


def _counter(setting: Setting, c: Counter) -> CounterLook:
    return LOOKS.look(_told(setting, c), c.id, c.side, None if c.at == GLIDERS else c.at)


def facts(setting: Setting, c: Counter) -> tuple[CounterFact, ...]:
    """What the figures of a counter mean; its signs speak for themselves."""
    return LOOKS.facts(_told(setting, c))


def _told(setting: Setting, c: Counter) -> Values:
    """What is told of a counter."""
    fort, work = setting.fort, origin(setting, c)
    by = fort.divisors.get(c.at or "", 1)
    arcs = setting.tables.works[c.at].arcs if c.at in setting.tables.works else {}
    return LOOKS.values(
        c,
        work=work,
        work_name=fort.short.get(work, c.name),
        bar=fort.short.get(work, "").partition(",")[0].partition(" anti-aircraft")[0],
        place=fort.name(c.at or ""),
        soldier=c.kind in SOLDIERS,
        short=c.men < c.full_men,
        done=c.attacked or c.fired,
        flying=c.at == GLIDERS,
        away=work != c.at,
        by=by if by > 1 else 0,
        places=join(", ", tuple(fort.short[cell] for cell in arcs)),
    )


def origin(setting: Setting, c: Counter) -> str:
    """The work that *c* belongs to, by its id: ``MN.garrison``, ``counterattack-1:BL1``."""
    work = c.id.rpartition(":")[2].partition(".")[0]
    return work if c.kind in NOUNS and work in setting.fort.short else ""


def _marks(setting: Setting, state: State) -> Iterator[CellMark]:
    for key in state.marks:
        cell, _, kind = key.partition("/")
        sign = MARKS.get(kind, kind)
        if sign in ("destroyed", "blocked", "control", "landed") and cell in setting.fort.names:
            yield LOOKS.mark(sign, LOOKS.values(place=setting.fort.name(cell)), cell, kind)


def phase_now(state: State) -> str:
    """The line of the strip that is being played; empty before the first turn and after the last.

    A procedure in progress counts to the phase that called it.
    """
    if state.result is not None or not state.tracks["turn"]:
        return ""
    frame = next((f for f in state.stack if isinstance(f, Turn)), None)
    if frame is None:
        return ""
    inner = state.stack[-1]
    if isinstance(inner, Fire) and any(isinstance(f, Battle) for f in state.stack):
        guns = {"german_attack": "belgian_machine_guns", "belgian_attack": "german_machine_guns"}
        return guns.get(frame.step, frame.step)
    moving = any(isinstance(f, MarchFire) for f in state.stack)
    if isinstance(inner, Fire) and inner.side == GERMAN and not moving:
        return "air"
    return LOOKS.phase_of(frame.step)


# ---- overlays -----------------------------------------------------------------------------------


def _overlays(setting: Setting, state: State) -> Iterator[Overlay]:
    ask = state.ask
    yield from lit(ask, state.pieces, setting.fort.cells, cells_only=True)
    if ask is not None and ask.kind == "land":
        yield Overlay("reach", tuple(reach(setting, state, ask.pieces[:1])))
    if ask is not None:
        yield from _arrows(setting, state, ask)


def _cells_of(setting: Setting, state: State, pieces: tuple[str, ...]) -> tuple[str, ...]:
    cells = {state.pieces[p].at for p in pieces if p in state.pieces}
    return tuple(cell for cell in setting.fort.cells if cell in cells)


def _arrows(setting: Setting, state: State, ask: Decision) -> list[Overlay]:
    frame = state.stack[-1] if state.stack else None
    match frame:
        case Battle(target=target, units=units):
            starts = _cells_of(setting, state, units or ask.pieces)
            near = beside(setting.fort.neighbours, (target,))
            return [Overlay("arc", line=(s, target)) for s in starts if s in near]
        case Fire(target=target, shooters=shooters) if target:
            starts = _cells_of(setting, state, shooters)
            return [Overlay("arc", line=(s, target), label=frame.name) for s in starts]
        case _:
            return []
