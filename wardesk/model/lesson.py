"""A guided game as data: what is asked of the learner step by step, and what happens meanwhile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

Heading = Annotated[str, Meta(max_length=40)]
Sentence = Annotated[str, Meta(max_length=160)]
"""More would hide the place that the words stand beside."""


class Beat(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One question of the game that the lesson knows; the next question of its kind is meant.

    *pieces*, *cells* and *choices* are what may be answered; with none of them anything may.
    """

    ask: str
    """Kind of the question, as the rules name it: ``move``, ``attack-target``."""
    by: Literal["learner", "program"] = "learner"
    """Who answers. For the program the lists are the answer itself."""
    say: Sentence = ""
    """What to do, one sentence."""
    why: Sentence = ""
    """The reason, one sentence."""
    pieces: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    at: str = ""
    """The cell that the words stand beside, where neither cells nor pieces tell."""


class LessonStep(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A titled part of a lesson."""

    title: Heading
    beats: Annotated[tuple[Beat, ...], Meta(max_length=60)]


class Lesson(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a scenario teaches. It begins where the scenario does.

    The program answers every question that is not the next beat's.
    """

    learner: str
    """The side that the learner plays; a scripted player has the others when the lesson is over."""
    steps: Annotated[tuple[LessonStep, ...], Meta(max_length=12)]
    end: Sentence
    """What is said when all is done, and what to do next."""
    seed: int = 1
    dice: Mapping[str, tuple[int, ...]] = field(default_factory=dict[str, tuple[int, ...]])
    """Kind of roll -> how its dice fall in this lesson."""
    otherwise: Mapping[str, str] = field(default_factory=dict[str, str])
    """Kind of question -> the choice that the program makes where no beat is meant."""

    @property
    def beats(self) -> tuple[tuple[int, Beat], ...]:
        """Every beat with the number of its step, from 0, in order."""
        return tuple((k, beat) for k, step in enumerate(self.steps) for beat in step.beats)
