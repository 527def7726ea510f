"""What is stored of one game, and what follows from it: events, settings, notes."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from wardesk.documents.games.gamelog import Header, Note, NoteKind, SettingChange
from wardesk.engine.dice import Source
from wardesk.engine.journal import Journal
from wardesk.engine.kernel import Illegal, RuleFailed, begin, puts_again
from wardesk.engine.rules import Rules
from wardesk.engine.types import CHANCE, UMPIRE, Answer, Decision, Event, Record
from wardesk.errors import UserError, shown
from wardesk.model.standing import TableOrder
from wardesk.services.play.autopilot import Planned, rehearsed
from wardesk.services.play.files import SessionFile, check_states, load_game, start_file
from wardesk.services.play.history import Branch, branches
from wardesk.services.play.notes import Notebook, checked_note
from wardesk.services.play.settings import PlaySettings
from wardesk.services.play.tables import Loader, PlayTable
from wardesk.words import say


class GameRecord:
    """The records of a game in memory. Every change is stored before it counts."""

    def __init__(self, rules: Rules[Any, Any], file: SessionFile) -> None:
        """*file* holds the header and the records so far, the set-up first."""
        first, *rest = file.records
        assert isinstance(first, Event)  # the reader lets no other record come first
        self.file = file
        self.journal: Journal[Any, Any] = Journal(
            rules, first, write=file.write, luck=file.header.luck
        )
        self.settings = PlaySettings.of(file.header, rules.sides)
        self.notes = Notebook(rest)
        for record in rest:
            if isinstance(record, SettingChange):
                self.settings = self.settings.changed(record)
            elif not isinstance(record, Note):
                self.journal.load(record)
        self.from_file: Collection[int] = ()
        """The events that were there when the game was opened; none of a new game."""

    @classmethod
    def begun(
        cls,
        rules: Rules[Any, Any],
        header: Header,
        path: Path | None,
        now: datetime,
        *,
        keep: bool,
    ) -> GameRecord:
        """A new game with its set-up stored, in memory only without *keep*. UserError."""
        first, _ = begin(rules, umpire=header.mode == "adjudicate")
        return cls(rules, start_file(header, first, rules.event_type, path, now, keep=keep))

    def answer(
        self, answer: Answer, author: str, reason: str, dice_by: Source, via: str = ""
    ) -> Event[Any, Any]:
        """Answer the pending question. `Illegal`, RuleFailed or UserError; nothing counts then."""
        ask = self.journal.state().ask
        umpire = self.is_umpired or (ask is not None and ask.who == UMPIRE)
        return self.journal.answer(
            answer, umpire=umpire, author=author, reason=reason, dice_by=dice_by, via=via
        )

    def answer_unasked(self, planned: Planned) -> Event[Any, Any]:
        """Give the answer of a program. RuleFailed when it is illegal; UserError if not stored."""
        self.file.by_program = True
        try:
            return self.answer(planned.answer, planned.author, "", planned.dice_by, planned.via)
        except Illegal as error:
            text = say(
                "{author} gave an illegal answer: {error}", author=planned.author, error=error
            )
            raise RuleFailed(None, "answer", text) from error
        finally:
            self.file.by_program = False

    def rehearsed(
        self, answer: Answer | None, outcome: Record | None, *, author: str, reason: str
    ) -> list[Answer]:
        """The answers that a ruling is made of, each tried on a copy. As `autopilot.rehearsed`."""
        trial = self.journal.rehearsal(self.file.rehearsal().write)
        return rehearsed(
            trial, self.file.header.seed, answer, outcome, author=author, reason=reason
        )

    @property
    def is_umpired(self) -> bool:
        """Whether an umpire rules, and not the rules alone."""
        return self.settings.mode == "adjudicate"

    def author(self, ask: Decision | None) -> str:
        """Who stands on the record for an answer to *ask* where nobody says a name."""
        if ask is None or ask.who in (CHANCE, UMPIRE):
            return "umpire" if self.is_umpired else ""
        return ask.who

    def is_altered(self) -> bool:
        """Whether the pending question came from the file and the rules would not put it."""
        if self.journal.head not in self.from_file:
            return False
        return not puts_again(self.journal.rules, self.journal.state(), umpire=self.is_umpired)

    def set(self, setting: SettingChange) -> bool:
        """Store a setting; False when it is so already. UserError when it makes no sense."""
        changed = self.settings.changed(setting)
        if changed == self.settings:
            return False
        self.file.write(setting)
        self.settings = changed
        return True

    def orders(self) -> Iterator[tuple[int, tuple[TableOrder, ...]]]:
        """Each change of the standing orders: the event before it, and those that stood then."""
        event = 0
        for record in self.file.records:
            if isinstance(record, Event):
                event = record.id
            elif isinstance(record, SettingChange) and record.name == "orders":
                yield event, tuple(o for o in record.value if isinstance(o, TableOrder))

    def annotate(self, event: int, kind: NoteKind, text: str, author: str) -> bool:
        """Store a note; False when it stands there already. UserError when it makes no sense."""
        self.require(event)
        note = checked_note(event, kind, text, author)
        if note == self.notes.on(event, kind):
            return False
        self._keep(note)
        return True

    def remove_note(self, event: int, kind: NoteKind, author: str) -> None:
        """Take a note away, by a later record. UserError when there is none."""
        self.require(event)
        if self.notes.on(event, kind) is None:
            raise UserError("There is no such note to take away.")
        self._keep(Note(event=event, kind=kind, author=author, removed=True))

    def branches(self) -> tuple[Branch, ...]:
        """Every branch of the game, the main line first."""
        return branches(self.journal, self.notes.names())

    def require(self, event: object) -> None:
        """UserError unless there is this event."""
        if not self.journal.has(event):
            raise UserError(say("There is no event {event!s}.", event=shown(event)))

    def _keep(self, note: Note) -> None:
        self.file.write(note)
        self.notes.take(note)


def opened(
    path: Path, loader: Loader, now: datetime, *, keep: bool
) -> tuple[PlayTable, GameRecord]:
    """A stored game with its table, locked and ready to go on if *keep*. UserError."""
    table, file = load_game(path, loader, now, keep=keep)
    try:
        record = GameRecord(table.rules, file)
        check_states(record.journal)
        record.from_file = frozenset(record.journal.events)
    except BaseException:
        file.close()
        raise
    return table, record
