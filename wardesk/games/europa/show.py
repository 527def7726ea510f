"""What a screen asks beside the pending question: the table's look, charts, who fell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache, partial

from wardesk.engine.types import Answer
from wardesk.games.europa import victory
from wardesk.games.europa.asked import EuropaQuestion
from wardesk.games.europa.cases import Fortifications, effects_chart, written
from wardesk.games.europa.orders import MOMENTS, SETS
from wardesk.games.europa.outlook import shifted
from wardesk.games.europa.position import attack_of, defence_of
from wardesk.games.europa.setting import Setting
from wardesk.games.europa.state import (
    BOXES,
    LOOKS,
    RESERVE,
    SIDE_NAMES,
    SIDES,
    AnyFrame,
    Fact,
    State,
    Turn,
    Unit,
    steps,
)
from wardesk.games.europa.works import WORKS
from wardesk.games.shared.look import Values, lit
from wardesk.games.shared.shown import PrintedShowing
from wardesk.games.shared.steps_lost import losses
from wardesk.model.advice import Loss
from wardesk.model.look import (
    CaseLook,
    CellMark,
    ChartLook,
    CounterLook,
    Overlay,
)
from wardesk.model.worksheet import FilledSheet
from wardesk.words import Spoken, say_count


class EuropaShowing(PrintedShowing[Unit, AnyFrame, Setting]):
    """The table of one scenario as data to draw."""

    looks = LOOKS
    steps = steps.table
    proposes = frozenset(("replace", "build"))
    moments_for_orders, order_sets = MOMENTS, SETS
    endings = frozenset(
        f"{kind}/done"
        for kind in ("replace", "build", "land", "move", "attack", "react", "exploit",
                     "exploitation", "press_on")
    )  # fmt: skip
    declines = frozenset(("support/0",))

    # ---- the table ------------------------------------------------------------------------------

    def now(self, state: State) -> str:
        """The line that the step of the player-turn belongs to."""
        turn = next((f for f in state.stack if isinstance(f, Turn)), None)
        return LOOKS.phase_of(turn.step) if turn else ""

    def counters(self, state: State) -> Iterator[CounterLook]:
        """Works that fight, and units: a unit lies on its work."""
        there = [u for u in state.pieces.values() if u.at is not None]
        manned = [u for u in there if u.work and u.strength]
        for unit in (*manned, *(u for u in there if not u.work)):
            yield self.kept.of(unit.id, unit, partial(self._counter, unit))

    def due(self, state: State) -> Mapping[str, int]:
        """N17 Reinforcements that wait for their turn."""
        there = state.pieces
        return {
            unit: row.turn
            for row in self.setting.scenario.arrival
            for unit in row.units
            if unit in there and there[unit].at == RESERVE
        }

    def values(self, state: State) -> Values:
        """What the table as a whole is said to be."""
        places, needed = self.setting.scenario.place, self.setting.scenario.victory
        counts = ((side, store, state.tracks[f"{side}_{store}"])
                  for side in SIDES for store in ("sp", "rp", "support"))  # fmt: skip
        return LOOKS.values(
            needed,
            {box: [u.id for u in state.pieces.values() if u.at == box] for box in BOXES},
            turn=state.tracks["turn"],
            turns=self.setting.scenario.last_turn,
            places=places,
            points=victory.points(self.setting, state) if places else 0,
            most_points=max(sum(p.value for p in places), needed.decisive),
            stores=[
                {"side": side, "side_name": SIDE_NAMES[side], "store": store, "count": count,
                 "most": max(count, 12)}
                for side, store, count in counts
            ],
        )  # fmt: skip

    def _counter(self, unit: Unit) -> CounterLook:
        at = unit.at if unit.at in self.setting.neighbours else None
        return LOOKS.look(self.told(unit), unit.id, unit.side, at)

    def told(self, unit: Unit) -> Values:
        """What is told of a unit, or of a work."""
        if unit.work:
            return LOOKS.values(unit, work_name=unit.row.name, sentence=work_sentence(unit))
        row = self.setting.rows[unit.id]
        return LOOKS.values(
            row,
            unit,
            row=row,
            attack=attack_of(self.setting, unit),
            defence=defence_of(self.setting, unit),
            place=self.setting.name(unit.at or ""),
            kind_name=self.setting.tables.kinds[row.kind].name,
            size_name=self.setting.tables.sizes[row.size].name,
            whole=row.halves // 2 if row.halves % 2 == 0 else 0,
            project=WORKS[unit.building].name if unit.building else "",
        )

    def marks(self, state: State) -> Iterator[CellMark]:
        """Signs in cells."""
        for work in state.pieces.values():
            if work.work and work.at in self.setting.neighbours:
                yield _work_mark(work, self.setting.name(work.at or ""))
        for place in self.setting.scenario.place:
            points = say_count("{n} point", "{n} points", n=place.value)
            values = LOOKS.values(place=self.setting.name(place.cell), points=points)
            holder = state.marks[f"{place.cell}/held"]
            yield LOOKS.mark(f"held_{holder}", values, place.cell, "held")

    def overlays(self, state: State) -> Iterator[Overlay]:
        """What the pending question lights, and lines."""
        yield from lit(state.ask, state.pieces, self.setting.neighbours)
        if question := self.question(state):
            yield from question.arrows()

    # ---- attacks and charts ---------------------------------------------------------------------

    def sheet(self, state: State, answer: Answer | None = None) -> FilledSheet | None:
        """The attack at hand as the assistant's form."""
        question = self.question(state)
        attack = question.weighed(answer) if isinstance(question, EuropaQuestion) else None
        return FilledSheet("attack", written(attack)) if attack else None

    def odds(self, table: str, values: Mapping[str, str]) -> CaseLook:
        """The assistant for a board at home: an attack, a work, or the red die."""
        return Fortifications(self.setting.tables).odds(table, values)

    def charts(self) -> tuple[ChartLook, ...]:
        """The printed charts, unlit."""
        return (self.setting.tables.main.chart(), effects_chart(self.setting.tables))

    def losses(self, before: State, event: Fact) -> tuple[Loss, ...]:
        """Units lost by side and hex."""
        return losses(before, event, "lost", rises=True)


def work_sentence(work: Unit) -> Spoken:
    """A work with all that is to be known about it."""
    row = work.row
    values = LOOKS.values(
        work,
        row=row,
        side_name=SIDE_NAMES[work.side],
        die_more=shifted(-work.die if "die" in row.printed else row.die),
        armour_more=shifted(row.armour),
        supply=f"{row.supply / 2:g}",
        guns=row.anti_air + work.anti_air,
        hexes=", ".join(work.faces),
        holder_name=SIDE_NAMES.get(work.holder),
    )
    return LOOKS.facts_of("work", values)


@lru_cache(1024)
def _work_mark(work: Unit, place: str) -> CellMark:
    """Kept, because works seldom change."""
    values = LOOKS.values(place=place, work_name=work.row.name, sentence=work_sentence(work))
    return LOOKS.mark(work.work, values, work.at or "", faces=work.faces)
