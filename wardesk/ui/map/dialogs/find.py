"""Going to a place of the map, and finding and replacing what is of a kind or has a name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QStackedWidget, QWidget

from wardesk.drawing.find import Found, FoundPlace, What, find, places, replacing
from wardesk.ui import theme
from wardesk.ui.dialogs.dialog import Dialog
from wardesk.ui.dialogs.fields import Fields
from wardesk.ui.map.model import Selection
from wardesk.ui.map.words import sides_of
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.fields import combo_box, line_edit, search_field
from wardesk.ui.widgets.switch import Switch
from wardesk.ui.widgets.text import Label
from wardesk.words import shown, tr

if TYPE_CHECKING:
    from wardesk.ui.map.view import MapView

_CLOSE_UP = 9.0
"""Cells across the view after going to a place that was too far away to be seen."""


def go_to(view: MapView, place: FoundPlace) -> None:
    """Bring a place into the middle of the sheet, near enough to read, and pick it."""
    at, size = QPointF(*place.at), view.sheet.counter * _CLOSE_UP
    box = QRectF(at.x() - size / 2, at.y() - size / 2, size, size)
    view.fit_box(box)
    if place.feature:
        view.model.select(Selection(features=(place.feature,)))
    elif place.cell:
        view.model.select(Selection(cells=(place.cell,)))
        view.set_focus_cell(place.cell, follow=False)


class GoToDialog(Dialog):
    """A field and what it may mean; Enter goes to the first, arrows choose another."""

    def __init__(self, view: MapView, parent: QWidget | None = None) -> None:
        super().__init__(parent, least=(380, 0))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._view = view
        self._places: list[FoundPlace] = []
        self.set_title(tr("Go to"))
        self.field = search_field(tr("Number or name of a place"), self)
        self.field.textChanged.connect(self._search)
        self.list = QListWidget(self)
        self.list.setObjectName("framed")
        self.list.setAccessibleName(tr("Places"))
        self.list.setFixedHeight(theme.px(200))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.itemClicked.connect(lambda _item: self.go())
        self.take = Button(tr("Go there"), self, kind="primary")
        self.take.clicked.connect(self.go)
        self.body.addWidget(self.field)
        self.body.addWidget(self.list)
        self.set_foot(self.take)
        self._search("")
        self.field.setFocus()

    def _search(self, text: str) -> None:
        self._places = places(self._view.model.document, text)
        self.list.clear()
        for place in self._places:
            self.list.addItem(QListWidgetItem(place.words))
        self.list.setCurrentRow(0)
        wrong = tr("No cell and no name has this") if text.strip() else tr("Type a number or name")
        self.judge("" if self._places else wrong)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()), 0)
        if step and self._places:
            self.list.setCurrentRow((self.list.currentRow() + step) % len(self._places))
            return
        super().keyPressEvent(event)

    def go(self) -> None:
        """Go to the place that is chosen."""
        if self._places:
            go_to(self._view, self._places[max(0, self.list.currentRow())])
            self.accept()


class FindDialog(Dialog):
    """Finds by ground, side, line or words; picks what was found, or replaces all of it at once."""

    def __init__(self, view: MapView, parent: QWidget | None = None) -> None:
        super().__init__(parent, least=(440, 0))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._view, self._model = view, view.model
        self.set_title(tr("Find and replace"))
        sides = sides_of(self._model.document.kind)
        rows = ((tr("Ground"), "terrain"), (sides, "sides"),
                (tr("Roads and rivers", "PalettePanel"), "lines"),
                (tr("Words in names"), "words"))  # fmt: skip
        self.what = combo_box(tr("Look for"), self, rows)
        self.old, self.new = combo_box(tr("Find"), self), combo_box(tr("Replace with"), self)
        self.old_words = line_edit(tr("Find"), self, most=80)
        self.new_words = line_edit(tr("Replace with"), self, most=80)
        self._old, self._new = (
            _either(self, self.old, self.old_words),
            _either(self, self.new, self.new_words),
        )
        self.picked = Switch(tr("Only on the picked cells"), self)
        self.picked.setEnabled(len(self._model.selection.cells) > 1)
        self.told = Label("", self, role="small", tone="text2")
        fields = Fields(self)
        for words, field in ((tr("Look for"), self.what), (tr("Find"), self._old),
                             (tr("Replace with"), self._new)):  # fmt: skip
            fields.add(words, field)
        fields.add(tr("Only on the picked cells"), self.picked)
        self.body.addWidget(fields)
        self.body.addWidget(self.told)
        self.pick = Button(tr("Pick them"), self)
        self.pick.clicked.connect(self.pick_found)
        self.take = Button(tr("Replace all"), self, kind="primary")
        self.take.clicked.connect(self.replace_all)
        self.set_foot(self.take, left=(self.pick,))
        self.what.currentIndexChanged.connect(lambda _k: self._offer())
        for box in (self.old, self.new):
            box.currentIndexChanged.connect(lambda _k: self._follow())
        for field in (self.old_words, self.new_words):
            field.textChanged.connect(lambda _text: self._follow())
        self.picked.toggled.connect(lambda _on: self._follow())
        self._offer()

    def _what(self) -> What:
        return self.what.currentData()

    def _offer(self) -> None:
        """The kinds that can be found: those of the palette, used ones first."""
        words = self._what() == "words"
        for stack in (self._old, self._new):
            stack.setCurrentIndex(int(words))
        among = {"terrain": "terrain", "sides": "borders", "lines": "lines"}.get(self._what(), "")
        kinds = getattr(self._model.document.palette, among).values() if among else ()
        for box in (self.old, self.new):
            box.blockSignals(True)
            box.clear()
            for kind in kinds:
                box.addItem(shown(kind.name) or kind.id, kind.id)
            box.blockSignals(False)
        if self.new.count() > 1:
            self.new.setCurrentIndex(1)
        self._follow()

    def _texts(self) -> tuple[str, str]:
        if self._what() == "words":
            return self.old_words.text(), self.new_words.text()
        return self.old.currentData() or "", self.new.currentData() or ""

    def found(self) -> Found:
        """What the fields mean now."""
        among = frozenset(self._model.selection.cells) if self.picked.isChecked() else None
        return find(self._model.document, self._what(), self._texts()[0], among)

    def _follow(self) -> None:
        old, new = self._texts()
        found = self.found()
        self.told.setText(tr("Found: {0}").format(found.count) if old else "")
        self.pick.setEnabled(bool(found.count))
        if not found.count:
            self.judge(tr("Nothing like that is on the map"))
        else:
            self.judge("" if new and new != old else tr("Say what takes its place"))

    def pick_found(self) -> None:
        """Pick all that was found; of sides the cells beside them."""
        found = self.found()
        beside = dict.fromkeys(cell for pair in found.pairs for cell in pair)
        cells = (*found.cells, *(cell for cell in beside if cell not in found.cells))
        self._model.select(Selection(cells, found.features, edges=found.edges))
        self.accept()

    def replace_all(self) -> None:
        """Replace everything that was found, as one step of the history."""
        old, new = self._texts()
        commands = replacing(self._model.document, self._what(), old, new, self.found())
        if commands and self._model.do_all(*commands):
            self.accept()


def _either(parent: QWidget, first: QWidget, second: QWidget) -> QStackedWidget:
    stack = QStackedWidget(parent)
    stack.addWidget(first)
    stack.addWidget(second)
    stack.setFixedHeight(max(first.sizeHint().height(), theme.CONTROL_HEIGHT))
    return stack
