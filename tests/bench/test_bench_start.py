"""Opening the package costs next to nothing: it loads no room before somebody asks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest


def seconds(code: str) -> float:
    """Return the best of five runs of a new interpreter."""
    runs = []
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        runs.append(time.perf_counter() - start)
    return min(runs)


@pytest.mark.benchmark(group="start")
def test_import_wardesk(benchmark):
    benchmark.pedantic(seconds, args=("import wardesk",), rounds=3)

    # The package needs typing for itself, and so does nearly every program.
    assert seconds("import wardesk") < 1.5 * seconds("import typing")


TABLES = (
    "eben-emael/historical", "hannut-stonne/hannut", "hannut-stonne/stonne", "may-1940/belgium",
    "market-garden/the-best-laid-plans",
)  # fmt: skip


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="Linux tells memory so")
def test_home_is_small_again_after_five_tables(budget, tmp_path):
    places = {f"XDG_{one}_HOME": str(tmp_path / one) for one in ("DATA", "CONFIG", "CACHE")}
    command = [sys.executable, str(Path(__file__).with_name("tables_closed.py"))]
    environment = {**os.environ, **places, "QT_QPA_PLATFORM": "offscreen"}
    # The pictures of Home are painted by a first start, and kept on the disk.
    subprocess.run(command, check=True, env=environment, capture_output=True)
    run = subprocess.run([*command, *TABLES], check=True, env=environment, capture_output=True)
    before, after = json.loads(run.stdout)

    kept = after <= 1.45 * before
    told = f"{after / before:.2f} times, {after:.0f} MB"
    budget("Home after five tables, played, zoomed and closed", "1.45 times Home", told, kept)
    assert kept
