"""How scenarios hang together: nodes, links with conditions, and what carries over."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from wardesk.campaign.operation.conditions import Condition
from wardesk.campaign.operation.forces import Basis, Id


class NodeResult(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What an outcome of a scenario changes in the campaign, in lines of plain words."""

    winner: str
    """One of the outcomes of its scenario."""
    then: tuple[str, ...] = ()
    """What follows in any case (`consequences`)."""
    itself: tuple[str, ...] = ()
    """What follows as well when it was played as printed, with nobody of the campaign."""
    basis: Basis = "guess"


class Node(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A scenario, a campaign day, a choice or an end."""

    id: Id
    name: str
    kind: Literal["battle", "choice", "calendar", "off-board", "end"]
    game: str
    start: int | None = None
    end: int | None = None
    extent: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    outcomes: tuple[str, ...] = ()
    """Possible winners, ``draw`` among them if there can be one."""
    results: tuple[NodeResult, ...] = ()
    """What each outcome changes."""
    decides: str = ""
    """What its result means for the campaign, in words."""
    formations: tuple[str, ...] = ()
    scenario: str | None = None
    """``pack/scenario`` that is set up for it, if there is one."""
    cite: str = ""
    basis: Basis
    note: str = ""


class CarryRule(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What becomes of some units on the way over a link; the first rule that fits is used."""

    select: str = "*"
    """A formation with all below it, a unit, or ``*``."""
    transform: Literal["keep", "restore", "percent", "convert", "drop"] = "keep"
    steps: Annotated[int, Meta(ge=0, le=9)] = 0
    """For ``restore``: so many steps come back, up to full strength."""
    percent: Annotated[int, Meta(ge=0, le=100)] = 100
    """For ``percent``: this part of the missing steps comes back, rounded down."""
    to: str | None = None
    """For ``convert``: the unit that takes its place."""
    back: str = ""
    """Why steps come back to those that were lost, too; without a reason the dead stay dead."""
    why: str = ""


class Link(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A way from one node to the next."""

    start: str
    end: str
    priority: int = 0
    condition: Condition | None = None
    on_unknown: Literal["block", "ask", "default"] = "ask"
    carry: tuple[CarryRule, ...] = ()
    note: str = ""
