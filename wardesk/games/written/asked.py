"""What all questions of a game whose rules are data have in common."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from wardesk.engine.draft import Draft
from wardesk.engine.question import Question
from wardesk.engine.types import Answer, Choice, Choose, Path, Reason
from wardesk.games.shared.told import tell_march
from wardesk.games.written.position import fits, units_of
from wardesk.games.written.schema import By
from wardesk.games.written.setting import Setting
from wardesk.games.written.state import AnyFrame, OfPhase, State, Unit
from wardesk.words import Spoken, say

D = Draft[Setting]
L = TypeVar("L", bound=AnyFrame)
M = TypeVar("M", bound=OfPhase)
LEVELS = {"program": "illegal", "proposes": "warning", "says": "note"}
"""How much a reason weighs, by who does a part."""


def reason(text: Spoken, cite: str, by: By, cell: str | None = None) -> Reason:
    """Why something does not go by a part of the rules."""
    return Reason(text, cite, LEVELS[by], cell)  # pyright: ignore[reportArgumentType]


def done(title: Spoken, cite: str) -> Choice:
    """The button that ends a phase."""
    return Choice("done", title, cite)


def active(d: Draft[Setting] | State, setting: Setting, frame: OfPhase) -> list[Unit]:
    """The counters that a phase is for, on the map."""
    phase, chit = setting.phases[frame.phase], setting.chits.get(frame.chit)
    return [
        unit
        for unit in units_of(setting, d.pieces, frame.side)
        if fits(setting, d.pieces, unit, phase.who)
        and (chit is None or fits(setting, d.pieces, unit, chit.who))
    ]


def enters(d: D, cell: str, side: str) -> None:
    """Who was the last in a cell holds it."""
    if cell in d.setting.tracked and d.marks.get(f"held/{cell}") != side:
        d.mark(f"held/{cell}", side)


def told(d: D, piece: str, goal: str, cite: str) -> None:
    """Say that a counter goes from where it stands to a cell."""
    setting = d.setting
    origin = setting.name(d.pieces[piece].at or "")
    tell_march(d, setting.names[piece], origin, setting.name(goal), cite, goal)


class WrittenQuestion(Question[Setting, State, L]):
    """A question to a side."""

    def name(self, cell: str) -> str:
        return self.setting.name(cell)

    def title(self, piece: str) -> str:
        """What a counter is called."""
        return self.setting.names[piece]


class OfPhaseQuestion(WrittenQuestion[M]):
    """A question to the side whose phase it is."""

    def who(self) -> str:
        return self.frame.side

    def context(self) -> str:
        return self.setting.phases[self.frame.phase].title


class WayQuestion(OfPhaseQuestion[M]):
    """Which counter goes where."""

    shape = "path"

    def options(self, n: int, rng: Random) -> list[Answer]:
        """The buttons, and ways of a few counters."""
        asked = self.asked
        pieces = list(asked.pieces)
        found: list[Answer] = []
        for piece in rng.sample(pieces, min(4, len(pieces))):
            ways = [Path((piece,), way) for way, against in self.ways((piece,)).values()
                    if not against]  # fmt: skip
            found += ways if len(ways) <= n else rng.sample(ways, n)
        found = found if len(found) <= n else rng.sample(found, n)
        return [*(Choose(c.key) for c in asked.choices if not c.refused), *found]

    def sample(self, rng: Random) -> Answer:
        """Of so many that nobody stops too soon by chance."""
        return rng.choice(self.options(24, rng))

    def one_cell(self, answer: Answer, goals: Sequence[str], text: Spoken) -> Sequence[Reason]:
        """Reasons against putting a counter into anything but one of *goals*."""
        if isinstance(answer, Path) and (len(answer.cells) != 1 or answer.cells[0] not in goals):
            return (Reason(text, self.asked.cite, at=answer.cells[-1]),)
        return ()


NOT_THERE = say("It cannot come there")
