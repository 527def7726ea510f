"""What a study says, as cards: bands, endings, where men fell, length, turns, what moves it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from wardesk.model.board import Board
from wardesk.render.figures.figure import Figure
from wardesk.render.figures.painting import measure
from wardesk.render.figures.study import (
    endings_figure,
    length_figure,
    moved_figure,
    points_figure,
    settled_figure,
    turns_figure,
    wins_moved,
)
from wardesk.studies.statistics import MeasuredDifference
from wardesk.studies.summary import Part, Summary
from wardesk.studies.words import names_of, share_text
from wardesk.ui import theme
from wardesk.ui.language import said
from wardesk.ui.study.cards import HeatCard, PlotCard, StudyCard
from wardesk.ui.widgets.fields import combo_box
from wardesk.ui.widgets.panel import Scroller
from wardesk.ui.widgets.text import Label
from wardesk.words import join, tr

_TALL, _LOW = 300.0, 270.0


class StudyResultsPage(QWidget):
    """Shows a `Summary`. ``cell_chosen(cell)`` when somebody clicks where men fell."""

    cell_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.summary: Summary | None = None
        self._at = 0
        self.settled = PlotCard(
            tr("Is it settled"),
            tr("The band narrows as games come in."), self,
        )  # fmt: skip
        self.endings = PlotCard(tr("Endings"), tr("How games end, with 95 % intervals."), self)
        self.heat = HeatCard(tr("Where men fell"), "", self)
        self.length = PlotCard(tr("Length"), "", self)
        self.losses = PlotCard(tr("Losses by turn"), "", self)
        self.points = PlotCard(tr("Points"), "", self)
        self.moves = PlotCard(tr("What moves it"), tr("Hollow bars may be chance."), self)
        self.part: QComboBox = combo_box(tr("Setting that is shown"), self)
        self.part.setMinimumWidth(220)
        self.part.activated.connect(self.show_part)
        self.side: QComboBox = combo_box(tr("Whose men"), self)
        self.side.activated.connect(lambda _at: self._show_heat())
        self.heat.column.insertWidget(2, self.side)
        self._problems = Label("", self, role="small", tone="danger", wrap=True)
        self._problems.hide()
        self._part_row = QWidget(self)
        row = QHBoxLayout(self._part_row)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(Label(tr("Setting"), self, tone="text2"))
        row.addWidget(self.part)
        row.addStretch(1)
        self._grid = QGridLayout()
        self._grid.setSpacing(theme.S3)
        for column in range(6):
            self._grid.setColumnStretch(column, 1)
        body = QWidget(self)
        inside = QVBoxLayout(body)
        inside.setContentsMargins(theme.S4, theme.S4, theme.S4, theme.S4)
        inside.setSpacing(theme.S3)
        inside.addWidget(self._part_row)
        inside.addWidget(self._problems)
        inside.addLayout(self._grid)
        inside.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(Scroller(body, self))
        self._shown: tuple[StudyCard, ...] = ()
        for card in self.findChildren(StudyCard):
            card.hide()  # until a study has something for it
        self.heat.view.cell_chosen.connect(self.cell_chosen)

    # ---- what it shows --------------------------------------------------------------------------

    def show_board(self, board: Board) -> None:
        """The map that men fall on."""
        self.heat.view.show_board(board)

    def show_summary(self, summary: Summary) -> None:
        """Show another study, or the same one with more games."""
        self.summary = summary
        labels = [said(part.label) for part in summary.parts]
        if labels != [self.part.itemText(at) for at in range(self.part.count())]:
            self.part.clear()
            self.part.addItems(labels)
            self._at = 0
        self._part_row.setVisible(len(labels) > 1)
        self._fill_sides(summary)
        problems = [said(text) for text in summary.lost]
        broken = sum(len(part.broken) for part in summary.parts)
        if broken:
            problems.append(tr("Games that broke and are not counted: {0}.").format(broken))
        self._problems.setText(" ".join(problems))
        self._problems.setVisible(bool(problems))
        self.show_part(self._at)

    def _fill_sides(self, summary: Summary) -> None:
        sides = summary.setting.sides
        if self.side.count() != len(sides) + 1:
            self.side.clear()
            self.side.addItem(tr("All sides"), "")
            for side in sides:
                self.side.addItem(side.name, side.id)

    @property
    def shown_part(self) -> int:
        """The number of the setting that is looked at."""
        return self._at

    def show_part(self, at: int) -> None:
        """Look at another setting of the study."""
        summary = self.summary
        if summary is None or not 0 <= at < len(summary.parts):
            return
        self._at = at
        self.part.setCurrentIndex(at)
        part = summary.parts[at]
        self._show_wins(summary, part)
        self._show_heat()
        self._show_length(part)
        cards: list[StudyCard] = [self.heat, self.length]
        if self._show_losses(summary, part):
            cards.append(self.losses)
        if self._show_moves(summary):
            cards.append(self.moves)
        if self._show_points(part):
            cards.append(self.points)
        self._arrange(cards)

    def _arrange(self, cards: list[StudyCard]) -> None:
        """Two cards in the first row, then three, and what is left shares the last one."""
        wanted = (self.settled, self.endings, *cards)
        if wanted == self._shown:
            return
        for card in self._shown:
            self._grid.removeWidget(card)
            card.hide()
        self._shown = wanted
        rows = [list(wanted[:2]), list(wanted[2:5]), list(wanted[5:])]
        for row, members in enumerate(each for each in rows if each):
            broad = 6 // max(len(members), 2)
            for column, card in enumerate(members):
                self._grid.addWidget(card, row, column * broad, 1, broad)
                card.show()

    def _show_wins(self, summary: Summary, part: Part) -> None:
        names = names_of(summary)
        says = join("; ", [join(" ", (names.get(w.side, w.side), share_text(w.share)))
                           for w in part.wins])  # fmt: skip
        self.settled.show_figure(
            lambda width: settled_figure(summary, part, said(says), measure, width, _TALL)
        )
        self.endings.show_figure(
            lambda width: endings_figure(summary, part, said(says), measure, width, whole=False)
        )

    def _show_heat(self) -> None:
        summary = self.summary
        if summary is None:
            return
        part, side = summary.parts[self._at], self.side.currentData() or ""
        values: dict[str, float] = {}
        of = 0
        for fallen in part.fallen:
            if side in ("", fallen.side):
                of = fallen.of
                for cell, count in fallen.cells:
                    if cell:
                        values[cell] = values.get(cell, 0.0) + count
        self.heat.view.show_values(
            {cell: count / max(1, of) for cell, count in values.items()}, tr("fallen in a game")
        )
        if part.games > of > 0:
            lead = tr("Mean of {0} games; the others did not count it.").format(of)
        else:
            lead = tr("Mean of all games so far.")
        self.heat.set_words(tr("Where men fell"), lead)

    def _show_length(self, part: Part) -> None:
        spread = part.decisions.spread
        lead = tr("Nothing to show yet.")
        if spread is not None:
            lead = tr("Half last {0} to {1} decisions.").format(
                spread.quarter, spread.three_quarters
            )
        self.length.set_words(tr("Length"), lead)
        self.length.show_figure(lambda width: length_figure(part, lead, measure, width, _LOW))

    def _show_losses(self, summary: Summary, part: Part) -> bool:
        found = [series for series in part.series if series.measure.role == "side"]
        if not found:
            return False
        lead = tr("Median, and the middle half of all games.")
        self.losses.set_words(tr("Losses by turn"), lead)
        self.losses.show_figure(
            lambda width: turns_figure(summary, found, lead, measure, width, _LOW)
        )
        return True

    def _show_points(self, part: Part) -> bool:
        found = part.points[0] if part.points else None
        if found is None or found.spread is None:
            return False
        title = tr("{0} at the end").format(said(found.title))
        lead = tr("Half of all games: {0} to {1}.").format(
            found.spread.quarter, found.spread.three_quarters
        )
        self.points.set_words(title, lead)
        self.points.show_figure(
            lambda width: points_figure(found, title, lead, measure, width, _LOW)
        )
        return True

    def _show_moves(self, summary: Summary) -> bool:
        if not any(one.other_winner.of > 1 for one in summary.comparisons):
            return False
        first = summary.setting.sides[0]
        rows: list[tuple[str, MeasuredDifference]] = wins_moved(summary.comparisons, first.id)
        unit = tr("percentage points, wins: {0}").format(first.name)
        self.moves.show_figure(partial(_moved, rows, unit))
        return True

    def shut(self) -> None:
        """Let go of threads."""
        self.heat.view.shut()


def _moved(rows: list[tuple[str, MeasuredDifference]], unit: str, width: float) -> Figure:
    return moved_figure(rows, 100, unit, measure, width)
