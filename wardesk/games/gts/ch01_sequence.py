"""Chapter 1: the turn. Chits into the mug, one drawn after the other, barrages off."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from wardesk.engine.cached import cached_property
from wardesk.engine.draft import Draft
from wardesk.engine.question import Goals
from wardesk.engine.types import Answer, Cells, Choice, Path, Roll
from wardesk.games.gts import ch15_route, one_mug
from wardesk.games.gts.asked import Drawn, GtsThrow, OfTurn, named
from wardesk.games.gts.ch02_chits import BOUGHT, barred_at_night, chit_name, plays, side_of
from wardesk.games.gts.ch02_command import leaders
from wardesk.games.gts.ch03_drops import fog_cleared
from wardesk.games.gts.ch04_movement import room
from wardesk.games.gts.ch09_zones import barraged, zone_hexes
from wardesk.games.gts.ch14_victory import judge_end, judge_last
from wardesk.games.gts.forces import Division, Either, Park
from wardesk.games.gts.position import (
    WEATHER,
    Table,
    counter,
    enemy_hexes,
    fog_number,
    on_map,
    turn_name,
    unit_name,
    weather,
)
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import (
    ENEMY,
    MUG,
    PLAYED,
    RESERVE,
    SIDES,
    UPKEEP,
    Activation,
    Turn,
    Unit,
    steps,
)
from wardesk.games.shared import cup
from wardesk.words import say

D = Draft[Setting]
FIRST = "turn/first"
"""The chit held over from the last turn (1.3)."""


@steps(Turn, "begin")
def begin(d: D, _: Turn, __: None) -> None:
    """1.1 The turn is on; what comes before its first chit stands in `UPKEEP`."""
    d.count("turn")
    d.say(say("The {turn} turn began", turn=turn_name(d.setting, d)), "WED SR1.1")
    ch15_route.begin_turn(d)
    d.goto(UPKEEP[0], chit="", left=())


@steps.asks(Turn, "areas", "areas_set")
class SetsUp(OfTurn):
    """1.1 Who lies in an area is set up in any of its hexes, before the first turn goes on."""

    kind, cite, text, shape = "set-up", "WED SR1.1", say("Set up your units"), "path"
    usual = 0
    choices = (Choice("areas/done", say("They stand as they are"), "WED SR1.1"),)

    @cached_property
    def areas(self) -> Mapping[str, frozenset[str]]:
        """The hexes of every unit that the side may still move about."""
        setting, state = self.setting, self.state
        if state.tracks["turn"] != 1:
            return {}
        found: dict[str, frozenset[str]] = {}
        for row in setting.scenario.area:
            cells = frozenset(row.cells) & setting.in_play
            found |= {u: cells for u in row.units if on_map(setting, state.pieces[u])}
        sides = [state.pieces[unit].side for unit in found]
        side = next((s for s in SIDES if s in sides and not state.marks.get(f"set-up/{s}")), "")
        return {unit: cells for unit, cells in found.items() if state.pieces[unit].side == side}

    def who(self) -> str:
        return self.state.pieces[next(iter(self.areas))].side

    def pieces(self) -> tuple[str, ...]:
        return tuple(self.areas)

    def goals(self, units: Sequence[Unit]) -> Goals:
        """No hex with an enemy in it, none with more than may stand there."""
        if len(units) != 1 or units[0].id not in self.areas:
            return {}
        setting, state, unit = self.setting, self.state, units[0]
        enemies = enemy_hexes(setting, state, unit.side)
        return {
            cell: ((cell,), ())
            for cell in self.areas[unit.id]
            if cell not in enemies and cell != unit.at and room(setting, state, unit, cell)
        }

    def pressed(self, d: D, key: str) -> None:
        d.mark(f"set-up/{self.who()}", True)
        d.goto("areas")

    def picked(self, d: D, answer: Path) -> None:
        unit, cell = d.pieces[answer.pieces[0]], answer.cells[-1]
        d.set(unit.id, at=cell)
        d.mark(f"{cell}/last", unit.side)
        d.goto("areas")


@steps.asks(Turn, "sky", "fog")
class FogClears(OfTurn, GtsThrow[Turn]):
    """1.2 A die for fog that may clear; what is there at 1100 turns to overcast."""

    kind, cite, text = "fog", "WED 1.2", say("Does the fog clear?")

    def context(self) -> str:
        return say("{number} or less clears it", number=fog_number(self.setting, self.state))

    def asks(self) -> bool:
        """1.2 At 0900 and 1100; of the first turn whoever laid this out knows."""
        setting, state = self.setting, self.state
        there = weather(setting, state) == "fog" and fog_number(setting, state) is not None
        hour = turn_name(setting, state)
        return there and state.tracks["turn"] > 1 and hour in ("0900", "1100")

    def answered(self, d: D, answer: Roll) -> None:
        roll, hour = answer.dice[0], turn_name(d.setting, d)
        how = say("rolled {roll}", roll=roll)
        if roll <= (fog_number(d.setting, d) or 0):
            d.mark(WEATHER, "clear")
            fog_cleared(d, hour)
            d.say(say("The fog cleared"), "WED 1.2", None, how)
        elif hour == "1100":
            d.mark(WEATHER, "overcast")
            d.say(say("The fog became a cover of cloud"), "WED 1.2", None, how)
        else:
            d.say(say("The fog stayed"), "WED 1.2", None, how)
        self.passed(d)


@steps.asks(Turn, "either", "either_known")
class WhichSet(OfTurn):
    """S5.5 A side chooses one of the sets that it has two of; then arrivals come."""

    kind, cite, text, usual = "either", "WED S5.5", say("Which set is used?"), 0

    @cached_property
    def rows(self) -> list[Either]:
        """What is to be chosen, one after the other."""
        turn, marks = self.state.tracks["turn"], self.state.marks
        rows = self.setting.scenario.either
        return [row for row in rows if turn >= row.turn and not marks.get(f"either/{row.id}")]

    def asks(self) -> bool:
        return bool(self.rows)

    def passed(self, d: D) -> None:
        _arrive(d)
        super().passed(d)

    def who(self) -> str:
        return self.rows[0].side

    def buttons(self) -> tuple[Choice, ...]:
        formations, row = self.setting.formations, self.rows[0]
        return named(((f"{row.id}/{name}", formations[name].name) for name in row.sets), self.cite)

    def pressed(self, d: D, key: str) -> None:
        """S5.5 The other one is not used at all."""
        name, _slash, chosen = key.partition("/")
        d.mark(f"either/{name}", chosen)
        d.goto("either")


def _arrive(d: D) -> None:
    """1.1 Reinforcements of this turn."""
    chosen = {value for key, value in d.marks.items() if key.startswith("either/")}
    for row in d.setting.scenario.place:
        if row.turn == d.tracks["turn"] and (not row.only or row.only in chosen):
            for unit in row.units:
                if d.pieces[unit].at == RESERVE:
                    d.set(unit, at=row.at, column=row.column)
                    if row.at in d.setting.beside:
                        d.mark(f"{row.at}/last", d.pieces[unit].side)
                        name, place = unit_name(d.setting, d.pieces[unit]), d.setting.name(row.at)
                        said = say("{unit} arrived", unit=name)
                        d.say(said, "WED SR1.1", row.at, say("in {place}", place=place))


@steps.asks(Turn, "parks", "park_placed")
class WherePark(OfTurn):
    """S1.0 Markers of artillery parks that are not placed yet; they never move again."""

    kind, cite, text, shape = "park", "WED S1.0", say("Where is the artillery park?"), "cells"
    choices = (Choice("later", say("Not this turn"), "WED S1.0"),)

    @cached_property
    def rows(self) -> list[Park]:
        """The parks that are placed, one after the other."""
        return list(_parks_to_place(self.setting, self.state))

    @property
    def division(self) -> Division:
        """Whose park it is."""
        return self.setting.divisions[self.rows[0].division]

    def cells(self) -> tuple[str, ...]:
        return _park_cells(self.setting, self.state, self.rows[0]) if self.rows else ()

    def who(self) -> str:
        return self.division.side

    def context(self) -> str:
        return self.division.name

    def pressed(self, d: D, key: str) -> None:
        d.mark(f"parks/{self.rows[0].id}", d.tracks["turn"])
        d.goto("parks")

    def picked(self, d: D, answer: Cells) -> None:
        d.mark(f"park/{self.rows[0].id}", answer.cells[0])
        text = say("Artillery park of {division}", division=self.context())
        d.say(text, "WED S1.0", answer.cells[0])
        d.goto("parks")

    def script(self, rng: Random) -> Answer:
        """As far behind as a leader allows."""
        setting, asked = self.setting, self.asked
        foes = tuple(enemy_hexes(setting, self.state, asked.who))

        def far(cell: str) -> tuple[int, str]:
            return min((setting.distance(cell, foe) for foe in foes), default=0), cell

        return Cells((max(asked.cells, key=far),))


def _parks_to_place(setting: Setting, table: Table) -> Iterator[Park]:
    """S1.0 Those that lie nowhere yet, have somewhere to lie and were not put off this turn."""
    for row in setting.scenario.park:
        put_off = table.marks.get(f"parks/{row.id}") == table.tracks["turn"]
        if not (row.at or put_off or table.marks.get(f"park/{row.id}")) and _park_cells(
            setting, table, row
        ):
            yield row


def _park_cells(setting: Setting, table: Table, row: Park) -> tuple[str, ...]:
    """S1.0 The reinforcement hex; for a marker of nought any hex that a leader commands."""
    side = setting.divisions[row.division].side
    if row.value:
        return (row.entry,) if row.entry else ()
    chiefs = list(leaders(setting, table, row.division))
    closed = zone_hexes(setting, table, ENEMY[side]) | enemy_hexes(setting, table, side)
    return tuple(
        sorted(
            cell
            for cell in setting.in_play
            if cell not in closed
            and setting.terrain[cell] != "impassable"
            and any(
                setting.distance(cell, chief.at or "") <= counter(setting, chief).command
                for chief in chiefs
            )
        )
    )


@steps(Turn, "mug")
def fill_mug(d: D, _: Turn, __: None) -> None:
    """1.1 Every chit that may play and is not held over goes into the mug."""
    held = d.marks.get(FIRST)
    if isinstance(held, str) and barred_at_night(d.setting, d, held):
        d.mark(FIRST, None)
        name = chit_name(d.setting, held)
        d.say(say("{chit} is wasted at night", chit=name), "WED S6.4")
        held = None
    chits = [f"{side}/{chit}" for side, row in d.setting.scenario.chits.items() for chit in row]
    bought = set(d.cups.get(BOUGHT, ()))
    d.cup(MUG, sorted(chit for chit in chits if chit != held and plays(d.setting, d, chit, bought)))
    if bought:
        d.cup(BOUGHT, ())
    d.cup(PLAYED, ())
    ch15_route.look_along(d)
    d.goto("draw", chit="")


@steps.asks(Turn, "draw", "drawn")
class WhichChit(Drawn[Turn]):
    """1.3 The chit held over opens the turn; the last one in the mug is held over in its turn."""

    kind, cite, text = "chit", "WED SR1.1", say("Which chit is drawn?")

    def cup(self) -> str:
        return MUG

    def told(self, chit: str) -> str:
        return chit_name(self.setting, chit)

    @property
    def held(self) -> str:
        """The chit that was held over and is played first."""
        held = self.state.marks.get(FIRST)
        return held if isinstance(held, str) and not self.state.cups[PLAYED] else ""

    @property
    def last(self) -> bool:
        """Whether there is one chit left, which is held over."""
        left = self.state.cups[MUG]
        if len(left) != 1 or not self.setting.scenario.holds_over:
            return False
        return not self.key or left[0] == one_mug.last_of(self.setting, self.state)

    @cached_property
    def key(self) -> str:
        """What decides the order, where several tables draw from one mug."""
        return one_mug.key_now(self.setting, self.state)

    def asks(self) -> bool:
        return super().asks() and not self.held and not self.last and not self.key

    def passed(self, d: D) -> None:
        if held := self.held:
            d.mark(FIRST, None)
            d.say(say("{chit} was held over", chit=self.told(held)), "WED SR1.3")
            return _play(d, held)
        if self.last:
            chit = d.cups[MUG][0]
            d.mark(FIRST, chit)
            d.cup(MUG, ())
            d.say(say("{chit} is held over", chit=self.told(chit)), "WED SR1.3")
        elif self.key and d.cups[MUG]:
            # what the campaign holds over comes out at no table, whatever else lies in this mug
            over = one_mug.last_of(d.setting, d) if self.setting.scenario.holds_over else ""
            others = [chit for chit in d.cups[MUG] if chit != over]
            chit = one_mug.next_of(self.key, others or d.cups[MUG])
            cup.take(d, MUG, chit)
            d.say(say("{chit} was drawn", chit=self.told(chit)), "WED SR1.1")
            return _play(d, chit)
        if self.key:
            d.mark(one_mug.HELD, one_mug.last_of(d.setting, d) or None)
        return d.goto("clear")

    def answered(self, d: D, answer: Roll) -> None:
        chit = cup.drawn(d, MUG, answer)
        d.say(say("{chit} was drawn", chit=self.told(chit)), "WED SR1.1")
        _play(d, chit)


def _play(d: D, chit: str) -> None:
    cup.put(d, PLAYED, chit)
    d.goto("played", chit=chit)
    d.call(Activation(step="begin", chit=chit, side=side_of(chit)), "played")


@steps(Turn, "played")
def played(d: D, _: Turn, __: None) -> None:
    """1.1 The next one, unless the battle is decided."""
    ch15_route.settle(d)
    if not judge_end(d, at_once=True):
        d.goto("draw", chit="")


@steps(Turn, "clear")
def clear(d: D, _: Turn, __: None) -> None:
    """1.1 Every barrage is taken off; victory is looked at after the last turn."""
    for cell in sorted(barraged(d)):
        d.mark(f"{cell}/barrage", None)
    if d.tracks["turn"] >= d.setting.scenario.last_turn:
        judge_last(d)
    else:
        d.goto("begin")
