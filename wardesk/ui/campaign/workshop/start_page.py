"""The first page of the workshop: what the campaign is called, its days, and its parties."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QDate, QLocale, QSignalBlocker
from PySide6.QtWidgets import QDateEdit, QVBoxLayout, QWidget

from wardesk.services.campaign.workshop.start import Start, start_of, with_start
from wardesk.ui import language, theme
from wardesk.ui.campaign.workshop.model import WorkshopModel
from wardesk.ui.campaign.workshop.pages import EditedSheet, WorkshopPage
from wardesk.ui.dialogs.dialog import FormRows
from wardesk.ui.widgets.fields import line_edit
from wardesk.ui.widgets.stepper import Stepper
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

MOST_DAYS = 99


def day_of(field: QDateEdit) -> date:
    """The day that stands in a field."""
    day = field.date()
    return date(day.year(), day.month(), day.day())


def date_edit(name: str, day: date, parent: QWidget) -> QDateEdit:
    """A field for a day."""
    field = QDateEdit(QDate(day.year, day.month, day.day), parent)
    field.setFont(theme.font())
    field.setAccessibleName(name)
    field.setLocale(QLocale(language.current()))
    field.setDisplayFormat(tr("d MMMM yyyy"))
    field.setMinimumSize(theme.px(170), theme.CONTROL_HEIGHT)
    # its buttons are as small as nothing by the style: without any, Qt gives its words one pixel
    field.lineEdit().setTextMargins(theme.S2, 0, theme.S2, 0)
    return field


class StartPage(WorkshopPage):
    """Name, first day, days, turns of a day, and the sides."""

    def __init__(self, model: WorkshopModel, parent: QWidget | None = None) -> None:
        super().__init__(model, parent)
        start = start_of(model.draft)
        self.name = line_edit(tr("Name of the campaign"), self, start.name)
        self.day = date_edit(tr("First day"), start.first_day, self)
        self.days = Stepper(tr("Days"), self, value=start.days, least=1, most=MOST_DAYS)
        self.turns = line_edit(
            tr("Turns of a day"), self, ", ".join(start.slots), hint=tr("Morning, Noon, Evening")
        )
        rows = FormRows()
        rows.add(tr("Name"), self.name)
        rows.add(tr("First day"), self.day, narrow=True)
        rows.add(tr("Days"), self.days, narrow=True)
        rows.add(tr("Turns of a day"), self.turns)
        self.sides = EditedSheet("sides", model, self)
        words = tr("Everything is kept by itself, in {0}.").format(model.folder)
        box = QWidget(self)
        box.setMaximumWidth(theme.px(760))
        column = QVBoxLayout(box)
        column.setContentsMargins(theme.S6, theme.S4, theme.S6, theme.S4)
        column.setSpacing(theme.S3)
        column.addWidget(Label(tr("Your own campaign"), self, role="title"))
        column.addWidget(Label(words, self, role="small", tone="text2", wrap=True))
        column.addLayout(rows)
        column.addWidget(Label(tr("Sides"), self, role="heading"))
        column.addWidget(self.sides, 1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(box, 1)
        self.name.editingFinished.connect(self._take)
        self.turns.editingFinished.connect(self._take)
        self.day.dateChanged.connect(lambda _day: self._take())
        self.days.changed.connect(lambda _days: self._take())

    def _take(self) -> None:
        slots = (word.strip() for word in self.turns.text().split(","))
        start = Start(
            name=self.name.text(), first_day=day_of(self.day), days=self.days.value,
            slots=tuple(dict.fromkeys(word for word in slots if word)),
        )  # fmt: skip
        if start != start_of(self.model.draft):
            self.model.change(lambda draft: with_start(draft, start))

    def show_draft(self) -> None:
        start = start_of(self.model.draft)
        with (QSignalBlocker(self.name), QSignalBlocker(self.day), QSignalBlocker(self.days),
              QSignalBlocker(self.turns)):  # fmt: skip
            if not self.name.hasFocus() or self.name.text().strip() != start.name:
                self.name.setText(start.name)
            self.day.setDate(QDate(start.first_day.year, start.first_day.month,
                                   start.first_day.day))  # fmt: skip
            self.days.set_value(start.days)
            self.turns.setText(", ".join(start.slots))
        self.sides.show_draft()

    def focus_first(self) -> None:
        self.name.setFocus()
