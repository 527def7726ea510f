"""What results do: steps lost, exchanges, retreats, states, checks."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from wardesk.engine.cached import cached_property
from wardesk.engine.question import Dice, DiceOutcome, Throw
from wardesk.engine.types import (
    Allocate,
    Answer,
    Cells,
    Choice,
    Outcome,
    OutcomeField,
    Pieces,
    Roll,
)
from wardesk.games.shared.retreat import retreats
from wardesk.games.shared.steps_lost import capped, settled
from wardesk.games.shared.told import came_from
from wardesk.games.written.asked import D, WrittenQuestion, enters
from wardesk.games.written.odds import check_factors, dice_of
from wardesk.games.written.position import is_where, room, size, standing, zone
from wardesk.games.written.schema import Check, Do, Where
from wardesk.games.written.setting import Setting
from wardesk.games.written.state import Effects, Rally, State, Testing, Unit, steps
from wardesk.words import Spoken, say, say_count

MATCHED = "match"


def effect_of(setting: Setting, frame: Effects) -> Do:
    """The effect that is done."""
    return setting.doing(frame.source)[frame.number]


def affected(setting: Setting, pieces: Mapping[str, Unit], frame: Effects) -> list[Unit]:
    """The counters on the map that the effect is for."""
    one = effect_of(setting, frame)
    names = frame.mine if one.whom == "attacker" else frame.theirs
    found = [pieces[name] for name in names if name in pieces and pieces[name].at]
    combat = setting.combats.get(frame.combat)
    if one.whom == "attacker" and combat is not None and combat.far_safe:
        far = setting.far(frame.target)
        found = [unit for unit in found if far.get(unit.at or "", 0) <= 1]
    return found


@steps(Effects, "do")
def do(d: D, frame: Effects, _: object) -> None:
    """One effect after the other."""
    setting = d.setting
    doing = setting.doing(frame.source)
    if frame.number >= len(doing):
        d.done()
        return
    one, units = doing[frame.number], affected(setting, d.pieces, frame)
    if not units:
        _next(d, frame)
    elif one.do in ("lose", "match", "retreat", "check"):
        d.goto(one.do)
    else:
        _at_once(d, frame, one, units)


def _at_once(d: D, frame: Effects, one: Do, units: list[Unit]) -> None:
    if one.do == "eliminate":
        suffer(d, {unit.id: 99 for unit in units})
    elif one.do == "state":
        for unit in units if one.each else units[:1]:
            can = d.setting.kind[unit.id].states
            if not can or one.state in can:
                d.set(unit.id, state=one.state)
    elif one.do == "points":
        d.count(f"points/{d.setting.enemy[units[0].side]}", one.steps)
    _next(d, d.stack[-1])


def _next(d: D, frame: Effects) -> None:
    d.goto("do", number=frame.number + 1, handled=())


def _matched(setting: Setting, frame: Effects) -> str:
    """The value that counts for an exchange."""
    values = [one.value for one in setting.doing(frame.source) if one.do == MATCHED]
    return values[0] if values else setting.attack


def suffer(d: D, amounts: Mapping[str, int]) -> None:
    """Take steps; who loses more than he has is lost. The procedure remembers what it came to."""
    setting, frame = d.setting, d.stack[-1]
    value = _matched(setting, frame)
    lost = list(frame.lost)
    for name, steps_lost in amounts.items():
        unit, faces = d.pieces[name], setting.faces[name]
        if not steps_lost or unit.at is None:
            continue
        was = setting.figure(name, value, unit.face)
        side = int(unit.side != frame.side)
        if unit.face + steps_lost > faces:
            d.set(name, at=None, state="", face=faces, lost=True)
            d.count(f"lost/{unit.side}", setting.figure(name, setting.attack, 1))
            lost[side] += was
            d.say(say("{unit!s} was lost", unit=setting.names[name]), "", unit.at)
        else:
            d.set(name, face=unit.face + steps_lost)
            lost[side] += was - setting.figure(name, value, unit.face + steps_lost)
            d.say(say("{unit!s} lost a step", unit=setting.names[name]), "", unit.at)
    d.goto(frame.step, lost=tuple(lost))


class EffectQuestion(WrittenQuestion[Effects]):
    """A question about an effect."""

    @property
    def effect(self) -> Do:
        """The effect that is done."""
        return effect_of(self.setting, self.frame)

    @cached_property
    def left(self) -> list[Unit]:
        """The counters that it is for, and that are not through with it."""
        units = affected(self.setting, self.state.pieces, self.frame)
        return [unit for unit in units if unit.id not in self.frame.handled]

    @property
    def owner(self) -> str:
        """Whose counters they are."""
        setting, frame = self.setting, self.frame
        if self.left:
            return self.left[0].side
        return frame.side if self.effect.whom == "attacker" else setting.enemy[frame.side]

    def who(self) -> str:
        return self.setting.enemy[self.owner] if self.effect.picks == "enemy" else self.owner

    def rule(self) -> str:
        what, name, _ = self.frame.source.split("/", 2)
        return (self.setting.charts if what == "chart" else self.setting.checks)[name].cite

    def limits(self) -> Mapping[str, int]:
        return {u.id: self.setting.faces[u.id] - u.face + 1 for u in self.left}

    def by_strength(self) -> list[Unit]:
        """The counters, those first whose loss the rules want."""
        value, sign = self.setting.attack, -1 if self.effect.picks == "strongest" else 1
        return sorted(
            self.left, key=lambda u: (sign * self.setting.figure(u.id, value, u.face), u.id)
        )

    @property
    def ruled(self) -> bool:
        """Whether the rules say who it is."""
        return self.effect.picks in ("weakest", "strongest")


@steps.asks(Effects, "lose", "shared")
class LossesQuestion(EffectQuestion):
    """Who loses steps."""

    kind, shape, text = "losses", "allocate", say("Who loses steps?")

    @cached_property
    def amounts(self) -> Mapping[str, int] | None:
        """How the losses fall where nobody has a choice."""
        limits, one = self.limits(), self.effect
        if one.each:
            return {name: min(one.steps, most) for name, most in limits.items()}
        if not self.ruled:
            return settled(limits, one.steps)
        found, left = dict[str, int](), one.steps
        for unit in self.by_strength():
            found[unit.id] = min(left, limits[unit.id])
            left -= found[unit.id]
        return found

    def pieces(self) -> tuple[str, ...]:
        return tuple(self.limits())

    def most(self) -> int:
        return self.effect.steps

    def asks(self) -> bool:
        return self.amounts is None

    def passed(self, d: D) -> None:
        suffer(d, self.amounts or {})
        _next(d, d.stack[-1])

    def picked(self, d: D, answer: Allocate) -> None:
        suffer(d, capped(self.limits(), answer.amounts))
        _next(d, d.stack[-1])


@steps.asks(Effects, "match", "matched")
class MatchQuestion(EffectQuestion):
    """Who makes up for what the others lost."""

    kind, shape, text = "match", "pieces", say("Who makes up for the loss?")

    @property
    def unmatched(self) -> int:
        """What is left to be matched."""
        own = int(self.effect.whom == "defender")
        return max(0, self.frame.lost[1 - own] - self.frame.lost[own])

    def context(self) -> str:
        return say_count("{n} point left", "{n} points left", n=self.unmatched)

    def pieces(self) -> tuple[str, ...]:
        return tuple(unit.id for unit in self.left)

    def asks(self) -> bool:
        return self.unmatched > 0 and len(self.left) > 1 and not self.ruled

    def passed(self, d: D) -> None:
        """One step after the other where nobody has a choice."""
        if self.unmatched and self.left:
            suffer(d, {self.by_strength()[0].id: 1})
        else:
            _next(d, self.frame)

    def picked(self, d: D, answer: Pieces) -> None:
        suffer(d, {answer.pieces[0]: 1})

    def script(self, rng: Random) -> Answer:
        """The weakest that is enough, else the strongest."""
        value = _matched(self.setting, self.frame)

        def cost(unit: Unit) -> int:
            on = self.setting.figures[unit.id, value]
            return on[unit.face - 1] - (on[unit.face] if unit.face < len(on) else 0)

        ranked = sorted(self.left, key=lambda u: (cost(u) < self.unmatched, cost(u), u.id))
        return Pieces((ranked[0].id,))


# ---- falling back --------------------------------------------------------------------------------


def ways_back(setting: Setting, state: Any, unit: Unit, one: Do, frame: Effects) -> tuple[str, ...]:  # noqa: ANN401 - a state or a draft
    """Where a counter can fall back to."""
    rule, pieces = setting.book.retreat, state.pieces
    enemy = setting.enemy[unit.side]
    foes = set(standing(setting, pieces, enemy))
    zones = zone(setting, pieces, enemy, "retreat")
    closed = (foes | zones if rule.zones == "never" else foes) - {unit.at or ""}
    barred = foes | (zones if rule.zones in ("never", "not at end") else set())
    near = setting.near
    if rule.away:
        sources = [pieces[name].at for name in frame.mine if pieces[name].at]
        far = {cell: min((setting.far(s or "").get(cell, 0) for s in sources), default=0)
               for cell in near}  # fmt: skip
        near = {a: tuple(b for b in beside if far[b] > far[a]) for a, beside in near.items()}

    def has_room(cell: str) -> bool:
        return cell not in barred and room(setting, pieces, unit.side, cell) >= size(setting, unit)

    lengths = list(range(one.cells, one.cells + (4 if rule.full == "further" else 1)))
    if not rule.exact:
        lengths += range(one.cells - 1, 0, -1)
    for length in lengths:
        if found := retreats(near, unit.at or "", closed, has_room, length):
            return tuple(cell for cell in found if cell != unit.at)
    return ()


@steps.asks(Effects, "retreat", "gone")
class RetreatQuestion(EffectQuestion):
    """Where a counter falls back to."""

    kind, shape, text = "retreat", "cells", say("Where does it fall back to?")

    def who(self) -> str:
        return self.setting.enemy[self.owner] if self.effect.way == "enemy" else self.owner

    def context(self) -> str:
        return self.title(self.left[0].id) if self.left else ""

    def about(self) -> tuple[str, ...]:
        return (self.left[0].id,) if self.left else ()

    @cached_property
    def goes(self) -> tuple[str, ...]:
        """The cells."""
        if not self.left:
            return ()
        return ways_back(self.setting, self.state, self.left[0], self.effect, self.frame)

    def cells(self) -> tuple[str, ...]:
        return self.goes

    def buttons(self) -> tuple[Choice, ...]:
        one, where = self.effect, self.effect.instead_in
        if one.instead != "lose" or not self.left or self.who() != self.owner:
            return ()
        unit = self.left[0]
        if where != Where() and not is_where(
            self.setting, self.state, where, unit.at or "", unit.side
        ):
            return ()
        return (Choice("stand", say("Lose a step and stand"), self.rule()),)

    def asks(self) -> bool:
        return bool(self.left) and bool(self.goes)

    def passed(self, d: D) -> None:
        """Nobody is left, or the one that is has no way."""
        if not self.left:
            _next(d, self.frame)
            return
        unit, no_way = self.left[0], self.setting.book.retreat.no_way
        d.goto("retreat", handled=(*self.frame.handled, unit.id))
        if no_way != "stays":
            suffer(d, {unit.id: 99 if no_way == "eliminated" else 1})

    def pressed(self, d: D, key: str) -> None:
        piece = self.left[0].id
        d.goto("retreat", handled=(*self.frame.handled, piece))
        suffer(d, {piece: 1})

    def picked(self, d: D, answer: Cells) -> None:
        unit, goal = self.left[0], answer.cells[0]
        text = say("{unit!s} fell back to {place!s}", unit=self.title(unit.id),
                   place=self.name(goal))  # fmt: skip
        d.say(text, self.rule(), goal, came_from([self.name(unit.at or "")]))
        d.set(unit.id, at=goal)
        enters(d, goal, unit.side)
        d.goto("retreat", handled=(*self.frame.handled, unit.id))
        if self.setting.book.retreat.zones == "lose" and goal in zone(
            self.setting, d.pieces, self.setting.enemy[unit.side], "retreat"
        ):
            suffer(d, {unit.id: 1})


# ---- checks --------------------------------------------------------------------------------------


@steps(Effects, "check")
def check(d: D, frame: Effects, _: object) -> None:
    """One counter after the other is checked."""
    one = effect_of(d.setting, frame)
    units = [u for u in affected(d.setting, d.pieces, frame) if u.id not in frame.handled]
    if not units or (frame.handled and not one.each):
        _next(d, frame)
        return
    d.goto("check", handled=(*frame.handled, units[0].id))
    d.call(Testing(step="roll", check=one.check, piece=units[0].id, target=frame.target,
                   combat=frame.combat, side=frame.side), "check")  # fmt: skip


@steps.throws(Testing, "roll", "rolled", "read", "judged")
class CheckRoll(Throw[Setting, State, Testing]):
    """The dice of a check."""

    kind, text = "check", say("Does it hold?")

    @property
    def rules(self) -> Check:
        """The check."""
        return self.setting.checks[self.frame.check]

    @property
    def unit(self) -> Unit:
        """Whose it is."""
        return self.state.pieces[self.frame.piece]

    @property
    def needed(self) -> int:
        """The figure that is rolled against."""
        return self.setting.figure(self.unit.id, self.rules.value, self.unit.face)

    def rule(self) -> str:
        return self.rules.cite

    def prompt(self) -> str:
        return say("Does it rally?") if self.frame.rally else self.text

    def dice(self) -> Dice:
        needs = say("at most {n}", n=self.needed)
        if self.rules.needs == "at least":
            needs = say("at least {n}", n=self.needed)
        factors = check_factors(self.setting, self.state, self.rules, self.unit)
        return Dice(dice=dice_of(self.rules.dice), about=(self.unit.id,), context=needs,
                    factors=factors)  # fmt: skip

    def kept(self, roll: Roll) -> Mapping[str, Any]:
        return {"total": sum(roll.dice) + roll.modifier}

    def outcome(self) -> DiceOutcome:
        total = self.frame.total
        most = self.rules.needs == "at most"
        held = total <= self.needed if most else total >= self.needed
        field = OutcomeField("result", say("Result"), choices=("passed", "failed"))
        text: Spoken = say("It holds") if held else say("It does not hold")
        result = "passed" if held else "failed"
        return DiceOutcome({"result": result}, text, (field,), about=(self.unit.id,))

    def answered(self, d: D, answer: Outcome) -> None:
        frame, result = self.frame, str(answer.value["result"])
        passed = result == "passed"
        if frame.rally and passed:
            d.set(frame.piece, state="")
        name = self.setting.names[frame.piece]
        text = say("{unit!s} holds", unit=name) if passed else say("{unit!s} wavers", unit=name)
        d.say(text, self.rules.cite, self.unit.at, str(frame.total))
        one = (frame.piece,)
        d.call(
            Effects(step="do", source=f"check/{frame.check}/{result}", combat=frame.combat,
                    side=frame.side or self.unit.side, target=frame.target or self.unit.at or "",
                    mine=one, theirs=one),
            "over",
        )  # fmt: skip


@steps(Testing, "over")
def over(d: D, frame: Testing, _: object) -> None:
    """The check is done."""
    d.done()


@steps(Rally, "next")
def rally(d: D, frame: Rally, _: object) -> None:
    """One counter after the other comes out of its state, or does not."""
    todo = [name for name in frame.todo if d.pieces[name].at and d.pieces[name].state]
    if not todo:
        d.done()
        return
    d.goto("next", todo=tuple(todo[1:]))
    check_id = d.setting.states[d.pieces[todo[0]].state].rally
    d.call(Testing(step="roll", check=check_id, piece=todo[0], rally=True), "next")
