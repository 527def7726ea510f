"""Names on a map as lettering, and zones with theirs."""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPainterPathStroker, QTransform

from wardesk.drawing.commands.features import ZONE
from wardesk.drawing.layers import SETUP
from wardesk.model.board import Feature
from wardesk.render.kept import kept
from wardesk.render.lettering import cap_height, curve_path, text_path, text_width
from wardesk.render.map.drawn_text import is_drawing, write, write_along
from wardesk.render.map.label_style import PLAIN, ROLES, LabelLook, arc, own_colour, smooth
from wardesk.render.map.lattice.frame import Pair
from wardesk.render.map.signs import paint_sign
from wardesk.render.shapes import pen, saved
from wardesk.render.theme import MapTheme

SIZE, LARGE = 28.0, 34.0
"""Height of letters in drawing units, close up: of places, and of large ones."""
DISC = 12.0
"""Radius of the disc with the victory points at the size of a small place."""
_ZONE_NAMED = 8.0
"""Pixels per radius from which zones have their names: below, nobody could read them."""
_BELOW_TOP = 24.0
"""How far the middle of a zone's name lies below its upper edge."""
STEPS = (1.0, 1.3, 1.7, 2.2)
"""How much names grow against the zoom."""
_WHOLE = 46.0
"""Pixels per radius from which names have the size they have on paper."""
_TRACKING, _LEADING = 0.02, 1.05
_PLAIN = "map-place"
RIM = 34.0
"""Width of the soft rim of letters, in hundredths of their height."""
_DISC_ROOM = 2.7 * DISC
"""What the disc takes beside the words at the size of a small place."""
_SIGN = 2.0
"""Edge of a sign against the letters of its words."""


@dataclass(frozen=True)
class SheetName:
    """One name in its rows and where its middle stands, drawing units; *italic* for no cell's."""

    rows: tuple[str, ...]
    at: Pair
    grown: float = 1.0
    italic: bool = False
    points: int = 0
    large: bool = False
    look: LabelLook = PLAIN

    @property
    def text(self) -> str:
        """All of it in one line."""
        return " ".join(self.rows)

    @property
    def size(self) -> float:
        """Height of its letters."""
        scale = self.look.scale * self.look.style.scale
        return (LARGE if self.large else SIZE) * self.grown * scale

    @property
    def role(self) -> str:
        """What its letters are."""
        return ROLES.get(self.look.style.lettering, "map-place-italic" if self.italic else _PLAIN)

    @property
    def tracking(self) -> float:
        """Room between its letters, in their height."""
        return _TRACKING + self.look.style.spacing

    @cached_property
    def curve(self) -> list[Pair]:
        """What its letters follow around its place; empty where they stand in rows."""
        if self.look.curve:
            return smooth(self.look.curve)
        if abs(self.look.bend) < 1:
            return []
        return arc(text_width(self.text, self.role, self.size, self.tracking), self.look.bend)

    @cached_property
    def box(self) -> QRectF:
        """The room that is kept for it; tails of letters may hang out of it."""
        if self.curve:
            letters = along(self.text, self.role, self.size, self.tracking, tuple(self.curve))
            room = self.size * 0.25
            box = letters.boundingRect().adjusted(-room, -room, room, room)
            return QTransform().rotate(self.look.turn).mapRect(box).translated(*self.at)
        width, height = block_size(self)
        box = QRectF(-width / 2, self.lowered - height / 2, width, height)
        if self.look.sign:
            box = self.sign_box if self.look.bare else box.united(self.sign_box)
        if self.look.turn:
            box = QTransform().rotate(self.look.turn).mapRect(box)
        return box.translated(*self.at)

    @property
    def sign_box(self) -> QRectF:
        """The square of its sign around (0, 0)."""
        edge = _SIGN * SIZE * self.grown * (self.look.scale * self.look.style.scale) ** 0.5
        return QRectF(-edge / 2, -edge / 2, edge, edge)

    @property
    def lowered(self) -> float:
        """How far the middle of its words lies below its place, under the sign."""
        if not self.look.sign:
            return 0.0
        return self.sign_box.height() / 2 + block_size(self)[1] / 2 - self.size * 0.2

    @cached_property
    def filled(self) -> QRectF:
        """All that its letters, their halo and what stands with them may be painted on."""
        if self.curve or self.look.bare:
            return self.box
        letters = lettering(self.rows, self.role, self.tracking).boundingRect()
        rim = RIM * self.look.style.rim / 2
        by = self.size / 100
        move = QTransform().translate(*self.at).rotate(self.look.turn)
        move = move.translate(self.aside, self.lowered).scale(by, by)
        return self.box.united(move.mapRect(letters.adjusted(-rim, -rim, rim, rim)))

    @property
    def aside(self) -> float:
        """How far its words stand to the right, beside the disc."""
        return _DISC_ROOM * self.size / SIZE / 2 if self.points else 0.0

    def reach(self) -> QRectF:
        """What must be painted anew when it comes or goes."""
        return self.filled.adjusted(-12, -12, 12, 12)

    def shifted(self, down: float) -> SheetName:
        """The same name a little lower, or higher."""
        return replace(self, at=(self.at[0], self.at[1] + down))

    def moved_to(self, at: Pair) -> SheetName:
        """The same name elsewhere."""
        return replace(self, at=at)


def block_size(name: SheetName) -> tuple[float, float]:
    """Width and height of a name with its disc and its halo, drawing units."""
    role = name.role
    scale = name.size / SIZE
    width = max(text_width(row, role, name.size, name.tracking) for row in name.rows) + 8 * scale
    width += 2 * name.aside
    rows = (len(name.rows) - 1) * name.size * _LEADING
    return width, cap_height(role, name.size) * 1.75 + rows


@kept(2048)
def lettering(rows: tuple[str, ...], role: str, tracking: float) -> QPainterPath:
    """Letters around (0, 0), a hundred high."""
    path = QPainterPath()
    for number, row in enumerate(rows):
        y = (number - (len(rows) - 1) / 2) * 100 * _LEADING
        path.addPath(text_path(row, role, 100, (0, y), tracking=tracking))
    return path


@kept(4096)
def halo(rows: tuple[str, ...], role: str, tracking: float, width: float) -> QPainterPath:
    """The rim of letters as an area: filling is far cheaper than stroking time and again."""
    return _stroked(lettering(rows, role, tracking), width)


def _stroked(letters: QPainterPath, width: float) -> QPainterPath:
    found = QPainterPathStroker(pen(QColor("black"), width)).createStroke(letters)
    found.setFillRule(Qt.FillRule.WindingFill)
    return found


@kept(256)
def along(
    text: str, role: str, size: float, tracking: float, curve: tuple[Pair, ...]
) -> QPainterPath:
    """Letters one by one along a curve, from left to right."""
    return curve_path(text, role, size, list(curve), tracking)


@kept(512)
def _rim_along(
    text: str, role: str, size: float, tracking: float, curve: tuple[Pair, ...], width: float
) -> QPainterPath:
    return _stroked(along(text, role, size, tracking, curve), width)


def growth(fine: float) -> float:
    """How much larger names are than on paper, so that they can still be read from afar.

    In steps: where names stand is worked out for each of them once.
    """
    return next((step for step in STEPS if fine * step >= _WHOLE), STEPS[-1])


def paint_name(painter: QPainter, name: SheetName, theme: MapTheme) -> None:
    """Letters over a soft and a firm halo, and a disc with the victory points before them."""
    scale = name.size / SIZE
    own = name.look.ink or name.look.style.ink
    ink = theme.own(own) if own else theme.colour("label.ink")
    painter.save()
    painter.translate(*name.at)
    painter.rotate(name.look.turn)
    if name.look.sign:
        paint_sign(painter, name.look.sign, name.sign_box, ink, theme)
    if name.look.bare:
        painter.restore()
        return
    if name.curve:
        _paint_along(painter, name, theme, ink)
        painter.restore()
        return
    painter.translate(name.aside, name.lowered)
    painter.scale(name.size / 100, name.size / 100)
    role, tracking = name.role, name.tracking
    rims = _rims(name, theme)
    if is_drawing(painter):
        width, rim = rims[-1] if rims else (0.0, None)  # the rims of the text, which go with it
        soft = (rims[0][1], rims[0][0] / 2) if rims else None
        for number, row in enumerate(name.rows):
            y = (number - (len(name.rows) - 1) / 2) * 100 * _LEADING
            with saved(painter):
                painter.translate(0, y)
                write(painter, row, role, 100.0, ink, tracking=tracking,
                      rim=rim, rim_width=width / 2, soft=soft)  # fmt: skip
    else:
        for width, rim in rims:
            painter.fillPath(halo(name.rows, role, tracking, width), rim)
        painter.fillPath(lettering(name.rows, role, tracking), ink)
    painter.restore()
    if name.points:
        at = QPointF(name.box.left() + name.aside * 0.9, name.at[1])
        painter.setPen(pen(theme.colour("label.halo"), 3.2 * scale))
        painter.setBrush(theme.colour("label.disc"))
        painter.drawEllipse(at, DISC * scale, DISC * scale)
        digits = text_path(str(name.points), "map-number", 18 * scale, (at.x(), at.y()))
        painter.fillPath(digits, theme.colour("label.digit"))


def _rims(name: SheetName, theme: MapTheme) -> list[tuple[float, QColor]]:
    """Width in hundredths of the letters, and ink of each rim, the soft one first."""
    own, by = name.look.style.halo, name.look.style.rim
    rims = ((RIM * by, 0.45), (19.0 * by, 0.95)) if by else ()
    return [
        (width, theme.own(own, alpha) if own else theme.colour("label.halo", alpha))
        for width, alpha in rims
    ]


def _paint_along(painter: QPainter, name: SheetName, theme: MapTheme, ink: QColor) -> None:
    """Letters that follow a curve."""
    told = (name.text, name.role, name.size, name.tracking, tuple(name.curve))
    for width, rim in _rims(name, theme):
        painter.fillPath(_rim_along(*told, width * name.size / 100), rim)
    if is_drawing(painter):
        write_along(painter, name.text, name.role, name.size, ink,
                    curve=name.curve, tracking=name.tracking)  # fmt: skip
    else:
        painter.fillPath(along(*told), ink)


def label_key(feature: Feature, number: int) -> str:
    """What a label, so manieth among the features, is called among the names of a sheet."""
    return f"label {feature.id or number}"


@dataclass(frozen=True)
class NamedZone:
    """A named zone: its outline and where its name stands, drawing units."""

    name: str
    outline: QPainterPath
    at: Pair
    colour: str = ""
    """Its own, ``#rrggbb``; empty for the theme's."""

    def reach(self) -> QRectF:
        """The most that it may fill at any zoom."""
        name = SheetName((self.name,), self.at, STEPS[-1], italic=True)
        return self.outline.boundingRect().adjusted(-20, -20, 20, 20).united(name.reach())


def printed_zones(features: Iterable[Feature]) -> list[Feature]:
    """The features without zones that no print shows: nameless ones, and set-up areas.

    A set-up area belongs to a scenario.
    """

    def shown(one: Feature) -> bool:
        return bool(one.name) and SETUP not in one.properties

    return [one for one in features if one.kind != ZONE or shown(one)]


def zones_of(
    features: Iterable[Feature],
    known: Container[str],
    unit: float,
    cell_path: Callable[[str], QPainterPath],
) -> Iterator[NamedZone]:
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
        middles: list[QPointF] = []
        for cell in feature.properties.get("cells", ()):
            if cell in known:
                path = cell_path(cell)
                cells.addPath(path)
                middles.append(path.boundingRect().center())
        if not cells.isEmpty():
            outline.addPath(cells.simplified())
        if outline.isEmpty():
            continue
        at = _zone_name_place(feature.name, outline, middles)
        yield NamedZone(feature.name, outline, at, own_colour(feature.properties))


def _zone_name_place(name: str, outline: QPainterPath, middles: Sequence[QPointF]) -> Pair:
    """At the top of a zone; where that lies outside of it, in the nearest cell with room for it."""
    box = outline.boundingRect()
    usual = QPointF(box.center().x(), box.top() + _BELOW_TOP)
    if not middles or outline.contains(SheetName((name,), usual.toTuple(), italic=True).box):
        return usual.toTuple()

    def worth(middle: QPointF) -> tuple[int, bool, float]:
        sizes = (SheetName((name,), middle.toTuple(), step, italic=True).box for step in STEPS)
        way = middle - usual
        room = sum(map(outline.contains, sizes))
        return -room, not outline.contains(middle), math.hypot(way.x(), way.y())

    return min(middles, key=worth).toTuple()


def paint_zone(painter: QPainter, zone: NamedZone, theme: MapTheme, fine: float) -> None:
    """A faint tint inside a broken line, and the name at the top."""
    own = zone.colour
    ink = theme.own(own, 0.85) if own else theme.colour("border.post", 0.85)
    tint = theme.own(own, 0.18) if own else theme.colour("border.post", 0.10)
    painter.fillPath(zone.outline, tint)
    line = pen(ink, max(3.2, 150 / fine), cap=Qt.PenCapStyle.FlatCap)
    line.setDashPattern([4.0, 2.0])
    painter.strokePath(zone.outline, line)
    if zone.name and fine >= _ZONE_NAMED:
        paint_name(painter, SheetName((zone.name,), zone.at, growth(fine), italic=True), theme)
