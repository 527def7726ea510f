"""What a freeform table offers in menus, bars and under keys: every deed in one go, as data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wardesk.games.freeform.cards import TOP
from wardesk.games.freeform.ch02_counters import audiences
from wardesk.games.freeform.ch03_chance import dice_words
from wardesk.games.freeform.ch04_tracks import BY, all_tracks, bounds
from wardesk.games.freeform.permissions import known_marks, marker_name, may_touch, place_name
from wardesk.games.freeform.scenario import described
from wardesk.games.freeform.setting import Setting
from wardesk.games.freeform.state import ASIDE, DRAWN, NOTE, TURN, Counter, State
from wardesk.model.deeds import DeedLook
from wardesk.words import say


def deeds(setting: Setting, state: State, pieces: Sequence[str], cell: str) -> tuple[DeedLook, ...]:
    """Deeds for *pieces*, for *cell* and for the whole table, in the order of a menu."""
    ask = state.ask
    if ask is None or ask.kind != "now" or ask.who not in setting.sides:
        return ()
    side = ask.who
    found = [state.pieces[piece] for piece in pieces if piece in state.pieces]
    found = [counter for counter in found if may_touch(setting, counter, side)]
    cards = _of_cards(setting, side, cell) if setting.decks else ()
    return (
        *(_of_counters(setting, state, found, side) if found else ()),
        *(_of_place(setting, state, cell, side) if cell in setting.board.cells else ()),
        *_of_table(setting, state, side),
        *cards,
    )


def _of_counters(
    setting: Setting, state: State, found: Sequence[Counter], side: str
) -> Iterator[DeedLook]:
    ids = tuple(counter.id for counter in found)
    backs = any(counter.has_back for counter in found)
    no_back = say("A counter with one step and one picture has no back")
    yield DeedLook(
        key="flip", words=ids, label=say("Flip"), cite="FF 2.3", about="counter", shortcut="V",
        icon="redo", refused="" if backs else no_back,
    )  # fmt: skip
    for how, label, shortcut in (
        ("right", say("Clockwise"), "]"),
        ("left", say("Anticlockwise"), "["),
        ("around", say("About"), ""),
        ("none", say("No facing"), ""),
    ):
        yield DeedLook(
            key="face", words=(how, *ids), label=label, cite="FF 2.4", about="counter",
            menu=say("Turn"), shortcut=shortcut,
        )  # fmt: skip
    for mark in known_marks(setting.layout, state.marks):
        yield DeedLook(
            key="mark", words=(mark.id, *ids), label=marker_name(setting.layout, mark),
            cite="FF 2.5", about="counter", menu=say("Mark"),
        )  # fmt: skip
    yield DeedLook(
        key="marker", label=say("New marker…"), cite="FF 2.5", about="counter", menu=say("Mark"),
        asks="marker",
    )  # fmt: skip
    yield from _hiding(setting, found, ids, side)
    one_place = len({counter.at for counter in found}) == 1
    grouped = bool(found[0].group) and len({counter.group for counter in found}) == 1
    yield DeedLook(
        key="group", words=ids, label=say("Ungroup") if grouped else say("Group"), cite="FF 2.6",
        about="counter", shortcut="Ctrl+G", icon="link",
        refused="" if one_place else say("A group stands in one place"),
    )  # fmt: skip
    for where, label in (("top", say("To the top")), ("bottom", say("To the bottom"))):
        yield DeedLook(
            key="stack", words=(where, *ids), label=label, cite="FF 2.2", about="counter",
            menu=say("Pile"),
        )  # fmt: skip
    for box in setting.layout.boxes:
        yield DeedLook(
            key="box", words=(box.id, *ids), label=box.title, cite="FF 2.8", about="counter",
            menu=say("To a box"), to=box.id,
        )  # fmt: skip
    yield DeedLook(
        key="box", words=(ASIDE, *ids), label=say("Off the table"), cite="FF 2.8", about="counter",
        menu=say("To a box"), to=ASIDE,
    )  # fmt: skip
    if len(found) == 1:
        yield DeedLook(
            key="edit", words=ids, label=say("Edit…"), cite="FF 2.9", about="counter", shortcut="E",
            icon="pencil", asks="counter", values=described(found[0]),
        )  # fmt: skip
    yield DeedLook(
        key="copy", words=ids, label=say("Duplicate"), cite="FF 2.9", about="counter", shortcut="D",
        icon="copy",
    )  # fmt: skip
    yield DeedLook(
        key="remove", words=ids, label=say("Remove"), cite="FF 2.9", about="counter",
        shortcut="Del", icon="close",
    )  # fmt: skip


def _hiding(
    setting: Setting, found: Sequence[Counter], ids: tuple[str, ...], side: str
) -> Iterator[DeedLook]:
    others = [other for other in setting.sides if other != side]
    own = all(counter.side == side for counter in found)
    refused = (
        "" if own and others else say("Only your own counters can be hidden, from another side")
    )
    hidden = any(counter.down_for or counter.hidden_from for counter in found)
    show = [("show", say("Show"))] if hidden else []
    for number, (how, label) in enumerate(show + audiences(setting, side)):
        yield DeedLook(
            key="hide", words=(how, *ids), label=label, cite="FF 2.7", about="counter",
            menu=say("Hide"), shortcut="" if number else "H", refused=refused,
        )  # fmt: skip


def _of_place(setting: Setting, state: State, cell: str, side: str) -> Iterator[DeedLook]:
    yield DeedLook(
        key="add", label=say("New counter here…"), cite="FF 2.9", about="place", shortcut="A",
        icon="plus", asks="counter", values={"side": side, "place": cell},
    )  # fmt: skip
    for mark in known_marks(setting.layout, state.marks):
        lies = bool(state.marks.get(f"{cell}/{mark.id}"))
        name = marker_name(setting.layout, mark)
        label = say("Take up {marker}", marker=name) if lies else name
        yield DeedLook(
            key="ground", words=(mark.id, cell), label=label,
            cite="FF 2.5", about="place", menu=say("Mark this place"),
        )  # fmt: skip
    yield DeedLook(
        key="marker", label=say("New marker…"), cite="FF 2.5", about="place",
        menu=say("Mark this place"), asks="marker",
    )  # fmt: skip


def _of_table(setting: Setting, state: State, side: str) -> Iterator[DeedLook]:
    yield DeedLook(
        key="add", label=say("New counter…"), cite="FF 2.9", icon="plus", asks="counter",
        values={"side": side},
    )  # fmt: skip
    yield DeedLook(
        key="sheet", label=say("Cut a sheet…"), cite="FF 2.9", icon="grid", asks="sheet",
        menu=say("Make"),
    )  # fmt: skip
    yield DeedLook(
        key="roll", label=say("Any dice…"), cite="FF 3.1", menu=say("Roll"), asks="dice",
        icon="dice", shortcut="I",
        values={"dice": setting.layout.dice[0] if setting.layout.dice else "2d6"},
    )  # fmt: skip
    for dice in setting.layout.dice:
        yield DeedLook(
            key="roll", words=(dice,), label=dice_words(dice), cite="FF 3.1", menu=say("Roll")
        )
    for cup in setting.layout.cups:
        left, out = len(state.cups.get(cup.id, ())), len(state.cups.get(f"{cup.id}{DRAWN}", ()))
        yield DeedLook(
            key="draw", words=(cup.id,), cite="FF 3.2", menu=say("Draw"),
            label=say("{cup} ({number})", cup=cup.title, number=left),
            refused="" if left else say("The cup is empty"),
        )  # fmt: skip
        yield DeedLook(
            key="return", words=(cup.id,), cite="FF 3.2", menu=say("Draw"),
            label=say("Put back: {cup} ({number})", cup=cup.title, number=out),
            refused="" if out else say("Nothing has been drawn"),
        )  # fmt: skip
    yield from _of_decks(setting, state, side)
    for track in all_tracks(setting.layout):
        now = state.tracks.get(track.id, 0)
        for by in sorted(BY):
            fits = track.least <= now + by <= track.most
            yield DeedLook(
                key="track", words=(track.id, str(now + by)),
                label=say("{track} {by:+d}", track=track.title, by=by),
                cite="FF 4.2" if track.id == TURN else "FF 4.1", menu=say("Tracks"),
                refused="" if fits else bounds(track),
            )  # fmt: skip
    yield DeedLook(
        key="note", words=("add",), label=say("Write a note…"), cite="FF 4.3", menu=say("Notes"),
        asks="text", icon="pencil",
    )  # fmt: skip
    for key, value in state.marks.items():
        if key.startswith(NOTE):
            yield DeedLook(
                key="note", words=("drop", key.removeprefix(NOTE)),
                label=say("Take away: {note!s}", note=str(value)[:30]), cite="FF 4.3",
                menu=say("Notes"),
            )  # fmt: skip


def _of_decks(setting: Setting, state: State, side: str) -> Iterator[DeedLook]:
    for deck in setting.decks:
        out = len(state.cups.get(f"{deck.id}{DRAWN}", ()))
        left = sum(len(state.cups.get(cup, ())) for cup in (deck.id, f"{deck.id}{TOP}"))
        empty = "" if left else say("The deck is empty")
        menu = say("Cards")
        first = deck == setting.decks[0]
        yield DeedLook(
            key="deal", words=(deck.id,), cite="FF 6.1", menu=menu, refused=empty,
            label=say("Draw a card: {deck} ({number})", deck=deck.title, number=left),
            shortcut="Y" if first else "",
        )  # fmt: skip
        yield DeedLook(
            key="reveal", words=(deck.id,), cite="FF 6.1", menu=menu, refused=empty,
            label=say("Turn a card up: {deck}", deck=deck.title),
        )  # fmt: skip
        yield DeedLook(
            key="shuffle", words=(deck.id, "discards"), cite="FF 6.3", menu=menu,
            label=say("Shuffle the discards in: {deck} ({number})", deck=deck.title, number=out),
            refused="" if out else say("There are no discards"),
        )  # fmt: skip
        yield DeedLook(
            key="shuffle", words=(deck.id,), cite="FF 6.3", menu=menu, refused=empty,
            label=say("Shuffle: {deck}", deck=deck.title),
        )  # fmt: skip
        yield DeedLook(
            key="look", words=(deck.id,), cite="FF 6.4", menu=menu, asks="deck",
            label=say("Look through: {deck}…", deck=deck.title),
            refused="" if deck.owner == side else say("Only its owner may look through it"),
        )  # fmt: skip


def _of_cards(setting: Setting, side: str, cell: str) -> tuple[DeedLook, ...]:
    """Where *side* may carry a card that it may take (FF 6.2): the card's id follows the words."""
    found: list[tuple[str, str]] = []
    if cell in setting.board.cells:
        place = place_name(setting, cell)
        found += [
            (f"up:{cell}", say("Play face up, {place}", place=place)),
            (f"down:{cell}", say("Play face down, {place}", place=place)),
        ]
    found.append(("discard", say("Discard")))
    found += [
        (f"hand:{other}", say("Give to {side}", side=setting.side_names[other]))
        for other in setting.sides
        if other != side
    ]
    found += [
        (f"hand:{side}", say("Into the own hand")),
        ("top", say("On top of its deck")),
        ("deck", say("Shuffle into its deck")),
    ]
    return tuple(
        DeedLook(key="card", words=(goal,), label=label, cite="FF 6.2", about="card")
        for goal, label in found
    )
