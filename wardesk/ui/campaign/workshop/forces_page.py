"""The page of forces: a sheet or a tree of units, and a table of somebody's taken in beside it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QStackedWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from wardesk.documents.files.untrusted import read_bounded
from wardesk.errors import UserError
from wardesk.model.look import CounterLook, SideLook
from wardesk.render.counters.counter import counter_image
from wardesk.render.counters.formations import unit_symbol
from wardesk.services.campaign.workshop.draft import DesignDraft
from wardesk.services.campaign.workshop.sheets import named, sheet_of
from wardesk.services.campaign.workshop.table_import import (
    LEAVE,
    ImportPreview,
    PastedTable,
    matched,
    read_pasted,
    take,
    with_taken,
)
from wardesk.ui import theme
from wardesk.ui.campaign.workshop.condition_rows import narrow
from wardesk.ui.campaign.workshop.model import WorkshopModel
from wardesk.ui.campaign.workshop.pages import EditedSheet, WorkshopPage
from wardesk.ui.dialogs.dialog import FormRows
from wardesk.ui.language import explained, said
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.fields import combo_box, text_edit
from wardesk.ui.widgets.flow import FlowBox, clear
from wardesk.ui.widgets.panel import Dock, Panel
from wardesk.ui.widgets.segment import Segment
from wardesk.ui.widgets.text import Label
from wardesk.words import tr

_PICTURE = 26
_FILLS = ("#8f9a8a", "#8a97a8", "#b0a080", "#a08a8a")
LARGEST = 1 << 20


class ImportPanel(QWidget):
    """A table pasted or read from a file: columns are matched, what is wrong is told by line."""

    def __init__(self, model: WorkshopModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._table: PastedTable | None = None
        self.columns: list[QComboBox] = []
        self.text = text_edit(tr("Table of units"), self)
        self.text.setPlaceholderText(tr("Paste a table here: its first line names the columns."))
        self.text.setFont(theme.font("mono"))
        self.text.setLineWrapMode(self.text.LineWrapMode.NoWrap)
        self.text.setFixedHeight(theme.px(130))
        self.text.textChanged.connect(self._read)
        self.paste = Button(tr("Paste"), self, icon="copy")
        self.paste.clicked.connect(lambda: self.text.setPlainText(QApplication.clipboard().text()))
        self.file = Button(tr("From a file…"), self, icon="folder")
        self.file.clicked.connect(self._choose)
        self.wrong = Label("", self, role="small", tone="danger", wrap=True)
        self.rows = QVBoxLayout()
        self.add = Button(tr("Add them"), self, icon="plus")
        self.add.clicked.connect(lambda: self._take(add=True))
        self.instead = Button(tr("In place of all"), self, icon="swap")
        self.instead.clicked.connect(lambda: self._take(add=False))
        first, last = FlowBox(self), FlowBox(self)
        first.add(self.paste, self.file)
        last.add(self.add, self.instead)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S2)
        column.addWidget(self.text)
        column.addWidget(first)
        column.addLayout(self.rows)
        column.addWidget(self.wrong)
        column.addWidget(last)
        self._judge()

    def _choose(self) -> None:
        kinds = tr("Tables (*.csv *.tsv *.txt)")
        found, _ = QFileDialog.getOpenFileName(self, tr("A table of units"), "", kinds)
        if found:
            self.read_file(Path(found))

    def read_file(self, file: Path) -> None:
        """Show the table in a file."""
        try:
            data = read_bounded(file, LARGEST)
            self.text.setPlainText(data.decode("utf-8-sig"))
        except UnicodeDecodeError:
            self.wrong.setText(tr("{0} is not UTF-8 text.").format(file.name))
        except UserError as error:
            told = explained(error)
            self.wrong.setText(f"{told.message} {told.advice}".strip())

    def _read(self) -> None:
        clear(self.rows)
        self.columns, self._table = [], None
        if not self.text.toPlainText().strip():
            self.wrong.setText("")
            self._judge()
            return
        try:
            table = read_pasted(self.text.toPlainText())
        except UserError as error:
            told = explained(error)
            self.wrong.setText(f"{told.message} {told.advice}".strip())
            self._judge()
            return
        self._table = table
        form = FormRows()
        sheet = sheet_of(self._model.draft, "units")
        kinds = [(tr("leave it"), LEAVE)]
        kinds += [(said(column.title), column.key) for column in sheet.columns]
        for name, key in zip(table.head, matched(self._model.draft, table.head), strict=True):
            box = narrow(combo_box(tr("What {0} is").format(name), self, kinds))
            box.setCurrentIndex(max(0, box.findData(key)))
            box.activated.connect(lambda _at: self._judge())
            form.add(name, box)
            self.columns.append(box)
        self.rows.addLayout(form)
        self._judge()

    def _found(self, *, add: bool) -> ImportPreview | None:
        if self._table is None:
            return None
        columns = [str(box.currentData()) for box in self.columns]
        return take(self._model.draft, self._table, columns, add=add)

    def _judge(self) -> None:
        found = self._found(add=True)
        if found is None:
            for button in (self.add, self.instead):
                button.refuse(tr("Paste a table first"))
            self.add.set_words(tr("Add them"))
            return
        told = [
            tr("Line {0}, column {1}: {2}.").format(each.line, each.column + 1, said(each.text))
            for each in found.wrong[:5]
        ]
        if len(found.wrong) > 5:
            told.append(tr("and {0} more").format(len(found.wrong) - 5))
        self.wrong.setText("\n".join(told))
        count, of = len(found.units), len(self._table.rows) if self._table else 0
        self.add.set_words(tr("Add {0} of {1}").format(count, of))
        if count:
            self.add.allow()
            self.instead.allow()
        else:
            self.add.refuse(tr("No line fits"))
        other = self._found(add=False)
        if other is not None and not other.units:
            self.instead.refuse(tr("No line fits"))

    def _take(self, *, add: bool) -> None:
        found = self._found(add=add)
        if found is not None and self._model.change(
            lambda draft: with_taken(draft, found, add=add)
        ):
            self.text.clear()


class ForcesTree(QTreeWidget):
    """Sides, divisions, formations and units, with the symbol of each unit."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFont(theme.font("small"))
        self.setObjectName("framed")
        self.setAccessibleName(tr("Order of battle"))
        self.setIconSize(QSize(_PICTURE, _PICTURE))
        self._icons: dict[tuple[str, str], QIcon] = {}

    def show_draft(self, draft: DesignDraft) -> None:
        """Show the order of battle of a draft."""
        self.clear()
        games = draft.games
        heads = [tr("Formation or unit"), tr("Steps"), *games.values(), tr("Arrives")]
        self.setColumnCount(len(heads))
        self.setHeaderLabels(heads)
        over: dict[tuple[str, str], QTreeWidgetItem] = {}
        sides = named(draft, "sides")
        for number, (key, name) in enumerate(sides):
            over["side", key] = self._row(None, [name])
            over["side", key].setData(0, Qt.ItemDataRole.UserRole, number)
        for line in draft.units:
            at = over.get(("side", line.get("side", "")))
            if at is None:
                continue
            number = int(at.data(0, Qt.ItemDataRole.UserRole))
            for kind in ("division", "formation"):
                if key := line.get(kind, ""):
                    if (kind, key) not in over:
                        over[kind, key] = self._row(at, [line.get(f"{kind}_name") or key])
                    at = over[kind, key]
            counters = [line.get(game.lower(), "") for game in games]
            item = self._row(at, [line.get("name") or line.get("unit", ""),
                                  line.get("steps") or "1", *counters,
                                  line.get("arrives", "")])  # fmt: skip
            item.setIcon(0, self._icon(line.get("symbol") or "infantry", number))
            for column, counter in enumerate(counters, 2):
                if not counter and any(counters):
                    item.setText(column, "–")
                    item.setForeground(column, theme.colour("text3"))
        self.expandAll()
        for column in range(self.columnCount()):
            self.resizeColumnToContents(column)

    def _row(self, parent: QTreeWidgetItem | None, words: list[str]) -> QTreeWidgetItem:
        item = QTreeWidgetItem(words)
        if parent is None:
            item.setFont(0, theme.font("small-strong"))
            self.addTopLevelItem(item)
        else:
            parent.addChild(item)
        return item

    def _icon(self, symbol: str, side: int) -> QIcon:
        fill = _FILLS[side % len(_FILLS)]
        if (symbol, fill) not in self._icons:
            look = CounterLook(piece="", side="s", at=None, title="", symbol=unit_symbol(symbol))
            image = counter_image(look, SideLook("s", "", fill, fill), _PICTURE, 2.0)
            self._icons[symbol, fill] = QIcon(QPixmap.fromImage(image))
        return self._icons[symbol, fill]


class ForcesPage(WorkshopPage):
    """The sheet or the tree, and the panel that takes tables in."""

    def __init__(self, model: WorkshopModel, parent: QWidget | None = None) -> None:
        super().__init__(model, parent)
        self.sheet = EditedSheet("units", model, self)
        self.tree = ForcesTree(self)
        self.tabs = Segment(
            (("sheet", tr("Table of units"), "table"), ("tree", tr("Tree"), "graph")), self,
            name=tr("How forces are shown"),
        )  # fmt: skip
        self.stack = QStackedWidget(self)
        self.stack.addWidget(self.sheet)
        self.stack.addWidget(self.tree)
        self.tabs.chosen.connect(self._open)
        self.take = ImportPanel(model, self)
        panel = Panel(tr("From CSV or a spreadsheet"), self)
        panel.add(self.take)
        left = QVBoxLayout()
        left.setContentsMargins(theme.S4, theme.S3, theme.S4, theme.S3)
        left.setSpacing(theme.S3)
        left.addWidget(self.tabs)
        left.addWidget(self.stack, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addLayout(left, 1)
        row.addWidget(Dock("right", panel, width=theme.px(300), parent=self))

    def _open(self, kind: str) -> None:
        self.stack.setCurrentIndex(0 if kind == "sheet" else 1)
        self.show_draft()

    def show_draft(self) -> None:
        self.sheet.show_draft()
        if self.tabs.current == "tree":
            self.tree.show_draft(self.model.draft)

    def focus_first(self) -> None:
        self.sheet.grid.setFocus()
