"""The printed ground of the operational map in its view: tiles as they come, coarser ones first."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from wardesk.render.country.sheet import CountrySheet
from wardesk.ui.canvas.camera import Camera, fitting
from wardesk.ui.canvas.tiles import TileStore, keys_within, level_of


def paint_ground(
    painter: QPainter, tiles: TileStore, sheet: CountrySheet, camera: Camera, ratio: float
) -> None:
    """Draw what is there of the sheet, and ask for what is missing."""
    seen = camera.seen().intersected(sheet.rect)
    if seen.isEmpty():
        return
    whole = QRectF(camera.to_view(sheet.rect.topLeft()), camera.to_view(sheet.rect.bottomRight()))
    painter.save()
    painter.fillRect(whole, sheet.paper)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.setClipRect(whole)
    level, now = level_of(camera.scale * ratio), tiles.generation
    needed = keys_within(now, level, seen)
    coarse = min(level, level_of(fitting(sheet.rect, camera.size).scale * ratio))
    if any(tiles.get(key) is None for key in needed):
        for other in (coarse, level - 2, level - 1, level + 1):
            _draw(painter, tiles, camera, ratio, other, seen)
    _draw(painter, tiles, camera, ratio, level, seen)
    painter.restore()
    tiles.want([*needed, *keys_within(now, coarse, sheet.rect)])


def _draw(
    painter: QPainter, tiles: TileStore, camera: Camera, ratio: float, level: int, seen: QRectF
) -> None:
    """The tiles of one level that are there, on whole device pixels."""
    for key in keys_within(tiles.generation, level, seen):
        image = tiles.get(key)
        if image is None:
            continue
        first, last = camera.to_view(key.rect().topLeft()), camera.to_view(key.rect().bottomRight())
        left, top = round(first.x() * ratio) / ratio, round(first.y() * ratio) / ratio
        right, bottom = round(last.x() * ratio) / ratio, round(last.y() * ratio) / ratio
        painter.drawImage(QRectF(left, top, right - left, bottom - top), image)
