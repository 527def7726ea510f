"""Counters and doings of a freeform table: all that is saved of a game beside the kernel's."""

from __future__ import annotations

from wardesk.engine.types import Event, Frame, GameState, Piece

TURN = "turn"
"""The track that is the turn record."""
LAST_ROLL = "last roll"
"""The mark that keeps the last dice on the table."""
NOTE = "note/"
"""Marks that begin so are notes: ``note/1``."""
MARKER = "marker/"
"""Marks that begin so are kinds of markers made at the table: letter, name, colour, shape."""
DRAWN = "/drawn"
"""``cup/drawn`` holds what was drawn from a cup."""
ASIDE = "aside"
"""Key of the place off the table; a counter there has no place at all."""


class Counter(Piece, frozen=True, kw_only=True):
    """One counter as its maker described it, and what has been done to it since."""

    name: str
    symbol: str = "infantry"
    echelon: str = ""
    factors: str = ""
    """As printed: one to three figures between dashes, ``4-3-6``."""
    reduced: str = ""
    """The factors once a step is lost; empty = the same."""
    steps: int = 1
    full_steps: int = 1
    field: str = ""
    """Face colour ``#rrggbb``; empty = the side's."""
    bar: str = ""
    """Colour of the title bar ``#rrggbb``; empty = the side's."""
    facing: int = 0
    """0 = no facing; else 1 (up) and on, clockwise."""
    marks: str = ""
    """Ids of its markers, joined by commas."""
    group: str = ""
    """Counters with the same word here move together."""
    hidden_from: str = ""
    """Sides that do not know it is there, joined by commas."""
    down_for: str = ""
    """Sides that see its back only, joined by commas."""
    pile: int = 0
    """Where it lies in its pile: higher figures over lower ones."""
    picture: str = ""
    """A picture on its front, by the name under which pictures are kept; empty = the symbol."""
    back: str = ""
    """The same for its back; empty = the front serves both sides."""
    flipped: bool = False
    """Whether the back of a counter of one step is up; more steps tell it by themselves."""
    card: str = ""
    """The card that it stands for while that lies on the table."""

    @property
    def back_up(self) -> bool:
        """Whether its back is seen by those who see what it is."""
        return self.flipped or self.steps < self.full_steps

    @property
    def has_back(self) -> bool:
        """Whether there is something to flip it to."""
        return self.full_steps > 1 or bool(self.back or self.card)

    def seen_by(self, side: str) -> bool:
        """Whether *side* sees the face of this counter."""
        if not (self.hidden_from or self.down_for):
            return True  # As nearly all of them are, and there may be a thousand.
        return side not in words(self.hidden_from) and side not in words(self.down_for)

    def felt_by(self, side: str) -> bool:
        """Whether *side* knows that something lies there."""
        return side not in words(self.hidden_from)


class Turn(Frame, frozen=True, kw_only=True):
    """One side is up."""

    side: str


class SingleDeed(Frame, frozen=True, kw_only=True, tag="Deed"):
    """Something done in more than one answer: which counters, then what."""

    kind: str
    side: str
    """Whose doing it is."""
    pieces: tuple[str, ...] = ()
    word: str = ""
    """What has been chosen so far: dice, a cup, a track, a marker."""


AnyFrame = Turn | SingleDeed
State = GameState[Counter, AnyFrame]
Fact = Event[Counter, AnyFrame]


def words(joined: str) -> tuple[str, ...]:
    """The parts of a list that is kept as one string."""
    return tuple(part for part in joined.split(",") if part)


def toggled(joined: str, word: str) -> str:
    """The same list with *word* added, or taken away if it was there."""
    parts = words(joined)
    return ",".join(p for p in parts if p != word) if word in parts else ",".join((*parts, word))
