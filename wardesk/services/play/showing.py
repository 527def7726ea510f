"""What a game being played shows of itself in one language: the table, rules, its log."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from wardesk.documents.games.gamelog import LogRecord
from wardesk.documents.worded import PLAIN, Wording, worded
from wardesk.engine.journal import Journal
from wardesk.engine.rules import Rules
from wardesk.engine.types import Answer, Decision, Event, GameState, Path
from wardesk.model.board import Board
from wardesk.model.look import CaseLook, Moment, TableLook
from wardesk.model.rulebook import Rulebook
from wardesk.services.play.log import LogBook, LogLine, describe


class Showing:
    """One game in the words of one language; facts stay in English."""

    def __init__(
        self, journal: Journal[Any, Any], records: list[LogRecord], words: Wording = PLAIN
    ) -> None:
        """*records*: all of the game, as they are stored; they grow while it is played."""
        self.words = words
        self._journal = journal
        self._rules: Rules[Any, Any] = journal.rules
        self._records = records

    @cached_property
    def board(self) -> Board:
        """The board with the names of its places."""
        return worded(self._rules.board, self.words)

    @cached_property
    def _names(self) -> dict[str, str]:
        """The names of cells and sides, by id."""
        rules = self._rules
        names = {cell.id: cell.name or cell.id for cell in rules.board.cells.values()}
        return names | {
            side.id: side.name for side in rules.showing.look(self._journal.state()).sides
        }

    def answer_words(self, asked: Decision | None, answer: Answer) -> str:
        """An answer as a few words: pieces under their own names, of a way only its goal."""
        state = self._journal.state()
        counters = self._rules.showing.look(state).counters
        pieces = {one.piece: one.title or one.piece for one in counters}
        own = {name: getattr(piece, "name", "") for name, piece in state.pieces.items()}
        pieces |= {name: words for name, words in own.items() if words}
        if isinstance(answer, Path):
            answer = Path(answer.pieces, answer.cells[-1:])
        return self.words.text(describe(asked, answer, self._names | pieces))

    @cached_property
    def _log(self) -> LogBook:
        rules, names = self._rules, self._names
        # Rules that hide anything say so by a view of their own.
        pieces = rules.open_pieces or type(rules).view is Rules.view
        return LogBook(self.words, names, pieces=pieces, moment=self._moment)

    def _moment(self, event: Event[Any, Any]) -> Moment:
        """When the question stood that *event* answered."""
        before = event.parent if event.parent in self._journal.events else event.id
        return self._rules.showing.moment(self._journal.state(before))

    def look(self, state: GameState[Any, Any], side: str) -> TableLook:
        """Everything on the table in *state*, as *side* sees it (all if empty)."""
        return worded(self._rules.showing.look(self.seen(state, side)), self.words)

    def case(self, state: GameState[Any, Any], answer: Answer | None, side: str) -> CaseLook | None:
        """What the pending roll or outcome rests on; with *answer*, the roll it would lead to."""
        return worded(self._rules.showing.case(self.seen(state, side), answer), self.words)

    @cached_property
    def rulebook(self) -> Rulebook:
        """All rules and topics of the game."""
        return worded(self._rules.rulebook, self.words)

    def log_lines(self) -> tuple[LogLine, ...]:
        """Everything that happened, in the order it was recorded, undone branches included."""
        return self._log.lines(self._records, self._journal.head, self._journal.line)

    def seen(self, state: GameState[Any, Any], side: str) -> GameState[Any, Any]:
        """The state as *side* may see it; all of it if empty."""
        return self._rules.view(state, side) if side else state
