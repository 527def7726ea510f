"""Battles: who attacks whom, the dice, and who goes into the cell that is left empty."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from wardesk.engine.cached import cached_property
from wardesk.engine.derived_cache import of_table
from wardesk.engine.question import Dice, DiceOutcome, Goals, Throw
from wardesk.engine.types import (
    Answer,
    Cells,
    Choice,
    Choose,
    Outcome,
    OutcomeField,
    Path,
    Pieces,
    Reason,
    Roll,
)
from wardesk.games.written.asked import (
    D,
    OfPhaseQuestion,
    WayQuestion,
    WrittenQuestion,
    active,
    done,
    enters,
    reason,
)
from wardesk.games.written.asked import told as told_march
from wardesk.games.written.odds import (
    AttackCase,
    case_look,
    dice_of,
    expected,
    read,
    told,
    weigh,
)
from wardesk.games.written.position import (
    Table,
    at,
    fits,
    room,
    size,
    standing,
    zone,
)
from wardesk.games.written.schema import Combat
from wardesk.games.written.setting import Setting
from wardesk.games.written.state import Battle, Effects, Fighting, Unit, steps
from wardesk.model.look import Assignments, CaseLook
from wardesk.words import Spoken, join, say


def may_attack(setting: Setting, table: Table, combat: Combat, unit: Unit) -> bool:
    """Whether a counter may attack in this phase at all."""
    return (
        not unit.fought
        and setting.kind[unit.id].attacks
        and not (unit.state and not setting.states[unit.state].attacks)
        and fits(setting, table.pieces, unit, combat.who_may)
    )


def range_of(setting: Setting, combat: Combat, unit: Unit) -> int:
    """How far a counter attacks."""
    far = combat.range
    return far if isinstance(far, int) else setting.figure(unit.id, far, unit.face)


def reaches(setting: Setting, table: Table, combat: Combat, unit: Unit, cell: str) -> bool:
    """Whether a counter attacks as far as a cell."""
    far = setting.far(cell).get(unit.at or "")
    if far is None or far > range_of(setting, combat, unit):
        return False
    return not combat.sight or far <= 1 or setting.sees(unit.at or "", cell)


@of_table
def open_targets(setting: Setting, table: Table, frame: Fighting) -> Mapping[str, tuple[str, ...]]:
    """Cells that can be attacked, and by whom; battles that are announced can be joined."""
    combat = setting.combat_of(frame.phase)
    who = [u for u in active(table, setting, frame) if may_attack(setting, table, combat, u)]  # pyright: ignore[reportArgumentType]
    announced = {battle.partition("|")[0] for battle in frame.battles}
    found: dict[str, tuple[str, ...]] = {}
    if not who:
        return found
    for cell, foes in sorted(standing(setting, table.pieces, setting.enemy[frame.side]).items()):
        if combat.once and cell in frame.done and cell not in announced:
            continue
        if cell in announced and not combat.together:
            continue
        if all(fits(setting, table.pieces, foe, combat.targets) for foe in foes):
            us = tuple(u.id for u in who if reaches(setting, table, combat, u, cell))
            if us:
                found[cell] = us
    return found


def attacked(frame: Fighting) -> set[str]:
    """The cells of battles that are announced."""
    return {battle.partition("|")[0] for battle in frame.battles} | set(frame.done)


def coverable(targets: Mapping[str, Sequence[str]], free: set[str]) -> int:
    """How many of *targets* can each be attacked by one of *free*, all at once."""
    taken: dict[str, str] = {}

    def place(target: str, seen: set[str]) -> bool:
        for one in targets[target]:
            if one in free and one not in seen:
                seen.add(one)
                if one not in taken or place(taken[one], seen):
                    taken[one] = target
                    return True
        return False

    return sum(place(target, set()) for target in targets)


def theirs_in(setting: Setting, table: Table, side: str, cell: str) -> tuple[Unit, ...]:
    """The enemies of a side in a cell."""
    return at(setting, table.pieces, setting.enemy[side], cell)


@steps.asks(Fighting, "announce", "announced")
class AnnounceQuestion(WayQuestion[Fighting]):
    """Which counters attack which cell."""

    kind, text = "attack", say("Who attacks what?")
    next_step = "next"

    @property
    def combat(self) -> Combat:
        """The way of fighting of the phase."""
        return self.setting.combat_of(self.frame.phase)

    def rule(self) -> str:
        return self.combat.cite

    @cached_property
    def targets(self) -> Mapping[str, tuple[str, ...]]:
        """What can be attacked, and by whom."""
        return open_targets(self.setting, self.state, self.frame)

    def pieces(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(one for us in self.targets.values() for one in us))

    def most(self) -> int:
        return max(1, len(self.pieces())) if self.combat.together else 1

    def about(self) -> tuple[str, ...]:
        return tuple(self.targets)

    def buttons(self) -> tuple[Choice, ...]:
        button = done(say("No more attacks"), self.combat.cite)
        left = self._must()
        if not left or self.combat.by != "program":
            return (button,)
        return (Choice(button.key, button.label, button.cite, refused=(
            Reason(left, self.combat.cite),
        )),)  # fmt: skip

    def _must(self) -> Spoken:
        """What still has to be attacked, or has to attack; empty for nothing."""
        rule, targets = self.combat.must, self.targets
        if rule == "free" or not targets:
            return ""
        if rule == "attack and be attacked":
            open_ = [cell for cell in targets if cell not in attacked(self.frame)]
            if open_:
                return say("{cell!s} must be attacked", cell=open_[0])
        return say("{unit!s} must attack", unit=self.title(self.pieces()[0]))

    def goals(self, units: Sequence[Unit]) -> Goals:
        names = {unit.id for unit in units}
        if len(units) > 1 and not self.combat.together:
            return {}
        found: dict[str, tuple[tuple[str, ...], tuple[Reason, ...]]] = {}
        for cell, us in self.targets.items():
            if names <= set(us):
                found[cell] = ((cell,), self._bars(names, cell))
        return found

    def _bars(self, names: set[str], cell: str) -> tuple[Reason, ...]:
        """Everybody beside must be attacked: nobody is sent where others could not be any more."""
        combat = self.combat
        if combat.must != "attack and be attacked" or combat.announce != "all first":
            return ()
        known = attacked(self.frame)
        open_ = {c: us for c, us in self.targets.items() if c not in known}
        free = set(self.pieces())
        before = coverable(open_, free)
        after = coverable({c: us for c, us in open_.items() if c != cell}, free - names)
        if after + (cell in open_) >= before:
            return ()
        text = say("Then nobody is left to attack another cell")
        return (reason(text, combat.cite, combat.by, cell),)

    def against(self, answer: Answer) -> Sequence[Reason]:
        if not isinstance(answer, Path):
            return ()
        cell = answer.cells[-1]
        found = self.ways(answer.pieces).get(cell)
        if found is None or len(answer.cells) != 1:
            text = say("They cannot attack {cell!s}", cell=self.name(cell))
            return (Reason(text, self.combat.cite, at=cell),)
        return found[1]

    def picked(self, d: D, answer: Path) -> None:
        cell, combat = answer.cells[0], self.combat
        for piece in answer.pieces:
            d.set(piece, fought=True)
        battles = {b.partition("|")[0]: b for b in self.frame.battles}
        joined = [battles[cell].partition("|")[2]] if cell in battles else []
        battles[cell] = f"{cell}|{','.join([*joined, *answer.pieces])}"
        if combat.announce == "all first":
            d.goto("announce", battles=tuple(battles.values()))
        else:
            d.goto("announce", done=(*self.frame.done, cell))
            fight(d, self.frame, battles[cell], "announce")

    # ---- for a screen ---------------------------------------------------------------------------

    def weighed(self, pieces: Sequence[str], cell: str) -> AttackCase | None:
        """The attack of some counters on a cell, with who is announced there already."""
        names = set(pieces)
        for battle in self.frame.battles:
            target, _, who = battle.partition("|")
            names |= set(who.split(",")) if target == cell else set()
        units = [u for u in self.units(sorted(names)) if u.at]
        theirs = theirs_in(self.setting, self.state, self.frame.side, cell)
        if not units or not theirs:
            return None
        return weigh(self.setting, self.state, self.combat, units, theirs, cell)

    def case(self, answer: Answer | None) -> CaseLook | None:
        if not isinstance(answer, Path) or not answer.cells:
            return None
        case = self.weighed(answer.pieces, answer.cells[-1])
        return case_look(self.setting, case, answer.cells[-1]) if case else None

    def note(self, units: list[Unit], cell: str) -> tuple[Reason, ...]:
        case = self.weighed([u.id for u in units], cell)
        if case is None:
            return ()
        text = join(": ", (case.ratio, case.column_name)) if not case.off else case.ratio
        return (Reason(text, self.combat.cite, "note", cell),)

    def announces(self) -> bool:
        return self.combat.announce == "all first"

    def assignments(self) -> Assignments | None:
        if self.combat.announce != "all first" or self.combat.by != "program":
            return None
        pieces = self.state.pieces
        links = [
            (pieces[one].at or "", battle.partition("|")[0])
            for battle in self.frame.battles
            for one in battle.partition("|")[2].split(",")
            if one in pieces
        ]
        return Assignments(links=tuple(links), fixed=tuple(links)) if links else None

    # ---- for a program --------------------------------------------------------------------------

    def attacks(self) -> list[tuple[float, Path]]:
        """For each target the strongest few counters together: what they gain, and the way."""
        found: list[tuple[float, Path]] = []
        value = self.combat.attack
        for cell, us in self.targets.items():
            figures = {u: self.setting.figure(u, value, self.state.pieces[u].face) for u in us}
            ranked = sorted(us, key=lambda one: (-figures[one], one))
            announced = self.weighed((), cell)
            already = expected(announced) if announced else 0.0
            for n in range(1, (len(ranked) if self.combat.together else 1) + 1):
                team = tuple(ranked[:n])
                case = self.weighed(team, cell)
                if case is not None and not self._bars(set(team), cell):
                    found.append((expected(case) - already - 0.02 * n, Path(team, (cell,))))
        return found

    def options(self, n: int, rng: Random) -> list[Answer]:
        found: list[Answer] = [Choose(c.key) for c in self.buttons() if not c.refused]
        attacks = [way for _, way in self.attacks()]
        if not attacks and not found:  # every order leaves somebody out
            attacks = [Path((us[0],), (cell,)) for cell, us in self.targets.items()
                       if not self._bars({us[0]}, cell)]  # fmt: skip
        found += attacks
        return found if len(found) <= n else rng.sample(found, n)

    def script(self, rng: Random) -> Answer:
        """The battle with the best expectation, if it is worth it."""
        found = self.attacks()
        free = not self._must()
        if not found:
            return Choose("done")
        best, way = max(found, key=lambda one: (one[0], one[1].cells, one[1].pieces))
        return way if best > 0.25 or not free else Choose("done")

    def ideas(self, n: int) -> Sequence[Answer]:
        ranked = sorted(self.attacks(), key=lambda one: -one[0])
        return [*(way for _, way in ranked[: max(3, n - 1)]), Choose("done")]


def fight(d: D, frame: Fighting, battle: str, then: str) -> None:
    """Begin a battle, if both sides are still there."""
    setting = d.setting
    cell, _, who = battle.partition("|")
    theirs = tuple(u.id for u in theirs_in(setting, d, frame.side, cell))
    mine = tuple(one for one in who.split(",") if one in d.pieces and d.pieces[one].at)
    if mine and theirs:
        combat = setting.combat_of(frame.phase).id
        d.call(
            Battle(step="roll", combat=combat, side=frame.side, target=cell, mine=mine,
                   theirs=theirs),
            then,
        )  # fmt: skip


@steps.asks(Fighting, "next", "chosen")
class NextBattleQuestion(OfPhaseQuestion[Fighting]):
    """Which of the announced battles is fought now."""

    kind, shape, text = "next-battle", "cells", say("Which battle is fought now?")

    def rule(self) -> str:
        return self.setting.combat_of(self.frame.phase).cite

    def cells(self) -> tuple[str, ...]:
        return tuple(battle.partition("|")[0] for battle in self.frame.battles)

    def asks(self) -> bool:
        return len(self.frame.battles) > 1

    def passed(self, d: D) -> None:
        if self.frame.battles:
            self._fight(d, self.frame.battles[0])
        else:
            d.done()

    def picked(self, d: D, answer: Cells) -> None:
        self._fight(d, next(b for b in self.frame.battles
                            if b.partition("|")[0] == answer.cells[0]))  # fmt: skip

    def _fight(self, d: D, battle: str) -> None:
        cell = battle.partition("|")[0]
        rest = tuple(b for b in self.frame.battles if b != battle)
        d.goto("next", battles=rest, done=(*self.frame.done, cell))
        fight(d, self.frame, battle, "next")

    def script(self, rng: Random) -> Answer:
        return Cells((self.asked.cells[0],))


@steps.throws(Battle, "roll", "rolled", "read", "applied")
class BattleRoll(Throw[Setting, Any, Battle]):
    """The dice of a battle, and its result."""

    kind, text = "battle", say("How does the battle end?")
    outcome_kind = "result"

    @property
    def combat(self) -> Combat:
        """The way of fighting."""
        return self.setting.combats[self.frame.combat]

    def rule(self) -> str:
        return self.combat.cite

    @cached_property
    def weighed(self) -> AttackCase:
        """The battle as it stands."""
        units = [u for u in self.units(self.frame.mine) if u.at]
        theirs = [u for u in self.units(self.frame.theirs) if u.at]
        return weigh(self.setting, self.state, self.combat, units, theirs, self.frame.target)

    def asks(self) -> bool:
        return not self.weighed.off

    def passed(self, d: D) -> None:
        d.goto("read", result=self.weighed.chart.below)

    def dice(self) -> Dice:
        case = self.weighed
        return Dice(
            dice=dice_of(case.chart.dice),
            about=(self.frame.target, *self.frame.mine),
            context=case.ratio,
            column=case.column_name,
            factors=case.factors,
            chart=case.chart.id,
        )

    def kept(self, roll: Roll) -> Mapping[str, Any]:
        case = self.weighed
        total = sum(roll.dice) + roll.modifier
        return {"total": total, "result": read(case.chart, case.column, total)}

    def outcome(self) -> DiceOutcome:
        chart, result = self.weighed.chart, self.frame.result
        field = OutcomeField("result", say("Result"), choices=tuple(chart.results))
        return DiceOutcome(
            {"result": result}, told(chart, result), (field,), about=(self.frame.target,),
            column=self.weighed.column_name, chart=chart.id,
        )  # fmt: skip

    def answered(self, d: D, answer: Outcome) -> None:
        frame, chart = self.frame, self.weighed.chart
        result = str(answer.value["result"])
        d.say(told(chart, result), chart.cite, frame.target, join(", ", (
            self.weighed.ratio, *filter(None, (self.weighed.column_name, result)),
        )))  # fmt: skip
        d.goto("advance", result=result)
        d.call(
            Effects(step="do", source=f"chart/{chart.id}/{result}", combat=frame.combat,
                    side=frame.side, target=frame.target, mine=frame.mine, theirs=frame.theirs),
            "advance",
        )  # fmt: skip

    def case(self, answer: Answer | None) -> CaseLook | None:
        total = self.frame.total if self.fallen else None
        return case_look(self.setting, self.weighed, self.frame.target, total)


@steps.asks(Battle, "advance", "advanced")
class AdvanceQuestion(WrittenQuestion[Battle]):
    """Who goes into the cell that was fought for."""

    kind, shape, text = "advance", "pieces", say("Who advances?")

    def who(self) -> str:
        return self.frame.side

    def rule(self) -> str:
        return self.setting.book.advance.cite

    def about(self) -> tuple[str, ...]:
        return (self.frame.target,)

    def buttons(self) -> tuple[Choice, ...]:
        rule = self.setting.book.advance
        return () if rule.must else (Choice("stay", say("Nobody advances"), rule.cite),)

    def pieces(self) -> tuple[str, ...]:
        setting, target, rule = self.setting, self.frame.target, self.setting.book.advance
        if rule.most == "none" or not self._allowed():
            return ()
        pieces = self.state.pieces
        if theirs_in(setting, self.state, self.frame.side, target):
            return ()
        if rule.zones and target in zone(setting, pieces, setting.enemy[self.frame.side], "move"):
            return ()
        free = room(setting, pieces, self.frame.side, target)
        return tuple(
            unit.id
            for unit in self.units(self.frame.mine)
            if unit.at and unit.at != target
            and setting.far(target).get(unit.at) == 1
            and size(setting, unit) <= free
            and fits(setting, pieces, unit, rule.who)
        )  # fmt: skip

    def _allowed(self) -> bool:
        """After a melee, or where the chart says so."""
        combat = self.setting.combats[self.frame.combat]
        results = self.setting.charts[combat.chart].results
        named = [name for name, doing in results.items() if any(o.do == "advance" for o in doing)]
        if named:
            return self.frame.result in named
        return combat.kind in ("odds", "difference")

    def most(self) -> int:
        rule = self.setting.book.advance
        return 1 if rule.most == "one" else max(1, len(self.pieces()))

    def against(self, answer: Answer) -> Sequence[Reason]:
        if not isinstance(answer, Pieces):
            return ()
        free = room(self.setting, self.state.pieces, self.frame.side, self.frame.target)
        if sum(size(self.setting, u) for u in self.units(answer.pieces)) > free:
            return (Reason(say("There is no room for so many"), self.asked.cite),)
        return ()

    def picked(self, d: D, answer: Pieces) -> None:
        for piece in answer.pieces:
            told_march(d, piece, self.frame.target, self.rule())
            d.set(piece, at=self.frame.target)
        enters(d, self.frame.target, self.frame.side)
        d.done()
