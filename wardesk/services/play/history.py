"""Going back in a game: how far by itself, and when it needs a reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from wardesk.engine.deeds import is_among, only_chose
from wardesk.engine.journal import Journal
from wardesk.engine.types import Event
from wardesk.errors import UserError
from wardesk.services.play.settings import PlaySettings

REWIND = "rewind"


def in_order(how: str, start: int) -> str:
    """How an event is marked that belongs to an order given after event *start*.

    *how*: ``order``, or ``repeat`` where it was an order again, or until something happens.
    """
    return f"{how}:{start}"


def order_start(journal: Journal[Any, Any], at: int) -> int:
    """The event after which the order was given that *at* was answered in; *at* for none."""
    line = journal.line()
    answered = next((event for event in line if event.parent == at), None)
    how, _, start = answered.via.partition(":") if answered is not None else ("", "", "")
    known = {event.id for event in line} | {journal.root}
    begun = how in ("order", "repeat") and start.isdecimal() and int(start) in known
    return min(int(start), at) if begun else at


def last_deed(journal: Journal[Any, Any], needs_nobody: Callable[[int], bool]) -> int:
    """`last_person`, and further back over the answers of the same order.

    Where they are not marked, over those that only chose what was done then.

    UserError when there is nothing behind the head.
    """
    at = last_person(journal, needs_nobody)
    if (start := order_start(journal, at)) != at:
        return start
    while in_a_deed(journal, at):
        at = journal.events[at].parent
    return at


def in_a_deed(journal: Journal[Any, Any], at: int) -> bool:
    """Whether event *at* only chose what was done next; a no is something done by itself."""
    if at == journal.root:
        return False
    event, rules = journal.events[at], journal.rules
    if event.asked is not None and is_among(rules.showing.declines, event.asked, event.answer):
        return False
    return only_chose(rules, event, len(journal.events[event.parent].stack))


def is_ordered(event: Event[Any, Any]) -> bool:
    """Whether a standing order gave the answer."""
    return event.via.startswith("standing:")


def answered_meanwhile(journal: Journal[Any, Any], target: int) -> int:
    """The last question after *target* that an order answered while the other side acted.

    *target* itself where there was none: what an order did for one's own deed goes back with it.
    """
    asked = journal.state(target).ask
    found, others = target, False
    for event in journal.line():
        if event.id > target and event.asked is not None and asked is not None:
            mine = event.asked.who == asked.who
            others |= not mine and event.asked.who in journal.rules.sides
            if mine and others and is_ordered(event):
                found = event.parent
    return found


def last_person(journal: Journal[Any, Any], needs_nobody: Callable[[int], bool]) -> int:
    """The nearest event behind the head after which a person was needed; else the parent.

    UserError when there is nothing behind the head.
    """
    if journal.head == journal.root:
        raise UserError("There is nothing to undo.")
    at = journal.event.parent
    while at != journal.root and needs_nobody(at):
        at = journal.events[at].parent
    return journal.event.parent if needs_nobody(at) else at


def passage(journal: Journal[Any, Any], target: int, reason: str, settings: PlaySettings) -> str:
    """The reason to record for going to *target*.

    UserError when two people play, dice have fallen since *target*, and there is none.
    """
    kept = {event.id for event in journal.line(target)}
    if journal.barrier() in kept or reason.strip():
        return reason
    people = sum(kind == "human" for kind in settings.players.values())
    if settings.mode == "play" and people > 1:
        raise UserError(
            "Dice have fallen since then.", "Agree on going back and write down the reason."
        )
    return REWIND


class Branch(Struct, frozen=True, kw_only=True):
    """A line of events without a fork in it but those that lead to later branches."""

    number: int
    """0 is the main line."""
    first: int
    """Its first event; its name is written there."""
    fork: int
    """The event it forked from; -1 for the main line."""
    parent: int
    """The branch it forked from; -1 for the main line."""
    head: int
    """Its last event."""
    length: int
    """How many events lie on it alone."""
    name: str = ""
    """What a person called it; empty if nobody did."""
    current: bool = False
    """Whether the game stands on it."""


def branches(journal: Journal[Any, Any], names: Mapping[int, str]) -> tuple[Branch, ...]:
    """Every branch in the order in which they began; *names* are by their first event."""
    first: dict[int, int] = {}
    last: dict[int, int] = {}
    count: dict[int, int] = {}
    events = journal.events
    for event in sorted(events):
        number = events[event].branch
        first.setdefault(number, event)
        last[number] = event
        count[number] = count.get(number, 0) + 1
    here = journal.event.branch
    found: list[Branch] = []
    for number, start in first.items():
        fork = events[start].parent
        found.append(
            Branch(
                number=number,
                first=start,
                fork=fork,
                parent=events[fork].branch if fork in events else -1,
                head=last[number],
                length=count[number],
                name=names.get(start, ""),
                current=number == here,
            )
        )
    return tuple(found)
