"""The rows of a table of dice as they are typed: what each was told, and one step back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from wardesk.campaign.actions import Cast, Thrown
from wardesk.services.campaign.rolls import RollTable
from wardesk.ui import theme
from wardesk.ui.language import said
from wardesk.words import shown, tr

Index = QModelIndex | QPersistentModelIndex
NAME, OF, AT, OWN = range(4)
"""The first columns; those of the table's own words follow, then die, sum and fate."""
_BACK = 200
"""How many steps can be undone."""


class RollModel(QAbstractTableModel):
    """``edited(retold)`` after whatever was typed: *retold* if odds may be others now."""

    edited = Signal(bool)

    def __init__(self, table: RollTable, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.table = table
        self.told: dict[str, Thrown] = {}
        self._before: list[dict[str, Thrown]] = []
        self.die_column = OWN + len(table.columns)

    # ---- what was typed -------------------------------------------------------------------------

    def rows(self) -> tuple[Thrown, ...]:
        """Every row that was told anything, in order."""
        found = (self.told.get(cast.key) for cast in self.table.rows)
        return tuple(row for row in found if row is not None)

    @property
    def typed(self) -> int:
        """How many rows have a die."""
        return sum(row.die is not None for row in self.rows())

    def die(self, cast: Cast) -> int | None:
        """The die of a row."""
        row = self.told.get(cast.key)
        return row.die if row is not None else None

    def put(self, rows: Iterable[Thrown]) -> None:
        """Fill rows in as one step; what they say nothing about stays."""
        changed = dict(self.told)
        for row in rows:
            was = changed.get(row.key, Thrown(key=row.key))
            die = was.die if row.die is None else row.die
            words = {word: text for word, text in {**was.words, **row.words}.items() if text}
            changed[row.key] = Thrown(key=row.key, die=die, words=words)
        self._set(changed)

    def clear(self, keys: Iterable[str]) -> None:
        """Take dice out again."""
        gone = set(keys)
        self._set({
            key: replace(row, die=None) if key in gone else row for key, row in self.told.items()
        })  # fmt: skip

    def undo(self) -> bool:
        """One step back; False where there is none."""
        if not self._before:
            return False
        told = self._before.pop()
        self._show(told)
        return True

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to go back."""
        return bool(self._before)

    def _set(self, told: dict[str, Thrown]) -> None:
        if told != self.told:
            self._before = [*self._before[-_BACK:], self.told]
            self._show(told)

    def _show(self, told: dict[str, Thrown]) -> None:
        words = {key: row.words for key, row in self.told.items() if row.words}
        self.told = told
        retold = words != {key: row.words for key, row in told.items() if row.words}
        self._repaint()
        self.edited.emit(retold)

    def _repaint(self) -> None:
        last = self.index(len(self.table.rows) - 1, self.columnCount() - 1)
        self.dataChanged.emit(self.index(0, 0), last)

    def set_table(self, table: RollTable) -> None:
        """Other odds for the same rows, or fewer rows once some are entered."""
        same = [row.key for row in table.rows] == [row.key for row in self.table.rows]
        if same:
            self.table = table
            self._repaint()
            return
        self.beginResetModel()
        self.table = table
        keys = {row.key for row in table.rows}
        self.told = {key: row for key, row in self.told.items() if key in keys}
        self._before = []
        self.endResetModel()

    # ---- Qt -------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        return 0 if parent.isValid() else len(self.table.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else self.die_column + 3

    def heads(self) -> Sequence[str]:
        """The titles of the columns."""
        own = (said(column.label) for column in self.table.columns)
        return (tr("Unit"), tr("Formation"), tr("Where"), *own, tr("d10"), tr("Sum"), tr("Fate"))

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:  # noqa: ANN401 - whatever Qt asks for
        if orientation == Qt.Orientation.Horizontal and role in (
            Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole
        ):  # fmt: skip
            return self.heads()[section]
        if role == Qt.ItemDataRole.TextAlignmentRole and section in self._numbers():
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        own = OWN <= index.column() < self.die_column
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsEditable if own else flags

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:  # noqa: ANN401
        if role != Qt.ItemDataRole.EditRole or not OWN <= index.column() < self.die_column:
            return False
        word = self.table.columns[index.column() - OWN].name
        key = self.table.rows[index.row()].key
        row = self.told.get(key, Thrown(key=key))
        words = {**row.words, word: str(value).strip()}
        words = {name: text for name, text in words.items() if text}
        self._set({**self.told, key: replace(row, words=words)})
        return True

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401
        cast, column = self.table.rows[index.row()], index.column()
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return self._words(cast, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(cast, column)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{shown(cast.name)}, {self.heads()[column]}: {self._words(cast, column)}"
        if role == Qt.ItemDataRole.ForegroundRole:
            return theme.colour(self._ink(cast, column))
        if role == Qt.ItemDataRole.TextAlignmentRole and column in self._numbers():
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def _numbers(self) -> set[int]:
        own = {OWN + at for at, column in enumerate(self.table.columns) if column.number}
        return own | {self.die_column, self.die_column + 1}

    def _words(self, cast: Cast, column: int) -> str:
        die, modifier = self.die(cast), cast.proposal.modifier
        if column < OWN:
            return shown((cast.name, cast.of, cast.at)[column])
        if column < self.die_column:
            row = self.told.get(cast.key)
            return row.words.get(self.table.columns[column - OWN].name, "") if row else ""
        if column == self.die_column:
            return "–" if die is None else str(die)
        if column == self.die_column + 1:
            told = f"{modifier:+d}".replace("-", "−") if modifier else ""
            return told if die is None else str(die + modifier)
        if cast.key in self.table.troubles:
            return shown(self.table.troubles[cast.key])
        return said(cast.results[die]) if die is not None else ""

    def _tip(self, cast: Cast, column: int) -> str | None:
        if column < self.die_column:
            return self._words(cast, column) or None
        if cast.key in self.table.troubles:
            return shown(self.table.troubles[cast.key])
        rows = [
            f"{said(each.name)}: {each.value:+d}".replace("-", "−")
            for each in cast.proposal.modifiers
        ]
        return "\n".join((*rows, shown(cast.proposal.odds_text)))

    def _ink(self, cast: Cast, column: int) -> str:
        die = self.die(cast)
        if column == self.die_column + 2:
            if cast.key in self.table.troubles:
                return "danger"
            best = die is not None and cast.results[die] == cast.results[0]
            return "ok" if best else "warn"
        faint = column in (OF, AT) or (column == self.die_column + 1 and die is None)
        return "text3" if faint or (column == self.die_column and die is None) else "text"
