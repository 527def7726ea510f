"""Chapter 4: attacks on a sector, from the choice of target to the fight (phases III and VI)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from wardesk.engine.cached import cached_property
from wardesk.engine.draft import Draft
from wardesk.engine.types import Answer, Cells, Choice, Choose, Pieces, Reason, replace
from wardesk.games.eben_emael.asked import EbenQuestion, InBattle, ranked
from wardesk.games.eben_emael.attacks import (
    EXCHANGE,
    Assessment,
    advised,
    against_group,
    assess,
    attack_targets,
    can_blow,
    candidates,
    column_of,
    must_attack,
    planned_case,
    team,
    worth,
)
from wardesk.games.eben_emael.marching import named
from wardesk.games.eben_emael.position import men_at, soldiers, soldiers_at
from wardesk.games.eben_emael.prospects import demolition_value, driven_out, last_turn, stake
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
from wardesk.model.advice import Advice
from wardesk.model.look import CaseLook
from wardesk.words import join, say, say_count

FAIR = 4
"""Column index of 2:1: attacks that nobody has to make are made at these odds or better."""


@steps.asks(Turn, "german_attack", "target_chosen")
@steps.asks(Turn, "belgian_attack", "target_chosen")
class WhichAttack(EbenQuestion[Turn]):
    """Each unit may attack once, or Germans blow up the work they stand on (phases III and VI).

    Belgians in the open must attack, those in a trench or behind a door may.
    """

    kind, shape, chart = "attack-target", "cells", "combat"

    @cached_property
    def aims(self) -> tuple[str, ...]:
        return attack_targets(self.setting, self.state, self.side)

    @cached_property
    def blowers(self) -> tuple[str, ...]:
        """Units that can blow up the work they stand on."""
        return can_blow(self.setting, self.state) if self.side == GERMAN else ()

    def asks(self) -> bool:
        return bool(self.aims or self.blowers)

    def passed(self, d: Draft[Setting]) -> None:
        """It is told why nobody attacks, unless some have."""
        fought = any(c.attacked for c in soldiers(d.pieces, self.side))
        if soldiers(d.pieces, BELGIAN) and not fought:
            german = self.side == GERMAN
            text = say("No German attack") if german else say("No Belgian attack")
            d.say(text, self.rule(), how=say("nobody in reach; passed"))
        d.goto(d.setting.after[self.frame.step])

    def rule(self) -> str:
        return "EE 2.1-III" if self.side == GERMAN else "EE 2.1-VI"

    def prompt(self) -> str:
        if self.aims:
            return say("Which sector do you attack next?")
        return say("Which work do you blow up?")

    def buttons(self) -> tuple[Choice, ...]:
        pieces, refused = self.state.pieces, tuple[Reason, ...]()
        charges = [
            Choice(
                f"charge:{unit}",
                say("Blow up {work}: {unit}", work=self.name(pieces[unit].at or ""),
                    unit=pieces[unit].name),
                "EE N39",
            )
            for unit in self.blowers
        ]  # fmt: skip
        if self.side == BELGIAN:
            owing = (pieces[unit].name for unit in must_attack(self.setting, pieces))
            refused = tuple(
                Reason(say("{unit} stands next to Germans and must attack", unit=name), "EE 2.1-VI")
                for name in owing
            )
        return (*charges, Choice("done", say("No more attacks"), self.rule(), refused=refused))

    def picked(self, d: Draft[Setting], answer: Cells) -> None:
        """The attack begins."""
        battle = Battle(step="join", side=self.side, target=answer.cells[0])
        d.call(battle, self.frame.step)

    def pressed(self, d: Draft[Setting], key: str) -> None:
        """A demolition begins, or the phase ends."""
        if key == "done":
            return d.goto(d.setting.after[self.frame.step])
        unit = key.partition(":")[2]
        work = d.pieces[unit].at or ""
        return d.call(Demolition(step="guns", unit=unit, work=work), self.frame.step)

    # ---- for a screen ---------------------------------------------------------------------------

    def barred(self, cell: str) -> tuple[Reason, ...]:
        text = say("No enemy stands at {place}", place=self.name(cell))
        if soldiers_at(self.state.pieces, ENEMY[self.side], cell):
            text = say("None of your units that may still attack stands next to {place}",
                       place=self.name(cell))  # fmt: skip
        return (Reason(text, "EE 4.1", at=cell),)

    def case(self, answer: Answer | None) -> CaseLook | None:
        """The attack of all who can join in."""
        if not isinstance(answer, Cells) or not answer.cells:
            return None
        target = answer.cells[0]
        units = candidates(self.setting, self.state, self.side, target)
        frame = Battle(step="", side=self.side, target=target, units=units)
        return planned_case(self.setting, self.state, frame)

    # ---- for a program --------------------------------------------------------------------------

    def script(self, rng: Random) -> Answer:
        """Charges first; then the best odds, if they are fair or there is no choice."""
        asked, setting, state, side = self.asked, self.setting, self.state, self.side
        charges = [c.key for c in asked.choices if c.key != "done"]
        if charges:
            return Choose(max(charges, key=self._gain_of_charge))
        found = {
            cell: assess(setting, state.pieces, side, cell, _team(setting, state, side, cell))
            for cell in asked.cells
        }
        forced = any(c.refused for c in asked.choices)
        paying = [cell for cell in asked.cells if self._pays(found[cell])]
        worthy = paying or (asked.cells if forced else ())
        if len(worthy) < 2:
            return Cells(tuple(worthy)) if worthy else Choose("done")
        return Cells((max(worthy, key=lambda cell: (*self._prospect(cell, found[cell]), cell)),))

    def _gain_of_charge(self, key: str) -> tuple[float, int]:
        """What the work is worth; never the last charge where a richer squad stands."""
        unit = self.state.pieces[key.partition(":")[2]]
        return demolition_value(self.setting, self.state, unit.at or ""), unit.charges

    def _pays(self, found: Assessment) -> bool:
        """Germans want fair odds; Belgians more than staying brings, or that time has run out."""
        if self.side == GERMAN:
            return found.column >= FAIR
        return worth(self.setting, found) >= 0 or last_turn(self.setting, self.state)

    def _prospect(self, cell: str, found: Assessment) -> tuple[float, int]:
        points = self.setting.fort.points.get(cell, 0)
        if self.side == GERMAN:
            return min(found.column, 6), points
        return stake(self.setting, self.state, cell) * driven_out(self.setting, found), points

    def prescribed(self) -> Answer:
        """Of the sectors beside them the one with the weakest Germans, ties by its id."""
        cells, pieces = self.asked.cells, self.state.pieces
        if not cells:
            return Choose("done")
        return Cells((min(cells, key=lambda cell: (men_at(pieces, GERMAN, cell), cell)),))

    def advice(self) -> tuple[Advice, ...]:
        found = [self._advised(cell) for cell in self.asked.cells]
        found += [
            Advice(
                label=done.label,
                choice="done",
                value=0.0,
                figure=f"{0:.1f}",
                unit=EXCHANGE,
                text=say("costs nothing, takes nothing"),
                cite=done.cite,
            )
            for done in self.asked.choices
            if done.key == "done" and not done.refused
        ]
        return ranked(found)

    def _advised(self, cell: str) -> Advice:
        setting, state, side = self.setting, self.state, self.side
        units = team(setting, state.pieces, cell, candidates(setting, state, side, cell))
        found = assess(setting, state.pieces, side, cell, units)
        frame = Battle(step="", side=side, target=cell, units=units)
        points = setting.fort.points.get(cell, 0)
        men = say_count("The one able unit, {n} man", "The one able unit, {n} men", n=found.men)
        if len(units) > 1:
            men = say("All {units} able units, {men} men", units=len(units), men=found.men)
        hint = [men]
        if found.divisor > 1:
            hint.append(say("ground / {by}", by=found.divisor))
        told = join(", ", hint)
        if points:
            told = say("{hint}; worth {points} victory points", hint=told, points=points)
        name = self.name(cell)
        return advised(
            setting, state, frame, found, label=name, hint=told, cells=(cell,), pieces=units
        )


def _team(setting: Setting, state: State, side: str, cell: str) -> tuple[str, ...]:
    """Everybody who may join, within 80 points an edge; of Belgians one wave after the other."""
    able = candidates(setting, state, side, cell)
    if side == BELGIAN:
        return _wave(setting, state, cell, able)
    return team(setting, state.pieces, cell, able)


def _wave(setting: Setting, state: State, target: str, able: tuple[str, ...]) -> tuple[str, ...]:
    """The group that takes the most for each unit in it: the others attack after it."""
    if len(able) == 1:
        return able
    ranked = strongest_first(state, able)

    def takes(count: int) -> float:
        units = tuple(ranked[:count])
        if against_group(setting, state.pieces, target, units):
            return 0.0
        return driven_out(setting, assess(setting, state.pieces, BELGIAN, target, units)) / count

    best = max(range(1, len(ranked) + 1), key=takes)
    return tuple(ranked[:best])


def strongest_first(state: State, pieces: Sequence[str]) -> list[str]:
    """Units with most men first."""
    return sorted(pieces, key=lambda piece: (-state.pieces[piece].men, piece))


# ---- the battle ---------------------------------------------------------------------------------


@steps.asks(Battle, "join", "joined")
class JoinAttack(InBattle):
    """The attacker names the units that take part, each once a turn (4.1)."""

    kind, shape, cite = "attackers", "pieces", "EE 4.1"
    text = say("Which units take part?")

    @cached_property
    def ready(self) -> tuple[str, ...]:
        side, target = self.side, self.frame.target
        there = soldiers_at(self.state.pieces, ENEMY[side], target)
        return candidates(self.setting, self.state, side, target) if there else ()

    def asks(self) -> bool:
        return len(self.ready) > 1

    def passed(self, d: Draft[Setting]) -> None:
        if self.ready:
            _declare(d, self.frame, self.ready)
        else:
            d.done()

    def most(self) -> int:
        return len(self.ready)

    def context(self) -> str:
        return say("Attack on {place}", place=self.name(self.frame.target))

    def against(self, answer: Answer) -> Sequence[Reason]:
        """No more than 80 points may attack across one edge (EE N3)."""
        if not isinstance(answer, Pieces):
            return ()
        return against_group(self.setting, self.state.pieces, self.frame.target, answer.pieces)

    def picked(self, d: Draft[Setting], answer: Pieces) -> None:
        _declare(d, self.frame, answer.pieces)

    def case(self, answer: Answer | None) -> CaseLook | None:
        if not isinstance(answer, Pieces):
            return None
        frame = replace(self.frame, units=answer.pieces)
        return planned_case(self.setting, self.state, frame)

    def script(self, rng: Random) -> Pieces:
        return Pieces(_team(self.setting, self.state, self.side, self.frame.target))

    def prescribed(self) -> Pieces:
        """Everybody who may, within 80 points an edge."""
        able = tuple(sorted(self.asked.pieces))
        return Pieces(team(self.setting, self.state.pieces, self.frame.target, able))

    def advice(self) -> tuple[Advice, ...]:
        return ranked(self._groups())

    def _groups(self) -> Iterator[Advice]:
        """For each odds column the smallest group that reaches it, strongest units first."""
        setting, state, frame = self.setting, self.state, self.frame
        ranked = strongest_first(state, self.asked.pieces)
        seen: set[int] = set()
        for number in range(1, len(ranked) + 1):
            units = tuple(ranked[:number])
            if against_group(setting, state.pieces, frame.target, units):
                continue
            found = assess(setting, state.pieces, frame.side, frame.target, units)
            column = column_of(setting, frame, found)
            if column in seen:
                continue
            seen.add(column)
            names = join(", ", [state.pieces[piece].name for piece in units])
            men = say_count("{units}: {n} man", "{units}: {n} men", n=found.men, units=names)
            team = say("{units} units, {men} men", units=number, men=found.men)
            yield advised(
                setting,
                state,
                frame,
                found,
                label=names if number < 3 else team,
                hint=join(" / ", (men, found.divisor)) if found.divisor > 1 else men,
                pieces=tuple(piece for piece in self.asked.pieces if piece in units),
            )


def _declare(d: Draft[Setting], frame: Battle, units: tuple[str, ...]) -> None:
    for unit in units:
        d.set(unit, attacked=True)
    names = named([d.pieces[u].name for u in units])
    place = d.setting.fort.brief[frame.target]
    d.say(say("Attack on {place}", place=place), "EE 4.1", frame.target, names)
    d.goto("flame", units=units)


@steps.asks(Battle, "flame", "flame_chosen")
class UseFlamethrower(InBattle):
    """A flamethrower, used once, helps the attack (EE N22)."""

    kind, cite = "flamethrower", "EE N22"
    text = say("Do you use a flamethrower?")
    choices = (Choice("yes", say("Use it"), "EE N22"), Choice("no", say("Keep it"), "EE N22"))

    @property
    def carriers(self) -> list[FortCounter]:
        """Attackers who have one."""
        return [unit for unit in self.units(self.frame.units) if unit.flamethrowers]

    def asks(self) -> bool:
        return bool(self.carriers)

    def passed(self, d: Draft[Setting]) -> None:
        d.goto("guns")

    def context(self) -> str:
        return say("Each can be used once")

    def about(self) -> tuple[str, ...]:
        return self.frame.units

    def pressed(self, d: Draft[Setting], key: str) -> None:
        """It is spent at once."""
        if key == "yes" and (found := self.carriers):
            unit = found[0]
            d.set(unit.id, flamethrowers=unit.flamethrowers - 1)
            text = say("{unit} used a flamethrower", unit=unit.name)
            d.say(text, "EE N22", unit.at, d.setting.fort.brief.get(unit.at or "", ""))
            return d.goto("guns", flamethrower=True)
        return d.goto("guns", flamethrower=False)

    def case(self, answer: Answer | None) -> CaseLook | None:
        if not isinstance(answer, Choose):
            return None
        frame = replace(self.frame, flamethrower=answer.key == "yes")
        return planned_case(self.setting, self.state, frame)

    def script(self, rng: Random) -> Choose:
        """Worth it from even odds up, where high totals hurt the defender."""
        frame = self.frame
        found = assess(self.setting, self.state.pieces, frame.side, frame.target, frame.units)
        return Choose("yes" if found.column >= 3 else "no")
