"""Pictures of every workspace on sample data, light and dark, at two sizes, without a screen."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QDeadlineTimer, QEventLoop
from PySide6.QtWidgets import QApplication, QWidget

from wardesk.documents.packs.store import list_packs
from wardesk.engine.types import CHANCE, UMPIRE, Decision, Outcome
from wardesk.errors import UserError
from wardesk.services.play.session import PlaySession
from wardesk.ui import theme
from wardesk.ui.app import make_app
from wardesk.ui.campaign.campaign_shots import CampaignStudio
from wardesk.ui.comfort_shots import take_comfort
from wardesk.ui.making_shots import take_making
from wardesk.ui.map.map_shots import MapStudio
from wardesk.ui.map.tool_shots import take_tools
from wardesk.ui.opener import Opener
from wardesk.ui.shell.main_window import MainWindow
from wardesk.ui.table.workspace import TableWorkspace

SIZES = ((1280, 800), (1920, 1080))
SEED = 5
_PATIENCE = 120_000
"""Milliseconds that one picture may take before it is taken as it is."""

Wanted = Callable[[Decision], bool]


def main(directory: Path | str, map_themes: Sequence[str] = ()) -> int:
    """Paint everything into *directory*; the exit code. The user's own folder is not touched.

    With *map_themes* only the tools of the map editor, in each of these.
    """
    folder = Path(directory)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{folder} cannot be made: {error.strerror}.") from error
    running = QApplication.instance()
    app = running if isinstance(running, QApplication) else make_app(["wardesk"])
    if map_themes:
        take_tools(app, folder, map_themes, SIZES)
        return 0
    before, home = theme.current(), os.environ.get("WARDESK_HOME")
    with tempfile.TemporaryDirectory() as own:
        os.environ["WARDESK_HOME"] = own
        try:
            for name in theme.THEMES:
                theme.apply(app, name)
                for width, height in SIZES:
                    tag = f"{name}_{width}x{height}"
                    _Camera(app, folder, tag, (width, height)).take_all()
                    take_making(app, folder, tag, (width, height))
            for size in SIZES:
                take_comfort(app, folder, size)
        finally:
            theme.apply(app, before)
            if home is None:
                del os.environ["WARDESK_HOME"]
            else:
                os.environ["WARDESK_HOME"] = home
    return 0


class _Camera:
    """One window of one size in one theme, and the pictures taken of it."""

    def __init__(self, app: QApplication, folder: Path, tag: str, size: tuple[int, int]) -> None:
        self._app, self._folder, self._tag = app, folder, tag
        self._window = MainWindow()
        self._window.resize(*size)
        self._opener = Opener(self._window)
        self._table: TableWorkspace | None = None

    def take_all(self) -> None:
        """Every workspace, one after the other."""
        self._window.show()
        self._opener.refresh()
        self._take("home")
        for mode in ("map", "campaign", "study"):
            self._window.show_mode(mode)
            self._take(mode)
        CampaignStudio(self._app, self._opener.campaigns, self._take).take_all()
        MapStudio(self._window, self._opener.maps, self._take).take_all()
        scenario = next((s for pack in list_packs() for s in pack.scenarios), "")
        if scenario:
            self._play(scenario)
            self._past(scenario)
            self._pick(scenario)
            self._adjudicate(scenario)
        if self._table is not None:
            self._table.shut()
        self._opener.shut()
        self._window.hide()
        self._window.deleteLater()

    # ---- one picture ----------------------------------------------------------------------------

    def _busy(self) -> bool:
        waiting = self._opener._listing.running or self._opener._painting.running
        campaign = self._opener.campaigns.workspace
        waiting = waiting or (campaign is not None and campaign.worker.busy)
        return waiting or (self._table is not None and self._table.view.busy)

    def _take(self, name: str, of: QWidget | None = None) -> None:
        """Wait until nothing more is coming, then save what the window shows."""
        until = QDeadlineTimer(_PATIENCE)
        calm = 0
        while calm < 5 and not until.hasExpired():
            self._app.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
            calm = 0 if self._busy() else calm + 1
        (of or self._window).grab().save(str(self._folder / f"{name}_{self._tag}.png"))

    # ---- a game ---------------------------------------------------------------------------------

    def _open(self, scenario: str, mode: str, seed: int = SEED) -> TableWorkspace:
        if self._table is not None:
            self._table.shut()
        session = PlaySession.new(
            scenario, seed=seed, keep=False, mode="adjudicate" if mode == "adjudicate" else "play"
        )
        self._table = TableWorkspace(session, self._window)
        self._table.runner.set_paused(True)
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
        self._take("table_question")
        if self._play_to(session, lambda ask: ask.shape == "path"):
            if table.interaction is not None:
                table.hands.list_picked("piece", table.interaction.ask.pieces[-1])
            self._take("table_move")
        if self._play_to(session, lambda ask: ask.who == CHANCE and bool(ask.chart)):
            self._take("table_chart")
        self._play_to(session, lambda _ask: session.journal.head > 60)
        table.middle.show_page("score")
        self._take("table_middle_of_game")

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
        table.history.look_back(end // 3)
        self._take("table_past")
        table.moments.pin()
        table.history.look_back(end * 2 // 3)
        self._take("table_compare")
        table.moments.unpin()
        table.history.back_to_now()
        table.middle.show_page("score")
        table.middle.plots.heat.setCurrentIndex(1)
        self._take("table_score")
        table.middle.show_plots()
        self._take("table_plots")

    def _pick(self, scenario: str) -> None:
        """A question for several pieces; scripted players may never come to one."""
        for seed in range(1, 9):
            table = self._open(scenario, "play", seed)
            several: Wanted = lambda ask: ask.shape == "pieces" and ask.most > 2  # noqa: E731
            if self._play_to(table.session, several, "random"):
                self._take("table_planned")
                table.hands.advised(0, pick=True)
                self._take("table_advised")
                for piece in table.interaction.ask.pieces[:3] if table.interaction else ():
                    table.hands.list_picked("piece", piece)
                self._take("table_picked")
                return

    def _adjudicate(self, scenario: str) -> None:
        table = self._open(scenario, "adjudicate")
        self._play_to(table.session, lambda ask: ask.who == CHANCE and bool(ask.chart))
        self._take("table_proposed_roll")
        self._play_to(table.session, lambda ask: ask.who == UMPIRE)
        self._take("table_proposal")
