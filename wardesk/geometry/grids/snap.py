"""The coordinate grid: every stored coordinate is a multiple of 1/64, so that yes/no is exact.

1/64 is a power of two: scaled by 64, coordinates are whole numbers that a float64 holds exactly,
and orientation tests on them are exact too.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

Point = tuple[float, float]
Ring = tuple[Point, ...]
"""A closed ring without the repeated first point."""

STEPS_PER_UNIT = 64
LIMIT = 2.0**20
"""Coordinates lie strictly between -LIMIT and LIMIT."""


def snap(value: float) -> float:
    """The nearest multiple of 1/64; ValueError for NaN, OverflowError for infinity."""
    return round(value * STEPS_PER_UNIT) / STEPS_PER_UNIT + 0.0  # + 0.0 turns -0.0 into 0.0


def snap_point(point: Point) -> Point:
    """Snap both coordinates."""
    return snap(point[0]), snap(point[1])


def on_grid(point: Point) -> bool:
    """Whether both coordinates are finite multiples of 1/64."""
    return all(math.isfinite(value) and value * STEPS_PER_UNIT % 1 == 0 for value in point)


def within_limit(point: Point) -> bool:
    """Whether both coordinates are finite and smaller than `LIMIT` in size."""
    return all(-LIMIT < value < LIMIT for value in point)


def steps(point: Point) -> tuple[int, int]:
    """The point in whole grid steps; exact for points on the grid."""
    return int(point[0] * STEPS_PER_UNIT), int(point[1] * STEPS_PER_UNIT)


def twice_area(points: Iterable[Point]) -> int:
    """Twice the signed area of a ring in square grid steps, exactly.

    With y down (screens) a ring that runs counter-clockwise to the eye has a negative area.
    """
    ring = [steps(point) for point in points]
    previous = ring[-1:] + ring[:-1]
    return sum(px * y - x * py for (px, py), (x, y) in zip(previous, ring, strict=True))
