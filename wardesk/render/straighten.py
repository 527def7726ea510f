"""A scan made straight: every pixel of the new picture is fetched from where the bend has it."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QImage

from wardesk.drawing.underlays import good_size
from wardesk.geometry.grids.bend import PictureBend, bent_frame
from wardesk.geometry.grids.calibration import Affine
from wardesk.render.scan import decoded

_STRIP = 1 << 20
"""Pixels fetched at a time."""
_EVERY = 8
"""Pixels between places that are reckoned; a bend is straight from one to the next."""


def straightened(data: bytes, bend: PictureBend) -> tuple[bytes, Affine]:
    """Take the bend out of a PNG or JPEG: a PNG, clear beyond the scan, and how it lies on the map.

    UserError if it cannot be decoded, or would become too large.
    """
    source = _pixels(data)
    height, width = source.shape[:2]
    transform, size = bent_frame(bend, (width, height))
    good_size(size)
    image = QImage(*size, QImage.Format.Format_RGBA8888)
    rows = np.frombuffer(image.bits(), np.uint8).reshape(size[1], image.bytesPerLine())
    target = rows[:, : 4 * size[0]].reshape(size[1], size[0], 4)
    step = max(_EVERY, _STRIP // size[0] // _EVERY * _EVERY)
    for top in range(0, size[1], step):
        high = min(step, size[1] - top)
        target[top : top + high] = _fetched(source, _places(bend, transform, size[0], top, high))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # pyright: ignore[reportArgumentType, reportCallIssue]
    return bytes(buffer.data().data()), transform


def _pixels(data: bytes) -> np.ndarray:
    """Red, green, blue and cover of all pixels, shape (height, width, 4)."""
    image = decoded(data).convertToFormat(QImage.Format.Format_RGBA8888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : 4 * image.width()].reshape(image.height(), image.width(), 4).copy()


def _places(bend: PictureBend, transform: Affine, width: int, top: int, high: int) -> np.ndarray:
    """Where the pixels of some rows lie in the scan, shape (high, width, 2)."""
    unit, left, upper = transform[0], transform[2], transform[5]
    x = np.arange(0, width + _EVERY, _EVERY) + 0.5
    y = np.arange(top, top + high + _EVERY, _EVERY) + 0.5
    grid = np.stack(np.meshgrid(x, y), axis=2)
    found = bend.to_picture(grid.reshape(-1, 2) * unit + (left, upper)).reshape(grid.shape)
    share = (np.arange(_EVERY) / _EVERY)[:, None]
    down = found[:-1, None] + share[:, :, None] * (found[1:, None] - found[:-1, None])
    down = down.reshape(-1, len(x), 2)[:high]
    across = down[:, :-1, None] + share * (down[:, 1:, None] - down[:, :-1, None])
    return across.reshape(high, -1, 2)[:, :width]


def _fetched(source: np.ndarray, places: np.ndarray) -> np.ndarray:
    """The colours at places of the scan, mixed from the four pixels around each."""
    height, width = source.shape[:2]
    inside = ((places >= 0) & (places < (width, height))).all(axis=2)
    at = np.clip(places - 0.5, 0, (width - 1, height - 1))
    low = np.floor(at).astype(np.int32)
    high = np.minimum(low + 1, (width - 1, height - 1))
    share = (at - low).astype(np.float32)[..., None]
    across, down = share[:, :, 0], share[:, :, 1]
    (x0, y0), (x1, y1) = np.moveaxis(low, 2, 0), np.moveaxis(high, 2, 0)
    upper = source[y0, x0] * (1 - across) + source[y0, x1] * across
    lower = source[y1, x0] * (1 - across) + source[y1, x1] * across
    mixed = np.rint(upper * (1 - down) + lower * down).astype(np.uint8)
    mixed[~inside] = 0
    return mixed
