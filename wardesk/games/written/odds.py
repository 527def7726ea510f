"""What an attack comes to: strengths, column, modifiers, and the exact chances of each result."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from wardesk.engine.types import Factor
from wardesk.games.shared.tables import Label, Tone, odds_lines, rolls
from wardesk.games.written.position import Table, changed, fits, holds, is_where
from wardesk.games.written.schema import Chart, Check, Combat, Do, If, Modifier
from wardesk.games.written.setting import Setting
from wardesk.games.written.state import Unit
from wardesk.model.look import CaseLook, ChartLook, InputLine, OddsLine, Origin
from wardesk.words import Spoken, join, say


class AttackCase(NamedTuple):
    """An attack weighed: where it is read, and why."""

    combat: Combat
    chart: Chart
    column: int
    """-1: left of the chart."""
    attack: Fraction
    defence: Fraction
    shifts: tuple[tuple[Modifier, int], ...]
    """Modifiers of column and strengths, and how much each came to."""
    factors: tuple[Factor, ...]
    """Modifiers of the dice."""

    @property
    def off(self) -> bool:
        """Whether it is off the chart: a result without dice."""
        return self.column < 0 and bool(self.chart.below)

    @property
    def die(self) -> int:
        """What is added to the dice."""
        return sum(factor.value for factor in self.factors)

    @property
    def column_name(self) -> str:
        """The column it is read in."""
        return self.chart.columns[max(0, self.column)] if not self.off else ""

    @property
    def ratio(self) -> Spoken:
        """Both strengths in a word."""
        if self.combat.kind == "strength":
            return _figure(self.attack)
        return say("{a!s} to {b!s}", a=_figure(self.attack), b=_figure(self.defence))


def _figure(value: Fraction) -> str:
    whole, rest = divmod(value, 1)
    return f"{whole}" if not rest else f"{whole or ''}½" if rest == Fraction(1, 2) else f"{value}"


def dice_of(dice: str) -> tuple[int, ...]:
    """The faces of each die of ``2d6``."""
    number, faces = map(int, dice.split("d"))
    return (faces,) * number


def weigh(
    setting: Setting, table: Table, combat: Combat, mine: Sequence[Unit], theirs: Sequence[Unit],
    target: str,
) -> AttackCase:  # fmt: skip
    """An attack of some counters on those in a cell."""
    chart = setting.charts[combat.chart]
    side = mine[0].side if mine else ""
    counted = [
        (m, n) for m in combat.modifiers if (n := _counts(setting, table, m, mine, theirs, target))
    ]
    attack = sum((_attack(setting, table, combat, u, counted, target) for u in mine), Fraction(0))
    defence = Fraction(0)
    if combat.kind in ("odds", "difference"):
        for unit in theirs:
            figure = Fraction(setting.figure(unit.id, combat.defence, unit.face))
            if unit.state:
                figure *= Fraction(*setting.states[unit.state].defence)
            defence += figure
    shifts: list[tuple[Modifier, int]] = []
    columns, factors = 0, list[Factor]()
    for one, times in counted:
        by = one.by * times
        if one.adds == "column":
            columns += by
            shifts.append((one, by))
        elif one.adds == "die":
            factors.append(Factor(one.id, one.title, by, one.cite))
        else:
            shifts.append((one, by))
            if one.adds == "defence":
                defence = defence * Fraction(*one.times) + by
            elif one.case.count != "each":
                attack = attack * Fraction(*one.times) + by
    column = _column(combat, chart.columns, attack, defence, columns)
    if column < 0 and not chart.below:
        column = 0
    del side
    return AttackCase(combat, chart, column, attack, defence, tuple(shifts), tuple(factors))


def _attack(
    setting: Setting, table: Table, combat: Combat, unit: Unit,
    counted: Sequence[tuple[Modifier, int]], target: str,
) -> Fraction:  # fmt: skip
    figure = setting.figure(unit.id, combat.attack, unit.face)
    found = changed(setting, table, unit, figure, combat.changes)
    if unit.state:
        found *= Fraction(*setting.states[unit.state].attack)
    for one, _ in counted:
        if one.adds == "attack" and one.case.count == "each" and _strikes(
            setting, table, one.case, unit, target
        ):  # fmt: skip
            found *= Fraction(*one.times)
    return found


def _strikes(setting: Setting, table: Table, case: If, unit: Unit, target: str) -> bool:
    """Whether an attacker is one that a case speaks of."""
    origin = unit.at or ""
    return (
        fits(setting, table.pieces, unit, case.attacker)
        and (not case.across or any(k in case.across for k in setting.between(origin, target)))
        and (not case.beyond or setting.far(target).get(origin, 0) > case.beyond)
        and is_where(setting, table, case.firing_from, origin, unit.side)
    )


def _counts(
    setting: Setting, table: Table, modifier: Modifier, mine: Sequence[Unit],
    theirs: Sequence[Unit], target: str,
) -> int:  # fmt: skip
    """How many times a modifier counts."""
    case = modifier.case
    if not (
        holds(table, case.when)
        and is_where(setting, table, case.ground, target, mine[0].side if mine else "")
        and all(fits(setting, table.pieces, unit, case.defender) for unit in theirs)
    ):
        return 0
    fitting = sum(_strikes(setting, table, case, unit, target) for unit in mine)
    if case.count == "each":
        return min(fitting, modifier.most)
    return int(fitting == len(mine) if case.count == "all" else fitting > 0)


def _column(
    combat: Combat, names: Sequence[str], attack: Fraction, defence: Fraction, shift: int
) -> int:
    """The column after all shifts; -1 left of the chart."""
    figures = _figures(combat.kind, tuple(names))
    last = len(figures) - 1
    if combat.kind == "odds":
        found = attack / defence if defence else figures[-1] + 1
        if combat.round == "nearest":
            found = _nearest(found)
    else:
        found = attack - defence
    column = max((n for n, figure in enumerate(figures) if found >= figure), default=-1)
    if column == last and combat.cap == "after" and combat.kind == "odds":
        column += int(found - figures[-1])  # shifts count from the true odds
    if column < 0 and combat.round == "defender":
        column = 0
    return min(max(column + shift, -1), last)


def _nearest(ratio: Fraction) -> Fraction:
    if ratio >= 1:
        return Fraction(int(ratio + Fraction(1, 2)))
    return Fraction(1, max(1, int(1 / ratio + Fraction(1, 2)))) if ratio else ratio


@lru_cache(256)
def _figures(kind: str, names: tuple[str, ...]) -> tuple[Fraction, ...]:
    if kind == "odds":
        pairs = (name.partition(":") for name in names)
        return tuple(Fraction(int(a), int(b)) for a, _, b in pairs)
    return tuple(Fraction(int(name)) for name in names)


def read(chart: Chart, column: int, total: int) -> str:
    """What stands in a chart for a total; totals beyond it are read in its first or last row."""
    if column < 0:
        return chart.below
    least, most = _totals(tuple(chart.rows))
    return chart.rows[str(min(max(total, least), most))][column]


@lru_cache(256)
def _totals(rows: tuple[str, ...]) -> tuple[int, int]:
    figures = [int(row) for row in rows]
    return min(figures), max(figures)


# ---- what results are worth ----------------------------------------------------------------------

_WORTH = {"lose": 1.0, "eliminate": 2.0, "retreat": 0.8, "match": 1.2, "state": 0.6, "check": 0.3}


def worth(doing: Sequence[Do]) -> float:
    """What a result is worth to the attackers, in steps."""
    found = 0.0
    for one in doing:
        steps = _WORTH.get(one.do, 0.0) * (one.steps if one.do == "lose" else 1)
        found += steps if one.whom == "defender" else -steps
    return found


def expected(case: AttackCase) -> float:
    """The same of an attack, by exact chances."""
    if case.off:
        return worth(case.chart.results.get(case.chart.below, ()))
    return _expected(case.chart.id, _Kept(case.chart), case.column, case.die)


class _Kept:
    """A chart as a key: charts hold tables and so have no hash."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart

    def __hash__(self) -> int:
        return hash(self.chart.id)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Kept) and other.chart is self.chart


@lru_cache(2048)
def _expected(_: str, kept: _Kept, column: int, die: int) -> float:
    chart = kept.chart
    totals = rolls(dice_of(chart.dice))
    found = (worth(chart.results[read(chart, column, total + die)]) for total in totals)
    return sum(found) / len(totals)


def told(chart: Chart, result: str) -> Spoken:
    """A result in words."""
    return chart.words.get(result, result)


def tone(doing: Sequence[Do]) -> Tone:
    """How good a result is for the attackers."""
    mine = any(one.whom == "attacker" for one in doing)
    theirs = any(one.whom == "defender" for one in doing)
    if mine and theirs:
        return "mixed"
    return "good" if theirs else "bad" if mine else "none"


def lines_of(chart: Chart, column: int, die: int) -> tuple[OddsLine, ...]:
    """The exact chances of a column."""
    order = sorted(chart.results, key=lambda name: -worth(chart.results[name]))

    def label(total: int) -> Label:
        result = read(chart, column, total + die)
        return told(chart, result), tone(chart.results[result]), order.index(result)

    return odds_lines(label(total) for total in rolls(dice_of(chart.dice)))


# ---- for a screen --------------------------------------------------------------------------------

_ORIGINS: dict[str, Origin] = {"stated": "stated", "deduced": "deduced", "rebuilt": "rebuilt",
                               "own": "own", "laid over": "own"}  # fmt: skip


def chart_look(
    setting: Setting, chart: Chart, column: int = -1, total: int | None = None
) -> ChartLook:
    """A chart as it is printed, a column and a row of it lit."""
    rows = sorted(chart.rows, key=int)
    laid = {cell.path: cell.origin for cell in setting.over}
    row = -1
    if total is not None:
        least, most = _totals(tuple(chart.rows))
        row = rows.index(str(min(max(total, least), most)))

    def origin(name: str, number: int) -> Origin:
        found = laid.get(f"chart.{chart.id}.rows.{name}.{number}")
        own = chart.origins.get(f"rows.{name}.{chart.columns[number]}", chart.origin)
        return found or _ORIGINS.get(own, "")

    origins = tuple(tuple(origin(r, n) for n in range(len(chart.columns))) for r in rows)
    return ChartLook(
        id=chart.id,
        title=chart.title or chart.id,
        cite=chart.cite,
        corner=chart.dice,
        columns=chart.columns,
        rows=tuple(rows),
        cells=tuple(chart.rows[r] for r in rows),
        column=column,
        row=row,
        reconstruction=chart.origin == "rebuilt",
        origins=origins if any(any(line) for line in origins) else (),
    )


def case_look(
    setting: Setting, case: AttackCase, target: str, total: int | None = None
) -> CaseLook:
    """An attack with its chart, its modifiers and its exact chances."""
    inputs = [InputLine(say("Attack"), _figure(case.attack), case.combat.cite)]
    if case.combat.kind != "strength":
        inputs.append(InputLine(say("Defence"), _figure(case.defence), case.combat.cite))
    for one, by in case.shifts:
        if one.adds == "column":
            text = say("{by} columns", by=f"{by:+d}") if abs(by) != 1 else say(
                "{by} column", by=f"{by:+d}")  # fmt: skip
        else:
            text = f"×{Fraction(*one.times)}" if one.times != (1, 1) else f"{by:+d}"
        inputs.append(InputLine(one.title, text, one.cite))
    inputs += [InputLine(f.name, f"{f.value:+d}", f.cite) for f in case.factors]
    chart = case.chart
    sum_text = join(": ", (case.ratio, case.column_name)) if not case.off else case.ratio
    return CaseLook(
        title=case.combat.title or case.combat.id,
        place=setting.name(target),
        inputs=tuple(inputs),
        sum_text=sum_text,
        chart=chart_look(setting, chart, case.column, total),
        odds=() if case.off else lines_of(chart, max(0, case.column), case.die),
    )


def check_factors(setting: Setting, table: Table, check: Check, unit: Unit) -> tuple[Factor, ...]:
    """What is added to the dice of a check."""
    return tuple(
        Factor(one.id, one.title, one.by, one.cite)
        for one in check.modifiers
        if one.adds == "die"
        and holds(table, one.case.when)
        and fits(setting, table.pieces, unit, one.case.defender)
        and is_where(setting, table, one.case.ground, unit.at or "", unit.side)
    )
