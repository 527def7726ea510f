"""Chapter 8.1 to 8.3: direct fire, from the choice of a target to the result on the chart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from wardesk.engine.derived_cache import remembered
from wardesk.engine.draft import Draft
from wardesk.engine.question import Dice, DiceOutcome
from wardesk.engine.types import Answer, Factor, Outcome, OutcomeField, Roll
from wardesk.games.blitzkrieg.asked import BlitzkriegThrow, L
from wardesk.games.blitzkrieg.position import (
    Table,
    beside_enemy,
    dispersed,
    holds,
    is_infantry,
    kind_of,
    on_map,
    riders,
    sight_class,
    unit_name,
)
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import FRENCH, Assault, Fire, Hit, Mode, State, Unit, steps
from wardesk.games.blitzkrieg.tables import LEAST, RESULTS, column
from wardesk.games.shared.memory import remember
from wardesk.games.shared.odds import up
from wardesk.games.shared.tables import rolls
from wardesk.model.look import CaseLook, InputLine, Overlay
from wardesk.words import Spoken, say

D = Draft[Setting]
MOST_KEPT = 5000
"""Factors of shots that are kept."""
RESULT = (OutcomeField("result", say("Result"), choices=tuple(RESULTS)),)


# ---- 4.1, 4.2 who can be fired at ---------------------------------------------------------------


def weapon_reach(setting: Setting, table: Table, unit: Unit) -> int:
    """4.2 How far a unit fires now, in hexes; a neighbour can always be fired at (N1)."""
    reach = max(1, setting.reach[unit.id])
    if unit.neutralised or beside_enemy(setting, table, unit.at or "", unit.side):
        return 1
    return reach


def sees(setting: Setting, unit: Unit, target: Unit) -> bool:
    """4.1, 4.3 Whether a unit sees a target, by ground and by what the target is."""
    return target.at in setting.seen(unit.at or "", sight_class(setting, target))


def can_fire(
    setting: Setting, table: Table, shooter: Unit, target: Unit, *, mode: Mode = "active"
) -> bool:
    """8.1 Whether a line of fire, the range and the factor allow this shot."""
    if not _has_fire(setting, shooter):
        return False
    if target.hidden or target.aboard or not on_map(setting, target):
        return False
    far = setting.distance(shooter.at or "", target.at or "")
    if not 1 <= far <= weapon_reach(setting, table, shooter):
        return False
    return sees(setting, shooter, target) and strong_enough(
        setting, table, shooter, target, mode=mode
    )


def _has_fire(setting: Setting, shooter: Unit) -> bool:
    kind = kind_of(setting, shooter)
    return bool(kind and kind.attack) and not shooter.aboard and on_map(setting, shooter)


def strong_enough(
    setting: Setting,
    table: Table,
    shooter: Unit,
    target: Unit,
    *,
    moved: bool = False,
    mode: Mode = "active",
) -> bool:
    """8.2.2 Whether the final factor allows this shot, whatever range and sight may say.

    A company on board fires along with its carrier (12.1).
    """
    aboard = bool(riders(table, shooter.id))
    frame = Fire(
        step="aim",
        shooter=shooter.id,
        target=target.id,
        mode=mode,
        moved=moved,
        with_rider=aboard,
    )
    return final_of(setting, table, frame) >= LEAST


def targets_of(
    setting: Setting, table: Table, shooter: Unit, *, moved: bool = False
) -> tuple[str, ...]:
    """8.1 Whom a unit can fire at in its own activation; range 0 only ever fires back (4.2)."""
    return tuple(_targets(setting, table, shooter, moved=moved))


def has_target(setting: Setting, table: Table, shooter: Unit, *, moved: bool = False) -> bool:
    """8.1 Whether there is anybody at whom a unit can fire in its own activation."""
    return any(_targets(setting, table, shooter, moved=moved))


def _targets(setting: Setting, table: Table, shooter: Unit, *, moved: bool) -> Iterator[str]:
    if not setting.reach[shooter.id] or not _has_fire(setting, shooter):
        return
    reach = weapon_reach(setting, table, shooter)
    apart = setting.apart[shooter.at or ""]
    for unit in _shown(setting, table.pieces, shooter.side):
        if (
            1 <= apart[unit.at or ""] <= reach
            and sees(setting, shooter, unit)
            and strong_enough(setting, table, shooter, unit, moved=moved)
        ):
            yield unit.id


@remembered
def _shown(setting: Setting, pieces: Mapping[str, Unit], side: str) -> tuple[Unit, ...]:
    """Everybody on the map at whom *side* can fire, HQs too."""
    places = setting.neighbours
    found = [
        u
        for u in pieces.values()
        if u.side != side and u.at in places and not u.hidden and not u.aboard
    ]
    return tuple(found)


# ---- 8.2 the attack factor ----------------------------------------------------------------------


class Shot(NamedTuple):
    """8.2 A shot before the dice: attack, armour, and every modifier."""

    attack: int
    armour: int
    factors: tuple[Factor, ...]

    @property
    def base(self) -> int:
        """Attack less armour (8.2.1)."""
        return self.attack - self.armour

    @property
    def final(self) -> int:
        """The final attack factor (8.2.2)."""
        return self.base + sum(f.value for f in self.factors if f.on)


def attack_of(setting: Setting, unit: Unit, target: Unit) -> int:
    """8.2.1 The attack figure; guns fire at infantry with half of it, rounded up."""
    kind = kind_of(setting, unit)
    if kind is None:
        return 0
    attack = kind.attack_at(unit.steps)
    if kind.category == "gun" and is_infantry(setting, target):
        return up(attack, 2)
    return attack


def armour_of(setting: Setting, unit: Unit) -> int:
    """8.2.1 Armour; HQs and men have none."""
    kind = kind_of(setting, unit)
    return kind.armour if kind else 0


def shot_of(setting: Setting, table: Table, frame: Fire) -> Shot:
    """8.2 A shot with all that modifies it (8.2.3, 8.2.4)."""
    shooter, target = table.pieces[frame.shooter], table.pieces[frame.target]
    found = _modifiers(setting, table, frame, shooter, target)
    factors = tuple(_told(setting, each, shooter, target) for each in found)
    return Shot(attack_of(setting, shooter, target), armour_of(setting, target), factors)


def final_of(setting: Setting, table: Table, frame: Fire) -> int:
    """8.2.2 The final attack factor of a shot; kept by all that it depends on."""
    shooter, target = table.pieces[frame.shooter], table.pieces[frame.target]
    if frame.with_rider:
        return _final(setting, table, frame, shooter, target)
    key = (
        shooter,
        target,
        frame.mode,
        frame.moved,
        frame.first_round,
        holds(table, shooter.formation, "exhausted"),
        f"{target.at}/works" in table.marks,
        _sheltered(table, target, frame.mode == "assault"),
    )
    known = setting.kept["factors"]
    found = known.get(key)
    if found is None:
        found = _final(setting, table, frame, shooter, target)
        remember(known, key, found, most=MOST_KEPT)
    return found


def _final(setting: Setting, table: Table, frame: Fire, shooter: Unit, target: Unit) -> int:
    found = attack_of(setting, shooter, target) - armour_of(setting, target)
    return found + sum(value for _, value in _modifiers(setting, table, frame, shooter, target))


Modifier = tuple[str, int]
"""What changes a shot, by its word in `_NAMES`, and by how much. Shots are weighed far more often
than they are shown."""

_NAMES: Mapping[str, tuple[Spoken, str]] = {
    "moved": (say("Moves and fires"), "BK 6.1"),
    "firer_column": (say("In column"), "BK 7.2.1"),
    "firer_dispersed": (say("Dispersed"), "BK 7.2.2"),
    "exhausted": (say("Exhausted"), "BK 5.4"),
    "neutralised": (say("Neutralised"), "BK 8.4"),
    "out": (say("Out of command"), "BK 6.2"),
    "same_hex": (say("Same hex"), "BK 8.2.4"),
    "column": (say("Target in column"), "BK 7.2.1"),
    "dispersed": (say("Target dispersed"), "BK 7.2.2"),
    "works": (say("Works"), "BK 10.2"),
    "uphill": (say("Uphill"), "BK N31"),
    "rider": (say("Company on board"), "BK 12.1-C"),
    "loading": (say("Target gets on or off"), "BK N29"),
}
"""Name and rule of what changes a shot; those of range and cover tell how much, and which."""


def _told(setting: Setting, found: Modifier, shooter: Unit, target: Unit) -> Factor:
    what, value = found
    if what == "range":
        far = setting.distance(shooter.at or "", target.at or "")
        return Factor(what, say("Range {far}", far=far), value, "BK 8.2.4")
    if what == "cover":
        return Factor(what, _ground(setting, target.at or ""), value, "BK 8.2.3")
    name, cite = _NAMES[what]
    return Factor(what, name, value, cite)


def _modifiers(
    setting: Setting, table: Table, frame: Fire, shooter: Unit, target: Unit
) -> list[Modifier]:
    found = _of_shooter(setting, table, shooter, frame)
    figures, far = setting.tables.fire, setting.distance(shooter.at or "", target.at or "")
    # 8.2.4 Nothing next to each other, one less for each further hex, one more in one hex.
    if not far:
        found.append(("same_hex", figures.same_hex))
    elif far > 1:
        found.append(("range", figures.range * (far - 1)))
    found += of_target(setting, table, target, shooter.at or "", fought=frame.mode == "assault")
    if frame.with_rider:
        found += [("rider", attack_of(setting, u, target)) for u in riders(table, shooter.id)]
    if frame.mode == "opportunity" and target.handled:
        found.append(("loading", figures.loading))
    return found


def _of_shooter(setting: Setting, table: Table, unit: Unit, frame: Fire) -> list[Modifier]:
    figures, found = setting.tables.fire, list[Modifier]()
    if frame.moved:
        found.append(("moved", figures.moved))
    if unit.column and (frame.mode != "assault" or frame.first_round):
        found.append(("firer_column", figures.firer_column))
    if dispersed(setting, unit):
        found.append(("firer_dispersed", figures.firer_dispersed))
    if holds(table, unit.formation, "exhausted"):
        found.append(("exhausted", figures.exhausted))
    if unit.neutralised:
        found.append(("neutralised", figures.neutralised))
    if unit.out:
        found.append(("out", figures.out_of_command))
    return found


def of_target(
    setting: Setting, table: Table, target: Unit, origin: str, *, fought: bool = False
) -> list[Modifier]:
    """7.2, 8.2.3, 10.2 What a target's state and ground do; no *origin* for fire from afar."""
    figures, found = setting.tables.fire, list[Modifier]()
    cell = target.at or ""
    # 7.2.1 Direct fire only: not from afar, and in close combat only its own fire suffers.
    if target.column and origin and not fought:
        found.append(("column", figures.target_column))
    if dispersed(setting, target):
        found.append(("dispersed", figures.target_dispersed))
    # In close combat only the defenders are in cover (N30).
    cover = figures.cover.get(setting.terrain.get(cell, ""), 0)
    if cover and sight_class(setting, target) == "foot" and _sheltered(table, target, fought):
        found.append(("cover", cover))
    if (
        f"{cell}/works" in table.marks
        and is_infantry(setting, target)
        and _sheltered(table, target, fought)
    ):
        found.append(("works", figures.works))
    if origin and setting.levels.get(cell, 0) > setting.levels.get(origin, 0):
        found.append(("uphill", figures.uphill))
    return found


def _ground(setting: Setting, cell: str) -> Spoken:
    return {"village": say("Village"), "wood": say("Wood"), "orchard": say("Orchard")}.get(
        setting.terrain[cell], say("Cover")
    )


def _sheltered(table: Table, target: Unit, fought: bool) -> bool:
    return not fought or _defends(table, target)


def _defends(table: Table, target: Unit) -> bool:
    stack: Sequence[object] = getattr(table, "stack", ())
    fight = next((f for f in reversed(stack) if isinstance(f, Assault)), None)
    return fight is None or target.side != fight.side


# ---- the shot -----------------------------------------------------------------------------------


def result_of(setting: Setting, total: int, factor: int) -> str:
    """8.2.5 What the chart says; a 2 takes one step more by option (13.2)."""
    if factor < LEAST:
        return "-"
    found = str(setting.tables.combat.cell(total, column(factor)))
    if total == 2 and setting.options.critical_hits == "yes":
        return "2" if found == "1" else "1N"
    return found


def told_result(setting: Setting, unit: Unit, found: str) -> Spoken:
    """8.3 What a result of the chart is to *unit*: a red N counts for infantry only."""
    if found == "r":
        found = "N" if is_infantry(setting, unit) else "-"
    return RESULTS[found][0]


class ThrowOnChart(BlitzkriegThrow[L]):
    """Two dice on a column of the combat chart."""

    chart = "combat"

    def column(self, number: int) -> str:
        """The name of a column."""
        return self.setting.tables.combat.columns[number]

    def judged(self, found: str, unit: Unit, number: int) -> DiceOutcome:
        """8.3 A result on *unit*; an umpire may put another in its place."""
        told = told_result(self.setting, unit, found)
        column = self.column(number)
        return DiceOutcome({"result": found}, told, RESULT, self.about(), column=column)


@steps.throws(Fire, "aim", "rolled", "read", "apply")
class Shots(ThrowOnChart[Fire]):
    """8.2 One unit fires at another on the column of the final factor."""

    kind, cite, text = "fire", "BK 8.2.5", say("What does the fire do?")
    outcome_text = say("Does this fire result stand?")

    @property
    def shot(self) -> Shot:
        """Before the dice."""
        return shot_of(self.setting, self.state, self.frame)

    @property
    def shooter(self) -> Unit:
        """Who fires."""
        return self.state.pieces[self.frame.shooter]

    @property
    def target(self) -> Unit:
        """At whom."""
        return self.state.pieces[self.frame.target]

    def about(self) -> tuple[str, ...]:
        return (self.frame.shooter, self.frame.target)

    def dice(self) -> Dice:
        shot = self.shot
        context = say(
            "{shooter} fires at {target}: {attack} − {armour}",
            shooter=unit_name(self.setting, self.shooter),
            target=unit_name(self.setting, self.target),
            attack=shot.attack,
            armour=shot.armour,
        )
        named = self.column(column(shot.final))
        return Dice((6, 6), self.about(), context, named, factors=shot.factors)

    def kept(self, roll: Roll) -> Mapping[str, int]:
        """8.2.2 Dice and final factor."""
        return {"total": sum(roll.dice), "factor": self.shot.base + roll.modifier}

    def outcome(self) -> DiceOutcome:
        """8.2.5 What the chart says."""
        found = result_of(self.setting, self.frame.total, self.frame.factor)
        return self.judged(found, self.target, column(self.frame.factor))

    def answered(self, d: D, answer: Outcome) -> None:
        """8.3 It takes effect on the target; in a simultaneous round it waits (9.1.3)."""
        frame, found = self.frame, str(answer.value["result"])
        who = say("German fire") if self.shooter.side != FRENCH else say("French fire")
        text = say(
            "{who}, {shooter} on {target}: {result}",
            who=who,
            shooter=unit_name(d.setting, self.shooter),
            target=unit_name(d.setting, self.target),
            result=told_result(d.setting, self.target, found),
        )
        d.say(text, "BK 8.2.5", self.target.at)
        d.done()
        if frame.held_back:
            fight = d.stack[-1]
            row = (frame.target, found, frame.shooter)
            return d.goto(fight.step, pending=(*fight.pending, row))
        back = frame.shooter if frame.mode == "active" else ""
        return d.stack.append(Hit(step="begin", unit=frame.target, result=found, shooter=back))

    def case(self, answer: Answer | None) -> CaseLook:
        more = self.plus() if self.asked.factors else None
        return shot_case(self.setting, self.state, self.frame, more)

    def arrows(self) -> tuple[Overlay, ...]:
        a, b = self.shooter.at, self.target.at
        if a and b and a != b:
            return (Overlay("arc", line=(a, b), label=self.asked.prompt),)
        return super().arrows()


def shot_case(setting: Setting, state: State, frame: Fire, more: int | None = None) -> CaseLook:
    """What a shot rests on; *more*: the modifiers as they stand before an umpire."""
    shot = shot_of(setting, state, frame)
    shooter, target = state.pieces[frame.shooter], state.pieces[frame.target]
    far = setting.distance(shooter.at or "", target.at or "")
    inputs = (
        InputLine(say("Attack"), str(shot.attack), "BK 8.2.1"),
        InputLine(say("Armour"), str(shot.armour), "BK 8.2.1"),
        InputLine(say("Distance"), str(far), "BK 8.2.4"),
        InputLine(say("Line of sight"), _line_of_sight(setting, shooter, target), "BK 4.3"),
    )
    final = shot.final if more is None else shot.base + more
    final = frame.factor if frame.total else final
    names = say("{a} at {b}", a=unit_name(setting, shooter), b=unit_name(setting, target))
    return setting.tables.combat.case(
        say("Fire"),
        column(final),
        total=frame.total,
        place=names,
        inputs=inputs,
        sum_text=say("Attack factor {final}", final=final),
    )


def _line_of_sight(setting: Setting, shooter: Unit, target: Unit) -> Spoken:
    if not shooter.at or not target.at or shooter.at == target.at:
        return say("clear")
    group = sight_class(setting, target)
    found = setting.board.sight(shooter.at, target.at, target_class=group)
    return say("clear") if found.clear else found.reason


def effect(setting: Setting, state: State, frame: Fire) -> Fraction:
    """The chance that a shot does anything to its target."""
    shot, target = shot_of(setting, state, frame), state.pieces[frame.target]
    chart = setting.tables.combat
    idle = ("-",) if is_infantry(setting, target) else ("-", "r")
    totals = rolls(chart.dice)
    hits = sum(str(chart.cell(total, column(shot.final))) not in idle for total in totals)
    return Fraction(hits, len(totals))


def percent(chance: Fraction) -> Spoken:
    """A chance in words."""
    return say("{n} %", n=round(100 * chance))


def why_no_shot(
    setting: Setting, state: State, unit: Unit, target: Unit, *, reacts: bool = True
) -> tuple[Spoken, str]:
    """Why *unit* cannot fire at *target*, and the hex in the way if there is one."""
    far = setting.distance(unit.at or "", target.at or "")
    if reacts and unit.opp:
        return say("has reacted this turn"), ""
    if unit.aboard:
        return say("rides on its half-tracks"), ""
    if far > max(1, setting.reach[unit.id]):
        return say("{far} hexes off, range {n}", far=far, n=setting.reach[unit.id]), ""
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
