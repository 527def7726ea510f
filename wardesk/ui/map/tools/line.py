"""Line: roads, railways and rivers point by point; a picked line shows its points for editing."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPainterPath
from PySide6.QtWidgets import QApplication, QWidget

from wardesk.drawing.commands.all_commands import DrawLine, EditLine, RemoveFeature
from wardesk.drawing.line_cells import cells_along
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.map.canvas.features import NEAR, DrawnFeature, dot
from wardesk.ui.map.canvas.pointer import Hints, Pointer
from wardesk.ui.map.model import MapModel, Selection
from wardesk.ui.map.tools.line_points import (
    Where,
    meeting,
    paint_line,
    point_near,
    snapped,
    stretch_near,
    with_point,
)
from wardesk.ui.map.tools.options import KindBox, OptionRow
from wardesk.ui.map.tools.tool import Tool
from wardesk.ui.widgets.segment import Segment
from wardesk.words import tr


class LineOptions(OptionRow):
    """Kind and snapping of lines."""

    def __init__(self, tool: LineTool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tool = tool
        self.kind = KindBox(tool.model, "line", self)
        by_cells = [] if tool.model.is_area else [("cells", tr("Cell by cell"))]
        choices = [("centres", tr("Middles")), *by_cells, ("sides", tr("Sides")),
                   ("corners", tr("Corners")), ("all", tr("All")),
                   ("off", tr("Off"))]  # fmt: skip
        self.snap = Segment(choices, self, name=tr("What points snap to"))
        self.snap.chosen.connect(tool.set_snap)
        tool.hinted.connect(self._follow)
        self.add(tr("Kind"), self.kind)
        self.add(tr("Snap to"), self.snap)

    def _follow(self) -> None:
        where = "cells" if self._tool.by_cells else self._tool.where
        self.snap.set_current(where if self._tool.snaps else "off")


Pair = tuple[float, float]
_NUDGE = (3.0, 2.0)
"""Map units; a cell is a hundred times as wide."""
GRAB = 9.0
"""Px within which a point of the picked line is grabbed."""


class LineTool(Tool):
    """Draws lines and edits them."""

    id = "line"
    icon = "line"
    key = "L"

    where: Where = "centres"
    snaps = True
    by_cells = False
    """Whether a line goes from middle to middle through every cell on its way."""

    def __init__(self, model: MapModel, view) -> None:  # noqa: ANN001 - a MapView, see Tool
        super().__init__(model, view)
        self.points: list[Pair] = []
        """Of the line being drawn."""
        self._grows = ""
        """The line that is being drawn on from its end; "" for a new one."""
        self._at_start = False
        self._ahead: Pair | None = None
        self._meets = False
        self._drag: tuple[DrawnFeature, int, tuple[Pair, ...]] | None = None
        """The line whose point is being moved, the point, and the line's points so far."""
        self._pressed: QPointF | None = None
        self._moved = False
        self._active = -1
        """The point of the picked line that the keys concern."""

    @property
    def title(self) -> str:
        return tr("Line")

    def hints(self) -> Hints:
        snap = (";", tr("snap: on") if self.snaps else tr("snap: off"))
        if self.points:
            return (
                (tr("Click"), tr("next point")),
                ("Enter", tr("finish")),
                ("Backspace", tr("last point back")),
                ("Esc", tr("put aside")),
                ("Ctrl", tr("no snapping")),
                snap,
            )
        if self.picked() is not None:
            return (
                (tr("Drag"), tr("move a point, or bend the line")),
                (tr("Click an end"), tr("draw on")),
                ("Del", tr("the point")) if self._active >= 0 else ("Del", tr("the line")),
                (tr("Alt+click"), tr("take a point out")),
                ("J", tr("join to the line it meets")),
                (tr("Shift+click"), tr("new line")),
            )
        resume = (("Enter", tr("go on with the line put aside")),) if self._aside() else ()
        return (
            (tr("Click"), tr("begin a line, or pick one")),
            (tr("Shift+click"), tr("begin on a line")),
            ("Enter", tr("point at the keyboard's cell")) if not resume else resume[0],
            snap,
        )

    def options(self, parent: QWidget) -> QWidget:
        return LineOptions(self, parent)

    def set_snap(self, where: str) -> None:
        """Choose what points snap to; ``off`` for nothing."""
        self.snaps, self.by_cells = where != "off", where == "cells"
        if self.by_cells:
            self.where = "centres"
        if where in ("centres", "sides", "corners", "all"):
            self.where = where
        self.hinted.emit()

    # ---- what is under way ---------------------------------------------------------------------

    @property
    def live(self) -> bool:
        return bool(self.points) or self._drag is not None

    def picked(self) -> DrawnFeature | None:
        """The one line that is picked."""
        chosen = self.model.selection.features
        row = self.view.features.named(chosen[0]) if len(chosen) == 1 else None
        return row if row is not None and row.form == "LineString" else None

    def _aside(self) -> list[Pair]:
        return self.model.remembered.polygon

    def cancel(self) -> bool:
        """Esc: a moved point goes back; an unfinished line is put aside, to be gone on with."""
        if self._drag is not None:
            self._drag = None
        elif self.points:
            if not self._grows:
                self.model.remembered.polygon = list(self.points)
            self._clear()
        elif self.picked() is not None:
            self.model.select(Selection())
        else:
            return False
        self.hinted.emit()
        self.view.update()
        return True

    def step_back(self) -> bool:
        if self._drag is not None:
            return self.cancel()
        if not self.points:
            return False
        self.points.pop()
        if not self.points:
            self._clear()
        self.hinted.emit()
        self.view.update()
        return True

    def leave(self) -> None:
        self._active = -1

    def _clear(self) -> None:
        self.points, self._grows, self._ahead, self._at_start = [], "", None, False

    def _place(self, at: QPointF, *, free: bool, skip: str = "") -> Pair:
        """Where a point falls."""
        self._meets = False
        if free or not self.snaps:
            return (at.x(), at.y())
        place, self._meets = snapped(self.view, at, self.where, skip)
        return place

    # ---- the hand ------------------------------------------------------------------------------

    def press(self, at: Pointer) -> None:
        self._pressed, self._moved = at.on, False
        if self.points or at.shift:
            return
        row = self.picked()
        if row is None:
            return
        place = point_near(row.points, at.point, GRAB * self.view.pixel)
        if place >= 0:
            self._drag = (row, place, row.points)
            return
        on_line = self.view.features.at(at.at)
        # the curve may run some way off the straight stretch that it rounds
        reach = math.inf if on_line is not None and on_line.name == row.name else NEAR
        stretch = stretch_near(row.points, at.point, reach * self.view.pixel)
        if stretch >= 0:
            points = (*row.points[: stretch + 1], at.point, *row.points[stretch + 1 :])
            self._drag = (row, stretch + 1, points)

    def move(self, at: Pointer) -> None:
        if self._pressed is not None:
            far = (at.on - self._pressed).manhattanLength()
            self._moved = self._moved or far >= QApplication.startDragDistance()
        if self._drag is not None and self._moved:
            row, place, points = self._drag
            to = self._place(at.at, free=at.ctrl, skip=row.name)
            self._drag = (row, place, with_point(points, place, to))
        elif not self._drag:
            self._ahead = self._place(at.at, free=at.ctrl, skip=self._grows)
        self.view.update()

    def release(self, at: Pointer) -> None:
        if self._pressed is None:
            return
        self._pressed = None
        drag, self._drag = self._drag, None
        if drag is not None:
            self._dropped(drag)
        elif self.points or at.shift or not self._pick(at):
            self._by_keys = False
            self.add(self._place(at.at, free=at.ctrl, skip=self._grows))
        self.hinted.emit()
        self.view.update()

    def _dropped(self, drag: tuple[DrawnFeature, int, tuple[Pair, ...]]) -> None:
        row, place, points = drag
        if self._moved:
            self._active = place
            self.model.do(EditLine(row.name, points))
        elif len(points) > len(row.points):
            pass  # a click on the line itself: it is picked already
        elif self.held.alt:
            self._active = place
            self._delete_point()
        elif place in (0, len(points) - 1):
            self.draw_on(row, start=place == 0)
        else:
            self._active = place

    def _pick(self, at: Pointer) -> bool:
        """Pick the line under the pointer; whether there was one, or one was let go."""
        found = self.view.features.at(at.at)
        if found is not None and found.form == "LineString":
            self._active = -1
            self.model.select(Selection(features=(found.name,)))
            return True
        if self.picked() is not None:
            self._active = -1
            self.model.select(Selection())
            return True
        return False

    def double(self, at: Pointer) -> None:
        if self.points:
            self._pressed = None
            self.finish()
        else:
            self.press(at)

    def add(self, point: Pair) -> None:
        """One more point at the end of what is being drawn."""
        if not self.points:
            self.model.select(Selection())
        if not self.points or math.dist(point, self.points[-1]) > 1e-6:
            self.points += self._way(point)
        self.hinted.emit()
        self.view.update()

    def _way(self, to: Pair) -> list[Pair]:
        """The points that lead from the last one to another: there at once, or cell by cell."""
        if not (self.points and self.by_cells and self.snaps):
            return [to]
        document, ends = self.model.document, (self.points[-1], to)
        # a hair aside: a line along sides or over a corner is in one cell after the other too
        nudged = tuple((x + _NUDGE[0], y + _NUDGE[1]) for x, y in ends)
        middles = [document.cells[cell].anchor for cell in cells_along(document, nudged)]
        return [*(one for one in middles if math.dist(one, ends[0]) > 1 < math.dist(one, to)), to]

    def draw_on(self, row: DrawnFeature, *, start: bool) -> None:
        """Go on drawing a line from one of its ends."""
        self.points = list(row.points[::-1] if start else row.points)
        self._grows, self._at_start, self._active = row.name, start, -1
        self.model.ink(line=row.feature.kind)

    def finish(self) -> bool:
        """The line is complete; whether there was enough of it."""
        points = tuple(self.points[::-1] if self._at_start else self.points)
        if len(points) < 2:
            return False
        grows = self._grows
        done = self.model.do(
            EditLine(grows, points) if grows else DrawLine(self.model.inks.line, points)
        )
        if done:
            self._clear()
            self.model.remembered.polygon = []
            name = grows or self.view.features.rows[-1].name
            self.model.select(Selection(features=(name,)))
        self.hinted.emit()
        self.view.update()
        return done

    # ---- the keyboard --------------------------------------------------------------------------

    def pressed_key(self, event: QKeyEvent) -> bool:
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            return self._entered()
        if key == Qt.Key.Key_Backspace:
            return self.step_back() or self._delete_point()
        if key == Qt.Key.Key_Delete:
            return self._delete_point()
        if event.text() == ";":
            self.snaps = not self.snaps
            self.hinted.emit()
            return True
        if key == Qt.Key.Key_J and not event.modifiers():
            return self.join()
        return False

    def _entered(self) -> bool:
        """Enter: a point at the keyboard's cell; where one is already the line is finished."""
        focus = self.view.focus_cell
        if self.points:
            if not focus or self._anchor(focus) == self.points[-1]:
                return self.finish() or True
            if not self._by_keys:
                return self.finish() or True
            self.add(self._anchor(focus))
            return True
        if self._aside():
            self.points, self.model.remembered.polygon = self._aside(), []
            self._by_keys = False
        elif focus:
            self._by_keys = True
            self.add(self._anchor(focus))
        else:
            return False
        self.hinted.emit()
        self.view.update()
        return True

    _by_keys = False

    def _anchor(self, cell: str) -> Pair:
        anchor = self.view.sheet.anchor(cell)
        return (anchor.x(), anchor.y())

    def _delete_point(self) -> bool:
        row = self.picked()
        if row is None or self.points or not 0 <= self._active < len(row.points):
            return False
        left = (*row.points[: self._active], *row.points[self._active + 1 :])
        self._active = -1
        gone = len(left) < 2
        self.model.do(RemoveFeature(row.name) if gone else EditLine(row.name, left))
        return True

    def join(self) -> bool:
        """Make one line of the picked one and the one that it meets; whether one was picked."""
        row = self.picked()
        if row is None or self.points:
            return False
        found = meeting(self.view, row)
        if found is None:
            self.model.refuse(
                tr("No single line of the same kind begins or ends where this one does."),
                tr("Drag one end onto the end of the other line first."),
            )
            return True
        other, points = found
        self.model.do_all(EditLine(row.name, points), RemoveFeature(other.name))
        return True

    # ---- its picture ---------------------------------------------------------------------------

    def paint(self, painter: QPainter, camera: Camera) -> None:
        palette, width = self.model.document.palette, self.view.sheet.counter * camera.scale * 0.09
        row = self.picked()
        if self._drag is not None:
            row, _place, points = self._drag
            self._draw(painter, camera, points, row.feature.kind, width)
        elif row is not None and not self.points:
            self._handles(painter, camera, row.points)
        aside = self._aside() if not self.points and self._drag is None else []
        if aside:
            painter.setOpacity(0.55)
            paint_line(painter, _path(camera, aside), palette, self.model.inks.line, width)
            painter.setOpacity(1.0)
        if self.points:
            ahead = [*self.points, self._ahead] if self._ahead is not None else self.points
            self._draw(painter, camera, tuple(ahead), self.model.inks.line, width)
        if self._ahead is not None and self._drag is None and self.view.hover_cell:
            dot(painter, camera.to_view(QPointF(*self._ahead)), hollow=not self._meets, size=4.0)

    def _draw(
        self, painter: QPainter, camera: Camera, points: tuple[Pair, ...], kind: str, width: float
    ) -> None:
        paint_line(painter, _path(camera, points), self.model.document.palette, kind, width)
        self._handles(painter, camera, points)

    def _handles(self, painter: QPainter, camera: Camera, points: tuple[Pair, ...]) -> None:
        for k, point in enumerate(points):
            ends = k in (0, len(points) - 1)
            on = camera.to_view(QPointF(*point))
            dot(painter, on, hollow=k != self._active, size=5.5 if ends else 4.0)


def _path(camera: Camera, points: list[Pair] | tuple[Pair, ...]) -> QPainterPath:
    path = QPainterPath()
    for k, point in enumerate(points):
        on = camera.to_view(QPointF(*point))
        if k:
            path.lineTo(on)
        else:
            path.moveTo(on)
    return path
