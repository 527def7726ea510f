"""What a screen asks: the table's look, printed charts, cases, reach, and who fell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wardesk.engine.showing import Showing
from wardesk.engine.types import Answer, Cells, Pieces, Reason
from wardesk.games.europa import legality, look
from wardesk.games.europa.attack import Attack
from wardesk.games.europa.cases import (
    Fortifications,
    attack_case,
    effects_chart,
    red_case,
)
from wardesk.games.europa.cases_typed import written
from wardesk.games.europa.combat import planned
from wardesk.games.europa.setting import Setting
from wardesk.games.europa.state import AnyFrame, Battle, Fact, State, Unit
from wardesk.games.shared.kept_looks import KeptLooks
from wardesk.games.shared.phases import moment
from wardesk.games.shared.printed import OfSetting
from wardesk.games.shared.steps_lost import losses
from wardesk.model.advice import Loss
from wardesk.model.look import CaseLook, ChartLook, CounterFact, Moment, TableLook, TrackLook
from wardesk.model.worksheet import FilledSheet
from wardesk.words import Spoken, say

WEIGHED_WITH = {"attack": "main", "exploitation": "main", "attackers": "main", "pay": "main",
                "support": "main"}  # fmt: skip
"""Kind of question -> the chart that helps to answer it."""


class EuropaShowing(OfSetting[Setting], Showing[Unit, AnyFrame]):
    """The table of one scenario as data to draw."""

    weighed_with = WEIGHED_WITH
    endings = frozenset(
        f"{kind}/done"
        for kind in ("replace", "build", "land", "move", "attack", "react", "exploit",
                     "exploitation", "press_on")
    )  # fmt: skip
    declines = frozenset(("support/0",))

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self._kept = KeptLooks[Unit]()

    def look(self, state: State) -> TableLook:
        """Everything on the table as data to draw."""
        return look.table(self.setting, state, self._kept)

    def tracks(self, state: State) -> tuple[TrackLook, ...]:
        """All tracks."""
        return look.tracks(self.setting, state)

    def moment(self, state: State) -> Moment:
        """The turn and the phase."""
        return moment(state.tracks["turn"], look.phases(state))

    def facts(self, state: State, piece: str) -> tuple[CounterFact, ...]:
        """Every value of a counter in words."""
        return look.facts(self.setting, state, piece)

    def case(self, state: State, answer: Answer | None = None) -> CaseLook | None:
        """What the pending roll or a planned attack rests on."""
        frame, question = state.stack[-1] if state.stack else None, state.ask
        if question is not None and question.kind == "red" and isinstance(frame, Battle):
            attack = planned(self.setting, state, frame) if frame.attackers else None
            return red_case(below=attack is not None and attack.odds < 1)
        attack, place = self._attack(state, answer)
        if attack is None or question is None:
            return None
        total = frame.total if question.kind == "result" and isinstance(frame, Battle) else 0
        return attack_case(attack, self.setting.name(place), total=total)

    def sheet(self, state: State, answer: Answer | None = None) -> FilledSheet | None:
        """The attack at hand as the assistant's form."""
        attack, _ = self._attack(state, answer)
        return FilledSheet("attack", written(attack)) if attack else None

    def _attack(self, state: State, answer: Answer | None) -> tuple[Attack | None, str]:
        """The attack that is planned or under way, and its hex."""
        frame, question = state.stack[-1] if state.stack else None, state.ask
        if question is None:
            return None, ""
        if isinstance(answer, Cells) and question.kind in ("attack", "exploitation"):
            target = answer.cells[0]
            return look.attack_in_sight(self.setting, state, target), target
        if not isinstance(frame, Battle):
            return None, ""
        if question.kind == "attackers" and isinstance(answer, Pieces):
            return planned(self.setting, state, frame, answer.pieces), frame.target
        if question.kind in ("assault", "result", "pay", "support") and frame.attackers:
            return planned(self.setting, state, frame), frame.target
        return None, ""

    def odds(self, table: str, values: Mapping[str, str]) -> CaseLook:
        """The assistant for a board at home: an attack, a work, or the red die."""
        return Fortifications().odds(table, values)

    def charts(self) -> tuple[ChartLook, ...]:
        """The printed charts, unlit."""
        return (self.setting.tables.main.chart(), effects_chart())

    def reach(self, state: State, pieces: Sequence[str]) -> Mapping[str, Sequence[Reason]]:
        """Where units may march, and what it costs."""
        return legality.reach(self.setting, state, pieces)

    def route(self, state: State, pieces: Sequence[str], goal: str) -> tuple[str, ...]:
        """The cheapest way to *goal*."""
        return legality.route(self.setting, state, pieces, goal)

    def against(self, state: State, cell: str) -> Sequence[Reason]:
        """Why a hex cannot be attacked."""
        question = state.ask
        if question is None or question.kind not in ("attack", "exploitation"):
            return ()
        text: Spoken = say("No unit can attack this hex")
        return (Reason(text, "EF N17", at=cell),)

    def losses(self, before: State, event: Fact) -> tuple[Loss, ...]:
        """Units lost by side and hex."""
        return losses(before, event, "lost", rises=True)
