"""Two studies, or two settings of one, against each other: what B changes."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from wardesk.model.board import Board
from wardesk.render.figures.figure import Figure
from wardesk.render.figures.painting import measure
from wardesk.render.figures.study import pairs_figure, versus_figure
from wardesk.studies.compare import ComparedGames, ComparedMatter, Versus, versus
from wardesk.studies.spec import Naming, named_plainly
from wardesk.studies.summary import StudySetting
from wardesk.studies.words import player_text
from wardesk.ui import theme
from wardesk.ui.language import said, whole
from wardesk.ui.study.cards import HeatCard, PlotCard
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.chip import Chip
from wardesk.ui.widgets.fields import combo_box
from wardesk.ui.widgets.figure_view import FigureView
from wardesk.ui.widgets.flow import clear
from wardesk.ui.widgets.panel import Dock, Panel, Scroller
from wardesk.ui.widgets.text import Label, Wrapped
from wardesk.words import tr


class ComparePage(QWidget):
    """Shows A and B of one scenario side by side."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.found: Versus | None = None
        self.a: ComparedGames | None = None
        self.b: ComparedGames | None = None
        self._setting: StudySetting | None = None
        self.naming: Naming = named_plainly
        """How options and their values are said."""
        self.rows = PlotCard(tr("What B changes"), "", self)
        self.heat = HeatCard(tr("Losses moved"), tr("B minus A, in a game."), self, both_ways=True)
        self.said = Wrapped("", self)
        self.copy = Button(tr("Copy the sentence"), self, kind="link", icon="copy")
        self.copy.clicked.connect(self.copy_sentence)
        self.side: QComboBox = combo_box(tr("Whose wins"), self)
        self.side.activated.connect(lambda _at: self._show_pairs())
        self.pairs = FigureView(self)
        self._turned = Wrapped("", self, role="small", tone="text2")
        plainly, same, pairs = (
            Panel(tr("Said plainly"), self),
            Panel(tr("Same and different"), self),
            Panel(tr("Pairs of the same seed"), self),
        )
        plainly.add(self.said, self.copy)
        pairs.add(self.side, self.pairs, self._turned)
        self._matters = QGridLayout()
        self._matters.setHorizontalSpacing(theme.S2)
        self._matters.setVerticalSpacing(theme.S3)
        self._matters.setColumnStretch(0, 1)
        self._verdict = Wrapped("", self, role="small", tone="text2")
        same.add(self._matters, self._verdict)
        body = QWidget(self)
        column = QVBoxLayout(body)
        column.setContentsMargins(theme.S4, theme.S4, theme.S4, theme.S4)
        column.setSpacing(theme.S3)
        column.addWidget(self.rows)
        column.addWidget(self.heat, 1)
        self.heat.view.setMinimumHeight(300)
        self.dock = Dock("right", plainly, pairs, same, width=theme.px(320), parent=self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(Scroller(body, self), 1)
        row.addWidget(self.dock)

    def show_board(self, board: Board) -> None:
        """The map that men fall on."""
        self.heat.view.show_board(board)

    def show_pair(self, setting: StudySetting, a: ComparedGames, b: ComparedGames) -> None:
        """Hold *b* against *a*; *setting* is in the language of the window."""
        self._setting, self.a, self.b = setting, a, b
        found = self.found = versus(setting, a, b, self.naming)
        lead = tr("A: {0}, {1} games. B: {2}, {3} games. Every row has its own scale.").format(
            a.spec.label_beside(a.spec, self.naming), whole(a.tally.games),
            b.spec.label_beside(a.spec, self.naming), whole(b.tally.games),
        )  # fmt: skip
        self.rows.set_words(tr("What B changes"), lead)
        self.rows.show_figure(lambda width: versus_figure(found, measure, width))
        self.said.setText(said(found.said))
        self.heat.view.show_values(found.moved, tr("more or fewer fallen"))
        self.heat.setVisible(bool(found.moved))
        self.side.clear()
        for side in setting.sides:
            self.side.addItem(side.name, side.id)
        self._show_pairs()
        self._show_matters(found)

    def swap(self) -> None:
        """A becomes B, and B becomes A."""
        if self._setting is not None and self.a is not None and self.b is not None:
            self.show_pair(self._setting, self.b, self.a)

    def copy_sentence(self) -> None:
        """Put the sentence where other programs find it."""
        QGuiApplication.clipboard().setText(self.said.text())

    def turned(self) -> int | None:
        """The seed of a game that has another winner under B; None without one."""
        if self.a is None or self.b is None:
            return None
        other = {self.b.spec.seed + at: game for at, game in self.b.tally.by_game.items()}
        for at, game in sorted(self.a.tally.by_game.items()):
            seed = self.a.spec.seed + at
            if seed in other and other[seed][0] != game[0]:
                return seed
        return None

    def _show_pairs(self) -> None:
        found, side = self.found, str(self.side.currentData())
        if found is None:
            return

        def make(width: float) -> Figure:
            return pairs_figure(found, side, measure, width)

        self.pairs.show_figure(make)
        pairs = next((each for each in found.pairs if each.side == side), None)
        if pairs is None:
            self._turned.setText(tr("No seed was played in both."))
            return
        share = 100 * (pairs.only_a + pairs.only_b) / max(1, pairs.of)
        self._turned.setText(tr("{0} of 100 games turn.").format(f"{share:.0f}"))

    def _show_matters(self, found: Versus) -> None:
        clear(self._matters)
        for place, matter in enumerate(found.matters):
            self._show_matter(place, matter)
        differs = len(found.differs)
        if differs == 1:
            words = tr("One thing differs, so the answer is about that thing.")
        elif not differs:
            words = tr("Nothing differs: what you see is chance.")
        else:
            words = tr("Several things differ; the answer is about all of them together.")
        self._verdict.setText(words)

    def _show_matter(self, row: int, matter: ComparedMatter) -> None:
        a, b = (said(player_text(value)) for value in (matter.a, matter.b))
        value = a if matter.same else f"{a} → {b}"
        words = tr("same") if matter.same else tr("differs")
        told = QVBoxLayout()  # title and value are one thing, and stand closer than two of them
        told.setSpacing(0)
        told.addWidget(Label(said(matter.title), self, role="small", tone="text2", wrap=True))
        told.addWidget(Wrapped(value, self, role="small"))
        self._matters.addLayout(told, row, 0)
        chip = Chip(words, self, tone="neutral" if matter.same else "warn")
        self._matters.addWidget(chip, row, 1, Qt.AlignmentFlag.AlignTop)

    def shut(self) -> None:
        """Let go of threads."""
        self.heat.view.shut()
