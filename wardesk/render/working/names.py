"""Names of cells, labels and zones on a sheet of hexes or squares, kept off the numbers."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPainterPathStroker, QTransform

from wardesk.drawing.commands.features import LABEL, ZONE
from wardesk.model.board import Cell, Feature
from wardesk.render.label_block import short_name
from wardesk.render.lettering import text_path
from wardesk.render.shapes import pen
from wardesk.render.theme import MapTheme
from wardesk.render.working.frame import Pair

SIZE = 27.0
"""Height of letters in drawing units, close up."""
STEPS = (1.0, 1.25, 1.6, 2.0, 2.4)
"""How much names grow against the zoom."""
_LEAST_PX = 11.0


@dataclass(frozen=True)
class Name:
    """One text and where it stands, drawing units; *italic* for labels of no cell."""

    text: str
    at: Pair
    italic: bool = False
    points: int = 0

    @cached_property
    def letters(self) -> QPainterPath:
        """The outlines of its letters around (0, 0) at the full size."""
        return lettering(self.text, self.italic)

    def reach(self, grown: float = STEPS[-1]) -> QRectF:
        """The most that it may fill up to this growth, by a guess that needs no letters."""
        x, y = self.at
        half = (len(self.text) * SIZE * 0.5 + 8) * grown + 80
        tall = 90 + 34 * grown
        return QRectF(x - half, y - tall, 2 * half, 2 * tall)

    def shifted(self, down: float) -> Name:
        """The same name a little lower, or higher."""
        return Name(self.text, (self.at[0], self.at[1] + down), self.italic, self.points)

    def box(self, growth: float) -> QRectF:
        """What it fills when grown."""
        box = self.letters.boundingRect().adjusted(-36 if self.points else -5, -4, 5, 4)
        x, y = self.at
        return QTransform().translate(x, y).scale(growth, growth).mapRect(box)


@lru_cache(maxsize=2048)
def lettering(text: str, italic: bool) -> QPainterPath:
    """Letters of a place or, slanted, of a thing."""
    role = "map-place-italic" if italic else "map-place"
    return text_path(text, role, SIZE, tracking=0.02)


@lru_cache(maxsize=4096)
def halo(text: str, italic: bool, wide: float) -> QPainterPath:
    """The rim of letters as an area: filling is far cheaper than stroking time and again."""
    stroker = QPainterPathStroker(pen(QColor("black"), wide))
    found = stroker.createStroke(lettering(text, italic))
    found.setFillRule(Qt.FillRule.WindingFill)
    return found


def cell_name(cell: Cell, at: Pair) -> Name | None:
    """The name written below the middle of a cell, if it has one of its own."""
    if not cell.name or cell.name == cell.id:
        return None
    worth = cell.properties.get("victory_points", 0)
    points = int(worth) if isinstance(worth, int | float) and worth > 0 else 0
    return Name(short_name(cell), (at[0], at[1] + 52), points=points)


def label_name(feature: Feature, unit: float) -> Name | None:
    """A drawn label, if it says something."""
    if feature.kind != LABEL or feature.geometry.get("type") != "Point" or not feature.name:
        return None
    x, y, *_ = feature.geometry["coordinates"]
    return Name(feature.name, (float(x) / unit, float(y) / unit), italic=not feature.cell)


def growth(fine: float) -> float:
    """How much larger names are than on paper, so that they can still be read from afar.

    In steps: how names stand is worked out for each of them once.
    """
    wanted = _LEAST_PX * 100 / (SIZE * max(fine, 1e-6))
    return next((step for step in STEPS if step >= wanted - 1e-9), STEPS[-1])


def paint_name(painter: QPainter, name: Name, theme: MapTheme, fine: float) -> None:
    """Letters with a halo, and a disc with the victory points before them."""
    grown = growth(fine)
    painter.save()
    painter.translate(*name.at)
    painter.scale(grown, grown)
    letters = name.letters
    for wide, alpha in ((8.0, 0.45), (4.4, 0.94)):
        painter.fillPath(halo(name.text, name.italic, wide), theme.colour("label.halo", alpha))
    painter.fillPath(letters, theme.colour("label.ink"))
    if name.points:
        disc = QPointF(letters.boundingRect().left() - 18, 0)
        painter.setPen(pen(theme.colour("label.halo"), 2.6))
        painter.setBrush(theme.colour("label.disc"))
        painter.drawEllipse(disc, 12.5, 12.5)
        digits = text_path(str(name.points), "map-number", 19, (disc.x(), disc.y()))
        painter.fillPath(digits, theme.colour("label.digit"))
    painter.restore()


@dataclass(frozen=True)
class Zone:
    """A named zone: its outline and where its name stands, drawing units."""

    name: str
    outline: QPainterPath
    at: Pair

    def reach(self) -> QRectF:
        """The most that it may fill at any zoom."""
        name = Name(self.name, self.at, italic=True)
        return self.outline.boundingRect().adjusted(-20, -20, 20, 20).united(name.reach())


def zones_of(
    features: Iterable[Feature],
    known: Container[str],
    unit: float,
    cell_path: Callable[[str], QPainterPath],
) -> Iterator[Zone]:
    """Every zone among features; boxes off the map too. *cell_path* gives drawing units.

    Cells that are not among the *known* ones are passed over.
    """
    for feature in features:
        if feature.kind != ZONE:
            continue
        outline = QPainterPath()
        outline.setFillRule(Qt.FillRule.WindingFill)
        if feature.geometry.get("type") == "Polygon":
            for ring in feature.geometry["coordinates"][:1]:
                points = [QPointF(float(x) / unit, float(y) / unit) for x, y, *_ in ring]
                outline.addPolygon(points)
        cells = QPainterPath()
        for cell in feature.properties.get("cells", ()):
            if cell in known:
                cells.addPath(cell_path(cell))
        if not cells.isEmpty():
            outline.addPath(cells.simplified())
        if outline.isEmpty():
            continue
        box = outline.boundingRect()
        yield Zone(feature.name, outline, (box.center().x(), box.top() + 24))


def paint_zone(painter: QPainter, zone: Zone, theme: MapTheme, fine: float) -> None:
    """A faint tint inside a broken line, and the name at the top."""
    ink = theme.colour("border.post", 0.85)
    painter.fillPath(zone.outline, theme.colour("border.post", 0.10))
    line = pen(ink, max(3.2, 150 / fine), cap=Qt.PenCapStyle.FlatCap)
    line.setDashPattern([4.0, 2.0])
    painter.strokePath(zone.outline, line)
    paint_name(painter, Name(zone.name, zone.at, italic=True), theme, fine)
