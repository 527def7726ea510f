"""A campaign carried from one database to another, letter by letter: its chain of hashes holds."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy import exc
from sqlalchemy.engine import Engine

from wardesk.errors import UserError
from wardesk.store.campaigns import CampaignStore
from wardesk.store.engine import reading, told
from wardesk.store.read_model import READ_MODEL
from wardesk.store.rows import (
    AppearanceRow,
    CampaignRow,
    DesignRow,
    EventRow,
    UnitRow,
    UnitStateRow,
)
from wardesk.words import say

_ROWS: tuple[Any, ...] = (CampaignRow, DesignRow, EventRow, UnitRow, AppearanceRow, UnitStateRow)
_TABLES: tuple[sa.Table, ...] = (*(row.__table__ for row in _ROWS), *READ_MODEL.values())
"""In an order in which every row comes after those that it points to."""


def transfer(source: CampaignStore, target: Engine) -> None:
    """Write all rows of a campaign into the tables of another database, in one transaction.

    UserError when that campaign is there already; nothing is written then.
    """
    with reading(source.engine) as connection:
        found = [
            [dict(row) for row in connection.execute(_of(table, source.campaign)).mappings()]
            for table in _TABLES
        ]
    try:
        with told("copied"), target.begin() as connection:
            for table, rows in zip(_TABLES, found, strict=True):
                if rows:
                    connection.execute(sa.insert(table), rows)
    except exc.IntegrityError as error:
        text = say("There is a campaign {campaign!r} already.", campaign=source.campaign)
        raise UserError(text, "Open that one.") from error


def _of(table: sa.Table, campaign: str) -> sa.Select[Any]:
    key = table.c.id if table.name == "campaign" else table.c.campaign
    query = sa.select(table).where(key == campaign)
    return query.order_by(table.c.seq) if table.name == "event" else query
