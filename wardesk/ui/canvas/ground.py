"""The printed ground in a view: its tiles, and coarser ones where these are not painted yet."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPixmap

from wardesk.ui import theme
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.canvas.tiles import TileKey, TileStore, draw_turned, keys_within, level_of

_OVERVIEW = 1400.0
"""Device px across of the one coarse picture that stands in for missing tiles."""


class GroundTiles:
    """Draws the tiles of a store, and asks for those that are missing."""

    def __init__(self, tiles: TileStore) -> None:
        self._tiles = tiles
        self._full: int | None = None
        """The level of which a whole view was there last."""
        self._coarse: int | None = None
        self._seen: object = None
        """What was drawn last."""
        self._still: QPixmap | None = None
        """The same as one picture, once it was drawn twice: tiles must be scaled, a picture not."""

    def paint(
        self, painter: QPainter, camera: Camera, ratio: float, sheet: QRectF, paper: QColor
    ) -> None:
        """The table around the sheet, its paper, and what is printed on it."""
        level, now = level_of(camera.scale * ratio), self._tiles.generation
        seen = camera.seen().intersected(sheet)
        needed = [] if seen.isEmpty() else keys_within(now, level, seen)
        missing = [key for key in needed if self._tiles.get(key) is None]
        shown = (camera, ratio, now, theme.current(), bool(missing))
        again, self._seen = shown == self._seen and not missing and ratio == int(ratio), shown
        if not again:
            self._still = None
            self._paint(painter, camera, ratio, sheet, paper, whole=not missing)
        else:
            if self._still is None:
                self._still = QPixmap(camera.size.toSize() * int(ratio))
                self._still.setDevicePixelRatio(ratio)
                self._still.fill(theme.colour("window"))
                inner = QPainter(self._still)
                inner.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
                self._paint(inner, camera, ratio, sheet, paper, whole=True)
                inner.end()
            painter.drawPixmap(0, 0, self._still)
        if needed:
            coarse = self._coarse = min(_whole(sheet), level)
            overview = keys_within(now, coarse, sheet)
            self._tiles.want([*overview, *needed] if missing else [*needed, *overview])

    def _paint(
        self, painter: QPainter, camera: Camera, ratio: float, sheet: QRectF, paper: QColor,
        *, whole: bool,
    ) -> None:  # fmt: skip
        """Draw the tiles; *whole*: those that fit the zoom are all there."""
        painter.fillRect(QRectF(QPointF(0, 0), camera.size), theme.colour("window"))
        painter.fillRect(on_view(camera, sheet, ratio), paper)
        seen = camera.seen().intersected(sheet)
        if seen.isEmpty():
            return
        level = level_of(camera.scale * ratio)
        coarse = min(_whole(sheet), level)
        levels = [level]
        if whole:
            self._full = level
            self._tiles.settle()
        else:
            full = coarse if self._full is None else self._full
            levels = list(dict.fromkeys((coarse, full, level)))
        # What was there stays until all of the new can be seen: no blank sheet, no patchwork.
        before = self._tiles.before
        now = self._tiles.generation if before is None else before
        for each in levels:
            self._draw(painter, camera, ratio, keys_within(now, each, seen))

    def overview(self, sheet: QRectF) -> list[TileKey]:
        """The few tiles that show the whole sheet, as they were asked for last."""
        coarse = _whole(sheet) if self._coarse is None else self._coarse
        return keys_within(self._tiles.generation, coarse, sheet)

    def _draw(self, painter: QPainter, camera: Camera, ratio: float, keys: list[TileKey]) -> None:
        for key in keys:
            image = self._tiles.get(key)
            if image is not None:
                draw_turned(painter, on_view(camera, key.rect(), ratio), image, camera.turn)


def on_view(camera: Camera, rect: QRectF, ratio: float) -> QRectF:
    """*rect* on whole device pixels, so that two tiles never leave a seam."""
    first, last = camera.to_view(rect.topLeft()), camera.to_view(rect.bottomRight())
    left, top = round(first.x() * ratio) / ratio, round(first.y() * ratio) / ratio
    right, bottom = round(last.x() * ratio) / ratio, round(last.y() * ratio) / ratio
    return QRectF(QPointF(left, top), QPointF(right, bottom)).normalized()


def _whole(sheet: QRectF) -> int:
    """The level of the one coarse picture of a sheet."""
    return level_of(_OVERVIEW / max(sheet.width(), sheet.height()))
