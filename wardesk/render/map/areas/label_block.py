"""A cell's name as set type: rows, victory point disc, divisor plate, and its printing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import shapely
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from wardesk.model.board import Cell
from wardesk.model.map_look import PLAIN_STYLE, NameStyle
from wardesk.render.lettering import cap_height, rounded, text_path, text_width
from wardesk.render.map.drawn_text import is_drawing, put
from wardesk.render.map.label_style import GREAT, ROLES, place_look
from wardesk.render.map.view import ViewedMap
from wardesk.render.shapes import path_of, pen
from wardesk.render.theme import MapTheme

LETTERS = 26.0
"""Size of names in drawing units."""

FIGURE = 0.86
"""Size of the figures beside a name, in sizes of its letters: as legible as these."""

_LEADING, _GAP, _TRACKING = 1.06, 7.0, 0.02
_SOFT, _FIRM = 0.16, 0.09
"""How wide the two rims are, in sizes of the letters."""
_BUILT = frozenset({"work", "building", "trench"})
"""Arts whose names stand upright; the names of open country lean."""


def short_name(cell: Cell) -> str:
    """What is printed: the property ``label`` if the map has one, else the name up to a remark."""
    if label := cell.properties.get("label"):
        return str(label)
    return re.split(r"\s*(?:\(|=|/|\[|;)", cell.name, maxsplit=1)[0].strip() or cell.id


def breaks(name: str) -> Iterator[tuple[str, ...]]:
    """The name in one line, then in the evenest two and three; ``|`` forces a break."""
    if "|" in name:
        yield tuple(part.strip() for part in name.split("|"))
        return
    yield (name,)
    words = re.sub(r"\s+(?=\S{1,3}(?:\s|$))", "\u00a0", name).split(" ")  # no lone "6"
    for count in (2, 3):
        if len(words) >= count:
            yield _even(words, count)


def _even(words: list[str], count: int) -> tuple[str, ...]:
    """Words in *count* lines with the shortest longest line."""
    if count == 1:
        return (" ".join(words),)
    options = (
        (" ".join(words[:cut]), *_even(words[cut:], count - 1))
        for cut in range(1, len(words) - count + 2)
    )
    return min(options, key=lambda rows: max(len(row) for row in rows))


@dataclass(frozen=True)
class LabelBlock:
    """A name ready to print around (0, 0): board units, for one growth step."""

    rows: tuple[str, ...]
    role: str
    size: float
    points: int
    divisor: int
    unit: float
    least: float = 0.0
    """The least size of its figures, which do not shrink with the name."""
    style: NameStyle = PLAIN_STYLE
    """How names of its class are lettered; role, size and rows follow it already."""

    @property
    def tracking(self) -> float:
        """Room between its letters, in their height."""
        return _TRACKING + self.style.spacing

    @property
    def figure(self) -> float:
        """Size of the figures in disc and plate."""
        return max(self.size * FIGURE, self.least)

    @property
    def disc(self) -> float:
        """Radius of the victory point disc, 0 without one."""
        return self.figure * 0.6 if self.points else 0.0

    @property
    def text_width(self) -> float:
        """Width of the widest row."""
        return max(text_width(row, self.role, self.size, self.tracking) for row in self.rows)

    @property
    def plate(self) -> float:
        """Width of the divisor's plate, 0 without one."""
        return self.figure * 1.32 if self.divisor > 1 else 0.0

    @property
    def gap(self) -> float:
        """Space between name, disc and plate."""
        return self.size * _GAP / LETTERS

    def extent(self) -> tuple[float, float]:
        """Width and height of everything, halo included."""
        width = self.text_width
        width += (self.disc * 2 + self.gap) if self.points else 0.0
        width += (self.plate + self.gap) if self.plate else 0.0
        height = max(self.size * _LEADING * len(self.rows), self.disc * 2.2)
        return width + self.size * 0.2, height + self.size * 0.16


@dataclass(frozen=True)
class CellWords:
    """What is written in a cell of an area map, while it is drawn and in print."""

    name: str
    role: str
    points: int = 0
    divisor: int = 1
    style: NameStyle = PLAIN_STYLE

    def block(
        self, rows: tuple[str, ...], size: float, unit: float, least: float = 0.0
    ) -> LabelBlock:
        """Set in these rows; *size*: of the letters, *unit*: of the drawing, both in map units.

        *least*: of the figures.
        """
        size *= self.style.scale
        return LabelBlock(
            rows, self.role, size, self.points, self.divisor, unit, least, style=self.style
        )


def words_of(view: ViewedMap, cell: Cell, said: str = "") -> CellWords:
    """The words of a cell; *said*: what a label of it says instead of its name."""
    terrain = view.palette.terrain.get(cell.terrain)
    rules = {**(terrain.properties if terrain else {}), **cell.properties}
    art = terrain.art if terrain and terrain.art != "open" else cell.terrain
    role = "map-place" if art in _BUILT else "map-place-italic"
    told, divisor = rules.get("victory_points", 0), rules.get("divisor", 1)
    points = int(told) if isinstance(told, int | float) else 0
    style = place_look(view.look, large=points >= GREAT).style
    text = said or short_name(cell)
    return CellWords(
        text.upper() if style.capitals else text,
        ROLES.get(style.lettering, role),
        points,
        int(divisor) if isinstance(divisor, int | float) else 1,
        style,
    )


def box_at(block: LabelBlock, at: QPointF) -> QRectF:
    """The box of a block whose middle is *at*."""
    width, height = block.extent()
    return QRectF(at.x() - width / 2, at.y() - height / 2, width, height)


@dataclass(frozen=True)
class PlacedBlock:
    """A block at its place, with outlines ready to fill: filling is far cheaper than stroking."""

    block: LabelBlock
    at: QPointF

    @cached_property
    def box(self) -> QRectF:
        """The room that is kept for the lettering, board units; tails may hang out of it."""
        return box_at(self.block, self.at)

    @cached_property
    def filled(self) -> QRectF:
        """All that the letters and their halo may be painted on, board units."""
        rim = self.block.size * _SOFT * self.block.style.rim
        return self.box.united(self.letters.boundingRect().adjusted(-rim, -rim, rim, rim))

    @property
    def _left(self) -> float:
        return self.box.left() + self.block.size * 0.1

    @property
    def _start(self) -> float:
        block = self.block
        return self._left + ((block.disc * 2 + block.gap) if block.points else 0.0)

    def _lines(self) -> Iterator[tuple[str, tuple[float, float]]]:
        """Each row and the middle of its capitals."""
        block = self.block
        middle, leading = self._start + block.text_width / 2, block.size * _LEADING
        for number, row in enumerate(block.rows):
            yield row, (middle, self.at.y() + (number - (len(block.rows) - 1) / 2) * leading)

    @cached_property
    def letters(self) -> QPainterPath:
        """The letters at their place."""
        path, block = QPainterPath(), self.block
        for row, at in self._lines():
            path.addPath(text_path(row, block.role, block.size, at, tracking=block.tracking))
        return path

    @cached_property
    def _body(self) -> BaseGeometry:
        """The ground of the letters."""
        rings = [
            Polygon([(at.x(), at.y()) for at in ring.toList()])
            for ring in self.letters.toSubpathPolygons()
            if ring.size() > 3
        ]
        return shapely.union_all([ring.buffer(0) for ring in rings])

    @cached_property
    def _wide(self) -> QPainterPath:
        """A soft rim around the letters."""
        return self._rim(_SOFT)

    @cached_property
    def _narrow(self) -> QPainterPath:
        """A hard rim."""
        return self._rim(_FIRM)

    def _rim(self, share: float) -> QPainterPath:
        width = self.block.size * share * self.block.style.rim
        return path_of(self._body.buffer(width, quad_segs=3)) if width else QPainterPath()

    def made_by_steps(self) -> Iterator[None]:
        """Make what painting takes and keeps, a part at a time; nothing once all is there."""
        for part in ("letters", "_body", "_wide", "_narrow"):
            if part not in vars(self):
                getattr(self, part)
                yield

    def paint(self, painter: QPainter, theme: MapTheme) -> None:
        """Halo, letters, disc of victory points, plate of the divisor."""
        block, y = self.block, self.at.y()
        style = block.style
        ink = theme.own(style.ink) if style.ink else theme.colour("label.ink")
        soft, firm = (
            theme.own(style.halo, alpha) if style.halo else theme.colour("label.halo", alpha)
            for alpha in (0.42, 0.94)
        )
        if is_drawing(painter):
            wide, wider = (block.size * by * style.rim for by in (_FIRM, _SOFT))
            for row, at in self._lines():
                put(painter, row, at, block.size, ink, role=block.role, tracking=block.tracking,
                    rim=firm if wide else None, rim_width=wide, soft=(soft, wider))  # fmt: skip
        else:
            painter.fillPath(self._wide, soft)
            painter.fillPath(self._narrow, firm)
            painter.fillPath(self.letters, ink)
        if block.points:
            disc = QPointF(self._left + block.disc, y)
            painter.setPen(pen(theme.colour("label.halo"), block.size * 0.1))
            painter.setBrush(theme.colour("label.disc"))
            painter.drawEllipse(disc, block.disc, block.disc)
            digit = theme.colour("label.digit")
            put(
                painter,
                str(block.points),
                (disc.x(), y),
                block.figure,
                digit,
                role="map-number",
            )
        if block.plate:
            self._paint_plate(painter, theme)

    def _paint_plate(self, painter: QPainter, theme: MapTheme) -> None:
        block, size = self.block, self.block.figure
        high = cap_height("map-number", size) * 1.5
        left = self._start + block.text_width + block.gap
        plate = QRectF(left, self.at.y() - high / 2, block.plate, high)
        outline = rounded(plate, high * 0.22)
        painter.fillPath(outline, theme.colour("label.cover"))
        painter.strokePath(outline, pen(theme.colour("label.cover_edge"), block.size * 0.055))
        at = (plate.center().x(), plate.center().y())
        put(painter, f"÷{block.divisor}", at, size, theme.colour("label.note"), role="map-number")
