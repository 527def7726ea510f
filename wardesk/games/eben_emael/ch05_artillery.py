"""Chapter 5: one shot at a time, from guns, aircraft and machine guns (5.0, EE N14, EE N15)."""

from __future__ import annotations

from random import Random
from typing import ClassVar

from wardesk.engine.cached import cached_property
from wardesk.engine.draft import Draft
from wardesk.engine.question import Dice, DiceOutcome
from wardesk.engine.types import (
    Answer,
    Cells,
    Choice,
    Choose,
    Frame,
    Outcome,
    OutcomeField,
    Pieces,
    Reason,
    replace,
)
from wardesk.games.eben_emael.asked import EbenQuestion, EbenThrow, ranked
from wardesk.games.eben_emael.attacks import ROLLS
from wardesk.games.eben_emael.position import Pieces as Table
from wardesk.games.eben_emael.position import (
    destroyed,
    divisor,
    manned,
    men_at,
    soldiers,
    soldiers_at,
)
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import (
    BELGIAN,
    BELGIAN_HAND,
    ENEMY,
    FIRST_MOVER,
    GERMAN,
    GERMAN_HAND,
    SOLDIERS,
    Fire,
    Losses,
    SpecialAction,
    State,
    Turn,
    steps,
)
from wardesk.games.eben_emael.tables import ActionCounter, FireTable
from wardesk.games.shared import cup
from wardesk.games.shared.march import distances
from wardesk.games.shared.odds import half_down
from wardesk.model.advice import Advice
from wardesk.model.look import CaseLook, Overlay
from wardesk.words import say, say_count

TOLL = say("men and guns hit, on average")
CHARGE = 6
"""Men that a shaped charge counts for in the eyes of a Belgian gunner; on a work twice that."""


def victims(setting: Setting, state: State, side: str, cell: str) -> list[str]:
    """Who suffers fire on *cell*: soldiers of *side*, and the weapons they serve (EE N10)."""
    found = [c.id for c in soldiers_at(state.pieces, side, cell)]
    if side == BELGIAN and manned(setting, state, cell):
        found += [c.id for c in state.pieces.values() if c.at == cell and c.kind not in SOLDIERS]
    return found


def targets(setting: Setting, pieces: Table, frame: Fire) -> tuple[str, ...]:
    """Sectors that artillery or aircraft may aim at: any with enemy soldiers (EE N11)."""
    held = {c.at for c in soldiers(pieces, ENEMY[frame.side])}
    return tuple(cell for cell in setting.fort.cells if cell in held)


def ready_guns(setting: Setting, state: State, kinds: frozenset[str]) -> tuple[str, ...]:
    """Belgian guns of *kinds* with a crew that have not fired this turn (5.0, EE N63)."""
    return tuple(
        c.id
        for c in state.pieces.values()
        if c.kind in kinds
        and not c.fired
        and c.equipment > 0
        and c.at is not None
        and manned(setting, state, c.at)
    )


def chart_of(setting: Setting, frame: Fire) -> FireTable:
    """The chart that *frame* is read on."""
    tables = setting.tables
    return tables.machine_gun if frame.chart == "machine_gun" else tables.artillery


def shot(setting: Setting, name: str, side: str, strength: int) -> Fire:
    """A shot or air attack of *strength* that has yet to be aimed."""
    column = setting.tables.artillery.column(strength)
    return Fire(step="aim", chart="artillery", name=name, side=side, column=column)


def fire_case(setting: Setting, state: State, frame: Fire, total: int = 0) -> CaseLook:
    """The shot of *frame* at its target as things stand; *total* is what has been rolled."""
    by = divisor(setting, state.pieces, ENEMY[frame.side], frame.target)
    place = setting.fort.name(frame.target)
    return chart_of(setting, frame).fire(frame.name, frame.column, by, total=total, place=place)


def arms(setting: Setting, state: State, cell: str) -> float:
    """What the manned weapons of *cell* do to Germans: guns every turn, the rest in their arcs."""
    if not manned(setting, state, cell):
        return 0.0
    guns = [c for c in state.pieces.values() if c.at == cell and c.equipment and c.strength]
    arcs = setting.tables.works[cell].arcs if cell in setting.tables.works else {}
    machine_guns = any(c.at == cell and c.kind == "machine_gun" for c in state.pieces.values())
    return 2.5 * sum(c.strength for c in guns) + (sum(arcs.values()) if machine_guns else 0)


# ---- phase I: aircraft --------------------------------------------------------------------------


@steps.asks(Turn, "air", "air_chosen")
class AirAttack(EbenQuestion[Turn]):
    """One air attack a turn, by a counter in hand (phase I, EE N45)."""

    kind, cite, chart = "air", "EE N45", "artillery"
    text = say("Do aircraft attack this turn?")

    @property
    def held(self) -> list[ActionCounter]:
        """Air attacks in hand."""
        known = self.setting.tables.counters
        return [known[c] for c in self.state.cups[GERMAN_HAND] if known[c].kind == "air"]

    def asks(self) -> bool:
        return bool(self.held and soldiers(self.state.pieces, BELGIAN))

    def passed(self, d: Draft[Setting]) -> None:
        d.goto("german_move")

    def buttons(self) -> tuple[Choice, ...]:
        attacks = (Choice(c.id, c.name, c.cite) for c in self.held)
        return (*attacks, Choice("none", say("Not this turn"), "EE N45"))

    def pressed(self, d: Draft[Setting], key: str) -> None:
        """The counter is spent and the attack flown."""
        if key == "none":
            return self.passed(d)
        counter = d.setting.tables.counters[key]
        cup.take(d, GERMAN_HAND, counter.id)
        return d.call(shot(d.setting, counter.name, GERMAN, counter.strength), "german_move")

    def script(self, rng: Random) -> Choose:
        """The strongest."""
        return Choose(max(self.held, key=lambda counter: counter.strength).id)


# ---- Belgian guns -------------------------------------------------------------------------------

MORTARS = frozenset({"anti_tank", "mortar"})
ARTILLERY = frozenset({"artillery"})


class GunsOfPhase(EbenQuestion[Turn]):
    """Every gun once a turn, each shot on its own."""

    kind, shape, chart = "guns", "pieces", "artillery"
    text = say("Which gun fires next?")
    printed: ClassVar[frozenset[str]]
    """The guns of the phase by the strip; by the phases of chapter 2 any gun fires in either."""

    @property
    def kinds(self) -> frozenset[str]:
        """The guns that fire now."""
        strip = self.setting.options.sequence == "strip"
        return self.printed if strip else MORTARS | ARTILLERY

    @cached_property
    def ready(self) -> tuple[str, ...]:
        return ready_guns(self.setting, self.state, self.kinds)

    @property
    def cards(self) -> list[ActionCounter]:
        """Counters in hand that fire."""
        return []

    @property
    def has_fired(self) -> bool:
        """Whether any gun of the phase has."""
        kinds = self.kinds
        return any(c.fired for c in self.state.pieces.values() if c.kind in kinds)

    def asks(self) -> bool:
        """Whether Belgians have anything to fire, and at."""
        return bool(self.ready or self.cards) and bool(soldiers(self.state.pieces, GERMAN))

    def buttons(self) -> tuple[Choice, ...]:
        cards = (Choice(c.id, c.name, c.cite) for c in self.cards)
        return (*cards, Choice("done", say("No more fire"), "EE 5.0"))

    def context(self) -> str:
        return say("Every gun once a turn, each shot on its own") if self.ready else ""

    def nobody(self) -> str:
        """What is told where nobody fires; empty where it is told elsewhere.

        One line does for both phases when they follow each other. Where no Belgian stands on the
        map the turn has one line for everything (see the movement).
        """
        raise NotImplementedError

    def passed(self, d: Draft[Setting]) -> None:
        """It is told why nobody fires, unless some have."""
        if not self.has_fired and soldiers(d.pieces, BELGIAN) and (text := self.nobody()):
            why = say("nobody serves a gun; passed")
            if not soldiers(d.pieces, GERMAN):
                why = say("no Germans on the map; passed")
            d.say(text, self.cite, how=why)
        d.goto(d.setting.after[self.frame.step])

    def with_idle(self, other: type[GunsOfPhase]) -> bool:
        """Whether the *other* phase follows or went before, and nobody fires in it either."""
        found = other(self.setting, self.state, self.frame)
        strip = self.setting.options.sequence == "strip"
        return strip and not found.has_fired and not found.asks()

    def picked(self, d: Draft[Setting], answer: Pieces) -> None:
        """The chosen gun aims."""
        gun = d.pieces[answer.pieces[0]]
        fire = shot(d.setting, gun.name, BELGIAN, gun.strength)
        d.call(replace(fire, shooters=(gun.id,)), self.frame.step)

    def pressed(self, d: Draft[Setting], key: str) -> None:
        d.goto(d.setting.after[self.frame.step])

    def script(self, rng: Random) -> Answer:
        return Pieces(self.asked.pieces[:1]) if self.asked.pieces else self.first_button()

    def prescribed(self) -> Answer:
        return Pieces((min(self.asked.pieces),)) if self.asked.pieces else self.first_button()


@steps.asks(Turn, "belgian_mortars", "mortar_chosen")
class MortarFire(GunsOfPhase):
    """Mortars and anti-tank guns fire (phase II B, EE N63)."""

    cite, printed = "EE 2.1-II-B", MORTARS

    def nobody(self) -> str:
        return "" if self.with_idle(ArtilleryFire) else say("No mortar fire")


@steps.asks(Turn, "belgian_artillery", "artillery_chosen")
class ArtilleryFire(GunsOfPhase):
    """The fort's artillery and the counter of strength 1 fire (phase IV, EE N23)."""

    cite, printed = "EE 2.1-IV", ARTILLERY

    @property
    def cards(self) -> list[ActionCounter]:
        known = self.setting.tables.counters
        return [known[c] for c in self.state.cups[BELGIAN_HAND] if known[c].kind == "artillery"]

    def nobody(self) -> str:
        return say("No Belgian fire") if self.with_idle(MortarFire) else say("No artillery fire")

    def prompt(self) -> str:
        return self.text if self.ready else say("Does the artillery fire this turn?")

    def pressed(self, d: Draft[Setting], key: str) -> None:
        """The counter is spent and fired."""
        phase, after = self.frame.step, d.setting.after[self.frame.step]
        if key == "done":
            return d.goto(after)
        counter = d.setting.tables.counters[key]
        cup.take(d, BELGIAN_HAND, counter.id)
        more = ArtilleryFire(d.setting, d.state, self.frame).asks()
        fire = shot(d.setting, counter.name, BELGIAN, counter.strength)
        return d.call(fire, phase if more else after)


@steps(Turn, "belgian_machine_guns")
def belgian_machine_guns(d: Draft[Setting], _: Turn, __: None) -> None:
    """Machine guns wait for the attack that they fire at (EE N62)."""
    d.goto(d.setting.after["belgian_machine_guns"])


# ---- the shot -----------------------------------------------------------------------------------


@steps.asks(Fire, "aim", "aimed")
class AimFire(EbenQuestion[Fire]):
    """The shooter names a sector; the range covers the map (EE N11)."""

    kind, shape, cite, chart = "fire-target", "cells", "EE N11", "artillery"
    text = say("Which sector do you fire at?")

    @cached_property
    def aims(self) -> tuple[str, ...]:
        return targets(self.setting, self.state.pieces, self.frame)

    def asks(self) -> bool:
        return len(self.aims) > 1

    def passed(self, d: Draft[Setting]) -> None:
        if self.aims:
            d.goto("roll", target=self.aims[0])
        else:
            d.done()

    def context(self) -> str:
        return self.frame.name

    def about(self) -> tuple[str, ...]:
        return self.frame.shooters

    def picked(self, d: Draft[Setting], answer: Cells) -> None:
        d.goto("roll", target=answer.cells[0])

    def barred(self, cell: str) -> tuple[Reason, ...]:
        text = say("No enemy stands at {place}", place=self.name(cell))
        return (Reason(text, "EE N11", at=cell),)

    def case(self, answer: Answer | None) -> CaseLook | None:
        if not isinstance(answer, Cells) or not answer.cells:
            return None
        return fire_case(self.setting, self.state, replace(self.frame, target=answer.cells[0]))

    def script(self, rng: Random) -> Cells:
        """Most men behind the least cover, and who carries charges; aircraft also at weapons."""
        return Cells((max(self.asked.cells, key=self._value),))

    def _value(self, cell: str) -> tuple[float, int]:
        setting, state, side = self.setting, self.state, ENEMY[self.side]
        units = soldiers_at(state.pieces, side, cell)
        if side == BELGIAN:
            threat = arms(setting, state, cell) / 5
        else:
            on_work = cell in setting.fort.works and not destroyed(state.marks, cell)
            threat = CHARGE * sum(c.charges for c in units) * (2 if on_work else 1)
        men, cover = min(sum(c.men for c in units), 12), divisor(setting, state.pieces, side, cell)
        return (men / cover + threat, setting.fort.points.get(cell, 0))

    def prescribed(self) -> Cells:
        """The first unit that moved under the guns, else the nearest Germans (EE N59)."""
        pieces, cells = self.state.pieces, self.asked.cells
        first = pieces.get(str(self.state.marks.get(FIRST_MOVER)))
        if first is not None and first.at in cells:
            return Cells((first.at,))
        posts = [at for s in self.frame.shooters if (at := pieces[s].at) is not None]
        far = distances(self.setting.fort.neighbours, posts)
        return Cells((min(cells, key=lambda cell: (far.get(cell, 0), cell)),))

    def advice(self) -> tuple[Advice, ...]:
        return ranked(map(self._advised, self.asked.cells))

    def _advised(self, cell: str) -> Advice:
        setting, pieces, enemy = self.setting, self.state.pieces, ENEMY[self.side]
        table, column = chart_of(setting, self.frame), self.frame.column
        by, there = divisor(setting, pieces, enemy, cell), men_at(pieces, enemy, cell)
        hits = [min(half_down(table.loss(total, column), by), there) for total in ROLLS]
        value, hit = sum(hits) / len(hits), sum(loss > 0 for loss in hits) / len(hits)
        return Advice(
            label=self.name(cell),
            cells=(cell,),
            value=value,
            figure=f"{value:.1f}",
            unit=TOLL,
            text=say_count(
                "takes {value:.1f} of {n} man; hits {chance} %",
                "takes {value:.1f} of {n} men; hits {chance} %",
                n=there,
                value=value,
                chance=f"{hit * 100:.0f}",
            ),
            hint=say("On average, ground / {by}", by=by),
            cite=table.cite,
        )


@steps.throws(Fire, "roll", "rolled", "resolve", "apply")
class FireDice(EbenThrow[Fire]):
    """Two dice for the shot, their result divided by the target's ground, a half down (EE N16)."""

    kind = "fire"
    text, outcome_text = say("What does the fire do?"), say("Does this fire result stand?")

    @property
    def table(self) -> FireTable:
        """The chart that it is read on."""
        return chart_of(self.setting, self.frame)

    def rule(self) -> str:
        return self.table.cite

    def about(self) -> tuple[str, ...]:
        return (*self.frame.shooters, self.frame.target)

    def dice(self) -> Dice:
        frame = self.frame
        told = say("{gun} at {place}", gun=frame.name, place=self.name(frame.target))
        column = self.table.columns[frame.column]
        return Dice((6, 6), self.about(), told, column, chart=frame.chart)

    def outcome(self) -> DiceOutcome:
        frame, table = self.frame, self.table
        printed = table.loss(frame.total, frame.column)
        by = divisor(self.setting, self.state.pieces, ENEMY[frame.side], frame.target)
        loss = half_down(printed, by)
        summary = say_count(
            "{printed} / {by} = {n} point lost at {place}",
            "{printed} / {by} = {n} points lost at {place}",
            n=loss,
            printed=printed,
            by=by,
            place=self.name(frame.target),
        )
        fields = (OutcomeField("loss", say("Points lost"), 0, 99),)
        column = table.columns[frame.column]
        return DiceOutcome(
            {"loss": loss}, summary, fields, self.about(), chart=frame.chart, column=column
        )

    def answered(self, d: Draft[Setting], answer: Outcome) -> None:
        """The weapon has fired; the owner of the target shares the loss out (EE N10)."""
        frame = self.frame
        for shooter in frame.shooters:
            if shooter in d.pieces:
                d.set(shooter, fired=True)
        points, side = int(answer.value["loss"] or 0), ENEMY[frame.side]
        hit = victims(d.setting, d.state, side, frame.target)
        place = d.setting.fort.brief[frame.target]
        text = say("{place}: no harm", place=place)
        if points and hit:
            text = say_count(
                "{place}: {n} point lost", "{place}: {n} points lost",
                n=points, place=place,
            )  # fmt: skip
        how = say("{gun}, rolled {total}", gun=frame.name, total=frame.total)
        d.say(text, self.rule(), frame.target, how)
        if not points or not hit:
            return d.goto("over")
        return d.call(Losses(step="share", side=side, pieces=tuple(hit), points=points), "over")

    def case(self, answer: Answer | None) -> CaseLook:
        total = self.frame.total if self.fallen else 0
        return fire_case(self.setting, self.state, self.frame, total)

    def arrows(self) -> tuple[Overlay, ...]:
        frame = self.frame
        return tuple(self.arrows_at(frame.target, frame.shooters, frame.name))


@steps(SpecialAction, "over")
@steps(Fire, "over")
def over(d: Draft[Setting], _: Frame, __: None) -> None:
    """Back to whoever called."""
    d.done()
