"""The page beside List and Score: branches as a tree, bookmarks and notes, two points compared."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence, QShortcut, Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from wardesk.documents.games.gamelog import Note
from wardesk.services.play.history import Branch
from wardesk.ui import theme
from wardesk.ui.widgets.button import Button, ToolButton
from wardesk.ui.widgets.flow import FlowBox
from wardesk.ui.widgets.panel import hairline
from wardesk.ui.widgets.row_list import ListRow, RowList
from wardesk.ui.widgets.text import ElidedLine, Label
from wardesk.words import tr


def branch_name(branch: Branch) -> str:
    """What a branch is called; a plain name for one that nobody has named."""
    if branch.name:
        return branch.name
    return tr("Main line") if branch.fork < 0 else tr("Branch {0}").format(branch.number)


def tree(found: Sequence[Branch]) -> list[tuple[Branch, tuple[bool, ...]]]:
    """Branches below the one they forked from, each with the rails at its left."""
    below: dict[int, list[Branch]] = {}
    for branch in found:
        below.setdefault(branch.parent, []).append(branch)
    rows: list[tuple[Branch, tuple[bool, ...]]] = []

    def add(branch: Branch, above: tuple[bool, ...]) -> None:
        children = below.get(branch.number, [])
        rows.append((branch, (*above, bool(children))))
        for child in children:
            add(child, (*above, child is not children[-1]))

    for root in below.get(-1, []):
        add(root, ())
    return rows


class BranchesPage(QWidget):
    """``switched(branch)``, ``renamed(branch)``, ``compared(event)`` and ``looked(event)``."""

    switched = Signal(int)
    rename_asked = Signal(int)
    compared = Signal(int)
    compare_ended = Signal()
    looked = Signal(int)
    cell_reached = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._found: dict[str, Branch] = {}
        self.branches = RowList(tr("Branches of the game"), self, click_picks=False, most=330)
        self.branches.picked.connect(self._switch)
        self.branches.reached.connect(self._show_buttons)
        self.go = Button(tr("Switch"), self, key="Enter")
        self.rename = Button(tr("Rename"), self, key="F2")
        self.compare = Button(tr("Compare"), self)
        self.go.clicked.connect(lambda: self._switch(self.branches.current))
        self.rename.clicked.connect(self._rename)
        self.compare.clicked.connect(self._compare)
        shortcut = QShortcut(QKeySequence(Qt.Key.Key_F2), self.branches)
        shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
        shortcut.activated.connect(self._rename)
        buttons = FlowBox(self)
        buttons.add(self.go, self.rename, self.compare)
        self.notes = RowList(tr("Bookmarks and notes"), self)
        self.notes.picked.connect(lambda key: self.looked.emit(int(key.partition("/")[0])))
        self._no_notes = Label(
            tr("M sets a bookmark on the event that is shown, N writes a note."), self,
            role="small", tone="text2", wrap=True,
        )  # fmt: skip
        self._compare_box = QWidget(self)
        self.differences = RowList(tr("Differences"), self, most=10 * theme.ROW_HEIGHT)
        self.differences.picked.connect(self._reached)
        self.differences.reached.connect(self._reached)
        self._compare_head = ElidedLine(tr("Compare two points"), self, role="strong", least=80)
        self.end_compare = ToolButton(
            "close", tr("End the comparison"), self, size=14, action="table.compare"
        )
        self.end_compare.clicked.connect(self.compare_ended)
        self._compare_words = Label("", self, role="small", tone="text2", wrap=True)
        hint = tr("C compares the shown event with others: keep it, then go to the second point.")
        self._compare_hint = Label(hint, self, role="small", tone="text2", wrap=True)
        self._lay_out(buttons)
        self.set_compared("", "", ())

    def _lay_out(self, buttons: FlowBox) -> None:
        head = QHBoxLayout()
        head.addWidget(self._compare_head, 1)
        head.addWidget(self.end_compare)
        # First, because that is what somebody who compares looks at while he moves on.
        box = QVBoxLayout(self._compare_box)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(theme.S1)
        box.addLayout(head)
        box.addWidget(self._compare_words)
        box.addWidget(self.differences)
        box.addWidget(hairline(self))
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.S3, 0, theme.S3, theme.S3)
        column.setSpacing(theme.S2)
        column.addWidget(self._compare_box)
        column.addWidget(self.branches)
        column.addWidget(buttons)
        column.addWidget(hairline(self))
        column.addWidget(Label(tr("Bookmarks and notes"), self, role="strong"))
        column.addWidget(self._no_notes)
        column.addWidget(self.notes)
        column.addWidget(hairline(self))
        column.addWidget(self._compare_hint)
        column.addStretch(1)

    # ---- what it shows --------------------------------------------------------------------------

    def set_branches(self, found: Sequence[Branch]) -> None:
        """Show the branches; the one that the game stands on is marked."""
        self._found = {str(branch.number): branch for branch in found}
        self.branches.set_rows([self._row(branch, rails) for branch, rails in tree(found)])
        if not self.branches.current:
            here = next((key for key, branch in self._found.items() if branch.current), "")
            self.branches.set_current(here)
        self._show_buttons(self.branches.current)

    @staticmethod
    def _row(branch: Branch, rails: tuple[bool, ...]) -> ListRow:
        words = tr("1 event") if branch.length == 1 else tr("{0} events").format(branch.length)
        to = tr("to {0}").format(branch.head)
        if branch.fork >= 0:
            to = tr("from {0} to {1}").format(branch.fork, branch.head)
        return ListRow(
            str(branch.number),
            branch_name(branch),
            f"{words}, {to}",
            figure=tr("here") if branch.current else "",
            strong=branch.current,
            rails=rails,
        )

    def _show_buttons(self, key: str) -> None:
        branch = self._found.get(key)
        if branch is not None and branch.current:
            self.go.refuse(tr("The game stands on this branch already"))
        else:
            self.go.allow()

    def set_notes(self, notes: Sequence[Note]) -> None:
        """Show bookmarks and notes; names of branches stand with the branches."""
        shown = [note for note in notes if note.kind != "branch-name"]
        self.notes.set_rows([
            ListRow(
                f"{note.event}/{note.kind}",
                " ".join(note.text.split()) or tr("Bookmark"),
                figure=str(note.event),
                icon="star" if note.kind == "bookmark" else "pencil",
                tone="accent_text",
            )
            for note in shown
        ])  # fmt: skip
        self._no_notes.setVisible(not shown)
        self.notes.setVisible(bool(shown))

    def set_compared(self, title: str, words: str, rows: Sequence[ListRow]) -> None:
        """Show what differs; without *title* nothing is compared."""
        self._compare_box.setVisible(bool(title))
        self._compare_hint.setVisible(not title)
        self._compare_head.set_words(title)
        self._compare_words.setText(words)
        self.differences.set_rows(rows)
        self.differences.setVisible(bool(rows))

    # ---- hands ----------------------------------------------------------------------------------

    def _switch(self, key: str) -> None:
        branch = self._found.get(key)
        if branch is not None and not branch.current:
            self.switched.emit(branch.number)

    def _rename(self) -> None:
        branch = self._found.get(self.branches.current)
        if branch is not None:
            self.rename_asked.emit(branch.number)

    def _compare(self) -> None:
        branch = self._found.get(self.branches.current)
        if branch is not None:
            self.compared.emit(branch.head)

    def _reached(self, key: str) -> None:
        self.cell_reached.emit(key.partition("/")[2])
