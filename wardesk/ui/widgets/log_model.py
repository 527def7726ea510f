"""The lines of a log as a Qt model, and the small value that one line is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

Index = QModelIndex | QPersistentModelIndex

LINE_ROLE = int(Qt.ItemDataRole.UserRole) + 1


@dataclass(frozen=True)
class LogLine:
    """One event: its number, an icon for its kind, a sentence in past tense without full stop.

    *tone* is the ink of the icon; *override* marks what an umpire decided against the engine.
    """

    number: int
    words: str
    icon: str = "chevron-right"
    tone: str = "text2"
    cites: tuple[str, ...] = ()
    override: bool = False


class LogModel(QAbstractListModel):
    """Holds `LogLine` values; *current* is the number of the event that the table shows."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: list[LogLine] = []
        self._current: int | None = None

    @property
    def lines(self) -> tuple[LogLine, ...]:
        """All lines, oldest first."""
        return tuple(self._lines)

    @property
    def current(self) -> int | None:
        """Number of the event shown, or None."""
        return self._current

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._lines)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        if not index.isValid():
            return None
        line = self._lines[index.row()]
        if role == LINE_ROLE:
            return line
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return line.words
        if role == Qt.ItemDataRole.AccessibleTextRole:
            rules = ", ".join(line.cites)
            ruled = self.tr("the umpire overruled") + ", " if line.override else ""
            return f"{line.number}, {ruled}{line.words}" + (f", {rules}" if rules else "")
        return None

    def set_lines(self, lines: Sequence[LogLine]) -> None:
        """Replace the log: another game, or an undo."""
        self.beginResetModel()
        self._lines = list(lines)
        self.endResetModel()

    def append(self, lines: Sequence[LogLine]) -> None:
        """Add lines at the end."""
        if not lines:
            return
        first = len(self._lines)
        self.beginInsertRows(QModelIndex(), first, first + len(lines) - 1)
        self._lines.extend(lines)
        self.endInsertRows()

    def row_of(self, number: int) -> int:
        """Row of the event with this number, or -1."""
        return next((row for row, line in enumerate(self._lines) if line.number == number), -1)

    def set_current(self, number: int | None) -> None:
        """Mark the line of the event that the table shows."""
        old, self._current = self._current, number
        for one in (old, number):
            row = self.row_of(one) if one is not None else -1
            if row >= 0:
                self.dataChanged.emit(self.index(row), self.index(row))
