"""A campaign of one's own in the making, where campaigns stand: pages behind tabs, one model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from wardesk.errors import UserError
from wardesk.services.campaign.workshop.packs import SUFFIX, give_away
from wardesk.ui import theme
from wardesk.ui.actions import Action, ActionTable, always
from wardesk.ui.campaign.workshop.check_page import CheckPage
from wardesk.ui.campaign.workshop.forces_page import ForcesPage
from wardesk.ui.campaign.workshop.graph_page import GraphDesignPage
from wardesk.ui.campaign.workshop.model import WorkshopModel
from wardesk.ui.campaign.workshop.odds_panel import OddsPanel
from wardesk.ui.campaign.workshop.pages import SheetsPage, WorkshopPage
from wardesk.ui.campaign.workshop.picture_page import PicturePage
from wardesk.ui.campaign.workshop.seats_page import SeatsPage
from wardesk.ui.campaign.workshop.start_page import StartPage
from wardesk.ui.language import explained, said
from wardesk.ui.shell.workspace import Workspace
from wardesk.ui.tasks import Task
from wardesk.ui.widgets.button import Button, ToolButton
from wardesk.ui.widgets.notice import Notice
from wardesk.ui.widgets.panel import Dock, Panel
from wardesk.ui.widgets.segment import Segment
from wardesk.words import say_count, tr

PAGES = ("start", "forces", "graph", "tables", "places", "map", "seats", "check")
"""In the order in which a campaign grows; ``Alt+1`` is the first."""


class WorkshopBar(QWidget):
    """What stands in the bar over it: undo, give away, on to the next page or to play."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.hide()
        self.undo = ToolButton("undo", tr("Undo"), self, action="workshop.undo")
        self.redo = ToolButton("redo", tr("Redo"), self, action="workshop.redo")
        self.give = Button(tr("Give away…"), self, icon="export", action="workshop.give")
        self.next_ = Button(tr("Next"), self, icon="chevron-right", action="workshop.next")
        self.play = Button(tr("Play it"), self, icon="play", kind="primary",
                           action="workshop.play")  # fmt: skip
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.S2)
        for part in (self.undo, self.redo, self.give, self.next_, self.play):
            row.addWidget(part)


class WorkshopWorkspace(Workspace):
    """``begun(folder)`` when it is to be played, ``close_asked()`` when nobody wants it open.

    UserError from the constructor where the folder cannot be read.
    """

    begun = Signal(object)
    close_asked = Signal()

    def __init__(self, folder: Path, parent: QWidget | None = None) -> None:
        model = WorkshopModel(folder)
        super().__init__(model.name, parent)
        model.setParent(self)
        self.model = model
        self.odds = OddsPanel()
        self.titles = {
            "start": tr("Start", "workshop"), "forces": tr("Forces"), "graph": tr("Graph"),
            "tables": tr("Tables"), "places": tr("Places"), "map": tr("Map"),
            "seats": tr("Seats"), "check": tr("Check"),
        }  # fmt: skip
        odds = Panel(tr("Chances"), self, stretch=True)
        odds.add(self.odds)
        self.pages: dict[str, WorkshopPage] = {
            "start": StartPage(model, self),
            "forces": ForcesPage(model, self),
            "graph": GraphDesignPage(model, self),
            "tables": SheetsPage(
                model, ("tables", "modifiers", "checklist", "flags"), tr("Sheets of tables"), self,
                beside=Dock("right", odds, width=theme.px(300), parent=self),
            ),
            "places": SheetsPage(
                model, ("boxes", "box_edges", "routes", "bridges", "pools", "points"),
                tr("Sheets of places"), self,
            ),
            "map": PicturePage(model, self),
            "seats": SeatsPage(model, self),
            "check": CheckPage(model, self),
        }  # fmt: skip
        self.page = ""
        self.tabs = Segment(
            [(page, self.titles[page]) for page in PAGES], self, name=tr("Pages of the campaign"),
            actions={page: f"workshop.page.{page}" for page in PAGES}, wrap=True,
        )  # fmt: skip
        self.stack = QStackedWidget(self)
        for page in self.pages.values():
            self.stack.addWidget(page)
        tabs = QHBoxLayout()
        tabs.setContentsMargins(theme.S3, theme.S2, theme.S3, theme.S1)
        tabs.addWidget(self.tabs)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(tabs)
        column.addWidget(self.stack, 1)
        self.setObjectName("page")
        self.action_table = ActionTable("workshop", tr("Your own campaign"), self, away=self._away)
        self.action_table.refused.connect(lambda why_not: self.noticed.emit(Notice(why_not)))
        self.bar = self.buttons = WorkshopBar(self)
        self._packing = Task(self)
        self._packing.done.connect(self._packed)
        self._packing.failed.connect(self._tell)
        self._add_actions()
        self._connect()
        self.open_page("start")
        self._judged()

    # ---- building -------------------------------------------------------------------------------

    def _connect(self) -> None:
        self.model.changed.connect(self._changed)
        self.model.judged.connect(self._judged)
        self.model.refused.connect(self._tell)
        self.tabs.chosen.connect(self.open_page)
        self.buttons.undo.clicked.connect(self.model.undo)
        self.buttons.redo.clicked.connect(self.model.redo)
        self.buttons.give.clicked.connect(self.give)
        self.buttons.next_.clicked.connect(self.next_page)
        self.buttons.play.clicked.connect(self.play)
        check = self.pages["check"]
        assert isinstance(check, CheckPage)
        check.go_asked.connect(self.open_page)

    def _add_actions(self) -> None:
        graph, check = self.pages["graph"], self.pages["check"]
        assert isinstance(graph, GraphDesignPage)
        assert isinstance(check, CheckPage)
        for name, title, key, run, icon, why_not in (
            ("undo", tr("Undo"), "Ctrl+Z", self.model.undo, "undo",
             lambda: "" if self.model.can_undo else tr("Nothing was changed yet")),
            ("redo", tr("Redo"), "Ctrl+Shift+Z", self.model.redo, "redo",
             lambda: "" if self.model.can_redo else tr("Nothing was taken back")),
            ("next", tr("On to the next page"), "N", self.next_page, "chevron-right", always),
            ("add", tr("Add a battle"), "B", partial(self._on, "graph", graph.add_node), "plus",
             always),
            ("mend", tr("Mend all"), "F", partial(self._on, "check", check.mend_all), "check",
             always),
            ("give", tr("Give the campaign away…"), "Ctrl+Shift+S", self.give, "export", always),
            ("play", tr("Play it"), "Ctrl+Return", self.play, "play", self._not_playable),
            ("close", tr("Close the workshop"), "Ctrl+W", self.close_asked.emit, "close", always),
        ):  # fmt: skip
            self.action_table.add(name, title, key, run, icon, why_not=why_not)
        icons = ("flag", "table", "graph", "dice", "area", "map", "person", "check")
        for k, (page, icon) in enumerate(zip(PAGES, icons, strict=True), 1):
            words = tr("Open the page {0}").format(self.titles[page])
            run = partial(self.open_page, page)
            self.action_table.add(f"page.{page}", words, f"Alt+{k}", run, icon)

    def _on(self, page: str, run: Callable[[], object]) -> None:
        self.open_page(page)
        run()

    def commands(self) -> Sequence[Action]:
        return self.action_table.all()

    def _away(self) -> str:
        return "" if self.isVisible() else tr("only in the workshop of campaigns")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.action_table.press(event):
            event.ignore()

    def loose_key(self, event: QKeyEvent) -> bool:
        return self.action_table.press(event, chords=True)

    def enter(self) -> None:
        self.pages[self.page].focus_first()

    # ---- pages ----------------------------------------------------------------------------------

    def open_page(self, page: str) -> None:
        """Open one of `PAGES`."""
        self.page = page
        self.tabs.set_current(page)
        self.stack.setCurrentWidget(self.pages[page])
        self.pages[page].show_draft()
        after = PAGES[(PAGES.index(page) + 1) % len(PAGES)]
        self.buttons.next_.set_words(tr("Next: {0}").format(self.titles[after]))
        self.pages[page].focus_first()

    def next_page(self) -> None:
        """On to the page after this one."""
        self.open_page(PAGES[(PAGES.index(self.page) + 1) % len(PAGES)])

    def _changed(self) -> None:
        self.pages[self.page].show_draft()
        self._judge_buttons()
        self._tell_state()

    def _judged(self) -> None:
        for page in self.pages.values():
            page.show_verdict()
        self.odds.show_design(self.model.design)
        self._judge_buttons()
        self._tell_state()

    def _not_playable(self) -> str:
        verdict = self.model.verdict
        if verdict is None or verdict.playable:
            return ""
        wrong = sum(each.level == "error" for each in verdict.findings)
        return (
            tr("It cannot be played yet: one mistake.") if wrong == 1
            else tr("It cannot be played yet: {0} mistakes.").format(wrong)
        )  # fmt: skip

    def _judge_buttons(self) -> None:
        self.buttons.undo.setEnabled(self.model.can_undo)
        self.buttons.redo.setEnabled(self.model.can_redo)
        why = self._not_playable()
        for button in (self.buttons.play, self.buttons.give):
            button.refuse(why) if why else button.allow()

    def _tell_state(self) -> None:
        state = tr("your own, kept") if self.model.kept else tr("your own, being kept")
        self.set_titles(self.model.name, state)
        wrong = self._not_playable() or tr("can be played")
        self.set_status(
            (("workshop.next", tr("next page")), ("workshop.undo", tr("undo")),
             ("help", tr("help"))),
            (said(say_count("one unit", "{n} units", n=len(self.model.draft.units))),
             said(say_count("one battle", "{n} battles", n=len(self.model.draft.rows("nodes")))),
             wrong),
        )  # fmt: skip

    def _tell(self, error: object) -> None:
        if not isinstance(error, UserError):
            assert isinstance(error, BaseException)
            raise error
        told = explained(error)
        self.noticed.emit(Notice(told.message, told.advice, "warn"))

    # ---- what comes of it -----------------------------------------------------------------------

    def play(self) -> None:
        """Keep everything, and ask who sits where; go to what is wrong if something is."""
        self.model.when_judged(self._play)

    def _play(self) -> None:
        if self._not_playable():
            self.open_page("check")
        else:
            self.begun.emit(self.model.folder)

    def give(self) -> None:
        """Ask for a file, and put the campaign into it."""
        kinds = tr("WarDesk packs (*{0})").format(SUFFIX)
        first = str(self.model.folder.with_suffix(SUFFIX))
        found, _ = QFileDialog.getSaveFileName(self, tr("Give the campaign away"), first, kinds)
        if found:
            self.model.when_judged(
                lambda: self._packing.start(partial(give_away, self.model.folder, Path(found)))
            )

    def _packed(self, file: Path) -> None:
        words = tr("The campaign is in {0}.").format(file)
        advice = tr("Whoever opens it in WarDesk can play it and change it.")
        self.noticed.emit(Notice(words, advice, "ok"))

    def shut(self) -> None:
        """Keep what was not kept; let go of what works."""
        graph, picture = self.pages["graph"], self.pages["map"]
        assert isinstance(graph, GraphDesignPage)
        assert isinstance(picture, PicturePage)
        graph.stop()
        picture.stop()
        self._packing.stop()
        self.model.shut()
