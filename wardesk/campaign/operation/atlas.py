"""The country that a campaign is fought over, in real geography: shapes in one flat plane."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

Point = tuple[float, float]
"""East and south of the north-west corner, in units of 10 m."""
UNITS_PER_KM = 100.0


class Shape(Struct, frozen=True, kw_only=True):
    """A thing on the map: a point, a line or an area, with what is known of it."""

    kind: str
    """``river``, ``canal``, ``stream``, ``road``, ``railway``, ``wood``, ``heath``, ``town``,
    ``bridge``, ``border``, ``route``, ``spur``, ``detour``, ``zone``, ``sheet``, ``box`` …"""
    name: str = ""
    rank: int = 0
    """1 is the most important; 0 says nothing."""
    points: tuple[Point, ...]
    form: str = "point"
    """``point``, ``line`` or ``area``."""
    facts: dict[str, str | int | float | bool] = {}

    @property
    def middle(self) -> Point:
        """The point, half-way along the line, or the middle of the area's corners."""
        if self.form == "line":
            return along(self.points, length(self.points) / 2)
        ring = self.points[:-1] if self.form == "area" and len(self.points) > 1 else self.points
        return sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring)


class Mile(Struct, frozen=True):
    """A named place on the route, so many kilometres from its start."""

    name: str
    km: float
    point: Point
    spur: str = ""


class AtlasFrame(Struct, frozen=True):
    """Which part of the world the plane shows."""

    west: float
    south: float
    east: float
    north: float

    @property
    def _across(self) -> float:
        return UNITS_PER_KM * 111.32 * math.cos(math.radians((self.south + self.north) / 2))

    @property
    def size(self) -> Point:
        """Width and height in units."""
        down = (self.north - self.south) * UNITS_PER_KM * 111.2
        return (self.east - self.west) * self._across, down

    def place(self, lon: float, lat: float) -> Point:
        """Where a place of the world lies in the plane."""
        return (lon - self.west) * self._across, (self.north - lat) * UNITS_PER_KM * 111.2


class Atlas(Struct, frozen=True, kw_only=True):
    """A whole map, *note* says what it is: a reconstruction, mostly."""

    title: str
    note: str = ""
    frame: AtlasFrame
    shapes: tuple[Shape, ...]
    route: tuple[Mile, ...] = ()
    """The route's main line, from its start."""
    spurs: dict[str, tuple[Mile, ...]] = {}
    """Other ways, by the name of the spur; their kilometres count from the fork."""
    picture: bytes = b""
    """What lies under the shapes instead of painted land: PNG, JPEG or WebP, judged."""

    def of_kind(self, *kinds: str) -> tuple[Shape, ...]:
        """All shapes of some kinds, in the order of the file."""
        return tuple(shape for shape in self.shapes if shape.kind in kinds)


def length(line: Sequence[Point]) -> float:
    """Length of a line in units."""
    return sum(math.dist(a, b) for a, b in pairwise(line))


def along(line: Sequence[Point], way: float) -> Point:
    """The point after *way* units along a line; its end when that is shorter."""
    for a, b in pairwise(line):
        leg = math.dist(a, b)
        if leg and way <= leg:
            share = max(0.0, way) / leg
            return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
        way -= leg
    return line[-1]


def nearest(line: Sequence[Point], point: Point) -> float:
    """How far along a line the place lies that is nearest to *point*, in units."""
    best, found, done = math.inf, 0.0, 0.0
    for a, b in pairwise(line):
        leg = math.dist(a, b)
        if not leg:
            continue
        share = ((point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])) / leg**2
        share = min(max(share, 0.0), 1.0)
        at = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
        if (away := math.dist(at, point)) < best:
            best, found = away, done + leg * share
        done += leg
    return found


def part(line: Sequence[Point], start: float, end: float) -> tuple[Point, ...]:
    """The piece of a line between two distances along it."""
    found = [along(line, start)]
    done = 0.0
    for a, b in pairwise(line):
        done += math.dist(a, b)
        if start < done < end:
            found.append(b)
    found.append(along(line, end))
    return tuple(found)
