"""What the ledger says, as tables: scenarios, links, results, who took part, seats, rulings.

They are filled in by whoever opens the campaign next: a revision runs no rule.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

TABLES = (
    "formation", "scenario", "link", "result", "scenario_unit", "seat", "seat_formation", "ruling",
)  # fmt: skip


def upgrade() -> None:
    """Add tables and indices; nothing that is there is touched."""
    op.create_index("ix_event_campaign_kind", "event", ["campaign", "kind"])
    op.create_index("ix_event_campaign_ordinal", "event", ["campaign", "ordinal"])
    op.create_table(
        "formation",
        sa.Column("campaign", sa.String(64), sa.ForeignKey("campaign.id"), primary_key=True),
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("side", sa.String(64), nullable=False),
        sa.Column("parent", sa.String(64), nullable=True),
        _to("formation", "parent", later=True),
    )
    op.create_index("ix_formation_campaign_parent", "formation", ["campaign", "parent"])
    op.create_table(
        "scenario",
        sa.Column("campaign", sa.String(64), sa.ForeignKey("campaign.id"), primary_key=True),
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
    )
    op.create_table(
        "link",
        sa.Column("campaign", sa.String(64), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("start", sa.String(64), nullable=False),
        sa.Column("end", sa.String(64), nullable=False),
        sa.Column("condition", sa.Text, nullable=False),
        _to("scenario", "start"),
        _to("scenario", "end"),
    )
    op.create_index("ix_link_campaign_start", "link", ["campaign", "start"])
    op.create_index("ix_link_campaign_end", "link", ["campaign", "end"])
    _create_play()
    _create_seats()
    if op.get_bind().dialect.name != "sqlite":
        for table in TABLES:  # without a policy a seat's role sees nothing of it
            op.execute(f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY")


def _create_play() -> None:
    op.create_table(
        "result",
        sa.Column("campaign", sa.String(64), primary_key=True),
        sa.Column("scenario", sa.String(64), primary_key=True),
        sa.Column("began", sa.Integer, nullable=False),
        sa.Column("ended", sa.Integer, nullable=True),
        sa.Column("winner", sa.String(64), nullable=False),
        _to("scenario", "scenario"),
        _to("event", "began"),
        _to("event", "ended"),
    )
    op.create_table(
        "scenario_unit",
        sa.Column("campaign", sa.String(64), primary_key=True),
        sa.Column("scenario", sa.String(64), primary_key=True),
        sa.Column("unit", sa.String(64), primary_key=True),
        sa.Column("came", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("steps_in", sa.Integer, nullable=False),
        sa.Column("went", sa.Integer, nullable=True),
        sa.Column("steps_out", sa.Integer, nullable=True),
        _to("scenario", "scenario"),
        _to("unit", "unit"),
        _to("event", "came"),
        _to("event", "went"),
    )
    op.create_index("ix_scenario_unit_campaign_unit", "scenario_unit", ["campaign", "unit"])


def _create_seats() -> None:
    op.create_table(
        "seat",
        sa.Column("campaign", sa.String(64), sa.ForeignKey("campaign.id"), primary_key=True),
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("role", sa.String(32), nullable=False),
        sa.Column("side", sa.String(64), nullable=True),
    )
    op.create_table(
        "seat_formation",
        sa.Column("campaign", sa.String(64), primary_key=True),
        sa.Column("seat", sa.String(64), primary_key=True),
        sa.Column("formation", sa.String(64), primary_key=True),
        _to("seat", "seat"),
        _to("formation", "formation"),
    )
    op.create_index(
        "ix_seat_formation_campaign_formation", "seat_formation", ["campaign", "formation"]
    )
    op.create_table(
        "ruling",
        sa.Column("campaign", sa.String(64), primary_key=True),
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("query", sa.String(64), nullable=False),
        sa.Column("decision", sa.Text, nullable=False),
        sa.Column("author", sa.String(64), nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("event", sa.Integer, nullable=False),
        sa.Column("supersedes", sa.String(64), nullable=True),
        _to("event", "event"),
        _to("ruling", "supersedes", later=True),
    )
    op.create_index("ix_ruling_campaign_query", "ruling", ["campaign", "query"])


def _to(table: str, column: str, *, later: bool = False) -> sa.ForeignKeyConstraint:
    """That a column names a row of *table*; *later*: at the end of a transaction."""
    key = "seq" if table == "event" else "id"
    return sa.ForeignKeyConstraint(
        ["campaign", column], [f"{table}.campaign", f"{table}.{key}"],
        deferrable=True if later else None, initially="DEFERRED" if later else None,
    )  # fmt: skip
