"""Chapter 1: the weather of the day, and fog that may clear."""

from __future__ import annotations

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kinds.calendar import WeatherSet
from wardesk.campaign.ledger.proposal import (
    Proposal,
    check_roll,
    judged,
    on_table,
    roll_under,
    succeeds,
)
from wardesk.campaign.ledger.refusals import allow, require
from wardesk.campaign.market_garden.common import event, on, slot, weather_is_known
from wardesk.campaign.market_garden.kinds import DropPostponed
from wardesk.campaign.operation.arrivals import games_in_play
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.state import State
from wardesk.words import say

DIVISIONS = ("101", "82", "1ab")
"""The airborne divisions, which have drops."""


def propose_weather(design: Design, state: State) -> Proposal:
    """The roll for the day, on the 0700 turn and once (1.2)."""
    on(design, state, "1.2", "0700")
    known = weather_is_known(design, state)
    allow(not known, say("The weather was rolled for today."), "1.2")
    return on_table("weather", say("Weather of the day"), design.table("weather"), "1.2")


def weather(design: Design, state: State, roll: int) -> list[EventDraft]:
    """What the roll brings. Rain and overcast put every drop off by a day (3.2)."""
    proposal = propose_weather(design, state)
    check_roll(roll)
    row = design.table("weather").row(roll)
    payload = WeatherSet(weather=row.result, fog=row.value)  # pyright: ignore[reportArgumentType]
    drafts = [judged(proposal, roll, row.result), event(payload, caused_by=-1)]
    if row.result in ("rain", "overcast"):
        drafts += no_drop_today(design, state, row.result)
    return drafts


def propose_fog(design: Design, state: State) -> Proposal:
    """The roll whether fog clears, at 0900 and 1100 (1.2)."""
    on(design, state, "1.2", "0900", "1100")
    needed = state.weather.fog
    require(needed is not None, say("There is no fog."), "1.2")
    assert needed is not None
    allow(state.weather.since < state.ordinal, say("It was rolled for on this turn."), "1.2")
    return roll_under(
        "fog", say("Does the fog clear?"), "1.2", needed,
        (say("clear for the day"), say("it stays")),
        context=say("Fog that clears on {needed} or less", needed=needed),
    )  # fmt: skip


def fog(design: Design, state: State, roll: int) -> list[EventDraft]:
    """Cleared fog is clear weather for the day; fog that stays at 1100 turns to overcast (1.2)."""
    proposal = propose_fog(design, state)
    if succeeds(proposal, roll):
        result = WeatherSet(weather="clear", cleared=True)
        return [judged(proposal, roll, say("clear for the day")), event(result, caused_by=-1)]
    if slot(design, state) == "1100":
        result = WeatherSet(weather="overcast")
        drafts = [judged(proposal, roll, say("it stays")), event(result, caused_by=-1)]
        return [*drafts, *no_drop_today(design, state, "overcast")]
    # the fog itself is told again, so that the next roll is known to be the next turn's
    return [judged(proposal, roll, say("it stays")), event(
        WeatherSet(weather="fog", fog=proposal.needed), caused_by=-1)]  # fmt: skip


def no_drop_today(design: Design, state: State, why: str) -> list[EventDraft]:
    """The drops of every division that is played come a day later (3.2)."""
    here = games_in_play(design, state)
    divisions = [each for each in DIVISIONS if here & set(design.formation[each].games)]
    return [
        event(DropPostponed(division=each, why=why), caused_by=-number)
        for number, each in enumerate(divisions, 1)
    ]
