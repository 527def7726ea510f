"""The printed ground in a view: its tiles, and coarser ones where these are not painted yet."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from wardesk.ui import theme
from wardesk.ui.canvas.art import BoardArt
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.canvas.tiles import TileKey, TileStore, draw_turned, keys_within, level_of

_OVERVIEW = 1400.0
"""Device px across of the one coarse picture that stands in for missing tiles."""


class Ground:
    """Draws the tiles of a store, and asks for those that are missing."""

    def __init__(self, tiles: TileStore) -> None:
        self._tiles = tiles
        self._full: int | None = None
        """The level of which a whole view was there last."""
        self._coarse: int | None = None

    def paint(self, painter: QPainter, camera: Camera, ratio: float, art: BoardArt) -> None:
        """The table around the sheet, its paper, and what is printed on it."""
        view = QRectF(QPointF(0, 0), camera.size)
        painter.fillRect(view, theme.colour("window"))
        painter.fillRect(on_view(camera, art.sheet, ratio), art.paper)
        seen = camera.seen().intersected(art.sheet)
        if seen.isEmpty():
            return
        level, now = level_of(camera.scale * ratio), self._tiles.generation
        needed = keys_within(now, level, seen)
        coarse = self._coarse = min(_whole(art.sheet), level)
        overview = keys_within(now, coarse, art.sheet)
        missing = [key for key in needed if self._tiles.get(key) is None]
        if missing:
            self._draw(painter, camera, ratio, coarse, seen)
            if self._full is not None and self._full not in (coarse, level):
                self._draw(painter, camera, ratio, self._full, seen)
        else:
            self._full = level
        self._draw(painter, camera, ratio, level, seen)
        self._tiles.want([*overview, *needed] if missing else [*needed, *overview])

    def overview(self, sheet: QRectF) -> list[TileKey]:
        """The few tiles that show the whole sheet, as they were asked for last."""
        coarse = _whole(sheet) if self._coarse is None else self._coarse
        return keys_within(self._tiles.generation, coarse, sheet)

    def _draw(
        self, painter: QPainter, camera: Camera, ratio: float, level: int, seen: QRectF
    ) -> None:
        for key in keys_within(self._tiles.generation, level, seen):
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
