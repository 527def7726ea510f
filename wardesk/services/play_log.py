"""The lines of the log panel: what was answered, rolled, ruled, edited and rewound, with cites."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Any, Literal

from msgspec import Struct

from wardesk.documents.gamelog import LogRecord, Setting
from wardesk.engine.journal import HeadMove
from wardesk.engine.types import (
    CHANCE,
    UMPIRE,
    Allocate,
    Answer,
    Cells,
    Choose,
    Decision,
    Event,
    Outcome,
    Path,
    Pieces,
    Record,
    Roll,
)

LineKind = Literal["setup", "answer", "roll", "ruling", "edit", "story", "rewind", "setting"]


class LogLine(Struct, frozen=True, kw_only=True):
    """One line of the log. Several lines may belong to one event."""

    event: int
    """The event to go to when the line is clicked."""
    kind: LineKind
    text: str
    cite: str = ""
    at: str | None = None
    """Cell to light."""
    author: str = ""
    reason: str = ""
    proposed: Record | None = None
    """What the engine proposed where a person ruled otherwise."""
    overruled: bool = False
    """A person broke a rule or changed an outcome or a modifier here."""
    warnings: tuple[str, ...] = ()
    """Rules that were overruled, as sentences with cites."""
    branch: int = 0
    current: bool = True
    """False on a branch that was left."""
    dice_by: str = "none"
    visible_to: tuple[str, ...] = ()


def log_lines(records: Sequence[LogRecord], current: Set[int]) -> tuple[LogLine, ...]:
    """All lines in the order of the record; *current* are the events on the line to the head."""
    return tuple(_lines(records, current))


def describe(
    asked: Decision | None, answer: Answer | None, names: Mapping[str, str] | None = None
) -> str:
    """An answer as words: the label of the button, the dice, the pieces and places by *names*."""

    def named(ids: Iterable[str], between: str = ", ") -> str:
        return between.join((names or {}).get(each, each) for each in ids)

    match answer:
        case Choose(key):
            labels = {c.key: c.label for c in asked.choices} if asked else {}
            return labels.get(key, key)
        case Pieces(pieces):
            return named(pieces)
        case Cells(cells):
            return named(cells)
        case Path(pieces, cells):
            return f"{named(pieces)} → {named(cells, ' → ')}"
        case Allocate(amounts):
            return ", ".join(f"{named([piece])} {n}" for piece, n in amounts.items() if n) or "none"
        case Roll(dice):
            return _dice(asked, dice)
        case Outcome(value):
            return record_text(value, asked)
        case None:
            return ""


def record_text(value: Record, asked: Decision | None = None) -> str:
    """A typed result as words: ``attacker loss 3, defender loss 0``."""
    labels = {f.name: f.label for f in asked.fields} if asked else {}
    parts = (f"{labels.get(name, name.replace('_', ' '))} {part}" for name, part in value.items())
    return ", ".join(parts)


def _dice(asked: Decision | None, dice: tuple[int, ...]) -> str:
    if asked is not None and asked.faces and len(dice) == 1 and dice[0] <= len(asked.faces):
        return asked.faces[dice[0] - 1]
    total = f" = {sum(dice)}" if len(dice) > 1 else ""
    return " + ".join(str(value) for value in dice) + total


def _lines(records: Sequence[LogRecord], current: Set[int]) -> Iterator[LogLine]:
    head = 0
    for record in records:
        if isinstance(record, HeadMove):
            if record.reason:
                text = f"Went back to event {record.head}"
                if record.head > head:
                    text = f"Went to event {record.head}"
                yield LogLine(
                    event=record.head,
                    kind="rewind",
                    text=text,
                    author=record.author,
                    reason=record.reason,
                )
            head = record.head
        elif isinstance(record, Setting):
            text = f"{record.name.capitalize()}: {_setting(record.value)}"
            yield LogLine(event=head, kind="setting", text=text, author=record.author)
        else:
            head = record.id
            yield from _event_lines(record, record.id in current)


def _setting(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {part}" for name, part in value.items()) or "none"
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def _event_lines(event: Event[Any, Any], current: bool) -> Iterator[LogLine]:
    warnings = tuple(f"{w.text} [{w.cite}]" if w.cite else w.text for w in event.warnings)
    asked = event.asked
    yield LogLine(
        event=event.id,
        kind=_kind(event),
        text=_headline(event),
        cite=asked.cite if asked else "",
        author=event.author,
        reason=event.reason,
        proposed=event.proposed,
        overruled=event.proposed is not None or bool(warnings),
        warnings=warnings,
        branch=event.branch,
        current=current,
        dice_by=event.dice_by,
        visible_to=event.visible_to,
    )
    for line in event.story:
        yield LogLine(
            event=event.id,
            kind="story",
            text=line.text,
            cite=line.cite,
            at=line.at,
            branch=event.branch,
            current=current,
            visible_to=event.visible_to,
        )


def _kind(event: Event[Any, Any]) -> LineKind:
    if event.mode == "edit":
        return "edit"
    if event.asked is None:
        return "setup"
    if event.asked.who == CHANCE:
        return "roll"
    return "ruling" if event.asked.who == UMPIRE else "answer"


def _headline(event: Event[Any, Any]) -> str:
    if event.mode == "edit":
        return f"Edited by hand: {len(event.effects)} changes"
    if event.asked is None:
        return "Set up"
    said = describe(event.asked, event.answer)
    if event.proposed is not None:
        return f"Ruled {said} instead of {record_text(event.proposed, event.asked)}"
    if isinstance(event.answer, Roll):
        # The dice first: a narrow log cuts the end of a line.
        return f"{'Drew' if event.asked.faces else 'Rolled'} {said}: {event.asked.prompt}"
    return f"{event.asked.prompt.rstrip('.')}: {said}" if said else event.asked.prompt
