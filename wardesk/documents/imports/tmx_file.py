"""What stands in a TMX file: tilesets, layers of tiles, objects; read with distrust.

Nothing outside the map's folder is opened, and nothing is unpacked beyond what a map can be.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from math import cos, inf, radians, sin
from pathlib import Path, PureWindowsPath
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from wardesk.documents.exports.tiled import TiledObject
from wardesk.documents.imports.tracing import TRY, plain
from wardesk.documents.imports.triplea import safe_xml
from wardesk.errors import DamagedFile, UserError
from wardesk.words import Text, say

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_UPRIGHT = 0x0FFFFFFF
"""The four highest bits of a tile's number say how it is turned, the lowest of them by 120°."""


class TiledTile(Struct, frozen=True):
    """What a tile stands for: the id of its kind, how it is called, and whose it is."""

    kind: str
    title: str
    tileset: str


class Tileset(Struct, frozen=True, kw_only=True):
    """A set of tiles: the number of its first, how many they are (0 = it does not say), its XML.

    *place* is the file that names its pictures, *rows* what is said of single tiles.
    """

    first: int
    name: str
    count: int
    body: Element
    place: Path
    rows: Mapping[int, Element]


class TileLayer(Struct, frozen=True):
    """A layer of tiles, row by row; 0 = no tile. *turned*: how many do not stand upright.

    *moved*: Tiled draws it beside its cells.
    """

    name: str
    gids: tuple[int, ...]
    turned: int = 0
    visible: bool = True
    moved: bool = False


class Extent(Struct, frozen=True):
    """How many cells a map has, and for an infinite one where the first of them lies."""

    columns: int
    rows: int
    left: int = 0
    top: int = 0
    infinite: bool = False


MOST_CELLS = 250_000
_MOST_CHUNKS = 20_000


def extent_of(root: Element, path: Path) -> Extent:
    """The size of a map; of an infinite one, what its chunks cover. DamagedFile if too much."""
    if root.get("infinite") != "1":
        return Extent(whole_number(root, "width", path), whole_number(root, "height", path))
    rows = [_chunk_at(chunk, path) for chunk in root.iter("chunk")]
    if len(rows) > _MOST_CHUNKS or not rows:
        raise DamagedFile(say("{path!s} has {n} chunks.", path=path.name, n=len(rows)), TRY)
    left, top = min(row[0] for row in rows), min(row[1] for row in rows)
    right, low = max(row[0] + row[2] for row in rows), max(row[1] + row[3] for row in rows)
    return Extent(right - left, low - top, left, top, infinite=True)


def _chunk_at(chunk: Element, path: Path) -> tuple[int, int, int, int]:
    """Left, top, width, height of a chunk. DamagedFile if they are none."""
    words = [chunk.get(name, "") for name in ("x", "y", "width", "height")]
    if not all(re.fullmatch(r"-?\d{1,6}", word) for word in words):
        raise DamagedFile(say("{path!s}: a chunk lies nowhere.", path=path.name), TRY)
    x, y, width, height = map(int, words)
    if not 0 < width * height <= MOST_CELLS or width < 0:
        raise DamagedFile(say("{path!s}: a chunk has no size.", path=path.name), TRY)
    return x, y, width, height


def cropped(layers: Sequence[TileLayer], sheet: Extent) -> tuple[list[TileLayer], Extent]:
    """The layers of an infinite map, and their extent, without what lies round its tiles."""
    wide = sheet.columns
    places = {n for layer in layers for n, gid in enumerate(layer.gids) if gid}
    if not sheet.infinite or not places:
        return [*layers], sheet
    columns, rows = {n % wide for n in places}, range(min(places) // wide, max(places) // wide + 1)
    left, right = min(columns), max(columns) + 1
    kept = Extent(
        right - left, len(rows), sheet.left + left, sheet.top + rows[0], infinite=True
    )  # fmt: skip

    def part(gids: tuple[int, ...]) -> tuple[int, ...]:
        lines = (gids[row * wide + left : row * wide + right] for row in rows)
        return tuple(chain.from_iterable(lines))

    return [replace(layer, gids=part(layer.gids)) for layer in layers], kept


def tilesets_of(root: Element, path: Path) -> tuple[list[Tileset], list[str]]:
    """The sets of tiles of a map; those in files of their own are looked up."""
    found: list[Tileset] = []
    notes: list[str] = []
    for row in root.findall("tileset"):
        source, body, place = row.get("source", ""), row, path
        if source:
            outside = beside(path, path, source)
            if outside is None:
                notes.append(
                    say("The tileset {source!s} was not found; its tiles have numbers for names.",
                        source=plain(source))
                )  # fmt: skip
            else:
                body, place = safe_xml(outside), outside
        found.append(
            Tileset(
                first=whole_number(row, "firstgid", path),
                name=plain(body.get("name", "") or Path(source).stem) or "tile",
                count=whole_number(body, "tilecount", path),
                body=body,
                place=place,
                rows={whole_number(one, "id", path): one for one in body.findall("tile")},
            )
        )
    return sorted(found, key=lambda one: one.first), notes


def tileset_of(tilesets: Sequence[Tileset], gid: int) -> tuple[Tileset, int] | None:
    """The set that a tile is of, and the tile's number in it; None if it is of none."""
    at = bisect_right(tilesets, gid, key=lambda one: one.first) - 1
    if at < 0 or not gid:
        return None
    tileset = tilesets[at]
    number = gid - tileset.first
    known = not tileset.count or number < tileset.count or number in tileset.rows
    return (tileset, number) if known else None


def tiles_of(tilesets: Sequence[Tileset], layers: Iterable[TileLayer]) -> dict[int, TiledTile]:
    """What every tile number in the layers stands for."""
    used = {gid for layer in layers for gid in layer.gids}
    places = {gid: tileset_of(tilesets, gid) for gid in used}
    return {gid: _tile(*place) for gid, place in places.items() if place is not None}


def _tile(tileset: Tileset, number: int) -> TiledTile:
    name, row = tileset.name, tileset.rows.get(number)
    words = name.replace("_", " ")
    numbered = TiledTile(slug(f"{name} {number}"), f"{words} {number}", name)
    if row is None:
        return numbered
    title = told_of(row).get("name", "") or row.get("class", "") or row.get("type", "")
    image = row.find("image")
    if not title and image is not None:
        title = PureWindowsPath(image.get("source", "")).stem  # it knows both ways to part folders
    if not title:
        return numbered
    kind = row.get("class", "") or row.get("type", "") or slug(title)
    return TiledTile(plain(kind), plain(title), name)


def beside(path: Path, near: Path, source: str) -> Path | None:
    """A file that is named by *near*, if it lies in the folder of the map at *path*."""
    folder = path.resolve().parent
    try:
        place = (near.resolve().parent / source.replace("\\", "/")).resolve()
        return place if place.is_relative_to(folder) and place.is_file() else None
    except (OSError, ValueError):  # a NUL in the name, or one of thousands of letters
        return None


def layers_of(root: Element, sheet: Extent, path: Path) -> list[TileLayer]:
    """All layers of tiles, the lowest first. DamagedFile as `layer_of`."""
    found: list[TileLayer] = []
    for row, visible, moved in _tree(root, "layer", path):
        layer = layer_of(row, sheet, path)
        found.append(replace(layer, visible=visible, moved=any(moved)))
    return found


def _tree(
    root: Element, tag: str, path: Path
) -> Iterator[tuple[Element, bool, tuple[float, float]]]:
    """The layers of a tag, the lowest first: whether they are shown, how far they are moved."""
    waiting = [(root, True, (0.0, 0.0))]  # no recursion: groups nest as deep as a file likes
    while waiting:
        row, visible, (x, y) = waiting.pop()
        if row.tag == tag:
            yield row, visible, (x, y)
            continue
        for one in reversed([inner for inner in row if inner.tag in (tag, "group")]):
            dx, dy = (number(one, name, path) for name in ("offsetx", "offsety"))
            waiting.append((one, visible and one.get("visible") != "0", (x + dx, y + dy)))


def layer_of(row: Element, sheet: Extent, path: Path) -> TileLayer:
    """A layer of tiles that fills the sheet. DamagedFile if it has others."""
    name = plain(row.get("name", ""))
    data = row.find("data")
    where = say("{path!s}, layer {name!s}", path=path.name, name=name)
    if data is None:
        raise DamagedFile(say("{where} has no tiles.", where=where), TRY)
    count = sheet.columns * sheet.rows
    gids = (
        _of_chunks(data, sheet, where, path) if sheet.infinite else _gids(data, data, count, where)
    )
    if len(gids) != count:
        raise DamagedFile(
            say("{where} has {found} tiles instead of {count}.", where=where, found=len(gids),
                count=count), TRY,
        )  # fmt: skip
    turned = sum(gid > _UPRIGHT for gid in gids)
    return TileLayer(name, tuple(gid & _UPRIGHT for gid in gids), turned)


def _of_chunks(data: Element, sheet: Extent, where: Text, path: Path) -> list[int]:
    found = [0] * (sheet.columns * sheet.rows)
    for chunk in data.findall("chunk"):
        x, y, width, height = _chunk_at(chunk, path)
        gids = _gids(data, chunk, width * height, where)
        if len(gids) != width * height:
            raise DamagedFile(
                say("{where} has {found} tiles instead of {count}.", where=where,
                    found=len(gids), count=width * height), TRY,
            )  # fmt: skip
        for row in range(height):
            at = (y - sheet.top + row) * sheet.columns + x - sheet.left
            found[at : at + width] = gids[row * width : (row + 1) * width]
    return found


def _gids(data: Element, part: Element, count: int, where: Text) -> list[int]:
    """The numbers in *part*, which is *data* itself or a chunk of it."""
    encoding, packed = data.get("encoding", ""), data.get("compression", "")
    try:
        if not encoding:
            return [int(tile.get("gid", "0")) for tile in part.findall("tile")]
        if encoding == "csv":
            return [int(word) for word in (part.text or "").split(",") if word.strip()]
        raw = base64.b64decode("".join((part.text or "").split()), validate=True)
        if packed in ("zlib", "gzip"):
            unpacker = zlib.decompressobj(zlib.MAX_WBITS | 32)
            raw = unpacker.decompress(raw, 4 * count + 4)
        elif packed:
            raise UserError(
                say("{where} is packed with {packed!s}.", where=where, packed=plain(packed, 20)),
                "Choose CSV as the format of tile layers in Tiled's map properties.",
            )
    except (ValueError, binascii.Error, zlib.error) as error:
        raise DamagedFile(say("{where} is cut short or garbled.", where=where), TRY) from error
    return [int.from_bytes(raw[at : at + 4], "little") for at in range(0, len(raw) - 3, 4)]


class ObjectRow(Struct, frozen=True):
    """An object as it stands in the file: its layer, whether it is shown, how far it was moved."""

    row: Element
    layer: str
    visible: bool
    moved: tuple[float, float]


def objects_of(root: Element, path: Path) -> Iterator[ObjectRow]:
    """The objects of a map, not those of its tiles; what layers and groups do to them counts."""
    for layer, visible, moved in _tree(root, "objectgroup", path):
        for row in layer.findall("object"):
            shown = visible and row.get("visible") != "0"
            yield ObjectRow(row, layer.get("name", ""), shown, moved)


def read_object(found: ObjectRow, path: Path, lean: float = 0.0) -> TiledObject:
    """An object with its points as Tiled shows them; what has a size but no line has its middle.

    *lean*: how much wider than high the tiles of an isometric map are; its objects count along
    the sides of cells, while rotation and the places of layers count on the screen.
    """
    row, told = found.row, told_of(found.row)
    x, y, turn = (number(row, name, path) for name in ("x", "y", "rotation"))
    line, ring = row.find("polyline"), row.find("polygon")
    points = [(0.0, 0.0)]
    line = ring if line is None else line
    if line is not None:
        points = [_point(word, row, path) for word in (line.get("points") or "").split()]
        points += points[:1] if ring is not None else []
    elif row.find("point") is None:
        wide, high = number(row, "width", path) / 2, number(row, "height", path) / 2
        points = [(wide, -high if row.get("gid") else high)]
    text = row.find("text")
    name = row.get("name", "") or ((text.text or "") if text is not None else "")
    kind = row.get("type", "") or row.get("class", "")
    placed = ((x + px, y + py) for px, py in (_turned(p, turn, lean) for p in points))
    aside, below = _off_screen(found.moved, lean)
    return TiledObject(
        kind=plain(kind), name=plain(name, 200),
        points=tuple((round(px + aside, 2), round(py + below, 2)) for px, py in placed),
        cells=told.get("cells", ""), key=told.get("id", ""),
    )  # fmt: skip


def has_own_shape(row: Element) -> bool:
    """Whether an object shows a rectangle, an ellipse or a tile."""
    bare = all(row.find(tag) is None for tag in ("polyline", "polygon", "point", "text"))
    return bare and any(row.get(name) for name in ("gid", "width", "height"))


def _turned(point: tuple[float, float], turn: float, lean: float) -> tuple[float, float]:
    """A point turned clockwise on the screen, round its object's place."""
    if not turn:
        return point
    x, y = ((point[0] - point[1]) * lean / 2, sum(point) / 2) if lean else point
    sine, cosine = sin(radians(turn)), cos(radians(turn))
    return _off_screen((x * cosine - y * sine, x * sine + y * cosine), lean)


def _off_screen(point: tuple[float, float], lean: float) -> tuple[float, float]:
    x, y = point
    return (y + x / lean, y - x / lean) if lean else point


def _point(word: str, row: Element, path: Path) -> tuple[float, float]:
    x, _, y = word.partition(",")
    return _number(x, row, path), _number(y, row, path)


def number(row: Element, name: str, path: Path) -> float:
    """An attribute that measures something; 0 if it is not there. DamagedFile if it is none."""
    return _number(row.get(name, "0"), row, path)


def _number(text: str, row: Element, path: Path) -> float:
    try:
        value = float(text)
    except ValueError:
        value = inf
    if abs(value) < 1e9:
        return value
    raise DamagedFile(
        say("{path!s}: the object {number!s} has a point that is none.", path=path.name,
            number=plain(row.get("id", ""), 20)), TRY,
    )  # fmt: skip


def told_of(row: Element) -> dict[str, str]:
    """The properties of an element by name."""
    inner = row.find("properties")
    rows = [] if inner is None else inner.findall("property")
    return {one.get("name", ""): one.get("value", one.text or "") for one in rows}


def whole_number(row: Element, name: str, path: Path) -> int:
    """An attribute that counts something; 0 if it is not there. DamagedFile if it is none."""
    text = row.get(name, "0")
    if not re.fullmatch(r"\d{1,9}", text):
        raise DamagedFile(
            say("{path!s}: {name!s} is no whole number.", path=path.name, name=name), TRY
        )
    return int(text)


def slug(text: str) -> str:
    """An id of small letters of any script, digits and dashes."""
    return re.sub(r"[\W_]+", "-", text.lower())[:64].strip("-") or "tile"
