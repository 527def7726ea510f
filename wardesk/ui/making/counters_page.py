"""The wizard's page of counters: from a CSV file or by hand, each with what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QKeyEvent, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from wardesk.documents.packs.csv_forces import (
    CARDS,
    REQUIRED,
    fitted,
    read_csv_with_pictures,
    strange_columns,
)
from wardesk.errors import UserError
from wardesk.model.board import Board
from wardesk.model.look import SideLook
from wardesk.render.counters.counter import counter_image, side_of
from wardesk.render.counters.symbols import known_symbol, nearest_symbol
from wardesk.services.packs.new_table import CARD_COLUMNS, COUNTER_COLUMNS, judge_cards, preview
from wardesk.ui import theme
from wardesk.ui.language import explained
from wardesk.ui.making.columns_dialog import ColumnsDialog
from wardesk.ui.making.counter_designer import FIELDS, CounterDesigner
from wardesk.ui.making.sheet_cutter import SheetCutter
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.text import Label
from wardesk.words import say_count, shown, tr

SHOWN = ("name", "side", "symbol", "factors", "steps", "count", "place")
ICON = 34
MOST_ICONS = 200
"""Rows that are shown with a picture: thousands of them would hold up the window."""


class CountersPage(QWidget):
    """``changed()``. Rows stay in the order of the file; nothing is dropped without a word."""

    changed = Signal()
    csv_read = Signal(object)
    """The names of sides in a CSV file that was just read."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: list[dict[str, str]] = []
        self.cards: list[dict[str, str]] = []
        """Rows of a table of cards."""
        self._sides: Sequence[Mapping[str, str]] = ()
        self._board: Board | None = None
        self._wrong: dict[int, str] = {}
        self.from_csv = Button(tr("From a CSV file…"), self, icon="folder")
        self.from_csv.clicked.connect(self._ask_csv)
        self.from_sheet = Button(tr("Cut a sheet…"), self, icon="grid")
        self.from_sheet.clicked.connect(lambda: self.cut_sheet())
        self.cards_csv = Button(tr("Cards…"), self, icon="layers")
        self.cards_csv.setToolTip(
            tr(
                "A CSV file of cards: name and deck, and as you like text, picture, back, colour,"
                " count, at"
            )
        )
        self.cards_csv.clicked.connect(self._ask_cards)
        self.add = Button(tr("New counter…"), self, icon="plus")
        self.add.clicked.connect(lambda: self.design())
        self.edit = Button(tr("Edit…"), self, icon="pencil")
        self.edit.clicked.connect(self._edit)
        self.copy = Button(tr("Duplicate"), self, icon="copy")
        self.copy.clicked.connect(self._copy)
        self.remove = Button(tr("Remove"), self, icon="close", key="Del")
        self.remove.clicked.connect(self._remove)
        self.table = QTableWidget(0, len(SHOWN) + 1, self)
        self.table.setFont(theme.font("small"))
        self.table.setObjectName("framed")
        self.table.setAccessibleName(tr("Counters"))
        self.table.setHorizontalHeaderLabels([
            tr("Name"), tr("Side"), tr("Symbol"), tr("Factors"),
            tr("Steps"), tr("Count"), tr("Place"), tr("What is wrong"),
        ])  # fmt: skip
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setIconSize(QSize(ICON, ICON))
        self.table.verticalHeader().setDefaultSectionSize(ICON + 6)
        self.table.verticalHeader().hide()
        self.table.setShowGrid(False)
        self.table.setTabKeyNavigation(False)
        head = self.table.horizontalHeader()
        head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        head.setHighlightSections(False)
        head.setFixedHeight(theme.px(30))
        head.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        head.setStretchLastSection(True)
        self.table.itemDoubleClicked.connect(lambda _item: self._edit())
        self.table.itemSelectionChanged.connect(self._follow)
        self._count = Label("", self, role="small", tone="text2")
        self.note = Label("", self, role="small", tone="danger", wrap=True)
        self.note.hide()
        files, hands = QHBoxLayout(), QHBoxLayout()
        for row, parts in (
            (files, (self.from_csv, self.from_sheet, self.cards_csv)),
            (hands, (self.add, self.edit, self.copy, self.remove)),
        ):
            row.setSpacing(theme.S2)
            for button in parts:
                row.addWidget(button)
            row.addStretch(1)
        words = tr(
            "A CSV file has a line of column names first: name and side, and as you like symbol,"
            " echelon, factors, reduced, steps, place, count, colour, bar, and picture and back for"
            " the pictures of its two sides."
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S2)
        column.addLayout(files)
        column.addLayout(hands)
        column.addWidget(Label(words, self, role="small", tone="text2", wrap=True))
        column.addWidget(self.note)
        column.addWidget(self.table, 1)
        column.addWidget(self._count)
        self._follow()

    # ---- what is there --------------------------------------------------------------------------

    def show_sides(self, sides: Sequence[Mapping[str, str]], board: Board | None) -> None:
        """Counters are drawn in these colours and may stand on this map."""
        self._sides, self._board = sides, board
        self._fill()

    def show_wrong(self, wrong: Sequence[tuple[int, UserError]]) -> None:
        """What is wrong, by the number of the row."""
        self._wrong = {number: str(explained(error)) for number, error in wrong}
        for number in range(len(self.rows)):
            self._show_word(number)
        if self._wrong:
            self.table.scrollTo(self.table.model().index(min(self._wrong), 0))
        self._follow()

    def _show_word(self, number: int) -> None:
        wrong = self._wrong.get(number, "")
        word = wrong or self._no_symbol(self.rows[number].get("symbol", ""))
        item = QTableWidgetItem(word)
        item.setToolTip(word)
        item.setForeground(theme.colour("danger" if wrong else "warn"))
        self.table.setItem(number, len(SHOWN), item)

    def _no_symbol(self, name: str) -> str:
        """What to say of a symbol that nobody drew; the counter can be used without one."""
        if not name or known_symbol(name):
            return ""
        words = tr("There is no symbol “{0}”; the counter stays without one.").format(name)
        near = nearest_symbol(name)
        hint = tr("Did you mean {0}?").format(near)
        return f"{words} {hint}" if near else words

    def _looks(self) -> list[SideLook]:
        return [
            SideLook(s["id"], s["name"], s.get("field") or "#8f9a8c", s.get("bar") or "#3f4a42")
            for s in self._sides
        ]

    def _fill(self) -> None:
        self.table.setRowCount(len(self.rows))
        looks = self._looks()
        for number, row in enumerate(self.rows):
            for column, name in enumerate(SHOWN):
                item = QTableWidgetItem(row.get(name, ""))
                item.setToolTip(row.get(name, ""))
                if name == "name" and number < MOST_ICONS:
                    item.setIcon(self._icon(row, looks))
                self.table.setItem(number, column, item)
            self._show_word(number)
        self._follow()

    def _icon(self, row: Mapping[str, str], looks: Sequence[SideLook]) -> QIcon:
        try:
            face = preview(self._sides, {k: v for k, v in row.items() if k != "where"})
        except UserError:
            return QIcon()
        image = counter_image(face, side_of(looks, face.side), ICON, 2.0)
        return QIcon(QPixmap.fromImage(image))

    def _picked(self) -> list[int]:
        return sorted({index.row() for index in self.table.selectedIndexes()})

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete:
            self.remove.click()
        else:
            super().keyPressEvent(event)

    def _follow(self) -> None:
        picked = len(self._picked())
        for button, most in ((self.edit, 1), (self.copy, 9999), (self.remove, 9999)):
            if not 1 <= picked <= most:
                words = tr("Pick one counter first") if most == 1 else tr("Pick counters")
                button.refuse(words)
            else:
                button.allow()
        total, wrong = len(self.rows), len(self._wrong)
        words = tr("{0} rows").format(total)
        if wrong:
            words += "; " + tr("{0} cannot be used as they are").format(wrong)
        self._count.setText(words if total else tr("A table may also begin bare."))

    def _changed(self) -> None:
        self._wrong = {}
        self._fill()
        self.changed.emit()

    # ---- by hand --------------------------------------------------------------------------------

    def design(self, number: int = -1) -> CounterDesigner:
        """Open the designer for a new counter, or for the row *number*."""
        places: list[str] = []
        if self._board is not None:
            cells = self._board.cells.values()
            places = [c.name or c.id for c in cells] + [c.id for c in cells if c.name]
        values = dict(self.rows[number]) if number >= 0 else {}
        values.pop("where", None)
        names = {s["name"].lower(): s["id"] for s in self._sides}
        values["side"] = names.get(values.get("side", "").lower(), values.get("side", ""))
        dialog = CounterDesigner(
            self._looks(), partial(preview, self._sides), self, values=values, places=places
        )
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.made.connect(partial(self._made, number))
        dialog.open()
        return dialog

    def _made(self, number: int, values: dict[str, str]) -> None:
        row = {name: value for name, value in values.items() if value}
        if number >= 0:
            old = {k: v for k, v in self.rows[number].items() if k not in FIELDS}
            self.rows[number] = {**old, **row}
        else:
            self.rows.append(row)
        self._changed()

    def _edit(self) -> None:
        picked = self._picked()
        if len(picked) == 1:
            self.design(picked[0])

    def _copy(self) -> None:
        for number in self._picked():
            row = {k: v for k, v in self.rows[number].items() if k not in ("id", "where")}
            self.rows.append(row)
        self._changed()

    def _remove(self) -> None:
        gone = set(self._picked())
        self.rows = [row for number, row in enumerate(self.rows) if number not in gone]
        self._changed()

    # ---- from a file ----------------------------------------------------------------------------

    def cut_sheet(self) -> SheetCutter:
        """Open the dialog that cuts counters from a scanned sheet."""
        dialog = SheetCutter([(side["id"], side["name"]) for side in self._sides], self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.made.connect(self._cut)
        dialog.open()
        return dialog

    def _cut(self, rows: list[dict[str, str]]) -> None:
        self.rows += rows
        self._changed()

    def _ask_csv(self) -> None:
        kinds = tr("Tables (*.csv *.tsv *.txt);;All files (*)")
        path, _kind = QFileDialog.getOpenFileName(self, tr("A table of counters"), "", kinds)
        if path:
            self.take_csv(Path(path))

    def _ask_cards(self) -> None:
        kinds = tr("Tables (*.csv *.tsv *.txt);;All files (*)")
        path, _kind = QFileDialog.getOpenFileName(self, tr("A table of cards"), "", kinds)
        if path:
            self.take_cards(Path(path))

    def take_cards(self, file: Path) -> None:
        """Take the cards of *file* in the place of those before; what is wrong is said."""
        self._read(file, CARDS, CARD_COLUMNS, self._cards_read)

    def take_csv(self, file: Path) -> None:
        """Add the rows of *file*; if it cannot be read, it says why and nothing changes."""
        self._read(file, REQUIRED, COUNTER_COLUMNS, self._counters_read)

    def _read(
        self,
        file: Path,
        required: Sequence[str],
        known: Sequence[str],
        take: Callable[[list[dict[str, str]]], None],
    ) -> None:
        """Read a table; columns that nobody knows are asked about."""
        with self._saying_why():
            rows = read_csv_with_pictures(file, required)
            if not (strange := strange_columns(rows, known)):
                take(rows)
                return
            dialog = ColumnsDialog(file.name, rows, strange, known, self)
            dialog.taken.connect(partial(self._fit, rows, known, take))
            dialog.open()

    def _fit(
        self,
        rows: list[dict[str, str]],
        known: Sequence[str],
        take: Callable[[list[dict[str, str]]], None],
        taken: dict[str, str],
    ) -> None:
        with self._saying_why():
            take(fitted(rows, taken, known))

    @contextmanager
    def _saying_why(self) -> Iterator[None]:
        try:
            yield
        except UserError as error:
            self.note.setText(str(explained(error)))
            self.note.show()
        else:
            self.note.hide()

    def _cards_read(self, rows: list[dict[str, str]]) -> None:
        judge_cards(self._sides, rows)
        self.cards = rows
        number = shown(say_count("{n} row of cards", "{n} rows of cards", n=len(rows)))
        self.cards_csv.set_words(number)
        self.changed.emit()

    def _counters_read(self, rows: list[dict[str, str]]) -> None:
        self.rows += rows
        self.csv_read.emit(list(dict.fromkeys(r["side"] for r in rows if r.get("side"))))
        self._changed()
