"""A line being drawn, corner by corner or freehand: what area, cut and redraw tool share."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import shapely
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication

from wardesk.geometry.borders.border_trace import Line
from wardesk.geometry.borders.snapping import Catch
from wardesk.geometry.grids.snap import Point
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.map.background.dry_run import DryRun
from wardesk.ui.map.canvas import handles
from wardesk.ui.map.canvas.pointer import Pointer
from wardesk.ui.map.model import MapModel
from wardesk.ui.map.tools.areas.border_snapping import REACH, BorderSnapping, grid_point
from wardesk.ui.map.tools.tool import Tool
from wardesk.ui.map.view import MapView

_COARSE = 1.6
"""Px by which a freehand line may differ from the hand."""


@dataclass(frozen=True)
class Corner:
    """A corner that was set. *lead* are the bends of borders followed on the way to it."""

    at: Point
    catch: Catch | None = None
    lead: Line = ()


class LineDraft:
    """The corners so far, and where the next one would be."""

    def __init__(self, snapping: BorderSnapping) -> None:
        self._snapping = snapping
        self.corners: list[Corner] = []
        self.next: Corner | None = None
        """Where the pointer is, or the border that it catches."""
        self._down: QPointF | None = None
        self._free: list[Point] = []

    @property
    def is_empty(self) -> bool:
        """Whether no corner was set."""
        return not self.corners

    @property
    def is_free(self) -> bool:
        """Whether the hand is drawing freely."""
        return bool(self._free)

    def points(self, *, closed: bool = False, with_next: bool = False) -> Line:
        """All corners and what is followed between them; *closed*: back to the first one, too."""
        corners = list(self.corners)
        if with_next and self.next is not None and corners:
            corners.append(self._joined(self.next))
        found = [point for corner in corners for point in (*corner.lead, corner.at)]
        found += self._free
        if closed and len(corners) > 1 and not self._free:
            found += self._snapping.way(corners[-1].catch, corners[0].catch)
        return tuple(p for k, p in enumerate(found) if k == 0 or p != found[k - 1])

    def caught(self, at: Pointer, pixel: float) -> Corner:
        """The corner that a click there would set."""
        catch = self._snapping.catch(at, pixel)
        return Corner(catch.at if catch is not None else grid_point(at.at), catch)

    def at_first(self, at: Pointer, pixel: float) -> bool:
        """Whether the pointer is on the first corner, so that a click closes the outline."""
        if len(self.corners) < 2:
            return False
        return math.dist(self.corners[0].at, at.point) <= REACH * pixel

    def aim(self, at: Pointer, pixel: float) -> None:
        """The pointer moved without a button."""
        self.next = self.caught(at, pixel)

    def press(self, at: Pointer, pixel: float) -> None:
        """A click: one more corner, unless it is where the last one is."""
        self._down = at.on
        corner = self._joined(self.caught(at, pixel))
        if not self.corners or corner.at != self.corners[-1].at:
            self.corners.append(corner)
        self.next = None

    def drag(self, at: Pointer) -> bool:
        """The pointer moved with the button held; whether it draws freely."""
        if self._down is None:
            return False
        far = (at.on - self._down).manhattanLength() >= QApplication.startDragDistance()
        if far or self._free:
            self._free.append(grid_point(at.at))
        return bool(self._free)

    def release(self, at: Pointer, pixel: float) -> bool:
        """The button came up; whether a freehand line has ended, which is thinned out now."""
        self._down = None
        if not self._free:
            return False
        begin, free = self.corners[-1], self._free
        self._free = []
        end = self.caught(at, pixel)
        for corner in (begin, end):  # the hand shakes where something was caught: no hooks there
            if corner.catch is not None:
                free = [p for p in free if math.dist(p, corner.at) > REACH * pixel]
        drawn = [begin.at, *free]
        if end.catch is not None and end.at != drawn[-1]:
            drawn.append(end.at)
        if len(drawn) > 1:
            thin = shapely.LineString(drawn).simplify(_COARSE * pixel)
            kept = [(float(x), float(y)) for x, y in thin.coords][1:]
            self.corners += [Corner(point) for point in kept[:-1]]
            self.corners.append(Corner(kept[-1], end.catch if kept[-1] == end.at else None))
        return True

    def back(self) -> None:
        """Take the last corner away."""
        if self.corners:
            self.corners.pop()

    def let_go(self, _change: object = None) -> None:
        """The borders were changed by somebody else: the corners stay, what they caught is gone."""
        self.corners = [Corner(one.at, None, one.lead) for one in self.corners]
        self.next = None

    def clear(self) -> None:
        """Begin anew."""
        self.corners, self.next, self._down, self._free = [], None, None, []

    def _joined(self, corner: Corner) -> Corner:
        if not self.corners:
            return corner
        return Corner(
            corner.at, corner.catch, self._snapping.way(self.corners[-1].catch, corner.catch)
        )


class DraftTool(Tool):
    """A tool that draws a line over the borders; what it would do is tried beside the window."""

    group = "shape"
    kinds = frozenset({"area"})
    follows: ClassVar[bool] = True
    """Whether the line follows borders unless that is switched off."""

    def __init__(self, model: MapModel, view: MapView) -> None:
        super().__init__(model, view)
        self.snapping = BorderSnapping(model, self)
        self.snapping.follows = self.follows
        self.snapping.switched.connect(view.viewport().update)
        self.draft = LineDraft(self.snapping)
        self.dry_run = DryRun(model, self)
        self.dry_run.told.connect(view.viewport().update)

    @property
    def live(self) -> bool:
        return not self.draft.is_empty

    def drop(self) -> None:
        """Forget the line."""
        self.draft.clear()
        self.dry_run.forget()
        self.view.update()

    def paint_corners(self, painter: QPainter, camera: Camera, ink: str) -> None:
        """The corners that were set, and the one that the next click would set."""
        for corner in self.draft.corners:
            handles.dot(painter, handles.on_view(camera, [corner.at])[0], size=4.0, ink=ink)
        coming = self.draft.next
        if coming is not None:
            spot = handles.on_view(camera, [coming.at])[0]
            if coming.catch is not None:
                handles.ring(painter, spot, size=9.0 if coming.catch.kind == "edge" else 11.0)
            handles.hollow(painter, spot)
