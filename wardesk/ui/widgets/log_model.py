"""The lines of a log as a Qt model, and the small value that one line is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QStandardItemModel

from wardesk.words import tr

Index = QModelIndex | QPersistentModelIndex

LINE_ROLE = int(Qt.ItemDataRole.UserRole) + 1


@dataclass(frozen=True)
class LogLine:
    """One piece of news: what came of event *number*, and in *how* by whom and by what dice.

    *tone* is the ink of the icon; *override* marks what an umpire decided against the engine.
    *at* is the cell where it happened; *gone* is what was taken back. A *heading*
    stands above the news of a turn and a phase.
    """

    number: int
    words: str
    icon: str = "chevron-right"
    tone: str = "text2"
    cites: tuple[str, ...] = ()
    override: bool = False
    how: str = ""
    at: str = ""
    heading: bool = False
    gone: bool = False

    @property
    def whole(self) -> str:
        """Both lines as one."""
        told = f"{self.words}; {self.how}" if self.how else self.words
        return told + tr(" (taken back)") if self.gone else told


class LogModel(QStandardItemModel):
    """Holds `LogLine` values; *current* is the number of the event that the table shows.

    Qt counts the rows itself: a view that lays out ten thousand of them asks for each one.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(0, 1, parent)
        self._lines: list[LogLine] = []
        self._rows: dict[int, int] = {}
        self._current: int | None = None

    @property
    def lines(self) -> tuple[LogLine, ...]:
        """All lines, oldest first."""
        return tuple(self._lines)

    @property
    def current(self) -> int | None:
        """Number of the event shown, or None."""
        return self._current

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        if not index.isValid() or index.row() >= len(self._lines):
            return None
        line = self._lines[index.row()]
        if role == LINE_ROLE:
            return line
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return line.whole
        if role == Qt.ItemDataRole.AccessibleTextRole:
            if line.heading:
                return line.words
            rules = ", ".join(line.cites)
            ruled = tr("the umpire overruled") + ", " if line.override else ""
            return f"{line.number}, {ruled}{line.whole}" + (f", {rules}" if rules else "")
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """A heading can be neither picked nor walked to."""
        row = index.row()
        if 0 <= row < len(self._lines) and self._lines[row].heading:
            return Qt.ItemFlag.NoItemFlags
        return super().flags(index)

    def set_lines(self, lines: Sequence[LogLine]) -> None:
        """Replace the log: another game, or an undo."""
        self.setRowCount(0)
        self._lines, self._rows = list(lines), {}
        self._count(0)
        self.setRowCount(len(self._lines))

    def append(self, lines: Sequence[LogLine]) -> None:
        """Add lines at the end."""
        if not lines:
            return
        first = len(self._lines)
        self._lines.extend(lines)
        self._count(first)
        self.setRowCount(len(self._lines))

    def _count(self, first: int) -> None:
        """Note where each event's lines begin, from row *first* on."""
        for row in range(first, len(self._lines)):
            if not self._lines[row].heading:
                self._rows.setdefault(self._lines[row].number, row)

    def at(self, row: int) -> LogLine:
        """The line in a row."""
        return self._lines[row]

    def row_of(self, number: int) -> int:
        """Row of the event with this number, else of the last before it that was news; or -1."""
        found = (self._rows[n] for n in range(number, -1, -1) if n in self._rows)
        return next(found, -1)

    def set_current(self, number: int | None) -> None:
        """Mark the line of the event that the table shows; whoever shows it paints anew.

        No line has changed its words or its height, so the model says nothing of it.
        """
        self._current = number
