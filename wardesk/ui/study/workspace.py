"""The Study place: the question at the left, what came out at the right."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from msgspec import Struct
from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QHBoxLayout,
    QMenu,
    QProgressBar,
    QStackedWidget,
    QWidget,
)

from wardesk.engine.types import Value
from wardesk.errors import UserError
from wardesk.reports.study_files import Kind, write_study
from wardesk.services.play.kept_games import restore_game
from wardesk.services.studies.kept import (
    KeptStudy,
    Playable,
    Question,
    kept_studies,
    playable,
    put_away_study,
    question_of,
    worded_setting,
)
from wardesk.services.studies.study_desk import (
    SETTLED,
    checked_again,
    plan_study,
    setting_of,
    working_file,
)
from wardesk.studies.compare import Played
from wardesk.studies.conduct import Pool
from wardesk.studies.record import StudyRecord, read_record
from wardesk.studies.summary import Setting
from wardesk.studies.words import ending_text
from wardesk.ui import language, theme
from wardesk.ui.actions import Action, ActionTable
from wardesk.ui.language import explained, said, wording
from wardesk.ui.shell.workspace import Workspace
from wardesk.ui.study.compare_page import ComparePage
from wardesk.ui.study.form import MOST_PARTS, Asked, PlacePanel, QuestionPanel, SamplePanel
from wardesk.ui.study.kept_page import KeptPage
from wardesk.ui.study.player import Standing, StudyPlayer, standing
from wardesk.ui.study.results import ResultsPage
from wardesk.ui.tasks import Task
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.notice import Notice
from wardesk.ui.widgets.panel import Dock, Panel
from wardesk.ui.widgets.text import Line
from wardesk.words import tr

_SUFFIXES: dict[str, Kind] = {
    ".html": "html", ".htm": "html", ".csv": "csv", ".parquet": "parquet", ".json": "json",
}  # fmt: skip


_WORK = ("list", "question", "open", "plan", "compare", "export")
"""What is done in a worker thread, each by itself."""


class _Opened(Struct, frozen=True):
    """A study with all that is needed to show it and to go on."""

    path: Path
    setting: Setting
    question: Question
    now: Standing


class Watched(Struct, frozen=True):
    """A game of a study that somebody wants to see on the table."""

    scenario: str
    seed: int
    players: dict[str, str]
    options: dict[str, Value]


class ProgressPanel(Panel):
    """How far the study is, and how to stop it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Progress"), parent)
        self.bar = QProgressBar(self)
        self.bar.setAccessibleName(tr("Games played"))
        self.bar.setTextVisible(False)
        self.games = Line("", self, role="strong", least=60)
        self.left = Line("", self, role="small", tone="text2", grow=False, least=40)
        self.pause = Button(tr("Pause"), self, icon="pause", action="study.pause")
        line = QHBoxLayout()
        line.addWidget(self.games)
        line.addWidget(self.left)
        buttons = QHBoxLayout()
        buttons.addWidget(self.pause)
        buttons.addStretch(1)
        self.add(self.bar, line, buttons)
        self._began, self._first = 0.0, 0

    def begin(self, record: StudyRecord) -> None:
        """A study is run from here on."""
        self._began, self._first = time.monotonic(), record.games
        self.left.set_words("")

    def show_record(self, record: StudyRecord, *, running: bool) -> None:
        """Show how far it is."""
        self.bar.setRange(0, max(1, record.wanted))
        self.bar.setValue(record.games)
        words = tr("{0} of {1} games").format(f"{record.games:,}", f"{record.wanted:,}")
        self.games.set_words(words)
        done, seconds = record.games - self._first, time.monotonic() - self._began
        left = ""
        if running and done > 0 and seconds > 2:
            rest = (record.wanted - record.games) * seconds / done
            minutes, rest = divmod(round(rest), 60)
            left = (
                tr("{0} min {1} s").format(minutes, rest) if minutes else tr("{0} s").format(rest)
            )
        self.left.set_words(left)
        self.pause.setVisible(running)


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
        self._opened: _Opened | None = None
        self._question: Question | None = None
        self._kept: tuple[KeptStudy, ...] = ()
        self._hidden = False
        self.asking = QuestionPanel(self)
        self.sample = SamplePanel(self)
        self.place = PlacePanel(self)
        self.progress = ProgressPanel(self)
        self.player = StudyPlayer(self, pool)
        self.kept = KeptPage(self)
        self.results = ResultsPage(self)
        self.comparison = ComparePage(self)
        self.pages = QStackedWidget(self)
        for page in (self.kept, self.results, self.comparison):
            self.pages.addWidget(page)
        self.action_table = ActionTable("study", tr("Study"), self, away=self._away)
        self.action_table.refused.connect(lambda why_not: self.noticed.emit(Notice(why_not)))
        self._add_actions()
        self.bar = self._bar()
        self._tasks = {name: Task(self) for name in _WORK}
        self._lay_out()
        self._connect()
        self._judge()
        self.refresh()

    # ---- building -------------------------------------------------------------------------------

    def _bar(self) -> QWidget:
        bar = QWidget(self)
        row = QHBoxLayout(bar)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.S2)
        self.new_ = Button(tr("New study"), bar, action="study.new")
        self.watch = Button(tr("Watch a game…"), bar, icon="eye", action="study.watch")
        self.swap = Button(tr("Swap A and B"), bar, icon="swap", action="study.swap")
        self.compare = Button(tr("Compare with…"), bar, action="study.compare")
        self.export = Button(tr("Export…"), bar, icon="export", action="study.export")
        self.run_ = Button(tr("Run"), bar, icon="play", kind="primary", action="study.run")
        for button, name in (
            (self.new_, "new"), (self.watch, "watch"), (self.swap, "swap"),
            (self.compare, "compare"), (self.export, "export"), (self.run_, "run"),
        ):  # fmt: skip
            button.clicked.connect(partial(self.action_table.run, f"study.{name}"))
            row.addWidget(button)
        return bar

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
        self.kept.put_away.connect(self.put_away)
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
            ("new", tr("A new study"), "Ctrl+N", self.new, "plus", self._no_new),
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
        return self.action_table.press(event)

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
        return "" if self._candidates() else tr("There is no other study of this scenario.")

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
        self._tasks["list"].start(_listed)

    def _listed(self, found: tuple[tuple[Playable, ...], tuple[KeptStudy, ...]]) -> None:
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

    def _questioned(self, question: Question) -> None:
        self._question = question
        self.asking.show_question(question)
        self.results.show_board(question.board)
        self.comparison.show_board(question.board)
        self._judge()

    def asked(self) -> Asked:
        """The form as it is filled."""
        options, players, changes = self.asking.chosen()
        return Asked(
            scenario=self._question.scenario if self._question is not None else "",
            options=options,
            players=players,
            changes=changes,
            n=self.sample.n,
            seed=int(self.sample.seed.text() or 1),
            settled=SETTLED if self.sample.settled.isChecked() else 0.0,
            place=self.place.place,
        )

    # ---- playing --------------------------------------------------------------------------------

    def run(self) -> None:
        """Begin the study that is asked for, or go on with the open one."""
        if reason := self._why_not_there():
            self.noticed.emit(Notice(reason))
            return
        question = self._opened.question if self._opened is not None else self._question
        assert question is not None
        before = self._opened
        self._tasks["plan"].start(partial(_planned, self.asked(), question, before))
        self._judge()

    def _start(self, opened: _Opened) -> None:
        """Play what was planned; what was played before is shown and not played again."""
        self._show(opened)
        record = opened.now.record
        if record.games >= record.wanted:
            self.noticed.emit(Notice(tr("This study was played before; here it is.")))
            return
        asked = self.asked()
        self.progress.begin(record)
        self.player.start(
            record, opened.setting, asked.place, opened.path, asked.settled, opened.question.named
        )
        self._judge()
        self.progress.pause.setFocus(Qt.FocusReason.OtherFocusReason)  # the form is shut now

    def pause(self) -> None:
        """Stop after the games that are being played; everything is kept."""
        self.player.pause()
        self.progress.pause.refuse(tr("Stopping after the games that are being played."))

    def _advanced(self, now: Standing) -> None:
        if self._opened is not None and self.player.running:
            self._take(now)

    def _ended(self, now: Standing) -> None:
        had_keyboard = self.progress.pause.hasFocus() or QApplication.focusWidget() is None
        if self._opened is not None:
            self._take(now)
        if had_keyboard and self.pages.currentWidget() is self.results:
            self.results.settled.plot.setFocus(Qt.FocusReason.OtherFocusReason)
        self.refresh()

    def _take(self, now: Standing) -> None:
        assert self._opened is not None
        self._opened = _Opened(self._opened.path, self._opened.setting, self._opened.question, now)
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
            self._tasks["open"].start(partial(_open, path))

    def _opened_file(self, opened: _Opened) -> None:
        self._show(opened)
        self._questioned(opened.question)

    def _show(self, opened: _Opened) -> None:
        self._opened = opened
        self.results.show_summary(opened.now.summary)
        self.pages.setCurrentWidget(self.results)
        self._judge()

    def put_away(self, path: Path) -> None:
        """Put a kept study out of sight; a notice brings it back."""
        try:
            gone = put_away_study(path)
        except UserError as error:
            self._failed(error)
            return
        back = (tr("Bring it back"), partial(self._bring_back, gone))
        words = tr("It lies in {0} until you remove it there.").format(gone.parent)
        self.noticed.emit(Notice(tr("You deleted the study."), words, actions=(back,)))
        self.refresh()

    def _bring_back(self, gone: Path) -> None:
        try:
            restore_game(gone)
        except UserError as error:
            self._failed(error)
        self.refresh()

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

    def _candidates(self) -> list[tuple[str, Callable[[], None]]]:
        """What the shown setting can be held against, in words, and what does it."""
        if self._opened is None:
            return []
        record, found = self._opened.now.record, []
        for at, part in enumerate(self._opened.now.summary.parts):
            if at != self.results.shown_part and part.games:
                found.append((said(part.label), partial(self.compare_parts, at)))
        here = record.study.specs[0].scenario
        for one in self._kept:
            if one.scenario == here and one.path != self._opened.path and one.games:
                label = ", ".join(said(label) for label in one.labels)
                when = one.when.astimezone().strftime("%Y-%m-%d %H:%M")
                words = tr("{0}: {1} games, {2}").format(label, one.games, when)
                found.append((words, partial(self.compare_with, one.path)))
        return found

    def ask_compare(self) -> None:
        """Offer what the shown setting can be compared with."""
        menu = self._menu(tr("Compare with…"))
        for words, deed in self._candidates():
            menu.addAction(words.replace("&", "&&")).triggered.connect(
                lambda _on=False, deed=deed: deed()
            )
        self._popup(menu, self.compare)

    def _played(self, at: int) -> Played:
        assert self._opened is not None
        record = self._opened.now.record
        return Played(record.study.specs[at], record.tallies[at])

    def compare_parts(self, at: int) -> None:
        """Hold another setting of the study against the one that is shown."""
        self._compare(self._played(at))

    def compare_with(self, path: Path) -> None:
        """Hold the first setting of a kept study against the one that is shown."""
        self._tasks["compare"].start(partial(_first_of, path))

    def _compare(self, other: Played) -> None:
        assert self._opened is not None
        setting = worded_setting(self._opened.setting, wording())
        self.comparison.naming = self._opened.question.named
        self.comparison.show_pair(setting, self._played(self.results.shown_part), other)
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
        at = self.results.shown_part
        names = {side.id: side.name for side in self._opened.now.summary.setting.sides}
        for level in self._opened.now.summary.parts[at].levels:
            words = tr("{0}, {1}: seed {2}").format(
                names.get(level.winner, tr("Nobody")), said(ending_text(level.level)), level.seed
            )
            menu.addAction(words).triggered.connect(
                lambda _on=False, seed=level.seed: self._watch(self._played(at), seed)
            )
        self._popup(menu, self.watch)

    def _watch(self, played: Played, seed: int) -> None:
        spec = played.spec
        self.watch_asked.emit(Watched(spec.scenario, seed, dict(spec.players), dict(spec.options)))

    # ---- export ---------------------------------------------------------------------------------

    def ask_export(self) -> None:
        """Ask for a file; its ending says what is written."""
        if self._opened is None or self._tasks["export"].running:
            return
        kinds = ";;".join((
            tr("Report (*.html)"), tr("Figures as CSV (*.csv)"),
            tr("Games as Parquet (*.parquet)"), tr("Study (*.json)"),
        ))  # fmt: skip
        name = self._opened.now.record.study.specs[0].scenario.replace("/", "-")
        chosen, kind = self._choose_file(
            self, tr("Export the study"), str(Path.home() / f"{name}.html"), kinds
        )
        if not chosen:
            return
        path = Path(chosen)
        if path.suffix not in _SUFFIXES:
            at = max(0, kinds.split(";;").index(kind) if kind in kinds.split(";;") else 0)
            path = path.with_name(f"{path.name}{('.html', '.csv', '.parquet', '.json')[at]}")
        record, setting = self._opened.now.record, self._opened.setting
        self._tasks["export"].start(partial(_export, path, record, setting, language.current()))

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
        self._judge_buttons(running=running)
        settings = 1 + len(self.asking.chosen()[2])
        self.asking.note.setText(
            tr("{0} settings with the same seeds: {1} games.").format(
                settings, f"{settings * self.sample.n:,}"
            )
            if settings > 1
            else tr("“Each of them” plays one setting after the other, with the same seeds.")
        )
        self.progress.setVisible(opened is not None)
        if opened is not None:
            self.progress.show_record(opened.now.record, running=running)
        self._retitle(running=running)

    def _judge_buttons(self, *, running: bool) -> None:
        comparing = not self._not_comparing()
        self.new_.setVisible(self._opened is not None and not comparing)
        self.run_.setVisible(not comparing)
        self.swap.setVisible(comparing)
        for button, reason in (
            (self.run_, self._why_not_there()), (self.new_, self._no_new()),
            (self.compare, self._no_compare()), (self.export, self._no_figures()),
            (self.watch, self._no_watch()), (self.progress.pause, ""),
        ):  # fmt: skip
            button.refuse(reason) if reason else button.allow()
        begun = self._opened is not None and self._games > 0
        self.run_.set_words(tr("Go on") if begun and not running else tr("Run"))
        self.watch.set_words(tr("Watch a game that turned") if comparing else tr("Watch a game…"))

    def _retitle(self, *, running: bool) -> None:
        title, state = tr("Study"), ""
        facts: list[str] = []
        if self._opened is not None:
            title = self._opened.now.summary.setting.title
            record = self._opened.now.record
            state = tr("study, {0}").format(
                tr("running") if running
                else tr("played") if record.games >= record.wanted
                else tr("paused")
            )  # fmt: skip
            lost = len(record.lost)
            facts = [
                tr("{0} settings").format(len(record.tallies)),
                tr("no game lost") if not lost else tr("{0} ranges lost").format(lost),
                tr("kept"),
            ]
        hints = (
            ("study.run", tr("run")), ("study.pause", tr("pause")),
            ("study.compare", tr("compare")), ("study.export", tr("export")),
            ("study.back", tr("back")),
        )  # fmt: skip
        self.title, self.subtitle, self.hints, self.facts = title, state, hints, facts
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


# ---- work of the worker thread ------------------------------------------------------------------


def _listed() -> tuple[tuple[Playable, ...], tuple[KeptStudy, ...]]:
    return playable(wording()), kept_studies()


def _open(path: Path) -> _Opened:
    record = checked_again(read_record(path))
    setting = setting_of(record.study)
    question = question_of(record.study.specs[0].scenario, wording())
    return _Opened(path, setting, question, standing(record, setting, question.named))


def _export(path: Path, record: StudyRecord, setting: Setting, spoken: str) -> Path:
    write_study(path, record, setting, _SUFFIXES[path.suffix], spoken)
    return path


def _planned(asked: Asked, question: Question, opened: _Opened | None) -> _Opened:
    """What is to be played: the study that is asked for, or more games of the open one."""
    if opened is not None:
        record, path = opened.now.record, opened.path
    else:
        record = plan_study(
            asked.scenario, asked.options, asked.changes, players=asked.players, n=asked.n,
            seed=asked.seed,
        )  # fmt: skip
        path = working_file(record.study)
        if path.is_file():
            record = read_record(path)
    if record.games:
        known = record.study.specs[0].n
        done = record.games >= record.wanted
        record = checked_again(record, max(known, asked.n) if done else known)
    setting = setting_of(record.study)
    return _Opened(path, setting, question, standing(record, setting, question.named))


def _first_of(path: Path) -> Played:
    record = read_record(path)
    return Played(record.study.specs[0], record.tallies[0])
