"""Chapter 4: attacks on a sector, from the choice of target to the advance (phases III and VI)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from wardesk.engine.draft import Draft
from wardesk.engine.types import (
    Cells,
    Choice,
    Choose,
    Decision,
    Factor,
    Outcome,
    OutcomeField,
    Pieces,
    Reason,
    Roll,
)
from wardesk.games.eben_emael.ch03_movement import enter, room
from wardesk.games.eben_emael.control import settle
from wardesk.games.eben_emael.garrison import withdraw
from wardesk.games.eben_emael.position import (
    Marks,
    closed,
    divisor,
    ground,
    manned,
    soldiers,
    soldiers_at,
)
from wardesk.games.eben_emael.position import Pieces as Table
from wardesk.games.eben_emael.state import (
    BELGIAN,
    ENEMY,
    GERMAN,
    Battle,
    Counter,
    Demolition,
    Fire,
    Losses,
    Turn,
)
from wardesk.games.eben_emael.steps import steps
from wardesk.games.eben_emael.tables import half_up, odds_column

if TYPE_CHECKING:
    from wardesk.games.eben_emael.rules import EbenEmaelRules

FIELDS = (
    OutcomeField("attacker_loss", "Attacker loses", 0, 99),
    OutcomeField("defender_loss", "Defender loses", 0, 99),
)
END_ATTACKS = Choice("done", "No more attacks", "EE 2.1-III")


class Assessment(Struct, frozen=True):
    """How an attack stands: the figures of rule 4.1 and 4.2."""

    men: int
    divisor: int
    strength: int
    defenders: int
    column: int


def assess(
    rules: EbenEmaelRules, pieces: Table, side: str, target: str, units: tuple[str, ...]
) -> Assessment:
    """Strength against strength, the attacker's divided by the best single figure (4.1, EE N6)."""
    men = sum(pieces[u].men for u in units if u in pieces and pieces[u].at is not None)
    by = divisor(pieces, rules.fort, ENEMY[side], target)
    held = sum(c.men for c in soldiers_at(pieces, ENEMY[side], target))
    defenders = min(held, rules.tables.constants.capacity)
    strength = half_up(men, by)
    return Assessment(men, by, strength, defenders, odds_column(strength, defenders))


def candidates(pieces: Table, rules: EbenEmaelRules, side: str, target: str) -> tuple[str, ...]:
    """Units that may attack *target* now: adjacent, or at the door under it (4.1, EE N12)."""
    beside = rules.fort.neighbours[target]
    return tuple(
        c.id
        for c in soldiers(pieces, side)
        if not c.attacked and ((not c.inside and c.at in beside) or (c.inside and c.at == target))
    )


def attack_targets(pieces: Table, rules: EbenEmaelRules, side: str) -> tuple[str, ...]:
    """Sectors with enemy soldiers that some unit of *side* may attack now (4.1)."""
    found: set[str] = set()
    held = {c.at for c in soldiers(pieces, ENEMY[side]) if c.at is not None}
    for c in soldiers(pieces, side):
        if c.attacked or c.at is None:
            continue
        found.update((c.at,) if c.inside else rules.fort.neighbours[c.at])
    return tuple(sorted(held & found))


def must_attack(pieces: Table, rules: EbenEmaelRules) -> tuple[str, ...]:
    """Belgian units outside works that stand next to Germans and have not attacked (phase VI)."""
    held = ground(pieces, GERMAN)
    return tuple(
        c.id
        for c in soldiers(pieces, BELGIAN)
        if not c.inside
        and not c.attacked
        and c.at is not None
        and not held.isdisjoint(rules.fort.neighbours[c.at])
    )


def can_blow(pieces: Table, marks: Marks, rules: EbenEmaelRules) -> tuple[str, ...]:
    """German units alone on an open work with a charge and their attack unspent (EE N39)."""
    belgians = ground(pieces, BELGIAN)
    return tuple(
        c.id
        for c in soldiers(pieces, GERMAN)
        if c.charges
        and not c.attacked
        and c.at in rules.fort.works
        and c.at not in belgians
        and not closed(marks, c.at)
    )


def against_group(
    rules: EbenEmaelRules, pieces: Table, target: str, units: tuple[str, ...]
) -> tuple[Reason, ...]:
    """No more than 80 points may attack across one edge (EE N3)."""
    limit = rules.tables.constants.capacity
    across: dict[str, int] = {}
    for unit in units:
        at = pieces[unit].at or ""
        across[at] = across.get(at, 0) + pieces[unit].men
    return tuple(
        Reason(f"{men} points attack from {rules.fort.name(at)}, {limit} may", "EE N3", at=at)
        for at, men in across.items()
        if men > limit and at != target
    )


# ---- choosing an attack -------------------------------------------------------------------------


@steps(Turn, "german_attack")
def german_attack(d: Draft[EbenEmaelRules], _: Turn, __: None) -> None:
    """Germans may attack or blow up works, each unit once (phase III)."""
    cells = attack_targets(d.pieces, d.rules, GERMAN)
    blowers = can_blow(d.pieces, d.marks, d.rules)
    if not cells and not blowers:
        return d.goto("belgian_cards")
    names = d.rules.fort.name
    charges = tuple(
        Choice(
            f"charge:{unit}",
            f"Blow up {names(d.pieces[unit].at or '')}: {d.pieces[unit].name}",
            "EE N39",
        )
        for unit in blowers
    )
    return _ask_target(d, GERMAN, cells, (*charges, END_ATTACKS), "EE 2.1-III")


@steps(Turn, "belgian_attack")
def belgian_attack(d: Draft[EbenEmaelRules], _: Turn, __: None) -> None:
    """Belgians outside works must attack, those behind a door may (phase VI)."""
    cells = attack_targets(d.pieces, d.rules, BELGIAN)
    if not cells:
        return d.goto("end")
    owing = must_attack(d.pieces, d.rules)
    refused = tuple(
        Reason(f"{d.pieces[p].name} stands next to Germans and must attack", "EE 2.1-VI")
        for p in owing
    )
    done = Choice("done", "No more attacks", "EE 2.1-VI", refused=refused)
    return _ask_target(d, BELGIAN, cells, (done,), "EE 2.1-VI")


def _ask_target(
    d: Draft[EbenEmaelRules],
    side: str,
    cells: tuple[str, ...],
    choices: tuple[Choice, ...],
    cite: str,
) -> None:
    shape = "cells" if cells else "choose"
    d.ask(
        Decision(
            who=side,
            kind="attack-target",
            shape=shape,
            prompt="Which sector is attacked next?" if cells else "Is a work blown up?",
            cite=cite,
            then="target_chosen",
            cells=cells,
            choices=choices,
        )
    )


@steps(Turn, "target_chosen")
def target_chosen(d: Draft[EbenEmaelRules], frame: Turn, answer: Cells | Choose) -> None:
    """Begin the attack or the demolition, or end the phase."""
    side = GERMAN if frame.step == "german_attack" else BELGIAN
    if isinstance(answer, Cells):
        return d.call(Battle(step="join", side=side, target=answer.cells[0]), frame.step)
    if answer.key == "done":
        return d.goto("belgian_cards" if side == GERMAN else "end")
    unit = answer.key.partition(":")[2]
    work = d.pieces[unit].at or ""
    return d.call(Demolition(step="guns", unit=unit, work=work), frame.step)


# ---- the battle ---------------------------------------------------------------------------------


@steps(Battle, "join")
def join(d: Draft[EbenEmaelRules], frame: Battle, _: None) -> None:
    """The attacker names the units that take part (4.1)."""
    able = candidates(d.pieces, d.rules, frame.side, frame.target)
    if not able or not soldiers_at(d.pieces, ENEMY[frame.side], frame.target):
        return d.done()
    if len(able) == 1:
        return _declare(d, frame, able)
    return d.ask(
        Decision(
            who=frame.side,
            kind="attackers",
            shape="pieces",
            prompt="Which units take part?",
            context=f"Attack on {d.rules.fort.name(frame.target)}",
            cite="EE 4.1",
            then="joined",
            pieces=able,
            most=len(able),
            about=(frame.target,),
        )
    )


@steps(Battle, "joined")
def joined(d: Draft[EbenEmaelRules], frame: Battle, answer: Pieces) -> None:
    """Each unit attacks only once a turn (phases III and VI)."""
    _declare(d, frame, answer.pieces)


def _declare(d: Draft[EbenEmaelRules], frame: Battle, units: tuple[str, ...]) -> None:
    for unit in units:
        d.set(unit, attacked=True)
    names = ", ".join(d.pieces[u].name for u in units)
    d.say(f"{names} attacked {d.rules.fort.name(frame.target)}", "EE 4.1", frame.target)
    d.goto("flame", units=units)


@steps(Battle, "flame")
def flame(d: Draft[EbenEmaelRules], frame: Battle, _: None) -> None:
    """A flamethrower, used once, helps the attack (EE N22)."""
    if not _carriers(d.pieces, frame):
        return d.goto("guns")
    return d.ask(
        Decision(
            who=frame.side,
            kind="flamethrower",
            shape="choose",
            prompt="Is a flamethrower used?",
            context="Each can be used once",
            cite="EE N22",
            then="flame_chosen",
            choices=(Choice("yes", "Use it", "EE N22"), Choice("no", "Keep it", "EE N22")),
            about=frame.units,
        )
    )


def _carriers(pieces: Table, frame: Battle) -> list[Counter]:
    return [pieces[u] for u in frame.units if u in pieces and pieces[u].flamethrowers]


@steps(Battle, "flame_chosen")
def flame_chosen(d: Draft[EbenEmaelRules], frame: Battle, answer: Choose) -> None:
    """It is spent at once."""
    if answer.key == "yes" and (found := _carriers(d.pieces, frame)):
        d.set(found[0].id, flamethrowers=found[0].flamethrowers - 1)
        d.say(f"{found[0].name} used a flamethrower", "EE N22", found[0].at)
        return d.goto("guns", flamethrower=True)
    return d.goto("guns", flamethrower=False)


# ---- machine guns before the fight --------------------------------------------------------------


def gun_lines(rules: EbenEmaelRules, d: Draft[EbenEmaelRules], frame: Battle) -> list[Fire]:
    """Machine-gun fire that the defender may open on the attackers' sectors (EE N51, EE N62)."""
    live = [d.pieces[u] for u in frame.units if u in d.pieces and d.pieces[u].at is not None]
    sources = sorted({u.at for u in live if u.at is not None})
    if frame.side == GERMAN:
        return [f for cell in sources for f in belgian_lines(rules, d.pieces, d.marks, cell)]
    return [f for cell in sources for f in _german_lines(rules, d.pieces, frame.target, cell)]


def belgian_lines(rules: EbenEmaelRules, pieces: Table, marks: Marks, cell: str) -> list[Fire]:
    """Machine guns of manned works that bear on *cell* and have not fired."""
    found: list[Fire] = []
    for gun in pieces.values():
        if gun.kind != "machine_gun" or gun.fired or gun.equipment <= 0 or gun.at is None:
            continue
        bearing = rules.tables.works[gun.at].arcs.get(cell, 0)
        if bearing and manned(pieces, marks, rules.fort, gun.at):
            found.append(line_of_fire(rules, gun, cell, bearing))
    return found


def line_of_fire(rules: EbenEmaelRules, gun: Counter, cell: str, bearing: int) -> Fire:
    """The shot: each gun lost takes three off the column's strength (EE N51)."""
    column = rules.tables.machine_gun.column(min(bearing, 3 * gun.equipment))
    return Fire(
        step="roll",
        chart="machine_gun",
        name=gun.name,
        side=BELGIAN,
        column=column,
        shooters=(gun.id,),
        target=cell,
    )


def _german_lines(rules: EbenEmaelRules, pieces: Table, target: str, cell: str) -> list[Fire]:
    armed = [c for c in soldiers_at(pieces, GERMAN, target) if c.equipment and not c.fired]
    if not armed:
        return []
    guns = sum(c.equipment for c in armed)
    return [
        Fire(
            step="roll",
            chart="machine_gun",
            name="Light machine guns",
            side=GERMAN,
            column=rules.tables.machine_gun.column(3 * guns),
            shooters=tuple(c.id for c in armed),
            target=cell,
        )
    ]


@steps(Battle, "guns")
def guns(d: Draft[EbenEmaelRules], frame: Battle, _: None) -> None:
    """Before the fight the defender's machine guns may fire, one after the other (EE N62)."""
    lines = [] if frame.held else gun_lines(d.rules, d, frame)
    if not lines:
        return d.goto("strength")
    names, columns = d.rules.fort.name, d.rules.tables.machine_gun.columns
    choices = tuple(
        Choice(
            f"{line.shooters[0]}@{line.target}",
            f"{line.name} [{columns[line.column]}] at {names(line.target)}",
            "EE N14",
        )
        for line in lines
    )
    return d.ask(
        Decision(
            who=ENEMY[frame.side],
            kind="machine-guns",
            shape="choose",
            prompt="Which machine guns fire?",
            context=f"Attack on {names(frame.target)}",
            cite="EE N62",
            then="gun_chosen",
            choices=(*choices, Choice("hold", "Hold fire", "EE N62")),
            about=(frame.target, *frame.units),
        )
    )


@steps(Battle, "gun_chosen")
def gun_chosen(d: Draft[EbenEmaelRules], frame: Battle, answer: Choose) -> None:
    """The chosen gun fires; the next may follow."""
    for line in gun_lines(d.rules, d, frame):
        if f"{line.shooters[0]}@{line.target}" == answer.key:
            return d.call(line, "guns")
    return d.goto("strength", held=True)


# ---- strength, dice, result ---------------------------------------------------------------------


@steps(Battle, "strength")
def strength(d: Draft[EbenEmaelRules], frame: Battle, _: None) -> None:
    """Strength after the machine guns, odds, and two dice (4.2, EE N5)."""
    case = assess(d.rules, d.pieces, frame.side, frame.target, frame.units)
    if case.men <= 0 or case.defenders <= 0:
        return d.goto("leave")
    column = column_of(d.rules, frame, case)
    return d.roll(
        "combat",
        "How does the attack go?",
        "EE 4.2",
        "rolled",
        about=(frame.target, *frame.units),
        factors=flame_factors(d.rules, frame),
        chart="combat",
        column=d.rules.tables.combat.columns[column],
        context=f"{case.strength} against {case.defenders}",
    )


def column_of(rules: EbenEmaelRules, frame: Battle, case: Assessment) -> int:
    """The odds column; by option a flamethrower moves it by one instead of the dice (EE N22)."""
    shift = 1 if frame.flamethrower and rules.flamethrower == "column" else 0
    return min(case.column + shift, len(rules.tables.combat.columns) - 1)


def flame_factors(rules: EbenEmaelRules, frame: Battle) -> tuple[Factor, ...]:
    """The flamethrower as a modifier of the roll."""
    if not frame.flamethrower or rules.flamethrower == "column":
        return ()
    return (Factor("flamethrower", "Flamethrower", 1, "EE N22"),)


@steps(Battle, "rolled")
def rolled(d: Draft[EbenEmaelRules], frame: Battle, answer: Roll) -> None:
    """Keep the dice and what counted with them."""
    case = assess(d.rules, d.pieces, frame.side, frame.target, frame.units)
    factors = flame_factors(d.rules, frame) if answer.factors is None else answer.factors
    shift = sum(f.value for f in factors if f.on)
    column = column_of(d.rules, frame, case)
    d.goto("resolve", total=sum(answer.dice), shift=shift, column=column)


@steps(Battle, "resolve")
def resolve(d: Draft[EbenEmaelRules], frame: Battle, _: None) -> None:
    """Read the combat table (4.2)."""
    table = d.rules.tables.combat
    attacker, defender = table.losses(frame.total + frame.shift, frame.column)
    d.outcome(
        {"attacker_loss": attacker, "defender_loss": defender},
        "apply",
        kind="combat",
        prompt="Does this combat result stand?",
        cite="EE 4.2",
        summary=f"Attacker loses {attacker}, defender loses {defender}",
        fields=FIELDS,
        about=(frame.target, *frame.units),
        factors=flame_factors(d.rules, frame),
        chart="combat",
        column=table.columns[frame.column],
    )


@steps(Battle, "apply")
def apply_result(d: Draft[EbenEmaelRules], frame: Battle, answer: Outcome) -> None:
    """The result is known; the defender may still give ground (EE N18)."""
    attacker = int(answer.value["attacker_loss"] or 0)
    defender = int(answer.value["defender_loss"] or 0)
    place = d.rules.fort.name(frame.target)
    text = f"The attack on {place} cost the attacker {attacker}, the defender {defender}"
    d.say(text, "EE 4.2", frame.target)
    d.goto("retreat", attacker_loss=attacker, defender_loss=defender)


# ---- retreat, losses, advance -------------------------------------------------------------------


def retreats(d: Draft[EbenEmaelRules], frame: Battle) -> tuple[str, ...]:
    """Sectors that the defenders could leave for: free of the enemy, with room (EE N18)."""
    side = ENEMY[frame.side]
    units = soldiers_at(d.pieces, side, frame.target)
    if not units or any(u.inside for u in units):
        return ()
    enemy = ground(d.pieces, frame.side)
    men = sum(u.men for u in units)
    return tuple(
        cell
        for cell in d.rules.fort.neighbours[frame.target]
        if cell not in enemy and not room(d.rules, d.pieces, side, cell, men)
    )


@steps(Battle, "retreat")
def retreat(d: Draft[EbenEmaelRules], frame: Battle, _: None) -> None:
    """The defender may give up the sector for one point less (EE N18)."""
    cells = retreats(d, frame) if frame.defender_loss > 0 else ()
    if not cells:
        return d.goto("attacker_losses")
    return d.ask(
        Decision(
            who=ENEMY[frame.side],
            kind="retreat",
            shape="cells",
            prompt="Do the defenders retreat?",
            context=f"{frame.defender_loss} points lost, one less in retreat",
            cite="EE N18",
            then="retreated",
            cells=cells,
            choices=(Choice("stand", "Stand fast", "EE N18"),),
            about=(frame.target,),
        )
    )


@steps(Battle, "retreated")
def retreated(d: Draft[EbenEmaelRules], frame: Battle, answer: Cells | Choose) -> None:
    """Carry the retreat out."""
    if isinstance(answer, Choose):
        return d.goto("attacker_losses")
    side, goal = ENEMY[frame.side], answer.cells[0]
    units = tuple(u.id for u in soldiers_at(d.pieces, side, frame.target))
    loss = Losses(step="share", side=side, pieces=units, points=frame.defender_loss - 1)
    for unit in units:
        enter(d, unit, goal)
    d.say(f"The defenders fell back to {d.rules.fort.name(goal)}", "EE N18", goal)
    settle(d)
    d.goto("attacker_losses", defender_loss=0, open_ground=True)
    return d.call(loss, "attacker_losses")


@steps(Battle, "attacker_losses")
def attacker_losses(d: Draft[EbenEmaelRules], frame: Battle, _: None) -> None:
    """Losses of the attacker (4.2)."""
    loss = Losses(step="share", side=frame.side, pieces=frame.units, points=frame.attacker_loss)
    d.call(loss, "defender_losses")


@steps(Battle, "defender_losses")
def defender_losses(d: Draft[EbenEmaelRules], frame: Battle, _: None) -> None:
    """Losses of the defender, the weapons of a manned work first (EE N10)."""
    side = ENEMY[frame.side]
    units = [u.id for u in soldiers_at(d.pieces, side, frame.target)]
    if side == BELGIAN and manned(d.pieces, d.marks, d.rules.fort, frame.target):
        units += [
            c.id for c in d.pieces.values() if c.at == frame.target and c.strength + c.equipment
        ]
    loss = Losses(
        step="share", side=side, pieces=tuple(dict.fromkeys(units)), points=frame.defender_loss
    )
    d.call(loss, "advance")


@steps(Battle, "advance")
def advance(d: Draft[EbenEmaelRules], frame: Battle, _: None) -> None:
    """Attackers may enter a sector that its defenders have left (4.3)."""
    fort = d.rules.fort
    empty = not soldiers_at(d.pieces, ENEMY[frame.side], frame.target)
    able = tuple(u for u in frame.units if u in d.pieces and d.pieces[u].at is not None)
    if not empty or not able:
        return d.goto("leave")
    return d.ask(
        Decision(
            who=frame.side,
            kind="advance",
            shape="pieces",
            prompt="Which units enter the sector?",
            context=fort.name(frame.target),
            cite="EE 4.3",
            then="advanced",
            pieces=able,
            most=len(able),
            choices=(Choice("stay", "Nobody enters", "EE 4.3"),),
            about=(frame.target,),
        )
    )


@steps(Battle, "advanced")
def advanced(d: Draft[EbenEmaelRules], frame: Battle, answer: Pieces | Choose) -> None:
    """Move them in."""
    if isinstance(answer, Pieces):
        for unit in answer.pieces:
            enter(d, unit, frame.target)
        names = ", ".join(d.pieces[u].name for u in answer.pieces)
        d.say(f"{names} entered {d.rules.fort.name(frame.target)}", "EE 4.3", frame.target)
        settle(d)
    d.goto("leave")


@steps(Battle, "leave")
def leave(d: Draft[EbenEmaelRules], frame: Battle, _: None) -> None:
    """A sally that has fought goes back into the fort (6.0, EE N29)."""
    for unit in frame.units:
        counter = d.pieces.get(unit)
        if counter is not None and counter.kind == "sally" and counter.at is not None:
            withdraw(d, counter)
    d.done()
