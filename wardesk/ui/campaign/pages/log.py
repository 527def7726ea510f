"""The ledger as a log with filters; what was taken back is struck through and stays."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from wardesk.services.campaign.page import LedgerLine as Recorded
from wardesk.ui import theme
from wardesk.ui.language import said
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.fields import combo_box, search_field
from wardesk.ui.widgets.log_model import LogLine
from wardesk.ui.widgets.log_view import LogView
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

_ICONS = {
    "turns": "clock", "units": "flag", "route": "truck", "drops": "weather", "points": "star",
    "rulings": "scales", "dice": "dice", "orders": "mail",
}  # fmt: skip


class LogPage(QWidget):
    """The log with its filters: ``take_back_asked(number)``."""

    take_back_asked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._all: tuple[Recorded, ...] = ()
        self._drawn: dict[Recorded, LogLine] = {}
        """What became of each line: one that is kept never changes."""
        self.view = LogView(self)
        self.view.setAccessibleName(tr("Ledger"))
        self.group = combo_box(tr("Kind of event"), self)
        for key, words in (
            ("", tr("Everything")), ("turns", tr("Turns and steps")),
            ("units", tr("Units")), ("route", tr("Route and boxes")),
            ("drops", tr("Weather and drops")), ("points", tr("Points")),
            ("rulings", tr("Rulings, taken back")), ("dice", tr("Dice")),
            ("orders", tr("Orders, packets")),
        ):  # fmt: skip
            self.group.addItem(words, key)
        self.search = search_field(tr("Find in the log"), self)
        self._count = Label("", self, role="small", tone="text3")
        self.take_back = Button(tr("Take back…"), self, icon="undo")
        head = QHBoxLayout()
        head.setContentsMargins(theme.S4, theme.S2, theme.S4, theme.S2)
        head.setSpacing(theme.S2)
        head.addWidget(self.group)
        head.addWidget(self.search, 1)
        head.addWidget(self._count)
        head.addWidget(self.take_back)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.view, 1)
        self._umpire = True
        self.group.currentIndexChanged.connect(lambda _at: self._look())
        self.search.textChanged.connect(lambda _text: self._look())
        self.view.selectionModel().currentChanged.connect(lambda _now, _was: self._judge())
        self.take_back.clicked.connect(self._ask)
        self._judge()

    def _look(self) -> None:
        """Show what the filters let through: one group, all the words."""
        group, parts = str(self.group.currentData()), self.search.text().casefold().split()
        found: list[LogLine] = []
        turn, count = "", 0
        for line in self._all:
            if group not in ("", line.group):
                continue
            drawn = self._drawn.get(line) or self._draw(line)
            sought = f"{said(line.turn)} {drawn.whole}".casefold() if parts else ""
            if not all(part in sought for part in parts):
                continue
            if line.turn != turn:
                turn = line.turn
                found.append(LogLine(line.number, said(turn), heading=True))
            found.append(drawn)
            count += 1
        self.view.show_lines(found)
        of = len(self._all)
        self._count.setText(str(of) if count == of else tr("{0} of {1}").format(count, of))
        self._judge()

    def _draw(self, line: Recorded) -> LogLine:
        self._drawn[line] = LogLine(
            line.number, said(line.words), _ICONS.get(line.group, "chevron-right"),
            override=line.ruled, how=f"{line.number} · {said(line.actor)}", gone=line.undone,
        )  # fmt: skip
        return self._drawn[line]

    def show_lines(self, lines: Sequence[Recorded], *, umpire: bool) -> None:
        """Show a log; it follows to the newest line if it was there before."""
        self._umpire = umpire
        self._all = tuple(lines)
        self._look()

    def _line(self) -> LogLine | None:
        at = self.view.currentIndex()
        return self.view.lines.at(at.row()) if at.isValid() else None

    def select(self, number: int) -> None:
        """Drop the filters and go to a line."""
        self.group.setCurrentIndex(0)
        self.search.clear()
        self.view.go_to(number)

    def _judge(self) -> None:
        line = self._line()
        self.view.lines.set_current(line.number if line is not None else None)
        self.view.viewport().update()
        if not self._umpire:
            self.take_back.refuse(tr("Only the umpire takes back here"))
        elif line is None:
            self.take_back.refuse(tr("Choose an event in the list first"))
        elif line.gone:
            self.take_back.refuse(tr("This event is taken back already"))
        elif line.number == 1:
            self.take_back.refuse(tr("The opening of a campaign stays"))
        else:
            self.take_back.allow()

    def _ask(self) -> None:
        line = self._line()
        if line is not None:
            self.take_back_asked.emit(line.number)
