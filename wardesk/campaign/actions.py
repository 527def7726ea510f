"""What an action of a campaign is: its name, what it has to be told, and the rule behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.proposal import Proposal
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.state import State
from wardesk.errors import UserError
from wardesk.words import say

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
    reckon: Callable[[Design, State, Mapping[str, Any]], Any] | None = None
    """What the map says where nobody says it; None where that is not known.

    It sees the values of the words before it.
    """
    read: Callable[[str], Any] | None = None
    """How its words become a value where its kind does not say it. UserError for wrong words."""

    @property
    def title(self) -> str:
        """For the screen."""
        return self.label or self.name.replace("_", " ").capitalize()


class ThrownRow(Struct, frozen=True, kw_only=True):
    """One row as it was filled in, of an action that rolls many dice: its die, words of its own."""

    key: str
    die: int | None = None
    """None: it is still to be rolled."""
    words: dict[str, str] = {}


class Cast(Struct, frozen=True, kw_only=True):
    """One row of an action that rolls many dice: what it is about, and what each face brings."""

    key: str
    name: str
    of: str = ""
    """To what it belongs."""
    at: str = ""
    """Where it is."""
    proposal: Proposal
    results: tuple[str, ...]
    """What comes of each face from 0 on, modifiers counted."""
    die: int | None = None
    words: dict[str, str] = {}


class CampaignAction(Struct, frozen=True, kw_only=True):
    """One thing that can be done; *propose* is there where dice are rolled."""

    id: str
    title: str
    cite: str
    seat: str
    group: str = "turn"
    """The kind of thing it is, for lists: one of the ruleset's groups."""
    run: Callable[[Design, State, Values], list[EventDraft]]
    """Its values hold ``roll`` where it proposes, and ``nonce`` where it is secret."""
    params: tuple[Param, ...] = ()
    propose: Callable[[Design, State, Values], Proposal] | None = None
    secret: bool = False
    casts: Callable[[Design, State, Values], Sequence[Cast]] | None = None
    """The rows of dice that it rolls at once, where it proposes nothing.

    Its values hold their faces as ``dice``. Its word ``rows`` (`read_rows`) names the rows that are
    rolled for, else all are; a word ``dice`` gives faces from the table in order.
    """
    row_params: tuple[Param, ...] = ()
    """What each row may be told by itself."""


def read_rows(text: str) -> tuple[ThrownRow, ...]:
    """Rows as words: ``101.501.a:3:flak=2, 101.501.b``. UserError for words that are none."""
    return tuple(_row(part.strip()) for part in text.split(",") if part.strip())


def _row(text: str) -> ThrownRow:
    key, *parts = text.split(":")
    die = next((part for part in parts if "=" not in part), "")
    words = dict(part.split("=", 1) for part in parts if "=" in part)
    if die and not die.isdigit():
        raise UserError(
            say("{word!r} is no die.", word=die), "Write unit:die, like 101.501.a:3:flak=2"
        )
    return ThrownRow(key=key, die=int(die) if die else None, words=words)


def row_words(rows: Iterable[ThrownRow]) -> str:
    """What `read_rows` reads."""
    return ",".join(
        ":".join((
            row.key, *([] if row.die is None else [str(row.die)]),
            *(f"{word}={text}" for word, text in row.words.items() if text),
        ))
        for row in rows
    )  # fmt: skip


def typed_dice(values: Values) -> tuple[int, ...]:
    """The dice that were typed: those of the rows, else those in order; none: all are rolled.

    UserError where some rows have a die and others have none.
    """
    dice = [row.die for row in values.get("rows", ()) if row.die is not None]
    if dice and len(dice) < len(values["rows"]):
        raise UserError(
            "Some rows have a die and some have none.", "Roll the others by themselves."
        )
    return tuple(dice or values.get("dice", ()))
