"""Signs by which `reach` sees rules that no log, question or modifier names, game by game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from wardesk.engine.rules import Rules
from wardesk.engine.types import Choose, Event, GameState, SetCup, SetMark, SetPiece
from wardesk.games.gts import ch02_command as command
from wardesk.games.gts.ch02_chits import barred_at_night
from wardesk.games.gts.ch09_zones import in_enemy_zone, sees
from wardesk.games.gts.position import counter, is_night, on_map, parked, reorganised, units_of
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import (
    ALLIED,
    GERMAN,
    MUG,
    Assault,
    Check,
    Fate,
    Fire,
    Landing,
    Unit,
    UnitAction,
    Window,
)
from wardesk.model.sight_words import SightEvent

State = GameState[Any, Any]
Told = Iterator[tuple[str, str]]
Signs = Callable[[Rules[Any, Any], State, Event[Any, Any], State, Random], Told]

GROUND = {
    "clear": "2.1", "polder": "2.2", "orchard": "2.3", "woods": "2.4", "village": "2.7",
    "town": "2.8", "city": "2.9", "fortified": "2.10", "sand_dunes": "2.19",
}  # fmt: skip
"""The rule of each kind of ground of the Grand Tactical Series."""
BLOCKING = frozenset({"2.3", "2.4", "2.8", "2.9", "2.10"})
"""Those that keep a line of sight from going through."""


def gts(
    rules: Rules[Any, Any], before: State, event: Event[Any, Any], after: State, rng: Random
) -> Told:
    """The Grand Tactical Series: ground, sight, command, what units were when something fell."""
    setting: Setting = rules.setting
    for rule in _all(setting, before, event, after, rng):
        yield rule, "seen"


def _all(
    setting: Setting, before: State, event: Event[Any, Any], after: State, rng: Random
) -> Iterator[str]:
    yield from _steps(setting, before, event, after)
    yield from _frames(setting, before, event)
    yield from _marks(setting, before, event, after)
    if rng.random() < 0.3:
        yield from _sight(setting, after, rng)
    chosen = event.answer.key if isinstance(event.answer, Choose) else ""
    if before.ask is not None and before.ask.who in (ALLIED, GERMAN):
        yield from _choices(setting, before, chosen)


def _steps(setting: Setting, before: State, event: Event[Any, Any], after: State) -> Iterator[str]:
    """From hex to hex: the ground that was paid for, what was crossed."""
    for effect in event.effects:
        if not isinstance(effect, SetPiece) or effect.field != "at":
            continue
        unit, was = after.pieces[effect.piece], before.pieces.get(effect.piece)
        if counter(setting, unit).formation.endswith(".tank"):
            yield "O4.0"
        if was is not None and unit.at in setting.steps.get(was.at or "", ()):
            yield from ("1.1",) if is_night(setting, after) else ()
            yield from _step(setting, was, unit.at or "")


def _step(setting: Setting, was: Unit, cell: str) -> Iterator[str]:
    here = was.at or ""
    step = setting.steps[here][cell]
    along = was.column and (step.road or step.railroad)
    if not along:
        yield "2.0"
        yield GROUND.get(setting.terrain[cell], "2.1")
    crossed = (
        ("2.11", step.stream and (not along or step.bridge)),
        ("2.15.1", step.bridge and step.shut),
        ("2.12", step.bridge and step.shut),
        ("2.16", along and cell in setting.raised),
        ("2.17", was.column and setting.through(here, cell)),
    )
    yield from (rule for rule, there in crossed if there)


def _frames(setting: Setting, before: State, event: Event[Any, Any]) -> Iterator[str]:
    """What the procedure at the top was about when it was answered."""
    frame = before.stack[-1] if before.stack else None
    if isinstance(frame, Fire):
        yield from _shot(setting, before, frame)
    elif isinstance(frame, Window) and before.ask is not None and event.answer is not None:
        picked = getattr(event.answer, "pieces", ())
        yield "SR9"
        if picked:
            yield "N19"
            mortar = counter(setting, before.pieces[picked[0]]).weapon == "green"
            yield from ("N9",) if mortar else ()
        yield from ("S4.2",) if frame.cause == "unload" else ()
    elif isinstance(frame, Check):
        if frame.what == "rally":
            yield "N6"
        if before.pieces[frame.unit].mounted:
            yield "N18"
    elif isinstance(frame, Assault):
        yield from ("N5",) if frame.round or frame.held else ()
    elif isinstance(frame, Fate):
        yield "N13"
    elif isinstance(frame, Landing) and isinstance(event.answer, Choose):
        yield "3.3"


def _shot(setting: Setting, before: State, frame: Fire) -> Iterator[str]:
    firer, target = before.pieces[frame.firer], before.pieces.get(frame.target)
    if target is None or target.at is None:
        return
    yield "SR9"
    asked = before.ask
    if asked is None or asked.shape != "roll":
        return
    if any(factor.id == "ground" for factor in asked.factors):
        yield GROUND.get(setting.terrain.get(target.at, ""), "2.1")
    if parked(firer):
        yield "S1.0"
        yield from ("N21",) if parked(target) else ()
    figures = counter(setting, firer)
    if figures.artillery and frame.kind == "fire" and firer.at in setting.beside:
        if not sees(setting, before, firer.at, target.at):
            yield "N10"
    elif parked(firer):
        yield "N10"
    if target.carries or target.on:
        yield "S4.4"
    if target.side == GERMAN and reorganised(setting, before):
        yield "S5.1"


def _marks(setting: Setting, before: State, event: Event[Any, Any], after: State) -> Iterator[str]:
    """What was laid, taken up or filled, and which table was rolled on."""
    for effect in event.effects:
        if isinstance(effect, SetMark):
            head, _, tail = effect.key.partition("/")
            was = before.marks.get(effect.key)
            yield from _marked(setting, head, tail, (was, effect.value))
    if before.marks.get("route/marker") and after.marks.get("turn/closed"):
        yield "4.1"
    filled = any(isinstance(one, SetCup) and one.cup == MUG and one.items for one in event.effects)
    if filled and is_night(setting, after):
        chits = (f"{side}/{chit}" for side, row in setting.scenario.chits.items() for chit in row)
        if any(barred_at_night(setting, after, chit) for chit in chits):
            yield "S6.4"
    if before.ask is not None and before.ask.kind in ROLLED:
        yield ROLLED[before.ask.kind]


ROLLED = {"weather": "N12", "zone-change": "N14"}


def _marked(setting: Setting, head: str, tail: str, value: tuple[Any, Any]) -> Iterator[str]:
    was, now = value
    match head, tail:
        case "ferry", _ if was and now is None:
            yield "2.18.3"
        case "bridge", _ if str(now or "").startswith("wired"):
            yield "2.15.5"
        case _, "block":
            yield "N20"
        case "drop", _ if tail.endswith("/1"):
            yield "3.1"
            yield from ("3.3.1",) if setting.options.drops == "historical" else ()
        case "route", "cut" if now:
            yield "S6.1.2"
        case "route", "marker" if was:
            yield "4.1"
        case _:
            return


def _sight(setting: Setting, state: State, rng: Random) -> Iterator[str]:
    """What blocks the line between two enemies who are near enough, some of them at a bridge."""
    ours = [unit.at or "" for unit in units_of(setting, state, ALLIED)]
    theirs = [unit.at or "" for unit in units_of(setting, state, GERMAN)]
    pairs = [(rng.choice(ours), rng.choice(theirs)) for _ in range(4 if ours and theirs else 0)]
    for site in setting.bridges.values():
        near = [[at for at in ats if setting.distance(at, site.between[0]) <= 4]
                for ats in (ours, theirs)]  # fmt: skip
        pairs += [(rng.choice(near[0]), rng.choice(near[1]))] if all(near) else []
    for a, b in pairs:
        if 1 < setting.distance(a, b) <= 8:
            line = setting.board.sight(a, b, setting.sight)
            if line.clear and b not in setting.seen(a, 8):
                yield "2.15.4"
            for one in line.events if not line.clear else ():
                yield from _blocked(setting, one) if one.blocks else ()


def _blocked(setting: Setting, event: SightEvent) -> Iterator[str]:
    match event.kind:
        case "fork":
            for one in (*event.left, *event.right):
                yield from _blocked(setting, one)
        case "cell":
            ground = GROUND.get(setting.terrain.get(event.cells[0], ""), "")
            yield from (ground,) if ground in BLOCKING else ()
        case "edge":
            yield "2.13"
        case _:
            yield "2.16"


def _choices(setting: Setting, before: State, chosen: str) -> Iterator[str]:
    """Who acts by what chit, and how far his leader is."""
    frame = before.stack[-1] if before.stack else None
    if isinstance(frame, UnitAction) and frame.left < 0:
        unit: Unit = before.pieces[frame.unit]
        if not on_map(setting, unit):
            return
        figures = counter(setting, unit)
        division = setting.division_of(unit.id)
        near = [
            one for one in command.leaders(setting, before, division.id)
            if setting.distance(one.at or "", unit.at or "") <= counter(setting, one).command
        ]  # fmt: skip
        priced = command.price(setting, before, unit)
        if figures.self_command and not near:
            yield "S6.8"
        if priced == 2:
            yield "S6.6"
        if priced and not near and not figures.self_command and not figures.leads:
            loose = setting.scenario.in_command
            yield from () if loose else ("S6.7",)
        if not priced:
            yield "N3"
        if figures.formation in ("101.44rtr", "101.1519") and "/101" in frame.chit:
            yield "S6.5"
        if setting.options.mug == "alternate" and frame.chit.startswith("division/"):
            limited = chosen == "assault" or in_enemy_zone(
                setting, before, unit.side, unit.at or ""
            )
            yield from ("O2.0",) if limited else ()


SIGNS: dict[str, Signs] = {"gts": gts}
