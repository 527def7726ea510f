"""What can be done with what is picked, in any tool: copy, paste, erase, name, pick all."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal

from wardesk.drawing.commands.all_commands import (
    AnyCommand,
    DrawLine,
    EraseTerrain,
    NameCell,
    PlaceLabel,
    RemoveFeature,
    RenameCell,
)
from wardesk.drawing.commands.clips import Clip, opposite
from wardesk.errors import UserError
from wardesk.ui.map import clipboard, stamps
from wardesk.ui.map.canvas.inline_editor import InlineEditor
from wardesk.ui.map.model import MapModel, Selection
from wardesk.ui.map.tools.paste import PasteTool
from wardesk.ui.map.view import MapView
from wardesk.ui.map.words import count_cells
from wardesk.words import tr


class SelectionCommands(QObject):
    """Commands on the selection of one model. ``told(words)``: something was done unseen."""

    told = Signal(str)

    def __init__(self, model: MapModel, view: MapView) -> None:
        super().__init__(view)
        self.model, self.view = model, view
        self.editor: InlineEditor | None = None

    # ---- picking -------------------------------------------------------------------------------

    def pick_all(self) -> None:
        """Pick every cell."""
        self.model.select(Selection(tuple(self.model.document.cells)))

    def pick_none(self) -> None:
        """Let everything go."""
        self.model.select(Selection())

    # ---- taking away ---------------------------------------------------------------------------

    def delete(self) -> None:
        """Remove the picked features and give the picked cells their usual terrain, as one step."""
        chosen = self.model.selection
        commands = [*self._removals(chosen.features)]
        if chosen.cells:
            commands.append(EraseTerrain(chosen.cells))
        if commands:
            self.model.do_all(*commands)
        else:
            self.model.refuse(tr("Nothing is picked."), tr("Pick with the select tool."))

    def _removals(self, features: Sequence[str]) -> list[AnyCommand]:
        """From the last one on: those without an id are called by their place in the list."""
        wanted = set(features)
        rows = [row.name for row in self.view.features.rows if row.name in wanted]
        return [RemoveFeature(name) for name in reversed(rows)]

    # ---- names ---------------------------------------------------------------------------------

    def name(self, cell: str = "") -> None:
        """Ask for the name of a cell, by default of the picked one, over the sheet."""
        chosen = self.model.selection.cells
        cell = cell or (chosen[0] if len(chosen) == 1 else "" if chosen else self.view.focus_cell)
        found = self.model.document.cells.get(cell)
        if found is None:
            self.model.refuse(tr("Pick one cell to name it."))
            return
        self.view.show_point(self.view.sheet.anchor(cell))
        words = "" if found.name == cell else found.name
        self._ask(cell, words, tr("Name of {0}").format(cell), self._named)

    def renumber(self, cell: str) -> None:
        """Ask for another id of an area."""
        self._ask(cell, cell, tr("Id of {0}").format(cell), self._renumbered)

    def _ask(self, cell: str, words: str, title: str, taken) -> None:  # noqa: ANN001 - see editor
        at = self.view.cell_point(cell)
        self.editor = InlineEditor(self.view, at, words, title, partial(taken, cell))
        self.editor.closed.connect(self._closed)

    def _closed(self) -> None:
        self.editor = None

    def _named(self, cell: str, words: str) -> bool:
        return self.model.do(NameCell(cell, words))

    def _renumbered(self, cell: str, words: str) -> bool:
        return not words or words == cell or self.model.do(RenameCell(cell, words))

    # ---- copy and paste ------------------------------------------------------------------------

    def clip(self) -> Clip | None:
        """A copy of the picked cells; None if that was refused."""
        try:
            return clipboard.copied(self.model.document, self.model.selection.cells)
        except UserError as error:
            self.model.refused.emit(error)
            return None

    def copy(self) -> bool:
        """Lay a copy of the picked cells on the clipboard; whether it was done."""
        clip = self.clip()
        if clip is not None:
            clipboard.put(clip)
        return clip is not None

    def cut(self) -> None:
        """Copy, and empty the cells."""
        if self.copy():
            self.model.do_all(*clipboard.emptying(self.model.document, self.model.selection.cells))

    def paste(self) -> None:
        """Hang what was copied at the pointer."""
        try:
            clip = clipboard.take()
        except UserError as error:
            self.model.refused.emit(error)
            return
        self._hang(clip)

    def opposite(self, *, turned: bool) -> None:
        """Lay the picked cells down on the other side of the sheet as well."""
        cells = self.model.selection.cells
        if not cells:
            self.model.refuse(tr("No cells are picked."), tr("Pick with the select tool."))
            return
        try:
            command = opposite(self.model.document, cells, turned=turned)
        except UserError as error:
            self.model.refused.emit(error)
            return
        self.model.do(command)

    # ---- stamps --------------------------------------------------------------------------------

    def keep_stamp(self, number: int) -> None:
        """Keep the picked cells under a number, for this map and others."""
        clip = self.clip()
        if clip is None:
            return
        try:
            stamps.keep(number, clip)
        except UserError as error:
            self.model.refused.emit(error)
            return
        self.told.emit(tr("Stamp {0}: {1}").format(number, count_cells(len(clip.cells))))

    def take_stamp(self, number: int) -> None:
        """Hang a kept piece at the pointer."""
        try:
            self._hang(stamps.kept(number))
        except UserError as error:
            self.model.refused.emit(error)

    def duplicate(self) -> None:
        """A copy of the picked cells at the pointer; of lines and words right beside them."""
        chosen = self.model.selection
        if chosen.cells or not chosen.features:
            clip = self.clip()
            if clip is not None:
                self._hang(clip)
            return
        first = len(self.model.document.features)
        commands = list(filter(None, map(self._twin, chosen.features)))
        if not commands:
            self.model.refuse(tr("Only cells, lines and words can be doubled."))
        elif self.model.do_all(*commands):
            names = tuple(row.name for row in self.view.features.rows[first:])
            self.model.select(Selection(features=names))

    def _twin(self, name: str) -> AnyCommand | None:
        row, by = self.view.features.named(name), self.view.sheet.counter / 2
        if row is None:
            return None
        points = tuple((x + by, y + by) for x, y in row.points)
        if row.is_label:
            return PlaceLabel(row.feature.name, points[0])
        if row.form == "LineString" and row.feature.kind in self.model.document.palette.lines:
            return DrawLine(row.feature.kind, points, row.feature.name)
        return None

    def _hang(self, clip: Clip) -> None:
        tool = self.view.tools.get("paste")
        if isinstance(tool, PasteTool):
            tool.hang(clip)
        else:
            self.model.refuse(tr("Cells of sheets cannot be pasted on a map of areas."))

    def rotate(self, by: int = 1) -> None:
        """Turn the piece that hangs at the pointer."""
        tool = self.view.tool
        if isinstance(tool, PasteTool) and tool.clip is not None:
            tool.rotate(by)
        else:
            self.model.refuse(tr("There is nothing to turn."), tr("Paste something first: Ctrl+V."))
