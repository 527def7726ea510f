"""The merge tool: makes one area of neighbours, gives gaps to an area, takes areas off the map."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import shapely
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QWidget

from wardesk.drawing.commands.all_commands import AnyCommand, DeleteArea, FillGap, NameCell
from wardesk.drawing.commands.cut_lines import merging
from wardesk.drawing.commands.repairs import gaps
from wardesk.drawing.document import MapDocument
from wardesk.errors import UserError
from wardesk.geometry.adjacency.coverage import polygon
from wardesk.geometry.borders.topology import outlines
from wardesk.geometry.grids.snap import Point, Ring
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.map.background.dry_run import DryRun, snapshot
from wardesk.ui.map.canvas import handles
from wardesk.ui.map.canvas.pointer import Hints, Pointer
from wardesk.ui.map.model import MapModel, Selection
from wardesk.ui.map.tools.options import OptionRow
from wardesk.ui.map.tools.tool import Tool
from wardesk.ui.tasks import Task
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.segment import Segment
from wardesk.words import tr

if TYPE_CHECKING:
    from wardesk.ui.map.model import MapModel
    from wardesk.ui.map.view import MapView


class GapFinder(QObject):
    """``found()``: `rings` are those of the map as it is."""

    found = Signal()

    def __init__(self, model: MapModel, parent: QObject) -> None:
        super().__init__(parent)
        self._model = model
        self.rings: tuple[Ring, ...] = ()
        """The outline of every gap."""
        self._task = Task(self)
        self._task.done.connect(self._done)
        self._task.failed.connect(self._failed)

    @property
    def running(self) -> bool:
        """Whether an answer is still to come."""
        return self._task.running

    def look(self) -> None:
        """Look for them; those of the map before are forgotten."""
        self.rings = ()
        copy = snapshot(self._model.document)
        self._task.start(lambda: _rings(copy))

    def at(self, point: Point) -> Ring:
        """The gap that holds a point; empty if none does."""
        spot = shapely.Point(point)
        return next((ring for ring in self.rings if shapely.Polygon(ring).contains(spot)), ())

    def _done(self, rings: tuple[Ring, ...]) -> None:
        self.rings = rings
        self.found.emit()

    def _failed(self, error: object) -> None:
        if isinstance(error, shapely.errors.GEOSException):
            return  # borders so broken that nothing can be reckoned; the issues tell of them
        if isinstance(error, BaseException):
            raise error


def _rings(document: MapDocument) -> tuple[Ring, ...]:
    return tuple(
        tuple((float(x), float(y)) for x, y in gap.exterior.coords[:-1])
        for gap in gaps(document.network)
    )


class MergeOptions(OptionRow):
    """Keeps the first or the larger; buttons for the picked areas."""

    def __init__(self, tool: MergeTool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tool = tool
        self.keeps = Segment(
            [("first", tr("First")), ("larger", tr("Larger"))],
            self,
            name=tr("Whose id, terrain and name are kept"),
            current="larger" if tool.keeps_larger else "first",
        )
        self.keeps.chosen.connect(self._chosen)
        self.apart = Segment(
            [("beside", tr("Side by side")), ("apart", tr("Also apart"))],
            self,
            name=tr("Whether areas that lie apart become pieces of one, as islands are"),
            current="apart" if tool.apart else "beside",
        )
        self.apart.chosen.connect(self._lie)
        self.merge = Button(tr("Merge"), self)
        self.merge.clicked.connect(tool.merge_picked)
        self.delete = Button(tr("Delete"), self)
        self.delete.clicked.connect(tool.delete_picked)
        self.add(tr("Keeps"), self.keeps)
        self.add(tr("Lie"), self.apart)
        self._row.addWidget(self.merge)
        self._row.addWidget(self.delete)
        tool.model.selected.connect(self._show)
        self._show()

    def _chosen(self, which: str) -> None:
        self._tool.keeps_larger = which == "larger"

    def _lie(self, which: str) -> None:
        self._tool.apart = which == "apart"

    def _show(self) -> None:
        picked = len(self._tool.model.selection.cells)
        if picked > 1:
            self.merge.allow(tr("Make one area of the {0} picked ones (Enter)").format(picked))
        else:
            self.merge.refuse(tr("Pick two areas or more: Shift+click."))
        if picked:
            self.delete.allow(tr("Take them off the map; undo brings them back (Del)"))
        else:
            self.delete.refuse(tr("Pick an area: Shift+click."))


_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_DELETE = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)


@dataclass(frozen=True)
class MergeTarget:
    """What is under the pointer: an area, or a gap that belongs to nobody."""

    cell: str = ""
    gap: Ring = ()
    at: Point = (0.0, 0.0)
    """A point of the gap."""


class MergeTool(Tool):
    """Two clicks merge: the first area keeps its id; a gap goes to the area beside it."""

    id = "merge"
    icon = "merge"
    key = "J"
    group = "shape"
    kinds = frozenset({"area"})
    cursor = Qt.CursorShape.PointingHandCursor

    def __init__(self, model: MapModel, view: MapView) -> None:
        super().__init__(model, view)
        self.keeps_larger = False
        self.apart = False
        """Whether areas that lie apart become pieces of one."""
        self.first: MergeTarget | None = None
        """What was clicked first."""
        self.over: MergeTarget | None = None
        self.gaps = GapFinder(model, self)
        self.gaps.found.connect(view.viewport().update)
        self.dry_run = DryRun(model, self)
        self.dry_run.told.connect(view.viewport().update)
        model.changed.connect(self._forget)

    @property
    def title(self) -> str:
        return tr("Merge areas")

    def hints(self) -> Hints:
        if self.first is not None:
            return (
                (tr("Click a neighbour"), tr("merge")),
                ("Esc", tr("begin anew")),
            )
        several = len(self.model.selection.cells) > 1
        return (
            (tr("Click"), tr("first area, or a gap")),
            (tr("Shift+click"), tr("pick several")),
            *((("Enter", tr("merge the picked")),) if several else ()),
            ("Del", tr("take the picked off the map")),
        )

    def options(self, parent: QWidget) -> QWidget:
        return MergeOptions(self, parent)

    # ---- its life ------------------------------------------------------------------------------

    def begin(self) -> None:
        self.gaps.look()

    def leave(self) -> None:
        self._forget()

    @property
    def live(self) -> bool:
        return self.first is not None

    def cancel(self) -> bool:
        was, self.first = self.first is not None, None
        if not was and not self.model.selection.is_empty:
            self.model.select(Selection())
            was = True
        self._changed()
        return was

    def _forget(self, _change: object = None) -> None:
        self.first = self.over = None
        self.dry_run.forget()
        if self.view.tool is self:
            self.gaps.look()

    def _changed(self) -> None:
        self.hinted.emit()
        self.view.update()

    # ---- what would be done --------------------------------------------------------------------

    def joining(self, first: MergeTarget, second: MergeTarget) -> tuple[AnyCommand, ...]:
        """The commands that make one of two grounds. UserError if there are none."""
        if first.cell and second.cell:
            return self.merge_commands((first.cell, second.cell))
        gap, cell = (first, second.cell) if first.gap else (second, first.cell)
        if not gap.gap or not cell:
            raise UserError(
                tr("A gap goes to an area, not to another gap."),
                tr("Click the area that is to have it."),
            )
        return (FillGap(gap.at, cell, self.model.inks.side),)

    def merge_commands(self, cells: Iterable[str]) -> tuple[AnyCommand, ...]:
        """What makes one area of these. The kept one gets a name if it had none and another has."""
        cells = list(cells)
        document = self.model.document
        if self.keeps_larger:
            rings = outlines(document.network)
            sizes = {c: polygon(rings[c]).area for c in cells}
            keep = max(cells, key=lambda cell: sizes[cell])
        else:
            keep = cells[0]
        found: list[AnyCommand] = list(merging(document.network, keep, cells, apart=self.apart))
        names = [document.cells[cell].name for cell in cells if document.cells[cell].name]
        if not document.cells[keep].name and names:
            found.append(NameCell(keep, names[0]))
        return tuple(found)

    def merge_picked(self) -> None:
        """Make one area of those that are picked."""
        cells = [c for c in self.model.selection.cells if c in self.model.document.faces]
        if len(cells) < 2:
            self._refuse(tr("Pick two areas or more, side by side."))
            return
        self._do_all(lambda: self.merge_commands(cells))

    def delete_picked(self) -> None:
        """Take the picked areas off the map; their ground belongs to nobody then."""
        cells = self.model.selection.cells
        if not cells:
            self._refuse(tr("Pick an area first: Shift+click."))
            return
        self._do_all(lambda: tuple(DeleteArea(cell) for cell in cells))

    def _refuse(self, why: str) -> None:
        self.model.refused.emit(UserError(why))

    def _do_all(self, commands: Callable[[], tuple[AnyCommand, ...]]) -> bool:
        try:
            wanted = commands()
        except UserError as error:
            self.model.refused.emit(error)
            return False
        return self.model.do_all(*wanted)

    # ---- the hand ------------------------------------------------------------------------------

    def ground(self, at: Pointer) -> MergeTarget | None:
        """The area or gap there."""
        if at.cell:
            return MergeTarget(at.cell)
        gap = self.gaps.at(at.point)
        return MergeTarget(gap=gap, at=at.point) if gap else None

    def press(self, at: Pointer) -> None:
        ground = self.ground(at)
        if at.shift and ground is not None and ground.cell:
            self._toggle(ground.cell)
        elif ground is None or self.first is None:
            self.first = ground
            if ground is not None and ground.cell:
                self.model.select(Selection((ground.cell,)))
        elif ground != self.first:
            first = self.first
            if self._do_all(lambda: self.joining(first, ground)):
                kept = [c for c in (first.cell, ground.cell) if c in self.model.document.faces]
                self.model.select(Selection(tuple(kept[:1])))
                self.over = None
        self._changed()

    def move(self, at: Pointer) -> None:
        ground = self.ground(at)
        if (ground and (ground.cell, ground.gap)) == (
            self.over and (self.over.cell, self.over.gap)
        ):
            return
        self.over = ground
        self._try_out()
        self.view.update()

    def _try_out(self) -> None:
        if self.first is None or self.over in (None, self.first):
            self.dry_run.forget()
            return
        try:
            self.dry_run.ask(*self.joining(self.first, self.over or MergeTarget()))
        except UserError:
            self.dry_run.forget()

    def _toggle(self, cell: str) -> None:
        kept = dict.fromkeys(self.model.selection.cells)
        if cell in kept:
            del kept[cell]
        else:
            kept[cell] = None
        self.first = None
        self.model.select(Selection(tuple(kept)))

    def pressed_key(self, event: QKeyEvent) -> bool:
        if event.key() in _ENTER and len(self.model.selection.cells) > 1:
            self.merge_picked()
        elif event.key() in _DELETE:
            self.delete_picked()
        else:
            return False
        self._changed()
        return True

    def cell_entered(self, cell: str) -> None:
        """Pick the cell under the keyboard, or let it go."""
        self._toggle(cell)
        self._changed()

    # ---- its picture ---------------------------------------------------------------------------

    def paint(self, painter: QPainter, camera: Camera) -> None:
        for gap in self.gaps.rings:
            path = handles.rings_path(camera, [gap])
            handles.tint(painter, path, handles.REFUSED, 0.22)
            line = handles.on_view(camera, (*gap, gap[0]))
            handles.stroke(painter, line, handles.REFUSED, 1.2, dashed=True)
        for ground, share in ((self.over, 0.14), (self.first, 0.28)):
            if ground is not None:
                self._tint(painter, camera, ground, share)
        now = self.dry_run.now
        if now is None or self.first is None:
            return
        if now.refused:
            handles.say(painter, camera, self.view.pointer, now.refused, "danger")
            return
        for name, rings in now.faces.items():
            if now.gone or name in (self.first.cell, self.over.cell if self.over else ""):
                path = handles.rings_path(camera, rings)
                handles.tint(painter, path, handles.MADE, 0.25)
                for ring in rings:
                    handles.stroke(painter, handles.on_view(camera, (*ring, ring[0])), handles.MADE)

    def _tint(self, painter: QPainter, camera: Camera, ground: MergeTarget, share: float) -> None:
        if ground.gap:
            handles.tint(painter, handles.rings_path(camera, [ground.gap]), handles.PICKED, share)
        else:
            path = camera.transform().map(self.view.sheet.cell_path(ground.cell))
            handles.tint(painter, path, handles.PICKED, share)
