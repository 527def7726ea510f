"""From a click, a key or a line of the list to an answer of the session, and back as a reason."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from wardesk.engine.kernel import Illegal
from wardesk.engine.types import Answer, Cells, Factor, Outcome, Pieces, Record, Roll
from wardesk.errors import UserError
from wardesk.ui.table import bar_words
from wardesk.ui.table.chance import ACCEPT, ROLL, SEND_BACK, TYPE, RollInteraction
from wardesk.ui.table.interactions import reason_text

if TYPE_CHECKING:
    from wardesk.ui.table.workspace import TableWorkspace


class Hands(QObject):
    """Everything a person does at the table that may become an answer."""

    def __init__(self, table: TableWorkspace) -> None:
        super().__init__(table)
        self._table = table
        self._own = {
            ROLL: self.roll,
            TYPE: self.type_dice,
            SEND_BACK: table.history.undo,
            ACCEPT: self.primary,
            bar_words.UNDO: table.history.undo,
            bar_words.NOW: table.history.back_to_now,
            bar_words.PAUSE: table.toggle_pause,
            bar_words.STEP: self._step,
            bar_words.COPY: table.copy_report,
            bar_words.TRY: lambda: table.moments.try_here(),
            bar_words.COMPARE: lambda: table.moments.pin(),
        }

    # ---- giving ---------------------------------------------------------------------------------

    def give(self, answer: Answer | None, reason: str = "") -> None:
        """Hand an answer to the session; None only shows what the interaction has become."""
        if answer is None:
            self._table.show_interaction()
        else:
            self.guarded(partial(self._table.session.answer, answer, reason=reason))

    def guarded(self, run: Callable[[], object]) -> bool:
        """Call the session; refusals go to the question bar, other trouble into a notice."""
        table = self._table
        try:
            run()
        except Illegal as error:
            if table.interaction is not None:
                table.interaction.say(reason_text(error.reasons, table.session.words))
            table.show_interaction()
            return False
        except UserError as error:
            table.tell(error)
            table.refresh()
            return False
        return True

    def press(self, offer: str) -> None:
        """A button of the question bar, or the same in the list."""
        run, found = self._own.get(offer), self._table.interaction
        if run is not None:
            run()
            return
        if found is None:
            return
        refused = next((o.refused for o in found.offers() if o.id == offer), "")
        if refused:
            found.say(refused)
            self._table.show_interaction()
            return
        self.give(found.press(offer))

    def _step(self) -> None:
        self._table.runner.step_once()

    # ---- board and list -------------------------------------------------------------------------

    def cell(self, cell: str) -> None:
        """A cell was clicked, or Enter pressed on it."""
        found = self._table.interaction
        if found is None:
            return
        view = self._table.view
        several = [c for c in view.scene.in_cell(cell) if found.wants_piece(c.piece)]
        if len(several) > 1 and view.fanned is None:
            view.fan(cell)
        else:
            self.give(found.cell(cell))

    def piece(self, piece: str) -> None:
        """A counter was clicked."""
        found, view = self._table.interaction, self._table.view
        if found is None:
            return
        look, fan = view.scene.looks.get(piece), view.fanned
        cell = look.at if look is not None and look.at else ""
        several = [c for c in view.scene.in_cell(cell) if found.wants_piece(c.piece)]
        if len(several) > 1 and (fan is None or fan.cell != cell):
            # Which one of the pile is meant? Lay it out and let the next click say.
            view.fan(cell)
            return
        if several and not found.wants_piece(piece) and fan is None:
            piece = several[0].piece
        self.give(found.piece(piece))

    def drop(self, pieces: tuple[str, ...], cell: str) -> None:
        """Counters were carried to a cell."""
        if self._table.interaction is not None:
            self.give(self._table.interaction.drop(pieces, cell))

    def hover(self, cell: str) -> None:
        """The pointer or the keyboard came to a cell."""
        found = self._table.interaction
        self._table.ruler.hover(cell)
        if found is not None and found.hover(cell):
            self._table.show_interaction()
        self._table.show_facts(cell)

    def advised(self, number: int, *, pick: bool) -> None:
        """A line of the advice was reached, or picked."""
        table = self._table
        if table.interaction is None or not 0 <= number < len(table.advice):
            return
        found = table.advice[number]
        if pick:
            self.give(table.interaction.suggest(found.cells, found.pieces))
            return
        shape = table.interaction.ask.shape
        table.interaction.hinted = Cells(found.cells) if shape == "cells" else Pieces(found.pieces)
        if found.cells:
            table.view.set_focus_cell(found.cells[0])
        table.show_interaction()

    def list_picked(self, kind: str, key: str) -> None:
        """A line of the list was picked."""
        found = self._table.interaction
        if kind == "offer":
            self.press(key)
        elif found is None:
            self.list_reached(kind, key)
        elif kind == "piece":
            self.give(found.piece(key))
        elif kind == "cell":
            self.give(found.cell(key))

    def list_reached(self, kind: str, key: str) -> None:
        """The keyboard came to a line of the list: the board shows where that is."""
        view = self._table.view
        look = view.scene.looks.get(key) if kind == "piece" else None
        cell = key if kind == "cell" else (look.at if look is not None else "")
        if cell:
            view.set_focus_cell(cell)

    def enter(self) -> None:
        """Enter: pick where something is still to be picked, else press the filled button."""
        table, view, lines = self._table, self._table.view, self._table.middle.list
        found = table.interaction
        at = table.window().focusWidget()
        at_board, at_list = at is view, at is lines
        kind, here = lines.current() if at_list else ("", view.under_keyboard)
        if at_list and lines.at_filled():
            self.primary()
        elif kind == "offer" or (at_list and found is None):
            lines.pick()
        elif found is None or not (at_board or at_list) or not found.to_pick(here):
            self.primary()
        elif at_list:
            lines.pick()
        else:
            view.pick()

    def space(self) -> None:
        """Space on the board: lay a pile out, else pick as a click does."""
        view = self._table.view
        found = self._table.interaction
        if view.fanned is not None:
            if found is not None and found.wants_piece(view.under_keyboard):
                view.pick()
            else:
                view.close_fan()
        elif len(view.scene.in_cell(view.focus_cell)) > 1:
            view.fan(view.focus_cell)
        else:
            view.pick()

    def primary(self) -> None:
        """Press the filled button (Ctrl+Enter from anywhere)."""
        table = self._table
        if not table.right.card.isHidden():
            table.right.card.press_primary()
        elif table.right.dice.begun:
            table.right.dice.fields.enter()
        else:
            table.question.press_primary()

    # ---- dice and rulings -----------------------------------------------------------------------

    def roll(self) -> None:
        """Let the seeded dice fall (key R)."""
        table = self._table
        if not table.right.card.isHidden():
            if table.right.card.dice is not None:
                table.right.card.dice.roll.click()
        elif table.session.waiting == "dice" and not table.in_past:
            self.guarded(table.session.roll)

    def type_dice(self) -> None:
        """Go to the fields for dice of a real table (key T)."""
        card, tray = self._table.right.card, self._table.right.dice
        if not card.isHidden():
            if card.dice is not None:
                card.dice.focus_entry()
            return
        tray.set_mode("type")
        tray.focus_entry()

    def typed(self, dice: tuple[int, ...]) -> None:
        """Dice were typed into the tray."""
        if isinstance(self._table.interaction, RollInteraction):
            self.give(self._table.interaction.typed(dice))

    def dice_mode(self, mode: str) -> None:
        """The tray was switched between rolling and typing."""
        session = self._table.session
        self.guarded(partial(session.set_dice, "typed" if mode == "type" else "seeded"))

    def umpired_roll(self, factors: tuple[Factor, ...] | None, reason: str) -> None:
        """The card rolls, with modifiers as switched."""
        self.guarded(partial(self._table.session.roll, factors, reason=reason))

    def umpired_dice(
        self, dice: tuple[int, ...], factors: tuple[Factor, ...] | None, reason: str
    ) -> None:
        """The card has typed dice."""
        self.give(Roll(dice, factors), reason)

    def ruled(self, value: Record, reason: str) -> None:
        """The card accepts or overrules an outcome."""
        self.give(Outcome(value), reason)
