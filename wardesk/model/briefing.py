"""What a scenario tells its players before the first question, beside what its rules know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct, field

Headline = Annotated[str, Meta(max_length=120)]
Sentence = Annotated[str, Meta(max_length=300)]
"""More would not stand beside the choices without scrolling."""


class SideBriefing(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One side's part."""

    task: Sentence
    """What it has to do, one sentence."""
    strength: Sentence = ""
    """What it has for that, in a few words."""


class OptionBriefing(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an option of the rules changes, in one or two sentences."""

    id: str
    changes: Sentence


class Measured(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How often each side won when the script played both, so many games in a row of seeds."""

    games: Annotated[int, Meta(ge=1)]
    seed: int = 1
    """Of the first game."""
    day: Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}\Z")]
    """When it was measured: rules and scripts of that day played."""
    wins: Mapping[str, Annotated[int, Meta(ge=0)]]
    """By the id of the side; nobody won what is left."""
    turns: Mapping[str, Annotated[int, Meta(ge=0)]] = field(default_factory=dict[str, int])
    """Number of a turn -> games that were over in it."""
    fallen: Mapping[str, Annotated[float, Meta(ge=0)]] = field(default_factory=dict[str, float])
    """By the id of the side: what it lost in a game, on average."""

    @property
    def shares(self) -> dict[str, float]:
        """By the id of the side: which part of the games it won."""
        return {side: won / self.games for side, won in self.wins.items()}

    def __post_init__(self) -> None:
        if sum(self.wins.values()) > self.games:
            raise ValueError("more games are won than were played")


class FittedTarget(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What figures that are not printed were fitted to, and what came of it."""

    measure: Annotated[str, Meta(max_length=40)]
    """``wins.SIDE`` (draws apart), ``draws``, ``reaches.TURN``, ``turns``, ``points``,
    ``fallen.SIDE``."""
    least: float
    most: float
    source: Headline
    """Where the target is from; ``own`` where the game sets it itself."""
    value: float
    low: float
    high: float


UNEVEN = 0.20
"""A side that wins fewer games than this should be helped."""


class Briefing(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All of it may be missing: the rules tell levels, turn order and options themselves."""

    aim: Headline = ""
    """The task as a headline."""
    plays: Headline = ""
    """For how many, and as whom, it plays well."""
    solo: str = ""
    """The side that one person should take, as *plays* says; empty where it does not matter."""
    measured: Measured | None = None
    fitted: Annotated[tuple[FittedTarget, ...], Meta(max_length=12)] = ()
    """What the figures that had to be rebuilt were fitted to."""
    sides: Mapping[str, SideBriefing] = field(default_factory=dict[str, SideBriefing])
    """By the id of the side."""
    levels: Sentence = ""
    """A sentence about the victory levels: what was reached on the day."""
    warnings: Annotated[tuple[Sentence, ...], Meta(max_length=8)] = ()
    """What surprises a newcomer, a sentence each."""
    options: Annotated[tuple[OptionBriefing, ...], Meta(max_length=40)] = ()

    @property
    def seat(self) -> str:
        """The side that one person should take; empty where it does not matter.

        As the scenario says, else the one that wins where another was measured to have no chance.
        """
        shares = self.measured.shares if self.measured is not None else {}
        if self.solo or len(shares) < 2 or min(shares.values()) >= UNEVEN:
            return self.solo
        return max(shares, key=lambda side: shares[side])
