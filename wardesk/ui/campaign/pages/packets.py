"""The packets page: every seat, what its next packet would newly reveal, and the post."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QUrl, Signal, SignalInstance
from PySide6.QtGui import QDesktopServices, QShowEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QProgressBar,
    QVBoxLayout,
    QWidget,
)

from wardesk.campaign.general_actions import set_seat
from wardesk.campaign.ledger.events import LedgerEvent
from wardesk.campaign.operation.design import Design
from wardesk.campaign.operation.forces import Seat
from wardesk.campaign.operation.names import in_words
from wardesk.campaign.operation.orders import OrdersPreview
from wardesk.campaign.operation.orders_text import MOST_BYTES
from wardesk.documents.files.atomic import write_atomically, write_folder_atomically
from wardesk.documents.files.untrusted import open_regular
from wardesk.errors import UserError
from wardesk.reports.campaign_maps import qt_small_map
from wardesk.reports.campaign_report import campaign_report
from wardesk.reports.packet import PARTS, qt_packet_painter, ready_packets, write_packets
from wardesk.reports.packet_rows import PacketRow, packet_rows
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.owed import reminders
from wardesk.services.campaign.packets import accept_orders, preview_orders, send_message
from wardesk.services.campaign.page import CampaignPage
from wardesk.services.campaign.seats import SeatChoices, seat_choices
from wardesk.services.campaign.shelf import file_beside
from wardesk.ui import theme
from wardesk.ui.campaign.dialogs.message import MessageDialog
from wardesk.ui.campaign.dialogs.orders import OrdersDialog
from wardesk.ui.campaign.dialogs.seat import SeatDialog
from wardesk.ui.campaign.worker import CampaignWorker
from wardesk.ui.tasks import Task, tell
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.flow import FlowBox
from wardesk.ui.widgets.notice import Notice
from wardesk.ui.widgets.panel import hairline
from wardesk.ui.widgets.table import Column, LinesTable, PlainTable
from wardesk.ui.widgets.text import ElidedLine, Label
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
        self.seats = LinesTable(_seats(), self, told=_told)
        self.news = LinesTable(_news(), self)
        self.table = _table(tr("Seats"), self)
        self.table.setModel(self.seats)
        self.list = _table(tr("What its next packet would newly reveal"), self)
        self.list.setModel(self.news)
        self._columns()
        self.open_ = Button(tr("Open as this seat"), self, icon="eye")
        self.fog = Button(tr("By fog…"), self, icon="hidden")
        self.fog.setToolTip(tr("Whether the seat knows of the others only what it has sighted"))
        self.new = Button(tr("New seat…"), self, icon="plus")
        self.new.setToolTip(tr("Somebody else takes a part of a side's command"))
        self.divide = Button(tr("Its command…"), self, icon="split")
        self.divide.setToolTip(tr("The name of the seat, and which formations stand under it"))
        self.message = Button(tr("Message…"), self, icon="mail")
        self.orders = Button(tr("Read orders…"), self, icon="folder")
        self.one = Button(tr("Write this one…"), self, icon="export")
        self.all = Button(tr("Write all…"), self, icon="export")
        self.remind = Button(tr("Reminders…"), self, icon="mail")
        self.remind.setToolTip(tr("A text and a letter for each seat that owes something"))
        self.report = Button(tr("Report…"), self, icon="book")
        self._head = ElidedLine("", self, role="strong", least=80)
        self._lead = ElidedLine("", self, role="small", tone="text2", least=80)
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
            self.new,
            self.divide,
        ):
            buttons.add(button)
        self.working = QWidget(self)
        under = QHBoxLayout(self.working)
        under.setContentsMargins(0, 0, 0, 0)
        under.setSpacing(theme.S2)
        self._busy = Label("", self.working, role="small", tone="text2")
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
        self.new.clicked.connect(lambda: self.controller.ask_seat())
        self.divide.clicked.connect(lambda: self.controller.ask_seat(self._seat()))
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

    def _paged(self, _page: CampaignPage) -> None:
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
        whole = (
            self.all, self.one, self.open_, self.fog, self.message, self.orders, self.report,
            self.new, self.divide,
        )  # fmt: skip
        for button in whole:
            button.refuse(why) if why else button.allow()
        if not why and self._row() is None:
            for button in (self.one, self.open_, self.fog, self.message, self.divide):
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


# ---- what is done with them ----------------------------------------------------------------------


class PacketsController(QObject):
    """``rows(list)`` for the page, ``noticed(Notice)``, ``progress(done, all)``, ``ended()``."""

    rows = Signal(object)
    noticed = Signal(object)
    progress = Signal(int, int)
    ended = Signal()

    def __init__(
        self,
        worker: CampaignWorker,
        parent: QWidget,
        *,
        opener: Callable[[QUrl], object] = QDesktopServices.openUrl,
    ) -> None:
        super().__init__(parent)
        self._worker, self._over, self._opener = worker, parent, opener
        self._stop = threading.Event()
        self._chosen = ""
        self.dialog: OrdersDialog | MessageDialog | SeatDialog | None = None
        self._readying = Task(self)
        self._readying.failed.connect(lambda _error: None)  # who writes a packet is told
        self._readied = False

    def refresh(self, seat: str = "") -> None:
        """Ask for the rows of the page anew, with the news of a *seat*."""
        if not self._readied:
            # the first packet waits for a second and more otherwise: done while this is read
            self._readied = True
            self._worker.read(lambda desk: desk.design, self._make_ready)
        self._chosen = seat or self._chosen
        self._worker.read(partial(packet_rows, news_of=(self._chosen,)), self.rows.emit)

    def _make_ready(self, design: Design) -> None:
        self._readying.start(partial(ready_packets, design))

    # ---- packets --------------------------------------------------------------------------------

    def ask_folder(self, seats: Sequence[str]) -> None:
        """Ask where packets shall go, and write them there into a new folder."""
        title = tr("Where shall the packets go?")
        chosen = QFileDialog.getExistingDirectory(self._over, title, str(self._beside()))
        if chosen:
            self.write(seats, self._new_folder(Path(chosen)))

    def _beside(self) -> Path:
        page = self._worker.page
        return file_beside(page.path, page.name).parent

    def _new_folder(self, parent: Path, what: str = "packets") -> Path:
        """A name that is free: nothing is ever overwritten."""
        page = self._worker.page
        plain = "".join(c if c.isalnum() or c in " -" else "_" for c in f"{page.name} {page.turn}")
        found, number = parent / f"{plain} {what}", 2
        while found.exists():
            found = parent / f"{plain} {what} {number}"
            number += 1
        return found

    def write(self, seats: Sequence[str], folder: Path) -> None:
        """Write packets into a new folder; `cancel` gives it up."""
        self._stop.clear()
        self.progress.emit(0, PARTS * len(seats))
        work = partial(_packets, tuple(seats), folder, self._stop, self.progress)
        self._worker.do(work, lambda _nothing: self._written(folder, len(seats)), self._not_written)

    def cancel(self) -> None:
        """Give up the packets that are being made."""
        self._stop.set()

    def _written(self, folder: Path, count: int) -> None:
        self.ended.emit()
        words = (
            tr("The packet is written.") if count == 1
            else tr("{0} packets are written.").format(count)
        )  # fmt: skip
        show = (tr("Open the folder"), lambda: self._opener(QUrl.fromLocalFile(str(folder))))
        self.noticed.emit(Notice(words, str(folder), "ok", (show,)))
        self.refresh()

    def _not_written(self, error: UserError) -> None:
        self.ended.emit()
        self._refuse(error)

    def _refuse(self, error: UserError) -> None:
        self.noticed.emit(Notice(error.message, error.advice, "warn"))

    # ---- messages -------------------------------------------------------------------------------

    def ask_message(self, rows: Sequence[PacketRow], seat: str) -> None:
        """Ask for a message to *seat* and others."""
        self._worker.read(_turns_ahead, lambda turns: self._message(rows, seat, turns))

    def _message(self, rows: Sequence[PacketRow], seat: str, turns: Sequence[str]) -> None:
        seats = [(row.seat, row.name) for row in rows]
        dialog = MessageDialog(seats, turns, self._over, chosen=seat)
        dialog.sent.connect(self.send)
        self.dialog = dialog
        dialog.open()

    def send(self, seats: Sequence[str], text: str, due: str) -> None:
        """Send a message."""
        self._worker.do(lambda desk: send_message(desk, seats, text, due=due), self._sent)

    def _sent(self, _events: list[LedgerEvent]) -> None:
        self.noticed.emit(Notice(tr("The message waits for its next packet."), "", "ok"))
        self.refresh()

    # ---- seats ----------------------------------------------------------------------------------

    def ask_seat(self, seat: str = "") -> None:
        """Ask for a new seat, or for another name or command of one."""
        self._worker.read(
            lambda desk: seat_choices(desk.design, tuple(desk.state.seats.values())),
            partial(self._ask_seat, seat),
        )

    def _ask_seat(self, seat: str, choices: SeatChoices) -> None:
        found = next((each for each in choices.seats if each.id == seat), None)
        dialog = SeatDialog(choices, self._over, seat=found)
        dialog.made.connect(self.make_seat)
        self.dialog = dialog
        dialog.open()

    def make_seat(self, seat: Seat) -> None:
        """Write a seat into the campaign."""
        self._worker.do(
            lambda desk: desk.add(set_seat(desk.state, seat)), lambda _done: self.refresh(seat.id)
        )

    # ---- orders ---------------------------------------------------------------------------------

    def ask_orders(self) -> None:
        """Ask for a filled orders form and show what it would change."""
        kinds = tr("Orders forms (*.json *.txt *.eml);;All files (*)")
        title = tr("Which orders form?")
        chosen, _kind = QFileDialog.getOpenFileName(self._over, title, str(self._beside()), kinds)
        if chosen:
            self.read_orders(Path(chosen))

    def read_orders(self, file: Path) -> None:
        """Show what a filled form would change; nothing is entered."""
        try:
            with open_regular(file) as stream:
                data = stream.read(MOST_BYTES + 1)
        except UserError as error:
            self._refuse(error)
            return
        except OSError as error:
            words = tr("WarDesk cannot read {0}: {1}.")
            self._refuse(UserError(words.format(file.name, error.strerror or error)))
            return
        self._worker.read(
            lambda desk: preview_orders(desk, data), partial(self._compared, data), self._refuse
        )

    def _compared(self, data: bytes, found: OrdersPreview) -> None:
        dialog = OrdersDialog(found, self._over)
        dialog.accepted_orders.connect(lambda why: self.enter_orders(data, found, why))
        self.dialog = dialog
        dialog.open()

    def enter_orders(
        self, data: bytes, found: OrdersPreview, allow: Mapping[str, str] | None = None
    ) -> None:
        """Enter the differences that were shown; *allow*: why what is refused is allowed."""
        self._worker.do(
            lambda desk: accept_orders(desk, data, found, allow or {}),
            self._entered, self._refuse,
        )  # fmt: skip

    def _entered(self, events: list[LedgerEvent]) -> None:
        words = (
            tr("One order is entered.") if len(events) == 1
            else tr("{0} orders are entered.").format(len(events))
        )  # fmt: skip
        self.noticed.emit(Notice(words, "", "ok"))
        self.refresh()

    def ask_reminders(self) -> None:
        """Ask where reminders shall go, and write them into a new folder."""
        title = tr("Where shall the reminders go?")
        chosen = QFileDialog.getExistingDirectory(self._over, title, str(self._beside()))
        if chosen:
            self.write_reminders(self._new_folder(Path(chosen), "reminders"))

    def write_reminders(self, folder: Path) -> None:
        """Write a text and a letter for each seat that owes something."""

        def work(desk: CampaignDesk) -> int:
            parts = reminders(desk)
            if parts:
                write_folder_atomically(folder, parts)
            return len(parts) // 2

        def told(count: int) -> None:
            if not count:
                self.noticed.emit(Notice(tr("Nobody owes anything."), "", "ok"))
                return
            words = (
                tr("One reminder is written.") if count == 1
                else tr("{0} reminders are written.").format(count)
            )  # fmt: skip
            show = (tr("Open the folder"), lambda: self._opener(QUrl.fromLocalFile(str(folder))))
            self.noticed.emit(Notice(words, str(folder), "ok", (show,)))

        self._worker.read(work, told, self._refuse)

    # ---- report ---------------------------------------------------------------------------------

    def ask_report(self) -> None:
        """Ask where the after-action report shall go, and write it."""
        name = f"{self._worker.page.name} report.html"
        title = tr("After-action report")
        kinds = tr("Web pages (*.html)")
        chosen, _kind = QFileDialog.getSaveFileName(
            self._over, title, str(self._beside() / name), kinds
        )
        if chosen:
            self.write_report(Path(chosen))

    def write_report(self, file: Path) -> None:
        """Write the after-action report."""
        self.progress.emit(0, 0)
        self._worker.read(
            partial(_report, file), lambda _done: self._reported(file), self._not_written
        )

    def _reported(self, file: Path) -> None:
        self.ended.emit()
        show = (tr("Open it"), lambda: self._opener(QUrl.fromLocalFile(str(file))))
        self.noticed.emit(Notice(tr("The report is written."), str(file), "ok", (show,)))


# ---- work of the worker thread ------------------------------------------------------------------


def _packets(
    seats: Sequence[str], folder: Path, stop: threading.Event, progress: SignalInstance,
    desk: CampaignDesk,
) -> list[LedgerEvent]:  # fmt: skip
    def told(number: int, count: int) -> bool:
        tell(progress, number, count)
        return not stop.is_set()

    write_packets(desk, seats, folder, qt_packet_painter(), told)
    return []  # a packet that was sent cannot be undone with a key


def _report(file: Path, desk: CampaignDesk) -> Path:
    write_atomically(file, campaign_report(desk.design, desk.ledger, qt_small_map).encode())
    return file


def _turns_ahead(desk: CampaignDesk) -> list[str]:
    calendar, now = desk.design.calendar, desk.state.ordinal
    last = min(calendar.turns, now + 1 + 3 * len(calendar.slots))
    return [calendar.turn(ordinal).label for ordinal in range(now + 1, last)]
