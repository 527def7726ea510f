"""What stays the same through a game: the map, the layout, the counters and who may touch them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from wardesk.engine.cached import cached_property
from wardesk.errors import UserError
from wardesk.games.freeform.cards import CardBack, DeckCard, card_backs, read_cards
from wardesk.games.freeform.forces import read_counters
from wardesk.games.freeform.setup import PAINTS, DeckRow, Setup, read_setup, slots
from wardesk.games.freeform.state import Counter
from wardesk.model.board import Board
from wardesk.model.look import SideLook
from wardesk.words import say

HANDS = ("any", "own")
"""Values of the option ``hands``: which counters a side may touch (FF 1.2)."""


@dataclass(frozen=True)
class Setting:
    """The facts of one scenario with its options; every chapter reads them, none changes them."""

    board: Board
    layout: Setup
    counters: tuple[Counter, ...]
    own_hands: bool
    """Whether a side may touch its own counters only."""
    decks: tuple[DeckRow, ...] = ()
    cards: Mapping[str, DeckCard] = field(default_factory=dict[str, DeckCard])
    """By id."""

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The sides in the order of their turns."""
        return self.layout.side_ids

    @cached_property
    def side_names(self) -> Mapping[str, str]:
        """What the sides are called, by id."""
        return {side.id: side.name for side in self.layout.sides}

    @cached_property
    def counter_names(self) -> frozenset[str]:
        """What the scenario calls its counters; other names were given at the table."""
        return frozenset(counter.name for counter in self.counters)

    @cached_property
    def side_looks(self) -> tuple[SideLook, ...]:
        """The colours of the sides; those that name none get one of `PAINTS`."""
        found: list[SideLook] = []
        for number, (side, slot) in enumerate(
            zip(self.layout.sides, slots(self.layout.sides), strict=True)
        ):
            field, bar = PAINTS[number % len(PAINTS)]
            found.append(SideLook(side.id, side.name, side.field or field, side.bar or bar, slot))
        return tuple(found)

    @cached_property
    def card_backs(self) -> Mapping[str, CardBack]:
        """What is seen of each card that lies face down, by its id."""
        return card_backs(self.decks, tuple(self.cards.values()))

    @property
    def facings(self) -> int:
        """How many ways a counter can face: as the scenario says, else as the grid asks."""
        return self.layout.facings or (6 if self.board.kind == "hex" else 8)

    def turned(self, facing: int) -> int:
        """Degrees clockwise by which a counter that faces so is turned.

        Six ways are those of the sides of a hex: the first one leads up where hexes stand on a
        side, and up to the right where they stand on a corner.
        """
        if not facing:
            return 0
        grid = self.board.grid
        first = 30 if self.facings == 6 and grid is not None and grid.pointy else 0
        return (first + (facing - 1) * 360 // self.facings) % 360

    def next_side(self, side: str) -> str:
        """Who is up after *side*."""
        return self.sides[(self.sides.index(side) + 1) % len(self.sides)]


def read_setting(board: Board, setup: Mapping[str, Any], options: Mapping[str, Any]) -> Setting:
    """Board, scenario and options, judged together. UserError when they do not fit."""
    layout = read_setup(setup, board)
    counters = read_counters(setup.get("forces", {}), layout, board)
    decks, cards = read_cards(setup.get("forces", {}), layout, counters)
    own_hands = _hands(options) == "own"
    return Setting(
        board, layout, tuple(counters), own_hands, decks, {card.id: card for card in cards}
    )


def _hands(options: Mapping[str, Any]) -> str:
    unknown = sorted(set(options) - {"hands"})
    if unknown:
        raise UserError(
            say("There is no option {unknown!r}.", unknown=unknown[0]), "The only option is hands."
        )
    value = str(options.get("hands", HANDS[0]))
    if value not in HANDS:
        raise UserError(
            say(
                "The option hands is {hands!s}, not {value!r}.",
                hands=" or ".join(HANDS),
                value=value,
            )
        )
    return value
