"""A map as one GeoJSON file for QGIS and GDAL: cells, borders or sides, and drawn features.

Coordinates are board units with y **up**, as those programs expect; there is no place on the globe.
The same map gives the same bytes, and comes back from them as it was (see `geojson_inside`).
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

from wardesk.documents.exports.geojson_inside import MEMBER, Seal, inside
from wardesk.documents.files.atomic import written_atomically
from wardesk.drawing.compile import compile_board
from wardesk.drawing.document import MapDocument
from wardesk.drawing.layers import Layer
from wardesk.drawing.shown import without_layers
from wardesk.geometry.adjacency.coverage import is_hole, pieces_of, polygon
from wardesk.geometry.borders.rebuild import rings_of
from wardesk.geometry.grids.snap import Point, Ring
from wardesk.model.board import Board

_WKT = (
    'ENGCRS["Map sheet",EDATUM["Map sheet"],CS[Cartesian,2],'
    'AXIS["east",east],AXIS["north",north],LENGTHUNIT["unit",1]]'
)
_SHEET = {"type": "name", "properties": {"name": _WKT}}
"""Says that the numbers are a place on a sheet; GDAL takes them for degrees otherwise."""


def geojson_rows(document: MapDocument, hidden: Collection[Layer] = ()) -> Iterator[dict[str, Any]]:
    """The features one by one, without what lies on *hidden* layers.

    Who borders on whom is told as it is on the whole map. UserError for a map with errors.
    """
    whole = compile_board(document)
    board = compile_board(without_layers(document, hidden)) if hidden else whole
    yield from _cells(board, whole)
    yield from _borders(board)
    yield from _features(board)


def write_geojson(document: MapDocument, path: Path, hidden: Collection[Layer] = ()) -> int:
    """Write the file in one step; how many features it has. UserError if it cannot be written.

    *hidden* layers are left out. A feature is a line: they never stand in memory together.
    """
    head = {"type": "FeatureCollection", "name": document.id, "crs": _SHEET}
    seal, count = Seal(), 0
    rows = geojson_rows(document, hidden)
    with written_atomically(path) as file, file.open("w", encoding="utf-8", newline="\n") as out:
        out.write(f'{_text(head)[:-1]}, "features": [')
        for row in rows:
            out.write(",\n" if count else "\n")
            out.write(_text(row))
            seal.add(row)
            count += 1
        member = inside(without_layers(document, hidden), seal)
        out.write(f'\n], "{MEMBER}": {_text(member)}}}\n')
    return count


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _cells(board: Board, whole: Board) -> Iterator[dict[str, Any]]:
    for name, cell in board.cells.items():
        shape = _ground(board.outlines[name])
        told = {"cell": name, "name": cell.name, "terrain": cell.terrain}
        told["neighbours"] = " ".join(whole.neighbours(name))
        properties = {**cell.properties, **told}
        yield _row(f"cell/{name}", "cell", shape, properties)


def _ground(rings: Sequence[Ring]) -> dict[str, Any]:
    """A cell as a polygon with its holes, or as several where it lies in several pieces."""
    if len(rings) == 1 or all(map(is_hole, rings[1:])):
        return {"type": "Polygon", "coordinates": [_ring(ring) for ring in rings]}
    pieces = [rings_of(piece) for piece in pieces_of(polygon(rings))]
    return {
        "type": "MultiPolygon",
        "coordinates": [[_ring(ring) for ring in piece] for piece in pieces],
    }


def _borders(board: Board) -> Iterator[dict[str, Any]]:
    for border in board.borders:
        if board.lattice is not None and not border.kind:
            continue  # a plain side says nothing that its two cells do not
        line = {"type": "LineString", "coordinates": _turned(border.points)}
        properties = {"border": border.kind, "left": border.left, "right": border.right}
        yield _row(f"border/{border.id}", "border", line, properties)


def _features(board: Board) -> Iterator[dict[str, Any]]:
    for number, feature in enumerate(board.features, start=1):
        geometry = dict(feature.geometry)
        geometry["coordinates"] = _deep(geometry["coordinates"])
        told = {"kind": feature.kind, "name": feature.name, "cell": feature.cell}
        plain = {
            key: " ".join(map(str, value)) if isinstance(value, (list, tuple)) else value
            for key, value in feature.properties.items()
        }
        yield _row(f"feature/{feature.id or number}", "feature", geometry, {**plain, **told})


def _row(
    name: str, layer: str, geometry: dict[str, Any], properties: dict[str, Any]
) -> dict[str, Any]:
    told = {"layer": layer, **properties}
    return {"type": "Feature", "id": name, "properties": told, "geometry": geometry}


def _turned(points: Sequence[Point]) -> list[list[float]]:
    return [[x, -y + 0.0] for x, y in points]


def _ring(points: Sequence[Point]) -> list[list[float]]:
    """Counter-clockwise to the eye stays so when both y and the screen are turned over."""
    return _turned([*points, points[0]])


def _deep(value: Any) -> Any:  # noqa: ANN401 - coordinates nest to different depths
    if value and isinstance(value[0], (int, float)):
        return [value[0], -value[1] + 0.0]
    return [_deep(one) for one in value]
