"""Chapter 2: movement of both sides, automatic victory and blocked ways."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random

from wardesk.engine.cached import cached_property
from wardesk.engine.draft import Draft
from wardesk.engine.question import Goals
from wardesk.engine.types import Answer, Choice, Choose, Path, Reason
from wardesk.games.remagen import guns
from wardesk.games.remagen.asked import RemagenQuestion
from wardesk.games.remagen.guns import battery_of
from wardesk.games.remagen.loads import loadable, lose, unloadable
from wardesk.games.remagen.position import (
    at,
    disabled,
    engaged,
    on_board,
    riders,
    strength,
    strengths,
    touching,
)
from wardesk.games.remagen.pulls import Pulls, american_pulls, fetching, pulls_of, site_of, worths
from wardesk.games.remagen.room import enter, visit
from wardesk.games.remagen.setting import Setting
from wardesk.games.remagen.state import ENEMY, US, State, Transport, Turn, Unit, steps
from wardesk.games.remagen.ways import (
    GroupWays,
    MovementField,
    against_move,
    field_of,
    movable,
    move_goals,
    open_goals,
)
from wardesk.games.shared.told import tell_march
from wardesk.words import join, say, say_count

DONE = Choice("done", say("End movement"), "RB 2.1")
LOAD = Choice("load", say("Load or hitch…"), "RB 4.1")
UNLOAD = Choice("unload", say("Unload or drop…"), "RB 4.5")
LOOKED_AT = 6
"""Units that are weighed for one answer: working out all of them would take too long."""
EACH = 3
"""Moves of one unit that deserve a look."""


def overwhelmed(setting: Setting, state: State, side: str) -> dict[str, tuple[Unit, ...]]:
    """Enemy sectors that may be declared beaten before combat, with the units it takes (RB 12.8).

    A sector counts for one such sector only, since it is never split (RB 12.5).
    """
    busy = {cell for key, value in state.marks.items() if key.endswith("/overrun")
             for cell in str(value).split()}  # fmt: skip
    graph, ours = touching(setting, state), strengths(setting, state, side)
    least, found = setting.tables.constants.automatic, dict[str, tuple[Unit, ...]]()
    theirs = strengths(setting, state, ENEMY[side])
    for cell in sorted(theirs):
        if f"{cell}/overrun" in state.marks:
            continue
        enemy = theirs[cell]
        near = [o for o in graph[cell] if o in ours and o not in busy]
        if near and enemy and sum([ours[o] for o in near]) >= least * enemy:
            mine = [u for o in near for u in at(state, o, side)]
            found[cell] = _fewest(setting, state, mine, least * enemy)
    return found


def _fewest(setting: Setting, state: State, units: Sequence[Unit], needed: int) -> tuple[Unit, ...]:
    """As few of *units* as reach *needed* together: who cannot move first, then the strongest."""
    stay = {u.id for u in units if u.moved or u.pinned or engaged(state, u.at)}
    order = sorted(units, key=lambda u: (u.id not in stay, -setting.row(u).value, u.id))
    found: list[Unit] = []
    for unit in order:
        if strength(setting, found) < needed:
            found.append(unit)
    for unit in reversed(order):
        rest = [u for u in found if u is not unit]
        if len(rest) < len(found) and strength(setting, rest) >= needed:
            found = rest
    return tuple(found)


@steps.asks(Turn, "us_move", "us_moved")
@steps.asks(Turn, "german_move", "german_moved")
class WhoMoves(RemagenQuestion[Turn]):
    """Units move, each once; transport and automatic victory on the way (RB 2.1)."""

    kind, cite, shape, chart = "move", "RB 2.1", "path", "units"
    text = say("Which units move where?")

    @cached_property
    def movable(self) -> tuple[str, ...]:
        """Units that may still make their move."""
        return movable(self.setting, self.state, self.side)

    @cached_property
    def extras(self) -> tuple[Choice, ...]:
        """What may be done beside moving."""
        return tuple(self._extras())

    def _extras(self) -> Iterator[Choice]:
        setting, state, side = self.setting, self.state, self.side
        if loadable(setting, state, side):
            yield LOAD
        if unloadable(setting, state, side):
            yield UNLOAD
        for unit in on_board(state, side):
            if unit.hits and disabled(setting, unit):
                label = say("Destroy {unit}", unit=unit.name)
                yield Choice(f"scuttle:{unit.id}", label, "RB 2.9")
        for cell in overwhelmed(setting, state, side):
            label = say("Automatic victory at {place}", place=self.name(cell))
            yield Choice(f"overrun:{cell}", label, "RB 12.8")

    def asks(self) -> bool:
        return bool(self.movable or self.extras)

    def passed(self, d: Draft[Setting]) -> None:
        d.goto(f"{self.side}_fire")

    def pieces(self) -> tuple[str, ...]:
        return self.movable

    def most(self) -> int:
        return max(1, len(self.movable))

    def buttons(self) -> tuple[Choice, ...]:
        return (*self.extras, DONE)

    def context(self) -> str:
        number = len(self.movable)
        text = say_count("{n} unit has not moved", "{n} units have not moved", n=number)
        return text if number else ""

    def goals(self, units: Sequence[Unit]) -> Goals:
        return move_goals(self.setting, self.state, units)

    def against(self, answer: Answer) -> Sequence[Reason]:
        """Every reason against a move, sector by sector, and room at its end."""
        if not isinstance(answer, Path):
            return ()
        return against_move(self.setting, self.state, answer.pieces, answer.cells)

    def stroll(self, team: tuple[str, ...], rng: Random) -> Path | None:
        """Some way, without working out all of them."""
        cells = GroupWays(self.setting, self.state, self.units(team)).stroll(rng)
        answer = Path(team, cells)
        return answer if cells and not self.against(answer) else None

    def picked(self, d: Draft[Setting], answer: Path) -> None:
        _carry_out(d, answer.pieces, answer.cells)
        d.goto(f"{self.side}_move")

    def pressed(self, d: Draft[Setting], key: str) -> None:
        """Whatever it does, movement goes on, until it is ended."""
        side, again = self.side, f"{self.side}_move"
        word, _, what = key.partition(":")
        match word:
            case "load" | "unload":
                return d.call(Transport(step="unit", side=side, doing=word), again)
            case "scuttle":
                lose(d, what)
                text = say("{unit} was destroyed to clear the way", unit=d.pieces[what].name)
                d.say(text, "RB 2.9")
                return d.goto(again)
            case "overrun":
                _overrun(d, side, what)
                return d.goto(again)
            case _:
                return self.passed(d)

    # ---- for a program --------------------------------------------------------------------------

    @cached_property
    def field(self) -> MovementField:
        """What the side's movement meets."""
        return field_of(self.setting, self.state, self.side)

    @cached_property
    def pulls(self) -> Pulls:
        """Where the side wants to be."""
        return pulls_of(self.setting, self.state, self.side)

    def weighs(self, script: Answer) -> bool:
        """Where the script would stop, or do something else than march, most was gained."""
        return isinstance(script, Choose)

    def script(self, rng: Random) -> Answer:
        """One unit after the other goes where it is worth most; who gains nothing stays."""
        asked, pieces = self.asked, self.state.pieces
        if key := self._before_marching():
            return Choose(key)
        for piece in asked.pieces:
            if way := self._with_guns(pieces[piece]):
                return Path((piece,), way)
        order = sorted(asked.pieces, key=lambda p: self._turn_of(pieces[p]))
        ahead = [p for p in order if pieces[p].at not in self.field.zone]
        beside = [p for p in order if pieces[p].at in self.field.zone]
        rest = ahead[2:]
        some = ahead[:2] + rng.sample(rest, min(len(rest), LOOKED_AT - 3))
        for piece in (*some, *rng.sample(beside, min(len(beside), 1))):
            if way := self._best_way(pieces[piece]):
                return Path((piece,), way)
        return Choose("done")

    def _before_marching(self) -> str:
        """Automatic victory, then what had better be unloaded or loaded; empty = nothing."""
        setting, state, side = self.setting, self.state, self.side
        keys = [c.key for c in self.asked.choices if not c.refused]
        if overrun := next((key for key in keys if key.startswith("overrun:")), ""):
            return overrun
        if "unload" in keys and guns.to_unload(setting, state, side):
            return "unload"
        site = site_of(setting, state) if side == US else None
        return "load" if "load" in keys and guns.to_load(setting, state, side, site) else ""

    def _with_guns(self, unit: Unit) -> tuple[str, ...]:
        """The way of a gun, or of a vehicle that tows one."""
        setting, state, row = self.setting, self.state, self.setting.rows[unit.kind]
        if not (row.gun or row.tows):
            return ()
        battery = battery_of(setting, state, self.side)
        if row.gun:
            return guns.push(setting, state, unit, battery, self.field)
        gun = guns.gun_of(setting, state, unit) if row.tows else None
        return guns.tow(setting, state, unit, gun, battery, self.field) if gun else ()

    def _turn_of(self, unit: Unit) -> tuple[float, int, str]:
        """Whoever is ahead moves first, armour before men, so that the way is clear."""
        return self.pulls.get(unit.at or "", 99.0), -self.setting.rows[unit.kind].value, unit.id

    def _best_way(self, unit: Unit) -> tuple[str, ...]:
        row, pulls = self.setting.rows[unit.kind], self.pulls
        if row.gun or (row.tows and riders(self.state, unit.id)):
            return ()
        if row.tows:
            pulls = fetching(self.setting, self.state, unit.side)
        elif unit.side == US:
            pulls = american_pulls(self.setting, self.state, unit, pulls)
        gain, way = next(iter(self._ranked(unit, pulls)), (0.0, ()))
        return way if gain > 0.01 else ()

    def _ranked(self, unit: Unit, pulls: Pulls) -> list[tuple[float, tuple[str, ...]]]:
        """The ways of *unit* with what it gains by each, the best first."""
        setting, state, field = self.setting, self.state, self.field
        goals = open_goals(setting, state, [unit], field)
        ((here, _),) = worths(setting, state, unit, (unit.at or "",), pulls, field)
        found = sorted(worths(setting, state, unit, goals, pulls, field))
        return [(here - worth, goals[cell]) for worth, cell in found]

    def ideas(self, n: int) -> Sequence[Answer]:
        """Every button, then units from the front, each with its best moves."""
        found: list[tuple[float, str, tuple[str, ...]]] = []
        for unit in self.units(self.asked.pieces):
            aims = self.pulls
            if unit.side == US:
                aims = american_pulls(self.setting, self.state, unit, aims)
            found += [(gain, unit.id, way) for gain, way in self._ranked(unit, aims)[:EACH]]
        found.sort(key=lambda one: (-one[0], one[1:]))
        buttons: list[Answer] = [Choose(c.key) for c in self.asked.choices if not c.refused]
        return [*buttons, *(Path((piece,), way) for _, piece, way in found)][:n]


def _overrun(d: Draft[Setting], side: str, cell: str) -> None:
    """The sector's zone is gone; all who take part stay where they are (RB 12.8, 12.9)."""
    units = overwhelmed(d.setting, d.state, side).get(cell, ())
    for unit in units:
        d.set(unit.id, pinned=True)
    d.mark(f"{cell}/overrun", " ".join(sorted({u.at or "" for u in units})))
    place = d.setting.rhine.name(cell)
    d.say(say("{place} is as good as taken", place=place), "RB 12.8", cell)


def _carry_out(d: Draft[Setting], units: tuple[str, ...], cells: tuple[str, ...]) -> None:
    ways = GroupWays(d.setting, d.state, [d.pieces[p] for p in units])
    cost = len(cells) + any(map(ways.toll, cells))
    track = (ways.origin, *cells)
    halt = "" if ways.stops(track[-1], track[-2]) else "ground"
    if halt and all(step in ways.rhine.roads for step in pairwise(track)):
        halt = "road"
    for piece in units:
        side = d.pieces[piece].side
        enter(d, piece, cells[-1])
        for unit in (d.pieces[piece], *riders(d.pieces, piece)):
            d.set(unit.id, moved=True)
        unit = d.pieces[piece]
        kept = halt if unit.halt != "ground" or not halt else "ground"
        d.set(piece, spent=unit.spent + cost)
        if not d.setting.row(unit).gun:
            d.set(piece, halt=kept, goes_on=False)
        if side == US:
            for cell in cells:
                visit(d, cell)
    names = join(", ", [d.pieces[p].name for p in units])
    rhine = d.setting.rhine
    tell_march(d, names, rhine.name(ways.origin), rhine.name(cells[-1]), "RB 2.1", cells[-1])
