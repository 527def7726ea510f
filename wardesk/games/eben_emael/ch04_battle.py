"""Chapter 4, the fight: machine guns, odds, dice, result, losses and advance (4.2, 4.3)."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from wardesk.engine.draft import Draft
from wardesk.engine.types import Cells, Choice, Choose, Factor, Outcome, OutcomeField, Pieces, Roll
from wardesk.games.eben_emael.ch03_movement import enter, named, room
from wardesk.games.eben_emael.ch04_combat import (
    Assessment,
    assess,
    input_fields,
    inputs_of,
    judged,
)
from wardesk.games.eben_emael.ch05_artillery import victims
from wardesk.games.eben_emael.control import settle
from wardesk.games.eben_emael.garrison import (
    HOLD,
    belgian_lines,
    german_lines,
    gun_reactions,
    withdraw,
)
from wardesk.games.eben_emael.position import ground, soldiers_at
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import (
    BONUS,
    ENEMY,
    GERMAN,
    SIDE_NAMES,
    Battle,
    Fire,
    FortCounter,
    Losses,
    State,
    steps,
)
from wardesk.games.shared import ask
from wardesk.games.shared.ask import AskedQuestion
from wardesk.games.shared.reactions import Reaction, answered, offer
from wardesk.games.shared.retreat import retreats as ways_back
from wardesk.games.shared.told import came_from
from wardesk.words import join, say, say_count

GUNS = AskedQuestion("machine-guns", say("Which machine guns fire?"), "EE N62", "gun_chosen")
FIELDS = (
    OutcomeField("attacker_loss", say("Attacker loses"), 0, 99),
    OutcomeField("defender_loss", say("Defender loses"), 0, 99),
)

# ---- machine guns before the fight --------------------------------------------------------------


def gun_lines(setting: Setting, state: State, frame: Battle) -> list[Fire]:
    """Machine-gun fire that the defender may open on the attackers' sectors (EE N51, EE N62)."""
    live = [
        state.pieces[u] for u in frame.units if u in state.pieces and state.pieces[u].at is not None
    ]
    sources = sorted({u.at for u in live if u.at is not None})
    if frame.side == GERMAN:
        return [f for cell in sources for f in belgian_lines(setting, state, cell)]
    return [f for cell in sources for f in german_lines(setting, state.pieces, frame.target, cell)]


@steps(Battle, "guns")
def guns(d: Draft[Setting], frame: Battle, _: None) -> None:
    """Before the fight the defender's machine guns may fire, one after the other (EE N62)."""
    open_to, place = _reactions(d, frame), d.setting.fort.name(frame.target)
    about, side = (frame.target, *frame.units), ENEMY[frame.side]
    if not offer(d, side, GUNS, open_to, HOLD, say("Attack on {place}", place=place), about=about):
        d.goto("strength")


@steps(Battle, "gun_chosen")
def gun_chosen(d: Draft[Setting], frame: Battle, answer: Choose) -> None:
    """The chosen gun fires; the next may follow."""
    if not answered(d, _reactions(d, frame), answer, "guns"):
        d.goto("strength", held=True)


def _reactions(d: Draft[Setting], frame: Battle) -> list[Reaction]:
    return gun_reactions(d.setting, [] if frame.held else gun_lines(d.setting, d.state, frame))


# ---- strength, dice, result ---------------------------------------------------------------------


@steps(Battle, "strength")
def strength(d: Draft[Setting], frame: Battle, _: None) -> None:
    """Strength after the machine guns, odds, and two dice (4.2, EE N5)."""
    case = assess(d.setting, d.pieces, frame.side, frame.target, frame.units)
    if case.men <= 0 or case.defenders <= 0:
        return d.goto("leave")
    column = column_of(d.setting, frame, case)
    return d.roll(
        "combat",
        say("How does the attack go?"),
        "EE 4.2",
        "rolled",
        about=(frame.target, *frame.units),
        factors=combat_factors(d.setting, d.state, frame),
        chart="combat",
        column=d.setting.tables.combat.columns[column],
        context=say("{mine} against {theirs}", mine=case.strength, theirs=case.defenders),
        fields=input_fields(d.setting, case),
        inputs=inputs_of(case),
        sums=True,
    )


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


def counted(setting: Setting, state: State, frame: Battle) -> tuple[Factor, ...]:
    """The modifiers of a roll that has been made: of the rules, or as an umpire had them."""
    if isinstance(frame.counted, UnsetType):
        return combat_factors(setting, state, frame)
    return frame.counted


@steps(Battle, "rolled")
def rolled(d: Draft[Setting], frame: Battle, answer: Roll) -> None:
    """Keep the dice and what counted with them."""
    case = assess(d.setting, d.pieces, frame.side, frame.target, frame.units)
    factors = (
        combat_factors(d.setting, d.state, frame) if answer.factors is None else answer.factors
    )
    shift = sum(f.value for f in factors if f.on)
    usual = inputs_of(case)
    given = {name: answer.input(name, value) for name, value in usual.items()}
    column = column_of(d.setting, frame, judged(d.setting, given))
    changed = factors != combat_factors(d.setting, d.state, frame)
    met = tuple(u.id for u in soldiers_at(d.pieces, ENEMY[frame.side], frame.target))
    d.goto(
        "resolve",
        total=sum(answer.dice),
        shift=shift,
        column=column,
        defenders=met,
        judged=given if given != usual else UNSET,
        counted=factors if changed else UNSET,
    )


@steps(Battle, "resolve")
def resolve(d: Draft[Setting], frame: Battle, _: None) -> None:
    """Read the combat table (4.2)."""
    table = d.setting.tables.combat
    attacker, defender = table.losses(frame.total + frame.shift, frame.column)
    d.outcome(
        {"attacker_loss": attacker, "defender_loss": defender},
        "apply",
        kind="combat",
        prompt=say("Does this combat result stand?"),
        cite="EE 4.2",
        summary=say(
            "Attacker loses {attacker}, defender loses {defender}",
            attacker=attacker,
            defender=defender,
        ),
        fields=FIELDS,
        about=(frame.target, *frame.units),
        factors=counted(d.setting, d.state, frame),
        chart="combat",
        column=table.columns[frame.column],
    )


@steps(Battle, "apply")
def apply_result(d: Draft[Setting], frame: Battle, answer: Outcome) -> None:
    """The result is known; the defender may still give ground (EE N18)."""
    attacker = int(answer.value["attacker_loss"] or 0)
    defender = int(answer.value["defender_loss"] or 0)
    place = d.setting.fort.brief[frame.target]
    names = (SIDE_NAMES[frame.side], SIDE_NAMES[ENEMY[frame.side]])
    lost = [
        say("{side} −{men}", side=side, men=men)
        for side, men in zip(names, (attacker, defender), strict=True)
        if men
    ]
    text = join(", ", lost) if lost else say("No losses")
    ratio = d.setting.tables.combat.columns[frame.column]
    total = frame.total + frame.shift
    how = say("{place} at {ratio!s}, rolled {total}", place=place, ratio=ratio, total=total)
    d.say(text, "EE 4.2", frame.target, how)
    d.goto("retreat", attacker_loss=attacker, defender_loss=defender)


RETREAT = AskedQuestion("retreat", say("Do the defenders retreat?"), "EE N18", "retreated")
STAND = Choice("stand", say("Stand fast"), "EE N18")
ADVANCE = AskedQuestion("advance", say("Which units enter the sector?"), "EE 4.3", "advanced")
STAY = Choice("stay", say("Nobody enters"), "EE 4.3")

# ---- retreat, losses, advance -------------------------------------------------------------------


def retreats(d: Draft[Setting], frame: Battle) -> tuple[str, ...]:
    """Sectors that the defenders could leave for: free of the enemy, with room (EE N18)."""
    side = ENEMY[frame.side]
    units = soldiers_at(d.pieces, side, frame.target)
    if not units or any(u.inside for u in units):
        return ()
    enemy = ground(d.pieces, frame.side)
    men = sum(u.men for u in units)
    return ways_back(
        d.setting.fort.neighbours,
        frame.target,
        enemy,
        lambda cell: not room(d.setting, d.pieces, side, cell, men),
    )


@steps(Battle, "retreat")
def retreat(d: Draft[Setting], frame: Battle, _: None) -> None:
    """The defender may give up the sector for one point less (EE N18)."""
    cells = retreats(d, frame) if frame.defender_loss > 0 else ()
    if not cells:
        return d.goto("losses")
    cost = say_count(
        "{n} point lost, one less in retreat",
        "{n} points lost, one less in retreat",
        n=frame.defender_loss,
    )
    about, side = (frame.target,), ENEMY[frame.side]
    return ask.pick_cell(d, side, RETREAT, cells, cost, choices=(STAND,), about=about)


@steps(Battle, "retreated")
def retreated(d: Draft[Setting], frame: Battle, answer: Cells | Choose) -> None:
    """Carry the retreat out."""
    if isinstance(answer, Choose):
        return d.goto("losses")
    side, goal = ENEMY[frame.side], answer.cells[0]
    units = tuple(u.id for u in soldiers_at(d.pieces, side, frame.target))
    loss = Losses(step="share", side=side, pieces=units, points=frame.defender_loss - 1)
    for unit in units:
        enter(d, unit, goal)
    text = say("{side} fell back", side=SIDE_NAMES[side])
    how = say("from {place} to {goal}", place=d.setting.fort.brief[frame.target],
              goal=d.setting.fort.brief[goal])  # fmt: skip
    d.say(text, "EE N18", goal, how)
    settle(d)
    d.goto("attacker_losses", defender_loss=0, open_ground=True)
    return d.call(loss, "attacker_losses")


@steps(Battle, "losses")
def losses(d: Draft[Setting], frame: Battle, _: None) -> None:
    """The defender loses first: if both lose their last man, his loss decides (EE N48)."""
    d.call(_defenders_loss(d, frame), "attacker_losses")


@steps(Battle, "attacker_losses")
def attacker_losses(d: Draft[Setting], frame: Battle, _: None) -> None:
    """Losses of the attacker (4.2)."""
    loss = Losses(step="share", side=frame.side, pieces=frame.units, points=frame.attacker_loss)
    d.call(loss, "advance")


@steps(Battle, "defender_losses")
def defender_losses(d: Draft[Setting], frame: Battle, _: None) -> None:
    """In a game begun when attackers still fell first: only the defender is left to lose."""
    d.call(_defenders_loss(d, frame), "advance")


def _defenders_loss(d: Draft[Setting], frame: Battle) -> Losses:
    """The weapons of a manned work fall before the men (EE N10)."""
    side = ENEMY[frame.side]
    units = victims(d.setting, d.state, side, frame.target)
    return Losses(step="share", side=side, pieces=tuple(units), points=frame.defender_loss)


@steps(Battle, "advance")
def advance(d: Draft[Setting], frame: Battle, _: None) -> None:
    """Attackers may enter a sector that its defenders have left (4.3)."""
    empty = not soldiers_at(d.pieces, ENEMY[frame.side], frame.target)
    able = tuple(u for u in frame.units if u in d.pieces and d.pieces[u].at is not None)
    if not empty or not able:
        return d.goto("leave")
    about, place = (frame.target,), d.setting.fort.name(frame.target)
    return ask.pick_pieces(
        d, frame.side, ADVANCE, able, place, most=len(able), choices=(STAY,), about=about
    )


@steps(Battle, "advanced")
def advanced(d: Draft[Setting], frame: Battle, answer: Pieces | Choose) -> None:
    """Move them in."""
    if isinstance(answer, Pieces):
        brief = d.setting.fort.brief
        origins = [brief.get(d.pieces[unit].at or "", "") for unit in answer.pieces]
        for unit in answer.pieces:
            enter(d, unit, frame.target)
        names = [d.pieces[u].name for u in answer.pieces]
        place = d.setting.fort.brief[frame.target]
        text = say("{side} took {place}", side=SIDE_NAMES[frame.side], place=place)
        how = say("{units}, {origin}", units=named(names), origin=came_from(filter(None, origins)))
        d.say(text, "EE 4.3", frame.target, how)
        settle(d)
    d.goto("leave")


@steps(Battle, "leave")
def leave(d: Draft[Setting], frame: Battle, _: None) -> None:
    """A sally that has fought goes back into the fort (6.0, EE N29, EE N59)."""
    for unit in (*frame.units, *frame.defenders):
        counter = d.pieces.get(unit)
        if counter is not None and counter.at is not None and _goes_back(d.setting, frame, counter):
            withdraw(d, counter)
    d.done()


def _goes_back(setting: Setting, frame: Battle, counter: FortCounter) -> bool:
    """Whether *counter* is removed after the battle: any sally in it, as printed (EE N29).

    By option (sallies = stay) being attacked does not end a sally.
    """
    if counter.kind == "sally":
        return counter.id in frame.units or setting.options.sallies == "leave"
    alone = setting.options.solitaire == "yes" and counter.kind == "garrison"
    return alone and counter.id in frame.units and not counter.inside
