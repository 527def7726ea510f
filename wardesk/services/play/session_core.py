"""What a game being played holds: its log, journal, settings and listeners, and one way to change.

`PlaySession` builds on this with everything that a person can do at the table.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from wardesk.documents.games.gamelog import Header, Note, Setting
from wardesk.documents.worded import worded
from wardesk.documents.wording import PLAIN, Wording
from wardesk.engine.journal import Journal
from wardesk.engine.kernel import Illegal, RuleFailed, puts_again
from wardesk.engine.rules import Rules
from wardesk.engine.types import CHANCE, UMPIRE, Answer, Decision, Event, GameState
from wardesk.model.board import Board
from wardesk.model.look import CaseLook, TableLook
from wardesk.model.rulebook import Rule
from wardesk.players.bots import KINDS
from wardesk.services.play.autopilot import Autopilot, Waiting
from wardesk.services.play.failures import write_report
from wardesk.services.play.files import SessionFile
from wardesk.services.play.log import LogLine
from wardesk.services.play.log_book import LogBook
from wardesk.services.play.notes import Notebook
from wardesk.services.play.record import DiceKind, Mode, Settings, Stops, one_of
from wardesk.services.play.tables import Table, TableInfo
from wardesk.words import say

Clock = Callable[[], datetime]


class Change(Struct, frozen=True):
    """What happened to a session: an event, a moved head, a setting, a note, a broken rule."""

    kind: Literal["event", "head", "setting", "note", "failed"]
    event: int
    """The event at the head afterwards."""


Listener = Callable[[Change], None]


def utc_now() -> datetime:
    """The wall clock; everything else takes a clock as an argument."""
    return datetime.now(UTC)


class SessionCore:
    """One game in memory and on the disk: what can be read of it, and how it is changed."""

    def __init__(self, table: Table, file: SessionFile, clock: Clock) -> None:
        """Used by `new` and `open`: *file* holds the header and the records so far."""
        self.table = table
        self.rules: Rules[Any, Any] = table.rules
        self.info: TableInfo = table.info
        self.header: Header = file.header
        self.notices: tuple[str, ...] = file.notices
        """Sentences to show once after opening: a torn line was dropped, the rules have changed."""
        self.failed = ""
        """What broke, as a sentence, until something is changed; empty when all is well."""
        self.report: Path | None = None
        """The report about it."""
        self.saved_as: Path | None = None
        self._file = file
        self._from_file: Collection[int] = ()
        """The events that this session did not make itself."""
        self._clock = clock
        self._settings = Settings.of(file.header, table.rules.sides)
        self._listeners: list[Listener] = []
        first, *rest = file.records
        assert isinstance(first, Event)  # the reader lets no other record come first
        self.journal: Journal[Any, Any] = Journal(self.rules, first, write=file.write)
        self._autopilot = Autopilot(self.journal, file.header.seed)
        self._notebook = Notebook(rest)
        self.words: Wording = PLAIN
        """The language of whatever is shown; facts stay in English."""
        self._board: Board | None = None
        self._log: LogBook | None = None
        for record in rest:
            if isinstance(record, Setting):
                self._settings = self._settings.changed(record)
            elif not isinstance(record, Note):
                self.journal.load(record)

    def speak(self, words: Wording) -> None:
        """Show everything in another language from here on."""
        self.words, self._board = words, None
        self._log = None

    def _log_book(self) -> LogBook:
        rules = self.rules
        names = {cell.id: cell.name or cell.id for cell in rules.board.cells.values()}
        names |= {side.id: side.name for side in rules.look(self.journal.state()).sides}
        # Rules that hide anything say so by a view of their own.
        return LogBook(self.words, names, pieces=type(rules).view is Rules.view)

    # ---- reading --------------------------------------------------------------------------------

    @property
    def path(self) -> Path | None:
        """The working log; None for a game in memory."""
        return self._file.path

    @property
    def state(self) -> GameState[Any, Any]:
        """The state at the head, everything visible."""
        return self.journal.state()

    @property
    def ask(self) -> Decision | None:
        """The pending question; None when the game is over."""
        return self.state.ask

    @property
    def mode(self) -> Mode:
        """Whether rules are enforced or an umpire rules."""
        return self._settings.mode

    @property
    def players(self) -> Mapping[str, str]:
        """Who plays each side: ``human``, ``policy``, ``random`` or ``automaton``."""
        return dict(self._settings.players)

    @property
    def dice(self) -> DiceKind:
        """Where dice come from."""
        return self._settings.dice

    @property
    def stop_filter(self) -> Stops:
        """Which outcomes the umpire wants to see."""
        return self._settings.stops

    @property
    def orders(self) -> Mapping[str, str]:
        """Standing orders: ``"side/kind"`` -> key of a choice."""
        return dict(self._settings.orders)

    @property
    def waiting(self) -> Waiting:
        """Who must act now. ``dice`` and ``umpire`` may act by themselves: see `automatic`."""
        return self._autopilot.waiting(self.ask, self._settings)

    @property
    def automatic(self) -> bool:
        """Whether `step` would answer the pending question."""
        return not self.failed and self._autopilot.automatic(self.ask, self._settings)

    def look(self, at: int | None = None, side: str = "") -> TableLook:
        """Everything on the table after event *at* (the head), as *side* sees it (all if empty)."""
        return worded(self.rules.look(self._seen(self.journal.state(at), side)), self.words)

    def case(self, answer: Answer | None = None, side: str = "") -> CaseLook | None:
        """What the pending roll or outcome rests on; with *answer*, the roll it would lead to."""
        return worded(self.rules.case(self._seen(self.state, side), answer), self.words)

    @property
    def board(self) -> Board:
        """The board with the names of its places in the language of the session."""
        if self._board is None:
            self._board = worded(self.rules.board, self.words)
        return self._board

    def rule(self, cite: str) -> str:
        """A rule's title and summary in the language of the session; empty when unknown."""
        found = self.whole_rule(cite)
        return f"{found.title}: {found.summary}" if found else ""

    def whole_rule(self, cite: str) -> Rule | None:
        """A rule of the game with its rulings, in the language of the session; None if unknown."""
        return worded(self.rules.rulebook.rule(cite), self.words)

    def log_lines(self) -> tuple[LogLine, ...]:
        """Everything that happened, in the order it was recorded, undone branches included."""
        if self._log is None:
            self._log = self._log_book()
        return self._log.lines(self._file.records, self.journal.head, self.journal.line)

    def listen(self, callback: Listener) -> Callable[[], None]:
        """Call *callback* after every change; the returned function ends that."""
        self._listeners.append(callback)

        def stop() -> None:
            with contextlib.suppress(ValueError):
                self._listeners.remove(callback)

        return stop

    def bot_answer(self, side: str, kind: str = "") -> Answer:
        """What a bot would answer for *side* now: the one that plays it, or one of *kind*.

        RuleFailed when the bot breaks; UserError when there is no such *kind*.
        """
        if kind:
            one_of(kind, KINDS, "kind of player that is a program")
        playing = self._settings.players.get(side, "human")
        return self._autopilot.bot_answer(side, kind or (playing, "policy")[playing == "human"])

    def report_failure(self, error: BaseException) -> Path | None:
        """Write a report about *error* at the head; None when the user folder cannot be written."""
        try:
            return write_report(error, self.header, self.state, self._clock())
        except OSError:
            return None  # the failure itself is what the person must hear of, not this one

    def _set(self, setting: Setting) -> None:
        changed = self._settings.changed(setting)
        if changed == self._settings:
            return
        self._file.write(setting)
        self._settings = changed
        self._after("setting")

    def _after(self, kind: Literal["event", "head", "setting", "failed"]) -> None:
        if kind != "failed":
            self.failed, self.report = "", None
        for callback in tuple(self._listeners):
            callback(Change(kind, self.journal.head))

    def _seen(self, state: GameState[Any, Any], side: str) -> GameState[Any, Any]:
        return self.rules.view(state, side) if side else state

    def _author(self, ask: Decision | None) -> str:
        if ask is None or ask.who in (CHANCE, UMPIRE):
            return "umpire" if self.mode == "adjudicate" else ""
        return ask.who

    def _give(
        self, answer: Answer, author: str, reason: str, dice_by: str, *, by_person: bool = True
    ) -> Event[Any, Any] | None:
        """Answer and tell the listeners; None when a rule broke."""
        ask = self.ask
        umpire = self.mode == "adjudicate" or (ask is not None and ask.who == UMPIRE)
        self._file.by_program = not by_person
        try:
            event = self.journal.answer(
                answer, umpire=umpire, author=author, reason=reason, dice_by=dice_by
            )
        except RuleFailed as error:
            self._fail(error)
            return None
        except Illegal as error:
            if by_person:
                raise
            self._fail(
                RuleFailed(
                    None,
                    "answer",
                    say("{author} gave an illegal answer: {error}", author=author, error=error),
                )
            )
            return None
        finally:
            self._file.by_program = False
        self._after("event")
        return event

    def _fail(self, error: RuleFailed) -> None:
        if self._is_altered():
            self.report = None
            self.failed = (
                "The question that this game stands at is not one that its rules put here, so "
                "nothing was changed. The file was altered, or comes from other rules."
            )
        else:
            self.report = self.report_failure(error)
            self.failed = say("A rule broke and nothing was changed: {error}.", error=error)
            if self.report:
                told, place = self.failed, self.report
                self.failed = say("{told} A report is in {place!s}.", told=told, place=place)
        self._after("failed")

    def _is_altered(self) -> bool:
        """Whether the pending question came from the file and the rules would not put it."""
        if self.journal.head not in self._from_file:
            return False
        return not puts_again(self.rules, self.state, umpire=self.mode == "adjudicate")

    def _needs_nobody(self, event: int) -> bool:
        return self._autopilot.automatic(self.journal.state(event).ask, self._settings)
