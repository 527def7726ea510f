"""What is stored of one game, and what follows from it: events, settings, notes."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from wardesk.documents.games.gamelog import (
    Header,
    Note,
    NoteKind,
    PostedLetter,
    SettingChange,
)
from wardesk.documents.games.letters import Letter, SignedLetter
from wardesk.engine.dice import Source
from wardesk.engine.journal import HeadMove, Journal
from wardesk.engine.kernel import Illegal, RuleFailed, begin, puts_again
from wardesk.engine.rules import Rules
from wardesk.engine.types import CHANCE, UMPIRE, Answer, Decision, Event, Record
from wardesk.errors import UserError, shown
from wardesk.model.standing import TableOrder
from wardesk.services.play.autopilot import Planned, rehearsed
from wardesk.services.play.files import SessionFile, check_states, load_game, start_file
from wardesk.services.play.history import Branch, branches
from wardesk.services.play.notes import Notebook, checked_note
from wardesk.services.play.post import BadTurn, Post, home_key, play_in
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
        self.post = (
            Post(file.letters, rules.sides, self.journal, home_key(), file.header.seed)
            if file.header.dice == "shared"
            else None
        )
        """The letters of a game by mail."""

    @classmethod
    def begun(
        cls,
        rules: Rules[Any, Any],
        header: Header,
        path: Path | None,
        now: datetime,
        *,
        keep: bool,
        letter: PostedLetter | None = None,
    ) -> GameRecord:
        """A new game with its set-up stored, in memory only without *keep*. UserError.

        One by mail begins with a *letter*.
        """
        first, _ = begin(rules, umpire=header.mode == "adjudicate")
        event_type = rules.event_type
        return cls(
            rules, start_file(header, first, event_type, path, now, keep=keep, letter=letter)
        )

    # ---- by mail --------------------------------------------------------------------------------

    def send(self, *, name: str, says: str) -> SignedLetter:
        """Write the next letter of this home and store it. UserError if it cannot be."""
        assert self.post is not None
        letter = self.post.write(self.settings, name=name, says=says)
        self.file.post(PostedLetter(data=letter.data, event=self.journal.head))
        self.post.sent(letter)
        return letter

    def take(self, found: SignedLetter) -> None:
        """Take in the letter that is due; UserError, and nothing happened, for any other.

        It is played on a copy first; letter and events are stored, then believed.
        """
        post, letter = self.post, found.letter
        assert post is not None
        post.judge(found)
        segment = post.segment(letter.number, letter.opening, self.journal.head)
        before = self.journal.head
        played: list[Event[Any, Any] | HeadMove] = []
        orders = self._orders_of(letter)
        done = None
        if post.has_secrets:
            read = post.read(letter, self.settings, played.append)
            done = PostedLetter(data=found.data, event=read.journal.head)
            before = next((one.head for one in played if isinstance(one, HeadMove)), before)
        else:
            play_in(segment, self.journal.rehearsal(played.append), self.settings, letter)
        self.file.post(PostedLetter(data=found.data, event=self.journal.head), played, done)
        for record in played:
            self.journal.load(record)
        post.taken(found)
        post.came_after = before
        self.set(orders)

    def read_on(self) -> None:
        """Do what the last letter tells and was not done yet: the program may have been killed."""
        post = self.post
        if post is None or post.me < 0:
            return
        letter = post.letters[-1].letter
        if letter.number % 2 == post.me:
            return
        if post.torn is not None:
            played: list[Event[Any, Any] | HeadMove] = []
            read = post.read(letter, self.settings, played.append)
            data = post.letters[-1].data
            for record in played:
                self.file.write(record)
                self.journal.load(record)
            self.file.mark(PostedLetter(data=data, event=read.journal.head))
            post.finished()
        elif post.unread:
            segment = post.segment(letter.number, letter.opening, post.start)
            done = len(letter.deeds) - len(post.unread)
            play_in(segment, self.journal, self.settings, letter, done)
            post.finished()
        self.set(self._orders_of(letter))

    def _orders_of(self, letter: Letter) -> SettingChange:
        """The standing orders that hold after *letter*. UserError for some that cannot be kept."""
        assert self.post is not None
        side = self.post.side_of(letter.number % 2)
        if self.post.has_secrets and letter.orders:
            raise BadTurn(say("Standing orders do not travel where pieces are hidden."))
        if any(order.side != side for order in letter.orders):
            raise BadTurn(say("It gives orders for the other side."))
        others = (order for order in self.settings.orders if order.side != side)
        found = SettingChange(name="orders", value=(*others, *letter.orders), author=side)
        self.settings.changed(found)
        return found

    # ---- answering ------------------------------------------------------------------------------

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
        if keep:
            record.read_on()
    except BaseException:
        file.close()
        raise
    return table, record
