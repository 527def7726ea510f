"""GeoPackages: what the standard asks of the file, and every value as it was told."""

from __future__ import annotations

import sqlite3
import struct

import pytest
import shapely

from wardesk.store.geopackage import ShapeTable, shape_row, write_geopackage

SQUARE = shapely.box(0, 0, 4, 2)


def written(tables, folder):
    file = folder / "map.gpkg"
    file.write_bytes(b"")
    write_geopackage(tables, file)
    return file


def opened(tables, folder):
    return sqlite3.connect(written(tables, folder))


def table(*told, name="cells"):
    rows = [shape_row(SQUARE, one) for one in told]
    return ShapeTable(name=name, title=name, kind="POLYGON", rows=rows)


def test_the_file_says_what_it_is_and_where_its_shapes_lie(tmp_path):
    file = written([table({"cell": "A1"})], tmp_path)
    assert file.read_bytes()[68:72] == b"GPKG"
    base = sqlite3.connect(file)
    assert base.execute("SELECT min_x, min_y, max_x, max_y FROM gpkg_contents").fetchone() == (
        0.0, 0.0, 4.0, 2.0)  # fmt: skip
    kinds = base.execute("SELECT table_name, geometry_type_name FROM gpkg_geometry_columns")
    assert kinds.fetchall() == [("cells", "POLYGON")]
    ((blob,),) = base.execute("SELECT geom FROM cells").fetchall()
    assert blob[:2] == b"GP"
    assert struct.unpack("<i4d", blob[4:40]) == (-1, 0.0, 4.0, 0.0, 2.0)
    assert shapely.from_wkb(blob[40:]).equals(SQUARE)
    base.close()


def test_values_of_all_kinds_and_hostile_names_are_kept(tmp_path):
    name = 'x"; DROP TABLE gpkg_contents; --'
    told = {"level": 2, "share": 0.5, "open": True, "FID": "own", "geom": "own", name: "ok",
            "mixed": 1}  # fmt: skip
    base = opened([table(told, {"mixed": "one", "Level": None})], tmp_path)
    rows = base.execute("SELECT * FROM cells").fetchall()
    assert rows[0][2:] == (2, 0.5, 1, "own", "own", "ok", "1", None)
    assert base.execute("SELECT COUNT(*) FROM gpkg_contents").fetchone() == (1,)
    base.close()


@pytest.mark.parametrize("rows", [(), ({},)])
def test_layers_without_rows_or_values_are_sound(rows, tmp_path):
    base = opened([table(*rows)], tmp_path)
    assert base.execute("SELECT COUNT(*) FROM cells").fetchone() == (len(rows),)
    base.close()


def test_the_same_tables_give_the_same_bytes(tmp_path):
    first = written([table({"a": 1})], tmp_path).read_bytes()
    assert written([table({"a": 1})], tmp_path).read_bytes() == first
