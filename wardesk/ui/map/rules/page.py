"""The rules behind a map on one page: what moving costs, what lies across sides, who sees whom."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QVBoxLayout, QWidget

from wardesk.documents.maps.shipped import shipped_palettes
from wardesk.drawing.commands.change import DocumentChange
from wardesk.drawing.rule_table import (
    AMONG,
    Among,
    class_added,
    class_removed,
    class_title,
    preset_taken,
)
from wardesk.errors import UserError
from wardesk.model.movement import move_classes
from wardesk.services.maps.game_needs import game_palettes
from wardesk.ui import theme
from wardesk.ui.dialogs.text_dialog import TextDialog
from wardesk.ui.language import said
from wardesk.ui.map.rules.sight_form import SightForm
from wardesk.ui.map.rules.table import RuleTable
from wardesk.ui.map.words import sides_of
from wardesk.ui.preferences import preferences
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.fields import combo_box
from wardesk.ui.widgets.flow import FlowBox
from wardesk.ui.widgets.panel import Scroller, hairline
from wardesk.ui.widgets.text import Label
from wardesk.words import shown, tr

if TYPE_CHECKING:
    from wardesk.ui.map.view import MapView

_SIGHT_WIDTH = 372


class RulesPage(QWidget):
    """Three tables, presets that fill them, and the sight rule. ``shown_on_sheet(overlay)``."""

    shown_on_sheet = Signal(str)

    def __init__(self, view: MapView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view, self._model = view, view.model
        self.setAccessibleName(tr("Rules of the map"))
        self.presets = {
            one.name: one.palette
            for one in shipped_palettes()
            if self._model.document.kind in one.kinds
        }
        titles = {name: palette.title for name, palette in self.presets.items()}
        for game, (title, palette) in game_palettes(self._model.document.kind).items():
            titles[game], self.presets[game] = title, palette
        self.preset = combo_box(tr("Preset"), self)
        self.preset.addItem(tr("Take the figures of…"), "")
        for name, title in titles.items():
            self.preset.addItem(shown(title), name)
        self.preset.activated.connect(lambda _k: self._take())
        self.more = Button(tr("New class…"), self, icon="plus")
        self.more.clicked.connect(self._ask_class)
        self.less = Button(tr("Remove a class"), self, icon="minus")
        self._gone = QMenu(self)
        self.less.clicked.connect(self._offer_classes)
        self.tables: dict[Among, RuleTable] = {}
        self.sight = SightForm(self._model, self)
        self.title = Label("", self, role="small", tone="text2")
        self._lay_out()
        self._model.changed.connect(self._changed)
        theme.switch().changed.connect(self._refill)
        preferences().changed.connect(self._refill)
        self._follow()

    def _lay_out(self) -> None:
        body = QWidget(self)
        column = QVBoxLayout(body)
        column.setContentsMargins(theme.S4, theme.S2, theme.S4, theme.S4)
        column.setSpacing(theme.S4)
        sides = sides_of(self._model.document.kind)
        heads: dict[Among, tuple[str, str]] = {
            "terrain": (tr("Ground"), tr("what entering costs; “no” shuts it, “=” copies")),
            "borders": (sides, tr("added when it is crossed")),
            "lines": (tr("Roads"), tr("what a cell along it costs, whatever the ground")),
        }  # fmt: skip
        for among in AMONG:
            title, hint = heads[among]
            self.tables[among] = RuleTable(self._view, among, title, body)
            column.addWidget(self._card(body, title, hint, self.tables[among]))
        column.addStretch(1)
        head = QHBoxLayout()
        head.setContentsMargins(theme.S4, theme.S3, theme.S4, theme.S1)
        head.setSpacing(theme.S2)
        head.addWidget(self.title, 1)
        for part in (self.preset, self.more, self.less):
            head.addWidget(part)
        left = QVBoxLayout()
        left.setContentsMargins(0, 0, 0, 0)
        left.setSpacing(0)
        left.addLayout(head)
        left.addWidget(Scroller(body, self), 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addLayout(left, 1)
        row.addWidget(hairline(self, vertical=True))
        row.addWidget(self._sight_side())

    def _card(self, parent: QWidget, title: str, hint: str, table: RuleTable) -> QFrame:
        card = QFrame(parent)
        card.setObjectName("card")
        inner = QVBoxLayout(card)
        inner.setContentsMargins(theme.S3, theme.S3, theme.S3, theme.S3)
        inner.setSpacing(theme.S1)
        row = QHBoxLayout()
        row.addWidget(Label(title, card, role="heading"))
        row.addWidget(Label(hint, card, role="small", tone="text2"))
        row.addStretch(1)
        inner.addLayout(row)
        inner.addWidget(table)
        return card

    def _sight_side(self) -> QWidget:
        side = QWidget(self)
        side.setFixedWidth(theme.px(_SIGHT_WIDTH))
        column = QVBoxLayout(side)
        column.setContentsMargins(theme.S4, theme.S3, theme.S4, theme.S4)
        column.setSpacing(theme.S3)
        column.addWidget(Label(tr("Sight"), side, role="heading"))
        column.addWidget(self.sight)
        note = tr("The column “Hides” says what counts. Table, printed key and overlays "
                  "use the figures of this page.")  # fmt: skip
        column.addWidget(Label(note, side, role="small", tone="text2", wrap=True))
        row = FlowBox(side)
        for overlay, words, icon in (
            ("sight", tr("See it on the sheet"), "eye"),
            ("reach", tr("Costs on the sheet"), "measure"),
        ):
            button = Button(words, side, icon=icon)
            button.clicked.connect(partial(self._shown, overlay))
            row.add(button)
        column.addWidget(row)
        column.addStretch(1)
        return side

    def _shown(self, overlay: str, _on: bool = False) -> None:
        self.shown_on_sheet.emit(overlay)

    # ---- following -----------------------------------------------------------------------------

    def _changed(self, change: DocumentChange) -> None:
        if "palette" in change.kinds and not self._model.in_stroke:
            self._refill()

    def _refill(self, _name: str = "") -> None:
        for table in self.tables.values():
            table.fill()
        self._follow()

    def _follow(self) -> None:
        palette = self._model.document.palette
        self.title.setText(tr("Rules: {0}").format(shown(palette.title)))
        self.sight.fill()
        self._gone.clear()
        classes = move_classes(palette)
        for one in classes:
            entry = self._gone.addAction(said(class_title(one)))
            entry.triggered.connect(partial(self._remove, one))
        self.less.setEnabled(bool(classes))

    # ---- doing ---------------------------------------------------------------------------------

    def _take(self) -> None:
        name = self.preset.currentData()
        self.preset.setCurrentIndex(0)
        if name:
            self._model.do(preset_taken(self._model.document.palette, self.presets[name]))

    def _offer_classes(self) -> None:
        self._gone.popup(self.less.mapToGlobal(self.less.rect().bottomLeft()))

    def _ask_class(self) -> None:
        dialog = TextDialog(tr("New movement class"), tr("What is it called?"), "", self, most=30)
        dialog.given.connect(self.add_class)
        dialog.open()

    def add_class(self, name: str) -> None:
        """One more class, which moves like the last one."""
        try:
            command = class_added(self._model.document.palette, name)
        except UserError as error:
            self._model.refuse(error.message, error.advice)
            return
        self._model.do(command)

    def _remove(self, move_class: str, _on: bool = False) -> None:
        self._model.do(class_removed(self._model.document.palette, move_class))
