"""The new-game dialog: who plays, in which mode, with whose dice and which options."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QRegularExpression, Qt, Signal
from PySide6.QtGui import QRegularExpressionValidator
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from wardesk.model.briefing import UNEVEN
from wardesk.model.options import GameOption
from wardesk.model.scenario import CHARTS
from wardesk.players.search.levels import LEVELS, about
from wardesk.services.play.briefing import BriefingSheet
from wardesk.services.play.mail import LONGEST_NAME
from wardesk.services.play.settings import BY_MAIL
from wardesk.ui import theme
from wardesk.ui.dialogs.dialog import Dialog, FormRows
from wardesk.ui.language import said
from wardesk.ui.shell.briefing import BriefingView
from wardesk.ui.widgets.button import Button, ToolButton
from wardesk.ui.widgets.chip import Chip
from wardesk.ui.widgets.fields import combo_box, line_edit
from wardesk.ui.widgets.panel import Scroller, hairline
from wardesk.ui.widgets.segment import Segment
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

Player = str
"""``human`` or a kind of program."""


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
    levels: Mapping[str, str] | None = None
    """How strong programs that look ahead were measured to be; None if none can play it."""
    share: float | None = None
    """Which part of the games it won, script against script; None where nobody measured."""


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
    mail: Literal["", "turn", "each"] = ""
    """Of a game by mail, when dice fall; empty: all play here."""
    name: str = ""
    """How its letters call the person; empty: not at all."""


class NewGameDialog(Dialog):
    """Emits ``started(NewGame)`` and closes. Everything has a sensible value: Enter starts.

    ``guided_asked()``: a guided game is wanted first. ``charts_asked()``: so are one's own charts.
    """

    started = Signal(object)
    guided_asked = Signal()
    charts_asked = Signal()

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
        sheet: BriefingSheet | None = None,
        guided: bool = False,
        mailed: bool = False,
        charts: str | None = None,
    ) -> None:
        """*by_hand*: the table has no rules of its own; people move everything themselves.

        With a *sheet* the briefing stands beside what is to be chosen. *guided*: there is a guided
        game to play first. *mailed*: one side may be played by mail. *charts* says what charts it
        is played by; None: it has none.
        """
        size = (1120, 760) if sheet is not None else (0, 0)
        super().__init__(parent, size=size, least=(480, 0))
        self.set_title(tr("New game"), title)
        self._scenario, self._sides, self._by_hand = scenario, tuple(sides), by_hand
        self._sheet, self._guided, self._mailed = sheet, guided, mailed
        self.players = {side.id: self._player_box(side) for side in sides}
        self._options = tuple(option for option in options if not option.with_player)
        self.options = {option.id: self._option_box(option) for option in self._options}
        self.mode = Segment(
            (("play", tr("Play"), "play"), ("adjudicate", tr("Adjudicate"), "scales")),
            self, name=tr("Mode"), tones={"adjudicate": "umpire"},
        )  # fmt: skip
        self.dice = Segment(
            (
                ("seeded", tr("Rolled here"), "dice"),
                ("typed", tr("Typed in"), "keyboard"),
            ),
            self, name=tr("Dice"),
        )  # fmt: skip
        number = str(secrets.randbelow(10**9) if seed is None else seed)
        self.seed = line_edit(tr("Seed"), self, number, role="mono")
        self.seed.setFixedSize(140, theme.CONTROL_HEIGHT)
        self.seed.setValidator(
            QRegularExpressionValidator(QRegularExpression(r"\d{1,18}"), self.seed)
        )
        self.throws = combo_box(
            tr("Dice by mail"), self,
            [(tr("Each rolls through his own turn"), "turn"),
             (tr("Each throw by the other home"), "each")],
        )  # fmt: skip
        self.own_name = line_edit(tr("Your name in the letters"), self, hint=tr("nobody"))
        self.own_name.setMaxLength(LONGEST_NAME)
        self._mail_note = Label("", self, role="small", tone="text2", wrap=True)
        self.throws.currentIndexChanged.connect(lambda _index: self._explain())
        self.own_charts = Segment(
            (("own", tr("Mine", "Charts")), ("shipped", tr("As shipped"))), self, name=tr("Charts")
        )
        self.charts_note = Label("", self, role="small", tone="text2", wrap=True)
        self._has_charts, self._has_own = charts is not None, False
        self.level_note = Label("", self, role="small", tone="text2", wrap=True)
        self._mode_note = Label("", self, role="small", tone="text2", wrap=True)
        self._seed_note = Label("", self, role="small", tone="text2", wrap=True)
        self._start = Button(tr("Start"), self, kind="primary")
        self._start.clicked.connect(self.start)
        self.mode.chosen.connect(lambda _mode: self._explain())
        self.dice.chosen.connect(lambda _dice: self._explain())
        self.seed.textChanged.connect(lambda _text: self._explain())
        self._lay_out(note)
        if charts is not None:
            self.show_charts(charts, own=False)
        self._explain()
        self._start.setFocus(Qt.FocusReason.OtherFocusReason)

    def _player_box(self, side: SideChoice) -> QComboBox:
        kinds = [
            (tr("You"), "human"),
            (tr("Bot, scripted"), "policy"),
            *((said(level.name), level.id) for level in LEVELS.values() if side.levels is not None),
            (tr("Bot, random"), "random"),
        ]
        if self._mailed:
            kinds.append((tr("By mail"), BY_MAIL))
        if side.automaton:
            kinds.append((tr("By the rules, solitaire"), "automaton"))
        box = combo_box(tr("Who plays {0}").format(side.name), self, kinds)
        for level in LEVELS.values() if side.levels is not None else ():
            told = said(about(level, side.levels or {}))
            box.setItemData(box.findData(level.id), told, Qt.ItemDataRole.ToolTipRole)
        box.setMinimumWidth(220)
        box.setCurrentIndex(box.findData(side.player))
        box.currentIndexChanged.connect(lambda _index: self._explain())
        return box

    def _option_box(self, option: GameOption) -> QComboBox:
        """One option; long words in another language shorten the box, not the dialog."""
        box = combo_box(option.title, self)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(20)
        box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        for choice in option.choices:
            box.addItem(choice.label, choice.key)
            box.setItemData(box.count() - 1, choice.label, Qt.ItemDataRole.ToolTipRole)
        box.setCurrentIndex(box.findData(option.default))
        box.setToolTip(f"{option.title} [{option.cite}]" if option.cite else option.title)
        return box

    def _lay_out(self, note: str) -> None:
        rows = FormRows(tone="text")
        for side in self._sides:
            name = Chip(side.name, self, tone=f"side_{side.slot}", icon="flag")
            rows.add(name, self.players[side.id])
        rows.add_note(self.level_note)
        self._far = [Label(words, self, tone="text") for words in (tr("Dice"), tr("Your name"))]
        rows.add(self._far[0], self.throws)
        rows.add_note(self._mail_note)
        rows.add(self._far[1], self.own_name)
        if self._has_charts:
            charts = QHBoxLayout()
            ask = Button(tr("Your printed charts…"), self, kind="link")
            ask.clicked.connect(self.charts_asked)
            charts.addWidget(self.own_charts)
            charts.addWidget(ask)
            charts.addStretch(1)
            rows.add(tr("Charts"), charts)
            rows.add_note(self.charts_note)
        else:
            self.own_charts.hide()
            self.charts_note.hide()
        for option in self._options:
            label = Label(option.title, self, wrap=True)
            label.setMaximumWidth(180)
            rows.add(label, self.options[option.id])
            if self._sheet is not None and (said := self._sheet.changes.get(option.id)):
                rows.add_note(Label(said, self, role="small", tone="text2", wrap=True))
        self._here = [Label(words, self, tone="text") for words in (tr("Mode"), tr("Dice"))]
        rows.add(self._here[0], self.mode, narrow=True)
        rows.add_note(self._mode_note)
        rows.add(self._here[1], self.dice, narrow=True)
        seed = QHBoxLayout()
        seed.setSpacing(theme.S1)
        seed.addWidget(self.seed)
        again = ToolButton("dice", tr("Another seed"), self, size=18)
        again.clicked.connect(lambda: self.seed.setText(str(secrets.randbelow(10**9))))
        seed.addWidget(again)
        seed.addStretch(1)
        self._here.append(Label(tr("Seed"), self, tone="text"))
        self._again = again
        rows.add(self._here[2], seed)
        rows.add_note(self._seed_note)
        for said in (self._mode_note, self._seed_note):
            said.setMinimumHeight(32)  # Two lines, so that nothing jumps when the words change.
        if self._sheet is not None:
            self.body.addLayout(self._beside(rows, self._sheet), 1)
        else:
            if note:
                self.body.addWidget(Label(note, self, tone="text2", wrap=True))
            self.body.addLayout(rows)
            self.body.addStretch(1)
        left: list[QWidget] = []
        if self._guided:
            first = Button(tr("Guided game first"), self)
            first.clicked.connect(self._ask_guided)
            left.append(first)
        self.set_foot(self._start, left=left)

    def _beside(self, rows: QLayout, sheet: BriefingSheet) -> QLayout:
        """The briefing at the left, what is to be chosen at the right; both scroll."""
        form = QWidget(self)
        column = QVBoxLayout(form)
        column.setContentsMargins(0, 0, theme.S3, 0)
        column.setSpacing(theme.S2)
        facts = [fact for fact in (sheet.plays, sheet.length) if fact]
        turns = tr("{0} turns").format(sheet.turns) if sheet.turns > 1 else ""
        column.addWidget(Label(tr("Set up", "NewGameDialog"), form, role="heading"))
        said = " · ".join([*facts, *([turns] if turns else [])])
        column.addWidget(Label(said, form, tone="text2", wrap=True))
        if self._options:
            words = tr("The options are as recommended.")
            column.addWidget(Label(words, form, role="small", tone="text2", wrap=True))
        column.addLayout(rows)
        column.addStretch(1)
        both = QHBoxLayout()
        both.setSpacing(theme.S6)
        both.addWidget(Scroller(BriefingView(sheet, self), self), 1)
        both.addWidget(hairline(self, vertical=True))
        side = Scroller(form, self)
        side.setFixedWidth(max(theme.px(400), form.minimumSizeHint().width() + 16))
        both.addWidget(side)
        return both

    def show_charts(self, words: str, *, own: bool) -> None:
        """Say what charts there are; *own*: there are cells of one's own to choose."""
        self.charts_note.setText(words)
        self.own_charts.set_current("own" if own else "shipped")
        self.own_charts.setVisible(own)
        self._has_own = own
        self._start.setFocus(Qt.FocusReason.OtherFocusReason)

    def _ask_guided(self) -> None:
        self.guided_asked.emit()
        self.reject()

    def _explain(self) -> None:
        """Say what the choices mean, and why *Start* is off while there is no seed."""
        play = self.mode.current == "play"
        kinds = [box.currentData() for box in self.players.values()]
        mailed = BY_MAIL in kinds
        self._show_mail(mailed)
        bots = all(box.currentData() != "human" for box in self.players.values())
        if not play:
            words = tr("WarDesk proposes every outcome with its odds; you accept or overrule it.")
        elif bots:
            words = tr("The bots play against each other; you look on.")
        elif self._by_hand:
            words = tr("You move everything by hand; WarDesk checks no rules.")
        else:
            words = tr("WarDesk enforces the rules.")
        self._mode_note.setText(words)
        chosen = {self.players[side.id].currentData(): side.levels for side in self._sides}
        told = [
            f"{said(LEVELS[kind].name)}: {said(about(LEVELS[kind], measured or {}))}"
            for kind, measured in chosen.items()
            if kind in LEVELS
        ]
        told += self._handicaps()
        self.level_note.setText("\n".join(told))
        self.level_note.setVisible(bool(told))
        typed = self.dice.current == "typed"
        self._seed_note.setText(
            tr("Bots use the seed; you type in your own dice.")
            if typed
            else tr("The same seed and the same answers give the same game.")
        )
        missing = tr("Type a seed, or take another with the dice button.")
        if mailed:
            right = sorted(kinds) == ["human", BY_MAIL]
            self.judge("" if right else tr("By mail you play one side, the other home the other."))
        else:
            self.judge("" if self.seed.text() else missing)
        self.grow()

    def _show_mail(self, mailed: bool) -> None:
        """Show what a game by mail asks in place of what one at this table asks."""
        here = (*self._here, self.mode, self._mode_note, self.dice, self.seed, self._again,
                self._seed_note)  # fmt: skip
        for part in here:
            part.setVisible(not mailed)
        for part in (*self._far, self.throws, self.own_name, self._mail_note):
            part.setVisible(mailed)
        self._mail_note.setText(
            tr("More files, and nobody can look ahead: for people who do not know each other.")
            if self.throws.currentData() == "each"
            else tr("Few files. Neither can choose the dice; who tampers could look ahead.")
        )

    def _handicaps(self) -> list[str]:
        """A hint for each side that wins too rarely to be taken without help."""
        found: list[str] = []
        for side in self._sides:
            if side.share is None or side.share >= UNEVEN:
                continue
            words = tr("{0} seldom win this one: for an even game give them the better player.")
            if self.players[side.id].currentData() == "human":
                words = tr(
                    "{0} seldom win this one: the harder seat. For an even game let a bot at "
                    "random play the other side."
                )
            found.append(words.format(side.name))
        return found

    def chosen(self) -> NewGame:
        """What is chosen now."""
        return NewGame(
            scenario=self._scenario,
            players=tuple((s.id, self.players[s.id].currentData()) for s in self._sides),
            mode="play" if self.mode.current == "play" else "adjudicate",
            seed=int(self.seed.text() or 0),
            mail=self.throws.currentData() if self._by_mail else "",
            name=self.own_name.text().strip(),
            dice="seeded" if self.dice.current == "seeded" else "typed",
            options=(
                *(
                    (option.id, str(self.options[option.id].currentData()))
                    for option in self._options
                    if self.options[option.id].currentData() != option.default
                ),
                *self._charts_left(),
            ),
        )

    @property
    def _by_mail(self) -> bool:
        return any(box.currentData() == BY_MAIL for box in self.players.values())

    def _charts_left(self) -> tuple[tuple[str, str], ...]:
        """The option that leaves one's own charts out, which are there."""
        left = self._has_own and self.own_charts.current == "shipped"
        return ((CHARTS, ""),) if left else ()

    def start(self) -> None:
        """Emit what was chosen and close."""
        if self.seed.text() or self._by_mail:
            self.started.emit(self.chosen())
            self.accept()
