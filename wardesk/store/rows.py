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
        sa.Index(None, "campaign", "kind"),
        sa.Index(None, "campaign", "ordinal"),
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


# ---- what the ledger says, as tables ------------------------------------------------------------
# Like `unit_state` a cache: `read_model` says what must stand in them.


class FormationRecord(SQLModel, table=True):
    """A headquarters, and the one above it."""

    __tablename__ = "formation"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (
        sa.ForeignKeyConstraint(["campaign"], ["campaign.id"]),
        sa.ForeignKeyConstraint(
            ["campaign", "parent"], ["formation.campaign", "formation.id"],
            deferrable=True, initially="DEFERRED",
        ),
        sa.Index(None, "campaign", "parent"),
    )  # fmt: skip

    campaign: str = Field(primary_key=True, sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]
    id: str = Field(primary_key=True, sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]
    name: str = Field(sa_type=sa.Text)
    side: str = Field(sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]
    parent: str | None = Field(default=None, sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]


class ScenarioRecord(SQLModel, table=True):
    """A scenario of the campaign, whether it was played or not."""

    __tablename__ = "scenario"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (sa.ForeignKeyConstraint(["campaign"], ["campaign.id"]),)

    campaign: str = Field(primary_key=True, sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]
    id: str = Field(primary_key=True, sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]
    name: str = Field(sa_type=sa.Text)
    kind: str = Field(sa_type=sa.String(16))  # pyright: ignore[reportArgumentType]
    game: str = Field(sa_type=sa.String(32))  # pyright: ignore[reportArgumentType]


class LinkRecord(SQLModel, table=True):
    """A way from one scenario to the next; several may lead from one to another."""

    __tablename__ = "link"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (
        sa.ForeignKeyConstraint(["campaign", "start"], ["scenario.campaign", "scenario.id"]),
        sa.ForeignKeyConstraint(["campaign", "end"], ["scenario.campaign", "scenario.id"]),
        sa.Index(None, "campaign", "start"),
        sa.Index(None, "campaign", "end"),
    )

    campaign: str = Field(primary_key=True, sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]
    number: int = Field(primary_key=True, sa_type=sa.Integer)
    start: str = Field(sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]
    end: str = Field(sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]
    condition: str = Field(sa_type=sa.Text)
    """As it is written; empty: always."""


class ResultRecord(SQLModel, table=True):
    """A scenario that was begun: by which event, and once it is over by which, and who won."""

    __tablename__ = "result"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (
        sa.ForeignKeyConstraint(["campaign", "scenario"], ["scenario.campaign", "scenario.id"]),
        sa.ForeignKeyConstraint(["campaign", "began"], ["event.campaign", "event.seq"]),
        sa.ForeignKeyConstraint(["campaign", "ended"], ["event.campaign", "event.seq"]),
    )

    campaign: str = Field(primary_key=True, sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]
    scenario: str = Field(primary_key=True, sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]
    began: int = Field(sa_type=sa.Integer)
    ended: int | None = Field(default=None, sa_type=sa.Integer)
    winner: str = Field(sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]


class PartRecord(SQLModel, table=True):
    """A unit's time in a scenario: when it came and went, with how many steps."""

    __tablename__ = "scenario_unit"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (
        sa.ForeignKeyConstraint(["campaign", "scenario"], ["scenario.campaign", "scenario.id"]),
        sa.ForeignKeyConstraint(["campaign", "unit"], ["unit.campaign", "unit.id"]),
        sa.ForeignKeyConstraint(["campaign", "came"], ["event.campaign", "event.seq"]),
        sa.ForeignKeyConstraint(["campaign", "went"], ["event.campaign", "event.seq"]),
        sa.Index(None, "campaign", "unit"),
    )

    campaign: str = Field(primary_key=True, sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]
    scenario: str = Field(primary_key=True, sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]
    unit: str = Field(primary_key=True, sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]
    came: int = Field(primary_key=True, sa_type=sa.Integer)
    steps_in: int = Field(sa_type=sa.Integer)
    went: int | None = Field(default=None, sa_type=sa.Integer)
    steps_out: int | None = Field(default=None, sa_type=sa.Integer)


class SeatRecord(SQLModel, table=True):
    """A person's place at the campaign."""

    __tablename__ = "seat"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (sa.ForeignKeyConstraint(["campaign"], ["campaign.id"]),)

    campaign: str = Field(primary_key=True, sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]
    id: str = Field(primary_key=True, sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]
    name: str = Field(sa_type=sa.Text)
    role: str = Field(sa_type=sa.String(32))  # pyright: ignore[reportArgumentType]
    side: str | None = Field(default=None, sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]


class CommandRecord(SQLModel, table=True):
    """What a seat commands, where it is not the whole side."""

    __tablename__ = "seat_formation"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (
        sa.ForeignKeyConstraint(["campaign", "seat"], ["seat.campaign", "seat.id"]),
        sa.ForeignKeyConstraint(["campaign", "formation"], ["formation.campaign", "formation.id"]),
        sa.Index(None, "campaign", "formation"),
    )

    campaign: str = Field(primary_key=True, sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]
    seat: str = Field(primary_key=True, sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]
    formation: str = Field(primary_key=True, sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]


class RulingRecord(SQLModel, table=True):
    """A decision of the umpire, with the event that holds it."""

    __tablename__ = "ruling"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (
        sa.ForeignKeyConstraint(["campaign", "event"], ["event.campaign", "event.seq"]),
        sa.ForeignKeyConstraint(
            ["campaign", "supersedes"], ["ruling.campaign", "ruling.id"],
            deferrable=True, initially="DEFERRED",
        ),
        sa.Index(None, "campaign", "query"),
    )  # fmt: skip

    campaign: str = Field(primary_key=True, sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]
    id: str = Field(primary_key=True, sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]
    query: str = Field(sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]
    decision: str = Field(sa_type=sa.Text)
    author: str = Field(sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]
    reason: str = Field(sa_type=sa.Text)
    event: int = Field(sa_type=sa.Integer)
    supersedes: str | None = Field(default=None, sa_type=sa.String(64))  # pyright: ignore[reportArgumentType]
