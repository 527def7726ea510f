"""The lines of a log kept while it grows: only what is new is put into words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from wardesk.documents.games.gamelog import LogRecord
from wardesk.documents.wording import PLAIN, Wording
from wardesk.engine.journal import HeadMove
from wardesk.engine.types import Event, replace
from wardesk.services.play.log import LogLine, LogReader


class LogBook:
    """Follows the records of one game; lines that did not change stay the same objects."""

    def __init__(
        self, words: Wording = PLAIN, names: Mapping[str, str] | None = None, *, pieces: bool = True
    ) -> None:
        """*words*: the language of the lines. *names*, *pieces*: as for `LogReader`."""
        self._words = words
        self._lines: list[LogLine] = []
        self._reader = LogReader(names, pieces=pieces)
        self._read = 0
        self._head = 0
        self._current: set[int] = set()
        self._spans: dict[int, tuple[int, int]] = {}
        """By event: the first of its lines, and the one after the last."""

    def lines(
        self, records: Sequence[LogRecord], head: int, line: Callable[[], Iterable[Event[Any, Any]]]
    ) -> tuple[LogLine, ...]:
        """All lines of *records*, of which those read before must be the first.

        *line* gives the events up to *head*; asked only when the game did not simply go on.
        """
        moved = False
        for record in records[self._read :]:
            moved |= self._take(record)
        self._read = len(records)
        if moved or head != self._head:
            self._move({event.id for event in line()})
            self._head = head
        return tuple(self._lines)

    def _take(self, record: LogRecord) -> bool:
        """Read one record; whether the game went elsewhere with it."""
        first = len(self._lines)
        self._lines.extend(map(self._said, self._reader.read(record)))
        if not isinstance(record, Event):
            return isinstance(record, HeadMove)
        self._spans[record.id] = (first, len(self._lines))
        self._current.add(record.id)
        follows = record.parent == self._head
        self._head = record.id
        return not follows

    def _said(self, line: LogLine) -> LogLine:
        """*line* in the language of the book; what a person wrote stays."""
        if self._words is PLAIN:
            return line
        warnings = tuple(map(self._words.text, line.warnings))
        return replace(line, text=self._words.text(line.text), warnings=warnings)

    def _move(self, current: set[int]) -> None:
        """Mark the lines of the events that came to lie on the line to the head, or left it."""
        for event in self._current ^ current:
            first, after = self._spans[event]
            for at in range(first, after):
                self._lines[at] = replace(self._lines[at], current=event in current)
        self._current = current
