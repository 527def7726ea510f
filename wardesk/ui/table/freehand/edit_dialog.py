"""Change a counter by hand: its fields, its place and the reason, which goes on the record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, get_args, get_origin, get_type_hints

from msgspec.structs import fields
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QWidget

from wardesk.engine.types import Effect, Piece, SetPiece, Value
from wardesk.ui.dialogs.dialog import Dialog, FormRows, words_in
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.fields import combo_box, line_edit
from wardesk.ui.widgets.stepper import Stepper
from wardesk.ui.widgets.switch import Switch
from wardesk.words import tr

Places = Sequence[tuple[str | None, str]]


class EditDialog(Dialog):
    """``edited(effects, reason)`` when something differs and a reason stands."""

    edited = Signal(list, str)

    def __init__(
        self, piece: Piece, title: str, places: Places, sides: Places, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, icon="pencil", tone="umpire_text", least=(420, 0))
        self._piece = piece
        self._values: dict[str, Value] = {}
        self.set_title(tr("Change by hand"), title)
        form = FormRows(tone="text")
        self.body.addLayout(form)
        hints = get_type_hints(type(piece))
        for field in fields(piece):
            if field.name != "id":
                self._add(form, field.name, hints.get(field.name), places, sides)
        hint = tr("Reason; it goes on the record")
        self.reason = line_edit(tr("Reason of the edit"), self, hint=hint)
        self.reason.textChanged.connect(self._check)
        form.add(tr("Reason"), self.reason)
        self.save = Button(tr("Record the edit"), self, icon="pencil", kind="umpire")
        self.save.clicked.connect(self._save)
        self.set_foot(self.save)
        self._check()

    def _add(
        self, form: FormRows, name: str, hint: Any, places: Places, sides: Places,  # noqa: ANN401
    ) -> None:  # fmt: skip
        label = name.replace("_", " ").capitalize()
        if name == "at":
            label = tr("Place")
        now = getattr(self._piece, name)
        words = get_args(hint) if get_origin(hint) is Literal else ()
        editor: QWidget
        if name == "at":
            editor = self._combo(name, label, places, now)
        elif name == "side":
            editor = self._combo(name, label, sides, now)
        elif words:
            editor = self._combo(name, label, [(str(w), str(w)) for w in words], now)
        elif isinstance(now, bool):
            switch = Switch(label, self, on=now, tone="umpire")
            switch.toggled.connect(lambda on: self._set(name, on))
            editor = switch
        elif isinstance(now, int):
            stepper = Stepper(label, self, value=now, least=min(0, now))
            stepper.changed.connect(lambda value: self._set(name, value))
            editor = stepper
        else:
            line = line_edit(label, self, "" if now is None else str(now))
            line.textChanged.connect(lambda text: self._set(name, text or None))
            editor = line
        form.add(label, editor)

    def _combo(self, name: str, label: str, entries: Places, now: Value) -> QComboBox:
        box = combo_box(label, self, ((words, key) for key, words in entries))
        box.setObjectName(f"edit-{name}")
        found = [key for key, _ in entries]
        if now not in found:
            box.addItem(str(now), now)
            found.append(str(now))
        box.setCurrentIndex(found.index(now) if now is None or isinstance(now, str) else 0)
        box.currentIndexChanged.connect(lambda _at: self._set(name, box.currentData()))
        return box

    def _set(self, name: str, value: Value) -> None:
        self._values[name] = value
        self._check()

    def effects(self) -> list[Effect]:
        """What differs from the piece as it is."""
        return [
            SetPiece(self._piece.id, name, value)
            for name, value in self._values.items()
            if value != getattr(self._piece, name)
        ]

    def _check(self) -> None:
        if not self.effects():
            self.judge(tr("Nothing has changed"))
        else:
            self.judge("" if words_in(self.reason) else tr("Write the reason first"))

    def _save(self) -> None:
        self.edited.emit(self.effects(), self.reason.text().strip())
        self.accept()
