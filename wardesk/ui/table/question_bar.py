"""The strip above the board: who is asked what, in one line, and the answers with their keys.

What ends a turn, a phase or an activation stands in the foot.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QWidget

from wardesk.ui import theme
from wardesk.ui.table.interactions import REST, ButtonOffer
from wardesk.ui.table.model import TableModel
from wardesk.ui.widgets.answer_button import AnswerButton
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.chip import Chip
from wardesk.ui.widgets.cite import Cite
from wardesk.ui.widgets.panel import ground
from wardesk.ui.widgets.text import ElidedLine
from wardesk.words import tr

MOST_ANSWERS = 4
_TALL, _LOW = 28, 24
"""Height of buttons in the strip and in the foot, px."""
"""Buttons at the strip's right end; the others wait in the drawer, and their keys act."""
_WORDS, _LEAST, _MOST = 190, 380, 500
"""Px that the question keeps beside its answers, the most that it asks of the window, and of a
strip that it shares."""


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
        ground(self, "asked")
        self._stripe = QFrame(self)
        self._stripe.setObjectName("stripe")
        self._stripe.setGeometry(0, 0, 4, theme.STRIP_HEIGHT)
        self._offers: list[ButtonOffer] = []
        self._buttons: list[AnswerButton] = []
        """Those of the offers, in their order."""
        self._made: list[AnswerButton] = []
        """All there are: a button that is made anew for each question costs as much as a paint."""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(theme.STRIP_HEIGHT)
        self._who = Chip("", self, tone="neutral", icon="person")
        self._prompt = ElidedLine("", self, role="strong", least=60, grow=False)
        self._context = ElidedLine("", self, role="small", tone="text2", least=0)
        self._cite = Cite("", self)
        self._answers = QHBoxLayout()
        self._answers.setSpacing(theme.S2)
        self.ends = QWidget()
        """Holds what ends a turn, a phase or an activation; it stands in the foot."""
        self.ends.setAccessibleName(tr("What ends"))
        self._ends = QHBoxLayout(self.ends)
        self._ends.setContentsMargins(theme.S1, 0, theme.S1, 0)
        self._ends.setSpacing(theme.S2)
        self.rest = QWidget()
        """Holds what does the rest as proposed while counters lie in a tray; it stands there."""
        self.rest.setAccessibleName(tr("The rest as proposed"))
        self._rest = QHBoxLayout(self.rest)
        self._rest.setContentsMargins(0, 0, 0, 0)
        self.more = Button(
            tr("{0} more").format(0), self, action="table.drawer", tall=theme.px(_TALL)
        )
        self.more.clicked.connect(self.more_asked)
        self._lay_out()
        model.moment_changed.connect(self.follow)
        model.asked.connect(self.follow)
        model.aimed.connect(self.follow)

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, theme.S2, 1)
        row.setSpacing(theme.S2)
        row.addWidget(self._who)
        row.addWidget(self._prompt)
        row.addWidget(self._context, 1)
        row.addWidget(self._cite)
        row.addWidget(self.more)
        row.addLayout(self._answers)

    # ---- what it says ---------------------------------------------------------------------------

    def follow(self) -> None:
        """Show what is asked now."""
        model, words = self._model, self._model.words
        tone, cite = words.tone, words.cite
        umpire = tone == "umpire"
        own = self._own_colour(words.who)
        self._colour(own, tone)
        self._who.set_look(words.who, tone=tone, icon=words.icon, solid=umpire, own=own)
        self._prompt.set_words(words.prompt)
        self._cite.set_rule(cite, model.session.rule(cite) if cite else "")
        self._context.set_words(words.context)
        said = f"{words.who}: {words.prompt} {words.context}".strip()
        self.setAccessibleDescription(f"{said} {words.note}".strip())
        self.setToolTip(said)  # where it is cut it can be read whole
        if self._set_offers(model.offers(), umpire=umpire):
            self.keyboard_lost.emit()

    def _colour(self, own: str, tone: str) -> None:
        """The stripe at its left in the colour of who is asked, an *own* one or that of *tone*."""
        stripe, sheet = self._stripe, f"background: {QColor(own).name()};" if own else ""
        if (stripe.property("tone"), stripe.styleSheet()) != (tone, sheet):
            stripe.setProperty("tone", tone)
            stripe.setStyleSheet(sheet)
            stripe.style().polish(stripe)

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
        if same is not None and not same.isHidden():
            same.setFocus(Qt.FocusReason.OtherFocusReason)
            return False
        return True

    def _button(self) -> AnswerButton:
        button = AnswerButton("", "", self, tall=theme.px(_TALL))
        button.hide()
        button.answered.connect(self._model.press)
        button.asked_why.connect(self._model.say)
        button.explained.connect(self.explained)
        return button

    def _fit_answers(self) -> None:
        """Show the filled button, and as many others as there is room for, in order.

        Those that are refused give way to those that are not. The question stays whole, unless it
        takes more than half of the strip. What ends stands in the foot.
        """
        while self._answers.count():
            self._answers.takeAt(0)
        pairs = self._put_aside()
        question = self._who.sizeHint().width() + theme.S2 + self._prompt.sizeHint().width()
        question = max(_WORDS, min(question, self.width() // 2))
        room = self.width() - 16 - 2 * theme.S3 - question
        wide = sum(button.sizeHint().width() + theme.S2 for _, button in pairs)
        hidden = len(pairs) > MOST_ANSWERS or wide > room
        if hidden:
            self.more.set_words(tr("{0} more").format(len(pairs)))
            room -= self.more.sizeHint().width() + theme.S3
        shown: list[AnswerButton] = []
        waits = False
        self.updateGeometry()

        def first(pair: tuple[ButtonOffer, AnswerButton]) -> tuple[bool, bool]:
            offer = pair[0]
            return not offer.primary, bool(offer.refused)

        for offer, button in sorted(pairs, key=first):
            need = button.sizeHint().width() + theme.S2
            fits = len(shown) < MOST_ANSWERS and (need <= room or offer.primary)
            if fits and not (waits and offer.refused):
                shown.append(button)
                room -= need
            else:
                waits = True
        missing = [button for _, button in pairs if button not in shown]
        instead = room + self.more.sizeHint().width() + theme.S3
        if len(missing) == 1 and missing[0].sizeHint().width() + theme.S2 <= instead:
            shown += missing  # it takes no more room than the button that tells of it
            room = 0
        for _offer, button in sorted(pairs, key=lambda pair: pair[0].primary):
            if button in shown:
                self._answers.addWidget(button)
            elif button.parent() is not self:
                button.setParent(self)
            button.setVisible(button in shown)
        left = len(pairs) - len(shown)
        # Before a filled button is cut, the one for the others does without its key.
        across = QSizePolicy.Policy.Maximum if room < 0 else QSizePolicy.Policy.Fixed
        self.more.setSizePolicy(across, QSizePolicy.Policy.Fixed)
        self.more.setVisible(bool(left))
        self.more.set_words(tr("{0} more").format(left))

    def _put_aside(self) -> list[tuple[ButtonOffer, AnswerButton]]:
        """Put what ends into the foot, and the rest as proposed to its tray. Gives the others."""
        for row in (self._ends, self._rest):
            while row.count():
                row.takeAt(0)
        both, others = list(zip(self._offers, self._buttons, strict=True)), []
        tray = bool(self._model.to_place)
        for offer, button in both:
            rest = offer.id == REST and tray
            button.set_tall(theme.px(_LOW if offer.ends or rest else _TALL))
            if offer.ends or rest:
                (self._ends if offer.ends else self._rest).addWidget(button)
                button.show()
            else:
                others.append((offer, button))
        self.ends.setVisible(bool(self._ends.count()))
        self.rest.setVisible(bool(self._rest.count()))
        return others

    def sizeHint(self) -> QSize:
        """As wide as the question and its answers, where something else shares the strip."""
        words = self._who.sizeHint().width() + self._prompt.sizeHint().width() + 4 * theme.S2
        words += self._cite.sizeHint().width() if self._cite.isVisibleTo(self) else 0
        shown = [b for b in (self.more, *self._buttons) if not b.isHidden() and b.parent() is self]
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
        shown = (button for button in self._buttons if not button.isHidden())
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
