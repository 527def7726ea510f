"""Doubtful neighbours as a list, the worst first, with what can be decided of each."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from wardesk.documents.imports.areas import has_source_word
from wardesk.drawing.issues.pair_review import GRAVE, PairDoubt
from wardesk.drawing.neighbourhood import Pair
from wardesk.ui import theme
from wardesk.ui.map.background.doubtful_neighbours import (
    measure_words,
    pair_title,
    reason_words,
    state_words,
)
from wardesk.ui.map.tools.review import ReviewTool
from wardesk.ui.map.view import MapView
from wardesk.ui.widgets.button import Button, ToolButton
from wardesk.ui.widgets.flow import FlowBox
from wardesk.ui.widgets.panel import Panel
from wardesk.ui.widgets.row_list import ListRow, RowList
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

MOST = 400
"""Rows that are listed; the worst ones, and the others follow when these are done."""
_APART = "\n"
"""Between the two ids of a row's key: no id holds a line break."""


class ReviewPanel(Panel):
    """Stands in the place of the issues while the review tool is in use."""

    def __init__(self, view: MapView, parent: QWidget) -> None:
        back = ToolButton("chevron-left", tr("Previous pair"), parent, key=",")
        ahead = ToolButton("chevron-right", tr("Next pair"), parent, key=".")
        super().__init__(
            tr("Doubtful neighbours"), parent, stretch=True, tools=(back, ahead)
        )  # fmt: skip
        self._model = view.model
        self._doubts = view.model.doubtful
        tool = view.tools["review"]
        assert isinstance(tool, ReviewTool)  # every kind of map has it
        self._tool = tool
        back.clicked.connect(partial(self._tool.step, -1))
        ahead.clicked.connect(partial(self._tool.step, 1))
        self._steps = (back, ahead)
        self._fine = Label("", self, role="small", tone="text2", wrap=True)
        self._fine.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._fine.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.MinimumExpanding)
        self.list = RowList(tr("Doubtful neighbours"), self, most=10_000)
        self.list.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.list.picked.connect(self._picked)
        self.list.reached.connect(self._picked)
        self.facts = Label("", self, role="small", tone="text2", wrap=True)
        self.facts.setContentsMargins(theme.S2, 0, theme.S2, 0)
        self.keep = Button(tr("Keep as it is"), self, kind="primary", icon="check", key="Y")
        self.join = Button(tr("Make neighbours"), self, icon="link", key="A")
        self.cut = Button(tr("Cut"), self, icon="cut", key="C")
        self.source = Button(tr("Take the source's word for all"), self, icon="check")
        self.source.setToolTip(
            tr("Those are neighbours whom the map that was imported calls so. "
               "What a person has decided stays.")
        )  # fmt: skip
        self.source.clicked.connect(self._tool.take_source)
        self.keep.clicked.connect(self._tool.keep)
        self.join.clicked.connect(self._tool.join)
        self.cut.clicked.connect(self._tool.cut)
        self._fine.setContentsMargins(theme.S2, 0, theme.S2, 0)
        self._buttons = FlowBox(self)
        self._buttons.setContentsMargins(theme.S2, 0, 0, 0)
        for button in (self.keep, self.join, self.cut):
            self._buttons.add(button)
        whole = FlowBox(self)
        whole.setContentsMargins(theme.S2, 0, 0, 0)
        whole.add(self.source)
        self.body.setContentsMargins(theme.S2, 0, 0, theme.S3)
        self.add(self._fine, self.list, self.facts, self._buttons, whole)
        self.body.setStretchFactor(self.list, 1)
        self._doubts.made.connect(self.refresh)
        self._doubts.awaited.connect(self._tell_empty)
        self._tool.picked.connect(self._follow)
        self.refresh()

    def refresh(self) -> None:
        """Show the list as it is now."""
        found = self._doubts.found
        unit = self._model.document.unit
        self.list.set_rows([self._row(row, unit) for row in found[:MOST]])
        self.list.setMinimumHeight(min(96, self.list.whole_height()))  # the rest scrolls
        self.list.setMaximumHeight(self.list.whole_height())
        self.set_title(tr("Doubtful neighbours"), str(len(found)) if found else "")
        self.list.setVisible(bool(found))
        self._fine.setVisible(not found)
        self.source.setVisible(bool(found) and has_source_word(self._model.document))
        self._tell_empty()
        for step in self._steps:
            step.setEnabled(len(found) > 1)
        self._follow(self._tool.row.pair if self._tool.row is not None else None)

    def _tell_empty(self) -> None:
        self._fine.setText(self._empty_words())

    def _empty_words(self) -> str:
        if self._doubts.problem:
            return self._doubts.problem
        if self._doubts.working:
            return tr("Looking for doubtful neighbours…")
        return tr("Nobody needs to look at any pair: every border is clear or was decided.")

    def _row(self, row: PairDoubt, unit: str) -> ListRow:
        grave = row.doubt >= GRAVE
        return ListRow(
            _APART.join(row.pair),
            pair_title(self._model.document, row),
            detail=reason_words(row, unit),
            figure=tr("{0} %").format(round(100 * row.doubt)),
            icon="warning" if grave else "info",
            tone="warn" if grave else "text2",
            hint=f"{measure_words(row, unit)}, {state_words(row)}\n{row.why}",
        )

    def _picked(self, key: str) -> None:
        a, _, b = key.partition(_APART)
        if self._tool.row is None or self._tool.row.pair != (a, b):
            self._tool.pick((a, b))

    def _follow(self, pair: Pair | None) -> None:
        """The pair in hand is another one."""
        row = self._doubts.of(pair) if pair is not None else None
        for widget in (self.facts, self._buttons):
            widget.setVisible(row is not None)
        if row is None:
            return
        self.list.set_current(_APART.join(row.pair))
        self.list.scrollTo(self.list.currentIndex())
        unit = self._model.document.unit
        facts = f"{measure_words(row, unit)}; {state_words(row)}."
        self.facts.setText(f"{reason_words(row, unit)}. {facts[0].upper()}{facts[1:]}")
        self.join.setVisible(not row.joined)
        self.cut.setVisible(row.joined)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The keys of the tool hold in its list, too."""
        if not self._tool.pressed_key(event):
            super().keyPressEvent(event)
