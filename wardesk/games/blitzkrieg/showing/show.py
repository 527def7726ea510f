"""What a screen asks: the table's look, printed charts, cases, reach, and who fell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wardesk.engine.showing import Showing
from wardesk.engine.types import Answer, Reason
from wardesk.errors import UserError
from wardesk.games.blitzkrieg import legality
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.showing import cases, look, roster
from wardesk.games.blitzkrieg.state import AnyFrame, Fact, State, Unit
from wardesk.games.shared.kept_looks import KeptLooks
from wardesk.games.shared.phases import moment
from wardesk.games.shared.printed import OfSetting
from wardesk.games.shared.steps_lost import losses
from wardesk.model.advice import Loss
from wardesk.model.look import (
    CandidateLook,
    CaseLook,
    ChartLook,
    CounterFact,
    CupLook,
    FormationLook,
    Moment,
    Overlay,
    TableLook,
    TrackLook,
)
from wardesk.words import say


class BlitzkriegShowing(OfSetting[Setting], Showing[Unit, AnyFrame]):
    """The table of one scenario as data to draw."""

    weighed_with = cases.WEIGHED_WITH
    endings = frozenset(("act/end", "activate/pass", "activate/wait", "barrage/end"))
    declines = frozenset(("cancel/let",))
    the_rest = "proposed"

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

    def case(self, state: State, answer: Answer | None = None) -> CaseLook | None:
        """What the pending roll, outcome or planned shot rests on."""
        return cases.case(self.setting, state, answer)

    def odds(self, table: str, values: Mapping[str, str]) -> CaseLook:
        """The exact distribution of one column of the combat chart."""
        if table != "combat":
            raise UserError(
                say("This game has no table named {table!r}.", table=table), "The table is combat."
            )
        return cases.column_odds(self.setting.tables, values)

    def charts(self) -> tuple[ChartLook, ...]:
        """The printed charts, unlit."""
        return cases.charts(self.setting)

    def reach(self, state: State, pieces: Sequence[str]) -> Mapping[str, Sequence[Reason]]:
        """Where the units may march, the enemy's hexes they may assault included."""
        return legality.reach(self.setting, state, pieces)

    def route(self, state: State, pieces: Sequence[str], goal: str) -> tuple[str, ...]:
        """The cheapest way to *goal*."""
        return legality.route(self.setting, state, pieces, goal)

    def formations(self, state: State) -> tuple[FormationLook, ...]:
        """Every formation that is on the map or about to come, with its units."""
        return roster.formations(self.setting, state)

    def cups(self, state: State) -> tuple[CupLook, ...]:
        """The one cup: who acts, what is held, what was drawn, what is still in it."""
        return roster.cups(self.setting, state)

    def command(self, state: State, formation: str) -> Overlay | None:
        """3.4 The radius of its HQ."""
        return look.radius(self.setting, state, formation)

    def candidates(self, state: State) -> tuple[CandidateLook, ...]:
        """6.3 Who may react and with what, and who sees the cause and may not."""
        return cases.candidates(self.setting, state)

    def facts(self, state: State, piece: str) -> tuple[CounterFact, ...]:
        """The figures of a counter in words, each with where it is from."""
        return look.facts(self.setting, state.pieces[piece])

    def against(self, state: State, cell: str) -> Sequence[Reason]:
        """8.1 Why the firer cannot fire at the enemies in *cell*, the hex in the way by name."""
        return cases.against_target(self.setting, state, cell)

    def losses(self, before: State, event: Fact) -> tuple[Loss, ...]:
        """Steps lost by side and hex."""
        return losses(before, event, "steps")
