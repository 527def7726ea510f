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
from wardesk.render.colours import colour, ink_on, luminance, mix
from wardesk.render.counters.face import BAR, LOSS, SOME, paint_face
from wardesk.render.counters.face_title import LEGIBLE
from wardesk.render.counters.pictures import counter_picture, paint_printed
from wardesk.render.kept import kept
from wardesk.render.lettering import polygon, put, rounded
from wardesk.render.shapes import painting
from wardesk.render.theme import table_theme

BLEED = 0.34
"""Room that `counter_image` leaves on each side for shadow and signs, in counter edges."""

_SIGNS_HIGH = -61.0
"""Where the middle of the signs is: they hang wholly above the upper edge."""

SIGN_LETTER = 17.5
"""Size of the letter of a sign about 25 wide."""

SIGNS = 4
"""Signs that hang on a counter; whoever wants all of them looks at it closely."""

TAB = 23.5
"""How far each card of a pile looks out above the one before it, in 1/100 edge."""

NARROW_TAB = 9.0
"""The same where something lies above the pile."""

_CHIP = (-57.0, -49.0)
"""Where the number of a stack stands: beside the upper left corner, off the figures."""
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
    shadow: float = 1.0,
    beyond: float | None = None,
) -> None:
    """Draw one counter.

    *at* is its middle and *size* its edge in the painter's units, *pixels* its edge as it is seen
    (on screens with twice the dots: half of them): small counters lose detail, not size of type.
    For scissors it is drawn flat, without light, edge or
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
        painter.rotate(-look.turned)
        _badges(painter, look.badges, pixels)
        painter.restore()
        return
    painter.save()
    painter.setClipPath(body, Qt.ClipOperation.IntersectClip)
    if look.reduced and not look.full:
        _loss_band(painter, more)
    painter.fillRect(QRectF(-50 - more, -50 - more, 100 + 2 * more, 50 + BAR + more), QColor(bar))
    painter.fillRect(QRectF(-50 - more, BAR - 0.6, 100 + 2 * more, 1.2), colour("#000000", 0.45))
    painter.restore()
    paint_face(painter, look, face, bar, pixels)
    _bevel(painter, body, pixels, flat=flat)
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
    painter.fillRect(QRectF(left, LOSS, wide, 50 - LOSS + more), theme.colour("card.band"))
    painter.fillRect(QRectF(left, LOSS, wide, 2.2), theme.colour("card.band_rule"))


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
        put(
            painter, badge.letter, (at.x(), at.y() + sink), SIGN_LETTER * scale, ink, fit=19 * scale
        )


def sign_places(count: int, pixels: float) -> list[tuple[float, float, float]]:
    """Where signs hang on a counter of so many *pixels*: x, y and scale, the first at the right.

    Above the upper edge, from the right corner leftwards: off the figures, off the number of a
    pile. None at all below 24 pixels.
    """
    if pixels < 24:
        return []
    scale = 1.0 if pixels >= SOME else 1.1
    return [(43.0 - 24.0 * scale * k, _SIGNS_HIGH, scale) for k in range(min(count, SIGNS))]


def _badges(painter: QPainter, badges: Sequence[BadgeLook], pixels: float) -> None:
    for badge, (x, y, scale) in zip(badges, sign_places(len(badges), pixels), strict=False):
        letter = SIGN_LETTER * scale * pixels >= LEGIBLE * 100
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
    shown = fanned(looks[-most:])
    step = TAB / 100 * size
    low = at + QPointF(0, (len(shown) - 1) * step / 2)
    for number, look in enumerate(shown):
        up = QPointF(0, (len(shown) - 1 - number) * step)
        paint_counter(
            painter,
            look,
            side_of(sides, look.side),
            low - up,
            size,
            pixels,
            shadow=1.0 if number == 0 else 0.8,
        )
    if len(looks) > 1 and pixels >= 20:
        _chip(painter, str(len(looks)), low - QPointF(0, (len(shown) - 1) * step), size, pixels)


def fanned(looks: Sequence[CounterLook], *, narrow: bool = False) -> tuple[CounterLook, ...]:
    """How the cards of a pile look, the lowest first, and so the furthest up when it is fanned.

    The signs of the top one hang above the whole pile, off the tabs. Nothing is written on the
    edges of a *narrow* one: there they hang over these.
    """
    if len(looks) < 2:
        return tuple(looks)
    covered = "edge" if narrow else "tab"
    cards = [msgspec.structs.replace(look, covered=covered, badges=()) for look in looks[:-1]]
    if narrow:
        return (*cards, looks[-1])
    cards[0] = msgspec.structs.replace(cards[0], badges=looks[-1].badges)
    return (*cards, msgspec.structs.replace(looks[-1], badges=()))


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
