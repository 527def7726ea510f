"""What a printed sheet carries around its map: neat line, title, scale, north arrow, paper."""

from __future__ import annotations

import math
import re
import textwrap
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from wardesk.model.board import NO_LENGTH
from wardesk.render.lettering import cap_height, put, rounded, text_path, text_width
from wardesk.render.map.areas import legend
from wardesk.render.map.printed_sheet import PrintedSheet, corner_for, corner_is_clear
from wardesk.render.shapes import path_through, pen
from wardesk.render.theme import MapTheme


@dataclass
class Furniture:
    """Where title, scale and arrow stand; board units."""

    title: str
    notes: tuple[str, ...]
    cartouche: QRectF
    title_size: float
    note_size: float
    scale_box: QRectF
    scale_step: float
    """Length of one of the two halves of the bar, board units."""
    scale_text: tuple[str, str, str]
    north: QPointF
    north_size: float
    legend: legend.AreaLegend | None

    @property
    def taken(self) -> tuple[QRectF, ...]:
        """Where no label may go."""
        size = self.north_size
        arrow = QRectF(self.north.x() - size, self.north.y() - size * 1.4, size * 2, size * 2.8)
        key = (self.legend.box,) if self.legend else ()
        return (self.cartouche, self.scale_box, arrow, *key)


def build_furniture(sheet: PrintedSheet) -> Furniture:
    """Put the title into the free upper left corner, the scale into the lower left."""
    board, unit, frame = sheet.board, sheet.unit, sheet.frame
    title, _, rest = board.title.partition(", ")
    notes = [rest, *_short_source(board.provenance)]
    notes = [note for note in notes if note]
    big, small = unit * 72, unit * 32
    width = max(
        text_width(title, "map-place", big, 0.02),
        *(text_width(note, "map-place-italic", small) for note in notes or ("",)),
    )
    room = frame.width() * 0.36
    if width > room:
        big, small, width = big * room / width, max(small * room / width, unit * 20), room
    pad = unit * 34
    height = cap_height("map-place", big) + len(notes) * small * 1.45 + pad * 1.75
    cartouche, _ = corner_for(sheet, width + pad * 2, height, (), "0123")
    north_size = unit * 52
    below = cartouche.top() < frame.center().y()
    north = QPointF(
        cartouche.left() + unit * 60,
        cartouche.bottom() + unit * 150 if below else cartouche.top() - unit * 110,
    )
    arrow = QRectF(north.x() - north_size, north.y() - north_size * 2, north_size * 2, unit * 180)
    if not corner_is_clear(sheet, arrow):  # beside the title then
        north = QPointF(cartouche.right() + unit * 90, cartouche.center().y() + unit * 30)
        arrow.moveCenter(north)
    step = _round_length(sheet.rect.width() / 11)
    words = ("0", f"{step:g}", f"{step * 2:g} {board.unit}")
    scale = QRectF()
    if board.unit != NO_LENGTH:
        scale, _ = corner_for(sheet, step * 2 + unit * 130, unit * 74, (cartouche, arrow), "2301")
    key = legend.build_legend(sheet, (cartouche, arrow, scale))
    return Furniture(
        title, tuple(notes), cartouche, big, small, scale, step, words, north, north_size, key
    )


def _short_source(provenance: str) -> list[str]:
    """The first sentence of where a map comes from, in one or two rows."""
    sentence = re.split(r"(?<=[.;])\s", provenance.strip(), maxsplit=1)[0].rstrip(".;")
    rows = textwrap.wrap(sentence, 52)
    return rows if len(rows) <= 2 else [rows[0], rows[1].rstrip(",") + " …"]


def _round_length(about: float) -> float:
    """1, 2 or 5 times a power of ten, not above *about*."""
    power = 10 ** math.floor(math.log10(max(about, 1e-9)))
    return max(step * power for step in (1, 2, 5) if step * power <= about or step == 1)


def paint_furniture(
    painter: QPainter, made: Furniture, sheet: PrintedSheet, theme: MapTheme
) -> None:
    """Cartouche, bar, arrow, key of the signs."""
    _paint_title(painter, made, sheet.unit, theme)
    _paint_scale(painter, made, sheet.unit, theme)
    _paint_north(painter, made, sheet.unit, theme)
    if made.legend:
        legend.paint_legend(painter, made.legend, sheet, theme)


def _paint_title(painter: QPainter, made: Furniture, unit: float, theme: MapTheme) -> None:
    box = made.cartouche
    legend.paint_panel(painter, box, unit, theme)
    middle = box.center().x()
    y = box.top() + unit * 32 + cap_height("map-place", made.title_size) / 2
    painter.fillPath(
        text_path(made.title, "map-place", made.title_size, (middle, y), tracking=0.02),
        theme.colour("sheet.title"),
    )
    y += cap_height("map-place", made.title_size) / 2 + made.note_size * 1.15
    for note in made.notes:
        put(
            painter,
            note,
            (middle, y),
            made.note_size,
            theme.colour("sheet.note"),
            role="map-place-italic",
            fit=box.width() - unit * 40,
        )
        y += made.note_size * 1.45


def _paint_scale(painter: QPainter, made: Furniture, unit: float, theme: MapTheme) -> None:
    box = made.scale_box
    if box.isNull():  # nobody has said how long anything is
        return
    painter.fillPath(rounded(box, unit * 6), theme.colour("sheet.box", 0.9))
    painter.strokePath(rounded(box, unit * 6), pen(theme.colour("sheet.rule"), unit * 1.6))
    left, y, high = box.left() + unit * 38, box.top() + unit * 44, unit * 11
    painter.setPen(pen(theme.colour("sheet.title"), unit * 1.6))
    for number in range(4):
        part = QRectF(left + number * made.scale_step / 2, y, made.scale_step / 2, high)
        ink = "sheet.title" if number % 2 == 0 else "sheet.box"
        painter.setBrush(theme.colour(ink))
        painter.drawRect(part)
    for number, word in enumerate(made.scale_text):
        at = (left + number * made.scale_step, y - unit * 15)
        put(painter, word, at, unit * 22, theme.colour("sheet.title"), role="map-note")


def _paint_north(painter: QPainter, made: Furniture, unit: float, theme: MapTheme) -> None:
    x, y, size = made.north.x(), made.north.y(), made.north_size
    tip, foot, width = (x, y - size), (x, y + size * 0.35), size * 0.42
    base = y + size * 0.75
    ink, light = theme.colour("sheet.title"), theme.colour("sheet.box")
    halves = (
        (path_through([tip, (x - width, base), foot], True), light),
        (path_through([tip, (x + width, base), foot], True), ink),
    )
    for half, _ in halves:
        painter.strokePath(half, pen(light, unit * 7))
    for half, tint in halves:
        painter.fillPath(half, tint)
        painter.strokePath(half, pen(ink, unit * 2))
    letter = text_path("N", "map-place", unit * 38, (x, y - size - unit * 22))
    painter.strokePath(letter, pen(light, unit * 7))
    painter.fillPath(letter, ink)
