"""Scans that no six numbers straighten: photographed sheets, and sheets that lay in folds.

A sheet photographed from the side is a perspective view (projective, from four marks on); one that
is bent or drawn by hand is bent back by the thinnest plate that passes through all marks
(thin-plate spline, from six on). An underlay keeps six numbers, so such a picture is straightened
once, pixel by pixel (`wardesk.render.straighten`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from wardesk.errors import UserError
from wardesk.geometry.grids.calibration import Affine, PictureMark, calibrated, mark_arrays
from wardesk.geometry.grids.snap import Point

Floats = NDArray[np.floating[Any]]
Fit = Literal["similarity", "affine", "projective", "spline"]
FITS: tuple[Fit, ...] = ("similarity", "affine", "projective", "spline")
"""From the stiffest to the softest."""
LEAST = {"similarity": 2, "affine": 3, "projective": 4, "spline": 6}
"""Marks that a fit takes at least."""
_HAND = 1e-3
"""What a hand is off by, as a share of the sheet: more than that is the sheet's own form."""
_WORTH = 0.7
"""A softer fit must leave less than this share of what the stiffer one leaves."""


@dataclass(frozen=True)
class PictureBend:
    """A fit from the picture to the map and back. Points are arrays of shape (n, 2)."""

    kind: Literal["projective", "spline"]
    residuals: tuple[Point, ...]
    """Per mark, in map units: where the fit puts its pixel, less where it belongs."""
    _there: _Projection | _Plate
    _back: _Projection | _Plate

    @property
    def error(self) -> float:
        """Root mean square of the residuals in map units."""
        return float(np.sqrt(np.mean(np.sum(np.square(self.residuals), axis=1))))

    def to_map(self, pixels: Floats) -> Floats:
        """Where pixels lie on the map."""
        return self._there(pixels)

    def to_picture(self, places: Floats) -> Floats:
        """The pixels that lie at map positions."""
        return self._back(places)


def bent(marks: Sequence[PictureMark], kind: Literal["projective", "spline"]) -> PictureBend:
    """The best such fit. UserError for too few marks, and for marks that fix nothing."""
    image, place = mark_arrays(marks, LEAST[kind])
    calibrated(marks, "affine")  # marks in a line, or mirrored, are told there
    if kind == "projective":
        there = _Projection.of(image, place)
        if there.folds(image):
            raise UserError(
                "No view of a flat sheet looks like these marks.",
                "Two of them may have been given each other's place.",
            )
        back = there.inverse()
    else:
        there, back = _Plate.of(image, place), _Plate.of(place, image)
    off = there(image) - place
    return PictureBend(kind, tuple((float(x), float(y)) for x, y in off), there, back)


def chosen_fit(marks: Sequence[PictureMark]) -> Fit:
    """The stiffest fit that leaves little, by the marks that each fit has to spare.

    A fit is judged by the marks it has not seen (each left out once). Four corners leave a
    perspective nothing to spare: it is taken if stretching leaves more than a hand is off.
    UserError for marks that fix nothing.
    """
    if len(marks) < 3:
        return "similarity"
    best: Fit = "affine"
    affine = calibrated(marks, "affine")
    spread = float(np.ptp(np.array([mark.place for mark in marks]), axis=0).max())
    if len(marks) < 4 or affine.error <= _HAND * spread:
        return best
    if len(marks) == 4:
        return _possible(marks, "projective") or best
    left = _left_out(marks, best)
    for kind in FITS[2:]:
        if len(marks) <= LEAST[kind] or left <= _HAND * spread:
            break
        error = _left_out(marks, kind)
        if error < _WORTH * left:
            best, left = kind, error
    return best


def _possible(marks: Sequence[PictureMark], kind: Literal["projective"]) -> Fit | None:
    try:
        bent(marks, kind)
    except UserError:
        return None
    return kind


def _left_out(marks: Sequence[PictureMark], kind: Fit) -> float:
    """Root mean square of what the fit of all other marks is off at each mark, map units."""
    total = 0.0
    for k, mark in enumerate(marks):
        others = [*marks[:k], *marks[k + 1 :]]
        pixel = np.array([mark.image])
        try:
            if kind in ("projective", "spline"):
                found = bent(others, kind).to_map(pixel)
            else:
                found = affine_map(calibrated(others, kind).transform, pixel)
        except UserError:
            return float("inf")
        total += float(np.sum((found - mark.place) ** 2))
    return (total / len(marks)) ** 0.5


def affine_map(transform: Affine, points: Floats) -> Floats:
    """Where an affine transform puts points of shape (n, 2)."""
    a, b, c, d, e, f = transform
    return points @ np.array([[a, d], [b, e]]) + (c, f)


def bent_frame(bend: PictureBend, size: tuple[int, int]) -> tuple[Affine, tuple[int, int]]:
    """How the straightened picture lies on the map, and its pixels across and down.

    Its pixels are as large as those of the scan in the mean, its sides run along the map's, and it
    holds all of the scan that lies within twice the sheet. UserError if the fit folds the picture.
    """
    width, height = size
    edge = np.linspace(0.0, 1.0, 33)
    zero, one = np.zeros(33), np.ones(33)
    sides = ((edge, zero), (one, edge), (edge[::-1], one), (zero, edge[::-1]))
    rim = np.concatenate([np.stack(side, axis=1) for side in sides])
    places = bend.to_map(rim * (width, height))
    area = _area(places)
    if not np.isfinite(places).all() or area <= 0:
        raise UserError("The marks would fold the picture.", "Set them again, or fewer of them.")
    low, high = places.min(axis=0), places.max(axis=0)
    unit = (area / (width * height)) ** 0.5
    across, down = (int(n) for n in np.ceil((high - low) / unit))
    if across * down > 4 * width * height:
        raise UserError(
            "The marks would stretch the picture beyond all measure.",
            "Set them nearer to its corners.",
        )
    return (unit, 0.0, float(low[0]), 0.0, unit, float(low[1])), (across, down)


def _area(ring: Floats) -> float:
    """The signed area of a ring of points; below zero where it was mirrored."""
    x, y = ring.T
    return float(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)) / 2)


@dataclass(frozen=True)
class _Projection:
    """Homogeneous coordinates times a matrix of 3 × 3."""

    matrix: Floats

    @classmethod
    def of(cls, source: Floats, target: Floats) -> _Projection:
        """The projection whose equations the marks fulfil best (after Hartley's scaling)."""
        (s, shrink), (t, enlarge) = _scaled(source), _scaled(target)
        rows = [
            row
            for (x, y), (u, v) in zip(s, t, strict=True)
            for row in (
                (x, y, 1, 0, 0, 0, -u * x, -u * y, -u),
                (0, 0, 0, x, y, 1, -v * x, -v * y, -v),
            )
        ]
        matrix = np.linalg.svd(np.array(rows))[2][-1].reshape(3, 3)
        found = np.linalg.inv(enlarge) @ matrix @ shrink
        return cls(found / found[2, 2] if found[2, 2] else found)

    def inverse(self) -> _Projection:
        """The way back."""
        return _Projection(np.linalg.inv(self.matrix))

    def folds(self, points: Floats) -> bool:
        """Whether the horizon runs between these points."""
        depth = np.c_[points, np.ones(len(points))] @ self.matrix[2]
        return bool(depth.min() * depth.max() <= 0)

    def __call__(self, points: Floats) -> Floats:
        """Where points of shape (n, 2) go."""
        x, y, w = (np.c_[points, np.ones(len(points))] @ self.matrix.T).T
        return np.stack((x / w, y / w), axis=1)


@dataclass(frozen=True)
class _Plate:
    """A thin-plate spline: an affine map, and a dent at every mark."""

    scale: Floats
    knots: Floats
    weights: Floats

    @classmethod
    def of(cls, source: Floats, target: Floats) -> _Plate:
        """The thinnest plate through all marks (Bookstein 1989)."""
        knots, scale = _scaled(source)
        flat = np.c_[np.ones(len(knots)), knots]
        system = np.block([[_dent(knots, knots), flat], [flat.T, np.zeros((3, 3))]])
        aims = np.concatenate([target, np.zeros((3, 2))])
        return cls(scale, knots, np.linalg.lstsq(system, aims, rcond=None)[0])

    def __call__(self, points: Floats) -> Floats:
        """Where points of shape (n, 2) go."""
        at = points * self.scale[[0, 1], [0, 1]] + self.scale[:2, 2]
        flat = np.c_[np.ones(len(at)), at]
        return _dent(at, self.knots) @ self.weights[:-3] + flat @ self.weights[-3:]


def _dent(points: Floats, knots: Floats) -> Floats:
    """r² log r between points and knots, shape (points, knots)."""
    square = np.sum((points[:, None] - knots[None]) ** 2, axis=2)
    return 0.5 * square * np.log(np.where(square > 0, square, 1.0))


def _scaled(points: Floats) -> tuple[Floats, Floats]:
    """The points about their middle at a mean distance of one, and the matrix that does it."""
    middle = points.mean(axis=0)
    size = float(np.hypot(*(points - middle).T).mean())
    x, y = middle / size
    matrix = np.array([[1 / size, 0.0, -x], [0.0, 1 / size, -y], [0.0, 0.0, 1.0]])
    return (points - middle) / size, matrix
