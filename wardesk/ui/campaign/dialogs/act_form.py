"""Everything that the rules let one do, as one dialog: a list, a form, what speaks against it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby

from PySide6.QtCore import QObject, QSize, QStringListModel, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QCompleter,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from wardesk.campaign.general_actions import CITE
from wardesk.campaign.ledger.events import LedgerEvent
from wardesk.campaign.ledger.proposal import Proposal
from wardesk.errors import UserError
from wardesk.services.campaign.forms import (
    ActionForm,
    FormField,
    FormLine,
    FormVerdict,
    do_form,
    form_lines,
    form_of,
    judge_form,
)
from wardesk.ui import language, theme
from wardesk.ui.campaign.docks.ask_card import proposal_card
from wardesk.ui.campaign.worker import CampaignWorker
from wardesk.ui.dialogs.dialog import Dialog, FormRows
from wardesk.ui.language import said
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.chip import rebuilt_chip
from wardesk.ui.widgets.cite import Cite
from wardesk.ui.widgets.dice_fields import DiceFields
from wardesk.ui.widgets.fields import combo_box, line_edit, search_field
from wardesk.ui.widgets.glyph import Glyph
from wardesk.ui.widgets.panel import Scroller, hairline
from wardesk.ui.widgets.switch import Switch
from wardesk.ui.widgets.text import ElidedLine, Label
from wardesk.words import shown, tr

LONG = 14
"""Rows from which on a list is typed into rather than looked through."""
_TICKS_HIGH = 150


class FieldBox(QWidget):
    """One field. ``changed()`` when it says something else; `words` is what it says."""

    changed = Signal()

    def __init__(self, field: FormField, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = field
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.S2)
        self._words: Callable[[], str]
        self._put: Callable[[str], object]
        if field.kind == "yes-no":
            self._switch(row)
        elif field.kind == "list":
            self._several(row)
        elif field.choices:
            self._one_of(row)
        else:
            self._text(row)

    def words(self) -> str:
        """What was chosen or typed."""
        return self._words().strip()

    def set_words(self, words: str) -> None:
        """Fill it in; nothing for no words."""
        if words:
            self._put(words)

    def _switch(self, row: QHBoxLayout) -> None:
        switch = Switch(self.field.label, self, on=self.field.value == "yes")
        switch.toggled.connect(lambda _on: self.changed.emit())
        row.addWidget(switch)
        row.addStretch(1)
        self._words = lambda: "yes" if switch.isChecked() else "no"
        self._put = lambda words: switch.setChecked(words == "yes")
        self.setFocusProxy(switch)

    def _combo(self, first: str) -> QComboBox:
        box = combo_box(self.field.label, self)
        box.addItem(first, "")
        for value, name in self.field.choices:
            box.addItem(name, value)
        box.setMinimumContentsLength(18)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        if len(self.field.choices) > LONG:
            box.setEditable(True)
            box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
            names = QStringListModel([name for _value, name in self.field.choices], box)
            completer = QCompleter(names, box)
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
            completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            box.setCompleter(completer)
            editor = box.lineEdit()
            assert editor is not None
            editor.setFont(theme.font())
            editor.setAccessibleName(self.field.label)
            editor.setPlaceholderText(tr("Type a part of the name"))
            box.setCurrentIndex(-1)
        return box

    def _chosen(self, box: QComboBox) -> str:
        """The value of the row, or of the one row whose name has what was typed."""
        at = box.findText(box.currentText()) if box.isEditable() else box.currentIndex()
        if at >= 0:
            return str(box.itemData(at) or "")
        typed = box.currentText().strip().casefold()
        names = [(value, said(name).casefold()) for value, name in self.field.choices]
        begin = [value for value, name in names if name.startswith(typed)]
        fit = begin if len(begin) == 1 else [value for value, name in names if typed in name]
        return fit[0] if typed and len(fit) == 1 else box.currentText()

    def _one_of(self, row: QHBoxLayout) -> None:
        box = self._combo(tr("Choose…") if self.field.needed else tr("None"))
        box.currentTextChanged.connect(lambda _text: self.changed.emit())
        row.addWidget(box, 1)
        self._words = lambda: self._chosen(box)
        self._put = lambda words: box.setCurrentIndex(box.findData(words))
        self.setFocusProxy(box)

    def _text(self, row: QHBoxLayout) -> None:
        line = line_edit(self.field.label, self, self.field.value)
        if self.field.kind == "number":
            line.setMaximumWidth(theme.px(90))
        line.textChanged.connect(lambda _text: self.changed.emit())
        row.addWidget(line, 1)
        if self.field.kind == "number":
            row.addStretch(2)
        self._words = line.text
        self._put = line.setText
        self.setFocusProxy(line)

    def _several(self, row: QHBoxLayout) -> None:
        if self.field.choices:
            self._ticks(row)
            return
        line = line_edit(self.field.label, self, self.field.value)
        line.setPlaceholderText(tr("with commas between them"))
        line.textChanged.connect(lambda _text: self.changed.emit())
        row.addWidget(line, 1)
        self._words = line.text
        self._put = line.setText
        self.setFocusProxy(line)

    def _ticks(self, row: QHBoxLayout) -> None:
        """Each value with a box to tick, and a field that looks for some of them."""
        box = QListWidget(self)
        box.setFont(theme.font())
        box.setAccessibleName(self.field.label)
        box.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        box.setFixedHeight(theme.px(_TICKS_HIGH))
        for value, name in self.field.choices:
            item = QListWidgetItem(said(name), box)
            item.setData(Qt.ItemDataRole.UserRole, value)
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
                          | Qt.ItemFlag.ItemIsUserCheckable)  # fmt: skip
            item.setCheckState(Qt.CheckState.Unchecked)
        items = [box.item(k) for k in range(box.count())]
        search = search_field(tr("Type a part of the name"), self)
        search.setAccessibleName(tr("Find in {0}").format(self.field.label))
        count = Label("", self, role="small", tone="text2")
        nothing = Label(tr("Nothing in this list has these words."), self, tone="text2")

        def look(words: str) -> None:
            """By name, or by the id that the command line and old notes know it by."""
            sought = words.strip().casefold()
            for item in items:
                known = f"{item.text()}\n{item.data(Qt.ItemDataRole.UserRole)}"
                item.setHidden(sought not in known.casefold())
            nothing.setVisible(all(item.isHidden() for item in items))

        def ticked() -> list[QListWidgetItem]:
            return [item for item in items if item.checkState() == Qt.CheckState.Checked]

        def told() -> None:
            count.setText(tr("{0} ticked").format(len(ticked())))
            self.changed.emit()

        def put(words: str) -> None:
            wanted = {word.strip() for word in words.split(",")}
            for item in items:
                on = item.data(Qt.ItemDataRole.UserRole) in wanted
                item.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)

        search.textChanged.connect(look)
        box.itemChanged.connect(lambda _item: told())
        count.setText(tr("{0} ticked").format(0))
        head = QHBoxLayout()
        head.addWidget(search, 1)
        head.addWidget(count)
        column = QVBoxLayout()
        column.setSpacing(theme.S1)
        column.addLayout(head)
        column.addWidget(nothing)
        column.addWidget(box)
        row.addLayout(column, 1)
        nothing.setVisible(not items)
        self._words = lambda: ", ".join(str(i.data(Qt.ItemDataRole.UserRole)) for i in ticked())
        self._put = put
        self.setFocusProxy(search)


PAUSE = 120
"""Milliseconds after the last change before the rules are asked."""
_ID = Qt.ItemDataRole.UserRole


def _searched(line: FormLine) -> str:
    """What a person may look for a form by."""
    words = (language.said(line.title), line.cite, language.said(line.group), line.id)
    return " ".join(words).lower()


class ActFormDialog(Dialog):
    """Asks with ``opened(id)`` for a form, with ``judged(id, words, allow)`` what would come of it.

    ``acted(id, words, roll, allow)`` does it; *roll* is a face of the die, or None for the
    campaign's own, *allow* the umpire's reason to do what the rules refuse, mostly empty.
    ``tabled(id, words)`` for what has a table of its own.
    """

    opened = Signal(str)
    judged = Signal(str, dict, str)
    acted = Signal(str, dict, object, str)
    tabled = Signal(str, dict)

    def __init__(
        self, lines: Sequence[FormLine], parent: QWidget | None = None, *, seeded: bool = False
    ) -> None:
        super().__init__(parent, size=(900, 600))
        self.setWindowTitle(tr("Do something the rules allow"))
        self._lines, self._seeded = tuple(lines), seeded
        self.form: ActionForm | None = None
        self.verdict: FormVerdict | None = None
        self.fields: list[FieldBox] = []
        self._wishes: dict[str, str] = {}
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(PAUSE)
        self._timer.timeout.connect(self._ask)
        self._make()
        self._lay_out()
        self._fill("")
        self.search.setFocus()

    def _make(self) -> None:
        hint = tr("Find: bridge, drop, rout, 4.3.2 …")
        self.search = line_edit(tr("Find an action"), self, hint=hint, clear=True)
        self.search.textChanged.connect(self._fill)
        self.search.returnPressed.connect(self._first_field)
        self.list = QListWidget(self)
        self.list.setFont(theme.font())
        self.list.setAccessibleName(tr("What can be done"))
        self.list.currentItemChanged.connect(lambda now, _was: self._chosen(now))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setMinimumWidth(theme.px(290))
        self.typed = DiceFields(self)
        self._die = (range(10),)
        self.typed.set_dice((10,), least=0)
        self.typed_words = Label(tr("Die on the table"), self, role="small", tone="text2")
        self.typed.changed.connect(self._judge)
        self.use = Button(tr("Use this die"), self)
        self.use.clicked.connect(lambda: self._do((self.typed.values() or (None,))[0]))
        self.typed.entered.connect(self.use.click)
        self.act = Button(tr("Do it"), self, kind="primary")
        self.act.clicked.connect(lambda: self._do(None))
        hint = tr("Allow it all the same, because …")
        self.allow = line_edit(tr("Allow with a reason"), self, hint=hint, clear=True)
        self.allow.setToolTip(
            tr("The umpire's word stands over the rule; the log and the report keep both.")
        )
        self.allow.textChanged.connect(self._changed)
        self.allow.hide()
        self.told = Label("", self, role="small", tone="ok", wrap=True)
        self.told.hide()

    def _lay_out(self) -> None:
        left = QVBoxLayout()
        left.setSpacing(theme.S2)
        left.addWidget(self.search)
        left.addWidget(self.list, 1)
        self._middle = QVBoxLayout()
        self._middle.setContentsMargins(0, 0, theme.S2, 0)
        inside = QWidget(self)
        inside.setLayout(self._middle)
        self._inside: QWidget | None = None
        self._below: QWidget | None = None
        right = QVBoxLayout()
        right.setSpacing(theme.S3)
        right.addWidget(Scroller(inside, self), 1)
        right.addWidget(self.allow)
        right.addWidget(self.told)
        row = QHBoxLayout()
        row.setSpacing(theme.S4)
        row.addLayout(left, 2)
        row.addWidget(hairline(self, vertical=True))
        row.addLayout(right, 3)
        self.body.addLayout(row)
        self.set_foot(
            self.act,
            leave=tr("Close"),
            left=(self.typed_words, self.typed, self.use),
            with_control=True,
        )

    # ---- the list -------------------------------------------------------------------------------

    def _fill(self, words: str) -> None:
        wanted = words.lower().split()
        here = self.list.currentItem()
        kept = here.data(_ID) if here is not None else ""
        self.list.blockSignals(True)
        self.list.clear()
        fits = [
            line for line in self._lines
            if all(one in _searched(line) for one in wanted)
        ]  # fmt: skip
        not_now = tr("Not now")
        for group, rows in groupby(fits, key=lambda x: x.group if x.possible else not_now):
            head = QListWidgetItem(language.said(group))
            head.setFlags(Qt.ItemFlag.NoItemFlags)
            head.setFont(theme.font("small-strong"))
            head.setSizeHint(QSize(0, theme.px(28)))
            self.list.addItem(head)
            for line in rows:
                item = QListWidgetItem(f"  {language.said(line.title)}")
                item.setData(_ID, line.id)
                item.setSizeHint(QSize(0, theme.px(26)))
                if not line.possible:
                    item.setForeground(theme.colour("text3"))
                die = tr(", rolls a die") if line.rolls else ""
                title, who = language.said(line.title), shown(line.seat)
                item.setToolTip(f"{title} [{line.cite}], {who}{die}")
                self.list.addItem(item)
        self.list.blockSignals(False)
        self.choose(kept or (fits[0].id if fits else ""))

    def choose(self, action: str, words: dict[str, str] | None = None) -> None:
        """Open the form of an action, with some fields filled in."""
        self._wishes = dict(words or {})
        for at in range(self.list.count()):
            if self.list.item(at).data(_ID) == action:
                if self.list.currentRow() == at:
                    self._chosen(self.list.item(at))
                self.list.setCurrentRow(at)
                return

    def _chosen(self, item: QListWidgetItem | None) -> None:
        if item is not None and item.data(_ID):
            self.told.hide()
            self._forget_leave()
            self.opened.emit(str(item.data(_ID)))

    def _first_field(self) -> None:
        (self.fields[0] if self.fields else self.act).setFocus(Qt.FocusReason.TabFocusReason)

    # ---- the form -------------------------------------------------------------------------------

    def show_form(self, form: ActionForm) -> None:
        """Show a form; one that was asked for and left again is not shown."""
        item = self.list.currentItem()
        if item is None or item.data(_ID) != form.line.id:
            return
        again = self.form is not None and self.form.line.id == form.line.id
        kept = self.words() if again else {}
        self.form, self.verdict = form, None
        if self._inside is not None:
            self._middle.removeWidget(self._inside)
            self._inside.hide()
            self._inside.deleteLater()
        self._inside = QWidget(self)
        column = QVBoxLayout(self._inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S3)
        head = QHBoxLayout()
        head.addWidget(ElidedLine(form.line.title, self._inside, role="title"), 1)
        number = "" if form.line.cite == CITE else form.line.cite
        head.addWidget(Cite(number, self._inside, summary=form.line.title))
        column.addLayout(head)
        said = tr("{0} does this; in secret, bound until it is told.") if form.secret else (
            tr("{0} does this.")
        )  # fmt: skip
        said = said.format(shown(form.line.seat))
        column.addWidget(Label(said, self._inside, role="small", tone="text2", wrap=True))
        rows = FormRows()
        self.fields = []
        for field in form.fields:
            label = Label(field.label, self._inside, tone="text" if field.needed else "text2")
            box = FieldBox(field, self._inside)
            box.set_words(self._wishes.get(field.name, kept.get(field.name, "")))
            box.changed.connect(self._changed)
            self.fields.append(box)
            rows.add(label, box)
        self._wishes = {}
        column.addLayout(rows)
        self._under = QVBoxLayout()
        column.addLayout(self._under)
        column.addStretch(1)
        self._middle.addWidget(self._inside)
        self._below = None
        for part in (self.typed_words, self.typed, self.use):
            part.setVisible(form.line.rolls)
        words = tr("Roll") if form.line.rolls else tr("Do it")
        words = tr("In one table…") if form.line.tabled else words
        self.act.set_words(words, icon="dice" if form.line.rolls else "")
        self._ask()

    def _forget_leave(self) -> None:
        """One leave is for one act."""
        self.allow.blockSignals(True)
        self.allow.clear()
        self.allow.blockSignals(False)
        self.allow.hide()

    def words(self) -> dict[str, str]:
        """What stands in the fields."""
        return {box.field.name: box.words() for box in self.fields}

    def _changed(self) -> None:
        self.verdict = None
        self._timer.start()
        self._judge()

    def _ask(self) -> None:
        self._timer.stop()
        if self.form is not None:
            self.judged.emit(self.form.line.id, self.words(), self.allow.text())

    def show_verdict(
        self, action: str, words: dict[str, str], allow: str, verdict: FormVerdict
    ) -> None:
        """What would come of it; an older answer is not shown any more."""
        if self.form is None or action != self.form.line.id:
            return
        if words != self.words() or allow != self.allow.text():
            return
        self.allow.setVisible(verdict.can_be_allowed or bool(allow))
        self.verdict = verdict
        if self._below is not None:
            self._under.removeWidget(self._below)
            self._below.hide()
            self._below.deleteLater()
        self._below = QWidget(self._inside)
        column = QVBoxLayout(self._below)
        column.setContentsMargins(0, theme.S2, 0, 0)
        column.setSpacing(theme.S2)
        if verdict.proposal is not None:
            self._show_proposal(column, verdict.proposal)
        if verdict.refused:
            row = QHBoxLayout()
            row.setSpacing(theme.S2)
            row.addWidget(Glyph("warning", self._below, tone="warn", size=18))
            row.addWidget(Label(verdict.refused, self._below, tone="warn", wrap=True), 1)
            column.addLayout(row)
        for sentence in verdict.overrules:
            said = tr("Overruled: {0}").format(sentence)
            column.addWidget(Label(said, self._below, role="small", tone="warn", wrap=True))
        if verdict.readers:
            row = QHBoxLayout()
            row.setSpacing(theme.S2)
            row.addWidget(Glyph("eye", self._below, tone="warn", size=18))
            said = tr("What you typed is told to others: {0}.").format(", ".join(verdict.readers))
            row.addWidget(Label(said, self._below, tone="warn", wrap=True), 1)
            column.addLayout(row)
        if verdict.effects and not verdict.refused:
            count = verdict.effects
            said = (
                tr("It can be done; one event is written.") if count == 1
                else tr("It can be done; {0} events are written.").format(count)
            )  # fmt: skip
            column.addWidget(Label(said, self._below, role="small", tone="text2", wrap=True))
        self._under.addWidget(self._below)
        self._judge()

    def _show_proposal(self, column: QVBoxLayout, proposal: Proposal) -> None:
        if proposal.printed() != self._die:  # what was typed for this die stays
            self._die = proposal.printed()
            self.typed.set_dice(proposal.dice, least=proposal.lowest)
        if proposal.reconstruction:
            chip = rebuilt_chip(self._below, note=proposal.reconstruction)
            column.addWidget(chip, 0, Qt.AlignmentFlag.AlignLeft)
        card = proposal_card(proposal, self._below, tr("as they counted"))
        if card.dice is not None:  # they stand in the foot
            card.dice.hide()
        column.addWidget(card)

    def _judge(self) -> None:
        """Switch the buttons on or off, with the reason."""
        why = tr("Asking the rules…")
        if self.verdict is not None:
            why = self.verdict.refused
        rolls = self.form is not None and self.form.line.rolls
        if why:
            self.act.refuse(why)
            self.use.refuse(why)
            return
        self.act.allow()
        self.use.allow()
        if rolls and not self._seeded:
            self.act.refuse(tr("This campaign's dice are typed: choose what was rolled"))
        if rolls and (missing := self.typed.missing()):
            self.use.refuse(missing)

    def _do(self, roll: int | None) -> None:
        button = self.act if roll is None else self.use
        if self.form is not None and button.isEnabled():
            if self.form.line.tabled:
                self.tabled.emit(self.form.line.id, self.words())
                self.accept()
                return
            self.verdict = None
            self._judge()
            self.acted.emit(self.form.line.id, self.words(), roll, self.allow.text())

    def say(self, words: str) -> None:
        """Say what was done; the form is asked for anew, with the choices as they are now."""
        self.told.setText(words)
        self.told.setVisible(bool(words))
        self.typed.clear()
        self._forget_leave()
        if self.form is not None:
            self.opened.emit(self.form.line.id)

    def press_enter(self) -> None:
        (self.act if self.act.isEnabled() else self.use).click()


class ActFormController(QObject):
    """Opens the dialog and answers it from the worker thread; ``closed()`` when it is gone.

    ``tabled(action, words)`` for what has a table of its own.
    """

    closed = Signal()
    tabled = Signal(str, dict)

    def __init__(self, worker: CampaignWorker, over: QWidget) -> None:
        super().__init__(over)
        self._worker, self._over = worker, over
        self.dialog: ActFormDialog | None = None

    def open(self, action: str = "", words: dict[str, str] | None = None) -> None:
        """Show what can be done, with one action chosen."""
        self._worker.read(form_lines, partial(self._show, action, words))

    def _show(self, action: str, words: dict[str, str] | None, lines: tuple[FormLine, ...]) -> None:
        dialog = ActFormDialog(lines, self._over, seeded=self._worker.page.seeded)
        self.dialog = dialog
        dialog.opened.connect(self._form)
        dialog.judged.connect(self._judge)
        dialog.acted.connect(self._act)
        dialog.tabled.connect(self.tabled)
        dialog.finished.connect(lambda _code: self.closed.emit())
        dialog.choose(action or (lines[0].id if lines else ""), words)
        dialog.open()

    def _form(self, action: str) -> None:
        if self.dialog is not None:
            self._worker.read(lambda desk: form_of(desk, action), self.dialog.show_form)

    def _judge(self, action: str, words: dict[str, str], allow: str) -> None:
        def told(verdict: FormVerdict) -> None:
            if self.dialog is not None:
                self.dialog.show_verdict(action, words, allow, verdict)

        self._worker.read(lambda desk: judge_form(desk, action, words, allow=allow), told)

    def _act(self, action: str, words: dict[str, str], roll: int | None, allow: str) -> None:
        self._worker.do(
            lambda desk: do_form(desk, action, words, roll, allow=allow),
            self._done,
            self._refused,
        )

    def _done(self, events: list[LedgerEvent]) -> None:
        if self.dialog is None:
            return
        lines = {line.number: line.words for line in self._worker.page.log}
        told = [lines[event.seq] for event in events if event.seq in lines]
        shown = told[:4] + ([f"… {len(told)}"] if len(told) > 4 else [])
        self.dialog.say("; ".join(shown) or tr("Nothing changed."))

    def _refused(self, error: object) -> None:
        if self.dialog is not None and isinstance(error, UserError):
            self.dialog.say("")
        self._worker.refused.emit(error)
