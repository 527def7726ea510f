"""A whole campaign told from its ledger, for the umpire: days, strengths, losses, points, dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from wardesk.campaign.ledger.chain import Ledger, apply
from wardesk.campaign.ledger.events import LedgerEvent
from wardesk.campaign.ledger.kind import tell
from wardesk.campaign.ledger.kinds.calendar import TurnBegun
from wardesk.campaign.ledger.kinds.messages import OrderGiven
from wardesk.campaign.ledger.kinds.rulings import ChanceDrawn, ProposalJudged, Reversed, with_asked
from wardesk.campaign.ledger.kinds.units import StepsLost, StepsRecovered, UnitEliminated
from wardesk.campaign.ledger.seat_facts import SeatFact
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.places import GONE, IN_PLAY
from wardesk.campaign.operation.state import State, first_state
from wardesk.reports.packet_words import NewsOfTurn, news_of
from wardesk.words import join

_SILENT = (OrderGiven,)
"""Said elsewhere in the report, or not at all."""


class Day(Struct, frozen=True, kw_only=True):
    """One day that was played."""

    title: str
    turns: tuple[NewsOfTurn, ...]
    weather: str
    steps: tuple[int, ...]
    """Of each side in play at its end."""
    points: tuple[int, ...]
    picture: bytes | None = None
    """The map at its end."""


class FormationLosses(Struct, frozen=True, kw_only=True):
    """What a formation lost."""

    name: str
    over: str
    side: str
    full: int
    left: int
    lost: int
    recovered: int
    gone: int
    units: int


class Decided(Struct, frozen=True, kw_only=True):
    """A person decided this."""

    event: int
    turn: str
    what: str
    cite: str
    decision: str
    reason: str
    author: str
    proposed: str = ""
    superseded: bool = False


class Correction(Struct, frozen=True, kw_only=True):
    """Events that were taken back."""

    event: int
    turn: str
    of: tuple[str, ...]
    more: int
    reason: str
    approved: str
    undone: bool


class Rolls(Struct, frozen=True, kw_only=True):
    """Single dice of so many faces: how often each fell, and where they came from."""

    faces: int
    counts: dict[int, int]
    sources: dict[str, int]


class CampaignStory(Struct, frozen=True, kw_only=True):
    """Everything that the report tells."""

    days: tuple[Day, ...]
    steps: tuple[tuple[int, tuple[int, ...]], ...]
    """Turn and steps of each side in play."""
    points: tuple[tuple[int, tuple[int, ...]], ...]
    causes: tuple[tuple[str, str, int], ...]
    """Side, cause, points; the most first."""
    losses: tuple[FormationLosses, ...]
    rulings: tuple[Decided, ...]
    overrides: tuple[Decided, ...]
    corrections: tuple[Correction, ...]
    rolls: tuple[Rolls, ...]
    chances: tuple[int, float, int]
    """Rolls for a yes or no: how many, how many successes the odds promised, how many came."""


Paint = Callable[[State], "bytes | None"]


def campaign_story(design: Design, ledger: Ledger, paint: Paint | None) -> CampaignStory:
    """Tell the campaign in one pass over its events; *paint* draws the map at the end of a day."""
    events, undone = ledger.events, ledger.undone
    sides = [side.id for side in design.sides]
    state = first_state(design)
    steps: dict[int, tuple[int, ...]] = {}
    points: dict[int, tuple[int, ...]] = {}
    days: list[Day] = []
    lost: Counter[str] = Counter()
    recovered: Counter[str] = Counter()
    slots = len(design.calendar.slots)
    for event in events:
        if isinstance(event.payload, TurnBegun) and event.seq not in undone:
            _mark(design, state, sides, steps, points)
            if event.payload.ordinal // slots != state.ordinal // slots:
                days.append(_day(design, state, events, undone, sides, paint))
        if event.seq in undone:
            continue
        _count_losses(design, state, event, lost, recovered)
        apply(design, state, event)
    _mark(design, state, sides, steps, points)
    days.append(_day(design, state, events, undone, sides, paint))
    return CampaignStory(
        days=tuple(days),
        steps=tuple(steps.items()),
        points=tuple(points.items()),
        causes=_causes(design, state),
        losses=_losses(design, state, lost, recovered),
        rulings=_rulings(design, state, events),
        overrides=_overrides(design, events, undone),
        corrections=_corrections(design, state, events, undone),
        rolls=_rolls(events),
        chances=_chances(events, undone),
    )


def _turn(design: Design, ordinal: int) -> str:
    return design.calendar.turn(max(0, ordinal)).label


def _mark(
    design: Design,
    state: State,
    sides: Sequence[str],
    steps: dict[int, tuple[int, ...]],
    points: dict[int, tuple[int, ...]],
) -> None:
    if state.ordinal < 0:
        return
    steps[state.ordinal] = _strengths(design, state, sides)
    points[state.ordinal] = tuple(state.points(side) for side in sides)


def _strengths(design: Design, state: State, sides: Sequence[str]) -> tuple[int, ...]:
    found = dict.fromkeys(sides, 0)
    for unit, now in state.units.items():
        if now.place.kind in IN_PLAY:
            found[design.side_of(unit)] += now.steps
    return tuple(found.values())


def _day(
    design: Design,
    state: State,
    events: Sequence[LedgerEvent],
    undone: frozenset[int],
    sides: Sequence[str],
    paint: Paint | None,
) -> Day:
    slots = len(design.calendar.slots)
    number = max(0, state.ordinal) // slots
    today = [
        SeatFact(
            number=event.seq,
            ordinal=event.ordinal,
            actor=event.actor,
            ruled=event.source == "ruling",
            payload=event.payload,
        )
        for event in events
        if event.ordinal // slots == number and not isinstance(event.payload, _SILENT)
    ]
    first = design.calendar.turn(number * slots)
    return Day(
        title=f"{first.day:%A} {first.day.day} {first.day:%B %Y}",
        turns=tuple(news_of(design, today, frozenset(undone))),
        weather=state.weather.kind,
        steps=_strengths(design, state, sides),
        points=tuple(state.points(side) for side in sides),
        picture=paint(state) if paint is not None else None,
    )


def _count_losses(
    design: Design, state: State, event: LedgerEvent, lost: Counter[str], recovered: Counter[str]
) -> None:
    payload = event.payload
    match payload:
        case StepsLost():
            lost[design.unit[payload.unit].formation] += payload.steps
        case UnitEliminated():
            lost[design.unit[payload.unit].formation] += state.units[payload.unit].steps
        case StepsRecovered():
            recovered[design.unit[payload.unit].formation] += payload.steps
        case _:
            pass


def _causes(design: Design, state: State) -> tuple[tuple[str, str, int], ...]:
    names = {side.id: side.name for side in design.sides}
    found: Counter[tuple[str, str]] = Counter()
    for score in state.scores:
        found[names[score.side], score.cause] += score.points
    rows = [(side, cause, points) for (side, cause), points in found.items() if points]
    return tuple(sorted(rows, key=lambda row: (-abs(row[2]), row[0], row[1])))


def _losses(
    design: Design, state: State, lost: Counter[str], recovered: Counter[str]
) -> tuple[FormationLosses, ...]:
    names = {side.id: side.name for side in design.sides}
    found: list[FormationLosses] = []
    for formation in design.formations:
        units = [unit for unit in design.units if unit.formation == formation.id]
        states = [state.units[unit.id] for unit in units]
        gone = sum(now.place.kind in GONE for now in states)
        if not (lost[formation.id] or recovered[formation.id] or gone):
            continue
        above = design.above(formation.id)
        found.append(
            FormationLosses(
                name=formation.name,
                over=design.formation[above[1]].name if len(above) > 1 else "",
                side=names[formation.side],
                full=sum(unit.steps_full for unit in units),
                left=sum(now.steps for now in states if now.place.kind not in GONE),
                lost=lost[formation.id],
                recovered=recovered[formation.id],
                gone=gone,
                units=len(units),
            )
        )
    return tuple(sorted(found, key=lambda row: (row.side, -row.lost, row.name)))


# ---- what people decided ------------------------------------------------------------------------


def _rulings(design: Design, state: State, events: Sequence[LedgerEvent]) -> tuple[Decided, ...]:
    replaced = {ruling.supersedes for ruling in state.rulings.values()}
    return tuple(
        Decided(
            event=ruling.seq,
            turn=_turn(design, events[ruling.seq - 1].ordinal),
            what=state.queries[ruling.query].question,
            cite=state.queries[ruling.query].cite,
            decision=ruling.decision,
            reason=ruling.reason,
            author=ruling.author,
            proposed=state.queries[ruling.query].proposed,
            superseded=ruling.id in replaced,
        )
        for ruling in state.rulings.values()
    )


def _overrides(
    design: Design, events: Sequence[LedgerEvent], undone: frozenset[int]
) -> tuple[Decided, ...]:
    return tuple(
        Decided(
            event=event.seq,
            turn=_turn(design, event.ordinal),
            what=event.payload.title,
            cite=event.payload.cite,
            decision=event.payload.decided,
            reason=event.payload.override,
            author=event.actor,
            proposed=event.payload.proposed or event.payload.odds,
        )
        for event in events
        if isinstance(event.payload, ProposalJudged) and event.payload.override
        if event.seq not in undone
    )


def _corrections(
    design: Design,
    state: State,
    events: Sequence[LedgerEvent],
    undone: frozenset[int],
    most: int = 4,
) -> tuple[Correction, ...]:
    asked = with_asked(design, state.queries.values(), state.seats.values())
    return tuple(
        Correction(
            event=event.seq,
            turn=_turn(design, event.ordinal),
            of=tuple(
                join(": ", (str(seq), tell(asked, events[seq - 1].payload)))
                for seq in event.payload.of[:most]
            ),
            more=max(0, len(event.payload.of) - most),
            reason=event.payload.reason,
            approved=_name(state, event.payload.approved_by),
            undone=event.seq in undone,
        )
        for event in events
        if isinstance(event.payload, Reversed)
    )


def _name(state: State, seat: str) -> str:
    return state.seats[seat].name if seat in state.seats else ""


# ---- dice ---------------------------------------------------------------------------------------


def _rolls(events: Sequence[LedgerEvent]) -> tuple[Rolls, ...]:
    """Every die that fell, also those whose outcome was taken back."""
    counts: dict[int, Counter[int]] = {}
    sources: dict[int, Counter[str]] = {}
    for event in events:
        payload = event.payload
        if isinstance(payload, ChanceDrawn):
            for faces, result in zip(payload.faces, payload.results, strict=True):
                counts.setdefault(faces, Counter())[result] += 1
                sources.setdefault(faces, Counter())[payload.how] += 1
    return tuple(
        Rolls(faces=faces, counts=dict(counts[faces]), sources=dict(sources[faces]))
        for faces in sorted(counts)
        if faces > 1
    )


def _chances(events: Sequence[LedgerEvent], undone: frozenset[int]) -> tuple[int, float, int]:
    rolled, promised, came = 0, 0.0, 0
    for event in events:
        payload: Any = event.payload
        if not isinstance(payload, ProposalJudged) or event.seq in undone or payload.override:
            continue
        if payload.needed is None or payload.roll is None:
            continue
        total = sum(value for _, value in payload.modifiers)
        rolled += 1
        promised += max(0, min(10, payload.needed - total + 1)) / 10
        came += payload.roll + total <= payload.needed
    return rolled, promised, came
