"""A condition picked from lists, row by row, and read back as a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from wardesk.campaign.operation.design import Design
from wardesk.errors import UserError
from wardesk.services.campaign.workshop.graph import (
    FactOffer,
    Term,
    condition_text,
    offers,
    sentence,
    terms,
)
from wardesk.ui import theme
from wardesk.ui.language import explained, said
from wardesk.ui.widgets.button import Button, ToolButton
from wardesk.ui.widgets.fields import combo_box, line_edit
from wardesk.ui.widgets.flow import clear
from wardesk.ui.widgets.stepper import Stepper
from wardesk.ui.widgets.text import Label
from wardesk.words import tr


def narrow(box: QComboBox) -> QComboBox:
    """A list that may be narrower than its longest words."""
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(6)
    box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    return box


class ConditionRows(QWidget):
    """Shows a condition's text as rows; ``edited(text)`` after a step of a person's."""

    edited = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = ""
        self._offers: dict[str, FactOffer] = {}
        self._design: Design | None = None
        self._joint, self._terms = "and", tuple[Term, ...]()
        self.rows = QVBoxLayout()
        self.rows.setSpacing(theme.S2)
        self.more = Button(tr("Another condition"), self, icon="plus", kind="link")
        self.more.clicked.connect(self._add)
        self.typed = line_edit(tr("Condition"), self, hint="scenario.first.winner = red")
        self.typed.editingFinished.connect(self._type)
        self.sentence = Label("", self, role="small", tone="text2", wrap=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S2)
        column.addLayout(self.rows)
        column.addWidget(self.typed)
        column.addWidget(self.more)
        column.addWidget(self.sentence)
        self.facts: list[QComboBox] = []
        self.ops: list[QComboBox] = []
        self.values: list[QWidget] = []

    def show_condition(self, text: str, design: Design | None) -> None:
        """Show a condition; without a *design* the facts of the last one are offered."""
        if design is not None and design is not self._design:
            self._design = design
            self._offers = {each.fact: each for each in offers(design)}
        elif text == self._text:
            self._tell()
            return
        self._text = text
        found = terms(text)
        by_rows = found is not None and all(term.fact in self._offers for term in found[1])
        self.typed.setVisible(not by_rows)
        with QSignalBlocker(self.typed):
            self.typed.setText(text)
        if by_rows and found is not None:
            self._joint, self._terms = found
        else:
            self._terms = ()
        self.more.setVisible(by_rows)
        self._lay_out()
        self._tell()

    def _tell(self) -> None:
        try:
            words = said(sentence(self._design, self._text)) if self._design else self._text
            tone = "text2"
        except UserError as error:
            told = explained(error)
            words, tone = f"{told.message} {told.advice}".strip(), "danger"
        self.sentence.setText(words[:1].upper() + words[1:])
        self.sentence.set_tone(tone)

    # ---- rows -----------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        clear(self.rows)
        self.facts, self.ops, self.values = [], [], []
        for at, term in enumerate(self._terms):
            if at:
                both = combo_box(tr("Joined by"), self,
                                 ((tr("and"), "and"), (tr("or"), "or")))  # fmt: skip
                both.setCurrentIndex(both.findData(self._joint))
                both.activated.connect(lambda _at, box=both: self._join(str(box.currentData())))
                both.setEnabled(at == 1)
                line = QHBoxLayout()
                line.addWidget(both)
                line.addStretch(1)
                holder = QWidget(self)
                line.setContentsMargins(0, 0, 0, 0)
                holder.setLayout(line)
                self.rows.addWidget(holder)
            self.rows.addWidget(self._row(at, term))

    def _row(self, at: int, term: Term) -> QWidget:
        offer = self._offers[term.fact]
        box = QWidget(self)
        fact = narrow(combo_box(tr("What"), box, (
            (said(each.words), each.fact) for each in self._offers.values())))  # fmt: skip
        fact.setCurrentIndex(fact.findData(term.fact))
        fact.activated.connect(lambda _at: self._fact(at, str(fact.currentData())))
        op = combo_box(tr("How"), box, self._relations(offer))
        op.setCurrentIndex(max(0, op.findData(term.op)))
        op.activated.connect(lambda _at: self._change(at, op=str(op.currentData())))
        away = ToolButton("close", tr("Take it out"), box, size=16)
        away.clicked.connect(partial(self._drop, at))
        first = QHBoxLayout()
        first.setSpacing(theme.S1)
        first.addWidget(fact, 1)
        first.addWidget(away)
        second = QHBoxLayout()
        second.setSpacing(theme.S2)
        second.addWidget(op)
        value = self._value(at, term, offer, box)
        if value is not None:
            second.addWidget(value, 1)
        second.addStretch(0 if value is not None else 1)
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S1)
        column.addLayout(first)
        column.addLayout(second)
        self.facts.append(fact)
        self.ops.append(op)
        self.values.append(value if value is not None else op)
        return box

    def _relations(self, offer: FactOffer) -> Sequence[tuple[str, str]]:
        rows = [(tr("is"), "="), (tr("is not"), "!=")]
        if offer.kind.kind == "int":
            rows += [(tr("is at least"), ">="), (tr("is at most"), "<=")]
        if offer.kind.kind == "bool":
            rows = rows[:1]
        return [*rows, (tr("is known"), "known")]

    def _value(self, at: int, term: Term, offer: FactOffer, parent: QWidget) -> QWidget | None:
        if term.op == "known":
            return None
        if offer.values:
            box = narrow(combo_box(tr("Value"), parent))
            for value, words in offer.values:
                box.addItem(said(words), value)
            values = [value for value, _words in offer.values]
            box.setCurrentIndex(values.index(term.value) if term.value in values else -1)
            box.activated.connect(lambda k: self._change(at, value=values[k]))
            return box
        low = offer.kind.low if offer.kind.low is not None else -999
        high = offer.kind.high if offer.kind.high is not None else 999
        number = term.value if isinstance(term.value, int) else low
        step = Stepper(tr("Value"), parent, value=number, least=low, most=high, at_once=False)
        step.changed.connect(lambda value: self._change(at, value=value))
        return step

    # ---- steps ----------------------------------------------------------------------------------

    def _usual(self, fact: str) -> Term:
        offer = self._offers[fact]
        if offer.values:
            return Term(fact, "=", offer.values[0][0])
        return Term(fact, ">=", max(offer.kind.low or 0, 0))

    def _add(self) -> None:
        known = [each for each in self._offers if each.endswith(".winner")] or [*self._offers]
        if known:
            self._say((*self._terms, self._usual(known[0])))

    def _fact(self, at: int, fact: str) -> None:
        self._say((*self._terms[:at], self._usual(fact), *self._terms[at + 1 :]))

    def _change(self, at: int, *, op: str = "", value: object = None) -> None:
        was = self._terms[at]
        new = Term(was.fact, op or was.op, was.value if value is None else value)  # type: ignore[arg-type]
        if was.op == "known" and op != "known":
            new = Term(was.fact, op, self._usual(was.fact).value)
        self._say((*self._terms[:at], new, *self._terms[at + 1 :]))

    def _drop(self, at: int) -> None:
        self._say((*self._terms[:at], *self._terms[at + 1 :]))

    def _join(self, joint: str) -> None:
        self._joint = joint
        self._say(self._terms)

    def _say(self, rows: tuple[Term, ...]) -> None:
        self.edited.emit(condition_text(self._joint, rows))

    def _type(self) -> None:
        if self.typed.text().strip() != self._text:
            self.edited.emit(self.typed.text().strip())
