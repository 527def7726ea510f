"""Opening the package costs next to nothing: it loads no room before somebody asks."""

from __future__ import annotations

import subprocess
import sys
import time

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
