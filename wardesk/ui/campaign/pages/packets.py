"""The packets page: every seat, what its next packet would newly reveal, and the post."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QProgressBar, QVBoxLayout, QWidget

from wardesk.campaign.operation.names import in_words
from wardesk.reports.packet import PARTS
from wardesk.reports.packet_rows import PacketRow
from wardesk.services.campaign.page import Page
from wardesk.ui import theme
from wardesk.ui.campaign.pages.packets_controller import PacketsController
from wardesk.ui.campaign.worker import CampaignWorker
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.flow import FlowBox
from wardesk.ui.widgets.panel import hairline
from wardesk.ui.widgets.table import Column, PlainTable, Table
from wardesk.ui.widgets.text import Line, Text
from wardesk.words import say_count, shown, tr


def _side(row: PacketRow) -> str:
    side = shown(in_words(row.side))
    return side if row.fog is None else tr("{0}, by fog").format(side)


def _last(row: PacketRow) -> str:
    last = shown(row.last) or tr("none yet")
    return tr("{0}, no longer true").format(last) if row.stale else last


def _owes(row: PacketRow) -> str:
    """What it owes in a few words."""
    if not row.owes:
        return "–"
    words = shown(row.owes[0]) if len(row.owes) == 1 else tr("{0} things").format(len(row.owes))
    return tr("{0}, until {1}").format(words, shown(row.until)) if row.until else words


def _stale(row: PacketRow) -> str:
    return tr("Something in it was taken back since; send a new one") if row.stale else ""


def _sees(row: PacketRow) -> str:
    if row.fog is None:
        return _stale(row)
    return tr("How far its units see, in hexes: {0}").format(row.fog)


def _told(row: PacketRow) -> str:
    facts = shown(say_count("one new fact", "{n} new facts", n=row.facts))
    return tr("{0}, last packet {1}, {2}").format(shown(row.name), _last(row), facts)


def _seats() -> tuple[Column[PacketRow], ...]:
    """The seats with their last packets."""

    def column(
        title: str, words: Callable[[PacketRow], str], tip: Callable[[PacketRow], str] = _stale
    ) -> Column[PacketRow]:
        return Column(title=title, words=words, ink="text2", tip=tip)

    return (
        Column(title=tr("Seat"), words=lambda row: shown(row.name), tip=_stale),
        column(tr("Side"), _side, _sees),
        Column(title=tr("Last packet"), words=_last, tip=_stale,
               ink=lambda row: "warn" if row.stale else "text2"),
        column(tr("New facts"), lambda row: str(row.facts or "–")),
        column(tr("Orders"), lambda row: str(row.orders or "–")),
        column(tr("Owes"), _owes, lambda row: "\n".join(map(shown, row.owes))),
    )  # fmt: skip


def _news() -> tuple[Column[tuple[str, str]], ...]:
    """What one packet would newly reveal."""
    turn: Column[tuple[str, str]] = Column(
        title=tr("Turn"), words=lambda line: shown(line[0]), tip=lambda line: shown(line[1]),
        ink="text2",
    )  # fmt: skip
    what: Column[tuple[str, str]] = Column(
        title=tr("What it would newly reveal"), words=lambda line: shown(line[1]), tip=turn.tip
    )
    return turn, what


class PacketsPage(QWidget):
    """Asks its worker for what it shows whenever it is open.

    ``seat_asked(seat)``, ``fog_asked(seat, by fog now)``, ``noticed``.
    """

    seat_asked = Signal(str)
    fog_asked = Signal(str, bool)
    noticed = Signal(object)

    def __init__(self, worker: CampaignWorker, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self.controller = PacketsController(worker, self)
        self.seats = Table(_seats(), self, told=_told)
        self.news = Table(_news(), self)
        self.table = _table(tr("Seats"), self)
        self.table.setModel(self.seats)
        self.list = _table(tr("What its next packet would newly reveal"), self)
        self.list.setModel(self.news)
        self._columns()
        self.open_ = Button(tr("Open as this seat"), self, icon="eye")
        self.fog = Button(tr("By fog…"), self, icon="hidden")
        self.fog.setToolTip(tr("Whether the seat knows of the others only what it has sighted"))
        self.message = Button(tr("Message…"), self, icon="mail")
        self.orders = Button(tr("Read orders…"), self, icon="folder")
        self.one = Button(tr("Write this one…"), self, icon="export")
        self.all = Button(tr("Write all…"), self, icon="export")
        self.remind = Button(tr("Reminders…"), self, icon="mail")
        self.remind.setToolTip(tr("A text and a letter for each seat that owes something"))
        self.report = Button(tr("Report…"), self, icon="book")
        self._head = Line("", self, role="strong", least=80)
        self._lead = Line("", self, role="small", tone="text2", least=80)
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(tr("Packets made"))
        self.stop = Button(tr("Cancel"), self)
        self._lay_out()
        self._connect()
        self._judge()

    # ---- building -------------------------------------------------------------------------------

    def _columns(self) -> None:
        header = self.table.horizontalHeader()
        for column, width in enumerate((200, 148, 156, 112, 70)):
            header.resizeSection(column, theme.px(width))
        self.list.horizontalHeader().resizeSection(0, theme.px(118))

    def _lay_out(self) -> None:
        buttons = FlowBox(self)
        for button in (
            self.all,
            self.one,
            self.open_,
            self.fog,
            self.message,
            self.orders,
            self.remind,
            self.report,
        ):
            buttons.add(button)
        self.working = QWidget(self)
        under = QHBoxLayout(self.working)
        under.setContentsMargins(0, 0, 0, 0)
        under.setSpacing(theme.S2)
        self._busy = Text("", self.working, role="small", tone="text2")
        under.addWidget(self._busy)
        under.addWidget(self.bar, 1)
        under.addWidget(self.stop)
        self.working.hide()
        head = QVBoxLayout()
        head.setContentsMargins(theme.S4, theme.S2, theme.S4, theme.S2)
        head.setSpacing(theme.S2)
        head.addWidget(buttons)
        head.addWidget(self.working)
        told = QVBoxLayout()
        told.setContentsMargins(theme.S4, theme.S3, theme.S4, theme.S2)
        told.setSpacing(0)
        told.addWidget(self._head)
        told.addWidget(self._lead)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.table, 2)
        column.addWidget(hairline(self))
        column.addLayout(told)
        column.addWidget(self.list, 3)

    def _connect(self) -> None:
        self._worker.paged.connect(self._paged)
        self.controller.rows.connect(self.show_rows)
        self.controller.noticed.connect(self.noticed)
        self.controller.progress.connect(self._progress)
        self.controller.ended.connect(self._ended)
        self.table.selectionModel().currentRowChanged.connect(lambda _now, _was: self._chosen())
        self.table.doubleClicked.connect(lambda _at: self.open_.click())
        self.open_.clicked.connect(self._open)
        self.fog.clicked.connect(self._fog)
        self.message.clicked.connect(
            lambda: self.controller.ask_message(self.seats.lines, self._seat())
        )
        self.orders.clicked.connect(self.controller.ask_orders)
        self.remind.clicked.connect(self.controller.ask_reminders)
        self.one.clicked.connect(lambda: self.controller.ask_folder([self._seat()]))
        self.all.clicked.connect(
            lambda: self.controller.ask_folder([row.seat for row in self.seats.lines])
        )
        self.report.clicked.connect(self.controller.ask_report)
        self.stop.clicked.connect(self.controller.cancel)

    # ---- showing --------------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def _paged(self, _page: Page) -> None:
        self._judge()
        if self.isVisible():
            self.refresh()

    def refresh(self) -> None:
        """Ask for the seats anew; a seat's own eyes see none of them."""
        if self._worker.page.umpire:
            self.controller.refresh()
        else:
            self.show_rows([])

    def show_rows(self, rows: Sequence[PacketRow]) -> None:
        """Show the seats; the chosen one stays chosen."""
        seat = self._seat()
        self.seats.set_lines(rows)
        for at, row in enumerate(self.seats.lines):
            if row.seat == seat or (not seat and at == 0):
                self.table.selectRow(at)
        self._chosen()

    def _row(self) -> PacketRow | None:
        at = self.table.currentIndex()
        return self.seats.lines[at.row()] if at.isValid() else None

    def _seat(self) -> str:
        row = self._row()
        return row.seat if row is not None else ""

    def select(self, seat: str) -> None:
        """Go to a seat."""
        for at, row in enumerate(self.seats.lines):
            if row.seat == seat:
                self.table.selectRow(at)

    def _chosen(self) -> None:
        row = self._row()
        self.news.set_lines((row.news if row is not None else None) or ())
        if row is not None and row.news is None:
            self.controller.refresh(row.seat)
        if row is None:
            self._head.set_words("")
            self._lead.set_words("")
        else:
            self._head.set_words(tr("Next packet: {0}").format(shown(row.name)))
            since = tr("since its packet of {0}").format(shown(row.last))
            first = tr("its first packet")
            facts = shown(say_count("one new fact", "{n} new facts", n=row.facts))
            self._lead.set_words(f"{facts}, {since if row.last else first}")
        self._judge()

    def _judge(self) -> None:
        page = self._worker.page
        why = "" if page.umpire else tr("This is what a seat sees; the umpire sends packets")
        if not why and not page.writable:
            why = tr("This campaign is open for reading only")
        whole = (self.all, self.one, self.open_, self.fog, self.message, self.orders, self.report)
        for button in whole:
            button.refuse(why) if why else button.allow()
        if not why and self._row() is None:
            for button in (self.one, self.open_, self.fog, self.message):
                button.refuse(tr("Choose a seat in the list first"))

    def _open(self) -> None:
        if self._seat():
            self.seat_asked.emit(self._seat())

    def _fog(self) -> None:
        row = self._row()
        if row is not None:
            self.fog_asked.emit(row.seat, row.fog is not None)

    # ---- work under way -------------------------------------------------------------------------

    def _progress(self, done: int, count: int) -> None:
        self.working.show()
        self.bar.setRange(0, count)
        self.bar.setValue(done)
        self.stop.setVisible(count > 0)
        words = tr("Making packet {0} of {1}").format(done // PARTS + 1, count // PARTS)
        self._busy.setText(words if count else tr("Drawing the maps of the report…"))

    def _ended(self) -> None:
        self.working.hide()


def _table(name: str, parent: QWidget) -> PlainTable:
    table = PlainTable(name, parent)
    table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
    table.horizontalHeader().setStretchLastSection(True)
    table.verticalHeader().setDefaultSectionSize(theme.ROW_HEIGHT)
    table.setMinimumHeight(theme.px(110))
    return table
