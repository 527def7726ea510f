"""What the next line of a checklist asks before it can be done: a die, or a choice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from wardesk.campaign.arrivals import both_played
from wardesk.campaign.events import Draft, Event
from wardesk.campaign.market_garden.ch03_drops import TANKS
from wardesk.campaign.market_garden.ch04_club_route import trace
from wardesk.campaign.market_garden.ch04_release import MOST_DISPATCH, next_release
from wardesk.campaign.payloads import Judged, Released
from wardesk.campaign.proposal import FACES, Proposal
from wardesk.campaign.schedule import Step
from wardesk.errors import UserError
from wardesk.services.campaign.actions import find_action, read_values
from wardesk.services.campaign.choices import choices

if TYPE_CHECKING:
    from wardesk.services.campaign.desk import CampaignDesk


class Ask(Struct, frozen=True, kw_only=True):
    """A line that waits for somebody: with a *proposal* for a die, else for one of *choices*."""

    step: str
    action: str
    words: dict[str, str] = {}
    proposal: Proposal | None = None
    whole: bool = False
    """The roll does the whole line; otherwise the line may ask again."""
    paid: str = ""
    """The word of points that may be paid for a better roll, empty if there are none."""
    most_paid: int = 0
    switches: bool = False
    """Its modifiers may be switched off (words ``without`` and ``reason``)."""
    choice: str = ""
    """The word that is chosen."""
    choices: tuple[tuple[str, str], ...] = ()
    """Values with their names."""
    question: str = ""


def step_ask(desk: CampaignDesk, words: Mapping[str, str] | None = None) -> Ask | None:
    """What the first pending line asks, None if `CampaignDesk.next` does it without asking.

    *words* are further words of its action, such as points paid.
    """
    waiting = desk.pending()
    if not waiting or not _known(desk):
        return None
    asker = _ASKERS.get(waiting[0].id)
    return asker(desk, waiting[0], dict(words or {})) if asker is not None else None


def proceed(desk: CampaignDesk, note: str = "") -> list[Event]:
    """Do the next line, or begin the next turn; no die is rolled that nobody was shown.

    What comes without a roll comes; where a roll or a choice is next the line stays open for it.
    With a *note* the line is closed by hand.
    """
    waiting = desk.pending()
    found: list[Event] = []
    if waiting and not note and waiting[0].id == "release" and _known(desk):
        while next_release(desk.design, desk.state).kind in ("first", "auto", "bypass"):
            found += desk.act("release", {}).events
    if not note and step_ask(desk) is not None:
        return found
    return found + list(desk.next(skip=note).events)


def _known(desk: CampaignDesk) -> bool:
    return desk.design.ruleset == "market-garden"


def answer(
    desk: CampaignDesk, ask: Ask, *, roll: int | None = None, words: Mapping[str, str] | None = None
) -> list[Event]:
    """Roll or choose as *ask* says; the line is closed when nothing more is asked.

    UserError when it is refused: nothing is written then.
    """
    if ask.whole:
        return list(desk.next(roll=roll).events)
    given = {**ask.words, **(words or {})}
    found = list(desk.act(ask.action, given, roll=roll).events)
    return found + _closed(desk, ask.step)


def outcomes(desk: CampaignDesk, ask: Ask) -> tuple[str, ...]:
    """Every outcome that the roll of *ask* can have, for an umpire who decides by himself."""
    return tuple(_drafts(desk, ask))


def overrule(desk: CampaignDesk, ask: Ask, decided: str, reason: str) -> list[Event]:
    """The umpire's word instead of the die, kept with proposal, odds and reason.

    UserError without a reason, or for what is no outcome.
    """
    if ask.proposal is None:
        raise UserError("Nothing is rolled here.")
    if not reason.strip():
        raise UserError("Deciding otherwise needs a reason.", "Say in a few words why.")
    found = _drafts(desk, ask)
    if decided not in found:
        raise UserError(f"{decided!r} cannot come out.", f"Possible: {', '.join(found)}.")
    events = desk.override(ask.proposal, decided, found[decided], reason.strip())
    if ask.whole:
        return events + list(desk.next(skip=f"decided: {decided}").events)
    return events + _closed(desk, ask.step)


def _closed(desk: CampaignDesk, step: str) -> list[Event]:
    """Close the line, unless it is not the first any more or asks again."""
    waiting = desk.pending()
    if not waiting or waiting[0].id != step or step_ask(desk) is not None:
        return []
    return proceed(desk)


def _drafts(desk: CampaignDesk, ask: Ask) -> dict[str, list[Draft]]:
    """What follows from each outcome, without the record of a roll; nothing is written."""
    action = find_action(desk.design, ask.action)
    # where a number is not known the outcomes are the same, so that our own number finds them
    state = replace(desk.state, options={**desk.state.options, "proposals": True})
    found: dict[str, list[Draft]] = {}
    for roll in range(FACES):
        values = {**read_values(desk.design, state, action, ask.words), "roll": roll}
        record, *drafts = action.run(desk.design, state, values)
        if isinstance(record.payload, Judged):
            found.setdefault(record.payload.decided, [_ruled(each) for each in drafts])
    return found


def _ruled(draft: Draft) -> Draft:
    payload = draft.payload
    if isinstance(payload, Released):
        payload = replace(payload, how="ruling")
    return replace(draft, payload=payload, source="ruling")


# ---- what the lines ask -------------------------------------------------------------------------


def _weather(desk: CampaignDesk, step: Step, words: dict[str, str]) -> Ask:
    proposal = desk.propose("weather", words)
    return Ask(step=step.id, action="weather", proposal=proposal, whole=True)


def _fog(desk: CampaignDesk, step: Step, words: dict[str, str]) -> Ask | None:
    if desk.state.weather.kind != "fog":
        return None
    return Ask(step=step.id, action="fog", proposal=desk.propose("fog", words), whole=True)


def _drops(desk: CampaignDesk, step: Step, words: dict[str, str]) -> Ask | None:
    del words
    first = desk.state.ordinal == desk.design.calendar.first_ordinal
    if not first or not desk.state.options.get(TANKS) or TANKS in desk.state.identities:
        return None
    return Ask(
        step=step.id,
        action="choose-tanks",
        choice="option",
        choices=tuple(choices(desk.design, desk.state, "tanks")),
        question="Which airborne tanks land with Drop One?",
    )


def _marker(desk: CampaignDesk, step: Step, words: dict[str, str]) -> Ask | None:
    del words
    route = desk.design.routes[0]
    if desk.state.routes[route.id].moved_at == desk.state.ordinal:
        return None
    found = trace(desk.design, desk.state)
    if not found.stops:
        return None
    names = {stop.id: stop.name for stop in route.stops}
    return Ask(
        step=step.id,
        action="advance",
        choice="stop",
        choices=tuple((stop, names[stop]) for stop in found.stops),
        question=f"How far does the marker of {route.name} go?",
    )


def _release(desk: CampaignDesk, step: Step, words: dict[str, str]) -> Ask | None:
    found = next_release(desk.design, desk.state)
    if found.kind != "roll" or found.entry is None:
        return None
    free = not (found.entry.bonus and not both_played(desk.design, desk.state))
    given = {key: text for key, text in words.items() if free or key != "dispatch"}
    return Ask(
        step=step.id,
        action="roll-release",
        words=given,
        proposal=desk.propose("roll-release", given),
        paid="dispatch" if free and found.entry.division else "",
        most_paid=MOST_DISPATCH,
        switches=True,
    )


def _corps(desk: CampaignDesk, step: Step, words: dict[str, str]) -> Ask | None:
    for corps in desk.design.corps:
        now = desk.state.corps[corps.id]
        if now.tried_at != desk.state.ordinal and now.box + 1 < len(corps.track):
            given = {**words, "corps": corps.id}
            proposal = desk.propose("corps", given)
            return Ask(
                step=step.id, action="corps", words=given, proposal=proposal, switches=True
            )  # fmt: skip
    return None


_ASKERS = {
    "weather": _weather,
    "fog": _fog,
    "drops": _drops,
    "marker": _marker,
    "release": _release,
    "corps": _corps,
}
