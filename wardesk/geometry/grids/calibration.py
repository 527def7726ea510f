"""Laying a scanned board under a map: the transform that marks on the picture ask for, and its fit.

A mark says that a point of the picture (pixels, y down) belongs on a point of the map. Two marks
give a similarity, three an affine transform; more are fitted by least squares, so that residuals
tell which of them was clicked wrongly. Printed boards are often taller or wider than they should
be; that is why an affine fit is the usual one, and why the two stretches are told apart.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

import numpy as np
from msgspec import Struct

from wardesk.errors import UserError
from wardesk.geometry.grids.snap import Point
from wardesk.words import say

Affine = tuple[float, float, float, float, float, float]
"""(a, b, c, d, e, f): picture point (px, py) lies at x = a·px + b·py + c, y = d·px + e·py + f."""

IDENTITY: Affine = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0)
MOST_MARKS = 1_000
_FLAT = 1e-3
"""Marks whose spread across their line is smaller than this share of the spread along it."""


class PictureMark(Struct, frozen=True, forbid_unknown_fields=True):
    """A point of the picture in pixels, and the map position where it belongs."""

    image: Point
    place: Point


class Calibration(Struct, frozen=True, kw_only=True):
    """A fitted transform and how well it fits."""

    kind: Literal["similarity", "affine"]
    transform: Affine
    residuals: tuple[Point, ...]
    """Per mark, in map units: where the fit puts its pixel, less where it belongs."""
    stretch: tuple[float, float]
    """Map units for one pixel along the picture's width and along its height."""
    turn: float
    """Degrees by which the picture's width is turned clockwise on the map."""
    skew: float
    """Degrees by which the picture's two directions differ from a right angle."""
    drift: float
    """Most map units by which two marks part for each unit between them; see `drift_in_cells`."""

    @property
    def worst(self) -> int:
        """The place in the list of the mark that fits worst."""
        lengths = [math.hypot(*one) for one in self.residuals]
        return lengths.index(max(lengths))

    @property
    def error(self) -> float:
        """Root mean square of the residuals in map units."""
        return math.sqrt(sum(x * x + y * y for x, y in self.residuals) / len(self.residuals))

    @property
    def unevenness(self) -> float:
        """By how much the picture is stretched more along its height than its width: 0.03 = 3 %."""
        return self.stretch[0] / self.stretch[1] - 1.0

    def drift_in_cells(self, cells: int = 10) -> float:
        """By how much of a cell the picture runs away from the map over so many cells, at worst."""
        return self.drift * cells


def calibrated(
    marks: Sequence[PictureMark], kind: Literal["auto", "similarity", "affine"] = "auto"
) -> Calibration:
    """The best transform for these marks; ``auto`` takes an affine one from three marks on.

    UserError that says what to do for too few marks, and for marks that coincide, lie on one line
    (affine) or would mirror the picture.
    """
    if kind == "auto":
        kind = "affine" if len(marks) > 2 else "similarity"
    image, place = mark_arrays(marks, 3 if kind == "affine" else 2)
    scale = float(np.abs(image - image.mean(axis=0)).max())
    centred = (image - image.mean(axis=0)) / scale
    aims = place - place.mean(axis=0)
    matrix = _affine(centred, aims) if kind == "affine" else _similarity(centred, aims)
    matrix = matrix / scale
    shift = place.mean(axis=0) - matrix @ image.mean(axis=0)
    (a, b), (d, e) = matrix.tolist()
    transform = (a, b, float(shift[0]), d, e, float(shift[1]))
    _require_upright(a, b, d, e)
    residuals = image @ matrix.T + shift - place
    stretch = (math.hypot(a, d), math.hypot(b, e))
    return Calibration(
        kind=kind,
        transform=transform,
        residuals=tuple((float(x), float(y)) for x, y in residuals),
        stretch=stretch,
        turn=math.degrees(math.atan2(d, a)),
        skew=math.degrees(math.asin(max(-1.0, min(1.0, (a * b + d * e) / math.prod(stretch))))),
        drift=_drift(residuals, place),
    )


def placed(transform: Affine, pixel: Point) -> Point:
    """Where a pixel lies on the map."""
    a, b, c, d, e, f = transform
    return a * pixel[0] + b * pixel[1] + c, d * pixel[0] + e * pixel[1] + f


def pixel_at(transform: Affine, place: Point) -> Point:
    """The pixel that lies at a map position. ValueError if the transform squeezes all to a line."""
    a, b, c, d, e, f = transform
    size = a * e - b * d
    if not size:
        raise ValueError("the transform has no inverse")
    x, y = place[0] - c, place[1] - f
    return (e * x - b * y) / size, (a * y - d * x) / size


def nudged(transform: Affine, right: float = 0.0, down: float = 0.0) -> Affine:
    """The transform with the picture moved by so many map units."""
    a, b, c, d, e, f = transform
    return a, b, c + right, d, e, f + down


def turned_about(transform: Affine, about: Point, degrees: float, scale: float = 1.0) -> Affine:
    """The transform with the picture turned clockwise and enlarged about a map position."""
    a, b, c, d, e, f = transform
    cos = math.cos(math.radians(degrees)) * scale
    sin = math.sin(math.radians(degrees)) * scale
    x, y = c - about[0], f - about[1]
    return (
        cos * a - sin * d,
        cos * b - sin * e,
        cos * x - sin * y + about[0],
        sin * a + cos * d,
        sin * b + cos * e,
        sin * x + cos * y + about[1],
    )


def fitted(size: tuple[int, int], box: tuple[float, float, float, float]) -> Affine:
    """The transform that shows a picture as large as it goes, undistorted, in the middle of a box.

    *size* in pixels; *box* is left, top, right, bottom in map units.
    """
    left, top, right, bottom = box
    scale = min((right - left) / size[0], (bottom - top) / size[1]) or 1.0
    x = (left + right - scale * size[0]) / 2
    y = (top + bottom - scale * size[1]) / 2
    return scale, 0.0, x, 0.0, scale, y


def mark_arrays(marks: Sequence[PictureMark], least: int) -> tuple[np.ndarray, np.ndarray]:
    """Pixels and places of marks, each of shape (n, 2). UserError for marks that are none."""
    if not least <= len(marks) <= MOST_MARKS:
        text = say(
            "{number!s} marks are given; this fit takes {least!s} to {most_marks!s}.",
            number=len(marks),
            least=least,
            most_marks=MOST_MARKS,
        )
        raise UserError(text, "Mark a further known point on the picture.")
    image = np.array([mark.image for mark in marks], np.float64)
    place = np.array([mark.place for mark in marks], np.float64)
    if not (np.isfinite(image).all() and np.isfinite(place).all()):
        raise UserError("A mark is not at a point.", "Set it again.")
    for points, where in ((image, "the picture"), (place, "the map")):
        if len(np.unique(points, axis=0)) < len(points):
            raise UserError(
                say("Two marks are on the same point of {where}.", where=where),
                "Move one, or take it away.",
            )
    return image, place


def _similarity(centred: np.ndarray, aims: np.ndarray) -> np.ndarray:
    z, w = centred @ (1, 1j), aims @ (1, 1j)
    p = complex(np.vdot(z, w) / np.vdot(z, z))
    return np.array([[p.real, -p.imag], [p.imag, p.real]])


def _affine(centred: np.ndarray, aims: np.ndarray) -> np.ndarray:
    for points, where in ((centred, "the picture"), (aims, "the map")):
        along, across = np.linalg.svd(points, compute_uv=False)
        if across < _FLAT * along:
            raise UserError(
                say(
                    "The marks lie on one line of {where}, which leaves its other direction open.",
                    where=where,
                ),
                "Add a mark beside the line, or fit without stretching.",
            )
    return np.linalg.lstsq(centred, aims, rcond=None)[0].T


def _require_upright(a: float, b: float, d: float, e: float) -> None:
    size = a * e - b * d
    if not size > 1e-12 * max(a * a + d * d, b * b + e * e):
        raise UserError(
            "The marks would mirror the picture or press it flat.",
            "Two of them may have been given each other's place.",
        )


def _drift(residuals: np.ndarray, place: np.ndarray) -> float:
    """The largest difference of two residuals for the distance between the marks."""
    i, j = np.triu_indices(len(place), 1)
    apart = np.hypot(*(place[i] - place[j]).T)
    return float((np.hypot(*(residuals[i] - residuals[j]).T) / apart).max())
