"""What a drawing (an SVG) or a page (a PDF) is given otherwise than a picture: text, layers.

Outlines of letters and of the rims around them made ten thousand numbers nine tenths of a file.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontInfo,
    QImage,
    QPaintEngine,
    QPainter,
    QPainterPath,
    QPainterPathStroker,
    QTransform,
)

from wardesk.render import lettering
from wardesk.render.fonts import font
from wardesk.render.kept import kept
from wardesk.render.lettering import cap_height, curve_letters, text_path, text_width
from wardesk.render.shapes import painting, pen, saved

_RASTER, _DRAWING, _PAGES = (
    QPaintEngine.Type.Raster, QPaintEngine.Type.SVG, QPaintEngine.Type.Pdf,
)  # fmt: skip


def _engine(painter: QPainter) -> QPaintEngine.Type | None:
    if isinstance(painter.device(), QImage):  # its engine takes much longer to ask
        return _RASTER
    engine = painter.paintEngine()
    return None if engine is None else engine.type()


def is_drawing(painter: QPainter) -> bool:
    """Whether a painter writes a drawing in which somebody may want to change the words."""
    return _engine(painter) == _DRAWING


@contextmanager
def clipped(painter: QPainter, form: QPainterPath) -> Iterator[None]:
    """Paint inside a form only, within what is cut off already.

    Qt's drawings cut along whole pixels where two forms meet, and once an inner form has been
    restored everything after it is still cut by that; so they are told both forms in full.
    """
    if not is_drawing(painter):
        with saved(painter):
            painter.setClipPath(form, Qt.ClipOperation.IntersectClip)
            yield
        return
    outer = painter.clipPath() if painter.hasClipping() else None
    inside = outer is None or outer.contains(form.boundingRect())
    with saved(painter):
        painter.setClipPath(form if inside else form.intersected(outer or form))
        yield
    if outer is not None:
        painter.setClipPath(outer)


def is_print(painter: QPainter) -> bool:
    """Whether a painter writes pages for a printer."""
    return _engine(painter) == _PAGES


def line_ink(painter: QPainter, ink: QColor) -> QColor:
    """*ink* for a line; on pages what is nearly opaque is wholly so.

    Of every line that can be seen through Qt writes the outline there.
    """
    if is_print(painter) and ink.alphaF() >= _NEARLY:
        return QColor(ink.rgb())
    return ink


def is_raster(painter: QPainter) -> bool:
    """Whether a painter puts down pixels, and not what is made into some later."""
    return _engine(painter) == _RASTER


def pixels_of(painter: QPainter) -> QTransform | None:
    """How a painter that puts down whole pixels comes to them; None for any other."""
    now = painter.worldTransform()
    straight = now.m12() == now.m21() == 0 and now.m11() == now.m22() > 0
    if not straight or not is_raster(painter) or painter.device().devicePixelRatio() != 1:
        return None
    return QTransform(now)


LAYER_MARK = "\ue0f0"
"""Stands around the name of a layer in a drawing as Qt writes it; whoever exports it makes groups
of what lies between two marks."""
TOGETHER = "together "
"""How a mark begins that tells which words the texts after it make, up to the next such mark."""
WORDS = "words "
"""How a mark begins that tells of the text after it what Qt does not write: half its width, the
space between letters, how it is aligned, and the width, colour and opacity of each of its rims."""
Rim = tuple[QColor, float]
"""Colour of a rim around letters, and how broad it is on each side."""
_NEARLY = 0.8
_FINE = 64
"""Pixels that the rim of a letter on a page measures per letter height: 1200 to the inch."""


@contextmanager
def drawn_layer(painter: QPainter, name: str) -> Iterator[None]:
    """What is painted inside belongs to this layer of a drawing; pictures have none."""
    if not is_drawing(painter):
        yield
        return
    leave_mark(painter, name)
    yield
    leave_mark(painter, "")


def leave_mark(painter: QPainter, name: str) -> None:
    """Leave words in a drawing for whoever writes the file."""
    painter.save()
    painter.setPen(QColor("black"))  # Qt leaves text without a pen out
    painter.drawText(QPointF(), f"{LAYER_MARK}{name}{LAYER_MARK}")
    painter.restore()


def write(
    painter: QPainter,
    text: str,
    role: str,
    size: float,
    ink: QColor,
    *,
    tracking: float = 0.0,
    align: float = 0.0,
    rim: QColor | None = None,
    rim_width: float = 0.0,
    soft: Rim | None = None,
) -> None:
    """Write a line of a drawing or page, the middle of its capitals on (0, 0).

    *align*: -1 if its beginning stays where it is in another font, 1 if its end does. *rim*: colour
    of a rim, *rim_width* broad on each side, under the letters; *soft*, in drawings, of a wider one
    under that.
    """
    face = QFont(font(role, round(size)))
    face.setFamilies([QFontInfo(face).family()])  # readers take a list for one long name
    if role.startswith("map-n"):
        face.clearFeatures()  # readers of a page cannot tell which digit a chosen form stands for
    whole = text_width(text, role, size, tracking)
    if tracking:  # in shares: pages take lengths for others than drawings do
        plain = max(text_width(text, role, size), 1e-6)
        face.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 100 * whole / plain)
    half = whole / 2
    if is_drawing(painter):
        told = [f"{half:.2f}", f"{tracking * size:.2f}", f"{align:g}"]
        if rim is not None:
            told += _told((rim, rim_width))
            told += _told(soft) if soft is not None else []
        leave_mark(painter, WORDS + " ".join(told))
    elif rim is not None:
        _rims(painter, text, role, size, tracking, rim, rim_width)
    painter.setFont(face)
    painter.setPen(ink)
    painter.drawText(QPointF(-half, cap_height(role, size) / 2), text)


def _told(rim: Rim) -> list[str]:
    ink, width = rim
    return [f"{width * 2:.2f}", ink.name(), f"{ink.alphaF():.3f}"]


def write_along(
    painter: QPainter,
    text: str,
    role: str,
    size: float,
    ink: QColor,
    *,
    curve: list[tuple[float, float]],
    tracking: float,
) -> None:
    """Write words of a drawing along a curve: letters that are turned one by one, in one group.

    Readers know neither words on a path nor a turn of single letters (librsvg), turned text all do.
    """
    leave_mark(painter, TOGETHER + text)
    for letter, at, turn in curve_letters(text, role, size, curve, tracking):
        if letter.isspace():
            continue
        painter.save()
        painter.translate(*at)
        painter.rotate(turn)
        painter.scale(size / 100, size / 100)
        write(painter, letter, role, 100.0, ink)
        painter.restore()
    leave_mark(painter, TOGETHER)


def _rims(
    painter: QPainter,
    text: str,
    role: str,
    size: float,
    tracking: float,
    ink: QColor,
    width: float,
) -> None:
    """The rim of a line on a page, letter by letter: a page keeps the picture of each one once."""
    left = -text_width(text, role, size, tracking) / 2
    for number, letter in enumerate(text):
        if letter == " ":
            continue
        before = text_width(text[:number], role, size, tracking) if number else 0.0
        own = text_width(letter, role, size, tracking)
        image, share = _rim_picture(letter, role, tracking, width / size, ink.rgba())
        half = QPointF(image.width(), image.height()) * share * size / 2
        middle = QPointF(left + before + own / 2, 0)
        painter.drawImage(QRectF(middle - half, middle + half), image)


@kept(512)
def _rim_picture(
    letter: str, role: str, tracking: float, width: float, ink: int
) -> tuple[QImage, float]:
    """The rim of a letter in the middle of a picture, and what a pixel is in letter heights."""
    path = text_path(letter, role, 1.0, tracking=tracking)
    box = path.boundingRect()
    across = 2 * (max(-box.left(), box.right()) + width)
    down = 2 * (max(-box.top(), box.bottom()) + width)
    image = QImage(
        int(across * _FINE) + 2, int(down * _FINE) + 2, QImage.Format.Format_ARGB32_Premultiplied
    )
    image.fill(Qt.GlobalColor.transparent)
    with painting(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(image.width() / 2, image.height() / 2)
        painter.scale(_FINE, _FINE)
        rim = QPainterPathStroker(pen(QColor("black"), 2 * width)).createStroke(path)
        rim.setFillRule(Qt.FillRule.WindingFill)
        painter.fillPath(rim, QColor.fromRgba(ink))
    return image, 1 / _FINE


def put(
    painter: QPainter,
    text: str,
    at: tuple[float, float],
    size: float,
    ink: QColor,
    *,
    role: str,
    align: float = 0.0,
    fit: float = 0.0,
    tracking: float = 0.0,
    rim: QColor | None = None,
    rim_width: float = 0.0,
    soft: Rim | None = None,
) -> None:
    """As `lettering.put`, with text in drawings and on pages, which may have rims there."""
    if not text:
        return
    if fit:
        size *= min(1.0, fit / max(1e-6, text_width(text, role, size, tracking)))
    if is_raster(painter):
        painter.fillPath(lettering.text_path(text, role, size, at, align, tracking), ink)
        return
    painter.save()
    painter.translate(at[0] - text_width(text, role, size, tracking) * align / 2, at[1])
    painter.scale(size / 100, size / 100)
    write(painter, text, role, 100.0, ink, tracking=tracking, align=align,
          rim=rim, rim_width=rim_width * 100 / size,
          soft=(soft[0], soft[1] * 100 / size) if soft else None)  # fmt: skip
    painter.restore()
