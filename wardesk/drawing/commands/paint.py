"""Commands on cells as they are: terrain, properties, heights and names."""

from __future__ import annotations

from msgspec.structs import replace

from wardesk.drawing.commands.change import DocumentChange, DocumentDraft, Kind
from wardesk.drawing.commands.checks import (
    good_id,
    good_scalar,
    known_cell,
    known_cells,
    known_terrain,
    one_line,
    some,
)
from wardesk.drawing.commands.command import Command
from wardesk.drawing.document import MapDocument
from wardesk.drawing.layers import elevation_property
from wardesk.drawing.neighbourhood import patch
from wardesk.errors import UserError
from wardesk.model.palette import Scalar
from wardesk.words import say


class PaintTerrain(Command, frozen=True):
    """Give cells a terrain."""

    cells: tuple[str, ...]
    terrain: str

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        title = say("Paint {terrain!s}: {cells}", terrain=self.terrain, cells=some(self.cells))
        return _painted(document, self.cells, self.terrain, title)


class FillTerrain(Command, frozen=True):
    """Paint the whole patch of one terrain that holds *cell*."""

    cell: str
    terrain: str

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        known_cell(document, self.cell)
        found = tuple(patch(document, self.cell))
        title = say("Fill {terrain!s}: {cells}", terrain=self.terrain, cells=some(found))
        return _painted(document, found, self.terrain, title)


class ReplaceTerrain(Command, frozen=True):
    """Turn every cell of one terrain into another, or only those among *cells*."""

    old: str
    terrain: str
    cells: tuple[str, ...] = ()

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        among = known_cells(document, self.cells) if self.cells else document.cells.values()
        found = tuple(cell.id for cell in among if cell.terrain == self.old)
        if not found:
            raise UserError(say("No cell has the terrain {old!s}.", old=f"{self.old!a:.70}"))
        title = say("Replace {terrain!s}: {cells}", terrain=self.terrain, cells=some(found))
        return _painted(document, found, self.terrain, title)


class EraseTerrain(Command, frozen=True):
    """Give cells the usual terrain again: the sheet's, else the palette's first."""

    cells: tuple[str, ...]

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        usual = document.layout.fill if document.layout else ""
        usual = usual or next(iter(document.palette.terrain), "")
        title = say("Erase {terrain!s}: {cells}", terrain=usual, cells=some(self.cells))
        return _painted(document, self.cells, usual, title)


class SetProperty(Command, frozen=True):
    """Set a property of cells; no value takes it away."""

    cells: tuple[str, ...]
    name: str
    value: Scalar | None = None

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        name = good_id(self.name)
        draft = DocumentDraft(document)
        for cell in known_cells(document, self.cells):
            values = {key: one for key, one in cell.properties.items() if key != name}
            if self.value is not None:
                values = {**cell.properties, name: good_scalar(self.value)}
            draft.put("cells", cell.id, replace(cell, properties=values))
        kinds: set[Kind] = {"properties"}
        if name == elevation_property(document):
            kinds.add("elevation")
        return draft.change(
            say("Set {name!s} of {cells}", name=name, cells=some(self.cells)), kinds
        )


class SetElevation(Command, frozen=True):
    """Give cells a height, in whole levels, under the property that the palette's sight reads."""

    cells: tuple[str, ...]
    level: int

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        change = SetProperty(self.cells, elevation_property(document), self.level).plan(document)
        return replace(
            change, title=say("Height {n} for {cells}", n=self.level, cells=some(self.cells))
        )


class NameCell(Command, frozen=True):
    """Write another name on a cell; its id stays."""

    cell: str
    name: str

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        draft = DocumentDraft(document)
        cell = known_cell(document, self.cell)
        name = one_line(self.name, "A name")
        if document.layout is not None:
            name = name or cell.id  # files of sheets keep no empty names
        draft.put("cells", cell.id, replace(cell, name=name))
        return draft.change(say("Name {cell}", cell=cell.id), {"names"})


def _painted(
    document: MapDocument, cells: tuple[str, ...], terrain: str, title: str
) -> DocumentChange:
    known_terrain(document, terrain)
    draft = DocumentDraft(document)
    for cell in known_cells(document, cells):
        draft.put("cells", cell.id, replace(cell, terrain=terrain))
    return draft.change(title, {"terrain"})
