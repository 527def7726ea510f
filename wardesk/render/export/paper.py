"""Pages for paper: HTML as a PDF of A4 sheets, with the same bytes every time."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from functools import cache
from hashlib import sha256
from mmap import mmap
from pathlib import Path

from PySide6.QtCore import QBuffer, QHashSeed, QMarginsF, QRectF, QSizeF, Qt, QUrl, QUuid
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFont,
    QFontDatabase,
    QImage,
    QPageLayout,
    QPageSize,
    QPainter,
    QPalette,
    QPdfWriter,
    QTextDocument,
)

from wardesk.documents.files.atomic import written_atomically
from wardesk.errors import BugError, Progress, report
from wardesk.paths import resources
from wardesk.render.app import ensure_gui_app
from wardesk.render.export.map_options import MM_PER_INCH
from wardesk.render.export.page_layout import Paper
from wardesk.render.fonts import load_fonts
from wardesk.render.shapes import painting

_DPI = 144
_FINE_DPI = 600
"""Of pages that a painter draws."""
_POINT = _DPI / 72
_MARGIN = 15 * _DPI / 25.4
"""15 mm on all sides; the foot stands in the lower one."""
_STAMP = re.compile(rb"\(D:\d{14}[^)]*\)")
_WHEN = re.compile(rb'(xmp:(?:Create|Modify|Metadata)Date=")\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d')


def pdf_of(html: str, pictures: Mapping[str, bytes], *, title: str, foot: str, day: date) -> bytes:
    """*html* as PDF. Pictures are named by their ``src``; *foot* stands under every page.

    *day* is written as the date of the file, so that no clock is in it.
    """
    ensure_gui_app()
    _load_text_fonts()
    with steady_order():
        return fixed(_printed(html, pictures, title, foot), day)


@contextmanager
def steady_order() -> Iterator[None]:
    """Qt writes fonts in the order of a hash table, which is another in every process otherwise."""
    QHashSeed.setDeterministicGlobalSeed()
    try:
        yield
    finally:
        QHashSeed.resetRandomGlobalSeed()


def _printed(html: str, pictures: Mapping[str, bytes], title: str, foot: str) -> bytes:
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setPageLayout(
        QPageLayout(
            QPageSize(QPageSize.PageSizeId.A4), QPageLayout.Orientation.Portrait, QMarginsF()
        )
    )
    writer.setResolution(_DPI)
    writer.setTitle(title)
    writer.setCreator("WarDesk")
    seal = sha256(html.encode())
    for name in sorted(pictures):
        seal.update(name.encode() + pictures[name])
    writer.setDocumentId(QUuid(f"{{{uuid_of(seal.hexdigest())}}}"))
    document = _document(html, pictures)
    sheet = QSizeF(writer.width(), writer.height())
    text = QSizeF(sheet.width() - 2 * _MARGIN, sheet.height() - 2 * _MARGIN)
    document.documentLayout().setPaintDevice(writer)
    document.setPageSize(text)
    with painting(writer) as painter:
        pages = document.pageCount()
        for number in range(pages):
            if number:
                writer.newPage()
            _page(painter, document, number, text)
            _foot(painter, f"{foot}    {number + 1} / {pages}", sheet)
    return bytes(buffer.data().data())


@cache
def _load_text_fonts() -> None:
    """The fonts for reading, which a map has no use for."""
    load_fonts()
    for folder in ("inter", "jetbrains-mono"):
        for file in sorted((resources() / "fonts" / folder).glob("*.[ot]tf")):
            QFontDatabase.addApplicationFont(str(file))


def _document(html: str, pictures: Mapping[str, bytes]) -> QTextDocument:
    document = QTextDocument()
    document.setDocumentMargin(0)
    plain = QFont(["Inter", "Roboto Condensed"])
    plain.setPointSizeF(9)
    plain.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    document.setDefaultFont(plain)
    document.setUndoRedoEnabled(False)
    for name, data in pictures.items():
        image = QImage.fromData(data)
        if image.isNull():
            raise BugError(f"the picture {name} cannot be read")
        document.addResource(QTextDocument.ResourceType.ImageResource.value, QUrl(name), image)
    document.setHtml(html)
    return document


def _page(painter: QPainter, document: QTextDocument, number: int, text: QSizeF) -> None:
    painter.save()
    painter.translate(_MARGIN, _MARGIN - number * text.height())
    window = QRectF(0, number * text.height(), text.width(), text.height())
    painter.setClipRect(window)
    context = QAbstractTextDocumentLayout.PaintContext()
    context.clip = window
    context.palette.setColor(QPalette.ColorRole.Text, QColor("#1c1f23"))
    document.documentLayout().draw(painter, context)
    painter.restore()


def _foot(painter: QPainter, words: str, sheet: QSizeF) -> None:
    small = QFont(["Inter", "Roboto Condensed"])
    small.setPointSizeF(7)
    painter.setFont(small)
    painter.setPen(QColor("#6b6f75"))
    where = QRectF(
        _MARGIN, sheet.height() - _MARGIN * 0.8, sheet.width() - 2 * _MARGIN, _MARGIN / 2
    )
    painter.drawText(where, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, words)


def write_pages(
    path: Path,
    paper: Paper,
    pages: int,
    seal: str,
    day: date,
    paint: Callable[[QPainter, int], None],
    progress: Progress | None,
) -> None:
    """A PDF of upright pages, which *paint* draws one by one in millimetres; *seal* is its title.

    Errors as `write_atomically`; Cancelled if whoever is told of the progress wants no more.
    """
    ensure_gui_app()
    with written_atomically(path) as part:
        with steady_order():
            size = QSizeF(paper.width, paper.height)
            writer = upright_pages(part, size, seal, f"{seal} {pages} {paper.id}")
            with in_millimetres(writer) as painter:
                for number in range(pages):
                    report(progress, number, pages)
                    if number:
                        writer.newPage()
                    paint(painter, number)
                report(progress, pages, pages)
        fix_file(part, day)


def upright_pages(file: Path, size: QSizeF, title: str, seal: str) -> QPdfWriter:
    """A PDF of pages of a *size* in millimetres, without margins; its id follows from *seal*."""
    writer = QPdfWriter(str(file))
    exact = QPageSize.SizeMatchPolicy.ExactMatch
    page = QPageSize(size, QPageSize.Unit.Millimeter, "", exact)
    writer.setPageLayout(QPageLayout(page, QPageLayout.Orientation.Portrait, QMarginsF()))
    writer.setResolution(_FINE_DPI)
    writer.setTitle(title)
    writer.setCreator("WarDesk")
    writer.setDocumentId(QUuid(f"{{{uuid_of(sha256(seal.encode()).hexdigest())}}}"))
    return writer


@contextmanager
def in_millimetres(writer: QPdfWriter) -> Iterator[QPainter]:
    """A painter for `upright_pages`."""
    with painting(writer) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(_FINE_DPI / MM_PER_INCH, _FINE_DPI / MM_PER_INCH)
        yield painter


def uuid_of(digest: str) -> str:
    """An id of a document that follows from a SHA-256 (hex)."""
    return f"{digest[:8]}-{digest[8:12]}-4{digest[13:16]}-8{digest[17:20]}-{digest[20:32]}"


def fixed(data: bytes, day: date) -> bytes:
    """The clock's times replaced, each by as many signs: offsets in the file stay true."""
    found = bytearray(data)
    _fix(found, day)
    return bytes(found)


def fix_file(file: Path, day: date) -> None:
    """As `fixed`, in place, of a PDF on the disk, which may be too large to stand in memory."""
    with file.open("r+b") as stream, mmap(stream.fileno(), 0) as view:
        _fix(view, day)


def _fix(data: bytearray | mmap, day: date) -> None:
    stamp = f"D:{day:%Y%m%d}000000Z".encode()
    when = f"{day:%Y-%m-%d}T00:00:00".encode()
    changes: list[tuple[int, bytes]] = []
    for found in _STAMP.finditer(data):
        room = found.end() - found.start() - 2
        words = b"(" + stamp[:room] + b")" + b" " * (room - len(stamp[:room]))
        changes.append((found.start(), words))
    changes += [(found.end(1), when) for found in _WHEN.finditer(data)]
    for at, words in changes:
        data[at : at + len(words)] = words
