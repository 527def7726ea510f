"""A box that chooses the ink of one sort: terrain, kinds of sides, or lines."""

from __future__ import annotations

from typing import Literal

from PySide6.QtWidgets import QComboBox, QWidget

from wardesk.drawing.commands.change import Change
from wardesk.model.palette import BorderKind, LineKind, Palette, TerrainKind
from wardesk.ui.language import common
from wardesk.ui.map.edit_desk import EditDesk

Sort = Literal["terrain", "side", "line"]
Kind = TerrainKind | BorderKind | LineKind


def kinds_of(palette: Palette, sort: Sort) -> dict[str, Kind]:
    """The kinds of one sort, in the order of the palette."""
    rows = {"terrain": palette.terrain, "side": palette.borders, "line": palette.lines}[sort]
    return dict(rows)


class KindBox(QComboBox):
    """Chooses the kind that the desk draws with; follows palette and inks."""

    def __init__(self, desk: EditDesk, sort: Sort, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._sort: Sort = sort
        self.setAccessibleName(
            {
                "terrain": self.tr("Terrain to paint"),
                "side": self.tr("Kind of side to lay"),
                "line": self.tr("Kind of line to draw"),
            }[sort]
        )
        self.setMinimumWidth(110)
        self._fill()
        self.activated.connect(lambda k: desk.ink(**{sort: str(self.itemData(k))}))
        desk.inked.connect(self._follow)
        desk.changed.connect(self._changed)

    def _fill(self) -> None:
        self.clear()
        for kind in kinds_of(self._desk.document.palette, self._sort).values():
            self.addItem(common(kind.name) or kind.id, kind.id)
        if not self.count():
            self.addItem(self.tr("none in the palette"), "")
        self.setEnabled(bool(self.itemData(0)))
        self._follow()

    def _follow(self) -> None:
        place = self.findData(getattr(self._desk.inks, self._sort))
        if place >= 0:
            self.setCurrentIndex(place)

    def _changed(self, change: Change) -> None:
        if "palette" in change.kinds:
            self._fill()
