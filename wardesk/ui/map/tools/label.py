"""Label: writes words on the map, moves them, and writes them anew."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QApplication, QWidget

from wardesk.drawing.commands.all_commands import MoveFeature, PlaceLabel, SetFeature
from wardesk.model.palette import Scalar
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.map.canvas.cell_marks import haloed
from wardesk.ui.map.canvas.features import Drawn, dot, paint_feature
from wardesk.ui.map.canvas.inline_editor import InlineEditor
from wardesk.ui.map.canvas.pointer import Hints, Pointer
from wardesk.ui.map.canvas.selection_marks import PICKED
from wardesk.ui.map.model import Selection
from wardesk.ui.map.tools.options import OptionRow
from wardesk.ui.map.tools.tool import Tool
from wardesk.ui.widgets.segment import Segment
from wardesk.words import tr


class LabelTool(Tool):
    """Places and edits labels."""

    id = "label"
    icon = "text"
    key = "T"
    cursor = Qt.CursorShape.IBeamCursor

    of_cell = True
    """Whether a new label belongs to the cell under it."""
    editor: InlineEditor | None = None
    """The field on the sheet while words are typed."""
    _drag: Drawn | None = None
    _to = QPointF()
    _grip = QPointF()
    _pressed: QPointF | None = None
    _moved = False

    @property
    def title(self) -> str:
        return tr("Label")

    def hints(self) -> Hints:
        if self._drag is not None and self._moved:
            return ((tr("Release"), tr("put it here")), ("Esc", tr("back")))
        return (
            (tr("Click"), tr("write words here")),
            (tr("Drag"), tr("move words")),
            (tr("Double click"), tr("write them anew")),
            ("Enter", tr("words at the keyboard's cell")),
            ("Del", tr("remove the picked ones")),
        )

    def options(self, parent: QWidget) -> QWidget:
        row = OptionRow(parent)
        choices = [("cell", tr("The cell under it")), ("map", tr("No cell"))]
        segment = Segment(choices, row, name=tr("What a new label belongs to"))
        segment.chosen.connect(self._choose)
        row.add(tr("Belongs to"), segment)
        return row

    def _choose(self, what: str) -> None:
        self.of_cell = what == "cell"

    # ---- the hand ------------------------------------------------------------------------------

    @property
    def live(self) -> bool:
        return self._drag is not None and self._moved

    def cancel(self) -> bool:
        if self._drag is not None:
            self._drag = self._pressed = None
        elif not self.model.selection.is_empty:
            self.model.select(Selection())
        else:
            return False
        self.hinted.emit()
        self.view.update()
        return True

    def leave(self) -> None:
        if self.editor is not None:
            self.editor.drop()

    def press(self, at: Pointer) -> None:
        if self.editor is not None:
            self.editor.leave()  # a click elsewhere keeps what was typed
            return
        found = self.view.features.at(at.at)
        self._pressed, self._moved, self._drag = at.on, False, None
        if found is not None and found.is_label:
            self._drag, self._to = found, QPointF(*found.points[0])
            self._grip = self._to - at.at
            self.model.select(Selection(features=(found.name,)))

    def move(self, at: Pointer) -> None:
        if self._drag is not None and self._pressed is not None:
            far = (at.on - self._pressed).manhattanLength()
            if far >= QApplication.startDragDistance() and not self._moved:
                self._moved = True
                self.hinted.emit()
            self._to = at.at + self._grip
        self.view.update()

    def release(self, at: Pointer) -> None:
        if self._pressed is None:
            return
        drag, self._drag, self._pressed = self._drag, None, None
        if drag is None:
            self.write(at.at, at.cell)
        elif self._moved:
            self.model.do(MoveFeature(drag.name, (self._to.x(), self._to.y())))
        self._moved = False
        self.hinted.emit()
        self.view.update()

    def double(self, at: Pointer) -> None:
        found = self.view.features.at(at.at)
        if found is not None and found.is_label:
            self._pressed = self._drag = None
            self.rewrite(found)
        else:
            self.press(at)

    # ---- the keyboard --------------------------------------------------------------------------

    def cell_entered(self, cell: str) -> None:
        self.write(self.view.sheet.anchor(cell), cell)

    def pressed_key(self, event: QKeyEvent) -> bool:
        if event.key() != Qt.Key.Key_F2:
            return False
        chosen = self.model.selection.features
        row = self.view.features.named(chosen[0]) if len(chosen) == 1 else None
        if row is not None and row.is_label:
            self.rewrite(row)
            return True
        return False

    # ---- writing -------------------------------------------------------------------------------

    def write(self, at: QPointF, cell: str) -> None:
        """Ask for the words of a new label."""
        self._open(at, "", partial(self._place, at, cell if self.of_cell else ""))

    def rewrite(self, row: Drawn) -> None:
        """Ask for other words."""
        self._open(QPointF(*row.points[0]), row.feature.name, partial(self._rename, row.name))

    def _open(self, at: QPointF, words: str, taken) -> None:  # noqa: ANN001 - see InlineEditor
        on = self.view.camera.to_view(at)
        self.editor = InlineEditor(self.view, on, words, tr("Words on the map"), taken)
        self.editor.closed.connect(self._closed)

    def _closed(self) -> None:
        self.editor = None

    def _place(self, at: QPointF, cell: str, words: str) -> bool:
        if not words:
            return True  # nothing typed, nothing written
        if not self.model.do(PlaceLabel(words, (at.x(), at.y()), cell)):
            return False
        self.model.select(Selection(features=(self.view.features.rows[-1].name,)))
        return True

    def _rename(self, name: str, words: str) -> bool:
        row = self.view.features.named(name)
        if row is None or not words or words == row.feature.name:
            return True
        # older maps break a name into lines by hand; the new words do so by themselves
        broken: dict[str, Scalar | None] = (
            {"lines": None} if "lines" in row.feature.properties else {}
        )
        return self.model.do(SetFeature(name, words, properties=broken))

    # ---- its picture ---------------------------------------------------------------------------

    def paint(self, painter: QPainter, camera: Camera) -> None:
        if self._drag is not None and self._moved:
            on = camera.to_view(self._to)
            dot(painter, on, size=3.0)
            haloed(painter, self._drag.feature.name, on, PICKED)
            return
        found = self.view.features.at(camera.to_board(self.view.pointer))
        if found is not None and found.is_label:
            paint_feature(painter, self.view, found)
