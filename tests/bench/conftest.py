"""The table of budgets: every bench adds its rows, and the run ends with all of them."""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Callable

import pytest

Row = tuple[str, str, str, bool]
ROWS = pytest.StashKey[list[Row]]()


@pytest.fixture
def budget(pytestconfig: pytest.Config) -> Callable[[str, str, str, bool], None]:
    """Note a row: the work, its budget, what this run measured, and whether that keeps it."""
    rows = pytestconfig.stash.setdefault(ROWS, [])

    def note(work: str, allowed: str, measured: str, kept: bool) -> None:
        rows.append((work, allowed, measured, kept))

    return note


@pytest.fixture
def addition() -> Callable[[], float]:
    """Seconds that one addition takes just now: a yardstick for what has nothing beside it."""
    return lambda: _additions(1_000_000) / 1_000_000


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Print the table as Markdown, so that it can be copied into the page of speeds as it is."""
    rows = config.stash.get(ROWS, [])
    if not rows:
        return
    write = terminalreporter.write_line
    terminalreporter.section("budgets")
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    when = time.strftime("%Y-%m-%d")
    python = f"{platform.python_implementation()} {platform.python_version()}"
    python += f" ({platform.python_compiler()}), bytecode "
    python += "not kept" if sys.dont_write_bytecode else "kept"
    write(f"{when}, {os.cpu_count()} cores, {platform.system()}, {python}{load}.")
    write(f"Ten million additions took {_additions():.2f} s of processor time.")
    write("")
    write("| work | budget | measured | |")
    write("|---|---|---|---|")
    for work, allowed, measured, kept in rows:
        write(f"| {work} | {allowed} | {measured} | {'' if kept else '**missed**'} |")


def _additions(number: int = 10_000_000) -> float:
    """How quick the machine is just now: absolute times are to be read beside it."""
    start = time.process_time()
    for one in range(number):
        _ = one + 1
    return time.process_time() - start
