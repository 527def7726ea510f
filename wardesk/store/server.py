"""Campaigns on a server that several computers share: its address, who may read what.

The same tables and the same ledger as in a file. Beside them stand the facts of each seat, written
in the transaction of the events that they come from, and before them the design as the seat may
know it. A seat's own role reads those rows and the campaign's name, and nothing else.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy import exc
from sqlalchemy.engine import URL, Connection, Engine, make_url

from wardesk.campaign.ledger.events import LedgerEvent, decode_body, encode_body, version_of
from wardesk.campaign.ledger.findings import Finding
from wardesk.campaign.ledger.seat_design import seat_design, told_names
from wardesk.campaign.ledger.seat_facts import Learner, SeatFact
from wardesk.campaign.ledger.seat_view import seats_of
from wardesk.campaign.operation.design import Design, decode_design, encode_design
from wardesk.errors import UserError
from wardesk.store.campaigns import CampaignStore, campaign_ids
from wardesk.store.engine import SCHEMA, open_engine, reading, told
from wardesk.store.server_schema import grant_seat, known_role, may_look, prepare_server
from wardesk.words import say

CHANNEL = "wardesk"
"""The channel on which the server tells that a campaign has grown; its id is the message."""
_DRIVER = "postgresql+psycopg"
_SERVER = sa.MetaData()
SEAT_FACT = sa.Table(
    "seat_fact",
    _SERVER,
    sa.Column("campaign", sa.String(64), primary_key=True),
    sa.Column("seat", sa.String(64), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("ordinal", sa.Integer, nullable=False),
    sa.Column("actor", sa.String(64), nullable=False),
    sa.Column("ruled", sa.Boolean, nullable=False),
    sa.Column("kind", sa.String(64), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)
"""What each seat knows: a cache of the ledger, in the seat's own numbers; before 1 its design."""
_DESIGN = 0
SEAT_ROLE = sa.Table(
    "seat_role",
    _SERVER,
    sa.Column("campaign", sa.String(64), primary_key=True),
    sa.Column("role", sa.String(64), primary_key=True),
    sa.Column("seat", sa.String(64), nullable=False),
)
"""Which role of the server sits where."""


class ServerPlace(Struct, frozen=True, kw_only=True):
    """Where a shared campaign lies: a database, and which of its campaigns where it has several."""

    url: URL
    campaign: str = ""

    def __str__(self) -> str:
        """The address without its password, as it may be shown and kept."""
        url = self.url._replace(password=None)  # `set` takes None for no change
        if self.campaign:
            url = url.update_query_dict({"campaign": self.campaign})
        return url.render_as_string(hide_password=False)

    @property
    def name(self) -> str:
        """What a title bar calls it."""
        return " · ".join(
            part for part in (self.campaign, self.url.database, self.url.host) if part
        )


def server_place(text: str) -> ServerPlace:
    """The place of an address ``postgresql://user@host/database?campaign=ID``.

    UserError for what is none.
    """
    try:
        url = make_url(text.strip())
    except (exc.ArgumentError, ValueError) as error:
        raise _no_address(text) from error
    if url.drivername not in ("postgresql", "postgres", _DRIVER) or not url.database:
        raise _no_address(text)
    chosen = url.query.get("campaign", "")
    url = url.difference_update_query(["campaign"])
    return ServerPlace(url=url, campaign=chosen if isinstance(chosen, str) else chosen[-1])


def _no_address(text: str) -> UserError:
    # a password may stand in what was typed: only what comes after it is shown
    shown = text.rpartition("@")[2]
    return UserError(
        say("{text!r} is no address of a campaign on a server.", text=shown),
        "Write it like postgresql://user@host/database",
    )


def open_server(place: ServerPlace) -> Engine:
    """The engine behind an address; nothing is asked of the server yet.

    UserError where the program was installed without the driver.
    """
    try:
        return open_engine(place.url.set(drivername=_DRIVER))
    except ModuleNotFoundError as error:
        raise UserError(
            "The driver for shared campaigns is not installed.",
            "Install WarDesk with its extra: pip install 'wardesk[shared]'",
        ) from error


# ---- a campaign on a server ---------------------------------------------------------------------


class ServerCampaignStore(CampaignStore):
    """A campaign on a server: whoever appends writes what each seat learns from it, too."""

    def __init__(self, engine: Engine, campaign: str) -> None:
        super().__init__(engine, campaign)
        self._known: list[LedgerEvent] = []
        self._learners: dict[str, Learner] = {}
        self._named: dict[str, set[str]] = {}
        self._counted: dict[str, int] = {}
        """By seat: what of the design its facts name, and how many facts those are."""

    def _with_events(self, connection: Connection, events: Sequence[LedgerEvent]) -> None:
        """Write what the seats learn, and tell everybody who listens."""
        if any(event.kind.startswith(("seat.", "correction.")) for event in events):
            before = self._events(connection, upto=events[0].seq - 1)
            if seats_of(before) != seats_of(known := [*before, *events]):
                self._write_all(connection, known)  # who sits where is another now
                self._tell(connection)
                return
        if not self._learners or events[0].seq != len(self._known) + 1:
            self._known = self._events(connection, upto=events[0].seq - 1)
            self._learners = _learners(self.design(), self._known or events)
            for learner in self._learners.values():
                learner.follow(self._known)
        known = [*self._known, *events]
        try:
            for seat, learner in self._learners.items():
                self._write_facts(connection, seat, learner, known)
        except BaseException:
            self._learners = {}
            raise
        self._known = known
        self._tell(connection)

    def _tell(self, connection: Connection) -> None:
        connection.exec_driver_sql(
            "SELECT pg_catalog.pg_notify(%s::text, %s::text)", (CHANNEL, self.campaign)
        )

    def _not_written(self) -> None:
        self._learners, self._named = {}, {}  # they may have learnt from what was refused

    def _write_facts(
        self, connection: Connection, seat: str, learner: Learner, events: Sequence[LedgerEvent]
    ) -> None:
        before, revision = list(learner.facts), learner.revision
        learner.follow(events)
        same = len(before)
        if learner.revision != revision:
            pairs = zip(before, learner.facts, strict=False)
            least = min(same, len(learner.facts))
            same = next((n for n, (old, new) in enumerate(pairs) if old is not new), least)
        if same < len(before):
            connection.execute(
                sa.delete(SEAT_FACT).where(
                    SEAT_FACT.c.campaign == self.campaign,
                    SEAT_FACT.c.seat == seat,
                    SEAT_FACT.c.number > same,
                )
            )
        self._write_design(connection, learner, same)
        rows = [self._fact_row(seat, fact) for fact in learner.facts[same:]]
        if rows:
            connection.execute(sa.insert(SEAT_FACT), rows)

    def _write_design(self, connection: Connection, learner: Learner, same: int) -> None:
        """Write the seat's design, where its facts behind the *same* ones name something new."""
        seat, known = learner.seat.id, self._named.get(learner.seat.id)
        named = told_names(learner.design, learner.facts[same:]) | (known or set())
        if known is None or same < self._counted[seat]:
            named = told_names(learner.design, learner.facts)
        self._counted[seat] = len(learner.facts)
        if named == known:
            return
        self._named[seat] = named
        here = (SEAT_FACT.c.campaign == self.campaign) & (SEAT_FACT.c.seat == seat)
        connection.execute(sa.delete(SEAT_FACT).where(here, SEAT_FACT.c.number == _DESIGN))
        connection.execute(sa.insert(SEAT_FACT), [self._design_row(learner, named)])

    def _design_row(self, learner: Learner, named: set[str]) -> dict[str, object]:
        seat = learner.seat
        design = seat_design(learner.design, seat, named)
        return {
            "campaign": self.campaign,
            "seat": seat.id,
            "number": _DESIGN,
            "ordinal": 0,
            "actor": "",
            "ruled": False,
            "kind": "design",
            "version": 1,
            "body": encode_design(design).decode(),
        }

    def _fact_row(self, seat: str, fact: SeatFact) -> dict[str, object]:
        body = encode_body(fact.payload)
        return {
            "campaign": self.campaign,
            "seat": seat,
            "number": fact.number,
            "ordinal": fact.ordinal,
            "actor": fact.actor,
            "ruled": fact.ruled,
            "kind": str(fact.payload.__struct_config__.tag),
            "version": version_of(body),
            "body": body,
        }

    def rebuild_facts(self) -> None:
        """Write the facts of all seats anew from the ledger."""
        with told("saved"), self.engine.begin() as connection:
            self._write_all(connection, self._events(connection))

    def _write_all(self, connection: Connection, events: Sequence[LedgerEvent]) -> None:
        connection.execute(sa.delete(SEAT_FACT).where(SEAT_FACT.c.campaign == self.campaign))
        self._named, self._learners = {}, {}
        for seat, learner in _learners(self.design(), events).items():
            self._write_facts(connection, seat, learner, events)

    def wrong_facts(self) -> list[Finding]:
        """Seats whose stored facts are not what the ledger tells them."""
        with reading(self.engine) as connection:
            events = self._events(connection)
            query = sa.select(SEAT_FACT).where(SEAT_FACT.c.campaign == self.campaign)
            stored = {
                (row["seat"], row["number"]): dict(row)
                for row in connection.execute(query).mappings()
            }
        due = dict[tuple[str, int], dict[str, object]]()
        for seat, learner in _learners(self.design(), events).items():
            learner.follow(events)
            named = told_names(learner.design, learner.facts)
            due[seat, _DESIGN] = self._design_row(learner, named)
            due |= {(seat, fact.number): self._fact_row(seat, fact) for fact in learner.facts}
        wrong = {key[0] for key in {*due, *stored} if due.get(key) != stored.get(key)}
        text = say("What is stored for it differs from what the log tells it.")
        advice = say("`wardesk campaign seat-role ADDRESS --rebuild` writes it anew.")
        return [
            Finding("error", say("seat {seat!s}", seat=seat), text, advice)
            for seat in sorted(wrong)
        ]

    def news(self, wait: float) -> Generator[bool]:
        """Wait for word that the campaign has grown: True with each, False after *wait* seconds.

        For a thread of its own. UserError when the connection is lost.
        """
        with told("followed"), closing(self.engine.raw_connection()) as pooled:
            pooled.detach()  # it listens from now on, and goes back into no pool
            driver: Any = pooled.dbapi_connection
            driver.autocommit = True
            driver.execute(f"LISTEN {CHANNEL}")
            while True:
                words = list(driver.notifies(timeout=wait, stop_after=1))
                yield any(word.payload == self.campaign for word in words)


def open_server_store(place: ServerPlace) -> ServerCampaignStore:
    """The campaign at an address, its tables brought to today's. Errors as `prepare_server`."""
    engine = open_server(place)
    try:
        if prepare_server(engine):
            for campaign in campaign_ids(engine):
                ServerCampaignStore(engine, campaign).rebuild_facts()
        return ServerCampaignStore.open(engine, place.campaign)
    except BaseException:
        engine.dispose()
        raise


def _learners(design: Design, events: Sequence[LedgerEvent]) -> dict[str, Learner]:
    seats = seats_of(events).values()
    return {seat.id: Learner(design, seat) for seat in seats if seat.role != "umpire"}


# ---- seats --------------------------------------------------------------------------------------


def seat_role(store: CampaignStore, seat: str, role: str) -> None:
    """Let a role of the server read what *seat* knows, and nothing else of the campaign.

    UserError for a role that the server does not know, or that may read everything anyhow.
    """
    quoted = store.engine.dialect.identifier_preparer.quote(role)
    with told("shared"), store.engine.begin() as connection:
        row = (
            connection.exec_driver_sql(
                "SELECT r.rolsuper OR r.rolbypassrls"
                " OR pg_catalog.pg_has_role(r.oid, c.relowner, 'MEMBER')"
                " FROM pg_catalog.pg_roles r, pg_catalog.pg_class c"
                f" WHERE r.rolname = %s AND c.oid = '{SCHEMA}.event'::pg_catalog.regclass",
                (role,),
            ).one_or_none()
            if known_role(connection, role)
            else None
        )
        if row is None:
            raise UserError(
                say("The server knows no role {role!r}.", role=role),
                say("Make it there: CREATE ROLE {role!s} LOGIN PASSWORD '…'", role=quoted),
            )
        if row[0]:
            raise UserError(
                say("The role {role!r} may read everything on this server.", role=role),
                "A seat needs a role of its own without rights.",
            )
        here = (SEAT_ROLE.c.campaign == store.campaign) & (SEAT_ROLE.c.role == role)
        connection.execute(sa.delete(SEAT_ROLE).where(here))
        connection.execute(
            sa.insert(SEAT_ROLE).values(campaign=store.campaign, role=role, seat=seat)
        )
        grant_seat(connection, quoted)


def no_seat_role(store: CampaignStore, role: str) -> None:
    """Take a role's seat away. UserError if it has none."""
    here = (SEAT_ROLE.c.campaign == store.campaign) & (SEAT_ROLE.c.role == role)
    with told("shared"), store.engine.begin() as connection:
        if connection.execute(sa.delete(SEAT_ROLE).where(here)).rowcount != 1:
            raise UserError(say("The role {role!r} has no seat here.", role=role))


def seat_roles(store: CampaignStore) -> list[tuple[str, str]]:
    """Role and seat of everybody who reads over the server."""
    query = (
        sa.select(SEAT_ROLE.c.role, SEAT_ROLE.c.seat)
        .where(SEAT_ROLE.c.campaign == store.campaign)
        .order_by(SEAT_ROLE.c.role)
    )
    with reading(store.engine) as connection:
        return [(row.role, row.seat) for row in connection.execute(query)]


class SeatKnows(Struct, frozen=True, kw_only=True):
    """All that a seat's own connection gets from the server."""

    campaign: str
    name: str
    seat: str
    design: Design
    facts: tuple[SeatFact, ...]


def seat_knows(engine: Engine, campaign: str = "") -> SeatKnows:
    """What the role of this connection may know. UserError where it has no seat."""
    with reading(engine) as connection:
        query = sa.select(SEAT_ROLE.c.campaign, SEAT_ROLE.c.seat).where(
            SEAT_ROLE.c.role == sa.func.current_user()
        )
        found = connection.execute(query).all() if may_look(connection) else []
        rows = [row for row in found if campaign in ("", row.campaign)]
        if len(rows) != 1:
            raise UserError(
                say("Which campaign?") if rows else say("You have no seat here."),
                say("Add ?campaign=… to the address.") if rows else say("Ask the umpire for one."),
            )
        found, seat = rows[0].campaign, rows[0].seat
        name = connection.execute(
            sa.text("SELECT name FROM campaign WHERE id = :id"), {"id": found}
        ).scalar_one()
        rows = connection.execute(
            sa.select(SEAT_FACT).where(SEAT_FACT.c.campaign == found).order_by(SEAT_FACT.c.number)
        ).all()
    if not rows or rows[0].number != _DESIGN:
        raise UserError(
            "What you may know is not written yet.", "Ask the umpire to open the campaign once."
        )
    return SeatKnows(
        campaign=found,
        name=name,
        seat=seat,
        design=decode_design(rows[0].body.encode()),
        facts=tuple(
            SeatFact(
                number=row.number,
                ordinal=row.ordinal,
                actor=row.actor,
                ruled=row.ruled,
                payload=decode_body(row.kind, row.version, row.body),
            )
            for row in rows[1:]
        ),
    )
