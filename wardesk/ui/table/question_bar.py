"""The bar above the board: who is asked what, with every answer as a button and its key."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from wardesk.ui import theme
from wardesk.ui.table.interactions import Offer
from wardesk.ui.table.model import TableModel
from wardesk.ui.table.picking import AllocateInteraction
from wardesk.ui.widgets.answer_button import AnswerButton
from wardesk.ui.widgets.button import ToolButton
from wardesk.ui.widgets.chip import Chip
from wardesk.ui.widgets.cite import Cite
from wardesk.ui.widgets.flow import FlowBox
from wardesk.ui.widgets.glyph import Glyph
from wardesk.ui.widgets.panel import Scroller
from wardesk.ui.widgets.stepper import Stepper
from wardesk.ui.widgets.text import Line, Text
from wardesk.words import tr


class _Answers(Scroller):
    """The answers, scrolled by wheel and bar; keys of what is in it go on to the table."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()


class AllocateBox(FlowBox):
    """Shows an `AllocateInteraction`; ``changed()`` when a stepper has moved."""

    changed = Signal()

    def __init__(self, interaction: AllocateInteraction, parent: QWidget | None = None) -> None:
        super().__init__(parent, column=250)
        self.setAccessibleName(tr("Share out"))
        self.interaction = interaction
        self._steppers: dict[str, Stepper] = {}
        for piece in interaction.ask.pieces:
            self.add(self._row_of(piece))

    def _row_of(self, piece: str) -> QWidget:
        row = QWidget(self)
        words = self.interaction.matter.piece_text(piece)
        stepper = Stepper(
            words, row, value=self.interaction.amounts[piece],
            most=self.interaction.limit(piece),
        )  # fmt: skip
        stepper.changed.connect(lambda amount, piece=piece: self._set(piece, amount))
        self._steppers[piece] = stepper
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(theme.S2)
        line.addWidget(stepper)
        line.addWidget(Line(words, row, least=80), 1)
        return row

    def _set(self, piece: str, amount: int) -> None:
        self.interaction.set_amount(piece, amount)
        self.changed.emit()

    def follow(self) -> None:
        """Show the amounts as they are now, however they came about."""
        for piece, stepper in self._steppers.items():
            if stepper.value != self.interaction.amounts[piece]:
                stepper.blockSignals(True)
                stepper.set_value(self.interaction.amounts[piece])
                stepper.blockSignals(False)


class QuestionBar(QWidget):
    """Shows what the model asks; ``keyboard_lost()`` when the button that had it is gone."""

    keyboard_lost = Signal()

    def __init__(self, model: TableModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Question"))
        self._model = model
        self.allocate: AllocateBox | None = None
        self._stripe = "edge"
        self._offers: list[Offer] = []
        self._buttons: list[AnswerButton] = []
        self._who = Chip("", self, tone="neutral", icon="person")
        self._prompt = Text("", self, role="title", wrap=True)
        self._prompt.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._cite = Cite("", self)
        self._context = Text("", self, role="small", tone="text2", wrap=True)
        self._row = FlowBox(self)
        self._answers = _Answers(self._row, self)
        self._answers.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._extra = QVBoxLayout()
        self._extra_widget: QWidget | None = None
        self._note_icon = Glyph("info", self, tone="text2", size=14)
        self._note = Text("", self, role="small", tone="text2", wrap=True)
        self.undo = ToolButton("undo", tr("Undo"), self, action="table.undo")
        self.redo = ToolButton("redo", tr("Redo"), self, action="table.redo")
        self.undo.clicked.connect(lambda: model.actions.run("table.undo"))
        self.redo.clicked.connect(lambda: model.actions.run("table.redo"))
        self._lay_out()
        model.changed.connect(self._changed)
        model.moment_changed.connect(self.follow)
        model.asked.connect(self.follow)
        model.actions.refused.connect(self._why)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(theme.S2)
        head.addWidget(self._who, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(self._prompt, 1)
        head.addWidget(self._cite, 0, Qt.AlignmentFlag.AlignTop)
        answers = QHBoxLayout()
        answers.setSpacing(theme.S2)
        answers.addWidget(self._answers, 100)
        answers.addStretch(1)
        answers.addWidget(self.undo, 0, Qt.AlignmentFlag.AlignTop)
        answers.addWidget(self.redo, 0, Qt.AlignmentFlag.AlignTop)
        note = QHBoxLayout()
        note.setSpacing(6)
        note.addWidget(self._note_icon, 0, Qt.AlignmentFlag.AlignTop)
        note.addWidget(self._note, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 10, theme.S3, 10)
        column.setSpacing(6)
        column.addLayout(head)
        column.addWidget(self._context)
        column.addLayout(answers)
        column.addLayout(self._extra)
        column.addLayout(note)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colour("surface"))
        painter.fillRect(QRectF(0, 0, 4, self.height()), theme.colour(self._stripe))
        painter.fillRect(QRectF(0, self.height() - 1, self.width(), 1), theme.colour("line"))
        painter.end()

    # ---- what it says ---------------------------------------------------------------------------

    def _changed(self) -> None:
        """Another question, perhaps: one that shares out an amount gets its steppers."""
        found = self._model.interaction
        if isinstance(found, AllocateInteraction):
            if self.allocate is not None and self.allocate.interaction is found:
                return
            self.allocate = AllocateBox(found, self)
            self.allocate.changed.connect(self._model.show_interaction)
        else:
            self.allocate = None
        self._set_extra(self.allocate)

    def follow(self) -> None:
        """Show what is asked now."""
        model, words = self._model, self._model.words
        tone, cite = words.tone, words.cite
        self._stripe = "edge" if tone == "neutral" else tone
        umpire = tone == "umpire"
        self._who.set_look(words.who, tone=tone, icon=words.icon, solid=umpire)
        self._prompt.setText(words.prompt)
        self._cite.set_rule(cite, model.session.rule(cite) if cite else "")
        self._context.setText(words.context)
        self._context.setVisible(bool(words.context))
        self.setAccessibleDescription(f"{words.who}: {words.prompt} {words.context}".strip())
        self.update()
        lost = self._set_offers(words.offers, umpire=umpire)
        self.set_note(words.note, words.note_tone)
        self.undo.setEnabled(model.session.can_undo())
        self.redo.setEnabled(model.session.can_redo())
        if self.allocate is not None:
            self.allocate.follow()
        if lost:
            self.keyboard_lost.emit()

    def _set_offers(self, offers: Sequence[Offer], *, umpire: bool) -> bool:
        """Show the buttons. True when the keyboard was on one and now has nowhere to go."""
        offers = list(offers)
        if offers == self._offers:
            return False
        # The window's own focus: a dialog may lie over it now.
        at = self.window().focusWidget()
        focused = next((b.answer for b in self._buttons if b is at), "")
        self._offers = offers
        self._row.clear()
        self._buttons = []
        for offer in offers:
            kind = ("umpire" if umpire else "primary") if offer.primary else "normal"
            button = AnswerButton(
                offer.id, offer.label, self._row, key=offer.cap, kind=kind,
                refused=offer.refused, hint=offer.hint,
            )  # fmt: skip
            button.answered.connect(self._model.press)
            button.asked_why.connect(self._why)
            self._buttons.append(button)
        self._row.add(*self._buttons)
        for button in self._buttons:
            button.show()
        if (layout := self._row.layout()) is not None:
            layout.invalidate()
            layout.activate()
        self._answers.setVisible(bool(offers))
        self._fit_answers()
        if not focused:
            return False
        same = self.button(focused)
        if same is not None:
            same.setFocus(Qt.FocusReason.OtherFocusReason)
        return same is None

    def _fit_answers(self) -> None:
        """As tall as the buttons need, up to a few lines: the board wants the room more."""
        wide = max(self._answers.width(), 120)
        need = self._row.heightForWidth(wide)
        need = min(need, 3 * theme.CONTROL_HEIGHT + 3 * theme.S2)
        self._answers.setFixedHeight(max(need, theme.CONTROL_HEIGHT))

    def sizeHint(self) -> QSize:
        # As tall as the wrapped words need here, or a narrow bar would be cut.
        hint = super().sizeHint()
        if self.width() > 0 and self.hasHeightForWidth():
            hint.setHeight(max(hint.height(), self.heightForWidth(self.width())))
        return hint

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_answers()
        if event.oldSize().width() != event.size().width():
            self.updateGeometry()

    def _why(self, reason: str) -> None:
        self.set_note(reason, "danger")

    def set_note(self, words: str, tone: str = "text2") -> None:
        """The line under the buttons: why something is off, or what the pointer shows."""
        self._note.setText(words)
        self._note.set_tone(tone)
        self._note_icon.set_icon("error" if tone == "danger" else "info", tone)
        self._note.setVisible(bool(words))
        self._note_icon.setVisible(bool(words))

    def note(self) -> str:
        """The words under the buttons."""
        return self._note.text()

    def prompt(self) -> str:
        """The question."""
        return self._prompt.text()

    def _set_extra(self, widget: QWidget | None) -> None:
        """Put a widget (the steppers of an allocation) between buttons and note; None: away."""
        old = self._extra_widget
        if old is widget:
            return
        if old is not None:
            self._extra.removeWidget(old)
            old.hide()
            old.deleteLater()
        self._extra_widget = widget
        if widget is not None:
            self._extra.addWidget(widget)
            widget.show()

    # ---- by keyboard ----------------------------------------------------------------------------

    def button(self, offer: str) -> AnswerButton | None:
        """The button of an offer."""
        return next((b for b in self._buttons if b.answer == offer), None)

    def press_key(self, key: str) -> bool:
        """Press the button with this key cap; whether there is one."""
        for offer, button in zip(self._offers, self._buttons, strict=True):
            if offer.key == key:
                button.click()
                return True
        return False

    def _primary(self) -> AnswerButton | None:
        pairs = zip(self._offers, self._buttons, strict=True)
        return next((button for offer, button in pairs if offer.primary), None)

    def press_primary(self) -> None:
        """Press the primary button, if there is one."""
        if (button := self._primary()) is not None:
            button.click()

    def focus_primary(self) -> bool:
        """Give the keyboard to the primary button; whether there is one."""
        button = self._primary()
        if button is not None:
            button.setFocus(Qt.FocusReason.OtherFocusReason)
        return button is not None
