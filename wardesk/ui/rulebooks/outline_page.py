"""A page of the workshop: its entries at the left, the form of the chosen one beside them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QVBoxLayout, QWidget

from wardesk.services.rulebooks.draft import Steps, moved, put
from wardesk.services.rulebooks.pages import Entry, entries, page_of, with_row
from wardesk.ui import theme
from wardesk.ui.language import said
from wardesk.ui.rulebooks.figures import FigureTables
from wardesk.ui.rulebooks.model import RulebookModel
from wardesk.ui.rulebooks.part_form import PartForm
from wardesk.ui.widgets.button import Button, ToolButton
from wardesk.ui.widgets.panel import hairline
from wardesk.ui.widgets.row_list import ListRow, RowList
from wardesk.words import tr

_LIST = 270
_UNLIMITED = 16777215
"""Qt's own: as high as there is room."""


class BookPage(QWidget):
    """One page. It reads the model's draft, and changes it by the model alone."""

    def __init__(self, model: RulebookModel, page: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model, self.page = model, page
        self.setObjectName("page")

    def show_draft(self) -> None:
        """The draft is another, or the page was opened."""

    def focus_first(self) -> None:
        """Give the keyboard to what is worked on first."""

    def go(self, steps: Steps) -> None:
        """Show what stands at *steps*, with the keyboard in it."""
        del steps
        self.focus_first()


class OutlinePage(BookPage):
    """Entries, rows below the head of their list; add, move and remove by key and button."""

    def __init__(self, model: RulebookModel, page: str, parent: QWidget | None = None) -> None:
        super().__init__(model, page, parent)
        self.entries: dict[str, Entry] = {}
        self.list = RowList(tr("Parts of this page"), self)
        self.list.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.list.reached.connect(self._reached)
        self.list.picked.connect(lambda _key: self._into())
        self.form = PartForm(model, self)
        self.figures = FigureTables(model, self)
        self.form.extra.addWidget(self.figures)
        self.add = Button(tr("Add…"), self, icon="plus", action="rulebook.add")
        self.add.clicked.connect(self.add_row)
        self.up = ToolButton("chevron-up", tr("Move up"), self, action="rulebook.up")
        self.up.clicked.connect(lambda: self.move_row(-1))
        self.down = ToolButton("chevron-down", tr("Move down"), self, action="rulebook.down")
        self.down.clicked.connect(lambda: self.move_row(1))
        self.gone = ToolButton("minus", tr("Remove"), self, action="rulebook.remove")
        self.gone.clicked.connect(self.remove)
        tools = QHBoxLayout()
        tools.setSpacing(theme.S1)
        tools.addWidget(self.add)
        tools.addStretch(1)
        for tool in (self.up, self.down, self.gone):
            tools.addWidget(tool)
        left = QWidget(self)
        left.setFixedWidth(theme.px(_LIST))
        column = QVBoxLayout(left)
        column.setContentsMargins(theme.S3, theme.S2, theme.S3, theme.S3)
        column.setSpacing(theme.S2)
        column.addWidget(self.list, 1)
        column.addLayout(tools)
        column.addStretch(0)
        middle = QVBoxLayout()
        middle.setContentsMargins(theme.S4, theme.S3, theme.S4, theme.S3)
        middle.addWidget(self.form, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(left)
        row.addWidget(hairline(self, vertical=True))
        row.addLayout(middle, 1)

    @property
    def current(self) -> Entry | None:
        """The entry that the keyboard is on."""
        return self.entries.get(self.list.current)

    def show_draft(self) -> None:
        found = entries(self.model.draft, self.page)
        self.entries = {_key(entry.steps): entry for entry in found}
        wrong = [
            _key(fault.steps) for fault in self.model.faults if page_of(fault.steps) == self.page
        ]
        marked = {
            next((k for k in sorted(self.entries, key=len, reverse=True)
                  if path == k or path.startswith(f"{k}.")), "")
            for path in wrong
        }  # fmt: skip
        before = self.list.current
        self.list.set_rows([_row(entry, marked) for entry in found])
        self.list.setMinimumHeight(theme.px(90))
        self.list.setMaximumHeight(_UNLIMITED)
        if self.list.current == "" and found:
            near = before.rpartition(".")[0]
            first = next((_key(e.steps) for e in found if e.kind is not None), "")
            self.list.set_current(near if near in self.entries else first)
        self._show()

    def _show(self) -> None:
        entry = self.current
        self.form.show_entry(entry)
        self.figures.show_entry(entry)
        adds = self._adds()
        self.add.setEnabled(bool(adds))
        self.add.set_words(said(adds[0][1]) if len(adds) == 1 else tr("Add…"))
        for tool in (self.up, self.down, self.gone):
            tool.setEnabled(entry is not None and (entry.is_row or tool is self.gone))

    def _reached(self, _key: str) -> None:
        self._show()

    def _into(self) -> None:
        if self.form.sheet is not None:
            self.form.sheet.focus_first()

    def focus_first(self) -> None:
        self.list.setFocus()

    def go(self, steps: Steps) -> None:
        self.show_draft()
        best = max(
            (e for e in self.entries.values() if steps[: len(e.steps)] == e.steps and e.kind),
            key=lambda e: len(e.steps), default=None,
        )  # fmt: skip
        if best is None:
            self.focus_first()
            return
        self.list.set_current(_key(best.steps))
        self._show()
        if self.figures.go(steps):
            return
        self.form.focus_field(steps)

    # ---- changing -------------------------------------------------------------------------------

    def _adds(self) -> Sequence[tuple[Steps, str]]:
        """What can be added here: to the entry, else to the list that it is a row of."""
        entry = self.current
        if entry is None:
            return ()
        found = list(entry.adds)
        if entry.is_row:
            head = next((e for e in self.entries.values() if e.steps == entry.steps[:-1]), None)
            above = self.entries.get(_key(entry.steps[:-2])) if head is None else head
            found += [] if above is None else [
                one for one in above.adds if one[0] == entry.steps[:-1] and one not in found
            ]  # fmt: skip
        return found

    def add_row(self) -> None:
        """Add a row; if several kinds can be, ask which."""
        adds = self._adds()
        if len(adds) == 1:
            self._add(adds[0][0])
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setAccessibleName(tr("What is added"))
        for steps, words in adds:
            menu.addAction(said(words)).triggered.connect(
                lambda _on=False, steps=steps: self._add(steps)
            )
        menu.popup(self.add.mapToGlobal(self.add.rect().bottomLeft()))

    def _add(self, rows: Steps) -> None:
        made, steps = with_row(self.model.draft, rows, self.model.names)
        self.model.change(lambda _draft: made)
        self.go(steps)

    def remove(self) -> None:
        """Take the chosen entry away; a part that is gone is as usual."""
        entry = self.current
        if entry is None or not entry.steps or not entry.there:
            return
        self.model.change(lambda draft: put(draft, entry.steps, None))

    def move_row(self, by: int) -> None:
        """Move the chosen row up or down in its list."""
        entry = self.current
        if entry is None or not entry.is_row:
            return
        at = (*entry.steps[:-1], int(entry.steps[-1]) + by)
        before = self.model.draft
        self.model.change(lambda draft: moved(draft, entry.steps, by))
        if self.model.draft != before:
            self.list.set_current(_key(at))
            self._show()


def _key(steps: Steps) -> str:
    return ".".join(map(str, steps)) or "."


def _row(entry: Entry, wrong: set[str]) -> ListRow:
    head = entry.kind is None and entry.depth == 0
    key = _key(entry.steps)
    faulty = key in wrong
    indent = "    " * entry.depth
    return ListRow(
        key, f"{indent}{said(entry.title)}", strong=False,
        icon="warning" if faulty else "", tone="danger" if faulty else "text2",
        figure="" if entry.there or head else tr("usual"),
        hint=tr("Something is wrong here") if faulty else "",
    )  # fmt: skip
