"""Hexwright projects come in as hex maps: its codes, sides, ways, names, heights.

The form of the files is that of github.com/lerugray/hexwright as of July 2026.
"""

from __future__ import annotations

import json

import pytest

from wardesk.documents.imports.hexwright import is_hexwright, read_hexwright
from wardesk.drawing.compile import compile_board
from wardesk.drawing.issues.whole_map import errors
from wardesk.drawing.neighbourhood import open_neighbours
from wardesk.errors import DamagedFile

GRID = {"grid_version": 1, "n_cols": 4, "n_rows": 3, "even_col_y_offset": 57.5}


def project(folder, grid=GRID, named="parts/", **parts):
    told = {"name": "A valley", "hexgrid": f"{named}hexgrid.json"}
    (folder / "hexgrid.json").write_text(json.dumps(grid), "utf-8")
    for name, value in parts.items():
        (folder / f"{name}.json").write_text(json.dumps(value), "utf-8")
        told[name] = f"{named}{name}.json"
    place = folder / "project.json"
    place.write_text(json.dumps(told), "utf-8")
    return place


def test_a_project_becomes_a_sound_map(tmp_path):
    place = project(
        tmp_path,
        terrain={"terrain": {"0000": "woods", "0301": "clear", "0201": "deep_mud", "0909": "x"}},
        hexsides={
            "rivers": [{"a": "0001", "b": "0000"}, {"a": "0000", "b": "0302"}],
            "roads": [{"a": "0000", "b": "0100"}, {"a": "0100", "b": "0200"}],
            "impassible": [{"a": "0101", "b": "0102"}],
            "bridges": [["0000", "0001"]],
        },
        elevation={"elevation": {"0102": 3}},
        names={"names": {"0201": "Mill"}},
        features={"features": [{"code": "0302", "type": "city", "name": "Ferrum",
                                "attrs": {"vp": 2}}]},
    )  # fmt: skip
    assert is_hexwright(place)
    found = read_hexwright(place)
    document = found.document
    assert len(document.cells) == 12
    assert not errors(document)
    assert document.cells["0000"].terrain == "woods"
    assert document.palette.terrain["deep_mud"].name == "Deep mud"
    assert document.sides["0000", "0001"] == ("river", "bridge")
    assert "0102" not in open_neighbours(document)["0101"]
    assert document.cells["0102"].properties == {"level": 3}
    assert document.cells["0302"].properties == {"place": "city", "vp": 2}
    roads = [one for one in document.features if one.kind == "road"]
    assert [one.properties["cells"] for one in roads] == [["0000", "0100", "0200"]]
    assert {one.name for one in document.features if one.kind == "label"} == {"Mill", "Ferrum"}
    assert any("2 entries" in str(note) for note in found.notes)
    compile_board(document)


@pytest.mark.parametrize(
    ("grid", "beside"),
    [
        (GRID, {"0000", "0002", "0101", "0102"}),
        ({**GRID, "even_col_y_offset": -57.5}, {"0000", "0002", "0100", "0101"}),
        (
            {"grid_version": 2, "n_cols": 4, "row_counts_by_parity": {"even": 3, "odd": 2},
             "odd_col_y_offset": 50},
            {"0000", "0002", "0100", "0101"},
        ),
    ],
)  # fmt: skip
def test_who_lies_beside_a_hex_follows_from_the_columns_that_lie_lower(grid, beside, tmp_path):
    document = read_hexwright(project(tmp_path, grid)).document
    assert set(open_neighbours(document)["0001"]) == beside
    assert ("0102" in document.cells) == (grid.get("grid_version") != 2)


def test_a_part_that_is_gone_is_named_and_nothing_outside_is_read(tmp_path):
    place = project(tmp_path, terrain={})
    (tmp_path / "terrain.json").unlink()
    with pytest.raises(DamagedFile) as refused:
        read_hexwright(place)
    assert "terrain.json" in str(refused.value)
    away = tmp_path.parent / "terrain.json"
    away.write_text('{"terrain": {"0000": "secret"}}', "utf-8")
    inner = tmp_path / "inner"
    inner.mkdir()
    place = project(inner, named="../", terrain={"terrain": {}})
    assert read_hexwright(place).document.cells["0000"].terrain == "clear"


@pytest.mark.parametrize(
    "grid", [{}, {"n_cols": -1, "n_rows": 4}, {"n_cols": 10**9, "n_rows": 10**9}, []]
)
def test_a_grid_that_is_none_is_refused(grid, tmp_path):
    with pytest.raises(DamagedFile):
        read_hexwright(project(tmp_path, grid))
