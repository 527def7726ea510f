"""The campaign desk: calendar above, what waits at the left, pages in the middle."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from wardesk.errors import UserError
from wardesk.services.campaign_attention import Attention
from wardesk.services.campaign_page import UMPIRE, Page
from wardesk.ui import theme
from wardesk.ui.campaign.ask_card import AskCard
from wardesk.ui.campaign.deeds import Deeds
from wardesk.ui.campaign.formations import FormationsPage
from wardesk.ui.campaign.hand import Hand
from wardesk.ui.campaign.left import ChecklistPanel, NeedsPanel
from wardesk.ui.campaign.log import LogPage
from wardesk.ui.campaign.packets import PacketsPage
from wardesk.ui.campaign.results import ResultsPage
from wardesk.ui.campaign.right import BridgesPanel, PointsPanel, QueuePanel
from wardesk.ui.campaign.rulings import RulingsPage
from wardesk.ui.campaign.seat_banner import SeatBanner
from wardesk.ui.campaign.strip import CalendarStrip
from wardesk.ui.key_book import key_book
from wardesk.ui.language import explained
from wardesk.ui.shell.commands import Command
from wardesk.ui.shell.workspace import Workspace
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.chip import rebuilt_chip
from wardesk.ui.widgets.notice import Notice
from wardesk.ui.widgets.panel import Dock, hairline
from wardesk.ui.widgets.segment import Segment
from wardesk.ui.widgets.text import Line

PAGES = ("formations", "log", "rulings", "results", "packets")
Row = tuple[str, str, str, Callable[[], object], str]


class CampaignWorkspace(Workspace):
    """Shows the pages of a `Hand`, and does what a person asks for. Owns the hand: `shut`."""

    close_asked = Signal()
    doctor_asked = Signal()

    def __init__(self, hand: Hand, parent: QWidget | None = None) -> None:
        super().__init__(hand.page.name, parent)
        self.hand = hand
        self.deeds = Deeds(hand, self)
        self.strip = CalendarStrip(self)
        self.needs = NeedsPanel(self)
        self.checklist = ChecklistPanel(self)
        self.ask = AskCard(self)
        self.points = PointsPanel(self)
        self.queue = QueuePanel(self)
        self.bridges = BridgesPanel(self)
        self.formations = FormationsPage(self)
        self.log = LogPage(self)
        self.rulings = RulingsPage(self)
        self.packets = PacketsPage(hand, self)
        self.banner = SeatBanner(self)
        self.results = ResultsPage(self)
        self._hidden = False
        self._make_bar()
        self._lay_out()
        self._connect()
        self._bind_shortcuts()
        self.show_page("formations")
        self._paged(hand.page)

    # ---- building -------------------------------------------------------------------------------

    def _make_bar(self) -> None:
        self.bar = QWidget(self)
        self.bar.hide()
        row = QHBoxLayout(self.bar)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.S2)
        page = self.hand.page
        if page.proposals:
            row.addWidget(rebuilt_chip(self.bar, note=page.proposals))
        self.seat = QComboBox(self.bar)
        self.seat.setFont(theme.font())
        self.seat.setAccessibleName(self.tr("See as"))
        self.seat.setToolTip(self.tr("Show only what a seat may know"))
        for key, name in page.seats:
            mine = key == page.seat
            self.seat.addItem(self.tr("{0} sees all").format(name) if mine else name, key)
        row.addWidget(self.seat)
        self.undo_ = Button(self.tr("Undo"), self.bar, icon="undo", key="Ctrl+Z")
        self.enter_results = Button(self.tr("Enter results"), self.bar, icon="pencil", key="Ctrl+R")
        self.next_ = Button(self.tr("Next step"), self.bar, icon="chevron-right", key="N")
        for button in (self.undo_, self.enter_results, self.next_):
            row.addWidget(button)

    def _lay_out(self) -> None:
        self.turn = Line("", self, role="title", least=160)
        self.place = Line("", self, role="small", tone="text2", least=120)
        self.weather = Line("", self, role="small", tone="text2", least=120)
        told = QVBoxLayout()
        told.setContentsMargins(0, 0, 0, 0)
        told.setSpacing(2)
        for part in (self.turn, self.place, self.weather):
            told.addWidget(part)
        told.addStretch(1)
        head = QFrame(self)
        head.setObjectName("surface")
        above = QHBoxLayout(head)
        above.setContentsMargins(theme.S4, theme.S2, theme.S4, theme.S1)
        above.setSpacing(theme.S4)
        holder = QWidget(head)
        holder.setLayout(told)
        holder.setFixedWidth(theme.px(216))
        above.addWidget(holder)
        above.addWidget(self.strip, 1)
        self.pages = Segment(
            (
                ("formations", self.tr("Formations")), ("log", self.tr("Log")),
                ("rulings", self.tr("Rulings")), ("results", self.tr("Results")),
                ("packets", self.tr("Packets")),
            ),
            self, name=self.tr("Pages of the campaign"),
        )  # fmt: skip
        self.stack = QStackedWidget(self)
        for page in (self.formations, self.log, self.rulings, self.results, self.packets):
            self.stack.addWidget(page)
        bar = QHBoxLayout()
        bar.setContentsMargins(theme.S4, theme.S2, theme.S4, 0)
        bar.setSpacing(theme.S3)
        bar.addWidget(self.pages)
        missing = self.tr("No map here yet")
        bar.addWidget(Line(missing, self, role="small", tone="text3", least=40))
        centre = QVBoxLayout()
        centre.setContentsMargins(0, 0, 0, 0)
        centre.setSpacing(0)
        centre.addWidget(self.banner)
        centre.addLayout(bar)
        centre.addWidget(self.stack, 1)
        middle = QFrame(self)
        middle.setObjectName("surface")
        middle.setLayout(centre)
        self.left_dock = Dock("left", self.needs, self.checklist, width=theme.px(304), parent=self)
        self.right_dock = Dock(
            "right", self.ask, self.points, self.queue, self.bridges,
            width=theme.px(344), parent=self,
        )  # fmt: skip
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.left_dock)
        row.addWidget(middle, 1)
        row.addWidget(self.right_dock)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(head)
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
        self.undo_.clicked.connect(self.undo)
        self.enter_results.clicked.connect(self.open_results)
        self.pages.chosen.connect(self._page_chosen)
        self.needs.asked.connect(self.open_row)
        self.ask.rolled.connect(self.deeds.roll)
        self.ask.chosen.connect(self.deeds.choose)
        self.ask.overruled.connect(self.deeds.overrule)
        self.ask.closed.connect(self.deeds.close_line)
        self.ask.begun.connect(lambda: self.deeds.close_line(""))
        self.ask.paid.connect(self.deeds.pay)
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

    # ---- keys and commands ----------------------------------------------------------------------

    def _rows(self) -> tuple[Row, ...]:
        return (
            ("next", self.tr("Next step of the turn"), "N", self.next_step, "chevron-right"),
            ("roll", self.tr("Roll the die that waits"), "R", self.roll, "dice"),
            (
                "row.next",
                self.tr("Next thing that needs you"),
                "J",
                lambda: self.needs.walk(1),
                "step",
            ),
            (
                "row.back",
                self.tr("Previous thing that needs you"),
                "K",
                lambda: self.needs.walk(-1),
                "back",
            ),
            ("rule", self.tr("Rule on a question"), "U", self.rule, "scales"),
            ("results", self.tr("Enter results"), "Ctrl+R", self.open_results, "pencil"),
            ("packets", self.tr("Packets for the seats"), "Ctrl+K", self.show_packets, "mail"),
            ("undo", self.tr("Undo, where it is free"), "Ctrl+Z", self.undo, "undo"),
            ("log", self.tr("Find in the log"), "Ctrl+F", self.find_in_log, "search"),
            ("backup", self.tr("Keep a backup now"), "", self.deeds.backup, "save"),
            ("doctor", self.tr("Examine this campaign"), "", self.doctor_asked.emit, "shield"),
            ("close", self.tr("Close the campaign"), "Ctrl+W", self.close_asked.emit, "close"),
        )

    def commands(self) -> Sequence[Command]:
        return [
            Command(f"campaign.{one}", title, key, run, self.tr("Campaign"), icon, self._away,
                    everywhere=False)
            for one, title, key, run, icon in self._rows()
        ]  # fmt: skip

    def _away(self) -> str:
        return "" if self.isVisible() else self.tr("only at the campaign")

    def _bind_shortcuts(self) -> None:
        self._bound: list[tuple[QShortcut, str]] = []
        for _id, _title, key, run, _icon in self._rows():
            if not key.startswith("Ctrl+"):
                continue
            shortcut = QShortcut(QKeySequence(key_book().shown(key, "campaign")), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(run)
            self._bound.append((shortcut, key))
        key_book().changed.connect(self._keys_changed)

    def _keys_changed(self) -> None:
        for shortcut, key in self._bound:
            shortcut.setKey(QKeySequence(key_book().shown(key, "campaign")))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Single keys act wherever no field wants them."""
        found = key_book().translated(event, "campaign")
        if found is None or found.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            event.ignore()
            return
        if found.key() == Qt.Key.Key_Tab:
            self.hide_docks(not self._hidden)
            return
        pressed = QKeySequence(found.key()).toString()
        for _id, _title, key, run, _icon in self._rows():
            if key and key == pressed:
                run()
                return
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
        # the sheet needs the room; nothing at the right helps while it is filled in
        wide = self.stack.currentWidget() is self.results
        self.right_dock.setHidden(self._hidden or wide)

    def shut(self) -> None:
        """Keep what was typed, keep a backup, let go of the file."""
        self.results.flush()
        if self.results.blank is not None:
            self.deeds.keep_now(self.results.sheet())
        self.hand.close()

    # ---- pages ----------------------------------------------------------------------------------

    def show_page(self, page: str) -> None:
        """Open one of `PAGES`."""
        self.pages.set_current(page)
        self.stack.setCurrentIndex(PAGES.index(page))
        self._show_docks()

    def _page_chosen(self, page: str) -> None:
        if page == "results":
            self.open_results()
        else:
            self.show_page(page)

    def open_row(self, row: Attention) -> None:
        """Do what the button of a row says."""
        if row.verb in ("roll", "choose", "decide"):
            self.show_page("formations" if self.stack.currentIndex() == 3 else self._page())
            (self.ask.primary or self.ask).setFocus(Qt.FocusReason.OtherFocusReason)
            if row.verb == "decide" and self.ask.outcome is not None:
                self.ask.outcome.setFocus(Qt.FocusReason.OtherFocusReason)
        elif row.verb in ("do", "begin"):
            self.next_step()
        elif row.verb == "results":
            self.open_results(row.about)
        elif row.verb == "rule":
            self.rule()
        else:
            self.show_page("log")
            self.log.select(int(row.about))

    def _page(self) -> str:
        return PAGES[self.stack.currentIndex()]

    def next_step(self) -> None:
        """Do the next line; one that asks for a die or a choice gets the keyboard instead."""
        page = self.hand.page
        if not self._may() or self.hand.busy:
            return
        if page.ask is not None:
            if self.stack.currentWidget() is self.results:
                self.show_page("formations")
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

    def show_packets(self) -> None:
        """Open the page of the packets."""
        self.show_page("packets")
        self.packets.table.setFocus(Qt.FocusReason.OtherFocusReason)

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
        self.results.show_blank(blank)  # type: ignore[arg-type]

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
        self.strip.show_view(page.calendar, page.turn)
        self.turn.set_words(page.turn)
        slots = len(page.calendar.slots) * len(page.calendar.days)
        self.place.set_words(self.tr("turn {0} of {1}").format(page.ordinal + 1, slots))
        weather = page.weather or self.tr("not rolled yet")
        self.weather.set_words(self.tr("Weather: {0}").format(weather))
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
        self._judge_bar(page)
        self.seat.setCurrentIndex(max(0, self.seat.findData(page.seat)))
        seen = self.tr("{0} events").format(page.events)
        open_ = sum(not row.ruled_by for row in page.queries)
        facts = [seen, self.tr("{0} questions open").format(open_)]
        if page.head_hash:
            facts.append(self.tr("Head {0} {1}").format(page.head_hash[:4], page.head_hash[4:8]))
        self.set_titles(page.name, self._subtitle(page))
        self.set_status(
            (("N", self.tr("next step")), ("J K", self.tr("next, previous")),
             ("Enter", self.tr("open")), ("U", self.tr("rule")),
             ("Ctrl+R", self.tr("results"))), facts,
        )  # fmt: skip

    def _subtitle(self, page: Page) -> str:
        if page.umpire:
            return self.tr("ledger sound")
        names = dict(page.seats)
        return self.tr("as {0} sees it").format(names.get(page.seat, page.seat))

    def _judge_bar(self, page: Page) -> None:
        not_here = self.tr("This is what a seat sees; the umpire does things")
        for button in (self.undo_, self.enter_results, self.next_):
            button.allow() if page.umpire else button.refuse(not_here)
        if not page.umpire and self.stack.currentWidget() is self.results:
            self.show_page("formations")
        if page.over and page.umpire and all(row.state == "done" for row in page.checks):
            self.next_.refuse(self.tr("The campaign is over"))
        if page.umpire and not self.hand.deeds and page.events <= 1:
            self.undo_.refuse(self.tr("Nothing was done yet"))
