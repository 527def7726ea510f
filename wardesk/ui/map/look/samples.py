"""Small pictures of what a look does: a piece of country, a name, a sign."""

from __future__ import annotations

import msgspec
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from wardesk.documents.maps.lattice_rows import usual_cells
from wardesk.drawing.commands.features import LABEL
from wardesk.drawing.commands.paint import elevation_property
from wardesk.drawing.document import Layout, MapDocument
from wardesk.geometry.grids.hex_lattice import HexGrid
from wardesk.model.board import Cell, Feature
from wardesk.model.map_look import SheetLook
from wardesk.render.kept import kept
from wardesk.render.map.label_style import ALONG, arc, curve_text, label_look, place_look
from wardesk.render.map.names import SheetName, paint_name
from wardesk.render.map.sheet import MapSheet
from wardesk.render.map.signs import paint_sign
from wardesk.render.map.styled_theme import Dressed, worn
from wardesk.render.theme import MapTheme
from wardesk.words import tr

_COLUMNS, _ROWS = 7, 5
_SHOWN = QRectF(520, 420, 1500, 1000)
"""What of the piece of country is shown, map units."""


def country(view: Dressed, look: SheetLook, inks: MapTheme, width: int, ratio: float) -> QImage:
    """A piece of country of the map's own kinds in a look, *width* px wide and two thirds high."""
    key = msgspec.json.encode((view.palette, look))
    return _painted(key, tr("Town"), _LookCase(view, look, inks), width, ratio)


class _LookCase:
    """What a picture is made of; equal to others in the same inks, as the key says the rest."""

    def __init__(self, view: Dressed, look: SheetLook, inks: MapTheme) -> None:
        self.view, self.look, self.inks = view, look, inks

    def __hash__(self) -> int:
        return hash((self.inks.id, self.inks.veil_strength))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _LookCase) and self.inks == other.inks


@kept(32)
def _painted(key: bytes, town: str, case: _LookCase, width: int, ratio: float) -> QImage:
    del key
    sheet = MapSheet(_document(case.view, case.look, town), case.inks)
    image = _blank(round(width * ratio), round(width * ratio * 2 / 3))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    scale = image.width() / _SHOWN.width()
    painter.scale(scale, scale)
    painter.translate(-_SHOWN.topLeft())
    sheet.paint_once(painter, _SHOWN, scale)
    painter.end()
    image.setDevicePixelRatio(ratio)
    return image


def _document(view: Dressed, look: SheetLook, town: str) -> MapDocument:
    palette = view.palette
    kinds = list(palette.terrain) or [""]
    layout = Layout(HexGrid(_COLUMNS, _ROWS), fill=kinds[0])
    document = MapDocument(
        id="sample", title="", provenance="", kind="hex", palette=palette, layout=layout,
        cells=usual_cells(layout), look=look, extra_parts=dict(view.pictures),
    )  # fmt: skip
    high = elevation_property(document)
    for number, (label, cell) in enumerate(list(document.cells.items())):
        column, row = int(label[:2]), int(label[2:])
        level = max(0, column + row - 8)
        ground = kinds[number * 5 % 13 % len(kinds)] if row < 3 or column > 4 else kinds[0]
        own = {high: level} if level else {}
        document.cells[label] = Cell(label, label, ground, cell.anchor, own)
    if palette.borders:
        side = next((one for one in palette.borders if "river" in one), next(iter(palette.borders)))
        for pair in (("0203", "0303"), ("0303", "0304"), ("0304", "0404"), ("0403", "0404")):
            document.sides[pair] = (side,)
    lines = list(palette.lines)
    if lines:
        cells = ("0101", "0202", "0302", "0403", "0503", "0604")
        points = [document.cells[cell].anchor for cell in cells]
        geometry = {"type": "LineString", "coordinates": points}
        document.features.append(Feature(lines[0], geometry, id="1", properties={"cells": cells}))
    x, y = document.cells["0303"].anchor
    geometry = {"type": "Point", "coordinates": [x + 60, y + 60]}
    document.features.append(Feature(LABEL, geometry, town, "0303", id="2"))
    return document


def name_sample(
    view: Dressed, kind: str, words: str, inks: MapTheme, size: tuple[int, int], ratio: float
) -> QImage:
    """A name of a class as it is lettered on the map."""
    theme = worn(inks, view)
    properties = {"size": kind} if kind in ("small", "large", "region", "sea") else {}
    look = label_look(properties, view.look)
    if kind == "river":
        look = label_look({ALONG: curve_text(arc(320, 40))}, view.look)
    elif kind in ("place", "city"):
        look = place_look(view.look, large=kind == "city")
    image = _blank(round(size[0] * ratio), round(size[1] * ratio))
    image.fill(theme.colours("hex.levels")[0])
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    italic = kind not in ("place", "city")
    name = SheetName((look.shown(words),), (0.0, 0.0), 1.0, italic, large=kind == "city", look=look)
    box = name.reach()
    by = min(image.width() / box.width(), image.height() / box.height(), 1.2 * ratio)
    painter.translate(image.width() / 2, image.height() / 2)
    painter.scale(by, by)
    painter.translate(-box.center())
    paint_name(painter, name, theme)
    painter.end()
    image.setDevicePixelRatio(ratio)
    return image


def sign_sample(view: Dressed, sign: str, inks: MapTheme, edge: int, ratio: float) -> QImage:
    """A sign by itself."""
    theme = worn(inks, view)
    image = _blank(round(edge * ratio), round(edge * ratio))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    box = QRectF(0, 0, image.width(), image.height())
    paint_sign(painter, sign, box, QColor(theme.code("label.ink")), theme)
    painter.end()
    image.setDevicePixelRatio(ratio)
    return image


def _blank(width: int, height: int) -> QImage:
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    return image
