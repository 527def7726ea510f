"""The dialog of all actions, joined to the hand that does them."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from wardesk.campaign.ledger.events import Event
from wardesk.errors import UserError
from wardesk.services.campaign.forms import (
    FormLine,
    Verdict,
    do_form,
    form_lines,
    form_of,
    judge_form,
)
from wardesk.ui.campaign.form_dialog import FormDialog
from wardesk.ui.campaign.hand import Hand


class Forms(QObject):
    """Opens the dialog and answers it from the worker thread; ``closed()`` when it is gone."""

    closed = Signal()

    def __init__(self, hand: Hand, over: QWidget) -> None:
        super().__init__(over)
        self._hand, self._over = hand, over
        self.dialog: FormDialog | None = None

    def open(self, action: str = "", words: dict[str, str] | None = None) -> None:
        """Show what can be done, with one action chosen."""
        self._hand.read(form_lines, partial(self._show, action, words))

    def _show(self, action: str, words: dict[str, str] | None, lines: tuple[FormLine, ...]) -> None:
        dialog = FormDialog(lines, self._over, seeded=self._hand.page.seeded)
        self.dialog = dialog
        dialog.opened.connect(self._form)
        dialog.judged.connect(self._judge)
        dialog.acted.connect(self._act)
        dialog.finished.connect(lambda _code: self.closed.emit())
        dialog.choose(action or (lines[0].id if lines else ""), words)
        dialog.open()

    def _form(self, action: str) -> None:
        if self.dialog is not None:
            self._hand.read(lambda desk: form_of(desk, action), self.dialog.show_form)

    def _judge(self, action: str, words: dict[str, str], allow: str) -> None:
        def told(verdict: Verdict) -> None:
            if self.dialog is not None:
                self.dialog.show_verdict(action, words, allow, verdict)

        self._hand.read(lambda desk: judge_form(desk, action, words, allow=allow), told)

    def _act(self, action: str, words: dict[str, str], roll: int | None, allow: str) -> None:
        self._hand.do(
            lambda desk: do_form(desk, action, words, roll, allow=allow),
            self._done,
            self._refused,
        )

    def _done(self, events: list[Event]) -> None:
        if self.dialog is None:
            return
        lines = {line.number: line.words for line in self._hand.page.log}
        told = [lines[event.seq] for event in events if event.seq in lines]
        shown = told[:4] + ([f"… {len(told)}"] if len(told) > 4 else [])
        self.dialog.say("; ".join(shown) or self.tr("Nothing changed."))

    def _refused(self, error: object) -> None:
        if self.dialog is not None and isinstance(error, UserError):
            self.dialog.say("")
        self._hand.refused.emit(error)
