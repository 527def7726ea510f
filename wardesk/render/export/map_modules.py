"""Maps for programs that play and draw on a picture: VASSAL, TripleA, GIS with a world file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QImage
from shapely.geometry import shape

from wardesk.documents.exports.geojson import geojson_rows
from wardesk.documents.exports.geojson_inside import Seal, inside
from wardesk.documents.exports.triplea import TILE, tile_name, triplea_parts
from wardesk.documents.exports.vassal import VassalSheet, write_module
from wardesk.documents.files.atomic import (
    write_atomically,
    write_folder_atomically,
    written_atomically,
)
from wardesk.drawing.compile import compile_board
from wardesk.drawing.document import MapDocument
from wardesk.errors import Progress, UserError, report
from wardesk.render.export.map_options import (
    ExportOptions,
    OnPicture,
    left_out,
    paint_map,
    prepared,
    scale_of,
    shown_map,
)
from wardesk.render.export.map_pictures import map_png
from wardesk.render.shapes import painting
from wardesk.store.geopackage import ShapeRow, ShapeTable, Value, shape_row, write_geopackage
from wardesk.words import Text, say


def write_map_vmod(
    document: MapDocument, path: Path, options: ExportOptions, progress: Progress | None = None
) -> Text:
    """A VASSAL module of the map. A sentence about it."""
    data, size, on = map_png(document, options, progress)
    board = compile_board(document)
    numbering = document.layout.numbering if document.layout is not None else None
    sheet = VassalSheet(png=data, size=size, scale=on.scale, corner=(on.left, on.top))
    write_atomically(
        path,
        write_module(
            board,
            numbering,
            sheet,
            options.day,
            inside=inside(shown_map(document, options), Seal()),
        ),
    )
    return say(
        "a module with a map of {width} × {height} pixels and {cells} named cells",
        width=size[0],
        height=size[1],
        cells=len(board.cells),
    )


def write_map_triplea(
    document: MapDocument, path: Path, options: ExportOptions, progress: Progress | None = None
) -> Text:
    """A TripleA map folder. A sentence about it. UserError if something else is in its place."""
    known = path / "map.yml"
    if path.exists() and not (path.is_dir() and (known.is_file() or not any(path.iterdir()))):
        raise UserError(
            say("{path!s} is there already and is not a TripleA map.", path=path),
            "Choose another name; nothing changed.",
        )
    board, painter_of = prepared(document, options)
    scale = scale_of(board, painter_of, options)
    rect = painter_of.rect
    size = max(1, round(rect.width() * scale)), max(1, round(rect.height() * scale))
    on = OnPicture(scale, rect.left(), rect.top())

    def pixel(x: float, y: float) -> tuple[int, int]:
        across, down = on.at(x, y)
        return round(across), round(down)

    parts = triplea_parts(compile_board(document), size, pixel)
    rows = -(-size[1] // TILE)
    for row in range(rows):
        report(progress, row, rows)
        band = QImage(-(-size[0] // TILE) * TILE, TILE, QImage.Format.Format_RGB32)
        band.fill(painter_of.theme.colour("paper.sheet"))
        with painting(band) as painter:
            painter.translate(0, -row * TILE)
            paint_map(painter, painter_of, scale)
        for column in range(band.width() // TILE):
            tile = band.copy(column * TILE, 0, TILE, TILE)
            parts[tile_name(column, row)] = png_of(tile)
    report(progress, rows, rows)
    write_folder_atomically(path, parts)
    return say("{areas} areas and {files} files", areas=len(board.cells), files=len(parts))


def png_of(image: QImage) -> bytes:
    """A small picture as PNG."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not image.save(buffer, "PNG"):  # pyright: ignore[reportCallIssue, reportArgumentType]
        raise UserError("WarDesk could not make the picture.")
    return bytes(buffer.data().data())


def write_map_gpkg(
    document: MapDocument, path: Path, options: ExportOptions, progress: Progress | None = None
) -> Text:
    """Cells, borders and features as GeoPackage layers. A sentence about it."""
    report(progress, 0, 2)
    groups: dict[tuple[str, str], list[ShapeRow]] = {}
    for row in geojson_rows(document, left_out(document, options)):
        told = dict(row["properties"])
        layer = told.pop("layer")
        form = row["geometry"]["type"].upper()
        drawn = shape_row(shape(row["geometry"]), {"id": row["id"], **_flat(told)})
        groups.setdefault((layer, form), []).append(drawn)
    report(progress, 1, 2)
    tables = [
        ShapeTable(name=_table(layer, kind), title=_table(layer, kind), kind=kind, rows=rows)
        for (layer, kind), rows in groups.items()
    ]
    with written_atomically(path) as file:
        write_geopackage(tables, file)
    count = sum(len(table.rows) for table in tables)
    report(progress, 2, 2)
    return say("{shapes} shapes in {layers} layers", shapes=count, layers=len(tables))


def _flat(told: Mapping[str, Any]) -> dict[str, Value]:
    """Properties as a table can hold them; what has parts is written as JSON."""
    return {
        name: value
        if value is None or isinstance(value, str | int | float)
        else json.dumps(value, ensure_ascii=False, sort_keys=True)
        for name, value in told.items()
    }


def _table(layer: str, kind: str) -> str:
    return f"{layer}s" if layer != "feature" else f"drawn_{kind.lower()}s"
