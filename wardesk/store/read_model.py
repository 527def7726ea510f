"""What the ledger says, as rows that SQL can be asked about: a cache, like the units' state."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from wardesk.campaign.ledger.events import LedgerEvent
from wardesk.campaign.operation.condition_text import words as in_text
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.state import State
from wardesk.store.rows import (
    CommandRecord,
    FormationRecord,
    LinkRecord,
    PartRecord,
    ResultRecord,
    RulingRecord,
    ScenarioRecord,
    SeatRecord,
)

Rows = list[dict[str, Any]]
_ROWS: tuple[Any, ...] = (
    FormationRecord, ScenarioRecord, LinkRecord, ResultRecord, PartRecord, SeatRecord,
    CommandRecord, RulingRecord,
)  # fmt: skip
READ_MODEL: Mapping[str, sa.Table] = {row.__table__.name: row.__table__ for row in _ROWS}
"""Its tables, in an order in which every row comes after those that it points to."""
_FIXED = ("formation", "scenario", "link")
"""What the design says, and no event changes."""
_CHANGED = {
    "node.": ("result",),
    "seat.": ("seat", "seat_formation"),
    "campaign.opened": ("seat", "seat_formation"),
    "ruling.": ("ruling",),
    "correction.": ("result", "scenario_unit", "seat", "seat_formation", "ruling"),
}
"""Which tables a kind of event may change, by how its name begins."""
_COMING = ("node.", "unit.transferred", "unit.arrived")
"""Kinds of event by which units come into a scenario, or go."""


def fixed_rows(campaign: str, design: Design) -> dict[str, Rows]:
    """What must stand in the tables of a design."""
    return {
        "formation": [
            {"campaign": campaign, "id": each.id, "name": each.name, "side": each.side,
             "parent": each.parent if each.parent in design.formation else None}
            for each in design.formations
        ],
        "scenario": [
            {"campaign": campaign, "id": each.id, "name": each.name, "kind": each.kind,
             "game": each.game}
            for each in design.nodes
        ],
        "link": [
            {"campaign": campaign, "number": number, "start": each.start, "end": each.end,
             "condition": in_text(each.condition) if each.condition is not None else ""}
            for number, each in enumerate(design.links, 1)
            if {each.start, each.end} <= set(design.node)
        ],
    }  # fmt: skip


def moving_rows(campaign: str, state: State, formations: Collection[str]) -> dict[str, Rows]:
    """What must stand in the tables that events change; *formations*: those that there are."""
    return {
        "result": [
            {"campaign": campaign, "scenario": key, "began": node.began, "ended": node.ended,
             "winner": node.winner}
            for key, node in state.nodes.items()
        ],
        "scenario_unit": _part_rows(campaign, state),
        "seat": [
            {"campaign": campaign, "id": each.id, "name": each.name, "role": each.role,
             "side": each.side}
            for each in state.seats.values()
        ],
        "seat_formation": [
            {"campaign": campaign, "seat": each.id, "formation": formation}
            for each in state.seats.values()
            for formation in dict.fromkeys(each.formations)
            if formation in formations
        ],
        "ruling": [
            {"campaign": campaign, "id": each.id, "query": each.query, "decision": each.decision,
             "author": each.author, "reason": each.reason, "event": each.seq,
             "supersedes": each.supersedes}
            for each in state.rulings.values()
        ],
    }  # fmt: skip


def _part_rows(campaign: str, state: State, since: int = 0) -> Rows:
    """Those of the units that came or went at an event *since* or later."""
    return [
        {"campaign": campaign, "scenario": key, "unit": part.unit, "came": part.came,
         "steps_in": part.steps_in, "went": part.went, "steps_out": part.steps_out}
        for key, node in state.nodes.items()
        for part in node.parts
        if max(part.came, part.went or 0) >= since
    ]  # fmt: skip


def write_fixed(connection: Connection, campaign: str, design: Design) -> None:
    """Write what the design says; nothing that points to it may stand there."""
    _write(connection, campaign, fixed_rows(campaign, design), _FIXED)


def follow(
    connection: Connection, campaign: str, state: State, events: Sequence[LedgerEvent]
) -> None:
    """Write anew what *events* may have changed."""
    if any(event.kind.startswith(_COMING) for event in events):
        _write_parts(connection, campaign, state, events[0].seq)
    changed = {
        table
        for event in events
        for begin, tables in _CHANGED.items()
        if event.kind.startswith(begin)
        for table in tables
    }
    if changed:
        known = sa.select(READ_MODEL["formation"].c.id).where(
            READ_MODEL["formation"].c.campaign == campaign
        )
        formations = set(connection.execute(known).scalars())
        _write(connection, campaign, moving_rows(campaign, state, formations), changed)


def _write_parts(connection: Connection, campaign: str, state: State, since: int) -> None:
    """Write the time of those alone who came or went; a campaign has thousands of others."""
    rows, table = _part_rows(campaign, state, since), READ_MODEL["scenario_unit"]
    if rows:
        keys = list(table.primary_key)
        here = (column == sa.bindparam(f"_{column.name}") for column in keys)
        gone = [{f"_{column.name}": row[column.name] for column in keys} for row in rows]
        connection.execute(sa.delete(table).where(*here), gone)
        connection.execute(sa.insert(table), rows)


def rebuild(connection: Connection, campaign: str, design: Design, state: State) -> None:
    """Write everything anew."""
    _write(connection, campaign, due_rows(campaign, design, state), READ_MODEL)


def due_rows(campaign: str, design: Design, state: State) -> dict[str, Rows]:
    """What must stand in all tables."""
    return fixed_rows(campaign, design) | moving_rows(campaign, state, design.formation)


def stored_rows(connection: Connection, campaign: str) -> dict[str, Rows]:
    """What stands in the tables."""
    return {
        name: [
            dict(row)
            for row in connection.execute(
                sa.select(table).where(table.c.campaign == campaign)
            ).mappings()
        ]
        for name, table in READ_MODEL.items()
    }


def differing(connection: Connection, campaign: str, design: Design, state: State) -> list[str]:
    """The tables that do not hold what they must; none in a file that is older than they."""
    if not sa.inspect(connection).has_table("scenario_unit"):
        return []
    stored, due = stored_rows(connection, campaign), due_rows(campaign, design, state)
    return [name for name in READ_MODEL if _sorted(stored[name]) != _sorted(due[name])]


def _sorted(rows: Rows) -> list[tuple[str, ...]]:
    return sorted(tuple(repr(row[key]) for key in sorted(row)) for row in rows)


def _write(
    connection: Connection, campaign: str, rows: Mapping[str, Rows], tables: Collection[str]
) -> None:
    names = [name for name in READ_MODEL if name in tables]
    for name in reversed(names):  # children first
        table = READ_MODEL[name]
        connection.execute(sa.delete(table).where(table.c.campaign == campaign))
    for name in names:
        if rows[name]:
            connection.execute(sa.insert(READ_MODEL[name]), rows[name])
