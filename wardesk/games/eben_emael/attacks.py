"""How an attack stands and what it comes to: who may join, odds, and losses on average (4.1)."""

from __future__ import annotations

from msgspec import Struct

from wardesk.engine.types import COLUMN_SHIFT, Factor, OutcomeField, Reason, Record
from wardesk.games.eben_emael.position import (
    Pieces,
    destroyed,
    divisor,
    ground,
    men_at,
    open_door,
    soldiers,
)
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import (
    BELGIAN,
    BONUS,
    ENEMY,
    GERMAN,
    Battle,
    State,
)
from wardesk.games.eben_emael.tables import Tables, decimal
from wardesk.games.shared.memory import remember
from wardesk.games.shared.odds import half_up
from wardesk.games.shared.stacking import totals
from wardesk.games.shared.tables import rolls
from wardesk.model.advice import Advice
from wardesk.model.look import CaseLook, InputLine
from wardesk.words import say

ROLLS = rolls((6, 6))
EXCHANGE = say("men: the enemy's less one's own")
MOST_KEPT = 4096
"""Attacks whose exchange is kept."""


class Assessment(Struct, frozen=True):
    """How an attack stands: the figures of rule 4.1 and 4.2."""

    men: int
    divisor: int
    strength: int
    defenders: int
    column: int


def assess(
    setting: Setting, pieces: Pieces, side: str, target: str, units: tuple[str, ...]
) -> Assessment:
    """Strength against strength, the attacker's divided by the best single figure (4.1, EE N6)."""
    live = [pieces[u] for u in units if u in pieces and pieces[u].at is not None]
    door = setting.tables.constants.exit_occupied
    # Whoever attacks from inside comes out under the feet of the enemy (EE N12).
    men = sum(c.men for c in live if not c.inside)
    men += min(door, sum(c.men for c in live if c.inside))
    return weigh(setting, pieces, side, target, men)


def weigh(setting: Setting, pieces: Pieces, side: str, target: str, men: int) -> Assessment:
    """How *men* of *side* stand against who holds *target*, wherever they come from (4.1)."""
    by = divisor(setting, pieces, ENEMY[side], target)
    defenders = min(men_at(pieces, ENEMY[side], target), setting.tables.constants.capacity)
    strength = half_up(men, by)
    column = setting.tables.combat.column(strength, defenders)
    return Assessment(men, by, strength, defenders, column)


def inputs_of(case: Assessment) -> Record:
    """What an umpire may have an attack rest on instead, as the rules have it."""
    return {
        "men": case.men, "ground": str(case.divisor), "defenders": case.defenders, COLUMN_SHIFT: 0,
    }  # fmt: skip


def input_fields(setting: Setting, case: Assessment) -> tuple[OutcomeField, ...]:
    """The same as fields: men, divisor of the ground, men inside, columns to the right."""
    most, last = 2 * setting.tables.constants.capacity, len(setting.tables.combat.columns) - 1
    grounds = sorted({"1", "2", "3", str(case.divisor)})
    return (
        OutcomeField("men", say("Attacking men"), 1, max(most, case.men)),
        OutcomeField("ground", say("Ground of the defender"), choices=tuple(grounds)),
        OutcomeField("defenders", say("Defending men"), 1, max(most, case.defenders)),
        OutcomeField(COLUMN_SHIFT, say("Column"), -last, last),
    )


def judged(setting: Setting, inputs: Record) -> Assessment:
    """The attack with the men, the ground and the column that an umpire has set."""
    men, defenders = int(inputs["men"] or 0), int(inputs["defenders"] or 0)
    by = int(inputs["ground"] or 1)
    strength = half_up(men, by)
    table = setting.tables.combat
    column = table.column(strength, defenders) + int(inputs[COLUMN_SHIFT] or 0)
    column = max(0, min(column, len(table.columns) - 1))
    return Assessment(men, by, strength, defenders, column)


def candidates(setting: Setting, state: State, side: str, target: str) -> tuple[str, ...]:
    """Units that may attack *target* now: adjacent, or at the door under it (4.1, EE N12)."""
    beside = setting.fort.neighbours[target]
    door = (target,) if open_door(setting, state, target) else ()
    return tuple(
        c.id
        for c in soldiers(state.pieces, side)
        if not c.attacked and c.at in (door if c.inside else beside)
    )


def attack_targets(setting: Setting, state: State, side: str) -> tuple[str, ...]:
    """Sectors with enemy soldiers that some unit of *side* may attack now (4.1)."""
    found: set[str] = set()
    held = {c.at for c in soldiers(state.pieces, ENEMY[side]) if c.at is not None}
    for c in soldiers(state.pieces, side):
        if c.attacked or c.at is None:
            continue
        if not c.inside:
            found.update(setting.fort.neighbours[c.at])
        elif open_door(setting, state, c.at):
            found.add(c.at)
    return tuple(sorted(held & found))


def must_attack(setting: Setting, pieces: Pieces) -> tuple[str, ...]:
    """Belgian units in the open that stand next to Germans and have not attacked (phase VI).

    Whoever is in a work or in a trench need not.
    """
    held = ground(pieces, GERMAN)
    return tuple(
        c.id
        for c in soldiers(pieces, BELGIAN)
        if not c.inside
        and not c.attacked
        and c.at is not None
        and c.at not in setting.fort.trenches
        and not held.isdisjoint(setting.fort.neighbours[c.at])
    )


def can_blow(setting: Setting, state: State) -> tuple[str, ...]:
    """German units alone on a work that stands, with a charge and their attack unspent (EE N39)."""
    belgians = ground(state.pieces, BELGIAN)
    return tuple(
        c.id
        for c in soldiers(state.pieces, GERMAN)
        if c.charges
        and not c.attacked
        and c.at in setting.fort.works
        and c.at not in belgians
        and not destroyed(state.marks, c.at)
    )


def against_group(
    setting: Setting, pieces: Pieces, target: str, units: tuple[str, ...]
) -> tuple[Reason, ...]:
    """No more than 80 points may attack across one edge (EE N3)."""
    limit = setting.tables.constants.capacity
    across = totals((pieces[unit] for unit in units), lambda unit: unit.men)
    return tuple(
        Reason(
            say(
                "{men} points attack from {place}, {most} may",
                men=men,
                place=setting.fort.name(at),
                most=limit,
            ),
            "EE N3",
            at=at,
        )
        for at, men in across.items()
        if men > limit and at != target
    )


def team(setting: Setting, pieces: Pieces, target: str, units: tuple[str, ...]) -> tuple[str, ...]:
    """As many of *units*, the first ones first, as may attack *target* together (EE N3)."""
    while len(units) > 1 and against_group(setting, pieces, target, units):
        units = units[:-1]
    return units


# ---- the roll -----------------------------------------------------------------------------------


def column_of(setting: Setting, frame: Battle, case: Assessment) -> int:
    """The odds column; by option a flamethrower moves it by one instead of the dice (EE N22)."""
    shift = 1 if frame.flamethrower and setting.options.flamethrower == "column" else 0
    return min(case.column + shift, len(setting.tables.combat.columns) - 1)


def combat_factors(setting: Setting, state: State, frame: Battle) -> tuple[Factor, ...]:
    """What is added to the roll: the flamethrower, and the counter of the turn."""
    found: list[Factor] = []
    if frame.flamethrower and setting.options.flamethrower == "die":
        found.append(Factor("flamethrower", say("Flamethrower"), 1, "EE N22"))
    if frame.side == GERMAN and BONUS in state.marks:
        found.append(Factor("bonus", say("German attacks"), 1, "EE N67"))
    return tuple(found)


# ---- on average ---------------------------------------------------------------------------------


def exchange(
    tables: Tables, found: Assessment, column: int, shift: int = 0
) -> tuple[float, float, float]:
    """What an attack costs and takes on average, and the chance that it takes more than it costs.

    *shift* is added to the dice. Nobody can lose more men than he has.
    """
    key = (column, shift, found.men, found.defenders)
    known = tables.combat.exchanges
    return known.get(key) or remember(known, key, _exchange(tables, *key), MOST_KEPT)


def _exchange(
    tables: Tables, column: int, shift: int, men: int, defenders: int
) -> tuple[float, float, float]:
    losses, of = tables.combat.spread(column, shift), len(rolls(tables.combat.dice))
    cost = sum(min(mine, men) * ways for mine, _, ways in losses) / of
    take = sum(min(theirs, defenders) * ways for _, theirs, ways in losses) / of
    better = sum(ways for mine, theirs, ways in losses if theirs > mine) / of
    return cost, take, better


def worth(setting: Setting, found: Assessment) -> float:
    """What a Belgian attack brings against staying: its exchange in shares of both totals.

    The game is lost with 85 Germans and with 329 Belgians: a German weighs almost four Belgians.
    """
    figures = setting.tables.constants
    cost, take, _ = exchange(setting.tables, found, found.column)
    return take / figures.german_men - cost / figures.belgian_men


def advised(
    setting: Setting,
    state: State,
    frame: Battle,
    found: Assessment,
    *,
    label: str,
    hint: str,
    cells: tuple[str, ...] = (),
    pieces: tuple[str, ...] = (),
) -> Advice:
    """What the attack of *frame*, which stands as *found*, takes less what it costs."""
    shift = sum(factor.value for factor in combat_factors(setting, state, frame))
    column = column_of(setting, frame, found)
    cost, take, better = exchange(setting.tables, found, column, shift)
    return Advice(
        label=label,
        cells=cells,
        pieces=pieces,
        value=take - cost,
        figure=f"{take - cost:+.1f}".replace("-", "−"),
        unit=EXCHANGE,
        text=say(
            "{ratio}: costs {cost:.1f}, takes {take:.1f} of {men}; ahead {chance} %",
            ratio=setting.tables.combat.columns[column].replace(":", " : "),
            cost=cost,
            take=take,
            men=found.defenders,
            chance=f"{better * 100:.0f}",
        ),
        hint=hint,
        cite="EE 4.2",
    )


# ---- for a screen -------------------------------------------------------------------------------


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


def planned_case(setting: Setting, state: State, frame: Battle) -> CaseLook:
    """The attack of *frame* as things stand."""
    found = assess(setting, state.pieces, frame.side, frame.target, frame.units)
    shift = sum(f.value for f in combat_factors(setting, state, frame))
    column = column_of(setting, frame, found)
    return combat_case(setting.tables, found, column, shift, place=setting.fort.name(frame.target))
