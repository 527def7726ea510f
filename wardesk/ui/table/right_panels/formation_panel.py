"""A formation with its units, their steps and what is the matter with them; a row flies there."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QHBoxLayout, QWidget

from wardesk.model.look import CandidateLook, UnitLook
from wardesk.ui import theme
from wardesk.ui.table.forces_model import ShownForces
from wardesk.ui.table.model import TableModel
from wardesk.ui.widgets.button import ToolButton
from wardesk.ui.widgets.chip import Chip
from wardesk.ui.widgets.panel import Panel
from wardesk.ui.widgets.row_list import ListRow, RowList
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

_FULL, _LOST = "●", "○"
_MOST = 10


class FormationPanel(Panel):
    """Shows the formation that acts or was asked for; arrows in its head walk through all."""

    def __init__(
        self, model: TableModel, forces: ShownForces, parent: QWidget | None = None
    ) -> None:
        back = ToolButton("chevron-left", tr("Formation before"), size=14)
        on = ToolButton("chevron-right", tr("Next formation"), size=14)
        super().__init__(tr("Formation"), parent, tools=(back, on), gap=theme.S1)
        self._model, self._forces = model, forces
        back.clicked.connect(partial(forces.walk, -1))
        on.clicked.connect(partial(forces.walk, 1))
        self.back, self.on = back, on
        self.state = Chip("", self, tone="neutral")
        self.summary = Label("", self, role="small", tone="text2", wrap=True)
        self.list = RowList(tr("Units of the formation"), self, most=_MOST * theme.ROW_HEIGHT + 2)
        self.list.picked.connect(self._fly)
        head = QHBoxLayout()
        head.setSpacing(theme.S2)
        head.addWidget(self.state)
        head.addWidget(self.summary, 1)
        self.add(head, self.list)
        forces.changed.connect(self._follow)
        self.hide()

    def _follow(self) -> None:
        shown = self._forces.shown
        self.setVisible(shown is not None)
        if shown is None:
            self.list.set_rows(())
            return
        names = {one.id: one.name for one in self._model.look.sides}
        side = names.get(shown.side, "")
        self.set_title(shown.title, side)
        self.state.set_look(shown.state, tone=shown.tone)
        self.state.setVisible(bool(shown.state))
        self.summary.setText(shown.summary)
        self.summary.setVisible(bool(shown.summary))
        self.list.set_rows([_row(unit) for unit in shown.units])

    def needed_height(self, width: int) -> int:
        """Px that it takes in *width* px; nothing while there are no formations."""
        if self.isHidden():
            return 0
        head = theme.px(22) if self.state.words else 0
        if self.summary.text():
            beside = self.state.sizeHint().width() + theme.S2 if head else 0
            room = max(width - beside - 2 * theme.S4, 40)
            head = max(theme.px(22), self.summary.heightForWidth(room))
        return theme.CONTROL_HEIGHT + 8 + head + theme.S1 + self.list.height() + theme.S3

    def _fly(self, piece: str) -> None:
        shown = self._forces.shown
        unit = next((u for u in shown.units if u.piece == piece), None) if shown else None
        if shown is None or unit is None:
            return
        self._forces.choose(shown.id)
        if unit.at:
            self._model.cell_asked.emit(unit.at)


def _row(unit: UnitLook) -> ListRow:
    """Name, place with state, and a dot for each step that is left or lost."""
    dots = _FULL * unit.steps + _LOST * (unit.full - unit.steps) if unit.full else ""
    steps = tr("{0} of {1} steps").format(unit.steps, unit.full) if unit.full else ""
    aside = f"{unit.place}, {unit.state}" if unit.state else unit.place
    return ListRow(
        unit.piece,
        unit.title,
        figure=dots,
        aside=aside,
        tone=unit.tone or "text2",
        hint=", ".join(part for part in (aside, steps) if part),
    )


class CandidatesPanel(Panel):
    """Who can answer the pending question and how well, and who cannot and why."""

    def __init__(
        self, model: TableModel, forces: ShownForces, parent: QWidget | None = None
    ) -> None:
        super().__init__(tr("Who can"), parent, gap=theme.S1)
        self._model, self._forces = model, forces
        self.list = RowList(tr("Who can answer, and who cannot"), self, most=5 * 46 + 2)
        self.list.picked.connect(self._pick)
        self.list.reached.connect(self._reach)
        self.add(self.list)
        forces.changed.connect(self._follow)
        self.hide()

    def _follow(self) -> None:
        found = self._forces.candidates
        self.setVisible(bool(found))
        asked = self._model.interaction
        if asked is not None and found:
            able = sum(not one.refused for one in found)
            self.set_title(asked.ask.prompt, tr("{0} of {1}").format(able, len(found)))
        self.list.set_rows([_candidate(one) for one in found])

    def needed_height(self) -> int:
        """Px that it takes; nothing where nobody is asked."""
        if self.isHidden():
            return 0
        return theme.CONTROL_HEIGHT + 8 + self.list.height() + theme.S3

    def _found(self, piece: str) -> CandidateLook | None:
        return next((one for one in self._forces.candidates if one.piece == piece), None)

    def _pick(self, piece: str) -> None:
        one, asked = self._found(piece), self._model.interaction
        if one is None or asked is None:
            return
        if one.refused:
            self._model.say(f"{one.title}: {one.refused}")
        else:
            self._model.give(asked.piece(piece))

    def _reach(self, piece: str) -> None:
        look = self._model.counter(piece)
        if look is not None and look.at:
            self._model.cell_asked.emit(look.at)


def _candidate(one: CandidateLook) -> ListRow:
    if one.refused:
        return ListRow(one.piece, one.title, one.refused, icon="close", tone="danger")
    return ListRow(one.piece, one.title, one.text or " ", one.figure, icon="target", tone="accent")
