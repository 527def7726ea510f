"""The right dock: chart and odds, dice, log; or the proposal card where an umpire rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QVBoxLayout, QWidget

from wardesk.engine.types import CHANCE, Roll
from wardesk.model.look import TableLook
from wardesk.services.play.log import LogLine as Recorded
from wardesk.services.play.session import PlaySession
from wardesk.ui import theme
from wardesk.ui.table import bar_words
from wardesk.ui.table.case_panel import CasePanel
from wardesk.ui.table.interactions import tr
from wardesk.ui.table.proposal_card import ProposalCard
from wardesk.ui.widgets.dice_tray import DiceTray
from wardesk.ui.widgets.log_model import LogLine
from wardesk.ui.widgets.log_view import LogView
from wardesk.ui.widgets.panel import Panel, Scroller, hairline

_ICONS = {
    "setup": ("flag", "text2"),
    "answer": ("person", "accent_text"),
    "roll": ("dice", "text2"),
    "ruling": ("scales", "umpire_text"),
    "edit": ("pencil", "umpire_text"),
    "story": ("chevron-right", "text3"),
    "rewind": ("undo", "text2"),
    "setting": ("settings", "text3"),
    "note": ("star", "accent_text"),
}


def shown_line(line: Recorded, names: dict[str, str]) -> LogLine:
    """A recorded line as the log draws it; rulings carry who ruled and why."""
    icon, tone = _ICONS[line.kind]
    if line.kind == "answer" and line.author in ("policy", "random", "automaton"):
        icon = "bot"
    # A question that is answered reads "Fire? Pass", not "Fire?: Pass".
    words = line.text.replace("?: ", "? ")
    if line.reason and line.kind != "rewind":
        who = names.get(line.author, line.author).capitalize()
        words = f"{words}. {who}: {line.reason}" if who else f"{words}. {line.reason}"
    if line.warnings:
        words = f"{words} ({'; '.join(line.warnings)})"
    cites = (line.cite,) if line.cite else ()
    return LogLine(line.event, words, icon, tone, cites, line.overruled or line.kind == "edit")


class LogPanel(Panel):
    """The log with its head; takes the spare room of its dock."""

    def __init__(self, summary: Callable[[str], str], parent: QWidget | None = None) -> None:
        super().__init__(tr("Log"), parent, stretch=True)
        self.body.setContentsMargins(theme.S3, 0, theme.S1, theme.S2)
        self.view = LogView(self, summary=summary)
        self.add(self.view)
        self._names: dict[str, str] = {}
        self._given: list[Recorded] = []
        self._drawn: list[LogLine | None] = []
        """What became of each given line: None where a story stands for an answer."""
        self._lines: list[LogLine] = []

    def resizeEvent(self, event: object) -> None:
        # The view gets its new size after this: whoever was at the end stays there.
        if self.view.at_bottom():
            QTimer.singleShot(0, self.view, self.view.scrollToBottom)

    def set_lines(self, lines: Sequence[Recorded], names: dict[str, str], current: int) -> None:
        """Show the log; only lines that were not there yet are put into words."""
        shown = self._shown(list(lines), names)
        old = len(self._lines)
        if shown[:old] == self._lines:
            if shown[old:]:
                self.view.append(shown[old:])
        else:
            self.view.set_lines(shown)
        first = not self._lines
        self._lines = shown
        follow = first or self.view.at_bottom()
        self.view.set_current(current)
        if follow and (not shown or shown[-1].number == current):
            # The event may have more lines than are in view: its last one counts.
            self.view.scrollToBottom()
            QTimer.singleShot(0, self.view, self.view.scrollToBottom)

    def _shown(self, lines: list[Recorded], names: dict[str, str]) -> list[LogLine]:
        """The lines to draw. A line of the log that did not change is the same object as before."""
        if names != self._names:
            self._given, self._drawn, self._names = [], [], names
        old = len(self._given)
        if lines[:old] == self._given and lines[:old]:
            fresh = _drawn(lines[old:], names)  # An event's lines come together.
            self._drawn += fresh
            self._given = lines
            return [*self._lines, *(line for line in fresh if line is not None)]
        ids = (id(line) for line in self._given)
        kept = dict(zip(ids, self._drawn, strict=True))
        self._drawn = _drawn(lines, names, kept)
        self._given = lines
        return [line for line in self._drawn if line is not None]


def _drawn(
    lines: Sequence[Recorded],
    names: dict[str, str],
    kept: Mapping[int, LogLine | None] | None = None,
) -> list[LogLine | None]:
    """Every line as it is drawn; None for what lies on a branch that was left.

    *kept* holds what was drawn before, by the identity of the line, which is never changed.
    """
    # What came of an answer says more than the answer: the story stands for it.
    told = {line.event for line in lines if line.kind == "story"}
    kept = kept or {}
    found: list[LogLine | None] = []
    for line in lines:
        if id(line) in kept:
            found.append(kept[id(line)])
        elif not line.current or (
            line.kind == "answer" and line.event in told and not line.overruled
        ):
            found.append(None)
        else:
            found.append(shown_line(line, names))
    return found


class RightDock(QWidget):
    """Holds both faces of the dock; `show_card` turns it to the umpire's."""

    def __init__(self, summary: Callable[[str], str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.case = CasePanel(summary, self)
        self.dice = DiceTray(self)
        # The question bar has the one primary button; this is the same thing once more.
        self.dice._roll.set_kind("normal")
        self.card = ProposalCard(summary, self)
        self.log = LogPanel(summary, self)
        above = QWidget(self)
        column = QVBoxLayout(above)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.case)
        column.addStretch(1)
        self._above = Scroller(above, self)
        self._inner = column
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self._above, 0)
        self._line = hairline(self)
        whole.addWidget(self._line)
        whole.addWidget(self.dice)
        whole.addWidget(self.card, 5)
        whole.addWidget(hairline(self))
        whole.addWidget(self.log, 1)
        self.card.hide()
        self.stretch = True

    def show_dice(self, session: PlaySession, look: TableLook, *, past: bool) -> None:
        """Ask for the dice of the pending roll, if there is one, and show what fell last."""
        dice, ask, said = self.dice, session.ask, session.words.text
        last = next(
            (e for e in reversed(session.journal.line()) if isinstance(e.answer, Roll)), None
        )
        if ask is not None and ask.who == CHANCE and not past:
            dice.ask(ask.dice, names=tuple(map(said, ask.faces)))
        else:
            dice.refuse(bar_words.no_dice(session, look))
        if last is not None and isinstance(last.answer, Roll) and last.asked is not None:
            by = tr("typed") if last.dice_by == "typed" else tr("rolled by seed")
            note = tr("event {0}, {1}").format(last.id, by)
            drawn = said(last.asked.faces[last.answer.dice[0] - 1]) if last.asked.faces else ""
            dice.show_roll(last.answer.dice, said(last.asked.prompt), note, drawn)
        dice.set_mode("type" if session.dice == "typed" else "roll")

    def show_card(self, shown: bool) -> None:
        """The proposal card instead of chart and dice, or the other way round."""
        self.card.setVisible(shown)
        for part in (self._above, self._line, self.dice):
            part.setVisible(not shown)
        if not shown:
            self.card.clear()
        self.fit()

    def fit(self) -> None:
        """Give chart and dice the height they need, as long as the log keeps its own."""
        wide = max(self.width() - 4, 200)
        need = self.case.needed_height(wide) if self.case.isVisibleTo(self) else 0
        others = self.log.minimumSizeHint().height() + self.dice.minimumSizeHint().height()
        room = max(120, self.height() - others - 4)
        self._above.setFixedHeight(min(need + 2, room))

    def resizeEvent(self, event: object) -> None:
        self.fit()
