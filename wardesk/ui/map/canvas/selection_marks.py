"""What is picked, and where the keyboard is, drawn on the sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Protocol

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen

from wardesk.render.map.sheet import MapSheet
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.map.model import MapModel

Corner = tuple[float, float]
PICKED, CASING = "#0b4fb3", "#ffffff"
MOST_OUTLINED = 150
"""Beyond that many cells in view only the tint is drawn, which is quick."""
MOST_TINTED = 600
"""Beyond that many in view it is one picture of them all."""


class ShownMap(Protocol):
    """A map seen through a camera, as far as marks over it need to know."""

    model: MapModel
    sheet: MapSheet

    @property
    def camera(self) -> Camera:
        """Map units to px of the view."""
        ...

    @property
    def pixel(self) -> float:
        """One px of the view in map units."""
        ...

    def devicePixelRatioF(self) -> float:
        """Device pixels per px of the view."""
        ...

    def cells_across(self, box: QRectF) -> float:
        """About how many cells a box (map units) shows."""
        ...


def outline(painter: QPainter, path: QPainterPath, ink: str = PICKED, width: float = 2.4) -> None:
    """A line that reads on any ground: dark over a wider light one. *path* in px of the view."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, across in ((CASING, width + 2.4), (ink, width)):
        pen = QPen(QColor(colour), across)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.drawPath(path)


def patch_outline(forms: Sequence[QPainterPath]) -> QPainterPath:
    """The outline of several cells together: the sides that only one of their *forms* has."""
    if len(forms) == 1:
        return forms[0]
    sides: dict[tuple[Corner, Corner], None] = {}
    for form in forms:
        for ring in form.toSubpathPolygons():
            corners = [(round(point.x(), 3), round(point.y(), 3)) for point in ring.toList()]
            for a, b in pairwise(corners):
                if (b, a) in sides:
                    del sides[b, a]
                elif a != b:
                    sides[a, b] = None
    return _joined(sides)


def _joined(sides: dict[tuple[Corner, Corner], None]) -> QPainterPath:
    """Sides, all walked the same way around, as closed lines."""
    ahead: dict[Corner, list[Corner]] = {}
    for a, b in sides:
        ahead.setdefault(a, []).append(b)
    path = QPainterPath()
    while ahead:
        here = start = next(iter(ahead))
        path.moveTo(QPointF(*here))
        while here in ahead:
            onward = ahead[here].pop()
            if not ahead[here]:
                del ahead[here]
            here = onward
            if here == start:
                break
            path.lineTo(QPointF(*here))
        path.closeSubpath()
    return path


class PickedCells:
    """What is drawn of the picked cells with every frame, kept by the view from frame to frame."""

    def __init__(self) -> None:
        self._cells: tuple[str, ...] = ()
        self._names: frozenset[str] = frozenset()
        self._picture: tuple[QImage, QRectF] | None = None
        self._boxes: dict[str, tuple[QPainterPath, QRectF]] = {}
        self._inside: tuple[str, ...] = ()
        self._around = QPainterPath()

    def forget(self) -> None:
        """The map has changed: cells may have other forms."""
        self._cells, self._names, self._boxes, self._picture = (), frozenset(), {}, None
        self._inside = ()

    def paint(self, painter: QPainter, view: ShownMap) -> None:
        """A tint, and while they are few the outline of all of them together."""
        cells = view.model.selection.cells
        if not cells:
            return
        shown = self.seen(view, cells)
        if shown is None:
            self._tint_many(painter, view, cells)
            return
        transform, tint = view.camera.transform(), QColor(PICKED)
        tint.setAlphaF(0.16)
        few = len(shown) <= MOST_OUTLINED
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=few)
        for path in shown.values():
            painter.fillPath(transform.map(path), tint)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if few:
            outline(painter, transform.map(self.around(tuple(shown))))

    def _tint_many(self, painter: QPainter, view: ShownMap, cells: tuple[str, ...]) -> None:
        """So many cells that their forms no longer matter."""
        found = self.picture(view, cells)
        if found is not None:
            picture, box = found
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, on=False)
            painter.setTransform(view.camera.transform(), True)
            painter.drawImage(box, picture)
            painter.restore()

    def _follow(self, cells: tuple[str, ...]) -> None:
        if cells is not self._cells:
            self.forget()
            self._cells = cells

    def around(self, names: tuple[str, ...]) -> QPainterPath:
        """The outline of some of them together, map units."""
        if names != self._inside:
            self._inside = names
            self._around = patch_outline([self._boxes[name][0] for name in names])
        return self._around

    def seen(self, view: ShownMap, cells: tuple[str, ...]) -> dict[str, QPainterPath] | None:
        """The forms of those that can be seen, map units; None if they are too many."""
        self._follow(cells)
        box = view.camera.seen()
        if view.model.is_area or len(cells) <= MOST_TINTED:
            names: Iterable[str] = cells
        elif view.cells_across(box) > MOST_TINTED * 2:
            return None
        else:
            self._names = self._names or frozenset(cells)
            room = view.sheet.counter * 2
            near = view.sheet.cells_in(box.adjusted(-room, -room, room, room))
            names = [cell for cell in near if cell in self._names]
            if len(names) > MOST_TINTED:
                return None
        found: dict[str, QPainterPath] = {}
        for name in names:
            if name not in self._boxes:
                path = view.sheet.cell_path(name)
                self._boxes[name] = path, path.boundingRect()
            path, bounds = self._boxes[name]
            if bounds.intersects(box):
                found[name] = path
        return found

    def picture(self, view: ShownMap, cells: tuple[str, ...]) -> tuple[QImage, QRectF] | None:
        """All of them as one picture, and where it lies in map units."""
        self._follow(cells)
        if self._picture is None:
            tint = QColor(PICKED)
            tint.setAlphaF(0.28)
            self._picture = view.sheet.cells_picture(cells, tint)
        return self._picture


def paint_cursor(painter: QPainter, view: ShownMap, cell: str) -> None:
    """The cell of the keyboard: dashed, so that it is not taken for a picked one."""
    path = view.camera.transform().map(view.sheet.cell_path(cell))
    outline(painter, path, CASING, 1.6)
    pen = QPen(QColor("#1b1400"), 1.6, Qt.PenStyle.DashLine)
    painter.setPen(pen)
    painter.drawPath(path)
