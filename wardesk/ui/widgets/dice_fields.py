"""Dice of a real table, one field per die or one list of what can be drawn; or a roll by seed."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QLineEdit,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from wardesk.ui import theme
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.flow import FlowBox
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_AROUND_NAME = 24
"""Px that a field takes beside the name of its die."""
_BESIDE = 5
"""Fields side by side; more dice go on in the next row."""


def die_name(faces: int) -> str:
    """A die with that many faces: ``d6``."""
    return tr("d{0}").format(faces)


def dice_name(faces: Sequence[int]) -> str:
    """``(6, 6)`` as ``2d6``; mixed dice are written out."""
    kinds: dict[int, int] = {}
    for one in faces:
        kinds[one] = kinds.get(one, 0) + 1
    return " + ".join(f"{n if n > 1 else ''}{die_name(kind)}" for kind, n in kinds.items())


class _Die(QLineEdit):
    """One die. Enter goes no further than here: it would answer the next question as well."""

    entered = Signal()
    brought = False
    """Whether the keyboard was brought here by the digit before: a Tab after it is done already."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.brought = False
        if event.key() not in _ENTER or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().keyPressEvent(event)
        elif not event.isAutoRepeat():
            self.entered.emit()

    def focusNextPrevChild(self, forward: bool) -> bool:
        if forward and self.brought:
            self.brought = False
            return True
        return super().focusNextPrevChild(forward)


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
        self._rows = QGridLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(theme.S2)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_dice(self, faces: Sequence[int], names: Sequence[str] = (), *, least: int = 1) -> None:
        """Empty fields for dice with these *faces*, or a list of the *names* of a draw.

        The lowest face of a die is *least*: ten-sided dice often show 0 to 9.
        """
        while (item := self._rows.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        self._faces, self.fields, self.drawn = tuple(faces), [], None
        self._least = least
        if names:
            self.drawn = _Drawn(self)
            self.drawn.setFont(theme.font())
            self.drawn.addItems(list(names))
            self.drawn.setAccessibleName(tr("What was drawn"))
            self.drawn.entered.connect(self.enter)
            self._rows.addWidget(self.drawn)
            self.setFocusProxy(self.drawn)
            return
        for k, count in enumerate(self._faces):
            most = least + count - 1
            field = _Die(self)
            field.setFont(theme.font())
            wide = max(44, math.ceil(paint.advance(die_name(count), "body")) + _AROUND_NAME)
            field.setFixedSize(wide, theme.CONTROL_HEIGHT)
            field.setAlignment(Qt.AlignmentFlag.AlignCenter)
            field.setMaxLength(len(str(most)))
            words = tr("Die {0}, {1} to {2}").format(k + 1, least, most)
            field.setAccessibleName(words)
            field.setToolTip(words)
            field.setPlaceholderText(die_name(count))  # an empty box would look like a dead button
            field.textEdited.connect(self._edited)
            field.textChanged.connect(self._mark)
            field.entered.connect(self.enter)
            self.fields.append(field)
            self._rows.addWidget(field, k // _BESIDE, k % _BESIDE)
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
                words = tr("A die shows {0} to {1}, not {2}.")
                return words.format(self._least, most, field.text())
        return ""

    def missing(self) -> str:
        """Why the dice cannot be used yet; empty when they can."""
        if self.values() is not None:
            return ""
        return self.wrong() or tr("Type every die first.")

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
                after.brought = True
                break

    def _mark(self) -> None:
        for field, count in zip(self.fields, self._faces, strict=False):
            bad = bool(field.text()) and not self._good(field, count)
            if bool(field.property("wrong")) != bad:
                field.setProperty("wrong", bad)
                field.style().polish(field)
        self.changed.emit()


class DiceAnswer(QWidget):
    """Roll by seed, or type the dice of a real table: ``roll_asked()`` or ``typed(values)``.

    One way stands above the other, or one of them after `set_mode`. The two actions are those whose
    keys stand on the buttons. *filled* is the kind of the button that Enter presses: dice that
    somebody has begun to type come first, who does that does not want others rolled.
    """

    roll_asked = Signal()
    typed = Signal(tuple)

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        filled: str = "primary",
        roll_action: str = "",
        type_action: str = "",
    ) -> None:
        super().__init__(parent)
        self._filled, self._mode, self._refused, self._off = filled, "both", "", False
        self._no_seed = ""
        self.roll = Button("", self, icon="dice", kind=filled, action=roll_action)
        self.roll.clicked.connect(self.roll_asked)
        self.fields = DiceFields(self)
        self.fields.changed.connect(self._check)
        self.fields.entered.connect(self.use_typed)
        self.fields.stuck.connect(self._say)
        self.use = Button(tr("Use"), self, icon="keyboard", action=type_action)
        self.use.clicked.connect(self.use_typed)
        self._said = Label("", self, role="small", tone="danger", wrap=True)
        self._own = FlowBox(self)
        self._own.add(self.fields, self.use)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S2)
        column.addWidget(self.roll, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._own)
        column.addWidget(self._said)

    # ---- what it asks for -----------------------------------------------------------------------

    def ask(
        self, faces: Sequence[int], label: str = "", names: Sequence[str] = (), *, least: int = 1
    ) -> None:
        """Ask for dice with these *faces*; *names* and *least* as in `DiceFields.set_dice`."""
        plain = tr("Draw", "chance") if names else tr("Roll {0}").format(dice_name(faces))
        self.roll.set_words(label or plain)
        self.fields.set_dice(faces, names, least=least)
        self.fields.setEnabled(True)
        self.refuse("")

    def refuse(self, reason: str) -> None:
        """Why neither way is open now, told when it is tried; empty when both are."""
        self._refused, self._off = reason, False
        self._check()

    def want_typed(self, reason: str) -> None:
        """Why the dice of this roll are typed and nothing rolls them."""
        self._no_seed = reason
        self._check()

    def switch_off(self, reason: str) -> None:
        """No dice are asked for: forget what was typed, and say why."""
        self.fields.clear()
        self.fields.setEnabled(False)
        self._refused, self._off = reason, True
        self._check()

    def set_mode(self, mode: str) -> None:
        """``roll``, ``type`` or ``both``."""
        self._mode = mode
        self.roll.setVisible(mode != "type")
        self._own.setVisible(mode != "roll")
        self._check()

    def set_filled(self, kind: str) -> None:
        """Another kind for the button that Enter presses."""
        self._filled = kind
        self._check()

    # ---- what was typed -------------------------------------------------------------------------

    @property
    def begun(self) -> bool:
        """Whether somebody is typing dice."""
        return self._mode != "roll" and not self._off and self.fields.begun

    def said(self) -> str:
        """What is wrong with the typed dice, or why none are asked."""
        return self._said.text()

    def _say(self, words: str, tone: str = "danger") -> None:
        self._said.set_tone(tone)
        self._said.setText(words)
        self._said.setVisible(bool(words))

    def _check(self) -> None:
        """Say what is wrong; *Use* waits for whole dice."""
        self.roll.set_kind("normal" if self.begun else self._filled)
        self.use.set_kind(self._filled if self.begun else "normal")
        if self._off:
            self._say(self._refused, "text2")
        else:
            self._say("" if self._mode == "roll" else self.fields.wrong())
        for button, reason in ((self.roll, self._no_seed), (self.use, self.fields.missing())):
            if reason := self._refused or reason:
                button.refuse(reason)
            else:
                button.allow()

    def use_typed(self) -> None:
        """Send the typed dice, if they are whole and possible."""
        values = self.fields.values()
        if self._refused:
            self._say(self._refused, "text2" if self._off else "danger")
        elif values is not None:
            self.fields.clear()
            self.typed.emit(values)

    # ---- by keyboard ----------------------------------------------------------------------------

    def press_primary(self) -> None:
        """Use the dice that somebody has begun to type, else roll."""
        if self.begun:
            self.fields.enter()
        elif self._refused:
            self._say(self._refused)
        else:
            self.roll.click()

    def focus_entry(self) -> None:
        """Give the keyboard to the typed dice; asked again, send them when they are whole."""
        if self._mode == "roll" or self._off:
            self.roll.setFocus()
        elif self.fields.drawn is None and self.fields.values() is not None:
            self.use_typed()
        else:
            self.fields.focus_open()
