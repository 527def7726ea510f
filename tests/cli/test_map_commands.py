"""Tests of map commands."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from commands import run_map as run
from msgspec.structs import replace

from wardesk import paths
from wardesk.documents.maps.store import read_map, write_map

HANNUT = paths.campaigns() / "hannut-stonne" / "maps" / "hannut"
FORT = str(paths.campaigns() / "eben-emael" / "maps" / "fort")
SPECIMEN = Path(__file__).parents[1] / "museum" / "map-v1.wdmap"


@pytest.fixture
def broken(tmp_path):
    document = read_map(SPECIMEN)
    del document.faces["I"]
    write_map(document, tmp_path / "broken.wdmap")
    return tmp_path / "broken.wdmap"


def test_a_sound_map_passes():
    result = run("check", FORT)
    assert result.exit_code == 0
    assert result.stdout == "Fort Eben-Emael, 31 sectors: 31 cells, 87 borders, nothing wrong.\n"
    assert json.loads(run("check", FORT, "--json").stdout) == {"ok": True, "issues": []}


def test_problems_are_listed_with_their_place(broken):
    result = run("check", broken)
    assert result.exit_code == 1
    assert "error: I: Area Islet has no outline." in result.stdout
    assert "1 error, 3 warnings." in result.stdout
    result = run("check", broken, "--json")
    assert result.exit_code == 1
    assert {i["code"] for i in json.loads(result.stdout)["issues"]} == {
        "cell-faceless", "gap", "cell-unreachable",
    }  # fmt: skip


def test_a_road_over_a_river_without_a_bridge_is_listed_as_in_the_editor(tmp_path):
    document = read_map(HANNUT)
    first = next(iter(document.palette.borders.values()))
    document.palette.borders[first.id] = replace(first, passable=False)
    road = next(one for one in document.features if len(one.properties.get("cells", ())) > 1)
    a, b = road.properties["cells"][:2]
    document.sides[min(a, b), max(a, b)] = (first.id,)
    write_map(document, tmp_path / "ford.wdmap")
    found = json.loads(run("check", tmp_path / "ford.wdmap", "--json").stdout)["issues"]
    assert "road-blocked" in {one["code"] for one in found}


@pytest.mark.parametrize("command", ["check", "adjacency"])
def test_what_cannot_be_read_is_bad_use(command, tmp_path):
    result = run(command, tmp_path / "none")
    assert result.exit_code == 2
    assert "There is nothing at" in result.stderr
    result = run(command, tmp_path / "none", "--json")
    assert result.exit_code == 2
    assert "There is nothing at" in json.loads(result.stdout)["error"]
    assert run(command).exit_code == 2


def test_adjacency_as_json():
    result = run("adjacency", FORT, "--json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert found["cells"]["BL2"] == ["G1", "G2"]
    assert sum(map(len, found["cells"].values())) == 132
    assert len(found["overrides"]) == 3
    assert {"a", "b", "kind", "passable", "length", "reason"} <= set(found["contacts"][0])


def test_adjacency_as_a_table():
    result = run("adjacency", FORT, "--report")
    assert result.exit_code == 0
    assert "reconstruction" in result.stdout
    assert "31 cells, 66 pairs, 3 overrides." in result.stdout
    assert "corner" in result.stdout


def test_names_in_brackets_are_printed_as_they_are(tmp_path):
    document = read_map(SPECIMEN)
    document.cells["A"] = replace(document.cells["A"], name="Wood [red] :smile:")
    write_map(document, tmp_path / "x.wdmap")
    assert "Wood [red] :smile:" in run("adjacency", tmp_path / "x.wdmap").stdout


def test_adjacency_of_a_broken_map(broken):
    result = run("adjacency", broken)
    assert result.exit_code == 1
    assert "no outline" in result.stderr


def test_help_does_not_load_the_geometry_libraries():
    code = (
        "import sys; import wardesk.cli.map_commands; "
        "print([m for m in ('shapely', 'numpy', 'PySide6') if m in sys.modules])"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "[]"
