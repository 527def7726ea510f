"""A scan straightened: what was on the map's spots in the photograph is there in the picture."""

import numpy as np
import pytest
from PySide6.QtCore import QBuffer, QIODevice, QPoint, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from wardesk.errors import UserError
from wardesk.geometry.grids.bend import bent
from wardesk.geometry.grids.calibration import PictureMark, pixel_at
from wardesk.render.straighten import straightened

PLACES = [(20.0, 20.0), (380.0, 20.0), (380.0, 280.0), (20.0, 280.0), (200.0, 60.0), (120.0, 210.0)]


def seen(x, y):
    """The pixel of a photograph taken from below."""
    depth = 1 + 0.0006 * y
    return 30 + x / depth * 1.1, 25 + y / depth * 1.1


@pytest.mark.parametrize("kind", ["projective", "spline"])
def test_dots_lie_where_the_map_has_them(qapp, kind):
    photo = QImage(500, 400, QImage.Format.Format_RGB32)
    photo.fill(QColor("white"))
    painter = QPainter(photo)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("black"))
    for place in PLACES:
        x, y = seen(*place)
        painter.drawEllipse(QPoint(round(x), round(y)), 4, 4)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    photo.save(buffer, "PNG")
    marks = [PictureMark(seen(*place), place) for place in PLACES]
    png, transform = straightened(bytes(buffer.data().data()), bent(marks, kind))
    found = QImage.fromData(png)
    for place in PLACES:
        x, y = pixel_at(transform, place)
        assert found.pixelColor(round(x), round(y)).lightness() < 60
        assert found.pixelColor(round(x) + 9, round(y)).lightness() > 240
    rows = found.convertToFormat(QImage.Format.Format_RGBA8888)
    cover = np.frombuffer(rows.constBits(), np.uint8).reshape(rows.height(), -1, 4)[..., 3]
    assert set(np.unique(cover)) == {0, 255}  # clear beside the scan


def test_what_is_no_picture_is_told(qapp):
    marks = [PictureMark(seen(*place), place) for place in PLACES]
    with pytest.raises(UserError):
        straightened(b"no picture", bent(marks, "projective"))
