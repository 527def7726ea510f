"""Killed at any moment, or with the disk full: nothing acknowledged is lost, nothing is half."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from small_campaign import NOW, in_sight_of_each_other, small_design

from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.files import examine_file, verify_copy
from wardesk.store.backups import backups

CHILD = Path(__file__).with_name("campaign_kill_child.py")
FULL = Path(__file__).with_name("campaign_full_child.py")
ROOT = CHILD.parents[2]
TIMES = 20
LONG_TIMES = 200

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")


def make(path: Path) -> None:
    with CampaignDesk.create(
        path, small_design(), name="S", campaign="s", seed=1, options={}, now=lambda: NOW,
        nonce=lambda: bytes(16),
    ) as desk:  # fmt: skip
        in_sight_of_each_other(desk)


def environment() -> dict[str, str]:
    folders = os.pathsep.join([str(ROOT), str(ROOT / "tests" / "campaign")])
    return {**os.environ, "PYTHONPATH": folders}


@pytest.fixture
def writers():
    """A process that forks one to write for each path it is told; see `campaign_kill_child`."""
    with subprocess.Popen(
        [sys.executable, str(CHILD)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        env=environment(), text=True, bufsize=1,
    ) as process:  # fmt: skip
        yield process
        assert process.stdin is not None
        process.stdin.close()


def killed_after(writers: subprocess.Popen[str], path: Path, seconds: float) -> list[int]:
    """Let a child write, kill it, and give back what it said was stored."""
    assert writers.stdin is not None
    assert writers.stdout is not None
    writers.stdin.write(f"{path}\n")
    child = int(writers.stdout.readline().removeprefix("pid "))
    said = [int(writers.stdout.readline())]
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    # a number is written in one go, so that none is cut short by the kill
    while (line := writers.stdout.readline()) != "killed\n":
        said.append(int(line))
    return said


def kill_and_look(writers: subprocess.Popen[str], path: Path, times: int) -> None:
    make(path)
    moments = random.Random(44)
    heads = set()
    for _ in range(times):
        said = killed_after(writers, path, moments.uniform(0, 0.15))
        with CampaignDesk.open(path, write=False, now=lambda: NOW, nonce=lambda: bytes(16)) as desk:
            head = desk.ledger.head
            kinds = [event.kind for event in desk.ledger.events]
        assert said
        # one batch may be on the disk whose acknowledgement was killed on its way to us
        assert said[-1] <= head <= said[-1] + 3
        assert kinds.count("fact.set") == kinds.count("unit.step_recovered")
        assert kinds.count("unit.moved") == kinds.count("fog.sighted") - 1  # one at the beginning
        findings, _ = examine_file(path)
        assert [f for f in findings if f.level != "note"] == []
        for each in backups(path):
            verify_copy(each.path)
        heads.add(head)
    assert len(heads) == times


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_killed_while_writing_nothing_acknowledged_is_lost(tmp_path, writers):
    kill_and_look(writers, tmp_path / "s.wdcamp", TIMES)


@pytest.mark.long
@pytest.mark.timeout(3000)
def test_killed_two_hundred_times_nothing_acknowledged_is_lost(tmp_path, writers):
    kill_and_look(writers, tmp_path / "s.wdcamp", LONG_TIMES)


def test_a_full_disk_is_reported_and_loses_nothing(tmp_path):
    path = tmp_path / "s.wdcamp"
    make(path)

    done = subprocess.run(
        [sys.executable, str(FULL), str(path)], env=environment(), capture_output=True, text=True,
        check=False,
    )  # fmt: skip

    assert done.returncode == 0, done.stderr
    said, refused, after = done.stdout.splitlines()
    assert "could not be saved" in refused
    assert "What was stored before is unchanged" in refused
    with CampaignDesk.open(path, write=True, now=lambda: NOW, nonce=lambda: bytes(16)) as desk:
        assert desk.ledger.head == int(said) == int(after)
    findings, _ = examine_file(path)
    assert [f for f in findings if f.level != "note"] == []
