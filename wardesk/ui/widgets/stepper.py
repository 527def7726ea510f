"""A whole number with a button on each side; arrow keys and the wheel step it too."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QIntValidator, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSizePolicy, QWidget

from wardesk.ui import theme
from wardesk.ui.widgets.button import ToolButton
from wardesk.words import tr


class Stepper(QWidget):
    """Emits ``changed(value)``. The value always lies between *least* and *most*.

    What is typed counts *at_once* if it is in range, else when the field is left or on Enter.
    """

    changed = Signal(int)

    def __init__(
        self,
        name: str,
        parent: QWidget | None = None,
        *,
        value: int = 0,
        least: int = 0,
        most: int = 999,
        at_once: bool = True,
    ) -> None:
        super().__init__(parent)
        self._least, self._most, self._value = least, most, value
        self.setAccessibleName(name)
        self.field = QLineEdit(str(value), self)
        self.field.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.field.setAccessibleName(name)
        self.field.setFont(theme.font())
        self.field.setFixedSize(56, theme.CONTROL_HEIGHT)
        self.field.setValidator(QIntValidator(min(least, 0), most, self))
        self.field.installEventFilter(self)
        self.field.editingFinished.connect(self._typed)
        if at_once:
            self.field.textEdited.connect(self._typing)
        self._less = ToolButton("minus", tr("{0}: one less").format(name), self, size=16)
        self._more = ToolButton("plus", tr("{0}: one more").format(name), self, size=16)
        self._less.clicked.connect(lambda: self.step(-1))
        self._more.clicked.connect(lambda: self.step(1))
        for button in (self._less, self._more):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the arrow keys step the field
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        for part in (self._less, self.field, self._more):
            row.addWidget(part)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._show()

    @property
    def value(self) -> int:
        """The number."""
        return self._value

    def set_value(self, value: int) -> None:
        """Set the number, kept in range; emits ``changed`` if it is another one."""
        value = max(self._least, min(self._most, value))
        different, self._value = value != self._value, value
        self._show()
        if different:
            self.changed.emit(value)

    def show_buttons(self, *, on: bool) -> None:
        """Whether the buttons at its sides are there; arrow keys and wheel step it without."""
        for button in (self._less, self._more):
            button.setVisible(on)

    def set_range(self, least: int, most: int) -> None:
        """Change the limits; the number moves into them."""
        self._least, self._most = least, most
        self.field.setValidator(QIntValidator(min(least, 0), most, self))
        self.set_value(self._value)

    def step(self, by: int) -> None:
        """One up or down."""
        self.set_value(self._value + by)

    def _typing(self, text: str) -> None:
        """Take the number as it stands; what is out of range may be on its way into it."""
        value = int(text) if text.lstrip("-").isdigit() else self._value
        if value != self._value and self._least <= value <= self._most:
            self._value = value
            self._enable()
            self.changed.emit(value)

    def _typed(self) -> None:
        text = self.field.text()
        self.set_value(int(text) if text.lstrip("-").isdigit() else self._value)

    def _show(self) -> None:
        if self.field.text() != str(self._value):
            self.field.setText(str(self._value))
        self._enable()

    def _enable(self) -> None:
        self._less.setEnabled(self._value > self._least)
        self._more.setEnabled(self._value < self._most)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.field and isinstance(event, QKeyEvent):
            step = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}.get(Qt.Key(event.key()), 0)
            if step and event.type() == QEvent.Type.KeyPress:
                self.step(step)
                return True
        return super().eventFilter(watched, event)
