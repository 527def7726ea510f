"""Board points as whole numbers, and signs that are exact because nothing is rounded.

Coordinates are multiples of 1/64; in steps of 1/64 they are whole numbers below 2**26, and the
products of their differences stay far below 2**63.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from wardesk.geometry.grids.snap import STEPS_PER_UNIT, Point
from wardesk.geometry.sight.ground import Whole

WholePoint = tuple[int, int]


def whole(point: Point) -> WholePoint:
    """A point in steps of 1/64; nearest step if it lies off the grid."""
    return round(point[0] * STEPS_PER_UNIT), round(point[1] * STEPS_PER_UNIT)


def whole_array(points: Sequence[Point]) -> Whole:
    """Points in steps of 1/64, shape (n, 2)."""
    scaled = np.asarray(points, np.float64).reshape(-1, 2) * STEPS_PER_UNIT
    return np.rint(scaled).astype(np.int64)


def cross(ax: int, ay: int, bx: int, by: int) -> int:
    """Twice the area between two directions; negative if the second lies left to the eye."""
    return ax * by - ay * bx


def crosses(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """`cross` for arrays of directions, shape (..., 2)."""
    return a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
