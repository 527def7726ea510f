"""The right margin: everything that is wrong with a rulebook, live, each a step to its place."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from wardesk.services.rulebooks.judge import RulesFault
from wardesk.services.rulebooks.pages import page_of, place_words
from wardesk.ui import theme
from wardesk.ui.language import said
from wardesk.ui.rulebooks.model import RulebookModel
from wardesk.ui.widgets.panel import Panel
from wardesk.ui.widgets.row_list import ListRow, RowList
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

MOST = 100


class FaultsPanel(Panel):
    """``go_asked(fault)`` by click or Enter."""

    go_asked = Signal(object)

    def __init__(self, model: RulebookModel, parent: QWidget | None = None) -> None:
        super().__init__(tr("What is wrong"), parent, stretch=True)
        self._model = model
        self._faults: tuple[RulesFault, ...] = ()
        self.list = RowList(tr("What is wrong"), self)
        self.list.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.list.picked.connect(self._pick)
        self.none = Label(tr("Nothing. F5 plays it."), self, role="small", tone="ok", wrap=True)
        self.add(self.none)
        self.body.addWidget(self.list, 1)
        self.body.addStretch(0)

    def show_faults(self, page: str) -> None:
        """Show the faults, those of the open *page* first."""
        order = sorted(
            self._model.faults, key=lambda f: (page_of(f.steps) != page, f.level != "error")
        )
        self._faults = tuple(order[:MOST])
        rows = [
            ListRow(
                str(k), sentence_of(fault),
                detail=said(place_words(self._model.draft, fault.steps)),
                icon="error" if fault.level == "error" else "warning",
                tone="danger" if fault.level == "error" else "warn", roomy=True,
            )
            for k, fault in enumerate(self._faults)
        ]  # fmt: skip
        self.list.set_rows(rows)
        self.list.setMinimumHeight(theme.px(90))
        self.list.setMaximumHeight(self.list.whole_height())
        self.list.setVisible(bool(rows))
        self.none.setVisible(not rows)
        self.set_title(tr("What is wrong"), str(len(self._model.faults) or ""))

    def _pick(self, key: str) -> None:
        self.go_asked.emit(self._faults[int(key)])


def sentence_of(fault: RulesFault) -> str:
    """What is wrong, as a sentence."""
    words = said(fault.text)
    return f"{words[:1].upper()}{words[1:]}{'' if words.endswith('.') else '.'}"
