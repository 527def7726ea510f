"""The results sheet: what a session at a table brought, unit by unit, and beside the units."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from wardesk.campaign.operation.conditions import Scalar


class ResultRow(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What became of one unit. What is left out stays as it was."""

    unit: str
    steps: Annotated[int, Meta(ge=0, le=9)] | None = None
    hex: str | None = None
    sheet: str = ""
    off: str = ""
    """By what it left the map; empty if it did not."""
    lost: bool = False
    """It is eliminated, whatever *steps* says."""
    back: bool = False
    """It was eliminated and really comes back; without this no sheet brings a lost unit back."""
    flags: tuple[str, ...] = ()
    flags_off: tuple[str, ...] = ()
    """Marks that it bears no longer."""
    note: str = ""

    def steps_after(self, before: int) -> int:
        """The steps that a unit has by this row, with *before* as they were."""
        return 0 if self.lost else before if self.steps is None else self.steps


class BridgeResult(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What became of a bridge. What is left out stays as it was."""

    bridge: str
    state: str = ""
    by: str = ""
    """Who wired it, or blew it."""
    control: str = ""
    unit: str = ""
    """The bridging unit that stands for it now."""


class ResultsSheet(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The outcome of a session: of a scenario, or of some turns of the campaign in one game."""

    rows: tuple[ResultRow, ...]
    game: str = ""
    node: str = ""
    winner: str = ""
    score: dict[str, int] = {}
    note: str = ""
    opened_at: int = 0
    """The event at which the sheet was printed or its table set up; 0 for one that was typed."""
    opened_hash: str = ""
    """The hash of that event; empty in sheets that are older than this field."""
    opened_for: str = ""
    """The scenario for which it was set up; *node* is empty where the scenario goes on."""
    bridges: tuple[BridgeResult, ...] = ()
    facts: dict[str, Scalar] = {}
    """What else is known now: points that are left, a chit that is held over."""
    markers: dict[str, Annotated[int, Meta(ge=0, le=9)]] = {}
    """Markers that were laid on the route, by kind; what they mean the operation knows."""
    pools: dict[str, Annotated[int, Meta(ge=-99, le=99)]] = {}
    """How many goods more there are now, by pool; below zero for those that were used up."""
    confirmed: dict[str, str] = {}
    """Why a `Doubt` is so all the same, by its key."""
