"""What a person has chosen and not done yet, and which deeds are open from there.

Choosing is no event: nothing of it is stored until an answer acts. Until then it can be taken back
step by step, and everything at the table shows the question that it has led to.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from wardesk.engine.deeds import Deed, deeds, hold, passed_over, reaching
from wardesk.engine.kernel import Illegal, RuleFailed
from wardesk.engine.types import Answer, Decision, GameState, Pieces
from wardesk.services.play.session import PlaySession

State = GameState[Any, Any]


Taking = Literal["", "free", "ends"]
"""Taking a piece in hand does something, or only chooses, or ends what another unit does."""


class ChosenStep(NamedTuple):
    """One answer that only chose, the question to it, and the position after it."""

    asked: Decision
    answer: Answer
    after: State


class ChosenTrail:
    """What a person has chosen since the last event."""

    def __init__(self, session: PlaySession) -> None:
        self._session = session
        self._steps: tuple[ChosenStep, ...] = ()
        self._found: dict[object, tuple[Deed, ...]] = {}
        self._takings: dict[object, Taking] = {}

    def __bool__(self) -> bool:
        return bool(self._steps)

    @property
    def state(self) -> State | None:
        """The position that the choices have led to; None where nothing was chosen."""
        return self._steps[-1].after if self._steps else None

    def drop(self) -> None:
        """Forget all of it."""
        self._steps = ()
        self._found.clear()
        self._takings.clear()

    def back(self) -> bool:
        """Take the last choice back; whether there was one."""
        there = bool(self._steps)
        self._steps = self._steps[:-1]
        return there

    def take(self, state: State, base: State, answer: Answer) -> bool:
        """Hold *answer* to the question of *state* if it only chooses; *base* is the stored one.

        A choice that leads back to an earlier question takes back what was chosen since.
        """
        behind = (base, *(step.after for step in self._steps))[:-1]
        try:
            after = hold(self._session.rules, state, answer, behind)
        except (Illegal, RuleFailed):
            return False
        if after is None or state.ask is None or self._session.is_ordered(after):
            return False
        earlier = next((k for k, one in enumerate(behind) if one is after), None)
        step = ChosenStep(state.ask, answer, after)
        self._steps = (*self._steps, step) if earlier is None else self._steps[:earlier]
        return True

    def taking(self, state: State, piece: str) -> Taking:
        """What it is to take *piece* in hand from *state*; worked out once for each."""
        key = (state.seq, piece)
        if key not in self._takings:
            if len(self._takings) > 500:
                self._takings.clear()
            self._takings[key] = self._taking(state, piece)
        return self._takings[key]

    def _taking(self, state: State, piece: str) -> Taking:
        rules = self._session.rules
        found: Taking = "free"
        answers = reaching(rules, state, piece)
        try:
            for answer in answers or ():
                after = hold(rules, state, answer)
                if after is None:
                    found, after = "ends", passed_over(rules, state, answer)
                if after is None:
                    return ""
                state = after
            asked = state.ask
            if answers is None or asked is None or piece not in asked.pieces:
                return ""
            one = asked.shape == "pieces" and asked.most == 1
            chosen = one and hold(rules, state, Pieces((piece,))) is not None
        except (Illegal, RuleFailed):
            return ""
        return found if chosen or asked.shape == "path" else ""

    def with_(
        self, answers: Sequence[Answer], asked: Sequence[Decision]
    ) -> tuple[tuple[Answer, ...], tuple[Decision, ...]]:
        """All that was chosen and *answers* behind it, and the question to each."""
        steps = self._steps
        return (*(s.answer for s in steps), *answers), (*(s.asked for s in steps), *asked)

    # ---- what could be done ---------------------------------------------------------------------

    def deeds(
        self, state: State, hand: Sequence[str], aim: str, via: Sequence[str] = ()
    ) -> tuple[Deed, ...]:
        """What can be done with *hand* at *aim*, by way of *via*; worked out once a position."""
        key = (state.seq, tuple(step.answer for step in self._steps), tuple(hand), aim, tuple(via))
        if key not in self._found:
            if len(self._found) > 200:
                self._found.clear()
            self._found[key] = deeds(self._session.rules, state, hand, aim, via)
        return self._found[key]

    def reaching(self, state: State, piece: str) -> tuple[Answer, ...] | None:
        """The choices after which *piece* is in hand; None where nothing leads there."""
        return reaching(self._session.rules, state, piece)
