"""What a roll rests on: inputs, exact odds and the lit chart; and the printed charts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from msgspec.structs import asdict

from wardesk.engine.types import Answer, Choose, Decision, Path, Pieces, Reason, replace
from wardesk.errors import UserError
from wardesk.games.blitzkrieg.ch06_reactions import exposed, may_withdraw, shots_for
from wardesk.games.blitzkrieg.ch08_fire import Shot, shot_of, weapon_reach
from wardesk.games.blitzkrieg.ch08_indirect import factor_on, victims
from wardesk.games.blitzkrieg.ch09_close_combat import shot_in
from wardesk.games.blitzkrieg.checks import case_of, need_of, subject_name
from wardesk.games.blitzkrieg.position import fighters_at, on_map, sight_class, unit_name
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.showing.outlook import effect, fight_card, percent, planned_fight
from wardesk.games.blitzkrieg.state import (
    ENEMY,
    LOOKS,
    Assault,
    Barrage,
    Check,
    Fire,
    Minefield,
    Operation,
    ReactionWindow,
    State,
    Unit,
)
from wardesk.games.blitzkrieg.tables import LEAST, MINES, Tables, column
from wardesk.games.blitzkrieg.tables import Fire as FireModifiers
from wardesk.games.shared.tables import rolls
from wardesk.model.look import CandidateLook, CaseLook, ChartLook, InputLine, OddsLine
from wardesk.words import Spoken, join, say, say_count


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
        case Operation(step="act") if isinstance(answer, Path):
            return planned_fight(setting, state, frame, answer)
        case Assault() if state.ask is not None:
            return _fight(setting, state, frame, state.ask, answer)
        case ReactionWindow(step="how") if state.ask is not None and state.ask.kind == "reaction":
            keys = [choice.key for choice in state.ask.choices]
            key = answer.key if isinstance(answer, Choose) else next(iter(keys), "")
            word, _, target = key.partition(":")
            return _reaction(setting, state, frame.unit, target) if word == "fire" else None
        case _:
            return None


def _fight(
    setting: Setting, state: State, frame: Assault, ask: Decision, answer: Answer | None
) -> CaseLook:
    """9.1 The shot that *answer* names; else the round that is fought, or would be next."""
    if ask.kind == "assault-target" and isinstance(answer, Pieces):
        return _fire(setting, state, shot_in(frame, state, frame.ready[0], answer.pieces[0]))
    coming = frame.round + (ask.kind in ("shaken", "give-way", "break-off"))
    return fight_card(setting, state, replace(frame, round=coming), ask.who)


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
    found = setting.board.sight(shooter.at, target.at, target_class=group)
    return say("clear") if found.clear else found.reason


def _reaction(setting: Setting, state: State, unit: str, target: str) -> CaseLook:
    """6.3.1 Opportunity fire before it is tried: whether it gets its shot off, and what then."""
    plan = Fire(step="aim", shooter=unit, target=target, mode="opportunity")
    shot, check = _fire(setting, state, plan), _tried(setting, state, unit)
    odds = [
        OddsLine(line.label, line.ways * check.numerator, line.of * check.denominator, line.tone)
        for line in shot.odds
    ]
    missed = check.denominator - check.numerator
    of = shot.odds[0].of
    odds.append(OddsLine(say("No shot"), missed * of, check.denominator * of, "bad"))
    inputs = (InputLine(say("Gets its shot off"), percent(check), "BK 6.3.1"), *shot.inputs)
    return replace(shot, title=say("Opportunity fire"), inputs=inputs, odds=tuple(odds))


def _tried(setting: Setting, state: State, unit: str) -> Fraction:
    """6.3.1 How likely the check for opportunity fire is passed."""
    found = case_of(setting, state, Check(step="roll", what="opportunity", subject=unit))
    more, totals = sum(f.value for f in found.factors), rolls(found.dice)
    return Fraction(sum(total + more <= found.value for total in totals), len(totals))


# ---- 6.3 who may react --------------------------------------------------------------------------

_MOST_REFUSED = 4
"""Units listed that nearly could; there may be dozens that never were in question."""


def candidates(setting: Setting, state: State) -> tuple[CandidateLook, ...]:
    """Who may react, the likeliest shot first, then whose weapons reach the cause and why not."""
    ask, frame = state.ask, state.stack[-1] if state.stack else None
    if ask is None or ask.kind != "react" or not isinstance(frame, ReactionWindow):
        return ()
    causes = exposed(setting, state, frame)
    able = [_able(setting, state, state.pieces[p], frame, causes) for p in ask.pieces]
    able.sort(key=lambda row: -row[0])
    refused = [
        row
        for unit in state.pieces.values()
        if unit.side == frame.side and unit.id not in ask.pieces and not unit.hq
        for row in _unable(setting, state, unit, causes)
    ]
    refused.sort(key=lambda row: row[0])
    found = [row for _, row in able] + [row for _, row in refused[:_MOST_REFUSED]]
    return tuple(found)


def _able(
    setting: Setting, state: State, unit: Unit, frame: ReactionWindow, causes: Sequence[str]
) -> tuple[Fraction, CandidateLook]:
    best, words = Fraction(0), list[Spoken]()
    for target in shots_for(setting, state, unit, causes):
        plan = Fire(step="aim", shooter=unit.id, target=target, mode="opportunity")
        chance = _tried(setting, state, unit.id) * effect(setting, state, plan)
        if chance >= best:
            best = chance
            far = setting.distance(unit.at or "", state.pieces[target].at or "")
            factor = shot_of(setting, state, plan).final
            hexes = say_count("{n} hex", "{n} hexes", n=far)
            words = [say("fires: {hexes}, factor {n}", hexes=hexes, n=factor)]
    if may_withdraw(setting, state, unit, frame):
        words.append(say("may fall back"))
    look = CandidateLook(
        piece=unit.id,
        title=say("{unit}, {cell!s}", unit=unit_name(setting, unit), cell=unit.at or ""),
        text=join("; ", words),
        figure=percent(best) if best else "",
    )
    return best, look


def _unable(
    setting: Setting, state: State, unit: Unit, causes: Sequence[str]
) -> list[tuple[int, CandidateLook]]:
    """Why a unit whose weapons would reach the nearest cause does not react, if it would."""
    if not on_map(setting, unit) or not setting.reach_of(unit.id) or not causes:
        return []
    far, name = min((setting.distance(unit.at or "", state.pieces[c].at or ""), c) for c in causes)
    if far > setting.reach_of(unit.id):
        return []
    why, blocked = why_no_shot(setting, state, unit, state.pieces[name])
    look = CandidateLook(
        piece=unit.id,
        title=say("{unit}, {cell!s}", unit=unit_name(setting, unit), cell=unit.at or ""),
        refused=why,
        blocked_by=blocked,
    )
    return [(far, look)]


def why_no_shot(
    setting: Setting, state: State, unit: Unit, target: Unit, *, reacts: bool = True
) -> tuple[Spoken, str]:
    """Why *unit* cannot fire at *target*, and the hex in the way if there is one."""
    far = setting.distance(unit.at or "", target.at or "")
    if reacts and unit.opp:
        return say("has reacted this turn"), ""
    if unit.aboard:
        return say("rides on its half-tracks"), ""
    if far > max(1, setting.reach_of(unit.id)):
        return say("{far} hexes off, range {n}", far=far, n=setting.reach_of(unit.id)), ""
    if far > weapon_reach(setting, state, unit):
        why = say("neutralised: only at neighbours")
        return (why if unit.neutralised else say("an enemy beside it: only at neighbours")), ""
    found = setting.board.sight(
        unit.at or "", target.at or "", target_class=sight_class(setting, target)
    )
    if target.at not in setting.seen(unit.at or "", sight_class(setting, target)):
        blocked = found.blocked_by or ""
        if blocked in setting.neighbours:
            level = setting.levels[blocked]
            ground = setting.board.palette.terrain[setting.terrain[blocked]].name
            return say("no line: {cell!s}, {ground}, level {level}", cell=blocked, ground=ground,
                       level=level), blocked  # fmt: skip
        return found.reason, ""
    return say("too weak at this range"), ""


def against_target(setting: Setting, state: State, cell: str) -> tuple[Reason, ...]:
    """8.1 Why the unit that fires cannot fire at anybody whom it knows of in *cell*."""
    frame = state.stack[-1] if state.stack else None
    if not isinstance(frame, Operation) or frame.step != "target" or not frame.firer:
        return ()
    firer = state.pieces[frame.firer]
    there = fighters_at(state, cell, ENEMY[firer.side])
    told = dict.fromkeys(why_no_shot(setting, state, firer, u, reacts=False) for u in there)
    return tuple(
        Reason(say("{why!c}", why=why), "BK 4.3" if blocked else "BK 8.1", at=blocked or cell)
        for why, blocked in told
    )


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
        sum_text=need_of(found),
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
        _modifiers(setting.tables.fire),
        _costs(setting),
        _formations(setting),
    )


def _signed(values: Mapping[str, int]) -> dict[str, str]:
    return {name: f"{value:+d}".replace("-", "−") for name, value in values.items()}


def _modifiers(fire: FireModifiers) -> ChartLook:
    figures = {name: value for name, value in asdict(fire).items() if type(value) is int}
    return LOOKS.table("modifiers", LOOKS.values(_signed(figures | fire.cover), fire))


def _costs(setting: Setting) -> ChartLook:
    figures, classes = setting.tables.figures, ("foot", "wheels", "tracks")
    grounds = [
        {"id": kind.id, "name": kind.name}
        | {c: str(kind.properties.get(f"move_{c}", 1)).replace("no", "–") for c in classes}
        for kind in setting.board.palette.terrain.values()
    ]
    leave = _signed(figures.leave_mines)
    values = LOOKS.values(leave, grounds=grounds, deduced=figures.deduced_costs)
    return LOOKS.table("costs", values)


def _formations(setting: Setting) -> ChartLook:
    rows = [setting.formations[name] for name in setting.scenario.formations]
    lines = [
        {"short": row.short, "factor": row.factor, "reaction": row.reaction,
         "units": len(row.unit_ids), "origin": row.origin}
        for row in rows
    ]  # fmt: skip
    return LOOKS.table("formations", LOOKS.values(formations=lines))
