"""The Study place: the question at the left, what came out at the right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QHBoxLayout,
    QMenu,
    QStackedWidget,
    QWidget,
)

from wardesk.errors import UserError
from wardesk.services.studies.kept import (
    KeptStudy,
    PlayableScenario,
    ScenarioQuestion,
    question_of,
    worded_setting,
)
from wardesk.studies.compare import ComparedGames
from wardesk.studies.conduct import Pool
from wardesk.ui import language, theme
from wardesk.ui.actions import Action, ActionTable
from wardesk.ui.language import explained, said, wording
from wardesk.ui.shell.workspace import Workspace
from wardesk.ui.study.bar import StudyBar
from wardesk.ui.study.compare_page import ComparePage
from wardesk.ui.study.form import MOST_PARTS, PlacePanel, QuestionPanel, SamplePanel, asked_of
from wardesk.ui.study.kept_page import KeptPage
from wardesk.ui.study.opened import (
    OpenedStudy,
    Watched,
    export_file,
    export_study,
    first_of,
    listed,
    open_study,
    planned,
)
from wardesk.ui.study.player import StudyPlayer, StudyStanding
from wardesk.ui.study.progress import ProgressPanel
from wardesk.ui.study.results import StudyResultsPage
from wardesk.ui.tasks import Task
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.notice import Notice
from wardesk.ui.widgets.panel import Dock
from wardesk.words import tr

_WORK = ("list", "question", "open", "plan", "compare", "export")
"""What is done in a worker thread, each by itself."""


class StudyWorkspace(Workspace):
    """``watch_asked(Watched)``: a game of the study is wanted on the table."""

    watch_asked = Signal(object)

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        pool: Pool | None = None,
        choose_file: Callable[..., tuple[str, str]] = QFileDialog.getSaveFileName,
    ) -> None:
        """*pool* and *choose_file* are for tests."""
        super().__init__(tr("Study"), parent)
        self._choose_file = choose_file
        self._opened: OpenedStudy | None = None
        self._question: ScenarioQuestion | None = None
        self._kept: tuple[KeptStudy, ...] = ()
        self._hidden = False
        self.asking = QuestionPanel(self)
        self.sample = SamplePanel(self)
        self.place = PlacePanel(self)
        self.progress = ProgressPanel(self)
        self.player = StudyPlayer(self, pool)
        self.kept = KeptPage(self)
        self.results = StudyResultsPage(self)
        self.comparison = ComparePage(self)
        self.pages = QStackedWidget(self)
        for page in (self.kept, self.results, self.comparison):
            self.pages.addWidget(page)
        self.action_table = ActionTable("study", tr("Study"), self, away=self._away)
        self.action_table.refused.connect(lambda why_not: self.noticed.emit(Notice(why_not)))
        self._add_actions()
        self.bar = self.buttons = StudyBar(self.action_table, self)
        self._tasks = {name: Task(self) for name in _WORK}
        self._lay_out()
        self._connect()
        self._judge()
        self.refresh()

    # ---- building -------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        self.dock = Dock(
            "left", self.asking, self.sample, self.place, self.progress,
            width=theme.px(320), parent=self,
        )  # fmt: skip
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.dock)
        row.addWidget(self.pages, 1)

    def _connect(self) -> None:
        self.asking.scenario_chosen.connect(self.choose_scenario)
        self.asking.changed.connect(self._judge)
        self.sample.changed.connect(self._judge)
        self.place.where.chosen.connect(lambda _where: self._judge())
        self.place.address.textChanged.connect(lambda _text: self._judge())
        self.progress.pause.clicked.connect(self.pause)
        self.player.advanced.connect(self._advanced)
        self.player.ended.connect(self._ended)
        self.player.failed.connect(self._failed)
        self.kept.opened.connect(self.open)
        self.kept.changed.connect(self.refresh)
        self.kept.noticed.connect(self.noticed)
        for name, done in (
            ("list", self._listed), ("question", self._questioned), ("open", self._opened_file),
            ("plan", self._start),
            ("compare", self._compare),
            ("export", self._exported),
        ):  # fmt: skip
            self._tasks[name].done.connect(done)
            self._tasks[name].failed.connect(self._failed)

    def _add_actions(self) -> None:
        for name, title, key, run, icon, why_not in (
            ("run", tr("Run the study, or go on with it"), "F5", self.run, "play", self._no_run),
            ("pause", tr("Pause the study"), "P", self.pause, "pause", self._not_running),
            ("new", tr("A new study"), "N", self.new, "plus", self._no_new),
            ("compare", tr("Compare with another study or setting"), "C", self.ask_compare,
             "scales", self._no_compare),
            ("swap", tr("Swap A and B"), "X", self.comparison.swap, "swap", self._not_comparing),
            ("watch", tr("Watch a game of the study"), "W", self.ask_watch, "eye",
             self._no_watch),
            ("export", tr("Export as report, CSV or Parquet"), "Ctrl+E", self.ask_export,
             "export", self._no_figures),
            ("back", tr("Back to the study"), "Esc", self.back, "back", self._no_back),
            ("options", tr("Options and figures"), "O",
             lambda: self.asking.show_more(True), "settings", self._locked),
        ):  # fmt: skip
            self.action_table.add(name, title, key, run, icon, why_not=why_not)

    def commands(self) -> Sequence[Action]:
        return self.action_table.all()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Single keys act wherever no field wants them."""
        if not self.action_table.press(event):
            event.ignore()

    def loose_key(self, event: QKeyEvent) -> bool:
        return self.action_table.press(event, chords=True)

    # ---- why not --------------------------------------------------------------------------------

    def _away(self) -> str:
        return "" if self.isVisible() else tr("only at the study")

    def _locked(self) -> str:
        if self._opened is None:
            return ""
        return tr("A study goes on as it was begun. Begin a new one to ask something else.")

    def _no_run(self) -> str:
        if self.player.running or self._tasks["plan"].running:
            return tr("The study is running.")
        if self._opened is not None:
            record = self._opened.now.record
            done = record.games >= record.wanted and self.sample.n <= record.study.specs[0].n
            return tr("All games are played. Take a larger sample to go on.") if done else ""
        if self._question is None:
            return tr("Choose a scenario.")
        if self._question.refused:
            return said(self._question.refused)
        parts = 1 + len(self.asking.chosen()[2])
        if parts > MOST_PARTS:
            return tr("{0} settings are too many; {1} can be told apart.").format(parts, MOST_PARTS)
        return "" if self.sample.seed.text() else tr("Write the first seed.")

    def _why_not_there(self) -> str:
        return self._no_run() or self.place.why_not()

    def _not_running(self) -> str:
        return "" if self.player.running else tr("No study is running.")

    def _no_new(self) -> str:
        return tr("Pause the study first.") if self.player.running else ""

    def _no_figures(self) -> str:
        return "" if self._games else tr("No game has been played yet.")

    def _no_compare(self) -> str:
        if reason := self._no_figures():
            return reason
        return "" if self._rivals() else tr("There is no other study of this scenario.")

    def _not_comparing(self) -> str:
        comparing = self.pages.currentWidget() is self.comparison
        return "" if comparing else tr("Compare two studies first.")

    def _no_watch(self) -> str:
        if reason := self._no_figures():
            return reason
        turned = not self._not_comparing() and self.comparison.turned() is None
        return tr("No game has another winner.") if turned else ""

    def _no_back(self) -> str:
        return "" if self._opened is not None else tr("No study is open.")

    @property
    def _games(self) -> int:
        return self._opened.now.record.games if self._opened is not None else 0

    @property
    def busy(self) -> bool:
        """Whether something is still to come."""
        waits = any(task.running for task in self._tasks.values()) or self.player.running
        return waits or self.results.heat.view.busy or self.comparison.heat.view.busy

    # ---- lists and questions --------------------------------------------------------------------

    def refresh(self) -> None:
        """Read scenarios and kept studies in a worker thread."""
        self._tasks["list"].start(listed)

    def _listed(self, found: tuple[tuple[PlayableScenario, ...], tuple[KeptStudy, ...]]) -> None:
        scenarios, self._kept = found
        if self.asking.scenario.count() == 0 and scenarios:
            self.asking.set_scenarios(scenarios)
            self.choose_scenario(scenarios[0].id)
        self.kept.show_kept(self._kept)
        self._judge()

    def choose_scenario(self, scenario: str) -> None:
        """Another scenario is to be studied; what can be chosen is read in a worker thread."""
        self._question = None
        self._judge()
        self._tasks["question"].start(partial(question_of, scenario, wording()))

    def _questioned(self, question: ScenarioQuestion) -> None:
        self._question = question
        self.asking.show_question(question)
        self.results.show_board(question.board)
        self.comparison.show_board(question.board)
        self._judge()

    # ---- playing --------------------------------------------------------------------------------

    def run(self) -> None:
        """Begin the study that is asked for, or go on with the open one."""
        self.tried_again.emit()
        if reason := self._why_not_there():
            self.noticed.emit(Notice(reason))
            return
        question = self._opened.question if self._opened is not None else self._question
        assert question is not None
        before = self._opened
        self._tasks["plan"].start(
            partial(
                planned,
                asked_of(self._question, self.asking, self.sample, self.place),
                question,
                before,
            )
        )
        self._judge()

    def _start(self, opened: OpenedStudy) -> None:
        """Play what was planned; what was played before is shown and not played again."""
        self._show(opened)
        record = opened.now.record
        if record.games >= record.wanted:
            self.noticed.emit(Notice(tr("This study was played before; here it is.")))
            return
        asked = asked_of(self._question, self.asking, self.sample, self.place)
        self.asking.show_more(False)  # it is shut while games are played, and progress is below it
        self.progress.begin(record)
        self.player.start(
            record, opened.setting, asked.place, opened.path, asked.settled, opened.question.named
        )
        self._judge()
        self.progress.pause.setFocus(Qt.FocusReason.OtherFocusReason)  # the form is shut now
        self.dock.reveal(self.progress)

    def pause(self) -> None:
        """Stop after the games that are being played; everything is kept."""
        self.player.pause()
        self.progress.pause.refuse(tr("Stopping after the games that are being played."))

    def _advanced(self, now: StudyStanding) -> None:
        if self._opened is not None and self.player.running:
            self._take(now)

    def _ended(self, now: StudyStanding) -> None:
        had_keyboard = self.progress.pause.hasFocus() or QApplication.focusWidget() is None
        if self._opened is not None:
            self._take(now)
        if had_keyboard and self.pages.currentWidget() is self.results:
            self.results.settled.plot.setFocus(Qt.FocusReason.OtherFocusReason)
        self.refresh()

    def _take(self, now: StudyStanding) -> None:
        assert self._opened is not None
        self._opened = OpenedStudy(
            self._opened.path, self._opened.setting, self._opened.question, now
        )
        self.results.show_summary(now.summary)
        self._judge()

    def _failed(self, error: object) -> None:
        if isinstance(error, UserError):
            told = explained(error)
            self.noticed.emit(Notice(told.message, told.advice, "warn"))
        elif isinstance(error, OSError):
            self.noticed.emit(Notice(error.strerror or str(error), "", "warn"))
        elif isinstance(error, BaseException):
            self._judge()
            raise error
        self._judge()

    # ---- opening and closing --------------------------------------------------------------------

    def open(self, path: Path) -> None:
        """Open a kept study."""
        if not self.player.running:
            self._tasks["open"].start(partial(open_study, path))

    def _opened_file(self, opened: OpenedStudy) -> None:
        self._show(opened)
        self._questioned(opened.question)
        specs = opened.now.record.study.specs
        self.asking.fill(specs)
        self.sample.fill(specs[0])

    def _show(self, opened: OpenedStudy) -> None:
        self._opened = opened
        self.results.show_summary(opened.now.summary)
        self.pages.setCurrentWidget(self.results)
        self._judge()

    def new(self) -> None:
        """Close the open study and fill the form anew; the study stays among the kept ones."""
        self._opened = None
        self.pages.setCurrentWidget(self.kept)
        self._judge()
        self.refresh()
        self.enter()

    def back(self) -> None:
        """From a comparison to the study; from the study to the kept ones."""
        if self.pages.currentWidget() is self.comparison:
            self.pages.setCurrentWidget(self.results)
            self._judge()
            self.results.settled.plot.setFocus(Qt.FocusReason.OtherFocusReason)
        elif not self.player.running:
            self.new()

    # ---- comparing ------------------------------------------------------------------------------

    def _rivals(self) -> list[tuple[str, int | Path]]:
        opened = self._opened
        return opened.rivals(self.results.shown_part, self._kept) if opened is not None else []

    def ask_compare(self) -> None:
        """Offer what the shown setting can be compared with."""
        menu = self._menu(tr("Compare with…"))
        for words, other in self._rivals():
            menu.addAction(words.replace("&", "&&")).triggered.connect(
                lambda _on=False, other=other: self.compare_with(other)
            )
        self._popup(menu, self.buttons.compare)

    def compare_with(self, other: int | Path) -> None:
        """Hold another setting, or the first one of a kept study, against what is shown."""
        if isinstance(other, Path):
            self._tasks["compare"].start(partial(first_of, other))
        elif self._opened is not None:
            self._compare(self._opened.played(other))

    def _compare(self, other: ComparedGames) -> None:
        assert self._opened is not None
        setting = worded_setting(self._opened.setting, wording())
        self.comparison.naming = self._opened.question.named
        self.comparison.show_pair(setting, self._opened.played(self.results.shown_part), other)
        self.pages.setCurrentWidget(self.comparison)
        self._judge()
        self.comparison.copy.setFocus(Qt.FocusReason.OtherFocusReason)

    # ---- games behind the figures ---------------------------------------------------------------

    def ask_watch(self) -> None:
        """Offer a game for each ending; at a comparison show one that turned."""
        if self._opened is None:
            return
        if not self._not_comparing():
            if (seed := self.comparison.turned()) is not None and self.comparison.b is not None:
                self._watch(self.comparison.b, seed)
            return
        menu = self._menu(tr("Watch a game…"))
        opened, at = self._opened, self.results.shown_part
        for words, seed in opened.endings(at):
            menu.addAction(words).triggered.connect(
                lambda _on=False, seed=seed: self._watch(opened.played(at), seed)
            )
        self._popup(menu, self.buttons.watch)

    def _watch(self, played: ComparedGames, seed: int) -> None:
        spec = played.spec
        self.watch_asked.emit(Watched(spec.scenario, seed, dict(spec.players), dict(spec.options)))

    # ---- export ---------------------------------------------------------------------------------

    def ask_export(self) -> None:
        """Ask for a file; its ending says what is written."""
        if self._opened is None or self._tasks["export"].running:
            return
        path = export_file(self._opened, self, self._choose_file)
        if path is None:
            return
        record, setting = self._opened.now.record, self._opened.setting
        self._tasks["export"].start(
            partial(export_study, path, record, setting, language.current())
        )

    def _exported(self, path: Path) -> None:
        self.noticed.emit(Notice(tr("The study is in {0}.").format(path), "", "ok"))

    # ---- what the window asks -------------------------------------------------------------------

    def _menu(self, name: str) -> QMenu:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setAccessibleName(name)
        return menu

    @staticmethod
    def _popup(menu: QMenu, button: Button) -> None:
        menu.popup(button.mapToGlobal(QPoint(0, button.height())))
        if menu.actions():
            menu.setActiveAction(menu.actions()[0])

    def _judge(self) -> None:
        """What can be done now, and what the bars say."""
        running, opened = self.player.running, self._opened
        self.asking.setEnabled(opened is None)
        self.sample.setEnabled(not running)
        self.sample.seed.setEnabled(opened is None)
        self.dock.setVisible(not self._hidden and bool(self._not_comparing()))
        self.place.setEnabled(not running)
        reasons = {
            "run": self._why_not_there(), "new": self._no_new(), "compare": self._no_compare(),
            "export": self._no_figures(), "watch": self._no_watch(),
        }  # fmt: skip
        begun = opened is not None and self._games > 0 and not running
        comparing = not self._not_comparing()
        self.buttons.judge(reasons, opened=opened is not None, begun=begun, comparing=comparing)
        self.asking.explain(self.sample.n)
        self.progress.setVisible(opened is not None)
        if opened is not None:
            self.progress.show_record(opened.now.record, running=running)
        title, state, facts = tr("Study"), "", list[str]()
        if opened is not None:
            title, state, facts = opened.described(running=running)
        self.title, self.subtitle, self.facts = title, state, facts
        self.hints = (
            ("study.run", tr("run")), ("study.pause", tr("pause")),
            ("study.compare", tr("compare")), ("study.export", tr("export")),
            ("study.back", tr("back")),
        )  # fmt: skip
        self.retitled.emit()

    def enter(self) -> None:
        self.asking.scenario.setFocus(Qt.FocusReason.OtherFocusReason)

    def docks_hidden(self) -> bool:
        return self._hidden

    def hide_docks(self, hidden: bool) -> None:
        self._hidden = hidden
        self._judge()

    def shut(self) -> None:
        """Stop what is running; what was counted is kept."""
        self.player.shut()
        for task in self._tasks.values():
            task.stop()
        self.results.shut()
        self.comparison.shut()
