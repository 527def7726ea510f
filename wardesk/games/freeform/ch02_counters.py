"""Chapter 2: what can be done with counters: move, flip, turn, mark, group, hide, box."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from wardesk.engine.types import Answer, Cells, Choice, Choose, Decision, Pieces
from wardesk.games.freeform.ch06_cards import turn_over
from wardesk.games.freeform.permissions import (
    BACK,
    BACK_CHOICE,
    Table,
    called,
    known_marks,
    marker_name,
    names,
    place_name,
    steps,
    tell_witnesses,
    together,
    touchable,
    witnesses,
)
from wardesk.games.freeform.setting import Setting
from wardesk.games.freeform.state import ASIDE, Counter, SingleDeed, toggled, words
from wardesk.games.shared.ask import AskedQuestion, choose
from wardesk.games.shared.told import came_from
from wardesk.words import Text, say

EVERYWHERE = 2000
"""On maps with more cells than this, only places with counters are offered for markers."""


class DeedKind(NamedTuple):
    """One kind of doing, as a button."""

    kind: str
    label: str
    prompt: str
    cite: str
    why_not: str
    hint: str = ""


DEEDS: Mapping[str, DeedKind] = {
    deed.kind: deed
    for deed in (
        DeedKind(
            "flip",
            say("Flip…"),
            say("Flip which counters?"),
            "FF 2.3",
            say("No counter has a back"),
            say("One step less, or the other side up; after the last step the full side again"),
        ),
        DeedKind(
            "face", say("Turn…"), say("Turn which counters?"), "FF 2.4", say("There is no counter")
        ),
        DeedKind(
            "mark", say("Mark…"), say("Mark which counters?"), "FF 2.5", say("There is no counter")
        ),
        DeedKind(
            "ground",
            say("Mark a place…"),
            say("Mark which places?"),
            "FF 2.5",
            say("There is no marker"),
        ),
        DeedKind(
            "group",
            say("Group…"),
            say("Which counters belong together?"),
            "FF 2.6",
            say("There is no counter"),
            say("Grouped counters move together; again undoes it"),
        ),
        DeedKind(
            "hide",
            say("Hide or show…"),
            say("Hide or show which counters?"),
            "FF 2.7",
            say("You have no counter, or nobody to hide it from"),
        ),
        DeedKind(
            "box",
            say("To a box…"),
            say("Which counters leave the map?"),
            "FF 2.8",
            say("There is no counter"),
            say("Off the table or to a box beside the map"),
        ),
    )
}


def subjects(
    d: Table, kind: str, side: str, pieces: tuple[str, ...] | None = None
) -> tuple[str, ...]:
    """What a doing of *kind* can be done to: counters, or markers for places."""
    found = touchable(d.setting, d.pieces, side) if pieces is None else pieces
    if kind == "ground":
        return tuple(mark.id for mark in known_marks(d.setting.layout, d.marks))
    if kind == "flip":
        return tuple(piece for piece in found if d.pieces[piece].has_back)
    if kind == "mark" and not known_marks(d.setting.layout, d.marks):
        return ()
    if kind == "hide":
        others = len(d.setting.sides) > 1
        return tuple(piece for piece in found if others and d.pieces[piece].side == side)
    return found


def move(d: Table, side: str, picked: tuple[str, ...], goal: str) -> None:
    """Counters are put down in *goal*, wherever they were, with their groups (FF 2.1)."""
    moving = together(d.setting, d.pieces, picked, side)
    counters = [d.pieces[piece] for piece in moving]
    d.secret(witnesses(d.setting, counters))
    put(d, counters, goal)
    text = say(
        "{counters} moved to {place}",
        counters=names(d.setting, counters),
        place=place_name(d.setting, goal),
    )
    froms = [place_name(d.setting, one.at) for one in counters if one.at is not None]
    d.say(text, "FF 2.1", goal, came_from(froms) if froms else "")


def put(d: Table, counters: Sequence[Counter], goal: str | None) -> None:
    """Counters are put down in *goal*, over what lies there, in the order in which they lay."""
    going = {counter.id for counter in counters}
    there = [c.pile for c in d.pieces.values() if c.at == goal and c.id not in going]
    over = max(there, default=-1) + 1
    for number, counter in enumerate(sorted(counters, key=lambda c: c.pile)):
        d.set(counter.id, at=goal)
        if counter.pile != over + number:
            d.set(counter.id, pile=over + number)


# ---- which counters, then what ------------------------------------------------------------------


@steps(SingleDeed, "pick")
def pick(d: Table, frame: SingleDeed, _: None) -> None:
    """Ask which counters."""
    deed, able = DEEDS[frame.kind], subjects(d, frame.kind, frame.side)
    d.ask(
        Decision(
            who=frame.side,
            kind=frame.kind,
            shape="pieces" if able else "choose",
            prompt=deed.prompt,
            cite=deed.cite,
            then="picked",
            context=deed.hint,
            choices=(BACK_CHOICE,),
            pieces=able,
            most=max(1, len(able)),
        )
    )


@steps(SingleDeed, "picked")
def picked(d: Table, frame: SingleDeed, answer: Answer) -> None:
    """Some things are done at once, others need one more word."""
    if not isinstance(answer, Pieces):
        d.done()
        return
    counters = [d.pieces[piece] for piece in answer.pieces]
    d.secret(witnesses(d.setting, counters))
    if frame.kind == "flip":
        flip(d, counters)
        tell_witnesses(d, counters, [d.pieces[counter.id] for counter in counters])
        d.done()
    elif frame.kind == "group":
        group(d, counters)
        d.done()
    else:
        d.goto("word", pieces=answer.pieces)


def flip(d: Table, counters: Sequence[Counter]) -> None:
    """A step less, after the last one the full side again; the other side up (FF 2.3)."""
    for counter in counters:
        if counter.card:
            turn_over(d, counter)
            continue
        if counter.full_steps == 1:
            d.set(counter.id, flipped=not counter.flipped)
            name = called(d.setting, counter)
            text = say("{counter} turned over: its back is up", counter=name)
            if counter.flipped:
                text = say("{counter} turned over: its front is up", counter=name)
            d.say(text, "FF 2.3", at=counter.at)
            continue
        left = counter.steps - 1 or counter.full_steps
        d.set(counter.id, steps=left)
        text = say(
            "{counter} has {left} of {full} steps",
            counter=called(d.setting, counter),
            left=left,
            full=counter.full_steps,
        )
        d.say(text, "FF 2.3", at=counter.at)


def group(d: Table, counters: Sequence[Counter]) -> None:
    """Group them under the first one's id; the very same group again is dissolved."""
    group = counters[0].group
    members = {c.id for c in d.pieces.values() if group and c.group == group}
    dissolve = members == {c.id for c in counters}
    for counter in counters:
        d.set(counter.id, group="" if dissolve else counters[0].id)
    named = names(d.setting, counters)
    text = say("{counters} move together", counters=named)
    if dissolve:
        text = say("{counters} part again", counters=named)
    d.say(text, "FF 2.6", at=counters[0].at)


@steps(SingleDeed, "word")
def word(d: Table, frame: SingleDeed, _: None) -> None:
    """Ask what is to be done with the picked counters."""
    deed = DEEDS[frame.kind]
    prompts = {
        "face": say("Turn them how?"),
        "mark": say("Which marker?"),
        "box": say("To which box?"),
    }
    prompt = prompts.get(frame.kind, say("Hide them from whom?"))
    question = AskedQuestion(f"{frame.kind}-word", prompt, deed.cite, "worded")
    choices = (BACK_CHOICE, *_WORDS[frame.kind](d, frame))
    choose(d, frame.side, question, choices, about=frame.pieces)


def _facings(_: Table, __: SingleDeed) -> tuple[Choice, ...]:
    ways = (("right", say("Clockwise")), ("left", say("Anticlockwise")), ("around", say("About")))
    return tuple(Choice(key, text, "FF 2.4") for key, text in (*ways, ("none", say("No facing"))))


def _markers(d: Table, _: SingleDeed) -> tuple[Choice, ...]:
    return tuple(
        Choice(f"mark {m.id}", marker_name(d.setting.layout, m), "FF 2.5")
        for m in known_marks(d.setting.layout, d.marks)
    )


def _boxes(d: Table, _: SingleDeed) -> tuple[Choice, ...]:
    boxes = tuple(Choice(f"box {box.id}", box.title, "FF 2.8") for box in d.setting.layout.boxes)
    return (Choice(ASIDE, say("Off the table"), "FF 2.8"), *boxes)


def _audiences(d: Table, frame: SingleDeed) -> tuple[Choice, ...]:
    found = [Choice(key, text, "FF 2.7") for key, text in audiences(d.setting, frame.side)]
    return (*found, Choice("show", say("Show them"), "FF 2.7"))


def audiences(setting: Setting, side: str) -> list[tuple[str, Text]]:
    """From whom *side* may hide its counters, and how: the key of each way and its words."""
    others = [(one, setting.side_names[one]) for one in setting.sides if one != side]
    down = [(f"down {one}", say("Face down for {side}", side=name)) for one, name in others]
    out = [(f"from {one}", say("Out of sight of {side}", side=name)) for one, name in others]
    if len(others) > 1:
        down.insert(0, ("down all", say("Face down for all others")))
        out.insert(0, ("all", say("Out of sight of all others")))
    return down + out


def ways(d: Table, kind: str, side: str) -> tuple[Choice, ...]:
    """How a deed of *kind* can be done."""
    return _WORDS[kind](d, SingleDeed(step="word", kind=kind, side=side))


def apply(d: Table, kind: str, counter: Counter, key: str) -> None:
    """Do it to one counter, in the way that *key* says."""
    _APPLY[kind](d, counter, key)


@steps(SingleDeed, "worded")
def worded(d: Table, frame: SingleDeed, answer: Choose) -> None:
    """Do it to every picked counter that is still there."""
    if answer.key == BACK:
        d.done()
        return
    before = [d.pieces[piece] for piece in frame.pieces if piece in d.pieces]
    for counter in before:
        _APPLY[frame.kind](d, counter, answer.key)
    after = [d.pieces[counter.id] for counter in before]
    tell_witnesses(d, before, after)
    if before:
        label = next(c.label for c in _WORDS[frame.kind](d, frame) if c.key == answer.key)
        text = told(d.setting, before, frame.kind, answer.key, label)
        d.say(text, DEEDS[frame.kind].cite, at=before[0].at)
    d.done()


def told(setting: Setting, counters: Sequence[Counter], kind: str, key: str, label: str) -> Text:
    """What was done to *counters*, as the log tells it. *label* is the words of the button."""
    named = names(setting, counters)
    if kind == "mark":
        return say("{counters}: marker {marker} laid or taken up", counters=named, marker=label)
    if kind == "box" and key != ASIDE:
        return say("{counters}: put into {box}", counters=named, box=label)
    if kind == "face" and key.isdigit():
        return say("{counters}: turned to face {way}", counters=named, way=int(key))
    way, _, who = key.rpartition(" ")
    if way == "down" and who != "all":
        side = setting.side_names[who]
        return say("{counters}: laid face down for {side}", counters=named, side=side)
    if way == "from":
        side = setting.side_names[who]
        return say("{counters}: put out of sight of {side}", counters=named, side=side)
    return _TOLD[key].having(counters=named)


_TOLD: Mapping[str, Text] = {
    "right": say("{counters}: turned clockwise", counters=""),
    "left": say("{counters}: turned anticlockwise", counters=""),
    "around": say("{counters}: turned about", counters=""),
    "none": say("{counters}: no facing", counters=""),
    "down all": say("{counters}: laid face down for all others", counters=""),
    "all": say("{counters}: put out of sight of all others", counters=""),
    "show": say("{counters}: shown again", counters=""),
    ASIDE: say("{counters}: off the table", counters=""),
}


def _face(d: Table, counter: Counter, key: str) -> None:
    ways = d.setting.facings
    now, by = counter.facing, {"right": 1, "left": -1, "around": ways // 2}.get(key, 0)
    turned = (max(now, 1) - 1 + by) % ways + 1
    d.set(counter.id, facing=turned if by else int(key) if key.isdigit() else 0)


def _mark(d: Table, counter: Counter, key: str) -> None:
    d.set(counter.id, marks=toggled(counter.marks, key.removeprefix("mark ")))


def _box(d: Table, counter: Counter, key: str) -> None:
    put(d, (counter,), None if key == ASIDE else key.removeprefix("box "))


def _hide(d: Table, counter: Counter, key: str) -> None:
    others = [side for side in d.setting.sides if side != counter.side]
    down, out = words(counter.down_for), words(counter.hidden_from)
    way, _, who = key.rpartition(" ")
    named = others if who == "all" else [who]
    if key == "show":
        down = out = ()
    elif way == "down":
        down, out = (*down, *named), tuple(side for side in out if side not in named)
    else:
        out, down = (*out, *named), tuple(side for side in down if side not in named)
    d.set(counter.id, hidden_from=",".join(side for side in others if side in out))
    d.set(counter.id, down_for=",".join(side for side in others if side in down))


_WORDS: Mapping[str, Callable[[Table, SingleDeed], tuple[Choice, ...]]] = {
    "face": _facings,
    "mark": _markers,
    "box": _boxes,
    "hide": _audiences,
}
_APPLY: Mapping[str, Callable[[Table, Counter, str], None]] = {
    "face": _face,
    "mark": _mark,
    "box": _box,
    "hide": _hide,
}


# ---- markers on the ground ----------------------------------------------------------------------


@steps(SingleDeed, "marker")
def marker(d: Table, frame: SingleDeed, _: None) -> None:
    """Ask which marker is to lie on the map."""
    question = AskedQuestion("ground-word", say("Which marker?"), "FF 2.5", "marked")
    choose(d, frame.side, question, (BACK_CHOICE, *_markers(d, frame)))


@steps(SingleDeed, "marked")
def marked(d: Table, _: SingleDeed, answer: Choose) -> None:
    """On to the places, or back."""
    if answer.key == BACK:
        d.done()
    else:
        d.goto("ground", word=answer.key.removeprefix("mark "))


@steps(SingleDeed, "ground")
def ground(d: Table, frame: SingleDeed, _: None) -> None:
    """Ask where the marker is to lie, or be taken up again."""
    cells = tuple(d.setting.board.cells)
    if len(cells) > EVERYWHERE:
        seen = (c for c in d.pieces.values() if c.seen_by(frame.side))
        cells = tuple(dict.fromkeys(c.at for c in seen if c.at in d.setting.board.cells and c.at))
    d.ask(
        Decision(
            who=frame.side,
            kind="ground",
            shape="cells" if cells else "choose",
            prompt=say("Mark which places?"),
            cite="FF 2.5",
            then="grounded",
            choices=(BACK_CHOICE,),
            cells=cells,
            most=max(1, len(cells)),
        )
    )


@steps(SingleDeed, "grounded")
def grounded(d: Table, frame: SingleDeed, answer: Answer) -> None:
    """Lay the marker down, or take it up where it lay."""
    lay_markers(d, frame.word, answer.cells if isinstance(answer, Cells) else ())
    d.done()


def lay_markers(d: Table, mark: str, cells: Sequence[str]) -> None:
    """The marker is laid in each cell, or taken up where it lies (FF 2.5)."""
    layout = d.setting.layout
    marks = known_marks(layout, d.marks)
    kind = next((marker_name(layout, m) for m in marks if m.id == mark), mark)
    for cell in cells:
        key = f"{cell}/{mark}"
        lies = bool(d.marks.get(key))
        d.mark(key, None if lies else True)
        place = place_name(d.setting, cell)
        text = say("{marker} laid in {place}", marker=kind, place=place)
        if lies:
            text = say("{marker} taken from {place}", marker=kind, place=place)
        d.say(text, "FF 2.5", at=cell)
