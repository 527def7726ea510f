"""What a roll rests on: inputs, the sum written out, the lit chart and exact odds."""

from __future__ import annotations

from wardesk.engine.types import Answer, Cells, Choose, Decision, Path, Pieces, Roll, replace
from wardesk.games.eben_emael import charts
from wardesk.games.eben_emael.ch04_battle import column_of, combat_factors
from wardesk.games.eben_emael.ch04_combat import Assessment, assess, candidates
from wardesk.games.eben_emael.position import divisor, manned
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import (
    BELGIAN,
    ENEMY,
    GERMAN,
    POOL,
    SIDE_NAMES,
    Battle,
    Demolition,
    Fire,
    Landing,
    SpecialAction,
    State,
    Turn,
)
from wardesk.games.eben_emael.tables import FireTable, Tables
from wardesk.games.shared.odds import half_down
from wardesk.games.shared.tables import Label, Tone, odds_lines
from wardesk.model.look import CaseLook, ChartLook, InputLine, OddsLine

# ---- combat -------------------------------------------------------------------------------------


def _minus(points: int) -> str:
    return f"−{points}" if points else "–"


def combat_odds(tables: Tables, column: int, shift: int) -> tuple[OddsLine, ...]:
    """Every pair of losses with its chance, the best for the attacker first."""

    def label(total: int) -> Label:
        attacker, defender = tables.combat.losses(total + shift, column)
        tone: Tone = "good" if defender > attacker else "bad" if attacker > defender else "mixed"
        text = f"attacker {_minus(attacker)}, defender {_minus(defender)}"
        return text, tone, (attacker - defender) * 100 + attacker

    return tables.combat.odds(label)


def combat_sum(case: Assessment, columns: tuple[str, ...], column: int) -> str:
    """The sum written out: ``27 / 2 = 13.5 → 14; 14 : 20 → 1 : 2``."""
    by = case.divisor
    share = "" if by == 1 else f"{case.men} / {by} = {decimal(case.men, by)}"
    if share and case.men % by:
        share += f" → {case.strength}"
    ratio = f"{case.strength} : {case.defenders} → {columns[column].replace(':', ' : ')}"
    return f"{share}; {ratio}" if share else ratio


def decimal(number: int, by: int) -> str:
    """A quotient to at most two places, without idle zeros."""
    return f"{number / by:.2f}".rstrip("0").rstrip(".")


def combat_case(
    tables: Tables, case: Assessment, column: int, shift: int, total: int = 0, place: str = ""
) -> CaseLook:
    """A fight as a case; *total* lights the row when the dice have fallen."""
    return CaseLook(
        title="Combat",
        place=place,
        inputs=(
            InputLine("Attacking men", str(case.men), "EE 4.1"),
            InputLine("Ground of the defender", f"/ {case.divisor}", "EE N6"),
            InputLine("Defending men", str(case.defenders), "EE 4.1"),
        ),
        sum_text=combat_sum(case, tables.combat.columns, column),
        chart=charts.combat_chart(tables, column, total + shift if total else 0),
        odds=combat_odds(tables, column, shift),
    )


def _battle(setting: Setting, state: State, ask: Decision, frame: Battle) -> CaseLook:
    case = assess(setting, state.pieces, frame.side, frame.target, frame.units)
    rolled = ask.shape == "outcome"
    factors = ask.factors or combat_factors(setting, state, frame)
    shift = frame.shift if rolled else sum(f.value for f in factors if f.on)
    column = frame.column if rolled else column_of(setting, frame, case)
    place = setting.fort.name(frame.target)
    total = frame.total if rolled else 0
    return combat_case(setting.tables, case, column, shift, total, place)


# ---- fire ---------------------------------------------------------------------------------------


def fire_odds(table: FireTable, column: int, by: int) -> tuple[OddsLine, ...]:
    """Points lost with their chances, the most first."""

    def label(total: int) -> Label:
        loss = half_down(table.loss(total, column), by)
        return f"{loss} lost" if loss else "no effect", "good" if loss else "none", -loss

    return table.odds(label)


def fire_case(
    table: FireTable,
    chart: ChartLook,
    by: int,
    *,
    title: str,
    place: str = "",
    total: int = 0,
) -> CaseLook:
    """A shot as a case."""
    column = chart.column
    text = f"result / {by}, a half down"
    if total:
        printed = table.loss(total, column)
        text = f"{printed} / {by} = {decimal(printed, by)} → {half_down(printed, by)}"
    return CaseLook(
        title=title,
        place=place,
        inputs=(
            InputLine("Column", table.columns[column], table.cite),
            InputLine("Ground of the target", f"/ {by}", "EE N16"),
        ),
        sum_text=text if by > 1 else "",
        chart=chart,
        odds=fire_odds(table, column, by),
    )


def _fire(setting: Setting, state: State, ask: Decision, frame: Fire) -> CaseLook:
    by = divisor(setting, state.pieces, ENEMY[frame.side], frame.target)
    total = frame.total if ask.shape == "outcome" else 0
    guns = frame.chart == "machine_gun"
    make = charts.gun_chart if guns else charts.artillery_chart
    table = setting.tables.machine_gun if guns else setting.tables.artillery
    chart = make(setting.tables, frame.column, total)
    place = setting.fort.name(frame.target)
    return fire_case(table, chart, by, title=frame.name, place=place, total=total)


# ---- landings, charges, the canal ---------------------------------------------------------------


def landing_case(tables: Tables, title: str, place: str = "", total: int = 0) -> CaseLook:
    """A glider as a case."""
    table = tables.landing

    def label(rolled: int) -> Label:
        if table.lost(rolled):
            return "glider lost", "bad", 9
        men = table.men_lost(rolled)
        return (f"lands, {men} lost", "mixed", men) if men else ("lands", "good", 0)

    chart = charts.landing_chart(table, total)
    return CaseLook(title=title, place=place, chart=chart, odds=table.odds(label))


def die_case(title: str, chart: ChartLook, faces: tuple[int, ...], place: str = "") -> CaseLook:
    """One die as a case."""
    labels: list[Label] = [
        (f"{n} lost" if n else "no effect", "mixed" if n else "none", n) for n in faces
    ]
    return CaseLook(title=title, place=place, chart=chart, odds=odds_lines(labels))


def charge_case(
    tables: Tables, needs: int, *, crew: bool, place: str = "", face: int = 0
) -> CaseLook:
    """A shaped charge as a case: it works on *needs* or more, a crew loses men by a second die."""
    faces = tables.demolition.faces if crew else (0,)

    def label(charge: int, men: int) -> Label:
        if charge < needs:
            return "the work stands", "bad", 99
        return (f"destroyed, {men} lost", "good", -men) if men else ("destroyed", "good", 0)

    return CaseLook(
        title="Shaped charge",
        place=place,
        inputs=(InputLine("Works on", f"{needs} or more", "EE N39"),),
        chart=charts.demolition_chart(tables, face) if crew else None,
        odds=odds_lines(label(die, men) for die in range(1, 7) for men in faces),
    )


def draw_case(setting: Setting, state: State, ask: Decision) -> CaseLook:
    """A draw: every face has the same chance. From the pool, what counts is whom it helps."""
    of = len(ask.faces)
    if ask.kind != "draw":
        return CaseLook(title=ask.prompt, odds=tuple(OddsLine(face, 1, of) for face in ask.faces))
    helped = [setting.tables.counters[counter].side for counter in state.cups[POOL]]
    odds = (
        OddsLine(f"helps the {SIDE_NAMES[side]}", helped.count(side), of, tone)
        for side, tone in SIDE_TONES
    )
    names = ", ".join(ask.faces)
    return CaseLook(title=ask.prompt, sum_text=f"In the pool: {names}", odds=tuple(odds))


SIDE_TONES: tuple[tuple[str, Tone], ...] = ((GERMAN, "good"), (BELGIAN, "bad"))
"""The Germans draw, so their counters count as good."""


# ---- the pending question -----------------------------------------------------------------------


def case(setting: Setting, state: State, answer: Answer | None) -> CaseLook | None:
    """The case of the pending roll or outcome, or of the attack that *answer* plans."""
    ask, frame = state.ask, state.stack[-1] if state.stack else None
    if ask is None or frame is None:
        return None
    if ask.shape not in ("roll", "outcome"):
        return _planned(setting, state, ask, frame, answer)
    if isinstance(answer, Roll) and answer.factors is not None:
        ask = replace(ask, factors=answer.factors)
    return _pending(setting, state, ask, frame)


def _planned(
    setting: Setting, state: State, ask: Decision, frame: object, answer: Answer | None
) -> CaseLook | None:
    """The roll that *answer* would lead to, as things stand."""
    match frame, answer:
        case Battle(), Pieces(pieces=units) if ask.kind == "attackers":
            return _plan(setting, state, replace(frame, units=units))
        case Battle(), Choose(key=key) if ask.kind == "flamethrower":
            return _plan(setting, state, replace(frame, flamethrower=key == "yes"))
        case Fire(), Cells(cells=(cell,)) if ask.kind == "fire-target":
            return _fire(setting, state, ask, replace(frame, target=cell))
        case Landing(), Path(pieces=(glider,), cells=(cell,)) if glider in state.pieces:
            name = state.pieces[glider].name
            return landing_case(setting.tables, name, setting.fort.name(cell))
        case Turn(), Cells(cells=(cell,)) if ask.kind == "attack-target":
            units = candidates(setting, state, ask.who, cell)
            return _plan(setting, state, Battle(step="", side=ask.who, target=cell, units=units))
        case _:
            return None


def _plan(setting: Setting, state: State, frame: Battle) -> CaseLook:
    found = assess(setting, state.pieces, frame.side, frame.target, frame.units)
    shift = sum(f.value for f in combat_factors(setting, state, frame))
    column = column_of(setting, frame, found)
    return combat_case(setting.tables, found, column, shift, place=setting.fort.name(frame.target))


def _pending(setting: Setting, state: State, ask: Decision, frame: object) -> CaseLook | None:
    rolled = ask.shape == "outcome"
    tables, name = setting.tables, setting.fort.name
    match frame:
        case Battle():
            return _battle(setting, state, ask, frame)
        case Fire():
            return _fire(setting, state, ask, frame)
        case Landing() if frame.glider in state.pieces:
            total = frame.total if rolled else 0
            title = state.pieces[frame.glider].name
            return landing_case(tables, title, name(frame.sector), total)
        case Demolition():
            crew = manned(setting, state, frame.work)
            face = frame.roll if rolled else 0
            needs = setting.tables.charge.needs(frame.work) if setting.options.charge_rolls else 1
            return charge_case(tables, needs, crew=crew, place=name(frame.work), face=face)
        case SpecialAction() if ask.chart == "canal":
            chart = charts.canal_chart(tables, frame.roll if rolled else 0)
            return die_case("Canal bunker", chart, tables.canal.faces, name(frame.work))
        case _:
            return draw_case(setting, state, ask) if ask.faces else None
