"""What a map is written with: how large, in which inks, with which parts of the sheet."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtGui import QPainter

from wardesk.drawing.compile import compile_board
from wardesk.drawing.document import MapDocument
from wardesk.drawing.layers import Layer
from wardesk.drawing.shown import hidden_layers, without_layers
from wardesk.errors import UserError
from wardesk.geometry.grids.hex_lattice import CELL_STEP
from wardesk.geometry.grids.square_lattice import SIDE
from wardesk.model.board import Board
from wardesk.render.app import ensure_gui_app
from wardesk.render.export.page_layout import PageOptions
from wardesk.render.map.board_painter import BoardPainter
from wardesk.render.map.frame import MapParts
from wardesk.render.theme import load_map_theme
from wardesk.words import say

MM_PER_INCH = 25.4
LONGEST, MOST_PIXELS = 100_000, 2_000_000_000
"""More no program opens."""
USUAL_CELL, USUAL_SHEET = 16.0, 400.0
"""Millimetres on paper, where nobody says: across a hex or square, and across a map of areas."""


class ExportOptions(Struct, frozen=True, kw_only=True):
    """How a map is written. *cell_mm*: from side to side of a hex or square on paper."""

    theme: str = "printed"
    dpi: int = 150
    cell_mm: float = 0.0
    """0 = as many pixels as *wide* says, and on paper the usual size."""
    wide: int = 2400
    """Pixels across the sheet, where no *cell_mm* is given."""
    sheet_mm: float = 0.0
    """Width on paper of a map of areas, whose cells have no common size; 0 = the usual."""
    hidden_too: bool = False
    """Whether layers whose eye is shut are written all the same."""
    parts: MapParts = MapParts()
    """What a picture shows besides the country."""
    world: bool = False
    """Whether a world file stands beside a PNG, which lays it under the map's GeoJSON."""
    words_as_text: bool = False
    """Whether words in an SVG stay words, for who has the fonts; else they are outlines."""
    pages: PageOptions = PageOptions()
    """How paper is filled."""
    counter_mm: float = 15.0
    """The edge of a counter on paper."""
    own: Mapping[str, Any] = {}
    """Settings of one exporter alone, by their names."""
    day: date = date(1980, 1, 1)
    """What a file that has a date says; the same map on the same day gives the same bytes."""


def options_of(values: Mapping[str, Any], day: date) -> ExportOptions:
    """Options with these values of settings, by name; what is missing is as usual."""

    def filled(kind: type[Struct]) -> dict[str, Any]:
        return {name: values[name] for name in kind.__struct_fields__ if name in values}

    own, pages, parts = (filled(one) for one in (ExportOptions, PageOptions, MapParts))
    return ExportOptions(
        **own, pages=PageOptions(**pages), parts=MapParts(**parts), day=day,
        own={name: one for name, one in values.items() if name not in own | pages | parts},
    )  # fmt: skip


class OnPicture(Struct, frozen=True):
    """Where board points lie on a picture: *scale* pixels per unit, from *left*, *top*."""

    scale: float
    left: float
    top: float

    def at(self, x: float, y: float) -> tuple[float, float]:
        """The pixel of a board point."""
        return (x - self.left) * self.scale, (y - self.top) * self.scale


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


def paper_scale(board: Board, painter: BoardPainter, options: ExportOptions) -> float:
    """Millimetres on paper per board unit. UserError for sizes that make no sense."""
    across = cell_width(board)
    if not across:
        if options.cell_mm:
            raise UserError("Areas have no common size.", "Give the width of the sheet instead.")
        width = options.sheet_mm or USUAL_SHEET
        if not 20 <= width <= 20_000:
            raise UserError("A sheet must be from 20 mm to 20 m wide.")
        return width / painter.rect.width()
    if options.cell_mm and not 1 <= options.cell_mm <= 500:
        raise UserError("A cell must measure from 1 to 500 mm.")
    return (options.cell_mm or USUAL_CELL) / across


def shown_map(document: MapDocument, options: ExportOptions) -> MapDocument:
    """The map without the layers that are not to be written."""
    return without_layers(document, left_out(document, options))


def left_out(document: MapDocument, options: ExportOptions) -> frozenset[Layer]:
    """The layers that are not to be written."""
    return frozenset[Layer]() if options.hidden_too else hidden_layers(document)


def prepared(
    document: MapDocument, options: ExportOptions, *, grain: bool = True
) -> tuple[Board, BoardPainter]:
    """Board and painter; without *grain* the paper has no texture, which drawings cannot hold."""
    ensure_gui_app()
    hidden = left_out(document, options)
    board, parts = compile_board(without_layers(document, hidden)), options.parts
    if board.kind == "area" and "labels" in hidden:
        parts = replace(parts, numbers=False)
    inks = load_map_theme(options.theme)
    if not grain:
        inks = replace(inks, values={**inks.values, "paper.grain": 0.0})
    painter = BoardPainter(board, inks, parts=parts)
    painter.paint_once()
    return board, painter


def paint_map(painter: QPainter, painter_of: BoardPainter, scale: float) -> None:
    """The whole sheet, its upper left corner where the painter stands."""
    painter.scale(scale, scale)
    painter.translate(-painter_of.rect.topLeft())
    painter_of.paint_ground(painter, scale)
    painter_of.paint_lettering(painter, scale)
