"""Chapter 4: attacks on a sector, from the choice of target to the advance (phases III and VI)."""

from __future__ import annotations

from msgspec import Struct

from wardesk.engine.draft import Draft
from wardesk.engine.types import (
    COLUMN_SHIFT,
    Cells,
    Choice,
    Choose,
    OutcomeField,
    Pieces,
    Reason,
    Record,
)
from wardesk.games.eben_emael.ch03_movement import named
from wardesk.games.eben_emael.position import Pieces as Table
from wardesk.games.eben_emael.position import (
    destroyed,
    divisor,
    ground,
    men_at,
    open_door,
    soldiers,
    soldiers_at,
)
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import (
    BELGIAN,
    ENEMY,
    GERMAN,
    Battle,
    Demolition,
    FortCounter,
    State,
    Turn,
    steps,
)
from wardesk.games.shared import ask
from wardesk.games.shared.ask import AskedQuestion
from wardesk.games.shared.odds import half_up
from wardesk.games.shared.stacking import totals
from wardesk.words import say

JOIN = AskedQuestion("attackers", say("Which units take part?"), "EE 4.1", "joined")
FLAME = AskedQuestion("flamethrower", say("Do you use a flamethrower?"), "EE N22", "flame_chosen")
END_ATTACKS = Choice("done", say("No more attacks"), "EE 2.1-III")


class Assessment(Struct, frozen=True):
    """How an attack stands: the figures of rule 4.1 and 4.2."""

    men: int
    divisor: int
    strength: int
    defenders: int
    column: int


def assess(
    setting: Setting, pieces: Table, side: str, target: str, units: tuple[str, ...]
) -> Assessment:
    """Strength against strength, the attacker's divided by the best single figure (4.1, EE N6)."""
    live = [pieces[u] for u in units if u in pieces and pieces[u].at is not None]
    door = setting.tables.constants.exit_occupied
    # Whoever attacks from inside comes out under the feet of the enemy (EE N12).
    men = sum(c.men for c in live if not c.inside)
    men += min(door, sum(c.men for c in live if c.inside))
    return weigh(setting, pieces, side, target, men)


def weigh(setting: Setting, pieces: Table, side: str, target: str, men: int) -> Assessment:
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


def must_attack(setting: Setting, pieces: Table) -> tuple[str, ...]:
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
    setting: Setting, pieces: Table, target: str, units: tuple[str, ...]
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


def team(setting: Setting, pieces: Table, target: str, units: tuple[str, ...]) -> tuple[str, ...]:
    """As many of *units*, the first ones first, as may attack *target* together (EE N3)."""
    while len(units) > 1 and against_group(setting, pieces, target, units):
        units = units[:-1]
    return units


# ---- choosing an attack -------------------------------------------------------------------------


@steps(Turn, "german_attack")
def german_attack(d: Draft[Setting], _: Turn, __: None) -> None:
    """Germans may attack or blow up works, each unit once (phase III)."""
    cells = attack_targets(d.setting, d.state, GERMAN)
    blowers = can_blow(d.setting, d.state)
    if not cells and not blowers:
        fought = any(c.attacked for c in soldiers(d.pieces, GERMAN))
        if soldiers(d.pieces, BELGIAN) and not fought:
            d.say(say("No German attack"), "EE 2.1-III", how=say("nobody in reach; passed"))
        return d.goto(d.setting.after["german_attack"])
    names = d.setting.fort.name
    charges = tuple(
        Choice(
            f"charge:{unit}",
            say(
                "Blow up {work}: {unit}",
                work=names(d.pieces[unit].at or ""),
                unit=d.pieces[unit].name,
            ),
            "EE N39",
        )
        for unit in blowers
    )
    return _ask_target(d, GERMAN, cells, (*charges, END_ATTACKS), "EE 2.1-III")


@steps(Turn, "belgian_attack")
def belgian_attack(d: Draft[Setting], _: Turn, __: None) -> None:
    """Belgians in the open must attack, those in a trench or behind a door may (phase VI)."""
    cells = attack_targets(d.setting, d.state, BELGIAN)
    if not cells:
        there = soldiers(d.pieces, BELGIAN)
        if there and not any(c.attacked for c in there):
            d.say(say("No Belgian attack"), "EE 2.1-VI", how=say("nobody in reach; passed"))
        return d.goto(d.setting.after["belgian_attack"])
    owing = must_attack(d.setting, d.pieces)
    refused = tuple(
        Reason(
            say("{unit} stands next to Germans and must attack", unit=d.pieces[p].name),
            "EE 2.1-VI",
        )
        for p in owing
    )
    done = Choice("done", say("No more attacks"), "EE 2.1-VI", refused=refused)
    return _ask_target(d, BELGIAN, cells, (done,), "EE 2.1-VI")


def _ask_target(
    d: Draft[Setting],
    side: str,
    cells: tuple[str, ...],
    choices: tuple[Choice, ...],
    cite: str,
) -> None:
    prompt = say("Which sector do you attack next?") if cells else say("Which work do you blow up?")
    question = AskedQuestion("attack-target", prompt, cite, "target_chosen")
    if cells:
        ask.pick_cell(d, side, question, cells, choices=choices)
    else:
        ask.choose(d, side, question, choices)


@steps(Turn, "target_chosen")
def target_chosen(d: Draft[Setting], frame: Turn, answer: Cells | Choose) -> None:
    """Begin the attack or the demolition, or end the phase."""
    side = GERMAN if frame.step == "german_attack" else BELGIAN
    if isinstance(answer, Cells):
        return d.call(Battle(step="join", side=side, target=answer.cells[0]), frame.step)
    if answer.key == "done":
        return d.goto(d.setting.after[frame.step])
    unit = answer.key.partition(":")[2]
    work = d.pieces[unit].at or ""
    return d.call(Demolition(step="guns", unit=unit, work=work), frame.step)


# ---- the battle ---------------------------------------------------------------------------------


@steps(Battle, "join")
def take_part(d: Draft[Setting], frame: Battle, _: None) -> None:
    """The attacker names the units that take part (4.1)."""
    able = candidates(d.setting, d.state, frame.side, frame.target)
    if not able or not soldiers_at(d.pieces, ENEMY[frame.side], frame.target):
        return d.done()
    if len(able) == 1:
        return _declare(d, frame, able)
    about = (frame.target,)
    attack = say("Attack on {place}", place=d.setting.fort.name(frame.target))
    return ask.pick_pieces(d, frame.side, JOIN, able, attack, most=len(able), about=about)


@steps(Battle, "joined")
def joined(d: Draft[Setting], frame: Battle, answer: Pieces) -> None:
    """Each unit attacks only once a turn (phases III and VI)."""
    _declare(d, frame, answer.pieces)


def _declare(d: Draft[Setting], frame: Battle, units: tuple[str, ...]) -> None:
    for unit in units:
        d.set(unit, attacked=True)
    names = named([d.pieces[u].name for u in units])
    place = d.setting.fort.brief[frame.target]
    d.say(say("Attack on {place}", place=place), "EE 4.1", frame.target, names)
    d.goto("flame", units=units)


@steps(Battle, "flame")
def flame(d: Draft[Setting], frame: Battle, _: None) -> None:
    """A flamethrower, used once, helps the attack (EE N22)."""
    if not _carriers(d.pieces, frame):
        return d.goto("guns")
    choices = (Choice("yes", say("Use it"), "EE N22"), Choice("no", say("Keep it"), "EE N22"))
    return ask.choose(
        d, frame.side, FLAME, choices, say("Each can be used once"), about=frame.units
    )


def _carriers(pieces: Table, frame: Battle) -> list[FortCounter]:
    return [pieces[u] for u in frame.units if u in pieces and pieces[u].flamethrowers]


@steps(Battle, "flame_chosen")
def flame_chosen(d: Draft[Setting], frame: Battle, answer: Choose) -> None:
    """It is spent at once."""
    if answer.key == "yes" and (found := _carriers(d.pieces, frame)):
        d.set(found[0].id, flamethrowers=found[0].flamethrowers - 1)
        text = say("{unit} used a flamethrower", unit=found[0].name)
        d.say(text, "EE N22", found[0].at, d.setting.fort.brief.get(found[0].at or "", ""))
        return d.goto("guns", flamethrower=True)
    return d.goto("guns", flamethrower=False)
