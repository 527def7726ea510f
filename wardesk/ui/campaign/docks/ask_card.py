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

from wardesk.campaign.ledger.proposal import Proposal
from wardesk.campaign.ruleset import Ask
from wardesk.services.campaign.needs import Need
from wardesk.services.campaign.page import Page
from wardesk.ui import theme
from wardesk.ui.language import said
from wardesk.ui.spoken import Role, tell_as
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.chip import rebuilt_chip
from wardesk.ui.widgets.cite import Cite
from wardesk.ui.widgets.dice_fields import DiceFields
from wardesk.ui.widgets.fields import combo_box, line_edit
from wardesk.ui.widgets.flow import FlowBox
from wardesk.ui.widgets.glyph import Glyph
from wardesk.ui.widgets.odds_bar import OddsBar
from wardesk.ui.widgets.panel import Panel
from wardesk.ui.widgets.stepper import Stepper
from wardesk.ui.widgets.switch import ModifierRow
from wardesk.ui.widgets.text import Line, Text
from wardesk.words import shown, tr


class AskCard(Panel):
    """Shows what the next line asks.

    ``rolled(roll or None)``, ``chosen(value)``, ``overruled(decided, reason)``, ``closed(note)``,
    ``changed(words)`` when points are paid or modifiers switched, and ``begun()`` for the next
    turn. Of a duty: ``settled(Need, words, reason)``, ``left(Need, reason)``, and ``formed(Need)``
    for the form of its action; the reason is there for what is done late.
    """

    rolled = Signal(object)
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
        self._told = Line("", self._last, role="small", tone="text2")
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
        self._off: list[str] = []
        self._paid = 0
        self._why_words = ""
        self._seeded = False

    @property
    def last(self) -> str:
        """What was said to be done last."""
        return self._told.words

    def say(self, words: str) -> None:
        """Say what was done last, above what comes next."""
        self._told.set_words(words)
        self._last.setVisible(bool(words))

    def show_page(self, page: Page, ask: Ask | None = None) -> None:
        """Show what *page* asks; *ask* stands in its place while points are being paid."""
        ask = ask or page.ask
        now = next((row for row in page.checks if row.state == "now"), None)
        shown = (ask, page.outcomes, now, page.umpire, page.over, page.seeded, page.turn)
        if shown == self._shown:
            return
        self._shown = shown
        if ask is page.ask:
            self._why_words = ""
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
        head.addWidget(Text(need.title, self._inside, role="strong", wrap=True), 1)
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
        self.note = self.points = self.use = self.why = None
        self._off, self._paid = [], 0
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
        self._column.addWidget(Text(words, self._inside, role=role, tone=tone, wrap=True))

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

    def _roll(self, ask: Ask, proposal: Proposal, page: Page) -> None:
        head = QHBoxLayout()
        head.setSpacing(theme.S2)
        top = Qt.AlignmentFlag.AlignTop
        head.addWidget(Text(proposal.prompt, self._inside, role="strong", wrap=True), 1)
        head.addWidget(Cite(proposal.cite, self._inside, summary=proposal.prompt), 0, top)
        if proposal.reconstruction:
            head.addWidget(rebuilt_chip(self._inside, note=proposal.reconstruction), 0, top)
        self._column.addLayout(head)
        if proposal.context:
            self._words(proposal.context)
        self._modifiers(ask, proposal)
        if proposal.needed is not None:
            sum_words = f"{proposal.modifier:+d}".replace("-", "−")
            self._words(
                tr("Needed: die {0}, {1} or less").format(sum_words, proposal.needed)
                if proposal.modifiers
                else tr("Needed: {0} or less").format(proposal.needed),
                "text", "strong",
            )  # fmt: skip
        if ask.paid:
            self._points(ask)
        if proposal.missing:
            self._words(tr("You cannot roll: {0}.").format(proposal.missing), "warn")
        else:
            odds = [replace(each, label=said(each.label)) for each in proposal.odds]
            self._column.addWidget(OddsBar(odds, self._inside))
            self._dice(page, proposal)
        self._override(page.outcomes)

    def _modifiers(self, ask: Ask, proposal: Proposal) -> None:
        """Each with a switch where the umpire may say that it does not count, and why."""
        self._off = [each.id for each in proposal.off]
        for each in proposal.factors:
            locked = "" if ask.switches else tr("always counts")
            row = ModifierRow(
                each.id, said(each.name), each.value, self._inside, on=each.on,
                proposed=True, locked=locked, cite=each.cite, summary=said(each.name),
            )  # fmt: skip
            row.switched.connect(self._switched)
            self._column.addWidget(row)
        if self._off:
            self.why = self._field(tr("Why they do not count"))
            self.why.setText(self._why_words)
            self.why.textChanged.connect(lambda _text: self._judge_dice())

    def _switched(self, label: str, on: bool) -> None:
        self._off = [one for one in self._off if one != label] + ([] if on else [label])
        self._why_words = self.why.text() if self.why is not None else ""
        self._tell_change()

    def _tell_change(self) -> None:
        words = {"without": ",".join(self._off)} if self._off else {}
        if self._paid:
            words["dispatch"] = str(self._paid)
        if self._off:
            words["reason"] = self._why_words.strip() or "?"
        self.changed.emit(words)

    def _pay(self, points: int) -> None:
        self._paid = points
        self._tell_change()

    @property
    def reason_words(self) -> dict[str, str]:
        """Why modifiers do not count, for the roll; empty where all of them count."""
        if not self._off:
            return {}
        return {"reason": self.why.text().strip() if self.why is not None else ""}

    def _judge_dice(self) -> None:
        """A die that falls with modifiers switched off needs a reason first."""
        if self.primary is None or self.typed is None or self.use is None:
            return
        silent = bool(self._off) and (self.why is None or not self.why.text().strip())
        why = tr("Say why a modifier does not count")
        if silent:
            self.primary.refuse(why)
            self.use.refuse(why)
            return
        if self._seeded:
            self.primary.allow()
        else:
            self.primary.refuse(tr("This campaign's dice are typed: choose what was rolled"))
        missing = self.typed.missing()
        self.use.refuse(missing) if missing else self.use.allow()

    def _points(self, ask: Ask) -> None:
        box = QWidget(self._inside)
        row = QHBoxLayout(box)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(Line(tr("Dispatch points paid"), box))
        self._paid = int(ask.words.get(ask.paid, "0"))
        self.points = Stepper(tr("Dispatch points paid"), box, value=self._paid, most=ask.most_paid)
        self.points.changed.connect(self._pay)
        row.addWidget(self.points)
        self._column.addWidget(box)

    def _dice(self, page: Page, proposal: Proposal) -> None:
        self.primary = Button(
            tr("Roll"), self._inside, icon="dice", kind="primary", action="campaign.roll"
        )
        self.primary.clicked.connect(lambda: self.rolled.emit(None))
        self._seeded = page.seeded
        typed = self.typed = DiceFields(self._inside)
        typed.set_dice(proposal.dice, least=proposal.lowest)
        typed.setToolTip(tr("Die on the table"))
        use = self.use = Button(tr("Use this die"), self._inside)
        use.clicked.connect(lambda: self.rolled.emit((typed.values() or (None,))[0]))
        typed.changed.connect(self._judge_dice)
        typed.entered.connect(use.click)
        self._buttons(self.primary, typed, use)
        self._judge_dice()

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
