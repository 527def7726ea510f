"""A program killed at any moment loses nothing that was acknowledged."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from toy_game import load_toy

from wardesk.services.play.session import PlaySession

CHILD = Path(__file__).with_name("kill_child.py")
ROOT = CHILD.parents[2]
TIMES = 20


def killed_after(path: Path, seconds: float) -> list[int]:
    """Let a child play, kill it, and give back the events that it said were stored."""
    folders = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    child = subprocess.Popen(
        [sys.executable, str(CHILD), str(path)],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": folders},
    )
    assert child.stdout is not None
    first = child.stdout.readline()
    time.sleep(seconds)
    child.send_signal(signal.SIGKILL)
    rest = child.stdout.read()
    child.stdout.close()
    child.wait()
    said = (first + rest).rpartition(b"\n")[0]
    return [int(line) for line in said.split()]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_killed_game_opens_at_the_last_acknowledged_event(tmp_path):
    moments = random.Random(10)
    lengths = set()
    for number in range(TIMES):
        path = tmp_path / f"{number}.wdgame"
        said = killed_after(path, moments.uniform(0, 0.12))

        with PlaySession.open(path, loader=load_toy) as session:
            # One record may be on the disk whose acknowledgement was killed on its way to us.
            records = session._record.file.records
            heads = [getattr(r, "head", None) or getattr(r, "id", 0) for r in records]
            assert heads[1 : len(said) + 1] == said
            assert len(heads) - 1 <= len(said) + 1
            assert session.journal.head == heads[-1]
            session.run(limit=1)
        lengths.add(len(said))
    assert len(lengths) > 3
