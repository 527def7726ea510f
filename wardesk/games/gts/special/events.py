"""Special rules S3: random events that a nine in fire draws, and what each of them does."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from random import Random

from wardesk.engine.draft import Draft
from wardesk.engine.types import Answer, Cells, Choice, Choose, Pieces, Roll
from wardesk.games.gts.asked import Drawn, FirstIsBest, GtsQuestion, GtsThrow, OfUnit
from wardesk.games.gts.ch14_victory import nearest
from wardesk.games.gts.ch15_route import mined
from wardesk.games.gts.position import (
    Table,
    counter,
    in_hex,
    is_night,
    on_map,
    parked,
    unit_name,
    units_of,
    weather,
)
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import (
    ALLIED,
    ENEMY,
    GERMAN,
    LOOKS,
    SIDE_NAMES,
    Happening,
    Strike,
    Unit,
    steps,
)
from wardesk.games.shared import cup
from wardesk.words import say

D = Draft[Setting]
EVENTS = LOOKS.value["event_name"].words
NOBODY = Choice("none", say("Nobody"), "WED S3.1")
STAYING = ("heroic", "dutch")
"""Events that lie on the table until their side draws the next one."""


def cup_of(side: str) -> str:
    """The event cup of a side."""
    return f"events/{side}"


# ---- the draw -----------------------------------------------------------------------------------


@steps(Happening, "draw")
def draw(d: D, frame: Happening, _: None) -> None:
    """S3.0 What lies out goes back into the cup first; then one chit of the roller's own cup."""
    if d.marks.get(f"heroic/{frame.side}"):
        d.mark(f"heroic/{frame.side}", None)
        cup.put(d, cup_of(frame.side), "heroic")
    for key, value in tuple(d.marks.items()):
        if key.endswith("/dutch") and value == frame.side:
            d.mark(key, None)
            cup.put(d, cup_of(frame.side), "dutch")
    d.goto("chit")


@steps.asks(Happening, "chit", "drawn")
class WhichEvent(Drawn[Happening]):
    """S3.0 In the campaign it goes back, but for those that stay on the table."""

    kind, cite, text = "event", "WED S3.0", say("Which event is drawn?")

    def cup(self) -> str:
        return cup_of(self.frame.side)

    def told(self, chit: str) -> str:
        return EVENTS[chit]

    def context(self) -> str:
        return SIDE_NAMES[self.frame.side]

    def answered(self, d: D, answer: Roll) -> None:
        event = cup.drawn(d, self.cup(), answer)
        if d.setting.scenario.events_return and event not in STAYING:
            cup.put(d, self.cup(), event)
        d.say(say("Event: {event}", event=EVENTS[event]), "WED S3.0", None, self.context())
        d.goto(event, event=event)


class OfEvent(GtsQuestion[Happening]):
    """A question of an event: it is over when there is nothing to ask, or nobody is wanted."""

    cite = "WED S3.1"


class EventUnit(OfEvent):
    """One of some units, or nobody."""

    kind, shape, choices = "event-unit", "pieces", (NOBODY,)

    def script(self, rng: Random) -> Answer:
        """The strongest one."""
        pieces = self.state.pieces
        return Pieces((max(self.asked.pieces, key=lambda name: (pieces[name].steps, name)),))


class EventHex(OfEvent):
    """One of some hexes, or none of them."""

    kind, shape, choices = "event-hex", "cells", (NOBODY,)

    def script(self, rng: Random) -> Answer:
        """Aircraft at the fullest hex, anything else in the enemy's way."""
        setting, state, asked = self.setting, self.state, self.asked
        side = ENEMY[asked.who]
        fullest = max(asked.cells, key=lambda cell: (len(in_hex(setting, state, cell, side)), cell))
        full = bool(in_hex(setting, state, fullest, side))
        return Cells((fullest if full else nearest(setting, state, asked.cells, asked.who),))


class EventFormation(OfEvent):
    """One of some formations."""

    kind = "event-formation"

    @cached_property
    def names(self) -> list[str]:
        """The formations."""
        return []

    def asks(self) -> bool:
        return bool(self.names)

    def buttons(self) -> tuple[Choice, ...]:
        named = ((name, self.setting.formations[name].name) for name in self.names)
        return tuple(Choice(key, say("{name!s}", name=name), "WED S3.1") for key, name in named)

    def wanted(self) -> str:
        """Whose formation a script takes."""
        return self.asked.who

    def script(self, rng: Random) -> Answer:
        setting, wanted = self.setting, self.wanted()
        keys = [choice.key for choice in self.asked.choices]
        mine = (k for k in keys if setting.divisions[setting.formations[k].division].side == wanted)
        return Choose(next(mine, keys[0]))


def formations_with(
    setting: Setting, table: Table, side: str, test: Callable[[Unit], bool]
) -> list[str]:
    """Formations of a side with a unit on the map that passes a test."""
    found = {
        counter(setting, unit).formation for unit in units_of(setting, table, side) if test(unit)
    }
    return [name for name in setting.formations if name in found]


# ---- single events ------------------------------------------------------------------------------


@steps.asks(Happening, "air", "strikes")
class HowManyAircraft(GtsThrow[Happening]):
    """S3.1 No aircraft at night and under clouds; else half a die of strikes for the Allies."""

    kind, cite, text = "strikes", "WED S3.1", say("How many aircraft come?")

    def asks(self) -> bool:
        setting, state = self.setting, self.state
        return not is_night(setting, state) and weather(setting, state) == "clear"

    def passed(self, d: D) -> None:
        d.say(say("No aircraft came"), "WED S3.1")
        d.done()

    def answered(self, d: D, answer: Roll) -> None:
        """S3.1 The leader of one formation calls them."""
        count = answer.dice[0] // 2
        d.goto("caller", count=count)
        if not count:
            self.passed(d)


@steps.asks(Happening, "caller", "called")
class WhoCalls(EventUnit):
    """S3.1 Which formation's leader; all hexes are named before the first attack."""

    text = say("Which leader calls the aircraft?")

    def who(self) -> str:
        return ALLIED

    @cached_property
    def ready(self) -> tuple[str, ...]:
        return tuple(
            unit.id
            for unit in self.state.pieces.values()
            if unit.side == ALLIED
            and counter(self.setting, unit).leads
            and on_map(self.setting, unit)
        )

    def picked(self, d: D, answer: Pieces) -> None:
        d.goto("aim", unit=answer.pieces[0], left=())


@steps.asks(Happening, "aim", "aimed")
class WhereAircraft(EventHex):
    """S3.1 Hexes within ten of the leader."""

    text = say("Which hex is struck from the air?")

    def who(self) -> str:
        return ALLIED

    @cached_property
    def places(self) -> tuple[str, ...]:
        setting, frame = self.setting, self.frame
        if len(frame.left) >= frame.count:
            return ()
        at, far = self.state.pieces[frame.unit].at or "", setting.tables.figures.air_range
        cells = {unit.at or "" for unit in units_of(setting, self.state, GERMAN)}
        return tuple(sorted(cell for cell in cells if setting.distance(cell, at) <= far))

    def about(self) -> tuple[str, ...]:
        return self.frame.left

    def passed(self, d: D) -> None:
        d.goto("strike")

    def picked(self, d: D, answer: Cells) -> None:
        """S3.1 The next one, or no more."""
        d.goto("aim", left=(*self.frame.left, answer.cells[0]))


@steps.asks(Happening, "strike", "strike_at")
class WhoIsStruck(EventUnit):
    """S3.1 A six of white at any unit of the hex."""

    text, choices = say("Which unit is struck?"), ()

    def who(self) -> str:
        return ALLIED

    @cached_property
    def ready(self) -> tuple[str, ...]:
        cell = next(iter(self.frame.left), "")
        there = in_hex(self.setting, self.state, cell, GERMAN)
        return tuple(unit.id for unit in there if not unit.on)

    def passed(self, d: D) -> None:
        if not self.frame.left:
            return d.done()
        return d.goto("strike", left=self.frame.left[1:])

    def picked(self, d: D, answer: Pieces) -> None:
        """S3.1 The attack."""
        rating = d.setting.tables.figures.strike
        d.goto("strike", left=self.frame.left[1:])
        d.call(Strike(step="roll", target=answer.pieces[0], rating=rating), "strike")


@steps.asks(Happening, "heroic", "heroic_known")
class WhoIsHeroic(EventUnit):
    """S3.1 On any unit of the side, until the side's next event."""

    text = say("Which unit is heroic?")

    @cached_property
    def ready(self) -> tuple[str, ...]:
        return tuple(unit.id for unit in units_of(self.setting, self.state, self.frame.side))

    def picked(self, d: D, answer: Pieces) -> None:
        unit = d.pieces[answer.pieces[0]]
        d.mark(f"heroic/{self.frame.side}", unit.id)
        d.say(say("{unit} is heroic", unit=unit_name(d.setting, unit)), "WED S3.1", unit.at)
        d.done()


@steps.asks(Happening, "intelligence", "informed")
class WhoIsInformed(OfEvent, FirstIsBest[Happening]):
    """S3.1 Six command and two dispatch points for one division."""

    kind, text = "event-division", say("Which division gets the points?")

    def buttons(self) -> tuple[Choice, ...]:
        return tuple(
            Choice(division.id, say("{name!s}", name=division.name), "WED S3.1")
            for division in self.setting.forces.division
            if division.side == self.frame.side and f"cp/{division.id}" in self.state.tracks
        )

    def pressed(self, d: D, key: str) -> None:
        """S3.1 Beyond what a division keeps otherwise."""
        d.count(f"cp/{key}", 6)
        d.count(f"dp/{key}", 2)
        d.done()


@steps.asks(Happening, "rally", "rallying")
class WhichFormationRallies(EventFormation):
    """S3.1 Four suppressions or cohesion hits of one formation, one after the other."""

    text = say("Which formation rallies?")

    @cached_property
    def names(self) -> list[str]:
        return formations_with(self.setting, self.state, self.frame.side, _shaken)

    def pressed(self, d: D, key: str) -> None:
        d.goto("rally_next", formation=key, count=4)


def _shaken(unit: Unit) -> bool:
    return unit.suppressed or unit.cohesion > 0


@steps.asks(Happening, "rally_next", "rallied")
class WhoRallies(EventUnit):
    """S3.1 Whom the next of the four helps."""

    text = say("Which unit rallies?")

    @cached_property
    def ready(self) -> tuple[str, ...]:
        frame = self.frame
        return tuple(
            unit.id
            for unit in units_of(self.setting, self.state, frame.side)
            if counter(self.setting, unit).formation == frame.formation
            and _shaken(unit)
            and frame.count
        )

    def picked(self, d: D, answer: Pieces) -> None:
        """S3.1 Who has both is asked which of them goes."""
        unit = d.pieces[answer.pieces[0]]
        if not (unit.suppressed and unit.cohesion):
            return _recover(d, self.frame, unit.id, suppressed=unit.suppressed)
        return d.goto("rally_which", unit=unit.id)


@steps.asks(Happening, "rally_which", "rally_what")
class WhatItRalliesFrom(OfUnit[Happening], OfEvent):
    """S3.1 The suppression, or one of its cohesion hits, as its player wants it."""

    kind, text = "event-rally", say("What does it recover from?")
    choices = (
        Choice("suppression", say("Suppression"), "WED S3.1"),
        Choice("cohesion", say("A cohesion hit"), "WED S3.1"),
    )

    def who(self) -> str:
        return self.frame.side

    def pressed(self, d: D, key: str) -> None:
        _recover(d, self.frame, self.unit.id, suppressed=key == "suppression")


def _recover(d: D, frame: Happening, unit: str, *, suppressed: bool) -> None:
    """S3.1 One of the four."""
    if suppressed:
        d.set(unit, suppressed=False)
    else:
        d.set(unit, cohesion=d.pieces[unit].cohesion - 1)
    found = d.pieces[unit]
    d.say(say("{unit} rallied", unit=unit_name(d.setting, found)), "WED S3.1", found.at)
    d.goto("rally_next", count=frame.count - 1)


@steps.asks(Happening, "dutch", "dutch_known")
class WhereTheDutch(EventHex):
    """S3.1 Any town or city: nobody leaves it by moving, until the side's next event."""

    text = say("Which town do the Dutch fill?")

    @cached_property
    def places(self) -> tuple[str, ...]:
        setting, built = self.setting, ("town", "city")
        return tuple(sorted(c for c in setting.in_play if setting.terrain[c] in built))

    def picked(self, d: D, answer: Cells) -> None:
        cell = answer.cells[0]
        d.mark(f"{cell}/dutch", self.frame.side)
        d.say(say("The Dutch filled {cell}", cell=d.setting.name(cell)), "WED S3.1", cell)
        d.done()


@steps.asks(Happening, "minefield", "minefield_known")
class WhereMines(EventHex):
    """S3.1 Within three hexes of a unit of the side; they lie until engineers have removed them."""

    text = say("Which hex is mined?")

    @cached_property
    def places(self) -> tuple[str, ...]:
        setting, state = self.setting, self.state
        far = setting.tables.figures.mine_range
        mine = {unit.at or "" for unit in units_of(setting, state, self.frame.side)}
        return tuple(
            sorted(
                cell
                for cell in setting.in_play
                if setting.terrain[cell] != "impassable"
                and not state.marks.get(f"{cell}/mines")
                and any(setting.distance(cell, at) <= far for at in mine)
            )
        )

    def picked(self, d: D, answer: Cells) -> None:
        """S3.1 On the corps' road they close it."""
        cell = answer.cells[0]
        d.mark(f"{cell}/mines", True)
        d.say(say("{cell} was mined", cell=d.setting.name(cell)), "WED S3.1", cell)
        mined(d, cell)
        d.done()


class EnemyStrikes(EventUnit):
    """The enemy of the roller attacks one of the roller's units."""

    def who(self) -> str:
        return ENEMY[self.frame.side]

    def attack(self, piece: str) -> Strike:
        """A six of white."""
        return Strike(step="roll", target=piece, rating=self.setting.tables.figures.strike)

    def picked(self, d: D, answer: Pieces) -> None:
        d.done()
        d.call(self.attack(answer.pieces[0]), d.stack[-1].step)


@steps.asks(Happening, "explosion", "exploded")
class WhichGunExplodes(EnemyStrikes):
    """S3.1 A three of white at a gun of the side, in a park or on the map."""

    text = say("Which gun explodes?")

    @cached_property
    def ready(self) -> tuple[str, ...]:
        return tuple(
            unit.id
            for unit in self.state.pieces.values()
            if unit.side == self.frame.side
            and counter(self.setting, unit).weapon in ("orange", "brown", "black")
            and (on_map(self.setting, unit) or parked(unit))
        )

    def attack(self, piece: str) -> Strike:
        rating = self.setting.tables.figures.explosion
        return Strike(step="roll", target=piece, rating=rating, heavy=True)


@steps.asks(Happening, "ambush", "ambushed")
class WhoIsAmbushed(EnemyStrikes):
    """S3.1 A six of white at a unit of the side that is near one of the enemy's."""

    text = say("Which unit is ambushed?")

    @cached_property
    def ready(self) -> tuple[str, ...]:
        setting, state, side = self.setting, self.state, self.frame.side
        far = setting.tables.figures.ambush_range
        enemies = {unit.at or "" for unit in units_of(setting, state, ENEMY[side])}
        return tuple(
            unit.id
            for unit in units_of(setting, state, side)
            if any(setting.distance(unit.at or "", at) <= far for at in enemies)
        )
