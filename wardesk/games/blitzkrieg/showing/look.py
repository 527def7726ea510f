"""What the game looks like: the values that ``look.toml`` puts into slots, and where signs lie."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from wardesk.engine.types import Decision
from wardesk.games.blitzkrieg.chits import chit_name, kind_of, owner
from wardesk.games.blitzkrieg.position import holds, hq_of, on_map
from wardesk.games.blitzkrieg.position import kind_of as figures_of
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.showing.cases import candidates
from wardesk.games.blitzkrieg.state import (
    ASIDE,
    BOXES,
    CUP,
    DONE,
    HAND,
    LOOKS,
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
from wardesk.games.shared.look import Values, lit
from wardesk.model.look import (
    CellMark,
    CounterFact,
    CounterLook,
    Overlay,
    PhaseLook,
    TableLook,
    TrackLook,
)
from wardesk.words import Spoken, join, say, say_count


def table(setting: Setting, state: State, kept: KeptLooks[Unit] | None = None) -> TableLook:
    """Everything on the table."""
    kept, values = kept or KeptLooks(), _values(setting, state)
    shown = [u for u in state.pieces.values() if on_map(setting, u) or u.at in BOXES]
    return TableLook(
        sides=LOOKS.side,
        counters=tuple(_counter(setting, state, u, kept) for u in shown),
        marks=tuple(_marks(setting, state)),
        tracks=LOOKS.tracks(values),
        phases=phases(state),
        boxes=LOOKS.boxes(values),
        overlays=tuple(_overlays(setting, state)),
        headline=LOOKS.facts_of("headline", values),
    )


def tracks(setting: Setting, state: State) -> tuple[TrackLook, ...]:
    """All tracks."""
    return LOOKS.tracks(_values(setting, state))


def phases(state: State) -> tuple[PhaseLook, ...]:
    """The strip of the turn."""
    turn, over = next((f for f in state.stack if isinstance(f, Turn)), None), bool(state.result)
    now = ""
    if turn is not None and not over:
        now = LOOKS.phase_of(turn.step)
        now = now if now in ("start", "end") else "draw"
        if any(isinstance(f, Activation | Barrage) for f in state.stack):
            now = "act"
    return LOOKS.strip(now, over=over)


def _values(setting: Setting, state: State) -> Values:
    """What the table as a whole is said to be."""
    victory, turn, points = setting.scenario.victory, state.tracks["turn"], state.tracks["points"]
    bands, cup = victory.bands, state.cups[CUP]
    least, most = bands[min(max(turn, 1), len(bands)) - 1] if bands else (0, 0)
    piles = {"hand": HAND, "aside": ASIDE, "done": DONE, "skip": SKIPPED}
    held = [(side, pile, state.cups[cups[side]]) for side in SIDES for pile, cups in piles.items()]
    return LOOKS.values(
        {box: [u.id for u in state.pieces.values() if u.at == box] for box in BOXES},
        turn=turn,
        turns=setting.scenario.last_turn,
        bands=bands,
        points=points,
        most_points=max(sum(place.value for place in setting.scenario.place), points, most + 1),
        goes_on=least,
        won=most + 1,
        side=victory.side,
        left=say_count("{n} chit left", "{n} chits left", n=len(cup)),
        chits=_chits(setting, cup),
        topics=_topics(cup),
        held=[
            {"side": side, "pile": pile, "chits": _chits(setting, cup), "topics": _topics(cup)}
            for side, pile, cup in held
            if cup or pile == "hand"
        ],
    )


# ---- counters and signs -------------------------------------------------------------------------


def _counter(setting: Setting, state: State, unit: Unit, kept: KeptLooks[Unit]) -> CounterLook:
    around = {mark: holds(state, unit.formation, mark) for mark in _OF_FORMATION} if unit.hq else {}
    around["done"] = unit.acted and any(
        isinstance(f, Operation) and unit.formation in f.formations for f in state.stack
    )
    return kept.of(unit.id, unit, partial(_face, setting, unit, around), around)


_OF_FORMATION = ("exhausted", "demoralised", "replay")


def _face(setting: Setting, unit: Unit, around: dict[str, bool]) -> CounterLook:
    values = _told(setting, unit).having(around)
    return LOOKS.look(values, unit.id, unit.side, unit.at if on_map(setting, unit) else None)


def facts(setting: Setting, unit: Unit) -> tuple[CounterFact, ...]:
    """1.1, 1.2 Every figure in words, each with where it is from (the pack says so)."""
    return LOOKS.facts(_told(setting, unit))


def _told(setting: Setting, unit: Unit) -> Values:
    """What is told of a unit."""
    home, figures = setting.home(unit.id), figures_of(setting, unit)
    place = setting.name(unit.at or "")
    if figures is None:
        radius = setting.tables.figures.radius[unit.side]
        return LOOKS.values(unit, home, home=home, place=place, radius=radius)
    return LOOKS.values(
        unit,
        figures,
        home,
        home=home,
        figures=figures,
        kind=figures.name,
        attack=figures.attack_at(unit.steps),
        other=figures.attack_at(1 if unit.steps > 1 else 2),
        place=place,
        whole=unit.steps > 1,
    )


def _marks(setting: Setting, state: State) -> Iterator[CellMark]:
    for key, value in state.marks.items():
        cell, _, what = key.partition("/")
        sign = what if what in ("works", "mines") else ""
        if what == "held" and cell in setting.place_of:
            sign = f"held_{value}"
        if sign and cell in setting.neighbours:
            yield LOOKS.mark(sign, LOOKS.values(place=setting.name(cell)), cell, what)


# ---- chits --------------------------------------------------------------------------------------


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


def _overlays(setting: Setting, state: State) -> Iterator[Overlay]:
    ask = state.ask
    if ask is not None:
        yield from lit(ask, state.pieces, setting.neighbours)
        yield from _commands(setting, state)
        yield from _reacting(setting, state)
        yield from _lines(setting, state, ask)


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
