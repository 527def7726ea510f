"""A map of another program dressed: the pictures of its tiles, colours for what has none."""

from __future__ import annotations

import hashlib
import math

from msgspec.structs import replace
from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QTransform
from PySide6.QtSvg import QSvgRenderer

from wardesk.documents.imports.areas import Imported
from wardesk.documents.imports.tile_pictures import Cut, TilePictures
from wardesk.drawing.document import MapDocument
from wardesk.drawing.underlays import image_part_name
from wardesk.geometry.grids.numbering import Grid
from wardesk.model.map_look import KindLook
from wardesk.render.export.encoded import png_bytes
from wardesk.render.map.distinct_colours import tell_apart
from wardesk.render.shapes import painting
from wardesk.words import say

_WIDE = 192
"""Pixels of a picture of a kind across; a cell is not looked at from nearer."""
_MOST = 512
_FAINT = 6
"""Of 255: what is fainter as a whole shows nothing."""
_FORMAT = QImage.Format.Format_ARGB32_Premultiplied
_FREELY = (Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation)
_SMOOTH = QPainter.RenderHint.SmoothPixmapTransform


def dress(found: Imported) -> tuple[str, ...]:
    """Give an imported map what its kinds lack to be shown; what could not be given, in words."""
    unread = put_pictures(found.document, found.pictures)
    tell_apart(found.document)
    names = tuple(found.document.palette.terrain[kind].name for kind in unread)
    return (say("A picture cannot be read: {names}.", names=names),) if names else ()


def put_pictures(document: MapDocument, pictures: TilePictures) -> list[str]:
    """Put pictures of kinds into the map and its look; the kinds whose picture cannot be read."""
    grid, unread = document.grid, list[str]()
    if grid is None or not pictures.kinds:
        return unread
    looks = dict(document.look.terrain)
    files = _Files()
    for kind, cuts in pictures.kinds.items():
        image = _picture(cuts, pictures, files, _share(grid))
        if image is None:
            unread.append(kind)
            continue
        if image.isNull():
            continue
        data = png_bytes(image)
        part = image_part_name(hashlib.sha256(data).hexdigest(), "png", "look")
        document.extra_parts[part] = data
        looks[kind] = KindLook(tile=part, fit="cell")
    document.look = replace(document.look, terrain=looks)
    return unread


def _share(grid: Grid) -> float:
    """How high a cell is against its width."""
    ring = grid.outline(*grid.coordinates(0))
    across, down = ({point[axis] for point in ring} for axis in (0, 1))
    return (max(down) - min(down)) / (max(across) - min(across))


class _Files:
    """The picture files, the last one painted from; neighbours in the list are often of one."""

    def __init__(self) -> None:
        self._last: tuple[bytes, str, QImage] = (b"", "", QImage())

    def image(self, cut: Cut) -> QImage:
        """The whole file of a cut; null if it cannot be read."""
        data, clear, image = self._last
        if data is not cut.data or clear != cut.clear:
            image = _decoded(cut)
            self._last = cut.data, cut.clear, image
        return image


def _decoded(cut: Cut) -> QImage:
    if b"<svg" in cut.data[:4096]:
        image = QImage(QSize(*cut.size), _FORMAT)
        image.fill(Qt.GlobalColor.transparent)
        with painting(image) as painter:
            QSvgRenderer(QByteArray(cut.data)).render(painter)
        return image
    image = QImage.fromData(cut.data).convertToFormat(QImage.Format.Format_ARGB32)
    clear = QColor(f"#{cut.clear}") if cut.clear else QColor()
    if clear.isValid() and not image.isNull():
        mask = image.createMaskFromColor(clear.rgb(), Qt.MaskMode.MaskOutColor)
        image.setAlphaChannel(mask)
    return image


def _picture(
    cuts: tuple[Cut, ...], pictures: TilePictures, files: _Files, share: float
) -> QImage | None:
    """What a cell shows, in the proportions of ours; null if that is nothing.

    None if a file cannot be read.
    """
    wide, high = pictures.cell
    size = QSize(*(_sharp(edge) for edge in pictures.cell))
    cell = QImage(size, _FORMAT)
    cell.fill(Qt.GlobalColor.transparent)
    with painting(cell) as painter:
        painter.setRenderHint(_SMOOTH, size.width() < wide)
        painter.scale(size.width() / wide, size.height() / high)
        for cut in cuts:
            image = files.image(cut)
            if image.isNull():
                return None
            painter.drawImage(_place(cut, wide, high), image, QRectF(*cut.box))
    wanted = QSize(_WIDE, max(1, round(_WIDE * share)))
    found = _laid_flat(cell, wanted) if pictures.leaning else cell.scaled(wanted, *_FREELY)
    return _backed(found)


def _sharp(edge: int) -> int:
    """So many pixels that small ones stay squares, and large ones few."""
    return min(_MOST, edge * max(1, math.ceil(_WIDE / edge)))


def _place(cut: Cut, wide: int, high: int) -> QRectF:
    """Where a tile lies in its cell: Tiled puts its lower left corner into that of the cell."""
    if cut.fills:
        return QRectF(0, 0, wide, high)
    _, _, across, down = cut.box
    return QRectF(cut.moved[0], high - down + cut.moved[1], across, down)


def _backed(image: QImage) -> QImage:
    """What is left open is closed with the mean of the rest: a ground has no holes."""
    mean = image.scaled(1, 1, *_FREELY).pixelColor(0, 0)
    if mean.alpha() < _FAINT:
        return QImage()
    mean.setAlpha(255)
    with painting(image) as painter:
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationOver)
        painter.fillRect(image.rect(), mean)
    return image.convertToFormat(QImage.Format.Format_RGB32)


def _laid_flat(cell: QImage, wanted: QSize) -> QImage:
    """The diamond in a cell as a square, seen from straight above."""
    across, down = cell.width() / 2, cell.height() / 2
    leaning = QTransform(across, down, -across, down, across, 0)
    upright, known = leaning.inverted()
    image = QImage(wanted, _FORMAT)
    image.fill(Qt.GlobalColor.transparent)
    if known:
        with painting(image) as painter:
            painter.setRenderHint(_SMOOTH)
            painter.setTransform(upright * QTransform.fromScale(wanted.width(), wanted.height()))
            painter.drawImage(0, 0, cell)
    return image
