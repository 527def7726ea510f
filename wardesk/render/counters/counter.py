"""Die-cut counters: card, bar, symbol, figures, signs and stacks, at any size.

A counter is drawn in a box of 100 × 100 around (0, 0); light comes from the north-west. What is
written on it measures `LEGIBLE` pixels at least, or is left out; signs are shapes that hang above
its upper edge, so that nothing ever lies on a figure.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import msgspec
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QLinearGradient, QPainter, QPainterPath, QPen, QTransform

from wardesk.model.look import BadgeLook, CounterLook, SideLook
from wardesk.render.app import ensure_gui_app
from wardesk.render.colours import colour, ink_on, luminance, mix, tinted_ink
from wardesk.render.counters.face_title import LEGIBLE, title_over_face
from wardesk.render.counters.pictures import counter_picture, paint_picture, paint_printed
from wardesk.render.counters.symbols import FRAME, echelon_marks, symbol
from wardesk.render.kept import kept
from wardesk.render.lettering import polygon, put, rounded, text_width
from wardesk.render.shapes import painting
from wardesk.render.theme import table_theme

BLEED = 0.31
"""Room that `counter_image` leaves on each side for shadow and signs, in counter edges."""

SIGNS = 4
"""Signs that hang on a counter; whoever wants all of them looks at it closely."""

_SMALL = 56
"""Pixels below which a counter shows its symbol and its two main figures only."""

FAN = 8.5
"""How far each card of a stack lies up and to the right of the one above it, in 1/100 edge."""

_BAND_TOP = 19.0
_TITLE_MOST = 16.5
"""The largest letters that the bar has room for."""
_FIGURE_MOST = 42.0
"""The largest figures that the face has room for."""
_CHIP = (-50.0, -48.0)
"""Where the number of a stack stands: its upper left corner, off the figures."""
_UNKNOWN_SIDE = SideLook("", "", "#c9c2b2", "#5b564c")


def side_of(sides: Sequence[SideLook] | Mapping[str, SideLook], side: str) -> SideLook:
    """The look of a side; a grey one if the table does not know it."""
    if isinstance(sides, Mapping):
        return sides.get(side, _UNKNOWN_SIDE)
    return next((one for one in sides if one.id == side), _UNKNOWN_SIDE)


def face_colour(look: CounterLook, side: SideLook) -> str:
    """The face as printed: the counter's own or its side's, paler when spent."""
    face = look.field or side.field
    theme = table_theme()
    return (
        mix(face, theme.code("card.paler"), theme.number("card.paler_share"))
        if look.spent
        else face
    )


def bar_colour(look: CounterLook, side: SideLook) -> str:
    """The title bar as printed, paler when spent."""
    bar = look.bar or side.bar
    return mix(bar, table_theme().code("card.paler"), 0.4) if look.spent else bar


def paint_counter(
    painter: QPainter,
    look: CounterLook,
    side: SideLook,
    at: QPointF,
    size: float,
    pixels: float,
    *,
    covered: bool = False,
    shadow: float = 1.0,
    beyond: float | None = None,
) -> None:
    """Draw one counter.

    *at* is its middle and *size* its edge in the painter's units, *pixels* its edge as it is seen
    (on screens with twice the dots: half of them): small counters lose detail, not size of type.
    A *covered* card shows its bar only. For scissors it is drawn flat, without light, edge or
    round corners, and its colours go on *beyond* what is written, in the painter's units.
    """
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(at)
    painter.scale(size / 100, size / 100)
    face, bar = face_colour(look, side), bar_colour(look, side)
    painter.rotate(look.turned)
    flat, more = beyond is not None, (beyond or 0.0) * 100 / size
    body = _flat(painter, face, more) if flat else _card(painter, face, shadow, pixels, look.turned)
    printed = counter_picture(look.picture) if look.whole_picture else None
    if look.face_down or printed is not None:
        if printed is not None:
            paint_printed(painter, printed, body)
        else:
            _back(painter, body, face, bar, pixels)
        _bevel(painter, body, pixels, flat=flat)
        if not covered:
            painter.rotate(-look.turned)
            _badges(painter, look.badges, pixels)
        painter.restore()
        return
    painter.save()
    painter.setClipPath(body, Qt.ClipOperation.IntersectClip)
    if look.reduced:
        _loss_band(painter, more)
    painter.fillRect(QRectF(-50 - more, -50 - more, 100 + 2 * more, 20 + more), QColor(bar))
    painter.fillRect(QRectF(-50 - more, -30.6, 100 + 2 * more, 1.2), colour("#000000", 0.45))
    painter.restore()
    if not covered:
        if _only_words(look):
            title_over_face(painter, look.title, face, pixels)
        elif pixels >= _SMALL:
            _full_face(painter, look, face, bar, pixels)
        else:
            _small_face(painter, look, face, pixels)
    _bevel(painter, body, pixels, flat=flat)
    if not covered:
        painter.rotate(-look.turned)
        _badges(painter, look.badges, pixels)
    painter.restore()


def _card(
    painter: QPainter, face: str, strength: float, pixels: float, turned: int
) -> QPainterPath:
    """Soft shadow, cardboard edge, face. Gives the outline of the face.

    The shadow falls to the south-east on the screen, however the counter is *turned*.
    """
    theme = table_theme()
    if strength and pixels >= 16:
        fall = QTransform().rotate(-turned).map(QPointF(3, 4.5))
        for grow, alpha in ((7, 0.05), (5, 0.07), (3, 0.10), (1, 0.16)):
            start = -50 - grow * 0.3
            box = QRectF(start + fall.x(), start + fall.y(), 100 + grow, 100 + grow)
            painter.fillPath(rounded(box, 9 + grow), theme.colour("card.shadow", alpha * strength))
    edge = rounded(QRectF(-49, -48.6, 100.4, 101), 8.5)
    painter.fillPath(edge, theme.colour("card.edge_dark"))
    painter.fillPath(rounded(QRectF(-49.4, -49.2, 100.2, 100.4), 8.5), theme.colour("card.edge"))
    body = rounded(QRectF(-50, -50, 99, 99), 8.5)
    wash = QLinearGradient(0, -50, 0, 50)
    wash.setColorAt(0, QColor(face).lighter(105))
    wash.setColorAt(0.55, QColor(face))
    wash.setColorAt(1, QColor(face).darker(105))
    painter.fillPath(body, wash)
    return body


def _flat(painter: QPainter, face: str, more: float) -> QPainterPath:
    """A square of the face's colour, *more* than the counter on each side. Gives its outline."""
    body = QPainterPath()
    body.addRect(QRectF(-50 - more, -50 - more, 100 + 2 * more, 100 + 2 * more))
    painter.fillPath(body, QColor(face))
    return body


def _back(painter: QPainter, body: QPainterPath, face: str, bar: str, pixels: float) -> None:
    """The back: the side's colour with a lattice, a light border, and nothing to read."""
    panel = rounded(QRectF(-41, -41, 81, 81), 5)
    painter.save()
    painter.setClipPath(body, Qt.ClipOperation.IntersectClip)
    painter.fillPath(panel, QColor(bar))
    if pixels >= 24:
        painter.setClipPath(panel, Qt.ClipOperation.IntersectClip)
        line = QPen(QColor(mix(bar, face, 0.45)), max(1.6, 40 / pixels))
        for step in range(-5, 6):
            x = step * 16.0
            painter.strokePath(polygon([(x - 45, -45), (x + 45, 45)], False), line)
            painter.strokePath(polygon([(x - 45, 45), (x + 45, -45)], False), line)
        painter.strokePath(panel, QPen(QColor(mix(bar, face, 0.7)), 2.4))
    painter.restore()


def _loss_band(painter: QPainter, more: float) -> None:
    theme = table_theme()
    left, wide = -50 - more, 100 + 2 * more
    painter.fillRect(QRectF(left, _BAND_TOP, wide, 31 + more), theme.colour("card.band"))
    painter.fillRect(QRectF(left, _BAND_TOP, wide, 2.2), theme.colour("card.band_rule"))


def _bevel(painter: QPainter, body: QPainterPath, pixels: float, *, flat: bool) -> None:
    if flat:
        return
    theme = table_theme()
    if pixels >= 30:
        painter.save()
        painter.setClipPath(body, Qt.ClipOperation.IntersectClip)
        painter.strokePath(
            body.translated(1.0, 1.1), QPen(theme.colour("card.bevel_light", 0.47), 2.4)
        )
        painter.strokePath(
            body.translated(-1.0, -1.1), QPen(theme.colour("card.bevel_dark", 0.33), 2.4)
        )
        painter.restore()
    painter.strokePath(body, QPen(theme.colour("card.outline", 0.75), max(1.1, 70 / pixels)))


def _only_words(look: CounterLook) -> bool:
    """Whether a counter has nothing but its title to show, as a card on the map."""
    drawn = look.symbol != "none" or look.left or look.right or look.shield or look.echelon
    return not drawn and counter_picture(look.picture) is None


def _full_face(painter: QPainter, look: CounterLook, face: str, bar: str, pixels: float) -> None:
    """Title, symbol, echelon, figures."""
    bar_ink, ink = ink_on(bar), tinted_ink(face)
    title_room, least = 88.0, LEGIBLE * 100 / pixels
    if look.subtitle and least <= 12.2:
        width = min(37.0, text_width(look.subtitle, "counter-condensed", 12.2))
        title_room = 86.0 - width
        put(painter, look.subtitle, (45, -40), 12.2, bar_ink, role="counter-condensed", align=1,
            fit=37)  # fmt: skip
    if least <= _TITLE_MOST:
        put(painter, look.title, (-45, -40), max(13.2, least), bar_ink, align=-1, fit=title_room)
    figures = bool(look.left or look.right or look.shield)
    middle = 2.4 if figures else 9.0
    picture = counter_picture(look.picture)
    if picture is not None:
        paint_picture(painter, picture, QRectF(-46, -28, 91, 46 if figures else 75))
        _figures(painter, look, face, pixels)
        return
    _frame(painter, look.symbol, face, middle, 1.0 if figures else 1.22)
    marks = echelon_marks(look.echelon)
    if marks:
        _echelon(painter, marks, middle - (18.8 if figures else 22.6), ink)
    _figures(painter, look, face, pixels)


def _figures(painter: QPainter, look: CounterLook, face: str, pixels: float) -> None:
    theme = table_theme()
    ink = tinted_ink(theme.code("card.band") if look.reduced else face)
    left_ink = theme.code("card.loss") if look.reduced else ink
    put(painter, look.left, (-44, 33.5), 30, left_ink, align=-1, fit=44)
    if look.left_exponent and 14 * pixels >= LEGIBLE * 100:
        start = -43 + min(44.0, text_width(look.left, "counter", 30))
        put(painter, look.left_exponent, (start, 27), 14, left_ink, align=-1, fit=18)
    if look.shield and 16.5 * pixels >= LEGIBLE * 100:
        taken = min(44.0, text_width(look.left, "counter", 30)) if look.left else 0.0
        taken += text_width(look.left_exponent, "counter", 14) if look.left_exponent else 0.0
        _shield(painter, look.shield, face, max(2.0, taken - 33.0))
    size = 25 if look.left else 28
    put(painter, look.right, (45, 31.5), size, ink, align=1, fit=40)
    width = min(40.0, text_width(look.right, "counter", size))
    if look.movement == "tracks":
        painter.fillRect(QRectF(45 - width, 43.4, width, 2.8), QColor(ink))
    elif look.movement == "wheels":
        for x in (45 - width + 3, 42):
            dot = QPainterPath()
            dot.addEllipse(QPointF(x, 44.6), 2.7, 2.7)
            painter.fillPath(dot, QColor(ink))


def _shield(painter: QPainter, text: str, face: str, x: float) -> None:
    ink, ground = _frame_inks(face)
    path = QPainterPath(QPointF(x - 8.5, 22.5))
    path.lineTo(x + 8.5, 22.5)
    path.lineTo(x + 8.5, 33)
    path.cubicTo(x + 8.5, 39, x + 4, 42, x, 44)
    path.cubicTo(x - 4, 42, x - 8.5, 39, x - 8.5, 33)
    path.closeSubpath()
    painter.fillPath(path, QColor(ground))
    painter.strokePath(path, QPen(QColor(ink), 1.8))
    put(painter, text, (x, 31.6), 16.5, ink, fit=15)


def _small_face(painter: QPainter, look: CounterLook, face: str, pixels: float) -> None:
    """Symbol and two figures, larger in proportion."""
    theme = table_theme()
    figures = bool(look.left or look.right)
    picture = counter_picture(look.picture)
    if picture is not None:
        paint_picture(painter, picture, QRectF(-47, -28, 93, 46 if figures else 76))
    else:
        _frame(painter, look.symbol, face, -8 if figures else 9, 1.28 if figures else 1.5)
    ink = tinted_ink(theme.code("card.band") if look.reduced else face)
    first = theme.code("card.loss") if look.reduced else ink
    y = 34.0 if look.reduced else 30.5
    size = max(33.0, LEGIBLE * 100 / pixels)
    if size <= _FIGURE_MOST:
        room = 46.0 if look.right else 86.0
        put(painter, look.left, (-44, y), size, first, align=-1, fit=room)
        put(painter, look.right, (44, y), size, ink, align=1, fit=40)


def _frame_inks(face: str) -> tuple[str, str]:
    """Line and fill of the symbol's frame on a face."""
    theme = table_theme()
    ground = mix(face, theme.code("card.frame"), theme.number("card.frame_share"))
    return tinted_ink(ground), ground


def _frame(painter: QPainter, name: str, face: str, y: float, scale: float) -> None:
    """The NATO frame with its symbol, centred on (0, *y*)."""
    found = symbol(name)
    ink, ground = _frame_inks(face)
    painter.save()
    painter.translate(0, y)
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
    y -= 2.4
    for number, mark in enumerate(marks):
        x = (number - (len(marks) - 1) / 2) * (8.5 if mark == "X" else 5.6)
        if mark == "I":
            painter.strokePath(polygon([(x, y - 4), (x, y + 4)], False), line)
        elif mark == "X":
            painter.strokePath(polygon([(x - 3.4, y - 4), (x + 3.4, y + 4)], False), line)
            painter.strokePath(polygon([(x - 3.4, y + 4), (x + 3.4, y - 4)], False), line)
        else:
            dot = QPainterPath()
            dot.addEllipse(QPointF(x, y), 2.1, 2.1)
            painter.fillPath(dot, QColor(ink))


_SHAPES: dict[str, tuple[int, float, float]] = {  # corners, first angle in degrees, radius
    "octagon": (8, 22.5, 12.6),
    "diamond": (4, 0, 14.5),
    "square": (4, 45, 14.0),
    "triangle": (3, -90, 15.0),
    "hexagon": (6, 0, 12.6),
}


def badge_path(shape: str, at: QPointF, scale: float = 1.0) -> QPainterPath:
    """Outline of a badge of radius about 12 × *scale*."""
    path = QPainterPath()
    if shape not in _SHAPES:
        path.addEllipse(at, 11.5 * scale, 11.5 * scale)
        return path
    count, first, radius = _SHAPES[shape]
    corners = [
        (
            at.x() + scale * radius * math.cos(math.radians(first + 360 * number / count)),
            at.y() + scale * radius * math.sin(math.radians(first + 360 * number / count)),
        )
        for number in range(count)
    ]
    return polygon(corners)


def paint_badge(
    painter: QPainter, badge: BadgeLook, at: QPointF, scale: float = 1.0, *, letter: bool = True
) -> None:
    """Shape and colour, and the *letter* where it can be read."""
    theme, ink = table_theme(), ink_on(badge.colour)
    path = badge_path(badge.shape, at, scale)
    painter.fillPath(path.translated(1.2 * scale, 1.8 * scale), theme.colour("card.shadow", 0.35))
    light = luminance(ink) < 0.2  # dark letter, so a light badge, which needs a dark rim
    ring = QPen(theme.colour("card.badge_ring_dark" if light else "card.badge_ring"), 3.2 * scale)
    ring.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.strokePath(path, ring)
    painter.fillPath(path, QColor(badge.colour))
    sink = 2.0 * scale if badge.shape == "triangle" else 0.0
    if letter:
        put(painter, badge.letter, (at.x(), at.y() + sink), 15 * scale, ink, fit=19 * scale)


def sign_places(count: int, pixels: float) -> list[tuple[float, float, float]]:
    """Where signs hang on a counter of so many *pixels*: x, y and scale, the first at the right.

    Above the upper edge, from the right corner leftwards: off the figures, off the number of a
    pile. None at all below 24 pixels.
    """
    if pixels < 24:
        return []
    scale = 0.95 if pixels >= _SMALL else 1.1
    return [(44.0 - 24.0 * scale * k, -53.0, scale) for k in range(min(count, SIGNS))]


def _badges(painter: QPainter, badges: Sequence[BadgeLook], pixels: float) -> None:
    for badge, (x, y, scale) in zip(badges, sign_places(len(badges), pixels), strict=False):
        letter = 15 * scale * pixels >= LEGIBLE * 100
        paint_badge(painter, badge, QPointF(x, y), scale, letter=letter)


def paint_stack(
    painter: QPainter,
    looks: Sequence[CounterLook],
    sides: Sequence[SideLook] | Mapping[str, SideLook],
    at: QPointF,
    size: float,
    pixels: float,
    *,
    most: int = 4,
) -> None:
    """Counters on top of each other, first lowest; *at* is the middle of the whole stack.

    No more than *most* cards are drawn; the chip at the left edge tells the true number.
    """
    shown = list(looks)[-most:]
    step = FAN / 100 * size
    for number, look in enumerate(shown):
        rise = (len(shown) - 1 - number) * step - (len(shown) - 1) * step / 2
        paint_counter(
            painter,
            look,
            side_of(sides, look.side),
            at + QPointF(rise, -rise),
            size,
            pixels,
            covered=number < len(shown) - 1,
            shadow=1.0 if number == 0 else 0.8,
        )
    if len(looks) > 1 and pixels >= 20:
        drop = -(len(shown) - 1) * step / 2
        _chip(painter, str(len(looks)), at + QPointF(drop, -drop), size, pixels)


def _chip(painter: QPainter, text: str, at: QPointF, size: float, pixels: float) -> None:
    theme, scale = table_theme(), 1.0 if pixels >= 40 else 1.35
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(at)
    painter.scale(size / 100, size / 100)
    middle = QPointF(*_CHIP)
    painter.setPen(QPen(theme.colour("card.chip_ink"), 2.2 * scale))
    painter.setBrush(theme.colour("card.chip"))
    painter.drawEllipse(middle, 11 * scale, 11 * scale)
    put(painter, text, _CHIP, 15 * scale, theme.colour("card.chip_ink"), fit=17 * scale)
    painter.restore()


def counter_image(look: CounterLook, side: SideLook, px: float, ratio: float = 1.0) -> QImage:
    """One counter of *px* logical pixels as a picture, `BLEED` free on each side; cached.

    *ratio* is the screen's device pixel ratio. Do not paint on the result: it is shared.
    """
    plain = msgspec.structs.replace(look, piece="", at=None, text="")
    return _counter_image(plain, side, round(px * 4) / 4, ratio)


@kept(1024)
def _counter_image(look: CounterLook, side: SideLook, px: float, ratio: float) -> QImage:
    ensure_gui_app()
    edge = math.ceil(px * (1 + 2 * BLEED) * ratio)
    image = QImage(edge, edge, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    with painting(image) as painter:
        middle = QPointF(edge / 2, edge / 2)
        paint_counter(painter, look, side, middle, px * ratio, px)
    image.setDevicePixelRatio(ratio)
    return image
