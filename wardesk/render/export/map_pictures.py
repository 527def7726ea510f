"""Maps as pictures: PNG, which may be very large, and SVG."""

from __future__ import annotations

import tempfile
from io import BytesIO
from pathlib import Path
from typing import IO

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QPainter

from wardesk.documents.files.atomic import write_atomically, written_atomically
from wardesk.drawing.document import MapDocument
from wardesk.errors import Progress, report
from wardesk.render.export.map_options import (
    MM_PER_INCH,
    ExportOptions,
    OnPicture,
    paint_map,
    prepared,
    scale_of,
)
from wardesk.render.export.png_bands import png_in_bands
from wardesk.render.export.svg_layers import in_order
from wardesk.render.export.svg_letters import outlined
from wardesk.render.map.board_painter import BoardPainter
from wardesk.render.map.drawn_shapes import Drawing, Shapes
from wardesk.render.shapes import painting
from wardesk.words import say


def write_map_png(
    document: MapDocument, path: Path, options: ExportOptions, progress: Progress | None = None
) -> str:
    """The printed sheet as a PNG that knows its size on paper."""
    with written_atomically(path) as part, part.open("wb") as stream:
        (width, height), on = _write_png(stream, document, options, progress)
    if options.world:
        write_atomically(path.with_suffix(".pgw"), _world_file(on).encode())
    return say(
        "{width} × {height} pixels, {wide:.0f} × {high:.0f} mm at {dpi} dpi",
        width=width,
        height=height,
        wide=width / options.dpi * MM_PER_INCH,
        high=height / options.dpi * MM_PER_INCH,
        dpi=options.dpi,
    )


def _world_file(on: OnPicture) -> str:
    """Where the middle of the first pixel lies and how large one is, y up as in the GeoJSON."""
    pixel = 1 / on.scale
    rows = (pixel, 0.0, 0.0, -pixel, on.left + pixel / 2, -(on.top + pixel / 2))
    return "".join(f"{row:.10f}\n" for row in rows)


def map_png(
    document: MapDocument, options: ExportOptions, progress: Progress | None = None
) -> tuple[bytes, tuple[int, int], OnPicture]:
    """The printed sheet as PNG, its size in pixels, and where board points lie on it."""
    stream = BytesIO()
    size, on = _write_png(stream, document, options, progress)
    return stream.getvalue(), size, on


def _write_png(
    stream: IO[bytes], document: MapDocument, options: ExportOptions, progress: Progress | None
) -> tuple[tuple[int, int], OnPicture]:
    board, painter_of = prepared(document, options)
    scale = scale_of(board, painter_of, options)
    rect = painter_of.rect
    size = max(1, round(rect.width() * scale)), max(1, round(rect.height() * scale))

    def paint(painter: QPainter, top: int) -> None:
        painter.translate(0, -top)
        paint_map(painter, painter_of, scale)

    dots = round(options.dpi / MM_PER_INCH * 1000)
    paper = painter_of.theme.colour("paper.sheet")
    png_in_bands(stream, size, dots, paper, paint, progress)
    return size, OnPicture(scale, rect.left(), rect.top())


def write_map_svg(
    document: MapDocument, path: Path, options: ExportOptions, progress: Progress | None = None
) -> str:
    """The printed sheet as an SVG, in millimetres, for drawing programs."""
    report(progress, 0, 2)
    board, painter_of = prepared(document, options, grain=False)
    scale = scale_of(board, painter_of, options)
    rect = painter_of.rect
    size = QSize(max(1, round(rect.width() * scale)), max(1, round(rect.height() * scale)))
    with tempfile.TemporaryDirectory() as folder:
        # Qt's generator keeps a handle on what it writes to until it is destroyed.
        part = Path(folder) / "map.svg"
        shapes = _generate(part, size, document.title, options.dpi, painter_of, scale)
        text = part.read_bytes()
    drawing = in_order(text, shapes)
    write_atomically(path, drawing if options.words_as_text else outlined(drawing))
    report(progress, 2, 2)
    return say(
        "{width} × {height} units at {dpi} per inch",
        width=size.width(),
        height=size.height(),
        dpi=options.dpi,
    )


def _generate(
    part: Path, size: QSize, title: str, dpi: int, painter_of: BoardPainter, scale: float
) -> Shapes:
    generator = Drawing()
    generator.setFileName(str(part))
    generator.setSize(size)
    generator.setViewBox(QRect(0, 0, size.width(), size.height()))
    generator.setResolution(dpi)
    generator.setTitle(title)
    with painting(generator) as painter:
        painter.fillRect(
            QRect(0, 0, size.width(), size.height()), painter_of.theme.colour("paper.sheet")
        )
        paint_map(painter, painter_of, scale)
    return generator.shapes
