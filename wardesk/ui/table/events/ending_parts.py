"""What is found out about a game that is over: its course, its luck, and what cost most."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from wardesk.model.look import SideLook
from wardesk.render.figures.figure import Figure, Ink
from wardesk.render.figures.painting import measure
from wardesk.reports.luck import (
    chance_figure,
    chance_words,
    luck_cells,
    luck_words,
    roll_words,
    score_words,
)
from wardesk.reports.regrets import TITLE, Regretted, regret_words, regretted
from wardesk.services.play.ending import Ending
from wardesk.ui import theme
from wardesk.ui.language import said
from wardesk.ui.table.model import TableModel
from wardesk.ui.table.past.look_back import LookBack
from wardesk.ui.table.past.statistics_page import dice_words
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.figure_view import FigureView
from wardesk.ui.widgets.text import Label, Wrapped
from wardesk.words import say, tr

_CURVE = 190
_RIGHT = Qt.AlignmentFlag.AlignRight


def tone_of(sides: Mapping[str, SideLook], side: str) -> str:
    """The colour of a side; that of the window for nobody's."""
    return f"side_{sides[side].slot}" if side in sides else "accent"


class CoursePart(QWidget):
    """The score after each event and, once they are counted, the chances to win."""

    def __init__(
        self,
        model: TableModel,
        look_back: LookBack,
        found: Ending,
        sides: Mapping[str, SideLook],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._session, self._look_back, self._found = model.session, look_back, found
        side = sides.get(found.side)
        self._name = side.name if side is not None else found.side
        self._ink: Ink = "accent" if side is None else "side-a" if side.slot == "a" else "side-b"
        title = say("Score: {side}", side=self._name)
        if look_back.possible:
            title = say("Score and chance to win: {side}", side=self._name)
        self.view = FigureView(self)
        self.told = Wrapped("", self, role="small", tone="text2")
        self.stop = Button(tr("Stop counting"), self, kind="link")
        self.stop.clicked.connect(look_back.stop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S1)
        column.addWidget(Label(title, self, role="strong"))
        column.addWidget(self.view)
        column.addWidget(self.told)
        column.addWidget(self.stop, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        self.follow()

    def follow(self) -> None:
        """Show what is known by now."""
        review, session, found = self._look_back.known(), self._session, self._found

        def make(width: float) -> Figure:
            return chance_figure(
                session, review, found.side, found.scores, self._ink, measure,
                name=self._name, width=width, height=_CURVE,
            )  # fmt: skip

        self.view.show_figure(make)
        words = [said(score_words())]
        if self._look_back.possible:
            words.append(said(chance_words(review)))
        self.told.setText(" ".join(words))
        self.stop.setVisible(self._look_back.running)


class LossesPart(QWidget):
    """By side who fell, by how much luck, and how the dice fell."""

    def __init__(
        self,
        model: TableModel,
        look_back: LookBack,
        found: Ending,
        sides: Mapping[str, SideLook],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._session, self._look_back = model.session, look_back
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.S3)
        grid.setVerticalSpacing(theme.S1)
        grid.setColumnStretch(0, 1)
        fell = tr("Fell") if found.losses else ""
        heads = (fell, tr("by luck"), tr("Score by luck"))
        for k, head in enumerate(heads if look_back.possible else heads[:1], 1):
            grid.addWidget(Label(head, self, role="small", tone="text2"), 0, k, _RIGHT)
        self._cells: dict[str, tuple[Label, Label]] = {}
        first = model.rules.sides[0]
        self._first = sides[first].name if first in sides else first
        for row, side in enumerate(model.rules.sides, 1):
            tone = tone_of(sides, side)
            name = sides[side].name if side in sides else side
            grid.addWidget(Label(name, self, role="strong", tone=tone), row, 0)
            if found.losses:
                count = str(found.losses.get(side, 0))
                grid.addWidget(Label(count, self), row, 1, _RIGHT)
            if look_back.possible:
                self._cells[side] = Label("…", self), Label("…", self)
                for k, cell in enumerate(self._cells[side], 2):
                    grid.addWidget(cell, row, k, _RIGHT)
        self.told = Wrapped("", self, role="small", tone="text2")
        self.told.setVisible(look_back.possible)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S2)
        column.addWidget(Label(tr("Losses and luck"), self, role="strong"))
        column.addLayout(grid)
        column.addWidget(self.told)
        for side, kinds in found.thrown.items():
            if kinds:
                name = sides[side].name if side in sides else side
                words = "; ".join(dice_words(kind) for kind in kinds[:2])
                told = tr("Dice of {0}: {1}").format(name, words)
                column.addWidget(Wrapped(told, self, role="small", tone="text2"))
        column.addStretch(1)
        self.follow()

    def follow(self) -> None:
        """Show what is known by now."""
        if not self._look_back.possible:
            return
        review, session = self._look_back.known(), self._session
        shares = luck_cells(review, session.rules.sides)
        for side, cells in self._cells.items():
            for cell, words in zip(cells, shares[side], strict=True):
                cell.setText(words)
        stake = session.rules.thinking.stake
        words = [said(luck_words(review, stake, session.rules.sides))]
        if review is not None and review.weighed == review.rolls:
            words += map(said, roll_words(review, self._first, session.log_lines()))
        self.told.setText("\n".join(words))


class RegretsPart(QWidget):
    """The decisions that cost most, each with a way back to it; fills up as they are judged."""

    def __init__(self, model: TableModel, look_back: LookBack, parent: QWidget) -> None:
        super().__init__(parent)
        self._model, self._look_back = model, look_back
        self._known: tuple[Regretted, ...] = ()
        self.buttons: list[Button] = []
        self.told = Wrapped("", self, role="small", tone="text2")
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(theme.S3)
        self._grid.setVerticalSpacing(theme.S2)
        self._grid.setColumnStretch(0, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S2)
        column.addWidget(Label(said(TITLE), self, role="strong"))
        column.addLayout(self._grid)
        column.addWidget(self.told)
        self.setVisible(look_back.possible)
        self.follow()

    def follow(self) -> None:
        """Show what is known by now."""
        review, session = self._look_back.known(), self._model.session
        self.told.setText(said(regret_words(review, session.rules.thinking.stake)))
        found = regretted(session, review)
        if found == self._known:
            return
        self._known = found
        for row, one in enumerate(found):
            words = QWidget(self)
            column = QVBoxLayout(words)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(0)
            column.addWidget(Label(one.title, words, role="strong", wrap=True))
            column.addWidget(Label(one.better, words, role="small", tone="text2", wrap=True))
            back = Button(tr("Look back"), self)
            back.setAccessibleName(tr("Look back at {0}").format(one.title))
            back.clicked.connect(partial(self._model.look_at, one.event))
            self.buttons.append(back)
            figure = Label(one.figure, self, role="strong", tone="danger")
            self._grid.addWidget(words, row, 0)
            self._grid.addWidget(figure, row, 1, _RIGHT)
            self._grid.addWidget(back, row, 2)
