"""Asks what the columns of a table mean that WarDesk does not know: each is taken, or left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from wardesk.ui import theme
from wardesk.ui.dialogs.dialog import Dialog
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.fields import combo_box
from wardesk.ui.widgets.panel import Scroller
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

_SAMPLES = 3


class ColumnsDialog(Dialog):
    """``taken(columns)``: as what each strange column is taken, "" for one that is left out."""

    taken = Signal(object)

    def __init__(
        self,
        file: str,
        rows: Sequence[Mapping[str, str]],
        strange: Mapping[str, str],
        known: Sequence[str],
        parent: QWidget | None = None,
        *,
        words: str = "",
    ) -> None:
        """*strange*: the columns, each with the known one that it may mean, or "".

        *words* say what is asked, where no table without rules does.
        """
        super().__init__(parent, least=(480, 0))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.set_title(tr("Columns of {0}").format(file))
        words = words or tr(
            "A table without rules does not know these columns. Several that are taken as factors"
            " stand on the counter one after the other, as in 4-5."
        )
        self.body.addWidget(Label(words, self, wrap=True))
        self.choices = {
            column: combo_box(column, self, [(tr("Leave out"), ""), *((one, one) for one in known)])
            for column in strange
        }
        inside = QWidget(self)
        grid = QGridLayout(inside)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(theme.S2)
        grid.setColumnStretch(1, 1)
        for number, (column, box) in enumerate(self.choices.items()):
            box.setCurrentIndex(max(0, box.findData(strange[column])))
            cells = dict.fromkeys(row[column] for row in rows if column in row)
            samples = ", ".join([*cells][:_SAMPLES])
            grid.addWidget(Label(column, inside), number, 0)
            grid.addWidget(Label(samples, inside, role="small", tone="text2"), number, 1)
            grid.addWidget(box, number, 2)
        self.body.addWidget(Scroller(inside, self), 1)
        go = Button(tr("Take the table"), self, kind="primary")
        go.clicked.connect(self._take)
        self.set_foot(go)

    def _take(self) -> None:
        chosen = {column: str(box.currentData()) for column, box in self.choices.items()}
        self.accept()
        self.taken.emit(chosen)
