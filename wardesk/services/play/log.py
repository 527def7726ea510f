"""The lines of the log panel: what was answered, rolled, ruled, edited and rewound, with cites."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from wardesk.documents.games.gamelog import LogRecord, Note, SettingChange
from wardesk.documents.translate_values import PLAIN, Wording
from wardesk.engine.journal import HeadMove
from wardesk.engine.standing import via
from wardesk.engine.types import (
    CHANCE,
    UMPIRE,
    Allocate,
    Answer,
    Cells,
    Choose,
    CreatePiece,
    Decision,
    Effect,
    Event,
    Frame,
    Outcome,
    Path,
    Pieces,
    Record,
    RemovePiece,
    Roll,
    SetCup,
    SetMark,
    SetPiece,
    SetResult,
    SetTrack,
    StoryLine,
    Value,
    replace,
)
from wardesk.model.look import TurnMoment
from wardesk.model.standing import OrderedMoment, TableOrder, moment_in, order_words
from wardesk.players.search.levels import LEVELS
from wardesk.words import Text, cited, join, say, say_count

MomentOf = Callable[[Event[Any, Any]], TurnMoment]
"""When an event happened."""

LineKind = Literal[
    "setup", "answer", "roll", "ruling", "edit", "story", "rewind", "setting", "note"
]


class GameLogLine(Struct, frozen=True, kw_only=True):
    """One line of the log. Several lines may belong to one event."""

    event: int
    """The event to go to when the line is clicked."""
    kind: LineKind
    text: str
    how: str = ""
    """How it came about, in a few words."""
    cite: str = ""
    at: str | None = None
    """Cell to light."""
    when: TurnMoment = TurnMoment()
    """The turn and the phase that it belongs to."""
    told: bool = False
    """Whether other lines say it better: the story of the same event, or what comes of it."""
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


def told_to(what: GameLogLine | Event[Any, Any], side: str) -> bool:
    """Whether *side* may know of an event, or read a line about it; everybody may if empty."""
    return not side or not what.visible_to or side in what.visible_to


class LogReader:
    """Puts one record after another into words; knows at which event the game stands."""

    def __init__(
        self,
        names: Mapping[str, str] | None = None,
        *,
        pieces: bool = True,
        moment: MomentOf | None = None,
        moments: Sequence[OrderedMoment] = (),
    ) -> None:
        """*names* of sides and cells by id; those of *pieces* are learned from what is read.

        Where pieces may be hidden their names are left out: a log is read by all. *moment* says
        when an event happened; *moments* word standing orders.
        """
        self._moments = moments
        self._orders: tuple[TableOrder, ...] = ()
        self._head = 0
        self._moment = moment
        self._when = TurnMoment()
        self._names = dict(names or {})
        self._pieces = pieces
        self._way: dict[int, tuple[int, int, int]] = {}
        """Of an event: how many lie behind it, the last of them, and the rolls so far."""
        self._open: dict[int, tuple[int, type[Frame] | None]] = {}
        """Of an event: how many things were under way after it, and what kind the last one was."""
        self._secret: dict[int, tuple[str, ...]] = {}
        """Who may know of an event, where not everybody may."""

    def read(self, record: LogRecord) -> Iterator[GameLogLine]:
        """The lines of the next record, as if it lay on the line to the head."""
        if isinstance(record, Event) and self._moment is not None:
            self._when = self._moment(record)
        for line in self._read(record):
            yield replace(line, when=self._when)

    def _read(self, record: LogRecord) -> Iterator[GameLogLine]:
        head = self._head
        if isinstance(record, HeadMove):
            self._head = record.head
            if record.reason:
                rolls = self._way[head][2] - self._way[record.head][2]
                how = say_count("one roll undone", "{n} rolls undone", n=rolls) if rolls > 0 else ""
                yield _rewind(record, head, how, self._witnesses(head, record.head))
        elif isinstance(record, SettingChange) and record.name == "orders":
            yield from self._orders_changed(record, head)
        elif isinstance(record, SettingChange):
            name = _NAMES.get(record.name, record.name.capitalize())
            text = join(": ", (name, self._setting(record)))
            yield GameLogLine(event=head, kind="setting", text=text, author=record.author)
        elif isinstance(record, Note):
            yield GameLogLine(
                event=record.event, kind="note", text=note_text(record), author=record.author,
                visible_to=self._secret.get(record.event, ()),
            )  # fmt: skip
        else:
            self._head = record.id
            depth = 1 + self._way.get(record.parent, (0,))[0]
            self._way[record.id] = depth, record.parent, record.chances
            stack = record.stack
            self._open[record.id] = len(stack), type(stack[-1]) if stack else None
            many, last = self._open.get(record.parent, (0, None))
            ended = bool(many) and (len(stack) < many or type(stack[many - 1]) is not last)
            if record.visible_to:
                self._secret[record.id] = record.visible_to
            if self._pieces:
                self._names.update(names_of_pieces(record))
            yield from _event_lines(record, self._names, ended=ended)
            if (line := self._by_order(record)) is not None:
                yield line

    def _orders_changed(self, record: SettingChange, head: int) -> Iterator[GameLogLine]:
        """Whose standing orders are others, for that side alone."""
        before = self._orders
        self._orders = tuple(one for one in record.value if isinstance(one, TableOrder))
        for side in dict.fromkeys(one.side for one in (*before, *self._orders)):
            old, new = ([o for o in all_ if o.side == side] for all_ in (before, self._orders))
            if old != new:
                stand = [str(order.id) for order in new if order.stands]
                told = join(", ", stand) or say("none")
                text = say("Standing orders that stand: {told}", told=told)
                yield GameLogLine(
                    event=head, kind="setting", text=text, author=record.author, visible_to=(side,)
                )

    def _by_order(self, event: Event[Any, Any]) -> GameLogLine | None:
        """Which standing order gave an answer, for its own side alone."""
        if event.asked is None or not event.via:
            return None
        mine = (order for order in self._orders if order.side == event.asked.who)
        order = next((order for order in mine if via(order) == event.via), None)
        if order is None:
            return None
        text = say("By standing order {n}", n=order.id)
        how = order_words(order, moment_in(self._moments, order))
        return GameLogLine(
            event=event.id, kind="setting", text=text, how=how, branch=event.branch,
            author=event.author, visible_to=(event.asked.who,),
        )  # fmt: skip

    def _witnesses(self, one: int, other: int) -> tuple[str, ...]:
        """Who may know of a step from one event to another: few if all between them is secret."""
        found: tuple[str, ...] = ()
        while one != other:
            one, other = sorted((one, other), key=self._way.__getitem__)
            secret = self._secret.get(other, ())
            if not secret:
                return ()
            found = tuple(side for side in secret if not found or side in found) or (UMPIRE,)
            other = self._way[other][1]
        return found

    def _setting(self, record: SettingChange) -> str:
        """A setting in words: the names of sides, and who plays them."""
        value = record.value
        if isinstance(value, dict):
            return players_words(value, self._names) or say("none")
        if isinstance(value, tuple):
            return join(", ", [str(one) for one in value])
        return _SAID.get(f"{record.name} {value}", str(value))


def players_words(players: Mapping[str, str], names: Mapping[str, str]) -> str:
    """Who plays whom: "Germans by a person, Belgians by the scripted bot". *names* of sides."""
    said = ((names.get(side, side), _SAID.get(kind, kind)) for side, kind in players.items())
    return join(", ", [join(" ", pair) for pair in said])


_NAMES = {
    "mode": say("Mode"),
    "players": say("Players"),
    "dice": say("Dice"),
    "stops": say("Stops"),
}
_SAID = {
    "human": say("by a person"),
    "mail": say("by mail"),
    "policy": say("by the scripted bot"),
    "random": say("by the bot at random"),
    "automaton": say("by the rules"),
    **{level.id: say("by the {level}", level=level.name) for level in LEVELS.values()},
    "mode play": say("play"),
    "mode adjudicate": say("adjudicate"),
    "dice seeded": say("seeded"),
    "dice typed": say("typed"),
    "dice recorded": say("recorded"),
    "dice shared": say("by both homes"),
    "stops all": say("at every outcome"),
    "stops changes": say("where something changes"),
    "stops none": say("never"),
}
"""Settings as people call them."""


def names_of_pieces(event: Event[Any, Any]) -> dict[str, str]:
    """The names of the pieces that an event put on the table, by id."""
    made = (e.piece for e in event.effects if isinstance(e, CreatePiece))
    return {piece.id: name for piece in made if (name := getattr(piece, "name", ""))}


def describe(
    asked: Decision | None, answer: Answer | None, names: Mapping[str, str] | None = None
) -> str:
    """An answer as words: the label of the button, the dice, the pieces and places by *names*."""

    def named(ids: Iterable[str], between: str = ", ") -> str:
        return join(between, [(names or {}).get(each, each) for each in ids])

    match answer:
        case Choose(key):
            labels = {c.key: c.label for c in asked.choices} if asked else {}
            return labels.get(key, key)
        case Pieces(pieces):
            return named(pieces)
        case Cells(cells):
            return named(cells)
        case Path(pieces, cells):
            return join(" → ", (named(pieces), named(cells, " → ")))
        case Allocate(amounts):
            parts = [join(" ", (named([piece]), n)) for piece, n in amounts.items() if n]
            return join(", ", parts) or say("none")
        case Roll(dice):
            return join("; ", (_dice(asked, dice), *_ruled(asked, answer)))
        case Outcome(value):
            return record_text(value, asked)
        case None:
            return ""


def _ruled(asked: Decision | None, roll: Roll) -> Iterator[str]:
    """What an umpire changed of a roll: inputs, and modifiers of his own with their reasons."""
    if asked is not None and (changed := roll.changed(asked)):
        yield record_text(changed, asked)
    for own in roll.own():
        if own.on:
            yield say("{name} {value:+d} ({why})", name=own.name, value=own.value, why=own.why)


def record_text(value: Record, asked: Decision | None = None) -> str:
    """A typed result as words: ``attacker loss 3, defender loss 0``."""
    labels = {f.name: f.label for f in asked.fields} if asked else {}
    parts = ((labels.get(name, name.replace("_", " ")), part) for name, part in value.items())
    return join(", ", [join(" ", pair) for pair in parts])


def _dice(asked: Decision | None, dice: tuple[int, ...]) -> str:
    if asked is not None and asked.faces and len(dice) == 1 and dice[0] <= len(asked.faces):
        return asked.faces[dice[0] - 1]
    if asked is None:
        asked = Decision(who=CHANCE, kind="", shape="roll", prompt="", cite="", then="")
    text = ""
    for number, value in enumerate(dice):
        less = number < len(asked.signs) and asked.signs[number] < 0
        text += f" {'-' if less else '+'} {value}" if text else f"{'-' * less}{value}"
    if asked.plus:
        text += f" {'-' if asked.plus < 0 else '+'} {abs(asked.plus)}"
    return f"{text} = {asked.total(dice)}" if len(dice) > 1 or asked.plus else text


def _rewind(move: HeadMove, head: int, how: str, seen_by: tuple[str, ...]) -> GameLogLine:
    said = say("Went back to event {n}", n=move.head)
    text = say("Went to event {n}", n=move.head) if move.head > head else said
    return GameLogLine(
        event=move.head, kind="rewind", text=text, how=how, author=move.author, reason=move.reason,
        visible_to=seen_by,
    )  # fmt: skip


def note_text(note: Note) -> str:
    """A note as one line of the log; line ends in it become spaces."""
    kind, laid, removed = _NOTES[note.kind]
    if note.removed:
        return removed
    words = " ".join(note.text.split())
    return say("{kind}: {words!s}", kind=kind, words=words) if words else laid


_NOTES = {
    "bookmark": (say("Bookmark"), say("Bookmark set"), say("Bookmark taken away")),
    "note": (say("Note"), say("Note set"), say("Note taken away")),
    "branch-name": (say("Branch"), say("Branch set"), say("Branch taken away")),
}
"""By kind of note: its name, how one is told that has no words, how one is told that is gone."""


def _event_lines(
    event: Event[Any, Any], names: Mapping[str, str], *, ended: bool
) -> Iterator[GameLogLine]:
    """The lines of one event; *ended* when something that was under way is over with it."""
    warnings = tuple(cited(w.text, w.cite) for w in event.warnings)
    asked = event.asked
    text, how = _headline(event, names)
    dice = say("rolled {said}", said=describe(asked, event.answer)) if _is_dice(event) else ""
    yield GameLogLine(
        event=event.id,
        kind=_kind(event),
        text=text,
        how=how,
        told=_is_told(event, ended=ended),
        cite=asked.cite if asked else "",
        author=event.author,
        reason=event.reason,
        proposed=event.proposed,
        overruled=event.proposed is not None or bool(warnings),
        warnings=warnings,
        branch=event.branch,
        dice_by=event.dice_by,
        visible_to=event.visible_to,
    )
    results = {e.text: e for e in event.effects if isinstance(e, SetResult) and e.level}
    for number, line in enumerate(event.story):
        text, how = line.text, line.how or (dice if not number else "")
        if (end := results.get(line.text)) is not None:
            text, how = say("{level!c}", level=end.level), line.text
        yield GameLogLine(
            event=event.id,
            kind="story",
            text=text,
            how=how,
            told=_is_clock(line),
            cite=line.cite,
            at=line.at,
            author=event.author,
            branch=event.branch,
            visible_to=event.visible_to,
        )


def _is_clock(line: StoryLine) -> bool:
    """Whether a line only says that a turn began: the turn of those after it does."""
    said = line.text
    return isinstance(said, Text) and set(said.values) == {"turn"} and not (line.how or line.at)


def _is_dice(event: Event[Any, Any]) -> bool:
    """Whether dice fell; a draw of named counters is none."""
    return isinstance(event.answer, Roll) and event.asked is not None and not event.asked.faces


def _is_told(event: Event[Any, Any], *, ended: bool) -> bool:
    """Whether the answer itself is no news: its story is, or what it leads to will be.

    Where something *ended* with it, the roll that comes next is not of this answer.
    """
    if event.proposed is not None or event.warnings or event.asked is None:
        return False
    if event.story:
        return True
    if event.asked.who in (CHANCE, UMPIRE):
        return False
    leads_on = event.ask is not None and event.ask.who == CHANCE and not ended
    return leads_on or isinstance(event.answer, Cells | Pieces | Path)


def _kind(event: Event[Any, Any]) -> LineKind:
    if event.mode == "edit":
        return "edit"
    if event.asked is None:
        return "setup"
    if event.asked.who == CHANCE:
        return "roll"
    return "ruling" if event.asked.who == UMPIRE else "answer"


def event_words(event: Event[Any, Any], names: Mapping[str, str] | None = None) -> str:
    """An event as one line: what came of it, else what was answered."""
    told = join("; ", [line.text for line in event.story])
    return told if told and event.proposed is None else _headline(event, names or {})[0]


def edit_words(event: Event[Any, Any], names: Mapping[str, str]) -> str:
    """What was changed by hand: each thing with its new value, the first few of many."""
    told = [_effect_words(effect, names) for effect in event.effects]
    more = len(told) - _MOST_TOLD
    if more > 0:
        told = [*told[:_MOST_TOLD], say("{n} more", n=more)]
    return join("; ", told) or say("nothing")


_MOST_TOLD, _A_TABLE = 3, 40
"""Things that are told of an edit; of one that lays out a whole table its reason says more."""


def _effect_words(effect: Effect, names: Mapping[str, str]) -> str:
    def named(key: object) -> str:
        return names.get(str(key), str(key))

    match effect:
        case SetPiece(piece, "at", place):
            where = named(place) if place else say("out of the game")
            return say("{piece}, place {where}", piece=named(piece), where=where)
        case SetPiece(piece, name, value):
            field = join(" ", (name.replace("_", " "), _value(value, names)))
            return join(", ", (named(piece), field))
        case CreatePiece(piece):
            return say("{piece}, new", piece=named(piece.id))
        case RemovePiece(piece):
            return say("{piece}, taken away", piece=named(piece))
        case SetMark(key, value):
            return join(" ", (*map(named, key.split("/")), _value(value, names)))
        case SetTrack(track, value):
            return join(" ", (track.replace("_", " "), value))
        case SetCup(cup):
            return say("{cup}, other contents", cup=cup.replace("_", " "))
        case SetResult():
            return effect.text


def _value(value: Value, names: Mapping[str, str]) -> str:
    if value is None or isinstance(value, bool):
        return say("yes") if value else say("no")
    return names.get(str(value), str(value))


def _headline(event: Event[Any, Any], names: Mapping[str, str]) -> tuple[str, str]:
    """What was answered, and how: no question, which is nothing that happened."""
    if event.mode == "edit" and len(event.effects) > _A_TABLE:
        return event.reason, say("Changed by hand")
    if event.mode == "edit":
        return say("{what!c}", what=edit_words(event, names)), say("Changed by hand")
    asked = event.asked
    if asked is None:
        return say("Set up"), ""
    said = describe(asked, event.answer, names)
    if event.proposed is not None:
        proposed = record_text(event.proposed, asked)
        return say("Ruled: {said}", said=said), say("proposed: {proposed}", proposed=proposed)
    if isinstance(event.answer, Roll):
        if asked.faces:
            return say("Drew {said}", said=said), ""
        return say("Rolled {said}", said=said), asked.context
    who = "" if asked.worded else names.get(asked.who, "")
    of_one = bool(asked.about) or len(asked.pieces) == 1
    if who and of_one and asked.context and isinstance(event.answer, Choose):
        who = join(", ", (who, asked.context))  # one of many such answers: of which unit
    return said or asked.prompt, who


class LogBook:
    """Follows the records of one game; lines that did not change stay the same objects."""

    def __init__(
        self,
        words: Wording = PLAIN,
        names: Mapping[str, str] | None = None,
        *,
        pieces: bool = True,
        moment: MomentOf | None = None,
        moments: Sequence[OrderedMoment] = (),
    ) -> None:
        """*words*: the language of the lines. The others: as for `LogReader`."""
        self._words = words
        self._lines: list[GameLogLine] = []
        self._reader = LogReader(names, pieces=pieces, moment=moment, moments=moments)
        self._read = 0
        self._head = 0
        self._current: set[int] = set()
        self._spans: dict[int, tuple[int, int]] = {}
        """By event: the first of its lines, and the one after the last."""

    def lines(
        self, records: Sequence[LogRecord], head: int, line: Callable[[], Iterable[Event[Any, Any]]]
    ) -> tuple[GameLogLine, ...]:
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

    def _said(self, line: GameLogLine) -> GameLogLine:
        """*line* in the language of the book; what a person wrote stays."""
        if self._words == PLAIN:
            return line
        said = self._words.text
        when = replace(line.when, phase=said(line.when.phase))
        warnings = tuple(map(said, line.warnings))
        return replace(line, text=said(line.text), how=said(line.how), when=when, warnings=warnings)

    def _move(self, current: set[int]) -> None:
        """Mark the lines of the events that came to lie on the line to the head, or left it."""
        for event in self._current ^ current:
            first, after = self._spans[event]
            for at in range(first, after):
                self._lines[at] = replace(self._lines[at], current=event in current)
        self._current = current
