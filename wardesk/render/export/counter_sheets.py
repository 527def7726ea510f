"""Counters and charts on paper: sheets printed on both sides, a back behind every front.

A back lies where its front lies when the sheet is turned over its long edge: columns from the
right.
Crosses in the corners show whether a printer keeps both sides together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct
from PySide6.QtCore import QLineF, QMarginsF, QPointF, QRectF, QSizeF, QUuid
from PySide6.QtGui import QColor, QPageLayout, QPageSize, QPainter, QPdfWriter

from wardesk.documents.files.atomic import write_atomically
from wardesk.errors import Progress, UserError, report
from wardesk.model.look import ChartLook, CounterLook, TableLook
from wardesk.render.app import ensure_gui_app
from wardesk.render.counters.counter import paint_counter, side_of
from wardesk.render.export.charts import chart_size, paint_chart
from wardesk.render.export.map_options import MM_PER_INCH, ExportOptions
from wardesk.render.export.page_layout import PAPERS, Paper
from wardesk.render.export.paper import fix_file, steady_order, uuid_of
from wardesk.render.export.table_modules import TableToWrite, face_of
from wardesk.render.lettering import put
from wardesk.render.shapes import painting, pen, saved
from wardesk.words import Text, say, say_count, shown

_DPI = 600
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
    paper, edge = _paper(options), options.counter_mm
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

    _write(path, paper, 2 * len(pages), f"{table.title} counters {edge}", options, paint, progress)
    return say_count(
        "{counters} counters of {edge:.0f} mm on {n} sheet of two sides, {paper}",
        "{counters} counters of {edge:.0f} mm on {n} sheets of two sides, {paper}",
        n=len(pages), counters=len(faces), edge=edge, paper=paper.title,
    )  # fmt: skip


def write_charts_pdf(
    table: TableToWrite, path: Path, options: ExportOptions, progress: Progress | None = None
) -> Text:
    """The printed tables, a page for as many as go on it. A sentence about it."""
    paper = _paper(options)
    if not table.charts:
        raise UserError("This game has no printed tables.")
    pages: list[list[tuple[ChartLook, QRectF]]] = []
    y = paper.height
    for chart in table.charts:
        size = chart_size(chart)
        by = min(
            1.0, (paper.width - 2 * _MARGIN) / size.width(),
            (paper.height - 2 * _MARGIN) / size.height(),
        )  # fmt: skip
        if y + size.height() * by > paper.height - _MARGIN:
            pages.append([])
            y = _MARGIN
        box = QRectF(_MARGIN, y, size.width() * by, size.height() * by)
        pages[-1].append((chart, box))
        y = box.bottom() + 6

    def paint(painter: QPainter, number: int) -> None:
        for chart, box in pages[number]:
            with saved(painter):
                painter.translate(box.topLeft())
                by = box.width() / chart_size(chart).width()
                painter.scale(by, by)
                paint_chart(painter, chart)

    _write(path, paper, len(pages), f"{table.title} charts", options, paint, progress)
    return say_count(
        "{charts} charts on {n} page", "{charts} charts on {n} pages",
        n=len(pages), charts=len(table.charts),
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


def _paper(options: ExportOptions) -> Paper:
    paper = PAPERS.get(options.pages.paper)
    if paper is None:
        raise UserError(
            say("There is no paper “{paper!s}”.", paper=options.pages.paper),
            say("There are: {papers!s}.", papers=", ".join(PAPERS)),
        )
    return paper


def _write(
    path: Path,
    paper: Paper,
    pages: int,
    seal: str,
    options: ExportOptions,
    paint: Callable[[QPainter, int], None],
    progress: Progress | None,
) -> None:
    ensure_gui_app()
    with TemporaryDirectory() as folder:
        part = Path(folder) / "pages.pdf"
        with steady_order():
            writer = QPdfWriter(str(part))
            size = QPageSize(
                QSizeF(paper.width, paper.height), QPageSize.Unit.Millimeter, "",
                QPageSize.SizeMatchPolicy.ExactMatch,
            )  # fmt: skip
            writer.setPageLayout(QPageLayout(size, QPageLayout.Orientation.Portrait, QMarginsF()))
            writer.setResolution(_DPI)
            writer.setCreator("WarDesk")
            writer.setTitle(seal)
            digest = sha256(f"{seal} {pages} {paper.id}".encode()).hexdigest()
            writer.setDocumentId(QUuid(f"{{{uuid_of(digest)}}}"))
            with painting(writer) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.scale(_DPI / MM_PER_INCH, _DPI / MM_PER_INCH)
                for number in range(pages):
                    report(progress, number, pages)
                    if number:
                        writer.newPage()
                    paint(painter, number)
                report(progress, pages, pages)
        fix_file(part, options.day)
        write_atomically(path, part)
