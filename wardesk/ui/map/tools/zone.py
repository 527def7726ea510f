"""Zone: named sets of cells (set-up areas) and boxes on or off the map; tinted while in use."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPainterPath
from PySide6.QtWidgets import QWidget

from wardesk.drawing.commands.all_commands import DrawZone, RemoveFeature, SetFeature
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.map.canvas.callout import paint_words
from wardesk.ui.map.canvas.cell_marks import mark_cells
from wardesk.ui.map.canvas.cells import brush_cells, line_cells
from wardesk.ui.map.canvas.features import DrawnFeature, feature_path
from wardesk.ui.map.canvas.inline_editor import InlineEditor
from wardesk.ui.map.canvas.pointer import Hints, Pointer
from wardesk.ui.map.canvas.selection_marks import outline
from wardesk.ui.map.tools.options import OptionRow
from wardesk.ui.map.tools.tool import Tool
from wardesk.ui.widgets.button import ToolButton
from wardesk.ui.widgets.fields import Choices
from wardesk.ui.widgets.segment import Segment
from wardesk.words import tr


class ZoneOptions(OptionRow):
    """Chooses a zone, renames and removes it."""

    def __init__(self, tool: ZoneTool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tool = tool
        self.zones = Choices(self)
        self.zones.setAccessibleName(tr("Zone to edit"))
        self.zones.setMinimumWidth(160)
        self.zones.activated.connect(lambda k: tool.choose(str(self.zones.itemData(k))))
        self.shape = Segment(
            [("cells", tr("Cells")), ("box", tr("Box"))],
            self,
            name=tr("What the hand draws"),
        )
        self.shape.chosen.connect(tool.set_boxes)
        self.rename = ToolButton("pencil", tr("Rename the zone"), self, key="F2")
        self.rename.clicked.connect(tool.rename)
        self.remove = ToolButton("close", tr("Remove the zone"), self, key="Del")
        self.remove.clicked.connect(tool.remove)
        self.add(tr("Zone"), self.zones)
        self.add("", self.rename)
        self.add("", self.remove)
        self.add(tr("Draw", "ZoneOptions"), self.shape)
        tool.hinted.connect(self._follow)
        tool.model.changed.connect(self._follow)
        self._follow()

    def _follow(self, *_: object) -> None:
        rows = [(tr("New zone"), "")]
        rows += [(row.feature.name, row.name) for row in self._tool.view.features.zones()]
        now = [(self.zones.itemText(k), self.zones.itemData(k)) for k in range(self.zones.count())]
        if rows != now:
            self.zones.clear()
            for words, name in rows:
                self.zones.addItem(words, name)
        self.zones.setCurrentIndex(max(self.zones.findData(self._tool.current), 0))
        for button in (self.rename, self.remove):
            button.setEnabled(bool(self._tool.current))


INKS = ("#0b4fb3", "#8a3ffc", "#b34700", "#00695c", "#9f1853", "#5d5200")
OWN = frozenset({"kind", "name", "cell", "cells"})


class ZoneTool(Tool):
    """Gives cells to a zone and takes them away, draws boxes, names and removes zones."""

    id = "zone"
    icon = "zone"
    key = "Z"
    group = "shape"

    boxes = False
    """Whether dragging draws a box instead of picking cells."""
    current = ""
    """The zone that is edited, as commands call it; "" for a new one."""
    editor: InlineEditor | None = None
    _touched: dict[str, None]
    _taking = False
    _last: QPointF | None = None
    _box: QRectF | None = None

    @property
    def title(self) -> str:
        return tr("Zone")

    def begin(self) -> None:
        self._touched = {}
        self.model.changed.connect(self._tidy)
        self._tidy()

    def leave(self) -> None:
        self.model.changed.disconnect(self._tidy)
        if self.editor is not None:
            self.editor.drop()

    def _tidy(self, *_: object) -> None:
        if self.current and self.zone() is None:
            self.choose("")

    def hints(self) -> Hints:
        if self.boxes:
            return ((tr("Drag"), tr("a box, also beside the map")),)
        zone = self.zone()
        if zone is None:
            return (
                (tr("Drag"), tr("cells of a new zone")),
                ("Enter", tr("the keyboard's cell")),
                (tr("Ctrl+click"), tr("edit the zone there")),
            )
        return (
            (tr("Drag"), tr("give cells to {0}, or take them").format(zone.feature.name)),
            ("F2", tr("rename")),
            ("Del", tr("remove the zone")),
            ("Esc", tr("done with it")),
        )

    def options(self, parent: QWidget) -> QWidget:
        return ZoneOptions(self, parent)

    def zone(self) -> DrawnFeature | None:
        """The zone that is edited."""
        row = self.view.features.named(self.current) if self.current else None
        return row if row is not None and row.is_zone else None

    def choose(self, name: str) -> None:
        """Edit another zone."""
        self.current = name
        self.hinted.emit()
        self.view.update()

    def set_boxes(self, what: str) -> None:
        """Choose between picking cells and drawing boxes."""
        self.boxes = what == "box"
        self.hinted.emit()

    # ---- the hand ------------------------------------------------------------------------------

    @property
    def live(self) -> bool:
        return self._last is not None

    def cancel(self) -> bool:
        if self._last is not None:
            self._last, self._box, self._touched = None, None, {}
        elif self.current:
            self.choose("")
        else:
            return False
        self.view.update()
        return True

    def step_back(self) -> bool:
        return self.live and self.cancel()

    def press(self, at: Pointer) -> None:
        if at.ctrl:
            found = [row for row in self.view.features.zones() if at.cell and at.cell in row.cells]
            box = self.view.features.at(at.at)
            found += [box] if box is not None and box.is_zone else []
            self.choose(found[-1].name if found else "")
            return
        self._last, self._touched = at.at, {}
        if self.boxes:
            self._box = QRectF(at.at, at.at)
            return
        zone = self.zone()
        self._taking = zone is not None and at.cell in zone.cells
        self._touch(at.at)

    def move(self, at: Pointer) -> None:
        if self._last is None:
            return
        if self._box is not None:
            self._box.setBottomRight(at.at)
        else:
            self._touch(at.at)
        self.view.update()

    def release(self, at: Pointer) -> None:
        if self._last is None:
            return
        self._last = None
        box, self._box = self._box, None
        cells, self._touched = tuple(self._touched), {}
        if box is not None:
            self._draw_box(box.normalized(), at.on)
        elif cells:
            self.give(cells, at.on, taking=self._taking)
        self.view.update()

    def _touch(self, end: QPointF) -> None:
        start, self._last = self._last or end, end
        size, present = self.model.inks.brush, self.model.document.cells
        for cell in line_cells(self.view.sheet, start, end):
            near = brush_cells(self.view.sheet, cell, size)
            self._touched.update(dict.fromkeys(one for one in near if one in present))
        self.view.update()

    def cell_entered(self, cell: str) -> None:
        zone = self.zone()
        taking = zone is not None and cell in zone.cells
        self.give((cell,), self.view.cell_point(cell), taking=taking)

    def pressed_key(self, event: QKeyEvent) -> bool:
        zone = self.zone()
        if zone is None:
            return False
        if event.key() == Qt.Key.Key_F2:
            self.rename()
        elif event.key() == Qt.Key.Key_Delete:
            self.remove()
        else:
            return False
        return True

    # ---- doing ---------------------------------------------------------------------------------

    def give(self, cells: tuple[str, ...], on: QPointF, *, taking: bool) -> None:
        """Give cells to the zone or take them; without a zone ask for the name of a new one."""
        zone = self.zone()
        if zone is None:
            self._ask(on, "", partial(self._new, cells, ()))
            return
        kept = dict.fromkeys(zone.cells)
        for cell in cells:
            if taking:
                kept.pop(cell, None)
            else:
                kept[cell] = None
        present = self.model.document.cells
        self._replace(zone, tuple(cell for cell in kept if cell in present))

    def _replace(self, zone: DrawnFeature, cells: tuple[str, ...]) -> None:
        """The same zone with other cells; one without cells and outline goes."""
        feature = zone.feature
        points = zone.points if zone.form == "Polygon" else ()
        if cells == zone.cells:
            return
        if not cells and not points:
            self.model.do(RemoveFeature(zone.name))
            return
        more = {name: value for name, value in feature.properties.items()
                if name not in OWN and isinstance(value, str | int | float)}  # fmt: skip
        drawn = DrawZone(feature.name, cells, points, feature.id, more)
        if self.model.do_all(RemoveFeature(zone.name), drawn):
            self.choose(self.view.features.rows[-1].name)

    def _draw_box(self, box: QRectF, on: QPointF) -> None:
        least = 6 * self.view.pixel
        if box.width() < least or box.height() < least:
            return
        corners = (box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft())
        self._ask(on, "", partial(self._new, (), tuple((p.x(), p.y()) for p in corners)))

    def _new(
        self, cells: tuple[str, ...], points: tuple[tuple[float, float], ...], name: str
    ) -> bool:
        if not name:
            return True
        if not self.model.do(DrawZone(name, cells, points)):
            return False
        self.choose(self.view.features.rows[-1].name)
        return True

    def rename(self) -> None:
        """Ask for another name of the zone."""
        zone = self.zone()
        if zone is not None:
            on = self.view.camera.to_view(self._middle(zone))
            self._ask(on, zone.feature.name, partial(self._renamed, zone.name))

    def _renamed(self, zone: str, name: str) -> bool:
        return not name or self.model.do(SetFeature(zone, name))

    def remove(self) -> None:
        """Remove the zone; undo brings it back."""
        if self.zone() is not None:
            self.model.do(RemoveFeature(self.current))

    def _ask(self, on: QPointF, words: str, taken) -> None:  # noqa: ANN001 - see InlineEditor
        self.editor = InlineEditor(self.view, on, words, tr("Name of the zone"), taken)
        self.editor.closed.connect(self._closed)

    def _closed(self) -> None:
        self.editor = None

    def _middle(self, zone: DrawnFeature) -> QPointF:
        anchors = [self.view.sheet.anchor(cell) for cell in zone.cells] or [zone.box.center()]
        x, y = sum(p.x() for p in anchors), sum(p.y() for p in anchors)
        return QPointF(x / len(anchors), y / len(anchors))

    # ---- its picture ---------------------------------------------------------------------------

    def paint(self, painter: QPainter, camera: Camera) -> None:
        for k, zone in enumerate(self.view.features.zones()):
            ink, chosen = INKS[k % len(INKS)], zone.name == self.current
            mark_cells(painter, self.view, zone.cells, ink, tint=0.34 if chosen else 0.2,
                       width=1.6 if chosen else 0.0)  # fmt: skip
            if zone.form == "Polygon":
                outline(painter, feature_path(self.view, zone), ink, 3.0 if chosen else 1.8)
        if self._box is not None:
            frame = QPainterPath()
            frame.addRect(self._box.normalized())
            outline(painter, camera.transform().map(frame), width=1.6)
        mark_cells(painter, self.view, self._touched, "#b3261e" if self._taking else "#0b4fb3",
                   tint=0.3)  # fmt: skip
        if self._last is None and self.view.hover_cell and not self.boxes:
            size = self.model.inks.brush
            mark_cells(painter, self.view,
                       brush_cells(self.view.sheet, self.view.hover_cell, size))  # fmt: skip
            here = [row.feature.name for row in self.view.features.zones()
                    if self.view.hover_cell in row.cells]  # fmt: skip
            if here:
                bounds = self.view.rect().toRectF()
                paint_words(painter, bounds, self.view.pointer, "\n".join(here), below=True)
