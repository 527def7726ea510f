"""The left dock: where the game stands, what lies where, who plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QSizePolicy,
    QSlider,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from wardesk.model.look import BoxLook, PhaseLook, SideLook, TrackLook
from wardesk.ui import theme
from wardesk.ui.icons import icon
from wardesk.ui.preferences import preferences
from wardesk.ui.table.model import TableModel
from wardesk.ui.table.runner import PACES
from wardesk.ui.table.table_list import TableList
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.chip import Chip, rebuilt_chip
from wardesk.ui.widgets.cite import Cite
from wardesk.ui.widgets.glyph import Glyph
from wardesk.ui.widgets.panel import Panel, Scroller
from wardesk.ui.widgets.phase_list import PhaseList
from wardesk.ui.widgets.segment import Segment
from wardesk.ui.widgets.text import Line, Text
from wardesk.ui.widgets.track_view import TrackView
from wardesk.words import tr


def near_now(phases: Sequence[PhaseLook], count: int = 3) -> tuple[PhaseLook, ...]:
    """The lines of the sequence around the present one: the last, this, the next."""
    now = next((k for k, phase in enumerate(phases) if phase.state == "now"), 0)
    first = max(0, min(now - 1, len(phases) - count))
    return tuple(phases[first : first + count])


class TurnPanel(Panel):
    """Turn boxes and the part of the sequence of play that matters now."""

    def __init__(self, model: TableModel, parent: QWidget | None = None) -> None:
        self._score = Chip("", tone="neutral", icon="flag")
        super().__init__(tr("Turn"), parent, tools=(self._score,))
        self._model = model
        self._turns: TrackView | None = None
        self._phases = PhaseList((), self, summary=model.session.rule)
        self.add(self._phases)
        model.changed.connect(self._follow)
        model.moment_changed.connect(self._follow)

    def _follow(self) -> None:
        look = self._model.look
        title, _, rest = look.headline.partition(", ")
        self.set_title(title or tr("Turn"))
        self._score.set_look(rest)
        self._score.setVisible(bool(rest))
        turns = next((t for t in look.tracks if t.style == "turns"), None)
        if turns is not None:
            if self._turns is None:
                self._turns = TrackView(turns, self, title=False)
                self.body.insertWidget(0, self._turns)
            self._turns.set_track(turns)
        self._phases.set_phases(near_now(look.phases))


class ScorePage(QWidget):
    """Tracks and boxes under each other."""

    def __init__(self, model: TableModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model, self._summary = model, model.session.rule
        self._tracks: dict[str, TrackView] = {}
        self._boxes: dict[str, tuple[Line, Text]] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(theme.S4, 0, theme.S4, theme.S3)
        self._column.setSpacing(theme.S3)
        self._column.addStretch(1)
        model.changed.connect(self._follow)
        model.moment_changed.connect(self._follow)

    def _follow(self) -> None:
        look = self._model.look
        slots = {side.id: f"side_{side.slot}" for side in look.sides}
        for track in look.tracks:
            if track.style != "turns":
                self._set_track(track, slots)
        for box in look.boxes:
            self._set_box(box)

    def _set_track(self, track: TrackLook, slots: Mapping[str, str]) -> None:
        if track.id not in self._tracks:
            view = TrackView(
                track, self, slot=slots.get(track.side, ""), summary=self._summary(track.cite)
            )
            self._column.insertWidget(len(self._tracks), view)
            self._tracks[track.id] = view
        self._tracks[track.id].set_track(track)

    def _set_box(self, box: BoxLook) -> None:
        if box.id not in self._boxes:
            row = QWidget(self)
            title = Line(box.title, row, role="strong", least=60)
            words = Text("", row, role="small", tone="text2", wrap=True)
            head = QHBoxLayout()
            head.setSpacing(theme.S2)
            head.addWidget(title, 1)
            if box.reconstruction:
                head.addWidget(rebuilt_chip(row))
            if box.cite:
                head.addWidget(Cite(box.cite, row, summary=self._summary(box.cite)))
            column = QVBoxLayout(row)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(2)
            column.addLayout(head)
            column.addWidget(words)
            self._column.insertWidget(self._column.count() - 1, row)
            self._boxes[box.id] = (title, words)
        title, words = self._boxes[box.id]
        title.set_words(box.title)
        words.setText(box.text)
        words.setVisible(bool(box.text))


class MiddlePanel(Panel):
    """The list beside the map, the score or the branches; takes the spare room.

    *plots* stand under the score. ``page_shown(page)``, one of list, score and branches.
    """

    page_shown = Signal(str)

    def __init__(
        self, model: TableModel, plots: QWidget, branches: QWidget, parent: QWidget | None = None
    ) -> None:
        pages = (("list", tr("List")), ("score", tr("Score")), ("branches", tr("Branches")))
        self.segment = Segment(pages, name=tr("Show"))
        super().__init__(tr("Table"), parent, tools=(self.segment,), stretch=True)
        self.body.setContentsMargins(0, 0, 0, 0)
        self.list = TableList(model, self)
        self.score = ScorePage(model, self)
        self._plots = plots
        self.page = "list"
        page = QWidget(self)
        column = QVBoxLayout(page)
        column.setContentsMargins(theme.S3, 0, theme.S1, theme.S2)
        column.addWidget(self.list)
        self._pages = QStackedWidget(self)
        self._pages.addWidget(page)
        scores = QWidget(self)
        below = QVBoxLayout(scores)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(0)
        below.addWidget(self.score)
        below.addWidget(plots, 1)
        self._score_page = Scroller(scores, self)
        self._pages.addWidget(self._score_page)
        self._pages.addWidget(Scroller(branches, self))
        self.add(self._pages)
        self.segment.chosen.connect(self.show_page)

    def show_plots(self) -> None:
        """The score, scrolled to its plots."""
        self.show_page("score")
        self._score_page.verticalScrollBar().setValue(self._plots.y())

    def show_page(self, page: str) -> None:
        """``list``, ``score`` or ``branches``."""
        self.page = page
        self.segment.set_current(page)
        self._pages.setCurrentIndex(("list", "score", "branches").index(page))
        self.page_shown.emit(page)


class PlayersPanel(Panel):
    """Who plays each side, and how fast the others go on."""

    def __init__(self, model: TableModel, parent: QWidget | None = None) -> None:
        super().__init__(tr("Players"), parent)
        self._model = model
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(theme.S2)
        self._grid.setVerticalSpacing(6)
        self._grid.setColumnStretch(1, 1)
        self._boxes: dict[str, QComboBox] = {}
        self.pace = QSlider(Qt.Orientation.Horizontal, self)
        self.pace.setRange(0, len(PACES) - 1)
        self.pace.setMinimumWidth(32)
        self.pace.setAccessibleName(tr("Pace of bots and dice, slow to full speed"))
        self.pace.setToolTip(tr("Pace: slow to full speed"))
        self.pace.setValue(model.runner.pace)
        self.pace.valueChanged.connect(model.runner.set_pace)
        self.pause = Button(tr("Pause"), self, icon="pause", action="table.pause")
        # In a long language and a narrow dock it goes without its key.
        self.pause.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.pause.clicked.connect(lambda: model.actions.run("table.pause"))
        self.step = Button("", self, icon="step")
        self.step.setAccessibleName(tr("One step"))
        self.step.clicked.connect(lambda: model.actions.run("table.step"))
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(Text(tr("Pace"), self, role="small", tone="text2"))
        row.addWidget(self.pace, 1)
        row.addWidget(self.step)
        row.addWidget(self.pause)
        self.add(self._grid, row)
        model.changed.connect(self._follow)
        model.asked.connect(self._show_paused)
        preferences().changed.connect(self._preferred)

    def _preferred(self, name: str) -> None:
        if name == "bot_pace":
            self.pace.setValue(preferences().now.bot_pace)

    def kinds(self) -> tuple[tuple[str, str, str], ...]:
        """Who can play: id, name, icon."""
        return (
            ("human", tr("You"), "person"),
            ("policy", tr("Bot, scripted"), "bot"),
            ("random", tr("Bot, at random"), "dice"),
        )

    def _follow(self) -> None:
        """Show who plays, and whether there is anything that would go on by itself."""
        session = self._model.session
        players = session.players
        for row, side in enumerate(self._model.look.sides):
            if side.id not in players:
                continue
            if side.id not in self._boxes:
                self._add_side(row, side)
            box = self._boxes[side.id]
            at = box.findData(players[side.id])
            if at != box.currentIndex():
                box.blockSignals(True)
                box.setCurrentIndex(at)
                box.blockSignals(False)
        if session.automatic:
            self.step.allow(tr("One step"))
        else:
            self.step.refuse(tr("A person is asked; nothing goes on by itself"))
        self.step.setAccessibleName(tr("One step"))

    def _add_side(self, row: int, side: SideLook) -> None:
        head = QHBoxLayout()
        head.setSpacing(6)
        head.addWidget(Glyph("flag", self, tone=f"side_{side.slot}", size=16))
        head.addWidget(Line(side.name, self, least=50))
        box = QComboBox(self)
        box.setFont(theme.font())
        box.setAccessibleName(tr("Player of {0}").format(side.name))
        kinds = self.kinds()
        if side.id in self._model.rules.thinking.automaton_sides:
            kinds = (*kinds, ("automaton", tr("By the rules"), "book"))
        for kind, name, sign in kinds:
            box.addItem(icon(sign, "text2", 16), name, kind)
        box.setMinimumWidth(120)
        box.currentIndexChanged.connect(
            lambda _at, side=side.id, box=box: self._choose(side, box.currentData())
        )
        self._boxes[side.id] = box
        self._grid.addLayout(head, row, 0)
        self._grid.addWidget(box, row, 1)

    def _choose(self, side: str, kind: str) -> None:
        self._model.attempt(partial(self._model.session.set_player, side, kind))

    def _show_paused(self) -> None:
        paused = self._model.runner.paused
        words = tr("Go on") if paused else tr("Pause")
        self.pause.set_words(words, icon="play" if paused else "pause")
