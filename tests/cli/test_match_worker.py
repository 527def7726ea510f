"""`wardesk match` whose worker process dies says so, shows what was played, and fails."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest
from dice_race import load_race

from wardesk.cli.main import main
from wardesk.services.play import tables
from wardesk.studies import run as running
from wardesk.studies.run import InThisProcess

ROOT = Path(__file__).parents[2]
SCENARIO = "eben-emael/historical"


def _children(process: int) -> list[int]:
    """Processes that *process* started, other than Python's own tracker of shared memory."""
    try:
        told = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii")
        found = [int(word) for word in told.split()]
        lines = {one: Path(f"/proc/{one}/cmdline").read_bytes() for one in found}
    except OSError:
        return []
    return [one for one, line in lines.items() if b"spawn_main" in line]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux's list of processes")
def test_a_killed_worker_is_told_and_the_match_fails():
    words = ["match", SCENARIO, "--players", "german=script", "--base", "random", "-n", "500"]
    with subprocess.Popen(
        [sys.executable, "-m", "wardesk", *words, "--jobs", "1"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        deadline = time.monotonic() + 60
        while not (workers := _children(process.pid)) and time.monotonic() < deadline:
            time.sleep(0.05)
        for worker in workers:
            os.kill(worker, signal.SIGKILL)
        _, err = process.communicate(timeout=60)

    assert workers
    assert process.returncode != 0
    assert "A worker process died after 0 pairs of 500" in err
    assert "--jobs 0" in err
    assert "Traceback" not in err


class _Dying(InThisProcess):
    """Plays one pair; then its worker is dead."""

    played = 0

    def submit(self, fn, /, *args, **kwargs):
        self.played += 1
        if self.played == 1:
            return super().submit(fn, *args, **kwargs)
        dead: Future = Future()
        dead.set_exception(BrokenProcessPool("gone"))
        return dead


def test_what_was_played_before_is_still_shown(monkeypatch, capsys):
    monkeypatch.setattr(tables, "load_table", load_race)
    monkeypatch.setattr(running, "processes", lambda _jobs: _Dying())
    words = ["match", "race", "--players", "red=policy", "--base", "random", "-n", "3"]
    code = main([*words, "--seed", "7"])
    said = capsys.readouterr()
    assert code != 0
    assert "1 pair of games, seeds 7 to 7" in said.out
    assert "A worker process died after 1 pair of 3" in said.err
    assert "--seed 8" in said.err
