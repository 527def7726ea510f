"""The table: the board in the middle, the question above it, docks at both sides, one session."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from wardesk.documents.worded import worded
from wardesk.engine.types import CHANCE, UMPIRE, Answer, Decision, GameState, replace
from wardesk.errors import UserError
from wardesk.model.advice import Advice
from wardesk.model.look import CaseLook, ChartLook, TableLook
from wardesk.services.play.session import Change, PlaySession
from wardesk.ui import language, theme
from wardesk.ui.actions import Action
from wardesk.ui.canvas.marks import Marks, from_overlays, read_through
from wardesk.ui.canvas.printed import chosen_art
from wardesk.ui.language import explained
from wardesk.ui.shell.workspace import Workspace
from wardesk.ui.table import bar_words
from wardesk.ui.table.allocate_box import AllocateBox
from wardesk.ui.table.beside import Beside
from wardesk.ui.table.board_area import BoardArea
from wardesk.ui.table.by_hand import ByHand
from wardesk.ui.table.chance import card_offers, interaction_for
from wardesk.ui.table.comfort import Comfort
from wardesk.ui.table.hands import Hands
from wardesk.ui.table.history import History
from wardesk.ui.table.in_one_go import InOneGo
from wardesk.ui.table.interactions import Interaction, Matter, tr
from wardesk.ui.table.left_dock import MiddlePanel, PlayersPanel, TurnPanel
from wardesk.ui.table.moments import Moments
from wardesk.ui.table.picking import AllocateInteraction
from wardesk.ui.table.question_bar import QuestionBar
from wardesk.ui.table.right_dock import RightDock
from wardesk.ui.table.ruler import Ruler
from wardesk.ui.table.runner import Runner
from wardesk.ui.table.table_bar import TableBar
from wardesk.ui.table.table_keys import bind_shortcuts, handle_key
from wardesk.ui.table.timeline_bar import TimelineBar
from wardesk.ui.table.turn_bell import TurnBell
from wardesk.ui.widgets.notice import Notice
from wardesk.ui.widgets.panel import Dock
from wardesk.ui.widgets.rule_card import RuleCard


class TableWorkspace(Workspace):
    """Shows a `PlaySession` and gives it a person's answers. Owns the session: `shut` closes it.

    ``back_asked()``: the table is a campaign's, and its results shall go back there.
    """

    back_asked = Signal()

    def __init__(self, session: PlaySession, parent: QWidget | None = None) -> None:
        words = language.words_of(session.info.game)
        super().__init__(words.text(session.info.title), parent)
        if session.words is not words:
            session.speak(words)
        self.session = session
        self.rules = session.rules
        self.interaction: Interaction | None = None
        self.advice: Sequence[Advice] = ()
        self.history = History(self)
        self._thinking = False
        self._question_key: object = None
        self._asked: tuple[Decision | None, Decision | None] | None = None
        self.in_one_go = InOneGo(self)
        self.ruler = Ruler(self)
        self.beside = Beside(self)
        self.look: TableLook = session.look(side=self.side())
        self._build()
        self.runner = Runner(session, self)
        self.runner.thinking.connect(self._set_thinking)
        self.runner.paused_changed.connect(self._paused)
        self.runner.failed.connect(self.tell)
        self.bell = TurnBell(session)
        self._unlisten = session.listen(self._session_changed)
        self.hands = Hands(self)
        self.by_hand = ByHand(self)
        self.moments = Moments(self)
        self._connect()
        self.beside.connect_all()
        self.comfort = Comfort(self)
        bind_shortcuts(self)
        self.table_bar.share_keys(partial(handle_key, self))
        self.hints = bar_words.hints()
        self.refresh()
        for text in session.notices:
            self.noticed.emit(Notice(session.words.text(text)))

    # ---- building -------------------------------------------------------------------------------

    def _summary(self, cite: str) -> str:
        return self.session.rule(cite)

    def show_rule(self, cite: str, beside: QWidget) -> None:
        """Show what stands behind a rule number that was pressed."""
        rule = self.session.whole_rule(cite)
        if rule is None:
            self.noticed.emit(Notice(tr("The rulebook has no entry {0}.").format(cite)))
        else:
            RuleCard(cite, rule, self).show_beside(beside)

    def _build(self) -> None:
        self.area = BoardArea(self.session.board, chosen_art(self.session.board), self)
        self.view = self.area.view
        self.view.why_not = self._why_not
        self.table_bar = TableBar(self)
        self.table_bar.hide()
        self.bar = self.table_bar
        self.question = QuestionBar(self, summary=self._summary)
        self.past = TimelineBar(self)
        self.turn = TurnPanel(self._summary, self)
        self.middle = MiddlePanel(self._summary, self)
        self.players = PlayersPanel(self)
        self.players.allow_automata(self.rules.automaton_sides)
        self.right = RightDock(self._summary, self)
        self.left_dock = Dock("left", self.turn, self.middle, self.players, parent=self)
        self.right_dock = Dock("right", self.right, parent=self)
        centre = QVBoxLayout()
        centre.setContentsMargins(0, 0, 0, 0)
        centre.setSpacing(0)
        centre.addWidget(self.question)
        centre.addWidget(self.beside.bar)
        centre.addWidget(self.area, 1)
        centre.addWidget(self.beside.tray)
        centre.addWidget(self.past)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.left_dock)
        row.addLayout(centre, 1)
        row.addWidget(self.right_dock)

    def _connect(self) -> None:
        view, card, dice, hands = self.view, self.right.card, self.right.dice, self.hands
        view.cellClicked.connect(hands.cell)
        view.pieceClicked.connect(hands.piece)
        view.pieceDropped.connect(hands.drop)
        view.cellHovered.connect(hands.hover)
        view.cellFocused.connect(hands.hover)
        view.pieceMenu.connect(self.by_hand.open_menu)
        view.tabPressed.connect(self._toggle_docks)
        view.spacePressed.connect(hands.space)
        view.scaleChanged.connect(self._zoomed)
        self.question.pressed.connect(hands.press)
        self.question.undo_asked.connect(self.history.undo)
        self.question.redo_asked.connect(self.history.redo)
        self.middle.list.picked.connect(hands.list_picked)
        self.middle.list.reached.connect(hands.list_reached)
        self.right.case.advice.picked.connect(partial(hands.advised, pick=True))
        self.right.case.advice.reached.connect(partial(hands.advised, pick=False))
        log = self.right.log.view
        log.cite_opened.connect(lambda cite: self.show_rule(cite, log))
        self.right.log.view.line_chosen.connect(self.history.look_back)
        dice.roll_asked.connect(hands.roll)
        dice.typed.connect(hands.typed)
        dice.mode_chosen.connect(hands.dice_mode)
        card.roll_asked.connect(hands.umpired_roll)
        card.dice_typed.connect(hands.umpired_dice)
        card.ruled.connect(hands.ruled)
        self.players.player_chosen.connect(self._set_player)
        self.players.pace_chosen.connect(self.runner.set_pace)
        self.players.pace.setValue(self.runner.pace)
        self.players.pause_asked.connect(self.runner.set_paused)
        self.players.step_asked.connect(self.runner.step_once)
        self.table_bar.mode_chosen.connect(self._set_mode)
        self.table_bar.stops_chosen.connect(self._set_stops)
        self.table_bar.report_asked.connect(self.moments.report)
        self.table_bar.back_asked.connect(self.back_asked)

    def commands(self) -> Sequence[Action]:
        return [*bar_words.commands(self), *self.comfort.commands(), *self.beside.commands()]

    # ---- what the window asks -------------------------------------------------------------------

    def enter(self) -> None:
        self.focus_question()
        self.runner.wake()

    def focus_question(self) -> None:
        """Give the keyboard to what answers: the card, else the filled button, else the board."""
        if self.right.card.isVisibleTo(self):
            self.right.card.focus_primary()
        elif not self.question.focus_primary():
            self.view.setFocus()

    @contextmanager
    def _keyboard_kept(self) -> Iterator[None]:
        """Whatever is rebuilt inside: a keyboard that was at the table is at the table after it.

        Qt gives the focus of a control that goes to the next one of the window, which is not ours.
        """
        window = self.window()
        before = window.focusWidget()
        parts: tuple[QWidget, ...] = (self, self.table_bar)
        ours = before is not None and any(part.isAncestorOf(before) for part in parts)
        # These two give it to the button that takes the place of the old one.
        parts = (self.question, self.beside.bar)
        minding = next((p for p in parts if before is not None and p.isAncestorOf(before)), None)
        yield
        after = window.focusWidget()
        if not ours or (before is not None and before.isVisibleTo(window) and before.isEnabled()):
            return  # It is still there; where it is not any more, somebody wanted it elsewhere.
        if minding is None or after in (None, before) or not minding.isAncestorOf(after):
            self.focus_question()

    def docks_hidden(self) -> bool:
        return self.left_dock.isHidden()

    def hide_docks(self, hidden: bool) -> None:
        self.left_dock.setHidden(hidden)
        self.right_dock.setHidden(hidden)

    def _toggle_docks(self) -> None:
        self.hide_docks(not self.docks_hidden())
        self.view.setFocus()

    def shut(self) -> None:
        """Stop everything behind the scenes and close the session; the game stays on the disk."""
        self.runner.stop()
        self.moments.stop()
        self.ruler.stop()
        self.view.stop()
        self._unlisten()
        self.session.close()

    # ---- seeing ---------------------------------------------------------------------------------

    def side(self) -> str:
        """Whose eyes the table shows: one person's own in play, else as chosen, else all."""
        if (chosen := self.beside.eyes()) is not None:
            return chosen
        people = [side for side, kind in self.session.players.items() if kind == "human"]
        return people[0] if self.session.mode == "play" and len(people) == 1 else ""

    def _seen(self) -> GameState[Any, Any]:
        side, state = self.side(), self.session.state
        return self.rules.view(state, side) if side else state

    def _session_changed(self, change: Change) -> None:
        if change.kind in ("event", "head"):
            self.history.at = None
        self.refresh()
        self.bell.follow(change)

    def refresh(self) -> None:
        """Show the session as it is."""
        with self._keyboard_kept():
            self._refresh()

    def _refresh(self) -> None:
        session = self.session
        self._show_look()
        self.players.set_players(self.look.sides, session.players)
        self.players.set_automatic(session.automatic)
        self.table_bar.show_mode(session.mode, session.stop_filter)
        self.table_bar.show_origin(campaign=bool(session.header.origin), over=session.ask is None)
        saved = tr("saved")
        said = session.words.text
        facts = [said(session.info.game_title), saved, self.beside.eyes_words()]
        self.set_titles(said(session.info.title), " · ".join(fact for fact in facts if fact))
        self._show_log()
        self.moments.follow()
        self._ask()
        self.right.show_dice(self.session, self.look, past=self.in_past)
        self.show_interaction()
        self.runner.hold(self.history.at is not None)
        self.runner.wake()

    def _show_log(self) -> None:
        side = self.side()
        lines = [
            line
            for line in self.session.log_lines()
            if not side or not line.visible_to or side in line.visible_to
        ]
        names = {one.id: one.name for one in self.look.sides}
        current = self.history.at if self.history.at is not None else self.session.journal.head
        self.right.log.set_lines(lines, names, current)

    def _show_look(self) -> None:
        self.look = self.session.look(self.history.at, self.side())
        self.view.set_look(self.look)
        self.turn.set_look(self.look)
        self.middle.score.set_look(self.look)

    def show_moment(self) -> None:
        """Another event of the past is shown: only what differs is drawn, so that a drag flows."""
        self._show_look()
        self.moments.step()
        self.show_question()
        self.show_marks()

    # ---- asking ---------------------------------------------------------------------------------

    def _ask(self) -> None:
        """Make the interaction of the pending question, unless it is the one there already."""
        session, state = self.session, self._seen()
        key = (
            session.journal.head, session.mode, tuple(session.players.items()), self.history.at,
            self.side(),
        )  # fmt: skip
        live = self.history.at is None and not session.failed and state.ask is not None
        mine = live and session.waiting in ("person", "dice", "umpire")
        if key != self._question_key or not mine:
            self._question_key = key
            self.view.close_fan()
            self.interaction = self._interaction(state) if mine else None
            self.advice = self._advice(state) if self.interaction is not None else ()
            self.right.case.advice.set_advice(self.advice)
            self._set_extra()
        self._show_card(self._worded_ask() if mine else None)

    def _interaction(self, state: GameState[Any, Any]) -> Interaction | None:
        if state.ask is None:
            return None
        texts = {c.piece: c.text or c.title for c in self.look.counters}
        ask = self._worded_ask()
        assert ask is not None
        words, board = self.session.words, self.session.board
        matter = Matter(ask, self.rules, state, self.look, self._case, texts, words, board)
        return interaction_for(matter, umpire=self.session.mode == "adjudicate")

    def _worded_ask(self) -> Decision | None:
        """The pending question in the language of the window; the same one is the same value."""
        asked = self._seen().ask
        if self._asked is None or self._asked[0] is not asked:
            self._asked = (asked, worded(asked, self.session.words))
        return self._asked[1]

    def _advice(self, state: GameState[Any, Any]) -> Sequence[Advice]:
        return worded(tuple(self.rules.advice(state)), self.session.words)

    def _case(self, answer: Answer | None) -> CaseLook | None:
        return self.session.case(answer, self.side())

    def _case_of(self, ask: Decision) -> CaseLook | None:
        found = self.rules.case(replace(self._seen(), ask=ask), None)
        return worded(found, self.session.words)

    def _set_extra(self) -> None:
        box = None
        if isinstance(self.interaction, AllocateInteraction):
            box = AllocateBox(self.interaction, self.question)
            box.changed.connect(self.show_interaction)
        self._allocate = box
        self.question.set_extra(box)

    def _show_card(self, ask: Decision | None) -> None:
        umpired = self.session.mode == "adjudicate" and not self.session.automatic
        shown = ask is not None and umpired and ask.who in (CHANCE, UMPIRE)
        if shown and ask is not None:
            number = self.session.journal.head + 1
            self.right.card.set_proposal(ask, self._case_of, number, self.session.words)
        was = not self.right.card.isHidden()
        wide = theme.DOCK_RIGHT_WIDE if self.session.mode == "adjudicate" else theme.DOCK_RIGHT
        self.right_dock.setFixedWidth(wide)
        self.right.show_card(bool(shown))
        if shown and not was and self._may_take_focus():
            self.right.card.focus_primary()

    def _may_take_focus(self) -> bool:
        """Not from somebody who is at the board or in the list: they go on by keys from there."""
        return self.window().focusWidget() not in (self.view, self.middle.list)

    def show_interaction(self) -> None:
        """Show bar, marks, list and odds as the interaction has them now."""
        with self._keyboard_kept():
            self._show_interaction()

    def _show_interaction(self) -> None:
        words = self.show_question()
        self.show_marks()
        found = self.interaction
        rows = found.rows() if found is not None else []
        self.middle.list.set_question(words.prompt, [*card_offers(found), *words.offers], rows)
        if self._allocate is not None:
            self._allocate.follow()
        case = self._case(found.previewed()) if found is not None else None
        self.right.case.set_case(case, self._idle_chart())
        self.right.fit()

    def _idle_chart(self) -> ChartLook | None:
        """What helps while nothing is to be rolled; while others act, what was looked at last."""
        ask = self.interaction.ask if self.interaction is not None else self.session.ask
        if ask is None:
            return None
        chart = {c.id: c for c in self.rules.charts()}.get(self.rules.chart_for(ask))
        found = worded(chart, self.session.words)
        return found if found or self.interaction is not None else self.right.case.last

    def show_marks(self) -> None:
        """Light cells and pieces: of the question, of a comparison, where men fell."""
        marks = self.interaction.marks() if self.interaction is not None else Marks()
        comparing = self.moments.pinned is not None
        marks = from_overlays(() if comparing else self.look.overlays, marks)
        marks = read_through(marks, len(self.rules.board.cells))
        heat = self.middle.plots.heat_values()
        marks = dataclasses.replace(marks, differ=self.moments.lit, heat=heat)
        self.view.set_marks(self.ruler.over(marks))
        self.beside.follow()

    def show_question(self) -> bar_words.Words:
        """Show in the bar what is asked; gives its words."""
        found, bar = self.interaction, self.question
        words = bar_words.words(
            self.session, self.look, self.history.at, self._thinking, found,
            paused=self.runner.paused,
        )  # fmt: skip
        bar.set_question(
            words.who, words.prompt, icon=words.icon, tone=words.tone, cite=words.cite,
            context=words.context,
        )  # fmt: skip
        umpire = words.tone == "umpire"
        if bar.set_offers(words.offers, umpire=umpire):
            # The button that had the keyboard is gone and no other took its place.
            self.focus_question()
        bar.set_note(words.note, words.note_tone)
        bar.set_history(self.session.can_undo(), self.session.can_redo())
        return words

    def show_facts(self, cell: str = "") -> None:
        """The cell under pointer or keyboard, and the zoom, for the status bar."""
        percent = round(100 * self.view.camera.scale / self.view.fitted_scale)
        cell = cell or self.view.focus_cell
        words = self.view.describe(cell).split("; ")[0]
        if refused := self._why_not(cell):
            words = f"{words}: {refused}"
        zoom = tr("Zoom {0} %").format(percent)
        self.set_status(facts=[words, zoom] if words else [zoom])

    def _why_not(self, cell: str) -> str:
        return self.interaction.why_not(cell) if self.interaction is not None else ""

    def _zoomed(self, _scale: float) -> None:
        self.show_facts()

    def tell(self, error: UserError) -> None:
        """Show trouble that a person can mend, above the table."""
        told = explained(error)
        self.noticed.emit(Notice(told.message, told.advice, "warn"))

    @property
    def in_past(self) -> bool:
        """Whether the table shows an earlier state, read only."""
        return self.history.at is not None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not handle_key(self, event):
            super().keyPressEvent(event)

    # ---- settings -------------------------------------------------------------------------------

    def _set_player(self, side: str, kind: str) -> None:
        self.hands.guarded(partial(self.session.set_player, side, kind))

    def _set_mode(self, mode: Any) -> None:  # noqa: ANN401 - a word, through a signal
        self.hands.guarded(partial(self.session.set_mode, mode))

    def _set_stops(self, stops: Any) -> None:  # noqa: ANN401 - a word, through a signal
        self.hands.guarded(partial(self.session.set_stop_filter, stops))

    def _set_thinking(self, thinking: bool) -> None:
        if thinking != self._thinking:
            self._thinking = thinking
            self.show_interaction()

    def _paused(self, paused: bool) -> None:
        self.players.set_paused(paused)
        self.show_interaction()

    def toggle_pause(self) -> None:
        """Stop the bots, or let them go on."""
        self.runner.set_paused(not self.runner.paused)

    def copy_report(self) -> None:
        report = self.session.report
        words = report.read_text("utf-8") if report is not None else self.session.failed
        QGuiApplication.clipboard().setText(words)
