"""The log of a game: what was done, rolled and ruled, line by line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from wardesk.engine.types import Event
from wardesk.model.scenario import CHARTS
from wardesk.players.bots import PROGRAMS
from wardesk.players.search.levels import LEVELS
from wardesk.services.play.log import GameLogLine as Recorded
from wardesk.services.play.log import told_to
from wardesk.services.play.own_charts import from_option
from wardesk.services.play.reasons import reasons_of
from wardesk.ui import theme
from wardesk.ui.table.model import TableModel
from wardesk.ui.widgets.cite import open_rule
from wardesk.ui.widgets.log_model import LogLine
from wardesk.ui.widgets.log_view import LogView
from wardesk.ui.widgets.panel import Panel
from wardesk.words import say_count, tr

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
    if line.kind == "story" and line.at:
        icon = "target"
    if line.kind == "answer" and line.author in PROGRAMS:
        icon = "bot"
    how = [line.how, *line.warnings]
    if line.reason and line.kind != "rewind":
        who = names.get(line.author, line.author).capitalize()
        how.append(f"{who}: {line.reason}" if who else line.reason)
    cites = (line.cite,) if line.cite else ()
    return LogLine(
        line.event, line.text, icon, tone, cites, line.overruled or line.kind == "edit",
        how="; ".join(filter(None, how)), at=line.at or "",
    )  # fmt: skip


def heading(line: Recorded) -> LogLine:
    """What stands above the news of a turn and a phase."""
    turn, phase = line.when.turn, line.when.phase
    words = phase
    if turn:
        words = tr("Turn {0}").format(turn)
        words = f"{words} · {phase}" if phase else words
    return LogLine(line.event, words, heading=True)


class LogPanel(Panel):
    """The log with its head; takes the spare room of its dock."""

    def __init__(self, summary: Callable[[str], str], parent: QWidget | None = None) -> None:
        super().__init__(tr("Log"), parent, stretch=True)
        self.body.setContentsMargins(theme.S3, 0, theme.S1, theme.S2)
        self.view = LogView(self, summary=summary)
        self.add(self.view)
        self._names: dict[str, str] = {}
        self._drawn: dict[int, tuple[Recorded, LogLine]] = {}
        """What became of each line of the log, by its identity: one that is kept never changes."""

    def resizeEvent(self, event: object) -> None:
        # The view gets its new size after this: whoever was at the end stays there.
        if self.view.at_bottom():
            QTimer.singleShot(0, self.view, self.view.scrollToBottom)

    def set_lines(self, lines: Sequence[Recorded], names: dict[str, str], current: int) -> None:
        """Show the log; only lines that were not there yet are put into words."""
        shown = self._shown(list(lines), names)
        first = not self.view.lines.lines
        self.view.show_lines(shown)
        follow = first or self.view.at_bottom()
        self.view.set_current(current)
        if follow and (not shown or shown[-1].number == current):
            # The event may have more lines than are in view: its last one counts.
            self.view.scrollToBottom()
            QTimer.singleShot(0, self.view, self.view.scrollToBottom)

    def last(self) -> str:
        """The newest line, in one; empty where there is none."""
        lines = self.view.lines.lines
        return lines[-1].whole if lines and not lines[-1].heading else ""

    def _shown(self, lines: list[Recorded], names: dict[str, str]) -> list[LogLine]:
        """The lines to draw, under their headings. Only lines that are new are put into words."""
        kept = self._drawn if names == self._names else {}
        self._names, self._drawn = names, {}
        found: list[LogLine] = []
        last: Recorded | None = None
        for line in _news(lines):
            if last is None or line.when != last.when:
                head = heading(line)
                if head.words:
                    found.append(head)
            last = line
            known = kept.get(id(line)) or (line, shown_line(line, names))
            self._drawn[id(line)] = known
            found.append(known[1])
        return found


def _news(lines: Sequence[Recorded]) -> list[Recorded]:
    """What is worth a line: nothing that was left behind, or that other lines tell better.

    Of several ways back in a row the last one says where the game went on.
    """
    found: list[Recorded] = []
    for line in lines:
        if not line.current or line.told:
            continue
        if line.kind == "rewind" and found and found[-1].kind == "rewind":
            found.pop()
        found.append(line)
    return found


class TableLog(LogPanel):
    """The log of a session; a line that is chosen shows the table as it was then."""

    def __init__(self, model: TableModel, parent: QWidget | None = None) -> None:
        super().__init__(model.session.rule, parent)
        self._model = model
        self._eyes = ""
        self._reasoned: dict[int, tuple[Recorded, Recorded]] = {}
        self._begun: tuple[Recorded, Recorded] | None = None
        """The first line, and the same with what it is played by."""
        self.view.line_chosen.connect(model.look_at)
        self.view.place_chosen.connect(model.cell_asked)
        self.view.cite_opened.connect(lambda cite: open_rule(cite, self.view))
        model.changed.connect(self._follow)
        model.settled.connect(lambda: self.view.set_current(model.shown_event))

    def _follow(self) -> None:
        model, side = self._model, self._model.side
        lines = [line for line in model.session.log_lines() if told_to(line, side)]
        names = {one.id: one.name for one in model.look.sides}
        self.set_lines(self._with_charts(self._with_reasons(lines)), names, model.shown_event)

    def _with_charts(self, lines: list[Recorded]) -> list[Recorded]:
        """*lines*; the first one says where a game is played by somebody's own charts."""
        if not (own := len(from_option(self._model.session.header.options.get(CHARTS)))):
            return lines
        if lines and (self._begun is None or self._begun[0] is not lines[0]):
            told = say_count("with {n} cell of own charts", "with {n} cells of own charts", n=own)
            how = "; ".join(filter(None, (lines[0].how, self._model.session.words.text(told))))
            self._begun = (lines[0], replace(lines[0], how=how))
        return [self._begun[1], *lines[1:]] if self._begun is not None else lines

    def _with_reasons(self, lines: Sequence[Recorded]) -> list[Recorded]:
        """*lines*, and why a level of play left the script, on the first line of each such answer.

        A line that was given its reasons stays the same value, so that it is drawn once.
        """
        session, eyes = self._model.session, self._model.side
        if eyes != self._eyes:
            self._eyes, self._reasoned = eyes, {}
        found: list[Recorded] = []
        done: set[int] = set()
        for line in lines:
            event = session.journal.events.get(line.event)
            if line.told or line.event in done or event is None or event.author not in LEVELS:
                found.append(line)
                continue
            done.add(line.event)
            kept = self._reasoned.get(line.event)
            if kept is None or kept[0] is not line:
                kept = self._reasoned[line.event] = (line, self._reasoned_line(line, event))
            found.append(kept[1])
        return found

    def _reasoned_line(self, line: Recorded, event: Event[Any, Any]) -> Recorded:
        session = self._model.session
        thought = session.thought_of(event)
        if thought is None or not thought.changed:
            return line
        reasons = reasons_of(session, event, self._eyes)
        if reasons is None:
            return line
        return replace(line, how="; ".join(filter(None, (line.how, reasons.gain))))
