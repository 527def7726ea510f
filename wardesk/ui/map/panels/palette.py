"""The palette: what the map's own kinds look like and cost; a click takes one into the hand."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QVBoxLayout, QWidget

from wardesk.drawing.commands.change import DocumentChange
from wardesk.drawing.rule_table import class_title
from wardesk.model.movement import move_classes
from wardesk.ui import theme
from wardesk.ui.language import said
from wardesk.ui.map.panels.kind_dialog import KindDialog
from wardesk.ui.map.panels.palette_row import PaletteRow, costs_of
from wardesk.ui.map.panels.swatches import Among
from wardesk.ui.map.view import MapView
from wardesk.ui.map.words import sides_of
from wardesk.ui.preferences import preferences
from wardesk.ui.widgets.button import ToolButton
from wardesk.ui.widgets.panel import Panel, Scroller
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

if TYPE_CHECKING:
    from wardesk.ui.map.tools.tool import Tool

TOOLS: dict[Among, tuple[str, ...]] = {
    "terrain": ("brush", "fill", "rectangle", "area"),
    "borders": ("hexside", "border"),
    "lines": ("line",),
}
"""The tools that draw with a kind; the first one that the map has is taken up."""


class PalettePanel(Panel):
    """Rows of terrain, borders and lines; keys 1 to 9 take the first nine."""

    def __init__(self, view: MapView, parent: QWidget) -> None:
        self._view, self._model = view, view.model
        more = ToolButton("plus", tr("New kind"), parent, size=16)
        change = ToolButton("pencil", tr("Change the kind in ink"), parent, size=16)
        super().__init__(tr("Palette"), parent, stretch=True, tools=(change, more))
        more.clicked.connect(lambda: self._edit(new=True))
        change.clicked.connect(lambda: self._edit(new=False))
        self._among: Among = "terrain"
        self.rows: list[tuple[Among, PaletteRow]] = []
        self._body = QWidget(self)
        self._column = QVBoxLayout(self._body)
        self._column.setContentsMargins(0, 0, 6, 0)
        self._column.setSpacing(0)
        self.body.setContentsMargins(theme.S2, 0, 0, theme.S2)
        self.add(Scroller(self._body, self))
        self._fill()
        self._model.changed.connect(self._changed)
        self._model.inked.connect(self._follow)
        view.tool_changed.connect(self._tool_changed)
        theme.switch().changed.connect(self._repaint)
        preferences().changed.connect(self._repaint)

    def _changed(self, change: DocumentChange) -> None:
        if {"palette", "look"} & change.kinds:
            self._fill()

    def _tool_changed(self, tool: Tool) -> None:
        """Only the ink of the tool in use is lit."""
        for among, ids in TOOLS.items():
            if tool.id in ids:
                self._among = among
        self._follow()

    def _repaint(self, _name: str = "") -> None:
        for _, row in self.rows:
            row.update()

    def _fill(self) -> None:
        while (item := self._column.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self.rows = []
        palette = self._model.document.palette
        classes = list(move_classes(palette))
        self._group("terrain", classes)
        if classes:
            words = tr("Cost: {0}").format(" / ".join(said(class_title(one)) for one in classes))
            self._column.addWidget(self._note(words))
        sides = sides_of(self._model.document.kind)
        self._head(sides, bool(palette.borders))
        self._group("borders", classes)
        self._head(tr("Roads and rivers", "PalettePanel"), bool(palette.lines))
        self._group("lines", classes)
        self._column.addStretch(1)
        self._follow()

    def _head(self, words: str, shown: bool) -> None:
        if shown:
            head = Label(words, self._body, role="small-strong", tone="text2")
            head.setContentsMargins(theme.S2, theme.S3, 0, theme.S1)
            self._column.addWidget(head)

    def _note(self, words: str) -> Label:
        note = Label(words, self._body, role="small", tone="text2", wrap=True)
        note.setContentsMargins(theme.S2, theme.S1, 0, 0)
        return note

    def _group(self, among: Among, classes: list[str]) -> None:
        for kind, found in getattr(self._model.document.palette, among).items():
            place = len(self.rows) + 1
            key = str(place) if place <= 9 else ""
            figures = getattr(found, "properties", {})
            shut = not getattr(found, "passable", True)
            costs = "–" if shut else costs_of(figures, classes)
            row = PaletteRow(self._view, among, kind, costs, key, self._body)
            row.clicked.connect(partial(self._clicked, among, kind))
            self.rows.append((among, row))
            self._column.addWidget(row)

    def _clicked(self, among: Among, kind: str, _on: bool = False) -> None:
        self.take(among, kind)

    def take(self, among: Among, kind: str) -> None:
        """Take a kind into the hand, with a tool that draws it."""
        name = {"terrain": "terrain", "borders": "side", "lines": "line"}[among]
        self._among = among
        self._model.ink(**{name: kind})
        self._follow()
        now = self._view.tool
        able = [tool for tool in TOOLS[among] if tool in self._view.tools]
        if able and (now is None or now.id not in able):
            self._view.take_up(able[0])

    def take_slot(self, number: int) -> bool:
        """Take the kind with this number key; whether there is one."""
        if not 1 <= number <= min(9, len(self.rows)):
            return False
        among, row = self.rows[number - 1]
        self.take(among, row.kind)
        return True

    def _follow(self) -> None:
        inks = self._model.inks
        chosen = {"terrain": inks.terrain, "borders": inks.side, "lines": inks.line}
        for among, row in self.rows:
            row.setChecked(among == self._among and row.kind == chosen[among])
            row.set_second(among == "terrain" and row.kind == inks.other_terrain != inks.terrain)

    def _edit(self, *, new: bool) -> None:
        chosen = self._model.inks
        kind = {"terrain": chosen.terrain, "borders": chosen.side, "lines": chosen.line}
        dialog = KindDialog(self._model, self._among, "" if new else kind[self._among], self)
        dialog.open()
