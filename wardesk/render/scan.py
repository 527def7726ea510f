"""A scan decoded: whole, or as shades of grey, small enough to be searched for a grid."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QBuffer, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageReader

from wardesk.drawing.underlays import good_size
from wardesk.errors import UserError

_MOST = 1300
"""Pixels each way."""


def decoded(data: bytes) -> QImage:
    """A PNG or JPEG; UserError if it cannot be decoded or is too large. Safe in any thread."""
    buffer = QBuffer()
    buffer.setData(data)
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    size = reader.size()
    good_size((size.width(), size.height()))
    image = reader.read()
    if image.isNull():
        raise UserError("The picture cannot be decoded.", "Save it anew in a picture editor.")
    return image


def grey_of(data: bytes) -> tuple[np.ndarray, float]:
    """A PNG or JPEG as shades from 0 to 255, shape (height, width), and its size to the whole's.

    Errors as `decoded`.
    """
    image = decoded(data)
    size = image.size()
    scale = min(1.0, _MOST / max(size.width(), size.height()))
    if scale < 1.0:
        small = QSize(round(size.width() * scale), round(size.height() * scale))
        image = image.scaled(
            small, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
        )
        scale = small.width() / size.width()
    grey = image.convertToFormat(QImage.Format.Format_Grayscale8)
    rows = np.frombuffer(grey.constBits(), np.uint8).reshape(grey.height(), grey.bytesPerLine())
    return rows[:, : grey.width()].astype(float), scale
