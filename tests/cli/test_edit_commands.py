"""Tests of ``wardesk map edit``, ``diff`` and ``export``."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from wardesk.cli.main import main
from wardesk.documents.maps import read_map, write_map

SPECIMEN = Path(__file__).parents[1] / "museum" / "map-v1.wdmap"
HANNUT = Path(__file__).parents[2] / "campaigns" / "hannut-stonne" / "maps" / "hannut"


@pytest.fixture
def path(tmp_path):
    place = tmp_path / "map.wdmap"
    write_map(read_map(SPECIMEN), place)
    return place


def script(tmp_path, *commands):
    place = tmp_path / "commands.jsonl"
    place.write_text("# a script\n\n" + "\n".join(map(json.dumps, commands)), "utf-8")
    return place


def run(*words):
    return main(["map", *map(str, words)])


NAME = {"do": "name-cell", "cell": "A", "name": "Mill"}
BAD = {"do": "name-cell", "cell": "ZZ", "name": "Mill"}


def test_a_script_changes_a_map_and_diff_tells_it(path, tmp_path, capsys):
    out = tmp_path / "out.wdmap"
    assert run("edit", path, script(tmp_path, NAME), "--out", out) == 0
    assert "1 commands done" in capsys.readouterr().out
    assert run("diff", path, out) == 1
    assert "cell A: name: 'Wood, north' → 'Mill'" in capsys.readouterr().out
    assert run("edit", path, script(tmp_path, NAME), "--json") == 0
    assert json.loads(capsys.readouterr().out)["done"] == ["Name A"]
    assert run("diff", path, out, "--json") == 0
    assert json.loads(capsys.readouterr().out) == {"same": True, "differences": []}


def test_a_refused_command_leaves_the_map_alone(path, tmp_path, capsys):
    before = path.read_bytes()
    assert run("edit", path, script(tmp_path, NAME, BAD)) == 1
    assert "Line 4 is refused: The map has no cell 'ZZ'." in capsys.readouterr().out
    assert path.read_bytes() == before
    assert run("edit", path, script(tmp_path, BAD), "--out", tmp_path / "x.wdmap") == 1
    assert not (tmp_path / "x.wdmap").exists()


def test_what_is_no_command_is_bad_use(path, tmp_path, capsys):
    assert run("edit", path, script(tmp_path, {"do": "dance"})) == 2
    assert "line 3: This is no edit command" in capsys.readouterr().err
    assert run("edit", path, tmp_path / "none.jsonl") == 2
    assert run("export", path) == 2


@pytest.mark.parametrize("place", [SPECIMEN, HANNUT])
def test_geojson_is_complete_and_always_the_same(place, tmp_path, capsys):
    first, second = tmp_path / "a.geojson", tmp_path / "b.geojson"
    assert run("export", place, "--geojson", first) == 0
    assert run("export", place, "--geojson", second, "--json") == 0
    assert first.read_bytes() == second.read_bytes()
    rows = json.loads(first.read_text("utf-8"))["features"]
    cells = [row for row in rows if row["properties"]["layer"] == "cell"]
    assert len(cells) == len(read_map(place).cells)
    assert len({row["id"] for row in rows}) == len(rows)
    ring = cells[0]["geometry"]["coordinates"][0]
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise(ring))
    assert area > 0  # counter-clockwise with y up, as the format asks
    assert ring[0] == ring[-1]
