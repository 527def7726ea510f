"""Maps for other programs: one list of forms, each of which writes a file from a map.

The window and the command line offer whatever stands in `EXPORTERS`; a further form (a print set, a
module of another program) is one more entry. The same map gives the same bytes.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QBuffer, QIODevice, QRect, QSize
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from wardesk.documents.exports.geojson import write_geojson
from wardesk.documents.files.atomic import write_atomically
from wardesk.drawing.compile import compile_board
from wardesk.drawing.document import MapDocument
from wardesk.drawing.layers import Layer
from wardesk.drawing.shown import hidden_layers, without_layers
from wardesk.errors import UserError
from wardesk.geometry.grids.hex_lattice import CELL_STEP
from wardesk.geometry.grids.square_lattice import SIDE
from wardesk.model.board import Board
from wardesk.render.app import ensure_gui_app
from wardesk.render.map.board_painter import BoardPainter
from wardesk.render.map.frame import MapParts
from wardesk.render.theme import load_map_theme
from wardesk.words import say

MM_PER_INCH = 25.4
LONGEST, MOST_PIXELS = 32_000, 400_000_000
"""What Qt can paint on, and what fits into memory with room to spare."""

Progress = Callable[[int, int], bool]
"""``progress(done, of)``; False stops the work, and nothing is written."""


class ExportOptions(Struct, frozen=True, kw_only=True):
    """How a picture is made. *cell_mm*: from side to side of a hex or square on paper."""

    theme: str = "printed"
    dpi: int = 150
    cell_mm: float = 0.0
    """0 = as many pixels as *width* says."""
    wide: int = 2400
    """Pixels across the sheet, where no *cell_mm* is given."""
    hidden_too: bool = False
    """Whether layers whose eye is shut are written all the same."""
    parts: MapParts = MapParts()
    """What a picture shows besides the country."""


class Exporter(Struct, frozen=True):
    """One form: its id, what it is called, the file's ending, whether it is a picture, and how."""

    id: str
    title: str
    suffix: str
    picture: bool
    write: Callable[[MapDocument, Path, ExportOptions], str]
    """Writes the file and answers with a sentence about it. UserError if it cannot be done."""


def cell_width(board: Board) -> float:
    """From side to side of a cell, board units; 0 on area boards, whose cells have no size."""
    return {"hex": float(CELL_STEP), "square": float(SIDE)}.get(board.kind, 0.0)


def scale_of(board: Board, painter: BoardPainter, options: ExportOptions) -> float:
    """Pixels per board unit. UserError if the picture would be too large, or has no scale."""
    if not 30 <= options.dpi <= 2400:
        raise UserError("The resolution must lie between 30 and 2400 dots per inch.")
    if options.cell_mm:
        across = cell_width(board)
        if not across:
            raise UserError("Areas have no common size.", "Give the width in pixels instead.")
        if not 1 <= options.cell_mm <= 500:
            raise UserError("A cell must measure from 1 to 500 mm.")
        scale = options.cell_mm / MM_PER_INCH * options.dpi / across
    else:
        if not 16 <= options.wide <= LONGEST:
            raise UserError(
                say("The width must lie between 16 and {longest!s} pixels.", longest=LONGEST)
            )
        scale = options.wide / painter.rect.width()
    width, height = painter.rect.width() * scale, painter.rect.height() * scale
    if max(width, height) > LONGEST or width * height > MOST_PIXELS:
        text = say(
            "The picture would have {width:.0f} × {height:.0f} pixels.", width=width, height=height
        )
        raise UserError(text, "Choose smaller cells or a lower resolution.")
    return scale


def write_map_png(document: MapDocument, path: Path, options: ExportOptions) -> str:
    """The printed sheet as a PNG that knows its size on paper."""
    board, painter_of = _prepared(document, options)
    scale = scale_of(board, painter_of, options)
    rect = painter_of.rect
    size = QSize(max(1, round(rect.width() * scale)), max(1, round(rect.height() * scale)))
    image = QImage(size, QImage.Format.Format_RGB32)
    if image.isNull():
        raise UserError("There is not enough memory for so large a picture.")
    dots = round(options.dpi / MM_PER_INCH * 1000)
    image.setDotsPerMeterX(dots)
    image.setDotsPerMeterY(dots)
    image.fill(painter_of.theme.colour("paper.sheet"))
    painter = QPainter(image)
    _paint(painter, painter_of, scale)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not image.save(buffer, "PNG"):  # pyright: ignore[reportCallIssue, reportArgumentType]
        raise UserError("WarDesk could not make the picture.")
    write_atomically(path, bytes(buffer.data().data()))
    millimetres = [round(n / options.dpi * MM_PER_INCH) for n in (size.width(), size.height())]
    return (
        f"{size.width()} × {size.height()} pixels, {millimetres[0]} × {millimetres[1]} mm at "
        f"{options.dpi} dpi"
    )


def write_map_svg(document: MapDocument, path: Path, options: ExportOptions) -> str:
    """The printed sheet as an SVG, in millimetres, for drawing programs."""
    board, painter_of = _prepared(document, options, grain=False)
    scale = scale_of(board, painter_of, options)
    rect = painter_of.rect
    size = QSize(max(1, round(rect.width() * scale)), max(1, round(rect.height() * scale)))
    with tempfile.TemporaryDirectory() as folder:
        # Qt's generator keeps a handle on what it writes to until it is destroyed.
        part = Path(folder) / "map.svg"
        _generate(part, size, document.title, options.dpi, painter_of, scale)
        text = part.read_bytes()
    write_atomically(path, _plain(text))
    return f"{size.width()} × {size.height()} units at {options.dpi} per inch"


def _generate(
    part: Path, size: QSize, title: str, dpi: int, painter_of: BoardPainter, scale: float
) -> None:
    generator = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)  # the smaller one cannot clip
    generator.setFileName(str(part))
    generator.setSize(size)
    generator.setViewBox(QRect(0, 0, size.width(), size.height()))
    generator.setResolution(dpi)
    generator.setTitle(title)
    painter = QPainter(generator)
    painter.fillRect(
        QRect(0, 0, size.width(), size.height()), painter_of.theme.colour("paper.sheet")
    )
    _paint(painter, painter_of, scale)
    painter.end()


def _plain(text: bytes) -> bytes:
    """The drawing with ids counted from 1: Qt makes them of numbers that differ with every run.

    Characters that XML does not allow, which a title could bring in, are left out, and so are paths
    without a point, which readers complain of.
    """
    names: dict[bytes, bytes] = {}

    def called(found: re.Match[bytes]) -> bytes:
        return names.setdefault(found[0], b"p%d" % (len(names) + 1))

    clean = re.sub(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]", b"", text)
    clean = re.sub(rb'<path[^>]*\bd=""\s*/>', b"", clean)
    return re.sub(rb"\btexpattern_[0-9a-f]+\b", called, clean)


def write_map_geojson(document: MapDocument, path: Path, options: ExportOptions) -> str:
    """Cells, borders and features for QGIS and GDAL."""
    hidden = frozenset[Layer]() if options.hidden_too else hidden_layers(document)
    return f"{write_geojson(document, path, hidden)} features"


EXPORTERS: dict[str, Exporter] = {
    one.id: one
    for one in (
        Exporter("png", "PNG picture", ".png", True, write_map_png),
        Exporter("svg", "SVG drawing", ".svg", True, write_map_svg),
        Exporter("geojson", "GeoJSON for QGIS and GDAL", ".geojson", False, write_map_geojson),
    )
}


def export_map(document: MapDocument, form: str, path: Path, options: ExportOptions) -> str:
    """Write *document* in one of the `EXPORTERS`; a sentence about what was written.

    UserError for an unknown form, a map with errors, or a place that cannot be written.
    """
    exporter = EXPORTERS.get(form)
    if exporter is None:
        raise UserError(
            say("There is no form “{form!s}”.", form=form),
            say("There are: {exporters!s}.", exporters=", ".join(EXPORTERS)),
        )
    if path.suffix.lower() not in ("", exporter.suffix):
        text = say(
            "{path!s} is no name for this form: {exporter}.",
            path=path.name,
            exporter=exporter.title,
        )
        raise UserError(text, say("Let it end in {suffix!s}.", suffix=exporter.suffix))
    return exporter.write(document, path, options)


def _prepared(
    document: MapDocument, options: ExportOptions, *, grain: bool = True
) -> tuple[Board, BoardPainter]:
    """Board and painter; without *grain* the paper has no texture, which drawings cannot hold."""
    ensure_gui_app()
    hidden = frozenset[Layer]() if options.hidden_too else hidden_layers(document)
    board, parts = compile_board(without_layers(document, hidden)), options.parts
    if board.kind == "area" and "labels" in hidden:
        parts = replace(parts, numbers=False)
    inks = load_map_theme(options.theme)
    if not grain:
        inks = replace(inks, values={**inks.values, "paper.grain": 0.0})
    return board, BoardPainter(board, inks, parts=parts)


def _paint(painter: QPainter, painter_of: BoardPainter, scale: float) -> None:
    painter.scale(scale, scale)
    painter.translate(-painter_of.rect.topLeft())
    painter_of.paint_ground(painter, scale)
    painter_of.paint_lettering(painter, scale)
