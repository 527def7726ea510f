"""What the game looks like: counters, marks, tracks, phases, boxes and overlays, as data."""

from __future__ import annotations

from wardesk.engine.types import Decision
from wardesk.games.eben_emael.ch02_sequence import IN_PHASE
from wardesk.games.eben_emael.control import fallen
from wardesk.games.eben_emael.legality import reach
from wardesk.games.eben_emael.setting import GUN_NAMES, Setting
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
    State,
    Turn,
)
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
from wardesk.words import count

SIDE_LOOKS = (
    SideLook(GERMAN, "Germans", field="#8f9a8c", bar="#3f4a42", slot="a"),
    SideLook(BELGIAN, "Belgians", field="#c2ab7c", bar="#6b5a37", slot="b"),
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
MOVED = BadgeLook("→", "Moved", "#5b6b8c", "triangle")
ATTACKED = BadgeLook("A", "Attacked", "#9c3b30", "triangle")
FIRED = BadgeLook("F", "Fired", "#9c3b30", "octagon")
INSIDE = BadgeLook("I", "Inside the work", "#3f3a33", "square")
DESTROYED = BadgeLook("X", "Destroyed", "#9c3b30", "octagon")
BLOCKED = BadgeLook("B", "Door blocked", "#b3812f", "hexagon")
CONTROL = BadgeLook("G", "German control", "#3f4a42", "square")
LANDED = BadgeLook("L", "Glider on the ground", "#5b6b8c", "diamond")

NOUNS = {**GUN_NAMES, "garrison": "garrison", "sally": "sally"}
"""What Belgian counters are, as it stands at the end of their names."""
SHORT_NOUNS = {"machine_gun": "MG", "anti_tank": "AT gun"}
"""The same on the bar of a counter, where it is too long for it."""


def table(setting: Setting, state: State) -> TableLook:
    """Everything on the table."""
    turn, turns = state.tracks["turn"], setting.tables.constants.turns
    points = state.tracks["victory_points"]
    when = f"Turn {turn} of {turns}" if turn else "The landing"
    return TableLook(
        sides=SIDE_LOOKS,
        counters=tuple(_counter(setting, c) for c in state.pieces.values() if c.at is not None),
        marks=_marks(setting, state),
        tracks=_tracks(setting, state),
        phases=strip(setting.phases, phase_now(state), over=state.result is not None),
        boxes=_boxes(setting, state),
        overlays=_overlays(setting, state),
        headline=f"{when}, {count(points, 'victory point')}",
    )


# ---- counters -----------------------------------------------------------------------------------


def _counter(setting: Setting, c: Counter) -> CounterLook:
    soldier = c.kind in SOLDIERS
    title, subtitle = _titles(c)
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
    )


def _titles(c: Counter) -> tuple[str, str]:
    """What stands on the bar of a counter: the short name of its work, and in short what it is."""
    noun = NOUNS.get(c.kind, "")
    name = c.name.removesuffix(f" {noun}")
    if not noun or name == c.name:
        return c.name, ""
    return name.partition(",")[0].partition(" anti-aircraft")[0], SHORT_NOUNS.get(c.kind, noun)


def _badges(c: Counter) -> tuple[BadgeLook, ...]:
    found: list[BadgeLook] = []
    if c.charges:
        name = count(c.charges, "shaped charge")
        found.append(BadgeLook(f"C{c.charges}", name, "#b3812f", "diamond"))
    if c.flamethrowers:
        name = count(c.flamethrowers, "flamethrower")
        found.append(BadgeLook(f"F{c.flamethrowers}", name, "#c4622d", "circle"))
    if c.equipment and c.kind in SOLDIERS:
        name = count(c.equipment, "light machine gun")
        found.append(BadgeLook(f"M{c.equipment}", name, "#4b5e7a", "circle"))
    flags = ((c.moved, MOVED), (c.attacked, ATTACKED), (c.fired, FIRED), (c.inside, INSIDE))
    return (*found, *(badge for on, badge in flags if on))


def _within(name: str) -> str:
    """A name of ours inside a sentence: small, but for the names of nations."""
    return name if name.startswith("German") else name[:1].lower() + name[1:]


def _sentence(setting: Setting, c: Counter) -> str:
    side = "German" if c.side == GERMAN else "Belgian"
    place = "in the air" if c.at == GLIDERS else f"at {setting.fort.name(c.at or '')}"
    facts = [f"{side} {_kind(c)} {place}"]
    if c.kind in SOLDIERS:
        facts.append(f"{c.men} of {c.full_men} men")
    elif c.strength:
        facts.append(f"strength {c.strength}")
    else:
        facts.append(count(c.equipment, "gun"))
    facts += [_within(badge.name) for badge in _badges(c)]
    return ", ".join(facts) + "."


def _kind(c: Counter) -> str:
    """What a counter is, with its name where it has one of its own; its place is told apart."""
    noun = NOUNS.get(c.kind)
    if noun is None:
        return f"{c.kind} {c.name}" if c.kind == "squad" else c.kind
    name, noun = c.name.removesuffix(f" {noun}"), noun.removesuffix("s" if c.equipment == 1 else "")
    if c.kind == "sally":
        return f"{noun} from {name}"
    return noun if c.id.partition(".")[0] == c.at else f"{noun} of {name}"


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
            text = f"{setting.fort.name(cell)}: {_within(badge.name)}"
            found.append(CellMark(cell, kind, text, badge))
    return tuple(found)


def _tracks(setting: Setting, state: State) -> tuple[TrackLook, ...]:
    figures, tracks = setting.tables.constants, state.tracks
    levels = tuple((level.least, level.name) for level in reversed(setting.tables.level))
    turns = TrackLook(
        id="turn",
        title="Turn",
        value=tracks["turn"],
        most=figures.turns,
        cite="EE N43",
        style="turns",
    )
    points = TrackLook(
        id="victory_points",
        title="Victory points",
        value=tracks["victory_points"],
        most=sum(setting.fort.points.values()),
        side=GERMAN,
        cite="EE N42",
        steps=levels,
        reconstruction=True,
    )
    germans = TrackLook(
        id="german_losses",
        title="German losses",
        value=fallen(setting, state),
        most=figures.german_men,
        side=GERMAN,
        cite="EE N48",
    )
    belgians = TrackLook(
        id="belgian_losses",
        title="Belgian losses",
        value=tracks["belgian_losses"],
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
    if isinstance(inner, Fire) and inner.side == GERMAN:
        return "air"
    return IN_PHASE.get(frame.step, frame.step)


def _boxes(setting: Setting, state: State) -> tuple[BoxLook, ...]:
    gliders = tuple(c.id for c in state.pieces.values() if c.at == GLIDERS)
    absent, barracks = state.tracks["german_absent"], state.tracks["barracks"]
    pool = state.cups[POOL]
    waiting = f"{len(gliders)} in the air, {count(absent, 'man', 'men')} never came"
    return (
        BoxLook("gliders", "Gliders", waiting, GERMAN, gliders, "EE 2.1-L", True),
        BoxLook("barracks", "Barracks", count(barracks, "man", "men"), BELGIAN, (), "EE N49", True),
        BoxLook("pool", "Counter pool", count(len(pool), "counter"), "", (), "EE 6.0"),
        _hand(setting, state, GERMAN, GERMAN_HAND),
        _hand(setting, state, BELGIAN, BELGIAN_HAND),
    )


def _hand(setting: Setting, state: State, side: str, cup: str) -> BoxLook:
    names = [setting.tables.counters[c].name for c in state.cups[cup]]
    owner = "German" if side == GERMAN else "Belgian"
    return BoxLook(cup, f"{owner} hand", ", ".join(names) or "empty", side, (), "EE 6.0")


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
