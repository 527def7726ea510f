"""The brush: paints the terrain in ink on the cells it passes over, one or many at a time."""

from __future__ import annotations

from wardesk.drawing.commands.paint import PaintTerrain
from wardesk.ui.language import common
from wardesk.ui.map.tool import Hints, Pointer
from wardesk.ui.map.tools.stroke import StrokeTool


def terrain_at(tool: StrokeTool, cell: str) -> str:
    """The terrain of a cell, "" for none."""
    found = tool.desk.document.cells.get(cell)
    return found.terrain if found is not None else ""


class BrushTool(StrokeTool):
    """Paints terrain; every cell once per stroke. Alt paints with the second ink."""

    id = "brush"
    icon = "brush"
    key = "B"
    _other = False
    """Whether this stroke paints with the second ink."""

    @property
    def title(self) -> str:
        return self.tr("Brush")

    def verb(self) -> str:
        kind = self.desk.document.palette.terrain.get(self.ink())
        return self.tr("paint {0}").format(common(kind.name) if kind is not None else self.ink())

    def hints(self) -> Hints:
        if self.held.alt and not self.held.ctrl:
            return ((self.tr("Drag"), self.verb()),)
        return super().hints()

    def more_hints(self) -> Hints:
        return (("Alt / O", self.tr("second ink")), ("X", self.tr("swap inks")))

    def ink(self) -> str:
        """The terrain that is painted."""
        inks = self.desk.inks
        other = self._other if self._down else self.held.alt
        return inks.other_terrain if other else inks.terrain

    def begin_touch(self, at: Pointer) -> None:
        self._other = at.alt

    def apply(self, cells: tuple[str, ...]) -> bool:
        inks = self.desk.inks
        return self.desk.do(
            PaintTerrain(cells, inks.other_terrain if self._other else inks.terrain)
        )

    def sample(self, cell: str) -> None:
        terrain = terrain_at(self, cell)
        if terrain:
            self.desk.ink(terrain=terrain)
