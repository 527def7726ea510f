"""The new-game dialog: who plays, in which mode, with whose dice and which options."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QRegularExpression, Qt, Signal
from PySide6.QtGui import QRegularExpressionValidator, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from wardesk.model.options import GameOption
from wardesk.ui import theme
from wardesk.ui.widgets.button import Button, ToolButton
from wardesk.ui.widgets.chip import Chip
from wardesk.ui.widgets.segment import Segment
from wardesk.ui.widgets.text import Text

Player = Literal["human", "policy", "random", "automaton"]


@dataclass(frozen=True)
class SideChoice:
    """A side that needs a player; *slot* is the window's colour for it."""

    id: str
    name: str
    slot: Literal["a", "b"] = "a"
    player: Player = "human"
    """Who plays it unless somebody changes that."""
    automaton: bool = False
    """Whether the rules themselves can play it."""


@dataclass(frozen=True)
class NewGame:
    """What was chosen."""

    scenario: str
    players: tuple[tuple[str, Player], ...]
    """``(side, player)`` in the scenario's order."""
    mode: Literal["play", "adjudicate"]
    seed: int
    dice: Literal["seeded", "typed"]
    options: tuple[tuple[str, str], ...] = ()
    """``(option, value)`` for what differs from the scenario's own choice."""


class NewGameDialog(QDialog):
    """Emits ``started(NewGame)`` and closes. Everything has a sensible value: Enter starts."""

    started = Signal(object)

    def __init__(
        self,
        scenario: str,
        title: str,
        sides: Sequence[SideChoice],
        parent: QWidget | None = None,
        *,
        note: str = "",
        seed: int | None = None,
        options: Sequence[GameOption] = (),
        by_hand: bool = False,
    ) -> None:
        """*by_hand*: the table has no rules of its own; people move everything themselves."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("New game"))
        self._scenario, self._sides, self._by_hand = scenario, tuple(sides), by_hand
        self.players = {side.id: self._player_box(side) for side in sides}
        self._options = tuple(option for option in options if not option.with_player)
        self.options = {option.id: self._option_box(option) for option in self._options}
        self.mode = Segment(
            (("play", self.tr("Play"), "play"), ("adjudicate", self.tr("Adjudicate"), "scales")),
            self, name=self.tr("Mode"), tones={"adjudicate": "umpire"},
        )  # fmt: skip
        self.dice = Segment(
            (
                ("seeded", self.tr("Rolled here"), "dice"),
                ("typed", self.tr("Typed in"), "keyboard"),
            ),
            self, name=self.tr("Dice"),
        )  # fmt: skip
        self.seed = QLineEdit(str(secrets.randbelow(10**9) if seed is None else seed), self)
        self.seed.setFont(theme.font("mono"))
        self.seed.setAccessibleName(self.tr("Seed"))
        self.seed.setFixedSize(140, theme.CONTROL_HEIGHT)
        self.seed.setValidator(
            QRegularExpressionValidator(QRegularExpression(r"\d{1,18}"), self.seed)
        )
        self._mode_note = Text("", self, role="small", tone="text2", wrap=True)
        self._seed_note = Text("", self, role="small", tone="text2", wrap=True)
        self._start = Button(self.tr("Start"), self, kind="primary", key="Enter")
        self._start.setDefault(True)  # Enter starts from any field.
        self._start.clicked.connect(self.start)
        self.mode.chosen.connect(lambda _mode: self._explain())
        self.dice.chosen.connect(lambda _dice: self._explain())
        self.seed.textChanged.connect(lambda _text: self._explain())
        self.seed.returnPressed.connect(self.start)
        self._lay_out(title, note)
        self._explain()
        self._start.setFocus(Qt.FocusReason.OtherFocusReason)

    def _player_box(self, side: SideChoice) -> QComboBox:
        box = QComboBox(self)
        box.setFont(theme.font())
        box.setAccessibleName(self.tr("Who plays {0}").format(side.name))
        box.setMinimumWidth(220)
        kinds = [
            ("human", self.tr("You")),
            ("policy", self.tr("Bot, scripted")),
            ("random", self.tr("Bot, random")),
        ]
        if side.automaton:
            kinds.append(("automaton", self.tr("By the rules, solitaire")))
        for player, words in kinds:
            box.addItem(words, player)
        box.setCurrentIndex(box.findData(side.player))
        box.currentIndexChanged.connect(lambda _index: self._explain())
        return box

    def _option_box(self, option: GameOption) -> QComboBox:
        """One option; long words in another language shorten the box, not the dialog."""
        box = QComboBox(self)
        box.setFont(theme.font())
        box.setAccessibleName(option.title)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(20)
        box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        for choice in option.choices:
            box.addItem(choice.label, choice.key)
            box.setItemData(box.count() - 1, choice.label, Qt.ItemDataRole.ToolTipRole)
        box.setCurrentIndex(box.findData(option.default))
        box.setToolTip(f"{option.title} [{option.cite}]" if option.cite else option.title)
        return box

    def _lay_out(self, title: str, note: str) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.S4)
        grid.setVerticalSpacing(theme.S3)
        grid.setColumnStretch(1, 1)
        row = 0
        for side in self._sides:
            name = Chip(side.name, self, tone=f"side_{side.slot}", icon="flag")
            grid.addWidget(name, row, 0, Qt.AlignmentFlag.AlignLeft)
            grid.addWidget(self.players[side.id], row, 1)
            row += 1
        for option in self._options:
            label = Text(option.title, self, wrap=True)
            label.setMaximumWidth(180)
            grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignVCenter)
            grid.addWidget(self.options[option.id], row, 1)
            row += 1
        self._field(grid, row, self.tr("Mode"), self.mode, self._mode_note)
        self._field(grid, row + 2, self.tr("Dice"), self.dice, None)
        seed = QHBoxLayout()
        seed.setSpacing(theme.S1)
        seed.addWidget(self.seed)
        again = ToolButton("dice", self.tr("Another seed"), self, size=18)
        again.clicked.connect(lambda: self.seed.setText(str(secrets.randbelow(10**9))))
        seed.addWidget(again)
        seed.addStretch(1)
        grid.addWidget(Text(self.tr("Seed"), self), row + 4, 0, Qt.AlignmentFlag.AlignVCenter)
        grid.addLayout(seed, row + 4, 1)
        self._seed_note.setMinimumHeight(32)
        grid.addWidget(self._seed_note, row + 5, 1)
        cancel = Button(self.tr("Cancel"), self, key="Esc")
        cancel.clicked.connect(self.reject)
        foot = QHBoxLayout()
        foot.setSpacing(theme.S2)
        foot.addStretch(1)
        foot.addWidget(cancel)
        foot.addWidget(self._start)
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(theme.S6, theme.S6, theme.S6, theme.S4)
        column.setSpacing(theme.S4)
        column.addWidget(Text(title, self, role="title", wrap=True))
        if note:
            column.addWidget(Text(note, self, tone="text2", wrap=True))
        column.addLayout(grid)
        column.addStretch(1)
        column.addLayout(foot)
        self.setMinimumWidth(480)

    def _field(
        self, grid: QGridLayout, row: int, label: str, control: QWidget, note: QWidget | None
    ) -> None:
        grid.addWidget(Text(label, self), row, 0, Qt.AlignmentFlag.AlignVCenter)
        grid.addWidget(control, row, 1, Qt.AlignmentFlag.AlignLeft)
        if note is not None:
            note.setMinimumHeight(32)  # Two lines, so that nothing jumps when the words change.
            grid.addWidget(note, row + 1, 1)

    def _explain(self) -> None:
        """Say what the choices mean, and why *Start* is off while there is no seed."""
        play = self.mode.current == "play"
        bots = all(box.currentData() != "human" for box in self.players.values())
        if not play:
            words = self.tr("Every outcome is proposed with its odds; you accept or overrule it.")
        elif bots:
            words = self.tr("The bots play against each other; you look on.")
        elif self._by_hand:
            words = self.tr("You move everything by hand; no rules are checked.")
        else:
            words = self.tr("The rules are enforced.")
        self._mode_note.setText(words)
        typed = self.dice.current == "typed"
        self._seed_note.setText(
            self.tr("Bots use the seed; your dice are typed in.")
            if typed
            else self.tr("The same seed and the same answers give the same game.")
        )
        if self.seed.text():
            self._start.allow()
        else:
            self._start.refuse(self.tr("Type a seed, or take another with the dice button."))
        self._grow()

    def _grow(self) -> None:
        """Qt does not enlarge a dialog for wrapped words by itself."""
        need = self._column.totalHeightForWidth(self.width())
        if need > self.height():
            self.resize(self.width(), need)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._grow()

    def chosen(self) -> NewGame:
        """What is chosen now."""
        return NewGame(
            scenario=self._scenario,
            players=tuple((s.id, self.players[s.id].currentData()) for s in self._sides),
            mode="play" if self.mode.current == "play" else "adjudicate",
            seed=int(self.seed.text()),
            dice="seeded" if self.dice.current == "seeded" else "typed",
            options=tuple(
                (option.id, str(self.options[option.id].currentData()))
                for option in self._options
                if self.options[option.id].currentData() != option.default
            ),
        )

    def start(self) -> None:
        """Emit what was chosen and close."""
        if self.seed.text():
            self.started.emit(self.chosen())
            self.accept()
