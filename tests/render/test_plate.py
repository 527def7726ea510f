"""Stamps on pages: each is in the file once, as it was when it was drawn first."""

from __future__ import annotations

import re
import zlib

import pytest
from PySide6.QtCore import QBuffer, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPdfWriter

from wardesk.render.map.lattice.shared_stamps import Plate

pytestmark = pytest.mark.usefixtures("qapp")
_COLOURS = {"red": QColor(200, 0, 0), "blue": QColor(0, 0, 200), "green": QColor(0, 200, 0)}
_PICTURE = re.compile(rb"/Subtype /Image\s.*?/ColorSpace /DeviceRGB(.*?)>>\s*stream\r?\n", re.S)


def pictures(pdf: bytes) -> list[QColor]:
    """The colour in the middle of every picture of a file, in its order."""
    found = []
    for match in _PICTURE.finditer(pdf):
        data = pdf[match.end() : pdf.index(b"endstream", match.end())]
        if b"DCTDecode" in match[1]:
            image = QImage.fromData(data)
            found.append(image.pixelColor(image.width() // 2, image.height() // 2))
        else:
            raw = zlib.decompressobj().decompress(data)
            middle = len(raw) // 6 * 3
            found.append(QColor(*raw[middle : middle + 3]))
    return found


def stamp(name: str) -> tuple[QImage, QRectF]:
    image = QImage(40, 40, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(_COLOURS[name])
    return image, QRectF(-20, -20, 40, 40)


def test_a_stamp_is_in_the_file_once_however_often_and_on_however_many_pages_it_is_drawn():
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    painter = QPainter(writer)
    plate = Plate(painter, 40 * 40 * 4)
    fresh = []
    for page in range(3):
        for k, name in enumerate(["red", "blue", "red", "green", "blue"]):
            made = plate.given(name) or stamp(name)
            if plate.draw(name, made, QRectF(100 * k, 100 * page, 80, 80)):
                fresh.append(name)
        writer.newPage()
    painter.end()

    assert fresh == ["red", "blue", "green"]
    seen = pictures(bytes(buffer.data().data()))
    near = [
        [name for name, colour in _COLOURS.items()
         if abs(colour.red() - one.red()) < 40 and abs(colour.blue() - one.blue()) < 40]
        for one in seen
    ]  # fmt: skip
    assert near == [["red"], ["blue"], ["green"]]
