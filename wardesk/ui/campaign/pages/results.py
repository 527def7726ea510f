"""The results sheet of a game played at a table: a row for each unit, and what will be recorded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import msgspec
from PySide6.QtCore import QRectF, QSortFilterProxyModel, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QApplication,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from wardesk.campaign.ledger.events import LedgerEvent
from wardesk.campaign.operation.implausible_results import Doubt
from wardesk.campaign.operation.results import ResultsPreview
from wardesk.campaign.operation.sheets import ResultsSheet
from wardesk.errors import UserError
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.results import read_sheet
from wardesk.services.campaign.shelf import keep_draft
from wardesk.services.campaign.table_back import BroughtBack
from wardesk.ui import theme
from wardesk.ui.campaign.dialogs.merge_sheet import MergeDialog, open_merge
from wardesk.ui.campaign.pages.results_model import (
    CHANGE,
    FORMATION,
    IN,
    LOST,
    OUT,
    STATE,
    TYPED,
    WHERE,
    Blank,
    ResultsModel,
    Typed,
    blank_sheet,
)
from wardesk.ui.campaign.worker import CampaignWorker
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.chip import Chip
from wardesk.ui.widgets.fields import combo_box, line_edit, search_field
from wardesk.ui.widgets.flow import clear
from wardesk.ui.widgets.glyph import Glyph
from wardesk.ui.widgets.panel import Scroller, hairline
from wardesk.ui.widgets.table import LINE, Index, PlainTable
from wardesk.ui.widgets.text import ElidedLine, Label
from wardesk.words import say_count, shown, tr

Hint = QAbstractItemDelegate.EndEditHint


class Field(QStyledItemDelegate):
    """A cell that can be typed into is drawn as a field, a wrong one in red."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        line: Typed = index.data(LINE)
        wrong = line.wrong and index.column() == OUT
        box = QRectF(option.rect).adjusted(3, 2, -3, -2)  # type: ignore[attr-defined]
        painter.save()
        edge = theme.colour("danger" if wrong else "edge")
        paint.rounded(painter, box, outline=edge, width=2 if wrong else 1, radius=4)
        painter.restore()


class ResultsTable(PlainTable):
    """Digits are typed where steps stand, letters where a state or hex stands; else keys go on.

    Enter goes to the cell below, Tab to the next one that is typed into.
    """

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            event.ignore()
            return
        column = self.currentIndex().column()
        text = event.text()
        typed = (column == OUT and text.isdigit()) or (
            column in (STATE, WHERE) and text.isprintable() and bool(text)
        )
        if typed:
            QTableView.keyPressEvent(self, event)
            event.accept()  # The editor has it; it is no key of the workspace.
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and column in TYPED:
            # a cell that is being typed into commits itself first, when this event is over
            QTimer.singleShot(0, self._go_below)
            return
        super().keyPressEvent(event)

    def closeEditor(self, editor: QWidget, hint: Hint) -> None:
        way = {Hint.EditNextItem: 1, Hint.EditPreviousItem: -1}.get(hint, 0)
        super().closeEditor(editor, Hint.NoHint if way else hint)
        here = self.currentIndex()
        if way and here.column() in TYPED:
            at = here.row() * len(TYPED) + TYPED.index(here.column()) + way
            row, column = divmod(at, len(TYPED))
            beside = self.model().index(row, TYPED[column])
            self.setCurrentIndex(beside if beside.isValid() else here)

    def here(self) -> tuple[str, int]:
        """The unit and the column that have the keyboard; no unit without a row."""
        index = self.currentIndex()
        return (index.data(LINE).unit, index.column()) if index.isValid() else ("", OUT)

    def go_to(self, unit: str, column: int) -> None:
        """Give the keyboard to the cell of a unit, to the first row where it is not here."""
        rows = range(self.model().rowCount())
        cells = (self.model().index(row, column) for row in rows)
        first = self.model().index(0, OUT)
        self.setCurrentIndex(next((c for c in cells if c.data(LINE).unit == unit), first))

    def _go_below(self) -> None:
        below = self.currentIndex().siblingAtRow(self.currentIndex().row() + 1)
        if below.isValid():
            self.setCurrentIndex(below)


class RecordList(QWidget):
    """What the campaign will record, a sentence for each unit that changes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(theme.S3, 0, theme.S2, 0)
        self._column.setSpacing(theme.S1)

    def show_lines(self, changed: Sequence[Typed]) -> None:
        """Show these; the first forty of them."""
        clear(self._column)
        for line in changed[:40]:
            self._column.addWidget(self._sentence(line))
        if len(changed) > 40:
            words = tr("and {0} more").format(len(changed) - 40)
            self._column.addWidget(Label(words, self, role="small", tone="text3"))
        if not changed:
            words = tr("Nothing yet: every unit came out as it went in.")
            self._column.addWidget(Label(words, self, role="small", tone="text2", wrap=True))
        self._column.addStretch(1)

    def _sentence(self, line: Typed) -> Label:
        if line.wrong:
            words, tone = tr("{0}: not yet, it does not balance").format(line.name), "danger"
        else:
            tone = "text"
            words = tr("{0} from {1} steps to {2}").format(line.name, line.before, line.after)
            if line.after == line.before:
                words = line.name
            elif not line.after:
                words = tr("{0} is lost").format(line.name)
            if line.fallen:
                words = tr("{0} is lost").format(line.name)
            if line.where:
                words += f", {line.where}"
            if line.state.strip():
                words += f", {line.state.strip()}"
        return Label(words, self, role="small", tone=tone, wrap=True)


class DoubtRow(QWidget):
    """What can hardly be. ``mended()``: use the hex that was meant; ``confirmed(why)``: keep it."""

    mended = Signal()
    confirmed = Signal(str)

    def __init__(self, doubt: Doubt, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.S2)
        row.addWidget(Label(shown(doubt.words), self, role="strong", wrap=True), 1)
        if doubt.mend:
            mend = Button(tr("Use {0}").format(doubt.mend), self)
            mend.clicked.connect(self.mended)
            row.addWidget(mend)
        self.why = line_edit(tr("Why it is so"), self, hint=tr("It is so, because …"))
        self.tick = Button(tr("It is so", "ResultsPage"), self, icon="check")
        self.why.textChanged.connect(self._judge)
        self.why.returnPressed.connect(self._confirm)
        self.tick.clicked.connect(self._confirm)
        self._judge()
        row.addWidget(self.why)
        row.addWidget(self.tick)

    def _judge(self) -> None:
        self.tick.allow() if self.why.text().strip() else self.tick.refuse(tr("Say why first"))

    def _confirm(self) -> None:
        if self.why.text().strip():
            self.confirmed.emit(self.why.text().strip())


PAUSE = 250
"""Milliseconds after the last key before the ledger is asked and the draft is kept."""


class ResultsPage(QWidget):
    """A sheet that is filled in, judged by the ledger and kept as a draft while it is typed.

    ``entered(words)`` when it was accepted; ``table_asked(node, path)`` to fill it from a table.
    """

    entered = Signal(str)
    table_asked = Signal(str, object)

    def __init__(self, worker: CampaignWorker, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self.model = ResultsModel(self)
        self.proxy = QSortFilterProxyModel(self)
        self.proxy.setSourceModel(self.model)
        self.proxy.setFilterKeyColumn(-1)
        self.proxy.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.blank: Blank | None = None
        self._remarks: tuple[str, ...] = ()
        """What a table that is being brought back says beside its results."""
        self._preview: ResultsPreview | None = None
        self._confirmed: dict[str, str] = {}
        self.merge_dialog: MergeDialog | None = None
        self._sources: tuple[tuple[str, str, str], ...] = ()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(PAUSE)
        self._timer.timeout.connect(self._ask)
        self._make()
        self._lay_out()
        self.model.edited.connect(self._edited)
        self._judge()

    def _make(self) -> None:
        self.source = combo_box(tr("What was played"), self)
        self.source.activated.connect(lambda _at: self._open())
        self.search = search_field(tr("Find units or a formation"), self)
        self.search.textChanged.connect(self.proxy.setFilterFixedString)
        self.table = ResultsTable(tr("Results, unit by unit"), self)
        self.table.setModel(self.proxy)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.table.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.SelectedClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.AnyKeyPressed
        )
        for column in TYPED:
            self.table.setItemDelegateForColumn(column, Field(self.table))
        self.table.verticalHeader().setDefaultSectionSize(theme.px(32))
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setMinimumSectionSize(theme.px(40))
        for column, part in ((FORMATION, 86), (IN, 62), (OUT, 76), (LOST, 48), (STATE, 94),
                             (WHERE, 84), (CHANGE, 62)):  # fmt: skip
            header.resizeSection(column, max(theme.px(part), header.sectionSizeHint(column)))
        self.everyone = Button(tr("Everyone came out"), self, kind="link")
        self.everyone.clicked.connect(self._begin_anew)
        self.from_table = Button(tr("From the table"), self, icon="table")
        self.from_table.setToolTip(tr("Fill in what the table says; nothing is entered yet"))
        self.from_table.clicked.connect(self._bring)
        self.from_table.hide()
        self.from_file = Button(tr("Open a sheet…"), self, kind="link")
        self.from_file.setToolTip(tr("A filled sheet (JSON); nothing is entered yet"))
        self.from_file.clicked.connect(self._ask_file)
        self.minus = Button(tr("Selected lost a step"), self, icon="minus")
        self.minus.clicked.connect(lambda: self.model.lose(self._selected(), 1))
        self.winner = combo_box(tr("Who won"), self)
        self.winner.currentIndexChanged.connect(lambda _at: self._edited())
        self.balance = ElidedLine("", self, role="strong", least=120)
        self.chip = Chip("", self)
        self.accept = Button(tr("Accept all"), self, icon="check", kind="primary", key="Ctrl+Enter")
        self.accept.clicked.connect(self._accept)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(theme.S2)
        head.addWidget(self.source)
        head.addWidget(self.winner)
        head.addWidget(self.search, 1)
        head.addWidget(self.from_file)
        head.addWidget(self.from_table)
        head.addWidget(self.minus)
        head.addWidget(self.everyone)
        self.words = Label("", self, role="small", tone="text2", wrap=True)
        self.record = RecordList(self)
        scroll = Scroller(self.record, self)
        scroll.setMinimumWidth(theme.px(220))
        beside = QVBoxLayout()
        beside.setSpacing(theme.S2)
        title = ElidedLine(tr("What the campaign will record"), self, role="strong")
        indent = QHBoxLayout()
        indent.setContentsMargins(theme.S3, 0, 0, 0)
        indent.addWidget(title)
        beside.addLayout(indent)
        beside.addWidget(scroll, 1)
        middle = QHBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(self.table, 8)
        middle.addWidget(hairline(self, vertical=True))
        middle.addLayout(beside, 3)
        self.also = Label("", self, role="small", wrap=True)
        """What a table says of bridges, points and markers."""
        self.band = QFrame(self)
        self.band.setObjectName("band")
        self.band.setProperty("tone", "danger")
        self._band = QHBoxLayout(self.band)
        self._band.setContentsMargins(theme.S3, theme.S2, theme.S3, theme.S2)
        foot = QHBoxLayout()
        foot.setSpacing(theme.S2)
        foot.addWidget(Label(tr("Balance"), self, role="strong"))
        foot.addWidget(self.balance, 1)
        foot.addWidget(self.chip)
        foot.addWidget(self.accept)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.S4, theme.S2, theme.S4, theme.S3)
        column.setSpacing(theme.S2)
        column.addLayout(head)
        column.addWidget(self.words)
        column.addWidget(self.also)
        column.addLayout(middle, 1)
        column.addWidget(self.band)
        column.addLayout(foot)

    # ---- opening --------------------------------------------------------------------------------

    def set_sources(
        self, games: Sequence[tuple[str, str]], nodes: Sequence[tuple[str, str]]
    ) -> None:
        """What a sheet can be opened for: scenarios being played first, then the games."""
        sources = tuple(("", key, name) for key, name in nodes)
        sources += tuple((key, "", name) for key, name in games)
        if sources == self._sources:
            return
        at = self.source.currentIndex()
        here = self._sources[at][:2] if 0 <= at < len(self._sources) else ("", "")
        self._sources = sources
        self.source.clear()
        self.source.addItems([name for _game, _node, name in sources])
        self._name(*here)

    def _name(self, game: str, node: str) -> None:
        for at, (one, other, _name) in enumerate(self._sources):
            if (one, other) == (game, node):
                self.source.setCurrentIndex(at)

    def choose(self, game: str, node: str) -> None:
        """Open the sheet of a game or a scenario; the first one if both are empty."""
        self._name(game, node)
        self._open()

    def _open(self) -> None:
        at = self.source.currentIndex()
        if 0 <= at < len(self._sources):
            game, node, _name = self._sources[at]
            self._worker.read(partial(blank_sheet, game, node), self._show)

    def fill(self, found: BroughtBack) -> None:
        """Open the sheet of a table's scenario as the table says; nothing is entered by that."""
        if self.blank is not None:
            self.flush()
        self._keep_now(found.sheet)
        self._remarks = found.remarks
        self.blank = None
        self.choose(found.sheet.game, found.sheet.node)

    def _ask_file(self) -> None:
        name, _kind = QFileDialog.getOpenFileName(
            self, tr("Open a results sheet"), "", tr("Results sheets (*.json)")
        )
        if name:
            self.open_sheet(Path(name))

    def open_sheet(self, path: Path) -> None:
        """Show a filled sheet from a file; it may be older than the ledger."""
        try:
            sheet = read_sheet(path)
        except UserError as error:
            self._worker.refused.emit(error)
            return
        if (sheet.game, sheet.node) not in {(game, node) for game, node, _name in self._sources}:
            self._worker.refused.emit(
                UserError("This sheet is of nothing that is being played here.")
            )
            return
        self._merged(sheet)

    def _show(self, blank: Blank) -> None:
        """Show a sheet; what was typed into it before is there again."""
        here = self.table.here()
        self.blank, self._preview = blank, None
        self._confirmed = dict(blank.draft.confirmed) if blank.draft is not None else {}
        self.winner.blockSignals(True)
        self.winner.clear()
        self.winner.addItem(tr("Who won?"), "")
        for key, name in blank.outcomes:
            self.winner.addItem(shown(name), key)
        if blank.draft is not None and blank.draft.winner:
            self.winner.setCurrentIndex(max(0, self.winner.findData(blank.draft.winner)))
        self.winner.blockSignals(False)
        self.winner.setVisible(bool(blank.outcomes))
        self.model.begin(blank.preview.lines, blank.formations, blank.draft)
        filled = blank.draft is not None and blank.draft.opened_for
        words = (
            tr("{0}, filled in from the table; correct it, then accept.")
            if filled
            else tr("{0}. Played at a table; type what came out. A draft is kept.")
        )
        of = say_count("{title}: {n} unit", "{title}: {n} units", n=len(self.model.lines),
                       title=blank.title)  # fmt: skip
        self.words.setText(" ".join((words.format(shown(of)), *self._remarks)))
        self._remarks = ()
        self.from_table.setVisible(blank.table is not None)
        if self.model.lines:
            self.table.go_to(*here)
        self._edited()

    def follow(self, head_hash: str) -> None:
        """Read what is shown anew where the log, whose last event has this hash, has gone on.

        What was typed is kept as a draft, which the ledger merges.
        """
        of, blank = self._of, self.blank
        if of and blank and self.isVisible() and head_hash not in ("", blank.opened_hash):
            self.flush()
            # it may be entered meanwhile, or another one opened
            self._worker.read(
                partial(blank_sheet, *of), lambda found: of == self._of and self._show(found)
            )

    @property
    def _of(self) -> tuple[str, str] | None:
        """The game or scenario whose sheet is shown, None while none is."""
        return None if self.blank is None else (self.blank.game, self.blank.node)

    def enter(self) -> None:
        """Give the keyboard to the first row."""
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    # ---- typing ---------------------------------------------------------------------------------

    def _selected(self) -> list[int]:
        rows = {self.proxy.mapToSource(i).row() for i in self.table.selectionModel().selectedRows()}
        return sorted(rows)

    def sheet(self) -> ResultsSheet:
        """What was typed so far."""
        blank = self.blank
        if blank is None:
            return ResultsSheet(rows=())
        sheet = self.model.sheet(blank.game, blank.node, str(self.winner.currentData() or ""))
        # what a table said rests on the moment it was set up; what is typed, on what is shown here
        table = blank.draft if blank.draft is not None and blank.draft.opened_for else None
        of, node = table or blank, table.opened_for if table is not None else ""
        if blank.draft is not None and blank.draft.opened_at:
            of = blank.draft
        beside = table or ResultsSheet(rows=())
        # rows of units that are not in play any more wait to be merged
        shown_here = {line.unit for line in self.model.lines}
        drafted = blank.draft.rows if blank.draft is not None else ()
        others = tuple(row for row in drafted if row.unit not in shown_here)
        return msgspec.structs.replace(
            sheet, rows=(*sheet.rows, *others),
            opened_at=of.opened_at, opened_hash=of.opened_hash, opened_for=node,
            bridges=beside.bridges, facts=beside.facts, markers=beside.markers,
            confirmed=dict(self._confirmed),
        )  # fmt: skip

    def _begin_anew(self) -> None:
        """Everybody came out as they went in; what a table said is forgotten."""
        if self.blank is not None:
            self.blank = replace(self.blank, draft=None)
        self._confirmed = {}
        self.model.everyone()

    def _bring(self) -> None:
        if self.blank is not None and self.blank.table is not None:
            self.table_asked.emit(*self.blank.table)

    def _edited(self) -> None:
        self._preview = None
        self._timer.start()
        self._judge()

    def _ask(self) -> None:
        if self.blank is None:
            return
        found, campaign = self.sheet(), self._worker.campaign
        self._worker.read(lambda desk: desk.preview(found), partial(self._show_preview, found))
        self._worker.read(lambda _desk: keep_draft(campaign, found), lambda _nothing: None)

    def _show_preview(self, sheet: ResultsSheet, preview: ResultsPreview) -> None:
        """What the ledger says to *sheet*; an older one is not shown any more."""
        if sheet == self.sheet():
            self._preview = preview
            self._judge()

    def flush(self) -> None:
        """Do not wait for more keys: judge and keep now."""
        here = QApplication.focusWidget()
        if here is not None and here is not self.table and self.table.isAncestorOf(here):
            self.table.setFocus()  # what is being typed counts
        if self._timer.isActive():
            self._timer.stop()
            self._ask()

    def shut(self) -> None:
        """Keep what was typed, before the campaign is closed."""
        self.flush()
        if self.blank is not None:
            self._keep_now(self.sheet())

    def _keep_now(self, sheet: ResultsSheet) -> None:
        try:
            keep_draft(self._worker.campaign, sheet)
        except UserError as error:
            self._worker.refused.emit(error)

    # ---- what is wrong, and what will be --------------------------------------------------------

    def _judge(self) -> None:
        lines = self.model.lines
        changed = [line for line in lines if line.changed]
        before = sum(line.before for line in lines)
        after = sum(line.after or 0 for line in lines)
        lost = sum(max(0, line.before - (line.after or 0)) for line in lines)
        back = sum(line.gain for line in lines)
        self.balance.set_words(
            tr("in {0} = out {1} + lost {2} − replaced {3}").format(before, after, lost, back)
        )
        wrong = next((k for k, line in enumerate(lines) if line.wrong), -1)
        troubles = self._preview.troubles if self._preview is not None else ()
        also = self._preview.also if self._preview is not None else ()
        doubts = self._preview.doubts if self._preview is not None else ()
        if self._preview is not None or self.blank is None or self.blank.draft is None:
            self.also.setText(" · ".join(also))
            self.also.setVisible(bool(also))
        self._show_band(wrong, troubles, doubts)
        off = sum(line.gain for line in lines if line.gain and not line.note)
        if wrong >= 0 or troubles or doubts:
            words = tr("off by {0}").format(off) if off else tr("not yet")
            self.chip.set_look(words, tone="danger", icon="error")
            self.accept.refuse(tr("Mend what is red first"))
        elif not changed and not also and not (self.blank is not None and self.blank.node):
            self.chip.set_look(tr("nothing typed"), tone="neutral", icon="")
            self.accept.refuse(tr("This sheet changes nothing yet"))
        elif self._preview is None:
            self.chip.set_look(tr("checking"), tone="neutral", icon="")
            self.accept.refuse(tr("Asking the log…"))
        else:
            self.chip.set_look(tr("balances"), tone="ok", icon="check")
            self.accept.allow()
        self.record.show_lines(changed)

    def _show_band(self, wrong: int, troubles: Sequence[str], doubts: Sequence[Doubt]) -> None:
        clear(self._band)
        self.band.setVisible(wrong >= 0 or bool(troubles or doubts))
        if wrong < 0 and not troubles and not doubts:
            return
        self._band.addWidget(Glyph("error", self.band, tone="danger", size=20))
        if wrong < 0 and not troubles:
            self._doubt(doubts[0])
            return
        if wrong < 0:
            words = " ".join(shown(each) for each in troubles)
            self._band.addWidget(Label(words, self.band, role="strong", wrap=True), 1)
            if self._preview is not None and self._preview.stale:
                merge = Button(tr("Merge unit by unit…"), self.band)
                merge.clicked.connect(self.open_merge)
                self._band.addWidget(merge)
            return
        line = self.model.lines[wrong]
        self._band.addWidget(ElidedLine(line.trouble, self.band, role="strong"), 1)
        if line.gain and line.after is not None and line.after <= line.full:
            why = line_edit(
                tr("Where the replacement came from"),
                self.band,
                hint=tr("Replacement: from where?"),
            )
            why.setToolTip(tr("Other seats are told this with the steps."))
            why.editingFinished.connect(
                lambda: self.model.change(wrong, note=why.text().strip())
                if why.text().strip() else None
            )  # fmt: skip
            self._band.addWidget(why)
        mend = Button(tr("Set to {0}").format(line.before), self.band)
        mend.clicked.connect(lambda: self.model.change(wrong, out=str(line.before), note=""))
        self._band.addWidget(mend)

    def _doubt(self, doubt: Doubt) -> None:
        row = DoubtRow(doubt, self.band)
        row.mended.connect(lambda: self.model.put_in(doubt.units, doubt.mend))
        row.confirmed.connect(partial(self._confirm, doubt.key))
        self._band.addWidget(row, 1)

    def _confirm(self, key: str, why: str) -> None:
        self._confirmed[key] = why
        self._edited()

    def open_merge(self) -> None:
        """Merge a sheet that is older than the ledger with what happened since."""

        def opened(dialog: MergeDialog) -> None:
            self.merge_dialog = dialog

        open_merge(self._worker, self.sheet(), self, self._merged, opened)

    def _merged(self, sheet: ResultsSheet) -> None:
        """Show what is left of a merged sheet; nothing is entered by that."""
        self._keep_now(sheet)
        self.blank = None
        self.choose(sheet.game, sheet.node)

    def _accept(self) -> None:
        sheet, campaign = self.sheet(), self._worker.campaign

        def work(desk: CampaignDesk) -> list[LedgerEvent]:
            events = desk.enter_results(sheet)
            keep_draft(campaign, ResultsSheet(rows=(), game=sheet.game, node=sheet.node))
            return events

        self._worker.do(work, self._entered)

    def _entered(self, events: list[LedgerEvent]) -> None:
        self.blank = None  # a new sheet stands as the units do now
        words = (
            tr("The results are entered: one event.") if len(events) == 1
            else tr("The results are entered: {0} events.").format(len(events))
        )  # fmt: skip
        self.entered.emit(words)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if control and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.accept.isEnabled():
                self._accept()
            return
        super().keyPressEvent(event)
