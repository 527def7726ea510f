"""A map as a Tiled TMX file: ground and heights as tiles, sides, lines and names as objects.

The whole map lies inside as a property, so that it comes back from Tiled with what was changed
there and nothing lost (`documents.imports.tiled`). Pixels are those of Tiled's own grid, whose
hexes have whole even numbers of pixels; y down, as here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.sax.saxutils import quoteattr

from msgspec import Struct

from wardesk.documents.exports.geojson_inside import Seal, inside
from wardesk.drawing.document import MapDocument
from wardesk.drawing.layers import LABEL, elevation_property
from wardesk.geometry.grids.hex_lattice import CELL_STEP, LINE_STEP, HexGrid
from wardesk.geometry.grids.numbering import Grid
from wardesk.geometry.grids.snap import Point
from wardesk.geometry.grids.square_lattice import SIDE
from wardesk.model.board import Feature

MEMBER = "wardesk"
GROUND, HEIGHTS, SIDES, LINES, NAMES = "Ground", "Heights", "Sides", "Lines", "Names"
SHEET = "Areas"
LONG, SHORT, SQUARE = 96, 110, 64
"""Pixels from line to line of hexes, from cell to cell along a line, and along a square."""
HEIGHT_STEPS = 10
"""Heights of 0 to 9 have a tile each; others stay inside the file."""


class TiledObject(Struct, frozen=True, kw_only=True):
    """One object: its kind, its name, its points in pixels; *cells* for sides."""

    kind: str
    name: str
    points: tuple[tuple[float, float], ...]
    cells: str = ""
    key: str = ""
    """The id of the feature it shows."""


class TiledMap(Struct, frozen=True, kw_only=True):
    """What of a map Tiled shows: tiles by cell (kinds and heights), and objects by layer."""

    ground: Mapping[str, str]
    heights: Mapping[str, int]
    objects: Mapping[str, tuple[TiledObject, ...]]


def pixels_of(grid: Grid) -> tuple[float, float]:
    """Pixels per board unit, across and down: they differ a little, for whole tiles."""
    if not isinstance(grid, HexGrid):
        return SQUARE / SIDE, SQUARE / SIDE
    line, along = LONG / LINE_STEP, SHORT / CELL_STEP
    return (along, line) if grid.pointy else (line, along)


def tile_size(grid: Grid) -> tuple[int, int]:
    """Width and height of a tile, pixels."""
    if not isinstance(grid, HexGrid):
        return SQUARE, SQUARE
    return (SHORT, LONG * 4 // 3) if grid.pointy else (LONG * 4 // 3, SHORT)


def tiled_map(document: MapDocument) -> TiledMap:
    """What Tiled is shown of a document of hexes or squares."""
    grid = document.grid
    assert grid is not None
    across, down = pixels_of(grid)
    left, top = grid.origin
    height = elevation_property(document)

    def at(point: Sequence[float]) -> tuple[float, float]:
        return round((point[0] - left) * across, 2), round((point[1] - top) * down, 2)

    heights: dict[str, int] = {}
    for name, cell in document.cells.items():
        level = cell.properties.get(height, 0)
        if type(level) is int and 0 < level < HEIGHT_STEPS:
            heights[name] = level
    objects = {
        SIDES: tuple(_sides(document, grid, at)),
        LINES: tuple(_lines(document, at)),
        NAMES: tuple(_names(document, at)),
    }
    ground = {name: cell.terrain for name, cell in document.cells.items()}
    return TiledMap(ground=ground, heights=heights, objects=objects)


def _sides(document: MapDocument, grid: Grid, at: Any) -> Iterator[TiledObject]:  # noqa: ANN401
    numbers = document.cell_numbers
    for (a, b), kinds in document.sides.items():
        ends = side_between(grid, numbers[a], numbers[b])
        if ends is None:
            continue
        for kind in kinds:
            points = tuple(at(end) for end in ends)
            yield TiledObject(kind=kind, name="", points=points, cells=f"{a}|{b}")


def side_between(grid: Grid, a: int, b: int) -> tuple[Point, Point] | None:
    """The ends of the side between two cells; None if they share none."""
    q, r = grid.coordinates(a)
    for direction, (dq, dr) in enumerate(grid.side_steps):
        if grid.index(q + dq, r + dr) == b:
            return grid.side(q, r, direction)
    return None


def _lines(document: MapDocument, at: Any) -> Iterator[TiledObject]:  # noqa: ANN401
    for feature in document.features:
        if feature.kind in document.palette.lines and feature.geometry.get("type") == "LineString":
            points = tuple(at(point) for point in feature.geometry["coordinates"])
            yield TiledObject(
                kind=feature.kind, name=feature.name, points=points, key=feature.id or ""
            )


def _names(document: MapDocument, at: Any) -> Iterator[TiledObject]:  # noqa: ANN401
    for feature in document.features:
        if is_label(feature):
            point = at(feature.geometry["coordinates"])
            yield TiledObject(kind=LABEL, name=feature.name, points=(point,), key=feature.id or "")


def is_label(feature: Feature) -> bool:
    """Whether a feature is a name at a point."""
    return feature.kind == LABEL and feature.geometry.get("type") == "Point"


def tmx_text(document: MapDocument, ground_picture: str, heights_picture: str) -> str:
    """The TMX file; the pictures stand beside it, one tile a kind or height, side by side."""
    grid = document.grid
    assert grid is not None
    model = tiled_map(document)
    wide, high = tile_size(grid)
    kinds = list(document.palette.terrain)
    gids = {kind: number for number, kind in enumerate(kinds, start=1)}
    first_height = len(kinds) + 1
    labels = {number: label for label, number in document.cell_numbers.items()}
    order = [
        labels.get(grid.index(*grid.axial(column, row)), "")
        for row in range(grid.rows)
        for column in range(grid.columns)
    ]
    ground = [gids.get(model.ground.get(label, ""), 0) for label in order]
    heights = [
        first_height + model.heights[label] if label in model.heights else 0 for label in order
    ]
    rows = [
        "<?xml version='1.0' encoding='UTF-8'?>",
        _open("map", _grid_words(grid) | {
            "version": "1.8", "tiledversion": "1.8.2", "renderorder": "right-down",
            "width": grid.columns, "height": grid.rows, "tilewidth": wide, "tileheight": high,
            "infinite": 0, "nextlayerid": 6,
            "nextobjectid": 1 + sum(map(len, model.objects.values())),
        }),
        _properties({MEMBER: json.dumps(inside(document, Seal()), ensure_ascii=True)}),
        *_tileset(GROUND, 1, ground_picture, (wide, high), [
            (kind, document.palette.terrain[kind].name) for kind in kinds
        ]),
        *_tileset(HEIGHTS, first_height, heights_picture, (wide, high), [
            (f"level {n}", f"Level {n}") for n in range(HEIGHT_STEPS)
        ]),
        *_tile_layer(1, GROUND, grid, ground),
        *_tile_layer(2, HEIGHTS, grid, heights),
    ]  # fmt: skip
    number = 1
    for layer, (name, found) in enumerate(model.objects.items(), start=3):
        rows.append(_open("objectgroup", {"id": layer, "name": name}))
        for one in found:
            rows += _object(one, number)
            number += 1
        rows.append("</objectgroup>")
    rows.append("</map>")
    return "\n".join(rows) + "\n"


def _grid_words(grid: Grid) -> dict[str, object]:
    if not isinstance(grid, HexGrid):
        return {"orientation": "orthogonal"}
    return {
        "orientation": "hexagonal", "hexsidelength": LONG * 2 // 3,
        "staggeraxis": "y" if grid.pointy else "x",
        "staggerindex": "even" if grid.shoved == "odd" else "odd",  # Tiled counts from 0
    }  # fmt: skip


def _tileset(
    name: str, first: int, picture: str, size: tuple[int, int], tiles: Sequence[tuple[str, str]]
) -> list[str]:
    count = len(tiles)
    head = {"firstgid": first, "name": name, "tilewidth": size[0], "tileheight": size[1],
            "tilecount": count, "columns": count}  # fmt: skip
    rows = [_open("tileset", head)]
    rows.append(_closed("image", {"source": picture, "width": size[0] * count, "height": size[1]}))
    for number, (kind, title) in enumerate(tiles):
        rows.append(_open("tile", {"id": number, "type": kind}))
        rows += [_properties({"name": title}), "</tile>"]
    return [*rows, "</tileset>"]


def _tile_layer(number: int, name: str, grid: Grid, gids: Sequence[int]) -> list[str]:
    wide = grid.columns
    lines = [",".join(map(str, gids[row * wide : (row + 1) * wide])) for row in range(grid.rows)]
    head = {"id": number, "name": name, "width": wide, "height": grid.rows}
    return [
        _open("layer", head), '<data encoding="csv">', ",\n".join(lines), "</data>", "</layer>"
    ]  # fmt: skip


def _object(one: TiledObject, number: int) -> list[str]:
    (x, y), rest = one.points[0], one.points
    told = {"id": number, "type": one.kind, "name": one.name, "x": f"{x:g}", "y": f"{y:g}"}
    more = {name: value for name, value in (("cells", one.cells), ("id", one.key)) if value}
    rows = [_open("object", told)]
    if more:
        rows.append(_properties(more))
    if len(rest) > 1:
        points = " ".join(f"{round(px - x, 2):g},{round(py - y, 2):g}" for px, py in rest)
        rows.append(_closed("polyline", {"points": points}))
    else:
        rows.append("<point/>")
    return [*rows, "</object>"]


def _properties(told: Mapping[str, str]) -> str:
    rows = "".join(_closed("property", {"name": n, "value": v}) for n, v in told.items())
    return f"<properties>{rows}</properties>"


def _open(tag: str, told: Mapping[str, object]) -> str:
    return f"<{tag}{_attributes(told)}>"


def _closed(tag: str, told: Mapping[str, object]) -> str:
    return f"<{tag}{_attributes(told)}/>"


def _attributes(told: Mapping[str, object]) -> str:
    return "".join(f" {name}={quoteattr(xml_text(str(value)))}" for name, value in told.items())


def xml_text(text: str) -> str:
    """Without the characters that XML has no way to write."""
    return "".join(
        c
        for c in text
        if c in "\t\n\r" or (c >= " " and not "\ud800" <= c <= "\udfff" and c not in "\ufffe\uffff")
    )
