"""Tables of figures of an entry as grids: the cells of a chart, costs of ground by class."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from wardesk.services.play.chart_book import FigureSheet
from wardesk.services.rulebooks.draft import Steps
from wardesk.services.rulebooks.figures import cost_sheet, results_sheet, tables_of, value_of_cell
from wardesk.services.rulebooks.pages import Entry, with_column
from wardesk.ui import theme
from wardesk.ui.charts.grid import ChartGrid
from wardesk.ui.rulebooks.model import RulebookModel
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.flow import clear
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

_HIGHEST = 13


class FigureTables(QWidget):
    """The grids of one entry, under its form."""

    def __init__(self, model: RulebookModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.grids: dict[Steps, ChartGrid] = {}
        self._paths: dict[str, Steps] = {}
        self._body = QVBoxLayout(self)
        self._body.setContentsMargins(0, 0, 0, 0)
        self._body.setSpacing(theme.S2)
        self._entry: Entry | None = None

    def show_entry(self, entry: Entry | None) -> None:
        """Show the tables of an entry."""
        wanted = tables_of(entry.kind, entry.steps) if entry is not None and entry.kind else ()
        if tuple(self.grids) != wanted:
            clear(self._body)
            self.grids = {steps: self._grid(steps) for steps in wanted}
        self._entry = entry
        self._paths = {}
        for steps, grid in self.grids.items():
            sheet, places = self._sheet(steps)
            self._paths |= places
            same = grid.rowCount() == len(sheet.rows) and grid.columnCount() == len(sheet.columns)
            if not same:
                grid._sheet = None
            grid.show_sheet(sheet)
            rows = min(len(sheet.rows), _HIGHEST) + 1
            grid.setFixedHeight(rows * theme.ROW_HEIGHT + theme.S4)
        self.setVisible(bool(self.grids))

    def _grid(self, steps: Steps) -> ChartGrid:
        grid = ChartGrid(self)
        grid.typed.connect(self._typed)
        grid.cleared.connect(self._cleared)
        self._body.addWidget(Label(self._title(steps), self, role="small-strong"))
        self._body.addWidget(grid)
        if steps[-1] == "rows":
            row = QHBoxLayout()
            more = Button(tr("Add a column"), self, icon="plus")
            more.clicked.connect(lambda: self._add_column(steps[:-1]))
            less = Button(tr("Remove the last column"), self, icon="minus")
            less.clicked.connect(lambda: self._drop_column(steps[:-1]))
            rows = Button(tr("A row for each total"), self, icon="check")
            rows.clicked.connect(lambda: self._fill_rows(steps[:-1]))
            for button in (more, less, rows):
                row.addWidget(button)
            row.addStretch(1)
            self._body.addLayout(row)
        return grid

    @staticmethod
    def _title(steps: Steps) -> str:
        return {
            "rows": tr("Results: rows are totals of the dice"),
            "cost": tr(
                "Points for ground, by class; “no” forbids. Underlined: not the map’s figure"
            ),
            "side_cost": tr("More points for crossing a side; “no” forbids"),
            "along": tr("Points along a line"),
        }.get(str(steps[-1]), str(steps[-1]))

    def _sheet(self, steps: Steps) -> tuple[FigureSheet, dict[str, Steps]]:
        if steps[-1] == "rows":
            return results_sheet(self._model.draft, steps)
        return cost_sheet(self._model.draft, steps, self._model.names)

    def _typed(self, cells: Mapping[str, str]) -> None:
        values = {self._paths[path]: value_of_cell(text, self._paths[path])
                  for path, text in cells.items() if path in self._paths}  # fmt: skip
        self._model.set_values(values)

    def _cleared(self, paths: tuple[str, ...]) -> None:
        values: dict[Steps, Any] = {}
        for path in paths:
            steps = self._paths.get(path)
            if steps is not None:
                values[steps] = "" if isinstance(steps[-1], int) else None
        self._model.set_values(values)

    def _add_column(self, chart: Steps) -> None:
        old = self._model.at((*chart, "columns"), [])
        self._model.change(lambda draft: with_column(draft, chart, next_column(old)))

    def _drop_column(self, chart: Steps) -> None:
        columns = self._model.at((*chart, "columns"), [])
        rows = self._model.at((*chart, "rows"), {})
        if columns:
            self._model.set_values({
                (*chart, "columns"): columns[:-1],
                **{(*chart, "rows", key): list(cells)[: len(columns) - 1]
                   for key, cells in rows.items()},
            })  # fmt: skip

    def _fill_rows(self, chart: Steps) -> None:
        match = re.fullmatch(r"(\d)d(\d{1,2})", str(self._model.at((*chart, "dice"), "1d6")))
        if match is None:
            return
        n, faces = map(int, match.groups())
        rows = self._model.at((*chart, "rows"), {})
        width = len(self._model.at((*chart, "columns"), [])) or 1
        made = {str(k): rows.get(str(k), [""] * width) for k in range(n, n * faces + 1)}
        self._model.set_values({(*chart, "rows"): made})

    def go(self, steps: Steps) -> bool:
        """Put the keyboard on the cell at *steps*; whether there is one."""
        for path, place in self._paths.items():
            if place[: len(steps)] == steps and len(steps) > 2:
                for table, grid in self.grids.items():
                    if place[: len(table)] == table:
                        grid.go_to(path)
                        return True
        return False


def next_column(columns: list[str]) -> str:
    """The name of a column after the last one: 6:1 after 5:1, +4 after +3."""
    if not columns:
        return "1:1"
    last = columns[-1]
    match = re.fullmatch(r"([+-]?)(\d+)(:\d+)?", last)
    if match is None:
        return f"{last}+"
    sign, number, rest = match.groups()
    new = -int(number) + 1 if sign == "-" else int(number) + 1
    return f"{'+' if sign == '+' and new > 0 else ''}{new}{rest or ''}"
