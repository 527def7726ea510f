"""Chapter 6: cards: drawn by the die, played, given, laid aside, shuffled in again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wardesk.engine.types import Roll
from wardesk.games.freeform.cards import HAND, TOP, DeckCard, knowers, lying
from wardesk.games.freeform.permissions import DeedRefused, Table, may_touch, place_name, steps
from wardesk.games.freeform.setup import DeckRow
from wardesk.games.freeform.state import DRAWN, Counter, SingleDeed, words
from wardesk.words import Text, say

UP, DOWN = "up", "down"

Words = tuple[str, ...]


def deck_of(d: Table, name: str, cite: str) -> DeckRow:
    """The deck called *name*; `DeedRefused` when there is none."""
    found = next((deck for deck in d.setting.decks if deck.id == name), None)
    if found is None:
        raise DeedRefused(say("There is no deck {deck!r}", deck=name), cite)
    return found


def number_left(d: Table, deck: str) -> int:
    """How many cards can be drawn from a deck."""
    return len(d.cups[deck]) + len(d.cups[f"{deck}{TOP}"])


# ---- drawing ------------------------------------------------------------------------------------


def draw(d: Table, side: str, kind: str, ids: Words) -> None:
    """Draw one card: into the own hand (``deal``), or turned up for all (``reveal``) (FF 6.1).

    That a card is drawn is for all to read, which one comes for those who see it.
    """
    deck = deck_of(d, ids[0] if len(ids) == 1 else "", "FF 6.1")
    if not number_left(d, deck.id):
        raise DeedRefused(say("The deck is empty"), "FF 6.1")
    name = d.setting.side_names[side]
    text = say("{side} draws a card from {deck}", side=name, deck=deck.title)
    if kind == "reveal":
        text = say("{side} turns up a card of {deck}", side=name, deck=deck.title)
    d.say(text, "FF 6.1")
    d.call(SingleDeed(step="card", kind=kind, side=side, word=deck.id), "now")


@steps(SingleDeed, "card")
def card(d: Table, frame: SingleDeed, _: None) -> None:
    """The die says which one, unless one lies on top. The question names none of them."""
    count = 1 if d.cups[f"{frame.word}{TOP}"] else len(d.cups[frame.word])
    d.roll("card", say("Which card comes up?"), "FF 6.1", "came", dice=(count,))


@steps(SingleDeed, "came")
def came(d: Table, frame: SingleDeed, answer: Roll) -> None:
    """It comes into the hand, or lies open among the discards."""
    deck, top = frame.word, f"{frame.word}{TOP}"
    cup, at = (top, len(d.cups[top])) if d.cups[top] else (deck, answer.dice[0])
    items = list(d.cups[cup])
    found = d.setting.cards[items.pop(at - 1)]
    d.cup(cup, items)
    goal = f"{deck}{DRAWN}" if frame.kind == "reveal" else f"{HAND}{frame.side}"
    d.cup(goal, (*d.cups[goal], found.id))
    side = d.setting.side_names[frame.side]
    text = say("{side} drew {card}", side=side, card=found.name)
    if frame.kind == "reveal":
        text = say("{side} turned up {card}", side=side, card=found.name)
    elif len(d.setting.sides) > 1:
        d.secret((frame.side,))
    d.say(text, "FF 6.1")
    d.done()


# ---- carrying cards about -----------------------------------------------------------------------


def carry(d: Table, side: str, ids: Words) -> None:
    """Cards to another place (FF 6.2): the first word says where.

    ``hand:SIDE``, ``discard``, ``deck``, ``top``, ``up:PLACE`` or ``down:PLACE``.
    """
    goal, *names = ids or ("",)
    found = _taken(d, side, names)
    what, _, where = goal.partition(":")
    _judge_goal(d, what, where)
    before = [_known_by(d, one.id) for one in found]
    after = _will_know(d, what, where)
    for one in found:
        _take_away(d, one.id)
        if what in (UP, DOWN):
            _lay(d, one, side, where, face_down=what == DOWN)
        else:
            cup = _cup(one, what, where)
            d.cup(cup, (*d.cups[cup], one.id))
    seen = set(d.setting.sides)
    for known in before:
        seen &= {*known, *after, side}
    _tell(d, [one for one in d.setting.sides if one in seen])
    d.say(_told(d, side, what, where, found), "FF 6.2", at=where if what in (UP, DOWN) else None)


def _taken(d: Table, side: str, names: Sequence[str]) -> list[DeckCard]:
    """The cards with these ids, all of which *side* may take."""
    if not names or len(set(names)) != len(names):
        raise DeedRefused(say("Pick a card first"), "FF 6.2")
    if not all(name in d.setting.cards and _may_take(d, side, name) for name in names):
        # One wording for what is not there and for what another one holds, or it would tell.
        raise DeedRefused(say("You cannot take one of these cards"), "FF 6.2")
    return [d.setting.cards[name] for name in names]


def _may_take(d: Table, side: str, card: str) -> bool:
    cup = lying(d.cups, card)
    if cup:
        return side in knowers(d.setting.decks, cup, d.setting.sides)
    counter = d.pieces.get(card)
    return counter is not None and may_touch(d.setting, counter, side)


def _judge_goal(d: Table, what: str, where: str) -> None:
    setting = d.setting
    places = {*setting.board.cells, *(box.id for box in setting.layout.boxes)}
    good = (
        (what in (UP, DOWN) and where in places)
        or (what == "hand" and where in setting.sides)
        or (what in ("discard", "deck", "top") and not where)
    )
    if not good:
        raise DeedRefused(say("You cannot put a card there"), "FF 6.2")


def _cup(card: DeckCard, what: str, side: str) -> str:
    cups = {"discard": f"{card.deck}{DRAWN}", "deck": card.deck, "top": f"{card.deck}{TOP}"}
    return cups.get(what, f"{HAND}{side}")


def _known_by(d: Table, card: str) -> tuple[str, ...]:
    """The sides that know where this card is."""
    cup = lying(d.cups, card)
    if cup:
        return knowers(d.setting.decks, cup, d.setting.sides)
    return tuple(side for side in d.setting.sides if d.pieces[card].seen_by(side))


def _will_know(d: Table, what: str, where: str) -> tuple[str, ...]:
    if what in ("discard", UP):
        return tuple(d.setting.sides)
    return (where,) if what == "hand" else ()


def _tell(d: Table, sides: Sequence[str]) -> None:
    if len(sides) < len(d.setting.sides):
        d.secret(sides)


def _take_away(d: Table, card: str) -> None:
    if cup := lying(d.cups, card):
        d.cup(cup, tuple(item for item in d.cups[cup] if item != card))
    else:
        d.remove(card)


def _lay(d: Table, card: DeckCard, side: str, where: str, *, face_down: bool) -> None:
    """On the table a card is a counter of whoever played it."""
    others = [other for other in d.setting.sides if other != side]
    over = max((c.pile for c in d.pieces.values() if c.at == where), default=-1) + 1
    d.create(
        Counter(
            id=card.id,
            side=side,
            at=where,
            name=card.name,
            symbol="none",
            field=card.colour,
            picture=card.picture,
            back=card.back,
            card=card.id,
            down_for=",".join(others) if face_down else "",
            pile=over,
        )
    )


def _told(d: Table, side: str, what: str, where: str, found: Sequence[DeckCard]) -> Text:
    who, cards = d.setting.side_names[side], [one.name for one in found]
    if what in (UP, DOWN):
        place = place_name(d.setting, where)
        if what == UP:
            return say("{side} played {cards}, {place}", side=who, cards=cards, place=place)
        return say("{side} laid {cards} face down, {place}", side=who, cards=cards, place=place)
    if what == "hand" and where != side:
        other = d.setting.side_names[where]
        return say("{side} gave {cards} to {other}", side=who, cards=cards, other=other)
    return _TOLD[what].having(side=who, cards=tuple(cards))


_TOLD = {
    "hand": say("{side} took {cards} into the hand", side="", cards=()),
    "discard": say("{side} laid {cards} on the discards", side="", cards=()),
    "deck": say("{side} shuffled {cards} into the deck", side="", cards=()),
    "top": say("{side} laid {cards} on top of the deck", side="", cards=()),
}


# ---- decks --------------------------------------------------------------------------------------


def shuffle(d: Table, side: str, ids: Words) -> None:
    """What lies on top goes into the deck; with ``discards`` those too (FF 6.3)."""
    name, *more = ids or ("",)
    deck = deck_of(d, name, "FF 6.3")
    if more not in ([], ["discards"]):
        raise DeedRefused(say("A deck is shuffled alone or with its discards"), "FF 6.3")
    drawn, top = f"{deck.id}{DRAWN}", f"{deck.id}{TOP}"
    if more and not d.cups[drawn]:
        raise DeedRefused(say("There are no discards"), "FF 6.3")
    if not more and not number_left(d, deck.id):
        raise DeedRefused(say("The deck is empty"), "FF 6.3")
    discards = d.cups[drawn] if more else ()
    d.cup(deck.id, (*d.cups[deck.id], *d.cups[top], *discards))
    d.cup(top, ())
    who = d.setting.side_names[side]
    text = say("{side} shuffled {deck}", side=who, deck=deck.title)
    if more:
        d.cup(drawn, ())
        text = say("{side} shuffled the discards into {deck}", side=who, deck=deck.title)
    d.say(text, "FF 6.3")


def look_through(d: Table, side: str, ids: Words) -> None:
    """The owner of a deck looks through it; that it did is for all to read (FF 6.4)."""
    deck = deck_of(d, ids[0] if len(ids) == 1 else "", "FF 6.4")
    if deck.owner != side:
        raise DeedRefused(say("Only the owner of a deck may look through it"), "FF 6.4")
    who = d.setting.side_names[side]
    d.say(say("{side} looks through {deck}", side=who, deck=deck.title), "FF 6.4")


# ---- cards on the table, treated as counters ----------------------------------------------------


def turn_over(d: Table, counter: Counter) -> None:
    """A card that lies face down is turned up, and the other way round (FF 6.2)."""
    others = [side for side in d.setting.sides if side != counter.side]
    d.set(counter.id, down_for="" if words(counter.down_for) else ",".join(others))
    text = say("{card} turned up", card=counter.name)
    if not words(counter.down_for):
        text = say("{card} turned face down", card=counter.name)
    d.say(text, "FF 6.2", at=counter.at)


def to_discards(d: Table, found: Iterable[Counter]) -> None:
    """Cards that are taken from the table are never lost: they lie among the discards."""
    for counter in found:
        cup = f"{d.setting.cards[counter.card].deck}{DRAWN}"
        d.remove(counter.id)
        d.cup(cup, (*d.cups[cup], counter.card))
