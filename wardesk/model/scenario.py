"""Content packs and scenarios: what can be played, on which map, with which forces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

from wardesk.model.briefing import Briefing, Sentence
from wardesk.model.lesson import Lesson
from wardesk.model.options import GameOption, OptionChoice
from wardesk.model.palette import Scalar
from wardesk.words import say

CHARTS = "charts"
"""Where what is laid over a game's charts stands in its set-up: cells, by who laid them."""


class Pack(Struct, frozen=True, kw_only=True):
    """A content pack: maps, forces and scenarios of one game."""

    id: str
    title: str
    game: str
    """Id of the rule system."""
    folder: str
    """Absolute path of the pack's folder."""
    sources: tuple[str, ...] = ()
    reconstruction: tuple[str, ...] = ()
    """What in this pack was rebuilt, one sentence each; shown wherever the pack is offered."""
    forces: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """``forces.toml`` as plain values; each row says by ``reconstruction`` if it was rebuilt."""
    scenarios: tuple[str, ...] = ()
    """Full scenario ids, in the order in which they are offered."""
    lessons: tuple[str, ...] = ()
    """Ids of scenarios that are guided games; they stand apart from the others."""


HANDICAP = "handicap"
"""The option by which a scenario's handicap is left out."""


class Handicap(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a scenario changes so that both sides can win it, where its text makes it lopsided."""

    changes: Sentence
    """What it changes and why, one sentence."""
    figures: Mapping[str, int]
    """Figures of the scenario by the id of `SetupValue`, and what they are with it."""

    def option(self, value: str = "yes") -> GameOption:
        """The option of a new game, with *value* as what is chosen.

        Games from before the scenario had it are played without it.
        """
        choices = (OptionChoice("yes", say("with it")), OptionChoice("no", say("without it")))
        return GameOption(
            id=HANDICAP,
            title=say("Handicap"),
            choices=choices,
            default=value,
            before="no",
        )


class ScenarioInfo(Struct, frozen=True, kw_only=True):
    """One scenario, enough to offer it on a card and to set it up."""

    id: str
    """Pack and scenario: ``pack/scenario``."""
    file: str = ""
    """Absolute path of its file, for messages."""
    pack: str
    title: str
    game: str
    map: str
    """Absolute path of the map."""
    part: tuple[str, ...] = ()
    """Corners of the part of the map that lies on the table; none = all of it."""
    players: str
    """In words: "1–2"."""
    length: str
    """In words: "1 h"."""
    complexity: int
    """From 1 (minutes to learn) to 5."""
    turns: int
    blurb: str
    options: Mapping[str, Scalar] = field(default_factory=dict[str, Scalar])
    """Options of the rules with this scenario's defaults."""
    setup: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """What the game needs to set up, beside the pack's forces."""
    charts: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Cells of the game's charts that are others here."""
    forces: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """The pack's forces, so that a scenario is all a game needs."""
    reconstruction: tuple[str, ...] = ()
    """The pack's notes and this scenario's own."""
    briefing: Briefing = Briefing()
    """What it tells its players before they begin."""
    lesson: Lesson | None = None
    """What it teaches, if it is a guided game."""
    handicap: Handicap | None = None
    edits: tuple[str, ...] = ()
    """Changes to the set-up made by hand, one effect each as JSON, in their order."""

    def laid_out(self, own: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """What its game is made from: set-up, forces, and charts with *own* cells over them."""
        layers = {"scenario": self.charts, "own": own or {}}
        charts = {CHARTS: layers} if any(layers.values()) else {}
        return {**self.setup, "forces": self.forces, **charts}
