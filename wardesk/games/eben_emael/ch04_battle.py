"""Chapter 4, the fight: machine guns, odds, dice, result, losses and advance (4.2, 4.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from msgspec import UNSET, UnsetType

from wardesk.engine.cached import cached_property
from wardesk.engine.draft import Draft
from wardesk.engine.question import Dice, DiceOutcome
from wardesk.engine.types import (
    Answer,
    Cells,
    Choice,
    Choose,
    Factor,
    Outcome,
    OutcomeField,
    Pieces,
    Reason,
    Roll,
)
from wardesk.games.eben_emael.asked import EbenThrow, InBattle
from wardesk.games.eben_emael.attacks import (
    Assessment,
    assess,
    column_of,
    combat_case,
    combat_factors,
    input_fields,
    inputs_of,
    judged,
)
from wardesk.games.eben_emael.ch05_artillery import victims
from wardesk.games.eben_emael.control import settle
from wardesk.games.eben_emael.garrison import GunsFire, belgian_lines, german_lines, withdraw
from wardesk.games.eben_emael.marching import against_goal, enter, named, room
from wardesk.games.eben_emael.position import ground, men_at, soldiers_at
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import (
    ENEMY,
    GERMAN,
    SIDE_NAMES,
    Battle,
    Fire,
    FortCounter,
    Losses,
    steps,
)
from wardesk.games.shared.retreat import retreats as ways_back
from wardesk.games.shared.told import came_from
from wardesk.model.look import CaseLook
from wardesk.words import join, say, say_count


@steps.asks(Battle, "guns", "gun_chosen")
class DefendersFire(GunsFire[Battle], InBattle):
    """Before the fight the defender's machine guns may fire at the attackers (EE N51, EE N62)."""

    cite, chart = "EE N62", GunsFire.chart

    def who(self) -> str:
        return ENEMY[self.side]

    def passed(self, d: Draft[Setting]) -> None:
        d.goto("strength")

    def context(self) -> str:
        return say("Attack on {place}", place=self.name(self.frame.target))

    def about(self) -> tuple[str, ...]:
        return (self.frame.target, *self.frame.units)

    def bearing(self) -> list[Fire]:
        setting, state, target = self.setting, self.state, self.frame.target
        sources = sorted({u.at for u in self.units(self.fighting)})
        if self.side == GERMAN:
            return [f for cell in sources for f in belgian_lines(setting, state, cell)]
        return [f for cell in sources for f in german_lines(setting, state.pieces, target, cell)]


@steps.throws(Battle, "strength", "rolled", "resolve", "apply")
class CombatDice(InBattle, EbenThrow[Battle]):
    """Strength after the machine guns, odds, and two dice (4.2, EE N5)."""

    kind, cite, sums = "combat", "EE 4.2", True
    text, outcome_text = say("How does the attack go?"), say("Does this combat result stand?")

    @cached_property
    def stands(self) -> Assessment:
        """How the attack stands by the rules."""
        frame = self.frame
        return assess(self.setting, self.state.pieces, frame.side, frame.target, frame.units)

    @cached_property
    def factors(self) -> tuple[Factor, ...]:
        """The modifiers by the rules."""
        return combat_factors(self.setting, self.state, self.frame)

    def asks(self) -> bool:
        return self.stands.men > 0 and self.stands.defenders > 0

    def passed(self, d: Draft[Setting]) -> None:
        d.goto("leave")

    def about(self) -> tuple[str, ...]:
        return (self.frame.target, *self.frame.units)

    def dice(self) -> Dice:
        case, columns = self.stands, self.setting.tables.combat.columns
        return Dice(
            (6, 6),
            self.about(),
            say("{mine} against {theirs}", mine=case.strength, theirs=case.defenders),
            columns[column_of(self.setting, self.frame, case)],
            input_fields(self.setting, case),
            inputs_of(case),
            factors=self.factors,
        )

    def kept(self, roll: Roll) -> Mapping[str, Any]:
        """The dice and what counted with them."""
        factors = self.factors if roll.factors is None else roll.factors
        usual = inputs_of(self.stands)
        given = {name: roll.input(name, value) for name, value in usual.items()}
        met = soldiers_at(self.state.pieces, ENEMY[self.side], self.frame.target)
        return {
            "total": sum(roll.dice),
            "shift": sum(f.value for f in factors if f.on),
            "column": column_of(self.setting, self.frame, judged(self.setting, given)),
            "defenders": tuple(u.id for u in met),
            "judged": given if given != usual else UNSET,
            "counted": factors if factors != self.factors else UNSET,
        }

    def outcome(self) -> DiceOutcome:
        """The combat table (4.2)."""
        frame, table = self.frame, self.setting.tables.combat
        mine, theirs = table.losses(frame.total + frame.shift, frame.column)
        return DiceOutcome(
            {"attacker_loss": mine, "defender_loss": theirs},
            say("Attacker loses {attacker}, defender loses {defender}", attacker=mine,
                defender=theirs),
            (
                OutcomeField("attacker_loss", say("Attacker loses"), 0, 99),
                OutcomeField("defender_loss", say("Defender loses"), 0, 99),
            ),
            self.about(),
            table.columns[frame.column],
            self.factors if isinstance(frame.counted, UnsetType) else frame.counted,
        )  # fmt: skip

    def answered(self, d: Draft[Setting], answer: Outcome) -> None:
        """The result is known; the defender may still give ground (EE N18)."""
        frame = self.frame
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

    def case(self, answer: Answer | None) -> CaseLook:
        """The sum and the odds, with what an umpire has set or added."""
        frame, asked, found = self.frame, self.asked, self.stands
        inputs = asked.proposed
        if self.fallen:
            inputs = {} if isinstance(frame.judged, UnsetType) else frame.judged
        if inputs:
            found = judged(self.setting, inputs)
        place, tables = self.name(frame.target), self.setting.tables
        if self.fallen:
            return combat_case(tables, found, frame.column, frame.shift, frame.total, place)
        given = answer.factors if isinstance(answer, Roll) else None
        factors = (asked.factors if given is None else given) or self.factors
        shift = sum(f.value for f in factors if f.on)
        column = column_of(self.setting, frame, found)
        return combat_case(tables, found, column, shift, place=place)


# ---- retreat, losses, advance -------------------------------------------------------------------


@steps.asks(Battle, "retreat", "retreated")
class GiveGround(InBattle):
    """The defender may give up the sector for one point less (EE N18)."""

    kind, shape, cite = "retreat", "cells", "EE N18"
    text = say("Do the defenders retreat?")
    choices = (Choice("stand", say("Stand fast"), "EE N18"),)

    def who(self) -> str:
        return ENEMY[self.side]

    @cached_property
    def aims(self) -> tuple[str, ...]:
        """Sectors that the defenders could leave for: free of the enemy, with room."""
        pieces, target, side = self.state.pieces, self.frame.target, self.who()
        units = soldiers_at(pieces, side, target)
        if self.frame.defender_loss <= 0 or not units or any(u.inside for u in units):
            return ()
        men = sum(u.men for u in units)
        return ways_back(
            self.setting.fort.neighbours,
            target,
            ground(pieces, self.side),
            lambda cell: not room(self.setting, pieces, side, cell, men),
        )

    def passed(self, d: Draft[Setting]) -> None:
        d.goto("losses")

    def context(self) -> str:
        return say_count(
            "{n} point lost, one less in retreat",
            "{n} points lost, one less in retreat",
            n=self.frame.defender_loss,
        )

    def picked(self, d: Draft[Setting], answer: Cells) -> None:
        """They go."""
        side, target, goal = self.who(), self.frame.target, answer.cells[0]
        units = tuple(u.id for u in soldiers_at(d.pieces, side, target))
        points = self.frame.defender_loss - 1
        for unit in units:
            enter(d, unit, goal)
        brief, text = d.setting.fort.brief, say("{side} fell back", side=SIDE_NAMES[side])
        how = say("from {place} to {goal}", place=brief[target], goal=brief[goal])
        d.say(text, "EE N18", goal, how)
        settle(d)
        d.goto("attacker_losses", defender_loss=0, open_ground=True)
        d.call(Losses(step="share", side=side, pieces=units, points=points), "attacker_losses")

    def barred(self, cell: str) -> tuple[Reason, ...]:
        place, side, pieces = self.name(cell), self.who(), self.state.pieces
        if cell not in self.setting.fort.neighbours[self.frame.target]:
            text = say("{place} is not next to the sector that the unit leaves", place=place)
        elif cell in ground(pieces, self.side):
            text = say("The enemy holds {place}", place=place)
        else:
            men = men_at(pieces, side, self.frame.target)
            over = room(self.setting, pieces, side, cell, men)
            text = say("{place} would hold {over} strength points too many", place=place, over=over)
        return (Reason(text, "EE N18", at=cell),)

    def script(self, rng: Random) -> Answer:
        """Give up only ground that is worth nothing, to a place away from the enemy."""
        fort = self.setting.fort
        if fort.points.get(self.frame.target, 0):
            return Choose("stand")
        cells = self.asked.cells
        return Cells((max(cells, key=lambda c: (fort.points.get(c, 0), fort.divisors[c])),))

    def prescribed(self) -> Choose:
        """Sallies hold their ground."""
        return self.last_button()


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


@steps.asks(Battle, "advance", "advanced")
class EnterSector(InBattle):
    """Attackers may enter a sector that its defenders have left (4.3)."""

    kind, shape, cite, chart = "advance", "pieces", "EE 4.3", "fields_of_fire"
    text = say("Which units enter the sector?")
    choices = (Choice("stay", say("Nobody enters"), "EE 4.3"),)

    def pieces(self) -> tuple[str, ...]:
        held = soldiers_at(self.state.pieces, ENEMY[self.side], self.frame.target)
        return () if held else self.fighting

    def most(self) -> int:
        return len(self.fighting)

    def passed(self, d: Draft[Setting]) -> None:
        d.goto("leave")

    def context(self) -> str:
        return self.name(self.frame.target)

    def against(self, answer: Answer) -> Sequence[Reason]:
        """There is room for them."""
        if not isinstance(answer, Pieces):
            return ()
        units = tuple(self.units(answer.pieces))
        return against_goal(self.setting, self.state.pieces, units, self.frame.target)

    def picked(self, d: Draft[Setting], answer: Pieces) -> None:
        """They go in."""
        target, brief = self.frame.target, d.setting.fort.brief
        origins = [brief.get(d.pieces[unit].at or "", "") for unit in answer.pieces]
        for unit in answer.pieces:
            enter(d, unit, target)
        names = [d.pieces[u].name for u in answer.pieces]
        text = say("{side} took {place}", side=SIDE_NAMES[self.side], place=brief[target])
        how = say("{units}, {origin}", units=named(names), origin=came_from(filter(None, origins)))
        d.say(text, "EE 4.3", target, how)
        settle(d)
        d.goto("leave")

    def script(self, rng: Random) -> Pieces:
        """The largest unit goes in."""
        return Pieces((max(self.asked.pieces, key=lambda p: self.state.pieces[p].men),))

    def prescribed(self) -> Choose:
        """Sallies take no ground."""
        return self.last_button()


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
