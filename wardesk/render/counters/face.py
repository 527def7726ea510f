"""What is written on a counter: title, symbol and figures, as many as can be read.

Everything measures in 1/100 of the edge around the middle. From `ALL` pixels a counter has every
figure that is printed on it; from `SOME` it has no range and no shield; smaller ones show their
symbol and two figures.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from wardesk.model.look import CounterLook
from wardesk.render.colours import ink_on, mix, tinted_ink
from wardesk.render.counters.face_title import LEGIBLE, title_over_face
from wardesk.render.counters.pictures import counter_picture, paint_picture
from wardesk.render.counters.symbols import FRAME, echelon_marks, symbol
from wardesk.render.lettering import polygon, put, rounded, text_width
from wardesk.render.theme import table_theme

ALL, SOME = 69.0, 48.0
"""Pixels from which all figures, and from which all but range and shield can be read."""

BAR = -26.0
"""Where the bar ends."""

LOSS = 14.0
"""Where the band of a reduced counter begins."""

_BAR_MIDDLE = -38.0
_LETTERS, _LETTERS_MOST = 17.0, 21.5
"""Letters of the bar, and the largest that it has room for."""
_SHRUNK = 0.7
"""How much smaller a word is written before it is cut or left out."""
_FIGURE_MOST = 43.0
"""The largest figures that the face has room for."""
_OUTLINE = 1.6
_CHIPS = {"foot": ("#fbfaf5", "#15140f"), "wheels": ("#1d1c18", "#ffffff"),
          "tracks": ("#a3291e", "#ffffff"), "": ("#fbfaf5", "#15140f")}  # fmt: skip
"""Ground and ink of the movement where figures stand in boxes."""
_LIGHT = "#f8f4e6"


def paint_face(painter: QPainter, look: CounterLook, face: str, bar: str, pixels: float) -> None:
    """Write what a counter of so many *pixels* has room for on its *face* and *bar*."""
    if look.covered:
        if look.covered == "tab":
            _tab(painter, look, bar, pixels)
    elif _only_words(look):
        title_over_face(painter, look.title, face, pixels)
    elif pixels < SOME:
        _small_face(painter, look, face, pixels)
    else:
        _bar_words(painter, look, bar, pixels)
        if look.disc:
            _boxed_face(painter, look, face, whole=pixels >= ALL)
        else:
            _plain_face(painter, look, face, whole=pixels >= ALL)


def _only_words(look: CounterLook) -> bool:
    """Whether a counter has nothing but its title to show, as a card on the map."""
    drawn = look.symbol != "none" or look.left or look.right or look.shield or look.echelon
    return not drawn and counter_picture(look.picture) is None


def _letters(pixels: float) -> float:
    """Size of the letters in the bar; 0 where they could not be read."""
    size = max(_LETTERS, LEGIBLE * 100 / pixels)
    return size if size <= _LETTERS_MOST else 0.0


def _bar_words(painter: QPainter, look: CounterLook, bar: str, pixels: float) -> None:
    """Title, subtitle and steps."""
    size, ink, room = _letters(pixels), ink_on(bar), 92.0
    for k in range(look.full):
        box = QRectF(36.5 - 12.5 * k, -43, 9, 10)
        if k < look.steps:
            painter.fillRect(box, QColor(ink))
        painter.strokePath(_box(box), QPen(QColor(ink), _OUTLINE))
        room = 78.0 - 12.5 * k
    if not size:
        return
    role, title = "counter-condensed", text_width(look.title, "counter", size)
    if look.subtitle and pixels >= ALL:
        # What is printed beside the title is written a fifth smaller, or left out.
        width = text_width(look.subtitle, role, size)
        beside = max(36.0, 89.0 - title)
        if width * _SHRUNK <= beside:
            put(painter, look.subtitle, (46, _BAR_MIDDLE), size, ink, role=role, align=1,
                fit=beside)  # fmt: skip
            room = 89.0 - min(width, beside)
    _name(painter, look.title, size, ink, room)


def _tab(painter: QPainter, look: CounterLook, bar: str, pixels: float) -> None:
    """Name and figures of a card that lies under others."""
    size, ink = _letters(pixels), ink_on(bar)
    if not size:
        return
    first = f"{look.left}·{look.left_exponent}" if look.left_exponent else look.left
    last = look.disc or look.right
    figures = "  ".join(part for part in (first, look.middle, last) if part)
    wide = min(52.0, text_width(figures, "counter", size))
    put(painter, figures, (46, _BAR_MIDDLE), size, ink, align=1, fit=52)
    _name(painter, look.tab or look.title, size, ink, 89.0 - wide)


def _name(painter: QPainter, name: str, size: float, ink: str, room: float) -> None:
    """The name at the left of the bar; what is far too long ends in an ellipsis."""
    most = room / _SHRUNK
    if text_width(name, "counter", size) > most:
        while name and text_width(f"{name}…", "counter", size) > most:
            name = name[:-1].rstrip()
        name = f"{name}…"
    put(painter, name, (-46, _BAR_MIDDLE), size, ink, align=-1, fit=room)


def _middle_of(painter: QPainter, look: CounterLook, face: str, *, figures: bool) -> None:
    """The picture of a counter, or its symbol and echelon."""
    picture = counter_picture(look.picture)
    if picture is not None:
        paint_picture(painter, picture, QRectF(-46, BAR + 2, 91, 40 if figures else 72))
        return
    middle = -4.0 if figures else 9.0
    frame(painter, look.symbol, face, (0, middle), 1.02 if figures else 1.3)
    if figures and (marks := echelon_marks(look.echelon)):
        _echelon(painter, marks, middle - 18.3, tinted_ink(face))


def _plain_face(painter: QPainter, look: CounterLook, face: str, *, whole: bool) -> None:
    """Symbol above, figures at the lower corners."""
    theme = table_theme()
    _middle_of(painter, look, face, figures=bool(look.left or look.right or look.shield))
    ink = tinted_ink(theme.code("card.band") if look.reduced else face)
    left_ink = theme.code("card.loss") if look.reduced else ink
    size = 29.0 if look.left else 35.0
    width = min(40.0, text_width(look.right, "counter", size))
    room = 30.0 if look.left_exponent and whole else 86.0 - width
    taken = min(room, text_width(look.left, "counter", 35))
    put(painter, look.left, (-46, 32), 35, left_ink, align=-1, fit=room)
    if whole and look.left_exponent:
        put(painter, look.left_exponent, (taken - 44, 23.5), 19, left_ink, align=-1, fit=20)
        taken += 2 + min(20.0, text_width(look.left_exponent, "counter", 19))
    if whole and look.shield:
        x = max(3.0, taken - 46 + 14)
        path = QPainterPath(QPointF(x - 11, 16))
        path.lineTo(x + 11, 16)
        path.lineTo(x + 11, 31)
        path.cubicTo(x + 11, 39, x + 5, 43, x, 46)
        path.cubicTo(x - 5, 43, x - 11, 39, x - 11, 31)
        path.closeSubpath()
        _shield(painter, path, look, (x, 29.5), 20, 19)
    put(painter, look.right, (45, 31), size, ink, align=1, fit=40)
    if look.movement == "tracks":
        painter.fillRect(QRectF(45 - width, 43.6, width, 3.2), QColor(ink))
    elif look.movement == "wheels":
        for x in (45 - width + 3, 42):
            dot = QPainterPath()
            dot.addEllipse(QPointF(x, 45.6), 2.9, 2.9)
            painter.fillPath(dot, QColor(ink))


def _boxed_face(painter: QPainter, look: CounterLook, face: str, *, whole: bool) -> None:
    """Symbol between shield and disc, figures in boxes below."""
    if whole:
        frame(painter, look.symbol, face, (0, -7), 0.98)
        path = QPainterPath(QPointF(-47.5, -20.5))
        path.lineTo(-26, -20.5)
        path.lineTo(-26, -6)
        path.cubicTo(-26, 2, -31, 5, -36.7, 8)
        path.cubicTo(-42.5, 5, -47.5, 2, -47.5, -6)
        path.closeSubpath()
        if look.shield:
            _shield(painter, path, look, (-36.7, -8), 17.5, 19)
        disc, radius, quality = QPointF(36.5, -7), 11.8, 18.5
        left, middle, right = QRectF(-47, 12, 38, 34), QRectF(-5.5, 16, 24, 30), (22.5, 24.5)
        sizes = (31.0, 25.0, 21.0)
    else:
        frame(painter, look.symbol, face, (-20, -7), 1.05)
        disc, radius, quality = QPointF(30, -7), 15.5, 25.5
        left, middle, right = QRectF(-47, 12, 32, 34), QRectF(-12, 12, 27, 34), (18.5, 28.5)
        sizes = (34.0, 29.0, 26.0)
    round_ = QPainterPath()
    round_.addEllipse(disc, radius, radius)
    _chip(painter, round_, _LIGHT)
    put(painter, look.disc, (disc.x(), disc.y()), quality, _on(_LIGHT), fit=2 * radius - 4)

    ranged = whole and bool(look.left_exponent)
    field = _box_of(painter, left, look.left_field, look, face)
    ink = table_theme().code("card.loss") if look.reduced and look.left == "–" else _on(field)
    align = -1 if ranged else 0
    x = left.left() + 2 if ranged else left.center().x()
    put(painter, look.left, (x, left.center().y() + 0.5), sizes[0], ink, align=align,
        fit=20.5 if ranged else left.width() - 4)  # fmt: skip
    if ranged:
        free = left.width() - 4.5 - min(20.5, text_width(look.left, "counter", sizes[0]))
        put(painter, look.left_exponent, (left.right() - 1.5, 22.5), 17.5, ink, align=1, fit=free)
    if look.middle:
        field = _box_of(painter, middle, look.middle_field, look, face)
        ink = look.middle_ink or _on(field)
        put(painter, look.middle, (middle.center().x(), middle.center().y()), sizes[1], ink,
            fit=middle.width() - 4)  # fmt: skip
    if look.right:
        x, wide = right
        ground, ink = _CHIPS[look.movement]
        high = 26 if whole else 30
        _chip(painter, rounded(QRectF(x, 46 - high, wide, high), 12), ground)
        put(painter, look.right, (x + wide / 2, 46 - high / 2), sizes[2], ink, fit=wide - 3)


def _box_of(painter: QPainter, box: QRectF, field: str, look: CounterLook, face: str) -> str:
    """The box of a figure; the colour that the figure stands on."""
    if not field:
        return face
    theme = table_theme()
    if look.spent:
        field = mix(field, theme.code("card.paler"), 0.4)
    painter.fillRect(box, QColor(field))
    painter.strokePath(_box(box), QPen(QColor("#2b2820"), _OUTLINE))
    return field


def _on(ground: str) -> str:
    return ink_on(ground)


def _box(box: QRectF) -> QPainterPath:
    path = QPainterPath()
    path.addRect(box)
    return path


def _chip(painter: QPainter, path: QPainterPath, ground: str) -> None:
    painter.fillPath(path, QColor(ground))
    painter.strokePath(path, QPen(QColor("#2b2820"), _OUTLINE))


def _shield(
    painter: QPainter, path: QPainterPath, look: CounterLook, at: tuple[float, float],
    size: float, fit: float,
) -> None:  # fmt: skip
    ground = look.shield_field or _LIGHT
    _chip(painter, path, ground)
    put(painter, look.shield.replace("-", "−"), at, size, _on(ground), fit=fit)


def _small_face(painter: QPainter, look: CounterLook, face: str, pixels: float) -> None:
    """Symbol and two figures, larger in proportion."""
    theme = table_theme()
    figures = bool(look.left or look.right)
    picture = counter_picture(look.picture)
    if picture is not None:
        paint_picture(painter, picture, QRectF(-47, BAR + 1, 93, 42 if figures else 74))
    else:
        frame(painter, look.symbol, face, (0, -5 if figures else 11), 1.25 if figures else 1.5)
    ink = tinted_ink(theme.code("card.band") if look.reduced and not look.full else face)
    first = theme.code("card.loss") if look.reduced else ink
    size = max(35.0, LEGIBLE * 100 / pixels)
    if size <= _FIGURE_MOST:
        room = 84.0 - min(40.0, text_width(look.right, "counter", size))
        put(painter, look.left, (-44, 32), size, first, align=-1, fit=room)
        put(painter, look.right, (44, 32), size, ink, align=1, fit=40)


def frame_inks(face: str) -> tuple[str, str]:
    """Line and fill of the symbol's frame on a face."""
    theme = table_theme()
    ground = mix(face, theme.code("card.frame"), theme.number("card.frame_share"))
    return tinted_ink(ground), ground


def frame(painter: QPainter, name: str, face: str, at: tuple[float, float], scale: float) -> None:
    """The NATO frame with its symbol, centred on *at*."""
    found = symbol(name)
    ink, ground = frame_inks(face)
    painter.save()
    painter.translate(*at)
    painter.scale(scale, scale)
    if found.framed:
        painter.fillRect(FRAME, QColor(ground))
    painter.save()
    painter.setClipRect(FRAME, Qt.ClipOperation.IntersectClip)
    line = QPen(QColor(ink), 2.3, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
    line.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.strokePath(found.lines, line)
    painter.fillPath(found.solid, QColor(ink))
    painter.restore()
    if found.text:
        painter.fillRect(QRectF(-22, -13.6, 44, 7.4), QColor(ink))
        put(painter, found.text, (0, 4.2), 15, ink)
    if found.framed:
        edge = QPen(QColor(ink), 2.5)
        edge.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        painter.setPen(edge)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(FRAME)
    painter.restore()


def _echelon(painter: QPainter, marks: str, y: float, ink: str) -> None:
    """Drawn strokes, not letters: they stay crisp at 40 pixels."""
    line = QPen(QColor(ink), 2.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
    y -= 0.4
    for number, mark in enumerate(marks):
        x = (number - (len(marks) - 1) / 2) * (8.5 if mark == "X" else 5.6)
        if mark == "I":
            painter.strokePath(polygon([(x, y - 3), (x, y + 3)], False), line)
        elif mark == "X":
            painter.strokePath(polygon([(x - 3, y - 3), (x + 3, y + 3)], False), line)
            painter.strokePath(polygon([(x - 3, y + 3), (x + 3, y - 3)], False), line)
        else:
            dot = QPainterPath()
            dot.addEllipse(QPointF(x, y), 2.1, 2.1)
            painter.fillPath(dot, QColor(ink))
