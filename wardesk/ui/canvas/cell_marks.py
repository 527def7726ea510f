"""Markers that lie in cells beside the counters: where each lies, which is under a point."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from wardesk.model.look import CellMark
from wardesk.ui.canvas.art import BoardArt
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.canvas.mark_painter import DARK_CASING, TARGET
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
            if anchor is None or mark.share is not None:
                continue  # A share is a bar of its own, beside no counter.
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

    def boxes(self, piles: Mapping[str, Sequence[Pile]], edge: float) -> list[QRectF]:
        """What each marker fills, board units."""
        half = _SHARE * edge / 2
        return [
            QRectF(place.x() - half, place.y() - half, 2 * half, 2 * half)
            for _, place in self.places(piles, edge)
        ]

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
        near = [box.adjusted(-edge, -edge, edge, edge) for box in wanted]
        for mark, place in self.places(piles, edge):
            if not any(box.contains(place) for box in near):
                continue
            at = camera.to_view(place)
            key = (mark.badge, pixels, ratio)
            if key not in self._pictures:
                self._pictures[key] = art.badge_image(mark.badge, pixels, ratio)
            corner = QPointF(at.x() - pixels / 2, at.y() - pixels / 2)
            painter.drawImage(corner, self._pictures[key])

    def paint_shares(
        self, painter: QPainter, camera: Camera, box_of: Callable[[tuple[str]], QRectF]
    ) -> None:
        """Draw how much of a cell's work is done, for every cell that tells; *box_of* a cell."""
        for mark in self.marks:
            if mark.share is not None and mark.cell in self._anchors:
                box = camera.transform().mapRect(box_of((mark.cell,)))
                _paint_share(painter, box, *mark.share)


def _pixels(edge: float, camera: Camera) -> int:
    return max(_LEAST, round(edge * _SHARE * camera.scale))


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
