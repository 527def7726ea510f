"""The page of counters: a grid with a column for each value, and the counter drawn beside it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QVBoxLayout, QWidget

from wardesk.documents.packs.csv_forces import read_csv_forces
from wardesk.errors import UserError
from wardesk.services.campaign.workshop.sheets import Cells
from wardesk.services.rulebooks.counters import (
    columns_of,
    counters_sheet,
    drawn_faces,
    matched_columns,
    with_cells,
    with_face,
    with_table,
)
from wardesk.services.rulebooks.draft import Steps
from wardesk.ui import theme
from wardesk.ui.campaign.workshop.sheet_grid import SheetGrid
from wardesk.ui.making.columns_dialog import ColumnsDialog
from wardesk.ui.making.counter_designer import CounterPreview
from wardesk.ui.rulebooks.model import RulebookModel
from wardesk.ui.rulebooks.outline_page import BookPage
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.text import Label
from wardesk.words import tr


class CountersPage(BookPage):
    """Cells are typed and pasted; a CSV file takes the place of all."""

    def __init__(self, model: RulebookModel, page: str, parent: QWidget | None = None) -> None:
        super().__init__(model, page, parent)
        self.sheet = SheetGrid(counters_sheet(model.draft), self)
        self.sheet.edited.connect(self._take)
        self.sheet.grid.currentCellChanged.connect(lambda *_: self._draw())
        self.face = Button(tr("Add a face"), self, icon="layers")
        self.face.setToolTip(tr("A second side for every counter, with half of its figures"))
        self.face.clicked.connect(lambda: model.change(with_face))
        self.file = Button(tr("From a CSV file…"), self, icon="folder", action="rulebook.csv")
        self.file.clicked.connect(self.choose_file)
        self.sheet.row.insertWidget(3, self.face)
        self.sheet.row.insertWidget(4, self.file)
        self.preview = CounterPreview(self)
        self.told = Label("", self, role="small", tone="text2", wrap=True)
        beside = QVBoxLayout()
        beside.addWidget(self.preview)
        beside.addWidget(self.told)
        beside.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.S4, theme.S3, theme.S4, theme.S3)
        row.setSpacing(theme.S4)
        row.addWidget(self.sheet, 1)
        row.addLayout(beside)
        self.dialog: ColumnsDialog | None = None

    def show_draft(self) -> None:
        self.sheet.set_sheet(counters_sheet(self.model.draft))
        self._draw()

    def _draw(self) -> None:
        lines = self.model.draft.counters
        at = max(0, self.sheet.grid.currentRow())
        if at >= len(lines):
            self.preview.show_faces((), self.preview._side)
            self.told.setText("")
            return
        faces, side = drawn_faces(self.model.draft, at)
        self.preview.show_faces(faces, side)
        self.told.setText(tr("{0} of {1}").format(at + 1, len(lines)))

    def focus_first(self) -> None:
        if self.sheet.grid.currentRow() < 0 and self.sheet.grid.rowCount():
            self.sheet.grid.setCurrentCell(0, 0)
        self.sheet.grid.setFocus()

    def go(self, steps: Steps) -> None:
        self.show_draft()
        columns = [column.key for column in self.sheet.sheet.columns]
        row = int(steps[1]) if len(steps) > 1 and isinstance(steps[1], int) else 0
        column = columns.index(str(steps[2])) if len(steps) > 2 and steps[2] in columns else 0
        self.sheet.grid.setCurrentCell(row, column)
        self.focus_first()

    def _take(self, cells: Cells) -> None:
        columns = [column.key for column in self.sheet.sheet.columns]
        self.model.change(lambda draft: with_cells(draft, columns, cells))

    # ---- a table of somebody's ------------------------------------------------------------------

    def choose_file(self) -> None:
        """Ask for a CSV file, then what its columns mean."""
        kinds = tr("Tables (*.csv *.tsv *.txt)")
        found, _ = QFileDialog.getOpenFileName(self, tr("A table of counters"), "", kinds)
        if found:
            self.read_file(Path(found))

    def read_file(self, file: Path) -> None:
        """Ask what the columns of a file mean; its rows take the place of all counters."""
        try:
            rows = read_csv_forces(file, ())
        except UserError as error:
            self.model.refused.emit(error)
            return
        rows = [{k: cell for k, cell in row.items() if k != "where"} for row in rows]
        columns = list(rows[0]) if rows else []
        strange = matched_columns(self.model.draft, columns)
        self.dialog = ColumnsDialog(
            file.name, rows, strange, columns_of(self.model.draft), self,
            words=tr("As what is each column taken? The table takes the place of all counters."),
        )  # fmt: skip
        self.dialog.taken.connect(partial(self._take_table, rows))
        self.dialog.open()

    def _take_table(self, rows: list[dict[str, str]], columns: dict[str, str]) -> None:
        self.model.change(lambda draft: with_table(draft, rows, columns))
