"""A campaign of 20,000 events looked at: any moment of its map, its graph and its boxes.

Processor time of this run beside its budget; nothing is asserted about the clock.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import cache

import pytest
from garden import garden_design
from lived_in import CORRECTIONS, EVENTS, PACKETS, events, lived_in
from msgspec.structs import replace
from pytest_benchmark.fixture import BenchmarkFixture
from small_campaign import NOW

from wardesk.campaign.ledger.history import History
from wardesk.documents.packs.campaign_maps import find_atlas
from wardesk.reports import campaign_maps, page
from wardesk.reports.packet import make_packet, qt_packet_painter
from wardesk.reports.packet_rows import packet_rows
from wardesk.services.campaign.boxes import box_facts
from wardesk.services.campaign.curves import curve_facts
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.forms import form_lines
from wardesk.services.campaign.graph import graph_facts
from wardesk.services.campaign.merge import merge
from wardesk.services.campaign.operational_map import ALL, map_facts
from wardesk.services.campaign.packets import view_for
from wardesk.services.campaign.page import PageMaker
from wardesk.services.campaign.places import Gazetteer
from wardesk.services.campaign.views import CampaignViews
from wardesk.ui.campaign.views.loader import look


@cache
def gazetteer() -> Gazetteer:
    atlas = find_atlas("market-garden")
    assert atlas is not None
    return Gazetteer(garden_design(), atlas)


def looked(history: History, count: int) -> int:
    return len(map_facts(gazetteer(), history.at(count), count).tokens)


def worst(work: Callable[[int], object], counts: list[int]) -> float:
    """The longest processor time in ms, each moment taken three times and the best of it."""
    found = 0.0
    for count in counts:
        times = []
        for _ in range(3):
            begun = time.process_time()
            work(count)
            times.append(time.process_time() - begun)
        found = max(found, min(times))
    return found * 1000


@pytest.fixture(scope="module")
def history() -> History:
    made = History(garden_design())
    made.follow(events())
    made.at(EVENTS)
    looked(made, EVENTS)  # the places are read once
    return made


def test_the_budget_of_looking_back(history: History, budget):
    chance = random.Random(7)
    moments = [chance.randrange(1, EVENTS) for _ in range(20)] + [EVENTS]
    design = garden_design()

    took = worst(lambda k: looked(history, k), moments)
    budget("20,000 events: the map as of any moment", "100 ms", f"{took:.0f} ms", took < 100)

    def others(count: int) -> None:
        state = history.at(count)
        graph_facts(design, state)
        box_facts(design, state)

    took = worst(others, moments)
    budget("20,000 events: graph and boxes of any moment", "100 ms", f"{took:.0f} ms", took < 100)


def test_the_budget_of_a_page(budget, tmp_path):
    file = lived_in(tmp_path / "long.wdcamp")
    desk = CampaignDesk.open(file, write=False, now=lambda: NOW, nonce=lambda: bytes(16))
    assert len(desk.state.packets) == PACKETS
    assert len(desk.ledger.undone) == CORRECTIONS
    assert desk.ledger.stale_packets()
    maker = PageMaker(desk)
    for seat, name in (("umpire", "the umpire's page"), ("allied", "a seat's page")):
        maker.page(seat)  # the first one is made while the campaign opens
        took = worst(lambda _, seat=seat: maker.page(seat), [1])
        budget(f"20,000 events: {name}, once it is open", "100 ms", f"{took:.0f} ms", took < 100)
    desk.close()


def test_the_budget_of_every_page(budget, tmp_path):
    file = lived_in(tmp_path / "long.wdcamp")
    with CampaignDesk.open(file, write=False, now=lambda: NOW, nonce=lambda: bytes(16)) as desk:
        views = CampaignViews(desk)
        works = {
            "the packets page": lambda _: packet_rows(desk, ("allied",)),
            "a results sheet": lambda _: desk.preview(desk.sheet("WED")),
            "everything that can be done": lambda _: form_lines(desk),
            "an old results sheet merged": lambda _: merge(desk.ledger, old),
        }
        sheet = desk.sheet("WED")
        event = desk.ledger.events[EVENTS // 2]
        old = replace(sheet, opened_at=event.seq, opened_hash=event.hash)
        for seat in ("umpire", "allied"):
            for kind in ("map", "graph", "plots", "boxes"):
                works[f"{kind} of the {seat}"] = lambda _, kind=kind, seat=seat: look(
                    views, kind, seat, None, ("", -1)
                )
        for name, work in works.items():
            work(1)
            took = worst(work, [1])
            budget(f"20,000 events: {name}", "100 ms", f"{took:.0f} ms", took < 100)


def test_the_budget_of_a_packet(budget, tmp_path, qapp):
    file = lived_in(tmp_path / "long.wdcamp")
    with CampaignDesk.open(file, write=False, now=lambda: NOW, nonce=lambda: bytes(16)) as desk:
        painter = qt_packet_painter()
        # the very first one paints and keeps the ground of the map, too
        for seat, name in (
            ("german", "the first packet on a computer"),
            ("german", "the first packet of a later run"),
            ("allied", "each further packet"),
        ):
            if name.endswith("run"):  # what a process keeps is gone, what lies on the disk is not
                campaign_maps._KEPT.clear()
                page._environment.cache_clear()
                desk._followers.clear()
            begun = time.process_time()
            packet = make_packet(desk.design, view_for(desk, seat), painter)
            took = time.process_time() - begun
            budget(f"20,000 events: {name}", "1 s", f"{took:.2f} s", took < 1)
    size = sum(map(len, packet.files.values())) / 1e6
    budget("20,000 events: a packet's files", "3 MB", f"{size:.1f} MB", size < 3)


def test_the_budget_of_the_first_look(budget):
    times = []
    for _ in range(3):
        fresh = History(garden_design())
        begun = time.process_time()
        fresh.follow(events())
        fresh.at(EVENTS)
        times.append(time.process_time() - begun)
    best = min(times)

    budget("20,000 events: first look, all states kept", "1 s", f"{best:.2f} s", best < 1)


def test_the_budget_of_the_plots(history: History, budget):
    begun = time.process_time()
    facts = curve_facts(history, ALL)
    took = time.process_time() - begun

    assert facts.curves
    budget("20,000 events: curves of all formations", "1 s", f"{took:.2f} s", took < 1)


@pytest.mark.benchmark(group="a moment in 20,000 events")
def test_a_moment_with_kept_states(benchmark: BenchmarkFixture, history: History):
    assert benchmark(looked, history, EVENTS - 3) > 0


@pytest.mark.benchmark(group="a moment in 20,000 events")
def test_a_moment_folded_from_the_start(benchmark: BenchmarkFixture):
    def whole() -> int:
        plain = History(garden_design(), every=EVENTS * 2)
        plain.follow(events())
        return looked(plain, EVENTS - 3)

    assert benchmark.pedantic(whole, rounds=3) > 0
