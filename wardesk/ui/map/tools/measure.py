"""Measure: cells and map units along a path that is drawn over the map, live."""

from __future__ import annotations

import math
import re
from itertools import pairwise

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPainterPath

from wardesk.drawing.document import MapDocument
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.map.canvas.callout import paint_words
from wardesk.ui.map.canvas.cells import beside
from wardesk.ui.map.canvas.features import dot
from wardesk.ui.map.canvas.pointer import Hints, Pointer
from wardesk.ui.map.canvas.selection_marks import outline
from wardesk.ui.map.tools.tool import Tool
from wardesk.ui.map.words import count_cells
from wardesk.words import tr

_SCALE = re.compile(r"1/(\d+) \S+ \((\d+(?:\.\d+)?) ?(\S+?)\)")
"""A unit such as ``1/336 hex (500 m)``: so many of ours are so much in nature."""


def in_words(document: MapDocument, length: float) -> str:
    """A length in map units as people say it: ``1.2 km``, ``340 m``, ``5.5 hexes``."""
    found = _SCALE.search(document.unit)
    unit = document.unit
    if found is not None:
        length, unit = length / int(found[1]) * float(found[2]), found[3]
    elif document.unit.startswith("1/"):
        share, _, noun = document.unit[2:].partition(" ")
        if share.isdigit() and int(share):
            length, unit = length / int(share), noun
    if unit == "m" and length >= 1000:
        length, unit = length / 1000, "km"
    return f"{length:.0f} {unit}" if length >= 100 else f"{length:.1f} {unit}"


def cells_between(document: MapDocument, a: str, b: str) -> int:
    """Steps from a cell to another by common sides, whatever lies on them; -1 if there is no way.

    On sheets by the grid itself, as if every place were there.
    """
    layout = document.layout
    if layout is not None:
        numbers = document.cell_numbers
        (q, r), (s, t) = (layout.grid.coordinates(numbers[cell]) for cell in (a, b))
        return layout.grid.distance(s - q, t - r)
    around, seen, edge, steps = beside(document), {a}, [a], 0
    while edge and b not in seen:
        edge = list({other for one in edge for other in around(one) if other not in seen})
        seen.update(edge)
        steps += 1
    return steps if b in seen else -1


class MeasureTool(Tool):
    """Measures; changes nothing."""

    id = "measure"
    icon = "measure"
    key = "M"
    group = "look"

    _stops: list[QPointF]
    _open = False
    """Whether the path still follows the pointer."""
    _pressed: QPointF | None = None

    @property
    def title(self) -> str:
        return tr("Measure")

    def begin(self) -> None:
        self._stops, self._open = [], False

    def hints(self) -> Hints:
        if not self._open:
            return (
                (tr("Drag"), tr("measure")),
                (tr("Click"), tr("begin a path")),
                ("Enter", tr("from the keyboard's cell")),
            )
        return (
            (tr("Click"), tr("next stop")),
            ("Backspace", tr("last stop back")),
            (tr("Double click"), tr("finish")),
            ("Esc", tr("drop it")),
        )

    @property
    def live(self) -> bool:
        return self._open

    def cancel(self) -> bool:
        if not self._stops:
            return False
        self._stops, self._open, self._pressed = [], False, None
        self._told()
        return True

    def step_back(self) -> bool:
        if not self._open:
            return False
        self._stops.pop()
        self._open = bool(self._stops)
        self._told()
        return True

    def _told(self) -> None:
        self.hinted.emit()
        self.view.update()

    def press(self, at: Pointer) -> None:
        if not self._open:
            self._stops = []
        self._stops.append(at.at)
        self._open, self._pressed = True, at.on
        self._told()

    def move(self, at: Pointer) -> None:
        if self._open:
            self.view.update()

    def release(self, at: Pointer) -> None:
        far = (at.on - self._pressed).manhattanLength() if self._pressed is not None else 0
        self._pressed = None
        if far > 12 and len(self._stops) == 1:  # one drag is a whole measurement
            self._stops.append(at.at)
            self._open = False
            self._told()

    def double(self, at: Pointer) -> None:
        self._open, self._pressed = False, None
        self._told()

    def pressed_key(self, event: QKeyEvent) -> bool:
        return event.key() == Qt.Key.Key_Backspace and self.step_back()

    def cell_entered(self, cell: str) -> None:
        anchor = self.view.sheet.anchor(cell)
        if not self._open:
            self._stops = []
        if self._open and self._stops and self._stops[-1] == anchor:
            self._open = False
        else:
            self._stops.append(anchor)
            self._open = True
        self._told()

    def stops(self) -> list[QPointF]:
        """The path so far, the pointer (or the keyboard's cell) at its end while it is open."""
        if not self._open:
            return self._stops
        if self.view.hover_cell or not self.view.focus_cell:
            return [*self._stops, self.view.camera.to_board(self.view.pointer)]
        return [*self._stops, self.view.sheet.anchor(self.view.focus_cell)]

    def words(self) -> str:
        """What was measured: cells if both ends are on the map, and the length."""
        stops, document = self.stops(), self.model.document
        length = sum(math.dist(a.toTuple(), b.toTuple()) for a, b in pairwise(stops))
        rows = [in_words(document, length)]
        cells = [self.view.sheet.locate(stop) for stop in stops]
        if all(cells) and len(cells) > 1:
            steps = [cells_between(document, a, b) for a, b in pairwise(cells)]
            if min(steps) >= 0:
                rows.insert(0, count_cells(sum(steps)))
        return "\n".join(rows)

    def paint(self, painter: QPainter, camera: Camera) -> None:
        stops = [camera.to_view(stop) for stop in self.stops()]
        if len(stops) < 2:
            return
        path = QPainterPath(stops[0])
        for stop in stops[1:]:
            path.lineTo(stop)
        outline(painter, path, width=2.0)
        for stop in stops:
            dot(painter, stop, size=3.6)
        paint_words(painter, self.view.rect().toRectF(), stops[-1], self.words(), below=True)
