"""The tables of a campaign file. Keys are composite, so that campaigns can share a database."""

# No postponed annotations here: SQLModel reads them when a class is made.

import sqlalchemy as sa
from sqlmodel import Field, SQLModel

CONVENTION = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}
"""A name for every constraint, so that later migrations can find them."""

SQLModel.metadata.naming_convention = CONVENTION  # pyright: ignore[reportAttributeAccessIssue]


class CampaignRow(SQLModel, table=True):
    """A campaign, and where its ledger ends: a tail that was cut off is missed."""

    __tablename__ = "campaign"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (sa.CheckConstraint("head_seq >= 0", name="head_seq"),)

    id: str = Field(primary_key=True, sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]
    name: str = Field(sa_type=sa.String(200))  # pyright: ignore[reportArgumentType]
    created_at: str = Field(sa_type=sa.String(32))  # pyright: ignore[reportArgumentType]
    written_by: str = Field(sa_type=sa.String(32))  # pyright: ignore[reportArgumentType]
    head_seq: int = Field(sa_type=sa.Integer)
    head_hash: str = Field(sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]


class DesignRow(SQLModel, table=True):
    """The design that a campaign was opened with: a later pack does not change old campaigns."""

    __tablename__ = "design"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (sa.ForeignKeyConstraint(["campaign"], ["campaign.id"]),)

    campaign: str = Field(primary_key=True, sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]
    hash: str = Field(sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]
    body: str = Field(sa_type=sa.Text)
    """Canonical JSON."""


class EventRow(SQLModel, table=True):
    """One event.

    Text columns keep letter by letter what the chain was made of: a JSON column would sort and
    respell it on some databases.
    """

    __tablename__ = "event"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (
        sa.ForeignKeyConstraint(["campaign"], ["campaign.id"]),
        sa.ForeignKeyConstraint(["campaign", "caused_by"], ["event.campaign", "event.seq"]),
        sa.ForeignKeyConstraint(["campaign", "ruling"], ["event.campaign", "event.seq"]),
        sa.UniqueConstraint("campaign", "hash"),
        sa.CheckConstraint("seq >= 1", name="seq"),
        sa.CheckConstraint("caused_by IS NULL OR caused_by < seq", name="cause_before_effect"),
        sa.CheckConstraint("source IN ('engine', 'hand', 'import', 'ruling')", name="source"),
    )

    campaign: str = Field(primary_key=True, sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]
    seq: int = Field(primary_key=True, sa_type=sa.Integer)
    kind: str = Field(sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]
    version: int = Field(sa_type=sa.Integer)
    body: str = Field(sa_type=sa.Text)
    ordinal: int = Field(sa_type=sa.Integer)
    actor: str = Field(sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]
    seen_by: str = Field(sa_type=sa.Text)
    """JSON list of seats."""
    source: str = Field(sa_type=sa.String(16))  # pyright: ignore[reportArgumentType]
    caused_by: int | None = Field(default=None, sa_type=sa.Integer)
    ruling: int | None = Field(default=None, sa_type=sa.Integer)
    recorded_at: str = Field(sa_type=sa.String(32))  # pyright: ignore[reportArgumentType]
    prev: str = Field(sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]
    hash: str = Field(sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]


class UnitRow(SQLModel, table=True):
    """A unit of the design, so that other programs can read the file and keys can point to it."""

    __tablename__ = "unit"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (
        sa.ForeignKeyConstraint(["campaign"], ["campaign.id"]),
        sa.CheckConstraint("steps_full BETWEEN 0 AND 9", name="steps_full"),
    )

    campaign: str = Field(primary_key=True, sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]
    id: str = Field(primary_key=True, sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]
    name: str = Field(sa_type=sa.String(200))  # pyright: ignore[reportArgumentType]
    formation: str = Field(sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]
    steps_full: int = Field(sa_type=sa.Integer)


class AppearanceRow(SQLModel, table=True):
    """A unit's counter in one game; a counter stands for one unit only."""

    __tablename__ = "appearance"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (sa.ForeignKeyConstraint(["campaign", "unit"], ["unit.campaign", "unit.id"]),)

    campaign: str = Field(primary_key=True, sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]
    game: str = Field(primary_key=True, sa_type=sa.String(32))  # pyright: ignore[reportArgumentType]
    counter: str = Field(primary_key=True, sa_type=sa.String(200))  # pyright: ignore[reportArgumentType]
    unit: str = Field(sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]


class UnitStateRow(SQLModel, table=True):
    """How a unit stands: a cache of the ledger, with the event that it was made after."""

    __tablename__ = "unit_state"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (
        sa.ForeignKeyConstraint(["campaign", "unit"], ["unit.campaign", "unit.id"]),
        sa.CheckConstraint("steps BETWEEN 0 AND 9", name="steps"),
    )

    campaign: str = Field(primary_key=True, sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]
    unit: str = Field(primary_key=True, sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]
    place: str = Field(sa_type=sa.String(16))  # pyright: ignore[reportArgumentType]
    at: str = Field(sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]
    sheet: str = Field(sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]
    game: str = Field(sa_type=sa.String(32))  # pyright: ignore[reportArgumentType]
    steps: int = Field(sa_type=sa.Integer)
    flags: str = Field(sa_type=sa.Text)
    as_of_seq: int = Field(sa_type=sa.Integer)
