"""Counters of whole formations: code and pattern in the bar, NATO symbol, steps left as a bar."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath

from wardesk.model.look import CounterLook, SideLook
from wardesk.render.app import ensure_gui_app
from wardesk.render.colours import colour, ink_on, mix
from wardesk.render.counters.counter import paint_counter
from wardesk.render.counters.symbols import symbol_names
from wardesk.render.kept import kept
from wardesk.render.lettering import polygon, put, rounded
from wardesk.render.shapes import painting, pen, saved
from wardesk.services.campaign.operational_map import Token

FACES = ("#efe6cd", "#cfd3cd")
"""Card of the first side and of the other: warm and cold, beside colour, pattern and code."""
ROOM = 1.16
"""Edge of a counter's picture beside the counter's own: room for its shadow."""

_SYMBOLS = {
    "antitank": "anti_tank", "antiair": "anti_air", "infantry.airborne": "airborne",
    "infantry.motorised": "motorised", "infantry.glider": "airborne",
    "infantry.armour": "mechanised", "recon.armour": "armoured_cavalry",
    "armour.recon": "armoured_cavalry", "engineer.airborne": "paratroop_engineer",
    "antitank.sp": "assault_gun", "recon": "cavalry",
}  # fmt: skip


def unit_symbol(name: str) -> str:
    """The drawing for a unit's symbol like ``infantry.airborne``: the closest that is drawn."""
    known = set(symbol_names())
    while True:
        found = _SYMBOLS.get(name, name)
        if found in known:
            return found
        if "." not in name:
            return "infantry"
        name = name.rpartition(".")[0]


@kept(2048)
def formation_image(token: Token, first: bool, pixels: int, ratio: float) -> QImage:
    """The counter of a formation, *pixels* wide; *first* says which side's card it has."""
    ensure_gui_app()
    side = math.ceil(pixels * ROOM * ratio)
    image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    with painting(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = QPointF(side / 2, side / 2)
        paint_formation(painter, token, first, middle, pixels * ratio, pixels * ratio)
    image.setDevicePixelRatio(ratio)
    return image


def paint_formation(
    painter: QPainter, token: Token, first: bool, at: QPointF, size: float, pixels: float
) -> None:
    """Draw a formation's counter; *pixels* is its edge on the device."""
    fill = token.fill or "#8a8576"
    face = FACES[0 if first else 1]
    look = CounterLook(
        piece=token.id, side=token.side, at=None, title=token.code,
        symbol="none" if token.symbol == "unknown" else unit_symbol(token.symbol),
        echelon=token.echelon, bar=fill, field=mix(face, fill, 0.16),
    )  # fmt: skip
    with saved(painter):
        # at sizes where a counter would lose its symbol's frame, the full face is kept
        paint_counter(
            painter, look, SideLook(token.side, "", face, fill), at, size, max(pixels, 40.5)
        )
        painter.translate(at)
        painter.scale(size / 100, size / 100)
        _flag(painter, token.pattern, fill, pixels)
        if token.steps_full:
            _steps(painter, token, pixels)
        if token.symbol == "unknown":  # nobody recognized them
            put(painter, "?", (0, 4), 46, "#1c150c")
        if token.age is not None:
            _last_seen(painter, token.age, token.about, pixels)


def _steps(painter: QPainter, token: Token, pixels: float) -> None:
    """How much is left, as a bar and, where it can be read, as a number."""
    share = min(1.0, token.steps / token.steps_full)
    width = 50.0 if pixels >= 34 else 84.0
    left = -43.0
    track = QRectF(left, 35, width, 8)
    painter.fillPath(rounded(track, 2.5), colour("#ffffff", 0.85))
    bar = QRectF(left, 35, max(3.0, width * share), 8)
    ink = "#2f7d4f" if share > 0.66 else "#c08a14" if share > 0.33 else "#b3231f"
    painter.fillPath(rounded(bar, 2.5), colour(ink))
    painter.strokePath(rounded(track, 2.5), pen(colour("#1c150c", 0.7), max(1.2, 60 / pixels)))
    if pixels >= 34:
        put(painter, str(token.steps), (44, 37.5), 22, "#1c150c", align=1, fit=34)


def _last_seen(painter: QPainter, age: int, steps: tuple[int, int], pixels: float) -> None:
    """What was only sighted: about how strong, paler where the news is old, and how old it is."""
    low, high = steps
    if high and pixels >= 34:
        put(painter, str(low) if low == high else f"{low}–{high}", (44, 37.5), 22, "#1c150c",
            align=1, fit=60)  # fmt: skip
    if not age:
        return
    painter.fillPath(rounded(QRectF(-50, -50, 100, 100), 7), colour("#e9e6de", 0.58))
    words = f"−{age}"  # turns: packets and windows of any language have the same picture
    chip = QRectF(-54, -58, 54 if pixels >= 34 else 76, 32 if pixels >= 34 else 44)
    painter.fillPath(rounded(chip, 12), colour("#ffffff"))
    painter.strokePath(rounded(chip, 12), pen(colour("#1c150c"), max(2.0, 70 / pixels)))
    middle = chip.center()
    put(painter, words, (middle.x(), middle.y()), 24 if pixels >= 34 else 34, "#1c150c",
        align=0, fit=chip.width() - 10)  # fmt: skip


def _flag(painter: QPainter, pattern: str, fill: str, pixels: float) -> None:
    """The formation's own pattern in the right end of the bar: never by colour alone."""
    box = QRectF(27, -48, 20, 16)
    ink = ink_on(fill)
    with saved(painter):
        painter.setClipPath(rounded(box, 2), Qt.ClipOperation.IntersectClip)
        painter.fillRect(box, QColor(mix(fill, ink, 0.08)))
        painter.fillPath(pattern_path(pattern, box), QColor(ink))
    painter.strokePath(rounded(box, 2), pen(colour(ink, 0.75), max(1.0, 45 / pixels)))


_POLYGONS: dict[str, tuple[tuple[tuple[float, float], ...], ...]] = {
    "band-top": (((0, 0), (1, 0), (1, 0.4), (0, 0.4)),),
    "band-bottom": (((0, 0.6), (1, 0.6), (1, 1), (0, 1)),),
    "bar-left": (((0, 0), (0.34, 0), (0.34, 1), (0, 1)),),
    "bar-right": (((0.66, 0), (1, 0), (1, 1), (0.66, 1)),),
    "diag-up": (((0, 1), (1, 0), (1, 1)),),
    "diag-down": (((0, 0), (1, 1), (0, 1)),),
    "chevron": (((0, 1), (0.5, 0.25), (1, 1), (1, 0.6), (0.5, -0.12), (0, 0.6)),),
    "cross": (
        ((0.4, 0), (0.6, 0), (0.6, 1), (0.4, 1)),
        ((0, 0.38), (1, 0.38), (1, 0.62), (0, 0.62)),
    ),
    "checker": (
        ((0, 0), (0.5, 0), (0.5, 0.5), (0, 0.5)),
        ((0.5, 0.5), (1, 0.5), (1, 1), (0.5, 1)),
    ),
    "saltire": (
        ((0, 0), (0.16, 0), (1, 0.84), (1, 1), (0.84, 1), (0, 0.16)),
        ((0.84, 0), (1, 0), (1, 0.16), (0.16, 1), (0, 1), (0, 0.84)),
    ),
}  # fmt: skip
"""Patterns in a box of 1 by 1."""
_DOTS = ((0.25, 0.3), (0.75, 0.3), (0.5, 0.72))


def pattern_path(pattern: str, box: QRectF) -> QPainterPath:
    """A heraldic pattern in a small box, as one filled path; ``solid`` is empty."""
    x, y, w, h = box.left(), box.top(), box.width(), box.height()
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for corners in _POLYGONS.get(pattern, ()):
        path.addPath(polygon([(x + w * u, y + h * v) for u, v in corners]))
    if pattern == "dots":
        for u, v in _DOTS:
            path.addEllipse(QPointF(x + w * u, y + h * v), w * 0.12, w * 0.12)
    return path
