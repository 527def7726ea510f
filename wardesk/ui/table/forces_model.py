"""What the panels of the forces share: formations, cups, candidates, and which one is shown."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from wardesk.documents.translate_values import worded
from wardesk.model.look import CandidateLook, CupLook, FormationLook
from wardesk.ui.canvas.marks import Marks, from_overlays
from wardesk.ui.table.model import TableModel


class ShownForces(QObject):
    """Follows the model, and knows no more than whoever looks at the table.

    ``changed()``: something else is told, or another formation is shown.
    """

    changed = Signal()

    def __init__(self, model: TableModel) -> None:
        super().__init__(model)
        self._model = model
        self.formations: Sequence[FormationLook] = ()
        self.cups: Sequence[CupLook] = ()
        self.candidates: Sequence[CandidateLook] = ()
        self._chosen = self._lit = ""
        self._acted: tuple[str, ...] = ()
        self._about = ""
        model.changed.connect(self._follow)
        model.settled.connect(self._follow_past)

    def _follow(self) -> None:
        before = (self.formations, self.cups, self.candidates, self._chosen, self._lit)
        self._take()
        if (self.formations, self.cups, self.candidates, self._chosen, self._lit) != before:
            self.changed.emit()

    def _take(self) -> None:
        model = self._model
        showing, words = model.rules.showing, model.session.words
        if model.covered:
            self.formations = self.cups = self.candidates = ()
            self._lit = ""
            return
        state = model.seen(model.at)
        self.formations = worded(showing.formations(state), words)
        self.cups = worded(showing.cups(state), words)
        asked = model.interaction is not None
        self.candidates = worded(showing.candidates(state), words) if asked else ()
        acting = tuple(one.id for one in self.formations if one.now)
        if acting and acting != self._acted:
            self._chosen = acting[0]
        about = self._asked_about()
        if not acting and about and about != self._about:
            self._chosen = about
        self._acted, self._about = acting, about

    def _asked_about(self) -> str:
        """The formation of the piece that the question is about; empty for none."""
        ask = self._model.ask
        of = (self.of_piece(piece) for piece in (ask.about if ask is not None else ()))
        return next((one.id for one in of if one is not None), "")

    def _follow_past(self) -> None:
        if self._model.in_past:
            self._follow()

    # ---- which formation ------------------------------------------------------------------------

    @property
    def shown(self) -> FormationLook | None:
        """The formation that was chosen last, else the first of whoever looks or is asked."""
        found = next((one for one in self.formations if one.id == self._chosen), None)
        if found is not None:
            return found
        ask = self._model.session.ask
        side = self._model.side or (ask.who if ask is not None else "")
        own = (one for one in self.formations if one.side == side)
        return next(own, next(iter(self.formations), None))

    def of_piece(self, piece: str) -> FormationLook | None:
        """The formation that a piece belongs to."""
        return next(
            (f for f in self.formations if any(unit.piece == piece for unit in f.units)), None
        )

    def choose(self, formation: str) -> None:
        """Show this formation, and how far it is commanded."""
        if (formation, formation) != (self._chosen, self._lit):
            self._chosen = self._lit = formation
            self.changed.emit()

    def walk(self, way: int) -> None:
        """Show the next (1) or last (-1) formation."""
        names = [one.id for one in self.formations]
        if names:
            now = self.shown
            at = names.index(now.id) if now is not None else 0
            self.choose(names[(at + way) % len(names)])

    def point_at(self, pieces: Sequence[str]) -> None:
        """The pointer or the keyboard is on these: a headquarters shows what it commands."""
        seats = {one.hq: one.id for one in self.formations if one.hq}
        lit = next((seats[piece] for piece in reversed(pieces) if piece in seats), "")
        if lit != self._lit:
            self._lit = lit
            self._chosen = lit or self._chosen
            self.changed.emit()

    # ---- on the board ---------------------------------------------------------------------------

    def over(self, marks: Marks) -> Marks:
        """*marks* with the radius of the formation that was asked for."""
        if not self._lit or self._model.covered:
            return marks
        model = self._model
        found = model.rules.showing.command(model.seen(), self._lit)
        if found is None:
            return marks
        whole = from_overlays((worded(found, model.session.words),), marks)
        return dataclasses.replace(marks, commands=whole.commands)
