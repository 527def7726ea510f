"""What every page of the workshop is, and pages that are sheets of cells behind tabs."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from wardesk.errors import UserError
from wardesk.services.campaign.workshop.sheets import Cells, sheet_of, with_cells
from wardesk.ui import theme
from wardesk.ui.campaign.workshop.model import WorkshopModel
from wardesk.ui.campaign.workshop.sheet_grid import SheetGrid
from wardesk.ui.language import explained, said
from wardesk.ui.widgets.segment import Segment


class WorkshopPage(QWidget):
    """One page. It reads the model's draft, and changes it by `WorkshopModel.change` alone."""

    def __init__(self, model: WorkshopModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = model
        self.setObjectName("page")

    def show_draft(self) -> None:
        """The draft is another, or the page was opened."""

    def show_verdict(self) -> None:
        """The draft was judged anew."""

    def focus_first(self) -> None:
        """Give the keyboard to what is worked on first."""


class EditedSheet(SheetGrid):
    """A sheet of the model's draft: its steps are the model's."""

    def __init__(self, key: str, model: WorkshopModel, parent: QWidget | None = None) -> None:
        super().__init__(sheet_of(model.draft, key), parent)
        self.key, self._model = key, model
        self.edited.connect(self._take)

    def _take(self, cells: Cells) -> None:
        try:
            made = with_cells(self._model.draft, self.key, cells)
        except UserError as error:
            told = explained(error)
            self.tell_wrong(f"{told.message} {told.advice}".strip())
            return
        self.tell_wrong("")
        self._model.change(lambda _draft: made)

    def show_draft(self) -> None:
        """Show what the draft says; cells that could not be taken stay as they were typed."""
        if self.wrong.isHidden():
            self.set_sheet(sheet_of(self._model.draft, self.key))


class SheetsPage(WorkshopPage):
    """Some sheets behind tabs; *beside* stands at their right."""

    def __init__(
        self, model: WorkshopModel, keys: Sequence[str], name: str, parent: QWidget | None = None,
        *, beside: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(model, parent)
        self.grids = {key: EditedSheet(key, model, self) for key in keys}
        self.tabs = Segment(
            [(key, said(grid.sheet.title)) for key, grid in self.grids.items()], self, name=name
        )
        self.stack = QStackedWidget(self)
        for grid in self.grids.values():
            self.stack.addWidget(grid)
        self.tabs.chosen.connect(self.open_sheet)
        left = QVBoxLayout()
        left.setContentsMargins(theme.S4, theme.S3, theme.S4, theme.S3)
        left.setSpacing(theme.S3)
        left.addWidget(self.tabs)
        left.addWidget(self.stack, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addLayout(left, 1)
        if beside is not None:
            row.addWidget(beside)

    def open_sheet(self, key: str) -> None:
        """Show one of the sheets."""
        self.tabs.set_current(key)
        self.stack.setCurrentWidget(self.grids[key])

    def show_draft(self) -> None:
        for grid in self.grids.values():
            grid.show_draft()

    def focus_first(self) -> None:
        self.grids[self.tabs.current].grid.setFocus()
