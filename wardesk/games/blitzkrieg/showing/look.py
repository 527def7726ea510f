"""What the game looks like: counters, markers, tracks, cups and overlays, as data."""

from __future__ import annotations

from functools import partial

from wardesk.engine.types import Decision
from wardesk.games.blitzkrieg.chits import chit_name, kind_of, owner
from wardesk.games.blitzkrieg.forces import Kind
from wardesk.games.blitzkrieg.position import holds, hq_of, on_map
from wardesk.games.blitzkrieg.position import kind_of as figures_of
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.showing.cases import candidates
from wardesk.games.blitzkrieg.state import (
    ARRIVING,
    ASIDE,
    BOXES,
    CUP,
    DONE,
    FRENCH,
    GERMAN,
    HAND,
    OVERRUN,
    RESERVE,
    SIDES,
    SKIPPED,
    Activation,
    Assault,
    Barrage,
    Fire,
    Move,
    Operation,
    State,
    Turn,
    Unit,
    Window,
)
from wardesk.games.shared.kept_looks import KeptLooks
from wardesk.games.shared.phases import Phase, strip
from wardesk.model.look import (
    BadgeLook,
    BoxLook,
    CellMark,
    CounterLook,
    Overlay,
    PhaseLook,
    SideLook,
    TableLook,
    TrackLook,
)
from wardesk.words import Spoken, join, say, say_count

SIDE_LOOKS = (
    SideLook(GERMAN, say("Germans"), field="#a9aea2", bar="#3f4a42", slot="a"),
    SideLook(FRENCH, say("French"), field="#aebfd2", bar="#2f4a72", slot="b"),
)
PHASES: tuple[Phase, ...] = (
    ("start", say("Administration"), "BK 2.0"),
    ("draw", say("Chits"), "BK 2.0-B1"),
    ("act", say("Operations"), "BK 2.0-B2"),
    ("end", say("End of turn"), "BK 11.0"),
)
NEUTRAL = BadgeLook("N", say("Neutralised"), "#9c3b30", "octagon", "neutralised")
OUT = BadgeLook("C", say("Out of command"), "#b3812f", "triangle", "out")
OPP = BadgeLook("O", say("Opportunity used"), "#5b6b8c", "circle", "opportunity")
COLUMN = BadgeLook("K", say("In column"), "#3f3a33", "square", "column")
HIDDEN = BadgeLook("H", say("Hidden"), "#4b3a5a", "diamond", "hidden")
ABOARD = BadgeLook("A", say("On the half-tracks"), "#3f4a42", "square", "aboard")
EXHAUSTED = BadgeLook("E", say("Exhausted"), "#b3812f", "hexagon", "exhausted")
DEMORALISED = BadgeLook("D", say("Demoralised"), "#9c3b30", "hexagon", "demoralised")
TURNED = BadgeLook("R", say("Activated by replay"), "#5b6b8c", "square", "replayed")
WORKS = BadgeLook("W", say("Defensive works"), "#3f3a33", "square", "works")
MINES = BadgeLook("M", say("Minefield"), "#9c3b30", "diamond", "mines")
HELD = {
    GERMAN: BadgeLook("G", say("Held by the Germans"), "#3f4a42", "square", "held"),
    FRENCH: BadgeLook("F", say("Held by the French"), "#2f4a72", "square", "held"),
}


def table(setting: Setting, state: State, kept: KeptLooks[Unit] | None = None) -> TableLook:
    """Everything on the table."""
    turn, turns = state.tracks["turn"], setting.scenario.last_turn
    when = say("Turn {turn} of {turns}", turn=turn, turns=turns) if turn else say("The set-up")
    head = [when]
    if setting.scenario.victory.bands:
        points = state.tracks["points"]
        head.append(say_count("{n} victory point", "{n} victory points", n=points))
    kept = kept or KeptLooks()
    shown = [u for u in state.pieces.values() if on_map(setting, u) or u.at in BOXES]
    return TableLook(
        sides=SIDE_LOOKS,
        counters=tuple(_counter(setting, state, u, kept) for u in shown),
        marks=_marks(setting, state),
        tracks=tracks(setting, state),
        phases=phases(state),
        boxes=_boxes(setting, state),
        overlays=_overlays(setting, state),
        headline=join(", ", head),
    )


# ---- counters -----------------------------------------------------------------------------------


def _counter(setting: Setting, state: State, unit: Unit, kept: KeptLooks[Unit]) -> CounterLook:
    badges, spent = _badges(state, unit), unit.acted and _acts(state, unit)
    make = partial(_face, setting, unit, badges, spent=spent)
    return kept.of(unit.id, unit, make, (badges, spent))


def _face(
    setting: Setting, unit: Unit, badges: tuple[BadgeLook, ...], *, spent: bool
) -> CounterLook:
    home, kind = setting.home(unit.id), figures_of(setting, unit)
    return CounterLook(
        piece=unit.id,
        side=unit.side,
        at=unit.at if on_map(setting, unit) else None,
        title=say("{name!s}", name=home.short),
        subtitle=kind.name if kind else say("HQ"),
        symbol=kind.symbol if kind else "hq",
        echelon="company" if kind else "battalion",
        left=str(kind.attack_at(unit.steps)) if kind else "",
        left_exponent=str(kind.reach) if kind else "",
        shield=str(kind.armour) if kind and kind.armour else "",
        right=str(kind.moves) if kind else "",
        movement=kind.move_class if kind else "",
        bar="" if home.independent else home.colour,
        reduced=kind is not None and unit.steps == 1,
        spent=spent,
        badges=badges,
        text=_sentence(setting, unit, kind, badges),
        topic=kind.category if kind else "hq",
    )


def _acts(state: State, unit: Unit) -> bool:
    return any(isinstance(f, Operation) and unit.formation in f.formations for f in state.stack)


def _badges(state: State, unit: Unit) -> tuple[BadgeLook, ...]:
    flags = (
        (unit.neutralised, NEUTRAL),
        (unit.out, OUT),
        (unit.opp, OPP),
        (unit.column, COLUMN),
        (unit.hidden, HIDDEN),
        (bool(unit.aboard), ABOARD),
    )
    if unit.hq:
        flags += (
            (holds(state, unit.formation, "exhausted"), EXHAUSTED),
            (holds(state, unit.formation, "demoralised"), DEMORALISED),
            (holds(state, unit.formation, "replay"), TURNED),
        )
    return tuple(badge for on, badge in flags if on)


def _where(setting: Setting, unit: Unit) -> Spoken:
    boxes = {ARRIVING: say("the approach"), OVERRUN: say("the rear"), RESERVE: say("the reserve")}
    return boxes.get(unit.at or "", setting.name(unit.at or ""))


def _sentence(
    setting: Setting, unit: Unit, kind: Kind | None, badges: tuple[BadgeLook, ...]
) -> Spoken:
    home = setting.home(unit.id)
    where = _where(setting, unit)
    facts: list[Spoken] = [say("{name}, HQ, at {place}", name=home.name, place=where)]
    if kind is not None:
        facts = [say("{name}, {kind}, at {place}", name=home.name, kind=kind.name, place=where)]
        facts.append(
            say(
                "attack {attack}, range {reach}, armour {armour}, movement {moves}",
                attack=kind.attack_at(unit.steps),
                reach=kind.reach,
                armour=kind.armour,
                moves=kind.moves,
            )
        )
        if unit.steps == 1:
            facts.append(say("reduced"))
    facts += [badge.name for badge in badges]
    return say("{facts}.", facts=join(", ", facts))


# ---- marks, tracks, phases, boxes ---------------------------------------------------------------


def _marks(setting: Setting, state: State) -> tuple[CellMark, ...]:
    found: list[CellMark] = []
    for key, value in state.marks.items():
        cell, _, what = key.partition("/")
        badge = {"works": WORKS, "mines": MINES}.get(what)
        if what == "held" and cell in setting.place_of:
            badge = HELD[str(value)]
        if badge is not None and cell in setting.neighbours:
            text = join(": ", (setting.name(cell), badge.name))
            found.append(CellMark(cell, what, text, badge))
    return tuple(found)


def tracks(setting: Setting, state: State) -> tuple[TrackLook, ...]:
    """All tracks."""
    victory, turn = setting.scenario.victory, state.tracks["turn"]
    turns = TrackLook(
        id="turn",
        title=say("Turn"),
        value=turn,
        most=setting.scenario.last_turn,
        cite="BK 2.0",
        style="turns",
    )
    if not victory.bands:
        return (turns,)
    least, most = victory.bands[min(max(turn, 1), len(victory.bands)) - 1]
    places = sum(place.value for place in setting.scenario.place)
    points = TrackLook(
        id="points",
        title=say("Victory points"),
        value=state.tracks["points"],
        most=max(places, state.tracks["points"], most + 1),
        side=victory.side,
        cite="BK 12.1-W",
        steps=(
            (0, say("French victory")),
            (least, say("the battle goes on")),
            (most + 1, say("German victory")),
        ),
        reconstruction=True,
    )
    return turns, points


def phases(state: State) -> tuple[PhaseLook, ...]:
    """The strip of the turn."""
    turn = next((f for f in state.stack if isinstance(f, Turn)), None)
    now = ""
    if turn is not None and state.result is None:
        now = turn.step if turn.step in ("start", "end") else "draw"
        if any(isinstance(f, Activation | Barrage) for f in state.stack):
            now = "act"
        elif turn.step in ("recover", "arrivals"):
            now = "start"
    return strip(PHASES, now, over=state.result is not None)


def _boxes(setting: Setting, state: State) -> tuple[BoxLook, ...]:
    cup = state.cups[CUP]
    left = say_count("{n} chit left", "{n} chits left", n=len(cup))
    text = join(": ", (left, _chits(setting, cup)))
    found = [BoxLook("cup", say("Cup"), text, cite="BK 2.0-B1", topics=_topics(cup))]
    for side in SIDES:
        found += _of_side(setting, state, side)
    texts = {
        ARRIVING: say("come in when they are activated"),
        OVERRUN: say("come back with a later activation"),
        RESERVE: say("not in the battle yet"),
    }
    titles = {ARRIVING: say("Arriving"), OVERRUN: say("Overrun HQs"), RESERVE: say("Reserve")}
    for box in (ARRIVING, OVERRUN, RESERVE):
        pieces = tuple(u.id for u in state.pieces.values() if u.at == box)
        if pieces:
            found.append(BoxLook(box, titles[box], texts[box], "", pieces, "BK 12.2-A"))
    return tuple(found)


def _of_side(setting: Setting, state: State, side: str) -> list[BoxLook]:
    german = side == GERMAN
    rows = (
        ("hand", HAND, say("German hand") if german else say("French hand"), "BK 5.3-F"),
        ("aside", ASIDE, say("Germans waiting") if german else say("French waiting"), "BK 5.5-A"),
        ("done", DONE, say("German chits used") if german else say("French chits used"), "BK 2.0"),
        ("skip", SKIPPED, say("Germans passed") if german else say("French passed"), "BK 2.0"),
    )
    return [
        BoxLook(
            f"{side}-{word}", title, _chits(setting, held), side, (), cite, topics=_topics(held)
        )
        for word, cups, title, cite in rows
        for held in (state.cups[cups[side]],)
        if word == "hand" or held
    ]


def _topics(chits: tuple[str, ...]) -> tuple[str, ...]:
    """What the rulebook says about each kind of chit among these."""
    return tuple(dict.fromkeys(f"{kind_of(chit)}-chit" for chit in chits))


def _chits(setting: Setting, chits: tuple[str, ...]) -> Spoken:
    if not chits:
        return say("empty")
    counts = {chit: chits.count(chit) for chit in chits}
    ranked = sorted(counts, key=lambda c: (owner(c), kind_of(c) != "formation", c))
    parts = [
        chit_name(setting, c)
        if counts[c] == 1
        else say("{n} × {chit}", n=counts[c], chit=chit_name(setting, c))
        for c in ranked
    ]
    return join(", ", parts)


# ---- overlays -----------------------------------------------------------------------------------


def _overlays(setting: Setting, state: State) -> tuple[Overlay, ...]:
    ask = state.ask
    if ask is None:
        return ()
    found: list[Overlay] = []
    if ask.cells:
        found.append(Overlay("target", ask.cells, label=ask.prompt))
    sources = _places(setting, state, ask.pieces)
    if sources:
        found.append(Overlay("source", sources))
    about = tuple(c for c in ask.about if c in setting.neighbours)
    about = (*about, *_places(setting, state, ask.about))
    if about:
        found.append(Overlay("selected", tuple(dict.fromkeys(about))))
    found += _commands(setting, state)
    found += _reacting(setting, state)
    found += _lines(setting, state, ask)
    return tuple(found)


def _places(setting: Setting, state: State, pieces: tuple[str, ...]) -> tuple[str, ...]:
    cells = {state.pieces[p].at for p in pieces if p in state.pieces}
    return tuple(cell for cell in setting.neighbours if cell in cells)


def radius(setting: Setting, state: State, formation: str) -> Overlay | None:
    """3.4 How far the HQ of a formation commands; None while it is not on the map."""
    hq = hq_of(state, formation)
    if hq is None or not on_map(setting, hq):
        return None
    reach = setting.tables.figures.radius[hq.side]
    cells = tuple(c for c in setting.neighbours if setting.distance(c, hq.at or "") <= reach)
    short = setting.formations[formation].short
    label = say("{hq!s}: command {n}", hq=short, n=reach)
    return Overlay("command", cells, (hq.at or "",), label)


def _commands(setting: Setting, state: State) -> list[Overlay]:
    """The command radius of the formations that act."""
    frame = next((f for f in state.stack if isinstance(f, Operation)), None)
    names = frame.formations if frame is not None else ()
    return [found for name in names if (found := radius(setting, state, name)) is not None]


def _reacting(setting: Setting, state: State) -> list[Overlay]:
    """6.3 Lines from whoever may react to the cause, and those that something blocks."""
    frame = state.stack[-1] if state.stack else None
    if not isinstance(frame, Window):
        return []
    found: list[Overlay] = []
    goal = next(iter(_places(setting, state, frame.units)), "")
    for one in candidates(setting, state):
        place = state.pieces[one.piece].at or ""
        if one.blocked_by:
            words = say("{cell!s} blocks", cell=one.blocked_by)
            found.append(Overlay("barred", (one.blocked_by,), (place, goal), words))
        elif one.figure:
            found.append(Overlay("arc", line=(place, goal)))
    return found


def _lines(setting: Setting, state: State, ask: Decision) -> list[Overlay]:
    """The line of a shot, or the way that is left of a march."""
    frame = state.stack[-1] if state.stack else None
    if isinstance(frame, Fire):
        a, b = state.pieces[frame.shooter].at, state.pieces[frame.target].at
        if a and b and a != b:
            return [Overlay("arc", line=(a, b), label=ask.prompt)]
    march = next((f for f in reversed(state.stack) if isinstance(f, Move)), None)
    if march is not None and march.path:
        starts = _places(setting, state, march.units)
        return [Overlay("arc", line=(start, *march.path)) for start in starts[:1]]
    fight = next((f for f in reversed(state.stack) if isinstance(f, Assault)), None)
    if fight is not None:
        return [Overlay("arc", line=(o, fight.cell)) for o in dict.fromkeys(fight.origins)]
    return []
