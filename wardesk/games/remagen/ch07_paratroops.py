"""Chapter 7: the paratroop drop east of the Rhine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from wardesk.engine.cached import cached_property
from wardesk.engine.draft import Draft
from wardesk.engine.question import Dice, DiceOutcome, Goals
from wardesk.engine.types import Answer, Choice, Choose, Outcome, OutcomeField, Path, Roll
from wardesk.games.remagen.asked import RemagenQuestion, RemagenThrow
from wardesk.games.remagen.charts import chart
from wardesk.games.remagen.position import ground, in_yard, strength, zone
from wardesk.games.remagen.room import against_place, visit
from wardesk.games.remagen.setting import Setting
from wardesk.games.remagen.state import GERMAN, US, Drop, State, Turn, Unit, steps
from wardesk.model.look import CaseLook
from wardesk.words import say, say_count

JUMP = Choice("drop", say("Drop them"), "RB 7.1")
NOT_NOW = Choice("no", say("No drop"), "RB 7.1")
ENOUGH = Choice("done", say("The others stay behind"), "RB 7.4")


def in_the_air(state: State) -> list[Unit]:
    """Paratroops that have not dropped."""
    return [u for u in in_yard(state.pieces, US) if u.kind == "paratroops"]


@steps.asks(Turn, "drop", "dropping")
class WhetherToDrop(RemagenQuestion[Turn]):
    """In turn 8, and in turn 9 after a drop that found no place, the Americans may drop."""

    kind, cite, chart, next_step = "drop", "RB 7.1", "drop", "us_arrivals"
    choices = (JUMP, NOT_NOW)
    text = say("Do the paratroops drop?")

    def asks(self) -> bool:
        figures, turn = self.setting.tables.constants, self.state.tracks["turn"]
        again = turn == figures.last_drop_turn and self.state.marks.get("paratroops/again")
        return bool(turn == figures.drop_turn or again) and bool(in_the_air(self.state))

    def script(self, rng: Random) -> Answer:
        return Choose("drop")

    def pressed(self, d: Draft[Setting], key: str) -> None:
        """They do, or not in this game."""
        if key == JUMP.key:
            d.call(Drop(step="roll"), "us_arrivals")
        else:
            self.passed(d)


@steps.throws(Drop, "roll", "rolled", "read", "found")
class Descent(RemagenThrow[Drop]):
    """Two dice give the sector: the first its row, the second its column (RB 7.3)."""

    kind, cite, chart, sums = "drop", "RB 7.3", "drop", False
    text, outcome_text = say("Where do they come down?"), say("Does the place stand?")

    def dice(self) -> Dice:
        return Dice((6, 6))

    def kept(self, roll: Roll) -> Mapping[str, int]:
        return {"first": roll.dice[0], "second": roll.dice[1]}

    def outcome(self) -> DiceOutcome:
        first, second = self.frame.first, self.frame.second
        cell = self.setting.tables.drop.cell(first, second)
        place = self.setting.rhine.name(cell)
        return DiceOutcome(
            {"first": first, "second": second},
            say("They come down around {place}", place=place),
            (
                OutcomeField("first", say("First die"), 1, 6),
                OutcomeField("second", say("Second die"), 1, 6),
            ),
            (cell,),
        )

    def case(self, answer: Answer | None) -> CaseLook:
        return CaseLook(title=say("Paratroop drop"), chart=chart(self.setting, "drop"))

    def answered(self, d: Draft[Setting], answer: Outcome) -> None:
        """If Germans hold all nine sectors, it may be tried again in turn 9 (RB 7.5)."""
        first, second = (int(answer.value[die] or 1) for die in ("first", "second"))
        cell = d.setting.tables.drop.cell(first, second)
        if not open_sectors(d.setting, d.state, cell):
            d.mark("paratroops/again", value=True)
            d.say(say("The drop found no place"), "RB 7.5", cell)
            return d.done()
        place = d.setting.rhine.name(cell)
        d.say(say("Paratroops come down around {place}", place=place), "RB 7.4", cell)
        return d.goto("land", centre=cell)


def open_sectors(setting: Setting, state: State, centre: str) -> tuple[str, ...]:
    """Those of the nine sectors that no German stands in (RB 7.4)."""
    held = ground(state, GERMAN)
    return tuple(
        c for c in (centre, *setting.rhine.around[centre]) if c not in held
        and c not in setting.rhine.water
    )  # fmt: skip


@steps.asks(Drop, "land", "landed")
class WhereToLand(RemagenQuestion[Drop]):
    """Tray after tray; the sector and the eight around it may be used (RB 7.4)."""

    kind, cite, shape, chart = "land", "RB 7.4", "path", "units"
    together = True
    text, choices = say("Which trays land where?"), (ENOUGH,)

    def nothing_there(self, place: str) -> str:
        return say("The drop did not fall on {place}", place=place)

    @cached_property
    def ready(self) -> list[Unit]:
        return in_the_air(self.state)

    def goals(self, units: Sequence[Unit]) -> Goals:
        """The nine sectors with the reasons against each."""
        cells = open_sectors(self.setting, self.state, self.frame.centre)
        return {c: ((c,), against_place(self.setting, self.state, units, c)) for c in cells}

    def asks(self) -> bool:
        """Whether the next one finds room."""
        units = self.ready[:1]
        return bool(units) and any(not bad for _, bad in self.goals(units).values())

    def context(self) -> str:
        return say_count("{n} tray in the air", "{n} trays in the air", n=len(self.ready))

    def script(self, rng: Random) -> Answer:
        """Six to a sector, away from the Germans."""
        pieces, rhine = self.asked.pieces, self.setting.rhine
        for count in (6, 4, 2, 1):
            team = pieces[:count]
            goals = [c for c, (_, bad) in self.ways(team).items() if not bad]
            if goals and len(team) == count:
                far = rhine.far_from(rhine.railway.east)
                return Path(team, (min(goals, key=lambda c: (far[c], c)),))
        return Choose("done")

    def picked(self, d: Draft[Setting], answer: Path) -> None:
        """They count against the quota; in a hostile zone they must attack (RB 7.2, 7.7)."""
        cell = answer.cells[-1]
        held = cell in zone(d.setting, d.state, GERMAN)
        for piece in answer.pieces:
            d.set(piece, at=cell, pinned=held)
        visit(d, cell)
        d.count("quota used", strength(d.setting, [d.pieces[p] for p in answer.pieces]))
        text = say_count("{n} tray landed at {place}", "{n} trays landed at {place}",
                         n=len(answer.pieces), place=self.name(cell))  # fmt: skip
        d.say(text, "RB 7.4", cell)
        d.goto("land")
