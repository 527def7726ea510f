"""The border tool: paints kinds on the borders of areas, each border from end to end."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from wardesk.drawing.commands.all_commands import FlipBorders, PaintBorders
from wardesk.geometry.borders.border_trace import segment_at
from wardesk.geometry.borders.snapping import Catch
from wardesk.geometry.borders.topology import edge_points, sides
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.map.canvas import handles
from wardesk.ui.map.canvas.pointer import Hints, Pointer
from wardesk.ui.map.tools.areas.border_snapping import BorderSnapping
from wardesk.ui.map.tools.options import OptionRow
from wardesk.ui.map.tools.tool import Tool
from wardesk.ui.widgets.text import Label
from wardesk.words import shown, tr

if TYPE_CHECKING:
    from wardesk.ui.map.model import MapModel
    from wardesk.ui.map.view import MapView

_STEP = 6.0
"""Px of the hand's way after which it is asked again which border is near."""


class BorderOptions(OptionRow):
    """Says which kind is painted; the palette beside the sheet holds the others."""

    def __init__(self, model: MapModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.words = Label("", self, role="small-strong")
        self.add(tr("Paints"), self.words)
        model.inked.connect(self._show)
        model.changed.connect(self._show)
        self._show()

    def _show(self, _change: object = None) -> None:
        kind = self._model.document.palette.borders.get(self._model.inks.side)
        self.words.setText(
            tr("no kind: add one in the palette") if kind is None else shown(kind.name)
        )


class BorderTool(Tool):
    """Paints the kind in ink on every border that the hand passes, once per stroke."""

    id = "border"
    icon = "hexside"
    key = "H"
    kinds = frozenset({"area"})

    def __init__(self, model: MapModel, view: MapView) -> None:
        super().__init__(model, view)
        self.snapping = BorderSnapping(model, self)
        self.over: Catch | None = None
        """The border under the pointer."""
        self._done: set[int] = set()
        self._last: QPointF | None = None
        model.changed.connect(self._forget)

    @property
    def title(self) -> str:
        return tr("Paint borders")

    def hints(self) -> Hints:
        directed = (
            ((tr("Click again"), tr("turn the high side round")),)
            if self._directed(self.model.inks.side)
            else ()
        )
        return (
            (tr("Drag"), tr("paint borders")),
            *directed,
            ("Alt / O", tr("back to the first kind")),
            (tr("Ctrl+click"), tr("pick up the kind")),
        )

    def options(self, parent: QWidget) -> QWidget:
        self.model.inked.connect(self.hinted)
        return BorderOptions(self.model, parent)

    def _forget(self, _change: object) -> None:
        if self.over is not None and self.over.id not in self.model.document.edges:
            self.over = None

    def _directed(self, kind: str) -> bool:
        found = self.model.document.palette.borders.get(kind)
        return found is not None and found.directed

    # ---- the hand ------------------------------------------------------------------------------

    def press(self, at: Pointer) -> None:
        self.over = self.snapping.catch_edge(at, self.view.pixel)
        if self.over is None:
            return
        edge = self.model.document.edges[self.over.id]
        if at.ctrl:
            self.model.ink(side=edge.kind)
            return
        self.model.begin_stroke()
        self._done, self._last = {edge.id}, at.at
        kind = self.kind(at)
        if edge.kind == kind and self._directed(kind) and not at.alt:
            self.model.do(FlipBorders((edge.id,)))
        else:
            self._paint(edge.id, kind, self._high(edge.id, at))

    def move(self, at: Pointer) -> None:
        self.over = self.snapping.catch_edge(at, self.view.pixel)
        if self.model.in_stroke and self._last is not None:
            self._sweep(self._last, at)
            self._last = at.at
        self.view.update()

    def release(self, at: Pointer) -> None:
        self._last = None
        self.model.end_stroke()

    def kind(self, at: Pointer) -> str:
        """What is painted: the ink, or with Alt the first kind of the palette."""
        first = next(iter(self.model.document.palette.borders), "")
        return first if at.alt else self.model.inks.side

    def _sweep(self, start: QPointF, at: Pointer) -> None:
        """Paint what lies on the hand's way from *start*; a quick hand skips nothing."""
        way = at.at - start
        count = max(1, round(math.hypot(way.x(), way.y()) / (_STEP * self.view.pixel)))
        for k in range(1, min(count, 400) + 1):
            spot = start + way * (k / count)
            step = Pointer(spot, at.on, at.cell, at.button, at.shift, at.ctrl, at.alt)
            found = self.snapping.catch_edge(step, self.view.pixel)
            if found is not None and found.id not in self._done:
                self._done.add(found.id)
                self._paint(found.id, self.kind(at), self._high(found.id, step))

    def _paint(self, edge: int, kind: str, high: str) -> None:
        self.model.do(PaintBorders((edge,), kind, high if self._directed(kind) else ""))

    def _high(self, edge: int, at: Pointer) -> str:
        """The area on whose side of the border the hand is: the high one of a directed kind."""
        pair = sides(self.snapping.network)[edge]
        line = edge_points(self.snapping.network, edge)
        (ax, ay), (bx, by) = line[(k := segment_at(line, at.point))], line[k + 1]
        turn = (bx - ax) * (at.point[1] - ay) - (by - ay) * (at.point[0] - ax)
        here, there = (pair.left, pair.right) if turn < 0 else (pair.right, pair.left)
        return here or there or ""

    def cell_entered(self, cell: str) -> None:
        """Paint all borders of the cell under the keyboard."""
        face = self.model.document.faces.get(cell)
        if face is not None:
            edges = tuple(sorted({abs(s) for ring in face.rings for s in ring}))
            kind = self.model.inks.side
            high = cell if self._directed(kind) else ""
            self.model.do(PaintBorders(edges, kind, high))

    # ---- its picture ---------------------------------------------------------------------------

    def paint(self, painter: QPainter, camera: Camera) -> None:
        if self.over is None or self.over.id not in self.model.document.edges:
            return
        line = handles.on_view(camera, edge_points(self.snapping.network, self.over.id))
        handles.stroke(painter, line, handles.PICKED, 3.0)
        kind = self.model.document.edges[self.over.id].kind
        found = self.model.document.palette.borders.get(kind)
        words = shown(found.name) if found is not None else kind
        if self._directed(kind):
            high = sides(self.snapping.network)[self.over.id].left
            words = tr("{0}, {1} lies high").format(words, high or tr("the outside"))
        if not self.model.in_stroke:
            handles.say(painter, camera, self.view.pointer, words)
