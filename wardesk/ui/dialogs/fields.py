"""Rows of the inspector: a label on one edge, a field on the other."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QComboBox, QGridLayout, QLineEdit, QWidget

from wardesk.ui import theme
from wardesk.ui.widgets.fields import Choices
from wardesk.ui.widgets.stepper import Stepper
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

_LABEL = 92


class Fields(QWidget):
    """A column of labelled fields and facts."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._labels: dict[QWidget, Label] = {}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(theme.S2)
        self._grid.setVerticalSpacing(theme.S2)
        self._grid.setColumnMinimumWidth(0, theme.px(_LABEL))
        self._grid.setColumnStretch(1, 1)

    def add(self, words: str, field: QWidget, name: str = "") -> None:
        """A field with its label; *name* is its own, where that says more."""
        row = self._grid.rowCount()
        field.setAccessibleName(name or words)
        self._labels[field] = Label(words, self, role="small", tone="text2")
        self._grid.addWidget(self._labels[field], row, 0)
        self._grid.addWidget(field, row, 1)

    def show_row(self, field: QWidget, *, shown: bool) -> None:
        """Show a field and its label, or leave both out."""
        self._labels[field].setVisible(shown)
        field.setVisible(shown)

    def name_row(self, field: QWidget, words: str) -> None:
        """Call a field otherwise."""
        self._labels[field].setText(words)
        field.setAccessibleName(words)

    def add_full_width(self, widget: QWidget) -> None:
        """Something over the whole width."""
        self._grid.addWidget(widget, self._grid.rowCount(), 0, 1, 2)

    def text(self, words: str, value: str, done: Callable[[str], object]) -> QLineEdit:
        """A line of text; *done* hears of it when it was changed and left."""
        field = QLineEdit(value, self)
        field.setFont(theme.font())
        field.setCursorPosition(0)
        told = [value]

        def finish() -> None:
            if field.text() != told[0]:
                told[0] = field.text()
                done(field.text())

        field.editingFinished.connect(finish)
        self.add(words, field)
        return field

    def choice(
        self, words: str, rows: list[tuple[str, str]], now: str, done: Callable[[str], object]
    ) -> QComboBox:
        """One of several: (id, words); *now* empty shows that the picked ones differ."""
        box = Choices(self)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(8)
        for one, name in rows:
            box.addItem(name, one)
        if not now:
            box.setPlaceholderText(tr("several"))
        box.setCurrentIndex(box.findData(now) if now else -1)
        box.activated.connect(lambda k: done(box.itemData(k)))
        self.add(words, box)
        return box

    def number(
        self, words: str, value: int, least: int, most: int, done: Callable[[int], object]
    ) -> Stepper:
        """A whole number; *done* hears of it when it was stepped, or typed and left."""
        stepper = Stepper(words, self, value=value, least=least, most=most, at_once=False)
        stepper.changed.connect(done)
        self.add(words, stepper)
        return stepper

    def fact(self, words: str, value: str) -> None:
        """Something derived that cannot be changed here."""
        row = self._grid.rowCount()
        self._grid.addWidget(Label(words, self, role="small", tone="text2"), row, 0)
        line = Label(value, self, role="small", wrap=True)
        line.setAccessibleName(f"{words}: {value}")
        self._grid.addWidget(line, row, 1)
