"""Tests of import commands."""

import json

import pytest
from commands import run_map as run

from wardesk import paths

FORT = paths.campaigns() / "eben-emael" / "maps" / "fort"
LAND = {
    "type": "FeatureCollection",
    "features": [
        {
            "type": "Feature",
            "properties": {"name": name},
            "geometry": {
                "type": "Polygon",
                "coordinates": [[[x, 0], [x + 298, 0], [x + 298, 300], [x, 300], [x, 0]]],
            },
        }
        for name, x in (("West", 0), ("Mid", 300), ("East", 600))
    ],
}


@pytest.fixture
def land(tmp_path):
    (tmp_path / "land.geojson").write_text(json.dumps(LAND))
    return tmp_path / "land.geojson"


def test_import_check_adjacency_and_path(land, tmp_path):
    dest = tmp_path / "land.wdmap"
    result = run("import", land, dest)
    assert result.exit_code == 0
    assert "3 cells" in result.stdout
    assert "2 pairs of neighbours derived" in result.stdout
    assert run("check", dest).exit_code == 0
    found = json.loads(run("adjacency", dest, "--report", "--json").stdout)
    assert found["cells"]["Mid"] == ["East", "West"]
    assert isinstance(found["review"], list)
    assert run("path", dest, "West", "East").stdout == "West – Mid – East: 2 points.\n"
    found = json.loads(run("path", dest, "West", "East", "--json").stdout)
    assert found == {"cost": 2.0, "path": ["West", "Mid", "East"]}


@pytest.mark.slow
def test_import_as_json_with_a_tolerance_too_small(land, tmp_path):
    result = run("import", land, tmp_path / "x.wdmap", "--tolerance", "0.5", "--json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert (found["derived"], found["cells"], found["errors"]) == (0, 3, 0)
    result = run("path", tmp_path / "x.wdmap", "West", "East")
    assert result.exit_code == 1
    assert "No way leads" in result.stdout


def test_the_neighbours_that_the_source_declares_can_be_asked_for(tmp_path):
    folder = tmp_path / "land" / "map"
    (folder / "games").mkdir(parents=True)
    rows = [f"{name}  < ({x},0) ({x + 97},0) ({x + 97},90) ({x},90) >"
            for name, x in (("West", 0), ("Mid", 100), ("East", 200))]  # fmt: skip
    (folder / "polygons.txt").write_text("\n".join(rows), "utf-8")
    lands = "".join(f'<territory name="{name}"/>' for name in ("West", "Mid", "East"))
    (folder / "games" / "land.xml").write_text(
        f'<game><info name="L"/><map>{lands}<connection t1="West" t2="East"/></map></game>'
    )
    dest = tmp_path / "land.wdmap"
    result = run("import", folder.parent, dest, "--neighbours", "declared")
    assert result.exit_code == 0, result.stderr
    assert "1 declared by the map, 1 in both" in result.stdout
    assert "look at" not in result.stdout
    found = json.loads(run("adjacency", dest, "--report", "--json").stdout)
    assert found["cells"] == {"East": ["West"], "Mid": [], "West": ["East"]}
    assert found["review"] == []


def test_nothing_is_overwritten_and_nonsense_is_bad_use(land, tmp_path):
    assert run("import", land, land).exit_code == 2
    assert "already" in run("import", land, land).stderr
    assert run("import", tmp_path / "none", tmp_path / "x").exit_code == 2
    assert run("import", tmp_path, tmp_path / "x").exit_code == 2
    result = run("path", FORT, "G1", "nowhere")
    assert result.exit_code == 2
    assert "There is no cell nowhere" in result.stderr


@pytest.mark.parametrize("place", [FORT, paths.campaigns() / "hannut-stonne" / "maps" / "hannut"])
def test_a_map_comes_back_from_its_own_geojson(place, tmp_path):
    assert run("export", place, "--geojson", tmp_path / "out.geojson").exit_code == 0
    result = run("import", tmp_path / "out.geojson", tmp_path / "back.wdmap")
    assert result.exit_code == 0, result.stderr
    assert "came back" in result.stdout
    told = run("diff", place, tmp_path / "back.wdmap").stdout
    assert told == "The maps say the same.\n" or all(
        line.startswith(("part ", "underlay ")) for line in told.splitlines()[:-1]
    )
