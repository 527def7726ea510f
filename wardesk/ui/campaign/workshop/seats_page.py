"""The page of seats: who sits there, what each commands, and what each may know."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QPlainTextEdit,
    QStackedWidget,
    QTableWidget,
    QTableWidgetItem,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from wardesk.errors import UserError
from wardesk.reports.packet_sample import SampleTurn, sample_turn
from wardesk.services.campaign.workshop.draft import Row, changed
from wardesk.services.campaign.workshop.knowledge import HEADS, knowledge
from wardesk.ui import theme
from wardesk.ui.campaign.dialogs.seat import CommandTicks
from wardesk.ui.campaign.workshop.model import WorkshopModel
from wardesk.ui.campaign.workshop.pages import EditedSheet, WorkshopPage
from wardesk.ui.dialogs.dialog import Dialog
from wardesk.ui.language import said
from wardesk.ui.tasks import Task
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.fields import text_edit
from wardesk.ui.widgets.panel import Dock, Panel
from wardesk.ui.widgets.segment import Segment
from wardesk.ui.widgets.text import ElidedLine, Label
from wardesk.words import shown, tr

_PAPER = "QTextBrowser { background: #ffffff; color: #1c1f23; padding: 12px; }"
"""A sheet of paper is white in every theme."""


class SampleDialog(Dialog):
    """Shows a `SampleTurn`; nothing in it can be changed or followed."""

    def __init__(self, found: SampleTurn, parent: QWidget | None = None) -> None:
        super().__init__(parent, icon="mail", size=(760, 680))
        self.found = found
        title = tr("What {0} would be sent").format(found.name)
        self.set_title(tr("Packet and orders form"), title)
        words = tr(
            "After {0} of a trial, in which dice fall by chance and what needs a decision is left. "
            "A packet holds the map, too."
        )
        self.body.addWidget(Label(words.format(shown(found.turn)), self, tone="text2", wrap=True))
        self.parts = Segment(
            (("packet", tr("Packet")), ("form", tr("Orders form"))), self, name=tr("What to show")
        )
        self.packet = QTextBrowser(self)
        self.packet.setAccessibleName(tr("Packet"))
        self.packet.setOpenLinks(False)
        self.packet.setStyleSheet(_PAPER)
        self.packet.setHtml(found.packet)
        self.form: QPlainTextEdit = text_edit(tr("Orders form"), self, found.form)
        self.form.setReadOnly(True)
        self.form.setFont(theme.font("mono"))
        self.stack = QStackedWidget(self)
        self.stack.addWidget(self.packet)
        self.stack.addWidget(self.form)
        self.parts.chosen.connect(
            lambda key: self.stack.setCurrentWidget(self.form if key == "form" else self.packet)
        )
        self.body.addWidget(self.parts)
        self.body.addWidget(self.stack, 1)
        self.set_foot(None, leave=tr("Close")).setFocus()


_TONES = {"yes": "ok", "part": "warn", "no": "text3"}


class SeatsPage(WorkshopPage):
    """A sheet of seats, a table of what each may know, ticks for what the picked one commands."""

    def __init__(self, model: WorkshopModel, parent: QWidget | None = None) -> None:
        super().__init__(model, parent)
        self.sheet = EditedSheet("seats", model, self)
        self.sheet.grid.currentCellChanged.connect(lambda *_at: self._show_commands())
        self.knows = QTableWidget(0, 2 + len(HEADS), self)
        self.knows.setFont(theme.font("small"))
        self.knows.setObjectName("framed")
        self.knows.setAccessibleName(tr("What each seat may know"))
        heads = [tr("Seat"), tr("In command of"), *map(said, HEADS)]
        self.knows.setHorizontalHeaderLabels(heads)
        self.knows.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.knows.verticalHeader().hide()
        self.knows.verticalHeader().setDefaultSectionSize(theme.ROW_HEIGHT)
        header = self.knows.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        header.setFixedHeight(theme.ROW_HEIGHT + theme.S1)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setStretchLastSection(True)
        self.commands = CommandTicks(self)
        self.commands.ticked.connect(lambda key, on: self._tick(key, on=on))
        self.panel = Panel(tr("In command of"), self)
        self.panel.add(self.commands)
        self.sample = Button(tr("Packet and form…"), self, icon="mail")
        self.sample.clicked.connect(self.show_sample)
        self.panel.add(self.sample)
        self.dialog: SampleDialog | None = None
        self._task = Task(self)
        self._task.done.connect(self._sampled)
        self._task.failed.connect(self._failed)
        words = tr("Made from the rules that packets follow. A table is secret if it says so.")
        left = QVBoxLayout()
        left.setContentsMargins(theme.S4, theme.S3, theme.S4, theme.S3)
        left.setSpacing(theme.S3)
        left.addWidget(self.sheet, 1)
        left.addWidget(ElidedLine(tr("What each seat may know"), self, role="heading"))
        left.addWidget(Label(words, self, role="small", tone="text2", wrap=True))
        left.addWidget(self.knows, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addLayout(left, 1)
        row.addWidget(Dock("right", self.panel, width=theme.px(300), parent=self))

    def show_draft(self) -> None:
        self.sheet.show_draft()
        rows = knowledge(self.model.draft)
        self.knows.setRowCount(len(rows))
        for down, row in enumerate(rows):
            for column, words in enumerate((row.name or row.id, said(row.commands))):
                self.knows.setItem(down, column, QTableWidgetItem(words))
            for column, cell in enumerate(row.cells, 2):
                item = QTableWidgetItem(said(cell.words))
                item.setForeground(theme.colour(_TONES[cell.grade]))
                self.knows.setItem(down, column, item)
        self._show_commands()

    def _seat(self) -> Row | None:
        rows, at = self.model.draft.rows("seats"), self.sheet.grid.currentRow()
        return rows[at] if 0 <= at < len(rows) else None

    def _show_commands(self) -> None:
        self.commands.show_lines((), ())
        seat = self._seat()
        self._judge_sample(seat)
        side = str(seat.get("side") or "") if seat is not None else ""
        name = str(seat.get("name") or seat.get("id")) if seat is not None else ""
        self.panel.set_title(tr("{0} commands").format(name) if name else tr("In command of"))
        if seat is None or not side:
            self.commands.say(tr("Choose a seat that has a side."))
            return
        own = list(seat.get("formations", []))
        found: dict[str, tuple[str, bool]] = {}
        for line in self.model.draft.units:
            for kind in ("division", "formation"):
                if line.get("side") == side and (key := line.get(kind)):
                    found.setdefault(key, (line.get(f"{kind}_name") or key, kind == "division"))
        lines = [(key, words, int(not above)) for key, (words, above) in found.items()]
        self.commands.show_lines(lines, own)
        if not own:
            self.commands.say(tr("The whole side; tick what it shall be instead."))

    def _tick(self, key: str, *, on: bool) -> None:
        seat = self._seat()
        if seat is None:
            return
        rows = [one for one in seat.get("formations", []) if one != key] + ([key] if on else [])

        def change(raw: Row) -> None:
            for row in raw["seats"]:
                if row.get("id") == seat.get("id"):
                    row["formations"] = rows
                    if rows and row.get("role") == "commander-in-chief":
                        row["role"] = "commander"  # who commands a part is none of the whole

        self.model.change(lambda draft: changed(draft, change))

    # ---- what a seat would be sent --------------------------------------------------------------

    def show_verdict(self) -> None:
        self._judge_sample(self._seat())

    def _judge_sample(self, seat: Row | None) -> None:
        if seat is None or seat.get("role") == "umpire":
            self.sample.refuse(tr("Choose a seat that is sent packets: any but the umpire"))
        elif self.model.design is None:
            self.sample.refuse(tr("Something is wrong with the campaign: see the page Check"))
        else:
            self.sample.allow(tr("What this seat would be sent after the first turn"))

    def show_sample(self) -> None:
        """Play a first turn by chance, and show what the picked seat would be sent then."""
        seat = self._seat()
        if seat is not None:
            self.model.when_judged(lambda: self._try_out(str(seat.get("id"))))

    def _try_out(self, seat: str) -> None:
        if (design := self.model.design) is not None:
            self._task.start(partial(sample_turn, design, seat))

    def _sampled(self, found: SampleTurn) -> None:
        self.dialog = SampleDialog(found, self.window())
        self.dialog.open()

    def _failed(self, error: object) -> None:
        if not isinstance(error, UserError):
            assert isinstance(error, BaseException)
            raise error
        self.model.refused.emit(error)

    def focus_first(self) -> None:
        self.sheet.grid.setFocus()
