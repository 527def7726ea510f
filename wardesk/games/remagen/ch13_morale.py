"""Chapter 13: what the results of the morale chart do."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from wardesk.engine.cached import cached_property
from wardesk.engine.draft import Draft
from wardesk.engine.question import Goals
from wardesk.engine.types import Answer, Cells, Choice, Choose, Outcome, Path, Reason
from wardesk.games.remagen.asked import RemagenQuestion
from wardesk.games.remagen.ch09_fire import Volley, can_fire, shot_arrows
from wardesk.games.remagen.loads import lose
from wardesk.games.remagen.position import (
    at,
    disabled,
    forbidden,
    ground,
    riders,
    short_of,
    touching,
    usable,
    zone,
)
from wardesk.games.remagen.pulls import pulls_of
from wardesk.games.remagen.room import against_place, enter
from wardesk.games.remagen.setting import Setting
from wardesk.games.remagen.state import (
    ENEMY,
    GERMAN,
    US,
    Advance,
    Battle,
    Hits,
    Retreat,
    State,
    Unit,
    steps,
)
from wardesk.games.remagen.ways import GroupWays, blocked
from wardesk.games.shared.told import came_from
from wardesk.model.look import Overlay
from wardesk.words import join, say, say_count

STAY = Choice("done", say("Nobody else advances"), "RB 13.15")


def both_there(state: State, side: str, attackers: Sequence[str], defenders: Sequence[str]) -> bool:
    """Whether both sides still stand in a battle's sectors."""
    mine = any(at(state, c, side) for c in attackers)
    return mine and any(at(state, c, ENEMY[side]) for c in defenders)


def apply(d: Draft[Setting], frame: Battle, result: str) -> None:
    """Go on with what *result* asks for."""
    match result:
        case "FC" if not frame.second:
            cells = tuple(c for c in (*frame.attackers, *frame.defenders))
            return d.goto("contact", contact=cells, second=True, struck=())
        case "FC":
            return d.done()
        case "EN" if not frame.second:
            return _engage(d, frame)
        case "EN":
            return d.done()
        case _:
            return _break(d, frame, result)


def _engage(d: Draft[Setting], frame: Battle) -> None:
    """Both are locked until the attacker's next attack (RB 13.4 to 13.7)."""
    for cell in (*frame.attackers, *frame.defenders):
        if at(d.pieces, cell):
            d.mark(f"{cell}/engaged", frame.side)
            d.track(f"engaged {cell}", d.tracks["turn"])
    d.done()


def _break(d: Draft[Setting], frame: Battle, result: str) -> None:
    attacker = result[0] == "A"
    loser = frame.side if attacker else ENEMY[frame.side]
    cells = frame.attackers if attacker else frame.defenders
    winners = frame.defenders if attacker else frame.attackers
    cells = tuple(c for c in cells if at(d.pieces, c, loser))
    kind, length = result[1], int(result[2:] or 1)
    follow = {"W": 0, "R": length - 1, "X": 1}[kind]
    units = tuple(u.id for c in winners for u in at(d.pieces, c, ENEMY[loser]) if not u.carrier)
    if follow:
        d.call(
            Advance(step="ask", side=ENEMY[loser], into=cells, units=units, length=follow), "over"
        )
    if kind == "X":
        for cell in cells:
            _wipe_out(d, cell, loser)
        return
    d.call(
        Retreat(step="sector", loser=loser, cells=cells, length=length, rout=kind == "R"),
        "ask" if follow else "over",
    )


@steps(Battle, "over")
def over(d: Draft[Setting], _: Battle, __: None) -> None:
    """The battle is resolved."""
    d.done()


def _wipe_out(d: Draft[Setting], cell: str, side: str) -> None:
    for unit in at(d.pieces, cell, side):
        lose(d, unit.id)
    for unit in at(d.pieces, cell, side):  # riders that were let off
        d.set(unit.id, at=None, carrier="")
    text = say("Everybody at {place} was eliminated", place=d.setting.rhine.name(cell))
    d.say(text, "RB 13.17", cell)


# ---- fire contact -------------------------------------------------------------------------------


def contact_units(setting: Setting, state: State, frame: Battle, cell: str) -> list[Unit]:
    """Units of a sector that fire in the contact (RB 13.1)."""
    here = at(state, cell)
    return [
        u for u in here
        if setting.row(u).dice and not u.carrier
        and can_fire(setting, state, u, own_turn=u.side == frame.side)
    ]  # fmt: skip


def contact_targets(setting: Setting, state: State, frame: Battle, cell: str) -> tuple[str, ...]:
    """Sectors of the battle that a sector fires at."""
    others = frame.defenders if cell in frame.attackers else frame.attackers
    near = touching(setting, state)[cell]
    return tuple(c for c in others if c in near and at(state, c))


@steps.asks(Battle, "contact", "aim")
class ContactAim(RemagenQuestion[Battle]):
    """Every sector of the battle fires once; all at the same time (RB 13.1)."""

    kind, cite, shape = "contact", "RB 13.1", "cells"
    text = say("At which sector do they fire?")

    @cached_property
    def shooters(self) -> list[Unit]:
        """Units of the sector that fires now."""
        return contact_units(self.setting, self.state, self.frame, self.frame.contact[0])

    def who(self) -> str:
        return self.shooters[0].side

    def cells(self) -> tuple[str, ...]:
        return contact_targets(self.setting, self.state, self.frame, self.frame.contact[0])

    def asks(self) -> bool:
        return bool(self.frame.contact and self.shooters) and len(self.cells()) > 1

    def passed(self, d: Draft[Setting]) -> None:
        if not self.frame.contact:
            return d.goto("strike")
        cells = self.cells()
        if not self.shooters or not cells:
            return d.goto("contact", contact=self.frame.contact[1:])
        return d.goto("aimed", target=cells[0])

    def about(self) -> tuple[str, ...]:
        return self.frame.contact[:1]

    def lines(self, pieces: Sequence[str]) -> tuple[Overlay, ...]:
        found = shot_arrows(self.setting, self.state, self.shooters)
        return tuple(one for one in found if one.line[-1] in self.asked.cells)

    def picked(self, d: Draft[Setting], answer: Cells) -> None:
        """At this one."""
        d.goto("aimed", target=answer.cells[0])


@steps.throws(Battle, "aimed", "noted", "weigh", "counted")
class ContactFire(Volley[Battle]):
    """All units of the sector as one salvo."""

    kind, cite = "contact", "RB 13.1"

    @property
    def origin(self) -> str:
        return self.frame.contact[0]

    @cached_property
    def shooters(self) -> list[Unit]:
        return contact_units(self.setting, self.state, self.frame, self.origin)

    def about(self) -> tuple[str, ...]:
        return (self.origin, self.frame.target)

    def answered(self, d: Draft[Setting], answer: Outcome) -> None:
        """The hits wait until everybody has fired (RB 13.1)."""
        frame = self.frame
        struck = (frame.target, *self.struck(d, answer, "RB 13.1"))
        d.goto("contact", contact=frame.contact[1:], struck=(*frame.struck, struck))


@steps(Battle, "strike")
def strike(d: Draft[Setting], frame: Battle, _: None) -> None:
    """The hits are applied one sector after the other; then the die is rolled again."""
    if not frame.struck:
        return d.goto("again")
    cell, hits, value = frame.struck[0]
    d.goto("strike", struck=frame.struck[1:])
    side = frame.side if cell in frame.defenders else ENEMY[frame.side]
    if hits and at(d.pieces, cell, ENEMY[side]):
        d.call(Hits(step="choose", side=side, cell=cell, hits=hits, against=value), "strike")
    return None


@steps(Battle, "again")
def again(d: Draft[Setting], frame: Battle, _: None) -> None:
    """If one side is gone, the other may move in; else morale decides (RB 13.1, 13.3)."""
    mine = any(at(d.pieces, c, frame.side) for c in frame.attackers)
    theirs = any(at(d.pieces, c, ENEMY[frame.side]) for c in frame.defenders)
    if mine and theirs:
        return d.goto("odds")
    d.goto("over")
    if mine == theirs:
        return None
    winner = frame.side if mine else ENEMY[frame.side]
    into, own = frame.defenders, frame.attackers
    if not mine:
        into, own = own, into
    units = tuple(u.id for c in own for u in at(d.pieces, c, winner) if not u.carrier)
    d.call(Advance(step="ask", side=winner, into=into, units=units, length=1), "over")
    return None


# ---- withdrawal and rout ------------------------------------------------------------------------


def flights(setting: Setting, state: State, unit: Unit, length: int) -> tuple[str, ...]:
    """Sectors exactly *length* steps away that *unit* can be driven to (RB 13.8 to 13.13)."""
    return tuple(flight_ways(setting, state, unit, length))


def flight_ways(
    setting: Setting, state: State, unit: Unit, length: int
) -> dict[str, tuple[str, ...]]:
    """The same with a way to each, in the order of their names.

    Every step leads farther from where it stood, so there is no zig-zag; hostile zones, rivers and
    ground that the unit cannot enter are closed, and to vehicles what wrecks block; there must be
    room at the end.
    """
    origin, rhine = unit.at or "", setting.rhine
    graph = rhine.contact(usable(setting, state))
    foe = ENEMY[unit.side]
    closed = zone(setting, state, foe) | ground(state, foe)
    if setting.row(unit).vehicle:
        closed |= blocked(setting, state)
    party = (unit, *riders(state, unit.id))
    ring: dict[str, tuple[str, ...]] = {origin: ()}
    for step in range(1, length + 1):
        ring = {
            other: (*way, other) for cell, way in ring.items() for other in graph[cell]
            if rhine.distance(origin, other) == step and other not in closed
            and not any(forbidden(setting, u, other) for u in party)
        }  # fmt: skip
    return {c: ring[c] for c in sorted(ring) if not against_place(setting, state, [unit], c)}


@steps(Retreat, "sector")
def sector(d: Draft[Setting], frame: Retreat, _: None) -> None:
    """The next sector is left; disabled vehicles stay behind and are lost (RB 13.14, 13.8)."""
    if not frame.cells:
        return d.done()
    cell = frame.cells[0]
    for unit in at(d.pieces, cell, frame.loser):
        if disabled(d.setting, unit):
            cite = "RB 13.14" if frame.rout else "RB 13.8"
            d.say(say("{unit} was abandoned", unit=unit.name), cite, cell)
            lose(d, unit.id)
    left = tuple(u.id for u in at(d.pieces, cell, frame.loser) if not u.carrier)
    return d.goto("way", left=left)


@steps.asks(Retreat, "way", "fled")
class WhereToFlee(RemagenQuestion[Retreat]):
    """The loser chooses where he withdraws to, the winner where he routs him (RB 13.8, 13.10)."""

    kind, shape = "withdraw", "cells"

    def tag(self) -> str:
        return "rout" if self.frame.rout else "withdraw"

    def who(self) -> str:
        return ENEMY[self.frame.loser] if self.frame.rout else self.frame.loser

    def prompt(self) -> str:
        if self.frame.rout:
            return say("Where are they routed to?")
        return say("Where do they withdraw to?")

    def rule(self) -> str:
        return "RB 13.10" if self.frame.rout else "RB 13.8"

    def _ways(self, unit: Unit) -> dict[str, tuple[str, ...]]:
        return flight_ways(self.setting, self.state, unit, self.frame.length)

    def cells(self) -> tuple[str, ...]:
        """Where at least one of the units that are left can go."""
        return tuple(sorted({c for u in self.units(self.frame.left) for c in self._ways(u)}))

    def passed(self, d: Draft[Setting]) -> None:
        """All have gone, or those who are left have no way out."""
        cells = self.frame.cells
        for unit in self.units(self.frame.left):
            d.say(say("{unit} had no way out", unit=unit.name), "RB 13.9", cells[0])
            _vanish(d, unit.id)
        d.goto("sector", cells=cells[1:], left=())

    def context(self) -> str:
        names = [u.name for u in self.units(self.frame.left)]
        return say_count("{units}, {n} sector from {place}", "{units}, {n} sectors from {place}",
                         n=self.frame.length, units=join(", ", names),
                         place=self.name(self.frame.cells[0]))  # fmt: skip

    def about(self) -> tuple[str, ...]:
        return (*self.frame.left, self.frame.cells[0])

    def lines(self, pieces: Sequence[str]) -> tuple[Overlay, ...]:
        found: dict[str, tuple[str, ...]] = {}
        for unit in self.units(self.frame.left):
            for cell, way in self._ways(unit).items():
                found.setdefault(cell, way)
        return tuple(Overlay("arc", line=(self.frame.cells[0], *way)) for way in found.values())

    def unlisted(self, cell: str) -> tuple[Reason, ...]:
        """Why the losers cannot be driven to *cell* (RB 13.8 to 13.13)."""
        if not self.frame.cells:
            return ()
        setting, state, frame = self.setting, self.state, self.frame
        name, foe = self.name(cell), ENEMY[frame.loser]
        far, units = setting.rhine.distance(frame.cells[0], cell), self.units(frame.left)
        if far != frame.length:
            text = say_count("{place} is {n} sector away, the way back is {length}",
                             "{place} is {n} sectors away, the way back is {length}",
                             n=far, place=name, length=frame.length)  # fmt: skip
        elif cell in ground(state, foe):
            text = say("The enemy holds {place}", place=name)
        elif cell in zone(setting, state, foe):
            text = say("{place} lies in a hostile zone of control", place=name)
        elif cell in setting.rhine.water:
            text = say("{place} lies in the river", place=name)
        elif all(forbidden(setting, unit, cell) for unit in units):
            text = say("The ground of {place} is closed to it", place=name)
        elif all(short_of(setting, state, cell, [unit]) for unit in units):
            text = say("There is no room left at {place}", place=name)
        else:
            text = say("No way leads to {place} that goes on farther at each step", place=name)
        return (Reason(text, self.rule(), at=cell),)

    def script(self, rng: Random) -> Answer:
        """Routed as far from where the loser wants to be as may be; else into cover, near it."""
        pulls, cells = pulls_of(self.setting, self.state, self.frame.loser), self.asked.cells
        if self.frame.rout:
            return Cells((max(cells, key=lambda c: (pulls[c], c)),))
        cover = self.setting.rhine.figures
        return Cells((min(cells, key=lambda c: (not cover[c].cover, pulls[c], c)),))

    def picked(self, d: Draft[Setting], answer: Cells) -> None:
        """As many as find room there go there; the others are asked for again."""
        cell, left, went = answer.cells[0], list[str](), list[Unit]()
        for piece in self.frame.left:
            if cell in flights(d.setting, d.state, d.pieces[piece], self.frame.length):
                went.append(d.pieces[piece])
                enter(d, piece, cell)
            else:
                left.append(piece)
        who = join(", ", [unit.name for unit in went])
        text = say("{unit} fell back to {place}", unit=who, place=self.name(cell))
        d.say(text, self.rule(), cell, came_from([self.name(unit.at or "") for unit in went]))
        d.goto("way", left=tuple(left))


def _vanish(d: Draft[Setting], piece: str) -> None:
    for unit in riders(d.pieces, piece):
        d.set(unit.id, at=None, carrier="")
    d.set(piece, at=None, carrier="")


# ---- pursuit and occupation ---------------------------------------------------------------------


def advance_goals(
    setting: Setting, state: State, frame: Advance, units: Sequence[Unit]
) -> dict[str, tuple[str, ...]]:
    """Where *units* may advance to, with the way there (RB 13.15, 13.16)."""
    if len({u.at for u in units}) != 1:
        return {}
    ways = GroupWays(setting, state, units)
    found: dict[str, tuple[str, ...]] = {}
    for cell in ways.graph[ways.origin]:
        if cell in frame.into and not ways.closed(cell):
            found[cell] = (cell,)
    if frame.length > 1:
        for cell, way_in in tuple(found.items()):
            if ways.stops(cell, ways.origin):
                continue
            for other in ways.graph[cell]:
                if other not in found and other != ways.origin and not ways.closed(other):
                    found[other] = (*way_in, other)
    return {c: w for c, w in found.items() if not against_place(setting, state, units, c)}


@steps.asks(Advance, "ask", "advanced")
class Pursuit(RemagenQuestion[Advance]):
    """The winner may follow, first into a sector that was left (RB 13.15)."""

    kind, cite, shape, chart = "advance", "RB 13.15", "path", "morale"
    together = True
    text, choices = say("Who advances where?"), (STAY,)

    @cached_property
    def ready(self) -> list[Unit]:
        return [
            u for u in self.units(self.frame.units)
            if u.at is not None and not u.carrier and not disabled(self.setting, u)
            and self.goals([u])
        ]  # fmt: skip

    def about(self) -> tuple[str, ...]:
        return self.frame.into

    def goals(self, units: Sequence[Any]) -> Goals:
        found = advance_goals(self.setting, self.state, self.frame, units)
        return {cell: (way, ()) for cell, way in found.items()}

    def against(self, answer: Answer) -> Sequence[Reason]:
        if not isinstance(answer, Path) or answer.cells[-1] in self.ways(answer.pieces):
            return ()
        place = self.name(answer.cells[-1])
        return (Reason(say("They cannot advance to {place}", place=place), "RB 13.15"),)

    def script(self, rng: Random) -> Answer:
        """Americans go on, Germans hold cover."""
        piece = self.asked.pieces[0]
        goals = self.ways((piece,))
        if not goals or self.side == GERMAN:
            return Choose("done")
        pulls = pulls_of(self.setting, self.state, US)
        best = min(goals, key=lambda c: (pulls[c], c))
        if pulls[best] >= pulls.get(self.state.pieces[piece].at or "", 99.0):
            return Choose("done")
        return Path((piece,), goals[best][0])

    def picked(self, d: Draft[Setting], answer: Path) -> None:
        """They stand there."""
        came = [d.pieces[piece] for piece in answer.pieces]
        for piece in answer.pieces:
            enter(d, piece, answer.cells[-1])
        who, place = join(", ", [unit.name for unit in came]), self.name(answer.cells[-1])
        how = came_from([self.name(unit.at or "") for unit in came])
        d.say(say("{units} advanced to {place}", units=who, place=place),
              "RB 13.15", answer.cells[-1], how)  # fmt: skip
        d.goto("ask", units=tuple(p for p in self.frame.units if p not in answer.pieces))
