"""The proposal card: what the engine would do and why, and the umpire's ways to differ."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from wardesk.documents.translate_values import PLAIN, Wording
from wardesk.engine.types import Decision, Factor, Record, replace
from wardesk.model.look import CaseLook, ChartLook
from wardesk.ui import theme
from wardesk.ui.table.umpire.roll_changes import InputsForm, OwnModifiers
from wardesk.ui.table.umpire.ruling_form import RulingForm
from wardesk.ui.widgets.box_strip import Box, BoxStrip
from wardesk.ui.widgets.chip import Chip, rebuilt_mark
from wardesk.ui.widgets.cite import Cite
from wardesk.ui.widgets.dice_fields import DiceAnswer
from wardesk.ui.widgets.odds_bar import OddsBar
from wardesk.ui.widgets.panel import Scroller, hairline
from wardesk.ui.widgets.switch import ModifierRow
from wardesk.ui.widgets.text import Label, Wrapped
from wardesk.words import tr

Cases = Callable[[Decision], CaseLook | None]
"""The case of a question whose modifiers may have been switched."""

_SHORT = 12
"""Letters of an input that stand beside its name; a longer one has a line of its own."""
_IN_SIGHT = 4
"""Fields of a result that stand with its buttons, always in sight; more of them scroll."""


class ResultStrip(BoxStrip):
    """The results of a chart's lit column by the roll that brings them; what was rolled is lit."""

    def set_chart(self, chart: ChartLook | None) -> None:
        """Show the lit column of *chart*; nothing when none is lit."""
        cells: list[tuple[str, str]] = []
        column = chart.column if chart is not None else -1
        if chart is not None and len(chart.columns) == 1:
            column = 0  # a table of one column needs no lighting
        if chart is not None and 0 <= column < len(chart.columns):
            pairs = zip(chart.rows, chart.cells, strict=False)
            cells = [(row, cells[column]) for row, cells in pairs]
        lit = chart.row if chart is not None else -1
        self.show_boxes([_result(*cell, lit=k == lit) for k, cell in enumerate(cells)])
        said = ", ".join(f"{row}: {cell}" for row, cell in cells)
        self.setAccessibleName(tr("Results by roll: {0}").format(said))
        self.setVisible(bool(cells))


def _result(row: str, cell: str, *, lit: bool) -> Box:
    nothing = cell in ("–", "-", "—", "")
    fill = "umpire" if lit else "sunken" if nothing else "accent_soft"
    ink = "on_umpire" if lit else "text3" if nothing else "accent_text"
    return Box(cell, fill, ink, head=row)


class ProposalCard(QFrame):
    """What an umpire answers a roll or an outcome with, at a table and in a campaign.

    For a roll ``roll_asked(factors, inputs, reason)``, or ``dice_typed(dice, factors, inputs,
    reason)``; modifiers and inputs as the engine set them come as None. For an outcome
    ``ruled(value, reason)``, where the value may be the proposed one. Nothing is written before one
    of these is emitted. *within* is where it stands: as high as it is, with the actions of that
    place on its buttons; else it scrolls.
    """

    roll_asked = Signal(object, object, str)
    dice_typed = Signal(tuple, object, object, str)
    ruled = Signal(dict, str)

    def __init__(
        self, summary: Callable[[str], str], parent: QWidget | None = None, *, within: str = ""
    ) -> None:
        """*within*: the first word of the actions of another place than the table."""
        super().__init__(parent)
        self._within = within
        if not within:
            self.setObjectName("surface")
        self.setAccessibleName(tr("Proposal"))
        self._summary = summary
        self._ask: Decision | None = None
        self._cases: Cases = lambda _ask: None
        self._factors: tuple[Factor, ...] = ()
        self._words = PLAIN
        self._switches: list[ModifierRow] = []
        self.inputs: InputsForm | None = None
        self.own: OwnModifiers | None = None
        self._body: QWidget | None = None
        self.form: RulingForm | None = None
        self.dice: DiceAnswer | None = None
        self.reason: QLineEdit | None = None
        self._outer = QVBoxLayout(self)
        self._outer.setContentsMargins(0, 0, 0, 0)

    # ---- showing --------------------------------------------------------------------------------

    def set_proposal(
        self, ask: Decision, cases: Cases, number: int, words: Wording = PLAIN, *, fixed: str = ""
    ) -> None:
        """Show a pending roll or outcome; the same one again keeps what has been typed.

        Modifiers go back to the engine as they are, so only their names are put into *words*.
        *fixed* is why none of them can be switched off.
        """
        if ask is self._ask:
            return
        self._ask, self._cases, self._words = ask, cases, words
        self._factors, self._fixed = ask.factors, fixed
        if self._body is not None:
            self._outer.removeWidget(self._body)
            self._body.hide()
            self._body.deleteLater()
        self._switches = []
        self.form = self.dice = self.reason = self.inputs = self.own = None
        self._build(ask, cases(ask), number)

    def clear(self) -> None:
        """Nothing is proposed."""
        self._ask = None

    def _build(self, ask: Decision, case: CaseLook | None, number: int) -> None:
        page = QWidget(self)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head(ask, case, number))
        inner = QVBoxLayout()
        self._pad(inner, theme.S3, theme.S4)
        inner.setSpacing(theme.S1)
        if ask.shape == "roll" and ask.fields:
            self._set_inputs(inner, ask)
        elif case is not None and case.inputs:
            self._inputs(inner, case)
        if ask.factors or (ask.sums and ask.shape == "roll"):
            self._modifiers(inner, ask)
        self._numbers(inner, case)
        inner.addSpacing(theme.S2)
        foot = self._roll_part(ask) if ask.shape == "roll" else None
        if foot is None:
            foot = QWidget(self)
            below = QVBoxLayout(foot)
            below.setContentsMargins(theme.S4, theme.S2, theme.S4, theme.S2)
            self.form = RulingForm(ask, page, self._words)
            self.form.ruled.connect(self.ruled)
            if len(ask.fields) <= _IN_SIGHT:
                below.addWidget(self.form)
            else:
                inner.addWidget(hairline(page))
                inner.addSpacing(theme.S2)
                inner.addWidget(self.form)
            below.addWidget(self.form.foot)
        inner.addStretch(1)
        column.addLayout(inner, 1)
        self._body = QWidget(self)
        whole = QVBoxLayout(self._body)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(page if self._within else Scroller(page, self._body), 1)
        # However long the case is, what goes on stays in sight.
        whole.addWidget(hairline(self._body))
        whole.addWidget(foot)
        self._outer.addWidget(self._body)
        self._body.show()

    def _pad(self, part: QVBoxLayout, above: int, below: int) -> None:
        """Room around a part of the card; within another there is room already."""
        side = 0 if self._within else theme.S4
        part.setContentsMargins(side, above if side else theme.S1, side, below if side else 0)

    def _head(self, ask: Decision, case: CaseLook | None, number: int) -> QWidget:
        band = QFrame(self)
        column = QVBoxLayout(band)
        self._pad(column, theme.S3, theme.S3)
        column.setSpacing(theme.S1)
        row = QHBoxLayout()
        words = case.title if case is not None else ask.prompt
        title = Label(words, band, role="strong" if self._within else "title", wrap=True)
        if self._within:
            row.addWidget(title, 1)
        else:
            band.setObjectName("band")
            band.setProperty("tone", "umpire")
            words = tr("Proposal {0}").format(number)
            row.addWidget(Chip(words, band, tone="umpire", icon="scales", solid=True))
            row.addStretch(1)
        if ask.cite:
            row.addWidget(Cite(ask.cite, band, summary=self._summary(ask.cite)))
        column.addLayout(row)
        if not self._within:
            column.addWidget(title)
        place = case.place if case is not None and case.place else ask.context
        if place:
            column.addWidget(Label(place, band, role="small", tone="text2", wrap=True))
        return band

    def _inputs(self, column: QVBoxLayout, case: CaseLook) -> None:
        column.addWidget(Label(tr("Inputs"), self, role="heading"))
        for line in case.inputs:
            row = QHBoxLayout()
            row.setSpacing(theme.S2)
            row.addWidget(Wrapped(line.label, self), 1)
            long = len(line.value) > _SHORT
            value = Label(line.value, self, role="strong", wrap=long)
            if not long:
                row.addWidget(value)
            row.addWidget(Cite(line.cite, self, summary=self._summary(line.cite)))
            column.addLayout(row)
            if long:
                column.addWidget(value)
        column.addSpacing(theme.S2)

    def _set_inputs(self, column: QVBoxLayout, ask: Decision) -> None:
        """What the roll rests on, as fields."""
        self.inputs = InputsForm(ask, self, self._words)
        self.inputs.changed.connect(self._changed)
        column.addWidget(self.inputs)
        column.addSpacing(theme.S2)

    def _modifiers(self, column: QVBoxLayout, ask: Decision) -> None:
        head = QHBoxLayout()
        head.setSpacing(theme.S2)
        head.addWidget(Label(tr("Modifiers"), self, role="heading"))
        open_ = ask.shape == "roll"
        words = tr("switch off any that do not apply") if open_ else tr("as they counted")
        words = self._fixed or words
        head.addWidget(Label(words, self, role="small", tone="text2"))
        head.addStretch(1)
        column.addLayout(head)
        for factor in ask.factors:
            why = self._words.text(factor.why)
            row = ModifierRow(
                factor.id, self._words.text(factor.name), factor.value, self, on=factor.on, why=why,
                cite=factor.cite, summary=self._summary(factor.cite),
                locked=self._fixed if open_ else (why or tr("already rolled")),
            )  # fmt: skip
            row.switched.connect(self._switched)
            self._switches.append(row)
            column.addWidget(row)
        if ask.sums and open_:
            self.own = OwnModifiers(self)
            self.own.changed.connect(self._changed)
            column.addWidget(self.own)
        column.addSpacing(theme.S2)

    def _numbers(self, column: QVBoxLayout, case: CaseLook | None) -> None:
        row = QHBoxLayout()
        row.setSpacing(theme.S2)
        self._big = Label("", self, role="display")
        words = QVBoxLayout()
        words.setSpacing(0)
        self._sum = Label("", self, role="small", tone="text2", wrap=True)
        shift = self.inputs.shift if self.inputs is not None else None
        if shift is not None:
            row.addWidget(shift)
        self._differs = Label("", self, role="small", tone="umpire_text", wrap=True)
        words.addWidget(self._sum)
        words.addWidget(self._differs)
        row.addWidget(self._big)
        row.addLayout(words, 1)
        if case is not None and case.chart is not None and case.chart.reconstruction:
            row.addWidget(rebuilt_mark(self))
        self._strip = ResultStrip(self)
        self._odds = OddsBar((), self)
        column.addLayout(row)
        column.addWidget(self._strip)
        column.addSpacing(6)
        column.addWidget(self._odds)
        self._show_case(case)

    def _show_case(self, case: CaseLook | None) -> None:
        chart = case.chart if case is not None else None
        lit = ""
        if chart is not None and chart.column >= 0 and len(chart.columns) > 1:
            lit = chart.columns[chart.column]
        self._big.setText(lit)
        self._big.setVisible(bool(lit) and len(lit) <= 5)
        said = case.sum_text if case is not None else ""
        if lit and len(lit) > 5:
            said = tr("Column {0}: {1}").format(lit, said) if said else lit
        self._sum.setText(said)
        self._sum.setVisible(bool(said))
        changed = self.changed_factors() is not None or self.changed_inputs() is not None
        usual = self._cases(self._ask) if changed and self._ask is not None else None
        rules = usual.chart if usual is not None else None
        said = tr("Changed by you") if changed else ""
        if changed and chart is not None and rules is not None and rules.column != chart.column:
            said = tr("The rules said {0}").format(rules.columns[rules.column])
        self._differs.setText(said)
        self._differs.setVisible(changed)
        self._strip.set_chart(chart)
        odds = case.odds if case is not None else ()
        self._odds.set_odds(odds)
        self._odds.setVisible(bool(odds))

    def _roll_part(self, ask: Decision) -> QWidget:
        """The reason where one is needed, and the dice."""
        foot = QWidget(self)
        column = QVBoxLayout(foot)
        self._pad(column, theme.S2, theme.S2)
        column.setSpacing(theme.S1)
        self.reason = QLineEdit(foot)
        self.reason.setFont(theme.font())
        self.reason.setPlaceholderText(tr("Reason for the change; it goes on the record"))
        self.reason.setAccessibleName(tr("Reason for the change"))
        self.reason.hide()
        self.reason.textChanged.connect(self._allow_roll)
        own = self._within
        self.dice = DiceAnswer(
            foot, filled="primary" if own else "umpire", roll_action=f"{own or 'table'}.roll",
            type_action="" if own else "table.type",
        )  # fmt: skip
        self.dice.ask(ask.dice, names=ask.faces, least=ask.lowest)
        self.dice.roll_asked.connect(self._roll)
        self.dice.roll.installEventFilter(self)
        self.dice.typed.connect(self._typed)
        column.addWidget(self.reason)
        column.addWidget(self.dice)
        return foot

    # ---- acting ---------------------------------------------------------------------------------

    def changed_factors(self) -> tuple[Factor, ...] | None:
        """The modifiers as switched; None when they are as the engine set them."""
        if self._ask is None:
            return None
        own = self.own.factors() if self.own is not None else ()
        found = (*self._factors, *own)
        return None if found == self._ask.factors else found

    def changed_inputs(self) -> Record | None:
        """The inputs as set; None when they are as the engine set them."""
        return self.inputs.changed_values() if self.inputs is not None else None

    def _needs_reason(self) -> bool:
        """Whether something is changed that has no reason of its own yet."""
        switched = self._ask is not None and self._factors != self._ask.factors
        return switched or self.changed_inputs() is not None

    def flip(self, place: int) -> bool:
        """Flip the modifier with this number (from 1); whether there is one."""
        rows = [*self._switches, *(self.own.rows if self.own is not None else ())]
        if not 1 <= place <= len(rows):
            return False
        switch = rows[place - 1].switch
        if switch.isEnabled():
            switch.click()
        return True

    def _switched(self, factor: str, on: bool) -> None:
        self._factors = tuple(replace(f, on=on) if f.id == factor else f for f in self._factors)
        self._changed()

    def _changed(self) -> None:
        """Other modifiers or inputs: the odds are others, and a reason may be missing."""
        if self._ask is not None:
            factors, inputs = self.changed_factors(), self.changed_inputs()
            ask = replace(
                self._ask,
                factors=self._ask.factors if factors is None else factors,
                proposed=self._ask.proposed if inputs is None else inputs,
            )
            self._show_case(self._cases(ask))
        if self.reason is not None:
            self.reason.setVisible(self._needs_reason())
        self._allow_roll()

    def _allow_roll(self) -> None:
        if self.dice is None or self.reason is None:
            return
        missing = self._needs_reason() and not self.reason.text().strip()
        self.dice.refuse(tr("Write first why you change this") if missing else "")

    def _reason(self) -> str:
        given = self.reason.text().strip() if self.reason is not None else ""
        # A modifier of one's own has its reason with it.
        return given or "; ".join(f.why for f in (self.own.factors() if self.own else ()) if f.on)

    def _roll(self) -> None:
        self.roll_asked.emit(self.changed_factors(), self.changed_inputs(), self._reason())

    def _typed(self, dice: tuple[int, ...]) -> None:
        factors, inputs = self.changed_factors(), self.changed_inputs()
        self.dice_typed.emit(dice, factors, inputs, self._reason())

    def add_modifier(self) -> None:
        """Go to the fields of a modifier of one's own (key M)."""
        if self.own is not None:
            self.own.open()

    @property
    def takes_modifiers(self) -> bool:
        """Whether a modifier of one's own can be added to the roll."""
        return self.own is not None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Left and right on the roll shift the column; Qt would walk to the next button."""
        shift = self.inputs.shift if self.inputs is not None else None
        if shift is not None and event.type() == QEvent.Type.KeyPress:
            key = Qt.Key(event.key()) if isinstance(event, QKeyEvent) else Qt.Key.Key_unknown
            if step := {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(key, 0):
                shift.step(step)
                return True
        return super().eventFilter(watched, event)

    def focus_primary(self) -> None:
        """Give the keyboard to what goes on: the roll, or the acceptance."""
        if self.dice is not None:
            self.dice.roll.setFocus()
        elif self.form is not None:
            self.form.accept.setFocus()

    def go_on(self) -> None:
        """From a field to what comes next: the reason that is missing, else the filled button."""
        if self.form is not None:
            self.form.go_on()
        elif self.own is not None and self.own.go_on():
            return
        elif self.reason is not None and self._needs_reason() and not self.reason.text().strip():
            self.reason.setFocus()
        else:
            self.focus_primary()

    def focus_override(self) -> None:
        """Give the keyboard to the first field of an outcome that can be changed (key O)."""
        if self.form is not None:
            self.form.focus_override()

    def press_primary(self) -> None:
        """Press the filled button: roll or use what was typed, accept or overrule."""
        if self.dice is not None:
            self.dice.press_primary()
        elif self.form is not None:
            self.form.press_primary()
