"""A map on paper: a PDF of pages true to scale, with marks to cut and strips to glue over."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from wardesk.documents.files.atomic import written_atomically
from wardesk.drawing.document import MapDocument
from wardesk.errors import Progress, report
from wardesk.model.board import Board
from wardesk.render.export.map_options import (
    MM_PER_INCH,
    ExportOptions,
    cell_width,
    paper_scale,
    prepared,
)
from wardesk.render.export.page_boxes import PageCut, tell_cuts
from wardesk.render.export.page_layout import PAPERS, PageLayout, PrintPage, lay_out
from wardesk.render.export.paper import fix_file, in_millimetres, steady_order, upright_pages
from wardesk.render.lettering import put, text_width
from wardesk.render.map.board_painter import BoardPainter
from wardesk.render.shapes import painting, pen, saved
from wardesk.words import Text, say, say_count, shown

_SMALL = 200 / MM_PER_INCH
"""Pixels per millimetre of the page map's picture."""
_INK, _PALE = QColor("#1c1f23"), QColor("#8a8f96")
_MARK, _HAIR = 5.0, 0.18
_WORDS, _LETTERS = 2.6, 3.2
_BESIDE = 3.0
"""So far from a mark stays what is written beside it."""
_LEFT = -1.0
"""Where text is written from, see `lettering.text_path`."""
_RULE = 100.0
"""Length of the line on the page map that tells whether the printer kept the scale."""


def write_map_pdf(
    document: MapDocument, path: Path, options: ExportOptions, progress: Progress | None = None
) -> Text:
    """The sheet at its true size over pages of paper, drawn in shapes. A sentence about it."""
    board, painter_of = prepared(document, options, grain=False)
    scale = paper_scale(board, painter_of, options)
    rect = painter_of.rect
    layout = lay_out(rect.width() * scale, rect.height() * scale, options.pages)
    with written_atomically(path) as part:
        with steady_order():
            _print(part, board, painter_of, scale, layout, options, progress)
        fix_file(part, options.day)
        tell_cuts(part, _cuts(layout, options))
    paper = PAPERS.get(options.pages.paper)
    if paper is None:
        return say(
            "One page as large as the sheet, which measures {width:.0f} × {height:.0f} mm",
            width=layout.width,
            height=layout.height,
        )
    return say_count(
        "{n} page {paper}; the sheet measures {width:.0f} × {height:.0f} mm",
        "{n} pages {paper}; the sheet measures {width:.0f} × {height:.0f} mm",
        n=len(layout.pages),
        paper=paper.title,
        width=layout.width,
        height=layout.height,
    )


def _cuts(layout: PageLayout, options: ExportOptions) -> list[PageCut | None]:
    """What is cut of each page; the map of pages is not."""
    first: list[PageCut | None] = [None] if options.pages.page_map and layout.has_map else []
    return [
        *first,
        *(
            PageCut(layout.margin, layout.margin, page.width, page.height, layout.bleed)
            for page in layout.pages
        ),
    ]


def _print(
    file: Path,
    board: Board,
    painter_of: BoardPainter,
    scale: float,
    layout: PageLayout,
    options: ExportOptions,
    progress: Progress | None,
) -> None:
    size = QSizeF(layout.page_width, layout.page_height)
    seal = f"{board.id} {board.digest} {scale} {layout}"
    writer = upright_pages(file, size, board.title, seal)
    with in_millimetres(writer) as painter:
        with_map = options.pages.page_map and layout.has_map
        if with_map:
            _page_map(painter, painter_of, layout, _scale_words(board, scale))
        for number, page in enumerate(layout.pages):
            report(progress, number, len(layout.pages))
            if number or with_map:
                writer.newPage()
            _page(painter, painter_of, scale, layout, page)
            if options.pages.cut_marks:
                _marks(painter, layout, page)
            _foot(painter, board, scale, layout, page)
        report(progress, len(layout.pages), len(layout.pages))


def _page(
    painter: QPainter, painter_of: BoardPainter, scale: float, layout: PageLayout, page: PrintPage
) -> None:
    """The part of the sheet that lies on one page."""
    bleed = layout.bleed
    box = QRectF(layout.margin, layout.margin, page.width, page.height)
    with saved(painter):
        around = box.adjusted(-bleed, -bleed, bleed, bleed)
        painter.setClipRect(around)
        if bleed:
            painter.fillRect(around, painter_of.theme.colour("paper.sheet"))
        painter.translate(layout.margin - page.left, layout.margin - page.top)
        painter.scale(scale, scale)
        painter.translate(-painter_of.rect.topLeft())
        lod = scale * _FINE
        painter_of.paint_ground(painter, lod)
        painter_of.paint_lettering(painter, lod)


_FINE = 300 / MM_PER_INCH
"""How finely the painter draws, pixels per millimetre: what a printer shows."""


def _marks(painter: QPainter, layout: PageLayout, page: PrintPage) -> None:
    """Lines in the margin at the corners, and at the strips that the neighbours show too."""
    left, top = layout.margin, layout.margin
    right, bottom = left + page.width, top + page.height
    gap, far = layout.bleed + 1.0, layout.bleed + 1.0 + min(_MARK, max(0.0, layout.margin - 2.0))
    with saved(painter):
        painter.setPen(pen(_INK, _HAIR))
        for x in (left, right):
            painter.drawLine(QLineF(x, top - gap, x, top - far))
            painter.drawLine(QLineF(x, bottom + gap, x, bottom + far))
        for y in (top, bottom):
            painter.drawLine(QLineF(left - gap, y, left - far, y))
            painter.drawLine(QLineF(right + gap, y, right + far, y))
        dashed = pen(_PALE, _HAIR)
        dashed.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(dashed)
        if page.column + 1 < layout.columns:
            x = right - layout.overlap
            painter.drawLine(QLineF(x, top - gap, x, top - far))
            painter.drawLine(QLineF(x, bottom + gap, x, bottom + far))
        if page.row + 1 < layout.rows:
            y = bottom - layout.overlap
            painter.drawLine(QLineF(left - gap, y, left - far, y))
            painter.drawLine(QLineF(right + gap, y, right + far, y))


def _foot(
    painter: QPainter, board: Board, scale: float, layout: PageLayout, page: PrintPage
) -> None:
    """Which page it is, and what to do with it, below what is printed."""
    if layout.margin < _WORDS + 2:
        return
    y = layout.page_height - max(1.2, layout.margin - layout.bleed - 4.0) + 0.6
    words: list[str] = [board.title, shown(_scale_words(board, scale))]
    if layout.has_map:
        words.insert(0, page.name)
        words.append(shown(_glue(page)))
    line = " · ".join(one for one in words if one)
    left, room = free_of_marks(layout, page)
    size = _WORDS * min(1.0, room / max(1.0, text_width(line, "map-number", _WORDS)))
    put(painter, line, (left, y), size, _INK, role="map-number", align=_LEFT)


def free_of_marks(layout: PageLayout, page: PrintPage) -> tuple[float, float]:
    """Where a line below the page begins, and its length: the widest room between two marks."""
    right = layout.margin + page.width
    marks = [layout.margin, right, layout.page_width - layout.margin + _BESIDE]
    if page.column + 1 < layout.columns:
        marks.append(right - layout.overlap)
    marks.sort()
    room, left = max((b - a, a) for a, b in pairwise(marks))
    return left + _BESIDE, room - 2 * _BESIDE


def _glue(page: PrintPage) -> str:
    """Which edges of a page are cut off, so that it lies on its neighbours."""
    if page.column and page.row:
        return say("cut at the left and the top, and glue it over its neighbours")
    if page.column:
        return say("cut at the left, and glue it over its neighbour")
    return say("cut at the top, and glue it over its neighbour") if page.row else ""


def _scale_words(board: Board, scale: float) -> str:
    across = cell_width(board)
    if not across:
        return ""
    return say("a cell is {size:.1f} mm wide", size=across * scale)


def _page_map(
    painter: QPainter, painter_of: BoardPainter, layout: PageLayout, scale_words: str
) -> None:
    """How the pages lie together over a small picture of the map, and a line to measure."""
    margin = max(layout.margin, 10.0)
    room = QSizeF(layout.page_width - 2 * margin, layout.page_height - 2 * margin - 42)
    by = min(room.width() / layout.width, room.height() / layout.height)
    put(
        painter,
        painter_of.board.title,
        (margin, margin + 6),
        7.0,
        _INK,
        role="map-place",
        align=_LEFT,
    )
    told = say(
        "{columns} × {rows} pages; the strips that two pages share are {overlap:.0f} mm wide",
        columns=layout.columns,
        rows=layout.rows,
        overlap=layout.overlap,
    )
    line = " · ".join(one for one in (shown(told), shown(scale_words)) if one)
    put(painter, line, (margin, margin + 13), 3.4, _INK, role="map-number", align=_LEFT)
    with saved(painter):
        painter.translate(margin, margin + 20)
        _small_map(painter, painter_of, layout, by)
        for page in (*layout.pages, *layout.left_out):
            box = QRectF(page.left * by, page.top * by, page.width * by, page.height * by)
            _page_box(painter, box, page.name, _PALE if page in layout.left_out else _INK)
    _ruler(painter, QPointF(margin, layout.page_height - margin - 8))


def _small_map(painter: QPainter, painter_of: BoardPainter, layout: PageLayout, by: float) -> None:
    """A pale picture of the whole: in shapes it would be as large as all pages together."""
    box = QRectF(0, 0, layout.width * by, layout.height * by)
    image = QImage(
        max(1, round(box.width() * _SMALL)), max(1, round(box.height() * _SMALL)),
        QImage.Format.Format_RGB32,
    )  # fmt: skip
    image.fill(painter_of.theme.colour("paper.sheet"))
    scale = image.width() / painter_of.rect.width()
    with painting(image) as on_image:
        on_image.scale(scale, scale)
        on_image.translate(-painter_of.rect.topLeft())
        painter_of.paint_ground(on_image, scale)
    with saved(painter):
        painter.setOpacity(0.6)
        painter.drawImage(box, image)


def _page_box(painter: QPainter, box: QRectF, name: str, ink: QColor) -> None:
    painter.setPen(pen(_INK, 0.35))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(box)
    at = box.center()
    wide = text_width(name, "map-number", _LETTERS * 1.6) + 3
    painter.setBrush(QColor("#ffffff"))
    painter.drawRoundedRect(QRectF(at.x() - wide / 2, at.y() - 4, wide, 8), 1.5, 1.5)
    put(painter, name, (at.x(), at.y()), _LETTERS * 1.6, ink, role="map-number")


def _ruler(painter: QPainter, at: QPointF) -> None:
    """A line whose length is known."""
    painter.setPen(pen(_INK, 0.3))
    painter.drawLine(QLineF(at.x(), at.y(), at.x() + _RULE, at.y()))
    for number in range(11):
        x = at.x() + number * _RULE / 10
        painter.drawLine(QLineF(x, at.y(), x, at.y() - (3 if number % 5 == 0 else 1.8)))
    told = say("This line is 100 mm long; if it is not, print at 100 % without fitting the page.")
    put(painter, shown(told), (at.x(), at.y() + 4.5), 3.0, _INK, role="map-number", align=_LEFT)
