"""The area tool: draws the outline of a new area, corner by corner or freehand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QWidget

from wardesk.drawing.commands.areas import DrawArea
from wardesk.geometry.borders.border_trace import Line
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.map.canvas import handles
from wardesk.ui.map.canvas.pointer import Hints, Pointer
from wardesk.ui.map.model import Selection
from wardesk.ui.map.tools.areas.area_options import AreaOptions, NewCell
from wardesk.ui.map.tools.areas.line_draft import Corner, DraftTool
from wardesk.ui.widgets.segment import Segment
from wardesk.words import tr

if TYPE_CHECKING:
    from wardesk.ui.map.model import MapModel
    from wardesk.ui.map.view import MapView

ON_BORDER = 1 / 16
"""Map units within which a corner lies on a border; snapping has put it there."""
_REST = 120
"""Milliseconds that the hand rests before the areas around are worked out."""
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class AreaTool(DraftTool):
    """Draws areas. An outline put aside by Esc, or by leaving the tool, can be taken up again."""

    id = "area"
    icon = "area"
    key = "P"

    def __init__(self, model: MapModel, view: MapView) -> None:
        super().__init__(model, view)
        self.cell = NewCell(model, self)
        self.over: Literal["take", "fill"] = "take"
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_REST)
        self._rest.timeout.connect(self._try_out)
        model.changed.connect(self.draft.let_go)

    @property
    def title(self) -> str:
        return tr("Draw area")

    def hints(self) -> Hints:
        if self.live:
            return (
                (tr("Click"), tr("next corner")),
                ("Enter", tr("close")),
                ("Backspace", tr("take back a corner")),
                ("Esc", tr("put aside")),
                ("Ctrl", tr("no snapping")),
                ("T", tr("follow borders")),
            )
        again = (("Enter", tr("take up the last outline")),) if self._aside else ()
        return (
            *again,
            (tr("Click"), tr("first corner")),
            (tr("Drag"), tr("draw freely")),
            (";", tr("snapping")),
        )

    def options(self, parent: QWidget) -> QWidget:
        row = AreaOptions(self.snapping, self.cell, parent)
        over = Segment(
            [("take", tr("Take")), ("fill", tr("Fill"))],
            row,
            name=tr("Take the ground of areas below, or fill only what is free"),
            current=self.over,
        )
        over.setToolTip(tr("Take the ground of areas below, or fill only what is free"))
        over.chosen.connect(self._set_over)
        row.insert(over)
        return row

    def _set_over(self, over: str) -> None:
        self.over = "fill" if over == "fill" else "take"
        self._rest.start()

    # ---- its life ------------------------------------------------------------------------------

    def begin(self) -> None:
        self.hinted.emit()

    def cancel(self) -> bool:
        """Put the outline aside; nothing of it has been done yet."""
        if not self.live:
            return False
        aside = self.draft.points()
        self._end()
        if len(aside) > 1:
            self.model.remembered.polygon = list(aside)
        self.hinted.emit()
        return True

    def step_back(self) -> bool:
        """Take the last corner back; undo asks for it, too."""
        if not self.live:
            return False
        self.draft.back()
        if not self.live:
            self._end()
        self._changed()
        return True

    def resume(self) -> bool:
        """Go on with the outline that was put aside; whether there was one."""
        if self.live or not self._aside:
            return False
        self.draft.corners = [Corner(point) for point in self._aside]
        self.model.remembered.polygon = []
        self.hinted.emit()
        self.view.update()
        return True

    @property
    def _aside(self) -> list[tuple[float, float]]:
        return self.model.remembered.polygon

    def _end(self) -> None:
        self._rest.stop()
        self.drop()

    # ---- the hand ------------------------------------------------------------------------------

    def press(self, at: Pointer) -> None:
        pixel = self.view.pixel
        if self.draft.at_first(at, pixel) and len(self.draft.points()) > 2:
            self.finish()
            return
        self.draft.press(at, pixel)
        self._changed()

    def move(self, at: Pointer) -> None:
        if not self.draft.drag(at):
            self.draft.aim(at, self.view.pixel)
        if self.live:
            self._rest.start()
        self.view.update()

    def release(self, at: Pointer) -> None:
        if not self.live:
            return
        if self.draft.release(at, self.view.pixel) and self.draft.at_first(at, self.view.pixel):
            self.draft.back()
            self.finish()
        self._changed()

    def double(self, at: Pointer) -> None:
        if self.live:
            self.finish()

    def pressed_key(self, event: QKeyEvent) -> bool:
        if event.key() in _ENTER and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return self.finish() if self.live else self.resume()
        if event.key() == Qt.Key.Key_Backspace:
            return self.step_back()
        return self.snapping.pressed_key(event, live=self.live)

    def command(self, points: Line) -> DrawArea:
        """The area that this outline would make."""
        inks = self.model.inks
        return DrawArea(
            self.cell.id, points, inks.terrain, inks.side, self.cell.name, self.over, ON_BORDER
        )

    def finish(self) -> bool:
        """Close the outline and make the area; a refused one stays, to be mended."""
        command = self.command(self.draft.points(closed=True))
        if self.model.do(command):
            self._end()
            self.cell.used(command.cell)
            self.model.select(Selection((command.cell,)))
        self.hinted.emit()
        self.view.update()
        return True

    def _changed(self) -> None:
        self._rest.start()
        self.hinted.emit()
        self.view.update()

    def _try_out(self) -> None:
        points = self.draft.points(closed=True, with_next=True)
        if len(points) > 2:
            self.dry_run.ask(self.command(points))

    # ---- its picture ---------------------------------------------------------------------------

    def paint(self, painter: QPainter, camera: Camera) -> None:
        if not self.live and self._aside:
            handles.stroke(
                painter, handles.on_view(camera, self._aside), handles.DARK, 1.2, dashed=True
            )
        outline = self.draft.points(closed=True, with_next=True)
        told = self.dry_run.now
        refused = self.dry_run.refusal(self.command(outline)) if len(outline) > 2 else ""
        if len(outline) > 2:
            path = handles.rings_path(camera, [outline])
            handles.tint(painter, path, handles.REFUSED if refused else handles.MADE, 0.2)
        if told is not None and not told.refused and self.live:
            for name, rings in told.faces.items():
                ring = handles.rings_path(camera, rings)
                if name not in self.model.document.faces:
                    handles.tint(painter, ring, handles.MADE, 0.16)
        ink = handles.REFUSED if refused else handles.PICKED
        line = handles.on_view(camera, self.draft.points(with_next=True))
        handles.stroke(painter, line, ink)
        if len(outline) > 2:
            tail = outline[len(line) - 1 :]
            handles.stroke(
                painter, handles.on_view(camera, (*tail, outline[0])), ink, 1.2, dashed=True
            )
        self.paint_corners(painter, camera, ink)
        if refused and line:
            handles.say(painter, camera, line[-1], refused, "danger")
