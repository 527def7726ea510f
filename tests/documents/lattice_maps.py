"""Small hex and square maps for the tests of files, boards and commands."""

from __future__ import annotations

from wardesk.drawing.document import Layout, MapDocument, Override
from wardesk.geometry.grids.hex_lattice import HexGrid
from wardesk.geometry.grids.numbering import CCRR, Count, Numbering
from wardesk.geometry.grids.square_lattice import SquareGrid
from wardesk.geometry.sight.policy import Elevation, RangeLimit, SightPolicy
from wardesk.model.board import Cell, Feature
from wardesk.model.palette import BorderKind, LineKind, Palette, TerrainKind

POLICY = SightPolicy(
    id="test",
    title="Test rule",
    cite="T 1",
    threshold=2,
    cells={"wood": 2, "orchard": 1},
    edges={"crest": 2},
    lines={"dyke": 2},
    marks={"smoke": 2},
    conditions={"night": 2},
    ranges={"foot": RangeLimit(reach=4, in_cells={"wood": 2})},
)
HEIGHTS = SightPolicy(id="heights", elevation=Elevation(), cells={"wood": 1}, adjacent="clear")


def palette():
    """Terrain, sides, lines and two sight rules."""
    terrain = [
        TerrainKind("clear", "Clear"),
        TerrainKind("wood", "Wood", properties={"blocks_sight": True}),
        TerrainKind("orchard", "Orchard"),
    ]
    borders = [BorderKind("crest", "Crest", True), BorderKind("cliff", "Cliff", False)]
    return Palette(
        "test",
        "Test",
        {kind.id: kind for kind in terrain},
        {kind.id: kind for kind in borders},
        {"dyke": LineKind("dyke", "Dyke"), "road": LineKind("road", "Road")},
        {POLICY.id: POLICY, HEIGHTS.id: HEIGHTS},
    )


def lattice_map(kind="hex", columns=8, rows=7, absent=("0303",), **more):
    """A map with every kind of entry: 0402 wood, 0404 and 0405 orchards, a road, a dyke, sides."""
    if kind == "hex":
        grid, numbering = HexGrid(columns, rows, **more), CCRR
    else:
        grid = SquareGrid(columns, rows, **more)
        numbering = Numbering(rows=Count(letters=True), row_first=True) if more else CCRR
    layout = Layout(grid, numbering, "clear")
    terrain = {"0402": "wood", "0404": "orchard", "0405": "orchard"}
    cells = {}
    for number, label in enumerate(numbering.labels(grid)):
        if label in absent:
            continue
        x, y = grid.centre(*grid.coordinates(number))
        properties = {"level": 1} if label.startswith("01") else {}
        name = "Hill" if label == "0101" else label
        kind_here = terrain.get(label, "clear")
        cells[label] = Cell(label, name, kind_here, (float(x), float(y)), properties)
    road = ["0601", "0602", "0603"]
    points = [list(cells[cell].anchor) for cell in road]
    x, y = cells["0606"].anchor
    dyke = [[x - 200.0, y + 20.0], [x + 200.0, y + 20.0]]
    return MapDocument(
        id=f"{kind}-test",
        title=f"A {kind} map",
        provenance="drawn for a test",
        kind=grid.kind,
        unit="1/336 hex",
        layout=layout,
        cells=cells,
        sides={("0501", "0502"): ("crest",), ("0701", "0702"): ("crest", "cliff")},
        overrides=[
            Override(("0102", "0103"), "remove", "a wall"),
            Override(("0101", "0807"), "add", "a ferry"),
        ],
        features=[
            Feature(
                "road", {"type": "LineString", "coordinates": points}, "Lane", "", {"cells": road}
            ),
            Feature("dyke", {"type": "LineString", "coordinates": dyke}),
            Feature("label", {"type": "Point", "coordinates": [1.0, 2.0]}, "Here", "0101"),
        ],
        palette=palette(),
    )
