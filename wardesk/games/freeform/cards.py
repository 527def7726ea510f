"""Cards: what a scenario says of them, where each of them lies, and who knows which one it is.

Decks, discards and hands are cups like those of chits: ``deck``, ``deck/drawn`` (the discards),
``deck/top`` (cards laid on top, the last one uppermost) and ``hand/side``. What lies in a deck has
no order: whoever draws asks the die, so a deck is always as good as just shuffled. On the table a
card is a counter that names it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from msgspec import Struct

from wardesk.errors import UserError
from wardesk.games.freeform.forces import ForcesRow, check_row, free_id, picture_name
from wardesk.games.freeform.setup import DeckRow, Setup
from wardesk.games.freeform.state import DRAWN, Counter
from wardesk.words import say

COLUMNS = ("name", "deck", "id", "text", "picture", "back", "colour", "count", "at")
"""Columns that a table of cards may have; the first two it must have."""
MOST_CARDS = 2000
LONGEST_TEXT = 200
HAND, TOP = "hand/", "/top"
TABLE = "table"
"""Where a card lies that a counter of the scenario stands for."""

BACKS = ("#3d5a80", "#7d3c3c", "#4a6741", "#6a4c7d", "#7d6332", "#2f6b6b")
"""Colours of the backs of decks whose cards name no picture for it, in the order of the decks."""

Cups = Mapping[str, tuple[str, ...]]


class DeckCard(Struct, frozen=True, kw_only=True):
    """One card as its maker described it."""

    id: str
    deck: str
    name: str
    text: str = ""
    picture: str = ""
    """Of its front, by the name under which pictures are kept; empty = name and text."""
    back: str = ""
    colour: str = ""
    """``#rrggbb``; empty = plain."""
    at: str = ""
    """``discard``, ``top``, ``hand SIDE`` or `TABLE`; empty = in its deck."""


class CardBack(Struct, frozen=True):
    """What everybody sees of a card that lies face down: from which deck it is, and no more."""

    deck: str
    """The deck as it is called."""
    colour: str
    picture: str = ""


def card_backs(decks: Sequence[DeckRow], cards: Sequence[DeckCard]) -> dict[str, CardBack]:
    """The back of each card, by its id.

    All cards of a deck have the back that the first of them names: a back of its own would give
    a card away.
    """
    pictures: dict[str, str] = {}
    for card in cards:
        if card.back:
            pictures.setdefault(card.deck, card.back)
    found = {
        deck.id: CardBack(deck.title, BACKS[number % len(BACKS)], pictures.get(deck.id, ""))
        for number, deck in enumerate(decks)
    }
    return {card.id: found[card.deck] for card in cards}


def read_cards(
    forces: Mapping[str, Any], layout: Setup, counters: Sequence[Counter]
) -> tuple[tuple[DeckRow, ...], tuple[DeckCard, ...]]:
    """Decks and cards of a scenario. UserError with row and column when something does not fit."""
    rows: Any = forces.get("card", ())
    if not isinstance(rows, Sequence) or isinstance(rows, str):
        raise UserError(say("The forces need their cards as a list of rows ([[card]])."))
    decks = {deck.id: deck for deck in layout.decks}
    named = {deck.title.lower(): deck.id for deck in layout.decks}
    used = {counter.id for counter in counters if not counter.card}
    found: list[DeckCard] = []
    for number, values in enumerate(cast("Sequence[Any]", rows), 1):
        if not isinstance(values, Mapping):
            raise UserError(say("Card {number!s} of the forces is no row.", number=number))
        plain = cast("Mapping[str, Any]", values)
        where = str(plain.get("where", "")) or say("card {number} of the forces", number=number)
        row = check_row(plain, where, COLUMNS)
        wanted = row.text("deck") or row.wrong("deck", say("it is empty."), say("Name a deck."))
        deck = named.setdefault(wanted.lower(), wanted)
        if deck not in decks:
            decks[deck] = _new_deck(row, deck, layout)
        found += _of_row(row, deck, layout, used)
        if len(found) > MOST_CARDS:
            text = say("{place}: more than {most} cards.", place=where, most=MOST_CARDS)
            raise UserError(text, say("Use fewer."))
    _judge(found, counters)
    return tuple(decks.values()), tuple(found)


def _new_deck(row: ForcesRow, name: str, layout: Setup) -> DeckRow:
    """A deck that only its cards name."""
    ids = {cup.id for cup in layout.cups}
    if "/" in name or name in ids or not name.isprintable() or len(name) > 40:
        text = say("{name!r} cannot be the name of a deck.", name=name)
        row.wrong("deck", text, say("Use letters and digits, and no name of a cup."))
    return DeckRow(name, name)


def _of_row(row: ForcesRow, deck: str, layout: Setup, used: set[str]) -> Iterator[DeckCard]:
    name = row.text("name") or row.wrong("name", say("it is empty."), say("Give the card a name."))
    count, given = row.number("count", 99), row.text("id")
    if given and given in used:
        text = say("{value!r} is taken already.", value=given)
        row.wrong("id", text, say("Every card needs its own."))
    for number in range(1, count + 1):
        one = (
            given
            if given and count == 1
            else free_id(f"card-{given or name}", number if count > 1 else 0, used)
        )
        used.add(one)
        yield DeckCard(
            id=one,
            deck=deck,
            name=name,
            text=row.text("text", most=LONGEST_TEXT),
            picture=picture_name(row, "picture"),
            back=picture_name(row, "back"),
            colour=row.colour("colour"),
            at=_place(row, layout),
        )


def _place(row: ForcesRow, layout: Setup) -> str:
    found = row.text("at")
    what, _, side = found.partition(" ")
    if found in ("", "discard", "top", TABLE) or (what == "hand" and side in layout.side_ids):
        return found
    text = say("{value!r} is no place for a card.", value=found)
    return row.wrong("at", text, say("Leave it empty, or write discard, top or hand and a side."))


def _judge(cards: Sequence[DeckCard], counters: Sequence[Counter]) -> None:
    """What stands for a card must name one, and no card may lie in two places."""
    known = {card.id: card for card in cards}
    laid = [counter.card for counter in counters if counter.card]
    for name in laid:
        if name not in known or known[name].at != TABLE or laid.count(name) > 1:
            raise UserError(
                say("A counter stands for the card {card!r}, which is not there.", card=name),
                say("Mend the card or take the counter away."),
            )
    lost = [card.id for card in cards if card.at == TABLE and card.id not in laid]
    if lost:
        raise UserError(
            say("No counter stands for the card {card!r}.", card=lost[0]),
            say("Give it another place."),
        )


def laid_out(
    decks: Sequence[DeckRow], cards: Sequence[DeckCard], sides: Sequence[str]
) -> dict[str, tuple[str, ...]]:
    """Every cup of cards as the scenario begins; none where there are no decks."""
    found: dict[str, list[str]] = {}
    for deck in decks:
        found |= {deck.id: [], f"{deck.id}{DRAWN}": [], f"{deck.id}{TOP}": []}
    if decks:
        found |= {f"{HAND}{side}": [] for side in sides}
    for card in cards:
        if card.at == TABLE:
            continue
        what, _, side = card.at.partition(" ")
        cup = {"": card.deck, "discard": f"{card.deck}{DRAWN}", "top": f"{card.deck}{TOP}"}
        found[cup.get(what, f"{HAND}{side}")].append(card.id)
    return {name: tuple(items) for name, items in found.items()}


def knowers(decks: Sequence[DeckRow], cup: str, sides: Sequence[str]) -> tuple[str, ...]:
    """The sides that may know what lies in a cup of cards; of all other cups everybody does."""
    if cup.startswith(HAND):
        return (cup.removeprefix(HAND),)
    for deck in decks:
        if cup in (deck.id, f"{deck.id}{TOP}"):
            return (deck.owner,) if deck.owner else ()
    return tuple(sides)


def veiled_cups(
    decks: Sequence[DeckRow], cups: Cups, side: str, sides: Sequence[str]
) -> dict[str, tuple[str, ...]]:
    """The cups as *side* knows them: of what it may not know the number only."""
    return {
        name: items if side in knowers(decks, name, sides) else ("",) * len(items)
        for name, items in cups.items()
    }


def lying(cups: Cups, card: str) -> str:
    """The cup in which a card lies; empty when it lies on the table."""
    return next((name for name, items in cups.items() if card in items), "")
