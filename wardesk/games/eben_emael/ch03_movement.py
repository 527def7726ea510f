"""Chapter 3: movement of both sides (phases II and V)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from wardesk.engine.cached import cached_property
from wardesk.engine.draft import Draft
from wardesk.engine.question import Goals
from wardesk.engine.types import Answer, Choice, Choose, Path, Reason
from wardesk.games.eben_emael import prospects
from wardesk.games.eben_emael.asked import EbenQuestion
from wardesk.games.eben_emael.control import settle
from wardesk.games.eben_emael.garrison import (
    GunsFire,
    belgian_lines,
    german_lines,
    warned_of_fire,
)
from wardesk.games.eben_emael.marching import (
    against_path,
    can_man,
    enter,
    gone_out,
    movable,
    named,
    reachable,
)
from wardesk.games.eben_emael.position import (
    ground,
    men_at,
    open_door,
    route,
    soldiers,
    soldiers_at,
)
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import (
    BELGIAN,
    FIRST_MOVER,
    GERMAN,
    Fire,
    FortCounter,
    Manning,
    March,
    MarchFire,
    Turn,
    UnderFire,
    steps,
)
from wardesk.games.shared.ask import most_together
from wardesk.games.shared.march import distances
from wardesk.words import say, say_count

FAR = 99


class MoveUnits(EbenQuestion[Turn]):
    """Each unit moves once (2.1)."""

    kind, shape, chart = "move", "path", "fields_of_fire"
    text = say("Which units move where?")
    choices = (Choice("done", say("End movement"), "EE 2.1"),)

    @cached_property
    def ready(self) -> tuple[str, ...]:
        return movable(self.setting, self.state, self.side)

    def most(self) -> int:
        return most_together(self.units(self.ready))

    def context(self) -> str:
        number = len(self.ready)
        return say_count("{n} unit has not moved", "{n} units have not moved", n=number)

    def passed(self, d: Draft[Setting]) -> None:
        """It is told why nobody moves, unless some have."""
        there = soldiers(self.state.pieces, self.side)
        if not any(c.moved for c in there):
            text, why = self.nobody(d)
            d.say(text, self.rule(), how=why)
        d.goto(d.setting.after[self.frame.step])

    def nobody(self, d: Draft[Setting]) -> tuple[str, str]:
        """What is told where no unit moves, and why."""
        raise NotImplementedError

    def pressed(self, d: Draft[Setting], key: str) -> None:
        d.goto(d.setting.after[self.frame.step])

    def goals(self, units: Sequence[FortCounter]) -> Goals:
        found = reachable(self.setting, self.state, tuple(u.id for u in units))
        first = units[0]
        return {c: (route(self.setting, self.state, first, c), bad) for c, bad in found.items()}

    def against(self, answer: Answer) -> Sequence[Reason]:
        """Every reason against a move, cell by cell."""
        if not isinstance(answer, Path):
            return ()
        return against_path(self.setting, self.state, answer.pieces, answer.cells)

    def note(self, units: list[FortCounter], cell: str) -> tuple[Reason, ...]:
        """How far it is."""
        steps = len(route(self.setting, self.state, units[0], cell))
        far = say_count("{n} sector", "{n} sectors", n=steps)
        return (Reason(far, "EE 3.2", level="note", at=cell),)

    # ---- for a program --------------------------------------------------------------------------

    def options(self, n: int, rng: Random) -> list[Answer]:
        """Legal answers, each as likely as another: moves of one unit, of all in a sector, none."""
        places: dict[str | None, list[str]] = {}
        for unit in self.units(self.asked.pieces):
            places.setdefault(unit.at, []).append(unit.id)
        teams = [(piece,) for piece in self.asked.pieces]
        teams += [tuple(group) for group in places.values() if len(group) > 1]
        found: list[Answer] = [Choose("done")]
        for team in teams:
            found += [Path(team, cells) for cells, bad in self.ways(team).values() if not bad]
        return found if len(found) <= n else rng.sample(found, n)

    def sample(self, rng: Random) -> Answer:
        """One legal answer at random; whoever plays so ends it one time in four."""
        return (self._some_way(rng) if rng.random() >= 0.25 else None) or Choose("done")

    def script(self, rng: Random) -> Answer:
        """The move of one unit that gains the most, while anybody gains anything."""
        best = prospects.german_move if self.side == GERMAN else prospects.belgian_move
        return best(self.setting, self.state, self.asked.pieces) or Choose("done")

    def ideas(self, n: int) -> Sequence[Answer]:
        """Moves of single units by what the script sees in them, the best first."""
        moves = prospects.german_ideas if self.side == GERMAN else prospects.belgian_ideas
        return [Choose("done"), *moves(self.setting, self.state, self.asked.pieces)][:n]


@steps.asks(Turn, "german_move", "german_moved")
class GermanMove(MoveUnits):
    """Germans move, in a solitaire game through fields of fire (phase II A, EE N59)."""

    cite = "EE 2.1-II-A"

    def nobody(self, d: Draft[Setting]) -> tuple[str, str]:
        return say("No German move"), say("no unit can move; passed")

    def note(self, units: list[FortCounter], cell: str) -> tuple[Reason, ...]:
        """Whose machine guns bear on it, too."""
        cite = "EE N59" if self.setting.options.solitaire == "yes" else "EE N62"
        fire = warned_of_fire(self.setting, self.state, cell, cite)
        return (*super().note(units, cell), *fire)

    def picked(self, d: Draft[Setting], answer: Path) -> None:
        again = self.frame.step
        if d.setting.options.solitaire == "yes":
            return d.call(March(step="go", units=answer.pieces, cells=answer.cells), again)
        _move(d, answer.pieces, answer.cells[-1])
        settle(d)
        return d.goto(again)


@steps.asks(Turn, "belgian_move", "belgian_moved")
class BelgianMove(MoveUnits):
    """Belgians move; at an open door they may go in (phase V A)."""

    cite = "EE 2.1-V-A"

    def nobody(self, d: Draft[Setting]) -> tuple[str, str]:
        """Where no Belgian stands this is the one line for air, fire and attacks, too."""
        if soldiers(d.pieces, BELGIAN):
            return say("No Belgian move"), say("no unit can move; passed")
        return say("No Belgians on the map"), say("no air attack, fire, move or attack; passed")

    def picked(self, d: Draft[Setting], answer: Path) -> None:
        origin, goal, again = d.pieces[answer.pieces[0]].at or "", answer.cells[-1], self.frame.step
        _move(d, answer.pieces, goal)
        settle(d)
        d.goto(again)
        if can_man(d.setting, d.state, answer.pieces, goal):
            d.call(Manning(step="ask", units=answer.pieces), again)
        if d.setting.options.march_fire == "moving":
            d.call(MarchFire(step="ask", sector=goal, origin=origin), d.stack[-1].step)

    def prescribed(self) -> Answer:
        """Sallies march out to the nearest Germans, the one that is nearest first (EE N59)."""
        setting, state = self.setting, self.state
        germans = ground(state.pieces, GERMAN)
        far = distances(setting.fort.neighbours, germans)
        units = self.units(self.asked.pieces)
        units.sort(key=lambda u: (far.get(u.at or "", FAR), u.at or "", u.id))
        for unit in units:
            if unit.kind != "garrison" or self._is_next_door(unit, far):
                goal = self._front(unit, germans)
                if goal is not None:
                    return Path((unit.id,), route(setting, state, unit, goal))
        return Choose("done")

    def _is_next_door(self, unit: FortCounter, far: Mapping[str, int]) -> bool:
        """Whether *unit* holds the one door that sallies this turn: the nearest to a German."""
        crews = [c for c in soldiers(self.state.pieces, BELGIAN) if c.kind == "garrison"]
        doors = [c for c in crews if open_door(self.setting, self.state, c.at)]
        if any(not c.inside for c in crews) or any(far.get(c.at or "", FAR) == 0 for c in doors):
            return False  # one has come out, or fights from its door
        nearest = min(doors, key=lambda c: (far.get(c.at or "", FAR), c.at or ""), default=None)
        return nearest is not None and nearest.id == unit.id

    def _front(self, unit: FortCounter, germans: frozenset[str]) -> str | None:
        """Where *unit* stands against the nearest Germans it can reach; None when it reaches none.

        Of Germans equally near it takes the weakest, by option (target = weakest) of equally weak
        ones the nearest; then the first by id, after the shortest march.
        """
        setting, state = self.setting, self.state
        best: tuple[int, int, str, int, str] | None = None
        by_men = setting.options.target == "weakest"
        far = distances(setting.fort.neighbours, (unit.at or "",))
        for goal, bad in reachable(setting, state, (unit.id,)).items():
            beside = germans.intersection(setting.fort.neighbours[goal])
            if bad or not beside or (goal == unit.at and not unit.inside):
                continue
            ranked = [(far.get(c, FAR), men_at(state.pieces, GERMAN, c), c) for c in beside]
            first = min((b, a, c) for a, b, c in ranked) if by_men else min(ranked)
            found = (*first, far.get(goal, FAR), goal)
            best = min(best or found, found)
        return best[-1] if best else None


def _move(d: Draft[Setting], units: tuple[str, ...], goal: str) -> None:
    names: list[str] = []
    origin = d.pieces[units[0]].at
    leaving = sum(d.pieces[p].men for p in units if d.pieces[p].inside)
    if leaving:
        d.mark(f"{origin}/out", gone_out(d.marks, origin) + leaving)
    for piece in units:
        enter(d, piece, goal, moved=True)
        names.append(d.pieces[piece].name)
    place, start = d.setting.fort.brief[goal], d.setting.fort.brief.get(origin or "", "")
    text = say("{unit} to {place}", unit=names[0], place=place)
    how = say("from {place}", place=start) if start else ""
    if len(names) > 1:
        text = say("{n} units to {place}", n=len(names), place=place)
        who = named(names)
        how = say("{units}, from {place}", units=who, place=start) if start else who
    d.say(text, "EE 3.2", goal, how)


@steps(March, "go")
def march(d: Draft[Setting], frame: March, _: None) -> None:
    """On to the next sector that a machine gun bears on, which may fire, or to the goal."""
    units = tuple(u for u in frame.units if u in d.pieces and d.pieces[u].at is not None)
    if not units or not frame.cells:
        settle(d)
        return d.done()
    watched = (c for c in frame.cells if belgian_lines(d.setting, d.state, c))
    halt = next(watched, frame.cells[-1])
    ahead = frame.cells[frame.cells.index(halt) + 1 :]
    _move(d, units, halt)
    if belgian_lines(d.setting, d.state, halt):
        if FIRST_MOVER not in d.marks:
            d.mark(FIRST_MOVER, units[0])
        d.goto("go", cells=ahead)
        return d.call(UnderFire(step="ask", sector=halt, cite="EE N59", own=False), "go")
    return d.goto("go", cells=ahead)


@steps.asks(MarchFire, "ask", "chosen")
class SquadsFire(GunsFire[MarchFire]):
    """German light machine guns next to Belgians who have moved may fire at them (2.1-V-B)."""

    cite = "EE 2.1-V-B"

    def context(self) -> str:
        return say("Belgians moved to {place}", place=self.name(self.frame.sector))

    def about(self) -> tuple[str, ...]:
        return (self.frame.sector,)

    def bearing(self) -> list[Fire]:
        """Shots of the squads next to where the Belgians set out or where they are now."""
        sector, pieces = self.frame.sector, self.state.pieces
        if not soldiers_at(pieces, BELGIAN, sector):
            return []
        beside = self.setting.fort.neighbours
        posts = sorted({*beside[sector], *beside[self.frame.origin]})
        return [line for post in posts for line in german_lines(self.setting, pieces, post, sector)]


@steps.asks(Manning, "ask", "answered")
class ManWork(EbenQuestion[Manning]):
    """Units that have come to an open door may go in (EE N38)."""

    kind, cite, chart = "man", "EE N38", "fields_of_fire"
    text = say("Do they man the work?")
    choices = (
        Choice("man", say("Man the work"), "EE N38", hint=say("May fire, need not attack")),
        Choice("outside", say("Stay outside"), "EE 2.1-VI"),
    )

    def who(self) -> str:
        return BELGIAN

    @property
    def cell(self) -> str:
        """The sector with the door."""
        return next((u.at for u in self.units(self.frame.units) if u.at is not None), "")

    def asks(self) -> bool:
        there = bool(self.cell)
        return there and can_man(self.setting, self.state, self.frame.units, self.cell)

    def context(self) -> str:
        return self.name(self.cell)

    def about(self) -> tuple[str, ...]:
        return (*self.frame.units, self.cell)

    def pressed(self, d: Draft[Setting], key: str) -> None:
        """They go in, or stay before the door."""
        units = self.units(self.frame.units) if key == "man" else []
        for unit in units:
            if unit.at is not None:
                d.set(unit.id, inside=True)
                text = say("{unit} manned the work", unit=unit.name)
                d.say(text, "EE N38", unit.at, d.setting.fort.brief.get(unit.at, ""))
        d.done()

    def script(self, rng: Random) -> Choose:
        """Inside they are sheltered and serve the guns; on the last turn they must fight."""
        return Choose("outside" if prospects.last_turn(self.setting, self.state) else "man")

    def prescribed(self) -> Choose:
        """Sallies man no work."""
        return self.last_button()
