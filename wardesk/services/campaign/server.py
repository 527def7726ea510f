"""Campaigns on a server: opened by several at once, copied there, examined, read by a seat."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from wardesk.campaign.ledger.findings import Finding
from wardesk.campaign.operation.design import Design
from wardesk.errors import UserError
from wardesk.services.campaign.files import (
    CampaignFile,
    examine_file,
    examine_store,
    no_numbers,
    open_store,
)
from wardesk.services.campaign.shelf import is_address
from wardesk.store.health import refusal
from wardesk.store.server import (
    SeatKnows,
    ServerCampaignStore,
    ServerPlace,
    open_server,
    open_server_store,
    seat_knows,
    server_place,
)
from wardesk.store.server_schema import prepare_server
from wardesk.store.transfer import transfer
from wardesk.words import say

Place = Path | ServerPlace
"""Where a campaign lies."""


def campaign_place(text: str | Path) -> Place:
    """The place that somebody typed: an address of a server, else a file."""
    if isinstance(text, Path):
        return text
    return server_place(text) if is_address(text) else Path(text)


class CampaignServer:
    """A campaign on a server while it is open, until `close`. Nobody locks anybody out."""

    def __init__(self, place: ServerPlace, store: ServerCampaignStore, *, write: bool) -> None:
        self.place = msgspec.structs.replace(place, campaign=store.campaign)
        self.store = store
        self._write = write

    @classmethod
    def create(
        cls, place: ServerPlace, design: Design, *, campaign: str, name: str, now: datetime
    ) -> CampaignServer:
        """A new campaign without events. UserError if there is one."""
        engine = open_server(place)
        try:
            prepare_server(engine, create=True)
            named = place.campaign or campaign
            store = ServerCampaignStore.create(engine, design, named, name, now)
        except BaseException:
            engine.dispose()
            raise
        return cls(place, store, write=True)

    @classmethod
    def open(cls, place: ServerPlace, *, write: bool) -> CampaignServer:
        """An existing campaign. UserError as `open_server_store`."""
        return cls(place, open_server_store(place), write=write)

    @property
    def writable(self) -> bool:
        """Whether it was opened for writing and is not closed."""
        return self._write

    def close(self) -> None:
        """Let go of the server. Closing twice is allowed."""
        self.store.close()
        self._write = False


def create_campaign(
    place: Place, design: Design, *, campaign: str, name: str, now: datetime
) -> CampaignFile | CampaignServer:
    """A new campaign without events, as a file or on a server."""
    kind = CampaignFile if isinstance(place, Path) else CampaignServer
    return kind.create(place, design, campaign=campaign, name=name, now=now)  # pyright: ignore[reportArgumentType]


def open_campaign(place: Place, *, write: bool) -> CampaignFile | CampaignServer:
    """An existing campaign, as a file or on a server."""
    if isinstance(place, Path):
        return CampaignFile.open(place, write=write)
    return CampaignServer.open(place, write=write)


def copy_to_server(source: Path, place: ServerPlace) -> ServerPlace:
    """Put a copy of a campaign file on a server, its chain as it was; where it lies then.

    UserError when that campaign is there already; nothing is written then.
    """
    engine = open_server(place)
    try:
        with open_store(source, write=False) as store:
            prepare_server(engine, create=True)
            transfer(store, engine)
            found = store.campaign
        with CampaignServer.open(
            msgspec.structs.replace(place, campaign=found), write=True
        ).store as copied:
            copied.rebuild_facts()
    finally:
        engine.dispose()
    return msgspec.structs.replace(place, campaign=found)


def examine_campaign(place: Place) -> tuple[list[Finding], dict[str, Any]]:
    """Everything that is wrong with a campaign, and a few numbers. Nothing is written.

    UserError when there is none; damage is a finding, never an error.
    """
    if isinstance(place, Path):
        return examine_file(place)
    numbers = no_numbers()
    try:
        with open_server_store(place) as store:
            return [*examine_store(store, numbers), *store.wrong_facts()], numbers
    except UserError as error:
        return [refusal(error)], numbers


def known_over_server(place: ServerPlace) -> SeatKnows:
    """All that the role of an address may know. UserError where it has no seat."""
    engine = open_server(place)
    try:
        return seat_knows(engine, place.campaign)
    finally:
        engine.dispose()


def place_text(place: Place) -> str:
    """A place as it is kept in other files: whole, and without a password."""
    return str(place.resolve()) if isinstance(place, Path) else str(place)


def server_only(place: Place) -> ServerPlace:
    """A place that must be a server's. UserError for a file."""
    if isinstance(place, Path):
        raise UserError(
            say("{file!s} is a file; seats read over a server.", file=place),
            "Put it there: `wardesk campaign copy FILE ADDRESS`.",
        )
    return place
