"""Pictures of the tiles of a Tiled map: which files they are in, and where in them.

Files come from strangers: none outside the map's folder is opened, and each is judged by its bytes
before anybody paints it. What cannot be used is told, and its kinds go without a picture.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from wardesk.documents.files.images import image_part
from wardesk.documents.files.pictures import LARGEST, SMALLER, let_in
from wardesk.documents.files.untrusted import read_bounded
from wardesk.documents.imports.tmx_file import (
    TileLayer,
    Tileset,
    beside,
    tileset_of,
    whole_number,
)
from wardesk.documents.imports.tracing import plain
from wardesk.errors import UserError
from wardesk.words import Text, say, say_count

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

MOST_PICTURES = 200
"""Kinds that get a picture, those with the most cells first."""
_MOST_BYTES = 64 << 20
_MOST_PIXELS = 100_000_000
"""Of all files together: what is painted from must stay a matter of seconds."""
_MOST_STACKED = 8
_NAMED = 3
Size = tuple[int, int]


class Cut(Struct, frozen=True, kw_only=True):
    """Part of a picture file: *box* is left, top, width, height in pixels.

    *size* has the pixels of the whole file. *moved*: how far right and down Tiled draws it. *clear*
    is a colour that counts as nothing, as ``rrggbb``. *fills*: stretched to its cell.
    """

    data: bytes
    size: Size
    box: tuple[int, int, int, int]
    moved: Size = (0, 0)
    clear: str = ""
    fills: bool = False


class TilePictures(Struct, frozen=True, kw_only=True):
    """Pictures of kinds of ground, the lowest first where several lie over each other.

    *cell* is the size of a cell in their pixels; *leaning*: cells are diamonds seen from aslant.
    """

    cell: Size = (1, 1)
    leaning: bool = False
    kinds: Mapping[str, tuple[Cut, ...]] = {}


NO_PICTURES = TilePictures()


def pictures_of(
    root: Element,
    tilesets: Sequence[Tileset],
    layers: Sequence[TileLayer],
    kinds: Sequence[tuple[int, str]],
    path: Path,
) -> tuple[TilePictures, list[str]]:
    """The pictures of the kinds of a map, and what is left out.

    *kinds*: for every cell that has a tile its place in the layers, and its kind.
    """
    stacks: dict[str, Counter[tuple[int, ...]]] = {}
    for place, kind in kinds:
        stack = tuple(gid for layer in layers if (gid := layer.gids[place]))[-_MOST_STACKED:]
        stacks.setdefault(kind, Counter())[stack] += 1
    cuts = _Cuts(tilesets, path)
    found: dict[str, tuple[Cut, ...]] = {}
    ranked = sorted(stacks, key=lambda kind: -stacks[kind].total())
    for kind in ranked[:MOST_PICTURES]:
        stack = stacks[kind].most_common(1)[0][0]
        if cuts.of(stack[-1]) is not None:
            found[kind] = tuple(cut for gid in stack if (cut := cuts.of(gid)) is not None)
    size = whole_number(root, "tilewidth", path), whole_number(root, "tileheight", path)
    made = TilePictures(
        cell=(max(1, size[0]), max(1, size[1])),
        leaning=root.get("orientation", "") in ("isometric", "staggered"),
        kinds=found,
    )
    return made, [*cuts.told(), *_told(stacks, ranked, made)]


def _told(
    stacks: Mapping[str, Counter[tuple[int, ...]]], ranked: Sequence[str], made: TilePictures
) -> Iterator[str]:
    """What is otherwise than in Tiled."""
    if several := sum(len({stack[-1] for stack in stacks[kind]}) > 1 for kind in made.kinds):
        yield say_count(
            "{n} kind has several tiles; the picture of the commonest is shown.",
            "{n} kinds have several tiles; the picture of the commonest is shown.",
            n=several,
        )
    if len(ranked) > MOST_PICTURES:
        yield say(
            "Only the {most} commonest kinds have the pictures of their tiles.", most=MOST_PICTURES
        )
    if beyond := sum(any(_beyond(cut, made.cell) for cut in row) for row in made.kinds.values()):
        yield say_count(
            "The picture of {n} kind is larger than its cell; what stands out is cut off.",
            "The pictures of {n} kinds are larger than their cells; what stands out is cut off.",
            n=beyond,
        )
    if made.leaning and made.kinds:
        yield say("Pictures seen from aslant were laid flat.")


def _beyond(cut: Cut, cell: Size) -> bool:
    return not cut.fills and (cut.box[2] > cell[0] or cut.box[3] > cell[1])


class _Refused(Exception):
    """Why a picture is left out."""

    def __init__(self, why: Text) -> None:
        super().__init__(why)
        self.why = why


class _Cuts:
    """Finds the pictures of tiles; reads every file once."""

    def __init__(self, tilesets: Sequence[Tileset], path: Path) -> None:
        self._notes: list[str] = []
        self._tilesets, self._path = tilesets, path
        self._files: dict[tuple[Path, str], tuple[bytes, Size] | None] = {}
        self._known: dict[int, Cut | None] = {}
        self._bytes = self._pixels = 0

    def told(self) -> list[str]:
        """What was left out: some by name, the rest counted."""
        rest = len(self._notes) - _NAMED
        if rest <= 0:
            return self._notes
        more = say_count("{n} more picture was left out.", "{n} more pictures were left out.",
                         n=rest)  # fmt: skip
        return [*self._notes[:_NAMED], more]

    def of(self, gid: int) -> Cut | None:
        """The picture of a tile; None if it has none that can be used."""
        if gid not in self._known:
            place = tileset_of(self._tilesets, gid)
            self._known[gid] = self._cut(*place) if place is not None else None
        return self._known[gid]

    def _cut(self, tileset: Tileset, number: int) -> Cut | None:
        row, body, path = tileset.rows.get(number), tileset.body, self._path
        own = row.find("image") if row is not None else None
        image = body.find("image") if own is None else own
        read = self._read(tileset, image) if image is not None else None
        if read is None or image is None:
            return None
        data, (wide, high) = read
        if own is not None and row is not None:
            box = (
                whole_number(row, "x", path), whole_number(row, "y", path),
                whole_number(row, "width", path) or wide,
                whole_number(row, "height", path) or high,
            )  # fmt: skip
        else:
            box = _in_grid(body, number, wide, path)
        left, top, across, down = box
        if not (across and down) or left + across > wide or top + down > high:
            self._tell(
                say("Tile {number} of {tileset!s} lies outside its picture.",
                    number=number, tileset=tileset.name)
            )  # fmt: skip
            return None
        offset = body.find("tileoffset")
        moved = (_shift(offset, "x"), _shift(offset, "y")) if offset is not None else (0, 0)
        return Cut(
            data=data, size=(wide, high), box=box, moved=moved,
            clear=image.get("trans", "").removeprefix("#")[:6],
            fills=body.get("tilerendersize") == "grid",
        )  # fmt: skip

    def _read(self, tileset: Tileset, image: Element) -> tuple[bytes, Size] | None:
        key = tileset.place, image.get("source", "")
        if key not in self._files:
            try:
                self._files[key] = self._judged(tileset, key[1])
            except _Refused as refusal:
                self._files[key] = None
                self._tell(refusal.why)
        return self._files[key]

    def _judged(self, tileset: Tileset, source: str) -> tuple[bytes, Size]:
        if not source:
            raise _Refused(
                say("The picture of {tileset!s} lies inside the file and was left out.",
                    tileset=tileset.name)
            )  # fmt: skip
        name = plain(source)
        file = beside(self._path, tileset.place, source)
        if file is None:
            raise _Refused(
                say("The picture {name!s} is not in the folder of the map; its tiles have none.",
                    name=name)
            )  # fmt: skip
        try:
            data = read_bounded(file, LARGEST, too_large=SMALLER)
            data, kind = let_in(data, name)
            if kind.suffix in ("png", "jpg"):
                image_part(data, name)  # whole, down to its pixels
        except UserError as error:
            raise _Refused(say("A picture was left out: {why}", why=error)) from error
        self._bytes += len(data)
        self._pixels += kind.width * kind.height
        if self._bytes > _MOST_BYTES or self._pixels > _MOST_PIXELS:
            raise _Refused(say("There are too many pictures; some were left out."))
        return data, (kind.width, kind.height)

    def _tell(self, why: str) -> None:
        if why not in self._notes:
            self._notes.append(why)


def _in_grid(body: Element, number: int, wide: int, path: Path) -> tuple[int, int, int, int]:
    """Where a tile lies in the one picture of its set; no width if it lies nowhere."""
    across, down = whole_number(body, "tilewidth", path), whole_number(body, "tileheight", path)
    margin, spacing = whole_number(body, "margin", path), whole_number(body, "spacing", path)
    columns = whole_number(body, "columns", path)
    if not columns and across:
        columns = (wide - margin + spacing) // (across + spacing)
    if columns < 1:
        return 0, 0, 0, 0
    row, column = divmod(number, columns)
    return margin + column * (across + spacing), margin + row * (down + spacing), across, down


def _shift(offset: Element, name: str) -> int:
    text = offset.get(name, "0")
    return int(text) if re.fullmatch(r"-?[0-9]{1,5}", text) else 0
