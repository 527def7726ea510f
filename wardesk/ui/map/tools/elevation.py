"""Elevation: raises, lowers or sets the level of cells, and shows all levels while in use."""

from __future__ import annotations

from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QWidget

from wardesk.drawing.commands.all_commands import SetElevation
from wardesk.drawing.commands.paint import elevation_property
from wardesk.drawing.document import MapDocument
from wardesk.ui.canvas.camera import Camera
from wardesk.ui.map.canvas.cell_marks import haloed
from wardesk.ui.map.canvas.pointer import Hints, Pointer
from wardesk.ui.map.tools.brush import StrokeTool
from wardesk.ui.map.tools.options import BrushStepper, OptionRow, add_symmetry
from wardesk.ui.widgets.segment import Segment
from wardesk.ui.widgets.stepper import Stepper
from wardesk.words import tr

LOWEST, HIGHEST = -20, 99
LEGIBLE = 22.0
"""Px of a cell below which no figures are written."""


def level_of(document: MapDocument, cell: str) -> int:
    """The level of a cell: its own, else its terrain's, else 0."""
    name, found = elevation_property(document), document.cells[cell]
    value = found.properties.get(name)
    if value is None:
        kind = document.palette.terrain.get(found.terrain)
        value = kind.properties.get(name) if kind is not None else None
    return round(value) if isinstance(value, int | float) else 0


class ElevationTool(StrokeTool):
    """Changes heights in whole levels; Alt does the opposite."""

    id = "elevation"
    icon = "elevation"
    key = "V"
    mark = "#7a3e00"
    how = "raise"
    """``raise``, ``lower`` or ``set``."""
    _segment: Segment | None = None
    _level: Stepper | None = None

    @property
    def title(self) -> str:
        return tr("Elevation")

    def verb(self) -> str:
        return {
            "raise": tr("one level higher"),
            "lower": tr("one level lower"),
            "set": tr("level {0}").format(self.model.inks.level),
        }[self.doing()]

    def doing(self) -> str:
        """What a stroke does with the modifiers that are held."""
        if self.held.alt and self.how != "set":
            return "lower" if self.how == "raise" else "raise"
        return self.how

    def hints(self) -> Hints:
        if self.held.alt and not self.held.ctrl:
            return ((tr("Drag"), self.verb()),)
        return super().hints()

    def more_hints(self) -> Hints:
        opposite = () if self.how == "set" else (("Alt / O", tr("the opposite")),)
        return (*opposite, (", .", tr("level {0} to set").format(self.model.inks.level)))

    def options(self, parent: QWidget) -> QWidget:
        row = OptionRow(parent)
        row.add(tr("Brush"), BrushStepper(self.model, row))
        choices = [("raise", tr("Raise")), ("lower", tr("Lower")),
                   ("set", tr("Set"))]  # fmt: skip
        self._segment = Segment(choices, row, name=tr("What happens to heights"))
        self._segment.chosen.connect(self._choose)
        self._level = Stepper(
            tr("Level"), row, value=self.model.inks.level, least=LOWEST, most=HIGHEST
        )
        self._level.changed.connect(lambda level: self.model.ink(level=level))
        self.model.inked.connect(self._follow)
        row.add("", self._segment)
        row.add(tr("Level"), self._level)
        add_symmetry(row, self.model)
        return row

    def _choose(self, how: str) -> None:
        self.how = how
        self.hinted.emit()

    def _follow(self) -> None:
        if self._level is not None and self._level.value != self.model.inks.level:
            self._level.set_value(self.model.inks.level)
        self.hinted.emit()

    def set_how(self, how: str) -> None:
        """Choose what strokes do, and show it."""
        if self._segment is not None:
            self._segment.set_current(how)
        self._choose(how)

    def pressed_key(self, event: QKeyEvent) -> bool:
        step = {",": -1, ".": 1}.get(event.text(), 0)
        if not step:
            return super().pressed_key(event)
        level = min(max(self.model.inks.level + step, LOWEST), HIGHEST)
        self.model.ink(level=level)
        self.set_how("set")
        return True

    def begin_touch(self, at: Pointer) -> None:
        self._stroke_does = self.doing()

    def apply(self, cells: tuple[str, ...]) -> bool:
        if self._stroke_does == "set":
            return self.model.do(SetElevation(cells, self.model.inks.level))
        step = 1 if self._stroke_does == "raise" else -1
        by_level: dict[int, list[str]] = {}
        for cell in cells:
            by_level.setdefault(level_of(self.model.document, cell), []).append(cell)
        changed = [
            SetElevation(tuple(found), min(max(level + step, LOWEST), HIGHEST))
            for level, found in by_level.items()
        ]
        return self.model.do_all(*changed)

    def sample(self, cell: str) -> None:
        if cell in self.model.document.cells:
            self.model.ink(level=level_of(self.model.document, cell))
            self.set_how("set")

    def paint(self, painter: QPainter, camera: Camera) -> None:
        super().paint(painter, camera)
        sheet, document = self.view.sheet, self.model.document
        if sheet.counter * camera.scale < LEGIBLE:
            return
        for cell in sheet.cells_in(camera.seen()):
            if cell in document.cells:
                level = level_of(document, cell)
                ink = "#7a3e00" if level > 0 else "#1c4e80" if level < 0 else "#6b6256"
                painter.setOpacity(1.0 if level else 0.85)
                haloed(painter, str(level), camera.to_view(sheet.anchor(cell)), ink)

    _stroke_does = "raise"
