"""Chapter 2: movement of both sides, automatic victory and blocked ways."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from random import Random

from wardesk.engine.draft import Draft
from wardesk.engine.question import Goals
from wardesk.engine.types import Answer, Choice, Choose, Path, Reason
from wardesk.games.remagen import policy_moves
from wardesk.games.remagen.asked import Asked
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
from wardesk.games.remagen.room import enter, visit
from wardesk.games.remagen.setting import Setting
from wardesk.games.remagen.state import ENEMY, US, State, Transport, Turn, Unit, steps
from wardesk.games.remagen.ways import Ways, against_move, movable, move_goals
from wardesk.words import join, say, say_count

DONE = Choice("done", say("End movement"), "RB 2.1")
LOAD = Choice("load", say("Load or hitch…"), "RB 4.1")
UNLOAD = Choice("unload", say("Unload or drop…"), "RB 4.5")


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
class Movement(Asked[Turn]):
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
        cells = Ways(self.setting, self.state, self.units(team)).stroll(rng)
        answer = Path(team, cells)
        return answer if cells and not self.against(answer) else None

    def script(self, rng: Random) -> Answer | None:
        return policy_moves.move(self.setting, self.state, self.asked, rng)

    def ideas(self, n: int) -> Sequence[Answer]:
        return policy_moves.ideas(self.setting, self.state, n)

    def weighs(self, script: Answer) -> bool:
        """Where the script would stop, or do something else than march, most was gained."""
        return isinstance(script, Choose)

    def answered(self, d: Draft[Setting], answer: Path | Choose) -> None:
        """Carry the move out, or what a button asks for."""
        side, again = self.side, f"{self.side}_move"
        if isinstance(answer, Path):
            _carry_out(d, answer.pieces, answer.cells)
            return d.goto(again)
        key, _, what = answer.key.partition(":")
        match key:
            case "load" | "unload":
                return d.call(Transport(step="unit", side=side, doing=key), again)
            case "scuttle":
                lose(d, what)
                text = say("{unit} was destroyed to clear the way", unit=d.pieces[what].name)
                d.say(text, "RB 2.9")
                return d.goto(again)
            case "overrun":
                _overrun(d, side, what)
                return d.goto(again)
            case _:
                return d.goto(f"{side}_fire")


def _overrun(d: Draft[Setting], side: str, cell: str) -> None:
    """The sector's zone is gone; all who take part stay where they are (RB 12.8, 12.9)."""
    units = overwhelmed(d.setting, d.state, side).get(cell, ())
    for unit in units:
        d.set(unit.id, pinned=True)
    d.mark(f"{cell}/overrun", " ".join(sorted({u.at or "" for u in units})))
    place = d.setting.rhine.name(cell)
    d.say(say("{place} is as good as taken", place=place), "RB 12.8", cell)


def _carry_out(d: Draft[Setting], units: tuple[str, ...], cells: tuple[str, ...]) -> None:
    ways = Ways(d.setting, d.state, [d.pieces[p] for p in units])
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
    place = d.setting.rhine.name(cells[-1])
    d.say(say("{units} moved to {place}", units=names, place=place), "RB 2.1", cells[-1])
