"""Large maps on paper: processor time and memory of the command line, in a process of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from rich_map import rich_map

from wardesk.documents.maps.store import write_map

MAIN = """
import json, sys, time
from wardesk.__main__ import main
assert not main()
peak = [row.split()[1] for row in open("/proc/self/status") if row.startswith("VmHWM")]
print(json.dumps([time.process_time(), int(peak[0]) / 1024]), file=sys.stderr)
"""


@pytest.fixture(scope="module")
def rich(tmp_path_factory):
    """The map file."""
    path = tmp_path_factory.mktemp("rich") / "rich.wdmap"
    write_map(rich_map(), path)
    return path


def spent(*words):
    """Processor seconds of a command with its start, and the most memory it had, MB."""
    done = subprocess.run(
        [sys.executable, "-c", MAIN, *map(str, words)], capture_output=True, text=True, check=False,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stderr.splitlines()[-1])


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
@pytest.mark.parametrize(
    ("work", "words", "allowed"),
    [
        ("map render", "render --png FILE.png", 5.0),
        ("PNG, 100 dots an inch", "export --png FILE.png --cell-mm 16 --dpi 100", 12.5),
        ("PDF on A4 pages", "export --pdf FILE.pdf --cell-mm 16", 12.5),
    ],
)
def test_ten_thousand_rich_hexes(rich, budget, tmp_path, work, words, allowed):
    form, *rest = words.replace("FILE", str(tmp_path / "map")).split()
    seconds, most = spent("map", form, rich, *rest)
    name = f"10,000 rich hexes: {work}"
    budget(name, f"{allowed} s", f"{seconds:.1f} s", seconds <= allowed)
    budget(f"{name}, memory", "500 MB", f"{most:.0f} MB", most < 500)
    assert most < 500
    assert seconds < 4 * allowed


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
@pytest.mark.parametrize(("form", "allowed", "most"), [("geojson", 3.0, 450), ("gpkg", 4.0, 550)])
def test_a_hundred_thousand_hexes_for_gis(tmp_path, budget, form, allowed, most):
    """Beside GDAL's own step from the one form to the other, where it is installed."""
    file, written = tmp_path / "large.wdmap", tmp_path / f"large.{form}"
    write_map(rich_map(316), file)
    seconds, held = spent("map", "export", file, f"--{form}", written)
    name = f"100,000 rich hexes: {form}, whole process"
    budget(f"{name}, memory", f"{most} MB", f"{held:.0f} MB", held < most)
    peer = shutil.which("ogr2ogr")
    if peer is None:
        budget(name, f"{allowed} times ogr2ogr", f"{seconds:.1f} s (no ogr2ogr here)", True)
        return
    if form == "gpkg":
        spent("map", "export", file, "--geojson", tmp_path / "large.geojson")
    before = os.times()
    goal = str(tmp_path / "peer.gpkg")
    subprocess.run([peer, "-f", "GPKG", goal, str(tmp_path / "large.geojson")], check=True)
    now = os.times()
    beside = now.children_user + now.children_system
    beside -= before.children_user + before.children_system
    ratio = seconds / beside
    told = f"{ratio:.1f} times, {seconds:.1f} s"
    budget(name, f"{allowed} times ogr2ogr", told, ratio <= allowed)
    assert held < 1.5 * most
    assert ratio < 2 * allowed
