"""Markers that lie in cells beside the counters: where each lies, which is under a point."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter

from wardesk.model.look import CellMark
from wardesk.ui.canvas.art import BoardArt
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.canvas.piles import Pile

_SHARE, _LEAST = 0.36, 12
"""Edge of a marker in counter edges, and the least in px."""


class CellMarks:
    """Places and paints the markers of a look; holds pictures of them."""

    def __init__(self, anchors: Mapping[str, QPointF], *, on_lattice: bool) -> None:
        self._anchors, self._on_lattice = anchors, on_lattice
        self.marks: tuple[CellMark, ...] = ()
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
            if anchor is None:
                continue
            k = taken[mark.cell] = taken.get(mark.cell, -1) + 1
            # At the right of the counters, so that neither hides the other, off the name below.
            last = max(piles.get(mark.cell, ()), key=lambda pile: pile.box.right(), default=None)
            beside = anchor
            if last is not None:
                beside = QPointF(last.bounds().right() - edge / 2, last.box.center().y())
            # Names begin at the right of an empty hex or square: its marks stay well inside.
            inside = last is None and self._on_lattice
            way = QPointF(0.36, 0.38 * k - 0.5) if inside else QPointF(0.72, 0.38 * k - 0.3)
            yield mark, beside + way * edge

    def at(
        self, point: QPointF, camera: Camera, piles: Mapping[str, Sequence[Pile]], edge: float
    ) -> CellMark | None:
        """The marker under a point of the view, if one lies there."""
        half = _pixels(edge, camera) / 2 + 2
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
        pixels = _pixels(edge, camera)
        for mark, place in self.places(piles, edge):
            if not any(box.contains(place) for box in wanted):
                continue
            at = camera.to_view(place)
            key = (mark.badge, pixels, ratio)
            if key not in self._pictures:
                self._pictures[key] = art.badge_image(mark.badge, pixels, ratio)
            corner = QPointF(at.x() - pixels / 2, at.y() - pixels / 2)
            painter.drawImage(corner, self._pictures[key])


def _pixels(edge: float, camera: Camera) -> int:
    return max(_LEAST, round(edge * _SHARE * camera.scale))
