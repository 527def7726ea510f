"""The redraw tool: a border is drawn anew by drawing over it, for the areas on both sides."""

from __future__ import annotations

from PySide6.QtGui import QPainter

from wardesk.drawing.commands.all_commands import ReshapeBorder
from wardesk.errors import UserError
from wardesk.geometry.borders.border_trace import border_drawn_over, redrawn
from wardesk.geometry.borders.topology import edge_points
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.map.canvas import handles
from wardesk.ui.map.canvas.pointer import Hints, Pointer
from wardesk.ui.map.tools.areas.border_snapping import REACH
from wardesk.ui.map.tools.areas.line_draft import DraftTool
from wardesk.words import tr


class RedrawTool(DraftTool):
    """Press on a border, draw, let go on the same border: the part between is replaced."""

    id = "redraw"
    icon = "pencil"
    key = "Shift+N"
    follows = False

    @property
    def title(self) -> str:
        return tr("Redraw border")

    def hints(self) -> Hints:
        return (
            (tr("Drag from border to border"), tr("draw that part anew")),
            ("Esc", tr("drop")),
        )

    def cancel(self) -> bool:
        if not self.live:
            return False
        self.drop()
        self.model.end_stroke()
        return True

    # ---- the hand ------------------------------------------------------------------------------

    def press(self, at: Pointer) -> None:
        if self.snapping.catch(at, self.view.pixel) is not None:
            self.model.begin_stroke()
            self.draft.press(at, self.view.pixel)
            self.view.update()

    def move(self, at: Pointer) -> None:
        if not self.live:
            self.draft.aim(at, self.view.pixel)
        elif self.draft.drag(at):
            command = self.command()
            if command is not None:
                self.dry_run.ask(command)
            else:
                self.dry_run.forget()
        self.view.update()

    def release(self, at: Pointer) -> None:
        if not self.live:
            return
        drawn = self.draft.release(at, self.view.pixel)
        command = self.command()
        if command is not None:
            self.model.do(command)
        elif drawn:
            self.model.refused.emit(
                UserError(
                    tr("The line must begin and end on one border."),
                    tr("Let go on the border where you began."),
                )
            )
        self.cancel()

    def command(self) -> ReshapeBorder | None:
        """The border as the line so far would make it; None while it ends on no border."""
        drawn = self.draft.points()
        if len(drawn) < 2:
            return None
        reach = REACH * self.view.pixel
        edge = border_drawn_over(self.snapping.snapper, drawn, reach)
        end = self.snapping.snapper.edge(drawn[-1], reach)
        if edge is None or end is None:
            return None
        line = edge_points(self.snapping.network, edge)
        return ReshapeBorder(edge, redrawn(line, drawn))

    # ---- its picture ---------------------------------------------------------------------------

    def paint(self, painter: QPainter, camera: Camera) -> None:
        command = self.command() if self.live else None
        why = self.dry_run.refusal(command) if command is not None else ""
        now = self.dry_run.now
        ink = handles.REFUSED if why else handles.MADE if command is not None else handles.DARK
        if now is not None and not why and command is not None:
            for rings in now.faces.values():
                handles.tint(painter, handles.rings_path(camera, rings), handles.PICKED, 0.14)
        line = handles.on_view(camera, self.draft.points())
        handles.stroke(painter, line, ink, dashed=command is None)
        if why:
            handles.say(painter, camera, line[-1], why, "danger")
        coming = self.draft.next
        if not self.live and coming is not None and coming.catch is not None:
            handles.ring(painter, handles.on_view(camera, [coming.at])[0])
