"""What a roll rests on: inputs, exact odds and the lit chart; and the printed charts."""

from __future__ import annotations

from collections.abc import Mapping

from wardesk.engine.types import Answer, Pieces
from wardesk.errors import UserError
from wardesk.games.blitzkrieg.ch08_fire import Shot, shot_of
from wardesk.games.blitzkrieg.ch08_indirect import factor_on, victims
from wardesk.games.blitzkrieg.checks import case_of, subject_name
from wardesk.games.blitzkrieg.position import sight_class, unit_name
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import (
    Barrage,
    Check,
    Fire,
    Minefield,
    Operation,
    State,
)
from wardesk.games.blitzkrieg.tables import LEAST, MINES, Tables, column
from wardesk.games.shared.tables import rolls
from wardesk.model.look import CaseLook, ChartLook, InputLine, OddsLine
from wardesk.words import Spoken, say

WEIGHED_WITH = {"act": "costs", "target": "combat", "react": "combat", "reaction": "combat"}
"""Kind of question -> the chart that helps to answer it."""


def case(setting: Setting, state: State, answer: Answer | None = None) -> CaseLook | None:
    """What the pending roll, outcome or planned shot rests on."""
    frame = state.stack[-1] if state.stack else None
    match frame:
        case Fire():
            return _fire(setting, state, frame)
        case Check():
            return _check(setting, state, frame)
        case Minefield() if state.ask is not None and state.ask.kind == "mines":
            return setting.tables.combat.case(say("Mines"), MINES, total=frame.total)
        case Barrage() if (
            frame.planned and state.ask and state.ask.kind == "barrage" and not state.ask.cells
        ):
            return _barrage(setting, state, frame)
        case Operation() if isinstance(answer, Pieces) and frame.step == "target":
            shooter = state.pieces[frame.firer]
            moved = shooter.spent > 0 or frame.first
            plan = Fire(step="aim", shooter=frame.firer, target=answer.pieces[0], moved=moved)
            return _fire(setting, state, plan)
        case _:
            return None


def _fire(setting: Setting, state: State, frame: Fire) -> CaseLook:
    shot = shot_of(setting, state, frame)
    shooter, target = state.pieces[frame.shooter], state.pieces[frame.target]
    far = setting.distance(shooter.at or "", target.at or "")
    inputs = (
        InputLine(say("Attack"), str(shot.attack), "BK 8.2.1"),
        InputLine(say("Armour"), str(shot.armour), "BK 8.2.1"),
        InputLine(say("Distance"), str(far), "BK 8.2.4"),
        InputLine(say("Line of sight"), _sight(setting, state, frame), "BK 4.3"),
    )
    final = shot.base + _modifier(state, shot) if not frame.total else frame.factor
    names = say("{a} at {b}", a=unit_name(setting, shooter), b=unit_name(setting, target))
    return setting.tables.combat.case(
        say("Fire"),
        column(final),
        total=frame.total,
        place=names,
        inputs=inputs,
        sum_text=say("Attack factor {final}", final=final),
    )


def _modifier(state: State, shot: Shot) -> int:
    if state.ask is not None and state.ask.kind == "fire" and state.ask.factors:
        return sum(f.value for f in state.ask.factors if f.on)
    return shot.final - shot.base


def _sight(setting: Setting, state: State, frame: Fire) -> Spoken:
    shooter, target = state.pieces[frame.shooter], state.pieces[frame.target]
    if not shooter.at or not target.at or shooter.at == target.at:
        return say("clear")
    group = sight_class(setting, target)
    return setting.board.sight(shooter.at, target.at, target_class=group).reason


def _check(setting: Setting, state: State, frame: Check) -> CaseLook:
    found = case_of(setting, state, frame)
    more = sum(f.value for f in found.factors)
    totals = rolls(found.dice)
    good = sum(total + more <= found.value for total in totals)
    odds = (
        OddsLine(say("Passed"), good, len(totals), "good"),
        OddsLine(say("Failed"), len(totals) - good, len(totals), "bad"),
    )
    return CaseLook(
        title=found.prompt,
        place=subject_name(setting, state, frame),
        inputs=(InputLine(say("Value"), str(found.value), found.cite),),
        sum_text=say("{value} or less", value=found.value - more),
        odds=odds,
    )


def _barrage(setting: Setting, state: State, frame: Barrage) -> CaseLook:
    shell, units = frame.planned[0], victims(state, frame.cell)
    strength: int = getattr(setting.tables.indirect, shell)
    inputs = tuple(
        InputLine(
            unit_name(setting, u),
            say("column {column}", column=factor_on(setting, state, shell, u)),
            "BK 8.6.1",
        )
        for u in units
        if not u.hidden
    )
    return setting.tables.combat.case(
        say("Barrage"),
        column(factor_on(setting, state, shell, units[0]) if units else strength),
        total=frame.total,
        place=setting.name(frame.cell),
        inputs=inputs,
    )


def column_odds(tables: Tables, values: Mapping[str, str]) -> CaseLook:
    """The exact distribution of one column: ``factor=5`` or ``factor=mines``."""
    word = values.get("factor", "")
    if word.lower() == "mines":
        return tables.combat.case(say("Mines"), MINES)
    try:
        final = int(word)
    except ValueError as error:
        raise UserError(
            say("The table combat is read by factor, a number or mines."), "Say factor=5."
        ) from error
    if final < LEAST:
        raise UserError(say("Below -1 nobody fires."), "Say a factor from -1 up.")
    return tables.combat.case(say("Fire"), column(final))


# ---- printed charts -----------------------------------------------------------------------------


def charts(setting: Setting) -> tuple[ChartLook, ...]:
    """Every chart, unlit."""
    return (
        setting.tables.combat.chart(),
        _modifiers(setting.tables),
        _costs(setting),
        _formations(setting),
    )


def _signed(value: int) -> str:
    return f"{value:+d}".replace("-", "−")


def _modifiers(tables: Tables) -> ChartLook:
    fire = tables.fire
    rows: tuple[tuple[Spoken, int], ...] = (
        (say("Moves and fires"), fire.moved),
        (say("Each hex beyond the first"), fire.range),
        (say("Same hex"), fire.same_hex),
        (say("In column"), fire.firer_column),
        (say("Dispersed"), fire.firer_dispersed),
        (say("Exhausted"), fire.exhausted),
        (say("Neutralised"), fire.neutralised),
        (say("Out of command"), fire.out_of_command),
        (say("Target in column"), fire.target_column),
        (say("Target dispersed"), fire.target_dispersed),
        (say("Men or guns in a village"), fire.cover["village"]),
        (say("Men or guns in a wood"), fire.cover["wood"]),
        (say("Men or guns in an orchard"), fire.cover["orchard"]),
        (say("Infantry in works"), fire.works),
        (say("Uphill"), fire.uphill),
        (say("Target gets on or off"), fire.loading),
    )
    return ChartLook(
        id="modifiers",
        title=say("Fire modifiers"),
        cite=fire.cite,
        corner=say("case"),
        columns=(say("attack factor"),),
        rows=tuple(label for label, _ in rows),
        cells=tuple((_signed(value),) for _, value in rows),
        reconstruction=fire.reconstruction,
    )


def _costs(setting: Setting) -> ChartLook:
    kinds = setting.board.palette.terrain.values()
    classes = ("foot", "wheels", "tracks")
    road = (say("Road in column"), *(["1"] * 3))
    rows = [
        (
            say("{kind}", kind=kind.name),
            *(str(kind.properties.get(f"move_{c}", 1)) for c in classes),
        )
        for kind in kinds
    ]
    leave = setting.tables.figures.leave_mines
    rows += [road, (say("Out of mines"), *(_signed(leave[c]) for c in classes))]
    return ChartLook(
        id="costs",
        title=say("Movement costs"),
        cite="BK 7.1",
        corner=say("ground"),
        columns=(say("foot"), say("wheels"), say("tracks")),
        rows=tuple(row[0] for row in rows),
        cells=tuple(tuple("–" if text == "no" else text for text in row[1:]) for row in rows),
        reconstruction=True,
    )


def _formations(setting: Setting) -> ChartLook:
    rows = [setting.formations[name] for name in setting.scenario.formations]
    return ChartLook(
        id="formations",
        title=say("Formations"),
        cite="BK 8.4",
        corner=say("formation"),
        columns=(say("factor"), say("reaction"), say("units")),
        rows=tuple(say("{name!s}", name=row.short) for row in rows),
        cells=tuple((str(row.factor), str(row.reaction), str(len(row.unit_ids))) for row in rows),
        reconstruction=True,
    )
