"""The fields of a form: one widget a kind, each with its words as text."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QCompleter,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from wardesk.services.campaign.forms import FormField
from wardesk.ui import theme
from wardesk.ui.language import said
from wardesk.ui.widgets.fields import combo_box, line_edit, search_field
from wardesk.ui.widgets.switch import Switch
from wardesk.ui.widgets.text import Text
from wardesk.words import tr

LONG = 14
"""Rows from which on a list is typed into rather than looked through."""
_TICKS_HIGH = 150


class FieldBox(QWidget):
    """One field. ``changed()`` when it says something else; `words` is what it says."""

    changed = Signal()

    def __init__(self, field: FormField, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = field
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.S2)
        self._words: Callable[[], str]
        self._put: Callable[[str], object]
        if field.kind == "yes-no":
            self._switch(row)
        elif field.kind == "list":
            self._several(row)
        elif field.choices:
            self._one_of(row)
        else:
            self._text(row)

    def words(self) -> str:
        """What was chosen or typed."""
        return self._words().strip()

    def set_words(self, words: str) -> None:
        """Fill it in; nothing for no words."""
        if words:
            self._put(words)

    def _switch(self, row: QHBoxLayout) -> None:
        switch = Switch(self.field.label, self, on=self.field.value == "yes")
        switch.toggled.connect(lambda _on: self.changed.emit())
        row.addWidget(switch)
        row.addStretch(1)
        self._words = lambda: "yes" if switch.isChecked() else "no"
        self._put = lambda words: switch.setChecked(words == "yes")
        self.setFocusProxy(switch)

    def _combo(self, first: str) -> QComboBox:
        box = combo_box(self.field.label, self)
        box.addItem(first, "")
        for value, name in self.field.choices:
            box.addItem(name, value)
        box.setMinimumContentsLength(18)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        if len(self.field.choices) > LONG:
            box.setEditable(True)
            box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
            names = QStringListModel([name for _value, name in self.field.choices], box)
            completer = QCompleter(names, box)
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
            completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            box.setCompleter(completer)
            editor = box.lineEdit()
            assert editor is not None
            editor.setFont(theme.font())
            editor.setAccessibleName(self.field.label)
            editor.setPlaceholderText(tr("Type a part of the name"))
            box.setCurrentIndex(-1)
        return box

    def _chosen(self, box: QComboBox) -> str:
        """The value of the row, or of the one row whose name has what was typed."""
        at = box.findText(box.currentText()) if box.isEditable() else box.currentIndex()
        if at >= 0:
            return str(box.itemData(at) or "")
        typed = box.currentText().strip().casefold()
        names = [(value, said(name).casefold()) for value, name in self.field.choices]
        begin = [value for value, name in names if name.startswith(typed)]
        fit = begin if len(begin) == 1 else [value for value, name in names if typed in name]
        return fit[0] if typed and len(fit) == 1 else box.currentText()

    def _one_of(self, row: QHBoxLayout) -> None:
        box = self._combo(tr("Choose…") if self.field.needed else tr("None"))
        box.currentTextChanged.connect(lambda _text: self.changed.emit())
        row.addWidget(box, 1)
        self._words = lambda: self._chosen(box)
        self._put = lambda words: box.setCurrentIndex(box.findData(words))
        self.setFocusProxy(box)

    def _text(self, row: QHBoxLayout) -> None:
        line = line_edit(self.field.label, self, self.field.value)
        if self.field.kind == "number":
            line.setMaximumWidth(theme.px(90))
        line.textChanged.connect(lambda _text: self.changed.emit())
        row.addWidget(line, 1)
        if self.field.kind == "number":
            row.addStretch(2)
        self._words = line.text
        self._put = line.setText
        self.setFocusProxy(line)

    def _several(self, row: QHBoxLayout) -> None:
        if self.field.choices:
            self._ticks(row)
            return
        line = line_edit(self.field.label, self, self.field.value)
        line.setPlaceholderText(tr("with commas between them"))
        line.textChanged.connect(lambda _text: self.changed.emit())
        row.addWidget(line, 1)
        self._words = line.text
        self._put = line.setText
        self.setFocusProxy(line)

    def _ticks(self, row: QHBoxLayout) -> None:
        """Each value with a box to tick, and a field that looks for some of them."""
        box = QListWidget(self)
        box.setFont(theme.font())
        box.setAccessibleName(self.field.label)
        box.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        box.setFixedHeight(theme.px(_TICKS_HIGH))
        for value, name in self.field.choices:
            item = QListWidgetItem(said(name), box)
            item.setData(Qt.ItemDataRole.UserRole, value)
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
                          | Qt.ItemFlag.ItemIsUserCheckable)  # fmt: skip
            item.setCheckState(Qt.CheckState.Unchecked)
        items = [box.item(k) for k in range(box.count())]
        search = search_field(tr("Type a part of the name"), self)
        search.setAccessibleName(tr("Find in {0}").format(self.field.label))
        count = Text("", self, role="small", tone="text2")
        nothing = Text(tr("Nothing in this list has these words."), self, tone="text2")

        def look(words: str) -> None:
            """By name, or by the id that the command line and old notes know it by."""
            sought = words.strip().casefold()
            for item in items:
                known = f"{item.text()}\n{item.data(Qt.ItemDataRole.UserRole)}"
                item.setHidden(sought not in known.casefold())
            nothing.setVisible(all(item.isHidden() for item in items))

        def ticked() -> list[QListWidgetItem]:
            return [item for item in items if item.checkState() == Qt.CheckState.Checked]

        def told() -> None:
            count.setText(tr("{0} ticked").format(len(ticked())))
            self.changed.emit()

        def put(words: str) -> None:
            wanted = {word.strip() for word in words.split(",")}
            for item in items:
                on = item.data(Qt.ItemDataRole.UserRole) in wanted
                item.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)

        search.textChanged.connect(look)
        box.itemChanged.connect(lambda _item: told())
        count.setText(tr("{0} ticked").format(0))
        head = QHBoxLayout()
        head.addWidget(search, 1)
        head.addWidget(count)
        column = QVBoxLayout()
        column.setSpacing(theme.S1)
        column.addLayout(head)
        column.addWidget(nothing)
        column.addWidget(box)
        row.addLayout(column, 1)
        nothing.setVisible(not items)
        self._words = lambda: ", ".join(str(i.data(Qt.ItemDataRole.UserRole)) for i in ticked())
        self._put = put
        self.setFocusProxy(search)
