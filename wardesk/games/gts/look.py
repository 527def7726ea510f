"""What the game looks like: counters with six values, markers, tracks, the mug, overlays."""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import partial
from typing import Literal

from wardesk.engine.types import Decision
from wardesk.games.gts.ch02_command import in_command
from wardesk.games.gts.forces import Counter
from wardesk.games.gts.position import counter, ferries, on_map, turn_name
from wardesk.games.gts.setting import Setting, southing
from wardesk.games.gts.state import (
    ALLIED,
    GERMAN,
    PARK,
    RESERVE,
    ROUTED,
    Activation,
    Assault,
    Fire,
    Move,
    State,
    Turn,
    Unit,
)
from wardesk.games.gts.tables import WEAPONS
from wardesk.games.shared.kept_looks import KeptLooks
from wardesk.games.shared.phases import Phase, strip
from wardesk.model.look import (
    BadgeLook,
    BoxLook,
    CellMark,
    CounterFact,
    CounterLook,
    Overlay,
    PhaseLook,
    SideLook,
    TableLook,
    TrackLook,
)
from wardesk.words import Spoken, join, say, say_count

SIDE_LOOKS = (
    SideLook(ALLIED, say("Allies"), field="#c9c39a", bar="#2f6f46", slot="a"),
    SideLook(GERMAN, say("Germans"), field="#b4b8b2", bar="#3f4a42", slot="b"),
)
PHASES: tuple[Phase, ...] = (
    ("begin", say("Arrivals and mug"), "WED SR1.1"),
    ("draw", say("Draw a chit"), "WED SR1.1"),
    ("act", say("Activation"), "WED SR2"),
    ("clear", say("Barrages off"), "WED SR1.1"),
)
SUPPRESSED = BadgeLook("S", say("Suppressed"), "#9c3b30", "octagon", "suppressed")
COHESION = {
    1: BadgeLook("1", say("One cohesion hit"), "#b3812f", "triangle", "cohesion"),
    2: BadgeLook("2", say("Two cohesion hits"), "#9c3b30", "triangle", "cohesion"),
}
COLUMN = BadgeLook("K", say("In column"), "#3f3a33", "square", "in_column")
IMPROVED = BadgeLook("I", say("Improved position"), "#3f3a33", "hexagon", "improved")
ENTRENCHED = BadgeLook("E", say("Entrenched"), "#3f3a33", "hexagon", "entrenched")
OUT = BadgeLook("C", say("Out of command"), "#b3812f", "diamond", "out")
MEN = BadgeLook("M", say("Men at work"), "#5b6b8c", "circle", "men")
SHELLS = {
    "light": BadgeLook("B", say("Light barrage"), "#b3812f", "octagon", "barrage"),
    "heavy": BadgeLook("H", say("Heavy barrage"), "#9c3b30", "octagon", "barrage"),
}
DROP = BadgeLook("P", say("Drop marker"), "#b3812f", "triangle", "drop")
MOUNTED = BadgeLook("T", say("Mounted"), "#3f3a33", "square", "mounted")
RIDING = BadgeLook("R", say("Rides on a vehicle"), "#3f3a33", "circle", "riding")
CARRYING = BadgeLook("R", say("Carries a rider"), "#3f3a33", "circle", "riding")
HEROIC = BadgeLook("H", say("Heroic"), "#2f6f46", "octagon", "heroic")
FERRY = BadgeLook("F", say("Ferry"), "#5b6b8c", "diamond", "ferry")
HEX_MARKS = {
    "block": BadgeLook("R", say("Road block"), "#9c3b30", "square", "block"),
    "mines": BadgeLook("M", say("Minefield"), "#9c3b30", "triangle", "mines"),
    "dutch": BadgeLook("D", say("Town full of Dutch"), "#b3812f", "circle", "dutch"),
}
PARK_MARK = BadgeLook("A", say("Artillery park"), "#5b6b8c", "square", "park")
DOZER = BadgeLook("B", say("Bulldozer"), "#2f6f46", "square", "dozer")
RUBBLE = BadgeLook("R", say("Rubble"), "#3f3a33", "square", "rubble")
BRIDGES = {
    "destroyed": BadgeLook("X", say("Bridge destroyed"), "#9c3b30", "diamond", "bridge"),
    "unstable": BadgeLook("U", say("Bridge unstable"), "#b3812f", "diamond", "bridge"),
    "wired:german": BadgeLook("W", say("Wired by the Germans"), "#3f4a42", "diamond", "bridge"),
    "wired:allied": BadgeLook("W", say("Wired by the Allies"), "#2f6f46", "diamond", "bridge"),
}
BETTER = BadgeLook("V", say("Bridge carries vehicles"), "#2f6f46", "diamond", "bridge")
MOVES: dict[str, Literal["foot", "wheels", "tracks"]] = {
    "leg": "foot", "wheeled": "wheels", "tracked": "tracks",
}  # fmt: skip


def table(setting: Setting, state: State, kept: KeptLooks[Unit] | None = None) -> TableLook:
    """Everything on the table."""
    kept = kept or KeptLooks()
    boxes = (RESERVE, PARK, ROUTED)
    shown = [u for u in state.pieces.values() if on_map(setting, u) or u.at in boxes]
    boats = frozenset(ferries(state))
    turn = state.tracks.get("turn", 0)
    when = say("{turn}, {n} of {of}", turn=turn_name(setting, state), n=turn, of=len_of(setting))
    return TableLook(
        sides=SIDE_LOOKS,
        counters=tuple(_counter(setting, state, unit, kept, boats) for unit in shown),
        marks=tuple(_marks(setting, state)),
        tracks=tracks(setting, state),
        phases=phases(state),
        boxes=tuple(_boxes(setting, state)),
        overlays=tuple(_overlays(setting, state)),
        headline=when if turn else say("The set-up"),
    )


def len_of(setting: Setting) -> int:
    """How many turns there are."""
    return setting.scenario.last_turn


def _counter(
    setting: Setting, state: State, unit: Unit, kept: KeptLooks[Unit], boats: Container[str]
) -> CounterLook:
    badges = tuple(_badges(setting, state, unit, boats))
    spent = unit.acted and any(isinstance(f, Activation) for f in state.stack)
    make = partial(_look, setting, unit, badges, spent=spent)
    return kept.of(unit.id, unit, make, (badges, spent))


def _look(
    setting: Setting, unit: Unit, badges: tuple[BadgeLook, ...], *, spent: bool
) -> CounterLook:
    figures = counter(setting, unit)
    formation = setting.formations[figures.formation]
    return CounterLook(
        piece=unit.id,
        side=unit.side,
        at=unit.at if on_map(setting, unit) else None,
        title=figures.name,
        subtitle="" if figures.leads else WEAPONS[figures.weapon],
        symbol=figures.symbol,
        echelon="regiment" if figures.leads else "company",
        left="–" if figures.fire is None and not figures.leads else _text(figures.fire),
        left_exponent="" if figures.leads or figures.fire is None else str(figures.range),
        shield=f"{figures.defence:+d}" if figures.armoured else "",
        right=str(figures.command if figures.leads else figures.tq),
        movement="" if figures.leads or not figures.move else MOVES[figures.movement],
        bar=formation.colour,
        field="",
        reduced=unit.steps < figures.steps,
        spent=spent,
        badges=badges,
        text=_sentence(setting, unit, badges),
        topic="leader" if figures.leads else figures.weapon,
    )


def _text(value: int | None) -> str:
    return "" if value is None else str(value)


def _badges(
    setting: Setting, state: State, unit: Unit, boats: Container[str]
) -> Iterator[BadgeLook]:
    if unit.suppressed:
        yield SUPPRESSED
    if unit.cohesion:
        yield COHESION[unit.cohesion]
    if unit.column:
        yield COLUMN
    if unit.dug:
        yield IMPROVED if unit.dug == "improved" else ENTRENCHED
    if unit.men:
        yield MEN
    yield from _rarer(state, unit, boats)
    if on_map(setting, unit) and not in_command(setting, state, unit):
        yield OUT


def _rarer(state: State, unit: Unit, boats: Container[str]) -> Iterator[BadgeLook]:
    """Drop markers, transport, heroes, ferries."""
    if unit.delay:
        yield DROP
    if unit.mounted:
        yield MOUNTED
    if unit.on:
        yield RIDING
    if unit.carries:
        yield CARRYING
    if state.marks.get(f"heroic/{unit.side}") == unit.id:
        yield HEROIC
    if unit.id in boats:
        yield FERRY


def _sentence(setting: Setting, unit: Unit, badges: tuple[BadgeLook, ...]) -> Spoken:
    figures = counter(setting, unit)
    formation = setting.formations[figures.formation]
    boxes = {PARK: say("the park"), RESERVE: say("the reserve"), ROUTED: say("the rear")}
    place = boxes.get(unit.at or "", setting.name(unit.at or ""))
    parts: list[Spoken] = [
        say("{name!s}, {formation!s}, at {place}", name=figures.name, formation=formation.name,
            place=place)
    ]  # fmt: skip
    parts += [_fact(fact) for fact in facts(setting, unit)]
    parts += [badge.name for badge in badges]
    return say("{facts}.", facts=join(", ", parts))


def _fact(fact: CounterFact) -> Spoken:
    if not fact.note:
        return fact.text
    return say("{fact} ({note})", fact=fact.text, note=fact.note)


def facts(setting: Setting, unit: Unit) -> tuple[CounterFact, ...]:
    """Every value of a counter in words."""
    figures = counter(setting, unit)
    if figures.leads:
        return (CounterFact(say("command range {n}", n=figures.command)),)
    found = [
        CounterFact(_rating(say("fire"), figures.fire), WEAPONS[figures.weapon]),
        CounterFact(say("range {n}", n=figures.range)),
        CounterFact(_rating(say("assault"), figures.assault), _twice(figures)),
        CounterFact(say("defence {n}", n=figures.defence), _armour(figures)),
        CounterFact(say("troop quality {n}", n=figures.tq)),
        CounterFact(say("movement {n}", n=figures.move), _gait(figures)),
        CounterFact(say_count("{n} step", "{n} steps", n=unit.steps)),
    ]
    return tuple(found)


def _rating(name: Spoken, value: int | None) -> Spoken:
    if value is None:
        return say("no {rating}", rating=name)
    return say("{rating} {value}", rating=name, value=value)


def _twice(figures: Counter) -> Spoken:
    return say("in both attacks") if figures.double else ""


def _armour(figures: Counter) -> Spoken:
    return say("armoured") if figures.armoured else ""


def _gait(figures: Counter) -> Spoken:
    return {"leg": say("on foot"), "wheeled": say("on wheels"), "tracked": say("on tracks")}[
        figures.movement
    ]


# ---- marks, tracks, phases, boxes ---------------------------------------------------------------


def _marks(setting: Setting, state: State) -> Iterator[CellMark]:
    for key, value in state.marks.items():
        cell, _, what = key.partition("/")
        badge: BadgeLook | None = None
        if what == "barrage":
            badge = SHELLS[str(value)]
        elif what == "rubble":
            badge = RUBBLE
        elif what in HEX_MARKS:
            badge = HEX_MARKS[what]
        elif cell == "park":
            cell, badge = str(value), PARK_MARK
        elif cell == "dozer":
            cell, badge = max(setting.bridges[what].between, key=southing), DOZER
        elif cell == "improved":
            cell, badge = max(setting.bridges[what].between, key=southing), BETTER
        elif cell == "bridge" and str(value) in BRIDGES:
            site = setting.bridges[what]
            cell, badge = site.between[0], BRIDGES[str(value)]
        if badge is not None and cell in setting.beside:
            yield CellMark(cell, what, join(": ", (setting.name(cell), badge.name)), badge)


def tracks(setting: Setting, state: State) -> tuple[TrackLook, ...]:
    """Turns, and the command points of every division that plays."""
    found = [
        TrackLook(
            id="turn",
            title=say("Turn"),
            value=state.tracks.get("turn", 0),
            most=setting.scenario.last_turn,
            cite="WED SR1.1",
            style="turns",
        )
    ]
    for division in setting.forces.division:
        track = f"cp/{division.id}"
        if track in state.tracks:
            found.append(
                TrackLook(
                    id=track,
                    title=say("Command points {name!s}", name=division.name),
                    value=state.tracks[track],
                    most=setting.tables.figures.most_points,
                    side=division.side,
                    cite="WED SR2",
                    reconstruction=True,
                )
            )
    found += _pools(setting, state)
    return tuple(found)


def _pools(setting: Setting, state: State) -> Iterator[TrackLook]:
    """Dispatch points, trucks and jeeps of every division that has any."""
    for division in setting.forces.division:
        for kind, name, most, cite in (
            ("dp", say("Dispatch points {name!s}", name=division.name),
             setting.tables.dispatch.most, "WED N2"),
            ("trucks", say("Trucks {name!s}", name=division.name), 9, "WED S5.3"),
            ("jeeps", say("Jeeps {name!s}", name=division.name), 9, "WED S6.3"),
        ):  # fmt: skip
            track = f"{kind}/{division.id}"
            if track in state.tracks:
                value = state.tracks[track]
                yield TrackLook(
                    id=track,
                    title=name,
                    value=value,
                    most=max(most, value),
                    side=division.side,
                    cite=cite,
                    reconstruction=True,
                )


def phases(state: State) -> tuple[PhaseLook, ...]:
    """The strip of the turn."""
    turn = next((f for f in state.stack if isinstance(f, Turn)), None)
    now = ""
    if turn is not None and state.result is None:
        now = "clear" if turn.step == "clear" else "draw"
        if turn.step not in ("draw", "drawn", "played", "clear"):
            now = "begin"
        if any(isinstance(f, Activation) for f in state.stack):
            now = "act"
    return strip(PHASES, now, over=state.result is not None)


def _boxes(setting: Setting, state: State) -> Iterator[BoxLook]:
    text = say("fire from behind, never fired at")
    if setting.options.batteries == "yes":
        text = say("fire from behind, fired at by other parks only")
    titles = {
        PARK: (say("Artillery parks"), text, "WED S1.0"),
        RESERVE: (say("Reinforcements"), say("not on the map yet"), "WED SR1.1"),
        ROUTED: (say("Routed"), say("left the map, to return another day"), "WED S3.1"),
    }
    for box, (title, text, cite) in titles.items():
        pieces = tuple(u.id for u in state.pieces.values() if u.at == box)
        if pieces:
            yield BoxLook(box, title, text, "", pieces, cite)


# ---- overlays -----------------------------------------------------------------------------------


def _overlays(setting: Setting, state: State) -> Iterator[Overlay]:
    ask = state.ask
    if ask is None:
        return
    if ask.cells:
        yield Overlay("target", ask.cells, label=ask.prompt)
    sources = _places(setting, state, ask.pieces)
    if sources:
        yield Overlay("source", sources)
    about = tuple(c for c in ask.about if c in setting.beside)
    about = (*about, *_places(setting, state, ask.about))
    if about:
        yield Overlay("selected", tuple(dict.fromkeys(about)))
    yield from _lines(setting, state, ask)


def _places(setting: Setting, state: State, pieces: tuple[str, ...]) -> tuple[str, ...]:
    cells = {state.pieces[p].at for p in pieces if p in state.pieces}
    return tuple(sorted(cell for cell in cells if cell in setting.beside and cell is not None))


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
