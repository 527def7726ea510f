"""Who may do what: an act by a seat that has no right to it is refused, with the reason.

A player may enter what befell his own units; what concerns both sides is the umpire's
(`Payload.refused`). What an action writes is judged by the action instead. The ledger asks nobody;
this stands before it. Only an umpire overrides it, and that is written down.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from wardesk.campaign.actions import CampaignAction, Values, typed_dice
from wardesk.campaign.ledger.chain import let_count
from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kind import Broken, tell
from wardesk.campaign.ledger.kinds.rulings import (
    ProposalJudged,
)
from wardesk.campaign.ledger.refusals import Impossible, Refused, overruling
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.forces import Seat
from wardesk.campaign.operation.state import State
from wardesk.errors import UserError
from wardesk.words import say

UMPIRE = "umpire"
"""The seat that acts where no other is named."""
ADVICE = say("Let the umpire do it, or have the umpire allow it with a reason.")

_A_DIE, _NO_NONCE = 0, bytes(16)


class Allowed(Struct, frozen=True, kw_only=True):
    """The umpire's leave for an act that its seat has no right to, or that a rule refuses."""

    by: str
    """A seat of an umpire."""
    reason: str


class NotYours(UserError):
    """An act that its seat may not do."""


def seat_of(state: State, seat: str) -> Seat:
    """A seat of the campaign. UserError that lists what there is."""
    if seat not in state.seats:
        known = ", ".join(state.seats)
        raise UserError(
            say("There is no seat {seat!r}.", seat=seat), say("Seats: {known}.", known=known)
        )
    return state.seats[seat]


def check_drafts(
    design: Design,
    state: State,
    seat: str,
    drafts: Sequence[EventDraft],
    allowed: Allowed | None = None,
) -> list[EventDraft]:
    """`NotYours` unless *seat* may write all *drafts*; the umpire's leave, to be written last."""
    found = state.seats.get(seat)
    if found is None or found.role == "umpire":
        return []  # an unknown seat is refused by the ledger
    for draft in drafts:
        why = draft.payload.refused(design, found)
        if why:
            return _leave(state, found, tell(design, draft.payload), why, allowed)
    return []


def check_action(
    design: Design,
    state: State,
    seat: str,
    action: CampaignAction,
    values: Mapping[str, Any],
    allowed: Allowed | None = None,
) -> list[EventDraft]:
    """`NotYours` unless *seat* may do *action*; the umpire's leave, to be written last."""
    found = seat_of(state, seat)
    why = _action_trouble(design, state, found, action, values)
    return _leave(state, found, action.title, why, allowed) if why else []


def check_leave(state: State, allowed: Allowed) -> Seat:
    """The umpire who gives a leave. `NotYours` for any other seat, UserError without a reason."""
    by = seat_of(state, allowed.by)
    if by.role != "umpire":
        raise NotYours(say("{by} cannot allow this.", by=by.name), "Only an umpire can.")
    if not allowed.reason.strip():
        raise UserError("Allowing this needs a reason.", "Say in a few words why.")
    return by


@contextmanager
def with_leave(state: State, allowed: Allowed | None) -> Iterator[list[Refused]]:
    """A block in which the rules may be overruled, if an umpire has *allowed* it.

    The list holds what they refused, for `overruled`. UserError as `check_leave`.
    """
    if allowed is None:
        yield []
        return
    check_leave(state, allowed)
    with overruling() as refused:
        yield refused


def overruled(
    state: State,
    what: str,
    drafts: Sequence[EventDraft],
    refused: Sequence[Refused],
    allowed: Allowed | None,
) -> list[EventDraft]:
    """*drafts*, after a record of each rule that the umpire let pass; it is their cause.

    So they are taken back with it. A record is shown to nobody who sees nothing of what was done.
    """
    if allowed is None or not refused or not drafts:
        return list(drafts)
    by = check_leave(state, allowed)
    seen_by = min((each.seen_by for each in drafts), key=_audience)
    records = [
        _record(
            what, each.cite, by, say("refused: {message}", message=each.message), allowed, seen_by
        )
        for each in refused
    ]
    chained = [records[0], *(replace(each, caused_by=-1) for each in records[1:])]
    effects = [
        replace(each, caused_by=-number) if each.caused_by is None else each
        for number, each in enumerate(drafts, 1)
    ]
    return [*chained, *effects]


def _audience(seen_by: tuple[str, ...]) -> tuple[bool, int]:
    """Sorts what fewer seats see before what more see."""
    return "*" in seen_by, len(seen_by)


def final(
    refused: Refused, design: Design, state: State, action: CampaignAction, values: Values
) -> Refused:
    """*refused* itself; as `Impossible` where the action would fail in spite of every leave.

    It is tried on a copy.
    """
    if isinstance(refused, Impossible):
        return refused
    tried = dict(values)
    try:
        with overruling():
            if action.propose is not None:
                action.propose(design, state, tried)
                tried["roll"] = _A_DIE
            if action.secret:
                tried["nonce"] = _NO_NONCE
            if action.casts is not None:
                tried["dice"] = any_dice(action, design, state, tried)
            drafts = action.run(design, state, tried)
        let_count(design, state.copy(), drafts, action.seat)
    except (Impossible, Broken):
        return Impossible(refused.why, refused.cite)
    except UserError:
        return refused  # something is missing that can still be given
    return refused


def any_dice(
    action: CampaignAction, design: Design, state: State, values: Values
) -> tuple[int, ...]:
    """Dice to try an action with that rolls many at once: those given, else any."""
    if action.casts is None:
        return ()
    return typed_dice(values) or (_A_DIE,) * len(action.casts(design, state, values))


def check_author(state: State, author: str) -> None:
    """`NotYours` when a ruling is signed by a player's seat."""
    found = state.seats.get(author)
    if found is not None and found.role != "umpire":
        raise NotYours(
            say("{found} does not make rulings.", found=found.name), "Only the umpire rules."
        )


def _action_trouble(
    design: Design, state: State, seat: Seat, action: CampaignAction, values: Mapping[str, Any]
) -> str:
    if seat.role == "umpire" or seat.id == action.seat:
        return ""
    if seat.role == "observer":
        return say("an observer only looks on")
    owner = state.seats.get(action.seat)
    if owner is None or owner.role == "umpire":
        return say("only the umpire does this")
    if owner.side != seat.side:
        return say("this is for {owner} to do", owner=owner.name)
    if seat.role == "commander-in-chief":
        return ""
    subject = values.get("formation") or values.get("division")
    if isinstance(subject, str) and set(design.above(subject)) & set(seat.formations):
        return ""
    return say(
        "this is for {owner} to do, or concerns others than {seat}",
        owner=owner.name,
        seat=seat.name,
    )


def _leave(
    state: State, seat: Seat, what: str, why: str, allowed: Allowed | None
) -> list[EventDraft]:
    if allowed is None:
        raise NotYours(
            say("{seat} may not do this (“{what}”): {why}.", seat=seat.name, what=what, why=why),
            ADVICE,
        )
    by = check_leave(state, allowed)
    # between the umpire and the seat: what was done may be a secret
    what = say("{what}, by {seat}", what=what, seat=seat.name)
    record = _record(what, "seats", by, say("refused: {why}", why=why), allowed, (seat.id,))
    return [replace(record, caused_by=-1)]


def _record(
    what: str, cite: str, by: Seat, proposed: str, allowed: Allowed, seen_by: tuple[str, ...]
) -> EventDraft:
    payload = ProposalJudged(
        title=what,
        cite=cite,
        inputs=(say("allowed by {by}", by=by.name),),
        proposed=proposed,
        decided="allowed",
        override=allowed.reason.strip(),
    )
    return EventDraft(payload=payload, seen_by=seen_by, source="ruling")
