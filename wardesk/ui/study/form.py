"""What a study is asked: scenario, sides, options, figures, sample, and where it is played."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct
from PySide6.QtCore import QRegularExpression, Qt, Signal
from PySide6.QtGui import QRegularExpressionValidator
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from wardesk.engine.types import Value
from wardesk.model.options import GameOption, SetupValue
from wardesk.players.search.levels import LEVELS
from wardesk.services.studies.kept import PlayableScenario, ScenarioQuestion
from wardesk.services.studies.study_desk import SETTLED, Workplace, swept
from wardesk.studies.spec import StudySpec
from wardesk.studies.words import player_text
from wardesk.ui import theme
from wardesk.ui.dialogs.dialog import FormRows
from wardesk.ui.language import decimal, said, whole
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.chip import Chip
from wardesk.ui.widgets.fields import combo_box, line_edit
from wardesk.ui.widgets.flow import clear
from wardesk.ui.widgets.panel import Panel
from wardesk.ui.widgets.segment import Segment
from wardesk.ui.widgets.stepper import Stepper
from wardesk.ui.widgets.switch import Switch
from wardesk.ui.widgets.text import ElidedLine, Label
from wardesk.words import tr

EACH = "*"
"""Chosen in the place of a value: one after the other is played, the first as the base."""
MOST_PARTS = 24
"""Settings of one study in the window; more could not be told apart."""


class Asked(Struct, frozen=True, kw_only=True):
    """A whole form: what is to be played."""

    scenario: str
    options: dict[str, Value]
    players: dict[str, str]
    changes: tuple[dict[str, Value], ...]
    n: int
    seed: int
    settled: float
    place: Workplace


def _narrow(box: QComboBox) -> QComboBox:
    """A list that long words shorten; they are whole in its tooltip."""
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(8)
    box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    return box


class QuestionPanel(Panel):
    """``scenario_chosen(id)`` when another scenario is wanted, ``changed()`` after any choice."""

    scenario_chosen = Signal(str)
    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Question"), parent)
        self.question: ScenarioQuestion | None = None
        self.scenario = _narrow(combo_box(tr("Scenario"), self))
        self.scenario.activated.connect(
            lambda at: self.scenario_chosen.emit(str(self.scenario.itemData(at)))
        )
        self.players: dict[str, QComboBox] = {}
        self.options: dict[str, QComboBox] = {}
        self.figures: dict[str, QLineEdit] = {}
        self.cells: QLineEdit | None = None
        """Cells of the charts and their values; None where the game has no charts."""
        self._rows = QVBoxLayout()
        self._rows.setSpacing(theme.S2)
        self.more = Button(tr("Options and figures…"), self, kind="link", icon="chevron-right")
        self.more.clicked.connect(lambda: self.show_more(not self._more_shown))
        self._more_shown = False
        self._more = QWidget(self)
        self._more_rows = QVBoxLayout(self._more)
        self._more_rows.setContentsMargins(0, 0, 0, 0)
        self._more_rows.setSpacing(theme.S1)
        self._more.hide()
        self.note = Label("", self, role="small", tone="text2", wrap=True)
        first = FormRows()
        first.add(tr("Scenario"), self.scenario)
        self.add(first, self._rows, self.more, self._more, self.note)

    def set_scenarios(self, found: Sequence[PlayableScenario]) -> None:
        """Fill the list of scenarios; the first one is chosen."""
        self.scenario.clear()
        for one in found:
            self.scenario.addItem(said(one.title), one.id)
            tip = f"{said(one.title)} ({one.id})"
            self.scenario.setItemData(self.scenario.count() - 1, tip, Qt.ItemDataRole.ToolTipRole)

    def show_question(self, question: ScenarioQuestion) -> None:
        """Offer what can be chosen for a scenario."""
        self.question = question
        at = self.scenario.findData(question.scenario)
        if at < 0:
            self.scenario.addItem(said(question.title), question.scenario)
            at = self.scenario.count() - 1
        self.scenario.setCurrentIndex(at)
        for layout in (self._rows, self._more_rows):
            clear(layout)
        holder = QWidget(self)
        rows = FormRows()
        rows.setContentsMargins(0, 0, 0, 0)
        self.players = {}
        for side in question.sides:
            box = _narrow(combo_box(tr("Who plays {0}").format(side.name), self))
            for kind in question.kinds[side.id]:
                box.addItem(said(player_text(kind)), kind)
            box.addItem(tr("each of them"), EACH)
            box.currentIndexChanged.connect(self._told)
            self.players[side.id] = box
            rows.add(Chip(side.name, self, tone=f"side_{side.slot}", icon="flag"), box)
        holder.setLayout(rows)
        self._rows.addWidget(holder)
        self.options = {option.id: self._option(option) for option in question.options}
        self.figures = {value.id: self._figure(value) for value in question.figures}
        self.cells = self._cells() if question.charts else None
        self._order_stops()
        self._told()

    def _order_stops(self) -> None:
        """Tab runs down the panel, though its rows are made anew for each scenario."""
        below = [*self.options.values(), *self.figures.values()]
        below += [self.cells] if self.cells is not None else []
        for one, following in pairwise([self.scenario, *self.players.values(), self.more, *below]):
            QWidget.setTabOrder(one, following)

    def _option(self, option: GameOption) -> QComboBox:
        box = _narrow(combo_box(option.title, self._more))
        for choice in option.choices:
            box.addItem(choice.label, choice.key)
            box.setItemData(box.count() - 1, choice.label, Qt.ItemDataRole.ToolTipRole)
        box.addItem(tr("each of them"), EACH)
        box.setCurrentIndex(box.findData(option.default))
        box.setToolTip(f"{option.title} [{option.cite}]" if option.cite else option.title)
        box.currentIndexChanged.connect(self._told)
        self._more_rows.addWidget(ElidedLine(option.title, self._more, role="small", tone="text2"))
        self._more_rows.addWidget(box)
        return box

    def _figure(self, value: SetupValue) -> QLineEdit:
        field = line_edit(value.title, self._more, str(value.value))
        field.setValidator(QRegularExpressionValidator(QRegularExpression(r"[0-9, ]{1,60}"), field))
        tip = tr("{0} to {1}; with several numbers and commas each is played").format(
            value.least, value.most
        )
        field.setToolTip(tip)
        field.textChanged.connect(self._told)
        self._more_rows.addWidget(ElidedLine(value.title, self._more, role="small", tone="text2"))
        self._more_rows.addWidget(field)
        return field

    def _cells(self) -> QLineEdit:
        field = line_edit(tr("Cells of the charts"), self._more, hint="combat.rows.2.1 = N, 1")
        field.setToolTip(
            tr("The name of a cell, and each value to play it with; more cells behind a semicolon. "
               "The window of your printed charts tells the names.")
        )  # fmt: skip
        field.textChanged.connect(self._told)
        words = tr("Cells of the charts")
        self._more_rows.addWidget(ElidedLine(words, self._more, role="small", tone="text2"))
        self._more_rows.addWidget(field)
        return field

    def show_more(self, shown: bool) -> None:
        """Show options and figures, or hide them."""
        self._more_shown = shown
        self._more.setVisible(shown)
        icon = "chevron-down" if shown else "chevron-right"
        self.more.set_words(self.more.text(), icon=icon)

    def _told(self, *_: object) -> None:
        self.changed.emit()

    def explain(self, games: int) -> None:
        """Say how many settings of *games* each are asked for."""
        settings = 1 + len(self.chosen()[2])
        if settings > 1:
            words = tr("{0} settings with the same seeds: {1} games.")
            self.note.setText(words.format(settings, whole(settings * games)))
        else:
            words = tr("“Each of them” plays one setting after the other, with the same seeds.")
            self.note.setText(words)

    def fill(self, specs: Sequence[StudySpec]) -> None:
        """Show what a study of the shown scenario was asked."""
        if self.question is None:
            return
        base = specs[0]
        for side, box in self.players.items():
            several = len({spec.players.get(side) for spec in specs}) > 1
            box.setCurrentIndex(box.findData(EACH if several else base.players.get(side)))
        for option in self.question.options:
            values = [spec.options.get(option.id, option.default) for spec in specs]
            box = self.options[option.id]
            box.setCurrentIndex(box.findData(EACH if len({*values}) > 1 else values[0]))
        for figure in self.question.figures:
            values = [spec.options.get(figure.id, figure.value) for spec in specs]
            self.figures[figure.id].setText(", ".join(map(str, dict.fromkeys(values))))
        if self.cells is not None:
            cells: dict[str, list[str]] = {}
            for name, value in ((n, v) for spec in specs for n, v in spec.options.items()):
                if "." in name and name not in self.figures:
                    cells.setdefault(name, []).append(str(value))
            lines = (f"{name} = {', '.join(dict.fromkeys(found))}" for name, found in cells.items())
            self.cells.setText("; ".join(lines))

    # ---- what is chosen -------------------------------------------------------------------------

    def chosen(self) -> tuple[dict[str, Value], dict[str, str], tuple[dict[str, Value], ...]]:
        """Options, players, and what is changed one at a time."""
        question = self.question
        if question is None:
            return {}, {}, ()
        options: dict[str, Value] = {}
        changes: list[dict[str, Value]] = []
        for option in question.options:
            value = str(self.options[option.id].currentData())
            if value == EACH:
                base: dict[str, Value] = {option.id: option.default}
                changes += swept(option.id, option.keys, base)
            elif value != option.default:
                options[option.id] = value
        for figure in question.figures:
            numbers = _numbers(self.figures[figure.id].text()) or [figure.value]
            if numbers[0] != figure.value:
                options[figure.id] = numbers[0]
            changes += swept(figure.id, numbers[1:], {figure.id: numbers[0]})
        if self.cells is not None:
            changes += _cell_changes(self.cells.text())
        players: dict[str, str] = {}
        for side, box in self.players.items():
            kinds = question.kinds[side]
            kind = str(box.currentData())
            players[side] = kinds[0] if kind == EACH else kind
            if kind == EACH:
                quick = [each for each in kinds if each not in LEVELS]  # levels take their time
                changes += swept(side, quick, {side: kinds[0]})
        return options, players, tuple(changes)


def _cell_changes(text: str) -> list[dict[str, Value]]:
    """``combat.rows.2.1 = N, 1; fire.moved = -3`` as a change for each value."""
    found: list[dict[str, Value]] = []
    for part in text.split(";"):
        name, _, values = part.partition("=")
        if name.strip():
            found.extend({name.strip(): one.strip()} for one in values.split(",") if one.strip())
    return found


def _numbers(text: str) -> list[int]:
    return list(dict.fromkeys(int(part) for part in text.split(",") if part.strip().isdigit()))


class SamplePanel(Panel):
    """How many games, and when it is enough. ``changed()`` after any choice."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Sample"), parent)
        choices = (
            ("300", tr("Quick 300")), ("3000", tr("Fair 3,000")), ("30000", tr("Sharp 30,000")),
        )  # fmt: skip
        self.games = Segment(choices, self, name=tr("Games of each setting"), wrap=True)
        self.note = Label("", self, role="small", tone="text2", wrap=True)
        self.settled = Switch(tr("Stop when settled"), self)
        self.settled.setToolTip(
            tr("when no interval of a share of wins is wider than {0} points").format(
                f"{SETTLED * 100:.0f}"
            )
        )
        self.seed = line_edit(tr("First seed"), self, "1", role="mono")
        self.seed.setValidator(
            QRegularExpressionValidator(QRegularExpression(r"\d{1,15}"), self.seed)
        )
        rows = FormRows()
        rows.add(tr("First seed"), self.seed)
        settled = QHBoxLayout()
        settled.setSpacing(theme.S2)
        settled.addWidget(self.settled)
        settled.addWidget(Label(tr("Stop when settled"), self))
        settled.addStretch(1)
        self.add(self.games, self.note, settled, rows)
        self.games.chosen.connect(lambda _size: self._explain())
        self._explain()

    @property
    def n(self) -> int:
        """Games of each setting."""
        return int(self.games.current)

    def fill(self, spec: StudySpec) -> None:
        """Show what a study has; a number of games that is not offered is left out."""
        self.seed.setText(str(spec.seed))
        if str(spec.n) in self.games.ids:
            self.games.set_current(str(spec.n))
            self._explain()

    def _explain(self) -> None:
        points = 1.96 * math.sqrt(0.5 / self.n) * 100
        words = tr("Tells {0} points of win rate apart, 19 times in 20.").format(decimal(points))
        self.note.setText(words)
        self.changed.emit()


class PlacePanel(Panel):
    """Where games are played: on this machine, or on a cluster of Dask."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Where"), parent)
        cores = os.cpu_count() or 1
        self.where = Segment(
            (("here", tr("This machine")), ("dask", tr("Dask cluster"))),
            self, name=tr("Where games are played"), wrap=True,
        )  # fmt: skip
        self.jobs = Stepper(tr("Processes"), self, value=cores, least=1, most=max(cores, 64))
        self.address = line_edit(tr("Scheduler"), self, hint="tcp://lab:8786")
        self._here, self._there = QWidget(self), QWidget(self)
        for holder, words, field in (
            (self._here, tr("Processes"), self.jobs),
            (self._there, tr("Scheduler"), self.address),
        ):
            rows = FormRows()
            rows.setContentsMargins(0, 0, 0, 0)
            rows.add(words, field, narrow=field is self.jobs)
            holder.setLayout(rows)
        self.note = Label("", self, role="small", tone="text2", wrap=True)
        self.add(self.where, self._here, self._there, self.note)
        self.where.chosen.connect(lambda _where: self._show())
        self._show()

    def _show(self) -> None:
        here = self.where.current == "here"
        self._here.setVisible(here)
        self._there.setVisible(not here)
        cores = os.cpu_count() or 1
        self.note.setText(
            tr("This machine has {0} processors.").format(cores)
            if here
            else tr("Workers with another WarDesk or other rules are refused.")
        )

    @property
    def place(self) -> Workplace:
        """What is chosen."""
        if self.where.current == "here":
            return Workplace(jobs=self.jobs.value)
        return Workplace(jobs=self.jobs.value, cluster=self.address.text().strip())

    def why_not(self) -> str:
        """Why games cannot be played there; empty if they can."""
        if self.where.current == "here" or self.address.text().strip():
            return ""
        return tr("Write the address of the cluster's scheduler.")


def asked_of(
    question: ScenarioQuestion | None, asking: QuestionPanel, sample: SamplePanel, place: PlacePanel
) -> Asked:
    """The form as it is filled."""
    options, players, changes = asking.chosen()
    return Asked(
        scenario=question.scenario if question is not None else "",
        options=options,
        players=players,
        changes=changes,
        n=sample.n,
        seed=int(sample.seed.text() or 1),
        settled=SETTLED if sample.settled.isChecked() else 0.0,
        place=place.place,
    )
