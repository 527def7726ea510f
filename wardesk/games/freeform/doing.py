"""What every chapter needs: who may touch what, who sees what, and the way back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from wardesk.engine.draft import Draft
from wardesk.engine.types import Choice
from wardesk.games.freeform.state import Counter, State

if TYPE_CHECKING:
    from wardesk.games.freeform.rules import FreeformRules

Table = Draft["FreeformRules"]

BACK = "back"
BACK_CHOICE = Choice(BACK, "Back", "FF 1.1", "Do nothing of this kind")


def may_touch(rules: FreeformRules, counter: Counter, side: str) -> bool:
    """Whether *side* may do something with *counter* (FF 1.2)."""
    if not counter.seen_by(side):
        return False
    return not rules.own_hands or counter.side == side


def touchable(rules: FreeformRules, pieces: Mapping[str, Counter], side: str) -> tuple[str, ...]:
    """Every counter that *side* may do something with, in the order of the table."""
    return tuple(c.id for c in pieces.values() if may_touch(rules, c, side))


def witnesses(rules: FreeformRules, counters: Iterable[Counter]) -> tuple[str, ...]:
    """The sides that see all of *counters*; empty when that is every side."""
    seen = list(counters)
    sides = tuple(side for side in rules.sides if all(c.seen_by(side) for c in seen))
    return () if len(sides) == len(rules.sides) else sides


def place_name(rules: FreeformRules, at: str | None) -> str:
    """A place in words."""
    if at is None:
        return "off the table"
    cell = rules.board.cells.get(at)
    if cell is not None:
        return cell.name if cell.name in ("", at) else f"{cell.name} ({at})"
    return next((box.title for box in rules.layout.boxes if box.id == at), at)


def names(counters: Iterable[Counter]) -> str:
    """A few counters by name, many by number."""
    found = [counter.name for counter in counters]
    if len(found) <= 3:
        return " and ".join(found)
    return f"{found[0]}, {found[1]} and {len(found) - 2} more"


def together(
    rules: FreeformRules, pieces: Mapping[str, Counter], picked: Iterable[str], side: str
) -> tuple[str, ...]:
    """The picked counters, and those that are grouped with them (FF 2.6)."""
    wanted = [pieces[piece] for piece in picked if piece in pieces]
    groups = {counter.group for counter in wanted if counter.group}
    chosen = {counter.id for counter in wanted}
    return tuple(
        c.id
        for c in pieces.values()
        if c.id in chosen or (c.group in groups and may_touch(rules, c, side))
    )


def anything_hidden(state: State, side: str) -> bool:
    """Whether *side* is kept from seeing some counter (FF 2.7)."""
    return any(not counter.seen_by(side) for counter in state.pieces.values())
