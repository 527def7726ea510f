"""What a roll rests on: inputs, the sum written out, the lit chart and exact odds."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import UnsetType

from wardesk.engine.types import Answer, Cells, Choose, Decision, Path, Pieces, Roll, replace
from wardesk.errors import UserError
from wardesk.games.eben_emael.ch04_battle import column_of, combat_factors
from wardesk.games.eben_emael.ch04_combat import Assessment, assess, candidates, judged
from wardesk.games.eben_emael.ch05_artillery import chart_of
from wardesk.games.eben_emael.position import divisor, manned
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import (
    BELGIAN,
    ENEMY,
    GERMAN,
    POOL,
    Battle,
    Demolition,
    Fire,
    GliderLanding,
    SpecialAction,
    State,
    Turn,
)
from wardesk.games.eben_emael.tables import Tables, decimal
from wardesk.games.shared.odds import half_up
from wardesk.games.shared.tables import Label, odds_lines
from wardesk.model.look import CaseLook, InputLine, OddsLine
from wardesk.words import join, say

# ---- combat -------------------------------------------------------------------------------------


def combat_sum(case: Assessment, columns: tuple[str, ...], column: int) -> str:
    """The sum written out: ``27 / 2 = 13.5 → 14; 14 : 20 → 1 : 2``."""
    by = case.divisor
    share = "" if by == 1 else f"{case.men} / {by} = {decimal(case.men, by)}"
    if share and case.men % by:
        share += f" → {case.strength}"
    ratio = f"{case.strength} : {case.defenders} → {columns[column].replace(':', ' : ')}"
    return f"{share}; {ratio}" if share else ratio


def combat_case(
    tables: Tables, case: Assessment, column: int, shift: int, total: int = 0, place: str = ""
) -> CaseLook:
    """A fight as a case; *total* lights the row when the dice have fallen."""
    inputs = (
        InputLine(say("Attacking men"), str(case.men), "EE 4.1"),
        InputLine(say("Ground of the defender"), f"/ {case.divisor}", "EE N6"),
        InputLine(say("Defending men"), str(case.defenders), "EE 4.1"),
    )
    return tables.combat.case(
        say("Combat"),
        column,
        total=total,
        shift=shift,
        place=place,
        inputs=inputs,
        sum_text=combat_sum(case, tables.combat.columns, column),
    )


def _battle(setting: Setting, state: State, ask: Decision, frame: Battle) -> CaseLook:
    case = assess(setting, state.pieces, frame.side, frame.target, frame.units)
    rolled = ask.shape == "outcome"
    ruled = {} if isinstance(frame.judged, UnsetType) else frame.judged
    if inputs := ruled if rolled else ask.proposed:
        case = judged(setting, inputs)
    factors = ask.factors or combat_factors(setting, state, frame)
    shift = frame.shift if rolled else sum(f.value for f in factors if f.on)
    column = frame.column if rolled else column_of(setting, frame, case)
    place = setting.fort.name(frame.target)
    total = frame.total if rolled else 0
    return combat_case(setting.tables, case, column, shift, total, place)


# ---- fire ---------------------------------------------------------------------------------------


def _fire(setting: Setting, state: State, ask: Decision, frame: Fire) -> CaseLook:
    by = divisor(setting, state.pieces, ENEMY[frame.side], frame.target)
    total = frame.total if ask.shape == "outcome" else 0
    place = setting.fort.name(frame.target)
    return chart_of(setting, frame).fire(frame.name, frame.column, by, total=total, place=place)


# ---- charges, draws -----------------------------------------------------------------------------


def charge_case(
    tables: Tables, needs: int, *, crew: bool, place: str = "", face: int = 0
) -> CaseLook:
    """A shaped charge as a case: it works on *needs* or more, a crew loses men by a second die."""
    faces = tuple(map(tables.demolition.loss, range(1, 7))) if crew else (0,)

    def label(charge: int, men: int) -> Label:
        if charge < needs:
            return say("the work stands"), "bad", 99
        if not men:
            return say("destroyed"), "good", 0
        return say("destroyed, {men} lost", men=men), "good", -men

    return CaseLook(
        title=say("Shaped charge"),
        place=place,
        inputs=(InputLine(say("Works on"), say("{least} or more", least=needs), "EE N39"),),
        chart=tables.demolition.chart(0 if face else -1, face) if crew else None,
        odds=odds_lines(label(die, men) for die in range(1, 7) for men in faces),
    )


def draw_case(setting: Setting, state: State, ask: Decision) -> CaseLook:
    """A draw: every face has the same chance. From the pool, what counts is whom it helps.

    The Germans draw, so their counters count as good.
    """
    of = len(ask.faces)
    if ask.kind != "draw":
        return CaseLook(title=ask.prompt, odds=tuple(OddsLine(face, 1, of) for face in ask.faces))
    sides = [setting.tables.counters[counter].side for counter in state.cups[POOL]]
    odds = (
        OddsLine(say("helps the Germans"), sides.count(GERMAN), of, "good"),
        OddsLine(say("helps the Belgians"), sides.count(BELGIAN), of, "bad"),
    )
    text = say("In the pool: {counters}", counters=join(", ", ask.faces))
    return CaseLook(title=ask.prompt, sum_text=text, odds=odds)


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
        case GliderLanding(), Path(pieces=(glider,), cells=(cell,)) if glider in state.pieces:
            name, place = state.pieces[glider].name, setting.fort.name(cell)
            return setting.tables.landing.case(name, place=place)
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
        case GliderLanding() if frame.glider in state.pieces:
            total = frame.total if rolled else 0
            title = state.pieces[frame.glider].name
            return tables.landing.case(title, place=name(frame.sector), total=total)
        case Demolition():
            crew = manned(setting, state, frame.work)
            face = frame.roll if rolled else 0
            needs = setting.tables.charge.needs(frame.work) if setting.options.charge_rolls else 1
            return charge_case(tables, needs, crew=crew, place=name(frame.work), face=face)
        case SpecialAction() if ask.chart == "canal":
            total = frame.roll if rolled else 0
            return tables.canal.case(say("Canal bunker"), place=name(frame.work), total=total)
        case _:
            return draw_case(setting, state, ask) if ask.faces else None


# ---- one table line by name and figures, for the command line -----------------------------------

Values = Mapping[str, str]
DIVISORS = (1, 2, 3)


def odds(tables: Tables, table: str, values: Values) -> CaseLook:
    """The exact distribution of one line. UserError that names tables and keys."""
    known = _TABLES.get(table)
    if known is None:
        raise UserError(
            say("There is no table {table!r}.", table=table),
            say("There are: {known!s}.", known=", ".join(_TABLES)),
        )
    make, keys = known
    wrong = sorted(set(values) - set(keys))
    if wrong:
        listed = ", ".join(keys) or "none"
        raise UserError(
            say("The table {table!s} has no key {key!r}.", table=table, key=wrong[0]),
            say("Its keys: {keys!s}.", keys=listed),
        )
    return make(tables, values)


def _number(values: Values, key: str, least: int, default: int | None = None) -> int:
    text = values.get(key)
    if text is None:
        if default is None:
            raise UserError(
                say("The value {key!s} is missing.", key=key), say("Add {key!s}=<number>.", key=key)
            )
        return default
    try:
        number = int(text)
    except ValueError:
        raise UserError(
            say("{key!s} is a whole number, not {text!r}.", key=key, text=text)
        ) from None
    if not least <= number <= 9999:
        told = say(
            "{key!s} lies between {least} and 9999, not {number}.",
            key=key,
            least=least,
            number=number,
        )
        raise UserError(told)
    return number


def _divisor(values: Values) -> int:
    by = _number(values, "divisor", 1, 1)
    if by not in DIVISORS:
        raise UserError(say("divisor is 1, 2 or 3, not {by}.", by=by))
    return by


def _switch(values: Values, key: str) -> bool:
    text = values.get(key, "no").lower()
    if text not in ("yes", "no"):
        raise UserError(say("{key!s} is yes or no, not {text!r}.", key=key, text=text))
    return text == "yes"


def _combat(tables: Tables, values: Values) -> CaseLook:
    men = _number(values, "attackers", 1)
    defenders, by = _number(values, "defenders", 1), _divisor(values)
    strength = half_up(men, by)
    column = tables.combat.column(strength, defenders)
    found = Assessment(men, by, strength, defenders, column)
    shift = _switch(values, "flamethrower") + _switch(values, "bonus")
    return combat_case(tables, found, column, shift)


def _machine_gun(tables: Tables, values: Values) -> CaseLook:
    table, text = tables.machine_gun, values.get("column", "").strip("[]")
    if text not in table.columns:
        raise UserError(say("column is one of {columns!s}.", columns=", ".join(table.columns)))
    return table.fire(
        say("Machine guns [{column}]", column=text), table.columns.index(text), _divisor(values)
    )


def _artillery(tables: Tables, values: Values) -> CaseLook:
    strength = _number(values, "strength", 1)
    table = tables.artillery
    return table.fire(
        say("Artillery {strength}", strength=strength), table.column(strength), _divisor(values)
    )


def _demolition(tables: Tables, values: Values) -> CaseLook:
    needs = tables.charge.needs(values.get("work", ""))
    crew = _switch(values, "garrison")
    return charge_case(tables, needs, crew=crew, place=values.get("work", ""))


_TABLES: Mapping[str, tuple[Callable[[Tables, Values], CaseLook], tuple[str, ...]]] = {
    "combat": (_combat, ("attackers", "defenders", "divisor", "flamethrower", "bonus")),
    "mg": (_machine_gun, ("column", "divisor")),
    "artillery": (_artillery, ("strength", "divisor")),
    "landing": (lambda tables, _: tables.landing.case(), ()),
    "canal": (lambda tables, _: tables.canal.case(say("Canal bunker")), ()),
    "demolition": (_demolition, ("work", "garrison")),
}
