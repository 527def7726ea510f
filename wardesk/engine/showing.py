"""What a screen, a report or the command line asks of a rule system; the kernel never does."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, Generic

from wardesk.engine.question import KnowsQuestions
from wardesk.engine.types import Answer, Event, F, GameState, P, Reason
from wardesk.errors import UserError
from wardesk.model.advice import Loss
from wardesk.model.deeds import DeedLook
from wardesk.model.look import (
    Assignments,
    CandidateLook,
    CaseLook,
    ChartLook,
    CounterFact,
    CupLook,
    FormationLook,
    Overlay,
    SideLook,
    TableLook,
    TrackLook,
    TurnMoment,
)
from wardesk.model.standing import OrderedMoment, OrderSet
from wardesk.model.worksheet import FilledSheet
from wardesk.words import say


class Showing(KnowsQuestions, ABC, Generic[P, F]):
    """The table as data to draw. *state* is always what the looker may see: a view."""

    zoned: ClassVar[bool] = False
    """Whether there are fire zones to be shown (`zones`)."""

    endings: ClassVar[frozenset[str]] = frozenset()
    """The choices that end a turn, a phase or an activation: ``kind/key``, kind of the question.

    While somebody can still act a screen offers none of them as what one usually does.
    """

    unit_endings: ClassVar[frozenset[str]] = frozenset()
    """Those of them that end what a single unit does: to take up another unit passes over them."""

    declines: ClassVar[frozenset[str]] = frozenset()
    """Choices beside others that let a chance pass by, as `endings` are written.

    Nor does a screen offer one of these as what one usually does. What stands beside pieces or
    cells that can be picked need not be named.
    """

    payments: frozenset[str] = frozenset()
    """Choices that pay for another go, as `endings` are written.

    Whoever points at an enemy may mean one of them: a screen tells it with what is done there.
    """

    the_rest: ClassVar[str] = ""
    """The key of the choice that does all that is left of a row of questions; empty for none."""

    proposes: ClassVar[frozenset[str]] = frozenset()
    """Kinds of question that are asked many times in a row and that a script may answer to the end.

    Set-up, arrivals, replacements: a person may have the rest done as proposed. Kinds with the same
    first word (``deploy``, ``deploy-ride``) are one row.
    """

    moments_for_orders: ClassVar[tuple[OrderedMoment, ...]] = ()
    """What standing orders may speak of."""

    order_sets: ClassVar[tuple[OrderSet, ...]] = ()
    """Orders that are given together."""

    in_play: frozenset[str] = frozenset()
    """The cells of the board that this scenario plays on, the rest is dimmed; none = all of it."""

    @abstractmethod
    def look(self, state: GameState[P, F]) -> TableLook:
        """Everything on the table as data to draw."""

    def side_looks(self) -> tuple[SideLook, ...]:
        """The sides, where they are known before a game begins; none where players name them."""
        return ()

    def moment(self, state: GameState[P, F]) -> TurnMoment:
        """The turn and the phase of *state*. A game whose look costs much says it by itself."""
        look = self.look(state)
        turn = next((track.value for track in look.tracks if track.style == "turns"), 0)
        return TurnMoment(turn, next((p.title for p in look.phases if p.state == "now"), ""))

    def tracks(self, state: GameState[P, F]) -> tuple[TrackLook, ...]:
        """The tracks of `look`. A game whose look costs much says them by themselves."""
        return self.look(state).tracks

    def deeds(
        self, state: GameState[P, F], pieces: Sequence[str] = (), cell: str = ""
    ) -> tuple[DeedLook, ...]:
        """What can be done in one go with *pieces*, in *cell* and at the table as a whole.

        Each is an answer to the pending question; empty where the rules ask one thing at a time.
        """
        return ()

    def roller(self, state: GameState[P, F]) -> str:
        """The side whose dice the pending roll is, as at a real table; empty: they are nobody's.

        Of the procedure that rolls, else of the first piece that it is about, else of the
        procedure around it.
        """
        sides = [str(getattr(frame, "side", "")) for frame in reversed(state.stack)]
        about = (
            [state.pieces[one].side for one in state.ask.about if one in state.pieces]
            if (state.ask is not None)
            else []
        )
        return next(filter(None, (*sides[:1], *about[:1], *sides[1:])), "")

    def case(self, state: GameState[P, F], answer: Answer | None = None) -> CaseLook | None:
        """What the pending roll or outcome rests on, with exact odds.

        With *answer*: the same for the roll that this answer would lead to (a planned attack).
        """
        question = self.question(state)
        return question.case(answer) if question else None

    def losses(self, before: GameState[P, F], event: Event[P, F]) -> tuple[Loss, ...]:
        """Who fell where in *event*, which changed *before*."""
        return ()

    def charts(self) -> tuple[ChartLook, ...]:
        """The printed tables, unlit."""
        return ()

    def chart_for(self, state: GameState[P, F]) -> str:
        """The chart of a coming roll, else the one a question is weighed with; empty for none."""
        if (ask := state.ask) is None:
            return ""
        question = self.question(state)
        return ask.chart or (question.chart if question else "")

    def odds(self, table: str, values: Mapping[str, str]) -> CaseLook:
        """The exact distribution of one table line for ``wardesk odds``.

        UserError that names the tables and keys there are when *table* or *values* do not fit.
        """
        raise UserError(say("This game has no table named {table!r}.", table=table))

    def sheet(self, state: GameState[P, F], answer: Answer | None = None) -> FilledSheet | None:
        """The form of the game's desk filled in with the pending case, or with the planned one.

        None where the game has no desk, or nothing that could be worked out is asked.
        """
        return None

    def reach(
        self, state: GameState[P, F], pieces: Sequence[str]
    ) -> Mapping[str, Sequence[Reason]]:
        """Where *pieces* may be sent by the pending ``path`` question: cell -> reasons.

        Reasons against it are ``illegal``. A ``note`` says in a few words what going there costs
        ("2 sectors"), a ``warning`` what it risks ("in the fire of Mi-Nord").
        """
        question = self.question(state)
        return question.reach(pieces) if question else {}

    def lines(self, state: GameState[P, F], pieces: Sequence[str] = ()) -> Sequence[Overlay]:
        """Arrows of the pending question while *pieces* are picked, each with a word at its end.

        Shots that they may fire with what is expected of them, ways of a retreat; kind ``arc``.
        """
        question = self.question(state)
        return question.lines(pieces) if question else ()

    def assignments(self, state: GameState[P, F]) -> Assignments | None:
        """What is set against what, where the pending ``path`` question is answered arrow by arrow.

        None for any other question: then a way is a way.
        """
        question = self.question(state)
        return question.assignments() if question else None

    def facts(self, state: GameState[P, F], piece: str) -> tuple[CounterFact, ...]:
        """Every value of a counter in words; empty: its sentence must do.

        The signs that hang on it speak for themselves and are added by the screen.
        """
        return ()

    def formations(self, state: GameState[P, F]) -> tuple[FormationLook, ...]:
        """The formations with what is known of their units, in the order of the forces."""
        return ()

    def due(self, state: GameState[P, F]) -> Mapping[str, int]:
        """The pieces that come in later, with the turn in which they are due."""
        return {}

    def turn_called(self, turn: int) -> str:
        """What a turn is called beside its number, as an hour; empty for nothing."""
        return ""

    def cups(self, state: GameState[P, F]) -> tuple[CupLook, ...]:
        """What is drawn from cups of chits: what came, what is held, what is still to come."""
        return ()

    def command(self, state: GameState[P, F], formation: str) -> Overlay | None:
        """How far the headquarters of *formation* commands; None where it does not."""
        return None

    def zones(self, state: GameState[P, F], side: str) -> Mapping[str, int]:
        """The cells in the fire zones of a side, with how many of its units reach each."""
        return {}

    def candidates(self, state: GameState[P, F]) -> tuple[CandidateLook, ...]:
        """Who can answer the pending question for pieces, best first, then who nearly could."""
        question = self.question(state)
        return question.candidates() if question else ()

    def against(self, state: GameState[P, F], cell: str) -> Sequence[Reason]:
        """Why the pending question lists neither *cell* nor a piece in it; empty: nobody says.

        Where a reason is at another cell, that one lies in the way, and a screen may show the line.
        """
        question = self.question(state)
        return question.unlisted(cell) if question else ()

    def route(self, state: GameState[P, F], pieces: Sequence[str], goal: str) -> tuple[str, ...]:
        """The way that *pieces* would take to *goal*, first cell entered first; empty if none."""
        question = self.question(state)
        return question.route(pieces, goal) if question else ()
