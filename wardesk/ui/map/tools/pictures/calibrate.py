"""The calibration tool: known points of a scanned board are marked, and it is laid to fit them."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QLineEdit, QWidget

from wardesk.drawing.commands.all_commands import MoveUnderlay, StraightenUnderlay
from wardesk.drawing.document import Underlay
from wardesk.errors import UserError
from wardesk.geometry.grids.bend import FITS, Fit, PictureBend
from wardesk.geometry.grids.calibration import PictureMark, pixel_at
from wardesk.geometry.grids.find_grid import FoundGrid, find_grid
from wardesk.geometry.grids.numbering import Grid
from wardesk.render.scan import grey_of
from wardesk.render.straighten import straightened
from wardesk.services.maps.edit_session import EditSession
from wardesk.ui import theme
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.language import decimal, explained
from wardesk.ui.map.canvas.pointer import Hints, Pointer
from wardesk.ui.map.overlays.underlay import underlays_of
from wardesk.ui.map.tools.options import OptionRow
from wardesk.ui.map.tools.pictures.calibration_marks import (
    CalibrationMarks,
    aimed,
    cell_width,
    paint_marking,
    place_named,
)
from wardesk.ui.map.tools.tool import Tool
from wardesk.ui.tasks import Task
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.segment import Segment
from wardesk.words import tr

if TYPE_CHECKING:
    from wardesk.ui.map.model import MapModel
    from wardesk.ui.map.view import MapView


class CalibrateOptions(OptionRow):
    """A field that asks where the mark belongs, and the button that ends it."""

    def __init__(self, tool: CalibrateTool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tool = tool
        self._told = ("", False)
        """The place that was proposed last, and whether one was asked for."""
        self.place = QLineEdit(self)
        self.place.setFont(theme.font())
        self.place.setFixedSize(theme.px(104), theme.CONTROL_HEIGHT)
        self.place.setAccessibleName(tr("Place of the mark: a cell, or two coordinates"))
        self.place.returnPressed.connect(self._entered)
        self.kind = Segment(
            [
                ("auto", tr("Auto")),
                ("similarity", tr("Rigid")),
                ("affine", tr("Stretch")),
                ("projective", tr("Photo")),
                ("spline", tr("Bend")),
            ],
            self,
            name=tr("How the picture may be bent to fit the marks"),
            current=tool.marking.kind,
        )
        self.kind.chosen.connect(tool.set_kind)
        self.search = Button(tr("Find the grid"), self, icon="wand")
        self.search.clicked.connect(tool.find)
        self.apply = Button(tr("Apply"), self, kind="primary")
        self.apply.clicked.connect(tool.apply)
        self.add("", self.place)
        self.add("", self.kind)
        self._row.addWidget(self.search)
        self._row.addWidget(self.apply)
        tool.hinted.connect(self._show)
        tool.typed.connect(self._begin)
        self._show()

    def _entered(self) -> None:
        if self._tool.accept(self.place.text()):
            self._tool.view.setFocus()

    def _begin(self, words: str) -> None:
        """Go on in the field with what was typed over the sheet."""
        self.place.setFocus(Qt.FocusReason.OtherFocusReason)
        self.place.setText(words)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._propose()
            self._tool.view.setFocus()
        else:
            super().keyPressEvent(event)

    def _propose(self) -> None:
        self._told = (self._tool.proposed, self._tool.asks)
        self.place.setText(self._tool.proposed)
        self.place.selectAll()

    def _show(self) -> None:
        tool = self._tool
        bar = len(tool.marking.bar) == 2
        self.place.setEnabled(tool.asks)
        words = tr("Length") if bar else tr("Cell or x, y")
        self.place.setPlaceholderText(words)
        self.place.setToolTip(
            tr("How long the scale bar is, in {0}").format(tool.model.document.unit)
            if bar
            else tr("Where the point that you marked belongs: a cell, or two coordinates")
        )
        if (tool.proposed, tool.asks) != self._told:
            self._propose()
        self.place.setAccessibleDescription(" ".join(tool.report()))
        self.search.refuse(why) if (why := tool.no_search()) else self.search.allow(
            tr("Look for the scan's own hexes or squares; nothing changes before you apply it")
        )
        if tool.straightening:
            self.apply.refuse(tr("The picture is being straightened."))
        elif tool.marking.transform() is not None:
            self.apply.allow(tr("Lay the picture there (Enter)"))
        else:
            self.apply.refuse(tr("Mark two known points first."))


_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_HIT = 14.0


class CalibrateTool(Tool):
    """Two marks move, turn and size the picture; from three on it may be stretched as well.

    Nothing changes before Enter; the picture only shows itself where it would lie.
    """

    id = "calibrate"
    icon = "calibrate"
    key = "Shift+U"
    group = "sheet"
    keeps = True

    typed = Signal(str)
    """The first characters of a place, typed over the sheet."""

    def __init__(self, model: MapModel, view: MapView) -> None:
        super().__init__(model, view)
        self.pictures = underlays_of(model, view)
        self.marking = CalibrationMarks()
        self.proposed = ""
        """What the field for the place shows."""
        self._underlay = ""
        self._straightening = Task(self)
        self._straightening.done.connect(self._straight)
        self._straightening.failed.connect(self._not_straight)
        self._finding = Task(self)
        self._finding.done.connect(self._found)
        self._finding.failed.connect(self._not_straight)
        model.changed.connect(self._document_changed)

    @property
    def title(self) -> str:
        return tr("Calibrate the scan")

    def hints(self) -> Hints:
        if self.marking.pending is not None:
            return (
                (tr("Click"), tr("where the point belongs on the map")),
                ("Enter", tr("it belongs to {0}").format(self.proposed)),
                (tr("Type"), tr("a cell, or x, y")),
                ("Ctrl", tr("no snapping")),
            )
        ready = self.marking.transform() is not None
        return (
            *((("Enter", tr("apply")),) if ready else ()),
            (tr("Click"), tr("a known point of the scan")),
            (tr("Alt+click"), tr("an end of its scale bar")),
            (tr("Shift+click"), tr("take a mark away")),
            ("Backspace", tr("the last one")),
            ("Esc", tr("drop")),
        )

    def options(self, parent: QWidget) -> QWidget:
        return CalibrateOptions(self, parent)

    @property
    def straightening(self) -> bool:
        """Whether a picture is being straightened."""
        return self._straightening.running

    # ---- its life ------------------------------------------------------------------------------

    @property
    def row(self) -> Underlay | None:
        """The picture that is calibrated."""
        rows = self.model.document.underlays
        return next((one for one in rows if one.id == self._underlay), None)

    @property
    def asks(self) -> bool:
        """Whether the field waits for a place, or for the length of the scale bar."""
        return self.marking.pending is not None or len(self.marking.bar) == 2

    @property
    def live(self) -> bool:
        return not self.marking.is_empty

    def begin(self) -> None:
        self._changed()

    def leave(self) -> None:
        self.pictures.try_on(self._underlay, None)

    def cancel(self) -> bool:
        if not self.live:
            return False
        self._drop()
        return True

    def step_back(self) -> bool:
        done = self.marking.back()
        self._changed()
        return done

    def _drop(self) -> None:
        self.marking = CalibrationMarks(kind=self.marking.kind)
        self._changed()

    def _document_changed(self, _change: object) -> None:
        if self._underlay and self.row is None:
            self._drop()

    def _changed(self) -> None:
        if self.marking.pending is None:
            self.proposed = ""
        self.pictures.try_on(self._underlay, self.marking.transform())
        self.hinted.emit()
        self.view.update()

    # ---- marking -------------------------------------------------------------------------------

    def press(self, at: Pointer) -> None:
        if at.shift:
            self._take_away(at)
        elif self.marking.pending is not None:
            self.marking.add(aimed(self.view, at)[0])
        else:
            self._begin(at)
        self._changed()

    def double(self, at: Pointer) -> None:
        """Two quick clicks mark a point and the place under it."""
        self.press(at)

    def _begin(self, at: Pointer) -> None:
        row = self.row if self.live else self.pictures.at(at.at)
        if row is None:
            self.model.refused.emit(
                UserError(
                    tr("There is no picture at that point."),
                    tr("Lay a scanned board under the map first, with the tool beside."),
                )
            )
            return
        if row.locked:
            self.model.refused.emit(
                UserError(
                    tr("The picture {0} is locked.").format(row.title or row.id),
                    tr("Unlock it with the scanned-board tool."),
                )
            )
            return
        self._underlay = row.id
        pixel = pixel_at(self.pictures.transform(row), at.point)
        if at.alt:
            self.marking.bar = [*self.marking.bar[-1:], pixel]
        else:
            self.marking.pending = pixel
            self.proposed = (
                at.cell if not self.model.is_area and at.cell else aimed(self.view, at)[1]
            )

    def _take_away(self, at: Pointer) -> None:
        near = [(math.dist(mark.place, at.point), k) for k, mark in enumerate(self.marking.marks)]
        away, place = min(near, default=(math.inf, 0))
        if away <= _HIT * self.view.pixel:
            del self.marking.marks[place]

    def accept(self, words: str) -> bool:
        """The field was filled in: the place of the mark, or how long the scale bar is."""
        try:
            if len(self.marking.bar) == 2 and self.row is not None:
                self.marking.scale_to(self.pictures.transform(self.row), _number(words))
            else:
                self.marking.add(place_named(self.view, words))
        except UserError as error:
            self.model.refused.emit(error)
            return False
        self._changed()
        return True

    def set_kind(self, kind: str) -> None:
        """Say how the picture may be bent: a `Fit`, or ``auto``."""
        known: dict[str, Fit] = {fit: fit for fit in FITS}
        self.marking.kind = known.get(kind, "auto")
        self._changed()

    def apply(self) -> None:
        """Lay the picture where the marks say; a bent one is straightened beside the window."""
        if self._straightening.running:
            return
        row, bend = self.row, self._bend()
        if row is not None and bend is not None:
            work = partial(_straightened, self.model.session, row, bend)
            self._straightening.start(work)
            self.hinted.emit()
            return
        transform = self.marking.transform()
        if transform is not None and self.model.do(MoveUnderlay(self._underlay, transform)):
            self._drop()
            self.view.refit()

    def _bend(self) -> PictureBend | None:
        if len(self.marking.marks) < 3:
            return None
        try:
            return self.marking.bend()
        except UserError as error:
            self.model.refused.emit(error)
            return None

    def _straight(self, command: StraightenUnderlay) -> None:
        if self.model.do(command):
            self._drop()
            self.view.refit()

    def _not_straight(self, error: object) -> None:
        self.hinted.emit()
        if isinstance(error, UserError):
            self.model.refused.emit(error)
        elif isinstance(error, BaseException):
            raise error

    def pressed_key(self, event: QKeyEvent) -> bool:
        if event.key() in _ENTER and self.marking.pending is not None:
            self.accept(self.proposed)
        elif event.key() in _ENTER and self.marking.transform() is not None:
            self.apply()
        elif event.key() == Qt.Key.Key_Backspace and self.live:
            self.step_back()
        elif self.asks and event.text().isprintable() and event.text().strip():
            self.typed.emit(event.text())
        else:
            return False
        return True

    # ---- the grid of the scan ------------------------------------------------------------------

    @property
    def finding(self) -> bool:
        """Whether a scan is being searched for its grid."""
        return self._finding.running

    def no_search(self) -> str:
        """Why no grid can be looked for; empty if it can."""
        document = self.model.document
        if document.grid is None:
            return tr("A map of areas has no grid.")
        if not document.underlays:
            return tr("Lay a scanned board under the map first.")
        return tr("The grid is being looked for.") if self.finding else ""

    def find(self) -> None:
        """Look for the grid of the scan beside the window; its marks are shown, not applied.

        A mark that was set says which cell is which.
        """
        open_rows = [row for row in self.pictures.rows if not row.locked]
        row = self.row or (open_rows[-1] if open_rows else None)
        document = self.model.document
        if self.no_search() or row is None or document.grid is None:
            told = tr("Unlock a picture, and let it be seen.")
            self.model.refused.emit(UserError(self.no_search() or tr("No picture is open."), told))
            return
        self._underlay = row.id
        numbers = document.cell_numbers
        cells = frozenset(numbers[label] for label in document.cells if label in numbers)
        known = [] if self.marking.found else self.marking.marks[:1]
        data = document.extra_parts[row.image]
        self._finding.start(partial(_searched, data, document.grid, cells, tuple(known)))
        self.hinted.emit()

    def _found(self, found: FoundGrid) -> None:
        if self.row is not None:
            self.marking.take_found(found)
        self._changed()

    # ---- telling -------------------------------------------------------------------------------

    def report(self) -> list[str]:
        """How well the marks fit, line by line."""
        marks = self.marking.marks
        if self.marking.scaled is not None:
            return [tr("Sized by the scale bar")]
        lines = [tr("Marks: {0}").format(len(marks))] if marks else []
        if (found := self.marking.found) is not None:
            lines = [tr("Grid found in {0} parts of the scan").format(found.windows)]
            if not found.clear:
                lines += [tr("Which cell is which is a guess:"),
                          tr("mark one cell, then look again")]  # fmt: skip
        if len(marks) < 2:
            return lines
        try:
            fit, bend = self.marking.fit(), self.marking.bend()
        except UserError as error:
            return [*lines, explained(error).message]
        width = cell_width(self.view)
        if width:
            error = tr("error {0} cells").format(f"{(bend or fit).error / width:.3f}")
            drift = tr("drift {0} cells in ten").format(f"{fit.drift_in_cells():.2f}")
        else:
            unit = self.model.document.unit
            error = tr("error {0} {1}").format(decimal((bend or fit).error, 2), unit)
            drift = tr("drift {0} in a hundred {1}").format(f"{100 * fit.drift:.2f}", unit)
        if bend is not None:
            how = {"projective": tr("straightened as a photograph"), "spline": tr("bent back")}
            return [*lines, how[bend.kind], error]
        stretch = tr("across {0}, down {1} a pixel").format(
            f"{fit.stretch[0]:.4f}", f"{fit.stretch[1]:.4f}"
        )
        uneven = tr("printed {0} % taller than wide").format(f"{100 * fit.unevenness:+.1f}")
        turn = tr("turned by {0}°").format(decimal(fit.turn, 2))
        return [*lines, error, drift, stretch, uneven, turn]

    def paint(self, painter: QPainter, camera: Camera) -> None:
        row = self.row
        if row is None or not self.live:
            return
        aim = aimed(self.view, self._pointer()) if self.marking.pending is not None else None
        paint_marking(
            painter, camera, self.marking, self.pictures.transform(row), self.report(),
            cell_width(self.view), aim,
        )  # fmt: skip

    def _pointer(self) -> Pointer:
        at = self.view.camera.to_board(self.view.pointer)
        return Pointer(QPointF(at), self.view.pointer, self.view.sheet.locate(at))


def _straightened(session: EditSession, row: Underlay, bend: PictureBend) -> StraightenUnderlay:
    """The picture without its bend, put into the map, and the command that shows it."""
    data, transform = straightened(session.document.extra_parts[row.image], bend)
    part = session.put_image(data)
    return StraightenUnderlay(row.id, part.part, part.size, transform)


def _searched(
    data: bytes, grid: Grid, cells: frozenset[int], known: tuple[PictureMark, ...]
) -> FoundGrid:
    """Worker thread: the grid of a scan."""
    grey, scale = grey_of(data)
    return find_grid(grey, scale, grid, cells, known)


def _number(words: str) -> float:
    try:
        number = float(words.replace(",", "."))
    except ValueError:
        number = 0.0
    if not 0 < number < 1e9:
        told = tr("Type how long the scale bar is, as a number.")
        raise UserError(told, tr("For example 500."))
    return number
