"""Imports end: outlines that would take hours are refused, and a budget holds for the rest."""

import json
import os
import random
import signal
import subprocess
import sys
import time

import pytest

from wardesk.documents.imports.areas import import_tracing
from wardesk.documents.imports.geojson import read_geojson
from wardesk.errors import Cancelled, DamagedFile, UserError

pytestmark = pytest.mark.timeout(30)


def square(x, y, side):
    return [[x, y], [x + side, y], [x + side, y + side], [x, y + side]]


def scribble(points, dice):
    return [[dice.random() * 1000, dice.random() * 1000] for _ in range(points)]


def sliver(dice):
    a, b = dice.random() * 1000, dice.random() * 1000
    return [[a, 0], [b, 1000], [b + 0.5, 1000], [a + 0.5, 0]]


def strips(number):
    """Sound, but slow: every border lies close to many others."""
    return [[[n / 2, 0], [n / 2 + 0.5, 0], [n / 2 + 0.5, 1000], [n / 2, 1000]]
            for n in range(number)]  # fmt: skip


def write(tmp_path, rings):
    rows = [
        {"type": "Feature", "properties": {"name": f"a{n}"},
         "geometry": {"type": "Polygon", "coordinates": [[*ring, ring[0]]]}}
        for n, ring in enumerate(rings)
    ]  # fmt: skip
    place = tmp_path / "outlines.geojson"
    place.write_text(json.dumps({"type": "FeatureCollection", "features": rows}))
    return place


def traced(tmp_path, rings):
    return read_geojson(write(tmp_path, rings))


@pytest.mark.parametrize("kind", ["equal", "scribbles", "slivers", "shifted"])
def test_areas_in_a_heap_are_refused_quickly(tmp_path, kind):
    dice = random.Random(1)
    rings = {
        "equal": lambda: [square(0, 0, 1000)] * 200,
        "scribbles": lambda: [scribble(12, dice) for _ in range(200)],
        "slivers": lambda: [sliver(dice) for _ in range(2000)],
        "shifted": lambda: [square(n / 10, n / 10, 1000) for n in range(3000)],
    }[kind]()
    begin = time.process_time()
    with pytest.raises(DamagedFile, match="too many areas lie over each other"):
        import_tracing(traced(tmp_path, rings))
    assert time.process_time() - begin < 8


def test_an_outline_that_crosses_itself_all_over_is_named(tmp_path):
    dice = random.Random(1)
    begin = time.process_time()
    with pytest.raises(DamagedFile, match="outline of a0 crosses itself all over"):
        import_tracing(traced(tmp_path, [scribble(400, dice) for _ in range(20)]))
    assert time.process_time() - begin < 8


def test_a_sea_round_a_hundred_islands_is_a_map(tmp_path):
    islands = [square(100 * (n % 10) + 20, 100 * (n // 10) + 20, 50) for n in range(100)]
    found = import_tracing(traced(tmp_path, [square(0, 0, 1000), *islands]))
    assert len(found.document.cells) == 101


def test_a_long_winding_coast_is_an_outline(tmp_path):
    coast = [[n, 500 + (n * 7919) % 60] for n in range(2000)]
    found = import_tracing(traced(tmp_path, [[*coast, [1999, 0], [0, 0]]]))
    assert len(found.document.cells) == 1


def test_a_budget_ends_the_work_with_a_sentence(tmp_path):
    tracing = traced(tmp_path, strips(2000))  # a second of the quickest machine so far
    begin = time.monotonic()
    with pytest.raises(UserError, match=r"longer than 0\.05 seconds; WarDesk wrote nothing"):
        import_tracing(tracing, seconds=0.05)
    assert time.monotonic() - begin < 20


def test_whoever_is_told_of_the_progress_can_stop_it(tmp_path):
    tracing = traced(tmp_path, strips(400))
    calls = []

    def told(done, of):
        calls.append(done)
        return len(calls) < 3

    with pytest.raises(Cancelled):
        import_tracing(tracing, progress=told, seconds=600)
    assert len(calls) == 3


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_ctrl_c_on_the_command_line_is_clean(tmp_path):
    place = write(tmp_path, strips(8000))
    command = [sys.executable, "-m", "wardesk", "map", "import"]
    words = [*command, str(place), str(tmp_path / "x.wdmap")]
    with subprocess.Popen(words, stderr=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        time.sleep(3)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=20)
    assert child.returncode == 130
    assert b"Traceback" not in err + out
    assert [each.name for each in tmp_path.iterdir()] == ["outlines.geojson"]
