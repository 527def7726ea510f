"""Counters on paper: sheets printed on both sides, a back behind every front.

A back lies where its front lies when the sheet is turned over its long edge: columns from the
right.
Crosses in the corners show whether a printer keeps both sides together.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct
from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QColor, QPainter

from wardesk.errors import Progress, UserError
from wardesk.model.look import CounterLook, TableLook
from wardesk.render.counters.counter import paint_counter, side_of
from wardesk.render.export.map_options import ExportOptions
from wardesk.render.export.page_layout import Paper, paper_called
from wardesk.render.export.paper import write_pages
from wardesk.render.export.table_modules import TableToWrite, face_of
from wardesk.render.lettering import put
from wardesk.render.shapes import pen, saved
from wardesk.words import Text, say, say_count, shown

_PIXELS_PER_MM = 12.0
"""How finely the painter draws: what a printer shows."""
_MARGIN, _MARK = 12.0, 4.0
_SAFE = 0.5
"""So far from the cut stays what is written on a counter."""
_BLEED = 1.5
"""So far go the colours of the outermost counters on beyond the cut."""
_INK = QColor("#1c1f23")
_LEFT = -1.0


class CounterSheets(Struct, frozen=True):
    """How counters lie on pages: *columns* by *rows*, the first one's corner at *left*, *top*."""

    columns: int
    rows: int
    left: float
    top: float
    edge: float

    def box(self, place: int, paper: Paper, *, behind: bool = False) -> QRectF:
        """Where the counter of a place on its page is printed, on the front or *behind* it."""
        row, column = divmod(place, self.columns)
        x = self.left + column * self.edge
        if behind:
            x = paper.width - x - self.edge
        return QRectF(x, self.top + row * self.edge, self.edge, self.edge)

    @property
    def on_a_page(self) -> int:
        """How many counters a page holds."""
        return self.columns * self.rows


def counter_sheets(paper: Paper, edge: float) -> CounterSheets:
    """The sheets for counters of *edge* millimetres. UserError for sizes that make no sense."""
    if not 8 <= edge <= 60:
        raise UserError("A counter must measure from 8 to 60 mm.")
    columns = int((paper.width - 2 * _MARGIN) / edge)
    rows = int((paper.height - 2 * _MARGIN) / edge)
    return CounterSheets(
        columns, rows, (paper.width - columns * edge) / 2, (paper.height - rows * edge) / 2, edge
    )


def write_counters_pdf(
    table: TableToWrite,
    path: Path,
    options: ExportOptions,
    progress: Progress | None = None,
) -> Text:
    """All counters, each page of fronts followed by its backs. A sentence about it."""
    paper, edge = paper_called(options.pages.paper), options.counter_mm
    sheets = counter_sheets(paper, edge)
    faces = [_pair(one.faces) for one in table.counters]
    pages = [faces[n : n + sheets.on_a_page] for n in range(0, len(faces), sheets.on_a_page)]
    if not pages:
        raise UserError("There are no counters to print.")

    def paint(painter: QPainter, number: int) -> None:
        page, behind = divmod(number, 2)
        told = shown(_words(table, page + 1, behind=bool(behind)))
        _marks(painter, sheets, paper, told, len(pages[page]), behind=bool(behind))
        for place, pair in enumerate(pages[page]):
            box = sheets.box(place, paper, behind=bool(behind))
            sides = _open_sides(sheets, place, len(pages[page]), behind=bool(behind))
            _counter(painter, pair[behind], table.look, box, sides)

    seal = f"{table.title} counters {edge}"
    write_pages(path, paper, 2 * len(pages), seal, options.day, paint, progress)
    return say_count(
        "{counters} counters of {edge:.0f} mm on {n} sheet of two sides, {paper}",
        "{counters} counters of {edge:.0f} mm on {n} sheets of two sides, {paper}",
        n=len(pages), counters=len(faces), edge=edge, paper=paper.title,
    )  # fmt: skip


def _pair(faces: Sequence[CounterLook]) -> tuple[CounterLook, CounterLook]:
    """Front and back; a counter with one face has its side's colours behind."""
    front = face_of(faces[0])
    if len(faces) > 1:
        return front, face_of(faces[1])
    plain = CounterLook(piece="", side=front.side, at=None, title="", symbol="none",
                        field=front.field, bar=front.bar, face_down=True)  # fmt: skip
    return front, plain


def _open_sides(
    sheets: CounterSheets, place: int, count: int, *, behind: bool
) -> tuple[bool, bool, bool, bool]:
    """Left, above, right and below: whether no counter of this page is next to it there."""
    row, column = divmod(place, sheets.columns)
    left = column == 0
    right = column == sheets.columns - 1 or place == count - 1
    ends = (right, left) if behind else (left, right)
    return ends[0], row == 0, ends[1], place + sheets.columns >= count


def _counter(
    painter: QPainter,
    look: CounterLook,
    table: TableLook,
    box: QRectF,
    sides: tuple[bool, bool, bool, bool],
) -> None:
    """A flat counter whose colours go to the cut, and over it on its open *sides*."""
    side = side_of(table.sides, look.side)
    left, above, right, below = (_BLEED if one else 0.0 for one in sides)
    with saved(painter):
        painter.setClipRect(box.adjusted(-left, -above, right, below))
        size = box.width() - 2 * _SAFE
        pixels = box.width() * _PIXELS_PER_MM
        paint_counter(painter, look, side, box.center(), size, pixels, beyond=_SAFE + _BLEED)


def _words(table: TableToWrite, page: int, *, behind: bool) -> Text:
    if behind:
        return say("{title}, sheet {page}, back: turn over the long edge", title=table.title,
                   page=page)  # fmt: skip
    return say("{title}, sheet {page}, front", title=table.title, page=page)


def _marks(
    painter: QPainter,
    sheets: CounterSheets,
    paper: Paper,
    told: str,
    count: int,
    *,
    behind: bool,
) -> None:
    """Lines to cut along, outside the counters; crosses; which sheet it is."""
    boxes = [sheets.box(place, paper, behind=behind) for place in range(count)]
    whole = boxes[0]
    for box in boxes:
        whole = whole.united(box)
    gap = _BLEED + 0.5
    painter.setPen(pen(_INK, 0.15))
    for number in range(round(whole.width() / sheets.edge) + 1):
        x = whole.left() + number * sheets.edge
        painter.drawLine(QLineF(x, whole.top() - gap, x, whole.top() - gap - _MARK))
        painter.drawLine(QLineF(x, whole.bottom() + gap, x, whole.bottom() + gap + _MARK))
    for number in range(round(whole.height() / sheets.edge) + 1):
        y = whole.top() + number * sheets.edge
        painter.drawLine(QLineF(whole.left() - gap, y, whole.left() - gap - _MARK, y))
        painter.drawLine(QLineF(whole.right() + gap, y, whole.right() + gap + _MARK, y))
    for x in (6.0, paper.width - 6.0):
        for y in (6.0, paper.height - 6.0):
            painter.drawEllipse(QPointF(x, y), 1.5, 1.5)
            painter.drawLine(QLineF(x - 2.5, y, x + 2.5, y))
            painter.drawLine(QLineF(x, y - 2.5, x, y + 2.5))
    put(painter, told, (_MARGIN, paper.height - 5), 2.8, _INK, role="map-note", align=_LEFT)
