"""Counters on paper: sheets printed on both sides, sheets to fold, single pictures, cutting lines.

A back lies where its front lies when the sheet is turned over its long edge: columns from the
right. On a sheet to fold both lie on one page, on either side of the fold; so they do for whom a
printer prints one side only. Crosses in the corners show whether a printer keeps both sides
together.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from io import StringIO
from pathlib import Path
from xml.sax.saxutils import quoteattr

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from wardesk.documents.files.atomic import write_atomically, write_folder_atomically
from wardesk.documents.files.csv_cells import safe_cell
from wardesk.documents.packs.pack_writer import slug
from wardesk.errors import Progress, UserError, report
from wardesk.model.look import CounterLook, TableLook
from wardesk.render.counters.counter import paint_counter, side_of
from wardesk.render.export.encoded import png_bytes
from wardesk.render.export.map_options import MM_PER_INCH, ExportOptions
from wardesk.render.export.page_layout import Paper, paper_called
from wardesk.render.export.paper import write_pages
from wardesk.render.export.table_modules import TableToWrite, face_of
from wardesk.render.lettering import put
from wardesk.render.shapes import painting, pen, saved
from wardesk.words import Text, say, say_count, shown

_PIXELS_PER_MM = 12.0
"""How finely the painter draws: what a printer shows."""
_MARGIN, _MARK = 12.0, 4.0
_SAFE = 0.5
"""So far from the cut stays what is written on a counter."""
_BLEED = 1.5
"""So far go the colours of the outermost counters on beyond the cut."""
_FOLD = 3.0
"""So far from the fold lie the counters nearest to it."""
_LIST = "counters.csv"
_INK = QColor("#1c1f23")
_LEFT = -1.0


class CounterSheets(Struct, frozen=True):
    """How counters lie on pages: *columns* by *rows*, the first one's corner at *left*, *top*."""

    columns: int
    rows: int
    left: float
    top: float
    edge: float
    gutter: float = 0.0
    """Between two counters, millimetres."""

    @property
    def step(self) -> float:
        """From one counter to the next."""
        return self.edge + self.gutter

    @property
    def bleed(self) -> float:
        """How far colours go on beyond a cut that no other counter shares."""
        return min(_BLEED, self.gutter / 2) if self.gutter else _BLEED

    def box(self, place: int, paper: Paper, *, behind: bool = False) -> QRectF:
        """Where the counter of a place on its page is printed, on the front or *behind* it."""
        row, column = divmod(place, self.columns)
        x = self.left + column * self.step
        if behind:
            x = paper.width - x - self.edge
        return QRectF(x, self.top + row * self.step, self.edge, self.edge)

    @property
    def on_a_page(self) -> int:
        """How many counters a page holds."""
        return self.columns * self.rows


def counter_sheets(
    paper: Paper, edge: float, gutter: float = 0.0, *, fold: bool = False
) -> CounterSheets:
    """The sheets for counters of *edge* millimetres. UserError for sizes that make no sense.

    To *fold*, the fronts lie left of the middle and the backs right of it.
    """
    if not 8 <= edge <= 60:
        raise UserError("A counter must measure from 8 to 60 mm.")
    if not 0 <= gutter <= 20:
        raise UserError("Counters lie from 0 to 20 mm apart.")
    step = edge + gutter
    room = (paper.width / 2 - _MARGIN - _FOLD) if fold else (paper.width - 2 * _MARGIN)
    columns = int((room + gutter) / step)
    rows = int((paper.height - 2 * _MARGIN + gutter) / step)
    if not columns:
        raise UserError("The paper is too small for counters of this size.")
    wide, high = columns * step - gutter, rows * step - gutter
    left = paper.width / 2 - _FOLD - wide if fold else (paper.width - wide) / 2
    return CounterSheets(columns, rows, left, (paper.height - high) / 2, edge, gutter)


class _Laid(Struct, frozen=True):
    """All counters of a game on their pages."""

    paper: Paper
    sheets: CounterSheets
    pages: Sequence[Sequence[tuple[CounterLook, CounterLook]]]
    fold: bool


def _laid(table: TableToWrite, options: ExportOptions) -> _Laid:
    paper, fold = paper_called(options.pages.paper), bool(options.own.get("fold", False))
    gutter = float(options.own.get("gutter", 0.0))
    sheets = counter_sheets(paper, options.counter_mm, gutter, fold=fold)
    faces = [_pair(one.faces) for one in table.counters]
    if not faces:
        raise UserError("There are no counters to print.")
    many = sheets.on_a_page
    return _Laid(paper, sheets, [faces[n : n + many] for n in range(0, len(faces), many)], fold)


def write_counters_pdf(
    table: TableToWrite,
    path: Path,
    options: ExportOptions,
    progress: Progress | None = None,
) -> Text:
    """All counters, each page of fronts followed by its backs. A sentence about it."""
    laid, edge = _laid(table, options), options.counter_mm
    paper, sheets, pages = laid.paper, laid.sheets, laid.pages

    def paint(painter: QPainter, number: int) -> None:
        page, side = divmod(number, 1 if laid.fold else 2)
        for behind in (False, True) if laid.fold else (bool(side),):
            told = "" if laid.fold and behind else shown(_words(table, page + 1, laid, behind))
            _marks(painter, sheets, paper, told, len(pages[page]), behind=behind)
            for place, pair in enumerate(pages[page]):
                box = sheets.box(place, paper, behind=behind)
                sides = _open_sides(sheets, place, len(pages[page]), behind=behind)
                _counter(painter, pair[behind], table.look, box, sides, sheets.bleed)
        if laid.fold:
            _fold_line(painter, paper)

    seal = f"{table.title} counters {edge} {sheets.gutter} {laid.fold}"
    many = len(pages) * (1 if laid.fold else 2)
    write_pages(path, paper, many, seal, options.day, paint, progress)
    counters = sum(map(len, pages))
    if laid.fold:
        return say_count(
            "{counters} counters of {edge:.0f} mm on {n} sheet to fold, {paper}",
            "{counters} counters of {edge:.0f} mm on {n} sheets to fold, {paper}",
            n=len(pages), counters=counters, edge=edge, paper=paper.title,
        )  # fmt: skip
    return say_count(
        "{counters} counters of {edge:.0f} mm on {n} sheet of two sides, {paper}",
        "{counters} counters of {edge:.0f} mm on {n} sheets of two sides, {paper}",
        n=len(pages), counters=counters, edge=edge, paper=paper.title,
    )  # fmt: skip


def write_cut_lines(
    table: TableToWrite,
    path: Path,
    options: ExportOptions,
    progress: Progress | None = None,
) -> Text:
    """The lines along which the sheets of `write_counters_pdf` are cut, for a cutting machine.

    One layer a sheet, true to scale, in millimetres, lines only. A sentence about it.
    """
    laid = _laid(table, options)
    paper, sheets = laid.paper, laid.sheets
    wide, high = paper.width, paper.height
    rows = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{high}mm" '
        f'viewBox="0 0 {wide} {high}" '
        'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape">'
    ]
    for number, page in enumerate(laid.pages, start=1):
        report(progress, number - 1, len(laid.pages))
        boxes = [
            sheets.box(place, paper, behind=behind)
            for behind in ((False, True) if laid.fold else (False,))
            for place in range(len(page))
        ]
        lines = " ".join(
            f"M{a:.3f} {b:.3f}L{c:.3f} {d:.3f}" for a, b, c, d in sorted(set(_lines(boxes)))
        )
        label = quoteattr(shown(_words(table, number, laid, behind=False)))
        hidden = ' style="display:none"' if number > 1 else ""
        rows.append(
            f'<g id="sheet-{number}" inkscape:groupmode="layer" inkscape:label={label}{hidden}>'
            f'<path d="{lines}" fill="none" stroke="#ff0000" stroke-width="0.1"/></g>'
        )
    write_atomically(path, "\n".join([*rows, "</svg>", ""]).encode())
    return say_count(
        "cutting lines of {n} sheet, {paper}", "cutting lines of {n} sheets, {paper}",
        n=len(laid.pages), paper=paper.title,
    )  # fmt: skip


def _lines(boxes: Sequence[QRectF]) -> Iterator[tuple[float, float, float, float]]:
    """The sides of boxes, those in one line joined, so that a blade goes along each once."""
    for turned in (False, True):
        spans: dict[float, list[tuple[float, float]]] = {}
        for box in boxes:
            for at in (box.left(), box.right()) if turned else (box.top(), box.bottom()):
                ends = (box.top(), box.bottom()) if turned else (box.left(), box.right())
                spans.setdefault(round(at, 3), []).append((round(ends[0], 3), round(ends[1], 3)))
        for at, parts in spans.items():
            parts.sort()
            begin, end = parts[0]
            for start, stop in [*parts[1:], (float("inf"), 0.0)]:
                if start > end:
                    yield (at, begin, at, end) if turned else (begin, at, end, at)
                    begin, end = start, stop
                end = max(end, stop)


def write_counter_pictures(
    table: TableToWrite,
    path: Path,
    options: ExportOptions,
    progress: Progress | None = None,
) -> Text:
    """A folder with every face as a picture of its own, as print shops take counters.

    Counters that look alike are one picture; ``counters.csv`` says how many there are of each. The
    colours go on *counter_bleed* millimetres beyond the cut. UserError if something else is there.
    """
    if path.exists() and not (
        path.is_dir() and ((path / _LIST).is_file() or not any(path.iterdir()))
    ):
        raise UserError(
            say("{path!s} is there already and holds no counters.", path=path),
            "Choose another name; nothing changed.",
        )
    edge, bleed = options.counter_mm, float(options.own.get("counter_bleed", 3.175))
    counter_sheets(paper_called("a4"), edge)
    if not 0 <= bleed <= 10:
        raise UserError("The bleed of a counter measures from 0 to 10 mm.")
    dots = int(options.own.get("counter_dpi", 300))
    alike: dict[tuple[CounterLook, CounterLook], list[str]] = {}
    for one in table.counters:
        front, back = _pair(one.faces)
        key = replace(front, piece="", at=None), replace(back, piece="", at=None)
        alike.setdefault(key, []).append(front.title or one.faces[0].piece)
    if not alike:
        raise UserError("There are no counters to print.")
    parts: dict[str, bytes] = {}
    rows = [("front", "back", "name", "count")]
    for number, ((front, back), names) in enumerate(alike.items(), start=1):
        report(progress, number - 1, len(alike))
        stem = f"{number:03d}-{slug(names[0], 'counter')}"
        for look, end in ((front, "front"), (back, "back")):
            parts[f"{stem}-{end}.png"] = _picture(look, table.look, edge, bleed, dots)
        rows.append((f"{stem}-front.png", f"{stem}-back.png", names[0], str(len(names))))
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows(
        [safe_cell(cell) for cell in row] for row in rows
    )
    parts[_LIST] = text.getvalue().encode()
    write_folder_atomically(path, parts)
    size = round((edge + 2 * bleed) / MM_PER_INCH * dots)
    return say(
        "{n} kinds of counters, front and back, {size} × {size} pixels", n=len(alike), size=size
    )


def _picture(look: CounterLook, table: TableLook, edge: float, bleed: float, dots: int) -> bytes:
    whole = edge + 2 * bleed
    pixels = max(1, round(whole / MM_PER_INCH * dots))
    image = QImage(pixels, pixels, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    for set_dots in (image.setDotsPerMeterX, image.setDotsPerMeterY):
        set_dots(round(dots / MM_PER_INCH * 1000))
    with painting(image) as painter:
        painter.scale(pixels / whole, pixels / whole)
        box = QRectF(bleed, bleed, edge, edge)
        _counter(painter, look, table, box, (True, True, True, True), bleed)
    return png_bytes(image)


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
    if sheets.gutter:
        return True, True, True, True
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
    bleed: float,
) -> None:
    """A flat counter whose colours go to the cut, and over it on its open *sides*."""
    side = side_of(table.sides, look.side)
    left, above, right, below = (bleed if one else 0.0 for one in sides)
    with saved(painter):
        painter.setClipRect(box.adjusted(-left, -above, right, below))
        size = box.width() - 2 * _SAFE
        pixels = box.width() * _PIXELS_PER_MM
        paint_counter(painter, look, side, box.center(), size, pixels, beyond=_SAFE + bleed)


def _words(table: TableToWrite, page: int, laid: _Laid, behind: bool) -> Text:
    if laid.fold:
        return say("{title}, sheet {page}: fold in the middle, glue, then cut",
                   title=table.title, page=page)  # fmt: skip
    if behind:
        return say("{title}, sheet {page}, back: turn over the long edge", title=table.title,
                   page=page)  # fmt: skip
    return say("{title}, sheet {page}, front", title=table.title, page=page)


def _fold_line(painter: QPainter, paper: Paper) -> None:
    """Where a sheet is folded: short lines in the margins, none over the counters."""
    line = pen(_INK, 0.15)
    line.setStyle(Qt.PenStyle.DashLine)
    painter.setPen(line)
    x = paper.width / 2
    painter.drawLine(QLineF(x, 3, x, _MARGIN))
    painter.drawLine(QLineF(x, paper.height - _MARGIN, x, paper.height - 3))


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
    for x in sorted({round(x, 3) for box in boxes for x in (box.left(), box.right())}):
        painter.drawLine(QLineF(x, whole.top() - gap, x, whole.top() - gap - _MARK))
        painter.drawLine(QLineF(x, whole.bottom() + gap, x, whole.bottom() + gap + _MARK))
    for y in sorted({round(y, 3) for box in boxes for y in (box.top(), box.bottom())}):
        painter.drawLine(QLineF(whole.left() - gap, y, whole.left() - gap - _MARK, y))
        painter.drawLine(QLineF(whole.right() + gap, y, whole.right() + gap + _MARK, y))
    for x in (6.0, paper.width - 6.0):
        for y in (6.0, paper.height - 6.0):
            painter.drawEllipse(QPointF(x, y), 1.5, 1.5)
            painter.drawLine(QLineF(x - 2.5, y, x + 2.5, y))
            painter.drawLine(QLineF(x, y - 2.5, x, y + 2.5))
    put(painter, told, (_MARGIN, paper.height - 5), 2.8, _INK, role="map-note", align=_LEFT)
