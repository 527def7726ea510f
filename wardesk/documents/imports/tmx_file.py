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

_FLIPS = 0x1FFFFFFF
"""The highest bits of a tile's number say how it is turned."""


class Tile(Struct, frozen=True):
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
    """A layer of tiles, row by row; 0 = no tile. *turned*: how many do not stand upright."""

    name: str
    gids: tuple[int, ...]
    turned: int = 0
    visible: bool = True


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


def tiles_of(tilesets: Sequence[Tileset], layers: Iterable[TileLayer]) -> dict[int, Tile]:
    """What every tile number in the layers stands for."""
    used = {gid for layer in layers for gid in layer.gids}
    places = {gid: tileset_of(tilesets, gid) for gid in used}
    return {gid: _tile(*place) for gid, place in places.items() if place is not None}


def _tile(tileset: Tileset, number: int) -> Tile:
    name, row = tileset.name, tileset.rows.get(number)
    words = name.replace("_", " ")
    numbered = Tile(slug(f"{name} {number}"), f"{words} {number}", name)
    if row is None:
        return numbered
    title = told_of(row).get("name", "") or row.get("class", "") or row.get("type", "")
    image = row.find("image")
    if not title and image is not None:
        title = PureWindowsPath(image.get("source", "")).stem  # it knows both ways to part folders
    if not title:
        return numbered
    kind = row.get("class", "") or row.get("type", "") or slug(title)
    return Tile(plain(kind), plain(title), name)


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
    waiting = [(root, True)]  # no recursion: a file may nest its groups as deep as it likes
    while waiting:
        row, visible = waiting.pop()
        if row.tag == "layer":
            found.append(replace(layer_of(row, sheet, path), visible=visible))
        else:
            inner = [one for one in row if one.tag in ("layer", "group")]
            waiting += [(one, visible and one.get("visible") != "0") for one in reversed(inner)]
    return found


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
    turned = sum(gid > _FLIPS for gid in gids)
    return TileLayer(name, tuple(gid & _FLIPS for gid in gids), turned)


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


def objects_of(root: Element, name: str) -> Iterator[Element]:
    """The objects of the layers of a name."""
    for group in root.iter("objectgroup"):
        if group.get("name") == name:
            yield from group.iter("object")


def read_object(row: Element, path: Path) -> TiledObject:
    """An object with its points; none for ellipses and the like, which say nothing here."""
    told = told_of(row)
    try:
        x, y = float(row.get("x", "0")), float(row.get("y", "0"))
        line, ring = row.find("polyline"), row.find("polygon")
        points = [(x, y)]
        line = ring if line is None else line
        if line is not None:
            words = (line.get("points") or "").split()
            pairs = [word.split(",") for word in words]
            points = [(round(x + float(px), 2), round(y + float(py), 2)) for px, py in pairs]
            points += points[:1] if ring is not None else []
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
