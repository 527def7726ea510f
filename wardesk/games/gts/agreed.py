"""Rules that a table and the campaign's desk both play: each of them one function."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from datetime import date
from itertools import pairwise

REORGANISED = date(1944, 9, 20)
"""S5.1.1 The day from whose 0700 turn on the Germans fight better on the maps of this game."""
BLOWN, PLACED, WORKING, BROKEN = "blown", "bailey-placed", "bailey-working", "bailey-suppressed"
"""2.15.7 How a bridge stands in the words of a ledger."""
DOWN = frozenset({BLOWN, PLACED, BROKEN})
"""States of a bridge that cut the road over it."""


RAIDED, RAID_PRICE = ("101", "gds"), 4
"""S5.2 Divisions whose chits the air raid makes close the road, and the points that end it."""


def reach_along(
    cells: Sequence[str], stops: Container[str], blocked: Callable[[str, str], object]
) -> tuple[str, ...]:
    """4.2 The stops along a road up to the first hex into which nothing leads on."""
    found: list[str] = []
    for here, onward in pairwise(cells):
        if blocked(here, onward):
            break
        found += [onward] if onward in stops else []
    return tuple(found)


def southing(column: int, row: int) -> int:
    """How far south a hex lies, in half hexes: even columns lie half a hex lower."""
    return 2 * row + (column + 1) % 2


def north_of(south: int, line: int) -> bool:
    """S6.10 Whether a hex lies beyond a line that units may not pass northward."""
    return south < line


def reorganised_on(day: date) -> bool:
    """S5.1.1 Whether the Germans fight as from 20 September on; a day begins with its 0700."""
    return day >= REORGANISED


def keeps_cut(state: str, control: str) -> bool:
    """4.3.3 Whether a bridge keeps the road cut: until it is repaired *and* in Allied hands."""
    return state in DOWN or (state == WORKING and control != "allied")


def raid_left(paid: int) -> int:
    """S5.2 Dispatch points that are still to be paid against the raid; 0: it is over."""
    return max(RAID_PRICE - paid, 0)


def raid_closes(division: str, paid: int) -> bool:
    """S5.2 Whether the raid closes the road once more when a division's chit is drawn."""
    return division in RAIDED and raid_left(paid) > 0


def free_zones(
    zones: Sequence[str], used: Mapping[str, str], formation: str, *, independent: bool
) -> tuple[str, ...]:
    """3.3.2 The *zones* of a division that a formation may use in a drop.

    *used*: the zones of those of its other formations that are no independents, by formation. One
    formation has one zone to itself; independents go wherever another formation does.
    """
    if independent:
        return tuple(zone for zone in zones if zone in used.values())
    taken = {zone for other, zone in used.items() if other != formation}
    own = used.get(formation)
    return tuple(zone for zone in zones if zone not in taken and own in (None, zone))
