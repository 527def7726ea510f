"""Label: writes words on the map, moves them, and writes them anew."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QApplication, QWidget

from wardesk.drawing.commands.all_commands import MoveFeature, PlaceLabel, SetFeature
from wardesk.model.palette import Scalar
from wardesk.render.map.label_style import ALONG, BEND, MOST_POINTS, ROWS, TURN, curve_text
from wardesk.ui import theme
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.map.canvas.cell_marks import haloed
from wardesk.ui.map.canvas.features import DrawnFeature, dot, paint_feature
from wardesk.ui.map.canvas.inline_editor import InlineEditor
from wardesk.ui.map.canvas.pointer import Hints, Pointer
from wardesk.ui.map.canvas.selection_marks import PICKED
from wardesk.ui.map.model import MapModel, Selection
from wardesk.ui.map.name_curves import follow
from wardesk.ui.map.tools.options import OptionRow
from wardesk.ui.map.tools.tool import Tool
from wardesk.ui.map.view import MapView
from wardesk.ui.widgets.segment import Segment
from wardesk.words import tr

_STEP = 12.0
"""Px between the points of a curve that is drawn."""


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
    _drag: DrawnFeature | None = None
    _to = QPointF()
    _grip = QPointF()
    _pressed: QPointF | None = None
    _moved = False
    _path: list[QPointF]
    """The curve that is being drawn for words to follow, map units."""

    def __init__(self, model: MapModel, view: MapView) -> None:
        super().__init__(model, view)
        self._path = []

    @property
    def title(self) -> str:
        return tr("Label")

    def hints(self) -> Hints:
        if self._drag is not None and self._moved:
            return ((tr("Release"), tr("put it here")), ("Esc", tr("back")))
        return (
            (tr("Click"), tr("write words here")),
            (tr("Drag"), tr("move, or draw a curve")),
            ("R", tr("along a river")),
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
        return self._moved

    def cancel(self) -> bool:
        if self._drag is not None or self._moved:
            self._drag = self._pressed = None
            self._moved, self._path = False, []
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
        self._path = [at.at]
        if found is not None and found.is_label:
            self._drag, self._to = found, QPointF(*found.points[0])
            self._grip = self._to - at.at
            self.model.select(Selection(features=(found.name,)))

    def move(self, at: Pointer) -> None:
        if self._pressed is not None:
            far = (at.on - self._pressed).manhattanLength()
            if far >= QApplication.startDragDistance() and not self._moved:
                self._moved = True
                self.hinted.emit()
            self._to = at.at + self._grip
            if (self._path[-1] - at.at).manhattanLength() > _STEP * self.view.pixel:
                self._path.append(at.at)
        self.view.update()

    def release(self, at: Pointer) -> None:
        if self._pressed is None:
            return
        drag, self._drag, self._pressed = self._drag, None, None
        path, self._path = self._path, []
        if drag is None and self._moved and len(path) > 1:
            self.write_along([*path, at.at] if path[-1] != at.at else path)
        elif drag is None:
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
        if event.key() not in (Qt.Key.Key_F2, Qt.Key.Key_R) or event.modifiers():
            return False
        chosen = self.model.selection.features
        row = self.view.features.named(chosen[0]) if len(chosen) == 1 else None
        if row is None or not row.is_label:
            return False
        if event.key() == Qt.Key.Key_F2:
            self.rewrite(row)
        else:
            follow_course(self.model, self.view, row.name)
        return True

    # ---- writing -------------------------------------------------------------------------------

    def write(self, at: QPointF, cell: str) -> None:
        """Ask for the words of a new label."""
        self._open(at, "", partial(self._place, at, cell if self.of_cell else ""))

    def write_along(self, path: list[QPointF]) -> None:
        """Ask for the words of a new label that follows a curve."""
        if len(path) > MOST_POINTS:
            path = path[:: -(-len(path) // MOST_POINTS)]
        at = path[len(path) // 2]
        curve = curve_text((one.x() - at.x(), one.y() - at.y()) for one in path)
        self._open(at, "", partial(self._place, at, "", curve=curve))

    def rewrite(self, row: DrawnFeature) -> None:
        """Ask for other words."""
        self._open(QPointF(*row.points[0]), row.feature.name, partial(self._rename, row.name))

    def _open(self, at: QPointF, words: str, taken) -> None:  # noqa: ANN001 - see InlineEditor
        on = self.view.camera.to_view(at)
        self.editor = InlineEditor(self.view, on, words, tr("Words on the map"), taken)
        self.editor.closed.connect(self._closed)

    def _closed(self) -> None:
        self.editor = None

    def _place(self, at: QPointF, cell: str, words: str, curve: str = "") -> bool:
        if not words:
            return True  # nothing typed, nothing written
        told: dict[str, Scalar] = {ALONG: curve} if curve else {}
        if not self.model.do(PlaceLabel(words, (at.x(), at.y()), cell, properties=told)):
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
        if self._moved and len(self._path) > 1:
            painter.setPen(QPen(theme.colour("accent"), 2.5, Qt.PenStyle.DashLine))
            painter.drawPolyline([camera.to_view(one) for one in self._path])
            return
        found = self.view.features.at(camera.to_board(self.view.pointer))
        if found is not None and found.is_label:
            paint_feature(painter, self.view, found)


def follow_course(model: MapModel, view: MapView, name: str) -> bool:
    """Let words follow the river, road or border that runs nearest; whether there is one."""
    row = view.features.named(name)
    found = None
    if row is not None:
        told = {**row.feature.properties, ALONG: "0,0 1,0"}
        spot = row.points[0]
        found = follow(view.sheet, model.document, spot, row.feature.name, told)
    if row is None or found is None:
        model.refuse(tr("There is no river or road that words could follow."))
        return False
    at, curve = found
    told = {ALONG: curve_text(curve), BEND: None, TURN: None, ROWS: None}
    return model.do_all(MoveFeature(name, at), SetFeature(name, properties=told))
