"""Keeps a game to its lesson: whose question it is, what may be answered, what the program does."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from msgspec import Struct

from wardesk.engine.journal import Journal
from wardesk.engine.types import (
    CHANCE,
    UMPIRE,
    Allocate,
    Answer,
    Cells,
    Choose,
    Decision,
    Path,
    Pieces,
    Reason,
    Roll,
    replace,
)
from wardesk.model.lesson import Beat, Lesson
from wardesk.services.play.autopilot import Autopilot, Planned, Waiting, dice_by
from wardesk.services.play.settings import PlaySettings
from wardesk.words import say

AUTHOR = "lesson"
NOT_NOW = say("In this lesson only what is lit can be done")


class LessonPlace(Struct, frozen=True):
    """Where a lesson stands. *beat* is None when it is over."""

    number: int
    """Beats that are done."""
    step: int
    beat: Beat | None


class Guide:
    """Follows the journal of a game through its lesson, back and forth."""

    def __init__(self, journal: Journal[Any, Any], lesson: Lesson) -> None:
        self.lesson = lesson
        self._journal = journal
        self._beats = lesson.beats
        self._done: dict[int, int] = {}

    def place(self) -> LessonPlace:
        """Where the lesson stands at the journal's head."""
        number = self._number(self._journal.head)
        if number >= len(self._beats):
            return LessonPlace(number, len(self.lesson.steps), None)
        step, beat = self._beats[number]
        return LessonPlace(number, step, beat)

    @property
    def over(self) -> bool:
        """Whether every beat is done."""
        return self.place().beat is None

    def beat(self, ask: Decision | None) -> Beat | None:
        """The beat that *ask*, the pending question, is; None for a question in between."""
        beat = self.place().beat
        return beat if beat is not None and ask is not None and beat.ask == ask.kind else None

    def _number(self, head: int) -> int:
        """How many beats were answered on the way to an event."""
        missing: list[int] = []
        events, at = self._journal.events, head
        while at in events and at not in self._done:
            missing.append(at)
            at = events[at].parent
        count = self._done.get(at, 0)
        for event in reversed(missing):
            asked = events[event].asked
            if count < len(self._beats) and asked is not None:
                count += self._beats[count][1].ask == asked.kind
            self._done[event] = count
        return count

    # ---- what may be answered -------------------------------------------------------------------

    def against(self, ask: Decision | None, answer: Answer) -> tuple[Reason, ...]:
        """Why *answer* is not what the lesson waits for; empty when it is, and when all is done."""
        if self.over:
            return ()
        beat = self.beat(ask)
        fits = beat is not None and beat.by == "learner" and _fits(beat, answer)
        return () if fits else (Reason(NOT_NOW, ""),)

    def narrowed(self, ask: Decision) -> Decision:
        """*ask* with nothing left to pick or press but what the lesson waits for."""
        beat = self.beat(ask)
        if beat is None or beat.by != "learner" or not _lists(beat):
            return ask
        # Where a button is meant the others show what else there is; elsewhere they only puzzle.
        choices = tuple(
            choice
            if choice.key in beat.choices or choice.refused
            else replace(choice, refused=(Reason(NOT_NOW, ""),))
            for choice in (ask.choices if beat.choices else ())
        )
        return replace(
            ask,
            choices=choices,
            pieces=_kept(ask.pieces, beat.pieces) if beat.pieces else ask.pieces,
            cells=_kept(ask.cells, beat.cells),
        )

    def refused_place(self, ask: Decision, cell: str) -> str:
        """Why a way to *cell* is not the lesson's; empty when it is."""
        beat = self.beat(ask)
        return NOT_NOW if beat is not None and beat.cells and cell not in beat.cells else ""


def _lists(beat: Beat) -> bool:
    return bool(beat.pieces or beat.cells or beat.choices)


def _kept(there: tuple[str, ...], wanted: Collection[str]) -> tuple[str, ...]:
    return tuple(one for one in there if one in wanted)


def _fits(beat: Beat, answer: Answer) -> bool:
    if not _lists(beat):
        return not isinstance(answer, Roll)  # The dice of a lesson fall as it says.
    match answer:
        case Choose(key):
            return key in beat.choices
        case Pieces(pieces):
            return bool(beat.pieces) and set(pieces) <= set(beat.pieces)
        case Cells(cells):
            return bool(beat.cells) and set(cells) <= set(beat.cells)
        case Path(pieces, cells):
            goal = not beat.cells or (bool(cells) and cells[-1] in beat.cells)
            return goal and (not beat.pieces or set(pieces) <= set(beat.pieces))
        case Allocate(amounts):
            return {piece for piece, n in amounts.items() if n} <= set(beat.pieces)
        case _:
            return False


class GuidedAutopilot(Autopilot):
    """Answers what is not the learner's; a usual one in adjudicate mode and after the lesson."""

    def __init__(self, journal: Journal[Any, Any], seed: int, guide: Guide) -> None:
        super().__init__(journal, seed)
        self._guide = guide

    def _guides(self, ask: Decision | None, settings: PlaySettings) -> bool:
        return ask is not None and settings.mode == "play" and not self._guide.over

    def waiting(self, ask: Decision | None, settings: PlaySettings) -> Waiting:
        """Who must act on *ask*: what is no beat of the learner's is a program's."""
        if ask is None or not self._guides(ask, settings) or ask.who == UMPIRE:
            return super().waiting(ask, settings)
        beat = self._guide.beat(ask)
        if beat is None or beat.by != "learner":
            return "bot"
        return "dice" if ask.who == CHANCE else "person"

    def automatic(
        self, ask: Decision | None, settings: PlaySettings, at: int | None = None
    ) -> bool:
        """Whether *ask* is answered without the learner."""
        if ask is None or not self._guides(ask, settings) or ask.who == UMPIRE:
            return super().automatic(ask, settings, at)
        return self.waiting(ask, settings) == "bot"

    def plan(self, ask: Decision, settings: PlaySettings) -> Planned | None:
        """What the program answers to *ask*; None where the learner is up."""
        if not self._guides(ask, settings) or ask.who == UMPIRE:
            return super().plan(ask, settings)
        if not self.automatic(ask, settings):
            return None
        answer = self._answer(ask)
        return Planned(answer, AUTHOR, dice_by(answer))

    def answer_for(self, side: str, kind: str, settings: PlaySettings) -> Answer:
        """What the lesson itself answers to the pending question, whoever is up."""
        ask = self._journal.state().ask
        if ask is None or kind or not self._guides(ask, settings):
            return super().answer_for(side, kind, settings)
        return self._answer(ask)

    def roll(self, ask: Decision) -> Roll:
        """The dice as the lesson wants them, else of the seed."""
        dice = self._guide.lesson.dice.get(ask.kind, ())
        fits = len(dice) == len(ask.dice) and all(
            value in printed for value, printed in zip(dice, ask.printed(), strict=True)
        )
        return Roll(tuple(dice)) if fits and not self._guide.over else super().roll(ask)

    def _answer(self, ask: Decision) -> Answer:
        if ask.who == CHANCE:
            return self.roll(ask)
        beat = self._guide.beat(ask)
        wanted = self._scripted(beat) if beat is not None else None
        key = self._guide.lesson.otherwise.get(ask.kind)
        if wanted is None and key in {c.key for c in ask.choices if not c.refused}:
            wanted = Choose(str(key))
        # A lesson that no longer fits its rules goes on all the same.
        if wanted is None or self._journal.rules.check(self._journal.state(), wanted):
            wanted = self.bot_answer(ask.who, "policy")
        return wanted

    def _scripted(self, beat: Beat) -> Answer | None:
        if beat.choices:
            return Choose(beat.choices[0])
        if beat.pieces and beat.cells:
            state = self._journal.state()
            route = self._journal.rules.showing.route(state, beat.pieces, beat.cells[-1])
            return Path(beat.pieces, route or beat.cells)
        if beat.pieces:
            return Pieces(beat.pieces)
        return Cells(beat.cells) if beat.cells else None


def autopilot(
    journal: Journal[Any, Any], seed: int, lesson: Lesson | None
) -> tuple[Autopilot, Guide | None]:
    """Who answers for nobody in a game, and where its *lesson* stands if it is one."""
    if lesson is None:
        return Autopilot(journal, seed), None
    guide = Guide(journal, lesson)
    return GuidedAutopilot(journal, seed, guide), guide
