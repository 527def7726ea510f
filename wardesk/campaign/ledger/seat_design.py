"""A design as one seat may know it: the ground, its own side, and what it was told of by name."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable

from msgspec.structs import replace

from wardesk.campaign.ledger.events import encode_body
from wardesk.campaign.ledger.seat_facts import SeatFact
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.forces import Formation, Seat, Unit

_JOINT = re.compile("[.:]")
"""Between the parts of a key: ``flag.ford``."""


def told_names(design: Design, facts: Iterable[SeatFact]) -> set[str]:
    """The ids of the design that stand in the facts."""
    found: set[str] = set()
    for fact in facts:
        _collect(json.loads(encode_body(fact.payload)), found)
    rows = (
        design.units, design.formations, design.corps, design.checklist, design.nodes, design.flags,
        design.queries,
    )  # fmt: skip
    ids = {each.id for some in rows for each in some} | {each.key for each in design.queue}
    return ids & found


def _collect(value: object, found: set[str]) -> None:
    if isinstance(value, str):
        found.add(value)
        found.update(_JOINT.split(value))
    elif isinstance(value, dict):
        for key, inner in value.items():
            _collect(key, found)
            _collect(inner, found)
    elif isinstance(value, list):
        for inner in value:
            _collect(inner, found)


def seat_design(design: Design, seat: Seat, told: Collection[str]) -> Design:
    """What the seat's own program needs to put its facts into words, built anew.

    *told*: the names in its facts. Of another side's unit it has the name alone. What nobody
    decided on (arrivals, links, tables, pools, counters) is not in it.
    """
    side = {each.id: each.side for each in design.formations}
    known = {
        each.id
        for each in design.units
        if each.id in told or (seat.side and side.get(each.formation) == seat.side)
    }
    homes = {each.formation for each in design.units if each.id in known}
    named = {
        each.id
        for each in design.formations
        if each.id in told or each.id in homes or (seat.side and each.side == seat.side)
    }
    own = {key for key, of in side.items() if seat.side and of == seat.side}
    return Design(
        id=design.id,
        name=design.name,
        ruleset=design.ruleset,
        version=design.version,
        calendar=design.calendar,
        games=design.games,
        sides=design.sides,
        seats=design.seats,
        formations=tuple(
            each if each.id in own else _named(each, named)
            for each in design.formations
            if each.id in named
        ),
        units=tuple(
            each if each.formation in own else _name_alone(each)
            for each in design.units
            if each.id in known
        ),
        sheets=design.sheets,
        seams=design.seams,
        routes=design.routes,
        bridges=design.bridges,
        zones=design.zones,
        boxes=design.boxes,
        box_edges=design.box_edges,
        corps=tuple(each for each in design.corps if each.id in told),
        queue=tuple(each for each in design.queue if each.key in told),
        checklist=tuple(each for each in design.checklist if each.id in told),
        nodes=tuple(each for each in design.nodes if each.id in told),
        flags=tuple(each for each in design.flags if each.id in told),
        queries=tuple(each for each in design.queries if each.id in told),
    )


def _named(formation: Formation, named: Collection[str]) -> Formation:
    parent = formation.parent if formation.parent in named else None
    return replace(formation, parent=parent, division=None, games=(), commander=None, note=None)


def _name_alone(unit: Unit) -> Unit:
    """A unit of another side: no more than what it is called."""
    return Unit(
        id=unit.id,
        name=unit.name,
        formation=unit.formation,
        type="",
        echelon="",
        symbol="",
        steps_full=0,
        steps_basis=unit.steps_basis,
        movement="",
        basis=unit.basis,
    )
