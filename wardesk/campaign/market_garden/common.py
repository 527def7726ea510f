"""What several chapters share: turns and their order, unknown numbers, points."""

from __future__ import annotations

from wardesk.campaign.ledger.events import EventDraft
from wardesk.campaign.ledger.kind import Payload
from wardesk.campaign.ledger.kinds.calendar import FactSet
from wardesk.campaign.ledger.kinds.rulings import Points
from wardesk.campaign.ledger.refusals import allow, require
from wardesk.campaign.operation.arrivals import games_in_play
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.names import unknown_numbers
from wardesk.campaign.operation.state import State
from wardesk.words import say

CLUB = "club"
STACKING = 4
"""Units with steps of one side in a hex, as both games have it."""
EVENING = "1900"
"""The turn whose lines have a printed order; their cites begin with it."""
DECIDES = frozenset({
    "bailey-43", "corps-reset", "drop-timing", "open-or-cut", "release-sign", "ride-or-drive",
    "231-place",
})  # fmt: skip
"""Questions whose ruling changes what the desk does; any other is for the record, and the table."""
MARKER_LINE = "marker"
"""The first line of the 1900 turn."""


def event(payload: Payload, **more: object) -> EventDraft:
    """An event that the rules bring about."""
    return EventDraft(payload=payload, source="engine", **more)  # pyright: ignore[reportArgumentType]


def slot(design: Design, state: State) -> str:
    """The present turn of the day."""
    return design.calendar.turn(state.ordinal).slot


def day(design: Design, state: State) -> int:
    """The present day, 0 for 17 September."""
    return design.calendar.turn(state.ordinal).day_number


def weather_is_known(design: Design, state: State) -> bool:
    """Whether the weather of today was rolled, or came with Drop One."""
    calendar = design.calendar
    return state.weather.since >= calendar.at(day(design, state), calendar.slots[0])


def on(design: Design, state: State, cite: str, *slots: str) -> None:
    """`Refused` unless it is one of these turns of the day."""
    now = slot(design, state)
    allow(
        now in slots,
        say("This is done on the {slots} turn; it is {now}.", slots=", ".join(slots), now=now),
        cite,
    )


def in_order(design: Design, state: State, step: str) -> None:
    """`Refused` until the printed lines of the 1900 turn before *step* are done (1900-1 to -5)."""
    turn = design.calendar.turn(state.ordinal)
    for line in design.checklist:
        if line.id == step:
            return
        if not line.cite.startswith(f"{EVENING}-"):
            continue
        today = turn.slot in line.slots and turn.day_number not in line.except_days
        moved = line.id == MARKER_LINE and state.routes[CLUB].moved_at == state.ordinal
        done = not today or moved or line.id in state.closed_steps
        allow(done, say("“{line}” comes first.", line=line.title), line.cite)


def played(design: Design, state: State, division: str, cite: str) -> None:
    """`Refused` for a division of a game that is not played, `Impossible` for no division."""
    found = design.found(design.formations, division, "division")
    here = games_in_play(design, state)
    names = ", ".join(design.games[game] for game in found.games)
    fits = not found.games or set(found.games) & here
    allow(
        fits,
        say("{division} fights in {names}, which is not played.", division=found.name, names=names),
        cite,
    )


def number(state: State, key: str, known: int | None, proposed: int | None) -> int | None:
    """The published number, else the umpire's, else our proposal while the option is on.

    None when there is none of them: the umpire has to be asked (`set_number`).
    """
    if known is not None:
        return known
    told = state.facts.get(f"number.{key}")
    if told is not None:
        return int(told)
    return proposed if state.options.get("proposals") else None


def ours(design: Design, state: State, key: str, known: int | None, used: int | None) -> str:
    """The label of a number that is our proposal; empty for any other."""
    proposed = known is None and used is not None and f"number.{key}" not in state.facts
    return design.proposals if proposed else ""


def set_number(design: Design, key: str, value: int, reason: str) -> list[EventDraft]:
    """The umpire gives a number that we do not have, from the box at hand or by a decision."""
    known = unknown_numbers(design)
    require(
        key in known,
        say("{key!r} is none of the unknown numbers: {known}.", key=key, known=", ".join(known)),
        "data",
    )
    limit = key.startswith("points.") or 0 <= value <= 9
    require(limit, say("A number to roll against lies between 0 and 9."), "data")
    require(reason.strip(), say("Say where the number comes from."), "data")
    note = FactSet(fact=f"number.{key}.from", value=reason.strip())
    return [
        EventDraft(payload=FactSet(fact=f"number.{key}", value=value), source="ruling"),
        EventDraft(payload=note, source="ruling", caused_by=-1),
    ]


def points(design: Design, state: State, rule: str, times: int, cause: str) -> list[EventDraft]:
    """The victory points of a cause; nothing where their value is not known."""
    for each in design.points:
        if each.id == rule:
            value = number(state, f"points.{rule}", each.points, each.proposed)
            if value is None or not times:
                return []
            payload = Points(
                side=each.side,
                points=value * times,
                cause=say("{cause} [{cite!s}]", cause=cause, cite=each.cite),
            )
            return [event(payload, caused_by=-1)]
    return []


def dispatch_of(state: State, division: str) -> int | None:
    """The dispatch points of a division, None while nobody has typed them in."""
    told = state.facts.get(f"dispatch.{division}")
    return None if told is None else int(told)


def paid(state: State, division: str, dispatch: int, before: int) -> list[EventDraft]:
    """Dispatch points that are spent; nothing where they are not kept here.

    They come back with the first event of their deed, which lies *before* events before them.
    """
    left = dispatch_of(state, division)
    if left is None or not dispatch:
        return []
    spent = FactSet(fact=f"dispatch.{division}", value=left - dispatch)
    return [event(spent, caused_by=-before or None)]


def routed(state: State, formation: str) -> int:
    """The turn from which a formation that has routed may come back; 0 if it has not."""
    return int(state.facts.get(f"rout.{formation}", 0))
