"""The underlay tool: lays scanned boards under the map, moves, turns, fades and removes them."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QMimeData, QObject, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import QFileDialog, QSlider, QWidget

from wardesk.documents.files.images import ImagePart
from wardesk.drawing.commands.all_commands import (
    AddUnderlay,
    MoveUnderlay,
    RemoveUnderlay,
    SetUnderlay,
)
from wardesk.drawing.document import Underlay
from wardesk.errors import UserError
from wardesk.geometry.grids.calibration import Affine, fitted, nudged, placed, turned_about
from wardesk.ui import theme
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.map.canvas import handles
from wardesk.ui.map.canvas.pointer import Hints, Pointer
from wardesk.ui.map.overlays.underlay import corners, qt_transform, underlays_of
from wardesk.ui.map.tools.nudge import Nudger, push
from wardesk.ui.map.tools.options import OptionRow
from wardesk.ui.map.tools.tool import Tool
from wardesk.ui.tasks import Task
from wardesk.ui.widgets.button import Button, ToolButton
from wardesk.ui.widgets.fields import Choices
from wardesk.words import tr

if TYPE_CHECKING:
    from wardesk.ui.map.model import MapModel
    from wardesk.ui.map.view import MapView

SUFFIXES = (".png", ".jpg", ".jpeg")


class PictureDrop(QObject):
    """Takes picture files that are dropped on a widget and hands their paths on."""

    def __init__(self, widget: QWidget, take: Callable[[Path], object]) -> None:
        super().__init__(widget)
        self._take = take
        widget.setAcceptDrops(True)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QDropEvent | QDragEnterEvent | QDragMoveEvent):
            found = _pictures(event.mimeData())
            if not found:
                return False
            event.acceptProposedAction()
            if event.type() == QEvent.Type.Drop:
                for path in found:
                    self._take(path)
            return True
        return super().eventFilter(watched, event)


def _pictures(data: QMimeData) -> list[Path]:
    paths = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    return [path for path in paths if path.suffix.lower() in SUFFIXES]


class UnderlayOptions(OptionRow):
    """Works on the chosen underlay of its tool; strokes of the slider are one undo step."""

    def __init__(self, tool: UnderlayTool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tool, self._model = tool, tool.model
        self._showing = False
        self.more = Button(tr("Add…"), self, icon="image")
        self.more.setToolTip(
            tr("Add a picture: lay a scanned board under the map, as dropping its file does")
        )
        self.more.clicked.connect(tool.choose_file)
        self.which = Choices(self)
        self.which.setFont(theme.font())
        self.which.setAccessibleName(tr("Picture under the map"))
        self.which.setMaximumWidth(theme.px(120))
        self.which.activated.connect(lambda row: tool.choose(str(self.which.itemData(row))))
        self.opacity = self._slider(tr("Opacity of the picture"), 10)
        self.opacity.valueChanged.connect(self._faded)
        self.opacity.sliderPressed.connect(self._model.begin_stroke)
        self.opacity.sliderReleased.connect(self._model.end_stroke)
        self.strength = self._slider(tr("Strength of the map over the picture"), 0)
        self.strength.setValue(round(100 * tool.pictures.strength))
        self.strength.valueChanged.connect(lambda v: tool.pictures.set_strength(v / 100))
        self.eye = ToolButton("eye", tr("Hide the picture"), self)
        self.eye.clicked.connect(self._toggle_eye)
        self.lock = ToolButton("lock", tr("Lock the picture"), self, checkable=True)
        self.lock.clicked.connect(self._toggle_lock)
        self.remove = ToolButton("close", tr("Take the picture away"), self, key="Del")
        self.remove.clicked.connect(tool.remove)
        self._row.addWidget(self.more)
        self._row.addWidget(self.which)
        self.add(tr("Picture"), self.opacity)
        self.add(tr("Map"), self.strength)
        for button in (self.eye, self.lock, self.remove):
            self._row.addWidget(button)
        self._model.changed.connect(self._show)
        tool.hinted.connect(self._show)
        self._show()

    def _slider(self, name: str, least: int) -> QSlider:
        slider = QSlider(Qt.Orientation.Horizontal, self)
        slider.setRange(least, 100)
        slider.setMinimumWidth(theme.px(32))
        slider.setMaximumWidth(theme.px(72))
        slider.setFixedHeight(24)  # room for the whole handle
        slider.setAccessibleName(name)
        slider.setToolTip(name)
        return slider

    def _faded(self, value: int) -> None:
        row = self._tool.chosen
        if row is not None and not self._showing:
            self._model.do(SetUnderlay(row.id, opacity=value / 100))

    def _toggle_eye(self) -> None:
        row = self._tool.chosen
        if row is not None:
            self._model.do(SetUnderlay(row.id, visible=not row.visible))

    def _toggle_lock(self) -> None:
        row = self._tool.chosen
        if row is not None:
            self._model.do(SetUnderlay(row.id, locked=not row.locked))
        self._show()

    def _show(self, _change: object = None) -> None:
        rows, row = self._model.document.underlays, self._tool.chosen
        self._showing = True
        names = [(one.title or one.id, one.id) for one in rows]
        shown = [
            (self.which.itemText(k), self.which.itemData(k)) for k in range(self.which.count())
        ]
        if names != shown:
            self.which.clear()
            for words, name in names:
                self.which.addItem(words, name)
        self.which.setVisible(len(rows) > 1)
        for control in (self.opacity, self.strength, self.eye, self.lock, self.remove):
            control.setEnabled(row is not None)
        if row is not None:
            self.which.setCurrentIndex(self.which.findData(row.id))
            self.opacity.setValue(round(100 * row.opacity))
            words = tr("Hide the picture") if row.visible else tr("Show the picture")
            self.eye.set_name(words, icon="eye" if row.visible else "hidden")
            self.lock.setChecked(row.locked)
        self._showing = False


class UnderlayTool(Tool):
    """Works on the pictures under the map."""

    id = "underlay"
    icon = "image"
    key = "U"
    group = "sheet"
    cursor = Qt.CursorShape.SizeAllCursor

    def __init__(self, model: MapModel, view: MapView) -> None:
        super().__init__(model, view)
        self.pictures = underlays_of(model, view)
        self._chosen = ""
        self._grip: tuple[Underlay, QPointF] | None = None
        """The picture that is held, and where the hand took it, map units."""
        self._nudger = Nudger(model, self)
        self._reading = Task(self)
        self._reading.done.connect(self._read)
        self._reading.failed.connect(self._not_read)
        self._waiting: list[Path] = []
        PictureDrop(view, self.add)
        model.changed.connect(lambda _change: self.hinted.emit())

    @property
    def title(self) -> str:
        return tr("Scanned board")

    def hints(self) -> Hints:
        if self.chosen is None:
            return ((tr("Drop a picture"), tr("lay it under the map")),)
        return (
            (tr("Drag"), tr("move the picture")),
            (tr("Shift+drag"), tr("turn and size it")),
            (tr("Arrows"), tr("push by 1 px")),
            ("Shift", tr("by 10")),
            ("Alt", tr("fine")),
            ("Del", tr("take it away")),
        )

    def options(self, parent: QWidget) -> QWidget:
        return UnderlayOptions(self, parent)

    # ---- which picture -------------------------------------------------------------------------

    @property
    def chosen(self) -> Underlay | None:
        """The picture that the controls work on: the one chosen, else the topmost."""
        rows = self.model.document.underlays
        return next((row for row in rows if row.id == self._chosen), rows[-1] if rows else None)

    def choose(self, underlay: str) -> None:
        """Work on another picture."""
        self._chosen = underlay
        self.hinted.emit()
        self.view.update()

    def choose_file(self) -> None:
        """Ask for a picture and add it."""
        kinds = tr("Pictures (*.png *.jpg *.jpeg)")
        path, _kind = QFileDialog.getOpenFileName(
            self.view, tr("Lay a picture under the map"), "", kinds
        )
        if path:
            self.add(Path(path))

    def add(self, path: Path) -> None:
        """Read a picture beside the window and lay it under the map."""
        self._waiting.append(path)
        if not self._reading.running:
            self._reading.start(partial(self.model.session.put_image, path))

    @property
    def reading(self) -> bool:
        """Whether a picture is being read."""
        return self._reading.running

    def _read(self, part: ImagePart) -> None:
        path = self._waiting.pop(0)
        box = self.view.sheet.rect
        place = fitted(part.size, (box.left(), box.top(), box.right(), box.bottom()))
        if self.model.do(AddUnderlay(part.part, part.size, place, path.stem)):
            self.choose(self.model.document.underlays[-1].id)
            self.view.fit()
        self._read_next()

    def _not_read(self, error: object) -> None:
        self._waiting.pop(0)
        if isinstance(error, UserError):
            self.model.refused.emit(error)
        elif isinstance(error, BaseException):
            raise error
        self._read_next()

    def _read_next(self) -> None:
        if self._waiting:
            self._reading.start(partial(self.model.session.put_image, self._waiting[0]))

    def remove(self) -> None:
        """Take the chosen picture away; undo brings it back."""
        row = self.chosen
        if row is not None:
            self.model.do(RemoveUnderlay(row.id))

    # ---- the hand ------------------------------------------------------------------------------

    @property
    def live(self) -> bool:
        return self._grip is not None

    def leave(self) -> None:
        self._nudger.end()

    def cancel(self) -> bool:
        if self._grip is None:
            if self.model.in_stroke:
                self.model.drop_stroke()
                return True
            return False
        self._let_go()
        return True

    def _let_go(self) -> None:
        self._grip = None
        self.pictures.try_on("", None)
        self.model.end_stroke()

    def press(self, at: Pointer) -> None:
        self._nudger.end()
        row = self.pictures.at(at.at)
        if row is None:
            return
        self.choose(row.id)
        if row.locked:
            self.model.refused.emit(
                UserError(
                    tr("The picture {0} is locked.").format(row.title or row.id),
                    tr("Unlock it above the sheet to move it."),
                )
            )
            return
        self.model.begin_stroke()
        self._grip = (row, at.at)

    def move(self, at: Pointer) -> None:
        if self._grip is not None:
            row, start = self._grip
            self.pictures.try_on(row.id, self._moved(row, start, at))

    def release(self, at: Pointer) -> None:
        if self._grip is None:
            return
        row, start = self._grip
        if at.at != start:
            self.model.do(MoveUnderlay(row.id, self._moved(row, start, at)))
        self._let_go()

    def double(self, at: Pointer) -> None:
        """The first of the two clicks has chosen the picture already."""

    def _moved(self, row: Underlay, start: QPointF, at: Pointer) -> Affine:
        way = at.at - start
        if not at.shift:
            return nudged(row.transform, way.x(), way.y())
        x, y = middle = placed(row.transform, (row.size[0] / 2, row.size[1] / 2))
        before = start.x() - x, start.y() - y
        after = at.at.x() - x, at.at.y() - y
        scale = math.hypot(*after) / max(math.hypot(*before), 1e-9)
        turn = math.atan2(after[1], after[0]) - math.atan2(before[1], before[0])
        return turned_about(row.transform, middle, math.degrees(turn), max(scale, 1e-3))

    def pressed_key(self, event: QKeyEvent) -> bool:
        row, way = self.chosen, push(event, self.view.pixel)
        if row is None or self.live:
            return False
        if way is not None:
            self._nudger.do(MoveUnderlay(row.id, nudged(row.transform, *way)))
        elif event.key() == Qt.Key.Key_Delete:
            self._nudger.end()
            self.remove()
        else:
            return False
        return True

    # ---- its picture ---------------------------------------------------------------------------

    def paint(self, painter: QPainter, camera: Camera) -> None:
        row = self.chosen
        if row is None or not row.visible:
            return
        place = qt_transform(self.pictures.transform(row)) * camera.transform()
        line = [place.map(corner) for corner in corners(row)]
        handles.stroke(painter, line, width=1.4, dashed=row.locked)
