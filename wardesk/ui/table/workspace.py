"""The table: a strip that asks, the board, drawers behind index tabs, a foot; one session.

The board has nine tenths of the window while no drawer is open.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QSizePolicy,
    QStackedLayout,
    QWidget,
)

from wardesk.render.export.encoded import jpeg_bytes
from wardesk.services.play.session import PlaySession
from wardesk.ui import language, theme
from wardesk.ui.actions import Action, ActionTable
from wardesk.ui.preferences import preferences
from wardesk.ui.shell.bars import StatusBar
from wardesk.ui.shell.workspace import Workspace
from wardesk.ui.table.actions import add_actions
from wardesk.ui.table.battle_sheet import BattleSheet
from wardesk.ui.table.board import TableBoard
from wardesk.ui.table.clinic.actions import add_actions_of_clinic, add_clinic_action
from wardesk.ui.table.clinic.page import ClinicPage
from wardesk.ui.table.counter_tray import CounterTray
from wardesk.ui.table.cup_panel import CupPanel
from wardesk.ui.table.drawer import Drawer
from wardesk.ui.table.drawers import Drawers
from wardesk.ui.table.events import advice, opponent, order_told
from wardesk.ui.table.events.ending import EndingPanel
from wardesk.ui.table.events.film import DispatchPage, Film
from wardesk.ui.table.events.motion import Motion
from wardesk.ui.table.events.sounds import Sounds
from wardesk.ui.table.forces_model import ShownForces
from wardesk.ui.table.freehand.deed_bar import DeedBar
from wardesk.ui.table.freehand.freehand import Freehand
from wardesk.ui.table.freehand.hand import HandPanel
from wardesk.ui.table.freehand.tray import Tray
from wardesk.ui.table.hot_seat_curtain import Cover
from wardesk.ui.table.keyboard import TableKeyboard
from wardesk.ui.table.left_dock import PlayersPanel, TurnPanel
from wardesk.ui.table.lesson import LessonGuide
from wardesk.ui.table.log import TableLog
from wardesk.ui.table.mail import add_mail_actions
from wardesk.ui.table.model import TableModel
from wardesk.ui.table.orders.page import StandingPage
from wardesk.ui.table.past.past import Past
from wardesk.ui.table.question_bar import QuestionBar
from wardesk.ui.table.right_dock import RightDock
from wardesk.ui.table.right_panels.formation_panel import FormationPanel
from wardesk.ui.table.rulebook.panel import RulebookPanel
from wardesk.ui.table.runner import TurnBell
from wardesk.ui.table.table_bar import TableBar
from wardesk.ui.table.toasts import Toasts
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.notice import Notice
from wardesk.ui.widgets.panel import Scroller
from wardesk.ui.widgets.text import ElidedLine
from wardesk.words import tr

_HINTS, _FACTS, _FACT = 1600, 1400, 170
"""Px of window from which the foot has room for keys, and for the cell pointed at; its width."""
_LAST = 300
"""Px of what happened last."""


class Stage(QWidget):
    """The board, and what lies over it without moving it: a sheet, messages."""

    def __init__(self, board: TableBoard, toasts: Toasts, sheet: BattleSheet) -> None:
        super().__init__()
        self._over, self._toasts = (board, sheet), toasts
        for part in (board, sheet, toasts):
            part.setParent(self)

    def resizeEvent(self, event: object) -> None:
        for part in self._over:
            part.setGeometry(self.rect())
        self._toasts.place()


class Head(QWidget):
    """The question and the tools in one row; the window puts it into its own bar.

    Keys that nothing in it wants are the table's, and so is Tab. ``taken_away()``: it stands
    outside of the table now.
    """

    taken_away = Signal()

    def __init__(self, table: TableWorkspace) -> None:
        super().__init__(table)
        self._table = table
        self._away = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.row.setSpacing(0)

    def event(self, event: QEvent) -> bool:
        away = event.type() == QEvent.Type.ParentChange and not self._table.isAncestorOf(self)
        if away and not self._away:
            self._away = True
            self.taken_away.emit()
        return super().event(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """As `QWidget`, through the table."""
        return self._table.focusNextPrevChild(forward)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._table.keyboard.press(event):
            super().keyPressEvent(event)


class TableWorkspace(Workspace):
    """Makes the parts of a table over one model and lays them out. `shut` closes the session.

    ``back_asked()``: the table is a campaign's, and its results shall go back there.
    """

    back_asked = Signal()
    ended = Signal()
    """The game came to its end at this table."""
    own_game_asked = Signal()
    """The lesson is over; a game of one's own is wanted."""
    letter_came = Signal(str)
    """A letter of a game by mail is in this file."""
    rematch_asked = Signal(object)
    """The game is over; this `NewGame` is wanted."""
    clinic_asked = Signal(object)
    """A clinic is wanted of the moment after this event; None: the present."""
    game_asked = Signal()
    """The clinic is done with; back to where it came from."""
    play_asked = Signal()
    """A real game from the position of the clinic."""
    fills_window = True

    def __init__(
        self,
        session: PlaySession,
        parent: QWidget | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """*clock* gives seconds: a question that has just come does not hear Enter yet."""
        words = language.wording()
        super().__init__(words.text(session.info.title), parent)
        if session.words != words:
            session.speak(words)
        self.session = session
        self._drawer_before = ""
        self._lying: dict[QWidget, int] = {}
        actions = ActionTable("table", tr("Table"), self, away=self._away)
        model = self.model = TableModel(session, actions, self)
        self._make_parts(model)
        self._lay_out()
        self.motion = Motion(model, self.view)
        self.motion.played.connect(model.runner.linger)
        self.film = Film(model, self.motion, self.view, self.dispatch)
        self.past.play_again = self.film.again
        self.film.begun.connect(partial(self._show_film, True))
        self.film.ended.connect(partial(self._show_film, False))
        self.film.changed.connect(self._offer_film)
        self._offer_film()
        self.sounds = Sounds(model, self.motion)
        self.card = opponent.OpponentCard(model, self.motion, self.board)
        self.order_card = order_told.OrderCard(model, self.board)
        self.ending = EndingPanel(model, self.past.look_back, self.board)
        self.hint = advice.HintCard(model, self.board)
        self.wait_bar = opponent.WaitBar(model, self.strip)
        self.rulebook = RulebookPanel(model, self.stage, self.foot, self)
        self.lesson = LessonGuide(model, session.guide, self.board) if session.guide else None
        if self.lesson is not None:
            self.lesson.own_game_asked.connect(self.own_game_asked)
            self.drawers.add("lesson", tr("Lesson"), "", self.lesson.steps)
        self.keyboard = TableKeyboard(
            model, self.board, self.question, self.drawer, self.right, self.freehand,
            self.hand, self.counter_tray, self.deed_bar, self, clock,
        )  # fmt: skip
        add_actions(
            model, self.board, self.right, self.past, self.freehand, self.table_bar,
            self.drawer, self.drawers, self.keyboard, self.rulebook, self.question, self.sheet,
        )  # fmt: skip
        if session.post is not None:
            add_mail_actions(model, self, self.letter_came.emit)
        if model.rules.showing.moments_for_orders:
            order_told.add_actions(model, self.orders, self.drawers, self.past)
        self.clinic = self._make_clinic() if session.clinic else None
        if self.clinic is None:
            add_clinic_action(model, self.clinic_asked.emit)
        opponent.add_actions(model, self.motion)
        advice.add_action(model, self.hint)
        self.ending.add_actions()
        self.ending.rematch_asked.connect(self.rematch_asked)
        self.keyboard.ending, self.keyboard.sheet = self.ending, self.sheet
        self.keyboard.listen_in(self.head)
        self.head.taken_away.connect(lambda: actions.listen_in(self.head))
        self._connect()
        rules = self.drawers.add_tab(tr("Rules"), "help")
        rules.clicked.connect(self.rulebook.toggle)
        self.rulebook.shown.connect(rules.setChecked)
        if self.clinic is not None:
            self.drawers.bring("clinic")
        elif self.lesson is None:
            self.drawers.remembered()
        else:
            self.drawers.bring("lesson")
        self.status.set_status(_hints(), ())
        model.refresh()
        for text in session.notices:
            self.noticed.emit(Notice(session.words.text(text)))

    # ---- building -------------------------------------------------------------------------------

    def _make_parts(self, model: TableModel) -> None:
        forces = self.forces = ShownForces(model)
        self.board = TableBoard(model, forces, self)
        self.view = self.board.view
        self.question = QuestionBar(model, self)
        self.freehand = Freehand(model, self)
        self.freehand.watch(self.view)
        self.deed_bar = DeedBar(model, self.freehand, self)
        self.tray = Tray(model, self.freehand, self)
        self.counter_tray = CounterTray(model, self.view, self.question.rest, self.board)
        self.hand = HandPanel(model, self.freehand, self.view, self.board)
        for lying in (self.hand, self.counter_tray):
            lying.lies_over.connect(partial(self._keep_above, lying))
        self.past = Past(model, self)
        self.turn = TurnPanel(model, self)
        self.players = PlayersPanel(model, self)
        self.orders = StandingPage(model, self)
        self.drawer = Drawer(model, self.past.plots, self.past.branches, self)
        self.cup = CupPanel(model, forces, self)
        self.right = RightDock(model, forces, self)
        self.formation = FormationPanel(model, forces, self)
        self.log = TableLog(model, self)
        self.toasts = Toasts(model, self)
        self.sheet = BattleSheet(model, self)
        self.table_bar = TableBar(model, self)
        self.status = StatusBar(self)
        self.bell = TurnBell(self.session)

    def _make_clinic(self) -> ClinicPage:
        page = ClinicPage(self.model, lambda: jpeg_bytes(self.view.grab().toImage(), 90), self)
        self.drawers.add("clinic", tr("Clinic"), "table.clinic", page)
        add_actions_of_clinic(
            self.model, page, partial(self.drawers.bring, "clinic"), self.play_asked.emit,
            self.game_asked.emit,
        )  # fmt: skip
        return page

    def _lay_out(self) -> None:
        drawers = self.drawers = Drawers(self)
        self.players.add(self.table_bar.mode, self.table_bar.stops)
        drawers.add("record", tr("Record"), "table.record", self.turn, self.log)
        units = Scroller(self.formation)
        whole = Button(tr("Order of battle and turns"), self, kind="link", action="table.battle")
        whole.clicked.connect(self.sheet.toggle)
        drawers.add(
            "forces", tr("Forces"), "table.forces", whole, units, self.cup, self.players,
            stretch=units,
        )  # fmt: skip
        if self.model.rules.showing.moments_for_orders:
            orders = Scroller(self.orders)
            drawers.add("orders", tr("Orders"), "table.orders", orders, stretch=orders)
        else:
            self.orders.hide()
        drawers.add("tables", tr("Tables"), "table.tables", self.right)
        drawers.add("list", tr("List"), "table.drawer", self.drawer)
        self.dispatch = DispatchPage(self.model)
        drawers.add("dispatch", tr("Dispatch"), "table.last_move", self.dispatch)
        self.head = self.bar = Head(self)
        self.strip = QWidget(self.head)
        strip = QHBoxLayout(self.strip)
        strip.setContentsMargins(0, 0, 0, 0)
        strip.setSpacing(0)
        strip.addWidget(self.question)
        strip.addWidget(self.deed_bar, 1)
        self.strip.setFixedHeight(theme.STRIP_HEIGHT)
        self.head.row.addWidget(self.strip, 1)
        self.head.row.addWidget(self.table_bar)
        self.stage = Stage(self.board, self.toasts, self.sheet)
        self.foot = QFrame(self)
        self.foot.setObjectName("statusbar")
        self.foot.setAccessibleName(tr("Foot of the table"))
        self.foot.setFixedHeight(theme.FOOT_HEIGHT)
        self.status.setObjectName("surface")
        self.status.setFixedHeight(theme.FOOT_HEIGHT - 1)
        foot = QHBoxLayout(self.foot)
        foot.setContentsMargins(0, 0, 0, 0)
        foot.setSpacing(theme.S3)
        self.fact = ElidedLine("", self.foot, role="small", tone="text2", least=40)
        self.fact.setFixedWidth(theme.px(_FACT))
        self.last = ElidedLine("", self.foot, role="small", tone="text2", least=40)
        self.last.setFixedWidth(theme.px(_LAST))
        foot.addWidget(self.past.timeline, 1)
        foot.addWidget(self.last)
        foot.addWidget(self.fact)
        foot.addWidget(self.question.ends)
        foot.addWidget(self.status)
        self.page = QWidget(self)
        whole = QGridLayout(self.page)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.head, 0, 0, 1, 2)
        whole.addWidget(self.stage, 1, 0)
        whole.addWidget(self.tray, 2, 0)
        whole.addWidget(drawers, 1, 1, 2, 1)
        whole.addWidget(self.foot, 3, 0, 1, 2)
        whole.setColumnStretch(0, 1)
        whole.setRowStretch(1, 1)
        self.cover = Cover(self.model, self)
        self.faces = QStackedLayout(self)
        self.faces.addWidget(self.page)
        self.faces.addWidget(self.cover)

    def _connect(self) -> None:
        model, drawer = self.model, self.drawer
        model.changed.connect(self._follow)
        model.changed.connect(self._show_cover)
        preferences().changed.connect(self._preferred)
        model.noticed.connect(self.noticed)
        model.happened.connect(self.bell.follow)
        self.board.facts_changed.connect(self._show_facts)
        self.question.more_asked.connect(drawer.toggle)
        drawer.page_shown.connect(self._show_list)
        self.drawers.opened.connect(self._drawer_opened)
        self.drawers.keyboard_lost.connect(self.keyboard.focus_question)
        self.right.wanted.connect(self._open_what_is_needed)
        self.past.page_asked.connect(drawer.show_page)
        self.table_bar.back_asked.connect(self.back_asked)
        self.table_bar.ended.connect(self.ended)
        self.rulebook.event_asked.connect(model.look_at)
        self.question.explained.connect(self._explain_answer)
        drawer.topic_asked.connect(self.rulebook.explain_topic)
        self.table_bar.command_asked.connect(self.command_asked)

    def _preferred(self, name: str) -> None:
        if name == "cover_hidden":
            self.model.refresh()

    def _keep_above(self, part: QWidget, pixels: int) -> None:
        """What lies over the lower edge of the board: key, buttons and view stand above it."""
        self._lying[part] = pixels
        self.board.keep_above(max(self._lying.values()))

    def _show_cover(self) -> None:
        """Nothing of the table is to be seen or reached while the machine is handed over."""
        side, before = self.model.covered, self.faces.currentWidget()
        self.strip.setVisible(not side)
        self.table_bar.setEnabled(not side)
        if side:
            self.rulebook.hide()
            self.faces.setCurrentWidget(self.cover)
            self.cover.show_for(side)
        elif before is self.cover:
            self.faces.setCurrentWidget(self.page)
            self.keyboard.focus_question()

    def _show_list(self, page: str) -> None:
        """The drawer of answers, score and branches shall open at a page, or be shut."""
        if page and self.drawers.name != "list":
            self.drawers.toggle("list")
        elif page:
            self.past.show_page(page)
        elif self.drawers.name == "list":
            self.drawers.shut()

    def _offer_film(self) -> None:
        """What the others did has a tab as long as there is any of it."""
        there = self.film.of_others
        self.drawers.tabs["dispatch"].setVisible(there)
        if not there and self.drawers.name == "dispatch":
            self.drawers.bring("")

    def _show_film(self, on: bool) -> None:
        self.board.put_minimap_away(on)
        if on and self.drawers.name != "dispatch":
            self._drawer_before = self.drawers.name
            self.drawers.bring("dispatch")
        elif not on and self.drawers.name == "dispatch":
            self.drawers.bring(self._drawer_before)

    def _open_what_is_needed(self) -> None:
        """Open the drawer that the question cannot do without; points can be shared in the list."""
        if self.right.shows_card or self.drawers.name != "list":
            self.drawers.bring("tables")

    def _drawer_opened(self, name: str) -> None:
        self.past.show_page(self.drawer.page if name == "list" else "")
        self.rulebook.hide()
        if lit := self.view.scene().lit_cells():  # what is asked is not hidden by it
            self.view.follow(lit)

    def _show_facts(self, facts: Sequence[str]) -> None:
        self.facts = facts
        self.fact.set_words(facts[0] if len(facts) > 1 else "")

    def _follow(self) -> None:
        session, said = self.session, self.session.words.text
        kept = tr("no dice fall here; nothing of this is a game") if session.clinic else tr("saved")
        facts = [said(session.info.game_title), kept, self.model.eyes_words()]
        title = said(session.info.title)
        if session.clinic:
            title = tr("Position clinic: {0}").format(title)
        self.set_titles(title, " · ".join(fact for fact in facts if fact))
        self.last.set_words(self.log.last())

    def show_news(self) -> None:
        """Let what a letter told run by, event after event; nothing where none came."""
        post = self.session.post
        if post is not None and post.came_after not in (None, self.session.journal.head):
            self.model.look_at(post.came_after)
            self.past.toggle_play()

    # ---- what the window asks -------------------------------------------------------------------

    def commands(self) -> Sequence[Action]:
        return self.model.actions.all()

    def _away(self) -> str:
        if self.isVisible() and self.model.covered:
            return tr("the machine is being handed over")
        return "" if self.isVisible() else tr("only at the table")

    def enter(self) -> None:
        if self.model.covered:
            self._show_cover()
        else:
            self.keyboard.focus_question()
        self.model.runner.wake()

    def resizeEvent(self, event: object) -> None:
        # In a narrow window the slider wants the room of the hints.
        self.status.setVisible(self.width() >= _HINTS)
        self.fact.setVisible(self.width() >= _FACTS)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.model.covered:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.isAutoRepeat():
                self.cover.press()
        elif not self.keyboard.press(event):
            super().keyPressEvent(event)

    def loose_key(self, event: QKeyEvent) -> bool:
        if self.model.covered:
            self.keyPressEvent(event)
            return True
        return self.keyboard.press_loose(event)

    def show_notice(self, notice: Notice) -> bool:
        self.toasts.show_notice(notice)
        return True

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab: strip, board, tray, open drawer, index tabs, rulebook, foot, tools."""
        if self.model.covered:
            return True
        parts = (self.strip, self.stage, *self.drawers.stops(), self.rulebook,
                 self.foot, self.table_bar)  # fmt: skip
        return self.keyboard.walk_controls(parts, forward=forward)

    def stops(self) -> Sequence[QWidget]:
        return (
            self.strip,
            self.view,
            self.counter_tray,
            self.drawers.body,
            self.drawers.rail,
            self.rulebook,
            self.foot,
        )

    def show_rule(self, cite: str, beside: QWidget) -> None:
        """Show what stands behind a rule number that was pressed."""
        if not self.rulebook.open(cite):
            self.noticed.emit(Notice(tr("The rulebook has no entry {0}.").format(cite)))

    def _explain_answer(self, answer: str) -> None:
        if not self.rulebook.explain_answer(answer):
            self.model.say(tr("The rulebook has no entry for this answer."), "text2")

    def show_own_help(self) -> bool:
        """What the pointer is on, an answer or a sign in a cell; else the question."""
        mark = self.view.mark_under_pointer()
        explained = self.rulebook.explain_answer(self.question.pointed_at()) or (
            mark is not None and self.rulebook.explain_topic(mark.badge.topic)
        )
        if not explained:
            self.rulebook.open_here()
        return True

    def shut(self) -> None:
        """Stop everything behind the scenes and close the session; the game stays on the disk."""
        self.keyboard.stop()
        self.hint.stop()
        if self.clinic is not None:
            self.clinic.stop()
        self.model.stop()
        self.past.stop()
        self.motion.stop()
        self.sounds.stop()
        self.board.stop()
        self.session.close()


def _hints() -> list[tuple[str, str]]:
    """Keys for the foot."""
    return [
        ("1–9", tr("answer")),
        ("table.drawer", tr("choices")),
        (tr("Space"), tr("pile")),
        ("table.panels", tr("drawers")),
    ]
