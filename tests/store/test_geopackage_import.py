"""Somebody's GeoPackage: which table counts, what is told, what is no GeoPackage."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
import shapely

from wardesk.errors import DamagedFile, UserError
from wardesk.services.maps.foreign_maps import is_foreign, read_foreign
from wardesk.store.geopackage import ShapeTable, read_geopackage, shape_row, write_geopackage


def filled(place, **tables):
    write_geopackage(
        [
            ShapeTable(
                name=name, title=name, kind="POLYGON", rows=[shape_row(s, told) for s, told in rows]
            )
            for name, rows in tables.items()
        ],
        place,
    )
    return place


WEST, EAST = shapely.box(0, 0, 500, 500), shapely.box(500, 0, 1000, 500)
LAND = [(WEST, {"name": "West", "terrain": "wood"}), (EAST, {"name": "East", "terrain": "sea"})]


def test_the_table_with_most_areas_becomes_a_map(tmp_path):
    roads = [(shapely.LineString([(0, 0), (9, 9)]), {"name": f"road {n}"}) for n in range(5)]
    place = filled(tmp_path / "a.gpkg", land=LAND, roads=roads, box=[(WEST, {"name": "Box"})])
    assert is_foreign(place)
    found = read_foreign(place)
    assert {cell.name: cell.terrain for cell in found.document.cells.values()} == {
        "West": "wood",
        "East": "sea",
    }
    assert found.derived == 1
    assert any("box, roads" in str(note) for note in found.notes)
    assert [*read_foreign(place, "box").document.cells] == ["Box"]
    with pytest.raises(UserError):
        read_foreign(place, "lakes")


def test_a_view_is_not_asked(tmp_path):
    place = filled(tmp_path / "a.gpkg", land=LAND)
    with closing(sqlite3.connect(place)) as base:
        base.execute("ALTER TABLE land RENAME TO under")
        base.execute("CREATE VIEW land AS SELECT * FROM under")
        base.execute("UPDATE gpkg_geometry_columns SET table_name = 'land'")
        base.commit()
    with pytest.raises(DamagedFile):
        read_geopackage(place)


@pytest.mark.parametrize("cut", [0, 10, 3000, 9000])
def test_a_file_cut_short_is_told(cut, tmp_path):
    place = filled(tmp_path / "a.gpkg", land=LAND)
    place.write_bytes(place.read_bytes()[:cut])
    with pytest.raises(DamagedFile):
        read_geopackage(place)


def test_a_shapefile_needs_a_library_and_says_so(tmp_path, monkeypatch):
    place = tmp_path / "a.shp"
    place.write_bytes(b"no")
    monkeypatch.setitem(__import__("sys").modules, "pyogrio", None)
    assert is_foreign(place)
    with pytest.raises(UserError) as refused:
        read_foreign(place)
    assert "wardesk[gis]" in str(refused.value.advice)
