"""An open campaign: calendar above, what waits at the left, pages in the middle."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from wardesk.campaign.ledger.events import LedgerEvent
from wardesk.campaign.operation.design import Design
from wardesk.campaign.ruleset import ruleset_of
from wardesk.errors import UserError
from wardesk.model.rulebook import Rulebook, read_rulebook
from wardesk.services.campaign.attention import Attention
from wardesk.services.campaign.needs import Need
from wardesk.services.campaign.page import UMPIRE, CampaignPage
from wardesk.services.campaign.shelf import SUFFIX, file_beside
from wardesk.services.campaign.table_back import AlreadyEntered, BroughtBack, come_home
from wardesk.ui import theme
from wardesk.ui.actions import Action, ActionTable, always
from wardesk.ui.campaign.calendar import TurnHeader
from wardesk.ui.campaign.controller import CampaignController
from wardesk.ui.campaign.dialogs.act_form import ActFormController
from wardesk.ui.campaign.dialogs.mug import MugController
from wardesk.ui.campaign.dialogs.place_units import PlaceController
from wardesk.ui.campaign.dialogs.roll_table import RollTableController
from wardesk.ui.campaign.dialogs.scenario_table import ScenarioTableController
from wardesk.ui.campaign.docks.ask_card import AskCard
from wardesk.ui.campaign.docks.checklist import ChecklistPanel, NeedsPanel
from wardesk.ui.campaign.docks.standings import BridgesPanel, PointsPanel, QueuePanel
from wardesk.ui.campaign.pages.formations import FormationsPage
from wardesk.ui.campaign.pages.log import LogPage
from wardesk.ui.campaign.pages.packets import PacketsPage
from wardesk.ui.campaign.pages.results import ResultsPage
from wardesk.ui.campaign.pages.rulings import RulingsPage
from wardesk.ui.campaign.pages.stack import WIDE, PageStack
from wardesk.ui.campaign.views.pages import ViewPages
from wardesk.ui.campaign.worker import CampaignWorker
from wardesk.ui.desk.dialog import RuleDialog
from wardesk.ui.dialogs.dialog import Dialog
from wardesk.ui.language import explained
from wardesk.ui.shell.workspace import Workspace
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.chip import rebuilt_chip
from wardesk.ui.widgets.fields import combo_box
from wardesk.ui.widgets.glyph import Glyph
from wardesk.ui.widgets.notice import Notice
from wardesk.ui.widgets.panel import Dock, hairline
from wardesk.ui.widgets.text import Label
from wardesk.words import shown, tr


class CampaignBar(QWidget):
    """Its buttons are off, with the reason, where they cannot do anything."""

    def __init__(self, page: CampaignPage, parent: QWidget) -> None:
        super().__init__(parent)
        self.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.S2)
        if page.proposals:
            row.addWidget(rebuilt_chip(self, note=page.proposals))
        self.seat = combo_box(tr("See as"), self)
        self.seat.setToolTip(tr("Show only what a seat may know"))
        for key, name in page.seats:
            called, mine = shown(name), key == page.seat
            self.seat.addItem(tr("{0} sees all").format(called) if mine else called, key)
        row.addWidget(self.seat)
        self.do_ = Button(tr("Do…"), self, icon="wand", action="campaign.act")
        self.do_.setToolTip(tr("Everything that the rules allow"))
        self.undo_ = Button(tr("Undo"), self, icon="undo", action="campaign.undo")
        self.results = Button(
            tr("Results", "CampaignBar"), self, icon="pencil", action="campaign.results"
        )
        self.results.setToolTip(tr("Enter results"))
        self.next_ = Button(tr("Next thing"), self, icon="play", action="campaign.need")
        for button in (self.do_, self.undo_, self.results, self.next_):
            row.addWidget(button)

    def show_page(self, page: CampaignPage) -> None:
        """Judge the buttons anew."""
        self.seat.setCurrentIndex(max(0, self.seat.findData(page.seat)))
        not_here = tr("This is what a seat sees; the umpire does things")
        for button in (self.do_, self.undo_, self.results, self.next_):
            button.allow() if page.umpire else button.refuse(not_here)
        if page.over and page.umpire and all(row.state == "done" for row in page.checks):
            self.next_.refuse(tr("The campaign is over"))
        if page.umpire and page.untouched:
            self.undo_.refuse(tr("Nothing has happened yet"))


class SeatBanner(QFrame):
    """A band over the pages; hidden while the umpire looks. ``back_asked()``."""

    back_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("band")
        self.setProperty("tone", "warn")
        self._who = Label("", self, role="strong")
        words = tr("Made from what this seat may know and nothing else. Nothing can be done.")
        self._what = Label(words, self, role="small", tone="text2", wrap=True)
        self.back = Button(tr("Back to the umpire"), self, icon="back")
        self.back.clicked.connect(self.back_asked)
        said = QVBoxLayout()
        said.setSpacing(0)
        said.addWidget(self._who)
        said.addWidget(self._what)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.S4, theme.S2, theme.S3, theme.S2)
        row.setSpacing(theme.S3)
        row.addWidget(Glyph("eye", self, tone="warn", size=20))
        row.addLayout(said, 1)
        row.addWidget(self.back)
        self.hide()

    def show_page(self, page: CampaignPage) -> None:
        """Show whose page it is; nothing for the umpire's."""
        name = dict(page.seats).get(page.seat, page.seat)
        words = tr("Opened as {0}").format(shown(name))
        self._who.setText(words)
        self.setAccessibleName(f"{words}. {self._what.text()}")
        self.setVisible(not page.umpire)


def ask_for_place(path: Path, over: QWidget) -> Path | None:
    """The name of a new file, offered beside *path*; None if nobody wants one."""
    offered = path.with_stem(tr("{0} copy").format(path.stem))
    number = 2
    while offered.exists():
        offered, number = path.with_stem(tr("{0} copy {1}").format(path.stem, number)), number + 1
    chosen, _kind = QFileDialog.getSaveFileName(
        over,
        tr("Save a copy of the campaign"),
        str(offered),
        tr("WarDesk campaigns (*{0})").format(SUFFIX),
    )
    if not chosen:
        return None
    return Path(chosen if chosen.endswith(SUFFIX) else f"{chosen}{SUFFIX}")


class CampaignWorkspace(Workspace):
    """Shows the pages of a `CampaignWorker`, and does what a person asks for. Owns it: `shut`.

    ``table_ready(path)``: a game that was set up for a scenario waits to be played.
    """

    close_asked = Signal()
    doctor_asked = Signal()
    table_ready = Signal(object)

    def __init__(self, worker: CampaignWorker, parent: QWidget | None = None) -> None:
        super().__init__(worker.page.name, parent)
        self.worker = worker
        self.controller = CampaignController(worker, self)
        self.forms = ActFormController(worker, self)
        self.rolls = RollTableController(worker, self)
        self.tables = ScenarioTableController(worker, self)
        self.mug = MugController(worker, self)
        self.placer = PlaceController(worker, self.controller.undo, self)
        self.head = TurnHeader(self)
        self.needs = NeedsPanel(self)
        self.checklist = ChecklistPanel(self)
        self.ask = AskCard(self)
        self.points = PointsPanel(self)
        self.queue = QueuePanel(self)
        self.bridges = BridgesPanel(self)
        self.views = ViewPages(worker, self)
        self.formations = FormationsPage(self)
        self.log = LogPage(self)
        self.rulings = RulingsPage(self)
        self.results = ResultsPage(worker, self)
        self.packets = PacketsPage(worker, self)
        self.banner = SeatBanner(self)
        pages = {"formations": self.formations, "log": self.log, "rulings": self.rulings,
                 "results": self.results, "packets": self.packets}  # fmt: skip
        self.pages = PageStack(self.views, pages, self)
        self._hidden = False
        self.rule_card: Dialog | None = None
        self.action_table = ActionTable("campaign", tr("Campaign"), self, away=self._away)
        self.action_table.refused.connect(lambda why_not: self.noticed.emit(Notice(why_not)))
        self.bar = self.document_bar = CampaignBar(worker.page, self)
        self.seat, self.next_ = self.document_bar.seat, self.document_bar.next_
        self._lay_out()
        self._connect()
        self._add_actions()
        self.pages.show_remembered()
        self._show_docks()
        self._paged(worker.page)

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
        row.addWidget(self.pages, 1)
        row.addWidget(self.right_dock)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.banner)
        column.addWidget(self.head)
        column.addWidget(hairline(self))
        column.addLayout(row, 1)

    def _connect(self) -> None:
        self.worker.paged.connect(self._paged)
        self.worker.refused.connect(self._refuse)
        self.worker.working.connect(self._working)
        self.controller.told.connect(self.ask.say)
        self.controller.reproposed.connect(lambda ask: self.ask.show_page(self.worker.page, ask))
        self.seat.activated.connect(lambda _at: self.worker.see_as(str(self.seat.currentData())))
        self.next_.clicked.connect(self.next_need)
        self.document_bar.do_.clicked.connect(lambda: self.open_form())
        self.tables.ready.connect(self.table_ready)
        self.tables.filled.connect(self._filled)
        for asked in (self.tables, self.forms, self.rolls, self.placer):
            asked.closed.connect(self.enter)
        self.forms.tabled.connect(self.rolls.open)
        self.document_bar.undo_.clicked.connect(self.undo)
        self.document_bar.results.clicked.connect(self.open_results)
        self.pages.chosen.connect(self.open_page)
        self.views.chosen.connect(self.show_formation)
        self.views.results_asked.connect(self.open_results)
        self.views.table_asked.connect(self.open_table)
        self.views.tabbed.connect(lambda: self.hide_docks(not self._hidden))
        self.views.refused.connect(self._refuse)
        self.views.map.fought.connect(lambda at: self._may() and self.tables.lay_fight(at))
        self.views.map.place.clicked.connect(lambda: self._may() and self.placer.open())
        self.needs.asked.connect(self.open_row)
        self.ask.rolled.connect(self.controller.roll)
        self.ask.chosen.connect(self.controller.choose)
        self.ask.overruled.connect(self.controller.overrule)
        self.ask.closed.connect(self.controller.close_line)
        self.ask.begun.connect(lambda: self.controller.close_line(""))
        self.ask.changed.connect(self.controller.change)
        self.ask.settled.connect(self.controller.settle)
        self.ask.left.connect(self.controller.leave)
        self.ask.formed.connect(self._in_the_form)
        self.log.take_back_asked.connect(self.controller.take_back)
        self.rulings.ruled.connect(self.controller.rule)
        self.rulings.asked.connect(self.controller.ask_question)
        self.packets.noticed.connect(self.noticed)
        self.packets.seat_asked.connect(self.open_as)
        self.packets.fog_asked.connect(self._set_fog)
        self.banner.back_asked.connect(lambda: self.worker.see_as(UMPIRE))
        self.results.entered.connect(self._entered)
        self.results.table_asked.connect(self.bring_back)

    # ---- keys and commands ----------------------------------------------------------------------

    def _add_actions(self) -> None:
        """Everything that can be done; what changes something is the umpire's."""
        needs, umpire, anybody = self.needs, self._not_umpire, always
        for name, title, key, run, icon, why_not in (
            ("need", tr("The next thing that needs somebody"), "N", self.next_need, "play",
             umpire),
            ("next", tr("Next step of the turn"), "Shift+N", self.next_step, "chevron-right",
             umpire),
            ("roll", tr("Roll the die that waits"), "R", self.roll, "dice", umpire),
            ("row.next", tr("Next thing that needs you"), "J", lambda: needs.walk(1), "step",
             anybody),
            ("row.back", tr("Previous thing that needs you"), "K", lambda: needs.walk(-1),
             "back", anybody),
            ("rule", tr("Rule on a question"), "U", self.rule, "scales", anybody),
            ("results", tr("Enter results"), "Ctrl+R", self.open_results, "pencil", umpire),
            ("act", tr("Do something the rules allow"), "A", self.open_form, "wand", umpire),
            ("table", tr("A scenario on the table"), "T", self.open_table, "table", umpire),
            ("fight", tr("Lay a fight where both sides meet"), "F", self.list_fights, "table",
             umpire),
            ("mug", tr("What is left in the mug"), "", self.mug.open, "dice", umpire),
            ("place", tr("Put units into hexes"), "H", self.placer.open, "target", umpire),
            ("undo", tr("Undo, where it is free"), "Ctrl+Z", self.undo, "undo", umpire),
            ("log", tr("Find in the log"), "Ctrl+F", self.find_in_log, "search", anybody),
            ("backup", tr("Keep a backup now"), "", self.controller.backup, "save", anybody),
            ("copy", tr("Save a copy…"), "Ctrl+Shift+S", self.save_copy, "save", anybody),
            ("doctor", tr("Examine this campaign"), "", self.doctor_asked.emit, "shield",
             anybody),
            ("close", tr("Close the campaign"), "Ctrl+W", self.close_asked.emit, "close",
             anybody),
        ):  # fmt: skip
            self.action_table.add(name, title, key, run, icon, why_not=why_not)
        self.pages.add_actions(self.action_table, self.open_page, umpire)
        self.views.bar.add_actions(self.action_table, self._no_view)

    def commands(self) -> Sequence[Action]:
        return self.action_table.all()

    def _not_umpire(self) -> str:
        if self.worker.page.umpire:
            return ""
        return tr("This is what a seat sees. Go back to the umpire to do things.")

    def _no_view(self) -> str:
        return "" if self.pages.looks else tr("only over map, graph, plots and boxes")

    def _away(self) -> str:
        return "" if self.isVisible() else tr("only at the campaign")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Single keys act wherever no field wants them."""
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        if event.key() == Qt.Key.Key_Tab and plain:
            self.hide_docks(not self._hidden)
        elif not self.action_table.press(event):
            event.ignore()

    def loose_key(self, event: QKeyEvent) -> bool:
        return self.action_table.press(event, chords=True)

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
        self.right_dock.setHidden(self._hidden or self.pages.page in WIDE)

    def _make_room(self) -> None:
        """Leave a page that covers what is asked at the right."""
        if self.pages.page in WIDE:
            self.show_page(self.pages.beside)

    def shut(self) -> None:
        """Keep what was typed, keep a backup, let go of the file."""
        self.views.stop()
        self.results.shut()
        self.worker.close()

    def show_rule(self, cite: str, beside: QWidget) -> None:
        """Show what stands behind a rule number that was pressed."""
        over = beside.window()  # the widget itself may be gone when the rulebook is read

        def show(book: Rulebook | None) -> None:
            self.rule_card = rule_dialog(book, cite, over)
            if self.rule_card is not None:
                self.rule_card.open()
            else:
                self.noticed.emit(Notice(tr("The rulebook has no entry {0}.").format(cite)))

        self.worker.read(lambda desk: rulebook_of(desk.design), show)

    # ---- pages ----------------------------------------------------------------------------------

    def show_page(self, page: str) -> None:
        """Open one of `PAGES`."""
        self.pages.show_page(page)
        self._show_docks()

    def open_page(self, page: str) -> None:
        """Open a page because a person wants it; a view gets the keyboard."""
        if page == "results":
            self.open_results()
            return
        self.show_page(page)
        if self.pages.looks:
            self.views.focus()
        elif page == "packets":
            self.packets.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_formation(self, formation: str) -> None:
        """Go to a formation in the list of all."""
        self.show_page("formations")
        self.formations.select(formation)

    def open_row(self, row: Attention) -> None:
        """Do what the button of a row says."""
        if row.verb in ("roll", "choose", "decide"):
            self.ask.show_page(self.worker.page)
            self._make_room()
            (self.ask.primary or self.ask).setFocus(Qt.FocusReason.OtherFocusReason)
            if row.verb == "decide" and self.ask.outcome is not None:
                self.ask.outcome.setFocus(Qt.FocusReason.OtherFocusReason)
        elif row.verb in ("do", "begin"):
            self.next_step()
        elif row.verb == "settle":
            self._show_need(next(need for need in self.worker.page.due if need.key == row.about))
        elif row.verb == "results":
            self.open_results(row.about)
        elif row.verb == "rule":
            self.rule()
        elif row.verb == "table":
            self.open_table(row.about)
        else:
            self.show_page("log")
            self.log.select(int(row.about))

    def list_fights(self) -> None:
        """Show where both sides meet, on the map."""
        self.open_page("map")
        self.views.map.list_fights()

    def next_need(self) -> None:
        """Go on to the next thing that needs somebody; what is there already gets the keyboard.

        A line that is played at the table is closed by it.
        """
        if not self._may():
            return
        need = self.worker.page.need
        waits = self.worker.busy  # what is being done may change what is next
        if waits or need is None or (need.ask is None and need.key.startswith("step:")):
            note = self.ask.note.text().strip() if self.ask.note and need is not None else ""
            self.controller.go_on(note, self._show_next_need)
        else:
            self._show_need(need)

    def _show_next_need(self) -> None:
        if (need := self.worker.page.need) is not None:
            self._show_need(need)

    def _show_need(self, need: Need) -> None:
        """Give the keyboard to what somebody has to see to."""
        if need.key.startswith("step:"):
            self._to_the_ask()
            return
        self._make_room()
        self.hide_docks(False)
        self.ask.show_duty(need)

    def _in_the_form(self, need: Need) -> None:
        """Open the form of what is due, or the questions where the umpire has to rule first."""
        if need.tabled:
            self.rolls.open(need.action, dict(need.words))
        elif need.action:
            self.open_form(need.action, need.words)
        else:
            self.rule()

    def next_step(self) -> None:
        """Do the next line; one that asks for a die or a choice gets the keyboard instead."""
        page = self.worker.page
        if not self._may():
            return
        if page.ask is not None:
            self._to_the_ask()
            return
        self.controller.close_line(self.ask.note.text().strip() if self.ask.note else "")

    def _to_the_ask(self) -> None:
        """Give the keyboard to the line of the checklist."""
        self._make_room()
        self.ask.show_page(self.worker.page)
        aim = self.ask.primary
        if aim is None or not aim.isEnabled():
            aim = self.ask.typed or self.ask.outcome or self.ask
        aim.setFocus(Qt.FocusReason.OtherFocusReason)

    def roll(self) -> None:
        """Roll, if a die waits and the campaign's seed may."""
        button = self.ask.primary
        if self.worker.page.ask is not None and self.ask.typed is not None and button is not None:
            button.click()

    def open_as(self, seat: str) -> None:
        """Open the campaign as a seat: its own pages, read only."""
        self.show_page("formations")
        self.worker.see_as(seat)

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
            games, nodes = self.worker.page.games, self.worker.page.nodes
            self.results.choose(
                "" if node or nodes or not games else games[0][0],
                node or (nodes[0][0] if nodes else ""),
            )
        else:
            self.results.follow(self.worker.page.head_hash)
        self.results.enter()

    def open_form(self, action: str = "", words: dict[str, str] | None = None) -> None:
        """Open the dialog of everything that the rules allow, with one action chosen."""
        if self._may():
            self.forms.open(action, words)

    def _set_fog(self, seat: str, on: bool) -> None:
        """Open the form of the fog for a seat, to switch it on or off."""
        self.open_form("fog-of-war", {"seat": seat, "on": "no" if on else "yes"})

    def save_copy(self) -> None:
        """Ask where a copy shall lie, and write it whole; this one stays open."""
        target = ask_for_place(file_beside(self.worker.page.path, self.worker.page.name), self)
        if target is not None:
            self.controller.save_copy(target)

    def open_table(self, node: str = "") -> None:
        """Lay a scenario on the table, or go on at the one that is there."""
        if self._may():
            self.tables.choose(node)

    def bring_back(self, node: str, game: Path) -> None:
        """Fill the results sheet from a table."""
        if self._may():
            self.tables.bring(node, game)

    def come_home(self, node: str, game: Path) -> None:
        """A table of this campaign is over: enter it, or say that its sheet waits."""
        if not self.worker.page.umpire or not self.worker.page.writable:
            return

        def told(events: list[LedgerEvent]) -> None:
            if events:
                words = tr("The results of the table are in the log; Undo takes them back.")
            else:
                words = tr(
                    "The table is over. Something about it wants to be decided: bring it back."
                )
            self.noticed.emit(Notice(words, "", "ok" if events else "warn"))

        self.worker.do(lambda desk: come_home(desk, node, game), told)

    def _filled(self, found: BroughtBack) -> None:
        self.show_page("results")
        self.results.fill(found)
        self.results.enter()

    def undo(self) -> None:
        """Take back what was done last; if it is not free, say what it would mean first."""
        if self._may():
            self.controller.undo()

    def _may(self) -> bool:
        if why_not := self._not_umpire():
            self.noticed.emit(Notice(why_not))
        return not why_not

    def _entered(self, words: str) -> None:
        """A sheet was entered: the log has what it changed."""
        self.ask.say(words)
        self.show_page("log")

    # ---- showing --------------------------------------------------------------------------------

    def _refuse(self, error: UserError) -> None:
        told = explained(error)
        tone = "info" if isinstance(error, AlreadyEntered) else "warn"
        self.noticed.emit(Notice(told.message, told.advice, tone))

    def _working(self, on: bool) -> None:
        self.setProperty("busy", on)

    def _paged(self, page: CampaignPage) -> None:
        """Show a new page; every part only changes what is another."""
        self.ask.say("")  # whoever did something says what came of it, after this
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
        self.results.follow(page.head_hash)
        self.banner.show_page(page)
        self.document_bar.show_page(page)
        self.pages.show_to(umpire=page.umpire)
        self._show_docks()
        place, why_not = self.views.map.place, self._not_umpire()
        place.refuse(why_not) if why_not else place.allow()
        self.views.refresh()
        open_ = sum(not row.ruled_by for row in page.queries)
        facts = [tr("{0} events").format(page.events), tr("{0} questions open").format(open_)]
        if page.head_hash:
            facts.append(tr("Head {0} {1}").format(page.head_hash[:4], page.head_hash[4:8]))
        self.set_titles(page.name, self._subtitle(page))
        hints = (
            (("campaign.need", tr("next thing")), ("campaign.next", tr("next step")),
             ("campaign.row.next campaign.row.back", tr("next, previous")),
             ("Enter", tr("open", "CampaignWorkspace")), ("campaign.rule", tr("rule")),
             ("campaign.act", tr("do")), ("campaign.table", tr("table")),
             ("campaign.results", tr("results")))
            if page.umpire
            else (("campaign.log", tr("search")), ("palette", tr("any command")))
        )  # fmt: skip
        self.set_status(hints, facts)

    def _subtitle(self, page: CampaignPage) -> str:
        seen = tr("as {0} sees it").format(shown(dict(page.seats).get(page.seat, page.seat)))
        return tr("ledger sound") if page.umpire else seen


# ---- rules ---------------------------------------------------------------------------------------


_READ = ("title", "summary", "ruling", "reconstruction", "why_hand")


def rulebook_of(design: Design) -> Rulebook | None:
    """The rulebook of a campaign in the language of the window; None where it has none."""
    path = ruleset_of(design).rulebook
    if path is None:
        return None
    book = read_rulebook(path)
    rules = tuple(
        replace(rule, **{name: shown(getattr(rule, name)) for name in _READ}) for rule in book.rules
    )
    return replace(book, title=shown(book.title), rules=rules)


def rule_dialog(book: Rulebook | None, cite: str, over: QWidget) -> RuleDialog | None:
    """The rule with a number, to be opened; None where the rulebook does not know it."""
    if book is None or book.rule(cite) is None:
        return None
    return RuleDialog(book, cite, over)
