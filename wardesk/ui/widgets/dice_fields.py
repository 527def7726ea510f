"""Fields for dice of a real table: one per die, or one list of what can be drawn."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QSizePolicy, QWidget

from wardesk.ui import theme

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class _Die(QLineEdit):
    """One die. Enter goes no further than here: it would answer the next question as well."""

    entered = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() not in _ENTER or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().keyPressEvent(event)
        elif not event.isAutoRepeat():
            self.entered.emit()


class _Drawn(QComboBox):
    """The faces of a draw by name, with the same Enter."""

    entered = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() not in _ENTER or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().keyPressEvent(event)
        elif not event.isAutoRepeat():
            self.entered.emit()


class DiceFields(QWidget):
    """``entered()`` on Enter with every die whole and possible, ``stuck(why)`` when one is not.

    ``changed()`` when something was typed.
    """

    entered = Signal()
    stuck = Signal(str)
    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._faces: tuple[int, ...] = ()
        self._least = 1
        self.fields: list[_Die] = []
        self.drawn: _Drawn | None = None
        """Takes the place of the dice where a face has a name."""
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(theme.S2)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_dice(self, faces: Sequence[int], names: Sequence[str] = (), *, least: int = 1) -> None:
        """Empty fields for dice with these *faces*, or a list of the *names* of a draw.

        The lowest face of a die is *least*: ten-sided dice often show 0 to 9.
        """
        while (item := self._row.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        self._faces, self.fields, self.drawn = tuple(faces), [], None
        self._least = least
        if names:
            self.drawn = _Drawn(self)
            self.drawn.setFont(theme.font())
            self.drawn.addItems(list(names))
            self.drawn.setAccessibleName(self.tr("What was drawn"))
            self.drawn.entered.connect(self.enter)
            self._row.addWidget(self.drawn)
            self.setFocusProxy(self.drawn)
            return
        for k, count in enumerate(self._faces):
            most = least + count - 1
            field = _Die(self)
            field.setFont(theme.font())
            field.setFixedSize(44, theme.CONTROL_HEIGHT)
            field.setAlignment(Qt.AlignmentFlag.AlignCenter)
            field.setMaxLength(len(str(most)))
            words = self.tr("Die {0}, {1} to {2}").format(k + 1, least, most)
            field.setAccessibleName(words)
            field.textEdited.connect(self._edited)
            field.textChanged.connect(self._mark)
            field.entered.connect(self.enter)
            self.fields.append(field)
            self._row.addWidget(field)
        self.setFocusProxy(next(iter(self.fields), None))  # type: ignore[arg-type]

    # ---- what stands in them --------------------------------------------------------------------

    @property
    def begun(self) -> bool:
        """Whether anything was typed."""
        return any(field.text() for field in self.fields)

    def values(self) -> tuple[int, ...] | None:
        """The typed dice, or None while they are incomplete or impossible."""
        if self.drawn is not None:
            return (self.drawn.currentIndex() + 1,)
        if not all(map(self._good, self.fields, self._faces)):
            return None
        return tuple(int(field.text()) for field in self.fields)

    def wrong(self) -> str:
        """Why what was typed cannot have been rolled; empty while it can."""
        for field, count in zip(self.fields, self._faces, strict=False):
            if field.text() and not self._good(field, count):
                most = self._least + count - 1
                words = self.tr("A die shows {0} to {1}, not {2}.")
                return words.format(self._least, most, field.text())
        return ""

    def missing(self) -> str:
        """Why the dice cannot be used yet; empty when they can."""
        if self.values() is not None:
            return ""
        return self.wrong() or self.tr("Type every die first.")

    def _good(self, field: QLineEdit, count: int) -> bool:
        typed = field.text()
        return typed.isdecimal() and self._least <= int(typed) < self._least + count

    def clear(self) -> None:
        """Forget what was typed."""
        for field in self.fields:
            field.clear()

    # ---- by keyboard ----------------------------------------------------------------------------

    def enter(self) -> None:
        """Send whole dice; else go to the die that is missing or wrong, and say so."""
        if missing := self.missing():
            self.focus_open()
            self.stuck.emit(missing)
        else:
            self.entered.emit()

    def focus_open(self) -> None:
        """Give the keyboard to the first die that is missing or wrong, else to the first."""
        if self.drawn is not None:
            self.drawn.setFocus()
            return
        pairs = zip(self.fields, self._faces, strict=False)
        open_ = next((f for f, count in pairs if not self._good(f, count)), None)
        if (field := open_ or next(iter(self.fields), None)) is not None:
            field.setFocus()
            field.selectAll()

    def _edited(self) -> None:
        for field, after in zip(self.fields, self.fields[1:], strict=False):
            # One digit fills a die of up to nine faces: the next field is what comes next.
            whole = len(field.text()) == field.maxLength() and not field.property("wrong")
            if field.hasFocus() and whole:
                after.setFocus()
                after.selectAll()
                break

    def _mark(self) -> None:
        for field, count in zip(self.fields, self._faces, strict=False):
            bad = bool(field.text()) and not self._good(field, count)
            if bool(field.property("wrong")) != bad:
                field.setProperty("wrong", bad)
                field.style().polish(field)
        self.changed.emit()
