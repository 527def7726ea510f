"""Terrain as brushes: drawings laid out so that they repeat seamlessly, sharp at every zoom."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterator
from functools import partial

from PySide6.QtCore import QByteArray, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPainterPath, QPolygonF, QTransform
from PySide6.QtSvg import QSvgRenderer

from wardesk.model.map_look import KindLook
from wardesk.render.kept import forgets, kept
from wardesk.render.map.drawn_shapes import shapes_of
from wardesk.render.map.drawn_text import is_drawing
from wardesk.render.map.grounds import GROUNDS, Draw, drawing_of
from wardesk.render.map.lattice.forms import CellForm
from wardesk.render.map.paint_deadline import Patience
from wardesk.render.map.recipes import MARK, TILED, area_recipe, area_tint, base_of, dressed
from wardesk.render.shapes import painting
from wardesk.render.theme import MapTheme

_EDGE = 472.0
"""After how many drawing units a brush repeats."""
STAMP = _EDGE / 4
"""Where across and down a brush, in drawing units, the first of its stamps has its middle."""
_PIXELS = 944
_CELL = 173.2
"""Width of a cell in drawing units, by which pictures of a map's own are measured."""
_FORMAT = QImage.Format.Format_ARGB32_Premultiplied
_MOST = 24
"""So many brushes are kept, every zoom has its own; and so many finished drawings."""
_AT_ONCE = 120
Piece = Callable[[QPainter], None]
NEAR = 11.0
"""Pixels per radius below which grounds are flat."""


class GroundBrushes:
    """The brushes of one theme; *unit* is the length of a drawing unit for the painter.

    They are laid pixel on pixel: pictures that are stretched meanwhile take many times as long.
    """

    def __init__(self, theme: MapTheme, patience: Patience, unit: float = 1.0) -> None:
        self.theme, self.unit, self.patience = theme, unit, patience
        self._masters: dict[str, _Master] = {}
        self._brushes: dict[tuple[str, float], QBrush] = {}

    def of(self, painter: QPainter, art: str, fine: float) -> QBrush:
        """As `at`, in drawings a pattern of shapes.

        Drawings know no scaled brushes: that of a picture has a pixel for a painter's unit.
        """
        if not is_drawing(painter) or not self._textured(art):
            return self.at(art, fine)
        shapes = shapes_of(painter)
        if shapes is not None and self.picture(art) is None:
            draw = partial(_draw_whole, self.theme, art)
            return shapes.brush(_key_of(self.theme, art), draw, _EDGE, self.unit)
        image = self.at(art, _PIXELS / _EDGE * 100).textureImage()
        edge = max(8, round(_EDGE * self.unit))
        keep, smooth = Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode
        return QBrush(image.scaled(QSize(edge, edge), keep, smooth.SmoothTransformation))

    def at(self, art: str, fine: float) -> QBrush:
        """The brush of a ground at a zoom (*fine*: pixels per radius). Raises OutOfTime."""
        if not self._textured(art) or fine < NEAR:
            return QBrush(QColor(area_tint(self.theme, art)))
        found = self._brushes.get((art, fine))
        if found is None:
            while len(self._brushes) >= _MOST:
                self._brushes.pop(next(iter(self._brushes)))
            found = self._brushes[art, fine] = self._made(art, fine)
            self.patience.made()
        return found

    def _textured(self, art: str) -> bool:
        return GROUNDS[area_recipe(art)].fills_areas or self.picture(art) is not None

    def picture(self, art: str) -> tuple[QImage, KindLook] | None:
        """The picture that a ground shows, and how; None if it shows none that can be read."""
        kind = art.partition(MARK)[2].partition("/")[2]
        look = self.theme.look.of("terrain", kind)
        data = self.theme.pictures.get(look.tile, b"") if base_of(art) == TILED else b""
        image = _decoded(data) if data else QImage()
        return None if image.isNull() else (image, look)

    def _made(self, art: str, fine: float) -> QBrush:
        tile = self.picture(art)
        if tile is not None:
            return self._tiled(*tile, fine)
        image = self._master(art)
        edge = max(8, round(_EDGE * fine / 100))
        if edge < _PIXELS:
            smooth = Qt.TransformationMode.SmoothTransformation
            keep = Qt.AspectRatioMode.IgnoreAspectRatio
            brush, pixel = QBrush(image.scaled(QSize(edge, edge), keep, smooth)), 100 / fine
        else:
            brush, pixel = QBrush(image), _EDGE / _PIXELS
        brush.setTransform(QTransform.fromScale(pixel * self.unit, pixel * self.unit))
        return brush

    def _tiled(self, image: QImage, look: KindLook, fine: float) -> QBrush:
        """A picture that repeats every so many cells."""
        wide = max(4, round(_CELL * look.size * fine / 100))
        if wide < image.width():
            image = image.scaledToWidth(wide, Qt.TransformationMode.SmoothTransformation)
        pixel = _CELL * look.size / image.width() * self.unit
        brush = QBrush(image)
        brush.setTransform(QTransform.fromScale(pixel, pixel))
        return brush

    def _master(self, art: str) -> QImage:
        key = _key_of(self.theme, art)
        if key not in _FINISHED:
            if art not in self._masters:
                self._masters[art] = _Master(self.theme, art)
            _keep(key, self._masters[art].whole(self.patience))
            del self._masters[art]
        return _FINISHED[key]


_FINISHED: dict[Hashable, QImage] = {}
"""Finished drawings by what they depend on: the next map that is opened has them at once."""


def _key_of(theme: MapTheme, art: str) -> Hashable:
    values = frozenset(dressed(theme, art).values.items())
    return art, theme.veil, theme.veil_strength, values


@kept(64)
def _decoded(data: bytes) -> QImage:
    """A picture of somebody's own; null if it cannot be read. Drawings are 512 pixels wide."""
    if b"<svg" not in data[:4096]:
        return QImage.fromData(data).convertToFormat(_FORMAT)
    drawing = QSvgRenderer(QByteArray(data))
    size = drawing.defaultSize().scaled(512, 512, Qt.AspectRatioMode.KeepAspectRatio)
    image = QImage(size, _FORMAT)
    image.fill(Qt.GlobalColor.transparent)
    if not image.isNull():
        with painting(image) as painter:
            drawing.render(painter)
    return image


@forgets
def _forget() -> None:
    _FINISHED.clear()


def _keep(key: Hashable, image: QImage) -> None:
    while len(_FINISHED) >= _MOST:
        _FINISHED.pop(next(iter(_FINISHED)))
    _FINISHED[key] = image


class _Master:
    """The drawing of a ground in its largest size, made piece by piece."""

    def __init__(self, theme: MapTheme, art: str) -> None:
        self._image = QImage(_PIXELS, _PIXELS, QImage.Format.Format_RGB32)
        tint, self._steps = _tint_and_steps(theme, art)
        self._image.fill(tint)

    def whole(self, patience: Patience) -> QImage:
        """The picture. Raises OutOfTime; the next call goes on where this one stopped."""
        with painting(self._image) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.scale(_PIXELS / _EDGE, _PIXELS / _EDGE)
            for draw in self._steps:
                draw(painter)
                patience.made()
        return self._image


def _tint_and_steps(theme: MapTheme, art: str) -> tuple[QColor, Iterator[Piece]]:
    """The colour under the drawing of a ground, and the drawing piece by piece."""
    recipe, theme = area_recipe(art), dressed(theme, art)
    if recipe == "wood":
        return QColor(theme.code("wood.gap")), _crowns(theme)
    draw = drawing_of(recipe)
    return QColor(area_tint(theme, art)), _tiled(theme, draw) if draw else iter(())


def _draw_whole(theme: MapTheme, art: str, painter: QPainter) -> None:
    tint, steps = _tint_and_steps(theme, art)
    painter.fillRect(QRectF(-1, -1, _EDGE + 2, _EDGE + 2), tint)
    for draw in steps:
        draw(painter)


def _crowns(theme: MapTheme) -> Iterator[Piece]:
    """Crowns over dark gaps, lights from the north-west; what crosses an edge comes in opposite."""
    rng, crowns = random.Random("crowns"), list[tuple[float, float, float, bool]]()
    rows, columns = 44, 38
    for row in range(rows):
        for column in range(columns):
            x = (column + 0.5 * (row % 2) + rng.uniform(-0.5, 0.5)) * _EDGE / columns
            y = (row + rng.uniform(-0.5, 0.5)) * _EDGE / rows
            size = rng.choice((4.4, 5.4, 6.2, 7.4))
            for dx in (-_EDGE, 0.0, _EDGE):
                for dy in (-_EDGE, 0.0, _EDGE):
                    if -9 < x + dx < _EDGE + 9 and -9 < y + dy < _EDGE + 9:
                        crowns.append((x + dx, y + dy, size, (row * 7 + column) % 7 > 0))
    body = [(x, y, size, size * 0.95) for x, y, size, _ in crowns]
    lights = [
        (x - size * 0.24, y - size * 0.28, size * 0.56, size * 0.5)
        for x, y, size, lit in crowns
        if lit
    ]
    for ink, rounds in (("wood.crown", body), ("wood.top", lights)):
        tint = theme.colour(ink) if ink == "wood.crown" else theme.colour(ink, 0.75)
        for at in range(0, len(rounds), _AT_ONCE):
            yield partial(_ellipses, rounds[at : at + _AT_ONCE], tint)


def _ellipses(
    rounds: list[tuple[float, float, float, float]], ink: QColor, painter: QPainter
) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    for x, y, width, height in rounds:
        painter.drawEllipse(QPointF(x, y), width, height)


def _tiled(theme: MapTheme, draw: Draw) -> Iterator[Piece]:
    """A stamp's drawing in four variants, and once more beyond every edge."""
    cell = _EDGE / 2
    half = cell / 2
    corners = ((-half, -half), (half, -half), (half, half), (-half, half), (-half, -half))
    form = CellForm(QPolygonF([QPointF(x, y) for x, y in corners]), (), QPainterPath())

    def tile(column: int, row: int, painter: QPainter) -> None:
        painter.save()
        painter.translate(half + column * cell, half + row * cell)
        draw(painter, form, column % 2 + 2 * (row % 2), theme)
        painter.restore()

    for column in (0, 1, 2, -1):
        for row in (0, 1, 2, -1):
            yield partial(tile, column, row)
