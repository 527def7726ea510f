"""What a cell sees by the map's own rule, while drawing: tint, line, and what blocks it.

With no cell picked it shows how exposed every cell is: from how many others it is seen.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from wardesk.drawing.rule_table import sight_rule
from wardesk.model.sight import Sight
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.map.canvas.callout import paint_words
from wardesk.ui.map.canvas.selection_marks import outline
from wardesk.ui.map.overlays.overlay import BoardOverlay
from wardesk.ui.map.view import OVER, MapView
from wardesk.ui.tasks import Task
from wardesk.words import shown, tr

if TYPE_CHECKING:
    from wardesk.model.board import Board

SEEN, HIDDEN, CLEAR, BLOCKED = "#fff4b0", "#1c1a2e", "#0a6b2f", "#b3131f"
EXPOSED = "#d4380d"
REACH = 8
"""Cells within which an exposed cell is looked for."""
BANDS = 8
"""Shades of exposure, of which the lightest is no tint at all."""


class SightOverlay(BoardOverlay):
    """From `source` to the cell under the pointer; with no source the exposure of all cells."""

    name = "sight"
    height = OVER + 2

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self.source = ""
        self.target_class: str | None = None
        self._seen: frozenset[str] = frozenset()
        self._key: object = None
        self.exposure: dict[str, int] = {}
        """By cell from how many others within `REACH` it is seen; empty until it is counted."""
        self._counted: Board | None = None
        self._count = Task(self)
        self._count.done.connect(self._exposed)
        view.hovered.connect(self._repaint)
        view.focused.connect(self._repaint)
        view.model.selected.connect(self._selected)

    def switch(self, on: bool) -> None:
        super().switch(on)
        if on and not self.source:
            self._selected()

    def look_from(self, cell: str) -> None:
        """Another cell to look from."""
        self.source = cell
        self._view.update()

    def _selected(self) -> None:
        picked = self._view.model.selection.cells
        if self.on and len(picked) < 2:
            self.look_from(picked[0] if picked else "")

    def _exposed(self, found: dict[str, int]) -> None:
        self.exposure = found
        self._view.update()

    def _count_exposure(self) -> None:
        """Count again, in a worker thread, if the board is another one."""
        board = self._compiler.board
        if board is not None and board is not self._counted:
            self._counted = board
            self._count.start(partial(board.exposure, REACH))

    def stop(self) -> None:
        """The map is closed."""
        self._count.stop()

    def _board_made(self) -> None:
        self._key = None
        self._repaint()

    @property
    def seen(self) -> frozenset[str]:
        """The cells that the source sees now; empty without a board or a source."""
        board = self._compiler.board
        if board is None or self.source not in board.cells:
            return frozenset()
        key = (board, self.source, self.target_class)
        if self._key is None or key != self._key:
            self._key = key
            self._seen = board.viewshed(self.source, target_class=self.target_class)
        return self._seen

    def to(self, cell: str) -> Sight | None:
        """The line to a cell with everything it meets."""
        board = self._compiler.board
        if board is None or cell == self.source:
            return None
        if self.source not in board.cells or cell not in board.cells:
            return None
        return board.sight(self.source, cell, target_class=self.target_class)

    # ---- drawing -------------------------------------------------------------------------------

    def paint(self, painter: QPainter, camera: Camera) -> None:
        """Tint what is hidden, draw the line and its blocker."""
        view = QRectF(QPointF(0, 0), camera.size)
        if self._compiler.problem:
            words = tr("No sight yet: {0}").format(self._compiler.problem)
            paint_words(painter, view, QPointF(20, 60), words, icon="warning", tone="warn")
            return
        rule = sight_rule(self._view.model.document.palette)
        self._tell_rule(camera, tr("Sight by “{0}”").format(shown(rule.title) or rule.id))
        if not self.source:
            self._count_exposure()
            self._tint_exposure(painter, camera)
            words = tr("Red: seen from many cells. Pick a cell to look from it")
            paint_words(painter, view, QPointF(20, 60), words, icon="eye")
            return
        self._tint(painter, camera)
        source = camera.transform().map(self._view.sheet.cell_path(self.source))
        outline(painter, source, "#c77700", 3)
        under = self._view.hover_cell or self._view.focus_cell
        found = self.to(under)
        if found is not None:
            self._line(painter, camera, found)

    def _tint_exposure(self, painter: QPainter, camera: Camera) -> None:
        """The redder a cell, the more others see it: one path for each band."""
        most = max(self.exposure.values(), default=0)
        if not most:
            return
        bands = [QPainterPath() for _ in range(BANDS)]
        for cell in self._view.sheet.cells_in(camera.seen()):
            share = self.exposure.get(cell, 0) / most
            bands[min(int(share * BANDS), BANDS - 1)].addPath(self._view.sheet.cell_path(cell))
        tint = QColor(EXPOSED)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        for number, band in enumerate(bands[1:], 1):
            tint.setAlphaF(0.6 * number / (BANDS - 1))
            painter.fillPath(camera.transform().map(band), tint)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def _tint(self, painter: QPainter, camera: Camera) -> None:
        """Night over what cannot be seen: in one path, so that it costs one fill."""
        seen, sheet = self.seen, self._view.sheet
        box = camera.seen()
        if box.width() / max(sheet.counter, 1e-9) > 260:
            return  # too far away for single cells to say anything
        dark = QPainterPath()
        dark.setFillRule(Qt.FillRule.WindingFill)
        for cell in sheet.cells_in(box):
            if cell not in seen:
                dark.addPath(sheet.cell_path(cell))
        tint = QColor(HIDDEN)
        tint.setAlphaF(0.42)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.fillPath(camera.transform().map(dark), tint)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def _line(self, painter: QPainter, camera: Camera, found: Sight) -> None:
        sheet = self._view.sheet
        start = camera.to_view(sheet.anchor(found.a))
        end = camera.to_view(sheet.anchor(found.b))
        stop = next((event for event in found.events if event.blocks), None)
        ink = QColor(CLEAR if found.clear else BLOCKED)
        reached = end if stop is None else camera.to_view(QPointF(*stop.start))
        for colour, width in ((QColor("#ffffff"), 5.0), (ink, 2.6)):
            painter.setPen(QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawLine(start, reached)
        if stop is not None:
            painter.setPen(QPen(ink, 2, Qt.PenStyle.DashLine))
            painter.drawLine(reached, end)
            for cell in stop.cells if stop.kind == "cell" else ():
                if cell:
                    outline(painter, camera.transform().map(sheet.cell_path(cell)), BLOCKED, 3)
            if stop.kind != "cell":
                painter.setPen(QPen(ink, 5))
                painter.drawPoint(reached)
        words = shown(found.reason) or tr("In sight")
        if found.cite:
            words = f"{words} ({found.cite})"
        icon, tone = ("eye", "ok") if found.clear else ("hidden", "danger")
        view = QRectF(QPointF(0, 0), camera.size)
        self._view.notes.append(
            partial(paint_words, view=view, at=end, words=words, icon=icon, tone=tone)
        )


def sight_overlay(view: MapView) -> SightOverlay:
    """The overlay of sight that lies on a view."""
    return view.findChild(SightOverlay) or SightOverlay(view)
