"""Chapters 3 to 5: amphibious vehicles, towing, motorised infantry."""

from __future__ import annotations

from random import Random

from wardesk.engine.cached import cached_property
from wardesk.engine.draft import Draft
from wardesk.engine.types import Answer, Cells, Choice, Choose, Pieces
from wardesk.games.remagen import guns
from wardesk.games.remagen.asked import RemagenQuestion
from wardesk.games.remagen.loads import carriers, loadable, payer_of, unloadable, ways_off
from wardesk.games.remagen.pulls import pulls_of, site_of
from wardesk.games.remagen.room import visit
from wardesk.games.remagen.setting import Setting
from wardesk.games.remagen.state import US, Transport, Unit, steps
from wardesk.games.shared.told import came_from
from wardesk.words import say

BACK = Choice("back", say("Nobody"), "RB 4.1")


@steps.asks(Transport, "unit", "picked")
class WhoBoards(RemagenQuestion[Transport]):
    """Which unit gets on or off."""

    kind, shape, choices = "load", "pieces", (BACK,)

    @property
    def on(self) -> bool:
        """Whether it gets on."""
        return self.frame.doing == "load"

    def tag(self) -> str:
        return self.frame.doing

    def prompt(self) -> str:
        return say("Which unit is loaded?") if self.on else say("Which unit gets off?")

    def rule(self) -> str:
        return "RB 4.2" if self.on else "RB 4.5"

    def pieces(self) -> tuple[str, ...]:
        find = loadable if self.on else unloadable
        return find(self.setting, self.state, self.side)

    def script(self, rng: Random) -> Answer:
        """The unit that is worth it most, or nobody."""
        setting, state, side = self.setting, self.state, self.side
        if self.on:
            site = site_of(setting, state) if side == US else None
            worth = guns.to_load(setting, state, side, site)
        else:
            worth = guns.to_unload(setting, state, side)
        wanted = [p for p in worth if p in self.asked.pieces]
        return Pieces(tuple(wanted[:1])) if wanted else Choose("back")

    def picked(self, d: Draft[Setting], answer: Pieces) -> None:
        """Keep its name."""
        d.goto("carrier" if self.on else "place", unit=answer.pieces[0])


@steps.asks(Transport, "carrier", "loaded")
class Carrier(RemagenQuestion[Transport]):
    """By which vehicle."""

    kind, cite, shape = "carrier", "RB 4.1", "pieces"
    text = say("Which vehicle takes it?")

    @cached_property
    def unit(self) -> Unit:
        """Who gets on."""
        return self.state.pieces[self.frame.unit]

    def pieces(self) -> tuple[str, ...]:
        return carriers(self.setting, self.state, self.unit)

    def about(self) -> tuple[str, ...]:
        return (self.frame.unit,)

    def script(self, rng: Random) -> Answer:
        """The vehicle that goes farthest; boats for the river."""
        row, units = self.setting.row, self.units(self.asked.pieces)
        return Pieces((max(units, key=lambda u: (row(u).swims, row(u).movement, u.id)).id,))

    def picked(self, d: Draft[Setting], answer: Pieces) -> None:
        """It rides; whoever pays has a movement factor less (RB 3.4, 4.3)."""
        unit, vehicle = self.unit, d.pieces[answer.pieces[0]]
        _pay(d, payer_of(d.setting, d.state, unit, vehicle))
        d.set(unit.id, carrier=vehicle.id, at=vehicle.at)
        _goes_on(d, vehicle.id)
        here, there = self.name(unit.at or ""), self.name(vehicle.at or "")
        how = came_from([here])
        if here != there:
            how = say("from {place} to {goal}", place=here, goal=there)
        text = say("{vehicle} took {unit}", vehicle=vehicle.name, unit=unit.name)
        d.say(text, "RB 4.1", vehicle.at, how)
        d.done()


@steps.asks(Transport, "place", "unloaded")
class Unload(RemagenQuestion[Transport]):
    """Where it gets off."""

    kind, cite, shape = "unload-at", "RB 4.5", "cells"
    text = say("Where does it get off?")

    @cached_property
    def unit(self) -> Unit:
        """Who gets off."""
        return self.state.pieces[self.frame.unit]

    def cells(self) -> tuple[str, ...]:
        return ways_off(self.setting, self.state, self.unit)

    def about(self) -> tuple[str, ...]:
        return (self.frame.unit,)

    def script(self, rng: Random) -> Answer:
        """A gun where it stands best, men towards the enemy, nobody back over the river."""
        setting, state, unit, side = self.setting, self.state, self.unit, self.side
        if setting.row(unit).gun and not setting.row(state.pieces[unit.carrier]).swims:
            battery = guns.battery_of(setting, state, side)
            return Cells((battery.best(unit.kind, self.asked.cells),))
        pulls, east = pulls_of(setting, state, side), setting.rhine.east
        return Cells((min(self.asked.cells, key=lambda c: (c not in east, pulls.get(c, 99.0), c)),))

    def picked(self, d: Draft[Setting], answer: Cells) -> None:
        """It stands there; a gun that was moved cannot fire this turn (RB 4.7)."""
        unit, cell = self.unit, answer.cells[0]
        vehicle = d.pieces[unit.carrier]
        _pay(d, payer_of(d.setting, d.state, unit, vehicle))
        tired = unit.moved or vehicle.moved or d.setting.row(unit).gun
        d.set(unit.id, carrier="", at=cell, moved=tired)
        if self.side == US:
            visit(d, cell)
        _goes_on(d, vehicle.id)
        text = say("{unit} got off at {place}", unit=unit.name, place=self.name(cell))
        d.say(text, "RB 4.5", cell, came_from([self.name(vehicle.at or "")]))
        d.done()


def _goes_on(d: Draft[Setting], vehicle: str) -> None:
    """Who halted for a load drives on with what is left of its movement (RB 4.1, 4.5)."""
    if d.pieces[vehicle].halt:
        d.set(vehicle, goes_on=True)


def _pay(d: Draft[Setting], payer: tuple[str, int] | None) -> None:
    if payer is not None and payer[1]:
        d.set(payer[0], spent=d.pieces[payer[0]].spent + payer[1])
