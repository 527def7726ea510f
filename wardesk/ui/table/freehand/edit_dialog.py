"""Change a counter by hand: its fields, its place and the reason, which goes on the record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, get_args, get_origin, get_type_hints

from msgspec.structs import fields
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from wardesk.engine.types import Effect, Piece, SetPiece
from wardesk.model.setting import FormSetting
from wardesk.ui.dialogs.dialog import Dialog, words_in
from wardesk.ui.dialogs.settings_form import SettingsForm
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.fields import line_edit
from wardesk.words import tr

Places = Sequence[tuple[str | None, str]]


def _asked(piece: Piece, known: Mapping[str, Places]) -> Iterator[FormSetting]:
    """A setting for each field of a counter; *known* are the values that some of them may have."""
    hints = get_type_hints(type(piece))
    for name in (field.name for field in fields(piece)):
        title = tr("Place") if name == "at" else name.replace("_", " ").capitalize()
        now, hint = getattr(piece, name), hints.get(name)
        words = get_args(hint) if get_origin(hint) is Literal else ()
        choices = [*known.get(name, ()), *((str(word), str(word)) for word in words)]
        if choices and now not in (value for value, _words in choices):
            choices.append((now, str(now)))
        least = min(0, now) if isinstance(now, int) else 0
        if not choices and not isinstance(now, int):
            now = "" if now is None else str(now)
        if name != "id":
            yield FormSetting(name, title, now, choices=tuple(choices), least=least)


class EditDialog(Dialog):
    """``edited(effects, reason)`` when something differs and a reason stands."""

    edited = Signal(list, str)

    def __init__(
        self, piece: Piece, title: str, places: Places, sides: Places, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, icon="pencil", tone="umpire_text", least=(420, 0))
        self._piece = piece
        self.set_title(tr("Change by hand"), title)
        self.fields = SettingsForm(self, _asked(piece, {"at": places, "side": sides}))
        self._before = self.fields.values()
        self.fields.changed.connect(self._check)
        self.body.addWidget(self.fields)
        hint = tr("Reason; it goes on the record")
        self.reason = line_edit(tr("Reason of the edit"), self, hint=hint)
        self.reason.textChanged.connect(self._check)
        self.fields.add(tr("Reason"), self.reason, self.reason.accessibleName())
        self.save = Button(tr("Record the edit"), self, icon="pencil", kind="umpire")
        self.save.clicked.connect(self._save)
        self.set_foot(self.save)
        self._check()

    def effects(self) -> list[Effect]:
        """What differs from the piece as it is."""
        return [
            SetPiece(self._piece.id, name, (value or None) if name in self.fields.lines else value)
            for name, value in self.fields.values().items()
            if value != self._before[name]
        ]

    def _check(self) -> None:
        if not self.effects():
            self.judge(tr("Nothing has changed"))
        else:
            self.judge("" if words_in(self.reason) else tr("Write the reason first"))

    def _save(self) -> None:
        self.edited.emit(self.effects(), self.reason.text().strip())
        self.accept()
