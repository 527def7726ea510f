"""What a rule system must offer, and the register of its steps."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from wardesk.engine.cached import cached_property
from wardesk.engine.listing import listed
from wardesk.engine.question import (
    Answering,
    Asking,
    KnowsQuestions,
    Question,
    Reading,
    Rolled,
    StepFunction,
    Throw,
)
from wardesk.engine.showing import Showing
from wardesk.engine.thinking import Thinking
from wardesk.engine.types import (
    Answer,
    Decision,
    Effect,
    F,
    Frame,
    GameState,
    P,
    Reason,
    replace,
)
from wardesk.model.board import Board
from wardesk.model.moment import LayOut, TakenOver
from wardesk.model.options import GameOption, SetupValue
from wardesk.model.piece_record import PieceRecord
from wardesk.model.rulebook import Rulebook
from wardesk.model.schema import GameSchema
from wardesk.words import say

SeenFrom = Callable[[str, int], frozenset[str]]
"""``seen(cell, reach)``: the hexes within *reach* that a hex sees."""
S = TypeVar("S", bound=StepFunction)
Q = TypeVar("Q", bound=type[Question[Any, Any, Any]])
R = TypeVar("R", bound=type[Throw[Any, Any, Any]])


class Steps:
    """The register of a game's steps.

    ``@steps.asks(Turn, "us_move", "us_moved")`` above a question's class names the step that asks
    and the step that gets the answer, ``@steps.throws(…)`` the four of dice with an outcome, and
    ``@steps(Turn, "draw")`` stands above a function that only acts.

    Step names are part of the save format; *aliases* keep old names readable.
    """

    def __init__(self) -> None:
        self.table: dict[tuple[type[Frame], str], StepFunction] = {}

    def __call__(self, frame: type[Frame], name: str, *aliases: str) -> Callable[[S], S]:
        """Register the decorated function as step *name* of procedure *frame*."""

        def register(function: S) -> S:
            for key in (name, *aliases):
                if (frame, key) in self.table:
                    raise ValueError(f"step {frame.__name__}.{key} is registered twice")
                self.table[frame, key] = function
            return function

        return register

    def asks(self, frame: type[Frame], step: str, then: str) -> Callable[[Q], Q]:
        """Register the decorated class: *step* puts its question, *then* gets the answer.

        Several steps may put it, each named by a line of its own.
        """

        def register(question: Q) -> Q:
            self(frame, step)(Asking(question, then))
            known = self.table.get((frame, then))
            if not isinstance(known, Answering) or known.question is not question:
                self(frame, then)(Answering(question))
            return question

        return register

    def answers(self, frame: type[Frame], then: str) -> Callable[[Q], Q]:
        """Register the decorated class, which other steps put; *then* gets the answer."""

        def register(question: Q) -> Q:
            self(frame, then)(Answering(question))
            return question

        return register

    def throws(
        self, frame: type[Frame], step: str, rolled: str, read: str, then: str
    ) -> Callable[[R], R]:
        """Register the decorated class: *step* asks for its dice, and *rolled* keeps what fell.

        Then *read* proposes what comes of it, and *then* gets what stands of that.
        """

        def register(question: R) -> R:
            self(frame, step)(Asking(question, rolled))
            self(frame, rolled)(Rolled(question, read))
            self(frame, read)(Reading(question, then))
            self(frame, then)(Answering(question))
            return question

        return register


class Rules(KnowsQuestions, ABC, Generic[P, F]):
    """One rule system over one board and one scenario: what plays. Holds no state of a game.

    What shows a game and what thinks about it stand beside it (`showing`, `thinking`); a small game
    is all three in one class: ``class Dash(Rules[…], Showing[…], Thinking[…])``.
    """

    id: str
    title: str
    sides: tuple[str, ...]
    piece_type: type[P]
    state_type: Any
    """``GameState[MyPiece, MyFrame | OtherFrame]``: what files are decoded with."""
    event_type: Any
    board: Board
    rulebook: Rulebook
    digest: str
    """SHA-256 of tables and rule data, so that a log names the rules it was played by."""
    boxes: tuple[str, ...] = ()
    """Places beside the board where pieces may wait; a free edit may put them there."""
    sealed: ClassVar[str] = ""
    """Where a piece stands at a home that may not know its place; empty where secrets are of
    another kind than places, so that they cannot go by mail."""
    sealed_fields: ClassVar[frozenset[str]] = frozenset()
    """What these rules may change of a piece while it is sealed, and nobody else can see."""

    schema: ClassVar[GameSchema] = GameSchema()
    """What the game's scenario files and maps may hold."""
    open_pieces: ClassVar[bool] = False
    """Whether a `view` of the game's own hides no piece, so that a log may name them all."""
    turns: int = 0
    """How many turns a game of this scenario has; 0 = nobody counts them."""

    record: PieceRecord = PieceRecord()
    """How the pieces are read back by a campaign that the game is part of."""

    lay_out: ClassVar[LayOut | None] = None
    """How a moment of a campaign becomes a scenario of this game; None where it cannot."""

    sight_on: ClassVar[Callable[[Board], SeenFrom] | None] = None
    """How hexes of a map see each other by its rules, for whoever has no table; None: not told."""

    edits: tuple[Effect, ...] = ()
    """What a designer changed by hand in the set-up; it is laid over `setup`."""

    @property
    def setting(self) -> Any:  # noqa: ANN401 - typed by the game, and in its `Draft`
        """What the steps read as ``d.setting``: the rules object, unless a game names less."""
        return self

    def variables(self) -> tuple[SetupValue, ...]:
        """Figures of the scenario that a designer may change, with their present values."""
        return ()

    def as_setup(
        self, state: GameState[P, F]
    ) -> tuple[Mapping[str, Any], Mapping[str, Any]] | None:
        """The scenario's setup and forces that would begin with *state*.

        None where a game cannot begin anywhere but at its own beginning.
        """
        return None

    def taken(self, before: GameState[P, F], after: GameState[P, F]) -> TakenOver:
        """What a campaign's ledger learns from a table beyond steps and places."""
        return TakenOver()

    also: tuple[GameOption, ...] = ()
    """Options that the scenario brings, beside those of the game."""

    def option_list(self) -> tuple[GameOption, ...]:
        """The options of these rules, in the order in which a screen offers them."""
        return self.also

    @cached_property
    def showing(self) -> Showing[P, F]:
        """What a screen asks. TypeError for rules that cannot be shown."""
        return _part(self, Showing)

    @cached_property
    def thinking(self) -> Thinking[P, F]:
        """What a program that plays asks. TypeError for rules that no program can play."""
        return _part(self, Thinking)

    # ---- playing --------------------------------------------------------------------------------

    @abstractmethod
    def setup(self) -> tuple[Sequence[Effect], tuple[F, ...]]:
        """The effects that lay out the scenario on an empty table, and the first procedure."""

    def check(self, state: GameState[P, F], answer: Answer) -> Sequence[Reason]:
        """Every reason against *answer* beyond what the question's lists say; empty = legal."""
        question = self.question(state)
        return question.check(answer) if question else ()

    def alive(self, state: GameState[P, F], frame: F) -> bool:
        """Whether *frame* still has its subject after a free edit; dead frames are dropped."""
        return True

    # ---- what a player may see ------------------------------------------------------------------

    @property
    def has_secrets(self) -> bool:
        """Whether the sides may know different things here; what hides nothing says so."""
        return type(self).view is not Rules[Any, Any].view

    def view(self, state: GameState[P, F], side: str) -> GameState[P, F]:
        """*state* as *side* sees it: same type, secrets blanked, the question too."""
        if state.ask is not None and side in state.ask.hidden_from:
            return replace(state, ask=veiled(state.ask))
        return state

    # ---- what may be answered --------------------------------------------------------------

    def options(self, state: GameState[P, F], n: int, rng: Random) -> list[Answer]:
        """Legal answers: all of them, or *n* sampled ones where there are too many."""
        if state.ask is None:
            return []
        if (question := self.question(state)) is not None:
            return question.options(n, rng)
        return [a for a in listed(state.ask, n, rng) if not self.check(state, a)]

    def sample(self, state: GameState[P, F], rng: Random) -> Answer:
        """One legal answer at random. ValueError when nothing is asked."""
        if state.ask is None:
            raise ValueError("nothing is asked")
        if (question := self.question(state)) is not None:
            return question.sample(rng)
        return rng.choice(self.options(state, 24, rng))


def _part(rules: Rules[Any, Any], kind: type[Any]) -> Any:  # noqa: ANN401 - typed by who asks
    """*rules* itself, where it is a *kind* too."""
    if not isinstance(rules, kind):
        raise TypeError(f"{type(rules).__name__} is no {kind.__name__} and names none")
    return rules


def veiled(decision: Decision) -> Decision:
    """*decision* as somebody sees it who may only know that a question is pending."""
    return Decision(
        who=decision.who,
        kind="hidden",
        shape=decision.shape,
        prompt=say("The other side decides"),
        cite=decision.cite,
        then="",
        hidden_from=decision.hidden_from,
    )


__all__ = ["Rules", "Showing", "StepFunction", "Steps", "Thinking", "listed", "veiled"]
