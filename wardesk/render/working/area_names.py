"""Names on area maps: each cell's block at its anchor or its label's place, and free labels."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from wardesk.drawing.document import MapDocument
from wardesk.drawing.feature_commands import LABEL
from wardesk.model.board import Cell
from wardesk.render.label_block import LETTERS, Block, Placed, breaks, short_name
from wardesk.render.theme import MapTheme
from wardesk.render.working.area_faces import Faces
from wardesk.render.working.names import STEPS, growth

_SHRINK = (1.0, 0.85, 0.72)


@dataclass(frozen=True)
class _Text:
    """What is written and where: the middle of the block, how wide it may be."""

    name: str
    at: tuple[float, float]
    points: int
    divisor: int
    room: float
    italic: bool


class AreaNames:
    """All names of a map; lettering is set when first seen and kept."""

    def __init__(self, document: MapDocument, faces: Faces, unit: float) -> None:
        self.document, self.faces, self.unit = document, faces, unit
        self._placed: dict[tuple[_Text, float], Placed] = {}
        self._texts = self._read()

    def read(self) -> list[QRectF]:
        """Follow the document; gives the boxes of the names that have changed."""
        old, self._texts = self._texts, self._read()
        dirty: list[QRectF] = []
        for key in old.keys() | self._texts.keys():
            pair = old.get(key), self._texts.get(key)
            if pair[0] != pair[1]:
                dirty += [self._reach(text) for text in pair if text is not None]
        if len(self._placed) > 4000:
            self._placed.clear()
        return dirty

    def _read(self) -> dict[str, _Text]:
        document, unit = self.document, self.unit
        found: dict[str, _Text] = {}
        labelled: set[str] = set()
        for number, feature in enumerate(document.features):
            if feature.kind != LABEL or feature.geometry.get("type") != "Point":
                continue
            x, y, *_ = feature.geometry["coordinates"]
            cell = document.cells.get(feature.cell)
            rows = feature.properties.get("lines")
            text = feature.name or (
                " ".join(str(row) for row in rows) if isinstance(rows, list | tuple) else ""
            )
            if not text and cell is None:
                continue
            at = float(x), float(y)
            key = f"label {feature.id or number}"
            if cell is not None and feature.cell not in labelled:
                labelled.add(feature.cell)
                found[key] = self._of_cell(cell, at, text)
            elif text:
                found[key] = _Text(text, at, 0, 1, unit * 400, italic=True)
        for cell in document.cells.values():
            if cell.id in self.faces.faces and cell.id not in labelled:
                found[f"cell {cell.id}"] = self._of_cell(cell, cell.anchor, "")
        return found

    def _of_cell(self, cell: Cell, at: tuple[float, float], text: str) -> _Text:
        face = self.faces.faces.get(cell.id)
        room = face.box.width() * 0.9 if face else self.unit * 200
        terrain = self.document.palette.terrain.get(cell.terrain)
        rules = {**(terrain.properties if terrain else {}), **cell.properties}
        points, divisor = rules.get("victory_points", 0), rules.get("divisor", 1)
        return _Text(
            text if text and text != cell.name else short_name(cell),
            at,
            int(points) if isinstance(points, int | float) else 0,
            int(divisor) if isinstance(divisor, int | float) else 1,
            room,
            italic=False,
        )

    def _block(self, text: _Text, grown: float) -> Placed:
        key = (text, grown)
        if key not in self._placed:
            role = "map-place-italic" if text.italic else "map-place"
            tries = [
                Block(
                    rows,
                    role,
                    LETTERS * self.unit * grown * by,
                    text.points,
                    text.divisor,
                    self.unit,
                )
                for by in _SHRINK
                for rows in breaks(text.name)
            ]
            block = next((one for one in tries if one.extent()[0] <= text.room), tries[-1])
            self._placed[key] = Placed(block, QPointF(*text.at))
        return self._placed[key]

    def _reach(self, text: _Text) -> QRectF:
        """All sizes count: broken into rows, the largest may be narrower than the one before."""
        box = self._block(text, STEPS[0]).box
        for grown in STEPS[1:]:
            box = box.united(self._block(text, grown).box)
        return box

    def paint(self, painter: QPainter, theme: MapTheme, fine: float, seen: QRectF) -> None:
        """Write the names that lie in *seen*; they grow against the zoom in steps."""
        if fine < 12:
            return
        grown = growth(fine)
        for text in self._texts.values():
            placed = self._block(text, grown)
            if placed.box.intersects(seen):
                placed.paint(painter, theme)
