"""Marks on a scanned board while it is being calibrated, and the fit that they give."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from wardesk.errors import UserError
from wardesk.geometry.grids.calibration import (
    Affine,
    Calibration,
    Mark,
    calibrated,
    placed,
    turned_about,
)
from wardesk.geometry.grids.snap import Point
from wardesk.ui.map.words import tr

if TYPE_CHECKING:
    from wardesk.ui.map.tool import Pointer
    from wardesk.ui.map.view import MapView

_PAIR = re.compile(r"\s*(-?\d+(?:\.\d+)?)\s*[,; ]\s*(-?\d+(?:\.\d+)?)\s*")
_CLOSE = 14.0
"""Px within which the middle of an area is meant."""


@dataclass
class Marking:
    """What was marked so far. *pending* is a point of the picture whose place is not told yet."""

    marks: list[Mark] = field(default_factory=list[Mark])
    pending: Point | None = None
    bar: list[Point] = field(default_factory=list[Point])
    """The ends of a scale bar, pixels."""
    kind: Literal["affine", "similarity"] = "affine"
    scaled: Affine | None = None
    """The transform that a scale bar gives."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing was marked."""
        return not (self.marks or self.pending or self.bar or self.scaled)

    def fit(self) -> Calibration:
        """The fit of the marks. UserError while there are too few, or they make no sense."""
        few = len(self.marks) < 3 or self.kind == "similarity"
        return calibrated(self.marks, "similarity" if few else "affine")

    def transform(self) -> Affine | None:
        """Where the picture would lie; None while that is not known."""
        if self.scaled is not None:
            return self.scaled
        try:
            return self.fit().transform if len(self.marks) > 1 else None
        except UserError:
            return None

    def add(self, place: Point) -> None:
        """The pending point belongs there."""
        if self.pending is not None:
            self.marks.append(Mark(self.pending, place))
            self.pending = self.scaled = None

    def scale_to(self, now: Affine, length: float) -> None:
        """The scale bar is so long in map units; its first end stays where it is.

        UserError for a bar without length.
        """
        (ax, ay), (bx, by) = (placed(now, end) for end in self.bar)
        long = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        if long <= 0 or length <= 0:
            raise UserError(tr("A scale bar must have a length."), tr("Mark its two ends again."))
        self.scaled = turned_about(now, (ax, ay), 0.0, length / long)
        self.bar, self.marks = [], []

    def back(self) -> bool:
        """Take the last step back; whether there was one."""
        if self.pending is not None:
            self.pending = None
        elif self.bar:
            self.bar.pop()
        elif self.scaled is not None:
            self.scaled = None
        elif self.marks:
            self.marks.pop()
        else:
            return False
        return True


def cell_width(view: MapView) -> float:
    """Map units from one cell of a sheet to the next; 0 on area maps, whose cells differ."""
    document = view.desk.document
    first = next(iter(document.cells), "")
    if document.layout is None or not first:
        return 0.0
    box = view.sheet.cell_path(first).boundingRect()
    return min(box.width(), box.height())


def aimed(view: MapView, at: Pointer) -> tuple[Point, str]:
    """The known place that is meant at a point of the map, and what it is called.

    On sheets the middle or the corner of a cell; on area maps a node or an anchor; with Ctrl, or
    elsewhere, the very point.
    """
    exact = at.point, f"{at.point[0]:.1f}, {at.point[1]:.1f}"
    if at.ctrl or not at.cell:
        return exact
    anchor = view.sheet.anchor(at.cell)
    middle = (anchor.x(), anchor.y()), at.cell
    if view.desk.is_area:
        close = _CLOSE * view.pixel
        nodes = [(place, "") for place in view.desk.document.nodes.values()]
        found = min([middle, *nodes], key=lambda one: _far(one[0], at.point))
        if _far(found[0], at.point) > close:
            return exact
        return found[0], found[1] or f"{found[0][0]:.1f}, {found[0][1]:.1f}"
    path = view.sheet.cell_path(at.cell)
    corners = [path.elementAt(k) for k in range(path.elementCount())]
    places = [((float(one.x), float(one.y)), "") for one in corners]
    found = min([middle, *places], key=lambda one: _far(one[0], at.point))
    return found[0], found[1] or f"{found[0][0]:.1f}, {found[0][1]:.1f}"


def place_named(view: MapView, words: str) -> Point:
    """The place that was typed: a cell, or two coordinates. UserError if it is neither."""
    pair = _PAIR.fullmatch(words)
    if pair is not None:
        return float(pair[1]), float(pair[2])
    try:
        anchor = view.sheet.anchor(words.strip())
    except KeyError:
        raise UserError(
            tr("There is no cell {0}.").format(f"{words.strip()!a:.40}"),
            tr("Type a cell of the map, or two coordinates: 120.5, 64."),
        ) from None
    return anchor.x(), anchor.y()


def _far(a: Point, b: Point) -> float:
    return ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5
