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
_SERVER_NO_EDITS = (
    """
    CREATE FUNCTION never_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION '%s are never changed', TG_TABLE_NAME; END $$
    """,
    *(
        f"CREATE TRIGGER {table}_no_edits BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}"
        " FOR EACH STATEMENT EXECUTE FUNCTION never_changed()"
        for table in ("event", "design")
    ),
)
_MINE = (
    "EXISTS (SELECT 1 FROM seat_role s WHERE s.role = current_user AND s.campaign = {campaign}"
    "{seat})"
)
# A table without a policy shows a seat's role nothing, even where somebody grants it a right
_SEATS = (
    *(
        f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY"
        for table in (
            "campaign", "design", "event", "unit", "appearance", "unit_state", "seat_fact",
            "seat_role", "alembic_version",
        )
    ),
    "CREATE POLICY own_role ON seat_role FOR SELECT USING (role = current_user)",
    "CREATE POLICY own_seat ON seat_fact FOR SELECT USING ("
    + _MINE.format(campaign="seat_fact.campaign", seat=" AND s.seat = seat_fact.seat")
    + ")",
    *(
        f"CREATE POLICY own_campaign ON {table} FOR SELECT USING ("
        + _MINE.format(campaign=f"{table}.{column}", seat="")
        + ")"
        for table, column in (("campaign", "id"), ("design", "campaign"))
    ),
)  # fmt: skip


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
        for table in ("event", "design"):
            for verb in ("UPDATE", "DELETE"):
                op.execute(_NO_EDITS.format(table=table, verb=verb))
    else:
        _create_server()


def _create_server() -> None:
    """What a server has beside: rows that are never changed, and what each seat may read."""
    op.create_table(
        "seat_fact",
        sa.Column("campaign", sa.String(64), sa.ForeignKey("campaign.id"), primary_key=True),
        sa.Column("seat", sa.String(64), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("ordinal", sa.Integer, nullable=False),
        sa.Column("actor", sa.String(64), nullable=False),
        sa.Column("ruled", sa.Boolean, nullable=False),
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "seat_role",
        sa.Column("campaign", sa.String(64), sa.ForeignKey("campaign.id"), primary_key=True),
        sa.Column("role", sa.String(64), primary_key=True),
        sa.Column("seat", sa.String(64), nullable=False),
    )
    for statement in (*_SERVER_NO_EDITS, *_SEATS):
        op.execute(statement)


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
