"""Many dice of one action in one table: typed, pasted, the rest rolled, entered as one deed."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import (
    QObject,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from wardesk.campaign.actions import Cast, ThrownRow
from wardesk.campaign.ledger.events import LedgerEvent
from wardesk.errors import UserError
from wardesk.services.campaign.rights import UMPIRE, Allowed
from wardesk.services.campaign.rolls import (
    RollTable,
    as_cells,
    enter_rolls,
    expected,
    read_pasted,
    roll_table,
)
from wardesk.ui import theme
from wardesk.ui.campaign.worker import CampaignWorker
from wardesk.ui.dialogs.dialog import Dialog
from wardesk.ui.language import decimal, said
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.cite import Cite
from wardesk.ui.widgets.fields import combo_box, line_edit, search_field
from wardesk.ui.widgets.panel import hairline
from wardesk.ui.widgets.table import Column, Index, LinesTable, PlainTable
from wardesk.ui.widgets.text import ElidedLine, Label, Wrapped
from wardesk.words import shown, tr

NAME, OF, AT, OWN = range(4)
"""The first columns; those of the table's own words follow, then die, sum and fate."""
_BACK = 200
"""How many steps can be undone."""


class RollModel(LinesTable[Cast]):
    """``edited(retold)`` after whatever was typed: *retold* if odds may be others now."""

    edited = Signal(bool)

    def __init__(self, table: RollTable, parent: QObject | None = None) -> None:
        super().__init__((), parent)
        self.table = table
        self.lines, self.columns = list(table.rows), self._columns()
        self.told: dict[str, ThrownRow] = {}
        self._before: list[dict[str, ThrownRow]] = []
        self.die_column = OWN + len(table.columns)

    # ---- what was typed -------------------------------------------------------------------------

    def rows(self) -> tuple[ThrownRow, ...]:
        """Every row that was told anything, in order."""
        found = (self.told.get(cast.key) for cast in self.table.rows)
        return tuple(row for row in found if row is not None)

    @property
    def typed(self) -> int:
        """How many rows have a die."""
        return sum(row.die is not None for row in self.rows())

    def die(self, cast: Cast) -> int | None:
        """The die of a row."""
        row = self.told.get(cast.key)
        return row.die if row is not None else None

    def put(self, rows: Iterable[ThrownRow]) -> None:
        """Fill rows in as one step; what they say nothing about stays."""
        changed = dict(self.told)
        for row in rows:
            was = changed.get(row.key, ThrownRow(key=row.key))
            die = was.die if row.die is None else row.die
            words = {word: text for word, text in {**was.words, **row.words}.items() if text}
            changed[row.key] = ThrownRow(key=row.key, die=die, words=words)
        self._set(changed)

    def clear(self, keys: Iterable[str]) -> None:
        """Take dice out again."""
        gone = set(keys)
        self._set({
            key: replace(row, die=None) if key in gone else row for key, row in self.told.items()
        })  # fmt: skip

    def undo(self) -> bool:
        """One step back; False where there is none."""
        if not self._before:
            return False
        told = self._before.pop()
        self._show(told)
        return True

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to go back."""
        return bool(self._before)

    def _set(self, told: dict[str, ThrownRow]) -> None:
        if told != self.told:
            self._before = [*self._before[-_BACK:], self.told]
            self._show(told)

    def _show(self, told: dict[str, ThrownRow]) -> None:
        words = {key: row.words for key, row in self.told.items() if row.words}
        self.told = told
        retold = words != {key: row.words for key, row in told.items() if row.words}
        self.renew()
        self.edited.emit(retold)

    def set_table(self, table: RollTable) -> None:
        """Other odds for the same rows, or fewer rows once some are entered."""
        same = [row.key for row in table.rows] == [row.key for row in self.table.rows]
        if same:
            self.table, self.lines = table, list(table.rows)
            self.renew()
            return
        self.beginResetModel()
        self.table, self.lines, self.columns = table, list(table.rows), self._columns()
        keys = {row.key for row in table.rows}
        self.told = {key: row for key, row in self.told.items() if key in keys}
        self._before = []
        self.die_column = OWN + len(table.columns)
        self.endResetModel()

    # ---- its columns ----------------------------------------------------------------------------

    def _columns(self) -> tuple[Column[Cast], ...]:
        def unthrown(cast: Cast) -> str:
            return "text3" if self.die(cast) is None else "text"

        return (
            Column(title=tr("Unit"), words=lambda cast: shown(cast.name), ink="text"),
            Column(title=tr("Formation"), words=lambda cast: shown(cast.of), ink="text3"),
            Column(title=tr("Where"), words=lambda cast: shown(cast.at), ink="text3"),
            *(
                Column(title=said(own.label), words=partial(self._word, own.name), ink="text",
                       number=own.number, put=partial(self._put, own.name))
                for own in self.table.columns
            ),
            Column(title=tr("d10"), words=self._thrown, ink=unthrown, tip=self._why, number=True),
            Column(title=tr("Sum"), words=self._sum, ink=unthrown, tip=self._why, number=True),
            Column(title=tr("Fate"), words=self._fate, ink=self._fate_ink, tip=self._why),
        )  # fmt: skip

    def _word(self, name: str, cast: Cast) -> str:
        row = self.told.get(cast.key)
        return row.words.get(name, "") if row else ""

    def _put(self, name: str, at: int, text: str) -> None:
        key = self.table.rows[at].key
        row = self.told.get(key, ThrownRow(key=key))
        words = {word: told for word, told in {**row.words, name: text}.items() if told}
        self._set({**self.told, key: replace(row, words=words)})

    def _thrown(self, cast: Cast) -> str:
        die = self.die(cast)
        return "–" if die is None else str(die)

    def _sum(self, cast: Cast) -> str:
        die, modifier = self.die(cast), cast.proposal.modifier
        told = f"{modifier:+d}".replace("-", "−") if modifier else ""
        return told if die is None else str(die + modifier)

    def _fate(self, cast: Cast) -> str:
        if cast.key in self.table.troubles:
            return shown(self.table.troubles[cast.key])
        die = self.die(cast)
        return said(cast.results[die]) if die is not None else ""

    def _fate_ink(self, cast: Cast) -> str:
        if cast.key in self.table.troubles:
            return "danger"
        die = self.die(cast)
        return "ok" if die is not None and cast.results[die] == cast.results[0] else "warn"

    def _why(self, cast: Cast) -> str:
        if cast.key in self.table.troubles:
            return shown(self.table.troubles[cast.key])
        rows = (
            f"{said(each.name)}: {each.value:+d}".replace("-", "−")
            for each in cast.proposal.modifiers
        )
        return "\n".join((*rows, shown(cast.proposal.odds_text)))


class _OneOf(QStyledItemDelegate):
    """A cell that is one of some values."""

    def __init__(self, choices: tuple[tuple[str, str], ...], parent: QWidget) -> None:
        super().__init__(parent)
        self._choices = choices

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        del option, index
        box = combo_box("", parent)
        box.addItem(tr("as planned"), "")
        for value, name in self._choices:
            box.addItem(said(name), value)
        return box

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        assert isinstance(editor, QComboBox)
        editor.setCurrentIndex(max(0, editor.findData(index.data(Qt.ItemDataRole.EditRole))))

    def setModelData(self, editor: QWidget, model: object, index: Index) -> None:
        assert isinstance(editor, QComboBox)
        model.setData(index, editor.currentData())  # type: ignore[attr-defined]


class RollGrid(PlainTable):
    """A digit is the die of the row, the next row comes; Delete takes it out.

    ``struck(die or None)``, ``pasted()``, ``undone()``, ``sought()`` for the next row without one.
    """

    struck = Signal(object)
    pasted = Signal()
    undone = Signal()
    sought = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        last = self.model().columnCount() - 3
        own = OWN <= self.currentIndex().column() < last
        text = event.text()
        if event.matches(QKeySequence.StandardKey.Paste):
            self.pasted.emit()
        elif event.matches(QKeySequence.StandardKey.Undo):
            self.undone.emit()
        elif event.key() == Qt.Key.Key_F8:
            self.sought.emit()
        elif own and text and text.isprintable():
            QTableView.keyPressEvent(self, event)
        elif text.isdigit() and text.isascii():
            self.struck.emit(int(text))
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.struck.emit(None)
        else:
            super().keyPressEvent(event)


class RollTableDialog(Dialog):
    """``retold(rows)`` when odds may be others, ``entered(rows, rest, allow)`` to write them."""

    retold = Signal(object)
    entered = Signal(object, bool, str)

    def __init__(self, table: RollTable, parent: QWidget | None = None) -> None:
        super().__init__(parent, size=(1220, 660))
        self.model = RollModel(table, self)
        self._all = False
        """Whether no die is typed, and the campaign's seed may roll them all."""
        self.set_title(said(table.title))
        self.head.addWidget(Cite(table.cite, self, summary=table.title))
        self._make()
        self._lay_out()
        self.model.edited.connect(self._edited)
        self._judge()
        self.view.setFocus()

    def _make(self) -> None:
        self.proxy = QSortFilterProxyModel(self)
        self.proxy.setSourceModel(self.model)
        self.proxy.setFilterKeyColumn(-1)
        self.proxy.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.search = search_field(tr("Find units, a formation or a zone"), self)
        self.search.textChanged.connect(self.proxy.setFilterFixedString)
        self.view = RollGrid(tr("Dice, row by row"), self)
        self.view.setModel(self.proxy)
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        triggers = QAbstractItemView.EditTrigger
        self.view.setEditTriggers(
            triggers.DoubleClicked | triggers.EditKeyPressed | triggers.AnyKeyPressed
        )
        for at, column in enumerate(self.model.table.columns):
            if column.choices:
                delegate = _OneOf(column.choices, self.view)
                self.view.setItemDelegateForColumn(OWN + at, delegate)
        self.view.verticalHeader().setDefaultSectionSize(theme.px(30))
        header = self.view.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        header.setMinimumSectionSize(theme.px(36))
        last = self.model.columnCount() - 1
        words = QFontMetrics(header.font())
        for at, head in enumerate(column.title for column in self.model.columns):
            header.resizeSection(
                at, max(theme.px(46), words.horizontalAdvance(head) + theme.px(26))
            )
        for at, width in ((AT, 84), (last, 200)):
            header.resizeSection(at, theme.px(width))
        of = {str(self.model.index(row, OF).data()) for row in range(self.model.rowCount())}
        widest = round(max((paint.advance(words, "body") for words in of), default=0))
        header.resizeSection(OF, max(theme.px(80), min(theme.px(140), widest + theme.px(22))))
        if self.model.rowCount():
            self.view.setCurrentIndex(self.proxy.index(0, self.model.die_column))
        self.view.struck.connect(self._strike)
        self.view.pasted.connect(self.paste)
        self.view.undone.connect(self.undo)
        self.view.sought.connect(self.next_empty)
        self.paste_ = Button(tr("Paste"), self, icon="copy", key="Ctrl+V")
        self.paste_.setToolTip(
            tr("Dice alone go down from this row; lines of name and die find their unit")
        )
        self.paste_.clicked.connect(self.paste)
        self.copy = Button(tr("Copy for a spreadsheet"), self, kind="link")
        self.copy.clicked.connect(self._copy)
        self.undo_ = Button(tr("Undo"), self, icon="undo", key="Ctrl+Z")
        self.undo_.clicked.connect(self.undo)
        self.rest = Button("", self, icon="dice")
        self.rest.clicked.connect(lambda: self._enter(rest=True))
        self.enter_ = Button("", self, kind="primary")
        self.enter_.clicked.connect(lambda: self._enter(rest=False))
        hint = tr("Allow it all the same, because …")
        self.allow = line_edit(tr("Allow with a reason"), self, hint=hint, clear=True)
        self.allow.hide()

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(theme.S2)
        top.addWidget(self.search, 1)
        top.addWidget(self.undo_)
        top.addWidget(self.paste_)
        self.so_far = Wrapped("", self, role="small")
        self.read = Label("", self, role="small", tone="text2", wrap=True)
        beside = QVBoxLayout()
        beside.setSpacing(theme.S2)
        beside.addWidget(ElidedLine(tr("So far"), self, role="strong"))
        beside.addWidget(self.so_far)
        beside.addWidget(hairline(self))
        beside.addWidget(ElidedLine(tr("Paste"), self, role="strong"))
        beside.addWidget(self.read)
        beside.addWidget(self.copy)
        beside.addStretch(1)
        beside.addWidget(
            Label(
                tr("A digit is the die of the row. Delete takes it out. F8 goes to the next row"
                   " without a die."),
                self, role="small", tone="text2", wrap=True,
            )
        )  # fmt: skip
        side = QWidget(self)
        side.setLayout(beside)
        side.setFixedWidth(theme.px(220))
        row = QHBoxLayout()
        row.setSpacing(theme.S3)
        row.addWidget(self.view, 1)
        row.addWidget(hairline(self, vertical=True))
        row.addWidget(side)
        self.body.addLayout(top)
        self.body.addLayout(row, 1)
        self.body.addWidget(self.allow)
        self.set_foot(self.enter_, self.rest, leave=tr("Close"), with_control=True)
        self.read.setText(tr("Nothing was pasted yet."))

    # ---- typing ---------------------------------------------------------------------------------

    def _keys(self) -> list[str]:
        rows = {self.proxy.mapToSource(i).row() for i in self.view.selectionModel().selectedRows()}
        return [self.model.table.rows[row].key for row in sorted(rows)]

    def _strike(self, die: int | None) -> None:
        at = self.view.currentIndex()
        if not at.isValid():
            return
        key = self.model.table.rows[self.proxy.mapToSource(at).row()].key
        if die is None:
            self.model.clear(self._keys() or [key])
            return
        self.model.put((ThrownRow(key=key, die=die),))
        below = at.sibling(at.row() + 1, self.model.die_column)
        self.view.setCurrentIndex(below if below.isValid() else at)

    def next_empty(self) -> None:
        """Go to the next row without a die, round the end."""
        count, here = self.proxy.rowCount(), max(0, self.view.currentIndex().row())
        for step in range(1, count + 1):
            at = self.proxy.index((here + step) % count, self.model.die_column)
            if self.model.die(self.model.table.rows[self.proxy.mapToSource(at).row()]) is None:
                self.view.setCurrentIndex(at)
                return

    def paste(self) -> None:
        """Put in what the clipboard has; what could not be read is said."""
        at = self.proxy.mapToSource(self.view.currentIndex()).row()
        found = read_pasted(self.model.table, QApplication.clipboard().text(), max(0, at))
        self.model.put(found.rows)
        count = len(found.rows)
        words = [tr("One row read.") if count == 1 else tr("{0} rows read.").format(count)]
        words += [shown(trouble) for trouble in found.troubles[:6]]
        if len(found.troubles) > 6:
            words.append(tr("and {0} more").format(len(found.troubles) - 6))
        self.read.setText("\n".join(words))
        self.read.set_tone("danger" if found.troubles else "text2")

    def _copy(self) -> None:
        cells = as_cells(self.model.table, self.model.rows())
        QApplication.clipboard().setText("\n".join("\t".join(line) for line in cells))
        self.read.setText(tr("The table is in the clipboard."))
        self.read.set_tone("text2")

    def undo(self) -> None:
        """Take back what was typed or pasted last."""
        self.model.undo()

    def press_enter(self) -> None:
        """Roll all where no die is typed and the campaign may roll, else enter what is typed."""
        (self.rest if self._all else self.enter_).click()

    # ---- judging --------------------------------------------------------------------------------

    def _edited(self, retold: bool) -> None:
        if retold:
            self.retold.emit(self.model.rows())
        self._judge()

    def set_table(self, table: RollTable) -> None:
        """Show other odds, or what is left."""
        self.model.set_table(table)
        self._judge()

    def _judge(self) -> None:
        table, typed = self.model.table, self.model.typed
        left = len(table.rows) - typed
        self.undo_.allow() if self.model.can_undo else self.undo_.refuse(tr("Nothing to undo"))
        self.enter_.set_words(
            tr("Enter one fate") if typed == 1 else tr("Enter {0} fates").format(typed)
        )
        self._all = table.seeded and left > 0 and not typed
        self.rest.setVisible(table.seeded and left > 0)
        self.rest.set_words(
            tr("Enter, and roll the {0} left").format(left) if typed
            else tr("Roll all {0}").format(left),
            icon="dice", key="Ctrl+Enter" if self._all else "",
        )  # fmt: skip
        self.rest.set_kind("primary" if self._all else "normal")
        self.enter_.setHidden(self._all)
        trouble = shown(next(iter(table.troubles.values()), ""))
        for button, why in (
            (self.enter_, trouble or ("" if typed else tr("No die is there yet"))),
            (self.rest, trouble),
        ):
            button.refuse(why) if why else button.allow()
        self._show_so_far()

    def _show_so_far(self) -> None:
        rows = [row for row in self.model.table.rows if self.model.die(row) is not None]
        came: dict[str, int] = {}
        for row in rows:
            result = row.results[self.model.die(row) or 0]
            came[result] = came.get(result, 0) + 1
        lines = [
            tr("{0}: {1}, expected {2}").format(said(result), came.get(result, 0), decimal(mean))
            for result, mean in expected(rows or self.model.table.rows).items()
        ]
        words = tr("{0} of {1} have a die.").format(len(rows), len(self.model.table.rows))
        self.so_far.setText("\n".join((words, *lines)))

    def _enter(self, *, rest: bool) -> None:
        self.entered.emit(self.model.rows(), rest, self.allow.text())

    def offer_leave(self, words: str) -> None:
        """Say why it was refused, and let the umpire allow it."""
        self.tell_problem(words)
        self.allow.show()


class RollTableController(QObject):
    """Opens the dialog and answers it from the worker thread; ``closed()`` when it is gone."""

    closed = Signal()

    def __init__(self, worker: CampaignWorker, over: QWidget) -> None:
        super().__init__(over)
        self._worker, self._over = worker, over
        self._action, self._words = "", dict[str, str]()
        self.dialog: RollTableDialog | None = None

    def open(self, action: str, words: dict[str, str]) -> None:
        """Show what waits for a die."""
        self._action, self._words = action, words
        self._worker.read(lambda desk: roll_table(desk, action, words), self._show)

    def _show(self, table: RollTable) -> None:
        dialog = RollTableDialog(table, self._over)
        self.dialog = dialog
        dialog.retold.connect(self._retold)
        dialog.entered.connect(self._enter)
        dialog.finished.connect(lambda _code: self.closed.emit())
        dialog.open()

    def _retold(self, rows: tuple[ThrownRow, ...]) -> None:
        def told(table: RollTable) -> None:
            if self.dialog is not None and rows == self.dialog.model.rows():
                self.dialog.set_table(table)

        self._worker.read(lambda desk: roll_table(desk, self._action, self._words, rows), told)

    def _enter(self, rows: tuple[ThrownRow, ...], rest: bool, allow: str) -> None:
        allowed = Allowed(by=UMPIRE, reason=allow) if allow.strip() else None
        self._worker.do(
            lambda desk: enter_rolls(
                desk, self._action, self._words, rows, rest=rest, allowed=allowed
            ),
            self._done,
            self._refused,
        )

    def _done(self, _events: list[LedgerEvent]) -> None:
        """What is entered goes; the dialog with the last row."""

        def left(table: RollTable) -> None:
            if self.dialog is not None:
                self.dialog.set_table(table)

        def none(_error: object) -> None:
            if self.dialog is not None:
                self.dialog.accept()

        action, words = self._action, self._words
        self._worker.read(lambda desk: roll_table(desk, action, words), left, none)

    def _refused(self, error: object) -> None:
        if self.dialog is not None and isinstance(error, UserError):
            self.dialog.offer_leave(shown(error.message))
