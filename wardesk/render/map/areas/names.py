"""Names on an area map that is being drawn: each by itself, so that a stroke sets one name anew.

What is written and how it is set is the print's (`label_block`); only the places are others. A
print looks for the best places of all names at once, clear of counters (`labels`), which takes most
of a second for every step of growth: while borders are drawn, a name stands at its cell's anchor or
where its label was put, and keeps off the borders of its own cell alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import shapely
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from wardesk.drawing.commands.features import LABEL
from wardesk.model.board import Cell
from wardesk.render.map.areas.faces import FaceArt, Faces
from wardesk.render.map.areas.label_block import (
    LETTERS,
    CellWords,
    LabelBlock,
    PlacedBlock,
    breaks,
    words_of,
)
from wardesk.render.map.areas.styled_names import own_name
from wardesk.render.map.label_style import PLAIN, LabelLook, label_look
from wardesk.render.map.names import STEPS, growth, label_key
from wardesk.render.map.paint_deadline import Patience
from wardesk.render.map.view import ViewedMap
from wardesk.render.theme import MapTheme

_NAMED = 12.0
"""Pixels per radius from which names are written."""
_SHRINK = (1.0, 0.85, 0.72)
_ASIDE = (
    (0.0, 0.0), (0.0, 0.4), (0.0, -0.4), (0.2, 0.0), (-0.2, 0.0),
    (0.2, 0.4), (-0.2, 0.4), (0.2, -0.4), (-0.2, -0.4), (0.0, 0.8), (0.0, -0.8),
)  # fmt: skip
"""How far names move from their place to keep off a border, in shares of their own size."""


@dataclass(frozen=True)
class _Text:
    """What is written and where: the middle of the block, how wide it may be."""

    words: CellWords
    at: tuple[float, float]
    room: float
    cell: str = ""
    """The cell whose name it is."""
    form: int = 0
    """Tells the form of that cell: a name keeps off its borders."""
    fixed: bool = False
    """Placed by hand, so that it is moved a little at most."""
    look: LabelLook = PLAIN


class AreaNames:
    """All names of a map; lettering is set when first seen and kept."""

    def __init__(self, view: ViewedMap, faces: Faces, unit: float) -> None:
        self.view, self.faces, self.unit = view, faces, unit
        self._placed: dict[tuple[_Text, float], PlacedBlock] = {}
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
        view, unit = self.view, self.unit
        found: dict[str, _Text] = {}
        labelled: set[str] = set()
        for number, feature in enumerate(view.features):
            if feature.kind != LABEL or feature.geometry.get("type") != "Point":
                continue
            x, y, *_ = feature.geometry["coordinates"]
            cell = view.cells.get(feature.cell)
            rows = feature.properties.get("lines")
            text = feature.name or (
                " ".join(str(row) for row in rows) if isinstance(rows, list | tuple) else ""
            )
            if not text and cell is None:
                continue
            at = float(x), float(y)
            key = label_key(feature, number)
            look = label_look(feature.properties, view.look)
            own = text and look != PLAIN and (cell is None or text != cell.name)
            if cell is not None and feature.cell not in labelled and not own:
                labelled.add(feature.cell)
                found[key] = self._of_cell(cell, at, text, fixed=True)
            elif text:
                words = CellWords(text, "map-place-italic")
                found[key] = _Text(words, at, unit * 400, look=look)
        for cell in view.cells.values():
            if cell.id in self.faces.faces and cell.id not in labelled:
                found[f"cell {cell.id}"] = self._of_cell(cell, cell.anchor, "")
        return found

    def _of_cell(
        self, cell: Cell, at: tuple[float, float], text: str, *, fixed: bool = False
    ) -> _Text:
        face = self.faces.faces.get(cell.id)
        return _Text(
            words_of(self.view, cell, text if text != cell.name else ""),
            at,
            face.box.width() * 0.9 if face else self.unit * 200,
            cell=cell.id if face else "",
            form=face.mark if face else 0,
            fixed=fixed,
        )

    def _block(self, text: _Text, grown: float) -> PlacedBlock:
        key = (text, grown)
        if key not in self._placed:
            size = LETTERS * self.unit * grown
            tries = [
                text.words.block(rows, size * by, self.unit)
                for by in _SHRINK
                for rows in breaks(text.words.name)
            ]
            self._placed[key] = self._settled(text, tries)
        return self._placed[key]

    def _settled(self, text: _Text, tries: list[LabelBlock]) -> PlacedBlock:
        """The largest block that keeps off the borders of its cell; else what crosses least."""
        face = self.faces.faces.get(text.cell)
        if face is None:
            block = next((one for one in tries if one.extent()[0] <= text.room), tries[-1])
            return PlacedBlock(block, QPointF(*text.at))
        for block in tries:
            for at in _places(block, text, face):
                if face.polygon.contains(_form(block, at)):
                    return PlacedBlock(block, QPointF(*at))
        crossed = [
            (face.polygon.intersection(form).area / form.area, -number)
            for number, form in enumerate(_form(block, text.at) for block in tries)
        ]
        return PlacedBlock(tries[-max(crossed)[1]], QPointF(*text.at))

    def _reach(self, text: _Text, grown: float = STEPS[-1]) -> QRectF:
        """The most that a name may fill up to a growth, by a guess that sets no letters."""
        letter = LETTERS * self.unit * grown
        if text.look != PLAIN:
            return own_name(text.words.name, text.look, text.at, grown, self.unit).reach
        width, height = (len(text.words.name) * 0.34 + 3) * letter, 2.2 * letter
        box = QRectF(text.at[0] - width, text.at[1] - height, 2 * width, 2 * height)
        face = self.faces.faces.get(text.cell)
        return box.united(face.box) if face is not None else box

    def box(self, key: str, fine: float) -> QRectF:
        """What the words of a label fill at a zoom; nothing where they are not written."""
        text = self._texts.get(key)
        if text is None or fine < _NAMED:
            return QRectF()
        grown = growth(fine)
        if text.look != PLAIN:
            return own_name(text.words.name, text.look, text.at, grown, self.unit).box
        return self._block(text, grown).filled

    def paint(
        self, painter: QPainter, theme: MapTheme, fine: float, seen: QRectF, patience: Patience
    ) -> None:
        """Write the names that lie in *seen*; they grow against the zoom in steps.

        Raises OutOfTime.
        """
        if fine < _NAMED:
            return
        grown = growth(fine)
        for text in self._texts.values():
            if not self._reach(text, grown).intersects(seen):
                continue
            if text.look != PLAIN:
                own = own_name(text.words.name, text.look, text.at, grown, self.unit)
                own.paint(painter, theme)
                continue
            known = (text, grown) in self._placed
            placed = self._block(text, grown)
            if placed.filled.intersects(seen):
                for _ in placed.made_by_steps():
                    patience.made()
                placed.paint(painter, theme)
            if not known:
                patience.made()


def _places(block: LabelBlock, text: _Text, face: FaceArt) -> Iterator[tuple[float, float]]:
    """Where the middle of a block may stand: at its place, beside it, in the heart of the cell."""
    x, y = text.at
    width, height = block.extent()
    for dx, dy in _ASIDE:
        yield x + dx * width, y + dy * height
    if not text.fixed:
        heart = face.polygon.representative_point()
        yield heart.x, heart.y


def _form(block: LabelBlock, at: tuple[float, float]) -> shapely.Polygon:
    """What the letters of a block fill; its halo may lie on a border."""
    width, high = block.extent()
    half, height = width / 2 - block.size * 0.1, high / 2 - block.size * 0.08
    return shapely.box(at[0] - half, at[1] - height, at[0] + half, at[1] + height)
