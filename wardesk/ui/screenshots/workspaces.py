"""Pictures of every workspace on sample data: home, map, campaign, a table in many states."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication

from wardesk.documents.packs.store import list_packs
from wardesk.engine.types import CHANCE, UMPIRE, Decision, Outcome, Value
from wardesk.services.play.session import PlaySession
from wardesk.services.studies.kept import question_of
from wardesk.services.studies.study_desk import (
    Workplace,
    plan_study,
    play_study,
    setting_of,
    working_file,
)
from wardesk.ui.opener import Opener
from wardesk.ui.screenshots.camera import ScreenshotCamera
from wardesk.ui.screenshots.campaign import CampaignStudio
from wardesk.ui.screenshots.map_editor import MapStudio, is_behind
from wardesk.ui.shell.help_window import HelpWindow
from wardesk.ui.shell.new_game import NewGameDialog
from wardesk.ui.study.workspace import StudyWorkspace
from wardesk.ui.table.workspace import TableWorkspace

SEED = 5
GAMES = 24
"""Of the study that is shown."""
DIALOG = QSize(1120, 760)
EVENTS = 24
"""How far a game has gone that is shown for its board."""

Wanted = Callable[[Decision], bool]


class WorkspaceCamera(ScreenshotCamera):
    """Every workspace on sample data."""

    def __init__(self, app: QApplication, folder: Path, tag: str, size: tuple[int, int]) -> None:
        super().__init__(app, folder, tag, size)
        self._opener = Opener(self._window)
        self._table: TableWorkspace | None = None

    def take_all(self) -> None:
        """Every workspace, one after the other."""
        self._opener.refresh()
        self.take("home")
        self._help()
        for mode in ("map", "campaign"):
            self._window.show_mode(mode)
            self.take(mode)
        CampaignStudio(self._opener.campaigns, self.take, self.wait).take_all()
        MapStudio(self._window, self._opener.maps, self.take).take_all()
        scenario = next((s for pack in list_packs() for s in pack.scenarios), "")
        self._studies(scenario)
        if scenario:
            self._play(scenario)
            self._past(scenario)
            self._pick(scenario)
            self._adjudicate(scenario)
        for pack in list_packs():
            for first in pack.scenarios[:1]:
                self._game(first, pack.id)
            for other in pack.scenarios:
                self._forces(other)
        if self._table is not None:
            self._table.shut()
        self._opener.shut()
        self.shut()

    # ---- one picture ----------------------------------------------------------------------------

    def busy(self) -> bool:
        waiting = self._opener._listing.running or self._opener._painting.running
        study = self._window.workspace("study")
        waiting = waiting or (isinstance(study, StudyWorkspace) and study.busy)
        campaign = self._opener.campaigns.workspace
        waiting = waiting or self._opener.campaigns.busy or is_behind(self._opener.maps.workspace)
        if campaign is not None:
            waiting = waiting or campaign.worker.busy or campaign.views.busy
        return waiting or (self._table is not None and self._table.view.busy)

    def _help(self) -> None:
        """The help, as it opens over Home."""
        self._window.show_help()
        shown = self._window.findChild(HelpWindow)
        self.take("help", shown)
        if shown is not None:
            shown.close()

    # ---- a study --------------------------------------------------------------------------------

    def _studies(self, scenario: str) -> None:
        """The Study place: before a study, with one, and two settings of it compared."""
        self._window.show_mode("study")
        self.take("study")
        study = self._window.workspace("study")
        if not scenario or not isinstance(study, StudyWorkspace):
            return
        first, *_ = question_of(scenario).sides
        change: dict[str, Value] = {first.id: "random"}
        record = plan_study(scenario, {}, (change,), players={}, n=GAMES, seed=SEED)
        path = working_file(record.study)
        play_study(record, setting_of(record.study), Workplace(jobs=0), file=path)
        study.open(path)
        self.take("study_results")
        study.compare_with(1)
        self.take("study_compared")
        study.new()

    # ---- a game ---------------------------------------------------------------------------------

    def _open(self, scenario: str, mode: str, seed: int = SEED) -> TableWorkspace:
        if self._table is not None:
            self._table.shut()
        session = PlaySession.new(
            scenario, seed=seed, keep=False, mode="adjudicate" if mode == "adjudicate" else "play"
        )
        self._table = TableWorkspace(session, self._window)
        self._table.model.runner.set_paused(True)
        self._window.set_workspace("table", self._table)
        self._window.show_mode("table")
        return self._table

    @staticmethod
    def _play_to(
        session: PlaySession, wanted: Wanted, kind: str = "policy", limit: int = 400
    ) -> bool:
        """Let players of *kind* go on until *wanted*; whether it came."""
        for _ in range(limit):
            ask = session.ask
            if ask is None or wanted(ask):
                return ask is not None
            if ask.who == CHANCE:
                session.roll()
            elif ask.who == UMPIRE:
                session.answer(Outcome(ask.proposed))
            else:
                session.answer(session.bot_answer(ask.who, kind))
        return False

    def _play(self, scenario: str) -> None:
        table = self._open(scenario, "play")
        session = table.session
        self._play_to(session, lambda ask: ask.shape == "choose" and len(ask.choices) > 1)
        self.take("table_question")
        if self._play_to(session, lambda ask: ask.shape == "path"):
            if table.model.interaction is not None:
                table.drawer.list.answer("piece", table.model.interaction.ask.pieces[-1])
            self.take("table_move")
        if self._play_to(session, lambda ask: ask.who == CHANCE and bool(ask.chart)):
            self.take("table_chart")
        self._play_to(session, lambda _ask: session.journal.head > 60)
        table.drawer.show_page("score")
        self.take("table_middle_of_game")

    def _game(self, scenario: str, pack: str) -> None:
        """Who plays it, and its table a few decisions on."""
        self._opener.choose_players(scenario)
        dialog = self._window.findChildren(NewGameDialog)[-1]
        # a screen that is not there is smaller than the window
        dialog.resize(DIALOG.boundedTo(self._window.size()))
        self.take(f"new_game_{pack}", dialog)
        dialog.reject()
        dialog.deleteLater()
        session = self._open(scenario, "play").session
        # where people do everything by hand a program would only pass
        far: Wanted = lambda ask: session.journal.head > EVENTS or bool(ask.worded)  # noqa: E731
        self._play_to(session, far)
        self._play_to(session, lambda ask: ask.who not in (CHANCE, UMPIRE))
        self.take(f"table_game_{pack}")

    def _forces(self, scenario: str) -> None:
        """A game with formations and cups: its board, who may react, a ruling on a shot."""
        table = self._open(scenario, "play")
        session, showing = table.session, table.session.rules.showing
        if not showing.formations(session.state):
            return
        name = scenario.rpartition("/")[2]
        self._play_to(
            session, lambda ask: ask.shape == "path" and bool(showing.cups(session.state))
        )
        self.take(f"table_forces_{name}")
        reacts: Wanted = lambda _ask: bool(showing.candidates(session.state))  # noqa: E731
        if self._play_to(session, reacts, limit=3000):
            self.take(f"table_candidates_{name}")
        table = self._open(scenario, "adjudicate")
        if self._play_to(table.session, lambda ask: ask.who == UMPIRE, limit=900):
            self.take(f"table_ruling_{name}")

    def _past(self, scenario: str) -> None:
        """A played game with a branch: looking back, comparing, the plots."""
        table = self._open(scenario, "play", 1)
        session = table.session
        self._play_to(session, lambda _ask: False, "random")
        end = session.journal.head
        session.go(max(1, end // 2), "What if")
        self._play_to(session, lambda _ask: session.journal.head > end + 24)
        session.annotate(session.branches()[1].first, "branch-name", "What if we wait?")
        session.go(end, "Back to the game")
        session.annotate(end // 3, "bookmark", "The last glider is down")
        session.annotate(end * 2 // 3, "note", "The turning point, I think")
        table.model.look_at(end // 3)
        self.take("table_past")
        table.past.pin()
        table.model.look_at(end * 2 // 3)
        self.take("table_compare")
        table.past.unpin()
        table.model.look_at(None)
        table.drawer.show_page("score")
        table.past.plots.heat.setCurrentIndex(1)
        self.take("table_score")
        table.drawer.show_plots()
        self.take("table_plots")

    def _pick(self, scenario: str) -> None:
        """A question for several pieces; scripted players may never come to one."""
        for seed in range(1, 9):
            table = self._open(scenario, "play", seed)
            several: Wanted = lambda ask: ask.shape == "pieces" and ask.most > 2  # noqa: E731
            if self._play_to(table.session, several, "random"):
                self.take("table_planned")
                table.right.advised(0, pick=True)
                self.take("table_advised")
                asked = table.model.interaction
                for piece in asked.ask.pieces[:3] if asked is not None else ():
                    table.drawer.list.answer("piece", piece)
                self.take("table_picked")
                return

    def _adjudicate(self, scenario: str) -> None:
        table = self._open(scenario, "adjudicate")
        self._play_to(table.session, lambda ask: ask.who == CHANCE and bool(ask.chart))
        self.take("table_proposed_roll")
        self._play_to(table.session, lambda ask: ask.who == UMPIRE)
        self.take("table_proposal")
