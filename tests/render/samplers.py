"""Maps that use every kind of a palette: grounds, sides or borders, and lines."""

from __future__ import annotations

from functools import cache

from wardesk.documents.maps.shipped import shipped_palettes
from wardesk.documents.maps.store import read_map
from wardesk.drawing.document import Layout, MapDocument
from wardesk.geometry.borders.topology import Edge, Face
from wardesk.geometry.grids.hex_lattice import HexGrid
from wardesk.geometry.grids.square_lattice import SquareGrid
from wardesk.model.board import Cell, Feature
from wardesk.paths import campaigns


@cache  # Several modules ask while they are loaded, and every shipped map is read.
def palettes():
    """Every shipped palette with the kinds of map that it is for: name, palette, kind."""
    rows = [
        (one.name, one.palette, kind)
        for one in shipped_palettes()
        if not one.like
        for kind in one.kinds
    ]
    for place in sorted(campaigns().glob("*/maps/*")):
        document = read_map(place)
        rows.append((place.name, document.palette, document.kind))
    return tuple(rows)


def sampler(palette, kind):
    """A map of this kind of map with every kind of the palette, all apart from each other."""
    return _areas(palette) if kind == "area" else _sheet(palette, kind)


def _line(kind, points, cells=()):
    form = {"type": "LineString", "coordinates": [list(point) for point in points]}
    return Feature(kind, form, "", properties={"cells": list(cells)}, id=kind)


def _sheet(palette, kind):
    """Grounds in the second row, sides in the fifth, lines in the lowest rows."""
    width = 2 + 3 * max(len(palette.terrain), len(palette.borders), len(palette.lines))
    grid = SquareGrid(width, 12) if kind == "square" else HexGrid(width, 12)
    fill = next(iter(palette.terrain), "")
    document = MapDocument(id="sampler", title="Sampler", provenance="drawn for tests", kind=kind,
                           palette=palette, layout=Layout(grid, fill=fill))  # fmt: skip
    by_offset = {}
    for label, number in document.cell_numbers.items():
        q, r = grid.coordinates(number)
        x, y = grid.centre(q, r)
        by_offset[grid.offset(q, r)] = label
        document.cells[label] = Cell(label, label, fill, (float(x), float(y)))
    for number, terrain in enumerate(palette.terrain):
        label = ground_cell(number)
        old = document.cells[label]
        document.cells[label] = Cell(label, label, terrain, old.anchor)
    for number, border in enumerate(palette.borders):
        document.sides[side_cells(number)] = (border,)
        document.high[side_cells(number)] = side_cells(number)[0]
    for number, line in enumerate(palette.lines):
        cells = [by_offset[2 + 3 * number, row] for row in (7, 8, 9, 10)]
        document.features.append(_line(line, [document.cells[c].anchor for c in cells], cells))
    return document


def ground_cell(number):
    """The cell of a palette's ground on a sampler of hexes or squares."""
    return f"{3 + 3 * number:02}02"


def side_cells(number):
    """The cells on both sides of a palette's border kind there."""
    return f"{3 + 3 * number:02}05", f"{3 + 3 * number:02}06"


def _areas(palette):
    """Two rows of oblongs: grounds above, and below them pairs with a border of each kind."""
    document = MapDocument(id="sampler", title="Sampler", provenance="drawn for tests",
                           kind="area", palette=palette, unit="m")  # fmt: skip
    plain = next(iter(palette.borders))
    fill = next(iter(palette.terrain))

    def edge(a, b, kind):
        found = len(document.edges) + 1
        document.edges[found] = Edge(found, a, b, (), kind)
        return found

    def node(x, y):
        found = len(document.nodes) + 1
        document.nodes[found] = (float(x), float(y))
        return found

    def face(name, terrain, ring, at):
        document.faces[name] = Face(tuple(ring))
        document.cells[name] = Cell(name, name, terrain, (float(at[0]), float(at[1])))

    for number, terrain in enumerate(palette.terrain):
        x = number * 150
        a, b, c, d = node(x, 0), node(x, 100), node(x + 100, 100), node(x + 100, 0)
        ring = [edge(*ends, plain) for ends in ((a, b), (b, c), (c, d), (d, a))]
        face(f"g{number}", terrain, ring, (x + 50, 50))
    for number, border in enumerate(palette.borders):
        x = number * 150
        a, b, c = node(x, 200), node(x, 300), node(x, 400)
        f, e, d = node(x + 100, 200), node(x + 100, 300), node(x + 100, 400)
        middle = edge(b, e, border)
        upper = [edge(a, b, plain), middle, edge(e, f, plain), edge(f, a, plain)]
        lower = [edge(b, c, plain), edge(c, d, plain), edge(d, e, plain), -middle]
        face(f"u{number}", fill, upper, (x + 50, 250))
        face(f"l{number}", fill, lower, (x + 50, 350))
    for number, line in enumerate(palette.lines):
        x = number * 150
        document.features.append(_line(line, [(x + 5, 340), (x + 95, 360)]))
    return document
