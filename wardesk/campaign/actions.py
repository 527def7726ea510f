"""What an action of a campaign is: its name, what it has to be told, and the rule behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from msgspec import Struct

from wardesk.campaign.ledger.events import Draft
from wardesk.campaign.ledger.proposal import Proposal
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.state import State

Kind = Literal["text", "number", "yes-no", "list", "turn", "assignments"]
Values = Mapping[str, Any]


class Param(Struct, frozen=True):
    """One thing that an action has to be told."""

    name: str
    kind: Kind = "text"
    default: Any = None
    """None: it must be given."""
    of: str = ""
    """What it is one of (`wardesk.campaign.choices`); empty: anything."""
    label: str = ""
    """What it is called on the screen; empty: its name."""
    read: Callable[[str], Any] | None = None
    """How its words become a value where its kind does not say it. UserError for wrong words."""

    @property
    def title(self) -> str:
        """For the screen."""
        return self.label or self.name.replace("_", " ").capitalize()


class Action(Struct, frozen=True, kw_only=True):
    """One thing that can be done; *propose* is there where dice are rolled."""

    id: str
    title: str
    cite: str
    seat: str
    group: str = "turn"
    """The kind of thing it is, for lists: one of the ruleset's groups."""
    run: Callable[[Design, State, Values], list[Draft]]
    """Its values hold ``roll`` where it proposes, and ``nonce`` where it is secret."""
    params: tuple[Param, ...] = ()
    propose: Callable[[Design, State, Values], Proposal] | None = None
    secret: bool = False
    dice: Callable[[Design, State, Values], int] | None = None
    """How many dice it rolls at once, where it proposes nothing: its values hold them as ``dice``.

    A word of that name gives dice that were rolled at the table.
    """
