"""The workshop of a game with rules of one's own: nine pages behind tabs, faults beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from wardesk.errors import UserError
from wardesk.services.rulebooks.draft import Steps
from wardesk.services.rulebooks.judge import RulesFault
from wardesk.services.rulebooks.packs import SUFFIX, give_away
from wardesk.services.rulebooks.pages import PAGES, all_to, page_of
from wardesk.services.rulebooks.sentences import sentence
from wardesk.ui import theme
from wardesk.ui.actions import Action, ActionTable, always
from wardesk.ui.language import explained, said
from wardesk.ui.rulebooks.check_page import BookCheckPage
from wardesk.ui.rulebooks.counters_page import CountersPage
from wardesk.ui.rulebooks.faults_panel import FaultsPanel
from wardesk.ui.rulebooks.model import RulebookModel
from wardesk.ui.rulebooks.outline_page import BookPage, OutlinePage
from wardesk.ui.rulebooks.study import BookStudy
from wardesk.ui.shell.workspace import Workspace
from wardesk.ui.tasks import Task
from wardesk.ui.widgets.button import Button, ToolButton
from wardesk.ui.widgets.notice import Notice
from wardesk.ui.widgets.panel import Dock, hairline
from wardesk.ui.widgets.segment import Segment
from wardesk.ui.widgets.text import Label
from wardesk.words import say_count, tr

_DOT = " ●"


class RulebookBar(QWidget):
    """What stands in the bar over it: undo, all to the umpire, the map, give away, play."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.hide()
        self.undo = ToolButton("undo", tr("Undo"), self, action="rulebook.undo")
        self.redo = ToolButton("redo", tr("Redo"), self, action="rulebook.redo")
        self.map = Button(tr("Map"), self, icon="map", action="rulebook.map")
        self.umpire = Button(tr("All to the umpire"), self, icon="scales",
                             action="rulebook.umpire")  # fmt: skip
        self.give = Button(tr("Give away…"), self, icon="export", action="rulebook.give")
        self.play = Button(tr("Play it"), self, icon="play", kind="primary",
                           action="rulebook.play")  # fmt: skip
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.S2)
        for part in (self.undo, self.redo, self.map, self.umpire, self.give, self.play):
            row.addWidget(part)


class RulebookWorkspace(Workspace):
    """``play_asked(scenario)``, ``map_asked(path)``, and ``close_asked()``.

    UserError from the constructor where the folder cannot be read.
    """

    play_asked = Signal(str)
    map_asked = Signal(object)
    close_asked = Signal()

    def __init__(self, folder: Path, parent: QWidget | None = None) -> None:
        model = RulebookModel(folder)
        super().__init__(model.draft.title, parent)
        model.setParent(self)
        self.model = model
        self.titles = {
            "start": tr("Start", "workshop"), "counters": tr("Counters"),
            "turn": tr("Turn", "workshop"), "movement": tr("Movement"), "fighting": tr("Fighting"),
            "holding": tr("Holding"), "coming": tr("Coming"), "winning": tr("Winning"),
            "check": tr("Check"),
        }  # fmt: skip
        made: dict[str, Callable[..., BookPage]] = {
            "counters": CountersPage,
            "check": BookCheckPage,
        }
        self.pages: dict[str, BookPage] = {
            page: made.get(page, OutlinePage)(model, page, self) for page in PAGES
        }
        self.page = ""
        self.tabs = Segment(
            [(page, self.titles[page]) for page in PAGES], self, name=tr("Pages of the game"),
            actions={page: f"rulebook.page.{page}" for page in PAGES}, wrap=True,
        )  # fmt: skip
        self.stack = QStackedWidget(self)
        for page in self.pages.values():
            self.stack.addWidget(page)
        self.faults = FaultsPanel(model, self)
        self.sentence = Label("", self, tone="text2", wrap=True)
        self.sentence.setMinimumHeight(theme.px(44))
        self._lay_out()
        self.action_table = ActionTable("rulebook", tr("A game with rules"), self, away=self._away)
        self.action_table.refused.connect(lambda why_not: self.noticed.emit(Notice(why_not)))
        self.bar = self.buttons = RulebookBar(self)
        self._packing = Task(self)
        self._packing.done.connect(self._packed)
        self._packing.failed.connect(self._tell)
        self.study = BookStudy(model, self)
        self._add_actions()
        self._connect()
        self.open_page("start")
        self._changed()

    # ---- building -------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        tabs = QHBoxLayout()
        tabs.setContentsMargins(theme.S3, theme.S2, theme.S3, theme.S1)
        tabs.addWidget(self.tabs)
        below = QVBoxLayout()
        below.setContentsMargins(theme.S4, theme.S2, theme.S4, theme.S2)
        below.addWidget(self.sentence)
        left = QVBoxLayout()
        left.setSpacing(0)
        left.addLayout(tabs)
        left.addWidget(self.stack, 1)
        left.addWidget(hairline(self))
        left.addLayout(below)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addLayout(left, 1)
        row.addWidget(Dock("right", self.faults, width=theme.px(270), parent=self))
        self.setObjectName("page")

    def _connect(self) -> None:
        self.model.changed.connect(self._changed)
        self.model.judged.connect(self._tell_state)
        self.model.refused.connect(self._tell)
        self.model.went.connect(self.go)
        self.tabs.chosen.connect(self.open_page)
        self.faults.go_asked.connect(self._go_to_fault)
        for page in self.pages.values():
            if isinstance(page, OutlinePage):
                page.list.reached.connect(lambda _key: self._say())
        check = self.pages["check"]
        assert isinstance(check, BookCheckPage)
        check.go_asked.connect(self._go_to_fault)
        check.study_asked.connect(self.run_study)
        check.stop_asked.connect(self.study.stop)
        self.study.progressed.connect(check.show_progress)
        self.study.told.connect(check.show_result)
        self.study.failed.connect(self._study_failed)
        self.buttons.undo.clicked.connect(self.model.undo)
        self.buttons.redo.clicked.connect(self.model.redo)
        self.buttons.map.clicked.connect(self.open_map)
        self.buttons.umpire.clicked.connect(self.all_to_umpire)
        self.buttons.give.clicked.connect(self.give)
        self.buttons.play.clicked.connect(self.play)

    def _add_actions(self) -> None:
        for name, title, key, run, icon, why_not in (
            ("undo", tr("Undo"), "Ctrl+Z", self.model.undo, "undo",
             lambda: "" if self.model.can_undo else tr("Nothing was changed yet")),
            ("redo", tr("Redo"), "Ctrl+Shift+Z", self.model.redo, "redo",
             lambda: "" if self.model.can_redo else tr("Nothing was taken back")),
            ("next", tr("On to the next page"), "Ctrl+PgDown", self.next_page, "chevron-right",
             always),
            ("add", tr("Add a row"), "Ctrl+Ins", partial(self._on_page, "add_row"), "plus",
             self._no_outline),
            ("remove", tr("Remove this part"), "Ctrl+Del", partial(self._on_page, "remove"),
             "minus", self._no_outline),
            ("up", tr("Move the row up"), "Alt+Up", partial(self._move, -1), "chevron-up",
             self._no_outline),
            ("down", tr("Move the row down"), "Alt+Down", partial(self._move, 1), "chevron-down",
             self._no_outline),
            ("all", tr("All fields of this part"), "Ctrl+E", self.all_fields, "list",
             self._no_outline),
            ("fault", tr("Go to the first fault"), "F8", self.first_fault, "warning",
             lambda: "" if self.model.faults else tr("Nothing is wrong")),
            ("csv", tr("Counters from a CSV file…"), "", self.read_counters, "folder", always),
            ("map", tr("Draw on the map"), "Ctrl+M", self.open_map, "map",
             lambda: "" if self.model.map_place else tr("No scenario has a map in this pack")),
            ("umpire", tr("All to the umpire"), "", self.all_to_umpire, "scales", always),
            ("program", tr("All to the program"), "", self.all_to_program, "scales", always),
            ("study", tr("Study: who wins"), "Ctrl+F5", self.run_study, "chart",
             self._not_playable),
            ("give", tr("Give the game away…"), "Ctrl+Shift+S", self.give, "export", always),
            ("play", tr("Play it"), "F5", self.play, "play", always),
            ("close", tr("Close the workshop"), "Ctrl+W", self.close_asked.emit, "close", always),
        ):  # fmt: skip
            self.action_table.add(name, title, key, run, icon, why_not=why_not)
        icons = ("flag", "table", "step", "area", "dice", "layers", "truck", "check", "chart")
        for k, (page, icon) in enumerate(zip(PAGES, icons, strict=True), 1):
            words = tr("Open the page {0}").format(self.titles[page])
            run = partial(self.open_page, page)
            self.action_table.add(f"page.{page}", words, f"Alt+{k}", run, icon)

    def commands(self) -> Sequence[Action]:
        return self.action_table.all()

    def _away(self) -> str:
        return "" if self.isVisible() else tr("only in the workshop of games")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.action_table.press(event):
            event.ignore()

    def loose_key(self, event: QKeyEvent) -> bool:
        return self.action_table.press(event, chords=True)

    def enter(self) -> None:
        self.model.look_at_map()
        self.pages[self.page].focus_first()

    # ---- pages ----------------------------------------------------------------------------------

    @property
    def outline(self) -> OutlinePage | None:
        """The open page, if it has entries."""
        found = self.pages[self.page]
        return found if isinstance(found, OutlinePage) else None

    def _no_outline(self) -> str:
        return "" if self.outline is not None else tr("not on this page")

    def _on_page(self, deed: str) -> None:
        if self.outline is not None:
            getattr(self.outline, deed)()

    def _move(self, by: int) -> None:
        if self.outline is not None:
            self.outline.move_row(by)

    def all_fields(self) -> None:
        """Ask for every field of the open part."""
        if self.outline is not None:
            self.outline.form.show_all()

    def open_page(self, page: str) -> None:
        """Open one of `PAGES`."""
        self._open(page)
        self.pages[page].focus_first()

    def _open(self, page: str) -> None:
        self.page = page
        self.tabs.set_current(page)
        self.stack.setCurrentWidget(self.pages[page])
        self.pages[page].show_draft()
        self.faults.show_faults(page)
        self._say()

    def next_page(self) -> None:
        """On to the page after this one."""
        pages = tuple(PAGES)
        self.open_page(pages[(pages.index(self.page) + 1) % len(pages)])

    def go(self, page: str, steps: Steps) -> None:
        """Show an entry with the keyboard in its field."""
        self._open(page)
        self.pages[page].go(steps)
        self._say()

    def _go_to_fault(self, fault: RulesFault) -> None:
        self.go(page_of(fault.steps), fault.steps)

    def first_fault(self) -> None:
        """Show the first thing that is wrong, an error if there is one."""
        found = self.model.wrong or self.model.faults
        if found:
            self._go_to_fault(found[0])

    # ---- what is shown --------------------------------------------------------------------------

    def _changed(self) -> None:
        self.pages[self.page].show_draft()
        self.faults.show_faults(self.page)
        faulty = {page_of(fault.steps) for fault in self.model.wrong}
        for page in PAGES:
            dot = _DOT if page in faulty else ""
            self.tabs.set_words(page, f"{self.titles[page]}{dot}")
        self.buttons.undo.setEnabled(self.model.can_undo)
        self.buttons.redo.setEnabled(self.model.can_redo)
        self._say()
        self._tell_state()

    def _say(self) -> None:
        entry = self.outline.current if self.outline is not None else None
        words = sentence(self.model.draft, entry.steps) if entry is not None else ""
        self.sentence.setText(said(words))

    def _not_playable(self) -> str:
        n = len(self.model.wrong)
        if not n:
            return ""
        return said(say_count("It cannot be played yet: one fault.",
                              "It cannot be played yet: {n} faults.", n=n))  # fmt: skip

    def _tell_state(self) -> None:
        state = tr("your own, kept") if self.model.kept else tr("your own, being kept")
        self.set_titles(self.model.draft.title, state)
        n = len(self.model.draft.counters)
        self.set_status(
            (("rulebook.play", tr("play it")), ("rulebook.fault", tr("first fault")),
             ("rulebook.undo", tr("undo")), ("help", tr("help"))),
            (said(say_count("one counter", "{n} counters", n=n)),
             self._not_playable() or tr("can be played")),
        )  # fmt: skip

    def _tell(self, error: object) -> None:
        if not isinstance(error, UserError):
            assert isinstance(error, BaseException)
            raise error
        told = explained(error)
        self.noticed.emit(Notice(told.message, told.advice, "warn"))

    # ---- what comes of it -----------------------------------------------------------------------

    def all_to_umpire(self) -> None:
        """Let every part only propose."""
        self.model.change(partial(all_to, level="proposes"))

    def all_to_program(self) -> None:
        """Let the program do every part."""
        self.model.change(partial(all_to, level="program"))

    def play(self) -> None:
        """Keep everything, and ask who plays; with faults go to the first."""
        if self.model.wrong:
            self.first_fault()
            self.noticed.emit(Notice(self._not_playable(), tr("The first one is shown."), "warn"))
            return
        self.model.when_judged(self._play)

    def _play(self) -> None:
        names = [str(name) for name in self.model.draft.head.get("scenarios", ())]
        if names:
            self.play_asked.emit(str(self.model.folder / "scenarios" / f"{names[0]}.toml"))

    def open_map(self) -> None:
        """Draw on the map of the game; what was changed shows when one comes back."""
        if self.model.map_place is not None:
            self.map_asked.emit(self.model.map_place)

    def read_counters(self) -> None:
        """Ask for a table of counters."""
        self.open_page("counters")
        page = self.pages["counters"]
        assert isinstance(page, CountersPage)
        page.choose_file()

    def run_study(self) -> None:
        """Let programs play it, and say who wins."""
        if self._not_playable():
            self.play()
            return
        self._open("check")
        self.model.when_judged(self.study.start)

    def _study_failed(self, error: object) -> None:
        check = self.pages["check"]
        assert isinstance(check, BookCheckPage)
        check.show_result("")
        self._tell(error)

    def give(self) -> None:
        """Ask for a file, and put the game into it."""
        kinds = tr("WarDesk packs (*{0})").format(SUFFIX)
        first = str(self.model.folder.with_suffix(SUFFIX))
        found, _ = QFileDialog.getSaveFileName(self, tr("Give the game away"), first, kinds)
        if found:
            self.model.when_judged(
                lambda: self._packing.start(partial(give_away, self.model.folder, Path(found)))
            )

    def _packed(self, file: Path) -> None:
        words = tr("The game is in {0}.").format(file)
        advice = tr("Whoever opens it in WarDesk can play it and change it.")
        self.noticed.emit(Notice(words, advice, "ok"))

    def stops(self) -> Sequence[QWidget]:
        found: list[QWidget] = [self.tabs]
        if self.outline is not None:
            found += [self.outline.list, self.outline.form, *self.outline.figures.grids.values()]
        return [*found, self.faults.list]

    def shut(self) -> None:
        """Keep what was not kept; let go of what works."""
        self.study.shut()
        self._packing.stop()
        self.model.shut()
