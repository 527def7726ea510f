"""At the left of the desk: what needs the umpire now, and the turn's checklist."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from wardesk.services.campaign.attention import Attention
from wardesk.services.campaign.rows import ChecklistRow
from wardesk.ui import theme
from wardesk.ui.language import said
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.cite import Cite
from wardesk.ui.widgets.flow import clear
from wardesk.ui.widgets.glyph import Glyph
from wardesk.ui.widgets.panel import Panel, ground
from wardesk.ui.widgets.text import ElidedLine, Label, Wrapped
from wardesk.words import shown, tr

_ICONS = {
    "roll": ("dice", "accent_text"), "choose": ("flag", "accent_text"),
    "decide": ("warning", "warn"), "do": ("chevron-right", "accent_text"),
    "begin": ("clock", "accent_text"), "results": ("pencil", "text2"),
    "table": ("table", "text2"),
    "rule": ("scales", "umpire_text"), "show": ("mail", "warn"),
    "settle": ("flag", "accent_text"), "later": ("clock", "text3"),
}  # fmt: skip


_SHORT = 14
"""Letters of a note that is short enough to stand beside its line."""


class NeedsPanel(Panel):
    """One row for each thing, with one button that deals with it: ``asked(Attention)``."""

    asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.set_title(tr("Needs you"))
        self._rows = QVBoxLayout()
        self._rows.setSpacing(theme.S1)
        self.add(self._rows)
        self.buttons: list[Button] = []
        self._shown: tuple[Attention, ...] | None = None

    def _verb(self, verb: str) -> str:
        return {
            "roll": tr("Roll"), "choose": tr("Choose"), "decide": tr("Decide"),
            "do": tr("Do"), "begin": tr("Begin"), "results": tr("Enter"),
            "rule": tr("Rule"), "show": tr("Show"), "table": tr("Table"),
            "settle": tr("Open", "NeedsPanel"),
        }[verb]  # fmt: skip

    def show_rows(self, rows: Sequence[Attention]) -> None:
        """Show what needs attention now; the keyboard stays on its row."""
        if tuple(rows) == self._shown:
            return
        self._shown = tuple(rows)
        here = next((k for k, one in enumerate(self.buttons) if one.hasFocus()), -1)
        clear(self._rows)
        self.buttons = []
        heads = {
            "missed": tr("Missed"), "now": tr("Now"), "today": tr("Later today"),
            "later": tr("Later"),
        }  # fmt: skip
        several = len({row.band for row in rows}) > 1
        band = ""
        for row in rows:
            if several and row.band != band:
                band = row.band
                tone = "warn" if band == "missed" else "text2"
                self._rows.addWidget(ElidedLine(heads[band], self, role="small-strong", tone=tone))
            self._rows.addWidget(self._row(row))
        now = sum(row.verb != "later" for row in rows)
        if not now:
            nothing = tr("Nothing waits for you.")
            self._rows.addWidget(ElidedLine(nothing, self, role="small", tone="text2"))
        self.set_title(tr("Needs you"), str(now) if now else "")
        if here >= 0 and self.buttons:
            aim = self.buttons[min(here, len(self.buttons) - 1)]
            if (holder := aim.parentWidget()) is not None:
                holder.show()  # now, not when Qt comes to it: only then can it be given
            aim.setFocus()

    def _row(self, row: Attention) -> QWidget:
        box = QWidget(self)
        line = QHBoxLayout(box)
        line.setContentsMargins(0, theme.S1, 0, theme.S1)
        line.setSpacing(theme.S2)
        icon, tone = ("warning", "warn") if row.band == "missed" else _ICONS[row.verb]
        line.addWidget(Glyph(icon, box, tone=tone, size=18))
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(Wrapped(row.words, box))
        if row.detail:
            words.addWidget(Wrapped(row.detail, box, role="small", tone="text2"))
        line.addLayout(words, 1)
        box.setToolTip("\n".join(part for part in (shown(row.words), shown(row.detail)) if part))
        if row.verb == "later":
            return box
        button = Button(self._verb(row.verb), box)
        least = theme.px(56) if row.verb == "settle" else theme.px(76)  # their words are longer
        button.setFixedWidth(max(least, button.sizeHint().width()))
        button.setAccessibleName(f"{self._verb(row.verb)}: {said(row.words)}")
        button.setAccessibleDescription(said(row.detail))
        button.clicked.connect(lambda _on=False, row=row: self.asked.emit(row))
        line.addWidget(button)
        self.buttons.append(button)
        return box

    def walk(self, by: int) -> None:
        """Move the keyboard to the next or the previous row."""
        if not self.buttons:
            return
        here = next((k for k, one in enumerate(self.buttons) if one.hasFocus()), None)
        aim = 0 if here is None else max(0, min(len(self.buttons) - 1, here + by))
        self.buttons[aim].setFocus(Qt.FocusReason.TabFocusReason)

    def focus_first(self) -> None:
        """Give the keyboard to the first row."""
        if self.buttons:
            self.buttons[0].setFocus(Qt.FocusReason.OtherFocusReason)


class _CheckLine(QWidget):
    """A line of the checklist: mark, number, words, how it stands."""

    def __init__(self, row: ChecklistRow, number: int, parent: ChecklistPanel) -> None:
        super().__init__(parent)
        states = {
            "done": tr("done"),
            "now": tr("blocked by {0}").format(row.blocked) if row.blocked
            else tr("now"),
            "ahead": tr("to come"),
        }  # fmt: skip
        self.setAccessibleName(f"{number}. {said(row.title)}, {states[row.state]}")
        told = (row.title, row.who, row.note)
        self.setToolTip("\n".join(shown(part) for part in told if part))
        column = QVBoxLayout(self)
        now = row.state == "now"
        role = "strong" if now else "body"
        above = round((theme.ROW_HEIGHT - theme.line_height(role)) / 2)
        column.setContentsMargins(theme.px(48), above, theme.S1, above)
        column.setSpacing(0)
        line = QHBoxLayout()
        line.setSpacing(theme.S2)
        tone = "text" if now else "text2" if row.state == "done" else "text3"
        line.addWidget(Wrapped(row.title, self, role=role, tone=tone), 1)
        beside: QWidget | None = None
        if row.state == "done" and 0 < len(said(row.note)) <= _SHORT:
            beside = Label(said(row.note), self, role="small", tone="text3")
        elif now:
            beside = Cite(row.cite, self, summary=row.title)
        if beside is not None:
            line.addWidget(beside, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(line)
        if now:
            words = row.blocked or shown(row.who)
            tone = "warn" if row.blocked else "text2"
            column.addWidget(Wrapped(words, self, role="small", tone=tone))
            ground(self, "band")
            self.setProperty("tone", "now")
        self._mark(row, number)

    def _mark(self, row: ChecklistRow, number: int) -> None:
        """At the left: how it stands as a sign, and which line it is."""
        icon, ink = {
            "done": ("check", "ok"), "now": ("chevron-right", "accent_text"),
            "ahead": ("clock", "text3"),
        }[row.state]  # fmt: skip
        if row.blocked:
            icon, ink = "warning", "warn"
        sign = Glyph(icon, self, tone=ink, size=16)
        sign.setGeometry(4, (theme.ROW_HEIGHT - 16) // 2, 16, 16)
        count = Label(str(number), self, role="small", tone="text2")
        count.setAlignment(paint.CENTRE)
        count.setGeometry(24, 0, theme.px(20), theme.ROW_HEIGHT)


class ChecklistPanel(Panel):
    """The lines of this turn in order."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self._lines = QVBoxLayout()
        self._lines.setSpacing(0)
        self.add(self._lines)
        self._shown: tuple[ChecklistRow, ...] | None = None

    def show_rows(self, rows: Sequence[ChecklistRow], turn: str) -> None:
        """Show a turn's lines."""
        done = sum(row.state == "done" for row in rows)
        self.set_title(shown(turn), tr("{0} of {1} done").format(done, len(rows)))
        if tuple(rows) == self._shown:
            return
        self._shown = tuple(rows)
        clear(self._lines)
        for number, row in enumerate(rows, 1):
            self._lines.addWidget(_CheckLine(row, number, self))
