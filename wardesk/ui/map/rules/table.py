"""One table of the rules page: kinds by movement classes; what is typed becomes a command."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QIcon, QKeyEvent, QKeySequence, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from wardesk.drawing.rule_table import Among, RuleColumn, columns, edited, text_of, usual_text
from wardesk.errors import UserError
from wardesk.ui import theme
from wardesk.ui.language import said
from wardesk.ui.map.panels.swatches import swatch
from wardesk.words import shown, tr

if TYPE_CHECKING:
    from wardesk.ui.map.view import MapView

_PICTURE = 26
_KIND_WIDTH = 150
_WIDE = ("crosses", "up", "down")
"""Columns of words, or of more than one figure."""
_PRETTY = {"1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾"}
_KEYS = (QKeySequence.StandardKey.Copy, QKeySequence.StandardKey.Paste)


class RuleTable(QTableWidget):
    """Shows one group of kinds; follows the palette when it is told to `fill`."""

    def __init__(self, view: MapView, among: Among, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._view, self._model = view, view.model
        self._among: Among = among
        self._columns: Sequence[RuleColumn] = ()
        self._kinds: list[str] = []
        self._filling = False
        self.setObjectName("framed")
        self.setAccessibleName(name)
        self.setFont(theme.font())
        self.setIconSize(QSize(_PICTURE, _PICTURE))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setShowGrid(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(theme.ROW_HEIGHT + theme.S1)
        self.horizontalHeader().setFixedHeight(theme.ROW_HEIGHT + theme.S1)
        self.horizontalHeader().setHighlightSections(False)
        self.itemChanged.connect(self._typed)
        self.fill()

    # ---- showing -------------------------------------------------------------------------------

    def fill(self) -> None:
        """Read the palette again; the current cell stays where it is."""
        at = (self.currentRow(), self.currentColumn())
        palette = self._model.document.palette
        self._filling = True
        self._columns = columns(palette, self._among)
        self._kinds = list(getattr(palette, self._among))
        self.setRowCount(len(self._kinds))
        self.setColumnCount(1 + len(self._columns))
        for number, column in enumerate(self._columns, 1):
            head = QTableWidgetItem(said(column.title))
            head.setToolTip(said(column.hint) or said(column.title))
            head.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.setHorizontalHeaderItem(number, head)
        self.setHorizontalHeaderItem(0, QTableWidgetItem(""))
        for row, kind in enumerate(self._kinds):
            self._fill_row(row, kind)
        self._fit()
        if at[0] >= 0 and at[0] < self.rowCount() and at[1] < self.columnCount():
            self.setCurrentCell(*at)
        self._filling = False

    def _fill_row(self, row: int, kind: str) -> None:
        palette = self._model.document.palette
        found = getattr(palette, self._among)[kind]
        ratio = self.devicePixelRatioF()
        image = swatch(self._model.document, self._among, kind, self._view.inks, _PICTURE, ratio)
        name = self._cell(row, 0)
        name.setIcon(QIcon(QPixmap.fromImage(image)))
        name.setText(shown(found.name) or kind)
        name.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
        for number, column in enumerate(self._columns, 1):
            text = text_of(palette, self._among, kind, column.key)
            usual = usual_text(self._among, column.key)
            shut = text == "no" and column.key.startswith(("move", "up", "down", "crossed"))
            item = self._cell(row, number)
            item.setText(self._crossed(text) if column.key == "crosses" else _pretty(text or usual))
            item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            ink = theme.colour("text") if text else theme.colour("text3")
            item.setForeground(theme.ink_on("danger") if shut else ink)

    def _crossed(self, text: str) -> str:
        """The sides that a road crosses by a kind, by their names."""
        known = self._model.document.palette.borders
        parts = [part.strip() for part in text.split(",")]
        return ", ".join(shown(known[one].name) if one in known else one for one in parts)

    def _cell(self, row: int, column: int) -> QTableWidgetItem:
        """The item there; Qt still reads one that tells of a change, so none is replaced."""
        item = self.item(row, column)
        if item is None:
            item = QTableWidgetItem()
            self.setItem(row, column, item)
        return item

    def _fit(self) -> None:
        """All columns of figures alike; the table as high as its rows."""
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)
        header.resizeSection(0, theme.px(_KIND_WIDTH))
        for number, column in enumerate(self._columns, 1):
            if column.key in _WIDE:
                header.setSectionResizeMode(number, QHeaderView.ResizeMode.ResizeToContents)
        rows = sum(self.rowHeight(row) for row in range(self.rowCount()))
        self.setFixedHeight(rows + header.height() + 14)

    # ---- typing --------------------------------------------------------------------------------

    def _typed(self, item: QTableWidgetItem) -> None:
        if not self._filling and item.column() > 0:
            self.put([(item.row(), item.column(), item.text())])

    def put(self, cells: Sequence[tuple[int, int, str]]) -> None:
        """Type texts into cells, given by row and column, as one step of the history.

        What makes no sense is refused in words, and nothing of it changes.
        """
        commands = []
        done = False
        self._model.begin_stroke()
        try:
            for row, column, text in cells:
                if not (0 <= row < len(self._kinds) and 1 <= column <= len(self._columns)):
                    continue
                words = self._meant(row, column, text)
                kind, key = self._kinds[row], self._columns[column - 1].key
                if words == text_of(self._model.document.palette, self._among, kind, key):
                    continue
                command = edited(self._model.document.palette, self._among, kind, key, words)
                commands.append(command)
                if not self._model.do(command):
                    break
            else:
                done = True
        except UserError as error:
            self._model.refuse(error.message, error.advice)
        finally:
            if done:
                self._model.end_stroke()
            else:
                self._model.drop_stroke()
        self.fill()

    def _meant(self, row: int, column: int, text: str) -> str:
        """What a typed text stands for: signs and words of the language, = for the row above."""
        text = text.strip()
        key = self._columns[column - 1].key
        if text == "=":
            if row == 0:
                return ""
            return text_of(self._model.document.palette, self._among, self._kinds[row - 1], key)
        for english in ("yes", "no"):
            if text.casefold() == _word(english).casefold():
                return english
        names = {shown(one.name).casefold(): one.id
                 for one in self._model.document.palette.borders.values()}  # fmt: skip
        if key == "crosses":
            parts = [part.strip() for part in text.split(",")]
            return ", ".join(names.get(part.casefold(), part) for part in parts)
        return text

    # ---- keys ----------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and (_is_fill(event) or any(map(event.matches, _KEYS)))
        ):
            event.accept()  # the keys of the sheet wait while a table has the keyboard
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        chosen = sorted((index.row(), index.column()) for index in self.selectedIndexes())
        if event.matches(QKeySequence.StandardKey.Paste):
            self.paste(QApplication.clipboard().text())
        elif event.matches(QKeySequence.StandardKey.Copy):
            self._copy(chosen)
        elif _is_fill(event):
            self.fill_down(chosen)
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.put([(row, column, "") for row, column in chosen])
        else:
            super().keyPressEvent(event)
            event.accept()  # a letter that nothing here wants is no tool of the sheet behind

    def fill_down(self, chosen: Sequence[tuple[int, int]]) -> None:
        """Give the cells of each column the text of the first; one cell takes that above it."""
        palette = self._model.document.palette
        cells: list[tuple[int, int, str]] = []
        for column in sorted({column for _, column in chosen if column > 0}):
            rows = [row for row, one in chosen if one == column]
            first = rows[0] - (len(rows) == 1)
            if first < 0:
                continue
            key = self._columns[column - 1].key
            text = text_of(palette, self._among, self._kinds[first], key)
            cells += [(row, column, text) for row in rows if row != first]
        self.put(cells)

    def paste(self, text: str) -> None:
        """Put in what a spreadsheet copied, from the current cell on."""
        row, column = max(0, self.currentRow()), max(1, self.currentColumn())
        self.put(
            [
                (row + down, column + right, cell)
                for down, line in enumerate(text.rstrip("\n").splitlines())
                for right, cell in enumerate(line.split("\t"))
            ]
        )

    def _copy(self, chosen: Sequence[tuple[int, int]]) -> None:
        lines: dict[int, list[str]] = {}
        for row, column in chosen:
            item = self.item(row, column)
            lines.setdefault(row, []).append(item.text() if item is not None else "")
        QApplication.clipboard().setText("\n".join("\t".join(line) for line in lines.values()))


def _is_fill(event: QKeyEvent) -> bool:
    held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    return event.key() == Qt.Key.Key_D and held == Qt.KeyboardModifier.ControlModifier


def _word(english: str) -> str:
    return {"yes": tr("yes"), "no": tr("no")}.get(english, english)


def _pretty(text: str) -> str:
    return "; ".join(_PRETTY.get(part, _word(part)) for part in text.split("; "))
