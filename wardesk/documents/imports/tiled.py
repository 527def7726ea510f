"""Tiled TMX files read: our own with what was changed in Tiled, and those of any other origin.

Of foreign maps the grid, the ground and drawn objects are read; what is left out is told in words.
Nothing outside the map's folder is opened, and nothing is unpacked beyond what a map can be.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from wardesk.documents.exports.geojson_inside import read_inside
from wardesk.documents.exports.tiled import (
    GROUND,
    HEIGHT_STEPS,
    HEIGHTS,
    LINES,
    MEMBER,
    NAMES,
    SIDES,
    TiledMap,
    TiledObject,
    is_label,
    pixels_of,
    side_between,
    tiled_map,
)
from wardesk.documents.imports.areas import AS_WRITTEN
from wardesk.documents.imports.tracing import TRY, plain
from wardesk.documents.imports.triplea import safe_xml
from wardesk.drawing.document import Layout, MapDocument
from wardesk.drawing.layers import LABEL, elevation_property
from wardesk.errors import DamagedFile, UserError
from wardesk.geometry.grids.hex_lattice import HexGrid
from wardesk.geometry.grids.numbering import Count, Grid, Numbering, centres
from wardesk.geometry.grids.square_lattice import SquareGrid
from wardesk.model.board import Cell, Feature
from wardesk.model.palette import BorderKind, LineKind, Palette, TerrainKind
from wardesk.words import Text, say, say_count

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_MOST_CELLS = 250_000
_FLIPS = 0x1FFFFFFF
"""The highest bits of a tile's number say how it is turned."""
_EMPTY = "empty"


class ReadTiled(Struct, frozen=True):
    """The map, and what a person should know about how it was read."""

    document: MapDocument
    notes: tuple[str, ...]


class _Tile(Struct, frozen=True):
    kind: str
    title: str
    tileset: str


class _Layer(Struct, frozen=True):
    name: str
    gids: tuple[int, ...]


def read_tmx(path: Path) -> ReadTiled:
    """The map in a TMX file. UserError or DamagedFile in one sentence that names what is wrong."""
    root = safe_xml(path)
    if root.tag != "map":
        raise DamagedFile(say("{path!s} is no Tiled map.", path=path.name), TRY)
    columns, rows = _whole(root, "width", path), _whole(root, "height", path)
    if root.get("infinite") == "1":
        raise UserError(
            say("{path!s} is an infinite map.", path=path.name),
            "Turn off Infinite in Tiled's map properties, and save it again.",
        )
    if not (columns and rows) or columns * rows > _MOST_CELLS:
        raise DamagedFile(
            say("{path!s} has {columns} × {rows} cells.", path=path.name, columns=columns,
                rows=rows),
            say("From 1 to {most} can be read.", most=_MOST_CELLS),
        )  # fmt: skip
    tiles, notes = _tiles(root, path)
    layers = [_layer(one, columns * rows, path) for one in root.iter("layer")]
    own = _own(root, path)
    if own is not None and own.grid is not None:
        return _changed(own, root, tiles, layers, (columns, rows), path)
    return _foreign(root, tiles, layers, (columns, rows), path, notes)


def _own(root: Element, path: Path) -> MapDocument | None:
    """The map that lies inside a file that WarDesk wrote."""
    text = _told(root).get(MEMBER)
    if not text:
        return None
    try:
        member = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DamagedFile(
            say("{path!s}: the map inside is cut short or garbled.", path=path.name), TRY
        ) from error
    return read_inside({MEMBER: member, "features": []}, path.name)


def _changed(
    document: MapDocument,
    root: Element,
    tiles: Mapping[int, _Tile],
    layers: list[_Layer],
    size: tuple[int, int],
    path: Path,
) -> ReadTiled:
    """Our own map with what was painted, moved, added or removed in Tiled."""
    grid = document.grid
    assert grid is not None
    if size != (grid.columns, grid.rows):
        raise UserError(
            say("{path!s} has another size than when WarDesk wrote it.", path=path.name),
            "Change the size of a map in WarDesk.",
        )
    before, changes = tiled_map(document), 0
    labels = {number: label for label, number in document.cell_numbers.items()}
    by_name = {layer.name: layer for layer in layers}
    for place in range(grid.columns * grid.rows):
        row, column = divmod(place, grid.columns)
        label = labels.get(grid.index(*grid.axial(column, row)), "")
        if label not in document.cells:
            continue
        cell = _repainted(document, document.cells[label], by_name, tiles, place, before)
        changes += cell is not document.cells[label]
        document.cells[label] = cell
    changes += _redrawn(document, root, before, path)
    if not changes:
        return ReadTiled(document, (AS_WRITTEN,))
    told = say_count(
        "The map came back from Tiled with {n} change.",
        "The map came back from Tiled with {n} changes.",
        n=changes,
    )
    return ReadTiled(document, (told,))


def _repainted(
    document: MapDocument,
    cell: Cell,
    layers: Mapping[str, _Layer],
    tiles: Mapping[int, _Tile],
    place: int,
    before: TiledMap,
) -> Cell:
    if GROUND in layers:
        tile = tiles.get(layers[GROUND].gids[place])
        if tile is not None and tile.kind != cell.terrain and tile.kind in document.palette.terrain:
            cell = replace(cell, terrain=tile.kind)
    if HEIGHTS in layers:
        tile = tiles.get(layers[HEIGHTS].gids[place])
        found = re.fullmatch(r"level (\d)", tile.kind) if tile is not None else None
        level = int(found[1]) if found else 0
        if level != before.heights.get(cell.id, 0) and 0 <= level < HEIGHT_STEPS:
            height = elevation_property(document)
            rest = {name: value for name, value in cell.properties.items() if name != height}
            cell = replace(cell, properties={**rest, height: level} if level else rest)
    return cell


def _redrawn(document: MapDocument, root: Element, before: TiledMap, path: Path) -> int:
    """Take over objects that are new, gone or elsewhere; how many."""
    changes = 0
    for name in (SIDES, LINES, NAMES):
        found = [_read_object(one, path) for one in _objects(root, name)]
        old = list(before.objects[name])
        for one in found:
            if one in old:
                old.remove(one)
            elif one.points:
                changes += _added(document, name, one)
        for one in old:
            changes += _removed(document, name, one, found)
    return changes


def _added(document: MapDocument, layer: str, one: TiledObject) -> int:
    grid = document.grid
    assert grid is not None
    if layer == SIDES:
        pairs = [pair for pair in _pairs_along(document, grid, one) if pair is not None]
        if one.kind not in document.palette.borders or not pairs:
            return 0
        for pair in pairs:
            kinds = document.sides.get(pair, ())
            document.sides[pair] = (*kinds, one.kind) if one.kind not in kinds else kinds
        return 1
    points = [list(_board_point(grid, at)) for at in one.points]
    known = {feature.id: number for number, feature in enumerate(document.features) if feature.id}
    if layer == LINES and (one.kind not in document.palette.lines or len(points) < 2):
        return 0
    form: dict[str, Any] = {"type": "LineString", "coordinates": points}
    if layer == NAMES:
        form = {"type": "Point", "coordinates": points[0]}
    number = known.get(one.key)
    if number is not None:
        old = document.features[number]
        kind = one.kind if layer == LINES else old.kind
        kept = {n: v for n, v in old.properties.items() if n != "cells" or layer != LINES}
        document.features[number] = replace(
            old, kind=kind, geometry=form, name=one.name, properties=kept
        )
    else:
        kind = one.kind if layer == LINES else LABEL
        document.features.append(Feature(kind, form, one.name, id=_free_id(document, kind)))
    return 1


def _removed(document: MapDocument, layer: str, one: TiledObject, found: list[TiledObject]) -> int:
    if layer == SIDES:
        a, _, b = one.cells.partition("|")
        left = tuple(kind for kind in document.sides.get((a, b), ()) if kind != one.kind)
        if any(other.cells == one.cells and other.kind == one.kind for other in found):
            return 0
        document.sides.pop((a, b), None)
        if left:
            document.sides[a, b] = left
        else:
            document.high.pop((a, b), None)
        return 1
    if one.key and any(other.key == one.key for other in found):
        return 0
    for number, feature in enumerate(document.features):
        shown = is_label(feature) if layer == NAMES else feature.kind == one.kind
        if shown and (feature.id or "") == one.key and feature.name == one.name:
            del document.features[number]
            return 1
    return 0


def _pairs_along(
    document: MapDocument, grid: Grid, one: TiledObject
) -> Iterator[tuple[str, str] | None]:
    """The sides on which a line drawn in Tiled lies, by the middles of its legs."""
    labels = {number: label for label, number in document.cell_numbers.items()}
    for start, end in pairwise(one.points):
        (ax, ay), (bx, by) = _board_point(grid, start), _board_point(grid, end)
        x, y = (ax + bx) / 2, (ay + by) / 2
        dx, dy = (by - ay) / 8, (ax - bx) / 8
        sides = grid.cell_at(x + dx, y + dy), grid.cell_at(x - dx, y - dy)
        if min(sides) < 0 or side_between(grid, *sides) is None:
            yield None
            continue
        a, b = sorted(labels[side] for side in sides)
        yield (a, b) if a in document.cells and b in document.cells else None


def _board_point(grid: Grid, at: tuple[float, float]) -> tuple[float, float]:
    across, down = pixels_of(grid)
    x, y = at[0] / across + grid.origin[0], at[1] / down + grid.origin[1]
    return round(x * 64) / 64, round(y * 64) / 64


def _free_id(document: MapDocument, kind: str) -> str:
    taken = {feature.id for feature in document.features}
    return next(
        name for n in range(1, len(taken) + 2) if (name := f"{kind}-tiled-{n}") not in taken
    )


def _foreign(
    root: Element,
    tiles: Mapping[int, _Tile],
    layers: list[_Layer],
    size: tuple[int, int],
    path: Path,
    notes: list[str],
) -> ReadTiled:
    """A map of another origin: the uppermost tile of every cell is its ground."""
    if not layers:
        raise DamagedFile(say("{path!s} has no layer of tiles.", path=path.name), TRY)
    grid = _grid(root, size, path)
    digits = len(str(max(size)))
    numbering = Numbering(columns=Count(digits=max(2, digits)), rows=Count(digits=max(2, digits)))
    labels = numbering.labels(grid)
    kinds: dict[str, TerrainKind] = {}
    cells: dict[str, Cell] = {}
    empty = 0
    for number, anchor in enumerate(centres(grid)):
        column, row = grid.offset(*grid.coordinates(number))
        place = row * grid.columns + column
        gid = next((g for layer in reversed(layers) if (g := layer.gids[place])), 0)
        tile = tiles.get(gid) or _Tile(_EMPTY, "Empty", "")
        empty += not gid
        kinds.setdefault(tile.kind, TerrainKind(tile.kind, tile.title, tile.title.lower()))
        cells[labels[number]] = Cell(labels[number], labels[number], tile.kind, anchor)
    if len(layers) > 1:
        notes.append(
            say("Of {n} layers of tiles the uppermost counts in each cell.", n=len(layers))
        )
    if empty:
        notes.append(
            say_count(
                "{n} cell has no tile; it is called Empty.",
                "{n} cells have no tile; they are called Empty.",
                n=empty,
            )
        )
    usual = max(kinds, key=lambda one: sum(cell.terrain == one for cell in cells.values()))
    palette = Palette("tiled", "Kinds from Tiled", dict(sorted(kinds.items())), {}, {}, {})
    title = plain(path.stem) or "map"
    document = MapDocument(
        id=re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") or "map", title=title,
        provenance="imported from Tiled", kind="hex" if isinstance(grid, HexGrid) else "square",
        palette=palette, layout=Layout(grid, numbering, fill=usual), cells=cells,
    )  # fmt: skip
    notes += _foreign_objects(document, root, grid, path)
    left = sum(1 for _ in root.iter("imagelayer"))
    if left:
        notes.append(
            say_count(
                "{n} layer with a picture was left out.",
                "{n} layers with pictures were left out.",
                n=left,
            )
        )
    return ReadTiled(document, tuple(notes))


def _foreign_objects(document: MapDocument, root: Element, grid: Grid, path: Path) -> list[str]:
    """Lines and names that were drawn as objects; what else there is, is counted."""
    lines: dict[str, LineKind] = {}
    left = 0
    across, down = _scale(root, grid)
    for group in root.iter("objectgroup"):
        for row in group.iter("object"):
            one = _read_object(row, path)
            points = [[round(x / across) + 0.0, round(y / down) + 0.0] for x, y in one.points]
            if len(points) > 1:
                kind = _slug(one.kind or group.get("name", "") or "line")
                title = plain(one.kind or group.get("name", "")) or "Line"
                lines.setdefault(kind, LineKind(kind, title, title.lower()))
                form: dict[str, Any] = {"type": "LineString", "coordinates": points}
                document.features.append(Feature(kind, form, one.name, id=_free_id(document, kind)))
            elif one.name and points:
                form = {"type": "Point", "coordinates": points[0]}
                document.features.append(
                    Feature(LABEL, form, one.name, id=_free_id(document, LABEL))
                )
            else:
                left += 1
    document.palette = replace(document.palette, lines=lines, borders=dict[str, BorderKind]())
    if not left:
        return []
    return [
        say_count(
            "{n} object without a name or a line was left out.",
            "{n} objects without a name or a line were left out.",
            n=left,
        )
    ]


def _scale(root: Element, grid: Grid) -> tuple[float, float]:
    """Pixels of the file per board unit."""
    wide, high = float(root.get("tilewidth") or 1), float(root.get("tileheight") or 1)
    if not isinstance(grid, HexGrid):
        return wide / 256, high / 256
    side = float(root.get("hexsidelength") or 0)
    if grid.pointy:
        return wide / 336, (high + side) / 2 / 291
    return (wide + side) / 2 / 291, high / 336


def _grid(root: Element, size: tuple[int, int], path: Path) -> Grid:
    form = root.get("orientation", "")
    if form == "orthogonal":
        return SquareGrid(*size)
    if form in ("hexagonal", "staggered"):
        lower = "odd" if root.get("staggerindex") == "even" else "even"
        return HexGrid(*size, pointy=root.get("staggeraxis", "y") == "y", shoved=lower)
    raise UserError(
        say("{path!s} is a map of the form {form!r}.", path=path.name, form=plain(form, 20)),
        "Orthogonal, hexagonal and staggered maps can be read.",
    )


def _tiles(root: Element, path: Path) -> tuple[dict[int, _Tile], list[str]]:
    """What every tile number stands for; tilesets in files of their own are looked up."""
    found: dict[int, _Tile] = {}
    notes: list[str] = []
    for tileset in root.findall("tileset"):
        first = _whole(tileset, "firstgid", path)
        source = tileset.get("source", "")
        body = tileset
        if source:
            outside = _beside(path, source)
            if outside is None:
                notes.append(
                    say("The tileset {source!s} was not found; its tiles have numbers for names.",
                        source=plain(source))
                )  # fmt: skip
            else:
                body = safe_xml(outside)
        name = plain(body.get("name", "") or Path(source).stem) or "tile"
        count = min(_whole(body, "tilecount", path), 20_000)
        for number in range(count or 1):
            found[first + number] = _Tile(_slug(f"{name} {number}"), f"{name} {number}", name)
        for row in body.findall("tile"):
            number = _whole(row, "id", path)
            title = _told(row).get("name", "") or row.get("class", "") or row.get("type", "")
            image = row.find("image")
            if not title and image is not None:
                title = Path(image.get("source", "")).stem
            if title:
                kind = row.get("class", "") or row.get("type", "") or _slug(title)
                found[first + number] = _Tile(plain(kind), plain(title), name)
    return found, notes


def _beside(path: Path, source: str) -> Path | None:
    """A file that a map names, if it lies in the map's own folder."""
    folder = path.resolve().parent
    place = (folder / source.replace("\\", "/")).resolve()
    return place if place.is_relative_to(folder) and place.is_file() else None


def _layer(row: Element, count: int, path: Path) -> _Layer:
    name = plain(row.get("name", ""))
    data = row.find("data")
    where = say("{path!s}, layer {name!s}", path=path.name, name=name)
    if data is None:
        raise DamagedFile(say("{where!s} has no tiles.", where=where), TRY)
    gids = _gids(data, count, where)
    if len(gids) != count:
        raise DamagedFile(
            say("{where!s} has {found} tiles instead of {count}.", where=where, found=len(gids),
                count=count), TRY,
        )  # fmt: skip
    return _Layer(name, tuple(gid & _FLIPS for gid in gids))


def _gids(data: Element, count: int, where: Text) -> list[int]:
    encoding, packed = data.get("encoding", ""), data.get("compression", "")
    try:
        if not encoding:
            return [int(tile.get("gid", "0")) for tile in data.findall("tile")]
        if encoding == "csv":
            return [int(word) for word in (data.text or "").split(",") if word.strip()]
        raw = base64.b64decode("".join((data.text or "").split()), validate=True)
        if packed in ("zlib", "gzip"):
            unpacker = zlib.decompressobj(zlib.MAX_WBITS | 32)
            raw = unpacker.decompress(raw, 4 * count + 4)
        elif packed:
            raise UserError(
                say("{where!s} is packed with {packed!s}.", where=where, packed=plain(packed, 20)),
                "Choose CSV as the format of tile layers in Tiled's map properties.",
            )
    except (ValueError, binascii.Error, zlib.error) as error:
        raise DamagedFile(say("{where!s} is cut short or garbled.", where=where), TRY) from error
    return [int.from_bytes(raw[at : at + 4], "little") for at in range(0, len(raw) - 3, 4)]


def _objects(root: Element, name: str) -> Iterator[Element]:
    for group in root.iter("objectgroup"):
        if group.get("name") == name:
            yield from group.iter("object")


def _read_object(row: Element, path: Path) -> TiledObject:
    """An object with its points; none for ellipses and the like, which say nothing here."""
    told = _told(row)
    try:
        x, y = float(row.get("x", "0")), float(row.get("y", "0"))
        line = row.find("polyline")
        points = [(x, y)]
        if line is not None:
            words = (line.get("points") or "").split()
            pairs = [word.split(",") for word in words]
            points = [(round(x + float(px), 2), round(y + float(py), 2)) for px, py in pairs]
        if any(not abs(value) < 1e9 for point in points for value in point):
            raise ValueError("a point that is far off")
    except ValueError as error:
        number = plain(row.get("id", ""), 20)
        raise DamagedFile(
            say("{path!s}: the object {number!s} has a point that is none.", path=path.name,
                number=number), TRY,
        ) from error  # fmt: skip
    text = row.find("text")
    name = row.get("name", "") or ((text.text or "") if text is not None else "")
    kind = row.get("type", "") or row.get("class", "")
    return TiledObject(
        kind=plain(kind), name=plain(name, 200), points=tuple(points),
        cells=told.get("cells", ""), key=told.get("id", ""),
    )  # fmt: skip


def _told(row: Element) -> dict[str, str]:
    """The properties of an element by name."""
    inner = row.find("properties")
    rows = [] if inner is None else inner.findall("property")
    return {one.get("name", ""): one.get("value", one.text or "") for one in rows}


def _whole(row: Element, name: str, path: Path) -> int:
    text = row.get(name, "0")
    if not re.fullmatch(r"\d{1,9}", text):
        raise DamagedFile(
            say("{path!s}: {name!s} is no whole number.", path=path.name, name=name), TRY
        )
    return int(text)


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "tile"
