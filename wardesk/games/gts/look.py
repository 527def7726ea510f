"""What the game looks like: the values that ``look.toml`` puts into slots, and where signs lie."""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import partial

from wardesk.engine.types import Decision
from wardesk.games.gts.ch02_command import in_command
from wardesk.games.gts.position import counter, ferries, on_map, turn_name
from wardesk.games.gts.setting import Setting, southing
from wardesk.games.gts.state import (
    BOXES,
    LOOKS,
    Activation,
    Assault,
    Fire,
    Move,
    State,
    Turn,
    Unit,
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
from wardesk.words import Spoken, join, say


def table(setting: Setting, state: State, kept: KeptLooks[Unit] | None = None) -> TableLook:
    """Everything on the table."""
    kept, values = kept or KeptLooks(), _values(setting, state)
    shown = [u for u in state.pieces.values() if on_map(setting, u) or u.at in BOXES]
    boats = frozenset(ferries(state))
    return TableLook(
        sides=LOOKS.side,
        counters=tuple(_counter(setting, state, unit, kept, boats) for unit in shown),
        marks=tuple(_marks(setting, state)),
        tracks=LOOKS.tracks(values),
        phases=phases(state),
        boxes=LOOKS.boxes(values),
        overlays=tuple(_overlays(setting, state)),
        headline=LOOKS.facts_of("headline", values),
    )


def tracks(setting: Setting, state: State) -> tuple[TrackLook, ...]:
    """Turns, and what every division that plays has to spend."""
    return LOOKS.tracks(_values(setting, state))


def phases(state: State) -> tuple[PhaseLook, ...]:
    """The strip of the turn."""
    turn, over = next((f for f in state.stack if isinstance(f, Turn)), None), bool(state.result)
    now = ""
    if turn is not None and not over:
        now = LOOKS.phase_of(turn.step)
        now = now if now in ("draw", "clear") else "begin"
        if any(isinstance(f, Activation) for f in state.stack):
            now = "act"
    return LOOKS.strip(now, over=over)


def _values(setting: Setting, state: State) -> Values:
    """What the table as a whole is said to be."""
    turn, most = state.tracks.get("turn", 0), setting.tables.dispatch.most
    return LOOKS.values(
        {box: [u.id for u in state.pieces.values() if u.at == box] for box in BOXES},
        setting.options,
        turn=turn,
        turn_name=turn_name(setting, state) if turn else "",
        turns=setting.scenario.last_turn,
        pools=[
            *_pools(setting, state, {"cp": setting.tables.figures.most_points}),
            *_pools(setting, state, {"dp": most, "trucks": 9, "jeeps": 9}),
        ],
    )


def _pools(setting: Setting, state: State, most: dict[str, int]) -> Iterator[dict[str, object]]:
    """Points of these kinds, trucks and jeeps of every division that has any."""
    for division in setting.forces.division:
        for kind, limit in most.items():
            points = state.tracks.get(track := f"{kind}/{division.id}")
            if points is not None:
                top = limit if kind == "cp" else max(limit, points)
                yield {"id": track, "kind": kind, "name": division.name, "side": division.side,
                       "points": points, "most": top}  # fmt: skip


# ---- counters and signs -------------------------------------------------------------------------


def _counter(
    setting: Setting, state: State, unit: Unit, kept: KeptLooks[Unit], boats: Container[str]
) -> CounterLook:
    around = {
        "heroic": state.marks.get(f"heroic/{unit.side}") == unit.id,
        "ferry": unit.id in boats,
        "out": on_map(setting, unit) and not in_command(setting, state, unit),
        "done": unit.acted and any(isinstance(f, Activation) for f in state.stack),
    }
    return kept.of(unit.id, unit, partial(_face, setting, unit, around), around)


def _face(setting: Setting, unit: Unit, around: dict[str, bool]) -> CounterLook:
    values = _told(setting, unit)
    told = join(", ", [_fact(fact) for fact in LOOKS.facts(values)])
    at = unit.at if on_map(setting, unit) else None
    return LOOKS.look(values.having({"told": told, **around}), unit.id, unit.side, at)


def _fact(fact: CounterFact) -> Spoken:
    if not fact.note:
        return fact.text
    return say("{fact} ({note})", fact=fact.text, note=fact.note)


def facts(setting: Setting, unit: Unit) -> tuple[CounterFact, ...]:
    """Every value of a counter in words."""
    return LOOKS.facts(_told(setting, unit))


def _told(setting: Setting, unit: Unit) -> Values:
    """What is told of a unit."""
    figures = counter(setting, unit)
    formation = setting.formations[figures.formation]
    return LOOKS.values(
        unit,
        figures,
        place=setting.name(unit.at or ""),
        formation_name=formation.name,
        colour=formation.colour,
        weak=unit.steps < figures.steps,
        unarmed=figures.fire is None,
        idle=figures.assault is None,
        fire_word=say("fire"),
        assault_word=say("assault"),
    )


def _marks(setting: Setting, state: State) -> Iterator[CellMark]:
    for key, value in state.marks.items():
        cell, _, what = key.partition("/")
        sign = ""
        if what == "barrage":
            sign = f"barrage_{value}"
        elif what in ("rubble", "block", "mines", "dutch"):
            sign = what
        elif cell == "park":
            cell, sign = str(value), "park"
        elif cell in ("dozer", "improved"):
            sign = "dozer" if cell == "dozer" else "bridge_better"
            cell = max(setting.bridges[what].between, key=southing)
        elif cell == "bridge" and f"bridge_{value}" in LOOKS.sign:
            cell, sign = setting.bridges[what].between[0], f"bridge_{value}"
        if sign and cell in setting.beside:
            yield LOOKS.mark(sign, LOOKS.values(place=setting.name(cell)), cell, what)


# ---- overlays -----------------------------------------------------------------------------------


def _overlays(setting: Setting, state: State) -> Iterator[Overlay]:
    yield from lit(state.ask, state.pieces, setting.beside)
    if state.ask is not None:
        yield from _lines(setting, state, state.ask)


def _lines(setting: Setting, state: State, ask: Decision) -> Iterator[Overlay]:
    """The line of a shot, the way that is left of a march, an assault."""
    frame = state.stack[-1] if state.stack else None
    if isinstance(frame, Fire):
        a, b = state.pieces[frame.firer].at, state.pieces[frame.target].at
        if a in setting.beside and b and a and a != b:
            yield Overlay("arc", line=(a, b), label=ask.prompt)
        return
    march = next((f for f in reversed(state.stack) if isinstance(f, Move)), None)
    if march is not None and march.path:
        start = state.pieces[march.unit].at
        if start:
            yield Overlay("arc", line=(start, *march.path))
        return
    fight = next((f for f in reversed(state.stack) if isinstance(f, Assault)), None)
    if fight is not None:
        yield Overlay("arc", line=(fight.origin, fight.cell))
