"""What a freeform table looks like: counters, markers, tracks, boxes and cups, as data."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from wardesk.games.freeform.cards import HAND, TOP
from wardesk.games.freeform.ch03_chance import dice_words
from wardesk.games.freeform.ch04_tracks import all_tracks
from wardesk.games.freeform.permissions import BACK_OF, called, known_marks, marker_name, place_name
from wardesk.games.freeform.setting import Setting
from wardesk.games.freeform.setup import MarkRow, Setup
from wardesk.games.freeform.state import (
    ASIDE,
    DRAWN,
    LAST_ROLL,
    MARKER,
    NOTE,
    TURN,
    Counter,
    SingleDeed,
    State,
    Turn,
    words,
)
from wardesk.games.shared.kept_looks import KeptLooks
from wardesk.model.look import (
    BadgeLook,
    BoxLook,
    CardLook,
    CellMark,
    CounterFact,
    CounterLook,
    DeckLook,
    HandLook,
    Overlay,
    PhaseLook,
    TableLook,
    TrackLook,
    TurnMoment,
)
from wardesk.words import join, say, say_count

FACING = (
    say("facing up"),
    say("facing up right"),
    say("facing right"),
    say("facing down right"),
    say("facing down"),
    say("facing down left"),
    say("facing left"),
    say("facing up left"),
)
"""By eighths of a circle, clockwise."""
HIDDEN = BadgeLook("H", say("hidden"), "#3f3a33", "hexagon")
FACE_DOWN = BadgeLook("F", say("face down for others"), "#6b4a2f", "square")
GROUPED = BadgeLook("G", say("in a group"), "#4b5e7a", "circle")


def table(setting: Setting, state: State, kept: KeptLooks[Counter] | None = None) -> TableLook:
    """Everything on the table."""
    return TableLook(
        sides=setting.side_looks,
        counters=_counters(setting, state, kept or KeptLooks()),
        marks=_marks(setting, state),
        tracks=tracks(setting, state),
        phases=_phases(setting, state),
        boxes=_boxes(setting, state),
        overlays=_overlays(setting, state),
        hands=_hands(setting, state),
        decks=_decks(setting, state),
        headline=_headline(setting, state),
    )


def _headline(setting: Setting, state: State) -> str:
    last = setting.layout.last_turn
    turn = state.tracks.get(TURN, 1)
    when = say("Turn {turn}", turn=turn)
    if last:
        when = say("Turn {turn} of {last}", turn=turn, last=last)
    if state.result is not None:
        return say("{when}, over: {result}", when=when, result=state.result.text)
    up = up_now(state)
    return join(", ", (when, setting.side_names.get(up, up))) if up else when


def up_now(state: State) -> str:
    """The side whose turn it is; empty when the game is over."""
    return next((frame.side for frame in state.stack if isinstance(frame, Turn)), "")


# ---- counters -----------------------------------------------------------------------------------


def _counters(setting: Setting, state: State, kept: KeptLooks[Counter]) -> tuple[CounterLook, ...]:
    """All counters, lowest first."""
    made = tuple(item for item in state.marks.items() if item[0].startswith(MARKER))
    lying = sorted(state.pieces.values(), key=lambda c: c.pile)
    return tuple([kept.of(c.id, c, partial(_counter, setting, state, c), made) for c in lying])


def _counter(setting: Setting, state: State, c: Counter) -> CounterLook:
    if c.id.startswith(BACK_OF):
        side = setting.side_names.get(c.side, c.side)
        place = place_name(setting, c.at)
        text = say("{side} counter, face down, {place}.", side=side, place=place)
        if c.bar:  # Only a card has a back of its own.
            text = say(
                "{side} card of {deck}, face down, {place}.", side=side, deck=c.name, place=place
            )
        at = c.at if c.at in setting.board.cells else None
        return CounterLook(
            piece=c.id,
            side=c.side,
            at=at,
            title=say("Face down"),
            symbol="none",
            face_down=True,
            text=text,
            bar=c.bar,
            picture=c.picture,
            whole_picture=bool(c.picture),
        )
    return replace(
        counter_face(c),
        title=called(setting, c),
        at=c.at if c.at in setting.board.cells else None,
        badges=_badges(setting, state, c),
        turned=setting.turned(c.facing),
        text=_sentence(setting, state, c),
    )


def _figures(c: Counter) -> list[str]:
    return (c.reduced or c.factors if c.back_up else c.factors).split("-")


def counter_face(c: Counter) -> CounterLook:
    """A counter as its maker described it, wherever it lies."""
    figures = _figures(c)
    whole = c.symbol == "none" and bool(c.picture or c.back)
    return CounterLook(
        piece=c.id,
        side=c.side,
        at=None,
        title=c.name,
        symbol=c.symbol,
        echelon=c.echelon,
        left=figures[0],
        shield=figures[1] if len(figures) == 3 else "",
        right=figures[-1] if len(figures) > 1 else "",
        field=c.field,
        bar=c.bar,
        reduced=c.steps < c.full_steps and not (whole and c.back),
        picture=c.back if c.back_up and c.back else c.picture,
        whole_picture=whole,
    )


def _states(setting: Setting, state: State, c: Counter) -> list[BadgeLook]:
    """What has been done to a counter, named as within a sentence."""
    found = [HIDDEN] if c.hidden_from else []
    found += [FACE_DOWN] if c.down_for else []
    layout, on_it = setting.layout, words(c.marks)
    found += [_badge(layout, m) for m in known_marks(layout, state.marks) if m.id in on_it]
    if c.full_steps > 2:
        found.append(BadgeLook(str(c.steps), _steps(c), "#7a3b34", "square"))
    if c.group:
        found.append(GROUPED)
    return found


def _badges(setting: Setting, state: State, c: Counter) -> tuple[BadgeLook, ...]:
    return tuple(
        replace(badge, name=say("{name!c}", name=badge.name))
        for badge in _states(setting, state, c)
    )


def _facing(setting: Setting, c: Counter) -> str:
    turned = setting.turned(c.facing)
    if setting.facings == 12 and turned % 90:
        return say("turned {turned}°", turned=turned)
    return FACING[round((turned - 1) / 45) % 8 if turned % 90 else turned // 45]


def _steps(c: Counter) -> str:
    return say("{left} of {full} steps", left=c.steps, full=c.full_steps)


def _badge(layout: Setup, mark: MarkRow) -> BadgeLook:
    name = marker_name(layout, mark)
    return BadgeLook(mark.letter, name, mark.colour or "#5b6b8c", mark.shape)


def _sentence(setting: Setting, state: State, c: Counter) -> str:
    side, counter = setting.side_names.get(c.side, c.side), called(setting, c)
    facts: list[str] = [say("{side} counter {counter}", side=side, counter=counter)]
    if c.card:
        facts = [say("{side} card {card}", side=side, card=c.name)]
    if c.symbol != "none":
        facts.append(c.symbol.replace("_", " "))
    facts.append(place_name(setting, c.at))
    factors = "-".join(_figures(c))
    if factors:
        facts.append(say("factors {factors!s}", factors=factors))
    if c.full_steps > 1:
        facts.append(_steps(c))
    elif c.back_up:
        facts.append(say("its back is up"))
    if c.facing:
        facts.append(_facing(setting, c))
    facts += [badge.name for badge in _states(setting, state, c) if not badge.letter.isdigit()]
    return say("{facts}.", facts=join(", ", facts))


def facts(setting: Setting, c: Counter) -> tuple[CounterFact, ...]:
    """What is printed on a counter, in words; its signs speak for themselves."""
    if c.id.startswith(BACK_OF):
        return (CounterFact(say("Face down")),)
    found: list[CounterFact] = []
    card = setting.cards.get(c.card)
    if card is not None and card.text:
        found.append(CounterFact(say("{text!s}", text=card.text)))
    factors = "-".join(_figures(c))
    if factors:
        text = say("Factors {factors!s}", factors=factors)
        found.append(CounterFact(text, say("as printed, from left to right")))
    if c.full_steps > 1:
        found.append(CounterFact(_steps(c)))
    elif c.back_up:
        found.append(CounterFact(say("Its back is up")))
    if c.facing:
        found.append(CounterFact(say("{facing!c}", facing=_facing(setting, c))))
    if c.group:
        found.append(CounterFact(say("Group {name!s}", name=c.group), say("moves together")))
    return tuple(found)


# ---- markers, tracks, turns, boxes --------------------------------------------------------------


def _marks(setting: Setting, state: State) -> tuple[CellMark, ...]:
    kinds = {mark.id: mark for mark in known_marks(setting.layout, state.marks)}
    found: list[CellMark] = []
    for key, value in state.marks.items():
        cell, _, kind = key.rpartition("/")
        if value and kind in kinds and cell in setting.board.cells:
            badge = _badge(setting.layout, kinds[kind])
            text = join(": ", (place_name(setting, cell), badge.name))
            found.append(CellMark(cell, kind, text, badge))
    return tuple(found)


def tracks(setting: Setting, state: State) -> tuple[TrackLook, ...]:
    """All tracks."""
    sides = {track.id: track.side for track in setting.layout.tracks}
    found: list[TrackLook] = []
    for track in all_tracks(setting.layout):
        value = state.tracks.get(track.id, 0)
        turn = track.id == TURN
        most = max(setting.layout.last_turn or value, 1) if turn else track.most
        found.append(
            TrackLook(
                id=track.id,
                title=track.title,
                value=value,
                most=most,
                side=sides.get(track.id, ""),
                cite="FF 4.2" if turn else "FF 4.1",
                style="turns" if turn and most <= 40 else "bar",
            )
        )
    return tuple(found)


def _phases(setting: Setting, state: State) -> tuple[PhaseLook, ...]:
    up = up_now(state)
    at = setting.sides.index(up) if up in setting.sides else len(setting.sides)
    return tuple(
        PhaseLook(
            side,
            setting.side_names[side],
            "FF 1.3",
            "done" if number < at else "now" if number == at else "ahead",
        )
        for number, side in enumerate(setting.sides)
    )


def moment(setting: Setting, state: State) -> TurnMoment:
    """The turn, and whose it is."""
    return TurnMoment(state.tracks.get(TURN, 0), setting.side_names.get(up_now(state), ""))


def _boxes(setting: Setting, state: State) -> tuple[BoxLook, ...]:
    lying: dict[str, list[str]] = {}
    for c in state.pieces.values():
        if c.at not in setting.board.cells:
            lying.setdefault(c.at or ASIDE, []).append(c.id)
    found = [
        BoxLook(b.id, b.title, _count(lying.get(b.id, ())), b.side, tuple(lying.get(b.id, ())),
                "FF 2.8", tray=True)
        for b in setting.layout.boxes
    ]  # fmt: skip
    aside = tuple(lying.get(ASIDE, ()))
    found.append(
        BoxLook(ASIDE, say("Off the table"), _count(aside), "", aside, "FF 2.8", tray=True)
    )
    for cup in setting.layout.cups:
        drawn = state.cups.get(f"{cup.id}{DRAWN}", ())
        text = say_count(
            "{n} chit; drawn: {drawn}",
            "{n} chits; drawn: {drawn}",
            n=len(state.cups.get(cup.id, ())),
            drawn=join(", ", drawn) if drawn else say("none"),
        )
        found.append(BoxLook(cup.id, cup.title, text, "", (), "FF 3.2"))
    for deck in _decks(setting, state):
        text = say("{left} left, discards {out}", left=deck.left, out=len(deck.discards))
        found.append(BoxLook(deck.id, deck.title, text, deck.owner, (), "FF 6.1"))
    for hand in _hands(setting, state):
        text = say_count("{n} card", "{n} cards", n=len(hand.cards))
        found.append(BoxLook(f"{HAND}{hand.side}", hand.title, text, hand.side, (), "FF 6.1"))
    if LAST_ROLL in state.marks:
        dice, colon, result = str(state.marks[LAST_ROLL]).partition(": ")
        text = join(colon, (dice_words(dice), result))
        found.append(BoxLook(LAST_ROLL, say("Last roll"), text, "", (), "FF 3.1"))
    notes = [str(text) for key, text in state.marks.items() if key.startswith(NOTE)]
    if notes:
        found.append(
            BoxLook(
                "notes", say("Notes"), say("{notes!s}", notes="; ".join(notes)), "", (), "FF 4.3"
            )
        )
    return tuple(found)


def _card(setting: Setting, name: str) -> CardLook:
    card = setting.cards.get(name)
    if card is None:
        return CardLook("")
    deck = setting.card_backs[name].deck
    return CardLook(card.id, card.name, card.text, card.picture, card.back, card.colour, deck)


def _hands(setting: Setting, state: State) -> tuple[HandLook, ...]:
    return tuple(
        HandLook(
            side,
            say("Hand of {side}", side=setting.side_names[side]),
            tuple(_card(setting, card) for card in state.cups.get(f"{HAND}{side}", ())),
        )
        for side in (setting.sides if setting.decks else ())
    )


def _decks(setting: Setting, state: State) -> tuple[DeckLook, ...]:
    found: list[DeckLook] = []
    for deck in setting.decks:
        inside = (*state.cups.get(deck.id, ()), *state.cups.get(f"{deck.id}{TOP}", ()))
        out = state.cups.get(f"{deck.id}{DRAWN}", ())
        found.append(
            DeckLook(
                id=deck.id,
                title=deck.title,
                left=len(inside),
                owner=deck.owner,
                discards=tuple(_card(setting, card) for card in out),
                cards=tuple(_card(setting, card) for card in inside),
            )
        )
    return tuple(found)


def _count(pieces: tuple[str, ...] | list[str]) -> str:
    return say_count("{n} counter", "{n} counters", n=len(pieces)) if pieces else say("empty")


def _overlays(setting: Setting, state: State) -> tuple[Overlay, ...]:
    deed = state.stack[-1] if state.stack else None
    if not isinstance(deed, SingleDeed):
        return ()
    cells = (state.pieces[p].at for p in deed.pieces if p in state.pieces)
    chosen = tuple(dict.fromkeys(c for c in cells if c in setting.board.cells and c is not None))
    return (Overlay("selected", chosen),) if chosen else ()
