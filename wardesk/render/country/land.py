"""Shapes of an operational map as paths, without colour: made once, from a seed of its own."""

from __future__ import annotations

import math
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import shapely
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QPolygonF
from shapely import Polygon

from wardesk.campaign.operation.atlas import Point, Shape
from wardesk.render.shapes import Chunks, Ellipses, Grid, Runs
from wardesk.services.campaign.base_map import BaseMap

MARGIN = 190.0
"""Units (1.9 km) of paper around the land, for the frame and its degrees."""
_CHUNK = 900.0
_PARCEL = 150.0
_CELL = 45.0
_PITCH = 25.0


def smooth(points: Sequence[Point], close: bool = False) -> QPainterPath:
    """A curve through all points (Catmull and Rom)."""
    run = list(points)
    if close and run[0] == run[-1]:
        run = run[:-1]
    path = QPainterPath(QPointF(*run[0]))
    count = len(run)
    for k in range(count if close else count - 1):
        if close:
            a, b, c, d = (run[(k + i) % count] for i in (-1, 0, 1, 2))
        else:
            a, b, c, d = run[max(0, k - 1)], run[k], run[k + 1], run[min(count - 1, k + 2)]
        path.cubicTo(
            b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6,
            c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6,
            c[0], c[1],
        )  # fmt: skip
    if close:
        path.closeSubpath()
    return path


def chance_of(name: str) -> np.random.Generator:
    """Chance that is the same every time for one thing of the map."""
    return np.random.default_rng(zlib.crc32(name.encode()))


@dataclass(frozen=True)
class CountryLine:
    """One line with its class; *rank* 1 is the most important road, or the width of a water."""

    name: str
    rank: int
    path: QPainterPath
    points: tuple[Point, ...]

    @cached_property
    def box(self) -> QRectF:
        """What it spans."""
        return self.path.boundingRect()


@dataclass(frozen=True)
class Woodland:
    """A wood or heath: wobbling outline, and what grows in it."""

    name: str
    polygon: Polygon
    path: QPainterPath
    box: QRectF
    middle: Point
    wooded: bool

    @cached_property
    def growth(self) -> tuple[Ellipses, ...]:
        """Crowns and their lights, or tufts; they grow when somebody first sees them."""
        return _trees(self) if self.wooded else _tufts(self)


@dataclass(frozen=True)
class Town:
    """A place: its ground, its houses, and its rank (1 to 3)."""

    name: str
    rank: int
    at: Point
    ring: tuple[Point, ...]
    """Corners of its ground."""
    ground: QPainterPath

    @cached_property
    def houses(self) -> QPainterPath:
        """Its houses; built when somebody first comes so close that he sees them."""
        return _houses(self)


@dataclass
class Land:
    """Everything on the ground of an operational map; see `build_land`."""

    facts: BaseMap
    rect: QRectF
    """The whole paper."""
    inside: QRectF
    """The land within its frame."""
    waters: list[CountryLine] = field(default_factory=list[CountryLine])
    roads: list[CountryLine] = field(default_factory=list[CountryLine])
    rails: list[CountryLine] = field(default_factory=list[CountryLine])
    routes: list[CountryLine] = field(default_factory=list[CountryLine])
    spurs: list[CountryLine] = field(default_factory=list[CountryLine])
    borders: list[CountryLine] = field(default_factory=list[CountryLine])
    limits: list[CountryLine] = field(default_factory=list[CountryLine])
    woods: list[Woodland] = field(default_factory=list[Woodland])
    heaths: list[Woodland] = field(default_factory=list[Woodland])
    towns: list[Town] = field(default_factory=list[Town])
    parcels: list[Chunks] = field(default_factory=list[Chunks])
    shade: Grid = field(default_factory=lambda: np.zeros((1, 1)))
    """Light (below 0) and shadow (above), by cell."""
    height: Grid = field(default_factory=lambda: np.zeros((1, 1)))
    """0 (low) to 1 (high), by cell."""
    mottle: Grid = field(default_factory=lambda: np.zeros((1, 1)))
    relief_box: QRectF = field(default_factory=QRectF)


def build_land(facts: BaseMap) -> Land:
    """Work out the whole land. Takes a good part of a second; safe in any thread."""
    width, height = facts.size
    inside = QRectF(0, 0, width, height)
    land = Land(facts, inside.adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN), inside)
    for shape in facts.land:
        line = CountryLine(shape.name, _rank(shape), smooth(shape.points), shape.points) \
            if shape.form == "line" else None  # fmt: skip
        if line is not None:
            _sort(land, shape.kind, line)
    land.waters.sort(key=lambda one: one.rank)
    land.roads.sort(key=lambda one: -one.rank)
    land.woods = [_area(shape, 34.0, wooded=True) for shape in facts.of_kind("wood")]
    land.heaths = [_area(shape, 26.0, wooded=False) for shape in facts.of_kind("heath")]
    rows = sorted(facts.of_kind("town"), key=lambda shape: shape.rank or 3)
    land.towns = [_town(shape) for shape in rows]
    land.parcels = _parcels(inside)
    _relief(land)
    return land


def _rank(shape: Shape) -> int:
    width = shape.facts.get("width_class")
    return int(width) if isinstance(width, int) else shape.rank or 2


def _sort(land: Land, kind: str, line: CountryLine) -> None:
    target = {
        "river": land.waters, "canal": land.waters, "stream": land.waters, "road": land.roads,
        "railway": land.rails, "route": land.routes, "spur": land.spurs, "detour": land.spurs,
        "border": land.borders, "limit": land.limits,
    }.get(kind)  # fmt: skip
    if target is not None:
        target.append(line)


# ---- woods, heaths, towns -----------------------------------------------------------------------


def _wobbled(shape: Shape, reach: float) -> Polygon:
    """The outline with small irregularities, so that no straight edge of the data shows."""
    chance = chance_of(shape.name)
    ring = shapely.segmentize(shapely.LinearRing(shape.points), 70.0)
    dense = np.array(ring.coords)[:-1]
    noise = chance.normal(0, 1, (len(dense), 2))
    for _ in range(2):
        noise = (np.roll(noise, 1, 0) + 2 * noise + np.roll(noise, -1, 0)) / 4
    made = Polygon(dense + noise * reach).buffer(0)
    if made.geom_type != "Polygon":
        made = max(shapely.get_parts(made), key=lambda part: part.area)
    return made


def _outline(polygon: Polygon) -> QPainterPath:
    return smooth([(float(x), float(y)) for x, y in polygon.exterior.coords], close=True)


def _scatter(polygon: Polygon, name: str, pitch: float) -> Grid:
    """Points on a jittered lattice inside an area."""
    left, top, right, bottom = polygon.bounds
    chance = chance_of(name + "trees")
    xs, ys = np.meshgrid(np.arange(left, right, pitch), np.arange(top, bottom, pitch * 0.87))
    at = np.stack([xs.ravel(), ys.ravel()], 1)
    at += chance.uniform(-0.45, 0.45, at.shape) * pitch
    return at[shapely.contains_xy(polygon, at[:, 0], at[:, 1])]


def _area(shape: Shape, wobble: float, *, wooded: bool) -> Woodland:
    polygon = _wobbled(shape, wobble)
    path, middle = _outline(polygon), polygon.representative_point()
    return Woodland(shape.name, polygon, path, path.boundingRect(), (middle.x, middle.y), wooded)


def _trees(area: Woodland) -> tuple[Ellipses, ...]:
    at = _scatter(area.polygon, area.name, _PITCH)
    if not len(at):
        return ()
    radii = chance_of(area.name + "size").uniform(9.0, 14.5, len(at))
    both = np.stack([radii, radii], 1)
    tops = Ellipses(_CHUNK, at, at - radii[:, None] * 0.24, both * 0.55)
    return Ellipses(_CHUNK, at, at, both), tops


def _tufts(area: Woodland) -> tuple[Ellipses, ...]:
    at = _scatter(area.polygon, area.name, 30.0)
    return (Ellipses(_CHUNK, at, at, np.full((len(at), 2), 3.4)),) if len(at) else ()


_GROUND = {1: 150.0, 2: 82.0, 3: 44.0}


def _town(shape: Shape) -> Town:
    """A blot of ground; its houses come later."""
    rank = shape.rank or 3
    size, at = _GROUND.get(rank, 44.0), shape.points[0]
    chance = chance_of(shape.name + "town")
    corners = 14 if rank == 1 else 10
    angles = np.linspace(0, 2 * np.pi, corners, endpoint=False)
    reach = size * chance.uniform(0.78, 1.08, corners)
    ring = [(at[0] + r * np.cos(a) * 1.1, at[1] + r * np.sin(a) * 0.92)
            for r, a in zip(reach, angles, strict=True)]  # fmt: skip
    corner = tuple((float(x), float(y)) for x, y in ring)
    return Town(shape.name, rank, at, corner, smooth(corner, close=True))


def _houses(town: Town) -> QPainterPath:
    """Houses on a jittered lattice, turned as one."""
    polygon, chance = Polygon(town.ring).buffer(0), chance_of(town.name + "town")
    chance.uniform(size=len(town.ring))  # these the ground has taken
    houses = QPainterPath()
    houses.setFillRule(Qt.FillRule.WindingFill)
    turn = float(chance.uniform(-0.5, 0.5))
    for x, y in _scatter(polygon, town.name + "houses", 15.0):
        if chance.uniform() < 0.22:
            continue
        width, height = chance.uniform(6.0, 10.5), chance.uniform(4.6, 7.0)
        angle = turn + (math.pi / 2 if chance.uniform() < 0.4 else 0) + chance.normal(0, 0.09)
        cos, sin = math.cos(angle), math.sin(angle)
        corner = [
            QPointF(x + cos * dx - sin * dy, y + sin * dx + cos * dy)
            for dx, dy in ((-width / 2, -height / 2), (width / 2, -height / 2),
                           (width / 2, height / 2), (-width / 2, height / 2))
        ]  # fmt: skip
        houses.addPolygon(QPolygonF(corner))
        houses.closeSubpath()
    return houses


# ---- fields and relief --------------------------------------------------------------------------


def _parcels(inside: QRectF) -> list[Chunks]:
    """Fields: jittered four-cornered patches in five tints."""
    chance = chance_of("parcels")
    columns, rows = int(inside.width() / _PARCEL) + 2, int(inside.height() / _PARCEL) + 2
    grid = np.stack(np.meshgrid(np.arange(columns) * _PARCEL, np.arange(rows) * _PARCEL), -1)
    grid += chance.uniform(-0.36, 0.36, grid.shape) * _PARCEL
    tint = chance.integers(0, 7, (rows, columns))
    found = [Chunks(_CHUNK) for _ in range(5)]
    for row in range(rows - 1):
        for column in range(columns - 1):
            kind = int(tint[row, column])
            if kind > 4:
                continue  # some ground stays plain
            a, b = grid[row, column], grid[row, column + 1]
            c, d = grid[row + 1, column + 1], grid[row + 1, column]
            path = found[kind].at(float(a[0]), float(a[1]))
            path.addPolygon(QPolygonF([QPointF(*map(float, one)) for one in (a, b, c, d)]))
            path.closeSubpath()
    return [chunks.freeze() for chunks in found]


def _relief(land: Land) -> None:
    """Heights from the hints of the data, broken by noise, and the light that falls on them."""
    box = land.inside
    columns, rows = int(box.width() / _CELL) + 1, int(box.height() / _CELL) + 1
    xs = (np.arange(columns) + 0.5) * _CELL
    ys = ((np.arange(rows) + 0.5) * _CELL)[:, None]
    height = np.zeros((rows, columns))
    for shape in land.facts.of_kind("relief_hint"):
        (x, y), facts = shape.points[0], shape.facts
        east = float(facts.get("sigma_east_km", 4)) * 100
        north = float(facts.get("sigma_north_km", 4)) * 100
        top = float(facts.get("height_m", 20))
        height += top * np.exp(-(((xs - x) / east) ** 2 + ((ys - y) / north) ** 2) / 2)
    chance = chance_of("relief")
    rough = _noise(chance, rows, columns, 7) + 0.6 * _noise(chance, rows, columns, 3)
    # plains stay plain: noise counts where there are heights to break
    wild = height * (1 + 0.20 * rough) + (0.5 + np.clip(height / 30, 0, 1) * 1.4) * rough
    slope_y, slope_x = np.gradient(wild)
    # light from the north-west: slopes that fall to the south-east lie in shadow
    land.shade = np.tanh(-(slope_x + slope_y) * 0.30)
    land.height = np.clip(wild / 70.0, 0, 1)
    land.mottle = _noise(chance, rows, columns, 16)
    land.relief_box = QRectF(0, 0, columns * _CELL, rows * _CELL)


def _noise(chance: np.random.Generator, rows: int, columns: int, wave: int) -> Grid:
    """Smooth noise: values on a coarse lattice, drawn out with a soft curve."""
    coarse = chance.normal(0, 1, (rows // wave + 3, columns // wave + 3))

    def weights(count: int) -> tuple[Grid, Grid]:
        at = np.arange(count) / wave
        whole = np.floor(at).astype(int)
        rest = at - whole
        return whole, rest * rest * (3 - 2 * rest)

    (i, u), (j, v) = weights(rows), weights(columns)
    u, v = u[:, None], v[None, :]
    top = coarse[i][:, j] * (1 - v) + coarse[i][:, j + 1] * v
    bottom = coarse[i + 1][:, j] * (1 - v) + coarse[i + 1][:, j + 1] * v
    return top * (1 - u) + bottom * u


def runs(lines: Sequence[CountryLine]) -> Runs:
    """Lines sorted for painting."""
    return Runs(line.path for line in lines)
