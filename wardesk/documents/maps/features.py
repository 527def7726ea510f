"""Drawn features as GeoJSON: board units, y down, not degrees. Only the plain geometries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from wardesk.documents.files.json_parts import MEND
from wardesk.errors import DamagedFile
from wardesk.geometry.grids.snap import within_limit
from wardesk.model.board import Feature
from wardesk.words import say

DEPTH = {
    "Point": 0,
    "MultiPoint": 1,
    "LineString": 1,
    "MultiLineString": 2,
    "Polygon": 2,
    "MultiPolygon": 3,
}
"""How many lists lie round a coordinate pair in each kind of geometry."""

MOST_POINTS = 100_000
"""Points of one feature. A river that was traced pixel by pixel has a tenth of this."""
LONGEST_TEXT = 500

NO_FEATURES = {"type": "FeatureCollection", "features": []}


def read_features(plain: object, part: str) -> list[Feature]:
    """The features of a plain FeatureCollection. DamagedFile with the row."""
    collection = _mapping(plain, say("{part} must hold a FeatureCollection", part=part))
    rows = collection.get("features")
    if collection.get("type") != "FeatureCollection" or not isinstance(rows, list):
        raise DamagedFile(say("{part!s} must hold a FeatureCollection.", part=part), MEND)
    rows = cast("list[object]", rows)
    return [
        _read_one(row, say("{part}, row {number}", part=part, number=number))
        for number, row in enumerate(rows, start=1)
    ]


def feature_row(feature: Feature) -> dict[str, Any]:
    """One feature as plain GeoJSON; empty names are left out."""
    named = {"kind": feature.kind, "name": feature.name, "cell": feature.cell}
    properties = {**feature.properties, **{k: v for k, v in named.items() if v}}
    row = {"type": "Feature", "geometry": feature.geometry, "properties": properties}
    return {**row, "id": feature.id} if feature.id else row


def _read_one(plain: object, where: str) -> Feature:
    row = _mapping(plain, say("{where} must be a feature", where=where))
    unknown = set(row) - {"type", "id", "geometry", "properties"}
    if row.get("type") != "Feature" or unknown:
        what = (
            say("has an entry nobody knows: {unknown!s}", unknown=f"{min(unknown)!a}")
            if unknown
            else say("is not a feature")
        )
        raise DamagedFile(say("{where} {what}.", where=where, what=what), MEND)
    properties = dict(
        _mapping(row.get("properties"), say("{where} has no properties", where=where))
    )
    texts = {name: properties.pop(name, "") for name in ("kind", "name", "cell")}
    texts["id"] = row.get("id", "")
    for name, value in texts.items():
        if not isinstance(value, str) or not value.isprintable():
            raise DamagedFile(
                say("{where}: {name!s} must be plain text.", where=where, name=name), MEND
            )
        if len(value) > LONGEST_TEXT:
            text = say(
                "{where}: {name} has more than {longest_text} letters.",
                where=where,
                name=name,
                longest_text=LONGEST_TEXT,
            )
            raise DamagedFile(text, "Shorten it.")
    if not texts["kind"]:
        raise DamagedFile(
            say("{where} does not say what kind of feature it is.", where=where), MEND
        )
    return Feature(
        kind=texts["kind"],
        geometry=_geometry(row.get("geometry"), where),
        name=texts["name"],
        cell=texts["cell"],
        properties=properties,
        id=texts["id"],
    )


def _geometry(plain: object, where: str) -> Mapping[str, Any]:
    geometry = _mapping(plain, say("{where} has no geometry", where=where))
    kind = geometry.get("type")
    if not isinstance(kind, str) or kind not in DEPTH or set(geometry) != {"type", "coordinates"}:
        names = ", ".join(DEPTH)
        raise DamagedFile(
            say("{where}: the geometry must be one of {names!s}.", where=where, names=names), MEND
        )
    coordinates = geometry["coordinates"]
    _check_coordinates(coordinates, DEPTH[kind], where)
    if _points(coordinates, DEPTH[kind]) > MOST_POINTS:
        raise DamagedFile(
            say(
                "{where}: it has more than {most_points!s} points.",
                where=where,
                most_points=f"{MOST_POINTS:,}",
            ),
            "Simplify it.",
        )
    lines = {"LineString": [coordinates], "MultiLineString": coordinates}.get(kind, [])
    if any(len(line) < 2 for line in lines):
        raise DamagedFile(say("{where}: a line needs at least two points.", where=where), MEND)
    rings = {
        "Polygon": coordinates,
        "MultiPolygon": [ring for part in coordinates for ring in part] if DEPTH[kind] == 3 else [],
    }.get(kind, [])
    if any(len(ring) < 4 or ring[0] != ring[-1] for ring in rings):
        raise DamagedFile(say("{where}: a ring of a polygon does not close.", where=where), MEND)
    return geometry


def _points(value: list[Any], depth: int) -> int:
    return sum(_points(part, depth - 1) for part in value) if depth > 1 else len(value)


def _check_coordinates(value: object, depth: int, where: str) -> None:
    if not isinstance(value, list):
        raise DamagedFile(
            say("{where}: the coordinates are not nested as they should be.", where=where), MEND
        )
    items = cast("list[Any]", value)
    if depth:
        if not items:
            raise DamagedFile(say("{where}: the geometry is empty.", where=where), MEND)
        for item in items:
            _check_coordinates(item, depth - 1, where)
        return
    numbers = all(isinstance(n, (int, float)) and not isinstance(n, bool) for n in items)
    if len(items) != 2 or not numbers or not within_limit((items[0], items[1])):
        raise DamagedFile(
            say("{where}: a coordinate pair is not two numbers within reach.", where=where), MEND
        )


def _mapping(value: object, complaint: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise DamagedFile(say("{complaint}.", complaint=complaint), MEND)
    return cast("dict[str, Any]", value)
