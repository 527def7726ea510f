"""What a roll rests on: inputs, the sum written out, the lit chart and exact odds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from wardesk.engine.types import COLUMN_SHIFT, Answer, Decision, Path
from wardesk.errors import UserError
from wardesk.games.remagen.ch09_fire import divisor, salvo_dice
from wardesk.games.remagen.ch10_hits import expected
from wardesk.games.remagen.ch12_combat import (
    column_of,
    hopeless,
    names,
    overwhelming,
    ratio,
    values,
)
from wardesk.games.remagen.ch13_morale import contact_units
from wardesk.games.remagen.charts import collapse_chart, divisors_chart, drop_chart
from wardesk.games.remagen.dice_cases import labour_case, men_case, plus, set_by
from wardesk.games.remagen.plans import FIRE, battle_line, front_lines, shot_lines
from wardesk.games.remagen.setting import Setting
from wardesk.games.remagen.state import (
    AnyFrame,
    Battle,
    Drop,
    Front,
    Hits,
    Labour,
    Salvo,
    State,
    Turn,
    Unit,
)
from wardesk.games.remagen.tables import RESULT_WORDS, Tables
from wardesk.model.look import CaseLook, InputLine, OddsLine
from wardesk.words import say, say_count


class Judged(NamedTuple):
    """What an umpire's hand or fallen dice make of a salvo; nothing of it by the rules alone."""

    total: int = 0
    """The sum of the dice that have fallen; 0 before."""
    by: int = 0
    """The divisor; 0 = by the range."""
    plus: int = 0


# ---- fire ---------------------------------------------------------------------------------------


def salvo_case(
    setting: Setting,
    state: State,
    units: Sequence[Unit],
    origin: str,
    target: str,
    judged: Judged | None = None,
) -> CaseLook | None:
    """Dice, divisor and expected hits of a salvo; None when nobody rolls."""
    dice = salvo_dice(setting, state, units, target)
    if not dice:
        return None
    total, by, plus = judged or Judged()
    by = by or divisor(setting, origin, target)
    far = setting.rhine.distance(origin, target)
    ways = expected(dice, by, plus)
    of = 6**dice
    mean = sum(hits * n for hits, n in ways.items()) / of
    odds = tuple(
        OddsLine(say_count("{n} hit", "{n} hits", n=hits), n, of, "good" if hits else "none")
        for hits, n in sorted(ways.items(), reverse=True)
    )
    text = say("{mean:.1f} hits expected", mean=mean)
    if total:
        text = say("{total} / {by} = {hits} hits", total=total, by=by, hits=total // by)
    return CaseLook(
        title=say("Salvo"),
        place=setting.rhine.name(target),
        inputs=(
            InputLine(say("Dice"), str(dice), "RB 10.1"),
            InputLine(say("Sectors away"), str(far), "RB 10.2"),
            InputLine(say("Divided by"), str(by), "RB 10.2"),
        ),
        sum_text=text,
        chart=divisors_chart(setting.tables, far),
        odds=odds,
    )


# ---- battles ------------------------------------------------------------------------------------


def battle_case(
    setting: Setting,
    attackers: int,
    defenders: int,
    place: str,
    face: int = 0,
    shift: int = 0,
    add: int = 0,
) -> CaseLook:
    """Odds and the results of the morale die; beyond the chart there is none."""
    table = setting.tables.morale
    a, b = ratio(attackers, defenders)
    inputs = (
        InputLine(say("Attacking combat value"), str(attackers), "RB 12.6"),
        InputLine(say("Defending combat value"), str(defenders), "RB 12.6"),
    )
    text = f"{attackers} : {defenders} → {a}–{b}"
    beyond = hopeless(attackers, defenders) or overwhelming(attackers, defenders)
    if beyond and not shift and not face:
        label, tone, _ = RESULT_WORDS["AX" if hopeless(attackers, defenders) else "DX"]
        return CaseLook(title=say("Combat morale"), place=place, inputs=inputs, sum_text=text,
                        chart=table.chart(), odds=(OddsLine(label, 1, 1, tone),))  # fmt: skip
    column = column_of(setting, attackers, defenders, shift)
    return table.case(
        say("Combat morale"),
        column,
        total=face,
        shift=add,
        place=place,
        inputs=inputs,
        sum_text=text,
    )


def _front(setting: Setting, state: State, frame: Front, answer: Answer | None) -> CaseLook | None:
    links = frame.links
    if isinstance(answer, Path) and answer.cells and answer.pieces[0] in state.pieces:
        link = (state.pieces[answer.pieces[0]].at or "", answer.cells[-1])
        others = tuple(one for one in links if one != link)
        links = others if link in links else (*others, link)
    lines = front_lines(setting, state, frame.side, links)
    if frame.battles:  # The front is divided: these are still to be fought.
        lines = tuple(battle_line(setting, state, frame.side, one) for one in frame.battles)
    if not lines:
        return None
    return CaseLook(title=say("The battle front"), lines=lines,
                    chart=setting.tables.morale.chart())  # fmt: skip


# ---- the pending question -----------------------------------------------------------------------


def case(setting: Setting, state: State, answer: Answer | None) -> CaseLook | None:
    """The case of the pending roll or outcome, or of what *answer* plans."""
    ask, frame = state.ask, state.stack[-1] if state.stack else None
    if ask is None or frame is None:
        return None
    pending = ask.shape in ("roll", "outcome")
    if not pending and isinstance(frame, Front):
        return _front(setting, state, frame, answer)
    if not pending:
        return _planned_shot(setting, state, ask.kind, answer)
    return _pending(setting, state, ask, frame)


def _pending(setting: Setting, state: State, ask: Decision, frame: AnyFrame) -> CaseLook | None:
    """The case of a roll, as an umpire has it, or of what came of it."""
    match frame:
        case Salvo() if ask.kind == "salvo":
            units = [state.pieces[p] for p in frame.firing if p in state.pieces]
            judged = _judged(ask, frame)
            return salvo_case(setting, state, units, frame.sector, frame.target, judged)
        case Battle():
            return _battle(setting, state, ask, frame)
        case Hits() if ask.kind == "hit-dice":
            return men_case(setting, state, frame, ask)
        case Labour() if ask.shape == "roll":
            return labour_case(setting, state, ask)
        case Drop():
            return CaseLook(title=say("Paratroop drop"), chart=drop_chart(setting.tables))
        case Turn() if ask.chart == "collapse":
            turn = state.tracks["turn"]
            most = int(ask.proposed.get("most", setting.tables.collapse.limit(turn)) or 0)
            fallen = ask.shape == "outcome"
            return collapse_case(setting.tables, turn, None if fallen else most - plus(ask))
        case _:
            return None


def _battle(setting: Setting, state: State, ask: Decision, frame: Battle) -> CaseLook | None:
    if frame.contact:
        cell = frame.contact[0]
        units = contact_units(setting, state, frame, cell)
        return salvo_case(setting, state, units, cell, frame.target, _judged(ask, frame))
    mine, theirs = values(setting, state, frame.side, (frame.attackers, frame.defenders))
    place = names(setting, frame.defenders)
    if ask.shape == "outcome":
        mine, theirs, shift = frame.judged or (mine, theirs, 0)
        return battle_case(setting, mine, theirs, place, frame.face, shift)
    mine, theirs = set_by(ask, "attackers") or mine, set_by(ask, "defenders") or theirs
    shift = set_by(ask, COLUMN_SHIFT)
    return battle_case(setting, mine, theirs, place, shift=shift, add=plus(ask))


def _judged(ask: Decision, frame: Salvo | Battle) -> Judged:
    if ask.shape == "outcome":
        return Judged(frame.total, frame.by)
    return Judged(by=set_by(ask, "divisor"), plus=plus(ask))


def _planned_shot(
    setting: Setting, state: State, kind: str, answer: Answer | None
) -> CaseLook | None:
    if kind not in FIRE or state.ask is None:
        return None
    picked = answer.pieces if isinstance(answer, Path) else state.ask.pieces
    units = [state.pieces[p] for p in picked if p in state.pieces]
    if not units:
        return None
    if not isinstance(answer, Path) or not answer.cells:
        lines = shot_lines(setting, state, units)
        return CaseLook(title=say("Expected hits"), lines=lines) if lines else None
    return salvo_case(setting, state, units, units[0].at or "", answer.cells[-1])


def collapse_case(tables: Tables, turn: int, judged: int | None = None) -> CaseLook:
    """The chance of this turn, or with the face that an umpire has *judged*."""
    most = max(0, min(6, tables.collapse.limit(turn) if judged is None else judged))
    odds = tuple(
        line for line in (
            OddsLine(say("The bridge stands"), 6 - most, 6, "good"),
            OddsLine(say("The bridge collapses"), most, 6, "bad"),
        ) if line.ways
    )  # fmt: skip
    return CaseLook(title=say("The Ludendorff Bridge"), chart=collapse_chart(tables), odds=odds)


# ---- one table line by name and figures, for the command line -----------------------------------


def odds(tables: Tables, table: str, values_of: Mapping[str, str]) -> CaseLook:
    """The exact distribution of one line. UserError that names tables and keys."""
    keys = {"morale": ("attackers", "defenders"), "collapse": ("turn",),
            "salvo": ("dice", "divisor")}  # fmt: skip
    if table not in keys:
        raise UserError(
            say("There is no table {table!r}.", table=table),
            say("There are: {known!s}.", known=", ".join(keys)),
        )
    found = [_number(values_of, key) for key in keys[table]]
    wrong = sorted(set(values_of) - set(keys[table]))
    if wrong:
        raise UserError(
            say("The table {table!s} has no key {key!r}.", table=table, key=wrong[0]),
            say("Its keys: {keys!s}.", keys=", ".join(keys[table])),
        )
    if table == "collapse":
        return collapse_case(tables, found[0])
    if table == "salvo":
        ways, of = expected(min(found[0], 40), found[1]), 6 ** min(found[0], 40)
        lines = tuple(
            OddsLine(say_count("{n} hit", "{n} hits", n=n), w, of) for n, w in sorted(ways.items())
        )
        return CaseLook(title=say("Salvo"), odds=lines)
    return tables.morale.case(column=tables.morale.column(found[0], found[1]))


def _number(values_of: Mapping[str, str], key: str) -> int:
    text = values_of.get(key)
    if text is None:
        raise UserError(
            say("The value {key!s} is missing.", key=key), say("Add {key!s}=<number>.", key=key)
        )
    if not text.isdecimal() or not 1 <= int(text) <= 9999:
        raise UserError(say("{key!s} is a whole number, not {text!r}.", key=key, text=text))
    return int(text)
