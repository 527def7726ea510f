"""Tiled TMX files read: our own with what was changed in Tiled, and those of any other origin.

Of foreign maps the grid, the ground and drawn objects are read; what is left out is told in words.
"""

from __future__ import annotations

import json
import re
from collections import Counter
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
from wardesk.documents.imports.tile_pictures import NO_PICTURES, TilePictures, pictures_of
from wardesk.documents.imports.tmx_file import (
    Extent,
    TiledTile,
    TileLayer,
    Tileset,
    cropped,
    extent_of,
    has_own_shape,
    layers_of,
    objects_of,
    read_object,
    slug,
    tiles_of,
    tilesets_of,
    told_of,
    whole_number,
)
from wardesk.documents.imports.tracing import TRY, plain
from wardesk.documents.imports.triplea import safe_xml
from wardesk.drawing.document import Layout, MapDocument
from wardesk.drawing.layers import LABEL, elevation_property
from wardesk.errors import DamagedFile, UserError
from wardesk.geometry.grids.hex_lattice import CELL_STEP, LINE_STEP, HexGrid
from wardesk.geometry.grids.numbering import Count, Grid, Numbering, centres
from wardesk.geometry.grids.square_lattice import SIDE, SquareGrid
from wardesk.model.board import Cell, Feature
from wardesk.model.palette import BorderKind, LineKind, Palette, TerrainKind
from wardesk.words import say, say_count

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_MOST_CELLS = 250_000
_EMPTY = "empty"
_ID = re.compile(r"[^\s/\\\x00-\x1f\x7f]{1,64}")


class ReadTiled(Struct, frozen=True):
    """The map, and what a person should know about how it was read."""

    document: MapDocument
    notes: tuple[str, ...]
    own: bool = False
    """Whether WarDesk wrote it."""
    pictures: TilePictures = NO_PICTURES
    """Those of the tiles of a map that it did not write; whoever paints cuts them out."""


def read_tmx(path: Path) -> ReadTiled:
    """The map in a TMX file. UserError or DamagedFile in one sentence that names what is wrong."""
    root = safe_xml(path)
    if root.tag != "map":
        raise DamagedFile(say("{path!s} is no Tiled map.", path=path.name), TRY)
    sheet = extent_of(root, path)
    columns, rows = sheet.columns, sheet.rows
    if not (columns and rows) or columns * rows > _MOST_CELLS:
        raise DamagedFile(
            say("{path!s} has {columns} × {rows} cells.", path=path.name, columns=columns,
                rows=rows),
            say("From 1 to {most} can be read.", most=_MOST_CELLS),
        )  # fmt: skip
    tilesets, notes = tilesets_of(root, path)
    layers = layers_of(root, sheet, path)
    own = _own(root, path)
    if own is not None and own.grid is not None:
        return _changed(own, root, tiles_of(tilesets, layers), layers, (columns, rows), path)
    return _foreign(root, tilesets, layers, sheet, path, notes)


def _own(root: Element, path: Path) -> MapDocument | None:
    """The map that lies inside a file that WarDesk wrote."""
    text = told_of(root).get(MEMBER)
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
    tiles: Mapping[int, TiledTile],
    layers: list[TileLayer],
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
        return ReadTiled(document, (AS_WRITTEN,), own=True)
    told = say_count(
        "The map came back from Tiled with {n} change.",
        "The map came back from Tiled with {n} changes.",
        n=changes,
    )
    return ReadTiled(document, (told,), own=True)


def _repainted(
    document: MapDocument,
    cell: Cell,
    layers: Mapping[str, TileLayer],
    tiles: Mapping[int, TiledTile],
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
    rows = [*objects_of(root, path)]
    for name in (SIDES, LINES, NAMES):
        found = [read_object(one, path) for one in rows if one.layer == name]
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
    tilesets: list[Tileset],
    layers: list[TileLayer],
    sheet: Extent,
    path: Path,
    notes: list[str],
) -> ReadTiled:
    """A map of another origin: the uppermost tile of every cell is its ground."""
    if not layers:
        raise DamagedFile(say("{path!s} has no layer of tiles.", path=path.name), TRY)
    shown, sheet = cropped([layer for layer in layers if layer.visible] or layers, sheet)
    size = sheet.columns, sheet.rows
    grid = _grid(root, sheet, path)
    tiles = tiles_of(tilesets, shown)
    notes += _told_of_form(root, shown, sheet)
    digits = len(str(max(size)))
    numbering = Numbering(columns=Count(digits=max(2, digits)), rows=Count(digits=max(2, digits)))
    labels = numbering.labels(grid)
    kinds: dict[str, TerrainKind] = {}
    cells: dict[str, Cell] = {}
    tiled: list[tuple[int, str]] = []
    for number, anchor in enumerate(centres(grid)):
        column, row = grid.offset(*grid.coordinates(number))
        place = row * grid.columns + column
        gid = next((g for layer in reversed(shown) if (g := layer.gids[place])), 0)
        tile = tiles.get(gid) or TiledTile(_EMPTY, "Empty", "")
        kind = tile.kind if _ID.fullmatch(tile.kind) else slug(tile.kind)
        kinds.setdefault(kind, TerrainKind(kind, tile.title, tile.title.lower()))
        cells[labels[number]] = Cell(labels[number], labels[number], kind, anchor)
        tiled += [(place, kind)] if gid else []
    notes += _told_of_layers(layers, shown, len(cells) - len(tiled))
    usual = Counter(cell.terrain for cell in cells.values()).most_common(1)[0][0]
    in_order = dict(sorted(kinds.items(), key=_by_number))
    palette = Palette("tiled", "Kinds from Tiled", in_order, {}, {}, {})
    title = plain(path.stem.replace("_", " ")) or "map"
    document = MapDocument(
        id=re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") or "map", title=title,
        provenance="imported from Tiled", kind="hex" if isinstance(grid, HexGrid) else "square",
        palette=palette, layout=Layout(grid, numbering, fill=usual), cells=cells,
    )  # fmt: skip
    notes += _foreign_objects(document, root, grid, sheet, path)
    left = sum(1 for _ in root.iter("imagelayer"))
    if left:
        notes.append(
            say_count(
                "{n} layer with a picture was left out.",
                "{n} layers with pictures were left out.",
                n=left,
            )
        )
    pictures, told = pictures_of(root, tilesets, shown, tiled, path)
    return ReadTiled(document, (*notes, *told), pictures=pictures)


def _by_number(row: tuple[str, TerrainKind]) -> list[tuple[str, int]]:
    """An order in which 2 stands before 10."""
    return [(words, int(part or 0)) for words, part in re.findall(r"([^0-9]*)([0-9]{0,9})", row[0])]


def _told_of_layers(layers: list[TileLayer], shown: list[TileLayer], empty: int) -> Iterator[str]:
    """What of the layers of tiles does not count, and how many cells have no tile."""
    if hidden := len(layers) - len(shown):
        yield say_count(
            "{n} hidden layer of tiles was left out.",
            "{n} hidden layers of tiles were left out.",
            n=hidden,
        )
    if len(shown) > 1:
        yield say("Of {n} layers of tiles the uppermost counts in each cell.", n=len(shown))
    if moved := sum(layer.moved for layer in shown):
        yield say_count(
            "{n} layer of tiles is shifted in Tiled; its tiles count where they are numbered.",
            "{n} layers of tiles are shifted in Tiled; their tiles count where they are numbered.",
            n=moved,
        )
    if empty:
        yield say_count(
            "{n} cell has no tile; it is called Empty.",
            "{n} cells have no tile; they are called Empty.",
            n=empty,
        )


def _told_of_form(root: Element, layers: list[TileLayer], sheet: Extent) -> Iterator[str]:
    """What the form of a map is not here, in words."""
    form = root.get("orientation", "")
    if form == "isometric":
        yield say("An isometric map: its cells are squares here, seen from straight above.")
    if form == "staggered":
        yield say("A staggered isometric map: its cells are hexes here, with six neighbours.")
    if sheet.infinite:
        yield say(
            "An infinite map: {columns} × {rows} cells reach from its first tile to its last.",
            columns=sheet.columns, rows=sheet.rows,
        )  # fmt: skip
    if turned := sum(layer.turned for layer in layers):
        yield say_count(
            "{n} tile was turned or mirrored; it stands upright here.",
            "{n} tiles were turned or mirrored; they stand upright here.",
            n=turned,
        )


def _foreign_objects(
    document: MapDocument, root: Element, grid: Grid, sheet: Extent, path: Path
) -> list[str]:
    """Lines and names that were drawn as objects; what else there is, is counted."""
    lines: dict[str, LineKind] = {}
    left = hidden = shapes = 0
    across, down = _measures(root, grid, path)
    aslant = root.get("orientation") == "isometric"
    lean = whole_number(root, "tilewidth", path) / down.pixels if aslant else 0.0
    for found in objects_of(root, path):
        if not found.visible:
            hidden += 1
            continue
        one = read_object(found, path, lean)
        points = [
            [across.of_board(x, sheet.left), down.of_board(y, sheet.top)] for x, y in one.points
        ]
        if len(points) > 1:
            kind = slug(one.kind or found.layer or "line")
            title = plain(one.kind or found.layer) or "Line"
            lines.setdefault(kind, LineKind(kind, title, title.lower()))
            form: dict[str, Any] = {"type": "LineString", "coordinates": points}
            document.features.append(Feature(kind, form, one.name, id=_free_id(document, kind)))
        elif one.name and points:
            form = {"type": "Point", "coordinates": points[0]}
            document.features.append(Feature(LABEL, form, one.name, id=_free_id(document, LABEL)))
            shapes += has_own_shape(found.row)
        else:
            left += 1
    document.palette = replace(document.palette, lines=lines, borders=dict[str, BorderKind]())
    return [*_told_of_objects(left, hidden, shapes)]


def _told_of_objects(left: int, hidden: int, shapes: int) -> Iterator[str]:
    """What of the objects is not on the map."""
    if left:
        yield say_count(
            "{n} object without a name or a line was left out.",
            "{n} objects without a name or a line were left out.",
            n=left,
        )
    if hidden:
        yield say_count(
            "{n} hidden object was left out.", "{n} hidden objects were left out.", n=hidden
        )
    if shapes:
        yield say_count(
            "Of {n} rectangle, ellipse or tile object only the name was read; it stands in the "
            "middle.",
            "Of {n} rectangles, ellipses and tile objects only the names were read; they stand in "
            "the middle.",
            n=shapes,
        )


class _Measure(Struct, frozen=True):
    """Along one direction: how far cells stand apart and where the first has its middle.

    In pixels of the file and in board units.
    """

    pixels: float
    first: float
    units: int
    middle: int

    def of_board(self, at: float, before: int) -> float:
        """Where pixel *at* lies on a board that lacks so many columns or rows *before* it."""
        along = (at - self.first) / self.pixels - before
        return round(along * self.units) + float(self.middle)


def _measures(root: Element, grid: Grid, path: Path) -> tuple[_Measure, _Measure]:
    """Across and down. Tiled counts whole even pixels for hexes, and rounds down."""
    wide, high = (whole_number(root, name, path) or 1 for name in ("tilewidth", "tileheight"))
    if not isinstance(grid, HexGrid):
        wide = high if root.get("orientation") == "isometric" else wide  # it counts by the height
        square = (_Measure(one, one / 2, SIDE, SIDE // 2) for one in (wide, high))
        return next(square), next(square)
    wide, high = max(2, wide & ~1), max(2, high & ~1)
    hexes = root.get("orientation") == "hexagonal"
    side = whole_number(root, "hexsidelength", path) if hexes else 0
    cell, line = (wide, high) if grid.pointy else (high, wide)
    along = _Measure(cell, cell / 2, CELL_STEP, CELL_STEP // 2)
    steps = max(1, int((line - side) / 2) + side)
    across = _Measure(steps, line / 2, LINE_STEP, LINE_STEP * 2 // 3)
    return (along, across) if grid.pointy else (across, along)


def _grid(root: Element, sheet: Extent, path: Path) -> Grid:
    form, size = root.get("orientation", ""), (sheet.columns, sheet.rows)
    if form in ("orthogonal", "isometric"):
        return SquareGrid(*size)
    if form in ("hexagonal", "staggered"):
        pointy = root.get("staggeraxis", "y") == "y"
        odd = (root.get("staggerindex") == "even") == (
            (sheet.top if pointy else sheet.left) % 2 == 0
        )
        return HexGrid(*size, pointy=pointy, shoved="odd" if odd else "even")
    raise UserError(
        say("{path!s} is a map of the form {form!r}.", path=path.name, form=plain(form, 20)),
        "Orthogonal, isometric, hexagonal and staggered maps can be read.",
    )
