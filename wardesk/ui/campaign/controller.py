"""What is done to a campaign from the window: each a short piece of work for its worker."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from wardesk.campaign.ledger.chain import Reversal
from wardesk.campaign.ledger.events import LedgerEvent
from wardesk.campaign.ledger.rulings import Query
from wardesk.campaign.ruleset import Ask
from wardesk.errors import UserError
from wardesk.services.campaign import asks as campaign_asks
from wardesk.services.campaign import files as campaign_files
from wardesk.services.campaign.asks import step_ask
from wardesk.services.campaign.desk import CampaignDesk
from wardesk.services.campaign.needs import Need, go_on, leave, next_need, settle
from wardesk.services.campaign.rights import Allowed
from wardesk.ui.campaign.worker import Answered, CampaignWorker
from wardesk.ui.dialogs.dialog import Dialog
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.fields import line_edit
from wardesk.ui.widgets.text import Label
from wardesk.words import shown, tr


class TakeBackDialog(Dialog):
    """``confirmed(reason)``. Nothing is erased: the reversal is an event of its own."""

    confirmed = Signal(str)

    def __init__(
        self, found: Reversal, words: dict[int, str], parent: QWidget | None = None
    ) -> None:
        """*words* are the sentences of the events that are named."""
        super().__init__(parent, icon="undo", tone="umpire_text", least=(540, 0))
        count = len(found.of)
        title = (
            tr("Take back event {0}").format(found.of[0]) if count == 1
            else tr("Take back {0} events").format(count)
        )  # fmt: skip
        self.set_title(tr("Take back"), title)
        column = self.body
        self._list(column, [(seq, "") for seq in found.of], words)
        if found.also:
            many = len(found.also)
            said = (
                tr("One later event would no longer hold; it goes with them:") if many == 1
                else tr("{0} later events would no longer hold; they go with them:")
                .format(many)
            )  # fmt: skip
            column.addWidget(Label(said, self, role="strong", tone="warn", wrap=True))
            self._list(column, found.also, words)
        if not found.free:
            said = tr("It is not free: {0}. You approve it as the umpire.")
            column.addWidget(
                Label(said.format(shown(found.why_not_free)), self, tone="warn", wrap=True)
            )
        if found.stale_packets:
            said = tr("{0} packets that were sent will no longer be true.")
            column.addWidget(Label(said.format(len(found.stale_packets)), self, wrap=True))
        self.reason = line_edit(
            tr("Reason for taking back"), self, hint=tr("Reason; it stays in the ledger")
        )
        column.addWidget(self.reason)
        column.addStretch(1)
        self.confirm = Button(tr("Take back"), self, icon="undo", kind="umpire")
        self.confirm.clicked.connect(self._say)
        self.set_foot(self.confirm, leave=tr("Leave it"))
        self.need_words(self.reason, tr("Say why: this needs a reason"))
        self.reason.setFocus()

    def _list(
        self, column: QVBoxLayout, rows: list[tuple[int, str]] | tuple[tuple[int, str], ...],
        words: dict[int, str],
    ) -> None:  # fmt: skip
        for seq, why in rows[:6]:
            said = f"{seq}  {shown(words.get(seq, ''))}" + (f": {shown(why)}" if why else "")
            column.addWidget(Label(said, self, role="small", tone="text2", wrap=True))
        if len(rows) > 6:
            said = tr("and {0} more").format(len(rows) - 6)
            column.addWidget(Label(said, self, role="small", tone="text3"))

    def _say(self) -> None:
        self.confirmed.emit(self.reason.text().strip())
        self.accept()


BACKUP_SLOT = "1900"
"""The turn after whose last line a backup is kept."""


class CampaignController(QObject):
    """Everything a person does here, and what comes of it as signals.

    ``told(words)``, ``reproposed(Ask)``.
    """

    told = Signal(str)
    reproposed = Signal(object)

    def __init__(self, worker: CampaignWorker, parent: QWidget) -> None:
        super().__init__(parent)
        self._worker, self._over = worker, parent
        self._paid: Ask | None = None
        self.dialog: TakeBackDialog | None = None
        worker.paged.connect(self._forget_paid)

    def _forget_paid(self, _page: object) -> None:
        self._paid = None

    # ---- the checklist --------------------------------------------------------------------------
    # What is pressed while the worker is busy waits its turn. It was about what was shown then:
    # each work looks first, when it begins, whether that still stands (`page` is the newest then).

    def _answer(
        self, run: Callable[[CampaignDesk, Ask], list[LedgerEvent]], then: Answered | None = None
    ) -> None:
        """Answer the line that asks, unless it asks something else when this begins."""
        asked = self._worker.page.ask
        if asked is None:
            return

        def work(desk: CampaignDesk) -> list[LedgerEvent]:
            _still(self._worker.page.ask == asked)
            return run(desk, self._paid or asked)

        self._worker.do(work, then)

    def roll(self, face: int | None, words: dict[str, str] | None = None) -> None:
        """Roll for the line that asks, with this face or by the campaign's seed."""
        self._answer(lambda desk, ask: _rolled(ask, face, words or {}, desk), self._say_result)

    def choose(self, value: str) -> None:
        """Choose for the line that asks."""
        self._answer(lambda desk, ask: campaign_asks.answer(desk, ask, words={ask.choice: value}))

    def overrule(self, decided: str, reason: str) -> None:
        """Decide in place of the die."""
        self._answer(lambda desk, ask: campaign_asks.overrule(desk, ask, decided, reason))

    def close_line(self, note: str) -> None:
        """Do the next line, or close it by hand with a note, or begin the next turn."""
        shown = self._worker.page.checks, self._worker.page.turn

        def work(desk: CampaignDesk) -> list[LedgerEvent]:
            page = self._worker.page
            _still((page.checks, page.turn) == shown)
            return _and_backup(desk, campaign_asks.proceed(desk, note))

        self._worker.do(work, lambda _done: self.told.emit(""))

    def go_on(self, note: str, then: Callable[[], object]) -> None:
        """Do all that needs nobody, up to the next thing that does; *then* it is shown.

        A line that waits to be played at the table is closed first, with the *note*, if it was
        shown already. Asked for twice in a row it is done once: it ends at the same thing.
        """
        shown = self._worker.page.need

        def work(desk: CampaignDesk) -> list[LedgerEvent]:
            need = self._worker.page.need
            return _gone_on(note, desk) if need is None or need == shown else []

        self._worker.do(work, lambda _events: then(), once="go on")

    def settle(self, need: Need, words: dict[str, str], reason: str) -> None:
        """Do what is due, by what was chosen; late, or against a rule, it needs a reason."""
        allowed = Allowed(by=self._worker.page.seat, reason=reason) if reason else None

        def work(desk: CampaignDesk) -> list[LedgerEvent]:
            _still(need in self._worker.page.due)
            return _and_backup(desk, settle(desk, need, words, allowed=allowed))

        self._worker.do(work, self._say_result)

    def leave(self, need: Need, reason: str) -> None:
        """Leave what is due, with the reason."""

        def work(desk: CampaignDesk) -> list[LedgerEvent]:
            _still(need in self._worker.page.due)
            return leave(desk, need, reason)

        self._worker.do(work, lambda _done: self.told.emit(""))

    def change(self, words: dict[str, str]) -> None:
        """Propose the roll anew with points paid or modifiers switched off; nothing is written."""
        ask = self._paid or self._worker.page.ask
        if ask is None:
            return

        def told(found: Ask | None) -> None:
            if found is not None and found.step == ask.step:
                self._paid = found
                self.reproposed.emit(found)

        self._worker.read(lambda desk: step_ask(desk, words), told)

    def _say_result(self, events: list[LedgerEvent]) -> None:
        lines = {line.number: line.words for line in self._worker.page.log[-len(events) :]}
        for event in events:
            if event.kind == "proposal.decided":
                self.told.emit(lines.get(event.seq, ""))
                return

    # ---- rulings --------------------------------------------------------------------------------

    def rule(self, query: str, decision: str, reason: str) -> None:
        """Decide a question."""
        author = dict(self._worker.page.seats).get(self._worker.page.seat, "umpire")
        self._worker.do(lambda desk: desk.rule(query, decision, reason=reason, author=author))

    def ask_question(self, question: str, cite: str) -> None:
        """Put a new question into the register."""
        self._worker.do(partial(_asked, question, cite))

    # ---- taking back ----------------------------------------------------------------------------

    def undo(self) -> None:
        """Take back the last thing that was done: at once if it is free, else after asking."""
        costly = list[Reversal]()

        def work(desk: CampaignDesk) -> list[LedgerEvent]:
            # the last thing when this begins: what was pressed before it may still be waiting
            deed = self._worker.undo_steps[-1] if self._worker.undo_steps else ()
            found = _reversal(deed, desk)
            if found.free and not found.also:
                return desk.take_back(found.of, reason=reason)
            costly.append(found)
            return []

        def then(events: list[LedgerEvent]) -> None:
            for found in costly:
                self._ask_why(found)
            if events:
                self.told.emit(_taken_back(events))

        reason = tr("Undone at once")
        self._worker.do(work, then, undoes=True)

    def take_back(self, number: int) -> None:
        """Ask for the reason to take back one event, and show what goes with it."""
        self._worker.read(partial(_reversal, (number,)), self._ask_why)

    def _ask_why(self, found: Reversal) -> None:
        if self.dialog is not None and self.dialog.isVisible():
            return  # pressed twice: it is asked already
        words = {line.number: line.words for line in self._worker.page.log}
        self.dialog = TakeBackDialog(found, words, self._over)
        self.dialog.confirmed.connect(partial(self._confirm, found))
        self.dialog.open()

    def _confirm(self, found: Reversal, reason: str) -> None:
        seat = self._worker.page.seat

        def work(desk: CampaignDesk) -> list[LedgerEvent]:
            return desk.take_back(
                found.of, reason=reason, with_dependants=bool(found.also),
                approved_by="" if found.free else seat,
            )  # fmt: skip

        self._worker.do(work, lambda done: self.told.emit(_taken_back(done)), undoes=True)

    # ---- files ---------------------------------------------------------------------------------

    def backup(self) -> None:
        """Keep a verified copy now."""

        def told(name: str) -> None:
            self.told.emit(tr("A backup is kept: {0}.").format(name))

        self._worker.read(lambda desk: desk.backup("asked").path.name, told)

    def save_copy(self, target: Path) -> None:
        """Write a whole copy to *target*; the campaign stays open."""

        def told(path: Path) -> None:
            self.told.emit(tr("A copy is saved: {0}.").format(path.name))

        self._worker.read(lambda desk: campaign_files.save_copy(desk.place, target), told)


# ---- work of the worker thread ------------------------------------------------------------------


def _still(so: bool) -> None:
    """UserError unless what was pressed is about what is still shown."""
    if not so:
        raise UserError(
            "It is not as it was when you pressed: what was pressed before it has changed it.",
            "Look at it once more, and press again.",
        )


def _rolled(
    ask: Ask, face: int | None, words: dict[str, str], desk: CampaignDesk
) -> list[LedgerEvent]:
    return _and_backup(desk, campaign_asks.answer(desk, ask, roll=face, words=words))


def _gone_on(note: str, desk: CampaignDesk) -> list[LedgerEvent]:
    need, found = next_need(desk), list[LedgerEvent]()
    if need is not None and need.ask is None and need.key.startswith("step:"):
        found = leave(desk, need, note) if note else settle(desk, need)
        _and_backup(desk, found)
    return found + _and_backup(desk, list(go_on(desk).events))


def _and_backup(desk: CampaignDesk, events: list[LedgerEvent]) -> list[LedgerEvent]:
    turn = desk.design.calendar.turn(desk.state.ordinal)
    if turn.slot == BACKUP_SLOT and not desk.pending() and not desk.shared:
        desk.backup("turn")
    return events


def _asked(question: str, cite: str, desk: CampaignDesk) -> list[LedgerEvent]:
    number = len(desk.state.queries) + 1
    query = Query(
        id=f"own-{number}", cite=cite, question=question, options=(), proposed="",
        why="Asked during the campaign.",
    )  # fmt: skip
    return desk.ask(query)


def _reversal(deed: tuple[int, ...], desk: CampaignDesk) -> Reversal:
    if not deed:
        undone = desk.ledger.undone
        live = [e.seq for e in desk.ledger.events[desk.opening:] if e.seq not in undone
                and e.kind != "correction.reversed"]  # fmt: skip
        if not live:
            raise UserError("Nothing is left to take back.")
        deed = (live[-1],)
    return desk.reversal(deed)


def _taken_back(events: list[LedgerEvent]) -> str:
    count = sum(len(getattr(each.payload, "of", ())) for each in events)
    if count == 1:
        return tr("One event was taken back; it stays in the log.")
    return tr("{0} events were taken back; they stay in the log.").format(count)
