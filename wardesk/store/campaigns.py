"""Campaigns in a database: created, read, and added to; never edited."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any, Self

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy import exc
from sqlalchemy.engine import Connection, Engine

from wardesk.campaign.ledger.events import LedgerEvent, stamp
from wardesk.campaign.ledger.kinds.rulings import Reversed
from wardesk.campaign.operation.design import Design, decode_design, design_hash, encode_design
from wardesk.campaign.operation.state import State, first_state
from wardesk.closing import Closing
from wardesk.engine.chain import GENESIS
from wardesk.errors import DamagedFile, UserError
from wardesk.paths import VERSION
from wardesk.store import read_model
from wardesk.store.engine import reading, told
from wardesk.store.rows import (
    AppearanceRow,
    CampaignRow,
    DesignRow,
    EventRow,
    UnitRow,
    UnitStateRow,
)
from wardesk.words import say


class Conflict(UserError):
    """Somebody else has added events since this ledger was read."""


class CampaignInfo(Struct, frozen=True, kw_only=True):
    """What a database says about one campaign."""

    id: str
    name: str
    created_at: str
    written_by: str
    head_seq: int
    head_hash: str


def _table(row: Any) -> sa.Table:  # noqa: ANN401 - SQLModel's classes hide it from the type checker
    return row.__table__


_CAMPAIGN, _DESIGN, _EVENT = _table(CampaignRow), _table(DesignRow), _table(EventRow)
_UNIT, _APPEARANCE, _UNIT_STATE = _table(UnitRow), _table(AppearanceRow), _table(UnitStateRow)
_EVENT_COLUMNS = (
    "campaign", "seq", "kind", "version", "body", "ordinal", "actor", "seen_by", "source",
    "caused_by", "ruling", "recorded_at", "prev", "hash",
)  # fmt: skip


def campaign_ids(engine: Engine) -> list[str]:
    """The campaigns of a database."""
    with reading(engine) as connection:
        return [row[0] for row in connection.execute(sa.select(_CAMPAIGN.c.id))]


class CampaignStore(Closing):
    """One campaign in an opened database, until `close`."""

    def __init__(self, engine: Engine, campaign: str) -> None:
        self.engine = engine
        self.campaign = campaign

    @classmethod
    def create(
        cls, engine: Engine, design: Design, campaign: str, name: str, now: datetime
    ) -> Self:
        """Write a campaign without events. UserError when it is there already."""
        try:
            with told("created"), engine.begin() as connection:
                _insert_campaign(connection, design, campaign, name, now)
        except exc.IntegrityError as error:
            raise UserError(
                say("There is a campaign {campaign!r} already.", campaign=campaign)
            ) from error
        return cls(engine, campaign)

    @classmethod
    def open(cls, engine: Engine, campaign: str = "") -> Self:
        """The campaign of a database; *campaign* only where there are several. UserError if not."""
        ids = campaign_ids(engine)
        if campaign and campaign not in ids:
            raise UserError(
                say("There is no campaign {campaign!r} here.", campaign=campaign),
                say("There are: {ids!s}.", ids=ids),
            )
        if not campaign and len(ids) != 1:
            raise UserError(
                say("Which campaign?") if ids else say("There is no campaign in this file."),
                say("There are: {ids!s}.", ids=", ".join(ids)) if ids else "",
            )
        return cls(engine, campaign or ids[0])

    def info(self) -> CampaignInfo:
        """Name, age and head."""
        with reading(self.engine) as connection:
            query = sa.select(_CAMPAIGN).where(_CAMPAIGN.c.id == self.campaign)
            row = connection.execute(query).mappings().one()
        return CampaignInfo(**row)

    def design(self) -> Design:
        """The design that the campaign was opened with. DamagedFile when it was changed."""
        with reading(self.engine) as connection:
            query = sa.select(_DESIGN.c.body, _DESIGN.c.hash).where(
                _DESIGN.c.campaign == self.campaign
            )
            row = connection.execute(query).one_or_none()
        if row is None:
            raise DamagedFile("The campaign's design is missing.", "Restore the last backup.")
        body = row.body.encode("utf-8", "surrogateescape")
        if sha256(body).hexdigest() != row.hash:
            text = say("The campaign's design is not what was written.")
            raise DamagedFile(text, "Restore the last backup.")
        try:
            return decode_design(body)
        except (msgspec.ValidationError, msgspec.DecodeError) as error:
            text = say("The campaign's design cannot be read: {error}.", error=error)
            raise DamagedFile(text, "Restore the last backup.") from error

    def design_hash(self) -> str:
        """The hash of the design as it is stored."""
        with reading(self.engine) as connection:
            query = sa.select(_DESIGN.c.hash).where(_DESIGN.c.campaign == self.campaign)
            return connection.execute(query).scalar_one()

    def events(self, after: int = 0) -> list[LedgerEvent]:
        """Every event behind *after* in order, as stored; the chain is not checked here."""
        query = self._event_query(after)
        try:
            with reading(self.engine) as connection:
                rows = connection.execute(query).all()
        except UserError as error:
            if "UTF-8" not in error.message:
                raise
            rows = self._spoiled_rows(query)
        return _read_events(rows)

    def _event_query(self, after: int = 0) -> sa.Select[Any]:
        columns = [_EVENT.c[name] for name in _EVENT_COLUMNS]
        here = (_EVENT.c.campaign == self.campaign) & (_EVENT.c.seq > after)
        return sa.select(*columns).where(here).order_by(_EVENT.c.seq)

    def _events(self, connection: Connection, upto: int | None = None) -> list[LedgerEvent]:
        """The events as a transaction sees them, up to one of them."""
        query = self._event_query()
        if upto is not None:
            query = query.where(_EVENT.c.seq <= upto)
        return _read_events(connection.execute(query).all())

    def last_turn(self) -> int:
        """The ordinal of the last event's turn, -1 before the first."""
        query = (
            sa.select(_EVENT.c.ordinal)
            .where(_EVENT.c.campaign == self.campaign)
            .order_by(_EVENT.c.seq.desc())
            .limit(1)
        )
        with reading(self.engine) as connection:
            found = connection.execute(query).scalar_one_or_none()
        return -1 if found is None else int(found)

    def _spoiled_rows(self, query: sa.Select[Any]) -> Sequence[Any]:
        """The rows with the bytes that are no text kept apart: the chain shall name the event."""
        with reading(self.engine) as connection:
            driver = connection.connection.driver_connection
            assert isinstance(driver, sqlite3.Connection)
            driver.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
            try:
                return connection.execute(query).all()
            finally:
                driver.text_factory = str

    def append(self, events: Sequence[LedgerEvent], state: State) -> None:
        """Store sealed events with the units that they touch: all of it or nothing.

        `Conflict` when the ledger has grown meanwhile; UserError when the disk refuses.
        """
        if not events:
            return
        first, last = events[0], events[-1]
        try:
            with told("saved"), self.engine.begin() as connection:
                moved = connection.execute(
                    sa.update(_CAMPAIGN)
                    .where(
                        _CAMPAIGN.c.id == self.campaign,
                        _CAMPAIGN.c.head_seq == first.seq - 1,
                        _CAMPAIGN.c.head_hash == first.prev,
                    )
                    .values(head_seq=last.seq, head_hash=last.hash)
                )
                if moved.rowcount != 1:
                    raise _conflict()
                connection.execute(sa.insert(_EVENT), [_event_row(event) for event in events])
                self._store_units(connection, state, _touched(events, state))
                read_model.follow(connection, self.campaign, state, events)
                self._with_events(connection, events)
        except exc.IntegrityError as error:
            self._not_written()
            raise _conflict() from error
        except BaseException:
            self._not_written()
            raise

    def _with_events(self, connection: Connection, events: Sequence[LedgerEvent]) -> None:
        """What else is written in the transaction of *events*: nothing in a file."""

    def _not_written(self) -> None:
        """The transaction was rolled back."""

    def unit_states(self) -> dict[str, dict[str, Any]]:
        """The stored cache of unit states, by unit; `doctor` compares it with the ledger."""
        query = sa.select(_UNIT_STATE).where(_UNIT_STATE.c.campaign == self.campaign)
        with reading(self.engine) as connection:
            return {row["unit"]: dict(row) for row in connection.execute(query).mappings()}

    def differing_tables(self, design: Design, state: State) -> list[str]:
        """Tables beside the ledger that do not say what it says."""
        with reading(self.engine) as connection:
            return read_model.differing(connection, self.campaign, design, state)

    def rebuild_cache(self, design: Design, state: State) -> None:
        """Write the cache of unit states and the tables beside the ledger anew from its *state*.

        Not where somebody has added events since: their states are newer.
        """
        head = sa.select(_CAMPAIGN.c.head_seq).where(_CAMPAIGN.c.id == self.campaign)
        with told("saved"), self.engine.begin() as connection:
            if connection.execute(head.with_for_update()).scalar_one() == state.seq:
                self._store_units(connection, state, state.units)
                read_model.rebuild(connection, self.campaign, design, state)

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()

    def _store_units(self, connection: Connection, state: State, units: Iterable[str]) -> None:
        names = list(units)
        if not names:
            return
        # DELETE and INSERT: every database has its own upsert, all know these two
        key = (_UNIT_STATE.c.campaign == self.campaign) & (
            _UNIT_STATE.c.unit == sa.bindparam("name")
        )
        connection.execute(sa.delete(_UNIT_STATE).where(key), [{"name": name} for name in names])
        rows = [unit_row(self.campaign, name, state) for name in names]
        connection.execute(sa.insert(_UNIT_STATE), rows)


def unit_row(campaign: str, unit: str, state: State) -> dict[str, Any]:
    """The cache row that a unit must have."""
    found = state.units[unit]
    return {
        "campaign": campaign,
        "unit": unit,
        "place": found.place.kind,
        "at": found.place.at,
        "sheet": found.place.sheet,
        "game": found.place.game,
        "steps": found.steps,
        "flags": json.dumps(found.flags),
        "as_of_seq": state.seq,
    }


def _conflict() -> Conflict:
    return Conflict(
        "Somebody else has added to this campaign since you opened it.",
        "Open it again; WarDesk checks anew what you wanted to add.",
    )


def _touched(events: Sequence[LedgerEvent], state: State) -> Iterable[str]:
    payloads = [event.payload for event in events]
    if any(isinstance(payload, Reversed) for payload in payloads):
        return state.units  # a reversal may change any of them
    found = (getattr(payload, "unit", None) for payload in payloads)
    return dict.fromkeys(unit for unit in found if unit)


def _read_events(rows: Iterable[Any]) -> list[LedgerEvent]:
    seats: dict[str, tuple[str, ...]] = {}
    return [_event(row, seats) for row in rows]


def _event_row(event: LedgerEvent) -> dict[str, Any]:
    row = {name: getattr(event, name) for name in _EVENT_COLUMNS}
    return row | {"seen_by": json.dumps(event.seen_by)}


def _event(row: Any, seats: dict[str, tuple[str, ...]]) -> LedgerEvent:  # noqa: ANN401 - a row of the query
    (campaign, seq, kind, version, body, ordinal, actor, seen_by, source, caused_by, ruling,
     recorded_at, prev, hashed) = row  # fmt: skip
    seen = seats.get(seen_by)  # few different lists stand in many events
    if seen is None:
        try:
            seen = tuple(str(seat) for seat in json.loads(seen_by))
        except (ValueError, TypeError):
            seen = ("?",)  # not what was written: the chain will say so at this event
        seats[seen_by] = seen
    return LedgerEvent(
        campaign=campaign,
        seq=seq,
        kind=kind,
        version=version,
        body=body,
        ordinal=ordinal,
        actor=actor,
        seen_by=seen,
        source=source,
        caused_by=caused_by,
        ruling=ruling,
        recorded_at=recorded_at,
        prev=prev,
        hash=hashed,
    )


def _insert_campaign(
    connection: Connection, design: Design, campaign: str, name: str, now: datetime
) -> None:
    connection.execute(
        sa.insert(_CAMPAIGN).values(
            id=campaign,
            name=name,
            created_at=stamp(now),
            written_by=VERSION,
            head_seq=0,
            head_hash=GENESIS,
        )
    )
    body = encode_design(design).decode()
    connection.execute(
        sa.insert(_DESIGN).values(campaign=campaign, hash=design_hash(design), body=body)
    )
    units = [
        {
            "campaign": campaign,
            "id": unit.id,
            "name": unit.name,
            "formation": unit.formation,
            "steps_full": unit.steps_full,
        }
        for unit in design.units
    ]
    if units:
        connection.execute(sa.insert(_UNIT), units)
    seen = [
        {"campaign": campaign, "game": each.game, "counter": each.counter, "unit": each.unit}
        for each in design.appearances
    ]
    if seen:
        connection.execute(sa.insert(_APPEARANCE), seen)
    state = first_state(design)
    rows = [unit_row(campaign, unit, state) for unit in state.units]
    if rows:
        connection.execute(sa.insert(_UNIT_STATE), rows)
    read_model.write_fixed(connection, campaign, design)
