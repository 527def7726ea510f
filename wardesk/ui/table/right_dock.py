"""What is weighed now, charts and dice; or the card where an umpire rules."""

from __future__ import annotations

from functools import partial

from msgspec import UNSET
from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from wardesk.documents.translate_values import Wording, worded
from wardesk.engine.types import CHANCE, UMPIRE, Factor, Outcome, Record, Roll
from wardesk.model.look import ChartLook
from wardesk.model.worksheet import FilledSheet
from wardesk.services.play.desk import open_desk
from wardesk.services.play.log import told_to
from wardesk.ui import theme
from wardesk.ui.desk.dialog import DeskDialog
from wardesk.ui.table import question_words
from wardesk.ui.table.chance import RollInteraction
from wardesk.ui.table.forces_model import ShownForces
from wardesk.ui.table.model import TableModel
from wardesk.ui.table.right_panels.case_panel import CasePanel
from wardesk.ui.table.right_panels.formation_panel import CandidatesPanel
from wardesk.ui.table.right_panels.share_panel import SharePanel
from wardesk.ui.table.umpire.proposal_card import ProposalCard
from wardesk.ui.widgets.dice_tray import DiceTray
from wardesk.ui.widgets.panel import Scroller, hairline
from wardesk.words import tr

_LEAST = 240
"""Px in height that the column can always be given."""


class RightDock(QWidget):
    """Holds both faces of the drawer, and hands dice and rulings to the model.

    ``wanted()``: the question cannot be answered without what it shows.
    """

    wanted = Signal()
    stretch = True

    def __init__(
        self, model: TableModel, forces: ShownForces, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._model, self._forces = model, forces
        self._charts: dict[tuple[str, Wording], ChartLook | None] = {}
        """Charts by id, in the language they were asked in: they are the same all game long."""
        summary = model.session.rule
        self.candidates = CandidatesPanel(model, forces, self)
        self.share = SharePanel(model, self)
        self.case = CasePanel(summary, self)
        self.dice = DiceTray(self, roll_action="table.roll", type_action="table.type")
        # The question bar has the one primary button; this is the same thing once more.
        self.dice.answer.set_filled("normal")
        self.card = ProposalCard(summary, self)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        above = QWidget(self)
        column = QVBoxLayout(above)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.candidates)
        column.addWidget(self.case)
        column.addStretch(1)
        self._above = Scroller(above, self)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.share)
        whole.addWidget(self._above, 0)
        self._line = hairline(self)
        whole.addWidget(self._line)
        whole.addWidget(self.dice)
        whole.addWidget(self.card, 5)
        self._rest = QWidget(self)
        whole.addWidget(self._rest, 1)
        self.card.hide()

    def _connect(self) -> None:
        model, dice, card = self._model, self.dice, self.card
        self._forces.changed.connect(self._show_case)
        model.changed.connect(self._follow)
        model.asked.connect(self._show_case)
        model.asked.connect(self._want)
        self.case.advice.picked.connect(partial(self.advised, pick=True))
        self.case.advice.reached.connect(partial(self.advised, pick=False))
        self.case.lines.shown.connect(model.cell_asked)
        self.case.sheet.clicked.connect(self.open_sheet)
        dice.roll_asked.connect(model.roll)
        dice.typed.connect(self.typed)
        dice.mode_chosen.connect(self._choose_dice)
        card.roll_asked.connect(self._umpired_roll)
        card.dice_typed.connect(self._umpired_dice)
        card.ruled.connect(self._ruled)

    # ---- what it shows --------------------------------------------------------------------------

    def _follow(self) -> None:
        self.case.advice.set_advice(self._model.advice)
        self._show_card()
        self._show_dice()
        self.fit()
        self._want()

    def _want(self) -> None:
        if self.shows_card or not self.share.isHidden():
            self.wanted.emit()

    def _show_card(self) -> None:
        """The proposal card instead of chart and dice where an umpire rules."""
        model = self._model
        session, asked = model.session, model.interaction is not None
        umpired = asked and session.mode == "adjudicate" and not session.automatic
        ask = model.worded_ask() if umpired else None
        shown = ask is not None and ask.who in (CHANCE, UMPIRE)
        if shown and ask is not None:
            self.card.set_proposal(ask, model.case_of, session.journal.head + 1, session.words)
        self.card.setVisible(shown)
        self._above.setVisible(not shown)
        self._rest.setVisible(not shown)  # the card takes all the height there is
        if not shown:
            self.card.clear()

    def _show_dice(self) -> None:
        """Ask for the dice of the pending roll, if there is one, and show what fell last."""
        session, dice = self._model.session, self.dice
        dice.mode.setVisible(session.post is None)
        ask, said = session.ask, session.words.text
        side = self._model.side
        last = next(
            (
                e
                for e in reversed(session.journal.line())
                if isinstance(e.answer, Roll) and told_to(e, side)
            ),
            None,
        )
        if ask is not None and ask.who == CHANCE and not self._model.in_past:
            dice.ask(ask.dice, names=tuple(map(said, ask.faces)), least=ask.lowest)
        else:
            dice.refuse(question_words.no_dice(session, self._model.look))
        if last is not None and isinstance(last.answer, Roll) and last.asked is not None:
            by = tr("typed", "Table") if last.dice_by == "typed" else tr("rolled by seed")
            by = tr("by both homes, checked") if last.dice_by == "shared" else by
            note = tr("event {0}, {1}").format(last.id, by)
            drawn = said(last.asked.faces[last.answer.dice[0] - 1]) if last.asked.faces else ""
            total = last.asked.total(last.answer.dice)
            dice.show_roll(last.answer.dice, said(last.asked.prompt), note, drawn, total)
        dice.set_mode("type" if session.dice == "typed" else "roll")
        # The dice stand here while they are asked, and until something else has happened.
        line = session.journal.line()
        fallen = bool(line) and line[-1] is last
        asked = ask is not None and ask.who == CHANCE
        shown = not self.shows_card and (asked or fallen)
        for part in (self._line, dice):
            part.setVisible(shown)

    def _show_case(self) -> None:
        found = self._model.interaction
        case = self._model.case(found.previewed()) if found is not None else None
        # Who can answer says it all, and wants the room of a chart that nothing is lit on.
        idle = None if self._forces.candidates else self._idle_chart()
        self.case.set_case(case, idle, sheet=case is not None and self.sheet() is not None)
        self.fit()

    def _idle_chart(self) -> ChartLook | None:
        """What helps while nothing is to be rolled; while others act, what was looked at last."""
        model, found = self._model, self._model.interaction
        state = found.matter.state if found is not None else model.session.state
        if state.ask is None:
            return None
        showing, words = model.rules.showing, model.session.words
        name = showing.chart_for(state)
        if (name, words) not in self._charts:
            chart = next((c for c in showing.charts() if c.id == name), None)
            self._charts[name, words] = worded(chart, words)
        shown = self._charts[name, words]
        return shown if shown or found is not None else self.case.last

    def sheet(self) -> FilledSheet | None:
        """The pending or planned case as a form of the game's assistant; None for none."""
        found = self._model.interaction
        answer = found.previewed() if found is not None else None
        return self._model.rules.showing.sheet(self._model.seen(), answer)

    def open_sheet(self) -> None:
        """Open the assistant with the case of now in it."""
        filled, game = self.sheet(), self._model.rules.id
        if filled is not None:
            desk = open_desk(game, self._model.rules)
            DeskDialog(game, desk, self.window(), values=filled.values,
                       sheet=filled.sheet).open()  # fmt: skip

    def fit(self) -> None:
        """Give the chart the height that it needs and the dice leave it."""
        wide = max(self.width() - 4, 200)
        need = self.case.needed_height(wide) if self.case.isVisibleTo(self) else 0
        need += self.candidates.needed_height()
        shown = [part for part in (self.dice, self.share) if part.isVisibleTo(self)]
        others = sum(part.minimumSizeHint().height() for part in shown)
        room = max(120, self.height() - others - 4)
        self._above.setFixedHeight(min(need + 2, room))

    def resizeEvent(self, event: object) -> None:
        self.fit()

    def event(self, event: QEvent) -> bool:
        """Fit again when a part wants another height: else it would lie over its neighbour."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self.fit()
        return done

    def minimumSizeHint(self) -> QSize:
        """Not what its parts want while one of them is coming: the window would grow by it."""
        return QSize(super().minimumSizeHint().width(), theme.px(_LEAST))

    # ---- by keyboard ----------------------------------------------------------------------------

    @property
    def shows_card(self) -> bool:
        """Whether a ruling is asked for."""
        return not self.card.isHidden()

    def roll(self) -> None:
        """Let the seeded dice fall (key R); the card's, with modifiers as switched."""
        if not self.shows_card:
            self._model.roll()
        elif self.card.dice is not None:
            self.card.dice.roll.click()

    def type_dice(self) -> None:
        """Go to the fields for dice of a real table (key T)."""
        self.wanted.emit()
        if not self.shows_card:
            self.dice.set_mode("type")
            self.dice.answer.focus_entry()
        elif self.card.dice is not None:
            self.card.dice.focus_entry()

    def press_primary(self) -> bool:
        """Press the filled button of the card, or send dice that are begun; False: neither."""
        if self.shows_card:
            self.card.press_primary()
        elif self.dice.answer.begun:
            self.dice.answer.press_primary()
        else:
            return False
        return True

    def go_on(self) -> bool:
        """Leave a field of the card for what comes next; False where there is no card."""
        if self.shows_card:
            self.card.go_on()
        return self.shows_card

    def flip(self, place: int) -> bool:
        """Flip the modifier with this number on the card; whether there is one."""
        return self.shows_card and self.card.flip(place)

    def focus_override(self) -> None:
        """Go to the first field of a proposed outcome that can be changed (key O)."""
        self.card.focus_override()

    def focus_card(self) -> bool:
        """Give the keyboard to the card, if there is one."""
        if self.shows_card:
            self.card.focus_primary()
        return self.shows_card

    # ---- dice, advice and rulings ---------------------------------------------------------------

    def typed(self, dice: tuple[int, ...]) -> None:
        """Dice were typed into the tray."""
        if isinstance(self._model.interaction, RollInteraction):
            self._model.give(self._model.interaction.typed(dice))

    def _choose_dice(self, mode: str) -> None:
        session = self._model.session
        kind = "typed" if mode == "type" else "seeded"
        self._model.attempt(partial(session.set_dice, kind))

    def advised(self, number: int, *, pick: bool) -> None:
        """A line of the advice was reached, or picked."""
        model = self._model
        asked = model.interaction
        if asked is None or not 0 <= number < len(model.advice):
            return
        found = model.advice[number]
        if found.choice:
            if pick:
                model.press(found.choice)
            return
        if pick:
            model.give(asked.suggest(found.cells, found.pieces))
            return
        asked.hint(found.cells, found.pieces)
        if found.cells:
            model.cell_asked.emit(found.cells[0])
        model.show_interaction()

    def _umpired_roll(
        self, factors: tuple[Factor, ...] | None, inputs: Record | None, reason: str
    ) -> None:
        self._model.attempt(partial(self._model.session.roll, factors, inputs, reason=reason))

    def _umpired_dice(
        self,
        dice: tuple[int, ...],
        factors: tuple[Factor, ...] | None,
        inputs: Record | None,
        reason: str,
    ) -> None:
        self._model.give(Roll(dice, factors, UNSET if inputs is None else inputs), reason)

    def add_modifier(self) -> None:
        """Go to the fields of a modifier of one's own (key M)."""
        self.card.add_modifier()

    @property
    def takes_modifiers(self) -> bool:
        """Whether the umpire can add a modifier now."""
        return self.shows_card and self.card.takes_modifiers

    def _ruled(self, value: Record, reason: str) -> None:
        self._model.give(Outcome(value), reason)
