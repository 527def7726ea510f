"""The form of one entry: who does it, its fields, and the sentence that the rulebook prints."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from wardesk.model.worksheet import SheetChoice, SheetField, SheetGroup, Worksheet
from wardesk.services.rulebooks.draft import Steps
from wardesk.services.rulebooks.form import BookForm, changes, form_of
from wardesk.services.rulebooks.pages import LEVELS, Entry
from wardesk.services.rulebooks.words import NOTHING
from wardesk.ui import theme
from wardesk.ui.desk.form import SheetForm
from wardesk.ui.language import said
from wardesk.ui.rulebooks.model import RulebookModel
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.flow import clear
from wardesk.ui.widgets.panel import Scroller
from wardesk.ui.widgets.segment import Segment
from wardesk.ui.widgets.text import Label
from wardesk.words import tr


class PartForm(QWidget):
    """Shows one `Entry` of a model's draft and changes it."""

    def __init__(self, model: RulebookModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.entry: Entry | None = None
        self._form: BookForm | None = None
        self._shown: tuple[Steps, Worksheet] | None = None
        self._wide: set[Steps] = set()
        """Entries of which all fields are asked for."""
        self.sheet: SheetForm | None = None
        self.title = Label("", self, role="heading", wrap=True)
        self.levels = Segment(
            [(LEVELS[0], tr("The program does it")), (LEVELS[1], tr("proposes it")),
             (LEVELS[2], tr("only says it"))], self, name=tr("Who does it"),
        )  # fmt: skip
        self.levels.chosen.connect(self._set_level)
        self.nothing = Label("", self, role="small", tone="text2", wrap=True)
        self.more = Button(tr("All fields"), self, kind="link")
        self.more.clicked.connect(self.show_all)
        self._body = QVBoxLayout()
        inside = QWidget(self)
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, theme.S2, 0)
        column.setSpacing(theme.S3)
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.levels, 0, Qt.AlignmentFlag.AlignRight)
        column.addLayout(head)
        column.addWidget(self.nothing)
        column.addLayout(self._body)
        self.extra = QVBoxLayout()
        column.addLayout(self.extra)
        column.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(Scroller(inside, self), 1)

    def show_entry(self, entry: Entry | None) -> None:
        """Show an entry as the draft has it; the keyboard stays in its field."""
        self.entry = entry
        kind = entry.kind if entry is not None else None
        self.title.setText(said(entry.title) if entry is not None else "")
        self.levels.setVisible(entry is not None and entry.is_part)
        words = "" if entry is None or entry.there else NOTHING.get(str(entry.steps[0]), "")
        self.nothing.setText(tr("Now: {0}").format(said(words)) if words else "")
        self.nothing.setVisible(bool(words))
        if entry is None or kind is None:
            self._drop()
            self.more.hide()
            return
        if entry.is_part:
            self.levels.set_current(self._model.at((*entry.steps, "by"), LEVELS[0]))
        self._form = form = form_of(kind, self._values(entry), self._model.names)
        sheet = _spoken(self._asked(entry, form))
        self.more.setVisible(len(sheet.groups) < len(form.sheet.groups))
        if self._shown == (entry.steps, sheet) and self.sheet is not None:
            self.sheet.set_values(form.values)
            return
        held = self._held_key() if self._shown and self._shown[0] == entry.steps else ""
        self._drop()
        self._shown = (entry.steps, sheet)
        self.sheet = SheetForm(sheet, self)
        self.sheet.set_values(form.values)
        self.sheet.changed.connect(self._take)
        self._body.addWidget(self.sheet)
        for field in self.sheet.findChildren(QLineEdit):
            field.installEventFilter(self)
        if held in self.sheet.controls:
            self.sheet.controls[held].setFocus(Qt.FocusReason.OtherFocusReason)

    def _values(self, entry: Entry) -> Mapping[str, object]:
        values = self._model.at(entry.steps, {})
        return values if isinstance(values, Mapping) else {}  # pyright: ignore[reportUnknownVariableType]

    def _asked(self, entry: Entry, form: BookForm) -> Worksheet:
        """What is asked at first: what belongs to the entry itself, and what says anything."""
        if entry.steps in self._wide:
            return form.sheet
        groups = form.sheet.groups
        said_of = [any(f.key in form.values for f in group.fields) for group in groups]
        first = next((g for g in groups if all("." not in f.key for f in g.fields)), None)
        kept = [g for g, says in zip(groups, said_of, strict=True) if says or g is first]
        return replace(form.sheet, groups=tuple(kept or groups[:1]))

    def _held_key(self) -> str:
        focus = self.window().focusWidget()
        if self.sheet is None or focus is None:
            return ""
        found = (k for k, one in self.sheet.controls.items() if one.isAncestorOf(focus))
        return next(found, "")

    def _drop(self) -> None:
        clear(self._body)
        self.sheet = self._shown = None

    def show_all(self) -> None:
        """Ask for every field that the entry can have."""
        if self.entry is not None:
            self._wide.add(self.entry.steps)
            self.show_entry(self.entry)
            if self.sheet is not None:
                self.sheet.focus_first()

    def focus_field(self, steps: Steps) -> None:
        """Give the keyboard to the field at *steps*, else to the first one."""
        if self.entry is None or self.sheet is None:
            return
        key = ".".join(map(str, steps[len(self.entry.steps) :]))
        asked = key in self.sheet.controls
        if not asked and self._form is not None and key in self._form.fields:
            self.show_all()
        control = self.sheet.controls.get(key)
        if control is not None:
            control.setFocus(Qt.FocusReason.TabFocusReason)
        elif self.sheet.controls:
            self.sheet.focus_first()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Undo is the rulebook's, unless something is being typed that it has not got yet."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            undoes = event.matches(QKeySequence.StandardKey.Undo) or event.matches(
                QKeySequence.StandardKey.Redo
            )
            if undoes and isinstance(watched, QLineEdit) and not watched.isModified():
                event.ignore()
                return True
        return super().eventFilter(watched, event)

    # ---- changing -------------------------------------------------------------------------------

    def _take(self) -> None:
        form, sheet, entry = self._form, self.sheet, self.entry
        if form is None or sheet is None or entry is None:
            return
        unasked = {k: v for k, v in form.values.items() if k not in sheet.controls}
        made = changes(form, {**unasked, **sheet.values()})
        self._model.set_values({(*entry.steps, *steps): v for steps, v in made.items()})

    def _set_level(self, level: str) -> None:
        if self.entry is not None:
            said_level = None if level == LEVELS[0] else level
            self._model.set_values({(*self.entry.steps, "by"): said_level})


def _spoken(sheet: Worksheet) -> Worksheet:
    """A form in the language of the window."""
    groups = tuple(
        SheetGroup(said(group.title), tuple(map(_field, group.fields))) for group in sheet.groups
    )
    return replace(sheet, groups=groups)


def _field(field: SheetField) -> SheetField:
    choices = tuple(SheetChoice(c.id, said(c.name), c.only) for c in field.choices)
    return replace(field, title=said(field.title), hint=said(field.hint), choices=choices)
