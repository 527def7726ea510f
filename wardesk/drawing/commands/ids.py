"""Commands on what cells are called: one new id, a new numbering of a sheet, numbers for areas."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from wardesk.drawing.commands.change import DocumentChange, DocumentDraft
from wardesk.drawing.commands.checks import (
    good_id,
    known_cell,
    new_cell_id,
    require_areas,
    require_layout,
)
from wardesk.drawing.commands.command import Command
from wardesk.drawing.commands.references import follow
from wardesk.drawing.document import MapDocument
from wardesk.drawing.issues.lattice import layout_problem
from wardesk.errors import UserError
from wardesk.geometry.grids.numbering import Numbering
from wardesk.words import say


class RenameCell(Command, frozen=True):
    """Give an area another id; whatever names it follows."""

    cell: str
    to: str

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        require_areas(document)
        known_cell(document, self.cell)
        if self.to == self.cell:
            raise UserError(say("Cell {cell!s} is called so already.", cell=self.cell))
        new_cell_id(document, self.to)
        return _renamed(
            document, {self.cell: self.to}, say("Rename {cell} to {to}", cell=self.cell, to=self.to)
        )


class NumberAreas(Command, frozen=True):
    """Give all areas new ids: a prefix and numbers, from the top left to the bottom right."""

    prefix: str = ""
    start: int = 1
    digits: int = 2

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        require_areas(document)
        if not 0 <= self.start <= 99_999 or not 1 <= self.digits <= 6:
            raise UserError("Numbers start from 0 to 99999 and have 1 to 6 digits.")
        order = sorted(document.cells.values(), key=lambda c: (c.anchor[1], c.anchor[0], c.id))
        ids = {
            cell.id: good_id(f"{self.prefix}{number:0{self.digits}d}")
            for number, cell in enumerate(order, start=self.start)
        }
        strange = set(document.faces) - set(document.cells)
        if strange & set(ids.values()):
            raise UserError(
                say(
                    "The outline {strange!s} belongs to no cell; mend it first.",
                    strange=min(strange),
                )
            )
        return _renamed(document, ids, say("Number the areas"))


class Renumber(Command, frozen=True):
    """Call the cells of a sheet by another scheme; whatever names them follows."""

    numbering: Numbering

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        layout = require_layout(document)
        for part in (self.numbering.columns, self.numbering.rows):
            fits = -9999 <= part.start <= 99_999 and 1 <= part.step <= 100
            if not fits or not 1 <= part.digits <= 6:
                text = say(
                    "Numbers start from -9999 to 99999, in steps of 1 to 100, with 1 to 6 digits."
                )
                raise UserError(text)
        if max(len(self.numbering.prefix), len(self.numbering.separator)) > 8:
            raise UserError("A prefix or separator has at most 8 characters.")
        after = replace(layout, numbering=self.numbering)
        problem = layout_problem(after)
        if problem:
            raise UserError(problem)
        before = layout.numbering.labels(layout.grid)
        ids = dict(zip(before, after.numbering.labels(layout.grid), strict=True))
        for label in ids.values():
            good_id(label)
        draft = DocumentDraft(document)
        draft.set("layout", after)
        return _renamed(document, ids, say("Renumber"), draft)


def _renamed(
    document: MapDocument, ids: Mapping[str, str], title: str, draft: DocumentDraft | None = None
) -> DocumentChange:
    draft = draft or DocumentDraft(document)
    cells = {}
    for name, cell in document.cells.items():
        new = ids.get(name, name)
        # a cell named by its id keeps doing so
        called = new if cell.name == name else cell.name
        cells[new] = replace(cell, id=new, name=called) if new != name else cell
    draft.set("cells", cells)
    draft.set("faces", {ids.get(name, name): face for name, face in document.faces.items()})
    draft.cells.update((*ids, *ids.values()))
    follow(draft, {old: new for old, new in ids.items() if old != new})
    return draft.change(title, {"cells", "names", "grid", "adjacency", "sides", "lines"})
