"""A results sheet that is older than the ledger: unit by unit, what counts is chosen."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLineEdit, QVBoxLayout, QWidget

from wardesk.campaign.operation.sheets import ResultsSheet
from wardesk.services.campaign.merge import Merge, MergeRow, Take, merge
from wardesk.ui import theme
from wardesk.ui.campaign.worker import CampaignWorker
from wardesk.ui.dialogs.dialog import Dialog
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.chip import Chip
from wardesk.ui.widgets.fields import combo_box, line_edit
from wardesk.ui.widgets.panel import Scroller
from wardesk.ui.widgets.text import Label
from wardesk.words import shown, tr

_TONES = {
    "same": "neutral", "ledger": "warn", "sheet": "neutral", "both": "warn", "open": "danger",
}  # fmt: skip


class MergeDialog(Dialog):
    """``chosen(takes, reasons)`` whenever a choice changes; ``merged(ResultsSheet)`` at the end."""

    chosen = Signal(dict, dict)
    merged = Signal(object)

    def __init__(self, found: Merge, parent: QWidget | None = None) -> None:
        super().__init__(parent, size=(1120, 620))
        self.set_title(tr("This sheet is older than the ledger by {0} events").format(found.behind))
        self.takes: dict[str, Take] = {}
        self.reasons: dict[str, str] = {}
        self._found = found
        self._fields: dict[str, QLineEdit] = {}
        told = tr(
            "What only the sheet or only the ledger changed is taken from there. Where both did,"
            " choose which counts."
        )
        self.body.addWidget(Label(told, self, tone="text2", wrap=True))
        self._place = QVBoxLayout()
        self.body.addLayout(self._place, 1)
        self._scroll: Scroller | None = None
        self.go = Button(tr("Go on with the merged sheet"), self, kind="primary")
        self.go.clicked.connect(self._go)
        self.set_foot(self.go, with_control=True)
        self.show_merge(found)

    def show_merge(self, found: Merge) -> None:
        """Show how it stands with the choices so far."""
        self._found = found
        inside = QWidget(self)
        grid = QGridLayout(inside)
        grid.setContentsMargins(0, 0, theme.S2, 0)
        grid.setHorizontalSpacing(theme.S3)
        grid.setVerticalSpacing(theme.S2)
        heads = (tr("Unit"), tr("Went in"), tr("Sheet"), tr("Since then, in the ledger"),
                 tr("Now"), tr("Afterwards"), tr("Which counts"))  # fmt: skip
        for column, head in enumerate(heads):
            grid.addWidget(Label(head, inside, role="small-strong"), 0, column)
        grid.setColumnStretch(3, 1)
        told = [row for row in found.rows if row.how != "same" or row.since]
        told.sort(key=lambda row: (not row.offers, row.how == "sheet"))
        for number, row in enumerate(told, 1):
            self._show_row(grid, inside, number, row)
        grid.setRowStretch(len(told) + 1, 1)
        focused = next((key for key, field in self._fields.items() if field.hasFocus()), "")
        scroll = Scroller(inside, self)
        if self._scroll is not None:
            self._place.removeWidget(self._scroll)
            self._scroll.hide()
            self._scroll.deleteLater()
        self._scroll = scroll
        self._place.addWidget(scroll, 1)
        if focused in self._fields:
            self._fields[focused].setFocus(Qt.FocusReason.OtherFocusReason)
        left = len(found.open)
        self.judge(
            "" if not left else tr("One row waits for your choice") if left == 1
            else tr("{0} rows wait for your choice").format(left)
        )  # fmt: skip

    def _show_row(self, grid: QGridLayout, inside: QWidget, number: int, row: MergeRow) -> None:
        cells = (row.name, row.went_in, row.sheet, row.since or "–", row.now, row.merged or "–")
        for column, words in enumerate(cells):
            tone = "text2" if column in (1, 3) else "text"
            role = "strong" if column == 0 else "small"
            text = Label(shown(words), inside, role=role, tone=tone, wrap=column in (0, 3))
            grid.addWidget(text, number, column, Qt.AlignmentFlag.AlignVCenter)
        hows = {
            "same": tr("as it is"), "ledger": tr("the ledger", "MergeDialog"),
            "sheet": tr("the sheet", "MergeDialog"), "both": tr("both add up"),
            "open": tr("differs"),
        }  # fmt: skip
        if not row.offers:
            grid.addWidget(Chip(hows[row.how], inside, tone=_TONES[row.how]), number, 6)
            return
        box = combo_box(tr("Which counts for {0}").format(shown(row.name)), inside)
        box.addItem(tr("Choose…"), "")
        for take in row.offers:
            words = tr("Bring it back…") if take == "sheet" and row.back else hows[take]
            box.addItem(words, take)
        take = self.takes.get(row.key, row.how if row.how in row.offers else "")
        box.setCurrentIndex(max(0, box.findData(take)))
        box.activated.connect(lambda _at, key=row.key: self._choose(key, str(box.currentData())))
        box.setMinimumWidth(theme.px(210))
        column = QVBoxLayout()
        column.setSpacing(theme.S1)
        column.addWidget(box)
        if row.back and self.takes.get(row.key) == "sheet":
            field = line_edit(
                tr("Why {0} comes back").format(shown(row.name)), inside,
                self.reasons.get(row.key, ""), hint=tr("It comes back because …"),
            )  # fmt: skip
            field.editingFinished.connect(self._reasoned(row.key, field))
            self._fields[row.key] = field
            column.addWidget(field)
        grid.addLayout(column, number, 6)

    def _choose(self, key: str, take: str) -> None:
        if take:
            self.takes[key] = take  # pyright: ignore[reportArgumentType]
        else:
            self.takes.pop(key, None)
        self.chosen.emit(dict(self.takes), dict(self.reasons))

    def _reasoned(self, key: str, field: QLineEdit) -> Callable[[], None]:
        def told() -> None:
            if self.reasons.get(key, "") != field.text().strip():
                self.reasons[key] = field.text().strip()
                self.chosen.emit(dict(self.takes), dict(self.reasons))

        return told

    def _go(self) -> None:
        self.merged.emit(self._found.sheet)
        self.accept()


def open_merge(
    worker: CampaignWorker,
    sheet: ResultsSheet,
    over: QWidget,
    then: Callable[[ResultsSheet], object],
    opened: Callable[[MergeDialog], object],
) -> None:
    """Ask the ledger and open the dialog; *then* gets the sheet that is left to enter."""

    def show(found: Merge) -> None:
        dialog = MergeDialog(found, over)
        dialog.merged.connect(then)

        def again(takes: dict[str, Take], reasons: dict[str, str]) -> None:
            worker.read(lambda desk: merge(desk.ledger, sheet, takes, reasons), dialog.show_merge)

        dialog.chosen.connect(again)
        opened(dialog)
        dialog.open()

    worker.read(lambda desk: merge(desk.ledger, sheet), show)
