"""What the next line of a checklist asks before it can be done: a die, or a choice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from wardesk.campaign.ledger.events import EventDraft, LedgerEvent
from wardesk.campaign.ledger.kinds.routes import Released
from wardesk.campaign.ledger.kinds.rulings import ProposalJudged
from wardesk.campaign.operation.dice import DICE
from wardesk.campaign.ruleset import Ask, ChecklistLine, line_of
from wardesk.errors import UserError
from wardesk.services.campaign.actions import find_action, read_values
from wardesk.services.campaign.rights import Allowed
from wardesk.words import say

if TYPE_CHECKING:
    from wardesk.services.campaign.desk import CampaignDesk


def step_ask(desk: CampaignDesk, words: Mapping[str, str] | None = None) -> Ask | None:
    """What the first pending line asks, None if `CampaignDesk.next` does it without asking.

    *words* are further words of its action, such as points paid.
    """
    waiting = desk.pending()
    line = _first_line(desk)
    if line is None or line.ask is None:
        return None
    return line.ask(desk, waiting[0], dict(words or {}))


def proceed(desk: CampaignDesk, note: str = "") -> list[LedgerEvent]:
    """Do the next line, or begin the next turn; no die is rolled that nobody was shown.

    What comes without a roll comes; where a roll or a choice is next the line stays open for it.
    With a *note* the line is closed by hand.
    """
    line = _first_line(desk)
    unasked = line.unasked if line is not None and not note else None
    found = unasked(desk) if unasked is not None else []
    if not note and step_ask(desk) is not None:
        return found
    return found + list(desk.next(skip=note).events)


def _first_line(desk: CampaignDesk) -> ChecklistLine | None:
    """What the ruleset knows of the first pending line."""
    waiting = desk.pending()
    return line_of(desk.design, waiting[0]) if waiting else None


def answer(
    desk: CampaignDesk,
    ask: Ask,
    *,
    roll: int | None = None,
    words: Mapping[str, str] | None = None,
    allowed: Allowed | None = None,
) -> list[LedgerEvent]:
    """Roll or choose as *ask* says; the line is closed when nothing more is asked.

    UserError when it is refused, unless an umpire has *allowed* it: nothing is written then.
    """
    if ask.whole:
        return list(desk.next(roll=roll).events)
    given = {**ask.words, **(words or {})}
    found = list(desk.act(ask.action, given, roll=roll, allowed=allowed).events)
    if ask.once:
        return found + list(desk.next(skip=say("rolled")).events)
    return found + _closed(desk, ask.step)


def outcomes(desk: CampaignDesk, ask: Ask) -> tuple[str, ...]:
    """Every outcome that the roll of *ask* can have, for an umpire who decides by himself."""
    return tuple(_drafts(desk, ask))


def overrule(desk: CampaignDesk, ask: Ask, decided: str, reason: str) -> list[LedgerEvent]:
    """The umpire's word instead of the die, kept with proposal, odds and reason.

    UserError without a reason, or for what is no outcome.
    """
    if ask.proposal is None:
        raise UserError("Nothing is rolled here.")
    if not reason.strip():
        raise UserError("Deciding otherwise needs a reason.", "Say in a few words why.")
    found = _drafts(desk, ask)
    if decided not in found:
        raise UserError(
            say("{decided!r} cannot come out.", decided=decided),
            say("Possible: {found}.", found=", ".join(found)),
        )
    events = desk.override(ask.proposal, decided, found[decided], reason.strip())
    if ask.whole or ask.once:
        return events + list(desk.next(skip=say("decided: {decided}", decided=decided)).events)
    return events + _closed(desk, ask.step)


def _closed(desk: CampaignDesk, step: str) -> list[LedgerEvent]:
    """Close the line, unless it is not the first any more or asks again."""
    waiting = desk.pending()
    if not waiting or waiting[0].id != step or step_ask(desk) is not None:
        return []
    return proceed(desk)


def _drafts(desk: CampaignDesk, ask: Ask) -> dict[str, list[EventDraft]]:
    """What follows from each outcome, without the record of a roll; nothing is written."""
    action = find_action(desk.design, ask.action)
    # where a number is not known the outcomes are the same, so that our own number finds them
    state = replace(desk.state, options={**desk.state.options, "proposals": True})
    found: dict[str, list[EventDraft]] = {}
    for roll in ask.proposal.printed()[0] if ask.proposal is not None else DICE["d10"]:
        values = {**read_values(desk.design, state, action, ask.words), "roll": roll}
        record, *drafts = action.run(desk.design, state, values)
        if isinstance(record.payload, ProposalJudged):
            found.setdefault(record.payload.decided, [_ruled(each) for each in drafts])
    return found


def _ruled(draft: EventDraft) -> EventDraft:
    payload = draft.payload
    if isinstance(payload, Released):
        payload = replace(payload, how="ruling")
    return replace(draft, payload=payload, source="ruling")
