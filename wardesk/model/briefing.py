"""What a scenario tells its players before the first question, beside what its rules know."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field


class SideBriefing(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One side's part."""

    task: str
    """What it has to do, one sentence."""
    strength: str = ""
    """What it has for that, in a few words."""


class OptionBriefing(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an option of the rules changes, in one or two sentences."""

    id: str
    changes: str


class Briefing(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All of it may be missing: the rules tell levels, turn order and options themselves."""

    aim: str = ""
    """The task as a headline."""
    plays: str = ""
    """For how many, and as whom, it plays well."""
    sides: Mapping[str, SideBriefing] = field(default_factory=dict[str, SideBriefing])
    """By the id of the side."""
    levels: str = ""
    """A sentence about the victory levels: what was reached on the day."""
    warnings: tuple[str, ...] = ()
    """What surprises a newcomer, a sentence each."""
    options: tuple[OptionBriefing, ...] = ()
