"""Counters that come: set up as one likes, reinforcements, and losses that are made up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from wardesk.engine.cached import cached_property
from wardesk.engine.question import Goals
from wardesk.engine.types import Answer, Choice, Choose, Path, Reason
from wardesk.games.written.asked import NOT_THERE, D, WayQuestion, done, enters
from wardesk.games.written.position import at, fits, linked, room, size, standing, traced, zone
from wardesk.games.written.schema import Replace
from wardesk.games.written.setting import START
from wardesk.games.written.state import TURN, OfPhase, Refit, Unit, steps
from wardesk.words import say


class ComingQuestion(WayQuestion[OfPhase]):
    """Counters that are put into one of some cells."""

    def to(self, unit: Unit) -> Sequence[str]:
        """The cells where a counter may come."""
        raise NotImplementedError

    def goals(self, units: Sequence[Unit]) -> Goals:
        if len(units) > 1:
            return {}
        return {cell: ((cell,), ()) for cell in self.to(units[0])}

    def against(self, answer: Answer) -> Sequence[Reason]:
        if not isinstance(answer, Path):
            return ()
        units = self.units(answer.pieces)
        if len(units) != 1:
            return (Reason(say("Counters come one by one"), self.asked.cite),)
        return self.one_cell(answer, self.to(units[0]), NOT_THERE)


@steps.asks(OfPhase, "deploy", "deployed")
class DeployQuestion(ComingQuestion):
    """Where the counters of a side begin."""

    kind, text = "deploy", say("Who begins where?")

    def rule(self) -> str:
        return self.setting.book.turn.cite

    def context(self) -> str:
        return self.setting.side_names[self.frame.side]

    def buttons(self) -> tuple[Choice, ...]:
        return (done(say("They stand"), self.rule()),)

    def pieces(self) -> tuple[str, ...]:
        place = f"{START}{self.frame.side}"
        return tuple(
            id_ for id_, row in self.setting.rows.items()
            if row.get("place") == place and self.state.pieces[id_].at
        )  # fmt: skip

    def to(self, unit: Unit) -> Sequence[str]:
        return [c for c in self.setting.setup.start[self.frame.side].cells if c != unit.at]

    def picked(self, d: D, answer: Path) -> None:
        """Who stood there changes places with it."""
        piece, cell = answer.pieces[0], answer.cells[0]
        was = d.pieces[piece].at
        for other in at(self.setting, d.pieces, self.frame.side, cell):
            d.set(other.id, at=was)
        d.set(piece, at=cell)

    def script(self, rng: Random) -> Answer:
        return Choose("done")


@steps.asks(OfPhase, "arrive", "arrived")
class ArriveQuestion(ComingQuestion):
    """Which reinforcements come where."""

    kind, text = "arrive", say("Who comes where?")

    def rule(self) -> str:
        return self.setting.book.arrive.cite

    def buttons(self) -> tuple[Choice, ...]:
        return (done(say("Nobody else comes"), self.rule()),)

    def pieces(self) -> tuple[str, ...]:
        turn, setting = self.state.tracks[TURN], self.setting
        late = setting.book.arrive.late
        return tuple(
            unit.id
            for unit in self.state.pieces.values()
            if unit.side == self.frame.side and unit.at is None and not unit.lost
            and (due := setting.turn_of(unit.id)) and (due == turn or (late and due < turn))
            and self.to(unit)
        )  # fmt: skip

    def to(self, unit: Unit) -> Sequence[str]:
        setting, pieces = self.setting, self.state.pieces
        place = setting.rows[unit.id].get("place", "")
        enemy = setting.enemy[unit.side]
        closed = set(standing(setting, pieces, enemy))
        if setting.book.arrive.cells == "free of zones":
            closed |= zone(setting, pieces, enemy)
        cells = setting.places.get(place, (place,) if place in setting.near else ())
        need = size(setting, unit)
        return [c for c in sorted(cells)
                if c not in closed and room(setting, pieces, unit.side, c) >= need]  # fmt: skip

    def picked(self, d: D, answer: Path) -> None:
        piece, cell = answer.pieces[0], answer.cells[0]
        d.set(piece, at=cell)
        enters(d, cell, self.frame.side)
        d.say(
            say("{unit!s} came to {place!s}", unit=self.title(piece), place=self.name(cell)),
            self.rule(),
            cell,
        )

    def script(self, rng: Random) -> Answer:
        piece = self.asked.pieces[0]
        return Path((piece,), (nearest(self, self.to(self.state.pieces[piece])),))


def nearest(question: ComingQuestion | RefitQuestion, cells: Sequence[str]) -> str:
    """Of some cells the one nearest to a goal."""
    setting = question.setting
    goals = [goal for goal, _ in setting.goals]
    return min(cells, key=lambda c: (min((setting.far(g).get(c, 99) for g in goals), default=0), c))


@steps.asks(Refit, "refit", "refitted")
class RefitQuestion(WayQuestion[Refit]):
    """Which losses are made up: a step where it stands, or a counter that comes back."""

    kind, text = "replace", say("Which losses are made up?")
    verb = say("Make up")

    @property
    def rules(self) -> Replace:
        """What the side may do."""
        return self.setting.replaces[self.frame.side]

    def rule(self) -> str:
        return self.rules.cite

    def context(self) -> str:
        return say("{n} left", n=self.frame.left)

    def buttons(self) -> tuple[Choice, ...]:
        return (done(say("No more replacements"), self.rules.cite),)

    @cached_property
    def found(self) -> Mapping[str, tuple[str, ...]]:
        """Counter to the cells where it is made up; its own for a step."""
        setting, state, rule, side = self.setting, self.state, self.rules, self.frame.side
        pieces, used = state.pieces, self.frame.used
        line = traced(setting, pieces, side, rule.line) if rule.line else frozenset(setting.near)
        foes = standing(setting, pieces, setting.enemy[side])
        cells = {c for p in rule.at for c in setting.places[p]}
        cells |= {
            c for p in rule.one_in_each for c in setting.places[p]
            if c not in used and (c not in setting.tracked or state.marks.get(f"held/{c}") == side)
        }  # fmt: skip
        free = sorted(c for c in cells & line if c not in foes)
        found: dict[str, tuple[str, ...]] = {}
        for unit in pieces.values():
            if unit.side != side or (unit.id in used and rule.not_both):
                continue
            if not fits(setting, pieces, unit, rule.who):
                continue
            if unit.at:
                if unit.face > 1 and rule.restore and rule.restore <= self.frame.left and (
                    not rule.line or linked(setting, pieces, unit, rule.line)
                ):  # fmt: skip
                    found[unit.id] = (unit.at,)
            elif rule.rebuild and rule.rebuild <= self.frame.left and self._is_ready(unit):
                need = size(setting, unit)
                if to := tuple(c for c in free if room(setting, pieces, side, c) >= need):
                    found[unit.id] = to
        return found

    def _is_ready(self, unit: Unit) -> bool:
        """Lost, or waiting in the pool until its turn."""
        waits = self.setting.rows[unit.id].get("place", "") in self.setting.places
        return unit.lost or (not waits and self.setting.turn_of(unit.id) <= self.state.tracks[TURN])

    def pieces(self) -> tuple[str, ...]:
        return tuple(self.found) if self.frame.left else ()

    def goals(self, units: Sequence[Unit]) -> Goals:
        if len(units) > 1:
            return {}
        return {cell: ((cell,), ()) for cell in self.found.get(units[0].id, ())}

    def against(self, answer: Answer) -> Sequence[Reason]:
        if not isinstance(answer, Path):
            return ()
        if len(answer.pieces) != 1:
            return (Reason(say("Counters are made up one by one"), self.rules.cite),)
        return self.one_cell(answer, self.found.get(answer.pieces[0], ()), NOT_THERE)

    def picked(self, d: D, answer: Path) -> None:
        piece, cell = answer.pieces[0], answer.cells[0]
        unit, rule = d.pieces[piece], self.rules
        if unit.at:
            d.set(piece, face=unit.face - 1)
            spent, used = rule.restore, (piece,)
        else:
            d.set(piece, at=cell, face=self.setting.faces[piece], lost=False)
            enters(d, cell, self.frame.side)
            one = any(cell in self.setting.places[p] for p in rule.one_in_each)
            spent, used = rule.rebuild, (piece, cell) if one else (piece,)
        text = say("{unit!s} was made up in {place!s}", unit=self.title(piece),
                   place=self.name(cell))  # fmt: skip
        d.say(text, rule.cite, cell)
        d.goto("refit", left=self.frame.left - spent, used=(*self.frame.used, *used))

    def script(self, rng: Random) -> Answer:
        """The strongest, as near to the goals as can be."""
        value = self.setting.attack
        piece = max(self.asked.pieces,
                    key=lambda one: (self.setting.figure(one, value, 1), one))  # fmt: skip
        return Path((piece,), (nearest(self, self.found[piece]),))
