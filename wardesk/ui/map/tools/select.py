"""The select tool: picks cells, lines, labels and zones; Shift adds, Ctrl takes away."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QApplication

from wardesk.drawing.commands.all_commands import MoveFeature
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.map.canvas.features import DrawnFeature, paint_feature
from wardesk.ui.map.canvas.pointer import Hints, Pointer
from wardesk.ui.map.canvas.selection_marks import CASING, PICKED
from wardesk.ui.map.model import Selection
from wardesk.ui.map.tools.tool import Tool
from wardesk.words import tr

_ARROWS = {
    Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1),
}  # fmt: skip


class SelectTool(Tool):
    """Picks what the other tools and commands then act on."""

    id = "select"
    icon = "select"
    key = "S"
    group = "pick"
    cursor = Qt.CursorShape.ArrowCursor

    _from: QPointF | None = None
    """Where the box begins, map units: it stays there when the sheet is moved meanwhile."""
    _pressed = QPointF()
    _to = QPointF()
    _dragging = False

    @property
    def title(self) -> str:
        return tr("Select")

    def hints(self) -> Hints:
        if self.held.shift or self.held.ctrl:
            verb = tr("take away") if self.held.ctrl else tr("add")
            return ((tr("Click"), verb), (tr("Drag"), verb))
        if self._labels():
            return (
                (tr("Arrows"), tr("nudge the words, Shift further")),
                (tr("Double click"), tr("edit")),
                ("Del", tr("remove")),
                ("Esc", tr("pick nothing")),
            )
        if not self.model.selection.is_empty:
            return (
                (tr("Click"), tr("pick")),
                ("Shift", tr("add")),
                ("Ctrl", tr("take away")),
                ("Del", tr("erase")),
                ("Ctrl+C", tr("copy")),
                ("F2", tr("name")),
                ("Esc", tr("pick nothing")),
            )
        return (
            (tr("Click"), tr("pick a cell, a line, words")),
            (tr("Drag"), tr("pick a box")),
            (tr("Click again", "SelectTool"), tr("the cell below a line")),
            (tr("Double click"), tr("edit a shape")),
            ("Ctrl+A", tr("all cells")),
        )

    def begin(self) -> None:
        self.model.selected.connect(self.hinted)

    def leave(self) -> None:
        self.model.selected.disconnect(self.hinted)

    @property
    def live(self) -> bool:
        return self._dragging

    # ---- the hand ------------------------------------------------------------------------------

    def press(self, at: Pointer) -> None:
        self._from, self._pressed, self._to = at.at, at.on, at.at
        self._dragging = False

    def move(self, at: Pointer) -> None:
        if self._from is None:
            self.view.update()
            return
        far = (at.on - self._pressed).manhattanLength() >= QApplication.startDragDistance()
        self._dragging = self._dragging or far
        self._to = at.at
        if self._dragging:
            self.view.update()

    def release(self, at: Pointer) -> None:
        if self._from is None:
            return
        start, self._from = self._from, None
        if self._dragging:
            self._dragging = False
            box = QRectF(start, at.at).normalized()
            self._pick(self._cells_in(box), self._features_in(box), at)
        else:
            row = None if at.alt else self.view.features.at(at.at)
            again = row is not None and self.model.selection == Selection(features=(row.name,))
            if again and at.cell and not (at.shift or at.ctrl):
                row = None  # a second click reaches through to the cell below
            self._pick([] if row is not None else [at.cell], [row.name] if row else [], at)
            self.view.set_focus_cell(at.cell)
        self.view.update()

    def double(self, at: Pointer) -> None:
        """A shape goes to the tool that edits it."""
        row = None if at.alt else self.view.features.at(at.at)
        if row is None:
            if at.cell and not self.view.take_up("node"):
                self.press(at)
            return
        self.edit(row)

    def edit(self, row: DrawnFeature) -> None:
        """Open a feature in its tool."""
        self.model.select(Selection(features=(row.name,)))
        if row.is_label:
            self.view.take_up("label")
            self.view.tools["label"].rewrite(row)  # type: ignore[attr-defined]
        elif row.is_zone:
            self.view.take_up("zone")
            self.view.tools["zone"].choose(row.name)  # type: ignore[attr-defined]
        elif row.form == "LineString":
            self.view.take_up("line")

    def cancel(self) -> bool:
        if self._dragging:
            self._from, self._dragging = None, False
        elif not self.model.selection.is_empty:
            self.model.select(Selection())
        else:
            return False
        self.view.update()
        return True

    def cell_entered(self, cell: str) -> None:
        kept = dict.fromkeys(self.model.selection.cells)
        if cell in kept:
            del kept[cell]
        else:
            kept[cell] = None
        self.model.select(Selection(tuple(kept), self.model.selection.features))

    def _cells_in(self, box: QRectF) -> list[str]:
        sheet = self.view.sheet
        return [cell for cell in sheet.cells_in(box) if box.contains(sheet.anchor(cell))]

    def _features_in(self, box: QRectF) -> list[str]:
        """The features that lie in the box whole."""
        return [
            row.name
            for row in self.view.features.rows
            if row.points
            and box.contains(row.box.topLeft())
            and box.contains(row.box.bottomRight())
        ]

    def _pick(self, cells: list[str], features: list[str], at: Pointer) -> None:
        before = self.model.selection if at.shift or at.ctrl else Selection()
        present = self.model.document.cells
        self.model.select(
            Selection(
                _joined(before.cells, [cell for cell in cells if cell in present], away=at.ctrl),
                _joined(before.features, features, away=at.ctrl),
            )
        )

    # ---- the keyboard --------------------------------------------------------------------------

    def _labels(self) -> list[DrawnFeature]:
        """The picked features that are single points."""
        found = (self.view.features.named(name) for name in self.model.selection.features)
        return [row for row in found if row is not None and row.form == "Point"]

    def pressed_key(self, event: QKeyEvent) -> bool:
        way, labels = _ARROWS.get(Qt.Key(event.key())), self._labels()
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if way is None or control or not labels or self.model.selection.cells:
            return False
        further = 10 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
        step = max(self.view.pixel, 1 / 64) * further  # 1/64 is the finest place on a map
        moves = [
            MoveFeature(row.name, (row.points[0][0] + way[0] * step,
                                   row.points[0][1] + way[1] * step))
            for row in labels
        ]  # fmt: skip
        self.model.do_all(*moves)
        return True

    # ---- its picture ---------------------------------------------------------------------------

    def paint(self, painter: QPainter, camera: Camera) -> None:
        if not self._dragging or self._from is None:
            row = None
            if self.view.underMouse() and not self.held.alt:
                row = self.view.features.at(camera.to_board(self.view.pointer))
            if row is not None and row.name not in self.model.selection.features:
                painter.setOpacity(0.6)
                paint_feature(painter, self.view, row)
                painter.setOpacity(1.0)
            return
        box = QRectF(camera.to_view(self._from), camera.to_view(self._to)).normalized()
        tint = QColor(PICKED)
        tint.setAlphaF(0.14)
        painter.setBrush(tint)
        for ink, width in ((CASING, 3.0), (PICKED, 1.4)):
            painter.setPen(QPen(QColor(ink), width))
            painter.drawRect(box)


def _joined(before: tuple[str, ...], found: list[str], *, away: bool) -> tuple[str, ...]:
    kept = dict.fromkeys(before)
    for one in found:
        if away:
            kept.pop(one, None)
        else:
            kept[one] = None
    return tuple(kept)
