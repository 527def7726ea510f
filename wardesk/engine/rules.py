"""What a rule system must offer, and the register of its steps."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import combinations, product
from math import comb
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from wardesk.engine.showing import Showing
from wardesk.engine.thinking import Thinking
from wardesk.engine.types import (
    Allocate,
    Answer,
    Cells,
    Choose,
    Decision,
    Effect,
    F,
    Frame,
    GameState,
    Outcome,
    P,
    Pieces,
    Reason,
    Roll,
    replace,
)
from wardesk.model.board import Board
from wardesk.model.moment import LayOut, Taken
from wardesk.model.options import GameOption, SetupValue
from wardesk.model.piece_record import PieceRecord
from wardesk.model.rulebook import Rulebook
from wardesk.model.schema import GameSchema
from wardesk.words import say

StepFunction = Callable[..., None]
"""``step(d: Draft, frame, answer)``: it either asks or acts."""

S = TypeVar("S", bound=StepFunction)


class Steps:
    """The register of a game's steps: ``@steps(Turn, "draw")`` above each step function.

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


class Rules(ABC, Generic[P, F]):
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
    steps: Mapping[tuple[type[Frame], str], StepFunction]
    board: Board
    rulebook: Rulebook
    digest: str
    """SHA-256 of tables and rule data, so that a log names the rules it was played by."""
    boxes: tuple[str, ...] = ()
    """Places beside the board where pieces may wait; a free edit may put them there."""

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

    def taken(self, before: GameState[P, F], after: GameState[P, F]) -> Taken:
        """What a campaign's ledger learns from a table beyond steps and places."""
        return Taken()

    def option_list(self) -> tuple[GameOption, ...]:
        """The options of these rules, in the order in which a screen offers them."""
        return ()

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
        """Every reason against *answer* beyond what the question itself says; empty = legal."""
        return ()

    def alive(self, state: GameState[P, F], frame: F) -> bool:
        """Whether *frame* still has its subject after a free edit; dead frames are dropped."""
        return True

    # ---- what a player may see ------------------------------------------------------------------

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
        return [a for a in listed(state.ask, n, rng) if not self.check(state, a)]

    def sample(self, state: GameState[P, F], rng: Random) -> Answer:
        """One legal answer at random. ValueError when nothing is asked."""
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


def listed(decision: Decision, n: int, rng: Random) -> list[Answer]:
    """Answers that fit the question's own lists: all of them up to *n*, else *n* at random.

    ``path`` questions have no list of goals; a game lists its own.
    """
    buttons: list[Answer] = [Choose(c.key) for c in decision.choices if not c.refused]
    return buttons + _LISTERS[decision.shape](decision, max(1, n), rng)


def _list_nothing(_: Decision, __: int, ___: Random) -> list[Answer]:
    return []


def _subsets(items: tuple[str, ...], d: Decision, n: int, rng: Random) -> list[tuple[str, ...]]:
    least, most = max(d.least, 1), min(d.most, len(items))
    sizes = range(least, most + 1)
    if sum(comb(len(items), size) for size in sizes) <= n:
        return [found for size in sizes for found in combinations(items, size)]
    drawn = [rng.sample(items, rng.randint(least, most)) for _ in range(n)]
    return sorted({tuple(sorted(found, key=items.index)) for found in drawn})


def _list_pieces(decision: Decision, n: int, rng: Random) -> list[Answer]:
    return [Pieces(found) for found in _subsets(decision.pieces, decision, n, rng)]


def _list_cells(decision: Decision, n: int, rng: Random) -> list[Answer]:
    return [Cells(found) for found in _subsets(decision.cells, decision, n, rng)]


def _list_allocations(decision: Decision, n: int, rng: Random) -> list[Answer]:
    found: dict[tuple[tuple[str, int], ...], Answer] = {}
    for _ in range(n):
        amounts: dict[str, int] = {}
        open_to = [p for p in decision.pieces if decision.limits.get(p, decision.most) > 0]
        for _ in range(decision.most):
            if not open_to:
                break
            piece = rng.choice(open_to)
            amounts[piece] = amounts.get(piece, 0) + 1
            if amounts[piece] >= decision.limits.get(piece, decision.most):
                open_to.remove(piece)
        found[tuple(sorted(amounts.items()))] = Allocate(amounts)
    return list(found.values())


def _list_rolls(decision: Decision, n: int, rng: Random) -> list[Answer]:
    total = 1
    for faces in decision.dice:
        total *= faces
    if total <= n:
        return [Roll(dice) for dice in product(*decision.printed())]
    return [Roll(tuple(map(rng.choice, decision.printed()))) for _ in range(n)]


def _list_outcome(decision: Decision, _: int, __: Random) -> list[Answer]:
    return [Outcome(decision.proposed)]


_LISTERS: dict[str, Callable[[Decision, int, Random], list[Answer]]] = {
    "choose": _list_nothing,
    "path": _list_nothing,
    "pieces": _list_pieces,
    "cells": _list_cells,
    "allocate": _list_allocations,
    "roll": _list_rolls,
    "outcome": _list_outcome,
}

__all__ = ["Rules", "Showing", "StepFunction", "Steps", "Thinking", "listed", "veiled"]
