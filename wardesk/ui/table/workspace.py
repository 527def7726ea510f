"""The table: the board in the middle, the question above it, docks at both sides, one session."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from wardesk.services.play.session import PlaySession
from wardesk.ui import language, theme
from wardesk.ui.actions import Action, ActionTable
from wardesk.ui.shell.workspace import Workspace
from wardesk.ui.table.actions import add_actions
from wardesk.ui.table.board import TableBoard
from wardesk.ui.table.freehand.deed_bar import DeedBar
from wardesk.ui.table.freehand.freehand import Freehand
from wardesk.ui.table.freehand.tray import Tray
from wardesk.ui.table.keyboard import TableKeyboard
from wardesk.ui.table.left_dock import MiddlePanel, PlayersPanel, TurnPanel
from wardesk.ui.table.model import TableModel
from wardesk.ui.table.past.past import Past
from wardesk.ui.table.question_bar import QuestionBar
from wardesk.ui.table.right_dock import RightDock
from wardesk.ui.table.rulebook.panel import RulebookPanel
from wardesk.ui.table.runner import TurnBell
from wardesk.ui.table.table_bar import TableBar
from wardesk.ui.widgets.notice import Notice
from wardesk.ui.widgets.panel import Dock
from wardesk.words import tr


class TableWorkspace(Workspace):
    """Makes the parts of a table over one model and lays them out. `shut` closes the session.

    ``back_asked()``: the table is a campaign's, and its results shall go back there.
    """

    back_asked = Signal()

    def __init__(self, session: PlaySession, parent: QWidget | None = None) -> None:
        words = language.wording()
        super().__init__(words.text(session.info.title), parent)
        if session.words != words:
            session.speak(words)
        self.session = session
        actions = ActionTable("table", tr("Table"), self, away=self._away)
        model = self.model = TableModel(session, actions, self)
        self._make_parts(model)
        self._lay_out()
        self.rulebook = RulebookPanel(model, self.question, self)
        self.keyboard = TableKeyboard(
            model, self.board, self.question, self.middle.list, self.right, self.freehand,
            self.deed_bar, self,
        )  # fmt: skip
        add_actions(
            model, self.board, self.right, self.past, self.freehand, self.table_bar,
            self.keyboard.primary, self.rulebook,
        )  # fmt: skip
        for listen in (actions.listen_in, self.keyboard.listen_in):
            listen(self.table_bar)
        self.table_bar.share_keys(self.keyboard.press)
        self._connect()
        self.hints = _hints()
        model.refresh()
        for text in session.notices:
            self.noticed.emit(Notice(session.words.text(text)))

    # ---- building -------------------------------------------------------------------------------

    def _make_parts(self, model: TableModel) -> None:
        self.board = TableBoard(model, self)
        self.view = self.board.view
        self.question = QuestionBar(model, self)
        self.freehand = Freehand(model, self)
        self.freehand.watch(self.view)
        self.deed_bar = DeedBar(model, self.freehand, self)
        self.tray = Tray(model, self.freehand, self)
        self.past = Past(model, self)
        self.turn = TurnPanel(model, self)
        self.middle = MiddlePanel(model, self.past.plots, self.past.branches, self)
        self.players = PlayersPanel(model, self)
        self.right = RightDock(model, self)
        self.table_bar = TableBar(model, self)
        self.table_bar.hide()
        self.bar = self.table_bar
        self.bell = TurnBell(self.session)

    def _lay_out(self) -> None:
        self.left_dock = Dock("left", self.turn, self.middle, self.players, parent=self)
        self.right_dock = Dock("right", self.right, parent=self)
        centre = QVBoxLayout()
        centre.setContentsMargins(0, 0, 0, 0)
        centre.setSpacing(0)
        centre.addWidget(self.question)
        centre.addWidget(self.deed_bar)
        centre.addWidget(self.board, 1)
        centre.addWidget(self.tray)
        centre.addWidget(self.past.timeline)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.left_dock)
        row.addLayout(centre, 1)
        row.addWidget(self.right_dock)

    def _connect(self) -> None:
        model = self.model
        model.changed.connect(self._follow)
        model.noticed.connect(self.noticed)
        model.happened.connect(self.bell.follow)
        self.board.facts_changed.connect(lambda facts: self.set_status(facts=facts))
        self.view.tabbed.connect(self._toggle_docks)
        self.middle.page_shown.connect(self.past.show_page)
        self.past.page_asked.connect(self.middle.show_page)
        self.table_bar.back_asked.connect(self.back_asked)
        self.rulebook.event_asked.connect(model.look_at)

    def _follow(self) -> None:
        session, said = self.session, self.session.words.text
        facts = [said(session.info.game_title), tr("saved"), self.model.eyes_words()]
        self.set_titles(said(session.info.title), " · ".join(fact for fact in facts if fact))
        umpired = session.mode == "adjudicate"
        self.right_dock.setFixedWidth(theme.DOCK_RIGHT_WIDE if umpired else theme.DOCK_RIGHT)

    # ---- what the window asks -------------------------------------------------------------------

    def commands(self) -> Sequence[Action]:
        return self.model.actions.all()

    def _away(self) -> str:
        return "" if self.isVisible() else tr("only at the table")

    def enter(self) -> None:
        self.keyboard.focus_question()
        self.model.runner.wake()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.keyboard.press(event):
            super().keyPressEvent(event)

    def docks_hidden(self) -> bool:
        return self.left_dock.isHidden()

    def hide_docks(self, hidden: bool) -> None:
        self.left_dock.setHidden(hidden)
        self.right_dock.setHidden(hidden)

    def _toggle_docks(self) -> None:
        self.hide_docks(not self.docks_hidden())
        self.view.setFocus()

    def show_rule(self, cite: str, beside: QWidget) -> None:
        """Show what stands behind a rule number that was pressed."""
        if not self.rulebook.open(cite):
            self.noticed.emit(Notice(tr("The rulebook has no entry {0}.").format(cite)))

    def show_own_help(self) -> bool:
        self.rulebook.open_here()
        return True

    def shut(self) -> None:
        """Stop everything behind the scenes and close the session; the game stays on the disk."""
        self.model.stop()
        self.past.stop()
        self.board.stop()
        self.session.close()


def _hints() -> list[tuple[str, str]]:
    """Keys for the status bar."""
    return [
        ("1–9", tr("answer")),
        (tr("Arrows"), tr("walk")),
        (tr("Space"), tr("pick, lay a pile out")),
        ("Enter", tr("filled button")),
        ("Tab", tr("hide panels")),
    ]
