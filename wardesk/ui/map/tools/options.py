"""Controls that several tools show above the sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget

from wardesk.drawing.commands.change import DocumentChange
from wardesk.geometry.grids.mirror import Symmetry
from wardesk.model.palette import BorderKind, LineKind, Palette, TerrainKind
from wardesk.ui import theme
from wardesk.ui.key_book import key_book
from wardesk.ui.map.model import MapModel
from wardesk.ui.widgets.segment import Segment
from wardesk.ui.widgets.stepper import Stepper
from wardesk.ui.widgets.text import Label
from wardesk.words import shown, tr

if TYPE_CHECKING:
    from wardesk.ui.map.model import MapModel


class OptionRow(QWidget):
    """Controls side by side, each with its name before it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(theme.S2)
        self._names: list[Label] = []

    def add(self, words: str, control: QWidget) -> None:
        """One more control."""
        if words:
            self._names.append(Label(words, self, role="small", tone="text2"))
            self._row.addWidget(self._names[-1])
        self._row.addWidget(control)
        self._row.addSpacing(theme.S2)

    def width_named(self) -> int:
        """How wide it would like to be with the names, whether they are shown now or not."""
        width = theme.S2 * (self._row.count() - 1)
        for k in range(self._row.count()):
            item = self._row.itemAt(k)
            widget = item.widget() if item is not None else None
            if widget is None:
                width += item.sizeHint().width() if item is not None else 0
            elif widget in self._names or not widget.isHidden():
                width += widget.sizeHint().width()
        return width

    def set_named(self, *, named: bool) -> None:
        """Show the names before the controls, or leave them out where room is short."""
        for name in self._names:
            if name.isHidden() == named:
                name.setVisible(named)
        self._row.setSpacing(theme.S2 if named else 2)


class BrushStepper(Stepper):
    """How large the brush is, in little room: 1 is one cell, 2 it and those around it."""

    def __init__(self, model: MapModel, parent: QWidget | None = None) -> None:
        super().__init__(tr("Brush size"), parent, value=model.inks.brush, least=1, most=6)
        self.field.setFixedWidth(36)
        self.setToolTip(f"{tr('Brush size')}   [ ]")
        self._model = model
        self.changed.connect(lambda size: model.ink(brush=size))
        model.inked.connect(self._follow)

    def _follow(self) -> None:
        if self.value != self._model.inks.brush:
            self.set_value(self._model.inks.brush)


class SizeOptions(OptionRow):
    """How large the brush is, by the number of hexes it covers."""

    def __init__(self, model: MapModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        hexes = model.document.kind == "hex"
        covered = [3 * k * (k - 1) + 1 if hexes else (2 * k - 1) ** 2 for k in range(1, 7)]
        sizes = [(str(k), str(k if model.is_area else n)) for k, n in enumerate(covered, 1)]
        self.sizes = Segment(sizes, self, name=tr("Brush size"))
        self.sizes.chosen.connect(lambda size: model.ink(brush=int(size)))
        model.inked.connect(self._follow)
        self.add(tr("Brush size"), self.sizes)
        add_symmetry(self, model)
        self._follow()

    def _follow(self) -> None:
        self.sizes.set_current(str(self._model.inks.brush))


def symmetry_words() -> dict[Symmetry, str]:
    """How strokes can be mirrored, in words."""
    return {
        "": tr("not mirrored"),
        "across": tr("left and right"),
        "down": tr("above and below"),
        "both": tr("both ways"),
    }


class SymmetryBox(QComboBox):
    """How strokes are mirrored; follows the inks."""

    def __init__(self, model: MapModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.setAccessibleName(tr("Paint symmetrically"))
        for way, words in symmetry_words().items():
            self.addItem(words, way)
        self.activated.connect(lambda k: model.ink(symmetry=str(self.itemData(k))))
        model.inked.connect(self._follow)
        self._follow()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip:
            words = tr(
                "Every stroke is painted on the other side of the axis too. On hexes the axis runs "
                "where hexes lie on hexes, so a hex at the edge may have none opposite."
            )
            self.setToolTip(f"{words} ({key_book().key('map.symmetry')})")
        return super().event(event)

    def _follow(self) -> None:
        self.setCurrentIndex(self.findData(self._model.inks.symmetry))


def add_symmetry(row: OptionRow, model: MapModel) -> None:
    """The choice of a symmetry, on maps whose cells lie opposite each other."""
    if not model.is_area:
        row.add(tr("Symmetry"), SymmetryBox(model, row))


Sort = Literal["terrain", "side", "line"]
Kind = TerrainKind | BorderKind | LineKind


def kinds_of(palette: Palette, sort: Sort) -> dict[str, Kind]:
    """The kinds of one sort, in the order of the palette."""
    rows = {"terrain": palette.terrain, "side": palette.borders, "line": palette.lines}[sort]
    return dict(rows)


class KindBox(QComboBox):
    """Chooses the kind that the model draws with; follows palette and inks."""

    def __init__(self, model: MapModel, sort: Sort, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._sort: Sort = sort
        self.setAccessibleName(
            {
                "terrain": tr("Terrain to paint"),
                "side": tr("Kind of side to lay"),
                "line": tr("Kind of line to draw"),
            }[sort]
        )
        self.setMinimumWidth(110)
        self._fill()
        self.activated.connect(lambda k: model.ink(**{sort: str(self.itemData(k))}))
        model.inked.connect(self._follow)
        model.changed.connect(self._changed)

    def _fill(self) -> None:
        self.clear()
        for kind in kinds_of(self._model.document.palette, self._sort).values():
            self.addItem(shown(kind.name) or kind.id, kind.id)
        if not self.count():
            self.addItem(tr("none in the palette"), "")
        self.setEnabled(bool(self.itemData(0)))
        self._follow()

    def _follow(self) -> None:
        place = self.findData(getattr(self._model.inks, self._sort))
        if place >= 0:
            self.setCurrentIndex(place)

    def _changed(self, change: DocumentChange) -> None:
        if "palette" in change.kinds:
            self._fill()
