"""The coverage job: the tests with coverage.py, then the lines that they ran, by room."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ground.common import Checkout, say

_SETTINGS = """\
[run]
source = {root}/wardesk
data_file = {folder}/data
parallel = true
# Tests start the program, workers and processes to be killed: what these run counts as well.
patch = subprocess
relative_files = true

[report]
exclude_also =
    if TYPE_CHECKING:
    @overload
    @abstractmethod
"""
_MOST_LEFT = 12
"""Modules to name below the table: those with the most lines that no test runs."""


@dataclass(frozen=True)
class Row:
    """One room: how many modules and lines it has, and how many of its lines ran."""

    room: str
    modules: int
    ran: int
    lines: int

    @property
    def share(self) -> float:
        """The part of the lines that ran; 1 for a room without any."""
        return self.ran / self.lines if self.lines else 1.0


def measure(place: Checkout, words: Sequence[str], env: Mapping[str, str]) -> int:
    """Run pytest with *words* and print the table; pytest's exit code.

    Figures and a page for each module, ``html/index.html``, come into ``.venv/coverage``.
    """
    folder = place.venv / "coverage"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    settings = folder / "settings"
    settings.write_text(_SETTINGS.format(root=place.root, folder=folder), encoding="utf-8")
    env = {**env, "COVERAGE_RCFILE": str(settings)}

    def call(*words: str) -> int:
        return subprocess.call(
            [str(place.python), "-m", "coverage", *words], cwd=place.root, env=env
        )

    code = call("run", "-m", "pytest", *words)
    figures = folder / "figures.json"
    wrong = call("combine", "--quiet") or call("json", "--quiet", "-o", str(figures))
    if wrong:
        return code or wrong
    call("html", "--quiet", "-d", str(folder / "html"))
    print(table(json.loads(figures.read_text(encoding="utf-8"))["files"]))
    say(f"line by line: {folder / 'html' / 'index.html'}")
    return code


def by_room(files: Mapping[str, Mapping[str, Any]]) -> list[Row]:
    """The rooms of *files*, as coverage.py writes them, the least covered first."""
    rooms: defaultdict[str, list[Mapping[str, int]]] = defaultdict(list)
    for path, one in files.items():
        parts = path.replace("\\", "/").split("/")
        rooms[parts[1].removesuffix(".py")].append(one["summary"])
    rows = [
        Row(
            room,
            len(all_),
            *(sum(s[key] for s in all_) for key in ("covered_lines", "num_statements")),
        )
        for room, all_ in rooms.items()
    ]
    return sorted(rows, key=lambda row: (row.share, row.room))


def table(files: Mapping[str, Mapping[str, Any]]) -> str:
    """The rooms as lines of text, all of them together, and the modules with most left to run."""
    rows = by_room(files)
    total = Row(
        "all", *(sum(getattr(row, name) for row in rows) for name in ("modules", "ran", "lines"))
    )
    lines = [f"{'room':<12} {'modules':>8} {'ran':>8} {'lines':>8}  covered", "-" * 48]
    lines += [
        f"{row.room:<12} {row.modules:>8,} {row.ran:>8,} {row.lines:>8,}  {row.share:6.1%}"
        for row in (*rows, total)
    ]
    left = {
        path: one["summary"]["num_statements"] - one["summary"]["covered_lines"]
        for path, one in files.items()
    }
    lines += ["", "lines left   module"]
    for path in sorted(left, key=lambda path: (-left[path], path))[:_MOST_LEFT]:
        if left[path]:
            lines.append(f"{left[path]:>10}   {path}")
    return "\n".join(lines)
