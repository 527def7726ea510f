"""The charts of a game as a window: its sheets, the one that is typed in, the printed examples.

What is typed counts at once and is kept at once; every step can be undone.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QVBoxLayout, QWidget

from wardesk.errors import UserError
from wardesk.services.play.chart_book import ChartBook, FigureSheet, SheetCell
from wardesk.ui import theme
from wardesk.ui.charts.grid import ChartGrid, OriginKey, cell_words
from wardesk.ui.dialogs.dialog import Dialog
from wardesk.ui.language import explained
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.fields import combo_box
from wardesk.ui.widgets.panel import hairline
from wardesk.ui.widgets.row_list import ListRow, RowList
from wardesk.ui.widgets.text import Label
from wardesk.words import say_count, shown, tr

_SHEETS, _TALL = 190, 4000
_EXAMPLES = (230, 380)
"""Px that the examples take, at least and at most."""
_LETTERS = 16
"""Different cells of a sheet that are listed; of more nobody would read it."""
_FILES = "TOML (*.toml)"


class ChartsDialog(Dialog):
    """Shows a `ChartBook`; *games* are ids and titles to change to, with what opens them."""

    def __init__(
        self,
        book: ChartBook,
        title: str,
        parent: QWidget | None = None,
        *,
        games: tuple[tuple[str, str], ...] = (),
        opened: Callable[[str], ChartBook] | None = None,
        chart: str = "",
    ) -> None:
        """It opens at *chart*, else at the first sheet."""
        super().__init__(parent, size=(1240, 780), least=(760, 480))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.book, self._opened = book, opened
        self.set_title(tr("Your printed charts"), title if not games else tr("Your printed charts"))
        self.games = combo_box(tr("Game"), self, ((shown(name), key) for key, name in games))
        self.games.setVisible(bool(games))
        self.games.setCurrentIndex(max(0, self.games.findData(book.game)))
        self.games.currentIndexChanged.connect(lambda _at: self._change_game())
        self.head.addWidget(self.games)
        self.sheets = RowList(tr("Charts"), self, most=_TALL)
        self.sheets.picked.connect(self.show_sheet)
        self.sheets.reached.connect(self.show_sheet)
        self.grid = ChartGrid(self)
        self.grid.typed.connect(self._type)
        self.grid.cleared.connect(self._clear)
        self.grid.reached.connect(self._tell_cell)
        self.sheet_name = Label("", self, role="heading")
        self.cell_note = Label("", self, role="small", tone="text2", wrap=True)
        self.key = OriginKey(self)
        self.examples_note = Label("", self, role="heading", wrap=True)
        self.examples = RowList(tr("Worked examples"), self, most=_TALL)
        self.examples.picked.connect(self._go_to_example)
        self.kept_note = Label("", self, role="small", tone="text2", wrap=True)
        self._shown: dict[str, FigureSheet] = {}
        self._key = ""
        self._lay_out()
        if book.problems:
            self._tell_bad_file()
        self._renew()
        self.show_sheet(chart if chart in self._shown else next(iter(self._shown)))
        self.grid.setFocus()

    def _lay_out(self) -> None:
        told = tr(
            "Type the cells of your own printed sheet over ours: Enter goes down, Delete sets a "
            "cell back, Ctrl+V takes cells of a spreadsheet. New games take them; a game that was "
            "begun keeps its charts."
        )
        self.body.addWidget(Label(told, self, tone="text2", wrap=True))
        left, middle, right = QVBoxLayout(), QVBoxLayout(), QVBoxLayout()
        self.sheets.setFixedWidth(theme.px(_SHEETS))
        left.addWidget(self.sheets)
        left.addStretch(1)
        middle.setSpacing(theme.S2)
        middle.addWidget(self.sheet_name)
        middle.addWidget(self.grid, 1)
        middle.addWidget(self.key)
        middle.addWidget(self.cell_note)
        right.setSpacing(theme.S2)
        right.addWidget(self.examples_note)
        self.examples.setMinimumWidth(theme.px(_EXAMPLES[0]))
        self.examples.setMaximumWidth(theme.px(_EXAMPLES[1]))
        right.addWidget(self.examples)
        right.addStretch(1)
        sides = QHBoxLayout()
        sides.setSpacing(theme.S3)
        sides.addLayout(left)
        sides.addWidget(hairline(self, vertical=True))
        sides.addLayout(middle, 5)
        sides.addWidget(hairline(self, vertical=True))
        sides.addLayout(right, 2)
        self.body.addLayout(sides, 1)
        self.body.addWidget(self.kept_note)
        self.take = Button(tr("Import…"), self, icon="folder")
        self.take.clicked.connect(self._ask_take)
        self.give = Button(tr("Export…"), self, icon="export")
        self.give.clicked.connect(self._ask_give)
        self.back = Button(tr("Undo"), self, icon="undo", key="Ctrl+Z")
        self.back.clicked.connect(self.undo)
        self.again = Button(tr("Redo"), self, icon="redo", key="Ctrl+Y")
        self.again.clicked.connect(self.redo)
        self.clear_all = Button(tr("All as shipped"), self)
        self.clear_all.clicked.connect(self.reset)
        left_part = (self.take, self.give, self.clear_all, self.back, self.again)
        self.set_foot(None, leave=tr("Close"), left=left_part)
        for key, run in (("Ctrl+Z", self.undo), ("Ctrl+Y", self.redo),
                         ("Ctrl+Shift+Z", self.redo)):  # fmt: skip
            QShortcut(QKeySequence(key), self, run)

    # ---- what it shows --------------------------------------------------------------------------

    def show_sheet(self, key: str) -> None:
        """Show one of the sheets."""
        sheet = self._shown.get(key)
        if sheet is None:
            return
        self._key = key
        self.sheets.set_current(key)
        cite = f" · {sheet.cite}" if sheet.cite else ""
        self.sheet_name.setText(f"{shown(sheet.title)}{cite}")
        self.grid.show_sheet(sheet)
        self.key.show_origins(frozenset(c.origin for row in sheet.cells for c in row if c))

    def _renew(self) -> None:
        """Everything anew after a step."""
        self._shown = {sheet.key: sheet for sheet in self.book.sheets()}
        self.sheets.set_rows([
            ListRow(key, shown(sheet.title), figure=_count(sheet), strong=key == self._key)
            for key, sheet in self._shown.items()
        ])  # fmt: skip
        self._show_examples()
        own = len(self.book.own)
        if self.book.faults:
            fault = shown(self.book.faults[0])
            self.kept_note.setText(tr("Not kept while this is so: {0}").format(fault))
        elif own:
            told = say_count("{n} cell is your own, and kept.",
                             "{n} cells are your own, and kept.", n=own)  # fmt: skip
            self.kept_note.setText(shown(told))
        else:
            self.kept_note.setText(tr("All cells are as shipped."))
        self.kept_note.set_tone("danger" if self.book.faults else "text2")
        self.clear_all.setEnabled(bool(own))
        self.back.setEnabled(self.book.can_undo)
        self.again.setEnabled(self.book.can_redo)

    def _show_examples(self) -> None:
        rows: list[ListRow] = []
        checked = self.book.examples()
        for number, one in enumerate(checked):
            wrong = "; ".join(
                tr("{0} is {1}, printed {2}").format(path, found, printed)
                for path, printed, found in one.wrong
            )
            icon, tone = ("close", "danger") if wrong else ("check", "ok")
            rows.append(ListRow(str(number), shown(one.example.text), wrong or one.example.cite,
                                icon=icon, tone=tone, roomy=True,
                                hint=one.example.cite))  # fmt: skip
        right = sum(not one.wrong for one in checked)
        self.examples.set_rows(rows)
        self.examples_note.setText(
            tr("{0} of {1} printed examples come out").format(right, len(checked))
            if checked
            else tr("The text has no example that rests on a chart.")
        )
        self.examples_note.set_tone("text" if right == len(checked) else "danger")

    def _tell_cell(self, cell: SheetCell | None) -> None:
        sheet = self._shown.get(self._key)
        if cell is None or sheet is None:
            self.cell_note.setText("")
            return
        words = cell_words(cell)
        part = cell.path.split(".")[:2]
        cells = [c for row in sheet.cells for c in row if c and c.path.split(".")[:2] == part]
        there = dict.fromkeys(c.shipped for c in cells)
        letters = [text for text in there if not text.lstrip("+-−").isdecimal()]
        if cell.shipped in letters and len(there) <= _LETTERS:
            words += " · " + tr("on this sheet: {0}").format("  ".join(there))
        self.cell_note.setText(words)

    def _tell_bad_file(self) -> None:
        told = "; ".join(map(shown, self.book.problems[:3]))
        self.tell_problem(
            tr("Your file has something that fits nowhere: {0}. The next change puts the old file "
               "aside.").format(told)
        )  # fmt: skip

    def _go_to_example(self, number: str) -> None:
        """To the cell that an example rests on, the one that is wrong first."""
        one = self.book.examples()[int(number)]
        path = one.wrong[0][0] if one.wrong else next(iter(one.example.cells))
        for key, sheet in self._shown.items():
            if any(cell is not None and cell.path == path for row in sheet.cells for cell in row):
                self.show_sheet(key)
                self.grid.go_to(path)
                return

    # ---- what is done ---------------------------------------------------------------------------

    def _type(self, cells: dict[str, str]) -> None:
        told = self.book.put_many(cells)
        if told:
            self.grid.hold()
        self._stepped("; ".join(map(shown, told)))

    def _clear(self, paths: tuple[str, ...]) -> None:
        self.book.reset(*paths)
        self._stepped()

    def reset(self) -> None:
        """All cells as shipped."""
        self.book.reset()
        self._stepped()

    def undo(self) -> None:
        """One step back."""
        if self.book.undo():
            self._stepped()

    def redo(self) -> None:
        """One step on again."""
        if self.book.redo():
            self._stepped()

    def _stepped(self, told: str = "") -> None:
        """Show what a step has come to, and keep it."""
        if not self.book.faults and (self.book.changed or self.book.problems):
            try:
                self.book.keep()
            except UserError as error:
                told = str(explained(error))
        self._renew()
        self.show_sheet(self._key)
        self.tell_problem(told)

    def _change_game(self) -> None:
        if self._opened is not None:
            self.book = self._opened(str(self.games.currentData()))
            self._key = ""
            self._renew()
            self.show_sheet(next(iter(self._shown)))
            self.tell_problem("")
            if self.book.problems:
                self._tell_bad_file()

    def _ask_take(self) -> None:
        chosen, _ = QFileDialog.getOpenFileName(self, tr("Cells of charts"), "", _FILES)
        if chosen:
            self.take_in(Path(chosen))

    def take_in(self, file: Path) -> None:
        """Lay the cells of a file over."""
        try:
            told = self.book.take_in(file)
        except UserError as error:
            self.tell_problem(str(explained(error)))
            return
        self._stepped("; ".join(map(shown, told)))

    def _ask_give(self) -> None:
        first = f"{self.book.game}-charts.toml"
        chosen, _ = QFileDialog.getSaveFileName(self, tr("Cells of charts"), first, _FILES)
        if chosen:
            try:
                self.book.give_out(Path(chosen))
            except UserError as error:
                self.tell_problem(str(explained(error)))


def _count(sheet: FigureSheet) -> str:
    n = sum(cell is not None and cell.origin == "own" for row in sheet.cells for cell in row)
    return str(n) if n else ""
