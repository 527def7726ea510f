"""GeoPackage files for QGIS and GDAL: tables of shapes in one SQLite file.

Shapes come as plain rows; coordinates are a flat sheet's, which lies nowhere on the globe.
"""

from __future__ import annotations

import errno
import sqlite3
import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path

import shapely
from msgspec import Struct

from wardesk.errors import DamagedFile, UserError
from wardesk.words import say

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


_BOXES = (0, 32, 48, 48, 64)
"""Bytes of the box that the head of a shape may hold, by the kind that its flags name."""
_MOST_ROWS = 100_000


class ShapeLayer(Struct, frozen=True):
    """A table of shapes out of somebody's file: GeoJSON geometries with what is told of each.

    *others* are the tables that were not taken.
    """

    name: str
    rows: Sequence[tuple[str, Mapping[str, Value]]]
    others: Sequence[str]


def read_geopackage(file: Path, wanted: str = "") -> ShapeLayer:
    """The polygons of a GeoPackage: of the table *wanted*, else of that with the most of them.

    UserError when there is no such table, DamagedFile when the file is no GeoPackage or is broken.
    """
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as base:
            base.execute("PRAGMA trusted_schema=OFF")
            return _read(base, file, wanted)
    except (sqlite3.Error, shapely.errors.ShapelyError, struct.error, OverflowError) as error:
        raise DamagedFile(
            say("{path!s} is no GeoPackage that can be read: {why}.", path=file.name,
                why=" ".join(str(error).split())[:100]),
            "Open it in QGIS and export it anew, or write it as GeoJSON.",
        ) from error  # fmt: skip


def _read(base: sqlite3.Connection, file: Path, wanted: str) -> ShapeLayer:
    found = base.execute(
        "SELECT g.table_name, g.column_name FROM gpkg_geometry_columns g "
        "JOIN sqlite_master m ON m.name = g.table_name AND m.type = 'table' "
        "ORDER BY g.table_name LIMIT 200"
    ).fetchall()
    known = [str(name) for name, _ in found]
    if wanted and wanted not in known:
        raise UserError(
            say("{path!s} has no layer “{layer}”.", path=file.name, layer=wanted[:60]),
            say("Layers: {known}.", known=", ".join(known[:12]) or "none"),
        )
    best: ShapeLayer | None = None
    for name, column in found:
        if wanted in ("", name):
            others = [one for one in known if one != name]
            layer = ShapeLayer(str(name), _rows(base, str(name), str(column), file), others)
            if best is None or len(layer.rows) > len(best.rows):
                best = layer
    if best is None or not best.rows:
        raise DamagedFile(
            say("{path!s} holds no polygon.", path=file.name),
            "Choose a file with areas; points and lines make no map of areas.",
        )
    return best


def _rows(
    base: sqlite3.Connection, table: str, column: str, file: Path
) -> list[tuple[str, Mapping[str, Value]]]:
    cursor = base.execute(f"SELECT * FROM {_quoted(table)} LIMIT {_MOST_ROWS + 1}")
    names = [str(one[0]) for one in cursor.description]
    if column not in names:
        raise sqlite3.DatabaseError(f"{table} has no {column}")
    found: list[tuple[str, Mapping[str, Value]]] = []
    for row in cursor:
        told = dict(zip(names, row, strict=True))
        shape = _shape(told.pop(column))
        if shape is not None:
            words = {key: value for key, value in told.items() if not isinstance(value, bytes)}
            found.append((shapely.to_geojson(shape), words))
        if len(found) > _MOST_ROWS:
            raise DamagedFile(
                say("{path!s} has more than {most} shapes in one layer.", path=file.name,
                    most=_MOST_ROWS),
                "Take a part of it.",
            )  # fmt: skip
    return found


def _shape(blob: object) -> shapely.Geometry | None:
    """The polygon in a cell of a table; None for nothing, and for points and lines."""
    if not isinstance(blob, bytes) or len(blob) < 8 or blob[:2] != b"GP":
        return None
    box = blob[3] >> 1 & 0b111
    if box >= len(_BOXES):
        return None
    shape = shapely.from_wkb(blob[8 + _BOXES[box] :])
    good = isinstance(shape, (shapely.Polygon, shapely.MultiPolygon)) and not shape.is_empty
    return shapely.force_2d(shape) if good else None
