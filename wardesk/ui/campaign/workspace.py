"""The campaign desk: calendar above, what waits at the left, pages in the middle."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from wardesk.errors import UserError
from wardesk.services.campaign.attention import Attention
from wardesk.services.campaign.page import UMPIRE, Page
from wardesk.services.campaign.table import BroughtBack
from wardesk.ui import theme
from wardesk.ui.actions import Action
from wardesk.ui.campaign.ask_card import AskCard
from wardesk.ui.campaign.centre import Centre
from wardesk.ui.campaign.deeds import Deeds
from wardesk.ui.campaign.desk_keys import DeskKeys, Row
from wardesk.ui.campaign.document_bar import CampaignBar
from wardesk.ui.campaign.formations import FormationsPage
from wardesk.ui.campaign.forms import Forms
from wardesk.ui.campaign.hand import Hand
from wardesk.ui.campaign.head import DeskHead
from wardesk.ui.campaign.left import ChecklistPanel, NeedsPanel
from wardesk.ui.campaign.log import LogPage
from wardesk.ui.campaign.looking.pages import LookPages
from wardesk.ui.campaign.looking.time_keys import time_rows
from wardesk.ui.campaign.packets import PacketsPage
from wardesk.ui.campaign.results import ResultsPage
from wardesk.ui.campaign.right import BridgesPanel, PointsPanel, QueuePanel
from wardesk.ui.campaign.rulings import RulingsPage
from wardesk.ui.campaign.save_copy import ask_for_place
from wardesk.ui.campaign.seat_banner import SeatBanner
from wardesk.ui.campaign.tables import Tables
from wardesk.ui.language import explained
from wardesk.ui.shell.workspace import Workspace
from wardesk.ui.widgets.notice import Notice
from wardesk.ui.widgets.panel import Dock, hairline


class CampaignWorkspace(Workspace):
    """Shows the pages of a `Hand`, and does what a person asks for. Owns the hand: `shut`.

    ``table_ready(path)``: a game that was set up for a scenario waits to be played.
    """

    close_asked = Signal()
    doctor_asked = Signal()
    table_ready = Signal(object)

    def __init__(self, hand: Hand, parent: QWidget | None = None) -> None:
        super().__init__(hand.page.name, parent)
        self.hand = hand
        self.deeds = Deeds(hand, self)
        self.forms = Forms(hand, self)
        self.tables = Tables(hand, self)
        self.head = DeskHead(self)
        self.needs = NeedsPanel(self)
        self.checklist = ChecklistPanel(self)
        self.ask = AskCard(self)
        self.points = PointsPanel(self)
        self.queue = QueuePanel(self)
        self.bridges = BridgesPanel(self)
        self.looking = LookPages(hand, self)
        self.formations = FormationsPage(self)
        self.log = LogPage(self)
        self.rulings = RulingsPage(self)
        self.results = ResultsPage(self)
        self.packets = PacketsPage(hand, self)
        self.banner = SeatBanner(self)
        pages = {"formations": self.formations, "log": self.log, "rulings": self.rulings,
                 "results": self.results, "packets": self.packets}  # fmt: skip
        self.centre = Centre(self.looking, pages, self)
        self._hidden = False
        self._remarks: tuple[str, ...] = ()
        """What a table that is being brought back says beside its results."""
        self.bar = self.document_bar = CampaignBar(hand.page, self)
        self.seat, self.next_ = self.document_bar.seat, self.document_bar.next_
        self._lay_out()
        self._connect()
        self._keys = DeskKeys(self._rows(), self, self._away)
        self.show_page(Centre.remembered())
        self._paged(hand.page)

    # ---- building -------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        self.left_dock = Dock("left", self.needs, self.checklist, width=theme.px(304), parent=self)
        self.right_dock = Dock(
            "right", self.ask, self.points, self.queue, self.bridges,
            width=theme.px(344), parent=self,
        )  # fmt: skip
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.left_dock)
        row.addWidget(self.centre, 1)
        row.addWidget(self.right_dock)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.banner)
        column.addWidget(self.head)
        column.addWidget(hairline(self))
        column.addLayout(row, 1)

    def _connect(self) -> None:
        self.hand.paged.connect(self._paged)
        self.hand.refused.connect(self._refuse)
        self.hand.working.connect(self._working)
        self.deeds.told.connect(self.ask.say)
        self.deeds.entered.connect(self._entered)
        self.deeds.blank_ready.connect(self._show_blank)
        self.deeds.judged.connect(self.results.show_preview)
        self.deeds.reproposed.connect(lambda ask: self.ask.show_page(self.hand.page, ask))
        self.seat.activated.connect(lambda _at: self.hand.see_as(str(self.seat.currentData())))
        self.next_.clicked.connect(self.next_step)
        self.document_bar.do_.clicked.connect(lambda: self.open_form())
        self.tables.ready.connect(self.table_ready)
        self.tables.filled.connect(self._filled)
        self.tables.closed.connect(self.enter)
        self.forms.closed.connect(self.enter)
        self.document_bar.undo_.clicked.connect(self.undo)
        self.document_bar.results.clicked.connect(self.open_results)
        self.centre.chosen.connect(self.open_page)
        self.looking.chosen.connect(self.show_formation)
        self.looking.results_asked.connect(self.open_results)
        self.looking.table_asked.connect(self.open_table)
        self.looking.tabbed.connect(lambda: self.hide_docks(not self._hidden))
        self.looking.refused.connect(self._refuse)
        self.needs.asked.connect(self.open_row)
        self.ask.rolled.connect(lambda face: self.deeds.roll(face, self.ask.reason_words))
        self.ask.chosen.connect(self.deeds.choose)
        self.ask.overruled.connect(self.deeds.overrule)
        self.ask.closed.connect(self.deeds.close_line)
        self.ask.begun.connect(lambda: self.deeds.close_line(""))
        self.ask.changed.connect(self.deeds.change)
        self.log.take_back_asked.connect(self.deeds.take_back)
        self.rulings.ruled.connect(self.deeds.rule)
        self.rulings.asked.connect(self.deeds.ask_question)
        self.packets.noticed.connect(self.noticed)
        self.packets.seat_asked.connect(self.open_as)
        self.banner.back_asked.connect(lambda: self.hand.see_as(UMPIRE))
        self.results.opened.connect(self.deeds.open_sheet)
        self.results.judged.connect(self.deeds.judge)
        self.results.kept.connect(self.deeds.keep)
        self.results.accepted.connect(self.deeds.enter_sheet)
        self.results.brought.connect(self.bring_back)

    # ---- keys and commands ----------------------------------------------------------------------

    def _rows(self) -> tuple[Row, ...]:
        needs = self.needs
        return (
            ("next", self.tr("Next step of the turn"), "N", self.next_step, "chevron-right"),
            ("roll", self.tr("Roll the die that waits"), "R", self.roll, "dice"),
            ("row.next", self.tr("Next thing that needs you"), "J", lambda: needs.walk(1), "step"),
            ("row.back", self.tr("Previous thing that needs you"), "K", lambda: needs.walk(-1),
             "back"),
            ("rule", self.tr("Rule on a question"), "U", self.rule, "scales"),
            ("results", self.tr("Enter results"), "Ctrl+R", self.open_results, "pencil"),
            ("act", self.tr("Do something the rules allow"), "A", self.open_form, "wand"),
            ("table", self.tr("A scenario on the table"), "T", self.open_table, "table"),
            ("undo", self.tr("Undo, where it is free"), "Ctrl+Z", self.undo, "undo"),
            ("log", self.tr("Find in the log"), "Ctrl+F", self.find_in_log, "search"),
            ("backup", self.tr("Keep a backup now"), "", self.deeds.backup, "save"),
            ("copy", self.tr("Save a copy…"), "Ctrl+Shift+S", self.save_copy, "save"),
            ("doctor", self.tr("Examine this campaign"), "", self.doctor_asked.emit, "shield"),
            ("close", self.tr("Close the campaign"), "Ctrl+W", self.close_asked.emit, "close"),
            *self.centre.rows(self.open_page),
            *time_rows(self.looking.bar, lambda: self.centre.looks),
        )  # fmt: skip

    def commands(self) -> Sequence[Action]:
        return self._keys.commands()

    def _away(self) -> str:
        return "" if self.isVisible() else self.tr("only at the campaign")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Single keys act wherever no field wants them."""
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        if event.key() == Qt.Key.Key_Tab and plain:
            self.hide_docks(not self._hidden)
        elif not self._keys.press(event):
            event.ignore()

    # ---- what the window asks -------------------------------------------------------------------

    def enter(self) -> None:
        self.needs.focus_first()

    def docks_hidden(self) -> bool:
        return self._hidden

    def hide_docks(self, hidden: bool) -> None:
        self._hidden = hidden
        self._show_docks()

    def _show_docks(self) -> None:
        self.left_dock.setHidden(self._hidden)
        # these need the room; nothing at the right helps meanwhile
        wide = self.centre.page in ("results", "packets")
        self.right_dock.setHidden(self._hidden or wide)

    def shut(self) -> None:
        """Keep what was typed, keep a backup, let go of the file."""
        self.looking.stop()
        self.results.flush()
        if self.results.blank is not None:
            self.deeds.keep_now(self.results.sheet())
        self.hand.close()

    # ---- pages ----------------------------------------------------------------------------------

    def show_page(self, page: str) -> None:
        """Open one of `PAGES`."""
        self.centre.show_page(page)
        self._show_docks()

    def open_page(self, page: str) -> None:
        """Open a page because a person wants it; a looking page gets the keyboard."""
        if page == "results":
            self.open_results()
            return
        self.show_page(page)
        if self.centre.looks:
            self.looking.focus()
        elif page == "packets":
            self.packets.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_formation(self, formation: str) -> None:
        """Go to a formation in the list of all."""
        self.show_page("formations")
        self.formations.select(formation)

    def open_row(self, row: Attention) -> None:
        """Do what the button of a row says."""
        if row.verb in ("roll", "choose", "decide"):
            if self.centre.page == "results":
                self.show_page(Centre.remembered())
            (self.ask.primary or self.ask).setFocus(Qt.FocusReason.OtherFocusReason)
            if row.verb == "decide" and self.ask.outcome is not None:
                self.ask.outcome.setFocus(Qt.FocusReason.OtherFocusReason)
        elif row.verb in ("do", "begin"):
            self.next_step()
        elif row.verb == "results":
            self.open_results(row.about)
        elif row.verb == "rule":
            self.rule()
        elif row.verb == "table":
            self.open_table(row.about)
        else:
            self.show_page("log")
            self.log.select(int(row.about))

    def next_step(self) -> None:
        """Do the next line; one that asks for a die or a choice gets the keyboard instead."""
        page = self.hand.page
        if not self._may() or self.hand.busy:
            return
        if page.ask is not None:
            if self.centre.page == "results":
                self.show_page(Centre.remembered())
            aim = self.ask.primary
            if aim is None or not aim.isEnabled():
                aim = self.ask.typed or self.ask.outcome or self.ask
            aim.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        self.deeds.close_line(self.ask.note.text().strip() if self.ask.note else "")

    def roll(self) -> None:
        """Roll, if a die waits and the campaign's seed may."""
        button = self.ask.primary
        if self.hand.page.ask is not None and self.ask.typed is not None and button is not None:
            button.click()

    def open_as(self, seat: str) -> None:
        """Open the desk as a seat: its own pages, read only."""
        self.show_page("formations")
        self.hand.see_as(seat)

    def rule(self) -> None:
        """Go to the first open question."""
        self.show_page("rulings")
        self.rulings.focus_open()

    def find_in_log(self) -> None:
        """Look for words in the log."""
        self.show_page("log")
        self.log.search.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def open_results(self, node: str = "") -> None:
        """Open the results sheet: of a scenario being played, else of the game chosen last."""
        if not self._may():
            return
        self.show_page("results")
        if node or self.results.blank is None:
            games = self.hand.page.games
            nodes = self.hand.page.nodes
            self.results.choose(
                "" if node or nodes or not games else games[0][0],
                node or (nodes[0][0] if nodes else ""),
            )
        self.results.enter()

    def open_form(self, action: str = "", words: dict[str, str] | None = None) -> None:
        """Open the dialog of everything that the rules allow, with one action chosen."""
        if self._may():
            self.forms.open(action, words)

    def save_copy(self) -> None:
        """Ask where a copy shall lie, and write it whole; this one stays open."""
        target = ask_for_place(Path(self.hand.page.path), self)
        if target is not None:
            self.deeds.save_copy(target)

    def open_table(self, node: str = "") -> None:
        """Lay a scenario on the table, or go on at the one that is there."""
        if self._may():
            self.tables.choose(node)

    def bring_back(self, node: str, game: Path) -> None:
        """Fill the results sheet from a table."""
        if self._may():
            self.tables.bring(node, game)

    def _filled(self, found: BroughtBack) -> None:
        if self.results.blank is not None:
            self.results.flush()
        self.deeds.keep_now(found.sheet)
        self._remarks = found.remarks
        sheet = found.sheet
        self.show_page("results")
        self.results.blank = None
        self.results.choose(sheet.game, sheet.node)
        self.results.enter()

    def undo(self) -> None:
        """Take back what was done last; if it is not free, say what it would mean first."""
        if self._may():
            self.deeds.undo()

    def _may(self) -> bool:
        if self.hand.page.umpire:
            return True
        words = self.tr("This is what a seat sees. Go back to the umpire to do things.")
        self.noticed.emit(Notice(words))
        return False

    def _show_blank(self, blank: object) -> None:
        self.results.show_blank(blank, self._remarks)  # type: ignore[arg-type]
        self._remarks = ()

    def _entered(self) -> None:
        """A sheet was entered: a new one stands as the units do now."""
        self.results.blank = None
        self.show_page("log")

    # ---- showing --------------------------------------------------------------------------------

    def _refuse(self, error: UserError) -> None:
        told = explained(error)
        self.noticed.emit(Notice(told.message, told.advice, "warn"))

    def _working(self, on: bool) -> None:
        self.setProperty("busy", on)

    def _paged(self, page: Page) -> None:
        """Show a new page; every part only changes what is another."""
        self.head.show_page(page)
        self.needs.show_rows(page.attention)
        self.needs.setVisible(page.umpire)
        self.checklist.show_rows(page.checks, page.turn)
        self.ask.show_page(page)
        self.points.show_page(page)
        self.queue.show_rows(page.queue, page.route)
        self.bridges.show_rows(page.bridges)
        self.formations.show_rows(page.formations)
        self.log.show_lines(page.log, umpire=page.umpire)
        self.rulings.show_rows(page.queries, umpire=page.umpire)
        self.results.set_sources(page.games, page.nodes)
        self.banner.show_page(page)
        self.document_bar.show_page(page, did_something=bool(self.hand.deeds))
        if not page.umpire and self.centre.page == "results":
            self.show_page(Centre.remembered())
        self.looking.refresh()
        seen = self.tr("{0} events").format(page.events)
        open_ = sum(not row.ruled_by for row in page.queries)
        facts = [seen, self.tr("{0} questions open").format(open_)]
        if page.head_hash:
            facts.append(self.tr("Head {0} {1}").format(page.head_hash[:4], page.head_hash[4:8]))
        self.set_titles(page.name, self._subtitle(page))
        self.set_status(
            (("N", self.tr("next step")), ("J K", self.tr("next, previous")),
             ("Enter", self.tr("open")), ("U", self.tr("rule")),
             ("A", self.tr("do")), ("T", self.tr("table")), ("Ctrl+R", self.tr("results"))), facts,
        )  # fmt: skip

    def _subtitle(self, page: Page) -> str:
        if page.umpire:
            return self.tr("ledger sound")
        names = dict(page.seats)
        return self.tr("as {0} sees it").format(names.get(page.seat, page.seat))
