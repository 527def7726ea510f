"""The cut tool: a line drawn across areas splits each of them in two."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QWidget

from wardesk.drawing.commands.areas import SplitArea
from wardesk.drawing.commands.cut_lines import cuts
from wardesk.geometry.adjacency.coverage import polygon
from wardesk.geometry.grids.snap import Ring
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.map.canvas import handles
from wardesk.ui.map.canvas.pointer import Hints, Pointer
from wardesk.ui.map.model import Selection
from wardesk.ui.map.tools.areas.area_options import AreaOptions, NewCell
from wardesk.ui.map.tools.areas.line_draft import DraftTool
from wardesk.words import tr

if TYPE_CHECKING:
    from wardesk.ui.map.model import MapModel
    from wardesk.ui.map.view import MapView

_ON_OUTLINE = 1 / 8
"""Map units within which the end of a cut is put on the outline; it lies there already."""
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class CutTool(DraftTool):
    """Splits areas along a line, drawn with the button held or corner by corner."""

    id = "cut"
    icon = "split"
    key = "K"
    follows = False  # a cut runs through areas, not along their borders

    def __init__(self, model: MapModel, view: MapView) -> None:
        super().__init__(model, view)
        self.cell = NewCell(model, self)
        model.changed.connect(self.draft.let_go)

    @property
    def title(self) -> str:
        return tr("Cut areas")

    def hints(self) -> Hints:
        if self.live:
            return (
                (tr("Click on an outline"), tr("cut", "CutTool")),
                (tr("Click inside"), tr("bend the cut")),
                ("Backspace", tr("take back a corner")),
                ("Esc", tr("drop")),
            )
        return (
            (tr("Drag across"), tr("cut", "CutTool")),
            (tr("Click"), tr("cut corner by corner")),
            ("Ctrl", tr("no snapping")),
        )

    def options(self, parent: QWidget) -> QWidget:
        return AreaOptions(self.snapping, self.cell, parent, follows=False)

    # ---- its life ------------------------------------------------------------------------------

    def cancel(self) -> bool:
        if not self.live:
            return False
        self._end()
        return True

    def step_back(self) -> bool:
        """Undo was asked for while a cut is drawn."""
        if not self.live:
            return False
        self.draft.back()
        if not self.live:
            self._end()
        self._changed()
        return True

    def _end(self) -> None:
        self.drop()
        self.hinted.emit()

    def _changed(self) -> None:
        self.hinted.emit()
        self.view.update()

    # ---- the hand ------------------------------------------------------------------------------

    def press(self, at: Pointer) -> None:
        going = self.live
        self.draft.press(at, self.view.pixel)
        self._try_out()
        if going and self.draft.corners[-1].catch is not None and self.commands():
            self.finish()
        self._changed()

    def move(self, at: Pointer) -> None:
        if not self.draft.drag(at):
            self.draft.aim(at, self.view.pixel)
        self._try_out()
        self.view.update()

    def release(self, at: Pointer) -> None:
        if self.live and self.draft.release(at, self.view.pixel):
            self.finish()
            self.cancel()  # a free line that cuts nothing is dropped

    def double(self, at: Pointer) -> None:
        if self.live:
            self.finish()

    def pressed_key(self, event: QKeyEvent) -> bool:
        if event.key() in _ENTER and self.live:
            self.finish()
        elif event.key() == Qt.Key.Key_Backspace and self.live:
            self.step_back()
            self._try_out()
        else:
            return self.snapping.pressed_key(event, live=False)
        return True

    def commands(self) -> tuple[SplitArea, ...]:
        """The cuts that the line as it is would make, one per area."""
        line = self.draft.points(with_next=True)
        if len(line) < 2:
            return ()
        xs, ys = zip(*line, strict=True)
        box = QRectF(QPointF(min(xs), min(ys)), QPointF(max(xs), max(ys)))
        parts = cuts(self.snapping.network, self.snapping.areas_in(box), line)
        ids = self.cell.ids(max(len(parts), 1))
        side = self.model.inks.side
        return tuple(
            SplitArea(cell, points, made, side, self.cell.name if not k else "", _ON_OUTLINE)
            for k, ((cell, points), made) in enumerate(zip(parts.items(), ids, strict=False))
        )

    def finish(self) -> None:
        """Cut, as one stroke; a line that cuts nothing stays to go on with."""
        self.draft.next = None
        commands = self.commands()
        if not commands:
            return
        if self.model.do_all(*commands):
            self.cell.used(commands[-1].cell_made)
            made = [cell for one in commands for cell in (one.cell, one.cell_made)]
            self.model.select(Selection(tuple(made)))
        self._end()

    def _try_out(self) -> None:
        commands = self.commands()
        if commands:
            self.dry_run.ask(*commands)
        else:
            self.dry_run.forget()

    # ---- its picture ---------------------------------------------------------------------------

    def paint(self, painter: QPainter, camera: Camera) -> None:
        now = self.dry_run.now
        if now is not None and not now.refused and self.live:
            for command in now.commands:
                if isinstance(command, SplitArea):
                    for cell, ink in (
                        (command.cell, handles.PICKED),
                        (command.cell_made, handles.MADE),
                    ):
                        path = handles.rings_path(camera, now.faces.get(cell, ()))
                        handles.tint(painter, path, ink, 0.3)
        line = handles.on_view(camera, self.draft.points(with_next=True))
        why = now.refused if now is not None else ""
        cutting = now is not None and not why
        ink = handles.REFUSED if why else handles.MADE if cutting else handles.DARK
        handles.stroke(painter, line, ink, dashed=not cutting)
        self.paint_corners(painter, camera, ink)
        if line and self.live:
            tone = "danger" if why else "text"
            handles.say(painter, camera, line[-1], why or self._words(), tone)

    def _words(self) -> str:
        """What the cut would do, in words."""
        now = self.dry_run.now
        if now is None:
            return tr("Go on to an outline")
        if len(now.commands) > 1:
            return tr("Cuts {0} areas in two").format(len(now.commands))
        command = next(iter(now.commands), None)
        if not isinstance(command, SplitArea):
            return ""
        kept, made = (_area(now.faces.get(one)) for one in (command.cell, command.cell_made))
        share = round(100 * kept / max(kept + made, 1e-9))
        words = tr("{0} keeps {1} %, {2} gets {3} %")
        return words.format(command.cell, share, command.cell_made, 100 - share)


def _area(rings: tuple[Ring, ...] | None) -> float:
    return polygon(rings).area if rings else 0.0
