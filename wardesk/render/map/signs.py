"""Point signs: a shipped set of one ink, each a drawing on a grid of 24, with a rim of paper below.

They can be told apart where they are 14 pixels wide. The drawings are in ``resources/signs``.
"""

from __future__ import annotations

import re
from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtSvg import QSvgRenderer

from wardesk.paths import resources
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


def paint_sign(painter: QPainter, sign: str, box: QRectF, ink: QColor, rim: QColor) -> None:
    """A sign over its rim in a square; KeyError for one that is not shipped."""
    _drawing(sign, rim.name(), rim=True).render(painter, box)
    _drawing(sign, ink.name(), rim=False).render(painter, box)


@lru_cache(maxsize=512)
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
