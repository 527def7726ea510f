"""The next thing that needs somebody: what is due, what is asked, what is played at the table.

`go_on` does everything that needs nobody and stops at the first thing that does. That thing is
settled (`settle`), or left with a reason (`leave`); until then it comes again. So a whole campaign
can be run by going on, and nothing that was due is forgotten.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from wardesk.campaign.ledger.events import EventDraft, LedgerEvent
from wardesk.campaign.ledger.kinds.calendar import DutyLeft
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.duties import Duty
from wardesk.campaign.operation.names import in_words
from wardesk.campaign.operation.schedule import ChecklistStep
from wardesk.campaign.operation.state import State
from wardesk.campaign.ruleset import Ask, done_by_itself, line_of, ruleset_of
from wardesk.errors import UserError
from wardesk.services.campaign.asks import answer, step_ask
from wardesk.services.campaign.graph import shut_ways
from wardesk.services.campaign.rights import UMPIRE, Allowed
from wardesk.services.campaign.rolls import rolled_at_once
from wardesk.words import say

if TYPE_CHECKING:
    from wardesk.services.campaign.desk import CampaignDesk

When = Literal["missed", "now", "today", "later"]
_WHEN = ("missed", "now", "today", "later")
_DUTY, _STEP = "duty:", "step:"


class Need(Struct, frozen=True, kw_only=True):
    """One thing that needs somebody."""

    key: str
    """``duty:`` or ``step:`` and its id."""
    when: When
    title: str
    why: str = ""
    seat: str
    """The name of who has to see to it."""
    cite: str = ""
    until: str = ""
    """The last turn on which the rules allow it, empty where no turn ends it."""
    last: bool = False
    """Whether that is the present turn."""
    action: str = ""
    words: dict[str, str] = {}
    choices: dict[str, tuple[tuple[str, str], ...]] = {}
    asks: bool = False
    """Whether its action has to be told more than can be picked from *choices*."""
    hint: str = ""
    """What to do where no action does it."""
    by_leave: bool = False
    """Whether it needs an umpire's leave, with a reason: it is late, or the rules refuse it."""
    tabled: bool = False
    """Whether its action rolls many dice: it has a table of them."""
    ask: Ask | None = None
    """What a line of the checklist asks for: a die, or a choice."""


class GoneOn(Struct, frozen=True, kw_only=True):
    """What came by itself, and what needs somebody now; None when the campaign is over."""

    events: tuple[LedgerEvent, ...]
    need: Need | None
    turns: tuple[str, ...] = ()
    """The turns that began meanwhile."""


def duties_of(design: Design, state: State) -> list[Duty]:
    """Everything that is or will be due, and that nobody has left."""
    found = [*ruleset_of(design).duties(design, state), *shut_ways(design, state)]
    return [each for each in found if each.id not in state.left]


def due_list(desk: CampaignDesk) -> tuple[Need, ...]:
    """What was missed, what is due now, later today, and later than that; each by its turn.

    The line of the checklist that needs somebody stands after what is due now.
    """
    return survey(desk)[1]


def next_need(desk: CampaignDesk) -> Need | None:
    """What needs somebody now, None where the desk can go on by itself."""
    return survey(desk)[0]


def survey(desk: CampaignDesk) -> tuple[Need | None, tuple[Need, ...]]:
    """`next_need` and `due_list`, worked out once."""
    waiting = {step.id for step in desk.pending()}
    duties = _in_order(desk)
    found = [_of_duty(desk, duty, waiting) for duty in duties]
    found.sort(key=lambda need: _WHEN.index(need.when))
    step = _next_step(desk)
    first = next((need for need in found if need.when in ("missed", "now")), step)
    if step is not None:
        found.insert(sum(need.when in ("missed", "now") for need in found), step)
    return first, tuple(found)


def go_on(desk: CampaignDesk) -> GoneOn:
    """Do all that needs nobody, turn after turn, up to the first thing that does."""
    events: list[LedgerEvent] = []
    turns: list[str] = []
    calendar = desk.design.calendar
    while True:
        need = next_need(desk)
        over = not desk.pending() and desk.state.ordinal + 1 >= calendar.turns
        if need is not None or over:
            return GoneOn(events=tuple(events), need=need, turns=tuple(turns))
        waiting = desk.pending()
        line = line_of(desk.design, waiting[0]) if waiting else None
        if line is not None and line.unasked is not None:
            events += line.unasked(desk)
            if next_need(desk) is not None:
                continue  # what came by itself has led to a question
        done = desk.next()
        events += done.events
        if not done.step:
            turns.append(calendar.turn(desk.state.ordinal).label)


def settle(
    desk: CampaignDesk,
    need: Need,
    words: Mapping[str, str] | None = None,
    *,
    roll: int | None = None,
    allowed: Allowed | None = None,
) -> list[LedgerEvent]:
    """Do what is needed, with what is still to be told about it.

    A line that is played at the table is closed. UserError when it is refused, or when something
    is missing: nothing is written then. What was missed needs the umpire's leave (*allowed*).
    """
    given = {**need.words, **(words or {})}
    if need.ask is not None:
        if need.ask.choice and need.ask.choice not in given:
            raise _missing(need.title, need.ask.choice, need.ask.choices)
        more = {key: text for key, text in given.items() if key not in need.ask.words}
        if need.ask.proposal is None or not need.ask.whole:
            return answer(desk, need.ask, roll=roll, words=more, allowed=allowed)
        return answer(desk, need.ask, roll=roll)
    if need.key.startswith(_STEP):
        if words:
            return list(desk.act(need.action, given, roll=roll, allowed=allowed).events)
        return list(desk.next().events)
    if not need.action:
        raise UserError(say("No action does it: {title}.", title=need.title), need.hint)
    for word, values in need.choices.items():
        if word not in given:
            raise _missing(need.title, word, values)
    return list(desk.act(need.action, given, roll=roll, allowed=allowed).events)


def leave(desk: CampaignDesk, need: Need, reason: str) -> list[LedgerEvent]:
    """Nobody will do it: a duty is not asked for again, a line is closed with the reason.

    UserError without a reason.
    """
    if not reason.strip():
        raise UserError("Leaving it needs a reason.", "Say in a few words why.")
    if need.key.startswith(_STEP):
        return list(desk.next(skip=reason.strip()).events)
    left = DutyLeft(duty=need.key.removeprefix(_DUTY), title=need.title, reason=reason.strip())
    # it is the umpire's note: what was due may be a secret of one side
    return desk.add([EventDraft(payload=left, seen_by=(UMPIRE,), source="hand")])


def _missing(title: str, word: str, values: Sequence[tuple[str, str]]) -> UserError:
    listed = ", ".join(f"{word}={value}" for value, _name in values)
    return UserError(
        say("{title}: say which {word}.", title=title, word=word),
        say("There are: {listed}.", listed=listed) if listed else "",
    )


def _in_order(desk: CampaignDesk) -> list[Duty]:
    """By the last turn on which each can be done, then by the turn on which it opens."""
    far = desk.design.calendar.turns

    def order(duty: Duty) -> tuple[bool, int, int]:
        open_now = duty.opens <= desk.state.ordinal
        return not open_now, far if duty.closes is None else duty.closes, duty.opens

    return sorted(duties_of(desk.design, desk.state), key=order)


def _comes_first(desk: CampaignDesk, duty: Duty, waiting: set[str]) -> bool:
    """Whether a line of this turn comes before a duty that opened today."""
    calendar = desk.design.calendar
    today = calendar.turn(desk.state.ordinal).day_number
    return duty.after in waiting and calendar.turn(duty.opens).day_number == today


def _of_duty(desk: CampaignDesk, duty: Duty, waiting: set[str]) -> Need:
    calendar, now = desk.design.calendar, desk.state.ordinal
    today = calendar.turn(now).day_number
    if duty.missed(desk.state):
        when: When = "missed"
    elif duty.opens <= now:
        when = "today" if _comes_first(desk, duty, waiting) else "now"
    else:
        when = "today" if calendar.turn(duty.opens).day_number == today else "later"
    why = duty.why
    if duty.opens > now:
        turn = calendar.turn(duty.opens).label
        why = say("from {turn} on: {why}", turn=turn, why=why) if why else turn
    return Need(
        key=f"{_DUTY}{duty.id}", when=when, title=duty.title, why=why,
        seat=_seat(desk, duty.seat), cite=duty.cite,
        until="" if duty.closes is None else calendar.turn(duty.closes).label,
        last=duty.closes == now, action=duty.action, words=dict(duty.words),
        choices=dict(duty.choices), asks=duty.asks, hint=duty.hint,
        by_leave=duty.by_leave or when == "missed",
        tabled=duty.action in rolled_at_once(desk),
    )  # fmt: skip


def _next_step(desk: CampaignDesk) -> Need | None:
    """The next line of the checklist that somebody has to see to, if it is the next of all."""
    waiting = desk.pending()
    if not waiting:
        return None
    step = waiting[0]
    ask = step_ask(desk)
    if ask is not None:
        return _of_step(desk, step, ask)
    if done_by_itself(desk.design, desk.state, step):
        return None
    return _of_step(desk, step, None)


def _of_step(desk: CampaignDesk, step: ChecklistStep, ask: Ask | None) -> Need:
    line = line_of(desk.design, step)
    turn = desk.design.calendar.turn(desk.state.ordinal).label
    title, why = in_words(step.title), say("at the table")
    if ask is not None:
        title = ask.proposal.prompt if ask.proposal is not None else title
        why = ask.question or say("a die is waiting")
    return Need(
        key=f"{_STEP}{step.id}", when="now", title=title, why=why, seat=_seat(desk, step.who),
        cite=step.cite, until=turn, last=True,
        action=ask.action if ask is not None else line.action if line is not None else "",
        words=dict(ask.words) if ask is not None else {},
        choices={ask.choice: ask.choices} if ask is not None and ask.choice else {}, ask=ask,
    )  # fmt: skip


def _seat(desk: CampaignDesk, key: str) -> str:
    seat = desk.state.seats.get(key)
    return in_words(seat.name) if seat is not None else key
