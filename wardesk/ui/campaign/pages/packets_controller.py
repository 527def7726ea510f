"""What goes out and comes in by the window: packets, messages, orders, the report."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QUrl, Signal, SignalInstance
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QWidget

from wardesk.campaign.ledger.events import Event
from wardesk.campaign.operation.design import Design
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
from wardesk.services.campaign.shelf import file_beside
from wardesk.ui.campaign.dialogs.message import MessageDialog
from wardesk.ui.campaign.dialogs.orders import OrdersDialog
from wardesk.ui.campaign.worker import CampaignWorker
from wardesk.ui.tasks import Task, tell
from wardesk.ui.widgets.notice import Notice
from wardesk.words import tr


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
        self.dialog: OrdersDialog | MessageDialog | None = None
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

    def _sent(self, _events: list[Event]) -> None:
        self.noticed.emit(Notice(tr("The message waits for its next packet."), "", "ok"))
        self.refresh()

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

    def _entered(self, events: list[Event]) -> None:
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
) -> list[Event]:  # fmt: skip
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
