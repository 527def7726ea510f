"""Everything that can be done at the table in one answer: ``Choose("flip", ("tank-1",))``.

The chains of questions of the other chapters do the same step by step. A deed that cannot be done
raises `DeedRefused`; `Rules.check` tries it on a draft that is thrown away.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import asdict

from wardesk.engine.types import Reason, Value
from wardesk.errors import UserError
from wardesk.games.freeform import ch02_counters as counters
from wardesk.games.freeform import ch06_cards as cards
from wardesk.games.freeform.ch03_chance import put_back
from wardesk.games.freeform.ch04_tracks import LONGEST_NOTE, add_note, all_tracks
from wardesk.games.freeform.forces import MOST_COUNTERS, check_row, counters_of_row
from wardesk.games.freeform.permissions import (
    DeedRefused,
    Table,
    called,
    known_marks,
    may_touch,
    names,
    place_name,
    tell_witnesses,
    together,
    witnesses,
)
from wardesk.games.freeform.scenario import described
from wardesk.games.freeform.setup import Setup, read_dice
from wardesk.games.freeform.state import ASIDE, DRAWN, MARKER, NOTE, TURN, Counter, SingleDeed
from wardesk.words import Text, join, say, say_count

MOST_WORDS = 2 * MOST_COUNTERS + 2
LONGEST_WORD = 400

Words = tuple[str, ...]


def attempt(d: Table, side: str, key: str, words: Words) -> None:
    """Do *key* for *side*; `DeedRefused` when it cannot be done, with *d* perhaps half changed."""
    if len(words) > MOST_WORDS or any(len(word) > LONGEST_WORD for word in words):
        raise DeedRefused(say("That is too much at once"))
    if any(not word.isprintable() for word in words):
        raise DeedRefused(say("It holds signs that WarDesk cannot print"))
    DEEDS[key](d, side, words)


def reasons(d: Table, side: str, key: str, words: Words) -> tuple[Reason, ...]:
    """What stands against a deed; *d* is a draft to be thrown away."""
    try:
        attempt(d, side, key, words)
    except DeedRefused as refused:
        return (Reason(refused.text, refused.cite),)
    except UserError as error:
        return (Reason(say("{reason}", reason=error), "FF 2.9"),)
    return ()


# ---- counters that are there --------------------------------------------------------------------


def _picked(d: Table, side: str, ids: Sequence[str], cite: str) -> list[Counter]:
    """The counters with these ids, all of which *side* may touch."""
    if not ids:
        raise DeedRefused(say("Pick a counter first"), cite)
    if len(set(ids)) != len(ids):
        raise DeedRefused(say("A counter is named twice"), cite)
    found = [d.pieces.get(piece) for piece in ids]
    # One wording for what is not there and for what is hidden, or the answer would tell.
    touched = [c for c in found if c is not None and may_touch(d.setting, c, side)]
    if len(touched) != len(ids):
        raise DeedRefused(say("You cannot touch one of these counters"), cite)
    return touched


def _said(d: Table, before: Sequence[Counter], text: str, cite: str) -> None:
    """Put it into the story of those who see the counters before or after."""
    after = [d.pieces[c.id] for c in before if c.id in d.pieces]
    tell_witnesses(d, before, after or before)
    d.say(text, cite, at=before[0].at)


def _flip(d: Table, side: str, ids: Words) -> None:
    found = [c for c in _picked(d, side, ids, "FF 2.3") if c.has_back]
    if not found:
        raise DeedRefused(say("A counter with one step and one picture has no back"), "FF 2.3")
    counters.flip(d, found)
    tell_witnesses(d, found, [d.pieces[counter.id] for counter in found])


def _place(d: Table, side: str, words: Words) -> None:
    """Counters to a place each: a formation that keeps its form (FF 2.1)."""
    ids, cells = words[::2], words[1::2]
    found = _picked(d, side, ids, "FF 2.1")
    if len(ids) != len(cells) or not set(cells) <= set(d.setting.board.cells):
        raise DeedRefused(say("Every counter needs a place of the map"), "FF 2.1")
    goals = dict(zip(ids, cells, strict=True))
    for counter, cell in zip(found, cells, strict=True):
        for piece in together(d.setting, d.pieces, [counter.id], side):
            goals.setdefault(piece, cell)
    if all(d.pieces[piece].at == cell for piece, cell in goals.items()):
        raise DeedRefused(say("They are there already"), "FF 2.1")
    moving = [d.pieces[piece] for piece in goals]
    for cell in dict.fromkeys(goals.values()):
        counters.put(d, [c for c in moving if goals[c.id] == cell], cell)
    d.secret(witnesses(d.setting, moving))
    text = say(
        "{counters} moved in formation to {place}",
        counters=names(d.setting, moving),
        place=place_name(d.setting, cells[0]),
    )
    d.say(text, "FF 2.1", at=cells[0])


def _group(d: Table, side: str, ids: Words) -> None:
    found = _picked(d, side, ids, "FF 2.6")
    if len({counter.at for counter in found}) > 1:
        raise DeedRefused(say("A group stands in one place"), "FF 2.6")
    counters.group(d, found)
    tell_witnesses(d, found, found)


def _worded(kind: str, cite: str) -> Callable[[Table, str, Words], None]:
    """A deed that says how first: turn, mark, box, hide."""

    def do(d: Table, side: str, words: Words) -> None:
        how, *ids = words or ("",)
        found = _picked(d, side, ids, cite)
        if kind == "hide" and any(counter.side != side for counter in found):
            raise DeedRefused(say("Only your own counters can be hidden"), cite)
        key = f"{kind} {how}" if kind in ("mark", "box") and how != ASIDE else how
        known = {c.key: c.label for c in counters.ways(d, kind, side)}
        if kind == "face" and how.isdigit() and 1 <= int(how) <= d.setting.facings:
            known[how] = say("To face {way}", way=int(how))
        if key not in known:
            raise DeedRefused(say("{how!r} is none of the ways to do this", how=how), cite)
        # One press lays a marker on all of them, or takes it from all that have it.
        if kind == "mark":
            lacking = [c for c in found if how not in c.marks.split(",")]
            for counter in lacking or found:
                counters.apply(d, kind, counter, key)
        else:
            for counter in found:
                counters.apply(d, kind, counter, key)
        _said(d, found, counters.told(d.setting, found, kind, key, known[key]), cite)

    return do


def _stack(d: Table, side: str, words: Words) -> None:
    """Over or under everything else that lies in the same place (FF 2.2)."""
    where, *ids = words or ("",)
    found = _picked(d, side, ids, "FF 2.2")
    if where not in ("top", "bottom"):
        raise DeedRefused(say("A counter goes to the top or to the bottom"), "FF 2.2")
    ordered = sorted(found, key=lambda c: c.pile)
    for number, counter in enumerate(ordered):
        there = [c.pile for c in d.pieces.values() if c.at == counter.at and c.id not in ids]
        level = max(there, default=-1) + 1 + number
        if where == "bottom":
            level = min(there, default=0) - len(ordered) + number
        d.set(counter.id, pile=level)
    named = names(d.setting, found)
    text = say("{counters}: to the top of the pile", counters=named)
    if where == "bottom":
        text = say("{counters}: to the bottom of the pile", counters=named)
    _said(d, found, text, "FF 2.2")


# ---- counters made at the table -----------------------------------------------------------------


def _values(words: Words) -> dict[str, str]:
    found: dict[str, str] = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not sign or name in found:
            raise DeedRefused(say("{word!r} is not of the form name=value", word=word), "FF 2.9")
        found[name] = value
    return found


def _made(
    d: Table, side: str, values: Mapping[str, str], taken: Mapping[str, Any]
) -> list[Counter]:
    setting = d.setting
    if values.get("card"):
        raise DeedRefused(say("Cards come from their decks"), "FF 6.2")
    marks = [mark.id for mark in known_marks(setting.layout, d.marks)]
    found = counters_of_row(
        check_row(values, say("The counter")), setting.layout, setting.board, taken, marks
    )
    if setting.own_hands and any(counter.side != side for counter in found):
        raise DeedRefused(say("Only your own side's counters are yours to make"), "FF 1.2")
    return found


def _too_many() -> Text:
    return say("More than {most} counters are too many", most=MOST_COUNTERS)


def _add(d: Table, side: str, words: Words) -> None:
    """New counters, described like a row of a table of counters (FF 2.9)."""
    found = _made(d, side, _values(words), d.pieces)
    if len(d.pieces) + len(found) > MOST_COUNTERS:
        raise DeedRefused(_too_many(), "FF 2.9")
    _lay(d, found)
    d.secret(witnesses(d.setting, found))
    text = say(
        "{counters} made, {place}",
        counters=names(d.setting, found),
        place=place_name(d.setting, found[0].at),
    )
    d.say(text, "FF 2.9", at=found[0].at)


def _sheet(d: Table, side: str, words: Words) -> None:
    """Many new counters in one go, each word a row as JSON: those of a scanned sheet (FF 2.9)."""
    found: list[Counter] = []
    taken = dict(d.pieces)
    for word in words:
        try:
            values = msgspec.json.decode(word, type=dict[str, str])
        except (msgspec.MsgspecError, ValueError) as error:
            raise DeedRefused(
                say("{word!r} is no row of counters", word=word[:40]), "FF 2.9"
            ) from error
        made = _made(d, side, values, taken)
        taken |= {counter.id: counter for counter in made}
        found += made
        if len(taken) > MOST_COUNTERS:
            raise DeedRefused(_too_many(), "FF 2.9")
    if not found:
        raise DeedRefused(say("There is no counter on the sheet"), "FF 2.9")
    for counter in found:
        d.create(counter)
    for place in dict.fromkeys(counter.at for counter in found):
        counters.put(d, [counter for counter in found if counter.at == place], place)
    d.secret(witnesses(d.setting, found))
    text = say_count("{n} counter made from a sheet", "{n} counters made from a sheet",
                     n=len(found))  # fmt: skip
    d.say(text, "FF 2.9", at=found[0].at)


def _lay(d: Table, found: Sequence[Counter]) -> None:
    for counter in found:
        d.create(counter)
    counters.put(d, found, found[0].at)


def _edit(d: Table, side: str, words: Words) -> None:
    """Another name, factors, steps or colours for a counter that is there (FF 2.9)."""
    (old,) = _picked(d, side, words[:1], "FF 2.9")
    if old.card:
        raise DeedRefused(say("A card stays as it was printed"), "FF 6.2")
    values = {**described(old), **_values(words[1:])}
    values.pop("count", None)
    (new,) = _made(d, side, values, {})
    changes: dict[str, Value] = {
        name: value
        for name, value in asdict(new).items()
        if name not in ("id", "at", "pile", "group") and value != getattr(old, name)
    }
    if new.side != old.side:
        changes |= {"hidden_from": "", "down_for": ""}
    if not changes:
        raise DeedRefused(say("Nothing is different"), "FF 2.9")
    d.set(old.id, **changes)
    text = say(
        "{counter} changed: {what}",
        counter=called(d.setting, old),
        what=join(", ", [_CHANGED[name] for name in sorted(changes)]),
    )
    _said(d, [old], text, "FF 2.9")


_CHANGED: Mapping[str, Text] = {
    "name": say("name"),
    "side": say("side"),
    "symbol": say("symbol"),
    "echelon": say("echelon"),
    "factors": say("factors"),
    "reduced": say("factors of the back"),
    "steps": say("steps"),
    "full_steps": say("full steps"),
    "field": say("colour"),
    "bar": say("bar"),
    "facing": say("facing"),
    "marks": say("markers"),
    "hidden_from": say("hidden from"),
    "down_for": say("face down for"),
    "picture": say("picture"),
    "back": say("picture of the back"),
    "flipped": say("side that is up"),
}
"""The fields of a counter that an edit can change, as people call them."""


def _copy(d: Table, side: str, ids: Words) -> None:
    found = _picked(d, side, ids, "FF 2.9")
    if any(counter.card for counter in found):
        raise DeedRefused(say("There is only one of each card"), "FF 6.2")
    if len(d.pieces) + len(found) > MOST_COUNTERS:
        raise DeedRefused(_too_many(), "FF 2.9")
    for old in found:
        values = {**described(old), "place": old.at or ""}
        (new,) = _made(d, side, values, d.pieces)
        _lay(d, [new])
    d.secret(witnesses(d.setting, found))
    d.say(say("{counters} doubled", counters=names(d.setting, found)), "FF 2.9", at=found[0].at)


def _remove(d: Table, side: str, ids: Words) -> None:
    found = _picked(d, side, ids, "FF 2.9")
    d.secret(witnesses(d.setting, found))
    for counter in found:
        if not counter.card:
            d.remove(counter.id)
    cards.to_discards(d, [counter for counter in found if counter.card])
    text = say("{counters} taken out of the game", counters=names(d.setting, found))
    d.say(text, "FF 2.9", at=found[0].at)


# ---- markers ------------------------------------------------------------------------------------


def _ground(d: Table, side: str, words: Words) -> None:
    del side
    kind, *cells = words or ("",)
    if kind not in {mark.id for mark in known_marks(d.setting.layout, d.marks)}:
        raise DeedRefused(say("There is no marker {marker!r}", marker=kind), "FF 2.5")
    if not cells or len(set(cells)) != len(cells) or not set(cells) <= set(d.setting.board.cells):
        raise DeedRefused(say("A marker lies in places of the map, each named once"), "FF 2.5")
    counters.lay_markers(d, kind, cells)


def _marker(d: Table, side: str, words: Words) -> None:
    """A new kind of marker: name, letters, colour, shape (FF 2.5)."""
    del side
    if len(words) != 4 or any("|" in word for word in words):
        raise _no_marker()
    name, letter, colour, shape = words
    used = {mark.id for mark in known_marks(d.setting.layout, d.marks)}
    stem = "-".join("".join(c if c.isalnum() and c.isascii() else " " for c in name).split())
    key = next(k for k in (stem[:30].lower() or "m", *_numbered(stem)) if k not in used)
    value = f"{letter}|{name}|{colour}|{shape}"
    if not _is_marker(key, value):
        raise _no_marker()
    d.mark(f"{MARKER}{key}", value)
    d.say(say("A new marker: {name!s}", name=name), "FF 2.5")


def _no_marker() -> DeedRefused:
    text = say("A marker has a name, one or two letters, a colour and a shape")
    return DeedRefused(text, "FF 2.5")


def _numbered(stem: str) -> list[str]:
    return [f"{stem[:30].lower() or 'm'}-{number}" for number in range(2, 1000)]


def _is_marker(key: str, value: str) -> bool:
    bare = Setup(marks=())
    return bool(known_marks(bare, {f"{MARKER}{key}": value}))


# ---- dice, cups, tracks, notes ------------------------------------------------------------------


def _roll(d: Table, side: str, words: Words) -> None:
    if len(words) != 1:
        raise DeedRefused(say("Say which dice, like 2d6+1"), "FF 3.1")
    try:
        read_dice(words[0])
    except UserError as error:
        raise DeedRefused(say("{reason}", reason=error), "FF 3.1") from error
    d.call(SingleDeed(step="cast", kind="roll", side=side, word=words[0]), "now")


def _draw(d: Table, side: str, words: Words) -> None:
    if len(words) != 1 or not d.cups.get(words[0]) or words[0].endswith(DRAWN):
        raise DeedRefused(say("This cup holds no chit"), "FF 3.2")
    d.call(SingleDeed(step="chit", kind="draw", side=side, word=words[0]), "now")


def _return(d: Table, side: str, words: Words) -> None:
    cup = words[0] if len(words) == 1 else ""
    if not d.cups.get(f"{cup}{DRAWN}"):
        raise DeedRefused(say("Nothing has been drawn from this cup"), "FF 3.2")
    put_back(d, side, cup)


def _track(d: Table, side: str, words: Words) -> None:
    del side
    name, value = words if len(words) == 2 else ("", "")
    track = next((t for t in all_tracks(d.setting.layout) if t.id == name), None)
    if track is None:
        raise DeedRefused(say("There is no track {track!r}", track=name), "FF 4.1")
    number = int(value) if value.removeprefix("-").isdecimal() and value.isascii() else None
    if number is None or not track.least <= number <= track.most:
        text = say(
            "{track} runs from {least} to {most}",
            track=track.title,
            least=track.least,
            most=track.most,
        )
        raise DeedRefused(text, "FF 4.1")
    d.track(name, number)
    cite = "FF 4.2" if name == TURN else "FF 4.1"
    d.say(say("{track} stands at {value}", track=track.title, value=number), cite)


def _note(d: Table, side: str, words: Words) -> None:
    del side
    what, *rest = words or ("",)
    if what == "add" and len(rest) == 1:
        try:
            (made,) = add_note(d.state, rest[0])
        except ValueError as error:
            text = say("A note has 1 to {most} characters", most=LONGEST_NOTE)
            raise DeedRefused(text, "FF 4.3") from error
        d.mark(made.key, made.value)
        d.say(say("A note: {note!s}", note=made.value), "FF 4.3")
    elif what == "drop" and len(rest) == 1 and f"{NOTE}{rest[0]}" in d.marks:
        note = d.marks[f"{NOTE}{rest[0]}"]
        d.say(say("Note taken away: {note!s}", note=note), "FF 4.3")
        d.mark(f"{NOTE}{rest[0]}", None)
    else:
        raise DeedRefused(say("There is no such note"), "FF 4.3")


DEEDS: Mapping[str, Callable[[Table, str, Words], None]] = {
    "flip": _flip,
    "place": _place,
    "face": _worded("face", "FF 2.4"),
    "mark": _worded("mark", "FF 2.5"),
    "ground": _ground,
    "group": _group,
    "hide": _worded("hide", "FF 2.7"),
    "box": _worded("box", "FF 2.8"),
    "stack": _stack,
    "add": _add,
    "sheet": _sheet,
    "edit": _edit,
    "copy": _copy,
    "remove": _remove,
    "marker": _marker,
    "roll": _roll,
    "draw": _draw,
    "return": _return,
    "track": _track,
    "note": _note,
    "deal": lambda d, side, words: cards.draw(d, side, "deal", words),
    "reveal": lambda d, side, words: cards.draw(d, side, "reveal", words),
    "card": cards.carry,
    "shuffle": cards.shuffle,
    "look": cards.look_through,
}
"""What each key does. They are part of the save format."""
