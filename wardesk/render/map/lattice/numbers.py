"""The figures in cells: their numbers under the top side, their heights above the lower one."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QImage,
    QPainter,
    QPainterPath,
    QPainterPathStroker,
)

from wardesk.model.map_look import NumberLook, NumberPlace
from wardesk.render.kept import kept
from wardesk.render.lettering import text_path, text_width
from wardesk.render.map.drawn_text import is_raster, write
from wardesk.render.map.lattice.forms import winding
from wardesk.render.map.lattice.frame import LatticeFrame, Pair
from wardesk.render.shapes import painting, pen, saved
from wardesk.render.theme import MapTheme

NUMBER = 22.0
"""Size of cell numbers in drawing units: digits of 1.4 mm where a hex measures 16 mm."""
HEIGHT = 22.0
"""Size of the figures that tell heights."""
FINEST = 31.0
"""Pixels per radius below which figures cannot be read and are left out."""
_STEPS = (1.0, 1.3, 1.7)
_LEAST_PX = 10.0
"""Pixels that a figure measures at least: below that nobody reads it."""
_WIDEST = 96.0
_ASIDE = 0.52
"""How far from the middle numbers at the left or right stand, of the way to the corner."""
_ROLE, _TRACKING = "map-note", 0.03
_RIM = 24.0
"""Width of the line around letters of 100 that makes their rim."""
_SPOT = 10.0
"""How finely it is told where ink lies that a number may stand on, drawing units."""
_SHARES = 16
"""Into how many a pixel is parted for the place of a figure."""
_LARGEST = 24.0
"""Pixels up to which figures are kept as pictures; larger ones are few."""
Figure = tuple[int, Pair, str]
"""The cell, its middle, and what is written."""
Words = tuple[str, Pair, float, QColor | None]
"""What is written, its middle, its size, and its rim if it needs one."""


def number_growth(fine: float, size: float = NUMBER) -> float:
    """How much figures grow against the zoom, in steps."""
    wanted = _LEAST_PX * 100 / (size * max(fine, 1e-6))
    return next((step for step in _STEPS if step >= wanted - 1e-9), _STEPS[-1])


def _size(text: str, size: float) -> float:
    """Long numbers are made smaller."""
    return size * min(1.0, _WIDEST / max(text_width(text, _ROLE, size, _TRACKING), 1e-6))


def _number_at(frame: LatticeFrame, middle: Pair, size: float, place: NumberPlace) -> Pair:
    """The middle of a number: just below the top side, lower under a pointed top; or elsewhere."""
    if place == "bottom":
        return _height_at(frame, middle, size, "top")
    if place == "middle":
        return middle
    if place != "top":
        aside = frame.extent[0] * _ASIDE
        return middle[0] + (aside if place == "right" else -aside), middle[1]
    top = frame.extent[1]
    return middle[0], middle[1] + top + (4 + size * 0.5 if frame.flat_top else 9 + size * 0.8)


def _height_at(frame: LatticeFrame, middle: Pair, size: float, numbers: NumberPlace) -> Pair:
    """The middle of the figure of a height: where the numbers do not stand."""
    if numbers == "bottom":
        return _number_at(frame, middle, size, "top")
    low = frame.extent[2]
    return middle[0], middle[1] + low - (4 + size * 0.5 if frame.flat_top else 9 + size * 0.8)


def number_box(
    frame: LatticeFrame, number: int, label: str, grown: float, look: NumberLook
) -> QRectF:
    """What a number fills when names are *grown* so much, drawing units."""
    size = _size(label, NUMBER * look.size * min(grown, _STEPS[-1]))
    x, y = _number_at(frame, frame.centre(number), size, look.place)
    width, height = text_width(label, _ROLE, size, _TRACKING) + 4, size * 0.74
    return QRectF(x - width / 2, y - height / 2, width, height)


@kept(256)
def _letters(text: str) -> QPainterPath:
    return _joined(text, _letters) or text_path(text, _ROLE, 100.0, tracking=_TRACKING)


@kept(256)
def _rim(text: str) -> QPainterPath:
    found = _joined(text, _rim)
    if found is None:
        found = QPainterPathStroker(pen(QColor("black"), _RIM)).createStroke(_letters(text))
        found.setFillRule(Qt.FillRule.WindingFill)
    return found


def _joined(text: str, of: Callable[[str], QPainterPath]) -> QPainterPath | None:
    """A number put together from its figures; None for other words.

    A large sheet has ten thousand of them, each written once.
    """
    if len(text) < 2 or not (text.isascii() and text.isdecimal()):
        return None
    path, x = winding(QPainterPath()), -text_width(text, _ROLE, 100.0, _TRACKING) / 2
    for figure in text:
        width = text_width(figure, _ROLE, 100.0)
        path.addPath(of(figure).translated(x + width / 2, 0.0))
        x += width + _TRACKING * 100.0
    return path


def spots_of(courses: Iterable[Iterable[Pair]]) -> frozenset[Pair]:
    """Points that have ink on them, rounded so that they can be looked up."""
    return frozenset((x // _SPOT, y // _SPOT) for course in courses for x, y in course)


def on_ink(
    frame: LatticeFrame,
    figures: Iterable[Figure],
    inked: frozenset[Pair],
    theme: MapTheme,
    fine: float,
    seen: QRectF,
) -> set[int]:
    """The cells of a part of the sheet whose numbers stand on some of the `spots_of` ink."""
    if not inked:
        return set()
    look, found = theme.look.numbers, set[int]()
    size = NUMBER * look.size * number_growth(fine, NUMBER * look.size)
    for cell, middle, text in _near(figures, seen):
        x, y = _number_at(frame, middle, _size(text, size), look.place)
        column, row = x // _SPOT, y // _SPOT
        if any((column + dx, row + dy) in inked for dx in (0, -1, 1) for dy in (0, -1, 1)):
            found.add(cell)
    return found


def paint_numbers(
    painter: QPainter,
    frame: LatticeFrame,
    figures: Iterable[Figure],
    busy: frozenset[int],
    theme: MapTheme,
    fine: float,
    seen: QRectF,
) -> None:
    """Small numbers, with a rim where other ink lies below (*busy* cells). Drawing units."""
    look = theme.look.numbers
    size = NUMBER * look.size * number_growth(fine, NUMBER * look.size)
    ink = theme.colour("hex.number", theme.number("hex.number_alpha"))
    strong = look.contrast == "strong"
    rim = theme.colour("label.halo", 1.0 if strong else 0.85)
    near = _near(figures, seen)
    rows = (
        (text, _size(text, size), middle, strong or cell in busy) for cell, middle, text in near
    )
    at = look.place
    _put(painter, ((text, _number_at(frame, middle, size, at), size, rim if rimmed else None)
                   for text, size, middle, rimmed in rows), ink, seen)  # fmt: skip


def paint_heights(
    painter: QPainter,
    frame: LatticeFrame,
    figures: Iterable[Figure],
    theme: MapTheme,
    fine: float,
    seen: QRectF,
) -> None:
    """How high cells lie whose ground hides the tint that would tell it."""
    size = HEIGHT * number_growth(fine)
    ink, rim = theme.colour("hex.height"), theme.colour("label.halo", 0.85)
    at = theme.look.numbers.place
    _put(painter, ((text, _height_at(frame, middle, size, at), _size(text, size), rim)
                   for _, middle, text in _near(figures, seen)), ink, seen)  # fmt: skip


def _near(figures: Iterable[Figure], seen: QRectF) -> Iterator[Figure]:
    """The figures of the cells in *seen* and next to it."""
    left, right = seen.left() - _WIDEST, seen.right() + _WIDEST
    top, bottom = seen.top() - 120, seen.bottom() + 120
    for figure in figures:
        x, y = figure[1]
        if left < x < right and top < y < bottom:
            yield figure


def _put(painter: QPainter, words: Iterable[Words], ink: QColor, seen: QRectF) -> None:
    """Write figures where they reach into *seen*: small ones as pictures, which are kept."""
    now, scale = painter.worldTransform(), painter.worldTransform().m11()
    straight = now.m12() == now.m21() == 0 and scale == now.m22() > 0
    pictures = straight and is_raster(painter) and painter.device().devicePixelRatio() == 1
    code = ink.rgba()
    middle, wide, high = seen.center(), seen.width() / 2 + _WIDEST, seen.height() / 2
    with saved(painter):
        if pictures:
            painter.resetTransform()
        for text, (x, y), size, rim in words:
            if abs(x - middle.x()) > wide or abs(y - middle.y()) > high + size:
                continue
            if pictures and size * scale <= _LARGEST:
                # all that differs from place to place is what share of a pixel it is off
                left, over = divmod(round((x * scale + now.dx()) * _SHARES), _SHARES)
                top, down = divmod(round((y * scale + now.dy()) * _SHARES), _SHARES)
                rimmed = 0 if rim is None else rim.rgba()
                image, dx, dy = _picture(text, size * scale, over, down, code, rimmed)
                painter.drawImage(left - dx, top - dy, image)
                continue
            painter.setTransform(now)
            painter.translate(x, y)
            _write(painter, text, size, ink, rim)
            if pictures:
                painter.resetTransform()


@kept(2048)
def _picture(
    text: str, size: float, over: int, down: int, ink: int, rim: int
) -> tuple[QImage, int, int]:
    """A figure so many pixels high, and how far its middle lies from the picture's corner.

    *over*, *down*: shares of a pixel that it is shifted; *ink*, *rim*: colours, no rim if 0.
    """
    dx = math.ceil(text_width(text, _ROLE, size, _TRACKING) / 2 + size * 0.15) + 1
    dy = math.ceil(size * 0.6) + 1
    image = QImage(2 * dx + 1, 2 * dy + 1, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    with painting(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(dx + over / _SHARES, dy + down / _SHARES)
        _write(painter, text, size, QColor.fromRgba(ink), QColor.fromRgba(rim) if rim else None)
    return image, dx, dy


def _write(painter: QPainter, text: str, size: float, ink: QColor, rim: QColor | None) -> None:
    """A figure with its middle on (0, 0)."""
    painter.scale(size / 100, size / 100)
    if not is_raster(painter):
        write(painter, text, _ROLE, 100.0, ink, tracking=_TRACKING, rim=rim, rim_width=_RIM / 2)
        return
    if rim is not None:
        painter.fillPath(_rim(text), rim)
    painter.fillPath(_letters(text), ink)
