"""GeoPackage files for QGIS and GDAL: tables of shapes in one SQLite file.

Shapes come as plain rows; coordinates are a flat sheet's, which lies nowhere on the globe.
"""

from __future__ import annotations

import errno
import sqlite3
import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import shapely
from msgspec import Struct

_APPLICATION = 0x47504B47
"""What SQLite calls the owner of a file: GPKG."""
_VERSION = 10300
_SHEET = -1
"""The id of a flat sheet without a place on the globe, which the standard reserves."""

Value = str | int | float | bool | None


class ShapeRow(Struct, frozen=True):
    """One shape as the file holds it, its box (left, bottom, right, top), and what is told."""

    blob: bytes
    box: tuple[float, float, float, float]
    told: Mapping[str, Value]


def shape_row(shape: shapely.Geometry, told: Mapping[str, Value]) -> ShapeRow:
    """A row for *shape*: a head with its box, then well-known binary, as the standard stores it."""
    left, bottom, right, top = map(float, shapely.bounds(shape))
    head = b"GP" + struct.pack("<BBi4d", 0, 0b11, _SHEET, left, right, bottom, top)
    return ShapeRow(head + shapely.to_wkb(shape, byte_order=1), (left, bottom, right, top), told)


class ShapeTable(Struct, frozen=True, kw_only=True):
    """A layer: its name, and its rows, whose shapes are all of one *kind* (``POLYGON``)."""

    name: str
    title: str
    kind: str
    rows: Sequence[ShapeRow]


def write_geopackage(tables: Iterable[ShapeTable], file: Path) -> None:
    """Fill the empty *file*; the same tables give the same bytes. OSError on a full disk."""
    base = sqlite3.connect(file)
    try:
        _lay_out(base)
        for table in tables:
            _write(base, table)
        base.commit()
        base.execute("VACUUM")
    except sqlite3.OperationalError as error:
        raise OSError(errno.EIO, str(error)) from error
    finally:
        base.close()


def _lay_out(base: sqlite3.Connection) -> None:
    base.execute("PRAGMA page_size = 4096")
    base.execute(f"PRAGMA application_id = {_APPLICATION}")
    base.execute(f"PRAGMA user_version = {_VERSION}")
    base.executescript(
        """
        CREATE TABLE gpkg_spatial_ref_sys (
            srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY,
            organization TEXT NOT NULL, organization_coordsys_id INTEGER NOT NULL,
            definition TEXT NOT NULL, description TEXT);
        CREATE TABLE gpkg_contents (
            table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL,
            identifier TEXT UNIQUE, description TEXT DEFAULT '',
            last_change DATETIME NOT NULL DEFAULT '1980-01-01T00:00:00.000Z',
            min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER,
            CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id)
                REFERENCES gpkg_spatial_ref_sys(srs_id));
        CREATE TABLE gpkg_geometry_columns (
            table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL,
            srs_id INTEGER NOT NULL, z TINYINT NOT NULL, m TINYINT NOT NULL,
            CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name),
            CONSTRAINT uk_gc_table_name UNIQUE (table_name),
            CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
            CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
        """
    )
    globe = (
        'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],'
        'PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]'
    )
    base.executemany(
        "INSERT INTO gpkg_spatial_ref_sys VALUES (?, ?, ?, ?, ?, ?)",
        [
            ("Undefined Cartesian", -1, "NONE", -1, "undefined", "a flat sheet"),
            ("Undefined geographic", 0, "NONE", 0, "undefined", "undefined"),
            ("WGS 84", 4326, "EPSG", 4326, globe, "longitude and latitude"),
        ],
    )


def _write(base: sqlite3.Connection, table: ShapeTable) -> None:
    columns: dict[str, str] = {}
    called: dict[str, str] = {}
    for row in table.rows:
        for name, value in row.told.items():
            column = called.get(name)
            if column is None:
                column = called[name] = _column(name, columns)
            columns[column] = _kind(value, columns.get(column, ""))
    quoted = ", ".join(f"{_quoted(name)} {kind or 'TEXT'}" for name, kind in columns.items())
    where = _quoted(table.name)
    base.execute(
        f"CREATE TABLE {where} (fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, geom BLOB"
        f"{', ' if quoted else ''}{quoted})"
    )
    sides = list(zip(*(row.box for row in table.rows), strict=True)) or [(None,)] * 4
    bounds = [find(side) for find, side in zip((min, min, max, max), sides, strict=True)]
    base.execute(
        "INSERT INTO gpkg_contents (table_name, data_type, identifier, description, min_x, min_y, "
        "max_x, max_y, srs_id) VALUES (?, 'features', ?, ?, ?, ?, ?, ?, ?)",
        (table.name, table.title, "", *bounds, _SHEET),
    )
    base.execute(
        "INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', ?, ?, 0, 0)",
        (table.name, table.kind, _SHEET),
    )
    places = ", ".join("?" * (1 + len(columns)))
    names = "".join(f", {_quoted(name)}" for name in columns)
    told = ((row.blob, *_cells(row.told, called, columns)) for row in table.rows)
    base.executemany(f"INSERT INTO {where} (geom{names}) VALUES ({places})", told)


def _cells(
    told: Mapping[str, Value], called: Mapping[str, str], columns: Iterable[str]
) -> Iterator[Value]:
    """What is told under each column, None where nothing is."""
    known = {called[name]: value for name, value in told.items()}
    for column in columns:
        value = known.get(column)
        yield int(value) if isinstance(value, bool) else value


def _column(name: str, taken: Mapping[str, str]) -> str:
    """A column's name: SQLite takes no two that differ in capitals only, nor our own."""
    small = {"fid", "geom", *(one.lower() for one in taken)}
    base = name.replace("\0", "") or "value"
    found, number = base, 2
    while found.lower() in small:
        found, number = f"{base}_{number}", number + 1
    return found


def _kind(value: Value, known: str) -> str:
    """A column's type; of values of several types it is text."""
    kinds = {bool: "BOOLEAN", int: "INTEGER", float: "DOUBLE", str: "TEXT"}
    kind = kinds.get(type(value), "")
    if not kind or kind == known:
        return known
    if not known:
        return kind
    return "DOUBLE" if {kind, known} == {"INTEGER", "DOUBLE"} else "TEXT"


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
