"""The map as a widget: its sheet through a camera, overlays on it, the tool in use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCursor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QGraphicsScene, QWidget

from wardesk.drawing.commands.change import DocumentChange, Kind
from wardesk.render.map.sheet import MapSheet
from wardesk.render.theme import MapTheme
from wardesk.ui import theme
from wardesk.ui.canvas.camera import Camera, fitting
from wardesk.ui.canvas.printed import map_theme
from wardesk.ui.canvas.view import ARROWS, CanvasView
from wardesk.ui.key_book import key_book
from wardesk.ui.map.canvas.cells import next_cell
from wardesk.ui.map.canvas.extent import extent, on_board
from wardesk.ui.map.canvas.features import FeatureIndex
from wardesk.ui.map.canvas.pointer import ActiveTool, Held, Pointer, modifiers_held
from wardesk.ui.map.canvas.selection_marks import PickedCells, paint_cursor
from wardesk.ui.map.model import MapModel
from wardesk.ui.preferences import preferences
from wardesk.words import shown, tr

_CLOSEST = 400.0
"""Px of a counter's edge beyond which coming closer shows nothing new."""


_ON_SHEET: frozenset[Kind] = frozenset({"terrain", "elevation", "properties"})
"""Changes that are seen only where the sheet itself looks otherwise."""
_COUNTERS = 2.33
"""How many counters would fill a cell, by area."""
_MANY = 200
"""Beyond so many cells all of the view is painted again."""
UNDER, GROUND, OVER, PICKED, NOTES, TOOL = range(-10, 50, 10)
"""How high above the sheet lie: scanned boards, the sheet, what is laid over it, what is picked,
the words of overlays, and the lines of the tool in use."""
_RIM = 3
"""Px around a part that is painted again, for lines along its edge."""


class MapView(CanvasView):
    """Shows the map of an `MapModel` and hands mouse and keys to the tool in use.

    ``tool_changed(tool)``. ``menu_asked(cell, point)``: right click, or the menu key; *point* in px
    of the view.
    """

    tool_changed = Signal(object)
    menu_asked = Signal(str, QPointF)

    def __init__(self, model: MapModel, parent: QWidget | None = None) -> None:
        self.sheet = MapSheet(model.document, inks_now())
        self._extent = extent(self.sheet.rect, model.document)
        # once for all: counters grow and shrink with the areas that are drawn
        self._plain_scale = 64 / max(self.sheet.counter, 1e-9)
        super().__init__(fitting(self._extent, QSizeF(100, 100)), QGraphicsScene(), parent)
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.model = model
        self.notes: list[Callable[[QPainter], None]] = []
        """Words that overlays have to say, painted over all their lines and what is picked."""
        self.alt_locked = False
        """Whether Alt counts as held: window managers keep Alt with the mouse to themselves."""
        self.sheet_strength = 1.0
        """How strongly the map is drawn over what lies under it; 1 hides that."""
        self.tool: ActiveTool | None = None
        self.tools: Mapping[str, ActiveTool] = {}
        """Every tool of this map, by id."""
        self.features = FeatureIndex(self)
        self.picked = PickedCells()
        self.pointer = QPointF()
        """Where the pointer was last, px of the view."""
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self.viewport().update)
        self.lay(GROUND, self._paint_sheet)
        self.lay(PICKED, self._paint_picked)
        self.lay(NOTES, self._paint_notes)
        self.lay(TOOL, self._paint_tool)
        self.setAccessibleName(tr("Map: {0}").format(model.document.title))
        model.changed.connect(self._changed)
        model.selected.connect(self.viewport().update)
        model.inked.connect(self.viewport().update)  # the axes of symmetry come and go
        model.gesture_cancelled.connect(self._cancel_tool)
        model.step_back = self._step_back
        theme.switch().changed.connect(self._retheme)
        preferences().changed.connect(self._preferred)

    # ---- what it shows -------------------------------------------------------------------------

    def _changed(self, change: DocumentChange) -> None:
        before = self.sheet.rect
        dirty = self.sheet.changed(change)
        if not change.kinds <= _ON_SHEET:
            self.picked.forget()
        # a picture that is pushed about must not drag the camera along
        self._extent = extent(self.sheet.rect, self.model.document)
        if self.sheet.rect != before and not self.model.is_area:
            self.refit()  # the sheet of areas follows what is drawn; the camera must not
        if self._focus_cell and self._focus_cell not in self.model.document.cells:
            self._focus_cell = ""
        self._describe()
        if dirty is None or not change.kinds <= _ON_SHEET or len(change.cells) > _MANY:
            self.update()
        else:
            boxes = [self.sheet.cell_path(cell).boundingRect() for cell in change.cells]
            for box in (*dirty, *boxes):
                self.update_box(box)

    def update_box(self, box: QRectF) -> None:
        """Paint a part of the sheet (map units) again, with what lies over it."""
        on_view = self._camera.transform().mapRect(box)
        self.update(on_view.toAlignedRect().adjusted(-_RIM, -_RIM, _RIM, _RIM))

    def _retheme(self, _name: str = "") -> None:
        self.sheet.set_theme(inks_now())
        self.update()

    def _preferred(self, name: str) -> None:
        if name in ("map_theme", "map_follows"):
            self._retheme()

    def _cancel_tool(self) -> None:
        if self.tool is not None:
            self.tool.cancel()

    def _step_back(self) -> bool:
        return self.tool is not None and self.tool.step_back()

    def use(self, tool: ActiveTool) -> None:
        """Take a tool up; what the one before had begun is dropped, unless that tool keeps it."""
        if tool is self.tool:
            return
        if self.tool is not None:
            if self.tool.live and not self.tool.keeps:
                self.tool.cancel()
            self.tool.leave()
        self.tool, self.alt_locked = tool, False
        tool.hold(Held())
        self.setCursor(tool.cursor)
        tool.begin()
        self.tool_changed.emit(tool)
        self.update()

    def held(self, held: Held) -> Held:
        """The modifiers as the tool shall hear them: those that are down, and Alt if locked."""
        return replace(held, alt=held.alt or self.alt_locked)

    def lock_alt(self) -> None:
        """Let Alt count as held, until this is asked for again or another tool is taken up."""
        self.alt_locked = not self.alt_locked
        if self.tool is not None:
            self.tool.hold(replace(self.tool.held, alt=self.alt_locked))

    def take_up(self, tool: str) -> bool:
        """Take up the tool with this id; whether the map has it."""
        if tool in self.tools:
            self.use(self.tools[tool])
        return tool in self.tools

    # ---- the camera ----------------------------------------------------------------------------

    @property
    def inks(self) -> MapTheme:
        """The theme that the map is drawn in."""
        return inks_now()

    def paper(self) -> QRectF:
        """The sheet and the pictures under it."""
        return self._extent

    def limits(self) -> tuple[float, float]:
        """Least and most px per map unit."""
        whole = fitting(self._extent, self._camera.size).scale
        closest = _CLOSEST / max(self.sheet.counter, 1e-9)
        # where the camera is now is never out of bounds, though areas have come or gone
        here = self._camera.scale
        return min(whole * 0.5, closest, here), max(whole, closest, here)

    def fit_box(self, box: QRectF) -> None:
        """Show a part of the sheet (map units) with some ground around it."""
        self.fit_around(box, self.sheet.counter)

    def fit_selection(self) -> None:
        """Show what is picked, else the whole sheet."""
        box = QRectF()
        for cell in self.model.selection.cells:
            box = box.united(self.sheet.cell_path(cell).boundingRect())
        if box.isEmpty():
            self.fit()
        else:
            self.fit_box(box)

    def cell_point(self, cell: str) -> QPointF:
        """Where the anchor of a cell is in the view, px."""
        return self._camera.to_view(self.sheet.anchor(cell))

    def sheet_scale(self) -> float:
        """Px per map unit at 100 %: a counter is 64 px wide then."""
        return self._plain_scale

    def stop(self) -> None:
        """End the work behind the scenes; whoever owns the view calls it before dropping it."""
        self._animation.stop()

    def cells_across(self, box: QRectF) -> float:
        """About how many cells a box (map units) shows."""
        part = box.intersected(self.sheet.rect)
        return part.width() * part.height() / max(self.sheet.counter, 1e-9) ** 2 / _COUNTERS

    @property
    def pixel(self) -> float:
        """One px of the view in map units."""
        return 1 / self._camera.scale

    # ---- the keyboard's cell -------------------------------------------------------------------

    def anchor(self, cell: str) -> QPointF | None:
        """The middle of a cell, None if it is unknown."""
        return self.sheet.anchor(cell) if cell in self.model.document.cells else None

    def describe(self, cell: str) -> str:
        """A cell in words, for tooltips, the status bar and screen readers."""
        found = self.model.document.cells.get(cell)
        if found is None:
            return cell
        palette = self.model.document.palette
        kind = palette.terrain.get(found.terrain)
        parts = [cell if found.name in ("", cell) else f"{cell} {found.name}"]
        parts.append(shown(kind.name) if kind is not None else found.terrain)
        level = found.properties.get("level")
        if level is not None:
            parts.append(tr("level {0}").format(level))
        return ", ".join(part for part in parts if part)

    # ---- Qt's events ---------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        self.notes.clear()
        super().paintEvent(event)
        if self.sheet.late:
            self._later.start()

    def _paint_sheet(self, painter: QPainter, camera: Camera) -> None:
        """The map itself: the tiles that are kept, and what is missing for half a frame."""
        asked = self.painted.boundingRect()
        seen, part = camera.seen(), asked != self.rect()
        if part:
            seen = seen.intersected(on_board(camera, asked))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        painter.setTransform(camera.transform())
        painter.setOpacity(self.sheet_strength)
        scale = camera.scale * self.devicePixelRatioF()
        self.sheet.paint(painter, seen, scale, hurry=True, part=part)

    def _paint_picked(self, painter: QPainter, _camera: Camera) -> None:
        self.picked.paint(painter, self)
        self.features.paint_picked(painter)
        if self.hasFocus() and self._focus_cell:
            paint_cursor(painter, self, self._focus_cell)

    def _paint_notes(self, painter: QPainter, _camera: Camera) -> None:
        for note in self.notes:
            note(painter)

    def _paint_tool(self, painter: QPainter, camera: Camera) -> None:
        if self.tool is not None:
            self.tool.paint(painter, camera)

    # ---- mouse and keys ------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._hold(event, down=True)
        found = key_book().translated(event, "map")
        if found is None or not self._pressed(found):
            event.ignore()

    def _pressed(self, event: QKeyEvent) -> bool:
        """Act on a key; whether it was one of the map's or of its tool's, which is asked first."""
        key, tool = Qt.Key(event.key()), self.tool
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        control = bool(held & Qt.KeyboardModifier.ControlModifier)
        if key == Qt.Key.Key_Space:
            if not event.isAutoRepeat():
                self.mouse.space_down()
            return True
        if tool is not None and tool.pressed_key(event):
            return True
        if key in ARROWS and not control:
            self._walk(*ARROWS[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not control:
            if tool is None or not self._focus_cell:
                return False
            tool.cell_entered(self._focus_cell)
        elif key == Qt.Key.Key_Menu and self._focus_cell:
            self.menu_asked.emit(self._focus_cell, self.cell_point(self._focus_cell))
        elif key == Qt.Key.Key_Escape:
            return tool is not None and tool.cancel()
        elif key == Qt.Key.Key_Home:
            self.fit()
        else:
            return self.zoom_key(key)
        return True

    def _walk(self, dx: int, dy: int) -> None:
        if self._focus_cell:
            first = next(iter(self.model.document.cells), self._focus_cell)
            self.set_focus_cell(next_cell(self.sheet, self._focus_cell, dx, dy, first))
            return
        start = self._camera.to_board(QPointF(self.rect().center()))
        self.set_focus_cell(self.sheet.locate(start) or next(iter(self.model.document.cells), ""))

    def _hold(self, event: QKeyEvent, *, down: bool) -> None:
        held = modifiers_held(event, down=down)
        if held is not None and self.tool is not None:
            self.tool.hold(self.held(held))

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        self._hold(event, down=False)
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self.mouse.space_up()
        else:
            event.ignore()

    def _pointer(self, event: QMouseEvent, button: Qt.MouseButton) -> Pointer:
        """The event as tools hear it."""
        at = self._camera.to_board(event.position())
        held = self.held(Held.of(event.modifiers()))
        if self.tool is not None:
            self.tool.hold(held)
        cell = self.sheet.locate(at)
        return Pointer(at, event.position(), cell, button, held.shift, held.ctrl, held.alt)

    def usual_cursor(self) -> QCursor | Qt.CursorShape:
        return self.tool.cursor if self.tool is not None else Qt.CursorShape.ArrowCursor

    def grabs(self, point: QPointF) -> bool:
        return True

    def gesture_begun(self, event: QMouseEvent) -> None:
        if self.tool is not None:
            self.tool.press(self._pointer(event, event.button()))

    def gesture_moved(self, event: QMouseEvent) -> None:
        self._moved_to(event, Qt.MouseButton.LeftButton)

    def pointed(self, event: QMouseEvent) -> None:
        self._moved_to(event, Qt.MouseButton.NoButton)

    def _moved_to(self, event: QMouseEvent, button: Qt.MouseButton) -> None:
        pointer = self._pointer(event, button)
        self.set_hover(pointer.cell)
        if self.tool is not None:
            self.tool.move(pointer)

    def gesture_ended(self, event: QMouseEvent) -> None:
        if self.tool is not None:
            self.tool.release(self._pointer(event, event.button()))

    def clicked(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.RightButton and not self.mouse.space:
            self.menu_asked.emit(self._pointer(event, event.button()).cell, event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.pointer = event.position()
        super().mouseMoveEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        # Qt sends this in place of the second press.
        if event.button() != Qt.MouseButton.LeftButton or self.mouse.space:
            self.mouse.press(event)
        elif self.tool is not None:
            self.mouse.grab(event.button())
            self.tool.double(self._pointer(event, event.button()))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        if self.tool is not None:
            self.tool.hold(self.held(Held()))
        super().focusOutEvent(event)


def inks_now() -> MapTheme:
    """The theme that maps are drawn in, as preferences have it."""
    now = preferences().now
    return map_theme(now.map_theme, theme.current() if now.map_follows else "light")
