"""Import of GeoJSON polygons, one cell per feature, whatever program drew them.

GeoJSON counts y upwards and often in degrees or metres from afar: the map is turned over, moved to
the origin, and enlarged or reduced if its areas are too small or the whole is too large to draw.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from wardesk.documents.exports.geojson_inside import is_changed, read_inside
from wardesk.documents.files.json_parts import decode
from wardesk.documents.imports.tracing import (
    TRY,
    TracedCell,
    Tracing,
    check_size,
    checked_name,
    fit,
    plain,
    read_text,
)
from wardesk.drawing.document import MapDocument
from wardesk.errors import DamagedFile
from wardesk.geometry.grids.snap import Point, Ring
from wardesk.words import say

_FARTHEST = 1e9
_NAMES = ("name", "NAME", "Name", "label", "id", "ID")

_Rings = list[list[Point]]


def read_own_geojson(path: Path) -> MapDocument | None:
    """The map that WarDesk wrote as GeoJSON; None if it did not, or if features were changed since.

    DamagedFile or NewerFile if the map inside cannot be read.
    """
    return read_inside(_collection(path), path.name)


def _collection(path: Path) -> dict[str, Any]:
    value = decode(read_text(path).encode(), path.name)
    rows = value.get("features") if isinstance(value, dict) else None
    if not isinstance(rows, list) or value.get("type") != "FeatureCollection":
        raise DamagedFile(say("{path!s} holds no FeatureCollection.", path=path.name), TRY)
    return value


def read_geojson(path: Path) -> Tracing:
    """The polygons of a FeatureCollection. DamagedFile naming the feature that is wrong."""
    value = _collection(path)
    notes: list[str] = []
    if is_changed(value):
        notes.append(
            "The features were changed by another program: only outlines and ground were read."
        )
    return traced_features(value["features"], path, "GeoJSON", notes)


def traced_features(
    rows: Iterable[object], path: Path, source: str, notes: Sequence[str] = ()
) -> Tracing:
    """The areas of GeoJSON features out of a file of any kind. Errors as `read_geojson`."""
    drawn: list[tuple[str, str, list[_Rings]]] = []
    skipped = points = 0
    for number, row in enumerate(rows, start=1):
        where = f"{path.name}, feature {number}"
        if not isinstance(row, dict):
            raise DamagedFile(say("{where} is not a feature.", where=where), TRY)
        found = _feature(cast("dict[str, Any]", row), where, number)
        if found is None:
            skipped += 1
            continue
        points += sum(len(ring) for part in found[2] for ring in part)
        check_size(number, points, path.name)
        drawn.append(found)
    if not drawn:
        raise DamagedFile(say("{path!s} holds no polygon.", path=path.name), TRY)
    outer = [[part[0] for part in parts] for _, _, parts in drawn]
    points_of = [point for rings in outer for ring in rings for point in ring]
    degrees = all(abs(x) <= 360 and abs(y) <= 90 for x, y in points_of)
    scale, left, _, top, note = fit(outer, always=degrees)
    cells = tuple(
        TracedCell(name, tuple(_moved(part, scale, (left, top)) for part in parts), terrain=terrain)
        for name, terrain, parts in drawn
    )
    told = [*([note] if note else []), *notes]
    if skipped:
        told.append(f"{skipped} features without a polygon were left out.")
    kinds = {cell.terrain: cell.terrain.capitalize() for cell in cells}
    title = plain(path.stem) or "map"
    return Tracing(title=title, source=source, cells=cells, notes=tuple(told), terrain=kinds)


def _feature(
    row: Mapping[str, Any], where: str, number: int
) -> tuple[str, str, list[_Rings]] | None:
    geometry, properties = row.get("geometry"), row.get("properties") or {}
    if not isinstance(properties, dict):
        raise DamagedFile(say("{where}: its properties are not a table.", where=where), TRY)
    if not isinstance(geometry, dict):
        return None
    kind, nested = geometry.get("type"), geometry.get("coordinates")
    if kind not in ("Polygon", "MultiPolygon"):
        return None
    parts = [nested] if kind == "Polygon" else nested
    if not isinstance(parts, list) or not parts:
        raise DamagedFile(say("{where}: the polygon has no coordinates.", where=where), TRY)
    known = next((properties[key] for key in _NAMES if properties.get(key)), row.get("id"))
    name = str(known) if isinstance(known, (str, int)) and known else f"area {number}"
    ground = properties.get("terrain", "land")
    terrain = "-".join(ground.split())[:40] if isinstance(ground, str) else ""
    return checked_name(name, where), terrain or "land", [_rings(part, where) for part in parts]


def _rings(part: object, where: str) -> _Rings:
    if not isinstance(part, list) or not part:
        raise DamagedFile(
            say("{where}: the coordinates are not nested as they should be.", where=where), TRY
        )
    return [_ring(ring, where) for ring in cast("list[object]", part)]


def _ring(ring: object, where: str) -> list[Point]:
    points: list[Point] = []
    rows = cast("list[Any]", ring) if isinstance(ring, list) else []
    for place in rows:
        good = isinstance(place, list) and len(place) in (2, 3)
        if not good or any(isinstance(n, bool) or not isinstance(n, (int, float)) for n in place):
            raise DamagedFile(
                say("{where}: a coordinate pair is not two numbers.", where=where), TRY
            )
        if not all(-_FARTHEST < n < _FARTHEST for n in place):
            raise DamagedFile(say("{where}: a coordinate is beyond all measure.", where=where), TRY)
        points.append((float(place[0]), float(place[1])))
    if len(points) < 4 or points[0] != points[-1]:
        raise DamagedFile(say("{where}: a ring does not close.", where=where), TRY)
    return points[:-1]


def _moved(part: _Rings, scale: float, origin: Point) -> tuple[Ring, ...]:
    left, top = origin
    return tuple(tuple(((x - left) * scale, (top - y) * scale) for x, y in ring) for ring in part)
