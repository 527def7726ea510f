"""The strip above the board: who is asked what, and the answers with their keys. One height."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from wardesk.ui import theme
from wardesk.ui.table.interactions import ButtonOffer
from wardesk.ui.table.model import TableModel
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.answer_button import AnswerButton
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.chip import Chip
from wardesk.ui.widgets.cite import Cite
from wardesk.ui.widgets.text import ElidedLine, two_lines
from wardesk.words import tr

MOST_ANSWERS = 4
"""Buttons at the strip's right end; the others wait in the drawer, and their keys act."""
_WORDS, _LEAST, _MOST = 190, 380, 500
"""Px that the question keeps beside its answers, the most that it asks of the window, and of a
strip that it shares."""


class _Asked(ElidedLine):
    """The question: on two lines in smaller letters where one has no room for it."""

    _SMALLER = "strong"

    def _lines(self) -> list[str]:
        if paint.advance(self._words, self._role) <= self.width():
            return [self._words]
        return two_lines(self._words, self._SMALLER, self.width())

    def _shown(self) -> str:
        return " ".join(self._lines())

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        if len(self._lines()) > 1:
            hint.setHeight(max(hint.height(), round(2 * theme.line_height(self._SMALLER))))
        return hint

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        lines = self._lines()
        if len(lines) == 1:
            super().paintEvent(event)
            return
        painter = QPainter(self)
        tall = self.height() / 2
        for k, line in enumerate(lines):
            box = QRectF(0, k * tall, self.width(), tall)
            paint.words(painter, box, line, role=self._SMALLER, ink=self._tone)
        painter.end()


class QuestionBar(QWidget):
    """Shows what the model asks; ``keyboard_lost()`` when the button that had it is gone.

    ``more_asked()``: the answers that have no room here shall be shown. ``explained(answer)``:
    somebody wants to know what an answer is.
    """

    keyboard_lost = Signal()
    more_asked = Signal()
    explained = Signal(str)

    def __init__(self, model: TableModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Question"))
        self._model = model
        self._stripe = "edge"
        self._offers: list[ButtonOffer] = []
        self._buttons: list[AnswerButton] = []
        """Those of the offers, in their order."""
        self._made: list[AnswerButton] = []
        """All there are: a button that is made anew for each question costs as much as a paint."""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(theme.STRIP_HEIGHT)
        self._who = Chip("", self, tone="neutral", icon="person")
        self._prompt = _Asked("", self, role="title", least=60)
        self._context = ElidedLine("", self, role="small", tone="text2", least=40, grow=False)
        self._cite = Cite("", self)
        self._answers = QHBoxLayout()
        self._answers.setSpacing(theme.S2)
        self.more = Button(tr("{0} more").format(0), self, action="table.drawer")
        self.more.clicked.connect(self.more_asked)
        self._lay_out()
        model.moment_changed.connect(self.follow)
        model.asked.connect(self.follow)
        model.aimed.connect(self.follow)

    def _lay_out(self) -> None:
        first = QHBoxLayout()
        first.setSpacing(theme.S2)
        first.addWidget(self._who)
        first.addWidget(self._prompt, 1)
        second = QHBoxLayout()
        second.setSpacing(theme.S2)
        second.addWidget(self._context)
        second.addWidget(self._cite)
        second.addStretch(1)
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addStretch(1)
        words.addLayout(first)
        words.addLayout(second)
        words.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, theme.S3, 1)
        row.setSpacing(theme.S3)
        row.addLayout(words, 1)
        row.addWidget(self.more)
        row.addLayout(self._answers)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colour("surface"))
        own = self._stripe.startswith("#")
        stripe = QColor(self._stripe) if own else theme.colour(self._stripe)
        painter.fillRect(QRectF(0, 0, 4, self.height()), stripe)
        painter.fillRect(QRectF(0, self.height() - 1, self.width(), 1), theme.colour("line"))
        painter.end()

    # ---- what it says ---------------------------------------------------------------------------

    def follow(self) -> None:
        """Show what is asked now."""
        model, words = self._model, self._model.words
        tone, cite = words.tone, words.cite
        self._stripe = "edge" if tone == "neutral" else tone
        umpire = tone == "umpire"
        own = self._own_colour(words.who)
        self._stripe = own or self._stripe
        self._who.set_look(words.who, tone=tone, icon=words.icon, solid=umpire, own=own)
        self._prompt.set_words(words.prompt)
        self._cite.set_rule(cite, model.session.rule(cite) if cite else "")
        self._context.set_words(words.context)
        said = f"{words.who}: {words.prompt} {words.context}".strip()
        self.setAccessibleDescription(f"{said} {words.note}".strip())
        self.update()
        if self._set_offers(model.offers(), umpire=umpire):
            self.keyboard_lost.emit()

    def _own_colour(self, who: str) -> str:
        """The colour that players gave the side called *who*; none where the game has its own."""
        found = self._model.interaction
        if found is None or not found.ask.worded:
            return ""
        return next((side.bar for side in self._model.look.sides if side.name == who), "")

    def _set_offers(self, offers: Sequence[ButtonOffer], *, umpire: bool) -> bool:
        """Show the buttons. True when the keyboard was on one and now has nowhere to go."""
        offers = list(offers)
        if offers == self._offers:
            return False
        # The window's own focus: a dialog may lie over it now.
        at = self.window().focusWidget()
        focused = next((b.answer for b in self._buttons if b is at), "")
        self._offers = offers
        if focused:
            # Each that is hidden would hand the focus to the next one, which is hidden as well.
            self._prompt.setFocus(Qt.FocusReason.OtherFocusReason)
        while len(self._made) < len(offers):
            self._made.append(self._button())
        for button in self._made[len(offers) :]:
            button.hide()
        self._buttons = self._made[: len(offers)]
        for button, offer in zip(self._buttons, offers, strict=True):
            kind = ("umpire" if umpire else "primary") if offer.primary else "normal"
            key = "Enter" if offer.primary else offer.cap
            button.set_answer(
                offer.id, offer.label, key=key, kind=kind, refused=offer.refused, hint=offer.hint
            )
        self._fit_answers()
        if not focused:
            return False
        same = self.button(focused)
        if same is not None and same.isVisibleTo(self):
            same.setFocus(Qt.FocusReason.OtherFocusReason)
            return False
        return True

    def _button(self) -> AnswerButton:
        button = AnswerButton("", "", self)
        button.hide()
        button.answered.connect(self._model.press)
        button.asked_why.connect(self._model.say)
        button.explained.connect(self.explained)
        return button

    def _fit_answers(self) -> None:
        """Show the filled button, what ends, and as many others as there is room for, in order.

        Those that are refused give way to those that are not.

        The question stays whole, unless it takes more than half of the strip.
        """
        while self._answers.count():
            self._answers.takeAt(0)
        pairs = list(zip(self._offers, self._buttons, strict=True))
        question = self._who.sizeHint().width() + theme.S2 + self._prompt.sizeHint().width()
        question = max(_WORDS, min(question, self.width() // 2))
        room = self.width() - 16 - 2 * theme.S3 - question
        wide = sum(b.sizeHint().width() + theme.S2 for b in self._buttons)
        hidden = len(pairs) > MOST_ANSWERS or wide > room
        if hidden:
            self.more.set_words(tr("{0} more").format(len(pairs)))
            room -= self.more.sizeHint().width() + theme.S3
        shown: list[AnswerButton] = []
        waits = False
        self.updateGeometry()

        def first(pair: tuple[ButtonOffer, AnswerButton]) -> tuple[bool, bool, bool]:
            offer = pair[0]
            return not offer.primary, not offer.ends, bool(offer.refused)

        for offer, button in sorted(pairs, key=first):
            need = button.sizeHint().width() + theme.S2
            fits = len(shown) < MOST_ANSWERS and (need <= room or offer.primary)
            if fits and not (waits and offer.refused):
                shown.append(button)
                room -= need
            else:
                waits = True
        for _offer, button in sorted(pairs, key=lambda pair: pair[0].primary):
            button.setVisible(button in shown)
            if button in shown:
                self._answers.addWidget(button)
        left = len(pairs) - len(shown)
        # Before a filled button is cut, the one for the others does without its key.
        across = QSizePolicy.Policy.Maximum if room < 0 else QSizePolicy.Policy.Fixed
        self.more.setSizePolicy(across, QSizePolicy.Policy.Fixed)
        self.more.setVisible(bool(left))
        self.more.set_words(tr("{0} more").format(left))

    def sizeHint(self) -> QSize:
        """As wide as the question and its answers, where something else shares the strip."""
        words = self._who.sizeHint().width() + theme.S2 + self._prompt.sizeHint().width()
        shown = [b for b in (self.more, *self._buttons) if b.isVisibleTo(self)]
        wide = sum(button.sizeHint().width() + theme.S3 for button in shown)
        return QSize(min(16 + theme.S3 + words + wide, _MOST), theme.STRIP_HEIGHT)

    def minimumSizeHint(self) -> QSize:
        filled = self._primary()
        wide = filled.sizeHint().width() if filled is not None else 0
        return QSize(min(16 + 2 * theme.S3 + _WORDS + wide, _LEAST), theme.STRIP_HEIGHT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._fit_answers()

    def prompt(self) -> str:
        """The question."""
        return self._prompt.words

    # ---- by keyboard ----------------------------------------------------------------------------

    def button(self, offer: str) -> AnswerButton | None:
        """The button of an offer."""
        return next((b for b in self._buttons if b.answer == offer), None)

    def pointed_at(self) -> str:
        """The answer whose button the pointer is on; empty for none."""
        return next((b.answer for b in self._buttons if b.isVisible() and b.underMouse()), "")

    def with_keyboard(self) -> str:
        """The answer whose button has the keyboard; empty for none."""
        at = self.window().focusWidget()
        return next((b.answer for b in self._buttons if b is at), "")

    def first_stop(self) -> AnswerButton | None:
        """Where F6 comes in."""
        found = self._primary()
        shown = (button for button in self._buttons if button.isVisibleTo(self))
        return found or next(shown, None)

    def _primary(self) -> AnswerButton | None:
        pairs = zip(self._offers, self._buttons, strict=True)
        return next((button for offer, button in pairs if offer.primary), None)

    def focus_primary(self) -> bool:
        """Give the keyboard to the primary button; whether there is one."""
        button = self._primary()
        if button is not None:
            button.setFocus(Qt.FocusReason.OtherFocusReason)
        return button is not None
