"""The first tables: campaigns, designs, events that cannot be edited, units and their cache."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_NO_EDITS = """
CREATE TRIGGER {table}_no_{verb} BEFORE {verb} ON {table}
BEGIN SELECT RAISE(ABORT, '{table}s are never changed'); END
"""


def upgrade() -> None:
    """Create everything."""
    op.create_table(
        "campaign",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("written_by", sa.String(32), nullable=False),
        sa.Column("head_seq", sa.Integer, nullable=False),
        sa.Column("head_hash", sa.String(64), nullable=False),
        sa.CheckConstraint("head_seq >= 0", name="head_seq"),
    )
    op.create_table(
        "design",
        sa.Column("campaign", sa.String(64), sa.ForeignKey("campaign.id"), primary_key=True),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    _create_event()
    op.create_table(
        "unit",
        sa.Column("campaign", sa.String(64), sa.ForeignKey("campaign.id"), primary_key=True),
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("formation", sa.String(64), nullable=False),
        sa.Column("steps_full", sa.Integer, nullable=False),
        sa.CheckConstraint("steps_full BETWEEN 0 AND 9", name="steps_full"),
    )
    op.create_table(
        "appearance",
        sa.Column("campaign", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("counter", sa.String(200), primary_key=True),
        sa.Column("unit", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(["campaign", "unit"], ["unit.campaign", "unit.id"]),
    )
    op.create_table(
        "unit_state",
        sa.Column("campaign", sa.String(64), primary_key=True),
        sa.Column("unit", sa.String(64), primary_key=True),
        sa.Column("place", sa.String(16), nullable=False),
        sa.Column("at", sa.String(64), nullable=False),
        sa.Column("sheet", sa.String(64), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("steps", sa.Integer, nullable=False),
        sa.Column("flags", sa.Text, nullable=False),
        sa.Column("as_of_seq", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["campaign", "unit"], ["unit.campaign", "unit.id"]),
        sa.CheckConstraint("steps BETWEEN 0 AND 9", name="steps"),
    )
    if op.get_bind().dialect.name == "sqlite":
        # other databases spell triggers in their own way; they get theirs with their support
        for table in ("event", "design"):
            for verb in ("UPDATE", "DELETE"):
                op.execute(_NO_EDITS.format(table=table, verb=verb))


def _create_event() -> None:
    op.create_table(
        "event",
        sa.Column("campaign", sa.String(64), sa.ForeignKey("campaign.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("ordinal", sa.Integer, nullable=False),
        sa.Column("actor", sa.String(64), nullable=False),
        sa.Column("seen_by", sa.Text, nullable=False),
        sa.Column("source", sa.String(16), nullable=False),
        sa.Column("caused_by", sa.Integer, nullable=True),
        sa.Column("ruling", sa.Integer, nullable=True),
        sa.Column("recorded_at", sa.String(32), nullable=False),
        sa.Column("prev", sa.String(64), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(["campaign", "caused_by"], ["event.campaign", "event.seq"]),
        sa.ForeignKeyConstraint(["campaign", "ruling"], ["event.campaign", "event.seq"]),
        sa.UniqueConstraint("campaign", "hash"),
        sa.CheckConstraint("seq >= 1", name="seq"),
        sa.CheckConstraint("caused_by IS NULL OR caused_by < seq", name="cause_before_effect"),
        sa.CheckConstraint("source IN ('engine', 'hand', 'import', 'ruling')", name="source"),
    )
