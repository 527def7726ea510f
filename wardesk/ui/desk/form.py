"""The form of a worksheet: a control for every field, and tables of rows that grow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QFontMetrics, QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QCompleter,
    QGridLayout,
    QHBoxLayout,
    QMenu,
    QVBoxLayout,
    QWidget,
)

from wardesk.model.worksheet import (
    Only,
    SheetChoice,
    SheetField,
    SheetGroup,
    Values,
    Worksheet,
    counts,
    read_rows,
    write_rows,
)
from wardesk.ui import theme
from wardesk.ui.widgets.button import Button, ToolButton
from wardesk.ui.widgets.fields import combo_box, line_edit
from wardesk.ui.widgets.panel import hairline
from wardesk.ui.widgets.stepper import Stepper
from wardesk.ui.widgets.switch import Switch
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

_ID = int(Qt.ItemDataRole.UserRole)


class _Control(QWidget):
    """A control of one field, its value a text. ``changed()`` when a person gives another."""

    changed = Signal()

    def __init__(self, field: SheetField, parent: QWidget) -> None:
        super().__init__(parent)
        self.field = field
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.row.setSpacing(theme.S2)

    def value(self) -> str:
        """What stands in it; empty where that is as good as nothing."""
        raise NotImplementedError

    def set_value(self, value: str) -> None:
        """Show another value; the usual one for an empty text."""
        raise NotImplementedError

    def follow(self, values: Values) -> None:
        """Offer only what makes sense beside the other *values*."""

    def stops(self) -> list[QWidget]:
        """Where Tab stops in it, in order."""
        proxy = self.focusProxy()
        return [proxy] if proxy is not None else []


class _ChoiceControl(_Control):
    """One of several."""

    def __init__(self, field: SheetField, parent: QWidget) -> None:
        super().__init__(field, parent)
        rows = [(choice.name, choice.id) for choice in field.choices]
        self.box = combo_box(field.title, self, rows)
        self.box.setToolTip(field.hint)
        self.box.setMaxVisibleItems(24)
        self.box.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.box.setMinimumContentsLength(8)
        self.box.currentIndexChanged.connect(lambda _index: self.changed.emit())
        self.row.addWidget(self.box, 1)
        self.setFocusProxy(self.box)

    def value(self) -> str:
        return str(self.box.currentData(_ID))

    def set_value(self, value: str) -> None:
        at = self.box.findData(value or self.field.usual)
        self.box.setCurrentIndex(max(0, at))


class _Choices(_Control):
    """Any number of them, in a menu."""

    def __init__(self, field: SheetField, parent: QWidget) -> None:
        super().__init__(field, parent)
        self.button = Button(tr("nothing"), self, icon="chevron-down")
        self._menu = QMenu(self)
        self._menu.setAccessibleName(field.title)
        self._entries = [self._entry(choice) for choice in field.choices]
        self.button.clicked.connect(self._open)
        self.row.addWidget(self.button)
        self.row.addStretch(1)
        self.setFocusProxy(self.button)
        self._show()

    def _entry(self, choice: SheetChoice) -> tuple[SheetChoice, QAction]:
        entry = self._menu.addAction(choice.name.replace("&", "&&"))
        entry.setCheckable(True)
        entry.toggled.connect(lambda _on: self._toggled())
        return choice, entry

    def _open(self) -> None:
        self._menu.popup(self.button.mapToGlobal(self.button.rect().bottomLeft()))

    def _toggled(self) -> None:
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        chosen = [choice.name for choice, entry in self._entries if entry.isChecked()]
        words = ", ".join(chosen)
        room = theme.px(_WIDE["choices"]) - _ROOM_OF_A_BUTTON
        metrics = QFontMetrics(theme.font())
        short = metrics.elidedText(words, Qt.TextElideMode.ElideRight, room)
        self.button.set_words(short or tr("nothing"))
        self.button.setAccessibleName(f"{self.field.title}: {words or tr('nothing')}")
        self.button.setToolTip(words if short != words else "")

    def value(self) -> str:
        return "+".join(choice.id for choice, entry in self._entries if entry.isChecked())

    def set_value(self, value: str) -> None:
        chosen = value.split("+")
        for choice, entry in self._entries:
            entry.setChecked(choice.id in chosen)

    def follow(self, values: Values) -> None:
        for choice, entry in self._entries:
            fits = counts(choice.only, values)
            entry.setVisible(fits)
            if not fits:
                entry.setChecked(False)


class _Number(_Control):
    """A whole number; in a narrow column without buttons."""

    def __init__(self, field: SheetField, parent: QWidget, *, narrow: bool = False) -> None:
        super().__init__(field, parent)
        least, usual = field.least, field.usual or "0"
        self.stepper = Stepper(field.title, self, value=int(usual), least=least, most=field.most)
        self.stepper.show_buttons(on=not narrow)
        self.stepper.field.setToolTip(field.hint)
        self.stepper.changed.connect(lambda _value: self.changed.emit())
        self.row.addWidget(self.stepper)
        if not narrow:
            self.row.addStretch(1)
        self.setFocusProxy(self.stepper.field)

    def value(self) -> str:
        return str(self.stepper.value)

    def set_value(self, value: str) -> None:
        wanted = value or self.field.usual or "0"
        self.stepper.set_value(int(wanted) if wanted.lstrip("+-").isdecimal() else 0)


class _Yes(_Control):
    """Yes or no."""

    def __init__(self, field: SheetField, parent: QWidget) -> None:
        super().__init__(field, parent)
        self.switch = Switch(field.title, self, on=field.usual == "yes")
        self.switch.setToolTip(field.hint)
        self.switch.toggled.connect(lambda _on: self.changed.emit())
        self.row.addWidget(self.switch)
        self.row.addStretch(1)
        self.setFocusProxy(self.switch)

    def value(self) -> str:
        return "yes" if self.switch.isChecked() else "no"

    def set_value(self, value: str) -> None:
        self.switch.setChecked((value or self.field.usual) == "yes")


class _Words(_Control):
    """A line of words, taken when it is left; names that may stand there are offered."""

    def __init__(self, field: SheetField, parent: QWidget) -> None:
        super().__init__(field, parent)
        self.line = line_edit(field.title, self, hint=field.usual or field.hint)
        self.line.setToolTip(field.hint)
        if field.choices:
            offered = QCompleter([choice.id for choice in field.choices], self.line)
            offered.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            self.line.setCompleter(offered)
        self._told = ""
        self.line.editingFinished.connect(self._finish)
        self.row.addWidget(self.line, 1)
        self.setFocusProxy(self.line)

    def _finish(self) -> None:
        self.line.setModified(False)
        if self.line.text() != self._told:
            self._told = self.line.text()
            self.changed.emit()

    def value(self) -> str:
        return self.line.text().strip()

    def set_value(self, value: str) -> None:
        if self.value() != value:
            self.line.setText(value)
        self._told = self.line.text()


def _control(field: SheetField, parent: QWidget, *, narrow: bool = False) -> _Control:
    if field.kind == "number":
        return _Number(field, parent, narrow=narrow)
    if field.kind == "rows":
        return _Rows(field, parent)
    made = {"choice": _ChoiceControl, "choices": _Choices, "yes": _Yes, "text": _Words}
    return made[field.kind](field, parent)


class _Line(QWidget):
    """One row of a table: a control a column, and the button that takes it away."""

    def __init__(self, table: _Rows, cells: Mapping[str, str]) -> None:
        super().__init__(table)
        self.cells = [_control(column, self, narrow=True) for column in table.field.columns]
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.S2)
        for cell in self.cells:
            cell.set_value(cells.get(cell.field.key, ""))
            cell.changed.connect(table.changed)
            wide = _width(cell.field)
            if wide:
                cell.setFixedWidth(theme.px(wide))
            row.addWidget(cell, 0 if wide else 1)
        self.gone = ToolButton("close", tr("Take this row away"), self, key="Ctrl+D", size=16)
        self.gone.clicked.connect(lambda: table.take_away(self))
        row.addWidget(self.gone)

    def values(self) -> Mapping[str, str]:
        """Its cells by column."""
        return {cell.field.key: cell.value() for cell in self.cells}


_WIDE = {"number": 60, "choice": 0, "choices": 118, "yes": 44, "text": 0, "rows": 0}
"""Px of a column by its kind; 0 = it shares what is left."""
_SHORT, _OF_SHORT = 12, 118
"""Letters that the longest choice of a narrow column has, and the px of such a column."""
_LONG = 20
"""Letters of a choice from which its field has a line of its own."""
_ROOM_OF_A_BUTTON = 54


def _longest(field: SheetField) -> int:
    return max((len(choice.name) for choice in field.choices), default=0)


def _width(column: SheetField) -> int:
    """Px of a column of a table; 0 = it shares what is left."""
    if column.kind == "choice" and _longest(column) <= _SHORT:
        return _OF_SHORT
    return _WIDE[column.kind]


class _Rows(_Control):
    """Rows under the titles of their columns; Ctrl+N adds one, Ctrl+D takes one away."""

    def __init__(self, field: SheetField, parent: QWidget) -> None:
        super().__init__(field, parent)
        self.lines: list[_Line] = []
        self._values: Values = {}
        self._body = QVBoxLayout()
        self._body.setSpacing(theme.S1)
        head = QHBoxLayout()
        head.setSpacing(theme.S2)
        for column in field.columns:
            name = Label(column.title, self, role="small", tone="text2")
            wide = _width(column)
            if wide:
                name.setFixedWidth(theme.px(wide))
                name.setWordWrap(True)
            head.addWidget(name, 0 if wide else 1, Qt.AlignmentFlag.AlignBottom)
        head.addSpacing(30 + theme.S2)
        self.more = Button(field.add, self, icon="plus", key="Ctrl+N")
        self.more.clicked.connect(lambda: self.add_line())
        foot = QHBoxLayout()
        foot.addWidget(self.more)
        foot.addStretch(1)
        column_ = QVBoxLayout()
        column_.setSpacing(theme.S1)
        column_.addLayout(head)
        column_.addLayout(self._body)
        column_.addLayout(foot)
        self.row.addLayout(column_, 1)

    def add_line(self, cells: Mapping[str, str] | None = None) -> None:
        """One more row, the keyboard in it; *cells* where it is given and not asked for."""
        asked = cells is None
        line = _Line(self, cells or {})
        self._body.addWidget(line)
        line.show()
        self.lines.append(line)
        if asked:
            for cell in line.cells:
                cell.follow(self._values)
            line.cells[0].setFocus(Qt.FocusReason.TabFocusReason)
            self.changed.emit()

    def take_away(self, line: _Line) -> None:
        """One row less; the keyboard goes to its neighbour."""
        at = self.lines.index(line)
        self.lines.remove(line)
        self._body.removeWidget(line)
        line.hide()
        line.deleteLater()
        near = self.lines[min(at, len(self.lines) - 1)].cells[0] if self.lines else self.more
        near.setFocus(Qt.FocusReason.TabFocusReason)
        self.changed.emit()

    def value(self) -> str:
        return write_rows(self.field.columns, [line.values() for line in self.lines])

    def set_value(self, value: str) -> None:
        for line in self.lines:
            self._body.removeWidget(line)
            line.hide()
            line.deleteLater()
        self.lines = []
        for cells in read_rows(self.field.columns, value):
            self.add_line(cells)

    def follow(self, values: Values) -> None:
        self._values = values
        for line in self.lines:
            for cell in line.cells:
                cell.follow(values)

    def stops(self) -> list[QWidget]:
        found: list[QWidget] = []
        for line in self.lines:
            found += [stop for cell in line.cells for stop in cell.stops()]
            found.append(line.gone)
        return [*found, self.more]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        here = next((line for line in self.lines if line.isAncestorOf(self.focus_now())), None)
        if control and event.key() == Qt.Key.Key_N:
            self.add_line()
        elif control and event.key() == Qt.Key.Key_D and here is not None:
            self.take_away(here)
        else:
            super().keyPressEvent(event)

    def focus_now(self) -> QWidget:
        """Where the keyboard is."""
        return self.window().focusWidget() or self


class SheetForm(QWidget):
    """Every field of a worksheet under its heading. ``changed()`` when a person changes one."""

    changed = Signal()

    def __init__(self, sheet: Worksheet, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sheet = sheet
        self.controls: dict[str, _Control] = {}
        self._labels: dict[str, Label] = {}
        self._grids: list[tuple[QGridLayout, list[str]]] = []
        self._shown: set[str] = set()
        self._quiet = False
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, theme.S3, theme.S3)
        column.setSpacing(theme.S2)
        for number, group in enumerate(sheet.groups):
            if number:
                column.addWidget(hairline(self))
            if group.title:
                column.addWidget(Label(group.title, self, role="heading"))
            self._lay_out(group, column)
        column.addStretch(1)
        self.set_values({})

    def _lay_out(self, group: SheetGroup, column: QVBoxLayout) -> None:
        small: list[SheetField] = []
        for field in group.fields:
            control = self.controls[field.key] = _control(field, self)
            control.changed.connect(partial(self._changed))
            if field.kind == "rows":
                column.addWidget(control)
            else:
                small.append(field)
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.S3)
        grid.setVerticalSpacing(theme.S2)
        for at, stretch in enumerate((3, 4, 3, 4)):
            grid.setColumnStretch(at, stretch)
        column.addLayout(grid)
        for field in small:
            name = self._labels[field.key] = Label(field.title, self, tone="text2", wrap=True)
            name.setAlignment(Qt.AlignmentFlag.AlignVCenter)
            name.setToolTip(field.hint)
        self._grids.append((grid, [field.key for field in small]))

    def _place(self, grid: QGridLayout, keys: Sequence[str]) -> None:
        """Two fields a line, each behind its name; a long one has a line of its own."""
        line, half = 0, 0
        for key in keys:
            control, name = self.controls[key], self._labels[key]
            long = control.field.kind == "choice" and _longest(control.field) >= _LONG
            if long and half:
                line, half = line + 1, 0
            grid.addWidget(name, line, 2 * half)
            grid.addWidget(control, line, 2 * half + 1, 1, 3 if long else 1)
            half += 1
            if long or half == 2:
                line, half = line + 1, 0

    def values(self) -> dict[str, str]:
        """What stands in the form, without what is as usual and what does not count."""
        every = {key: control.value() for key, control in self.controls.items()}
        return {
            key: value
            for key, value in every.items()
            if self.controls[key].field.kind == "rows"
            or (value not in ("", self._usual(key)) and counts(self._only(key), every))
        }

    def _only(self, key: str) -> Only | None:
        return self.controls[key].field.only

    def _usual(self, key: str) -> str:
        field = self.controls[key].field
        return field.usual or ("0" if field.kind == "number" else "")

    def set_values(self, values: Values) -> None:
        """Show a case; what it does not name is as usual. ``changed()`` comes once."""
        self._quiet = True
        for key, control in self.controls.items():
            control.set_value(values.get(key, ""))
        self._quiet = False
        self._changed()

    def _changed(self) -> None:
        if self._quiet:
            return
        every = {key: control.value() for key, control in self.controls.items()}
        self._quiet = True
        shown = {k for k, one in self.controls.items() if counts(one.field.only, every)}
        for key, control in self.controls.items():
            control.follow(every)
            for part in filter(None, (control, self._labels.get(key))):
                part.setVisible(key in shown)
        self._quiet = False
        if shown != self._shown:
            self._shown = shown
            for grid, keys in self._grids:
                for key in keys:
                    grid.removeWidget(self.controls[key])
                    grid.removeWidget(self._labels[key])
                self._place(grid, [key for key in keys if key in shown])
        stops = [stop for one in self.controls.values() for stop in one.stops()]
        for before, after in pairwise(stops):
            self.setTabOrder(before, after)
        self.changed.emit()

    def flip(self, key: str, one: str) -> None:
        """Take *one* of the choices of the field *key* in or out."""
        control = self.controls[key]
        chosen = [word for word in control.value().split("+") if word]
        chosen = [w for w in chosen if w != one] if one in chosen else [*chosen, one]
        control.set_value("+".join(chosen))

    def focus_first(self) -> None:
        """Give the keyboard to the first field."""
        next(iter(self.controls.values())).setFocus(Qt.FocusReason.TabFocusReason)
