"""Many write to one server at once; clients are killed, and the server is: nothing is lost."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from postgres import Server, why_not
from small_campaign import NOW, in_sight_of_each_other, small_design

from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.server import examine_campaign
from wardesk.store.server import server_place

CHILD = Path(__file__).with_name("server_kill_child.py")
ROOT = CHILD.parents[2]
pytestmark = [
    pytest.mark.skipif(bool(why_not()), reason=why_not() or "a server can be started"),
    pytest.mark.xdist_group("postgres"),
]


class Writers:
    """Processes that write to one campaign, each with a file of what was acknowledged to it."""

    def __init__(self, address: str, folder: Path, number: int) -> None:
        self._address, self._folder, self._made = address, folder, 0
        self.running: list[subprocess.Popen[bytes]] = []
        for _one in range(number):
            self.start()

    def start(self) -> None:
        """One more."""
        self._made += 1
        paths = os.pathsep.join([str(ROOT), str(ROOT / "tests" / "campaign")])
        with (self._folder / f"{self._made}.txt").open("wb") as said:
            self.running.append(
                subprocess.Popen(
                    [sys.executable, str(CHILD), self._address],
                    stdout=said,
                    env={**os.environ, "PYTHONPATH": paths},
                )
            )

    def kill(self, number: int) -> None:
        """Kill one of them in the middle of whatever it does."""
        process = self.running.pop(number)
        process.kill()
        process.wait()

    def acknowledged(self) -> Iterator[tuple[int, str]]:
        """Number and hash of every last event of a batch that somebody was told is stored."""
        for file in self._folder.glob("*.txt"):
            for line in file.read_text().splitlines():
                seq, hashed = line.split()
                yield int(seq), hashed


def write_and_kill(folder: Path, *, writers: int, events: int, kills: int) -> None:
    server = Server()
    crew = None
    try:
        place = server_place(server.database("shared"))
        with CampaignDesk.create(
            place, small_design(), name="S", campaign="s", seed=1, options={}, now=lambda: NOW,
            nonce=lambda: bytes(16),
        ) as desk:  # fmt: skip
            in_sight_of_each_other(desk)
        crew, chance = Writers(str(place), folder, writers), random.Random(44)
        due = [events * (number + 1) // (kills + 2) for number in range(kills + 1)]
        fallen, deadline = kills // 2, time.monotonic() + 240
        while True:
            head = max((seq for seq, _ in crew.acknowledged()), default=0)
            if head >= events and not due:
                break
            assert time.monotonic() < deadline, f"only {head} events were written"
            if due and head >= due[0]:
                due.pop(0)
                if len(due) == fallen:
                    server.kill()
                else:
                    crew.kill(chance.randrange(len(crew.running)))
                    crew.start()
            time.sleep(0.05)
        while crew.running:
            crew.kill(0)
        with CampaignDesk.open(place, write=False, now=lambda: NOW, nonce=bytes) as desk:
            stored = {event.seq: event.hash for event in desk.ledger.events}
            kinds = [event.kind for event in desk.ledger.events]
        acknowledged = list(crew.acknowledged())
        assert all(stored.get(seq) == hashed for seq, hashed in acknowledged)
        assert len({seq for seq, _ in acknowledged}) == len(acknowledged)
        assert kinds.count("fact.set") == kinds.count("unit.step_recovered")
        assert kinds.count("unit.moved") == kinds.count("fog.sighted") - 1  # one at the beginning
        found = [finding for finding in examine_campaign(place)[0] if finding.level != "note"]
        assert found == []
    finally:
        while crew is not None and crew.running:
            crew.kill(0)
        server.close()


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_by_kills_of_clients_and_of_the_server(tmp_path):
    write_and_kill(tmp_path, writers=3, events=90, kills=2)


@pytest.mark.long
@pytest.mark.timeout(600)
def test_eight_writers_and_two_thousand_events(tmp_path):
    write_and_kill(tmp_path, writers=8, events=2_000, kills=10)
