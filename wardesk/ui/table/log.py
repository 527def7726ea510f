"""The log of a game: what was done, rolled and ruled, line by line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from wardesk.services.play.log import LogLine as Recorded
from wardesk.ui import theme
from wardesk.ui.table.model import TableModel
from wardesk.ui.widgets.cite import open_rule
from wardesk.ui.widgets.log_model import LogLine
from wardesk.ui.widgets.log_view import LogView
from wardesk.ui.widgets.panel import Panel
from wardesk.words import tr

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


class TableLog(LogPanel):
    """The log of a session; a line that is chosen shows the table as it was then."""

    def __init__(self, model: TableModel, parent: QWidget | None = None) -> None:
        super().__init__(model.session.rule, parent)
        self._model = model
        self.view.line_chosen.connect(model.look_at)
        self.view.cite_opened.connect(lambda cite: open_rule(cite, self.view))
        model.changed.connect(self._follow)
        model.settled.connect(lambda: self.view.set_current(model.shown_event))

    def _follow(self) -> None:
        model, side = self._model, self._model.side
        lines = [
            line
            for line in model.session.log_lines()
            if not side or not line.visible_to or side in line.visible_to
        ]
        names = {one.id: one.name for one in model.look.sides}
        self.set_lines(lines, names, model.shown_event)
