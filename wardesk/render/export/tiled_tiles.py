"""The pictures of a Tiled map: one tile for every ground and every height, side by side."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPolygonF

from wardesk.documents.exports.tiled import HEIGHT_STEPS, pixels_of, tile_size, tmx_text
from wardesk.documents.files.atomic import write_atomically
from wardesk.drawing.compile import compile_board
from wardesk.drawing.document import Layout, MapDocument
from wardesk.errors import Progress, UserError, report
from wardesk.geometry.grids.numbering import Count, Grid, Numbering
from wardesk.model.board import Cell
from wardesk.model.palette import Palette
from wardesk.render.export.map_modules import png_of
from wardesk.render.export.map_options import ExportOptions, shown_map
from wardesk.render.lettering import put
from wardesk.render.map.board_painter import BoardPainter
from wardesk.render.map.frame import MapParts
from wardesk.render.map.recipes import level_tint
from wardesk.render.shapes import painting, pen, saved
from wardesk.render.theme import MapTheme, load_map_theme
from wardesk.words import Text, say

_BARE = MapParts(numbers=False, grid=False, key=False, frame=False)


def grid_for_tiles(document: MapDocument) -> Grid:
    """The grid of a map. UserError for a map of areas, which has no tiles."""
    if document.grid is None:
        raise UserError(
            "Tiled draws tiles, and a map of areas has none.", "Use GeoJSON, SVG or TripleA."
        )
    return document.grid


def write_map_tmx(
    document: MapDocument, path: Path, options: ExportOptions, progress: Progress | None = None
) -> Text:
    """A Tiled map, and beside it the pictures of its tiles. A sentence about it.

    UserError for a map of areas, which has no tiles.
    """
    grid = grid_for_tiles(document)
    compile_board(document)  # a map with errors is refused
    theme = load_map_theme(options.theme)
    names = [f"{path.stem}-{part}.png" for part in ("ground", "heights")]
    text = tmx_text(shown_map(document, options), *names)
    report(progress, 0, 2)
    ground = png_of(_ground_tiles(document.palette, grid, theme))
    report(progress, 1, 2)
    heights = png_of(_height_tiles(grid, theme))
    for name, data in zip(names, (ground, heights), strict=True):
        write_atomically(path.with_name(name), data)
    write_atomically(path, text.encode())
    report(progress, 2, 2)
    return say(
        "{columns} × {rows} tiles of {kinds} kinds; the pictures are beside it",
        columns=grid.columns,
        rows=grid.rows,
        kinds=len(document.palette.terrain),
    )


def _ground_tiles(palette: Palette, grid: Grid, theme: MapTheme) -> QImage:
    """Every ground, cut from the middle of nine cells of its own."""
    kinds = list(palette.terrain)
    small = replace(grid, columns=3 * len(kinds), rows=3, origin=(0, 0))
    kind = "square" if small.kind == "square" else "hex"
    numbering = Numbering(columns=Count(digits=4), rows=Count(digits=1))
    document = MapDocument(
        id="tiles", title="Tiles", provenance="", kind=kind, palette=replace(palette, sight={}),
        layout=Layout(small, numbering, fill=kinds[0]),
    )  # fmt: skip
    middles: list[int] = []
    for label, number in document.cell_numbers.items():
        column, row = small.offset(*small.coordinates(number))
        x, y = small.centre(*small.coordinates(number))
        terrain = kinds[column // 3]
        document.cells[label] = Cell(label, label, terrain, (float(x), float(y)))
        if column % 3 == 1 and row == 1:
            middles.append(number)
    middles.sort(key=lambda number: small.offset(*small.coordinates(number))[0])
    of = BoardPainter(compile_board(document), theme, parts=_BARE)
    across, down = pixels_of(small)
    wide, high = tile_size(small)
    image = _strip(wide, high, len(kinds))
    with painting(image) as painter:
        for number, cell in enumerate(middles):
            x, y = small.centre(*small.coordinates(cell))
            with saved(painter):
                painter.translate(number * wide + wide / 2, high / 2)
                painter.setClipRect(QRectF(-wide / 2, -high / 2, wide, high))
                painter.scale(across, down)
                painter.translate(-x, -y)
                of.paint_ground(painter, across)
            _cut(painter, small, number * wide, theme)
    return image


def _height_tiles(grid: Grid, theme: MapTheme) -> QImage:
    """A tint and a figure for every height."""
    wide, high = tile_size(grid)
    image = _strip(wide, high, HEIGHT_STEPS)
    with painting(image) as painter:
        for level in range(HEIGHT_STEPS):
            left = level * wide
            tint = QColor(level_tint(theme, level, HEIGHT_STEPS))
            tint.setAlphaF(0.45)
            painter.fillRect(QRectF(left, 0, wide, high), tint)
            at = (left + wide / 2, high * 0.8)
            put(painter, str(level), at, high / 6, theme.colour("label.ink"), role="map-number")
            _cut(painter, grid, left, theme)
    return image


def _strip(wide: int, high: int, count: int) -> QImage:
    image = QImage(wide * count, high, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    return image


def _cut(painter: QPainter, grid: Grid, left: int, theme: MapTheme) -> None:
    """Take away what lies around a tile's cell, and draw its sides."""
    wide, high = tile_size(grid)
    across, down = pixels_of(grid)
    q, r = grid.coordinates(0)
    x, y = grid.centre(q, r)
    ring = [
        QPointF(left + wide / 2 + (px - x) * across, high / 2 + (py - y) * down)
        for px, py in grid.outline(q, r)
    ]
    mask = QImage(wide, high, QImage.Format.Format_ARGB32_Premultiplied)
    mask.fill(Qt.GlobalColor.transparent)
    with painting(mask) as inner:
        inner.setRenderHint(QPainter.RenderHint.Antialiasing)
        inner.translate(-left, 0)
        inner.setPen(Qt.PenStyle.NoPen)
        inner.setBrush(Qt.GlobalColor.black)
        inner.drawPolygon(QPolygonF(ring))
    with saved(painter):
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationIn)
        painter.setClipRect(QRectF(left, 0, wide, high))
        painter.drawImage(QPointF(left, 0), mask)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(pen(theme.colour("hex.grid", 0.6), 1.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolygon(QPolygonF(ring))
