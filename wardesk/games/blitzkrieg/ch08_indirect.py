"""Chapter 8.6: artillery with an observer, and Stukas; salvo after salvo, alone or together."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from random import Random

from wardesk.engine.cached import cached_property
from wardesk.engine.draft import Draft
from wardesk.engine.question import Dice, DiceOutcome
from wardesk.engine.types import Answer, Cells, Choice, Choose, Outcome, OutcomeField, Roll
from wardesk.games.blitzkrieg.asked import BlitzkriegQuestion
from wardesk.games.blitzkrieg.ch08_fire import (
    ThrowOnChart,
    armour_of,
    of_target,
    result_of,
    told_result,
)
from wardesk.games.blitzkrieg.forces import SHELLS
from wardesk.games.blitzkrieg.playing.worth import harm
from wardesk.games.blitzkrieg.position import Table, at, on_map, unit_name
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import ENEMY, Barrage, Check, Hit, ReactionWindow, Unit, steps
from wardesk.games.blitzkrieg.tables import RESULTS, column
from wardesk.model.look import CaseLook, InputLine
from wardesk.words import Spoken, join, say

D = Draft[Setting]
END = Choice("end", say("No more salvoes"), "BK 8.6.1")
NAMES: dict[str, Spoken] = {
    "light": say("light"),
    "medium": say("medium"),
    "heavy": say("heavy"),
    "stuka": say("Stukas"),
}


def observer(setting: Setting, table: Table, side: str, cell: str) -> tuple[str, bool]:
    """8.6.1 The HQ that directs fire on a hex, and if it needs no check: the best there is."""
    found: list[tuple[int, str]] = []
    for hq in table.pieces.values():
        if not hq.hq or hq.side != side or hq.at not in setting.neighbours:
            continue
        if setting.distance(hq.at or "", cell) <= 1:
            return hq.id, True
        if cell in setting.seen(hq.at or "", ""):
            found.append((int(hq.neutralised), hq.id))
    return (min(found)[1], False) if found else ("", False)


def targets(setting: Setting, table: Table, frame: Barrage) -> tuple[str, ...]:
    """8.6.1 Hexes that can be shelled, empty ones too: Stukas go anywhere, HQs direct the rest."""
    if "stuka" in frame.left:
        return tuple(sorted(setting.neighbours))
    found: set[str] = set()
    for unit in table.pieces.values():
        if unit.hq and unit.side == frame.side and on_map(setting, unit):
            here = unit.at or ""
            found |= {here, *setting.neighbours[here], *setting.seen(here, "")}
    return tuple(sorted(found))


def victims(table: Table, cell: str) -> list[Unit]:
    """8.6 Everything in a hex, friend, foe and HQs; a company on board is in its carrier."""
    return [u for side in ENEMY for u in at(table, cell, side) if not u.aboard]


def factor_on(setting: Setting, table: Table, shell: str, target: Unit) -> int:
    """8.6.1 The final factor on one unit: calibre, armour, ground and state, never range."""
    strength: int = getattr(setting.tables.indirect, shell)
    found = of_target(setting, table, target, "")
    return strength - armour_of(setting, target) + sum(value for _, value in found)


@steps.asks(Barrage, "target", "aimed")
class WhichTargetHex(BlitzkriegQuestion[Barrage]):
    """8.6.1 The next hex, or no more."""

    kind, cite, shape = "barrage", "BK 8.6.1", "cells"
    text = say("Which hex is shelled?")
    choices = (END,)

    @cached_property
    def able(self) -> tuple[str, ...]:
        """Hexes that can be shelled while there is anything left."""
        left = any(self.frame.left.values())
        return targets(self.setting, self.state, self.frame) if left else ()

    def context(self) -> Spoken:
        left = self.frame.left.items()
        return join(", ", [say("{n} {shell}", n=n, shell=NAMES[s]) for s, n in left if n])

    def picked(self, d: D, answer: Cells) -> None:
        d.goto("plan", cell=answer.cells[0])

    def script(self, rng: Random) -> Answer:
        """Where the salvoes do most harm to whom we see, our own men counted against it."""
        setting, state, side = self.setting, self.state, self.asked.who
        shell = next(s for s, n in self.frame.left.items() if n)
        known = {u.at for u in state.pieces.values() if u.side != side and not u.hidden}

        def worth(cell: str) -> float:
            found = 0.0
            for unit in victims(state, cell):
                value = harm(setting, factor_on(setting, state, shell, unit))
                found += value if unit.side != side else -1.5 * value
            return found * (1.3 if cell in setting.place_of else 1.0)

        best = max((cell for cell in self.asked.cells if cell in known), key=worth, default="")
        return Cells((best,)) if best and worth(best) > 0 else Choose("end")


def plans(frame: Barrage) -> dict[str, tuple[str, ...]]:
    """8.6.2 What can be fired at one hex together."""
    shells = [s for s in (*SHELLS, "stuka") if frame.left.get(s)]
    found: dict[str, tuple[str, ...]] = {}
    for counts in product(*(range(frame.left[s] + 1) for s in shells)):
        if any(counts):
            key = "+".join(f"{n}{s}" for s, n in zip(shells, counts, strict=True) if n)
            found[key] = tuple(s for s, n in zip(shells, counts, strict=True) for _ in range(n))
    return found


def _plan_label(salvoes: tuple[str, ...]) -> Spoken:
    kinds = dict.fromkeys(salvoes)
    return join(" + ", [say("{n} {shell}", n=salvoes.count(s), shell=NAMES[s]) for s in kinds])


@steps.asks(Barrage, "plan", "declared")
class WhatIsFired(BlitzkriegQuestion[Barrage]):
    """8.6.2 All calibres are declared before the dice; they come down one after the other."""

    kind, cite, text = "salvoes", "BK 8.6.2", say("What is fired at it?")

    def buttons(self) -> tuple[Choice, ...]:
        return tuple(
            Choice(key, _plan_label(salvoes), "BK 8.6.2")
            for key, salvoes in plans(self.frame).items()
        )

    def context(self) -> Spoken:
        return self.name(self.frame.cell)

    def about(self) -> tuple[str, ...]:
        return (self.frame.cell,)

    def pressed(self, d: D, key: str) -> None:
        salvoes, seen = plans(self.frame)[key], bool(_in_sight(d, self.frame))
        left = {s: n - salvoes.count(s) for s, n in self.frame.left.items()}
        d.goto("salvo", planned=salvoes, left=left, known=seen, struck=False)

    def script(self, rng: Random) -> Answer:
        return Choose(self.asked.choices[-1].key)


def _in_sight(table: Table, frame: Barrage) -> tuple[str, ...]:
    """The enemies that the gunners know of on the hex."""
    return tuple(u.id for u in at(table, frame.cell, ENEMY[frame.side]) if not u.hidden)


@steps(Barrage, "salvo")
def salvo(d: D, frame: Barrage, _: None) -> None:
    """8.6.1, 8.6.2 An observer has to get through; salvoes without a target are lost."""
    if not frame.planned or (frame.known and not _in_sight(d, frame)):
        return d.goto("lifted", planned=())
    if frame.planned[0] == "stuka":
        return d.goto("fire")
    hq, sure = observer(d.setting, d, frame.side, frame.cell)
    if sure:
        return d.goto("fire")
    if not hq:
        return d.goto("lifted", planned=())
    return d.call(Check(step="roll", what="observe", subject=hq), "observed")


@steps(Barrage, "observed")
def observed(d: D, frame: Barrage, _: None) -> None:
    """8.6.1 A salvo whose place did not get through is lost."""
    if frame.passed:
        return d.goto("fire")
    d.say(say("A {shell} salvo was lost", shell=NAMES[frame.planned[0]]), "BK 8.6.1", frame.cell)
    return d.goto("salvo", planned=frame.planned[1:])


@steps.throws(Barrage, "fire", "fell", "read", "hits")
class ArtillerySalvoes(ThrowOnChart[Barrage]):
    """8.6.1 One roll for everything in the hex, read for each unit in its own column."""

    kind, cite, text = "barrage", "BK 8.6.1", say("What does the barrage do?")
    outcome_text = say("Do these results stand?")

    @property
    def strength(self) -> int:
        """How strong what comes down is."""
        return getattr(self.setting.tables.indirect, self.frame.planned[0])

    def factor(self, unit: Unit) -> int:
        """The final factor on *unit*."""
        return factor_on(self.setting, self.state, self.frame.planned[0], unit)

    @cached_property
    def there(self) -> list[Unit]:
        """Everything in the hex."""
        return victims(self.state, self.frame.cell)

    @cached_property
    def results(self) -> dict[str, str]:
        """What the dice do to whom; whom nothing hits nobody finds (13.1)."""
        total = self.frame.total
        found = {u.id: result_of(self.setting, total, self.factor(u)) for u in self.there}
        return {u.id: found[u.id] for u in self.there if found[u.id] != "-" or not u.hidden}

    def dice(self) -> Dice:
        where = join(" ", (NAMES[self.frame.planned[0]], self.name(self.frame.cell)))
        about = (self.frame.cell, *(u.id for u in self.there if not u.hidden))
        return Dice((6, 6), about, where, self.column(column(self.strength)))

    def kept(self, roll: Roll) -> Mapping[str, int | bool]:
        """The dice."""
        return {"total": sum(roll.dice), "struck": True}

    def propose(self, d: D, then: str) -> None:
        if self.results:
            return super().propose(d, then)
        text = say("The {shell} salvo hit nobody", shell=NAMES[self.frame.planned[0]])
        d.say(text, "BK 8.6.1", self.frame.cell)
        return d.goto("salvo", planned=self.frame.planned[1:])

    def outcome(self) -> DiceOutcome:
        """The result on each unit."""
        units = [self.state.pieces[unit] for unit in self.results]
        named = {u.id: unit_name(self.setting, u) for u in units}
        told = [(named[u.id], told_result(self.setting, u, self.results[u.id])) for u in units]
        fields = tuple(OutcomeField(u, named[u], choices=tuple(RESULTS)) for u in named)
        text = join("; ", [join(": ", one) for one in told])
        return DiceOutcome(dict(self.results), text, fields, (self.frame.cell,))

    def answered(self, d: D, answer: Outcome) -> None:
        """They take effect one after the other; nobody fires back."""
        results = tuple((unit, str(result)) for unit, result in answer.value.items())
        for unit, result in results:
            if d.pieces[unit].hidden and result != "-":
                d.set(unit, hidden=False)
        for unit, result in results:
            if not d.pieces[unit].hidden:
                what = told_result(d.setting, d.pieces[unit], result)
                told = join(": ", (unit_name(d.setting, d.pieces[unit]), what))
                d.say(told, "BK 8.6.1", self.frame.cell)
        d.goto("hit", planned=self.frame.planned[1:], results=results)

    def case(self, answer: Answer | None) -> CaseLook:
        inputs = tuple(
            InputLine(
                unit_name(self.setting, u),
                say("column {column}", column=self.factor(u)),
                "BK 8.6.1",
            )
            for u in self.there
            if not u.hidden
        )
        return self.setting.tables.combat.case(
            say("Barrage"),
            column(self.factor(self.there[0]) if self.there else self.strength),
            total=self.frame.total,
            place=self.name(self.frame.cell),
            inputs=inputs,
        )


@steps(Barrage, "hit")
def hit(d: D, frame: Barrage, _: None) -> None:
    """8.3 The next unit."""
    if not frame.results:
        return d.goto("salvo")
    (unit, result), rest = frame.results[0], frame.results[1:]
    d.goto("hit", results=rest)
    return d.call(Hit(step="begin", unit=unit, result=result, cite="BK 8.6.1"), "hit")


@steps(Barrage, "lifted")
def lifted(d: D, frame: Barrage, _: None) -> None:
    """6.3.3 Whoever has been shelled may fall back once all that was declared has come down."""
    units = _in_sight(d, frame)
    d.goto("target", cell="", struck=False)
    if frame.struck and units:
        window = ReactionWindow(step="ask", side=ENEMY[frame.side], units=units, cause="barrage")
        d.call(window, "target")
