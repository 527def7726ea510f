"""A campaign of one's own in the making: its start, its sheets, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path

from PySide6.QtCore import QDate, Signal
from PySide6.QtWidgets import (
    QDateEdit,
    QFileDialog,
    QHBoxLayout,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from wardesk.campaign.ledger.findings import Finding
from wardesk.errors import UserError
from wardesk.services.campaign.workshop import (
    SUFFIX,
    TEMPLATES,
    Judged,
    give_away,
    judge,
    new_design,
)
from wardesk.services.campaign.workshop_sheets import (
    Cells,
    Start,
    keep,
    read_sheets,
    read_start,
)
from wardesk.ui import theme
from wardesk.ui.campaign.workshop.sheet_grid import SheetGrid
from wardesk.ui.dialogs.dialog import Dialog, FormRows
from wardesk.ui.language import explained, said
from wardesk.ui.tasks import Task
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.fields import combo_box, line_edit
from wardesk.ui.widgets.flow import clear
from wardesk.ui.widgets.glyph import Glyph
from wardesk.ui.widgets.panel import Scroller
from wardesk.ui.widgets.segment import Segment
from wardesk.ui.widgets.stepper import Stepper
from wardesk.ui.widgets.text import Text
from wardesk.words import tr

MOST_DAYS = 99
START, CHECK = "start", "check"
_LEVELS = {"error": ("error", "danger"), "warning": ("warning", "warn"), "note": ("info", "text2")}


def _day(field: QDateEdit) -> date:
    day = field.date()
    return date(day.year(), day.month(), day.day())


class TemplateDialog(Dialog):
    """Asks for a name, a shape and a first day: ``made(folder)``."""

    made = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, size=(560, 0))
        self.set_title(tr("A campaign of your own"))
        self.name = line_edit(tr("Name of the campaign"), self)
        self.shape = combo_box(
            tr("Shape"), self, ((said(each.title), each.id) for each in TEMPLATES)
        )
        self.day = QDateEdit(QDate(1944, 6, 6), self)
        self.day.setFont(theme.font())
        self.day.setAccessibleName(tr("First day"))
        self.day.setDisplayFormat("d MMMM yyyy")
        self._words = Text("", self, role="small", tone="text2", wrap=True)
        rows = FormRows()
        rows.add(tr("Name"), self.name)
        rows.add(tr("Shape"), self.shape)
        rows.add_note(self._words)
        rows.add(tr("First day"), self.day)
        self.body.addLayout(rows)
        self.go = Button(tr("Make it"), self, kind="primary")
        self.go.clicked.connect(self._make)
        self.set_foot(self.go)
        self.shape.currentIndexChanged.connect(lambda _at: self._tell())
        self._tell()
        self.need_words(self.name, tr("Give it a name."))
        self._task = Task(self)
        self._task.done.connect(self._done)
        self._task.failed.connect(self._failed)

    def _tell(self) -> None:
        self._words.setText(said(TEMPLATES[max(0, self.shape.currentIndex())].words))

    def _make(self) -> None:
        name, shape = self.name.text().strip(), str(self.shape.currentData())
        self._task.start(partial(new_design, name, shape, first_day=_day(self.day)))

    def _done(self, folder: Path) -> None:
        self.made.emit(folder)
        self.accept()

    def _failed(self, error: Exception) -> None:
        if not isinstance(error, UserError):
            raise error
        told = explained(error)
        self.tell_problem(f"{told.message} {told.advice}".strip())


class WorkshopDialog(Dialog):
    """The sheets of one campaign; ``begun(folder)`` when it is to be played."""

    begun = Signal(object)

    def __init__(self, folder: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent, size=(1120, 720), least=(760, 480))
        self.folder = folder
        start, sheets = read_start(folder), read_sheets(folder)
        self.set_title(tr("A campaign of your own"), start.name)
        self.judged: Judged | None = None
        self.grids = {sheet.key: SheetGrid(sheet, self) for sheet in sheets}
        self.tabs = Segment(
            (
                (START, tr("Start")),
                *((sheet.key, said(sheet.title)) for sheet in sheets),
                (CHECK, tr("Check")),
            ),
            self, name=tr("Pages of the campaign"), current=START, wrap=True,
        )  # fmt: skip
        self.stack = QStackedWidget(self)
        self._pages = [START, *self.grids, CHECK]
        self.stack.addWidget(self._start_page(start))
        for grid in self.grids.values():
            self.stack.addWidget(grid)
            grid.changed.connect(self._changed)
        self.stack.addWidget(self._check_page())
        self.tabs.chosen.connect(self._open)
        self.body.addWidget(self.tabs)
        self.body.addWidget(self.stack, 1)
        self.give = Button(tr("Give away…"), self, icon="export")
        self.give.clicked.connect(self._give)
        self.look = Button(tr("Keep and check"), self, icon="save")
        self.look.clicked.connect(lambda: self.keep())
        self.play = Button(tr("Play it"), self, kind="primary")
        self.play.clicked.connect(lambda: self.keep(self._begin))
        self.set_foot(self.play, self.look, leave=tr("Close"), left=(self.give,), with_control=True)
        self._task = Task(self)
        self._task.done.connect(self._kept)
        self._task.failed.connect(self._failed)
        self._then: Callable[[], object] | None = None
        self._changes = False
        self._task.start(partial(judge, folder))

    def _start_page(self, start: Start) -> QWidget:
        page = QWidget(self)
        self.name = line_edit(tr("Name of the campaign"), page, start.name)
        self.day = QDateEdit(
            QDate(start.first_day.year, start.first_day.month, start.first_day.day), page
        )
        self.day.setFont(theme.font())
        self.day.setAccessibleName(tr("First day"))
        self.day.setDisplayFormat("d MMMM yyyy")
        self.days = Stepper(tr("Days"), page, value=start.days, least=1, most=MOST_DAYS)
        self.slots_ = line_edit(
            tr("Turns of a day"), page, ", ".join(start.slots), hint=tr("Morning, Noon, Evening")
        )
        rows = FormRows()
        rows.add(tr("Name"), self.name)
        rows.add(tr("First day"), self.day, narrow=True)
        rows.add(tr("Days"), self.days, narrow=True)
        rows.add(tr("Turns of a day"), self.slots_)
        words = tr("Everything is kept in {0}.").format(self.folder)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(rows)
        column.addWidget(Text(words, page, role="small", tone="text2", wrap=True))
        column.addStretch(1)
        self.name.textChanged.connect(lambda _text: self._changed())
        self.slots_.textChanged.connect(lambda _text: self._changed())
        self.day.dateChanged.connect(lambda _day: self._changed())
        self.days.changed.connect(lambda _days: self._changed())
        return page

    def _check_page(self) -> QWidget:
        inside = QWidget(self)
        self._findings = QVBoxLayout(inside)
        self._findings.setContentsMargins(0, 0, theme.S2, 0)
        self._findings.setSpacing(theme.S2)
        return Scroller(inside, self)

    def _open(self, page: str) -> None:
        self.stack.setCurrentIndex(self._pages.index(page))
        if page == CHECK:
            self.keep()

    def open_page(self, page: str) -> None:
        """Show ``start``, a sheet by its key, or ``check``."""
        self.tabs.set_current(page)
        self._open(page)

    def _changed(self) -> None:
        self._changes = True
        self.judge("")
        self.tell_problem("")

    # ---- keeping --------------------------------------------------------------------------------

    def keep(self, then: Callable[[], object] | None = None) -> None:
        """Write what was changed, say what is wrong with it; *then* only if it can be played."""
        self._then = then
        if not self._changes:  # what somebody wrote by hand keeps its form
            self._task.start(partial(judge, self.folder))
            return
        self._changes = False
        self._task.start(partial(keep, self.folder, self._start(), self._cells()))

    def _start(self) -> Start:
        slots = (word.strip() for word in self.slots_.text().split(","))
        return Start(
            name=self.name.text(), first_day=_day(self.day), days=self.days.value,
            slots=tuple(word for word in slots if word),
        )  # fmt: skip

    def _cells(self) -> dict[str, Cells]:
        return {key: grid.cells() for key, grid in self.grids.items()}

    def reject(self) -> None:
        """Keep what was changed and close; what cannot be kept is told once."""
        if self._changes:
            self._changes = False
            try:
                keep(self.folder, self._start(), self._cells())
            except UserError as error:
                self._failed(error)
                self._changes = False  # who closes it once more wants it so
                return
        super().reject()

    def _kept(self, judged: Judged) -> None:
        self.judged = judged
        self._show(judged.findings)
        wrong = sum(each.level == "error" for each in judged.findings)
        words = (
            tr("It cannot be played yet: one mistake.") if wrong == 1
            else tr("It cannot be played yet: {0} mistakes.").format(wrong)
        )  # fmt: skip
        why = "" if judged.playable else words
        self.judge(why)
        self.give.refuse(why) if why else self.give.allow()
        self.tell_problem(why)
        if self._then is not None and judged.playable:
            self._then()
        elif self._then is not None:
            self.open_page(CHECK)
        self._then = None

    def _failed(self, error: Exception) -> None:
        if not isinstance(error, UserError):
            raise error
        self._changes = True  # it is not kept yet
        told = explained(error)
        words = f"{told.message} {told.advice}".strip()
        self.judge(words)
        self.tell_problem(words)

    def _show(self, findings: tuple[Finding, ...]) -> None:
        clear(self._findings)
        if not findings:
            self._findings.addWidget(Text(tr("Nothing is wrong with it."), self, tone="ok"))
        for each in findings:
            icon, tone = _LEVELS[each.level]
            row = QWidget(self)
            line = QHBoxLayout(row)
            line.setContentsMargins(0, 0, 0, 0)
            line.setSpacing(theme.S2)
            line.addWidget(Glyph(icon, row, tone=tone, size=18))
            words = QVBoxLayout()
            words.setSpacing(0)
            words.addWidget(Text(said(each.place), row, role="strong", wrap=True))
            words.addWidget(Text(f"{said(each.text)} {said(each.advice)}".strip(), row, wrap=True))
            line.addLayout(words, 1)
            self._findings.addWidget(row)
        self._findings.addStretch(1)

    # ---- what comes of it -----------------------------------------------------------------------

    def _begin(self) -> None:
        self.begun.emit(self.folder)
        self.accept()

    def _give(self) -> None:
        kinds = tr("WarDesk packs (*{0})").format(SUFFIX)
        first = str(self.folder.with_suffix(SUFFIX))
        found, _ = QFileDialog.getSaveFileName(self, tr("Give the campaign away"), first, kinds)
        if found:
            self.keep(partial(self._packed, Path(found)))

    def _packed(self, file: Path) -> None:
        try:
            give_away(self.folder, file)
        except UserError as error:
            self._failed(error)
