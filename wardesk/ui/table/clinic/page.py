"""What may happen at the position that is laid out, and why; each answer with all it rests on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QRectF, Qt, QUrl, Signal
from PySide6.QtGui import QCursor, QDesktopServices, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QCompleter,
    QFileDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QMenu,
    QVBoxLayout,
    QWidget,
)

from wardesk.documents.files.atomic import not_written, write_atomically
from wardesk.documents.translate_values import worded
from wardesk.engine.forecast import forecast
from wardesk.errors import UserError
from wardesk.model.look import InputLine, OddsLine
from wardesk.model.rulebook import Rule
from wardesk.services.play.clinic import (
    LAID_OUT,
    ClinicAnswers,
    ClinicEntry,
    ClinicWords,
    OtherChoice,
    compared,
    other_choices,
    page,
    placed,
)
from wardesk.services.play.clinic_examples import SUFFIX, save_example
from wardesk.ui import theme
from wardesk.ui.dialogs.chart_dialog import ChartDialog
from wardesk.ui.spoken import Role, tell_as
from wardesk.ui.table.model import TableModel
from wardesk.ui.table.slip_words import TriedDeeds
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.chart_view import ChartView
from wardesk.ui.widgets.cite import Cite
from wardesk.ui.widgets.fields import line_edit
from wardesk.ui.widgets.flow import FlowBox
from wardesk.ui.widgets.notice import Notice
from wardesk.ui.widgets.odds_bar import OddsBar, percent
from wardesk.ui.widgets.panel import Scroller, hairline
from wardesk.ui.widgets.text import ElidedLine, Label, Wrapped
from wardesk.words import tr

_LABEL, _CHART = 92, 190
"""Px of the column that says what a line is about, and the height of a chart."""


class ClinicRow(QFrame):
    """One answer: what is done, what it rests on line by line; ``chosen()`` shows it on the map.

    ``done()``: it shall be given; ``left(way)``: the keyboard goes on, to the next (1) or back.
    """

    chosen = Signal()
    done = Signal()
    left = Signal(int)

    def __init__(
        self, entry: ClinicEntry, summary: SummaryOf, words: EntryWords, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.entry = entry
        self.setObjectName("clinicrow")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(words.spoken(entry))
        grid = QGridLayout(self)
        grid.setContentsMargins(theme.S2, theme.S1, theme.S2, theme.S2)
        grid.setHorizontalSpacing(theme.S2)
        grid.setVerticalSpacing(2)
        grid.setColumnMinimumWidth(0, theme.px(_LABEL))
        grid.setColumnStretch(1, 1)
        title = Wrapped(words.said(entry.title), self, role="strong")
        grid.addWidget(title, 0, 0, 1, 2)
        self.do: Button | None = None
        if entry.deed is not None:
            self.do = Button(tr("Do"), self, tall=theme.px(24))
            self.do.setAccessibleName(tr("Do: {0}").format(words.said(entry.title)))
            self.do.clicked.connect(self.done)
            grid.addWidget(self.do, 0, 2, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight)
        for line in words.lines(entry):
            at = grid.rowCount()
            label = Wrapped(line.label, self, role="small", tone="text2")
            label.setFixedWidth(theme.px(_LABEL))
            grid.addWidget(label, at, 0, Qt.AlignmentFlag.AlignTop)
            tone = "danger" if entry.refused else "text"
            grid.addWidget(Wrapped(line.value, self, role="small", tone=tone), at, 1)
            if line.cite:
                cite = Cite(line.cite, self, summary=summary(line.cite))
                grid.addWidget(cite, at, 2, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight)

    def paintEvent(self, event: object) -> None:
        if self.hasFocus():
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            paint.rounded(painter, box, outline=theme.colour("focus"), width=2, radius=4)
            painter.end()

    def mousePressEvent(self, event: object) -> None:
        self.setFocus()
        self.chosen.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Space show it on the map; the arrows go on to the next one."""
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.chosen.emit()
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.left.emit(1 if key == Qt.Key.Key_Down else -1)
        else:
            super().keyPressEvent(event)


tell_as(Role.ListItem, ClinicRow)


class SummaryOf:
    """What a rule says in one line."""

    def __init__(self, model: TableModel) -> None:
        self._model = model

    def __call__(self, cite: str) -> str:
        return self._model.session.rule(cite)


class EntryWords:
    """Says entries in the language of the session."""

    def __init__(self, model: TableModel) -> None:
        self._model = model

    def said(self, text: str) -> str:
        """A sentence of rules or of the clinic."""
        return self._model.session.words.text(text)

    def lines(self, entry: ClinicEntry) -> list[InputLine]:
        """What stands under an entry: what it rests on and comes to, or what is against it."""
        facts = [worded(line, self._model.session.words) for line in entry.facts]
        if entry.odds:
            facts.append(InputLine(tr("Comes to"), self.odds(entry.odds)))
        against = [InputLine("", self.said(r.text), r.cite) for r in entry.refused]
        return [line for line in (*facts, *against) if line.value or line.cite]

    def odds(self, odds: Sequence[OddsLine]) -> str:
        """Chances in a line."""
        lines = [f"{self.said(o.label)} {percent(o.ways, o.of)}" for o in odds if o.ways]
        return ", ".join(lines)

    def spoken(self, entry: ClinicEntry) -> str:
        """All of an entry, as a screen reader says it."""
        lines = [f"{line.label} {line.value} {line.cite}".strip() for line in self.lines(entry)]
        head = tr("{0}: not allowed") if entry.refused else tr("{0}: allowed")
        return ". ".join([head.format(self.said(entry.title)), *lines])


class ClinicPage(QWidget):
    """The drawer of the clinic: who, where, what may happen, what may not, rulings, the chart.

    A click on a counter of the side that is asked asks about it, one elsewhere about that place.
    """

    stretch = True

    def __init__(
        self, model: TableModel, picture: Callable[[], bytes], parent: QWidget | None = None
    ) -> None:
        """*picture* is how the board looks now."""
        super().__init__(parent)
        self._model, self.picture = model, picture
        self._words, self._summary = EntryWords(model), SummaryOf(model)
        self.tried = TriedDeeds(model.session, self)
        """Finds out what a chosen entry comes to; the table's own one follows the pointer."""
        self.hand: tuple[str, ...] = ()
        self.aim = ""
        self.answers = ClinicAnswers(None)
        self.rows: list[ClinicRow] = []
        self.current: ClinicEntry | None = None
        self.other: OtherChoice | None = None
        """The choice by which the same is asked beside the table's own."""
        self._key: object = None
        self._lay_out()
        model.changed.connect(self._follow)
        model.about_asked.connect(self.ask_about)
        model.laid.connect(self.lay)
        self.tried.came.connect(self._came)

    def _lay_out(self) -> None:
        self.unit = line_edit(tr("Unit that is asked about"), self, hint=tr("any unit"), clear=True)
        self.place = line_edit(tr("Place that is asked about"), self, hint=tr("any place"),
                               clear=True)  # fmt: skip
        self.unit.editingFinished.connect(self._typed)
        self.place.editingFinished.connect(self._typed)
        head = QVBoxLayout()
        head.setContentsMargins(theme.S4, theme.S2, theme.S4, theme.S2)
        head.setSpacing(theme.S2)
        head.addWidget(Label(tr("What may happen here, and why"), self, role="heading"))
        self.question = Wrapped("", self, role="strong")
        head.addWidget(self.question)
        asking = QHBoxLayout()
        asking.setSpacing(theme.S2)
        asking.addWidget(self.unit, 3)
        asking.addWidget(self.place, 2)
        head.addLayout(asking)
        self._body = QWidget(self)
        self._column = QVBoxLayout(self._body)
        self._column.setContentsMargins(theme.S2, 0, theme.S2, theme.S3)
        self._column.setSpacing(0)
        self._chart = ChartView(None, self)
        self._chart.setMaximumHeight(theme.px(_CHART))
        self._chart.large_asked.connect(lambda: ChartDialog(self._chart.look, self.window()).open())
        self._chart_title = ElidedLine("", self, role="strong")
        self._odds = OddsBar((), self)
        self._shown = QWidget(self)
        shown = QVBoxLayout(self._shown)
        shown.setContentsMargins(theme.S4, theme.S2, theme.S4, theme.S2)
        shown.setSpacing(theme.S2)
        for part in (self._chart_title, self._odds, self._chart):
            shown.addWidget(part)
        self._shown.hide()
        foot = FlowBox(self)
        for words, action in (
            (tr("Page…"), "table.clinic_page"),
            (tr("Example…"), "table.clinic_example"),
            (tr("Play on"), "table.clinic_play"),
            (tr("Back"), "table.clinic_back"),
        ):
            button = Button(words, foot, action=action, tall=theme.px(28))
            button.clicked.connect(partial(self._model.actions.run, action))
            foot.add(button)
        self._others = other_choices(self._model.session)
        compare = Button(tr("Other options…"), foot, tall=theme.px(28))
        compare.clicked.connect(lambda: self.compare_menu().popup(QCursor.pos()))
        compare.setVisible(bool(self._others))
        foot.add(compare)
        feet = QVBoxLayout()
        feet.setContentsMargins(theme.S4, theme.S2, theme.S4, theme.S2)
        feet.addWidget(foot)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(head)
        whole.addWidget(hairline(self))
        self._scroll = Scroller(self._body, self)
        whole.addWidget(self._scroll, 1)
        whole.addWidget(self._shown)
        whole.addWidget(hairline(self))
        whole.addLayout(feet)

    def stop(self) -> None:
        """The table is about to go."""
        self.tried.stop()

    # ---- what is asked --------------------------------------------------------------------------

    def ask_about(self, piece: str, cell: str) -> None:
        """Ask about an own counter, or about a place; asked once more, about anything."""
        ask, pieces = self._model.ask, self._model.session.state.pieces
        own = piece in pieces and ask is not None and pieces[piece].side == ask.who
        if own and not (self.hand and cell != self._at(self.hand[0])):
            self.hand, self.aim = () if self.hand == (piece,) else (piece,), ""
        else:
            self.aim = "" if self.aim == cell else cell
        self.show_answers()

    def _at(self, piece: str) -> str:
        found = self._model.session.state.pieces.get(piece)
        return (found.at or "") if found is not None else ""

    def _typed(self) -> None:
        """What stands in the fields is asked about, as far as it is known."""
        name, place = self.unit.text().strip().casefold(), self.place.text().strip().casefold()
        names = {self._model.said.name(p).casefold(): p for p in self._model.session.state.pieces}
        cells = {cell.id.casefold(): cell.id for cell in self._model.board.cells.values()}
        cells |= {c.name.casefold(): c.id for c in self._model.board.cells.values() if c.name}
        hand = (names[name],) if name in names else ()
        aim = cells.get(place, "")
        if (hand, aim) != (self.hand, self.aim):
            self.hand, self.aim = hand, aim
            self.show_answers()

    def lay(self, pieces: tuple[str, ...], cell: str) -> None:
        """Counters were carried to a cell: the umpire puts them there."""
        session = self._model.session
        self._model.attempt(partial(session.edit, placed(pieces, cell), "umpire", LAID_OUT))

    def do(self, entry: ClinicEntry) -> None:
        """Give the answers of an entry."""
        if (deed := entry.deed) is not None:
            self._model.attempt(partial(self._model.session.carry, deed.answers, deed.asked))

    # ---- what is made of it ---------------------------------------------------------------------

    def save_page(self) -> None:
        """Ask where the page goes, write it and open it: a browser prints it."""
        start = str(Path.home() / tr("position.html"))
        chosen, _ = QFileDialog.getSaveFileName(
            self.window(), tr("The position as a page"), start, tr("Web page (*.html)")
        )
        if chosen:
            path = Path(chosen)
            self.write_page(path if path.suffix else path.with_suffix(".html"))

    def write_page(
        self, path: Path, opener: Callable[[QUrl], object] = QDesktopServices.openUrl
    ) -> None:
        """Write the position, what is asked and every answer as one page, and open it."""
        from wardesk.reports.clinic import clinic_report

        model = self._model
        asked = [model.said.name(piece) for piece in self.hand]
        asked += [model.said.place(self.aim)] if self.aim else []
        with model.attempting():
            report = clinic_report(model.session, self.answers, self.picture(), asked)
            try:
                write_atomically(path, report.encode())
            except OSError as error:
                raise not_written(path, error) from error
            opener(QUrl.fromLocalFile(str(path)))

    def save_example(self) -> None:
        """Ask where the example goes, and write it."""
        start = str(Path.home() / f"{tr('example')}{SUFFIX}")
        kind = tr("Example (*{0})").format(SUFFIX)
        chosen, _ = QFileDialog.getSaveFileName(
            self.window(), tr("Save the position as an example"), start, kind
        )
        if chosen:
            path = Path(chosen)
            self.write_example(path if path.suffix == SUFFIX else path.with_suffix(SUFFIX))

    def write_example(self, path: Path) -> None:
        """Keep the position, the question and the figures of its answers, to be checked again."""
        session = self._model.session
        with self._model.attempting():
            save_example(session, path, path.stem, self.hand, self.aim)
            told = tr("The example is saved in {0}.").format(path)
            advice = tr("wardesk doctor says whether its answers still hold.")
            self._model.noticed.emit(Notice(told, advice))

    # ---- what is shown --------------------------------------------------------------------------

    def _follow(self) -> None:
        session = self._model.session
        key = session.journal.head, self._model.at, session.words
        if key == self._key:
            return
        self._key = key
        pieces, ask = session.state.pieces, session.ask
        side = ask.who if ask is not None else ""
        self.hand = tuple(p for p in self.hand if p in pieces and pieces[p].side == side)
        self.aim = self.aim if self.hand else ""
        self.show_answers()

    def show_answers(self) -> None:
        """Ask the rules, and show what they say."""
        model = self._model
        session, said = model.session, self._words.said
        ask = session.ask
        eyes = ask.who if ask is not None and ask.who in session.rules.sides else ""
        names = ClinicWords(model.said.sentence, model.said.name)
        self.answers = page(session.rules, session.seen_by(eyes), names, self.hand, self.aim)
        may, may_not = self.answers.may, self.answers.may_not
        self.question.setText(said(ask.prompt) if ask is not None else tr("The game is over."))
        completer = QCompleter(sorted({model.said.name(p) for p in session.state.pieces}), self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self.unit.setCompleter(completer)
        self.unit.setText(", ".join(model.said.name(piece) for piece in self.hand))
        self.place.setText(model.said.place(self.aim) if self.aim else "")
        while (item := self._column.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self.rows = []
        self._section("", may)
        self._section(tr("What may not, and why"), may_not)
        self._compare()
        self._rulings(self.answers.rulings(session.rulebook))
        if not may and not may_not:
            self._column.addWidget(Wrapped(tr("Nothing is asked here."), self._body, tone="text2"))
        self._column.addStretch(1)
        self._show(None)
        self._mark(None)

    def compare_menu(self) -> QMenu:
        """Every other choice of an option, to ask the same position by it."""
        menu, said = QMenu(self), self._words.said
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if self.other is not None:
            menu.addAction(tr("As this table is played"), partial(self.compare, None))
            menu.addSeparator()
        for one in self._others:
            menu.addAction(f"{said(one.option.title)}: {said(one.choice.label)}",
                           partial(self.compare, one))  # fmt: skip
        return menu

    def compare(self, other: OtherChoice | None) -> None:
        """Show what would be otherwise by *other*; None: nothing of it."""
        self.other = other
        self.show_answers()

    def _compare(self) -> None:
        other, model = self.other, self._model
        if other is None:
            return
        session, said = model.session, self._words.said
        names = ClinicWords(model.said.sentence, model.said.name)
        ask = session.ask
        eyes = ask.who if ask is not None and ask.who in session.rules.sides else ""
        found: Sequence[ClinicEntry] = ()
        try:
            found = compared(session, session.seen_by(eyes), names, self.hand, self.aim, other)
        except UserError as error:
            model.tell(error)
            return
        title = f"{said(other.option.title)}: {said(other.choice.label)}"
        told = tr("Otherwise by {0}") if found else tr("By {0} nothing of this is otherwise.")
        self._column.addSpacing(theme.S3)
        head = Wrapped(told.format(title), self._body, role="strong")
        head.setContentsMargins(theme.S2, 0, 0, theme.S2)
        self._column.addWidget(head)
        self._section("", found)

    def _section(self, title: str, entries: Sequence[ClinicEntry]) -> None:
        if title and entries:
            self._column.addSpacing(theme.S3)
            self._column.addWidget(self._head(title))
        for entry in entries:
            if self.rows:
                self._column.addWidget(hairline(self._body))
            row = ClinicRow(entry, self._summary, self._words, self._body)
            row.chosen.connect(partial(self.pick, entry))
            row.done.connect(partial(self.do, entry))
            row.left.connect(partial(self._go_on, row))
            self.rows.append(row)
            self._column.addWidget(row)

    def _head(self, title: str) -> Label:
        label = Label(title, self._body, role="heading")
        label.setContentsMargins(theme.S2, 0, 0, 0)
        return label

    def _go_on(self, row: ClinicRow, way: int) -> None:
        at = self.rows.index(row) + way
        if 0 <= at < len(self.rows):
            self.rows[at].setFocus()
            self._scroll.ensureWidgetVisible(self.rows[at])
            self.choose(self.rows[at].entry)

    def _rulings(self, rules: Sequence[Rule]) -> None:
        if not rules:
            return
        self._column.addSpacing(theme.S3)
        self._column.addWidget(self._head(tr("Rulings")))
        book, said = self._model.session.rulebook, self._words.said
        for rule in rules:
            row = QWidget(self._body)
            line = QHBoxLayout(row)
            line.setContentsMargins(theme.S2, theme.S1, theme.S2, theme.S1)
            told = " ".join(said(part) for part in (rule.ruling, rule.reconstruction) if part)
            line.addWidget(Wrapped(told, row, role="small"), 1)
            cite = Cite(book.cite(rule), row, summary=said(rule.summary))
            line.addWidget(cite, 0, Qt.AlignmentFlag.AlignTop)
            self._column.addWidget(row)

    def pick(self, entry: ClinicEntry) -> None:
        """Ask about a unit that is merely listed; show any other entry."""
        if entry.deed is None and not entry.refused and entry.pieces:
            self.hand, self.aim = entry.pieces, ""
            self.show_answers()
        else:
            self.choose(entry)

    def choose(self, entry: ClinicEntry) -> None:
        """Show an entry on the map, and its chart."""
        self._show(entry)
        self._mark(entry)
        if entry.cell in self._model.board.cells:
            self._model.cell_asked.emit(entry.cell)

    def _mark(self, entry: ClinicEntry | None) -> None:
        """Light who and where on the map."""
        model = self._model
        if entry is None:
            cells = (self.aim,) if self.aim else ()
            model.light(self.hand, cells, ())
            return
        start = self._at(entry.pieces[0]) if entry.pieces else ""
        way = (start, entry.cell) if start and entry.cell and start != entry.cell else ()
        lines = (way,) if all(one in model.board.cells for one in way) and way else ()
        cells = (entry.cell,) if entry.cell in model.board.cells else ()
        model.light(entry.pieces or self.hand, cells, lines)

    def _show(self, entry: ClinicEntry | None) -> None:
        """The chart of one entry below the list; where no chart says it, how often it came to what.

        The latter is tried out behind the scenes, and shown as it comes.
        """
        self.current = entry
        chart = worded(entry.chart, self._model.session.words) if entry is not None else None
        tried = self._tried(entry)
        self._odds.set_odds(tried)
        self._odds.setVisible(bool(tried))
        self._chart.setVisible(chart is not None)
        self._shown.setVisible(chart is not None or bool(tried))
        if entry is None:
            return
        head = chart.title if chart is not None else tr("Tried out, about")
        self._chart_title.set_words(f"{head}: {self._words.said(entry.title)}")
        if chart is not None:
            self._chart.set_chart(chart)

    def _tried(self, entry: ClinicEntry | None) -> tuple[OddsLine, ...]:
        if entry is None or entry.deed is None or entry.odds or not entry.cell:
            return ()
        if not forecast(self._model.rules, entry.deed).open:
            return ()
        found = self.tried.odds(entry.deed, entry.cell)
        return tuple(worded(line, self._model.session.words) for line in found)

    def _came(self) -> None:
        if self.current is not None and self.current.chart is None:
            self._show(self.current)
