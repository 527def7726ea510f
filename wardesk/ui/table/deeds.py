"""What a person has chosen and not done yet, and what a click on the board would do.

Choosing is no event: nothing of it is stored until an answer acts. Until then it can be taken back
step by step, and everything at the table shows the question that it has led to.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from wardesk.engine.deeds import Deed, deeds, hold, reaching
from wardesk.engine.kernel import Illegal, RuleFailed
from wardesk.engine.types import Answer, Choose, Decision, GameState, Path, Pieces
from wardesk.services.play.session import PlaySession
from wardesk.ui.widgets.odds_bar import percent
from wardesk.words import tr

State = GameState[Any, Any]

_RESULTS = 2
"""Results of the dice that stand on a slip, the best ones."""


class SlipLine(NamedTuple):
    """One deed as a slip says it: what is done, and what it costs or comes to."""

    verb: str
    told: str


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
        if after is None or state.ask is None:
            return False
        earlier = next((k for k, one in enumerate(behind) if one is after), None)
        step = ChosenStep(state.ask, answer, after)
        self._steps = (*self._steps, step) if earlier is None else self._steps[:earlier]
        return True

    def with_(
        self, answers: Sequence[Answer], asked: Sequence[Decision]
    ) -> tuple[tuple[Answer, ...], tuple[Decision, ...]]:
        """All that was chosen and *answers* behind it, and the question to each."""
        steps = self._steps
        return (*(s.answer for s in steps), *answers), (*(s.asked for s in steps), *asked)

    # ---- what could be done ---------------------------------------------------------------------

    def deeds(self, state: State, hand: Sequence[str], aim: str) -> tuple[Deed, ...]:
        """What can be done with *hand* at *aim*; worked out once for each position."""
        key = (state.seq, tuple(step.answer for step in self._steps), tuple(hand), aim)
        if key not in self._found:
            if len(self._found) > 200:
                self._found.clear()
            self._found[key] = deeds(self._session.rules, state, hand, aim)
        return self._found[key]

    def reaching(self, state: State, piece: str) -> tuple[Answer, ...] | None:
        """The choices after which *piece* is in hand; None where nothing leads there."""
        return reaching(self._session.rules, state, piece)

    def line(self, deed: Deed, names: Callable[[str], str]) -> SlipLine:
        """What a slip says of a deed; *names* says what a counter is called."""
        session = self._session
        said, last, asked = session.words.text, deed.answers[-1], deed.asked[-1]
        done = [
            said(next(c.label for c in question.choices if c.key == answer.key))
            for answer, question in zip(deed.answers, deed.asked, strict=True)
            if isinstance(answer, Choose) and answer.key not in deed.before.pieces
        ]
        if isinstance(last, Pieces):
            done += map(names, last.pieces)
        elif isinstance(last, Path):
            done.append(tr("Go there"))
        elif not done:
            done.append(said(asked.prompt))
        return SlipLine(" · ".join(done), ", ".join(self._told(deed.before, last)))

    def _told(self, state: State, last: Answer) -> list[str]:
        """What the last answer of a deed costs, and the best results of the dice it leads to."""
        session, showing = self._session, self._session.rules.showing
        said, told = session.words.text, list[str]()
        if isinstance(last, Path):
            reasons = showing.reach(state, last.pieces).get(last.cells[-1], ())
            told += [said(reason.text) for reason in reasons]
        case = showing.case(state, last)
        lines = [line for line in case.odds if line.ways] if case is not None else []
        return told + [f"{percent(o.ways, o.of)} {said(o.label)}" for o in lines[:_RESULTS]]
