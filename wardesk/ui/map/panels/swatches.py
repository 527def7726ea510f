"""Small pictures of a palette's kinds, painted by the map sheet itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

import msgspec
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen

from wardesk.documents.maps.lattice_rows import usual_cells
from wardesk.drawing.document import Layout, MapDocument
from wardesk.geometry.grids.hex_lattice import HexGrid
from wardesk.geometry.grids.square_lattice import SquareGrid
from wardesk.model.board import Feature
from wardesk.model.map_look import PLAIN_LOOK, SheetLook
from wardesk.model.palette import Palette
from wardesk.render.kept import kept
from wardesk.render.map.sheet import MapSheet
from wardesk.render.map.styled_theme import Dressed
from wardesk.render.theme import MapTheme

Among = Literal["terrain", "borders", "lines"]
Cells = Literal["area", "square", "hex"]
_LARGER = 2
_REACH = 0.45
"""How far a picture of a side or line reaches, of the way from one cell to the next."""


class SwatchSource(Dressed, Protocol):
    """What swatches are painted of: a map, or kinds as one might have them."""

    @property
    def kind(self) -> Cells:
        """What cells the map has."""
        ...


@dataclass(frozen=True)
class Dress:
    """A palette with the look that its kinds have, on a map of this kind."""

    kind: Cells
    palette: Palette
    look: SheetLook = PLAIN_LOOK
    pictures: Mapping[str, bytes] = field(default_factory=dict[str, bytes])


def swatch(
    view: SwatchSource, among: Among, kind: str, inks: MapTheme, size: int, ratio: float
) -> QImage:
    """A kind of ground as one cell, a border kind as a side between two, a line as a short run.

    The cell is a hex on maps of hexes, else a square; *size* is the edge in logical px, *ratio*
    device px per logical one.
    """
    key = msgspec.json.encode((getattr(view.palette, among)[kind], view.look))
    return _painted(key, _Case(view, among, kind, inks), size, ratio)


class _Case:
    """What a picture is made of; equal to every other one, as the key beside it says it all."""

    def __init__(self, view: SwatchSource, among: Among, kind: str, inks: MapTheme) -> None:
        self.palette, self.kind, self.inks = view.palette, kind, inks
        self.look, self.pictures = view.look, view.pictures
        self.hexes = view.kind == "hex"
        self.among: Among = among

    def __hash__(self) -> int:
        return hash((self.among, self.hexes, self.inks.id, self.inks.veil_strength))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Case) and (
            (self.among, self.hexes, self.inks) == (other.among, other.hexes, other.inks)
        )


@kept(256)
def _painted(key: bytes, case: _Case, size: int, ratio: float) -> QImage:
    del key
    # a side shows its drawing only from some size on, so all are painted larger than they are seen
    edge, large = round(size * ratio), round(size * ratio) * _LARGER
    image = QImage(large, large, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    document = _document(case)
    sheet = MapSheet(document, case.inks)
    sheet.set_layers({"numbers": 0.0, "grid": 0.0, "labels": 0.0})
    box, clip = _frame(sheet, case.among)
    scale = image.width() / max(box.width(), box.height())
    painter.scale(scale, scale)
    painter.translate(
        -box.center() + QPointF(image.width() / scale / 2, image.height() / scale / 2)
    )
    painter.save()
    painter.setClipPath(clip)
    sheet.paint(painter, box, scale)
    painter.restore()
    pen = QPen(QColor(90, 80, 60, 150), 0)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(clip)
    painter.end()
    keep, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
    image = image.scaled(edge, edge, keep, smooth)
    image.setDevicePixelRatio(ratio)
    return image


def _frame(sheet: MapSheet, among: Among) -> tuple[QRectF, QPainterPath]:
    """What is shown of the little sheet, and the form it is cut to."""
    if among == "terrain":
        path = sheet.cell_path("0101")
        return path.boundingRect().adjusted(-8, -8, 8, 8), path
    first, last = sheet.anchor("0101"), sheet.anchor("0102")
    middle, reach = (first + last) / 2, QLineF(first, last).length() * _REACH
    box = QRectF(middle.x() - reach, middle.y() - reach, 2 * reach, 2 * reach)
    path = QPainterPath()
    path.addRoundedRect(box.adjusted(4, 4, -4, -4), 40, 40)
    return box, path


def _document(case: _Case) -> MapDocument:
    palette, kind = case.palette, case.kind
    ground = kind if case.among == "terrain" else next(iter(palette.terrain), "")
    rows = 1 if case.among == "terrain" else 2
    columns = 1 if case.among == "terrain" else 3
    grid = HexGrid(columns, rows) if case.hexes else SquareGrid(columns, rows)
    layout = Layout(grid, fill=ground)
    document = MapDocument(
        id="swatch", title="", provenance="", kind="hex" if case.hexes else "square",
        palette=palette, layout=layout, look=case.look, extra_parts=dict(case.pictures),
        cells=usual_cells(layout),
    )  # fmt: skip
    if case.among == "borders":
        document.sides[("0101", "0102")] = (kind,)
    elif case.among == "lines":
        (x, y), (_, below) = (document.cells[label].anchor for label in ("0101", "0102"))
        part = (below - y) / 2
        y += part
        points = [
            (x + across * part, y + down * part)
            for across, down in ((-1.2, 0.36), (-0.36, 0.24), (0.36, -0.24), (1.2, -0.36))
        ]
        geometry = {"type": "LineString", "coordinates": points}
        document.features.append(Feature(kind, geometry, id="1"))
    return document
