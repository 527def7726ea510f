"""Point signs: a shipped set of one ink, each a drawing on a grid of 24, with a rim of paper below.

They can be told apart where they are 14 pixels wide. The drawings are in ``resources/signs``.
"""

from __future__ import annotations

import re
from functools import lru_cache

from PySide6.QtCore import QByteArray, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen
from PySide6.QtSvg import QSvgRenderer

from wardesk.paths import resources
from wardesk.render.kept import kept
from wardesk.render.theme import MapTheme
from wardesk.words import say

SIGNS = {
    "fort": say("Fort"),
    "redoubt": say("Redoubt"),
    "bunker": say("Bunker"),
    "castle": say("Castle"),
    "pillbox": say("Pillbox"),
    "battery": say("Battery"),
    "flak": say("Flak"),
    "trench": say("Trench"),
    "wire": say("Wire"),
    "mines": say("Mines"),
    "block": say("Road block"),
    "traps": say("Tank traps"),
    "airfield": say("Airfield"),
    "airstrip": say("Airstrip"),
    "drop": say("Drop zone"),
    "landing": say("Landing place"),
    "port": say("Port"),
    "light": say("Lighthouse"),
    "bridge": say("Bridge"),
    "blown": say("Blown bridge"),
    "pontoon": say("Pontoon"),
    "ford": say("Ford"),
    "ferry": say("Ferry"),
    "lock": say("Lock"),
    "dam": say("Dam"),
    "spring": say("Spring"),
    "supply": say("Supply"),
    "depot": say("Depot"),
    "fuel": say("Fuel"),
    "shells": say("Shells"),
    "hospital": say("Hospital"),
    "camp": say("Camp"),
    "victory": say("Victory"),
    "goal": say("Goal"),
    "points": say("Points"),
    "entry": say("Way in"),
    "exit": say("Way out"),
    "set-up": say("Set-up"),
    "capital": say("Capital"),
    "staff": say("Staff"),
    "church": say("Church"),
    "abbey": say("Abbey"),
    "mill": say("Mill"),
    "wheel": say("Water mill"),
    "farm": say("Farm"),
    "factory": say("Factory"),
    "power": say("Power station"),
    "station": say("Station"),
    "tunnel": say("Tunnel"),
    "mast": say("Mast"),
    "tower": say("Tower"),
    "ruin": say("Ruin"),
    "peak": say("Peak"),
    "height": say("Height"),
    "pass": say("Mountain pass"),
    "cave": say("Cave"),
    "quarry": say("Quarry"),
    "mine-pit": say("Mine pit"),
    "graves": say("Graves"),
    "column": say("Monument"),
}
"""What each of them is called, by its id: works, air and water, supply, play, buildings, ground."""
_RIM = 6.0
"""Width of the paper under the lines, in units of the grid."""


def paint_sign(painter: QPainter, sign: str, box: QRectF, ink: QColor, theme: MapTheme) -> None:
    """A sign over its rim in a square, or one of the map's own as it is.

    KeyError for one that is neither. One whose picture is lost shows an empty square.
    """
    rim, own = theme.colour("label.halo"), theme.look.signs.get(sign)
    if own is not None:
        _paint_own(painter, theme.pictures.get(own.part, b""), box, ink)
        return
    _drawing(sign, rim.name(), rim=True).render(painter, box)
    _drawing(sign, ink.name(), rim=False).render(painter, box)


def _paint_own(painter: QPainter, data: bytes, box: QRectF, ink: QColor) -> None:
    """A picture of the map's own as large as fits into a square."""
    drawing = _own_drawing(data) if b"<svg" in data[:4096] else None
    image = _own_picture(data) if drawing is None else QImage()
    size = QSizeF(image.size() if drawing is None else drawing.defaultSize())
    place = QRectF(QPointF(), size.scaled(box.size(), Qt.AspectRatioMode.KeepAspectRatio))
    place.moveCenter(box.center())
    if drawing is not None:
        drawing.render(painter, place)
    elif not image.isNull():
        painter.drawImage(place, image)
    else:
        painter.setPen(QPen(ink, box.width() * 0.06))
        painter.drawRect(box.adjusted(*(box.width() * by for by in (0.2, 0.2, -0.2, -0.2))))


@kept(64)
def _own_drawing(data: bytes) -> QSvgRenderer:
    return QSvgRenderer(QByteArray(data))


@kept(64)
def _own_picture(data: bytes) -> QImage:
    return QImage.fromData(data)


@kept(512)
def _drawing(sign: str, ink: str, *, rim: bool) -> QSvgRenderer:
    text = _text(sign).replace("#000000", ink)
    if rim:
        text = re.sub(r'stroke-width="[^"]*"', f'stroke-width="{_RIM}"', text)
    return QSvgRenderer(QByteArray(text.encode()))


@lru_cache(maxsize=128)
def _text(sign: str) -> str:
    if sign not in SIGNS:
        raise KeyError(sign)
    return (resources() / "signs" / f"{sign}.svg").read_text(encoding="utf-8")
