"""The game around the chapter: an attack from its declaration to the dice (EF N1, N17, N19)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Literal

from wardesk.engine.cached import cached_property
from wardesk.engine.draft import Draft
from wardesk.engine.question import Dice, DiceOutcome, Throw
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
    replace,
)
from wardesk.games.europa.asked import EuropaQuestion
from wardesk.games.europa.assault import able, around, duty, forced, planned, targets
from wardesk.games.europa.attack import CONVERTED, Attack
from wardesk.games.europa.outlook import EDGE, advised, attack_case, worth
from wardesk.games.europa.position import attack_of, defence_of, halves_of, unit_name
from wardesk.games.europa.setting import Setting
from wardesk.games.europa.state import ENEMY, SIDE_NAMES, Battle, State, Turn, Unit, steps
from wardesk.games.europa.supply import supply_left
from wardesk.games.europa.tables import RESULT_NAMES
from wardesk.model.advice import Advice, ranked
from wardesk.model.look import CaseLook, Overlay
from wardesk.model.standing import Measures
from wardesk.words import say, say_count

D = Draft[Setting]
PAYS = 0.35
"""Expected worth from which an attack is made."""
A_POINT = 0.08
"""Worth that a supply point must add to the attack that it is spent on."""


# ---- where --------------------------------------------------------------------------------------


class AttackedHex(EuropaQuestion[Turn]):
    """N17 Attack after attack."""

    cite, shape, chart = "EF N17", "cells", "main"
    text = say("Which hex is attacked?")
    phase: ClassVar[Literal["combat", "exploitation"]]
    exploiting: ClassVar[bool]

    @cached_property
    def able(self) -> list[Unit]:
        """Who may attack."""
        return able(self.setting, self.layout, self.side, exploiting=self.exploiting)

    def cells(self) -> tuple[str, ...]:
        return tuple(targets(self.layout, self.side, self.able))

    def buttons(self) -> tuple[Choice, ...]:
        bound = forced(self.layout, self.side, self.able)
        return () if bound else (Choice("done", say("No more attacks"), "EF N17"),)

    def context(self) -> str:
        return supply_left(self.state, self.side)

    def picked(self, d: D, answer: Cells) -> None:
        frame = Battle(step="gather", side=self.side, target=answer.cells[0], phase=self.phase)
        d.call(frame, then=self.frame.step)

    def unlisted(self, cell: str) -> Sequence[Reason]:
        return (Reason(say("No unit can attack this hex"), "EF N17", at=cell),)

    def attack(self, cell: str) -> Attack | None:
        """The attack on *cell* by all who can make it."""
        near = tuple(u.id for u in around(self.setting, self.able, cell))
        if not near or not self.layout.holds(ENEMY[self.side], cell):
            return None
        frame = Battle(step="roll", side=self.side, target=cell, phase="combat", attackers=near)
        return planned(self.setting, self.state, frame)

    def weighed(self, answer: Answer | None) -> Attack | None:
        return self.attack(answer.cells[0]) if isinstance(answer, Cells) else None

    def case(self, answer: Answer | None) -> CaseLook | None:
        attack = self.weighed(answer)
        if attack is None or not isinstance(answer, Cells):
            return None
        return attack_case(attack, self.name(answer.cells[0]))

    @property
    def _open(self) -> Iterator[tuple[str, Attack, bool]]:
        """Each hex with the attack on it, and whether supply is short for it."""
        have = self.state.tracks[f"{self.side}_sp"]
        for cell in self.asked.cells:
            attack = self.attack(cell)
            if attack is not None:
                yield cell, attack, attack.supply_points > have

    def script(self, rng: Random) -> Answer:
        """The hex where an attack is worth most; none when none pays or can be paid."""
        values = {p.cell: p.value for p in self.setting.scenario.place}
        found = {
            cell: worth(attack) + 0.15 * min(values.get(cell, 0), 6) - (1.5 if short else 0.0)
            for cell, attack, short in self._open
        }
        best = max(found, key=lambda cell: found[cell], default="")
        if self.asked.choices and (not best or found[best] < PAYS):
            return Choose("done")
        return Cells((best or self.asked.cells[0],))

    def advice(self) -> tuple[Advice, ...]:
        return ranked(self._advised())

    def _advised(self) -> Iterator[Advice]:
        """Each hex that can be attacked, by all who can; and no attack, which costs nothing."""
        for cell, attack, short in self._open:
            yield advised(attack, self.name(cell), cell=cell, short=short)
        if self.asked.choices:
            label = say("No attack")
            yield Advice(label=label, choice="done", value=0.0, figure="0", unit=EDGE,
                         cite="EF N17")  # fmt: skip


@steps.asks(Turn, "combat", "attacked")
class AttackedHexInCombat(AttackedHex):
    """N17 Attacks of the combat phase."""

    kind, phase, exploiting, next_step = "attack", "combat", False, "before_reaction"


@steps.asks(Turn, "exploitation", "exploited")
class AttackedHexExploiting(AttackedHex):
    """N17 Attacks of the exploitation phase, those after a deadlock first (40.B-2)."""

    kind, phase, exploiting, next_step = "exploitation", "exploitation", True, "end"


# ---- by whom, with what -------------------------------------------------------------------------


class BattleQuestion(EuropaQuestion[Battle]):
    """A question about the attack on one hex."""

    @cached_property
    def attack(self) -> Attack:
        """The attack that is made."""
        return planned(self.setting, self.state, self.frame)

    def context(self) -> str:
        return self.name(self.frame.target)

    def about(self) -> tuple[str, ...]:
        return (self.frame.target,)

    def arrows(self) -> tuple[Overlay, ...]:
        """From each hex that it is made from."""
        target = self.frame.target
        origins = {unit.at for unit in self.units(self.frame.attackers)}
        cells = sorted(cell for cell in origins if cell and cell != target)
        return tuple(Overlay("arc", line=(cell, target)) for cell in cells)


class AttackQuestion(BattleQuestion):
    """A question that the attack is weighed for, before or while the dice fall."""

    chart = "main"

    def weighed(self, answer: Answer | None) -> Attack | None:
        return self.attack if self.frame.attackers else None

    def case(self, answer: Answer | None) -> CaseLook | None:
        attack, place = self.weighed(answer), self.name(self.frame.target)
        return attack_case(attack, place, total=self.frame.total) if attack else None


@steps.asks(Battle, "gather", "gathered")
class WhoAttacks(AttackQuestion):
    """N17 Who attacks the hex. Whoever is bound to does (N20, N21)."""

    kind, cite, shape = "attackers", "EF N17", "pieces"
    text = say("Who attacks?")

    @cached_property
    def ready(self) -> tuple[str, ...]:
        """Who can attack it."""
        exploiting = self.frame.phase == "exploitation"
        units = able(self.setting, self.layout, self.side, exploiting=exploiting)
        return tuple(u.id for u in around(self.setting, units, self.frame.target))

    def bound(self, pieces: Sequence[str]) -> list[Unit]:
        """Those of *pieces* that must take part."""
        return duty(self.units(pieces), self.frame.target)

    def pieces(self) -> tuple[str, ...]:
        return self.ready

    def most(self) -> int:
        return len(self.ready)

    def buttons(self) -> tuple[Choice, ...]:
        back = Choice("back", say("No attack"), "EF N17")
        return () if self.bound(self.ready) else (back,)

    def asks(self) -> bool:
        return len(self.ready) > len(self.bound(self.ready))

    def passed(self, d: D) -> None:
        """An edit may have left nobody."""
        if self.ready:
            d.goto("support", attackers=self.ready)
        else:
            d.done()

    def pressed(self, d: D, key: str) -> None:
        d.done()

    def picked(self, d: D, answer: Pieces) -> None:
        d.goto("support", attackers=answer.pieces)

    def against(self, answer: Answer) -> Sequence[Reason]:
        return [
            Reason(say("{unit} must take part", unit=unit_name(self.setting, u)), "EF N20", at=u.at)
            for u in self.bound(self.asked.pieces)
            if isinstance(answer, Pieces) and u.id not in answer.pieces
        ]

    def options(self, n: int, rng: Random) -> list[Answer]:
        """All together is one of them."""
        return [*super().options(n, rng), Pieces(self.asked.pieces)]

    def weighed(self, answer: Answer | None) -> Attack | None:
        if not isinstance(answer, Pieces):
            return None
        return planned(self.setting, self.state, self.frame, answer.pieces)

    def script(self, rng: Random) -> Answer:
        return Pieces(self.asked.pieces)


class AttackPrepared(AttackQuestion):
    """What is spent on the attack."""

    def frame_after(self, key: str) -> Battle:
        """The attack when *key* was pressed."""
        raise NotImplementedError

    def made(self, key: str) -> Attack:
        """What it would be then."""
        return planned(self.setting, self.state, self.frame_after(key))

    def advice(self) -> tuple[Advice, ...]:
        if not self.frame.attackers:
            return ()
        open_to = [one for one in self.asked.choices if not one.refused]
        return ranked(advised(self.made(one.key), one.label, choice=one.key) for one in open_to)


@steps.asks(Battle, "support", "supported")
class HowMuchSupport(AttackPrepared):
    """N19 Ground support factors for this attack."""

    kind, cite, next_step = "support", "EF N19", "pay"
    text = say("How much ground support?")

    @property
    def left(self) -> int:
        """Factors that can be given to it."""
        most = self.setting.tables.frame.most_support
        return min(self.state.tracks.get(f"{self.side}_support", 0), most)

    def asks(self) -> bool:
        return bool(self.left)

    def buttons(self) -> tuple[Choice, ...]:
        none = Choice("0", say("No ground support"), "EF N19")
        some = [Choice(str(n), say("Ground support {n}", n=n), "EF N19")
                for n in range(1, self.left + 1)]  # fmt: skip
        return (none, *some)

    def pressed(self, d: D, key: str) -> None:
        """They are used up."""
        points = int(key)
        if points:
            d.count(f"{self.side}_support", -points)
        d.goto("pay", support=points)

    def frame_after(self, key: str) -> Battle:
        return replace(self.frame, support=int(key))

    def script(self, rng: Random) -> Answer:
        """No more than changes the odds, and not all of it for one attack."""
        keys = [int(c.key) for c in self.asked.choices]
        most = max(3, max(keys) // 2)
        found = max((k for k in keys if k <= most), key=lambda k: (worth(self.made(str(k))), -k))
        return Choose(str(found))


@steps.asks(Battle, "pay", "paid")
class PayForAttack(AttackPrepared):
    """N5 The attack is paid for, or made at half strength."""

    kind, cite = "pay", "EF N5"
    text = say("Pay for the attack?")

    def buttons(self) -> tuple[Choice, ...]:
        price, have = self.attack.supply_points, self.state.tracks.get(f"{self.side}_sp", 0)
        short = Reason(say("Only {have} supply points are left", have=have), "EF N5")
        label = say_count("Pay {n} supply point", "Pay {n} supply points", n=price)
        return (
            Choice("pay", label, "EF N5", refused=() if price <= have else (short,)),
            Choice("save", say("Attack at half strength"), "EF N5"),
        )

    def pressed(self, d: D, key: str) -> None:
        """Supply points are spent."""
        if key == "pay":
            d.count(f"{self.side}_sp", -self.attack.supply_points)
        d.goto("roll", supplied=key == "pay")

    def frame_after(self, key: str) -> Battle:
        return replace(self.frame, supplied=key == "pay")

    def measures(self, answer: Answer) -> Measures:
        return {"cost": self.attack.supply_points}

    def script(self, rng: Random) -> Answer:
        """For full strength, where that is worth its supply."""
        if any(c.key == "pay" and not c.refused for c in self.asked.choices):
            full = self.made("pay")
            if worth(full) - worth(self.made("save")) > A_POINT * full.supply_points:
                return Choose("pay")
        return Choose("save")


# ---- the dice -----------------------------------------------------------------------------------


@steps.throws(Battle, "roll", "rolled", "propose", "came")
class AssaultDice(AttackQuestion, Throw[Setting, State, Battle]):
    """N1 Two dice on the main table, with all that is added to them; the letters of the chart."""

    kind, outcome_kind, cite = "assault", "result", "EF N1"
    text = say("Roll for the attack")
    outcome_text = say("Does this result stand?")

    @property
    def column(self) -> str:
        """The column of the odds."""
        return self.setting.tables.main.columns[self.attack.column]

    def dice(self) -> Dice:
        factors = tuple(
            Factor(f"m{n}", line.label, line.value, line.cite or "EF N1")
            for n, line in enumerate(self.attack.modifiers)
        )
        about = (self.frame.target, *self.frame.attackers)
        return Dice((6, 6), about, self.context(), self.column, factors=factors)

    def kept(self, roll: Roll) -> Mapping[str, Any]:
        return {"total": sum(roll.dice) + roll.modifier}

    def outcome(self) -> DiceOutcome:
        letters = str(self.setting.tables.main.cell(self.frame.total, self.attack.column))
        fields = (OutcomeField("result", say("Result"), choices=tuple(RESULT_NAMES)),)
        summary = RESULT_NAMES[letters][0]
        return DiceOutcome({"result": letters}, summary, fields, self.about(), self.column)

    def answered(self, d: D, answer: Outcome) -> None:
        """What the result means for both; what comes of the losses is kept for later."""
        frame, attack, largest = self.frame, self.attack, self.largest
        printed = str(answer.value["result"])
        if frame.phase != "counter":
            for piece in frame.attackers:
                d.set(piece, attacked=True)
        elif printed in CONVERTED:
            printed = "ME"  # N25: a counter-attack is not answered by another
        told = attack.outcome(printed)
        points = -(-attack.defence * told.casualties // attack.defending_halves)
        how = say("{odds!s}, {total} on two dice", odds=self.column, total=frame.total)
        side, place = SIDE_NAMES[frame.side], self.name(frame.target)
        sides = say("The {side} attacked {place}", side=side, place=place)
        d.say(sides, "EF N1", at=frame.target, how=how)
        d.goto(
            "convert",
            printed=printed,
            result=printed,
            reduces=attack.reduces,
            casualties=points,
            disrupted=told.disrupted,
            largest=largest,
        )

    @property
    def largest(self) -> int:
        """N20 Strength of the largest unit in the battle: by its REs, then by its strength."""
        setting, frame = self.setting, self.frame
        attackers = self.units(frame.attackers)
        both = [(halves_of(setting, u), attack_of(setting, u)) for u in attackers]
        defenders = self.layout.defenders(ENEMY[frame.side], frame.target)
        both += [(halves_of(setting, u), defence_of(setting, u)) for u in defenders]
        return max(both, default=(0, 0))[1]
