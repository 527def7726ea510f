"""What several chapters share: refusals with their rule, turns, unknown numbers, points."""

from __future__ import annotations

from wardesk.campaign.design import Design
from wardesk.campaign.events import Draft
from wardesk.campaign.payloads import Payload, Points
from wardesk.campaign.state import State
from wardesk.errors import UserError

CLUB = "club"


class Refused(UserError):
    """What the rules do not allow; *cite* is the rule."""

    def __init__(self, message: str, cite: str, advice: str = "") -> None:
        super().__init__(f"{message} [{cite}]", advice or "An umpire's ruling can allow it.")
        self.cite = cite


def allow(fine: object, why: str, cite: str) -> None:
    """`Refused` unless *fine*."""
    if not fine:
        raise Refused(why, cite)


def event(payload: Payload, **more: object) -> Draft:
    """An event that the rules bring about."""
    return Draft(payload=payload, source="engine", **more)  # pyright: ignore[reportArgumentType]


def slot(design: Design, state: State) -> str:
    """The present turn of the day."""
    return design.calendar.turn(state.ordinal).slot


def day(design: Design, state: State) -> int:
    """The present day, 0 for 17 September."""
    return design.calendar.turn(state.ordinal).day_number


def on(design: Design, state: State, cite: str, *slots: str) -> None:
    """`Refused` unless it is one of these turns of the day."""
    now = slot(design, state)
    allow(now in slots, f"This is done on the {', '.join(slots)} turn; it is {now}.", cite)


def number(state: State, known: int | None, proposed: int | None) -> int | None:
    """The published number, else our proposal while the option is on, else None: ask the umpire."""
    if known is not None:
        return known
    return proposed if state.options.get("proposals") else None


def points(design: Design, state: State, rule: str, times: int, cause: str) -> list[Draft]:
    """The victory points of a cause; nothing where their value is not known."""
    for each in design.points:
        if each.id == rule:
            value = number(state, each.points, each.proposed)
            if value is None or not times:
                return []
            payload = Points(side=each.side, points=value * times, cause=f"{cause} [{each.cite}]")
            return [event(payload, caused_by=-1)]
    return []
