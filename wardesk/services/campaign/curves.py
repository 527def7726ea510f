"""What a campaign looks like over its turns: steps, victory points by cause, losses by day."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from wardesk.campaign.ledger.history import History
from wardesk.campaign.ledger.kinds.units import StepsLost, UnitEliminated
from wardesk.campaign.operation.calendar import day_and_month
from wardesk.campaign.operation.places import GONE
from wardesk.services.campaign.operational_map import Bounds, shown


class StepCurve(Struct, frozen=True, kw_only=True):
    """The steps left of a formation, or of all below it, at the end of each turn."""

    id: str
    name: str
    code: str
    side: str
    division: bool
    over: tuple[str, ...]
    """The formations that it stands under."""
    fill: str
    values: tuple[int, ...]
    full: int


class DayPoints(Struct, frozen=True):
    """Victory points of one side on one day, by cause; may be below zero."""

    day: int
    side: str
    causes: tuple[tuple[str, int], ...]


class CurveFacts(Struct, frozen=True, kw_only=True):
    """Everything that is plotted. *turns* are the ordinals of the values of all curves."""

    turns: tuple[int, ...]
    labels: tuple[str, ...]
    days: tuple[str, ...]
    per_day: int
    sides: tuple[tuple[str, str], ...]
    """Sides that are shown: id and name."""
    curves: tuple[StepCurve, ...]
    points: tuple[DayPoints, ...]
    losses: tuple[tuple[int, ...], ...]
    """Steps lost per day, by side in the order of *sides*."""


def curve_facts(history: History, bounds: Bounds) -> CurveFacts:
    """The curves of a seat's history. One short fold a turn."""
    design = history.design
    calendar = design.calendar
    ends: dict[int, int] = {}
    for count, event in enumerate(history.events, 1):
        if event.ordinal >= 0:
            ends[event.ordinal] = count
    turns = tuple(sorted(ends))
    formations = [f.id for f in design.formations if shown(design, f.id, bounds)]
    values: dict[str, list[int]] = {key: [] for key in formations}
    units = [u for u in design.units if u.formation in values]
    above = {u.id: [key for key in design.above(u.formation) if key in values] for u in units}
    state = history.at(0)
    for turn in turns:
        state = history.at(ends[turn])
        left: Counter[str] = Counter()
        for unit in units:
            now = state.units[unit.id]
            if now.place.kind not in GONE and now.steps:
                for key in above[unit.id]:
                    left[key] += now.steps
        for key in formations:
            values[key].append(left[key])
    full: Counter[str] = Counter()
    for unit in units:
        for key in above[unit.id]:
            full[key] += unit.steps_full
    sides = tuple(
        (side.id, side.name)
        for side in design.sides
        if bounds[0] is None or side.id in set(bounds[0])
    )
    day_count = max((turn // len(calendar.slots) for turn in turns), default=0) + 1
    firsts = [calendar.turn(day * len(calendar.slots)).day for day in range(calendar.days)]
    return CurveFacts(
        turns=turns,
        labels=tuple(calendar.turn(turn).label for turn in turns),
        days=tuple(day_and_month(day) for day in firsts[:day_count]),
        per_day=len(calendar.slots),
        sides=sides,
        curves=tuple(
            _curve(history, key, tuple(values[key]), full[key]) for key in formations if full[key]
        ),
        points=_points(history, [key for key, _ in sides], day_count),
        losses=_losses(history, [key for key, _ in sides], day_count, set(values)),
    )


def _curve(history: History, key: str, values: tuple[int, ...], full: int) -> StepCurve:
    design = history.design
    formation = design.formation[key]
    colour = next(
        (design.formation[k].colour for k in design.above(key) if design.formation[k].colour), None
    )
    return StepCurve(
        id=key,
        name=formation.name,
        code=colour.code if colour and formation.colour else key.upper()[:4],
        side=formation.side,
        division=formation.division == key,
        over=design.above(key)[1:],
        fill=colour.fill if colour else "",
        values=values,
        full=full,
    )


def _points(history: History, sides: list[str], days: int) -> tuple[DayPoints, ...]:
    slots = len(history.design.calendar.slots)
    found: dict[tuple[int, str], Counter[str]] = {}
    for score in history.at(len(history.events)).scores:
        day = max(score.ordinal, 0) // slots
        found.setdefault((day, score.side), Counter())[score.cause] += score.points
    return tuple(
        DayPoints(day, side, tuple(sorted(found[day, side].items(), key=lambda row: -row[1])))
        for day in range(days)
        for side in [side.id for side in history.design.sides]
        if (day, side) in found and (side in sides or sides)
    )


def _losses(
    history: History, sides: list[str], days: int, formations: set[str]
) -> tuple[tuple[int, ...], ...]:
    design = history.design
    slots = len(design.calendar.slots)
    rows = {side: [0] * days for side in sides}
    for count, event in enumerate(history.events, 1):
        if event.kind not in ("unit.step_lost", "unit.eliminated") or event.seq in history.undone:
            continue
        payload = event.payload
        assert isinstance(payload, StepsLost | UnitEliminated)
        unit = design.unit.get(payload.unit)
        if unit is None or unit.formation not in formations:
            continue
        side = design.formation[unit.formation].side
        if side not in rows:
            continue
        lost = payload.steps if isinstance(payload, StepsLost) else \
            history.at(count - 1).units[payload.unit].steps  # fmt: skip
        rows[side][max(event.ordinal, 0) // slots] += lost
    return tuple(tuple(rows[side]) for side in sides)
