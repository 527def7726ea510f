"""The table: the board in the middle, the question above it, docks at both sides, one session."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from wardesk.engine.kernel import Illegal
from wardesk.engine.types import CHANCE, UMPIRE, Answer, Decision, GameState, Outcome, Roll, replace
from wardesk.errors import UserError
from wardesk.model.look import CaseLook, TableLook
from wardesk.services.play_session import Change, PlaySession
from wardesk.ui import theme
from wardesk.ui.canvas.marks import Marks, from_overlays
from wardesk.ui.canvas.printed import PrintedArt
from wardesk.ui.shell.commands import Command
from wardesk.ui.shell.workspace import Workspace
from wardesk.ui.table import bar_words
from wardesk.ui.table.allocate_box import AllocateBox
from wardesk.ui.table.board_area import BoardArea
from wardesk.ui.table.chance import ROLL, SEND_BACK, TYPE, RollInteraction, interaction_for
from wardesk.ui.table.edit_dialog import EditDialog, ReasonDialog
from wardesk.ui.table.interactions import Interaction, Matter, reason_text, tr
from wardesk.ui.table.left_dock import MiddlePanel, PlayersPanel, TurnPanel
from wardesk.ui.table.past_bar import PastBar
from wardesk.ui.table.picking import AllocateInteraction
from wardesk.ui.table.question_bar import QuestionBar
from wardesk.ui.table.right_dock import RightDock
from wardesk.ui.table.runner import Runner
from wardesk.ui.table.table_bar import TableBar
from wardesk.ui.widgets.notice import Notice
from wardesk.ui.widgets.panel import Dock


class TableWorkspace(Workspace):
    """Shows a `PlaySession` and gives it a person's answers. Owns the session: `shut` closes it."""

    def __init__(self, session: PlaySession, parent: QWidget | None = None) -> None:
        super().__init__(session.info.title, parent)
        self.session = session
        self.rules = session.rules
        self.interaction: Interaction | None = None
        self._at: int | None = None
        self._thinking = False
        self._question_key: object = None
        self._look: TableLook = session.look(side=self._side())
        self._build()
        self.runner = Runner(session, self)
        self.runner.thinking.connect(self._set_thinking)
        self.runner.paused_changed.connect(self._paused)
        self.runner.failed.connect(self._tell)
        self._unlisten = session.listen(self._session_changed)
        self._connect()
        self._keys()
        self.hints = bar_words.hints()
        self.refresh()
        for words in session.notices:
            self.noticed.emit(Notice(words))

    # ---- building -------------------------------------------------------------------------------

    def _summary(self, cite: str) -> str:
        return self.rules.rulebook.summary(cite)

    def _build(self) -> None:
        art = PrintedArt(self.rules.board, dark=theme.current() == "dark")
        self.area = BoardArea(self.rules.board, art, self)
        self.view = self.area.view
        self.bar = TableBar(self)
        self.bar.hide()
        self.question = QuestionBar(self, summary=self._summary)
        self.past = PastBar(self)
        self.turn = TurnPanel(self._summary, self)
        self.middle = MiddlePanel(self._summary, self)
        self.players = PlayersPanel(self)
        self.right = RightDock(self._summary, self)
        self.left_dock = Dock("left", self.turn, self.middle, self.players, parent=self)
        self.right_dock = Dock("right", self.right, parent=self)
        centre = QVBoxLayout()
        centre.setContentsMargins(0, 0, 0, 0)
        centre.setSpacing(0)
        centre.addWidget(self.question)
        centre.addWidget(self.area, 1)
        centre.addWidget(self.past)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.left_dock)
        row.addLayout(centre, 1)
        row.addWidget(self.right_dock)

    def _connect(self) -> None:
        view, card, dice = self.view, self.right.card, self.right.dice
        view.cellClicked.connect(self._cell)
        view.pieceClicked.connect(self._piece)
        view.pieceDropped.connect(self._drop)
        view.cellHovered.connect(self._hover)
        view.cellFocused.connect(self._hover)
        view.pieceMenu.connect(self._menu)
        view.tabPressed.connect(self._toggle_docks)
        view.scaleChanged.connect(self._facts)
        self.question.pressed.connect(self.press)
        self.question.undo_asked.connect(self.undo)
        self.question.redo_asked.connect(self.redo)
        self.middle.list.picked.connect(self._list_picked)
        self.middle.list.reached.connect(self._list_reached)
        self.right.log.view.line_chosen.connect(self.look_back)
        self.past.back_to_now.connect(self.back_to_now)
        self.past.moved.connect(self._look_by)
        dice.roll_asked.connect(self.roll)
        dice.typed.connect(self._typed)
        dice.mode_chosen.connect(self._dice_mode)
        card.roll_asked.connect(self._umpired_roll)
        card.dice_typed.connect(self._umpired_dice)
        card.ruled.connect(self._ruled)
        self.players.player_chosen.connect(self._set_player)
        self.players.pace_chosen.connect(self.runner.set_pace)
        self.players.pace.setValue(self.runner.pace)
        self.players.pause_asked.connect(self.runner.set_paused)
        self.players.step_asked.connect(self.runner.step_once)
        self.bar.mode_chosen.connect(self._set_mode)
        self.bar.stops_chosen.connect(self._set_stops)
        theme.switch().changed.connect(self._theme_changed)

    def _keys(self) -> None:
        for keys, run in (
            ("Ctrl+Z", self.undo),
            ("Ctrl+Shift+Z", self.redo),
            ("Ctrl+Y", self.redo),
            ("Ctrl+Return", self._primary),
        ):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(run)

    def commands(self) -> Sequence[Command]:
        return bar_words.commands(self)

    # ---- what the window asks -------------------------------------------------------------------

    def enter(self) -> None:
        if self.right.card.isVisibleTo(self):
            self.right.card.focus_primary()
        elif not self.question.focus_primary():
            self.view.setFocus()
        self.runner.wake()

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
        self.view.stop()
        self._unlisten()
        self.session.close()

    # ---- seeing ---------------------------------------------------------------------------------

    def _side(self) -> str:
        """Whose eyes the table shows: one person's own in play, everything otherwise."""
        people = [side for side, kind in self.session.players.items() if kind == "human"]
        return people[0] if self.session.mode == "play" and len(people) == 1 else ""

    def _seen(self) -> GameState[Any, Any]:
        side, state = self._side(), self.session.state
        return self.rules.view(state, side) if side else state

    def _session_changed(self, change: Change) -> None:
        if change.kind in ("event", "head"):
            self._at = None
        self.refresh()

    def refresh(self) -> None:
        """Show the session as it is."""
        session = self.session
        self._look = session.look(self._at, self._side())
        self.view.set_look(self._look)
        self.turn.set_look(self._look)
        self.middle.score.set_look(self._look)
        self.middle.list.set_table(self._look, self.rules.board)
        self.players.set_players(self._look.sides, session.players)
        self.players.set_automatic(session.automatic)
        self.bar.show_mode(session.mode, session.stop_filter)
        self.set_titles(session.info.title, f"{session.info.game_title} · {tr('saved')}")
        self._show_log()
        self._show_past()
        self._ask()
        self._show_dice()
        self.show_interaction()
        self.runner.hold(self._at is not None)
        self.runner.wake()

    def _show_log(self) -> None:
        side = self._side()
        lines = [
            line
            for line in self.session.log_lines()
            if not side or not line.visible_to or side in line.visible_to
        ]
        names = {one.id: one.name for one in self._look.sides}
        current = self._at if self._at is not None else self.session.journal.head
        self.right.log.set_lines(lines, names, current)

    def _show_past(self) -> None:
        line = [event.id for event in self.session.journal.line()]
        here = self._at if self._at is not None else self.session.journal.head
        place = line.index(here) if here in line else 0
        self.past.set_place(place, len(line) - 1, self._at is not None)

    # ---- asking ---------------------------------------------------------------------------------

    def _ask(self) -> None:
        """Make the interaction of the pending question, unless it is the one there already."""
        session, state = self.session, self._seen()
        key = (session.journal.head, session.mode, tuple(session.players.items()), self._at)
        live = self._at is None and not session.failed and state.ask is not None
        mine = live and session.waiting in ("person", "dice", "umpire")
        if key != self._question_key or not mine:
            self._question_key = key
            self.interaction = self._interaction(state) if mine else None
            self._set_extra()
        self._show_card(state.ask if mine else None)

    def _interaction(self, state: GameState[Any, Any]) -> Interaction | None:
        if state.ask is None:
            return None
        texts = {c.piece: c.text or c.title for c in self._look.counters}
        matter = Matter(state.ask, self.rules, state, self._look, self._case, texts)
        return interaction_for(matter, umpire=self.session.mode == "adjudicate")

    def _case(self, answer: Answer | None) -> CaseLook | None:
        return self.session.case(answer, self._side())

    def _case_of(self, ask: Decision) -> CaseLook | None:
        return self.rules.case(replace(self._seen(), ask=ask), None)

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
            self.right.card.set_proposal(ask, self._case_of, self.session.journal.head + 1)
        was = not self.right.card.isHidden()
        wide = theme.DOCK_RIGHT_WIDE if self.session.mode == "adjudicate" else theme.DOCK_RIGHT
        self.right_dock.setFixedWidth(wide)
        self.right.show_card(bool(shown))
        if shown and not was and self._may_take_focus():
            self.right.card.focus_primary()

    def _may_take_focus(self) -> bool:
        """Not from somebody who is at the board or in the list: they go on by keys from there."""
        return not (self.view.hasFocus() or self.middle.list.hasFocus())

    def _show_dice(self) -> None:
        dice, ask = self.right.dice, self.session.ask
        last = next(
            (e for e in reversed(self.session.journal.line()) if isinstance(e.answer, Roll)), None
        )
        if ask is not None and ask.who == CHANCE and self._at is None:
            dice.ask(ask.dice, names=ask.faces)
        else:
            dice.refuse(bar_words.no_dice(self.session, self._look))
        if last is not None and isinstance(last.answer, Roll) and last.asked is not None:
            by = tr("typed") if last.dice_by == "typed" else tr("rolled by seed")
            note = tr("event {0}, {1}").format(last.id, by)
            dice.show_roll(last.answer.dice, last.asked.prompt, note)
        dice.set_mode("type" if self.session.dice == "typed" else "roll")

    def show_interaction(self) -> None:
        """Show bar, marks, list and odds as the interaction has them now."""
        found, bar = self.interaction, self.question
        words = bar_words.words(self.session, self._look, self._at, self._thinking, found)
        bar.set_question(
            words.who, words.prompt, icon=words.icon, tone=words.tone, cite=words.cite,
            context=words.context,
        )  # fmt: skip
        umpire = words.tone == "umpire"
        bar.set_offers(words.offers, umpire=umpire)
        bar.set_note(words.note, words.note_tone)
        bar.set_history(self.session.can_undo(), self.session.can_redo())
        marks = found.marks() if found is not None else Marks()
        self.view.set_marks(from_overlays(self._look.overlays, marks))
        rows = found.rows() if found is not None else []
        self.middle.list.set_question(words.prompt, words.offers, rows)
        if self._allocate is not None:
            self._allocate.follow()
        charts = self.rules.charts()
        planned = found.planned() if found is not None else None
        case = self._case(planned) if found is not None else None
        wanted = found.ask.chart if found is not None else ""
        idle = next((c for c in charts if c.id == wanted), charts[0] if charts else None)
        self.right.case.set_case(case, idle)
        self.right.fit()

    def _facts(self, _scale: float = 0.0) -> None:
        fits = self.view.scene.art.counter * self.view.camera.scale
        words = self.view.describe(self.view.focus_cell).split("; ")[0]
        zoom = tr("Counters {0} px").format(round(fits))
        self.set_status(facts=[words, zoom] if words else [zoom])

    # ---- answering ------------------------------------------------------------------------------

    def give(self, answer: Answer | None, reason: str = "") -> None:
        """Hand an answer to the session; None only shows what the interaction has become."""
        if answer is None:
            self.show_interaction()
            return
        try:
            self.session.answer(answer, reason=reason)
        except Illegal as error:
            if self.interaction is not None:
                self.interaction.say(reason_text(error.reasons))
            self.show_interaction()
        except UserError as error:
            self._tell(error)

    def press(self, offer: str) -> None:
        """A button of the question bar, or the same in the list."""
        run = {
            ROLL: self.roll,
            TYPE: self._focus_typing,
            SEND_BACK: self.undo,
            bar_words.UNDO: self.undo,
            bar_words.NOW: self.back_to_now,
            bar_words.PAUSE: partial(self.runner.set_paused, not self.runner.paused),
            bar_words.STEP: self.runner.step_once,
            bar_words.COPY: self._copy_report,
        }.get(offer)
        if run is not None:
            run()
            return
        if self.interaction is None:
            return
        refused = next((o.refused for o in self.interaction.offers() if o.id == offer), "")
        if refused:
            self.interaction.say(refused)
            self.show_interaction()
            return
        self.give(self.interaction.press(offer))

    def _cell(self, cell: str) -> None:
        if self.interaction is None:
            return
        self.give(self.interaction.cell(cell))

    def _piece(self, piece: str) -> None:
        if self.interaction is None:
            return
        look, fan = self.view.scene.looks.get(piece), self.view.fanned
        cell = look.at if look is not None and look.at else ""
        several = [
            c for c in self.view.scene.in_cell(cell) if self.interaction.wants_piece(c.piece)
        ]
        if len(several) > 1 and (fan is None or fan.cell != cell):
            # Which one of the pile is meant? Lay it out and let the next click say.
            self.view.fan(cell)
            return
        if several and not self.interaction.wants_piece(piece) and fan is None:
            piece = several[0].piece
        self.give(self.interaction.piece(piece))

    def _drop(self, pieces: tuple[str, ...], cell: str) -> None:
        if self.interaction is not None:
            self.give(self.interaction.drop(pieces, cell))

    def _hover(self, cell: str) -> None:
        if self.interaction is not None and self.interaction.hover(cell):
            self.show_interaction()
        words = self.view.describe(cell or self.view.focus_cell).split("; ")[0]
        fits = tr("Counters {0} px").format(
            round(self.view.scene.art.counter * self.view.camera.scale)
        )
        self.set_status(facts=[words, fits])

    def _list_picked(self, kind: str, key: str) -> None:
        if kind == "offer":
            self.press(key)
        elif self.interaction is None:
            self._list_reached(kind, key)
        elif kind == "piece":
            self.give(self.interaction.piece(key))
        elif kind == "cell":
            self.give(self.interaction.cell(key))

    def _list_reached(self, kind: str, key: str) -> None:
        look = self.view.scene.looks.get(key) if kind == "piece" else None
        cell = key if kind == "cell" else (look.at if look is not None else "")
        if cell:
            self.view.set_focus_cell(cell)

    def _primary(self) -> None:
        if not self.right.card.isHidden():
            self.right.card.press_primary()
        else:
            self.question.press_primary()

    # ---- dice and rulings -----------------------------------------------------------------------

    def roll(self) -> None:
        """Let the seeded dice fall (key R)."""
        card = self.right.card
        if not card.isHidden():
            if card.dice is not None:
                card.dice.roll.click()
            return
        if self.session.waiting == "dice" and self._at is None:
            self._guarded(partial(self.session.roll))

    def _focus_typing(self) -> None:
        card = self.right.card
        if not card.isHidden():
            if card.dice is not None:
                card.dice.focus_entry()
            return
        self.right.dice.set_mode("type")
        self.right.dice.focus_entry()

    def _typed(self, dice: tuple[int, ...]) -> None:
        if isinstance(self.interaction, RollInteraction):
            self.give(self.interaction.typed(dice))

    def _dice_mode(self, mode: str) -> None:
        kind = "typed" if mode == "type" else "seeded"
        self._guarded(partial(self.session.set_dice, kind))

    def _umpired_roll(self, factors: Any, reason: str) -> None:  # noqa: ANN401 - through a signal
        self._guarded(partial(self.session.roll, factors, reason=reason))

    def _umpired_dice(self, dice: tuple[int, ...], factors: Any, reason: str) -> None:  # noqa: ANN401
        self.give(Roll(dice, factors), reason)

    def _ruled(self, value: dict[str, Any], reason: str) -> None:
        self.give(Outcome(value), reason)

    def _guarded(self, run: Any) -> None:  # noqa: ANN401 - any call of the session
        try:
            run()
        except Illegal as error:
            if self.interaction is not None:
                self.interaction.say(reason_text(error.reasons))
            self.show_interaction()
        except UserError as error:
            self._tell(error)
            self.refresh()

    def _tell(self, error: UserError) -> None:
        self.noticed.emit(Notice(error.message, error.advice, "warn"))

    # ---- back and forth -------------------------------------------------------------------------

    def undo(self) -> None:
        """Go back to the last decision of a person."""
        if not self.session.can_undo():
            return
        try:
            self.session.undo()
        except UserError as error:
            dialog = ReasonDialog(f"{error.message} {error.advice}".strip(), self)
            dialog.given.connect(self._undo_with)
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.open()

    def _undo_with(self, reason: str) -> None:
        self._guarded(partial(self.session.undo, reason))

    def redo(self) -> None:
        """Go forward again."""
        if self.session.can_redo():
            self._guarded(self.session.redo)

    def look_back(self, event: int) -> None:
        """Show the table as it was after *event*, read only."""
        self._at = None if event == self.session.journal.head else event
        self.refresh()

    def back_to_now(self) -> None:
        """Show the present again."""
        self._at = None
        self.refresh()

    def _look_by(self, by: int) -> None:
        line = [event.id for event in self.session.journal.line()]
        here = self._at if self._at is not None else self.session.journal.head
        place = line.index(here) + by if here in line else len(line) - 1
        if 0 <= place < len(line):
            self.look_back(line[place])

    # ---- settings -------------------------------------------------------------------------------

    def _set_player(self, side: str, kind: str) -> None:
        self._guarded(partial(self.session.set_player, side, kind))

    def _set_mode(self, mode: str) -> None:
        self._guarded(partial(self.session.set_mode, mode))

    def _set_stops(self, stops: str) -> None:
        self._guarded(partial(self.session.set_stop_filter, stops))

    def _set_thinking(self, thinking: bool) -> None:
        if thinking != self._thinking:
            self._thinking = thinking
            self.show_interaction()

    def _paused(self, paused: bool) -> None:
        self.players.set_paused(paused)
        self.show_interaction()

    def _theme_changed(self, name: str) -> None:
        self.view.set_art(PrintedArt(self.rules.board, dark=name == "dark"))

    def _copy_report(self) -> None:
        report = self.session.report
        words = report.read_text("utf-8") if report is not None else self.session.failed
        QGuiApplication.clipboard().setText(words)

    # ---- a counter by hand ----------------------------------------------------------------------

    def _menu(self, piece: str, where: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        look = self.view.scene.looks.get(piece)
        if look is not None and look.at:
            menu.addAction(tr("Lay the pile out"), partial(self.view.fan, look.at))
        edit = menu.addAction(tr("Edit…"), partial(self.edit_piece, piece))
        if self.session.mode != "adjudicate":
            edit.setEnabled(False)
            edit.setText(tr("Edit… (adjudicate mode only)"))
        menu.popup(where)

    def edit_piece(self, piece: str) -> None:
        """Open the dialog that changes a counter by hand."""
        found = self.session.state.pieces.get(piece)
        if found is None or self._at is not None:
            return
        look = self.view.scene.looks.get(piece)
        places: list[tuple[str | None, str]] = [(None, tr("Out of the game"))]
        places += [(box.id, box.title) for box in self._look.boxes]
        places += [(cell.id, cell.name or cell.id) for cell in self.rules.board.cells.values()]
        sides = [(side.id, side.name) for side in self._look.sides]
        title = look.text or look.title if look is not None else piece
        dialog = EditDialog(found, title, places, sides, self)
        dialog.edited.connect(self._edited)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def _edited(self, effects: list[Any], reason: str) -> None:
        self._guarded(partial(self.session.edit, effects, "umpire", reason))

    # ---- keys -----------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        control = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
        if event.modifiers() & control or not self._key(event):
            super().keyPressEvent(event)

    def _key(self, event: QKeyEvent) -> bool:
        """Single keys of the table, wherever no field wants them; whether it was one."""
        text, card = event.text().upper(), self.right.card
        if event.key() == Qt.Key.Key_Escape:
            return self._escape()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._primary()
            return True
        if text.isdigit() and text:
            if not card.isHidden() and card.flip(int(text)):
                return True
            return self.question.press_key(text)
        runs = {
            "R": self.roll, "T": self._focus_typing, "P": self._toggle_pause,
            "O": card.focus_override, ",": partial(self._look_by, -1), ".": partial(self._look_by, 1),
        }  # fmt: skip
        if event.key() == Qt.Key.Key_End and self._at is not None:
            self.back_to_now()
            return True
        run = runs.get(text)
        if run is None:
            return bool(text) and self.question.press_key(text)
        run()
        return True

    def _toggle_pause(self) -> None:
        self.runner.set_paused(not self.runner.paused)

    def _escape(self) -> bool:
        if self._at is not None:
            self.back_to_now()
            return True
        if self.interaction is not None and self.interaction.cancel():
            self.show_interaction()
            return True
        self.view.setFocus()
        return True
