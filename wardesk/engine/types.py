"""The kernel's words: questions, answers, effects, frames, events and states. Frozen plain data.

A game is always asking exactly one party one thing. Sides, CHANCE (dice, draws) and the UMPIRE are
all parties. Answers come in seven shapes, the same for every game, so that one table screen, one
log reader and one bot interface serve all of them; a game types its own pieces and frames instead.

Plain data cannot refer to itself, so the garbage collector need not watch it (``gc=False``): a long
game keeps a hundred thousand of these values, and looking through them cost a fifth of its time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from wardesk.words import Spoken

CHANCE = "chance"
UMPIRE = "umpire"

Shape = Literal["choose", "pieces", "cells", "path", "allocate", "roll", "outcome"]
Value = str | int | bool | None
Record = dict[str, Value]
"""A typed result as flat data: ``{"attacker_loss": 3, "defender_loss": 0}``."""


# ---- on the table -------------------------------------------------------------------------------


class Piece(Struct, frozen=True, gc=False, kw_only=True):
    """Anything that lies on the table under its own name. Games subclass it with typed fields."""

    id: str
    side: str
    at: str | None = None
    """Cell or box id; None = out of the game."""


class Frame(Struct, frozen=True, gc=False, kw_only=True, tag=True):
    """A procedure in progress. Subclasses carry its locals; *step* names where it stands."""

    step: str


P = TypeVar("P", bound=Piece)
F = TypeVar("F", bound=Frame)


# ---- asking -------------------------------------------------------------------------------------


class Reason(Struct, frozen=True, gc=False):
    """Why something is not allowed, or worth a warning. *cite* is a rule number."""

    text: Spoken
    cite: str
    level: Literal["illegal", "warning", "note"] = "illegal"
    at: str | None = None


class Factor(Struct, frozen=True, gc=False):
    """One modifier of a roll. It travels with the question, so the umpire can switch it off."""

    id: str
    name: Spoken
    value: int
    cite: str
    on: bool = True
    why: Spoken = ""


OWN = "umpire."
"""How the ids of modifiers begin that an umpire added to a roll; their *why* is the reason."""
COLUMN_SHIFT = "column_shift"
"""The input by which an umpire moves the column of a roll, to the right if it is above 0."""


class Choice(Struct, frozen=True, gc=False):
    """One button. A refused choice stays visible with its reasons."""

    key: str
    label: Spoken
    cite: str = ""
    hint: Spoken = ""
    refused: tuple[Reason, ...] = ()


class OutcomeField(Struct, frozen=True, gc=False):
    """One field of a typed result, or one input of a roll, that the umpire may change."""

    name: str
    label: Spoken
    least: int = 0
    most: int = 999
    choices: tuple[str, ...] = ()
    """When not empty the field is one of these words, else a whole number."""


MOST_FACES = 10_000
MOST_POINTS = 10_000
"""What a record may ask for; more than any game does, and few enough to be listed."""
Points = Annotated[int, Meta(ge=0, le=MOST_POINTS)]
Faces = Annotated[tuple[Annotated[int, Meta(ge=1, le=MOST_FACES)], ...], Meta(max_length=100)]


class Decision(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The one pending question.

    *shape* says what the answer looks like; *choices* are buttons that may be answered instead
    (``Choose``) whatever the shape. *pieces* and *cells* are what may be picked; *least* and *most*
    how many (for ``allocate`` both are the total to share out, with *limits* per piece).
    *then* is the step that gets the answer.
    """

    who: str
    kind: str
    """Stable word for screens and policies: ``"attack-target"``."""
    shape: Shape
    prompt: Spoken
    """A sentence of at most eight words."""
    cite: str
    then: str
    context: Spoken = ""
    choices: tuple[Choice, ...] = ()
    pieces: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    least: Points = 1
    most: Points = 1
    limits: dict[str, Points] = {}
    about: tuple[str, ...] = ()
    """Pieces and cells the question is about, to light on the board."""
    dice: Faces = ()
    """Faces of each die, ``(6, 6)`` for 2d6; a draw of one counter out of n is ``(n,)``."""
    lowest: Literal[0, 1] = 1
    """What is printed on the lowest face of every die, the others count on from it."""
    faces: tuple[Spoken, ...] = ()
    """Names of the faces of a single die that is really a draw; ``faces[i]`` is face i + 1."""
    signs: tuple[Literal[1, -1], ...] = ()
    """Of each die: whether it is added or taken away; empty = all are added."""
    plus: int = 0
    """What is added to the dice, as part of what is rolled: the 1 of 2d6+1. No modifier."""
    factors: tuple[Factor, ...] = ()
    chart: str = ""
    column: str = ""
    fields: tuple[OutcomeField, ...] = ()
    """What an umpire may change: of an outcome its result, of a roll what it rests on."""
    proposed: Record = {}
    """The values of the *fields* by the rules."""
    sums: bool = False
    """Whether a roll adds up its modifiers, so that an umpire may add one of his own (`OWN`)."""
    summary: Spoken = ""
    """What the proposed outcome means, as a sentence (shape ``outcome``)."""
    hidden_from: tuple[str, ...] = ()
    """Sides that may know a question is pending, but not its content."""
    idle: str = ""
    """The choice that is taken by itself: nobody can do anything, and it is only asked so that the
    other side cannot tell. A person is asked all the same where such a one sits beside."""
    worded: tuple[str, ...] = ()
    """Keys that may be answered with words (`Choose.words`) instead of a chain of questions."""

    def printed(self) -> tuple[range, ...]:
        """What is printed on the faces of each die."""
        return tuple(range(self.lowest, self.lowest + faces) for faces in self.dice)

    def total(self, dice: Sequence[int]) -> int:
        """What *dice* come to: those of this question with their signs and what is added."""
        if len(self.signs) != len(dice):
            return sum(dice) + self.plus
        return sum(sign * die for sign, die in zip(self.signs, dice, strict=True)) + self.plus


# ---- answering ----------------------------------------------------------------------------------


class Choose(Struct, frozen=True, gc=False, tag="choose", omit_defaults=True):
    """Press a button, or do something in one go: ``Choose("flip", ("tank-1", "tank-2"))``."""

    key: str
    words: tuple[str, ...] = ()
    """What it is done with, for the keys that a question lists as *worded*."""


class Pieces(Struct, frozen=True, gc=False, tag="pieces"):
    """Pick pieces."""

    pieces: tuple[str, ...]


class Cells(Struct, frozen=True, gc=False, tag="cells"):
    """Pick cells."""

    cells: tuple[str, ...]


class Path(Struct, frozen=True, gc=False, tag="path"):
    """Move pieces along cells; the first cell entered first, the goal last."""

    pieces: tuple[str, ...]
    cells: tuple[str, ...]


class Allocate(Struct, frozen=True, gc=False, tag="allocate"):
    """Share out an amount over pieces."""

    amounts: dict[str, int]


class Roll(Struct, frozen=True, gc=False, tag="roll"):
    """Dice as they fell, and the modifiers that counted (None = as asked).

    *dice* are what is printed on the faces. *inputs* are what an umpire changed of what the roll
    rests on, left out where nobody did. A step is always given both, those of the question where
    the answer has none.
    """

    dice: tuple[int, ...]
    factors: tuple[Factor, ...] | None = None
    inputs: Record | UnsetType = UNSET

    @property
    def modifier(self) -> int:
        """The sum of the modifiers that are switched on."""
        return sum(factor.value for factor in self.factors or () if factor.on)

    def changed(self, asked: Decision) -> Record:
        """The inputs that differ from those of the question."""
        given = {} if isinstance(self.inputs, UnsetType) else self.inputs
        return {name: v for name, v in given.items() if v != asked.proposed.get(name)}

    def input(self, name: str, usual: Value) -> Value:
        """One input; the *usual* one where the question had none to set."""
        return usual if isinstance(self.inputs, UnsetType) else self.inputs.get(name, usual)

    def own(self) -> tuple[Factor, ...]:
        """The modifiers that an umpire added."""
        return tuple(factor for factor in self.factors or () if factor.id.startswith(OWN))


class Outcome(Struct, frozen=True, gc=False, tag="outcome"):
    """A typed result: the engine's own, or what the umpire put in its place."""

    value: Record


Answer = Choose | Pieces | Cells | Path | Allocate | Roll | Outcome


# ---- facts --------------------------------------------------------------------------------------


class SetPiece(Struct, frozen=True, gc=False, tag="piece"):
    """Change one field of a piece. The value is plain data of the field's type."""

    piece: str
    field: str
    value: Value


class CreatePiece(Struct, Generic[P], frozen=True, gc=False, tag="create"):
    """Put a new piece on the table."""

    piece: P


class RemovePiece(Struct, frozen=True, gc=False, tag="remove"):
    """Take a piece out of the state altogether."""

    piece: str


class SetMark(Struct, frozen=True, gc=False, tag="mark"):
    """Set a marker, ``"MN/destroyed"``; None takes it away."""

    key: str
    value: Value


class SetTrack(Struct, frozen=True, gc=False, tag="track"):
    """Set a track to a number."""

    track: str
    value: int


class SetCup(Struct, frozen=True, gc=False, tag="cup"):
    """Set the content of a cup or hand. Order carries no meaning: draws ask CHANCE."""

    cup: str
    items: tuple[str, ...]


class SetResult(Struct, frozen=True, gc=False, tag="result"):
    """End the game."""

    winner: str
    level: Spoken
    text: Spoken
    cite: str


class StoryLine(Struct, frozen=True, gc=False, omit_defaults=True):
    """A sentence of the story with its rule number: what came of it, and in *how* by what."""

    text: Spoken
    cite: str = ""
    at: str | None = None
    how: Spoken = ""
    """A few words: who did it, what was rolled and needed. Empty where nothing is to be said."""


class GameResult(Struct, frozen=True, gc=False):
    """How a game ended."""

    winner: str
    level: Spoken
    text: Spoken
    cite: str


class GameState(Struct, Generic[P, F], frozen=True, gc=False):
    """What is on the table, and nothing else is.

    A frozen struct does not freeze the dicts inside it: only `Draft` and `fold` make new states,
    and both copy a dict before they write to it.
    """

    pieces: dict[str, P]
    marks: dict[str, Value] = {}
    tracks: dict[str, int] = {}
    cups: dict[str, tuple[str, ...]] = {}
    stack: tuple[F, ...] = ()
    ask: Decision | None = None
    result: GameResult | None = None
    seq: int = 0


class Event(Struct, Generic[P, F], frozen=True, gc=False, omit_defaults=True):
    """A fact: enough to make the next state from the last one without any rules.

    *id* is unique in a journal and grows; *parent* is the event it follows. *proposed* is what the
    engine would have done where a person put something else in its place; it needs a *reason*.
    """

    id: int
    parent: int
    branch: int = 0
    asked: Decision | None = None
    """None: a free edit, or the set-up."""
    answer: Answer | None = None
    effects: tuple[
        SetPiece | CreatePiece[P] | RemovePiece | SetMark | SetTrack | SetCup | SetResult, ...
    ] = ()
    stack: tuple[F, ...] = ()
    ask: Decision | None = None
    story: tuple[StoryLine, ...] = ()
    author: str = ""
    reason: str = ""
    proposed: Record | None = None
    warnings: tuple[Reason, ...] = ()
    dice_by: Literal["none", "seeded", "typed", "recorded", "shared"] = "none"
    mode: Literal["play", "adjudicate", "edit"] = "play"
    chances: int = 0
    """CHANCE answers on the way to and including this event; it keys the next dice."""
    visible_to: tuple[str, ...] = ()
    """Empty = everyone."""
    links: tuple[str, ...] = ()
    via: str = ""
    """What gave the answer for a person: ``standing:3``, ``proposed``. His own side's knowledge.

    ``order:17``: it is part of an order given after event 17; ``repeat:17``: of one that was given
    again, or until something happens.
    """


Effect = SetPiece | CreatePiece[Any] | RemovePiece | SetMark | SetTrack | SetCup | SetResult

replace = msgspec.structs.replace
