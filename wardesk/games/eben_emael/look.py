"""What the game looks like: counters, marks, tracks, phases, boxes and overlays, as data."""

from __future__ import annotations

from functools import partial

from wardesk.engine.types import Decision
from wardesk.games.eben_emael.ch02_sequence import IN_PHASE
from wardesk.games.eben_emael.control import fallen
from wardesk.games.eben_emael.hands import UNKNOWN
from wardesk.games.eben_emael.legality import reach
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import (
    BELGIAN,
    BELGIAN_HAND,
    GERMAN,
    GERMAN_HAND,
    GLIDERS,
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
from wardesk.games.shared.phases import strip
from wardesk.games.shared.zones import beside
from wardesk.model.look import (
    BadgeLook,
    BoxLook,
    CellMark,
    CounterLook,
    Overlay,
    SideLook,
    TableLook,
    TrackLook,
)
from wardesk.words import join, say, say_count

SIDE_LOOKS = (
    SideLook(GERMAN, say("Germans"), field="#8f9a8c", bar="#3f4a42", slot="a"),
    SideLook(BELGIAN, say("Belgians"), field="#c2ab7c", bar="#6b5a37", slot="b"),
)
SYMBOLS = {
    "squad": "airborne",
    "sappers": "engineer",
    "sally": "infantry",
    "garrison": "infantry",
    "machine_gun": "machine_gun",
    "artillery": "artillery",
    "anti_tank": "anti_tank",
    "mortar": "mortar",
}
MOVED = BadgeLook("→", say("Moved"), "#5b6b8c", "triangle", "moved")
ATTACKED = BadgeLook("A", say("Attacked"), "#9c3b30", "triangle", "attacked")
FIRED = BadgeLook("F", say("Fired"), "#9c3b30", "octagon", "fired")
INSIDE = BadgeLook("I", say("Inside the work"), "#3f3a33", "square", "inside")
DESTROYED = BadgeLook("X", say("Destroyed"), "#9c3b30", "octagon", "destroyed")
BLOCKED = BadgeLook("B", say("Door blocked"), "#b3812f", "hexagon", "blocked")
CONTROL = BadgeLook("G", say("German control"), "#3f4a42", "square", "control")
LANDED = BadgeLook("L", say("Glider on the ground"), "#5b6b8c", "diamond", "landed")

TOPICS = {"sappers": "engineers", "artillery": "gun"}
"""Kinds of counter whose topic has another id: a special action has theirs."""

NOUNS = {
    "machine_gun": say("MG"),
    "anti_tank": say("AT gun"),
    "artillery": say("artillery"),
    "garrison": say("garrison"),
    "sally": say("sally"),
}
"""What Belgian counters are, in short, for the bar; their titles name the work."""
WITHIN = {
    MOVED.name: say("moved"),
    ATTACKED.name: say("attacked"),
    FIRED.name: say("fired"),
    INSIDE.name: say("inside the work"),
}
"""Names of badges inside a sentence."""


def table(setting: Setting, state: State, kept: KeptLooks[Counter] | None = None) -> TableLook:
    """Everything on the table."""
    turn, turns = state.tracks["turn"], setting.tables.constants.turns
    points = state.tracks["victory_points"]
    when = say("Turn {turn} of {turns}", turn=turn, turns=turns) if turn else say("The landing")
    return TableLook(
        sides=SIDE_LOOKS,
        counters=_counters(setting, state, kept or KeptLooks()),
        marks=_marks(setting, state),
        tracks=tracks(setting, state),
        phases=strip(setting.phases, phase_now(state), over=state.result is not None),
        boxes=_boxes(setting, state),
        overlays=_overlays(setting, state),
        headline=join(", ", (when, say_count("{n} victory point", "{n} victory points", n=points))),
    )


# ---- counters -----------------------------------------------------------------------------------


def _counters(setting: Setting, state: State, kept: KeptLooks[Counter]) -> tuple[CounterLook, ...]:
    lying = [c for c in state.pieces.values() if c.at is not None]
    return tuple(kept.of(c.id, c, partial(_counter, setting, c)) for c in lying)


def _counter(setting: Setting, c: Counter) -> CounterLook:
    soldier = c.kind in SOLDIERS
    title, subtitle = _titles(setting, c)
    return CounterLook(
        piece=c.id,
        side=c.side,
        at=None if c.at == GLIDERS else c.at,
        title=title,
        subtitle=subtitle,
        symbol=SYMBOLS[c.kind],
        echelon="company" if c.kind == "sappers" else "squad" if soldier else "",
        left=str(c.men if soldier else c.strength or c.equipment),
        right=str(c.charges) if c.charges else "",
        movement="foot" if soldier else "",
        reduced=soldier and c.men < c.full_men,
        spent=c.attacked or c.fired,
        badges=_badges(c),
        text=_sentence(setting, c),
        topic=TOPICS.get(c.kind, c.kind),
    )


def _titles(setting: Setting, c: Counter) -> tuple[str, str]:
    """What stands on the bar of a counter: the short name of its work, and in short what it is."""
    work = origin(setting, c)
    if not work:
        return c.name, ""
    bar = setting.fort.short[work].partition(",")[0].partition(" anti-aircraft")[0]
    return bar, NOUNS[c.kind]


def origin(setting: Setting, c: Counter) -> str:
    """The work that *c* belongs to, by its id: ``MN.garrison``, ``counterattack-1:BL1``."""
    work = c.id.rpartition(":")[2].partition(".")[0]
    return work if c.kind in NOUNS and work in setting.fort.short else ""


def _badges(c: Counter) -> tuple[BadgeLook, ...]:
    found: list[BadgeLook] = []
    if c.charges:
        name = say_count("{n} shaped charge", "{n} shaped charges", n=c.charges)
        found.append(BadgeLook(f"C{c.charges}", name, "#b3812f", "diamond", "charges"))
    if c.flamethrowers:
        name = say_count("{n} flamethrower", "{n} flamethrowers", n=c.flamethrowers)
        found.append(BadgeLook(f"F{c.flamethrowers}", name, "#c4622d", "circle", "flamethrowers"))
    if c.equipment and c.kind in SOLDIERS:
        name = say_count("{n} light machine gun", "{n} light machine guns", n=c.equipment)
        found.append(BadgeLook(f"M{c.equipment}", name, "#4b5e7a", "circle", "light_machine_guns"))
    flags = ((c.moved, MOVED), (c.attacked, ATTACKED), (c.fired, FIRED), (c.inside, INSIDE))
    return (*found, *(badge for on, badge in flags if on))


def _sentence(setting: Setting, c: Counter) -> str:
    facts = [_who_where(setting, c)]
    if c.kind in SOLDIERS:
        facts.append(say("{men} of {full} men", men=c.men, full=c.full_men))
    elif c.strength:
        facts.append(say("strength {strength}", strength=c.strength))
    else:
        facts.append(say_count("{n} gun", "{n} guns", n=c.equipment))
    facts += [WITHIN.get(badge.name, badge.name) for badge in _badges(c)]
    return say("{facts}.", facts=join(", ", facts))


def _who_where(setting: Setting, c: Counter) -> str:
    """What a counter is and where, with its work where that lies elsewhere."""
    at, home = setting.fort.name(c.at or ""), origin(setting, c)
    work = setting.fort.short.get(home, c.name)
    match c.kind:
        case "squad" if c.at == GLIDERS:
            return say("German squad {name} in the air", name=c.name)
        case "squad":
            return say("German squad {name} at {place}", name=c.name, place=at)
        case "sappers":
            return say("German sappers at {place}", place=at)
        case "sally":
            return say("Belgian sally from {work} at {place}", work=work, place=at)
        case "garrison" if home != c.at:
            return say("Belgian garrison of {work} at {place}", work=work, place=at)
        case "garrison":
            return say("Belgian garrison at {place}", place=at)
        case _:
            return _weapon(c, at)


def _weapon(c: Counter, at: str) -> str:
    if c.kind == "machine_gun":
        one = say("Belgian machine gun at {place}", place=at)
        return one if c.equipment == 1 else say("Belgian machine guns at {place}", place=at)
    if c.kind == "anti_tank":
        return say("Belgian anti-tank gun at {place}", place=at)
    if c.kind == "mortar":
        return say("Belgian mortar at {place}", place=at)
    return say("Belgian artillery at {place}", place=at)


# ---- marks, tracks, phases, boxes ---------------------------------------------------------------

_MARKS = {
    "destroyed": DESTROYED,
    "blocked": BLOCKED,
    "sealed": BLOCKED,
    "control": CONTROL,
    "glider": LANDED,
}


def _marks(setting: Setting, state: State) -> tuple[CellMark, ...]:
    found: list[CellMark] = []
    for key in state.marks:
        cell, _, kind = key.partition("/")
        badge = _MARKS.get(kind)
        if badge is not None and cell in setting.fort.names:
            text = _mark_text(badge, setting.fort.name(cell))
            found.append(CellMark(cell, kind, text, badge))
    return tuple(found)


def _mark_text(badge: BadgeLook, place: str) -> str:
    if badge is DESTROYED:
        return say("{place}: destroyed", place=place)
    if badge is BLOCKED:
        return say("{place}: door blocked", place=place)
    if badge is CONTROL:
        return say("{place}: German control", place=place)
    return say("{place}: glider on the ground", place=place)


def tracks(setting: Setting, state: State) -> tuple[TrackLook, ...]:
    """All tracks."""
    figures = setting.tables.constants
    levels = tuple((level.least, level.name) for level in reversed(setting.tables.level))
    turns = TrackLook(
        id="turn",
        title=say("Turn"),
        value=state.tracks["turn"],
        most=figures.turns,
        cite="EE N43",
        style="turns",
    )
    points = TrackLook(
        id="victory_points",
        title=say("Victory points"),
        value=state.tracks["victory_points"],
        most=sum(setting.fort.points.values()),
        side=GERMAN,
        cite="EE N42",
        steps=levels,
        reconstruction=True,
    )
    germans = TrackLook(
        id="german_losses",
        title=say("German losses"),
        value=fallen(setting, state),
        most=figures.german_men,
        side=GERMAN,
        cite="EE N48",
    )
    belgians = TrackLook(
        id="belgian_losses",
        title=say("Belgian losses"),
        value=state.tracks["belgian_losses"],
        most=figures.belgian_men,
        side=BELGIAN,
        cite="EE N49",
    )
    return turns, points, germans, belgians


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
    return IN_PHASE.get(frame.step, frame.step)


def _boxes(setting: Setting, state: State) -> tuple[BoxLook, ...]:
    gliders = tuple(c.id for c in state.pieces.values() if c.at == GLIDERS)
    absent, barracks = state.tracks["german_absent"], state.tracks["barracks"]
    pool = state.cups[POOL]
    waiting = say_count(
        "{gliders} in the air, {n} man never came",
        "{gliders} in the air, {n} men never came",
        n=absent,
        gliders=len(gliders),
    )
    men = say_count("{n} man", "{n} men", n=barracks)
    left = say_count("{n} counter", "{n} counters", n=len(pool))
    return (
        BoxLook("gliders", say("Gliders"), waiting, GERMAN, gliders, "EE 2.1-L", True),
        BoxLook("barracks", say("Barracks"), men, BELGIAN, (), "EE N49", True),
        BoxLook("pool", say("Counter pool"), left, "", (), "EE 6.0"),
        _hand(setting, state, GERMAN, GERMAN_HAND),
        _hand(setting, state, BELGIAN, BELGIAN_HAND),
    )


def _hand(setting: Setting, state: State, side: str, cup: str) -> BoxLook:
    held = state.cups[cup]
    names = [setting.tables.counters[c].name for c in held if c != UNKNOWN]
    if UNKNOWN in held:
        names.append(say_count("{n} counter", "{n} counters", n=held.count(UNKNOWN)))
    title = say("German hand") if side == GERMAN else say("Belgian hand")
    held = join(", ", names) if names else say("empty")
    return BoxLook(cup, title, held, side, (), "EE 6.0", topics=state.cups[cup])


# ---- overlays -----------------------------------------------------------------------------------


def _overlays(setting: Setting, state: State) -> tuple[Overlay, ...]:
    ask = state.ask
    if ask is None:
        return ()
    found: list[Overlay] = []
    if ask.cells:
        found.append(Overlay("target", ask.cells, label=ask.prompt))
    sources = _cells_of(setting, state, ask.pieces)
    if sources:
        found.append(Overlay("source", sources))
    if ask.kind == "land":
        found.append(Overlay("reach", tuple(reach(setting, state, ask.pieces[:1]))))
    selected = tuple(cell for cell in ask.about if cell in setting.fort.names)
    if selected:
        found.append(Overlay("selected", selected))
    found += _arrows(setting, state, ask)
    return tuple(found)


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
