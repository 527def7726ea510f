"""What shows a printed game: the table put together from its ``look.toml`` and what it reckons."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import ClassVar, Generic

from wardesk.engine.showing import Showing
from wardesk.engine.types import F, GameState, P
from wardesk.games.shared.kept_looks import KeptLooks
from wardesk.games.shared.look import Looks, Values
from wardesk.games.shared.phases import Phase, strip
from wardesk.games.shared.printed import OfSetting, S
from wardesk.model.look import (
    CellMark,
    CounterFact,
    CounterLook,
    Overlay,
    SideLook,
    TableLook,
    TrackLook,
    TurnMoment,
)


class PrintedShowing(OfSetting[S], Showing[P, F], Generic[P, F, S]):
    """A table whose looks are data. A game says what is so, and where counters and signs lie."""

    looks: ClassVar[Looks]

    def __init__(self, setting: S) -> None:
        super().__init__(setting)
        self.kept = KeptLooks[P]()

    @abstractmethod
    def values(self, state: GameState[P, F]) -> Values:
        """What the table as a whole is said to be, for headline, tracks and boxes; ``night``."""

    @abstractmethod
    def told(self, unit: P) -> Values:
        """What is told of a piece."""

    @abstractmethod
    def counters(self, state: GameState[P, F]) -> Iterable[CounterLook]:
        """All counters, lowest first."""

    @abstractmethod
    def marks(self, state: GameState[P, F]) -> Iterable[CellMark]:
        """All signs in cells."""

    @abstractmethod
    def overlays(self, state: GameState[P, F]) -> Iterable[Overlay]:
        """What is lit."""

    @abstractmethod
    def now(self, state: GameState[P, F]) -> str:
        """The line of the strip that is being played while the game goes on; empty for none."""

    def phases(self) -> Sequence[Phase]:
        """The lines of the strip."""
        return self.looks.phases

    def side_looks(self) -> tuple[SideLook, ...]:
        """The sides."""
        return self.looks.side

    def look(self, state: GameState[P, F]) -> TableLook:
        """Everything on the table as data to draw."""
        values, over = self.values(state), state.result is not None
        return TableLook(
            sides=self.looks.side,
            counters=tuple(self.counters(state)),
            marks=tuple(self.marks(state)),
            tracks=self.looks.tracks(values),
            phases=strip(self.phases(), "" if over else self.now(state), over=over),
            boxes=self.looks.boxes(values),
            overlays=tuple(self.overlays(state)),
            headline=self.looks.facts_of("headline", values),
            night=values.get("night") is True,
        )

    def tracks(self, state: GameState[P, F]) -> tuple[TrackLook, ...]:
        """All tracks."""
        return self.looks.tracks(self.values(state))

    def moment(self, state: GameState[P, F]) -> TurnMoment:
        """The turn and the phase."""
        now = "" if state.result is not None else self.now(state)
        title = next((title for line, title, _ in self.phases() if line == now), "")
        return TurnMoment(state.tracks.get("turn", 0), title)

    def facts(self, state: GameState[P, F], piece: str) -> tuple[CounterFact, ...]:
        """Every value of a counter in words, and where it is from."""
        return self.looks.facts(self.told(state.pieces[piece]))
