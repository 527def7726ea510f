"""Boards of VASSAL modules as maps: hexes and squares as they lie and are called there, or areas.

Lengths are pixels of the board's picture until they are turned into map units.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

import shapely
from msgspec import Struct
from msgspec.structs import replace

from wardesk.documents.exports.vassal_grid import Axis, NumberedGrid
from wardesk.documents.imports.areas import import_tracing
from wardesk.documents.imports.tracing import TracedCell, Tracing, plain
from wardesk.documents.imports.vassal import FoundBoard, grid_of
from wardesk.documents.imports.vassal_file import simple
from wardesk.drawing.document import Layout, MapDocument
from wardesk.errors import Progress, UserError
from wardesk.geometry.grids.calibration import IDENTITY, Affine, placed
from wardesk.geometry.grids.hex_lattice import CELL_STEP, LINE_STEP, HexGrid
from wardesk.geometry.grids.numbering import Count, Grid, Numbering, centres
from wardesk.geometry.grids.square_lattice import SIDE, SquareGrid
from wardesk.model.board import Cell
from wardesk.model.palette import Palette, TerrainKind
from wardesk.words import say

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_MOST_CELLS = 60_000
_SLUG = re.compile(r"[^a-z0-9]+")
_FORM = re.compile(
    r"(?P<before>[^$]*)\$(?:gridLocation|(?P<one>column|row)\$(?P<between>[^$]*)\$(?:column|row))\$"
)
_GROUND = TerrainKind("board", "Board", "")
_BARE = 100.0
"""Pixels of a square where a board says nothing of its places."""


class BoardMap(Struct, frozen=True, kw_only=True):
    """The map of a board; *transform* takes pixels of its picture to map units."""

    document: MapDocument
    transform: Affine
    cell_at: Callable[[tuple[int, int]], str | None]
    """The cell under a pixel of the board."""
    notes: tuple[str, ...] = ()


def board_map(
    board: FoundBoard, size: tuple[int, int], title: str, progress: Progress | None = None
) -> BoardMap:
    """The map of a board whose picture has *size*. UserError for a grid of no use."""
    grid = grid_of(board)
    kind, notes = ("" if grid is None else simple(grid)), list[str]()
    if grid is not None and kind == "ZonedGrid":
        inner = [one for one in grid.iter() if simple(one) in ("HexGrid", "SquareGrid")]
        if inner:
            if len(inner) > 1:
                notes.append(
                    say(
                        "The board has {n} grids, each with numbers of its own; the first of them "
                        "was laid over the whole board.",
                        n=len(inner),
                    )
                )
            elif any(simple(one) == "Zone" for one in grid.iter()):
                notes.append(say("Zones of the board were left out; its grid was read."))
            grid, kind = inner[0], simple(inner[0])
    if grid is not None and kind in ("HexGrid", "SquareGrid"):
        return _lattice(grid, size, title, notes)
    rings = list(_areas(grid, size)) if grid is not None else []
    if len(rings) > 1:
        return _area_map(rings, title, notes, progress)
    notes.append(say("The board has no grid; squares of 100 pixels were laid over it."))
    bare = NumberedGrid(kind="square", x0=round(_BARE / 2), y0=round(_BARE / 2), dx=_BARE, dy=_BARE)
    return _on_grid(bare, None, size, title, notes)


def extent_of(board: FoundBoard) -> tuple[int, int]:
    """How large a board is at least by its zones and regions; 0, 0 if it has none."""
    grid, found = grid_of(board), (0, 0)
    for one in grid.iter() if grid is not None else ():
        if simple(one) == "Region":
            at = _whole(one, "originx", 0) + 40, _whole(one, "originy", 0) + 40
        elif simple(one) == "Zone" and not shapely.is_empty(shape := _outline(one)):
            right, bottom = shapely.bounds(shape)[2:]
            at = int(right), int(bottom)
        else:
            continue
        found = max(found[0], at[0]), max(found[1], at[1])
    return found


def _float(row: Element, name: str, usual: float) -> float:
    try:
        found = float(row.get(name, ""))
    except ValueError:
        return usual
    return found if math.isfinite(found) and abs(found) < 1e6 else usual


def _whole(row: Element, name: str, usual: int) -> int:
    return int(_float(row, name, usual))


def _lattice(row: Element, size: tuple[int, int], title: str, notes: list[str]) -> BoardMap:
    kind = "hex" if simple(row) == "HexGrid" else "square"
    dy = _float(row, "dy", 64.0 if kind == "hex" else 48.0)
    dx = _float(row, "dx", dy * math.sqrt(3) / 2 if kind == "hex" else 48.0)
    if dx < 4 or dy < 4:
        raise UserError("The grid of the board has cells of no size.")
    sideways = row.get("sideways") == "true"
    found = NumberedGrid(
        kind=kind, dx=dx, dy=dy, sideways=sideways, width=size[0], height=size[1],
        x0=_whole(row, "x0", 0 if kind == "hex" else 24),
        y0=_whole(row, "y0", 32 if kind == "hex" else 24),
    )  # fmt: skip
    numbers = next((one for one in row if simple(one).endswith("GridNumbering")), None)
    if numbers is not None:
        across, down = _axis(numbers, "h"), _axis(numbers, "v")
        if sideways:  # counted backwards by the picture, not by the line
            across, down = (
                replace(across, backwards=down.backwards),
                replace(down, backwards=across.backwards),
            )
        found = replace(
            found, lines=across, places=down, separator=numbers.get("sep", ""),
            places_first=numbers.get("first", "H")[:1] == "V",
            form=numbers.get("locationFormat", "$gridLocation$")[:200],
            stagger=kind == "hex" and numbers.get("stagger", "true") == "true",
            slanted=simple(numbers) == "ObliqueHexGridNumbering",
        )  # fmt: skip
    return _on_grid(found, numbers, size, title, notes)


def _axis(row: Element, of: str) -> Axis:
    return Axis(
        letters=row.get(f"{of}Type", "N")[:1] == "A",
        leading=max(0, min(6, _whole(row, f"{of}Leading", 1))),
        offset=_whole(row, f"{of}Off", 1),
        backwards=row.get(f"{of}Descend") == "true",
    )


def _on_grid(
    there: NumberedGrid, numbers: Element | None, size: tuple[int, int], title: str,
    notes: list[str],
) -> BoardMap:  # fmt: skip
    """Our grid under theirs: the same lines, those whose cells have their middle on the board."""
    wide, high = (size[1], size[0]) if there.sideways else size
    lift = there.dy / 2 if there.kind == "hex" else 0.0
    first = math.ceil(-there.x0 / there.dx)
    lines = math.floor((wide - there.x0) / there.dx) - first + 1
    low = math.ceil(-(there.y0 + lift) / there.dy)
    places = math.floor((high - there.y0) / there.dy) - low + 1
    if lines < 1 or places < 1 or lines * places > _MOST_CELLS:
        raise UserError(
            say("The grid of the board has {lines} lines of {places} cells.", lines=lines,
                places=places),
            say("From 1 to {most} cells can be read.", most=_MOST_CELLS),
        )  # fmt: skip
    columns, rows = (places, lines) if there.sideways else (lines, places)
    grid: Grid = (
        HexGrid(columns, rows, there.sideways, "odd" if first % 2 else "even")
        if there.kind == "hex"
        else SquareGrid(columns, rows)
    )
    transform = _transform(there, grid, first, low)
    names = [there.name(line + first, place + low)
             for line in range(grid.lines) for place in range(grid.line_length)]  # fmt: skip
    numbering = _numbering(there, names if numbers is not None else [], grid, first, low)
    labels = numbering.labels(grid)
    cells: dict[str, Cell] = {}
    other = 0
    for number, anchor in enumerate(centres(grid)):
        line, place = divmod(number, grid.line_length)
        raw_line, raw_place = line + first, place + low
        x = there.x0 + raw_line * there.dx
        y = there.y0 + raw_place * there.dy + (lift if raw_line % 2 else 0.0)
        if there.sideways:
            x, y = y, x
        if not (0 <= x <= size[0] and 0 <= y <= size[1]):
            continue
        name = names[number] if numbers is not None else labels[number]
        other += name != labels[number]
        cells[labels[number]] = Cell(labels[number], plain(name) or labels[number], "board", anchor)
    if not cells:
        raise UserError("No cell of the grid lies on the board.")
    if other:
        notes.append(
            say("{n} cells are called otherwise here; what the board calls them is their name.",
                n=other)
        )  # fmt: skip
    document = _document(title, "hex" if there.kind == "hex" else "square")
    document.layout = Layout(grid, numbering, fill="board")
    document.cells = cells

    def cell_at(pixel: tuple[int, int]) -> str | None:
        number = grid.cell_at(*placed(transform, pixel))
        return labels[number] if number >= 0 and labels[number] in cells else None

    return BoardMap(document=document, transform=transform, cell_at=cell_at, notes=tuple(notes))


def _transform(there: NumberedGrid, grid: Grid, first: int, low: int) -> Affine:
    """From pixels to map units: the two may be stretched differently."""
    left, top = grid.centre(*grid.coordinates(0))
    lift = there.dy / 2 if there.kind == "hex" and first % 2 else 0.0
    x, y = there.x0 + first * there.dx, there.y0 + low * there.dy + lift
    across, along = (LINE_STEP, CELL_STEP) if there.kind == "hex" else (SIDE, SIDE)
    a, e = across / there.dx, along / there.dy
    if there.sideways:
        x, y, a, e = y, x, e, a
    return a, 0.0, left - a * x, 0.0, e, top - e * y


def _numbering(
    there: NumberedGrid, names: list[str], grid: Grid, first: int, low: int
) -> Numbering:
    """Our way to count that calls the cells as theirs does, *names*; else the usual one.

    It leaves out what stands behind the numbers.
    """
    behind = there.form.rpartition("$")[2]
    for found in _ways_to_count(there, grid, first, low) if names else ():
        with suppress(ValueError):
            labels = found.labels(grid)
            same = all(label + behind == name for label, name in zip(labels, names, strict=True))
            if same and all(label.isprintable() and label.strip() == label for label in labels):
                return found
    return Numbering(columns=Count(digits=_digits(grid.columns)),
                     rows=Count(digits=_digits(grid.rows)))  # fmt: skip


def _ways_to_count(there: NumberedGrid, grid: Grid, first: int, low: int) -> Iterator[Numbering]:
    last_line, last_place = there.last()
    lines = _count(there.lines, grid.lines, first, last_line)
    places = _count(there.places, grid.line_length, low, last_place)
    pointy = isinstance(grid, HexGrid) and grid.pointy
    columns, rows = (places, lines) if pointy else (lines, places)
    found = _FORM.match(there.form)
    if found is None:
        return
    prefix, separator, places_first = found["before"], there.separator, there.places_first
    if found["between"] is not None:
        separator, places_first = found["between"], found["one"] == "row"
    if len(prefix) >= 20 or len(separator) > 4:
        return
    numbering = Numbering(
        columns=columns, rows=rows, separator=separator, prefix=prefix,
        row_first=places_first != pointy, stagger=there.stagger,
    )  # fmt: skip
    if not there.slanted:
        yield numbering
    elif not (there.stagger or there.lines.backwards or there.places.backwards):
        start = places.start - first // 2 + 1
        yield replace(numbering, style="oblique", rows=replace(places, start=start))


def _digits(count: int) -> int:
    return max(2, len(str(count)))


def _count(axis: Axis, of: int, first: int, last: int) -> Count:
    start = (last - first + axis.offset - of + 1) if axis.backwards else first + axis.offset
    return Count(
        start=start + axis.letters, digits=axis.leading + 1, letters=axis.letters,
        backwards=axis.backwards,
    )  # fmt: skip


def _areas(row: Element, size: tuple[int, int]) -> Iterator[tuple[str, shapely.Polygon]]:
    """Zones as they are drawn, regions as what lies nearest to each; earlier ones count."""
    whole = shapely.box(0, 0, *size)
    taken: shapely.Geometry = shapely.Polygon()
    if simple(row) == "RegionGrid":
        yield from _regions(row, whole)
        return
    for zone in (one for one in row if simple(one) == "Zone"):
        shape = shapely.intersection(_outline(zone), whole)
        shape = shapely.difference(shape, taken)
        if shape.is_empty:
            continue
        taken = shapely.union(taken, shape)
        regions = next((one for one in zone if simple(one) == "RegionGrid"), None)
        inner = list(_regions(regions, shape)) if regions is not None else []
        if len(inner) > 1:
            yield from inner
        else:
            yield from _parts(plain(zone.get("name", "")) or "zone", shape)


def _outline(zone: Element) -> shapely.Geometry:
    points: list[tuple[float, float]] = []
    for pair in zone.get("path", "").split(";")[:20_000]:
        x, _, y = pair.partition(",")
        if x.strip().lstrip("-").isdigit() and y.strip().lstrip("-").isdigit():
            points.append((float(x), float(y)))
    if len(points) < 3 or max(abs(v) for p in points for v in p) > 1e6:
        return shapely.Polygon()
    return shapely.make_valid(shapely.Polygon(points), method="structure", keep_collapsed=False)


def _parts(name: str, shape: shapely.Geometry) -> Iterator[tuple[str, shapely.Polygon]]:
    for part in shapely.get_parts(shape):
        if isinstance(part, shapely.Polygon) and part.area >= 4:
            yield name, part


def _regions(row: Element, inside: shapely.Geometry) -> Iterator[tuple[str, shapely.Polygon]]:
    names: dict[tuple[float, float], str] = {}
    for one in row:
        if simple(one) == "Region":
            at = _float(one, "originx", -1e9), _float(one, "originy", -1e9)
            if max(map(abs, at)) < 1e6 and len(names) < 5000:
                names.setdefault(at, plain(one.get("name", "")) or "region")
    if not names:
        return
    points = shapely.MultiPoint(list(names))
    if len(names) == 1:
        yield from _parts(next(iter(names.values())), inside)
        return
    tree = shapely.STRtree(list(points.geoms))
    for cell in shapely.get_parts(shapely.voronoi_polygons(points, extend_to=inside)):
        held = [n for n in tree.query(cell) if shapely.intersects(cell, points.geoms[int(n)])]
        part = shapely.intersection(cell, inside)
        if held:
            yield from _parts(list(names.values())[int(held[0])], part)


def _area_map(
    rings: list[tuple[str, shapely.Polygon]], title: str, notes: list[str],
    progress: Progress | None,
) -> BoardMap:  # fmt: skip
    cells: list[TracedCell] = []
    taken: dict[str, int] = {}
    for name, shape in rings:
        taken[name] = taken.get(name, 0) + 1
        called = name if taken[name] == 1 else f"{name} ({taken[name]})"
        loops = [shape.exterior, *shape.interiors]
        parts = tuple(tuple((x, y) for x, y in one.coords[:-1]) for one in loops)
        cells.append(TracedCell(called, (parts,)))
    tracing = Tracing(title=title, source="VASSAL", cells=tuple(cells))
    found = import_tracing(tracing, progress=progress)
    notes.append(say("VASSAL knows no neighbours: areas that lie side by side are taken for some."))
    document = found.document
    document.title = title
    shapes = [(cell.name, shape) for cell, (_, shape) in zip(cells, rings, strict=True)]
    ids = {cell.name: cell.id for cell in document.cells.values()}
    tree = shapely.STRtree([shape for _, shape in shapes])

    def cell_at(pixel: tuple[int, int]) -> str | None:
        near = tree.nearest(shapely.Point(pixel))
        inside = tree.query(shapely.Point(pixel), predicate="intersects")
        number = int(inside[0]) if len(inside) else (int(near) if near is not None else -1)
        return ids.get(shapes[number][0]) if number >= 0 else None

    return BoardMap(
        document=document, transform=IDENTITY, cell_at=cell_at,
        notes=(*notes, *found.notes),
    )  # fmt: skip


def _document(title: str, kind: str) -> MapDocument:
    palette = Palette("vassal", "A board from VASSAL", {"board": _GROUND}, {}, {}, {})
    return MapDocument(
        id=_SLUG.sub("-", title.lower()).strip("-")[:40] or "board", title=title,
        provenance="imported from VASSAL", kind="hex" if kind == "hex" else "square",
        palette=palette,
    )  # fmt: skip
