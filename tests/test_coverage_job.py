"""The coverage job: its table by room, and that it measures what runs in other processes too."""

from __future__ import annotations

import json
import subprocess
import sys

from ground import coverage
from ground.common import HERE, Checkout


def test_lines_are_added_up_by_room_the_least_covered_first():
    files = {
        "wardesk/geometry/grids/snap.py": {"summary": {"num_statements": 30, "covered_lines": 30}},
        "wardesk/geometry/tangle.py": {"summary": {"num_statements": 10, "covered_lines": 9}},
        "wardesk/ui/desk.py": {"summary": {"num_statements": 100, "covered_lines": 75}},
        "wardesk/words.py": {"summary": {"num_statements": 0, "covered_lines": 0}},
    }

    rows = coverage.by_room(files)

    assert [(row.room, row.modules, row.ran, row.lines) for row in rows] == [
        ("ui", 1, 75, 100),
        ("geometry", 2, 39, 40),
        ("words", 1, 0, 0),
    ]
    assert [row.share for row in rows] == [0.75, 0.975, 1.0]


def test_the_table_ends_with_all_rooms_and_names_the_modules_with_most_left():
    files = {
        "wardesk/ui/desk.py": {"summary": {"num_statements": 100, "covered_lines": 75}},
        "wardesk/words.py": {"summary": {"num_statements": 20, "covered_lines": 20}},
    }

    lines = coverage.table(files).splitlines()

    assert lines[2].split() == ["ui", "1", "75", "100", "75.0%"]
    assert lines[4].split() == ["all", "2", "95", "120", "79.2%"]
    assert lines[-1].split() == ["25", "wardesk/ui/desk.py"]


def test_what_a_child_process_runs_counts(tmp_path, monkeypatch):
    root = tmp_path / "checkout"
    (root / "wardesk").mkdir(parents=True)
    (root / "wardesk" / "__init__.py").write_text("")
    (root / "wardesk" / "child.py").write_text("ran = 1\nif not ran:\n    ran = 2\n")
    (root / "test_it.py").write_text(
        "import subprocess, sys\n"
        "def test_it():\n"
        "    subprocess.run([sys.executable, '-c', 'import wardesk.child'], check=True)\n"
    )
    place = Checkout(root)
    place.venv.mkdir()
    monkeypatch.setattr(Checkout, "python", property(lambda _: sys.executable))
    env = {"PATH": "", "PYTHONPATH": str(root)}

    code = coverage.measure(place, ["-q", "-p", "no:cacheprovider", "test_it.py"], env)

    assert code == 0
    found = json.loads((place.venv / "coverage" / "figures.json").read_text())["files"]
    assert found["wardesk/child.py"]["summary"]["covered_lines"] == 2


def test_the_job_is_known_by_the_set_up():
    done = subprocess.run(
        [sys.executable, "packaging/bootstrap.py", "--help"],
        cwd=HERE.root, capture_output=True, text=True, check=True,
    )  # fmt: skip

    assert "bootstrap.py coverage" in done.stdout
