"""The menu of the right button: what can be done with the cell and the feature under it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QPointF
from PySide6.QtWidgets import QMenu

from wardesk.drawing.commands.all_commands import (
    ClearOverride,
    ClearSides,
    EraseTerrain,
    FillTerrain,
    PaintTerrain,
    RemoveFeature,
    SetElevation,
    SetPresence,
)
from wardesk.ui.actions import ActionTable
from wardesk.ui.map import clipboard
from wardesk.ui.map.canvas.cells import patch
from wardesk.ui.map.canvas.features import DrawnFeature
from wardesk.ui.map.model import Selection
from wardesk.ui.map.selection_commands import SelectionCommands
from wardesk.ui.map.tools.elevation import level_of
from wardesk.ui.map.tools.select import SelectTool
from wardesk.ui.map.words import count_cells
from wardesk.words import shown, tr


class MapMenu(QObject):
    """Opens menus over the sheet."""

    def __init__(self, actions: ActionTable, picked: SelectionCommands) -> None:
        super().__init__(picked)
        self._actions, self._picked = actions, picked
        self._model, self._view = picked.model, picked.view
        self.menu: QMenu | None = None
        """The menu that was opened last, while it is there."""
        self._view.menu_asked.connect(self.open)

    def open(self, cell: str, at: QPointF) -> None:
        """Ask what is to be done here. A cell that is picked stands for all picked ones."""
        menu = QMenu(self._view)
        menu.aboutToHide.connect(menu.deleteLater)
        self.menu = menu
        menu.destroyed.connect(self._gone)
        found = self._view.features.at(self._view.camera.to_board(at))
        if found is not None:
            self._feature(menu, found)
        if cell in self._model.document.cells:
            self._cell(menu, cell)
        elif cell := self._absent(at):
            back = partial(self._model.do, SetPresence((cell,), present=True))
            self._add(menu, tr("Bring {0} back into the map").format(cell), back)
        menu.addSeparator()
        self._sheet(menu)
        menu.popup(self._view.mapToGlobal(at.toPoint()))

    def _title(self, menu: QMenu, words: str) -> None:
        """What the entries below it are about."""
        menu.addSeparator()
        title = menu.addAction(words)
        title.setEnabled(False)
        font = title.font()
        font.setBold(True)
        title.setFont(font)

    def _gone(self) -> None:
        self.menu = None

    def _absent(self, at: QPointF) -> str:
        """The place of the sheet there that was taken out of the map; "" for none."""
        layout = self._model.document.layout
        point = self._view.camera.to_board(at)
        number = layout.grid.cell_at(point.x(), point.y()) if layout is not None else -1
        return layout.numbering.label(layout.grid, number) if layout and number >= 0 else ""

    def _add(
        self,
        menu: QMenu,
        words: str,
        run: Callable[[], object],
        key: str = "",
        *,
        off: bool = False,
    ) -> None:
        action = menu.addAction(f"{words}\t{key}" if key else words)
        action.triggered.connect(lambda _on=False: run())
        action.setEnabled(not off)

    def _feature(self, menu: QMenu, row: DrawnFeature) -> None:
        words = row.feature.name or row.feature.kind
        self._title(menu, words)
        select = self._view.tools.get("select")
        if isinstance(select, SelectTool) and (
            row.is_label or row.is_zone or row.form == "LineString"
        ):
            self._add(menu, tr("Edit {0}").format(words), partial(select.edit, row))
        pick = partial(self._model.select, Selection(features=(row.name,)))
        self._add(menu, tr("Pick {0}").format(words), pick)
        remove = partial(self._model.do, RemoveFeature(row.name))
        self._add(menu, tr("Remove {0}").format(words), remove)

    def _cell(self, menu: QMenu, cell: str) -> None:
        model, document, picked = self._model, self._model.document, self._model.selection.cells
        cells = picked if cell in picked else (cell,)
        title = count_cells(len(cells)) if len(cells) > 1 else (
            self._view.describe(cell))  # fmt: skip
        self._title(menu, title)
        kinds, here = document.palette.terrain, document.cells[cell].terrain
        ink = model.inks.terrain
        same = all(document.cells[one].terrain == ink for one in cells)
        if ink in kinds:
            words = tr("Paint {0}").format(shown(kinds[ink].name))
            self._add(menu, words, partial(model.do, PaintTerrain(cells, ink)), off=same)
            words = tr("Fill the patch with {0}").format(shown(kinds[ink].name))
            self._add(menu, words, partial(model.do, FillTerrain(cell, ink)), off=here == ink)
        if here in kinds and here != ink:
            words = tr("Draw with {0}").format(shown(kinds[here].name))
            self._add(menu, words, partial(model.ink, terrain=here), "Ctrl+click")
        self._add(menu, tr("Erase"), partial(model.do, EraseTerrain(cells)))
        menu.addSeparator()
        level = level_of(document, cell)
        for by, words in ((1, tr("One level higher")), (-1, tr("One level lower"))):
            self._add(menu, words, partial(model.do, SetElevation(cells, level + by)))
        self._add(
            menu, tr("Name…"), partial(self._picked.name, cell), self._actions.key("map.name")
        )
        if model.is_area:
            self._add(menu, tr("Another id…"), partial(self._picked.renumber, cell))
        pick = partial(self._pick_patch, cell)
        self._add(menu, tr("Pick the patch of this terrain"), pick)
        self._sides(menu, cell)
        if not model.is_area:
            take_out = partial(model.do, SetPresence(cells, present=False))
            self._add(menu, tr("Take out of the map"), take_out)

    def _pick_patch(self, cell: str) -> None:
        self._model.select(Selection(tuple(patch(self._model.document, cell))))

    def _sides(self, menu: QMenu, cell: str) -> None:
        document = self._model.document
        pairs = tuple(pair for pair in document.sides if cell in pair)
        if pairs:
            clear = partial(self._model.do, ClearSides(pairs))
            self._add(menu, tr("Clear the sides of {0}").format(cell), clear)
        for override in document.overrides:
            if cell in override.pair:
                a, b = override.pair
                words = tr("Take back the word on {0} – {1}").format(a, b)
                self._add(menu, words, partial(self._model.do, ClearOverride(a, b)))

        for pair in document.kept:
            if cell in pair:
                words = tr("Ask again about {0} – {1}").format(*pair)
                self._add(menu, words, partial(self._model.do, ClearOverride(*pair)))

    def _sheet(self, menu: QMenu) -> None:
        chosen = self._model.selection
        if not self._model.is_area:
            self._put(menu, "map.cut", tr("Cut"), off=not chosen.cells)
            self._put(menu, "map.copy", tr("Copy"), off=not chosen.cells)
            self._put(menu, "map.paste", tr("Paste"), off=not clipboard.holds_clip())
        self._put(menu, "map.delete", off=chosen.is_empty)
        self._put(menu, "map.pick_all")
        self._put(menu, "map.pick_none", off=chosen.is_empty)

    def _put(self, menu: QMenu, action: str, words: str = "", *, off: bool = False) -> None:
        """An action of the editor; *off*: it would find nothing here to act on."""
        entry = self._actions.put(menu, action, words)
        entry.setEnabled(entry.isEnabled() and not off)
