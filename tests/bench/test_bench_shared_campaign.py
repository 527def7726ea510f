"""A campaign of 20,000 events on a server: opened, verified, rebuilt, a page; beside its file."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from lived_in import EVENTS, lived_in
from postgres import Server, why_not

from wardesk.services.campaign.desk import CampaignDesk, utc_now
from wardesk.services.campaign.page import UMPIRE, PageMaker
from wardesk.services.campaign.server import Place, copy_to_server
from wardesk.store.server import ServerPlace, server_place

pytestmark = pytest.mark.skipif(bool(why_not()), reason=why_not() or "a server can be started")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return lived_in(tmp_path_factory.mktemp("shared") / "long.wdcamp")


@pytest.fixture(scope="module")
def place(file: Path):
    server = Server()
    yield copy_to_server(file, server_place(server.database("long")))
    server.close()


def opened(place: Place) -> CampaignDesk:
    return CampaignDesk.open(place, write=False, now=utc_now, nonce=lambda: bytes(16))


def best_of(work, times: int = 3) -> float:
    """The least seconds of the clock: the server works in a process of its own."""
    found = []
    for _ in range(times):
        begun = time.perf_counter()
        work()
        found.append(time.perf_counter() - begun)
    return min(found)


def test_a_shared_campaign_of_20_000_events_opens_beside_its_file(
    file: Path, place: ServerPlace, budget
):
    with opened(place) as desk:
        assert desk.ledger.head >= EVENTS
    there = best_of(lambda: opened(place).close())
    here = best_of(lambda: opened(file).close())
    budget(
        "20,000 events on a server: open, verify, rebuild", "2 s",
        f"{there:.2f} s ({there / here:.1f} times the file)", there < 2,
    )  # fmt: skip


def test_a_page_of_a_shared_campaign(place: ServerPlace, budget):
    with CampaignDesk.open(place, write=True, now=utc_now, nonce=lambda: bytes(16)) as desk:
        maker = PageMaker(desk)
        maker.page(UMPIRE)
        took = 1000 * best_of(lambda: (desk.catch_up(), maker.page(UMPIRE)), 5)
    budget(
        "20,000 events on a server: a page, others' news", "100 ms", f"{took:.0f} ms", took < 100
    )
