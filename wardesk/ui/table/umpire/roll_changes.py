"""What an umpire may change of a roll before it falls: its inputs, and modifiers of his own."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from wardesk.documents.translate_values import PLAIN, Wording
from wardesk.engine.types import COLUMN_SHIFT, OWN, Decision, Factor, OutcomeField, Record, Value
from wardesk.ui import theme
from wardesk.ui.widgets.button import Button, ToolButton
from wardesk.ui.widgets.fields import Choices
from wardesk.ui.widgets.stepper import Stepper
from wardesk.ui.widgets.switch import ModifierRow
from wardesk.ui.widgets.text import Label, Wrapped
from wardesk.words import tr

_LONGEST = 60
_MOST = 20


class ColumnShift(QWidget):
    """Two arrows around nothing: the column itself is shown beside. ``changed(columns)``."""

    changed = Signal(int)

    def __init__(self, field: OutcomeField, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._field, self.value = field, 0
        self.left = ToolButton("chevron-left", tr("Column to the left"), self, key="←", size=16)
        self.right = ToolButton("chevron-right", tr("Column to the right"), self, key="→", size=16)
        self.left.clicked.connect(lambda: self.step(-1))
        self.right.clicked.connect(lambda: self.step(1))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.left)
        row.addWidget(self.right)

    def step(self, by: int) -> None:
        """Some columns further."""
        value = max(self._field.least, min(self.value + by, self._field.most))
        if value != self.value:
            self.value = value
            self.changed.emit(value)


class InputsForm(QWidget):
    """One field for each input; a changed one says in plum what it was. ``changed()``.

    *shift* are the arrows for the column, where the roll has one; they stand elsewhere.
    """

    changed = Signal()

    def __init__(
        self, ask: Decision, parent: QWidget | None = None, words: Wording = PLAIN
    ) -> None:
        super().__init__(parent)
        self._words = words
        self._was: Record = dict(ask.proposed)
        self._now: Record = dict(ask.proposed)
        self._notes: dict[str, Label] = {}
        self.editors: dict[str, QWidget] = {}
        self.shift: ColumnShift | None = None
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(theme.S2)
        grid.setVerticalSpacing(theme.S1)
        grid.setColumnStretch(0, 1)
        for row, field in enumerate(ask.fields):
            if field.name == COLUMN_SHIFT:
                self.shift = ColumnShift(field, parent)
                self.shift.changed.connect(lambda by: self._set(COLUMN_SHIFT, by))
                continue
            note = self._notes[field.name] = Label("", self, role="small", tone="umpire_text")
            editor = self.editors[field.name] = self._editor(field)
            said = QVBoxLayout()
            said.setSpacing(0)
            said.addWidget(Wrapped(field.label, self, role="small"))
            said.addWidget(note)
            note.hide()
            grid.addLayout(said, row, 0, Qt.AlignmentFlag.AlignVCenter)
            grid.addWidget(editor, row, 1, Qt.AlignmentFlag.AlignRight)

    def _editor(self, field: OutcomeField) -> QWidget:
        now = self._was.get(field.name)
        if field.choices:
            box = Choices(self)
            box.setFont(theme.font())
            box.setAccessibleName(field.label)
            for choice in field.choices:
                box.addItem(self._words.text(choice), choice)
            box.setCurrentIndex(box.findData(str(now)))
            box.currentIndexChanged.connect(lambda _at: self._set(field.name, box.currentData()))
            return box
        number = now if isinstance(now, int) else field.least
        stepper = Stepper(field.label, self, value=number, least=field.least, most=field.most)
        stepper.changed.connect(lambda value: self._set(field.name, value))
        return stepper

    def _set(self, name: str, value: Value) -> None:
        self._now[name] = value
        if name in self._notes:
            same = value == self._was[name]
            was = self._words.text(str(self._was[name]))
            self._notes[name].setText("" if same else tr("was {0}").format(was))
            self._notes[name].setVisible(not same)
        self.changed.emit()

    def changed_values(self) -> Record | None:
        """Every input as it stands; None when all are as they were."""
        return None if self._now == self._was else dict(self._now)


class _NameField(QLineEdit):
    """A field whose Enter goes on, and whose Esc gives up."""

    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class OwnModifiers(QWidget):
    """Modifiers that the umpire adds, each with a name, a value and a reason. ``changed()``."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._factors: list[Factor] = []
        self.rows: list[ModifierRow] = []
        self._list = QVBoxLayout()
        self._list.setSpacing(0)
        self.add = Button(tr("Add a modifier"), self, icon="plus", action="table.add_modifier")
        self.add.clicked.connect(self.open)
        self._form = QWidget(self)
        self.name = self._field(tr("Name of the modifier"))
        self.reason = self._field(tr("Reason of the modifier"))
        self.value = Stepper(tr("Value of the modifier"), self._form, value=1, least=-_MOST,
                             most=_MOST)  # fmt: skip
        self.take = Button(tr("Add"), self._form)
        self.take.clicked.connect(self._take)
        form = QGridLayout(self._form)
        form.setContentsMargins(0, theme.S1, 0, 0)
        form.setSpacing(theme.S1)
        form.addWidget(self.name, 0, 0, 1, 2)
        form.addWidget(self.reason, 1, 0, 1, 2)
        form.addWidget(self.value, 2, 0, Qt.AlignmentFlag.AlignLeft)
        form.addWidget(self.take, 2, 1, Qt.AlignmentFlag.AlignRight)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S1)
        column.addLayout(self._list)
        column.addWidget(self.add)
        column.addWidget(self._form)
        self._form.hide()
        self._check()

    def _field(self, words: str) -> _NameField:
        field = _NameField(self._form)
        field.setFont(theme.font())
        field.setPlaceholderText(words)
        field.setAccessibleName(words)
        field.setMaxLength(_LONGEST)
        field.textChanged.connect(self._check)
        field.left.connect(self.shut)
        return field

    def open(self) -> None:
        """Show the fields with the keyboard in the first."""
        self.add.hide()
        self._form.show()
        self.name.setFocus()

    def shut(self) -> None:
        """Put the fields away."""
        self._form.hide()
        self.add.show()
        self.add.setFocus()

    def _missing(self) -> QLineEdit | None:
        return next((f for f in (self.name, self.reason) if not f.text().strip()), None)

    def _check(self) -> None:
        if self._missing() is None:
            self.take.allow()
        else:
            self.take.refuse(tr("A modifier needs a name and a reason."))

    def go_on(self) -> bool:
        """Enter in one of the fields: to what is missing, else add it; False: none was open."""
        if self._form.isHidden():
            return False
        missing = self._missing()
        if missing is not None:
            missing.setFocus()
        else:
            self._take()
        return True

    def _take(self) -> None:
        number = len(self._factors) + 1
        name, why = self.name.text().strip(), self.reason.text().strip()
        factor = Factor(f"{OWN}{number}", name, self.value.value, "", why=why)
        self._factors.append(factor)
        said = tr("yours: {0}").format(why)
        row = ModifierRow(factor.id, name, factor.value, self, on=True, proposed=True, why=said)
        row.switched.connect(self._switched)
        self.rows.append(row)
        self._list.addWidget(row)
        row.show()
        for field in (self.name, self.reason):
            field.clear()
        self.shut()
        self.changed.emit()

    def _switched(self, modifier: str, on: bool) -> None:
        self._factors = [
            Factor(f.id, f.name, f.value, f.cite, on, f.why) if f.id == modifier else f
            for f in self._factors
        ]
        self.changed.emit()

    def factors(self) -> tuple[Factor, ...]:
        """Those that count."""
        return tuple(factor for factor in self._factors if factor.on)
