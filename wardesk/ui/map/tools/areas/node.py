"""The node tool: moves, makes and deletes the corners of borders, and moves anchors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QApplication, QWidget

from wardesk.drawing.commands.all_commands import (
    AnyCommand,
    DeleteBend,
    DeleteNode,
    InsertNode,
    MoveCorners,
)
from wardesk.geometry.grids.snap import Point, snap_point
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.map.background.dry_run import DryRun
from wardesk.ui.map.canvas.pointer import Hints, Pointer
from wardesk.ui.map.model import Selection
from wardesk.ui.map.tools.areas.border_snapping import BorderSnapping
from wardesk.ui.map.tools.areas.grips import AreaGrip, Moving, Picked, grip_at, insertion, moving
from wardesk.ui.map.tools.areas.node_marks import NodeMarks
from wardesk.ui.map.tools.areas.simplify import SimplifyOptions
from wardesk.ui.map.tools.nudge import Nudger, push
from wardesk.ui.map.tools.tool import Tool
from wardesk.words import tr

if TYPE_CHECKING:
    from wardesk.ui.map.model import MapModel
    from wardesk.ui.map.view import MapView

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class NodeTool(Tool):
    """Works on nodes, bends and anchors; all areas that meet there follow."""

    id = "node"
    icon = "node"
    key = "N"
    group = "shape"
    kinds = frozenset({"area"})
    cursor = Qt.CursorShape.ArrowCursor

    def __init__(self, model: MapModel, view: MapView) -> None:
        super().__init__(model, view)
        self.snapping = BorderSnapping(model, self)
        self.picked = Picked(model)
        self.dry_run = DryRun(model, self)
        self.dry_run.told.connect(view.viewport().update)
        self.marks = NodeMarks(model, view, self.snapping, self.picked)
        self.simplify: SimplifyOptions | None = None
        self.hover: AreaGrip | None = None
        self.gripped: AreaGrip | None = None
        """The handle that the hand has taken hold of."""
        self.command: Moving | None = None
        """What letting go would do."""
        self.box: QRectF | None = None
        """The box that is drawn, px of the view."""
        self._down: QPointF | None = None
        self._from = (0.0, 0.0)
        self._nudger = Nudger(model, self)

    @property
    def title(self) -> str:
        return tr("Edit corners")

    def hints(self) -> Hints:
        if self.picked.count:
            return (
                (tr("Drag"), tr("move together")),
                (tr("Arrows"), tr("push")),
                ("Del", tr("delete")),
                ("Esc", tr("let go")),
            )
        return (
            (tr("Drag"), tr("move, or bend a border")),
            (tr("Double click"), tr("new bend")),
            (tr("Alt+click"), tr("new node")),
            (tr("Drag on open ground"), tr("pick a box")),
            (", .", tr("step from corner to corner")),
        )

    def options(self, parent: QWidget) -> QWidget:
        self.simplify = SimplifyOptions(self.model, self.view, parent)
        return self.simplify

    # ---- its life ------------------------------------------------------------------------------

    @property
    def live(self) -> bool:
        return self.command is not None or self.box is not None

    def leave(self) -> None:
        self._nudger.end()
        self.picked.take()
        if self.simplify is not None:
            self.simplify.reset()

    def cancel(self) -> bool:
        if self._drop():
            return True
        if self.model.in_stroke:  # arrow keys have just pushed something
            self.model.drop_stroke()
            return True
        if self.simplify is not None and self.simplify.tolerance:
            self.simplify.reset()
        elif self.picked.count:
            self.picked.take()
        else:
            return False
        self._retell()
        return True

    def _drop(self) -> bool:
        """Let go of what is held and change nothing; whether anything was."""
        was = self.live
        if self.command is not None:
            self.model.end_stroke()
        self.gripped = self.command = self.box = self._down = None
        self.dry_run.forget()
        self.view.update()
        return was

    # ---- the hand ------------------------------------------------------------------------------

    def press(self, at: Pointer) -> None:
        self._nudger.end()
        grip = self._grip(at)
        self._down, self._from, self.gripped = at.on, at.point, grip
        if grip is None or grip.kind == "anchor":
            return
        if at.alt:
            self.gripped = self._down = None
            if grip.kind != "node":
                self.model.do(InsertNode(grip.id, grip.at))
        elif at.shift:
            self.gripped = self._down = None
            self.picked.toggle(grip)
        elif grip.kind != "edge" and not self.picked.has(grip):
            self.picked.only(grip)
        self._retell()

    def move(self, at: Pointer) -> None:
        if self._down is None:
            self.hover = self._grip(at)
            self.view.update()
            return
        far = (at.on - self._down).manhattanLength() >= QApplication.startDragDistance()
        if not far and not self.live:
            return
        if self.gripped is None:
            self.box = QRectF(self._down, at.on).normalized()
        else:
            if self.command is None:
                self.model.begin_stroke()
            self.command = moving(self.snapping.network, self.gripped, self.picked, self._way(at))
            self.dry_run.ask(self.command)
        self.view.update()

    def release(self, at: Pointer) -> None:
        if self._down is None:
            return
        if self.command is not None:
            self.move(at)
            self._let_go(self.command)
        elif self.box is not None:
            camera = self.view.camera
            corners = camera.to_board(self.box.topLeft()), camera.to_board(self.box.bottomRight())
            box = QRectF(*corners).normalized()
            self.picked.box(self.snapping.network, box, add=at.shift)
        elif self.gripped is None and not at.shift:
            self.model.select(Selection((at.cell,) if at.cell else ()))
            self.picked.take()
        elif self.gripped is not None and self.gripped.kind == "edge":
            self.model.select(Selection(self.model.selection.cells, edges=(self.gripped.id,)))
        self._drop()
        self._retell()

    def double(self, at: Pointer) -> None:
        grip = self._grip(at)
        if grip is not None and grip.kind == "edge":
            self.model.do(insertion(self.snapping.network, grip.id, grip.at, grip.at))
        elif grip is not None and grip.kind == "bend":
            self.model.do(InsertNode(grip.id, grip.at))

    def _let_go(self, command: Moving) -> None:
        """Do it, unless the reason against it stands beside the pointer already."""
        if not self.dry_run.refusal(command):
            self.model.do(command)
        self.model.end_stroke()
        self.command = None

    def _grip(self, at: Pointer) -> AreaGrip | None:
        return grip_at(self.model, self.snapping, at.point, self.view.pixel, at.cell)

    def _way(self, at: Pointer) -> Point:
        """From where the hand took hold; with Shift straight across or straight down."""
        dx, dy = at.point[0] - self._from[0], at.point[1] - self._from[1]
        if at.shift:
            dx, dy = (dx, 0.0) if abs(dx) >= abs(dy) else (0.0, dy)
        return snap_point((dx, dy))

    # ---- the keyboard --------------------------------------------------------------------------

    def pressed_key(self, event: QKeyEvent) -> bool:
        if self.live:
            return False
        way = push(event, self.view.pixel)
        if way is not None and self.picked.count:
            nodes, bends = self.picked.nodes, tuple(sorted(self.picked.bends))
            self._nudger.do(MoveCorners(nodes, bends, way))
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and self.picked.count:
            self._delete()
        elif event.text() in (",", "."):
            self._step(1 if event.text() == "." else -1)
        elif event.key() in _ENTER and self.simplify is not None and self.simplify.tolerance:
            self.simplify.apply()
        else:
            return False
        self._retell()
        return True

    def cell_entered(self, cell: str) -> None:
        """Show the corners of a cell, the first one picked."""
        self.model.select(Selection((cell,)))
        self.picked.take()
        self._step(1)
        self._retell()

    def _delete(self) -> None:
        """Delete what is picked: bends from the last to the first, so that their numbers hold."""
        self._nudger.end()
        commands: list[AnyCommand] = [
            DeleteBend(edge, bend) for edge, bend in sorted(self.picked.bends, reverse=True)
        ]
        commands += [DeleteNode(node) for node in self.picked.nodes]
        self.model.begin_stroke()
        kept = [one for one in commands if self.model.why_not(one) or not self.model.do(one)]
        self.model.end_stroke()
        if len(kept) == len(commands):
            self.model.do(kept[0])  # nothing could be done: say why

    def _step(self, by: int) -> None:
        """To the next corner round the picked cell, or the one where the keyboard is."""
        cells = self.model.selection.cells or (self.view.focus_cell,)
        corners = self.marks.corners_of(cells[0])
        if not corners:
            return
        here = [place for place, grip in enumerate(corners) if self.picked.has(grip)]
        place = (here[0] + by) % len(corners) if here else 0
        self.picked.only(corners[place])
        self.view.show_point(QPointF(*corners[place].at))

    def _retell(self) -> None:
        self.hinted.emit()
        self.view.update()

    # ---- its picture ---------------------------------------------------------------------------

    def paint(self, painter: QPainter, camera: Camera) -> None:
        if self.simplify is not None:
            self.simplify.paint(painter, camera)
        self.marks.paint(painter, camera, self.hover if self.command is None else None)
        if self.command is not None:
            self.marks.paint_move(painter, camera, self.command, self.dry_run.refusal(self.command))
        if self.box is not None:
            self.marks.paint_box(painter, self.box)
