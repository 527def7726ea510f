"""Buildings and fortifications: concrete with berm and shadow, cupolas, huts, trenches, exits."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import shapely
import shapely.affinity
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from wardesk.render.map.drawn_text import clipped
from wardesk.render.map.printed_sheet import PrintedSheet
from wardesk.render.shapes import (
    chaikin,
    lines,
    of_kind,
    path_of,
    path_through,
    pen,
    points,
    polygons,
    stations,
)
from wardesk.render.theme import MapTheme

_CONCRETE = ("work_footprint", "bunker", "building")


Hut = tuple[QPainterPath, QPainterPath, QPainterPath, QPainterPath]


@dataclass
class ConcreteBlock:
    """A concrete block: what it stands on, its outline, its roof."""

    berm: QPainterPath
    shadow: QPainterPath
    outline: QPainterPath
    roof: QPainterPath


@dataclass
class Works:
    """Colourless geometry of everything built."""

    blocks: list[ConcreteBlock] = field(default_factory=list)
    cupolas: list[tuple[QPointF, float, bool]] = field(default_factory=list)
    """Middle, radius, and whether it is a dummy."""
    huts: list[Hut] = field(default_factory=list)
    """Shadow, outline, lit half, ridge."""
    trenches: list[tuple[QPainterPath, QPainterPath, QPainterPath]] = field(default_factory=list)
    """Parapet, trench, traverses."""
    exits: list[QPainterPath] = field(default_factory=list)
    guns: list[QPointF] = field(default_factory=list)
    marks: QPainterPath = field(default_factory=QPainterPath)
    """Outlines of features of kinds that nobody here knows."""


KNOWN = frozenset(
    {
        *_CONCRETE,
        "cupola",
        "dummy_cupola",
        "hut",
        "house",
        "trench",
        "exit",
        "mg_position",
        "mg_arc",
        "label",
        "landing_zone",
        "corner_post",
        "canal",
        "wet_ditch",
        "river",
        "lake",
        "water",
        "dry_ditch",
        "ditch",
        "cliff_edge",
        "slope_hint",
        "contour",
        "ditch_wall_closed",
        "ditch_wall_gated",
        "counterscarp",
        "outer_wall",
        "wall",
        "wood",
        "forest",
        "tree_line",
        "hedge",
        "trees",
        "tree",
        "road",
        "path",
        "track",
    }
)
"""Feature kinds with a drawing of their own, or (arcs, zones) that only overlays draw."""


def build_works(sheet: PrintedSheet) -> Works:
    """Work out everything built once."""
    made, unit = Works(), sheet.unit
    for _, form in of_kind(sheet.board, *_CONCRETE):
        made.blocks += [_block(area, unit) for area in polygons(form)]
    for feature, form in of_kind(sheet.board, "cupola", "dummy_cupola"):
        for area in polygons(form):
            radius = math.sqrt(area.area / math.pi)
            middle = QPointF(area.centroid.x, area.centroid.y)
            made.cupolas.append((middle, radius, feature.kind == "dummy_cupola"))
    for _, form in of_kind(sheet.board, "hut", "house"):
        made.huts += [_hut(area, unit) for area in polygons(form)]
    for _, form in of_kind(sheet.board, "trench"):
        made.trenches.append(_trench(form, unit))
    for feature, form in of_kind(sheet.board, "exit"):
        bearing = float(feature.properties.get("bearing", 0.0))
        made.exits += [exit_path(at, bearing, unit) for at in points(form)]
    for _, form in of_kind(sheet.board, "mg_position"):
        made.guns += [QPointF(*at) for at in points(form)]
    made.marks = _plain_marks(sheet)
    return made


def _plain_marks(sheet: PrintedSheet) -> QPainterPath:
    """Outlines of features that nobody here knows: drawn plainly rather than lost."""
    path = QPainterPath()
    for kind in dict.fromkeys(one.kind for one in sheet.board.features if one.kind not in KNOWN):
        for _, form in of_kind(sheet.board, kind):
            path.addPath(path_of(form.buffer(sheet.unit * 4) if _thin(form) else form))
    return path


def _thin(form: BaseGeometry) -> bool:
    return not polygons(form) and not lines(form)


def _swept(area: BaseGeometry, dx: float, dy: float) -> BaseGeometry:
    """The shadow of a body: its outline drawn along one direction."""
    steps = [shapely.affinity.translate(area, dx * k / 4, dy * k / 4) for k in range(5)]
    return shapely.union_all(steps)


def _block(area: Polygon, unit: float) -> ConcreteBlock:
    body = area.buffer(-unit * 1.5, join_style="mitre").buffer(unit * 1.5, quad_segs=2)
    body = body if not body.is_empty else area
    berm = chaikin(area.convex_hull.buffer(unit * 17), 1)
    return ConcreteBlock(
        path_of(berm),
        path_of(_swept(body, unit * 9, unit * 10)),
        path_of(body),
        path_of(area.buffer(-unit * 6, join_style="mitre")),
    )


def _hut(area: Polygon, unit: float) -> Hut:
    box = area.minimum_rotated_rectangle
    run = list(box.exterior.coords)[:4] if isinstance(box, Polygon) else []
    if math.dist(run[0], run[1]) < math.dist(run[1], run[2]):
        run = run[1:] + run[:1]
    a, b, c, d = run  # a-b and c-d are the long sides
    e, f = ((a[0] + d[0]) / 2, (a[1] + d[1]) / 2), ((b[0] + c[0]) / 2, (b[1] + c[1]) / 2)
    lit = [a, b, f, e] if a[0] + a[1] + b[0] + b[1] < c[0] + c[1] + d[0] + d[1] else [e, f, c, d]
    return (
        path_of(_swept(area, unit * 7, unit * 8)),
        path_of(area),
        path_through(lit, True),
        path_through([e, f]),
    )


def _trench(form: BaseGeometry, unit: float) -> tuple[QPainterPath, QPainterPath, QPainterPath]:
    ticks = QPainterPath()
    for line in lines(form.buffer(unit * 4)):
        for (x, y), (dx, dy) in stations(line, unit * 10):
            ticks.moveTo(x, y)
            ticks.lineTo(x + dy * unit * 6, y - dx * unit * 6)
            ticks.moveTo(x, y)
            ticks.lineTo(x - dy * unit * 6, y + dx * unit * 6)
    return path_of(form.buffer(unit * 7)), path_of(form), ticks


def exit_path(at: tuple[float, float], bearing: float, unit: float) -> QPainterPath:
    """An arrow head pointing out of the door; bearing in degrees from north, clockwise."""
    turn = math.radians(bearing)
    ux, uy = math.sin(turn), -math.cos(turn)
    x, y = at
    return path_through(
        [
            (x + ux * unit * 15, y + uy * unit * 15),
            (x - uy * unit * 9 - ux * unit * 3, y + ux * unit * 9 - uy * unit * 3),
            (x + ux * unit * 1.5, y + uy * unit * 1.5),
            (x + uy * unit * 9 - ux * unit * 3, y - ux * unit * 9 - uy * unit * 3),
        ],
        True,
    )


def paint_works(
    painter: QPainter, made: Works, theme: MapTheme, unit: float, fine: float, seen: QRectF
) -> None:
    """Berms, shadows, bodies, roofs and what stands on them."""
    least, pad = 100 * unit / fine, unit * 20
    near = seen.adjusted(-pad, -pad, pad, pad)
    soft = theme.colour("work.shadow", theme.number("work.shadow_alpha"))
    painter.strokePath(made.marks, pen(theme.colour("line.plain", 0.8), max(unit * 3, least)))
    blocks = [one for one in made.blocks if one.berm.boundingRect().intersects(near)]
    for block in blocks:
        painter.strokePath(block.berm, pen(theme.colour("work.berm", 0.35), unit * 9))
        painter.fillPath(block.berm, theme.colour("work.berm", 0.5))
    for parapet, trench, ticks in made.trenches:
        painter.fillPath(parapet.translated(unit * 3, unit * 4), soft)
        painter.fillPath(parapet, theme.colour("work.parapet"))
        painter.strokePath(ticks, pen(theme.colour("work.trench", 0.7), unit * 1.4))
        painter.fillPath(trench, theme.colour("work.trench"))
    for shadow, outline, lit, ridge in made.huts:
        painter.fillPath(shadow, soft)
        painter.fillPath(outline, theme.colour("work.hut"))
        painter.fillPath(lit, theme.colour("work.hut_light"))
        painter.strokePath(ridge, pen(theme.colour("work.hut_edge", 0.8), unit * 1.2))
        painter.strokePath(
            outline, pen(theme.colour("work.hut_edge"), max(unit * 1.6, least * 0.8))
        )
    for block in blocks:
        _paint_block(painter, block, theme, unit, least)
    for middle, radius, dummy in made.cupolas:
        if not near.contains(middle):
            continue
        (paint_dummy if dummy else paint_cupola)(painter, middle, radius, theme, unit)
    for gun in made.guns if fine >= 40 else ():
        painter.setPen(pen(theme.colour("work.light"), unit * 1.6))
        painter.setBrush(theme.colour("work.gun"))
        painter.drawEllipse(gun, unit * 3.6, unit * 3.6)
    for arrow in made.exits:
        painter.strokePath(arrow, pen(theme.colour("work.exit_edge"), unit * 4.4))
        painter.fillPath(arrow, theme.colour("work.exit"))


def _paint_block(
    painter: QPainter, block: ConcreteBlock, theme: MapTheme, unit: float, least: float
) -> None:
    soft = theme.colour("work.shadow", theme.number("work.shadow_alpha"))
    painter.fillPath(block.shadow, soft)
    painter.fillPath(block.outline, theme.colour("work.concrete"))
    with clipped(painter, block.outline):
        painter.strokePath(
            block.outline.translated(-unit * 1.6, -unit * 1.6),
            pen(theme.colour("work.dark"), unit * 6),
        )
        painter.strokePath(
            block.outline.translated(unit * 1.6, unit * 1.6),
            pen(theme.colour("work.light"), unit * 4),
        )
    painter.fillPath(block.roof, theme.colour("work.roof"))
    painter.strokePath(block.outline, pen(theme.colour("work.edge"), max(unit * 2.4, least)))


def paint_cupola(
    painter: QPainter, middle: QPointF, radius: float, theme: MapTheme, unit: float
) -> None:
    """A turret: concrete collar, steel dome, two slits."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("work.shadow", theme.number("work.shadow_alpha")))
    painter.drawEllipse(middle + QPointF(unit * 5, unit * 6), radius, radius)
    painter.setPen(pen(theme.colour("work.edge"), unit * 2.2))
    painter.setBrush(theme.colour("work.concrete"))
    painter.drawEllipse(middle, radius, radius)
    painter.setPen(pen(theme.colour("work.steel_dark"), unit * 2.6))
    painter.setBrush(theme.colour("work.steel"))
    painter.drawEllipse(middle, radius * 0.7, radius * 0.7)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("work.steel_light", 0.7))
    painter.drawEllipse(middle - QPointF(radius, radius) * 0.18, radius * 0.36, radius * 0.33)
    painter.setPen(pen(theme.colour("work.steel_dark"), unit * 2.2))
    for turn in (0.35, 0.62):  # two gun slits, side by side
        ray = QPointF(math.cos(turn), math.sin(turn))
        painter.drawLine(middle + ray * radius * 0.25, middle + ray * radius * 0.62)


def paint_dummy(
    painter: QPainter, middle: QPointF, radius: float, theme: MapTheme, unit: float
) -> None:
    """Sheet metal on posts: dashed, hollow, light."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("work.shadow", theme.number("work.shadow_alpha") * 0.6))
    painter.drawEllipse(middle + QPointF(unit * 4, unit * 5), radius, radius)
    rim = pen(theme.colour("work.dummy_edge"), unit * 2.4, cap=Qt.PenCapStyle.FlatCap)
    rim.setDashPattern([3.0, 1.8])
    painter.setPen(rim)
    painter.setBrush(theme.colour("work.dummy"))
    painter.drawEllipse(middle, radius, radius)
    painter.setPen(pen(theme.colour("work.dummy_edge", 0.8), unit * 1.6))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(middle, radius * 0.5, radius * 0.5)
