"""Tables: a column says how it reads a line, and all that Qt asks is answered from that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from wardesk.ui import theme

Line = TypeVar("Line")
Index = QModelIndex | QPersistentModelIndex
SORT, LINE = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
"""What a column sorts by, and the line itself."""
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class Column(Struct, Generic[Line], frozen=True, kw_only=True):
    """How a table shows one thing of its lines."""

    title: str
    words: Callable[[Line], str]
    ink: Callable[[Line], str] | str = ""
    """A token; the usual ink for none."""
    tip: Callable[[Line], str] | None = None
    """Without it the tip has the words, which may be cut; figures have none."""
    typed: Callable[[Line], str] | None = None
    """What is typed over, where that is not the words."""
    put: Callable[[int, str], object] | None = None
    """Takes what was typed into a line, by its number; only a column with it can be typed into."""
    sort: Callable[[Line], Any] | None = None
    """What it sorts by, where that is not the words."""
    number: bool = False
    """Whether figures stand below each other."""


class LinesTable(QAbstractTableModel, Generic[Line]):
    """Lines of any kind in `Column`s.

    *told* is what a screen reader says of a line, whichever cell is asked; without it, each cell
    says its own. Of the lines that are *struck*, the words are struck through.
    """

    def __init__(
        self,
        columns: Sequence[Column[Line]] = (),
        parent: QObject | None = None,
        *,
        told: Callable[[Line], str] | None = None,
        struck: Callable[[Line], bool] | None = None,
    ) -> None:
        super().__init__(parent)
        self.columns, self.lines = tuple(columns), list[Line]()
        self._told, self._struck = told, struck

    def set_lines(self, lines: Sequence[Line]) -> None:
        """Show others."""
        if list(lines) != self.lines:
            self.beginResetModel()
            self.lines = list(lines)
            self.endResetModel()

    def renew(self, first: int = 0, last: int = -1) -> None:
        """Tell that these lines are other ones now; all of them unless *last* is given."""
        last = last if last >= 0 else len(self.lines) - 1
        self.dataChanged.emit(self.index(first, 0), self.index(last, len(self.columns) - 1))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self.lines)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:  # noqa: ANN401 - whatever Qt asks for
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return self.columns[section].title
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if self.columns[section].number else _LEFT
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsEditable if self.columns[index.column()].put else flags

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:  # noqa: ANN401
        put = self.columns[index.column()].put
        if role != Qt.ItemDataRole.EditRole or put is None:
            return False
        put(index.row(), str(value).strip())
        return True

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401
        line, column = self.lines[index.row()], self.columns[index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return column.words(line)
            case Qt.ItemDataRole.EditRole:
                return (column.typed or column.words)(line)
            case Qt.ItemDataRole.ToolTipRole:
                tip = column.tip or (None if column.number else column.words)
                return tip(line) or None if tip else None
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._said(line, column)
            case Qt.ItemDataRole.ForegroundRole:
                ink = column.ink if isinstance(column.ink, str) else column.ink(line)
                return theme.colour(ink) if ink else None
            case Qt.ItemDataRole.TextAlignmentRole:
                return _RIGHT if column.number else None
            case Qt.ItemDataRole.FontRole if self._struck and self._struck(line):
                font = theme.font()
                font.setStrikeOut(True)
                return font
            case Qt.ItemDataRole.UserRole:
                return (column.sort or column.words)(line)
            case _:
                return line if role == LINE else None

    def _said(self, line: Line, column: Column[Line]) -> str:
        if self._told:
            return self._told(line)
        return f"{self.columns[0].words(line)}, {column.title}: {column.words(line)}"


class PlainTable(QTableView):
    """A table that leaves printable keys to the desk."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("plaintable")
        self.setAccessibleName(name)
        self.setFont(theme.font())
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setFont(theme.font("small-strong"))
        self.horizontalHeader().setMinimumHeight(theme.px(30))
        self.horizontalHeader().setDefaultAlignment(
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.text() and event.text().isprintable():
            event.ignore()
            return
        super().keyPressEvent(event)
