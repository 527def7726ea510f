"""The end of a game: the level of victory, what decided it, losses, the curve, what comes next."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from wardesk.model.look import SideLook
from wardesk.services.play.ending import Decisive, Ending, ending_of
from wardesk.services.play.session import PlaySession
from wardesk.ui import theme
from wardesk.ui.shell.new_game import NewGame, Player
from wardesk.ui.table.events.ending_parts import CoursePart, LossesPart, RegretsPart, tone_of
from wardesk.ui.table.events.overlay import CoveringWidget
from wardesk.ui.table.model import TableModel
from wardesk.ui.table.past.look_back import LookBack
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.chip import Chip
from wardesk.ui.widgets.panel import Scroller, ground
from wardesk.ui.widgets.text import Label
from wardesk.ui.widgets.track_view import TrackView
from wardesk.words import tr

_WIDE = 900
PATIENCE = 800
"""Milliseconds after which luck and chances are counted: who waves the panel away is not heard."""


class EndingPanel(CoveringWidget):
    """Over the board once the game is over; Esc shows the board, and an action the panel again.

    ``rematch_asked(NewGame)``: play it again. ``event_asked(event)``: look back at a moment.
    """

    rematch_asked = Signal(object)

    def __init__(self, model: TableModel, look_back: LookBack, board: QWidget) -> None:
        super().__init__(board)
        self._model, self._look_back = model, look_back
        ground(self, "veil")
        self.setAccessibleName(tr("The end of the game"))
        self._shown_for = -1
        self._card: QFrame | None = None
        self.course: CoursePart | None = None
        self.losses: LossesPart | None = None
        self.regrets: RegretsPart | None = None
        self.moments: list[Button] = []
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(PATIENCE)
        self._patience.timeout.connect(look_back.start)
        look_back.changed.connect(self._more_is_known)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(theme.S6, theme.S6, theme.S6, theme.S6)
        model.changed.connect(self._follow)
        model.moment_changed.connect(self._follow)
        self.hide()

    # ---- when it is there -----------------------------------------------------------------------

    def _follow(self) -> None:
        model, session = self._model, self._model.session
        over = session.ask is None and session.state.result is not None and not session.failed
        if not over or model.in_past or session.guide is not None:
            self.hide()
            if not over:
                self._shown_for = -1
        elif self._shown_for != session.journal.head:
            self._shown_for = session.journal.head
            self.open()

    def open(self) -> None:
        """Show how the game ended."""
        found = ending_of(self._model.session, self._model.side)
        if found is None:
            return
        if self._card is not None:
            self._column.removeWidget(self._card)
            self._card.deleteLater()
        self._card = self._made(found)
        self._column.addWidget(self._card, 0, Qt.AlignmentFlag.AlignHCenter)
        self.show()
        self.raise_()
        if self._look_back.possible:
            self._patience.start()

    def _more_is_known(self) -> None:
        if not self.isVisible():
            return
        for part in (self.course, self.losses, self.regrets):
            if part is not None:
                part.follow()

    def hideEvent(self, event: QHideEvent) -> None:
        self._patience.stop()

    def press(self, number: int) -> bool:
        """Look back at the moment with this number; whether there is one to be seen."""
        if not self.isVisible() or not 1 <= number <= len(self.moments):
            return False
        self.moments[number - 1].click()
        return True

    def resizeEvent(self, event: object) -> None:
        if self._card is not None:
            self._card.setFixedWidth(self._card_width())

    def _card_width(self) -> int:
        return min(theme.px(_WIDE), max(320, self.width() - 2 * theme.S6))

    def dismiss(self) -> bool:
        """Show the board; whether the panel was there."""
        was = self.isVisible()
        self.hide()
        return was

    # ---- what it says ---------------------------------------------------------------------------

    def _made(self, found: Ending) -> QFrame:
        model, said = self._model, self._model.session.words.text
        sides = {side.id: side for side in model.look.sides}
        tone = tone_of(sides, found.result.winner)
        body = QWidget(self)
        column = QVBoxLayout(body)
        column.setContentsMargins(theme.S6, theme.S4, theme.S6, theme.S3)
        column.setSpacing(theme.S3)
        head = QHBoxLayout()
        level = said(found.result.level) or said(found.result.text)
        head.addWidget(Label(level[:1].upper() + level[1:], body, role="display"), 1)
        winner = sides.get(found.result.winner)
        name = winner.name if winner is not None else tr("Nobody")
        head.addWidget(
            Chip(tr("Winner: {0}").format(name), body, tone=tone, icon="flag"),
            0, Qt.AlignmentFlag.AlignVCenter,
        )  # fmt: skip
        column.addLayout(head)
        self.moments = []
        # Where there is no level the sentence is the heading, and is not said twice.
        text = f"{said(found.result.text)}." if said(found.result.level) else ""
        if told := " ".join(filter(None, (text, self._yours(found)))):
            column.addWidget(Label(told, body, tone="text2", wrap=True))
        if found.scale is not None:
            column.addWidget(TrackView(found.scale, body, slot=tone))
        if found.moments:
            column.addWidget(Label(tr("What decided it"), body, role="title"))
            row = QHBoxLayout()
            row.setSpacing(theme.S3)
            for number, one in enumerate(found.moments, 1):
                row.addWidget(self._moment(body, number, one), 1)
            column.addLayout(row)
        column.addWidget(self._lower(body, found, sides))
        self.regrets = RegretsPart(model, self._look_back, body)
        column.addWidget(self.regrets)
        column.addStretch(1)
        card = QFrame(self)
        card.setObjectName("card")
        card.setFixedWidth(self._card_width())
        whole = QVBoxLayout(card)
        whole.setContentsMargins(1, 1, 1, 1)
        whole.setSpacing(0)
        whole.addWidget(Scroller(body, card), 1)
        whole.addLayout(self._foot(card))
        return card

    def _yours(self, found: Ending) -> str:
        """Whether the one person at the table has won."""
        people = [s for s, kind in self._model.session.players.items() if kind == "human"]
        if len(people) != 1 or not found.result.winner:
            return ""
        return tr("You have won.") if people[0] == found.result.winner else tr("You have lost.")

    def _moment(self, parent: QWidget, number: int, one: Decisive) -> QWidget:
        box = QFrame(parent)
        box.setObjectName("card")
        column = QVBoxLayout(box)
        column.setSpacing(theme.S1)
        head = QHBoxLayout()
        head.addWidget(
            Label(tr("Turn {0}").format(one.turn), box, role="small-strong", tone="text2")
        )
        head.addStretch(1)
        share = f"{100 * one.change:+.0f}".replace("-", "−")
        ink = "ok" if one.change > 0 else "danger"
        head.addWidget(Label(share, box, role="strong", tone=ink))
        column.addLayout(head)
        column.addWidget(Label(one.text, box, role="strong", wrap=True))
        column.addWidget(Label(one.how, box, role="small", tone="text2", wrap=True))
        column.addStretch(1)
        back = Button(tr("Look back"), box, key=str(number))
        back.setAccessibleName(tr("Look back at {0}").format(one.text))
        back.clicked.connect(partial(self._model.look_at, one.event))
        self.moments.append(back)
        column.addWidget(back, 0, Qt.AlignmentFlag.AlignLeft)
        return box

    def _lower(self, parent: QWidget, found: Ending, sides: Mapping[str, SideLook]) -> QWidget:
        """Curve and losses, side by side; they follow what is found out about luck and chances.

        A table without rules may have neither.
        """
        lower = QWidget(parent)
        lower.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        row = QHBoxLayout(lower)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.S6)
        self.course = self.losses = None
        if self._look_back.possible or found.moved:
            self.course = CoursePart(self._model, self._look_back, found, sides, lower)
            row.addWidget(self.course, 3, Qt.AlignmentFlag.AlignTop)
        if self._look_back.possible or found.losses:
            self.losses = LossesPart(self._model, self._look_back, found, sides, lower)
            row.addWidget(self.losses, 2, Qt.AlignmentFlag.AlignTop)
        return lower

    def _foot(self, parent: QWidget) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(theme.S6, theme.S2, theme.S6, theme.S3)
        row.setSpacing(theme.S2)
        for words, action in (
            (tr("Same sides again"), "table.again_same"),
            (tr("Report"), "table.report"),
        ):
            button = Button(words, parent, action=action)
            button.clicked.connect(partial(self._model.actions.run, action))
            row.addWidget(button)
        row.addStretch(1)
        self.board = Button(tr("See the board"), parent, kind="link", key="Esc")
        self.board.clicked.connect(self.dismiss)
        row.addWidget(self.board)
        return row

    # ---- once more ------------------------------------------------------------------------------

    def rematch(self, *, swapped: bool) -> None:
        """Ask for the same scenario with its options, by other dice."""
        self.rematch_asked.emit(rematch_of(self._model.session, swapped=swapped))

    def add_actions(self) -> None:
        """What can be done when a game is over."""
        actions, session = self._model.actions, self._model.session

        def goes_on() -> str:
            if session.state.result is None:
                return tr("The game is not over.")
            return tr("The game belongs to a campaign.") if session.header.origin else ""

        def not_over() -> str:
            return "" if session.state.result is not None else tr("The game is not over.")

        for name, words, swapped in (
            ("rematch", tr("Rematch, sides changed"), True),
            ("again_same", tr("Rematch, same sides"), False),
        ):
            run = partial(self.rematch, swapped=swapped)
            actions.add(name, words, "", run, "redo", why_not=goes_on)
        actions.add("ending", tr("How the game ended"), "", self.open, "flag", why_not=not_over)


def rematch_of(session: PlaySession, *, swapped: bool) -> NewGame:
    """The game of *session* from its beginning, with new dice; *swapped*: players change sides."""
    players = dict(session.players)
    sides = list(players)
    if swapped and len(sides) == 2:
        players = dict(zip(sides, reversed(players.values()), strict=True))
    able = session.rules.thinking.automaton_sides
    chosen: list[tuple[str, Player]] = []
    for side, kind in players.items():
        fits = kind != "automaton" or side in able
        chosen.append((side, kind if fits else "policy"))  # type: ignore[arg-type]
    header = session.header
    options = tuple((name, str(value)) for name, value in header.options.items())
    return NewGame(
        session.info.scenario,
        tuple(chosen),
        session.mode,
        secrets.randbelow(10**9),
        "typed" if header.dice == "typed" else "seeded",
        options,
        session.post.terms.dice if session.post is not None else "",
    )
