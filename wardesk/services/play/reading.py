"""What a session tells of its game: state, question, settings, looks and words; nothing changes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wardesk.closing import Closing
from wardesk.documents.games.gamelog import Header
from wardesk.documents.worded import Wording
from wardesk.engine.journal import Journal
from wardesk.engine.rules import Rules
from wardesk.engine.types import Answer, Decision, Event, GameState
from wardesk.model.board import Board
from wardesk.model.look import CaseLook, TableLook
from wardesk.model.rulebook import Rulebook
from wardesk.players.search.thought import Thought
from wardesk.services.play.autopilot import Waiting
from wardesk.services.play.changes import Listeners
from wardesk.services.play.lesson import autopilot
from wardesk.services.play.log import LogLine
from wardesk.services.play.record import GameRecord
from wardesk.services.play.settings import Clock, DiceKind, Mode, Stops
from wardesk.services.play.showing import Showing
from wardesk.services.play.tables import Table, TableInfo
from wardesk.services.play.thinking import Thinker


class SessionReading(Closing):
    """The part of a session that only looks."""

    def __init__(self, table: Table, record: GameRecord, clock: Clock) -> None:
        """Used by the session's `new` and `open`."""
        self.table = table
        self.rules: Rules[Any, Any] = table.rules
        self.info: TableInfo = table.info
        self.header: Header = record.file.header
        self.notices: tuple[str, ...] = record.file.notices
        """Sentences to show once after opening: a torn line was dropped, the rules have changed."""
        self.failed = ""
        """What broke, as a sentence, until something is changed; empty when all is well."""
        self.report: Path | None = None
        """The report about it."""
        self.saved_as: Path | None = None
        self._clock = clock
        self._listeners = Listeners()
        self._record = record
        self.journal: Journal[Any, Any] = record.journal
        self._autopilot, self.guide = autopilot(self.journal, self.header.seed, table.lesson)
        self._showing = Showing(self.journal, record.file.records)
        self.thinker = Thinker(
            self.rules, self.info.scenario, self.header.options, self.header.seed
        )
        """Where `think` is done."""

    def speak(self, words: Wording) -> None:
        """Show everything in another language from here on."""
        self._showing = Showing(self.journal, self._record.file.records, words)

    @property
    def path(self) -> Path | None:
        """The working log; None for a game in memory."""
        return self._record.file.path

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
        return self._record.settings.mode

    @property
    def players(self) -> Mapping[str, str]:
        """Who plays each side: ``human`` or a kind of program."""
        return dict(self._record.settings.players)

    @property
    def dice(self) -> DiceKind:
        """Where dice come from."""
        return self._record.settings.dice

    @property
    def stop_filter(self) -> Stops:
        """Which outcomes the umpire wants to see."""
        return self._record.settings.stops

    @property
    def orders(self) -> Mapping[str, str]:
        """Standing orders: ``"side/kind"`` -> key of a choice."""
        return dict(self._record.settings.orders)

    @property
    def waiting(self) -> Waiting:
        """Who must act now. ``dice`` and ``umpire`` may act by themselves: see `automatic`."""
        return self._autopilot.waiting(self.ask, self._record.settings)

    @property
    def automatic(self) -> bool:
        """Whether `step` would answer the pending question."""
        return not self.failed and self._autopilot.automatic(self.ask, self._record.settings)

    @property
    def guided(self) -> bool:
        """Whether a lesson says now what may be answered."""
        return self.guide is not None and self.mode == "play" and not self.guide.over

    @property
    def words(self) -> Wording:
        """The language of whatever is shown; facts stay in English."""
        return self._showing.words

    def look(self, at: int | None = None, side: str = "") -> TableLook:
        """Everything on the table after event *at* (the head), as *side* sees it (all if empty)."""
        return self._showing.look(self.journal.state(at), side)

    def seen_by(self, side: str = "") -> GameState[Any, Any]:
        """The state as *side* may see it, all of it if empty."""
        return self._showing.seen(self.state, side)

    def case(self, answer: Answer | None = None, side: str = "") -> CaseLook | None:
        """What the pending roll or outcome rests on; with *answer*, the roll it would lead to."""
        return self._showing.case(self.state, answer, side)

    @property
    def board(self) -> Board:
        """The board with the names of its places in the language of the session."""
        return self._showing.board

    def rule(self, cite: str) -> str:
        """A rule's title and summary in the language of the session; empty when unknown."""
        return self.rulebook.summary(cite)

    @property
    def rulebook(self) -> Rulebook:
        """All rules and topics of the game in the language of the session."""
        return self._showing.rulebook

    def log_lines(self) -> tuple[LogLine, ...]:
        """Everything that happened, in the order it was recorded, undone branches included."""
        return self._showing.log_lines()

    def bot_answer(self, side: str, kind: str = "") -> Answer:
        """What a bot would answer for *side* now: the one that plays it, or one of *kind*.

        RuleFailed when the bot breaks; UserError when there is no such *kind*.
        """
        return self._autopilot.answer_for(side, kind, self._record.settings)

    def considers(self, side: str, kind: str) -> bool:
        """Whether a bot of *kind* looks ahead at the pending question, or answers at once."""
        return self._autopilot.considers(side, kind)

    def think(self, side: str, kind: str) -> Thought:
        """What a player of level *kind* thinks of the pending question of *side*; takes its time.

        Meant for a thread of its own. Raises `Cancelled` after ``thinker.cancel()``.
        """
        return self._autopilot.think(self.thinker, side, kind)

    def thought_of(self, event: Event[Any, Any]) -> Thought | None:
        """What led to the answer of *event*, where a level of play gave it in this sitting."""
        found = self._autopilot.thoughts.get((event.parent, event.author))
        return found if found is not None and found.answer == event.answer else None

    def answer_words(self, asked: Decision | None, answer: Answer) -> str:
        """An answer in the words of the session."""
        return self._showing.answer_words(asked, answer)
