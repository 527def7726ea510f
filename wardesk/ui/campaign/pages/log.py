"""The ledger as a list with filters; what was taken back is struck through and stays."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QVBoxLayout, QWidget

from wardesk.services.campaign.page import LogLine
from wardesk.ui import theme
from wardesk.ui.language import said
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.fields import combo_box, search_field
from wardesk.ui.widgets.table import Column, PlainTable, Table
from wardesk.ui.widgets.text import Text
from wardesk.words import tr

_CELL, _MOST_WIDE = 22, 176
"""Pixels around the words of a cell, and that a turn or a seat takes at most."""
_NARROW = 820
"""Px of the page below which a line has two: the seat stands under its turn, the words wrap."""

_GAP = 10
"""Px between the words of two lines."""
_ROUNDS = 12
"""How often the rows in sight are measured at most, until none of them changes any more."""


class LogModel(Table[LogLine]):
    """The lines that the filters let through, oldest first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        def column(title: str, words: Callable[[LogLine], str], own: str) -> Column[LogLine]:
            def ink(line: LogLine) -> str:
                return "text3" if line.undone else own or ("umpire_text" if line.ruled else "")

            return Column(title=title, words=words, ink=ink, tip=_whole)

        columns = (
            column(tr("No."), lambda line: str(line.number), "text2"),
            column(tr("Turn"), self._when, "text2"),
            column(tr("Seat"), lambda line: said(line.actor), "text2"),
            column(tr("What"), lambda line: said(line.words), ""),
        )
        super().__init__(columns, parent, told=_told, struck=lambda line: line.undone)
        self.all: tuple[LogLine, ...] = ()
        self._group, self._words = "", ""
        self.narrow = False
        """Whether the seat stands in the cell of the turn, and the words wrap."""

    def _when(self, line: LogLine) -> str:
        return f"{said(line.turn)}\n{said(line.actor)}" if self.narrow else said(line.turn)

    def set_narrow(self, narrow: bool) -> None:
        """Put the seat below its turn, or into a column of its own."""
        self.narrow = narrow
        self.layoutChanged.emit()

    def set_all(self, lines: Sequence[LogLine]) -> None:
        """Show another log."""
        if tuple(lines) != self.all:
            self.all = tuple(lines)
            self._filter()

    def set_filter(self, group: str, words: str) -> None:
        """Only one group, only lines with all these words; empty lets everything through."""
        self._group, self._words = group, words
        self._filter()

    def _filter(self) -> None:
        parts = self._words.casefold().split()
        self.set_lines([
            line
            for line in self.all
            if self._group in ("", line.group) and all(part in _sought(line) for part in parts)
        ])  # fmt: skip


def _whole(line: LogLine) -> str:
    return said(line.words) + (tr(" (taken back)") if line.undone else "")


def _told(line: LogLine) -> str:
    gone = tr(", taken back") if line.undone else ""
    return f"{line.number}, {said(line.turn)}, {said(line.actor)}: {said(line.words)}{gone}"


def _sought(line: LogLine) -> str:
    """What is looked through for words: a line as it reads."""
    return f"{said(line.turn)} {said(line.actor)} {said(line.words)}".casefold()


class _LogTable(PlainTable):
    """Where words wrap, each row that is in sight is as high as its words need.

    Only those are measured: a ledger has thousands.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self.follows = True
        """Whether the end of the list is in sight, and shall stay so."""
        self._moving = False
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        # Qt tells of a stretched column before it has its width
        self.horizontalHeader().sectionResized.connect(
            self.grow, Qt.ConnectionType.QueuedConnection
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._moving = True  # nobody scrolled
        super().resizeEvent(event)
        self._moving = False
        self.grow()

    def to_the_end(self) -> None:
        """Go to the newest line, and stay there."""
        self.follows = True
        self.grow()

    def _scrolled(self, at: int) -> None:
        if not self._moving:
            self.follows = at >= self.verticalScrollBar().maximum() - 4
            self.grow()

    def grow(self) -> None:
        """Give the rows in sight their height."""
        if self._moving:
            return
        self._moving = True
        for _round in range(_ROUNDS):  # rows that become lower let others in
            if self.follows:
                self.scrollToBottom()
            if not (self.wordWrap() and self._measure()):
                break
        self._moving = False

    def _measure(self) -> bool:
        """Whether a row in sight had another height than its words need."""
        rows, changed = self.verticalHeader(), False
        first, last = self.rowAt(0), self.rowAt(self.viewport().height() - 1)
        for row in range(max(first, 0), (last if last >= 0 else rows.count() - 1) + 1):
            wanted = max(rows.defaultSectionSize(), self.sizeHintForRow(row) + theme.px(_GAP))
            if wanted != rows.sectionSize(row):
                self.setRowHeight(row, wanted)
                changed = True
        if changed:
            self.updateGeometries()  # now, not when Qt comes to it: the end moves with it
        return changed


class LogPage(QWidget):
    """The list with its filters: ``take_back_asked(number)``."""

    take_back_asked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = LogModel(self)
        self.table = _LogTable(tr("Ledger"), self)
        self.table.setModel(self.model)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        for column in range(3):
            header.resizeSection(column, theme.px(60))
        header.setStretchLastSection(True)
        self.table.verticalHeader().setDefaultSectionSize(theme.ROW_HEIGHT)
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
        self._count = Text("", self, role="small", tone="text3")
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
        column.addWidget(self.table, 1)
        self._umpire = True
        self.group.currentIndexChanged.connect(lambda _at: self._look())
        self.search.textChanged.connect(lambda _text: self._look())
        self.table.selectionModel().currentRowChanged.connect(lambda _now, _was: self._judge())
        self.take_back.clicked.connect(self._ask)
        self._judge()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrow page says in two lines what would be cut in one."""
        super().resizeEvent(event)
        narrow = self.width() < theme.px(_NARROW)
        if narrow == self.model.narrow:
            return
        self.model.set_narrow(narrow)
        self.table.setColumnHidden(2, narrow)
        self.table.setWordWrap(narrow)
        height = theme.px(42) if narrow else theme.ROW_HEIGHT
        self.table.verticalHeader().setDefaultSectionSize(height)
        self._fit()
        self.table.to_the_end()

    def _look(self) -> None:
        self.model.set_filter(str(self.group.currentData()), self.search.text())
        self._tell()
        self.table.to_the_end()

    def _tell(self) -> None:
        shown, of = len(self.model.lines), len(self.model.all)
        self._count.setText(str(of) if shown == of else tr("{0} of {1}").format(shown, of))
        self._judge()

    def _fit(self) -> None:
        """Turns and seats have the room that their words need, but not the whole page."""
        turns, seats = (
            {line.turn for line in self.model.all},
            {line.actor for line in self.model.all},
        )
        for column, told in ((1, turns | seats if self.model.narrow else turns), (2, seats)):
            words = {self.model.columns[column].title, *map(said, told)}
            wide = max(paint.advance(each, "body") for each in words)
            # words that wrap need a little more, or Qt breaks what just fits
            room = min(theme.px(_MOST_WIDE), round(wide) + theme.px(_CELL + 8 * self.model.narrow))
            if room > self.table.columnWidth(column):  # what a person drew wider stays
                self.table.setColumnWidth(column, room)

    def show_lines(self, lines: Sequence[LogLine], *, umpire: bool) -> None:
        """Show a log; it follows to the newest line if it was there before."""
        self._umpire = umpire
        if tuple(lines) != self.model.all:
            at_end = self.table.follows
            self.model.set_all(lines)
            self._fit()
            self.table.follows = at_end
        self._tell()
        self.table.grow()

    def _line(self) -> LogLine | None:
        at = self.table.currentIndex()
        return self.model.lines[at.row()] if at.isValid() else None

    def select(self, number: int) -> None:
        """Drop the filters and go to a line."""
        self.group.setCurrentIndex(0)
        self.search.clear()
        for row, line in enumerate(self.model.lines):
            if line.number == number:
                self.table.selectRow(row)
                self.table.scrollTo(self.model.index(row, 0))

    def _judge(self) -> None:
        line = self._line()
        if not self._umpire:
            self.take_back.refuse(tr("Only the umpire takes back here"))
        elif line is None:
            self.take_back.refuse(tr("Choose an event in the list first"))
        elif line.undone:
            self.take_back.refuse(tr("This event is taken back already"))
        elif line.number == 1:
            self.take_back.refuse(tr("The opening of a campaign stays"))
        else:
            self.take_back.allow()

    def _ask(self) -> None:
        line = self._line()
        if line is not None:
            self.take_back_asked.emit(line.number)
