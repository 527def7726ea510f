"""The line of the checklist that is to be done now: a roll with its odds, a choice, or a note."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from wardesk.campaign.ledger.proposal import Proposal, reckoned
from wardesk.campaign.ruleset import Ask
from wardesk.engine.types import Decision
from wardesk.model.look import CaseLook
from wardesk.services.campaign.needs import Need
from wardesk.services.campaign.page import CampaignPage
from wardesk.ui import theme
from wardesk.ui.language import said, wording
from wardesk.ui.spoken import Role, tell_as
from wardesk.ui.table.umpire.proposal_card import ProposalCard
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.chip import rebuilt_chip
from wardesk.ui.widgets.cite import Cite
from wardesk.ui.widgets.dice_fields import DiceFields
from wardesk.ui.widgets.fields import combo_box, line_edit
from wardesk.ui.widgets.flow import FlowBox
from wardesk.ui.widgets.glyph import Glyph
from wardesk.ui.widgets.panel import Panel
from wardesk.ui.widgets.stepper import Stepper
from wardesk.ui.widgets.text import ElidedLine, Label
from wardesk.words import shown, tr


def proposal_card(proposal: Proposal, parent: QWidget | None, fixed: str) -> ProposalCard:
    """The card of a roll of a campaign; *fixed* is why no modifier can be switched off."""
    card = ProposalCard(lambda _cite: said(proposal.prompt), parent, within="campaign")
    card.set_proposal(proposal, _case, 0, wording(), fixed=fixed)
    return card


def _case(ask: Decision) -> CaseLook | None:
    """What a roll rests on, with the odds of the modifiers as they are switched now."""
    assert isinstance(ask, Proposal)
    sum_words = f"{ask.modifier:+d}".replace("-", "−")
    needed = (
        "" if ask.needed is None
        else tr("Needed: die {0}, {1} or less").format(sum_words, ask.needed) if ask.modifiers
        else tr("Needed: {0} or less").format(ask.needed)
    )  # fmt: skip
    odds = tuple(replace(each, label=said(each.label)) for each in reckoned(ask).odds)
    return CaseLook(title=said(ask.prompt), place=said(ask.context), sum_text=needed, odds=odds)


class AskCard(Panel):
    """Shows what the next line asks.

    ``rolled(roll or None, words)``, ``chosen(value)``, ``overruled(decided, reason)``,
    ``closed(note)``, ``changed(words)`` when points are paid, and ``begun()`` for the next turn.
    Of a duty: ``settled(Need, words, reason)``, ``left(Need, reason)``, and ``formed(Need)``
    for the form of its action; the reason is there for what is done late.
    """

    rolled = Signal(object, dict)
    chosen = Signal(str)
    overruled = Signal(str, str)
    closed = Signal(str)
    changed = Signal(dict)
    begun = Signal()
    settled = Signal(object, dict, str)
    left = Signal(object, str)
    formed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setAccessibleName(tr("Next step"))
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        # its words wrap: it may be taller than Qt first thinks
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._last = QWidget(self)
        told = QHBoxLayout(self._last)
        told.setContentsMargins(0, 0, 0, 0)
        told.setSpacing(theme.S2)
        told.addWidget(Glyph("check", self._last, tone="ok", size=16))
        self._told = ElidedLine("", self._last, role="small", tone="text2")
        told.addWidget(self._told)
        self._last.hide()
        self.add(self._last)
        self._inside: QWidget | None = None
        self._shown: tuple[object, ...] = ()
        self.primary: Button | None = None
        self.typed: DiceFields | None = None
        self.reason: QLineEdit | None = None
        self.outcome: QComboBox | None = None
        self.overrule: Button | None = None
        self.note: QLineEdit | None = None
        self.points: Stepper | None = None
        self.use: Button | None = None
        self.why: QLineEdit | None = None
        self.card: ProposalCard | None = None
        self._off: tuple[str, ...] = ()
        self._why_words = ""

    @property
    def last(self) -> str:
        """What was said to be done last."""
        return self._told.words

    def say(self, words: str) -> None:
        """Say what was done last, above what comes next."""
        self._told.set_words(words)
        self._last.setVisible(bool(words))

    def show_page(self, page: CampaignPage, ask: Ask | None = None) -> None:
        """Show what *page* asks; *ask* stands in its place while points are being paid."""
        ask = ask or page.ask
        now = next((row for row in page.checks if row.state == "now"), None)
        shown = (ask, page.outcomes, now, page.umpire, page.over, page.seeded, page.turn)
        if shown == self._shown:
            return
        self._shown = shown
        if ask is page.ask:
            self._off, self._why_words = (), ""
        held = self._clear()
        self._inside = QWidget(self)
        self._column = QVBoxLayout(self._inside)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.S2)
        self.set_title(tr("Next step"))
        if now is not None and ask is None:
            self._words(now.title, "text", "strong")
        if not page.umpire:
            self._words(tr("Only the umpire does things here. This is what the seat sees."))
        elif ask is not None and ask.proposal is not None:
            self._roll(ask, ask.proposal, page)
        elif ask is not None:
            self._choose(ask)
        elif now is not None:
            self._plain(now.who)
        elif page.over:
            self._words(tr("The last turn is over."))
        else:
            self._turn()
        self._show_inside()
        if held and self.primary is not None and self.primary.isEnabled():
            self.primary.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_duty(self, need: Need) -> None:
        """Show something that is due, in place of the line of the checklist, and take the keyboard.

        The next page brings the line back.
        """
        self._shown = ()
        self._clear()
        self._inside = QWidget(self)
        self._column = QVBoxLayout(self._inside)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.S2)
        self.set_title(tr("Due"))
        head = QHBoxLayout()
        head.setSpacing(theme.S2)
        head.addWidget(Label(need.title, self._inside, role="strong", wrap=True), 1)
        head.addWidget(
            Cite(need.cite, self._inside, summary=need.title), 0, Qt.AlignmentFlag.AlignTop
        )
        self._column.addLayout(head)
        missed = need.when == "missed"
        self._words(tr("{0} does this.").format(shown(need.seat)))
        if need.why:
            self._words(need.why, "text", "body")
        if need.until:
            late = tr("It was due until {0}: say why it is done late.")
            words = late if missed else tr("Until {0}.")
            self._words(words.format(shown(need.until)), "warn" if missed or need.last else "text2")
        buttons = self._duty_buttons(need)
        self.primary = buttons[0]
        self._buttons(*buttons)
        hint = tr("Why late, or not at all") if missed else tr("Why it is left, or allowed")
        self.note = self._field(hint)
        leave = Button(tr("Leave it", "AskCard"), self._inside)
        leave.clicked.connect(lambda: self.left.emit(need, self._note()))
        self._buttons(leave)
        waits = [leave, *(buttons[:-1] if need.by_leave and need.action else ())]

        def judge() -> None:
            for button in waits:
                button.allow() if self._note() else button.refuse(tr("Say why first"))

        self.note.textChanged.connect(lambda _text: judge())
        judge()
        self._show_inside()
        aim = self.primary if self.primary.isEnabled() else self.note
        aim.setFocus(Qt.FocusReason.OtherFocusReason)

    def _duty_buttons(self, need: Need) -> list[Button]:
        """One for each thing that can be chosen, or one that does it; the form comes last."""

        def settles(button: Button, words: dict[str, str]) -> Button:
            button.clicked.connect(lambda: self.settled.emit(need, words, self._note()))
            return button

        if need.tabled:
            table = Button(tr("In one table…"), self._inside, icon="table", kind="primary")
            table.clicked.connect(lambda: self.formed.emit(need))
            return [table]
        found: list[Button] = []
        if len(need.choices) == 1:
            ((word, values),) = need.choices.items()
            for value, name in values:
                kind = "normal" if found else "primary"
                button = Button(shown(name), self._inside, kind=kind)
                found.append(settles(button, {word: value}))
        elif need.action and not need.choices and not need.asks:
            found.append(settles(Button(tr("Do it"), self._inside, kind="primary"), {}))
        words = tr("In the form…") if need.action else tr("Questions…")
        form = Button(words, self._inside, kind="normal" if found else "primary")
        form.clicked.connect(lambda: self.formed.emit(need))
        return [*found, form]

    def _show_inside(self) -> None:
        """Show what was made now, not when Qt comes to it: else it could not take the keyboard."""
        if self._inside is not None:
            self.add(self._inside)
            self._inside.show()

    def _clear(self) -> bool:
        """Take the old widgets away; whether one of them had the keyboard."""
        self.primary = self.typed = self.reason = self.outcome = self.overrule = None
        self.note = self.points = self.use = self.why = self.card = None
        if self._inside is None:
            return False
        here = QApplication.focusWidget()
        held = here is not None and self._inside.isAncestorOf(here)
        if held:
            self.setFocus()  # or the keyboard would leave the campaign with them
        self.body.removeWidget(self._inside)
        self._inside.hide()
        self._inside.deleteLater()
        return held

    # ---- what it can be -------------------------------------------------------------------------

    def _words(self, words: str, tone: str = "text2", role: str = "small") -> None:
        self._column.addWidget(Label(words, self._inside, role=role, tone=tone, wrap=True))

    def _buttons(self, *buttons: QWidget) -> None:
        box = FlowBox(self._inside)
        box.add(*buttons)
        self._column.addWidget(box)

    def _first_button(self, words: str, action: str, icon: str = "") -> Button:
        return Button(words, self._inside, icon=icon, kind="primary", action=action)

    def _turn(self) -> None:
        self._words(tr("Every line of this turn is done."))
        self.primary = Button(
            tr("Begin the next turn"), self._inside, kind="primary", action="campaign.next"
        )
        self.primary.clicked.connect(self.begun)
        self._buttons(self.primary)

    def _plain(self, who: str) -> None:
        words = tr("{0} does this. What is played at the table is only noted as done.")
        self._words(words.format(shown(who)))
        self.note = self._field(tr("Note, if done by hand"))
        self.primary = Button(tr("Do it"), self._inside, kind="primary", action="campaign.next")
        self.primary.clicked.connect(lambda: self.closed.emit(self._note()))
        self._buttons(self.primary)

    def _note(self) -> str:
        return self.note.text().strip() if self.note is not None else ""

    def _choose(self, ask: Ask) -> None:
        self._words(ask.question, "text", "body")
        buttons: list[Button] = []
        for k, (value, name) in enumerate(ask.choices):
            kind = "normal" if k else "primary"
            button = Button(shown(name), self._inside, kind=kind)
            button.clicked.connect(lambda _on=False, value=value: self.chosen.emit(value))
            buttons.append(button)
        self.primary = buttons[0]
        self._buttons(*buttons)
        self.note = self._field(tr("Or leave it, with a note"))
        leave = Button(tr("Leave it", "AskCard"), self._inside)
        leave.refuse(tr("Write a note first"))
        self.note.textChanged.connect(
            lambda text: leave.allow() if text.strip() else leave.refuse(tr("Write a note first"))
        )
        leave.clicked.connect(lambda: self.closed.emit(self._note()))
        self._buttons(leave)

    def _field(self, words: str) -> QLineEdit:
        field = line_edit(words, self._inside, hint=words)
        self._column.addWidget(field)
        return field

    def _roll(self, ask: Ask, proposal: Proposal, page: CampaignPage) -> None:
        if proposal.reconstruction:
            chip = rebuilt_chip(self._inside, note=proposal.reconstruction)
            self._column.addWidget(chip, 0, Qt.AlignmentFlag.AlignLeft)
        fixed = "" if ask.switches else tr("always counts")
        self.card = card = proposal_card(proposal, self._inside, fixed)
        assert card.dice is not None
        for place, factor in enumerate(proposal.factors, 1):
            if factor.id in self._off:
                card.flip(place)
        self.why = card.reason
        if self.why is not None:
            self.why.setText(self._why_words)
        card.roll_asked.connect(lambda *_how: self._say_rolled(None))
        card.dice_typed.connect(lambda dice, *_how: self._say_rolled(dice[0]))
        self._column.addWidget(card)
        if ask.paid:
            self._points(ask)
        if proposal.missing:
            card.dice.hide()
            self._words(tr("You cannot roll: {0}.").format(proposal.missing), "warn")
        else:
            self.primary, self.typed, self.use = card.dice.roll, card.dice.fields, card.dice.use
            if not page.seeded:
                words = tr("This campaign's dice are typed: choose what was rolled")
                card.dice.want_typed(words)
        self._override(page.outcomes)

    def _say_rolled(self, face: int | None) -> None:
        """What was rolled, and what does not count in the umpire's word."""
        off = self._switched_off()
        words = {"without": ",".join(off), "reason": self._why()} if off else {}
        self.rolled.emit(face, words)

    def _switched_off(self) -> tuple[str, ...]:
        changed = self.card.changed_factors() if self.card is not None else None
        return tuple(each.id for each in changed or () if not each.on)

    def _why(self) -> str:
        return self.why.text().strip() if self.why is not None else ""

    def _pay(self, points: int) -> None:
        """Points are paid: the roll is proposed anew, with the same modifiers off."""
        self._off, self._why_words = self._switched_off(), self._why()
        self.changed.emit({"dispatch": str(points)})

    def _points(self, ask: Ask) -> None:
        box = QWidget(self._inside)
        row = QHBoxLayout(box)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(ElidedLine(tr("Dispatch points paid"), box))
        paid = int(ask.words.get(ask.paid, "0"))
        self.points = Stepper(tr("Dispatch points paid"), box, value=paid, most=ask.most_paid)
        self.points.changed.connect(self._pay)
        row.addWidget(self.points)
        self._column.addWidget(box)

    def _combo(self, choices: Sequence[str], first: str) -> QComboBox:
        rows = ((words, words) for words in (first, *choices))
        return combo_box(first, self._inside, rows)

    def _override(self, outcomes: Sequence[str]) -> None:
        if not outcomes:
            return
        self._column.addSpacing(theme.S1)
        self._words(tr("Or decide it yourself; the odds stay on record."), "umpire_text")
        self.outcome = self._combo(outcomes, tr("Decide…"))
        self._column.addWidget(self.outcome)
        words = tr("Reason for deciding otherwise")
        self.reason = line_edit(words, self._inside, hint=tr("Reason"))
        self._column.addWidget(self.reason)
        self.overrule = Button(tr("Overrule"), self._inside, icon="scales", kind="umpire")
        self.outcome.currentIndexChanged.connect(lambda _at: self._judge())
        self.reason.textChanged.connect(lambda _text: self._judge())
        self.overrule.clicked.connect(self._say_overruled)
        self._buttons(self.overrule)
        self._judge()

    def _judge(self) -> None:
        if self.overrule is None or self.outcome is None or self.reason is None:
            return
        if self.outcome.currentIndex() < 1:
            self.overrule.refuse(tr("Choose what comes out"))
        elif not self.reason.text().strip():
            self.overrule.refuse(tr("Say why: this needs a reason"))
        else:
            self.overrule.allow()

    def _say_overruled(self) -> None:
        if self.outcome is not None and self.reason is not None:
            self.overruled.emit(self.outcome.currentText(), self.reason.text().strip())


tell_as(Role.Grouping, AskCard)
