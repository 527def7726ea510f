"""Markers that lie in cells beside the counters, or on their sides: which is under a point."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPolygonF

from wardesk.model.look import CellMark
from wardesk.ui.canvas.art import BoardArt
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.canvas.mark_painter import DARK_CASING, TARGET
from wardesk.ui.canvas.piles import Pile

_SHARE, _ON_LATTICE, _LEAST = 0.36, 0.27, 12
"""Edge of a marker in counter edges, on areas and on hexes and squares, and the least in px."""

_FREE = ((-0.61, 0.0), (0.61, 0.0), (-0.61, 0.27), (0.61, 0.27), (-0.61, -0.27), (0.61, -0.27))
"""Places for markers of a hex or square, in counter edges off its middle: beside the counters,
where those of the next columns leave room."""
_SAME = 0.5
"""Board units within which two points of outlines are one."""


class CellMarks:
    """Places and paints the markers of a look; holds pictures of them."""

    def __init__(
        self,
        anchors: Mapping[str, QPointF],
        outlines: Mapping[str, Sequence[QPolygonF]],
        *,
        on_lattice: bool,
    ) -> None:
        self._anchors, self._outlines, self._on_lattice = anchors, outlines, on_lattice
        self._share = _ON_LATTICE if on_lattice else _SHARE
        self.marks: tuple[CellMark, ...] = ()
        self._sides: dict[tuple[str, str], list[QPointF]] = {}
        self._pictures: dict[tuple[object, int, float], QImage] = {}

    def forget_pictures(self) -> None:
        """Another theme draws them otherwise."""
        self._pictures.clear()

    def places(
        self, piles: Mapping[str, Sequence[Pile]], edge: float
    ) -> Iterator[tuple[CellMark, QPointF]]:
        """Every marker with the place of its middle; *edge* of a counter, both in board units."""
        taken: dict[str, int] = {}
        for mark in self.marks:
            anchor = self._anchors.get(mark.cell)
            if anchor is None or mark.share is not None:
                continue  # A share is a bar of its own, beside no counter.
            sides = self.sides_of(mark)
            if sides:  # on the leftmost one, off the marks at the right of the counters
                yield mark, min(map(_middle, sides), key=QPointF.x)
                continue
            k = taken[mark.cell] = taken.get(mark.cell, -1) + 1
            if self._on_lattice:
                x, y = _FREE[k % len(_FREE)]
                yield mark, anchor + QPointF(x * edge, y * edge)
                continue
            # At the right of the counters, so that neither hides the other, off the name below.
            last = max(piles.get(mark.cell, ()), key=lambda pile: pile.box.right(), default=None)
            beside = anchor
            if last is not None:
                beside = QPointF(last.bounds().right() - edge / 2, last.box.center().y())
            yield mark, beside + QPointF(0.75, (self._share + 0.02) * k - 0.3) * edge

    def sides_of(self, mark: CellMark) -> list[list[QPointF]]:
        """The sides that a marker lies on, each as a line in board units."""
        return [line for face in mark.faces if (line := self._side(mark.cell, face))]

    def _side(self, cell: str, other: str) -> list[QPointF]:
        """The points that two cells' outlines share, in the order of the first one's."""
        key = (cell, other)
        if key not in self._sides:
            own, theirs = (self._outlines.get(c, ()) for c in key)
            corners = [ring.at(k) for ring in theirs for k in range(ring.count())]
            lines = (_shared(ring, corners) for ring in own) if corners else iter(())
            self._sides[key] = max(lines, key=len, default=[])
        return self._sides[key]

    def boxes(self, piles: Mapping[str, Sequence[Pile]], edge: float) -> list[QRectF]:
        """What each marker fills, board units."""
        half = self._share * edge / 2
        return [
            QRectF(place.x() - half, place.y() - half, 2 * half, 2 * half)
            for _, place in self.places(piles, edge)
        ]

    def at(
        self, point: QPointF, camera: Camera, piles: Mapping[str, Sequence[Pile]], edge: float
    ) -> CellMark | None:
        """The marker under a point of the view, if one lies there."""
        half = self._pixels(edge, camera) / 2 + 2
        for mark, place in self.places(piles, edge):
            off = camera.to_view(place) - point
            if max(abs(off.x()), abs(off.y())) <= half:
                return mark
        return None

    def paint(
        self,
        painter: QPainter,
        camera: Camera,
        ratio: float,
        art: BoardArt,
        piles: Mapping[str, Sequence[Pile]],
        edge: float,
        wanted: Sequence[QRectF],
    ) -> None:
        """Draw what lies in *wanted* (board units); *painter* is in px of the view."""
        pixels = self._pixels(edge, camera)
        near = [box.adjusted(-edge, -edge, edge, edge) for box in wanted]
        for mark, place in self.places(piles, edge):
            if not any(box.contains(place) for box in near):
                continue
            for side in self.sides_of(mark):
                _paint_side(painter, camera, side, self._anchors[mark.cell], mark.badge.colour)
            at = camera.to_view(place)
            key = (mark.badge, pixels, ratio)
            if key not in self._pictures:
                self._pictures[key] = art.badge_image(mark.badge, pixels, ratio)
            corner = QPointF(at.x() - pixels / 2, at.y() - pixels / 2)
            painter.drawImage(corner, self._pictures[key])

    def _pixels(self, edge: float, camera: Camera) -> int:
        return max(_LEAST, round(edge * self._share * camera.scale))

    def paint_shares(
        self, painter: QPainter, camera: Camera, box_of: Callable[[tuple[str]], QRectF]
    ) -> None:
        """Draw how much of a cell's work is done, for every cell that tells; *box_of* a cell."""
        for mark in self.marks:
            if mark.share is not None and mark.cell in self._anchors:
                box = camera.transform().mapRect(box_of((mark.cell,)))
                _paint_share(painter, box, *mark.share)


def _shared(ring: QPolygonF, others: Sequence[QPointF]) -> list[QPointF]:
    """The longest run of points of *ring* that lie on one of *others*; empty for fewer than two."""
    points = [ring.at(k) for k in range(ring.count())]
    if len(points) > 1 and points[0] == points[-1]:
        points.pop()
    near = [any(math.dist(p.toTuple(), o.toTuple()) < _SAME for o in others) for p in points]
    if all(near) or not any(near):
        return []
    start = near.index(False)  # a run may go over the ring's end
    run: list[QPointF] = []
    best: list[QPointF] = []
    for k in range(len(points)):
        at = (start + k) % len(points)
        run = [*run, points[at]] if near[at] else []
        best = max(best, run, key=len)
    return best if len(best) > 1 else []


def _middle(line: Sequence[QPointF]) -> QPointF:
    """The middle between the ends of a line."""
    return (line[0] + line[-1]) / 2


def _inwards(point: QPointF, towards: QPointF, by: float) -> QPointF:
    """*point* moved by so much to another."""
    way = towards - point
    return point + way * (by / max(math.hypot(way.x(), way.y()), by))


def _paint_side(
    painter: QPainter, camera: Camera, side: Sequence[QPointF], anchor: QPointF, colour: str
) -> None:
    """A work along a side: a thick line within it, with teeth on its inner face."""
    inside = camera.to_view(anchor)
    line = [camera.to_view(point) for point in side]
    length = sum(math.dist(a.toTuple(), b.toTuple()) for a, b in pairwise(line))
    wide = max(3.0, 0.07 * length)
    line = [_inwards(point, inside, wide * 0.7) for point in line]
    for ink, width in ((DARK_CASING, wide + 2.5), (colour, wide)):
        painter.setPen(QPen(QColor(ink), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        painter.drawPolyline(line)
        for k in (1, 2, 3, 4):
            foot = line[0] + (line[-1] - line[0]) * (k / 5)
            painter.drawLine(foot, _inwards(foot, inside, wide * 1.5))


def _paint_share(painter: QPainter, box: QRectF, used: int, most: int) -> None:
    """How much of a cell is taken: a bar along the lower edge of *box*, a piece for each point."""
    if box.isEmpty() or most < 1:
        return
    inset, high = box.width() * 0.09, max(3.0, box.height() * 0.055)
    whole = QRectF(box.left() + inset, box.bottom() - high - 1.5, box.width() - 2 * inset, high)
    gap = 1.0 if whole.width() / most > 4 else 0.0
    wide = (whole.width() - gap * (most - 1)) / most
    painter.fillRect(whole.adjusted(-1, -1, 1, 1), QColor(DARK_CASING))
    taken = QColor(TARGET if used >= most else "#7fb7c2")
    for k in range(most):
        piece = QRectF(whole.left() + k * (wide + gap), whole.top(), wide, high)
        painter.fillRect(piece, taken if k < used else QColor("#fffdf5"))
