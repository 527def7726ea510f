"""What a screen asks: the table's look, charts, cases, reach, and who fell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wardesk.engine.showing import Showing
from wardesk.engine.types import Answer, Reason, SetPiece
from wardesk.games.remagen import cases, charts, legality, look, plans
from wardesk.games.remagen.ch00_turn import foothold
from wardesk.games.remagen.setting import Setting
from wardesk.games.remagen.state import AnyFrame, Fact, Front, Retreat, State, Unit
from wardesk.games.shared.phases import moment, strip
from wardesk.games.shared.steps_lost import by_place
from wardesk.model.advice import Loss
from wardesk.model.look import (
    Assignments,
    CaseLook,
    ChartLook,
    CounterFact,
    Moment,
    Overlay,
    TableLook,
    TrackLook,
)
from wardesk.words import join

WEIGHED_WITH = {
    "set-up": "units",
    "arrive": "units",
    "move": "units",
    "land": "units",
    "fire": "divisors",
    "fire-on": "divisors",
    "return-fire": "divisors",
    "front": "morale",
    "battle": "morale",
    "advance": "morale",
    "drop": "drop",
}
"""Kind of question -> the chart that helps to answer it, where no roll is pending yet."""


class RemagenShowing(Showing[Unit, AnyFrame]):
    """The table of one scenario as data to draw."""

    weighed_with = WEIGHED_WITH
    endings = frozenset(
        ("arrive/done", "move/done", "fire/done", "fire-on/enough", "land/done", "advance/done")
    )

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def look(self, state: State) -> TableLook:
        """Everything on the table as data to draw."""
        return look.table(self.setting, state)

    def tracks(self, state: State) -> tuple[TrackLook, ...]:
        """All tracks."""
        return look.tracks(self.setting, state, foothold(self.setting, state))

    def moment(self, state: State) -> Moment:
        """The turn and the phase."""
        return moment(state.tracks["turn"], strip(self.setting.phases, look.phase_now(state)))

    def case(self, state: State, answer: Answer | None = None) -> CaseLook | None:
        """What the pending roll, outcome or planned shot rests on."""
        return cases.case(self.setting, state, answer)

    def odds(self, table: str, values: Mapping[str, str]) -> CaseLook:
        """The exact distribution of one table line."""
        return cases.odds(self.setting.tables, table, values)

    def charts(self) -> tuple[ChartLook, ...]:
        """The charts, unlit."""
        return charts.all_charts(self.setting)

    def reach(self, state: State, pieces: Sequence[str]) -> Mapping[str, Sequence[Reason]]:
        """Where the units may be sent, and what that comes to: odds, hits, room that is left."""
        found = legality.reach(self.setting, state, pieces)
        return {cell: reasons or self._note(state, pieces, cell) for cell, reasons in found.items()}

    def _note(self, state: State, pieces: Sequence[str], cell: str) -> tuple[Reason, ...]:
        units, frame = [state.pieces[piece] for piece in pieces], state.stack[-1]
        if state.ask is not None and state.ask.kind in plans.FIRE:
            line = next((one for one in plans.shot_lines(self.setting, state, units)
                         if one.cell == cell), None)  # fmt: skip
            if line is None:
                return ()
            text = join(", ", (line.figure, line.text))
            return (Reason(text, "RB 10.2", "note"),)
        if isinstance(frame, Front):
            text = plans.link_note(self.setting, state, frame, (units[0].at or "", cell))
            return (Reason(text, "RB 12.6", "note"),)
        return (Reason(plans.room_note(self.setting, state, units, cell), "RB 1.3", "note"),)

    def lines(self, state: State, pieces: Sequence[str] = ()) -> tuple[Overlay, ...]:
        """Shots with divisor and expected hits; the ways of a rout or withdrawal."""
        return plans.arrows(self.setting, state, pieces)

    def assignments(self, state: State) -> Assignments | None:
        """The battle front as it is divided so far."""
        return plans.assignments(self.setting, state)

    def facts(self, state: State, piece: str) -> tuple[CounterFact, ...]:
        """Every value of a unit in words."""
        return look.facts(self.setting, state.pieces[piece])

    def against(self, state: State, cell: str) -> Sequence[Reason]:
        """Why the losers cannot be driven to *cell*."""
        frame = state.stack[-1] if state.stack else None
        places = state.ask is not None and state.ask.shape == "cells"
        if not isinstance(frame, Retreat) or not frame.cells or not places:
            return ()
        return plans.against_flight(self.setting, state, frame, cell)

    def route(self, state: State, pieces: Sequence[str], goal: str) -> tuple[str, ...]:
        """The way to *goal*."""
        return legality.route(self.setting, state, pieces, goal)

    def losses(self, before: State, event: Fact) -> tuple[Loss, ...]:
        """Units lost by side and sector."""
        found: list[Loss] = []
        for effect in event.effects:
            if isinstance(effect, SetPiece) and effect.field == "at" and effect.value is None:
                unit = before.pieces.get(effect.piece)
                if unit is not None and unit.at is not None:
                    found.append(Loss(unit.side, unit.at, 1))
        return by_place(found)
