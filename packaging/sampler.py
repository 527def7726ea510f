"""A sheet with every kind of a shipped palette, on open ground, in woods and over a step.

.venv/bin/python packaging/sampler.py packaging/pictures/sampler.png
.venv/bin/python packaging/sampler.py OUT.png --palette land-hex-tactical --map OUT.wdmap
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path

from wardesk.documents.maps.shipped import shipped_palettes
from wardesk.documents.maps.store import write_map
from wardesk.drawing.commands.all_commands import (
    AnyCommand,
    DrawLine,
    PaintSides,
    PaintTerrain,
    PlaceLabel,
    SetElevation,
)
from wardesk.drawing.document import Layout, MapDocument
from wardesk.drawing.editor import Editor
from wardesk.geometry.grids.hex_lattice import CELL_STEP, HexGrid
from wardesk.model.board import Cell
from wardesk.model.palette import Palette, Scalar
from wardesk.render.export.map_options import ExportOptions
from wardesk.render.export.maps import export_map
from wardesk.render.map.signs import SIGNS

WIDE = 18
LEVELS = 6


class Sheet:
    """The map, its cells by column and row."""

    def __init__(self, palette: Palette) -> None:
        grid = HexGrid(WIDE, _rows_of_grounds(palette) + 13 + math.ceil(len(SIGNS) / WIDE))
        fill = next(iter(palette.terrain))
        document = MapDocument(
            id="sampler",
            title="The sampler",
            provenance="made by packaging/sampler.py",
            kind="hex",
            palette=palette,
            layout=Layout(grid, fill=fill),
        )
        self.at: dict[tuple[int, int], str] = {}
        for label, number in document.cell_numbers.items():
            q, r = grid.coordinates(number)
            x, y = grid.centre(q, r)
            self.at[grid.offset(q, r)] = label
            document.cells[label] = Cell(label, label, fill, (float(x), float(y)))
        self.editor = Editor(document)
        self.document = document

    def do(self, command: AnyCommand) -> None:
        """Draw it."""
        self.editor.do(command)

    def block(self, column: int, row: int, wide: int = 2, high: int = 2) -> tuple[str, ...]:
        """The cells of an oblong that lie on the sheet."""
        places = [(x, y) for x in range(column, column + wide) for y in range(row, row + high)]
        return tuple(self.at[place] for place in places if place in self.at)

    def write(self, words: str, column: int, row: int, down: float = 110.0) -> None:
        """A word in a cell, below its middle."""
        x, y = self.document.cells[self.at[column, row]].anchor
        self.do(PlaceLabel(words, (x, y + down)))


def drawn(palette: Palette) -> MapDocument:
    """Grounds above, levels below them, then sides, and lines that cross a river."""
    sheet = Sheet(palette)
    for number, kind in enumerate(palette.terrain.values()):
        column, row = number * 2 % WIDE, number * 2 // WIDE * 2
        sheet.do(PaintTerrain(sheet.block(column, row), kind.id))
        sheet.write(kind.name, column, row + 1)
    wood = next((k for k in palette.terrain if k == "wood"), "")
    town = next((k for k in palette.terrain if k in ("village", "town")), "")
    top = _rows_of_grounds(palette) + 1
    for level in range(LEVELS):
        column = level * WIDE // LEVELS
        if level:
            sheet.do(SetElevation(sheet.block(column, top, 3, 4), level))
        for row, kind in ((1, wood), (2, town)):
            if kind:
                cells = sheet.block(column, top + row, 3, 1)
                sheet.do(PaintTerrain(cells[: 3 if row == 1 else 1], kind))
        sheet.write(f"Level {level}", column + 1, top)
    top += 5
    _sides(sheet, palette, top, wood)
    _lines(sheet, palette, top + 3)
    for number, sign in enumerate(SIGNS):
        column, row = number % WIDE, top + 7 + number // WIDE
        x, y = sheet.document.cells[sheet.at[column, row]].anchor
        look: dict[str, Scalar] = {"sign": sign, "size": "small"}
        sheet.do(PlaceLabel(str(SIGNS[sign]), (x, y + 10.0), properties=look))
    return sheet.document


def _rows_of_grounds(palette: Palette) -> int:
    return 2 * math.ceil(len(palette.terrain) * 2 / WIDE)


def _sides(sheet: Sheet, palette: Palette, top: int, wood: str) -> None:
    """Every kind along a row, half of it in a wood; those that lead over others lie with lines."""
    kinds = [one for one in palette.borders.values() if not one.crosses]
    each = WIDE // len(kinds)
    for number, kind in enumerate(kinds):
        first = number * each
        if wood:
            sheet.do(PaintTerrain(sheet.block(first + each // 2, top, 1, 2), wood))
        upper = [sheet.at[first + k, top] for k in range(each - 1)]
        lower = [sheet.at[first + k, top + 1] for k in range(each - 1)]
        pairs = _between(sheet, upper, lower)
        sheet.do(PaintSides(pairs, kind.id, high="first" if kind.directed else None))
        sheet.write(kind.name, first + (each - 1) // 2, top + 2, 0.0)


def _between(sheet: Sheet, upper: list[str], lower: list[str]) -> tuple[tuple[str, str], ...]:
    """Every side between two rows of cells."""
    spots = {name: sheet.document.cells[name].anchor for name in (*upper, *lower)}
    return tuple(
        (a, b) for a in upper for b in lower if math.dist(spots[a], spots[b]) < 1.1 * CELL_STEP
    )


def _lines(sheet: Sheet, palette: Palette, top: int) -> None:
    """Every line across a river, on every kind that leads over it."""
    over = [one for one in palette.borders.values() if one.crosses]
    river = over[0].crosses[0] if over else next(iter(palette.borders))
    upper = [sheet.at[k, top + 1] for k in range(WIDE)]
    lower = [sheet.at[k, top + 2] for k in range(WIDE)]
    sheet.do(PaintSides(_between(sheet, upper, lower), river))
    places = [(line, bridge) for line in palette.lines.values() for bridge in over or [None]]
    each = max(2, WIDE // max(len(places), 1))
    for number, (line, bridge) in enumerate(places):
        column = number * each + 1
        cells = [sheet.at[column, top + k] for k in range(4)]
        if bridge is not None:
            sheet.do(PaintSides(((cells[1], cells[2]),), bridge.id))
        points = [sheet.document.cells[cell].anchor for cell in cells]
        sheet.do(DrawLine(line.id, tuple(points)))
        words = line.name if bridge is None else f"{line.name}, {bridge.name.lower()}"
        sheet.write(words, column, top + 3, 60.0)


def main() -> None:
    """Draw it, and paint it as it is printed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("png", type=Path)
    parser.add_argument("--palette", default="land-hex")
    parser.add_argument("--map", type=Path, help="where the map goes too")
    parser.add_argument("--theme", default="printed")
    given = parser.parse_args()
    palette = next(one.palette for one in shipped_palettes() if one.name == given.palette)
    document = drawn(palette)
    if given.map:
        write_map(document, given.map)
    export_map(document, "png", given.png, ExportOptions(theme=given.theme, wide=1600))


if __name__ == "__main__":
    main()
