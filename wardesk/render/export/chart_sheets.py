"""Printed tables on paper: the game's name above, charts side by side wherever there is room."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path

from PySide6.QtCore import QLineF, QRectF, QSizeF
from PySide6.QtGui import QColor, QPainter

from wardesk.errors import Progress, UserError
from wardesk.render.export.charts import chart_size, paint_chart
from wardesk.render.export.map_options import ExportOptions
from wardesk.render.export.page_layout import paper_called
from wardesk.render.export.paper import write_pages
from wardesk.render.export.table_modules import TableToWrite
from wardesk.render.lettering import put, text_width
from wardesk.render.shapes import pen, saved
from wardesk.words import Text, say, say_count, shown

_MARGIN = 12.0
_HEAD = 11.0
"""From the margin to the first chart."""
_ASIDE, _BELOW = 8.0, 6.0
"""Between charts, side by side and one below the other."""
_SCALES = (1.0, 0.95, 0.9, 0.85)
"""All charts of a game are printed a little smaller where that saves a page; letters of 8 points
can be read across a table."""
_NEARLY = 0.01
_NAME, _NOTE = 4.4, 3.0
_INK, _PALE = QColor("#1c1f23"), QColor("#6b6f75")
_LEFT, _RIGHT = -1.0, 1.0

Place = tuple[int, QRectF]
"""Which chart, and where it lies."""


def spread(sizes: Sequence[QSizeF], room: QRectF) -> list[list[Place]]:
    """The places of charts on as few pages as it takes, each within *room* and none over another.

    A chart that is larger than the room is made smaller, and all of them are where that saves a
    page. They stay in their order as far as that costs no page: each lies as high as it can, and
    then as far left.
    """
    in_order = range(len(sizes))
    tallest_first = sorted(in_order, key=lambda one: -sizes[one].height())
    ways = (
        _spread([_fitted(size, scale, room) for size in sizes], order, room)
        for scale in _SCALES for order in (in_order, tallest_first)
    )  # fmt: skip
    return min(ways, key=len)


def _fitted(size: QSizeF, scale: float, room: QRectF) -> QSizeF:
    return size * min(scale, room.width() / size.width(), room.height() / size.height())


def _spread(sizes: Sequence[QSizeF], order: Sequence[int], room: QRectF) -> list[list[Place]]:
    pages: list[list[Place]] = []
    for number in order:
        for page in pages:
            box = _free(sizes[number], [box for _, box in page], room)
            if box is not None:
                page.append((number, box))
                break
        else:
            pages.append([(number, QRectF(room.topLeft(), sizes[number]))])
    return pages


def _free(size: QSizeF, taken: Sequence[QRectF], room: QRectF) -> QRectF | None:
    """The highest place that is left for a chart: at the rim of the room or of another chart."""
    xs = {room.left(), *(box.right() + _ASIDE for box in taken)}
    ys = {room.top(), *(box.bottom() + _BELOW for box in taken)}
    aside, below = _ASIDE - _NEARLY, _BELOW - _NEARLY
    kept_off = [box.adjusted(-aside, -below, aside, below) for box in taken]
    for y, x in sorted(product(ys, xs)):
        box = QRectF(x, y, size.width(), size.height())
        if box.right() > room.right() + _NEARLY or box.bottom() > room.bottom() + _NEARLY:
            continue
        if not any(box.intersects(one) for one in kept_off):
            return box
    return None


def write_charts_pdf(
    table: TableToWrite, path: Path, options: ExportOptions, progress: Progress | None = None
) -> Text:
    """The printed tables, as many on a page as go on it. A sentence about it."""
    paper = paper_called(options.pages.paper)
    if not table.charts:
        raise UserError("This game has no printed tables.")
    room = QRectF(_MARGIN, _MARGIN + _HEAD, paper.width - 2 * _MARGIN,
                  paper.height - 2 * _MARGIN - _HEAD)  # fmt: skip
    sizes = [chart_size(chart) for chart in table.charts]
    pages = spread(sizes, room)

    def paint(painter: QPainter, number: int) -> None:
        _head(painter, table, room, say("{page} of {pages}", page=number + 1, pages=len(pages)))
        for chart, box in pages[number]:
            with saved(painter):
                painter.translate(box.topLeft())
                by = box.width() / sizes[chart].width()
                painter.scale(by, by)
                paint_chart(painter, table.charts[chart])

    seal = f"{table.title} charts"
    write_pages(path, paper, len(pages), seal, options.day, paint, progress)
    return say_count(
        "{charts} charts on {n} page", "{charts} charts on {n} pages",
        n=len(pages), charts=len(table.charts),
    )  # fmt: skip


def _head(painter: QPainter, table: TableToWrite, room: QRectF, page: Text) -> None:
    """The names of game and scenario on the left, which page it is on the right, a line below."""
    y = _MARGIN + _NAME / 2
    number = shown(page)
    put(painter, number, (room.right(), y), _NOTE, _PALE, role="map-note", align=_RIGHT)
    width = room.width() - text_width(number, "map-note", _NOTE) - _ASIDE
    names = [shown(one) for one in dict.fromkeys((table.game or table.title, table.title))]
    game, scenario = names[0], " · ".join(names[1:])
    first = text_width(game, "map-place", _NAME)
    whole = first + (_ASIDE / 2 + text_width(scenario, "map-note", _NOTE) if scenario else 0)
    by = min(1.0, width / whole)
    put(painter, game, (room.left(), y), _NAME * by, _INK, role="map-place", align=_LEFT)
    at = room.left() + (first + _ASIDE / 2) * by
    put(painter, scenario, (at, y), _NOTE * by, _PALE, role="map-note", align=_LEFT)
    painter.setPen(pen(_PALE, 0.3))
    line = _MARGIN + _NAME + 2.0
    painter.drawLine(QLineF(room.left(), line, room.right(), line))
