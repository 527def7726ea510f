"""Import of GeoJSON polygons, one cell per feature, whatever program drew them.

GeoJSON counts y upwards and often in degrees or metres from afar: the map is turned over, moved to
the origin, and enlarged or reduced if its areas are too small or the whole is too large to draw.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from math import sqrt
from pathlib import Path
from statistics import median
from typing import Any, cast

from wardesk.documents.exports.geojson_inside import is_changed, read_inside
from wardesk.documents.files.json_parts import decode
from wardesk.documents.imports.tracing import (
    TRY,
    TracedCell,
    Tracing,
    check_size,
    checked_name,
    plain,
    read_text,
)
from wardesk.drawing.document import MapDocument
from wardesk.errors import DamagedFile
from wardesk.geometry.grids.snap import LIMIT, Point, Ring
from wardesk.words import say

DRAWN = 4000.0
"""The longer side at least of a map that had to be enlarged or reduced, in units."""
AREA = 280.0
"""The side at least of its middle area: what a pen's breadth means is meant for areas like this."""
_SMALL, _FINE, _LARGE, _FARTHEST = 200.0, 20.0, LIMIT / 4, 1e9
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
    rows = cast("list[object]", value["features"])
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
    scale, move, note = _fit([[part[0] for part in parts] for _, _, parts in drawn])
    cells = tuple(
        TracedCell(name, tuple(_moved(part, scale, move) for part in parts), terrain=terrain)
        for name, terrain, parts in drawn
    )
    notes = [note] if note else []
    if is_changed(value):
        notes.append(
            "The features were changed by another program: only outlines and ground were read."
        )
    if skipped:
        notes.append(f"{skipped} features without a polygon were left out.")
    kinds = {cell.terrain: cell.terrain.capitalize() for cell in cells}
    title = plain(path.stem) or "map"
    return Tracing(title=title, source="GeoJSON", cells=cells, notes=tuple(notes), terrain=kinds)


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


def _fit(areas: list[list[list[Point]]]) -> tuple[float, Point, str]:
    """Scale, left and top of the map, and a sentence if the numbers had to be changed much.

    *areas* as their outer rings. Degrees are always too small to draw with, whatever they span.
    """
    xs, ys = zip(*(point for rings in areas for ring in rings for point in ring), strict=True)
    left, right, low, top = min(xs), max(xs), min(ys), max(ys)
    size = max(right - left, top - low)
    side = median(sqrt(sum(map(_area, rings))) for rings in areas)
    if size <= 0 or side <= 0:
        raise DamagedFile("The polygons enclose nothing.", TRY)
    degrees = left >= -360 and right <= 360 and low >= -90 and top <= 90
    if not degrees and _SMALL <= size <= _LARGE and side >= _FINE:
        return 1.0, (left, top), ""
    scale = min(max(DRAWN / size, AREA / side), _LARGE / size)
    return scale, (left, top), f"Coordinates were multiplied by {scale:.6g} to draw with."


def _area(ring: list[Point]) -> float:
    """What a ring encloses, in square units of the file."""
    (x0, y0), *rest = ring
    legs = pairwise((x - x0, y - y0) for x, y in rest)  # from near by: far off, digits are lost
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in legs)) / 2


def _moved(part: _Rings, scale: float, origin: Point) -> tuple[Ring, ...]:
    left, top = origin
    return tuple(tuple(((x - left) * scale, (top - y) * scale) for x, y in ring) for ring in part)
