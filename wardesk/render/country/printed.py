"""The ground of an operational map at one width, kept on the disk between two runs."""

from __future__ import annotations

from hashlib import sha256

import msgspec
from msgspec import Struct
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage

from wardesk.render.app import ensure_gui_app
from wardesk.render.country.sheet import CountrySheet, country_image
from wardesk.render.export.kept import kept_picture, painters_mark
from wardesk.render.theme import MapTheme
from wardesk.services.campaign.base_map import BaseMap
from wardesk.words import readied

MOST_GROUNDS = 6
"""Grounds that are kept on the disk."""
_NOTE = "wardesk"
"""Under this name the picture carries its `_Places`."""
_Box = tuple[float, float, float, float]


class _Places(Struct, frozen=True):
    """Where things stand on the paper, in units: left, top, width, height."""

    paper: _Box
    land: _Box
    names: tuple[_Box, ...]


class PrintedGround(Struct, frozen=True):
    """A painted sheet with what whoever prints on it must know, in units of the map."""

    image: QImage
    paper: QRectF
    land: QRectF
    """The land within its frame."""
    names: tuple[QRectF, ...]
    """Where towns' names stand, which must not be covered."""


def printed_ground(facts: BaseMap, theme: MapTheme, pixels: int) -> PrintedGround:
    """The ground so many *pixels* wide, painted once for all runs on this computer."""
    ensure_gui_app()

    def paint() -> QImage:
        return _painted(facts, theme, pixels)

    image = kept_picture("grounds", _key(facts, theme, pixels), MOST_GROUNDS, paint, _whole)
    assert image is not None  # a ground can always be painted
    places = msgspec.json.decode(image.text(_NOTE), type=readied(_Places))
    # bare: what a file says besides would come into the packets, painted now or read
    bare = QImage(
        image.constBits(), image.width(), image.height(), image.bytesPerLine(), image.format()
    ).copy()
    return PrintedGround(
        bare, QRectF(*places.paper), QRectF(*places.land),
        tuple(QRectF(*box) for box in places.names),
    )  # fmt: skip


def _painted(facts: BaseMap, theme: MapTheme, pixels: int) -> QImage:
    sheet = CountrySheet(facts, theme)
    image = country_image(sheet, pixels)
    names = sheet.names.boxes(pixels / sheet.rect.width()) or []
    places = _Places(_box(sheet.rect), _box(sheet.land.inside), tuple(map(_box, names)))
    image.setText(_NOTE, msgspec.json.encode(places).decode())
    return image


def _box(rect: QRectF) -> _Box:
    return rect.left(), rect.top(), rect.width(), rect.height()


def _key(facts: BaseMap, theme: MapTheme, pixels: int) -> str:
    """Another one for everything that changes the picture."""
    drawn_from = msgspec.json.encode((facts, theme, pixels, painters_mark()))
    return sha256(drawn_from).hexdigest()


def _whole(image: QImage) -> bool:
    """Whether a picture from the disk still says where its names stand."""
    try:
        msgspec.json.decode(image.text(_NOTE), type=readied(_Places))
    except msgspec.MsgspecError:
        return False
    return True
